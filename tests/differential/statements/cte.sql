# WITH, named several times: each use has rows of its own.
[!] WITH x AS (SELECT k, v FROM t) SELECT a.k, b.k FROM x a JOIN x b ON a.v < b.v
[!] WITH x AS (SELECT k, v FROM t) SELECT a.k, b.k FROM x a, x b WHERE a.v = b.v
[!] WITH x AS (SELECT k, v FROM t) SELECT a.k, b.k FROM x a JOIN x b ON a.k = b.k
[!] WITH x AS (SELECT k, v FROM t) SELECT a.k, b.k FROM x a LEFT JOIN x b ON a.k = b.v
[!] WITH x AS (SELECT k, v FROM t) SELECT a.k, b.k FROM x a LEFT JOIN x b ON a.k = b.k AND b.v > 5
[!] WITH x AS (SELECT k, v FROM t) SELECT COUNT(*) FROM x a CROSS JOIN x b
[!] WITH x AS (SELECT k, v FROM t) SELECT k, a.v, b.v FROM x a JOIN x b USING (k)
[!] WITH x AS (SELECT k, v FROM t) SELECT v, a.k, b.k FROM x a JOIN x b USING (v)
[!] WITH x AS (SELECT k, v FROM t) SELECT COUNT(*) FROM x a NATURAL JOIN x b
[!] WITH x AS (SELECT k, v FROM t) SELECT k FROM x WHERE EXISTS (SELECT 1 FROM x y WHERE x.v > y.v)
[!] WITH x AS (SELECT k, v FROM t) SELECT k FROM x WHERE EXISTS (SELECT 1 FROM x y WHERE x.k = y.k AND y.v > 5)
[!] WITH x AS (SELECT k, v FROM t) SELECT k FROM x WHERE k IN (SELECT y.k FROM x y WHERE y.v > 5)
[!] WITH x AS (SELECT k, v FROM t) SELECT k FROM x WHERE v NOT IN (SELECT y.k FROM x y)
[!] WITH x AS (SELECT k, v FROM t) SELECT a.k, (SELECT MAX(v) FROM x) AS m FROM x a
[!] WITH x AS (SELECT k, v FROM t) SELECT a.k, (SELECT MAX(b.v) FROM x b WHERE b.k <> a.k) AS m FROM x a
[!] WITH x AS (SELECT k, v FROM t) SELECT a.k, (SELECT MAX(b.v) FROM x b WHERE b.k = a.k) AS m FROM x a
[!] WITH x AS (SELECT k, v FROM t) SELECT k FROM x WHERE v = (SELECT MAX(v) FROM x)
[!] WITH x AS (SELECT k, v FROM t), y AS (SELECT * FROM x) SELECT a.k, b.k FROM y a JOIN x b ON a.v < b.v
[!] WITH x AS (SELECT k, v FROM t), y AS (SELECT k, v FROM x), z AS (SELECT k, v FROM x) SELECT y.k, z.k FROM y JOIN z ON y.v < z.v
[!] WITH x AS (SELECT k, v FROM t), y AS (SELECT k, v FROM x) SELECT a.k, b.k FROM y a JOIN y b ON a.v < b.v
[!] WITH x AS (SELECT k, v FROM t), y AS (SELECT k, v FROM x) SELECT a.k, b.k FROM y a JOIN y b ON a.k = b.k
[!] WITH x AS (SELECT k, v FROM t), y AS (SELECT a.k, b.v FROM x a JOIN x b ON a.k = b.k) SELECT a.k, b.k FROM y a JOIN y b ON a.v < b.v
[!] WITH x AS (SELECT k, v FROM t), y AS (SELECT a.k, b.v FROM x a JOIN x b ON a.k = b.k) SELECT a.k, b.k FROM y a JOIN y b ON a.k = b.k
[!] WITH x AS (SELECT k, v FROM t) SELECT a.k, u.g, b.k FROM x a JOIN u ON u.k = a.k JOIN x b ON b.v < u.v
[!] WITH x AS (SELECT k, v FROM t) SELECT a.k, u.g, b.k FROM x a JOIN u ON u.k = a.k JOIN x b ON b.k = u.k
[!] WITH x AS (SELECT t.k, u.k AS k2, u.v FROM t JOIN u ON t.k = u.k) SELECT a.k, b.k2 FROM x a JOIN x b ON a.k = b.k2
[!] WITH x AS (SELECT t.k, u.k AS k2, u.v FROM t JOIN u ON t.k = u.k) SELECT a.k, b.k2 FROM x a JOIN x b ON a.v = b.v
[!] WITH x AS (SELECT k, v FROM t) SELECT k FROM x UNION ALL SELECT v FROM x
[!] WITH x AS (SELECT k, v FROM t) SELECT k FROM x UNION SELECT v FROM x
[!] WITH x AS (SELECT g, SUM(v) AS s FROM t GROUP BY g) SELECT a.g, b.g FROM x a JOIN x b ON a.s > b.s
[!] WITH x AS (SELECT k, v FROM t WHERE k = 3) SELECT a.k, b.k FROM x a JOIN x b ON a.v = b.v
[!] WITH x AS (SELECT k, v FROM t WHERE k IN (2, 6)) SELECT a.k, b.k FROM x a CROSS JOIN x b
[!] WITH x AS (SELECT user_id, order_id, amount FROM orders) SELECT COUNT(*) FROM x a JOIN x b ON a.user_id = b.user_id AND a.order_id < b.order_id
[!] WITH x AS (SELECT user_id, order_id, amount FROM orders) SELECT COUNT(*) FROM x a JOIN x b ON a.user_id = b.user_id AND a.order_id = b.order_id
[!] WITH x AS (SELECT user_id, order_id, amount FROM orders) SELECT COUNT(*) FROM x a JOIN x b ON a.amount < b.amount WHERE a.user_id = 3
[!] WITH x AS (SELECT user_id, SUM(amount) AS s FROM orders GROUP BY user_id) SELECT a.user_id, b.user_id FROM x a JOIN x b ON a.s < b.s WHERE a.user_id < 4
[!] WITH x AS (SELECT k, v FROM t) SELECT a.k, COUNT(*) FROM x a JOIN x b ON a.k >= b.k GROUP BY a.k
[!] WITH x AS (SELECT k, v FROM t) SELECT a.k, COUNT(*) FROM x a JOIN x b ON a.k = b.k GROUP BY a.k
[!] WITH x AS (SELECT * FROM r), y AS (SELECT k FROM t) SELECT a.id, b.id, y.k FROM x a JOIN x b ON a.id < b.id JOIN y ON y.k = a.id
SELECT * FROM (WITH x AS (SELECT k, v FROM t) SELECT a.k, b.k AS k2 FROM x a JOIN x b ON a.v < b.v) q
WITH x AS (SELECT k, v FROM t) SELECT * FROM (WITH x AS (SELECT k, v FROM u) SELECT a.k, b.k AS k2 FROM x a JOIN x b ON a.v < b.v) q
WITH x AS (SELECT k, v FROM t) SELECT x.k, q.k2 FROM x JOIN (WITH x AS (SELECT k, v FROM u) SELECT a.k, b.k AS k2 FROM x a JOIN x b ON a.k = b.k) q ON q.k = x.k
SELECT k FROM t WHERE k IN (WITH x AS (SELECT k, v FROM u) SELECT a.k FROM x a JOIN x b ON a.v < b.v)
[pg sl] SELECT k, (WITH x AS (SELECT u.k, u.v FROM u WHERE u.k = t.k) SELECT COUNT(*) FROM x a JOIN x b ON a.v = b.v) AS n FROM t
WITH x AS (SELECT k, v FROM t), y AS (SELECT x.k, u.v FROM x JOIN u ON u.k = x.k) SELECT y.k, x.k AS k2 FROM y JOIN x ON x.v > y.v
WITH x AS (SELECT k, v FROM t), y AS (SELECT x.k, u.v FROM x JOIN u ON u.k = x.k) SELECT y.k, x.k AS k2 FROM y JOIN x ON x.k = y.k
WITH x AS (SELECT k, v FROM t), y AS (SELECT k FROM x WHERE v > 1), z AS (SELECT k FROM x WHERE v > 2) SELECT y.k, z.k AS k2 FROM y LEFT JOIN z ON z.k = y.k
WITH x AS (SELECT k, v FROM t), y AS (SELECT k FROM x WHERE v > 1), z AS (SELECT k FROM x WHERE v > 2) SELECT y.k, z.k AS k2 FROM y LEFT JOIN z ON z.k > y.k
WITH x AS (SELECT k, v FROM t) SELECT k FROM x WHERE k IN (SELECT k FROM x WHERE v > 5) AND v NOT IN (SELECT v FROM x WHERE v > 15)
WITH x AS (SELECT k, v FROM t) SELECT k FROM x a WHERE NOT EXISTS (SELECT 1 FROM x b WHERE b.v > a.v)
WITH x AS (SELECT k, v FROM t) SELECT a.k, (SELECT COUNT(*) FROM x b WHERE b.v < a.v) AS r FROM x a
WITH x AS (SELECT k, v FROM t) SELECT SUM(a.v * b.v) AS s FROM x a, x b
WITH x AS (SELECT k, v FROM t) SELECT t.k, a.v, b.v AS v2 FROM t JOIN x a ON a.k = t.k JOIN x b ON b.k = t.k
WITH x AS (SELECT k, v FROM t) SELECT t.k, a.v, b.v AS v2 FROM t JOIN x a ON a.k = t.k LEFT JOIN x b ON b.k = t.v
WITH x AS (SELECT g, COUNT(*) AS n FROM t GROUP BY g), y AS (SELECT MAX(n) AS m FROM x) SELECT x.g FROM x, y WHERE x.n = y.m
WITH x AS (SELECT g, COUNT(*) AS n FROM t GROUP BY g) SELECT g FROM x WHERE n = (SELECT MAX(n) FROM x)
WITH x AS (SELECT k FROM t UNION ALL SELECT k FROM u) SELECT a.k, COUNT(*) FROM x a JOIN x b ON a.k = b.k GROUP BY a.k
WITH x AS (SELECT k FROM t UNION ALL SELECT k FROM u) SELECT COUNT(*) FROM x a JOIN x b ON a.k < b.k
WITH x AS (SELECT k FROM t ORDER BY k LIMIT 3) SELECT a.k, b.k AS k2 FROM x a JOIN x b ON a.k < b.k
WITH x AS (SELECT DISTINCT k FROM t) SELECT a.k, b.k AS k2 FROM x a JOIN x b ON a.k + 1 = b.k
WITH x AS (SELECT k, ROW_NUMBER() OVER (ORDER BY k) AS n FROM t) SELECT a.k, b.k AS k2 FROM x a JOIN x b ON a.n + 1 = b.n
WITH x AS (SELECT k, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v) AS n FROM t) SELECT a.k, b.k AS k2 FROM x a JOIN x b ON a.n = b.n
WITH RECURSIVE x AS (SELECT k, 1 AS d FROM t WHERE k = 1 UNION ALL SELECT t.k, x.d + 1 FROM t JOIN x ON t.k = x.k + 1) SELECT k, d FROM x
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT a.i, b.i AS j, t.k FROM n a JOIN n b ON a.i < b.i JOIN t ON t.k = b.i
WITH x AS (SELECT * FROM r) SELECT a.id, b.id AS j, t.k FROM x a JOIN x b ON a.id <= b.id JOIN t ON t.k = b.id
WITH x AS (SELECT k, v FROM t) SELECT k FROM x UNION SELECT k FROM x WHERE v > (SELECT AVG(v) FROM x)
WITH x AS (SELECT k, v FROM t) SELECT k FROM x EXCEPT SELECT v FROM x
WITH x AS (SELECT k, v FROM t), y AS (SELECT k, v FROM u) SELECT x.k, y.k AS k2 FROM x JOIN y ON x.k = y.k JOIN x z ON z.k = y.k
WITH x AS (SELECT k, v FROM t), y AS (SELECT k, v FROM u) SELECT x.k, y.k AS k2 FROM x JOIN y ON x.k = y.k JOIN x z ON z.v = y.v
WITH x AS (SELECT k, v FROM t WHERE k < 4) SELECT a.k, b.k AS k2 FROM x a JOIN x b ON a.k = b.k AND a.v <> b.v
WITH x AS (SELECT k, v FROM t) SELECT a.k FROM x a JOIN x b ON a.k = b.k WHERE a.k = 3
WITH x AS (SELECT k, v FROM t) SELECT a.k, b.k AS k2 FROM x a JOIN x b ON a.v < b.v WHERE a.k = 3
WITH x AS (SELECT k, v FROM t) SELECT a.k, b.k AS k2 FROM x a JOIN x b ON a.v < b.v WHERE a.k = 3 AND b.k = 5
WITH x AS (SELECT k, v FROM t) SELECT a.k, b.k AS k2 FROM x a JOIN x b ON a.v < b.v WHERE a.k IN (2, 6) AND b.k IN (2, 6)
[pg] UPDATE t SET v = s.n FROM (WITH x AS (SELECT k, v FROM t) SELECT a.k, COUNT(*) AS n FROM x a JOIN x b ON a.v <= b.v GROUP BY a.k) s WHERE s.k = t.k
[pg] WITH x AS (SELECT k, v FROM t) UPDATE u SET v = 0 WHERE k IN (SELECT a.k FROM x a JOIN x b ON a.v < b.v)
[pg] WITH x AS (SELECT k, v FROM t) DELETE FROM u WHERE EXISTS (SELECT 1 FROM x a JOIN x b ON a.v < b.v WHERE a.k = u.k)
[pg sl] WITH x AS (SELECT k, v FROM t) INSERT INTO u (k, v) SELECT a.k + 100, b.v FROM x a JOIN x b ON a.v = b.k
[pg sl] WITH x AS (SELECT k, v FROM t) UPDATE u SET v = (SELECT COUNT(*) FROM x a JOIN x b ON a.v < b.v) WHERE k > 1
[my] UPDATE u SET v = (WITH x AS (SELECT k, v FROM t) SELECT COUNT(*) FROM x a JOIN x b ON a.v < b.v)
[my] DELETE FROM u WHERE k IN (WITH x AS (SELECT k, v FROM t) SELECT a.k FROM x a JOIN x b ON a.v < b.v)
# Who sees a name: SQLite's items see those behind them, and themselves; RECURSIVE's do everywhere
[! sl] WITH u AS (SELECT * FROM t), t AS (SELECT 1 AS k) SELECT u.k FROM u, t WHERE u.k = t.k
[! sl] WITH u AS (SELECT * FROM t), t AS (SELECT 1 AS k) SELECT k FROM u
[! sl] WITH t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT n FROM t
[sl error] WITH t AS (SELECT * FROM t WHERE k = 3) SELECT * FROM t
[sl] WITH x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 5) SELECT t.k FROM t JOIN x ON x.n = t.k
[sl] WITH x AS (SELECT k FROM y), y AS (SELECT k FROM t) SELECT k FROM x
[! pg my] WITH u AS (SELECT * FROM t), t AS (SELECT 1 AS k) SELECT u.k FROM u
[! pg my] WITH RECURSIVE u AS (SELECT * FROM t), t AS (SELECT 1 AS k) SELECT u.k FROM u
[pg my] WITH RECURSIVE x AS (SELECT k FROM y), y AS (SELECT k FROM t) SELECT k FROM x
[!] WITH RECURSIVE x AS (SELECT k, v FROM t) SELECT k FROM x WHERE v > 2
[!] WITH RECURSIVE x AS (SELECT k, v FROM t) SELECT x.k FROM x JOIN u ON u.k = x.k
[!] WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 4), q AS (SELECT k FROM t) SELECT q.k FROM q JOIN n ON n.x = q.k
WITH t AS (SELECT 1 AS k) SELECT * FROM (WITH u AS (SELECT * FROM t), t AS (SELECT 2 AS k) SELECT * FROM u) q
WITH t AS (SELECT 1 AS k) SELECT * FROM (WITH t AS (SELECT k + 1 AS k FROM u WHERE k = 2) SELECT * FROM t) q
[pg my] WITH t AS (SELECT 1 AS k) SELECT * FROM (WITH t AS (SELECT k + 1 AS k FROM t) SELECT * FROM t) q
[pg my] WITH t AS (WITH t AS (SELECT * FROM t WHERE k < 4) SELECT * FROM t) SELECT COUNT(*) FROM t
[pg my] WITH t AS (SELECT 1 AS k), u AS (WITH t AS (SELECT k FROM t UNION ALL SELECT 8) SELECT * FROM t) SELECT COUNT(*) FROM u
WITH t AS (SELECT 1 AS k) SELECT COUNT(*) FROM (WITH u AS (SELECT * FROM t) SELECT * FROM u) q
WITH t AS (SELECT 1 AS k) SELECT COUNT(*) FROM r WHERE id IN (WITH x AS (SELECT k FROM t) SELECT k FROM x)
[!] SELECT k FROM t WHERE k IN (WITH t AS (SELECT 3 AS k) SELECT k FROM t)
[!] SELECT k FROM t WHERE EXISTS (WITH u AS (SELECT 3 AS k) SELECT 1 FROM u WHERE u.k = t.k)
[! pg sl] WITH t AS (SELECT 2 AS k) DELETE FROM u WHERE k IN (SELECT k FROM t)
# What is written is a table, also where WITH has its name
[! pg sl] WITH t AS (SELECT 2 AS k) DELETE FROM t WHERE k IN (SELECT k FROM t)
[! pg sl] WITH u AS (SELECT k, v FROM t) UPDATE u SET v = 7 WHERE k = 2
[pg sl] WITH t AS (SELECT 70 AS k, 'x' AS g, 1 AS v) INSERT INTO t SELECT * FROM t
[pg] WITH t AS (SELECT 2 AS k) UPDATE t AS x SET v = 7 FROM t WHERE t.k = x.k
# Uses of a WITH item beside, within and under each other; its columns renamed, its rows without a partner
WITH x AS (SELECT k, v FROM t) SELECT (SELECT MAX(y.v) FROM x y WHERE y.k = x.k) AS m FROM x
WITH x AS (SELECT k, v FROM t) SELECT (SELECT MAX(y.v) FROM x y WHERE y.k <= x.k) AS m FROM x
WITH x AS (SELECT k, v FROM t) SELECT k FROM x NATURAL JOIN (SELECT k, v FROM x) y
WITH x AS (SELECT k, v FROM t) SELECT a.k, b.k AS k2 FROM x a JOIN x b USING (v)
WITH x AS (SELECT k, v FROM t) SELECT k FROM x a JOIN x b USING (k) WHERE a.v < 10
WITH x AS (SELECT k, v AS w FROM t), y AS (SELECT w AS k, k AS w FROM x) SELECT x.k FROM x JOIN y ON x.k = y.k
WITH x AS (SELECT k, v AS w FROM t), y AS (SELECT w AS k, k AS w FROM x) SELECT x.k FROM x JOIN y ON x.k = y.w
WITH x AS (SELECT t.k, u.v FROM t LEFT JOIN u ON t.k = u.k) SELECT a.k FROM x a LEFT JOIN x b ON a.k = b.k AND b.v IS NULL
WITH x AS (SELECT u.k FROM t LEFT JOIN u ON t.k = u.k) SELECT COUNT(*) FROM x a JOIN x b ON a.k = b.k
WITH x AS (SELECT u.k FROM t LEFT JOIN u ON t.k = u.k) SELECT k, COUNT(*) FROM x GROUP BY k
WITH x AS (SELECT k, COUNT(*) AS n FROM t GROUP BY k) SELECT a.k, b.n FROM x a JOIN x b ON a.n = b.k
