#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Networks that swallow and delay: every call ends in time, and tells what is known.

    network.py [--brand pg|my]... [--long] [NAME]...

Between the driver and the servers of tests/servers is a proxy for each shard. What ends in the
network is looked for at the servers afterwards. The last line is "network: N passed, N failed".
"""
import argparse
import configparser
import contextlib
import os
import shutil
import socket
import sys
import tempfile
import threading
import time

import pyodbc

pyodbc.pooling = False
TESTS, SHORT = [], set()
ANSWER = 1  # AnswerTimeout of the connections
LATE = 6  # nothing may take longer, however busy the machine is

RULES = "[shardodbc]\ndefault-shard = ds_0\n%s\n[table z]\n" \
    "nodes = ds_${0..2}.z\nshard-key = k\nshard-algorithm = three\nvalue-type = k: integer\n" \
    "move-rows = true\n[algorithm three]\ntype = MOD\nsharding-count = 3\n"


def test(function):
    TESTS.append(function)
    return function


def short(function):
    """In the short form, too."""
    SHORT.add(function.__name__)
    return test(function)


class Proxy:
    """Hands on what comes, as long as it may."""

    def __init__(self, port):
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.reset()
        threading.Thread(target=self.accept, daemon=True).start()

    def cut(self):
        for pair in getattr(self, "pairs", []):
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        self.pairs = []

    def reset(self):
        """As a network that works again: who was in it before is cut off."""
        self.cut()
        self.forgotten = set()
        self.is_hole = False  # nothing passes, in either way
        self.delay = 0
        self.last_word = None  # of a client: it passes or not, but nothing after it
        self.word_passes = False
        self.bytes_left = None  # of the server's
        self.messages_left = None  # of the clients', until all are cut off
        self.round_trips = 0  # times that a client spoke first, or after the server
        self.spoke_last = {}  # pair: was it the client

    def forget(self):
        """Those that are connected, not those that come."""
        self.forgotten.update(self.pairs)

    def swallow_from(self, word, passes):
        """From the text on; passes: the server still gets it, its answer is lost."""
        self.word_passes = passes
        self.last_word = word

    def accept(self):
        while True:
            client = self.listener.accept()[0]
            server = socket.create_connection(("127.0.0.1", self.target))
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            pair = (client, server)
            self.pairs.append(pair)
            for way in ((*pair, pair, True), (*reversed(pair), pair, False)):
                threading.Thread(target=self.carry, args=way, daemon=True).start()

    def passes(self, data, is_client):
        if self.is_hole:
            return b""
        if is_client and self.messages_left is not None:
            self.messages_left -= 1
            if self.messages_left < 0:
                self.messages_left = None
                self.cut()
                return b""
        if is_client and self.last_word is not None and self.last_word in data:
            self.is_hole = True
            return data if self.word_passes else b""
        if not is_client and self.bytes_left is not None:
            data = data[:self.bytes_left]
            self.bytes_left -= len(data)
            self.is_hole = self.bytes_left == 0
        return data

    def carry(self, source, target, pair, is_client):
        try:
            while data := source.recv(65536):
                if self.delay:
                    time.sleep(self.delay)
                if is_client and not self.spoke_last.get(pair):
                    self.round_trips += 1
                self.spoke_last[pair] = is_client
                if pair not in self.forgotten:
                    target.sendall(self.passes(data, is_client))
        except OSError:
            pass
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Context:
    def __init__(self, brand):
        self.brand = brand
        self.state = tempfile.mkdtemp(prefix="shardodbc-state.")
        ini = configparser.ConfigParser(interpolation=None)
        ini.read(os.environ["ODBCINI"], encoding="utf-8")
        self.proxies, shards = [], []
        for number in range(3):
            section = dict(ini[f"{brand}_{number}"])
            self.proxies.append(Proxy(int(section["port"])))
            section["port"] = str(self.proxies[-1].port)
            text = ";".join(f"{key}={value}" for key, value in section.items())
            shards.append(f"[shard ds_{number}]\nconnection = {text}\n")
        self.rules = os.path.join(self.state, "rules.ini")
        with open(self.rules, "w", encoding="utf-8") as file:
            file.write(RULES % "".join(shards))
        self.direct = [pyodbc.connect(f"DSN={brand}_{number}", autocommit=True)
                       for number in range(3)]

    def reset(self):
        for proxy in self.proxies:
            proxy.reset()
        for number, shard in enumerate(self.direct):
            shard.execute("DROP TABLE IF EXISTS z")
            shard.execute("CREATE TABLE z (k INT NOT NULL PRIMARY KEY, v INT, w VARCHAR(2000))")
            shard.execute(f"INSERT INTO z VALUES ({number}, 0, NULL), ({number + 3}, 0, NULL)")

    def connect(self, more="", timeout=0, **keywords):
        connection = pyodbc.connect(
            f"Driver=ShardODBC;Rules={self.rules};State={self.state};AnswerTimeout={ANSWER};{more}",
            **{"autocommit": True, **keywords})
        connection.timeout = timeout
        return connection

    def opened(self, more="", timeout=0, autocommit=True):
        """With a connection to each shard."""
        connection = self.connect(more, 0, autocommit=autocommit)
        for attempt in range(20):  # a shard that was away isn't tried again at once
            try:
                equal(connection.execute("SELECT COUNT(*) FROM z").fetchval(), 6)
                break
            except pyodbc.Error:
                if attempt == 19:
                    raise
                time.sleep(0.5)
        connection.timeout = timeout
        if not autocommit:
            connection.commit()
        return connection

    def values(self):
        """Of each shard, seen from outside, when nobody holds a lock any more."""
        return [sorted(v for (v,) in shard.execute("SELECT v FROM z").fetchall())
                for shard in self.direct]

    def wait_for(self, wanted):
        end = time.monotonic() + 20
        while self.values() != wanted and time.monotonic() < end:
            time.sleep(0.1)
        equal(self.values(), wanted)

    def goes_on(self, connection):
        """The network works again: the connection does, too, after an error at most."""
        for proxy in self.proxies:
            proxy.reset()
        for attempt in range(20):
            try:
                equal(connection.execute("SELECT COUNT(*) FROM z").fetchval(), 6)
                break
            except pyodbc.Error as problem:
                if problem.args[0] == "25P02":
                    connection.rollback()
                if attempt == 19:
                    raise
                time.sleep(0.5)
        equal(connection.execute("UPDATE z SET v = 7 WHERE k < 9").rowcount, 6)
        if not connection.autocommit:
            connection.commit()
        self.wait_for([[7, 7]] * 3)
        connection.close()


def equal(found, wanted):
    if found != wanted:
        raise AssertionError(f"{found!r}, wanted {wanted!r}")


def ends(call, states, seconds=LATE):
    """Fails with one of the states, in time; its text."""
    begin = time.monotonic()
    try:
        call()
    except pyodbc.Error as problem:
        took = time.monotonic() - begin
        if problem.args[0] not in states or took > seconds:
            raise AssertionError(f"{problem.args[0]} after {took:.1f} s: {problem}") from problem
        return str(problem)
    raise AssertionError("no error")


def in_time(call, seconds=LATE):
    """What the call gives, unless it takes too long."""
    begin = time.monotonic()
    result = call()
    if time.monotonic() - begin > seconds:
        raise AssertionError("took too long")
    return result


def names(text, shard):
    if shard not in text:
        raise AssertionError(f"{shard} isn't named: {text}")


# ---- what it costs ----

@short
def commit_of_one_shard(context):
    """It is that shard's own commit; XA is told first that the branch has ended."""
    for mode, wanted in (("local", 1), ("2pc", 2 if context.brand == "my" else 1)):
        connection = context.opened(f"Transaction={mode}", autocommit=False)
        connection.execute("SELECT v FROM z WHERE k = 1").fetchall()
        connection.commit()
        connection.execute("UPDATE z SET v = v + 1 WHERE k = 0")
        before = sum(proxy.round_trips for proxy in context.proxies)
        connection.commit()
        equal(sum(proxy.round_trips for proxy in context.proxies) - before, wanted)
        connection.close()


