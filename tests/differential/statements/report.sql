# Reports as people and BI tools write them.

# CASE and conditional sums
[! ordered] SELECT g, SUM(CASE WHEN v > 5 THEN 1 ELSE 0 END) AS hi, SUM(CASE WHEN v <= 5 THEN 1 ELSE 0 END) AS lo FROM w GROUP BY g ORDER BY g
[! ordered] SELECT status, SUM(CASE WHEN amount > 500 THEN amount ELSE 0 END) AS big, SUM(amount) AS total FROM orders GROUP BY status ORDER BY status
[! ordered] SELECT status, SUM(CASE WHEN amount > 500 THEN amount END) / SUM(amount) AS part FROM orders GROUP BY status ORDER BY status
[! ordered] SELECT status, 100.0 * SUM(CASE WHEN amount > 500 THEN 1 ELSE 0 END) / COUNT(*) AS pct FROM orders GROUP BY status ORDER BY status
[! ordered] SELECT status, ROUND(100.0 * SUM(CASE WHEN amount > 500 THEN 1 ELSE 0 END) / COUNT(*), 2) AS pct FROM orders GROUP BY status ORDER BY status
[! ordered] SELECT CASE WHEN amount < 100 THEN 'low' WHEN amount < 500 THEN 'mid' ELSE 'high' END AS bucket, COUNT(*) AS n, SUM(amount) AS s, AVG(amount) AS a FROM orders GROUP BY CASE WHEN amount < 100 THEN 'low' WHEN amount < 500 THEN 'mid' ELSE 'high' END ORDER BY 1
[! ordered] SELECT CASE WHEN v IS NULL THEN 0 ELSE v END AS x, COUNT(*) FROM w GROUP BY CASE WHEN v IS NULL THEN 0 ELSE v END ORDER BY x
[! ordered] SELECT COALESCE(g, 'none') AS grp, COUNT(*) AS n FROM w GROUP BY COALESCE(g, 'none') ORDER BY grp
[! ordered] SELECT COALESCE(status, '-') AS st, COALESCE(SUM(amount), 0) AS s FROM orders GROUP BY status ORDER BY status
[! ordered] SELECT g, COUNT(CASE WHEN s IS NULL THEN 1 END) AS nulls, COUNT(s) AS there, COUNT(*) AS n FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, MAX(CASE WHEN v > 5 THEN v END) - MIN(CASE WHEN v > 5 THEN v END) AS r FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, SUM(v) / NULLIF(COUNT(v), 0) AS q FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, SUM(a) / NULLIF(SUM(v), 0) AS q FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, CASE WHEN SUM(v) IS NULL THEN 'none' WHEN SUM(v) > 100 THEN 'much' ELSE 'few' END AS c FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, CASE WHEN COUNT(*) > 10 THEN AVG(v) ELSE 0 END AS c FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, ABS(MIN(v)) + ABS(MAX(v)) AS x FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, -SUM(v) AS x, +COUNT(*) AS y FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, COUNT(*) * 1.5 AS x FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, COUNT(*) % 4 AS x FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, SUM(a * v) AS x, SUM(a) * SUM(v) AS y FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, SUM(a + 1) AS x, AVG(a + 1) AS y FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, AVG(v) AS av, AVG(b) AS ab, AVG(a) AS aa FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, AVG(v * 1.0) AS x FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, ROUND(AVG(v), 2) AS x, ROUND(AVG(a), 1) AS y FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, CAST(AVG(a) AS DECIMAL(12,2)) AS x FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT g, AVG(v)::numeric(10,2) AS x, AVG(v)::int AS y, SUM(v)::text AS z FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT g, FLOOR(AVG(v)) AS x, CEIL(AVG(v)) AS y, TRUNC(AVG(a), 2) AS z FROM w GROUP BY g ORDER BY g
[! ordered my] SELECT g, FLOOR(AVG(v)) AS x, CEIL(AVG(v)) AS y, TRUNCATE(AVG(a), 2) AS z FROM w GROUP BY g ORDER BY g
[! ordered my] SELECT g, CAST(AVG(v) AS SIGNED) AS x, FORMAT(AVG(v), 2) AS y FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, SUM(v) * 100 / COUNT(*) AS x FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, COUNT(*) / 3 AS x FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, COUNT(v) * 100 / COUNT(*) AS x FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT g, COUNT(v)::float8 / COUNT(*) AS x FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, CAST(COUNT(v) AS DECIMAL(10,2)) / COUNT(*) AS x FROM w GROUP BY g ORDER BY g

