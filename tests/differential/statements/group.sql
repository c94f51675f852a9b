# GROUP BY, HAVING and DISTINCT.
[!] SELECT g, COUNT(*) AS c FROM t GROUP BY g
[!] SELECT g, SUM(v) AS s FROM t GROUP BY g
[!] SELECT g, AVG(v) AS a FROM t GROUP BY g
[!] SELECT g, MIN(v) AS a, MAX(v) AS b FROM t GROUP BY g
[!] SELECT g FROM t GROUP BY g
[!] SELECT COUNT(*) AS c FROM t GROUP BY g
[! ordered] SELECT g, COUNT(*) AS c FROM t GROUP BY g ORDER BY g
[! ordered] SELECT g, COUNT(*) AS c FROM t GROUP BY g ORDER BY g DESC
[! ordered] SELECT g, COUNT(*) AS c FROM t GROUP BY g ORDER BY c DESC, g
[! ordered] SELECT g, COUNT(*) AS c FROM t GROUP BY g ORDER BY COUNT(*), g
[! ordered] SELECT g, AVG(v) AS a FROM t GROUP BY g ORDER BY AVG(v) DESC
[! ordered] SELECT g, SUM(v) AS s FROM u GROUP BY g ORDER BY s DESC LIMIT 1
[! ordered] SELECT g, SUM(v) AS s FROM u GROUP BY g ORDER BY s DESC, g LIMIT 2 OFFSET 1
[! ordered] SELECT g FROM t GROUP BY g ORDER BY SUM(v) DESC
[! ordered] SELECT g FROM t GROUP BY g ORDER BY g LIMIT 2
[! ordered] SELECT MAX(v) AS m, g, COUNT(*) AS c FROM t GROUP BY g ORDER BY g
[! ordered] SELECT g, COUNT(*) AS c FROM t GROUP BY 1 ORDER BY 1
[! ordered] SELECT g AS x, COUNT(*) AS c FROM t GROUP BY g ORDER BY x
[! ordered my sl] SELECT UPPER(g) AS x, COUNT(*) AS c FROM t GROUP BY x ORDER BY x
[! ordered] SELECT UPPER(g) AS y, COUNT(*) AS c FROM t GROUP BY UPPER(g) ORDER BY 1
[! ordered] SELECT k % 2 AS p, SUM(v) AS s FROM t GROUP BY k % 2 ORDER BY p
[!] SELECT g, v, COUNT(*) AS c FROM w GROUP BY g, v
[! ordered] SELECT g, v, COUNT(*) AS c FROM w GROUP BY g, v ORDER BY g, v
[! ordered] SELECT v, g, COUNT(*) AS c FROM w GROUP BY g, v ORDER BY v DESC, g
[! ordered] SELECT g, COUNT(*) AS c, SUM(v) AS s, AVG(v) AS a, MIN(b) AS m, MAX(a) AS x FROM w GROUP BY g ORDER BY g
[! ordered] SELECT s, COUNT(*) AS c FROM w GROUP BY s ORDER BY s
[! ordered] SELECT a, COUNT(*) AS c FROM w GROUP BY a ORDER BY a
[! ordered] SELECT b, COUNT(*) AS c, AVG(a) AS x FROM w GROUP BY b ORDER BY b
[! ordered] SELECT dt, COUNT(*) AS c FROM e GROUP BY dt ORDER BY dt
[! ordered] SELECT f, COUNT(*) AS c FROM e GROUP BY f ORDER BY f
[!] SELECT g, COUNT(*) AS c FROM z GROUP BY g
[!] SELECT g, SUM(v) AS s FROM t WHERE v > 999 GROUP BY g
[! ordered] SELECT k, COUNT(*) AS c FROM t WHERE k IN (1, 2) GROUP BY k ORDER BY k
[! ordered] SELECT k, SUM(v) AS s FROM t GROUP BY k ORDER BY k
[! ordered] SELECT k, SUM(v) AS s FROM t GROUP BY k ORDER BY s DESC, k LIMIT 2
[! ordered] SELECT k, g, MAX(v) AS s FROM t GROUP BY k, g HAVING MAX(v) > 5 ORDER BY k
[! ordered] SELECT user_id, COUNT(*) AS c, SUM(amount) AS s FROM orders GROUP BY user_id ORDER BY user_id
[! ordered] SELECT user_id, COUNT(*) AS c, SUM(amount) AS s FROM orders GROUP BY user_id ORDER BY s DESC, user_id LIMIT 3
[! ordered] SELECT status, COUNT(*) AS c, SUM(amount) AS s, AVG(amount) AS a FROM orders GROUP BY status ORDER BY status
[! ordered] SELECT user_id, order_id, COUNT(*) AS c FROM items GROUP BY user_id, order_id ORDER BY order_id
[! ordered] SELECT order_id, SUM(qty) AS s FROM items WHERE user_id = 3 GROUP BY order_id ORDER BY order_id
[! ordered] SELECT product, SUM(qty) AS s, COUNT(DISTINCT user_id) AS u FROM items GROUP BY product ORDER BY product
[!] SELECT g, COUNT(*) AS c FROM t GROUP BY g HAVING COUNT(*) > 2
[!] SELECT g FROM t GROUP BY g HAVING COUNT(*) > 2
[!] SELECT g, SUM(v) AS s FROM t GROUP BY g HAVING SUM(v) > 12
[!] SELECT g, SUM(v) AS s FROM t GROUP BY g HAVING SUM(v) > 12 AND MIN(v) < 3
[!] SELECT g FROM t GROUP BY g HAVING AVG(v) > 10
[!] SELECT g, COUNT(*) AS c FROM t GROUP BY g HAVING g <> 'a'
[!] SELECT g, COUNT(*) AS c FROM t GROUP BY g HAVING COUNT(*) BETWEEN 1 AND 2
[!] SELECT g, COUNT(*) AS c FROM t GROUP BY g HAVING COUNT(*) IN (1, 3)
[!] SELECT g FROM t GROUP BY g HAVING SUM(v) IS NOT NULL
[!] SELECT g FROM t GROUP BY g HAVING COUNT(*) > 1 OR MAX(v) = 30
[! ordered] SELECT g, COUNT(*) AS c FROM t GROUP BY g HAVING COUNT(*) > 1 ORDER BY g LIMIT 1
[! my sl] SELECT g, COUNT(*) AS c FROM t GROUP BY g HAVING c > 1
[! notype] SELECT COUNT(*) AS c FROM t HAVING COUNT(*) > 100
[!] SELECT SUM(v) AS s FROM t HAVING COUNT(*) > 1
[!] SELECT g, SUM(v) + COUNT(*) AS x FROM t GROUP BY g
[!] SELECT g, MAX(v) - MIN(v) AS x FROM t GROUP BY g
[!] SELECT g, SUM(v) * 2 AS x, COUNT(*) + 1 AS y FROM t GROUP BY g
[! ordered] SELECT g, SUM(v) AS s FROM t GROUP BY g ORDER BY SUM(v) + COUNT(*) DESC
[!] SELECT g, CASE WHEN COUNT(*) > 1 THEN 'many' ELSE 'one' END AS x FROM t GROUP BY g
[!] SELECT g, COALESCE(SUM(v), 0) AS x FROM w GROUP BY g
[!] SELECT g, COUNT(DISTINCT v) AS c FROM w GROUP BY g
[!] SELECT g, COUNT(DISTINCT v) AS c, SUM(v) AS s FROM w GROUP BY g
[!] SELECT DISTINCT g FROM t
[!] SELECT DISTINCT g, v FROM w
[!] SELECT DISTINCT v FROM w
[!] SELECT DISTINCT k FROM t
[!] SELECT DISTINCT k, g FROM t
[!] SELECT DISTINCT a FROM w
[!] SELECT DISTINCT s FROM w
[!] SELECT DISTINCT dt FROM e
[!] SELECT DISTINCT ts FROM e
[!] SELECT DISTINCT k % 2 AS p FROM t
[!] SELECT DISTINCT UPPER(g) AS p FROM t
[!] SELECT DISTINCT g FROM t WHERE k IN (1, 2, 3)
[!] SELECT DISTINCT g FROM z
[! ordered] SELECT DISTINCT g FROM t ORDER BY g
[! ordered] SELECT DISTINCT g FROM t ORDER BY g DESC
[! ordered] SELECT DISTINCT g FROM t ORDER BY g LIMIT 2
[! ordered] SELECT DISTINCT g, v FROM w ORDER BY v, g LIMIT 10 OFFSET 5
[! ordered] SELECT DISTINCT v FROM w ORDER BY v DESC
[! ordered] SELECT DISTINCT status FROM orders ORDER BY status
[!] SELECT DISTINCT status, user_id FROM orders
[!] SELECT ALL g FROM t
[pg] SELECT DISTINCT ON (g) g, k FROM t ORDER BY g, k DESC
[pg] SELECT DISTINCT ON (g) g, k FROM t ORDER BY g, k DESC LIMIT 2
[pg] SELECT g, v, COUNT(*) AS c FROM t GROUP BY GROUPING SETS ((g), (v))
[pg] SELECT g, COUNT(*) AS c FROM t GROUP BY ROLLUP (g)
[my] SELECT g, COUNT(*) AS c FROM t GROUP BY g WITH ROLLUP
SELECT name, COUNT(*) AS c FROM n GROUP BY name
SELECT DISTINCT name FROM n WHERE k IN (1, 2)
SELECT MIN(name) AS a FROM n WHERE name = 'a'
[!] SELECT name, COUNT(*) AS c FROM n WHERE k = 2 GROUP BY name
{
[!] INSERT INTO t VALUES (8, NULL, 1), (7, NULL, 1)
[!] SELECT g, COUNT(*) AS c FROM t GROUP BY g
[!] SELECT DISTINCT g FROM t
[ordered !] SELECT g, SUM(v) AS s FROM t GROUP BY g ORDER BY g
}
{
[!] INSERT INTO t VALUES (7, 'z', 10)
[!] SELECT COUNT(DISTINCT v) AS c, SUM(DISTINCT v) AS s FROM t
}
[error pg] SELECT g, v FROM t GROUP BY g
[error] SELECT g FROM t GROUP BY nosuch
[error] SELECT g, COUNT(*) FROM t GROUP BY COUNT(*)