# ---- connecting ----

@test
def connect_all(context):
    context.proxies[1].is_hole = True
    text = ends(lambda: context.connect("Connect=all"), ("HYT00", "HYT01", "08001", "08S01"))
    names(text, "ds_1")


@short
def connect_all_with_a_login_timeout(context):
    for proxy in context.proxies:
        proxy.is_hole = True
    text = ends(lambda: context.connect("Connect=all;AnswerTimeout=0", timeout=0,
                                        attrs_before={103: 1}),
                ("HYT00", "HYT01", "08001", "08S01"), 3.5)
    names(text, "ds_0")


@short
def first_use(context):
    context.opened().close()
    connection = context.connect()
    context.proxies[1].is_hole = True
    text = ends(lambda: connection.execute("SELECT COUNT(*) FROM z"),
                ("HYT00", "HYT01", "08001", "08S01"))
    names(text, "ds_1")
    equal(connection.execute("SELECT v FROM z WHERE k = 3").fetchval(), 0)
    begin = time.monotonic()
    ends(lambda: connection.execute("SELECT v FROM z WHERE k = 1"),
         ("HYT00", "HYT01", "08001", "08S01"))
    if time.monotonic() - begin > 0.4:  # known to be away
        raise AssertionError("tried again at once")
    context.goes_on(connection)