# Dates as group keys
[! ordered pg] SELECT date_trunc('month', dt) AS m, COUNT(*) AS n FROM e GROUP BY date_trunc('month', dt) ORDER BY 1
[! ordered approx pg] SELECT date_trunc('day', ts) AS d, COUNT(*) AS n, SUM(f) AS s FROM e GROUP BY 1 ORDER BY 1
[! ordered pg] SELECT date_trunc('month', dt)::date AS m, COUNT(*) AS n FROM e GROUP BY 1 ORDER BY 1
[! ordered pg] SELECT EXTRACT(YEAR FROM dt) AS y, EXTRACT(MONTH FROM dt) AS m, COUNT(*) AS n FROM e GROUP BY 1, 2 ORDER BY 1, 2
[! ordered pg] SELECT EXTRACT(DOW FROM dt)::int AS d, COUNT(*) AS n FROM e GROUP BY 1 ORDER BY 1
[! ordered pg] SELECT date_part('hour', ts) AS h, COUNT(*) AS n FROM e GROUP BY date_part('hour', ts) ORDER BY h
[! ordered pg] SELECT to_char(dt, 'IYYY-IW') AS wk, COUNT(*) AS n FROM e GROUP BY wk ORDER BY wk
[! ordered pg] SELECT to_char(ts, 'YYYY-MM-DD HH24:00') AS h, MIN(ts), MAX(ts) FROM e GROUP BY 1 ORDER BY 1
[! ordered pg] SELECT MAX(dt) - MIN(dt) AS days FROM e
[! ordered pg] SELECT MAX(ts) - MIN(ts) AS span FROM e
[! ordered pg] SELECT EXTRACT(EPOCH FROM MAX(ts) - MIN(ts)) AS secs FROM e
[! ordered pg] SELECT MAX(dt) + 1 AS next, MIN(dt) - INTERVAL '1 month' AS prev FROM e
[! ordered pg] SELECT age(MAX(dt), MIN(dt)) AS a FROM e
[! ordered pg] SELECT SUM(ts - dt) AS s FROM e
[! ordered pg] SELECT AVG(ts - dt) AS s FROM e
[! ordered pg] SELECT MIN(ts - dt) AS s, MAX(ts - dt) AS t FROM e
[! ordered pg] SELECT k, ts - dt AS x FROM e ORDER BY ts - dt, k
[! ordered my] SELECT YEAR(dt) AS y, MONTH(dt) AS m, COUNT(*) AS n FROM e GROUP BY YEAR(dt), MONTH(dt) ORDER BY 1, 2
[! ordered approx my] SELECT DATE(ts) AS d, COUNT(*) AS n, SUM(f) AS s FROM e GROUP BY DATE(ts) ORDER BY d
[! ordered my] SELECT DATE_FORMAT(dt, '%Y-%m-01') AS m, COUNT(*) AS n FROM e GROUP BY m ORDER BY m
[! ordered my] SELECT QUARTER(dt) AS q, WEEK(dt) AS w, COUNT(*) AS n FROM e GROUP BY q, w ORDER BY q, w
[! ordered my] SELECT DAYOFWEEK(dt) AS q, COUNT(*) AS n FROM e GROUP BY q ORDER BY q
[! ordered my] SELECT EXTRACT(YEAR_MONTH FROM dt) AS q, COUNT(*) AS n FROM e GROUP BY q ORDER BY q
[! ordered my] SELECT HOUR(ts) AS q, COUNT(*) AS n FROM e GROUP BY q ORDER BY q
[! ordered my] SELECT LAST_DAY(dt) AS q, COUNT(*) AS n FROM e GROUP BY q ORDER BY q
[! ordered my] SELECT DATEDIFF(MAX(dt), MIN(dt)) AS days FROM e
[! ordered my] SELECT TIMESTAMPDIFF(HOUR, MIN(ts), MAX(ts)) AS h FROM e
[! ordered my] SELECT TO_DAYS(dt) AS q, COUNT(*) AS n FROM e GROUP BY q ORDER BY q
[! ordered my] SELECT dt - INTERVAL 1 DAY AS q, COUNT(*) AS n FROM e GROUP BY q ORDER BY q
[! ordered sl] SELECT strftime('%Y', dt) AS y, strftime('%m', dt) AS m, COUNT(*) AS n FROM e GROUP BY 1, 2 ORDER BY 1, 2
[! ordered sl] SELECT substr(dt, 1, 7) AS m, COUNT(*) AS n FROM e GROUP BY substr(dt, 1, 7) ORDER BY m
[! ordered sl] SELECT CAST(strftime('%w', dt) AS INTEGER) AS m, COUNT(*) AS n FROM e GROUP BY 1 ORDER BY 1
[! ordered sl] SELECT julianday(MAX(dt)) - julianday(MIN(dt)) AS m FROM e

# HAVING
[! ordered] SELECT g, COUNT(*) AS n FROM w GROUP BY g HAVING COUNT(*) > 3 AND SUM(v) IS NOT NULL ORDER BY n DESC, g
[! ordered] SELECT g, SUM(v) AS s FROM w GROUP BY g HAVING SUM(v) > 2 * COUNT(*) ORDER BY g
[! ordered] SELECT g FROM w GROUP BY g HAVING COUNT(DISTINCT v) > 4 ORDER BY g
[! ordered] SELECT g, COUNT(DISTINCT v) AS d FROM w GROUP BY g HAVING COUNT(DISTINCT v) > 4 ORDER BY d DESC, g
[! ordered my sl] SELECT g, COUNT(DISTINCT v) AS d FROM w GROUP BY g HAVING d > 4 ORDER BY d DESC, g
[refuse sl] SELECT g, SUM(v) AS s, COUNT(*) AS n FROM w GROUP BY g HAVING s > 10 AND n > 2 ORDER BY s DESC, g
[! ordered] SELECT g, MAX(v) AS m FROM w GROUP BY g HAVING MAX(v) = MIN(v) OR AVG(v) > 1.5 ORDER BY g
[! ordered] SELECT g FROM w GROUP BY g HAVING MAX(a) IS NULL OR MAX(a) > 50 ORDER BY g
[! ordered] SELECT g, COUNT(*) FROM w GROUP BY g HAVING NOT (COUNT(*) BETWEEN 3 AND 9) ORDER BY g
[! ordered] SELECT g, COUNT(*) FROM w WHERE v IS NOT NULL GROUP BY g HAVING g IN ('a', 'b', 'c') ORDER BY g
[! ordered] SELECT g, SUM(v) FROM w GROUP BY g HAVING SUM(v) > (SELECT AVG(v) FROM w) ORDER BY g
[! ordered] SELECT g, COUNT(*) FROM w GROUP BY g HAVING COUNT(*) >= (SELECT COUNT(*) FROM t) ORDER BY g
[! ordered] SELECT status, COUNT(*) AS n, SUM(amount) FROM orders GROUP BY status HAVING SUM(amount) > 1000.50 ORDER BY SUM(amount) DESC
[! ordered] SELECT g, COUNT(*) FROM w GROUP BY g HAVING g IS NULL OR g LIKE 'a%' ORDER BY g
[! ordered] SELECT g, SUM(v) FROM w GROUP BY g HAVING CASE WHEN COUNT(*) > 5 THEN SUM(v) ELSE 0 END > 10 ORDER BY g
[! ordered] SELECT COUNT(*) AS n FROM w HAVING SUM(v) > 10

