# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
# Starts database servers of our own on loopback, and writes private ODBC ini files for them.
# Sourced (tests/run.sh), or by hand through tests/servers/start and tests/servers/stop.
#
#   servers_start FOLDER BRAND...   brands: pg my sl, and np, a PostgreSQL without prepared
#                                   transactions; FOLDER is made when missing
#   servers_crash FOLDER BRAND      kills that server (-9) and starts it again, on the same port
#   servers_stop FOLDER             ends what was started in FOLDER, and nothing else
#
# In FOLDER afterwards: odbc.ini, odbcinst.ini, rules/*.ini and env, a file that a shell can source
# (ODBCINI, ODBCSYSINI). Each brand X has the DSNs X_0 to X_3 (shards), X_whole (one database with
# all rows) and X, the logical one.

SERVERS_PG_BIN=${SERVERS_PG_BIN:-/usr/lib/postgresql/15/bin}
SERVERS_N=${SERVERS_N:-4}
# on: a commit waits for the disk, as the brands' own defaults are. Tests crash servers, never the
# machine, and needn't wait.
SERVERS_FSYNC=${SERVERS_FSYNC:-off}

servers_say() {
    echo "servers: $*" >&2
}

servers_free_port() {
    /usr/bin/python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])'
}

# Runs a command as USER when we are root (PostgreSQL and MariaDB refuse to be), else as ourselves.
servers_as() {
    local user="$1"
    shift
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid="$user" --regid="$user" --init-groups -- "$@"
    else
        "$@"
    fi
}

servers_own() {
    [ "$(id -u)" != 0 ] || chown "$1" "$2"
}

# Waits until they are gone; one that nobody has waited for yet is.
servers_kill_all() {
    local pid
    kill -9 "$@" 2>/dev/null || true
    for pid in "$@"; do
        while [ -d "/proc/$pid" ] && ! grep -q '^State:.*Z' "/proc/$pid/status" 2>/dev/null; do
            sleep 0.05
        done
    done
}

servers_shards() {
    seq 0 $((SERVERS_N - 1))
}

# FOLDER [NAME PREPARED-TRANSACTIONS]
servers_pg_start() {
    local folder="$1/${2:-pg}" port name
    mkdir -p "$folder"
    servers_own postgres "$folder"
    port=$(servers_free_port)
    servers_as postgres "$SERVERS_PG_BIN/initdb" -D "$folder/data" -U postgres -A trust \
        --encoding=UTF8 --lc-collate=C --lc-ctype=C.UTF-8 --no-instructions -N \
        >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; return 1; }
    cat >>"$folder/data/postgresql.conf" <<EOF
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = '$folder'
max_connections = 200
max_prepared_transactions = ${3:-100}
fsync = $SERVERS_FSYNC
full_page_writes = $SERVERS_FSYNC
shared_buffers = 64MB
timezone = 'UTC'
EOF
    echo "$port" >"$folder/port"
    servers_pg_run "$1" "${2:-pg}" || return 1
    for name in whole $(servers_shards | sed 's/^/shard_/'); do
        "$SERVERS_PG_BIN/psql" -h 127.0.0.1 -p "$port" -U postgres -q -X -c \
            "CREATE DATABASE $name TEMPLATE template0" postgres || return 1
    done
}

servers_pg_run() {
    local folder="$1/${2:-pg}"
    servers_as postgres "$SERVERS_PG_BIN/pg_ctl" -D "$folder/data" -l "$folder/server.log" -w -t 60 \
        start >/dev/null </dev/null 2>&1 || { tail -n 20 "$folder/server.log" >&2; return 1; }
}

# All its processes at once, as the kernel would do it.
servers_pg_kill() {
    local pid children folder="$1/${2:-pg}"
    pid=$(head -n 1 "$folder/data/postmaster.pid" 2>/dev/null) || return 0
    kill -STOP "$pid" 2>/dev/null || true # so that it begets no more
    children=$(ps -o pid= --ppid "$pid" || true)
    servers_kill_all "$pid" $children
    # A dead process that nobody has waited for passes as alive.
    rm -f "$folder/data/postmaster.pid" "$folder"/.s.PGSQL.*.lock
}

servers_pg_stop() {
    local folder="$1/${2:-pg}"
    [ -f "$folder/data/postmaster.pid" ] || return 0
    servers_as postgres "$SERVERS_PG_BIN/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null
}

servers_np_start() {
    servers_pg_start "$1" np 0
}

servers_np_run() {
    servers_pg_run "$1" np
}

servers_np_kill() {
    servers_pg_kill "$1" np
}

servers_np_stop() {
    servers_pg_stop "$1" np
}

servers_my_client() {
    local folder="$1"
    shift
    mariadb --no-defaults -S "$folder/my/socket" -u root "$@"
}

servers_my_start() {
    local folder="$1/my" port name
    mkdir -p "$folder"
    servers_own mysql "$folder"
    port=$(servers_free_port)
    # Linux keeps socket paths under 108 bytes, so the socket lies at the top of our folder.
    servers_as mysql mariadb-install-db --no-defaults --datadir="$folder/data" --skip-test-db \
        --auth-root-authentication-method=normal >"$folder/install.log" 2>&1 ||
        { cat "$folder/install.log" >&2; return 1; }
    echo "$port" >"$folder/port"
    servers_my_run "$1" || return 1
    {
        echo "CREATE USER shard@'127.0.0.1' IDENTIFIED BY 'secret';"
        echo "GRANT ALL ON *.* TO shard@'127.0.0.1';"
        for name in whole $(servers_shards | sed 's/^/shard_/'); do
            echo "CREATE DATABASE $name;"
        done
    } | servers_my_client "$1"
}

