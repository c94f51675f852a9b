#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# C programs through the driver manager, on the logical DSNs of tests/servers.
#
#   tests/odbc/run.sh BRAND...      brands: sl pg my
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/odbc-tests.XXXXXX")
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
driver=$(sed -n '/^\[ShardODBC\]/,/^$/s/^Driver *= *//p' "${ODBCSYSINI:-/etc}/odbcinst.ini" | head -n 1)
# The same calls each time; SEED=$(date +%s) makes others.
seed=${SEED:-5}

for program in face-test escape-test pool-test write-test thread-test random-test; do
    gcc -O1 -g -o "$work/$program" "$here/$program.c" -lodbc -lpthread -ldl || exit 1
done

# For the driver manager's pool.
mkdir "$work/pool"
sed 's/^\[ShardODBC\]/[ODBC]\nPooling=Yes\n\n[ShardODBC]\nCPTimeout=60/' \
    "$ODBCSYSINI/odbcinst.ini" >"$work/pool/odbcinst.ini"

# Adds the numbers of a program's last line, "name: N passed, N failed".
add() {
    name=$1
    shift
    timeout 120 "$@" >"$work/log" 2>&1
    line=$(tail -n 1 "$work/log")
    case $line in
    *passed,*failed*)
        passed=$((passed + $(echo "$line" | sed -E 's/.*: ([0-9]+) passed.*/\1/')))
        failed=$((failed + $(echo "$line" | sed -E 's/.* ([0-9]+) failed.*/\1/')))
        grep -v ' passed, 0 failed$' "$work/log"
        ;;
    *)
        failed=$((failed + 1))
        echo "FAIL $name ended early (seed $seed)"
        tail -n 5 "$work/log"
        ;;
    esac
}

for brand in "$@"; do
    add "face on $brand, t" "$work/face-test" "$brand" t
    add "face on $brand, s1" "$work/face-test" "$brand" s1
    add "writes on $brand, t" "$work/write-test" "$brand" t
    add "writes on $brand, s1" "$work/write-test" "$brand" s1
    add "escapes on $brand" "$work/escape-test" "$brand"
    add "threads on $brand" "$work/thread-test" "$brand"
    add "random calls on $brand" "$work/random-test" "$driver" "$brand" 20000 "$seed"
    ODBCINI=${ODBCINI:-$ODBCSYSINI/odbc.ini} ODBCSYSINI=$work/pool add "pool on $brand" \
        "$work/pool-test" "$brand"
    [ "$brand" = sl ] ||
        add "stopped servers of $brand" /usr/bin/python3 "$here/stopped-test.py" "$brand"
done
echo "odbc: $passed passed, $failed failed"
[ $failed = 0 ]
