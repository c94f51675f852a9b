#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs the same statements on one database with all rows and on the sharded one, and compares.

    differential.py [--brand pg] [--client pyodbc|odbc] [--self] [--random N] [--nested N] [--wide N]
                    [--sessions N] [--seed S] [FILE ...]

Needs the ini files of tests/servers (ODBCSYSINI, ODBCINI). A statement passes when both give the
same columns, rows (in order, where ORDER BY fixes it) and counts, or the same SQLSTATE, or when the
sharded one refuses it (0A000, HYC00) and has changed nothing. Refusals are counted and listed.
--self runs everything against the one database twice, to prove the harness. Each file runs in a
process of its own, so that a crash or a hang of the driver is one failed statement.

Prints lines "FAIL file:line ..." and, last, "differential: N passed, N failed, N refused".
"""
import argparse
import collections
import glob
import json
import math
import os
import random
import re
import select
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

REFUSALS = {"0A000", "HYC00"}
SQL_NUMERIC = 2
SQL_INTEGER = 4
SQL_VARCHAR = 12
SQL_BIGINT = -5
GUESSED_SIZE = 255  # the drivers, of an expression whose first value is NULL or missing
TIME_LIMIT = 30


# ---- comparison ------------------------------------------------------------------------------

def same_value(a, b, approx):
    if approx:
        try:
            x, y = float(a), float(b)
        except (TypeError, ValueError):
            return type(a) is type(b) and a == b
        if isinstance(a, int) and isinstance(b, int):
            return a == b
        return math.isclose(x, y, rel_tol=1e-12, abs_tol=1e-300)
    if type(a) is not type(b):
        return False
    # Decimals of different scale are equal as numbers but not as answers.
    return str(a) == str(b)


def same_row(a, b, approx):
    return len(a) == len(b) and all(same_value(x, y, approx) for x, y in zip(a, b))


def sort_key(row):
    return [(value is None, str(type(value)), str(value)) for value in row]


def approx_key(row):
    return [(value is None, "%.9g" % float(value), float(value))
            if is_number(value) and not isinstance(value, int) else (value is None, str(value), 0)
            for value in row]


def is_number(value):
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def compare_rows(wanted, found, tags):
    if len(wanted) != len(found):
        return "%d rows, wanted %d" % (len(found), len(wanted))
    if "count" in tags:
        return None
    approx = "approx" in tags
    if "ordered" not in tags:
        key = approx_key if approx else sort_key
        wanted, found = sorted(wanted, key=key), sorted(found, key=key)
    for number, (a, b) in enumerate(zip(wanted, found), 1):
        if not same_row(a, b, approx):
            return "row %d is %r, wanted %r; too many %s, missing %s" % (
                number, b, a, several(found, wanted), several(wanted, found))
    return None


def several(rows, others):
    """The first of the rows that the others haven't."""
    rest = collections.Counter(map(str, rows)) - collections.Counter(map(str, others))
    return ", ".join(list(rest.elements())[:3])


def compare_columns(wanted, found, tags):
    if len(wanted) != len(found):
        return "%d columns, wanted %d" % (len(found), len(wanted))
    for number, (a, b) in enumerate(zip(wanted, found), 1):
        if "nometa" in tags or "notype" in tags:
            width = 1 if "notype" in tags else 2
            a, b = a[:width], b[:width]
        if a != b:
            return "column %d is %r, wanted %r" % (number, b, a)
    return None


