#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Names that need quotes: reserved words, blanks, dots, quotes, letters beyond ASCII. Each table is
there twice, one actual table on each of two shards and two on one shard, and what comes back is
compared with one database; then its columns and indexes are changed.

    names.py [--brand pg]

Needs the ini files of tests/servers (ODBCSYSINI, ODBCINI). Last line: "names: N passed, N failed, N
refused".
"""
import argparse
import collections
import sys
import tempfile

import clients
import differential

# Table, key, another column.
NAMES = [("Order items", "Id", "Val ue"), ("group", "order", "select"),
         ("T_ORDER", "USER_ID", "STATUS"), ("Z\u00e4 \u65e5", "schl\u00fcssel", "\u00f6"),
         ("q\"`t", "k'x", "v`\"y"), ("t.dot", "k.1", "v.1"), ("user", "id", "name"),
         ("select", "from", "where")]
ROWS = "(1,'x'),(2,'y'),(3,'x'),(4,NULL),(5,'y'),(6,'z')"
STATEMENTS = """
SELECT * FROM {t} ORDER BY {k}
SELECT {k}, {v} FROM {t} WHERE {k} = 3
SELECT {t}.{k} FROM {t} WHERE {t}.{k} IN (1, 2, 3) ORDER BY {t}.{k} DESC
SELECT x.{v} AS {k} FROM {t} x WHERE x.{k} = 2
SELECT {t}.* FROM {t} WHERE {k} > 2 ORDER BY {v}, {k}
SELECT {v}, COUNT(*) AS c, SUM({k}) AS {v2} FROM {t} GROUP BY {v} ORDER BY {v}
SELECT DISTINCT {v} FROM {t} ORDER BY {v}
SELECT a.{k}, b.{v} FROM {t} a JOIN {t} b ON a.{k} = b.{k} WHERE b.{v} = 'x' ORDER BY a.{k}
SELECT COUNT(*) FROM {t} AS {t} WHERE {t}.{v} <> 'x'
SELECT {k} AS {t}, '{t}' AS text FROM {t} ORDER BY {t} DESC
SELECT {k} FROM {t} WHERE {v} IN (SELECT {v} FROM {t} WHERE {k} = 1) ORDER BY 1
SELECT q.{k} FROM (SELECT {k}, {v} FROM {t}) q WHERE q.{v} = 'y' ORDER BY q.{k}
SELECT c.{k} FROM (SELECT * FROM {t}) c ORDER BY c.{k} LIMIT 2
SELECT {k} FROM {t} WHERE {k} = ? ;; 3
SELECT {v2} FROM {t}
INSERT INTO {t} VALUES (7, 'n'), (8, 'm')
INSERT INTO {t} ({v}, {k}) VALUES (?, 9) ;; p
UPDATE {t} SET {v} = 'u' WHERE {k} IN (1, 2)
UPDATE {t} SET {v} = 'w' WHERE {t}.{k} = 4
DELETE FROM {t} WHERE {t}.{k} = 5
DELETE FROM {t} WHERE {v} = 'u' AND {k} < 3
ALTER TABLE {t} ADD COLUMN {v2} INT
UPDATE {t} SET {v2} = {k} * 2
CREATE INDEX {i} ON {t} ({v2})
SELECT * FROM {t} ORDER BY {v2} DESC
DROP TABLE {t}
""".strip().split("\n")


def in_rules(name):
    return '"%s"' % name.replace('"', '""')


def rules_of(brand):
    text = "[shardodbc]\ndialect = auto\ndefault-shard = ds_0\n"
    for shard in range(2):
        text += "[shard ds_%d]\ndsn = %s_%d\n" % (shard, brand, shard)
    for number, (table, key, _) in enumerate(NAMES):
        one_shard = number % 2
        text += "[table %s]\nnodes = %s\n%s-key = %s\n%s-algorithm = by_%d\n" % (
            in_rules(table),
            ", ".join("ds_%d.%s" % (shard, in_rules(actual)) for shard, actual in nodes(number)),
            "table" if one_shard else "shard", in_rules(key),
            "table" if one_shard else "shard", number)
        text += "[algorithm by_%d]\ntype = MOD\nsharding-count = 2\n" % number
    return text


def nodes(number):
    table = NAMES[number][0]
    if number % 2:
        return [(0, "%s_%d" % (table, i)) for i in range(2)]
    return [(i, table + "_x") for i in range(2)]


class Names:
    def __init__(self, brand):
        self.brand = brand
        self.counts = collections.Counter()
        self.whole = clients.OdbcClient("%s_whole" % brand)
        self.shards = [clients.OdbcClient("%s_%d" % (brand, i)) for i in range(2)]
        with tempfile.NamedTemporaryFile("w", suffix=".ini", encoding="utf-8") as file:
            file.write(rules_of(brand))
            file.flush()
            self.sharded = clients.OdbcClient("Driver=ShardODBC;Rules=" + file.name)
            self.check_all()

    def quote(self, name):
        mark = "`" if self.brand == "my" else '"'
        return mark + name.replace(mark, mark * 2) + mark

    def everywhere(self, number):
        yield self.whole, NAMES[number][0]
        for shard, actual in nodes(number):
            yield self.shards[shard], actual

    def check_all(self):
        for number, (table, key, value) in enumerate(NAMES):
            for client, actual in self.everywhere(number):
                client.run("DROP TABLE IF EXISTS %s" % self.quote(actual))
                client.run("CREATE TABLE %s (%s INT PRIMARY KEY, %s VARCHAR(10))" % (
                    self.quote(actual), self.quote(key), self.quote(value)))
            for client in (self.whole, self.sharded):
                client.run("INSERT INTO %s VALUES %s" % (self.quote(table), ROWS))
            for line in STATEMENTS:
                self.check(number, line)

    def check(self, number, line):
        table, key, value = NAMES[number]
        text, _, parameter = line.partition(" ;; ")
        text = text.replace("'{t}'", "'%s'" % table.replace("'", "''"))
        sql = text.format(t=self.quote(table), k=self.quote(key), v=self.quote(value),
                          v2=self.quote(value + " 2"), i=self.quote("ix %d" % number))
        params = (int(parameter) if parameter.isdigit() else parameter,) if parameter else ()
        found = self.sharded.run(sql, params)
        if found.state in differential.REFUSALS:
            self.counts["refused"] += 1
            print("refused %s %s -- %s" % (self.brand, sql, found.message))
            return
        wanted = self.whole.run(sql, params)
        tags = {{"pg": "postgresql", "sl": "sqlite", "my": "mysql"}[self.brand]}
        if "ORDER BY" in sql:
            tags.add("ordered")
        problem = differential.compare(wanted, found, tags)
        self.counts["failed" if problem else "passed"] += 1
        if problem:
            print("FAIL %s %s: %s" % (self.brand, sql, problem))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--brand", action="append")
    options = parser.parse_args()
    counts = collections.Counter()
    for brand in options.brand or ["sl", "pg", "my"]:
        counts += Names(brand).counts
    print("names: %d passed, %d failed, %d refused" % (
        counts["passed"], counts["failed"], counts["refused"]))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
