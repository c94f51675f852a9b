# What systems that do the same have got wrong, in other words than theirs.
# LIMIT over groups of several nodes.
[ordered] SELECT g, SUM(v) s FROM w GROUP BY g ORDER BY s DESC LIMIT 1
[ordered] SELECT g, COUNT(*) s FROM w GROUP BY g ORDER BY COUNT(*) DESC, g LIMIT 2 OFFSET 1
[ordered] SELECT g, v, MAX(a) FROM w GROUP BY g, v ORDER BY MAX(a) DESC, g, v LIMIT 5
[ordered] SELECT DISTINCT v FROM w ORDER BY v DESC LIMIT 3
[ordered] SELECT DISTINCT g, v FROM w ORDER BY v DESC, g DESC LIMIT 3 OFFSET 2
[ordered] SELECT k % 3 AS m, COUNT(*) c FROM w GROUP BY k % 3 ORDER BY m LIMIT 1
[ordered] SELECT g, SUM(v) s FROM w GROUP BY g HAVING SUM(v) > 50 ORDER BY s LIMIT 2
[ordered pg] SELECT g, SUM(v) s FROM w GROUP BY g ORDER BY s DESC NULLS LAST FETCH FIRST 2 ROWS ONLY
[pg] SELECT g, SUM(v) s FROM w GROUP BY g ORDER BY s DESC NULLS LAST FETCH FIRST 1 ROWS WITH TIES
[ordered my] SELECT g, SUM(v) s FROM w GROUP BY g ORDER BY s DESC LIMIT 1,2
[ordered] SELECT user_id, COUNT(*) c FROM orders GROUP BY user_id ORDER BY c DESC, user_id LIMIT 3
[ordered] SELECT status, user_id, SUM(amount) FROM orders GROUP BY status, user_id ORDER BY 3 DESC LIMIT 4

# Averages.
SELECT AVG(v), AVG(b), AVG(a) FROM w
SELECT g, AVG(a), AVG(b) FROM w GROUP BY g
SELECT AVG(k) FROM w WHERE k > 1000
SELECT AVG(v * 2), AVG(v) * 2, ROUND(AVG(v), 2) FROM w
[nometa] SELECT AVG(a) - AVG(b) FROM w
SELECT g, AVG(v) / COUNT(*) FROM w GROUP BY g
[approx] SELECT AVG(f), AVG(f) + 1 FROM e
SELECT AVG(CASE WHEN v > 0 THEN v END) FROM w
[pg] SELECT AVG(v::numeric(10,2)), AVG(v::bigint), AVG(v::smallint % 100::smallint) FROM w WHERE v < 30000
[pg] SELECT AVG(ts - TIMESTAMP '2020-01-01') FROM e
[pg] SELECT AVG(amount) FILTER (WHERE status = 'new') FROM orders
[error my] SELECT AVG(amount) FILTER (WHERE status = 'new') FROM orders
SELECT user_id, AVG(amount) FROM orders GROUP BY user_id
[my] SELECT AVG(a) * 3000000, AVG(v) * 7, AVG(v) + 0.1 FROM w
SELECT COALESCE(AVG(v), -1) FROM z
SELECT SUM(v) / COUNT(v), SUM(v) * 1.0 / COUNT(*) FROM w
SELECT AVG(sm), AVG(k) FROM ty

# DISTINCT.
SELECT DISTINCT g FROM w
SELECT DISTINCT v, g FROM w
SELECT DISTINCT v + 1 FROM w
SELECT DISTINCT UPPER(g) FROM w
SELECT DISTINCT v IS NULL FROM w
SELECT DISTINCT * FROM t
SELECT DISTINCT g || 'x' FROM w
SELECT DISTINCT CASE WHEN v > 5 THEN 'hi' ELSE 'lo' END AS c FROM w
SELECT DISTINCT f FROM e
SELECT DISTINCT r.d FROM t JOIN r ON t.k = r.id
SELECT DISTINCT COUNT(*) FROM w GROUP BY g
SELECT DISTINCT SUM(v) FROM w GROUP BY k % 5
SELECT COUNT(*) FROM (SELECT DISTINCT g FROM w) x
SELECT g FROM w GROUP BY g

