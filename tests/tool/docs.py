#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The documents say what the code does: tables agree, commands run, examples print what they say."""
import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import odbc_ini

BUILD = os.path.abspath(os.environ.get("top_builddir", "."))
SOURCE = os.path.abspath(os.environ.get("top_srcdir") or
                         os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
TOOL = os.path.join(BUILD, "tools", "shardodbc")
DRIVER = os.path.join(BUILD, ".libs", "libshardodbc.so")
PAGES = sorted([os.path.join(SOURCE, "README.md")] + glob.glob(os.path.join(SOURCE, "doc", "*.md")))
failed = 0
n = 0


def expect(what, good, why=""):
    global failed, n
    n += 1
    if not good:
        failed += 1
        print(f"FAIL {what}{': ' if why else ''}{why}")


def read(*path):
    with open(os.path.join(SOURCE, *path), encoding="utf-8") as file:
        return file.read()


def all_code(pattern):
    return "".join(read(os.path.relpath(path, SOURCE))
                   for path in sorted(glob.glob(os.path.join(SOURCE, pattern))))


# ---- tables ----

def check_keywords():
    """odbcinst/keywords.def and doc/dsn.md: the same keywords, values and defaults."""
    page = read("doc", "dsn.md")
    rows = re.findall(r"^\| (`\w.*?) \| (.*?) ?\| (.*?) ?\|", page, re.M)
    told = {}
    for names, values, default in rows:
        for name in re.findall(r"`(\w+)`", names):
            told[name] = (re.findall(r"`(\w+)`", values), default.strip(" `"))
    known = re.findall(r'SHARD_KEYWORD\("(\w+)", "([^"]*)", "([^"]*)"', read("odbcinst", "keywords.def"))
    expect("keywords are read", len(known) > 15)
    for name, kind, default in known:
        expect(f"{name} is in doc/dsn.md", name in told)
        if "|" in kind:
            expect(f"values of {name}", told.get(name, ([],))[0] == kind.split("|"), str(told.get(name)))
        expect(f"default of {name}", told.get(name, ("", ""))[1] == default, str(told.get(name)))
    for name in told:
        expect(f"{name} is a keyword", name in [row[0] for row in known])
    code = read("driver", "odbc", "dbc", "connstr.c")
    for name, _, _ in known:
        expect(f"{name} is read", f'"{name}"' in code or name in ("Description",))


def check_rules_keys():
    """The keys that are taken, doc/rules.md and shardodbc-rules(5)."""
    code = read("router", "rules", "rules-load.c")
    table = code[code.index("group_kinds[] = {"):]
    table = table[:table.index("};")]
    page = read("doc", "rules.md")
    manual = read("doc", "shardodbc-rules.5").replace("\\-", "-")
    groups = re.findall(r'\{"(\w+)",\s*(?:TRUE|FALSE),\s*(?:TRUE|FALSE),\s*\{(.*?)\}', table, re.S)
    expect("groups are read", len(groups) == 6, str(len(groups)))
    for kind, keys in groups:
        section = re.search(rf"^## `\[{kind}[ \]].*?(?=^## |\Z)", page, re.S | re.M)
        expect(f"[{kind}] is in doc/rules.md", section is not None or f"[{kind} NAME]" in page)
        for key in re.findall(r'"([\w-]+)"', keys):
            expect(f"{key} of [{kind}] is in doc/rules.md",
                   section is not None and f"`{key}`" in section.group())
            expect(f"{key} is in shardodbc-rules(5)", re.search(rf"(?<![\w-]){key}(?![\w-])", manual))


def check_types():
    """Algorithms, generators, value types."""
    algorithms = re.findall(r'\.name = "(\w+)"', all_code("router/rules/algorithm/*.c"))
    generators = re.findall(r'\.name = "(\w+)"', all_code("router/rules/generator/*.c"))
    page = read("doc", "algorithms.md")
    manual = read("doc", "shardodbc-rules.5").replace("\\-", "-").replace("\\_", "_")
    expect("algorithms are read", len(algorithms) > 12 and len(generators) > 1)
    for name in algorithms + generators:
        expect(f"{name} is in doc/algorithms.md", re.search(rf"\b{name}\b", page))
        expect(f"{name} is in shardodbc-rules(5)", re.search(rf"\b{name}\b", manual))


def check_words():
    """SHOW SHARDING …, SET SHARDING …, hints, fields of the log."""
    page = read("doc", "operations.md")
    for word in re.findall(r'SHOW\("(\w+)"', read("driver", "odbc", "sharding", "show-sharding.c")):
        expect(f"SHOW SHARDING {word} is in doc", f"`SHOW SHARDING {word}`" in page)
    for word in re.findall(r'^    \{"([A-Z_]+)"', read("driver", "odbc", "sharding", "set-sharding.c"), re.M):
        expect(f"SET SHARDING {word} is in doc", f"`{word} = " in page)
    for number in re.findall(r"SQL_ATTR_SHARD_HINT_\w+ (\d+)", read("driver", "odbc", "attr", "attr.h")):
        expect(f"attribute {number} is in doc", f"{number}" in page)
    for word in re.findall(r'append_(?:text|number)\(line, "(\w+)"', read("driver", "executor", "log.c")):
        expect(f"log field {word} is in doc", f"`{word}`" in page)


# ---- links and commands ----

def anchors(page):
    return [re.sub(r"[^\w -]", "", line.lstrip("# ").strip().lower()).replace(" ", "-")
            for line in page.split("\n") if line.startswith("#")]


def check_links():
    for path in PAGES:
        for target in re.findall(r"\]\(([^)]+)\)", open(path).read()):
            if "://" in target:
                continue
            file, _, anchor = target.partition("#")
            other = os.path.join(os.path.dirname(path), file) if file else path
            expect(f"{os.path.basename(path)}: link {target}", os.path.exists(other))
            if anchor and os.path.exists(other):
                expect(f"{os.path.basename(path)}: {target}", anchor in anchors(open(other).read()))
        for name in re.findall(r"`((?:examples|doc|tests|driver|router|tools|odbcinst)/[\w./-]+)`",
                               open(path).read() if os.path.exists(os.path.join(SOURCE, ".git")) else ""):
            expect(f"{os.path.basename(path)}: {name} exists",
                   os.path.exists(os.path.join(SOURCE, name)))


RULES = """[shardodbc]
default-shard = ds_0
[shard ds_0]
connection = Driver=SQLite3;Database=%(work)s/a.db
[shard ds_1]
connection = Driver=SQLite3;Database=%(work)s/b.db
[table t]
nodes = ds_${0..1}.t
shard-key = k
shard-algorithm = two
[algorithm two]
type = MOD
sharding-count = 2
"""


def commands(path):
    """Lines of code blocks, and words in back quotes, that are commands of the tool."""
    text = open(path).read()
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.S | re.M)
    lines = [line for block in blocks for line in block.split("\n")]
    lines += [line.strip() for line in text.split("\n") if line.startswith("    ")]
    lines += [re.sub(r"\s+", " ", words) for words in re.findall(r"`(shardodbc [^`]+)`", text)]
    for line in lines:
        # what stands far behind a command explains it
        line = re.split(r"\s{2,}", line.strip().removeprefix("$ "))[0]
        if re.match(r"shardodbc [a-z]", line):
            yield line


