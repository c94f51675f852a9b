#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""pyodbc on the logical DSN, as an application would use it. pyodbc-test.py [pg] [my] [sl].

Each test runs on fresh tables (tests/differential/schema.py). Prints FAIL lines and, last,
"client: N passed, N failed".
"""
import configparser
import contextlib
import datetime
import decimal
import os
import shutil
import sys
import tempfile
import threading
import traceback

import pyodbc

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "differential"))
import databases  # noqa: E402  (the path above)

pyodbc.pooling = False
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def equal(found, wanted):
    if found != wanted:
        raise AssertionError("%r, wanted %r" % (found, wanted))


def rows(cursor):
    return [tuple(row) for row in cursor.fetchall()]


def fails(state, call, *args):
    try:
        call(*args)
    except pyodbc.Error as problem:
        equal(problem.args[0], state)
        return str(problem)
    raise AssertionError("no error, wanted %s" % state)


class Context:
    def __init__(self, brand):
        self.brand = brand
        self.databases = databases.Databases(brand)
        self.databases.create()

    def connect(self, text="", **keywords):
        return pyodbc.connect("DSN=%s;%s" % (self.brand, text), **keywords)


@test
def connect_and_close(context):
    for _ in range(5):
        connection = context.connect()
        equal(rows(connection.execute("SELECT 1")), [(1,)])
        connection.close()


@test
def connect_without_dsn(context):
    rules = os.path.join(os.environ["ODBCSYSINI"], "rules", context.brand + ".ini")
    connection = pyodbc.connect("Driver={ShardODBC};Rules=%s" % rules, autocommit=True)
    equal(rows(connection.execute("SELECT k FROM t WHERE k = 3")), [(3,)])
    connection.close()


@test
def rules_missing(context):
    try:
        pyodbc.connect("Driver={ShardODBC};Rules=/nonexistent/rules.ini")
    except pyodbc.Error as problem:
        assert "/nonexistent/rules.ini" in str(problem), str(problem)
    else:
        raise AssertionError("connected without rules")


@test
def database_missing(context):
    if context.brand != "sl":
        return
    with tempfile.NamedTemporaryFile("w", suffix=".ini") as rules:
        rules.write("[shard a]\nconnection = Driver=SQLite3;Database=/nonexistent/a.db\n"
                    "[table t]\nnodes = a.t\n")
        rules.flush()
        cursor = pyodbc.connect("Driver={ShardODBC};Rules=%s" % rules.name).cursor()
        text = fails("HY000", cursor.execute, "SELECT k FROM t")
        assert "[a]" in text and "/nonexistent/a.db" in text, text


@test
def types_of_values(context):
    connection = context.connect(autocommit=True)
    row = connection.execute("SELECT k, g, v, b, a, s FROM w WHERE k = 2").fetchone()
    whole = context.databases.whole.execute("SELECT k, g, v, b, a, s FROM w WHERE k = 2").fetchone()
    equal([type(value) for value in row], [type(value) for value in whole])
    equal(tuple(row), tuple(whole))
    connection.close()


@test
def fetch_in_parts(context):
    cursor = context.connect(autocommit=True).cursor()
    cursor.execute("SELECT k FROM w ORDER BY k")
    equal(cursor.fetchone()[0], 1)
    equal([row[0] for row in cursor.fetchmany(10)], list(range(2, 12)))
    equal([row[0] for row in cursor], list(range(12, 65)))
    equal(cursor.fetchone(), None)


@test
def statement_run_again(context):
    cursor = context.connect(autocommit=True).cursor()
    for k in (2, 3, 2, 6, 99, 1):
        cursor.execute("SELECT k FROM t WHERE k = ?", k)
        equal(rows(cursor), [(k,)] if k < 7 else [])


@test
def insert_many(context):
    connection = context.connect(autocommit=False)
    cursor = connection.cursor()
    cursor.executemany("INSERT INTO t (k, g, v) VALUES (?, ?, ?)",
                       [(k, "m", k * 2) for k in range(100, 140)])
    connection.commit()
    equal(rows(cursor.execute("SELECT COUNT(*), SUM(v) FROM t WHERE g = 'm'"))[0][0], 40)
    connection.close()
    equal(context.databases.shards[2].execute("SELECT COUNT(*) FROM t WHERE g = 'm'").fetchone()[0],
          10)


@test
def insert_many_fast(context):
    connection = context.connect(autocommit=True)
    cursor = connection.cursor()
    cursor.fast_executemany = True
    cursor.executemany("INSERT INTO t (k, g, v) VALUES (?, ?, ?)",
                       [(k, "m", k * 2) for k in range(100, 140)])
    equal(rows(cursor.execute("SELECT COUNT(*) FROM t WHERE g = 'm'")), [(40,)])
    for shard in range(4):
        found = context.databases.shards[shard].execute("SELECT k FROM t WHERE g = 'm'").fetchall()
        equal(sorted(row[0] for row in found), [k for k in range(100, 140) if k % 4 == shard])


@test
def values_go_and_come_back(context):
    connection = context.connect(autocommit=True)
    stamp = datetime.datetime(2024, 2, 29, 12, 34, 56, 789000)
    day = datetime.date(2024, 2, 29)
    connection.execute("INSERT INTO e (k, dt, ts, f, s) VALUES (?, ?, ?, ?, ?)", 200, day, stamp,
                       0.1, "é日本😀" if context.brand != "sl" else "é日本")
    query = "SELECT k, dt, ts, f, s FROM e WHERE k = 200"
    equal(tuple(connection.execute(query).fetchone()),
          tuple(context.databases.whole.execute(query.replace("e WHERE k = 200", "e WHERE k = -1"))
                .fetchone() or context.databases.shards[0].execute(query).fetchone()))
    whole = context.databases.whole
    for either in (connection, whole):
        either.execute("INSERT INTO d (k, a) VALUES (?, ?)", 200, decimal.Decimal("12.3400"))
    equal(connection.execute("SELECT a FROM d WHERE k = 200").fetchone()[0],
          whole.execute("SELECT a FROM d WHERE k = 200").fetchone()[0])


@test
def long_text(context):
    connection = context.connect(autocommit=True)
    for k, length in ((301, 1000), (302, 70000)):
        connection.execute("INSERT INTO e (k, s) VALUES (?, ?)", k, "x" * (length - 1) + "é"
                           if length < 60000 else "y" * 60000)
    found = connection.execute("SELECT k, s FROM e WHERE k IN (301, 302) ORDER BY k").fetchall()
    wanted = [context.databases.shards[k % 4].execute("SELECT s FROM e WHERE k = %d" % k)
              .fetchone()[0] for k in (301, 302)]
    equal([len(row[1]) for row in found], [len(text) for text in wanted])
    equal([row[1] for row in found], wanted)


@test
def description(context):
    connection = context.connect(autocommit=True)
    for query in ("SELECT k, g, v FROM t", "SELECT k, g, v FROM t WHERE k = 3",
                  "SELECT g, COUNT(*) AS n, SUM(v) AS s, AVG(v) AS a FROM t GROUP BY g",
                  "SELECT k FROM t ORDER BY v"):
        equal([column[:2] for column in connection.execute(query).description],
              [column[:2] for column in context.databases.whole.execute(query).description])


@test
def commit_and_rollback(context):
    connection = context.connect(autocommit=False)
    cursor = connection.cursor()
    cursor.execute("UPDATE t SET v = 0")
    equal(cursor.rowcount, 6)
    connection.rollback()
    equal(rows(cursor.execute("SELECT COUNT(*) FROM t WHERE v = 0")), [(0,)])
    cursor.execute("UPDATE t SET v = 0 WHERE k IN (1, 2, 3)")
    connection.commit()
    connection.close()
    other = context.connect(autocommit=True)
    equal(rows(other.execute("SELECT COUNT(*) FROM t WHERE v = 0")), [(3,)])


@test
def close_without_commit(context):
    connection = context.connect(autocommit=False)
    connection.execute("DELETE FROM t")
    connection.close()
    equal(rows(context.connect(autocommit=True).execute("SELECT COUNT(*) FROM t")), [(6,)])


@test
def two_cursors(context):
    connection = context.connect(autocommit=True)
    first, second = connection.cursor(), connection.cursor()
    first.execute("SELECT k FROM w ORDER BY k")
    equal(first.fetchone()[0], 1)
    equal(rows(second.execute("SELECT k FROM t ORDER BY k"))[-1], (6,))
    equal(len(first.fetchall()), 63)
    first.execute("SELECT k FROM w ORDER BY k")
    first.fetchone()
    second.execute("SELECT k FROM w ORDER BY k DESC")
    equal((second.fetchone()[0], first.fetchone()[0]), (64, 2))


def peak_memory():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))


DEEP_RULES = """[shardodbc]
dialect = auto
default-shard = ds_0
[table deep]
nodes = ds_${0..3}.deep
shard-key = k
shard-algorithm = four
value-type = k: integer
[algorithm four]
type = MOD
sharding-count = 4
"""
DEEP_ROWS = 60000  # of each shard
DEEP_FILL = {
    "pg": "INSERT INTO deep SELECT 4 * i + {}, repeat('x', 100) FROM generate_series(0, {} - 1) i",
    "sl": "INSERT INTO deep WITH RECURSIVE s(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM s) "
          "SELECT 4 * i + {}, printf('%.100c', 'x') FROM s LIMIT {}"}


@test
def deep_page_is_streamed(context):
    """Rows that are skipped aren't kept; MariaDB's driver keeps them all itself."""
    if context.brand == "my":
        return
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "rules.ini")
    shards = ["DSN=%s_%d" % (context.brand, shard) if context.brand == "pg" else
              "DSN=sl_0;Database=%s/%d.db" % (folder, shard) for shard in range(4)]
    with open(path, "w") as rules:
        rules.write(DEEP_RULES)
        for shard, connection in enumerate(shards):
            rules.write("[shard ds_%d]\nconnection = %s\n" % (shard, connection))
    for shard, text in enumerate(shards):
        part = pyodbc.connect(text, autocommit=True)
        if context.brand == "sl":
            part.execute("PRAGMA journal_mode = WAL")
        part.execute("CREATE TABLE deep (k INT PRIMARY KEY, g VARCHAR(100))")
        part.execute(DEEP_FILL[context.brand].format(shard, DEEP_ROWS))
        part.close()
    connection = context.connect("Rules=%s;State=%s" % (path, folder), autocommit=True)
    last = 4 * DEEP_ROWS - 1
    with open("/proc/self/clear_refs", "w") as peak:
        peak.write("5")
    before = peak_memory()
    page = connection.execute("SELECT k, g FROM deep ORDER BY k LIMIT 3 OFFSET %d" % (last - 2))
    equal([row[0] for row in page.fetchall()], [last - 2, last - 1, last])
    grown = peak_memory() - before
    connection.execute("DROP TABLE deep")
    connection.close()
    shutil.rmtree(folder)
    assert grown < 16 * 1024, "%d KiB more for three of %d rows" % (grown, last + 1)


@test
def write_while_reading(context):
    connection = context.connect(autocommit=True)
    first, second = connection.cursor(), connection.cursor()
    first.execute("SELECT k FROM t ORDER BY k")
    first.fetchone()
    second.execute("INSERT INTO u VALUES (50, 'x', 1), (51, 'x', 1)")
    equal([row[0] for row in first.fetchall()], [2, 3, 4, 5, 6])


@test
def errors_leave_the_connection_usable(context):
    connection = context.connect(autocommit=True)
    cursor = connection.cursor()
    for sql in ("SELECT nosuch FROM t", "SELEC 1", "SELECT k FROM t WHERE",
                "INSERT INTO q VALUES (1, 'dup', 1)"):
        try:
            cursor.execute(sql)
        except pyodbc.Error:
            pass
        else:
            raise AssertionError("no error: " + sql)
        equal(rows(cursor.execute("SELECT COUNT(*) FROM t")), [(6,)])


@test
def refused_by_name(context):
    cursor = context.connect(autocommit=True).cursor()
    text = fails("0A000", cursor.execute, "UPDATE t SET k = k + 1")
    assert "ShardODBC" in text and "'k'" in text, text
    fails("0A000", cursor.execute, "INSERT INTO t (g, v) VALUES ('no key', 1)")
    if context.brand == "pg":  # what the database itself wouldn't take, in its words alone
        text = fails("42883", cursor.execute, "SELECT k FROM t ORDER BY RAND()")
        assert "No query has been executed" not in text, text
    equal(rows(cursor.execute("SELECT MIN(k), MAX(k) FROM t")), [(1, 6)])


@test
def invisible_columns(context):
    if context.brand != "my":
        return
    cursor = context.connect(autocommit=True).cursor()
    cursor.execute("ALTER TABLE q ADD COLUMN unseen INT INVISIBLE DEFAULT 5 FIRST")
    try:
        cursor = context.connect(autocommit=True).cursor()
        cursor.execute("INSERT INTO q VALUES (8, 'y', 1), (9, 'z', 1)")
        equal(rows(cursor.execute("SELECT q.*, RANK() OVER (ORDER BY k DESC) FROM q "
                                  "WHERE k > 7 ORDER BY k")),
              [(8, "y", 1, 2), (9, "z", 1, 1)])
        equal(rows(cursor.execute("SELECT unseen, RANK() OVER (ORDER BY k) FROM q "
                                  "WHERE k > 7 ORDER BY k")),
              [(5, 1), (5, 2)])
    finally:
        cursor.execute("DELETE FROM q WHERE k > 7")
        cursor.execute("ALTER TABLE q DROP COLUMN unseen")


@test
def multi_row_insert_is_one(context):
    cursor = context.connect(autocommit=True).cursor()
    try:
        cursor.execute("INSERT INTO q VALUES (8, 'y', 1), (9, 'z', 1), (1, 'dup', 1)")
    except pyodbc.Error as problem:
        assert problem.args[0][:2] == "23" or context.brand == "sl", problem
    else:
        raise AssertionError("no error")
    equal(rows(cursor.execute("SELECT COUNT(*) FROM q")), [(6,)])


@test
def parameters_too_few(context):
    cursor = context.connect(autocommit=True).cursor()
    try:
        cursor.execute("SELECT k FROM t WHERE k = ? AND v = ?", 1)
    except pyodbc.Error:
        pass
    else:
        raise AssertionError("no error")
    equal(rows(cursor.execute("SELECT COUNT(*) FROM t")), [(6,)])


@test
def logical_tables_only(context):
    cursor = context.connect(autocommit=True).cursor()
    names = [row.table_name for row in cursor.tables(tableType="TABLE")]
    for name in ("t", "w", "orders", "r", "s1"):
        equal((name, names.count(name)), (name, 1))
    for name in ("w_0", "w_1", "orders_0"):
        assert name not in names, name


@test
def columns_of_a_table(context):
    cursor = context.connect(autocommit=True).cursor()
    found = [(row.table_name, row.column_name, row.type_name) for row in cursor.columns(table="w")]
    whole = context.databases.whole.cursor()
    equal(found, [(row.table_name, row.column_name, row.type_name)
                  for row in whole.columns(table="w")])


@test
def information(context):
    connection = context.connect(autocommit=True)
    whole = context.databases.whole
    for name in ("SQL_DBMS_NAME", "SQL_IDENTIFIER_QUOTE_CHAR", "SQL_DBMS_VER", "SQL_TXN_CAPABLE"):
        kind = getattr(pyodbc, name)
        equal((name, connection.getinfo(kind)), (name, whole.getinfo(kind)))
    for name in [name for name in dir(pyodbc) if name.startswith("SQL_")]:
        kind = getattr(pyodbc, name)
        if isinstance(kind, int):
            try:
                connection.getinfo(kind)
            except (pyodbc.Error, UnicodeDecodeError):
                pass
    equal(rows(connection.execute("SELECT 1")), [(1,)])


@test
def preview(context):
    cursor = context.connect(autocommit=True).cursor()
    cursor.execute("PREVIEW SELECT k FROM t WHERE k IN (1, 2)")
    equal([column[0].lower() for column in cursor.description][:2],
          ["data_source_name", "actual_sql"])
    equal([row[0] for row in cursor.fetchall()], ["ds_1", "ds_2"])
    cursor.execute("PREVIEW SELECT k FROM t WHERE k = 4")
    equal([(row[0], row[1]) for row in cursor.fetchall()],
          [("ds_0", "SELECT k FROM t WHERE k = 4")])
    cursor.execute("PREVIEW INSERT INTO t VALUES (?, ?, ?), (8, 'y', 2)", 7, "x", 1)
    equal([(row[0], row[1]) for row in cursor.fetchall()],
          [("ds_0", "INSERT INTO t (k, g, v) VALUES (8, 'y', 2)"),
           ("ds_3", "INSERT INTO t (k, g, v) VALUES (?, ?, ?)")])
    # What is run first has the merge of its own.
    cursor.execute("PREVIEW SELECT k FROM t WHERE v = (SELECT COUNT(*) FROM u)")
    equal([row[2] for row in cursor.fetchall()], ["group all; column 1 = count(column 1)"] * 4)
    # SQLite's sums are run as they are first, in halves only when one shard's overflows.
    cursor.execute("PREVIEW SELECT SUM(v) FROM t")
    equal([row[1][:13] for row in cursor.fetchall()], ["SELECT SUM(v)"] * 4)
    equal(rows(cursor.execute("SELECT COUNT(*) FROM t")), [(6,)])


@test
def threads(context):
    problems = []

    def work(number):
        try:
            connection = context.connect(autocommit=True)
            for i in range(30):
                equal(rows(connection.execute("SELECT COUNT(*) FROM w")), [(64,)])
                k = (number * 7 + i) % 64 + 1
                equal(rows(connection.execute("SELECT k FROM w WHERE k = ?", k)), [(k,)])
            connection.close()
        except Exception as problem:  # any fault of a thread is a fault of the test
            problems.append(problem)
    workers = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    equal(problems, [])


@test
def nobody_waits_for_ever(context):
    """Statements that lock rows on several shards, in three sessions at once: no database sees when
    each waits for another."""
    problems = []
    with contextlib.closing(context.connect(autocommit=True)) as connection:
        connection.execute("UPDATE t SET v = 0")

    def work(number):
        try:
            connection = context.connect("LockTimeout=10", autocommit=True)
            for _ in range(12):
                equal(connection.execute("UPDATE t SET v = v + 1 WHERE k > 0").rowcount, 6)
            connection.autocommit = False
            for _ in range(8):
                connection.execute("UPDATE t SET v = v + 1 WHERE k > 0")
                connection.commit()
            for i in range(15 if context.brand != "sl" else 0):
                cursor = connection.execute("SELECT k FROM t WHERE k > %d FOR UPDATE" % (i % 3))
                equal(len(cursor.fetchall()), 6 - i % 3)
                connection.commit()
            connection.close()
        except Exception as problem:  # any fault of a thread is a fault of the test
            problems.append(problem)
    workers = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    equal(problems, [])
    with contextlib.closing(context.connect()) as connection:
        cursor = connection.execute("SELECT COUNT(*), MIN(v), MAX(v) FROM t")
        equal([tuple(int(value) for value in row) for row in cursor], [(6, 60, 60)])


@test
def locked_rows_are_told(context):
    """NOWAIT has its database's own SQLSTATE over several shards, too."""
    if context.brand == "sl":
        return
    with contextlib.closing(context.connect()) as holder, \
            contextlib.closing(context.connect()) as other:
        holder.execute("SELECT k FROM t WHERE k = 3 FOR UPDATE").fetchall()
        fails("55P03" if context.brand == "pg" else "HY000", other.execute,
              "SELECT k FROM t ORDER BY k FOR UPDATE NOWAIT")


