# SPDX-License-Identifier: LGPL-2.1-or-later
"""Random sessions of writes, from a seed: INSERT, UPDATE, DELETE and upserts of many forms, some of
which fail on one shard after others have done their part, alone and in transactions with savepoints,
and between them SELECTs that see what was written.

Each statement's outcome (count, rows, SQLSTATE) is the one database's, and at the end the tables are.
Statements have one answer: errors are of one kind each, and no order decides which rows are written.
"""
import random

import statements

# "key" names a row and is unique where "primary"; numbers and texts may be changed.
TABLES = {
    "q": {"key": "k", "primary": True, "number": "v", "text": "g", "null": True},
    "w": {"key": "k", "primary": True, "number": "v", "text": "g", "null": True},
    "t": {"key": "k", "primary": False, "number": "v", "text": "g", "null": True},
    "rg": {"key": "k", "primary": False, "number": "v", "text": None, "null": True},
    "r": {"key": "id", "primary": False, "number": None, "text": "d", "null": True},
    "s1": {"key": "id", "primary": False, "number": None, "text": "d", "null": True},
}
WEIGHTS = ["q"] * 5 + ["w"] * 5 + ["t"] * 3 + ["rg", "r", "s1"]
TEXTS = ["'a'", "'b'", "'new'", "NULL", "''", "'x y'", "'O''Neil'"]
TOO_LONG = "'more than ten characters'"

