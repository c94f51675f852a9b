#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Runs every example with the driver and the tool that were just built.
set -u
build=$(cd "${top_builddir:-.}" && pwd)
source=${top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
export SHARDODBC="$build/tools/shardodbc" SHARDODBC_DRIVER="$build/.libs/libshardodbc.so"
[ -f "$SHARDODBC_DRIVER" ] || { echo "the driver is not built"; exit 77; }
# A sanitizer's runtime would have to be loaded into isql and Python first.
if grep -q '__asan_init\|__tsan_init' "$SHARDODBC_DRIVER"; then
    echo "left out: built with sanitizers"
    exit 77
fi
passed=0
failed=0
skipped=0
for example in "$source"/examples/*/run.sh; do
    name=$(basename "$(dirname "$example")")/$(basename "$example")
    [ -f "$example" ] || continue
    log=$(timeout 300 sh "$example" 2>&1)
    case $? in
    0) passed=$((passed + 1)) ;;
    77) skipped=$((skipped + 1)); echo "skipped $name: $log" ;;
    *) failed=$((failed + 1)); echo "FAIL $name"; echo "$log" ;;
    esac
done
echo "examples: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ] || exit 1
[ $passed -gt 0 ] || exit 77
