#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is there for those who run the driver, on SQLite shards in a folder of its own: the log, the
counters, rules that change while connections are open, hints of a connection, pooling.

service-test.py DRIVER   (path of libshardodbc.so); prints "service: N passed, N failed".
"""
import ctypes
import importlib.util
import json
import os
import resource
import socket
import stat
import sys
import syslog
import threading
import time
import traceback

import pyodbc

pyodbc.pooling = False

_spec = importlib.util.spec_from_file_location(
    "bad_input", os.path.join(os.path.dirname(os.path.abspath(__file__)), "bad-input-test.py"))
bad_input = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(bad_input)
equal = bad_input.equal

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def connect(more=""):
    return pyodbc.connect("DSN=x;" + more, autocommit=True)


def log_lines(context, name):
    with open(context.path(name), encoding="utf-8") as file:
        return file.read().splitlines()


def log_of(context, name, more=""):
    return "Log=%s;LogFormat=json;%s" % (context.path(name), more)


def holds(text, *parts):
    for part in parts:
        if part not in text:
            raise AssertionError("%r isn't in %r" % (part, text))


@test
def log_has_one_line_per_statement(context):
    connection = connect(log_of(context, "a.log", "LogLevel=sql"))
    connection.execute("SELECT v FROM t WHERE k = 4 AND g <> 'secret'").fetchall()
    connection.execute("SELECT v FROM t WHERE k = ?", 3).fetchall()
    connection.execute("UPDATE t SET v = v + 0 WHERE v > -7700770077")
    connection.close()
    entries = [json.loads(line) for line in log_lines(context, "a.log")]
    equal([entry["event"] for entry in entries], ["statement"] * 3)
    equal(entries[0]["sql"], "SELECT v FROM t WHERE k = ? AND g <> ?")
    equal([unit["shard"] for unit in entries[0]["units"]], ["ds_0"])
    equal([unit["shard"] for unit in entries[1]["units"]], ["ds_1"])
    equal([unit["shard"] for unit in entries[2]["units"]], ["ds_0", "ds_1"])
    equal(entries[2]["rows"], 4)
    equal(entries[0]["route"], "single")
    text = "\n".join(log_lines(context, "a.log"))
    for secret in ("secret", "7700770077"):
        equal(secret in text, False)
    for entry in entries:
        equal(entry["us"] >= 0 and all(unit["us"] >= 0 for unit in entry["units"]), True)
        holds(entry["connection"], str(os.getpid()))
    equal(stat.S_IMODE(os.stat(context.path("a.log")).st_mode), 0o600)


@test
def log_tells_the_rows_that_were_fetched(context):
    """The line waits for the cursor to be closed."""
    connection = connect(log_of(context, "rows.log", "LogLevel=sql"))
    cursor = connection.execute("SELECT v FROM t ORDER BY v")
    cursor.fetchone()
    equal(os.path.exists(context.path("rows.log")), False)
    cursor.close()
    connection.execute("SELECT v FROM t ORDER BY v").fetchall()
    connection.execute("SELECT v FROM t WHERE k = 4").fetchall()
    connection.execute("SELECT v FROM t WHERE k = 4 AND v < 0").fetchall()
    cursor = connection.execute("SELECT COUNT(*) FROM t")
    cursor.execute("UPDATE t SET v = v + 0 WHERE k = 4")
    cursor.execute("SELECT v FROM t")
    cursor.fetchmany(3)
    connection.close()
    entries = [json.loads(line) for line in log_lines(context, "rows.log")]
    equal([entry["rows"] for entry in entries], [1, 4, 1, 0, 0, 1, 3])


@test
def log_tells_of_failures_while_rows_are_fetched(context):
    """Behind many rows there is one without a value."""
    context.sqlite(0, "INSERT INTO t SELECT 2, 'x', n FROM (WITH RECURSIVE c(n) AS (SELECT 100 UNION ALL SELECT n + 1 "
                   "FROM c WHERE n < 20000) SELECT n FROM c)")
    for level in ("sql", "error"):
        connection = connect(log_of(context, "fetch-%s.log" % level, "StepAPI=1;LogLevel=" + level))
        cursor = connection.execute("SELECT CASE WHEN v = 20000 THEN abs(-9223372036854775807 - 1) ELSE v END FROM t")
        fetched = 0
        for _ in range(2):
            try:
                while cursor.fetchone():
                    fetched += 1
                raise AssertionError("there are all rows")
            except pyodbc.Error as error:
                equal(error.args[0], "HY000")
        cursor.close()
        connection.close()
        entries = [json.loads(line) for line in log_lines(context, "fetch-%s.log" % level)]
        equal([(entry["event"], entry.get("sqlstate"), entry["rows"]) for entry in entries],
              [("error", "HY000", fetched)])
        equal(fetched >= 19900, True)
    context.sqlite(0, "DELETE FROM t WHERE g = 'x'")


@test
def log_on_a_full_disk_is_whole_again_when_there_is_room(context):
    connection = connect(log_of(context, "full.log", "LogLevel=sql"))
    connection.execute("SELECT v FROM t WHERE k = 4").fetchall()
    kept = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (os.path.getsize(context.path("full.log")) + 30, kept[1]))
    try:
        for _ in range(3):
            equal(connection.execute("SELECT v FROM t WHERE k = 4").fetchall()[0][0], 20)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, kept)
    connection.execute("SELECT v FROM t WHERE k = 3").fetchall()
    connection.close()
    lines = log_lines(context, "full.log")
    equal(len(lines), 3)
    equal(len(lines[1]), 30)
    equal([json.loads(line)["rows"] for line in (lines[0], lines[2])], [1, 1])


@test
def log_takes_any_text(context):
    """Control characters, what is no UTF-8, what ends a line: each line is one object."""
    connection = connect(log_of(context, "any.log", "LogLevel=sql;LogParameters=on"))
    connection.setencoding("latin-1")
    for text in ("a\x01b\x7f\x1b[0m", "line\r\nbreak\u2028", "\xe9\xff", "\"quotes\" \\ back\\slash", "\t"):
        connection.execute("SELECT v AS c FROM t WHERE k = 4 AND g <> '%s'" %
                           text.encode("latin-1", "replace").decode("latin-1")).fetchall()
        connection.execute("SELECT v FROM t WHERE k = 4 AND g <> ?", text.encode("latin-1", "replace")).fetchall()
    connection.close()
    with open(context.path("any.log"), "rb") as file:
        lines = file.read().decode("utf-8").split("\n")
    equal(lines.pop(), "")
    equal(len(lines), 10)
    for line in lines:
        equal(json.loads(line)["event"], "statement")


@test
def log_tells_of_plans_that_were_there(context):
    connection = connect(log_of(context, "cache.log", "LogLevel=sql"))
    for value in (101, 102):
        connection.execute("SELECT g, v, k FROM t WHERE v = %d" % value).fetchall()
    connection.close()
    entries = [json.loads(line) for line in log_lines(context, "cache.log")]
    equal([entry["cache"] for entry in entries], ["miss", "hit"])


@test
def log_levels(context):
    for level, wanted in (("off", None), ("error", ["error"]), ("slow", ["error"]),
                          ("slow;SlowMs=0", ["statement", "error"]),
                          ("sql", ["statement", "error"])):
        name = "level-%s.log" % level.replace(";", "-")
        connection = connect(log_of(context, name, "LogLevel=" + level))
        connection.execute("SELECT v FROM t WHERE k = 4").fetchall()
        try:
            connection.execute("SELECT nothing_like_it FROM t WHERE k = 4")
        except pyodbc.Error:
            pass
        connection.close()
        found = None
        if os.path.exists(context.path(name)):
            found = [json.loads(line)["event"] for line in log_lines(context, name)]
        equal(found, wanted)


@test
def log_shows_parameters_when_asked(context):
    connection = connect(log_of(context, "p.log", "LogLevel=sql;LogParameters=on"))
    connection.execute("SELECT v FROM t WHERE k = ? AND g = ?", 4, "b").fetchall()
    connection.close()
    entry = json.loads(log_lines(context, "p.log")[0])
    equal(entry["parameters"], "4, b")


@test
def log_never_shows_the_password(context):
    connection = connect(log_of(context, "w.log", "LogLevel=sql;LogParameters=on;UID=u;PWD=hush"))
    connection.execute("SELECT v FROM t WHERE k = 4").fetchall()
    for sql in ("ALTER USER u PASSWORD 'hush'", "SELECT v FROM t WHERE g = 'hush' AND password = 1"):
        try:
            connection.execute(sql)
        except pyodbc.Error:
            pass
    connection.close()
    equal("hush" in "\n".join(log_lines(context, "w.log")), False)


@test
def log_is_opened_again_when_moved(context):
    connection = connect(log_of(context, "r.log", "LogLevel=sql"))
    connection.execute("SELECT v FROM t WHERE k = 4").fetchall()
    os.rename(context.path("r.log"), context.path("r.log.1"))
    time.sleep(2.1)
    connection.execute("SELECT v FROM t WHERE k = 3").fetchall()
    connection.close()
    equal(len(log_lines(context, "r.log.1")), 1)
    equal(len(log_lines(context, "r.log")), 1)


@test
def log_as_text(context):
    connection = connect("Log=%s;LogLevel=sql" % context.path("t.log"))
    connection.execute("SELECT v FROM t\nWHERE k = 4").fetchall()
    connection.close()
    line = log_lines(context, "t.log")[0]
    holds(line, "event=statement", "route=single", 'sql="SELECT v FROM t WHERE k = ?"', "units=[ds_0:")


@test
def log_that_cannot_be_written_harms_nobody(context):
    connection = connect("Log=/nonexistent/folder/x.log;LogLevel=sql")
    equal(connection.execute("SELECT v FROM t WHERE k = 4").fetchval(), 20)
    connection.close()


RULES = bad_input.RULES
ONE_SHARD = RULES.replace("""ds_${0..1}.t
shard-key = k
shard-algorithm = two
value-type = k: integer
""", "ds_1.t\n")
COUNT = "SELECT COUNT(*) FROM t"


@test
def log_tells_of_waiting_for_a_connection(context):
    cap = "MaxConnectionsPerShard=1;PoolMode=transaction;"
    holder = connect(cap)
    waiter = connect(log_of(context, "wait.log", "LogLevel=sql;" + cap))
    holder.autocommit = False
    holder.execute("UPDATE t SET v = v WHERE k = 4")
    timer = threading.Timer(0.4, holder.commit)
    timer.start()
    waiter.execute("SELECT v FROM t WHERE k = 4").fetchall()
    timer.join()
    waiter.execute("SELECT v FROM t WHERE k = 3").fetchall()
    status = {row.data_source_name: row.waits for row in waiter.execute("SHOW SHARDING STATUS")}
    waiter.close()
    holder.close()
    entries = [json.loads(line) for line in log_lines(context, "wait.log")]
    equal(entries[0]["us"] >= entries[0]["waited"] >= 200000, True)
    equal("waited" in entries[1], False)
    equal(status["ds_0"] >= 1, True)


@test
def log_to_syslog(context):
    """Datagrams to /dev/log, where nobody may be listening; the application's own lines keep their
    name."""
    connection = connect("Log=syslog;LogLevel=sql")
    if os.path.exists("/dev/log") or not os.access("/dev", os.W_OK):
        equal(connection.execute("SELECT v FROM t WHERE k = 4").fetchall()[0][0] > 0, True)
        connection.close()
        return
    connection.execute("SELECT v FROM t WHERE k = 4").fetchall()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.bind("/dev/log")
    try:
        listener.settimeout(5)
        syslog.openlog("application")
        connection.execute("SELECT v FROM t WHERE k = 3 AND g <> 'secret'").fetchall()
        line = listener.recv(65536).decode()
        holds(line, ">shardodbc[%d]: " % os.getpid(), "sql=\"SELECT v FROM t WHERE k = ? AND g <> ?\"")
        equal(line.startswith("<14>"), True)
        equal("secret" in line, False)
        fails(connection, "SELECT nothing_like_it FROM t WHERE k = 4", None)
        holds(listener.recv(65536).decode(), "<11>", "event=error")
        syslog.syslog("mine")
        holds(listener.recv(65536).decode(), "application")
        # A receiver that doesn't read stops nobody.
        for _ in range(2000):
            connection.execute("SELECT v FROM t WHERE k = 3").fetchall()
    finally:
        listener.close()
        os.unlink("/dev/log")
    connection.execute("SELECT v FROM t WHERE k = 4").fetchall()
    connection.close()


def write_rules(context, text):
    """The rules as if they had been written a while ago: a file still being written isn't read."""
    context.write("rules.ini.new", text)
    write_rules.age = getattr(write_rules, "age", 1000) - 5
    then = time.time() - write_rules.age
    os.utime(context.path("rules.ini.new"), (then, then))
    os.rename(context.path("rules.ini.new"), context.path("rules.ini"))


