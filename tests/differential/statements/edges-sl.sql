# SQLite: what merging could get wrong at its edges.
[! sl ordered] SELECT ci, COUNT(*) FROM co GROUP BY ci ORDER BY ci LIMIT 4 OFFSET 3
[! sl] SELECT MIN(bin), MAX(bin), MIN(de) = MIN(de) FROM co
[! sl] SELECT COUNT(DISTINCT ci), COUNT(DISTINCT de), COUNT(DISTINCT bin), COUNT(DISTINCT LOWER(ci)), COUNT(DISTINCT ci || 'x') FROM co
[! sl] SELECT COUNT(DISTINCT ci COLLATE BINARY), COUNT(DISTINCT bin COLLATE NOCASE), COUNT(DISTINCT de COLLATE NOCASE) FROM co
[! sl ordered] SELECT k FROM co ORDER BY ci COLLATE RTRIM, k LIMIT 12
[! sl ordered] SELECT k FROM co ORDER BY de COLLATE BINARY DESC, bin COLLATE NOCASE DESC, k
[! sl ordered] SELECT k FROM co ORDER BY ci || '-' || v, k
[! sl ordered] SELECT k FROM co ORDER BY LOWER(bin), UPPER(ci), k
[! sl ordered] SELECT k FROM co ORDER BY TRIM(ci), LENGTH(de), k
[! sl ordered] SELECT k FROM co ORDER BY ci = 'A', ci LIKE 'a%', k
[! sl ordered] SELECT k FROM co ORDER BY HEX(ci), k
[! sl ordered] SELECT k FROM co ORDER BY CAST(bin AS INTEGER), typeof(ci), k
[! sl ordered] SELECT k FROM co ORDER BY CASE WHEN k % 2 THEN ci ELSE bin END, k
[! sl ordered] SELECT k FROM co ORDER BY COALESCE(ci, bin), k
[! sl ordered] SELECT k FROM co ORDER BY (ci), k
[! sl ordered] SELECT k FROM co ORDER BY ci COLLATE NOCASE DESC NULLS LAST, k DESC
[! sl ordered] SELECT ci AS x FROM co ORDER BY x, k
[sl ordered] SELECT LOWER(ci) AS l FROM co GROUP BY ci COLLATE BINARY ORDER BY ci COLLATE BINARY
[! sl ordered] SELECT DISTINCT bin COLLATE NOCASE AS x FROM co WHERE bin NOT IN ('A', 'B', 'aB', 'Ä') ORDER BY x
[! sl ordered] SELECT DISTINCT ci FROM co WHERE ci IN ('z', '0', 'ab') AND ci <> 'aB' ORDER BY ci
[sl ordered] SELECT group_concat(k, '-') FROM (SELECT k FROM w ORDER BY k)
[sl] SELECT group_concat(k) FROM w WHERE k < 0
[sl] SELECT g, group_concat(DISTINCT v) FROM w WHERE k < 3 GROUP BY g
[! sl] SELECT total(v), total(a), total(NULL), SUM(NULL), MAX(NULL), COUNT(NULL) FROM w
[! sl] SELECT SUM(v), AVG(v), total(v), COUNT(v), MIN(v), MAX(v) FROM w WHERE k > 999
[! sl] SELECT SUM(v) / COUNT(v), SUM(v) * 1.0 / COUNT(v), SUM(v) % 7, -SUM(v), SUM(v) | 1, SUM(v) << 2, ~COUNT(*), COUNT(*) & 7 FROM w
[! sl] SELECT SUM(v) > 5, SUM(v) IS NULL, SUM(v) BETWEEN 1 AND 10, AVG(v) IN (1, 2), NOT (COUNT(*) > 3), SUM(v) IS MAX(v), SUM(v) AND 1, SUM(v) OR 0 FROM w
[! sl] SELECT CASE WHEN SUM(v) > 5 THEN 'a' WHEN COUNT(*) > 100 THEN 'bbb' END AS x, CASE COUNT(*) WHEN 64 THEN 1 ELSE 2.5 END AS y FROM w
[! sl] SELECT ROUND(AVG(v), 2), ROUND(AVG(v)), ABS(MIN(a)), COALESCE(SUM(v), 0.5), IFNULL(SUM(v), 0), NULLIF(COUNT(*), 64), IIF(COUNT(*) > 3, SUM(v), AVG(v)) FROM w
[! sl] SELECT CAST(AVG(v) AS INTEGER), CAST(SUM(v) AS TEXT), CAST(SUM(v) AS REAL), typeof(SUM(v)), typeof(AVG(v)), typeof(SUM(a)) FROM w
[! sl] SELECT SUM(v) || '', COUNT(*) || 'x', MAX(g) || MIN(g), printf('%d', SUM(v)) FROM w
[! sl] SELECT SUM(v) / 0, SUM(v) % 0, AVG(v) / NULL FROM w
[! sl] SELECT SUM(g), AVG(s), SUM(g = 'a'), AVG(g = 'a'), SUM(v > 3), MAX(v > 3) FROM w
[! sl] SELECT SUM(a), AVG(a), SUM(b), SUM(a + b), MAX(a), MIN(b) FROM d
[! sl] SELECT SUM(un), AVG(un), MAX(un), MIN(un), COUNT(un) FROM ty
[! sl ordered] SELECT un, COUNT(*) FROM ty GROUP BY un ORDER BY un DESC
[! sl] SELECT SUM(i) FROM d
[! sl] SELECT SUM(i) FROM d WHERE k <> 6
[! sl error] SELECT SUM(i + 0) FROM d WHERE k IN (1, 2, 6)
[! sl] SELECT total(i), AVG(i) FROM d
[! sl] SELECT COUNT(*) FILTER (WHERE v > 3), SUM(v) FILTER (WHERE v > 3), AVG(a) FILTER (WHERE g = 'a'), MAX(s) FILTER (WHERE v IS NULL) FROM w
[! sl] SELECT COUNT(DISTINCT v) FILTER (WHERE k > 9) FROM w
[! sl ordered] SELECT g, COUNT(DISTINCT v), SUM(DISTINCT v), COUNT(v), SUM(v) FROM w GROUP BY g ORDER BY 2 DESC, 1
[! sl] SELECT COUNT(DISTINCT ch), COUNT(DISTINCT tz), COUNT(DISTINCT tm), COUNT(DISTINCT raw), COUNT(DISTINCT b), COUNT(DISTINCT un), COUNT(DISTINCT fl) FROM ty
[! sl] SELECT 1 AS one, 'x' AS x FROM w GROUP BY 1 HAVING SUM(v) > 3
[! sl] SELECT MAX(v) AS m FROM w HAVING m > 1000
[! sl ordered] SELECT g, v % 2 AS p FROM w GROUP BY 2, 1 HAVING COUNT(*) > 2 ORDER BY 1, 2 DESC
[! sl ordered] SELECT v % 3 AS m, SUM(a) AS s FROM w GROUP BY m HAVING SUM(a) > 0 ORDER BY m
[! sl ordered] SELECT v % 3 + 1 AS m, SUM(a) FROM w GROUP BY v % 3 ORDER BY 1
[! sl ordered] SELECT (v % 3) * 2 + COUNT(*) AS m FROM w GROUP BY v % 3 ORDER BY m
[! sl ordered] SELECT UPPER(g) || '!' AS m, COUNT(*) FROM w GROUP BY UPPER(g) ORDER BY m
[! sl ordered] SELECT g AS v, MAX(v) AS g FROM w GROUP BY w.g ORDER BY w.g
[! sl ordered] SELECT v AS k, k AS v FROM w ORDER BY k, v LIMIT 5
[! sl ordered] SELECT g AS s, s AS g FROM w ORDER BY g, s, w.k LIMIT 10
[! sl ordered] SELECT DISTINCT g, v % 2 AS m FROM w ORDER BY m, g LIMIT 3 OFFSET 2
[! sl ordered] SELECT DISTINCT a + v AS x FROM w ORDER BY a + v DESC LIMIT 4
[! sl ordered] SELECT DISTINCT -v AS v FROM w ORDER BY v
[! sl ordered] SELECT DISTINCT SUM(v) AS s FROM w GROUP BY g ORDER BY 1
[! sl ordered] SELECT DISTINCT COUNT(*) AS n FROM w GROUP BY g, v % 2 ORDER BY n DESC LIMIT 2
[! sl ordered] SELECT k FROM w ORDER BY k LIMIT 3 OFFSET 1000
[! sl ordered] SELECT k FROM w ORDER BY k LIMIT 3 OFFSET 9223372036854775807
[! sl ordered] SELECT k FROM w ORDER BY k LIMIT 9223372036854775807 OFFSET 61
[! sl ordered] SELECT k FROM w ORDER BY k LIMIT 61, 2
[! sl ordered] SELECT k FROM w ORDER BY k LIMIT -1 OFFSET 62
[! sl ordered] SELECT k FROM w ORDER BY k LIMIT ? OFFSET ? ;; (3, 62)
[! sl ordered] SELECT k FROM w ORDER BY k LIMIT ? ;; (0,)
[! sl ordered] SELECT k FROM w ORDER BY k LIMIT 1 + 1
[! sl error ordered] SELECT k FROM w ORDER BY k LIMIT 'x'
[! sl ordered] SELECT ? + v AS x, ? AS y FROM w WHERE v > ? ORDER BY x, k LIMIT 3 ;; (5, "q", 2)
[! sl ordered] SELECT g, SUM(v) + ? AS x FROM w GROUP BY g HAVING SUM(v) > ? ORDER BY x LIMIT ? ;; (5, 2, 3)
[! sl ordered] SELECT g, COUNT(*) FROM w GROUP BY g HAVING COUNT(*) > ? OR g = ? ORDER BY COUNT(*) * ?, g ;; (5, "a", -1)
[! sl ordered] SELECT CASE WHEN v > ? THEN ? ELSE ? END AS x, COUNT(*) FROM w GROUP BY 1 ORDER BY 1 ;; (5, "hi", "lo")
[! sl ordered] SELECT k FROM t UNION SELECT k FROM u UNION ALL SELECT k FROM q ORDER BY k LIMIT 99 OFFSET 2
[! sl ordered] SELECT k FROM t UNION ALL SELECT k FROM u ORDER BY k DESC LIMIT 3
[! sl ordered] SELECT g, COUNT(*) FROM t GROUP BY g UNION SELECT g, COUNT(*) FROM w GROUP BY g ORDER BY 2 DESC, 1
[! sl ordered] SELECT k, g FROM t INTERSECT SELECT k, g FROM q ORDER BY 1 DESC
[! sl ordered] SELECT NULL AS x, k FROM t UNION ALL SELECT 'a', k FROM u ORDER BY 1, 2
[! sl ordered] SELECT 1 AS a FROM t UNION SELECT 2 FROM z ORDER BY a
[! sl ordered] SELECT 1 AS a UNION SELECT k FROM t ORDER BY a
[! sl ordered] SELECT un FROM ty UNION SELECT v FROM t ORDER BY 1
[! sl ordered] SELECT DISTINCT v FROM w UNION ALL SELECT DISTINCT v FROM t ORDER BY 1
[! sl] SELECT MAX(v) FROM w UNION ALL SELECT MIN(v) FROM w UNION ALL SELECT COUNT(*) FROM w
[! sl] SELECT COUNT(1) FROM (SELECT "w"."k" AS "k", "w"."g" AS "g" FROM "w" "w" WHERE "w"."v" > 3) "Custom SQL Query"
[! sl ordered] SELECT [X].[v] AS [v], SUM(`X`.`k`) AS `sum_v` FROM (SELECT * FROM (SELECT k, v FROM w) [Y]) [X] GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3
[! sl ordered] SELECT x.g, MAX(x.n) FROM (SELECT g, v, COUNT(*) AS n FROM w GROUP BY g, v) x GROUP BY x.g ORDER BY x.g
[! sl] SELECT AVG(x.s) FROM (SELECT k, SUM(v) AS s FROM w GROUP BY k) x
[! sl] SELECT (SELECT COUNT(*) FROM t) AS a, (SELECT MAX(v) FROM w) AS b, (SELECT 3) AS c
[! sl ordered] SELECT k, (SELECT COUNT(*) FROM w WHERE w.v = t.v) AS n FROM t ORDER BY n DESC, k
[! sl ordered] SELECT k FROM t WHERE NOT EXISTS (SELECT 1 FROM w WHERE w.v = t.v) ORDER BY k
[! sl ordered] SELECT k, NTILE(3) OVER (ORDER BY k) AS n, PERCENT_RANK() OVER (ORDER BY v) AS p, DENSE_RANK() OVER (ORDER BY v) AS d FROM w ORDER BY k
[! sl ordered] SELECT DISTINCT SUM(v) OVER (PARTITION BY g) AS s FROM w ORDER BY s
[! sl ordered] SELECT json_extract(json_object('v', v), '$.v') AS x, COUNT(*) FROM w GROUP BY x ORDER BY x
[! sl] SELECT json_object('n', COUNT(*), 's', SUM(v)) FROM w
[! sl ordered] SELECT json_object('v', v) ->> 'v' AS x FROM w ORDER BY x, k LIMIT 3
[! sl ordered] SELECT v AS "Group", v AS "group", COUNT(*) AS "n n" FROM w GROUP BY v ORDER BY "group"
[! sl] SELECT SUM(v), sum( v ), COUNT( * ), MAX(v)+1, 1+MAX(v) FROM w
[! sl ordered] SELECT *, v * 2 AS k2 FROM w ORDER BY w.k LIMIT 2
[! sl ordered] SELECT * FROM w JOIN t USING (k) ORDER BY k LIMIT 3
[! sl ordered] SELECT * FROM t NATURAL JOIN u ORDER BY 1
[! sl ordered] SELECT * FROM t NATURAL LEFT JOIN q ORDER BY k, g
[! sl ordered] SELECT a.k, b.k FROM w a JOIN w b ON a.k = b.k AND a.v < b.b ORDER BY a.v DESC, 1 LIMIT 5
[! sl ordered] SELECT k, t.g, u.g FROM t FULL JOIN u USING (k) ORDER BY k
[! sl ordered] SELECT a.v, COUNT(*), SUM(b.v) FROM w a JOIN w b USING (k) GROUP BY a.v ORDER BY a.v
[! sl ordered] SELECT k, CASE WHEN v > 5 THEN 'high' WHEN v > 2 THEN NULL ELSE 'low' END AS c FROM w ORDER BY c, k LIMIT 20
[! sl] SELECT MAX(CASE WHEN v > 5 THEN 'high' WHEN v > 2 THEN v ELSE 2.5 END), MIN(CASE WHEN v > 5 THEN x'00' ELSE NULL END) FROM w
[! sl] SELECT MAX(s), MIN(s), MAX(LENGTH(s)) FROM e
[! sl ordered] SELECT s FROM e ORDER BY s DESC, k LIMIT 3
[! sl ordered] SELECT f, COUNT(*) FROM e GROUP BY f ORDER BY f
[! sl ordered] SELECT raw, COUNT(*) FROM ty GROUP BY raw ORDER BY raw
[! sl ordered] SELECT HEX(raw) AS h, COUNT(*) FROM ty GROUP BY h ORDER BY h
[! sl ordered] SELECT ch, COUNT(*) FROM ty GROUP BY ch ORDER BY ch DESC
[! sl ordered] SELECT tm, COUNT(*), MAX(tz) FROM ty GROUP BY tm ORDER BY tm DESC NULLS FIRST
[! sl ordered] SELECT b, COUNT(*), SUM(b), AVG(b), MAX(b) FROM ty GROUP BY b ORDER BY b
[! sl ordered] SELECT k / 10 AS d, k % 10 AS m, COUNT(*) FROM w GROUP BY d, m HAVING d > 2 ORDER BY d DESC, m LIMIT 5
[! sl ordered] SELECT g, MAX(v) FROM w GROUP BY g ORDER BY MAX(v) DESC, g LIMIT 3
[! sl ordered] SELECT g FROM w GROUP BY g ORDER BY MIN(a) IS NULL, MIN(a), g
[! sl ordered] SELECT g FROM w GROUP BY g ORDER BY SUM(v) / COUNT(*) DESC, g
[! sl ordered] SELECT v, COUNT(*) FROM w GROUP BY v ORDER BY -v, 1
[! sl ordered] SELECT k FROM t WHERE (g, v) NOT IN (SELECT g, v FROM w) ORDER BY k
[! sl ordered] WITH x AS (SELECT v, SUM(k) AS s FROM w GROUP BY v) SELECT x.v, s, RANK() OVER (ORDER BY s DESC) AS r FROM x ORDER BY 3, 1
[! sl ordered] WITH x(a, b) AS (SELECT v, COUNT(*) FROM w GROUP BY v) SELECT * FROM x ORDER BY b DESC, a LIMIT 2
[! sl ordered] SELECT v / 3 AS x, SUM(v / 3), AVG(v / 3), MAX(v / 3) FROM w GROUP BY x ORDER BY x
[! sl ordered] SELECT v / 3.0 AS x, SUM(v / 3.0) FROM w GROUP BY x ORDER BY x
[! sl ordered] SELECT g, MAX(v), MIN(v), COUNT(*) FROM w GROUP BY g HAVING MAX(v) > MIN(v) ORDER BY 4 DESC, g
[! sl ordered] SELECT k FROM w WHERE v = (SELECT MAX(v) FROM w) ORDER BY k
[! sl] SELECT -0.0 + SUM(0.0 * v), 1e308 * 10 * MAX(1), SUM(9e999 * v) FROM t
[! sl] SELECT SUM(1e308) FROM w
[! sl] SELECT SUM(v + 0.1), AVG(v + 0.1), MAX(v + 0.1), MIN(v * 0.1) FROM w
[! sl ordered] SELECT v + 0.1 AS x, v * 1e20 AS y FROM w ORDER BY y DESC, x, k LIMIT 4
[! sl ordered] SELECT b * 1000000, k FROM w ORDER BY 1 DESC, 2 LIMIT 4
[! sl ordered] SELECT DISTINCT b FROM w ORDER BY b DESC LIMIT 4
[! sl] SELECT ROUND(AVG(a), 2), ROUND(AVG(a), 1), ROUND(SUM(a) / COUNT(*), 2), ROUND(AVG(v) * 100) / 100 FROM w
[! sl ordered] SELECT g, ROUND(AVG(v), 1), ROUND(AVG(v), 3), ROUND(AVG(amount), 2) FROM w JOIN orders ON k = user_id GROUP BY g ORDER BY g
[! sl ordered] SELECT user_id % 3 AS m, ROUND(AVG(amount), 2), ROUND(SUM(amount), 1), AVG(amount) FROM orders GROUP BY m ORDER BY m
[! sl ordered] SELECT k FROM co GROUP BY k HAVING ci > 'a' ORDER BY k LIMIT 3
[! sl ordered] SELECT date(ts) AS d, time(MAX(ts)), COUNT(*) FROM e GROUP BY d ORDER BY d
[sl] SELECT unixepoch(MAX(ts)), julianday(MIN(ts)), datetime(MAX(dt), '+1 day') FROM e
[! sl] SELECT EXISTS (SELECT 1 FROM w WHERE v > 5), NOT EXISTS (SELECT 1 FROM z)
[! sl ordered] SELECT (SELECT v FROM w WHERE k = 3) + 1, k FROM t ORDER BY k
[! sl ordered] SELECT k FROM t WHERE v IN (1, 2, 30) AND g GLOB 'a*' ORDER BY k
[sl ordered] SELECT g, COUNT(*) FROM w GROUP BY g COLLATE NOCASE ORDER BY g COLLATE NOCASE
# Columns that hold values of any kind.
{ sl
.drop dd
CREATE TABLE dd (k INTEGER PRIMARY KEY, b BLOB, x, t TEXT COLLATE NOCASE)
[!] INSERT INTO dd VALUES (1, 1.5, 'one', 'a'), (2, 'text', 2, 'B'), (3, x'00ff', x'61', 'A'), (4, NULL, NULL, 'b'), (5, 'X''00''', 'a', '10'), (6, 7, 2.5, '9'), (7, x'', 'b', NULL)
[! ordered] SELECT k, b, typeof(b) FROM dd ORDER BY k
[!] SELECT b FROM dd WHERE k <> 3
[! ordered] SELECT k, x FROM dd ORDER BY k
[! ordered] SELECT k, x FROM dd ORDER BY x DESC, k
[! ordered] SELECT k FROM dd ORDER BY b, k
[! ordered] SELECT k FROM dd ORDER BY CAST(x AS TEXT), k
[! ordered] SELECT k FROM dd ORDER BY CAST(t AS TEXT), +t, k
[!] SELECT COUNT(DISTINCT +t), COUNT(DISTINCT CAST(t AS INTEGER)), COUNT(DISTINCT x) FROM dd
}