# 2: what is committed survives the end of the process, if not of the machine.
servers_my_flush() {
    [ "$SERVERS_FSYNC" = on ] && echo 1 || echo 2
}

servers_my_run() {
    local folder="$1/my" tries=0
    servers_as mysql mariadbd --no-defaults --datadir="$folder/data" --socket="$folder/socket" \
        --pid-file="$folder/pid" --port="$(cat "$folder/port")" --bind-address=127.0.0.1 \
        ${SERVERS_MY_OPTIONS:---skip-log-bin} --skip-name-resolve --character-set-server=utf8mb4 \
        --collation-server=utf8mb4_nopad_bin --default-time-zone=+00:00 --max-connections=300 \
        --innodb-buffer-pool-size=64M --innodb-flush-log-at-trx-commit="$(servers_my_flush)" \
        --innodb-lock-wait-timeout=10 >>"$folder/server.log" 2>&1 </dev/null &
    until servers_my_client "$1" -e 'SELECT 1' >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 300 ] || { cat "$folder/server.log" >&2; return 1; }
        sleep 0.2
    done
}

servers_my_kill() {
    local pid
    pid=$(cat "$1/my/pid" 2>/dev/null) || return 0
    servers_kill_all "$pid"
    rm -f "$1/my/pid"
}

servers_my_stop() {
    [ -s "$1/my/pid" ] || return 0
    local pid tries
    pid=$(cat "$1/my/pid")
    kill "$pid" 2>/dev/null || return 0
    tries=0
    while kill -0 "$pid" 2>/dev/null && [ $tries -lt 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    ! kill -0 "$pid" 2>/dev/null || kill -9 "$pid"
}

# SQLite has no server; the databases are files that the driver makes.
servers_sl_start() {
    mkdir -p "$1/sl"
    chmod 777 "$1/sl"
}

servers_sl_stop() {
    :
}

servers_driver() {
    find /usr/lib/*/odbc /usr/lib/odbc -name "$1" 2>/dev/null | head -n 1
}

# FOLDER DSN DATABASE [NAME]
servers_pg_dsn() {
    cat <<EOF
[$2]
Driver=PostgreSQL Unicode
Servername=127.0.0.1
Port=$(cat "$1/${4:-pg}/port")
Database=$3
Username=postgres
Password=none
EOF
}

servers_np_dsn() {
    servers_pg_dsn "$1" "$2" "$3" np
}

servers_my_dsn() {
    cat <<EOF
[$2]
Driver=MariaDB Unicode
Server=127.0.0.1
Port=$(cat "$1/my/port")
Database=$3
User=shard
Password=secret
Charset=utf8mb4
EOF
}

servers_sl_dsn() {
    cat <<EOF
[$2]
Driver=SQLite3
Database=$1/sl/$3.db
Timeout=20000
EOF
}

servers_write_ini() {
    local folder="$1" here brand i
    shift
    here=${SERVERS_HOME:-$(dirname "$0")}
    mkdir -p "$folder/rules"
    cat >"$folder/odbcinst.ini" <<EOF
[PostgreSQL Unicode]
Driver=$(servers_driver psqlodbcw.so)

[MariaDB Unicode]
Driver=$(servers_driver libmaodbc.so)
Threading=0

[SQLite3]
Driver=$(servers_driver libsqlite3odbc.so)

[ShardODBC]
Description=Many databases as one
Driver=${SHARD_DRIVER:-/nonexistent/libshardodbc.so}
Threading=0
EOF
    : >"$folder/odbc.ini"
    for brand in "$@"; do
        {
            "servers_${brand}_dsn" "$folder" "${brand}_whole" whole
            for i in $(servers_shards); do
                echo
                "servers_${brand}_dsn" "$folder" "${brand}_$i" "shard_$i"
            done
            printf '\n[%s]\nDriver=ShardODBC\nRules=%s/rules/%s.ini\n\n' "$brand" "$folder" "$brand"
        } >>"$folder/odbc.ini"
        sed -e "s/@brand@/$brand/g" "$here/rules.ini.in" >"$folder/rules/$brand.ini"
    done
    cat >"$folder/env" <<EOF
export ODBCSYSINI=$folder
export ODBCINI=$folder/odbc.ini
EOF
}

servers_start() {
    local folder="$1" brand
    shift
    mkdir -p "$folder"
    chmod 755 "$folder"
    echo "$*" >"$folder/brands"
    for brand in "$@"; do
        servers_say "starting $brand in $folder"
        "servers_${brand}_start" "$folder" || { servers_say "$brand doesn't start"; return 1; }
    done
    servers_write_ini "$folder" "$@"
}

servers_crash() {
    "servers_$2_kill" "$1"
    "servers_$2_run" "$1"
}

servers_stop() {
    local brand
    [ -f "$1/brands" ] || return 0
    for brand in $(cat "$1/brands"); do
        "servers_${brand}_stop" "$1"
    done
}
