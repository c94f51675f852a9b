#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# From nothing to a sharded database in one command: installs what is needed, builds the driver,
# makes four SQLite shards with a few thousand rows in a temporary folder, and asks them through
# isql as if they were one. Nothing outside that folder is changed, but for Debian packages.
#
# SHARDODBC_DRIVER=/path/libshardodbc.so skips the build.
set -eu
source_dir=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/shardodbc-quickstart.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

install_packages() {
    missing=
    for package in gcc make autoconf automake libtool pkg-config libglib2.0-dev libgmp-dev \
        libicu-dev libpg-query-dev libprotobuf-c-dev libyaml-dev libxml2-dev unixodbc unixodbc-dev \
        libsqliteodbc sqlite3; do
        dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null |
            grep -q '^install ok installed' || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    echo "Installing$missing"
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing \
        >"$work/apt.log" 2>&1 ||
        { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
            --no-install-recommends $missing; } >"$work/apt.log" 2>&1 ||
        { tail -n 20 "$work/apt.log"; exit 1; }
}

build_driver() {
    echo "Building (a minute or two)"
    mkdir "$work/source" "$work/build"
    (cd "$source_dir" && tar -cf - --exclude=.git --exclude=.libs --exclude='*.o' --exclude='*.lo' .) |
        tar -xf - -C "$work/source"
    {
        (cd "$work/source" && ./autogen.sh)
        (cd "$work/build" && "$work/source/configure" && make -j"$(nproc)")
    } >"$work/build.log" 2>&1 || { tail -n 30 "$work/build.log"; exit 1; }
    driver=$work/build/driver/odbc/.libs/libshardodbc.so
    [ -f "$driver" ] || driver=$work/build/.libs/libshardodbc.so
}

# Customers and their orders by customer modulo 4; a small table of countries on every shard.
make_shards() {
    for shard in 0 1 2 3; do
        sqlite3 "$work/shop_$shard.db" <<EOF
CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, name VARCHAR(20), country VARCHAR(2));
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER, amount DOUBLE, day DATE);
CREATE TABLE country (code VARCHAR(2), name VARCHAR(20));
INSERT INTO country VALUES ('de', 'Germany'), ('fr', 'France'), ('pl', 'Poland');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
INSERT INTO customer SELECT i, 'customer ' || i, substr('defrpl', i % 3 * 2 + 1, 2)
FROM n WHERE i % 4 = $shard;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
INSERT INTO orders SELECT i, i * 7919 % 1000 + 1, i * 37 % 10000 / 100.0,
    date('2024-01-01', '+' || (i % 365) || ' days')
FROM n WHERE (i * 7919 % 1000 + 1) % 4 = $shard;
EOF
    done
}

write_configuration() {
    cat >"$work/rules.ini" <<'EOF'
[shardodbc]
default-shard = ds_0

[shard ds_0]
dsn = shop_0
[shard ds_1]
dsn = shop_1
[shard ds_2]
dsn = shop_2
[shard ds_3]
dsn = shop_3

[table customer]
nodes = ds_${0..3}.customer
shard-key = customer_id
shard-algorithm = by_customer
bind = customer

[table orders]
nodes = ds_${0..3}.orders
shard-key = customer_id
shard-algorithm = by_customer
bind = customer

[table country]
nodes = ds_${0..3}.country
broadcast = true

[algorithm by_customer]
type = INLINE
algorithm-expression = ds_${customer_id % 4}
EOF
    sqlite_driver=$(find /usr/lib -name libsqlite3odbc.so | head -n 1)
    printf '[SQLite3]\nDriver=%s\n\n[ShardODBC]\nDriver=%s\nThreading=0\n' \
        "$sqlite_driver" "$driver" >"$work/odbcinst.ini"
    printf '[shop]\nDriver=ShardODBC\nRules=%s/rules.ini\n\n' "$work" >"$work/odbc.ini"
    for shard in 0 1 2 3; do
        printf '[shop_%d]\nDriver=SQLite3\nDatabase=%s/shop_%d.db\n\n' "$shard" "$work" "$shard" \
            >>"$work/odbc.ini"
    done
    export ODBCSYSINI="$work" ODBCINI="$work/odbc.ini"
}

ask() {
    printf '\n%s\nSQL> %s\n' "-- $1" "$2"
    # isql makes columns as wide as they may become; long runs are cut short here.
    echo "$2" | isql shop -b -v 2>&1 | sed -E 's/ {40,}\|/ |/g; s/-{50,}/-/g; /^SQLRowCount returns -1$/d
        s/\[ISQL\]ERROR.*//; /^$/d'
}

install_packages
driver=${SHARDODBC_DRIVER:-}
[ -n "$driver" ] || build_driver
make_shards
write_configuration

echo "Four databases, one data source: isql shop"
ask "What would be sent where?" \
    "PREVIEW SELECT name FROM customer WHERE customer_id IN (7, 8)"
ask "One customer: one shard is asked" \
    "SELECT * FROM customer WHERE customer_id = 7"
ask "The greatest orders of all: four shards, one order" \
    "SELECT order_id, customer_id, amount FROM orders ORDER BY amount DESC, order_id LIMIT 5"
ask "Averages over all shards" \
    "SELECT country, COUNT(*) AS customers, AVG(customer_id) AS mean FROM customer GROUP BY country ORDER BY country"
ask "Joins with a table sharded alike and a table that lies everywhere" \
    "SELECT y.name, COUNT(*) AS orders, SUM(o.amount) AS total FROM customer c JOIN orders o ON o.customer_id = c.customer_id JOIN country y ON y.code = c.country GROUP BY y.name ORDER BY total DESC"
ask "Four rows, each to its shard" \
    "INSERT INTO customer VALUES (2001, 'new 1', 'de'), (2002, 'new 2', 'fr'), (2003, 'new 3', 'pl'), (2004, 'new 4', 'de')"
ask "There they are" \
    "SELECT customer_id, name FROM customer WHERE customer_id > 2000 ORDER BY customer_id"
ask "What can't be answered rightly is refused, and says why" \
    "UPDATE customer SET customer_id = customer_id + 1" || true