# DISTINCT inside aggregates.
SELECT COUNT(DISTINCT v), SUM(DISTINCT v), AVG(DISTINCT v), MIN(DISTINCT v), MAX(DISTINCT v) FROM w
SELECT g, COUNT(DISTINCT v), SUM(DISTINCT b) FROM w GROUP BY g
SELECT COUNT(DISTINCT g), COUNT(DISTINCT s), COUNT(*) FROM w
SELECT SUM(DISTINCT a), AVG(DISTINCT a) FROM w
SELECT COUNT(DISTINCT v) FROM z
SELECT COUNT(DISTINCT v + 1), SUM(DISTINCT v % 3) FROM w
SELECT COUNT(DISTINCT dt), COUNT(DISTINCT ts), COUNT(DISTINCT f) FROM e
[my] SELECT COUNT(DISTINCT g, v) FROM w
[pg] SELECT COUNT(DISTINCT (g, v)) FROM w
SELECT COUNT(DISTINCT user_id), COUNT(DISTINCT status) FROM orders
SELECT user_id, COUNT(DISTINCT status) FROM orders GROUP BY user_id
SELECT COUNT(DISTINCT g) FROM w HAVING COUNT(DISTINCT g) > 2
[ordered] SELECT g FROM w GROUP BY g ORDER BY COUNT(DISTINCT v) DESC, g
SELECT COUNT(DISTINCT CASE WHEN v > 1 THEN g END) FROM w
SELECT COUNT(DISTINCT un), COUNT(DISTINCT raw), COUNT(DISTINCT b) FROM ty
[pg] SELECT COUNT(DISTINCT v) FILTER (WHERE v > 0) FROM w

# HAVING.
SELECT g, COUNT(*) c FROM w GROUP BY g HAVING COUNT(*) > 10
SELECT g FROM w GROUP BY g HAVING SUM(v) > 100 AND MIN(k) < 5
SELECT g, SUM(v) FROM w GROUP BY g HAVING SUM(v) IS NULL OR AVG(v) > 3
SELECT COUNT(*) FROM w HAVING COUNT(*) > 60
SELECT COUNT(*) FROM w HAVING COUNT(*) > 64
SELECT SUM(v) FROM w HAVING MAX(k) < 3
SELECT g FROM w GROUP BY g HAVING g > 'b'
SELECT g FROM w GROUP BY g HAVING COUNT(*) BETWEEN 5 AND 12
SELECT g, MAX(v) m FROM w GROUP BY g HAVING MAX(v) IN (30, 1000000)
SELECT g FROM w GROUP BY g HAVING COUNT(DISTINCT v) > 5
SELECT g FROM w GROUP BY g HAVING NOT (COUNT(*) > 10)
SELECT g FROM w GROUP BY g HAVING CASE WHEN COUNT(*) > 10 THEN 1 ELSE 0 END = 1
SELECT g, COUNT(*) FROM w GROUP BY g HAVING COUNT(*) > ? ;; (10,)
[my sl] SELECT g, COUNT(*) c FROM w GROUP BY g HAVING c > 10
[my pg] SELECT 1 FROM w HAVING COUNT(*) > 60
[error sl] SELECT 1 FROM w HAVING COUNT(*) > 60
SELECT user_id FROM orders GROUP BY user_id HAVING SUM(amount) > 3000
[my] SELECT k, v FROM w HAVING v > 10
[error sl] SELECT k, v FROM w HAVING v > 10

# Where NULL stands.
[ordered] SELECT k FROM w ORDER BY g, v, k
[ordered] SELECT k FROM w ORDER BY g DESC, v DESC, k DESC
[ordered pg sl] SELECT k FROM w ORDER BY v NULLS LAST, g DESC NULLS LAST, k
[ordered pg sl] SELECT k FROM w ORDER BY v DESC NULLS FIRST, k LIMIT 9
[ordered] SELECT k FROM w ORDER BY v IS NULL, v, k
[ordered] SELECT g, SUM(v) FROM w GROUP BY g ORDER BY 1
[ordered] SELECT g, SUM(v) FROM w GROUP BY g ORDER BY 1 DESC
[ordered] SELECT k FROM e ORDER BY dt, ts, k
[ordered] SELECT k FROM e ORDER BY f DESC, k
[ordered] SELECT k FROM ty ORDER BY tm DESC, k
[ordered] SELECT k FROM ty ORDER BY raw, k
[ordered] SELECT k FROM ty ORDER BY un DESC, k
[ordered my] SELECT k FROM w ORDER BY -v, k
[ordered] SELECT k FROM w ORDER BY COALESCE(v, 7), k
[ordered pg] SELECT k FROM w ORDER BY v USING >, k
[ordered] SELECT k FROM w ORDER BY a DESC, b, k LIMIT 20 OFFSET 13

# Text whose case doesn't count.
[ordered] SELECT name, COUNT(*) FROM n GROUP BY name ORDER BY name
SELECT COUNT(DISTINCT name) FROM n
[ordered] SELECT k FROM n ORDER BY name DESC, k
SELECT k FROM n WHERE name = 'b'
SELECT COUNT(*) FROM n GROUP BY UPPER(name)
SELECT DISTINCT LOWER(name) FROM n
[ordered] SELECT s, k FROM w ORDER BY s, k
SELECT s, COUNT(*) FROM w GROUP BY s
[ordered my] SELECT k FROM n ORDER BY name COLLATE utf8mb4_bin, k
[ordered sl] SELECT k FROM n ORDER BY name COLLATE NOCASE, k
[ordered pg] SELECT k FROM n ORDER BY name COLLATE "de-x-icu", k
[pg] SELECT name COLLATE "en-x-icu" AS x, COUNT(*) FROM n GROUP BY x
[my] SELECT name COLLATE utf8mb4_bin AS x, COUNT(*) FROM n GROUP BY x
[sl] SELECT COUNT(*) FROM n GROUP BY name COLLATE NOCASE

