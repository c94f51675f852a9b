#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The tables of the client tests, and the comparison of what two runs of a client printed.

tables.py fresh BRAND                      makes the tables anew, drops those of an earlier client
tables.py compare BRAND CLIENT WHOLE OURS  prints FAIL lines and "result PASSED FAILED"
"""
import difflib
import os
import sys

import pyodbc

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "differential"))
import databases  # noqa: E402  (the path above)

# Made by clients: (name, sharding key, actual tables on each shard), as rules.ini.in says.
MADE = [("pets", "owner", 1), ("people", "id", 1), ("domains", "id", 2), ("records", "domain_id", 2),
        ("domainmetadata", "domain_id", 2)]


def fresh(brand):
    every = databases.Databases(brand)
    every.create()
    for name in [name for name, _, _ in MADE] + ["location", "version"]:
        every.drop(name)


def sections(path):
    """[(name, lines)] of a transcript; what stands before the first name is a section too."""
    found = [("start", [])]
    with open(path, encoding="utf-8", errors="backslashreplace") as lines:
        for line in lines.read().split("\n"):
            if line.startswith("== "):
                found.append((line[3:].strip(), []))
            elif line.strip():
                found[-1][1].append(line.rstrip())
    return [section for section in found if section != ("start", [])]


def unexpected(side, lines):
    for i, line in enumerate(lines):
        if line.startswith("UNEXPECTED"):
            return [side] + lines[max(i - 2, 0):i + 12]
    return []


def compare(brand, client, whole, ours):
    wanted, found = sections(whole), sections(ours)
    passed, problems = 0, []
    if [name for name, _ in wanted] != [name for name, _ in found]:
        problems.append("tests %s, wanted %s" % ([name for name, _ in found],
                                                 [name for name, _ in wanted]))
    if not wanted:
        problems.append("printed nothing")
    found = dict(found)
    for name, lines in wanted:
        bad = unexpected("whole", lines) + unexpected("ours", found.get(name, []))
        if bad or name == "end":
            problems.append("%s: %s" % (name, "\n".join(bad or lines)))
        elif found.get(name) == lines:
            passed += 1
        elif name in found:
            problems.append("%s:\n%s" % (name, "\n".join(list(difflib.unified_diff(
                lines, found[name], "whole", "ours", lineterm="", n=1))[:40])))
    for name in misplaced(brand):
        problems.append(name)
    for problem in problems:
        print("FAIL client %s on %s: %s" % (client, brand, problem))
    print("result %d %d" % (passed + 1, len(problems)))


def misplaced(brand):
    """What is wrong with the rows that lie in the databases now."""
    every = databases.Databases(brand)
    for table in every.tables:
        problem = every.difference(table)
        if problem:
            yield problem
    for name, key, tables in MADE:
        problem = misplaced_made(every, name, key, tables)
        if problem:
            yield problem


def misplaced_made(every, name, key, tables):
    try:
        wanted = every.content(every.whole, name)
    except pyodbc.Error:
        return None
    found = databases.collections.Counter()
    for shard, connection in enumerate(every.shards):
        for table in range(tables):
            actual = name if tables == 1 else "%s_%d" % (name, table)
            try:
                found += every.content(connection, actual)
                keys = connection.execute("SELECT %s FROM %s" % (key, actual)).fetchall()
            except pyodbc.Error as problem:
                return "%s on shard %d: %s" % (actual, shard, problem)
            for row in keys:
                if (row[0] % databases.schema.SHARDS, row[0] // 4 % tables) != (shard, table):
                    return "key %r lies in %s on shard %d" % (row[0], actual, shard)
    if found != wanted:
        return "%s holds %s, wanted %s" % (name, databases.brief(found), databases.brief(wanted))
    return None


if __name__ == "__main__":
    if sys.argv[1] == "fresh":
        fresh(sys.argv[2])
    else:
        compare(*sys.argv[2:])
