# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
packages=r-cran-rodbc
heavy=yes

have() {
    command -v Rscript && Rscript --vanilla -e 'library(RODBC)'
}

client() {
    LANG=C.UTF-8 Rscript --vanilla "$here/client.R" "$@"
}
