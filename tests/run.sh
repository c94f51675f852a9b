#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Installs what is missing, builds, and runs all tests, with database servers of their own.
#
#   tests/run.sh [--quick] [--long] [--keep] [--brand pg|my|sl]...
#
# --quick leaves out sanitizers and distcheck; --long runs the large numbers; --keep leaves the
# temporary folder. The last line is "N passed, N failed"; the status is 0 when none failed.
# shellcheck disable=SC2086
set -u
# Drivers convert text by the locale, and a fresh system has none; who tests others says so.
export LC_ALL=C.UTF-8
source_dir=$(cd "$(dirname "$0")/.." && pwd)
quick=no
long=no
keep=no
brands=
while [ $# -gt 0 ]; do
    case $1 in
    --quick) quick=yes ;;
    --long) long=yes ;;
    --keep) keep=yes ;;
    --brand) shift; brands="$brands $1" ;;
    *) sed -n '3,8s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
    shift
done
brands=${brands:-sl pg my}
random=350
[ $long = no ] || random=20000
# The short form asks the same random statements each time; DIFFERENTIAL_SEED= asks others.
[ $long = yes ] || export DIFFERENTIAL_SEED="${DIFFERENTIAL_SEED-20261129}"
suite_limit=1200
if [ $long = yes ]; then
    suite_limit=7200
    export SOAK_SECONDS="${SOAK_SECONDS-600}" SESSIONS="${SESSIONS-500}"
fi
jobs=$(nproc 2>/dev/null || echo 2)

passed=0
failed=0
started=$(date +%s)

say() {
    printf '\n== %s (%d s)\n' "$*" $(($(date +%s) - started))
}

count() {
    passed=$((passed + $1))
    failed=$((failed + $2))
}

# Adds the numbers of a line "...: N passed, N failed...", the last one that a test printed.
count_line() {
    line=$(grep -E '[0-9]+ passed, [0-9]+ failed' "$1" | tail -n 1)
    if [ -z "$line" ]; then
        echo "FAIL $2 printed no result"
        count 0 1
        return
    fi
    count "$(echo "$line" | sed -E 's/.*[^0-9]([0-9]+) passed.*/\1/')" \
        "$(echo "$line" | sed -E 's/.* ([0-9]+) failed.*/\1/')"
}

# check NAME COMMAND...: one test that is the command's status; prints its output when it fails.
check() {
    name=$1
    shift
    if "$@" >"$work/check.log" 2>&1; then
        count 1 0
    else
        count 0 1
        echo "FAIL $name"
        tail -n 40 "$work/check.log"
    fi
}

# Runs a command that prints "N passed, N failed", and shows what it prints.
suite() {
    name=$1
    shift
    timeout $suite_limit "$@" >"$work/suite.log" 2>&1
    cat "$work/suite.log"
    count_line "$work/suite.log" "$name"
}

required="gcc clang make autoconf automake libtool pkg-config libglib2.0-dev libgmp-dev libicu-dev
    libpg-query-dev libprotobuf-c-dev libyaml-dev libxml2-dev libcmocka-dev unixodbc unixodbc-dev
    odbcinst libsqliteodbc odbc-postgresql odbc-mariadb postgresql-15 mariadb-server
    mariadb-client python3 python3-pyodbc sqlite3 valgrind clang-format libclang-rt-dev cppcheck util-linux
    binutils xz-utils"

# install_packages PACKAGE...
install_packages() {
    wanted=$*
    missing=
    for package in $wanted; do
        dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null | grep -q '^install ok installed' ||
            missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    say "installing$missing"
    if [ "$(id -u)" != 0 ]; then
        echo "not root: install$missing" >&2
        return 1
    fi
    # No server of the package may start by itself on this machine.
    policy=/usr/sbin/policy-rc.d
    made_policy=no
    if [ ! -e $policy ]; then
        printf '#!/bin/sh\nexit 101\n' >$policy && chmod +x $policy && made_policy=yes
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -y -q --no-install-recommends $missing >"$work/apt.log" 2>&1 ||
        { apt-get update -q && apt-get install -y -q --no-install-recommends $missing; } \
            >"$work/apt.log" 2>&1
    status=$?
    [ $made_policy = no ] || rm -f $policy
    [ $status = 0 ] || tail -n 20 "$work/apt.log"
    return $status
}