# A number as text, and the other way round.
SELECT v FROM t WHERE k IN ('3', 4, '5')
SELECT v FROM t WHERE k BETWEEN '2' AND '4'
SELECT k, v FROM t WHERE k IN (?, ?) ;; ("3", 4)
SELECT v FROM t WHERE k = '03'
[my sl] SELECT v FROM t WHERE k = '3.0'
[error pg] SELECT v FROM t WHERE k = '3.0'
[my sl] SELECT v FROM t WHERE k = '3e0'
[error pg] SELECT v FROM t WHERE k = '3e0'
[my sl] SELECT v FROM t WHERE k = ''
[error pg] SELECT v FROM t WHERE k = ''
SELECT v FROM t WHERE k = 3.0
SELECT v FROM t WHERE k = 3e0
[my sl] SELECT v FROM t WHERE k = TRUE
[error pg] SELECT v FROM t WHERE k = TRUE
[my sl] SELECT v FROM c WHERE id = 3
[error pg] SELECT v FROM c WHERE id = 3
SELECT v FROM c WHERE id = 'AB'
SELECT v FROM c WHERE id = 'ab '
UPDATE t SET v = 5 WHERE k = '3'
DELETE FROM t WHERE k = '4'
INSERT INTO t VALUES (7.4, 'x', 1)
INSERT INTO t VALUES ('7.6', 'x', 1)

# Forms of the same key.
SELECT * FROM t WHERE k = CAST('3' AS DECIMAL(5,0))
SELECT * FROM t WHERE k + 0 = 3
SELECT * FROM t WHERE k = 7 % 4
SELECT * FROM t WHERE k = 2 * 3 - 3
SELECT * FROM t WHERE k = 2147483648 - 2147483645
SELECT * FROM t WHERE k = 3 AND 1 = 1
SELECT * FROM t WHERE 1 = 1 AND NOT (k <> 3)
SELECT * FROM t WHERE k = 3 OR 1 = 0
SELECT * FROM t WHERE k <= 3 AND k >= 3
[my sl] SELECT * FROM t WHERE k = '3abc'
[error pg] SELECT * FROM t WHERE k = '3abc'
SELECT * FROM t WHERE (k, v) IN ((3, 2), (4, 20), (5, 1))
SELECT * FROM t WHERE (v, k) IN ((2, 3))
SELECT * FROM t WHERE k = COALESCE(3, 4)
SELECT * FROM t WHERE k = ABS(-3)
[my sl] SELECT * FROM t WHERE k = ? + ? ;; (1, 2)
[error pg] SELECT * FROM t WHERE k = ? + ? ;; (1, 2)
[my sl] SELECT * FROM t WHERE k = -? ;; (-3,)
[error pg] SELECT * FROM t WHERE k = -? ;; (-3,)
[pg] SELECT * FROM t WHERE k = '3'::int
[pg] SELECT * FROM t WHERE k = 3::smallint
[pg] SELECT * FROM t WHERE k::text = '3'
[pg] SELECT * FROM t WHERE k = ANY(ARRAY[3,4])
[pg] SELECT * FROM t WHERE k = ANY('{3,4}')
[pg] SELECT * FROM t WHERE k = ANY('{3,4}'::int[])
[pg] SELECT * FROM t WHERE k <> ALL(ARRAY[3,4])
[pg] SELECT * FROM t WHERE k = ALL(ARRAY[3,3])
[pg] SELECT * FROM t WHERE k IS NOT DISTINCT FROM 3
[pg] SELECT * FROM t WHERE k::numeric = 3.0
[error pg] SELECT * FROM t WHERE k = 0x3
[my sl] SELECT * FROM t WHERE k = 0x3
[my] SELECT * FROM t WHERE k = b'11'
[my] SELECT * FROM t WHERE k = 6 DIV 2
[my] SELECT * FROM t WHERE k LIKE '3'
[my] SELECT * FROM t WHERE k = 1 = 1
[my] SELECT * FROM t WHERE k = 3 XOR v = 2
[my] SELECT * FROM t WHERE k = 3 || k = 4
[my] SELECT * FROM t WHERE k = 3e0 OR k = .4e1
[sl] SELECT * FROM t WHERE k IS 3
[sl] SELECT * FROM t WHERE k IS NOT 3
[sl] SELECT * FROM t WHERE k GLOB '3'
[sl] SELECT * FROM t WHERE k IN ('3', x'33')
[sl] SELECT * FROM t WHERE k LIKE '3%'

