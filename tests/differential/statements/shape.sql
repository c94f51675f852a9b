# Names that hide each other, expressions over aliases and aggregates, limits at their ends.
[! ordered] SELECT k AS v, v AS k FROM t ORDER BY k, 1
[! ordered] SELECT k AS v, v AS k FROM t ORDER BY v
[! ordered] SELECT -k AS v, k FROM t ORDER BY v
[! ordered my sl] SELECT -k AS v, k FROM t ORDER BY v + 0, k
[! ordered my sl] SELECT -k AS v, k FROM t ORDER BY -v, k
[! ordered pg] SELECT -k AS v, k FROM t ORDER BY -v, k
[! ordered] SELECT v AS g, COUNT(*) AS c FROM t GROUP BY v ORDER BY v
[! ordered] SELECT v AS g, COUNT(*) AS c FROM t GROUP BY g, v ORDER BY v, c
[! pg] SELECT MAX(v) AS g, COUNT(*) AS c FROM t GROUP BY g
[my sl] SELECT k % 2 AS v, COUNT(*) AS c FROM t GROUP BY v
[! ordered] SELECT k % 2 AS v, COUNT(*) AS c FROM t GROUP BY k % 2 ORDER BY v
[! ordered] SELECT g, COUNT(*) AS k FROM t GROUP BY g ORDER BY k, g
[! ordered] SELECT g, SUM(v) AS v FROM t GROUP BY g ORDER BY v DESC, g
[! ordered] SELECT g, SUM(v) AS v FROM t GROUP BY g ORDER BY SUM(v) DESC, g
[ordered my sl] SELECT g, SUM(v) AS v FROM t GROUP BY g HAVING v > 12 ORDER BY g
[! ordered my sl] SELECT g AS x, SUM(v) AS sv FROM t GROUP BY x HAVING sv > 12 ORDER BY x
[! ordered] SELECT k AS "order" FROM t ORDER BY 1 DESC
[! ordered] SELECT k AS Xx FROM t ORDER BY xX
[! ordered] SELECT 1 AS one, k FROM t ORDER BY 1, 2
[! ordered] SELECT NULL AS one, k FROM t ORDER BY one, k
[! ordered] SELECT k, v FROM t ORDER BY v IS NULL, v DESC
[! ordered] SELECT k FROM t ORDER BY k = 3 DESC, k
[! ordered] SELECT k FROM t ORDER BY k IN (4, 5) DESC, k DESC
[! ordered] SELECT k, ABS(3 - k) AS x FROM t ORDER BY x, k
[! ordered] SELECT k FROM t ORDER BY LENGTH(g), k
[! ordered] SELECT k, v * 1.5 AS q FROM t ORDER BY q DESC, k
[! ordered] SELECT k, COALESCE(v, k) AS q FROM t ORDER BY q DESC, k DESC
[! ordered notype] SELECT k, NULLIF(v, 10) AS q FROM t ORDER BY q, k
[! ordered notype] SELECT k, CASE WHEN v > 5 THEN v ELSE 0 END AS q FROM t ORDER BY q, k
[! ordered] SELECT k FROM t ORDER BY k LIMIT 9223372036854775807
[! ordered] SELECT k FROM t ORDER BY k LIMIT 9223372036854775807 OFFSET 3
[! ordered] SELECT k FROM t ORDER BY k LIMIT 3 OFFSET 9223372036854775807
[! ordered my] SELECT k FROM t ORDER BY k LIMIT 18446744073709551615 OFFSET 2
[ordered pg sl] SELECT k FROM t ORDER BY k LIMIT 2 + 1 OFFSET 1 + 1
[ordered pg] SELECT k FROM t ORDER BY k LIMIT NULL OFFSET NULL
[ordered pg] SELECT k FROM t ORDER BY k LIMIT 2.5
[ordered pg] SELECT k FROM t ORDER BY k OFFSET 2 LIMIT 2
[ordered pg] SELECT k FROM t ORDER BY k FETCH FIRST ROW ONLY
[ordered pg] SELECT k FROM t ORDER BY k OFFSET 2 FETCH FIRST 2 ROW ONLY
[ordered pg] SELECT g FROM t ORDER BY g OFFSET 1 FETCH FIRST 1 ROWS WITH TIES
[ordered my] SELECT g FROM t ORDER BY g FETCH FIRST 2 ROWS WITH TIES
[ordered my] SELECT k FROM t ORDER BY k OFFSET 1 ROWS FETCH NEXT 2 ROWS ONLY
[error pg] SELECT k FROM t ORDER BY k LIMIT -1
[error my] SELECT k FROM t ORDER BY k LIMIT -1
[error pg] SELECT k FROM t ORDER BY k LIMIT 'x'
[ordered sl] SELECT k FROM t ORDER BY k LIMIT -5 OFFSET 1
[ordered sl] SELECT k FROM t ORDER BY k LIMIT 2 OFFSET -3
[ordered sl] SELECT k FROM t ORDER BY k LIMIT 2, -1
[ordered sl] SELECT k FROM t ORDER BY k LIMIT -1, 2
[ordered] SELECT DISTINCT k % 2 AS p FROM t ORDER BY p DESC
[ordered] SELECT DISTINCT g, k % 2 AS p FROM t ORDER BY 2, 1
[ordered sl my] SELECT DISTINCT g FROM t ORDER BY k
[error pg] SELECT DISTINCT g FROM t ORDER BY k
[ordered] SELECT DISTINCT * FROM t ORDER BY k
[ordered] SELECT DISTINCT t.* FROM t ORDER BY k DESC LIMIT 2
SELECT DISTINCT r.d FROM t, r
SELECT DISTINCT COUNT(*) AS c FROM t GROUP BY g
SELECT DISTINCT g, COUNT(*) AS c FROM t GROUP BY g, v
[! notype] SELECT DISTINCT 1.0 AS one, v FROM t
[!] SELECT 'x' AS x, g, MAX(v) AS m FROM t GROUP BY g
[!] SELECT g, 1 + 1 AS two, COUNT(*) + 0 AS c FROM t GROUP BY g
[!] SELECT COUNT(*) AS c, COUNT(v) AS d, COUNT(1) AS e, COUNT(NULL) AS f FROM t
[!] SELECT SUM(k) + SUM(v), SUM(k) / COUNT(*), SUM(v) * 1.0 / COUNT(v) FROM t
[!] SELECT AVG(v) + 1, AVG(v) * 2, AVG(v) * 3, AVG(k) / 2, AVG(v) - AVG(k), -AVG(v) FROM t
[!] SELECT MAX(v) > 5, MAX(v) IS NULL, COUNT(*) = 6, NOT COUNT(*) = 6, COUNT(*) BETWEEN 1 AND 10, COUNT(*) IN (5, 6) FROM t
[!] SELECT CASE WHEN COUNT(*) = 0 THEN NULL ELSE SUM(v) END AS s FROM t
[!] SELECT CASE COUNT(*) WHEN 6 THEN 'six' ELSE 'other' END AS s FROM t
[!] SELECT COALESCE(MAX(v), 0) AS s, COALESCE(SUM(v), -1) AS x FROM z
[! notype] SELECT NULLIF(COUNT(*), 0) AS s FROM z
[! pg my] SELECT SUM(v) AS s, AVG(v) AS a, MIN(v) AS i, MAX(v) AS x, COUNT(*) AS c, COUNT(v) AS d FROM z
[!] SELECT COUNT(DISTINCT v), COUNT(DISTINCT g), COUNT(*) FROM t
[!] SELECT SUM(DISTINCT v) AS s, AVG(DISTINCT v) AS a, SUM(v) AS t, COUNT(*) AS c FROM u
[!] SELECT COUNT(DISTINCT v) + 1 AS c FROM u
[my] SELECT COUNT(DISTINCT g, v) AS c FROM t
SELECT COUNT(DISTINCT NULL) AS c FROM t
[! ordered] SELECT g FROM t GROUP BY g ORDER BY COUNT(DISTINCT v) DESC, g
[! pg sl] SELECT COUNT(*) FILTER (WHERE v > 5) AS c, SUM(v) FILTER (WHERE g = 'a') AS s FROM t
[pg sl] SELECT COUNT(DISTINCT v) FILTER (WHERE v > 5) AS c FROM t
SELECT g FROM t GROUP BY g HAVING COUNT(*) > (SELECT COUNT(*) FROM r)
SELECT g, COUNT(*) AS c FROM t GROUP BY g HAVING MAX(v) > 5 AND g LIKE 'a%'
[!] SELECT g, COUNT(*) AS c FROM t GROUP BY g HAVING SUM(v) = NULL
[my sl] SELECT g, COUNT(*) AS c FROM t HAVING COUNT(*) > 1
[error pg] SELECT g, COUNT(*) AS c FROM t HAVING COUNT(*) > 1
[! pg my] SELECT MAX(v) AS m FROM t HAVING MAX(v) > 100
[! my pg] SELECT 1 AS one FROM z HAVING COUNT(*) = 0
[! pg my] SELECT COUNT(*) AS c FROM t WHERE k = 1 AND k = 2
[! pg my] SELECT MAX(v), COUNT(*) FROM t WHERE k IN (NULL)
[! ordered] SELECT COUNT(*) AS c FROM t LIMIT 1 OFFSET 1
[! ordered] SELECT MAX(v) AS m FROM t ORDER BY MIN(v) LIMIT 1
[! ordered] SELECT g, MAX(v) AS m FROM t GROUP BY g ORDER BY MIN(v) + MAX(v) DESC LIMIT 2
[! ordered] SELECT g FROM t GROUP BY g ORDER BY CASE WHEN COUNT(*) > 1 THEN 0 ELSE 1 END, g DESC
[! ordered] SELECT g, COUNT(*) FROM t GROUP BY g ORDER BY 2 DESC, 1 LIMIT 2
[! ordered] SELECT g, COUNT(*) AS c FROM t GROUP BY t.g ORDER BY t.g
[! ordered notype] SELECT (v + 1) * 2 AS x, COUNT(*) AS c FROM t GROUP BY v + 1 ORDER BY x
[!] SELECT MIN(dt), MAX(dt), MIN(ts), MAX(ts) FROM e
[!] SELECT COUNT(DISTINCT dt), COUNT(DISTINCT ts), COUNT(DISTINCT f), COUNT(DISTINCT s) FROM e
[!] SELECT SUM(a * b), SUM(a + b), SUM(a) + SUM(b) FROM d
[!] SELECT AVG(a + b), AVG(a) * 2, AVG(b) + 0.5 FROM d
[!] SELECT SUM(b) * 1.00, SUM(b) / 3, SUM(b) / COUNT(*) FROM d
[!] SELECT ROUND(SUM(b) / 3, 2), ROUND(AVG(b), 1) FROM d
[! nometa] SELECT user_id % 2, AVG(amount), SUM(amount) FROM orders GROUP BY user_id % 2
[ordered my sl] SELECT k AS x, v AS k FROM t ORDER BY x + k, x
[ordered my sl] SELECT k AS x, v AS y FROM t ORDER BY COALESCE(y, x), ABS(x - 3), x
[ordered my sl] SELECT k * 2 AS v, v AS k FROM t ORDER BY v + k DESC, t.k
[ordered my sl] SELECT k AS x FROM t ORDER BY 'x', k