# Of several tables, of moved rows, of other types. {a}, {b}: keys; {o}: an order; {n}: a small number.
FORMS = [
    "UPDATE orders SET amount = amount * 2 WHERE user_id = {a}",
    "UPDATE orders SET status = 'sent' WHERE order_id = {o}",
    "UPDATE orders SET user_id = user_id + 1 WHERE order_id = {o}",
    "UPDATE orders SET user_id = {a}, order_id = 200 + {n} WHERE order_id = {o}",
    "DELETE FROM orders WHERE order_id BETWEEN {o} AND 130",
    "INSERT INTO orders (order_id, user_id, status, amount) VALUES (300, {a}, 'new', 1.25), (301, {b}, NULL, NULL)",
    "DELETE FROM items WHERE EXISTS (SELECT 1 FROM orders WHERE orders.user_id = items.user_id AND "
    "orders.order_id = items.order_id AND status = 'new')",
    "UPDATE orders SET status = 'many' WHERE EXISTS (SELECT 1 FROM items i WHERE i.user_id = orders.user_id "
    "AND i.order_id = orders.order_id AND i.qty > {n})",
    "UPDATE orders SET amount = (SELECT SUM(i.qty) FROM items i WHERE i.user_id = orders.user_id AND "
    "i.order_id = orders.order_id) WHERE user_id = {a}",
    "UPDATE co SET k = k + 100 WHERE k = {a}",
    "UPDATE co SET k = k + {n}, v = 9 WHERE v = {n} AND k < 40",
    "DELETE FROM co WHERE bin = 'a' OR v = {n}",
    "UPDATE c SET v = v + 1 WHERE id IN ('ab', 'x y', 'nosuch')",
    "INSERT INTO c (id, v) VALUES ('fresh {a}', 1), ('fresh {b}', 2), ('\u00c4', {n})",
    "DELETE FROM c WHERE id > 'a' AND v <> {n}",
    "UPDATE d SET a = a * 1.5, b = b - 0.25 WHERE k <> {a}",
    "INSERT INTO d (k, a, b, i) VALUES ({a}, 1.23456, 2.5, {n}), ({b}, -0.00005, NULL, 9223372036854775807)",
    "INSERT INTO t (k, g, v) SELECT k + 100, g, v FROM q WHERE k > {n}",
    "INSERT INTO t (k, v) VALUES ({a}, (SELECT MAX(id) FROM r)), ({b}, {n})",
    "UPDATE t SET v = (SELECT MAX(id) FROM r) WHERE k <> {a}",
    "UPDATE t SET v = (SELECT COUNT(*) FROM q) WHERE k = {a}",
    "DELETE FROM t WHERE k IN (SELECT k FROM q WHERE v > {n})",
    "DELETE FROM t WHERE v > (SELECT AVG(v) FROM q)",
    "DELETE FROM q WHERE k NOT IN (SELECT k FROM t WHERE v IS NOT NULL)",
    "UPDATE q SET v = v + 1 WHERE k IN (SELECT k FROM t) AND g = 'a'",
]
FORMS_OF = {
    "pg": ["UPDATE orders o SET status = 'x' FROM items i WHERE i.user_id = o.user_id AND i.order_id = o.order_id "
           "AND i.qty = {n}",
           "DELETE FROM items i USING orders o WHERE i.user_id = o.user_id AND i.order_id = o.order_id AND "
           "o.user_id = {a}",
           "WITH x AS (SELECT k FROM q WHERE v > {n}) DELETE FROM t WHERE k IN (SELECT k FROM x)",
           "MERGE INTO q USING t ON q.k = t.k WHEN MATCHED THEN UPDATE SET v = t.v + {n} WHEN NOT MATCHED THEN "
           "INSERT (k, g, v) VALUES (t.k, t.g, t.v)",
           "MERGE INTO q USING t ON q.k = t.k WHEN MATCHED AND t.v > {n} THEN DELETE",
           "TRUNCATE t", "SELECT k FROM q WHERE k > {n} FOR UPDATE",
           "UPDATE co SET k = k + 4 WHERE k = {a} RETURNING k, v"],
    "my": ["UPDATE orders o JOIN items i ON i.user_id = o.user_id AND i.order_id = o.order_id SET o.status = 'x' "
           "WHERE i.qty = {n}",
           "DELETE i FROM items i JOIN orders o ON i.user_id = o.user_id AND i.order_id = o.order_id WHERE "
           "o.user_id = {a}",
           "SELECT k FROM q WHERE k > {n} FOR UPDATE", "TRUNCATE TABLE t",
           "DELETE FROM q WHERE k = {a} LIMIT 1", "UPDATE t SET v = 4 ORDER BY k LIMIT {n}"],
    "sl": ["UPDATE orders AS o SET status = 'x' FROM items i WHERE i.user_id = o.user_id AND "
           "i.order_id = o.order_id AND i.qty = {n}",
           "WITH x AS (SELECT k FROM q WHERE v > {n}) DELETE FROM t WHERE k IN (SELECT k FROM x)",
           "DELETE FROM t", "UPDATE OR IGNORE q SET v = {n} WHERE k <> {a}"],
}


