#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Moves the rows of one data source to another: move.py FROM TO TABLE... The tables must be there."""
import sys

import pyodbc


def move(source, target, table):
    reader = source.cursor().execute(f"SELECT * FROM {table}")
    markers = ", ".join("?" * len(reader.description))
    writer = target.cursor()
    n = 0
    while True:
        rows = reader.fetchmany(500)
        if not rows:
            break
        writer.executemany(f"INSERT INTO {table} VALUES ({markers})", [tuple(row) for row in rows])
        n += len(rows)
    target.commit()
    print(f"{table}: {n} rows")


def main():
    source = pyodbc.connect(f"DSN={sys.argv[1]}")
    target = pyodbc.connect(f"DSN={sys.argv[2]}")
    for table in sys.argv[3:]:
        move(source, target, table)


if __name__ == "__main__":
    main()