# ---- statements ----

@test
def execute_with_a_timeout(context):
    for sql in ("SELECT k FROM z ORDER BY k", "SELECT v FROM z WHERE k = 1",
                "UPDATE z SET v = v + 1"):
        context.reset()
        connection = context.opened(timeout=1)
        context.proxies[1].is_hole = True
        ends(lambda: connection.execute(sql).fetchall(), ("HYT00",), 4)
        if sql.startswith("UPDATE"):
            context.proxies[1].reset()
            context.wait_for([[0, 0]] * 3)
        context.goes_on(connection)


@test
def execute_with_a_cancel(context):
    connection = context.opened()
    cursor = connection.cursor()
    context.proxies[1].is_hole = True
    timer = threading.Timer(0.3, cursor.cancel)
    timer.start()
    ends(lambda: cursor.execute("SELECT k FROM z ORDER BY k"), ("HY008",), 4)
    timer.join()
    context.goes_on(connection)


@test
def answer_that_stops_in_the_middle(context):
    context.direct[1].execute("UPDATE z SET w = '" + "x" * 2000 + "'")
    connection = context.opened(timeout=1)
    context.proxies[1].bytes_left = 1000
    ends(lambda: connection.execute("SELECT * FROM z ORDER BY k").fetchall(), ("HYT00",), 4)
    context.goes_on(connection)


@test
def fetch(context):
    """Rows that come in portions."""
    if context.brand != "pg":
        return
    rows = ", ".join(f"({k}, 0, '')" for k in range(10, 4000, 3))
    context.direct[1].execute("INSERT INTO z VALUES " + rows)
    connection = context.connect("UseDeclareFetch=1;Fetch=3")
    cursor = connection.execute("SELECT k FROM z ORDER BY k")
    cursor.fetchone()
    context.proxies[1].is_hole = True
    timer = threading.Timer(0.3, cursor.cancel)
    timer.start()
    ends(cursor.fetchall, ("HY008",), 4)
    timer.join()
    context.direct[1].execute("DELETE FROM z WHERE k > 9")
    cursor.close()
    context.goes_on(connection)


@test
def delays(context):
    """Slow is not lost."""
    connection = context.opened("AnswerTimeout=20", autocommit=False)
    context.proxies[1].delay = 0.05
    equal([k for (k,) in connection.execute("SELECT k FROM z ORDER BY k")], list(range(6)))
    equal(connection.execute("UPDATE z SET v = v + 1").rowcount, 6)
    connection.commit()
    equal(context.values(), [[1, 1]] * 3)
    connection.close()


