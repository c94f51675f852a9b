#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""pyodbc: many rows at once, all catalog functions, all information, types of parameters."""
import datetime
import decimal
import re
import uuid

import pyodbc

from harness import run, show, test

pyodbc.pooling = False


class Context:
    def __init__(self, dsn, brand):
        self.dsn = dsn
        self.brand = brand
        self.ours = dsn == brand
        self.connection = pyodbc.connect("DSN=" + dsn, autocommit=True)
        self.cursor = self.connection.cursor()

    def rows(self, sql, *parameters):
        return [tuple(row) for row in self.cursor.execute(sql, *parameters).fetchall()]

    def show_rows(self, sql, *parameters):
        for row in self.rows(sql, *parameters):
            show(*row)

    def state(self, call, *arguments):
        """The SQLSTATE of a call that fails."""
        try:
            call(*arguments)
        except pyodbc.Error as problem:
            show("error", problem.args[0])
        else:
            show("no error")


def many(context, sql, rows):
    """Parameter arrays, where the real driver has them right: sqliteodbc crashes, MariaDB's says
    nothing of rows that fail and moves values."""
    context.cursor.fast_executemany = context.ours or context.brand == "pg"
    context.cursor.executemany(sql, rows)


def people(context, columns="name VARCHAR(30), born DATE"):
    context.cursor.execute("DROP TABLE IF EXISTS people")
    context.cursor.execute("CREATE TABLE people (id INTEGER NOT NULL PRIMARY KEY, %s)" % columns)


@test
def all_types(context):
    for table, order in (("w", "k"), ("d", "k"), ("e", "k"), ("rg", "k"), ("c", "v"), ("r", "id")):
        context.show_rows("SELECT * FROM %s ORDER BY %s" % (table, order))
        show([(column[0], column[1]) for column in context.cursor.description])


@test
def describe_columns(context):
    for sql in ("SELECT * FROM w", "SELECT * FROM d", "SELECT k, g, v FROM t WHERE k = 2",
                "SELECT * FROM q", "SELECT dt, f FROM e", "SELECT * FROM orders WHERE user_id = 3",
                "SELECT k, g, ROW_NUMBER() OVER (ORDER BY k) AS r FROM w ORDER BY k",
                "SELECT a.k, b.v FROM w a JOIN u b ON b.v = a.v ORDER BY a.k, b.v",
                "SELECT k, COUNT(*) AS n FROM w WHERE k IN (1, 5) GROUP BY k"):
        context.cursor.execute(sql)
        for column in context.cursor.description:
            show(*column)


@test
def executemany(context):
    people(context)
    rows = [(i, "name %d" % i if i % 3 else None, datetime.date(1970, 1, 1 + i % 28))
            for i in range(50)]
    context.cursor.executemany("INSERT INTO people (id, name, born) VALUES (?, ?, ?)", rows)
    show(context.cursor.rowcount)
    context.show_rows("SELECT * FROM people ORDER BY id")


@test
def fast_executemany(context):
    people(context, "name VARCHAR(30), price NUMERIC(10,2), ratio DOUBLE PRECISION, born DATE, "
           "big BIGINT" if context.brand != "sl" else
           "name VARCHAR(30), price DOUBLE, ratio DOUBLE, born DATE, big BIGINT")
    number = decimal.Decimal if context.brand != "sl" else float
    rows = [(i, "näme %d" % i if i % 3 else None, number(str(i * 1.25)), i / 7.0,
             datetime.date(1970, 1, 1 + i % 28), i * 10000000000) for i in range(200)]
    many(context, "INSERT INTO people VALUES (?, ?, ?, ?, ?, ?)", rows)
    context.show_rows("SELECT * FROM people ORDER BY id")
    many(context, "UPDATE people SET name = ? WHERE id = ?",
         [("new", 3), ("newer", 4), ("none", 1000)])
    context.show_rows("SELECT id, name FROM people WHERE id < 6 ORDER BY id")
    many(context, "DELETE FROM people WHERE id = ?", [(i,) for i in range(10, 200)])
    context.show_rows("SELECT COUNT(*), MAX(id) FROM people")


@test
def fast_executemany_with_an_error(context):
    people(context)
    context.connection.autocommit = False
    context.state(many, context, "INSERT INTO people (id, name) VALUES (?, ?)",
                  [(1, "a"), (2, "b"), (3, "c"), (2, "twice"), (5, "e")])
    context.connection.rollback()
    context.connection.autocommit = True
    context.show_rows("SELECT * FROM people")


