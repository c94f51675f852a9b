#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# shardodbc check against real servers: each fault is made, and must be found with its name and place.
#
#   tests/tool/check-servers.sh TOOL [pg|my]...     (tests/servers must be running: ODBCSYSINI, ODBCINI)
set -u
tool=$1
shift
[ $# -gt 0 ] || set -- pg my
work=$(mktemp -d "${TMPDIR:-/tmp}/shard-check.XXXXXX")
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
tab=$(printf '\t')

# value SECTION KEY: of odbc.ini
value() {
    sed -n "/^\[$1\]/,/^\$/s/^$2=//p" "$ODBCINI" | head -n 1
}

# sql DSN STATEMENT...: must succeed
sql() {
    dsn=$1
    shift
    for statement in "$@"; do
        out=$(printf '%s\n' "$statement" | isql "$dsn" -b -v 2>&1)
        case $out in *'[ISQL]ERROR'*) echo "FAIL '$statement' on $dsn: $out"; failed=$((failed + 1)) ;; esac
    done
}

# expect NAME STATUS PATTERN...: of the last check; ! before a pattern: it must not be there
expect() {
    name=$1 wanted=$2
    shift 2
    bad=
    [ "$status" -eq "$wanted" ] || bad="status $status, not $wanted"
    for pattern in "$@"; do
        case $pattern in
        !*) ! grep -q -e "${pattern#!}" "$work/out" || bad="$bad; there is '${pattern#!}'" ;;
        *) grep -q -e "$pattern" "$work/out" || bad="$bad; '$pattern' is missing" ;;
        esac
    done
    if [ -z "$bad" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL check-servers $brand $name: $bad"
        sed 's/^/    /' "$work/out"
    fi
}

run() {
    "$tool" "$@" >"$work/out" 2>&1
    status=$?
}

# rules DIALECT: two shards c_0 and c_1
rules() {
    cat >"$work/rules.ini" <<INI
[shardodbc]
dialect = $1

[shard c_0]
dsn = c_0

[shard c_1]
dsn = c_1

[table t]
nodes = c_\${0..1}.t_\${0..1}
shard-key = k
shard-algorithm = by_shard
table-key = line
table-algorithm = by_line

[algorithm by_shard]
type = MOD
sharding-count = 2

[algorithm by_line]
type = MOD
sharding-count = 2
INI
}

# sections DRIVER-SECTION DATABASE-PREFIX: c_0 and c_1 beside what is there
sections() {
    for shard in 0 1; do
        printf '[c_%s]\n' $shard
        sed -n "/^\[$1\]/,/^\$/{/^\[/d;/^$/d;s/^Database=.*/Database=$2_$shard/;p}" "$ODBCINI.kept"
        echo
    done
}

ODBCINI_KEPT=$ODBCINI
use_ini() {
    ODBCINI=$work/odbc.ini
    export ODBCINI
    cp "$ODBCINI_KEPT" "$ODBCINI.kept"
    { cat "$ODBCINI.kept"; echo; sections "$1" "$2"; } >"$ODBCINI"
    chmod 600 "$ODBCINI"
}

tables() {
    for shard in 0 1; do
        sql c_$shard "CREATE TABLE t_0 ($1)" "CREATE TABLE t_1 ($1)"
    done
}
again() {
    for shard in 0 1; do
        sql c_$shard "DROP TABLE IF EXISTS t_0" "DROP TABLE IF EXISTS t_1"
    done
    tables "$1"
}

