# PostgreSQL's own types (the table od): ordered, grouped, aggregated, cast, compared.
[pg] SELECT k, iv FROM od
[pg] SELECT k, id, bt, vb, ip, mn, js, ar, rn FROM od
[pg] SELECT k, nf::text, de, tz, tt, ch, f8::text, i8, i2, bo, tx, ts FROM od
[pg ordered] SELECT k, iv FROM od ORDER BY iv, k
[pg ordered] SELECT k, id FROM od ORDER BY id DESC, k
[pg ordered] SELECT k, bt FROM od ORDER BY bt, k
[pg ordered] SELECT k, vb FROM od ORDER BY vb DESC, k
[pg ordered] SELECT k, ip FROM od ORDER BY ip, k
[pg ordered] SELECT k, mn FROM od ORDER BY mn, k
[pg ordered] SELECT k, mn FROM od ORDER BY mn DESC NULLS LAST, k
[pg ordered] SELECT k, js FROM od ORDER BY js, k
[pg ordered] SELECT k, ar FROM od ORDER BY ar, k
[pg ordered] SELECT k, rn FROM od ORDER BY rn, k
[pg ordered] SELECT k, nf::text FROM od ORDER BY nf, k
[pg ordered] SELECT k, nf::text FROM od ORDER BY nf DESC NULLS LAST, k
[pg ordered] SELECT k, de FROM od ORDER BY de, k
[pg ordered] SELECT k, tz FROM od ORDER BY tz, k
[pg ordered] SELECT k, tt FROM od ORDER BY tt, k
[pg ordered] SELECT k, ch FROM od ORDER BY ch COLLATE "C", k
[pg ordered] SELECT k, ch FROM od ORDER BY ch, k
[pg ordered] SELECT k, f8::text FROM od ORDER BY f8, k
[pg ordered] SELECT k, f8::text FROM od ORDER BY -f8, k
[pg ordered] SELECT k, i8 FROM od ORDER BY i8 DESC, k
[pg ordered] SELECT k, bo FROM od ORDER BY bo, k
[pg ordered] SELECT k, bo FROM od ORDER BY NOT bo, k
[pg ordered] SELECT k, tx FROM od ORDER BY tx, k
[pg ordered] SELECT k, ts FROM od ORDER BY ts NULLS FIRST, k
[pg] SELECT DISTINCT iv FROM od
[pg] SELECT DISTINCT id FROM od
[pg] SELECT DISTINCT bt FROM od
[pg] SELECT DISTINCT vb FROM od
[pg] SELECT DISTINCT ip FROM od
[pg] SELECT DISTINCT mn FROM od
[pg] SELECT DISTINCT js FROM od
[pg] SELECT DISTINCT ar FROM od
[pg] SELECT DISTINCT rn FROM od
[pg] SELECT COUNT(*) FROM (SELECT DISTINCT nf FROM od) x
[pg] SELECT DISTINCT de FROM od
[pg] SELECT DISTINCT tz FROM od
[pg] SELECT DISTINCT tt FROM od
[pg] SELECT DISTINCT ch FROM od
[pg] SELECT DISTINCT ch::text FROM od
[pg] SELECT DISTINCT ch || '' AS x FROM od
[pg] SELECT COUNT(*) FROM (SELECT DISTINCT f8 FROM od) x
[pg] SELECT COUNT(DISTINCT f8), COUNT(DISTINCT nf), COUNT(DISTINCT ch), COUNT(DISTINCT iv), COUNT(DISTINCT js) FROM od
[pg] SELECT COUNT(DISTINCT id), COUNT(DISTINCT bt), COUNT(DISTINCT ip), COUNT(DISTINCT mn), COUNT(DISTINCT ar) FROM od
[pg] SELECT iv, COUNT(*) FROM od GROUP BY iv
[pg] SELECT id, COUNT(*) FROM od GROUP BY id
[pg] SELECT bt, COUNT(*), MIN(k) FROM od GROUP BY bt
[pg] SELECT vb, COUNT(*), MIN(k) FROM od GROUP BY vb
[pg] SELECT ip, COUNT(*), MIN(k) FROM od GROUP BY ip
[pg] SELECT mn, COUNT(*), MIN(k) FROM od GROUP BY mn
[pg] SELECT js, COUNT(*), MIN(k) FROM od GROUP BY js
[pg] SELECT ar, COUNT(*), MIN(k) FROM od GROUP BY ar
[pg] SELECT rn, COUNT(*), MIN(k) FROM od GROUP BY rn
[pg] SELECT nf::text, COUNT(*), MIN(k) FROM od GROUP BY nf::text
[pg] SELECT COUNT(*), MIN(k) FROM od GROUP BY nf
[pg] SELECT COUNT(*), MIN(k) FROM od GROUP BY f8
[pg] SELECT tz, COUNT(*), MIN(k) FROM od GROUP BY tz
[pg] SELECT tt, COUNT(*), MIN(k) FROM od GROUP BY tt
[pg] SELECT ch, COUNT(*), MIN(k) FROM od GROUP BY ch
[pg] SELECT bo, COUNT(*), MIN(k) FROM od GROUP BY bo ORDER BY bo
[pg] SELECT MIN(iv), MAX(iv) FROM od
[pg] SELECT MIN(ip), MAX(ip) FROM od
[pg] SELECT MIN(mn), MAX(mn) FROM od
[pg] SELECT MIN(ar), MAX(ar) FROM od
[pg] SELECT MIN(nf)::text, MAX(nf)::text FROM od
[pg] SELECT MIN(de), MAX(de), SUM(de), AVG(de) FROM od
[pg] SELECT MIN(tz), MAX(tz) FROM od
[pg] SELECT MIN(tt), MAX(tt) FROM od
[pg] SELECT MIN(ch), MAX(ch) FROM od
[pg] SELECT MIN(f8)::text, MAX(f8)::text FROM od
[pg] SELECT MIN(f8) FILTER (WHERE f8 < 'Infinity' AND f8 > '-Infinity') AS a, MAX(f8) FILTER (WHERE f8 <> 'NaN' AND f8 <> 'Infinity') AS b FROM od
[pg] SELECT MIN(tx), MAX(tx), MIN(ts), MAX(ts) FROM od
[pg] SELECT MAX(id::text), MIN(id::text) FROM od
[pg error] SELECT MAX(id) FROM od
[pg error] SELECT MAX(js) FROM od
[pg error] SELECT MAX(bo) FROM od
[pg error] SELECT SUM(tx) FROM od
[pg error] SELECT SUM(bo) FROM od
[pg error] SELECT MAX(bt) FROM od
[pg] SELECT SUM(iv), AVG(iv) FROM od
[pg] SELECT SUM(mn) FROM od
[pg] SELECT SUM(mn) / 2 AS x, SUM(mn) / SUM(mn) AS y FROM od
[pg] SELECT bo, SUM(mn) FROM od GROUP BY bo
[pg] SELECT SUM(nf)::text, AVG(nf)::text FROM od
[pg] SELECT bo, SUM(nf)::text, AVG(nf)::text FROM od GROUP BY bo
[pg] SELECT SUM(nf)::text FROM od WHERE nf <> 'NaN'
[pg] SELECT SUM(nf) AS s, AVG(nf) AS a FROM od WHERE nf <> 'NaN' AND nf <> 'Infinity'
[pg] SELECT SUM(f8)::text, AVG(f8)::text FROM od
[pg] SELECT SUM(f8)::text FROM od WHERE f8 <> 'NaN'
[pg] SELECT SUM(f8)::text, AVG(f8)::text FROM od WHERE f8 = 'Infinity'
[pg] SELECT SUM(i8), AVG(i8) FROM od
[pg] SELECT SUM(i8) + 1 AS a, SUM(i8) * 2 AS b, -SUM(i8) AS c FROM od
[pg error] SELECT MAX(i8) + 1 AS a FROM od
[pg error] SELECT MIN(i8) - 1 AS a FROM od
[pg error] SELECT -MIN(i8) AS a FROM od
[pg error] SELECT ABS(MIN(i8)) AS a FROM od
[pg error] SELECT MIN(i8) / -1 AS a FROM od
[pg] SELECT MIN(i8) % -1 AS a FROM od
[pg error] SELECT MAX(i8) * 2 AS a FROM od
[pg error] SELECT SUM(i2), AVG(i2), MAX(i2) + 1 AS a, MAX(i2) + MAX(i2) AS b FROM od
[pg error] SELECT MAX(i2) * 2::smallint AS b FROM od
[pg error] SELECT MAX(i2) + 1::smallint AS b FROM od
[pg error] SELECT CAST(SUM(i2) AS smallint) AS b FROM od
[pg] SELECT CAST(SUM(k) AS smallint) AS b, CAST(SUM(k) AS int) AS c, CAST(AVG(k) AS int) AS d FROM od
[pg error] SELECT CAST(SUM(i8) AS int) AS b FROM od
[pg] SELECT bit_and(i2), bit_or(i2), bit_xor(i2), bit_and(i8), bit_or(i8) FROM od
[pg] SELECT bit_and(bt), bit_or(bt), bit_xor(bt) FROM od
[pg] SELECT bool_and(bo), bool_or(bo), every(bo IS NOT NULL) FROM od
[pg] SELECT bo, bool_and(i2 > 0), bool_or(i2 > 0) FROM od GROUP BY bo
[pg] SELECT variance(de)::text, stddev(de)::text FROM od
[pg] SELECT variance(i8), stddev_pop(i8), var_samp(i2), var_pop(i2) FROM od
[pg] SELECT variance(nf)::text, stddev(nf)::text FROM od
[pg] SELECT variance(f8)::text, stddev(f8)::text FROM od
[pg approx] SELECT variance(f8), stddev(f8) FROM od WHERE f8 BETWEEN -10 AND 10
[pg] SELECT string_agg(tx, ',' ORDER BY k), string_agg(tx, '' ORDER BY k DESC) FROM od
[pg] SELECT string_agg(tx, NULL ORDER BY k) FROM od
[pg] SELECT string_agg(tx, tx ORDER BY k) FROM od
[pg] SELECT string_agg(ch, '|' ORDER BY k) FROM od
[pg] SELECT string_agg(ch::text, '|' ORDER BY tx, k) FROM od
[pg] SELECT string_agg(DISTINCT tx, ',') FROM od
[pg] SELECT string_agg(DISTINCT tx, ',' ORDER BY tx) FROM od
[pg] SELECT string_agg(DISTINCT tx, ',' ORDER BY tx DESC) FROM od
[pg] SELECT string_agg(tx, ',' ORDER BY tx, k) FILTER (WHERE bo) FROM od
[pg] SELECT string_agg(tx, ',' ORDER BY i8 DESC NULLS LAST, k DESC) FROM od
[pg] SELECT bo, string_agg(tx, ',' ORDER BY k) FROM od GROUP BY bo ORDER BY bo
[pg] SELECT string_agg(tx, ',' ORDER BY k) FROM od WHERE k < 0
[pg] SELECT string_agg(tx, ',' ORDER BY bo) FROM od WHERE k < 0
[pg] SELECT LENGTH(string_agg(tx, ',' ORDER BY k)) AS n FROM od
[pg] SELECT string_agg(i2::text, ',' ORDER BY i2, k) FROM od
[pg] SELECT string_agg('x'::bytea, 'y'::bytea ORDER BY k) FROM od
[pg] SELECT array_agg(k ORDER BY k) FROM od
[pg] SELECT array_agg(ar ORDER BY k) FROM od WHERE ar = '{1,2}'
[pg error] SELECT array_agg(ar ORDER BY k) FROM od WHERE ar IN ('{1,2}', '{10}')
[pg] SELECT array_agg(DISTINCT i2 ORDER BY i2) FROM od
[pg] SELECT bo, array_agg(tx ORDER BY tx, k) FROM od GROUP BY bo
[pg] SELECT json_agg(k ORDER BY k) FROM od
[pg] SELECT jsonb_agg(js ORDER BY k), jsonb_object_agg(k, js ORDER BY k) FROM od
[pg] SELECT json_object_agg(k, tx ORDER BY k) FROM od
[pg] SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY i2), percentile_disc(0.5) WITHIN GROUP (ORDER BY i2) FROM od
[pg] SELECT percentile_cont(ARRAY[0.25, 0.75]) WITHIN GROUP (ORDER BY i2) FROM od
[pg] SELECT mode() WITHIN GROUP (ORDER BY i2) FROM od
[pg] SELECT rank(7) WITHIN GROUP (ORDER BY i2), dense_rank(7) WITHIN GROUP (ORDER BY i2), cume_dist(7) WITHIN GROUP (ORDER BY i2) FROM od
[pg approx] SELECT corr(i2, k), covar_pop(i2, k), regr_slope(i2, k), regr_count(i2, k) FROM od
[pg] SELECT range_agg(rn), range_intersect_agg(rn) FROM od
[pg] SELECT xmlagg(xmlelement(name a, k) ORDER BY k)::text FROM od
[pg] SELECT bo, iv, COUNT(*) FROM od GROUP BY ROLLUP (bo, iv)
[pg] SELECT bo, i2, COUNT(*), SUM(k), GROUPING(bo, i2) FROM od GROUP BY CUBE (bo, i2) ORDER BY 1, 2, 3
[pg] SELECT bo, i2, COUNT(*) FROM od GROUP BY GROUPING SETS ((bo), (i2), ()) HAVING COUNT(*) > 3
[pg] SELECT k, iv FROM od WHERE iv > '1 day'
[pg] SELECT k FROM od WHERE iv = '24 hours'
[pg] SELECT k FROM od WHERE rn @> 3
[pg] SELECT k FROM od WHERE ar @> ARRAY[1]
[pg] SELECT k FROM od WHERE js @> '{"a": 1}'
[pg] SELECT k, js->'a' AS a, js->>'a' AS b FROM od WHERE js ?? 'a'
[pg] SELECT js->>'a' AS a, COUNT(*) FROM od GROUP BY js->>'a'
[pg] SELECT js->>'a' AS a, COUNT(*) FROM od GROUP BY 1 ORDER BY 1
[pg] SELECT jsonb_typeof(js) AS t, COUNT(*) FROM od GROUP BY t ORDER BY t
[pg] SELECT k, unnest(ar) AS a FROM od
[pg ordered] SELECT k, unnest(ar) AS a FROM od ORDER BY k, a
[pg] SELECT unnest(ar) AS a, COUNT(*) FROM od GROUP BY 1
[pg ordered] SELECT k, x FROM od, unnest(ar) WITH ORDINALITY AS q(x, n) ORDER BY k, n
[pg] SELECT array_length(ar, 1) AS n, COUNT(*) FROM od GROUP BY n ORDER BY n
[pg ordered] SELECT k FROM od ORDER BY array_length(ar, 1) DESC, k
[pg ordered] SELECT k FROM od ORDER BY cardinality(ar), k
[pg ordered] SELECT k, ar[1] FROM od ORDER BY ar[1], k
[pg ordered] SELECT k, upper(rn) FROM od ORDER BY upper(rn), k
[pg] SELECT upper(rn) AS u, COUNT(*) FROM od GROUP BY upper(rn) ORDER BY u
[pg ordered] SELECT k, host(ip) FROM od ORDER BY host(ip), k
[pg ordered] SELECT k, masklen(ip) AS m FROM od ORDER BY m, k
[pg ordered] SELECT k, iv * 2 AS x FROM od ORDER BY x, k
[pg ordered] SELECT k, extract(epoch FROM iv) AS x FROM od ORDER BY x, k
[pg] SELECT extract(epoch FROM SUM(iv)) AS x FROM od
[pg] SELECT justify_days(SUM(iv)) AS x FROM od
[pg] SELECT SUM(iv) / 2 AS x, SUM(iv) > '1 day' AS y FROM od
[pg ordered] SELECT k, tz AT TIME ZONE 'Europe/Berlin' AS x FROM od ORDER BY x, k
[pg] SELECT tz AT TIME ZONE 'Europe/Berlin' AS x, COUNT(*) FROM od GROUP BY x ORDER BY x
[pg] SELECT date_trunc('day', tz) AS x, COUNT(*) FROM od GROUP BY x ORDER BY x
[pg] SELECT tz::date AS x, COUNT(*) FROM od GROUP BY x ORDER BY x
[pg] SELECT to_char(tz, 'YYYY-MM') AS x, COUNT(*) FROM od GROUP BY x ORDER BY x DESC
[pg] SELECT extract(hour FROM tz) AS x, COUNT(*) FROM od GROUP BY x ORDER BY x
[pg] SELECT MAX(tz) - MIN(tz) AS x FROM od
[pg] SELECT MAX(ts) - MIN(ts) AS x, age(MAX(ts), MIN(ts)) AS y FROM od
[pg] SELECT MAX(ts)::date - MIN(ts)::date AS x FROM od
[pg] SELECT ('epoch'::timestamptz + iv) AS x, k FROM od WHERE iv IS NOT NULL ORDER BY x, k
{ pg
SET TIME ZONE 'Europe/Berlin'
[ordered] SELECT k, tz FROM od ORDER BY tz, k
SELECT tz, COUNT(*) FROM od GROUP BY tz
SELECT DISTINCT tz FROM od
SELECT MIN(tz), MAX(tz), COUNT(DISTINCT tz) FROM od
SELECT date_trunc('day', tz) AS d, COUNT(*) FROM od GROUP BY d ORDER BY d
SELECT tz::date AS d, COUNT(*) FROM od GROUP BY 1 ORDER BY 1
SELECT tz FROM od UNION SELECT tz FROM od
[ordered] SELECT tz, k FROM od UNION ALL SELECT tz, k FROM od ORDER BY 1, 2
[ordered] SELECT tz, k FROM od UNION SELECT tz, -k FROM od ORDER BY tz DESC, k
SELECT tz FROM od EXCEPT SELECT tz FROM od WHERE k < 9
SELECT tz FROM od INTERSECT SELECT tz FROM od WHERE k < 9
SELECT COALESCE(tz, now()) IS NULL AS a FROM od UNION SELECT tz IS NULL FROM od
SELECT k, tz FROM od UNION SELECT k, tz FROM od WHERE bo
SELECT tz + interval '1 hour' AS t FROM od UNION SELECT tz FROM od
SELECT NULL AS t FROM od UNION SELECT tz FROM od
SELECT x.t FROM (SELECT tz AS t FROM od) x UNION SELECT tz FROM od
[ordered] SELECT k, tt FROM od ORDER BY tt, k
[ordered] SELECT k FROM od ORDER BY tz DESC, k LIMIT 5
SELECT bo, MAX(tz) AS m FROM od GROUP BY bo ORDER BY m
SELECT DISTINCT GREATEST(tz, '2020-01-01') AS x FROM od
[ordered] SELECT k FROM od ORDER BY LEAST('2025-01-01', tz), k
SELECT NULLIF(tz, '2020-01-01') AS x, COUNT(*) FROM od GROUP BY 1
SELECT COALESCE(NULL, tz) AS x, COUNT(*) FROM od GROUP BY 1
SELECT date_bin('10 minutes', tz, '2020-01-01') AS x, COUNT(*) FROM od GROUP BY 1
[ordered] SELECT tz FROM od WHERE tz < '2023-12-01' ORDER BY tz FETCH FIRST 2 ROWS WITH TIES
SELECT string_agg(tx, ',' ORDER BY tz, k) FROM od
SELECT k, RANK() OVER (ORDER BY tz, k) AS r FROM od
SELECT k FROM od WHERE tz = (SELECT MIN(tz) FROM od)
SELECT k, (SELECT MIN(tz) FROM od) AS m FROM od WHERE k < 4
SELECT DISTINCT ON (tz) tz, k FROM od ORDER BY tz, k
SET TIME ZONE 'UTC'
}
{ pg
SET extra_float_digits = 3
SELECT f8::text, COUNT(*) FROM od GROUP BY f8::text
SELECT SUM(f8)::text FROM od WHERE f8 BETWEEN -1 AND 1
}
{ pg
SET IntervalStyle = 'iso_8601'
SELECT k, iv FROM od
[ordered] SELECT k, iv FROM od ORDER BY iv, k
SELECT SUM(iv) FROM od
SELECT iv, COUNT(*) FROM od GROUP BY iv
SELECT DISTINCT iv FROM od
SET IntervalStyle = 'postgres'
}
{ pg
SET lc_monetary = 'C'
SELECT SUM(mn) FROM od
}
[pg ordered] SELECT k FROM od ORDER BY nf DESC, f8 DESC, k LIMIT 10
[pg ordered] SELECT DISTINCT ON (f8) f8::text, k FROM od ORDER BY f8, k
[pg ordered] SELECT DISTINCT ON (ch) ch, k FROM od ORDER BY ch, k
[pg ordered] SELECT DISTINCT ON (nf) nf::text, k FROM od ORDER BY nf, k
[pg ordered] SELECT DISTINCT ON (id) id, k FROM od ORDER BY id, k DESC
[pg ordered] SELECT f8::text FROM od ORDER BY f8 FETCH FIRST 3 ROWS WITH TIES
[pg] SELECT nf::text FROM od ORDER BY nf FETCH FIRST 3 ROWS WITH TIES
[pg] SELECT ch FROM od UNION SELECT ch FROM od
[pg] SELECT ch::text FROM od UNION SELECT tx FROM od
[pg] SELECT ch FROM od UNION SELECT tx FROM od
[pg] SELECT tx FROM od UNION SELECT ch FROM od
[pg] SELECT nf::text FROM od EXCEPT SELECT de::text FROM od
[pg] SELECT i2 FROM od UNION SELECT i8 FROM od
[pg] SELECT i2 FROM od UNION ALL SELECT i8 FROM od
[pg] SELECT i8 FROM od INTERSECT SELECT i2 FROM od
[pg] SELECT i2 FROM od UNION SELECT de FROM od
[pg] SELECT js FROM od UNION SELECT js FROM od
[pg] SELECT ar FROM od INTERSECT SELECT ar FROM od
[pg] SELECT iv FROM od UNION SELECT iv FROM od
[pg] SELECT bt FROM od UNION SELECT bt FROM od
[pg] SELECT id FROM od EXCEPT SELECT id FROM od WHERE bo
[pg] SELECT k FROM od WHERE id = ? ;; ('7fffffff-0000-0000-0000-00000000000b',)
[pg] SELECT k FROM od WHERE ip << '10.0.0.0/7'
[pg] SELECT k FROM od WHERE f8 = 'NaN'
[pg] SELECT k FROM od WHERE (nf, f8) IN (SELECT nf, f8 FROM od)
[pg] SELECT k FROM od WHERE id IN (SELECT id FROM od WHERE bo)
[pg] SELECT k FROM od WHERE mn = (SELECT MAX(mn) FROM od)
[pg] SELECT k FROM od WHERE iv = (SELECT MAX(iv) FROM od)
[pg] SELECT k FROM od WHERE f8 = (SELECT MAX(f8) FROM od)
[pg] SELECT k FROM od WHERE ch = (SELECT MAX(ch) FROM od)
[pg] SELECT k FROM od WHERE tz = (SELECT MAX(tz) FROM od)
[pg] SELECT k, (SELECT MAX(tz) FROM od) AS m FROM od WHERE k < 4
[pg] SELECT k, (SELECT MAX(de) FROM od) AS m FROM od WHERE k < 4
[pg] SELECT k, (SELECT MAX(ch) FROM od) AS m FROM od WHERE k < 4
[pg] SELECT k, (SELECT SUM(iv) FROM od) AS m FROM od WHERE k < 4
[pg] SELECT a.k, b.k FROM od a JOIN od b ON a.id = b.id WHERE a.k < 6
[pg] SELECT a.k, b.k FROM od a JOIN od b ON a.ch = b.ch AND a.f8 = b.f8
[pg] SELECT a.k, b.k FROM od a LEFT JOIN od b ON a.js = b.js AND a.k <> b.k
[pg] SELECT k, RANK() OVER (ORDER BY f8, k) AS r, SUM(i8) OVER (ORDER BY k) AS s FROM od
[pg] SELECT k, LAG(tz) OVER (ORDER BY k) AS r, FIRST_VALUE(ch) OVER (ORDER BY k) AS s FROM od
[pg] SELECT k, NTILE(3) OVER (ORDER BY iv, k) AS n FROM od
[pg] SELECT MAX(ch) || '|' AS a, CONCAT(MAX(ch), '|') AS b, MAX(ch)::text || '|' AS c, LENGTH(MAX(ch)) AS d FROM od
[pg] SELECT COALESCE(MAX(ch), 'x') AS a, NULLIF(MIN(ch), 'a ') AS b, MIN(ch) = '' AS c, MAX(ch) > 'A ' AS d FROM od
[pg] SELECT CASE WHEN MIN(ch) = '' THEN MAX(ch) ELSE 'q' END AS a, GREATEST(MAX(ch), 'a') AS b FROM od
[pg] SELECT ch FROM od EXCEPT SELECT tx FROM od
[pg] SELECT tx FROM od INTERSECT SELECT ch FROM od
[pg] SELECT ch, COUNT(*) FROM od GROUP BY ch HAVING ch > 'a'
[pg] SELECT k, (SELECT MAX(ch) FROM od) || '|' AS m FROM od WHERE k < 4
[pg] SELECT string_agg(COALESCE(ch, 'x'), '|' ORDER BY k) FROM od
[pg] SELECT string_agg(ch || '', '|' ORDER BY k) FROM od
[pg] SELECT string_agg(ch, '|' ORDER BY ch, k) FROM od
[pg] SELECT string_agg(CASE WHEN k > 5 THEN ch END, '|' ORDER BY k) FROM od
[pg] SELECT MAX(tx::char(3)) || '|' AS a, string_agg(tx::char(3), '|' ORDER BY k) AS b FROM od
[pg ordered] SELECT k, tx::char(3) AS c FROM od ORDER BY tx::char(3) COLLATE "C", k
[pg] SELECT DISTINCT tx::char(3) AS c FROM od
[pg] SELECT k::char(3) AS c, COUNT(*) FROM od GROUP BY 1
[pg] SELECT bo, MAX(tz) AS m, COUNT(*) FROM od GROUP BY bo HAVING MAX(tz) > '2023-10-29 02:30:00+01'
[pg] SELECT MAX(tz) = '2024-01-01 12:00:00.123456+00' AS a, MIN(tz) < '2023-10-29 00:30:01+00' AS b FROM od
[pg ordered] SELECT DISTINCT ON (x) v % 2 AS x, k FROM t ORDER BY x, k
[pg] SELECT DISTINCT ON (x) v % 2 AS x FROM t
[pg ordered] SELECT DISTINCT ON (v) -v AS v, k FROM t ORDER BY v, k
[pg ordered] SELECT DISTINCT ON (t.v) -v AS v, k FROM t ORDER BY t.v, k
[pg ordered] SELECT DISTINCT ON (g, x) g, v % 2 AS x, k FROM t ORDER BY x DESC, g, k
[pg ordered] SELECT DISTINCT ON (upper(g)) g, k FROM t ORDER BY upper(g), k DESC