@short
def forgotten_by_a_firewall(context):
    """What was open is dropped silently, but new connections go through."""
    connection = context.opened()
    connection.execute("UPDATE z SET v = 0")
    context.proxies[1].forget()
    time.sleep(1.1)
    equal(in_time(lambda: connection.execute("UPDATE z SET v = v + 1").rowcount), 6)
    context.values()
    connection.close()


# ---- the end of transactions ----


@short
def commit(context):
    """Request or answer is lost on one shard: its outcome is unknown, the others' is told."""
    for answer_only in context.ways:
        context.reset()
        connection = context.opened(autocommit=False)
        connection.execute("UPDATE z SET v = v + 1")
        context.proxies[1].swallow_from(b"COMMIT", answer_only)
        text = ends(connection.commit, ("08007",))
        names(text, "committed on 2 of 3 shards only: ds_1 unknown")
        context.proxies[1].reset()
        context.wait_for([[1, 1], [1, 1] if answer_only else [0, 0], [1, 1]])
        context.goes_on(connection)


@test
def commit_of_one_shard(context):
    for answer_only in context.ways:
        context.reset()
        connection = context.opened(autocommit=False)
        connection.execute("UPDATE z SET v = v + 1 WHERE k = 1")
        context.proxies[1].swallow_from(b"COMMIT", answer_only)
        names(ends(connection.commit, ("08007",)), "ds_1")
        context.proxies[1].reset()
        context.wait_for([[0, 0], [0, 1] if answer_only else [0, 0], [0, 0]])
        context.goes_on(connection)


@test
def commit_of_a_scatter_write(context):
    connection = context.opened()
    context.proxies[1].swallow_from(b"COMMIT", True)
    names(ends(lambda: connection.execute("UPDATE z SET v = v + 1"), ("08007",)), "ds_1 unknown")
    context.wait_for([[1, 1]] * 3)
    context.goes_on(connection)


@short
def commit_of_a_silent_shard(context):
    """It is asked before the others commit."""
    connection = context.opened(autocommit=False)
    connection.execute("UPDATE z SET v = v + 1")
    context.proxies[1].is_hole = True
    time.sleep(0.2)
    ends(connection.commit, ("25S03",))
    context.proxies[1].reset()
    context.wait_for([[0, 0]] * 3)
    context.goes_on(connection)


@test
def prepare_of_two_phases(context):
    for answer_only in context.ways:
        context.reset()
        connection = context.opened("Transaction=2pc", autocommit=False)
        connection.execute("UPDATE z SET v = v + 1")
        context.proxies[1].swallow_from(b"PREPARE", answer_only)
        names(ends(connection.commit, ("HYT01", "08S01"), 2 * LATE), "ds_1")
        context.proxies[1].reset()
        context.goes_on(connection)


@short
def commit_of_two_phases(context):
    word = {"pg": b"COMMIT PREPARED", "my": b"XA COMMIT"}[context.brand]
    for answer_only in context.ways:
        context.reset()
        connection = context.opened("Transaction=2pc", autocommit=False)
        connection.execute("UPDATE z SET v = v + 1")
        context.proxies[1].swallow_from(word, answer_only)
        in_time(connection.commit, 2 * LATE)
        context.proxies[1].reset()
        # The shard commits when the process opens it again.
        for _ in range(20):
            with contextlib.suppress(pyodbc.Error):
                connection.execute("SELECT COUNT(*) FROM z").fetchval()
                break
            time.sleep(0.5)
        context.wait_for([[1, 1]] * 3)
        connection.rollback()
        context.goes_on(connection)


