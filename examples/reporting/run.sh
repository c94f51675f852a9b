#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Reporting from pandas over four shards: customers and their orders by customer, countries everywhere.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common.sh"
python=${PYTHON:-/usr/bin/python3}
"$python" -c 'import pandas, pyodbc' 2>/dev/null ||
    { echo "pandas and pyodbc are needed (Debian packages python3-pandas, python3-pyodbc)"; exit 77; }

for shard in 0 1 2 3; do
    sqlite3 "$work/shop_$shard.db" <<SQL
CREATE TABLE customer (customer_id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(20), country VARCHAR(2));
CREATE TABLE orders (order_id INTEGER NOT NULL, customer_id INTEGER NOT NULL, amount DOUBLE, day VARCHAR(10));
CREATE TABLE country (code VARCHAR(2), name VARCHAR(20));
INSERT INTO country VALUES ('de', 'Germany'), ('fr', 'France'), ('pl', 'Poland');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
INSERT INTO customer SELECT i, 'customer ' || i, substr('defrpl', i % 3 * 2 + 1, 2) FROM n WHERE i % 4 = $shard;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
INSERT INTO orders SELECT i, i * 7919 % 400 + 1, i * 37 % 10000 / 4.0, date('2024-01-01', '+' || (i % 120) || ' days')
FROM n WHERE (i * 7919 % 400 + 1) % 4 = $shard;
SQL
    sqlite_dsn "shop_$shard" "$work/shop_$shard.db"
done
{
    for shard in 0 1 2 3; do printf '[shard ds_%s]\ndsn = shop_%s\n' $shard $shard; done
    for table in customer orders; do
        printf '[table %s]\nnodes = ds_${0..3}.%s\nshard-key = customer_id\nshard-algorithm = by_customer\nbind = shop\n' \
            $table $table
    done
    printf '[table country]\nbroadcast = true\n[algorithm by_customer]\ntype = MOD\nsharding-count = 4\n'
} >"$work/rules.ini"
logical_dsn shop "$work/rules.ini"

"$python" -W ignore "$here/report.py" shop | tee "$work/answer"
wants '2024-04'
wants '2000 orders'
