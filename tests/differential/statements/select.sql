# Which rows: conditions on the sharding key and on other columns.
[!] SELECT * FROM t WHERE k = 3
[!] SELECT * FROM t WHERE 3 = k
[!] SELECT * FROM t WHERE (k) = 3
[!] SELECT * FROM t WHERE k = 1 + 2
[!] SELECT * FROM t WHERE k = - -3
[! pg sl] SELECT * FROM t WHERE k = CAST('3' AS INT)
[! my] SELECT * FROM t WHERE k = CAST('3' AS SIGNED)
[!] SELECT * FROM t WHERE k = 3.0
[!] SELECT * FROM t WHERE k = 3.5
[!] SELECT v FROM t WHERE k = '3'
[! my sl] SELECT v FROM t WHERE k = '3abc'
[pg error] SELECT v FROM t WHERE k = '3abc'
[!] SELECT * FROM t WHERE k IN (1, 2)
[!] SELECT * FROM t WHERE k IN (1, 2, 3, 4, 5, 6, 7)
[!] SELECT * FROM t WHERE k IN (3)
[!] SELECT * FROM t WHERE k IN (1, 1, 1)
[!] SELECT * FROM t WHERE k IN (1, NULL)
[!] SELECT k FROM t WHERE k IN (NULL)
[!] SELECT * FROM t WHERE k NOT IN (1, 2)
[!] SELECT * FROM t WHERE k NOT IN (1, NULL)
[!] SELECT * FROM t WHERE k = NULL
[!] SELECT * FROM t WHERE k IS NULL
[!] SELECT * FROM t WHERE k IS NOT NULL
[!] SELECT * FROM t WHERE k <> 3
[!] SELECT * FROM t WHERE k != 3 AND k != 4
[!] SELECT * FROM t WHERE NOT k = 3
[!] SELECT * FROM t WHERE NOT (k = 3 OR k = 4)
[!] SELECT * FROM t WHERE k BETWEEN 2 AND 4
[!] SELECT * FROM t WHERE k BETWEEN 4 AND 2
[!] SELECT * FROM t WHERE k NOT BETWEEN 2 AND 4
[!] SELECT * FROM t WHERE k BETWEEN NULL AND 4
[!] SELECT * FROM t WHERE k > 3
[!] SELECT * FROM t WHERE k >= 3
[!] SELECT * FROM t WHERE k < 3
[!] SELECT * FROM t WHERE k <= 3
[!] SELECT * FROM t WHERE 3 < k
[!] SELECT * FROM t WHERE k > 2 AND k < 5
[!] SELECT * FROM t WHERE k >= 5 AND k <= 6
[!] SELECT * FROM t WHERE k > 6 AND k < 2
[!] SELECT * FROM t WHERE k >= 3147483647
[!] SELECT * FROM t WHERE k = 3147483647
[!] SELECT * FROM t WHERE k = -1
[!] SELECT * FROM t WHERE k = 1 OR k = 6
[!] SELECT * FROM t WHERE k = 1 OR v = 20
[!] SELECT * FROM t WHERE k = 1 AND v = 1
[!] SELECT * FROM t WHERE k = 1 AND v = 2
[!] SELECT * FROM t WHERE (k = 1 OR k = 2) AND (k = 2 OR k = 3)
[!] SELECT * FROM t WHERE k = 1 AND k = 2
[!] SELECT * FROM t WHERE (k = 1 AND g = 'a') OR (k = 4 AND g = 'b')
[!] SELECT * FROM t WHERE (k IN (1, 2) AND v > 1) OR k BETWEEN 5 AND 6
[!] SELECT * FROM t WHERE v > 5
[!] SELECT * FROM t WHERE g = 'a'
[!] SELECT * FROM t WHERE g LIKE 'a%'
[!] SELECT * FROM t WHERE v IS NULL
[!] SELECT * FROM t WHERE k + 1 = 4
[!] SELECT * FROM t WHERE k = v
[!] SELECT * FROM t WHERE k % 2 = 0
[!] SELECT * FROM t WHERE ABS(k) = 3
[!] SELECT * FROM t WHERE COALESCE(k, 0) = 3
[!] SELECT * FROM t WHERE CASE WHEN k = 3 THEN 1 ELSE 0 END = 1
[!] SELECT * FROM t WHERE 1 = 1
[!] SELECT * FROM t WHERE 1 = 0
[!] SELECT * FROM t WHERE k = 3 OR 1 = 1
[!] SELECT * FROM t
[!] SELECT k, g, v FROM t
[!] SELECT v, k FROM t
[!] SELECT t.* FROM t
[!] SELECT t.k, t.v FROM t WHERE t.k = 5
[!] SELECT x.k FROM t x WHERE x.k = 5
[!] SELECT x.k FROM t AS x WHERE x.k > 2
[!] SELECT k AS key_of_row, v value_of_row FROM t
[!] SELECT k AS "Key Of Row" FROM t
[!] SELECT k, k FROM t
[!] SELECT k * 2 + v AS twice FROM t
[!] SELECT 'x' AS c, k FROM t
[!] SELECT NULL AS empty, k FROM t
[!] SELECT COALESCE(v, -1) AS v FROM t
[!] SELECT CASE WHEN v > 5 THEN 'high' ELSE 'low' END AS c FROM t
[!] SELECT UPPER(g) AS g FROM t
[!] select K, G from t where K = 3
[!] SELECT k FROM t WHERE k = 3 -- a comment
[!] SELECT /* k = 4 */ k FROM t WHERE k = 3
[!] SELECT k FROM t WHERE g = 'k = 3'
[!] SELECT 1 AS one
[!] SELECT 1 AS one, 'two' AS two
[!] SELECT 1 + 1 AS two WHERE 1 = 1
[!] SELECT * FROM r
[!] SELECT * FROM r WHERE id = 5
[!] SELECT COUNT(*) AS c FROM r
[! ordered] SELECT * FROM r ORDER BY id DESC
[!] SELECT * FROM s1
[! ordered] SELECT * FROM s1 ORDER BY id
[!] SELECT COUNT(*) AS c, MAX(d) AS m FROM s1
[!] SELECT * FROM z
[!] SELECT k FROM z WHERE v > 3
[!] SELECT * FROM w WHERE k = 17
[!] SELECT * FROM w WHERE k IN (1, 5, 9, 13, 17, 21)
[!] SELECT * FROM w WHERE k BETWEEN 10 AND 20
[!] SELECT * FROM w WHERE k > 60
[!] SELECT * FROM w
[!] SELECT * FROM w WHERE b > 100
[!] SELECT * FROM w WHERE s = 'O''Neil'
[!] SELECT * FROM w WHERE s = 'Äpfel'
[!] SELECT k, s FROM w WHERE s IN ('日本', 'ß')
[!] SELECT * FROM e
[!] SELECT * FROM e WHERE k = 7
[!] SELECT * FROM e WHERE dt > '2024-01-01'
[!] SELECT * FROM d
[!] SELECT * FROM d WHERE k = 6
[!] SELECT * FROM d WHERE a > 1
[!] SELECT * FROM orders WHERE user_id = 3
[!] SELECT * FROM orders WHERE user_id = 3 AND order_id = 105
[!] SELECT * FROM orders WHERE order_id = 105
[!] SELECT * FROM orders WHERE order_id IN (105, 106) AND user_id IN (1, 2, 3)
[!] SELECT * FROM orders WHERE user_id = 3 OR order_id = 120
[!] SELECT * FROM orders
[!] SELECT * FROM c WHERE id = 'ab'
[!] SELECT * FROM c WHERE id IN ('ab', 'Zürich', '')
[!] SELECT * FROM c WHERE id = 'nothing'
[!] SELECT * FROM c WHERE id LIKE 'a%'
[!] SELECT * FROM c WHERE id > 'a'
[!] SELECT * FROM c
[error] SELECT nosuch FROM t
[error] SELECT nosuch FROM t WHERE k = 3
[error] SELECT k FROM nosuch
[error] SELECT k FROM t WHERE
[error] SELEC k FROM t
[error] SELECT k FROM t GROUP
