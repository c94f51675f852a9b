#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What goes wrong, on SQLite shards in a folder of its own: broken rules, missing shards, a rules file
that leads back to itself, tables that differ. Every fault is a clear diagnostic, and the connection
stays usable.

bad-input-test.py DRIVER   (path of libshardodbc.so); prints "bad input: N passed, N failed".
"""
import os
import shutil
import subprocess
import sys
import tempfile
import traceback

TESTS = []

RULES = """[shardodbc]
default-shard = ds_0
[shard ds_0]
dsn = x_0
[shard ds_1]
dsn = x_1
[table t]
nodes = ds_${0..1}.t
shard-key = k
shard-algorithm = two
value-type = k: integer
[table r]
nodes = ds_${0..1}.r
broadcast = true
[algorithm two]
type = MOD
sharding-count = 2
"""


def test(function):
    TESTS.append(function)
    return function


def equal(found, wanted):
    if found != wanted:
        raise AssertionError("%r, wanted %r" % (found, wanted))


class Context:
    def __init__(self, driver):
        self.folder = tempfile.mkdtemp(prefix="shardodbc-bad.")
        self.driver = driver
        os.environ["ODBCSYSINI"] = self.folder
        os.environ["ODBCINI"] = self.path("odbc.ini")
        sqlite = subprocess.run("find /usr/lib -name libsqlite3odbc.so | head -n 1", shell=True,
                                capture_output=True, text=True, check=True).stdout.strip()
        self.write("odbcinst.ini", "[SQLite3]\nDriver=%s\n[ShardODBC]\nDriver=%s\nThreading=0\n" % (
            sqlite, driver))
        self.write("rules.ini", RULES)
        self.dsns = {"x": "Driver=ShardODBC\nRules=%s" % self.path("rules.ini")}
        for i in range(2):
            self.dsns["x_%d" % i] = "Driver=SQLite3\nDatabase=%s" % self.path("x_%d.db" % i)
        self.write_dsns()
        for i in range(2):
            self.sqlite(i, "CREATE TABLE t (k INTEGER, g VARCHAR(10), v INTEGER)")
            self.sqlite(i, "CREATE TABLE r (id INTEGER, d VARCHAR(20))")
        self.sqlite(0, "INSERT INTO t VALUES (2, 'a', 10), (4, 'b', 20)")
        self.sqlite(1, "INSERT INTO t VALUES (1, 'a', 1), (3, 'b', 2)")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def write_dsns(self):
        self.write("odbc.ini", "".join("[%s]\n%s\n\n" % item for item in self.dsns.items()))

    def sqlite(self, shard, sql):
        import sqlite3
        connection = sqlite3.connect(self.path("x_%d.db" % shard))
        found = connection.execute(sql).fetchall()
        connection.commit()
        connection.close()
        return found

    def connect(self, text="DSN=x", **keywords):
        import pyodbc
        pyodbc.pooling = False
        return pyodbc.connect(text, autocommit=True, **keywords)

    def fails(self, words, state=None, text="DSN=x", sql=None):
        """Connecting, or the statement, fails, and the message holds the words."""
        import pyodbc
        try:
            connection = self.connect(text)
            if sql:
                connection.execute(sql)
            else:
                raise AssertionError("connected")
        except pyodbc.Error as problem:
            message = " ".join(str(part) for part in problem.args)
            for word in words:
                assert word in message, "%r is not in: %s" % (word, message)
            if state:
                equal(problem.args[0], state)
            return message
        raise AssertionError("no error")

    def check(self):
        """What the tool of the same build says of the rules; None: it isn't there."""
        tool = os.path.join(os.path.dirname(self.driver), "..", "tools", "shardodbc")
        if not os.path.exists(tool):
            return None
        return subprocess.run([tool, "check", self.path("rules.ini")], capture_output=True, text=True,
                              errors="replace", timeout=60, check=False).stdout

    def rules_fail(self, words):
        """Connecting and the tool say the same."""
        message = self.fails(["rules.ini"] + words, "HY000")
        said, text = self.check(), message.split("[ShardODBC]", 1)[1].split(" (0)")[0]
        assert said is None or "error: " + text in said, "%r is not what check says: %s" % (text, said)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


