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
# More of the kinds above
[! sl] SELECT [k], `v`, "g" FROM [t] WHERE "k" = 3
[! sl] SELECT t.[k] FROM t AS [x y] JOIN u t ON t.k = [x y].k WHERE [x y].k = 3
[! sl] SELECT k FROM "t" WHERE g = "b"
[! sl] SELECT k FROM t WHERE "nosuch" = 'nosuch'
[sl] SELECT k FROM 't' WHERE k = 3
[! sl] SELECT 'k' FROM t WHERE k = 3
[! sl] SELECT k 'x' FROM t WHERE k = 3
[! sl] SELECT k FROM main.t WHERE k = 3
[! sl] SELECT t.k FROM main.t WHERE main.t.k = 3
[! sl] SELECT k FROM T WHERE K == 3
[! sl] SELECT k FROM t NOT INDEXED WHERE k = 3
[! sl] SELECT k FROM t WHERE k = '3'
[! sl] SELECT k FROM t WHERE k = ' 3 '
[! sl] SELECT k FROM t WHERE k = '3.0'
[! sl] SELECT k FROM t WHERE k = 3.0
[! sl] SELECT k FROM t WHERE k = 3e0
[! sl] SELECT k FROM t WHERE k = 0x3
[! sl] SELECT k FROM t WHERE k = x'33'
[! sl] SELECT k FROM t WHERE k = TRUE + 2
[! sl] SELECT k FROM t WHERE k = +3
[! sl] SELECT k FROM t WHERE +k = 3
[! sl] SELECT k FROM t WHERE k = ~-4
[! sl] SELECT k FROM t WHERE k = 7 / 2
[! sl] SELECT k FROM t WHERE k = 7 % 4
[! sl] SELECT k FROM t WHERE k = 1 || ''
[! sl] SELECT k FROM t WHERE k = '1' || '2'
[! sl] SELECT k FROM t WHERE k IS 3
[! sl] SELECT k FROM t WHERE k IS NOT 3
[! sl] SELECT k FROM t WHERE NOT k IS 3
[! sl] SELECT k FROM t WHERE k IS DISTINCT FROM 3
[! sl] SELECT k FROM t WHERE k IS NOT DISTINCT FROM 3
[! sl] SELECT k FROM t WHERE k ISNULL OR k NOTNULL AND k = 3
[! sl] SELECT k FROM t WHERE k NOT NULL AND k < 3
[! sl] SELECT k FROM t WHERE k IN ()
[! sl] SELECT k FROM t WHERE k NOT IN ()
[! sl] SELECT k FROM t WHERE k IN (3, '4', NULL, 5.0)
[! sl] SELECT k FROM t WHERE (k, g) IN (VALUES (3, 'b'), (4, 'x'))
[! sl] SELECT k FROM t WHERE (k, g) = (3, 'b')
[! sl] SELECT k FROM t WHERE (k, v) > (3, 1)
[! sl] SELECT k FROM t WHERE k BETWEEN 2 AND 4 AND NOT k BETWEEN 3 AND 3
[! sl] SELECT k FROM t WHERE k = 3 = 1
[! sl] SELECT k FROM t WHERE k LIKE 3
[! sl] SELECT k FROM t WHERE k GLOB '3'
[! sl] SELECT k FROM t WHERE g LIKE 'B' ESCAPE '\' AND k < 4
[! sl] SELECT k FROM t WHERE CASE k WHEN 3 THEN 1 ELSE 0 END
[! sl] SELECT k FROM t WHERE IIF(k = 3, 1, 0)
[! sl] SELECT k FROM t WHERE k = (SELECT 3)
[! sl] SELECT k FROM t WHERE k = CAST('3' AS INTEGER)
[! sl] SELECT k FROM t WHERE k = CAST('3abc' AS INT)
[! sl] SELECT k FROM t WHERE k = CAST(3.9 AS INT)
[! sl] SELECT k FROM t WHERE CAST(k AS TEXT) = '3'
[! sl] SELECT k FROM t WHERE k COLLATE NOCASE = 3
[sl] SELECT k FROM t WHERE k = ?2 AND g = ?1 ;; ('b', 3)
[! sl] SELECT k FROM t WHERE k = 3 -- x '
[! sl] SELECT k FROM t WHERE k = 3 /* unclosed
[! sl] SELECT/**/k/**/FROM/**/t/**/WHERE/**/k=3
[! sl ordered] SELECT k FROM t ORDER BY k LIMIT 2, 3
[! sl ordered] SELECT k FROM t ORDER BY k LIMIT -1 OFFSET 4
[! sl ordered] SELECT k FROM t ORDER BY k LIMIT 2 OFFSET -1
[sl ordered] SELECT k FROM t ORDER BY k LIMIT 1 + 1
[! sl ordered] SELECT k FROM t ORDER BY v NULLS LAST, k
[! sl ordered] SELECT k FROM t ORDER BY v COLLATE NOCASE DESC, k
[! sl ordered] SELECT k, -k AS v FROM t ORDER BY v
[! sl ordered] SELECT DISTINCT g FROM t ORDER BY g DESC
[! sl] SELECT g, MAX(v), k FROM t GROUP BY g
[! sl] SELECT MAX(v), k FROM t
[sl] SELECT g, k FROM t GROUP BY g
[! sl] SELECT COUNT(), COUNT(*), TOTAL(v), SUM(v), AVG(v) FROM t
[! sl] SELECT GROUP_CONCAT(g, '') FROM t WHERE k = 3
[! sl] SELECT MAX(k, v), MIN(k, 2) FROM t
[! sl] SELECT MAX(1, 5)
[sl] SELECT COUNT(DISTINCT g) FILTER (WHERE k > 1) FROM t
[! sl] SELECT SUM(v) FILTER (WHERE k > 1) FROM t
[! sl] SELECT typeof(v), COUNT(*) FROM t GROUP BY typeof(v)
[! sl] SELECT k FROM t GROUP BY k HAVING COUNT(*) = 1 AND k > 4
[! sl] SELECT k, row_number() OVER (PARTITION BY k) FROM t
[! sl] SELECT k FROM t UNION ALL SELECT k FROM u
[! sl] SELECT k FROM t UNION SELECT k FROM u
[sl] SELECT v FROM t UNION SELECT v FROM u
[sl] SELECT v FROM t EXCEPT SELECT v FROM u
[! sl] SELECT * FROM (VALUES (3), (4)) AS x JOIN t ON t.k = x.column1
[! sl] SELECT rowid IS NOT NULL FROM t WHERE k = 3
[sl] SELECT t.k FROM t, u USING (k) WHERE k > 1
[! sl] SELECT t.k FROM t LEFT JOIN u USING (k) WHERE u.k IS NULL
[! sl] SELECT t.k, u.k FROM t FULL JOIN u ON t.k = u.k
[! sl] SELECT t.k, u.k FROM t RIGHT JOIN u ON t.k = u.k AND t.k = 3
[! sl] SELECT t.k FROM t CROSS JOIN u WHERE t.k = u.k
[! sl] SELECT t.k FROM t NATURAL JOIN u
[! sl] SELECT t.k FROM (t JOIN u ON t.k = u.k) WHERE t.k = 3
[! sl] SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k)
[! sl] WITH x AS NOT MATERIALIZED (SELECT k FROM t) SELECT k FROM x WHERE k IN (3, 4)
[sl] WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < 3) SELECT k FROM t WHERE k IN c
[! sl] SELECT k FROM t WHERE k IN (SELECT value FROM json_each('[3,4]'))
[! sl] SELECT k, value FROM t, json_each('[1,2]') WHERE k = 3
[! sl] SELECT name FROM sqlite_master WHERE name = 't'
[! sl] SELECT name FROM pragma_table_info('r')
[! sl] PRAGMA table_info(r)
[! sl] SELECT date('now') = date('now'), strftime('%s', 'now') > 0
[! sl] SELECT k, CURRENT_TIMESTAMP IS NOT NULL FROM t WHERE k = 3
[! sl] SELECT random() IS NOT NULL FROM t
[! sl] INSERT INTO w (k, v) VALUES (101, 1), (102, 2) RETURNING k, w.v AS x, *
[sl] INSERT INTO w DEFAULT VALUES
[! sl] INSERT OR REPLACE INTO w (k, v) VALUES (1, 1), (101, 2)
[! sl] INSERT OR IGNORE INTO w (k, v) VALUES (1, 1), (101, 2)
[! sl] INSERT OR ROLLBACK INTO w (k, v) VALUES (101, 2)
[sl] INSERT OR FAIL INTO w (k, v) VALUES (101, 1), (1, 2)
[! sl] REPLACE INTO w (k, v) VALUES (1, 1)
[! sl] INSERT INTO w AS a (k, v) VALUES (1, 5) ON CONFLICT (k) DO UPDATE SET v = a.v + excluded.v WHERE a.k = 1
[! sl] INSERT INTO w (k, v) VALUES (1, 5) ON CONFLICT DO NOTHING
[sl] INSERT INTO w (k, v) VALUES (1, 5) ON CONFLICT (k) DO UPDATE SET k = 9
[! sl] INSERT INTO w (k, v) SELECT k + 64, v FROM w WHERE true ON CONFLICT (k) DO NOTHING
[! sl] INSERT INTO w (k, v) VALUES ('101', 1)
[! sl] INSERT INTO w (k, v) VALUES (101.0, 1)
[sl] INSERT INTO w (k, v) VALUES (101.5, 1)
[sl] INSERT INTO w (k, v) VALUES ('abc', 1)
[! sl] INSERT INTO w (k, v) VALUES (0x65, 1)
[sl] INSERT INTO w (k, v) VALUES (NULL, 1)
[! sl] INSERT INTO w (k, v) VALUES (+101, 1)
[! sl] UPDATE w SET v = 1, g = 'x' WHERE k IN (3, 4) RETURNING k, v
[sl] UPDATE OR IGNORE w SET k = 1 WHERE k = 5
[! sl] UPDATE w SET (v, g) = (1, 'x') WHERE k = 3
[! sl] UPDATE w AS a SET v = a.v + 1 WHERE a.k = 3
[sl] UPDATE w SET v = u.v FROM u WHERE u.k = w.k
[! sl] UPDATE t SET v = u.v FROM u WHERE u.k = t.k
[! sl] UPDATE w SET k = k WHERE k < 3
[! sl] DELETE FROM w WHERE k = 3 RETURNING w.k, *
[! sl] DELETE FROM w WHERE k IS NOT 3
[! sl] DELETE FROM w AS a WHERE a.k = 3
[sl] DELETE FROM w WHERE rowid = 3
[! sl] DELETE FROM w WHERE k IN (SELECT k FROM u)
[! sl] SELECT k FROM t WHERE k = 3 AND likely(g = 'b')
[! sl] SELECT k->>'$' FROM t WHERE k = 3
[! sl] SELECT COUNT(), COUNT(*), SUM(v) FROM t
[! sl] SELECT g, COUNT() FROM t GROUP BY g HAVING COUNT() > 1
[! sl error] SELECT k FROM t WHERE k IN u
[! sl error] SELECT k FROM t WHERE v = (SELECT k, v FROM u WHERE u.v = t.v)
[sl] SELECT sum(0 + CASE WHEN k % 2 = 0 THEN 9223372036854775807 ELSE -9223372036854775807 END) FROM t
[sl] SELECT k / 4 AS g, sum(0 + CASE WHEN k % 2 = 0 THEN 9223372036854775807 ELSE -9223372036854775807 END), avg(0 + CASE WHEN k % 2 = 0 THEN 9223372036854775807 ELSE -9223372036854775807 END) FROM t GROUP BY k / 4
[sl] SELECT avg(0 + CASE WHEN k % 2 = 0 THEN 9223372036854775807 ELSE -9223372036854775807 END) FROM t