@test
def exit_without_disconnect(context):
    import subprocess
    script = ("import pyodbc; pyodbc.pooling = False\n"
              "c = pyodbc.connect('DSN=%s', autocommit=True)\n"
              "print(c.execute('SELECT COUNT(*) FROM w').fetchone()[0])\n"
              "k = c.execute('SELECT k FROM w ORDER BY k'); k.fetchone()\n"
              "import os; os._exit(0) if %d else None\n")
    for hard in (0, 1):
        done = subprocess.run([sys.executable, "-c", script % (context.brand, hard)],
                              capture_output=True, text=True, timeout=60, check=False)
        equal((done.returncode, done.stderr), (0, ""))


@test
def fork_after_use(context):
    connection = context.connect(autocommit=True)
    equal(rows(connection.execute("SELECT COUNT(*) FROM w")), [(64,)])
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    equal(rows(connection.execute("SELECT COUNT(*) FROM w")), [(64,)])


GENERATED = """
[table keyed]
nodes = ds_${0..3}.keyed
shard-key = k
shard-algorithm = four
value-type = k: integer
generate = id: ids

[table placed]
nodes = ds_${0..3}.placed
shard-key = id
shard-algorithm = four
value-type = id: long
generate = id: ids

[generator ids]
type = SNOWFLAKE
"""


