#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Starts a primary and two replicas in FOLDER, and runs replicas.py on them: replicas.sh FOLDER BRAND.
# SHARD_DRIVER is the path of libshardodbc.so.
set -u
[ $# -eq 2 ] || { echo "usage: $0 FOLDER pg|my" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
SERVERS_HOME=$here/../servers
. "$SERVERS_HOME/servers.sh"
. "$SERVERS_HOME/replicas.sh"
trap 'replicas_stop "$1" "$2"' EXIT
trap 'exit 130' INT TERM
set -- "$1" "$2"
replicas_start "$1" "$2" || { echo "replicas: 0 passed, 1 failed"; exit 1; }
. "$1/primary/env"
/usr/bin/python3 "$here/replicas.py" --servers "$1" --brand "$2"