def without_dependent(wanted, found):
    """What psqlODBC says of a result by more than its type. After execute it takes the scale of a
    numeric without one from the rows that it has read, so that it depends on how many those are; here
    every shard says its own. So it does with the size of arrays that aren't a table's columns. And it knows that a column is NOT NULL only where it finds the column in
    a table, not behind the UNION ALL of several tables of one shard: nullable is said then."""
    if len(wanted.columns) != len(found.columns):
        return found
    columns = []
    for a, b in zip(wanted.columns, found.columns):
        # pyodbc: label, type, size, precision, scale, nullable; odbc: label, then type, size, scale,
        # nullable before execute (if it was prepared) and the same after it.
        b = list(b)
        size, scale, nullable = {6: (3, 4, 5), 5: (2, 3, 4)}.get(len(b), (6, 7, 8))
        if len(a) == len(b) and len(b) > nullable:
            if a[1] in ("Decimal", SQL_NUMERIC) and a[size] == b[size] == 28:
                b[scale] = a[scale]
            if a[1] in ("str", SQL_VARCHAR) and GUESSED_SIZE in (a[size], b[size]):
                b[size] = a[size]
                if len(b) == 6: # pyodbc has it twice
                    b[2] = a[2]
            b[nullable] = b[nullable] and a[nullable]
        columns.append(tuple(b))
    return found._replace(columns=columns)


def without_certainty(wanted, found):
    """MariaDB's optimizer makes an outer join an inner one where a condition allows it, or reads a row of
    the joined table beforehand, and then knows that a column is NOT NULL; other rows, other knowledge."""
    if len(wanted.columns) != len(found.columns):
        return found
    return found._replace(columns=[tuple(b[:-1]) + tuple(a[-1:]) if len(a) == len(b) else b
                                   for a, b in zip(wanted.columns, found.columns)])


def compare(wanted, found, tags):
    """None, or what is different."""
    if wanted.kind != found.kind:
        return "%s (%s %s), wanted %s (%s %s)" % (
            found.kind, found.state or "", (found.message or "")[:200],
            wanted.kind, wanted.state or "", (wanted.message or "")[:200])
    if wanted.kind == "error":
        if wanted.state != found.state:
            return "SQLSTATE %s (%s), wanted %s (%s)" % (
                found.state, found.message[:200], wanted.state, wanted.message[:200])
        return None
    if wanted.kind == "count":
        # psqlODBC says either of DDL, from case to case.
        if "postgresql" in tags and {wanted.count, found.count} == {-1, 0}:
            return None
        if wanted.count != found.count:
            return "row count %d, wanted %d" % (found.count, wanted.count)
        return None
    if "sqlite" in tags:
        wanted, found = without_guesses(wanted, cut_integers(wanted, found), tags)
    if "postgresql" in tags:
        found = without_dependent(wanted, found)
    if "mysql" in tags:
        found = without_certainty(wanted, found)
    return (compare_columns(wanted.columns, found.columns, tags)
            or compare_rows(wanted.rows, found.rows, tags))


def guessed(wanted, found, column, tags):
    """Does the type of this column depend on which row comes first, and is that open?"""
    if not wanted.rows or not found.rows:
        return True
    a, b = wanted.columns[column], found.columns[column]
    size = 2 if len(a) == 6 else 6
    if len(a) == len(b) > size and GUESSED_SIZE in (a[size], b[size]):
        return True
    if "ordered" in tags:
        return False
    return looks_like(wanted.rows[0][column]) != looks_like(found.rows[0][column])


def looks_like(value):
    """What the driver takes it for, also where it is read as text."""
    if value is None:
        return None
    text = str(value)
    return "int" if re.fullmatch(r"-?[0-9]+", text) else "real" if is_number(text) else type(value)


def cut_integers(wanted, found):
    """sqliteodbc calls every integer of an expression INTEGER and cuts it to 32 bits; the sharded
    one calls large ones BIGINT."""
    if len(wanted.columns) != len(found.columns):
        return found
    large = {i for i, (a, b) in enumerate(zip(wanted.columns, found.columns))
             if a[1:4] == ("int", 10, 10) and b[1:4] in (("int", 19, 19), ("int", 20, 20))
             or a[5:7] == (SQL_INTEGER, 10) and b[5:7] in ((SQL_BIGINT, 19), (SQL_BIGINT, 20))}

    def cut(value):
        return (value + 2**31) % 2**32 - 2**31 if isinstance(value, int) else value
    return found._replace(
        columns=[wanted.columns[i] if i in large else column
                 for i, column in enumerate(found.columns)],
        rows=[tuple(cut(value) if i in large else value for i, value in enumerate(row))
              for row in found.rows])