# The tests never build in the source folder: it may be read-only, or configured otherwise.
copy_source() {
    mkdir -p "$work/source"
    (cd "$source_dir" && tar -cf - --exclude=.git --exclude=autom4te.cache --exclude='*.o' \
        --exclude='*.lo' --exclude=.libs . ) | tar -xf - -C "$work/source"
    (cd "$work/source" && ./autogen.sh) >"$work/autogen.log" 2>&1 ||
        { tail -n 20 "$work/autogen.log"; return 1; }
}

# built NAME: counts that configuration as built or not; waits for one that is built in the background.
built() {
    while [ ! -e "$work/$1.built" ] && [ ! -e "$work/$1.failed" ]; do
        [ -n "$builder" ] && kill -0 "$builder" 2>/dev/null || break
        sleep 1
    done
    if [ -e "$work/$1.built" ]; then
        count 1 0
        return 0
    fi
    [ ! -e "$work/$1.failed" ] || cat "$work/$1.failed"
    echo "FAIL build of configuration $1"
    count 0 1
    return 1
}

# make check; a program of cmocka counts with each of its tests, another one as one.
make_check() {
    # Where a test program doesn't build, make check runs none; then each is made by itself.
    (
        cd "$work/$1" || exit
        make -k -j"$jobs" check && exit
        logs=$(printf 'include Makefile\nlogs:\n\t@echo $(TEST_LOGS)\n' | make -s -f - logs)
        make -k -j"$jobs" $logs
    ) >"$work/$1-check.log" 2>&1
    find "$work/$1" -name '*.trs' >"$work/trs"
    if [ ! -s "$work/trs" ]; then
        echo "FAIL make check in $1 ran no test"
        tail -n 20 "$work/$1-check.log"
        count 0 1
        return
    fi
    while read -r trs; do
        log=${trs%.trs}.log
        name=${log#"$work/$1/"}
        case $(sed -n 's/^:test-result: //p' "$trs") in
        PASS*)
            n=$(sed -n -E 's/^\[  PASSED  \] ([0-9]+) test.*/\1/p' "$log" | head -n 1)
            count "${n:-1}" 0
            ;;
        SKIP*) echo "skipped ${name%.log}: $(tail -n 2 "$log" | head -n 1)" ;;
        *)
            n=$(sed -n -E 's/^\[  PASSED  \] ([0-9]+) test.*/\1/p' "$log" | head -n 1)
            bad=$(sed -n -E 's/^\[  FAILED  \] ([0-9]+) test.*/\1/p' "$log" | head -n 1)
            count "${n:-0}" "${bad:-1}"
            echo "FAIL ${name%.log} ($1)"
            grep -E -A 3 'FAILED|ERROR|Sanitizer|runtime error|WARNING|undefined reference' "$log" |
                head -n 30
            ;;
        esac
    done <"$work/trs"
    # A test program that doesn't build has no result.
    if grep -E '\*\*\* .*Error' "$work/$1-check.log" | grep -v -E "check-(am|TESTS|recursive)|'check'|test-suite.log|: check" |
        grep -q .; then
        echo "FAIL make check in $1: something does not build"
        grep -E 'error:|undefined reference|\*\*\*' "$work/$1-check.log" | head -n 20
        count 0 1
    fi
}

driver_of() {
    for path in "$work/$1/driver/odbc/.libs/libshardodbc.so" "$work/$1/.libs/libshardodbc.so"; do
        [ ! -f "$path" ] || echo "$path"
    done | head -n 1
}

use_driver() {
    sed -e "s|^Driver=.*libshardodbc.so|Driver=$(driver_of "$1")|" "$servers/odbcinst.ini" \
        >"$servers/odbcinst.ini.new" && mv "$servers/odbcinst.ini.new" "$servers/odbcinst.ini"
}