def change_rules(context, text):
    write_rules(context, text)
    time.sleep(1.1)


@test
def changed_rules_become_active(context):
    connection = connect(log_of(context, "rules.log", "LogLevel=error"))
    cursor = connection.cursor()
    count = "SELECT COUNT(*) FROM t WHERE v > ?"
    equal(connection.execute(COUNT).fetchval(), 4)
    equal(cursor.execute(count, 0).fetchall()[0][0], 4)
    change_rules(context, ONE_SHARD)
    equal(cursor.execute(count, 0).fetchall()[0][0], 2)
    equal(connection.execute(COUNT).fetchval(), 2)
    change_rules(context, RULES)
    equal(cursor.execute(count, 0).fetchall()[0][0], 4)
    equal(connection.execute(COUNT).fetchval(), 4)
    connection.close()
    events = [json.loads(line)["event"] for line in log_lines(context, "rules.log")]
    equal(events, ["rules", "rules"])


@test
def rules_stay_within_a_transaction(context):
    connection = connect()
    connection.autocommit = False
    equal(connection.execute(COUNT).fetchval(), 4)
    change_rules(context, ONE_SHARD)
    equal(connection.execute(COUNT).fetchval(), 4)
    connection.commit()
    time.sleep(1.1)
    equal(connection.execute(COUNT).fetchval(), 2)
    connection.rollback()
    write_rules(context, RULES)
    connection.close()


