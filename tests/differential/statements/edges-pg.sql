# What merging could get wrong at its edges, in PostgreSQL (and, last, in all brands).
[! pg ordered] SELECT k, g COLLATE "en-x-icu" AS x FROM w ORDER BY g COLLATE "en-x-icu" DESC, k LIMIT 7
[! pg ordered] SELECT ci, COUNT(*) FROM co GROUP BY ci ORDER BY ci LIMIT 4 OFFSET 3
[! pg ordered] SELECT de, MIN(ci), MAX(ci) FROM co GROUP BY de ORDER BY de DESC NULLS LAST
[! pg] SELECT MIN(ci), MAX(ci), MIN(de), MAX(de), MIN(bin), MAX(bin) FROM co
[! pg] SELECT MIN(ci COLLATE "C"), MAX(bin COLLATE "en-x-icu") FROM co
[! pg ordered] SELECT DISTINCT lower(ci) AS l FROM co ORDER BY lower(ci)
[! pg ordered] SELECT DISTINCT lower(ci) AS l, v FROM co ORDER BY v DESC, l LIMIT 9
[! pg ordered] SELECT initcap(bin) AS l, COUNT(*) FROM co GROUP BY 1 ORDER BY 1
[! pg ordered] SELECT rtrim(ci) AS l, COUNT(*) FROM co GROUP BY l ORDER BY l
[! pg ordered] SELECT ci FROM co WHERE ci > 'a' ORDER BY ci, k LIMIT 5
[! pg ordered] SELECT k FROM co ORDER BY ci NULLS FIRST, de DESC NULLS LAST, bin, k OFFSET 50
[! pg ordered] SELECT k FROM co ORDER BY reverse(ci), k LIMIT 8
[! pg ordered] SELECT k FROM co ORDER BY ci = 'A', ci LIKE 'a%', k
[! pg ordered] SELECT k FROM co ORDER BY length(ci), octet_length(de), k
[! pg ordered] SELECT string_agg(ci, '' ORDER BY ci, k) FROM co
[! pg ordered] SELECT v, string_agg(de, '/' ORDER BY de DESC, k) FROM co GROUP BY v ORDER BY v
[! pg ordered] SELECT v, string_agg(bin, ', ' ORDER BY bin COLLATE "en-x-icu", k) FROM co GROUP BY v
[! pg ordered] SELECT v, string_agg(DISTINCT bin, E'\n' ORDER BY bin) FROM co GROUP BY v ORDER BY v
[! pg ordered] SELECT string_agg(g, ',' ORDER BY v NULLS FIRST, k DESC) FROM w WHERE k < 20
[! pg ordered] SELECT string_agg(k::text, '' ORDER BY k) FROM w WHERE k < 0
[! pg ordered] SELECT g, string_agg(s, k::text ORDER BY k) FROM w GROUP BY g ORDER BY g
[! pg ordered] SELECT g, string_agg(s, ',' ORDER BY a NULLS LAST, k), string_agg(s, ',' ORDER BY v, k DESC) FROM w GROUP BY g ORDER BY g
[! pg ordered] SELECT string_agg(raw, '\x00'::bytea ORDER BY k) FROM ty
[! pg ordered] SELECT array_agg(DISTINCT g ORDER BY g NULLS FIRST) FROM w
[! pg ordered] SELECT g, array_agg(v ORDER BY k DESC) FILTER (WHERE v > 3) FROM w GROUP BY g ORDER BY g
[! pg ordered] SELECT array_agg(ARRAY[k, v] ORDER BY k) FROM t
[! pg ordered] SELECT (array_agg(g ORDER BY k))[2] FROM t
[! pg ordered] SELECT array_length(array_agg(k ORDER BY k), 1) FROM w
[! pg] SELECT bool_and(b), bool_or(b), every(b) FROM ty WHERE k > 999
[! pg] SELECT bool_and(b), bool_or(b), every(NOT b) FROM ty
[! pg ordered] SELECT sm, bool_and(b), bool_or(b) FROM ty GROUP BY sm ORDER BY sm NULLS FIRST
[! pg] SELECT bit_and(v), bit_or(v), bit_xor(v), bit_xor(sm::int) FROM t JOIN ty USING (k)
[! pg] SELECT bit_and(v), bit_or(v), bit_xor(b) FROM w WHERE k > 999
[! pg] SELECT bit_and(sm), bit_or(sm), bit_xor(sm) FROM ty
[! pg] SELECT bit_or(k::bit(8)) FROM t
[! pg] SELECT bit_and(v) FILTER (WHERE v > 2), bit_or(v) FILTER (WHERE v IS NULL) FROM w
[! pg] SELECT stddev(v), stddev_pop(v), variance(v), var_pop(v), var_samp(v), stddev_samp(v) FROM w WHERE k = 3 OR k = 999
[! pg] SELECT stddev(v), stddev_pop(v), variance(v), var_pop(v) FROM w WHERE k IN (3, 4)
[! pg] SELECT stddev(v), stddev_pop(v), variance(v), var_pop(v) FROM w WHERE k > 9999
[! pg ordered] SELECT g, stddev(v), stddev_pop(v), variance(a), var_pop(b) FROM w GROUP BY g ORDER BY g
[! pg] SELECT stddev(DISTINCT v) FROM w
[! pg] SELECT round(stddev(a), 3), round(variance(v), 1) FROM w
[! pg ordered] SELECT g FROM w GROUP BY g HAVING stddev(v) > 5 ORDER BY stddev(v) DESC
[! pg] SELECT SUM(INTERVAL '1 day 2 hours' * k) AS s FROM t
[! pg] SELECT AVG(INTERVAL '1 day' * v), MIN(INTERVAL '1 day' * v), MAX(INTERVAL '1 hour' * v) FROM t
[! pg] SELECT AVG(tm) FROM ty
[! pg] SELECT MIN(tm), MAX(tm), SUM(tm - TIME '00:00') FROM ty
[! pg] SELECT MAX(ts - TIMESTAMP '2024-01-01') AS x FROM e
[! pg ordered] SELECT ts - TIMESTAMP '2024-01-01' AS x, COUNT(*) FROM e GROUP BY 1 ORDER BY 1
[! pg ordered] SELECT DISTINCT dt - DATE '2024-01-01' AS x FROM e ORDER BY x
[! pg ordered] SELECT DISTINCT INTERVAL '1 day' * (k % 2) AS x FROM t ORDER BY x
[! pg ordered] SELECT tz, COUNT(*) FROM ty GROUP BY tz ORDER BY tz
[! pg] SELECT MAX(tz), MIN(tz AT TIME ZONE 'UTC'), MAX(tz::date), MIN(tz::time) FROM ty
[! pg ordered] SELECT date_trunc('year', tz) AS y, COUNT(*), MAX(tz) FROM ty GROUP BY y ORDER BY y
[! pg ordered] SELECT extract(epoch FROM tz) AS y, COUNT(*) FROM ty GROUP BY y ORDER BY y
[! pg ordered] SELECT tz AT TIME ZONE 'Europe/Berlin' AS y, COUNT(*) FROM ty GROUP BY 1 ORDER BY 1
[! pg ordered] SELECT un, COUNT(*) FROM ty GROUP BY un ORDER BY un DESC
[! pg] SELECT SUM(un), AVG(un), SUM(un) * 2, MAX(un) + 1 FROM ty
[! pg] SELECT SUM(a), SUM(b), SUM(a + b), AVG(a), AVG(b), AVG(a * b), SUM(a) / SUM(b) FROM d
[! pg] SELECT SUM(CASE WHEN k % 2 = 0 THEN 1.50 ELSE 2.125 END), AVG(CASE WHEN k % 2 = 0 THEN 1.50 ELSE 2.125 END), MAX(CASE WHEN k % 2 = 0 THEN 1.50 ELSE 1.25 END) FROM t
[! pg ordered] SELECT DISTINCT CASE WHEN k % 3 = 0 THEN 1.50 WHEN k % 3 = 1 THEN 2 ELSE 2.125 END FROM t ORDER BY 1
[! pg ordered] SELECT CASE WHEN k % 3 = 0 THEN 1 WHEN k % 3 = 1 THEN 2.5 ELSE NULL END AS x, COUNT(*) FROM w GROUP BY x ORDER BY x NULLS FIRST
[! pg ordered] SELECT CASE WHEN k > 3 THEN v ELSE a END AS x FROM w ORDER BY x, k LIMIT 9
[! pg ordered] SELECT CASE WHEN k > 30 THEN k::float8 ELSE v END AS x FROM w ORDER BY x DESC NULLS LAST, k LIMIT 9
[! pg] SELECT SUM(v)::numeric(10, 3) / 7, AVG(v)::float8, AVG(a)::int, SUM(a)::bigint, COUNT(*)::text || 'x' FROM w
[! pg] SELECT SUM(v) || '', AVG(a)::text, MAX(s) || COUNT(*) FROM w
[! pg] SELECT ROUND(AVG(v), 2), ROUND(AVG(v)), TRUNC(AVG(a), 1), CEIL(AVG(a)), FLOOR(-AVG(a)), ABS(MIN(a)), SIGN(SUM(v)), MOD(SUM(v), 7) FROM w
[! pg] SELECT GREATEST(SUM(v), COUNT(*)), LEAST(MAX(v), AVG(v)), COALESCE(SUM(v), 0.5), NULLIF(COUNT(*), 64) FROM w
[! pg] SELECT SUM(v) % 7, SUM(v) / 7, -SUM(v), SUM(v) ^ 2, SUM(v)::bigint # 5, SUM(v)::int << 2, COUNT(*) | 1 FROM w
[! pg] SELECT SUM(v) > 5, SUM(v) IS NULL, SUM(v) BETWEEN 1 AND 10, AVG(v) IN (1, 2), NOT (COUNT(*) > 3), SUM(v) IS DISTINCT FROM MAX(v) FROM w
[! pg] SELECT CASE WHEN SUM(v) > 5 THEN 'a' WHEN COUNT(*) > 100 THEN 'bbb' END, CASE COUNT(*) WHEN 64 THEN 1 ELSE 2.5 END FROM w
[! pg] SELECT SUM(v) + SUM(v) FILTER (WHERE k > 10), COUNT(*) FILTER (WHERE g = 'a') * 100.0 / COUNT(*) FROM w
[! pg] SELECT SUM(DISTINCT v) FILTER (WHERE k > 4), COUNT(DISTINCT g) FILTER (WHERE v > 1) FROM w
[! pg ordered] SELECT g, COUNT(DISTINCT v), SUM(DISTINCT v), COUNT(v), SUM(v) FROM w GROUP BY g ORDER BY 2 DESC, 1
[! pg] SELECT COUNT(DISTINCT ch), COUNT(DISTINCT fl), COUNT(DISTINCT tz), COUNT(DISTINCT tm), COUNT(DISTINCT raw), COUNT(DISTINCT b), COUNT(DISTINCT un) FROM ty
[! pg] SELECT AVG(DISTINCT a), SUM(DISTINCT a), MAX(DISTINCT a), COUNT(DISTINCT a % 3) FROM w
[! pg] SELECT COUNT(DISTINCT NULL::int), COUNT(NULL), SUM(NULL::int), MAX(NULL::text) FROM t
[! pg] SELECT 1 AS one, 'x' AS x FROM w HAVING SUM(v) > 3
[! pg] SELECT MAX(v) FROM w HAVING MAX(v) > 1000
[! pg] SELECT COUNT(*) FROM w HAVING COUNT(*) FILTER (WHERE g = 'a') > 0 AND AVG(a) > -1e9
[! pg ordered] SELECT g, v % 2 FROM w GROUP BY 2, 1 HAVING COUNT(*) > 2 ORDER BY 1, 2 DESC
[! pg ordered] SELECT v % 3 AS m, SUM(a) FROM w GROUP BY m HAVING SUM(a) > 0 ORDER BY m NULLS FIRST
[! pg ordered] SELECT v % 3 + 1 AS m, SUM(a) FROM w GROUP BY v % 3 ORDER BY 1
[! pg ordered] SELECT (v % 3) * 2 + COUNT(*) AS m FROM w GROUP BY v % 3 ORDER BY m
[! pg ordered] SELECT upper(g) || '!' AS m, COUNT(*) FROM w GROUP BY upper(g) ORDER BY m
[! pg ordered] SELECT g AS v, MAX(v) AS g FROM w GROUP BY w.g ORDER BY g, v
[! pg ordered] SELECT v AS k, k AS v FROM w ORDER BY k, v LIMIT 5
[! pg ordered] SELECT g AS s, s AS g FROM w ORDER BY g, s, w.k LIMIT 10
[! pg ordered] SELECT DISTINCT g, v % 2 AS m FROM w ORDER BY m, g NULLS FIRST LIMIT 3 OFFSET 2
[! pg ordered] SELECT DISTINCT v % 2 = 0 AS even FROM w ORDER BY even
[! pg ordered] SELECT DISTINCT a + v AS x FROM w ORDER BY a + v DESC NULLS LAST LIMIT 4
[! pg ordered] SELECT DISTINCT -v AS v FROM w ORDER BY v
[! pg ordered] SELECT DISTINCT SUM(v) FROM w GROUP BY g ORDER BY 1
[! pg ordered] SELECT DISTINCT COUNT(*) AS n FROM w GROUP BY g, v % 2 ORDER BY n DESC LIMIT 2
[! pg ordered] SELECT DISTINCT ON (g) g, v, k FROM w ORDER BY g DESC NULLS LAST, a DESC NULLS FIRST, k LIMIT 3
[! pg ordered] SELECT DISTINCT ON (v % 2) v % 2 AS m, s FROM w ORDER BY v % 2, s COLLATE "C", k
[! pg ordered] SELECT DISTINCT ON (ci) ci, k FROM co ORDER BY ci, k DESC
[! pg ordered] SELECT DISTINCT ON (g, v) g, v, COUNT(*) OVER (PARTITION BY k) FROM w ORDER BY g, v, k
[! pg ordered] SELECT v FROM w ORDER BY v FETCH FIRST 3 ROWS WITH TIES
[! pg ordered] SELECT v FROM w ORDER BY v DESC NULLS FIRST OFFSET 3 ROWS FETCH FIRST 1 ROW WITH TIES
[! pg ordered] SELECT v, a FROM w ORDER BY v, a OFFSET 4 ROWS FETCH NEXT 2 ROWS WITH TIES
[! pg ordered] SELECT DISTINCT v FROM w ORDER BY v FETCH FIRST 2 ROWS WITH TIES
[! pg ordered] SELECT k FROM w ORDER BY v FETCH FIRST 0 ROWS WITH TIES
[! pg ordered] SELECT k FROM w ORDER BY k FETCH FIRST 5 ROWS ONLY
[! pg ordered] SELECT k FROM w ORDER BY k OFFSET 1000
[! pg ordered] SELECT k FROM w ORDER BY k LIMIT 3 OFFSET 9223372036854775807
[! pg ordered] SELECT k FROM w ORDER BY k LIMIT 9223372036854775807 OFFSET 60
[! pg ordered] SELECT k FROM w ORDER BY k LIMIT 2 + 1 OFFSET 3 * 2
[! pg ordered] SELECT k FROM w ORDER BY k LIMIT ALL OFFSET 62
[! pg ordered] SELECT k FROM w ORDER BY k LIMIT NULL
[! pg ordered] SELECT k FROM w ORDER BY k LIMIT ? OFFSET ? ;; (3, 62)
[! pg ordered] SELECT k FROM w ORDER BY k LIMIT ? OFFSET ? ;; (0, 0)
[! pg ordered] SELECT k FROM w ORDER BY k LIMIT ? ;; (None,)
[! pg ordered] SELECT k FROM w ORDER BY k LIMIT (? + 1)::int ;; (2,)
[! pg error] SELECT k FROM w ORDER BY k LIMIT -3
[! pg ordered] SELECT ?::int + v AS x, ? AS y FROM w WHERE v > ? ORDER BY x, k LIMIT 3 ;; (5, "q", 2)
[! pg ordered] SELECT g, SUM(v) + ?::int AS x FROM w GROUP BY g HAVING SUM(v) > ? ORDER BY x LIMIT ? ;; (5, 2, 3)
[! pg ordered] SELECT g, COUNT(*) FROM w GROUP BY g HAVING COUNT(*) > ? OR g = ? ORDER BY COUNT(*) * ?, g ;; (5, "a", -1)
[! pg ordered] SELECT CASE WHEN v > ? THEN ? ELSE ? END AS x, COUNT(*) FROM w GROUP BY 1 ORDER BY 1 ;; (5, "hi", "lo")
[! pg ordered] (SELECT k FROM t ORDER BY k DESC LIMIT 2) UNION ALL (SELECT k FROM u ORDER BY k LIMIT 2) ORDER BY 1 LIMIT 3
[! pg ordered] SELECT k FROM t UNION SELECT k FROM u UNION ALL SELECT k FROM q ORDER BY k OFFSET 2
[! pg ordered] SELECT k FROM t UNION (SELECT k FROM u EXCEPT SELECT k FROM q) ORDER BY k
[! pg ordered] SELECT g, COUNT(*) FROM t GROUP BY g UNION SELECT g, COUNT(*) FROM w GROUP BY g ORDER BY 2 DESC, 1
[! pg ordered] SELECT v FROM t INTERSECT ALL SELECT v FROM w ORDER BY v
[! pg ordered] SELECT v FROM w EXCEPT ALL SELECT v FROM t ORDER BY v LIMIT 4
[! pg ordered] SELECT k, g FROM t INTERSECT SELECT k, g FROM q ORDER BY 1 DESC
[! pg ordered] SELECT NULL AS x, k FROM t UNION ALL SELECT 'a', k FROM u ORDER BY 1, 2
[! pg ordered] SELECT 1 AS a FROM t UNION SELECT 2 FROM z ORDER BY a
[! pg ordered] SELECT 1 AS a UNION SELECT k FROM t ORDER BY a
[! pg ordered] SELECT a FROM w UNION SELECT b FROM d ORDER BY 1
[! pg ordered] SELECT DISTINCT g FROM w UNION ALL SELECT DISTINCT g FROM t ORDER BY 1
[! pg] SELECT MAX(v) FROM w UNION ALL SELECT MIN(v) FROM w UNION ALL SELECT COUNT(*) FROM w
[! pg] SELECT AVG(v) FROM w UNION ALL SELECT a FROM w WHERE k < 4
[! pg ordered] SELECT * FROM (SELECT * FROM w) x ORDER BY k LIMIT 2
[! pg] SELECT COUNT(1) FROM (SELECT "w"."k" AS "k", "w"."g" AS "g" FROM "public"."w" "w" WHERE "w"."v" > 3) "Custom SQL Query"
[! pg ordered] SELECT "X"."g" AS "g", SUM("X"."v") AS "sum_v" FROM (SELECT * FROM (SELECT g, v FROM w) "Y") "X" GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3
[! pg ordered] SELECT "t0"."g", CAST(SUM("t0"."v") AS bigint) AS "C1" FROM (SELECT g, v FROM w WHERE NOT (v IS NULL)) "t0" GROUP BY "t0"."g" HAVING NOT (SUM("t0"."v") IS NULL) ORDER BY "t0"."g" LIMIT 1000001
[! pg ordered] SELECT x.g, MAX(x.n) FROM (SELECT g, v, COUNT(*) AS n FROM w GROUP BY g, v) x GROUP BY x.g ORDER BY x.g
[! pg] SELECT AVG(x.s) FROM (SELECT k, SUM(v) AS s FROM w GROUP BY k) x
[! pg] SELECT (SELECT COUNT(*) FROM t) AS a, (SELECT MAX(v) FROM w) AS b, (SELECT 3) AS c
[! pg ordered] SELECT k, (SELECT COUNT(*) FROM w WHERE w.v = t.v) AS n FROM t ORDER BY n DESC, k
[! pg ordered] SELECT k FROM t WHERE EXISTS (SELECT 1 FROM w WHERE w.k = t.k AND w.v > 5) ORDER BY k
[! pg ordered] SELECT k FROM t WHERE NOT EXISTS (SELECT 1 FROM w WHERE w.v = t.v) ORDER BY k
[! pg ordered] SELECT t.k, x.n FROM t, LATERAL (SELECT COUNT(*) AS n FROM w WHERE w.k = t.k) x ORDER BY t.k
[! pg ordered] SELECT t.k, x.v FROM t CROSS JOIN LATERAL (SELECT v FROM w WHERE w.k = t.k ORDER BY v LIMIT 1) x ORDER BY 1
[! pg ordered] SELECT k, g, row_number() OVER (PARTITION BY k ORDER BY v) AS rn, SUM(v) OVER (PARTITION BY k) FROM w ORDER BY k LIMIT 4
[! pg ordered] SELECT k, ntile(3) OVER (ORDER BY k), percent_rank() OVER (ORDER BY v), cume_dist() OVER (ORDER BY v), dense_rank() OVER (ORDER BY g) FROM w ORDER BY k
[! pg ordered] SELECT DISTINCT SUM(v) OVER (PARTITION BY g) AS s FROM w ORDER BY s
[! pg ordered] SELECT g, v, COUNT(*), GROUPING(g, v) FROM w GROUP BY GROUPING SETS ((g), (v), ()) ORDER BY g, v, 4
[pg ordered] SELECT k, g, COUNT(*) FROM t GROUP BY GROUPING SETS ((k, g), (k)) ORDER BY k, g
[! pg ordered] SELECT jsonb_build_object('g', g, 'v', v) -> 'v' AS x, COUNT(*) FROM w GROUP BY 1 ORDER BY 1
[! pg ordered] SELECT (jsonb_build_object('v', v) ->> 'v')::int AS x, COUNT(*) FROM w GROUP BY 1 ORDER BY 1
[! pg ordered] SELECT jsonb_build_object('v', v) ->> 'v' AS x FROM w ORDER BY 1, k LIMIT 5
[! pg] SELECT DISTINCT jsonb_build_object('v', v % 2) FROM w
[! pg ordered] SELECT json_agg(g ORDER BY k), jsonb_agg(v ORDER BY k), json_object_agg(k, v ORDER BY k) FROM t
[! pg ordered] SELECT g, json_agg(json_build_object('k', k) ORDER BY k) FROM w GROUP BY g ORDER BY g
[pg] SELECT jsonb_object_agg(k, a) FROM w WHERE k < 9
[! pg ordered] SELECT g AS "Group", g AS "group", COUNT(*) AS " " FROM w GROUP BY g ORDER BY "group"
[! pg ordered] SELECT k AS "a b", v AS "ORDER" FROM w ORDER BY "ORDER" DESC NULLS LAST, "a b" LIMIT 3
[! pg ordered] SELECT *, v * 2 AS k FROM w ORDER BY w.k LIMIT 2
[! pg ordered] SELECT * FROM w JOIN t USING (k) ORDER BY k LIMIT 3
[! pg ordered] SELECT * FROM t NATURAL JOIN u ORDER BY 1
[! pg ordered] SELECT * FROM t NATURAL LEFT JOIN q ORDER BY k, g
[! pg ordered] SELECT k, t.g, u.g FROM t FULL JOIN u USING (k) ORDER BY k NULLS FIRST
[! pg ordered] SELECT a.k, b.k FROM w a JOIN w b ON a.k = b.k AND a.v < b.b ORDER BY a.v DESC, 1 LIMIT 5
[! pg ordered] SELECT a.g, COUNT(*), SUM(b.v) FROM w a JOIN w b USING (k) GROUP BY a.g ORDER BY a.g
[! pg] SELECT COUNT(*) FROM w a JOIN w b ON a.k = b.k + 1
[! pg ordered] SELECT k, CASE WHEN v > 5 THEN 'high' WHEN v > 2 THEN NULL ELSE 'low' END AS c FROM w ORDER BY c NULLS FIRST, k LIMIT 20
[! pg ordered] SELECT dt, ts, COUNT(*) FROM e GROUP BY ROLLUP (dt, ts) ORDER BY dt, ts LIMIT 9
[! pg] SELECT MAX(s), MIN(s), MAX(length(s)) FROM e
[! pg ordered] SELECT s FROM e ORDER BY s DESC NULLS LAST, k LIMIT 3
[! pg ordered] SELECT f, COUNT(*) FROM e GROUP BY f ORDER BY f
[! pg ordered] SELECT DISTINCT f::numeric FROM e ORDER BY 1
[! pg ordered] SELECT fl, COUNT(*), SUM(fl), AVG(fl) FROM ty GROUP BY fl ORDER BY fl DESC
[! pg ordered] SELECT raw, COUNT(*) FROM ty GROUP BY raw ORDER BY raw
[! pg ordered] SELECT encode(raw, 'hex') AS h, COUNT(*) FROM ty GROUP BY h ORDER BY h
[! pg ordered] SELECT ch, COUNT(*), MIN(ch), MAX(ch) FROM ty GROUP BY ch ORDER BY ch DESC
[! pg ordered] SELECT ch || '|' AS x FROM ty GROUP BY ch ORDER BY ch NULLS FIRST
[! pg ordered] SELECT tm, COUNT(*) FROM ty GROUP BY tm ORDER BY tm DESC NULLS LAST
[! pg] SELECT SUM(sm), AVG(sm), SUM(sm) / COUNT(sm), MAX(sm) - MIN(sm) FROM ty
[! pg error] SELECT SUM(v) / (COUNT(*) - 64) FROM w
[! pg] SELECT regr_count(v, k), regr_avgx(v, k), covar_pop(v, k) FROM t
[! pg] SELECT COUNT(*), current_date = current_date, MAX(v) FROM w
[! pg ordered] SELECT k % 4 AS m, k FROM w ORDER BY 1 DESC, 2 DESC LIMIT 5
[! pg ordered] SELECT rank() OVER (PARTITION BY g ORDER BY v) AS r, COUNT(*) FROM w GROUP BY g, v ORDER BY g, v
[pg] SELECT range_agg(int4range(k, k + 1)) FROM t
[! pg] SELECT any_value FROM (SELECT MIN(g) AS any_value FROM w) x
[! pg] SELECT max(k) FILTER (WHERE false), count(*) FILTER (WHERE NULL), sum(v) FILTER (WHERE g IS NULL) FROM w
[! pg] SELECT sum(v) OVER () FROM w LIMIT 1
[! pg ordered] SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY v), mode() WITHIN GROUP (ORDER BY v) FROM w
[! pg ordered] SELECT k FROM t WHERE g = ANY (SELECT g FROM w WHERE v > 10) ORDER BY k
[! pg ordered] SELECT k FROM t WHERE v >= ALL (SELECT v FROM w WHERE v IS NOT NULL AND v < 5) ORDER BY k
[! pg ordered] SELECT k FROM t WHERE (g, v) NOT IN (SELECT g, v FROM w) ORDER BY k
[pg ordered] TABLE w ORDER BY k LIMIT 2
[! pg ordered] WITH x AS (SELECT g, SUM(v) AS s FROM w GROUP BY g) SELECT x.g, s, RANK() OVER (ORDER BY s DESC NULLS LAST) FROM x ORDER BY 3, 1
[! pg] WITH x AS (SELECT k, v FROM w WHERE v > 2) SELECT COUNT(*), SUM(v) FROM x
[! pg ordered] WITH x(a, b) AS (SELECT g, COUNT(*) FROM w GROUP BY g) SELECT * FROM x ORDER BY b DESC, a LIMIT 2
[! pg ordered] SELECT g, MAX(v) FROM w GROUP BY g ORDER BY MAX(v) DESC NULLS LAST, g LIMIT 3
[! pg ordered] SELECT g FROM w GROUP BY g ORDER BY MIN(a) IS NULL, MIN(a), g
[! pg ordered] SELECT g FROM w GROUP BY g ORDER BY SUM(v) / COUNT(*) DESC NULLS LAST, g
[! pg ordered] SELECT g, COUNT(*) FROM w GROUP BY g ORDER BY lower(g), 1
[! pg] SELECT upper(MAX(g)), lower(MIN(s)), length(MAX(s)), substr(MAX(s), 1, 2), MAX(g) LIKE 'a%' FROM w
[! pg] SELECT to_char(SUM(a), '999G999D99'), to_char(MAX(dt), 'DD.MM.YYYY') FROM w, e WHERE w.k = e.k
[! pg] SELECT MAX(dt) + 3, MAX(ts) + INTERVAL '1 day', MAX(dt) - MIN(dt), date_trunc('month', MAX(ts)), extract(year FROM MIN(dt)) FROM e
[! pg] SELECT MAX(tz) - MIN(tz), age(MAX(tz), MIN(tz)), MAX(tz)::date FROM ty
# All brands: parameters in what is grouped by.
[! pg my sl] SELECT CASE WHEN v > ? THEN ? ELSE ? END AS x, COUNT(*) FROM w GROUP BY 1 ;; (5, "hi", "lo")
[! pg my sl] SELECT CASE WHEN v > ? THEN ? ELSE ? END AS x, COUNT(*) FROM w GROUP BY 1 ORDER BY 1 ;; (5, "hi", "lo")
[! pg my sl] SELECT v % ? AS x, COUNT(*) FROM w GROUP BY x ORDER BY x ;; (3,)
[! pg my sl] SELECT v % ? AS x, COUNT(*) FROM w GROUP BY x HAVING COUNT(*) > ? ORDER BY 2 DESC, 1 LIMIT ? ;; (7, 2, 3)
[! pg my sl] SELECT COALESCE(g, ?) AS x, COUNT(*), SUM(v) FROM w GROUP BY 1 ORDER BY 2 ;; ("none",)
[! pg my sl] SELECT v * ? + 1 AS x, MAX(k) FROM w GROUP BY 1 ORDER BY 1 DESC LIMIT 3 ;; (2,)
[! pg my sl] SELECT v % ? AS x, (v % ?) + 1 AS y, COUNT(*) FROM w GROUP BY 1, 2 ORDER BY 1 ;; (3, 3)
[! pg my sl] SELECT g, SUM(v) * ? AS x FROM w GROUP BY 1 ORDER BY g ;; (3,)
[! pg my sl] SELECT g, SUM(v) * ? AS x FROM w GROUP BY g ORDER BY x, g ;; (3,)
[! pg my sl] SELECT DISTINCT v % ? AS x FROM w ORDER BY x ;; (3,)
[! pg my sl] SELECT DISTINCT v % ? AS x FROM w ORDER BY 1 DESC LIMIT 2 ;; (3,)
[! pg my sl] SELECT v % ? AS x, k FROM w ORDER BY x, k LIMIT 5 ;; (3,)
[! pg my sl] SELECT ? AS x, COUNT(*) FROM w GROUP BY 1 ;; ("q",)
[! pg my sl] SELECT ? AS x, g, COUNT(*) FROM w GROUP BY 1, 2 ORDER BY 2 ;; ("q",)
[! pg my sl] SELECT SUM(v + ?) AS x, COUNT(DISTINCT v) FROM w ;; (3,)
# Floating numbers with the fewest digits: powers of two, the smallest, and those just between two decimals.
[! pg ordered] SELECT k, 2.0::float8 ^ -(k + 40) AS a, 2.0::float8 ^ (k + 53) AS b, 2.0::float4 ^ -k AS c FROM w ORDER BY k LIMIT 30
[! pg ordered] SELECT k, '5e-324'::float8 * k AS a, (33169761177205528 + 4 * k)::float8 AS b, ('1e-45'::float4 * k)::float4 AS c FROM w ORDER BY k LIMIT 30
[! pg ordered] SELECT k, k / 7.0::float8 AS a, (k / 7.0::float8)::float4 AS b, sqrt(k::float8) * 1e18 AS c FROM w ORDER BY k LIMIT 30
# Types that no other table here has.
{ pg
.drop dd
CREATE TABLE dd (k INT PRIMARY KEY, b BIT(8), o BIT(1), d DATE, n NUMERIC)
[!] INSERT INTO dd VALUES (1, B'00000111', B'1', '2024-01-01', 1.5), (2, B'10000000', B'0', '2020-02-29', -2), (3, B'00000011', NULL, NULL, 1e27), (6, NULL, B'1', '1999-12-31', 0.25)
[!] SELECT bit_or(b), bit_and(b), bit_xor(b), bit_or(o), bit_and(k) FROM dd
[! ordered] SELECT k, b, o FROM dd ORDER BY b DESC, o, k
[!] SELECT o, COUNT(*), MAX(d), MIN(n) FROM dd GROUP BY o
[!] INSERT INTO dd VALUES (7, NULL, NULL, 'infinity', NULL)
[!] SELECT MAX(d) FROM dd
[! ordered] SELECT k FROM dd ORDER BY d, k
[!] SELECT COUNT(*), COUNT(d) FROM dd
}
