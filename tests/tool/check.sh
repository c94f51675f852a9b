#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# shardodbc check, diff, map over two SQLite shards with every fault that can be made there.
set -u
tool=$(cd "${top_builddir:-.}" && pwd)/tools/shardodbc
[ -x "$tool" ] || { echo "$tool is not built"; exit 77; }
driver=$(find /usr/lib -name libsqlite3odbc.so 2>/dev/null | head -n 1)
[ -n "$driver" ] || { echo "libsqliteodbc is not installed"; exit 77; }
command -v sqlite3 >/dev/null || { echo "sqlite3 is not installed"; exit 77; }
work=$(mktemp -d "${TMPDIR:-/tmp}/shard-check.XXXXXX")
trap 'rm -rf "$work"' EXIT
failed=0
n=0

# expect NAME STATUS PATTERN... : the last output has a line that matches each pattern; a pattern that
# begins with ! must match none.
expect() {
    name=$1 wanted=$2
    shift 2
    n=$((n + 1))
    if [ "$status" -ne "$wanted" ]; then
        echo "FAIL $name: status $status, not $wanted"
        cat "$work/out"
        failed=$((failed + 1))
        return
    fi
    for pattern in "$@"; do
        case $pattern in
        !*) grep -q -e "${pattern#!}" "$work/out" || continue ;;
        *) grep -q -e "$pattern" "$work/out" && continue ;;
        esac
        echo "FAIL $name: '$pattern'"
        cat "$work/out"
        failed=$((failed + 1))
    done
}

run() {
    "$tool" "$@" >"$work/out" 2>&1
    status=$?
}

export ODBCSYSINI="$work" ODBCINI="$work/odbc.ini"
printf '[SQLite3]\nDriver=%s\n\n[ShardODBC]\nDriver=/opt/libshardodbc.so\nThreading=0\n' "$driver" >"$work/odbcinst.ini"
cat >"$work/odbc.ini" <<INI
[s0]
Driver=SQLite3
Database=$work/s0.db

[s1]
Driver=SQLite3
Database=$work/s1.db

[logical]
Driver=ShardODBC
Rules=$work/rules.ini

[noisy]
Driver=SQLite3
Database=$work/s1.db
Debug=1
Password=secret
INI
cat >"$work/rules.ini" <<'INI'
[shardodbc]
dialect = sqlite
default-shard = ds_0

[shard ds_0]
dsn = s0
[shard ds_1]
dsn = s1

[table t_order]
nodes = ds_${0..1}.t_order_${0..1}
shard-key = user_id
shard-algorithm = by_user
table-key = order_id
table-algorithm = by_order
bind = order

[table t_item]
nodes = ds_${0..1}.t_item_${0..1}
shard-key = user_id
shard-algorithm = by_user
table-key = order_id
table-algorithm = by_item
bind = order
bind-on = order_id

[table dict]
broadcast = true

[algorithm by_user]
type = MOD
sharding-count = 2
[algorithm by_order]
type = INLINE
algorithm-expression = t_order_${order_id % 2}
[algorithm by_item]
type = INLINE
algorithm-expression = t_item_${order_id % 2}
INI

make_databases() {
    rm -f "$work/s0.db" "$work/s1.db"
    for shard in 0 1; do
        for part in 0 1; do
            echo "CREATE TABLE t_order_$part (order_id INTEGER NOT NULL, user_id INTEGER NOT NULL, note VARCHAR(20), PRIMARY KEY (user_id, order_id));"
            echo "CREATE TABLE t_item_$part (order_id INTEGER NOT NULL, user_id INTEGER NOT NULL, item INTEGER);"
            for user in 0 1 2 3; do
                [ $((user % 2)) -eq $shard ] || continue
                for order in 0 1 2 3; do
                    [ $((order % 2)) -eq $part ] || continue
                    id=$((user * 4 + order))
                    echo "INSERT INTO t_order_$part VALUES ($id, $user, 'it''s $id');"
                    echo "INSERT INTO t_item_$part VALUES ($id, $user, 1);"
                done
            done
        done
        echo "CREATE TABLE dict (code VARCHAR(2) NOT NULL);"
    done >"$work/all.sql"
    # The first half of the lines is shard 0's.
    sed -n '/CREATE TABLE dict/q;p' "$work/all.sql" >"$work/0.sql"
    echo "CREATE TABLE dict (code VARCHAR(2) NOT NULL);" >>"$work/0.sql"
    sed '1,/CREATE TABLE dict/d' "$work/all.sql" >"$work/1.sql"
    sqlite3 "$work/s0.db" <"$work/0.sql"
    sqlite3 "$work/s1.db" <"$work/1.sql"
}

make_databases

