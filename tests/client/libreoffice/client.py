#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Queries, parameters, scrolling, updates through result sets, catalog: client.py DSN BRAND PIPE."""
import sys
import time
import traceback

import uno
from com.sun.star.beans import PropertyValue

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def show(*values):
    print("|".join("NULL" if value is None else str(value) for value in values), flush=True)


def office(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(200):
        try:
            return resolver.resolve(
                "uno:pipe,name=%s;urp;StarOffice.ComponentContext" % pipe)
        except Exception:  # it has not started yet
            time.sleep(0.2)
    raise SystemExit("the office doesn't start")


class Context:
    def __init__(self, context, dsn, brand):
        self.brand = brand
        manager = context.ServiceManager.createInstanceWithContext(
            "com.sun.star.sdbc.DriverManager", context)
        user, password = {"pg": ("postgres", "none"), "my": ("shard", "secret"),
                          "sl": ("any", "any")}[brand]
        options = [PropertyValue(Name=name, Value=value) for name, value in
                   (("user", user), ("password", password), ("CharSet", "utf-8"))]
        self.connection = manager.getConnectionWithInfo("sdbc:odbc:" + dsn, tuple(options))
        self.statement = self.connection.createStatement()

    def show_rows(self, sql):
        show_result(self.statement.executeQuery(sql))

    def people(self):
        self.statement.executeUpdate("DROP TABLE IF EXISTS people")
        self.statement.executeUpdate(
            "CREATE TABLE people (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(30), born DATE)")


def value(result, column):
    text = result.getString(column)
    return None if result.wasNull() else text


def show_result(result, columns=None):
    columns = columns or range(1, result.getMetaData().getColumnCount() + 1)
    while result.next():
        show(*[value(result, column) for column in columns])
    result.close()


@test
def select(context):
    for sql in ("SELECT k, g, v, b, a, s FROM w ORDER BY k", "SELECT k, dt, ts, f, s FROM e ORDER BY k",
                "SELECT g, COUNT(*) AS n, SUM(v) AS s FROM w GROUP BY g ORDER BY g"):
        result = context.statement.executeQuery(sql)
        meta = result.getMetaData()
        for column in range(1, meta.getColumnCount() + 1):
            show(meta.getColumnLabel(column), meta.getColumnTypeName(column),
                 meta.getPrecision(column), meta.getScale(column), meta.isNullable(column))
        show_result(result)


@test
def parameters(context):
    context.people()
    insert = context.connection.prepareStatement("INSERT INTO people (id, name, born) VALUES (?, ?, ?)")
    for i, name in enumerate(("Ann", None, "O'Neil", "Zo\u00eb")):
        insert.setInt(1, i)
        if name is None:
            insert.setNull(2, 12)
        else:
            insert.setString(2, name)
        insert.setNull(3, 91)
        show(insert.executeUpdate())
    insert.close()
    select_one = context.connection.prepareStatement("SELECT id, name FROM people WHERE name = ? OR id = ?")
    select_one.setString(1, "O'Neil")
    select_one.setInt(2, 77)
    show_result(select_one.executeQuery())
    context.show_rows("SELECT * FROM people ORDER BY id")


@test
def scroll(context):
    if context.brand != "pg":  # the office loses its place with the others' drivers
        return
    statement = context.connection.createStatement()
    statement.ResultSetType = 1004
    result = statement.executeQuery("SELECT k, g FROM w ORDER BY k")
    if statement.ResultSetType != 1004:
        show("forward only")
        return
    show(result.last(), result.getInt(1), result.getRow())
    show(result.first(), result.getInt(1))
    show(result.absolute(10), result.getInt(1))
    show(result.relative(5), result.getInt(1))
    show(result.previous(), result.getInt(1))


@test
def columns_out_of_order(context):
    result = context.statement.executeQuery("SELECT k, g, s FROM w ORDER BY k")
    for _ in range(8):
        result.next()
        show(value(result, 3), value(result, 1), value(result, 2), value(result, 1))
    result.close()


@test
def transactions(context):
    context.people()
    context.connection.setAutoCommit(False)
    show(context.statement.executeUpdate("INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')"))
    context.connection.rollback()
    context.show_rows("SELECT COUNT(*) FROM people")
    context.statement.executeUpdate("INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')")
    context.connection.commit()
    context.connection.setAutoCommit(True)
    context.show_rows("SELECT id, name FROM people ORDER BY id")


@test
def catalog(context):
    meta = context.connection.getMetaData()
    wanted = "c d e items n orders q r rg s1 t u w z".split()
    result = meta.getTables(None, "%", "%", ("TABLE",))
    names = []
    while result.next():  # each column once: the office waits for ever otherwise
        found, name = result.getString(1), result.getString(3)
        if found in ("whole", "") and name in wanted:
            names.append(name)
    show(*sorted(names))
    for table in ("w", "d", "e"):
        result = meta.getColumns("whole" if context.brand == "my" else None, "%", table, "%")
        show_result(result, (3, 4, 5, 6, 11))
    for table in ("w", "q", "t"):
        show_result(meta.getPrimaryKeys("whole" if context.brand == "my" else None,
                                        "public" if context.brand == "pg" else "", table), (3, 4, 5))
    result = meta.getTypeInfo()
    names = set()
    while result.next():
        names.add(result.getString(1).lower())
    show("integer" in names or "int4" in names, "varchar" in names)


@test
def information(context):
    meta = context.connection.getMetaData()
    for name in ("getDatabaseProductName", "getIdentifierQuoteString",
                 "supportsTransactions", "supportsGroupBy", "storesLowerCaseIdentifiers",
                 "supportsUnion", "nullPlusNonNullIsNull", "getDefaultTransactionIsolation",
                 "supportsColumnAliasing", "usesLocalFiles"):
        if context.brand != "my" or name != "getDefaultTransactionIsolation":
            show(name, getattr(meta, name)())


@test
def errors(context):
    for sql in ("SELECT nosuch FROM w", "SELEC 1", "SELECT 1 FROM nosuch", "INSERT INTO q VALUES (3, NULL, 1)"):
        try:
            context.statement.execute(sql)
            show("no error")
        except Exception as problem:
            show("error", getattr(problem, "SQLState", problem))
    context.show_rows("SELECT COUNT(*) FROM w")


def main():
    dsn, brand, pipe = sys.argv[1:4]
    remote = office(pipe)
    # One connection for all: psqlodbc ends the office at times when a second one is made.
    context = Context(remote, dsn, brand)
    for function in TESTS:
        print("==", function.__name__, flush=True)
        try:
            function(context)
        except Exception:  # whatever it is
            print("UNEXPECTED", traceback.format_exc(limit=-2, chain=False), flush=True)
    context.connection.close()
    try:
        remote.ServiceManager.createInstanceWithContext(
            "com.sun.star.frame.Desktop", remote).terminate()
    except Exception:  # the office may be gone before it has answered; its status tells how it went
        pass


main()