@test
def all_is_well(context):
    connection = context.connect()
    equal(connection.execute("SELECT SUM(v) FROM t").fetchone()[0], 33)


@test
def no_rules_file(context):
    os.unlink(context.path("rules.ini"))
    context.fails(["rules.ini"])


@test
def rules_keyword_missing(context):
    context.dsns["x"] = "Driver=ShardODBC"
    context.write_dsns()
    context.fails(["Rules"])


@test
def rules_broken(context):
    for replaced, by, words in (
            ("dsn = x_1", "nosuchkey = x_1", ["nosuchkey", "ds_1"]),
            ("[table t]", "[tabel t]", ["tabel"]),
            ("shard-algorithm = two", "shard-algorithm = three", ["three"]),
            ("type = MOD", "type = MODULO", ["MODULO"]),
            ("sharding-count = 2", "sharding-count = many", ["sharding-count"]),
            ("sharding-count = 2", "sharding-count = 0", ["sharding-count"]),
            ("nodes = ds_${0..1}.t", "nodes = ds_${0..7}.t", ["ds_2"]),
            ("nodes = ds_${0..1}.t", "nodes = ds_${0..1.t", ["nodes"]),
            ("nodes = ds_${0..1}.t", "nodes = ds_${[]}.t", ["nodes"]),
            ("nodes = ds_${0..1}.t", "nodes = ds_${0..1}.t_${0..99999}", ["nodes"]),
            ("default-shard = ds_0", "default-shard = ds_9", ["ds_9"]),
            ("value-type = k: integer", "value-type = k: number", ["number"]),
            ("[shard ds_1]", "[shard ds_0]", ["ds_0"]),
            ("shard-key = k\n", "shard-key = k\nshard-key = v\n", ["shard-key"]),
            ("shard-key = k\n", "", ["shard-algorithm"]),
            ("dsn = x_1", "dsn =", ["[shard ds_1] dsn", "''"]),
            ("[shardodbc]", "[shardodbc]\ndialect = mysql", ["ds_0", "sqlite", "mysql"]),
            ("k: integer", "k: integer, k: long", ["value-type", "'k'", "twice"])):
        assert replaced in RULES, replaced
        context.write("rules.ini", RULES.replace(replaced, by, 1))
        context.rules_fail(words)
    context.write("rules.ini", "\x00\xff\x01 not an ini file")
    context.rules_fail([])
    context.write("rules.ini", "")
    context.rules_fail([])


@test
def rules_lead_back_to_themselves(context):
    context.write("rules.ini", RULES.replace("dsn = x_1", "dsn = x"))
    context.fails(["ds_1"], sql="SELECT COUNT(*) FROM t")


@test
def shard_unknown(context):
    del context.dsns["x_1"]
    context.write_dsns()
    context.fails(["ds_1"], sql="SELECT COUNT(*) FROM t")
    equal(context.connect().execute("SELECT v FROM t WHERE k = 2").fetchone()[0], 10)


@test
def shard_driver_missing(context):
    context.dsns["x_1"] = "Driver=/nonexistent/driver.so"
    context.write_dsns()
    context.fails(["ds_1", "/nonexistent/driver.so"], sql="SELECT COUNT(*) FROM t")
    connection = context.connect()
    equal(connection.execute("SELECT v FROM t WHERE k = 2").fetchone()[0], 10)
    equal(connection.execute("SELECT v FROM t WHERE k = 4").fetchone()[0], 20)


