# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
packages=libdbd-odbc-perl

have() {
    perl -MDBD::ODBC -e 1
}

client() {
    perl "$here/client.pl" "$@"
}
