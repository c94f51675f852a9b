#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Servers that stop answering: statements end by their timeout, by SQLCancel and by the login
timeout all the same, and the connection goes on when the servers do.

stopped-test.py BRAND   (pg or my, of tests/servers); stops all its processes now and then.
Prints "stopped on BRAND: N passed, N failed".
"""
import os
import signal
import sys
import tempfile
import threading
import time
import traceback

import pyodbc

pyodbc.pooling = False
brand = sys.argv[1]
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def server_pids():
    home = os.environ["ODBCSYSINI"]
    name = {"pg": "pg/data/postmaster.pid", "my": "my/pid"}[brand]
    with open(os.path.join(home, name), encoding="ascii") as file:
        first = int(file.readline())
    found = [first]
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open("/proc/%s/stat" % entry, encoding="utf-8", errors="replace") as file:
                    parent = int(file.read().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            if parent == first:
                found.append(int(entry))
    return found


class Stopped:
    """All of the server's processes stand still, for 15 seconds at most."""

    def __enter__(self):
        self.pids = []
        self.limit = threading.Timer(15, self.go_on)
        self.limit.daemon = True
        self.limit.start()
        os.kill(server_pids()[0], signal.SIGSTOP)
        self.pids = server_pids()
        for pid in self.pids:
            os.kill(pid, signal.SIGSTOP)
        return self

    def __exit__(self, *unused):
        self.limit.cancel()
        self.go_on()

    def go_on(self):
        for pid in self.pids:
            try:
                os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                pass


def connect(more="", timeout=0, autocommit=True):
    connection = pyodbc.connect("DSN=%s;%s" % (brand, more), autocommit=autocommit)
    connection.timeout = timeout
    return connection


def ends(call, states, seconds):
    """The call fails with one of the states, at most that late."""
    begin = time.monotonic()
    try:
        call()
    except pyodbc.Error as problem:
        found = problem.args[0]
        took = time.monotonic() - begin
        if found not in states or took > seconds:
            raise AssertionError("%s after %.1f s: %s" % (found, took, problem)) from problem
        return
    raise AssertionError("no error")


COUNT = "SELECT COUNT(*) FROM t"
ROWS = 40


def make_table():
    connection = connect()
    try:
        connection.execute("DROP TABLE t")
    except pyodbc.Error:
        pass
    connection.execute("CREATE TABLE t (k INTEGER NOT NULL PRIMARY KEY, v INTEGER)")
    connection.cursor().executemany("INSERT INTO t (k, v) VALUES (?, ?)",
                                    [(k, k) for k in range(ROWS)])
    connection.close()


def still_good(connection):
    """Once the server goes on, so does the connection."""
    for attempt in range(20):
        try:
            found = connection.execute(COUNT).fetchval()
            break
        except pyodbc.Error:
            if attempt == 19:
                raise
            time.sleep(0.5)
    if found != ROWS:
        raise AssertionError("%r rows" % found)


def wait_for_timeout(sql, more=""):
    connection = connect(more, timeout=1)
    connection.execute(COUNT).fetchval()
    with Stopped():
        ends(lambda: connection.execute(sql).fetchall(), ("HYT00",), 3)
    still_good(connection)
    connection.close()


@test
def timeout_over_shards():
    wait_for_timeout("SELECT k, v FROM t ORDER BY k")


@test
def timeout_on_one_shard():
    wait_for_timeout("SELECT v FROM t WHERE k = 7")


@test
def timeout_of_a_write():
    connection = connect(timeout=1)
    connection.execute(COUNT).fetchval()
    with Stopped():
        ends(lambda: connection.execute("UPDATE t SET v = v + 1"), ("HYT00",), 3)
    still_good(connection)
    time.sleep(0.5)
    total = connection.execute("SELECT SUM(v) FROM t").fetchval()
    if total != ROWS * (ROWS - 1) // 2:
        raise AssertionError("half of a write: %r" % total)
    connection.close()


@test
def timeout_while_connecting():
    connection = connect(timeout=1)
    with Stopped():
        ends(lambda: connection.execute(COUNT), ("HYT00",), 3)
    still_good(connection)
    connection.close()


