#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Connections as the servers count them: caps, fairness, waiting, deadlocks over two shards.

    connections.py [--brand pg|my]... [--long]

The servers are those of tests/servers. The last line is "connections: N passed, N failed".
"""
import argparse
import collections
import multiprocessing
import shutil
import tempfile
import threading
import time

import pyodbc

import tally
from tally import check

COUNTS = {
    "pg": "SELECT datname, count(*) FROM pg_stat_activity WHERE datname LIKE 'shard%' GROUP BY 1",
    "my": "SELECT db, count(*) FROM information_schema.processlist WHERE db LIKE 'shard%' GROUP BY 1",
}


def connect(brand, autocommit=True, extra="", timeout=0):
    return pyodbc.connect(f"DSN={brand};{extra}", autocommit=autocommit, timeout=timeout)


def make_table(brand):
    connection = connect(brand)
    for sql in ("DROP TABLE IF EXISTS z", "CREATE TABLE z (k INT PRIMARY KEY, v INT)",
                "INSERT INTO z VALUES (0, 0), (1, 0), (2, 0), (3, 0)"):
        connection.execute(sql)
    connection.close()


class Watch:
    """The most connections that each shard's database had while it ran."""

    def __init__(self, brand):
        self.connection = pyodbc.connect(f"DSN={brand}_whole", autocommit=True)
        self.brand = brand
        self.peaks = collections.Counter()
        # What several looks in a row have seen: a server counts a connection for a moment after its end.
        self.lasting = collections.Counter()
        end = time.time() + 5
        while time.time() < end and self.connection.execute(COUNTS[brand]).fetchall():
            time.sleep(0.05)
        self.going = True
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        looks = collections.deque(maxlen=8)
        while self.going:
            looks.append(dict(map(tuple, self.connection.execute(COUNTS[self.brand]).fetchall())))
            for name, count in looks[-1].items():
                self.peaks[name] = max(self.peaks[name], count)
                self.lasting[name] = max(self.lasting[name], min(look.get(name, 0) for look in looks))
            time.sleep(0.01)

    def end(self):
        self.going = False
        self.thread.join()
        self.connection.close()
        return self.peaks