# What both brands have.
common() {
    plain="k BIGINT NOT NULL, line BIGINT NOT NULL, note VARCHAR(20), PRIMARY KEY (k, line)"
    tables "$plain"
    run check --connect "$work/rules.ini"
    expect good 0 '^ok:' '!^error' '!^warning'

    sql c_1 "ALTER TABLE t_1 ADD COLUMN extra INTEGER" "ALTER TABLE t_0 DROP COLUMN note"
    run check --connect "$work/rules.ini"
    expect columns 1 'error: node c_1.t_1: extra: ' 'error: node c_1.t_0: note: '
    again "$plain"
    sql c_1 "DROP TABLE t_1" "CREATE TABLE t_1 (k BIGINT NOT NULL, line INTEGER NOT NULL, note VARCHAR(20), PRIMARY KEY (k))"
    run check --connect "$work/rules.ini"
    expect types 1 'error: node c_1.t_1: column line: type' 'c_1.t_1: .*key'
    again "$plain"
    sql c_0 "DROP TABLE t_1" "CREATE TABLE t_7 (a INTEGER)"
    run check --connect "$work/rules.ini"
    expect missing 1 'error: node c_0.t_1: there is no such table there' "'t_7' looks like a node of table t"
    sql c_0 "DROP TABLE t_7"

    again "k BIGINT NOT NULL, line BIGINT NOT NULL, code VARCHAR(20) UNIQUE, PRIMARY KEY (k, line)"
    run check --connect "$work/rules.ini"
    expect unique 0 'warning: table t: unique index .*code.* lacks the key'
    again "id BIGINT NOT NULL PRIMARY KEY, k BIGINT NOT NULL, line BIGINT NOT NULL"
    run check --connect "$work/rules.ini"
    expect primary 0 'warning: table t: primary key .*(id) lacks the key: it is unique on each node, not over all'
    again "k BIGINT NOT NULL, line BIGINT NOT NULL, $serial, PRIMARY KEY (k, line)"
    run check --connect "$work/rules.ini"
    expect auto-increment 0 'warning: table t: n counts on each node by itself'
    sed '/^table-algorithm/s/$/\ngenerate = n: ids/; $s/$/\n[generator ids]\ntype = SNOWFLAKE/' "$work/rules.ini" >"$work/ids.ini"
    run check --connect "$work/ids.ini"
    expect generated 0 '!counts on each node'
    again "k $serial_key, line BIGINT NOT NULL, PRIMARY KEY (k, line)"
    run check --connect "$work/rules.ini"
    expect auto-increment-key 0 'note: table t: key k counts on each node by itself'
    again "k BIGINT, line BIGINT NOT NULL"
    run check --connect "$work/rules.ini"
    expect null-key 0 'note: table t: key k may be NULL'

    again "$plain"
    sql c_1 "DROP TABLE t_1" "$detailed"
    run check --connect "$work/rules.ini"
    expect details 0 "warning: node c_1.t_1: default of note: 'x'.* here, .* on c_0.t_0" \
        'warning: node c_1.t_1: [Cc][Hh][Ee][Cc][Kk] .*line.* > #.*: one here, none on c_0.t_0' "$detailed_more"
    again "$plain"

    # Text keys that the server compares more loosely than the rules place them.
    sed 's/^type = MOD/type = HASH_MOD/' "$work/rules.ini" >"$work/hash.ini"
    again "k $loose NOT NULL, line BIGINT NOT NULL"
    run check --connect "$work/hash.ini"
    expect loose 0 '\(note\|warning\): table t: .*\bk\b.*key-match'
    sed '/^table-algorithm/s/$/\nkey-match = exact/' "$work/hash.ini" >"$work/exact.ini"
    run check --connect "$work/exact.ini"
    expect loose-exact 0 'warning: table t: .*\bk\b'

    again "$plain"
    sed 's/^dsn = c_0/&\nreplicas = c_0/' "$work/rules.ini" >"$work/replica.ini"
    run check --connect "$work/replica.ini"
    expect replica 0 "$no_replica"

    # Rows that lie wrong, and their repair, whatever they hold.
    again "$plain, $odd_columns"
    sql c_0 "INSERT INTO t_0 (k, line, note) VALUES (2, 2, 'right'), (4, 3, 'wrong table')" \
        "INSERT INTO t_1 (k, line, note, $odd_names) VALUES (3, 1, 'it''s \\ 50%', $odd_values)"
    printf 'SELECT * FROM t_1 WHERE k = 3\n' | isql c_0 -b -d'|' -x0x20 >"$work/odd.before"
    run check --placement "$work/rules.ini"
    expect placement 1 'error: node c_0.t_0: k = 4, line = 3 belongs to c_0.t_1' \
        'error: node c_0.t_1: k = 3, line = 1 belongs to c_1.t_1'
    "$tool" check --repair --quiet "$work/rules.ini" >"$work/repair.sql" 2>/dev/null
    for shard in 0 1; do
        awk -v shard="-- shard c_$shard" '/^-- shard /{on = ($0 == shard); next} /^--/{next} on && NF' \
            "$work/repair.sql" | sed 's/;$//' >"$work/repair"
        while read -r statement; do sql c_$shard "$statement"; done <"$work/repair"
    done
    run check --placement "$work/rules.ini"
    expect repaired 0 'table t: all 3 rows lie where'
    printf 'SELECT * FROM t_1 WHERE k = 3\n' | isql c_1 -b -d'|' -x0x20 >"$work/out"
    status=$?
    expect repaired-whole 0 "$odd_told"
    cmp "$work/odd.before" "$work/out" || failed=$((failed + 1))

    # The data sources.
    sed "/^\[c_1\]/,/^\$/{s/^Port=.*/Port=1/;s/^PORT=.*/PORT=1/}" "$ODBCINI" >"$ODBCINI.new" && mv "$ODBCINI.new" "$ODBCINI"
    run check --connect "$work/rules.ini"
    expect unreachable 1 'error: shard c_1: .*127.0.0.1' "!^$tab"
    run status "$work/rules.ini"
    expect status-down 1 '^c_0 .* up ' '^c_1 .* down .*127.0.0.1' "!^$tab" '!^$'
    run map --connect "$work/rules.ini"
    expect map-down 1 'shardodbc map: c_1.t_0: .*127.0.0.1' "!^$tab"
    use_ini "$from" chk
    sed "/^\[c_1\]/,/^\$/s/^Database=.*/Database=chk_0/" "$ODBCINI" >"$ODBCINI.new" && mv "$ODBCINI.new" "$ODBCINI"
    run check --connect "$work/rules.ini"
    expect same-database 1 'error: shard c_1: is the same database as shard c_0'
    use_ini "$from" chk
    run check --connect "$work/rules.ini"
    expect limits 0 'its server holds 2 shards and takes [0-9]* connections'
    run check --connect --json "$work/rules.ini"
    expect json 0 '"errors":0'
    python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$work/out" || failed=$((failed + 1))
}

