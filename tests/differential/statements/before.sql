# Subqueries that are run first, and IN lists that are split by node.
SELECT k FROM t WHERE k = (SELECT MAX(k) FROM t)
SELECT k FROM t WHERE k > (SELECT MIN(v) FROM u)
SELECT k FROM t WHERE v IN (SELECT v FROM u)
SELECT k FROM t WHERE v NOT IN (SELECT v FROM u)
SELECT k FROM t WHERE v NOT IN (SELECT v FROM u WHERE v IS NOT NULL)
SELECT k FROM t WHERE NOT (v IN (SELECT v FROM u WHERE v > 2))
SELECT k FROM t WHERE v IN (SELECT v FROM u WHERE v > 1000000)
SELECT k FROM t WHERE v NOT IN (SELECT v FROM u WHERE v > 1000000)
SELECT k FROM t WHERE k = (SELECT k FROM u WHERE v > 1000000)
SELECT COUNT(*) AS c, SUM(v) AS s FROM w WHERE k IN (SELECT v FROM t) OR k = (SELECT MAX(k) FROM w)
SELECT k FROM w WHERE k IN (1, 2, 3, 5, 8, 13, 21, 34)
SELECT COUNT(*) AS c FROM w WHERE k IN (-1, 2, - 3, 4) AND v > 0
SELECT user_id, order_id FROM orders WHERE user_id IN (1, 2, 3) AND order_id IN (1, 2, 3, 4)
SELECT id FROM c WHERE id IN ('a', 'b', 'c', 'd')

# Set operations whose equal rows lie on one node.
SELECT k FROM t INTERSECT SELECT k FROM u
SELECT k FROM t EXCEPT SELECT k FROM u WHERE v > 3
SELECT k, v FROM t UNION SELECT k, v FROM u
SELECT k FROM t WHERE v > 1 UNION SELECT k FROM t WHERE v < 5
[ordered] SELECT k, v FROM t EXCEPT SELECT k, v FROM u WHERE k < 4 ORDER BY k
[ordered] SELECT user_id, order_id FROM orders INTERSECT SELECT user_id, order_id FROM items ORDER BY 1, 2 LIMIT 7
SELECT user_id FROM orders EXCEPT SELECT user_id FROM items
SELECT k, COUNT(*) AS c FROM t GROUP BY k EXCEPT SELECT k, 1 FROM u

