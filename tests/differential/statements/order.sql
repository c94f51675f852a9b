# ORDER BY: keys, directions, NULLs, hidden keys, ordinals, aliases, expressions; LIMIT.
[! ordered] SELECT k FROM t ORDER BY k
[! ordered] SELECT k FROM t ORDER BY k DESC
[! ordered] SELECT k FROM t ORDER BY k ASC
[! ordered] SELECT k, v FROM t ORDER BY v, k
[! ordered] SELECT k, v FROM t ORDER BY v DESC, k
[! ordered] SELECT k, v FROM t ORDER BY v DESC, k DESC
[! ordered] SELECT k FROM t ORDER BY v, k
[! ordered] SELECT k FROM t ORDER BY v DESC, k
[! ordered pg sl] SELECT k FROM t ORDER BY v NULLS FIRST, k
[! ordered pg sl] SELECT k FROM t ORDER BY v NULLS LAST, k
[! ordered pg sl] SELECT k FROM t ORDER BY v DESC NULLS FIRST, k
[! ordered pg sl] SELECT k FROM t ORDER BY v DESC NULLS LAST, k
[! ordered] SELECT k, g FROM t ORDER BY g, k
[! ordered] SELECT k, g FROM t ORDER BY g DESC, k DESC
[! ordered] SELECT k FROM t WHERE v IS NOT NULL ORDER BY v DESC
[! ordered] SELECT g, v, k FROM t ORDER BY g, v DESC, k
[! ordered] SELECT k, g FROM t ORDER BY 2, 1
[! ordered] SELECT k, g FROM t ORDER BY 2 DESC, 1 DESC
[! ordered] SELECT k AS x FROM t ORDER BY x DESC
[! ordered] SELECT k AS x, v AS y FROM t WHERE v IS NOT NULL ORDER BY y
[! ordered] SELECT -k AS k FROM t ORDER BY k
[! ordered] SELECT k + 1 AS x FROM t ORDER BY x
[! ordered] SELECT k FROM t ORDER BY k + 1
[! ordered] SELECT k FROM t ORDER BY -k
[! ordered] SELECT k FROM t ORDER BY k % 2, k
[! ordered] SELECT k, v FROM t ORDER BY COALESCE(v, 15), k
[! ordered] SELECT k FROM t ORDER BY CASE WHEN g = 'b' THEN 0 ELSE 1 END, k
[! ordered] SELECT * FROM t ORDER BY k DESC
[! ordered] SELECT t.* FROM t ORDER BY t.k DESC
[! ordered] SELECT *, v + k AS y FROM t WHERE v IS NOT NULL ORDER BY y DESC
[! ordered] SELECT *, v + k AS y FROM t WHERE v IS NOT NULL ORDER BY y DESC LIMIT 2
[! ordered] SELECT n.* FROM n ORDER BY k DESC LIMIT 2
[! ordered] SELECT x.k FROM t AS x ORDER BY x.v, x.k
[! ordered] SELECT k FROM t WHERE k IN (1, 4, 6) ORDER BY k DESC
[! ordered] SELECT k FROM t WHERE k = 3 ORDER BY v
[! ordered] SELECT k FROM t WHERE k BETWEEN 2 AND 5 ORDER BY g DESC, k
[! ordered] SELECT k FROM t ORDER BY k LIMIT 3
[! ordered] SELECT k FROM t ORDER BY k LIMIT 0
[! ordered] SELECT k FROM t ORDER BY k LIMIT 100
[! ordered] SELECT k FROM t ORDER BY k LIMIT 2 OFFSET 2
[! ordered] SELECT k FROM t ORDER BY k LIMIT 2 OFFSET 5
[! ordered] SELECT k FROM t ORDER BY k LIMIT 2 OFFSET 6
[! ordered] SELECT k FROM t ORDER BY k LIMIT 2 OFFSET 100
[! ordered] SELECT k FROM t ORDER BY k DESC LIMIT 2 OFFSET 1
[! ordered] SELECT k FROM t ORDER BY v DESC, k LIMIT 3 OFFSET 1
[! ordered pg] SELECT k FROM t ORDER BY k OFFSET 4
[! ordered pg] SELECT k FROM t ORDER BY k LIMIT ALL
[! ordered pg] SELECT k FROM t ORDER BY k FETCH FIRST 2 ROWS ONLY
[! ordered pg] SELECT k FROM t ORDER BY k OFFSET 1 ROWS FETCH NEXT 2 ROWS ONLY
[ordered pg] SELECT k, g FROM t ORDER BY g FETCH FIRST 1 ROWS WITH TIES
[! ordered my] SELECT k FROM t ORDER BY k LIMIT 2, 3
[! ordered my sl] SELECT k FROM t ORDER BY k LIMIT 1, 2
[! ordered my] SELECT k FROM t ORDER BY k LIMIT 5, 18446744073709551615
[! ordered sl] SELECT k FROM t ORDER BY k LIMIT -1
[! ordered sl] SELECT k FROM t ORDER BY k LIMIT -1 OFFSET 4
[! count] SELECT k FROM t LIMIT 3
[! count] SELECT k FROM t LIMIT 3 OFFSET 2
[! count] SELECT k FROM t WHERE v > 1 LIMIT 2
[! ordered] SELECT k FROM t WHERE k = 2 ORDER BY k LIMIT 15 OFFSET 15
[! ordered] SELECT k FROM z ORDER BY k
[! ordered] SELECT k FROM z ORDER BY v LIMIT 5
[! ordered] SELECT k, s FROM w ORDER BY s, k
[! ordered] SELECT k, s FROM w ORDER BY s DESC, k DESC
[! ordered] SELECT s FROM w WHERE s IS NOT NULL ORDER BY s, k
[! ordered] SELECT k FROM w ORDER BY b, v, k
[! ordered] SELECT k, b FROM w ORDER BY b DESC, k LIMIT 20 OFFSET 10
[! ordered] SELECT k, a FROM w ORDER BY a, k
[! ordered] SELECT k, a FROM w ORDER BY a DESC, k DESC LIMIT 7
[! ordered] SELECT k FROM w ORDER BY g, v, b, a, s, k
[! ordered] SELECT * FROM w ORDER BY k LIMIT 10 OFFSET 30
[! ordered] SELECT * FROM w WHERE k IN (3, 7, 11, 15, 4, 8) ORDER BY k DESC
[! ordered] SELECT k, dt FROM e ORDER BY dt, k
[! ordered] SELECT k, dt FROM e ORDER BY dt DESC, k
[! ordered] SELECT k, ts FROM e ORDER BY ts, k
[! ordered] SELECT k, ts FROM e ORDER BY ts DESC, k LIMIT 10
[! ordered] SELECT k, f FROM e ORDER BY f, k
[! ordered] SELECT k, f FROM e ORDER BY f DESC, k
[! ordered] SELECT dt, ts, k FROM e ORDER BY dt, ts, k
[! ordered] SELECT k FROM e WHERE ts IS NOT NULL ORDER BY ts, k LIMIT 5
[! ordered] SELECT k, a FROM d ORDER BY a, k
[! ordered] SELECT k, a, b FROM d ORDER BY b, a, k
[! ordered] SELECT k, i FROM d ORDER BY i DESC, k
[! ordered] SELECT order_id FROM orders ORDER BY order_id
[! ordered] SELECT order_id, amount FROM orders ORDER BY amount DESC, order_id LIMIT 10
[! ordered] SELECT order_id, user_id FROM orders ORDER BY user_id, order_id LIMIT 10 OFFSET 20
[! ordered] SELECT order_id FROM orders WHERE user_id IN (2, 3, 6) ORDER BY order_id DESC
[! ordered] SELECT order_id FROM orders ORDER BY status, order_id
[! ordered] SELECT id, v FROM c ORDER BY id
[! ordered] SELECT id, v FROM c ORDER BY id DESC LIMIT 3
[ordered] SELECT k, name FROM n ORDER BY name, k
[ordered] SELECT k FROM n ORDER BY name DESC, k LIMIT 2
[ordered] SELECT k FROM t ORDER BY (SELECT MAX(id) FROM r), k
[error] SELECT k FROM t ORDER BY nosuch
[error] SELECT k FROM t ORDER BY 5
# A column's name beside expressions that PostgreSQL gives the same name
[! ordered] SELECT k AS x FROM w ORDER BY CASE WHEN k > 10 THEN 5 ELSE v END, v, k
[! ordered pg] SELECT k AS x FROM w ORDER BY v::text, v, k
[! ordered pg] SELECT DISTINCT ON (g) g, v FROM w ORDER BY g, b DESC, k
# Limits that are computed
[! ordered pg sl] SELECT k FROM t ORDER BY k LIMIT 1 + 1
[! ordered pg sl] SELECT k FROM t ORDER BY k LIMIT (1 + 1) OFFSET (2 - 1) * 2
[! ordered pg sl] SELECT k FROM t ORDER BY k LIMIT ? OFFSET (? - 1) * ? ;; (2, 2, 2)
[! ordered pg sl] SELECT k FROM t ORDER BY k LIMIT (?) OFFSET ((? - 1) * 2) ;; (2, 3)
[! ordered pg sl] SELECT k FROM t WHERE v > ? ORDER BY k LIMIT 2 * ? ;; (1, 2)
[! ordered pg sl] SELECT k FROM t WHERE v > ? ORDER BY v DESC LIMIT 3 OFFSET ? + 1 ;; (1, 0)
[ordered sl] SELECT k FROM t ORDER BY k LIMIT ? * (? - 1), ? ;; (2, 2, 3)
[! ordered pg sl] SELECT g, COUNT(*) AS n FROM t GROUP BY g ORDER BY n DESC, g LIMIT 1 + ? ;; (1,)
[! ordered pg] SELECT k FROM t ORDER BY k OFFSET (? - 1) ROWS FETCH NEXT (? + 1) ROWS ONLY ;; (2, 1)
[ordered pg sl] SELECT k FROM t ORDER BY k LIMIT 5 / 2
[ordered pg sl] SELECT k FROM t ORDER BY k LIMIT CAST('2' AS int)
[ordered pg sl] SELECT k FROM t ORDER BY k LIMIT length('ab')
[ordered pg sl] SELECT k FROM t ORDER BY k LIMIT ? * 2 ;; ('1',)
[! ordered pg sl] SELECT k FROM t WHERE k IN (1, 5) ORDER BY k DESC LIMIT 3 - 2
[! pg] (SELECT k FROM t ORDER BY k LIMIT 1 + 1) UNION ALL (SELECT k FROM u ORDER BY k DESC LIMIT ? - 1) ;; (2,)
[! pg sl] SELECT COUNT(*) AS n FROM (SELECT k FROM t ORDER BY k LIMIT ? + 1) x ;; (2,)

# A column's number counts what * stands for, and DISTINCT compares it.
[ordered !] SELECT * FROM t ORDER BY 2, 1
[ordered !] SELECT x.*, v + 1 FROM t x WHERE k > 1 ORDER BY 3 DESC, 1 LIMIT 3
[ordered !] SELECT * FROM t JOIN u ON t.k = u.k ORDER BY 5 DESC, 2, 1
[ordered !] SELECT DISTINCT * FROM t ORDER BY 1 DESC
[!] SELECT DISTINCT * FROM w
[ordered !] SELECT DISTINCT u.* FROM t, u WHERE t.k = u.k AND t.k IN (1, 2, 5) ORDER BY 1
[error] SELECT * FROM t ORDER BY 20