# What another state folder has prepared is told, and left alone until its id is given.
foreign_transactions() {
    id=b934e36cc5a0e5ca
    for shard in 0 1; do
        /usr/bin/python3 -c 'import sys, pyodbc
connection = pyodbc.connect("DSN=" + sys.argv[1])
connection.execute("CREATE TABLE prepared (a INTEGER)")
connection.execute("PREPARE TRANSACTION \x27" + sys.argv[2] + "\x27")' c_$shard shardodbc:$id:0123456789abcdef:1:$shard
    done
    told="^2 prepared transactions of another state folder (id $id) on c_0, c_1; give --state"
    for command in 'recover --list' recover 'recover --rollback' 'recover --commit' status; do
        # shellcheck disable=SC2086
        run $command --state "$work/state" "$work/rules.ini"
        expect "foreign $command" 1 "$told" '!nothing waits'
    done
    run recover --list --id $id --state "$work/state" "$work/rules.ini"
    expect foreign-list 1 "^shardodbc:$id:.*:1:1 on c_1: its log is lost\$"
    run recover --rollback --id $id --state "$work/state" "$work/rules.ini"
    expect foreign-id 0 ':1:0 on c_0: its log is lost, done' ':1:1 on c_1: its log is lost, done'
    run recover --list --state "$work/state" "$work/rules.ini"
    expect foreign-gone 0 'nothing waits'
}

