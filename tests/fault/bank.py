#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Transfers between shards while programs and servers are killed; then the books are checked.

    bank.py --program BANK --tool SHARDODBC [--servers FOLDER] [--brand pg|my]... [--transfers N]
            [--points few|all] [--seed S]

BANK is tests/fault/bank. FOLDER is that of tests/servers; without it no server is killed. With "np"
in it, PostgreSQL is also tested with one shard that can't prepare (mode "last"). The last line is
"bank: N passed, N failed".
"""
import argparse
import collections
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time

import pyodbc

import tally
from tally import check

SHARDS = 4
ACCOUNTS = 64
START = 1000
WORKERS = 8
HERE = os.path.dirname(os.path.abspath(__file__))

RULES = """[shardodbc]
default-shard = ds_0
@shards@
[table acct]
nodes = ds_${0..3}.acct
shard-key = k
shard-algorithm = four
value-type = k: integer

[table moves]
nodes = ds_${0..3}.moves
shard-key = k
shard-algorithm = four
value-type = k: integer

[algorithm four]
type = MOD
sharding-count = 4
"""

# Where a process dies, or a server: the point and how often it is passed before.
POINTS_2PC = [("before-prepare", 1), ("before-prepare", 2), ("after-prepare", 1), ("after-prepare", 2),
              ("before-decision", 1), ("after-decision", 1), ("before-commit", 1),
              ("before-commit", 2), ("after-commit", 1), ("after-commit", 2)]
POINTS_LOCAL = [("before-commit", 1), ("before-commit", 2), ("after-commit", 1),
                ("after-commit", 2)]
# One shard has no prepared transactions and commits last.
POINTS_LAST = [("before-prepare", 1), ("after-prepare", 1), ("before-decision", 1),
               ("before-last", 1), ("after-last", 1), ("after-decision", 1), ("before-commit", 1),
               ("after-commit", 1)]
LAST = SHARDS - 1
POINTS_STATEMENT = [("fetch", 1), ("write", 1), ("written", 1), ("commit", 1)]


class Bank:
    """The tables of one brand, what runs on them, and what is true of them."""

    def __init__(self, options, brand, mode, folder):
        self.options = options
        self.brand = brand
        self.mode = mode
        self.is_last = mode == "last"
        self.dsns = [f"{brand}_{number}" for number in range(SHARDS)]
        if self.is_last:
            self.dsns[LAST] = f"np_{LAST}"
        self.folder = folder
        self.journal = os.path.join(folder, f"{brand}-{mode}.journal")
        self.rules = os.path.join(folder, f"{brand}-{mode}.ini")
        self.state = os.path.join(folder, f"state-{brand}")
        self.write_rules(self.dsns)
        self.string = (f"Rules={self.rules};Transaction={'2pc' if self.is_last else mode};"
                       f"State={self.state};LockTimeout=1;")
        self.next_id = 1
        self.ids = {}  # of the transfers of each running process
        self.told_unknown = set()  # as it must be
        self.n_killed = self.n_crashed = 0
        self.create()

    def write_rules(self, dsns):
        shards = "".join(f"[shard ds_{i}]\ndsn = {dsn}\n" for i, dsn in enumerate(dsns))
        with open(self.rules, "w", encoding="utf-8") as file:
            file.write(RULES.replace("@shards@", shards))

    # -- tables and servers

    def shard(self, number):
        for _ in range(100):
            try:
                return pyodbc.connect(f"DSN={self.dsns[number]}", autocommit=True)
            except pyodbc.Error as error:
                last = error
                time.sleep(0.2)
        raise last

    def ask(self, number, sql):
        connection = self.shard(number)
        rows = [tuple(row) for row in connection.execute(sql).fetchall()]
        connection.close()
        return rows

    def create(self):
        for number in range(SHARDS):
            connection = self.shard(number)
            for table, columns in (("acct", "k INT PRIMARY KEY, v INT NOT NULL"),
                                   ("moves", "k INT, id BIGINT, PRIMARY KEY (k, id)")):
                connection.execute(f"DROP TABLE IF EXISTS {table}")
                connection.execute(f"CREATE TABLE {table} ({columns})")
            rows = ", ".join(f"({k}, {START})" for k in range(number, ACCOUNTS, SHARDS))
            connection.execute("INSERT INTO acct VALUES " + rows)
            connection.close()
        with open(self.journal, "w", encoding="utf-8"):
            pass
        self.next_id = 1

    def crash_command(self, server=None):
        server = server or self.brand
        return f"sh {HERE}/../servers/crash {self.options.servers} {server} >/dev/null 2>&1"

    # -- processes

    def start(self, count, point=None, at=1, command=None, stays=False):
        environment = dict(os.environ)
        if stays:
            environment["BANK_STAYS"] = "1"
        if point is not None:
            environment.update(FAULT_POINT=point, FAULT_COUNT=str(at))
        if command is not None:
            environment["FAULT_COMMAND"] = command
        if self.is_last and point is not None:
            environment["BANK_SHARD"] = str(LAST)
        first = self.next_id
        self.next_id += count
        process = subprocess.Popen([self.options.program, self.string, self.journal, str(first),
                                    str(count), str(ACCOUNTS)], env=environment,
                                   stdin=subprocess.PIPE if stays else None)
        self.ids[process.pid] = range(first, first + count)
        return process

    def not_begun(self, process):
        """How many of its transfers a process that was killed has left undone."""
        ids = self.ids.pop(process.pid)
        return len(set(ids) - set(self.read_journal()[0])) if process.returncode != 0 else 0

    def skip_to(self, remainder):
        """So that the next process begins with an id of that kind (divisible by 3, by 5)."""
        while self.next_id % 15 != remainder:
            self.next_id += 1

    # -- what must be true

    def in_doubt(self):
        if self.brand == "pg":
            # The last one may be down, and can't have any.
            return [row for number in range(LAST if self.is_last else SHARDS) for row in self.ask(
                number, "SELECT gid FROM pg_prepared_xacts WHERE database = current_database()")]
        return self.ask(0, "BEGIN NOT ATOMIC XA RECOVER; END")

    def recover(self):
        """By a session that opens the rules; then nothing may be left for the tool."""
        connection = pyodbc.connect("Driver=ShardODBC;" + self.string, autocommit=True)
        end = time.time() + 15
        while time.time() < end and self.in_doubt():
            time.sleep(0.1)
        connection.close()
        found = self.in_doubt()
        if found:
            print(f"note: {self.brand} {self.mode}: left to the tool: {found}")
            ran = self.recover_by_tool()
            print(ran.stdout, ran.stderr)
        return not found

    def recover_by_tool(self, *words):
        return subprocess.run([self.options.tool, "recover", *words, "--state", self.state,
                               self.rules], capture_output=True, text=True, check=False)

    def read_journal(self):
        begun, ended, wrong = {}, {}, []
        with open(self.journal, encoding="utf-8", errors="replace") as file:
            for line in file:
                words = line.split()
                if words[0] == "wrong":
                    wrong.append(line.strip())
                elif words[0] in ("transfer", "insert"):
                    begun[int(words[1])] = (words[0], *map(int, words[2:5]))
                else:
                    ended[int(words[1])] = (words[0], line.strip())
        return begun, ended, wrong

    def audit(self, name):
        """One check: the first thing that is not as it must be, or None."""
        if not self.recover():
            return check(name, False, "a prepared transaction is left")
        begun, ended, wrong = self.read_journal()
        rows, balances = collections.defaultdict(set), {}
        for number in range(SHARDS):
            for k, id_ in self.ask(number, "SELECT k, id FROM moves"):
                rows[id_].add(k)
            balances.update(self.ask(number, "SELECT k, v FROM acct"))
        problem = (wrong[0] if wrong else None) or self.audit_moves(begun, ended, rows) or \
            self.audit_balances(begun, rows, balances)
        return check(name, problem is None, problem)

    def audit_moves(self, begun, ended, rows):
        for id_, (_kind, source, target, _amount) in begun.items():
            end, line = ended.get(id_, ("killed", ""))
            there = [k for k in (source, target) if k in rows[id_]]
            if end == "committed" and len(there) != 2:
                return f"{id_} was told committed: only {there} is there"
            if end == "rolledback" and there:
                return f"{id_} was told rolled back: {there} is there ({line})"
            if len(there) == 1 and self.mode != "local":
                return f"{id_} is half done: {there} of {source}, {target} ({end})"
            if end == "partial" and id_ not in self.told_unknown:
                problem = self.audit_partial(id_, (source, target), there, line)
                if problem:
                    return problem
        return None

    def audit_partial(self, id_, both, there, line):
        """Each shard's record says what is there."""
        for k in both:
            told = re.search(rf"ds_{k % SHARDS}\W+(committed|rolled back|unknown)", line)
            if self.mode != "local":
                return f"{id_} was told as partial with Transaction=2pc: {line}"
            if told is None:
                return f"{id_}: nothing told of ds_{k % SHARDS}: {line}"
            if told.group(1) == "committed" and k not in there or \
                    told.group(1) == "rolled back" and k in there:
                return f"{id_}: {k} is {'there' if k in there else 'not there'}: {line}"
        return None

    def audit_balances(self, begun, rows, balances):
        """The rows on a shard are from the same transaction as the changes of its accounts."""
        wanted = {k: START for k in range(ACCOUNTS)}
        for id_, (kind, source, target, amount) in begun.items():
            if kind == "transfer":
                wanted[source] -= amount if source in rows[id_] else 0
                wanted[target] += amount if target in rows[id_] else 0
        bad = {k: (balances.get(k), wanted[k]) for k in wanted if balances.get(k) != wanted[k]}
        if bad:
            return f"balances are not what the moves say: {bad}"
        total = sum(balances.values())
        if self.mode != "local" and total != ACCOUNTS * START:
            return f"the total is {total}"
        return None

    # -- the tests

    def test_points(self, points):
        """Each fault point kills the process; with servers to kill, the server, too."""
        for point, at in points:
            remainder = {"fetch": 5}.get(point, 1)
            self.skip_to(remainder)
            process = self.start(1, point, at)
            process.wait()
            check(f"{self.brand} {self.mode}: dies at {point} {at}",
                  process.returncode == -signal.SIGKILL, process.returncode)
            self.audit(f"{self.brand} {self.mode}: process killed at {point} {at}")

    def test_server_points(self, points, server=None):
        name = f"{self.brand} {self.mode}: {server or 'server'}"
        command = self.crash_command(server)
        if server == "np":
            # A server that crashed gives ids again that its disk knows nothing of.
            command += (f"; yes 'SELECT txid_current();' | head -n 100 | psql -q -X -h 127.0.0.1 "
                        f"-p $(cat {self.options.servers}/np/port) -U postgres >/dev/null")
        for point, at in points:
            self.skip_to({"fetch": 5}.get(point, 1))
            process = self.start(2, point, at, command)
            process.wait()
            check(f"{name}: lives on after {point} {at}", process.returncode == 0,
                  process.returncode)
            self.audit(f"{name} killed at {point} {at}")

    def server(self, command, server=None):
        script = (f". {HERE}/../servers/servers.sh; "
                  f"servers_{server or self.brand}_{command} {self.options.servers}")
        return f"sh -c '{script}' >/dev/null 2>&1 </dev/null"

    def test_down(self):
        """The server stays away after the decision: committed, as the application is told."""
        self.skip_to(1)
        id_ = self.next_id
        process = self.start(1, "after-decision", 1, self.server("kill"), stays=True)
        check(f"{self.brand}: told committed though the server is down",
              self.wait_for_end(id_) == "committed", self.read_journal()[1].get(id_))
        subprocess.run(self.server("run"), shell=True, check=True)
        self.wait_until_settled(process, "server down after the decision")

    def wait_for_end(self, id_):
        """How a transfer of a running process ended."""
        end = time.time() + 60
        while time.time() < end and id_ not in self.read_journal()[1]:
            time.sleep(0.05)
        return self.read_journal()[1].get(id_, ("nothing", ""))[0]

    def wait_until_settled(self, process, name):
        """The process itself finishes what it owes, and needs no statement for it."""
        end = time.time() + 20
        while time.time() < end and self.in_doubt():
            time.sleep(0.1)
        check(f"{self.brand}: {name}: settled by the process", not self.in_doubt(), self.in_doubt())
        process.communicate()
        check(f"{self.brand}: {name}: it lives on", process.returncode == 0, process.returncode)
        self.audit(f"{self.brand}: {name}")

    def test_last_down(self):
        """The shard that decides stays away in its commit: unknown, until it can be asked."""
        self.skip_to(1)
        id_ = self.next_id
        process = self.start(1, "before-last", 1, self.server("kill", "np"))
        process.wait()
        _begun, ended, _wrong = self.read_journal()
        check(f"{self.brand}: told unknown while the deciding shard is down",
              ended.get(id_, ("", ""))[1].startswith(f"partial {id_} 08007"), ended.get(id_))
        doubts = self.in_doubt()
        listed = self.recover_by_tool("--list")
        check(f"{self.brand}: recovery waits for the deciding shard", len(self.in_doubt()) == 1 and
              self.recover_by_tool("--rollback").returncode == 1 and self.in_doubt() == doubts and
              "as a shard has decided that can't say it now" in listed.stdout, listed.stdout)
        subprocess.run(self.server("run", "np"), shell=True, check=True)
        self.told_unknown.add(id_)
        self.audit(f"{self.brand}: deciding shard down in its commit")
        self.skip_to(1)
        self.told_unknown.add(self.next_id)
        process = self.start(1, "before-last", 1, self.server("kill", "np"), stays=True)
        self.wait_for_end(self.next_id - 1)
        subprocess.run(self.server("run", "np"), shell=True, check=True)
        self.wait_until_settled(process, "deciding shard back")

    def test_several_last(self):
        """Two shards that can't prepare: nothing stays, and both are named.  Ends the books."""
        self.write_rules(self.dsns[:2] + [f"np_{i}" for i in range(2, SHARDS)])
        both = []
        for number in (2, 3):
            both.append(pyodbc.connect(f"DSN=np_{number}", autocommit=True))
            both[-1].execute("DROP TABLE IF EXISTS moves")
            both[-1].execute("CREATE TABLE moves (k INT, id BIGINT)")
        connection = pyodbc.connect("Driver=ShardODBC;" + self.string, autocommit=True)
        told = ""
        try:
            connection.execute("INSERT INTO moves (k, id) VALUES (0, 0), (2, 0), (3, 0)")
        except pyodbc.Error as error:
            told = str(error)
        left = [other.execute("SELECT COUNT(*) FROM moves").fetchval() for other in both]
        check(f"{self.brand}: two shards that can't prepare are refused by name",
              "0A000" in told and "ds_2, ds_3" in told and left == [0, 0] and not self.in_doubt(),
              f"{told} {left}")
        connection.execute("INSERT INTO moves (k, id) VALUES (0, 0), (3, 0)")
        connection.execute("DELETE FROM moves WHERE k IN (0, 3) AND id = 0")
        connection.close()

    def test_workload(self, transfers, seconds_between_crashes):
        """Processes are killed at any moment, and begun anew."""
        left = transfers
        running = []
        next_crash = time.time() + seconds_between_crashes
        crash = None
        deadline = time.time() + 60 + transfers
        while (left > 0 or running) and time.time() < deadline:
            while left > 0 and len(running) < WORKERS:
                count = min(left, self.options.random.randint(5, 20))
                left -= count
                running.append(self.start(count))
            time.sleep(0.05)
            if self.options.random.random() < 0.3 and running:
                victim = self.options.random.choice(running)
                victim.kill()
                self.n_killed += 1
            if self.options.servers and time.time() > next_crash and crash is None:
                server = "np" if self.is_last and self.n_crashed % 2 else self.brand
                crash = subprocess.Popen(self.crash_command(server), shell=True)
                self.n_crashed += 1
            if crash is not None and crash.poll() is not None:
                crash, next_crash = None, time.time() + seconds_between_crashes
            for process in [process for process in running if process.poll() is not None]:
                running.remove(process)
                left += self.not_begun(process)
        for process in running:
            process.kill()
        check(f"{self.brand} {self.mode}: ends in time", not running, f"{len(running)} still run")
        if crash is not None:
            crash.wait()
        name = f"{self.brand} {self.mode}: {transfers} transfers"
        good = self.audit(name)
        _begun, ended, _wrong = self.read_journal()
        ends = collections.Counter(end for end, _line in ended.values())
        print(f"{name}: {dict(ends)}, {self.n_killed} processes and {self.n_crashed} servers "
              f"killed{'' if good else ' - WRONG'}")


