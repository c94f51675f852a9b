# Joins: tables sharded alike, broadcast and single tables, and those that no shard can answer alone.
[! ordered] SELECT t.k, t.v, u.v AS w FROM t JOIN u ON t.k = u.k ORDER BY t.k
[! ordered] SELECT t.k, t.v, u.v AS w FROM t INNER JOIN u ON u.k = t.k ORDER BY t.k DESC
[! ordered] SELECT t.k, u.g FROM t, u WHERE t.k = u.k ORDER BY t.k
[!] SELECT * FROM t JOIN u ON t.k = u.k
[!] SELECT t.* FROM t JOIN u ON t.k = u.k
[!] SELECT COUNT(*) AS c FROM t JOIN u ON t.k = u.k
[!] SELECT COUNT(*) AS c FROM t JOIN u ON t.k = u.k AND t.v = u.v
[!] SELECT a.k FROM t a JOIN u b ON a.k = b.k WHERE a.k = 3
[!] SELECT a.k FROM t a JOIN u b ON a.k = b.k WHERE b.k = 3
[!] SELECT a.k FROM t a JOIN u b ON a.k = b.k WHERE b.k IN (1, 2)
[! ordered] SELECT a.k, b.g FROM t a JOIN u b ON a.k = b.k WHERE b.v > 9 ORDER BY b.g, a.k
[! ordered] SELECT b.g, SUM(a.v) AS s FROM t a JOIN u b ON a.k = b.k GROUP BY b.g ORDER BY b.g
[! ordered] SELECT b.g, SUM(a.v) AS s, AVG(b.v) AS x FROM t a JOIN u b ON a.k = b.k GROUP BY b.g HAVING COUNT(*) > 1 ORDER BY b.g
[! ordered] SELECT a.k, b.k AS bk FROM t a LEFT JOIN u b ON a.k = b.k ORDER BY a.k
[! ordered] SELECT a.k, b.v FROM t a LEFT OUTER JOIN u b ON a.k = b.k AND b.v > 9 ORDER BY a.k
[! ordered] SELECT a.k FROM t a LEFT JOIN u b ON a.k = b.k WHERE b.k IS NULL ORDER BY a.k
[ordered] SELECT a.k FROM t a LEFT JOIN u b ON a.k = b.k AND a.k = 3 ORDER BY a.k
[ordered] SELECT a.k FROM t a LEFT JOIN u b ON a.k = b.k WHERE b.k = 3 ORDER BY a.k
[! ordered pg my] SELECT b.k FROM t a RIGHT JOIN u b ON a.k = b.k ORDER BY b.k
[pg] SELECT a.k, b.k AS bk FROM t a FULL JOIN u b ON a.k = b.k
[! ordered] SELECT k, t.v FROM t JOIN u USING (k) ORDER BY k
[ordered] SELECT * FROM t NATURAL JOIN u ORDER BY k
[! ordered] SELECT a.k, b.k AS x FROM t a JOIN t b ON a.k = b.k ORDER BY a.k
[!] SELECT COUNT(*) AS c FROM t a JOIN t b ON a.k = b.k
[! ordered] SELECT o.order_id, i.item_id, i.qty FROM orders o JOIN items i ON o.user_id = i.user_id AND o.order_id = i.order_id ORDER BY i.item_id
[! ordered] SELECT o.order_id, i.item_id FROM orders o JOIN items i ON o.user_id = i.user_id AND o.order_id = i.order_id WHERE o.user_id = 3 ORDER BY i.item_id
[! ordered] SELECT o.order_id, i.item_id FROM orders o JOIN items i ON o.user_id = i.user_id AND o.order_id = i.order_id WHERE o.user_id IN (3, 4) AND i.order_id > 110 ORDER BY i.item_id DESC LIMIT 5
[! ordered] SELECT i.product, COUNT(*) AS c, SUM(i.qty) AS q, AVG(o.amount) AS a FROM orders o JOIN items i ON o.user_id = i.user_id AND o.order_id = i.order_id GROUP BY i.product ORDER BY i.product
[! ordered] SELECT o.status, SUM(i.qty * i.product) AS s FROM orders o JOIN items i ON o.order_id = i.order_id AND o.user_id = i.user_id GROUP BY o.status ORDER BY o.status
[! ordered] SELECT o.order_id, COUNT(i.item_id) AS c FROM orders o LEFT JOIN items i ON o.user_id = i.user_id AND o.order_id = i.order_id GROUP BY o.user_id, o.order_id ORDER BY o.order_id
[! ordered] SELECT o.order_id, COUNT(i.item_id) AS c FROM orders o LEFT JOIN items i ON o.user_id = i.user_id AND o.order_id = i.order_id GROUP BY o.order_id ORDER BY c DESC, o.order_id LIMIT 5
[! ordered] SELECT t.k, r.d FROM t JOIN r ON t.k = r.id ORDER BY t.k
[! ordered] SELECT t.k, r.d FROM t LEFT JOIN r ON t.k = r.id ORDER BY t.k
[!] SELECT COUNT(*) AS c FROM t JOIN r ON t.k = r.id
[! ordered] SELECT r.d, COUNT(*) AS c FROM t JOIN r ON t.v = r.id OR t.k = r.id GROUP BY r.d ORDER BY r.d
[!] SELECT t.k, r.d FROM t JOIN r ON t.k = r.id WHERE t.k = 5
[!] SELECT COUNT(*) AS c FROM t CROSS JOIN r
[!] SELECT COUNT(*) AS c FROM t, r
[! ordered] SELECT a.k, b.v, r.d FROM t a JOIN u b ON a.k = b.k JOIN r ON r.id = a.k ORDER BY a.k
[!] SELECT a.d, b.d AS e FROM r a JOIN r b ON a.id = b.id
[!] SELECT r.d, s1.d AS e FROM r JOIN s1 ON r.id = s1.id
[!] SELECT t.k, s1.d FROM t JOIN s1 ON t.v = s1.id WHERE t.k = 4
SELECT t.k, s1.d FROM t JOIN s1 ON t.v = s1.id WHERE t.k = 3
SELECT COUNT(*) AS c FROM t JOIN u ON t.v = u.v
SELECT COUNT(*) AS c FROM t JOIN u ON t.g = u.g
SELECT COUNT(*) AS c FROM t JOIN u ON t.k <> u.k
SELECT COUNT(*) AS c FROM t CROSS JOIN u
SELECT COUNT(*) AS c FROM t, u
SELECT COUNT(*) AS c FROM t JOIN s1 ON t.k = s1.id
SELECT COUNT(*) AS c FROM s1 LEFT JOIN t ON t.k = s1.id
SELECT r.id, t.k FROM r LEFT JOIN t ON r.id = t.k
SELECT COUNT(*) AS c FROM orders o JOIN items i ON o.order_id = i.order_id
SELECT COUNT(*) AS c FROM orders o JOIN items i ON o.user_id = i.user_id
SELECT COUNT(*) AS c FROM t JOIN orders o ON t.k = o.user_id
SELECT COUNT(*) AS c FROM t JOIN n ON t.k = n.k
SELECT COUNT(*) AS c FROM t JOIN w ON t.k = w.k
[!] SELECT COUNT(*) AS c FROM t JOIN u ON t.v = u.v WHERE t.k = 2 AND u.k = 2
[!] SELECT t.k, u.k AS uk FROM t JOIN u ON t.g <> u.g WHERE t.k = 1 AND u.k = 1
SELECT t.k, u.k AS uk FROM t JOIN u ON t.g <> u.g WHERE t.k = 1 AND u.k = 2
[! ordered] SELECT a.k, b.k AS bk FROM w a JOIN w b ON a.k = b.k WHERE a.k < 20 ORDER BY a.k
[error] SELECT k FROM t JOIN u ON t.k = u.k
[error] SELECT t.nosuch FROM t JOIN u ON t.k = u.k
[pg] SELECT t.k, x.m FROM t, LATERAL (SELECT MAX(v) AS m FROM u WHERE u.k = t.k) x
[my] SELECT STRAIGHT_JOIN t.k FROM t JOIN u ON t.k = u.k
[ordered] SELECT x.k, q.a FROM u x LEFT JOIN (SELECT k AS a, v FROM t WHERE k = 1) q ON x.k = q.a ORDER BY x.k
[ordered] SELECT x.v, MIN(y.k) AS m FROM u x LEFT JOIN t y ON x.k = y.k LEFT JOIN (SELECT k AS a FROM u WHERE k = 1 AND k = 6) q ON y.k = q.a WHERE y.k = y.k GROUP BY x.v ORDER BY x.v
[ordered pg sl] WITH q AS (SELECT k AS a, v FROM t WHERE k = 1) SELECT x.k, q.a FROM u x LEFT JOIN q ON x.k = q.a ORDER BY x.k
