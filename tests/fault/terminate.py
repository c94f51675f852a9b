#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Connections are ended on the servers while writes of all kinds go over them.

    terminate.py [--brand pg|my]... [--long]

What the applications were told is compared with what is there: all of it, or nothing. The servers
are those of tests/servers. The last line is "terminate: N passed, N failed".
"""
import argparse
import collections
import os
import random
import shutil
import tempfile
import threading
import time

import pyodbc

from tally import check, end

pyodbc.pooling = False
SHARDS, WORKERS = 4, 3
PARTIAL = ("08007", "40003")

RULES = "[shardodbc]\ndefault-shard = ds_0\n%s[table m]\nnodes = ds_${0..3}.m\nshard-key = k\n" \
    "shard-algorithm = four\nvalue-type = k: integer\nmove-rows = true\n[table b]\n" \
    "broadcast = true\n[algorithm four]\ntype = MOD\nsharding-count = 4\n"

EVERY = "INSERT INTO m VALUES (0, {id}, 0), (1, {id}, 0), (2, {id}, 0), (3, {id}, 0)"
# Name: the statements of a transaction, or one with autocommit; rows (shard, k, v) if it is done.
KINDS = {
    "rows": ([EVERY], {(i, i, 0) for i in range(4)}),
    "copies": (["INSERT INTO b VALUES ({id})"], {(i, None, None) for i in range(4)}),
    "moved": (["INSERT INTO m VALUES (0, {id}, 0)",
               "UPDATE m SET k = k + 1 WHERE k = 0 AND id = {id}"], {(1, 1, 0)}),
    "updated": ([EVERY, "UPDATE m SET v = v + 1 WHERE k < 4 AND id = {id}"],
                {(i, i, 1) for i in range(4)}),
    "one by one": ([f"INSERT INTO m VALUES ({i}, {{id}}, 0)" for i in range(4)],
                   {(i, i, 0) for i in range(4)}),
    "savepoint": (["INSERT INTO m VALUES (0, {id}, 0)", "SAVEPOINT a",
                   "INSERT INTO m VALUES (1, {id}, 0), (2, {id}, 0)", "ROLLBACK TO SAVEPOINT a",
                   "INSERT INTO m VALUES (3, {id}, 0)"], {(0, 0, 0), (3, 3, 0)}),
    "array": (None, {(k % 4, k, 0) for k in range(8)}),
}
ENDS = {
    "pg": ("SELECT pg_backend_pid()", "SELECT pid FROM pg_stat_activity WHERE datname = "
           "current_database()", "SELECT pg_terminate_backend({})"),
    "my": ("SELECT connection_id()", "SELECT id FROM information_schema.processlist WHERE "
           "db = database()", "KILL {}"),
}


class Shards:
    """The servers, seen without the driver."""

    def __init__(self, brand):
        self.brand = brand
        self.own = set()  # connections that are nobody's to end
        self.connections = [self.connect(number) for number in range(SHARDS)]
        for shard in self.connections:
            for table in ("m", "b"):
                shard.execute(f"DROP TABLE IF EXISTS {table}")
            shard.execute("CREATE TABLE m (k INT, id INT, v INT, PRIMARY KEY (k, id))")
            shard.execute("CREATE TABLE b (id INT PRIMARY KEY)")

    def connect(self, number):
        connection = pyodbc.connect(f"DSN={self.brand}_{number}", autocommit=True)
        self.own.add(connection.execute(ENDS[self.brand][0]).fetchval())
        return connection

    def end(self, shard):
        """The connections to it, whatever they are doing; how many there were."""
        _own, question, kill = ENDS[self.brand]
        others = [number for (number,) in shard.execute(question).fetchall()
                  if number not in self.own]
        for number in others:
            try:
                shard.execute(kill.format(number))
            except pyodbc.Error:
                continue  # it has ended by itself
        return len(others)

    def end_all(self):
        last = time.time() + 10
        while time.time() < last and sum(self.end(shard) for shard in self.connections):
            time.sleep(0.05)

    def rows(self):
        """By id: {(shard, k, v)}"""
        found = collections.defaultdict(set)
        for number, shard in enumerate(self.connections):
            for id_, k, v in shard.execute("SELECT id, k, v FROM m").fetchall():
                found[id_].add((number, k, v))
            for (id_,) in shard.execute("SELECT id FROM b").fetchall():
                found[id_].add((number, None, None))
        return found

    def in_doubt(self):
        if self.brand == "my":
            return self.connections[0].execute("BEGIN NOT ATOMIC XA RECOVER; END").fetchall()
        return [row for shard in self.connections for row in shard.execute(
            "SELECT gid FROM pg_prepared_xacts WHERE database = current_database()").fetchall()]


def write(connection, kind, id_):
    statements = KINDS[kind][0]
    cursor = connection.cursor()
    if statements is None:
        cursor.fast_executemany = True
        cursor.executemany("INSERT INTO m VALUES (?, ?, ?)", [(k, id_, 0) for k in range(8)])
        return
    connection.autocommit = len(statements) == 1
    try:
        for sql in statements:
            cursor.execute(sql.format(id=id_))
        connection.commit()
    finally:
        connection.rollback()
        connection.autocommit = True


def work(string, worker, count, told):
    """told: by id, kind and SQLSTATE."""
    chance = random.Random(worker)
    connection = pyodbc.connect(string, autocommit=True)
    for id_ in range(worker * count, (worker + 1) * count):
        kind = chance.choice(sorted(KINDS))
        try:
            write(connection, kind, id_)
            told[id_] = kind, "done"
        except pyodbc.Error as error:
            told[id_] = kind, error.args[0]
    connection.close()


def find_fault(mode, told, rows):
    for id_, (kind, state) in told.items():
        wanted = KINDS[kind][1] if state == "done" else set()
        if rows[id_] != wanted and (mode == "2pc" or state not in PARTIAL):
            return f"{kind} was told {state}: {sorted(rows[id_], key=str)}"
    return None


def write_rules(brand):
    """(a state folder, a connection string)"""
    state = tempfile.mkdtemp(prefix="shardodbc-state.")
    rules = os.path.join(state, "rules.ini")
    with open(rules, "w", encoding="utf-8") as file:
        file.write(RULES % "".join(f"[shard ds_{i}]\ndsn = {brand}_{i}\n" for i in range(SHARDS)))
    return state, f"Driver=ShardODBC;Rules={rules};State={state};LockTimeout=1;"


def test_idle(brand, extra):
    """Whoever holds the connections, that they were lost while idle isn't seen."""
    shards = Shards(brand)
    state, string = write_rules(brand)
    sessions = [pyodbc.connect(string + extra, autocommit=True) for _ in range(2)]
    sessions[0].execute(EVERY.format(id=0))
    held = [session.execute("SELECT k FROM m") for session in sessions]  # not the same ones
    for cursor in held:
        cursor.fetchall()
    for sql, wanted in (("UPDATE m SET v = v + 1", 4), ("SELECT count(*) FROM m", [(4,)])):
        shards.end_all()
        try:
            cursor = sessions[1].execute(sql)
            found = [tuple(row) for row in cursor] if cursor.description else cursor.rowcount
        except pyodbc.Error as error:
            found = error.args
        check(f"{brand} {extra}: idle connections were ended, {sql}", found == wanted, found)
    for session in sessions:
        session.close()
    shutil.rmtree(state, ignore_errors=True)