# Negative and extreme keys.
INSERT INTO t VALUES (-7,'x',-1),(-2,'y',-3),(-4,'z',0)
{
INSERT INTO t VALUES (-7,'x',-1),(-2,'y',-3),(-8,'z',0)
SELECT * FROM t WHERE k = -7
SELECT * FROM t WHERE k = ? ;; (-7,)
SELECT * FROM t WHERE k = '-7'
SELECT * FROM t WHERE k = - 7
SELECT * FROM t WHERE k = -(7)
SELECT * FROM t WHERE k < 0
SELECT * FROM t WHERE k BETWEEN -8 AND -7
SELECT * FROM t WHERE k IN (-7, -2, '-8')
SELECT * FROM t WHERE k = 0 - 7
UPDATE t SET v = 9 WHERE k = -8
DELETE FROM t WHERE k = -2
}
{
INSERT INTO rg VALUES (-9223372036854775808, 1), (9223372036854775807, 2)
SELECT * FROM rg WHERE k = -9223372036854775808
SELECT * FROM rg WHERE k = ? ;; (-9223372036854775808,)
SELECT * FROM rg WHERE k > 9223372036854775806
SELECT * FROM rg WHERE k >= 9223372036854775808
SELECT * FROM rg WHERE k < 99999999999999999999
SELECT * FROM rg WHERE k = 9223372036854775807
SELECT * FROM rg WHERE k = 9223372036854775807.0
}
SELECT * FROM t WHERE k = 99999999999
SELECT * FROM t WHERE k = 99999999999999999999999

# Rows of one INSERT on several nodes.
INSERT INTO t (v, k, g) VALUES (1,7,'x'),(2,8,'y'),(3,9,'z')
INSERT INTO t (k) VALUES (7),(8),(9),(10)
INSERT INTO t (g, k) VALUES (?, ?), ('lit', ?), (?, 12) ;; ("a", 7, 8, "b")
INSERT INTO t SELECT k + 10, g, v FROM t WHERE k = 2
INSERT INTO w (k, g, v) VALUES (101,'x',1),(105,'y',2),(109,'z',3),(104,'q',4)
INSERT INTO orders (order_id, user_id, status, amount) VALUES (500, 1, 'x', 1.5), (501, 1, 'x', 2.5), (502, 2, NULL, 3)
[my] INSERT t (k, v) VALUE (7,1),(8,2)
[pg] INSERT INTO t (k, g, v) VALUES (7, DEFAULT, 1), (8, 'x', DEFAULT)
INSERT INTO t VALUES (7,'x;y',1),(8,'a''b',2),(9,'(1,2)',3)
INSERT INTO t VALUES (7,'x',1+1),(8,UPPER('y'),2*3)
INSERT INTO t VALUES (3+4,'x',1),(2*4,'y',2)

# One shard's part fails.
{
[error] INSERT INTO q VALUES (8,'y',1),(1,'dup',1)
SELECT * FROM q
}
{ pg my
[error] UPDATE q SET v = v / (k - 3)
SELECT * FROM q
}
{ pg my
[error] INSERT INTO q VALUES (8,'y',1),(9,'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy',1)
SELECT * FROM q
}
{
[error] INSERT INTO q SELECT k, g, v FROM t
SELECT * FROM q
}
{
UPDATE q SET k = 1 WHERE k > 3
SELECT * FROM q
}
{
.begin
INSERT INTO q VALUES (7,'ok',1)
[error] INSERT INTO q VALUES (8,'y',1),(1,'dup',1)
INSERT INTO q VALUES (9,'ok',1)
.commit
SELECT * FROM q
}

# A transaction sees its own writes.
{
.begin
INSERT INTO t VALUES (7,'x',1)
INSERT INTO u VALUES (7,'x',1)
SELECT COUNT(*) FROM t
SELECT t.k, u.v FROM t JOIN u ON t.k = u.k
DELETE FROM t
INSERT INTO t VALUES (1,'n',1),(2,'n',2),(3,'n',3)
SELECT * FROM t
.rollback
SELECT * FROM t
}