install_check() {
    prefix=$work/installed
    (cd "$work/plain" && make install prefix="$prefix") >"$work/install.log" 2>&1 || return 1
    [ -f "$prefix/lib/odbc/libshardodbc.so" ] && [ -f "$prefix/lib/odbc/libshardodbcS.so" ] || return 1
    mkdir -p "$work/ini"
    (
        export ODBCSYSINI=$work/ini
        sh "$prefix/share/shardodbc/register" install &&
            [ -f "$(odbcinst -q -d -n ShardODBC | sed -n 's/^Driver=//p')" ] &&
            odbcinst -q -d -n ShardODBC | grep -q ShardODBC &&
            sh "$prefix/share/shardodbc/register" remove &&
            ! odbcinst -q -d -n ShardODBC
    ) || return 1
    (cd "$work/plain" && make uninstall prefix="$prefix") >>"$work/install.log" 2>&1 || return 1
    left=$(find "$prefix" -type f)
    [ -z "$left" ] || { echo "left after uninstall: $left"; return 1; }
    # A packager's install goes whole into his folder.
    (cd "$work/plain" && make install DESTDIR="$work/stage") >>"$work/install.log" 2>&1 || return 1
    outside=$(find "$work/stage" -type f ! -path "$work/stage/usr/local/*")
    [ -z "$outside" ] || { echo "installed elsewhere: $outside"; return 1; }
    [ "$(find "$work/stage" -type f | wc -l)" -gt 6 ] || { echo "too little was installed"; return 1; }
    ! grep -rl "$work/stage" "$work/stage/usr/local/share" || { echo "names the folder"; return 1; }
}

# A program of a configuration with --enable-coverage leaves what gcov reads.
coverage() {
    (
        mkdir -p "$work/coverage" && cd "$work/coverage" &&
            "$work/source/configure" --enable-coverage && make -j"$jobs" tests/unit/test-value &&
            tests/unit/test-value
    ) >"$work/coverage.log" 2>&1 || { tail -n 5 "$work/coverage.log"; return 1; }
    find "$work/coverage/router/base" -name '*value*.gcda' | grep -q .
}

