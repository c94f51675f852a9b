# SQLite's affinities and storage classes (the table od): ordered, grouped, aggregated, cast, compared.
[sl] SELECT k, CAST(no AS TEXT) AS no FROM od
[sl] SELECT k, CAST(nu AS TEXT) AS nu, re FROM od
[sl] SELECT k, tx, bl, dt, ts, i8, i2, bo, ch, f8 FROM od
[sl] SELECT k, typeof(no), typeof(nu), typeof(re), typeof(it), typeof(bl) FROM od
[sl ordered] SELECT k FROM od ORDER BY no, k
[sl ordered] SELECT k FROM od ORDER BY nu, k
[sl ordered] SELECT k, re FROM od ORDER BY re, k
[sl ordered] SELECT k FROM od ORDER BY it, k
[sl ordered] SELECT k, tx FROM od ORDER BY tx, k
[sl ordered] SELECT k, bl FROM od ORDER BY bl, k
[sl ordered] SELECT k, dt FROM od ORDER BY dt DESC, k
[sl ordered] SELECT k, ts FROM od ORDER BY ts, k
[sl ordered] SELECT k, i8 FROM od ORDER BY i8 DESC, k
[sl ordered] SELECT k, ch FROM od ORDER BY ch, k
[sl ordered] SELECT k, f8 FROM od ORDER BY f8, k
[sl ordered] SELECT k FROM od ORDER BY no DESC NULLS LAST, k
[sl ordered] SELECT k FROM od ORDER BY nu NULLS LAST, k
[sl ordered] SELECT k FROM od ORDER BY tx COLLATE NOCASE, k
[sl ordered] SELECT k FROM od ORDER BY ch COLLATE RTRIM DESC, k
[sl ordered] SELECT k FROM od ORDER BY no COLLATE NOCASE, k
[sl ordered] SELECT k FROM od ORDER BY -i2, k
[sl ordered] SELECT k FROM od ORDER BY no + 0, k
[sl ordered] SELECT k FROM od ORDER BY no || '', k
[sl ordered] SELECT k FROM od ORDER BY typeof(no), no, k
[sl ordered] SELECT k FROM od ORDER BY length(bl), k
[sl ordered] SELECT k FROM od ORDER BY CAST(tx AS INTEGER), k
[sl ordered] SELECT k FROM od ORDER BY CAST(no AS TEXT), k
[sl ordered] SELECT k FROM od ORDER BY hex(bl), k
[sl ordered] SELECT k FROM od ORDER BY abs(i2), k LIMIT 5 OFFSET 3
[sl] SELECT DISTINCT quote(tx) AS q FROM od
[sl] SELECT DISTINCT CAST(nu AS TEXT) AS nu FROM od
[sl] SELECT DISTINCT re FROM od
[sl] SELECT DISTINCT CAST(it AS TEXT) AS it FROM od
[sl] SELECT DISTINCT tx FROM od
[sl] SELECT DISTINCT hex(bl) AS h FROM od
[sl] SELECT DISTINCT ch FROM od
[sl] SELECT DISTINCT ch COLLATE RTRIM AS c FROM od
[sl] SELECT DISTINCT typeof(no), typeof(nu) FROM od
[sl] SELECT DISTINCT dt FROM od
[sl] SELECT COUNT(DISTINCT no), COUNT(DISTINCT nu), COUNT(DISTINCT re), COUNT(DISTINCT it), COUNT(DISTINCT tx), COUNT(DISTINCT bl) FROM od
[sl] SELECT COUNT(DISTINCT tx COLLATE NOCASE), COUNT(DISTINCT ch COLLATE RTRIM) FROM od
[sl] SELECT MIN(k), COUNT(*) FROM od GROUP BY no
[sl] SELECT typeof(no) AS t, COUNT(*) FROM od GROUP BY t
[sl] SELECT MIN(k), COUNT(*) FROM od GROUP BY nu
[sl] SELECT re, COUNT(*) FROM od GROUP BY re
[sl] SELECT MIN(k), COUNT(*) FROM od GROUP BY it
[sl] SELECT tx, COUNT(*) FROM od GROUP BY tx
[sl] SELECT MIN(k), COUNT(*) FROM od GROUP BY bl
[sl] SELECT dt, COUNT(*) FROM od GROUP BY dt ORDER BY dt
[sl] SELECT COUNT(*) FROM od GROUP BY tx COLLATE NOCASE
[sl] SELECT COUNT(*) FROM od GROUP BY ch COLLATE RTRIM
[sl] SELECT MIN(no), MAX(no) FROM od
[sl] SELECT MIN(nu), MAX(nu) FROM od
[sl] SELECT MIN(re), MAX(re) FROM od
[sl] SELECT MIN(it), MAX(it) FROM od
[sl] SELECT MIN(tx), MAX(tx) FROM od
[sl] SELECT MIN(bl), MAX(bl) FROM od
[sl] SELECT MIN(dt), MAX(dt), MIN(ts), MAX(ts) FROM od
[sl] SELECT MIN(ch), MAX(ch) FROM od
[sl] SELECT typeof(MAX(no)), typeof(SUM(no)), typeof(SUM(it)) FROM od
[sl] SELECT SUM(no) FROM od
[sl] SELECT SUM(nu) FROM od
[sl] SELECT SUM(it), AVG(it), TOTAL(it) FROM od
[sl] SELECT SUM(re) FROM od WHERE re BETWEEN -10 AND 10
[sl] SELECT SUM(re), AVG(re) FROM od
[sl] SELECT SUM(re), AVG(re), TOTAL(re) FROM od WHERE re > 1e300
[sl] SELECT SUM(tx), AVG(tx) FROM od
[sl] SELECT SUM(bl), AVG(bl) FROM od
[sl error] SELECT SUM(i8) FROM od WHERE i8 > 1
[sl error] SELECT SUM(i8) FROM od WHERE i8 < 9223372036854775807
[sl] SELECT SUM(i8) FROM od WHERE k IN (SELECT MIN(k) FROM od WHERE i8 > 1)
[sl] SELECT AVG(i8), TOTAL(i8) FROM od
[sl] SELECT MAX(i8) + 1 AS a, MIN(i8) - 1 AS b, MAX(i8) * 2 AS c FROM od
[sl] SELECT -MIN(i8) AS a FROM od
[sl error] SELECT ABS(MIN(i8)) AS a FROM od
[sl] SELECT MIN(i8) / -1 AS a, MIN(i8) % -1 AS b FROM od
[sl] SELECT SUM(i2) / 0 AS a, SUM(i2) % 0 AS b, SUM(i2) / 7 AS c, SUM(i2) % 7 AS d, -7 / 2 AS e FROM od
[sl] SELECT SUM(i2) / 7.0 AS a, SUM(i2) * 1.0 AS b, SUM(i2) || '' AS c, SUM(i2) & 7 AS d, SUM(i2) << 2 AS e, ~COUNT(*) AS f FROM od
[sl] SELECT CAST(SUM(i2) AS TEXT) AS a, CAST(AVG(i2) AS INTEGER) AS b, CAST(SUM(i2) AS REAL) AS c FROM od
[sl] SELECT ROUND(AVG(i2), 2) AS a, ROUND(AVG(i2)) AS b, ROUND(SUM(i2) / 2.0) AS c FROM od
[sl] SELECT COALESCE(SUM(i2), 0) AS a, IFNULL(MAX(no), 'x') AS b, NULLIF(COUNT(*), 36) AS c, IIF(COUNT(*) > 3, 'y', 'n') AS d FROM od
[sl] SELECT MAX(i2, 5) AS a, k FROM od
[sl] SELECT MAX(MAX(i2), COUNT(*)) AS a, MIN(MIN(i2), 0) AS b FROM od
[sl] SELECT COUNT(*) || '/' || SUM(i2) || '/' || MAX(tx) AS a FROM od
[sl] SELECT CASE WHEN SUM(i2) > 0 THEN MAX(tx) ELSE 0 END AS a FROM od
[sl] SELECT bo, typeof(MAX(no)) AS t, COUNT(no) FROM od GROUP BY bo ORDER BY bo
[sl] SELECT bo, group_concat(tx) FROM od WHERE k IN (3) GROUP BY bo
[sl] SELECT group_concat(tx, ',') FROM od
[sl] SELECT json_group_array(k) FROM od
[sl] SELECT json_group_array(k) FROM od WHERE k = 3
[sl] SELECT bo, MAX(k), tx FROM od GROUP BY bo
[sl] SELECT MIN(k), tx, no FROM od
[sl] SELECT k FROM od WHERE no = 1
[sl] SELECT k FROM od WHERE no = '1'
[sl] SELECT k FROM od WHERE nu = '1'
[sl] SELECT k FROM od WHERE tx = 1
[sl] SELECT k FROM od WHERE no > 'a'
[sl] SELECT k FROM od WHERE no < x'31'
[sl] SELECT k FROM od WHERE it = 2.5
[sl] SELECT k FROM od WHERE no IN (1, 'a')
[sl] SELECT k FROM od WHERE no IN (SELECT it FROM od)
[sl] SELECT k FROM od WHERE nu IN (SELECT tx FROM od)
[sl] SELECT k FROM od WHERE tx IN (SELECT nu FROM od)
[sl] SELECT k FROM od WHERE no = (SELECT MAX(no) FROM od)
[sl] SELECT k FROM od WHERE nu = (SELECT MAX(nu) FROM od)
[sl] SELECT k FROM od WHERE re = (SELECT MAX(re) FROM od)
[sl] SELECT k FROM od WHERE i8 = (SELECT MAX(i8) FROM od)
[sl] SELECT k FROM od WHERE tx = (SELECT MAX(tx) FROM od)
[sl] SELECT k, (SELECT MAX(no) FROM od) AS m FROM od WHERE k < 4
[sl] SELECT k, (SELECT MAX(re) FROM od WHERE re < 1e10) AS m FROM od WHERE k < 4
[sl] SELECT k, (SELECT MAX(bl) FROM od) AS m FROM od WHERE k < 4
[sl] SELECT k, (SELECT COUNT(*) FROM od) AS m FROM od WHERE k < 4
[sl] SELECT no FROM od UNION SELECT nu FROM od
[sl] SELECT hex(no) AS h FROM od UNION ALL SELECT hex(nu) FROM od
[sl] SELECT nu FROM od EXCEPT SELECT no FROM od
[sl] SELECT tx FROM od INTERSECT SELECT no FROM od
[sl ordered] SELECT no FROM od UNION SELECT it FROM od ORDER BY 1
[sl] SELECT a.k, b.k FROM od a JOIN od b ON a.no = b.tx
[sl] SELECT a.k, b.k FROM od a JOIN od b ON a.nu = b.it
[sl] SELECT a.k, b.k FROM od a LEFT JOIN od b ON a.no = b.no AND a.k < b.k
[sl] SELECT a.k FROM od a NATURAL JOIN od b
[sl] SELECT k, RANK() OVER (ORDER BY no, k) AS r FROM od
[sl] SELECT k, SUM(i2) OVER (ORDER BY k) AS s, LAG(no) OVER (ORDER BY k) AS l FROM od
[sl] SELECT k, COUNT(*) OVER (PARTITION BY no) AS n FROM od
[sl] SELECT k, group_concat(k) OVER (ORDER BY k ROWS 2 PRECEDING) AS n FROM od
[sl] SELECT date(ts) AS d, COUNT(*) FROM od GROUP BY d
[sl] SELECT strftime('%Y', dt) AS d, COUNT(*) FROM od GROUP BY 1 ORDER BY 1
[sl] SELECT julianday(MAX(dt)) - julianday(MIN(dt)) AS d FROM od
[sl] SELECT date(MAX(dt), '+1 day') AS d FROM od
[sl] SELECT COUNT(*) FILTER (WHERE bo), SUM(i2) FILTER (WHERE bo), MAX(no) FILTER (WHERE k > 5) FROM od
[sl] SELECT COUNT(DISTINCT no) FILTER (WHERE bo) FROM od
[sl] SELECT k FROM od LIMIT -1
[sl ordered] SELECT k FROM od ORDER BY k LIMIT -1 OFFSET 30
[sl ordered] SELECT k FROM od ORDER BY k LIMIT 5 OFFSET -1
[sl ordered] SELECT k FROM od ORDER BY k LIMIT '5'
[sl error] SELECT k FROM od ORDER BY k LIMIT 'x'
[sl ordered] SELECT k FROM od ORDER BY k LIMIT 3.0
[sl error] SELECT k FROM od ORDER BY k LIMIT 2.5
[sl error] SELECT k FROM od ORDER BY k LIMIT NULL
[sl ordered] SELECT k FROM od ORDER BY k LIMIT ? OFFSET ? ;; (5, 2)
[sl ordered] SELECT k FROM od ORDER BY k LIMIT ? ;; ('5',)
[sl ordered] SELECT k FROM od ORDER BY k LIMIT ? ;; (-1,)
[sl ordered] SELECT k FROM od ORDER BY k LIMIT ? ;; (9223372036854775807,)

