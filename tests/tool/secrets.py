#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""No password is ever shown: not by the tool, whatever is wrong, nor in a log, a message or a file.

Each password has its own word, so that a leak says where it came from.  The servers don't answer, or
are SQLite: what matters is what is said then.
"""
import os
import subprocess
import sys
import tempfile

from odbc_ini import find_library, is_sanitized

BUILD = os.path.abspath(os.environ.get("top_builddir", "."))
TOOL = os.path.join(BUILD, "tools", "shardodbc")
DRIVER = os.path.join(BUILD, ".libs", "libshardodbc.so")
SECRET = "hush"

RULES = """[shardodbc]
default-shard = a
[shard a]
dsn = s0
uid = me
pwd = hush-rules
[shard b]
connection = Driver=%(brand)s;Servername=127.0.0.1;Server=127.0.0.1;Port=1;UID=u;PWD={hush-connection};Password=hush-again
[shard c]
dsn = s1
[table t]
nodes = a.t, b.t, c.t
shard-key = k
shard-algorithm = by_k
[algorithm by_k]
type = INLINE
algorithm-expression = ${['a', 'b', 'c'][k %% 3]}
"""
# What is wrong with the rules: text, instead.
WRONG = [
    ("pwd = hush-rules", "pwd = hush-rules\npwd = hush-rules"),
    ("pwd = hush-rules", "pwd hush-rules"),
    ("pwd = hush-rules", "pwd: hush-rules"),
    ("pwd = hush-rules", "password = hush-rules"),
    ("pwd = hush-rules", "pwd = hush-rules\ndsn = hush-dsn"),
    ("[shard b]", "[shard a]\npwd = hush-group\n[shard b]"),
    ("dsn = s0", "connection = DSN=s0;PWD=hush-both"),
    ("PWD={hush-connection}", "PWD={hush-connection"),
    ("connection = ", "connection Driver=x;PWD=hush-key;"),
    ("connection = Driver=%(brand)s;", "connection = "),
    ("connection = Driver=%(brand)s;", "connection = {PWD=hush-brace;"),
    ("connection = Driver=%(brand)s;", "connection = Driver={hush-driver;PWD=hush-x;"),
    ("connection = Driver=%(brand)s;", "connection = Driver=/nowhere/hidden.so;"),
    ("connection = Driver=%(brand)s;", "connection = FILEDSN=/nowhere;"),
    ("dsn = s1", "dsn = nowhere"),
    ("${['a', 'b', 'c'][k %% 3]}", "${nonsense(k)}"),
]
JDBC = [
    "jdbc:postgresql://127.0.0.1:1/x?user=u&password=hush-url&nonsense=1",
    "jdbc:mysql://u:hush-user@127.0.0.1:1/x?useSSL=false&trustCertificateKeyStorePassword=hush-store",
    "jdbc:mysql://address=(host=h)(port=1)(user=u)(password=hush-address)/x",
    "jdbc:oracle:thin:u/hush-oracle@127.0.0.1:1521:x",
    "jdbc:sqlserver://127.0.0.1;user=u;password=hush-mssql",
    "jdbc:postgresql://u:hush-pg@[::1]:1,h2:2/x?sslpassword=hush-ssl",
    "nonsense:hush-nonsense@x?password=hush-query",
]
failed = 0
n = 0


def check(where, text):
    global failed, n
    n += 1
    if SECRET in text:
        failed += 1
        at = text.index(SECRET)
        print(f"FAIL {where}: …{text[max(0, at - 100):at + 60]!r}…")


def run(name, *words):
    ran = subprocess.run([TOOL, *words], text=True, capture_output=True, timeout=60)
    check(f"{name}: shardodbc {' '.join(words)}", ran.stdout + ran.stderr)
    if ran.returncode < 0:
        check(name, "hush: killed by signal")
    return ran


def write(path, text):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, 0o600)


def check_tool(work, brand):
    for number, (old, new) in enumerate([("x", "x"), *WRONG]):
        rules = f"{work}/rules-{brand}-{number}.ini"
        write(rules, RULES.replace(old, new) % {"brand": brand})
        name = f"{brand} {new!r}"
        run(name, "check", "--connect", rules)
        run(name, "status", "--state", work + "/state", rules)
        if number == 0:
            for words in (["check", rules], ["check", "--json", "--connect", rules], ["map", rules],
                          ["map", "--connect", rules], ["recover", "--state", work + "/state", rules],
                          ["check", "--placement", rules], ["diff", rules, rules],
                          ["route", "--rules", rules, "SELECT * FROM t"],
                          ["status", "--openmetrics", rules], ["status", "--json", rules]):
                run(name, *words)


def check_import(work):
    for number, url in enumerate(JDBC):
        for settings in (f"url: {url}", f"jdbcUrl: {url}\n    username: u\n    password: hush-yaml",
                         f"url: {url}\n    passwort: hush-typo\n    password: [hush-list]"):
            path = f"{work}/import-{number}.yaml"
            write(path, f"dataSources:\n  ds_0:\n    {settings}\nrules:\n- !SHARDING\n  tables:\n"
                        "    t:\n      actualDataNodes: ds_0.t\n")
            ran = run(url, "import", path)
            folder = f"{work}/out-{number}"
            ran = run(url, "import", "--output", folder, path)
            if ran.returncode in (0, 3) and os.path.exists(folder):
                for name in os.listdir(folder):
                    if name == "odbc.ini":
                        mode = os.stat(f"{folder}/{name}").st_mode & 0o777
                        check(f"mode {mode:o} of {name}", "" if mode == 0o600 else SECRET)
                    else:
                        check(f"{url}: {name}", open(f"{folder}/{name}").read())
                subprocess.run(["rm", "-r", folder], check=True)


def check_driver(work, brand):
    import pyodbc
    pyodbc.pooling = False
    log = work + "/log"
    rules = f"{work}/rules-{brand}-0.ini"
    base = f"Driver=ShardODBC;Rules={rules};Log={log};LogLevel=sql;LogParameters=on;State={work}/state;"
    for words in ("PWD=hush-app;", "UID=u;Pwd=hush-app;", "PASSWORD={hush-app};", "pwd = hush-app ;",
                  "PWD=hush-app;Connect=all;", "PWD=hush-app;Nonsense={;", "PWD=hush-app;LogLevel=x;",
                  "DSN=nowhere;PWD=hush-app;", "PWD=hush-app;Rules=/nowhere;"):
        for text in (base + words, words + base):
            try:
                connection = pyodbc.connect(text, autocommit=True)
            except pyodbc.Error as problem:
                check(f"{brand} connect {words}", str(problem))
                continue
            for sql in ("SELECT * FROM t", "SELECT * FROM t WHERE k = 1", "SHOW SHARDING STATUS",
                        "SHOW SHARDING COUNTERS", "SHOW SHARDING SETTINGS", "SHOW SHARDING NODES",
                        "PREVIEW SELECT * FROM t", "SET SHARDING LOG_LEVEL = error", "SELEC"):
                try:
                    check(f"{brand} {sql}", str(connection.execute(sql).fetchall()))
                except pyodbc.Error as problem:
                    check(f"{brand} {words} {sql}", str(problem))
            for sql in ("CREATE USER u PASSWORD 'hush-user'", "ALTER USER u IDENTIFIED BY 'hush-by'",
                        "SET PASSWORD FOR u = PASSWORD('hush-set')",
                        "SELECT dblink('host=x password=hush-dblink')",
                        "CREATE SUBSCRIPTION s CONNECTION 'password=hush-sub' PUBLICATION p"):
                try:
                    connection.execute(sql)
                except pyodbc.Error:
                    pass
            connection.close()
    for folder, _, names in os.walk(work):
        for name in names:
            path = os.path.join(folder, name)
            if name.startswith(("log", "counters", "log-")) or folder.endswith("state"):
                check(path, open(path, "rb").read().decode("latin-1"))
    check("a log was written", "" if os.path.getsize(log) > 1000 else SECRET)


def main():
    library = find_library("libsqlite3odbc.so")
    if not library or not os.path.exists(DRIVER):
        print("the driver, or libsqliteodbc, isn't there")
        return 77
    if is_sanitized(DRIVER):
        print("left out: built with sanitizers")
        return 77
    drivers = {"SQLite3": library, "PostgreSQL": find_library("psqlodbcw.so"),
               "MariaDB": find_library("libmaodbc.so")}
    with tempfile.TemporaryDirectory(prefix="shard-secrets.") as work:
        write(work + "/odbcinst.ini", f"[ShardODBC]\nDriver={DRIVER}\n" + "".join(
            f"[{name}]\nDriver={path}\n" for name, path in drivers.items() if path))
        os.environ.update(ODBCSYSINI=work, ODBCINI=work + "/odbc.ini")
        os.chdir(work)  # SQLite takes a connection string without a database for a file's name
        check_import(work)
        for brand, path in drivers.items():
            if not path:
                continue
            write(work + "/odbc.ini", "".join(
                f"[s{i}]\nDriver={brand}\nDatabase={work}/s{i}.db\nServername=127.0.0.1\n"
                f"Server=127.0.0.1\nPort=1\nUsername=u\nUser=u\nPassword=hush-ini\nPWD=hush-ini\n"
                for i in (0, 1)))
            check_tool(work, brand)
            check_driver(work, brand)
    print(f"secrets: {n} texts, {failed} failed")
    return failed > 0


sys.exit(main())
