# Spellings of one brand only.
[! my] SELECT `k`, `v` FROM `t` WHERE `k` = 3
[! my] SELECT `t`.`k` FROM `t` WHERE `t`.`k` IN (1, 2)
[! my] SELECT 'a\' OR k=1 -- ' AS x, k FROM t WHERE k = 2
[! my] SELECT "text" AS x, k FROM t WHERE k = 2
[! my] SELECT k FROM t WHERE g = "b"
[! my] SELECT k FROM t WHERE k = 2 # comment
[! my] SELECT /*+ MAX_EXECUTION_TIME(900) */ COUNT(*) AS c FROM t
[! my] SELECT SQL_NO_CACHE k FROM t WHERE k = 3
[my] SELECT k FROM t WHERE k = 1 /*! OR 1=1 */
[my] SELECT k FROM t WHERE k <=> NULL
[my] SELECT k FROM t WHERE k <=> 3
[my] SELECT k FROM t WHERE k = 3 || k = 4
[my] SELECT k FROM t WHERE k = 3 && v = 2
[my] SELECT k FROM t WHERE k = 3 XOR k = 4
[my] SELECT 5|2&1 AS a, 2^3 AS b, 7/2 AS c FROM t WHERE k = 3
[my] SELECT k DIV 2 AS d, k MOD 2 AS m FROM t
[my] SELECT k FROM t WHERE g RLIKE '^a'
[my] SELECT k FROM t WHERE g REGEXP 'a|c'
[my] SELECT IF(v > 5, 'high', 'low') AS x, k FROM t
[my] SELECT IFNULL(v, 0) AS x, k FROM t
[my] SELECT CONCAT(g, '-', k) AS x FROM t
[my] SELECT 'a' 'b' AS x, k FROM t WHERE k = 3
[my] SELECT k FROM t USE INDEX () WHERE k = 3
[my] SELECT k FROM t WHERE k = 3 LOCK IN SHARE MODE
[my] SELECT k FROM t WHERE k = 3 FOR UPDATE
[my] SELECT 1 AS x FROM DUAL
[my] SELECT k FROM t WHERE k = 0x03
[my] SELECT k, CAST(v AS UNSIGNED) AS c FROM t
[my] SELECT k FROM t WHERE 1 < k < 5
[my] SELECT DATE_ADD(dt, INTERVAL 1 DAY) AS x, k FROM e
[my] SELECT dt + INTERVAL 1 DAY AS x, k FROM e WHERE k = 3
[my ordered] SELECT k FROM t ORDER BY k LIMIT 3
[my] SELECT k FROM whole.t WHERE k = 3
[my] DESCRIBE r
[my] SHOW COLUMNS FROM r
[pg] SELECT k::text AS x FROM t
[pg] SELECT k FROM t WHERE k = 3::int
[pg] SELECT k FROM t WHERE k = '3'::int
[! pg] SELECT $$a ? b$$ AS x, k FROM t WHERE k = 3
[! pg] SELECT $tag$it's$tag$ AS x, k FROM t WHERE k = 3
[! pg] SELECT E'a\'b' AS x, k FROM t WHERE k = 3
[pg] SELECT U&'\0041' AS x, k FROM t WHERE k = 3
[! pg] SELECT k FROM t /* outer /* inner */ k = 4 */ WHERE k = 3
[pg] SELECT k FROM public.t WHERE k = 3
[pg] SELECT k FROM t WHERE g ILIKE 'A%'
[pg] SELECT k FROM t WHERE g ~ '^[ab]$'
[pg] SELECT k FROM t WHERE g || 'x' = 'ax'
[pg] SELECT k FROM t WHERE k BETWEEN SYMMETRIC 5 AND 3
[pg] SELECT k FROM t WHERE (k, g) IN ((1, 'a'), (4, 'b'))
[pg my] SELECT k FROM t WHERE (k, g) = (1, 'a')
[pg] SELECT k FROM t WHERE k IS NOT DISTINCT FROM 3
[pg] SELECT k FROM t WHERE k = ANY ('{1,2}')
[pg] SELECT k FROM t WHERE k = 3 FOR UPDATE
[pg] SELECT k FROM t FOR UPDATE
[pg] SELECT k FROM ONLY t
[pg] SELECT EXTRACT(year FROM ts) AS y, COUNT(*) AS c FROM e GROUP BY 1
[pg] SELECT DATE_TRUNC('day', ts) AS d, COUNT(*) AS c FROM e GROUP BY 1
[pg] SELECT ts + INTERVAL '1 day' AS x, k FROM e
[pg] SELECT ts::date AS x, k FROM e
[pg] SELECT ROUND(AVG(v), 2) AS x FROM t
[pg] SELECT k, v::numeric / 7 AS x FROM t
[pg] SELECT MIN(k) AS m FROM t GROUP BY g
[pg] SHOW timezone
[pg] SELECT current_database() AS d WHERE 1 = 0
[! sl] SELECT [k], [v] FROM [t] WHERE [k] = 3
[! sl] SELECT `k` FROM `t` WHERE `k` = 3
[! sl] SELECT "k" FROM "t" WHERE "k" = 3
[sl] SELECT k FROM t WHERE k == 3
[sl] SELECT k FROM t WHERE g GLOB 'a*'
[sl] SELECT k FROM t WHERE k IS 3
[sl] SELECT k FROM t WHERE k IS NOT 3
[sl] SELECT k FROM t WHERE v NOTNULL
[sl] SELECT k FROM t WHERE v NOT NULL
[sl] SELECT k FROM t WHERE k IN ()
[sl] SELECT k, typeof(v) AS x FROM t
[sl] SELECT k, IFNULL(v, 0) AS x FROM t
[sl] SELECT k || '-' || g AS x FROM t
[sl] SELECT k FROM t WHERE g = 'a' COLLATE NOCASE
[sl ordered] SELECT k, g FROM t ORDER BY g COLLATE NOCASE, k
[sl] SELECT g, k, MAX(v) AS m FROM t GROUP BY g
[pg my] SELECT {fn UCASE(g)} AS x, k FROM t
[pg my] SELECT k FROM e WHERE dt = {d '2024-01-01'}
[pg my] SELECT k FROM e WHERE ts > {ts '2024-01-01 12:00:00'}
[pg my] SELECT t.k FROM {oj t LEFT OUTER JOIN u ON t.k = u.k}
