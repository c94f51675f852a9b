# Aggregates without groups.
[!] SELECT COUNT(*) AS c FROM t
[!] SELECT COUNT(*) FROM t
[!] SELECT count(*) FROM t WHERE k = 3
[!] SELECT COUNT(v) AS c FROM t
[!] SELECT COUNT(1) AS c FROM t
[!] SELECT SUM(v) AS s FROM t
[!] SELECT MIN(v) AS a, MAX(v) AS b FROM t
[!] SELECT AVG(v) AS a FROM t
[!] SELECT AVG(v) FROM t
[!] SELECT COUNT(*), SUM(v), MIN(v), MAX(v), AVG(v) FROM t
[!] SELECT COUNT(*) AS c, COUNT(v) AS d, SUM(v) AS s, AVG(v) AS a FROM t WHERE k > 2
[!] SELECT COUNT(v) AS c FROM t WHERE v > 999
[!] SELECT SUM(v) AS s, MIN(v) AS m, AVG(v) AS a FROM t WHERE v > 999
[!] SELECT COUNT(*) AS c, SUM(v) AS s FROM t WHERE k = 1 AND k = 2
[!] SELECT COUNT(*) AS c FROM t WHERE k IN (NULL)
[!] SELECT COUNT(*) AS c, SUM(v) AS s, AVG(v) AS a FROM z
[!] SELECT MIN(g) AS a, MAX(g) AS b FROM t
[!] SELECT SUM(v + k) AS s FROM t
[!] SELECT SUM(v * 2) AS s, MAX(-v) AS m FROM t
[!] SELECT SUM(CASE WHEN g = 'a' THEN v ELSE 0 END) AS s FROM t
[!] SELECT COUNT(CASE WHEN v > 5 THEN 1 END) AS c FROM t
[!] SELECT COUNT(*) AS c FROM t WHERE k IN (1, 4)
[!] SELECT SUM(v) AS s FROM t WHERE k BETWEEN 2 AND 5
[!] SELECT SUM(v) + 1 AS s FROM t
[!] SELECT SUM(v) / COUNT(v) AS q FROM t
[!] SELECT MAX(v) - MIN(v) AS r FROM t
[!] SELECT 2 * COUNT(*) AS c FROM t
[!] SELECT COALESCE(SUM(v), 0) AS s FROM t WHERE v > 999
[!] SELECT SUM(v) AS s, 'text' AS x FROM t
[!] SELECT SUM(a) AS s FROM d
[!] SELECT SUM(a) AS s FROM d WHERE k IN (1, 2)
[!] SELECT AVG(a) AS s FROM d WHERE k > 2
[!] SELECT AVG(b) AS s FROM d
[! pg my] SELECT MIN(a) AS m, MAX(a) AS n, MIN(b) AS o, MAX(b) AS p FROM d
[!] SELECT SUM(i) AS s FROM d WHERE k < 6
[! pg my] SELECT SUM(i) AS s FROM d
[!] SELECT AVG(i) AS s FROM d WHERE k < 6
[! pg my] SELECT SUM(b) AS s, AVG(b) AS a, MIN(b) AS m FROM w
# sqliteodbc describes larger integers as INTEGER, and cuts them off: asked for as text.
[! sl] SELECT CAST(SUM(i) AS TEXT) AS s, CAST(MAX(i) AS TEXT) AS m FROM d WHERE k <> 2
[!] SELECT SUM(a) AS s, AVG(a) AS x, MAX(a) AS m FROM w
[!] SELECT SUM(v) AS s, AVG(v) AS a FROM w
[!] SELECT COUNT(*) AS c, COUNT(g) AS g, COUNT(s) AS s FROM w
[!] SELECT MIN(s) AS a, MAX(s) AS b FROM w
[!] SELECT MIN(dt) AS a, MAX(dt) AS b, MIN(ts) AS c, MAX(ts) AS d FROM e
[! approx] SELECT SUM(f) AS s, AVG(f) AS a FROM e
[!] SELECT MIN(f) AS a, MAX(f) AS b FROM e
[!] SELECT COUNT(f) AS c FROM e WHERE f > 0
[!] SELECT SUM(amount) AS s, AVG(amount) AS a, COUNT(*) AS c FROM orders
[!] SELECT SUM(amount) AS s FROM orders WHERE user_id IN (1, 2, 3)
[!] SELECT SUM(amount) AS s, AVG(amount) AS a FROM orders WHERE user_id = 3
[!] SELECT MAX(order_id) AS m, MIN(status) AS s FROM orders
[!] SELECT COUNT(DISTINCT g) AS c FROM t
[!] SELECT COUNT(DISTINCT v) AS c FROM w
[!] SELECT SUM(DISTINCT v) AS s FROM w
[!] SELECT COUNT(DISTINCT v) AS c, SUM(DISTINCT v) AS s FROM t
[!] SELECT AVG(DISTINCT v) AS s FROM w
[!] SELECT COUNT(DISTINCT v) AS c, SUM(DISTINCT v) AS s FROM t WHERE v IS NULL
[!] SELECT COUNT(DISTINCT k) AS c FROM t
[!] SELECT MIN(DISTINCT v) AS a, MAX(DISTINCT v) AS b FROM t
[!] SELECT COUNT(DISTINCT g) AS c, COUNT(*) AS n FROM w
[approx pg my] SELECT STDDEV_POP(v) AS s FROM t
[approx pg my] SELECT VAR_SAMP(v) AS s FROM t
[my] SELECT GROUP_CONCAT(g ORDER BY k SEPARATOR '-') AS s FROM t
[pg] SELECT STRING_AGG(g, '-' ORDER BY k) AS s FROM t
[sl] SELECT GROUP_CONCAT(g, '-') AS s FROM t WHERE k = 3
[pg] SELECT BOOL_AND(v > 0) AS b FROM t
[pg my] SELECT BIT_OR(v) AS b FROM t
[pg] SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY v) AS p FROM t
[pg sl] SELECT COUNT(*) FILTER (WHERE v > 5) AS c FROM t
[pg sl] SELECT SUM(v) FILTER (WHERE g = 'a') AS s FROM t
[sl] SELECT TOTAL(v) AS s FROM t
[pg] SELECT COUNT(*)::int AS c FROM t
[pg] SELECT AVG(v)::numeric(10,2) AS a FROM t
[my] SELECT AVG(v) * 3000000 AS a FROM t
[error] SELECT SUM(nosuch) FROM t
[error pg] SELECT k, COUNT(*) FROM t
[error] SELECT k FROM t WHERE COUNT(*) > 1
SELECT COUNT(DISTINCT CURRENT_TIMESTAMP) AS c FROM t
# Text of aggregates, with a length
[! my] SELECT CAST(AVG(v) AS CHAR(30)), CAST(SUM(a) AS CHAR), CAST(COUNT(*) AS CHAR(1)), CONCAT(AVG(a), '') FROM w
[! my] SELECT g, CAST(SUM(v) AS CHAR(3)), CONVERT(MAX(b), CHAR(4)) FROM w GROUP BY g
[! pg] SELECT g, CAST(SUM(v) AS VARCHAR(3)), AVG(v)::varchar(9), MAX(b)::text FROM w GROUP BY g
[! sl] SELECT g, CAST(SUM(v) AS VARCHAR(3)), CAST(MAX(b) AS TEXT) FROM w GROUP BY g
# A sum that only one shard's part of it is too large for
[! sl] SELECT SUM(i) FROM d
[! sl] SELECT SUM(i), COUNT(i), SUM(i) - 1, AVG(i), SUM(k) FILTER (WHERE i > 1) FROM d
[! sl] SELECT SUM(i) AS s, k % 2 FROM d GROUP BY k % 2 HAVING SUM(i) > 0 ORDER BY s
[! sl] SELECT SUM(i * 1), SUM(d.a), SUM(v), SUM(w.k + v) FROM d JOIN w ON d.k = w.k
[! sl error] SELECT SUM(i) FROM d WHERE i > 0
[! sl] SELECT SUM(v), SUM(b), SUM(a) FROM w WHERE k > 1000
[! sl] SELECT g, SUM(v), SUM(b), SUM(a) FROM w GROUP BY g

# PostgreSQL's SUM of reals is a real, its AVG of them has the digits of a double.
[! approx] SELECT AVG(fl) AS a, COUNT(*) AS c FROM ty
[! approx] SELECT b, AVG(fl) AS a FROM ty GROUP BY b
[! pg my approx] SELECT b, AVG(fl) + 1 AS a FROM ty GROUP BY b HAVING AVG(fl) > 0
[! pg approx] SELECT AVG(fl * fl) AS a, AVG(-fl) + 0 AS d, AVG(CAST(k AS REAL)) AS e, AVG(fl) FILTER (WHERE k > 3) AS f FROM ty
[! pg approx ordered] SELECT b FROM ty GROUP BY b ORDER BY AVG(fl), b
