# SPDX-License-Identifier: LGPL-2.1-or-later
"""Random statements over columns of every type, from a seed: expressions in every clause, orders of
every kind, FILTER, DISTINCT ON, ties, windows inside one node, joins with broadcast tables,
subqueries that can be answered, set operations, parameters of every type, reads after writes.

As in generate.py each has exactly one answer: LIMIT stands only behind a total order, or keeps ties.
"""
import datetime
import decimal
import random

import statements

D = decimal.Decimal

# Columns: name -> kind.  The first one is the sharding key.  "unique" identifies a row.  Texts of a
# blind kind may be equal and look different: a group may show any of them.
TABLES = {
    "ty": {"unique": ["k"], "columns": {
        "k": "int", "b": "bool", "sm": "int", "fl": "float", "ch": "char", "raw": "bytes",
        "tm": "time", "tz": "zoned", "un": "unsigned"}},
    "co": {"unique": ["k"], "columns": {"k": "int", "ci": "blind", "de": "blind", "bin": "text", "v": "int"}},
    "e": {"unique": ["k"], "columns": {"k": "int", "dt": "date", "ts": "stamp", "f": "float", "s": "long"}},
    "w": {"unique": ["k"], "columns": {"k": "int", "g": "text", "v": "int", "b": "int", "a": "dec", "s": "text"}},
    "d": {"unique": ["k"], "columns": {"k": "int", "a": "dec", "b": "dec", "i": "big"}},
    "orders": {"unique": ["order_id"], "columns": {
        "user_id": "int", "order_id": "int", "status": "text", "amount": "dec"}},
    "t": {"unique": ["k"], "columns": {"k": "int", "g": "text", "v": "int"}},
    "z": {"unique": ["k"], "columns": {"k": "int", "g": "text", "v": "int"}},
}
NUMBERS = ("int", "dec", "unsigned", "big")
JOINS = [("t", "w"), ("w", "w"), ("e", "d"), ("ty", "co"), ("d", "w"), ("co", "e")]
VALUES = {
    "int": [0, 1, 2, 3, 5, 10, 20, 64], "big": [0, 1, 9223372036854775807],
    "dec": [D("0.2"), D("1.500"), D("2.25"), D("-0.125"), D("10"), D("99999.999")],
    "unsigned": [0, 1, 9223372036854775807], "float": [0.5, -1.25, 3.0, 0.1],
    "text": ["a", "b", "x", "", "A", "xy", "new"], "char": ["ab", "x", "B"], "long": ["short", ""],
    "blind": ["a", "B", "", "ab"],
    "date": [datetime.date(2023, 12, 25), datetime.date(2024, 1, 5)],
    "stamp": [datetime.datetime(2024, 1, 2, 3, 4, 5), datetime.datetime(2024, 1, 1)],
    "zoned": [datetime.datetime(2024, 1, 1)], "time": [datetime.time(9, 30)],
    "bool": [True, False], "bytes": [b"abc", b"\x00"],
}