def test(brand, mode, extra, count):
    shards, told = Shards(brand), {}
    state, string = write_rules(brand)
    string += f"Transaction={mode};{extra}"
    workers = [threading.Thread(target=work, args=(string, number, count, told))
               for number in range(WORKERS)]
    for worker in workers:
        worker.start()
    chance = random.Random(1)
    while any(worker.is_alive() for worker in workers):
        time.sleep(chance.random() * 0.04)
        shards.end(chance.choice(shards.connections))
    last = time.time() + 20
    connection = pyodbc.connect(string, autocommit=True)  # it finishes what is left
    while time.time() < last and shards.in_doubt():
        time.sleep(0.1)
    name = f"{brand} {mode} {extra}"
    check(f"{name}: nothing in doubt", not shards.in_doubt(), shards.in_doubt())
    fault = find_fault(mode, told, shards.rows())
    check(f"{name}: all or nothing, as it was told", fault is None, fault)
    check(f"{name}: every one was told", len(told) == WORKERS * count, len(told))
    done = connection.execute("UPDATE m SET v = 0 WHERE k < 4").rowcount
    check(f"{name}: goes on", done >= 0, done)
    connection.close()
    shutil.rmtree(state, ignore_errors=True)
    print(f"{name}: {collections.Counter(state for _kind, state in told.values())}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--brand", action="append", choices=("pg", "my", "sl"), default=[])
    parser.add_argument("--long", action="store_true")
    options = parser.parse_args()
    for brand in options.brand or ["pg", "my"]:
        if brand == "sl":
            continue
        for extra in ("", "PoolMode=transaction;", "MaxConnectionsPerShard=2;"):
            test_idle(brand, extra)
        for mode in ("local", "2pc"):
            for extra in ("", "PoolMode=transaction;") if options.long else ("",):
                test(brand, mode, extra, 400 if options.long else 30)
    end("terminate")


if __name__ == "__main__":
    main()