@test
def many_texts_of_one_shard(context):
    context.cursor.executemany("INSERT INTO s1 VALUES (?, ?)",
                               [(i, "é%d" % i if i % 7 else None) for i in range(1000, 1300)])
    context.show_rows("SELECT d, id FROM s1 ORDER BY id")


@test
def input_sizes(context):
    people(context)
    context.cursor.setinputsizes([(pyodbc.SQL_INTEGER, 0, 0), (pyodbc.SQL_VARCHAR, 30, 0),
                                  (pyodbc.SQL_TYPE_DATE, 10, 0)])
    context.cursor.executemany("INSERT INTO people VALUES (?, ?, ?)",
                               [(1, "a", datetime.date(2000, 1, 1)), (2, None, None)])
    context.show_rows("SELECT * FROM people ORDER BY id")


@test
def parameters(context):
    for value in (3, 3.0, decimal.Decimal("3"), True):
        context.show_rows("SELECT k, g FROM w WHERE k = ?", value)
    for value in (0, -5, 1000000):
        context.show_rows("SELECT k FROM w WHERE v = ? ORDER BY k", value)
    for value in ("Äpfel", "日本", "", "O'Neil"):
        context.show_rows("SELECT k, s FROM w WHERE s = ? ORDER BY k", value)
    context.show_rows("SELECT k FROM w WHERE k IN (?, ?, ?) ORDER BY k", 1, 9, 60)
    context.show_rows("SELECT k FROM w WHERE k BETWEEN ? AND ? ORDER BY k", 5, 9)
    context.show_rows("SELECT k FROM e WHERE dt = ? ORDER BY k", datetime.date(2023, 12, 21))
    context.show_rows("SELECT g, COUNT(*) FROM w WHERE v > ? GROUP BY g HAVING COUNT(*) > ? "
                      "ORDER BY g", 0, 3)
    context.show_rows("SELECT v FROM c WHERE id = ?", "Zürich")
    if context.brand == "pg":  # the others' drivers say HY000
        context.state(context.cursor.execute, "SELECT k FROM w WHERE k = ?")
    context.state(context.cursor.execute, "SELECT k FROM w WHERE k = ?", 1, 2)