# Dates that the driver doesn't show as they are: before Christ, infinite, beyond the year 9999.
{ pg
INSERT INTO e (k, dt, ts, s) VALUES (101, '0044-03-15 BC', '0044-03-15 BC', 'a'), (102, '0044-03-15', '0044-03-15', 'a'), (103, '0001-01-01', '0001-01-01', 'b'), (104, '0001-12-31 BC', '0001-12-31 BC', 'b'), (105, 'infinity', 'infinity', 'c'), (106, '-infinity', '-infinity', 'c'), (107, '12345-01-02', '12345-01-02', 'd'), (108, NULL, NULL, 'd'), (109, '0044-03-16 BC', '0044-03-16 BC', 'a'), (110, current_date, current_date, 'e'), (111, '4713-01-01 BC', '4713-01-01 BC', 'f')
[! ordered] SELECT k, dt, ts FROM e WHERE k > 100 ORDER BY k
[! ordered] SELECT k, dt FROM e WHERE k > 100 ORDER BY dt, k
[! ordered] SELECT k FROM e WHERE k > 100 ORDER BY dt DESC NULLS LAST, k LIMIT 4
[! ordered] SELECT k FROM e WHERE k > 100 ORDER BY dt + 1, k
[! ordered] SELECT k FROM e WHERE k > 100 AND isfinite(dt) ORDER BY dt - 1 DESC, k
[! ordered] SELECT k FROM e WHERE k > 100 AND isfinite(dt) ORDER BY dt - date '2000-01-01', k
[! ordered] SELECT k FROM e WHERE k > 100 ORDER BY COALESCE(dt, '2000-01-01'), k
[! ordered] SELECT k FROM e WHERE k > 100 ORDER BY CASE WHEN k < 105 THEN dt END, k
[! ordered] SELECT k FROM e WHERE k > 100 ORDER BY ts::date, k
[! ordered] SELECT k FROM e WHERE k > 100 ORDER BY ts::timestamptz, k
[! ordered] SELECT d FROM (SELECT dt AS d, k FROM e WHERE k > 100) q ORDER BY d, k
[! ordered] SELECT DISTINCT dt FROM e ORDER BY dt
[! ordered] SELECT DISTINCT ON (dt) dt, k FROM e WHERE k > 100 ORDER BY dt, k
[! ordered] SELECT dt, COUNT(*) FROM e GROUP BY dt ORDER BY dt
[! ordered] SELECT dt, COUNT(*) AS n FROM e GROUP BY dt ORDER BY n, dt DESC
[!] SELECT dt, s, COUNT(*) FROM e GROUP BY dt, s
[!] SELECT COUNT(DISTINCT dt) FROM e
[!] SELECT MIN(dt), MAX(dt) FROM e
[!] SELECT s, MIN(dt), MAX(dt) FROM e WHERE k > 100 GROUP BY s
[!] SELECT MIN(dt), MAX(dt) FROM e WHERE k IN (101, 102, 104)
[!] SELECT string_agg(k::text, ',' ORDER BY dt, k) FROM e WHERE k > 100
[! ordered] SELECT k FROM e WHERE k > 100 AND k <> 107 ORDER BY ts, k
[! ordered] SELECT k FROM e WHERE k IN (101, 110, 102) ORDER BY ts DESC, k
# What is computed with them here, or seen as they are shown, would be another answer.
[refuse] SELECT s FROM e GROUP BY s HAVING MIN(dt) > '0001-01-01'
[refuse] SELECT s, MIN(dt) FROM e WHERE k > 100 GROUP BY s ORDER BY 2
[refuse] SELECT s, COALESCE(MIN(dt), '2000-01-01') FROM e GROUP BY s
[refuse] SELECT dt, COUNT(*) FROM e GROUP BY dt HAVING COUNT(*) = 1 AND dt < '2000-01-01'
[refuse] SELECT k FROM e ORDER BY ts, k
[refuse] SELECT DISTINCT ts FROM e
}