@test
def rules_stay_while_a_cursor_is_open(context):
    connection = connect()
    cursor = connection.execute("SELECT k FROM t ORDER BY k")
    equal(cursor.fetchone()[0], 1)
    change_rules(context, ONE_SHARD)
    equal(connection.execute(COUNT).fetchval(), 4)
    equal([row[0] for row in cursor.fetchall()], [2, 3, 4])
    cursor.close()
    time.sleep(1.1)
    equal(connection.execute(COUNT).fetchval(), 2)
    write_rules(context, RULES)
    connection.close()


@test
def state_of_connections_survives_a_change(context):
    connection = connect()
    connection.execute("CREATE TEMPORARY TABLE only_here (a INTEGER)")
    change_rules(context, RULES + "# no change\n")
    equal(connection.execute("SELECT COUNT(*) FROM only_here").fetchval(), 0)
    connection.close()


@test
def broken_rules_are_refused(context):
    connection = connect(log_of(context, "broken.log", "LogLevel=error"))
    other = connect()
    equal(connection.execute(COUNT).fetchval(), 4)
    change_rules(context, RULES.replace("sharding-count = 2", "sharding-count = two"))
    for _ in range(3):
        equal(connection.execute(COUNT).fetchval(), 4)
        equal(other.execute(COUNT).fetchval(), 4)
        time.sleep(1.1)
    entries = [json.loads(line) for line in log_lines(context, "broken.log")]
    equal(len(entries), 1)
    equal(entries[0]["event"], "rules")
    holds(entries[0]["message"], "sharding-count")
    shown = dict(connection.execute("SHOW SHARDING COUNTERS").fetchall())
    holds(shown["rules_fault"], "sharding-count")
    holds(connection.execute("SHOW SHARDING STATUS").fetchall()[0].rules_fault, "sharding-count")
    os.unlink(context.path("rules.ini"))
    time.sleep(1.1)
    equal(connection.execute(COUNT).fetchval(), 4)
    change_rules(context, ONE_SHARD)
    equal(connection.execute(COUNT).fetchval(), 2)
    shown = dict(connection.execute("SHOW SHARDING COUNTERS").fetchall())
    equal(shown["rules_fault"], None)
    equal({row.rules_fault for row in connection.execute("SHOW SHARDING STATUS")}, {None})
    write_rules(context, RULES)
    connection.close()
    other.close()