# Markers and strings as each brand reads them.
SELECT '?' AS q, k FROM t WHERE k = ? ;; (3,)
[my pg] SELECT '?' AS "a?b", k /* ? */ FROM t WHERE k = ? -- ? ;; (3,)
[error sl] SELECT '?' AS "a?b", k /* ? */ FROM t WHERE k = ? -- ? ;; (3,)
[pg] SELECT $$?$$ AS x, $q$ ? $q$ AS y, E'\'?' AS z, k FROM t WHERE k = ? ;; (3,)
[pg] SELECT U&'\003F?' AS z, k FROM t WHERE k = ? ;; (3,)
[my] SELECT 'a\\' AS x, k FROM t WHERE k=2
[my] SELECT 'a''\'' AS x, k FROM t WHERE k=2 # ? comment
[my] SELECT `k` AS `a?b``c` FROM `t` WHERE `k` = ? ;; (3,)
[my] SELECT k FROM t WHERE k=1 /*! OR 1=1 */ ORDER BY k
[my] SELECT k FROM t WHERE k=1 /*!999999 OR 1=1 */ ORDER BY k
[my] SELECT k FROM t WHERE k=1 /*M!100000 OR k=2 */ ORDER BY k
[sl] SELECT 'a\' AS x, k FROM t WHERE k=2
[pg] SELECT 'a\' AS x, k FROM t WHERE k=2
[pg] SELECT E'a\\' AS x, k FROM t WHERE k=2
[error sl] SELECT [k] AS [a?b] FROM [t] WHERE [k] = ? ;; (3,)
[sl my] SELECT k FROM t ORDER BY k LIMIT 1,3
[ordered] SELECT k, ? AS x FROM t WHERE v>? ORDER BY k LIMIT ? ;; ("lit", 0, 3)
SELECT g, COUNT(*) + ? FROM t WHERE k > ? GROUP BY g HAVING COUNT(*) >= ? ;; (10, 0, 1)
UPDATE t SET v = ?, g = ? WHERE k IN (?, ?, ?) AND v > ? ;; (7, "n", 1, 2, 3, 0)
DELETE FROM t WHERE k IN (?, ?) OR (k = ? AND v = ?) ;; (1, 2, 4, 20)
SELECT k FROM t WHERE (k = ? AND v = ?) OR (k = ? AND v = ?) ;; (1, 1, 4, 20)

# LIMIT on one node.
[ordered] SELECT k FROM t WHERE k=2 ORDER BY k LIMIT 1 OFFSET 0

# No node, and NULL in conditions.
SELECT k, g FROM t WHERE k > 5 AND k < 3
SELECT COUNT(*), MAX(g) FROM t WHERE 1 = 0
SELECT g, COUNT(*) FROM t WHERE k = 1 AND k = 2 GROUP BY g
SELECT k FROM t WHERE k = 1 AND k IN (2, 3)
SELECT k FROM t WHERE k IS NOT NULL
SELECT k FROM t WHERE NOT (k = NULL)
SELECT k FROM t WHERE k BETWEEN NULL AND 3
SELECT k FROM t WHERE k NOT BETWEEN NULL AND 3
SELECT k FROM t WHERE NOT (k IN (1, NULL))
SELECT k FROM t WHERE k = 3 OR k = NULL
SELECT k FROM t WHERE (k = NULL) IS NULL
UPDATE t SET v = 0 WHERE k = NULL
DELETE FROM t WHERE k IN (NULL)
UPDATE t SET v = 0 WHERE k NOT IN (1, NULL)

# IN lists over nodes.
[ordered] SELECT k,COUNT(*) FROM t WHERE k IN (2,2,2,1,1) GROUP BY k ORDER BY k
[ordered] SELECT k FROM w WHERE k IN (1,2,3,4,5,6,7,8,9) AND k NOT IN (3, 4) ORDER BY k
[ordered] SELECT user_id, order_id FROM orders WHERE (user_id, order_id) IN (SELECT user_id, order_id FROM items) ORDER BY 1, 2

# Ranges.
[ordered] SELECT k FROM rg WHERE k BETWEEN 6 AND 1
[ordered] SELECT k FROM rg WHERE k > 19 ORDER BY k
[ordered] SELECT k FROM rg WHERE k >= 3147483647
[ordered] SELECT k FROM rg WHERE k < 10 ORDER BY k
[ordered] SELECT k FROM rg WHERE NOT (k BETWEEN 10 AND 19) ORDER BY k
[ordered pg] SELECT k FROM rg WHERE k BETWEEN SYMMETRIC 15 AND 5 ORDER BY k
[ordered] SELECT k FROM rg WHERE k > 19 AND k <= 20.5 ORDER BY k
[ordered] SELECT k FROM rg WHERE k > 9.5 AND k < 10.5 ORDER BY k
[ordered] SELECT k FROM rg WHERE k >= '10' AND k < '12' ORDER BY k
[ordered] SELECT k FROM rg WHERE k <> 10 AND k > 9 ORDER BY k
[ordered] SELECT k FROM rg WHERE 10 <= k AND 12 > k ORDER BY k
[ordered] SELECT k FROM rg WHERE k > -1000000000000000000000 ORDER BY k
[ordered] SELECT k FROM rg WHERE k NOT BETWEEN 25 AND 2 ORDER BY k
[ordered] SELECT k FROM rg WHERE k BETWEEN 9 AND 10 OR k BETWEEN 29 AND 30 ORDER BY k
[ordered] SELECT k FROM rg WHERE k BETWEEN ? AND ? ORDER BY k ;; (9, 10)
[ordered my sl] SELECT k FROM rg WHERE k BETWEEN ? AND ? ORDER BY k ;; (9.5, "20")
[error pg] SELECT k FROM rg WHERE k BETWEEN ? AND ? ORDER BY k ;; (9.5, "20")
[ordered] SELECT k FROM rg WHERE k > 19 OR v > 10 ORDER BY k
[ordered] SELECT k FROM rg WHERE k < 5 AND k > 5
SELECT COUNT(*), MIN(k) FROM rg WHERE k BETWEEN 6 AND 1
UPDATE rg SET v = 1 WHERE k BETWEEN 9 AND 10
UPDATE rg SET v = 1 WHERE k BETWEEN 6 AND 1
DELETE FROM rg WHERE k >= 30
DELETE FROM rg WHERE k < 0 OR k > 1000