def without_guesses(wanted, found, tags):
    """SQLite's driver takes the type of an expression from the value in the first row: of each shard,
    here. Where there is none, or rows of no fixed order begin differently, type and size aren't
    compared, and values only as text. Sums of floating numbers depend on the order of the rows."""
    if len(wanted.columns) != len(found.columns) or len(wanted.rows) != len(found.rows):
        return wanted, found
    open_columns = {i for i in range(len(wanted.columns)) if guessed(wanted, found, i, tags)}

    # A column that begins with an integer is one, and a real number further down is cut off.
    cut_columns = {i for i in open_columns if wanted.columns[i][1] != found.columns[i][1]}
    lost_columns = {i for i in cut_columns
                    if any(is_number(row[i]) and abs(float(row[i])) >= 2**31
                           for row in wanted.rows + found.rows)}

    def text(value, column):
        if isinstance(value, bytes): # of a column that begins with text, the driver writes it so
            return "X'%s'" % value.hex().upper()
        if not is_number(value) or not math.isfinite(float(value)):
            return str(value)
        if column in lost_columns:
            return "?"
        if column in cut_columns or isinstance(value, int):
            return str((int(float(value)) + 2**31) % 2**32 - 2**31)
        return "%.15g" % float(value)

    def blurred(outcome):
        columns = [column[:1] if i in open_columns else column
                   for i, column in enumerate(outcome.columns)]
        rows = [tuple(text(value, i) if i in open_columns and value is not None else value
                      for i, value in enumerate(row)) for row in outcome.rows]
        return outcome._replace(columns=columns, rows=rows)
    return blurred(wanted), blurred(found)


# ---- one process: all cases of one list ---------------------------------------------------------

