#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# The driver exports exactly the functions that tests/exports lists, and is not linked to a driver
# manager: a symbol more could bind into the host program, one fewer is a function lost.
set -u
driver=$top_builddir/driver/odbc/.libs/libshardodbc.so
[ -f "$driver" ] || driver=$top_builddir/.libs/libshardodbc.so
[ -f "$driver" ] || { echo "no driver library was built"; exit 77; }
failed=0

found=$(nm -D --defined-only "$driver" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' |
    grep -v -E '^(__asan|__ubsan|__tsan|__sanitizer|__gcov|_init|_fini|__odr_asan)' | sort -u)
wanted=$(grep -v '^#' "$top_srcdir/tests/exports" | grep . | sort -u)
for name in $found; do
    echo "$wanted" | grep -qx "$name" || { echo "exported, but not in tests/exports: $name"; failed=1; }
done
for name in $wanted; do
    echo "$found" | grep -qx "$name" || { echo "in tests/exports, but not exported: $name"; failed=1; }
done

needed=$(objdump -p "$driver" | awk '$1 == "NEEDED" { print $2 }')
if echo "$needed" | grep -E '^lib(iodbc|odbc|pg_query)\.so'; then
    echo "linked to a library it must not need"
    failed=1
fi
readelf -d "$driver" | grep -q NODELETE || {
    echo "not linked with -z nodelete"
    failed=1
}
exit $failed
