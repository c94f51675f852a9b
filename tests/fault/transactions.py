#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What errors, savepoints and settings do inside transactions: over shards as on one database.

    transactions.py [--brand pg|my|sl]... [--long]

Each scenario runs on the database X_whole and on the logical data source X, with autocommit off and
with BEGIN as text, and on PostgreSQL at each level of Protocol. SQLSTATEs, rows and what is left in
the table must be equal. The servers are those of tests/servers. The last line is
"transactions: N passed, N failed".
"""
import argparse
import tempfile
import threading
import time

import pyodbc

from tally import check, end

COMMIT, ROLLBACK = "COMMIT", "ROLLBACK"
ONE, TWO, OTHER = ("UPDATE z SET v = 1 WHERE k = 1", "UPDATE z SET v = 2 WHERE k = 4",
                   "UPDATE z SET v = 3 WHERE k = 2")
BAD = "INSERT INTO z VALUES (0, 1)"
DATE = "SELECT CAST(CAST('02/01/2020' AS date) AS text) FROM z WHERE k = {}"
DATES = [DATE.format(0), DATE.format(1), DATE.format(2)]
DAY_FIRST = "SET DateStyle = 'ISO, DMY'"

# Name: statements. Keys 0 and 4, 1 and 5, 2 and 6 are on a shard each.
EVERYWHERE = {
    "rows of one INSERT": ["INSERT INTO z VALUES (10, 1), (11, 1), (0, 1)", COMMIT],
    "rows of one INSERT between others": [ONE, "INSERT INTO z VALUES (10, 1), (11, 1), (0, 1)", TWO,
                                          COMMIT],
    "an UPDATE that fails on one row": [ONE, "UPDATE z SET v = CASE WHEN k = 6 THEN NULL ELSE 7 END",
                                        TWO, COMMIT],
    "roll back": [ONE, TWO, "INSERT INTO z VALUES (8, 1), (9, 1)", ROLLBACK, OTHER, COMMIT],
    "savepoint before all": ["SAVEPOINT a", ONE, TWO, "ROLLBACK TO SAVEPOINT a", OTHER, COMMIT],
    "savepoint between": [ONE, "SAVEPOINT a", TWO, OTHER, "ROLLBACK TO SAVEPOINT a", COMMIT],
    "savepoints in each other": [ONE, "SAVEPOINT a", TWO, "SAVEPOINT b", OTHER,
                                 "ROLLBACK TO SAVEPOINT b", "ROLLBACK TO SAVEPOINT a",
                                 "INSERT INTO z VALUES (9, 1)", COMMIT],
    "savepoint of the same name": [ONE, "SAVEPOINT a", TWO, "SAVEPOINT a", OTHER,
                                   "ROLLBACK TO SAVEPOINT a", "RELEASE SAVEPOINT a", COMMIT],
    "released savepoint": [ONE, "SAVEPOINT a", TWO, "RELEASE SAVEPOINT a",
                           "ROLLBACK TO SAVEPOINT a", OTHER, COMMIT],
    "unknown savepoint": [ONE, "ROLLBACK TO SAVEPOINT nosuch", TWO, COMMIT],
    "unknown savepoint released": [ONE, "RELEASE SAVEPOINT nosuch", TWO, COMMIT],
    "error after savepoint": [ONE, "SAVEPOINT a", "INSERT INTO z VALUES (0, 1)",
                              "ROLLBACK TO SAVEPOINT a", TWO, COMMIT],
    "error where the savepoint is what a shard has heard first": [
        ONE, COMMIT, OTHER, "SAVEPOINT a", "INSERT INTO z VALUES (0, 1)", "ROLLBACK TO SAVEPOINT a",
        TWO, COMMIT],
    "two transactions": [ONE, COMMIT, TWO, ROLLBACK, OTHER, COMMIT],
}
BY_BRAND = {
    "pg": {
        "unknown setting": [ONE, "SET nosuch = 1", TWO, COMMIT],
        "isolation too late": [ONE, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE", TWO, COMMIT],
        "bad savepoint": [ONE, 'SAVEPOINT ""', TWO, COMMIT],
        "several statements": [ONE + "; " + TWO, OTHER, COMMIT],
        "several statements first, one of which fails": [ONE + "; " + BAD, TWO, COMMIT],
        "several statements later, one of which fails": [OTHER, ONE + "; " + BAD, TWO, COMMIT],
        "several statements behind a savepoint": ["SAVEPOINT a", ONE + "; " + BAD,
                                                  "ROLLBACK TO SAVEPOINT a", TWO, COMMIT],
        "a savepoint before late shards": [ONE, "SAVEPOINT a", BAD, TWO, "ROLLBACK TO SAVEPOINT a",
                                           OTHER, COMMIT],
        "a setting before late shards": [ONE, "SET LOCAL DateStyle = 'ISO, DMY'", BAD, TWO, COMMIT],
        "division": [ONE, "SELECT 1 / (v - v) FROM z WHERE k = 1", TWO, COMMIT],
        "no such column": [ONE, "UPDATE z SET nosuch = 1 WHERE k = 4", TWO, COMMIT],
        "no such column and others": [ONE, TWO, "UPDATE z SET nosuch = 1", OTHER, COMMIT],
        "read only": ["SET TRANSACTION READ ONLY", DATES[0], ONE, TWO, COMMIT],
        "begin read only": [COMMIT, "BEGIN /* all */ ISOLATION LEVEL SERIALIZABLE READ ONLY; -- of it", DATES[0], ONE,
                            DATES[1], OTHER, COMMIT, TWO, COMMIT],
        "isolation of late shards": ["SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", DATES[0],
                                     "SHOW transaction_isolation", OTHER, COMMIT],
        "setting rolled back": [DATES[0], DAY_FIRST, *DATES, ROLLBACK, *DATES],
        "setting kept": [DATES[0], DAY_FIRST, COMMIT, *DATES, ROLLBACK, *DATES],
        "setting and savepoint": [DATES[0], "SAVEPOINT a", DAY_FIRST, DATES[1],
                                  "ROLLBACK TO SAVEPOINT a", *DATES, COMMIT],
        "setting before savepoint": [DAY_FIRST, "SAVEPOINT a", DATES[1], "ROLLBACK TO SAVEPOINT a",
                                     *DATES, COMMIT],
        "setting in released savepoint": [DATES[0], "SAVEPOINT a", DAY_FIRST, "RELEASE SAVEPOINT a",
                                          "SAVEPOINT b", "ROLLBACK TO SAVEPOINT b", *DATES, COMMIT],
        "local setting": [DATES[0], "SET LOCAL DateStyle = 'ISO, DMY'", DATES[1], COMMIT, *DATES],
        "local setting and savepoint": [DATES[0], "SAVEPOINT a", "SET LOCAL DateStyle = 'ISO, DMY'",
                                        DATES[1], "ROLLBACK TO SAVEPOINT a", *DATES, COMMIT],
    },
    "my": {
        "session setting stays": [ONE, "SET LOCAL sql_mode = 'PIPES_AS_CONCAT'", ROLLBACK,
                                  "SELECT 'a' || 'b' FROM z WHERE k = 0",
                                  "SELECT 'a' || 'b' FROM z WHERE k = 2"],
        "read only": [COMMIT, "SET TRANSACTION READ ONLY", "START TRANSACTION",
                      "SELECT v FROM z WHERE k = 0", ONE, TWO, COMMIT, OTHER, COMMIT],
        "begin read only": [COMMIT, "START TRANSACTION READ ONLY", "SELECT v FROM z WHERE k = 0", ONE,
                            "SELECT v FROM z WHERE k = 2", OTHER, COMMIT, TWO, COMMIT],
        "unlock without a lock": [ONE, TWO, "UNLOCK TABLES", OTHER, ROLLBACK],
        "begin commits": [ONE, TWO, "START TRANSACTION", OTHER, ROLLBACK],
    },
    "sl": {
        "insert or rollback": [ONE, TWO, "INSERT OR ROLLBACK INTO z VALUES (0, 1)",
                               "SELECT k, v FROM z ORDER BY k"],
    },
}
# psqlodbc rolls back everything for a text that doesn't parse, and says nothing of it; ShardODBC
# says that the transaction is lost.
TOLD = {"pg": {"no sense": [ONE, TWO, "UPDATE nosuch SET SET", OTHER, COMMIT]}, "my": {}, "sl": {}}

# psqlodbc puts a savepoint before SET TRANSACTION behind a BEGIN of the application.
ATTRIBUTE_ONLY = {"isolation of late shards"}


class Table:
    """The table z of a data source, seen over a connection of its own."""

    known = {}

    def __init__(self, dsn):
        self.connection = pyodbc.connect(f"DSN={dsn}", autocommit=True)
        for sql in ("DROP TABLE IF EXISTS z",
                    "CREATE TABLE z (k INT NOT NULL, v INT NOT NULL, PRIMARY KEY (k))"):
            self.connection.execute(sql)

    @classmethod
    def of(cls, dsn):
        if dsn not in cls.known:
            cls.known[dsn] = cls(dsn)
        return cls.known[dsn]

    def reset(self):
        self.connection.execute("DELETE FROM z")
        self.connection.execute(
            "INSERT INTO z VALUES (0, 0), (1, 0), (2, 0), (4, 0), (5, 0), (6, 0)")

    def content(self):
        rows = self.connection.execute("SELECT k, v FROM z ORDER BY k").fetchall()
        return [tuple(row) for row in rows]


def step(connection, cursor, sql, as_text):
    try:
        if sql in (COMMIT, ROLLBACK) and not as_text:
            connection.commit() if sql == COMMIT else connection.rollback()
            return "done"
        cursor.execute(sql)
        return [tuple(row) for row in cursor.fetchall()] if cursor.description else "done"
    except pyodbc.Error as error:
        if error.args[0].startswith("08"):
            print(f"note: {sql}: {error.args}")
        return error.args[0]


def play(dsn, statements, as_text, extra):
    """Ends of the statements, and what is left."""
    Table.of(dsn).reset()
    connection = pyodbc.connect(f"DSN={dsn};{extra}", autocommit=as_text)
    cursor = connection.cursor()
    ends = []
    begin = as_text
    for sql in statements:
        if begin and not sql.startswith(("BEGIN", "START", "SET TRANSACTION")):
            step(connection, cursor, "BEGIN", True)
        ends.append(step(connection, cursor, sql, as_text))
        begin = as_text and sql in (COMMIT, ROLLBACK) or begin and sql.startswith("SET TRANS")
    if not as_text:
        step(connection, cursor, ROLLBACK, False)
    connection.close()
    return ends, Table.of(dsn).content()


def ways(brand, all_of_them):
    """(Protocol, Transaction, BEGIN as text) to compare in."""
    levels = ("7.4-0", "7.4-1", "7.4-2") if brand == "pg" else ("",)
    modes = ("local", "2pc") if brand != "sl" else ("local",)
    every = [(level, mode, as_text) for level in levels for mode in modes
             for as_text in (False, True)]
    # A level with each mode and way to begin, if not with both.
    return every if all_of_them else [way for i, way in enumerate(every) if i % 4 in (0, 3)]


def compare(brand, name, statements, way, told=False):
    level, mode, as_text = way
    if as_text and name in ATTRIBUTE_ONLY:
        return
    state = tempfile.gettempdir() + "/shardodbc-state-" + brand
    extra = f"Protocol={level};" if level else ""
    one, one_left = play(brand + "_whole", statements, as_text, extra)
    ours, left = play(brand, statements, as_text, extra + f"Transaction={mode};State={state};")
    title = f"{brand} {level} {mode} {'text' if as_text else 'attribute'}: {name}"
    good = ours == one and left == one_left
    if told:
        good = good or (ours[-1] == "25S03" and max(v for _, v in left) == 0)
    check(title, good,
          f"\n  one database: {one} {one_left}\n  shards:       {ours} {left}")


def deadlock(dsn, rival_dsn, extra):
    """One transaction is the victim of another one on one shard; what is left of it?"""
    Table.of(dsn).reset()
    ours = pyodbc.connect(f"DSN={dsn};{extra}", autocommit=False)
    rival = pyodbc.connect(f"DSN={rival_dsn}", autocommit=False)
    ours.execute(ONE)
    ours.execute("UPDATE z SET v = 1 WHERE k = 0")
    rival.execute("UPDATE z SET v = 9 WHERE k = 4")
    for k in range(40, 120, 4):  # the one that has changed less is the victim
        rival.execute(f"INSERT INTO z VALUES ({k}, 0)")
    thread = threading.Thread(target=lambda: rival.execute("UPDATE z SET v = 9 WHERE k = 0"))
    thread.start()
    time.sleep(0.3)
    ends = [step(ours, ours.cursor(), sql, False) for sql in (TWO, OTHER, COMMIT)]
    thread.join()
    rival.rollback()
    ours.close()
    rival.close()
    return ends, Table.of(dsn).content()


def compare_deadlocks():
    state = tempfile.gettempdir() + "/shardodbc-state-my"
    one = deadlock("my_whole", "my_whole", "")
    for mode in ("local", "2pc"):
        ours = deadlock("my", "my_0", f"Transaction={mode};State={state};")
        check(f"my {mode}: victim of a deadlock", one == ours, f"\n  {one}\n  {ours}")


ROUTINES = {"z_commits": "BEGIN UPDATE z SET v = 7 WHERE k = 4; COMMIT; END",
            "z_rolls_back": "BEGIN ROLLBACK; UPDATE z SET v = 8 WHERE k = 4; END",
            "z_goes_on": "UPDATE z SET v = 9 WHERE k = 4"}


def routines_that_end():
    """A routine ends MariaDB's transaction: as on one database, or told, never half of it."""
    for dsn in ("my_whole", "my_0"):
        with pyodbc.connect(f"DSN={dsn}", autocommit=True) as connection:
            for name, body in ROUTINES.items():
                connection.execute(f"CREATE OR REPLACE PROCEDURE {name}() {body}")
        connection.close()
    there, elsewhere = "UPDATE z SET v = 1 WHERE k = 0", ONE
    for name in ROUTINES:
        call = f"CALL {name}()"
        for behind in (there, elsewhere):
            for last in (COMMIT, ROLLBACK):
                compare("my", f"{call}, {last}", [there, call, behind, last], ("", "local", last == COMMIT))
                compare("my", f"{call} first, {last}", [call, behind, last], ("", "local", last == ROLLBACK))
    for name in ROUTINES:
        for statements in ([COMMIT], [ROLLBACK], [there, TWO, COMMIT], ["SAVEPOINT a", COMMIT]):
            ends, left = play("my", [elsewhere, f"CALL {name}()", *statements], False, "")
            told = ends[2:] == {1: ["40003"], 2: ["40003", "25S03"],
                                3: ["40003", "25P02", "25S03"]}[len(statements)]
            check(f"my: {name} and other shards, {statements}",
                  set(ends) == {"done"} if name == "z_goes_on" else
                  told and (1, 0) in left and (0, 0) in left, (ends, left))


