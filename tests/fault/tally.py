# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a fault test counts: check() for each expectation, end() at last."""
import sys

passed = failed = 0


def check(name, good, detail=""):
    global passed, failed
    passed += bool(good)
    failed += not good
    if not good:
        print(f"FAIL {name}: {detail}")
    return good


def end(test):
    print(f"{test}: {passed} passed, {failed} failed")
    sys.exit(failed > 0)