# Text that expressions make; columns that only the catalog says whose they are.
[! ordered] SELECT status, SUM(qty) AS q FROM orders o JOIN items i ON o.user_id = i.user_id AND o.order_id = i.order_id GROUP BY status ORDER BY status
[! ordered] SELECT DISTINCT status, product FROM orders o, items i WHERE o.user_id = i.user_id AND o.order_id = i.order_id ORDER BY product, status
[!] SELECT MIN(status), MAX(qty) FROM orders o JOIN items i ON o.user_id = i.user_id AND o.order_id = i.order_id
[! ordered] SELECT d, COUNT(*) AS c FROM t JOIN r ON t.k = id GROUP BY d ORDER BY d
[! ordered] SELECT CASE WHEN v > 5 THEN 'high' WHEN v IS NULL THEN NULL ELSE 'low' END AS x, COUNT(*) AS c FROM t GROUP BY 1 ORDER BY 1
[! ordered] SELECT CASE g WHEN 'a' THEN 'A' ELSE 'b' END AS x, COUNT(*) AS c FROM t GROUP BY 1 ORDER BY 1 DESC
[! ordered pg] SELECT to_char(dt, 'YYYY-MM') AS m, COUNT(*) AS c FROM e GROUP BY to_char(dt, 'YYYY-MM') ORDER BY m
[! ordered pg] SELECT dt::text AS m, COUNT(*) AS c FROM e GROUP BY 1 ORDER BY 1 LIMIT 4
[! ordered pg] SELECT g || '/' || v::text AS x, COUNT(*) AS c FROM t GROUP BY 1 ORDER BY 1
[! pg] SELECT MAX(to_char(dt, 'YYYY-MM')), COUNT(DISTINCT to_char(ts, 'HH24')) FROM e
[! ordered pg] SELECT bin || s AS x FROM co JOIN e ON co.k = e.k ORDER BY x
[error pg] SELECT CASE WHEN v > 1 THEN de ELSE ci END AS x FROM co ORDER BY x
[! ordered my] SELECT DATE_FORMAT(dt, '%Y-%m') AS m, COUNT(*) AS c FROM e GROUP BY DATE_FORMAT(dt, '%Y-%m') ORDER BY m
[! ordered my] SELECT MONTHNAME(dt) AS m, DAYNAME(dt) AS d, COUNT(*) AS c FROM e GROUP BY 1, 2 ORDER BY 1, 2
[! my] SELECT COUNT(DISTINCT DATE_FORMAT(dt, '%d')), MAX(DATE_FORMAT(dt, '%d')) FROM e
[! ordered my] SELECT IF(v > 5, 'A', 'b') AS x, COUNT(*) AS c FROM t GROUP BY x ORDER BY x DESC
[! ordered my] SELECT IF(v > 5, 10, 9) AS x, COUNT(*) AS c FROM t GROUP BY x ORDER BY x
[! my] SELECT UPPER(name) AS x, COUNT(*) AS c FROM n GROUP BY x ORDER BY x
[! ordered sl] SELECT strftime('%Y-%m', dt) AS m, COUNT(*) AS c FROM e GROUP BY strftime('%Y-%m', dt) ORDER BY m
[! ordered sl] SELECT date(ts, 'start of month') AS m, COUNT(*) AS c FROM e GROUP BY 1 ORDER BY 1
[count ! sl] SELECT date('now') AS m, COUNT(*) AS c FROM e GROUP BY date('now')
[ordered ! sl] SELECT k FROM e ORDER BY strftime('%s', 'NOW') - k
# Groups that come in the order that is asked for
[! ordered] SELECT g, v, COUNT(*), MAX(b) FROM w GROUP BY g, v ORDER BY v DESC, g
[! ordered] SELECT v, COUNT(DISTINCT g) FROM w GROUP BY v HAVING COUNT(*) > 1 ORDER BY v
[! ordered] SELECT v + 1, SUM(b) FROM w GROUP BY v + 1 ORDER BY 1 DESC LIMIT 3 OFFSET 1
[! ordered pg] SELECT g, v, COUNT(*) FROM w GROUP BY g, v ORDER BY g DESC NULLS LAST, v NULLS FIRST
[! ordered] SELECT g, AVG(a) FROM w GROUP BY g ORDER BY g
[! ordered] SELECT k, COUNT(*) FROM z GROUP BY k ORDER BY k
[! ordered pg] SELECT g, CASE WHEN SUM(v) > 12 THEN 'big' ELSE 'small' END AS x FROM t GROUP BY g ORDER BY x, g
[! ordered pg] SELECT g, CAST(SUM(v) AS VARCHAR(30)) AS c FROM w GROUP BY g ORDER BY c, g
# Groups of one node each, ordered by text that an aggregate decides
[! ordered] SELECT k, CASE WHEN SUM(v) > 5 THEN 'many' ELSE 'few' END AS c FROM t GROUP BY k ORDER BY 2 DESC, 1
[ordered] SELECT k, UPPER(MAX(g)) AS c FROM t GROUP BY k ORDER BY c, k

