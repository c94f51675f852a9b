#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Shares rows with a ShardingSphere installation: its configuration is imported, and programs behind
# ODBC find the rows that the Java services have written, and write where these look for them.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common.sh"

say "The service's configuration becomes rules and data sources"
sed "s|/var/lib/shop|$work|" "$here/sharding.yaml" >"$work/sharding.yaml"
"$shardodbc" import --quiet --dsn shop --output "$work/imported" "$work/sharding.yaml"
cat "$work/imported/odbc.ini" >"$work/odbc.ini"
sed -n '/^\[table customer\]/,/^$/p' "$work/imported/rules.ini"

say "Rows as the Java service has placed them"
for shard in 0 1; do
    sqlite3 "$work/shop_$shard.db" <<SQL
CREATE TABLE country (code VARCHAR(2) NOT NULL, name VARCHAR(20));
INSERT INTO country VALUES ('de', 'Germany'), ('fr', 'France');
$(for i in 0 1 2 3; do echo "CREATE TABLE customer_$i (email VARCHAR(40) NOT NULL PRIMARY KEY, name VARCHAR(20), country VARCHAR(2));"; done)
$(for i in 0 1; do echo "CREATE TABLE orders_$i (order_id BIGINT NOT NULL, customer_id BIGINT NOT NULL, amount INTEGER);"; done)
SQL
done
# Java: "abc".hashCode() = 96354, "hello" 99162322, "user_1001" 337474644, "order_code_35711"
# -1373333580: modulo 8 they are 2, 2, 4, 4, modulo 4 they are 2, 2, 0, 0.
sqlite3 "$work/shop_0.db" "INSERT INTO customer_2 VALUES ('abc', 'Anna', 'de'), ('hello', 'Hans', 'fr');
    INSERT INTO orders_0 VALUES (1000, 2, 10); INSERT INTO orders_1 VALUES (1001, 2, 20)"
sqlite3 "$work/shop_1.db" "INSERT INTO customer_0 VALUES ('user_1001', 'Ulla', 'de'), ('order_code_35711', 'Otto', 'de');
    INSERT INTO orders_1 VALUES (1003, 7, 5)"

say "Every row is where the rules look for it"
"$shardodbc" check --placement --quiet "$work/imported/rules.ini" | tee "$work/answer"
wants '^ok:'

say "A customer is found on one node"
ask shop "PREVIEW SELECT name FROM customer WHERE email = 'user_1001'"
wants 'shop_1.*customer_0'
ask shop "SELECT name FROM customer WHERE email = 'user_1001'"
wants Ulla

say "Everything at once, joined with a table that is everywhere"
ask shop "SELECT y.name, COUNT(*) AS customers FROM customer c JOIN country y ON y.code = c.country GROUP BY y.name ORDER BY y.name"
wants 'Germany|3'

say "A row written here lies where Java looks for it; its key is made here"
ask shop "INSERT INTO customer VALUES ('polygenelubricants', 'Paul', 'fr')"
ask shop "INSERT INTO orders (customer_id, amount) VALUES (7, 99)"
# Its hash is -2147483648, whose absolute value is itself: the remainders are 0.
[ "$(sqlite3 "$work/shop_0.db" "SELECT name FROM customer_0")" = Paul ] || { echo "FAILED: misplaced"; exit 1; }
"$shardodbc" check --placement --quiet "$work/imported/rules.ini" | tee "$work/answer"
wants '^ok:'
ask shop "SELECT COUNT(*), SUM(amount) FROM orders WHERE customer_id = 7"
wants '2|104'
