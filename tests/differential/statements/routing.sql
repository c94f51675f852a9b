# What a condition says of the sharding key, in every spelling; names that only look like the key.
[!] SELECT * FROM t WHERE k = 2 AND k = '2'
[!] SELECT * FROM t WHERE k IN ('1', 2, 3.0)
[!] SELECT * FROM t WHERE k IN (1, v)
[!] SELECT * FROM t WHERE k IN (1, v, NULL)
[!] SELECT * FROM t WHERE k IN (1, 2 + 1, v - 6)
[!] SELECT * FROM t WHERE k NOT IN (v, 2)
[!] SELECT * FROM t WHERE k = 3e0
[!] SELECT * FROM t WHERE k = 30e-1
[!] SELECT * FROM t WHERE k >= 2.5 AND k < 3.5
[!] SELECT * FROM t WHERE k < -2.5 OR k > 5.999
[!] SELECT * FROM t WHERE k BETWEEN 2.5 AND 4.5
[!] SELECT * FROM t WHERE k BETWEEN '2' AND '4'
[!] SELECT * FROM t WHERE k = +3
[!] SELECT * FROM t WHERE k = -(-3)
[!] SELECT * FROM t WHERE k = 9 / 3
[!] SELECT * FROM t WHERE k = 7 / 2
[!] SELECT * FROM t WHERE k = 10 % 4
[!] SELECT * FROM t WHERE k = 2 * 3 - 1
[!] SELECT * FROM t WHERE k = (SELECT 3)
[!] SELECT * FROM t WHERE k IN (SELECT 3)
[!] SELECT * FROM t WHERE k = (SELECT MAX(id) FROM r)
[!] SELECT * FROM t WHERE k IN (SELECT id FROM r)
[!] SELECT * FROM t WHERE k NOT IN (SELECT id FROM r)
[!] SELECT * FROM t WHERE EXISTS (SELECT 1 FROM r WHERE r.id = t.k)
[!] SELECT * FROM t WHERE NOT EXISTS (SELECT 1 FROM r WHERE r.id = t.k)
[!] SELECT * FROM t WHERE (k = 3) IS TRUE
[!] SELECT * FROM t WHERE (k = 3) IS NOT TRUE
[!] SELECT * FROM t WHERE (k = 3) IS FALSE
[!] SELECT * FROM t WHERE (k = 3) IS NOT FALSE
[! pg my] SELECT * FROM t WHERE (k = NULL) IS UNKNOWN
[!] SELECT * FROM t WHERE (k = NULL) IS NULL
[!] SELECT * FROM t WHERE NOT (k IN (1, NULL))
[!] SELECT * FROM t WHERE NOT (k NOT IN (1, 2))
[!] SELECT * FROM t WHERE NOT (k NOT IN (1, NULL))
[!] SELECT * FROM t WHERE NOT (k NOT BETWEEN 2 AND 4)
[!] SELECT * FROM t WHERE NOT (k BETWEEN 2 AND NULL)
[!] SELECT * FROM t WHERE NOT k BETWEEN 2 AND 4 AND k < 6
[!] SELECT * FROM t WHERE NOT (k < 3 AND v > 5)
[!] SELECT * FROM t WHERE NOT (k < 3 OR k > 4)
[!] SELECT * FROM t WHERE NOT NOT k = 3
[!] SELECT * FROM t WHERE (k = 3) = (v = 2)
[!] SELECT * FROM t WHERE (k = 3) <> (v = 2)
[!] SELECT * FROM t WHERE k = 1 OR NULL
[!] SELECT * FROM t WHERE NULL
[!] SELECT * FROM t WHERE k = 1 AND NULL
[!] SELECT * FROM t WHERE (k = 1 OR v = 10) AND (k = 2 OR v = 1)
[!] SELECT * FROM t WHERE (k > 1 AND k < 4) OR (k > 4 AND k <= 6)
[!] SELECT * FROM t WHERE (k, v) = (3, 2)
[!] SELECT * FROM t WHERE (k, v) IN ((3, 2), (4, 20))
[!] SELECT * FROM t WHERE (v, k) IN ((2, 3), (20, 4), (1, 2))
[! pg my] SELECT * FROM t WHERE (k, v) NOT IN ((3, 2), (4, 20))
[!] SELECT * FROM t WHERE (k, v) > (3, 2)
[!] SELECT * FROM t WHERE (k, v) <= (3, 2)
[!] SELECT * FROM t WHERE (k, v) <> (3, 2)
[!] SELECT * FROM t WHERE (k, v) IN ((3, 2), (NULL, 20))
[!] SELECT * FROM (SELECT k AS v, v AS k FROM t) q WHERE q.k = 2
[!] SELECT * FROM (SELECT v AS k, k AS z FROM t) q WHERE q.k = 20
[!] SELECT * FROM (SELECT k + 1 AS k, v FROM t) q WHERE k = 3
[!] SELECT * FROM (SELECT k, v FROM t WHERE k IN (1,2,3)) q WHERE q.k <> 2
[!] SELECT v AS k FROM t WHERE k = 3
[!] SELECT v AS k, k AS v FROM t WHERE v = 2
[!] SELECT 2 AS k FROM t WHERE k = 3
[!] SELECT k FROM t WHERE t.k = 3 AND t.v = (SELECT v FROM t WHERE k = 3)
SELECT k FROM t WHERE v = (SELECT v FROM t WHERE k = 3)
SELECT k FROM t WHERE v = (SELECT x.v FROM t x WHERE x.k = 4) AND k = 3
SELECT k FROM t WHERE v IN (SELECT v FROM u WHERE k = 3) AND k = 2
SELECT k FROM t WHERE k IN (SELECT k FROM u WHERE v = 9)
SELECT k FROM t WHERE EXISTS (SELECT * FROM u WHERE k = 3)
SELECT k FROM t WHERE EXISTS (SELECT * FROM u WHERE u.k = 3 AND t.k = 3)
SELECT k FROM t WHERE k = 2 AND NOT EXISTS (SELECT * FROM u WHERE u.k = 3)
SELECT k, (SELECT u.v FROM u WHERE u.k = t.k) AS uv FROM t
SELECT k, (SELECT COUNT(*) FROM u WHERE u.k = t.v) AS uv FROM t
SELECT k, (SELECT d FROM r WHERE r.id = t.k) AS c FROM t
SELECT (SELECT COUNT(*) FROM t) AS a, (SELECT COUNT(*) FROM u) AS b
SELECT (SELECT v FROM t WHERE k = 3) AS a, (SELECT v FROM t WHERE k = 4) AS b
SELECT * FROM r WHERE EXISTS (SELECT 1 FROM t WHERE t.k = r.id)
SELECT r.id, t.k FROM r LEFT JOIN t ON r.id = t.k WHERE t.k = 5
SELECT r.id, t.k FROM r LEFT JOIN t ON r.id = t.k AND t.k = 5
SELECT r.id, t.k FROM t RIGHT JOIN r ON r.id = t.k AND t.k = 1
SELECT t.k, r.id FROM t LEFT JOIN r ON r.id = t.k AND t.k = 1
SELECT a.k, b.k AS bk FROM t a LEFT JOIN u b ON a.k = b.k AND b.k = 1
SELECT a.k, b.k AS bk FROM t a LEFT JOIN u b ON a.k = b.k AND a.k IN (1,2)
SELECT a.k, b.k AS bk FROM t a LEFT JOIN u b ON a.k = b.k WHERE b.k = 1 OR a.k = 6
SELECT a.k, b.k AS bk FROM t a LEFT JOIN u b ON b.k = 1
SELECT a.k, b.k AS bk FROM t a LEFT JOIN u b ON b.k = 2 WHERE a.k = 1
SELECT a.k, b.k AS bk FROM t a LEFT JOIN u b ON a.k = b.k OR b.k = 1
SELECT a.k, b.k AS bk FROM t a JOIN u b ON NOT (a.k <> b.k)
SELECT a.k, b.k AS bk, c.k AS ck FROM t a LEFT JOIN u b ON a.k = b.k LEFT JOIN t c ON c.k = b.k
SELECT a.k, b.k AS bk, c.k AS ck FROM t a LEFT JOIN u b ON a.k = b.k AND b.v = 10 LEFT JOIN t c ON c.k = b.k WHERE a.k < 4
SELECT a.k, b.k AS bk, c.k AS ck FROM t a JOIN (u b JOIN t c ON b.k = c.k) ON a.k = b.k
SELECT a.k, q.v FROM t a JOIN (SELECT k, MAX(v) AS v FROM u GROUP BY k) q ON a.k = q.k
SELECT a.k, q.v FROM t a LEFT JOIN (SELECT k, MAX(v) AS v FROM u GROUP BY k) q ON a.k = q.k
SELECT a.k, q.v FROM t a JOIN (SELECT v, MAX(k) AS k FROM u GROUP BY v) q ON a.k = q.k
SELECT COUNT(*) AS c FROM t a, t b WHERE a.v = b.v
SELECT COUNT(*) AS c FROM t a, t b WHERE a.k = 1 AND b.k = 5
SELECT COUNT(*) AS c FROM t a, t b WHERE a.k = 1 AND b.k = 2
SELECT COUNT(*) AS c FROM t a, t b WHERE a.k IN (1, 5) AND b.k IN (1, 5)
SELECT COUNT(*) AS c FROM t NATURAL JOIN u
SELECT COUNT(*) AS c FROM t a JOIN u b USING (k, v)
SELECT k, a.v, b.v AS bv FROM t a LEFT JOIN u b USING (k) WHERE k IN (3, 6)
[pg my] SELECT k, a.v, b.v AS bv FROM t a RIGHT JOIN u b USING (k) WHERE k IN (3, 6)
[pg] SELECT k, a.v, b.v AS bv FROM t a FULL JOIN u b USING (k) WHERE k IN (3, 6)
[pg] SELECT a.k, b.k AS bk FROM t a FULL JOIN u b ON a.k = b.k WHERE a.k = 6
[pg] SELECT a.k, b.k AS bk FROM t a FULL JOIN u b ON a.k = b.k AND a.k = 6
[pg] SELECT t.k, r.id FROM t FULL JOIN r ON t.k = r.id
[pg] SELECT COALESCE(a.k, b.k) AS k, COUNT(*) AS c FROM t a FULL JOIN u b ON a.k = b.k GROUP BY COALESCE(a.k, b.k)
[pg] SELECT a.k, COUNT(*) AS c FROM t a FULL JOIN u b ON a.k = b.k GROUP BY a.k
SELECT b.k, COUNT(*) AS c FROM t a LEFT JOIN u b ON a.k = b.k GROUP BY b.k
SELECT DISTINCT b.k FROM t a LEFT JOIN u b ON a.k = b.k
SELECT b.k, COUNT(DISTINCT a.g) AS c FROM t a LEFT JOIN u b ON a.k = b.k GROUP BY b.k
SELECT b.k, a.g, COUNT(*) AS c FROM t a LEFT JOIN u b ON a.k = b.k AND b.v > 9 GROUP BY b.k, a.g
[ordered] SELECT b.k, COUNT(*) AS c FROM t a LEFT JOIN u b ON a.k = b.k GROUP BY b.k ORDER BY b.k LIMIT 1
