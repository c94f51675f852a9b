#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Measures the sharded data source against its own shards asked by hand, and prints ratios.
#
#   bench/run.sh [-o ORDERS] [-q Q1,Q3,...] [-r REPETITIONS] [-c SECONDS] [-k]
#
# Starts a PostgreSQL server on loopback with four databases, fills them (ORDERS orders, twice as many
# items; default 200000), builds bench/bench and runs it with both targets alternating in one
# process. Ratio 1.0: as fast as the limit, which is the same statement on the right shard, or on all
# of them in parallel with nothing merged. SHARD_DRIVER is the driver's library, CC the compiler;
# -k keeps the server's folder, and BENCH_FOLDER names one that was kept.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
orders=200000
statements=Q1,Q1u,Q1d,Q2,Q3,Q4,Q5,Q6,Q7,Q7b,Q8,Q8b,Q9,Q10,Q11,Q11t,Q11a,Q12,Q12t,Q13,Q13p,Q14,Q15
repetitions=7
cap=1
keep=no
while getopts o:q:r:c:k option; do
    case $option in
    o) orders=$OPTARG ;;
    q) statements=$OPTARG ;;
    r) repetitions=$OPTARG ;;
    c) cap=$OPTARG ;;
    k) keep=yes ;;
    *) sed -n '4,13s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
done
driver=${SHARD_DRIVER:?set SHARD_DRIVER to the path of libshardodbc.so}

SERVERS_HOME=$here/../tests/servers
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


fill() {
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

write_rules() {
    cat >"$work/rules/bench.ini" <<'EOF'
[shardodbc]
dialect = postgresql
default-shard = ds_0

[shard ds_0]
dsn = pg_0
[shard ds_1]
dsn = pg_1
[shard ds_2]
dsn = pg_2
[shard ds_3]
dsn = pg_3

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
    sed -e 's/^Password=none/&\nProtocol=7.4-1/' "$work/odbc.ini" >"$work/odbc.ini.new"
    mv "$work/odbc.ini.new" "$work/odbc.ini"
}

if [ -z "${BENCH_FOLDER:-}" ]; then
    SHARD_DRIVER=$driver servers_start "$work" pg
    write_rules
    for shard in 0 1 2 3; do
        fill $shard
    done
else
    sed -e "s|^Driver=.*libshardodbc.so|Driver=$driver|" "$work/odbcinst.ini" >"$work/odbcinst.ini.new"
    mv "$work/odbcinst.ini.new" "$work/odbcinst.ini"
fi
. "$work/env"
${CC:-cc} -O2 -o "$work/bench" "$here/bench.c" -lodbc -lpthread

"$work/bench" -t direct=shards:pg_0,pg_1,pg_2,pg_3 -t ours=bench -q "$statements" -r "$repetitions" \
    -c "$cap" -o "$orders" >"$work/bench.out" || { cat "$work/bench.out"; exit 1; }
grep -E '^R .*ok=0' "$work/bench.out" || true
awk '
    BEGIN { printf "%-6s %14s %14s %8s %8s %8s\n", "", "limit us", "ours us", "ratio", "paired", "best" }
    $1 == "AB" {
        for (i = 2; i <= NF; i++) {
            split($i, part, "=")
            value[part[1]] = part[2]
        }
        printf "%-6s %14.1f %14.1f %8.3f %8.3f %8.3f\n", value["q"], value["us_a"], value["us_b"],
            value["ratio"], value["pair"], value["best"]
    }
    $1 == "X" { print }
' "$work/bench.out"
