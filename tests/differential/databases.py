# SPDX-License-Identifier: LGPL-2.1-or-later
"""The database "whole" and the shards of one brand, reached through their own drivers only."""
import collections

import pyodbc

import schema

pyodbc.pooling = False


class Databases:
    def __init__(self, brand):
        self.brand = brand
        self.tables = schema.tables()
        self.whole = self.connect("%s_whole" % brand)
        self.baseline = {}
        self.shards = [self.connect("%s_%d" % (brand, i)) for i in range(schema.SHARDS)]

    @staticmethod
    def connect(dsn):
        return pyodbc.connect("DSN=%s" % dsn, autocommit=True)

    def everywhere(self, table):
        """(connection, actual table, rows that belong there), whole first."""
        yield self.whole, table.name, table.rows
        for shard, actual in table.nodes():
            yield self.shards[shard], actual, table.rows_of(shard, actual)

    def create(self):
        for table in self.tables:
            for connection, actual, rows in self.everywhere(table):
                connection.execute("DROP TABLE IF EXISTS %s" % actual)
                connection.execute(schema.create_text(table, actual, self.brand))
            self.fill(table)
            self.baseline[table.name] = self.content(self.whole, table.name)

    def fill(self, table):
        for connection, actual, rows in self.everywhere(table):
            connection.execute("DELETE FROM %s" % actual)
            if rows:
                connection.execute(schema.insert_text(actual, rows, self.brand))

    def drop(self, name):
        """A table that a statement made, under any of its names."""
        for connection in [self.whole] + self.shards:
            for actual in [name] + ["%s_%d" % (name, i) for i in range(2)]:
                connection.execute("DROP TABLE IF EXISTS %s" % actual)

    @staticmethod
    def content(connection, actual):
        rows = connection.execute("SELECT %s FROM %s" % (schema.seen(actual), actual)).fetchall()
        return collections.Counter(tuple(row) for row in rows)

    def difference(self, table, sharded=True):
        """None when the shards hold what the whole database holds, each row in its place."""
        wanted = self.content(self.whole, table.name)
        if not sharded:
            return None
        found = collections.Counter()
        for shard, actual in table.nodes():
            content = self.content(self.shards[shard], actual)
            if table.place is None:
                if content != wanted:
                    return "%s on shard %d holds %s, wanted %s" % (
                        table.name, shard, brief(content), brief(wanted))
                continue
            for row in content:
                if table.place(row) != (shard, actual):
                    return "row %s lies in %s on shard %d, its place is %s" % (
                        row, actual, shard, table.place(row))
            found += content
        if table.place is not None and found != wanted:
            return "%s: too many %s, missing %s" % (
                table.name, brief(found - wanted), brief(wanted - found))
        return None

    def changed(self, table):
        return (self.content(self.whole, table.name) != self.baseline[table.name]
                or self.difference(table) is not None)


def brief(content):
    text = str(sorted(content.elements(), key=repr))
    return text if len(text) < 400 else text[:400] + " ..."
