# Forms of INSERT, UPDATE and DELETE: values of keys, conflicts, joins, subqueries, RETURNING.
[!] INSERT INTO t VALUES ('7', 'x', 1)
[!] INSERT INTO t VALUES (7.0, 'x', 1)
[!] INSERT INTO t VALUES (- 7, 'x', 1)
[!] INSERT INTO t VALUES ((7), ('x'), (1))
[! my] INSERT INTO t SET k = 7, g = 'x', v = 1
[! my] INSERT INTO t SET v = 1, k = 8
[! my] INSERT INTO t VALUE (7, 'x', 1)
[! my] INSERT t VALUES (7, 'x', 1), (8, 'y', 2)
[my] INSERT INTO t () VALUES (7, 'x', 1)
[my] INSERT INTO t () VALUES ()
[! my] INSERT IGNORE INTO q VALUES (1, 'dup', 1), (7, 'x', 7)
[! my] INSERT INTO q VALUES (1, 'dup', 1), (7, 'x', 7) ON DUPLICATE KEY UPDATE v = VALUES(v) + 100
[! my] INSERT INTO q VALUES (1, 'dup', 1) ON DUPLICATE KEY UPDATE v = q.v + 5, g = 'new'
[my] INSERT INTO q VALUES (1, 'dup', 1) ON DUPLICATE KEY UPDATE k = 5
[my] INSERT INTO q VALUES (1, 'dup', 1) ON DUPLICATE KEY UPDATE k = 7
[my] INSERT INTO q VALUES (1, 'dup', 1) ON DUPLICATE KEY UPDATE k = VALUES(k)
[! my] REPLACE INTO q VALUES (1, 'dup', 1), (7, 'x', 7)
[! my] REPLACE q SET k = 1, g = 'set'
[! my] INSERT LOW_PRIORITY INTO t VALUES (7, 'x', 1)
[! pg sl] INSERT INTO q VALUES (1, 'dup', 1), (7, 'x', 7) ON CONFLICT DO NOTHING
[! pg sl] INSERT INTO q VALUES (1, 'dup', 1), (7, 'x', 7) ON CONFLICT (k) DO UPDATE SET v = excluded.v + 100
[! pg sl] INSERT INTO q VALUES (1, 'dup', 1) ON CONFLICT (k) DO UPDATE SET v = q.v + 100 WHERE q.v < 5
[! pg sl] INSERT INTO q AS x VALUES (1, 'dup', 1) ON CONFLICT (k) DO UPDATE SET v = x.v + 100 WHERE x.v < 5
[pg sl] INSERT INTO q VALUES (1, 'dup', 1) ON CONFLICT (k) DO UPDATE SET k = 7
[pg sl] INSERT INTO q VALUES (1, 'dup', 1) ON CONFLICT (k) DO UPDATE SET k = excluded.k
[pg sl] INSERT INTO q VALUES (1, 'dup', 1) ON CONFLICT (k) DO UPDATE SET k = 5
[pg] INSERT INTO q VALUES (1, 'dup', 1) ON CONFLICT ON CONSTRAINT q_pkey DO NOTHING
[! sl] INSERT OR IGNORE INTO q VALUES (1, 'dup', 1), (7, 'x', 7)
[! sl] INSERT OR REPLACE INTO q VALUES (1, 'dup', 1), (7, 'x', 7)
[sl] REPLACE INTO q VALUES (1, 'dup', 1), (7, 'x', 7)
[sl error] INSERT OR ABORT INTO q VALUES (8, 'new', 1), (1, 'x', 7)
[sl error] INSERT OR FAIL INTO q VALUES (8, 'new', 1), (1, 'x', 7)
[sl error] INSERT OR ROLLBACK INTO q VALUES (8, 'new', 1), (1, 'x', 7)
[! pg sl] INSERT INTO t VALUES (7, 'x', 1) RETURNING *
[! pg sl] INSERT INTO t VALUES (7, 'x', 1), (8, 'y', 2) RETURNING k, v
[! pg sl] INSERT INTO t VALUES (7, 'x', 1), (8, 'y', 2) RETURNING k + 1 AS kk, upper(g)
[! my] INSERT INTO t VALUES (7, 'x', 1), (8, 'y', 2) RETURNING k, v
[my] DELETE FROM t WHERE k < 3 RETURNING k, v
[! pg sl] INSERT INTO t VALUES (7, 'x', 1), (8, 'y', 2) RETURNING t.k
[! pg sl] UPDATE t SET v = v + 1 WHERE k < 3 RETURNING k, v
[! pg sl] UPDATE t SET v = v + 1 WHERE k < 3 RETURNING t.k, t.v
[pg sl] UPDATE t AS x SET v = v + 1 WHERE x.k < 3 RETURNING *
[! pg sl] DELETE FROM t WHERE k < 3 RETURNING k, v
[! pg sl] DELETE FROM t WHERE k = 99 RETURNING *
[pg] DELETE FROM t USING u WHERE t.k = u.k AND u.v = 9
[pg] DELETE FROM t USING u WHERE t.k = u.k RETURNING t.k, u.v
[pg] DELETE FROM t USING r WHERE t.k = r.id
[pg] DELETE FROM t USING u WHERE t.v = u.v
[! pg sl] UPDATE t SET v = u.v FROM u WHERE t.k = u.k
[pg sl] UPDATE t SET v = u.v + t.v FROM u WHERE t.k = u.k AND u.v > 9
[pg sl] UPDATE t SET v = u.v FROM u WHERE t.v = u.v
[pg sl] UPDATE t SET g = r.d FROM r WHERE t.k = r.id
[my] UPDATE t JOIN u ON t.k = u.k SET t.v = u.v
[my] UPDATE t, u SET t.v = u.v WHERE t.k = u.k
[my] UPDATE t a, u b SET a.v = b.v WHERE a.k = b.k AND b.k = 3
[my] UPDATE t, u SET t.v = 1, u.v = 2 WHERE t.k = u.k
[my] UPDATE t JOIN r ON t.k = r.id SET v = 77
[my] UPDATE t JOIN r ON t.k = r.id SET d = 'x'
[my] UPDATE t LEFT JOIN u ON t.k = u.k SET t.v = 100 WHERE u.k IS NULL
[my] UPDATE t JOIN r ON t.k = r.id SET t.g = r.d
[my] UPDATE r JOIN t ON t.k = r.id SET r.d = t.g
[my] DELETE t FROM t JOIN u ON t.k = u.k
[my] DELETE a FROM t a JOIN u b ON a.k = b.k WHERE b.v = 9
[my] DELETE t, u FROM t JOIN u ON t.k = u.k
[my] DELETE FROM t USING t JOIN u ON t.k = u.k WHERE u.v = 9
[my] DELETE t FROM t JOIN r ON t.k = r.id
[my] DELETE r FROM t JOIN r ON t.k = r.id
[my] UPDATE IGNORE q SET v = 1 WHERE k < 3
[my] UPDATE IGNORE q SET k = 5 WHERE k = 1
[my] DELETE IGNORE FROM q WHERE k < 3
[my] DELETE QUICK FROM q WHERE k < 3
[my] UPDATE LOW_PRIORITY q SET v = 1 WHERE k < 3
[my] UPDATE t SET v = 1 ORDER BY k LIMIT 2
[my] UPDATE t SET v = 1 WHERE k = 1 ORDER BY v LIMIT 2
[my] DELETE FROM t WHERE k = 1 LIMIT 1
[my] DELETE FROM t ORDER BY k
[my] UPDATE t SET v = v + 1 ORDER BY k DESC
UPDATE t SET k = k
[!] UPDATE t SET k = 3 WHERE k = 3
[!] UPDATE t SET k = '3' WHERE k = 3
[!] UPDATE t SET k = 5 WHERE k = 1
UPDATE t SET k = 8 WHERE k = 3
UPDATE t SET k = k + 4 WHERE k = 3
UPDATE t SET k = v WHERE k = 3
UPDATE t SET k = NULL WHERE k = 3
UPDATE t SET k = DEFAULT WHERE k = 3
[pg sl] UPDATE t SET (k, v) = (3, 5) WHERE k = 3
[pg sl] UPDATE t SET (k, v) = (4, 5) WHERE k = 3
[! pg sl] UPDATE t SET (g, v) = ('x', 5) WHERE k = 3
[pg sl] UPDATE t SET (g, v) = (SELECT d, id FROM r WHERE id = 5) WHERE k = 3
[!] UPDATE t SET v = (SELECT COUNT(*) FROM r)
[!] UPDATE t SET v = (SELECT u.v FROM u WHERE u.k = t.k)
UPDATE t SET v = (SELECT u.v FROM u WHERE u.k = 3) WHERE k = 3
UPDATE t SET v = (SELECT u.v FROM u WHERE u.k = 3) WHERE k = 2
[!] UPDATE t SET v = 0 WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k AND u.v = 9)
[!] UPDATE t SET v = 0 WHERE k IN (SELECT k FROM u WHERE v = 9)
[!] UPDATE t SET v = 0 WHERE k IN (SELECT id FROM r)
UPDATE t SET v = 0 WHERE v IN (SELECT v FROM u)
[!] DELETE FROM t WHERE k IN (SELECT k FROM u)
DELETE FROM t WHERE k NOT IN (SELECT k FROM u)
[!] DELETE FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.k = t.k)
[!] DELETE FROM t WHERE EXISTS (SELECT 1 FROM r)
[!] DELETE FROM t WHERE t.k = 3
[!] DELETE FROM t WHERE NULL
[!] DELETE FROM t WHERE k BETWEEN 5 AND 2
[!] UPDATE t SET v = t.v + t.k WHERE t.k IN (1, 2, 3)
[my pg] UPDATE t x SET v = x.v + x.k WHERE x.k IN (1, 2, 3)
[! pg sl] DELETE FROM t AS x WHERE x.k IN (1, 2, 3)
[my] DELETE x FROM t AS x WHERE x.k IN (1, 2, 3)
[!] DELETE FROM w WHERE w.k < 10 AND w.g = 'a'
[!] UPDATE w SET v = w.v + 1 WHERE w.k < 10 AND w.g = 'a'
UPDATE w SET v = 1 WHERE k IN (SELECT k FROM w WHERE k = 9)
[my] DELETE FROM w WHERE w.k < 10 AND w.v IN (SELECT id FROM r)
INSERT INTO w (k, v) SELECT k + 100, v FROM w WHERE k = 9
INSERT INTO w (k, v) SELECT 109, 5
INSERT INTO t SELECT 7, 'x', 1
INSERT INTO t SELECT 7, 'x', 1 UNION ALL SELECT 8, 'y', 2
INSERT INTO t (k, v) SELECT id, 7 FROM r
INSERT INTO t SELECT k, g, v FROM u
INSERT INTO t (g, k, v) SELECT g, k, v FROM u
INSERT INTO t (v, g, k) SELECT k, g, v FROM u
INSERT INTO t (k, g) SELECT k, MAX(g) FROM u GROUP BY k
INSERT INTO t (k, v) SELECT MAX(k), v FROM u GROUP BY v
INSERT INTO t SELECT k, g, v FROM u ORDER BY k LIMIT 2
INSERT INTO t SELECT DISTINCT k, g, v FROM u
INSERT INTO t SELECT u.k, t.g, u.v FROM t JOIN u ON t.k = u.k
INSERT INTO t SELECT u.k, t.g, u.v FROM u LEFT JOIN t ON t.k = u.k
INSERT INTO t SELECT u.k, t.g, t.v FROM t LEFT JOIN u ON t.k = u.k
INSERT INTO z SELECT * FROM t
INSERT INTO z (k) SELECT k FROM n
INSERT INTO z SELECT k, g, v FROM w
INSERT INTO r SELECT id + 10, d FROM r
INSERT INTO r SELECT 9, 'nine'
INSERT INTO r SELECT id, d FROM s1
INSERT INTO s1 SELECT k, g FROM t WHERE k = 4
INSERT INTO s1 SELECT k, g FROM t
INSERT INTO r VALUES (9, (SELECT MAX(d) FROM r))
[!] UPDATE r SET id = id + 1
[!] DELETE FROM r
UPDATE r SET d = (SELECT MAX(g) FROM t)
UPDATE r SET d = 'x' WHERE id IN (SELECT k FROM t)
DELETE FROM r WHERE id IN (SELECT k FROM t WHERE k = 5)
UPDATE s1 SET d = 'x' WHERE id IN (SELECT id FROM r)
UPDATE s1 SET d = 'x' WHERE id IN (SELECT k FROM t WHERE k = 4)
UPDATE s1 SET d = 'x' WHERE id IN (SELECT k FROM t)
[pg sl] WITH x AS (SELECT k FROM u WHERE v = 9) DELETE FROM t WHERE k IN (SELECT k FROM x)
[pg sl] WITH x AS (SELECT k FROM u WHERE v = 9) UPDATE t SET v = 0 WHERE k IN (SELECT k FROM x)
[pg sl] WITH x AS (SELECT 7 AS k) INSERT INTO t SELECT k, 'x', 1 FROM x
[pg] WITH x AS (DELETE FROM t WHERE k = 3 RETURNING *) SELECT * FROM x
[pg] WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x
[pg] WITH x AS (INSERT INTO t VALUES (7, 'x', 1) RETURNING *) SELECT * FROM x
[pg] WITH x AS (UPDATE t SET v = 1 WHERE k = 3 RETURNING *) INSERT INTO z SELECT * FROM x
[pg] MERGE INTO t USING u ON t.k = u.k WHEN MATCHED THEN UPDATE SET v = u.v WHEN NOT MATCHED THEN INSERT VALUES (u.k, u.g, u.v)
[pg] MERGE INTO t USING u ON t.k = u.k WHEN MATCHED THEN DELETE
[pg] MERGE INTO t USING u ON t.k = u.k WHEN MATCHED THEN UPDATE SET k = u.k + 1
[pg] MERGE INTO t USING u ON t.k = u.k WHEN NOT MATCHED THEN INSERT VALUES (u.k + 1, u.g, u.v)
[pg] MERGE INTO t USING r ON t.k = r.id WHEN MATCHED THEN UPDATE SET g = r.d
[pg] MERGE INTO t USING r ON t.k = r.id WHEN NOT MATCHED THEN INSERT VALUES (r.id, r.d, 1)
[pg] MERGE INTO t USING (SELECT 9 AS k) s ON t.k = s.k WHEN NOT MATCHED THEN INSERT VALUES (s.k, 'm', 1)
[pg] MERGE INTO r USING t ON t.k = r.id WHEN MATCHED THEN UPDATE SET d = t.g
[pg] TRUNCATE t
[pg] TRUNCATE TABLE t, u
[my] TRUNCATE TABLE t
[pg] UPDATE ONLY t SET v = 1 WHERE k = 1
[pg] INSERT INTO public.t VALUES (7, 'x', 1)
[pg] UPDATE public.t SET v = 1 WHERE public.t.k = 1
[pg] DELETE FROM public.t WHERE t.k = 1
[pg sl] INSERT INTO t DEFAULT VALUES
[pg] INSERT INTO t (k, g, v) VALUES (7, DEFAULT, DEFAULT), (8, 'x', DEFAULT)
[pg] INSERT INTO t (k, g, v) OVERRIDING SYSTEM VALUE VALUES (7, 'x', 1)
[error pg my] INSERT INTO t (k, k, v) VALUES (7, 7, 1)
[error] INSERT INTO t (k, g, v) VALUES (7, 'x')
[error] INSERT INTO t (k, g) VALUES (7, 'x', 1)
[error] INSERT INTO t VALUES (7, 'x', 1, 2)
[error] INSERT INTO t (k, v) VALUES (7, 1), (8)
[error] INSERT INTO t VALUES (7, nosuch, 1)
[error] UPDATE t SET nosuch = 1
[error] DELETE FROM t WHERE nosuch = 1
[error] UPDATE q SET k = 1 WHERE k = 5 OR k = 1
INSERT INTO t VALUES (2147483647, 'x', 1)
INSERT INTO t VALUES (-2147483648, 'x', 1)
INSERT INTO t VALUES (2147483648, 'x', 1)
INSERT INTO t VALUES (7.5, 'x', 1)
INSERT INTO t VALUES ('7.5', 'x', 1)
INSERT INTO t VALUES ('abc', 'x', 1)
INSERT INTO t VALUES ('', 'x', 1)
INSERT INTO t VALUES (1e1, 'x', 1)
[my sl] INSERT INTO t VALUES (TRUE, 'x', 1)
INSERT INTO t VALUES ('0007', 'x', 1)
INSERT INTO t VALUES (' 7 ', 'x', 1)
INSERT INTO t VALUES ('+7', 'x', 1)
INSERT INTO t VALUES ('7e0', 'x', 1)
INSERT INTO t VALUES (ABS(-7), 'x', 1)
INSERT INTO t VALUES (COALESCE(NULL, 7), 'x', 1)
INSERT INTO t VALUES ((SELECT 7), 'x', 1)
INSERT INTO t VALUES (15 / 2, 'x', 1)
INSERT INTO t VALUES (15 % 8, 'x', 1)
INSERT INTO t VALUES (CAST('7' AS DECIMAL), 'x', 1)
INSERT INTO c VALUES (5, 1)
INSERT INTO c VALUES (5.50, 1)
[pg sl] INSERT INTO c VALUES ('a' || 'b', 99)
INSERT INTO rg VALUES ('15', 1)
INSERT INTO rg VALUES (15.0, 1)
[!] INSERT INTO rg VALUES (-1, 1), (9, 1), (10, 1), (29, 1), (30, 1), (9223372036854775807, 1), (-9223372036854775808, 1)
INSERT INTO t VALUES (7, 'x', (SELECT MAX(v) FROM u))
INSERT INTO t VALUES (7, 'x', (SELECT MAX(v) FROM u WHERE k = 3))
INSERT INTO t VALUES (7, 'x', (SELECT MAX(v) FROM u WHERE k = 4))
INSERT INTO t VALUES (7, 'x', (SELECT v FROM t WHERE k = 4))
INSERT INTO t VALUES (7, 'x', 1), (8, 'x', (SELECT COUNT(*) FROM u))
INSERT INTO r VALUES (7, (SELECT MAX(g) FROM u))
INSERT INTO s1 VALUES (7, (SELECT MAX(g) FROM u))
INSERT INTO s1 VALUES (7, (SELECT MAX(g) FROM u WHERE k = 4))
[pg sl] INSERT INTO q VALUES (1, 'dup', 1) ON CONFLICT (k) DO UPDATE SET v = (SELECT SUM(v) FROM u)
[my] INSERT INTO q VALUES (1, 'dup', 1) ON DUPLICATE KEY UPDATE v = (SELECT SUM(v) FROM u)
[my] UPDATE t JOIN r ON t.k = r.id SET d = 'x' WHERE t.k = 5
[my] UPDATE t JOIN r ON t.k = r.id SET v = 5 WHERE t.k = 5
[my] UPDATE t, r SET t.v = 5, r.d = 'y' WHERE t.k = r.id AND t.k = 5
[my] DELETE t, r FROM t JOIN r ON t.k = r.id WHERE t.k = 5
[my] DELETE r FROM t JOIN r ON t.k = r.id WHERE t.k = 5
[my] UPDATE r JOIN t ON t.k = r.id SET r.d = 'x' WHERE t.k = 5
[my] UPDATE t JOIN s1 ON t.k = s1.id SET s1.d = 'x' WHERE t.k = 4
[my] UPDATE t JOIN s1 ON t.k = s1.id SET d = 'x' WHERE t.k = 3
[pg sl] UPDATE r SET d = t.g FROM t WHERE t.k = r.id
[pg sl] UPDATE r SET d = t.g FROM t WHERE t.k = r.id AND t.k = 5
# WITH items that change rows: where all their keys leave one node.
[! pg] WITH x AS (DELETE FROM t WHERE k = 3 RETURNING *) SELECT * FROM x
[! pg] WITH x AS (DELETE FROM t WHERE k = 3 RETURNING k, v) INSERT INTO u (k, v) SELECT k, v FROM x WHERE v > 99 RETURNING k
[! pg] WITH x AS (DELETE FROM t WHERE k = 7 RETURNING *), y AS (DELETE FROM u WHERE k = 3) INSERT INTO u SELECT * FROM x
[! pg] WITH y AS (DELETE FROM u WHERE k = 3), x AS (DELETE FROM t WHERE k = 3 RETURNING k, g, v) INSERT INTO u (v, g, k) SELECT v, g || '!', k FROM x WHERE v IS NOT NULL RETURNING u.k, u.g
[! pg] WITH x AS (UPDATE t SET v = v + 100 WHERE k = 4 RETURNING k, v) SELECT x.v, t.v FROM x JOIN t USING (k) WHERE t.k = 4
[! pg] WITH x AS (UPDATE t SET v = u.v FROM u WHERE t.k = u.k AND u.k = 2 RETURNING t.k, t.v, u.g) SELECT count(*), max(v) FROM x
[! pg] WITH x AS (INSERT INTO t VALUES (7, 'x', 1) RETURNING *), y AS (UPDATE u SET v = 0 WHERE k = 3 RETURNING k) SELECT x.k, x.v, (SELECT count(*) FROM y) FROM x
[! pg] WITH x AS (INSERT INTO t (v, k) VALUES (1, 7), (2, 11) RETURNING k, v) SELECT sum(v) FROM x
[! pg] WITH x AS (INSERT INTO t (k, v) VALUES (7, 1) RETURNING k, v) INSERT INTO u (k, v) SELECT k, v FROM x
[! pg] WITH x AS (INSERT INTO t (k, v) VALUES (7, 1)) UPDATE u SET v = 5 WHERE k = 3
[! pg] WITH x AS (DELETE FROM w WHERE k = 3 RETURNING k, v) DELETE FROM t WHERE k = 3 AND v IN (SELECT v FROM x)
[! pg] WITH a AS (SELECT k FROM t WHERE k = 3), x AS (DELETE FROM u WHERE k IN (SELECT k FROM a) AND k = 3 RETURNING k) SELECT * FROM x UNION ALL SELECT k FROM t WHERE k = 3
[! pg] WITH x AS (DELETE FROM s1 WHERE id = 3 RETURNING id) SELECT id FROM x
[! pg] WITH x AS (DELETE FROM s1 RETURNING id, d) INSERT INTO t (k, v) VALUES (8, 1)
[! pg] WITH x AS (DELETE FROM t WHERE k = 1 AND k = 2 RETURNING k) SELECT count(*) FROM x
[! pg] WITH t AS (DELETE FROM t WHERE k = 3 RETURNING k, v) SELECT * FROM t
[! pg] WITH x AS (INSERT INTO t (k, v) VALUES (3, (SELECT max(v) FROM t WHERE k = 3)) ON CONFLICT DO NOTHING RETURNING k) SELECT count(*) FROM x
[! pg] WITH x (a, b) AS (DELETE FROM t WHERE k = 3 RETURNING k, v) SELECT a, b FROM x
[! pg] WITH gone AS (DELETE FROM orders WHERE user_id = 3 AND order_id = 105 RETURNING *) SELECT user_id, amount FROM gone
[refuse pg] WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x
[refuse pg] WITH x AS (DELETE FROM t WHERE k = 3 RETURNING *) SELECT * FROM x, t
[refuse pg] WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x WHERE k = 3
[refuse pg] WITH x AS (DELETE FROM t WHERE k = 3 RETURNING k + 1 AS k, g, v) INSERT INTO u SELECT k, g, v FROM x
[refuse pg] WITH x AS (DELETE FROM t WHERE k = 3 RETURNING v AS k, g, k AS v) INSERT INTO u SELECT k, g, v FROM x
[refuse pg] WITH x (k, g, v) AS (DELETE FROM t WHERE k = 3 RETURNING v, g, k) INSERT INTO u SELECT k, g, v FROM x
[refuse pg] WITH x (k, g, v) AS (DELETE FROM t WHERE k = 3 RETURNING v AS k, g, k AS v) INSERT INTO u SELECT * FROM x
[refuse pg] WITH x AS (DELETE FROM t WHERE k = 3 RETURNING *) INSERT INTO u (v, g, k) SELECT * FROM x
[refuse pg] WITH x AS (UPDATE t SET k = 7 WHERE k = 3 RETURNING *) SELECT * FROM x
[refuse pg] WITH x AS (INSERT INTO t (k, v) VALUES (7, 1), (8, 1) RETURNING k) SELECT * FROM x
[refuse pg] WITH x AS (INSERT INTO t (k, v) VALUES (7, 1) RETURNING k) UPDATE u SET v = 5 WHERE k = 4
[refuse pg] WITH x AS (UPDATE t SET v = 1 WHERE k = 3 RETURNING k) UPDATE u SET v = 5
[refuse pg] WITH x AS (UPDATE t SET v = 1 WHERE k = 3 RETURNING k) UPDATE u SET v = 5 WHERE k IN (SELECT k FROM x)
[refuse pg] WITH x AS (DELETE FROM r RETURNING id) SELECT * FROM x
[refuse pg] WITH x AS (DELETE FROM t WHERE k = 3 RETURNING k) UPDATE r SET d = 'x'
[refuse pg] WITH x AS (DELETE FROM s1 RETURNING id) INSERT INTO t (k, v) SELECT id, 1 FROM x
[refuse pg] WITH x AS (DELETE FROM s1 RETURNING id) INSERT INTO t (k, v) VALUES (7, 1)
[error pg] WITH x AS (DELETE FROM t WHERE k = 3) SELECT * FROM x
[error pg] WITH x AS (DELETE FROM t WHERE k = 3 RETURNING k) SELECT nosuch FROM x
# Tables beside the written one that don't lie where it does: their rows are read first.
[! pg sl] UPDATE t SET v = q.v FROM q WHERE q.k = t.v
[! my] UPDATE t JOIN q ON q.k = t.v SET t.v = q.v
[! my] UPDATE t, q SET t.g = q.g WHERE q.k = t.v AND t.k > 2
[! pg sl] UPDATE t AS a SET v = b.v, g = b.g FROM q AS b WHERE b.k = a.v AND b.v < 10
[! pg sl] UPDATE s1 SET d = w.g FROM w WHERE w.k = s1.id
[! my] UPDATE s1 JOIN w ON w.k = s1.id SET s1.d = w.g
[! pg sl] UPDATE r SET d = q.g FROM q WHERE q.k = r.id
[! my] UPDATE r JOIN q ON q.k = r.id SET r.d = q.g
[! my] UPDATE t LEFT JOIN q ON q.k = t.v SET t.g = 'none' WHERE q.k IS NULL
[! my] UPDATE t LEFT JOIN q ON q.k = t.v SET t.g = q.g
[! pg sl] UPDATE w SET v = 0 FROM u WHERE u.v = w.v
[! pg sl] UPDATE w SET v = b.v + 1 FROM w b WHERE b.k = w.v
[! my] UPDATE w JOIN w b ON b.k = w.v SET w.v = b.v + 1
[! pg] UPDATE t SET v = q.v FROM q WHERE q.k = t.v RETURNING t.k, q.g, q.v
[! pg] UPDATE t SET v = q.v FROM q WHERE q.k = t.v RETURNING *
[! pg sl] UPDATE w SET a = x.a, s = x.s, b = x.b FROM w x WHERE x.k = w.v
[! my] UPDATE w JOIN w x ON x.k = w.v SET w.a = x.a, w.s = x.s, w.b = x.b
[! pg] UPDATE t SET g = y.g FROM (SELECT q.k, q.g FROM q JOIN w ON w.v = q.v AND w.k < 3) y WHERE y.k = t.v AND t.k < 0
[!] UPDATE w SET v = (SELECT SUM(v) FROM u WHERE u.g = w.g)
[!] UPDATE w SET v = (SELECT COUNT(*) FROM s1 WHERE s1.id < w.k) WHERE k < 9
[!] UPDATE w SET v = -1 WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.v = w.v)
[!] UPDATE s1 SET d = 'x' WHERE EXISTS (SELECT 1 FROM u WHERE u.v > s1.id AND u.g = 'a')
[! pg] DELETE FROM t USING u WHERE u.v = t.v
[! my] DELETE t FROM t JOIN u ON u.v = t.v
[! my] DELETE FROM a USING t AS a JOIN u AS b ON b.v = a.v AND b.k > 1
[! pg] DELETE FROM t USING s1 WHERE s1.id = t.k
[! my] DELETE t FROM t JOIN s1 ON s1.id = t.k
[! pg] DELETE FROM s1 USING t WHERE t.k = s1.id AND t.v > 2
[! pg] DELETE FROM r USING t, u WHERE t.v = u.v AND t.k = r.id
[!] DELETE FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.v = t.v AND u.k <> t.k)
[!] DELETE FROM s1 WHERE id NOT IN (SELECT q.k FROM q JOIN w ON w.g = q.g)
[! pg] DELETE FROM t USING u WHERE u.v = t.v AND u.g = ? AND t.k > ? ;; ('a', 1)
[! my] DELETE t FROM t JOIN u ON u.v = t.v WHERE u.g = ? AND t.k > ? ;; ('a', 1)
[! pg sl] UPDATE t SET v = q.v + ? FROM q WHERE q.k = t.v AND q.k > ? ;; (5, 1)
[! pg] MERGE INTO t USING q ON q.k = t.v WHEN MATCHED THEN UPDATE SET v = q.v
[! pg] MERGE INTO s1 USING w ON w.k = s1.id WHEN MATCHED THEN UPDATE SET d = w.g WHEN NOT MATCHED AND w.v > 5 THEN INSERT VALUES (w.k, w.g)
[refuse pg sl] UPDATE t SET v = u.v FROM u WHERE t.v = u.v
[refuse my] UPDATE t JOIN u ON t.v = u.v SET t.v = u.v + 1
[refuse my] UPDATE t JOIN q ON q.k = t.v SET t.v = 0, q.v = 0
[refuse pg sl] UPDATE t SET k = q.k FROM q WHERE q.k = t.v
[refuse pg] MERGE INTO t USING q ON q.v = t.v WHEN NOT MATCHED THEN INSERT (k, v) VALUES (q.k, q.v)
[refuse pg sl] UPDATE t SET v = q.v + random() FROM q WHERE q.k = t.v