def check_generated(cursor, last):
    def ask(sql, *args):
        return rows(cursor.execute(sql, *args))

    cursor.execute("INSERT INTO keyed (k, v) VALUES (1, 5)")
    key = ask("SELECT id FROM keyed")[0][0]
    equal(ask("SELECT k FROM keyed WHERE id = " + last), [(1,)])
    cursor.execute("INSERT INTO keyed (k, v) VALUES (?, ?), (3, ?), (3, 4)", 2, 6, 7)
    equal(ask("SELECT COUNT(DISTINCT id), COUNT(*) FROM keyed WHERE id >= ?", key), [(4, 4)])
    cursor.execute("INSERT INTO keyed VALUES (7, 8)")
    equal(ask("SELECT k, v FROM keyed WHERE id = " + last), [(7, 8)])
    cursor.execute("INSERT INTO keyed (k, id, v) VALUES (8, 77, 1), (9, NULL, 2)")
    equal(ask("SELECT id FROM keyed WHERE k > 7 ORDER BY k"), [(77,), (None,)])
    equal(ask("SELECT k FROM keyed WHERE id = " + last), [(7,)])
    cursor.execute("INSERT INTO placed (v) VALUES (1), (2), (3), (4), (5)")
    equal(ask("SELECT COUNT(DISTINCT id) FROM placed"), [(5,)])
    equal(ask("SELECT v FROM placed WHERE id = (SELECT MAX(id) FROM placed)"), [(5,)])
    cursor.executemany("INSERT INTO placed (v) VALUES (?)", [(11,), (12,)])
    equal(ask("SELECT v FROM placed WHERE id = " + last), [(12,)])


