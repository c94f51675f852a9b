#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Colours and progress of shardodbc: on a terminal, and nowhere else."""
import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios

import odbc_ini

TOOL = os.path.join(os.path.abspath(os.environ.get("top_builddir", ".")), "tools", "shardodbc")
WIDTH = 60
# More rows than are read between two looks at the clock.
ROWS = 3000
RULES = """[shard ds_0]
dsn = s0
[shard ds_1]
dsn = s1
[table t_a_table_with_a_name_that_leaves_no_room_in_the_line]
nodes = ds_${0..1}.t_a_table_with_a_name_that_leaves_no_room_in_the_line
shard-key = id
shard-algorithm = by_id
[table t]
nodes = ds_${0..1}.t
shard-key = id
shard-algorithm = by_id
[algorithm by_id]
type = MOD
sharding-count = 2
"""
failed = 0
n = 0

try:
    for end in pty.openpty():
        os.close(end)
except OSError as problem:
    print(f"skipped: no terminal can be had here ({problem})")
    sys.exit(77)


def expect(name, good, output=""):
    global failed, n
    n += 1
    if not good:
        failed += 1
        print(f"FAIL {name}: {output[:600]!r}")


def run(words, terminals, **variables):
    """Output and errors of the tool, each of them a terminal if its name is among terminals."""
    ends, inner = {}, {}
    for name in ("out", "err"):
        if name in terminals:
            ends[name], inner[name] = pty.openpty()
            fcntl.ioctl(inner[name], termios.TIOCSWINSZ, struct.pack("HHHH", 25, WIDTH, 0, 0))
        else:
            ends[name], inner[name] = os.pipe()
    environment = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", **variables}
    process = subprocess.Popen([TOOL, *words], stdout=inner["out"], stderr=inner["err"], env=environment)
    for file in inner.values():
        os.close(file)
    text = {name: b"" for name in ends}
    while ends:
        for name, file in list(ends.items()):
            if file not in select.select(list(ends.values()), [], [], 60)[0]:
                continue
            try:
                data = os.read(file, 65536)
            except OSError:  # how a terminal says that nobody writes any more
                data = b""
            text[name] += data
            if data == b"":
                os.close(file)
                del ends[name]
    return process.wait(), text["out"].decode(), text["err"].decode()


def check_progress(rules):
    words = ["check", "--placement", rules]
    status, out, err = run(words, ("out", "err"))
    expect("status", status == 0, out + err)
    expect("ok is green", "\033[32mok\033[0m: 2 shards" in out, out)
    bars = re.findall(r"\r\033\[K(t[^\r]*)", err)
    expect("a bar", any(re.match(r"t \[#*\.*\] \d+% ds_[01]\.t \d+$", bar) for bar in bars), err)
    expect("no line wraps", bars and all(len(bar) < WIDTH for bar in bars), err)
    expect("a long name is cut", any(bar.startswith("t_a_table") for bar in bars), err)
    expect("the bar is wiped", err.endswith("\r\033[K"), err)
    _, piped, err = run(words, ("err",))
    expect("a pipe has the same words", piped == re.sub(r"\033\[\d*m|\r", "", out), piped)
    expect("progress without output", "[" in err and "%" in err, err)
    _, _, err = run(words, ("out",))
    expect("nothing on errors that are a pipe", err == "", err)
    _, out, err = run(words, ("out", "err"), NO_COLOR="1")
    expect("NO_COLOR", "\033" not in out and "ok: 2 shards" in out and "%" in err, out + err)
    _, out, err = run(words, ("out", "err"), TERM="dumb")
    expect("TERM=dumb", "\033" not in out + err and "ok: 2 shards" in out, out + err)
    _, out, err = run(words, (), SHARDODBC_COLOR="always")
    expect("SHARDODBC_COLOR", "\033[32mok\033[0m" in out and err == "", out + err)
    _, out, _ = run(words + ["--json"], ("out", "err"))
    expect("JSON has no colours", "\033" not in out, out)


def check_commands(rules, broken):
    """Each has its colours on a terminal, and no escape at all in a pipe."""
    for words, escape in ((["check", broken], "\033[31merror\033[0m: "), (["map", rules], "\033["),
                          (["status", "--state", os.path.dirname(rules), rules], "\033[32mup\033[0m"),
                          (["diff", rules, rules], ""), (["route", "--rules", rules, "SELECT id FROM t"], "")):
        _, out, _ = run(words, ("out", "err"))
        expect(f"{words[0]} on a terminal", escape in out, out)
        _, out, err = run(words, ())
        expect(f"{words[0]} in a pipe", "\033" not in out + err and out != "", out + err)


def main():
    library = odbc_ini.find_library("libsqlite3odbc.so")
    if not os.path.exists(TOOL) or not library or not shutil.which("sqlite3"):
        print("the tool, libsqlite3odbc.so or sqlite3 is missing")
        return 77
    with tempfile.TemporaryDirectory(prefix="shard-terminal.") as work:
        odbc_ini.write_inis(work, {"SQLite3": library}, odbc_ini.sqlite_sources(work))
        for name in ("NO_COLOR", "SHARDODBC_COLOR"):
            os.environ.pop(name, None)
        odbc_ini.write(f"{work}/rules.ini", RULES)
        odbc_ini.write(f"{work}/broken.ini", RULES.replace("MOD", "MODULO"))
        for shard in range(2):
            sql = "".join(f"CREATE TABLE {table} (id INTEGER PRIMARY KEY); INSERT INTO {table} WITH RECURSIVE r(i) AS "
                          f"(SELECT {shard} UNION ALL SELECT i + 2 FROM r LIMIT {ROWS}) SELECT i FROM r;"
                          for table in re.findall(r"table (\w+)", RULES))
            subprocess.run(["sqlite3", f"{work}/s{shard}.db", sql], check=True)
        check_progress(work + "/rules.ini")
        check_commands(work + "/rules.ini", work + "/broken.ini")
    print(f"terminal: {n} checks, {failed} failed")
    return failed > 0


sys.exit(main())
