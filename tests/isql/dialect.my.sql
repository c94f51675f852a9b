SELECT `k`, `g` FROM `t` WHERE `k` IN (1, 4) ORDER BY `k`
SELECT k FROM t ORDER BY k LIMIT 1, 3
SELECT 'a\' OR k=1 -- ' AS x, k FROM t WHERE k=2
SELECT 'it''s', "double ""quoted""", k FROM t WHERE k = 3 # comment
SELECT k, IF(v > 5, 'big', 'small') AS s FROM t WHERE v IS NOT NULL ORDER BY k
SELECT GROUP_CONCAT(k ORDER BY k SEPARATOR ';') AS ks FROM t
SELECT COUNT(*) AS c FROM t WHERE g RLIKE '^a' AND k DIV 2 = 1
SELECT k FROM t WHERE v <=> NULL
SELECT k FROM t WHERE k=1 /*! OR k=2 */ ORDER BY k
SELECT STRAIGHT_JOIN t.k, u.v FROM t JOIN u ON t.k = u.k ORDER BY t.k
INSERT INTO q (k, g, v) VALUES (1, 'new', 5), (9, 'ins', 6) ON DUPLICATE KEY UPDATE v = v + VALUES(v)
INSERT IGNORE INTO q VALUES (1, 'x', 1), (10, 'y', 2)
REPLACE INTO q VALUES (2, 'r', 3), (11, 's', 4)
INSERT INTO q SET k = 12, g = 'set', v = 7
UPDATE q SET v = 0 WHERE k = 12 LIMIT 1
DELETE FROM q WHERE k = 12 LIMIT 1
SELECT * FROM q ORDER BY k