# DISTINCT aggregates
[! ordered my] SELECT COUNT(DISTINCT g, v) AS n FROM w
[! ordered my] SELECT g, COUNT(DISTINCT v, s) AS n FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT COUNT(DISTINCT (g, v)) AS n FROM w
[! ordered] SELECT COUNT(DISTINCT user_id), COUNT(DISTINCT status), COUNT(*) FROM orders
[! ordered] SELECT status, COUNT(DISTINCT user_id) AS u, COUNT(*) AS n, SUM(amount) AS s, AVG(amount) AS a, MAX(amount) AS m FROM orders GROUP BY status ORDER BY status
[! ordered] SELECT SUM(DISTINCT v), AVG(DISTINCT v), COUNT(DISTINCT v), MIN(DISTINCT v), MAX(DISTINCT v) FROM w
[! ordered] SELECT g, SUM(DISTINCT v) AS x, AVG(DISTINCT a) AS y FROM w GROUP BY g ORDER BY g
[! ordered] SELECT COUNT(DISTINCT v + 1) AS n FROM w
[! ordered] SELECT COUNT(DISTINCT CASE WHEN v > 5 THEN user_id END) AS n FROM orders, t WHERE t.k = orders.user_id
[! ordered] SELECT COUNT(DISTINCT UPPER(g)) AS n FROM w
[! ordered] SELECT COUNT(DISTINCT CASE WHEN v > 5 THEN g END) AS n FROM w
[! ordered] SELECT COUNT(DISTINCT COALESCE(g, '?')) AS n FROM w
[! ordered] SELECT COUNT(DISTINCT v) * 1.0 / COUNT(*) AS n FROM w
[! ordered pg] SELECT COUNT(DISTINCT v) FILTER (WHERE k > 10) AS n FROM w
[! ordered pg] SELECT g, COUNT(*) FILTER (WHERE v > 5) AS n, SUM(a) FILTER (WHERE v > 5) AS s, AVG(v) FILTER (WHERE b IS NOT NULL) AS a FROM w GROUP BY g ORDER BY g
[! ordered sl] SELECT g, COUNT(*) FILTER (WHERE v > 5) AS n, SUM(v) FILTER (WHERE v > 5) AS s FROM w GROUP BY g ORDER BY g

# joined text
[! ordered pg] SELECT g, string_agg(s, ',' ORDER BY k) AS x FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT g, string_agg(DISTINCT s, ',' ORDER BY s) AS x FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT g, string_agg(s, '; ' ORDER BY v DESC NULLS LAST, k) FILTER (WHERE v > 0) AS x FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT g, string_agg(k::text, ',' ORDER BY k) AS x FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT string_agg(g || ':' || k, '|' ORDER BY k) AS x FROM w
[! ordered pg] SELECT g, COALESCE(string_agg(s, ',' ORDER BY k), '-') AS x FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT g, array_agg(k ORDER BY k) AS x FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT g, array_agg(s ORDER BY k) AS x FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT array_agg(DISTINCT v ORDER BY v) AS x FROM w
[! ordered pg] SELECT g, array_agg(a ORDER BY k DESC) FILTER (WHERE a IS NOT NULL) AS x FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT array_to_string(array_agg(s ORDER BY k), ',') AS x FROM w
[! ordered pg] SELECT g, (array_agg(s ORDER BY k))[1] AS first FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT g, json_agg(v ORDER BY k) AS x FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT g, jsonb_agg(s ORDER BY k) AS x FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT json_agg(json_build_object('k', k, 'v', v) ORDER BY k) AS x FROM t
[! ordered pg] SELECT g, jsonb_agg(jsonb_build_object('k', k, 's', s) ORDER BY k) AS x FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT json_object_agg(k, v ORDER BY k) AS x FROM q
[! ordered pg] SELECT jsonb_object_agg(k, v ORDER BY k) AS x FROM q
[! ordered pg] SELECT json_agg(row_to_json(q) ORDER BY k) AS x FROM q
[! ordered pg] SELECT json_agg(q ORDER BY k) AS x FROM q
[! ordered my] SELECT g, GROUP_CONCAT(s ORDER BY k) AS x FROM w GROUP BY g ORDER BY g
[! ordered my] SELECT g, GROUP_CONCAT(DISTINCT v ORDER BY v DESC SEPARATOR '; ') AS x FROM w GROUP BY g ORDER BY g
[! ordered my] SELECT g, GROUP_CONCAT(k ORDER BY v, k SEPARATOR '') AS x FROM w GROUP BY g ORDER BY g
[! ordered my] SELECT g, GROUP_CONCAT(g, '-', k ORDER BY k) AS x FROM w GROUP BY g ORDER BY g
[! ordered my] SELECT g, GROUP_CONCAT(CONCAT(g, '-', k) ORDER BY k) AS x FROM w GROUP BY g ORDER BY g
[ordered my] SELECT g, GROUP_CONCAT(k ORDER BY k LIMIT 2) AS x FROM w GROUP BY g ORDER BY g
[! ordered my] SELECT g, JSON_ARRAYAGG(k ORDER BY k) AS x FROM w GROUP BY g ORDER BY g
[! ordered my] SELECT g, JSON_ARRAYAGG(s ORDER BY k) AS x FROM w GROUP BY g ORDER BY g
[! ordered my] SELECT JSON_ARRAYAGG(JSON_OBJECT('k', k, 'v', v) ORDER BY k) AS x FROM q
[! ordered my] SELECT JSON_OBJECTAGG(k, v) AS x FROM q WHERE k = 3
[! ordered sl] SELECT g, group_concat(s, ',') AS x FROM w WHERE k = 3 GROUP BY g

# percent of total, above average, the newest of each
[! ordered] SELECT g, SUM(v) * 100.0 / (SELECT SUM(v) FROM w) AS pct FROM w GROUP BY g ORDER BY g
[! ordered] SELECT status, SUM(amount) / (SELECT SUM(amount) FROM orders) AS part FROM orders GROUP BY status ORDER BY status
[! ordered] SELECT k, v FROM w WHERE v > (SELECT AVG(v) FROM w) ORDER BY k
[! ordered] SELECT k, v FROM w WHERE v = (SELECT MAX(v) FROM w) ORDER BY k
[! ordered] SELECT k, dt FROM e WHERE dt = (SELECT MAX(dt) FROM e) ORDER BY k
[! ordered] SELECT k, g FROM t WHERE v NOT IN (SELECT v FROM u WHERE v IS NOT NULL) ORDER BY k
[! ordered] SELECT k, g FROM t WHERE v NOT IN (SELECT v FROM w) ORDER BY k
[! ordered] SELECT k FROM t WHERE k NOT IN (SELECT user_id FROM orders) ORDER BY k
[! ordered] SELECT k FROM t WHERE g IN (SELECT g FROM w GROUP BY g HAVING COUNT(*) > 5) ORDER BY k
[! ordered] SELECT user_id, amount FROM orders o WHERE amount = (SELECT MAX(amount) FROM orders i WHERE i.user_id = o.user_id) ORDER BY user_id
[! ordered] SELECT user_id, COUNT(*) FROM orders GROUP BY user_id HAVING COUNT(*) > (SELECT AVG(qty) FROM items) ORDER BY user_id
[! ordered] SELECT * FROM (SELECT g, SUM(v) AS s FROM w GROUP BY g) x ORDER BY s DESC, g
[! ordered] SELECT g, s FROM (SELECT g, SUM(v) AS s FROM w GROUP BY g) x WHERE s > 100 ORDER BY g
[! ordered] SELECT AVG(n) FROM (SELECT COUNT(*) AS n FROM orders GROUP BY user_id) x
[! ordered] SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM w GROUP BY g) x
[! ordered] SELECT AVG(n) FROM (SELECT COUNT(*) AS n FROM w GROUP BY g) x
[! ordered] SELECT n, COUNT(*) FROM (SELECT user_id, COUNT(*) AS n FROM orders GROUP BY user_id) x GROUP BY n ORDER BY n
[! ordered] SELECT COUNT(*) FROM (SELECT DISTINCT g FROM w) x
[! ordered] SELECT COUNT(*) FROM (SELECT g FROM w GROUP BY g HAVING COUNT(*) > 5) x
[! ordered] SELECT g, COUNT(*) FROM (SELECT DISTINCT g, v FROM w) x GROUP BY g ORDER BY g
[! ordered pg] SELECT g, SUM(v) AS s, SUM(v) * 100.0 / SUM(SUM(v)) OVER () AS pct FROM w GROUP BY g ORDER BY g
[! ordered my] SELECT g, SUM(v) AS s, SUM(v) * 100.0 / SUM(SUM(v)) OVER () AS pct FROM w GROUP BY g ORDER BY g