# ---- the rules alone ----
run check "$work/rules.ini"
expect offline 0 '^ok: 2 shards, 3 tables, 0 warnings' '^note: at worst 2 connections'
run check --quiet "$work/rules.ini"
expect quiet 0 '^ok:' '!^note'
run check "$work/nowhere.ini"
expect no-file 1 'nowhere.ini'
run check
expect usage 2 'usage: shardodbc check'
run check --nonsense "$work/rules.ini"
expect option 2 "'--nonsense' is not known"
run check --help
expect help 0 'Exit status'
run
expect no-command 2 'a command is wanted: route check'
run chekc
expect wrong-command 2 "there is no command 'chekc', but: route check"

sed 's/^sharding-count = 2/sharding-count = 3/' "$work/rules.ini" >"$work/bad.ini"
run check "$work/bad.ini"
expect count 1 '^error: '
sed 's/order_id % 2/order_id % 3/' "$work/rules.ini" >"$work/bad.ini"
run check "$work/bad.ini"
expect no-node 1 "error: table t_order: .*gives 't_order_2'"
# A key of unknown type may be a date.
sed 's/order_id % 2/order_id.format("yyyy")/; /^value-type/d' "$work/rules.ini" >"$work/bad.ini"
run check "$work/bad.ini"
expect no-type 0 "warning: table t_order: .*Long has no format(); nor has a text.*value-type"
sed 's/t_item_${order_id % 2}/t_item_${order_id % 2 * 0}/; s/^bind.*//' "$work/rules.ini" >"$work/bad.ini"
run check "$work/bad.ini"
expect unreachable 0 'warning: table t_item: .* none is placed on 2 of 4 nodes'
run check --strict "$work/bad.ini"
expect strict 1 'warning: table t_item'
sed 's/^dsn = s1/dsn = logical/' "$work/rules.ini" >"$work/bad.ini"
run check "$work/bad.ini"
expect recursion 1 'error: shard ds_1: its driver is ShardODBC'
sed 's/^dsn = s1/dsn = s0/' "$work/rules.ini" >"$work/bad.ini"
run check "$work/bad.ini"
expect twins 0 'warning: shard ds_1: has the same data source as shard ds_0'
sed 's/^dialect = sqlite/dialect = mysql/' "$work/rules.ini" >"$work/bad.ini"
run check "$work/bad.ini"
expect brands 1 "error: .*bad.ini: shard 'ds_0' is sqlite, but .* say mysql; all shards must be of one brand"
sed 's/^dsn = s1/dsn = nowhere/' "$work/rules.ini" >"$work/bad.ini"
run check "$work/bad.ini"
expect no-dsn 0 "warning: shard ds_1: the data source 'nowhere' is in no odbc.ini"
run check --connect "$work/bad.ini"
expect no-dsn-now 1 "error: shard ds_1: the data source 'nowhere' is in no odbc.ini"
chmod 644 "$work/odbc.ini"
sed 's/^dsn = s1/dsn = noisy/' "$work/rules.ini" >"$work/bad.ini"
run check "$work/bad.ini"
expect noisy 0 'warning: shard ds_1: Debug = 1' "warning: file $work/odbc.ini: holds passwords"
chmod 600 "$work/odbc.ini"
run check "$work/bad.ini"
expect private 0 '!holds passwords'

