# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=dash
# isql and iusql: every way that they print, the catalog, statements that fail.
packages=unixodbc

have() {
    command -v isql && command -v iusql
}

# The width of a column is the driver's business, the number of rows after SELECT too; psqlodbc
# says 0 or -1 of the same CREATE TABLE.
squeeze() {
    sed -e 's/[[:space:]][[:space:]]*/ /g' -e 's/\[ShardODBC\]\(\[ds_[0-9]*\]\)\{0,1\}//g' \
        -e 's/<td [^>]*>/<td>/g; s/^SQLRowCount returns -1/SQLRowCount returns 0/' | awk -v wide="$wide" '
        /^SQLRowCount returns/ && (table || wide) { next }
        { table = /^\+-/ }
        !table { print }'
}

# try NAME COMMAND...: statements come from standard input. iusql prints lines in another order.
try() {
    echo "== $1"
    shift
    wide=
    [ "$1" != iusql ] || wide=1
    "$@" -b 2>&1 | squeeze
}

rows() {
    cat <<'SQL'
SELECT k, g, v, b, a, s FROM w ORDER BY k
SELECT k, dt, ts, f, s FROM e WHERE k < 20 ORDER BY k
SELECT g, COUNT(*) AS n, SUM(v) AS total FROM w GROUP BY g ORDER BY g
SELECT id, v FROM c ORDER BY v
SQL
}

writes() {
    cat <<'SQL'
CREATE TABLE people (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(30), born DATE)
INSERT INTO people (id, name, born) VALUES (1, 'Ann', '1980-02-29'), (2, 'Bob', NULL), (3, 'Zoë', '2001-12-31'), (6, '', '1999-01-01')
UPDATE people SET name = 'Robert' WHERE id = 2
DELETE FROM people WHERE id = 6
SELECT id, name, born FROM people ORDER BY id
SQL
}

# psqlodbc lacks the column that says so, and has another number than NULL.
columns() {
    for table in w q t people orders nosuch; do
        echo "help $table"
    done | isql "$1" -b -v -3 "-d|" -c | if [ "$brand" = pg ]; then
        cut -d'|' -f1-14,17
    else
        cat
    fi
}

# SQLite's driver finds tables in the order in which they were made.
tables() {
    echo help | isql "$1" -b -3 "-d|" | grep '|TABLE' |
        if [ "$brand" = my ]; then grep '^whole|'; else cat; fi | sort
}

# Each shard that failed has its record.
errors() {
    printf '%s\n' 'SELECT nosuch FROM w' 'SELEC 1' 'SELECT 1 FROM nosuch' \
        'INSERT INTO q VALUES (3, NULL, 1)' | isql "$1" -b -v 2>&1 |
        sed -n 's/^\[\([0-9A-Z]\{5\}\)\].*/\1/p' | uniq
}

client() {
    brand=$2
    rows | try select isql "$1"
    rows | try select-v isql "$1" -v
    rows | try delimited isql "$1" "-d|" -c
    rows | try hexadecimal isql "$1" -x0x2c
    rows | try html isql "$1" -w
    rows | try narrow isql "$1" -m12 -c
    rows | try direct isql "$1" -e
    rows | try wide iusql "$1"
    rows | try wide-v iusql "$1" -v
    rows | try wide-delimited iusql "$1" "-d;" -c
    writes | try write isql "$1" -v
    for name in columns tables errors; do
        echo "== $name"
        $name "$1"
    done
    printf '%s\n' 'SELECT COUNT(*) FROM w' '' 'SELECT 1' | try empty-line isql "$1"
}
