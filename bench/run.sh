#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Measures the sharded data source against its own shards asked by hand, and prints ratios.
#
#   bench/run.sh [-b BRAND] [-o ORDERS] [-q Q1,Q3,...] [-r REPETITIONS] [-c SECONDS] [-k]
#
# Starts a server of BRAND (pg, my or sl; default pg) on loopback with four databases, fills them
# (ORDERS orders, twice as many items; default 200000), builds bench/bench and runs it with both
# targets alternating in one process. Ratio 1.0: as fast as the limit, which is the same statement on the right shard, or on all
# of them in parallel with nothing merged. SHARD_DRIVER is the driver's library, CC the compiler;
# -k keeps the server's folder, and BENCH_FOLDER names one that was kept. Commits wait for the disk;
# with SERVERS_FSYNC=off they don't.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
brand=pg
orders=200000
statements=
repetitions=7
cap=1
keep=no
while getopts b:o:q:r:c:k option; do
    case $option in
    b) brand=$OPTARG ;;
    o) orders=$OPTARG ;;
    q) statements=$OPTARG ;;
    r) repetitions=$OPTARG ;;
    c) cap=$OPTARG ;;
    k) keep=yes ;;
    *) sed -n '4,15s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
done
if [ -z "$statements" ]; then
    statements=Q1,Q1u,Q1d,Q2,Q3,Q4,Q5,Q6,Q7,Q7b,Q8,Q8b,Q9,Q10,Q11,Q11t,Q11a,Q12,Q12t,Q13,Q14,Q15
    # SQLite has no two-phase commit.
    [ $brand = sl ] || statements=$statements,Q13p
fi
driver=${SHARD_DRIVER:?set SHARD_DRIVER to the path of libshardodbc.so}

SERVERS_HOME=$here/../tests/servers
SERVERS_FSYNC=${SERVERS_FSYNC:-on}
export SERVERS_HOME
. "$SERVERS_HOME/servers.sh"
work=${BENCH_FOLDER:-$(mktemp -d "${TMPDIR:-/tmp}/shardodbc-bench.XXXXXX")}
cleanup() {
    if [ $keep = yes ]; then
        echo "kept: BENCH_FOLDER=$work"
    else
        servers_stop "$work"
        rm -rf "$work"
    fi
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# The same rows in each brand's words.
fill_pg() {
    "$SERVERS_PG_BIN/psql" -h 127.0.0.1 -p "$(cat "$work/pg/port")" -U postgres -q -X \
        -v ON_ERROR_STOP=1 -v sh="$1" -v n="$orders" -d "shard_$1" <<'EOF'
CREATE TABLE orders(order_id bigint PRIMARY KEY, user_id int NOT NULL, status text,
    amount numeric(12,2), created_at timestamp, note text);
CREATE TABLE order_items(item_id bigint PRIMARY KEY, order_id bigint NOT NULL,
    user_id int NOT NULL, product_id int, qty int, price numeric(10,2));
INSERT INTO orders
    SELECT o, u, (ARRAY['new','paid','shipped','done','cancelled'])[1+((o*31)%97)%5],
        ((o*1237)%100000)/100.0, timestamp '2024-01-01' + make_interval(secs => (o*104729)%31536000),
        'note '||o||' '||md5(o::text)
    FROM (SELECT o::bigint, ((o::bigint*7919)%49999+1)::int u FROM generate_series(1,:n) o) s
    WHERE u%4=:sh;
INSERT INTO order_items
    SELECT o*4+k, o, u, (o*17+k*3)%1000, 1+(o+k)%5, ((o*7+k*11)%10000)/100.0
    FROM (SELECT o::bigint, ((o::bigint*7919)%49999+1)::int u FROM generate_series(2,:n,2) o) s,
        generate_series(0,3) k
    WHERE u%4=:sh;
CREATE INDEX ON orders(user_id);
CREATE INDEX ON orders(created_at);
CREATE INDEX ON order_items(user_id);
CREATE INDEX ON order_items(order_id);
VACUUM ANALYZE;
EOF
}

fill_my() {
    mariadb -h 127.0.0.1 -P "$(cat "$work/my/port")" -u shard -psecret "shard_$1" <<EOF
CREATE TABLE orders(order_id bigint PRIMARY KEY, user_id int NOT NULL, status varchar(20),
    amount numeric(12,2), created_at datetime, note varchar(80));
CREATE TABLE order_items(item_id bigint PRIMARY KEY, order_id bigint NOT NULL,
    user_id int NOT NULL, product_id int, qty int, price numeric(10,2));
INSERT INTO orders
    SELECT o, u, ELT(1+((o*31)%97)%5, 'new','paid','shipped','done','cancelled'),
        ((o*1237)%100000)/100.0, '2024-01-01' + INTERVAL (o*104729)%31536000 SECOND,
        concat('note ', o, ' ', md5(o))
    FROM (SELECT seq o, (seq*7919)%49999+1 u FROM seq_1_to_$orders) s WHERE u%4=$1;
INSERT INTO order_items
    SELECT o*4+k.seq, o, u, (o*17+k.seq*3)%1000, 1+(o+k.seq)%5, ((o*7+k.seq*11)%10000)/100.0
    FROM (SELECT seq o, (seq*7919)%49999+1 u FROM seq_2_to_${orders}_step_2) s, seq_0_to_3 k
    WHERE u%4=$1;
CREATE INDEX o1 ON orders(user_id);
CREATE INDEX o2 ON orders(created_at);
CREATE INDEX i1 ON order_items(user_id);
CREATE INDEX i2 ON order_items(order_id);
ANALYZE TABLE orders, order_items;
EOF
}

fill_sl() {
    sqlite3 "$work/sl/shard_$1.db" <<EOF
PRAGMA journal_mode = WAL;
CREATE TABLE orders(order_id bigint PRIMARY KEY, user_id int NOT NULL, status varchar(20),
    amount numeric(12,2), created_at timestamp, note varchar(80));
CREATE TABLE order_items(item_id bigint PRIMARY KEY, order_id bigint NOT NULL,
    user_id int NOT NULL, product_id int, qty int, price numeric(10,2));
CREATE TEMP TABLE s AS WITH RECURSIVE g(o) AS (SELECT 1 UNION ALL SELECT o+1 FROM g LIMIT $orders)
    SELECT o, (o*7919)%49999+1 AS u FROM g WHERE ((o*7919)%49999+1)%4=$1;
INSERT INTO orders
    SELECT o, u, CASE ((o*31)%97)%5 WHEN 0 THEN 'new' WHEN 1 THEN 'paid' WHEN 2 THEN 'shipped'
            WHEN 3 THEN 'done' ELSE 'cancelled' END, ((o*1237)%100000)/100.0,
        datetime('2024-01-01', '+'||((o*104729)%31536000)||' seconds'),
        printf('note %d %032x', o, o*7919) FROM s;
INSERT INTO order_items
    SELECT o*4+k, o, u, (o*17+k*3)%1000, 1+(o+k)%5, ((o*7+k*11)%10000)/100.0
    FROM s, (SELECT 0 AS k UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)
    WHERE o%2=0;
CREATE INDEX o1 ON orders(user_id);
CREATE INDEX o2 ON orders(created_at);
CREATE INDEX i1 ON order_items(user_id);
CREATE INDEX i2 ON order_items(order_id);
ANALYZE;
EOF
}

dialect() {
    case $brand in pg) echo postgresql ;; my) echo mysql ;; *) echo sqlite ;; esac
}