# TOP N
[! ordered] SELECT g, SUM(v) AS s FROM w GROUP BY g ORDER BY s DESC, g LIMIT 3
[! ordered] SELECT status, COUNT(*) AS n FROM orders GROUP BY status ORDER BY n DESC, status LIMIT 2 OFFSET 1
[! ordered] SELECT k, v FROM w ORDER BY v DESC, k LIMIT 5
[! ordered] SELECT DISTINCT v FROM w ORDER BY v DESC LIMIT 3
[! ordered] SELECT DISTINCT v % 3 AS m FROM w WHERE v IS NOT NULL ORDER BY m LIMIT 2
[! ordered] SELECT DISTINCT v + 1 AS m FROM w WHERE v IS NOT NULL ORDER BY v + 1 LIMIT 2
[! ordered] SELECT DISTINCT UPPER(g) AS m FROM w WHERE g IS NOT NULL ORDER BY m LIMIT 2
[! pg] SELECT v, k FROM w ORDER BY v DESC NULLS LAST FETCH FIRST 3 ROWS WITH TIES
[! pg] SELECT g, COUNT(*) AS n FROM w GROUP BY g ORDER BY n DESC FETCH FIRST 2 ROWS WITH TIES
[! ordered my] SELECT v, k FROM w ORDER BY v DESC, k FETCH FIRST 3 ROWS ONLY
[! count my] SELECT v FROM w ORDER BY v DESC OFFSET 1 ROWS FETCH NEXT 3 ROWS WITH TIES
[! ordered pg] SELECT DISTINCT ON (g) g, k, v FROM w ORDER BY g, v DESC NULLS LAST, k
[! ordered pg] SELECT DISTINCT ON (status) status, order_id, amount FROM orders ORDER BY status, amount DESC, order_id LIMIT 2
[! ordered] SELECT user_id, order_id, rn FROM (SELECT user_id, order_id, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY amount DESC, order_id) AS rn FROM orders) x WHERE rn <= 2 ORDER BY user_id, rn
[! ordered] SELECT g, k, rn FROM (SELECT g, k, ROW_NUMBER() OVER (PARTITION BY g ORDER BY k) AS rn FROM w) x WHERE rn <= 2 ORDER BY g, rn
[! ordered] SELECT k, v, ROW_NUMBER() OVER (ORDER BY v DESC, k) AS rn FROM w ORDER BY rn
[! ordered] SELECT k, v, RANK() OVER (ORDER BY v DESC) AS r, DENSE_RANK() OVER (ORDER BY v DESC) AS d FROM w ORDER BY k
[! ordered] SELECT k, v, SUM(v) OVER (ORDER BY k) AS running FROM w ORDER BY k
[! ordered] SELECT k, v, SUM(v) OVER () AS total, AVG(v) OVER (PARTITION BY g) AS a FROM w ORDER BY k
[! ordered] SELECT k, v, LAG(v) OVER (ORDER BY k) AS p, LEAD(v) OVER (ORDER BY k) AS n FROM t ORDER BY k
[! ordered] SELECT k, NTILE(4) OVER (ORDER BY k) AS q FROM w ORDER BY k
[! ordered] SELECT k, FIRST_VALUE(v) OVER (PARTITION BY g ORDER BY k) AS f FROM w ORDER BY k
[! ordered] SELECT g, COUNT(*) AS n, RANK() OVER (ORDER BY COUNT(*) DESC) AS r FROM w GROUP BY g ORDER BY r, g
[! ordered pg] SELECT k, x.v FROM t CROSS JOIN LATERAL (SELECT v FROM w WHERE w.k = t.k) x ORDER BY k
[! ordered pg] SELECT t.k, x.order_id FROM t JOIN LATERAL (SELECT order_id FROM orders o WHERE o.user_id = t.k ORDER BY amount DESC LIMIT 1) x ON true ORDER BY t.k

# ROLLUP and its kin, percentiles, statistics
[! ordered pg] SELECT g, COUNT(*) AS n, SUM(v) AS s FROM w GROUP BY ROLLUP (g) ORDER BY g, n
[! pg] SELECT g, v, COUNT(*) AS n FROM w GROUP BY ROLLUP (g, v)
[! pg] SELECT g, v, COUNT(*) AS n, AVG(a) FROM w GROUP BY CUBE (g, v)
[! pg] SELECT g, v, COUNT(*) AS n FROM w GROUP BY GROUPING SETS ((g), (v), ())
[! pg] SELECT g, v, GROUPING(g, v) AS gr, COUNT(*) AS n FROM w GROUP BY ROLLUP (g, v)
[! ordered pg] SELECT COALESCE(g, 'all') AS x, SUM(v) AS s FROM w WHERE g IS NOT NULL GROUP BY ROLLUP (g) ORDER BY x
[! ordered pg] SELECT CASE WHEN GROUPING(g) = 1 THEN 'total' ELSE g END AS x, SUM(v) AS s FROM w GROUP BY ROLLUP (g) ORDER BY GROUPING(g), g
[! pg] SELECT g, SUM(v) FROM z GROUP BY ROLLUP (g)
[! ordered my] SELECT g, COUNT(*) AS n, SUM(v) AS s FROM w GROUP BY g WITH ROLLUP
[! ordered my] SELECT g, v, COUNT(*) AS n FROM w GROUP BY g, v WITH ROLLUP
[! ordered my] SELECT COALESCE(g, 'all') AS x, SUM(v) FROM w WHERE g IS NOT NULL GROUP BY g WITH ROLLUP
[! ordered pg] SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY v) AS med FROM w
[! ordered pg] SELECT g, percentile_cont(0.5) WITHIN GROUP (ORDER BY v) AS med, percentile_disc(0.9) WITHIN GROUP (ORDER BY v) AS p90 FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT mode() WITHIN GROUP (ORDER BY g) AS m FROM w
[! ordered my] SELECT DISTINCT MEDIAN(v) OVER (PARTITION BY k) FROM w ORDER BY 1
[! ordered approx pg] SELECT corr(v, k) AS c, regr_slope(v, k) AS s FROM w
[! ordered approx pg my] SELECT g, STDDEV(v) AS s, VARIANCE(v) AS x FROM w GROUP BY g ORDER BY g
[! ordered approx pg my] SELECT VAR_POP(a), VAR_SAMP(a), STDDEV_POP(v), STDDEV_SAMP(v) FROM w

