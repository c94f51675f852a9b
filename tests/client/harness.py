# SPDX-License-Identifier: LGPL-2.1-or-later
"""The frame of the client tests in Python: prints "== name" and what each test shows."""
import sys
import traceback

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def show(*values):
    print(*[repr(value) for value in values])


def run(make):
    """make(dsn, brand) gives what each test is called with."""
    dsn, brand = sys.argv[1:3]
    for function in TESTS:
        if sys.argv[3:] and function.__name__ not in sys.argv[3:]:
            continue
        print("== " + function.__name__, flush=True)
        try:
            function(make(dsn, brand))
        except Exception:  # whatever it is, it is an answer that the other side has to give too
            print("UNEXPECTED", traceback.format_exc(limit=-2, chain=False), flush=True)