# Keys that are NULL or left out.
INSERT INTO t VALUES (?,'n',1) ;; (None,)
INSERT INTO t (k, g) VALUES (DEFAULT, 'n')
UPDATE t SET k = NULL WHERE k = 2

# Keys that change.
UPDATE t SET k = k WHERE k = 2
UPDATE t SET k = 6, v = 3 WHERE k = 2
UPDATE t SET k = k + 4
UPDATE d SET k = 7 WHERE k = 2
UPDATE d SET k = k + 4 WHERE k > 2
UPDATE d SET k = -k, a = a + 1
UPDATE d SET k = NULL WHERE k = 2
{
UPDATE d SET k = 7 WHERE k = 2
SELECT * FROM d WHERE k = 7
SELECT * FROM d WHERE k = 2
}

# UPDATE and DELETE with LIMIT, and what stands for it.
[my] DELETE FROM t WHERE k = 2 LIMIT 1
[my] UPDATE t SET v = 0 ORDER BY k DESC LIMIT 2
[my] UPDATE t SET v = 0 WHERE k IN (2, 6) ORDER BY k LIMIT 1
[my] DELETE FROM q ORDER BY v DESC, k LIMIT 3
[my] UPDATE q SET v = v + 1 ORDER BY k LIMIT ? ;; (2,)
DELETE FROM q WHERE k IN (SELECT k FROM t WHERE v > 5)
DELETE FROM q WHERE k = (SELECT MIN(k) FROM q WHERE v > 5)
[pg] DELETE FROM q USING t WHERE q.k = t.k AND t.v > 5
[pg] UPDATE q SET v = t.v * 2 FROM t WHERE q.k = t.k
[my] UPDATE q JOIN t ON q.k = t.k SET q.v = t.v * 2
[my] DELETE q FROM q JOIN t ON q.k = t.k WHERE t.v > 5

# Counts of rows.
UPDATE t SET v=v
DELETE FROM w WHERE v IS NULL
[pg sl] UPDATE w SET g = g || 'x' WHERE k BETWEEN 5 AND 17
[error my] UPDATE w SET g = g || 'x' WHERE k BETWEEN 5 AND 17
[my] INSERT INTO q VALUES (1,'a',5),(9,'b',6) ON DUPLICATE KEY UPDATE v = VALUES(v)
[my] REPLACE INTO q VALUES (1,'a',5),(9,'b',6)
[my] INSERT IGNORE INTO q VALUES (1,'a',5),(9,'b',6)
[pg sl] INSERT INTO q VALUES (1,'a',5),(9,'b',6) ON CONFLICT (k) DO UPDATE SET v = excluded.v
[pg sl] INSERT INTO q VALUES (1,'a',5),(9,'b',6) ON CONFLICT DO NOTHING
[sl] INSERT OR REPLACE INTO q VALUES (1,'a',5),(9,'b',6)
[sl] INSERT OR IGNORE INTO q VALUES (1,'a',5),(9,'b',6)
[sl] REPLACE INTO q VALUES (1,'a',5),(9,'b',6)
[my] INSERT INTO r VALUES (9,'b'),(10,'c')

# Broadcast tables.
SELECT * FROM r, s1
SELECT r.d, COUNT(*) FROM r GROUP BY r.d
SELECT COUNT(*) FROM r a JOIN r b ON a.id <> b.id
SELECT COUNT(*) FROM t, r
SELECT t.k, r.d FROM t LEFT JOIN r ON t.k = r.id
SELECT r.id, COUNT(t.k) FROM r LEFT JOIN t ON t.k = r.id GROUP BY r.id
SELECT id FROM r UNION SELECT k FROM t
SELECT (SELECT COUNT(*) FROM r), COUNT(*) FROM t