# truth values and bits
[! ordered pg] SELECT g, bool_and(v > 0) AS x, bool_or(v > 5) AS y, every(v IS NOT NULL) AS z FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT b, COUNT(*) FROM ty GROUP BY b ORDER BY b
[! ordered pg] SELECT v > 5 AS hi, COUNT(*) FROM w GROUP BY v > 5 ORDER BY hi
[! ordered my sl] SELECT v > 5 AS hi, COUNT(*) FROM w GROUP BY v > 5 ORDER BY hi
[! ordered my sl] SELECT g, SUM(v > 5) AS hi FROM w GROUP BY g ORDER BY g
[! ordered pg] SELECT g, SUM((v > 5)::int) AS hi FROM w GROUP BY g ORDER BY g
[! ordered] SELECT b, COUNT(*) AS n, MIN(sm) FROM ty GROUP BY b ORDER BY n DESC, b
[! ordered pg my] SELECT BIT_OR(k) AS o, BIT_AND(k) AS n FROM w
[! ordered my] SELECT g, BIT_XOR(v) AS x FROM w GROUP BY g ORDER BY g

# more types
[! ordered pg] SELECT k::text::money AS m FROM w ORDER BY k LIMIT 3
[! ordered pg] SELECT SUM(a::money) AS m, MIN(a::money), MAX(a::money) FROM w
[! ordered pg] SELECT a::money AS m, COUNT(*) FROM w GROUP BY 1 ORDER BY 1
[! ordered pg] SELECT ('00000000-0000-0000-0000-' || lpad(v::text, 12, '0'))::uuid AS u, COUNT(*) FROM w WHERE v >= 0 GROUP BY 1 ORDER BY 1
[! ordered pg] SELECT MIN(('00000000-0000-0000-0000-' || lpad(v::text, 12, '0'))::uuid::text) AS u FROM w WHERE v >= 0
[! ordered pg] SELECT COUNT(DISTINCT ('00000000-0000-0000-0000-' || lpad(v::text, 12, '0'))::uuid) AS u FROM w WHERE v >= 0
[! ordered pg] SELECT jsonb_build_object('g', g) AS j, COUNT(*) FROM w GROUP BY 1 ORDER BY 1
[! ordered pg] SELECT jsonb_build_object('g', g)->>'g' AS j, COUNT(*) FROM w GROUP BY 1 ORDER BY 1
[! ordered pg] SELECT make_interval(days => v) AS i, COUNT(*) FROM w WHERE v < 100 GROUP BY 1 ORDER BY 1
[! ordered pg] SELECT SUM(make_interval(days => v)) AS i FROM w WHERE v < 100
[! ordered pg] SELECT k, interval '1 day' * k AS i FROM t ORDER BY k
[! ordered pg] SELECT raw, COUNT(*) FROM ty GROUP BY raw ORDER BY raw
[! ordered pg] SELECT MIN(ch), MAX(ch) FROM ty
[! ordered pg] SELECT tm, COUNT(*) FROM ty GROUP BY tm ORDER BY tm
[! ordered pg] SELECT inet '10.0.0.0' + k AS ip FROM t ORDER BY ip
[! ordered nometa pg] SELECT ARRAY[k, v] AS a FROM t ORDER BY k
[! ordered pg] SELECT ARRAY[k, v] AS a FROM t ORDER BY a
[! ordered pg] SELECT ROW(k, v) AS a FROM t ORDER BY k
[! ordered] SELECT MIN(s), MAX(s), MIN(g), MAX(g) FROM w
[! ordered] SELECT g, MIN(s) AS x, MAX(s) AS y FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, MAX(s) AS y FROM w GROUP BY g ORDER BY y, g
[! ordered] SELECT MIN(ci), MAX(ci), MIN(de), MAX(de), MIN(bin), MAX(bin) FROM co
[! ordered] SELECT MIN(dt), MAX(dt), MIN(ts), MAX(ts), MIN(f), MAX(f) FROM e
[! ordered] SELECT MIN(un), MAX(un), SUM(un), AVG(un) FROM ty
[! ordered] SELECT SUM(sm), AVG(sm), SUM(fl), AVG(fl) FROM ty
[! ordered] SELECT SUM(b), AVG(b) FROM w
[! ordered] SELECT LENGTH(s) AS l, COUNT(*) FROM w GROUP BY LENGTH(s) ORDER BY l
[! ordered] SELECT LOWER(s) AS l, COUNT(*) FROM w GROUP BY LOWER(s) ORDER BY l
[! ordered] SELECT SUBSTR(s, 1, 1) AS l, COUNT(*) FROM w GROUP BY SUBSTR(s, 1, 1) ORDER BY l
[! ordered] SELECT ROUND(a, 1) AS r, COUNT(*) FROM w GROUP BY ROUND(a, 1) ORDER BY r
[! ordered] SELECT ABS(v) AS r, COUNT(*) FROM w GROUP BY ABS(v) ORDER BY r
[! ordered] SELECT v / 10 AS d, COUNT(*) FROM w GROUP BY v / 10 ORDER BY d
[! ordered] SELECT k / 10 AS d, COUNT(*), SUM(v) / COUNT(*) FROM w GROUP BY k / 10 ORDER BY d
[! ordered my] SELECT k DIV 10 AS d, COUNT(*), SUM(v) DIV COUNT(*) FROM w GROUP BY k DIV 10 ORDER BY d
[! ordered] SELECT k % 5 AS d, COUNT(*), SUM(a), AVG(a) FROM w GROUP BY k % 5 ORDER BY d
[! ordered pg] SELECT width_bucket(v, 0, 100, 5) AS d, COUNT(*) FROM w GROUP BY 1 ORDER BY 1
[! ordered pg my] SELECT CONCAT(g, '-', v) AS d, COUNT(*) FROM w GROUP BY CONCAT(g, '-', v) ORDER BY d
[! ordered pg sl] SELECT g || '-' || v AS d, COUNT(*) FROM w GROUP BY g || '-' || v ORDER BY d
[! ordered pg] SELECT g, v FROM w ORDER BY g NULLS FIRST, v DESC NULLS LAST, k
[! ordered sl] SELECT g, v FROM w ORDER BY g NULLS LAST, v DESC NULLS FIRST, k
[! ordered pg] SELECT s FROM w ORDER BY s COLLATE "C" DESC, k
[! ordered pg] SELECT s COLLATE "C" AS x, COUNT(*) FROM w GROUP BY 1 ORDER BY 1
[! ordered pg] SELECT g FROM w ORDER BY g COLLATE "de-x-icu", k
[! ordered my] SELECT s FROM w ORDER BY s COLLATE utf8mb4_general_ci, k
[! ordered my] SELECT COUNT(*) AS n FROM w GROUP BY s COLLATE utf8mb4_general_ci ORDER BY n
[! ordered sl] SELECT s FROM w ORDER BY s COLLATE NOCASE, k
[! ordered sl] SELECT COUNT(*) AS n FROM w GROUP BY s COLLATE NOCASE ORDER BY n

