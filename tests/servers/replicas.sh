# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
# A primary server with two replicas of it, for tests/fault/replicas.py. Sourced after servers.sh.
#
#   replicas_start FOLDER BRAND    brand: pg or my
#   replicas_stop FOLDER BRAND
#
# FOLDER/primary is as servers_start makes it, with two shards; FOLDER/r1 and FOLDER/r2 follow it.
# FOLDER/env and FOLDER/odbc.ini hold the DSNs BRAND_0 and BRAND_1 of the primary, rN_0 and rN_1 of
# the replicas, and rules that name them: the logical DSN BRAND.

replicas_pg_begin() {
    local replica="$1/$2/pg" port
    mkdir -p "$replica"
    servers_own postgres "$replica"
    port=$(servers_free_port)
    echo "$port" >"$replica/port"
    servers_as postgres "$SERVERS_PG_BIN/pg_basebackup" -h 127.0.0.1 \
        -p "$(cat "$1/primary/pg/port")" -U postgres -D "$replica/data" -R -c fast -X stream || return 1
    cat >>"$replica/data/postgresql.conf" <<CONF
port = $port
unix_socket_directories = '$replica'
hot_standby = on
wal_receiver_status_interval = 100ms
CONF
    servers_pg_run "$1/$2"
}

replicas_my_begin() {
    local folder="$1/$2" port id
    id=${2#r}
    mkdir -p "$folder/my"
    servers_own mysql "$folder/my"
    port=$(servers_free_port)
    echo "$port" >"$folder/my/port"
    servers_as mysql mariadb-install-db --no-defaults --datadir="$folder/my/data" --skip-test-db \
        --auth-root-authentication-method=normal >"$folder/my/install.log" 2>&1 || return 1
    SERVERS_MY_OPTIONS="--log-bin --server-id=$((id + 1)) --read-only" servers_my_run "$folder" ||
        return 1
    # What installing wrote is on the primary, too.
    servers_my_client "$folder" -e "RESET MASTER; SET GLOBAL gtid_slave_pos = '';
        CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=$(cat "$1/primary/my/port"),
        MASTER_USER='shard', MASTER_PASSWORD='secret', MASTER_USE_GTID=slave_pos,
        MASTER_CONNECT_RETRY=1; START SLAVE"
}

replicas_write_ini() {
    local folder="$1" brand="$2" replica shard
    for replica in r1 r2; do
        for shard in 0 1; do
            echo
            "servers_${brand}_dsn" "$folder/$replica" "${replica}_$shard" "shard_$shard"
        done
    done >>"$folder/primary/odbc.ini"
    cat >"$folder/primary/rules/$brand.ini" <<CONF
[shardodbc]
default-shard = ds_0
[shard ds_0]
dsn = ${brand}_0
replicas = r1_0, r2_0
[shard ds_1]
dsn = ${brand}_1
replicas = r1_1, r2_1
[table z]
nodes = ds_\${0..1}.z
shard-key = k
shard-algorithm = two
value-type = k: integer
[algorithm two]
type = MOD
sharding-count = 2
CONF
}

replicas_start() {
    local folder="$1" brand="$2"
    mkdir -p "$folder"
    chmod 755 "$folder"
    SERVERS_N=2
    SERVERS_MY_OPTIONS="--log-bin --server-id=1"
    servers_start "$folder/primary" "$brand" || return 1
    # Statements are seen in the servers' logs.
    [ "$brand" != pg ] || "$SERVERS_PG_BIN/psql" -h 127.0.0.1 -p "$(cat "$folder/primary/pg/port")" \
        -U postgres -q -X -c "ALTER SYSTEM SET log_statement = 'all'" \
        -c "SELECT pg_reload_conf()" postgres >/dev/null || return 1
    "replicas_${brand}_begin" "$folder" r1 && "replicas_${brand}_begin" "$folder" r2 || return 1
    replicas_write_ini "$folder" "$brand"
}

replicas_stop() {
    local server
    for server in r1 r2 primary; do
        [ ! -d "$1/$server/$2" ] || "servers_$2_kill" "$1/$server"
    done
}
