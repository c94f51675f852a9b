# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
packages="python3-pandas python3-sqlalchemy python3-pyodbc"

have() {
    /usr/bin/python3 -c 'import pandas, sqlalchemy, pyodbc'
}

client() {
    PYTHONPATH=$here/.. /usr/bin/python3 -W ignore "$here/client.py" "$@"
}
