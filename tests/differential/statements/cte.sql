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