def check_commands(work):
    """Each is run where its files are; whatever it answers, it must understand its words."""
    for name in ("rules.ini", "old.ini", "new.ini", "shop.ini", "FILE", "OLD", "NEW", "RULES"):
        with open(os.path.join(work, name), "w") as file:
            file.write(RULES % {"work": work})
    shutil.copy(os.path.join(SOURCE, "examples", "from-shardingsphere", "sharding.yaml"), work)
    for shard in "ab":
        subprocess.run(["sqlite3", f"{work}/{shard}.db", "CREATE TABLE t (k INTEGER, v TEXT)"], check=True)
    seen = set()
    for path in PAGES:
        for line in commands(path):
            if line in seen:
                continue
            seen.add(line)
            words = shlex.split(line.replace("/etc/shardodbc", work).replace("<sql>", "SELECT 1")
                                .replace("--id ID", "--id 0123456789abcdef"))
            if len(words) < 3:  # only its name is meant
                words.append("--help")
            if words[1] in ("check", "map", "status", "recover", "route", "diff") and \
                    words[-1].startswith("--") and words[-1] != "--help":
                words.append(os.path.join(work, "rules.ini"))
            ran = subprocess.run([TOOL, *words[1:]], cwd=work, text=True, capture_output=True, timeout=60)
            expect(f"{os.path.basename(path)}: {line}", ran.returncode in (0, 1, 3),
                   f"{ran.returncode} {ran.stderr[:300]}")
    expect("commands were found", len(seen) > 12, str(len(seen)))


def check_readme(work):
    """The example of the README, in a clean folder."""
    page = read("README.md")
    rules = re.search(r"^```ini\n(.*?)^```", page, re.S | re.M).group(1)
    expect("ten lines and not more", rules.count("\n") <= 12)
    with open(os.path.join(work, "shop.ini"), "w") as file:
        file.write(rules.replace("/tmp/", work + "/"))
    session = re.search(r"^```\n(\$ isql.*?)^```", page, re.S | re.M).group(1).split("\n")
    command, rest = session[0][2:], session[1:]
    asked = "\n".join(line[5:] for line in rest if line.startswith("SQL> "))
    wanted = [line for line in rest if line and not line.startswith("SQL> ")]
    ran = subprocess.run(command.replace("$PWD", work), shell=True, cwd=work, input=asked + "\n", text=True,
                         capture_output=True)
    found = [line for line in (ran.stdout + ran.stderr).split("\n") if line and "[ISQL]" not in line]
    # Reasons may be worded anew without the README being wrong.
    expect("README: the example's output", [line[:45] for line in found] == [line[:45] for line in wanted],
           f"\n{found}\nnot\n{wanted}")
    again = subprocess.run([TOOL, "check", "--connect", "shop.ini"], cwd=work, capture_output=True)
    expect("README: its rules are right", again.returncode == 0, again.stdout.decode())


