#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# 512 databases on 16 servers: where an order lies, without a server; what the rules' tool says of them.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common.sh"

say "An order's code names its server and its database there"
# "order_code_35711".hashCode() = -1373333580, its absolute value modulo 512 is 76, 76 / 32 is 2.
"$shardodbc" route --rules "$here/rules.ini" --dialect mysql \
    "SELECT amount FROM t_order WHERE order_code = ?" order_code_35711 | tee "$work/answer"
wants 'ds_2 .*db_76.t_order'

say "A list of codes: each database gets its own"
"$shardodbc" route --rules "$here/rules.ini" --dialect mysql \
    "SELECT order_code, amount FROM t_order WHERE order_code IN ('order_code_35711', 'abc', 'user_1001') ORDER BY amount" |
    tee "$work/answer"
wants 'db_98.t_order' # "abc": 96354 modulo 512
wants 'db_84.t_order' # "user_1001": 337474644 modulo 512

say "Every database is reached by some code"
"$shardodbc" check "$here/rules.ini" >"$work/answer" 2>&1 || { cat "$work/answer"; exit 1; }
grep -v "is in no odbc.ini" "$work/answer"
! grep -q 'none is placed' "$work/answer"

say "Twice the servers, the upper half of each one's databases on a new one: half of the orders move"
sed 's/intdiv(32)}/intdiv(32) + (Math.abs(order_code.hashCode()) % 32).intdiv(16) * 16}/' "$here/rules.ini" |
    awk '/^nodes = /{
        printf "nodes = "
        for (i = 0; i < 16; i++)
            printf "%sds_%d.db_${%d..%d}.t_order, ds_%d.db_${%d..%d}.t_order", i ? ", " : "",
                i, i * 32, i * 32 + 15, i + 16, i * 32 + 16, i * 32 + 31
        print ""
        next
    } {print}' >"$work/new.ini"
for i in 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31; do
    printf '\n[shard ds_%s]\ndsn = orders_%s\n' $i $i
done >>"$work/new.ini"
"$shardodbc" diff "$here/rules.ini" "$work/new.ini" >"$work/answer" || true
cat "$work/answer"
wants 'table t_order: \(49\|50\)\.'