def call_that_writes():
    """With Transaction=2pc a shard where only a function of the user's wrote is no reader."""
    for number in range(4):
        pyodbc.connect(f"DSN=pg_{number}", autocommit=True).execute(
            "CREATE OR REPLACE FUNCTION bump(x int) RETURNS int LANGUAGE sql AS "
            "'UPDATE z SET v = v + 1 WHERE k = x RETURNING v'")
    shard = pyodbc.connect("DSN=pg_1", autocommit=True)
    shard.execute("DROP TABLE IF EXISTS z_first")
    shard.execute("CREATE TABLE z_first (k INT UNIQUE DEFERRABLE INITIALLY DEFERRED)")
    Table.of("pg").reset()
    state = tempfile.gettempdir() + "/shardodbc-state-pg"
    connection = pyodbc.connect(f"DSN=pg;Transaction=2pc;State={state};Hints=on",
                                autocommit=False)
    cursor = connection.cursor()
    ends = [step(connection, cursor, sql, False) for sql in (
        "SELECT bump(k) FROM z WHERE k = 2", ONE,
        # Fails only when that shard is to commit.
        "/* SHARDODBC: shard=ds_1 */ INSERT INTO z_first VALUES (1), (1)", COMMIT)]
    connection.close()
    check("pg 2pc: a function that writes", ends[3] != "done" and
          max(v for _, v in Table.of("pg").content()) == 0, (ends, Table.of("pg").content()))


