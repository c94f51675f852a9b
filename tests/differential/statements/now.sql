# The time is one for all shards, and its columns are described as ever.
[count ! pg] SELECT DISTINCT now() FROM t
[count ! pg] SELECT DISTINCT current_timestamp, localtimestamp, current_date, statement_timestamp() FROM w
[count ! my] SELECT DISTINCT NOW(6), CURTIME(6), UTC_TIMESTAMP(6), UNIX_TIMESTAMP() FROM t
[count ! my] SELECT DISTINCT CURRENT_TIMESTAMP(6) - INTERVAL 1 DAY, LOCALTIME(6) FROM w
[count ! sl] SELECT DISTINCT strftime('%f', 'now'), julianday('now') FROM t
[count ! sl] SELECT DISTINCT CURRENT_TIMESTAMP, datetime('NOW', '+1 day'), strftime('%s'), julianday() FROM w
[count ! pg] SELECT DISTINCT {fn NOW()} FROM t
[count ! my] SELECT DISTINCT {fn NOW()} FROM t
[! pg] SELECT now(), current_date, current_timestamp(3), localtime(1), now()::date, now() - interval '1 day', CASE WHEN k > 1 THEN now() END FROM t WHERE k < 0
[! pg] SELECT * FROM (SELECT now(), k FROM t WHERE k < 0) q
[! my] SELECT NOW(), CURDATE(), CURRENT_TIMESTAMP(3), LOCALTIME(1), UNIX_TIMESTAMP(), NOW() - INTERVAL 1 DAY, CURRENT_DATE FROM t WHERE k < 0
[! sl] SELECT datetime('now'), CURRENT_DATE, strftime('%Y', 'now') FROM t WHERE k < 0
# Texts that aren't the time
[! sl] SELECT k, datetime('2020-01-01 10:00:00'), strftime('%Y', '2019-05-05') FROM t
[! my] SELECT k, UNIX_TIMESTAMP('2020-01-01 10:00:00') FROM t
[!] SELECT COUNT(*) FROM e WHERE ts < CURRENT_TIMESTAMP
[! pg] SELECT date_trunc('year', ts) < now(), COUNT(*) FROM e GROUP BY 1
[! ordered my] SELECT k FROM t WHERE NOW() > '2000-01-01' ORDER BY NOW(), k
# Writes
{ pg
.begin
[!] UPDATE e SET ts = now()
[!] SELECT COUNT(DISTINCT ts) FROM e
[!] UPDATE e SET ts = clock_timestamp() WHERE k = 1
[!] INSERT INTO e (k, ts) VALUES (101, now()), (102, now()), (103, CURRENT_TIMESTAMP)
[!] SELECT COUNT(DISTINCT ts) FROM e WHERE k > 100
[!] SELECT COUNT(*) FROM e WHERE ts = now()
.rollback
}
{ my
.begin
[!] UPDATE e SET ts = NOW(6)
[!] SELECT COUNT(DISTINCT ts) FROM e
[!] INSERT INTO e (k, ts) VALUES (101, NOW(6)), (102, NOW(6)), (103, CURRENT_TIMESTAMP(6))
[!] SELECT COUNT(DISTINCT ts) FROM e WHERE k > 100
.rollback
}
{ sl
.begin
[!] UPDATE e SET s = strftime('%f', 'now')
[!] SELECT COUNT(DISTINCT s) FROM e
[!] INSERT INTO e (k, s) VALUES (101, strftime('%f', 'now')), (102, strftime('%f', 'now'))
[!] SELECT COUNT(DISTINCT s) FROM e WHERE k > 100
.rollback
}
{ pg
.begin
[!] UPDATE r SET d = to_char(now(), 'YYYY-MM-DD')
.rollback
}
{ my
.begin
[!] UPDATE r SET d = SUBSTR(CURRENT_TIMESTAMP, 1, 10)
.rollback
}
