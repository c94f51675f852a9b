#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The statements that must not be refused ([!] in statements/) on other layouts of the same tables:
four actual tables on one shard ("one"), two on each of two shards ("multi"), and one on each of N
shards of which most rows lie on one and some shards have none ("skewN"). Random statements, too.

    layouts.py [--brand pg] [--layout one|multi|skew1|skew2|skew3|skew8|skew16]
               [--random N] [--wide N] [--nested N] [--seed N] [FILE ...]

More than four shards need databases beside those of tests/servers, which are made. Needs the ini
files of tests/servers (ODBCSYSINI, ODBCINI). Rows are put in through the sharded data
source. Last line: "layouts: N passed, N failed, N refused".
"""
import argparse
import collections
import configparser
import glob
import os
import re
import sys
import tempfile

import pyodbc

import clients
import differential
import generate
import nest
import schema
import statements
import wide

HERE = os.path.dirname(os.path.abspath(__file__))
LAYOUTS = {"one": 1, "multi": 2, "skew1": 1, "skew2": 2, "skew3": 3, "skew8": 8, "skew16": 16}  # shards
SHORT = ["one", "multi", "skew3"]
WITH_DSN = 4 # shards that tests/servers has
BOUNDARIES = [3, 4, 41] + [1000 + i for i in range(16)] # no key is past 1000 but one of rg
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
        self.n_shards = LAYOUTS[name]
        self.skewed = name.startswith("skew")
        self.tables = {table.name: table for table in schema.tables()}
        self.nodes = {table: self.nodes_of(table) for table in self.tables}
        self.whole = pyodbc.connect("DSN=%s_whole" % brand, autocommit=True)
        self.make_databases()
        self.shards = [pyodbc.connect(self.connection(i), autocommit=True)
                       for i in range(self.n_shards)]
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

    def connection(self, shard):
        """Its connection string; past the data sources there are, the first one's with another database."""
        if shard < WITH_DSN:
            return "DSN=%s_%d" % (self.brand, shard)
        ini = configparser.ConfigParser(interpolation=None)
        ini.optionxform = str
        ini.read(os.environ["ODBCINI"])
        words = dict(ini["%s_0" % self.brand])
        folder, name = os.path.split(words["Database"])
        words["Database"] = os.path.join(folder, name.replace("shard_0", "more_%d" % shard))
        return ";".join("%s=%s" % pair for pair in words.items())

    def make_databases(self):
        for shard in range(WITH_DSN, self.n_shards if self.brand != "sl" else 0):
            try:
                self.whole.execute("CREATE DATABASE more_%d" % shard)
            except pyodbc.Error:
                pass # it is there already; else connecting tells

    def nodes_of(self, table):
        if table in ("r", "s1"):
            return [(shard, table) for shard in range(self.n_shards if table == "r" else 1)]
        if self.skewed:
            return [(shard, table) for shard in range(self.n_shards)]
        each = 4 // self.n_shards
        return [(shard, "%s_n%d" % (table, i)) for shard in range(self.n_shards)
                for i in range(each)]

    def everywhere(self, table):
        yield self.whole, table
        for shard, actual in self.nodes[table]:
            yield self.shards[shard], actual

    def rules(self):
        text = HEAD + "".join("[shard ds_%d]\nconnection = %s\n" % (i, self.connection(i))
                              for i in range(self.n_shards))
        text += "".join(self.table_rules(table) for table in self.tables)
        return text + (self.skewed_algorithms() if self.skewed else ALGORITHMS)

    def skewed_algorithms(self):
        text = "[algorithm hashed]\ntype = HASH_MOD\nsharding-count = %d\n" % self.n_shards
        if self.n_shards == 1:
            return text + "[algorithm skew]\ntype = MOD\nsharding-count = 1\n"
        return text + "[algorithm skew]\ntype = BOUNDARY_RANGE\nsharding-ranges = %s\n" % (
            ",".join(map(str, BOUNDARIES[:self.n_shards - 1])))

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
        if self.skewed:
            return text + "shard-key = %s\nshard-algorithm = %s\n" % (
                key, "hashed" if table == "c" else "skew")
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
        rows = connection.execute("SELECT %s FROM %s" % (schema.seen(actual), actual)).fetchall()
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
        if "unplaced" in statement.tags and found.state == "HY000" and \
                "which is none of" in found.message:
            self.counts["refused"] += 1
            return None
        wanted = self.whole.run(statements.for_one_database(statement.sql), statement.params)
        if "mayfail" in statement.tags and wanted.state in differential.REFUSALS:
            return None
        tags = statement.tags | TAGS[self.brand]
        if self.brand == "my" and " LEFT JOIN " in statement.sql:
            tags = tags | {"mysql"}
        if self.brand == "sl" and re.search(r"\b(SUM|AVG|TOTAL)\(", statement.sql, re.I):
            tags = tags | {"approx"}
        self.counts["compared"] += 1
        return differential.compare(wanted, found, tags)

    def run(self, name, cases):
        for case in cases:
            statement = case.statements[0]
            problem = self.check(statement)
            if statements.is_write(statement):
                problem = self.layout.restore(statement.sql) or problem
            if problem:
                self.counts["failed"] += 1
                print("FAIL %s %s %s:%d %s %s: %s" % (self.brand, self.layout.name, name, case.line,
                                                      statement.sql, statement.params, problem))

    def run_all(self, options, files):
        for file in files:
            self.run(os.path.basename(file), [
                case for case in statements.read(file)
                if len(case.statements) == 1 and "!" in case.tags
                and statements.runs_on(case, self.brand)])
        for kind, module in (("random", generate), ("wide", wide), ("nested", nest)):
            count = getattr(options, kind)
            if count:
                self.run(kind, module.cases(self.brand, count, options.seed))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--brand", action="append")
    parser.add_argument("--layout", action="append", choices=LAYOUTS)
    parser.add_argument("--long", action="store_true")
    for kind in ("random", "wide", "nested"):
        parser.add_argument("--" + kind, type=int, default=0)
    parser.add_argument("--seed", type=int)
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    if options.seed is None:
        options.seed = differential.fresh_seed()
    if options.random or options.wide or options.nested:
        print("random statements: --seed %d" % options.seed)
    files = options.files or [
        file for file in sorted(glob.glob(os.path.join(HERE, "statements", "*.sql")))
        if os.path.basename(file) not in SKIPPED]
    counts = collections.Counter()
    for brand in options.brand or ["sl", "pg", "my"]:
        for name in options.layout or (LAYOUTS if options.long else SHORT):
            runner = Runner(brand, name)
            runner.run_all(options, files)
            counts += runner.counts
    print("layouts: %d passed, %d failed, %d refused" % (
        counts["compared"] - counts["failed"], counts["failed"], counts["refused"]))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
