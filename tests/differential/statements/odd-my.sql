# Odd spellings of MariaDB: names, literals, operators, comments, parameters; right or refused.
[my] SELECT `t`.`k` FROM `t` WHERE `t`.`k`=3
[my] SELECT T.k FROM t T WHERE T.k IN (2,3)
[my] SELECT t.K FROM t WHERE K=3
[my] SELECT whole.t.k FROM whole.t WHERE whole.t.k = 3
[my] SELECT k FROM t WHERE k = '3'
[my] SELECT k FROM t WHERE k = '3abc'
[my] SELECT k FROM t WHERE k = ' 3'
[my] SELECT k FROM t WHERE k = '3.0'
[my] SELECT k FROM t WHERE k = '3e0'
[my] SELECT k FROM t WHERE k = "3"
[my] SELECT k FROM t WHERE k = 3.0
[my] SELECT k FROM t WHERE k = 3.4
[my] SELECT k FROM t WHERE k = 0x33
[my] SELECT k FROM t WHERE k = 0x3
[my] SELECT k FROM t WHERE k = x'03'
[my] SELECT k FROM t WHERE k = b'11'
[my] SELECT k FROM t WHERE k = 0b11
[my] SELECT k FROM t WHERE k = TRUE
[my] SELECT k FROM t WHERE k = FALSE + 3
[my] SELECT k FROM t WHERE k
[my] SELECT k FROM t WHERE NOT k
[my] SELECT k FROM t WHERE !k
[my] SELECT k FROM t WHERE ! k = 3
[my] SELECT k FROM t WHERE NOT k = 3
[my] SELECT k FROM t WHERE k = 3 = 1
[my] SELECT k FROM t WHERE 1 < k < 3
[my] SELECT k FROM t WHERE k > 2 > 0
[my] SELECT k FROM t WHERE k = 3 || k = 4
[my] SELECT k FROM t WHERE k = 3 && v = 2
[my] SELECT k FROM t WHERE k = 3 XOR v = 2
[my] SELECT k FROM t WHERE k = 3 XOR k = 4
[my] SELECT k FROM t WHERE NOT (k = 3 XOR v = 2)
[my] SELECT k FROM t WHERE k <=> 3
[my] SELECT k FROM t WHERE k <=> NULL
[my] SELECT k FROM t WHERE NOT k <=> 3
[my] SELECT k FROM t WHERE k != 3
[my] SELECT k FROM t WHERE k DIV 2 = 1
[my] SELECT k FROM t WHERE k MOD 2 = 1
[my] SELECT k FROM t WHERE k % 2 = 1
[my] SELECT k FROM t WHERE k = 7 DIV 2
[my] SELECT k FROM t WHERE k = 7 MOD 4
[my] SELECT k FROM t WHERE k = 6/2
[my] SELECT k FROM t WHERE k = 1 | 2
[my] SELECT k FROM t WHERE k = 2 ^ 1
[my] SELECT k FROM t WHERE k = 1 << 1
[my] SELECT k FROM t WHERE k = ~0
[my] SELECT k FROM t WHERE k = - - 3
[my] SELECT k FROM t WHERE k = 1 -- 2
[my] SELECT k FROM t WHERE k = 1 --2
[my] SELECT k FROM t WHERE k = 3 # comment
[my] SELECT k FROM t /* c ' */ WHERE k = 3
[my] SELECT k FROM t WHERE k = 3 /*! OR 1 = 1 */
[my] SELECT k FROM t WHERE k = 3 /*!99999 OR 1 = 1 */
[my] SELECT k FROM t WHERE k = 3 /*!40000 OR 1 = 1 */
[my] SELECT k FROM t WHERE k = 3 /*M! OR 1 = 1 */
[my] SELECT k FROM t WHERE k = 3 /*M!100000 OR 1 = 1 */
[my] SELECT /*! STRAIGHT_JOIN */ k FROM t WHERE k = 3
[my] SELECT /*+ MAX_EXECUTION_TIME(1000) */ k FROM t WHERE k = 3
[my] SELECT k FROM t WHERE k IN (1, '3', 2.0)
[my] SELECT k FROM t WHERE k IN (1, NULL)
[my] SELECT k FROM t WHERE k NOT IN (1, NULL)
[my] SELECT k FROM t WHERE (k, v) IN ((1, 1), (3, 2))
[my] SELECT k FROM t WHERE (k, v) = (3, 2)
[my] SELECT k FROM t WHERE (k, v) > (3, 1)
[my] SELECT k FROM t WHERE ROW(k, v) = ROW(3, 2)
[my] SELECT k FROM t WHERE k BETWEEN 2 AND 4
[my] SELECT k FROM t WHERE k NOT BETWEEN 2 AND 4
[my] SELECT k FROM t WHERE k BETWEEN '2' AND '4'
[my] SELECT k FROM t WHERE k IS TRUE
[my] SELECT k FROM t WHERE k = 3 IS TRUE
[my] SELECT k FROM t WHERE (k = 3) IS NOT TRUE
[my] SELECT k FROM t WHERE (k = 3) IS UNKNOWN
[my] SELECT k FROM t WHERE ISNULL(k)
[my] SELECT k FROM t WHERE IF(k = 3, 1, 0)
[my] SELECT k FROM t WHERE IFNULL(k, 0) = 3
[my] SELECT k FROM t WHERE k = INTERVAL(5, 1, 4, 9) + 1
[my] SELECT k FROM t WHERE FIELD(k, 1, 3)
[my] SELECT k FROM t WHERE FIND_IN_SET(k, '1,3')
[my] SELECT k FROM t WHERE CASE k WHEN 3 THEN 1 END
[my] SELECT k FROM t WHERE k = 99999999999999999999
[my] SELECT k FROM t WHERE k < 99999999999999999999
[my] SELECT k FROM t WHERE k = 18446744073709551615
[my] SELECT id FROM c WHERE id = 'ab'
[my] SELECT id FROM c WHERE id = "ab"
[my] SELECT id FROM c WHERE id = 'a' 'b'
[my] SELECT id FROM c WHERE id = 'a''b' OR id = 'a\'b' OR id = "a""b"
[my] SELECT id FROM c WHERE id = _utf8mb4'ab'
[my] SELECT id FROM c WHERE id = N'ab'
[my] SELECT id FROM c WHERE id = x'6162'
[my] SELECT id FROM c WHERE id = 0x6162
[my] SELECT id FROM c WHERE id = 'ab '
[my] SELECT id FROM c WHERE id = 'AB'
[my] SELECT id FROM c WHERE id = 0
[my] SELECT id FROM c WHERE id = 'ab' COLLATE utf8mb4_general_ci
[my] SELECT id FROM c WHERE BINARY id = 'ab'
[my] SELECT id FROM c WHERE id = BINARY 'ab'
[my] SELECT id FROM c WHERE id LIKE 'ab'
[my] SELECT id FROM c WHERE id LIKE 'a%' ESCAPE '|'
[my] SELECT id FROM c WHERE id RLIKE '^ab'
[my] SELECT id FROM c WHERE id REGEXP 'b$'
[my] SELECT id FROM c WHERE id = CONCAT('a', 'b')
[my] SELECT id FROM c WHERE id IN ('ab', 'Ea', 5)
[my] SELECT id FROM c WHERE id SOUNDS LIKE 'ab'
[my] SELECT k, CAST(k AS CHAR) AS c, CAST(v AS UNSIGNED) AS u, CONVERT(v, CHAR) AS x, CAST(v AS DECIMAL(10,2)) AS d FROM t
[my] SELECT k FROM t WHERE CAST(k AS CHAR) = '3'
[my] SELECT k FROM t WHERE k = CAST('3' AS SIGNED)
[my] SELECT k FROM t WHERE k = CAST('3' AS SIGNED INTEGER)
[my] SELECT k FROM t WHERE k = CONVERT('3', SIGNED)
[my] SELECT SQL_NO_CACHE k FROM t
[my] SELECT SQL_BIG_RESULT k FROM t
[my] SELECT HIGH_PRIORITY k FROM t WHERE k = 3
[my] SELECT STRAIGHT_JOIN a.k FROM t a JOIN u b ON a.k = b.k
[my] SELECT a.k FROM t a STRAIGHT_JOIN u b ON a.k = b.k
[my] SELECT SQL_CALC_FOUND_ROWS k FROM t WHERE k = 3
[my] SELECT DISTINCTROW g FROM t
[my] SELECT ALL k FROM t
[my] SELECT k FROM t USE INDEX () WHERE k = 3
[my] SELECT k FROM q IGNORE INDEX (PRIMARY) WHERE k = 3
[my] SELECT k 'label' FROM t WHERE k = 3
[my] SELECT k AS 'label' FROM t ORDER BY label
[my] SELECT k AS "label" FROM t WHERE k = 3
[my] SELECT k label, v value FROM t WHERE k = 3
[my] SELECT k FROM t ORDER BY k DESC LIMIT 1, 2
[my] SELECT k FROM t ORDER BY k LIMIT 2 OFFSET 1
[my] SELECT k FROM t ORDER BY k LIMIT 2, 18446744073709551615
[my] SELECT k FROM t ORDER BY k LIMIT 0
[my] SELECT k FROM t ORDER BY k ASC
[my] SELECT k FROM t ORDER BY NULL
[my] SELECT k, v FROM t ORDER BY v, k
[my] SELECT k, v FROM t ORDER BY v DESC, k
[my] SELECT k, v FROM t ORDER BY v IS NULL, v, k
[my] SELECT k, v FROM t ORDER BY -v DESC, k
[my] SELECT k, v FROM t ORDER BY FIELD(k, 3, 1, 2) DESC, k
[my] SELECT v AS k FROM t ORDER BY k
[my] SELECT -v AS v FROM t ORDER BY v
[my] SELECT -v AS v FROM t ORDER BY v + 0
[my] SELECT g, COUNT(*) FROM t GROUP BY g ASC
[my] SELECT g, COUNT(*) FROM t GROUP BY g DESC
[my] SELECT g, COUNT(*) FROM t GROUP BY g WITH ROLLUP
[my] SELECT g, COUNT(*) AS c FROM t GROUP BY g HAVING c > 1
[my] SELECT g, COUNT(*) AS c FROM t GROUP BY 1 ORDER BY 2 DESC, 1
[my] SELECT COUNT(*) FROM t HAVING COUNT(*) > 100
[my] SELECT k FROM t HAVING k > 3
[my] SELECT k AS x FROM t HAVING x = 3
[my] SELECT g, GROUP_CONCAT(k ORDER BY k SEPARATOR '-') AS x FROM q GROUP BY g
[my] SELECT GROUP_CONCAT(DISTINCT g ORDER BY g DESC) AS x FROM q
[my] SELECT COUNT(DISTINCT g, v) AS x FROM t
[my] SELECT SUM(v = 10) AS x FROM t
[my] SELECT SUM(k > 3 AND v > 1) AS x FROM t
[my] SELECT AVG(v), SUM(v), MIN(v), MAX(v) FROM t
[my] SELECT AVG(k) * 3, SUM(k) / 7, SUM(k) DIV 2, MAX(v) MOD 7 FROM t
[my] SELECT BIT_OR(k), BIT_AND(k), BIT_XOR(k) FROM t
[my] SELECT YEAR(dt) AS y, COUNT(*) AS c FROM e GROUP BY y
[my] SELECT YEAR(dt), MONTH(dt), COUNT(*) AS c FROM e GROUP BY YEAR(dt), MONTH(dt) ORDER BY 1, 2
[my] SELECT DATE_FORMAT(dt, '%Y-%m') AS m, COUNT(*) AS c FROM e GROUP BY m ORDER BY m
[my] SELECT k FROM e WHERE dt >= '2024-01-01' AND dt < '2024-01-01' + INTERVAL 5 DAY
[my] SELECT k FROM e WHERE dt = DATE '2024-01-01' OR dt = {d '2024-01-02'}
[my] SELECT k FROM e WHERE DATE_ADD(dt, INTERVAL 1 DAY) = '2024-01-02'
[my] SELECT k FROM e WHERE ts > TIMESTAMP '2024-01-02 00:00:00'
[my] SELECT EXTRACT(YEAR_MONTH FROM dt) AS m FROM e WHERE k = 3
[my] SELECT TIMESTAMPDIFF(DAY, dt, '2024-01-31') AS n FROM e
[my] SELECT SUBSTRING(s FROM 1 FOR 2) AS x FROM e WHERE k < 5
[! my] SELECT TRIM(LEADING 'a' FROM g) AS x FROM t
[my] SELECT CHAR(65, 66) AS c, k FROM t WHERE k = 3
[my] SELECT DEFAULT(v) AS d FROM t WHERE k = 3
[my] SELECT a.k FROM t a JOIN u b WHERE a.k = b.k
[my] SELECT a.k FROM t a JOIN u b USING (k)
[my] SELECT a.k FROM t a, u b WHERE a.k = b.k AND b.k = 3
[my] SELECT a.k FROM (t a, u b) WHERE a.k = b.k
[my] SELECT k FROM t NATURAL JOIN u
[my] SELECT a.k, b.k FROM t a LEFT JOIN u b ON a.k = b.k AND b.k = 3
[my] SELECT a.k, b.k FROM t a RIGHT JOIN u b ON a.k = b.k
[my] SELECT a.k FROM t a INNER JOIN (u b CROSS JOIN r) ON a.k = b.k
[my] SELECT x.k FROM (SELECT k FROM t WHERE k = 3) x
[my] SELECT k FROM (SELECT k FROM t ORDER BY k LIMIT 3) x
[my] WITH x AS (SELECT k FROM t) SELECT * FROM x WHERE k = 3
[my] SELECT k FROM t WHERE k IN (SELECT k FROM u)
[my] SELECT k FROM t WHERE k > ALL (SELECT k FROM u WHERE u.k = t.k)
[my] SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k)
[my] SELECT 1 FROM DUAL
[my] SELECT 1 FROM DUAL WHERE 1 = 0
[my] SELECT k FROM t LOCK IN SHARE MODE
[my] SELECT k FROM t WHERE k = 3 FOR UPDATE
[my] SELECT k FROM t PROCEDURE ANALYSE()
[my] SELECT k INTO @x FROM t WHERE k = 3
[my] SELECT @x := k FROM t
[my] SELECT k, @r := 1 FROM t WHERE k = 3
[my] SELECT k FROM t WHERE k = @@max_connections
[my] SELECT @@version IS NOT NULL AS v
[my] SELECT DATABASE() IS NOT NULL AS d, USER() IS NOT NULL AS u
[my error] SELECT k FROM t FOR SYSTEM_TIME ALL
[my] SELECT k FROM t WHERE k = ? OR v = ? OR k = ? ;; (3, 1, 3)
[my] SELECT k FROM t WHERE k = ? ;; ("3",)
[my] SELECT k FROM t WHERE k = ? ;; ("3abc",)
[my] SELECT k FROM t WHERE k = ? ;; (None,)
[my] SELECT k FROM t WHERE k <=> ? ;; (None,)
[my] SELECT k FROM t ORDER BY k LIMIT ?, ? ;; (1, 2)
[my] SELECT k FROM t ORDER BY k LIMIT ? OFFSET ? ;; (2, 1)
[my] SELECT id FROM c WHERE id = ? ;; (5,)
[my] SELECT id FROM c WHERE id IN (?, ?) ;; ("ab", "Zürich")
[my] (SELECT k FROM t)
[my] (SELECT k FROM t ORDER BY k) LIMIT 2
[my] SELECT k FROM t;
[my] VALUES (1, 2), (3, 4)
[error my] TABLE t
[my] SELECT t.*, 1 AS one FROM t
[my] SELECT *, k FROM t
[my] SELECT k FROM t WHERE JSON_EXTRACT('{"a":3}', '$.a') = k
[my] SELECT k FROM t WHERE k = JSON_VALUE('{"a":3}', '$.a')
[my] SELECT ROW_NUMBER() OVER (PARTITION BY k ORDER BY v) AS n, k FROM t
[my] SELECT k FROM t WHERE k = 3 UNION SELECT k FROM t WHERE k = 4
[my] SELECT k FROM t UNION ALL SELECT k FROM u ORDER BY k DESC LIMIT 3
[my] SELECT g REGEXP 'a' AS r FROM t
[my] SELECT k FROM t WHERE v = 10 OR k = 3 AND v = 2
[my] SELECT k FROM t WHERE k = 3 AND (SELECT 1)
[my] SELECT CASE WHEN k = 3 THEN 'x' ELSE g END AS c, COUNT(*) FROM t GROUP BY c
[my] SELECT IF(v > 5, 'hi', 'lo') AS c, COUNT(*) AS n FROM t GROUP BY c ORDER BY c
[my] SELECT k, MAX(v) FROM t GROUP BY k
[my] SELECT user_id, MAX(amount) FROM orders GROUP BY user_id WITH ROLLUP
[my] SELECT k FROM t WHERE k IN (SELECT 3 UNION SELECT 4)
[my] SELECT k FROM t WHERE k = (SELECT 3)
[my] SELECT k FROM t ORDER BY k OFFSET 1 ROW FETCH FIRST 2 ROWS ONLY
[my] SELECT v FROM t ORDER BY v FETCH FIRST 2 ROWS WITH TIES
[my] SELECT k FROM t ORDER BY k LIMIT 2 ROWS EXAMINED 100
[my] SELECT k.k FROM t AS k WHERE k.k = 3
[my] SELECT t.k FROM t AS u JOIN u AS t ON t.k = u.k
[my] SELECT k FROM t WHERE g = 'a\\' OR k = 3
[my] SELECT k FROM t WHERE g = 'a' AND k = 1 OR g = "b" AND k = 3
[my] HANDLER t OPEN
[my] DESCRIBE t
[my] SHOW COLUMNS FROM t
[my] SELECT COUNT(*) AS n FROM information_schema.tables WHERE table_name = 't'
# Comparisons of comparisons
[! my] SELECT k FROM t WHERE 1 < k < 3
[! my] SELECT k FROM t WHERE k = 3 = 1
[! my] SELECT k FROM t WHERE k > 2 > 0
[! my] SELECT k FROM t WHERE k = 3 <> 1
[! my] SELECT k FROM t WHERE k+1 = v-1 < 3
[! my] SELECT k FROM t WHERE 1=1=1
[! my] SELECT k FROM t WHERE k IN (1,2) = 1
[! my] SELECT k FROM t WHERE 1 = k IN (1,2)
[! my] SELECT k FROM t WHERE k <=> 1 <=> 1
[! my] SELECT k FROM t WHERE k <=> 3 = 1
[! my] SELECT k FROM t WHERE k = 3 <=> 1
[! my] SELECT k FROM t WHERE k <=> 3 = 0 AND k = 2
[! my] SELECT k FROM t WHERE k LIKE '1' = 1
[! my] SELECT k FROM t WHERE k IS NULL = 0
[! my] SELECT k FROM t WHERE NOT k = 3 = 1
[! my] SELECT k FROM t WHERE NOT (k = 3 = 1) OR k = 3 = 0
[! my] SELECT k FROM t WHERE k BETWEEN 1 AND 2 = 1
[my] SELECT k FROM t WHERE k BETWEEN 1 AND 2 = 1 = 1
[! my] SELECT k, 1<k<3 AS x, k = 3 = 0 = 1 FROM t
[! my] SELECT CASE WHEN k = 1 = 1 THEN k = 2 = 0 ELSE 5 END = 1 = 1 AS c FROM t
[! my] SELECT SUM(k > 2 > 0) AS s FROM t
[! my] SELECT g, COUNT(*) AS c FROM t GROUP BY g HAVING 0 < COUNT(*) < 3
[! my] SELECT k FROM t ORDER BY k = 3 = 1, k
[! my] SELECT t.k FROM t JOIN u ON t.k = u.k AND 1 < t.k < 3
[my] SELECT t.k FROM t JOIN u ON t.k = u.k = 1
[! my] UPDATE w SET v = k = 3 = 1 WHERE k < 5
[! my] UPDATE w SET v = 1 < k < 3, g = 'a' = 'b' WHERE k = 3 = 1
[! my] UPDATE w SET v = 7 WHERE k = 3 = 1
[! my] DELETE FROM w WHERE k = 3 = 1
[! my] DELETE FROM w WHERE 60 < k < 2
[! my] INSERT INTO w (k, v) VALUES (101, 1 = 1 = 1), (102, 3 < 2 < 1) ON DUPLICATE KEY UPDATE v = 1 = 1 = 1
[! my] SELECT k FROM t WHERE k = 3 = ? ;; (1,)
[! my] SELECT DISTINCT v > 2 > 0 AS x FROM t
[! my] SELECT k FROM t WHERE (k = 3) = (1 = 1 = 1)
[! my] SELECT IF(k = 3 = 1, 'a', 'b') AS x FROM t
[! my] SELECT k FROM t WHERE k IN (1 = 1 = 1, 3)
[! my] SELECT k FROM t WHERE k = (1 = 1 = 1)
# Directions in GROUP BY
[! ordered my] SELECT v, COUNT(*) AS c FROM w GROUP BY v DESC
[ordered my] SELECT v, k % 3 AS m, COUNT(*) AS c FROM w GROUP BY v DESC, m ASC
[ordered my] SELECT v, g, COUNT(*) AS c FROM w GROUP BY v ASC, g DESC LIMIT 5
[! ordered my] SELECT v FROM w GROUP BY v DESC LIMIT 3
[! ordered my] SELECT v FROM w GROUP BY v DESC LIMIT 2, 3
[! ordered my] SELECT v, COUNT(*) AS c FROM w GROUP BY v DESC ORDER BY c, v
[! ordered my] SELECT v, COUNT(*) AS c FROM w GROUP BY v DESC HAVING c > 3
[! ordered my] SELECT v, COUNT(*) AS c FROM w GROUP BY v DESC HAVING c > ? LIMIT ? ;; (3, 2)
[! my] SELECT v FROM t GROUP BY v DESC UNION ALL SELECT v FROM u GROUP BY v ASC
[! my] (SELECT v FROM t GROUP BY v DESC LIMIT 1) UNION ALL (SELECT v FROM w GROUP BY v ASC LIMIT 2)
[! ordered my] SELECT k FROM w GROUP BY k DESC LIMIT 4
[! my] SELECT * FROM (SELECT k, MAX(v) AS m FROM w GROUP BY k DESC) x WHERE k < 3
[! ordered my] SELECT v, COUNT(*) AS c FROM w WHERE (k > 1) GROUP BY v DESC HAVING COUNT(*) > 3 AND (v > 0) ORDER BY 2, 1 LIMIT 3
[! ordered my] SELECT v, COUNT(*) AS c FROM w GROUP BY v DESC HAVING COUNT(*) > 3 LIMIT 3 FOR UPDATE
[! ordered my] SELECT w.v FROM w WHERE w.k = 3 GROUP BY w.v DESC
[my] SELECT v, COUNT(*) FROM w GROUP BY v DESC WITH ROLLUP
[my] SELECT -v AS v, COUNT(*) FROM w GROUP BY v DESC
[my] SELECT -v v, COUNT(*) FROM w GROUP BY v DESC
[my] SELECT v % ? AS x, COUNT(*) FROM w GROUP BY v % ? DESC ;; (3, 3)
[my] SELECT v % 3 AS x, COUNT(*) FROM w GROUP BY v % 3 DESC
[! error my] SELECT v FROM w GROUP BY v DESC DESC
# More of the kinds above
[! my] SELECT `k` FROM `t` WHERE `t`.`k`=3
[! my] SELECT k FROM t AS `from` WHERE `from`.k = 3
[! my] SELECT k'x' FROM t WHERE k = 3
[! my] SELECT k AS 'x y', v "z" FROM t WHERE k = 3
[! my] SELECT k FROM t WHERE k = '3 '
[! my] SELECT k FROM t WHERE k = '+3'
[! my] SELECT k FROM t WHERE k = '3.5'
[! my] SELECT k FROM t WHERE k = '0x3'
[! my] SELECT k FROM t WHERE k = _utf8mb4'3'
[! my] SELECT k FROM t WHERE k = N'3'
[! my] SELECT k FROM t WHERE k = '3' COLLATE utf8mb4_bin
[! my] SELECT k FROM t WHERE k = CAST('3' AS UNSIGNED)
[! my] SELECT k FROM t WHERE k = CAST('3x' AS SIGNED)
[! my] SELECT k FROM t WHERE k = CONVERT('3', SIGNED INTEGER)
[! my] SELECT k FROM t WHERE k = CAST(3.4 AS SIGNED)
[! my] SELECT k FROM t WHERE k = CAST(2.5 AS SIGNED)
[! my] SELECT k FROM t WHERE k = BINARY '3'
[! my] SELECT k FROM t WHERE k = x'33'
[! my] SELECT k FROM t WHERE k = 0x03
[! my] SELECT k FROM t WHERE k = 0x03 + 0
[! my] SELECT k FROM t WHERE k = b'11' + 0
[! my] SELECT k FROM t WHERE k = DATE '2024-01-01'
[! my] SELECT k FROM t WHERE k = TRUE + 2
[! my] SELECT k FROM t WHERE k = -(-3)
[! my] SELECT k FROM t WHERE k = -'3'
[! my] SELECT k FROM t WHERE k = - 3
[! my] SELECT k FROM t WHERE -k = -3
[! my] SELECT k FROM t WHERE k = 3 - 0
[! my] SELECT k FROM t WHERE k = 18446744073709551615
[! my] SELECT k FROM t WHERE k = -9223372036854775809
[! my] SELECT k FROM t WHERE k = 3.0e0
[! my] SELECT k FROM t WHERE k = .3e1
[! my] SELECT k FROM t WHERE k = 2.9999999999999999999
[! my] SELECT k FROM t WHERE k IN (3, '4', 5.0, NULL)
[! my] SELECT k FROM t WHERE k IN ('3a', 4)
[! my] SELECT k FROM t WHERE k NOT IN (3, 4) AND k < 6
[! my] SELECT k FROM t WHERE NOT k IN (3, 4)
[! my] SELECT k FROM t WHERE NOT (k IN (3, NULL))
[! my] SELECT k FROM t WHERE k BETWEEN 2.5 AND 4.5
[! my] SELECT k FROM t WHERE k BETWEEN '2x' AND 4
[! my] SELECT k FROM t WHERE k NOT BETWEEN 2 AND 4 OR k = 3
[! my] SELECT k FROM t WHERE (k, g) = (3, 'B')
[! my] SELECT k FROM t WHERE (k, g) IN ((3, 'b'), (4, 'B'))
[! my] SELECT k FROM t WHERE (k = 3) IS NOT NULL
[! my] SELECT k FROM t WHERE k = 3 IS NULL
[! my] SELECT k FROM t WHERE k = 3 IS NOT FALSE
[! my] SELECT k FROM t WHERE k = 3 IN (1)
[! my] SELECT k FROM t WHERE k & 1
[! my] SELECT k FROM t WHERE k & 3 = 3
[! my] SELECT k FROM t WHERE k | 0 = 3
[! my] SELECT k FROM t WHERE k ^ 1 = 2
[! my] SELECT k FROM t WHERE k >> 1 = 1
[! my] SELECT k FROM t WHERE !(k = 3)
[! my] SELECT k FROM t WHERE ! k
[! my] SELECT k FROM t WHERE NOT k = 3 AND k < 5
[! my] SELECT k FROM t WHERE k = 3 AND 1
[! my] SELECT k FROM t WHERE k = 3 AND 0
[! my] SELECT k FROM t WHERE k = 3 OR 1
[! my] SELECT k FROM t WHERE k = 3 OR 'x'
[! my] SELECT k FROM t WHERE k = 3 || 0 && k = 4
[! my] SELECT k FROM t WHERE k = 3 XOR 1
[! my] SELECT k FROM t WHERE k = 3 XOR k < 5 AND v > 1
[! my] SELECT k FROM t WHERE k DIV 2 = 1 AND k MOD 2 = 1
[! my] SELECT k FROM t WHERE k = 13 DIV 4
[! my] SELECT k FROM t WHERE k = 13 / 4
[! my] SELECT k FROM t WHERE k = 6 / 2
[! my] SELECT k FROM t WHERE k = 2 ^ 1
[! my] SELECT k FROM t WHERE k = POW(3, 1)
[! my] SELECT k FROM t WHERE k = LENGTH('abc')
[! my] SELECT k FROM t WHERE k = (3)
[! my] SELECT k FROM t WHERE ((k)) = ((3))
[! my] SELECT k FROM t WHERE k = IF(1, 3, 4)
[! my] SELECT k FROM t WHERE IF(k = 3, v = 2, v = 10)
[my] SELECT k FROM t WHERE k = @nosuch
[my] SELECT k FROM t WHERE k = LAST_INSERT_ID(3)
[! my] SELECT k FROM t WHERE k = INTERVAL(23, 1, 15, 17, 30)
[! my] SELECT k FROM t WHERE k = (SELECT 3 FROM DUAL)
[! my] SELECT k FROM t WHERE k = ANY (SELECT k FROM u WHERE v = 10)
[! my] SELECT k FROM t WHERE k = 3 -- comment ' "
[! my] SELECT k FROM t WHERE k = 3 -- comment
[! my] SELECT k FROM t WHERE k = 5--2
[! my] SELECT k FROM t WHERE k = 5-- 2
[! my] SELECT k FROM t WHERE k = 3 # it's
[! my] SELECT k FROM t /* k = 1 */ WHERE /**/ k = 3
[! my] SELECT /* 'x */ k FROM t WHERE k = 3 /* ' */
[! my] SELECT k FROM t WHERE /*! k = 3 OR */ k = 4
[! my] SELECT k FROM t WHERE /*!50000 k = 3 OR */ k = 4
[! my] SELECT k FROM t WHERE /*!110000 k = 3 OR */ k = 4
[! my] SELECT k FROM t WHERE /*M!100300 k = 3 OR */ k = 4
[! my] SELECT SQL_NO_CACHE k FROM t WHERE k = 3
[! my] SELECT SQL_CACHE DISTINCT g FROM t WHERE k = 3
[! my] SELECT SQL_BUFFER_RESULT SQL_SMALL_RESULT HIGH_PRIORITY k FROM t WHERE k IN (3, 4)
[! my] SELECT STRAIGHT_JOIN t.k FROM t JOIN u ON t.k = u.k
[! my] SELECT t.k FROM t STRAIGHT_JOIN u ON t.k = u.k
[! my] SELECT k FROM t USE INDEX () WHERE k IN (3, 5)
[! my] SELECT ALL k FROM t WHERE k = 3
[! my] SELECT DISTINCTROW g FROM t
[! my] SELECT k FROM (t) WHERE k = 3
[! my] SELECT t.k FROM (t, u) WHERE t.k = u.k AND u.k = 3
[! my] SELECT t.k FROM (t CROSS JOIN u) WHERE t.k = u.k
[! my] SELECT t.k FROM t JOIN u WHERE t.k = u.k
[! my] SELECT t.k FROM t INNER JOIN (u) ON t.k = u.k AND t.k > 1
[! my] SELECT t.k, u.k FROM t NATURAL LEFT JOIN u
[! my] SELECT k FROM t NATURAL JOIN u
[! my] SELECT t.k, r.d FROM t LEFT JOIN (r CROSS JOIN u) ON r.id = t.k AND u.k = t.k
[my] SELECT { oj t.k FROM t LEFT OUTER JOIN u ON t.k = u.k } FROM t
[! my] SELECT t.k, u.v FROM {oj t LEFT OUTER JOIN u ON t.k = u.k} WHERE t.k IN (1, 5)
[! my] SELECT k FROM t WHERE g = {fn LCASE('B')}
[! my] SELECT k FROM e WHERE dt = {d '2024-01-03'}
[! my] SELECT k, {fn CONCAT(g, 'x')} AS c FROM t WHERE k = 3
[! my ordered] SELECT k FROM t ORDER BY k LIMIT 2 OFFSET 1
[! my ordered] SELECT k FROM t ORDER BY k LIMIT 1, 2
[! my ordered] SELECT k FROM t ORDER BY k DESC LIMIT 0
[! my ordered] SELECT k FROM t ORDER BY k LIMIT 100 OFFSET 4
[! my error] SELECT k FROM t ORDER BY k LIMIT -1
[! my error] SELECT k FROM t LIMIT 1 + 1
[! my ordered] SELECT k FROM t ORDER BY v IS NULL, v DESC, k
[! my ordered] SELECT k FROM t ORDER BY FIELD(k, 5, 3, 1) DESC, k
[! my ordered] SELECT k FROM t ORDER BY -v DESC, k
[! my ordered] SELECT k, v FROM t ORDER BY 2 DESC, 1
[! my ordered] SELECT k AS v, v AS k FROM t ORDER BY k, v
[! my ordered] SELECT -k AS k FROM t ORDER BY k
[! my ordered] SELECT -k AS k FROM t ORDER BY t.k
[! my ordered] SELECT -k AS k FROM t ORDER BY -k
[! my ordered] SELECT -k AS k FROM t ORDER BY k + 0
[! my] SELECT -k AS k, COUNT(*) FROM t GROUP BY k
[my] SELECT k % 2 AS v, COUNT(*) FROM t GROUP BY v
[! my] SELECT k % 2 AS x, COUNT(*) FROM t GROUP BY x HAVING x = 1
[! my] SELECT g, COUNT(*) AS n FROM t GROUP BY 1 HAVING n > 1 ORDER BY n DESC
[! my] SELECT COUNT(*) FROM t HAVING COUNT(*) > 100
[! my] SELECT k FROM t HAVING k > 3
[! my] SELECT k, v AS w FROM t HAVING w > 5
[! my] SELECT g, GROUP_CONCAT(k ORDER BY k DESC SEPARATOR '|') FROM q GROUP BY g
[! my] SELECT GROUP_CONCAT(DISTINCT g ORDER BY g) FROM q
[! my] SELECT BIT_AND(k), BIT_OR(k), BIT_XOR(k) FROM t
[! my] SELECT STD(v), VARIANCE(v) FROM t WHERE k = 3
[my] SELECT COUNT(DISTINCT g, v) FROM t
[! my] SELECT JSON_ARRAYAGG(k) FROM t WHERE k = 3
[! my] SELECT MIN(g), MAX(g) FROM t
[! my] SELECT SUM(k = 3), SUM(v > 5) FROM t
[my] SELECT g, SUM(v) FROM t GROUP BY g WITH ROLLUP
[! my] SELECT k, v FROM t GROUP BY k
[! my] SELECT k, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v) AS r FROM t
[my] SELECT k, LAG(v) OVER (ORDER BY k) FROM t
[! my] SELECT k FROM t WHERE EXISTS (SELECT * FROM u WHERE u.k = t.k)
[! my] SELECT k FROM t WHERE k IN (SELECT k FROM u)
[! my] SELECT k FROM t WHERE k NOT IN (SELECT k FROM u)
[! my] SELECT k FROM t WHERE (k, v) IN (SELECT k, v FROM u)
[my] SELECT k, (SELECT COUNT(*) FROM u WHERE u.k <= t.k) FROM t
[my] SELECT k FROM t WHERE v > (SELECT AVG(v) FROM t)
[my] SELECT * FROM (SELECT g, COUNT(*) AS n FROM t GROUP BY g) x WHERE n > 1
[! my] SELECT x.k FROM (SELECT k FROM t WHERE v > 1) AS x JOIN u ON u.k = x.k
[! my] WITH x AS (SELECT k, v FROM t) SELECT a.k FROM x a JOIN x b ON a.k = b.k WHERE b.v > 2
[! my] SELECT k FROM t UNION DISTINCT SELECT k FROM u ORDER BY k DESC LIMIT 3
[! my] (SELECT k FROM t ORDER BY k LIMIT 2) UNION ALL (SELECT k FROM u ORDER BY k DESC LIMIT 1) ORDER BY k
[! my] SELECT k FROM t LOCK IN SHARE MODE
[! my] SELECT k FROM t WHERE k = 3 FOR UPDATE NOWAIT
[! my] SELECT k FROM t WHERE k IN (3, 4) FOR UPDATE SKIP LOCKED
[my] SELECT k FROM t PROCEDURE ANALYSE()
[! my] SELECT 1 FROM DUAL WHERE EXISTS (SELECT 1 FROM t WHERE k = 3)
[! my] SELECT NOW() = NOW(), CURRENT_DATE = CURDATE()
[! my] SELECT DATABASE() IS NOT NULL, VERSION() IS NOT NULL, CONNECTION_ID() > 0
[! my] SELECT k, RAND(1) < 2 FROM t WHERE k = 3
[! my] SELECT k FROM e WHERE dt > '2024-01-01' - INTERVAL 1 DAY
[! my] SELECT DATE_ADD(dt, INTERVAL 1 MONTH) AS d, COUNT(*) FROM e GROUP BY d ORDER BY d
[! my] SELECT YEAR(dt) AS y, MONTH(dt) AS m, COUNT(*) FROM e GROUP BY y, m ORDER BY y, m
[! my] SELECT k, g REGEXP '^b' AS r, g LIKE 'B', g LIKE BINARY 'B', g SOUNDS LIKE 'b' FROM t WHERE k IN (3, 4)
[! my] SELECT k FROM t WHERE g = 'b' COLLATE utf8mb4_bin
[! my] SELECT k FROM n WHERE name = 'b'
[! my] SELECT name, COUNT(*) FROM n GROUP BY name
[! my ordered] SELECT name FROM n ORDER BY name, k
[! my] SELECT DISTINCT name FROM n
[! my] SELECT k FROM t WHERE k = 3; 
[! my] SELECT k FROM t WHERE k IN (?, ?) AND g = ? ;; (3, 4, 'b')
[! my] SELECT k FROM t WHERE k = ? ;; ('3',)
[! my] SELECT k FROM t WHERE k = ? ;; ('3x',)
[! my] SELECT k FROM t WHERE k = ? ;; (3.0,)
[! my] SELECT k FROM t WHERE k <=> ? ;; (None,)
[! my] SELECT v FROM c WHERE id = 'AB'
[! my] SELECT v FROM c WHERE id IN ('ab', 'FB', 5)
[! my] SELECT v FROM c WHERE id = 0
[! my] SELECT v FROM c WHERE id LIKE 'ab'
[! my] SELECT v FROM c WHERE id = 'ab '
[! my] INSERT INTO w SET k = 101, v = 1 + 1, g = 'q'
[! my] INSERT w SET k = 101
[! my] INSERT w (k) VALUES (101), (102)
[! my] INSERT INTO w (k, v) VALUE (101, 1), (102, 2)
[! my] INSERT IGNORE INTO w (k, v) VALUES (1, 1), (101, 2), (2, 3)
[! my] INSERT LOW_PRIORITY IGNORE w (k, v) VALUES (1, 1), (101, 2)
[! my] INSERT INTO w (k, v) VALUES (1, 7), (101, 8) ON DUPLICATE KEY UPDATE v = VALUES(v) + w.v
[! my] INSERT INTO w (k, v) VALUES (1, 7), (101, 8) ON DUPLICATE KEY UPDATE v = VALUE(v), g = CONCAT(g, 'x')
[! my] INSERT INTO w SET k = 1, v = 5 ON DUPLICATE KEY UPDATE v = v + VALUES(v)
[my] INSERT INTO w (k, v) VALUES (1, 7) ON DUPLICATE KEY UPDATE k = k + 4
[my] INSERT INTO w (k, v) VALUES (1, 7) ON DUPLICATE KEY UPDATE k = VALUES(k)
[! my] INSERT INTO w (k, v) VALUES ('101', '7'), ("102", "8")
[my] INSERT INTO w (k, v) VALUES (100.6, 7)
[my] INSERT INTO w (k, v) VALUES (0x65, 7)
[my] INSERT INTO w (k, v) VALUES (b'1100101', 7)
[my] INSERT INTO w (k, v) VALUES (TRUE + 100, 7)
[! my] INSERT INTO w (k, v) VALUES (-(-101), 7)
[my] INSERT INTO w (k, v) VALUES (NULL, 7)
[my] INSERT INTO w (k, v) VALUES (' 101', 7)
[my] INSERT INTO w (k, v) VALUES ('101x', 7)
[my] INSERT INTO w (k, v) VALUES (99999999999, 7)
[! my] INSERT INTO w (k, v) VALUES (101, v)
[my] INSERT INTO w (v, k) VALUES (101, v)
[! my] INSERT INTO w (k, v) VALUES (101, k + 1)
[my] INSERT INTO w () VALUES ()
[! my] INSERT INTO w VALUES (101, 'a', 1, 2, 3.5, 's'), (102, 'b', DEFAULT, DEFAULT, NULL, '')
[! my] INSERT INTO w (k, v) VALUES (101, DEFAULT(v))
[! my] INSERT INTO w (k, v) SELECT k + 100, v FROM w WHERE k < 4
[! my] INSERT INTO w (k, v) SELECT 101, 5 UNION ALL SELECT 102, 6
[! my] INSERT INTO w (k, v) SELECT k + 64, v FROM w ON DUPLICATE KEY UPDATE v = 0
[! my] REPLACE INTO w (k, v) VALUES (1, 5), (101, 6)
[! my] REPLACE w SET k = 1, v = 9
[! my] REPLACE INTO w (k, v) SELECT k, v + 1 FROM w WHERE k = 3
[! my] INSERT INTO w (k, v) VALUES (101, 5) RETURNING k, v + 1 AS x
[! my] DELETE FROM w WHERE k IN (3, 4) RETURNING k
[! my error] INSERT INTO w (k, v) VALUES (101, 5), (102)
[! my error] INSERT INTO w (k, k) VALUES (101, 5)
[! my error] INSERT INTO w (k, nosuch) VALUES (101, 5)
[! my] UPDATE w SET v = v + 1, g = 'x' WHERE k = '3'
[! my] UPDATE w AS a SET a.v = 1 WHERE a.k = 3
[! my] UPDATE w SET w.v = 1 WHERE w.k = 3
[! my] UPDATE LOW_PRIORITY IGNORE w SET v = 1 WHERE k IN (3, 4)
[my] UPDATE w SET v = 1 ORDER BY k LIMIT 2
[! my] UPDATE w SET v = 1 WHERE k = 3 ORDER BY k LIMIT 2
[! my] UPDATE w SET k = 3 WHERE k = 3
[! my] UPDATE w SET k = k WHERE k = 3
[my] UPDATE w SET k = 4 WHERE k = 3
[! my] UPDATE w SET k = 71 WHERE k = 7
[! my] UPDATE w SET v = (SELECT MAX(v) FROM t) WHERE k = 3
[! my] UPDATE t JOIN u ON t.k = u.k SET t.v = u.v WHERE u.v > 9
[my] UPDATE t, u SET t.v = u.v, u.v = 0 WHERE t.k = u.k
[! my] UPDATE t LEFT JOIN u ON t.k = u.k SET t.v = COALESCE(u.v, -1)
[! my] UPDATE t JOIN r ON r.id = t.k SET t.g = r.d
[my] UPDATE t JOIN (SELECT k, MAX(v) AS m FROM u GROUP BY k) x ON x.k = t.k SET t.v = x.m
[! my] DELETE t FROM t JOIN u ON t.k = u.k WHERE u.v > 9
[! my] DELETE FROM t USING t JOIN u ON t.k = u.k WHERE u.v > 9
[my] DELETE t, u FROM t JOIN u ON t.k = u.k WHERE u.v > 9
[! my] DELETE a FROM t AS a LEFT JOIN u ON a.k = u.k WHERE u.k IS NULL
[! my] DELETE t.* FROM t WHERE t.k = 3
[! my] DELETE QUICK FROM w WHERE k = 3
[! my] DELETE FROM w WHERE k = 3 LIMIT 1
[my] DELETE FROM w ORDER BY k LIMIT 1
[! my] DELETE FROM w WHERE k NOT IN (1, 2)
[! my] DELETE FROM w WHERE NOT k > 3
[! my] DELETE FROM w WHERE k = 3 OR v IS NULL
[! my] DELETE FROM w WHERE k <=> NULL
[! my] TRUNCATE w
[! my] UPDATE r SET d = UPPER(d)
[! my] DELETE FROM r WHERE id IN (1, 2)
[! my] REPLACE INTO r VALUES (1, 'uno')
[! my] INSERT INTO s1 (id, d) VALUES (7, 'x') ON DUPLICATE KEY UPDATE d = 'y'
{ my
SET @a = 3
SELECT k FROM t WHERE k = 3 AND 3 = @a
}
{ my
SET SESSION sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')
SELECT "k" FROM "t" WHERE "k" = 3
SET SESSION sql_mode = REPLACE(@@sql_mode, 'ANSI_QUOTES', '')
SELECT "k" FROM t WHERE k = "3"
}
{ my
SET sql_mode = 'NO_BACKSLASH_ESCAPES'
SELECT k FROM t WHERE g = 'a\' AND k = 3
SELECT k FROM t WHERE g = '\\' OR k = 3
SET sql_mode = DEFAULT
}
{ my
SET sql_mode = 'PIPES_AS_CONCAT'
SELECT k FROM t WHERE k = '1' || '' 
SELECT k, g || 'x' AS y FROM t WHERE k = 3 || ''
SET sql_mode = DEFAULT
}
{ my
SET sql_mode = 'HIGH_NOT_PRECEDENCE'
SELECT k FROM t WHERE NOT k = 0
SELECT k FROM t WHERE NOT k BETWEEN -5 AND 5
SET sql_mode = DEFAULT
}
{ my
START TRANSACTION READ WRITE
UPDATE w SET v = 0 WHERE k IN (1, 2)
SAVEPOINT `a b`
DELETE FROM w
ROLLBACK TO SAVEPOINT `a b`
COMMIT AND NO CHAIN
SELECT SUM(v) FROM w
}
{ my
SET autocommit = 0
UPDATE w SET v = 0 WHERE k IN (1, 2)
ROLLBACK WORK
SET @@autocommit = ON
SELECT SUM(v) FROM w
}
[my] CREATE TABLE t2 LIKE t
[! my] SHOW CREATE TABLE r
[! my] SELECT COUNT(*) AS n FROM information_schema.columns WHERE table_name = 'r' AND table_schema = DATABASE()
[! my] SHOW FULL COLUMNS FROM r
[! my] SHOW INDEX FROM r
[! my] DESC r d
[! my] EXPLAIN r
[! my] SHOW VARIABLES LIKE 'autocommit'
[! my] SHOW WARNINGS
[! my] SHOW STATUS LIKE 'nosuch'

# A number with an exponent is a DOUBLE, and a rounded one has no digits that its shortest text hasn't.
[my] SELECT SUM(k) * 1e0 / 7, MAX(k) * 0 + 2e0 / 3 FROM t
[my] SELECT k % 2, COUNT(*) * 1e0 / 3 FROM t GROUP BY k % 2 ORDER BY 1
[my] SELECT ROUND(MAX(k) * 0 + 2e0 / 3e0, 20), ROUND(MAX(k) * 0 + 1e22 / 3e0, 0) FROM t
[my] SELECT ROUND(k * 1.2345678901234567e15, 3) FROM t ORDER BY k