@test
def counters(context):
    def shown():
        return dict(connection.execute("SHOW SHARDING COUNTERS").fetchall())
    def errors():
        return [row.errors for row in other.execute("SHOW SHARDING STATUS").fetchall()]
    other, connection = connect(), connect()
    errors_before = errors()
    before = shown()
    connection.execute("SELECT v FROM t WHERE k = 4").fetchall()
    connection.execute("UPDATE t SET v = v + 0")
    for sql in ("SELECT nothing_like_it FROM t WHERE k = 4", "UPDATE t SET k = k + 1"):
        try:
            connection.execute(sql)
        except pyodbc.Error:
            pass
    after = shown()
    changed = {name: int(after[name]) - int(before[name]) for name in after
               if name not in ("rules_file", "rules_fault") and after[name] != before[name]}
    equal(changed, {"statements_single": 2, "statements_broadcast": 1, "rows_changed": 4,
                    "rows_returned": 1, "plan_cache_misses": 4,
                    "statements_failed": 1, "statements_refused": 1})
    status = connection.execute("SHOW SHARDING STATUS").fetchall()
    equal([row.open_connections for row in status], [1, 1])
    equal([after > before for after, before in zip(errors(), errors_before)], [True, False])
    other.close()
    connection.close()


@test
def rules_may_change_the_number_of_shards(context):
    connection = connect()
    equal(connection.execute(COUNT).fetchval(), 4)
    context.sqlite(0, "CREATE TABLE IF NOT EXISTS extra (k INTEGER)")
    fewer = (ONE_SHARD.replace("[shard ds_0]\ndsn = x_0\n", "").replace("default-shard = ds_0", "")
             .replace("ds_${0..1}.r", "ds_1.r"))
    change_rules(context, fewer)
    equal(connection.execute(COUNT).fetchval(), 2)
    change_rules(context, RULES)
    equal(connection.execute(COUNT).fetchval(), 4)
    connection.close()


