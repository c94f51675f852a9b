# SPDX-License-Identifier: LGPL-2.1-or-later
"""Random statements over the tables of schema.py, from a seed.

Each is one that a database answers in exactly one way: rows are compared in order only under an
ORDER BY that ends in a unique column, and LIMIT appears only there.
"""
import random

import statements

# Columns by kind; "unique" identifies a row.
TABLES = {
    "t": {"unique": ["k"], "key": "k", "int": ["k", "v"], "text": ["g"], "dec": []},
    "u": {"unique": ["k"], "key": "k", "int": ["k", "v"], "text": ["g"], "dec": []},
    "w": {"unique": ["k"], "key": "k", "int": ["k", "v", "b"], "text": ["g", "s"], "dec": ["a"]},
    "e": {"unique": ["k"], "key": "k", "int": ["k"], "text": ["s"], "dec": [], "time": ["dt", "ts"]},
    "d": {"unique": ["k"], "key": "k", "int": ["k"], "text": [], "dec": ["a", "b"]},
    "z": {"unique": ["k"], "key": "k", "int": ["k", "v"], "text": ["g"], "dec": []},
    "rg": {"unique": ["k"], "key": "k", "int": ["k", "v"], "text": [], "dec": []},
    "orders": {"unique": ["order_id"], "key": "user_id", "int": ["order_id", "user_id"],
               "text": ["status"], "dec": ["amount"]},
    "items": {"unique": ["item_id"], "key": "user_id", "text": [], "dec": [],
              "int": ["item_id", "order_id", "user_id", "product", "qty"]},
}
WEIGHTS = ["w"] * 6 + ["t"] * 3 + ["orders"] * 3 + ["items"] * 2 + ["e", "e", "d", "u", "z", "rg"]
JOINS = [("t", "u", "{a}.k = {b}.k"), ("w", "w", "{a}.k = {b}.k"), ("t", "t", "{a}.k = {b}.k"),
         ("orders", "items", "{a}.user_id = {b}.user_id AND {a}.order_id = {b}.order_id")]


class Scope:
    """The tables of one FROM, with their columns as the statement writes them."""

    def __init__(self, rng):
        self.rng = rng
        self.joined = rng.random() < 0.2
        if self.joined:
            left, right, condition = rng.choice(JOINS)
            outer = rng.choice(["JOIN", "JOIN", "LEFT JOIN"])
            self.text = "%s a %s %s b ON %s" % (left, outer, right,
                                                condition.format(a="a", b="b"))
            self.parts = [("a.", TABLES[left]), ("b.", TABLES[right])]
        else:
            name = rng.choice(WEIGHTS)
            self.text = name
            self.parts = [("", TABLES[name])]
            if rng.random() < 0.2:
                self.text, self.parts = name + " x", [("x.", TABLES[name])]

    def columns(self, *kinds):
        return [prefix + column for prefix, table in self.parts for kind in kinds
                for column in table.get(kind, [])]

    def any_column(self):
        return self.rng.choice(self.columns("int", "text", "dec", "time"))

    def number(self):
        return self.rng.choice(self.columns("int", "dec"))

    def key(self):
        prefix, table = self.rng.choice(self.parts)
        return prefix + table["key"]

    def unique(self):
        return [prefix + column for prefix, table in self.parts for column in table["unique"]]