class Runner:
    def __init__(self, brand, client, self_test):
        import clients
        import databases
        self.brand = brand
        self.self_test = self_test
        self.exact = None
        self.client_class = clients.CLIENTS[client]
        self.databases = databases.Databases(brand)
        self.databases.create()
        self.connect()

    def connect(self):
        whole = "%s_whole" % self.brand
        self.whole = self.client_class(whole)
        self.sharded = self.whole if self.self_test else self.client_class(self.brand)

    def run_one(self, statement):
        """(message or None, refused). In a self test writes run once only."""
        command = {".begin": lambda c: c.set_autocommit(False),
                   ".autocommit": lambda c: c.set_autocommit(True),
                   ".commit": lambda c: c.end(True),
                   ".rollback": lambda c: c.end(False)}.get(statement.sql)
        if command:
            wanted, found = command(self.whole), command(self.sharded)
            return compare(wanted, found, statement.tags) if wanted else None, None
        import statements
        if self.self_test and statements.is_write(statement):
            self.whole.run(statements.for_one_database(statement.sql), statement.params)
            return None, None
        # A write that must be refused must not change the one database either.
        if "refuse" in statement.tags:
            found = self.sharded.run(statement.sql, statement.params)
            if found.state in REFUSALS or self.self_test:
                return None, found.message or "refused"
            return "not refused: %s %s" % (found.kind, found.state or found.rows), None
        found = self.sharded.run(statement.sql, statement.params)
        if found.state in REFUSALS:
            if "!" in statement.tags:
                return "refused: %s" % found.message, None
            return None, found.message
        # An algorithm may be unable to place a value that comes from the data.
        if "unplaced" in statement.tags and found.state == "HY000" and \
                "which is none of" in found.message:
            return None, found.message
        wanted = self.whole.run(statements.for_one_database(statement.sql), statement.params)
        # What the database itself can't do may be possible once a subquery is answered.
        if "mayfail" in statement.tags and wanted.state in REFUSALS:
            return None, None
        if "mayfail" not in statement.tags and wanted.state != "(decode)" and \
                ("error" in statement.tags) != (wanted.kind == "error"):
            return "the test itself: %s %s" % (wanted.state, wanted.message), None
        tags = statement.tags
        if self.brand == "pg":
            tags = tags | {"postgresql"}
        if self.brand == "my" and " LEFT JOIN " in statement.sql:
            tags = tags | {"mysql"}
        if self.brand == "sl":
            if found.state == "22003" and self.cut_off(statement):
                return None, None
            tags = tags | {"sqlite"}
            if re.search(r"\b(SUM|AVG|TOTAL)\(", statement.sql, re.I):
                tags = tags | {"approx"}
        return compare(wanted, found, tags), None

    def cut_off(self, statement):
        """SQLite's driver calls every integer expression a 32-bit INTEGER and cuts larger values off
        without a word where one asks for the type it names; the sharded one says 22003. (Read as a
        BIGINT or as text both give the number.) True if that's the reason here."""
        import clients
        if not self.exact:
            self.exact = clients.CLIENTS["odbc"]("%s_whole" % self.brand)
        outcome = self.exact.run(statement.sql, statement.params)
        return outcome.kind == "rows" and any(
            is_number(cell) and not -2**31 <= float(cell) < 2**31
            for row in outcome.rows for cell in row if cell is not None)

    def run_case(self, case):
        import statements
        refused = []
        for statement in case.statements:
            message, refusal = self.run_one(statement)
            if message:
                self.restore(case)
                return "line %d: %s: %s" % (statement.line, statement.sql, message), refused
            if refusal:
                refused.append((statement.line, statement.sql, refusal))
                if len(case.statements) > 1 and "refuse" not in statement.tags:
                    break
        message = None
        if len(case.statements) > 1 or any(map(statements.is_write, case.statements)):
            message = self.restore(case, bool(refused))
        return message, refused

    def restore(self, case, refused=False):
        """What is different now between the two; then every table gets its rows back."""
        message = None
        blocks = len(case.statements) > 1
        if blocks:
            for client in (self.whole, self.sharded):
                client.end(False)
                client.set_autocommit(True)
        text = " ".join(statement.sql for statement in case.statements)
        for table in self.databases.tables:
            if not re.search(r"\b%s\b" % table.name, text, re.I):
                continue
            if not message and not self.self_test and not (refused and blocks):
                message = self.databases.difference(table)
            if self.databases.changed(table):
                self.databases.fill(table)
        for name in case.drops:
            self.databases.drop(name)
        return message


def report(kind, case, text=""):
    print(json.dumps({"kind": kind, "line": case.line if case else 0, "text": text}), flush=True)


def run_cases(options, cases, start):
    runner = Runner(options.brand, options.client, options.self)
    for index in range(start, len(cases)):
        case = cases[index]
        report("start", case, index)
        message, refused = runner.run_case(case)
        for line, sql, reason in refused:
            report("refused", case, "%d: %s -- %s" % (line, sql, reason))
        report("fail" if message else "pass", case, message or "")
    report("end", None)


def load(options, name):
    import statements
    if name.startswith("random:"):
        import generate
        return generate.cases(options.brand, options.random, int(name[7:]))
    if name.startswith("nested:"):
        import nest
        return nest.cases(options.brand, options.nested, int(name[7:]))
    if name.startswith("wide:"):
        import wide
        return wide.cases(options.brand, options.wide, int(name[5:]))
    if name.startswith("sessions:"):
        import sessions
        return sessions.cases(options.brand, options.sessions, int(name[9:]))
    return [case for case in statements.read(name) if statements.runs_on(case, options.brand)]


# ---- the parent: watches the process, goes on after a crash -----------------------------------------

