# SPDX-License-Identifier: LGPL-2.1-or-later
"""ODBC's ini files in a folder, for the tests of the tool and the documents."""
import os
import subprocess


def find_library(name):
    """The path of a real driver; empty: it isn't installed."""
    found = subprocess.run(["find", "/usr/lib", "-name", name], text=True, capture_output=True)
    return found.stdout.split("\n")[0]


def is_sanitized(driver):
    """A program that isn't built so can't load it."""
    with open(driver, "rb") as file:
        binary = file.read()
    return b"__asan_init" in binary or b"__tsan_init" in binary


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def write_inis(work, drivers, sources):
    """Drivers by their names, and a text; from now on they are what this process has."""
    write(f"{work}/odbcinst.ini", "".join(
        f"[{name}]\nDriver={path}\n" for name, path in drivers.items() if path))
    write(f"{work}/odbc.ini", sources)
    os.environ.update(ODBCSYSINI=work, ODBCINI=f"{work}/odbc.ini")


def sqlite_sources(work):
    """s0 and s1, files of the folder."""
    return "".join(f"[s{i}]\nDriver=SQLite3\nDatabase={work}/s{i}.db\n" for i in (0, 1))