def run_brand(options, brand, folder):
    few = options.points == "few"
    for mode, points in (("2pc", POINTS_2PC), ("local", POINTS_LOCAL)):
        bank = Bank(options, brand, mode, folder)
        bank.test_points(points[::3] if few else points + POINTS_STATEMENT)
        if options.servers:
            bank.test_server_points(points[::4] if few else points + POINTS_STATEMENT)
            if mode == "2pc":
                bank.test_down()
        bank.test_workload(options.transfers, 0.5 if few else 2)
    if brand == "pg" and options.servers and os.path.isdir(os.path.join(options.servers, "np")):
        run_last(options, folder)


def run_last(options, folder):
    few = options.points == "few"
    bank = Bank(options, "pg", "last", folder)
    around = [("before-last", 1), ("after-last", 1)]
    bank.test_points(around if few else POINTS_LAST)
    bank.test_server_points(around[:1] if few else POINTS_LAST, "np")
    if not few:
        bank.test_server_points(POINTS_LAST)
        bank.test_last_down()
    bank.test_workload(options.transfers // 3 if few else options.transfers, 0.5 if few else 2)
    bank.test_several_last()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--servers")
    parser.add_argument("--brand", action="append", choices=("pg", "my", "sl"), default=[])
    parser.add_argument("--transfers", type=int, default=100)
    parser.add_argument("--points", choices=("few", "all"), default="few")
    parser.add_argument("--seed", type=int, default=20261129)
    options = parser.parse_args()
    options.random = random.Random(options.seed)
    folder = tempfile.mkdtemp(prefix="shardodbc-bank.")
    for brand in options.brand or ["pg", "my"]:
        if brand != "sl":
            run_brand(options, brand, folder)
    if tally.failed == 0:
        shutil.rmtree(folder)
    else:
        print(f"kept: {folder}")
    tally.end("bank")


if __name__ == "__main__":
    main()
