#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads from replicas that lag, stop and die.

    replicas.py --servers FOLDER --brand pg|my

FOLDER is that of replicas_start (tests/servers/replicas.sh), with its env sourced. Which server has
answered is seen on the servers, by a comment in the statement. The last line is
"replicas: N passed, N failed".
"""
import argparse
import collections
import itertools
import os
import subprocess
import time

import pyodbc

from tally import check, end

HERE = os.path.dirname(os.path.abspath(__file__))
SERVERS = ("primary", "r1", "r2")

numbers = itertools.count(1)


class PostgreSQL:
    """What the tests do to a server, and ask of it."""

    begin = ()
    volatile = ("SELECT v, nextval('fault_sequence') FROM z WHERE k = 0",
                "SELECT v, random() FROM z WHERE k = 0", "SELECT v FROM z WHERE k = 0 FOR UPDATE",
                "SELECT v FROM z WHERE k = 0 FOR SHARE")
    prepare = ("DROP SEQUENCE IF EXISTS fault_sequence", "CREATE SEQUENCE fault_sequence")

    @staticmethod
    def seen(_connection, folder, mark):
        with open(f"{folder}/pg/server.log", encoding="utf-8", errors="replace") as file:
            return mark in file.read()

    @staticmethod
    def pause(connection):
        connection.execute("SELECT pg_wal_replay_pause()")
        while connection.execute("SELECT pg_get_wal_replay_pause_state()").fetchone()[0] != "paused":
            time.sleep(0.01)

    @staticmethod
    def resume(connection):
        connection.execute("SELECT pg_wal_replay_resume()")


class MariaDB:
    begin = ("SET GLOBAL log_output = 'TABLE'", "SET GLOBAL general_log = 1")
    volatile = ("SELECT v, RAND() FROM z WHERE k = 0", "SELECT v FROM z WHERE k = 0 FOR UPDATE",
                "SELECT v FROM z WHERE k = 0 LOCK IN SHARE MODE")
    prepare = ()

    @staticmethod
    def seen(connection, _folder, mark):
        sql = ("SELECT count(*) FROM mysql.general_log "
               f"WHERE argument LIKE '%{mark}%' AND argument NOT LIKE '%general_log%'")
        return connection.execute(sql).fetchone()[0] > 0

    @staticmethod
    def pause(connection):
        connection.execute("STOP SLAVE SQL_THREAD")

    @staticmethod
    def resume(connection):
        connection.execute("START SLAVE SQL_THREAD")


class Tests:
    def __init__(self, folder, brand):
        self.folder, self.brand = folder, brand
        self.means = {"pg": PostgreSQL, "my": MariaDB}[brand]
        self.watch = {}
        for server in SERVERS:
            self.connect(server)
        connection = self.open("strong")
        for sql in ("DROP TABLE IF EXISTS z", "CREATE TABLE z (k INT PRIMARY KEY, v INT)",
                    "INSERT INTO z VALUES (0, 0), (1, 0)", *self.means.prepare):
            connection.execute(sql)
        connection.close()
        self.settle()

    # -- the servers

    def connect(self, server):
        dsn = f"{self.brand}_0" if server == "primary" else f"{server}_0"
        self.watch[server] = pyodbc.connect(f"DSN={dsn}", autocommit=True)
        for sql in self.means.begin:
            self.watch[server].execute(sql)

    def shell(self, command, server):
        script = f". {HERE}/../servers/servers.sh; servers_{self.brand}_{command} {self.folder}/{server}"
        options = {"r1": "--log-bin --server-id=2", "r2": "--log-bin --server-id=3"}.get(server, "")
        subprocess.run(["sh", "-c", script], check=True, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env={**os.environ, "SERVERS_MY_OPTIONS": options + " --read-only"})

    def pause(self, *servers):
        for server in servers:
            self.means.pause(self.watch[server])

    def resume(self, *servers):
        for server in servers:
            self.means.resume(self.watch[server])

    def settle(self):
        """All replicas have what the primary has."""
        value = next(numbers)
        self.watch["primary"].execute(f"UPDATE z SET v = {value} WHERE k = 0")
        end = time.time() + 30
        for server in ("r1", "r2"):
            while True:
                try:
                    row = self.watch[server].execute("SELECT v FROM z WHERE k = 0").fetchone()
                except pyodbc.Error:
                    row = None
                if row is not None and row[0] == value:
                    break
                if time.time() > end:
                    raise RuntimeError(f"{server} doesn't follow")
                time.sleep(0.05)

    def where(self, mark):
        found = []
        for server in SERVERS:
            try:
                if self.means.seen(self.watch[server], f"{self.folder}/{server}", mark):
                    found.append(server)
            except pyodbc.Error:
                continue
        return found

    # -- the application

    def open(self, consistency="weak", autocommit=True, more=""):
        return pyodbc.connect(f"DSN={self.brand};Consistency={consistency};Hints=on;{more}",
                              autocommit=autocommit)

    def spread(self, name, keys):
        """How many of 24 sessions each server gets, with these keys in the rules."""
        with open(f"{self.folder}/primary/rules/{self.brand}.ini", encoding="utf-8") as file:
            text = file.read().replace("replicas =", keys + "replicas =")
        path = f"{self.folder}/primary/rules/{name}.ini"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        count = collections.Counter()
        sessions = [self.open(more=f"Rules={path};") for _ in range(24)]
        for session in sessions:
            for server in self.read(session)[1]:
                count[server] += 1
            session.close()
        return count

    def read(self, connection, sql="SELECT v FROM z WHERE k = 0"):
        """(value, the servers that answered, seconds)"""
        mark = f"mark{os.getpid()}x{next(numbers)}x"
        started = time.time()
        row = connection.execute(f"{sql} /* {mark} */").fetchone()
        took = time.time() - started
        return row[0], self.where(mark), took

    def write(self, connection):
        value = next(numbers)
        connection.execute(f"UPDATE z SET v = {value} WHERE k = 0")
        return value

    def check(self, name, good, detail=""):
        check(f"{self.brand}: {name}", good, detail)

    # -- the tests

    def test_choice(self):
        """Weak reads only; what a replica could not do rightly goes to the primary."""
        strong, weak = self.open("strong"), self.open()
        self.check("strong by default", self.read(strong)[1] == ["primary"])
        _value, servers, _took = self.read(weak)
        self.check("weak by the DSN", servers and servers[0] != "primary", servers)
        hinted = self.open("strong")
        _value, servers, _took = self.read(
            hinted, "SELECT /*+ READ_CONSISTENCY(WEAK) */ v FROM z WHERE k = 0")
        self.check("weak by a hint", servers and servers[0] != "primary", servers)
        _value, servers, _took = self.read(
            weak, "SELECT /*+ READ_CONSISTENCY(STRONG) */ v FROM z WHERE k = 0")
        self.check("strong by a hint", servers == ["primary"], servers)
        changed = self.open("strong")
        changed.execute("SET SHARDING CONSISTENCY = weak")
        _value, servers, _took = self.read(changed)
        self.check("weak by SET", servers and servers[0] != "primary", servers)
        for sql in self.means.volatile:
            servers = self.read(self.open(), sql)[1]
            self.check(f"to the primary: {sql}", servers == ["primary"], servers)
        inside = self.open(autocommit=False)
        self.check("inside a transaction", self.read(inside)[1] == ["primary"])
        inside.rollback()

    def test_own_writes(self):
        """A session sees what it wrote, at most a moment later."""
        self.pause("r1", "r2")
        connection = self.open()
        for _ in range(3):
            value = self.write(connection)
            got, servers, took = self.read(connection)
            self.check("own writes, replicas paused", (got, servers) == (value, ["primary"]),
                       (got, value, servers))
            self.check("in bounded time", took < 5, took)
        other = self.open()
        got, servers, _took = self.read(other)
        self.check("who has written nothing may see less", servers and servers[0] != "primary",
                   (got, servers))
        self.resume("r2")
        self.settle_one("r2")
        time.sleep(4.1)  # one that lagged is waited for again only then
        value = self.write(connection)
        got, servers, _took = self.read(connection)
        self.check("own writes, one replica follows", (got, servers) == (value, ["r2"]),
                   (got, value, servers))
        self.resume("r1")
        self.settle()

    def settle_one(self, server):
        row = self.watch["primary"].execute("SELECT v FROM z WHERE k = 0").fetchone()
        for _ in range(200):
            if self.watch[server].execute("SELECT v FROM z WHERE k = 0").fetchone()[0] == row[0]:
                return
            time.sleep(0.05)

    def test_monotonic(self):
        """What a session has seen once doesn't go away when it changes the server."""
        connection = self.open()
        _value, servers, _took = self.read(connection)
        first = servers[0]
        second = "r2" if first == "r1" else "r1"
        self.pause(second)
        value = self.write(self.open())
        got = None
        for _ in range(100):
            got, servers, _took = self.read(connection)
            if got == value:
                break
            time.sleep(0.02)
        self.check("the replica follows", (got, servers) == (value, [first]), (got, value, servers))
        self.shell("kill", first)
        got, servers, took = self.read(connection)
        self.check("never back in time", (got, servers) == (value, ["primary"]),
                   (got, value, servers))
        self.check("in bounded time", took < 8, took)
        self.resume(second)
        self.shell("run", first)
        self.connect(first)
        self.settle()

    def test_death(self):
        """Another one, then the primary; and back."""
        connection = self.open()
        _value, servers, _took = self.read(connection)
        first = servers[0]
        second = "r2" if first == "r1" else "r1"
        self.shell("kill", first)
        self.check("one dead: another", self.read(connection)[1] == [second])
        self.shell("kill", second)
        self.check("both dead: the primary", self.read(connection)[1] == ["primary"])
        self.check("both dead: new sessions", self.read(self.open())[1] == ["primary"])
        for server in (first, second):
            self.shell("run", server)
            self.connect(server)
        self.settle()
        fresh = self.open()
        for _ in range(50):
            _value, servers, _took = self.read(fresh)
            if servers and servers[0] != "primary":
                break
            time.sleep(0.2)
        self.check("alive again: used again", servers and servers[0] != "primary", servers)

    def test_balance(self):
        """Sessions are spread over the replicas, and stay with theirs."""
        count = self.spread("in-turn", "")
        self.check("in turn", count == {"r1": 12, "r2": 12}, dict(count))
        count = self.spread("by-weight", "replica-weights = 3, 1\n")
        self.check("by weight", count == {"r1": 18, "r2": 6}, dict(count))
        count = self.spread("at-random", "replica-choice = random\n")
        self.check("at random", count["r1"] > 0 and count["r2"] > 0 and sum(count.values()) == 24,
                   dict(count))
        session = self.open()
        servers = [self.read(session)[1] for _ in range(3)]
        self.check("a session stays", servers[0] == servers[1] == servers[2], servers)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--servers", required=True)
    parser.add_argument("--brand", required=True, choices=("pg", "my"))
    options = parser.parse_args()
    tests = Tests(options.servers, options.brand)
    for name in ("choice", "balance", "own_writes", "monotonic", "death"):
        getattr(tests, "test_" + name)()
    end("replicas")


if __name__ == "__main__":
    main()
