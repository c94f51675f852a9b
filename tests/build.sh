#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Builds configurations of the project for the tests, one after the other, each in a folder of its name.
#
#   tests/build.sh SOURCE FOLDER NAME...
#
# SOURCE has its configure; NAME is one of those below, or distcheck, which is made in the folder of plain.
# Leaves FOLDER/NAME.built when it was built, and FOLDER/NAME.failed with the errors when not. The status is
# 0 when all were built.
set -u
source=$1
folder=$2
shift 2
jobs=$(nproc 2>/dev/null || echo 2)

# configuration NAME: its arguments of configure, one a line.
configuration() {
    case $1 in
    plain) printf '%s\n' --enable-strict "CFLAGS=-O2 -g" ;;
    clang) printf '%s\n' --enable-strict CC=clang "CFLAGS=-O1 -g" ;;
    fuzz) printf '%s\n' --enable-strict --enable-fuzzing CC=clang "CFLAGS=-O1 -g" ;;
    address) printf '%s\n' --enable-sanitizers=address,undefined "CFLAGS=-O1 -g" ;;
    thread) printf '%s\n' --enable-sanitizers=thread "CFLAGS=-O1 -g" ;;
    *) echo "no configuration $1" >&2; return 1 ;;
    esac
}

# make_all NAME: what make builds, and the programs of make check, which run none here. (One of these
# that doesn't build is found when they are run.)
make_all() {
    if [ "$1" = distcheck ]; then
        make -C ../plain -j"$jobs" distcheck
        return
    fi
    configuration "$1" | tr '\n' '\0' | xargs -0 "$source/configure" && make -j"$jobs" || return 1
    [ "$1" = fuzz ] || make -k -j"$jobs" check TESTS= || true
}

status=0
for name in "$@"; do
    mkdir -p "$folder/$name"
    if (cd "$folder/$name" && make_all "$name") >"$folder/$name.log" 2>&1; then
        touch "$folder/$name.built"
        continue
    fi
    status=1
    {
        grep -E 'error|warning|undefined|\*\*\*|^FAIL|No rule' "$folder/$name.log" | head -n 40
        tail -n 5 "$folder/$name.log"
    } >"$folder/$name.failed.new"
    mv "$folder/$name.failed.new" "$folder/$name.failed"
done
exit $status
