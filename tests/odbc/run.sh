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
# How long the soak test runs on each brand.
soak=${SOAK_SECONDS:-10}
# How many random sessions of a cursor.
sessions=${SESSIONS:-15}
# The same calls each time; SEED=$(date +%s) makes others.
seed=${SEED:-5}

for program in cursor-test face-test param-test escape-test locale-test pool-test process-test \
    scroll-test write-test thread-test random-test soak-test place-test string-test call-test \
    descriptor-test connect-test; do
    gcc -O1 -g -I "$here/../.." -o "$work/$program" "$here/$program.c" -lodbc -lpthread -ldl || exit 1
done

# For the driver manager's pool.
mkdir "$work/pool"
sed 's/^\[ShardODBC\]/[ODBC]\nPooling=Yes\n\n[ShardODBC]\nCPTimeout=60/' \
    "$ODBCSYSINI/odbcinst.ini" >"$work/pool/odbcinst.ini"

# Adds the numbers of a program's last line, "name: N passed, N failed".
add() {
    name=$1
    shift
    timeout $((120 + soak)) "$@" >"$work/log" 2>&1
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

# A locale whose decimals have a comma, where the system can make it.
mkdir "$work/locale"
comma=de_DE.UTF-8
localedef -i de_DE -f UTF-8 "$work/locale/$comma" >/dev/null 2>&1 ||
    { comma=; echo "skipped the locale de_DE: the package locales is missing"; }

# The same output in each locale as the brand's own driver gives in C; "-" is a locale not set.
locales() {
    brand=$1
    LC_ALL=C "$work/locale-test" "${brand}_whole" C >"$work/plain" 2>/dev/null
    LC_ALL=C MERGED=1 "$work/locale-test" "${brand}_whole" C >"$work/merged" 2>/dev/null
    for locale in C C.UTF-8 - $comma; do
        wanted=$work/plain
        case $locale in
        -) env -u LC_ALL -u LANG "$work/locale-test" "$brand" ;;
        C*) LC_ALL=$locale "$work/locale-test" "$brand" "$locale" ;;
        *)
            wanted=$work/merged
            LOCPATH=$work/locale LC_ALL=$locale "$work/locale-test" "$brand" "$locale"
            ;;
        esac >"$work/got" 2>&1
        if diff "$wanted" "$work/got" >"$work/log"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAIL locale $locale on $brand"
            head -n 20 "$work/log"
        fi
    done
}

# ends NAME COMMAND...: the program ends by itself, with the status 42.
ends() {
    name=$1
    shift
    timeout 20 "$@" >"$work/log" 2>&1
    status=$?
    if [ $status = 42 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name ended with $status"
        tail -n 5 "$work/log"
    fi
}

for brand in "$@"; do
    ends "python on $brand" /usr/bin/python3 "$here/exit-test.py" "$brand"
    ! php -r 'exit(extension_loaded("odbc") ? 0 : 1);' 2>/dev/null ||
        ends "php on $brand" php "$here/exit-test.php" "$brand"
    locales "$brand"
    add "face on $brand, t" "$work/face-test" "$brand" t
    add "face on $brand, s1" "$work/face-test" "$brand" s1
    add "descriptors on $brand, t" "$work/descriptor-test" "$brand" t
    add "descriptors on $brand, s1" "$work/descriptor-test" "$brand" s1
    if [ -n "$comma" ]; then
        for name in face descriptor; do
            add "$name in $comma on $brand" env CLIENT_LOCALE=1 LOCPATH="$work/locale" LC_ALL="$comma" \
                "$work/$name-test" "$brand" s1
        done
    fi
    add "connecting on $brand" "$work/connect-test" "$brand"
    add "parameters on $brand, t" "$work/param-test" "$brand" t
    add "parameters on $brand, s1" "$work/param-test" "$brand" s1
    add "strings on $brand" "$work/string-test" "$driver" "$brand"
    add "places on $brand" "$work/place-test" "$brand"
    [ "$brand" = sl ] || add "calls on $brand" "$work/call-test" "$brand"
    add "writes on $brand, t" "$work/write-test" "$brand" t
    add "writes on $brand, s1" "$work/write-test" "$brand" s1
    add "cursors on $brand, t" "$work/cursor-test" "$brand" t
    add "cursors on $brand, s1" "$work/cursor-test" "$brand" s1
    for table in t t2; do
        add "scrolling on $brand, $table" "$work/scroll-test" "$brand" $table "$sessions" "$seed"
    done
    add "escapes on $brand" "$work/escape-test" "$brand"
    add "threads on $brand" "$work/thread-test" "$brand"
    add "processes on $brand" "$work/process-test" "$brand"
    add "random calls on $brand" "$work/random-test" "$driver" "$brand" 20000 "$seed"
    add "large statements on $brand" /usr/bin/python3 "$here/large-test.py" "$brand"
    [ "$brand" = my ] || add "soak on $brand" "$work/soak-test" "$brand" "$soak"
    ODBCINI=${ODBCINI:-$ODBCSYSINI/odbc.ini} ODBCSYSINI=$work/pool add "pool on $brand" \
        "$work/pool-test" "$brand"
done
# They mostly wait: both at once.
for brand in "$@"; do
    [ "$brand" = sl ] ||
        timeout 120 /usr/bin/python3 "$here/stopped-test.py" "$brand" >"$work/stopped.$brand" 2>&1 &
done
wait
for brand in "$@"; do
    [ "$brand" = sl ] || add "stopped servers of $brand" cat "$work/stopped.$brand"
done
echo "odbc: $passed passed, $failed failed"
[ $failed = 0 ]