# ---- files ----

def block(page, after, language="ini", of=1):
    """The code block behind a heading, or the first of the page."""
    text = page[page.index(after):]
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.S | re.M)[of - 1]


def manual_block(name, heading):
    """What stands between .nf and .fi behind a heading of a manual page."""
    text = read("doc", name)
    text = text[text.index(f".SH {heading}"):]
    return re.search(r"^\.nf\n(.*?)^\.fi", text, re.S | re.M).group(1).replace("\\-", "-")


def check_file(work, name, text, *options):
    path = os.path.join(work, name)
    with open(path, "w") as file:
        file.write(text)
    ran = subprocess.run([TOOL, "check", *options, path], text=True, capture_output=True, timeout=60)
    expect(f"{name} loads", ran.returncode == 0, ran.stdout + ran.stderr)
    return path


def check_files(work):
    """Rules and schemas that the pages show are taken as they stand."""
    page = read("doc", "rules.md")
    rules = check_file(work, "rules.md.ini", block(page, "# "))
    schema = os.path.join(work, "schema.ini")
    with open(schema, "w") as file:
        file.write(next(text for text in re.findall(r"^```ini\n(.*?)^```", page, re.S | re.M)
                        if "primary key" in text).replace("order_id = bigint", "user_id = bigint\norder_id = bigint", 1))
    check_file(work, "with-schema.ini", open(rules).read(), "--schema", schema)
    check_file(work, "manual.ini", manual_block("shardodbc-rules.5", "EXAMPLE"))
    algorithms = block(read("doc", "algorithms.md"), "# ")
    tables = "".join(
        f"[table {name}]\nnodes = a.{nodes}\ntable-key = k\ntable-algorithm = {algorithm}\n"
        for name, nodes, algorithm in (("t", "t_${0..2}", "by_id"), ("u", "t_${['eu', 'us', 'other']}", "by_country")))
    check_file(work, "algorithms.md.ini", "[shard a]\ndsn = a\n" + tables + algorithms)


# ---- what a client is told to say ----

def isql(words, asked, work):
    ran = subprocess.run(["isql", *words, "-v", "-b", "-d|"], cwd=work, input="\n".join(asked) + "\n", text=True,
                         capture_output=True, timeout=60)
    return [line for line in (ran.stdout + ran.stderr).split("\n") if line]


def table_words(page, heading):
    """The first column of the tables behind a heading, its words in back quotes."""
    text = page[page.index(heading) + len(heading):]
    text = text[:text.find("\n## ")] if "\n## " in text else text
    return [re.findall(r"`([^`]+)`", row) for row in re.findall(r"^\| (`.*?) \|", text, re.M)]


def statements():
    """Each statement that doc/operations.md names, filled in where it leaves something to the reader."""
    page = read("doc", "operations.md")
    for words in table_words(page, "## What is going on"):
        if words[0].startswith(("SHOW", "PREVIEW")):
            yield words[0].replace("<statement>", "SELECT v FROM t")
    for words in table_words(page, "## Settings of a connection"):
        if " = " in words[0]:
            yield "SET SHARDING " + words[0].replace("= …", "= warn")
            name = words[0].split(" = ")[0]
            for value in words[1:]:
                if " " not in value and value.isalpha() and value.islower():
                    yield f"SET SHARDING {name} = {value}"
    hints = page[page.index("## Hints"):page.index("## Settings")]
    for row in re.findall(r"^\| [a-z ]+ \| (`.*?) \|", hints, re.M):
        first, *others = re.findall(r"`([^`]+)`", row)
        yield "SET SHARDING HINT " + first
        for value in others:
            yield f"SET SHARDING HINT {first.split(' = ')[0]} = {value}"
    yield from ["SET SHARDING HINT shard = DEFAULT", "SET SHARDING HINT CLEAR"]
    yield from (line.replace("SELECT …", "SELECT v FROM t").replace("…", "v FROM t").replace("t_order.", "t.")
                for line in block(page, "## Hints", "sql").split("\n") if line)