def fails(connection, sql, state, *parts):
    try:
        connection.execute(sql)
    except pyodbc.Error as problem:
        equal(problem.args[0], state or problem.args[0])
        holds(problem.args[1], *parts)
        return
    raise AssertionError("no error: " + sql)


@test
def hints_of_a_connection(context):
    connection = connect()
    cursor = connection.cursor()
    count = "SELECT COUNT(*) FROM t WHERE v > ?"
    equal(cursor.execute(count, 0).fetchall()[0][0], 4)
    connection.execute("SET SHARDING HINT shard = 'ds_1'")
    equal(cursor.execute(count, 0).fetchall()[0][0], 2)
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 3)
    attributes = {row.hint: row.attribute for row in connection.execute("SHOW SHARDING HINTS")}
    equal((attributes["shard"], attributes["SHARDING_DATABASE_VALUE"]), (30107, 30103))
    shown = {row.hint: row.value for row in connection.execute("SHOW SHARDING HINTS")}
    equal(shown["shard"], "ds_1")
    connection.execute("set sharding hint data_source_name = ds_0")
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 30)
    connection.execute("SET SHARDING HINT shard = DEFAULT")
    equal(cursor.execute(count, 0).fetchall()[0][0], 4)
    connection.execute("SET SHARDING HINT shard = 'ds_1';")
    connection.execute("SET SHARDING HINT CLEAR")
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 33)
    connection.execute("SET SHARDING HINT read_consistency = weak")
    connection.execute("SET SHARDING HINT write_route_only = 'true'")
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 33)
    fails(connection, "SET SHARDING HINT shard = 'ds_7'", "42000", "ds_7")
    fails(connection, "SET SHARDING HINT read_consistency = 'so so'", "42000", "so so")
    fails(connection, "SET SHARDING HINT colour = 'red'", "42000", "SHARDING_DATABASE_VALUE")
    fails(connection, "SET SHARDING HINT shard", "42000")
    fails(connection, "SET SHARDING HINT", "42000")
    fails(connection, "SET SHARDING other = 1", "42000", "SCATTER_READ", "SHARDING_TABLE_VALUE")
    other = connect()
    equal(other.execute("SELECT SUM(v) FROM t").fetchval(), 33)
    other.close()
    connection.close()


@test
def a_hint_may_not_misplace_rows(context):
    connection = connect()
    connection.execute("SET SHARDING SHARD = 'ds_1'")
    fails(connection, "INSERT INTO t (k, g, v) VALUES (100, 'x', 1)", "0A000", "ds_1", "ds_0")
    fails(connection, "UPDATE t SET v = 1 WHERE k = 100", "0A000", "ds_1", "ds_0")
    connection.execute("SET SHARDING SHARD = DEFAULT")
    equal(connection.execute("SELECT COUNT(*) FROM t").fetchval(), 4)
    connection.close()


@test
def settings_of_a_connection(context):
    connection = connect(log_of(context, "set.log", "LogLevel=error"))
    scatter, single = "SELECT SUM(v) FROM t", "SELECT v FROM t WHERE k = 4"

    def shown(name):
        return [row[1:3] for row in connection.execute("SHOW SHARDING SETTINGS").fetchall()
                if row[0] == name][0]
    equal(tuple(shown("SCATTER_READ")), ("", ""))
    connection.execute("SET SHARDING scatter_read = refuse")
    fails(connection, scatter, "0A000", "'k'", "scatter-read")
    equal(shown("SCATTER_READ")[0], "refuse")
    connection.execute(single).fetchall()
    connection.execute("SET SHARDING SCATTER_READ = 'warn'")
    equal(connection.execute(scatter).fetchval(), 33)
    connection.execute("SET SHARDING SCATTER_READ = DEFAULT;")
    equal(connection.execute(scatter).fetchval(), 33)
    connection.execute("SET SHARDING SCATTER_WRITE = refuse")
    fails(connection, "UPDATE t SET v = v", "0A000", "'k'", "scatter-write")
    connection.execute("SET SHARDING LOG_LEVEL = sql")
    connection.execute(single).fetchall()
    equal(tuple(shown("LOG_LEVEL")), ("sql", "error"))
    connection.execute("SET SHARDING LOG_LEVEL = slow")
    connection.execute("SET SHARDING SLOW_MS = 0")
    connection.execute(single + " -- slow").fetchall()
    connection.execute("SET SHARDING LOG_LEVEL = off")
    connection.execute(single).fetchall()
    for wrong in ("SCATTER_READ = maybe", "SLOW_MS = -1", "SLOW_MS = x", "LOG_LEVEL", "LOG_LEVEL ="):
        fails(connection, "SET SHARDING " + wrong, "42000", "SET SHARDING")
    connection.set_attr(116, 1)  # SQL_ATTR_RESET_CONNECTION
    equal(connection.execute(scatter).fetchval(), 33)
    equal(tuple(shown("LOG_LEVEL")), ("error", "error"))
    connection.close()
    entries = [json.loads(line) for line in log_lines(context, "set.log")]
    warned = [entry for entry in entries if "warning" in entry]
    equal([entry["sql"] for entry in warned], [scatter])
    holds(warned[0]["warning"], "several shards of 't'", "'k'")
    equal(sum(entry["event"] == "statement" and entry["sql"].startswith("SELECT v FROM t")
              for entry in entries), 2)
    quiet = connect()
    fails(quiet, "SET SHARDING LOG_LEVEL = sql", "42000", "Log")
    quiet.close()


