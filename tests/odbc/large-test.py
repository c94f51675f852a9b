#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Statements with very many values, rows, columns, and bytes in a value.

    large-test.py BRAND      brand: sl, pg or my, with the DSNs of tests/servers

Makes the table t itself. Prints FAIL lines and, last, "large: N passed, N failed".
"""
import sys

import pyodbc

MANY = 10000
BRAND = sys.argv[1]
passed = failed = 0


def check(name, found, wanted):
    global passed, failed
    if found == wanted:
        passed += 1
        return
    failed += 1
    print("FAIL large: %s: %.200r, not %.200r" % (name, found, wanted))


def one_row(cursor, sql, *parameters):
    return tuple(int(value) for value in cursor.execute(sql, *parameters).fetchone())


def start(cursor):
    try:
        cursor.execute("DROP TABLE t")
    except pyodbc.Error:
        pass
    cursor.execute("CREATE TABLE t (k INTEGER NOT NULL PRIMARY KEY, s VARCHAR(60))")


def rows_of_shards():
    """How many rows each shard has, asked without us."""
    counts = []
    for shard in range(4):
        connection = pyodbc.connect("DSN=%s_%d" % (BRAND, shard), autocommit=True)
        tables = {"t", "t_0", "t_1"} & {row.table_name for row in connection.cursor().tables()}
        counts.append(sum(connection.execute("SELECT COUNT(*) FROM " + table).fetchone()[0]
                          for table in tables))
        connection.close()
    return counts


def test_values(cursor):
    everything = (MANY, MANY * (MANY - 1) // 2)
    values = ",".join(map(str, range(MANY)))
    rows = ",".join("(%d,'row %d')" % (i, i) for i in range(MANY))
    cursor.execute("INSERT INTO t (k, s) VALUES " + rows)
    check("rows inserted", cursor.rowcount, MANY)
    check("rows there", one_row(cursor, "SELECT COUNT(*), SUM(k) FROM t"), everything)
    counts = rows_of_shards()
    check("rows on the shards", (sum(counts), min(counts) > MANY // 10), (MANY, True))
    found = cursor.execute("SELECT k, s FROM t WHERE k IN (%s)" % values).fetchall()
    check("IN", sorted(map(tuple, found)), [(i, "row %d" % i) for i in range(MANY)])
    markers = ",".join("?" * (MANY // 2))
    check("IN of markers",
          one_row(cursor, "SELECT COUNT(*), SUM(k) FROM t WHERE k IN (%s)" % markers,
                  list(range(0, MANY, 2))), (MANY // 2, sum(range(0, MANY, 2))))
    check("NOT IN", one_row(cursor, "SELECT COUNT(*) FROM t WHERE k NOT IN (%s)" % values), (0,))
    cursor.execute("UPDATE t SET s = 'new' WHERE k IN (%s)" % values)
    check("rows updated", cursor.rowcount, MANY)
    cursor.execute("DELETE FROM t WHERE k IN (%s)" % values)
    check("rows deleted", cursor.rowcount, MANY)


def test_array(cursor):
    cursor.fast_executemany = True
    cursor.executemany("INSERT INTO t (k, s) VALUES (?, ?)",
                       [(i, "array %d" % i) for i in range(MANY)])
    found = cursor.execute("SELECT k, s FROM t ORDER BY k").fetchall()
    check("array", [tuple(row) for row in found], [(i, "array %d" % i) for i in range(MANY)])
    counts = rows_of_shards()
    check("array on the shards", (sum(counts), min(counts) > MANY // 10), (MANY, True))


def test_columns(cursor):
    columns = ",".join("k + %d AS c%d" % (i, i) for i in range(1000))
    found = cursor.execute("SELECT %s FROM t WHERE k < 50 ORDER BY k" % columns).fetchall()
    check("columns", [tuple(row) for row in found],
          [tuple(k + i for i in range(1000)) for k in range(50)])


def test_bytes(cursor):
    size = 8000000
    sql = "SELECT k, repeat(CASE k WHEN 1 THEN 'abcd' ELSE 'xyz_' END, %d) FROM t" % (size // 4)
    if BRAND == "sl":
        sql = ("SELECT k, replace(hex(zeroblob(%d)), '00', CASE k WHEN 1 THEN 'abcd' ELSE 'xyz_' "
               "END) FROM t" % (size // 4))
    found = cursor.execute(sql + " WHERE k IN (1, 2, 3) ORDER BY k").fetchall()
    check("long values", [(k, text == ("abcd" if k == 1 else "xyz_") * (size // 4))
                          for k, text in found], [(1, True), (2, True), (3, True)])


def main():
    connection = pyodbc.connect("DSN=" + BRAND, autocommit=True)
    cursor = connection.cursor()
    start(cursor)
    test_values(cursor)
    test_array(cursor)
    test_columns(cursor)
    test_bytes(cursor)
    cursor.execute("DROP TABLE t")
    connection.close()
    print("large: %d passed, %d failed" % (passed, failed))
    return failed > 0


sys.exit(main())