def switched(dsn, extra):
    """Autocommit is turned off and on, and BEGIN is said in between: each way ends the other's."""
    Table.of(dsn).reset()
    connection = pyodbc.connect(f"DSN={dsn};{extra}", autocommit=False)
    cursor = connection.cursor()
    ends = []
    for autocommit, statements in ((False, [ONE, TWO, ROLLBACK]), (True, ["BEGIN", ONE, OTHER, "ROLLBACK"]),
                                   (False, [OTHER]), (True, ["BEGIN", TWO, "COMMIT", ONE]),
                                   (False, ["SELECT v FROM z WHERE k = 1", COMMIT]),
                                   (True, ["BEGIN", "UPDATE z SET v = v + 10", "ROLLBACK"])):
        connection.autocommit = autocommit
        ends += [step(connection, cursor, sql, autocommit) for sql in statements]
    connection.close()
    return ends, Table.of(dsn).content()


def compare_switched(brand):
    state = tempfile.gettempdir() + "/shardodbc-state-" + brand
    one = switched(brand + "_whole", "")
    for mode in ("local", "2pc") if brand != "sl" else ("local",):
        ours = switched(brand, f"Transaction={mode};State={state};")
        check(f"{brand} {mode}: autocommit off, on and BEGIN by turns", one == ours,
              f"\n  {one}\n  {ours}")