write_rules() {
    printf '[shardodbc]\ndialect = %s\ndefault-shard = ds_0\n' "$(dialect)" >"$work/rules/bench.ini"
    for shard in 0 1 2 3; do
        printf '[shard ds_%d]\ndsn = %s_%d\n' $shard "$brand" $shard >>"$work/rules/bench.ini"
    done
    cat >>"$work/rules/bench.ini" <<'EOF'

[table orders]
nodes = ds_${0..3}.orders
shard-key = user_id
shard-algorithm = by_user
value-type = user_id: integer
bind = user

[table order_items]
nodes = ds_${0..3}.order_items
shard-key = user_id
shard-algorithm = by_user
value-type = user_id: integer
bind = user

[algorithm by_user]
type = MOD
sharding-count = 4
EOF
    printf '\n[bench]\nDriver=ShardODBC\nRules=%s/rules/bench.ini\n' "$work" >>"$work/odbc.ini"
    printf '\n[bench_2pc]\nDriver=ShardODBC\nRules=%s/rules/bench.ini\nTransaction=2pc\nState=%s/state\n' \
        "$work" "$work" >>"$work/odbc.ini"
    sed -e 's/^Password=none/&\nProtocol=7.4-1/' "$work/odbc.ini" >"$work/odbc.ini.new"
    mv "$work/odbc.ini.new" "$work/odbc.ini"
}

if [ -z "${BENCH_FOLDER:-}" ]; then
    SHARD_DRIVER=$driver servers_start "$work" "$brand"
    write_rules
    for shard in 0 1 2 3; do
        fill_$brand $shard >"$work/fill.log"
    done
else
    sed -e "s|^Driver=.*libshardodbc.so|Driver=$driver|" "$work/odbcinst.ini" >"$work/odbcinst.ini.new"
    mv "$work/odbcinst.ini.new" "$work/odbcinst.ini"
fi
. "$work/env"
${CC:-cc} -O2 -D_GNU_SOURCE -o "$work/bench" "$here"/bench.c "$here"/bench-*.c -lodbc -lpthread

# run DSN STATEMENTS
run() {
    "$work/bench" -t direct=shards:${brand}_0,${brand}_1,${brand}_2,${brand}_3 -t ours="$1" -q "$2" -r "$repetitions" \
        -c "$cap" -o "$orders" >>"$work/bench.out" || { cat "$work/bench.out"; exit 1; }
}

: >"$work/bench.out"
run bench "$(echo ",$statements," | sed 's/,Q13p,/,/')"
case ,$statements, in *,Q13p,*) run bench_2pc Q13p ;; esac
grep -E '^R .*ok=0' "$work/bench.out" || true
awk '
    BEGIN {
        printf "%-6s %14s %14s %8s %8s %8s %14s\n", "", "limit us", "ours us", "ratio", "paired", "best",
            "first row us"
    }
    $1 == "AB" {
        for (i = 2; i <= NF; i++) {
            split($i, part, "=")
            value[part[1]] = part[2]
        }
        printf "%-6s %14.1f %14.1f %8.3f %8.3f %8.3f %14.1f\n", value["q"], value["us_a"], value["us_b"],
            value["ratio"], value["pair"], value["best"], value["ttf_b"]
    }
    $1 == "X" { print }
' "$work/bench.out"
