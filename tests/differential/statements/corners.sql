# What generators don't write: expressions over aggregates, clauses that hide or repeat names, limits of
# every kind, subqueries in odd places, set operations in brackets.
[nometa] SELECT COALESCE(SUM(v), 0) AS a, COALESCE(SUM(v) / NULLIF(COUNT(v), 0), -1) AS b FROM t WHERE k > 100
SELECT CASE WHEN COUNT(*) = 0 THEN NULL WHEN SUM(v) > 50 THEN 'big' ELSE 'small' END AS a FROM t
SELECT CASE COUNT(*) WHEN 6 THEN SUM(v) ELSE AVG(v) END AS a FROM t
SELECT g, CASE WHEN SUM(v) IS NULL THEN 0 ELSE SUM(v) * 2 END AS a FROM w GROUP BY g
SELECT NULLIF(SUM(v), 63) AS a, NULLIF(COUNT(*), 5) AS b FROM t
SELECT SUM(v) - SUM(k) AS a, SUM(v) * COUNT(*) AS b, SUM(v) / COUNT(*) AS c FROM t
SELECT SUM(v) % 7 AS a, -SUM(v) AS b, +COUNT(*) AS c FROM t
SELECT (SUM(v) + 1) * (COUNT(*) - 6) AS a FROM t
SELECT MAX(v) - MIN(v) AS a, (MAX(v) + MIN(v)) / 2 AS b FROM t
SELECT ABS(MIN(v)) AS a, ABS(-SUM(v)) AS b FROM w
SELECT COUNT(*) > 3 AS a, SUM(v) IS NULL AS b, SUM(v) IS NOT NULL AS c, NOT COUNT(*) > 3 AS d FROM t
SELECT COUNT(*) BETWEEN 1 AND 6 AS a, COUNT(*) IN (1, 6) AS b, SUM(v) NOT IN (1, 2) AS c FROM t
SELECT COUNT(*) = 6 AND SUM(v) > 1 OR NULL IS NULL AS a FROM t
SELECT g FROM t GROUP BY g HAVING SUM(v) IS NULL
SELECT g FROM w GROUP BY g HAVING COUNT(v) < COUNT(*)
SELECT g FROM w GROUP BY g HAVING MAX(v) = MIN(v)
SELECT g FROM w GROUP BY g HAVING SUM(v) > AVG(v) AND COUNT(DISTINCT v) > 2
SELECT g FROM w GROUP BY g HAVING g IS NOT NULL AND COUNT(*) > 5
SELECT g FROM w GROUP BY g HAVING g = 'a' OR g IS NULL
SELECT g FROM w GROUP BY g HAVING NULL
SELECT COUNT(*) FROM w HAVING 1 = 0
SELECT COUNT(*) FROM w HAVING COUNT(*) = 64
SELECT SUM(v) FROM w WHERE 1 = 0 HAVING SUM(v) IS NULL
[pg my] SELECT 1 AS a FROM w HAVING COUNT(*) > 0
SELECT 'x' AS a FROM w GROUP BY g HAVING COUNT(*) > 5
[ordered] SELECT g FROM w GROUP BY g ORDER BY COUNT(*) DESC, g
[ordered] SELECT g FROM w GROUP BY g ORDER BY SUM(v) - COUNT(*), g
[ordered] SELECT g FROM w GROUP BY g ORDER BY MAX(k) DESC
[ordered] SELECT g, COUNT(*) AS v FROM w GROUP BY g ORDER BY v DESC, g
[ordered] SELECT g, COUNT(*) AS k FROM w GROUP BY g ORDER BY MIN(k)
[ordered] SELECT g, SUM(v) AS s FROM w GROUP BY g ORDER BY -SUM(v), g
[ordered] SELECT g, SUM(v) AS s FROM w GROUP BY g ORDER BY 2 DESC, 1 DESC
[ordered] SELECT COUNT(*), g FROM w GROUP BY 2 ORDER BY 2
[ordered] SELECT COUNT(*) AS n FROM w GROUP BY g ORDER BY n, MIN(k)
[ordered] SELECT v % 3 AS m, COUNT(*) FROM w GROUP BY v % 3 ORDER BY m
[ordered] SELECT v % 3 AS m, COUNT(*) FROM w GROUP BY m ORDER BY v % 3
[ordered] SELECT v AS g, COUNT(*) FROM w GROUP BY v ORDER BY g
[ordered] SELECT k AS v, v AS k FROM t ORDER BY k, v
[ordered] SELECT k AS v, v AS k FROM t ORDER BY t.k
[ordered] SELECT t.k AS v FROM t ORDER BY t.v, t.k
[ordered] SELECT k, -k AS k2 FROM t ORDER BY k2
[ordered] SELECT k AS a, k AS b FROM t ORDER BY b DESC, a
[ordered] SELECT g AS x, v AS x FROM t ORDER BY k
[ordered] SELECT k + v AS g FROM t ORDER BY g, k
[ordered] SELECT *, v * 2 AS z FROM t ORDER BY z, k
[ordered] SELECT t.*, t.k AS k9 FROM t ORDER BY k9 DESC
[ordered] SELECT v FROM t ORDER BY CASE WHEN k = 3 THEN 0 ELSE 1 END, k
[ordered] SELECT k FROM w ORDER BY COALESCE(v, -1), k DESC LIMIT 9
[ordered] SELECT k FROM w ORDER BY v IS NULL, v, k LIMIT 9
[ordered] SELECT k FROM w ORDER BY (v), ((k)) LIMIT 5
[ordered] SELECT k FROM w ORDER BY k * 0, k LIMIT 5
[my sl ordered] SELECT k FROM w ORDER BY 'x', k LIMIT 5
[my sl ordered] SELECT k FROM w ORDER BY NULL, k LIMIT 5
[ordered] SELECT k FROM t ORDER BY k LIMIT 0
[ordered] SELECT k FROM t ORDER BY k LIMIT 3 OFFSET 100
[ordered] SELECT k FROM t ORDER BY k LIMIT 9223372036854775807
[ordered] SELECT k FROM t ORDER BY k LIMIT 9223372036854775807 OFFSET 3
[ordered] SELECT k FROM t ORDER BY k LIMIT 2147483648 OFFSET 2
[ordered] SELECT k FROM t ORDER BY k LIMIT ? ;; (0,)
[ordered] SELECT k FROM t ORDER BY k LIMIT ? OFFSET ? ;; (2, 4)
[ordered] SELECT k FROM t ORDER BY k LIMIT ? OFFSET ? ;; (9223372036854775807, 3)
[ordered] SELECT k FROM t ORDER BY k LIMIT ? OFFSET ? ;; (3, 9223372036854775807)
[ordered] SELECT g, COUNT(*) FROM t GROUP BY g ORDER BY g LIMIT ? ;; (0,)
[ordered] SELECT g, COUNT(*) FROM t GROUP BY g ORDER BY g LIMIT ? OFFSET ? ;; (1, 1)
[ordered] SELECT DISTINCT g FROM t ORDER BY g LIMIT ? ;; (2,)
[ordered] SELECT DISTINCT g FROM t ORDER BY g LIMIT 1 OFFSET 1
SELECT COUNT(*) FROM t LIMIT 0
SELECT COUNT(*) FROM t LIMIT 1 OFFSET 1
SELECT COUNT(*) FROM t LIMIT ? ;; (0,)
SELECT COUNT(*) FROM (SELECT k FROM t ORDER BY k LIMIT 4) x
SELECT SUM(v) FROM (SELECT v FROM t ORDER BY k LIMIT 3) x
SELECT MAX(n) FROM (SELECT g, COUNT(*) AS n FROM w GROUP BY g) x
SELECT AVG(n) AS a FROM (SELECT g, COUNT(*) AS n FROM w GROUP BY g) x
SELECT n, COUNT(*) FROM (SELECT g, COUNT(*) AS n FROM w GROUP BY g) x GROUP BY n
SELECT x.g, x.n FROM (SELECT g, COUNT(*) AS n FROM w GROUP BY g) x WHERE x.n > 5
SELECT x.g, t.k FROM (SELECT g, MAX(v) AS m FROM t GROUP BY g) x JOIN t ON t.g = x.g AND t.v = x.m
SELECT a.g, a.n, b.n FROM (SELECT g, COUNT(*) AS n FROM t GROUP BY g) a JOIN (SELECT g, COUNT(*) AS n FROM u GROUP BY g) b ON a.g < b.g
SELECT COUNT(*) FROM (SELECT DISTINCT g, v FROM w) x
SELECT k FROM t WHERE v = (SELECT v FROM u WHERE k = 2)
SELECT k FROM t WHERE v > (SELECT AVG(v) FROM t)
SELECT k, v - (SELECT AVG(v) FROM t) AS d FROM t
SELECT k, (SELECT COUNT(*) FROM u) AS n, (SELECT MAX(v) FROM u WHERE u.k = t.k) AS m FROM t
[pg my] SELECT k FROM t WHERE v > ALL (SELECT v FROM u WHERE k < 0)
SELECT k FROM t WHERE k IN (SELECT k FROM u) AND k NOT IN (SELECT k FROM u WHERE v = 9)
SELECT k FROM t WHERE v NOT IN (SELECT v FROM t)
SELECT k FROM t WHERE v NOT IN (SELECT v FROM t WHERE v IS NOT NULL AND k > 3)
SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u WHERE 1 = 0)
SELECT k FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.k = t.k + 1)
SELECT k FROM t WHERE (SELECT COUNT(*) FROM u WHERE u.k = t.k) = 0
SELECT k FROM t WHERE (SELECT COUNT(*) FROM u WHERE u.v > t.v) > 1
SELECT g, (SELECT MAX(k) FROM u) AS m, COUNT(*) FROM t GROUP BY g
SELECT g FROM t GROUP BY g HAVING COUNT(*) > (SELECT COUNT(*) FROM u WHERE v = 9) - 1
SELECT g FROM t GROUP BY g HAVING SUM(v) > (SELECT AVG(v) FROM u)
[ordered] SELECT k FROM t ORDER BY (SELECT MAX(v) FROM u WHERE u.k = t.k), k
SELECT (SELECT k FROM t WHERE v > 100) AS a
SELECT EXISTS (SELECT 1 FROM t WHERE k = 100) AS a, 1 IN (SELECT k FROM t) AS b, NULL IN (SELECT k FROM t) AS c, 100 IN (SELECT v FROM t) AS d
WITH x AS (SELECT g, SUM(v) AS s FROM w GROUP BY g) SELECT * FROM x WHERE s > (SELECT AVG(s) FROM x)
WITH x AS (SELECT k FROM t), y AS (SELECT k FROM u) SELECT COUNT(*) FROM x, y
WITH t AS (SELECT 1 AS k) SELECT * FROM t
WITH t AS (SELECT k FROM u) SELECT COUNT(*), MAX(k) FROM t
WITH x AS (SELECT k, v FROM t) SELECT a.k, b.v FROM x a JOIN x b ON a.k = b.k
WITH x AS (SELECT k, v FROM t) SELECT a.k, b.k FROM x a JOIN x b ON a.v < b.v
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4) SELECT i, COUNT(t.k) FROM n LEFT JOIN t ON t.k = n.i GROUP BY i
WITH RECURSIVE n(i) AS (SELECT MIN(k) FROM t UNION ALL SELECT i + 1 FROM n WHERE i < 4) SELECT i FROM n
SELECT a.k FROM t a NATURAL JOIN u b
SELECT k, a.v, b.v FROM t a JOIN u b USING (k)
SELECT * FROM t JOIN u USING (k)
SELECT * FROM t NATURAL LEFT JOIN u
SELECT k FROM t JOIN u USING (k, g)
SELECT a.k, b.k FROM t a LEFT JOIN u b ON a.k = b.k AND b.v > 9 WHERE b.k IS NULL OR a.v > 5
SELECT a.k, b.k FROM t a LEFT JOIN u b ON a.v = b.v
SELECT a.k, r.d FROM t a LEFT JOIN r ON r.id = a.k
SELECT r.id, a.k FROM r LEFT JOIN t a ON r.id = a.k
SELECT r.id, COUNT(a.k) FROM r LEFT JOIN t a ON a.k > r.id GROUP BY r.id
SELECT s1.id, a.k FROM s1 LEFT JOIN t a ON a.k = s1.id
SELECT a.k, s1.d FROM t a LEFT JOIN s1 ON a.k = s1.id
SELECT a.k, b.k FROM t a CROSS JOIN u b
SELECT a.k, b.k, r.id FROM t a JOIN u b ON a.k = b.k CROSS JOIN r
SELECT COUNT(*), SUM(a.v * b.v) FROM t a, u b WHERE a.v > b.v
SELECT a.g, COUNT(*) FROM t a JOIN t b ON a.g = b.g GROUP BY a.g
SELECT o.status, COUNT(DISTINCT o.user_id), SUM(i.qty) FROM orders o LEFT JOIN items i ON i.order_id = o.order_id AND i.user_id = o.user_id GROUP BY o.status
[ordered] SELECT o.status, SUM(o.amount) AS s, AVG(o.amount) AS a FROM orders o GROUP BY o.status ORDER BY s DESC
SELECT o.order_id, SUM(i.qty) FROM orders o JOIN items i ON i.order_id = o.order_id GROUP BY o.order_id HAVING SUM(i.qty) > 5
SELECT k FROM t UNION SELECT k FROM u
SELECT k FROM t UNION ALL SELECT k FROM u
SELECT k FROM t INTERSECT SELECT k FROM u
SELECT k FROM t EXCEPT SELECT k FROM u
SELECT g, v FROM t UNION SELECT g, v FROM u
[ordered] SELECT g AS x FROM t UNION SELECT g FROM u ORDER BY x
[ordered] SELECT k FROM t UNION ALL SELECT k FROM u ORDER BY 1 DESC LIMIT 4
[ordered] SELECT k, 1 AS s FROM t UNION ALL SELECT k, 2 FROM u ORDER BY s, k
SELECT COUNT(*) FROM t UNION ALL SELECT COUNT(*) FROM u
SELECT 'n' AS w, COUNT(*) AS n FROM t UNION ALL SELECT 's', SUM(v) FROM t
SELECT g, COUNT(*) FROM t GROUP BY g UNION ALL SELECT 'all', COUNT(*) FROM t
SELECT k FROM t WHERE k = 3 UNION SELECT v FROM t WHERE k = 3
SELECT NULL AS a FROM t UNION SELECT v FROM t
SELECT v FROM t UNION SELECT NULL FROM t
SELECT k FROM t UNION SELECT k FROM u UNION ALL SELECT k FROM t
SELECT k FROM t UNION ALL SELECT k FROM u UNION SELECT k FROM t
SELECT k FROM t EXCEPT SELECT k FROM u UNION SELECT 99
[pg my] (SELECT k FROM t ORDER BY k LIMIT 2) UNION ALL (SELECT k FROM u ORDER BY k DESC LIMIT 2)
[pg my ordered] (SELECT k FROM t ORDER BY v DESC, k LIMIT 2) UNION ALL (SELECT k FROM u ORDER BY k DESC LIMIT 2) ORDER BY k
[pg my] SELECT k FROM t UNION SELECT k FROM u INTERSECT SELECT v FROM t
[pg my] (SELECT k FROM t UNION SELECT k FROM u) INTERSECT SELECT v FROM t
[pg my] SELECT k FROM t EXCEPT (SELECT k FROM u EXCEPT SELECT v FROM t)
[pg my] SELECT v FROM t EXCEPT ALL SELECT v FROM u
[pg my] SELECT v FROM t INTERSECT ALL SELECT v FROM u
[pg my ordered] (SELECT k FROM t) ORDER BY k LIMIT 3
[pg my ordered] ((SELECT k FROM t ORDER BY k LIMIT 5)) ORDER BY k DESC LIMIT 2
SELECT COUNT(*) FROM (SELECT k FROM t UNION SELECT k FROM u) x
SELECT SUM(k) FROM (SELECT k FROM t UNION ALL SELECT k FROM u) x
[ordered] SELECT x.k FROM (SELECT k FROM t UNION SELECT k FROM u) x WHERE x.k > 2 ORDER BY x.k
SELECT k FROM t WHERE k IN (SELECT k FROM u UNION SELECT 5)
SELECT DISTINCT v FROM t UNION ALL SELECT DISTINCT v FROM u
SELECT DISTINCT a FROM d
SELECT DISTINCT b, a * 0 AS z FROM d
SELECT COUNT(DISTINCT b), SUM(DISTINCT b), AVG(DISTINCT b) FROM d
SELECT b, COUNT(*) FROM d GROUP BY b
SELECT SUM(a), AVG(a), SUM(b), AVG(b), SUM(i), AVG(i) FROM d WHERE k < 6
SELECT SUM(a) / 3 AS x, SUM(a) * 1.5 AS y, AVG(b) + 1 AS z FROM d WHERE k <> 2
SELECT ROUND(SUM(b) / 3, 2) AS x FROM d
SELECT ROUND(AVG(b), 1) AS x, ROUND(AVG(a)) AS y FROM d WHERE k > 2
SELECT SUM(a * b) AS x, SUM(a + b) AS y, SUM(-a) AS z FROM d
SELECT MAX(a), MIN(a), MAX(b), MIN(i), MAX(i) FROM d
SELECT COUNT(*), COUNT(a), COUNT(1), COUNT(NULL), COUNT(v IS NULL) FROM d, t WHERE d.k = t.k
[my sl] SELECT SUM(1), SUM(NULL), MAX(1), MIN('x'), COUNT('x') FROM t
SELECT SUM(CASE WHEN v > 5 THEN 1 END) AS a, COUNT(CASE WHEN v > 5 THEN 1 END) AS b, SUM(1) AS c FROM t WHERE k = 1 OR k = 2
SELECT MAX(k), MAX(v), MAX(g) FROM z
SELECT COUNT(*), SUM(v), AVG(v), MIN(g) FROM z
SELECT g, COUNT(*) FROM z GROUP BY g
SELECT z.k, t.k FROM t LEFT JOIN z ON z.k = t.k
SELECT COUNT(*) FROM z HAVING COUNT(*) = 0
SELECT k, SUM(v) OVER (PARTITION BY k) AS s FROM t
SELECT k, SUM(v) OVER () AS s FROM t
SELECT k, ROW_NUMBER() OVER (ORDER BY k DESC) AS n FROM t
SELECT k, SUM(v) OVER (PARTITION BY g ORDER BY k) AS s FROM t
SELECT k, SUM(v) OVER (ORDER BY k ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS s FROM t
[pg sl] SELECT k, LAG(v, 2, -1) OVER (ORDER BY k) AS s, LEAD(g) OVER (ORDER BY k) AS p FROM t
SELECT g, SUM(v) AS s, RANK() OVER (ORDER BY SUM(v) DESC) AS n FROM w GROUP BY g
SELECT g, COUNT(*) * 100.0 / SUM(COUNT(*)) OVER () AS p FROM w GROUP BY g
SELECT * FROM (SELECT k, ROW_NUMBER() OVER (PARTITION BY g ORDER BY k) AS n FROM t) x WHERE n = 1
SELECT k, NTH_VALUE(v, 2) OVER (ORDER BY k ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS s FROM t
SELECT DISTINCT SUM(v) OVER (PARTITION BY g) AS s FROM t
[ordered] SELECT k FROM t ORDER BY ROW_NUMBER() OVER (ORDER BY v, k), k
SELECT k, ? AS p FROM t WHERE v > ? ;; ('x', 5)
SELECT SUM(v) + ? AS p FROM t ;; (5,)
SELECT g, SUM(v) * ? AS p FROM t GROUP BY g HAVING COUNT(*) > ? ;; (2, 1)
SELECT CASE WHEN COUNT(*) > ? THEN ? ELSE ? END AS p FROM t ;; (2, 'y', 'n')
SELECT COALESCE(MAX(v), ?) AS p FROM t WHERE k > ? ;; (7, 100)
[ordered] SELECT k FROM t ORDER BY v * ?, k ;; (-1,)
[my sl] SELECT k % ? AS m, COUNT(*) FROM w GROUP BY k % ? ;; (3, 3)
[pg sl] SELECT k % 3 AS m, COUNT(*) FROM w GROUP BY k % 3 HAVING k % 3 > 0
[pg sl] SELECT v + 1 AS a, COUNT(*) FROM w GROUP BY v + 1 HAVING v + 1 > 3
SELECT v + 1 AS a, COUNT(*) FROM w GROUP BY v
SELECT g || '' AS a, COUNT(*) FROM w GROUP BY g
SELECT UPPER(g) AS a, COUNT(*) FROM w GROUP BY UPPER(g)
SELECT LENGTH(g) AS a, COUNT(*), MAX(k) FROM w GROUP BY LENGTH(g)
SELECT g, g AS h, COUNT(*) FROM w GROUP BY g, h
SELECT COUNT(*) FROM w GROUP BY g, v % 2, k % 2
SELECT g, v FROM w GROUP BY g, v
[ordered] SELECT g, v, k FROM w GROUP BY k, g, v ORDER BY k DESC LIMIT 5
SELECT k, v FROM q GROUP BY k, v
SELECT f, COUNT(*) FROM e GROUP BY f
SELECT DISTINCT f FROM e
SELECT dt, COUNT(*), MIN(ts), MAX(ts) FROM e GROUP BY dt
SELECT COUNT(DISTINCT dt), COUNT(DISTINCT ts), COUNT(DISTINCT f), COUNT(DISTINCT s) FROM e
SELECT MIN(dt), MAX(dt), MIN(s), MAX(s), MIN(f), MAX(f) FROM e
[approx] SELECT SUM(f), AVG(f) FROM e
[approx] SELECT SUM(f) / COUNT(*) AS a, SUM(f) + 0.5 AS b, -SUM(f) AS c FROM e
[ordered] SELECT k FROM e ORDER BY f DESC, k
[ordered] SELECT k FROM e ORDER BY ts, k DESC LIMIT 20
[ordered] SELECT k, dt FROM e ORDER BY dt DESC, k LIMIT 10 OFFSET 5
[ordered] SELECT DISTINCT dt FROM e ORDER BY dt DESC LIMIT 3
[pg sl ordered] SELECT k FROM t ORDER BY k LIMIT ? ;; ('2',)
[pg ordered] SELECT k FROM t ORDER BY k LIMIT ? ;; (None,)
[pg ordered] SELECT k FROM t ORDER BY k OFFSET ? ;; (None,)
[pg error] SELECT k FROM t ORDER BY k LIMIT ? ;; (-1,)
[pg ordered] SELECT k FROM t ORDER BY k LIMIT ?::int + 1 ;; (1,)
[pg ordered] SELECT k FROM t ORDER BY k FETCH FIRST ? ROWS ONLY ;; (2,)
[pg ordered] SELECT v FROM t ORDER BY v FETCH FIRST ? ROWS WITH TIES ;; (2,)
[pg ordered] SELECT v FROM w ORDER BY v DESC NULLS LAST FETCH FIRST 3 ROWS WITH TIES
[pg ordered] SELECT v FROM w ORDER BY v DESC NULLS LAST OFFSET 2 FETCH FIRST 3 ROWS WITH TIES
[pg] SELECT g, COUNT(*) AS n FROM w GROUP BY g ORDER BY n DESC FETCH FIRST 2 ROWS WITH TIES
[pg error] SELECT k FROM t FETCH FIRST 2 ROWS WITH TIES
[pg ordered] SELECT k FROM t ORDER BY k LIMIT 1e0
[pg ordered] SELECT k FROM t ORDER BY k LIMIT 1.5
[pg] SELECT COUNT(*), SUM(k) FROM t GROUP BY GROUPING SETS ((), ())
[pg] SELECT g, k % 2 AS p, SUM(v), COUNT(DISTINCT v), string_agg(g, ',' ORDER BY k) FROM q GROUP BY CUBE (g, k % 2)
[pg ordered] SELECT g, SUM(v) FROM t GROUP BY ROLLUP (g) ORDER BY GROUPING(g), g
[pg] SELECT g, SUM(v) FROM t GROUP BY ROLLUP (g) HAVING GROUPING(g) = 1
[pg ordered] SELECT g, SUM(v) AS s FROM t GROUP BY g ORDER BY s NULLS FIRST, g DESC
[pg] SELECT q.*, COUNT(*) FROM q GROUP BY k
[pg] SELECT g, v, COUNT(*) FROM q GROUP BY k
[pg] SELECT q.g, SUM(t.v) FROM q JOIN t ON t.k = q.k GROUP BY q.k
[pg] SELECT upper(g) AS u, SUM(v) FROM q GROUP BY k
[pg] SELECT SUM(v) FILTER (WHERE k > (SELECT MIN(k) FROM u)) AS s FROM t
[pg] SELECT COUNT(*) FILTER (WHERE g IS NULL) AS a, MAX(v) FILTER (WHERE false) AS b, AVG(v) FILTER (WHERE v > 5) AS c, bool_or(v > 5) FILTER (WHERE k > 3) AS d FROM w
[pg] SELECT g, COUNT(DISTINCT v) FILTER (WHERE v > 0) FROM w GROUP BY g
[pg] SELECT SUM(DISTINCT v) FILTER (WHERE v > 0) FROM w
[pg ordered] SELECT g FROM w GROUP BY g ORDER BY COUNT(*) FILTER (WHERE v > 2) DESC, g
[pg] SELECT g FROM w GROUP BY g HAVING bool_and(v > 0) IS NOT FALSE
[pg] SELECT g, SUM(v)::numeric / COUNT(*) AS a, ROUND(SUM(v)::numeric / COUNT(*), 3) AS b, TRUNC(AVG(v), 2) AS c FROM w GROUP BY g
[pg] SELECT SUM(v) / 7 AS a, SUM(v) % 7 AS b, -SUM(v) / 7 AS c, SUM(v) / -7 AS d, SUM(v)::float8 / 7 AS e FROM w
[pg error] SELECT SUM(v) / 0 AS a FROM w
[pg error] SELECT SUM(v) % (COUNT(*) - COUNT(*)) AS a FROM w
[pg] SELECT SUM(v) / NULLIF(COUNT(*) - COUNT(*), 0) AS a FROM w
[pg] SELECT ROUND(2.5 * COUNT(*) / COUNT(*)) AS a, ROUND(-2.5 * COUNT(*) / COUNT(*)) AS b, ROUND(AVG(k)) AS c, CAST(AVG(k) AS int) AS d, CAST(2.5 * COUNT(*) / COUNT(*) AS int) AS e FROM t
[pg] SELECT ROUND((SUM(v) / 2.0)::numeric, 0) AS a, CEIL(AVG(v)) AS b, FLOOR(AVG(v)) AS c, SIGN(SUM(v)) AS d, MOD(SUM(v), 7) AS e FROM w
[pg] SELECT 'n=' || COUNT(*) || ', s=' || SUM(v) AS a, CONCAT(COUNT(*), '-', SUM(v), '-', NULL) AS b, COUNT(*)::text || MAX(g) AS c FROM w
[pg] SELECT LEFT(MAX(g), 1) AS a, UPPER(MIN(g)) AS b, LENGTH(MAX(s)) AS c, MAX(g) LIKE 'e%' AS d FROM w
[pg] SELECT MAX(k) BETWEEN 1 AND 100 AS a, MAX(g) IN ('e', 'f') AS b, MIN(g) = ANY (ARRAY['a', 'b']) AS c, MAX(v) IS DISTINCT FROM MIN(v) AS d FROM w
[pg] SELECT GREATEST(MAX(v), COUNT(*), 7) AS a, LEAST(MIN(v), NULL) AS b, COALESCE(NULL, MAX(v), 5) AS c, NULLIF(MAX(v), 1000000) AS d FROM w
[pg] SELECT (SUM(v), COUNT(*)) = (SELECT SUM(v), COUNT(*) FROM w) AS a FROM w
[pg] SELECT ROW(SUM(v), COUNT(*)) AS a FROM w
[pg] SELECT ARRAY[SUM(v), COUNT(*)] AS a, (ARRAY[MIN(v), MAX(v)])[2] AS b FROM w
[pg] SELECT json_build_object('n', COUNT(*), 's', SUM(v)) AS a, to_jsonb(COUNT(*)) AS b FROM w
[pg] SELECT MAX(dt) - MIN(dt) AS a, MAX(dt) + 1 AS b, MAX(ts) - interval '1 day' AS c, extract(year FROM MAX(dt)) AS d, to_char(MAX(dt), 'YYYY') AS e, date_trunc('month', MAX(ts)) AS f FROM e
[pg] SELECT AVG(dt - DATE '2020-01-01') AS a, SUM(ts - TIMESTAMP '2020-01-01') AS b, AVG(extract(epoch FROM ts)) AS c FROM e
[pg] SELECT MAX(k)::text::int + 1 AS a, '5'::int + COUNT(*) AS b, COUNT(*) + '5' AS c, SUM(k) || 'x' AS d FROM t
[pg] SELECT COUNT(*)::smallint AS a, COUNT(*)::real AS b, COUNT(*)::numeric(5,2) AS d FROM t
[pg error] SELECT SUM(v)::numeric(3,2) AS d FROM w
[pg] SELECT 2 ^ COUNT(*) AS a, SQRT(COUNT(*)) AS b, POWER(COUNT(*), 2) AS c, COUNT(*) # 3 AS d, COUNT(*) & 3 AS e, COUNT(*) << 1 AS f, |/ COUNT(*) AS h, @ SUM(v) AS i FROM t
[pg error] SELECT k FROM t WHERE v = (SELECT v FROM u WHERE u.v = 9)
[pg error] SELECT (SELECT k FROM t) AS a
[pg error] SELECT k FROM t WHERE v = (SELECT v FROM u)
[pg] SELECT k FROM t WHERE v <> ALL (SELECT v FROM t WHERE k < 3)
[pg] SELECT k FROM t WHERE v > ANY (SELECT v FROM u WHERE v IS NOT NULL)
[pg] SELECT k FROM t WHERE v <= ALL (SELECT v FROM t)
[pg] SELECT k FROM t WHERE (k, v) NOT IN (SELECT k, v FROM u)
[pg] SELECT k FROM t WHERE (v, g) IN (SELECT v, g FROM u)
[pg] SELECT k, ARRAY(SELECT u.v FROM u WHERE u.k >= t.k ORDER BY u.v, u.k) AS a FROM t
[pg] SELECT t.k, x.n FROM t, LATERAL (SELECT COUNT(*) AS n FROM u WHERE u.v > t.v) x
[pg] SELECT t.k, x.k FROM t LEFT JOIN LATERAL (SELECT u.k FROM u WHERE u.v < t.v ORDER BY u.v DESC, u.k LIMIT 1) x ON true
[pg] SELECT t.k, x.* FROM t CROSS JOIN LATERAL (VALUES (t.v), (-t.v)) AS x(y)
[pg] VALUES (1), (2) UNION SELECT k FROM t
[pg] SELECT k FROM t UNION ALL VALUES (99), (98)
[pg] SELECT * FROM (VALUES (1, 'x'), (3, 'y')) AS q(a, b) LEFT JOIN t ON t.k = q.a
[pg] SELECT k FROM t WHERE (k, g) IN (VALUES (1, 'a'), (2, 'b'))
[pg] SELECT k FROM t ORDER BY g COLLATE "C" DESC, k LIMIT 4
[pg ordered] SELECT g FROM t GROUP BY g ORDER BY g COLLATE "C" DESC
[pg] SELECT DISTINCT g COLLATE "C" AS g FROM t
[pg ordered] SELECT DISTINCT g COLLATE "C" AS g FROM t ORDER BY 1 DESC
[pg] SELECT MAX(g COLLATE "C") FROM t
[pg ordered] SELECT k FROM co ORDER BY ci COLLATE "de-x-icu", k
[pg ordered] SELECT k, v FROM t ORDER BY v USING >, k USING <
[pg] SELECT s, COUNT(*) FROM w GROUP BY s HAVING s > 'a'
[pg] SELECT MAX(s), MIN(s) FROM w HAVING MAX(s) > 'x'
[pg] SELECT -0.0::float8 AS a, f * -1 AS b, COUNT(*) FROM e GROUP BY 1, 2
[pg] SELECT DISTINCT f * 0 AS z FROM e
[pg] SELECT DISTINCT a * 1.0 AS z FROM d
[pg] SELECT a::numeric(20,1) AS z, COUNT(*) FROM d GROUP BY 1
[sl ordered] SELECT k FROM t ORDER BY v DESC NULLS FIRST, k LIMIT 2, 3
[sl] SELECT g, MAX(v), k FROM t GROUP BY g HAVING MAX(v) > 2
[sl] SELECT g, MIN(k), v FROM w GROUP BY g
[sl ordered] SELECT g, MAX(k) AS m, v FROM w GROUP BY g ORDER BY m DESC
[sl] SELECT MAX(k), g, v FROM w
[sl] SELECT g, k, MAX(k) FROM w WHERE v > 2 GROUP BY g
[sl] SELECT g, COUNT(*) FILTER (WHERE v > 2) AS a, SUM(v) FILTER (WHERE v > 2) AS b, AVG(v) FILTER (WHERE 1=0) AS c, TOTAL(v) FILTER (WHERE 1=0) AS d FROM w GROUP BY g
[sl] SELECT SUM(v) / 7 AS a, SUM(v) % 7 AS b, -SUM(v) / 7 AS c, SUM(v) / -7 AS d, SUM(v) / 7.0 AS e, SUM(v) / 0 AS f, SUM(v) % 0 AS g FROM w
[sl] SELECT SUM(v) || '' AS a, AVG(v) || '' AS b, COUNT(*) || '.0' AS c, SUM(v) * 1.0 || '' AS d FROM w
[sl] SELECT CAST(AVG(v) AS INTEGER) AS a, CAST(SUM(v) AS TEXT) AS b, CAST('12abc' AS INTEGER) + COUNT(*) AS c, '5' + COUNT(*) AS d FROM w
[sl] SELECT ROUND(AVG(v), 1) AS a, ROUND(SUM(v) / 3.0, 2) AS b, ROUND(-AVG(v)) AS c FROM w
[sl] SELECT ABS(-SUM(v)) AS a, LENGTH(MAX(s)) AS b, UPPER(MAX(g)) AS c, SUBSTR(MAX(g), 1, 1) AS d, typeof(SUM(v)) AS e, typeof(AVG(v)) AS f, typeof(MAX(g)) AS h FROM w
[sl] SELECT COALESCE(SUM(v), 'none') AS a, IFNULL(MAX(g), 0) AS b, NULLIF(COUNT(*), 0) AS c FROM z
[sl] SELECT SUM(v) IS 0 AS a, SUM(v) IS NOT NULL AS b, COUNT(*) = '0' AS c, SUM(v) = NULL AS d FROM z
[sl] SELECT COUNT(*) > 5 AS a, NOT COUNT(*) AS b, COUNT(*) AND 0 AS c, COUNT(*) OR NULL AS d, COUNT(*) BETWEEN 1 AND 6 AS e, COUNT(*) IN (6, 7) AS f, MAX(g) LIKE 'C' AS h, MAX(g) GLOB 'c*' AS i FROM t
[sl] SELECT MAX(k, v) AS m FROM t
[sl] SELECT MAX(k) + MAX(v, 5) AS m, k FROM t GROUP BY k
[sl] SELECT g, SUM(DISTINCT v), COUNT(DISTINCT v), AVG(DISTINCT v), TOTAL(DISTINCT v) FROM w GROUP BY g
[sl] SELECT SUM(f), typeof(SUM(f)) FROM e WHERE f = 3.0
[sl] SELECT f, COUNT(*) FROM e WHERE f IN (3, 0.5) GROUP BY f
[sl] SELECT DISTINCT f, typeof(f) FROM e
[sl] SELECT k + 0.0 AS x, COUNT(*) FROM t GROUP BY x
[sl] SELECT DISTINCT CASE WHEN k % 2 THEN 1 ELSE 1.0 END + 0 = 1 AS x FROM t
[sl ordered] SELECT DISTINCT v FROM w ORDER BY v DESC LIMIT 4
[sl ordered] SELECT DISTINCT v FROM w ORDER BY -v LIMIT 4
[sl] SELECT k FROM t WHERE v = (SELECT v FROM u)
[sl] SELECT (SELECT v FROM u ORDER BY v DESC LIMIT 1) AS a, (SELECT COUNT(*) FROM u) AS b
[sl] SELECT k, (SELECT SUM(u.v) FROM u WHERE u.k <= t.k) AS r FROM t
[sl] SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.v = t.v) OR k = 5
[sl] SELECT t.k, r.d, s1.d FROM t LEFT JOIN r ON r.id = t.k LEFT JOIN s1 ON s1.id = t.k
[sl] SELECT k, v FROM t EXCEPT SELECT k, v FROM u
[sl] SELECT k FROM t UNION SELECT k FROM u UNION ALL SELECT 7
[sl ordered] SELECT k FROM t UNION SELECT v FROM u ORDER BY 1 DESC LIMIT 3
[sl] SELECT * FROM (SELECT k FROM t ORDER BY k LIMIT 3) UNION ALL SELECT * FROM (SELECT k FROM u ORDER BY k DESC LIMIT 2)
[sl] VALUES (1), (2)
[sl] SELECT * FROM (VALUES (1, 'a'), (2, 'b')) v JOIN t ON t.k = v.column1
[sl] SELECT COUNT(rowid) FROM t
[sl] SELECT date('now') = date('now') AS a, COUNT(*) FROM t
[sl] SELECT strftime('%Y-%m', dt) AS m, COUNT(*), MIN(ts) FROM e GROUP BY m ORDER BY m
[sl] SELECT dt || '' AS d, COUNT(*) FROM e GROUP BY d
[sl] SELECT SUM(julianday(dt)) > 0 AS a, MAX(date(dt, '+1 month')) AS b FROM e
[sl] SELECT g, group_concat(k) FROM t WHERE k = 3 GROUP BY g
[sl] SELECT k, NTILE(2) OVER (ORDER BY k) AS n, CUME_DIST() OVER (ORDER BY v, k) AS c FROM t
[sl] SELECT g, k, FIRST_VALUE(k) OVER (PARTITION BY g ORDER BY k DESC) AS f FROM t
[sl] SELECT k, SUM(v) OVER (ORDER BY k RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM t
[sl] SELECT k, COUNT(*) FILTER (WHERE v > 2) OVER (ORDER BY k) AS s FROM t
[sl ordered] SELECT name FROM n ORDER BY name COLLATE NOCASE, k
[sl] SELECT name COLLATE NOCASE AS m, COUNT(*) FROM n GROUP BY name COLLATE NOCASE
[sl] SELECT COUNT(DISTINCT name COLLATE NOCASE) FROM n
[sl] SELECT MAX(name COLLATE NOCASE), MIN(name COLLATE NOCASE) FROM n
[sl] SELECT ci, COUNT(*) FROM co GROUP BY ci HAVING ci = 'A'
[sl] SELECT MIN(ci) = 'A' AS a, MAX(de) = 'z  ' AS b FROM co
[sl ordered] SELECT DISTINCT ci FROM co WHERE ci IN ('a', 'B') ORDER BY ci
[sl ordered] SELECT k FROM co ORDER BY de, k
[sl ordered] SELECT k FROM co ORDER BY de DESC, ci, bin, k LIMIT 20
[sl] SELECT b, SUM(k) FROM w GROUP BY b
[sl] SELECT SUM(b), AVG(b), TOTAL(b) FROM w
[sl] SELECT SUM(b) + 9223372036854775807 AS a FROM w
[sl] SELECT SUM(b) * 10000 AS a, -SUM(b) AS c FROM w
[sl] SELECT SUM(a), AVG(a), MAX(a), SUM(a) * 2 AS x, ROUND(SUM(a), 1) AS y FROM w
[sl] SELECT a, COUNT(*) FROM w GROUP BY a
[sl] SELECT json_extract('{"a":' || COUNT(*) || '}', '$.a') AS j FROM t
[sl] SELECT printf('%d-%s', COUNT(*), MAX(g)) AS p FROM t
[sl] SELECT quote(MAX(g)) AS p, hex(MAX(g)) AS h, instr(MAX(g), 'c') AS i, replace(MAX(g), 'c', 'd') AS r FROM t
[sl] SELECT random() IS NULL AS p, COUNT(*) FROM t
[! sl] SELECT k FROM t ORDER BY random()
[! count sl] SELECT k FROM w ORDER BY random() LIMIT 2
[! count sl] SELECT *, v + 1 FROM w WHERE k > 2 ORDER BY random() DESC, k LIMIT 3 OFFSET 1
[! sl] SELECT g, k FROM w ORDER BY g, random()
[refuse sl] SELECT k, random() AS r FROM t ORDER BY r
[refuse sl] SELECT k FROM t ORDER BY abs(random())
[sl] SELECT likely(k > 2) AS p, COUNT(*) FROM t GROUP BY p
[my ordered] SELECT k FROM t ORDER BY k LIMIT 2, 3
[my error] SELECT k FROM t ORDER BY k LIMIT -1
[my ordered] SELECT k FROM t ORDER BY k LIMIT 18446744073709551615
[my ordered] SELECT k FROM t ORDER BY k LIMIT 2, 18446744073709551615
[my ordered] SELECT k FROM t ORDER BY k OFFSET 2 ROWS FETCH NEXT 2 ROWS ONLY
[my ordered] SELECT v FROM w ORDER BY v DESC FETCH FIRST 3 ROWS WITH TIES
[my] SELECT g, COUNT(*) AS n FROM w GROUP BY g ORDER BY n DESC FETCH FIRST 2 ROWS WITH TIES
[my ordered] SELECT k FROM t ORDER BY k LIMIT ? ;; ('2',)
[my] SELECT SQL_NO_CACHE COUNT(*) FROM t
[my] SELECT DISTINCTROW g FROM t
[my] SELECT STRAIGHT_JOIN a.k FROM t a JOIN u b ON a.k = b.k
[my] SELECT SUM(v) DIV 7 AS a, SUM(v) MOD 7 AS b, -SUM(v) DIV 7 AS c, SUM(v) / 7 AS d, SUM(v) / 0 AS e, SUM(v) % 0 AS f, SUM(v) DIV 0 AS h FROM w
[my] SELECT ROUND(SUM(v) / 3, 2) AS a, ROUND(AVG(v)) AS b, TRUNCATE(AVG(v), 1) AS c, FLOOR(-AVG(v)) AS d, CEILING(AVG(v)) AS e, ROUND(2.5 * COUNT(*) / COUNT(*)) AS f, ROUND(-2.5) AS h FROM w
[my] SELECT CONCAT(COUNT(*), '/', SUM(v)) AS a, CONCAT_WS('-', COUNT(*), NULL, SUM(v)) AS b, CAST(SUM(v) AS CHAR) AS c, CAST(AVG(v) AS CHAR) AS d FROM w
[my] SELECT IF(COUNT(*) > 3, SUM(v), 0) AS a, IFNULL(SUM(v), -1) AS b, NULLIF(SUM(v), 0) AS c, COALESCE(NULL, MAX(v)) AS d, GREATEST(MAX(v), 7) AS e, LEAST(MIN(v), NULL) AS f FROM w
[my] SELECT COUNT(*) = 64 AS a, COUNT(*) <=> NULL AS b, NOT COUNT(*) AS c, COUNT(*) XOR 1 AS d, COUNT(*) && 0 AS e, COUNT(*) BETWEEN 60 AND 70 AS f, MAX(g) LIKE 'E' AS h, MAX(g) = 'E' AS i FROM w
[my] SELECT g, SUM(v = 10) AS a, SUM(v > 1 AND k < 30) AS b, SUM(g IS NULL) AS c, AVG(v > 5) AS d, COUNT(v OR NULL) AS e FROM w GROUP BY g
[my] SELECT SUM(IF(v > 5, v, 0)) AS a, SUM(IF(v > 5, 1, NULL)) AS b, COUNT(IF(v > 5, 1, NULL)) AS c, MAX(IF(v > 5, g, NULL)) AS d FROM w
[my] SELECT COUNT(DISTINCT g, v) FROM w
[my] SELECT COUNT(DISTINCT IF(v > 5, g, NULL)) AS a, COUNT(DISTINCT UPPER(g)) AS b, COUNT(DISTINCT v % 3) AS c FROM w
[my] SELECT g, v, COUNT(*) FROM w GROUP BY g, v WITH ROLLUP
[my ordered] SELECT g, SUM(v) AS s FROM t GROUP BY g WITH ROLLUP LIMIT 2
[my ordered] SELECT g, COUNT(*) FROM w GROUP BY g DESC
[my] SELECT g, k FROM w GROUP BY g HAVING COUNT(*) > 100
[my] SELECT g, MAX(v) AS m FROM w GROUP BY g HAVING m > 100 AND g > 'a'
[my ordered] SELECT g AS x, COUNT(*) AS y FROM w GROUP BY x HAVING y > 3 ORDER BY y DESC, x
[my ordered] SELECT COUNT(*) AS k, g FROM w GROUP BY g ORDER BY k DESC, g
[my ordered] SELECT -k AS k FROM t ORDER BY k
[my ordered] SELECT -k AS k FROM t ORDER BY k + 0
[my ordered] SELECT k FROM t ORDER BY FIELD(k, 3, 1, 5), k
[my ordered] SELECT k FROM t ORDER BY v IS NULL DESC, v DESC, k
[my ordered] SELECT k FROM t ORDER BY BINARY g DESC, k
[my ordered] SELECT k FROM t ORDER BY g COLLATE utf8mb4_bin DESC, k
[my ordered] SELECT name FROM n ORDER BY name, k
[my] SELECT name, COUNT(*) FROM n GROUP BY name
[my] SELECT COUNT(*) FROM n GROUP BY BINARY name
[my] SELECT MAX(name), MIN(name), COUNT(DISTINCT name), COUNT(DISTINCT BINARY name) FROM n
[my] SELECT k FROM t WHERE v = (SELECT v FROM u WHERE u.k = 2)
[my error] SELECT (SELECT k FROM t) AS a
[my error] SELECT k FROM t WHERE v = (SELECT v FROM u)
[my] SELECT k FROM t WHERE v > ALL (SELECT v FROM u WHERE v < 10)
[my] SELECT k FROM t WHERE (k, v) IN (SELECT k, v FROM u)
[my] SELECT k FROM t WHERE (v, g) NOT IN (SELECT v, g FROM u)
[my] SELECT (SELECT SUM(v) FROM u) + (SELECT COUNT(*) FROM t) AS a
[my] SELECT k, (SELECT GROUP_CONCAT(u.v ORDER BY u.v, u.k) FROM u WHERE u.k >= t.k) AS a FROM t
[my] SELECT a.k, b.k FROM t a RIGHT JOIN u b ON a.k = b.k
[my] SELECT a.k, b.k FROM t a RIGHT JOIN u b ON a.v = b.v
[my] SELECT a.k FROM t a JOIN (u b, r) ON a.k = b.k AND r.id = a.k
[my] SELECT a.k FROM t a, u b WHERE a.k = b.k OR a.v = b.v
[my] (SELECT k FROM t ORDER BY k DESC LIMIT 2) UNION (SELECT k FROM u) ORDER BY k LIMIT 3
[my] SELECT k FROM t UNION SELECT g FROM u
[my] SELECT v FROM t UNION SELECT 1.5
[my] SELECT k FROM t UNION ALL SELECT NULL
[my] SELECT 1 AS a FROM DUAL UNION SELECT k FROM t
[my] VALUES (1), (2)
[my] SELECT * FROM (VALUES (1, 2)) x
[my] SELECT BIT_AND(v), BIT_OR(v), BIT_XOR(v), BIT_AND(NULL), BIT_AND(v) >> 60 AS b FROM w
[my] SELECT g, BIT_XOR(k) AS x FROM w GROUP BY g HAVING x > 5
[my approx] SELECT STD(v), VARIANCE(v), STDDEV_SAMP(v) / 2 AS a, ROUND(STD(v), 2) AS b FROM w
[my] SELECT GROUP_CONCAT(DISTINCT g ORDER BY g DESC SEPARATOR '|') AS a, GROUP_CONCAT(v ORDER BY v, k) AS b, GROUP_CONCAT(k ORDER BY v, k SEPARATOR '') AS c FROM w
[my] SELECT g, GROUP_CONCAT(DISTINCT v ORDER BY v) FROM w GROUP BY g ORDER BY g
[my] SELECT UPPER(GROUP_CONCAT(g ORDER BY k)) AS a, LENGTH(GROUP_CONCAT(g ORDER BY k)) AS b FROM w
[my] SELECT MAX(dt) - INTERVAL 1 DAY AS a, DATE_FORMAT(MAX(dt), '%d.%m.') AS b, YEAR(MAX(dt)) AS c, DATEDIFF(MAX(dt), MIN(dt)) AS d, UNIX_TIMESTAMP(MAX(ts)) AS e FROM e
[my] SELECT YEAR(dt), MONTH(dt), COUNT(*) FROM e GROUP BY YEAR(dt), MONTH(dt)
[my] SELECT DAYNAME(dt) AS d, COUNT(*) FROM e GROUP BY d ORDER BY MIN(dt)
[my] SELECT DATE(ts) AS d, HOUR(ts) AS h, COUNT(*), AVG(f) FROM e WHERE f = 3 GROUP BY d, h
[my] SELECT SUM(dt) AS a, SUM(ts) AS b, MAX(dt) + 0 AS c FROM e
[my] SELECT SUM(b), AVG(b), SUM(b) * 1000000000000 AS x, SUM(b) DIV 3 AS y, MAX(b) + 1 AS z FROM w
[my] SELECT SUM(a), AVG(a), SUM(a * 1.5) AS x, AVG(a) * 3 AS y, SUM(a) / COUNT(*) AS z, ROUND(AVG(a), 2) AS r FROM w
[my] SELECT SUM(a) / SUM(v) AS x, SUM(a * v) / SUM(v) AS y, SUM(a / 3) AS z FROM w
[my] SELECT SUM(s) AS x, SUM('5') AS y, SUM(1.50) AS z, SUM(NULL) AS n, MAX(NULL) AS m FROM w
[my] SELECT @@version IS NOT NULL AS a, COUNT(*) FROM t
[! my] SELECT k FROM t ORDER BY RAND()
[! count my] SELECT k FROM w ORDER BY RAND() LIMIT 2
[! count my] SELECT k, RAND() AS r FROM t ORDER BY r DESC LIMIT 3
[refuse my] SELECT k FROM t ORDER BY RAND(5) LIMIT 2
[my] SELECT k FROM t PROCEDURE ANALYSE()
[my] SELECT k FROM t LOCK IN SHARE MODE
[my] SELECT k, SUM(v) OVER (ORDER BY k) AS s, LAG(v) OVER (ORDER BY k) AS l, NTILE(2) OVER (ORDER BY k) AS n FROM t
[my] SELECT k FROM (SELECT k, RANK() OVER (PARTITION BY g ORDER BY v DESC) AS r FROM t) x WHERE r = 1
[my] SELECT INTERVAL(COUNT(*), 1, 5, 10) AS a, ELT(2, 'a', MAX(g)) AS b, FIELD('c', MIN(g), MAX(g)) AS c FROM t
[my] SELECT x'41' AS a, b'101' AS b, 0x41 + COUNT(*) AS c, CHARSET(MAX(g)) AS d FROM t
# More tables than are read first: refused, or answered soon
SELECT COUNT(*) FROM t t0 JOIN t t1 ON t1.v = t0.k JOIN t t2 ON t2.v = t1.k JOIN t t3 ON t3.v = t2.k JOIN t t4 ON t4.v = t3.k JOIN t t5 ON t5.v = t4.k JOIN t t6 ON t6.v = t5.k JOIN t t7 ON t7.v = t6.k JOIN t t8 ON t8.v = t7.k JOIN t t9 ON t9.v = t8.k JOIN t u0 ON u0.v = t9.k JOIN t u1 ON u1.v = u0.k JOIN t u2 ON u2.v = u1.k JOIN t u3 ON u3.v = u2.k JOIN t u4 ON u4.v = u3.k JOIN t u5 ON u5.v = u4.k JOIN t u6 ON u6.v = u5.k
