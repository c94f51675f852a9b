#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""shardodbc import drops nothing silently: a key that was never heard of, put into each map of each
configuration here, is named in what it prints or says."""
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.join(os.environ.get("top_srcdir") or
                    os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."), "tests", "import")
TOOL = os.path.join(os.path.abspath(os.environ.get("top_builddir", ".")), "tools", "shardodbc")
# Rules of which nothing is done are named as a whole, files for others are not read whole.
WHOLE = re.compile(r"encrypt|mask|shadow|discovery|dynamicStrategy|scaling$|^metrics$|hikari", re.I)
SKIPPED = ("55-broken.yaml", "55-nothing.yaml", "41-active-profile.yml", "56-profiles.yml")
OURS = re.compile(r"(?:spring\.shardingsphere|sharding\.jdbc)\.[^=:\[]*")
# Elements of Spring itself have attributes of Spring.
XML_OURS = re.compile(r"<(?:sharding|master-slave|readwrite-splitting|shardingsphere):(?!load-balance|hint-strategy|config-map)[\w-]+")


def indent_of(line):
    return len(line) - len(line.lstrip())


def is_springs(path):
    """An application's settings hold more than ours."""
    return path[0] in ("spring", "server", "sharding") and not {"shardingsphere", "jdbc"} & set(path)


def with_keys_yaml(lines):
    """Each line, behind the head of a map a new first key."""
    path = []
    for number, line in enumerate(lines):
        yield line, None
        head = re.match(r"^\s*(?:- )?(!?[^#\s:]+):?\s*(?:&\w+)?\s*$", line)
        if not line.strip() or not head:
            continue
        path = [(depth, name) for depth, name in path if depth < indent_of(line)] + [(indent_of(line), head[1])]
        below = next((other for other in lines[number + 1:] if other.strip() and other.lstrip()[0] != "#"), "")
        if indent_of(below) > indent_of(line) and not below.lstrip().startswith(("- ", "<<")) and \
                not any(WHOLE.search(name) for _, name in path) and not is_springs([name for _, name in path]):
            key = f"unheard{number}of"
            yield f"{' ' * indent_of(below)}{key}: 1", (key, "/".join(name for _, name in path))


def with_keys_properties(lines):
    seen = set()
    for line in lines:
        found = OURS.match(line)
        parts = found[0].split(".") if found and not line.endswith("\\") else []
        for depth in range(2, len(parts)):
            prefix = ".".join(parts[:depth])
            if prefix not in seen and not WHOLE.search(prefix) and "load-balancers" not in prefix:
                seen.add(prefix)
                key = f"unheard{len(seen)}of"
                yield f"{prefix}.{key}=1", (key, prefix)
        yield line, None


def with_keys_xml(lines):
    for number, line in enumerate(lines):
        found = XML_OURS.search(line)
        if not found:
            yield line, None
            continue
        key = f"unheard{number}of"
        yield line[:found.end()] + f' {key}="1"' + line[found.end():], (key, found[0])


WRITERS = {".yaml": with_keys_yaml, ".yml": with_keys_yaml, ".properties": with_keys_properties,
           ".xml": with_keys_xml}


def main():
    if not os.access(TOOL, os.X_OK):
        print(f"{TOOL} is not built")
        return 77
    n = failed = 0
    with tempfile.TemporaryDirectory() as work:
        for path in sorted(glob.glob(os.path.join(HERE, "*"))):
            name = os.path.basename(path)
            writer = WRITERS.get(os.path.splitext(name)[1])
            if writer is None or name in SKIPPED:
                continue
            with open(path, encoding="utf-8") as file:
                pairs = list(writer(file.read().split("\n")))
            with open(os.path.join(work, name), "w", encoding="utf-8") as file:
                file.write("\n".join(line for line, _ in pairs))
            ran = subprocess.run([TOOL, "import", os.path.join(work, name)], capture_output=True, text=True)
            for key, place in (mark for _, mark in pairs if mark):
                n += 1
                if key not in ran.stdout + ran.stderr:
                    failed += 1
                    print(f"FAIL {name}: a key below {place} is dropped silently")
    print(f"{n} keys, {failed} failed")
    return failed > 0 or n < 300


sys.exit(main())
