# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
packages="libpoco-dev g++"

have() {
    command -v g++ && echo '#include <Poco/Data/ODBC/Connector.h>' | g++ -std=c++14 -E -x c++ -
}

prepare() {
    g++ -std=c++14 -O0 -w -o "$work/poco" "$here/client.cpp" -lPocoDataODBC -lPocoData \
        -lPocoFoundation -lodbc
}

client() {
    "$work/poco" "$@"
}