@short
def cancels_in_a_commit(context):
    """They come in each of its phases: it is done everywhere, and its connection goes on."""
    for mode in ("local", "2pc"):
        context.reset()
        connection = context.opened(f"Transaction={mode};AnswerTimeout=20", autocommit=False)
        cursor = connection.cursor()
        cursor.execute("UPDATE z SET v = v + 1")
        context.proxies[1].delay = 0.03
        is_over = threading.Event()

        def cancel_again(cursor=cursor, is_over=is_over):
            while not is_over.wait(0.01):
                cursor.cancel()
        canceller = threading.Thread(target=cancel_again)
        canceller.start()
        connection.commit()
        is_over.set()
        canceller.join()
        context.proxies[1].delay = 0
        equal(context.values(), [[1, 1]] * 3)
        equal(connection.execute("SELECT COUNT(*) FROM z").fetchval(), 6)
        connection.commit()
        connection.close()


@test
def rollback(context):
    connection = context.opened(autocommit=False)
    connection.execute("UPDATE z SET v = v + 1")
    context.proxies[1].is_hole = True
    in_time(connection.rollback)
    context.proxies[1].reset()
    context.wait_for([[0, 0]] * 3)
    context.goes_on(connection)


# ---- cut off anywhere in a write ----

def write_array(connection):
    cursor = connection.cursor()
    cursor.fast_executemany = True
    cursor.executemany("UPDATE z SET v = ? WHERE k = ?", [(1, k) for k in range(6)])


WRITES = {
    "update": "UPDATE z SET v = 1",
    "insert": "INSERT INTO z VALUES (10, 1, ''), (11, 1, ''), (12, 1, ''), (13, 1, '')",
    "delete": "DELETE FROM z WHERE v = 0",
    "moved rows": "UPDATE z SET k = k + 10, v = 1 WHERE k < 6",
    "insert of rows read": "INSERT INTO z SELECT k + 100, 1, w FROM z",
    "several statements": "UPDATE z SET v = 1 WHERE k = 0; UPDATE z SET v = 1 WHERE k IN (1, 2, 3); "
                          "UPDATE z SET v = 1 WHERE k > 3",
    "array": write_array,
}


def tables(context):
    return [[tuple(row) for row in shard.execute("SELECT k, v FROM z ORDER BY k").fetchall()]
            for shard in context.direct]


def write_and_cut(context, write, after, connection):
    """What the statement and, without autocommit, the commit came to."""
    context.proxies[1].messages_left = after
    ended = []
    for call in (lambda: write(connection) if callable(write) else connection.execute(write),
                 connection.commit)[:1 if connection.autocommit else 2]:
        try:
            call()
            ended.append("done")
        except pyodbc.Error as problem:
            ended.append(problem.args[0])
    return ended


def cut_off_at(context, name, after, mode, autocommit):
    """FALSE: the write was over before."""
    context.reset()
    connection = context.opened(f"Transaction={mode}", autocommit=autocommit)
    before = tables(context)
    ended = write_and_cut(context, WRITES[name], after, connection)
    was_cut = context.proxies[1].messages_left is None
    context.proxies[1].messages_left = None
    connection.rollback()
    for _ in range(20):  # with 2pc a shard may have to be told the end
        with contextlib.suppress(pyodbc.Error):
            connection.execute("SELECT COUNT(*) FROM z").fetchval()
            break
        time.sleep(0.2)
    connection.close()
    changed = [one != other for one, other in zip(before, tables(context))]
    known = all(changed) if ended == ["done"] * len(ended) else not any(changed)
    if not known and not (ended[-1] in ("08007", "40003") and mode == "local"):
        raise AssertionError(f"{name} {mode} {autocommit} cut after {after}: {ended}, {changed}")
    return was_cut


@test
def cut_off_anywhere(context):
    for name in WRITES:
        if context.brand == "my" and name == "several statements":
            continue
        for mode in ("local", "2pc"):
            for autocommit in (True, False):
                after = 0
                while cut_off_at(context, name, after, mode, autocommit):
                    after += 1


# ---- what no timeout of a statement reaches ----