@test
def words_that_matter_are_not_guessed(context):
    for text in ("Transaction=2cp", "Consistency=week"):
        try:
            connect(text)
        except pyodbc.Error as problem:
            equal(problem.args[0], "HY024")
            holds(problem.args[1], text, "2pc" if "cp" in text else "weak")
            continue
        raise AssertionError(text + " was taken")
    connect("LogLevel=verbose").close()


@test
def hints_as_attributes(context):
    connection = pyodbc.connect("DSN=x", autocommit=True, attrs_before={30101: 2})
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 3)
    connection.execute("SET SHARDING HINT shard = 'ds_0'")
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 3)
    connection.set_attr(30101, 0)
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 30)
    connection.set_attr(30101, 9)
    fails(connection, "SELECT SUM(v) FROM t", "HY024", "9")
    connection.close()


@test
def hint_values_choose_the_shard(context):
    context.write("rules.hint", HINT_RULES)
    connection = connect("Rules=" + context.path("rules.hint"))
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 33)
    connection.execute("SET SHARDING HINT sharding_database_value = 5")
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 3)
    connection.execute("SET SHARDING HINT sharding_database_value = 't.4'")
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 30)
    connection.execute("SET SHARDING HINT sharding_database_value = NULL")
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 33)
    connection.close()


HINT_RULES = (RULES.replace("shard-key = k", "").replace("type = MOD", "type = HINT_INLINE")
              .replace("sharding-count = 2", "algorithm-expression = ds_${value.toInteger() % 2}")
              .replace("value-type = k: integer", ""))


class Odbc:
    """The driver manager's own functions: pyodbc can't set a statement's attributes."""

    def __init__(self, text):
        self.library = ctypes.CDLL("libodbc.so.2")
        self.handles = [ctypes.c_void_p() for _ in range(3)]
        env, dbc, stmt = self.handles
        self.call("SQLAllocHandle", ctypes.c_short(1), None, ctypes.byref(env))
        self.call("SQLSetEnvAttr", env, 200, ctypes.c_void_p(3), 0)
        self.call("SQLAllocHandle", ctypes.c_short(2), env, ctypes.byref(dbc))
        self.call("SQLDriverConnect", dbc, None, text.encode(), ctypes.c_short(-3), None, ctypes.c_short(0), None,
                  ctypes.c_ushort(0))
        self.call("SQLAllocHandle", ctypes.c_short(3), dbc, ctypes.byref(stmt))

    def call(self, name, *arguments):
        result = getattr(self.library, name)(*arguments)
        if result & 0xffff not in (0, 1):
            raise AssertionError("%s: %d %s" % (name, result, self.state()))

    def state(self):
        for kind in (3, 2, 1):
            state, native = ctypes.create_string_buffer(6), ctypes.c_int()
            text = ctypes.create_string_buffer(300)
            if self.handles[kind - 1] and self.library.SQLGetDiagRec(
                    ctypes.c_short(kind), self.handles[kind - 1], ctypes.c_short(1), state, ctypes.byref(native),
                    text, ctypes.c_short(300), None) == 0:
                return state.value.decode()
        return ""

    def message(self, record):
        """That record's text of the statement; empty: there is none."""
        state, native = ctypes.create_string_buffer(6), ctypes.c_int()
        text = ctypes.create_string_buffer(300)
        self.library.SQLGetDiagRec(ctypes.c_short(3), self.handles[2], ctypes.c_short(record), state,
                                   ctypes.byref(native), text, ctypes.c_short(300), None)
        return text.value.decode()

    def set(self, attribute, value, length=-3, wide=False):
        if isinstance(value, str):
            value = value.encode("utf-16-le") + b"\0\0" if wide else value.encode() + b"\0"
        self.call("SQLSetStmtAttrW" if wide else "SQLSetStmtAttr", self.handles[2], attribute,
                  value if isinstance(value, bytes) else ctypes.c_void_p(value), length)

    def get(self, attribute, size=40):
        text, length = ctypes.create_string_buffer(size), ctypes.c_int(-77)
        self.call("SQLGetStmtAttr", self.handles[2], attribute, text, size, ctypes.byref(length))
        return text.value.decode(), length.value

    def sum(self, sql="SELECT SUM(v) FROM t"):
        """The value, or the SQLSTATE."""
        value = ctypes.c_long()
        if self.library.SQLExecDirect(self.handles[2], sql.encode(), -3) & 0xffff > 1:
            return self.state()
        self.call("SQLFetch", self.handles[2])
        self.call("SQLGetData", self.handles[2], ctypes.c_ushort(1), ctypes.c_short(-25), ctypes.byref(value),
                  ctypes.c_ssize_t(8), None)
        self.call("SQLFreeStmt", self.handles[2], ctypes.c_ushort(0))
        return value.value

    def close(self):
        env, dbc, stmt = self.handles
        self.call("SQLFreeHandle", ctypes.c_short(3), stmt)
        self.call("SQLDisconnect", dbc)
        self.call("SQLFreeHandle", ctypes.c_short(2), dbc)
        self.call("SQLFreeHandle", ctypes.c_short(1), env)