@test
def values_of_all_types(context):
    blob = {"pg": "BYTEA", "my": "LONGBLOB", "sl": "BLOB"}[context.brand]
    stamp = {"pg": "TIMESTAMP(6)", "my": "DATETIME(6)", "sl": "TIMESTAMP"}[context.brand]
    people(context, "s %s, data %s, at %s, t TIME, n NUMERIC(20,5), f DOUBLE PRECISION" % (
        "LONGTEXT" if context.brand == "my" else "TEXT", blob, stamp))
    number = decimal.Decimal("-123456789012.12345")
    long = 100000
    for i, row in enumerate([
            ("text", b"\x00\x01\xff", datetime.datetime(2024, 2, 29, 1, 2, 3, 456000),
             datetime.time(23, 59, 58), number, 1.5),
            ("é" * (long // 20), bytes(range(256)) * 100, datetime.datetime(1999, 12, 31), None, None, -0.0),
            ("x" * long, b"", None, datetime.time(0, 0), decimal.Decimal(0), 1e300),
            (None, None, None, None, None, None)]):
        context.cursor.execute("INSERT INTO people VALUES (?, ?, ?, ?, ?, ?, ?)", i, *row)
        found = context.rows("SELECT s, data, at, t, n, f FROM people WHERE id = ?", i)
        show(*found[0][2:])
        # MariaDB's driver doubles the end of texts that are sent in parts.
        show(context.brand == "my" and not context.ours or found[0][0] == row[0], found[0][1] == row[1], type(found[0][1]).__name__)
    context.cursor.execute("UPDATE people SET s = NULL")
    context.show_rows("SELECT id, s, at, n FROM people ORDER BY id")


@test
def identifiers_as_text(context):
    if context.brand == "pg":
        people(context, "u UUID, b BOOLEAN")
        for i, value in enumerate((uuid.UUID(int=7), None)):
            context.cursor.execute("INSERT INTO people VALUES (?, ?, ?)", i, value, i == 0)
        context.show_rows("SELECT * FROM people ORDER BY id")
        show([column[1] for column in context.cursor.description])


def catalog(context, rows, columns, wanted=None):
    for row in rows:
        values = [getattr(row, name) for name in columns]
        if wanted is None or wanted(row):
            show(*values)


@test
def catalog_columns(context):
    for table in ("w", "q", "d", "e", "c", "orders", "nosuch"):
        catalog(context, context.cursor.columns(table=table),
                ("table_name", "column_name", "data_type", "type_name", "nullable"))
    catalog(context, context.cursor.columns(table="w", column="s"), ("column_name",))
    catalog(context, context.cursor.columns(table="w", column="%"), ("column_name",))
    catalog(context, context.cursor.columns(table="order_", column="%_id"),
            ("table_name", "column_name"))


@test
def catalog_tables(context):
    ours = [table for table in "t u n d e z q w orders items c rg r s1".split()]
    for arguments in ({}, {"tableType": "TABLE"}, {"table": "w"}, {"table": "o%"},
                      {"tableType": "VIEW"}, {"table": "w", "tableType": "TABLE,VIEW"}):
        rows = context.cursor.tables(**arguments).fetchall()
        show(sorted((row.table_name, row.table_type) for row in rows if row.table_name in ours
                    and row[0] in ("whole", "", None)))


@test
def catalog_keys(context):
    for table in ("w", "q", "t"):
        catalog(context, context.cursor.primaryKeys(table), ("table_name", "column_name", "key_seq"))
        show([column[0].lower() for column in context.cursor.description][:5][2:])
    for table in ("w", "t"):
        show(len(context.cursor.foreignKeys(table=table).fetchall()),
             len(context.cursor.foreignKeys(foreignTable=table).fetchall()))
    context.cursor.execute("DROP TABLE IF EXISTS records")
    context.cursor.execute("DROP TABLE IF EXISTS domains")
    context.cursor.execute("CREATE TABLE domains (id INTEGER NOT NULL PRIMARY KEY)")
    context.cursor.execute("CREATE TABLE records (domain_id INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY"
                           " (domain_id, n), CONSTRAINT of_domain FOREIGN KEY (domain_id) REFERENCES domains (id))")
    catalog(context, context.cursor.foreignKeys(foreignTable="records"),
            ("pktable_name", "pkcolumn_name", "fktable_name", "fkcolumn_name", "fk_name"))
    context.cursor.execute("DROP TABLE records")
    context.cursor.execute("DROP TABLE domains")


@test
def catalog_statistics(context):
    context.cursor.execute("CREATE INDEX w_g ON w (g)")
    context.cursor.execute("CREATE UNIQUE INDEX q_gv ON q (k, g)")
    for table in ("r", "s1"):  # not sharded: their indexes have no names of nodes
        context.cursor.execute("CREATE INDEX ix_%s ON %s (d)" % (table, table))
    for table in ("w", "q", "r", "s1"):
        for unique in (False, True):
            catalog(context, sorted(context.cursor.statistics(table, unique=unique).fetchall(),
                                    key=lambda row: (str(row.index_name), row.ordinal_position)),
                    ("table_name", "non_unique", "index_name", "ordinal_position", "column_name"),
                    lambda row: row.type != 0)


@test
def catalog_special_columns(context):
    for call in (context.cursor.rowIdColumns, context.cursor.rowVerColumns):
        for table in ("w", "q"):
            try:
                found = call(table).fetchall()
                if call == context.cursor.rowIdColumns and context.brand != "my":
                    # psqlodbc tells nothing here, SQLite's a row number, or an index of this test.
                    show([row.column_name for row in found] if context.ours else ["k"])
                    continue
                show([(row.column_name, row.data_type, row.type_name.upper()) for row in found])
            except pyodbc.Error as problem:
                show(problem.args[0])


@test
def catalog_procedures(context):
    show(context.cursor.procedures(procedure="nosuch").fetchall())
    show(context.cursor.procedureColumns(procedure="nosuch").fetchall())


@test
def type_info(context):
    # SQLite's driver doesn't list DECIMAL; MariaDB's fails for a type that it doesn't have.
    other = {"sl": [], "pg": [pyodbc.SQL_DECIMAL, pyodbc.SQL_GUID], "my": [pyodbc.SQL_DECIMAL]}
    for kind in [None, pyodbc.SQL_INTEGER, pyodbc.SQL_VARCHAR, pyodbc.SQL_TYPE_TIMESTAMP] + \
            other[context.brand]:
        found = context.cursor.getTypeInfo(kind).fetchall() if kind is not None else \
            context.cursor.getTypeInfo().fetchall()
        # Types of ODBC 2 and wide ones are listed by one driver and not by the other.
        show(kind, sorted((row[0], row[1], abs(row[2])) for row in found
                          if kind is not None or row[1] not in (-8, -9, -10, 9, 10, 11)
                          and row[0] not in ("bytea", "numeric", "decimal", "blob")))


# What is ours by right (doc/conformance.md), or a number without meaning for applications.
OWN_INFO = """SQL_DATA_SOURCE_NAME SQL_DRIVER_NAME SQL_DRIVER_VER SQL_DRIVER_ODBC_VER SQL_DRIVER_HDBC
SQL_DRIVER_HENV SQL_DRIVER_HLIB SQL_DRIVER_HSTMT SQL_DM_VER SQL_ACTIVE_ENVIRONMENTS SQL_ODBC_VER
SQL_SERVER_NAME SQL_USER_NAME SQL_DATABASE_NAME SQL_SEARCH_PATTERN_ESCAPE SQL_MAX_CONCURRENT_ACTIVITIES
SQL_ODBC_INTERFACE_CONFORMANCE SQL_ODBC_API_CONFORMANCE SQL_ODBC_SQL_CONFORMANCE SQL_ASYNC_MODE
SQL_MAX_ASYNC_CONCURRENT_STATEMENTS SQL_KEYWORDS SQL_XOPEN_CLI_YEAR""".split()


@test
def information(context):
    names = [name for name in dir(pyodbc) if name.startswith("SQL_")]
    answered = []
    for name in names:
        kind = getattr(pyodbc, name)
        if not isinstance(kind, int) or name in OWN_INFO:
            continue
        try:
            answered.append((name, context.connection.getinfo(kind)))
        except (pyodbc.Error, UnicodeDecodeError):
            continue
    plain = ("SQL_DBMS_NAME", "SQL_DBMS_VER", "SQL_IDENTIFIER_QUOTE_CHAR", "SQL_IDENTIFIER_CASE",
             "SQL_TXN_CAPABLE", "SQL_SCHEMA_TERM", "SQL_CONCAT_NULL_BEHAVIOR",
             "SQL_QUOTED_IDENTIFIER_CASE", "SQL_NON_NULLABLE_COLUMNS", "SQL_MAX_COLUMN_NAME_LEN")
    for name, value in answered:
        if name in plain:
            show(name, value)
    show(len(answered) > 100)


@test
def transactions(context):
    people(context)
    context.connection.autocommit = False
    context.cursor.execute("INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')")
    context.connection.rollback()
    context.show_rows("SELECT COUNT(*) FROM people")
    context.cursor.execute("INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')")
    show(context.cursor.rowcount)
    context.connection.commit()
    context.cursor.execute("UPDATE people SET name = 'x'")
    show(context.cursor.rowcount)
    context.connection.rollback()
    context.show_rows("SELECT id, name FROM people ORDER BY id")
    context.connection.autocommit = True


@test
def errors(context):
    for sql in ("SELECT nosuch FROM w", "SELEC 1", "SELECT k FROM nosuch",
                "INSERT INTO q VALUES (1, 'x', 1)",
                "CREATE TABLE w (k INTEGER)", "DROP TABLE nosuch",
                "INSERT INTO w (kk) VALUES (3)", "INSERT INTO c (idd, v) VALUES ('x', 3)"):
        context.state(context.cursor.execute, sql)
    context.show_rows("SELECT COUNT(*) FROM w")


def without_drivers(message):
    """A message without what drivers and servers call themselves and their databases."""
    message = re.sub(r"^\[\w+\] (\[[^]]*\] *)*", "", message)
    return re.sub(r"`shard_\d`|'shard_\d\.", lambda found: found.group(0)[0] + "whole" + found.group(0)[-1],
                  message)


@test
def error_texts(context):
    """Tables, indexes and constraints are called as the application calls them."""
    context.cursor.execute("DROP TABLE IF EXISTS domains")
    context.cursor.execute("CREATE TABLE domains (id INTEGER NOT NULL PRIMARY KEY, v INTEGER NOT NULL,"
                           " CONSTRAINT positive CHECK (v > 0), CONSTRAINT pair UNIQUE (id, v))")
    context.cursor.execute("INSERT INTO domains VALUES (1, 1), (5, 1), (6, 2)")
    for sql in ("INSERT INTO domains VALUES (5, 1)", "INSERT INTO domains VALUES (9, -1)",
                "INSERT INTO domains VALUES (9, NULL)", "UPDATE domains SET v = 0 WHERE id = 6",
                "UPDATE domains SET v = NULL WHERE id = 6", "INSERT INTO domains (id, v, w) VALUES (7, 1, 1)"):
        try:
            context.cursor.execute(sql)
        except pyodbc.Error as problem:
            show(problem.args[0], without_drivers(problem.args[1]))
        else:
            show("no error")
    context.cursor.execute("DROP TABLE domains")


LISTINGS = {
    "pg": ("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
           "SELECT c.relname AS \"Name\" FROM pg_catalog.pg_class c LEFT JOIN pg_namespace n"
           " ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p') AND n.nspname = 'public' ORDER BY 1",
           "SELECT pg_catalog.pg_class.relname FROM pg_catalog.pg_class WHERE pg_catalog.pg_class.relname LIKE 'order%'"
           " AND relkind = 'r'",
           "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public'",
           "SELECT table_name, COUNT(*) FROM information_schema.columns WHERE table_schema = 'public'"
           " GROUP BY table_name ORDER BY table_name",
           "SELECT table_name, column_name FROM information_schema.columns WHERE table_name LIKE 'w%'"
           " AND table_schema = 'public' ORDER BY table_name, ordinal_position",
           "SELECT c.relname FROM pg_class c WHERE EXISTS (SELECT 1 FROM pg_attribute a"
           " WHERE a.attrelid = c.oid AND a.attname = 'order_id') AND relkind = 'r' ORDER BY relname DESC",
           "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'w'"
           " ORDER BY tablename LIMIT 4 OFFSET 1",
           "SELECT DISTINCT upper(tablename) AS n FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
           "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' UNION SELECT table_name"
           " FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
           "SELECT relname FROM pg_class WHERE relname = 'w'"),
    "my": ("SHOW TABLES", "SHOW FULL TABLES LIKE 'w%'", "SHOW TABLES FROM whole",
           "SHOW TABLES WHERE Tables_in_whole = 'w' OR Tables_in_whole LIKE 'order%'",
           "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1",
           "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'whole'",
           "SELECT t.table_name, COUNT(c.column_name) AS n FROM information_schema.tables t"
           " LEFT JOIN information_schema.columns c ON c.table_schema = t.table_schema"
           " AND c.table_name = t.table_name WHERE t.table_schema = 'whole' AND t.table_name LIKE '%d%'"
           " GROUP BY t.table_name ORDER BY t.table_name",
           "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'whole'"
           " AND table_name = 'w' ORDER BY ordinal_position",
           "SELECT COUNT(table_name), MIN( table_name ) FROM information_schema.tables WHERE table_schema = DATABASE()"),
    "sl": ("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
           "SELECT type, name, tbl_name FROM sqlite_master WHERE type <> 'index' ORDER BY name",
           "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table'",
           "SELECT m.name, p.name FROM sqlite_schema m, pragma_table_info('w') p WHERE m.name = 'w'",
           "SELECT m.name FROM sqlite_master AS m WHERE m.type = 'table' AND m.name > 'o' ORDER BY 1 DESC",
           "SELECT tbl_name, COUNT(*) FROM sqlite_master GROUP BY tbl_name ORDER BY tbl_name",
           "SELECT COUNT(name), upper(MIN(name)) FROM sqlite_schema WHERE type = 'table'"),
}


@test
def listings(context):
    """Questions to the system catalogs, and SHOW TABLES, give logical tables, each once."""
    for sql in LISTINGS[context.brand]:
        context.cursor.execute(sql)
        show(sql[:40], [column[0] for column in context.cursor.description])
        for row in context.cursor.fetchall():
            show(*row)
    if context.brand == "sl":
        show([column[0] for column in context.cursor.execute("SELECT * FROM sqlite_master").description])
        show(sorted(row[1:3] for row in context.cursor.fetchall()) != [])


@test
def output_converter(context):
    context.connection.add_output_converter(pyodbc.SQL_INTEGER, lambda value: ("raw", len(value)))
    context.show_rows("SELECT k FROM t WHERE k = 2")
    context.connection.clear_output_converters()
    context.connection.setdecoding(pyodbc.SQL_CHAR, encoding="utf-8")
    context.connection.setencoding(encoding="utf-8")
    context.show_rows("SELECT s FROM w WHERE s = ? ORDER BY k", "日本")


@test
def skip_and_parts(context):
    context.cursor.execute("SELECT k FROM w ORDER BY k")
    context.cursor.skip(10)
    show(context.cursor.fetchval(), [tuple(row) for row in context.cursor.fetchmany(3)])
    context.cursor.cancel()
    context.show_rows("SELECT MAX(k) FROM w")
    if context.brand != "pg":
        context.connection.timeout = 30
    context.show_rows("SELECT MIN(k) FROM w")


run(Context)
