# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads the statement files.

One statement a line; "#" starts a comment line. Tags in square brackets may come first, parameters
(a Python tuple) after ";;":

    [ordered !] SELECT k FROM t WHERE v >= ? ORDER BY k ;; (2,)

Tags
    !           must not be refused
    refuse      must be refused
    ordered     the order of the rows counts
    count       only the number of rows counts (LIMIT without a total order)
    approx      sums of floating numbers: relative difference of 1e-12 allowed
    pg my sl    only these brands
    nometa      sizes, digits and nullability of the columns aren't compared, only label and type
    notype      only the labels are compared (SQLite derives types from the rows, if there are any)
    error       the one database must report an error here (a check of the test itself)

Statements between "{" and "}" are a block: they run one after the other on one connection. In a
block ".begin", ".commit", ".rollback" and ".autocommit" are calls of the driver manager instead of
statements, and ".drop NAME" is said of a table to be removed at the end. Each write alone and each
block is followed by a comparison of all tables named in it, which then get their rows back.
"""
import ast
import collections
import re

Statement = collections.namedtuple("Statement", "sql params tags line")
Case = collections.namedtuple("Case", "statements tags line drops")

KNOWN_TAGS = {"!", "refuse", "ordered", "count", "approx", "pg", "my", "sl", "nometa", "notype", "error"}
BRAND_TAGS = {"pg", "my", "sl"}


def parse_line(text, number):
    tags = set()
    found = re.match(r"\[([^]]*)\]\s*", text)
    if found and set(found.group(1).split()) <= KNOWN_TAGS:
        tags = set(found.group(1).split())
        text = text[found.end():]
    params = ()
    if " ;; " in text:
        text, values = text.rsplit(" ;; ", 1)
        params = ast.literal_eval(values)
    return Statement(text.strip(), params, tags, number)


def read(path):
    cases, block, drops, block_tags = [], None, [], set()
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            if line.startswith("{"):
                block, drops, block_tags = [], [], set(line[1:].split())
            elif line == "}":
                cases.append(Case(block, block_tags, block[0].line, drops))
                block, drops = None, []
            elif line.startswith(".drop "):
                drops.append(line.split()[1])
            elif block is not None:
                block.append(parse_line(line, number))
            else:
                statement = parse_line(line, number)
                cases.append(Case([statement], statement.tags, number, []))
    return cases


def for_one_database(sql):
    """psqlodbc can't be given PostgreSQL's ?? (here: between two sides without blanks)."""
    functions = {"": "jsonb_exists", "|": "jsonb_exists_any", "&": "jsonb_exists_all"}
    return re.sub(r"(\S+) \?\?([|&]?) (\S+)",
                  lambda found: "%s(%s, %s)" % (functions[found.group(2)], found.group(1), found.group(3)),
                  sql)


def runs_on(case, brand):
    wanted = case.tags & BRAND_TAGS
    return not wanted or brand in wanted


def is_write(statement):
    if re.match(r"\s*WITH\b", statement.sql, re.I):
        return re.search(r"\b(INSERT INTO|UPDATE|DELETE FROM) \w+", statement.sql, re.I) is not None
    return not re.match(r"\s*(\(|SELECT|VALUES|TABLE|EXPLAIN|SHOW|PREVIEW)", statement.sql, re.I)
