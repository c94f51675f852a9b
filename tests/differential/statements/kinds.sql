# Cases that other products got wrong, as they were reported, and neighbours of theirs.
[! ordered] SELECT g, SUM(v) s FROM u GROUP BY g ORDER BY s DESC, g LIMIT 1
[! ordered] SELECT g, COUNT(*) AS c, MIN(k) AS m FROM u GROUP BY g ORDER BY c DESC, m DESC LIMIT 1 OFFSET 1
[!] SELECT AVG(v) FROM t
[! approx] SELECT AVG(v), AVG(v * 2), AVG(k + v), AVG(-v) FROM t
[!] SELECT name, COUNT(*) FROM n GROUP BY name
[! ordered] SELECT name, COUNT(*) AS c FROM n GROUP BY name ORDER BY name DESC
[!] SELECT MIN(name), MAX(name) FROM n
[! ordered] SELECT k,COUNT(*) FROM t WHERE k IN (1,2) GROUP BY k ORDER BY k
[! ordered] SELECT k,COUNT(*) FROM t WHERE k IN (1,2) OR k = 5 GROUP BY k ORDER BY k DESC
[!] SELECT COUNT(*), SUM(v) FROM t WHERE k=1 AND k=2
[!] SELECT COUNT(v) FROM t WHERE v>999
[!] SELECT COUNT(v) + 1, COALESCE(SUM(v), 0), COALESCE(MAX(g), '-') FROM t WHERE v>999
[!] SELECT g, COUNT(v) FROM t WHERE v>999 GROUP BY g
[!] SELECT MAX(v), MIN(v) FROM t
[!] SELECT MAX(v) - MIN(v) AS span, MAX(g), MIN(g) FROM t
[! ordered] SELECT *, v+k AS w FROM t WHERE v IS NOT NULL ORDER BY w DESC LIMIT 2
[! ordered] SELECT t.*, -k AS w FROM t ORDER BY w LIMIT 3
[! ordered] SELECT g, k FROM t ORDER BY g ASC, k DESC
[! ordered] SELECT v, g, k FROM t ORDER BY 2 DESC, 3
[! ordered] SELECT t.k FROM t JOIN r ON r.id=1 ORDER BY t.k LIMIT 2
[! ordered] SELECT t.k, r.d FROM t, r ORDER BY r.id DESC, t.k LIMIT 5 OFFSET 2
[! ordered] SELECT MAX(v), g, COUNT(*) FROM t GROUP BY g ORDER BY g
[!] SELECT COUNT(*) FROM r
[! pg] SELECT CAST('2026-03-01 16:26:53' AS TIMESTAMP), CAST('2026-03-01' AS DATE)
[! my] SELECT CAST('2026-03-01 16:26:53' AS DATETIME), CAST('2026-03-01' AS DATE)
{
INSERT INTO t VALUES (7,'z',10)
[!] SELECT COUNT(DISTINCT v), SUM(DISTINCT v) FROM t
[!] SELECT COUNT(DISTINCT v), SUM(DISTINCT v) FROM t WHERE v IS NULL
[! ordered] SELECT g, COUNT(DISTINCT v) AS c FROM t GROUP BY g ORDER BY g
}
{
INSERT INTO t VALUES (8,NULL,1),(7,NULL,1)
[!] SELECT g, COUNT(*) FROM t GROUP BY g
[!] SELECT DISTINCT g FROM t
[!] SELECT COUNT(DISTINCT g), COUNT(g), COUNT(*) FROM t
}
{
INSERT INTO t VALUES (8,'9',1),(7,'10',1)
[!] SELECT MAX(g), MIN(g) FROM t WHERE k > 6
[! ordered] SELECT g FROM t WHERE k > 6 ORDER BY g
}
{ pg my
INSERT INTO t VALUES (7,'🍁🍁',1),(8,'ñ日本',2)
[! ordered] SELECT '🍁?' AS x, g FROM t WHERE g = '🍁🍁' OR k = ? ORDER BY k ;; (8,)
[! ordered] SELECT k, g FROM t WHERE g IN (?, ?) ORDER BY k ;; ("🍁🍁", "ñ日本")
}
{ pg
SET TIME ZONE 'Asia/Tokyo'
[!] SELECT current_setting('TimeZone') AS z FROM t WHERE k = 1
[!] SELECT current_setting('TimeZone') AS z FROM t WHERE k = 2
[! ordered] SELECT k, tz FROM ty ORDER BY tz, k
.begin
SET LOCAL TIME ZONE 'America/New_York'
[!] SELECT current_setting('TimeZone') AS z FROM t WHERE k = 1
[!] SELECT current_setting('TimeZone') AS z FROM t WHERE k = 2
.rollback
.autocommit
[!] SELECT current_setting('TimeZone') AS z FROM t WHERE k = 4
SET TIME ZONE 'UTC'
}
{ my
SET time_zone = '+09:00'
[!] SELECT @@time_zone AS z FROM t WHERE k = 3
[! ordered] SELECT k, tz FROM ty ORDER BY tz, k
SET time_zone = '+00:00'
}
# What programs send: nested selects, positions, pivots, pages by key.
[!] SELECT COUNT(*) FROM (SELECT order_id, status FROM orders WHERE status = 'new') q
[! ordered] SELECT T0.C0, T0.C1 FROM (SELECT orders.order_id AS C0, orders.status AS C1 FROM orders) T0 ORDER BY T0.C0 LIMIT 5
[! ordered] SELECT t0.status AS c0, SUM(t0.amount) AS m0, COUNT(t0.order_id) AS m1 FROM (SELECT order_id, status, amount FROM orders) t0 GROUP BY t0.status ORDER BY c0 ASC LIMIT 1000
[! ordered] SELECT a.* FROM (SELECT b.* FROM (SELECT order_id, user_id FROM orders) b WHERE b.user_id = 2) a ORDER BY a.order_id
[! ordered] SELECT user_id, SUM(CASE WHEN status = 'new' THEN amount ELSE 0 END) AS n, COUNT(CASE WHEN status = 'paid' THEN 1 END) AS p FROM orders GROUP BY user_id ORDER BY user_id
[! ordered] SELECT order_id, user_id FROM orders WHERE (user_id, order_id) > (?, ?) ORDER BY user_id, order_id LIMIT ? ;; (3, 110, 4)
[! ordered] SELECT order_id FROM orders WHERE user_id > ? OR (user_id = ? AND order_id > ?) ORDER BY user_id, order_id LIMIT 3 ;; (3, 3, 110)
[! ordered] SELECT o.order_id, (SELECT COUNT(*) FROM items i WHERE i.order_id = o.order_id AND i.user_id = o.user_id) AS n FROM orders o ORDER BY n DESC, o.order_id LIMIT 6
[! ordered] SELECT q.user_id, q.order_id FROM (SELECT user_id, order_id, ROW_NUMBER() OVER (PARTITION BY user_id, order_id ORDER BY amount) AS rn FROM orders) q WHERE q.rn = 1 ORDER BY q.order_id LIMIT 4
[! ordered pg] SELECT DISTINCT ON (user_id) user_id, order_id FROM orders ORDER BY user_id, order_id DESC
# What stands behind a * is described by the first row of all, not of a shard.
[! ordered] SELECT * FROM (SELECT k, CASE WHEN k % 4 = 1 THEN k * 1.5 ELSE k END AS s FROM t) x ORDER BY k
[! ordered] SELECT * FROM (SELECT k, CASE WHEN k % 4 = 1 THEN k * 1.5 ELSE k END AS s FROM t) x ORDER BY k DESC
[! ordered] WITH x AS (SELECT k, SUM(CASE WHEN k % 4 = 1 THEN k * 1.5 ELSE k END) AS s FROM t GROUP BY k) SELECT * FROM x WHERE s > 0 ORDER BY k
[! ordered sl] SELECT * FROM (SELECT k, CASE k % 4 WHEN 1 THEN 'x' WHEN 2 THEN 2.5 ELSE k END AS s FROM t) x ORDER BY k LIMIT 4
# The label of a subquery is its text, with the logical name.
[!] SELECT order_id, (SELECT COUNT(*) FROM items i WHERE i.user_id = o.user_id AND i.order_id = o.order_id) FROM orders o WHERE user_id = 3 AND order_id = 105
[! ordered] SELECT order_id, (SELECT MAX(qty) FROM items WHERE items.user_id = o.user_id AND items.order_id = o.order_id) FROM orders o ORDER BY order_id LIMIT 5
[! ordered] SELECT k, EXISTS (SELECT 1 FROM w WHERE w.k = a.k AND w.v > 1) FROM w a WHERE k IN (1, 2, 5, 9) ORDER BY k
