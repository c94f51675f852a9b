#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The statements that must not be refused ([!] in statements/) on other layouts of the same tables:
four actual tables on one shard, and two on each of two shards.

    layouts.py [--brand pg] [--layout one|multi] [FILE ...]

Needs the ini files of tests/servers (ODBCSYSINI, ODBCINI). Rows are put in through the sharded data
source. Last line: "layouts: N passed, N failed, N refused".
"""
import argparse
import collections
import glob
import os
import re
import sys
import tempfile

import pyodbc

import clients
import differential
import schema
import statements

HERE = os.path.dirname(os.path.abspath(__file__))
LAYOUTS = {"one": 1, "multi": 2}  # shards
TAGS = {"pg": {"postgresql"}, "my": set(), "sl": {"sqlite"}}
SKIPPED = {"ddl.sql", "transaction.sql"}
BOUND = {"t": "main", "u": "main", "orders": "orders", "items": "orders"}
HEAD = "[shardodbc]\ndialect = auto\ndefault-shard = ds_0\n"
ALGORITHMS = "".join("[algorithm %s_%d]\ntype = %s\nsharding-count = %d\n" % (
    kind.lower(), count, kind, count) for kind in ("MOD", "HASH_MOD") for count in (2, 4))
TWO_LEVELS = {
    "c": "${Math.abs(id.hashCode()).intdiv(2) % 2}", "orders": "${Math.floorMod(order_id, 2)}",
    "items": "${Math.floorMod(order_id, 2)}"}


class Layout:
    def __init__(self, brand, name):
        self.brand = brand
        self.name = name
        self.tables = {table.name: table for table in schema.tables()}
        self.nodes = {table: self.nodes_of(table) for table in self.tables}
        self.whole = pyodbc.connect("DSN=%s_whole" % brand, autocommit=True)
        self.shards = [pyodbc.connect("DSN=%s_%d" % (brand, i), autocommit=True)
                       for i in range(LAYOUTS[name])]
        self.file = tempfile.NamedTemporaryFile("w", suffix=".ini", encoding="utf-8")
        self.file.write(self.rules())
        self.file.flush()
        self.source = "Driver=ShardODBC;Rules=" + self.file.name
        for table in self.tables:
            for connection, actual in self.everywhere(table):
                connection.execute("DROP TABLE IF EXISTS %s" % actual)
                connection.execute(schema.create_text(self.tables[table], actual, brand))
        self.loader = pyodbc.connect(self.source, autocommit=True)
        self.baseline = {}
        for table in self.tables:
            self.fill(table)

    def nodes_of(self, table):
        if table in ("r", "s1"):
            return [(shard, table) for shard in range(LAYOUTS[self.name] if table == "r" else 1)]
        each = 4 // LAYOUTS[self.name]
        return [(shard, "%s_n%d" % (table, i)) for shard in range(LAYOUTS[self.name])
                for i in range(each)]

    def everywhere(self, table):
        yield self.whole, table
        for shard, actual in self.nodes[table]:
            yield self.shards[shard], actual

    def rules(self):
        text = HEAD + "".join("[shard ds_%d]\ndsn = %s_%d\n" % (i, self.brand, i)
                              for i in range(LAYOUTS[self.name]))
        return text + "".join(self.table_rules(table) for table in self.tables) + ALGORITHMS

    def table_rules(self, table):
        if table == "r":
            return "[table r]\nbroadcast = true\n"
        text = "[table %s]\nnodes = %s\n" % (
            table, ", ".join("ds_%d.%s" % node for node in self.nodes[table]))
        if table == "s1":
            return text
        if table in BOUND:
            text += "bind = %s\n" % BOUND[table]
        key = {"c": "id", "orders": "user_id", "items": "user_id"}.get(table, "k")
        kind = "hash_mod" if table == "c" else "mod"
        if table == "c":
            text += "key-match = exact\n"
        if self.name == "one":
            return text + "table-key = %s\ntable-algorithm = %s_4\n" % (key, kind)
        hole = TWO_LEVELS.get(table, "${Math.floorMod(k.intdiv(2), 2)}")
        second = "order_id" if "order_id" in hole else key
        return text + ("shard-key = %s\nshard-algorithm = %s_2\ntable-key = %s\ntable-algorithm = "
                       "of_%s\n[algorithm of_%s]\ntype = INLINE\nalgorithm-expression = %s_n%s\n" % (
                           key, kind, second, table, table, table, hole))

    def fill(self, table):
        for connection, actual in self.everywhere(table):
            connection.execute("DELETE FROM %s" % actual)
        rows = self.tables[table].rows
        if rows:
            for connection in (self.whole, self.loader):
                connection.execute(schema.insert_text(table, rows, self.brand))
        self.baseline[table] = self.content(self.whole, table)

    @staticmethod
    def content(connection, actual):
        rows = connection.execute("SELECT * FROM %s" % actual).fetchall()
        return collections.Counter(tuple(row) for row in rows)

    def restore(self, text):
        """What the shards hold otherwise than the one database; then the rows are as before."""
        problem = None
        for table in self.tables:
            if not re.search(r"\b%s\b" % table, text, re.I):
                continue
            wanted = self.content(self.whole, table)
            contents = [self.content(self.shards[shard], actual)
                        for shard, actual in self.nodes[table]]
            same = all(content == wanted for content in contents) if table == "r" \
                else sum(contents, collections.Counter()) == wanted
            if not same:
                problem = "the rows of %s differ" % table
            if not same or wanted != self.baseline[table]:
                self.fill(table)
        return problem


class Runner:
    def __init__(self, brand, name):
        self.layout = Layout(brand, name)
        self.brand = brand
        self.whole = clients.PyodbcClient("%s_whole" % brand)
        self.sharded = clients.PyodbcClient(self.layout.source)
        self.counts = collections.Counter()

    def check(self, statement):
        found = self.sharded.run(statement.sql, statement.params)
        if found.state in differential.REFUSALS:
            self.counts["refused"] += 1
            return None
        # SQLite's driver cuts large integers of expressions off; the sharded one says 22003.
        if self.brand == "sl" and found.state == "22003":
            return None
        wanted = self.whole.run(statements.for_one_database(statement.sql), statement.params)
        tags = statement.tags | TAGS[self.brand]
        if self.brand == "sl" and re.search(r"\b(SUM|AVG|TOTAL)\(", statement.sql, re.I):
            tags = tags | {"approx"}
        self.counts["compared"] += 1
        return differential.compare(wanted, found, tags)

    def run(self, files):
        for file in files:
            for case in statements.read(file):
                if len(case.statements) > 1 or "!" not in case.tags \
                        or not statements.runs_on(case, self.brand):
                    continue
                statement = case.statements[0]
                problem = self.check(statement)
                if statements.is_write(statement):
                    problem = self.layout.restore(statement.sql) or problem
                if problem:
                    self.counts["failed"] += 1
                    print("FAIL %s %s %s:%d %s: %s" % (self.brand, self.layout.name,
                                                       os.path.basename(file), case.line,
                                                       statement.sql, problem))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--brand", action="append")
    parser.add_argument("--layout", action="append", choices=LAYOUTS)
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    files = options.files or [
        file for file in sorted(glob.glob(os.path.join(HERE, "statements", "*.sql")))
        if os.path.basename(file) not in SKIPPED]
    counts = collections.Counter()
    for brand in options.brand or ["sl", "pg", "my"]:
        for name in options.layout or LAYOUTS:
            runner = Runner(brand, name)
            runner.run(files)
            counts += runner.counts
    print("layouts: %d passed, %d failed, %d refused" % (
        counts["compared"] - counts["failed"], counts["failed"], counts["refused"]))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
