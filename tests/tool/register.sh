#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# The driver and its data sources come and go by unixODBC's own means, in a folder of ini files of its
# own: driver, user's and system's data source, a connection through each, and nothing is left.
set -u
build=$(cd "${top_builddir:-.}" && pwd)
driver=$build/.libs/libshardodbc.so
[ -f "$driver" ] || { echo "the driver is not built"; exit 77; }
for program in odbcinst isql sqlite3; do
    command -v $program >/dev/null || { echo "$program is not installed"; exit 77; }
done
sqlite=$(find /usr/lib -name libsqlite3odbc.so 2>/dev/null | head -n 1)
[ -n "$sqlite" ] || { echo "libsqliteodbc is not installed"; exit 77; }
! grep -q '__asan_init\|__tsan_init' "$driver" || { echo "left out: built with sanitizers"; exit 77; }
work=$(mktemp -d "${TMPDIR:-/tmp}/shard-register.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/system"
export ODBCSYSINI="$work/system" ODBCINI="$work/user.ini"
failed=0
n=0

good() {
    n=$((n + 1))
    name=$1
    shift
    "$@" >"$work/out" 2>&1 && return
    failed=$((failed + 1))
    echo "FAIL $name: $*"
    cat "$work/out"
}
bad() {
    n=$((n + 1))
    name=$1
    shift
    ! "$@" >"$work/out" 2>&1 && return
    failed=$((failed + 1))
    echo "FAIL $name: $* succeeded"
}
says() {
    "$@" | grep -q -e "$wanted"
}

sed "s|^Driver=.*|Driver=$driver|; s|^Setup=.*|Setup=$build/.libs/libshardodbcS.so|" \
    "$build/odbcinst/odbcinst.ini" >"$work/odbcinst.ini"
printf '[SQLite3]\nDescription=SQLite\nDriver=%s\n' "$sqlite" >"$work/sqlite.ini"
cat >"$work/rules.ini" <<INI
[shard ds_0]
connection = Driver=SQLite3;Database=$work/0.db
[table t]
nodes = ds_0.t
INI
sqlite3 "$work/0.db" "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (42)"

good driver sh "$build/odbcinst/register" install "$work/odbcinst.ini"
good again sh "$build/odbcinst/register" install "$work/odbcinst.ini"
wanted='^UsageCount=1$' good once says odbcinst -q -d -n ShardODBC
good sqlite odbcinst -i -d -f "$work/sqlite.ini"

sed "s|^\[.*|[mine]|; s|^Rules=.*|Rules=$work/rules.ini|" "$build/odbcinst/odbc.ini" >"$work/mine.ini"
sed "s|^\[.*|[everybodys]|" "$work/mine.ini" >"$work/everybodys.ini"
good user-dsn odbcinst -i -s -h -f "$work/mine.ini"
good system-dsn sh "$build/odbcinst/register" add-dsn "$work/everybodys.ini"
good user-file grep -q mine "$ODBCINI"
good system-file grep -q everybodys "$work/system/odbc.ini"
for dsn in mine everybodys; do
    wanted="^\[$dsn\]" good listed says odbcinst -q -s -n $dsn
    echo "SELECT a FROM t" >"$work/sql"
    wanted='^42' good "connect $dsn" says sh -c "isql $dsn -b -d, <'$work/sql'"
done
wanted='^Setup=.*libshardodbcS.so' good setup says odbcinst -q -d -n ShardODBC

good remove-user odbcinst -u -s -h -n mine
good remove-system sh "$build/odbcinst/register" remove-dsn everybodys
bad gone-user grep -q mine "$ODBCINI"
bad gone-system grep -q everybodys "$work/system/odbc.ini"
good remove-driver sh "$build/odbcinst/register" remove
bad gone-driver odbcinst -q -d -n ShardODBC
good others-stay odbcinst -q -d -n SQLite3
bad usage sh "$build/odbcinst/register"
echo "$n checks, $failed failed"
[ "$failed" -eq 0 ]