@test
def hint_values_as_statement_attributes(context):
    context.write("rules.hint", HINT_RULES)
    odbc = Odbc("DSN=x;Hints=on;Rules=" + context.path("rules.hint"))
    equal(odbc.sum(), 33)
    odbc.set(30103, "5")
    equal(odbc.sum(), 3)
    equal(odbc.get(30103), ("5", 1))
    odbc.set(30103, "t.4", wide=True)
    equal(odbc.sum(), 30)
    odbc.set(30103, "other.1, t.4, t.5")
    equal(odbc.sum(), 33)
    odbc.set(30103, 0, length=-6)  # SQL_IS_INTEGER: the value 0, not no value
    equal(odbc.sum(), 30)
    odbc.set(30103, 7, length=0)
    equal(odbc.sum(), 3)
    # Values of a table that isn't in the statement don't narrow it; nor do values of tables.
    odbc.set(30103, "other.1")
    equal(odbc.sum(), 33)
    odbc.set(30103, "")
    odbc.set(30104, "1")
    equal(odbc.sum(), 33)
    equal((odbc.get(30103), odbc.get(30104)), (("", 0), ("1", 1)))
    # What a comment says of where wins, whatever it is that the attributes say.
    odbc.set(30103, "5")
    equal(odbc.sum("/* SHARDODBC: t.SHARDING_DATABASE_VALUE=4 */ SELECT SUM(v) FROM t"), 30)
    equal(odbc.sum("/* SHARDODBC: shard=ds_0 */ SELECT SUM(v) FROM t"), 30)
    # One that says nothing of it leaves them as they are.
    equal(odbc.sum("/* SHARDODBC: QUERY_TIMEOUT=9000000 */ SELECT SUM(v) FROM t"), 3)
    odbc.close()


@test
def a_shard_by_its_name_as_statement_attribute(context):
    odbc = Odbc("DSN=x;")
    odbc.set(30107, "ds_1")
    equal(odbc.sum(), 3)
    odbc.set(30101, 1)
    equal(odbc.sum(), "HY024")
    odbc.set(30101, 2)
    equal(odbc.sum(), 3)
    odbc.set(30107, None, length=0)
    odbc.set(30101, 0)
    equal(odbc.sum(), 33)
    odbc.set(30107, "nowhere")
    equal(odbc.sum(), "HY000")
    odbc.close()


@test
def text_goes_out_unchanged_by_attribute(context):
    odbc = Odbc("DSN=x;")
    odbc.set(30106, 1)
    odbc.set(30107, "ds_1")
    equal(odbc.sum(), 3)
    odbc.set(30105, 1)
    equal(odbc.sum(), 3)
    try:
        odbc.set(30105, 2)
    except AssertionError as refused:
        holds(str(refused), "HY024")
    else:
        raise AssertionError("2 was taken")
    odbc.close()


@test
def hint_values_as_connection_attributes(context):
    context.write("rules.hint", HINT_RULES)
    connection = pyodbc.connect("DSN=x;Rules=" + context.path("rules.hint"), autocommit=True,
                                attrs_before={30103: b"t.5"})
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 3)
    # The statement's attribute says where: the connection's shard doesn't count.
    connection.execute("SET SHARDING HINT shard = 'ds_0'")
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 3)
    connection.set_attr(30103, 4)
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 30)
    connection.set_attr(RESET_CONNECTION, 1)
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 33)
    connection.close()