class Generator:
    def __init__(self, brand, seed):
        self.brand = brand
        self.rng = random.Random(seed)

    def chance(self, share):
        return self.rng.random() < share

    def value(self):
        return self.rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 17, 20, 33, 64, 105, 111])

    def params(self, values):
        """A literal or, now and then, a marker."""
        if self.use_markers:
            self.markers.extend(values)
            return ["?"] * len(values)
        return [str(value) for value in values]

    def comparison(self, column):
        rng = self.rng
        kind = rng.randrange(6)
        if kind <= 1:
            return "%s %s %s" % (column, rng.choice(["=", "=", "<", ">", "<=", ">=", "<>"]),
                                 self.params([self.value()])[0])
        if kind == 2:
            low = self.value()
            low, high = self.params([low, low + rng.randrange(12)])
            return "%s BETWEEN %s AND %s" % (column, low, high)
        if kind == 3:
            items = self.params([self.value() for _ in range(rng.randrange(1, 6))])
            return "%s %sIN (%s)" % (column, rng.choice(["", "", "NOT "]), ", ".join(items))
        if kind == 4:
            return "%s IS %sNULL" % (column, rng.choice(["", "NOT "]))
        return "%s = %s" % (column, self.params([self.value()])[0])

    def condition(self, scope, depth=0):
        rng = self.rng
        if depth < 2 and self.chance(0.45):
            text = "%s %s %s" % (self.condition(scope, depth + 1), rng.choice(["AND", "AND", "OR"]),
                                 self.condition(scope, depth + 1))
            return rng.choice(["(%s)", "(%s)", "NOT (%s)"]) % text
        if self.chance(0.55):
            return self.comparison(scope.key())
        if self.chance(0.2) and scope.columns("text"):
            column = rng.choice(scope.columns("text"))
            return "%s %s" % (column, rng.choice(["= 'a'", "IN ('a', 'b', 'new')", "LIKE 'x%'",
                                                  "> 'b'", "IS NULL"]))
        return self.comparison(rng.choice(scope.columns("int")))

    def where(self, scope):
        return " WHERE " + self.condition(scope) if self.chance(0.7) else ""

    def direction(self):
        return self.rng.choice(["", "", " DESC", " ASC"])

    def nulls(self):
        if self.brand == "my" or self.chance(0.85):
            return ""
        return self.rng.choice([" NULLS FIRST", " NULLS LAST"])

    def limit(self):
        if self.chance(0.5):
            return ""
        text = " LIMIT %d" % self.rng.choice([0, 1, 2, 3, 5, 10, 100])
        return text + (" OFFSET %d" % self.rng.choice([0, 1, 2, 7, 30]) if self.chance(0.5) else "")

    def plain(self):
        scope = Scope(self.rng)
        columns = [scope.any_column() for _ in range(self.rng.randrange(1, 4))]
        items = ["%s AS c%d" % (column, i) for i, column in enumerate(columns)]
        if self.chance(0.2):
            items.append("%s + 1 AS x" % self.rng.choice(scope.columns("int")))
        if self.chance(0.15) and not scope.joined:
            items = ["*"]
        text = "SELECT %s FROM %s%s" % (", ".join(items), scope.text, self.where(scope))
        if self.chance(0.5):
            return text, set()
        order = [scope.any_column() + self.direction() + self.nulls()
                 for _ in range(self.rng.randrange(0, 3))]
        order += [column + self.direction() for column in scope.unique()]
        return text + " ORDER BY " + ", ".join(order) + self.limit(), {"ordered"}

    def distinct(self):
        scope = Scope(self.rng)
        columns = sorted({scope.any_column() for _ in range(self.rng.randrange(1, 4))})
        items = ["%s AS c%d" % (column, i) for i, column in enumerate(columns)]
        text = "SELECT DISTINCT %s FROM %s%s" % (", ".join(items), scope.text, self.where(scope))
        if self.chance(0.5):
            return text, set()
        order = list(range(1, len(columns) + 1))
        self.rng.shuffle(order)
        order = ", ".join("%d%s" % (number, self.direction()) for number in order)
        return text + " ORDER BY " + order + self.limit(), {"ordered"}

    def aggregate(self, scope):
        rng = self.rng
        kind = rng.randrange(10)
        if kind == 0:
            return "COUNT(*)"
        if kind == 1:
            return "COUNT(%s)" % scope.any_column()
        if kind == 2:
            return "COUNT(DISTINCT %s)" % scope.any_column()
        if kind in (3, 4):
            return "%s(%s)" % (rng.choice(["MIN", "MAX"]), scope.any_column())
        if kind == 5:
            return "SUM(%s) + COUNT(*)" % rng.choice(scope.columns("int"))
        return "%s(%s)" % (rng.choice(["SUM", "SUM", "AVG"]), scope.number())

    def aggregates(self):
        scope = Scope(self.rng)
        items = ["%s AS a%d" % (self.aggregate(scope), i) for i in range(self.rng.randrange(1, 4))]
        return "SELECT %s FROM %s%s" % (", ".join(items), scope.text, self.where(scope)), set()

    def grouped(self):
        rng = self.rng
        scope = Scope(rng)
        columns = sorted({scope.any_column() for _ in range(rng.randrange(1, 3))})
        items = ["%s AS c%d" % (column, i) for i, column in enumerate(columns)]
        items += ["%s AS a%d" % (self.aggregate(scope), i) for i in range(rng.randrange(0, 3))]
        rng.shuffle(items)
        text = "SELECT %s FROM %s%s GROUP BY %s" % (", ".join(items), scope.text,
                                                    self.where(scope), ", ".join(columns))
        if self.chance(0.3):
            text += " HAVING %s %s %d" % (rng.choice(["COUNT(*)", "MAX(%s)" % scope.number(),
                                                      "SUM(%s)" % scope.number()]),
                                          rng.choice([">", ">=", "<", "="]), rng.randrange(0, 20))
        if self.chance(0.4):
            return text, set()
        order = [column + self.direction() for column in columns]
        if self.chance(0.3):
            order.insert(0, "COUNT(*)" + self.direction())
        return text + " ORDER BY " + ", ".join(order) + self.limit(), {"ordered"}

    def statement(self, number):
        self.use_markers = self.chance(0.25)
        self.markers = []
        kind = self.rng.choice([self.plain] * 4 + [self.grouped] * 3 + [self.aggregates] * 2 +
                               [self.distinct])
        text, tags = kind()
        return statements.Statement(text, tuple(self.markers), tags, number)


def cases(brand, count, seed):
    generator = Generator(brand, seed)
    result = []
    for number in range(1, count + 1):
        statement = generator.statement(number)
        result.append(statements.Case([statement], statement.tags, number, []))
    return result
