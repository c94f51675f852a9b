#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Each header compiles alone: it includes what it needs.
set -u
cd "$top_srcdir" || exit 99
failed=0
for header in $(find router driver odbcinst -name '*.h' | sort); do
    # shellcheck disable=SC2086
    if ! printf '#include "%s"\n' "$header" |
        $CC $HEADER_CPPFLAGS -I. -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Wno-unused-function \
            -Werror -fsyntax-only -x c -; then
        echo "not self-contained: $header"
        failed=1
    fi
done
exit $failed
