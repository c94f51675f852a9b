#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Every option that shardodbc's help names is in the manual page and in the completion, and the pages
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
for command in route check import diff map status recover; do
    section=$(printf '%s\n' "$page" | sed -n "/^\.SS shardodbc $command /,/^\.S[SH] /p")
    COMP_WORDS=(shardodbc "$command" "--")
    COMP_CWORD=2
    _shardodbc
    offered=" ${COMPREPLY[*]} "
    for option in $("$tool" "$command" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p'); do
        n=$((n + 1))
        printf '%s\n' "$section" | grep -q -e "$option" || fail "$command $option is not in shardodbc.1"
        case $offered in
        *" $option "*) ;;
        *) fail "$command $option is not completed" ;;
        esac
    done
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
