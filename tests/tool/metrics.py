#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What processes count, read by `shardodbc status`: text, JSON and OpenMetrics."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import odbc_ini

BUILD = os.path.abspath(os.environ.get("top_builddir", "."))
SOURCE = os.environ.get("top_srcdir", os.path.join(os.path.dirname(__file__), "..", ".."))
TOOL = os.path.join(BUILD, "tools", "shardodbc")
DRIVER = os.path.join(BUILD, ".libs", "libshardodbc.so")
RULES = """[shardodbc]
default-shard = ds_0
[shard ds_0]
dsn = s0
[shard ds_1]
dsn = s1
[table t]
nodes = ds_${0..1}.t
shard-key = id
shard-algorithm = by_id
[algorithm by_id]
type = MOD
sharding-count = 2
"""
# 20 rows in two statements per row's shard; what is asked is counted in CLIENT_COUNTS.
CLIENT = """
import os, pyodbc, sys
c = pyodbc.connect("DSN=shop", autocommit=True)
x = c.cursor()
for i in range(10):
    x.execute("INSERT INTO t VALUES (?, 'x')", i + 10 * int(sys.argv[1]))
assert len(x.execute("SELECT id FROM t WHERE id >= ? ORDER BY id", 10 * int(sys.argv[1])).fetchall()) == 10
assert len(x.execute("SELECT id FROM t WHERE id = ?", 10 * int(sys.argv[1])).fetchall()) == 1
for wrong in ("SELECT * FROM nothing", "UPDATE t SET id = id + 1"):
    try:
        x.execute(wrong)
        sys.exit("not refused: " + wrong)
    except pyodbc.Error:
        pass
x.execute("SELECT 1").fetchall()
if len(sys.argv) > 2:
    child = os.fork()
    d = pyodbc.connect("DSN=shop", autocommit=True)
    for i in range(3 if child == 0 else 2):
        d.cursor().execute("SELECT id FROM t WHERE id = 1").fetchall()
    os.write(1, b"ready\\n")
    sys.stdin.read()
    if child == 0:
        os._exit(0)
    os.wait()
"""

failed = 0


def expect(name, wanted, found):
    global failed
    if wanted != found:
        failed += 1
        print(f"FAIL {name}: {found!r}, not {wanted!r}")


def skip(why):
    print(why)
    sys.exit(77)


def prepare(work):
    library = odbc_ini.find_library("libsqlite3odbc.so")
    if not library or not shutil.which("sqlite3"):
        skip("SQLite's driver or sqlite3 is not installed")
    if odbc_ini.is_sanitized(DRIVER):
        skip("left out: built with sanitizers")
    odbc_ini.write(f"{work}/rules.ini", RULES)
    odbc_ini.write_inis(work, {"SQLite3": library, "ShardODBC": DRIVER}, odbc_ini.sqlite_sources(work) +
                        f"[shop]\nDriver=ShardODBC\nRules={work}/rules.ini\nState={work}/state\n")
    for shard in "01":
        subprocess.run(["sqlite3", f"{work}/s{shard}.db",
                        "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)"], check=True)


def status(*options):
    ran = subprocess.run([TOOL, "status", "--dsn", "shop", *options], text=True,
                         capture_output=True)
    expect("stderr of " + " ".join(options), "", ran.stderr)
    expect("no signal", True, ran.returncode >= 0)
    return ran.returncode, ran.stdout


NUMBER = r"[0-9.e+-]+"
LABELS = r'\{[a-z]+="(?:[^"\\\n]|\\["\\n])*"(?:,[a-z]+="(?:[^"\\\n]|\\["\\n])*")*\}'


def parse(text):
    """The format as its specification has it: families in one piece, their samples by their type."""
    families, samples, current = {}, {}, None
    lines = text.split("\n")
    expect("end", ["# EOF", ""], lines[-2:])
    for line in lines[:-2]:
        if line.startswith("# "):
            _, word, name, rest = line.split(" ", 3)
            if word == "TYPE":
                expect(f"family {name} once", False, name in families)
                families[name] = {"type": rest}
                current = name
            expect(f"{word} of {name} in its family", current, name)
            families[name][word] = rest
            continue
        found = re.fullmatch(rf"([a-z_]+?)(_total|_bucket|_sum|_count)?({LABELS})? ({NUMBER})", line)
        if found is None:
            expect("a sample", "name labels value", line)
            continue
        name, suffix, labels, value = found.groups()
        expect("sample in its family: " + line, current, name)
        suffixes = {"counter": ["_total"], "gauge": [None],
                    "histogram": ["_bucket", "_sum", "_count"]}
        expect("suffix of " + line, True, suffix in suffixes[families[name]["type"]])
        key = name + (suffix or "") + (labels or "")
        expect("once: " + key, False, key in samples)
        samples[key] = float(value)
    return families, samples


