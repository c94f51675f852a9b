# SPDX-License-Identifier: LGPL-2.1-or-later
"""Random statements of the kind that several nodes can't always answer, from a seed: subqueries in
every place, joins of everything with everything, derived tables, CTEs, set operations, windows,
conditions that look like keys. A refusal passes; what is answered must be right.
"""
import random
import re

import statements

COLUMNS = {
    "t": ["k", "v"], "u": ["k", "v"], "w": ["k", "v", "b"], "z": ["k", "v"],
    "orders": ["order_id", "user_id"], "items": ["item_id", "order_id", "user_id", "product", "qty"],
    "r": ["id"], "s1": ["id"], "rg": ["k", "v"],
}
KEYS = {"t": ["k"], "u": ["k"], "w": ["k"], "z": ["k"], "orders": ["user_id", "order_id"],
        "items": ["user_id", "order_id"], "r": ["id"], "s1": ["id"], "rg": ["k"]}
EVERYTHING = ["t", "t", "u", "u", "w", "orders", "items", "r", "r", "s1", "z", "rg"]
PROFILES = [[EVERYTHING], [["t", "u"], ["t", "u"], ["t", "u"], ["r", "z"]],
            [["orders", "items"], ["orders", "items"], ["orders", "items"], ["r"]], [["w"], ["w"], ["r"]],
            [["s1", "r"]], [["rg"], ["rg"], ["r"]]]
ROWS = {"t": 6, "u": 4, "w": 64, "z": 1, "orders": 60, "items": 90, "r": 2, "s1": 3, "rg": 15,
        "cte": 1000}
MOST_ROWS = 5e5 # MariaDB takes minutes for a million over rows that were read first
SMALL = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 20, 30, 101, 102, 103]