@test
def savepoints(context):
    connection = context.opened(autocommit=False)
    connection.execute("UPDATE z SET v = v + 1")
    context.proxies[1].is_hole = True
    names(ends(lambda: connection.execute("SAVEPOINT a"), ("HYT01",)), "ds_1")
    ends(connection.commit, ("25S03",), 2 * LATE)
    context.proxies[1].reset()
    context.wait_for([[0, 0]] * 3)
    context.goes_on(connection)


@test
def settings(context):
    connection = context.opened()
    context.proxies[1].is_hole = True
    sql = {"pg": "SET DateStyle = 'ISO, DMY'", "my": "SET SESSION sql_mode = 'PIPES_AS_CONCAT'"}
    names(ends(lambda: connection.execute(sql[context.brand]), ("HYT01",)), "ds_1")
    context.goes_on(connection)


@test
def catalog(context):
    connection = context.connect()
    connection.execute("SELECT v FROM z WHERE k = 0").fetchall()
    context.proxies[0].is_hole = True
    names(ends(lambda: connection.cursor().columns(table="z").fetchall(),
               ("HYT01", "HYT00", "08S01")), "ds_0")
    context.goes_on(connection)


@short
def catalog_call(context):
    """The driver's own question is lost; a cancel ends it, too."""
    word = {"pg": b"pg_attribute", "my": b"INFORMATION_SCHEMA"}[context.brand]
    for more, state in (("", "HYT01"), ("AnswerTimeout=20", "HY008")):
        context.reset()
        connection = context.connect(more)
        connection.cursor().columns(table="z").fetchall()
        context.proxies[0].swallow_from(word, False)
        cursor = connection.cursor()
        timer = threading.Timer(0.1, cursor.cancel)
        if more:
            timer.start()
        names(ends(lambda cursor=cursor: cursor.columns(table="z"), (state,)), "ds_0")
        context.goes_on(connection)


@test
def describe(context):
    """SQLPrepare and SQLNumResultCols, which pyodbc has no call for."""
    connection = context.connect()
    connection.execute("SELECT v FROM z WHERE k = 0").fetchall()
    context.proxies[0].is_hole = True
    # For the type of a NULL it asks SQLDescribeParam, and goes on without; then there is a timeout.
    connection.timeout = 1
    ends(lambda: connection.execute("SELECT v FROM z WHERE k = 0 AND v = ?", None),
         ("HYT01", "HYT00", "08S01"), 2 * LATE)
    context.goes_on(connection)


@short
def disconnect(context):
    for autocommit in (True, False):
        context.reset()
        connection = context.opened(autocommit=autocommit)
        if not autocommit:
            connection.execute("UPDATE z SET v = v + 1")
        for proxy in context.proxies:
            proxy.is_hole = True
        in_time(connection.close)
        for proxy in context.proxies:
            proxy.reset()
        context.wait_for([[0, 0]] * 3)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--brand", action="append", choices=("pg", "my", "sl"), default=[])
    parser.add_argument("--long", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if not os.path.exists(f"/proc/self/task/{os.getpid()}/syscall"):
        print("network: 0 passed, 0 failed (the kernel doesn't tell what threads wait for)")
        return 0
    passed = failed = 0
    chosen = options.names or (
        [function.__name__ for function in TESTS] if options.long else SHORT)
    for brand in options.brand or ["pg", "my"]:
        if brand == "sl":
            continue
        context = Context(brand)
        context.ways = (False, True) if options.long else (True,)
        for function in TESTS:
            if function.__name__ not in chosen:
                continue
            begin = time.monotonic()
            try:
                context.reset()
                function(context)
                passed += 1
            except Exception as problem:  # noqa: BLE001
                failed += 1
                print(f"FAIL {brand}: {function.__name__}: {type(problem).__name__} {problem}")
            if os.environ.get("NETWORK_TIMES"):
                print(f"{brand} {function.__name__}: {time.monotonic() - begin:.1f} s")
        shutil.rmtree(context.state, ignore_errors=True)
    print(f"network: {passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)
    sys.exit(main())
