#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is there for those who run the driver, on SQLite shards in a folder of its own: the log, the
counters, rules that change while connections are open, hints of a connection, pooling.

service-test.py DRIVER   (path of libshardodbc.so); prints "service: N passed, N failed".
"""
import importlib.util
import json
import os
import stat
import sys
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


def main():
    context = bad_input.Context(sys.argv[1])
    failed = 0
    for function in TESTS:
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
