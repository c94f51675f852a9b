#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Runs programs that people use with ODBC on the logical DSN of each brand, and on the database that
# holds all rows (BRAND_whole) through its own driver: whatever they print must be the same. Then the
# rows that they wrote must lie where the rules say.
#
#   tests/client/run.sh [--long] [BRAND]... [CLIENT]...   BRAND: sl pg my; CLIENT: a folder here
#   tests/client/run.sh --packages [--long]               prints what the clients need installed
#
# A client is a folder with client.sh, a fragment that defines
#   packages   what has to be installed
#   heavy      yes: --packages names it for the long run only; it runs whenever it is there
#   have       a function: is it installed? It may set $reason.
#   prepare    a function, may be missing: compiles something into $work
#   client     a function: client DSN BRAND prints "== name" before the output of each of its tests
# KEEP=FOLDER keeps what they printed. Needs the ini files of tests/servers. Prints "skipped CLIENT:
# reason" and, last, "clients: N passed, N failed".
set -u
here=$(cd "$(dirname "$0")" && pwd)
python=/usr/bin/python3
limit=120
long=no
list=no
brands=
only=
for argument in "$@"; do
    case $argument in
    --long) long=yes ;;
    --packages) list=yes ;;
    sl | pg | my) brands="$brands $argument" ;;
    *) only="$only $argument" ;;
    esac
done
brands=${brands:-sl pg my}
names=${only:-$(cd "$here" && ls ./*/client.sh | sed 's|^\./||; s|/client.sh$||')}
if [ $list = yes ]; then
    for name in $names; do
        (
            heavy=no
            . "$here/$name/client.sh"
            [ $heavy = yes ] && [ $long = no ] || echo "$packages"
        )
    done
    exit 0
fi
passed=0
failed=0
work=$(mktemp -d "${TMPDIR:-/tmp}/shardodbc-client.XXXXXX")
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# The tables that clients make are sharded too, and the catalog has the name of the other database:
# an ini file of our own.
write_ini() {
    mkdir -p "$work/rules"
    cp "$ODBCSYSINI/odbcinst.ini" "$work/odbcinst.ini"
    sed -e "s|^Rules=.*/|Rules=$work/rules/|" "$ODBCINI" >"$work/odbc.ini"
    for brand in $brands; do
        cat "$ODBCSYSINI/rules/$brand.ini" "$here/rules.ini.in" >"$work/rules/$brand.ini"
        [ "$brand" = sl ] ||
            sed -i -e "/^Rules=.*\/$brand.ini/a Database=whole" "$work/odbc.ini"
    done
    ODBCSYSINI=$work
    ODBCINI=$work/odbc.ini
    export ODBCSYSINI ODBCINI
}

# A shell of its own for each client, ended with all its children when it takes too long.
run_client() {
    setsid timeout -k 5 $limit sh -c '
        here=$1 work=$2
        . "$here/client.sh"
        client "$3" "$4"' client "$here/$1" "$work" "$2" "$3" >"$4" 2>"$4.err" </dev/null
    status=$?
    [ $status = 0 ] || echo "== end
status $status
$(tail -n 5 "$4.err")" >>"$4"
}

prepare_client() {
    (
        here=$here/$1
        . "$here/client.sh"
        reason="$packages not installed"
        have >/dev/null 2>&1 || { echo "skipped $1: $reason"; exit 3; }
        ! command -v prepare >/dev/null || prepare >"$work/prepare.log" 2>&1 && exit 0
        grep -m 10 error "$work/prepare.log"
        exit 1
    )
}

compare_client() {
    name=$1
    brand=$2
    $python "$here/tables.py" fresh "$brand" || return 1
    for side in "${brand}_whole" "$brand"; do
        run_client "$name" "$side" "$brand" "$work/$name.$side"
    done
    $python "$here/tables.py" compare "$brand" "$name" "$work/$name.${brand}_whole" \
        "$work/$name.$brand" >"$work/result" || return 1
    grep -v '^result ' "$work/result"
    passed=$((passed + $(sed -n 's/^result \([0-9]*\) .*/\1/p' "$work/result")))
    failed=$((failed + $(sed -n 's/^result [0-9]* \([0-9]*\)/\1/p' "$work/result")))
}

write_ini
for name in $names; do
    prepare_client "$name"
    case $? in
    0) ;;
    3) continue ;;
    *) echo "FAIL client $name doesn't build"; failed=$((failed + 1)); continue ;;
    esac
    for brand in $brands; do
        compare_client "$name" "$brand" || { echo "FAIL client $name on $brand"; failed=$((failed + 1)); }
    done
done
[ -z "${KEEP:-}" ] || cp -r "$work" "$KEEP"
echo "clients: $passed passed, $failed failed"
[ $failed = 0 ]