@test
def shard_down_names_itself(context):
    context.dsns["x_1"] = "Driver=SQLite3\nDatabase=/nonexistent/folder/x.db"
    context.write_dsns()
    connection = context.connect()
    import pyodbc
    for sql in ("SELECT COUNT(*) FROM t", "SELECT * FROM t WHERE k = 1", "UPDATE t SET v = 0",
                "INSERT INTO t VALUES (10, 'x', 1), (11, 'x', 1)"):
        try:
            connection.execute(sql).fetchall()
        except pyodbc.Error as problem:
            assert "ds_1" in str(problem), problem
        else:
            raise AssertionError("no error: " + sql)
        equal(connection.execute("SELECT v FROM t WHERE k = 2").fetchone()[0], 10)
    equal(context.sqlite(0, "SELECT COUNT(*) FROM t WHERE k = 10 OR v = 0"), [(0,)])


@test
def actual_table_missing(context):
    context.sqlite(1, "DROP TABLE t")
    context.fails(["ds_1"], sql="SELECT COUNT(*) FROM t")
    context.fails(["ds_1"], sql="SELECT COUNT(*) FROM t WHERE v > 0")


@test
def columns_in_another_order(context):
    context.sqlite(1, "DROP TABLE t")
    context.sqlite(1, "CREATE TABLE t (g VARCHAR(10), k INTEGER, v INTEGER)")
    import pyodbc
    try:
        context.connect().execute("INSERT INTO t VALUES (7, 'x', 1)")
    except pyodbc.Error:
        equal(context.sqlite(1, "SELECT COUNT(*) FROM t"), [(0,)])
        return
    equal(context.sqlite(1, "SELECT k, g FROM t"), [(7, "x")])


