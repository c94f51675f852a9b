# INSERT, UPDATE, DELETE: which rows, how many, and what must not happen.
[!] INSERT INTO t VALUES (7, 'x', 1)
[!] INSERT INTO t (k, g, v) VALUES (7, 'x', 1)
[!] INSERT INTO t (v, k) VALUES (1, 7)
[!] INSERT INTO t (K, V) VALUES (7, 1)
[!] INSERT INTO t VALUES (7, 'x', 1), (8, 'y', 2), (9, 'z', 3)
[!] INSERT INTO t (k, g, v) VALUES (8, 'y', 2), (12, 'x', 1), (16, NULL, NULL)
[!] INSERT INTO t (g, k) VALUES ('p', 20), ('q', 21), ('r', 22), ('s', 23), ('t', 24), ('u', 25)
[!] INSERT INTO t VALUES (-7, 'x', -1), (2, 'y', -3)
[!] INSERT INTO t (k, v) VALUES (1 + 6, 2 * 3)
[!] INSERT INTO t (k, v) VALUES (7, (SELECT MAX(id) FROM r))
[! my pg] INSERT INTO t (k, v) VALUES (7, DEFAULT)
[!] INSERT INTO w (k, g, v, b, a, s) VALUES (100, 'x', 1, 2, 3.5, 'Ä''x'), (104, NULL, NULL, NULL, NULL, NULL)
[!] INSERT INTO orders (order_id, user_id, status, amount) VALUES (200, 3, 'new', 12.34)
[!] INSERT INTO orders (order_id, user_id, status, amount) VALUES (200, 3, 'new', 12.34), (201, 3, 'new', 1.00), (202, 4, NULL, NULL)
[!] INSERT INTO items (item_id, order_id, user_id, product, qty) VALUES (900, 105, 3, 1, 1), (901, 106, 4, 2, 2)
[!] INSERT INTO c VALUES ('new key', 1), ('', 2), ('Ω', 3)
[!] INSERT INTO r VALUES (7, 'seven')
[!] INSERT INTO r VALUES (7, 'seven'), (8, 'eight')
[!] INSERT INTO r (id) VALUES (9)
[!] INSERT INTO s1 VALUES (10, 'zehn'), (11, NULL)
[!] INSERT INTO d VALUES (9, 1.2345, 6.78, 90), (10, -1.0001, NULL, -5)
[!] INSERT INTO e (k, dt, ts, f, s) VALUES (100, '2024-02-29', '2024-02-29 12:34:56.789', 1.5, 'x'), (101, NULL, NULL, NULL, NULL)
[refuse] INSERT INTO t VALUES (NULL, 'n', 1)
[refuse] INSERT INTO t (g, v) VALUES ('n', 1)
[refuse] INSERT INTO t VALUES (7, 'x', 1), (NULL, 'n', 1)
[refuse pg my] INSERT INTO t (k, g) VALUES (DEFAULT, 'x')
[error] INSERT INTO t (k, g) VALUES (7)
[error] INSERT INTO t (k, nosuch) VALUES (7, 1)
[error] INSERT INTO nosuch VALUES (1)
[error] INSERT INTO q VALUES (1, 'dup', 1)
[error] INSERT INTO q VALUES (8, 'y', 1), (1, 'dup', 1)
[error] INSERT INTO q VALUES (9, 'y', 1), (10, 'y', 1), (11, 'y', 1), (12, 'y', 1), (4, 'dup', 1)
INSERT INTO t SELECT * FROM u
INSERT INTO t SELECT k + 10, g, v FROM u
[!] INSERT INTO t SELECT k, g, v FROM u WHERE k = 3
INSERT INTO r SELECT k, g FROM t
INSERT INTO s1 SELECT id, d FROM r
[!] UPDATE t SET v = 0
[!] UPDATE t SET v = 0 WHERE k = 3
[!] UPDATE t SET v = 0 WHERE k = 99
[!] UPDATE t SET v = 0 WHERE k IN (1, 2, 99)
[!] UPDATE t SET v = v + 1 WHERE v > 5
[!] UPDATE t SET v = v + 1, g = UPPER(g) WHERE k BETWEEN 2 AND 4
[!] UPDATE t SET g = NULL WHERE g = 'a'
[!] UPDATE t SET v = 1 WHERE 1 = 0
[!] UPDATE t SET v = 1 WHERE k = 1 AND k = 2
[!] UPDATE t SET v = k WHERE v IS NULL
[!] UPDATE w SET v = 5 WHERE k IN (1, 5, 9)
[!] UPDATE w SET s = 'new' WHERE g = 'a'
[!] UPDATE orders SET status = 'sent' WHERE user_id = 3
[!] UPDATE orders SET status = 'sent' WHERE user_id = 3 AND order_id = 105
[!] UPDATE orders SET status = 'sent' WHERE order_id > 130
[!] UPDATE orders SET amount = amount * 2
[!] UPDATE r SET d = 'x' WHERE id = 1
[!] UPDATE r SET d = 'x'
[!] UPDATE r SET d = 'x' WHERE id = 77
[!] UPDATE s1 SET d = 'x' WHERE id = 3
[!] UPDATE c SET v = v + 1 WHERE id = 'Zürich'
[refuse] UPDATE t SET k = 7 WHERE k = 2
[refuse] UPDATE t SET k = k + 1
UPDATE t SET k = 2 WHERE k = 2
UPDATE t SET k = 6 WHERE k = 2
[!] UPDATE orders SET order_id = 999 WHERE user_id = 3
UPDATE t SET v = (SELECT MAX(v) FROM u)
UPDATE t SET v = (SELECT MAX(id) FROM r)
UPDATE t SET v = 1 WHERE k IN (SELECT k FROM u)
[pg] UPDATE t SET v = u.v FROM u WHERE t.k = u.k
[my] UPDATE t JOIN u ON t.k = u.k SET t.v = u.v
[error] UPDATE t SET nosuch = 1
[error] UPDATE t SET v = 1 WHERE nosuch = 1
[!] DELETE FROM t
[!] DELETE FROM t WHERE k = 3
[!] DELETE FROM t WHERE k = 99
[!] DELETE FROM t WHERE k IN (1, 6)
[!] DELETE FROM t WHERE k > 2 AND k < 5
[!] DELETE FROM t WHERE v IS NULL
[!] DELETE FROM t WHERE g = 'a' OR k = 3
[!] DELETE FROM t WHERE NOT k = 3
[!] DELETE FROM w WHERE k BETWEEN 10 AND 30
[!] DELETE FROM w WHERE v = 10
[!] DELETE FROM orders WHERE user_id = 3
[!] DELETE FROM orders WHERE order_id = 110
[!] DELETE FROM items
[!] DELETE FROM r WHERE id = 5
[!] DELETE FROM r
[!] DELETE FROM s1 WHERE d IS NULL
[!] DELETE FROM c WHERE id = 'ab'
[!] DELETE FROM z
DELETE FROM t WHERE k IN (SELECT k FROM u)
DELETE FROM t WHERE v = (SELECT MAX(v) FROM t)
[pg] DELETE FROM t USING u WHERE t.k = u.k
[my] DELETE t FROM t JOIN u ON t.k = u.k
[my] DELETE FROM t ORDER BY k LIMIT 1
[my] UPDATE t SET v = 0 ORDER BY k LIMIT 1
[! my] DELETE FROM t WHERE k = 2 ORDER BY k LIMIT 1
[error] DELETE FROM t WHERE nosuch = 1
[pg] INSERT INTO t VALUES (7, 'x', 1) RETURNING k, v
[pg] UPDATE t SET v = 0 WHERE k = 3 RETURNING k, v
[pg] DELETE FROM t WHERE k = 3 RETURNING *
[pg] UPDATE t SET v = 0 RETURNING k
[! pg sl] INSERT INTO q VALUES (1, 'new', 5) ON CONFLICT (k) DO UPDATE SET g = 'upsert'
[! pg sl] INSERT INTO q VALUES (1, 'new', 5), (9, 'n', 1) ON CONFLICT (k) DO NOTHING
[! pg sl] INSERT INTO q VALUES (1, 'new', 5), (2, 'n', 1), (30, 'z', 0) ON CONFLICT (k) DO UPDATE SET v = excluded.v
[! my] INSERT INTO q VALUES (1, 'new', 5) ON DUPLICATE KEY UPDATE g = 'upsert'
[! my] INSERT INTO q VALUES (1, 'new', 5), (30, 'z', 0) ON DUPLICATE KEY UPDATE v = VALUES(v)
[! my] INSERT IGNORE INTO q VALUES (1, 'new', 5), (30, 'z', 0)
[! my] INSERT INTO t SET k = 7, g = 'set', v = 3
[! my sl] REPLACE INTO q VALUES (1, 'new', 5)
[! my sl] REPLACE INTO q (k, v) VALUES (1, 5), (2, 6), (30, 7)
[! sl] INSERT OR REPLACE INTO q VALUES (1, 'new', 5), (30, 'z', 1)
[! sl] INSERT OR IGNORE INTO q VALUES (1, 'new', 5), (30, 'z', 1)
[pg] TRUNCATE t
[my] TRUNCATE TABLE t
{
[!] INSERT INTO t VALUES (100, 'x', 1), (101, 'y', 2), (102, 'z', 3)
[!] SELECT * FROM t WHERE k >= 100
[!] UPDATE t SET v = v * 10 WHERE k >= 100
[! ordered] SELECT k, v FROM t ORDER BY k
[!] DELETE FROM t WHERE k = 101
[!] SELECT COUNT(*) AS c, SUM(v) AS s FROM t
}
{
UPDATE t SET k = 7 WHERE k = 2
SELECT * FROM t WHERE k = 7
SELECT * FROM t WHERE k = 2
}
# Negative keys.
{
[!] INSERT INTO t VALUES (-1, 'n', 1), (-3, 'n', 2), (-2147483648, 'n', 3)
[!] SELECT * FROM t WHERE k = -1
[!] SELECT * FROM t WHERE k = ? ;; (-3,)
[!] SELECT * FROM t WHERE k = '-3'
[!] SELECT * FROM t WHERE k = ? ;; (-2147483648,)
[!] SELECT * FROM t WHERE k BETWEEN -5 AND 1
[!] SELECT * FROM t WHERE k < 0
[!] DELETE FROM t WHERE k IN (-1, -3)
}
