# Single tables and those of the session beside sharded ones; rows of which any one counts.
[!] SELECT t.k FROM t JOIN s1 ON s1.id = t.k
[!] SELECT t.k, s1.d FROM t LEFT JOIN s1 ON s1.id = t.k
[!] SELECT s1.d, COUNT(t.k) AS c FROM s1 LEFT JOIN t ON s1.id = t.k GROUP BY s1.d
[!] SELECT k FROM t WHERE EXISTS (SELECT 1 FROM s1 WHERE s1.id = t.v)
[!] SELECT k, (SELECT d FROM s1 WHERE id = t.v) AS d FROM t
[!] SELECT id FROM s1 WHERE id IN (SELECT v FROM t)
[!] SELECT id FROM s1 WHERE id NOT IN (SELECT v FROM t)
[!] SELECT t.k, r.d, s1.d AS e FROM t JOIN r ON r.id = t.k LEFT JOIN s1 ON s1.id = r.id
[!] UPDATE t SET v = (SELECT MAX(id) FROM s1) WHERE k < 4
[!] UPDATE t SET g = (SELECT d FROM s1 WHERE id = 1)
[!] UPDATE t SET g = (SELECT d FROM s1 WHERE id = 3) WHERE k = 2
[!] SELECT s1.id, SUM(w.v) AS s FROM s1, w WHERE s1.id = w.v GROUP BY s1.id
[!] SELECT * FROM s1 JOIN t ON t.v = s1.id
[!] SELECT s1.*, t.* FROM s1 JOIN t ON t.v = s1.id WHERE k > 1 AND d <> 'x'
[!] SELECT d, k FROM s1, t WHERE id = v AND k < 3
[! ordered] SELECT w.k, d FROM w JOIN s1 ON w.v = s1.id AND d LIKE 'z%' ORDER BY d DESC, w.k
[!] SELECT k FROM t WHERE v = (SELECT id FROM s1 WHERE d = 'zwei') OR k = (SELECT MAX(id) FROM s1)
[!] SELECT k FROM t WHERE v > (SELECT id FROM s1 WHERE s1.id = t.k)
[!] SELECT COUNT(*) AS c FROM t JOIN s1 ON s1.id <> t.k JOIN u ON u.v > s1.id
[!] SELECT a.d, b.d AS e FROM s1 a JOIN s1 b ON a.id < b.id JOIN t ON t.v = a.id
[!] SELECT g, COUNT(*) AS c FROM t WHERE v IN (SELECT id FROM s1 UNION SELECT id FROM r) GROUP BY g
[!] WITH x AS (SELECT id FROM s1) SELECT t.k FROM t JOIN x ON x.id = t.v
[!] SELECT t.k FROM t JOIN s1 ON s1.id = t.k WHERE t.k = ? ;; (2,)
[!] SELECT t.k FROM t JOIN s1 ON s1.id = t.k WHERE s1.d = ? AND t.v > ? ;; ('zwei', 1)
[!] SELECT t.k, COUNT(*) OVER () AS n FROM t JOIN s1 ON s1.id = t.v
[refuse sl] SELECT k, (SELECT u.k FROM u WHERE u.v <= t.v) AS x FROM t
[! sl] SELECT q.k, (SELECT b.v FROM q b WHERE b.k = q.v) AS x FROM q
[! sl] SELECT k, (SELECT MAX(u.k) FROM u WHERE u.v <= t.v) AS x FROM t
[! sl] SELECT k, (SELECT u.k FROM u WHERE u.v <= t.v ORDER BY u.k LIMIT 1) AS x FROM t
[refuse sl] SELECT k FROM t WHERE v > (SELECT u.v FROM u WHERE u.g <> t.g)
[refuse my sl] SELECT DISTINCT g FROM w ORDER BY v LIMIT 3
[refuse my sl] SELECT DISTINCT g FROM w ORDER BY v + 1, g
[! my sl] SELECT DISTINCT g FROM w ORDER BY g, 1
{
.begin
INSERT INTO s1 VALUES (4, 'vier')
UPDATE t SET v = 4 WHERE k IN (1, 2)
[!] SELECT t.k, s1.d FROM t JOIN s1 ON s1.id = t.v
.rollback
}
{ my pg sl
CREATE TEMPORARY TABLE tmpx (id int, n varchar(10))
INSERT INTO tmpx VALUES (1, 'p'), (3, 'q')
[!] SELECT t.k, n FROM t JOIN tmpx ON tmpx.id = t.k
[!] SELECT tmpx.n, t.k FROM tmpx LEFT JOIN t ON tmpx.id = t.v WHERE tmpx.id < 9
[!] SELECT tmpx.n, s1.d, t.k FROM tmpx JOIN s1 ON s1.id = tmpx.id JOIN t ON t.k >= tmpx.id
SELECT k FROM t WHERE k IN (SELECT id FROM tmpx)
DROP TABLE tmpx
}
