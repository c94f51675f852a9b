#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# From two shards to four: what will move, the new tables, the move itself, and the proof. Readers go on
# until the rows move; writers stop for as long as that takes.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common.sh"

for shard in 0 1 2 3; do
    sqlite_dsn "shop_$shard" "$work/shop_$shard.db"
done
cp "$here/two.ini" "$work/rules.ini"
logical_dsn shop "$work/rules.ini"

say "Today"
ask shop "CREATE TABLE orders (order_id INTEGER NOT NULL, customer_id INTEGER NOT NULL, note VARCHAR(20), PRIMARY KEY (customer_id, order_id))"
i=1
while [ $i -le 40 ]; do
    echo "INSERT INTO orders VALUES ($i, $((i % 9)), 'it''s $i')"
    i=$((i + 1))
done | isql shop -b >/dev/null
ask shop "SELECT COUNT(*), SUM(order_id) FROM orders"
wants '^40|820'

say "1. What would move"
"$shardodbc" diff --matrix "$here/two.ini" "$here/four.ini" | tee "$work/answer" || true
wants 'ds_0.orders -> ds_2.orders'
! grep -q 'ds_0.orders -> ds_1' "$work/answer" || { echo "FAILED: rows move between old shards"; exit 1; }

say "2. The new shards get their tables; check says when nothing is missing"
"$shardodbc" check --connect --quiet "$here/four.ini" | tee "$work/answer" || true
wants 'ds_2.orders: there is no such table'
for shard in 2 3; do
    sqlite3 "$work/shop_0.db" .schema | sqlite3 "$work/shop_$shard.db"
done
"$shardodbc" check --connect --quiet "$here/four.ini"

say "3. Writers stop. What lies wrong by the new rules, and the statements that move it"
"$shardodbc" check --repair --quiet "$here/four.ini" >"$work/move.sql" || true
grep -m 2 -A 2 '^-- shard' "$work/move.sql"
# First all that is inserted, then what is deleted: a row may be there twice for a moment, never nowhere.
for verb in INSERT DELETE; do
    for shard in 0 1 2 3; do
        awk -v shard="-- shard ds_$shard" -v verb="^$verb" '
            /^-- shard /{on = ($0 == shard); next} on && $0 ~ verb' "$work/move.sql" |
            sqlite3 "$work/shop_$shard.db"
    done
done

say "4. The new rules, in one step; then writers go on"
cp "$here/four.ini" "$work/rules.new" && mv "$work/rules.new" "$work/rules.ini"
ask shop "SELECT COUNT(*), SUM(order_id) FROM orders"
wants '^40|820'
ask shop "PREVIEW SELECT * FROM orders WHERE customer_id = 7"
wants '^ds_3'

say "5. The proof"
"$shardodbc" check --placement "$work/rules.ini" | tee "$work/answer"
wants 'all 40 rows lie where'
for shard in 0 1 2 3; do
    printf 'ds_%s %s\n' $shard "$(sqlite3 "$work/shop_$shard.db" 'SELECT COUNT(*) FROM orders')"
done
