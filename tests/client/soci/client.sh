# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
packages="libsoci-dev g++"

have() {
    command -v g++ && echo '#include <soci/odbc/soci-odbc.h>' | g++ -std=c++14 -E -x c++ -
}

prepare() {
    g++ -std=c++14 -O0 -w -o "$work/soci" "$here/client.cpp" -lsoci_odbc -lsoci_core -lodbc
}

client() {
    "$work/soci" "$@"
}
