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
[pg error] SELECT k FROM t ORDER BY k LIMIT -1
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
# More of the kinds above
[! pg] SELECT "T"."k" FROM "t" AS "T" WHERE "T"."k" = 3
[! pg] SELECT "k" FROM ONLY t WHERE k = 3
[! pg] SELECT k FROM ONLY (t) WHERE k = 3
[! pg] SELECT k FROM t * WHERE k = 3
[! pg] SELECT (t).k FROM t WHERE (t).k = 3
[! pg] SELECT (t.*).k FROM t WHERE k = 3
[! pg] SELECT t FROM t WHERE k = 3
[! pg] SELECT row_to_json(t) FROM t WHERE k = 3
[! pg] SELECT count(t) FROM t
[! pg] SELECT count(t.*) FROM t
[pg] SELECT count(DISTINCT t.*) FROM t
[! pg] TABLE t
[pg ordered] TABLE t ORDER BY k DESC LIMIT 2
[! pg] SELECT k FROM t WHERE k = 3::bigint
[! pg] SELECT k FROM t WHERE k = '3'::int
[! pg] SELECT k FROM t WHERE k::text = '3'
[! pg] SELECT k FROM t WHERE k = 3.0
[! pg] SELECT k FROM t WHERE k = 3.4
[! pg] SELECT k FROM t WHERE k = '3'::numeric
[! pg] SELECT k FROM t WHERE k = 3e0
[! pg] SELECT k FROM t WHERE k = CAST('3' AS smallint)
[! pg] SELECT k FROM t WHERE k = int '3'
[! pg] SELECT k FROM t WHERE k = int4(3)
[! pg] SELECT k FROM t WHERE k = (SELECT 3)
[! pg] SELECT k FROM t WHERE k = (VALUES (3))
[! pg] SELECT k FROM t WHERE k IN (VALUES (3), (4))
[! pg] SELECT k FROM t WHERE k = ANY ('{3,4}')
[! pg] SELECT k FROM t WHERE k = ANY ('{3,4}'::int[])
[! pg] SELECT k FROM t WHERE k = ANY (ARRAY[3,4]::bigint[])
[! pg] SELECT k FROM t WHERE k = SOME (ARRAY[3,NULL,4])
[! pg] SELECT k FROM t WHERE k <> ALL (ARRAY[3,4])
[! pg] SELECT k FROM t WHERE k <> ALL (ARRAY[3,NULL])
[! pg] SELECT k FROM t WHERE NOT k = ANY (ARRAY[3,4])
[! pg] SELECT k FROM t WHERE k < ANY (ARRAY[3,4])
[! pg] SELECT k FROM t WHERE k > ALL (ARRAY[3,4])
[! pg] SELECT k FROM t WHERE 3 = k AND 2 = v
[! pg] SELECT k FROM t WHERE k - 3 = 0
[! pg] SELECT k FROM t WHERE k = k
[! pg] SELECT k FROM t WHERE k = v
[! pg] SELECT k FROM t WHERE k = v + 1 OR k = 3
[! pg] SELECT k FROM t WHERE k + 0 = 3
[! pg] SELECT k FROM t WHERE -k = -3
[! pg] SELECT k FROM t WHERE k = -3
[! pg] SELECT k FROM t WHERE k = - - 3
[! pg] SELECT k FROM t WHERE k = +3
[! pg] SELECT k FROM t WHERE k = 2147483648
[! pg] SELECT k FROM t WHERE k = 99999999999999999999
[! pg] SELECT k FROM t WHERE k = -9223372036854775808
[! pg] SELECT k FROM t WHERE k = 1 + 2 * 1
[! pg] SELECT k FROM t WHERE k = 7 / 2
[! pg] SELECT k FROM t WHERE k = 7 % 4
[! pg] SELECT k FROM t WHERE k = 1 << 1
[! pg] SELECT k FROM t WHERE k = ~(-4)
[! pg] SELECT k FROM t WHERE k = @ -3
[! pg] SELECT k FROM t WHERE k = |/ 9
[! pg] SELECT k FROM t WHERE k = length('abc')
[! pg] SELECT k FROM t WHERE k = ascii(E'\x03')
[! pg] SELECT k FROM t WHERE (k, g) = (3, 'b')
[! pg] SELECT k FROM t WHERE (g, k) IN (('b', 3), ('a', 1), (NULL, 2))
[! pg] SELECT k FROM t WHERE ROW(k, g) = ROW(3, 'b')
[! pg] SELECT k FROM t WHERE (k, v) < (3, 2)
[! pg] SELECT k FROM t WHERE (k, v) <= (3, 2) AND k >= 3
[! pg] SELECT k FROM t WHERE (k, v) IS NOT DISTINCT FROM (3, 2)
[! pg] SELECT k FROM t WHERE k IS NOT DISTINCT FROM 3
[! pg] SELECT k FROM t WHERE k IS DISTINCT FROM 3
[! pg] SELECT k FROM t WHERE NOT (k IS DISTINCT FROM 3)
[! pg] SELECT k FROM t WHERE k BETWEEN 4 AND 2
[! pg] SELECT k FROM t WHERE k BETWEEN SYMMETRIC 4 AND 2
[! pg] SELECT k FROM t WHERE k NOT BETWEEN SYMMETRIC 4 AND 2
[! pg] SELECT k FROM t WHERE k BETWEEN NULL AND 2
[! pg] SELECT k FROM t WHERE NOT (k BETWEEN NULL AND 2)
[! pg] SELECT k FROM t WHERE k NOT BETWEEN 3 AND NULL
[! pg] SELECT k FROM t WHERE (k = 3) IS TRUE
[! pg] SELECT k FROM t WHERE (k = 3) IS NOT FALSE
[! pg] SELECT k FROM t WHERE (k = NULL) IS UNKNOWN
[! pg] SELECT k FROM t WHERE NOT (NOT (k = 3))
[! pg] SELECT k FROM t WHERE NOT (k <> 3 AND k <> 4)
[! pg] SELECT k FROM t WHERE NOT (k = 3 OR v = 10)
[! pg] SELECT k FROM t WHERE NOT (k > 2 OR NOT k > 1)
[! pg] SELECT k FROM t WHERE (k = 3 OR v = 10) AND (k = 2 OR v = 2)
[! pg] SELECT k FROM t WHERE (k = 3 AND TRUE) OR (FALSE AND v = 10)
[! pg] SELECT k FROM t WHERE k = 3 AND NULL
[! pg] SELECT k FROM t WHERE k = 3 OR NULL
[! pg] SELECT k FROM t WHERE CASE WHEN k = 3 THEN TRUE ELSE v = 10 END
[! pg] SELECT k FROM t WHERE COALESCE(k, 3) = 3
[! pg] SELECT k FROM t WHERE NULLIF(k, 3) IS NULL
[! pg] SELECT k FROM t WHERE GREATEST(k, 3) = 3
[! pg] SELECT k FROM t WHERE k = 3 /* c /* nested */ ' */ AND v = 2 -- x '
[! pg] SELECT k FROM t -- WHERE k = 3
[! pg] SELECT /*+ SeqScan(t) */ k FROM t WHERE k = 3
[! pg] SELECT k FROM t WHERE g = $$b$$ AND k = 3
[! pg] SELECT k FROM t WHERE g = $x$b$x$ OR g = $y$FROM u WHERE k = 1$y$
[! pg] SELECT k FROM t WHERE g = E'\142'
[! pg] SELECT k FROM t WHERE g = U&'\0062'
[! pg] SELECT k FROM t WHERE g = U&'d!0061' UESCAPE '!'
[! pg] SELECT 't.k' AS "t.k", 'FROM t' AS "from" FROM t WHERE k = 3
[! pg] SELECT k AS t, v AS k FROM t WHERE k = 3
[! pg ordered] SELECT k AS v, v AS k FROM t ORDER BY k
[! pg ordered] SELECT k AS v, v AS k FROM t ORDER BY v DESC
[! pg ordered] SELECT -k AS k FROM t ORDER BY k
[! pg ordered] SELECT -k AS k FROM t ORDER BY t.k
[! pg ordered] SELECT -k AS k FROM t ORDER BY -k
[! pg ordered] SELECT k FROM t ORDER BY v NULLS FIRST, k LIMIT 3
[! pg ordered] SELECT k FROM t ORDER BY v DESC NULLS LAST, k OFFSET 2
[pg ordered] SELECT k FROM t ORDER BY v USING >, k
[pg ordered] SELECT k FROM t ORDER BY (v, k)
[! pg ordered] SELECT k FROM t ORDER BY v IS NULL, v DESC
[! pg ordered] SELECT k, v FROM t ORDER BY 2 DESC NULLS LAST, 1 FETCH FIRST 2 ROWS ONLY
[! pg ordered] SELECT k FROM t ORDER BY k LIMIT ALL OFFSET 3
[! pg ordered] SELECT k FROM t ORDER BY k LIMIT NULL
[pg error] SELECT k FROM t ORDER BY k LIMIT -1
[pg ordered] SELECT k FROM t ORDER BY k LIMIT 1 + 1
[pg ordered] SELECT k FROM t ORDER BY k LIMIT (SELECT 2)
[! pg ordered] SELECT k FROM t ORDER BY k LIMIT '2'
[pg ordered] SELECT k FROM t ORDER BY k LIMIT 2.5
[! pg] SELECT DISTINCT ON (g) g, k FROM t ORDER BY g, k DESC
[! pg] SELECT DISTINCT ON (k % 2) k % 2 AS p, v FROM t ORDER BY k % 2, v DESC
[pg] SELECT g, array_agg(k ORDER BY k) FROM t GROUP BY g
[! pg] SELECT k, array_agg(v) FROM t GROUP BY k
[pg] SELECT g, string_agg(v::text, ',' ORDER BY k) FROM t GROUP BY g
[pg] SELECT g, jsonb_agg(v) FROM t GROUP BY g
[pg] SELECT mode() WITHIN GROUP (ORDER BY g) FROM t
[! pg] SELECT count(*) FILTER (WHERE k > 2), sum(v) FILTER (WHERE g = 'a') FROM t
[pg] SELECT g, grouping(g), count(*) FROM t GROUP BY ROLLUP (g)
[pg] SELECT k, count(*) FROM t GROUP BY GROUPING SETS ((k), (k, g))
[! pg] SELECT max(v) FROM t HAVING max(v) > 100
[! pg] SELECT max(v) FROM t HAVING count(*) > 2
[! pg] SELECT 1 FROM t HAVING true
[! pg] SELECT g FROM t GROUP BY g HAVING bool_or(v > 9)
[! pg] SELECT every(v > 0) FROM t
[! pg] SELECT k, rank() OVER (PARTITION BY k ORDER BY v) FROM t
[pg] SELECT k, row_number() OVER (ORDER BY k) FROM t
[! pg] SELECT k, sum(v) OVER w FROM t WINDOW w AS (PARTITION BY k)
[! pg] SELECT * FROM (SELECT k, v FROM t) AS x (a, b) WHERE a = 3
[! pg] SELECT x.a FROM (SELECT k AS a FROM t WHERE v > 1) x WHERE x.a IN (3, 5)
[! pg] SELECT * FROM (SELECT * FROM (SELECT k, v FROM t) y WHERE v > 1) x WHERE k = 5
[! pg] SELECT (SELECT max(v) FROM t) AS m
[! pg] SELECT k, (SELECT max(u.v) FROM u WHERE u.k = t.k) FROM t
[! pg] SELECT k FROM t WHERE v = (SELECT max(v) FROM t)
[! pg] SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k AND u.v > 9)
[! pg] SELECT k FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.k = t.k)
[pg] SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.v = t.v)
[! pg] SELECT k FROM t WHERE k NOT IN (SELECT k FROM u)
[! pg] SELECT k FROM t WHERE k IN (SELECT k FROM u WHERE g = 'x')
[! pg] SELECT k FROM t WHERE v IN (SELECT v FROM u)
[! pg] SELECT k FROM t WHERE (k, v) IN (SELECT k, v FROM u)
[! pg] SELECT k FROM t WHERE k = ANY (SELECT k FROM u)
[pg] SELECT k FROM t WHERE k > ALL (SELECT k FROM u WHERE k < 3)
[! pg] SELECT t.k, x.v FROM t, LATERAL (SELECT v FROM u WHERE u.k = t.k) x
[pg] SELECT t.k, x.v FROM t LEFT JOIN LATERAL (SELECT v FROM u WHERE u.k = t.k LIMIT 1) x ON true
[! pg] SELECT t.k, x FROM t CROSS JOIN generate_series(1, 2) x
[! pg] SELECT t.k, x FROM t, unnest(ARRAY[1, 2]) x WHERE t.k = x
[! pg] SELECT t.k FROM t JOIN u USING (k) WHERE u.k = 3
[! pg] SELECT k FROM t NATURAL JOIN u
[! pg] SELECT t.k FROM t JOIN u ON u.k = t.k AND t.k = 3
[! pg] SELECT t.k, u.k FROM t LEFT JOIN u ON u.k = t.k AND t.k = 3
[! pg] SELECT t.k, u.k FROM t LEFT JOIN u ON u.k = t.k WHERE u.k IS NULL
[! pg] SELECT t.k, u.k FROM t RIGHT JOIN u ON u.k = t.k AND u.k = 3
[! pg] SELECT t.k, u.k FROM t FULL JOIN u ON u.k = t.k WHERE t.k IS NULL OR u.k IS NULL
[! pg] SELECT t.k, u.k FROM t FULL JOIN u USING (k) WHERE k = 3
[! pg] SELECT k FROM t FULL JOIN u USING (k)
[! pg] SELECT a.k FROM t a JOIN t b ON a.k = b.k JOIN u c ON c.k = b.k WHERE a.v > 1
[! pg] SELECT a.k FROM t a, t b WHERE a.k = 3 AND b.k = 3
[pg] SELECT a.k, b.k FROM t a, t b WHERE a.k = 3 AND b.k = 4
[! pg] SELECT a.k, b.k FROM t a, t b WHERE a.k = 1 AND b.k = 5
[! pg] SELECT t.k, r.d FROM t JOIN r ON r.id = t.k
[pg] SELECT t.k, r.d FROM r LEFT JOIN t ON r.id = t.k
[! pg] SELECT r.d FROM r WHERE id IN (SELECT k FROM t)
[pg] SELECT r.d FROM r WHERE NOT EXISTS (SELECT 1 FROM t WHERE t.k = r.id)
[! pg] SELECT t.k, s1.d FROM t JOIN s1 ON s1.id = t.k WHERE t.k = 4
[pg] SELECT t.k, s1.d FROM t JOIN s1 ON s1.id = t.k
[! pg] WITH x AS (SELECT k, v FROM t WHERE v > 1) SELECT a.k FROM x a JOIN x b ON a.k = b.k
[! pg] WITH x AS MATERIALIZED (SELECT k FROM t) SELECT k FROM x WHERE k = 3
[! pg] WITH x (a) AS (SELECT k FROM t) SELECT a FROM x WHERE a IN (2, 3)
[! pg] WITH t AS (SELECT 1 AS k) SELECT k FROM t
[! pg] WITH t AS (SELECT k FROM u WHERE k = 3) SELECT k FROM t
[! pg] WITH x AS (SELECT max(v) AS m FROM t) SELECT k FROM t, x WHERE t.v = x.m
[! pg] WITH RECURSIVE x AS (SELECT k FROM t WHERE k = 1 UNION ALL SELECT k + 1 FROM x WHERE k < 3) SELECT * FROM x
[! pg] SELECT k FROM t FOR UPDATE
[! pg] SELECT k FROM t WHERE k = 3 FOR NO KEY UPDATE OF t SKIP LOCKED
[! pg] SELECT t.k FROM t JOIN u ON t.k = u.k FOR SHARE OF u
[pg] SELECT ctid IS NOT NULL FROM t
[pg] SELECT tableoid::regclass::text FROM t WHERE k = 3
[! pg] SELECT k FROM t TABLESAMPLE BERNOULLI (100) WHERE k = 3
[! pg] SELECT k FROM public.t WHERE public.t.k = 3
[! pg] SELECT t.k FROM public.t ORDER BY t.k
[! pg] SELECT k FROM T WHERE K = 3
[! pg] SELECT k FROM t WHERE g ILIKE 'B' AND k IN (3, 4)
[! pg] SELECT k FROM t WHERE g SIMILAR TO '(a|b)' AND k < 3
[! pg] SELECT k FROM t WHERE g ~ '^b'
[! pg] SELECT k FROM t WHERE g COLLATE "C" > 'a' ORDER BY g COLLATE "C", k
[! pg] SELECT extract(year FROM dt) AS y, count(*) FROM e GROUP BY 1 ORDER BY 1
[! pg] SELECT date_trunc('day', ts) AS d, count(*) FROM e GROUP BY d ORDER BY d
[! pg] SELECT k, dt + interval '1 day' FROM e WHERE dt >= DATE '2024-01-05'
[! pg] SELECT k FROM e WHERE ts AT TIME ZONE 'UTC' > '2024-01-01'
[! pg] SELECT k FROM e WHERE (dt, dt) OVERLAPS (DATE '2024-01-01', DATE '2024-01-03')
[! pg] SELECT sum(v) / count(*) AS a, round(avg(v), 2) AS b FROM w
[! pg] SELECT g, sum(v) * 100.0 / (SELECT sum(v) FROM w) AS p FROM w GROUP BY g
[! pg] VALUES (1), (2)
[! pg] SELECT * FROM (VALUES (1, 'a'), (2, 'b')) x (k, g) JOIN t USING (k)
[! pg] SELECT 1 UNION SELECT k FROM t WHERE k = 3
[! pg] SELECT k FROM t WHERE k = 3 UNION SELECT k FROM u WHERE k = 3
[! pg] SELECT count(*) FROM (SELECT k FROM t UNION SELECT v FROM u) x
[! pg] SELECT EXISTS (SELECT 1 FROM t WHERE k = 99), EXISTS (SELECT 1 FROM t WHERE v = 30)
[pg] SELECT count(DISTINCT t) FROM t
[pg] SELECT count(DISTINCT (k, v)) FROM t
[pg] SELECT count(DISTINCT ROW(g)) FROM t
[! pg] SELECT k FROM t GROUP BY t.*, k
[pg] SELECT t FROM t GROUP BY t
[pg] SELECT DISTINCT t FROM t
[! pg] SELECT DISTINCT t.* FROM t
[pg] SELECT t FROM t ORDER BY t
[pg] SELECT k FROM t ORDER BY t.*
[pg] SELECT (k, g) AS r FROM t ORDER BY (k, g)
[pg] SELECT DISTINCT (k, g) AS r FROM t
[pg] SELECT array_agg(t) FROM t
[pg] SELECT ARRAY(SELECT k FROM t ORDER BY k)
[pg] SELECT ARRAY[k, v] AS a FROM t ORDER BY a
[pg] SELECT DISTINCT ARRAY[v % 2] FROM t
[! pg] SELECT k FROM t WHERE g = U&'!0061' UESCAPE '!'
[! pg] SELECT v FROM c WHERE id = U&'!0061b' UESCAPE '!'
[! pg] SELECT v FROM c WHERE id = U&'\0061b'
[pg] SELECT U&"t"."k" FROM U&"\0074" WHERE k = 3
[! pg error] SELECT k FROM t WHERE g = U&'!0061' UESCAPE '!!'
[! pg error] SELECT k FROM t WHERE g = U&'\zzzz'
[pg] SELECT U&"t"."k" FROM U&"!0074" UESCAPE '!' WHERE k = 3
[! pg] INSERT INTO w (k, g) VALUES (101, U&'d!0061' UESCAPE '!'), (102, U&'\0061')
[pg] INSERT INTO c (id, v) VALUES (U&'\0061', 9)
[pg] INSERT INTO U&"\0074" (k) VALUES (3)
[pg] DELETE FROM U&"\0074"
[pg] UPDATE U&"\0074" SET v = 9
[pg] DROP TABLE IF EXISTS U&"\0074\0074"
[pg] SELECT k AS U&"\0061" FROM t WHERE k = 3
[! pg] SELECT to_regclass('w') IS NOT NULL AS a
[! pg] SELECT to_regclass('nosuch') IS NULL AS a
[! pg] SELECT 'w'::regclass::oid > 0 AS a
[! pg] SELECT to_regclass(?) IS NOT NULL AS a ;; ('w',)
[! pg] SELECT CASE WHEN to_regclass('w') IS NULL THEN 'no' ELSE 'yes' END AS a
[! pg] SELECT count(*) FROM pg_attribute WHERE attrelid = 'w'::regclass AND attnum > 0
[! pg] SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass('w') AND attnum > 0
[! pg] SELECT count(*) > 0 AS n FROM pg_class WHERE oid = to_regclass(?) ;; ('w',)
[pg] TRUNCATE U&"\0074"
[pg] COMMENT ON TABLE U&"\0074" IS 'x'
[pg] CREATE INDEX ix_u ON U&"\0074" (v)
[pg] ANALYZE U&"\0074"
[pg] ALTER TABLE U&"\0074" ADD COLUMN zz int
[! pg] INSERT INTO w SELECT 101, 'a', 1
[! pg] INSERT INTO w (k, g) VALUES (101, 'a'), (102, 'b'), (103, 'c') RETURNING k, g
[! pg] INSERT INTO w (g, k) VALUES ('x', 100 + 1)
[! pg] INSERT INTO w (g, k) VALUES ('x', '101')
[! pg] INSERT INTO w (g, k) VALUES ('x', 101::bigint), ('y', CAST('102' AS int))
[! pg] INSERT INTO w (g, k) VALUES ('x', -(-101))
[! pg] INSERT INTO w AS a (g, k) VALUES ('x', 101) ON CONFLICT (k) DO UPDATE SET g = a.g || excluded.g RETURNING a.k, a.g
[! pg] INSERT INTO w AS a (g, k) VALUES ('x', 1) ON CONFLICT (k) DO UPDATE SET g = a.g || excluded.g WHERE a.k = 1 RETURNING a.k, a.g
[! pg] INSERT INTO w (k, v) VALUES (1, 5), (2, 6), (101, 7) ON CONFLICT DO NOTHING
[! pg] INSERT INTO w (k, v) VALUES (1, 5), (2, 6), (101, 7) ON CONFLICT (k) DO UPDATE SET v = excluded.v RETURNING w.k, v
[pg] INSERT INTO w (k, v) VALUES (1, 5) ON CONFLICT (k) DO UPDATE SET k = 5
[pg] INSERT INTO w (k, v) VALUES (1, 5) ON CONFLICT (k) DO UPDATE SET k = excluded.k, v = 3
[! pg error] INSERT INTO w (k, v) VALUES (101, 5), (101, 6)
[! pg error] INSERT INTO w (k, v) VALUES (101, 5), (102, 'x')
[! pg error] INSERT INTO w (k, v) VALUES (101, 5, 6)
[! pg error] INSERT INTO w (k, v, k) VALUES (101, 5, 6)
[! pg error] INSERT INTO w (nosuch, k) VALUES (1, 101)
[pg error] INSERT INTO w (k) VALUES (NULL)
[pg error] INSERT INTO w (v) VALUES (1)
[! pg] INSERT INTO w (k, v) VALUES (101, DEFAULT)
[! pg] INSERT INTO w (k) SELECT generate_series(101, 105)
[! pg] INSERT INTO w (k, v) SELECT k + 100, v FROM w WHERE k < 4
[! pg] INSERT INTO w (k, v) SELECT k + 64, v FROM w
[! pg] INSERT INTO w (k, v) (SELECT k + 64, v FROM w ORDER BY k LIMIT 3)
[! pg] INSERT INTO w (k, v) VALUES (101, (SELECT max(v) FROM t))
[pg] INSERT INTO w (k, v) VALUES ((SELECT max(k) + 1 FROM w), 1)
[! pg] INSERT INTO w (k, v) OVERRIDING SYSTEM VALUE VALUES (101, 1)
[pg] INSERT INTO w DEFAULT VALUES
[pg] WITH x AS (SELECT 101 AS a) INSERT INTO w (k) SELECT a FROM x
[pg] WITH x AS (INSERT INTO w (k) VALUES (101) RETURNING k) SELECT * FROM x
[pg] WITH x AS (DELETE FROM w WHERE k = 3 RETURNING k, v) SELECT * FROM x
[pg] WITH x AS (DELETE FROM w RETURNING k, v) SELECT count(*) FROM x
[pg] WITH x AS (SELECT k FROM t WHERE v > 5) UPDATE w SET v = 0 WHERE k IN (SELECT k FROM x)
[! pg] UPDATE w SET v = v + 1
[! pg] UPDATE w SET v = v + 1 WHERE k IN (1, 2, 3, 99) RETURNING k, v
[! pg] UPDATE ONLY w SET v = 1 WHERE k = 3
[! pg] UPDATE w AS a SET v = a.v + 1, g = 'q' WHERE a.k = 3 RETURNING a.*
[! pg] UPDATE w SET (v, g) = (1, 'z') WHERE k BETWEEN 3 AND 6
[! pg] UPDATE w SET (v, g) = (SELECT 1, 'z') WHERE k = 3
[! pg] UPDATE w SET v = DEFAULT WHERE k = 3
[! pg] UPDATE w SET k = 3 WHERE k = 3
[! pg] UPDATE w SET k = k WHERE k < 5
[pg] UPDATE w SET k = 71 WHERE k = 3
[pg] UPDATE w SET k = 4 WHERE k = 3
[! pg] UPDATE w SET k = 67 WHERE k = 3
[pg] UPDATE w SET v = t.v FROM t WHERE t.k = w.k
[pg] UPDATE q SET v = t.v FROM t WHERE t.k = q.k AND t.g = 'a'
[! pg] UPDATE t SET v = u.v FROM u WHERE u.k = t.k RETURNING t.k, t.v, u.v
[! pg] UPDATE t SET v = r.id FROM r WHERE r.id = t.k
[! pg] UPDATE t SET v = (SELECT count(*) FROM u WHERE u.k = t.k)
[! pg] UPDATE t SET v = (SELECT max(v) FROM u)
[! pg] UPDATE w SET v = 1 WHERE k = 3 AND EXISTS (SELECT 1 FROM t)
[! pg] UPDATE w SET v = 1 WHERE v = 10 OR k = 3
[! pg] DELETE FROM w
[! pg] DELETE FROM w WHERE k = 3 OR k = 4
[! pg] DELETE FROM w AS a WHERE a.k = 3 RETURNING a.k
[! pg] DELETE FROM t USING u WHERE u.k = t.k AND u.v > 9
[pg] DELETE FROM t USING u WHERE u.v = t.v
[! pg] DELETE FROM t USING r WHERE r.id = t.k
[! pg] DELETE FROM w WHERE k NOT IN (1, 2, 3)
[! pg] DELETE FROM w WHERE NOT (k > 3)
[! pg] DELETE FROM w WHERE k = NULL
[! pg] DELETE FROM w WHERE v IN (SELECT v FROM t)
[! pg] DELETE FROM r WHERE id = 1
[pg] UPDATE r SET d = 'x' || id RETURNING id, d
[pg] INSERT INTO r VALUES (9, 'nine') RETURNING *
[! pg] INSERT INTO s1 SELECT id + 10, d FROM s1
[! pg] TRUNCATE t, u
[! pg] TRUNCATE TABLE ONLY t RESTART IDENTITY CASCADE
[! pg] MERGE INTO t USING u ON t.k = u.k WHEN MATCHED THEN UPDATE SET v = u.v WHEN NOT MATCHED THEN INSERT (k, v) VALUES (u.k, u.v)
[pg] MERGE INTO t USING (VALUES (3, 99)) x (k, v) ON t.k = x.k WHEN MATCHED THEN UPDATE SET v = x.v WHEN NOT MATCHED THEN INSERT (k, v) VALUES (x.k, x.v)
[error pg] MERGE INTO t USING u ON t.v = u.v WHEN MATCHED THEN DELETE
{ pg
CREATE TEMP TABLE tmp1 (a int)
INSERT INTO tmp1 VALUES (1), (2)
SELECT a FROM tmp1
DROP TABLE tmp1
}
{ pg
.begin
UPDATE w SET v = 0 WHERE k = 3
SAVEPOINT a
UPDATE w SET v = 1
ROLLBACK TO a
SELECT sum(v) FROM w
RELEASE a
.commit
}
{ pg
PREPARE p1 AS SELECT 1
EXECUTE p1
DEALLOCATE p1
}
{ pg
SET search_path TO public
SELECT current_setting('search_path')
RESET search_path
}
[! pg] SELECT current_database() = current_catalog
[! pg] SELECT version() IS NOT NULL, now() IS NOT NULL, pg_backend_pid() > 0
[! pg nometa] SELECT relname FROM pg_class WHERE relname = 't'
[! pg] SELECT count(*) FROM information_schema.columns WHERE table_name = 't'
[pg] EXPLAIN (COSTS OFF) SELECT k FROM t WHERE k = 3
[! pg] SELECT k FROM t WHERE k = ? AND g = ? ;; (3, 'b')
[! pg] SELECT k FROM t WHERE k = ?::int ;; ('3',)
[! pg] SELECT k FROM t WHERE k IN (?, ?, ?) ORDER BY k ;; (3, 3, 5)
[! pg] SELECT k FROM t WHERE (k, v) IN ((?, ?), (?, ?)) ;; (3, 2, 4, 20)
[! pg] SELECT k, ? AS x FROM t WHERE k > ? ORDER BY k LIMIT ? OFFSET ? ;; ('z', 1, 2, 1)
[! pg] SELECT k FROM t WHERE k BETWEEN ? AND ? ;; (2, 4)
[! pg] SELECT k FROM t WHERE k = ? ;; (None,)
[! pg] SELECT k FROM t WHERE k = COALESCE(?, 3) ;; (None,)
[! pg] SELECT ? || g FROM t WHERE k = 3 ;; ('x',)
[! pg] INSERT INTO w (k, g) VALUES (?, ?), (?, ?) ;; (101, 'a', 102, 'b')
[! pg] UPDATE w SET g = ? WHERE k IN (?, ?) ;; ('z', 3, 4)
