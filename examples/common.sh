# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
# Sourced by the examples: a temporary folder ($work) with ini files of its own, so that nothing
# outside of it is touched.
#
# SHARDODBC_DRIVER=/path/libshardodbc.so and SHARDODBC=/path/shardodbc name what is not installed.
set -eu
work=$(mktemp -d "${TMPDIR:-/tmp}/shardodbc-example.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

need() {
    command -v "$1" >/dev/null 2>&1 || { echo "$1 is needed (Debian package $2)"; exit 77; }
}

find_file() {
    find /usr/lib /usr/local/lib -name "$1" 2>/dev/null | head -n 1
}

need sqlite3 sqlite3
need isql unixodbc
shardodbc=${SHARDODBC:-shardodbc}
driver=${SHARDODBC_DRIVER:-$(find_file libshardodbc.so)}
sqlite=$(find_file libsqlite3odbc.so)
need "$shardodbc" shardodbc
[ -f "$driver" ] || { echo "ShardODBC is not installed; SHARDODBC_DRIVER names its file"; exit 77; }
[ -n "$sqlite" ] || { echo "SQLite's driver is needed (Debian package libsqliteodbc)"; exit 77; }

export ODBCSYSINI="$work" ODBCINI="$work/odbc.ini"
printf '[SQLite3]\nDriver=%s\n\n[ShardODBC]\nDriver=%s\nThreading=0\n' "$sqlite" "$driver" \
    >"$work/odbcinst.ini"
: >"$work/odbc.ini"

# sqlite_dsn NAME FILE, logical_dsn NAME RULES
sqlite_dsn() {
    printf '[%s]\nDriver=SQLite3\nDatabase=%s\n\n' "$1" "$2" >>"$work/odbc.ini"
}
logical_dsn() {
    printf '[%s]\nDriver=ShardODBC\nRules=%s\n\n' "$1" "$2" >>"$work/odbc.ini"
}

say() {
    printf '\n-- %s\n' "$*"
}

# ask DSN SQL: the statement and its answer, fields with | between; an error ends the example.
ask() {
    printf 'SQL> %s\n' "$2"
    printf '%s\n' "$2" | isql "$1" -b -d'|' -c >"$work/answer" 2>&1 || true
    if grep -q '\[ISQL\]ERROR\|\[ShardODBC\]' "$work/answer"; then
        cat "$work/answer"
        exit 1
    fi
    sed '/^SQLRowCount returns/d; /rows\{0,1\} fetched/d; /^$/d' "$work/answer"
}

# wants TEXT WHAT: the last answer holds that text.
wants() {
    grep -q -e "$1" "$work/answer" && return
    echo "FAILED: '$1' is missing${2:+: $2}"
    exit 1
}
