#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# What reading a very long result takes: time until its first row, until its last, peak memory.
#
#   bench/memory.sh [-r ROWS] [BRAND...]      brands: pg sl my (default pg sl); ROWS 5000000
#
# Starts servers on loopback, makes a table of ROWS generated rows over four shards, and reads it
# through bench/count: the whole, in order, and with a large OFFSET. Beside each stands the same
# from the first shard's own data source, which has a quarter of the rows. SHARD_DRIVER is the
# driver's library, CC the compiler.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rows=5000000
while getopts r: option; do
    case $option in
    r) rows=$OPTARG ;;
    *) sed -n '3,10s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
brands=${*:-pg sl}
driver=${SHARD_DRIVER:?set SHARD_DRIVER to the path of libshardodbc.so}

SERVERS_HOME=$here/../tests/servers
export SERVERS_HOME
. "$SERVERS_HOME/servers.sh"
work=$(mktemp -d "${TMPDIR:-/tmp}/shardodbc-memory.XXXXXX")
chmod 755 "$work"
trap 'servers_stop "$work"; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

fill_pg() {
    "$SERVERS_PG_BIN/psql" -h 127.0.0.1 -p "$(cat "$work/pg/port")" -U postgres -q -X \
        -v ON_ERROR_STOP=1 -d "shard_$1" <<EOF
CREATE UNLOGGED TABLE long(id bigint, v int, s text);
INSERT INTO long SELECT g * 4 + $1, g % 1000, 'row ' || g || ' of the table'
    FROM generate_series(0, $rows / 4 - 1) g;
CREATE INDEX ON long(id);
ANALYZE long;
EOF
}

fill_sl() {
    sqlite3 "$work/sl/shard_$1.db" <<EOF >"$work/sqlite.log"
PRAGMA journal_mode = WAL;
CREATE TABLE long(id bigint, v int, s text);
INSERT INTO long WITH RECURSIVE g(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM g
    LIMIT $rows / 4) SELECT n * 4 + $1, n % 1000, 'row ' || n || ' of the table' FROM g;
CREATE INDEX long_id ON long(id);
EOF
}

fill_my() {
    mariadb -h 127.0.0.1 -P "$(cat "$work/my/port")" -u shard -psecret "shard_$1" <<EOF
CREATE TABLE \`long\`(id bigint, v int, s varchar(60), KEY(id));
INSERT INTO \`long\` SELECT seq * 4 + $1, seq % 1000, concat('row ', seq, ' of the table')
    FROM seq_0_to_$((rows / 4 - 1));
EOF
}

rules() {
    printf '[shardodbc]\ndialect = %s\ndefault-shard = ds_0\n' "$2"
    for shard in 0 1 2 3; do
        printf '[shard ds_%d]\ndsn = %s_%d\n' $shard "$1" $shard
    done
    printf '[table long]\nnodes = ds_${0..3}.long\nshard-key = id\nshard-algorithm = m\n'
    printf 'value-type = id: long\n[algorithm m]\ntype = MOD\nsharding-count = 4\n'
}

dialect_of() {
    case $1 in pg) echo postgresql ;; my) echo mysql ;; *) echo sqlite ;; esac
}

SHARD_DRIVER=$driver servers_start "$work" $brands
. "$work/env"
${CC:-cc} -O2 -o "$work/count" "$here/count.c" -lodbc
for brand in $brands; do
    for shard in 0 1 2 3; do
        fill_$brand $shard
    done
    rules "$brand" "$(dialect_of "$brand")" >"$work/long-$brand.ini"
    printf '\n[long_%s]\nDriver=ShardODBC\nRules=%s/long-%s.ini\n' "$brand" "$work" "$brand" \
        >>"$work/odbc.ini"
    table=long
    [ "$brand" != my ] || table='`long`'
    for tail in '' ' ORDER BY id' ' ORDER BY id LIMIT 10 OFFSET 900000'; do
        for dsn in "${brand}_0" "long_$brand"; do
            printf '%-9s %-36s ' "$dsn" "all$tail"
            "$work/count" "$dsn" "SELECT id, v, s FROM $table$tail" 1 bound
        done
    done
done
