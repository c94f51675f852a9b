#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Reads that may be a little old go to replicas, everything else to the shards: per data source, per
# connection or per statement. A session that has written never reads something older afterwards.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common.sh"

for shard in 0 1; do
    sqlite_dsn "orders_$shard" "$work/orders_$shard.db"
    sqlite_dsn "orders_${shard}_copy" "$work/orders_${shard}_copy.db"
    sqlite3 "$work/orders_$shard.db" "CREATE TABLE orders (customer_id INTEGER, total INTEGER)"
done
logical_dsn orders "$here/rules.ini"
logical_dsn reports "$here/rules.ini"
# The program for reports says nothing: its data source does.
printf 'Consistency = weak\nState = %s/state\n' "$work" >>"$work/odbc.ini"

replicate() {
    for shard in 0 1; do
        cp "$work/orders_$shard.db" "$work/orders_${shard}_copy.db"
    done
}

say "Eight orders, and the replicas catch up"
for customer in 1 2 3 4 5 6 7 8; do
    echo "INSERT INTO orders VALUES ($customer, $((customer * 10)))"
done | isql orders -b >/dev/null
replicate
ask reports "SELECT COUNT(*) AS orders, SUM(total) AS total FROM orders"
wants '^8|360'

say "A ninth order: who asks the shards sees it, who may be late not yet"
ask orders "INSERT INTO orders VALUES (9, 1000)"
ask orders "SELECT SUM(total) AS total FROM orders"
wants '^1360'
ask reports "SELECT SUM(total) AS total FROM orders"
wants '^360' 'the replicas have not got it'

say "A connection may say otherwise: in its connection string, or with SET SHARDING"
echo "SELECT SUM(total) AS total FROM orders" |
    isql -k "DSN=orders;Consistency=weak" -b -d'|' >"$work/answer" 2>&1
cat "$work/answer"
wants '^360'
printf '%s\n' "SET SHARDING CONSISTENCY = strong" "SELECT SUM(total) AS total FROM orders" |
    isql reports -b -d'|' >"$work/answer" 2>&1
cat "$work/answer"
wants '^1360'

say "After its own write the same session reads the shards, until the replicas have it"
printf '%s\n' "INSERT INTO orders VALUES (11, 1)" "SELECT SUM(total) AS total FROM orders" |
    isql reports -b -d'|' >"$work/answer" 2>&1
cat "$work/answer"
wants '^1361'

say "How often each was asked"
"$shardodbc" status --no-connect --dsn reports | tee "$work/answer"
wants '^ds_0/orders_0_copy'
