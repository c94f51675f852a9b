#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Sharding keys of text, dates, decimals and the like: rows are inserted and looked up through the
sharded data source in every spelling, and what comes back is compared with one database.

    keys.py [--brand pg] [--list-refused]

Needs the ini files of tests/servers (ODBCSYSINI, ODBCINI). Last line: "keys: N passed, N failed, N
refused".
"""
import argparse
import datetime
import decimal
import itertools
import os
import re
import sys
import tempfile

import pyodbc

pyodbc.pooling = False
HERE = os.path.dirname(os.path.abspath(__file__))
SHARDS = 4

TYPES = {
    "pg": {"ktext": "VARCHAR(30)", "kblind": 'TEXT COLLATE "en-x-icu"', "kchar": "CHAR(6)",
           "kdate": "DATE", "kstamp": "TIMESTAMP", "kshort": "TIMESTAMP(3)",
           "kdecimal": "NUMERIC(10,2)", "kbig": "BIGINT",
           "knumber": "NUMERIC(12,3)", "krange": "VARCHAR(30)", "klist": "VARCHAR(30)",
           "kbytes": "BYTEA"},
    "my": {"ktext": "VARCHAR(30)", "kblind": "VARCHAR(30) COLLATE utf8mb4_general_ci",
           "kchar": "CHAR(6)", "kdate": "DATE", "kstamp": "DATETIME(6)",
           "kshort": "DATETIME(3)", "kdecimal": "DECIMAL(10,2)",
           "kbig": "BIGINT", "knumber": "DECIMAL(12,3)", "krange": "VARCHAR(30)",
           "klist": "VARCHAR(30)", "kbytes": "VARBINARY(20)"},
    "sl": {"ktext": "VARCHAR(30)", "kblind": "TEXT COLLATE NOCASE", "kchar": "CHAR(6)",
           "kdate": "DATE", "kstamp": "TIMESTAMP", "kshort": "TIMESTAMP(3)",
           "kdecimal": "DECIMAL(10,2)", "kbig": "BIGINT",
           "knumber": "NUMERIC", "krange": "VARCHAR(30)", "klist": "VARCHAR(30)"},
}
TEXTS = ["ab", "AB", "ab ", "  ab", "", "a", "Z\u00fcrich", "Z\u00dcRICH", "\u00df", "ss", "\u65e5\u672c",
         "007", "7", "7.0", "O'Neil", "x" * 30, "g", "n", "t", "m", "de", "at", "fr", "uk", "ie", "DE",
         "fr ", "1e0", "-0", "0", "\u00e9", "e\u0301"]
VALUES = {
    "ktext": TEXTS, "kblind": TEXTS, "krange": TEXTS, "klist": TEXTS,
    "kchar": [text for text in TEXTS if len(text) <= 6],
    "kdate": ["2023-12-31", "2024-01-01", "2024-01-31", "2024-02-01", "2024-02-29", "2024-03-01",
              "1999-01-01", "9999-12-31"],
    "kstamp": ["2023-12-31 23:59:59", "2024-01-01 00:00:00", "2023-12-31 23:59:59.999999",
               "2024-01-31 23:59:59.5", "2024-02-01", "2024-02-29 12:00:00",
               "2024-03-01 00:00:00.000001"],
    # Digits that PostgreSQL rounds and MariaDB cuts.
    "kshort": ["2024-01-01 00:00:00", "2024-01-15 10:00:00.1239", "2024-01-31 23:59:59.9994",
               "2023-12-31 23:59:59.9996", "2024-02-29 12:00:00.5"],
    "kdecimal": ["0", "0.00", "1", "1.5", "1.50", "-1.5", "99999999.99", "3", "10", "0.1"],
    "kbig": ["0", "1", "-1", "9223372036854775807", "-9223372036854775808", "4294967296",
             "2147483648", "7"],
    "kbytes": ["a1", "00", "0001", "616263", "ff", "5c78"],
    "knumber": ["0", "-0.001", "10.499", "10.5", "10.5001", "99.999", "100", "-5", "1e1"],
}
MORE = {
    "kdate": ["2024-01-01 00:00:00", "2024-01-31 12:00:00"],
    "kstamp": ["2024-01-01T00:00:00", "2024-02-01 00:00:00.000", "2023-12-31 23:59:59.9999996"],
    "kshort": ["2024-01-15 10:00:00.123", "2024-01-15 10:00:00.124", "2024-01-31 23:59:59.999",
               "2024-02-01 00:00:00", "2023-12-31 23:59:59.9999996"],
    "kdecimal": ["1.500", "1.505", "3.0", "1e1", "-1.50"], "kbig": ["7.0", "007", "1.5"],
    "knumber": ["10.50", "10.4999", "1e2"],
}
NUMERIC = {"kdecimal", "kbig", "knumber"}
TEXTUAL = {"ktext", "kblind", "kchar", "krange", "klist"}
TWO = ["a = 1 AND b = 5", "a = 1", "b = 5", "a IN (1,2) AND b IN (0,9)", "(a,b) IN ((1,5),(7,9))",
       "a = 1 OR b = 5", "a < 3 AND b = 1", "a = b", "a = 1 AND b = 5 OR a = 7 AND b = 9",
       "a + b = 6", "a = ? AND b = ?", "(a, b) = (?, ?)", "a = 1 AND b IS NULL",
       "a BETWEEN 1 AND 2 AND b BETWEEN 0 AND 1", "NOT (a <> 1 OR b <> 5)"]


def run(connection, sql, params):
    try:
        cursor = connection.cursor()
        try:
            cursor.execute(sql, *params)
            if cursor.description is None:
                return "count", cursor.rowcount
            return "rows", sorted((tuple(row) for row in cursor.fetchall()), key=repr)
        finally:
            cursor.close()
    except pyodbc.Error as problem:
        return "error", problem.args[0], str(problem.args[1])


class Keys:
    def __init__(self, brand):
        self.brand = brand
        self.passed = self.failed = 0
        self.refused = []
        with open(os.path.join(HERE, "keys.ini.in"), encoding="utf-8") as file:
            rules = file.read().replace("@brand@", brand)
        self.rules = tempfile.NamedTemporaryFile("w", suffix=".ini")
        self.rules.write(rules)
        self.rules.flush()
        self.whole = pyodbc.connect("DSN=%s_whole" % brand, autocommit=True)
        self.make_tables()
        self.sharded = pyodbc.connect("Driver=ShardODBC;Rules=" + self.rules.name, autocommit=True)
        self.number = 0

    def make_tables(self):
        shards = [pyodbc.connect("DSN=%s_%d" % (self.brand, i), autocommit=True)
                  for i in range(SHARDS)]
        for connection in [self.whole] + shards:
            for name, kind in TYPES[self.brand].items():
                connection.execute("DROP TABLE IF EXISTS %s" % name)
                connection.execute("CREATE TABLE %s (id %s, v INTEGER)" % (name, kind))
            connection.execute("DROP TABLE IF EXISTS ktwo")
            connection.execute("CREATE TABLE ktwo (a INTEGER, b INTEGER, v INTEGER)")
            if connection is not self.whole:
                connection.close()

    def both(self, sql, *params):
        found = run(self.sharded, sql, params)
        if found[0] == "error" and found[1] in ("0A000", "HYC00"):
            self.refused.append((sql, params, found[2]))
            return
        wanted = run(self.whole, sql, params)
        same = wanted[:2] == found[:2]
        self.passed += same
        self.failed += not same
        if not same:
            print("FAIL %s %s %r\n  found  %s\n  wanted %s" % (
                self.brand, sql, params, str(found)[:300], str(wanted)[:300]))

    def literal(self, table, value):
        if table == "kbytes":
            return ("'\\x%s'" if self.brand == "pg" else "x'%s'") % value
        return value if table in NUMERIC else "'%s'" % value.replace("'", "''")

    def parameters(self, table, value):
        if table == "kbytes":
            return [bytes.fromhex(value)]
        result = [value]
        if value in MORE.get(table, ()):
            return result
        if table == "kdate":
            result.append(datetime.date.fromisoformat(value))
        elif table in ("kstamp", "kshort"):
            result.append(datetime.datetime.fromisoformat(value))
        elif table in NUMERIC:
            number = decimal.Decimal(value)
            result.append(number)
            if abs(number) < 2**53:
                result.append(float(value))
            if number == int(number):
                result.append(int(number))
        return result

    def insert(self, table):
        for value in VALUES[table]:
            self.number += 2
            self.both("INSERT INTO %s VALUES (%s, %d)" % (table, self.literal(table, value),
                                                        self.number))
            self.both("INSERT INTO %s VALUES (?, %d)" % (table, self.number + 1),
                      self.parameters(table, value)[0])

    def typed_literals(self, table, value):
        if table == "kbytes":
            if self.brand != "sl":
                yield ("'\\x%s'::bytea" if self.brand == "pg" else "0x%s") % value.upper()
            return
        if table in TEXTUAL and re.match(r"^-?\d+(\.\d+)?$", value):
            yield value
        if table in NUMERIC:
            yield "'%s'" % value
        if self.brand == "sl":
            return
        stamp = value if len(value) > 10 else value + " 00:00:00"
        if table in ("kdate", "kstamp", "kshort"):
            yield "DATE '%s'" % value[:10]
            yield "{d '%s'}" % value[:10]
        if table in ("kstamp", "kshort"):
            yield "TIMESTAMP '%s'" % value
            yield "{ts '%s'}" % stamp

    def look_up(self, table, value):
        select = "SELECT v FROM %s WHERE id " % table
        literal = self.literal(table, value)
        for operator in ("=", "<", ">=", "<>"):
            self.both("%s %s %s" % (select, operator, literal))
        first, last = (self.literal(table, VALUES[table][i]) for i in (0, -1))
        self.both("%s IN (%s, %s)" % (select, literal, first))
        self.both("%s BETWEEN %s AND %s" % (select, literal, last))
        for parameter in self.parameters(table, value):
            for operator in ("=", "<", ">="):
                self.both("%s %s ?" % (select, operator), parameter)
            self.both("%s IN (?, ?)" % select, parameter, parameter)
        for typed in self.typed_literals(table, value):
            self.both("%s = %s" % (select, typed))

    def table(self, table):
        self.insert(table)
        more = [] if table == "kbytes" else ["ab  ", "Ab", "007 ", "zz"]
        for value in VALUES[table] + MORE.get(table, more):
            self.look_up(table, value)
        self.both("SELECT COUNT(*) FROM %s" % table)
        self.both("SELECT v FROM %s WHERE id IS NULL" % table)
        if table in TEXTUAL:
            for pattern in ("a%", "%b", "AB", "007%"):
                self.both("SELECT v FROM %s WHERE id LIKE '%s'" % (table, pattern))
        self.both("UPDATE %s SET v = v + 1000 WHERE id = %s" % (
            table, self.literal(table, VALUES[table][1])))
        self.both("SELECT v FROM %s" % table)
        self.both("DELETE FROM %s WHERE id = ?" % table,
                  self.parameters(table, VALUES[table][0])[0])
        self.both("SELECT v FROM %s" % table)

    def two_columns(self):
        for a, b in itertools.product([0, 1, 2, 3, 7, 100], [0, 1, 5, 9]):
            self.number += 1
            self.both("INSERT INTO ktwo VALUES (%d, %d, %d)" % (a, b, self.number))
        for condition in TWO:
            self.both("SELECT v FROM ktwo WHERE " + condition, *((1, 5) if "?" in condition else ()))

    def run(self):
        for table in TYPES[self.brand]:
            self.table(table)
        self.two_columns()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--brand", action="append")
    parser.add_argument("--list-refused", action="store_true")
    options = parser.parse_args()
    passed = failed = refused = 0
    for brand in options.brand or ["sl", "pg", "my"]:
        keys = Keys(brand)
        keys.run()
        passed, failed, refused = (passed + keys.passed, failed + keys.failed,
                                   refused + len(keys.refused))
        if options.list_refused:
            for sql, params, reason in keys.refused:
                print("refused %s %s %r -- %s" % (brand, sql, params, reason))
    print("keys: %d passed, %d failed, %d refused" % (passed, failed, refused))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