def check_clients(work):
    """The data sources and the commands of doc/dsn.md and of the README; the statements of doc/operations.md."""
    with open(os.path.join(work, "shop.ini"), "w") as file:
        file.write(RULES % {"work": work})
    page = read("doc", "dsn.md")
    section = re.search(r"^```\n(\[shop\]\n.*?)^```", page, re.S | re.M).group(1)
    section += re.search(r"^```\n(Log = .*?)^```", read("doc", "operations.md"), re.S | re.M).group(1) \
        .replace("Log = ", "#").replace("LogLevel = ", "#")
    for folder in ("/etc/shardodbc", "/var/lib/shop", "/var/log/shop", "/var/log/app", "/etc"):
        section = section.replace(folder, work)
    with open(os.path.join(work, "odbc.ini"), "w") as file:
        file.write(section)
    os.chmod(os.path.join(work, "odbc.ini"), 0o600)
    checked = subprocess.run([TOOL, "check", "--dsn", "shop"], text=True, capture_output=True, timeout=60)
    expect("the data source of doc/dsn.md", checked.returncode == 0, checked.stdout)
    commands = [line.strip() for line in page.split("\n") if line.startswith("    isql ")]
    expect("isql commands are found", len(commands) == 3, str(commands))
    for command in commands:
        words = shlex.split(command.replace("/etc/shardodbc", work).replace("…", "x"))
        expect(command, isql(words[1:], ["SELECT COUNT(*) FROM t"], work) == ["0"],
               str(isql(words[1:], ["SELECT COUNT(*) FROM t"], work)))
    short = re.search(r"^```\n(\[shop\]\n.*?)^```", read("README.md"), re.S | re.M).group(1)
    with open(os.path.join(work, "odbc.ini"), "w") as file:
        file.write(short.replace("[shop]", "[short]").replace("/etc", work) + "\n" + section)
    expect("the data source of the README", isql(["short"], ["SELECT COUNT(*) FROM t"], work) == ["0"])
    said = list(statements())
    expect("statements are found", len(said) > 25, str(len(said)))
    for statement in said:
        answer = isql(["-k", "DSN=shop;Hints=on"], [statement], work)
        expect(statement, not any("ISQL]ERROR" in line for line in answer), str(answer))


def check_targets():
    """What the pages say to make is there to be made."""
    if not os.path.exists(os.path.join(BUILD, "Makefile")):
        return
    with open(os.path.join(BUILD, "Makefile"), encoding="utf-8") as file:
        makefile = file.read()
    pages = [open(path).read() for path in PAGES] + [read("CONTRIBUTING.md")]
    targets = sorted({word for page in pages for words in re.findall(r"`?\bmake ((?:[a-z][\w/.-]* ?)+)", page)
                      for word in words.split()
                      if "/" in word or word.startswith(("check", "lint", "format", "coverage", "install"))})
    expect("targets are found", len(targets) > 4, str(targets))
    for target in targets:
        expect(f"make {target}", re.search(rf"^{re.escape(target)}(\$\(EXEEXT\))?:", makefile, re.M))


def check_manual_commands(work):
    shutil.copy(os.path.join(work, "rules.ini"), os.path.join(work, "rules-with-8-shards.ini"))
    shutil.copy(os.path.join(SOURCE, "tests", "import", "55-sharding.yaml"), os.path.join(work, "sharding.yaml"))
    etc = os.path.join(work, "etc")
    os.mkdir(etc)
    lines = [line for line in manual_block("shardodbc.1", "EXAMPLES").split("\n") if line]
    expect("commands of the manual are found", len(lines) > 3)
    for line in lines:
        words = line.replace("/etc/shardodbc", etc).replace("shardodbc ", f"'{TOOL}' ", 1)
        ran = subprocess.run(words, shell=True, cwd=work, text=True, capture_output=True, timeout=60)
        # Its shards aren't there.
        wanted = (1,) if "--connect" in line else (0,)
        expect(f"shardodbc(1): {line}", ran.returncode in wanted and "usage" not in ran.stderr,
               f"{ran.returncode} {ran.stderr[:300]}")


def main():
    if not os.path.exists(TOOL):
        print(f"{TOOL} is not built")
        return 77
    check_keywords()
    check_rules_keys()
    check_types()
    check_words()
    check_links()
    check_targets()
    library = odbc_ini.find_library("libsqlite3odbc.so")
    is_loadable = os.path.exists(DRIVER) and not odbc_ini.is_sanitized(DRIVER)
    if library and shutil.which("sqlite3") and shutil.which("isql"):
        with tempfile.TemporaryDirectory(prefix="shard-docs.") as work:
            odbc_ini.write_inis(work, {"SQLite3": library, "ShardODBC": DRIVER}, "")
            check_files(work)
            if is_loadable:
                check_readme(work)
            check_commands(work)
            check_manual_commands(work)
            if is_loadable:
                check_clients(work)
    print(f"documents: {n} checks, {failed} failed")
    return failed > 0


sys.exit(main())