# One statement, one now.
SELECT COUNT(DISTINCT CURRENT_TIMESTAMP) FROM t
SELECT COUNT(*) FROM t GROUP BY CURRENT_DATE
[pg] SELECT COUNT(*) FROM (SELECT DISTINCT now() FROM t) x
[pg] SELECT COUNT(DISTINCT now()), COUNT(DISTINCT transaction_timestamp()), COUNT(DISTINCT statement_timestamp()) FROM t
[my] SELECT COUNT(DISTINCT NOW(6)), COUNT(DISTINCT UTC_TIMESTAMP(6)), COUNT(DISTINCT SYSDATE(6)) > 0 FROM t
[sl] SELECT COUNT(DISTINCT datetime('now')), COUNT(DISTINCT strftime('%f', 'now')) FROM t

# Joins.
SELECT COUNT(*) FROM t JOIN u ON t.v=u.v
SELECT COUNT(*) FROM t JOIN u ON t.k=u.k
SELECT COUNT(*) FROM t JOIN u ON t.k=u.k + 0
SELECT COUNT(*) FROM t JOIN u ON t.k=u.k AND t.v > u.v
SELECT COUNT(*) FROM t JOIN u ON t.k=u.k OR t.v = u.v
SELECT COUNT(*) FROM t, u WHERE t.k=u.k
SELECT COUNT(*) FROM t, u WHERE t.k=u.v
SELECT COUNT(*) FROM t, u
SELECT COUNT(*) FROM t, u WHERE t.k = 3 AND u.k = 3
SELECT COUNT(*) FROM t, u WHERE t.k = 3 AND u.k = 7
SELECT t.k, u.v FROM t LEFT JOIN u ON t.k=u.k
SELECT t.k, u.v FROM t LEFT JOIN u ON t.k=u.k AND u.v > 9
SELECT t.k, u.v FROM t LEFT JOIN u ON t.k=u.k WHERE u.k IS NULL
SELECT t.k, u.v FROM t LEFT JOIN u ON t.k=u.k AND t.k = 3
[pg my] SELECT t.k, u.v FROM u RIGHT JOIN t ON t.k=u.k
[pg] SELECT t.k, u.v FROM t FULL JOIN u ON t.k=u.k
SELECT * FROM t JOIN u USING (k)
SELECT * FROM t NATURAL JOIN u
SELECT t.k FROM t JOIN n ON t.k = n.k
SELECT a.k FROM t a JOIN t b ON a.k = b.k WHERE b.v > 1
SELECT a.k FROM t a JOIN t b ON a.v = b.v
SELECT o.order_id, i.qty FROM orders o JOIN items i ON o.order_id = i.order_id AND o.user_id = i.user_id
SELECT o.order_id, i.qty FROM orders o JOIN items i ON o.order_id = i.order_id
SELECT o.order_id, i.qty FROM orders o JOIN items i ON o.order_id = i.order_id WHERE o.user_id = 3 AND i.user_id = 3
SELECT COUNT(*) FROM t JOIN w ON t.k = w.k
SELECT COUNT(*) FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.k = t.k)
SELECT COUNT(*) FROM t WHERE k NOT IN (SELECT k FROM u)
SELECT COUNT(*) FROM q WHERE k NOT IN (SELECT k FROM q WHERE v > 5)

# ORDER BY what isn't selected, or stands behind a star.
[ordered] SELECT *, k AS kk FROM t ORDER BY 3 DESC, kk LIMIT 4
[ordered] SELECT g FROM t ORDER BY v * -1, k
[ordered] SELECT k AS v, v AS k FROM t ORDER BY k, v
[ordered] SELECT k AS x FROM t ORDER BY t.v, x
[ordered] SELECT -k AS k FROM t ORDER BY t.k
[ordered] SELECT -k AS k FROM t ORDER BY k + 0
[ordered] SELECT t.*, u.* FROM t JOIN u ON t.k = u.k ORDER BY u.v, t.k
[ordered] SELECT u.*, t.v FROM t JOIN u ON t.k = u.k ORDER BY 4, 1
[ordered] SELECT t.*, t.* FROM t ORDER BY 4 DESC
[ordered] SELECT g FROM t GROUP BY g ORDER BY MAX(v) DESC
[ordered] SELECT 1 FROM t ORDER BY k
[ordered] SELECT k FROM t ORDER BY CASE WHEN v IS NULL THEN 0 ELSE 1 END, v DESC
[ordered] SELECT k AS a, v AS a FROM t ORDER BY k
[ordered pg sl] SELECT k AS "a b" FROM t ORDER BY "a b" DESC