def several_statements_end():
    """A cancel or timeout in the second of three takes all back."""
    for autocommit in (True, False):
        for by_cancel in (True, False):
            Table.of("pg").reset()
            connection = pyodbc.connect("DSN=pg", autocommit=autocommit)
            cursor = connection.cursor()
            timer = threading.Timer(0.2, cursor.cancel)
            if by_cancel:
                timer.start()
            else:
                connection.timeout = 1
            end = step(connection, cursor, ONE + "; SELECT k, pg_sleep(9) FROM z WHERE k IN (1, 2); "
                       + TWO, True)
            timer.cancel()
            connection.timeout = 0
            connection.commit()
            connection.close()
            check(f"pg: several statements end early, autocommit {autocommit}",
                  end == ("HY008" if by_cancel else "HYT00") and
                  max(v for _, v in Table.of("pg").content()) == 0, (end, Table.of("pg").content()))


def cancelled_write_on_sqlite():
    """An interrupt takes its whole transaction back: what other shards had goes, too."""
    long = ("UPDATE z SET v = (WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE "
            "n < 300000000) SELECT MAX(n) FROM r) WHERE k = 2")
    left = []
    for dsn in ("sl_whole", "sl"):
        Table.of(dsn).reset()
        connection = pyodbc.connect(f"DSN={dsn}", autocommit=False)
        cursor = connection.cursor()
        cursor.execute(ONE)
        timer = threading.Timer(0.3, cursor.cancel)
        timer.start()
        end = step(connection, cursor, long, True)
        timer.join()
        step(connection, cursor, "UPDATE z SET v = 3 WHERE k = 5", False)
        step(connection, cursor, COMMIT, False)
        connection.close()
        left.append(Table.of(dsn).content())
    check("sl: a cancelled write in a transaction", end == "HY008" and left[0] == left[1],
          (end, left))


