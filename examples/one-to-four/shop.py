#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A small shop that knows one database: it takes orders and reports. The name of its data source is
all that is ever told to it."""
import sys

import pyodbc


def open_shop(connection):
    cursor = connection.cursor()
    cursor.execute("CREATE TABLE customer (customer_id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(40), town VARCHAR(20))")
    cursor.execute("CREATE TABLE orders (order_id INTEGER NOT NULL, customer_id INTEGER NOT NULL, amount INTEGER, "
                   "PRIMARY KEY (customer_id, order_id))")
    cursor.execute("CREATE TABLE product (product_id INTEGER NOT NULL, name VARCHAR(20))")
    connection.commit()


def trade(connection, first, last):
    """Takes the orders of customers first to last: new customers, orders, corrections."""
    cursor = connection.cursor()
    cursor.executemany("INSERT INTO customer VALUES (?, ?, ?)",
                       [(i, f"customer {i}", ("Paris", "Berlin", "Rome")[i % 3]) for i in range(first, last)])
    for i in range(first, last):
        for k in range(i % 4):
            cursor.execute("INSERT INTO orders VALUES (?, ?, ?)", i * 10 + k, i, 7 * i % 50 + k)
    cursor.execute("UPDATE customer SET town = ? WHERE customer_id = ?", "Oslo", first)
    cursor.execute("DELETE FROM orders WHERE customer_id = ? AND amount < ?", first + 3, 5)
    connection.commit()
    cursor.execute("INSERT INTO customer VALUES (?, ?, ?)", last, "changes his mind", "Bonn")
    connection.rollback()


REPORTS = {
    "one customer": ("SELECT name, town FROM customer WHERE customer_id = ?", (7,)),
    "several": ("SELECT customer_id, name FROM customer WHERE customer_id IN (?, ?, ?) ORDER BY customer_id", (3, 8, 21)),
    "towns": ("SELECT town, COUNT(*) AS n FROM customer GROUP BY town ORDER BY n DESC, town", ()),
    "turnover": ("SELECT COUNT(*), SUM(amount), MIN(amount), MAX(amount) FROM orders", ()),
    "best": ("SELECT c.name, SUM(o.amount) AS total FROM customer c JOIN orders o ON o.customer_id = c.customer_id "
             "GROUP BY c.customer_id, c.name ORDER BY total DESC, c.name LIMIT 5", ()),
    "idle": ("SELECT COUNT(*) FROM customer c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id)", ()),
    "page": ("SELECT order_id, amount FROM orders ORDER BY amount DESC, order_id LIMIT 5 OFFSET 10", ()),
    "products": ("SELECT name FROM product ORDER BY product_id", ()),
}


def report(connection):
    cursor = connection.cursor()
    for name, (sql, values) in REPORTS.items():
        rows = cursor.execute(sql, *values).fetchall()
        print(name + ":", [column[0] for column in cursor.description], [tuple(row) for row in rows])


def main():
    data_source, *work = sys.argv[1:]
    connection = pyodbc.connect(f"DSN={data_source}")
    for word in work:
        if word == "open":
            open_shop(connection)
        elif word == "stock":
            connection.cursor().execute("INSERT INTO product VALUES (1, 'apples'), (2, 'pears')")
            connection.commit()
        elif word == "report":
            report(connection)
        else:
            first, last = word.split("-")
            trade(connection, int(first), int(last))
    connection.close()


if __name__ == "__main__":
    main()