# joins and reports over them
[! ordered] SELECT o.status, COUNT(*) AS n, SUM(i.qty) AS q FROM orders o JOIN items i ON i.user_id = o.user_id AND i.order_id = o.order_id GROUP BY o.status ORDER BY o.status
[! ordered] SELECT o.user_id, COUNT(DISTINCT o.order_id) AS n, SUM(i.qty) AS q FROM orders o LEFT JOIN items i ON i.user_id = o.user_id AND i.order_id = o.order_id GROUP BY o.user_id ORDER BY o.user_id
[! ordered] SELECT o.order_id, COALESCE(SUM(i.qty * i.product), 0) AS q FROM orders o LEFT JOIN items i ON i.user_id = o.user_id AND i.order_id = o.order_id GROUP BY o.order_id ORDER BY q DESC, o.order_id LIMIT 10
[! ordered] SELECT d, COUNT(*) AS n, SUM(v) AS s FROM w JOIN r ON w.v = r.id GROUP BY d ORDER BY d
[! ordered] SELECT t.g, COUNT(u.k) AS n FROM t LEFT JOIN u ON t.k = u.k GROUP BY t.g ORDER BY t.g
[! ordered] SELECT o.order_id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM items i WHERE i.user_id = o.user_id AND i.order_id = o.order_id) ORDER BY o.order_id
[! ordered] SELECT status, COUNT(*) FROM orders o WHERE EXISTS (SELECT 1 FROM items i WHERE i.user_id = o.user_id AND i.order_id = o.order_id AND qty > 5) GROUP BY status ORDER BY status
[! ordered] SELECT x.status, x.n FROM (SELECT status, COUNT(*) AS n FROM orders GROUP BY status) x WHERE x.n > 5 ORDER BY x.n DESC, x.status
[! ordered nometa] WITH totals AS (SELECT user_id, SUM(amount) AS s FROM orders GROUP BY user_id) SELECT user_id, s FROM totals WHERE s > 1000 ORDER BY s DESC
[! ordered] WITH totals AS (SELECT user_id, SUM(amount) AS s FROM orders GROUP BY user_id) SELECT COUNT(*), AVG(s), MAX(s) FROM totals
[! ordered] WITH totals AS (SELECT status, SUM(amount) AS s FROM orders GROUP BY status) SELECT status, s FROM totals ORDER BY s DESC
[ordered sl] SELECT 'orders' AS what, COUNT(*) AS n FROM orders UNION ALL SELECT 'items', COUNT(*) FROM items ORDER BY what
[! ordered] SELECT g FROM t UNION SELECT g FROM w ORDER BY g
[! ordered] SELECT v FROM t UNION SELECT v FROM u ORDER BY v
[!] SELECT g FROM t UNION SELECT g FROM w
[!] SELECT v FROM t INTERSECT SELECT v FROM u
[!] SELECT v FROM t EXCEPT SELECT v FROM u
[! ordered] SELECT k, v FROM t WHERE (g, v) IN (SELECT g, v FROM w) ORDER BY k
[! ordered] SELECT a.k, b.k FROM t a JOIN u b ON a.v = b.v ORDER BY a.k, b.k
[! ordered] SELECT w.g, COUNT(*) FROM w JOIN orders ON w.v = orders.user_id GROUP BY w.g ORDER BY w.g
# a bare column beside MAX
[! ordered sl] SELECT v, MAX(k) FROM w
[! ordered sl] SELECT g, v, MAX(k) FROM w WHERE k > 10 GROUP BY g ORDER BY g
[! ordered sl count] SELECT k, MIN(v), g FROM w WHERE v IS NOT NULL AND k < 9
[! ordered] SELECT SUM(v) / COUNT(v) AS q, AVG(v) AS a, SUM(v) - COUNT(*) * AVG(v) AS d FROM w
[! ordered] SELECT g, AVG(v) * 2 AS x, AVG(v) + AVG(a) AS y, AVG(v) / 3 AS z FROM w GROUP BY g ORDER BY g
[! ordered] SELECT g, AVG(a) - AVG(v) AS x FROM w GROUP BY g ORDER BY x, g

