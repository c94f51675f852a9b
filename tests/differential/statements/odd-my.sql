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
[my] SELECT k FROM t FOR SYSTEM_TIME ALL
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
[my] TABLE t
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