@test
def timeout_in_a_transaction():
    connection = connect(timeout=1, autocommit=False)
    connection.execute("UPDATE t SET v = v + 1")
    with Stopped():
        ends(lambda: connection.execute("UPDATE t SET v = v + 1"), ("HYT00",), 6)
        connection.rollback()
    still_good(connection)
    if connection.execute("SELECT SUM(v) FROM t").fetchval() != ROWS * (ROWS - 1) // 2:
        raise AssertionError("the transaction was not rolled back")
    connection.rollback()
    connection.close()


def wait_for_cancel(sql):
    connection = connect()
    cursor = connection.cursor()
    connection.execute(COUNT).fetchval()
    with Stopped():
        timer = threading.Timer(0.3, cursor.cancel)
        timer.start()
        ends(lambda: cursor.execute(sql), ("HY008",), 2.5)
        timer.join()
    still_good(connection)
    connection.close()


@test
def cancel_over_shards():
    wait_for_cancel("SELECT k, v FROM t ORDER BY k")


@test
def cancel_on_one_shard():
    wait_for_cancel("SELECT v FROM t WHERE k = 7")


@test
def cancel_of_a_fetch():
    """Rows that come in small portions, of which several shards' workers are waiting for the next."""
    if brand != "pg":
        return
    connection = connect()
    values = ",".join("(%d, 0)" % k for k in range(1000, 31000))
    connection.execute("INSERT INTO t (k, v) VALUES " + values)
    portions = connect("UseDeclareFetch=1;Fetch=3")
    cursor = portions.execute("SELECT k, v FROM t ORDER BY k")
    cursor.fetchone()
    with Stopped():
        timer = threading.Timer(0.3, cursor.cancel)
        timer.start()
        ends(cursor.fetchall, ("HY008",), 3)
        timer.join()
    cursor.close()
    connection.execute("DELETE FROM t WHERE k >= 1000")
    still_good(portions)
    portions.close()
    connection.close()


def commit_of(more):
    """No timeout of a statement holds for it."""
    connection = connect("AnswerTimeout=1;" + more, autocommit=False)
    connection.execute("UPDATE t SET v = v + 1")
    with Stopped():
        time.sleep(0.2)  # silence that makes it ask before
        ends(connection.commit, ("25S03", "HYT01", "08S01"), 9)
    still_good(connection)
    total = connection.execute("SELECT SUM(v) FROM t").fetchval()
    if total != ROWS * (ROWS - 1) // 2:
        raise AssertionError("not rolled back: %r" % total)
    connection.rollback()
    connection.close()


@test
def commit():
    commit_of("")


@test
def commit_in_two_phases():
    with tempfile.TemporaryDirectory(prefix="shardodbc-state.") as state:
        commit_of("Transaction=2pc;State=%s" % state)


@test
def disconnect_from_a_stopped_server():
    connection = connect()
    connection.execute(COUNT).fetchval()
    begin = time.monotonic()
    with Stopped():
        connection.close()
    if time.monotonic() - begin > 2:
        raise AssertionError("took %.1f s" % (time.monotonic() - begin))


@test
def login_timeout():
    with Stopped():
        ends(lambda: pyodbc.connect("DSN=%s;Connect=all" % brand, timeout=2),
             ("HYT00", "HYT01", "08001", "08S01"), 4)


def main():
    if not os.path.exists("/proc/self/task/%d/syscall" % os.getpid()):
        print("stopped on %s: 0 passed, 0 failed (the kernel doesn't tell what threads wait for)" %
              brand)
        return 0
    make_table()
    failed = 0
    chosen = [one for one in TESTS if not sys.argv[2:] or one.__name__ in sys.argv[2:]]
    for function in chosen:
        try:
            function()
        except Exception:  # noqa: BLE001
            failed += 1
            print("FAIL stopped on %s: %s" % (brand, function.__name__))
            traceback.print_exc(file=sys.stdout)
    connection = connect()
    still_good(connection)
    connection.execute("DROP TABLE t")
    connection.close()
    print("stopped on %s: %d passed, %d failed" % (brand, len(chosen) - failed, failed))
    return failed > 0


sys.exit(main())