# Every way to lock that the driver manager has, for our driver and for those of the shards: no hang.
threading_levels() {
    status=0
    cp "$servers/odbcinst.ini" "$work/odbcinst.ini.saved"
    for outer in unset 0 1 2 3; do
        for inner in unset 0 1 2 3; do
            awk -v outer=$outer -v inner=$inner '
                /^Threading/ { next }
                /^\[/ { level = /ShardODBC/ ? outer : inner }
                { print }
                /^Driver=/ && level != "unset" { print "Threading=" level }
            ' "$work/odbcinst.ini.saved" >"$servers/odbcinst.ini"
            for brand in $brands; do
                found=$(echo 'SELECT COUNT(*) FROM w' | timeout 20 isql "$brand" -b -d, 2>&1 | head -n 1)
                [ "$found" = 64 ] || { echo "threading $outer/$inner on $brand: $found"; status=1; }
            done
        done
    done
    cp "$work/odbcinst.ini.saved" "$servers/odbcinst.ini"
    return $status
}

sanitizer_runtime() {
    gcc -print-file-name="$1"
}

# Address-space randomisation of some kernels is too wide for this compiler's ThreadSanitizer.
without_randomisation() {
    setarch "$(uname -m)" -R true 2>/dev/null && echo "setarch $(uname -m) -R"
}

# Linked with the driver itself: behind the driver manager, whose library isn't built for it, the
# sanitizer would not see what its locks order.
soak_threads() {
    launch=$1
    log=$2
    driver=$(driver_of thread)
    if ! gcc -fsanitize=thread -O1 -g -I "$source_dir" -o "$work/soak-thread" \
        "$source_dir/tests/odbc/soak-test.c" "$driver" -lpthread -Wl,-rpath,"$(dirname "$driver")"; then
        echo "FAIL soak-test does not build with the thread sanitizer"
        count 0 1
        return
    fi
    for brand in $brands; do
        [ "$brand" = my ] || suite "soak on $brand under thread" env G_SLICE=always-malloc \
            TSAN_OPTIONS="log_path=$log:suppressions=$source_dir/tests/tsan.supp" \
            $launch "$work/soak-thread" "$brand" 8
    done
}

# sanitize CONFIGURATION LAUNCHER RUNTIME-LIBRARY
sanitize() {
    say "sanitizers: $1"
    built "$1" || return
    make_check "$1"
    if [ -n "$(driver_of "$1")" ] && echo "$brands" | grep -q sl; then
        use_driver "$1"
        log=$work/$1-report
        suite "isql under $1" env G_SLICE=always-malloc LAUNCH="$2 env LD_PRELOAD=$(sanitizer_runtime "$3")
            ASAN_OPTIONS=detect_leaks=0:log_path=$log:handle_segv=1
            UBSAN_OPTIONS=print_stacktrace=1:log_path=$log
            TSAN_OPTIONS=log_path=$log:suppressions=$source_dir/tests/tsan.supp" \
            sh "$source_dir/tests/isql/run.sh" sl
        [ "$1" != thread ] || soak_threads "$2" "$log"
        if ls "$log".* >/dev/null 2>&1; then
            echo "FAIL $1 reported:"
            head -n 60 "$log".*
            count 0 1
        else
            count 1 0
        fi
        use_driver plain
    fi
}

# Each fuzz program from its kept corpus: the same inputs each time, ten minutes of others in the long
# form. What is found is printed, and lost with the folder.
fuzz_all() {
    effort="-runs=2000 -seed=20261129 -max_total_time=30"
    [ $long = no ] || effort="-max_total_time=600"
    for program in "$work"/fuzz/tests/fuzz/fuzz-*; do
        name=${program##*/fuzz-}
        [ -f "$program" ] && [ -x "$program" ] || continue
        case $name in *-replay) continue ;; esac
        mkdir -p "$work/fuzz/found/$name"
        check "fuzz $name" env -C "$work/fuzz/found/$name" "$program" $effort \
            -timeout=60 -rss_limit_mb=4096 -verbosity=0 "$work/fuzz/found/$name" \
            "$source_dir/tests/fuzz/corpus/$name"
    done
}

work=$(mktemp -d "${TMPDIR:-/tmp}/shardodbc-tests.XXXXXX")
chmod 755 "$work"
servers=$work/servers
SERVERS_HOME=$source_dir/tests/servers
export SERVERS_HOME
. "$SERVERS_HOME/servers.sh"

builder=
cleanup() {
    # Its session, so that make and the compilers end with it.
    [ -z "$builder" ] || kill -- -"$builder" 2>/dev/null
    servers_stop "$servers"
    [ $keep = yes ] || rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

finish() {
    [ $keep = no ] || printf '\nkept: %s\n' "$work"
    printf '\n%d passed, %d failed\n' $passed $failed
    [ $failed = 0 ]
    exit $?
}

install_packages $required || { count 0 1; finish; }
client_option=
[ $long = no ] || client_option=--long
install_packages $(sh "$source_dir/tests/client/run.sh" --packages $client_option) ||
    echo "clients that can't be installed are skipped"
say "building"
copy_source && sh "$source_dir/tests/build.sh" "$work/source" "$work" plain
built plain || finish

say "unit, golden, layer and export tests"
make_check plain
check "style" make -C "$work/plain" lint-style
[ $quick = yes ] || check "format" make -C "$work/plain" lint-format
[ $quick = yes ] || check "cppcheck" make -C "$work/plain" lint-cppcheck
check "install, register, uninstall" install_check

if [ -z "$(driver_of plain)" ]; then
    echo "FAIL the driver was not built"
    count 0 1
    finish
fi

say "servers:$brands"
SHARD_DRIVER=$(driver_of plain)
export SHARD_DRIVER
# A PostgreSQL shard that can't prepare, for tests/fault/bank.py.
no_prepare=
! echo "$brands" | grep -q pg || no_prepare=np
if ! servers_start "$servers" $brands $no_prepare; then
    count 0 1
    finish
fi
. "$servers/env"

# The tests with servers wait much of their time: what they leave of the machine builds the other
# configurations meanwhile. Its own tests (distcheck has them) keep off these servers, whose files others lock and whose
# processes others end.
if [ $quick = no ]; then
    env -u ODBCSYSINI -u ODBCINI -u SHARD_DRIVER setsid nice -n 10 sh "$source_dir/tests/build.sh" "$work/source" "$work" \
        clang fuzz address thread distcheck >/dev/null 2>&1 &
    builder=$!
fi

say "isql"
suite isql sh "$source_dir/tests/isql/run.sh" $brands

say "clients"
suite client /usr/bin/python3 "$source_dir/tests/client/pyodbc-test.py" $brands
suite clients sh "$source_dir/tests/client/run.sh" $client_option $brands

if gcc -O1 -g -I "$source_dir" -o "$work/linked-test" "$source_dir/tests/client/linked-test.c" -lodbc; then
    for brand in $brands; do
        /usr/bin/python3 "$source_dir/tests/differential/load.py" "$brand"
        suite "linked on $brand" timeout 120 "$work/linked-test" "$brand"
        [ $quick = yes ] || check "linked on $brand under valgrind" timeout 300 valgrind -q \
            --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite \
            --show-leak-kinds=definite --suppressions="$source_dir/tests/valgrind.supp" \
            "$work/linked-test" "$brand"
    done
fi
suite "bad input" /usr/bin/python3 "$source_dir/tests/client/bad-input-test.py" "$SHARD_DRIVER"
suite "check-servers" sh "$source_dir/tests/tool/check-servers.sh" "$work/plain/tools/shardodbc" $brands
suite "service" /usr/bin/python3 "$source_dir/tests/client/service-test.py" "$SHARD_DRIVER"

say "C programs through the driver manager"
suite odbc sh "$source_dir/tests/odbc/run.sh" $brands
suite conform sh "$source_dir/tests/conform/run.sh" $brands

say "differential"
python=/usr/bin/python3
brand_options=$(printf -- '--brand %s ' $brands)
suite "differential pyodbc" $python "$source_dir/tests/differential/differential.py" $brand_options \
    --random $random --nested $random
suite "differential types" $python "$source_dir/tests/differential/differential.py" $brand_options \
    --wide $random --seed 1
session_option="--sessions 60 --seed 1"
[ $long = no ] || session_option="--sessions 3000 --seed $$"
for client in pyodbc odbc; do
    suite "differential sessions $client" $python "$source_dir/tests/differential/differential.py" \
        $brand_options --client $client $session_option
done
suite "keys" $python "$source_dir/tests/differential/keys.py" $brand_options
suite "names" $python "$source_dir/tests/differential/names.py" $brand_options
layout_option="--layout one"
[ $long = no ] || layout_option="--long --random 1000 --wide 1000 --nested 1000"
suite "layouts" $python "$source_dir/tests/differential/layouts.py" $brand_options $layout_option
[ $long = yes ] || suite "skewed shards" $python "$source_dir/tests/differential/layouts.py" \
    $brand_options --layout skew3 --random 60 --wide 60 --nested 60 --seed 7 \
    "$source_dir/tests/differential/statements/report.sql" \
    "$source_dir/tests/differential/statements/group.sql"
suite "differential odbc" $python "$source_dir/tests/differential/differential.py" $brand_options \
    --client odbc --random $random

say "faults"
fault_options="--points few --transfers 100"
[ $long = no ] || fault_options="--points all --transfers 2500"
suite transactions $python "$source_dir/tests/fault/transactions.py" $brand_options $client_option
suite connections $python "$source_dir/tests/fault/connections.py" $brand_options $client_option
suite restart $python "$source_dir/tests/fault/restart.py" --servers "$servers" $brand_options \
    $client_option
suite terminate $python "$source_dir/tests/fault/terminate.py" $brand_options $client_option
suite network $python "$source_dir/tests/fault/network.py" $brand_options $client_option
suite bank $python "$source_dir/tests/fault/bank.py" --program "$work/plain/tests/fault/bank" \
    --tool "$work/plain/tools/shardodbc" --servers "$servers" $brand_options $fault_options

for brand in $brands; do
    [ "$brand" != sl ] || continue
    suite "replicas of $brand" sh "$source_dir/tests/fault/replicas.sh" "$work/replicas-$brand" "$brand"
done

say "driver manager threading levels"
check "threading levels" threading_levels

if [ $long = yes ]; then
    say "benchmarks, with small numbers"
    suite benchmarks sh "$source_dir/bench/smoke.sh" "$work/plain" $brands
fi

if [ $quick = no ]; then
    say "clang"
    ! built clang || make_check clang
    check "coverage" coverage
    say "fuzzing"
    ! built fuzz || fuzz_all
    sanitize address "" libasan.so
    sanitize thread "$(without_randomisation)" libtsan.so
    say "distcheck"
    built distcheck
    say "example"
    check "examples/quickstart.sh" sh "$source_dir/examples/quickstart.sh"
    if [ $long = yes ] && [ -d "$source_dir/.git" ] && install_packages debhelper lintian; then
        say "Debian packages"
        check "Debian packages" sh "$source_dir/tests/package/run.sh"
    fi
fi

finish
