#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads a sharded shop into pandas: what databases can add up is added up there, the rest here."""
import sys

import pandas
import pyodbc

connection = pyodbc.connect(f"DSN={sys.argv[1]}", autocommit=True)

print("Turnover by month and country, added up by the shards:")
sales = pandas.read_sql("""
    SELECT y.name AS country, substr(o.day, 1, 7) AS month, COUNT(*) AS orders, SUM(o.amount) AS turnover
    FROM orders o JOIN customer c ON c.customer_id = o.customer_id JOIN country y ON y.code = c.country
    GROUP BY y.name, substr(o.day, 1, 7) ORDER BY country, month""", connection)
print(sales.pivot(index="month", columns="country", values="turnover").round(2).to_string())

print("\nMedian of an order, which takes all rows, in chunks:")
chunks = pandas.read_sql("SELECT customer_id, amount FROM orders", connection, chunksize=500)
orders = pandas.concat(chunks)
print(f"{len(orders)} orders, median {orders.amount.median():.2f}, "
      f"best customer {orders.groupby('customer_id').amount.sum().idxmax()}")
assert len(orders) == sales.orders.sum() and abs(orders.amount.sum() - sales.turnover.sum()) < 1e-6