class Crowd:
    """Threads that read all shards and write one, as often as they can."""

    def __init__(self, brand, threads, autocommit, extra, seconds):
        self.arguments = (brand, autocommit, extra)
        self.done, self.errors = [], collections.Counter()
        self.end = time.time() + seconds
        workers = [threading.Thread(target=self.work, args=(i,)) for i in range(threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.done.sort()

    def work(self, number):
        count = 0
        try:
            connection = connect(*self.arguments)
            cursor = connection.cursor()
            while time.time() < self.end:
                cursor.execute("SELECT k, v FROM z").fetchall()
                cursor.execute(f"UPDATE z SET v = v + 1 WHERE k = {number % 4}")
                if not self.arguments[1]:
                    connection.commit()
                count += 1
            connection.close()
        except pyodbc.Error as error:
            self.errors[str(error.args)] += 1
        self.done.append(count)


def test_cap(brand, threads, cap, autocommit, seconds):
    name = f"{brand}: {threads} threads, cap {cap}, autocommit {'on' if autocommit else 'off'}"
    watch = Watch(brand)
    crowd = Crowd(brand, threads, autocommit, f"MaxConnectionsPerShard={cap};", seconds)
    peaks = watch.end()
    check(f"{name}: no error", not crowd.errors, dict(crowd.errors))
    check(f"{name}: the servers see no more", peaks and max(watch.lasting.values()) <= cap,
          dict(watch.lasting))
    # Who is passed by has one round where others have hundreds.
    check(f"{name}: all are served alike", crowd.done[-1] <= 10 * (crowd.done[0] + 2),
          f"from {crowd.done[0]} to {crowd.done[-1]} rounds")
    print(f"{name}: {sum(crowd.done)} rounds, by thread {crowd.done[0]} to {crowd.done[-1]}")


def test_wait(brand):
    """Who finds no connection gets HYT01, when his time is over."""
    holder = connect(brand, False, "MaxConnectionsPerShard=1;")
    holder.execute("UPDATE z SET v = 0 WHERE k = 0")
    other = connect(brand, True, "MaxConnectionsPerShard=1;", timeout=1)
    started = time.time()
    state = "none"
    try:
        other.execute("SELECT v FROM z WHERE k = 0").fetchall()
    except pyodbc.Error as error:
        state = error.args[0]
    check(f"{brand}: HYT01", state == "HYT01", state)
    check(f"{brand}: in time", 0.9 < time.time() - started < 15, time.time() - started)
    holder.commit()
    check(f"{brand}: then there is one", other.execute("SELECT v FROM z WHERE k = 0").fetchall())
    other.close()
    holder.close()


def test_pooled_transactions(brand):
    """PoolMode=transaction: idle sessions hold nothing."""
    watch = Watch(brand)
    sessions = [connect(brand, i % 2 == 0, "PoolMode=transaction;") for i in range(20)]
    for session in sessions:
        session.execute("SELECT k FROM z").fetchall()
        session.commit()
    peaks = watch.end()
    for session in sessions:
        session.close()
    check(f"{brand}: idle sessions hold no connection", peaks and max(peaks.values()) <= 2,
          dict(peaks))


SCHEMAS = """[shardodbc]
default-shard = {brand}_0
[shard {brand}_0]
dsn = {brand}_0
[shard {brand}_1]
dsn = {brand}_1
[table z]
nodes = {brand}_0.shard_s${{0..{last}}}.z{more}
table-key = k
table-algorithm = by_k
value-type = k: integer
[algorithm by_k]
type = INLINE
algorithm-expression = shard_s${{k % 4}}.z
"""


# What a session leaves on a connection, and the question that would show it to somebody else.
SETTING = "SELECT current_setting('shard.leak', true) FROM z WHERE k = {}"
TEMPORARY = "SELECT CAST(to_regclass('z_state') AS text) FROM z WHERE k = 0"
PREPARED = "SELECT count(*) FROM pg_prepared_statements WHERE name = 'z_state'"
VARIABLE = "SELECT @z_state FROM z WHERE k = {}"
STATES = {
    "pg": [("SELECT z_leak()", SETTING.format(0)),
           ("SELECT z_leak() FROM z WHERE k = 1", SETTING.format(1)),
           ("SELECT k FROM z ORDER BY public.z_leak()", SETTING.format(1)),
           ("UPDATE z SET v = z_leak() WHERE k = 1", SETTING.format(1)),
           ("CALL z_leaks()", SETTING.format(0)),
           ("CREATE TEMP TABLE z_state (a int)", TEMPORARY),
           ("CREATE TABLE pg_temp.z_state (a int)", TEMPORARY),
           ("CREATE TEMP VIEW z_state AS SELECT 1", TEMPORARY),
           ("SELECT 1 AS a INTO TEMP z_state", TEMPORARY),
           ("SELECT k INTO TEMP z_state FROM z WHERE k = 0", TEMPORARY),
           ("PREPARE z_state AS SELECT 1", PREPARED),
           ("LISTEN z_state", "SELECT count(*) FROM pg_listening_channels()")],
    "my": [("SET @z_state = 1", VARIABLE.format(0)),
           ("SELECT v INTO @z_state FROM z WHERE k = 1", VARIABLE.format(1)),
           ("SELECT 1 INTO @z_state", VARIABLE.format(0)),
           ("UPDATE z SET v = (@z_state := 0) WHERE k = 1", VARIABLE.format(1)),
           ("SELECT z_leak() FROM z WHERE k = 1", VARIABLE.format(1)),
           ("CALL z_leaks()", VARIABLE.format(0)),
           ("CREATE TEMPORARY TABLE z_state AS SELECT 1 AS a", "SELECT count(*) FROM z_state")],
}
LEAKS = {
    "pg": ["CREATE OR REPLACE FUNCTION z_leak() RETURNS int LANGUAGE plpgsql AS "
           "$$BEGIN PERFORM set_config('shard.leak', 'yes', false); RETURN 0; END$$",
           "CREATE OR REPLACE PROCEDURE z_leaks() LANGUAGE plpgsql AS "
           "$$BEGIN PERFORM set_config('shard.leak', 'yes', false); END$$"],
    "my": ["CREATE OR REPLACE FUNCTION z_leak() RETURNS INT BEGIN SET @z_state = 1; RETURN 0; END",
           "CREATE OR REPLACE PROCEDURE z_leaks() SET @z_state = 1"],
}


def test_states(brand):
    """A connection of the pool that could have a state is nobody else's."""
    for number in range(4):
        with pyodbc.connect(f"DSN={brand}_{number}", autocommit=True) as shard:
            for text in LEAKS[brand]:
                shard.execute(text)
        shard.close()
    for statement, question in STATES[brand]:
        one = connect(brand, True, "PoolMode=transaction;")
        one.execute(statement).close()
        seen = []
        for is_closed in (False, True):
            if is_closed:
                one.close()
            other = connect(brand, True, "PoolMode=transaction;")
            try:
                seen.append(other.execute(question).fetchval())
            except pyodbc.Error as error:
                seen.append(error.args[0] if error.args[0] != "42S02" else None)
            other.close()
        check(f"{brand}: {statement} is seen by nobody else", not any(seen), seen)


def for_schemas(brand, shards, text):
    """Says it of four schemas (databases of MariaDB) that lie on one server, or on two."""
    for number in range(4):
        with pyodbc.connect(f"DSN={brand}_{number * shards // 4}", autocommit=True) as connection:
            connection.execute(text.format(f"shard_s{number}"))
        connection.close()


def schema_rules(brand, folder, shards):
    """A rules file: the table z in those schemas."""
    more = f", {brand}_1.shard_s${{2..3}}.z" if shards == 2 else ""
    path = f"{folder}/schemas-{brand}-{shards}.ini"
    with open(path, "w", encoding="utf-8") as file:
        file.write(SCHEMAS.format(brand=brand, last=4 // shards - 1, more=more))
    return path


def schema_work(connection):
    """Reads and writes of all nodes, in transactions and without; the rows that are left."""
    cursor = connection.cursor()
    cursor.execute("CREATE TABLE z (k INT PRIMARY KEY, v INT)")
    cursor.execute("INSERT INTO z VALUES (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)")
    cursor.fast_executemany = True
    cursor.executemany("INSERT INTO z VALUES (?, ?)", [(k, 1) for k in range(6, 14)])
    cursor.execute("UPDATE z SET v = v + 1 WHERE k < 12")
    cursor.execute("SELECT a.k, b.v FROM z a JOIN z b ON a.k = b.k ORDER BY a.k").fetchall()
    connection.autocommit = False
    cursor.execute("UPDATE z SET v = v + 10")
    cursor.execute("DELETE FROM z WHERE k IN (0, 1)")
    connection.commit()
    cursor.execute("UPDATE z SET v = 0")
    cursor.execute("INSERT INTO z VALUES (100, 0), (101, 0), (102, 0), (103, 0)")
    half = cursor.execute("SELECT k, v FROM z ORDER BY k")  # and another statement beside it
    half.fetchone()
    connection.cursor().execute("SELECT count(*), sum(v) FROM z").fetchone()
    half.fetchall()
    connection.rollback()
    connection.autocommit = True
    return [tuple(row) for row in cursor.execute("SELECT k, v FROM z ORDER BY k").fetchall()]


def test_schemas(brand, state, shards):
    """Nodes that are schemas of one server share one connection to it."""
    rules = schema_rules(brand, state, shards)
    for_schemas(brand, shards, "DROP SCHEMA IF EXISTS {}")
    for_schemas(brand, shards, "CREATE SCHEMA {}")
    for mode in ("local", "2pc"):
        watch = Watch(brand)
        connection = pyodbc.connect(f"Driver=ShardODBC;Rules={rules};Transaction={mode};"
                                    f"State={state};", autocommit=True)
        rows = schema_work(connection)
        peaks = watch.end()
        connection.execute("DROP TABLE z")
        connection.close()
        name = f"{brand} {mode}: four schemas on {shards}"
        expected = [(k, 11 + (k >= 6) - (k >= 12)) for k in range(2, 14)]
        check(f"{name}, rows", rows == expected, rows)
        check(f"{name}, one connection to each",
              dict(peaks) == {f"shard_{i}": 1 for i in range(shards)}, dict(peaks))
    for_schemas(brand, shards, "DROP SCHEMA {}")


def test_deadlock(brand, mode, state):
    """Each database sees half of it: LockTimeout ends it with 40001, and nothing stays."""
    extra = f"LockTimeout=1;Transaction={mode};State={state};"
    one, two = connect(brand, False, extra), connect(brand, False, extra)
    one.execute("UPDATE z SET v = 1001 WHERE k = 0")
    two.execute("UPDATE z SET v = 1002 WHERE k = 1")
    states = []

    def cross(connection, k):
        try:
            connection.execute(f"UPDATE z SET v = 1003 WHERE k = {k}")
            connection.commit()
            states.append("done")
        except pyodbc.Error as error:
            states.append(error.args[0])
            connection.rollback()

    started = time.time()
    threads = [threading.Thread(target=cross, args=(one, 1)),
               threading.Thread(target=cross, args=(two, 0))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(f"{brand} {mode}: a deadlock over two shards ends",
          "40001" in states and set(states) <= {"40001", "done"}, states)
    check(f"{brand} {mode}: in time", time.time() - started < 15, time.time() - started)
    values = sorted(v for (v,) in one.execute("SELECT v FROM z WHERE k IN (0, 1)").fetchall())
    one.close()
    two.close()
    halves = {1001, 1002, 1003} & set(values)
    check(f"{brand} {mode}: whole or not at all",
          not halves or values in ([1001, 1003], [1002, 1003]), values)


def wait_for_lock(brand, sql, autocommit, by_cancel):
    """'SQLSTATE after so many seconds' of a write that another one's lock keeps."""
    rival = pyodbc.connect(f"DSN={brand}_1", autocommit=brand == "sl")
    rival.execute("BEGIN IMMEDIATE" if brand == "sl" else "UPDATE z SET v = v + 0 WHERE k = 1")
    # SQLite's own way to wait would end later.
    connection = connect(brand, autocommit, "Timeout=20000;" if brand == "sl" else "")
    if not autocommit:
        connection.execute("UPDATE z SET v = 7 WHERE k = 0")
    cursor = connection.cursor()
    timer = threading.Timer(0.3, cursor.cancel)
    if by_cancel:
        timer.start()
    else:
        connection.timeout = 1
    begin, state = time.time(), "done"
    try:
        cursor.execute(sql)
    except pyodbc.Error as error:
        state = error.args[0]
    took = time.time() - begin
    timer.cancel()
    connection.rollback()
    if brand == "sl":
        rival.execute("ROLLBACK")
    rival.rollback()
    rival.close()
    connection.timeout = 0
    connection.execute("UPDATE z SET v = v + 0")
    connection.rollback()
    values = {v for (v,) in connection.execute("SELECT v FROM z").fetchall()}
    connection.close()
    return state, took < 6, values


def test_lock_waits(brand, all_of_them):
    """Who waits for a lock hears a cancel and the timeout."""
    connect(brand).execute("UPDATE z SET v = 0")
    for scatter, sql in enumerate(("UPDATE z SET v = 5 WHERE k = 1", "UPDATE z SET v = 5")):
        for autocommit in (True, False):
            for by_cancel in (True, False):
                if not all_of_them and (scatter + autocommit + by_cancel) % 2:
                    continue
                found = wait_for_lock(brand, sql, autocommit, by_cancel)
                check(f"{brand}: {sql} waits for a lock, autocommit {autocommit}",
                      found == ("HY008" if by_cancel else "HYT00", True, {0}), found)


def commit_behind(readers, by_cancel, release_after=None):
    """How a write over two shards ends whose COMMIT waits for readers of some: SQLSTATE, values."""
    held = []
    for number in readers:
        held.append(pyodbc.connect(f"DSN=sl_{number};StepAPI=1", autocommit=True))
        rows = held[-1].execute("SELECT k FROM z UNION ALL SELECT 1 UNION ALL SELECT 2")
        rows.fetchone()  # and no more: its lock on the file stays
        held.append(rows)
    connection = connect("sl", True, "Timeout=20000;")
    cursor, done = connection.cursor(), threading.Event()

    def cancel():
        while not done.wait(0.1):
            cursor.cancel()

    def release():
        for handle in reversed(held):
            handle.close()

    helper = threading.Thread(target=cancel) if by_cancel else None
    timer = threading.Timer(release_after, release) if release_after else None
    connection.timeout = 0 if by_cancel else 1
    for thread in filter(None, (helper, timer)):
        thread.start()
    state = "done"
    try:
        cursor.execute("UPDATE z SET v = v + 1 WHERE k IN (0, 1)")
    except pyodbc.Error as error:
        state = error.args[0]
    done.set()
    for thread in filter(None, (helper, timer)):
        thread.join()
    if timer is None:
        release()
    connection.timeout = 0
    values = [v for (v,) in connection.execute("SELECT v FROM z WHERE k < 2 ORDER BY k").fetchall()]
    connection.execute("UPDATE z SET v = 0")
    connection.close()
    return state, values


def test_commit_waits():
    """SQLite's COMMIT hears a cancel and the timeout, as long as no shard has committed."""
    for by_cancel, state in ((True, "HY008"), (False, "HYT00")):
        found = commit_behind((0, 1), by_cancel)
        check(f"sl: {state} while COMMIT waits on all shards", found == (state, [0, 0]), found)
    found = commit_behind((1,), True, 0.7)
    check("sl: a cancel while one shard has committed waits for the other",
          found in (("done", [1, 1]), ("HY008", [0, 0])), found)


def test_catalog_waits():
    """SQLite's catalog functions wait for a lock as its driver does."""
    holder = pyodbc.connect("DSN=sl_0", autocommit=True)
    for fresh in (True, False):
        connection = connect("sl")
        if not fresh:
            connection.cursor().columns(table="z").fetchall()
        holder.execute("BEGIN EXCLUSIVE")
        end = threading.Timer(0.4, holder.execute, ("ROLLBACK",))
        end.start()
        found = rows_or_error(connection.cursor().columns, "z")
        check("sl: SQLColumns behind a lock", len(found) == 2, found)
        end.join()
        connection.close()


def rows_or_error(execute, *arguments):
    try:
        return [tuple(row) for row in execute(*arguments).fetchall()]
    except pyodbc.Error as problem:
        return problem.args[0]


def test_altered(brand):
    """Others alter a table whose columns a prepared statement, and a session, know."""
    make_table(brand)
    shards = [pyodbc.connect(f"DSN={brand}_{number}", autocommit=True) for number in range(4)]
    connection = connect(brand)
    connection.execute("UPDATE z SET v = 3 - k")
    cursor = connection.cursor()
    prepared = ("SELECT * FROM z WHERE k < ? ORDER BY v", 9)
    direct = ("SELECT * FROM z WHERE k < 9 ORDER BY v",)
    old = [(3, 0), (2, 1), (1, 2), (0, 3)]
    check(f"{brand}: before", rows_or_error(cursor.execute, *prepared) == old, "")
    for sql in (prepared, direct):
        shards[2].execute("ALTER TABLE z ADD COLUMN w" + str(len(sql)) + " INT")
        for _ in range(2):
            found = rows_or_error(cursor.execute, *sql)
            check(f"{brand}: altered on one shard", isinstance(found, str), found)
        count = connection.execute("UPDATE z SET v = v + 1 WHERE k < 9").rowcount
        check(f"{brand}: the connections are whole", count == 4, count)
        for shard in (shards[0], shards[1], shards[3]):
            shard.execute("ALTER TABLE z ADD COLUMN w" + str(len(sql)) + " INT")
        rows_or_error(cursor.execute, *sql)  # PostgreSQL may say it once more
        old = [(row[0], row[1] + 1, *row[2:], None) for row in old]
        found = rows_or_error(cursor.execute, *sql)
        check(f"{brand}: altered on all", found == old, found)
    connection.close()
    make_table(brand)


def in_process(function, *arguments):
    """Each test has a process, and so a pool, of its own."""
    ours, theirs = multiprocessing.Pipe(False)

    def run():
        function(*arguments)
        theirs.send((tally.passed, tally.failed))

    process = multiprocessing.get_context("fork").Process(target=run)
    process.start()
    theirs.close()
    try:
        tally.passed, tally.failed = ours.recv()
    except EOFError:
        check(f"{function.__name__} {arguments}", False, "its process ended")
    process.join()


def test_brand(brand, options, state):
    in_process(make_table, brand)
    in_process(test_lock_waits, brand, options.long)
    in_process(test_altered, brand)
    if brand == "sl":
        in_process(test_commit_waits)
        in_process(test_catalog_waits)
        return
    for threads, cap, autocommit in ((200, 4, False), (8, 1, True), (200, 4, True), (8, 1, False)):
        if options.long or (threads == 8) == autocommit:
            in_process(test_cap, brand, threads, cap, autocommit, 2 if options.long else 0.5)
    in_process(test_wait, brand)
    in_process(test_pooled_transactions, brand)
    in_process(test_states, brand)
    for shards in (1, 2):
        in_process(test_schemas, brand, state, shards)
    for mode in ("local", "2pc"):
        in_process(test_deadlock, brand, mode, state)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--brand", action="append", choices=("pg", "my", "sl"), default=[])
    parser.add_argument("--long", action="store_true")
    options = parser.parse_args()
    state = tempfile.mkdtemp(prefix="shardodbc-state.")
    for brand in options.brand or ["pg", "my", "sl"]:
        test_brand(brand, options, state)
    shutil.rmtree(state, ignore_errors=True)
    tally.end("connections")


if __name__ == "__main__":
    main()
