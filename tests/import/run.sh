#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Imports every configuration here and compares: X.rules is what shardodbc import prints, X.ini what
# it prints with --ini, X.messages what it says, the exit status last. X.place holds where statements
# must go by those rules ("SQL | shard table, shard table"), worked out by hand.
#
#   tests/import/run.sh [--update] [FILE...]     --update writes what was printed as expected
set -u
# A locale without characters beyond ASCII: what is printed doesn't depend on it.
export LC_ALL=C
here=${top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}/tests/import
tool=$(cd "${top_builddir:-.}" && pwd)/tools/shardodbc
command -v python3 >/dev/null || { echo "python3 is needed"; exit 77; }
[ -x "$tool" ] || { echo "$tool is not built"; exit 77; }
update=
if [ "${1:-}" = --update ]; then
    update=yes
    shift
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/shard-import.XXXXXX")
trap 'rm -rf "$work"' EXIT
failed=0
n=0

# What a file of expectations is called: X.yaml has X.rules, unless another format has that name.
base_of() {
    case $1 in
    *.properties) [ -f "$here/$(basename "$1" .properties).yaml" ] && { echo "$1"; return; } ;;
    esac
    echo "${1%.*}"
}

compare() {
    if [ -n "$update" ]; then
        if [ -s "$2" ]; then cp "$2" "$1"; else rm -f "$1"; fi
        return
    fi
    [ -f "$1" ] || [ -s "$2" ] || return 0
    [ -f "$1" ] && diff -u "$1" "$2" && return
    echo "FAIL $1"
    failed=$((failed + 1))
}

# The nodes that a statement goes to: "ds_0 t_order_1, ds_1 t_order_1".
route() {
    "$tool" route --rules "$1" --dialect "$2" --explain --json "$3" 2>&1 | python3 -c '
import json, sys
text = sys.stdin.read()
try:
    plan = json.loads(text)
except ValueError:
    plan = {"refused": text.strip()}
if "refused" in plan:
    print("refused", plan["refused"])
else:
    print(", ".join(sorted((u["shard"] + " " + n).strip() for u in plan["units"]
                           for n in u["nodes"].replace(",", " ").split() or [""])))'
}

check_places() {
    dialect=$(sed -n 's/^dialect = //p' "$2")
    [ "$dialect" = auto ] && dialect=sqlite
    while IFS='|' read -r sql wanted; do
        n=$((n + 1))
        wanted=$(echo "$wanted" | sed 's/^ *//')
        found=$(route "$2" "$dialect" "$sql")
        [ "$found" = "$wanted" ] && continue
        echo "FAIL $1: $sql"
        echo "  wanted $wanted"
        echo "  found  $found"
        failed=$((failed + 1))
    done <"$1"
}

import_file() {
    name=$(basename "$1")
    base=$here/$(base_of "$name")
    n=$((n + 1))
    (cd "$here" && "$tool" import "$name") >"$work/rules" 2>"$work/messages"
    echo "status $?" >>"$work/messages"
    "$tool" import --ini --quiet --rules-path /etc/shardodbc/rules.ini "$1" >"$work/ini" 2>/dev/null
    compare "$base.rules" "$work/rules"
    compare "$base.messages" "$work/messages"
    # The folder is the one that the driver will be installed in: it must be named, and differs.
    [ ! -s "$work/ini" ] || grep -q '^Driver=/.*/libshardodbc\.so$' "$work/ini" || {
        echo "FAIL $1: the driver has no folder"
        failed=$((failed + 1))
    }
    sed -i 's|=/.*/\(libshardodbcS*\.so\)$|=\1|' "$work/ini"
    compare "$base.ini" "$work/ini"
    [ -f "$base.place" ] && check_places "$base.place" "$work/rules"
}

# Nesting without end, in each format, is refused before it costs anything.
refuse_nesting() {
    python3 -c 'import sys; sys.stdout.write(sys.argv[1] * 200000)' "$2" >"$work/deep.$1"
    n=$((n + 1))
    timeout 60 "$tool" import "$work/deep.$1" >/dev/null 2>"$work/messages"
    grep -qi 'deep\|depth' "$work/messages" && return
    echo "FAIL deep.$1: $(head -c 200 "$work/messages")"
    failed=$((failed + 1))
}

if [ $# -eq 0 ]; then
    refuse_nesting yaml '['
    refuse_nesting yaml '{a: '
    refuse_nesting xml '<a>'
    set -- "$here"/*.yaml "$here"/*.yml "$here"/*.properties "$here"/*.xml
fi
for file in "$@"; do
    import_file "$file"
done
echo "$n checks, $failed failed"
[ "$failed" -eq 0 ]
