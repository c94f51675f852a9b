#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Runs the commands of doc/performance.md and doc/scale.md with small numbers: each ends with 0, and
# the ratios are there.
#
#   bench/smoke.sh BUILD-FOLDER [BRAND...]      brands: pg my sl (default all)
#
# Needs ODBCINI with the data sources of tests/servers. The last line is "bench: N passed, N failed".
set -u
source=$(cd "$(dirname "$0")/.." && pwd)
cd "${1:?usage: bench/smoke.sh BUILD-FOLDER [BRAND...]}" || exit 2
shift
brands=${*:-pg my sl}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0
failed=0

# check NAME COMMAND
check() {
    if sh -c "$2" >"$log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1: $2"
        tail -n 20 "$log"
    fi
}

# The commands of a page that begin with this.
commands() {
    sed -n 's/^    //p' "$source/doc/$1" | grep -E "$2"
}

small() {
    sed -e 's/-o [0-9]*/-o 2000/; s/-r [0-9]*/-r 2/; s/-c [0-9.]*/-c 0.02/' \
        -e 's/memory.sh -r [0-9]*/memory.sh -r 8000/' -e 's/\(libfakeodbc.so\)$/\1 1,4 1000/' \
        -e "s/DSN 'SELECT …' [0-9]*/${brands%% *} 'SELECT 1' 3/" \
        -e 's|^bench/router$|bench/router -r 1 \|\| [ $? = 1 ]|' -e "s|sh bench/|sh $source/bench/|"
}

# Every statement has its line: name, two times, three ratios, time of the first row.
check_ratios() {
    for statement in Q1 Q1u Q1d Q2 Q3 Q4 Q5 Q6 Q7 Q7b Q8 Q8b Q9 Q10 Q11 Q11t Q11a Q12 Q12t Q13 Q13p Q14 Q15; do
        [ "$1$statement" != slQ13p ] || continue
        grep -E -q "^$statement( +[0-9.]+){6}$" "$log" ||
            { failed=$((failed + 1)); echo "FAIL $1: no ratio of $statement"; }
    done
    ! grep 'ok=0' "$log" || failed=$((failed + 1))
}

n=0
for page in performance.md scale.md; do
    commands $page . | small >"$log.commands"
    while read -r command; do
        n=$((n + 1))
        case $command in
        *bench/run.sh*)
            for brand in $brands; do
                check "$brand" "$command -b $brand"
                check_ratios "$brand"
            done
            ;;
        *bench/memory.sh*) check $page "$command $brands" ;;
        *) check $page "$command" ;;
        esac </dev/null
    done <"$log.commands"
    rm -f "$log.commands"
done
[ $n -ge 7 ] || { failed=$((failed + 1)); echo "FAIL only $n commands were found"; }
echo "bench: $passed passed, $failed failed"
[ $failed = 0 ]