# What rules alone can get wrong: each with its name and place.
fault() {
    name=$1 wanted=$2 change=$3
    shift 3
    sed "$change" "$work/rules.ini" >"$work/bad.ini"
    run check "$work/bad.ini"
    expect "$name" "$wanted" "$@"
}
range='s/^type = MOD/type = RANGE/; s/^sharding-count = 2/ranges = '
fault gap 1 "${range}ds_0: [0, 10), ds_1: [20, )/" "error: .*\[algorithm by_user\] ranges: 'ds_1' leaves a gap"
fault overlap 1 "${range}ds_0: [, 30), ds_1: [20, )/" "error: .*\[algorithm by_user\] ranges: 'ds_1' overlaps"
fault range-target 1 "${range}ds_0: [, 10), ds_7: [10, )/" "error: .*ds_7"
fault unknown-shard 1 's/ds_${0..1}.t_order/ds_${0..2}.t_order/' "error: .*\[table t_order\] nodes: 'ds_2' .* is no shard of this file; it has ds_0, ds_1"
fault unknown-algorithm 1 's/^shard-algorithm = by_user/shard-algorithm = by_usr/' "'by_usr' is no algorithm of this file; it has by_item, by_order, by_user"
fault unknown-type 1 's/^type = MOD/type = MODULO/' "'MODULO' is no type of algorithm; there are MOD"
fault unknown-default 1 's/^default-shard = ds_0/default-shard = ds_9/' "default-shard: 'ds_9' is no shard of this file"
fault open-brace 1 's/${0..1}.t_order_${0..1}/${0..1.t_order_0/' 'nodes: column 4: ${ has no }'
fault unbalanced-bind 1 's/t_item_${0..1}/t_item_${0..2}/' "error: .*\[table t_\(order\|item\)\] bind"
fault bind-key 1 '/^\[table t_item\]/,/^$/s/^bind = order/bind = order\nvalue-type = user_id: string/' 'error: .*bind'
fault same-table 1 's/t_item_${0..1}/t_order_${0..1}/' "error: .*t_order_0"
fault suffix 0 's/^bind.*//; s/t_order_${0..1}/t_order_${[1,"01"]}/; s/t_order_${order_id % 2}/t_order_${order_id % 2 == 0 ? "01" : "1"}/' "warning: table t_order: .*t_order_01.*t_order_1\|warning: table t_order: .*t_order_1.*t_order_01"
fault unused 0 's/^dsn = s1/&\n[shard ds_2]\ndsn = s2/' 'warning: shard ds_2: '
fault no-key 0 's/^bind.*//; /^\[table t_item\]/,/^$/{/key/d;/algorithm/d}' 'warning: .*t_item'
fault half-key 0 's/^bind.*//; /^\[table t_item\]/,/^$/{/^table-/d}' "warning: table t_item: its keys leave 2 nodes to a row: rows can't be inserted without a table-algorithm"
fault algorithm-unused 0 's/^\[table dict\]/[algorithm spare]\ntype = MOD\nsharding-count = 2\n&/' '^ok:'
printf '[SQLite3]\nDriver=%s\nThreading=3\n\n[ShardODBC]\nDriver=/opt/libshardodbc.so\nThreading=3\n' "$driver" >"$work/odbcinst.ini"
run check "$work/rules.ini"
expect threading 0 'warning: odbcinst.ini: .*[Tt]hreading'
printf '[SQLite3]\nDriver=%s\n\n[ShardODBC]\nDriver=/opt/libshardodbc.so\nThreading=0\n' "$driver" >"$work/odbcinst.ini"
sed 's/^dsn = s1/connection = Driver=SQLite3;Database=x;PWD=secret/' "$work/rules.ini" >"$work/bad.ini"
chmod 644 "$work/bad.ini"
run check "$work/bad.ini"
expect rules-mode 0 "warning: file $work/bad.ini: holds passwords and can be read by others" '!secret'

cp "$work/rules.ini" "$work/bad.ini"
chmod 666 "$work/bad.ini"
run check "$work/bad.ini"
expect rules-writers 0 "warning: file $work/bad.ini: can be written by everybody (mode 0666)"
chmod 600 "$work/bad.ini"
run check "$work/bad.ini"
expect rules-private 0 '!can be written'

cat >"$work/schema.ini" <<'INI'
[t_order]
order_id = bigint not null
line = bigint not null auto-increment
user_id = varchar(20) collate nocase
unique u = order_id
INI
run check --schema "$work/schema.ini" "$work/rules.ini"
expect schema 0 'note: table t_order: key user_id may be NULL' \
    'warning: table t_order: unique index u (order_id) lacks the key' \
    'warning: table t_order: line counts on each node by itself'

# ---- a repair keeps what a row holds ----
for part in 0 1; do
    sqlite3 "$work/odd_$part.db" "CREATE TABLE odd (k INTEGER PRIMARY KEY, n, g INT AS (k + 1), r REAL, b BLOB, x TEXT)"
done
sqlite3 "$work/odd_0.db" "INSERT INTO odd (k, n, r, b, x) VALUES (1, '007', 0.1, x'00ff', 'it''s'), (3, 7, 1e300, NULL, '\\'), (5, 1.5, -9e999, 'text', '')"
odd_rows="SELECT k, quote(n), g, quote(r), quote(b), quote(x) FROM odd ORDER BY k"
sqlite3 "$work/odd_0.db" "$odd_rows" >"$work/odd.before"
cat >"$work/odd.ini" <<INI
[shard odd_0]
connection = Driver=SQLite3;Database=$work/odd_0.db
[shard odd_1]
connection = Driver=SQLite3;Database=$work/odd_1.db
[table odd]
nodes = odd_0.odd, odd_1.odd
shard-key = k
shard-algorithm = by_k
[algorithm by_k]
type = MOD
sharding-count = 2
INI
"$tool" check --repair --quiet "$work/odd.ini" >"$work/repair.sql" 2>&1
for part in 0 1; do
    awk -v shard="-- shard odd_$part" '/^-- shard /{on = ($0 == shard); next} /^--/{next} on' "$work/repair.sql" >"$work/part.sql"
    sqlite3 -bail "$work/odd_$part.db" <"$work/part.sql"
done
sqlite3 "$work/odd_1.db" "$odd_rows" >"$work/out"
status=$?
expect odd-rows 0 "1|'007'|2|0.1|X'00FF'|'it''s'" '^3|7|4|1'
cmp "$work/odd.before" "$work/out" || failed=$((failed + 1))
run check --placement "$work/odd.ini"
expect odd-repaired 0 'table odd: all 3 rows lie where'

# ---- the databases ----
run check --connect "$work/rules.ini"
expect connected 0 '^ok:' '!error'
run check --dsn logical --connect
expect dsn 0 '^ok:'
cat >>"$work/odbc.ini" <<INI

