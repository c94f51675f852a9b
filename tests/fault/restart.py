#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A server is killed and starts again under an open connection: what the application sees.

    restart.py --servers FOLDER [--brand pg|my]... [--long]

FOLDER is that of tests/servers. The last line is "restart: N passed, N failed".
"""
import argparse
import os
import shutil
import subprocess
import tempfile
import time

import pyodbc

from tally import check, end

HERE = os.path.dirname(os.path.abspath(__file__))
SETTING = {"pg": ("SET DateStyle = 'ISO, DMY'",
                  "SELECT CAST(CAST('02/01/2020' AS date) AS text) FROM z WHERE k = 1", "2020-01-02"),
           "my": ("SET SESSION sql_mode = 'PIPES_AS_CONCAT'",
                  "SELECT 'a' || 'b' FROM z WHERE k = 1", "ab")}
# psqlodbc may still find the server's last words.
LOST = ("08S01", "57P01", "57P02")
LOCK = {"pg": "SELECT pg_advisory_lock(77)", "my": "SELECT GET_LOCK('fault', 1)"}


class Tests:
    def __init__(self, options, brand, state):
        self.servers, self.long, self.brand, self.state = options.servers, options.long, brand, state
        self.reset()

    def crash(self):
        subprocess.run(["sh", f"{HERE}/../servers/crash", self.servers, self.brand], check=True,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    def open(self, autocommit, extra=""):
        return pyodbc.connect(f"DSN={self.brand};{extra}", autocommit=autocommit)

    def reset(self):
        connection = self.open(True)
        for sql in ("DROP TABLE IF EXISTS z", "CREATE TABLE z (k INT PRIMARY KEY, v INT)",
                    "INSERT INTO z VALUES (0, 0), (1, 0), (2, 0), (3, 0)"):
            connection.execute(sql)
        connection.close()

    def values(self):
        connection = self.open(True)
        rows = connection.execute("SELECT v FROM z ORDER BY k").fetchall()
        connection.close()
        return [v for (v,) in rows]

    def end(self, function, *arguments):
        """'done', or the SQLSTATE."""
        try:
            function(*arguments)
            return "done"
        except pyodbc.Error as error:
            return error.args[0]

    def check(self, name, good, detail=""):
        check(f"{self.brand}: {name}", good, detail)

    def test_reads(self):
        """A read outside a transaction doesn't notice; settings are there again."""
        setting, ask, wanted = SETTING[self.brand]
        connection = self.open(True)
        connection.execute(setting)
        connection.execute("SELECT v FROM z").fetchall()
        self.crash()
        self.check("a scatter read after a restart",
                   self.end(lambda: connection.execute("SELECT v FROM z").fetchall()) == "done")
        self.check("settings after a restart", connection.execute(ask).fetchone()[0] == wanted)
        connection.close()

    def test_writes(self):
        """Idle connections are asked before; the write is done once."""
        for autocommit in (True, False):
            self.reset()
            connection = self.open(autocommit)
            connection.execute("UPDATE z SET v = 0")
            if not autocommit:
                connection.commit()
            self.crash()
            time.sleep(1.1)
            end = self.end(lambda: connection.execute("UPDATE z SET v = v + 1"))
            if not autocommit:
                connection.commit()
            self.check(f"a write after a restart, autocommit {autocommit}",
                       (end, self.values()) == ("done", [1, 1, 1, 1]), (end, self.values()))
            connection.close()

    def test_silence(self):
        """Being asked leaves no trace: the next transaction begins as the application says."""
        isolation = "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE"
        connection = self.open(False)
        connection.execute("SELECT v FROM z").fetchall()
        connection.commit()
        time.sleep(1.1)
        ends = [self.end(connection.execute, isolation),
                self.end(lambda: connection.execute("UPDATE z SET v = 0")), self.end(connection.commit)]
        self.check("a transaction after a second of silence", ends == ["done"] * 3, ends)
        connection.close()

    def test_state(self):
        """What the connection alone had is not pretended to be there still."""
        for statement in (LOCK[self.brand], "CREATE TEMPORARY TABLE z_temp (k INT)"):
            for pause in (0, 1.1) if self.long else (0,):
                connection = self.open(True)
                connection.execute(statement)
                self.crash()
                time.sleep(pause)
                # The default shard is the one that had it.
                states = [self.end(lambda: connection.execute("SELECT v FROM z WHERE k = 0").fetchall())
                          for _ in range(2)]
                self.check(f"{statement} is lost, pause {pause}", states[0] in LOST and states[1] == "done", states)
                connection.close()

    def test_transactions(self):
        """Nothing that was written before is lost silently."""
        for mode in ("local", "2pc"):
            extra = f"Transaction={mode};State={self.state};"
            every = ("UPDATE z SET v = 2 WHERE k = 1", "UPDATE z SET v = 2 WHERE k = 2",
                     "SELECT v FROM z WHERE k = 1", None)
            for again in every if self.long else every[1::2]:
                self.reset()
                connection = self.open(False, extra)
                connection.execute("UPDATE z SET v = 1 WHERE k = 1")
                connection.execute("UPDATE z SET v = 1 WHERE k = 2")
                self.crash()
                end = "none" if again is None else self.end(lambda: connection.execute(again))
                commit = self.end(connection.commit)
                rollback = self.end(connection.rollback)
                left = self.values()
                self.check(f"{mode}: a restart inside, then {again}",
                           end != "done" and commit != "done" and rollback == "done" and
                           left == [0, 0, 0, 0], (end, commit, rollback, left))
                after = self.end(lambda: connection.execute("UPDATE z SET v = 5"))
                self.check(f"{mode}: and then it goes on", after == "done" and
                           self.end(connection.commit) == "done" and self.values() == [5] * 4, after)
                connection.close()

    def test_fetch(self):
        """Rows that are missing are an error."""
        connection = self.open(True)
        connection.execute("DELETE FROM z")
        rows = ", ".join(f"({k}, 0)" for k in range(2000))
        connection.execute("INSERT INTO z VALUES " + rows)
        for sql in ("SELECT k FROM z ORDER BY k", "SELECT a.k FROM z a, z b WHERE a.k = 1 AND b.k = 1"):
            cursor = connection.cursor()
            cursor.execute(sql)
            cursor.fetchone()
            self.crash()
            wanted = 1999 if "ORDER" in sql else 0
            try:
                n = len(cursor.fetchall())
                self.check("all rows or an error", n == wanted, n)
            except pyodbc.Error as error:
                self.check("all rows or an error", error.args[0] in (*LOST, "HY000"), error)
        connection.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--servers", required=True)
    parser.add_argument("--brand", action="append", choices=("pg", "my", "sl"), default=[])
    parser.add_argument("--long", action="store_true")
    options = parser.parse_args()
    state = tempfile.mkdtemp(prefix="shardodbc-state.")
    for brand in options.brand or ["pg", "my"]:
        if brand == "sl":
            continue
        tests = Tests(options, brand, state)
        for name in ("reads", "writes", "silence", "state", "transactions", "fetch"):
            getattr(tests, "test_" + name)()
    shutil.rmtree(state, ignore_errors=True)
    end("restart")


if __name__ == "__main__":
    main()
