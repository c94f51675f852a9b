# MariaDB: what merging could get wrong at its edges.
[! my ordered] SELECT ci, COUNT(*) FROM co GROUP BY ci ORDER BY ci LIMIT 4 OFFSET 3
[my] SELECT MIN(ci) = MIN(ci), MAX(k), MIN(bin), MAX(bin) FROM co
[! my] SELECT COUNT(DISTINCT ci), COUNT(DISTINCT de), COUNT(DISTINCT bin), COUNT(DISTINCT LOWER(ci)), COUNT(DISTINCT CONCAT(ci, 'x')) FROM co
[! my] SELECT COUNT(DISTINCT ci COLLATE utf8mb4_bin), COUNT(DISTINCT bin COLLATE utf8mb4_unicode_ci), COUNT(DISTINCT de COLLATE utf8mb4_nopad_bin) FROM co
[! my ordered] SELECT k FROM co ORDER BY ci COLLATE utf8mb4_unicode_ci, k LIMIT 12
[! my ordered] SELECT k FROM co ORDER BY ci COLLATE utf8mb4_nopad_bin DESC, k LIMIT 12
[! my ordered] SELECT k FROM co ORDER BY de COLLATE utf8mb4_unicode_520_ci, bin DESC, k
[! my ordered] SELECT k FROM co ORDER BY CONCAT(ci, '-', v), k
[! my ordered] SELECT k FROM co ORDER BY LOWER(bin), UPPER(ci), k
[! my ordered] SELECT k FROM co ORDER BY REVERSE(ci), k LIMIT 8
[! my ordered] SELECT k FROM co ORDER BY TRIM(ci), LENGTH(de), k
[! my ordered] SELECT k FROM co ORDER BY ci = 'A', ci LIKE 'a%', BINARY ci, k
[! my ordered] SELECT k FROM co ORDER BY HEX(ci), k
[! my ordered] SELECT k FROM co ORDER BY CAST(ci AS BINARY), k
[! my ordered] SELECT k FROM co ORDER BY CONVERT(ci USING latin1), k
[! my] SELECT HEX(MIN(bin)), HEX(MAX(bin)) FROM co
[! my ordered] SELECT v, GROUP_CONCAT(bin ORDER BY bin, k SEPARATOR '/') AS x FROM co GROUP BY v ORDER BY v
[! my ordered] SELECT v, GROUP_CONCAT(DISTINCT bin ORDER BY bin DESC SEPARATOR '') AS x FROM co WHERE bin <> 'a ' GROUP BY v ORDER BY v
[! my ordered] SELECT GROUP_CONCAT(g ORDER BY v, k DESC) FROM w WHERE k < 20
[! my ordered] SELECT GROUP_CONCAT(k ORDER BY k) FROM w WHERE k < 0
[! my ordered] SELECT GROUP_CONCAT(a ORDER BY a DESC, k) FROM w
[! my ordered] SELECT GROUP_CONCAT(k, ':', v ORDER BY k SEPARATOR ';') FROM w
[my ordered] SELECT GROUP_CONCAT(v ORDER BY k LIMIT 2) FROM w
[! my ordered] SELECT GROUP_CONCAT(ts ORDER BY k), GROUP_CONCAT(dt ORDER BY dt, k) FROM e
[! my ordered] SELECT GROUP_CONCAT(f ORDER BY k) FROM e
[! my ordered] SELECT GROUP_CONCAT(un ORDER BY un, k) FROM ty
[! my ordered] SELECT LENGTH(GROUP_CONCAT(s ORDER BY k)), UPPER(GROUP_CONCAT(g ORDER BY k)) FROM w
[! my ordered] SELECT g, GROUP_CONCAT(DISTINCT v ORDER BY v DESC) AS x FROM w GROUP BY g HAVING x LIKE '%1%' ORDER BY g
[! my] SELECT BIT_AND(v), BIT_OR(v), BIT_XOR(v), BIT_AND(un), BIT_XOR(un), BIT_OR(un) FROM ty JOIN t USING (k)
[! my] SELECT BIT_AND(v), BIT_OR(v), BIT_XOR(b) FROM w WHERE k > 999
[! my] SELECT BIT_AND(a), BIT_OR(a), BIT_XOR(a) FROM w
[! my] SELECT BIT_OR(g), BIT_AND(s) FROM w
[! my ordered] SELECT g, BIT_AND(v), BIT_OR(-v) FROM w GROUP BY g ORDER BY g
[! my] SELECT STDDEV(v), STD(v), VARIANCE(v), VAR_POP(v), VAR_SAMP(v), STDDEV_SAMP(v) FROM w WHERE k = 3 OR k = 999
[! my] SELECT STDDEV(v), VARIANCE(v), VAR_SAMP(v) FROM w WHERE k IN (3, 4)
[! my] SELECT STDDEV(v), VARIANCE(v), VAR_SAMP(v) FROM w WHERE k > 9999
[! my approx ordered] SELECT g, STDDEV(v), VARIANCE(a), VAR_SAMP(b) FROM w WHERE b < 1000000 GROUP BY g ORDER BY g
[! my] SELECT ROUND(STDDEV(a), 3), ROUND(VARIANCE(v), 1) FROM w
[! my ordered] SELECT g FROM w GROUP BY g HAVING STDDEV(v) > 5 ORDER BY STDDEV(v) DESC
[my] SELECT MAX(ts) + INTERVAL 1 DAY, MIN(dt) - INTERVAL 1 MONTH, DATE(MAX(ts)), YEAR(MAX(dt)), DATE_FORMAT(MAX(ts), '%Y/%m') FROM e
[! my ordered] SELECT tz, COUNT(*) FROM ty GROUP BY tz ORDER BY tz
[my] SELECT MAX(tz), MIN(tz), UNIX_TIMESTAMP(MAX(tz)), DATE(MIN(tz)) FROM ty
[! my ordered] SELECT YEAR(tz) AS y, COUNT(*), MAX(tz) FROM ty GROUP BY y ORDER BY y
[! my ordered] SELECT un, COUNT(*) FROM ty GROUP BY un ORDER BY un DESC
[! my] SELECT SUM(un), AVG(un), SUM(un) * 2, MAX(un) - 1, MIN(un) + 1 FROM ty
[! my error] SELECT MAX(un) + 1 FROM ty
[! my error] SELECT MIN(un) - 1 FROM ty
[! my] SELECT MAX(un) DIV 2, MAX(un) % 7, MAX(un) / 3, MAX(un) & 255, MAX(un) >> 1, ~MIN(un), MAX(un) ^ 1 FROM ty
[! my] SELECT CAST(MAX(un) AS SIGNED), CAST(SUM(v) AS UNSIGNED), CAST(-MAX(v) AS UNSIGNED) FROM ty JOIN t USING (k)
[! my] SELECT SUM(a), SUM(b), SUM(a + b), AVG(a), AVG(b), AVG(a * b), SUM(a) / SUM(b) FROM d
[! my] SELECT SUM(CASE WHEN k % 2 = 0 THEN 1.50 ELSE 2.125 END), AVG(CASE WHEN k % 2 = 0 THEN 1.50 ELSE 2.125 END), MAX(CASE WHEN k % 2 = 0 THEN 1.50 ELSE 1.25 END) FROM t
[! my ordered] SELECT DISTINCT CASE WHEN k % 3 = 0 THEN 1.50 WHEN k % 3 = 1 THEN 2 ELSE 2.125 END AS x FROM t ORDER BY 1
[! my ordered] SELECT CASE WHEN k % 3 = 0 THEN 1 WHEN k % 3 = 1 THEN 2.5 ELSE NULL END AS x, COUNT(*) FROM w GROUP BY x ORDER BY x
[! my ordered] SELECT CASE WHEN k % 3 = 0 THEN 1 WHEN k % 3 = 1 THEN 'b' END AS x, COUNT(*) FROM w GROUP BY x ORDER BY x
[! my ordered] SELECT CASE WHEN k > 3 THEN v ELSE a END AS x FROM w ORDER BY x, k LIMIT 9
[! my ordered] SELECT IF(k > 30, k + 0e0, v) AS x FROM w ORDER BY x DESC, k LIMIT 9
[! my ordered] SELECT IFNULL(v, 'none') AS x, COUNT(*) FROM w GROUP BY x ORDER BY x
[! my] SELECT CAST(SUM(v) AS DECIMAL(10, 3)) / 7, CAST(AVG(a) AS SIGNED), CAST(COUNT(*) AS CHAR), CONCAT(SUM(v), 'x') FROM w
[! my] SELECT ROUND(AVG(v), 2), ROUND(AVG(v)), TRUNCATE(AVG(a), 1), CEIL(AVG(a)), FLOOR(-AVG(a)), ABS(MIN(a)), SIGN(SUM(v)), MOD(SUM(v), 7) FROM w
[! my] SELECT SUM(v) % 7, SUM(v) / 7, -SUM(v), SUM(v) DIV 7, SUM(v) | 1, SUM(v) << 2, COUNT(*) ^ 1, COUNT(*) & 7 FROM w
[! my] SELECT SUM(v) > 5, SUM(v) IS NULL, SUM(v) BETWEEN 1 AND 10, AVG(v) IN (1, 2), NOT (COUNT(*) > 3), SUM(v) <=> MAX(v), !SUM(v), SUM(v) && 1, SUM(v) XOR 1 FROM w
[! my] SELECT CASE WHEN SUM(v) > 5 THEN 'a' WHEN COUNT(*) > 100 THEN 'bbb' END AS x, CASE COUNT(*) WHEN 64 THEN 1 ELSE 2.5 END AS y FROM w
[my] SELECT SUM(v) / 0, SUM(v) % 0, AVG(v) / NULL, SUM(NULL), MAX(NULL), COUNT(NULL) FROM w
[! my] SELECT SUM(g), AVG(s), SUM(g = 'a'), AVG(g = 'a'), SUM(v > 3) / COUNT(*), MAX(v > 3) FROM w
[! my ordered] SELECT g, COUNT(DISTINCT v), SUM(DISTINCT v), COUNT(v), SUM(v) FROM w GROUP BY g ORDER BY 2 DESC, 1
[! my] SELECT COUNT(DISTINCT ch), COUNT(DISTINCT tz), COUNT(DISTINCT tm), COUNT(DISTINCT raw), COUNT(DISTINCT b), COUNT(DISTINCT un) FROM ty
[! my] SELECT COUNT(DISTINCT fl), COUNT(DISTINCT sm, b), COUNT(DISTINCT sm + 1) FROM ty
[! my] SELECT AVG(DISTINCT a), SUM(DISTINCT a), MAX(DISTINCT a), COUNT(DISTINCT a % 3) FROM w
[! my] SELECT 1 AS one, 'x' AS x FROM w HAVING SUM(v) > 3
[! my] SELECT MAX(v) AS m FROM w HAVING m > 1000
[! my ordered] SELECT v AS m FROM w HAVING m > 10 ORDER BY m, k
[! my ordered] SELECT g, v % 2 AS p FROM w GROUP BY 2, 1 HAVING COUNT(*) > 2 ORDER BY 1, 2 DESC
[! my ordered] SELECT v % 3 AS m, SUM(a) AS s FROM w GROUP BY m HAVING s > 0 ORDER BY m
[! my ordered] SELECT v % 3 + 1 AS m, SUM(a) FROM w GROUP BY v % 3 ORDER BY 1
[! my ordered] SELECT (v % 3) * 2 + COUNT(*) AS m FROM w GROUP BY v % 3 ORDER BY m
[! my ordered] SELECT CONCAT(UPPER(g), '!') AS m, COUNT(*) FROM w GROUP BY UPPER(g) ORDER BY m
[! my ordered] SELECT g AS v, MAX(v) AS g FROM w GROUP BY w.g ORDER BY w.g
[! my ordered] SELECT v AS k, k AS v FROM w ORDER BY k, v LIMIT 5
[! my ordered] SELECT g AS s, s AS g FROM w ORDER BY g, s, w.k LIMIT 10
[! my ordered] SELECT DISTINCT g, v % 2 AS m FROM w ORDER BY m, g LIMIT 3 OFFSET 2
[! my ordered] SELECT DISTINCT v % 2 = 0 AS even FROM w ORDER BY even
[! my ordered] SELECT DISTINCT a + v AS x FROM w ORDER BY a + v DESC LIMIT 4
[! my ordered] SELECT DISTINCT -v AS v FROM w ORDER BY v
[! my ordered] SELECT DISTINCT SUM(v) AS s FROM w GROUP BY g ORDER BY 1
[! my ordered] SELECT DISTINCT COUNT(*) AS n FROM w GROUP BY g, v % 2 ORDER BY n DESC LIMIT 2
[! my ordered] SELECT v FROM w ORDER BY v FETCH FIRST 3 ROWS WITH TIES
[! my ordered] SELECT v FROM w ORDER BY v DESC OFFSET 3 ROWS FETCH FIRST 1 ROW WITH TIES
[! my ordered] SELECT k FROM w ORDER BY k FETCH FIRST 5 ROWS ONLY
[! my ordered] SELECT k FROM w ORDER BY k LIMIT 3 OFFSET 1000
[! my ordered] SELECT k FROM w ORDER BY k LIMIT 3 OFFSET 18446744073709551615
[! my ordered] SELECT k FROM w ORDER BY k LIMIT 60, 18446744073709551615
[! my ordered] SELECT k FROM w ORDER BY k LIMIT ?, ? ;; (62, 3)
[! my ordered] SELECT k FROM w ORDER BY k LIMIT ? OFFSET ? ;; (0, 0)
[! my ordered] SELECT k FROM w ORDER BY k LIMIT ? ;; (0,)
[! my ordered] SELECT k FROM w ORDER BY k LIMIT ? ;; ("2",)
[! my ordered] SELECT ? + v AS x, ? AS y FROM w WHERE v > ? ORDER BY x, k LIMIT 3 ;; (5, "q", 2)
[! my ordered] SELECT g, SUM(v) + ? AS x FROM w GROUP BY g HAVING SUM(v) > ? ORDER BY x LIMIT ? ;; (5, 2, 3)
[! my ordered] SELECT g, COUNT(*) FROM w GROUP BY g HAVING COUNT(*) > ? OR g = ? ORDER BY COUNT(*) * ?, g ;; (5, "a", -1)
[! my ordered] SELECT CASE WHEN v > ? THEN ? ELSE ? END AS x, COUNT(*) FROM w GROUP BY 1 ORDER BY 1 ;; (5, "hi", "lo")
[! my ordered] (SELECT k FROM t ORDER BY k DESC LIMIT 2) UNION ALL (SELECT k FROM u ORDER BY k LIMIT 2) ORDER BY 1 LIMIT 3
[! my ordered] SELECT k FROM t UNION SELECT k FROM u UNION ALL SELECT k FROM q ORDER BY k LIMIT 99 OFFSET 2
[my ordered] SELECT g, COUNT(*) FROM t GROUP BY g UNION SELECT g, COUNT(*) FROM w GROUP BY g ORDER BY 2 DESC, 1
[! my ordered] SELECT v FROM t INTERSECT ALL SELECT v FROM w ORDER BY v
[! my ordered] SELECT v FROM w EXCEPT ALL SELECT v FROM t ORDER BY v LIMIT 4
[! my ordered] SELECT k, g FROM t INTERSECT SELECT k, g FROM q ORDER BY 1 DESC
[! my ordered] SELECT NULL AS x, k FROM t UNION ALL SELECT 'a', k FROM u ORDER BY 1, 2
[! my ordered] SELECT 1 AS a FROM t UNION SELECT 2 FROM z ORDER BY a
[! my ordered] SELECT 1 AS a UNION SELECT k FROM t ORDER BY a
[! my ordered] SELECT a FROM w UNION SELECT b FROM d ORDER BY 1
[! my ordered] SELECT un FROM ty UNION SELECT v FROM t ORDER BY 1
[! my ordered] SELECT DISTINCT v FROM w UNION ALL SELECT DISTINCT v FROM t ORDER BY 1
[! my] SELECT MAX(v) FROM w UNION ALL SELECT MIN(v) FROM w UNION ALL SELECT COUNT(*) FROM w
[my] SELECT AVG(v) FROM w UNION ALL SELECT a FROM w WHERE k < 4
[! my] SELECT COUNT(1) FROM (SELECT `w`.`k` AS `k`, `w`.`g` AS `g` FROM `w` `w` WHERE `w`.`v` > 3) `Custom SQL Query`
[! my ordered] SELECT `X`.`v` AS `v`, SUM(`X`.`k`) AS `sum_v` FROM (SELECT * FROM (SELECT k, v FROM w) `Y`) `X` GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3
[! my ordered] SELECT x.g, MAX(x.n) FROM (SELECT g, v, COUNT(*) AS n FROM w GROUP BY g, v) x GROUP BY x.g ORDER BY x.g
[! my] SELECT AVG(x.s) FROM (SELECT k, SUM(v) AS s FROM w GROUP BY k) x
[! my] SELECT (SELECT COUNT(*) FROM t) AS a, (SELECT MAX(v) FROM w) AS b, (SELECT 3) AS c
[! my ordered] SELECT k, (SELECT COUNT(*) FROM w WHERE w.v = t.v) AS n FROM t ORDER BY n DESC, k
[! my ordered] SELECT k FROM t WHERE NOT EXISTS (SELECT 1 FROM w WHERE w.v = t.v) ORDER BY k
[! my ordered] SELECT k, NTILE(3) OVER (ORDER BY k) AS n, PERCENT_RANK() OVER (ORDER BY v) AS p, CUME_DIST() OVER (ORDER BY v) AS c, DENSE_RANK() OVER (ORDER BY v) AS d FROM w ORDER BY k
[! my ordered] SELECT k, MEDIAN(v) OVER (PARTITION BY k) AS m FROM w ORDER BY k LIMIT 4
[! my ordered] SELECT DISTINCT SUM(v) OVER (PARTITION BY g) AS s FROM w ORDER BY s
[! my] SELECT g, v % 2 AS p, COUNT(*) FROM w GROUP BY g, p WITH ROLLUP
[! my] SELECT JSON_EXTRACT(JSON_OBJECT('v', v), '$.v') AS x, COUNT(*) FROM w GROUP BY x
[! my ordered] SELECT JSON_VALUE(JSON_OBJECT('v', v), '$.v') AS x, COUNT(*) FROM w GROUP BY x ORDER BY x
[! my] SELECT JSON_OBJECT('n', COUNT(*), 's', SUM(v)) FROM w
[! my ordered] SELECT JSON_ARRAYAGG(k ORDER BY k) FROM w
[! my ordered] SELECT v AS `Group`, v AS `group`, COUNT(*) AS `n n` FROM w GROUP BY v ORDER BY `group`
[! my] SELECT SUM(v), sum( v ), COUNT( * ), MAX(v)+1, 1+MAX(v) FROM w
[! my ordered] SELECT *, v * 2 AS k2 FROM w ORDER BY w.k LIMIT 2
[! my ordered] SELECT * FROM w JOIN t USING (k) ORDER BY k LIMIT 3
[! my ordered] SELECT * FROM t NATURAL JOIN u ORDER BY 1
[! my ordered] SELECT * FROM t NATURAL LEFT JOIN q ORDER BY k, g
[! my ordered] SELECT a.k, b.k FROM w a JOIN w b ON a.k = b.k AND a.v < b.b ORDER BY a.v DESC, 1 LIMIT 5
[! my ordered] SELECT a.v, COUNT(*), SUM(b.v) FROM w a JOIN w b USING (k) GROUP BY a.v ORDER BY a.v
[! my ordered] SELECT k, CASE WHEN v > 5 THEN 'high' WHEN v > 2 THEN NULL ELSE 'low' END AS c FROM w ORDER BY c, k LIMIT 20
[! my] SELECT MAX(LENGTH(s)), COUNT(DISTINCT LENGTH(s)) FROM e
[! my] SELECT MAX(s) FROM e
[! my ordered] SELECT MIN(s), k % 3 AS m FROM e GROUP BY m ORDER BY m
[! my ordered] SELECT s FROM e ORDER BY s DESC, k LIMIT 3
[! my ordered] SELECT s, COUNT(*) FROM e GROUP BY s ORDER BY s
[! my ordered] SELECT f, COUNT(*) FROM e GROUP BY f ORDER BY f
[! my ordered] SELECT raw, COUNT(*) FROM ty GROUP BY raw ORDER BY raw
[! my ordered] SELECT HEX(raw) AS h, COUNT(*) FROM ty GROUP BY h ORDER BY h
[! my ordered] SELECT ch, COUNT(*) FROM ty GROUP BY ch ORDER BY ch DESC
[! my ordered] SELECT tm, COUNT(*) FROM ty GROUP BY tm ORDER BY tm DESC
[! my] SELECT SUM(sm), AVG(sm), SUM(sm) / COUNT(sm), MAX(sm) - MIN(sm) FROM ty
[! my ordered] SELECT b, COUNT(*), SUM(b), AVG(b), MAX(b), BIT_OR(b) FROM ty GROUP BY b ORDER BY b
[! my ordered] SELECT k DIV 10 AS d, k % 10 AS m, COUNT(*) FROM w GROUP BY d, m HAVING d > 2 ORDER BY d DESC, m LIMIT 5
[! my ordered] SELECT g, MAX(v) FROM w GROUP BY g ORDER BY MAX(v) DESC, g LIMIT 3
[! my ordered] SELECT g FROM w GROUP BY g ORDER BY MIN(a) IS NULL, MIN(a), g
[! my ordered] SELECT g FROM w GROUP BY g ORDER BY SUM(v) / COUNT(*) DESC, g
[! my ordered] SELECT v, COUNT(*) FROM w GROUP BY v ORDER BY -v, 1
[! my] SELECT LENGTH(MAX(g)), MAX(v) LIKE '1%', FORMAT(SUM(a), 2), HEX(SUM(v)), BIN(COUNT(*)) FROM w
[! my ordered] SELECT k FROM t WHERE v = ANY (SELECT v FROM w WHERE v > 10) ORDER BY k
[! my ordered] SELECT k FROM t WHERE (g, v) NOT IN (SELECT g, v FROM w) ORDER BY k
[! my ordered] WITH x AS (SELECT v, SUM(k) AS s FROM w GROUP BY v) SELECT x.v, s, RANK() OVER (ORDER BY s DESC) AS r FROM x ORDER BY 3, 1
[! my ordered] WITH x(a, b) AS (SELECT v, COUNT(*) FROM w GROUP BY v) SELECT * FROM x ORDER BY b DESC, a LIMIT 2
[! my ordered] SELECT SQL_BUFFER_RESULT v, COUNT(*) FROM w GROUP BY v ORDER BY v
[! my ordered] SELECT DISTINCT LEFT(s, 1) AS l FROM w ORDER BY l
[! my ordered] SELECT YEARWEEK(dt) AS y, DAYOFYEAR(dt) AS d, COUNT(*) FROM e GROUP BY y, d ORDER BY y, d
[! my ordered] SELECT FLOOR(v / 3) AS x, COUNT(*) FROM w GROUP BY x ORDER BY x
[! my ordered] SELECT FLOOR(a) AS x, ROUND(a, 0) AS y, COUNT(*) FROM w GROUP BY x, y ORDER BY x, y
[! my ordered] SELECT a DIV 1 AS x, a % 1 AS y, COUNT(*) FROM w GROUP BY 1, 2 ORDER BY 1, 2
[! my ordered] SELECT v / 3 AS x, SUM(v / 3), AVG(v / 3), MAX(v / 3) FROM w GROUP BY x ORDER BY x
[! my] SELECT SUM(v / 3), AVG(v / 3), SUM(a / 7), SUM(v * 0.1), AVG(v * 1e0) FROM w
[my error] SELECT SUM(k) * 9223372036854775807 * 9223372036854775807 * 9223372036854775807 * 9223372036854775807 FROM w
# Quotients have more digits than they show.
[! my] SELECT SUM(v / 3), AVG(v / 3), SUM(a / 7), SUM(v * 0.1), AVG(v * 1e0) FROM w
[! my] SELECT g, SUM(v / 3), AVG(v / 3), SUM(a / 7), AVG(a / 7) FROM w GROUP BY g
[! my ordered] SELECT g, SUM(a / 7) AS s FROM w GROUP BY g ORDER BY s DESC
[! my] SELECT SUM(a / 7) * 1000000, AVG(a / 7) * 1000000, MAX(a / 7) * 1000000, MIN(a / 7) + 1 FROM w
[! my] SELECT g, SUM(a / 7) * 1000000, AVG(a / 7) * 1000000, MAX(a / 7) * 1000000 FROM w GROUP BY g
[! my] SELECT COUNT(DISTINCT v), SUM(a / 7), AVG(a / 7), SUM(DISTINCT a / 7) FROM w
[! my] SELECT g, COUNT(DISTINCT v), SUM(a / 7), AVG(a / 7) FROM w GROUP BY g
[! my] SELECT SUM(a / 7 / 3), AVG(a / v), SUM(a * v / 7), SUM(a / 7 * v), SUM(b / v), SUM(v % 3 / 7) FROM w WHERE v > 0
[! my] SELECT SUM(CASE WHEN v > 3 THEN a / 7 ELSE 1 END), SUM(IF(v > 3, a / 7, v)), SUM(COALESCE(a / 7, 0)), SUM(IFNULL(a / 7, 1)), SUM(-(a / 7)), SUM(ABS(a / 7)) FROM w
[! my] SELECT AVG(CASE WHEN v > 3 THEN a / 7 ELSE 1 END), AVG(COALESCE(a / 7, 0)), AVG(NULLIF(v, 3) / 7) FROM w
[! my] SELECT SUM(ROUND(a / 7, 2)), SUM(FLOOR(a / 7)), SUM(CAST(a / 7 AS DECIMAL(12, 3))), SUM(TRUNCATE(a / 7, 5)) FROM w
[! my approx] SELECT VARIANCE(a / 7), STDDEV(v / 3), VAR_SAMP(a / v) FROM w WHERE v > 0
[! my approx] SELECT g, VARIANCE(a / 7), STDDEV(v / 3) FROM w GROUP BY g
[! my approx] SELECT SUM(f / 3), AVG(f / 7), MAX(f / 7) * 3 FROM e WHERE f < 100
[! my] SELECT SUM(amount / 3), AVG(amount / 3), SUM(amount / 3) / COUNT(*), ROUND(SUM(amount / 3), 2), SUM(100 * amount / 7) FROM orders
[! my ordered] SELECT status, SUM(amount / 3), ROUND(AVG(amount / 3), 4) FROM orders GROUP BY status HAVING SUM(amount / 3) > 100 ORDER BY SUM(amount / 3)
[! my] SELECT SUM(amount / ?) FROM orders ;; (3,)
[! my] SELECT SUM(LENGTH(s) / 2), AVG(LENGTH(s) / 7) FROM w
[! my] SELECT SUM(1 / 3), AVG(2 / 3), SUM(1 / 3 * v) FROM w
[! my] SELECT SUM(a / 0), AVG(a / 0), SUM(a / NULLIF(v, 0)) FROM w
[! my] SELECT SUM(un / 7), AVG(un / 7) FROM ty
[! my] SELECT SUM(a / b), AVG(a / b), SUM(a / 3), AVG(i / 7) FROM d
[! my] SELECT SUM(x.q), AVG(x.q) FROM (SELECT a / 7 AS q FROM w) x
[! my] SELECT x.g, SUM(x.q) FROM (SELECT g, a / 7 AS q FROM w) x GROUP BY x.g
[! my] SELECT SUM(DISTINCT a / 7), AVG(DISTINCT a / 7), COUNT(DISTINCT a / 7) FROM w
[! my] SELECT GROUP_CONCAT(a / 7 ORDER BY k), SUM(a / 7) FROM w
[! my] SELECT g, GROUP_CONCAT(k ORDER BY k), SUM(a / 7) FROM w GROUP BY g
[! my] SELECT a / 7, COUNT(*), SUM(a / 7) FROM w GROUP BY a / 7
[! my] SELECT SUM(a / 7) FROM w WHERE k > 999
[! my] SELECT SUM(o.amount / i.qty), AVG(i.qty / 7) FROM orders o JOIN items i ON o.user_id = i.user_id AND o.order_id = i.order_id
[! my] SELECT o.status, SUM(o.amount / i.qty), AVG(i.qty / 7) FROM orders o JOIN items i ON o.user_id = i.user_id AND o.order_id = i.order_id GROUP BY o.status
[! my] WITH x AS (SELECT a / 7 AS q FROM w) SELECT SUM(q), AVG(q) FROM x
[! my] WITH x AS (SELECT g, a / 7 AS q FROM w) SELECT g, SUM(q), AVG(q) FROM x GROUP BY g
[! my] SELECT AVG(x.s), SUM(x.s) FROM (SELECT k, SUM(v / 3) AS s FROM w GROUP BY k) x
[! my] SELECT SUM(x.q), AVG(x.q) FROM (SELECT y.q / 3 AS q FROM (SELECT a / 7 AS q FROM w) y) x
[! my] SELECT SUM(x.q), AVG(x.q) FROM (SELECT a / 7 AS q FROM w ORDER BY k LIMIT 40) x
[! my] SELECT SUM(x.q), AVG(x.q) FROM (SELECT DISTINCT a / 7 AS q FROM w) x
[! my] SELECT SUM(x.q * 2), AVG(x.q + x.k) FROM (SELECT k, a / 7 AS q FROM w WHERE v > 2) x
[! my] SELECT SUM(q) FROM (SELECT a / 7 AS q FROM w UNION ALL SELECT a / 7 FROM w) x
[! my] SELECT SUM(x.q), AVG(x.q) FROM (SELECT k, a / 7 AS q FROM w) x JOIN t ON t.k = x.k
[! my] SELECT x.g, SUM(x.q), AVG(x.q) FROM (SELECT g, k, a / 7 AS q FROM w) x JOIN t ON t.k = x.k GROUP BY x.g
[! my] WITH x (p, q) AS (SELECT g, a / 7 FROM w) SELECT p, SUM(q), AVG(q) FROM x GROUP BY p
[! my] SELECT SUM(q) FROM (SELECT *, a / 7 AS q FROM w) x
[! my] SELECT AVG(x.a / 7), SUM(x.v) FROM (SELECT * FROM w) x
# Types that no other table here has.
{ my
.drop dd
CREATE TABLE dd (k INT PRIMARY KEY, o BIT(1), b BIT(8), z INT(6) ZEROFILL)
[!] INSERT INTO dd VALUES (1, b'1', b'111', 5), (2, b'0', 0, 1234567), (3, NULL, NULL, NULL), (6, b'1', b'11111111', 5), (8, b'0', b'1', 70)
[! ordered] SELECT k, o FROM dd ORDER BY o DESC, k
[!] SELECT o, COUNT(*) FROM dd GROUP BY o
[!] SELECT DISTINCT o FROM dd
[!] SELECT COUNT(DISTINCT o), COUNT(o), SUM(o + 0), BIT_OR(b), SUM(b) FROM dd
[!] SELECT k, o, b FROM dd WHERE k < 7
[!] SELECT GROUP_CONCAT(b + 0 ORDER BY k) FROM dd
[! ordered] SELECT z, k FROM dd ORDER BY z DESC, k
[!] SELECT z, COUNT(*) FROM dd GROUP BY z
[!] SELECT * FROM dd
[!] SELECT SUM(z), z + 1 FROM dd GROUP BY z + 1
[refuse] SELECT MIN(o), MAX(o) FROM dd
[refuse] SELECT GROUP_CONCAT(b ORDER BY k) FROM dd
[!] SELECT GROUP_CONCAT(z ORDER BY k) FROM dd
}
# The size of a TEXT's MAX tells whether the server had groups to make.
[! my] SELECT MAX(s) FROM e WHERE k IN (3, 4) GROUP BY k
[! my] SELECT MAX(s) FROM e WHERE k IN (?, ?) GROUP BY k ;; (3, 4)
[! my] SELECT MIN(s) FROM e WHERE k IN (3, 7, 4) GROUP BY k
[! my ordered] SELECT k % 3 AS m, MAX(s) FROM e GROUP BY m ORDER BY m LIMIT 0 OFFSET 30
[! my ordered] SELECT k % 3 AS m, MAX(s) FROM e GROUP BY m ORDER BY m LIMIT ? OFFSET ? ;; (0, 30)
[! my ordered] SELECT k, MAX(s) FROM e GROUP BY k ORDER BY k LIMIT 0 OFFSET 3
[! my] SELECT MAX(s) FROM e GROUP BY k % 3 LIMIT 0
[! my ordered] SELECT s FROM e ORDER BY k LIMIT 0 OFFSET 2
# What can't be NULL.
[! my] SELECT IFNULL(SUM(v), 0), COALESCE(SUM(v), 0), IF(COUNT(*) > 3, 1, 2), CAST(COUNT(*) AS CHAR), CONCAT(COUNT(*), 'x') FROM w
[! my ordered] SELECT g, ROUND(COUNT(*) / 3), FLOOR(COUNT(*) / 2), FORMAT(COUNT(*), 0), ROUND(IFNULL(AVG(v), 0), 2) FROM w GROUP BY g ORDER BY g
[! my] SELECT AVG(q.i / 7.0) * 1000 AS c0, AVG(i / 7) FROM d q
[! my] SELECT AVG(q.k / 11) * 1000 AS c0, AVG(q.k / 7.0) * 1000 AS c1 FROM co q
[! my] SELECT a AS c9, AVG(b / 3) * 1000 AS c0, AVG(v / 3) * 1000 AS c1 FROM w GROUP BY a
[! my] SELECT AVG(v / 2) * 1000, AVG(k / 4) * 1000, SUM(v / 2) * 3 FROM w
# Floating numbers with the fewest digits: powers of two, the smallest, and those just between two decimals.
[! my ordered] SELECT k, POW(2.0, -(k + 40)) AS a, POW(2.0, k + 53) AS b FROM w ORDER BY k LIMIT 30
[! my ordered] SELECT k, 5e-324 * k AS a, 33169761177205528e0 + 4 * k AS b FROM w ORDER BY k LIMIT 30
[! my ordered] SELECT k, k / 7e0 AS a, SQRT(k) * 1e18 AS b FROM w ORDER BY k LIMIT 30
