# SPDX-License-Identifier: LGPL-2.1-or-later
"""The tables of the differential tests: their columns, rows, and where each row must lie.

The same rows are put into the database "whole" and, split as tests/servers/rules.ini.in says, into
the shards. Everything is made from a fixed seed, so that a failure can be repeated.
"""
import datetime
import decimal
import random
import re

import odd

SHARDS = 4
BRANDS = ("pg", "my", "sl")

TYPES = {
    "pg": {"int": "INTEGER", "big": "BIGINT", "dec": "NUMERIC", "dbl": "DOUBLE PRECISION",
           "ts": "TIMESTAMP(6)", "date": "DATE", "text": "TEXT", "bool": "BOOLEAN",
           "small": "SMALLINT", "real": "REAL", "char": "CHAR(4)", "bytes": "BYTEA",
           "time": "TIME", "zoned": "TIMESTAMPTZ", "unsigned": "NUMERIC(20)",
           "ci": 'VARCHAR(20) COLLATE "en-x-icu"', "de": 'TEXT COLLATE "de-x-icu"',
           "bin": 'VARCHAR(20) COLLATE "C"'},
    "my": {"int": "INT", "big": "BIGINT", "dec": "DECIMAL", "dbl": "DOUBLE",
           "ts": "DATETIME(6)", "date": "DATE", "text": "TEXT", "bool": "BOOLEAN",
           "small": "SMALLINT", "real": "FLOAT", "char": "CHAR(4)", "bytes": "VARBINARY(20)",
           "time": "TIME", "zoned": "TIMESTAMP NULL", "unsigned": "BIGINT UNSIGNED",
           "ci": "VARCHAR(20) COLLATE utf8mb4_general_ci",
           "de": "VARCHAR(20) COLLATE utf8mb4_german2_ci",
           "bin": "VARCHAR(20) COLLATE utf8mb4_bin"},
    "sl": {"int": "INTEGER", "big": "BIGINT", "dec": "DECIMAL", "dbl": "DOUBLE",
           "ts": "TIMESTAMP", "date": "DATE", "text": "TEXT", "bool": "BOOLEAN",
           "small": "SMALLINT", "real": "FLOAT", "char": "CHAR(4)", "bytes": "BLOB",
           "time": "TIME", "zoned": "TIMESTAMP", "unsigned": "NUMERIC",
           "ci": "VARCHAR(20) COLLATE NOCASE", "de": "TEXT COLLATE RTRIM", "bin": "VARCHAR(20)"},
}


def java_hash(text):
    """String.hashCode(), over UTF-16 units, as a signed 32-bit number."""
    value = 0
    units = text.encode("utf-16-le")
    for i in range(0, len(units), 2):
        value = (31 * value + units[i] + 256 * units[i + 1]) & 0xFFFFFFFF
    return value - (1 << 32) if value >= 1 << 31 else value


class Table:
    """columns: text with {types}; place: row -> (shard, actual table), None for every shard."""

    def __init__(self, name, columns, rows, place, actual=None):
        self.name = name
        self.columns = columns
        self.rows = rows
        self.place = place
        self.actual = actual or [name]

    def nodes(self):
        if self.name == "s1":
            return [(0, "s1")]
        return [(shard, name) for shard in range(SHARDS) for name in self.actual]

    def rows_of(self, shard, actual):
        if self.place is None:
            return list(self.rows)
        return [row for row in self.rows if self.place(row) == (shard, actual)]


def by_k(name):
    return lambda row: (int(row[0]) % SHARDS if row[0] is not None else -1, name)


