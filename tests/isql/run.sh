#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Drives real isql through the scripts of this folder and compares what it prints.
# Usage: run.sh [--record] DSN-OR-BRAND...   Expected output: NAME.BRAND.out, or NAME.out for all.
# --record writes NAME.BRAND.out from the database that holds all rows: that is the right answer.
# Needs the ini files of tests/servers. Prints "isql: N passed, N failed".
set -u
here=$(cd "$(dirname "$0")" && pwd)
record=no
[ "${1:-}" != --record ] || { record=yes; shift; }
[ $# -gt 0 ] || set -- sl pg my
passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What may differ from the real driver is left out: the prefix of messages, whether a fault is found
# when a statement is prepared or executed, and the count after a SELECT, which ODBC leaves open.
normalise() {
    sed -e 's/[[:space:]]*$//' -e 's/\[ShardODBC\]\(\[ds_[0-9]*\]\)\{0,1\}//g' \
        -e 's/\[SQLite\]//; s/\[ma-[0-9.]*\]\[[^]]*\]//' -e 's/Could not SQL[A-Z][a-z]*/Could not run/' | awk '
        /^SQLRowCount returns/ && table { next }
        { table = /^\+-/; print }'
}

# LAUNCH stands before isql alone: a sanitizer's runtime has to be loaded there.
isql_run() {
    # shellcheck disable=SC2086
    ${LAUNCH:-} isql "$1" -b -v <"$2" 2>&1 | normalise
}

for brand in "$@"; do
    for script in "$here"/*.sql; do
        name=$(basename "$script" .sql)
        case $name in
        *.pg | *.my | *.sl) [ "${name##*.}" = "$brand" ] || continue ;;
        esac
        expected=$here/$name.$brand.out
        [ -f "$here/$name.out" ] && expected=$here/$name.out
        /usr/bin/python3 "$here/../differential/load.py" "$brand" || exit 1
        if [ $record = yes ]; then
            isql_run "${brand}_whole" "$script" >"$expected"
            continue
        fi
        isql_run "$brand" "$script" >"$work/out"
        if diff -u "$expected" "$work/out" >"$work/diff"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAIL isql $name on $brand"
            head -n 60 "$work/diff"
        fi
    done
done
[ $record = yes ] || echo "isql: $passed passed, $failed failed"
[ $failed = 0 ]