[logs]
Driver=ShardODBC
Rules=$work/rules.ini
Log=$work/nowhere/x.log
LogLevel=sql
State=$work/rules.ini
Consistency=weak
Transaction=2pc

[idle]
Driver=ShardODBC
Rules=rules.ini
Log=$work/x.log

[unnamed]
Driver=ShardODBC
Rules=$work/rules.ini
LogLevel=slow

[readable]
Driver=ShardODBC
Rules=$work/rules.ini
Log=$work/readable.log
LogLevel=slow
State=$work/open
INI
: >"$work/readable.log"
chmod 644 "$work/readable.log"
mkdir -m 777 "$work/open"
chmod 777 "$work/open"
run check --connect --dsn logs
expect logs 1 "warning: data source logs: Log = $work/nowhere/x.log: there is no folder $work/nowhere" \
    "error: data source logs: State = $work/rules.ini is no folder" \
    'warning: data source logs: Consistency = weak, but no shard has replicas' \
    'error: SQLite has no prepared transactions: with Transaction=2pc'
(cd "$work" && "$tool" check --dsn idle) >"$work/out" 2>&1
status=$?
expect idle 0 'warning: data source idle: Rules = rules.ini counts from where each program runs' \
    "warning: data source idle: Log = $work/x.log, but LogLevel is off"
run check --dsn unnamed
expect unnamed 0 'warning: data source unnamed: LogLevel = slow, but no Log is named'
run check --dsn readable
expect readable 0 "warning: data source readable: Log = $work/readable.log can be read by others" \
    "warning: data source readable: State = $work/open can be written by everybody"
sqlite3 "$work/s1.db" "ALTER TABLE t_item_0 ADD COLUMN colour TEXT DEFAULT 'red'; ALTER TABLE t_item_1 ADD COLUMN colour TEXT DEFAULT 'blue';
    CREATE TRIGGER t_item_1_set AFTER INSERT ON t_item_1 BEGIN SELECT 1; END"
sqlite3 "$work/s0.db" "ALTER TABLE t_item_0 ADD COLUMN colour TEXT DEFAULT 'red'; ALTER TABLE t_item_1 ADD COLUMN colour TEXT DEFAULT 'red'"
run check --connect --quiet "$work/rules.ini"
expect details 0 "^warning: node ds_1.t_item_1: default of colour: 'blue' here, 'red' on ds_0.t_item_0" \
    '^warning: node ds_1.t_item_1: trigger t_item_#_set: .* here, none on ds_0.t_item_0' '!node ds_0' '!ds_1.t_item_0'
make_databases
cat >>"$work/odbc.ini" <<INI

[misspelt]
Driver=ShardODBC
Rules=$work/rules.ini
Transation=2pc
LogLevel=verbose
SlowMs=soon
Hints=yes
UseDeclareFetch=1
INI
run check --dsn misspelt
expect misspelt 1 'warning: data source misspelt: Transation is handed on .* is Transaction meant' \
    'error: data source misspelt: LogLevel = verbose' 'error: data source misspelt: SlowMs = soon' \
    'note: data source misspelt: UseDeclareFetch is handed on' '!Hints' '!Rules is'
run check --placement "$work/rules.ini"
expect placement 0 'table t_order: all 16 rows lie where' 'table t_item: all 16 rows lie where' \
    'note: group order: 16 values, each on one node'
run check --placement --json "$work/rules.ini"
expect json 0 '"errors":0,"warnings":0'
python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$work/out" || failed=$((failed + 1))

# What isn't checked is said.
sed '/^\[table t_item\]/,/^$/{/key/d;/algorithm/d;/bind/d}; s/^bind.*//; s/^dsn = s1/dsn = nowhere/' "$work/rules.ini" >"$work/bad.ini"
run check --placement "$work/bad.ini"
expect placement-unchecked 1 'warning: table t_item: not checked: it has no key' \
    "error: node ds_1.t_order_0: its rows aren't checked: the shard can't be reached" '!lie where the rules'
sed 's/^type = MOD/type = HINT_INLINE/; s/^sharding-count = 2/algorithm-expression = ds_${value}/; s/^shard-key.*//; s/^bind.*//' \
    "$work/rules.ini" >"$work/bad.ini"
run check --placement "$work/bad.ini"
expect placement-hint 0 'warning: table t_order: not checked: a hint places its rows'

sqlite3 "$work/s1.db" "INSERT INTO t_order_1 VALUES (100, 7, 'it''s wrong'); INSERT INTO t_order_0 VALUES (102, 8, NULL);
    INSERT INTO t_item_1 VALUES (0, 1, 1)"
run check --placement "$work/rules.ini"
expect misplaced 1 'error: node ds_1.t_order_1: user_id = 7, order_id = 100 belongs to ds_1.t_order_0' \
    'error: node ds_1.t_order_0: user_id = 8, order_id = 102 belongs to ds_0.t_order_0' \
    'error: node ds_1.t_order_1: 1 of 5 rows belong elsewhere' \
    'error: node ds_1.t_item_1: order_id = 0 is here, and beside ds_0.t_item_0' \
    'error: group order: 1 values are on several nodes'
