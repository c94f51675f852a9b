# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
packages="qtbase5-dev libqt5sql5-odbc g++"

have() {
    command -v g++ && pkg-config --exists Qt5Sql && [ -f "$(qt_plugin)" ]
}

qt_plugin() {
    find /usr/lib/*/qt5/plugins/sqldrivers -name libqsqlodbc.so 2>/dev/null | head -n 1
}

prepare() {
    # shellcheck disable=SC2046
    g++ -O1 -fPIC -o "$work/qt" "$here/client.cpp" $(pkg-config --cflags --libs Qt5Sql Qt5Core)
}

client() {
    "$work/qt" "$@"
}