def arrays(brand):
    """One bad row of an array: none of it stays; inside a transaction those before it may."""
    for mode in ("local", "2pc") if brand != "sl" else ("local",):
        for autocommit in (True, False):
            table = Table.of(brand)
            table.reset()
            state = tempfile.gettempdir() + "/shardodbc-state-" + brand
            connection = pyodbc.connect(f"DSN={brand};Transaction={mode};State={state}",
                                        autocommit=autocommit)
            cursor = connection.cursor()
            cursor.fast_executemany = True
            end = "done"
            if not autocommit:
                cursor.execute(ONE)
            try:
                cursor.executemany("INSERT INTO z VALUES (?, ?)",
                                   [(10, 1), (11, 1), (12, 1), (13, 1), (0, 1), (14, 1)])
            except pyodbc.Error as error:
                end = error.args[0]
            connection.commit()
            connection.close()
            wanted = [(k, 1 if k == 1 and not autocommit else 0) for k in (0, 1, 2, 4, 5, 6)]
            before = [] if autocommit else [(10, 1), (11, 1), (12, 1), (13, 1)]
            check(f"{brand} {mode}: an array with a bad row, autocommit {autocommit}",
                  end in ("23505", "23000", "HY000") and
                  table.content() in (wanted, wanted + before), (end, table.content()))