class Session:
    def __init__(self, brand, rng):
        self.brand = brand
        self.rng = rng
        self.name = rng.choice(WEIGHTS)
        self.table = TABLES[self.name]
        self.columns = [self.table[kind] for kind in ("key", "text", "number") if self.table[kind]]
        self.fresh = rng.sample(range(100, 400), 100) # keys that nobody has
        self.savepoints = []
        self.markers = None

    def chance(self, share):
        return self.rng.random() < share

    def pick(self, *values):
        return self.rng.choice(values)

    # ---- values ----------------------------------------------------------------------------------

    def key(self):
        return self.rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 17, 20, 29, 33, 64, 70, 71, 72, 73])

    def said(self, value):
        if self.markers is None or not isinstance(value, int):
            return str(value)
        self.markers.append(value)
        return "?"

    def value_of(self, column, fault):
        if column == self.table["key"]:
            return self.said(self.key())
        if column == self.table["number"]:
            if fault == "number":
                return "'no number'" if self.brand != "sl" else "NULL"
            return self.said(self.rng.choice([0, 1, 5, 10, -7, 2147483647, "NULL", "2 * 3"]))
        return TOO_LONG if fault == "text" else self.rng.choice(TEXTS)

    def rows(self, n, columns):
        """In some statements one row can't be stored, for one reason only."""
        fault = self.pick("text", "number", "key") if self.chance(0.12) else None
        bad = self.rng.randrange(n)
        return ", ".join("(%s)" % ", ".join(self.cell(column, fault, i == bad) for column in columns)
                         for i in range(n))

    def cell(self, column, fault, bad):
        if fault and column == self.table["key"]:
            return "1" if bad and fault == "key" else self.said(self.fresh.pop())
        return self.value_of(column, fault if bad else None)

    # ---- conditions ------------------------------------------------------------------------------

    def comparison(self):
        key, number, text = (self.table[kind] for kind in ("key", "number", "text"))
        forms = ["{k} = {a}", "{k} = {a}", "{k} IN ({a}, {b}, {c})", "{k} > {a}", "{k} BETWEEN {a} AND {b}",
                 "{k} <> {a}", "NOT {k} IN ({a}, {b})"]
        if number:
            forms += ["%s > {a}" % number, "%s IS NULL" % number, "%s - 1 = {a}" % number]
        if text:
            forms += ["%s = 'a'" % text, "%s IS NOT NULL" % text, "%s LIKE '%%e%%'" % text]
        if self.name in ("q", "w", "t"):
            forms += ["{k} IN (SELECT id FROM r)", "EXISTS (SELECT 1 FROM r WHERE r.id = {k})"]
        form = self.rng.choice(forms)
        values = {name: self.said(self.key()) for name in "abc" if "{%s}" % name in form}
        return form.format(k=key, **values)

    def where(self):
        if self.chance(0.12):
            return ""
        text = self.comparison()
        if self.chance(0.35):
            text = "%s %s %s" % (text, self.pick("AND", "OR"), self.comparison())
        return " WHERE " + text

    # ---- statements ------------------------------------------------------------------------------

    def insert(self):
        columns = list(self.columns)
        if self.chance(0.3):
            self.rng.shuffle(columns)
        if self.chance(0.2) and len(columns) > 1:
            columns.remove(self.pick(*[column for column in columns if column != self.table["key"]]))
        rows = self.rows(self.rng.choice([1, 1, 2, 3, 5]), columns)
        return "INSERT INTO %s (%s) VALUES %s" % (self.name, ", ".join(columns), rows)

    def upsert(self):
        number = self.table["number"]
        if not self.table["primary"]:
            return self.insert()
        # The same key twice in one statement is an error here and the last one's there.
        columns = list(self.columns)
        keys = self.rng.sample([1, 2, 3, 4, 5, 6, 70, 71, 72, 73], self.rng.choice([1, 2, 4]))
        rows = ", ".join("(%s)" % ", ".join(
            self.said(key) if column == self.table["key"] else self.value_of(column, None)
            for column in columns) for key in keys)
        text = "INTO %s (%s) VALUES %s" % (self.name, ", ".join(columns), rows)
        if self.brand == "my":
            return self.pick("INSERT %s ON DUPLICATE KEY UPDATE {n} = VALUES({n})",
                             "INSERT %s ON DUPLICATE KEY UPDATE {n} = {n} + 1", "INSERT IGNORE %s",
                             "REPLACE %s").format(n=number) % text
        forms = ["INSERT %s ON CONFLICT ({k}) DO UPDATE SET {n} = excluded.{n}",
                 "INSERT %s ON CONFLICT ({k}) DO UPDATE SET {n} = {t}.{n} + 1 WHERE {t}.{k} < 5",
                 "INSERT %s ON CONFLICT DO NOTHING"]
        if self.brand == "sl":
            forms += ["INSERT OR REPLACE %s", "INSERT OR IGNORE %s", "REPLACE %s"]
        return self.rng.choice(forms).format(k=self.table["key"], n=number, t=self.name) % text

    def assignment(self):
        number, text = self.table["number"], self.table["text"]
        forms = []
        if number:
            forms += ["{n} = {n} + 1", "{n} = {k} * 2", "{n} = NULL", "{n} = 0",
                      "{n} = CASE WHEN {k} > 5 THEN 1 ELSE {n} END"]
            if self.brand == "pg":
                forms.append("{n} = 10 / ({k} - 5)")
        if text:
            forms += ["{g} = 'c'", "{g} = NULL", "{g} = UPPER({g})"]
            if self.brand != "sl" and self.chance(0.2):
                forms.append("{g} = CASE WHEN {k} = 4 THEN %s ELSE {g} END" % TOO_LONG)
        return self.rng.choice(forms).format(k=self.table["key"], n=number, g=text)

    def update(self):
        return "UPDATE %s SET %s%s" % (self.name, self.assignment(), self.where())

    def delete(self):
        return "DELETE FROM %s%s" % (self.name, self.where())

    def returning(self):
        text = self.pick(self.delete, self.insert, self.update)()
        if self.brand == "my" and text.startswith("UPDATE"):
            return text
        return text + " RETURNING " + ", ".join(self.columns)

    def insert_select(self):
        shift = self.pick(0, 4, 8, 100)
        columns = ["%s + %d" % (column, shift) if column == self.table["key"] else column
                   for column in self.columns]
        return "INSERT INTO %s (%s) SELECT %s FROM %s%s" % (
            self.name, ", ".join(self.columns), ", ".join(columns), self.name, self.where())

    def select(self):
        key = self.table["key"]
        if self.chance(0.5):
            return "SELECT COUNT(*) AS c, MIN({k}) AS a, MAX({k}) AS z FROM {t}{w}".format(
                k=key, t=self.name, w=self.where())
        return "SELECT %s FROM %s%s" % (", ".join(self.columns), self.name, self.where())

    def form(self):
        text = self.rng.choice(FORMS + FORMS_OF[self.brand])
        while "{" in text:
            name = text[text.index("{") + 1]
            value = {"a": self.key, "b": self.key, "o": lambda: self.rng.randrange(100, 160),
                     "n": lambda: self.rng.randrange(1, 7)}[name]()
            quoted = text[:text.index("{")].count("'") % 2
            said = str(value) if quoted or name == "n" else self.said(value)
            text = text.replace("{%s}" % name, said, 1)
        return text

    def control(self):
        """Of savepoints; some of them are of no savepoint."""
        if not self.savepoints or self.chance(0.5):
            self.savepoints.append(self.pick("sp1", "sp2"))
            return "SAVEPOINT " + self.savepoints[-1]
        name = self.savepoints.pop(self.rng.randrange(len(self.savepoints)))
        return self.pick("ROLLBACK TO SAVEPOINT ", "ROLLBACK TO SAVEPOINT ", "RELEASE SAVEPOINT ") + name

    def statement(self, number, inside):
        self.markers = [] if self.chance(0.3) else None
        makers = [self.insert] * 4 + [self.update] * 4 + [self.delete] * 2 + [self.upsert] * 3 + \
                 [self.returning, self.insert_select] + [self.select] * 3 + [self.form] * 5
        if inside:
            makers += [self.control] * 4
        text = self.rng.choice(makers)()
        return statements.Statement(text, tuple(self.markers or ()), {"mayfail"}, number)

    def case(self, number):
        inside = self.chance(0.6)
        block = [self.statement(number, inside) for _ in range(self.rng.randrange(2, 9))]
        if inside:
            # psqlodbc takes a transaction that begins with SAVEPOINT for one with nothing to lose.
            block.insert(0, statements.Statement("SELECT id FROM s1", (), set(), number))
            block.insert(0, statements.Statement(".begin", (), set(), number))
            block.append(statements.Statement(self.pick(".commit", ".commit", ".rollback"), (), set(), number))
            block.append(statements.Statement(".autocommit", (), set(), number))
        return statements.Case(block, set(), number, [])


def cases(brand, count, seed):
    rng = random.Random(seed)
    return [Session(brand, rng).case(number) for number in range(1, count + 1)]