@test
def user_variables(context):
    """What one shard assigned to a MariaDB variable is read there, or refused; never a NULL."""
    if context.brand != "my":
        return
    with contextlib.closing(pyodbc.connect("DSN=my", autocommit=True)) as connection:
        cursor = connection.cursor()

        def ask(*args):
            return rows(cursor.execute(*args))

        cursor.execute("SET @everywhere = 5")
        for key in (1, 2, 3):
            equal(ask("SELECT k FROM t WHERE k = ? AND @everywhere = 5", key), [(key,)])
        cursor.execute("SELECT k INTO @found FROM t WHERE k = 3")
        equal(ask("SELECT @found, @everywhere"), [(3, 5)])
        cursor.execute("SET @found = @found + 1")
        equal(ask("SELECT @found"), [(4,)])
        equal(ask("SELECT k FROM t WHERE k = 3 AND @found = 4"), [(3,)])
        fails("0A000", cursor.execute, "SELECT k FROM t WHERE k = 1 AND @found = 4")
        fails("0A000", cursor.execute, "SELECT k INTO @found FROM t WHERE k = 1")
        equal(ask("SELECT k FROM t WHERE k = 1"), [(1,)])
        fails("0A000", cursor.execute, "SET @sum = (SELECT SUM(v) FROM t)")


