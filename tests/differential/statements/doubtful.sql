# Statements whose answer could be wrong over several nodes: labels that are columns, empty shards, ties, types that
# meet, settings of the session, rows read first within transactions. Those with ! are not refused.

# All brands
[! ordered] SELECT k, v AS k2 FROM t ORDER BY v + k, k
[! ordered] SELECT g AS v, SUM(v) AS s FROM t GROUP BY g ORDER BY v
[! ordered] SELECT v AS g, COUNT(*) AS c FROM t GROUP BY g, v ORDER BY 1, 2
[my sl] SELECT v % 2 AS g, COUNT(*) AS c FROM w GROUP BY g
[!] SELECT v AS g, COUNT(*) AS c FROM w GROUP BY v HAVING v > 3
[!] SELECT g, MAX(v) AS v FROM w GROUP BY g HAVING MAX(v) > 20
[my sl] SELECT g, MAX(v) AS v FROM w GROUP BY g HAVING v > 20
[! ordered] SELECT g, MAX(v) AS v FROM w GROUP BY g ORDER BY v, g
[! ordered] SELECT g, MAX(v) AS v FROM w GROUP BY g ORDER BY -MAX(v), g
[! ordered] SELECT g, -MAX(v) AS v FROM w GROUP BY g ORDER BY v, g
[!] SELECT COUNT(*), SUM(v), AVG(v), MIN(g), MAX(v) FROM z
[!] SELECT COUNT(*), SUM(v), AVG(v), MIN(g), MAX(v) FROM z WHERE k = 3
[!] SELECT COALESCE(SUM(v), -1) AS s, COUNT(v) + 1 AS c FROM z
[!] SELECT g, COUNT(*) FROM z GROUP BY g
[!] SELECT MAX(v) AS m FROM t HAVING COUNT(*) > 3
[! pg my] SELECT 1 AS one FROM t HAVING COUNT(*) > 100
[!] SELECT COUNT(*) AS c FROM t WHERE v NOT IN (1, NULL)
[!] SELECT k FROM t WHERE v NOT IN (SELECT v FROM u WHERE u.k > 1)
[!] SELECT k FROM u WHERE v NOT IN (SELECT v FROM t)
[!] SELECT k FROM u WHERE v NOT IN (SELECT v FROM t WHERE v IS NOT NULL)
[!] SELECT k FROM u WHERE NOT EXISTS (SELECT 1 FROM t WHERE t.v = u.v)
[!] SELECT k FROM t WHERE v > (SELECT AVG(v) FROM t)
[!] SELECT k FROM t WHERE v = (SELECT v FROM u WHERE k = 1)
[!] SELECT k FROM t WHERE v = (SELECT v FROM u WHERE k = 99)
[! pg my] SELECT k FROM t WHERE v >= ALL (SELECT v FROM u)
[!] SELECT k, (SELECT MAX(v) FROM u WHERE u.v <= t.v) AS m FROM t
[!] SELECT k, (SELECT COUNT(*) FROM u WHERE u.g < t.g) AS m FROM t
[! ordered] SELECT k FROM t ORDER BY (SELECT MAX(u.v) FROM u WHERE u.k = t.k), k
[!] SELECT a.k, b.k AS bk FROM t a JOIN u b ON a.v = b.v
[!] SELECT a.k, b.k AS bk FROM t a LEFT JOIN u b ON a.v = b.v
[!] SELECT a.k, b.k AS bk FROM t a LEFT JOIN u b ON a.v = b.v AND b.k > 2 WHERE a.k < 5
[!] SELECT a.g, COUNT(DISTINCT b.k) AS c FROM t a LEFT JOIN u b ON a.v = b.v GROUP BY a.g
[!] SELECT x.g, x.s FROM (SELECT g, SUM(v) AS s FROM t GROUP BY g) x WHERE x.s > 5
[!] SELECT x.g, y.g AS yg FROM (SELECT g, SUM(v) AS s FROM t GROUP BY g) x JOIN (SELECT g, SUM(v) AS s FROM u GROUP BY g) y ON x.s > y.s
[!] SELECT MAX(s) AS m FROM (SELECT g, SUM(v) AS s FROM t GROUP BY g) x
[!] SELECT COUNT(*) AS c FROM (SELECT DISTINCT g FROM t) x
[!] SELECT COUNT(*) AS c FROM (SELECT k FROM t LIMIT 3) x
[!] SELECT SUM(c) AS c FROM (SELECT COUNT(*) AS c FROM t UNION ALL SELECT COUNT(*) FROM u) x
[! ordered] SELECT * FROM (SELECT k, v FROM t ORDER BY v DESC, k LIMIT 3) x ORDER BY k
[!] SELECT k, RANK() OVER (ORDER BY v) AS r FROM t
[!] SELECT k, SUM(v) OVER (PARTITION BY g) AS s FROM t
[!] SELECT k, SUM(v) OVER (PARTITION BY g ORDER BY k) AS s FROM t
[!] SELECT k, LAG(v) OVER (ORDER BY k) AS l FROM t
[!] SELECT k, SUM(v) OVER (ORDER BY k ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS s FROM t
[!] SELECT g, COUNT(*) AS c, RANK() OVER (ORDER BY COUNT(*) DESC) AS r FROM t GROUP BY g
[!] SELECT k, NTILE(2) OVER (ORDER BY k) AS n FROM t
[!] SELECT k, FIRST_VALUE(v) OVER (PARTITION BY g ORDER BY k) AS f FROM t
[!] SELECT DISTINCT g, MAX(v) OVER (PARTITION BY g) AS m FROM t
[!] SELECT DISTINCT v % 3 AS m, g FROM w
[!] SELECT DISTINCT CASE WHEN v > 5 THEN 'hi' ELSE 'lo' END AS c FROM w
[!] SELECT DISTINCT COALESCE(v, 0) AS c FROM w
[!] SELECT DISTINCT k + v FROM t
[! ordered] SELECT DISTINCT g FROM w ORDER BY g LIMIT 2 OFFSET 1
[! ordered] SELECT DISTINCT v, g FROM w ORDER BY v DESC, g LIMIT 5
[!] SELECT CASE WHEN v > 5 THEN v ELSE 0.5 END AS c FROM w
[!] SELECT CASE WHEN k > 3 THEN a END AS c, SUM(b) AS s FROM w GROUP BY CASE WHEN k > 3 THEN a END
[!] SELECT SUM(CASE WHEN g = 'a' THEN v END) AS s, SUM(CASE WHEN g = 'zzz' THEN v END) AS z FROM w
[!] SELECT SUM(CASE WHEN g = 'a' THEN 1 ELSE 0 END) AS s, COUNT(CASE WHEN v > 5 THEN 1 END) AS c FROM w
[!] SELECT AVG(a) AS x, SUM(a) AS y, MIN(a) AS z, MAX(a) AS q FROM w
[!] SELECT AVG(a) AS x, SUM(a) AS y FROM w WHERE a < 1
[!] SELECT AVG(a + v) AS x, SUM(a * v) AS y FROM w
[!] SELECT SUM(a) / COUNT(*) AS x, AVG(v) / 3 AS y FROM w
[!] SELECT g, AVG(a) AS x FROM w GROUP BY g HAVING AVG(a) > 1
[!] SELECT SUM(k + v) AS x, SUM(k * 1.5) AS y FROM w
[!] SELECT MIN(s) AS x, MAX(s) AS y FROM w
[!] SELECT MIN(g) AS x, MAX(g) AS y FROM w WHERE k > 10
[!] SELECT COUNT(DISTINCT g) AS a, COUNT(DISTINCT v) AS b, SUM(DISTINCT v) AS c, AVG(DISTINCT v) AS d FROM w
[!] SELECT g, COUNT(DISTINCT v) AS b, COUNT(DISTINCT s) AS c FROM w GROUP BY g
[!] SELECT COUNT(DISTINCT v + 1) AS a FROM w
[!] SELECT COUNT(DISTINCT CASE WHEN v > 3 THEN g END) AS a FROM w
[! ordered] SELECT g, COUNT(*) AS c FROM w GROUP BY g ORDER BY COUNT(*) DESC, g LIMIT 3
[! ordered] SELECT g, COUNT(*) AS c FROM w GROUP BY g ORDER BY c DESC, 1 LIMIT 2 OFFSET 2
[! ordered] SELECT s, g FROM w ORDER BY s, g, k
[! ordered] SELECT k FROM w ORDER BY s DESC, k LIMIT 20
[! ordered] SELECT k FROM w ORDER BY v % 3, a, k
[! ordered] SELECT k FROM w ORDER BY CASE WHEN g = 'a' THEN 0 ELSE 1 END, k LIMIT 12
[! ordered] SELECT k FROM w ORDER BY COALESCE(v, b), k
[!] SELECT k FROM t UNION SELECT k FROM u
[!] SELECT g FROM t UNION SELECT g FROM u
[! my sl] SELECT v FROM t UNION SELECT a FROM w
[!] SELECT v FROM t UNION ALL SELECT b FROM w
[!] SELECT k, NULL AS n FROM t UNION ALL SELECT k, v FROM u
[!] SELECT k, v FROM t UNION ALL SELECT k, NULL FROM u
[!] SELECT k, 'x' AS c FROM t UNION ALL SELECT k, 'long text' FROM u
[!] SELECT k, 1 AS c FROM t UNION ALL SELECT k, 1.5 FROM u
[!] SELECT v FROM t EXCEPT SELECT v FROM u
[!] SELECT v FROM t INTERSECT SELECT v FROM u
[!] SELECT g FROM w EXCEPT SELECT g FROM t
[! ordered] SELECT k AS x FROM t UNION ALL SELECT v FROM u ORDER BY x
[! ordered] SELECT k AS x FROM t UNION ALL SELECT v FROM u ORDER BY x DESC LIMIT 3
[ordered] SELECT g, SUM(v) AS s FROM t GROUP BY g UNION ALL SELECT g, SUM(v) FROM u GROUP BY g ORDER BY g, s
[!] SELECT COUNT(*) FROM t UNION ALL SELECT COUNT(*) FROM u
[!] WITH RECURSIVE r1(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r1 WHERE n < 3) SELECT t.k, n FROM t, r1 WHERE t.k > n
[!] WITH RECURSIVE r1(n) AS (SELECT MIN(k) FROM t UNION ALL SELECT n + 1 FROM r1 WHERE n < 3) SELECT n FROM r1
[!] WITH x AS (SELECT g, COUNT(*) AS c FROM t GROUP BY g) SELECT a.g, b.g AS h FROM x a JOIN x b ON a.c > b.c
[!] WITH x AS (SELECT v FROM t), y AS (SELECT v FROM u) SELECT x.v FROM x JOIN y ON x.v > y.v
[!] SELECT t.k FROM t JOIN s1 ON s1.id = t.k
[!] SELECT t.k, s1.d FROM t LEFT JOIN s1 ON s1.id = t.k
[!] SELECT s1.d, COUNT(t.k) AS c FROM s1 LEFT JOIN t ON s1.id = t.k GROUP BY s1.d
[!] SELECT k FROM t WHERE v = (SELECT id FROM s1 WHERE d = 'zwei')
[!] SELECT k FROM t WHERE k IN (SELECT id FROM s1)
[!] SELECT k FROM t WHERE k NOT IN (SELECT id FROM s1)
[!] SELECT k FROM t WHERE EXISTS (SELECT 1 FROM s1 WHERE s1.id = t.v)
[!] SELECT k, (SELECT d FROM s1 WHERE id = t.v) AS d FROM t
[!] SELECT id FROM s1 WHERE id IN (SELECT v FROM t)
[!] SELECT id, (SELECT MAX(v) FROM t) AS m FROM s1
[!] SELECT id FROM s1 UNION SELECT k FROM t
[!] SELECT id FROM s1 UNION ALL SELECT k FROM t
[!] SELECT r.d, t.k FROM r LEFT JOIN t ON r.id = t.v
[!] SELECT t.k, r.d, s1.d AS e FROM t JOIN r ON r.id = t.k LEFT JOIN s1 ON s1.id = r.id
[!] SELECT SUM(b) AS s FROM w
[!] SELECT SUM(b) + 1 AS s, MAX(b) * 2 AS m FROM w WHERE b < 1000
[!] SELECT SUM(i) AS s FROM d
[!] SELECT AVG(i) AS s FROM d
[!] SELECT MIN(f) AS a, MAX(f) AS b, COUNT(f) AS c FROM e
[!] SELECT MAX(dt) AS a, MIN(ts) AS b FROM e
[!] SELECT k FROM e WHERE dt = (SELECT MAX(dt) FROM e)
[!] SELECT k FROM e WHERE ts > (SELECT MIN(ts) FROM e WHERE k > 10)
[!] SELECT dt, COUNT(*) AS c FROM e GROUP BY dt HAVING COUNT(*) > 1
[! ordered] SELECT k FROM ty ORDER BY un, k
[! ordered] SELECT k FROM ty ORDER BY un DESC, sm, k
[!] SELECT un, COUNT(*) AS c FROM ty GROUP BY un
[!] SELECT MAX(un) AS m, SUM(un) AS s FROM ty
[!] SELECT ch, COUNT(*) AS c FROM ty GROUP BY ch
[! ordered] SELECT ch, k FROM ty ORDER BY ch, k
[!] SELECT DISTINCT ch FROM ty
[!] SELECT DISTINCT raw FROM ty
[! ordered] SELECT raw, k FROM ty ORDER BY raw, k
[! my sl] SELECT MIN(raw) AS a, MAX(raw) AS b FROM ty
[!] SELECT MIN(tm) AS a, MAX(tz) AS b FROM ty
[!] SELECT tm, COUNT(*) AS c FROM ty GROUP BY tm
[!] SELECT b, COUNT(*) AS c FROM ty GROUP BY b
[!] SELECT fl, COUNT(*) AS c FROM ty GROUP BY fl
[!] SELECT sm, SUM(sm) AS s FROM ty GROUP BY sm
[!] SELECT MIN(ch) AS a, MAX(ch) AS b FROM ty
[!] SELECT ci, COUNT(*) AS c FROM co GROUP BY UPPER(ci), ci
[!] SELECT k FROM co WHERE ci = (SELECT MAX(ci) FROM co)
[!] SELECT bin, COUNT(*) AS c FROM co GROUP BY bin
[!] SELECT COUNT(DISTINCT bin) AS a FROM co
[!] SELECT a.k FROM co a JOIN co b ON a.bin = b.bin AND a.k < b.k
[!] SELECT UPPER(g) AS u, COUNT(*) AS c FROM w GROUP BY UPPER(g)
[! ordered] SELECT k, status FROM orders JOIN (SELECT user_id AS k, COUNT(*) AS c FROM items GROUP BY user_id) x ON x.k = orders.user_id ORDER BY order_id
[!] SELECT o.user_id, SUM(o.amount) AS s, (SELECT SUM(qty) FROM items i WHERE i.user_id = o.user_id) AS q FROM orders o GROUP BY o.user_id
[!] SELECT o.status, SUM(i.qty) AS q FROM orders o JOIN items i ON i.order_id = o.order_id GROUP BY o.status
[!] SELECT status, COUNT(*) AS c, SUM(amount) AS s, AVG(amount) AS a FROM orders GROUP BY status HAVING SUM(amount) > (SELECT AVG(amount) FROM orders)
[!] SELECT COUNT(*) AS c FROM orders WHERE amount > (SELECT AVG(amount) FROM orders o2 WHERE o2.user_id = orders.user_id)
[!] SELECT COUNT(*) AS c FROM orders WHERE amount > (SELECT AVG(amount) FROM orders o2 WHERE o2.status = orders.status)
[!] UPDATE w SET v = (SELECT MAX(v) FROM u) WHERE k < 10
UPDATE w SET v = (SELECT COUNT(*) FROM t WHERE t.g = w.g) WHERE k < 10
[!] UPDATE t SET v = (SELECT MAX(id) FROM s1) WHERE k < 4
DELETE FROM w WHERE v > (SELECT AVG(v) FROM w)
[!] DELETE FROM t WHERE v IN (SELECT v FROM u)
[!] DELETE FROM t WHERE v NOT IN (SELECT v FROM u)
[!] DELETE FROM t WHERE k IN (SELECT id FROM s1)
[!] UPDATE t SET g = (SELECT d FROM s1 WHERE id = 1)
[!] UPDATE t SET g = (SELECT d FROM s1 WHERE id = 3) WHERE k = 2
INSERT INTO t (k, g, v) SELECT k + 100, g, SUM(v) FROM u GROUP BY k, g
[!] INSERT INTO t (k, g, v) SELECT v, g, k FROM u WHERE v > 9
[!] INSERT INTO t (k, g, v) SELECT id + 50, d, id FROM s1
[!] INSERT INTO s1 (id, d) SELECT k + 10, g FROM t
[!] INSERT INTO t (k, v) SELECT COUNT(*), MAX(v) FROM w
[!] INSERT INTO r (id, d) SELECT k + 10, g FROM t
[!] INSERT INTO t (k, v) SELECT k + 20, RANK() OVER (ORDER BY v) FROM u
{
.begin
[!] UPDATE t SET v = v + 100 WHERE k IN (1, 2)
[!] SELECT k, RANK() OVER (ORDER BY v) AS r FROM t
[!] SELECT a.k, b.k AS bk FROM t a LEFT JOIN u b ON a.v = b.v + 100
[!] INSERT INTO u (k, v) VALUES (77, 102)
[!] SELECT COUNT(*) AS c FROM t WHERE v IN (SELECT v FROM u)
[!] DELETE FROM t WHERE v IN (SELECT v FROM u)
[!] SELECT k, v FROM t
.rollback
}
{
.begin
[!] INSERT INTO w (k, g, v) SELECT k + 100, g, v FROM t
[!] UPDATE w SET v = (SELECT COUNT(*) FROM w WHERE k > 100) WHERE k > 100
[!] DELETE FROM s1 WHERE id IN (SELECT k FROM t)
[!] SELECT t.k FROM t JOIN s1 ON s1.id = t.k
.commit
[!] SELECT COUNT(*) AS c FROM s1
}
# PostgreSQL
[! pg] SELECT DISTINCT ON (g) g, k, v FROM w ORDER BY g NULLS FIRST, v DESC NULLS LAST, k
[! pg] SELECT DISTINCT ON (v % 3, g) g, v FROM t ORDER BY v % 3, g, k LIMIT 2
[! pg] SELECT DISTINCT ON (lower(s)) s FROM w ORDER BY lower(s), s
[! pg ordered] SELECT v FROM w ORDER BY v NULLS FIRST FETCH FIRST 3 ROWS WITH TIES
[! pg ordered] SELECT v FROM w ORDER BY v DESC OFFSET 2 FETCH FIRST 3 ROWS WITH TIES
[! pg] SELECT g, count(*) FROM w GROUP BY g ORDER BY count(*) FETCH FIRST 1 ROW WITH TIES
[! pg] SELECT count(*) FILTER (WHERE v > 5) AS a, sum(v) FILTER (WHERE g = 'none') AS b, avg(a) FILTER (WHERE a > 1) AS c FROM w
[! pg] SELECT string_agg(DISTINCT g, ',' ORDER BY g) FROM w
[! pg] SELECT string_agg(g, ',' ORDER BY k DESC) FROM w
[! pg] SELECT string_agg(g, g ORDER BY k) FROM w
[! pg] SELECT string_agg(g, NULL ORDER BY k) FROM w
[! pg] SELECT array_agg(v ORDER BY v, k) FROM w
[! pg] SELECT array_agg(DISTINCT v ORDER BY v DESC) FROM w
[! pg] SELECT count(DISTINCT (g, v)) FROM w
[! pg] SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY v) FROM w
[! pg] SELECT percentile_disc(ARRAY[0.25, 0.5]) WITHIN GROUP (ORDER BY v) FROM w
[! pg] SELECT mode() WITHIN GROUP (ORDER BY g) FROM w
[! pg] SELECT corr(v, k), regr_slope(v, k) FROM t
[! pg approx] SELECT stddev(v), var_pop(a), stddev_samp(f) FROM w JOIN e USING (k)
[! pg] SELECT stddev(v), variance(v), var_pop(b) FROM q JOIN w USING (k, v)
[! pg] SELECT stddev(a), variance(a), var_samp(k) FROM w
[! pg] SELECT k, x.m FROM t, LATERAL (SELECT max(v) AS m FROM u WHERE u.v <= t.v) x
[! pg] SELECT k, x.* FROM t LEFT JOIN LATERAL (SELECT u.k AS uk, u.v FROM u WHERE u.v < t.v ORDER BY u.v DESC, u.k LIMIT 1) x ON true
[! pg] SELECT t.k, c.n FROM t JOIN (VALUES (1, 'x'), (3, 'y'), (99, 'z')) c (k, n) ON c.k = t.k
[! pg] SELECT t.k, c.n FROM t RIGHT JOIN (VALUES (1, 'x'), (3, 'y'), (99, 'z')) c (k, n) ON c.k = t.k
[! pg] SELECT c.n, count(t.k) FROM (VALUES (1, 'x'), (3, 'y'), (99, 'z')) c (k, n) LEFT JOIN t ON c.k = t.v GROUP BY c.n
[! pg] SELECT x, count(t.k) FROM generate_series(1, 3) x LEFT JOIN t ON t.k = x GROUP BY x
[! pg] SELECT d::date, count(e.k) FROM generate_series(DATE '2023-12-20', DATE '2024-01-20', INTERVAL '1 day') d LEFT JOIN e ON e.dt = d GROUP BY 1
[! pg] WITH RECURSIVE r1 AS (SELECT k, v FROM t WHERE k = 1 UNION SELECT t.k, t.v FROM t JOIN r1 ON t.k = r1.k + 1) SELECT * FROM r1
[! pg error] SELECT sum(v::bigint * 9000000000000000) FROM w WHERE v > 100
[! pg] SELECT sum(9223372036854775807) FROM t
[! pg] SELECT sum(i) FROM d
[! pg] SELECT sum(k::smallint), avg(k::smallint), sum(k::real), avg(k::real) FROM t
[! pg] SELECT sum(v)::int AS a, sum(v) * 1000000000 AS b, (sum(v) / 7.0)::numeric(10,2) AS c FROM t
[! pg error] SELECT sum(v)::smallint * 30000::smallint AS a FROM w
[! pg error] SELECT (sum(v) / 0) AS a FROM t
[! pg error] SELECT 1 / (k - 3) AS a FROM t
[! pg] SELECT abs(CASE WHEN k % 2 = 0 THEN 0.0::float8 ELSE -0.0::float8 END) AS x, count(*) FROM w GROUP BY CASE WHEN k % 2 = 0 THEN 0.0::float8 ELSE -0.0::float8 END
[! pg ordered] SELECT CASE WHEN k = 1 THEN 'NaN'::float8 WHEN k = 2 THEN 'Infinity' WHEN k = 3 THEN '-Infinity' ELSE k END AS x FROM t ORDER BY x
[! pg] SELECT max(CASE WHEN k = 1 THEN 'NaN'::float8 ELSE k END), min(CASE WHEN k = 1 THEN '-Infinity'::float8 ELSE k END) FROM t
[! pg] SELECT sum(CASE WHEN k = 1 THEN 'NaN'::numeric ELSE k END)::text AS a, avg(CASE WHEN k = 1 THEN 'Infinity'::numeric ELSE k END)::text AS b FROM t
[! pg] SELECT max(CASE WHEN k = 1 THEN 'NaN'::numeric ELSE k END)::text AS a FROM t
[! pg] SELECT sum(CASE WHEN k = 1 THEN 'Infinity'::numeric WHEN k = 2 THEN '-Infinity' ELSE k END)::text AS a FROM t
[! pg] SELECT DISTINCT v::numeric / 10 AS x FROM w
[! pg] SELECT DISTINCT CASE WHEN k % 2 = 0 THEN 1.0 ELSE 1.00 END AS x FROM t WHERE k < 2
[! pg] SELECT count(DISTINCT CASE WHEN k % 2 = 0 THEN 1.0 ELSE 1.00 END) AS x FROM t
[! pg] SELECT max(k * INTERVAL '1 day'), sum(k * INTERVAL '1 hour') FROM t
[! pg] SELECT k * INTERVAL '1 day' AS i, count(*) FROM t GROUP BY 1
[! pg ordered] SELECT k, dt - DATE '2024-01-01' AS d FROM e ORDER BY d, k
[! pg ordered] SELECT k FROM e ORDER BY ts - dt, k
[! pg] SELECT avg(ts - dt), max(ts - dt) FROM e
[! pg] SELECT date_trunc('month', dt) AS m, count(*), sum(k) FROM e GROUP BY m
[! pg] SELECT to_char(dt, 'YYYY-MM') AS m, count(*) FROM e GROUP BY 1
[! pg] SELECT extract(dow FROM dt) AS m, count(*) FROM e GROUP BY 1
[! pg] SELECT date_part('year', dt) AS m, count(*) FROM e GROUP BY 1 HAVING count(*) > 3
{ pg
SET TIME ZONE 'America/New_York'
[!] SELECT max(tz), min(tz) FROM ty
[!] SELECT tz::date AS d, count(*) FROM ty GROUP BY 1
[! ordered] SELECT tz, k FROM ty ORDER BY tz, k
[!] SELECT date_trunc('day', tz) AS d, count(*) FROM ty GROUP BY 1
[!] SELECT k, rank() OVER (ORDER BY tz) FROM ty
[!] SELECT k FROM ty WHERE tz = (SELECT max(tz) FROM ty)
[!] SELECT a.k, b.k FROM ty a JOIN ty b ON a.tz > b.tz AND a.sm = b.sm
[!] SELECT tz::text, count(*) FROM ty GROUP BY 1
RESET TIME ZONE
}
[refuse pg] SET DateStyle TO 'German, DMY'
[refuse pg] SET extra_float_digits TO -3
[refuse pg] SELECT set_config('timezone', 'UTC', false)
{ pg
SET extra_float_digits TO 1
[!] SELECT k, f, rank() OVER (ORDER BY f) FROM e
[!] SELECT f, count(*) FROM e GROUP BY f
[!] SELECT a.k, b.f FROM e a JOIN e b ON a.f > b.f
RESET extra_float_digits
}
[refuse pg] SET bytea_output TO 'escape'
{ pg
SET standard_conforming_strings TO off
[!] SELECT k, s, rank() OVER (ORDER BY k) FROM w WHERE s = 'a b'
[!] INSERT INTO w (k, s) VALUES (101, 'a\\b'), (102, 'x')
[!] SELECT a.k, b.s FROM w a JOIN w b ON a.v = b.v AND a.k > b.k WHERE a.k > 100 OR b.k > 100 OR a.s = 'xy'
[!] SELECT k, s, rank() OVER (ORDER BY s) FROM w
RESET standard_conforming_strings
}
{ pg
SET search_path TO pg_catalog, public
[!] SELECT k, rank() OVER (ORDER BY v) FROM t
[!] SELECT a.k FROM t a JOIN u b ON a.v = b.v
RESET search_path
}
{ pg
SET IntervalStyle TO 'iso_8601'
[!] SELECT max(dt - DATE '2024-01-01') AS d, max(ts - dt) AS i FROM e
RESET IntervalStyle
}
{ pg
SET transform_null_equals TO on
[!] SELECT k FROM t WHERE v = NULL
[!] SELECT k, rank() OVER (ORDER BY k) FROM t WHERE v = NULL
[!] SELECT count(*) FROM t WHERE k = NULL
RESET transform_null_equals
}
[! pg ordered] SELECT ch, k FROM ty ORDER BY ch DESC NULLS LAST, k
[! pg] SELECT ch || 'x' AS c, count(*) FROM ty GROUP BY 1
[! pg] SELECT length(ch), count(*) FROM ty GROUP BY 1
[! pg] SELECT ch FROM ty UNION SELECT g FROM t
[! pg] SELECT 'ab' AS x FROM t UNION SELECT ch FROM ty
[! pg] SELECT NULL AS x FROM t UNION SELECT NULL FROM u
[! pg] SELECT NULL AS x FROM t UNION ALL SELECT k FROM u
[! pg] SELECT '1' AS x FROM t UNION ALL SELECT k FROM u
[! pg] SELECT 'x' AS x, k FROM t UNION SELECT g, k FROM u
[! pg] SELECT k::smallint FROM t UNION SELECT k::bigint FROM u
[! pg] SELECT dt FROM e UNION SELECT ts FROM e
[pg] SELECT k FROM t UNION SELECT 2.5
[! pg] (SELECT v FROM t ORDER BY v DESC NULLS LAST LIMIT 2) UNION ALL (SELECT v FROM u ORDER BY v LIMIT 1)
[! pg ordered] (SELECT v FROM t ORDER BY v LIMIT 2) UNION (SELECT v FROM u ORDER BY v LIMIT 1) ORDER BY v
[! pg] SELECT v FROM t EXCEPT ALL SELECT v FROM u
[! pg] SELECT v FROM w INTERSECT ALL SELECT v FROM t
[! pg] SELECT v FROM t UNION SELECT v FROM u EXCEPT SELECT k FROM w
[! pg] SELECT (SELECT count(*) FROM t) + (SELECT count(*) FROM u) AS n
[! pg] SELECT g, (SELECT count(*) FROM u) AS n, count(*) FROM t GROUP BY g
[pg] SELECT g, sum(v) OVER w1 AS s FROM t WINDOW w1 AS (PARTITION BY g)
[! pg] SELECT k, count(*) FILTER (WHERE v > 2) OVER (PARTITION BY g) AS c FROM t
[! pg] SELECT g, sum(sum(v)) OVER (ORDER BY g) AS s FROM t GROUP BY g
[! pg] SELECT k, v, avg(v) OVER (ORDER BY k ROWS 2 PRECEDING) AS a FROM t
[! pg] SELECT * FROM (SELECT k, v, row_number() OVER (PARTITION BY g ORDER BY v DESC NULLS LAST, k) AS rn FROM w) x WHERE rn = 1
[! pg] SELECT coalesce(g, 'all') AS g, sum(v) FROM w GROUP BY ROLLUP (g)
[! pg] SELECT g, v % 2, grouping(g, v % 2), count(*) FROM w GROUP BY CUBE (g, v % 2)
[! pg] SELECT 1 AS x, count(*) FROM w GROUP BY ()
[! pg] SELECT count(*) FROM w GROUP BY GROUPING SETS ((), (g))
[! pg] SELECT g, count(*) FROM w GROUP BY g, g HAVING count(*) > 1 AND g > 'a'
[! pg] SELECT g || s AS x, count(*) FROM w GROUP BY 1
[! pg] SELECT bool_and(v > 0), bool_or(v > 0), every(k > 0) FROM w
[! pg] SELECT bool_and(v > 0) FROM z
[! pg] SELECT bit_and(k), bit_or(k), bit_xor(k) FROM w
[! pg] SELECT max(ARRAY[k, v]) FROM t
[! pg error] SELECT max((k, v)) FROM t
[! pg error] SELECT max(b) FROM ty
[! pg] SELECT max(g COLLATE "C"), min(s COLLATE "de-x-icu") FROM w
[! pg ordered] SELECT s FROM w ORDER BY s COLLATE "de-x-icu", k
[! pg] SELECT max(k::text), min(v::varchar(3)) FROM w
[pg] SELECT json_agg(v ORDER BY k), jsonb_object_agg(k, v) FROM t
[! pg] SELECT json_build_object('k', k, 'n', count(*)) FROM t GROUP BY k
[! pg] SELECT row_to_json(t) FROM t
[! pg] SELECT to_jsonb(t) AS x, count(*) FROM t GROUP BY 1
[! pg] SELECT k FROM t WHERE (k, v) IN (SELECT v, k FROM u)
[! pg] SELECT k FROM t WHERE (v, g) = (SELECT v, g FROM t WHERE k = 3)
[pg] SELECT k FROM t WHERE ARRAY[v] <@ (SELECT array_agg(v) FROM u)
[pg] SELECT k FROM t WHERE v = ANY (ARRAY(SELECT v FROM u))
[! pg] SELECT (SELECT array_agg(k ORDER BY k) FROM t WHERE t.v > u.v) FROM u
[! pg] SELECT k FROM t WHERE v > ALL (SELECT v FROM u WHERE false)
[! pg] SELECT k FROM t WHERE v IS DISTINCT FROM (SELECT max(v) FROM u)
[! pg] SELECT k FROM t WHERE v BETWEEN (SELECT min(v) FROM u) AND (SELECT max(v) FROM u)
[! pg] SELECT k FROM t WHERE g LIKE (SELECT max(g) FROM t) || '%'
[! pg] UPDATE t SET v = x.m FROM (SELECT max(v) AS m FROM u) x WHERE t.k < 3
[pg] UPDATE t SET (g, v) = (SELECT d, id FROM s1 WHERE id = 2) WHERE k > 4
[pg] UPDATE t SET v = s1.id FROM s1 WHERE s1.id = t.k
[pg] DELETE FROM t USING s1 WHERE s1.id = t.k
[pg] DELETE FROM t WHERE (k, v) IN (SELECT v, k FROM u)
[! pg] INSERT INTO t (k, g, v) SELECT 200 + row_number() OVER (ORDER BY k), g, v FROM w
[! pg] INSERT INTO t (k, v) SELECT k + 50, avg(v) FROM u GROUP BY k
[! pg] INSERT INTO t (k, v) SELECT v + 50, count(*) FROM u GROUP BY v
[pg] INSERT INTO t (k, g) SELECT id + 60, d FROM s1 RETURNING k, g
{ pg
CREATE TEMP TABLE tmpx (id int, n text)
[!] INSERT INTO tmpx VALUES (1, 'p'), (3, 'q')
[!] SELECT t.k, n FROM t JOIN tmpx ON tmpx.id = t.k
[!] SELECT k FROM t WHERE k IN (SELECT id FROM tmpx)
[!] SELECT n, (SELECT max(v) FROM t) FROM tmpx
[refuse] INSERT INTO tmpx SELECT k, g FROM t
[!] SELECT count(*) FROM tmpx
DROP TABLE tmpx
}
# MariaDB
[! my] SELECT COUNT(DISTINCT g, v) AS c FROM w
[! my] SELECT COUNT(DISTINCT g, s) AS c FROM w
[! my] SELECT GROUP_CONCAT(g ORDER BY k) AS c FROM w
[! my] SELECT GROUP_CONCAT(DISTINCT g ORDER BY g DESC SEPARATOR '') AS c FROM w
[! my] SELECT GROUP_CONCAT(g, v ORDER BY k) AS c FROM w
[my] SELECT GROUP_CONCAT(g ORDER BY v, k LIMIT 3) AS c FROM w
[! my] SELECT GROUP_CONCAT(v ORDER BY v DESC, k SEPARATOR ' | ') AS c FROM q
[! my] SELECT g, GROUP_CONCAT(DISTINCT v ORDER BY v) AS c FROM w GROUP BY g
[! my] SELECT GROUP_CONCAT(k ORDER BY k) AS c FROM z
{ my
SET SESSION group_concat_max_len = 10
[refuse] SELECT GROUP_CONCAT(g ORDER BY k) AS c FROM q
[refuse] SELECT GROUP_CONCAT(s ORDER BY k) AS c FROM w
SET SESSION group_concat_max_len = DEFAULT
}
{ my
SET SESSION sql_mode = 'ONLY_FULL_GROUP_BY'
[! error] SELECT g, v, COUNT(*) AS c FROM w GROUP BY g
[!] SELECT g, MAX(v) AS c FROM w GROUP BY g
[!] SELECT v, MAX(k) AS m FROM w GROUP BY v
SET SESSION sql_mode = DEFAULT
}
{ my
SET SESSION sql_mode = 'ANSI_QUOTES'
[!] SELECT "k" FROM "t" WHERE "g" = 'a'
[!] SELECT "g" AS "G G", MAX("v") AS m FROM "w" GROUP BY "g"
[!] SELECT k, RANK() OVER (ORDER BY "v") AS r FROM "t" WHERE "g" = 'a'
SET SESSION sql_mode = DEFAULT
}
{ my
SET SESSION sql_mode = 'PIPES_AS_CONCAT'
[!] SELECT g || 'x' AS c, COUNT(*) AS n FROM t GROUP BY g || 'x'
[!] SELECT k, g || s AS c, RANK() OVER (ORDER BY k) AS r FROM w
[!] SELECT k FROM t WHERE g || 'x' = 'ax'
SET SESSION sql_mode = DEFAULT
}
{ my
SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'
[!] INSERT INTO w (k, s) VALUES (101, 'a\b'), (102, 'x\')
[!] SELECT k, s, RANK() OVER (ORDER BY k) AS r FROM w WHERE k > 60 OR s = 'x\'
[!] SELECT k FROM w WHERE s = 'a\b' OR s = (SELECT MAX(s) FROM w WHERE k > 100)
[refuse] DELETE FROM w WHERE s IN (SELECT s FROM w WHERE k > 100)
SET SESSION sql_mode = DEFAULT
}
{ my
SET SESSION sql_mode = 'PAD_CHAR_TO_FULL_LENGTH'
[!] SELECT ch, COUNT(*) AS c FROM ty GROUP BY ch
[!] SELECT DISTINCT ch FROM ty
[! ordered] SELECT ch FROM ty ORDER BY ch, k
[!] SELECT MAX(ch) AS m, MIN(ch) AS n FROM ty
[!] SELECT k, LENGTH(ch) AS l FROM ty
[!] SELECT CONCAT(ch, 'x') AS x, COUNT(*) AS n FROM ty GROUP BY CONCAT(ch, 'x')
SET SESSION sql_mode = DEFAULT
}
{ my
SET SESSION sql_mode = 'NO_UNSIGNED_SUBTRACTION'
[!] SELECT k, un - 1 AS x FROM ty WHERE un < 2
[!] SELECT MAX(un) - 1 AS x FROM ty WHERE un < 2
SET SESSION sql_mode = DEFAULT
}
{ my
SET SESSION sql_mode = 'HIGH_NOT_PRECEDENCE'
[!] SELECT k FROM t WHERE NOT k BETWEEN 2 AND 4
[!] SELECT k, RANK() OVER (ORDER BY k) AS r FROM t WHERE NOT k BETWEEN 2 AND 4
SET SESSION sql_mode = DEFAULT
}
{ my
SET time_zone = '-05:00'
[!] SELECT MAX(tz) AS a, MIN(tz) AS b FROM ty
[!] SELECT DATE(tz) AS d, COUNT(*) AS c FROM ty GROUP BY DATE(tz)
[! ordered] SELECT tz, k FROM ty ORDER BY tz, k
[!] SELECT k, RANK() OVER (ORDER BY tz) AS r FROM ty
[!] SELECT k FROM ty WHERE tz = (SELECT MAX(tz) FROM ty)
SET time_zone = DEFAULT
}
{ my
[refuse] SET sql_select_limit = 2
[!] SELECT k FROM t
}
{ my
SET max_sort_length = 4
[! ordered] SELECT s, k FROM w ORDER BY s, k
SET max_sort_length = DEFAULT
}
{ my
[refuse] SET div_precision_increment = 2
[!] SELECT AVG(v) AS a FROM w
}
{ my
SET collation_connection = utf8mb4_bin
[!] SELECT k FROM t WHERE g = 'A'
[!] SELECT CASE WHEN v > 5 THEN 'hi' ELSE 'HI' END AS c, COUNT(*) AS n FROM w GROUP BY c
[!] SELECT DISTINCT CASE WHEN v > 5 THEN 'hi' ELSE 'HI' END AS c FROM w
SET collation_connection = DEFAULT
}
[! my] SELECT CASE WHEN v > 5 THEN 'hi' ELSE 'HI' END AS c, COUNT(*) AS n FROM w GROUP BY c
[! my] SELECT DISTINCT CASE WHEN v > 5 THEN 'hi' ELSE 'HI' END AS c FROM w WHERE v > 5
[! my] SELECT IF(v > 5, 'a', 'a ') AS c, COUNT(*) AS n FROM w WHERE v > 5 GROUP BY c
[! my] SELECT g, COUNT(*) AS c FROM w GROUP BY g WITH ROLLUP
[! my] SELECT g, v % 2 AS m, SUM(v) AS c FROM w GROUP BY g, m WITH ROLLUP
[! my] SELECT g, SUM(v) AS c FROM w GROUP BY g WITH ROLLUP HAVING c > 50
[! my] SELECT SUM(v = 10) AS a, SUM(g = 'a') AS b, AVG(v > 5) AS c FROM w
[! my] SELECT SUM(b), AVG(b), SUM(b * 2) FROM w
[! my] SELECT SUM(un) AS a, AVG(un) AS b, MAX(un) AS c FROM ty
[! my] SELECT SUM(un) + 1 AS a, MAX(un) DIV 2 AS b FROM ty
[! my] SELECT MAX(i) + 1 AS a FROM d WHERE i < 5
[! my] SELECT SUM(a) / 3 AS x, SUM(a) * 1.10 AS y, AVG(a) / 7 AS z FROM d
[! my] SELECT SUM(v) / 0 AS x, COUNT(*) % 0 AS y FROM t
[! my] SELECT AVG(v) * 3 AS a, ROUND(AVG(v), 1) AS b, TRUNCATE(AVG(v), 2) AS c, FORMAT(SUM(v), 2) AS d FROM w
[! my approx] SELECT SUM(f), AVG(f) FROM e WHERE f < 5
[! my] SELECT SUM(fl), AVG(fl), MIN(fl), MAX(fl) FROM ty WHERE fl < 100
[! my] SELECT SUM(tm), MAX(tm), MIN(tm) FROM ty
[! my] SELECT SUM(dt) AS a FROM e
[! my] SELECT AVG(dt) AS a FROM e
[! my] SELECT SUM(g) AS a, AVG(s) AS b FROM w
[! my] SELECT MAX(v) = MIN(v) AS e, MAX(g) LIKE 'a%' AS l FROM w
[! my] SELECT BIT_AND(v), BIT_OR(v), BIT_XOR(v) FROM w
[! my] SELECT BIT_AND(v), BIT_OR(v), BIT_XOR(v) FROM z
[! my approx] SELECT STD(v), VARIANCE(v), VAR_SAMP(a), STDDEV_POP(b) FROM w WHERE b < 10
[my] SELECT JSON_ARRAYAGG(v) AS j FROM t
[my] SELECT JSON_OBJECTAGG(k, v) AS j FROM t
[! my] SELECT YEAR(dt) * 100 + MONTH(dt) AS m, COUNT(*) AS c FROM e GROUP BY m
[! my] SELECT DATE_FORMAT(dt, '%M') AS m, COUNT(*) AS c FROM e GROUP BY m
[! my] SELECT DAYNAME(dt) AS m, COUNT(*) AS c FROM e GROUP BY m
[! my] SELECT LEFT(s, 1) AS l, COUNT(*) AS c FROM w GROUP BY l
[! my] SELECT LEFT(s, 1) AS l, COUNT(*) AS c FROM e GROUP BY l
[! my] SELECT SUBSTRING(s, 2, 1) AS l, COUNT(*) AS c FROM w GROUP BY l ORDER BY l
[! my] SELECT LENGTH(s) AS l, CHAR_LENGTH(s) AS m, COUNT(*) AS c FROM w GROUP BY l, m
[! my] SELECT CONCAT(g, '-', v) AS x, COUNT(*) AS c FROM w GROUP BY x
[! my] SELECT CONCAT(g, '-', v) AS x, COUNT(*) AS c FROM w GROUP BY g, v
[! my] SELECT HEX(s) AS x, COUNT(*) AS c FROM w GROUP BY x
[! my] SELECT IFNULL(g, 'none') AS x, COUNT(*) AS c FROM w GROUP BY x
[! my] SELECT v, g FROM t GROUP BY v
[! my] SELECT UPPER(ci) AS u, COUNT(*) AS c FROM co GROUP BY u
[! my] SELECT COUNT(DISTINCT ci) AS a, COUNT(DISTINCT de) AS b FROM co
[! my ordered] SELECT ci, k FROM co ORDER BY ci, k
[! my] SELECT DISTINCT ci FROM co WHERE ci = 'b'
[! my ordered] SELECT de, k FROM co ORDER BY de DESC, k LIMIT 10
[! my] SELECT k FROM co WHERE ci IN (SELECT ci FROM co WHERE k < 10)
[! my] SELECT k FROM co WHERE bin IN (SELECT ci FROM co WHERE k < 10)
[! my] SELECT a.k, b.k AS bk FROM co a JOIN co b ON a.ci = b.bin AND a.k < b.k
[! my] SELECT k, RANK() OVER (ORDER BY s) AS r FROM e
[! my] SELECT k, RANK() OVER (ORDER BY fl) AS r FROM ty
[! my] SELECT k, RANK() OVER (ORDER BY un) AS r, un FROM ty
[! my] SELECT k, b, RANK() OVER (ORDER BY b) AS r FROM ty
[! my] SELECT k, sm, RANK() OVER (ORDER BY sm) AS r FROM ty
[! my] SELECT k, ch, RANK() OVER (ORDER BY ch) AS r FROM ty
[! my] SELECT k, tz, RANK() OVER (ORDER BY tz) AS r FROM ty
[! my] SELECT a.k, b.s FROM e a JOIN e b ON a.dt = b.dt AND a.k < b.k
[! my] SELECT * FROM (SELECT k, v, ROW_NUMBER() OVER (PARTITION BY g ORDER BY v DESC, k) AS rn FROM w) x WHERE rn = 1
[! my ordered] SELECT v FROM w ORDER BY v DESC FETCH FIRST 3 ROWS WITH TIES
[! my] SELECT k FROM t WHERE (k, v) IN (SELECT v, k FROM u)
[! my] SELECT k FROM t WHERE (k, v) NOT IN (SELECT v, k FROM u)
[! my] SELECT k FROM t WHERE v = ANY (SELECT v FROM u)
[! my] SELECT k FROM t WHERE v <=> (SELECT MAX(v) FROM z)
[! my] SELECT v FROM t EXCEPT ALL SELECT v FROM u
[! my] SELECT v FROM w INTERSECT ALL SELECT v FROM t
[! my] SELECT 'a' AS x FROM t UNION SELECT 'a ' FROM u
[! my] SELECT ci FROM co UNION SELECT bin FROM co
[! my] SELECT g FROM t UNION SELECT k FROM u
[my] SELECT k FROM t UNION SELECT 2.5
[! my] SELECT dt FROM e UNION SELECT ts FROM e
[! my] SELECT k, NULL FROM t UNION SELECT k, NULL FROM u
[! my] SELECT v FROM t UNION SELECT un FROM ty
[! my] (SELECT v FROM t ORDER BY v DESC LIMIT 2) UNION ALL (SELECT v FROM u ORDER BY v LIMIT 1)
[! my] SELECT SQL_BIG_RESULT g, COUNT(*) AS c FROM w GROUP BY g
[! my] SELECT g, MAX(v) AS m FROM w GROUP BY g ORDER BY NULL
[! my] SELECT g AS x FROM w GROUP BY x HAVING x > 'a'
[! my] SELECT v AS k, k AS v FROM t ORDER BY k DESC LIMIT 3
[! my ordered] SELECT v AS k, k AS v FROM t ORDER BY k DESC, v LIMIT 3
[! my] SELECT k, v FROM t HAVING v > 5
[! my] SELECT k AS kk, COUNT(*) OVER () AS n FROM t
[! my] SELECT t.k, x.n FROM t JOIN (SELECT 1 AS k, 'a' AS n UNION SELECT 3, 'b') x ON x.k = t.k
[! my] SELECT x.n, COUNT(t.k) AS c FROM (SELECT 1 AS k, 'a' AS n UNION SELECT 99, 'b') x LEFT JOIN t ON x.k = t.k GROUP BY x.n
[my] UPDATE t JOIN s1 ON s1.id = t.k SET t.g = s1.d
[my] UPDATE t JOIN (SELECT MAX(v) AS m FROM u) x SET t.v = x.m WHERE t.k < 3
[my] DELETE t FROM t JOIN s1 ON s1.id = t.k
[! my] INSERT INTO t (k, v) SELECT k + 50, AVG(v) FROM u GROUP BY k
[! my] INSERT INTO t (k, v) SELECT v + 50, COUNT(*) FROM u GROUP BY v
[! my] INSERT IGNORE INTO t (k, v) SELECT id, id FROM s1
[! my] REPLACE INTO q (k, v) SELECT id, id FROM s1
[! my] INSERT INTO q (k, v) SELECT id, id FROM s1 ON DUPLICATE KEY UPDATE v = VALUES(v) + 100
{ my
CREATE TEMPORARY TABLE tmpx (id int, n varchar(10))
[!] INSERT INTO tmpx VALUES (1, 'p'), (3, 'q')
[!] SELECT t.k, n FROM t JOIN tmpx ON tmpx.id = t.k
[!] SELECT k FROM t WHERE k IN (SELECT id FROM tmpx)
[!] SELECT n, (SELECT MAX(v) FROM t) AS m FROM tmpx
[refuse] INSERT INTO tmpx SELECT k, g FROM t
[!] SELECT COUNT(*) AS c FROM tmpx
DROP TEMPORARY TABLE tmpx
}
# SQLite
[sl] SELECT group_concat(g) AS c FROM (SELECT g FROM w ORDER BY k) x
[! sl] SELECT total(v), total(f) FROM e JOIN t USING (k)
[! sl] SELECT total(v) AS a FROM z
[! sl] SELECT k, MAX(v) AS m FROM t
[! sl count] SELECT g, k, MIN(v) AS m FROM w GROUP BY g
[! sl] SELECT g, k, MAX(v) AS m FROM t GROUP BY g
[! sl] SELECT SUM(b) AS s FROM w WHERE b > 1000
[! sl error] SELECT SUM(b * 100) AS s FROM w
[! sl] SELECT SUM(i) AS s FROM d
[! sl] SELECT SUM(i) + 0.0 AS s FROM d WHERE i < 100
[! sl error] SELECT SUM(9223372036854775807) AS s FROM t
[! sl] SELECT SUM(g) AS a, AVG(s) AS b FROM w
[! sl] SELECT SUM(un) AS a, MAX(un) AS b FROM ty
[! sl] SELECT typeof(SUM(v)) AS a, typeof(SUM(f)) AS b FROM t JOIN e USING (k)
[! sl] SELECT typeof(v) AS a, COUNT(*) AS c FROM w GROUP BY typeof(v)
[! sl] SELECT SUM(v) / COUNT(*) AS x, SUM(v) / 2 AS y, AVG(v) / 2 AS z FROM w
[sl] SELECT SUM(v) % 7 AS x, SUM(a) || 'x' AS y FROM w
[! sl] SELECT CAST(SUM(v) AS TEXT) AS x, round(AVG(a), 2) AS y, printf('%.2f', AVG(a)) AS z FROM w
[! sl] SELECT strftime('%Y-%m', dt) AS m, COUNT(*) AS c FROM e GROUP BY m
[! sl] SELECT date(ts) AS m, COUNT(*) AS c FROM e GROUP BY 1
[! sl] SELECT substr(s, 1, 1) AS l, COUNT(*) AS c FROM w GROUP BY l
[! sl] SELECT lower(s) AS l, COUNT(*) AS c FROM w GROUP BY l
[! sl] SELECT v || '' AS l, COUNT(*) AS c FROM w GROUP BY l
[! sl] SELECT typeof(CASE WHEN v > 5 THEN 'x' WHEN v > 0 THEN 1 ELSE 1.0 END) AS m, COUNT(*) AS c FROM w GROUP BY m
[! sl] SELECT DISTINCT CASE WHEN v > 5 THEN '1' WHEN v > 0 THEN 1 ELSE 1.0 END AS m FROM w
[! sl ordered] SELECT k FROM w ORDER BY CASE WHEN v > 5 THEN '1' WHEN v > 0 THEN 1 ELSE x'31' END, k
[! sl] SELECT MAX(CASE WHEN v > 5 THEN 'a' WHEN v > 0 THEN 100 END) AS m FROM w
[! sl] SELECT COUNT(DISTINCT CASE WHEN v > 5 THEN 1 WHEN v > 0 THEN 1.0 ELSE '1' END) AS m FROM w
[! sl] SELECT ci, COUNT(*) AS c FROM co GROUP BY ci
[! sl] SELECT UPPER(ci) AS u, COUNT(*) AS c FROM co GROUP BY u
[! sl] SELECT de, COUNT(*) AS c FROM co GROUP BY de
[! sl] SELECT COUNT(DISTINCT ci) AS a, COUNT(DISTINCT de) AS b FROM co
[! sl ordered] SELECT k FROM co ORDER BY ci, k
[! sl ordered] SELECT k FROM co ORDER BY ci COLLATE BINARY, k
[! sl ordered] SELECT k FROM co ORDER BY bin COLLATE NOCASE, k
[! sl ordered] SELECT k FROM co ORDER BY ci || '', k
[sl ordered] SELECT k FROM co ORDER BY +ci, k
[sl ordered] SELECT k FROM co ORDER BY CAST(ci AS TEXT), k
[! sl ordered] SELECT k FROM co ORDER BY ci = 'a', k
[! sl ordered] SELECT x FROM (SELECT ci AS x, k FROM co) y ORDER BY x, k
[! sl ordered] SELECT k FROM w ORDER BY v NULLS LAST, k DESC LIMIT 9
[! sl] SELECT MAX(v, 3) AS m, k FROM t
[sl] SELECT MAX(MAX(v), 3) AS m FROM t
[! sl error] SELECT k FROM t WHERE v IN u
[! sl] SELECT k FROM t WHERE g IN (SELECT g FROM u) OR v IS NOT 1
[! sl] SELECT k FROM t WHERE (k, v) IN (SELECT v, k FROM u)
[! sl] SELECT k, RANK() OVER (ORDER BY s) AS r FROM e
[! sl] SELECT k, b, RANK() OVER (ORDER BY b) AS r FROM ty
[! sl] SELECT k, raw, RANK() OVER (ORDER BY raw) AS r FROM ty
[! sl] SELECT k, RANK() OVER (ORDER BY ci) AS r FROM co
[! sl] SELECT a.k, b.k AS bk FROM co a JOIN co b ON a.ci = b.bin AND a.k < b.k
[! sl] SELECT a.k, b.k AS bk FROM co a JOIN co b ON a.bin = b.ci AND a.k < b.k
[! sl] SELECT a.k, b.k AS bk FROM co a LEFT JOIN co b ON a.de = b.de AND a.k < b.k
[! sl] SELECT a.k, b.k AS bk FROM ty a JOIN ty b ON a.sm = b.un
[! sl] SELECT k, SUM(v) FILTER (WHERE v > 2) OVER (PARTITION BY g) AS c FROM t
[! sl] SELECT COUNT(*) FILTER (WHERE v > 5) AS a, SUM(v) FILTER (WHERE g = 'none') AS b FROM w
{ sl
PRAGMA case_sensitive_like = 1
[!] SELECT k FROM w WHERE s LIKE 'X'
[refuse] SELECT k FROM w WHERE s LIKE (SELECT MAX(s) FROM w WHERE s LIKE 'X%')
[!] SELECT k, RANK() OVER (ORDER BY k) AS r FROM w WHERE s LIKE 'X%'
}
{ sl
PRAGMA reverse_unordered_selects = 1
[! ordered] SELECT k FROM w ORDER BY k
[!] SELECT g, MAX(v) AS m FROM w GROUP BY g
}
[refuse sl] PRAGMA full_column_names = 1
{ sl
PRAGMA case_sensitive_like(1)
[! !] SELECT k FROM w WHERE s LIKE 'X'
PRAGMA case_sensitive_like(0)
}
[! sl] SELECT v FROM t UNION ALL SELECT a FROM w
[! sl] SELECT v FROM t UNION ALL SELECT v FROM u
[! sl ordered] SELECT v FROM t UNION ALL SELECT v FROM u ORDER BY v
[! sl] SELECT g FROM t UNION SELECT k FROM u
[! sl] SELECT v FROM t EXCEPT SELECT v FROM u
[! sl] SELECT x.column1, COUNT(t.k) AS c FROM (VALUES (1), (99)) x LEFT JOIN t ON t.k = x.column1 GROUP BY x.column1
[sl] SELECT k FROM t GROUP BY g HAVING k = MAX(k)
[! sl] SELECT g, COUNT(*) AS c FROM w GROUP BY g HAVING c > 5
[sl] SELECT g AS v, SUM(v) AS s FROM t GROUP BY v
[sl] SELECT v AS g FROM t GROUP BY g
[! sl] SELECT v FROM t GROUP BY 1 HAVING v > 2
[! sl] SELECT k FROM t LIMIT -1
[! sl ordered] SELECT k FROM t ORDER BY k LIMIT 2 OFFSET -1
[sl] SELECT json_group_array(v) AS j FROM t
[! sl] SELECT json_object('k', k, 'n', COUNT(*)) AS j FROM t GROUP BY k
[sl] UPDATE t SET g = s1.d FROM s1 WHERE s1.id = t.k
[sl] UPDATE t SET v = x.m FROM (SELECT MAX(v) AS m FROM u) x WHERE t.k < 3
[sl] INSERT INTO t (k, v) SELECT k + 50, AVG(v) FROM u GROUP BY k
[! sl] INSERT INTO t (k, v) SELECT v + 50, COUNT(*) FROM u GROUP BY v
[! sl] INSERT INTO t (k, g) SELECT k + 50, v FROM u
[! sl] REPLACE INTO q (k, v) SELECT id, id FROM s1
{ sl
CREATE TEMP TABLE tmpx (id int, n text)
[!] INSERT INTO tmpx VALUES (1, 'p'), (3, 'q')
[!] SELECT t.k, n FROM t JOIN tmpx ON tmpx.id = t.k
[!] SELECT k FROM t WHERE k IN (SELECT id FROM tmpx)
[!] SELECT n, (SELECT MAX(v) FROM t) AS m FROM tmpx
[refuse] INSERT INTO tmpx SELECT k, g FROM t
[!] SELECT COUNT(*) AS c FROM tmpx
DROP TABLE tmpx
}
# Quotients added, branches of different types, sums near the largest integer, arrays as keys.
[my] SELECT g, SUM(v / 7) AS s, AVG(a / 3) AS m, SUM(DISTINCT v / 3) AS d FROM w GROUP BY g
[my] SELECT SUM(x) AS s, MAX(x) * 3 AS m FROM (SELECT v / 7 AS x FROM w WHERE v > 0) d
[my] SELECT g, COUNT(*) AS c FROM w GROUP BY g HAVING SUM(v / 7) > 1.5 AND AVG(b / 3) IS NOT NULL
[my approx] SELECT SUM(a / 7 * 2) AS s, SUM(COALESCE(v / 3, 0)) AS z, SUM(IF(v > 5, v / 9, 1)) AS i, STDDEV(v / 7) AS sd FROM w
[my] SELECT SUM(w.v / 7) AS s FROM w JOIN r ON r.id = w.v
[my] SELECT w.g, SUM(w.v / 7) AS s FROM w JOIN r ON r.id = w.v GROUP BY w.g
[ordered] SELECT 'total' AS n, SUM(v) AS s FROM w UNION ALL SELECT g, SUM(v) FROM w GROUP BY g ORDER BY 2, 1
SELECT k, v FROM t UNION ALL SELECT k, a FROM d
SELECT k, NULL AS x FROM t UNION SELECT k, g FROM w
SELECT v FROM t INTERSECT SELECT a FROM w
SELECT k, 1.5 AS x FROM t UNION ALL SELECT k, v FROM u
SELECT g, 0 AS x FROM t UNION ALL SELECT s, v FROM w WHERE k < 9
SELECT SUM(i) AS s FROM d
[pg my] SELECT SUM(i) AS s, AVG(i) AS m FROM d WHERE k <> 4
[sl error] SELECT SUM(i) AS s, AVG(i) AS m FROM d WHERE k <> 4
SELECT k % 2 AS p, SUM(i) AS s FROM d GROUP BY k % 2
[sl] SELECT k % 2 AS p, SUM(i) AS s, TOTAL(i) AS t FROM d GROUP BY k % 2 HAVING SUM(i) > 0
[sl] SELECT SUM(i) + 1 AS s FROM d WHERE k IN (4, 6)
SELECT SUM(b) AS s, SUM(b) + SUM(b) AS t FROM w
[pg] SELECT k FROM w WHERE k = ANY(ARRAY['3', '4']::int[])
[pg] SELECT k FROM w WHERE k = ANY(ARRAY[2.5, 3.5]::int[])
[pg] SELECT k FROM w WHERE k = ANY('{1, 2,3}')
[pg] SELECT k FROM w WHERE k = ANY(ARRAY[1, NULL, 7]) OR k = ANY(ARRAY[]::int[])
[pg] SELECT id, v FROM c WHERE id = ANY(ARRAY['ab', 'abc']::varchar(2)[])
SELECT w.k, rg.v FROM w JOIN rg ON w.k = rg.k
SELECT id, v FROM c WHERE id = CAST('abc' AS CHAR(2))
SELECT k FROM w WHERE k = CAST('4.5' AS DECIMAL(4,1))
[pg] UPDATE w SET v = 3 WHERE v > 9 RETURNING k, v
# PostgreSQL sorts the arguments that DISTINCT is said of
[! pg] SELECT string_agg(DISTINCT g, ',') FROM w
[! pg] SELECT g, string_agg(DISTINCT s, '/') FROM w GROUP BY g ORDER BY g
[! pg] SELECT string_agg(DISTINCT g, ',') FROM t
[! pg] SELECT array_agg(DISTINCT g), jsonb_agg(DISTINCT v) FROM t
[! pg] SELECT string_agg(DISTINCT ci, ',') FROM co
[! pg] SELECT string_agg(DISTINCT upper(g), ',') FILTER (WHERE v > 0), COUNT(DISTINCT v) FROM w
[! pg] SELECT string_agg(DISTINCT raw, '\x2c'::bytea) FROM ty
[! pg] SELECT string_agg(DISTINCT g, NULL) FROM w