"$tool" check --repair --quiet "$work/rules.ini" >"$work/repair.sql" 2>&1
for shard in 0 1; do
    awk -v shard="-- shard ds_$shard" '/^-- shard /{on = ($0 == shard); next} /^--/{next} on' \
        "$work/repair.sql" | sqlite3 "$work/s$shard.db"
done
run check --placement "$work/rules.ini"
expect repaired 1 'table t_order: all 18 rows lie where' 'table t_item: all 17 rows' '!belong'
[ "$(sqlite3 "$work/s1.db" "SELECT note FROM t_order_0 WHERE order_id = 100")" = "it's wrong" ] ||
    { echo "FAIL repair: the row is not there"; failed=$((failed + 1)); }
make_databases

sqlite3 "$work/s1.db" "ALTER TABLE t_order_1 ADD COLUMN extra INTEGER; DROP TABLE t_item_0;
    CREATE TABLE t_order_7 (a INTEGER); DROP TABLE t_item_1;
    CREATE TABLE t_item_1 (order_id INTEGER, user_id TEXT NOT NULL, item INTEGER)"
run check --connect "$work/rules.ini"
expect drift 1 'error: node ds_1.t_order_1: extra: there is such a column here' \
    'error: node ds_1.t_item_0: there is no such table there' \
    'error: node ds_1.t_item_1: column user_id: type' \
    'warning: node ds_1.t_item_1: column order_id: NOT NULL' \
    "warning: shard ds_1: 't_order_7' looks like a node of table t_order"
make_databases

# Keys and indexes, where the brand's one catalog says them otherwise than the servers'.
sqlite3 "$work/s1.db" "DROP TABLE t_order_1;
    CREATE TABLE t_order_1 (user_id INTEGER NOT NULL, order_id INTEGER NOT NULL, note VARCHAR(20) COLLATE NOCASE)"
run check --connect "$work/rules.ini"
expect sqlite-drift 1 'error: node ds_1.t_order_1: column note: collation' \
    'error: node ds_1.t_order_1: primary key (user_id, order_id): none here, one on ds_0.t_order_0' \
    'warning: node ds_1.t_order_1: order_id: place'
for shard in 0 1; do
    for part in 0 1; do
        sqlite3 "$work/s$shard.db" "DROP TABLE t_order_$part; DROP TABLE t_item_$part;
            CREATE TABLE t_order_$part (order_id INTEGER NOT NULL, user_id TEXT COLLATE NOCASE NOT NULL, note TEXT UNIQUE);
            CREATE TABLE t_item_$part (item INTEGER PRIMARY KEY AUTOINCREMENT, order_id INTEGER, user_id REAL)"
    done
done
sed 's/^bind.*//' "$work/rules.ini" >"$work/bad.ini"
run check --connect "$work/bad.ini"
expect sqlite-keys 0 'note: table t_order: key user_id (.*) is compared without regard to case: equality on it asks all nodes' \
    'warning: table t_order: unique index .*(note) lacks the key: .*; upserts are refused' \
    'warning: table t_item: item counts on each node by itself' 'note: table t_item: key order_id may be NULL' \
    'warning: table t_item: key user_id is a floating-point number' 'warning: table t_item: primary key .*(item) lacks the key'
rm "$work/s1.db"
sqlite3 "$work/s1.db" "PRAGMA encoding = 'UTF-16le'; CREATE TABLE x (a INTEGER)"
run check --connect "$work/rules.ini"
expect sqlite-encoding 1 "error: shard ds_1: encoding is 'UTF-16le', but 'UTF-8' on shard ds_0"
make_databases

# Replicas.
cp "$work/s0.db" "$work/copy.db"
sed 's/^dsn = s0/&\nreplicas = copy, nowhere/' "$work/rules.ini" >"$work/bad.ini"
cp "$work/odbc.ini" "$work/odbc.ini.kept"
printf '\n[copy]\nDriver=SQLite3\nDatabase=%s/copy.db\n' "$work" >>"$work/odbc.ini"
run check --connect "$work/bad.ini"
expect replicas 1 "warning: replica ds_0/nowhere: .*'nowhere' is not in odbc.ini.*; weak reads go to the others" '!ds_0/copy'
sqlite3 "$work/copy.db" "DROP TABLE t_item_1"
run check --connect "$work/bad.ini"
expect replica-tables 1 'error: replica ds_0/copy: no such table: t_item_1' '!ds_0/copy: .*t_item_0'
mv "$work/odbc.ini.kept" "$work/odbc.ini"