check_pg() {
    for shard in 0 1; do
        sql pg_0 "DROP DATABASE IF EXISTS chk_$shard" "CREATE DATABASE chk_$shard"
    done
    use_ini pg_0 chk
    no_replica='warning: replica c_0/c_0: is no standby'
    odd_columns='g INT GENERATED ALWAYS AS (line + 1) STORED, i INT GENERATED ALWAYS AS IDENTITY (START 7), d DATE, f FLOAT8, ts TIMESTAMPTZ, b BYTEA'
    odd_names='d, f, ts, b' odd_values="'0044-03-15 BC', 'NaN', '-infinity', '\\x00ff27'::bytea" odd_told='7'
    detailed="CREATE UNLOGGED TABLE t_1 (k BIGINT NOT NULL, line BIGINT NOT NULL, note VARCHAR(20) DEFAULT 'x', PRIMARY KEY (k, line), CHECK (line > 5))"
    detailed_more='warning: node c_1.t_1: kind: table (unlogged) here, table on c_0.t_0'
    from=pg_0 serial='n SERIAL' serial_key=SERIAL loose='CHAR(10)'
    rules postgresql
    common

    sql c_1 "ALTER DATABASE chk_1 SET timezone = 'Asia/Tokyo'"
    run check --connect "$work/rules.ini"
    expect time-zone 0 "warning: shard c_1: time zone is 'Asia/Tokyo', but '.*' on shard c_0"
    sql c_1 "ALTER DATABASE chk_1 RESET timezone"
    sql c_1 "ALTER DATABASE chk_1 SET default_transaction_isolation = 'serializable'" \
        "ALTER DATABASE chk_1 SET standard_conforming_strings = off"
    run check --connect "$work/rules.ini"
    expect settings 1 "warning: shard c_1: isolation level is 'serializable', but 'read committed' on shard c_0" \
        "error: shard c_1: standard_conforming_strings is 'off', but 'on' on shard c_0"
    sql c_1 "ALTER DATABASE chk_1 RESET ALL"
    sql pg_0 "DROP DATABASE IF EXISTS chk_odd" \
        "CREATE DATABASE chk_odd ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    sed 's/^\(\[c_1\]\)$/\1/; /^\[c_1\]/,/^$/s/chk_1/chk_odd/' "$ODBCINI" >"$work/odd.ini"
    chmod 600 "$work/odd.ini"
    ODBCINI=$work/odd.ini run check --connect "$work/rules.ini"
    expect encoding 1 "error: shard c_1: encoding is 'LATIN1', but 'UTF8' on shard c_0"
    sql pg_0 "DROP DATABASE chk_odd"

    for shard in 0 1; do
        sql c_$shard "CREATE COLLATION IF NOT EXISTS ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"
    done
    again 'k VARCHAR(20) COLLATE ci NOT NULL, line BIGINT NOT NULL'
    run check --connect "$work/hash.ini"
    expect nondeterministic 0 'table t: .*\bk\b.*key-match'
    sql c_1 "DROP TABLE t_1" "CREATE TABLE t_1 (k VARCHAR(20) NOT NULL, line BIGINT NOT NULL)"
    run check --connect "$work/hash.ini"
    expect collation-drift 1 'node c_1.t_1: column k: collation'

    again "$plain"
    sql pg_0 "DROP ROLE IF EXISTS chk_reader"
    sql c_0 "CREATE ROLE chk_reader LOGIN PASSWORD 'x'" "GRANT SELECT, INSERT ON t_0, t_1 TO chk_reader"
    sed 's/^dsn = c_./&\nuid = chk_reader\npwd = x/' "$work/rules.ini" >"$work/rights.ini"
    run check --connect "$work/rights.ini"
    expect rights 1 'error: node c_1.t_0: the account may not SELECT' \
        'warning: node c_0.t_0: the account may not UPDATE' 'warning: node c_0.t_1: the account may not DELETE' \
        '!c_0.*may not SELECT' '!c_0.*may not INSERT'
    sql c_1 "REVOKE ALL ON SCHEMA public FROM PUBLIC"
    run check --connect "$work/rights.ini"
    expect schema-rights 1 'error: node c_1.t_0: the account may not use schema public'
    sql c_1 "GRANT ALL ON SCHEMA public TO PUBLIC"

    printf '[logical]\nDriver=ShardODBC\nRules=%s/rules.ini\nTransaction=2pc\n' "$work" >>"$ODBCINI"
    run check --connect --dsn logical
    expect prepared 0 '!can.t be used here'
    foreign_transactions
    sed 's/^\[c_1\]/&\nCommLog=1\nDebug=1/' "$ODBCINI" >"$ODBCINI.new" && mv "$ODBCINI.new" "$ODBCINI"
    chmod 644 "$ODBCINI"
    run check "$work/rules.ini"
    expect debug 0 'warning: shard c_1: CommLog = 1' 'warning: shard c_1: Debug = 1' \
        "warning: file $ODBCINI: holds passwords"
    ODBCINI=$ODBCINI_KEPT
    for shard in 0 1; do
        sql pg_0 "DROP DATABASE chk_$shard"
    done
    sql pg_0 "DROP ROLE chk_reader"
}