def place_w(row):
    return row[0] % SHARDS, "w_%d" % (row[0] // 4 % 2)


def place_orders(row):
    return row[1] % SHARDS, "orders_%d" % (row[0] % 2)


def place_items(row):
    return row[2] % SHARDS, "items_%d" % (row[1] % 2)


def rows_w(rng):
    rows = []
    for k in range(1, 65):
        rows.append((
            k,
            rng.choice(["a", "b", "c", "d", "e", None]),
            rng.choice([None, -5, 0, 1, 2, 3, 10, 10, 20, 30, 1000000]),
            rng.choice([None, 5000000000, -1, 0, 7, 9007199254740993]),
            rng.choice([None, decimal.Decimal("1.500"), decimal.Decimal("-0.125"),
                        decimal.Decimal("10.000"), decimal.Decimal("99999.999"),
                        decimal.Decimal("0.001")]),
            rng.choice([None, "", "x", "X", "xy", "zebra", "Äpfel", "ß", "日本", "a b", "O'Neil"]),
        ))
    return rows


def rows_e(rng):
    rows = []
    for k in range(1, 41):
        day = datetime.date(2023, 12, 20) + datetime.timedelta(days=rng.randrange(30))
        stamp = datetime.datetime(2024, 1, 1) + datetime.timedelta(
            seconds=rng.randrange(200000), microseconds=rng.choice([0, 0, 500000, 123456]))
        rows.append((k, rng.choice([day, day, None]), rng.choice([stamp, stamp, None]),
                     rng.choice([None, 0.5, -1.25, 3.0, 1e10, 0.1]),
                     rng.choice([None, "short", "a longer text " * 5, ""])))
    return rows


def rows_orders(rng):
    rows = []
    for order in range(100, 160):
        user = rng.randrange(1, 12)
        rows.append((order, user, rng.choice(["new", "paid", "sent", None]),
                     decimal.Decimal(rng.randrange(100, 100000)) / 100))
    return rows


def rows_items(rng, orders):
    rows = []
    item = 1
    for order in orders:
        for _ in range(rng.randrange(0, 4)):
            rows.append((item, order[0], order[1], rng.randrange(1, 6), rng.randrange(1, 10)))
            item += 1
    return rows


def rows_ty(rng):
    rows = []
    for k in range(1, 31):
        rows.append((
            k, rng.choice([None, True, False, True]), rng.choice([None, -5, 0, 7, 300]),
            rng.choice([None, 0.5, -1.25, 3.0, 1e10, 2.0 ** -10]),
            rng.choice([None, "ab", "abcd", "x", "B"]),
            rng.choice([None, b"", b"\x00\x01", b"\xff\xfe", b"abc", b"\x00"]),
            rng.choice([None, datetime.time(0, 0), datetime.time(23, 59, 59), datetime.time(9, 30)]),
            rng.choice([None, datetime.datetime(2024, 3, 31, 1, 30), datetime.datetime(2023, 10, 29, 0, 30),
                        datetime.datetime(2024, 1, 1)]),
            rng.choice([None, 0, 1, 18446744073709551615, 9223372036854775808])))
    return rows


def rows_co(rng):
    texts = [None, "", "a", "A", "b", "B", "a ", "ab", "aB", "\u00e4", "\u00c4", "ae", "z", "\u00df",
             "ss", "\u00e9", "e", "\u03a9", "_", "a-b", "ab", "0"]
    rows = []
    for k in range(1, 61):
        rows.append((k, rng.choice(texts), rng.choice(texts), rng.choice(texts), rng.randrange(5)))
    return rows


def tables():
    rng = random.Random(20240101)
    orders = rows_orders(rng)
    dec = decimal.Decimal
    t = [(1, "a", 1), (2, "a", 10), (3, "b", 2), (4, "b", 20), (5, "c", 30), (6, "a", None)]
    u = [(1, "y", 9), (2, "x", 10), (3, "z", 10), (4, "y", 9)]
    n = [(1, "a"), (2, "b"), (3, "B"), (4, "C")]
    d = [(1, dec("0.2000"), dec("1.10"), 1), (2, dec("9007199254740993.1000"), dec("2.25"), 2),
         (4, dec("-3.5000"), None, -7), (5, None, dec("2.25"), None),
         (6, dec("0.2000"), dec("-1.10"), 9223372036854775807), (8, dec("12.3000"), dec("0.00"), 0)]
    c = [("ab", 1), ("abc", 2), ("", 3), ("Zürich", 4), ("x y", 5), ("FB", 6), ("Ea", 7)]
    kgv = "k {int}, g VARCHAR(10), v {int}"
    return [
        Table("t", kgv, t, by_k("t")),
        Table("u", kgv, u, by_k("u")),
        Table("n", "k {int}, name VARCHAR(20){blind}", n, by_k("n")),
        Table("d", "k {int}, a {dec}(20,4), b {dec}(10,2), i {big}", d, by_k("d")),
        Table("e", "k {int}, dt {date}, ts {ts}, f {dbl}, s {text}", rows_e(rng), by_k("e")),
        Table("z", kgv, [], by_k("z")),
        Table("q", "k {int} NOT NULL PRIMARY KEY, g VARCHAR(10), v {int}", t, by_k("q")),
        Table("w", "k {int} NOT NULL PRIMARY KEY, g VARCHAR(10), v {int}, b {big}, a {dec}(12,3), "
              "s VARCHAR(20)", rows_w(rng), place_w, ["w_0", "w_1"]),
        Table("orders", "order_id {int} NOT NULL, user_id {int} NOT NULL, status VARCHAR(10), "
              "amount {dec}(10,2)", orders, place_orders, ["orders_0", "orders_1"]),
        Table("items", "item_id {int} NOT NULL, order_id {int} NOT NULL, user_id {int} NOT NULL, "
              "product {int}, qty {int}", rows_items(rng, orders), place_items,
              ["items_0", "items_1"]),
        Table("c", "id VARCHAR(20) NOT NULL, v {int}", c,
              lambda row: (abs(java_hash(row[0])) % SHARDS, "c")),
        Table("rg", "k {big}, v {int}",
              [(k, k * k % 17) for k in (-5, 0, 3, 9, 10, 11, 15, 19, 20, 21, 29, 30, 31, 99,
                                         3147483647)],
              lambda row: (sum(row[0] >= bound for bound in (10, 20, 30)), "rg")),
        Table("ty", "k {int} NOT NULL, b {bool}, sm {small}, fl {real}, ch {char}, raw {bytes}, "
              "tm {time}, tz {zoned}, un {unsigned}", rows_ty(rng), by_k("ty")),
        Table("co", "k {int} NOT NULL, ci {ci}, de {de}, bin {bin}, v {int}", rows_co(rng),
              by_k("co")),
        Table("od", "k {int} NOT NULL PRIMARY KEY, {odd}", odd.rows(rng), by_k("od")),
        Table("r", "id {int}, d VARCHAR(10)", [(1, "one"), (5, "five")], None),
        Table("s1", "id {int}, d VARCHAR(10)", [(1, "eins"), (2, "zwei"), (3, None)],
              lambda row: (0, "s1")),
    ]


def seen(actual):
    """What is read to see what a table holds: pyodbc can't read all of od's values."""
    return "k" if re.fullmatch(r"od(_n[0-9])?", actual) else "*"


def create_text(table, actual, brand):
    types = dict(TYPES[brand])
    types["blind"] = " COLLATE utf8mb4_general_ci" if brand == "my" else ""
    types["odd"] = odd.columns(brand)
    return "CREATE TABLE %s (%s)" % (actual, table.columns.format(**types))


def literal(value, brand):
    if value is None:
        return "NULL"
    if isinstance(value, dict):
        return value[brand]
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, bytes):
        return ("'\\x%s'" if brand == "pg" else "x'%s'") % value.hex()
    if isinstance(value, (datetime.date, datetime.datetime, datetime.time)):
        text = str(value)
        return "'%s'" % text
    if isinstance(value, str):
        return "'%s'" % value.replace("'", "''")
    return str(value)


def insert_text(actual, rows, brand):
    return "INSERT INTO %s VALUES %s" % (actual, ", ".join(
        "(%s)" % ", ".join(literal(value, brand) for value in row) for row in rows))
