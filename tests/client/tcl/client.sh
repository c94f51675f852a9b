# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
packages="tcl8.6 tcl8.6-tdbc-odbc"

have() {
    echo 'package require tdbc::odbc' | tclsh8.6 2>&1 | grep . && return 1
    command -v tclsh8.6
}

client() {
    tclsh8.6 "$here/client.tcl" "$@"
}