ENDLESS = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT COUNT(*) FROM r"


@test
def timeout_of_a_hint(context):
    connection = connect("Hints=on;Rules=" + context.path("rules.ini"))
    for comment, where in (("SHARDODBC: QUERY_TIMEOUT=200000", ""), ("SHARDODBC: shard=ds_1, QUERY_TIMEOUT=200000", ""),
                           ("+ QUERY_TIMEOUT(200000) */ /* x", "")):
        fails(connection, "/* %s */ %s%s" % (comment, ENDLESS, where), "HYT00")
    connection.timeout = 1
    fails(connection, "/* SHARDODBC: QUERY_TIMEOUT=3600000000 */ " + ENDLESS, "HYT00")
    fails(connection, "/* SHARDODBC: QUERY_TIMEOUT=soon */ SELECT 1", "42000", "soon")
    fails(connection, "/* SHARDODBC: READ_CONSISTENCY=week */ SELECT 1", "42000", "week")
    fails(connection, "/* SHARDODBC: WRITE_ROUTE_ONLY=yes */ SELECT 1", "42000", "yes")
    connection.close()


@test
def cancel_of_a_fetch_on_one_shard(context):
    """Its driver steps through the rows as they are fetched: what it waits for is stopped."""
    connection = connect("StepAPI=1;Rules=" + context.path("rules.ini"))
    cursor = connection.cursor()
    long = ENDLESS.replace("FROM r)", "FROM r WHERE n < 300000000)")
    cursor.execute("SELECT 1 UNION ALL SELECT * FROM (%s)" % long)
    equal(str(cursor.fetchone()[0]), "1")
    timer = threading.Timer(0.3, cursor.cancel)
    timer.start()
    try:
        cursor.fetchone()
        raise AssertionError("the fetch was not stopped")
    except pyodbc.Error as problem:
        equal(problem.args[0], "HY008")
    timer.join()
    equal(str(connection.execute("SELECT 1").fetchval()), "1")
    connection.close()


@test
def failures_recall_the_hint(context):
    odbc = Odbc("DSN=x;")
    odbc.call("SQLExecDirect", odbc.handles[2], b"SET SHARDING HINT shard = 'ds_1'", -3)
    odbc.sum("SELECT v FROM there_is_none")
    holds(odbc.message(1), "there_is_none")
    holds(odbc.message(2), "SET SHARDING HINT SHARD = 'ds_1' holds for this connection", "CLEAR")
    odbc.call("SQLExecDirect", odbc.handles[2], b"SET SHARDING HINT CLEAR", -3)
    odbc.sum("SELECT v FROM there_is_none")
    equal(odbc.message(2), "")
    odbc.close()


@test
def shards_that_disagree_are_named(context):
    connection = connect()
    connection.execute("SET SHARDING HINT shard = 'ds_1'")
    connection.execute("ALTER TABLE t ADD COLUMN more INTEGER")
    connection.execute("SET SHARDING HINT CLEAR")
    connection.close()
    fails(connect(), "SELECT * FROM t", "0A000", "(3 on ds_0, 4 on ds_1)")
    connection = connect()
    connection.execute("SET SHARDING HINT shard = 'ds_1'")
    connection.execute("ALTER TABLE t DROP COLUMN more")
    connection.close()


RESET_CONNECTION = 116


@test
def reset_gives_a_clean_connection(context):
    connection = connect()
    connection.autocommit = False
    connection.execute("CREATE TEMPORARY TABLE of_somebody_else (a INTEGER)")
    connection.execute("SET SHARDING HINT shard = 'ds_1'")
    connection.set_attr(30102, 2)
    connection.execute("UPDATE t SET v = 0")
    connection.set_attr(RESET_CONNECTION, 1)
    equal(connection.execute("SELECT SUM(v) FROM t").fetchval(), 33)
    try:
        connection.execute("SELECT COUNT(*) FROM of_somebody_else")
        raise AssertionError("the temporary table is still there")
    except pyodbc.Error:
        pass
    connection.close()


def main():
    context = bad_input.Context(sys.argv[1])
    failed = 0
    for function in TESTS:
        if sys.argv[2:] and function.__name__ not in sys.argv[2:]:
            continue
        try:
            function(context)
        except Exception:  # pylint: disable=broad-except
            failed += 1
            print("FAIL service: %s" % function.__name__)
            traceback.print_exc(limit=4, file=sys.stdout)
    context.remove()
    print("service: %d passed, %d failed" % (len(TESTS) - failed, failed))
    sys.exit(failed != 0)


main()
