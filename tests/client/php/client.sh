# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
packages="php-cli php-odbc"

have() {
    php -r 'exit(extension_loaded("odbc") && extension_loaded("PDO_ODBC") ? 0 : 1);'
}

client() {
    php -d display_errors=stdout -d error_reporting=-1 "$here/client.php" "$@"
}
