#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""pandas: read_sql with and without SQLAlchemy, in chunks, and to_sql in its three forms."""
import datetime

import pandas
import pyodbc
import sqlalchemy as sa

import dialects
from harness import run, show, test

pyodbc.pooling = False
pandas.set_option("display.width", 200, "display.max_columns", 20, "display.max_rows", 100)


class Context:
    def __init__(self, dsn, brand):
        self.brand = brand
        self.engine = dialects.engine(dsn, brand)
        self.connection = pyodbc.connect("DSN=" + dsn, autocommit=True)


def show_frame(frame):
    show([(name, str(kind)) for name, kind in frame.dtypes.items()])
    print(frame.to_string())


def frame():
    return pandas.DataFrame({
        "id": range(40),
        "name": ["näme %d" % i if i % 6 else None for i in range(40)],
        "ratio": [i / 8 for i in range(40)],
        "at": [datetime.datetime(2024, 1, 1) + datetime.timedelta(hours=i) for i in range(40)],
        "good": [i % 2 for i in range(40)]})


@test
def read_plain(context):
    for sql in ("SELECT k, g, v, b, s FROM w ORDER BY k", "SELECT k, dt, ts, f FROM e ORDER BY k",
                "SELECT g, COUNT(*) AS n, SUM(v) AS total FROM w GROUP BY g ORDER BY g",
                "SELECT k FROM t WHERE k > 1000"):
        show_frame(pandas.read_sql(sql, context.connection))


@test
def read_engine(context):
    with context.engine.connect() as connection:
        show_frame(pandas.read_sql_query(sa.text("SELECT k, g, v, b, s FROM w ORDER BY k"),
                                         connection, index_col="k"))
        show_frame(pandas.read_sql_query(
            sa.text("SELECT k, v FROM w WHERE v > :low ORDER BY k"), connection,
            params={"low": 10}))
        show_frame(pandas.read_sql_query(sa.text("SELECT k, dt, ts FROM e ORDER BY k"), connection,
                                         parse_dates=["dt"]))


@test
def read_parameters(context):
    show_frame(pandas.read_sql("SELECT k, s FROM w WHERE g = ? AND v >= ? ORDER BY k",
                               context.connection, params=["a", 10]))


@test
def read_chunks(context):
    sizes = [len(part) for part in pandas.read_sql("SELECT k FROM w ORDER BY k",
                                                   context.connection, chunksize=10)]
    show(sizes)


@test
def read_table(context):
    for table in ("t", "q", "d"):
        show_frame(pandas.read_sql_table(table, context.engine).sort_values("k")
                   .reset_index(drop=True))


@test
def write(context):
    context.connection.execute("DROP TABLE IF EXISTS people")
    frame().to_sql("people", context.engine, index=False)
    show_frame(pandas.read_sql("SELECT * FROM people ORDER BY id", context.connection))
    extra = frame()
    extra["id"] += 100
    extra.to_sql("people", context.engine, index=False, if_exists="append", chunksize=7)
    show_frame(pandas.read_sql("SELECT COUNT(*) AS n, MAX(id) AS top FROM people",
                               context.connection))
    frame().iloc[:10].to_sql("people", context.engine, index=False, if_exists="replace",
                             dtype={"name": sa.String(20)})
    show_frame(pandas.read_sql("SELECT id, name, ratio FROM people ORDER BY id",
                               context.connection))
    try:
        frame().to_sql("people", context.engine, index=False)
        show("no error")
    except ValueError as problem:
        show(str(problem))


@test
def write_many_rows_in_one(context):
    context.connection.execute("DROP TABLE IF EXISTS people")
    frame().to_sql("people", context.engine, index=False, method="multi")
    show_frame(pandas.read_sql("SELECT id, name, at FROM people ORDER BY id", context.connection))


@test
def computations(context):
    orders = pandas.read_sql("SELECT order_id, user_id, status, amount FROM orders",
                             context.connection)
    show_frame(orders.assign(amount=orders.amount.astype(float)).groupby("user_id").amount
               .agg(["count", "sum"]).round(2))


run(Context)
