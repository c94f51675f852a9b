# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
packages="ruby ruby-odbc"

have() {
    ruby -rodbc -e '' && ruby -rodbc_utf8 -e ''
}

# Without that the package's library doesn't find the driver manager: it looks for an older one.
client() {
    utf8=odbc_utf8
    # The wide library gets nothing through the drivers of SQLite and MariaDB themselves.
    [ "$1" = "$2" ] || [ "$2" = pg ] || utf8=odbc
    LD_PRELOAD=libodbc.so.2 ruby "$here/client.rb" "$@" odbc odbc &&
        LD_PRELOAD=libodbc.so.2 ruby "$here/client.rb" "$@" $utf8 odbc_utf8
}
