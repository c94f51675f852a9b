# INSERT ... SELECT whose rows belong to other nodes than they are read from.
[! pg my] INSERT INTO t SELECT k + 4, g, v FROM u
[! pg my] INSERT INTO t (k, v) SELECT v, k FROM u
[!] INSERT INTO t (k, v) SELECT 7, 1
[!] INSERT INTO t (k, g) SELECT 7, 'it''s'
[!] INSERT INTO t (k, v) SELECT id, 1 FROM r
[!] INSERT INTO t (k, g) SELECT id, d FROM s1
[!] INSERT INTO t (k, v) SELECT k, v FROM u ORDER BY k LIMIT 2
[! pg] INSERT INTO t (k, v) WITH x AS (SELECT k, v FROM u) SELECT k, v FROM x
[! pg my] INSERT INTO t (k, v) (SELECT v, k FROM u WHERE v > 9)
[! pg my] INSERT INTO t (k, v) SELECT COUNT(*), MAX(v) FROM u
[!] INSERT INTO t (g, k, v) SELECT g, MIN(k), COUNT(*) FROM u GROUP BY g
[! pg my] INSERT INTO t (k, v) SELECT k + ?, ? + v FROM u WHERE v > ? ;; (100, 5, 9)
[!] INSERT INTO t (k, v) SELECT v, k FROM u WHERE v > 1000000
[! pg my] INSERT INTO t (k, v) SELECT k, v FROM u WHERE k = (SELECT MAX(k) FROM u) UNION ALL SELECT 11, 12
[!] INSERT INTO r (id, d) SELECT k, g FROM t
[!] INSERT INTO s1 SELECT k, g FROM t
[! pg my] INSERT INTO d (k, a, b, i) SELECT k + 100, b, a, i FROM d WHERE k = 1
[! pg my] INSERT INTO e (k, dt, ts, s) SELECT k + 100, dt, ts, s FROM e WHERE k < 20
[!] INSERT INTO q (k, g, v) SELECT k + 10, g, v FROM q
[! pg] INSERT INTO q (k, g, v) SELECT k, 'z', v FROM u ON CONFLICT (k) DO UPDATE SET g = EXCLUDED.g
[! my] INSERT INTO q (k, g, v) SELECT k, 'z', v FROM u ON DUPLICATE KEY UPDATE g = 'dup'
[! my] INSERT IGNORE INTO q (k, g, v) SELECT k, 'z', v FROM u
[! my] REPLACE INTO q (k, g, v) SELECT k, 'z', v FROM u
[! sl] INSERT OR REPLACE INTO q (k, g, v) SELECT k, 'z', v FROM u
[! sl] INSERT OR IGNORE INTO q (k, g, v) SELECT k, 'z', v FROM u
[error] INSERT INTO q (k, g, v) SELECT v, 'z', 1 FROM u
[error pg] INSERT INTO t (k, v) SELECT g, v FROM u
[pg my] INSERT INTO e (k, f) SELECT k + 100, f FROM e
[pg my] INSERT INTO ty (k, b, sm, un) SELECT k + 100, b, sm, un FROM ty
[pg] INSERT INTO t (k, v) SELECT v, k FROM u RETURNING k
{
.begin
INSERT INTO t (k, v) SELECT v, k FROM u
SELECT k, v FROM t WHERE k = 9
.rollback
SELECT k, v FROM t WHERE k = 9
}