# Both infinities have no sum: NULL, which isn't the NULL of no rows; on one shard, on two, on all.
{ sl
INSERT INTO e (k, f, s) VALUES (101, 9e999, 'a'), (105, -9e999, 'a'), (102, 1.5, 'a'), (103, NULL, 'a'), (201, 9e999, 'b'), (204, -9e999, 'b'), (202, 1, 'c'), (203, NULL, 'd')
[! ordered] SELECT s, SUM(f) FROM e WHERE k > 100 GROUP BY s ORDER BY s
[! ordered] SELECT s, AVG(f), TOTAL(f) FROM e WHERE k > 100 GROUP BY s ORDER BY s
[!] SELECT SUM(f), AVG(f), TOTAL(f), COUNT(f) FROM e WHERE k > 100
[!] SELECT SUM(f) FROM e
[!] SELECT AVG(f) FROM e
[!] SELECT TOTAL(f) FROM e
[!] SELECT SUM(f), TOTAL(f) FROM e WHERE k IN (102, 103, 105)
[!] SELECT SUM(f) FILTER (WHERE k < 104), SUM(f) FILTER (WHERE k > 300), AVG(f) FILTER (WHERE k < 104) FROM e
[! ordered] SELECT s FROM e WHERE k > 100 GROUP BY s HAVING SUM(f) IS NULL ORDER BY s
[! ordered] SELECT s, COALESCE(SUM(f), 'none'), SUM(f) + 1 FROM e WHERE k > 100 GROUP BY s ORDER BY s
[!] SELECT SUM(f * 2), AVG(f + 1), TOTAL(-f) FROM e
[!] SELECT SUM(CASE WHEN k > 100 THEN 1 ELSE 0 END), SUM(f > 1), SUM(1), SUM(NULL), SUM(CASE k WHEN 101 THEN 9e999 WHEN 105 THEN -9e999 END) FROM e
[!] SELECT SUM(9223372036854775807 + (f > 0) * 0), COUNT(*) FROM e WHERE k = 101
}
# The driver ends a text at a NUL: what is behind it decides the order and what is equal.
{ sl
INSERT INTO e (k, f, s) VALUES (301, 1, 'x' || char(0) || 'b'), (302, 1, 'x' || char(0) || 'a'), (303, 1, 'x'), (304, 1, char(0)), (305, 2, 'ä' || char(0)), (306, 3, 'ä'), (307, 3, 'äöü')
[refuse] SELECT s FROM e WHERE k > 300 ORDER BY s
[refuse] SELECT k FROM e WHERE k > 300 ORDER BY s || 'q' DESC
[refuse] SELECT DISTINCT s FROM e
[refuse] SELECT s, COUNT(*) FROM e GROUP BY s
[refuse] SELECT COUNT(DISTINCT s) FROM e
[refuse] SELECT MIN(s) FROM e WHERE k > 300
[refuse] SELECT MAX(s) FROM e WHERE k IN (305, 306)
[refuse] SELECT MIN(s) FROM e WHERE k IN (305, 310)
[refuse] SELECT f FROM e WHERE k > 300 GROUP BY f HAVING MIN(s) > 'a'
[! ordered] SELECT k, s, length(s), hex(s) FROM e WHERE k > 300 ORDER BY k
[! ordered] SELECT s FROM e WHERE k IN (303, 306, 307) ORDER BY s DESC
[!] SELECT s FROM e WHERE k > 300 UNION SELECT s FROM e WHERE k > 302
[!] SELECT MIN(s), COUNT(*) FROM e WHERE k = 302
}
