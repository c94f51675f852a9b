#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# The options that shardodbc's help, the manual page and the completion name are the same, and the pages
# are read by man without a complaint.
set -u
tool=$(cd "${top_builddir:-.}" && pwd)/tools/shardodbc
source=${top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
[ -x "$tool" ] || { echo "$tool is not built"; exit 77; }
failed=0
n=0

fail() {
    echo "FAIL $*"
    failed=$((failed + 1))
}

page=$(sed 's/\\-/-/g' "$source/doc/shardodbc.1")
. "$source/tools/completion/shardodbc"
commands=$("$tool" --help | sed -n 's/^  shardodbc \([a-z]*\) .*/\1/p')
[ "$(echo "$commands" | wc -l)" -ge 7 ] || fail "the help names too few commands: $commands"
for command in $commands; do
    section=$(printf '%s\n' "$page" | sed -n "/^\.SS shardodbc $command /,/^\.S[SH] /p")
    COMP_WORDS=(shardodbc "$command" "--")
    COMP_CWORD=2
    _shardodbc
    offered=" ${COMPREPLY[*]} "
    told=$("$tool" "$command" --help)
    printf '%s\n' "$told" | grep -q '^Exit status: 0 ' || fail "$command --help tells no exit status"
    for option in ${COMPREPLY[*]} $(printf '%s\n' "$section" | grep -o -e '^\.B[IR]* *--[a-z-]*' | grep -o -e '--[a-z-]*'); do
        n=$((n + 1))
        [ "$option" = --help ] || printf '%s\n' "$told" | grep -q -e "^  .*$option\b" ||
            fail "$command $option is not in its help"
    done
    for option in $("$tool" "$command" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p'); do
        n=$((n + 1))
        printf '%s\n' "$section" | grep -q -e "$option" || fail "$command $option is not in shardodbc.1"
        case $offered in
        *" $option "*) ;;
        *) fail "$command $option is not completed" ;;
        esac
    done
done
COMP_WORDS=(shardodbc "")
COMP_CWORD=1
_shardodbc
for command in $commands --help --version; do
    case " ${COMPREPLY[*]} " in
    *" $command "*) ;;
    *) fail "$command is not completed" ;;
    esac
done
COMP_WORDS=(shardodbc "ch")
COMP_CWORD=1
_shardodbc
[ "${COMPREPLY[*]}" = check ] || fail "the command is not completed"
if command -v groff >/dev/null; then
    for file in shardodbc.1 shardodbc-rules.5; do
        complaints=$(groff -man -Tutf8 -ww "$source/doc/$file" 2>&1 >/dev/null)
        [ -z "$complaints" ] || fail "$file: $complaints"
    done
fi
echo "$n options, $failed failed"
[ "$n" -gt 20 ] && [ "$failed" -eq 0 ]