# An average that isn't selected beside its sum that is.
[!] SELECT g, SUM(v) AS s FROM w GROUP BY g HAVING AVG(v) > 3
[! ordered] SELECT g, SUM(v) AS s, COUNT(v) AS c FROM w GROUP BY g ORDER BY AVG(v) DESC, g
[!] SELECT SUM(v) AS s, AVG(v) + 1 AS a, SUM(v) + AVG(v) AS b FROM w
# No rows are asked for: described as where nothing is made
[! ordered my] SELECT COUNT(*) AS a1, MIN(s) AS a0, ts AS c0 FROM e GROUP BY ts HAVING SUM(k) = 15 ORDER BY COUNT(*) ASC, ts LIMIT 0
[!] SELECT MIN(s) AS a0, ts FROM e GROUP BY ts LIMIT 0 OFFSET 2
[!] SELECT SUM(v) AS a, AVG(v) AS b FROM w LIMIT 0
[!] SELECT DISTINCT g FROM w LIMIT 0
[!] SELECT g FROM t UNION SELECT g FROM u LIMIT 0
[!] SELECT g, COUNT(*) AS c FROM w GROUP BY g ORDER BY c LIMIT ? ;; (0,)

# A literal in quotes beside a date or time is one, and a date beside a time the beginning of its day.
[! pg my] SELECT k % 4 AS m, MAX(dt) FROM e GROUP BY k % 4 HAVING MAX(dt) > '2024-01-10'
[! pg my] SELECT k % 4 AS m, MAX(ts) FROM e GROUP BY k % 4 HAVING MAX(ts) > '2024-01-02 21:00:00'
[! pg my] SELECT k % 4 AS m, MAX(ts) FROM e GROUP BY k % 4 HAVING MAX(ts) > '2024-01-03'
[! pg my] SELECT k % 4 AS m FROM e GROUP BY k % 4 HAVING MAX(ts) BETWEEN '2024-01-01' AND '2024-01-03 03:05:36'
[! pg my] SELECT k % 4 AS m FROM e GROUP BY k % 4 HAVING MIN(dt) IN ('2023-12-20', '2023-12-27') OR MIN(dt) <> '2023-12-23'
[! pg my] SELECT k % 4 AS m, CASE WHEN MIN(dt) < '2023-12-23' THEN 'old' ELSE 'new' END AS c FROM e GROUP BY k % 4
[! pg my] SELECT k % 4 AS m, CASE MIN(dt) WHEN '2023-12-23' THEN 1 WHEN '2023-12-20' THEN 2 END AS c FROM e GROUP BY k % 4
[! pg my] SELECT dt, COUNT(*) FROM e GROUP BY dt HAVING COUNT(*) > 1 AND dt > '2024-01-10'
[! pg my] SELECT k % 4 AS m FROM e GROUP BY k % 4 HAVING MAX(ts) > MIN(dt)
[! pg my ordered] SELECT k % 4 AS m FROM e GROUP BY k % 4 ORDER BY CASE WHEN MAX(dt) > '2024-01-10' THEN 0 ELSE 1 END, m
[! pg my] SELECT tm, COUNT(*) FROM ty GROUP BY tm HAVING COUNT(*) > 1 AND tm > '10:00:00'
[! pg my] SELECT k % 4 AS m FROM e GROUP BY k % 4 HAVING MAX(dt) > ? ;; ('2024-01-10',)
[! pg] SELECT k % 4 AS m, COALESCE(MIN(dt), '2000-01-01') AS c FROM e GROUP BY k % 4
[pg my] SELECT k % 4 AS m FROM e GROUP BY k % 4 HAVING MAX(dt) > '20240110'
[pg my] SELECT k % 4 AS m FROM e GROUP BY k % 4 HAVING MAX(dt) > '2024-01-10 12:00:00'
[pg my] SELECT k % 4 AS m FROM e GROUP BY k % 4 HAVING MAX(dt) > '2024-1-9'
[pg error] SELECT k % 4 AS m FROM e GROUP BY k % 4 HAVING MAX(dt) > 'tomorrows'
# Hidden columns have names, too.
[! ordered] SELECT g AS sum, AVG(v) AS a FROM t GROUP BY g ORDER BY sum
[! ordered] SELECT g AS count, AVG(v) AS a FROM t GROUP BY g ORDER BY count DESC
[! pg ordered] SELECT g AS timezone, MIN(tz) AS m FROM t JOIN ty ON t.k = ty.k GROUP BY g ORDER BY timezone