@test
def generated_keys(context):
    """A generator's key is added, one per row, and is what LAST_INSERT_ID() and the like give."""
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "rules.ini")
    ini = configparser.ConfigParser(strict=False, interpolation=None)
    ini.read(os.environ["ODBCINI"])
    with open(ini[context.brand]["Rules"]) as base, open(path, "w") as rules:
        rules.write(base.read() + GENERATED)
    last = {"pg": "lastval()", "my": "LAST_INSERT_ID()", "sl": "last_insert_rowid()"}
    connection = pyodbc.connect("DSN=%s;Rules=%s;State=%s" % (context.brand, path, folder),
                                autocommit=True)
    cursor = connection.cursor()
    for table in ("keyed", "placed"):
        cursor.execute("DROP TABLE IF EXISTS %s" % table)
    cursor.execute("CREATE TABLE keyed (k INTEGER, id BIGINT, v INTEGER)")
    cursor.execute("CREATE TABLE placed (id BIGINT, v INTEGER)")
    try:
        check_generated(cursor, last[context.brand])
    finally:
        for table in ("keyed", "placed"):
            cursor.execute("DROP TABLE %s" % table)
        connection.close()
        shutil.rmtree(folder)


def run_brand(brand, only):
    passed = failed = 0
    for function in TESTS:
        if only and function.__name__ not in only:
            continue
        try:
            function(Context(brand))
            passed += 1
        except Exception:  # whatever it is, the test failed
            failed += 1
            print("FAIL client %s on %s: %s" % (
                function.__name__, brand, traceback.format_exc(limit=-2).strip()), flush=True)
    return passed, failed


def run_in_process(brand, only):
    """A process of its own: a crash is one failure more, not the end of the run."""
    import subprocess
    command = [sys.executable, os.path.abspath(__file__), "--child", brand] + only
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=300, check=False)
    except subprocess.TimeoutExpired:
        print("FAIL client on %s: no end within 300 s" % brand)
        return 0, 1
    lines = done.stdout.strip().split("\n")
    if lines[-1].startswith("done "):
        print("\n".join(lines[:-1]), end="\n" if len(lines) > 1 else "")
        return tuple(int(word) for word in lines[-1].split()[1:])
    print("\n".join(lines))
    print("FAIL client on %s: ended with status %d" % (brand, done.returncode))
    return 0, 1


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--child"]:
        print("done %d %d" % run_brand(arguments[1], arguments[2:]))
        return 0
    brands = [name for name in arguments if name in ("pg", "my", "sl")] or ["sl", "pg", "my"]
    only = [name for name in arguments if name not in ("pg", "my", "sl")]
    passed = failed = 0
    for brand in brands:
        good, bad = run_in_process(brand, only)
        passed += good
        failed += bad
    print("client: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