class Wide:
    def __init__(self, brand, seed):
        self.brand = brand
        self.rng = random.Random(seed)

    def chance(self, share):
        return self.rng.random() < share

    def pick(self, *values):
        return self.rng.choice(values)

    # ---- tables and columns ----------------------------------------------------------------------

    def kinds(self, table):
        """Its columns, as they are in the brand."""
        padded = self.brand == "my"
        return {column: "blind" if padded and kind in ("text", "char", "long") else
                "text" if kind == "blind" and self.brand == "pg" else kind
                for column, kind in TABLES[table]["columns"].items()}

    def scope(self, single=False):
        """FROM: its text; self.cols: [(text, kind)], self.unique, self.key."""
        if not single and self.chance(0.2):
            return self.join()
        name = self.pick(*TABLES)
        table = TABLES[name]
        prefix, text = self.pick(("", name), ("q.", name + " q"))
        self.cols = [(prefix + column, kind) for column, kind in self.kinds(name).items()]
        self.unique = [prefix + column for column in table["unique"]]
        self.key = self.cols[0][0]
        if not single and self.chance(0.12):
            text += self.pick(" JOIN r ON r.id = %s", " LEFT JOIN r ON r.id = %s") % self.key
            self.cols += [("r.id", "int"), ("r.d", "blind" if self.brand == "my" else "text")]
        return text

    def join(self):
        left, right = self.pick(*JOINS)
        self.cols = [("a." + column, kind) for column, kind in self.kinds(left).items()]
        self.cols += [("c." + column, kind) for column, kind in self.kinds(right).items()]
        self.unique = ["a.k", "c.k"]
        self.key = "a.k"
        kinds = ["JOIN", "LEFT JOIN"] + (["RIGHT JOIN"] if self.brand != "sl" else []) + \
            (["FULL JOIN"] if self.brand == "pg" else [])
        kind = self.rng.choice(kinds)
        self.key = "c.k" if kind == "RIGHT JOIN" else "a.k"
        return "%s a %s %s c ON a.k = c.k" % (left, kind, right)

    def column(self, *kinds):
        fits = [column for column in self.cols if not kinds or column[1] in kinds]
        return self.rng.choice(fits) if fits else (self.key, "int")

    def number(self):
        return self.column(*NUMBERS)[0]

    def param(self, kind):
        value = self.rng.choice(VALUES[kind])
        if kind in ("bytes", "bool", "time", "zoned") or (self.brand == "sl" and kind in ("date", "stamp")):
            return None
        if self.chance(0.5) and not (self.brand == "pg" and kind == "char"):
            self.params.append(value)
            return "?"
        if isinstance(value, datetime.datetime):
            return "TIMESTAMP '%s'" % value
        if isinstance(value, datetime.date):
            return "DATE '%s'" % value
        return "'%s'" % value if isinstance(value, str) else repr(value).replace("Decimal('", "").replace("')", "")

    # ---- expressions -----------------------------------------------------------------------------

    def expression(self, depth=0):
        """(text, kind) over columns of a row."""
        kind = self.rng.randrange(12)
        if depth > 1 or kind < 6:
            return self.column()
        if kind == 6:
            return "%s %s %d" % (self.column("int")[0], self.pick("+", "-", "*"), self.rng.randrange(1, 9)), "int"
        if kind == 7:
            text = self.column("text", "long", "char", "blind")
            if text[1] == "int":
                return text
            return "%s(%s)" % (self.pick("UPPER", "LOWER", "TRIM"), text[0]), text[1]
        if kind == 8:
            return "CASE WHEN %s > %d THEN %d ELSE %s END" % (
                self.column("int")[0], self.rng.randrange(9), self.rng.randrange(9), self.column("int")[0]), "int"
        if kind == 9:
            return "COALESCE(%s, %d)" % (self.column("int")[0], self.rng.randrange(9)), "int"
        if kind == 10:
            text, kind = self.column("text", "blind")
            if kind != "int":
                return ("CONCAT(%s, '-', %s)" if self.brand == "my" else "%s || '-' || %s") % (text, text), kind
        if kind == 11:
            text = self.column("text", "long", "blind")
            if text[1] != "int":
                return "LENGTH(%s)" % text[0], "int"
        return self.column()

    def comparison(self):
        column, kind = self.column()
        shape = self.rng.randrange(6)
        if shape == 0:
            return "%s IS %sNULL" % (column, self.pick("", "NOT "))
        if shape == 1:
            return "%s %s %d" % (self.key, self.pick("=", ">", "<=", "<>"), self.rng.randrange(40))
        first = self.param(kind)
        if first is None:
            return "%s IS NOT NULL" % column
        if shape == 2:
            second = self.param(kind)
            return "%s IN (%s, %s)" % (column, first, second)
        if shape == 3:
            return "%s BETWEEN %s AND %s" % (column, first, self.param(kind))
        return "%s %s %s" % (column, self.pick("=", "<", ">=", "<>"), first)

    def condition(self, depth=0):
        if depth < 2 and self.chance(0.4):
            left = self.condition(depth + 1)
            text = "%s %s %s" % (left, self.pick("AND", "OR"), self.condition(depth + 1))
            return self.pick("(%s)", "(%s)", "NOT (%s)") % text
        return self.comparison()

    def where(self, share=0.6):
        return " WHERE " + self.condition() if self.chance(share) else ""

    # ---- orders ----------------------------------------------------------------------------------

    def tail(self):
        text = self.pick("", "", " DESC", " ASC")
        if self.brand != "my" and self.chance(0.25):
            text += self.pick(" NULLS FIRST", " NULLS LAST")
        return text

    def collate(self, kind):
        if kind not in ("text", "long") or self.chance(0.8):
            return ""
        return {"pg": ' COLLATE "C"', "sl": self.pick(" COLLATE NOCASE", " COLLATE BINARY"), "my": ""}[self.brand]

    def order(self, items):
        """A total order: some keys, then the unique columns."""
        keys = []
        for _ in range(self.rng.randrange(0, 3)):
            shape = self.rng.randrange(4)
            if shape == 0 and items:
                keys.append("%d%s" % (self.rng.randrange(len(items)) + 1, self.tail()))
            elif shape == 1 and items:
                keys.append("c%d%s" % (self.rng.randrange(len(items)), self.tail()))
            else:
                text, kind = self.expression() if shape == 2 else self.column()
                keys.append(text + self.collate(kind) + self.tail())
        return keys + [column + self.tail() for column in self.unique]

    def limit(self):
        kind = self.rng.randrange(6)
        count, skip = self.rng.choice([0, 1, 3, 7, 20, 100]), self.rng.choice([0, 1, 5, 30])
        if kind <= 1:
            return ""
        if kind == 2:
            return " LIMIT %d" % count
        if kind == 3:
            self.params += [count, skip]
            return " LIMIT ? OFFSET ?"
        if kind == 4 and self.brand == "my":
            return " LIMIT %d, %d" % (skip, count)
        if kind == 4 and self.brand == "pg":
            return " OFFSET %d ROWS FETCH NEXT %d ROWS ONLY" % (skip, count)
        return " LIMIT %d OFFSET %d" % (count, skip)

    # ---- statements --------------------------------------------------------------------------------

    def items(self, most=4):
        return [self.expression()[0] for _ in range(self.rng.randrange(1, most))]

    def named(self, items):
        return ", ".join("%s AS c%d" % (item, i) for i, item in enumerate(items))

    def rows(self):
        source = self.scope()
        items = self.items()
        text = "SELECT %s FROM %s%s" % (self.named(items), source, self.where())
        if self.chance(0.4):
            return text, set()
        return text + " ORDER BY " + ", ".join(self.order(items)) + self.limit(), {"ordered"}

    def star(self):
        source = self.scope(single=True)
        text = "SELECT * FROM %s%s" % (source, self.where())
        return text + " ORDER BY " + ", ".join(self.order([])) + self.limit(), {"ordered"}

    def seen(self, depth=0):
        """An expression whose equal values look the same."""
        text, kind = self.expression(depth)
        while kind == "blind" or kind == "float" and self.brand == "my":
            text, kind = self.expression(depth)
        return text

    def distinct(self):
        source = self.scope()
        items = [self.seen() for _ in range(self.rng.randrange(1, 3))]
        text = "SELECT DISTINCT %s FROM %s%s" % (self.named(items), source, self.where())
        if self.chance(0.5):
            return text, set()
        # Equal texts of a collation that is blind to case may show either.
        order = ", ".join("%d%s" % (i + 1, self.tail()) for i in range(len(items)))
        return text + " ORDER BY " + order, set()

    def distinct_on(self):
        if self.brand != "pg":
            return self.rows()
        source = self.scope()
        first = self.column()[0]
        items = self.items(3)
        return "SELECT DISTINCT ON (%s) %s FROM %s%s ORDER BY %s" % (
            first, self.named(items), source, self.where(),
            ", ".join([first + self.tail()] + self.unique)), {"ordered"}

    def ties(self):
        if self.brand == "sl":
            return self.rows()
        source = self.scope(single=True)
        key = self.column()[0]
        return "SELECT %s FROM %s%s ORDER BY %s%s FETCH FIRST %d ROWS WITH TIES" % (
            self.named([self.key] + self.items(3)), source, self.where(), key,
            self.pick("", " DESC"), self.rng.randrange(1, 9)), set()

    def filter(self):
        return " FILTER (WHERE %s)" % self.comparison() if self.brand != "my" and self.chance(0.25) else ""

    def plain_aggregate(self):
        kind = self.rng.randrange(9)
        if kind <= 1:
            return "COUNT(*)" + self.filter()
        if kind == 2:
            return "COUNT(%s%s)" % (self.pick("", "DISTINCT "), self.column()[0])
        if kind <= 5:
            column = self.column()
            if self.brand == "pg" and column[1] in ("bool", "bytes") or column[1] == "blind":
                column = self.column("int")
            return "%s(%s)%s" % (self.pick("MIN", "MAX"), column[0], self.filter())
        if kind == 6 and self.brand == "pg" and self.column("bool")[1] == "bool":
            return "%s(%s)" % (self.pick("BOOL_AND", "BOOL_OR"), self.column("bool")[0])
        if kind == 7 and self.brand != "sl":
            return "%s(%s)" % (self.pick("BIT_AND", "BIT_OR", "BIT_XOR"), self.column("int")[0])
        if self.chance(0.2):
            return "%s(DISTINCT %s)" % (self.pick("SUM", "AVG"), self.number())
        return "%s(%s)%s" % (self.pick("SUM", "AVG", "SUM"), self.number(), self.filter())

    def aggregate(self):
        plain = self.plain_aggregate()
        kind = self.rng.randrange(10)
        number = "%s(%s)" % (self.pick("SUM", "MAX", "COUNT"), self.column("int")[0])
        if kind == 0:
            return "%s %s %d" % (number, self.pick("+", "-", "*"), self.rng.randrange(1, 9))
        if kind == 1:
            return "COALESCE(%s, %d)" % (number, self.rng.randrange(9))
        if kind == 2:
            return "CASE WHEN %s > %d THEN 'many' ELSE 'few' END" % (number, self.rng.randrange(9))
        if kind == 3:
            return "CAST(%s AS %s)" % (number, {"pg": "VARCHAR(30)", "my": "CHAR(30)", "sl": "TEXT"}[self.brand])
        if kind == 4:
            return "%s / NULLIF(COUNT(*), 0)" % number
        return plain

    def grouped(self):
        source = self.scope()
        groups = []
        for _ in range(self.rng.randrange(1, 3)):
            groups.append(self.seen() if self.chance(0.4) else self.seen(2))
        items = groups + [self.aggregate() for _ in range(self.rng.randrange(1, 3))]
        by = [str(i + 1) for i in range(len(groups))] if self.chance(0.3) else list(groups)
        if self.chance(0.2):
            by.append(self.column()[0])
        text = "SELECT %s FROM %s%s GROUP BY %s" % (self.named(items), source, self.where(), ", ".join(by))
        if self.chance(0.25):
            text += " HAVING %s %s %d" % (self.pick("COUNT(*)", "MAX(%s)" % self.column("int")[0],
                                                    "SUM(%s) + 1" % self.column("int")[0]),
                                          self.pick(">", "<=", "<>"), self.rng.randrange(9))
        if self.chance(0.4):
            return text, set()
        order = ["%d%s" % (i + 1, self.tail()) for i in range(len(groups))]
        if self.chance(0.4):
            order.insert(0, "%d%s" % (len(items), self.tail()))
        return text + " ORDER BY " + ", ".join(order), set()

    def whole(self):
        source = self.scope()
        items = [self.aggregate() for _ in range(self.rng.randrange(1, 4))]
        return "SELECT %s FROM %s%s" % (self.named(items), source, self.where()), set()

    def window(self):
        source = self.scope()
        call = self.pick("ROW_NUMBER()", "RANK()", "SUM(%s)" % self.number(), "COUNT(*)", "MAX(%s)" % self.number())
        return "SELECT %s, %s OVER (PARTITION BY %s ORDER BY %s) AS x FROM %s%s" % (
            self.named(self.items(3)), call, self.key, ", ".join(self.unique), source, self.where()), set()

    def derived(self):
        source = self.scope()
        items = self.items(3)
        inner = "SELECT %s, %s AS kk FROM %s%s" % (self.named(items), self.key, source, self.where())
        outer = self.pick("SELECT * FROM (%s) s0", "SELECT kk, COUNT(*) AS n FROM (%s) s0 GROUP BY kk",
                          "SELECT COUNT(*) AS n, MAX(kk) AS m FROM (%s) s0",
                          "SELECT c0, kk FROM (%s) s0 WHERE kk > 3 ORDER BY kk, 1")
        return outer % inner, set()

    def union(self):
        source = self.scope()
        items = [(self.seen(2), "") for _ in range(self.rng.randrange(1, 3))]
        first = "SELECT %s FROM %s%s" % (self.named([column for column, _ in items]), source, self.where())
        second = "SELECT %s FROM %s%s" % (self.named([column for column, _ in items]), source, self.where())
        text = "%s %s %s" % (first, self.pick("UNION ALL", "UNION ALL", "UNION"), second)
        return text + (" ORDER BY 1" if self.chance(0.3) else ""), set()

    def subquery(self):
        source = self.scope(single=True)
        other = self.pick("t", "w", "e", "d", "r")
        key = "id" if other == "r" else "k"
        condition = self.pick(
            "%s IN (SELECT %s.%s FROM %s WHERE %s.%s > 2)" % (self.key, other, key, other, other, key),
            "EXISTS (SELECT 1 FROM %s i WHERE i.%s = %s)" % (other, key, self.key),
            "NOT EXISTS (SELECT 1 FROM %s i WHERE i.%s = %s)" % (other, key, self.key),
            "%s %s (SELECT %s(i.%s) FROM %s i)" % (self.key, self.pick("=", "<", ">="), self.pick("MIN", "MAX"), key, other),
            "%s > (SELECT COUNT(*) FROM %s i WHERE i.%s < 4)" % (self.key, other, key))
        items = self.items()
        text = "SELECT %s FROM %s WHERE %s" % (self.named(items), source, condition)
        if self.chance(0.4):
            text += " AND " + self.condition()
        return text + " ORDER BY " + ", ".join(self.order(items)), {"ordered"}

    def selected_param(self):
        source = self.scope(single=True)
        kind = self.pick("int", "dec", "float", "text")
        cast = {"int": {"pg": "INTEGER", "my": "SIGNED", "sl": "INTEGER"}, "float": {"pg": "FLOAT8", "my": "DOUBLE", "sl": "REAL"},
                "dec": {"pg": "NUMERIC(12,3)", "my": "DECIMAL(12,3)", "sl": "NUMERIC"}, "text": {"pg": "VARCHAR(9)", "my": "CHAR(9)", "sl": "TEXT"}}
        self.params.append(self.rng.choice(VALUES[kind]))
        return "SELECT CAST(? AS %s) AS p, %s FROM %s%s" % (
            cast[kind][self.brand], self.named(self.items(3)), source, self.where()), set()

    def quotient(self):
        """Sums of what has more digits than it shows; MariaDB rounds on its way where it sorts a join."""
        source = self.scope(single=True)
        calls = ["%s(%s / %s)" % (self.pick("SUM", "AVG", "MAX", "SUM"), self.number(),
                                  self.pick("3", "7", "7.0", "11", "NULLIF(%s, 0)" % self.number()))
                 for _ in range(self.rng.randrange(1, 4))]
        calls = [self.pick("%s", "%s", "%s * 1000", "COALESCE(%s, 0) + 1") % call for call in calls]
        text = "SELECT %s FROM %s%s" % (self.named(calls), source, self.where())
        if self.chance(0.5):
            return text, set()
        group = self.seen(2)
        return "SELECT %s AS c9, %s GROUP BY %s" % (group, text[7:], group), set()

    def joined_text(self):
        """Texts of a group in order, and variances: the rows themselves are read."""
        if self.brand == "sl":
            return self.quotient()
        call = "string_agg(%s, %s ORDER BY %s)" if self.brand == "pg" else "GROUP_CONCAT(%s ORDER BY %s SEPARATOR %s)"
        column, order = self.pick("g", "s"), ", ".join(self.pick((), ("v DESC",), ("b",)) + ("k",))
        separator = self.pick("','", "''", "' - '")
        call %= (column, separator, order) if self.brand == "pg" else (column, order, separator)
        more = self.pick("VARIANCE(v)", "STDDEV(a)", "VAR_POP(v)", "SUM(a)", "COUNT(DISTINCT v)")
        condition = " WHERE k %s %d" % (self.pick(">", "<", "<>"), self.rng.randrange(64))
        if self.chance(0.5):
            return "SELECT %s AS c0, %s AS c1 FROM w%s" % (call, more, condition), {"approx"}
        return "SELECT v %% 3 AS c, %s AS c0, %s AS c1 FROM w%s GROUP BY v %% 3" % (
            call, more, condition), {"approx"}

    def sets(self):
        """Set operations of more than two, with an order and a limit at their end."""
        # MariaDB 10.11 never comes back from INTERSECT ALL of nothing EXCEPT ALL something.
        operators = ["UNION ALL", "UNION", "INTERSECT", "EXCEPT"]
        operators += ["INTERSECT ALL", "EXCEPT ALL"] if self.brand == "pg" else []
        parts = ["SELECT %s AS c0, k AS c1 FROM %s%s" % (
            self.pick("v", "k", "v + 1"), self.pick("t", "u", "w", "z"),
            self.pick("", " WHERE k > 2", " WHERE v IS NOT NULL")) for _ in range(self.rng.randrange(2, 4))]
        text = parts[0]
        for part in parts[1:]:
            text += " %s %s" % (self.rng.choice(operators), part)
        if self.chance(0.5):
            return text, set()
        return text + " ORDER BY 1%s, 2%s" % (self.tail(), self.tail()) + self.limit(), {"ordered"}

    def same_columns(self):
        """Joins whose columns are named alike."""
        left, right = self.pick(("t", "w"), ("w", "q"), ("t", "u"), ("q", "z"))
        kind = self.pick("JOIN", "LEFT JOIN", "JOIN")
        items = self.pick("*", "k, x.v, y.v AS yv", "k, x.g, y.*", "y.k AS yk, x.*")
        return "SELECT %s FROM %s x %s %s y USING (k)%s ORDER BY x.k%s" % (
            items, left, kind, right, self.pick("", " WHERE x.v > 3", " WHERE y.v IS NOT NULL"),
            self.limit()), {"ordered"}

    def asked_groups(self):
        """Parameters in what is grouped by."""
        item, values = self.pick(("v % ?", (3,)), ("COALESCE(v, ?)", (0,)), ("v * ? + 1", (2,)),
                                 ("CASE WHEN v > ? THEN 1 ELSE 0 END", (5,)))
        self.params += values
        text = "SELECT %s AS c0, COUNT(*) AS c1, %s AS c2 FROM %s GROUP BY %s" % (
            item, self.pick("SUM(v)", "MAX(k)", "COUNT(DISTINCT g)"), self.pick("w", "t"), self.pick("1", "c0"))
        if self.chance(0.4):
            self.params.append(2)
            text += " HAVING COUNT(*) > ?"
        return text + self.pick("", " ORDER BY 1", " ORDER BY 2 DESC, 1"), set()

    def statement(self, number):
        self.params = []
        kind = self.rng.choice([self.rows] * 6 + [self.grouped] * 7 + [self.whole] * 4 + [
            self.star, self.distinct, self.distinct, self.distinct_on, self.ties, self.window, self.derived,
            self.union, self.subquery, self.subquery, self.selected_param, self.quotient, self.joined_text, self.sets,
            self.same_columns, self.asked_groups])
        text, tags = kind()
        tags = set(tags) | {"mayfail", "nometa"}
        return statements.Statement(text, tuple(self.params), tags, number)


def cases(brand, count, seed):
    wide = Wide(brand, seed)
    result = []
    for number in range(1, count + 1):
        statement = wide.statement(number)
        result.append(statements.Case([statement], statement.tags, number, []))
    return result