def by_shard(samples, name, shard, more=""):
    found = [v for k, v in samples.items()
             if k.startswith(name + "{") and f'shard="{shard}"' in k and more in k]
    return found[0] if len(found) == 1 else found


def check_histogram(samples, shard):
    buckets = [v for k, v in samples.items()
               if k.startswith("shardodbc_shard_latency_seconds_bucket") and f'shard="{shard}"' in k]
    expect("buckets", True, len(buckets) > 5 and buckets == sorted(buckets))
    expect("last bucket", by_shard(samples, "shardodbc_shard_latency_seconds_count", shard),
           buckets[-1])
    expect("time", True, by_shard(samples, "shardodbc_shard_latency_seconds_sum", shard) > 0)


def check_documented(families):
    page = open(os.path.join(SOURCE, "doc", "operations.md")).read()
    for name in families:
        expect(f"{name} is in doc/operations.md", True, f"`{name}`" in page)


def main():
    if not os.path.exists(DRIVER):
        skip("the driver is not built")
    try:
        import pyodbc  # noqa: F401, the clients need it
    except ImportError:
        skip("python3-pyodbc is not installed")
    with tempfile.TemporaryDirectory(prefix="shard-metrics.") as work:
        prepare(work)
        code, text = status("--openmetrics")
        families, samples = parse(text)
        check_documented(families)
        expect("nobody has counted", (0, 0.0), (code, samples["shardodbc_processes"]))

        client = [sys.executable, "-c", CLIENT]
        subprocess.run([*client, "0"], check=True)
        code, text = status("--openmetrics")
        families, samples = parse(text)
        expect("gone processes are counted", (0.0, 1.0, 1.0), (
            samples["shardodbc_processes"], samples["shardodbc_statements_failed_total"],
            samples["shardodbc_statements_refused_total"]))
        expect("returned", 12.0, samples["shardodbc_rows_returned_total"])
        expect("fetched", 12.0, by_shard(samples, "shardodbc_shard_rows_fetched_total", "ds_0") +
               by_shard(samples, "shardodbc_shard_rows_fetched_total", "ds_1"))
        expect("connections are closed", 0.0, by_shard(samples, "shardodbc_shard_connections", "ds_0"))
        expect("up", 1.0, samples['shardodbc_shard_up{shard="ds_1"}'])
        expect("single", True, samples['shardodbc_statements_total{route="single"}'] >= 11)
        check_histogram(samples, "ds_0")

        living = subprocess.Popen([*client, "1", "stay"], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True)
        expect("ready", ["ready\n", "ready\n"], [living.stdout.readline() for _ in "12"])
        code, text = status("--no-connect", "--json")
        answer = json.loads(text)
        expect("no shard was asked", [], answer["shards"])
        expect("a process and its forked child", 2, len(answer["processes"]))
        singles = sorted(p["counters"]["statements_single"] for p in answer["processes"])
        expect("the child counts from nothing", (3, True), (singles[0], singles[1] > 10))
        expect("connections are open", True, sum(p["connections"] for p in answer["places"]) >= 3)
        code, text = status()
        expect("text", True, f"process {living.pid} python3" in text and "all so far" in text)
        living.stdin.close()
        living.wait()
        code, text = status("--openmetrics", "--no-connect")
        families, after = parse(text)
        expect("the sums never become less", 12.0 + 12 + 3 + 2,
               after["shardodbc_rows_returned_total"])
        expect("their files are gone", ["counters-gone"],
               sorted(f for f in os.listdir(work + "/state") if "counters" in f))
        expect("mode", 0o600, os.stat(work + "/state/counters-gone").st_mode & 0o777)
    print(f"metrics: {failed} failed")
    return failed > 0


sys.exit(main())
