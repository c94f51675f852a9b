# Types beside numbers, text and dates: order, groups, aggregates, distinct values.
[! ordered] SELECT * FROM ty ORDER BY k
[! ordered] SELECT * FROM ty WHERE k = 3
[! ordered] SELECT b, k FROM ty ORDER BY b, k
[! ordered] SELECT b, k FROM ty ORDER BY b DESC, k DESC
[! ordered] SELECT k FROM ty ORDER BY b, sm, k
[! ordered] SELECT sm, k FROM ty ORDER BY sm DESC, k
[! ordered] SELECT fl, k FROM ty ORDER BY fl, k
[! ordered] SELECT un, k FROM ty ORDER BY un, k
[! ordered] SELECT un, k FROM ty ORDER BY un DESC, k LIMIT 5
[! ordered] SELECT tm, k FROM ty ORDER BY tm, k
[! ordered] SELECT tz, k FROM ty ORDER BY tz, k
[ordered] SELECT ch, k FROM ty ORDER BY ch, k
[ordered] SELECT raw, k FROM ty ORDER BY raw, k
[! ordered] SELECT b, COUNT(*) AS c FROM ty GROUP BY b ORDER BY b
[! ordered] SELECT sm, COUNT(*) AS c FROM ty GROUP BY sm ORDER BY sm
[! ordered] SELECT fl, COUNT(*) AS c FROM ty GROUP BY fl ORDER BY fl
[! ordered] SELECT un, COUNT(*) AS c FROM ty GROUP BY un ORDER BY un
[! ordered] SELECT tm, COUNT(*) AS c FROM ty GROUP BY tm ORDER BY tm
[! ordered] SELECT tz, COUNT(*) AS c FROM ty GROUP BY tz ORDER BY tz
[ordered] SELECT ch, COUNT(*) AS c FROM ty GROUP BY ch ORDER BY ch
[ordered] SELECT raw, COUNT(*) AS c FROM ty GROUP BY raw ORDER BY raw
SELECT DISTINCT b FROM ty
SELECT DISTINCT b, sm FROM ty
SELECT DISTINCT fl FROM ty
SELECT DISTINCT un FROM ty
SELECT DISTINCT tm FROM ty
SELECT DISTINCT tz FROM ty
SELECT DISTINCT ch FROM ty
SELECT DISTINCT raw FROM ty
[pg my] SELECT MIN(sm), MAX(sm), SUM(sm), AVG(sm) FROM ty
[pg my] SELECT SUM(fl), MIN(fl), MAX(fl) FROM ty
[approx my sl] SELECT AVG(fl) FROM ty
[pg my] SELECT SUM(un), MIN(un), MAX(un), COUNT(un), COUNT(DISTINCT un) FROM ty
[pg my] SELECT AVG(un) FROM ty
SELECT MIN(tm), MAX(tm), MIN(tz), MAX(tz) FROM ty
SELECT COUNT(DISTINCT tm), COUNT(DISTINCT tz), COUNT(DISTINCT b), COUNT(DISTINCT raw), COUNT(DISTINCT ch) FROM ty
[my sl] SELECT MIN(b), MAX(b) FROM ty
[my] SELECT SUM(b), AVG(b) FROM ty
[pg] SELECT bool_and(b), bool_or(b), every(b) FROM ty
[pg my] SELECT bit_and(sm), bit_or(sm) FROM ty
[my] SELECT bit_xor(sm), bit_and(un), bit_or(un) FROM ty
SELECT MIN(ch), MAX(ch) FROM ty
[my sl] SELECT MIN(raw), MAX(raw) FROM ty
SELECT b, SUM(sm), MAX(un) FROM ty GROUP BY b
SELECT k FROM ty WHERE b
SELECT k FROM ty WHERE NOT b
SELECT k FROM ty WHERE b IS NOT TRUE
SELECT k FROM ty WHERE b = TRUE AND k < 20
SELECT COUNT(*) FROM ty WHERE ch = 'ab'
SELECT COUNT(*) FROM ty WHERE ch = 'ab  '
[ordered pg sl] SELECT sm + 1 AS x, un * 2 AS y, fl / 2 AS z, k FROM ty WHERE k < 5 ORDER BY k
[ordered] SELECT sm * 100 AS x, k FROM ty ORDER BY x DESC, k
[ordered] SELECT fl * 2 AS x, k FROM ty ORDER BY x DESC, k
[pg] SELECT tm + INTERVAL '1 hour' AS x, k FROM ty WHERE k < 9
[pg ordered] SELECT tz - TIMESTAMPTZ '2024-01-01' AS x, k FROM ty ORDER BY x, k
[pg ordered] SELECT tz::date AS x, COUNT(*) FROM ty GROUP BY 1 ORDER BY 1
[pg ordered] SELECT EXTRACT(hour FROM tm) AS x, COUNT(*) FROM ty GROUP BY 1 ORDER BY 1
[my ordered] SELECT DATE(tz) AS x, COUNT(*) FROM ty GROUP BY 1 ORDER BY 1
[my ordered] SELECT HOUR(tm) AS x, COUNT(*) FROM ty GROUP BY x ORDER BY x
[my ordered] SELECT HEX(raw) AS x, COUNT(*) FROM ty GROUP BY x ORDER BY x
[pg] SELECT uuid_in('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11') AS u, k FROM ty WHERE k < 3
[pg] SELECT to_jsonb(k) AS j FROM ty
[pg] SELECT DISTINCT to_jsonb(sm) AS j FROM ty
[pg ordered] SELECT to_jsonb(sm) AS j, k FROM ty ORDER BY 1, 2
[pg] SELECT ARRAY[sm, k] AS j FROM ty WHERE k < 5
[pg] SELECT DISTINCT ARRAY[sm] AS j FROM ty
[pg] SELECT MIN(INTERVAL '1 day' * sm) FROM ty
[pg] SELECT DISTINCT INTERVAL '1 day' * sm FROM ty
[pg] SELECT SUM(INTERVAL '1 day' * sm) FROM ty
[pg] SELECT array_agg(k ORDER BY k) FROM ty
[pg] SELECT MAX(ch), MIN(ch || 'x') FROM ty
[pg] SELECT DISTINCT ch::text FROM ty
# An hour that the clock shows twice
{ pg
.begin
[!] SET TimeZone = 'America/New_York'
[!] DELETE FROM ty
[!] INSERT INTO ty (k, sm, tz) VALUES (1, 1, '2023-11-05 01:45:00-04'), (2, 2, '2023-11-05 01:15:00-05'), (3, 3, '2023-11-05 01:15:00-04'), (4, 4, '2023-11-05 01:45:00-05'), (5, 5, '2023-11-05 01:45:00-04'), (6, 6, '2023-11-05 00:50:00-04'), (7, 7, '2023-11-05 02:10:00-05'), (8, 8, '2023-11-05 01:15:00-05')
[! ordered] SELECT tz, k FROM ty ORDER BY tz, k
[! ordered] SELECT k FROM ty ORDER BY tz DESC, k LIMIT 4
[! ordered] SELECT tz, COUNT(*) FROM ty GROUP BY tz ORDER BY tz
[!] SELECT DISTINCT tz FROM ty
[!] SELECT MIN(tz), MAX(tz), COUNT(DISTINCT tz) FROM ty WHERE k < 5
[!] SELECT COUNT(*) FROM ty GROUP BY tz + interval '1 hour'
[! ordered] SELECT date_trunc('hour', tz), COUNT(*) FROM ty GROUP BY 1 ORDER BY 1
[!] SELECT sm % 2, MAX(CASE WHEN k > 2 THEN tz END) FROM ty GROUP BY sm % 2
.rollback
}
# Types that drivers describe as something else, and texts too long to be weighed.
{ pg
CREATE TABLE dd (k INT PRIMARY KEY, b BIT(5), tm TIME(3))
INSERT INTO dd VALUES (1, B'10101', '10:11:12.345'), (2, B'00000', '00:00'), (3, NULL, NULL), (5, B'10101', '10:11:12.345'), (8, B'00001', '23:59:59.999')
[! ordered] SELECT * FROM dd ORDER BY k
[! ordered] SELECT tm, k FROM dd ORDER BY tm, k
[!] SELECT tm, COUNT(*) AS c FROM dd GROUP BY tm
[!] SELECT b FROM dd WHERE k IN (1, 2, 3, 8)
[refuse] SELECT b, COUNT(*) AS c FROM dd GROUP BY b
[refuse] SELECT DISTINCT b FROM dd
DROP TABLE dd
.drop dd
}
{ my
CREATE TABLE dd (k INT PRIMARY KEY, js JSON, l LONGTEXT COLLATE utf8mb4_general_ci)
INSERT INTO dd VALUES (1, '{"a": 1}', 'x'), (2, '[]', 'X'), (3, NULL, NULL), (5, '{"a": 1}', 'y')
[! ordered] SELECT * FROM dd ORDER BY k
[refuse] SELECT js, COUNT(*) AS c FROM dd GROUP BY js
[!] SELECT DISTINCT l FROM dd WHERE k <> 2
[refuse] SELECT MIN(js), MAX(l) FROM dd
[refuse] SELECT COUNT(DISTINCT js) FROM dd
[! ordered] SELECT k FROM dd ORDER BY l, k
DROP TABLE dd
.drop dd
}
{ sl
CREATE TABLE dd (k INT PRIMARY KEY, a ANY, n NUMERIC)
INSERT INTO dd VALUES (1, 5, 'x'), (2, '7', 2), (3, x'61', '3'), (4, 6.5, x'00'), (5, '5', 'X'), (6, x'62', 1e3), (7, NULL, NULL), (8, 'any', 5), (9, 61, 'y'), (10, '61', 61), (11, x'0061', 0.5)
[! ordered] SELECT k FROM dd ORDER BY a, k
[! ordered] SELECT k FROM dd ORDER BY n DESC, k
[! ordered] SELECT k FROM dd ORDER BY COALESCE(n, a), k LIMIT 7
[! ordered] SELECT typeof(a) AS t, COUNT(*) AS c FROM dd GROUP BY typeof(a) ORDER BY t
[!] SELECT COUNT(DISTINCT a), COUNT(DISTINCT n), COUNT(DISTINCT typeof(n)) FROM dd
[!] SELECT COUNT(*) AS c FROM (SELECT k FROM dd WHERE a = '61' OR a = 61) q
DROP TABLE dd
.drop dd
}
