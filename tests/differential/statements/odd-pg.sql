# Odd spellings of PostgreSQL: names, literals, operators, comments, parameters; right or refused.
[pg] SELECT "t"."k" FROM "t" WHERE "t"."k"=3
[pg] SELECT "T".k FROM t "T" WHERE "T".k IN (2,3)
[pg] SELECT T.K FROM T WHERE T.K=3
[pg] SELECT public.t.k FROM public.t WHERE public.t.k = 3
[pg] SELECT public.t.k FROM public.t
[pg] SELECT t.* FROM public.t
[pg] SELECT (t).k FROM t WHERE k = 2
[pg] SELECT (t.*)::text FROM t WHERE k = 2
[pg] SELECT t FROM t
[pg] SELECT u.k FROM t u WHERE u.k = 2
[pg] SELECT t.k FROM u t, t u WHERE t.k = u.k
[pg] SELECT k /* ' /* nested */ */ FROM t WHERE k = 3 -- 'x
[pg] SELECT $$a'b$$, k FROM t WHERE k = 3
[pg] SELECT $x$ $$ ? $x$, k FROM t
[pg] SELECT E'it\'s \\ ?', k FROM t WHERE g = E'\x61'
[pg] SELECT U&'\0061', k FROM t WHERE g = U&'\0061'
[pg] SELECT k FROM t WHERE k = 3::bigint
[pg] SELECT k FROM t WHERE k = '3'
[pg] SELECT k FROM t WHERE k = '3'::int
[pg] SELECT k FROM t WHERE k = 3.0
[pg] SELECT k FROM t WHERE k = 3.5
[pg] SELECT k FROM t WHERE k = 3e0
[pg] SELECT k FROM t WHERE k::text = '3'
[pg] SELECT k FROM t WHERE CAST(k AS text) LIKE '3%'
[pg] SELECT k FROM t WHERE k = -(-3)
[pg] SELECT k FROM t WHERE k = +3
[pg] SELECT k FROM t WHERE k = 1 + 2
[pg] SELECT k FROM t WHERE k = 7/2
[pg] SELECT k FROM t WHERE k = 7%4
[pg] SELECT k FROM t WHERE k = 2^1
[pg] SELECT k FROM t WHERE k = 99999999999
[pg] SELECT k FROM t WHERE k = 99999999999999999999999
[pg] SELECT k FROM t WHERE k < 99999999999999999999999
[pg] SELECT k FROM t WHERE k > -99999999999999999999999
[pg] SELECT k FROM t WHERE k IN ('1', '2', 3)
[pg] SELECT k FROM t WHERE k IN (1, 2.0, 3)
[pg] SELECT k FROM t WHERE k IN (1, NULL, 3)
[pg] SELECT k FROM t WHERE k NOT IN (1, 3)
[pg] SELECT k FROM t WHERE k NOT IN (1, NULL)
[pg] SELECT k FROM t WHERE k = ANY ('{1,3}')
[pg] SELECT k FROM t WHERE k = ANY ('{1,3}'::int[])
[pg] SELECT k FROM t WHERE k = ANY (ARRAY[1,3])
[pg] SELECT k FROM t WHERE k <> ALL (ARRAY[1,3])
[pg] SELECT k FROM t WHERE k = ALL (ARRAY[1,3])
[pg] SELECT k FROM t WHERE k = ALL (ARRAY[]::int[])
[pg] SELECT k FROM t WHERE k = ANY (ARRAY[]::int[])
[pg] SELECT k FROM t WHERE (k, v) IN ((1, 1), (3, 2))
[pg] SELECT k FROM t WHERE (k, v) = (3, 2)
[pg] SELECT k FROM t WHERE (k, v) > (3, 2)
[pg] SELECT k FROM t WHERE (k, v) < (3, 2)
[pg] SELECT k FROM t WHERE ROW(k, v) <> ROW(3, 2)
[pg] SELECT k FROM t WHERE ROW(k, v) IS NOT DISTINCT FROM ROW(3, 2)
[pg] SELECT k FROM t WHERE k IS DISTINCT FROM 3
[pg] SELECT k FROM t WHERE k IS NOT DISTINCT FROM 3
[pg] SELECT k FROM t WHERE (k = 3) IS TRUE
[pg] SELECT k FROM t WHERE (k = 3) IS NOT TRUE
[pg] SELECT k FROM t WHERE (k = 3) IS FALSE
[pg] SELECT k FROM t WHERE (k = 3) = true
[pg] SELECT k FROM t WHERE (k = 3) = false
[pg] SELECT k FROM t WHERE (k = 3) <> true
[pg] SELECT k FROM t WHERE k = 3 AND NOT (k = 3)
[pg] SELECT k FROM t WHERE NOT (k = 3 OR k = 2)
[pg] SELECT k FROM t WHERE NOT (k <> 3)
[pg] SELECT k FROM t WHERE NOT (k > 3 AND v > 1)
[pg] SELECT k FROM t WHERE NOT NOT k = 3
[pg] SELECT k FROM t WHERE k BETWEEN 2 AND 4
[pg] SELECT k FROM t WHERE k BETWEEN 4 AND 2
[pg] SELECT k FROM t WHERE k BETWEEN SYMMETRIC 4 AND 2
[pg] SELECT k FROM t WHERE k NOT BETWEEN 2 AND 4
[pg] SELECT k FROM t WHERE k NOT BETWEEN SYMMETRIC 4 AND 2
[pg] SELECT k FROM t WHERE k BETWEEN NULL AND 4
[pg] SELECT k FROM t WHERE k NOT BETWEEN NULL AND 4
[pg] SELECT k FROM t WHERE 3 BETWEEN k AND k
[pg] SELECT k FROM t WHERE 3 BETWEEN 1 AND k
[pg] SELECT k FROM t WHERE k = k
[pg] SELECT k FROM t WHERE k = v
[pg] SELECT k FROM t WHERE k = v AND v = 2
[pg] SELECT k FROM t WHERE k + 0 = 3
[pg] SELECT k FROM t WHERE abs(k) = 3
[pg] SELECT k FROM t WHERE CASE WHEN k = 3 THEN true ELSE false END
[pg] SELECT k FROM t WHERE CASE k WHEN 3 THEN 1 END = 1
[pg] SELECT k FROM t WHERE COALESCE(k, 0) = 3
[pg] SELECT k FROM t WHERE NULLIF(k, 3) IS NULL
[pg] SELECT k FROM t WHERE GREATEST(k, 3) = 3
[pg] SELECT k FROM t WHERE k IS NULL
[pg] SELECT k FROM t WHERE k ISNULL
[pg] SELECT k FROM t WHERE k NOTNULL
[pg] SELECT k FROM t WHERE false
[pg] SELECT k FROM t WHERE true
[pg] SELECT k FROM t WHERE NULL
[pg] SELECT k FROM t WHERE 'yes'
[pg] SELECT k FROM t WHERE k = 3 OR true
[pg] SELECT k FROM t WHERE k = 3 OR NULL
[pg] SELECT k FROM t WHERE k = 3 AND NULL
[pg] SELECT k FROM t WHERE k OPERATOR(pg_catalog.=) 3
[pg] SELECT k FROM t WHERE k OPERATOR(pg_catalog.<>) 3
[pg] SELECT k FROM t WHERE 3 = k AND 3 >= k
[pg] SELECT id FROM c WHERE id = 'ab' COLLATE "C"
[pg] SELECT id FROM c WHERE id = 'ab'::varchar(1)
[pg] SELECT id FROM c WHERE id = 'ab '::char(5)
[pg] SELECT id FROM c WHERE id = 'ab'::char(5)
[pg] SELECT id FROM c WHERE id LIKE 'ab'
[pg] SELECT id FROM c WHERE id LIKE 'ab%'
[pg] SELECT id FROM c WHERE id ILIKE 'AB'
[pg] SELECT id FROM c WHERE id IN ('ab', U&'Z\00fcrich')
[pg] SELECT id FROM c WHERE id = 'a' || 'b'
[pg] SELECT id FROM c WHERE id = 'a' 
[pg] SELECT id FROM c WHERE id >= 'ab' AND id <= 'abc'
[pg] SELECT id FROM c WHERE id = ''
[pg] SELECT id FROM c WHERE lower(id) = 'fb'
[pg] SELECT a.k, b.k FROM t a JOIN t b ON a.k = b.k WHERE a.k = 2
[pg] SELECT a.k, b.k FROM t a JOIN t b USING (k)
[pg] SELECT k FROM t a JOIN t b USING (k) WHERE k = 3
[pg] SELECT k FROM t NATURAL JOIN u
[pg] SELECT a.k FROM t a LEFT JOIN u b USING (k) WHERE b.k IS NULL
[pg] SELECT k FROM t a LEFT JOIN u b USING (k)
[pg] SELECT k FROM t a RIGHT JOIN u b USING (k)
[pg] SELECT k FROM t a FULL JOIN u b USING (k)
[pg] SELECT a.k, b.k FROM t a FULL JOIN u b ON a.k = b.k AND a.k = 3
[pg] SELECT a.k, b.k FROM t a LEFT JOIN u b ON a.k = b.k AND a.k = 3
[pg] SELECT a.k, b.k FROM t a LEFT JOIN u b ON a.k = b.k WHERE a.k = 3 OR b.k = 2
[pg] SELECT a.k, b.k FROM t a RIGHT JOIN u b ON a.k = b.k AND b.k = 3
[pg] SELECT a.k, b.k FROM t a, u b WHERE a.k = b.k AND b.k IN (2, 3)
[pg] SELECT a.k, b.k FROM t a CROSS JOIN u b WHERE a.k = b.k
[pg] SELECT a.k, x.c FROM t a, LATERAL (SELECT COUNT(*) AS c FROM u b WHERE b.k = a.k) x
[pg] SELECT a.k, x.v FROM t a LEFT JOIN LATERAL (SELECT v FROM u b WHERE b.k = a.k ORDER BY v LIMIT 1) x ON true
[pg] SELECT a.k, x FROM t a, generate_series(1, a.k) x WHERE a.k < 4
[pg] SELECT k, x FROM t, unnest(ARRAY[1,2]) AS x
[pg] SELECT k, x FROM t, (VALUES (1), (2)) AS q(x) WHERE t.k = q.x
[pg] SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS q(k, g)
[pg] SELECT k FROM t WHERE k IN (VALUES (1), (2))
[pg] SELECT k FROM t WHERE k IN (SELECT generate_series(1, 3))
[pg] SELECT k FROM t WHERE EXISTS (SELECT)
[pg] SELECT FROM t WHERE k = 3
[pg] SELECT FROM t
[pg] SELECT 1 FROM t
[pg] SELECT DISTINCT 1 FROM t
[pg] SELECT NULL AS n FROM t LIMIT 2
[pg] SELECT 'a' AS "t", k FROM t WHERE k = 3
[pg] SELECT k AS "weird ""name""" FROM t WHERE k = 3
[pg] SELECT k AS "order" FROM t ORDER BY "order"
[pg] SELECT k AS k, v AS k FROM t ORDER BY g, v, 1
[pg] SELECT v AS k FROM t ORDER BY k
[pg] SELECT -v AS v FROM t ORDER BY v
[pg] SELECT -v AS v FROM t ORDER BY v + 0
[pg] SELECT k FROM t ORDER BY -k
[pg] SELECT k FROM t ORDER BY v % 3, k
[pg] SELECT k FROM t ORDER BY (v), (k)
[pg] SELECT k FROM t ORDER BY 1 + 1, k
[pg] SELECT k, v FROM t ORDER BY 2 NULLS FIRST, 1 DESC
[pg] SELECT k, v FROM t ORDER BY v USING >
[pg] SELECT k, v FROM t ORDER BY v USING < NULLS FIRST
[pg] SELECT k FROM t ORDER BY k LIMIT 2 OFFSET 1
[pg] SELECT k FROM t ORDER BY k OFFSET 1 LIMIT 2
[pg] SELECT k FROM t ORDER BY k OFFSET 2
[pg] SELECT k FROM t ORDER BY k OFFSET 2 ROWS FETCH NEXT 2 ROWS ONLY
[pg] SELECT k FROM t ORDER BY k FETCH FIRST ROW ONLY
[pg] SELECT v FROM t ORDER BY v DESC NULLS LAST FETCH FIRST 2 ROWS WITH TIES
[pg] SELECT k FROM t ORDER BY k LIMIT ALL
[pg] SELECT k FROM t ORDER BY k LIMIT NULL OFFSET NULL
[pg] SELECT k FROM t ORDER BY k LIMIT 1 + 1
[pg] SELECT k FROM t ORDER BY k LIMIT 0
[pg] SELECT k FROM t ORDER BY k LIMIT '2'
[pg] SELECT k FROM t ORDER BY k LIMIT 2.5
[pg] SELECT k FROM t ORDER BY k LIMIT -1
[pg] SELECT k FROM t ORDER BY k LIMIT 9223372036854775807 OFFSET 2
[pg] SELECT jsonb_build_object('a', k)->>'a' AS a FROM t
[pg] SELECT k FROM t WHERE (jsonb_build_object('a', k)->>'a')::int = 3
[pg] SELECT k FROM t WHERE jsonb_build_object('a', k) @> '{"a":3}'
[pg] SELECT ARRAY[k, v] AS a FROM t
[pg] SELECT (ARRAY[k, v])[1] AS a FROM t WHERE k = 3
[pg] SELECT k FROM t WHERE ARRAY[k] = ARRAY[3]
[pg] SELECT k FROM t WHERE k = (ARRAY[1,3])[2]
[pg] SELECT k, interval '1 day' AS i FROM t WHERE k = 3
[pg] SELECT k FROM e WHERE dt = DATE '2024-01-01'
[pg] SELECT k FROM e WHERE dt >= '2024-01-01' AND dt < '2024-01-01'::date + 5
[pg] SELECT k, extract(year FROM dt) AS y FROM e
[pg] SELECT extract(month FROM dt) AS m, COUNT(*) FROM e GROUP BY extract(month FROM dt)
[pg] SELECT EXTRACT(month FROM dt), COUNT(*) FROM e GROUP BY 1 ORDER BY 1
[pg] SELECT date_trunc('month', ts) AS m, COUNT(*) FROM e GROUP BY m ORDER BY m
[pg] SELECT substring(s FROM 1 FOR 2) AS x, COUNT(*) FROM w GROUP BY x
[pg] SELECT position('a' IN g) AS p FROM t
[pg] SELECT trim(BOTH ' ' FROM g) AS p FROM t
[pg] SELECT overlay(g PLACING 'x' FROM 1) AS p FROM t
[pg] SELECT g COLLATE "C" AS g FROM t ORDER BY 1
[pg] SELECT k, row_number() OVER (PARTITION BY k ORDER BY v) AS n FROM t
[pg] SELECT k, row_number() OVER (ORDER BY v) AS n FROM t
[pg] SELECT k, SUM(v) OVER (PARTITION BY k) AS n FROM t
[pg] SELECT COUNT(*) FILTER (WHERE k > 2) AS n FROM t
[pg] SELECT COUNT(k), COUNT(v), COUNT(DISTINCT g), COUNT(DISTINCT (g, v)) FROM t
[pg] SELECT COUNT(DISTINCT g || 'x') AS n FROM t
[pg] SELECT array_agg(k) AS a FROM t
[pg] SELECT array_agg(k ORDER BY k) AS a FROM t
[pg] SELECT string_agg(g, ',' ORDER BY k) AS a FROM q
[pg] SELECT bool_and(k > 0), bool_or(k > 5), every(k > 0) FROM t
[pg] SELECT MAX(g), MIN(g) FROM t
[pg] SELECT MAX(dt), MIN(ts), MAX(f) FROM e
[pg] SELECT SUM(v) / COUNT(v) AS a, AVG(v) FROM t
[pg] SELECT SUM(v::numeric) AS a FROM t
[pg] SELECT SUM(v * 1.5) AS a FROM t
[pg] SELECT SUM(CASE WHEN k > 3 THEN 1 ELSE 0 END) AS a FROM t
[pg] SELECT COUNT(*) > 3 AS a FROM t
[pg] SELECT g, COUNT(*) FROM t GROUP BY g HAVING COUNT(*) > 1
[pg] SELECT g AS x, COUNT(*) AS c FROM t GROUP BY x HAVING MAX(v) > 5 ORDER BY c DESC, x
[pg] SELECT g, v FROM t GROUP BY g, v ORDER BY g, v
[pg] SELECT g, v, COUNT(*) FROM t GROUP BY (g, v)
[pg] SELECT COUNT(*) FROM t GROUP BY ()
[pg] SELECT g, COUNT(*) FROM t GROUP BY ROLLUP (g)
[pg] SELECT k, COUNT(*) FROM t GROUP BY k, ROLLUP (g)
[pg] SELECT COUNT(*) FROM t HAVING COUNT(*) > 100
[pg] SELECT 1 FROM t HAVING true
[pg] SELECT DISTINCT g FROM t ORDER BY g DESC LIMIT 2
[pg] SELECT DISTINCT ON (g) g, v FROM t ORDER BY g, v
[pg] SELECT DISTINCT g, k % 2 AS m FROM t
[pg] SELECT ALL g FROM t
[pg] WITH x AS (SELECT 1 AS k) SELECT t.k FROM t, x WHERE t.k = x.k
[pg] WITH t AS (SELECT 1 AS k) SELECT k FROM t
[pg] WITH t AS (SELECT k FROM t WHERE k > 3) SELECT k FROM t
[pg] WITH x AS (SELECT * FROM t), y AS (SELECT * FROM x) SELECT k FROM y WHERE k = 3
[pg] WITH x AS MATERIALIZED (SELECT * FROM t) SELECT k FROM x WHERE k = 3
[pg] WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 3) SELECT n FROM x
[pg] WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 3) SELECT t.k FROM t JOIN x ON x.n = t.k
[pg] SELECT (SELECT (SELECT k)) AS k FROM t
[pg] SELECT (SELECT v FROM u WHERE u.k = t.k) AS uv FROM t
[pg] SELECT k FROM t WHERE v > (SELECT AVG(v) FROM u WHERE u.k = t.k)
[pg] SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k AND EXISTS (SELECT 1 FROM t b WHERE b.k = u.k))
[pg] SELECT k FROM t WHERE k IN (SELECT k FROM u WHERE u.v = t.v)
[pg] SELECT k FROM t WHERE (k, v) IN (SELECT k, v FROM u)
[pg] SELECT k FROM t WHERE (k, 10) IN (SELECT k, v FROM u)
[pg] SELECT k FROM t TABLESAMPLE SYSTEM (100)
[pg] SELECT k FROM ONLY t
[pg] SELECT k FROM t *
[pg] TABLE t
[pg] VALUES (1, 'a'), (2, 'b')
[pg] SELECT count(*) FROM t AS t(a, b, c) WHERE a = 3
[pg] SELECT a FROM t AS t(a, b) WHERE a = 3
[pg] SELECT x.a FROM t AS x(a, b) WHERE x.a IN (2, 3)
[pg] SELECT k FROM t FOR UPDATE
[pg] SELECT k FROM t WHERE k = 3 FOR UPDATE OF t
[pg] SELECT k FROM t FOR SHARE SKIP LOCKED
[pg] SELECT t.ctid IS NOT NULL AS c FROM t
[pg] SELECT tableoid::regclass::text AS n FROM t WHERE k = 3
[pg] SELECT k FROM t WHERE k = (1 + 2) * 1
[pg] SELECT k FROM t WHERE k * 1 = 3
[pg] SELECT k FROM t WHERE (k) = (3)
[pg] SELECT k FROM t WHERE ((((k)))) = ((3))
[pg] SELECT k FROM t WHERE k IN ((1), (2))
[pg] SELECT order_id FROM orders WHERE user_id = 3 AND order_id = 105
[pg] SELECT order_id FROM orders WHERE (user_id, order_id) IN ((3, 105), (4, 106))
[pg] SELECT o.order_id, i.item_id FROM orders o JOIN items i ON o.order_id = i.order_id AND o.user_id = i.user_id WHERE o.user_id = 3
[pg] SELECT o.order_id, i.item_id FROM orders o JOIN items i USING (order_id, user_id)
[pg] SELECT o.order_id, i.item_id FROM orders o JOIN items i USING (order_id)
[pg] SELECT o.order_id, i.item_id FROM orders o JOIN items i USING (order_id) WHERE o.user_id = 3 AND i.user_id = 3
[pg] SELECT user_id, COUNT(*) FROM orders GROUP BY user_id ORDER BY 2 DESC, 1
[pg] SELECT o.user_id, SUM(i.qty) FROM orders o JOIN items i ON o.order_id = i.order_id AND o.user_id = i.user_id GROUP BY o.user_id
[pg] SELECT k FROM t WHERE k = ?::int ;; (3,)
[pg] SELECT k FROM t WHERE k = CAST(? AS int) ;; ("3",)
[pg] SELECT k FROM t WHERE k = ? OR v = ? OR k = ? ;; (3, 1, 3)
[pg] SELECT k FROM t WHERE k BETWEEN ? AND ? ;; (2, 4)
[pg] SELECT k FROM t WHERE k IN (?, ?, ?) ;; (1, None, 3)
[pg] SELECT k FROM t WHERE k = ? ;; (None,)
[pg] SELECT k FROM t WHERE k = ? + 1 ;; (2,)
[pg] SELECT k, ? AS p FROM t WHERE k = ? ;; ("x", 3)
[pg] SELECT '?' AS q, "k" FROM t WHERE k = ? AND '?' = '?' ;; (3,)
[pg] SELECT k FROM t ORDER BY k LIMIT ? OFFSET ? ;; (2, 1)
[pg] SELECT id FROM c WHERE id = ? ;; ("Zürich",)
[pg] SELECT k FROM t WHERE k = ? ;; (3.0,)
[pg] SELECT k FROM t WHERE k = ? ;; ("3",)
[pg] SELECT {fn ucase(g)} AS x FROM t WHERE k = {fn abs(-3)}
[pg] SELECT k FROM e WHERE dt = {d '2024-01-01'}
[pg] SELECT a.k FROM {oj t a LEFT OUTER JOIN u b ON a.k = b.k}
[pg] SELECT k FROM t WHERE g LIKE 'a\%' {escape '\'}
[pg] SELECT k FROM t WHERE g SIMILAR TO '(a|b)'
[pg] SELECT k FROM t WHERE g ~ '^a'
[pg error] SELECT k FROM t WHERE k = 0x3
[pg] SELECT k FROM t WHERE k = 3;
[pg] SELECT k FROM t;;
[pg] ;SELECT k FROM t
[pg] (SELECT k FROM t)
[pg] ((SELECT k FROM t WHERE k = 3))
[pg] (SELECT k FROM t ORDER BY k) LIMIT 2
[pg] (SELECT k FROM t LIMIT 3) ORDER BY k LIMIT 1
[pg] SELECT k FROM (SELECT * FROM t) AS x WHERE k = 3
[pg error] SELECT k FROM (t)
[pg] SELECT k FROM (t JOIN u USING (k))
[pg] SELECT x.k FROM (t JOIN u USING (k)) AS x
[pg] SELECT a.k FROM (t a JOIN u b ON a.k = b.k) JOIN u c ON c.k = a.k
[pg] SELECT k FROM t, r WHERE t.k = r.id
[pg] SELECT r.id, t.k FROM r LEFT JOIN t ON t.k = r.id
[pg] SELECT r.id, t.k FROM t LEFT JOIN r ON t.k = r.id
[pg] SELECT s1.id, t.k FROM s1 JOIN t ON t.k = s1.id
[pg] SELECT s1.id, t.k FROM s1 JOIN t ON t.k = s1.id WHERE t.k = 4
[pg] SELECT COUNT(*) FROM r, s1
[pg] SELECT COUNT(*) FROM r WHERE id IN (SELECT k FROM t)
[pg] SELECT current_database() IS NOT NULL AS x
[pg] SELECT version() IS NOT NULL AS x FROM t
[pg] SELECT nullif(k, 3) AS n, num_nulls(v) AS nn FROM t
[pg] SELECT count(*) FROM (SELECT DISTINCT g FROM t) x
[pg] SELECT k FROM t WHERE k = 3 UNION SELECT k FROM t WHERE k = 3
[pg] SELECT k FROM t WHERE k = 3 UNION ALL SELECT k FROM t WHERE k = 4 ORDER BY k DESC
[! pg] SELECT k FROM t WHERE jsonb_build_object('a',k) ?? 'a'
[! pg] SELECT k, jsonb_build_object(coalesce(g,'x'),v) ?? ? AS has FROM t WHERE k > ? ;; ('a', 2)
[! pg] SELECT k FROM t WHERE k < ? AND jsonb_build_object(coalesce(g,'x'),v) ??| ARRAY['a','b'] AND v <> ? ;; (9, -1)
[! pg] SELECT k FROM t WHERE NOT jsonb_build_object(coalesce(g,'x'),v,'z',1) ??& ARRAY['a','z']
[! pg] SELECT to_jsonb(g) ?? 'a' AS has, COUNT(*) AS n FROM t GROUP BY to_jsonb(g) ?? 'a'
[! pg] UPDATE t SET v = v + 1 WHERE to_jsonb(g) ?? ? ;; ('a',)