def half_ddl(brand):
    """CREATE TABLE where one shard has the table: nowhere else, or told (MariaDB commits it)."""
    table = Table.of(brand)
    table.connection.execute("DROP TABLE z")
    shards = [pyodbc.connect(f"DSN={brand}_{i}", autocommit=True) for i in range(4)]
    shards[2].execute("CREATE TABLE z (k INT)")
    cursor = table.connection.cursor()
    message = ""
    try:
        cursor.execute("CREATE TABLE z (k INT NOT NULL, v INT NOT NULL, PRIMARY KEY (k))")
    except pyodbc.Error as error:
        message = error.args[1]
    there = [step(shard, shard.cursor(), "SELECT k FROM z", False) == [] for shard in shards]
    check(f"{brand}: DDL that fails on one shard", "ds_2" in message and
          (brand == "my" or there == [False, False, True, False]), (message, there))
    table.connection.execute("DROP TABLE IF EXISTS z")
    table.connection.execute("CREATE TABLE z (k INT NOT NULL, v INT NOT NULL, PRIMARY KEY (k))")
    for shard in shards:
        shard.close()


def maintenance(brand):
    """What concerns databases as a whole never waits for itself, and isn't put into a transaction."""
    statements = {"pg": ["ANALYZE", "VACUUM", "CREATE ROLE z_role", "DROP ROLE z_role"], "my": [], "sl": ["ANALYZE", "VACUUM"]}[brand]
    # Where the rules don't say that the shards' server is one, the second can't make the role again.
    wanted = {"pg": ["done", "done", "42710", "42704"], "my": [], "sl": ["done", "done"]}[brand]
    for autocommit in (True, False):
        connection = pyodbc.connect(f"DSN={brand};LockTimeout=5", autocommit=autocommit)
        cursor = connection.cursor()
        ends = [step(connection, cursor, sql, autocommit) for sql in statements]
        connection.close()
        if autocommit:
            check(f"{brand}: maintenance", ends == wanted, ends)
        elif brand == "pg":
            check("pg: maintenance in a transaction", ends == ["0A000"] * len(ends), ends)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--brand", action="append", choices=("pg", "my", "sl"), default=[])
    parser.add_argument("--long", action="store_true")
    options = parser.parse_args()
    for brand in options.brand or ["pg", "my", "sl"]:
        for way in ways(brand, options.long):
            for name, statements in {**EVERYWHERE, **BY_BRAND[brand]}.items():
                compare(brand, name, statements, way)
            for name, statements in TOLD[brand].items():
                compare(brand, name, statements, way, told=True)
        if brand == "my":
            compare_deadlocks()
            routines_that_end()
        if brand == "sl":
            cancelled_write_on_sqlite()
        if brand == "pg":
            call_that_writes()
            several_statements_end()
        compare_switched(brand)
        arrays(brand)
        half_ddl(brand)
        maintenance(brand)
    end("transactions")


if __name__ == "__main__":
    main()
