#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# The same programs on a real DSN and on ours must print the same.
#
#   tests/conform/run.sh BRAND...      brands: sl pg my, with the DSNs of tests/servers
#
# Each chapter runs with a table on one shard (s1), with one on two (t2), and with one spread over all
# of them (t), through a narrow and a wide connection (t2: the narrow one). Left out is what a driver itself does against the standard: data at
# execution, rows of a block, and the driver manager's conversions for a driver without wide functions
# (sl); rows of a block (my). Several statements in one text: only psqlodbc takes them as it is. What becomes of each type by
# default: psqlodbc alone does as the standard has it, and narrow only; ours is the same for any table.
set -u
export LC_ALL=C.UTF-8
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/conform.XXXXXX")
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

gcc -O1 -g -o "$work/conform" "$here/conform.c" "$here/chapters.c" -lodbc || exit 1
gcc -O1 -g -w -o "$work/odbc2" "$here/odbc2.c" -lodbc || exit 1
gcc -O1 -g -o "$work/states" "$here/states.c" -lodbc || exit 1
gcc -O1 -g -o "$work/catalog" "$here/catalog.c" -lodbc || exit 1

# compare NAME REAL-COMMAND OUR-COMMAND
compare() {
    timeout 60 sh -c "$2" >"$work/real" 2>&1 || echo "ended with $?" >>"$work/real"
    if timeout 60 sh -c "$3" >"$work/ours" 2>&1 && cmp -s "$work/real" "$work/ours"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL conform $1"
        diff "$work/real" "$work/ours" | head -n 20
    fi
}

left_out() {
    case $1-$2-$3 in
    sl-*-wide | sl-dae-* | sl-setpos-* | my-setpos-*) return 0 ;;
    my-several-* | sl-several-*) return 0 ;;
    my-types-* | sl-types-* | pg-types-wide) return 0 ;;
    *-wide-narrow) return 0 ;;
    esac
    return 1
}

# The states of a statement are the standard's on every brand, however many shards are behind.
states() {
    timeout 60 "$work/states" "$1" "$2" >"$work/now" 2>&1
    [ -f "$work/states.first" ] || cp "$work/now" "$work/states.first"
    sed '1,/^matrix$/d' "$work/now" | diff "$here/states.txt" - >"$work/diff" &&
        diff "$work/states.first" "$work/now" >"$work/diff" && { passed=$((passed + 1)); return; }
    failed=$((failed + 1))
    echo "FAIL conform states on $1, $2"
    head -n 20 "$work/diff"
}

# catalog BRAND LAST-SHARD MODE: the catalog functions, with their tables on shards 0 to the last.
catalog() {
    {
        sed "s/@N@/$2/g; s/@COUNT@/$(($2 + 1))/" "$here/catalog-rules.ini.in"
        for shard in $(seq 0 "$2"); do
            printf '[shard ds_%s]\ndsn = %s_%s\n' "$shard" "$1" "$shard"
        done
        [ "$1" != pg ] || printf '[table ca_node]\nnodes = ds_0.ca_s.ca_node_x\n'
    } >"$work/catalog.ini"
    compare "catalog $3 on $1, shards 0 to $2" \
        "$work/catalog real DSN=$1_whole $1 $3 $here/catalog.txt" \
        "$work/catalog ours 'DSN=$1;Rules=$work/catalog.ini;Database=whole;Hints=on' $1 $3 $here/catalog.txt"
}

for brand in "$@"; do
    catalog "$brand" 3 narrow
    catalog "$brand" 1 lengths
    [ "$brand" = sl ] || catalog "$brand" 0 wide
    for table in t t2 s1; do
        states "$brand" $table
        for width in narrow wide; do
            [ $table-$width != t2-wide ] || continue
            for chapter in describe getdata bind block scroll param array dae error transaction \
                wide setpos cursor several types returning; do
                left_out "$brand" "$chapter" "$width" && continue
                compare "$chapter $width on $brand, $table" \
                    "$work/conform ${brand}_whole $chapter $width $table" \
                    "$work/conform $brand $chapter $width $table"
            done
        done
        for width in narrow wide; do
            [ $table = s1 ] || compare "types $width on $brand, $table and s1" \
                "$work/conform $brand types $width s1" "$work/conform $brand types $width $table"
        done
        compare "odbc2 on $brand, $table" "$work/odbc2 ${brand}_whole $table" \
            "$work/odbc2 $brand $table"
    done
done
echo "conform: $passed passed, $failed failed"
[ $failed = 0 ]