# The rows are read first, and one shard answers over them: types, outer joins, subqueries, parameters
[! ordered pg] SELECT k, b, sm, fl, ch, raw, tm, tz, un, ROW_NUMBER() OVER (ORDER BY k) AS n FROM ty ORDER BY k
[! ordered pg] SELECT *, RANK() OVER (ORDER BY ci, de, bin, k) AS n FROM co ORDER BY n
[! ordered pg sl] SELECT *, ROW_NUMBER() OVER (ORDER BY k DESC) AS n FROM e ORDER BY k
[! ordered my] SELECT k, dt, ts, f, ROW_NUMBER() OVER (ORDER BY k DESC) AS n FROM e ORDER BY k
[! ordered my] SELECT s, ROW_NUMBER() OVER (ORDER BY k DESC) AS n FROM e ORDER BY k
[! ordered] SELECT *, ROW_NUMBER() OVER (ORDER BY k DESC) AS n FROM d ORDER BY k
[! ordered] SELECT *, ROW_NUMBER() OVER (ORDER BY k DESC) AS n FROM w ORDER BY k
[! ordered] SELECT x.*, ROW_NUMBER() OVER (ORDER BY k) AS n FROM w AS x WHERE x.s IS NOT NULL AND x.k > ? ORDER BY k ;; (5,)
[! ordered] SELECT k, ? AS p, SUM(v) OVER (ORDER BY k) AS s FROM t WHERE k > ? AND v < ? ORDER BY k ;; (7, 1, 25)
[! ordered] SELECT a.k, b.k AS k2, b.v FROM t a LEFT JOIN u b ON a.v = b.v WHERE b.v IS NULL OR b.v > 5 ORDER BY a.k, b.k
[! ordered] SELECT a.k, b.k AS k2 FROM t a LEFT JOIN u b ON a.v = b.v AND b.k > 1 WHERE a.k > 1 ORDER BY a.k, b.k
[! ordered] SELECT a.k, b.d FROM r b LEFT JOIN t a ON a.k = b.id ORDER BY a.k, b.d
[! ordered] SELECT k, RANK() OVER (ORDER BY v) AS n FROM z ORDER BY k
[! ordered] SELECT t.k, x.n FROM t JOIN (SELECT g, COUNT(*) AS n FROM w GROUP BY g) x ON x.g = t.g ORDER BY t.k
[! ordered] SELECT k FROM t WHERE v > (SELECT AVG(u.v) FROM u WHERE u.v <> t.v) ORDER BY k
[! ordered] WITH a AS (SELECT g, SUM(v) AS s FROM w GROUP BY g), b AS (SELECT AVG(s) AS m FROM a) SELECT g, s FROM a, b WHERE s > m ORDER BY g
[! ordered] SELECT g, SUM(v) AS s, (SELECT SUM(v) FROM w) AS total FROM w GROUP BY g ORDER BY g
[! ordered] SELECT x.g, y.g AS g2 FROM (SELECT DISTINCT g FROM w) x JOIN (SELECT DISTINCT g FROM t) y ON x.g = y.g ORDER BY x.g
# Affinities and collations are the columns' own
[! ordered sl] SELECT a AS c0 FROM w UNION ALL SELECT a FROM w WHERE NOT (a < 2.25 OR a BETWEEN -0.125 AND ?) ORDER BY 1 ;; ("100",)
[! ordered sl] SELECT k, RANK() OVER (ORDER BY k) AS n FROM w WHERE v = '10' OR s = 5 ORDER BY k
[! ordered sl] SELECT x.k, RANK() OVER (ORDER BY x.k) AS n FROM (SELECT k, v, s FROM w) x WHERE x.v = '10' OR x.v > ? ORDER BY x.k ;; ("15",)
[! ordered] SELECT k, RANK() OVER (ORDER BY k) AS n FROM co WHERE bin = 'a' OR de = 'a' OR ci = 'A' ORDER BY k
[! ordered] SELECT x.k, RANK() OVER (ORDER BY x.k) AS n FROM (SELECT k, bin, ci, de FROM co) x WHERE x.bin = 'a' OR x.de = 'a ' OR x.ci = 'B' ORDER BY x.k
[! ordered pg sl] SELECT a.k, b.k AS k2 FROM co a JOIN co b ON a.bin = b.bin AND a.v = b.v ORDER BY a.k, b.k
[! ordered] SELECT a.k, b.k AS k2 FROM co a JOIN co b ON a.ci = b.ci AND a.v = b.v ORDER BY a.k, b.k
[! ordered my] SELECT k, ROUND(f, 2) AS a, ROUND(f) AS b, f / 3 AS c, ROUND(f, 1) * 2 AS d, COALESCE(ROUND(f, 3), 0) AS e FROM e ORDER BY k
[refuse pg] SELECT string_agg(s, ',') AS x FROM w
[refuse pg] SELECT json_agg(v) AS x, COUNT(DISTINCT (g, v)) FROM w
[refuse pg] SELECT k, ROW_NUMBER() OVER () AS n FROM w
[refuse pg] SELECT k, SUM(v) OVER (ROWS UNBOUNDED PRECEDING) AS n FROM w
[refuse pg] SELECT ARRAY(SELECT v FROM w) AS x
[refuse pg] SELECT k, RANK() OVER (ORDER BY v) FROM w FOR UPDATE
[refuse my sl] SELECT x.k, y.k FROM (SELECT k FROM w LIMIT 2) x JOIN t y ON y.v = x.k
[refuse my] SELECT GROUP_CONCAT(s) AS x FROM w
[refuse my] SELECT JSON_OBJECTAGG(k, v) AS x FROM w
[refuse sl] SELECT group_concat(s) AS x FROM w
[refuse my sl] SELECT g, v, RANK() OVER (ORDER BY g) AS n, COUNT(*) FROM w GROUP BY g
# More reports
[! ordered] SELECT COUNT(*) AS c, COUNT(DISTINCT g) AS d, MIN(k) AS mn, MAX(k) AS mx, SUM(v) AS s, ROUND(AVG(v), 4) AS a FROM w
[! ordered] SELECT g, COUNT(*) AS c, ROUND(100.0 * COUNT(*) / (SELECT COUNT(*) FROM w), 1) AS pct FROM w GROUP BY g ORDER BY c DESC, g
[! ordered] SELECT user_id, SUM(amount) AS s, RANK() OVER (ORDER BY SUM(amount) DESC) AS r FROM orders GROUP BY user_id ORDER BY r, user_id
[! ordered] SELECT * FROM (SELECT status, user_id, SUM(amount) AS s, ROW_NUMBER() OVER (PARTITION BY status ORDER BY SUM(amount) DESC, user_id) AS rn FROM orders GROUP BY status, user_id) x WHERE rn <= 3 ORDER BY status, rn
[! ordered] SELECT o.user_id, o.order_id, o.amount, SUM(o.amount) OVER (PARTITION BY o.user_id ORDER BY o.order_id) AS running FROM orders o ORDER BY o.user_id, o.order_id
[! ordered] SELECT order_id, amount, amount - LAG(amount) OVER (ORDER BY order_id) AS diff FROM orders ORDER BY order_id
[! ordered] SELECT order_id, AVG(amount) OVER (ORDER BY order_id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS ma FROM orders ORDER BY order_id
[! ordered] SELECT a.status, b.status AS other, COUNT(*) AS n FROM orders a JOIN orders b ON a.user_id = b.user_id AND a.order_id < b.order_id GROUP BY a.status, b.status ORDER BY 1, 2
[! ordered] SELECT u.k, o.status, COALESCE(SUM(o.amount), 0) AS s FROM t u LEFT JOIN orders o ON o.user_id = u.k AND o.status = 'paid' GROUP BY u.k, o.status ORDER BY u.k
[! ordered] SELECT k FROM t WHERE EXISTS (SELECT 1 FROM orders o WHERE o.user_id = t.k AND o.amount > 900) ORDER BY k
[! ordered pg sl] SELECT status, MAX(amount) - MIN(amount) AS span, COUNT(*) FILTER (WHERE amount > 500) AS big FROM orders GROUP BY status HAVING COUNT(*) > 5 ORDER BY span DESC
[! ordered] SELECT status FROM orders GROUP BY status HAVING status LIKE '%a%' OR COUNT(*) > 17 ORDER BY status
[! ordered] SELECT CASE WHEN COUNT(*) > 15 THEN 'many' ELSE 'few' END AS size, status FROM orders GROUP BY status ORDER BY size, status
[! ordered] SELECT o.order_id, (SELECT COUNT(*) FROM items i WHERE i.order_id = o.order_id AND i.user_id = o.user_id) AS n FROM orders o ORDER BY n DESC, o.order_id LIMIT 7
[! ordered] SELECT o.order_id, (SELECT SUM(i.qty) FROM items i WHERE i.order_id = o.order_id) AS n FROM orders o ORDER BY o.order_id
[! ordered] SELECT COUNT(*) FROM orders WHERE order_id NOT IN (SELECT order_id FROM items)
[! ordered] SELECT product, SUM(qty) AS q FROM items WHERE order_id IN (SELECT order_id FROM orders WHERE status = 'paid') GROUP BY product ORDER BY q DESC, product
[! ordered] SELECT user_id FROM orders WHERE status = 'new' INTERSECT SELECT user_id FROM orders WHERE status = 'paid' ORDER BY user_id
[! ordered] SELECT user_id FROM orders EXCEPT SELECT user_id FROM items WHERE qty > 8 ORDER BY 1
[! ordered] SELECT user_id, 'o' AS kind FROM orders UNION SELECT user_id, 'i' FROM items ORDER BY 1, 2
[! ordered] SELECT s, COUNT(*) AS n FROM (SELECT CASE WHEN v > 5 THEN 'hi' WHEN v IS NULL THEN 'none' ELSE 'lo' END AS s FROM w) x GROUP BY s ORDER BY s
[! ordered] SELECT MIN(n) AS mn, MAX(n) AS mx, AVG(n) AS a FROM (SELECT g, COUNT(*) AS n FROM w GROUP BY g) x
[! ordered] SELECT x.g, x.n, y.m FROM (SELECT g, COUNT(*) AS n FROM w GROUP BY g) x JOIN (SELECT g, MAX(v) AS m FROM t GROUP BY g) y ON x.g = y.g ORDER BY x.g
[! ordered] WITH d AS (SELECT DISTINCT user_id FROM orders), i AS (SELECT user_id, SUM(qty) AS q FROM items GROUP BY user_id) SELECT d.user_id, COALESCE(i.q, 0) AS q FROM d LEFT JOIN i ON i.user_id = d.user_id ORDER BY d.user_id
[! ordered] WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT n.i, COUNT(t.k) AS c FROM n LEFT JOIN t ON t.v >= n.i GROUP BY n.i ORDER BY n.i
[! ordered] SELECT dt, COUNT(*) AS n, SUM(COUNT(*)) OVER (ORDER BY dt) AS total FROM e WHERE dt IS NOT NULL GROUP BY dt ORDER BY dt
[! ordered pg] SELECT d::date AS day, COUNT(e.k) AS n FROM generate_series(DATE '2023-12-28', DATE '2024-01-04', INTERVAL '1 day') d LEFT JOIN e ON e.dt = d::date GROUP BY 1 ORDER BY 1
[! ordered pg] SELECT percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY amount) AS q FROM orders
[! ordered pg] SELECT status, percentile_disc(0.5) WITHIN GROUP (ORDER BY amount) AS med FROM orders GROUP BY ROLLUP (status) ORDER BY status
[! ordered pg] SELECT status, array_agg(DISTINCT user_id ORDER BY user_id) AS u, jsonb_object_agg(order_id, amount ORDER BY order_id) AS j FROM orders GROUP BY status ORDER BY status
[! ordered pg] SELECT width_bucket(amount, 0, 1000, 4) AS b, COUNT(*) AS n, string_agg(order_id::text, ',' ORDER BY order_id) AS ids FROM orders GROUP BY b ORDER BY b
[! ordered pg] SELECT (array_agg(order_id ORDER BY amount DESC))[1:2] AS top FROM orders GROUP BY status ORDER BY status
[! ordered pg] SELECT status, SUM(amount) AS s FROM orders GROUP BY GROUPING SETS ((status), ()) ORDER BY GROUPING(status), status
[! ordered pg] SELECT to_json(x) AS j FROM (SELECT status, COUNT(*) AS n FROM orders GROUP BY status) x ORDER BY x.status
[! ordered pg] SELECT DISTINCT ON (user_id) user_id, order_id, amount FROM orders ORDER BY user_id, amount DESC, order_id
[! ordered pg] SELECT k, ts AT TIME ZONE 'UTC' AS u, ts + INTERVAL '1 hour' AS h, LEAD(ts) OVER (ORDER BY ts, k) - ts AS gap FROM e WHERE ts IS NOT NULL ORDER BY ts, k
[! ordered my] SELECT status, SUM(amount) AS s FROM orders GROUP BY status WITH ROLLUP
[! ordered my] SELECT YEAR(dt) AS y, MONTH(dt) AS m, COUNT(*) AS n FROM e GROUP BY y, m WITH ROLLUP
[! ordered my] SELECT status, GROUP_CONCAT(DISTINCT user_id ORDER BY user_id SEPARATOR '|') AS u, JSON_ARRAYAGG(order_id ORDER BY order_id) AS j FROM orders GROUP BY status ORDER BY status
[! ordered sl] SELECT status, SUM(amount) AS s, printf('%.2f', AVG(amount)) AS a FROM orders GROUP BY status ORDER BY status
[! ordered sl] SELECT julianday(MAX(dt)) - julianday(MIN(dt)) AS d, date(MAX(dt), '+1 month') AS n FROM e