# What takes servers of several kinds: a driver of the tests answers for them.
fake=${top_builddir:-.}/tests/fake/.libs/libfakeodbc.so
if [ -f "$fake" ]; then
    cp "$work/odbcinst.ini" "$work/odbcinst.ini.kept"
    printf '[Fake]\nDriver=%s\n' "$(cd "$(dirname "$fake")" && pwd)/libfakeodbc.so" >>"$work/odbcinst.ini"
    printf '[shard a]\ndsn = a\n[shard b]\ndsn = b\n[table t]\nnodes = ${["a", "b"]}.t\nbroadcast = true\n' >"$work/fake.ini"
    # facts BRAND: each line "text that is asked = answer of the first shard, of the second"
    facts() {
        brand=$1
        cp "$work/odbc.ini" "$work/odbc.ini.kept"
        printf '\n' >>"$work/odbc.ini"
        for number in 2 3; do
            printf '[%s]\nDriver=Fake\nBrand=%s\nOn=' "$(echo ab | cut -c $((number - 1)))" "$brand"
            printf '%s\n' "$2" | sed 's/ = /\t/; s/, /\t/' | while IFS="$(printf '\t')" read -r text first second; do
                [ $number = 2 ] || first=$second
                printf '%s=COLUMNS text;ROW %s|' "$text" "$first"
            done
            printf 'nothing=HY000\n\n'
        done >>"$work/odbc.ini"
        run check --connect "$work/fake.ini"
        mv "$work/odbc.ini.kept" "$work/odbc.ini"
    }
    facts PostgreSQL "SELECT current_setting('server_version_num') = 14, 15
