# UPDATE of the sharding key in tables whose rows may move to other nodes.
[!] UPDATE d SET k = 7 WHERE k = 4
[!] UPDATE d SET k = k + 1
[!] UPDATE d SET k = k + 4
[!] UPDATE d SET k = k * 10, i = NULL WHERE a > 0
[!] UPDATE d SET i = 5, b = b * 2, k = 11 WHERE k IN (1, 2, 5)
[!] UPDATE d SET k = 3 WHERE k > 100
[!] UPDATE d SET k = k WHERE i = 1
[!] UPDATE d AS x SET k = x.k + 2 WHERE x.a IS NOT NULL
[!] UPDATE d SET k = 100 - k, a = k
[!] UPDATE d SET k = (k + 3) WHERE (k > 2)
[!] UPDATE d SET k = CASE WHEN k > 4 THEN k - 4 ELSE k + 4 END;
[!] UPDATE d SET k = ? WHERE k = ? ;; (9, 1)
[!] UPDATE d SET k = k + ?, b = ? WHERE a > ? ;; (1, 5, 0)
[!] UPDATE e SET k = k + 1
[!] UPDATE e SET k = k + 101 WHERE f IS NOT NULL AND s IS NOT NULL
[!] UPDATE e SET k = k + 1, s = 'it''s', f = 0.1 WHERE dt > '2024-01-01'
[!] UPDATE ty SET k = k + 1
[!] UPDATE ty SET k = k + 7 WHERE raw IS NOT NULL OR fl IS NOT NULL
[!] UPDATE co SET k = k + 3
[!] UPDATE co SET k = 61 - k, ci = 'a\\b' WHERE v > 1
[!] UPDATE orders SET user_id = 3 WHERE order_id = 105
[!] UPDATE orders SET user_id = user_id + 1 WHERE status = 'new'
[!] UPDATE orders SET order_id = order_id + 1000, status = 'moved' WHERE user_id IN (3, 4, 5)
[!] UPDATE orders SET order_id = order_id + 1, user_id = 8 WHERE amount > 100
[!] UPDATE d SET k = 8 WHERE k = (SELECT MIN(k) FROM d)
[!] UPDATE d SET k = k + 1 WHERE k IN (SELECT k FROM t WHERE v > 3)
[refuse] UPDATE ty SET k = NULL WHERE k = 3
[error] UPDATE d SET k = k + 1, nosuch = 2
[refuse] UPDATE t SET k = k + 1
[refuse] UPDATE t SET k = 4 WHERE k = 3
[! pg my] UPDATE orders SET user_id = user_id + 1 WHERE EXISTS (SELECT 1 FROM items i WHERE i.user_id = orders.user_id AND i.order_id = orders.order_id AND i.qty > 5)
[! pg sl] UPDATE d SET "k" = "k" + 1, "a" = 2 WHERE "k" IN (1, 2)
[! my] UPDATE `d` SET `k` = `k` + 1, `a` = 2 WHERE `k` IN (1, 2)
[! my] UPDATE d SET d.k = d.k + 1
[! my] UPDATE d AS x SET x.k = x.k + 1 WHERE x.i > 0
[!] UPDATE d SET k = k + 1 WHERE k BETWEEN 2 AND 5 AND a IS NOT NULL OR b < 0
[! pg] UPDATE d SET k = (SELECT MAX(k) FROM d) + 1 WHERE k = 1
[! pg my] UPDATE d SET k = (SELECT COUNT(*) FROM u) + 20 WHERE k = 1
[!] UPDATE d SET a = 1, k = 13 WHERE k = 1 /* c */ -- end
[!] UPDATE d SET k = -k
[!] UPDATE d SET k = 2147483647 WHERE k = 1
[! pg] UPDATE d SET k = '17' WHERE k = 1
[!] UPDATE e SET k = k + 1 WHERE ts IS NOT NULL AND k IN (SELECT k FROM e WHERE f > 0)
[pg my] UPDATE orders SET user_id = 3, order_id = order_id + 1 WHERE user_id = 3
[error pg my] UPDATE d SET k = 99999999999 WHERE k = 1
[pg] UPDATE d SET k = k + 0.5
[pg] UPDATE d SET k = ? ;; ("5",)
[pg] WITH x AS (SELECT 1 AS k) UPDATE d SET k = d.k + 1 FROM x WHERE x.k = d.k
[!] UPDATE d SET k = ?, i = ? WHERE k = ? AND i = ? ;; (31, 5, 1, 1)

# The rows are found where their keys say.
{
UPDATE d SET k = k + 1
SELECT k, a, b, i FROM d WHERE k = 2
SELECT k, a, b, i FROM d WHERE k = 3
SELECT k, a, b, i FROM d WHERE k = 9
UPDATE d SET i = 1 WHERE k = 7
DELETE FROM d WHERE k = 6
}
{
.begin
UPDATE d SET k = 3 WHERE k = 1
SELECT k, i FROM d WHERE k = 3
UPDATE d SET k = k + 1
.rollback
SELECT k, i FROM d WHERE k = 1
}
{ pg
.begin
INSERT INTO d (k, i) VALUES (20, 1)
UPDATE d SET k = k + 1
SAVEPOINT a
UPDATE d SET k = k + 1
ROLLBACK TO SAVEPOINT a
UPDATE d SET i = 0 WHERE k = 21
.commit
SELECT k, i FROM d WHERE k = 21
}
