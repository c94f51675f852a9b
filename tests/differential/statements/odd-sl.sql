# Odd spellings of SQLite: names, literals, operators, comments, parameters; right or refused.
[sl] SELECT "t"."k" FROM "t" WHERE "t"."k"=3
[sl] SELECT [t].[k] FROM [t] WHERE [k]=3
[sl] SELECT `t`.`k` FROM `t` WHERE k=3
[sl] SELECT 't'.'k' FROM 't' WHERE k=3
[sl] SELECT T.K FROM t WHERE T.K IN (2, 3)
[sl] SELECT main.t.k FROM main.t WHERE main.t.k = 3
[sl] SELECT k FROM t WHERE k == 3
[sl] SELECT k FROM t WHERE k IS 3
[sl] SELECT k FROM t WHERE k IS NOT 3
[sl] SELECT k FROM t WHERE k IS NULL
[sl] SELECT k FROM t WHERE k NOT NULL
[sl] SELECT k FROM t WHERE k NOTNULL
[sl] SELECT k FROM t WHERE k ISNULL
[sl] SELECT k FROM t WHERE v IS NULL
[sl] SELECT k FROM t WHERE k IS NOT DISTINCT FROM 3
[sl] SELECT k FROM t WHERE k IS DISTINCT FROM 3
[sl] SELECT k FROM t WHERE k = '3'
[sl] SELECT k FROM t WHERE k = ' 3'
[sl] SELECT k FROM t WHERE k = '3.0'
[sl] SELECT k FROM t WHERE k = '03'
[sl] SELECT k FROM t WHERE k = '3abc'
[sl] SELECT k FROM t WHERE k = "3"
[sl] SELECT k FROM t WHERE k = 3.0
[sl] SELECT k FROM t WHERE k = 3.5
[sl] SELECT k FROM t WHERE k = 0x3
[sl] SELECT k FROM t WHERE k = x'33'
[sl] SELECT k FROM t WHERE k = TRUE + 2
[sl] SELECT k FROM t WHERE k
[sl] SELECT k FROM t WHERE NOT k = 3
[sl] SELECT k FROM t WHERE k = 3 = 1
[sl] SELECT k FROM t WHERE 1 < k < 3
[sl] SELECT k FROM t WHERE k = 7 / 2
[sl] SELECT k FROM t WHERE k = 7 % 4
[sl] SELECT k FROM t WHERE k = 1 | 2
[sl] SELECT k FROM t WHERE k = 1 << 1
[sl] SELECT k FROM t WHERE k = ~ -4
[sl] SELECT k FROM t WHERE k = - -3
[sl] SELECT k FROM t WHERE k = +'3'
[sl] SELECT k FROM t WHERE +k = '3'
[sl] SELECT k FROM t WHERE k = '1' + '2'
[sl] SELECT k FROM t WHERE k = '1' || ''
[sl] SELECT k FROM t WHERE k <> 3
[sl] SELECT k FROM t WHERE k IN (1, '3', 2.0)
[sl] SELECT k FROM t WHERE k IN ()
[sl] SELECT k FROM t WHERE k NOT IN ()
[sl] SELECT k FROM t WHERE k IN (1, NULL)
[sl] SELECT k FROM t WHERE k NOT IN (1, NULL)
[sl] SELECT k FROM t WHERE k IN (SELECT k FROM u)
[sl] SELECT k FROM t WHERE (k, v) IN (VALUES (1, 1), (3, 2))
[sl] SELECT k FROM t WHERE (k, v) = (3, 2)
[sl] SELECT k FROM t WHERE (k, v) > (3, 1)
[sl] SELECT k FROM t WHERE k BETWEEN 2 AND 4
[sl] SELECT k FROM t WHERE k BETWEEN '2' AND '4'
[sl] SELECT k FROM t WHERE k NOT BETWEEN 2 AND 4
[sl] SELECT k FROM t WHERE k LIKE '3'
[sl] SELECT k FROM t WHERE k GLOB '3'
[sl] SELECT id FROM c WHERE id GLOB 'a*'
[sl] SELECT id FROM c WHERE id LIKE 'AB'
[sl] SELECT id FROM c WHERE id = 'AB' COLLATE NOCASE
[sl] SELECT id FROM c WHERE id = 'ab '
[sl] SELECT id FROM c WHERE id = 'ab ' COLLATE RTRIM
[sl] SELECT id FROM c WHERE id = 5
[sl] SELECT id FROM c WHERE id = x'6162'
[sl] SELECT id FROM c WHERE id IN ('ab', 'Ea')
[sl] SELECT id FROM c WHERE id = "ab"
[sl] SELECT id FROM c WHERE id = 'a' || 'b'
[sl] SELECT id FROM c WHERE id > 'a' AND id < 'b'
[sl] SELECT k FROM t WHERE CAST(k AS TEXT) = '3'
[sl] SELECT k FROM t WHERE k = CAST('3' AS INTEGER)
[sl] SELECT k FROM t WHERE k = CAST('3x' AS INTEGER)
[sl] SELECT k FROM t WHERE CASE WHEN k = 3 THEN 1 END
[sl] SELECT k FROM t WHERE iif(k = 3, 1, 0)
[sl] SELECT k FROM t WHERE ifnull(k, 0) = 3
[sl] SELECT k FROM t WHERE likely(k = 3)
[sl] SELECT k FROM t WHERE k = 99999999999999999999
[sl] SELECT k FROM t WHERE k < 99999999999999999999
[sl] SELECT k FROM t WHERE k = 9223372036854775807
[sl] SELECT k 'label' FROM t WHERE k = 3
[sl] SELECT k AS 'label' FROM t ORDER BY label
[sl] SELECT k label FROM t ORDER BY 1 DESC
[sl] SELECT k FROM t ORDER BY k LIMIT 1, 2
[sl] SELECT k FROM t ORDER BY k LIMIT 2 OFFSET 1
[sl] SELECT k FROM t ORDER BY k LIMIT -1
[sl] SELECT k FROM t ORDER BY k LIMIT -1 OFFSET 2
[sl] SELECT k FROM t ORDER BY k LIMIT 2 OFFSET -1
[sl] SELECT k FROM t ORDER BY k LIMIT 1 + 1
[sl] SELECT k, v FROM t ORDER BY v, k
[sl] SELECT k, v FROM t ORDER BY v DESC, k
[sl] SELECT k, v FROM t ORDER BY v NULLS LAST, k
[sl] SELECT k, v FROM t ORDER BY v DESC NULLS FIRST, k
[sl] SELECT v AS k FROM t ORDER BY k
[sl] SELECT -v AS v FROM t ORDER BY v
[sl] SELECT g COLLATE NOCASE AS g FROM t ORDER BY 1
[sl] SELECT g, COUNT(*) AS c FROM t GROUP BY g HAVING c > 1
[sl] SELECT g, COUNT(*) AS c FROM t GROUP BY 1 ORDER BY 2 DESC, 1
[sl] SELECT g, v FROM t GROUP BY g
[sl] SELECT g, MAX(v), k FROM t GROUP BY g
[sl] SELECT k, MAX(v) FROM t
[sl] SELECT group_concat(g) FROM q
[sl] SELECT group_concat(g, '-') FROM q WHERE k = 3
[sl] SELECT total(v), sum(v), avg(v), min(v), max(v), count(v) FROM t
[sl] SELECT sum(f), avg(f), total(f) FROM e
[sl] SELECT max(k, v) AS m FROM t
[sl] SELECT max(k, 3) AS m, min(k, 3) FROM t WHERE k < 5
[sl] SELECT count(DISTINCT g) AS n FROM t
[sl] SELECT count(*) FILTER (WHERE k > 2) AS n FROM t
[sl] SELECT typeof(k), typeof(v), typeof(g) FROM t
[sl] SELECT date(dt) AS d, COUNT(*) AS c FROM e GROUP BY d
[sl] SELECT strftime('%Y-%m', dt) AS m, COUNT(*) AS c FROM e GROUP BY m ORDER BY m
[sl] SELECT substr(s, 1, 2) AS x FROM e WHERE k < 5
[sl] SELECT printf('%d', k) AS p FROM t
[sl] SELECT hex(g) AS h, quote(g) AS q, length(g) AS l FROM t
[sl] SELECT a.k FROM t a JOIN u b ON a.k = b.k
[sl] SELECT a.k FROM t a JOIN u b USING (k)
[sl] SELECT a.k FROM t a, u b WHERE a.k = b.k AND b.k = 3
[sl] SELECT k FROM t NATURAL JOIN u
[sl] SELECT a.k, b.k FROM t a LEFT JOIN u b ON a.k = b.k AND b.k = 3
[sl] SELECT a.k FROM t a CROSS JOIN u b ON a.k = b.k
[sl] SELECT a.k FROM t a NOT INDEXED WHERE k = 3
[sl] SELECT x.k FROM (SELECT k FROM t WHERE k = 3) x
[sl] SELECT k FROM (SELECT k FROM t ORDER BY k LIMIT 3)
[sl] SELECT k FROM (SELECT * FROM t)
[sl] SELECT COUNT(*) FROM (SELECT * FROM t)
[sl] WITH x AS (SELECT k FROM t) SELECT * FROM x WHERE k = 3
[sl] WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 3) SELECT n FROM x
[sl] SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k)
[sl] SELECT k FROM t WHERE k IN (SELECT k FROM u WHERE v > 9)
[sl] SELECT rowid, k FROM t ORDER BY rowid
[sl] SELECT k FROM t WHERE rowid = 1
[sl] SELECT k FROM t ORDER BY rowid
[sl] SELECT k FROM q WHERE rowid = 3
[sl] SELECT _rowid_ FROM q WHERE k = 3
[sl] SELECT k FROM t WHERE k = ? OR v = ? OR k = ? ;; (3, 1, 3)
[sl] SELECT k FROM t WHERE k = ? ;; ("3",)
[sl] SELECT k FROM t WHERE k = ? ;; (None,)
[sl] SELECT k FROM t WHERE k IS ? ;; (None,)
[sl] SELECT k FROM t WHERE k IS ? ;; (3,)
[sl] SELECT k FROM t ORDER BY k LIMIT ? OFFSET ? ;; (2, 1)
[sl] SELECT id FROM c WHERE id = ? ;; ("Zürich",)
[sl] SELECT k FROM t WHERE k = ? ;; (3.0,)
[sl] SELECT k FROM t;
[sl] VALUES (1, 2), (3, 4)
[sl] SELECT *, k FROM t
[sl] SELECT k, * FROM t
[sl] SELECT k FROM t WHERE json_extract('{"a":3}', '$.a') = k
[sl] SELECT k FROM t WHERE '{"a":3}' ->> 'a' = k
[sl] SELECT row_number() OVER (PARTITION BY k ORDER BY v) AS n, k FROM t
[sl] SELECT k FROM t WHERE k = 3 UNION SELECT k FROM t WHERE k = 4
[sl] SELECT k FROM t UNION ALL SELECT k FROM u
[sl] SELECT k FROM t UNION SELECT k FROM u
[sl] SELECT CASE WHEN k = 3 THEN 'x' ELSE g END AS c, COUNT(*) FROM t GROUP BY c
[sl] SELECT DISTINCT g FROM t
[sl] SELECT DISTINCT g FROM t ORDER BY g DESC LIMIT 2
[sl] SELECT k FROM t WHERE g = 'a' AND k = 1 OR g = 'b' AND k = 3
[sl] SELECT k FROM t AS k WHERE k.k = 3
[sl] SELECT t.k FROM t AS u JOIN u AS t ON t.k = u.k
[sl] SELECT k FROM t /* c ' */ WHERE k = 3 -- x
[sl] SELECT '?' AS q, k FROM t WHERE k = ? AND '?' = '?' ;; (3,)
[sl] SELECT k AS "a ""b""" FROM t WHERE k = 3
[sl] SELECT count(*) AS n FROM sqlite_master WHERE name = 't'
[sl] PRAGMA table_info(t)
[sl] EXPLAIN QUERY PLAN SELECT k FROM t WHERE k = 3
[sl] SELECT changes() AS c
[sl] SELECT abs(k) AS a, round(f, 1) AS r FROM e JOIN t USING (k)
[sl] SELECT sum(v) * 1.0 / count(*) AS a FROM t
[sl] SELECT sum(v) / count(v) AS a FROM t
[sl] SELECT max(g) AS a, min(s) AS b FROM w
[sl] SELECT DISTINCT v, g FROM t
[sl] SELECT a + b AS x FROM d
[sl] SELECT i FROM d ORDER BY i
[sl] SELECT a FROM d ORDER BY a
[sl] SELECT a, COUNT(*) AS c FROM d GROUP BY a
# Comparisons of comparisons
[! sl] SELECT k FROM t WHERE 1 < k < 3
[! sl] SELECT k FROM t WHERE k = 3 = 1
[! sl] SELECT k FROM t WHERE k > 2 > 0
[sl] SELECT k FROM t WHERE k = 3 < 5
[sl] SELECT k FROM t WHERE 3 < k = 1
[sl] SELECT k FROM t WHERE k = 3 = 1 < 5
[! sl] SELECT k FROM t WHERE k == 3 != 0 <> 0
[sl] SELECT k FROM t WHERE k IS 3 = 1 = 1
[sl] SELECT k FROM t WHERE k IN (3) = 1 = 1
[! sl] UPDATE w SET v = k = 3 = 1 WHERE k < 5
[! sl] UPDATE w SET v = 7 WHERE 1 < k < 2
[! sl] SELECT k FROM t WHERE k = 5 = ? ;; (1,)
