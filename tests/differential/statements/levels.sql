# Tables of two levels, keys of text and ranges, contradictions; every brand.
[!] SELECT * FROM orders WHERE user_id = 3 AND order_id = 101
[!] SELECT * FROM orders WHERE order_id = 101
[!] SELECT * FROM orders WHERE order_id IN (101, 102, 103) AND user_id IN (1, 2, 3)
[!] SELECT * FROM orders WHERE (user_id, order_id) IN ((1, 101), (2, 102), (3, 103))
[!] SELECT * FROM orders WHERE (user_id = 1 AND order_id < 120) OR (order_id = 130 AND user_id > 2)
[!] SELECT * FROM orders WHERE NOT (user_id = 1 OR order_id > 120)
[!] SELECT * FROM orders WHERE user_id = 3 OR order_id = 101
[!] SELECT * FROM orders WHERE user_id BETWEEN 2 AND 4 AND order_id BETWEEN 110 AND 130 AND NOT order_id = 115
[!] SELECT o.order_id, i.item_id FROM orders o JOIN items i ON o.user_id = i.user_id AND o.order_id = i.order_id WHERE o.user_id = 3
[!] SELECT o.order_id, i.item_id FROM orders o JOIN items i ON o.order_id = i.order_id
[!] SELECT o.order_id, i.item_id FROM orders o JOIN items i ON o.order_id = i.order_id AND o.user_id = i.user_id AND i.qty > 5
[!] SELECT o.order_id, COUNT(i.item_id) AS n FROM orders o LEFT JOIN items i ON o.user_id = i.user_id AND o.order_id = i.order_id GROUP BY o.order_id
[!] SELECT o.user_id, COUNT(*) AS n, SUM(i.qty) AS q FROM orders o JOIN items i USING (user_id, order_id) GROUP BY o.user_id
[!] SELECT o.status, COUNT(*) AS n, SUM(i.qty) AS q FROM orders o, items i WHERE o.user_id = i.user_id AND o.order_id = i.order_id GROUP BY o.status
[!] SELECT o.user_id, o.order_id FROM orders o WHERE EXISTS (SELECT 1 FROM items i WHERE i.user_id = o.user_id AND i.order_id = o.order_id AND i.qty = 9)
[!] SELECT o.user_id, o.order_id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM items i WHERE i.user_id = o.user_id AND i.order_id = o.order_id)
[!] SELECT o.order_id FROM orders o WHERE o.order_id IN (SELECT i.order_id FROM items i WHERE i.user_id = o.user_id AND i.qty > 7)
[!] SELECT o.order_id FROM orders o WHERE o.order_id NOT IN (SELECT i.order_id FROM items i WHERE i.user_id = o.user_id)
[!] SELECT o.order_id FROM orders o WHERE o.order_id IN (SELECT order_id FROM items WHERE qty > 7)
[!] SELECT o.order_id, (SELECT SUM(qty) FROM items i WHERE i.user_id = o.user_id AND i.order_id = o.order_id) AS q FROM orders o
[!] SELECT user_id, order_id, COUNT(*) AS n FROM items GROUP BY user_id, order_id HAVING COUNT(*) > 2
[!] SELECT order_id, user_id, MAX(qty) AS m FROM items GROUP BY order_id, user_id
[!] SELECT order_id, MAX(qty) AS m FROM items GROUP BY order_id
[!] SELECT DISTINCT user_id FROM orders
[!] SELECT DISTINCT user_id, order_id FROM items
[!] SELECT COUNT(DISTINCT user_id) AS u, COUNT(DISTINCT order_id) AS o FROM items
[! ordered] SELECT user_id, order_id FROM orders ORDER BY user_id, order_id DESC
[! ordered] SELECT order_id FROM orders WHERE user_id IN (1, 2, 3) ORDER BY order_id
[! ordered] SELECT user_id, SUM(amount) AS s FROM orders GROUP BY user_id ORDER BY s DESC, user_id
[!] SELECT user_id, order_id FROM orders WHERE user_id = 1 UNION ALL SELECT user_id, order_id FROM items WHERE user_id = 1
[!] SELECT user_id, order_id FROM orders WHERE user_id = 1 UNION SELECT user_id, order_id FROM items WHERE user_id = 2
[!] UPDATE orders SET status = 'x' WHERE user_id = 3 AND order_id > 110
[!] UPDATE orders SET status = 'x' WHERE order_id = 101
[!] UPDATE orders SET status = 'x', amount = amount + 1 WHERE user_id IN (1, 2) OR order_id = 140
[!] UPDATE orders SET order_id = order_id WHERE user_id = 3
[!] UPDATE orders SET order_id = 101 WHERE order_id = 101
[!] UPDATE orders SET user_id = 7 WHERE user_id = 3
[!] DELETE FROM items WHERE user_id = 3
[!] DELETE FROM items WHERE order_id IN (SELECT order_id FROM orders WHERE status = 'new')
[!] DELETE FROM items WHERE EXISTS (SELECT 1 FROM orders o WHERE o.user_id = items.user_id AND o.order_id = items.order_id AND o.status = 'new')
[!] INSERT INTO orders (order_id, user_id, status, amount) VALUES (200, 1, 'a', 1), (201, 1, 'b', 2), (202, 2, 'c', 3)
[!] INSERT INTO orders (user_id, order_id) SELECT user_id, order_id + 100 FROM orders
INSERT INTO orders (user_id, order_id, status, amount) SELECT user_id, order_id + 101, status, amount FROM orders WHERE user_id = 3
[!] INSERT INTO items (item_id, order_id, user_id, qty) SELECT 900 + order_id, order_id, user_id, 1 FROM orders WHERE user_id < 4
[!] SELECT v FROM c WHERE id = 'ab'
[!] SELECT v FROM c WHERE id IN ('ab', 'FB', 'Ea')
[!] SELECT v FROM c WHERE id >= 'ab' AND id < 'b'
[!] SELECT v FROM c WHERE id BETWEEN 'ab' AND 'abc'
[!] SELECT v FROM c WHERE id LIKE 'ab%'
[!] SELECT v FROM c WHERE id = ''
[!] SELECT v FROM c WHERE id = 'AB'
[!] SELECT v FROM c WHERE id = 'ab '
[!] SELECT v FROM c WHERE id <> 'ab'
[!] SELECT v FROM c WHERE NOT id = 'ab'
[!] SELECT v FROM c WHERE id = UPPER('fb')
[!] SELECT v FROM c WHERE id = 'Zürich'
[!] SELECT v FROM c WHERE id = 'x' || ' y'
[!] SELECT v FROM c WHERE id = ? OR id = ? ;; ('FB', 'Ea')
[!] INSERT INTO c (id, v) VALUES ('FB2', 1), ('日本', 2), ('O''Neil', 3)
[!] SELECT COUNT(*) AS n, MIN(id) AS a, MAX(id) AS b FROM c
[! ordered] SELECT id FROM c ORDER BY id
[!] SELECT id, COUNT(*) AS n FROM c GROUP BY id
[!] SELECT v FROM rg WHERE k = 10
[!] SELECT v FROM rg WHERE k < 10
[!] SELECT v FROM rg WHERE k >= 10 AND k < 20
[!] SELECT v FROM rg WHERE k BETWEEN 9 AND 21 AND k <> 15
[!] SELECT v FROM rg WHERE k > 20 OR k < 0
[!] SELECT v FROM rg WHERE NOT (k > 9 AND k < 30)
[!] SELECT v FROM rg WHERE k = 3147483647
[!] SELECT v FROM rg WHERE k = -5
[!] SELECT k FROM rg WHERE k IN (-5, 10, 30, 31)
[! ordered] SELECT k FROM rg ORDER BY k LIMIT 4 OFFSET 5
[! ordered] SELECT k FROM rg WHERE k > 5 ORDER BY k DESC LIMIT 3
[!] SELECT MAX(k) AS m FROM rg WHERE k < 20
[!] INSERT INTO rg (k, v) VALUES (9, 1), (10, 2), (19, 3), (20, 4), (29, 5), (30, 6), (-100, 7)
[!] UPDATE rg SET v = 0 WHERE k >= 20
[!] DELETE FROM rg WHERE k < 10 OR k >= 30
[!] SELECT r.d, t.k FROM t JOIN r ON r.id = t.k OR r.id = t.v
[!] SELECT t.k FROM t WHERE t.k IN (SELECT id FROM r)
[!] SELECT t.k FROM t WHERE t.k NOT IN (SELECT id FROM r)
[!] SELECT t.k, (SELECT d FROM r WHERE r.id = t.k) AS d FROM t
[!] SELECT d FROM r WHERE id = (SELECT MIN(k) FROM t)
[!] SELECT COUNT(*) AS n FROM r, s1
[!] SELECT r.d, s1.d FROM r JOIN s1 ON r.id = s1.id
[!] SELECT s1.d, t.v FROM s1 JOIN t ON t.k = s1.id WHERE t.k IN (4, 8)
[!] SELECT a.k FROM t a WHERE a.k = 1 AND a.k = 2
[!] SELECT COUNT(*) AS n FROM t a WHERE a.k = 1 AND a.k IN (2, 3)
[!] SELECT MAX(v) AS m FROM t WHERE 1 = 0
[!] SELECT k FROM t WHERE 1 = 1 AND k = 3 AND 'a' = 'a'
[!] SELECT k FROM t WHERE k IN (3) AND k NOT IN (3)
[!] SELECT k FROM t WHERE k > 3 AND k < 3
[!] SELECT k FROM t WHERE k >= 3 AND k <= 3
[!] SELECT k FROM t WHERE k > 2 AND k < 4
[!] SELECT k FROM t WHERE 3 < k
[!] SELECT k FROM t WHERE 3 >= k
[!] SELECT k FROM t WHERE k <> 3 AND k <> 4
[!] SELECT k FROM t WHERE k IS NOT NULL AND (k = 3 OR k IS NULL)
[!] SELECT t.k FROM t JOIN u ON t.k = u.k AND (t.k = 3 OR u.k = 4)
[!] SELECT t.k FROM t LEFT JOIN u ON t.k = u.k AND u.k = 3 WHERE t.v > 1
[!] SELECT t.k, u.k AS uk FROM t LEFT JOIN u ON t.k = u.k AND u.k IN (1, 2) WHERE t.k IN (2, 3)
[!] SELECT t.k FROM t LEFT JOIN u ON t.k = u.k WHERE u.k = 3
[!] SELECT t.k FROM t LEFT JOIN u ON t.k = u.k WHERE COALESCE(u.k, 3) = 3
[!] SELECT x.k FROM (SELECT k FROM t WHERE k < 4) x JOIN (SELECT k FROM u WHERE k > 1) y ON x.k = y.k
[!] SELECT x.k FROM (SELECT k, v FROM t UNION ALL SELECT k, v FROM u) x WHERE x.k = 3
[!] SELECT x.k, COUNT(*) AS n FROM (SELECT k, v FROM t UNION ALL SELECT k, v FROM u) x GROUP BY x.k
[!] SELECT COUNT(*) AS n FROM (SELECT k FROM t WHERE k = 3) x
[!] SELECT COUNT(*) AS n FROM (SELECT DISTINCT k FROM t) x
[!] SELECT CASE WHEN EXISTS (SELECT 1 FROM t WHERE k = 3) THEN 1 ELSE 0 END AS x
