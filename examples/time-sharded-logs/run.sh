#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# A log with a table for each month on a shard for each year: a search over a few days reads one or two
# of the 24 tables, and the newest lines come first without reading the old ones.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common.sh"

for year in 2023 2024; do
    sqlite_dsn "logs_$year" "$work/logs_$year.db"
done
logical_dsn logs "$here/rules.ini"

say "One CREATE TABLE makes 24"
ask logs "CREATE TABLE access_log (at TIMESTAMP NOT NULL, client VARCHAR(20), status INTEGER, bytes BIGINT)"
[ "$(sqlite3 "$work/logs_2024.db" .tables | wc -w)" = 12 ] || { echo "FAILED: not 12 tables"; exit 1; }

say "Two years of lines, each to its month"
/bin/sh -c 'for month in 01 02 03 04 05 06 07 08 09 10 11 12; do for year in 2023 2024; do
    for day in 01 15 28; do printf "INSERT INTO access_log VALUES ({ts '"'%s-%s-%s 12:00:00'"'}, '"'client %s'"', %s, %s)\n" \
        $year $month $day $day $((200 + (${day#0} % 2) * 204)) $((${month#0} * 100 + ${day#0})); done; done; done' |
    isql logs -b >"$work/answer" 2>&1
! grep ERROR "$work/answer" || exit 1
"$shardodbc" check --placement --quiet "$here/rules.ini" | tee "$work/answer"
wants '^ok:'

say "A few days: one month's table"
ask logs "PREVIEW SELECT * FROM access_log WHERE at >= '2024-03-10 00:00:00' AND at < '2024-03-20 00:00:00'"
wants 'logs_2024.*access_log_202403'
! grep -q access_log_202402 "$work/answer" || { echo "FAILED: more than one month"; exit 1; }

say "Across the turn of the year: two tables on two shards"
ask logs "SELECT at, client FROM access_log WHERE at BETWEEN '2023-12-20 00:00:00' AND '2024-01-10 00:00:00' ORDER BY at"
wants '2023-12-28'
wants '2024-01-01'

say "Traffic per status over all months"
ask logs "SELECT status, COUNT(*) AS requests, SUM(bytes) AS bytes FROM access_log GROUP BY status ORDER BY status"
wants '^200|24|'
wants '^404|48|'

say "Where the rows are"
"$shardodbc" map --connect "$here/rules.ini" | head -n 10

say "A line of a month that has no table is refused"
if echo "INSERT INTO access_log VALUES ({ts '2031-01-01 00:00:00'}, 'late', 200, 1)" | isql logs -b >"$work/answer" 2>&1 &&
    ! grep -q ERROR "$work/answer"; then
    echo "FAILED: it was taken"
    exit 1
fi
echo "refused"