# The same in other places.
[! pg my] SELECT k, (SELECT MAX(v) FROM u) AS m FROM t
[!] SELECT k, (SELECT COUNT(*) FROM u) AS n FROM t
[!] SELECT k, (SELECT COUNT(*) FROM u) FROM t
[!] SELECT k, (SELECT MAX(k) FROM u) FROM t WHERE k > 2
[pg my] SELECT k, (SELECT SUM(v) FROM u) AS s, (SELECT MIN(a) FROM d) AS a, (SELECT MAX(dt) FROM e) AS dt FROM t
[pg] SELECT k, (SELECT AVG(v) FROM u) AS s, (SELECT MAX(ts) FROM e) AS ts, (SELECT MAX(g) FROM t) AS g, (SELECT g FROM t WHERE k = 3) FROM t
[! pg my] SELECT k, (SELECT MAX(v) FROM u WHERE v > 1000000) AS m FROM t
[! pg my] SELECT k, 1 + (SELECT COUNT(*) FROM u) * 2 AS m FROM t
[! pg] SELECT k, COALESCE((SELECT MAX(k) FROM u WHERE k > 100), -1) AS c FROM t
[! pg my] SELECT k, 7 / (SELECT COUNT(*) FROM t) AS q FROM t
[!] SELECT k FROM t WHERE EXISTS (SELECT * FROM u WHERE v > 9)
[!] SELECT k FROM t WHERE NOT EXISTS (SELECT * FROM u WHERE v > 1000000)
[!] SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u WHERE v > 1000000) OR k = 3
[! pg my] SELECT k, EXISTS (SELECT 1 FROM u WHERE v = 9) FROM t
[! pg my] SELECT k FROM t WHERE v = ANY (SELECT v FROM u)
[! pg my] SELECT k FROM t WHERE v = SOME (SELECT v FROM u WHERE v > 1000000)
[! pg my] SELECT k FROM t WHERE v + 1 > (SELECT MIN(v) FROM u) * 2
[! pg my] SELECT g, COUNT(*) AS n FROM t GROUP BY g HAVING COUNT(*) > (SELECT MIN(k) FROM u)
[! pg my] SELECT a.k FROM t a JOIN u b ON a.k = b.k AND b.v < (SELECT MAX(v) FROM t)
[! pg my] SELECT k FROM t WHERE v > (SELECT MIN(v) FROM u WHERE v IN (SELECT MAX(v) FROM u))
[! pg my] SELECT k FROM t WHERE k IN (SELECT v FROM t WHERE v > (SELECT COUNT(*) FROM u) - 3)
[!] SELECT * FROM (SELECT k FROM t WHERE k = (SELECT MAX(k) FROM t)) x
[! pg my] WITH a AS (SELECT k FROM t WHERE k > (SELECT MIN(k) FROM t)) SELECT * FROM a
[! pg my] SELECT k FROM t WHERE k BETWEEN (SELECT MIN(k) FROM u) AND 3
[! pg my] SELECT k, CASE WHEN v > (SELECT MAX(v) FROM u) THEN 'big' ELSE 'small' END AS c FROM t
[! pg my] SELECT k FROM t WHERE v > ? AND k < (SELECT MAX(k) FROM t WHERE v > ?) AND v < ? ;; (1, 0, 100)
[! pg my] SELECT k FROM t WHERE k < (SELECT MAX(k) FROM t WHERE v > (SELECT MIN(v) FROM u WHERE v > ?) + ?) AND v > ? ;; (0, 0, 1)
[!] UPDATE t SET v = (SELECT COUNT(*) FROM u)
[!] UPDATE t SET v = (SELECT MAX(k) FROM u), g = (SELECT MAX(g) FROM u) WHERE k > 2
[!] UPDATE t SET v = (SELECT v FROM u WHERE v > 1000000)
[! pg my] UPDATE t SET v = v + (SELECT COUNT(*) FROM u) WHERE v > (SELECT MIN(v) FROM u)
[!] DELETE FROM t WHERE EXISTS (SELECT 1 FROM u WHERE v = 9)
[!] DELETE FROM t WHERE k = (SELECT MAX(k) FROM t)
[!] INSERT INTO t (k, g, v) VALUES ((SELECT MAX(k) FROM u), 'x', (SELECT COUNT(*) FROM t))
[!] INSERT INTO t (k, g, v) VALUES (7, (SELECT MIN(g) FROM u), 1), (8, 'b', (SELECT MAX(v) FROM t))
[!] INSERT INTO r (id, d) VALUES ((SELECT MAX(k) FROM t), 'x')
[!] INSERT INTO s1 (id, d) VALUES ((SELECT MAX(k) FROM t), (SELECT MIN(g) FROM t))
[error pg my] SELECT k, (SELECT k FROM u) AS m FROM t
[error pg my] UPDATE t SET v = (SELECT k FROM u)
# A bare name may be a column of outside.
[ordered] SELECT order_id FROM orders WHERE EXISTS (SELECT 1 FROM w i WHERE i.k = user_id) ORDER BY order_id
[ordered] SELECT order_id FROM orders WHERE order_id NOT IN (SELECT i.k FROM w i WHERE i.v < user_id) ORDER BY order_id
[ordered] SELECT k FROM t WHERE v > (SELECT MAX(order_id) FROM orders WHERE user_id = k) ORDER BY k
[! ordered] SELECT k FROM t WHERE k IN (SELECT user_id FROM orders ORDER BY user_id) ORDER BY k

