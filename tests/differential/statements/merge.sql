# MERGE over nodes: ON ties the source to the target.
[pg] MERGE INTO t USING u ON t.k = u.k WHEN MATCHED THEN UPDATE SET v = u.v
[pg] MERGE INTO t USING u ON t.k = u.k WHEN MATCHED THEN UPDATE SET v = u.v WHEN NOT MATCHED THEN INSERT (k, g, v) VALUES (u.k, u.g, u.v)
[pg] MERGE INTO t AS a USING u AS b ON a.k = b.k AND b.v > 9 WHEN MATCHED AND a.v > 1 THEN DELETE WHEN NOT MATCHED THEN DO NOTHING
[pg] MERGE INTO t USING (SELECT 3 AS k, 99 AS v) s ON t.k = s.k WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT (k, v) VALUES (s.k, s.v)
[pg] MERGE INTO t USING (VALUES (3, 99)) s(k, v) ON t.k = s.k WHEN MATCHED THEN UPDATE SET v = s.v
[pg] MERGE INTO t USING (VALUES (3, 99), (33, 1)) s(k, v) ON t.k = s.k WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT (k, v) VALUES (s.k, s.v)
[pg] MERGE INTO t USING r ON t.k = r.id WHEN MATCHED THEN UPDATE SET g = r.d
[pg] MERGE INTO t USING r ON t.k = r.id WHEN MATCHED THEN UPDATE SET g = 'm' WHEN NOT MATCHED THEN INSERT (k, g) VALUES (r.id, r.d)
[pg] MERGE INTO t USING u ON t.k = u.k AND t.k = 3 WHEN MATCHED THEN UPDATE SET v = u.v
[pg] MERGE INTO t USING (SELECT * FROM u WHERE k = 3) s ON t.k = s.k WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT (k, v) VALUES (s.k, 1)
[pg] MERGE INTO t USING u ON t.k = u.k WHEN MATCHED THEN UPDATE SET k = u.v
[pg] MERGE INTO t USING u ON t.k = u.k WHEN NOT MATCHED THEN INSERT (k, v) VALUES (u.v, 1)
[error pg] MERGE INTO t USING u ON t.v = u.v WHEN MATCHED THEN DELETE
[pg] MERGE INTO orders o USING items i ON o.user_id = i.user_id AND o.order_id = i.order_id AND i.item_id = 1 WHEN MATCHED THEN UPDATE SET status = 'm'
[pg] MERGE INTO r USING (VALUES (1, 'uno'), (9, 'nueve')) s(id, d) ON r.id = s.id WHEN MATCHED THEN UPDATE SET d = s.d WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.d)
[pg] MERGE INTO s1 USING r ON s1.id = r.id WHEN MATCHED THEN UPDATE SET d = r.d WHEN NOT MATCHED THEN INSERT VALUES (r.id, r.d)
[pg] MERGE INTO s1 USING t ON s1.id = t.k WHEN MATCHED THEN DELETE
[! pg] MERGE INTO w USING w x ON w.k = x.k AND x.v > 5 WHEN MATCHED THEN UPDATE SET g = x.g WHEN NOT MATCHED THEN DO NOTHING
[! pg] MERGE INTO t USING (SELECT k, v FROM t WHERE v > 2) s ON t.k = s.k WHEN MATCHED AND t.v > 10 THEN DELETE WHEN MATCHED THEN UPDATE SET v = s.v + 1
[! pg] MERGE INTO t USING (SELECT 33 AS k, 99 AS v) s ON t.k = s.k WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT (k, v) VALUES (s.k, s.v)
[! pg] MERGE INTO t USING (SELECT ?::int AS k, ?::int AS v) s ON t.k = s.k WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT (k, v) VALUES (s.k, s.v) ;; (34, 5)
[! pg] MERGE INTO orders o USING items i ON o.user_id = i.user_id AND o.order_id = i.order_id AND i.item_id < 4 WHEN MATCHED THEN UPDATE SET status = 'm'
[! pg] MERGE INTO orders o USING (SELECT DISTINCT user_id, order_id FROM items WHERE qty > 8) i ON o.user_id = i.user_id AND o.order_id = i.order_id WHEN MATCHED THEN UPDATE SET status = 'm' WHEN NOT MATCHED THEN INSERT (order_id, user_id) VALUES (i.order_id, i.user_id)
[error pg] MERGE INTO orders o USING items i ON o.user_id = i.user_id WHEN MATCHED THEN UPDATE SET status = 'm'
[refuse pg] MERGE INTO t USING u ON t.k = u.k WHEN MATCHED AND EXISTS (SELECT 1 FROM w WHERE w.k = t.v) THEN DELETE
[refuse pg] MERGE INTO t USING u ON t.k = u.k WHEN MATCHED THEN UPDATE SET v = (SELECT MAX(v) FROM w)