class Nest:
    def __init__(self, brand, seed):
        self.brand = brand
        self.rng = random.Random(seed)

    def chance(self, share):
        return self.rng.random() < share

    def pick(self, *values):
        return self.rng.choice(values)

    def table(self):
        """Mostly of tables that lie alike, so that more is answered than refused."""
        return self.rng.choice(self.rng.choice(self.profile))

    def alias(self):
        self.aliases += 1
        return "x%d" % self.aliases

    # ---- FROM: returns text and the list of (alias, columns, key columns) --------------------------

    def leaf(self, depth):
        alias = self.alias()
        if self.cte is not None and self.chance(0.3):
            return "cte %s" % alias, [(alias, self.cte, self.cte)]
        if depth < 2 and self.chance(0.15):
            inner, names = self.derived(depth + 1)
            return "(%s) %s%s" % (inner, self.pick("", "AS "), alias), [(alias, names, names)]
        name = self.table()
        return "%s %s" % (name, alias), [(alias, COLUMNS[name], KEYS[name])]

    def equation(self, left, right):
        """Mostly key with key."""
        a, b = self.rng.choice(left), self.rng.choice(right)
        if self.chance(0.75):
            pairs = list(zip(a[2], b[2]))
            if self.chance(0.3):
                pairs = pairs[:1]
            return " AND ".join("%s.%s = %s.%s" % (a[0], x, b[0], y) for x, y in pairs)
        return "%s.%s %s %s.%s" % (a[0], self.rng.choice(a[1]), self.pick("=", "=", "<", "<>", "<="),
                                   b[0], self.rng.choice(b[1]))

    def sources(self, depth):
        text, scope = self.leaf(depth)
        for _ in range(self.rng.choice([0, 0, 1, 1, 2])):
            more, added = self.leaf(depth)
            kinds = ["JOIN", "JOIN", "LEFT JOIN", "LEFT JOIN", "CROSS JOIN", ","]
            kinds += ["RIGHT JOIN"] if self.brand != "sl" else []
            kinds += ["FULL JOIN"] if self.brand == "pg" else []
            kind = self.rng.choice(kinds)
            if kind == ",":
                text = "%s CROSS JOIN %s" % (text, more) if self.chance(0.5) else \
                    "%s JOIN %s ON 1 = 1" % (text, more)
            elif kind == "CROSS JOIN":
                text = "%s CROSS JOIN %s" % (text, more)
            else:
                condition = self.equation(scope, added)
                if self.chance(0.25):
                    condition += " %s %s" % (self.pick("AND", "AND", "OR"),
                                             self.condition(scope + added, depth + 1))
                text = "%s %s %s ON %s" % (text, kind, more, condition)
            scope = scope + added
        return text, scope

    # ---- conditions ------------------------------------------------------------------------------

    def column(self, scope):
        alias, columns, keys = self.rng.choice(scope)
        return "%s.%s" % (alias, self.rng.choice(keys if self.chance(0.6) else columns))

    def number(self):
        return str(self.rng.choice(SMALL))

    def leaf_condition(self, scope, depth):
        column = self.column(scope)
        kind = self.rng.randrange(14)
        if kind <= 2:
            return "%s = %s" % (column, self.number())
        if kind == 3:
            return "%s %s %s" % (self.number(), self.pick("=", "<", ">=", "<>"), column)
        if kind == 4:
            items = [self.number() for _ in range(self.rng.randrange(1, 4))]
            items += ["NULL"] if self.chance(0.2) else []
            items += [self.column(scope)] if self.chance(0.15) else []
            return "%s %sIN (%s)" % (column, self.pick("", "NOT "), ", ".join(items))
        if kind == 5:
            return "%s %sBETWEEN %s AND %s" % (column, self.pick("", "NOT "), self.number(),
                                               self.number())
        if kind == 6:
            return "%s IS %sNULL" % (column, self.pick("", "NOT "))
        if kind == 7:
            return "%s = %s" % (column, self.column(scope))
        if kind == 8:
            return "%s + %s = %s" % (column, self.number(), self.number())
        if kind == 9:
            return "(%s, %s) = (%s, %s)" % (column, self.column(scope), self.number(), self.number())
        if kind == 10:
            return "CASE WHEN %s = %s THEN 1 ELSE 0 END = %s" % (column, self.number(),
                                                                self.pick("0", "1"))
        if depth < 3:
            return self.subquery_condition(scope, depth)
        return "%s > %s" % (column, self.number())

    def subquery_condition(self, scope, depth):
        kind = self.rng.randrange(4)
        column = self.column(scope)
        text, inner = self.sources(depth + 2)
        where = self.condition(inner, depth + 2)
        if self.chance(0.6):
            where = "%s AND %s" % (self.equation(scope, inner), where) if self.chance(0.7) else \
                self.equation(scope, inner)
        if kind == 0:
            return "%sEXISTS (SELECT 1 FROM %s WHERE %s)" % (self.pick("", "NOT "), text, where)
        if kind == 1:
            return "%s %sIN (SELECT %s FROM %s WHERE %s)" % (column, self.pick("", "", "NOT "),
                                                           self.column(inner), text, where)
        return "%s %s (SELECT %s(%s) FROM %s WHERE %s)" % (
            column, self.pick("=", "<", ">="), self.pick("MAX", "MIN", "COUNT", "SUM"),
            self.column(inner), text, where)

    def condition(self, scope, depth):
        if depth < 3 and self.chance(0.4):
            text = "%s %s %s" % (self.condition(scope, depth + 1), self.pick("AND", "AND", "OR"),
                                 self.condition(scope, depth + 1))
            return self.pick("(%s)", "(%s)", "NOT (%s)") % text
        return self.leaf_condition(scope, depth)

    # ---- statements --------------------------------------------------------------------------------

    def derived(self, depth):
        """A query for FROM, with the names of its columns."""
        text, scope = self.sources(depth)
        where = " WHERE " + self.condition(scope, depth) if self.chance(0.5) else ""
        names = self.rng.sample(["k", "v", "a", "id"], 2)
        kind = self.rng.randrange(5)
        first, second = self.column(scope), self.column(scope)
        if kind == 0:
            return "SELECT %s AS %s, %s(%s) AS %s FROM %s%s GROUP BY %s" % (
                first, names[0], self.pick("MAX", "SUM", "COUNT"), second, names[1], text, where,
                first), names
        if kind == 1:
            return "SELECT DISTINCT %s AS %s, %s AS %s FROM %s%s" % (
                first, names[0], second, names[1], text, where), names
        return "SELECT %s AS %s, %s AS %s FROM %s%s" % (first, names[0], second, names[1], text,
                                                        where), names

    def plain(self):
        text, scope = self.sources(0)
        where = " WHERE " + self.condition(scope, 0) if self.chance(0.8) else ""
        first, second = self.column(scope), self.column(scope)
        items = "%s AS c1, %s AS c2" % (first, second)
        if self.chance(0.15):
            inner, subscope = self.sources(2)
            items += ", (SELECT %s(%s) FROM %s WHERE %s) AS c3" % (
                self.pick("MAX", "COUNT", "SUM"), self.column(subscope), inner,
                self.equation(scope, subscope))
        distinct = "DISTINCT " if self.chance(0.2) else ""
        return "SELECT %s%s FROM %s%s" % (distinct, items, text, where)

    def grouped(self):
        text, scope = self.sources(0)
        where = " WHERE " + self.condition(scope, 0) if self.chance(0.6) else ""
        column = self.column(scope)
        aggregates = ", ".join("%s(%s%s) AS a%d" % (
            self.pick("SUM", "COUNT", "MIN", "MAX"), self.pick("", "", "DISTINCT "),
            self.column(scope), i) for i in range(self.rng.randrange(1, 3)))
        if self.chance(0.3):
            return "SELECT %s FROM %s%s" % (aggregates, text, where)
        having = " HAVING %s(%s) > %s" % (self.pick("COUNT", "MAX", "SUM"), self.column(scope),
                                          self.number()) if self.chance(0.3) else ""
        return "SELECT %s AS c, %s FROM %s%s GROUP BY %s%s" % (column, aggregates, text, where,
                                                             column, having)

    def union(self):
        parts = []
        for _ in range(self.rng.randrange(2, 4)):
            inner, _ = self.derived(1)
            parts.append(inner)
        operators = ["UNION ALL", "UNION ALL", "UNION"]
        operators += ["EXCEPT", "INTERSECT"]
        text = parts[0]
        for part in parts[1:]:
            text += " %s %s" % (self.rng.choice(operators), part)
        return text

    def with_cte(self):
        inner, names = self.derived(1)
        self.cte = names # may be named again from here on
        alias = self.alias()
        text = "cte %s" % alias
        scope = [(alias, names, names)]
        if self.chance(0.5):
            more, added = self.leaf(1)
            text += " %s %s ON %s" % (self.pick("JOIN", "LEFT JOIN"), more,
                                      self.equation(scope, added))
            scope = scope + added
        where = " WHERE " + self.condition(scope, 1) if self.chance(0.5) else ""
        return "WITH cte AS (%s) SELECT %s AS c1, %s AS c2 FROM %s%s" % (
            inner, self.column(scope), self.column(scope), text, where)

    def window(self):
        text, scope = self.sources(1)
        where = " WHERE " + self.condition(scope, 1) if self.chance(0.5) else ""
        return "SELECT %s AS c1, %s(%s) OVER (PARTITION BY %s) AS c2 FROM %s%s" % (
            self.column(scope), self.pick("SUM", "COUNT", "MAX"), self.column(scope),
            self.column(scope), text, where)

    def modify(self):
        name = self.pick("t", "t", "u", "w", "r", "s1")
        scope = [(name, COLUMNS[name], KEYS[name])]
        where = self.condition(scope, 0)
        column = "d" if name in ("r", "s1") else "v"
        if self.chance(0.5):
            return "DELETE FROM %s WHERE %s" % (name, where)
        value = "'q'" if column == "d" else self.pick("1", "v + 1", "k * 2")
        return "UPDATE %s SET %s = %s WHERE %s" % (name, column, value, where)

    def statement(self, number):
        self.aliases = 0
        self.cte = None # the names of its columns, while there is one
        self.profile = self.rng.choice(PROFILES)
        kind = self.rng.choice([self.plain] * 5 + [self.grouped] * 3 + [self.union, self.with_cte, self.with_cte,
                                                                       self.window, self.modify])
        return statements.Statement(kind(), (), {"nometa", "mayfail", "unplaced"}, number)


def is_huge(sql):
    """May its joins have more rows than a database gives in a second?"""
    product = 1
    for name in re.findall(r"\b(\w+) (?:AS )?x\d+\b", sql):
        product *= ROWS.get(name, 1)
    loose = re.search(r"CROSS JOIN|1 = 1| OR |<|>", sql)
    return product > (MOST_ROWS if loose else MOST_ROWS * 1000)


def cases(brand, count, seed):
    nest = Nest(brand, seed)
    result = []
    for number in range(1, count + 1):
        statement = nest.statement(number)
        if is_huge(statement.sql):
            continue
        result.append(statements.Case([statement], statement.tags, number, []))
    return result
