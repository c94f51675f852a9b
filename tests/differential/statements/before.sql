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