# ORDER BY aggregates.
[ordered] SELECT g, AVG(v) a FROM t GROUP BY g ORDER BY AVG(v) DESC
[ordered] SELECT g FROM w GROUP BY g ORDER BY COUNT(*) DESC, g
[ordered] SELECT g, SUM(a) FROM w GROUP BY g ORDER BY SUM(a) * 2, g
[ordered sl] SELECT g, COUNT(*) c FROM w GROUP BY g ORDER BY c + 0, g
[error my pg] SELECT g, COUNT(*) c FROM w GROUP BY g ORDER BY c + 0, g
[ordered] SELECT g, MIN(b), MAX(b) FROM w GROUP BY g ORDER BY MAX(b) - MIN(b), g
[ordered] SELECT v, COUNT(*) FROM w GROUP BY v ORDER BY COUNT(*), v
[ordered] SELECT g, SUM(v) + COUNT(*) AS x FROM w GROUP BY g ORDER BY x DESC, g DESC

# Columns of groups.
[ordered] SELECT COUNT(*), v, g FROM w GROUP BY g, v ORDER BY g, v
[ordered] SELECT COUNT(*), v, g FROM w GROUP BY v, g ORDER BY g, v
[ordered] SELECT COUNT(*), UPPER(g) FROM w GROUP BY g ORDER BY g
[ordered] SELECT COUNT(*) FROM w GROUP BY g ORDER BY g
[ordered] SELECT g, COUNT(*) FROM w GROUP BY 1 ORDER BY 1
[ordered] SELECT g AS h, COUNT(*) FROM w GROUP BY h ORDER BY h
[ordered] SELECT UPPER(g) AS g, COUNT(*) FROM w GROUP BY g ORDER BY 1
[my sl] SELECT k, COUNT(*) FROM t
[error pg] SELECT k, COUNT(*) FROM t
SELECT k, g, COUNT(*) FROM w GROUP BY k
SELECT k + 1, COUNT(*) FROM w GROUP BY k
SELECT v, v * 2, COUNT(*) FROM w GROUP BY v
SELECT k % 2, g, COUNT(*) FROM w GROUP BY k % 2, g
[pg] SELECT g, v, COUNT(*) FROM w GROUP BY GROUPING SETS ((g), (v), ())
[pg] SELECT g, v, COUNT(*) FROM w GROUP BY ROLLUP (g, v)
[my] SELECT g, COUNT(*) FROM w GROUP BY g WITH ROLLUP
[pg] SELECT k, COUNT(*) FROM w GROUP BY ROLLUP (k)

# NULL groups, and nothing to aggregate.
{
INSERT INTO t VALUES (8,NULL,1),(7,NULL,1)
SELECT g,COUNT(*) FROM t GROUP BY g
SELECT DISTINCT g FROM t
SELECT v, g, COUNT(*) FROM t GROUP BY v, g
SELECT COUNT(DISTINCT g) FROM t
SELECT g, SUM(v), MIN(v) FROM t GROUP BY g HAVING g IS NULL
}
SELECT COUNT(*), COUNT(v), SUM(v), MIN(v), MAX(v), AVG(v) FROM z
SELECT COUNT(*) + 1, SUM(v) + 1, COALESCE(MAX(v), 0) FROM z
SELECT g, SUM(v) FROM t WHERE g = 'a' AND v IS NULL GROUP BY g

# Types of results.
SELECT COUNT(DISTINCT g) FROM t
SELECT COUNT(DISTINCT g) FROM t WHERE k = 2
[pg] SELECT COUNT(*)::int, SUM(v)::int, SUM(v)::numeric(10,2), AVG(v)::float8 FROM t
[pg] SELECT COUNT(*)::smallint, MIN(v)::text FROM t
[my] SELECT CAST(COUNT(*) AS SIGNED), CAST(SUM(v) AS UNSIGNED), CAST(AVG(v) AS DECIMAL(10,1)) FROM t
SELECT CAST(COUNT(*) AS CHAR(5)) FROM t
SELECT SUM(k), SUM(v), SUM(b), SUM(a) FROM w
SELECT MIN(k), MIN(g), MIN(b), MIN(a), MIN(s) FROM w
SELECT MAX(dt), MIN(ts), MAX(f), MIN(s) FROM e
SELECT MIN(sm), MAX(fl), MIN(tm), MAX(un) FROM ty
SELECT COUNT(*) * 2, COUNT(*) + 0.5, COUNT(*) / 2, -COUNT(*) FROM t

# Exact numbers.
SELECT SUM(a) FROM d
SELECT SUM(a) * 2, SUM(a) + SUM(b), SUM(a * b) FROM d
SELECT SUM(i), AVG(i) FROM d
SELECT SUM(i) - 1 FROM d
SELECT MAX(a) - MIN(a) FROM d
SELECT AVG(a), AVG(b) FROM d
SELECT SUM(un), AVG(un) FROM ty
SELECT SUM(b) * 1000000 FROM w
SELECT g, SUM(b), AVG(b) FROM w GROUP BY g
[my sl] SELECT SUM(k * 1000000000) FROM w
[error pg] SELECT SUM(k * 1000000000) FROM w
[pg my] SELECT SUM(CAST(k AS DECIMAL(30,10)) / 3) FROM w
SELECT SUM(v) * SUM(b) FROM w