class Watcher:
    def __init__(self, options, name):
        self.options, self.name = options, name
        self.short = os.path.basename(name)
        self.passed = self.failed = 0
        self.refused = []
        self.index = 0
        self.case_line = 0

    def fail(self, text):
        self.failed += 1
        print("FAIL %s %s:%s %s" % (self.options.brand, self.short, self.case_line, text), flush=True)

    def message(self, text):
        """True when the process says that it is at its end."""
        try:
            event = json.loads(text)
        except ValueError:
            print(text)
            return False
        kind = event["kind"]
        self.case_line = event["line"] or self.case_line
        if kind == "start":
            self.index = event["text"]
        elif kind == "pass":
            self.passed += 1
            self.index += 1
        elif kind == "fail":
            self.fail(event["text"])
            self.index += 1
        elif kind == "refused":
            self.refused.append("%s:%s" % (self.short, event["text"]))
        return kind == "end"

    def process(self):
        """Runs from self.index on; True when the file is done."""
        options = self.options
        command = [sys.executable, os.path.abspath(__file__), "--child", str(self.index), "--brand",
                   options.brand, "--client", options.client, "--random", str(options.random),
                   "--nested", str(options.nested), "--wide", str(options.wide),
                   "--sessions", str(options.sessions)]
        if options.self:
            command.append("--self")
        child = subprocess.Popen(command + [self.name], stdout=subprocess.PIPE, text=True)
        ended = False
        while True:
            ready, _, _ = select.select([child.stdout], [], [], TIME_LIMIT)
            if not ready:
                child.kill()
                self.fail("no answer within %d s" % TIME_LIMIT)
                self.index += 1
                break
            line = child.stdout.readline()
            if not line:
                break
            ended = self.message(line.rstrip("\n")) or ended
        child.stdout.close()
        code = child.wait()
        if not ended and code != -9:
            self.fail("the process ended with status %d" % code)
            self.index += 1
        return ended

    def run(self):
        crashes = 0
        while not self.process():
            crashes += 1
            if crashes > 40:
                self.fail("given up after %d crashes" % crashes)
                break


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--brand", action="append")
    parser.add_argument("--client", default="pyodbc", choices=("pyodbc", "odbc"))
    parser.add_argument("--self", action="store_true")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--nested", type=int, default=0)
    parser.add_argument("--wide", type=int, default=0)
    parser.add_argument("--sessions", type=int, default=0)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--list-refused", action="store_true")
    parser.add_argument("--child", type=int)
    parser.add_argument("files", nargs="*")
    return parser.parse_args()


def fresh_seed():
    """What DIFFERENTIAL_SEED says, so that a run can be had again; else another one each time."""
    return int(os.environ.get("DIFFERENTIAL_SEED") or random.randrange(1 << 30))


def main():
    options = arguments()
    if options.child is not None:
        options.brand = options.brand[0]
        run_cases(options, load(options, options.files[0]), options.child)
        return 0
    files = options.files or sorted(glob.glob(os.path.join(HERE, "statements", "*.sql")))
    generated = []
    for kind, count in (("random", options.random), ("nested", options.nested),
                        ("wide", options.wide), ("sessions", options.sessions)):
        if count:
            seed = options.seed if options.seed is not None else fresh_seed()
            print("%s statements: --%s %d --seed %d" % (kind, kind, count, seed))
            generated.append("%s:%d" % (kind, seed))
    # A seed that is given is for the generated statements alone.
    files = generated if options.seed is not None and generated and not options.files \
        else files + generated
    passed = failed = refused = 0
    started = time.time()
    for brand in options.brand or ["sl", "pg", "my"]:
        for name in files:
            options.brand = brand
            watcher = Watcher(options, name)
            watcher.run()
            passed += watcher.passed
            failed += watcher.failed
            refused += len(watcher.refused)
            if options.list_refused:
                for text in watcher.refused:
                    print("refused %s %s" % (brand, text))
    print("differential (%s, %.0f s): %d passed, %d failed, %d refused" % (
        options.client, time.time() - started, passed, failed, refused))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