check_my() {
    for shard in 0 1; do
        sql my_0 "DROP DATABASE IF EXISTS chk_$shard" "CREATE DATABASE chk_$shard"
    done
    use_ini my_0 chk
    no_replica='note: replica c_0/c_0: can be written to (read_only = 0)'
    odd_columns='g INT AS (line + 1) STORED, d DATETIME(6), f DOUBLE, b BLOB, bi BIT(9)'
    odd_names='d, f, b, bi' odd_values="'2024-02-29 23:59:59.123456', 0.1, X'00ff27', b'100000001'" odd_told='2024-02-29'
    detailed="CREATE TABLE t_1 (k BIGINT NOT NULL, line BIGINT NOT NULL, note VARCHAR(20) DEFAULT 'x', PRIMARY KEY (k, line), CHECK (line > 5)) ENGINE=MyISAM"
    detailed_more='warning: node c_1.t_1: engine MyISAM (no transactions)'
    from=my_0 serial='n INTEGER NOT NULL AUTO_INCREMENT UNIQUE' serial_key='BIGINT NOT NULL AUTO_INCREMENT' loose='VARCHAR(20) COLLATE utf8mb4_general_ci'
    rules mysql
    common

    again 'k VARCHAR(20) COLLATE utf8mb4_bin NOT NULL, line BIGINT NOT NULL'
    run check --connect "$work/hash.ini"
    expect padded 0 'table t: .*\bk\b.*key-match'
    sql c_1 "DROP TABLE t_1" "CREATE TABLE t_1 (k VARCHAR(20) COLLATE utf8mb4_general_ci NOT NULL, line BIGINT NOT NULL)"
    run check --connect "$work/hash.ini"
    expect collation-drift 1 'node c_1.t_1: column k: collation'

    again "$plain"
    sql my_0 "ALTER DATABASE chk_1 CHARACTER SET latin1"
    sed "/^\[c_1\]/s/$/\nINITSTMT=SET time_zone='+09:00', sql_mode='ANSI_QUOTES', tx_isolation='SERIALIZABLE'/" \
        "$ODBCINI" >"$work/odd.ini"
    chmod 600 "$work/odd.ini"
    ODBCINI=$work/odd.ini run check --connect "$work/rules.ini"
    expect settings 1 "warning: shard c_1: time zone is '+09:00 09:00:00', but '.*' on shard c_0" \
        "warning: shard c_1: character set is 'latin1 .*', but 'utf8mb4 .*' on shard c_0" \
        "error: shard c_1: sql_mode is 'ANSI_QUOTES', but '.*' on shard c_0" \
        "warning: shard c_1: isolation level is 'SERIALIZABLE', but 'REPEATABLE-READ' on shard c_0"

    mariadb --no-defaults -S "$ODBCSYSINI/my/socket" -u root -e "CREATE OR REPLACE USER chk_reader IDENTIFIED BY 'x';
        GRANT SELECT, INSERT ON chk_0.* TO chk_reader; GRANT SELECT, DELETE ON chk_1.t_0 TO chk_reader" ||
        failed=$((failed + 1))
    sed 's/^dsn = .*/&\nuid = chk_reader\npwd = x/' "$work/rules.ini" >"$work/rights.ini"
    sed '/^\[c_[01]\]/,/^$/{/^\(UID\|USER\|PWD\|PASSWORD\|UserName\|Password\)=/Id}' "$ODBCINI" >"$work/odd.ini"
    chmod 600 "$work/odd.ini"
    ODBCINI=$work/odd.ini run check --connect "$work/rights.ini"
    expect rights 1 'warning: node c_0.t_0: the account may not UPDATE' 'warning: node c_0.t_1: the account may not DELETE' \
        '!c_0.*may not SELECT' '!c_0.*may not INSERT' 'warning: node c_1.t_0: the account may not INSERT' \
        '!c_1.t_0: .*may not DELETE' 'error: node c_1.t_1: there is no such table there, or the account may not see it'
    sql my_0 "DROP USER chk_reader"
    ODBCINI=$ODBCINI_KEPT
    for shard in 0 1; do
        sql my_0 "DROP DATABASE chk_$shard"
    done
}

for brand in "$@"; do
    case $brand in
    pg) check_pg ;;
    my) check_my ;;
    esac
done
echo "check-servers: $passed passed, $failed failed"
[ $failed = 0 ]