@test
def nodes_of_a_shard_in_another_order(context):
    """Values of g must not be read as v's where the nodes of a shard are read as one."""
    rules = RULES + """[table y]
nodes = ds_${0..1}.y_${0..1}
shard-key = k
shard-algorithm = two
table-key = k
table-algorithm = y_by_k
value-type = k: integer
[algorithm y_by_k]
type = INLINE
algorithm-expression = y_${k.intdiv(2) % 2}
"""
    context.write("rules.ini", rules)
    for shard in range(2):
        context.sqlite(shard, "CREATE TABLE y_0 (k INTEGER, g INTEGER, v INTEGER)")
        order = "g INTEGER, v INTEGER" if shard == 0 else "v INTEGER, g INTEGER"
        context.sqlite(shard, "CREATE TABLE y_1 (k INTEGER, %s)" % order)
        for k in range(shard, 4, 2):
            context.sqlite(shard, "INSERT INTO y_%d (k, g, v) VALUES (%d, %d, %d)" % (
                k // 2, k, 100 - k, k))
    connection = context.connect()
    ordered = "SELECT k, v FROM y WHERE k IN (%s) ORDER BY v LIMIT 5"
    equal([tuple(row) for row in connection.execute(ordered % "0, 2")], [(0, 0), (2, 2)])
    connection.close()
    for sql in (ordered % "1, 3", "SELECT *, rank() OVER (ORDER BY v) FROM y WHERE k IN (1, 3)",
                "SELECT k FROM y WHERE k IN (1, 3) INTERSECT SELECT v FROM y WHERE k IN (1, 3)"):
        context.fails(["y_0", "y_1", "ds_1", "order"], "0A000", sql=sql)
    equal([tuple(row) for row in context.connect().execute("SELECT k, v FROM y ORDER BY k")],
          [(0, 0), (1, 1), (2, 2), (3, 3)])


@test
def volatile_into_broadcast(context):
    import pyodbc
    try:
        context.connect().execute("INSERT INTO r VALUES (abs(random()), 'x')")
    except pyodbc.Error as problem:
        equal(problem.args[0], "0A000")
    equal(context.sqlite(0, "SELECT * FROM r"), context.sqlite(1, "SELECT * FROM r"))


@test
def computed_default_into_broadcast(context):
    for shard in range(2):
        context.sqlite(shard, "DROP TABLE r")
        context.sqlite(shard, "CREATE TABLE r (id INTEGER, d INTEGER DEFAULT (random()), n DEFAULT 5)")
    context.fails(["'d' of 'r'", "default"], "0A000", sql="INSERT INTO r (id) VALUES (1)")
    context.fails(["'d' of 'r'", "default"], "0A000", sql="INSERT INTO r (id) SELECT k FROM t")
    context.connect().execute("INSERT INTO r (id, d) VALUES (1, 2)")
    for shard in range(2):
        equal(context.sqlite(shard, "SELECT * FROM r"), [(1, 2, 5)])


@test
def keyword_unknown_is_handed_on(context):
    connection = context.connect("DSN=x;StepAPI=1;NoSuchKeyword=1")
    equal(connection.execute("SELECT COUNT(*) FROM t").fetchone()[0], 4)


@test
def shard_keywords_cannot_be_overridden(context):
    connection = context.connect("DSN=x;Database=/nonexistent/other.db;Server=other")
    equal(connection.execute("SELECT COUNT(*) FROM t").fetchone()[0], 4)


@test
def odd_statements(context):
    import pyodbc
    connection = context.connect()
    for sql in ("", " ", ";", "--", "/*", "'", '"', "SELECT", "(", "SELECT * FROM t WHERE k = '",
                "SELECT " + "(" * 3000 + "1" + ")" * 3000, "SELECT 1" + "+1" * 30000,
                "SELECT * FROM t WHERE k IN (" + ",".join(["1"] * 20000) + ")",
                "SELECT * FROM t WHERE " + " OR ".join(["k = 1"] * 3000), "\x01\x02",
                "SELECT * FROM t WHERE k = ?", "INSERT INTO t VALUES", "PREVIEW", "PREVIEW SELEC",
                "SHOW SHARDING", "SHOW SHARDING NOSUCH", "SELECT 1; DROP TABLE t",
                "SELECT * FROM t WHERE k = 1; DELETE FROM t"):
        try:
            connection.execute(sql).fetchall()
        except pyodbc.Error:
            pass
        equal(connection.execute("SELECT COUNT(*) FROM t").fetchone()[0], 4)


@test
def bind_now(context):
    done = subprocess.run(["isql", "x", "-b", "-d,"], input="SELECT COUNT(*) FROM t\n", text=True,
                          capture_output=True, env=dict(os.environ, LD_BIND_NOW="1"), timeout=60,
                          check=False)
    equal(done.stdout.split("\n")[0], "4")


@test
def locales(context):
    for locale in ("C", "C.UTF-8", ""):
        done = subprocess.run(["isql", "x", "-b", "-d,"], text=True, capture_output=True, timeout=60,
                              input="SELECT 'é' || g FROM t WHERE k = 1\n", check=False,
                              env=dict(os.environ, LC_ALL=locale))
        equal((locale, done.stdout.split("\n")[0]), (locale, "éa"))


def child(driver, name):
    context = Context(driver)
    try:
        next(function for function in TESTS if function.__name__ == name)(context)
    except Exception:  # whatever it is, the test failed
        print(traceback.format_exc(limit=-2).strip())
        return 1
    finally:
        context.remove()
    return 0


def main():
    driver = os.path.abspath(sys.argv[1])
    if sys.argv[2:3] == ["--child"]:
        return child(driver, sys.argv[3])
    passed = failed = 0
    for function in TESTS:
        if sys.argv[2:] and function.__name__ not in sys.argv[2:]:
            continue
        # A process each: unixODBC remembers ini files, and a crash must stay one failure.
        command = [sys.executable, os.path.abspath(__file__), driver, "--child", function.__name__]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
            good, text = done.returncode == 0, done.stdout + done.stderr
            if done.returncode < 0:
                text += "ended by signal %d" % -done.returncode
        except subprocess.TimeoutExpired:
            good, text = False, "no end within 120 s"
        passed += good
        failed += not good
        if not good:
            print("FAIL bad input %s: %s" % (function.__name__, text.strip()), flush=True)
    print("bad input: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
