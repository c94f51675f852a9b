#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# An application moves from one database to four, unchanged: shop.py (Python, pyodbc) runs on one SQLite
# database; its rows are moved; then it goes on with four, and reports the same as on one.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common.sh"
python=${PYTHON:-/usr/bin/python3}
"$python" -c 'import pyodbc' 2>/dev/null || { echo "pyodbc is needed (Debian package python3-pyodbc)"; exit 77; }

sqlite_dsn one "$work/one.db"
sqlite_dsn again "$work/again.db"
for i in 0 1 2 3; do
    sqlite_dsn "shop_$i" "$work/shop_$i.db"
done
logical_dsn shop "$here/rules.ini"

say "The shop on one database"
"$python" "$here/shop.py" one open stock 1-60 report | tee "$work/one.txt"

say "Four empty databases, and the rows move over"
"$python" "$here/shop.py" shop open
"$python" "$here/move.py" one shop customer orders product

say "Every row is where the rules look for it"
"$shardodbc" check --placement --quiet "$here/rules.ini" 2>&1 | tee "$work/answer"
wants '^ok:'
"$shardodbc" map --connect "$here/rules.ini" | head -n 5

say "The same program, told only the other data source's name: the same report"
"$python" "$here/shop.py" shop report >"$work/four.txt"
diff "$work/one.txt" "$work/four.txt" && echo "equal"

say "It goes on selling on four databases, as it would on one"
"$python" "$here/shop.py" again open stock 1-60 60-200 report >"$work/one.txt"
"$python" "$here/shop.py" shop 60-200 report >"$work/four.txt"
diff "$work/one.txt" "$work/four.txt" && cat "$work/four.txt" && echo "equal"
"$shardodbc" check --placement --quiet "$here/rules.ini" >"$work/answer" 2>&1
wants '^ok:'

say "What eight shards would move"
sed 's/sharding-count = 4/sharding-count = 8/; s/shop_${0..3}/shop_${0..7}/' "$here/rules.ini" >"$work/eight.ini"
for i in 4 5 6 7; do printf '[shard shop_%s]\ndsn = shop_%s\n' $i $i; done >>"$work/eight.ini"
"$shardodbc" diff "$here/rules.ini" "$work/eight.ini" || true