# How many rows a query gives, whatever it is.
[!] SELECT COUNT(*) FROM (SELECT DISTINCT g FROM t) x
[!] SELECT COUNT(*) AS n FROM (SELECT g, COUNT(*) AS c FROM t GROUP BY g HAVING COUNT(*) > 1) x
[!] SELECT COUNT(*) AS n FROM (SELECT k FROM t ORDER BY k LIMIT 3) AS x
[!] SELECT COUNT(*) AS n FROM (SELECT * FROM t WHERE v > 1000000 LIMIT 3) x
[! pg my] SELECT COUNT(*) AS n, COUNT(*) FROM (SELECT g, v FROM t UNION SELECT g, v FROM u) x
[! pg my] SELECT COUNT(*) AS n FROM (SELECT v FROM t EXCEPT SELECT v FROM u) x
[!] SELECT COUNT(*) AS n FROM (SELECT DISTINCT v FROM t WHERE v > ? LIMIT 2) x ;; (1,)
[!] SELECT COUNT(*) AS n FROM (SELECT DISTINCT g FROM t WHERE k = 3) x
[!] SELECT COUNT(*) AS n FROM (SELECT k FROM t) x

# Derived tables whose rows are read first.
[! pg] SELECT AVG(n) AS a FROM (SELECT g, COUNT(*) AS n FROM t GROUP BY g) x
[! pg] SELECT MAX(s) AS a FROM (SELECT g, SUM(v) AS s FROM t GROUP BY g) x
[! pg] SELECT x.k, u.v FROM (SELECT k FROM t ORDER BY k LIMIT 3) x JOIN u ON u.k = x.k
[! pg] SELECT x.k, x.v FROM (SELECT k, v FROM t ORDER BY v DESC NULLS LAST LIMIT 3) x WHERE x.v > 1
[! pg] WITH x AS (SELECT k, v FROM t ORDER BY k LIMIT 3) SELECT u.k, x.v FROM u JOIN x ON x.k = u.v - 6
[! pg] WITH x AS (SELECT MAX(k) AS m FROM t) SELECT t.k FROM t, x WHERE t.k > x.m - 2
[! pg] SELECT t.k, x.n FROM t JOIN (SELECT g, COUNT(*) AS n FROM t GROUP BY g) x ON x.g = t.g
[! pg] SELECT t.k, x.n FROM t LEFT JOIN (SELECT v, COUNT(*) AS n FROM u GROUP BY v) x ON x.v = t.v
[! pg] SELECT g FROM (SELECT DISTINCT g FROM t) x WHERE g > 'a'
[! pg ordered] SELECT a.g FROM (SELECT g, COUNT(*) AS n FROM t GROUP BY g) a ORDER BY a.n DESC, a.g LIMIT 2
[! pg] SELECT x.a FROM (SELECT a, COUNT(*) AS n FROM d GROUP BY a) x WHERE n > 1
[! pg] SELECT x.* FROM (SELECT g, MAX(v) AS m FROM t WHERE v > 1000000 GROUP BY g) x
[! pg] SELECT q.c1 + 1 AS z FROM (SELECT MAX(k) FROM t) q(c1)
[! pg] SELECT dt, COUNT(*) AS n FROM (SELECT DISTINCT dt, ts FROM e) x GROUP BY dt
[! pg] SELECT x.k FROM (SELECT k FROM t WHERE v > ? ORDER BY k LIMIT 2) x, u WHERE u.k = x.k AND u.v > ? ;; (1, 2)
[! pg] SELECT COUNT(*) AS n FROM t WHERE k IN (SELECT m FROM (SELECT g, MAX(k) AS m FROM t GROUP BY g) y)
[pg] SELECT x.k FROM (SELECT k + 1 AS k FROM t LIMIT 3) x
[pg] SELECT x.n FROM (SELECT g, COUNT(*) AS n FROM t GROUP BY g) x LEFT JOIN t ON t.v = x.n
# A branch that can't be answered, behind one whose subquery was run first
[my] SELECT x1.id AS id FROM r x1 WHERE x1.id < (SELECT SUM(x2.k) FROM rg x2 WHERE x2.k = 5) INTERSECT SELECT x4.v AS id FROM rg x4 WHERE x4.k IN (SELECT x6.v FROM rg x6 WHERE x6.k > 7) UNION ALL SELECT DISTINCT x7.k FROM (SELECT DISTINCT x9.k AS k, x10.id AS a FROM rg x8 JOIN rg x9 ON 1 = 1 JOIN r x10 ON x9.k = x10.id) AS x7