SELECT COALESCE(pg_database_collation_actual_version = 2.31, 2.36
SELECT (SELECT system_identifier = 1/x, 2/x
SELECT system_identifier = 1, 2
SELECT current_setting('max_connections') = 100, 10
SELECT current_setting('max_prepared_transactions') = 0, 5"
    expect fake-pg 1 "warning: shard b: server version is '15', but '14' on shard a" \
        "warning: shard b: collation version is '2.36', but '2.31' on shard a" \
        "note: shard a: max_prepared_transactions = 0: with Transaction=2pc one such shard at most can be written to in a transaction" \
        'note: shard b: max_prepared_transactions = 5 is less than the connections that may come' \
        'note: shard b: its server holds 1 shards and takes 10 connections: at most 10 '
    facts MariaDB "SELECT SUBSTRING_INDEX(VERSION() = 10.6, 10.11
SELECT @@lower_case_table_names = 0, 1
SELECT @@max_connections = 151, 20"
    expect fake-my 1 "warning: shard b: server version is '10.11', but '10.6' on shard a" \
        "error: shard b: lower_case_table_names is '1', but '0' on shard a"
    mv "$work/odbcinst.ini.kept" "$work/odbcinst.ini"
fi

sed 's/^dsn = s1/connection = Driver=SQLite3;Database='"$(echo "$work" | sed 's/[\/&]/\\&/g')"'\/s0.db/' "$work/rules.ini" >"$work/bad.ini"
run check --connect "$work/bad.ini"
expect same-database 1 'error: shard ds_1: is the same database as shard ds_0'

# ---- route ----
run route --rules "$work/rules.ini" --json 'SELECT * FROM t_order WHERE user_id = ? AND order_id = ? AND note IN (?, ?)' 1 2 '"3"' null
expect json 0 '^{"units":\[{"shard":"ds_1","sql":"SELECT \* FROM t_order_0 AS t_order WHERE user_id = ? AND order_id = ? AND note IN (?, ?)","params":\[1,2,"3",null\]}\],"merge":null}$'
run route --rules "$work/rules.ini" --explain --json 'SELECT note FROM t_order WHERE user_id = 1 AND order_id = 2'
expect json-nodes 0 '"params":\[\],"nodes":"t_order_0"}\],"merge":null}$'
run route --rules "$work/rules.ini" --json 'SELECT order_id FROM t_order WHERE user_id IN (?, ?) AND order_id = ? ORDER BY order_id' 1 2 4
expect json-merge 0 '"shard":"ds_0",.*"params":\[2,4\]},' '"shard":"ds_1",.*"params":\[1,4\]}\],' '"merge":"sort hidden 2 asc nulls first"}$'
run route --rules "$work/rules.ini" --json 'SELECT COUNT(*) FROM t_order o JOIN t_item i ON i.item = o.order_id'
expect json-refused 1 '^{"refused":"the join of .*","sqlstate":"0A000"}$'
for given in '1' '1 2 3'; do
    # shellcheck disable=SC2086
    run route --rules "$work/rules.ini" --json 'SELECT * FROM t_order WHERE user_id = ? AND order_id = ?' $given
    expect "json-parameters $given" 1 '^{"refused":"the statement has 2 parameters, and . have values","sqlstate":"07002"}$'
done
run route --rules "$work/rules.ini" --hints 'SELECT 1 /* SHARDINGSPHERE_HINT: DATA_SOURCE_NAME=ds_1 */'
expect hints 0 '^unit ds_1 '
run route --rules "$work/rules.ini" 'SELECT 1 /* SHARDINGSPHERE_HINT: DATA_SOURCE_NAME=ds_1 */'
expect no-hints 0 '^unit ds_0 '
run route --rules "$work/nowhere.ini" --json 'SELECT 1'
expect json-no-rules 1 '^{"refused":".*nowhere.ini.*","sqlstate":"HY000"}$'
run route --rules "$work/rules.ini" --explain "SELECT * FROM t_order WHERE user_id = ? AND order_id IN (4, 6) AND note > 'x'" 5
expect explain 0 '^unit ds_1 ' '^why ' '^table   t_order: 1 of 4 nodes: ds_1.t_order_0' \
    '^by      user_id = ?  2 of 4 nodes' '^by      order_id IN (4, 6)  2 of 4 nodes' "^by      note > 'x'  says nothing"
run route --rules "$work/rules.ini" --explain "SELECT COUNT(*) FROM t_order o JOIN t_item i ON i.item = o.order_id"
expect explain-refused 1 '^refused 0A000' '^join    not node by node'

# ---- diff ----
run diff "$work/rules.ini" "$work/rules.ini"
expect same 0 'table t_order: 0.00 % of keys move to another node, 0.00 %'
sed 's/order_id % 2}/order_id % 2 == 0 ? 1 : 0}/' "$work/rules.ini" >"$work/new.ini"
run diff "$work/rules.ini" "$work/new.ini"
expect swapped 1 'table t_order: 100.00 % of keys move to another node, 0.00 % to another shard'
sed 's/^sharding-count = 2/sharding-count = 4/; s/nodes = ds_${0..1}/nodes = ds_${0..3}/
    s/^dsn = s1/&\n[shard ds_2]\ndsn = s2\n[shard ds_3]\ndsn = s3/' "$work/rules.ini" >"$work/new.ini"
run diff --table t_order --matrix "$work/rules.ini" "$work/new.ini"
expect doubled 1 'table t_order: \(49\|50\)\.[0-9]* % of keys move to another node, \(49\|50\)' \
    'ds_0.t_order_0 -> ds_2.t_order_0  12' '!ds_0.t_order_0 -> ds_1' '!t_item'
run diff --keys 0..1 --table t_order "$work/rules.ini" "$work/new.ini"
expect range 0 '0.00 %'
run diff --json "$work/rules.ini" "$work/new.ini"
expect diff-json 1 '"table":"t_order","keys":100000' '"moves":true'
run diff "$work/rules.ini" "$work/nowhere.ini"
expect diff-usage 2 'nowhere.ini'
run diff --keys 5 "$work/rules.ini" "$work/new.ini"
expect diff-keys 2 'usage'

# ---- map ----
run map "$work/rules.ini"
expect map 0 '^t_order  sharded by user_id (MOD) and order_id (INLINE), 4 nodes, bound as order' 'ds_1  *t_order_0'
run map --connect "$work/rules.ini"
expect map-rows 0 '16 rows, fullest 1.00 x mean' '^dict  broadcast, 2 copies'
run map --connect --svg "$work/rules.ini"
expect svg 0 '<svg xmlns' 'fullest 1.00 x mean' 't_order_1: 4 rows'
python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$work/out" || failed=$((failed + 1))
printf '[shard "a&b <ü>"]\nconnection = Driver=SQLite3;Database=x\n[table "tä&ä&ä&ä&ä&ä&ä&ä&ä&ä&ä&ä&"]\nnodes = "a&b <ü>"."tä&ä&ä&ä&ä&ä&ä&ä&ä&ä&ä&ä&"\n' >"$work/odd.ini"
run map --svg "$work/odd.ini"
python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$work/out" || failed=$((failed + 1))
run map --table nothing "$work/rules.ini"
expect map-table 1 "the rules have no table 'nothing'"

# ---- status and recover ----
run status --state "$work/state" "$work/rules.ini"
expect status 0 '^ds_0 *up' '^ds_1 *up'
run status --json --state "$work/state" "$work/rules.ini"
expect status-json 0 '"shard":"ds_1","up":true' '"waiting":\[\]'
python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$work/out" || failed=$((failed + 1))
sed 's/^dsn = s1/dsn = nowhere/' "$work/rules.ini" >"$work/bad.ini"
run status --state "$work/state" "$work/bad.ini"
expect status-down 1 '^ds_1 *down'
run recover --state "$work/state" "$work/rules.ini"
expect recover 0 'nothing waits'
run recover --list --state "$work/empty" "$work/bad.ini"
expect recover-down 1 '^shard ds_1: ' '!nothing waits'
for command in status recover map check; do
    run "$command" --dsn logical "$work/rules.ini"
    expect "$command-both" 2 "^shardodbc $command: give a rules file or --dsn, not both"
    run "$command"
    expect "$command-neither" 2 "^shardodbc $command: a rules file or --dsn NAME is missing"
done
run diff --table nix "$work/rules.ini" "$work/rules.ini"
expect diff-table 2 "^shardodbc diff: there is no table 'nix' in "
run diff --keys 1-1000 "$work/rules.ini" "$work/rules.ini"
expect diff-keys-dots 2 "^shardodbc diff: --keys wants FIRST..LAST"
run diff "$work/rules.ini"
expect diff-one 2 '^shardodbc diff: two rules files are wanted'
run route --dialect oracle --rules "$work/rules.ini" 'SELECT 1'
expect dialect 2 "^shardodbc route: --dialect 'oracle' isn't known: postgresql, mysql or sqlite"
sed 's/^dsn = s1/connection = DSN=s1;Timeout=1000/' "$work/rules.ini" >"$work/named.ini"
run check "$work/named.ini"
expect connection-dsn 0 '!names no Driver' '!^error'
sed 's/^dsn = s1/connection = DSN=nowhere/' "$work/rules.ini" >"$work/named.ini"
run check "$work/named.ini"
expect connection-no-dsn 0 "^warning: shard ds_1: 'the connection string' names no Driver, nor a DSN"
sed 's/^dsn = s1/& # the second/' "$work/rules.ini" >"$work/comment.ini"
run check "$work/comment.ini"
expect comment 0 'warning: .*comment.ini:8: dsn: what follows # is part of the value'
sed 's/^sharding-count/sharding-cnt/' "$work/rules.ini" >"$work/property.ini"
run check "$work/property.ini"
expect property 1 'sharding-cnt: is no property of this type; there are sharding-count'
run recover --commit --rollback "$work/rules.ini"
expect recover-modes 2 '^shardodbc recover: --list, --commit and --rollback exclude each other'

# ---- words that are wrong, or mean nothing ----
for command in map status recover check; do
    run "$command" --dsn nowhere
    expect "$command-nowhere" 1 "^shardodbc $command: the data source isn't in odbc.ini"
done
run check --sample some "$work/rules.ini"
expect sample 2 "^shardodbc: --sample wants a whole number, not 'some'"
run diff --samples 0 "$work/rules.ini" "$work/rules.ini"
expect diff-samples 2 '^shardodbc diff: --samples wants at least 1'
for command in check diff map status recover; do
    run $command "$work/nowhere.ini" $([ $command != diff ] || echo "$work/rules.ini")
    expect "$command-nowhere" "$([ $command = diff ] && echo 2 || echo 1)" "rules file '$work/nowhere.ini': No such file or directory"
done
run recover --id zz "$work/rules.ini"
expect recover-id 2 '^shardodbc recover: --id wants the 16 hexadecimal digits'
run recover --state "$work/rules.ini" "$work/rules.ini"
expect recover-state 1 "^shardodbc recover: '$work/rules.ini' is no folder"
run check --json --repair "$work/rules.ini"
expect json-repair 2 '^shardodbc check: --json and --repair exclude each other'
run diff --samples=-5 "$work/rules.ini" "$work/rules.ini"
expect samples 2 "^shardodbc: --samples wants a whole number, not '-5'"
run route "--rules=$work/rules.ini" "SELECT note FROM t_order WHERE user_id = ? AND order_id = ?" -1 --json
expect route-words 1 'HY000\|07002\|parameter'
run route "--rules=$work/rules.ini" "SELECT note FROM t_order WHERE user_id = ? AND order_id = 1" -1 --json
expect route-equals 0 '"shard":"ds_1"'
run route --ruls "$work/rules.ini" 'SELECT 1'
expect route-option 2 "^shardodbc: option '--ruls' is not known"
run import "$work/rules.ini" "$work/rules.ini"
expect import-two 2 '^shardodbc import: one configuration is wanted'

# ---- tables that only one of two files has ----
sed 's/^\[table dict\]/[table moved]\nnodes = ds_1.moved\n&/' "$work/rules.ini" >"$work/more.ini"
sed 's/^nodes = ds_1.moved/nodes = ds_0.moved/' "$work/more.ini" >"$work/elsewhere.ini"
run diff "$work/rules.ini" "$work/more.ini"
expect only-new 1 "^table moved: only in $work/more.ini"
run diff --json "$work/rules.ini" "$work/more.ini"
expect only-new-json 1 '{"table":"moved","only_in_new":true}\],"moves":true}'
run diff --json "$work/more.ini" "$work/rules.ini"
expect only-old-json 1 '{"table":"moved","only_in_old":true}'
run diff --json "$work/more.ini" "$work/elsewhere.ini"
expect other-nodes-json 1 '{"table":"moved","other_nodes":true}' '"moves":true'
python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$work/out" || failed=$((failed + 1))

# ---- the tool ----
run --help
expect help 0 'shardodbc check' 'shardodbc import' 'shardodbc diff'
run --version
expect version 0 '^shardodbc [0-9]'
run nonsense
expect command 2 "no command 'nonsense'"
for command in route check import diff map status recover; do
    run "$command" --help
    expect "$command-help" 0 "^usage: shardodbc $command" 'Exit status'
done

echo "$n checks, $failed failed"
[ "$failed" -eq 0 ]
