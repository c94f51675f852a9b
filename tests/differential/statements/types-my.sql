# MariaDB's own types (the table od): ordered, grouped, aggregated, cast, compared.
[my] SELECT k, zf, yr, bt, en, st, js, dt, ts FROM od
[my] SELECT k, de, ub, i8, f4, f8, ch, bn, bl, tx, id, ip, ti, i2, bo FROM od
[my ordered] SELECT k, zf FROM od ORDER BY zf, k
[my ordered] SELECT k, yr FROM od ORDER BY yr DESC, k
[my ordered] SELECT k, bt FROM od ORDER BY bt, k
[my ordered] SELECT k, bt + 0 AS b FROM od ORDER BY bt DESC, k
[my ordered] SELECT k, en FROM od ORDER BY en, k
[my ordered] SELECT k, st FROM od ORDER BY st, k
[my ordered] SELECT k, en FROM od ORDER BY en + 0, k
[my ordered] SELECT k, CAST(en AS CHAR) AS e FROM od ORDER BY e, k
[my ordered] SELECT k, js FROM od ORDER BY js, k
[my ordered] SELECT k, CAST(tm AS CHAR) AS t FROM od ORDER BY tm, k
[my ordered] SELECT k FROM od ORDER BY tm DESC, k
[my ordered] SELECT k, dt FROM od ORDER BY dt, k
[my ordered] SELECT k, ts FROM od ORDER BY ts DESC, k
[my ordered] SELECT k, de FROM od ORDER BY de, k
[my ordered] SELECT k, ub FROM od ORDER BY ub, k
[my ordered] SELECT k, ub FROM od ORDER BY ub DESC, k LIMIT 7
[my ordered] SELECT k, i8 FROM od ORDER BY i8, k
[my ordered] SELECT k, f4 FROM od ORDER BY f4, k
[my ordered] SELECT k, f8 FROM od ORDER BY f8, k
[my ordered] SELECT k, ch FROM od ORDER BY ch, k
[my ordered] SELECT k, bn FROM od ORDER BY bn, k
[my ordered] SELECT k, bl FROM od ORDER BY bl, k
[my ordered] SELECT k, tx FROM od ORDER BY tx, k
[my ordered] SELECT k, id FROM od ORDER BY id, k
[my ordered] SELECT k, ip FROM od ORDER BY ip, k
[my ordered] SELECT k, bo FROM od ORDER BY bo, k
[my ordered] SELECT k, ti FROM od ORDER BY -ti, k
[my] SELECT DISTINCT zf FROM od
[my] SELECT DISTINCT yr FROM od
[my] SELECT DISTINCT bt FROM od
[my] SELECT DISTINCT en FROM od
[my] SELECT DISTINCT st FROM od
[my] SELECT DISTINCT js FROM od
[my] SELECT COUNT(*) FROM (SELECT DISTINCT tm FROM od) x
[my] SELECT DISTINCT de FROM od
[my] SELECT DISTINCT ub FROM od
[my] SELECT DISTINCT f4 FROM od
[my] SELECT DISTINCT f8 FROM od
[my] SELECT DISTINCT bn FROM od
[my] SELECT DISTINCT bl FROM od
[my] SELECT DISTINCT id FROM od
[my] SELECT DISTINCT ip FROM od
[my] SELECT COUNT(DISTINCT tx), COUNT(DISTINCT ch), COUNT(DISTINCT bn), COUNT(DISTINCT bl) FROM od
[my] SELECT COUNT(DISTINCT f8), COUNT(DISTINCT f4), COUNT(DISTINCT tm), COUNT(DISTINCT bt), COUNT(DISTINCT en), COUNT(DISTINCT st) FROM od
[my] SELECT COUNT(DISTINCT id), COUNT(DISTINCT ip), COUNT(DISTINCT js), COUNT(DISTINCT yr) FROM od
[my] SELECT COUNT(DISTINCT i2, bo) FROM od
[my] SELECT zf, COUNT(*) FROM od GROUP BY zf
[my] SELECT yr, COUNT(*), SUM(yr) FROM od GROUP BY yr
[my] SELECT bt, COUNT(*) FROM od GROUP BY bt
[my] SELECT bt + 0 AS b, COUNT(*) FROM od GROUP BY bt
[my] SELECT en, COUNT(*) FROM od GROUP BY en
[my] SELECT st, COUNT(*) FROM od GROUP BY st
[my] SELECT en + 0 AS e, COUNT(*) FROM od GROUP BY e
[my] SELECT js, COUNT(*) FROM od GROUP BY js
[my] SELECT MIN(k), COUNT(*) FROM od GROUP BY tm
[my] SELECT id, COUNT(*) FROM od GROUP BY id
[my] SELECT ip, COUNT(*) FROM od GROUP BY ip
[my] SELECT COUNT(*), MIN(k) FROM od GROUP BY f8
[my] SELECT COUNT(*), MIN(k) FROM od GROUP BY f4
[my] SELECT COUNT(*), MIN(k) FROM od GROUP BY tx
[my] SELECT bo, COUNT(*), MIN(k) FROM od GROUP BY bo
[my] SELECT MIN(zf), MAX(zf), SUM(zf), AVG(zf) FROM od
[my] SELECT bo, MIN(zf), MAX(zf) FROM od GROUP BY bo
[my] SELECT MIN(yr), MAX(yr), SUM(yr), AVG(yr) FROM od
[my] SELECT MIN(bt), MAX(bt) FROM od
[my] SELECT MIN(bt) + 0 AS a, MAX(bt) + 0 AS b, SUM(bt), AVG(bt) FROM od
[my] SELECT MIN(en), MAX(en) FROM od
[my] SELECT SUM(en), AVG(en) FROM od
[my] SELECT MIN(st), MAX(st) FROM od
[my] SELECT MIN(js), MAX(js) FROM od
[my] SELECT MIN(tm), MAX(tm) FROM od WHERE tm BETWEEN '00:00:00' AND '23:00:00'
[my] SELECT SUM(tm), AVG(tm) FROM od
[my] SELECT SUM(dt), AVG(dt) FROM od
[my] SELECT SUM(ts), AVG(ts) FROM od
[my] SELECT SUM(tx) FROM od
[my] SELECT SEC_TO_TIME(SUM(TIME_TO_SEC(tm))) AS s FROM od
[my] SELECT MIN(dt), MAX(dt), MIN(ts), MAX(ts) FROM od
[my] SELECT MIN(de), MAX(de), SUM(de), AVG(de) FROM od
[my] SELECT SUM(de) / 3 AS a, AVG(de) * 3 AS b, SUM(de) + 1 AS c FROM od
[my] SELECT MIN(ub), MAX(ub), SUM(ub), AVG(ub) FROM od
[my] SELECT MAX(ub) + 0 AS a, SUM(ub) + 1 AS b FROM od
[my error] SELECT MAX(ub) + 1 AS a FROM od
[my error] SELECT MIN(ub) - 1 AS a FROM od
[my] SELECT MIN(i8), MAX(i8), SUM(i8), AVG(i8) FROM od
[my error] SELECT MAX(i8) + 1 AS a FROM od
[my error] SELECT -MIN(i8) AS a FROM od
[my error] SELECT MAX(i8) * 2 AS a FROM od
[my error] SELECT MIN(i8) DIV -1 AS a FROM od
[my] SELECT MIN(i8) MOD -1 AS a FROM od
[my] SELECT SUM(i8) DIV 7 AS a, SUM(i8) MOD 7 AS b, SUM(i8) / 7 AS c FROM od
[my] SELECT SUM(i8) DIV 0 AS a, SUM(i8) MOD 0 AS b, SUM(i8) / 0 AS c FROM od
[my] SELECT MIN(f4), MAX(f4) FROM od
[my approx] SELECT SUM(f4), AVG(f4), SUM(f8), AVG(f8) FROM od
[my] SELECT MIN(f8), MAX(f8) FROM od
[my] SELECT MIN(ch), MAX(ch) FROM od
[my] SELECT MIN(bn), MAX(bn) FROM od
[my] SELECT MIN(bl), MAX(bl) FROM od
[my] SELECT MIN(tx), MAX(tx) FROM od WHERE tx IN ('', 'a,b', '%')
[my] SELECT MIN(id), MAX(id) FROM od
[my] SELECT MIN(ip), MAX(ip) FROM od
[my] SELECT MIN(ti), MAX(ti), SUM(ti), AVG(ti) FROM od
[my error] SELECT MAX(ti) + 1 AS a, MAX(ti) - 256 AS b FROM od WHERE ti = 3
[my] SELECT SUM(bo), AVG(bo), MAX(bo), MIN(bo) FROM od
[my] SELECT BIT_AND(i2), BIT_OR(i2), BIT_XOR(i2), BIT_AND(ub), BIT_OR(ub), BIT_XOR(ub) FROM od
[my] SELECT BIT_AND(bt), BIT_OR(bt), BIT_XOR(bt), BIT_OR(f8), BIT_OR(de) FROM od
[my] SELECT bo, BIT_OR(i8), BIT_AND(i8) FROM od GROUP BY bo
[my approx] SELECT VARIANCE(i2), STDDEV(i2), VAR_SAMP(ti), STDDEV_SAMP(ti), VAR_POP(de), STD(bo) FROM od
[my approx] SELECT VARIANCE(yr), STDDEV(zf) FROM od
[my approx] SELECT VARIANCE(bt), STDDEV(en) FROM od
[my] SELECT GROUP_CONCAT(tx ORDER BY k) FROM od
[my] SELECT GROUP_CONCAT(tx ORDER BY k SEPARATOR '') FROM od
[my] SELECT GROUP_CONCAT(tx ORDER BY k DESC SEPARATOR '\'') FROM od
[my] SELECT GROUP_CONCAT(DISTINCT bo ORDER BY bo) FROM od
[my] SELECT GROUP_CONCAT(DISTINCT i2 ORDER BY i2 DESC SEPARATOR ';') FROM od
[my] SELECT GROUP_CONCAT(zf ORDER BY k) FROM od
[my] SELECT GROUP_CONCAT(f8 ORDER BY k) FROM od
[my] SELECT GROUP_CONCAT(f4 ORDER BY k) FROM od
[my] SELECT GROUP_CONCAT(de ORDER BY k) FROM od
[my] SELECT GROUP_CONCAT(bt ORDER BY k) FROM od
[my] SELECT GROUP_CONCAT(en ORDER BY k), GROUP_CONCAT(st ORDER BY k) FROM od
[my] SELECT GROUP_CONCAT(tm ORDER BY k), GROUP_CONCAT(dt ORDER BY k), GROUP_CONCAT(ts ORDER BY k) FROM od
[my] SELECT GROUP_CONCAT(id ORDER BY k), GROUP_CONCAT(ip ORDER BY k) FROM od
[my] SELECT GROUP_CONCAT(bl ORDER BY k), GROUP_CONCAT(bn ORDER BY k) FROM od
[my] SELECT GROUP_CONCAT(js ORDER BY k) FROM od
[my] SELECT GROUP_CONCAT(yr ORDER BY k), GROUP_CONCAT(bo ORDER BY k), GROUP_CONCAT(ub ORDER BY k) FROM od
[my] SELECT GROUP_CONCAT(tx, '-', k ORDER BY k) FROM od
[my] SELECT GROUP_CONCAT(CONCAT(tx, '-', k) ORDER BY k) FROM od
[my] SELECT GROUP_CONCAT(k ORDER BY k LIMIT 3) FROM od
[my] SELECT bo, GROUP_CONCAT(k ORDER BY k) FROM od GROUP BY bo
[my] SELECT bo, GROUP_CONCAT(i2 ORDER BY i2, k) FROM od GROUP BY bo ORDER BY bo
[my] SELECT GROUP_CONCAT(k ORDER BY i2 DESC, k) FROM od
[my] SELECT GROUP_CONCAT(k ORDER BY ub DESC, k) FROM od
[my] SELECT GROUP_CONCAT(k ORDER BY tm, k) FROM od WHERE tm IS NOT NULL
[my] SELECT GROUP_CONCAT(k ORDER BY dt, k) FROM od WHERE dt IS NOT NULL
[my] SELECT GROUP_CONCAT(k ORDER BY en, k) FROM od WHERE en IS NOT NULL
[my] SELECT GROUP_CONCAT(k ORDER BY de, k) FROM od WHERE de IS NOT NULL
[my] SELECT GROUP_CONCAT(k ORDER BY tx, k) FROM od WHERE tx IN ('', 'a,b')
[my] SELECT GROUP_CONCAT(k ORDER BY k) FROM od WHERE k < 0
[my] SELECT LENGTH(GROUP_CONCAT(k ORDER BY k)) AS n FROM od
[my] SELECT JSON_ARRAYAGG(k ORDER BY k) FROM od
[my] SELECT JSON_ARRAYAGG(k) FROM od WHERE k = 1
[my] SELECT JSON_OBJECTAGG(k, tx) FROM od WHERE k = 1
[my] SELECT JSON_OBJECTAGG(k, tx) FROM od
[my] SELECT bo, COUNT(*) FROM od GROUP BY bo WITH ROLLUP
[my] SELECT bo, i2, COUNT(*), SUM(k) FROM od GROUP BY bo, i2 WITH ROLLUP
[my] SELECT k FROM od WHERE en = 'a'
[my] SELECT k FROM od WHERE en > 1
[my] SELECT k FROM od WHERE FIND_IN_SET('a', st)
[my] SELECT k FROM od WHERE bt = 5
[my] SELECT k FROM od WHERE bt = b'101'
[my] SELECT k FROM od WHERE tm > '24:00:00'
[my] SELECT k FROM od WHERE ub > 9223372036854775807
[my] SELECT k FROM od WHERE JSON_EXTRACT(js, '$.a') = 1
[my] SELECT JSON_EXTRACT(js, '$.a') AS a, COUNT(*) FROM od GROUP BY a
[my] SELECT JSON_VALUE(js, '$.a') AS a, COUNT(*) FROM od GROUP BY 1
[my] SELECT k FROM od WHERE id = '7fffffff-0000-0000-0000-00000000000b'
[my] SELECT k FROM od WHERE yr = 0
[my ordered] SELECT k, HEX(bl) AS h FROM od ORDER BY h, k
[my ordered] SELECT k, HEX(bn) AS h FROM od ORDER BY HEX(bn), k
[my ordered] SELECT k FROM od ORDER BY TIME_TO_SEC(tm), k
[my ordered] SELECT k FROM od ORDER BY LENGTH(bl), k
[my ordered] SELECT k FROM od ORDER BY YEAR(dt), MONTH(dt), k
[my ordered] SELECT k, DATE_FORMAT(dt, '%Y-%m') AS m FROM od ORDER BY m, k
[my] SELECT DATE_FORMAT(dt, '%Y-%m') AS m, COUNT(*) FROM od GROUP BY m ORDER BY m
[my] SELECT YEAR(ts) AS y, COUNT(*), CAST(MAX(tm) AS CHAR) AS t FROM od GROUP BY y ORDER BY y
[my] SELECT DATE(ts) AS y, COUNT(*) FROM od GROUP BY DATE(ts)
[my] SELECT TIMESTAMPDIFF(DAY, MIN(ts), MAX(ts)) AS d, DATEDIFF(MAX(dt), MIN(dt)) AS e FROM od
[my] SELECT MAX(ts) - MIN(ts) AS d FROM od
[my] SELECT MAX(dt) + INTERVAL 1 DAY AS d FROM od WHERE dt < '9999-01-01'
[my] SELECT ADDTIME(MAX(tm), '00:00:01') AS d FROM od WHERE tm < '100:00:00'
[my] SELECT en FROM od UNION SELECT st FROM od
[my] SELECT en FROM od UNION SELECT en FROM od
[my] SELECT bt FROM od UNION SELECT bt FROM od
[my] SELECT ub FROM od UNION SELECT i8 FROM od
[my] SELECT i8 FROM od UNION ALL SELECT ub FROM od
[my] SELECT i8 FROM od INTERSECT SELECT i2 FROM od
[my] SELECT zf FROM od UNION SELECT zf FROM od
[my] SELECT zf FROM od UNION ALL SELECT k FROM od
[my] SELECT yr FROM od UNION SELECT k FROM od
[my] SELECT CAST(tm AS CHAR) AS t FROM od UNION SELECT CAST(tm AS CHAR) FROM od
[my] SELECT dt FROM od UNION SELECT ts FROM od
[my] SELECT f4 FROM od UNION SELECT f8 FROM od
[my] SELECT ti FROM od UNION ALL SELECT i2 FROM od
[my] SELECT id FROM od EXCEPT SELECT id FROM od WHERE bo
[my] SELECT bn FROM od UNION SELECT bl FROM od
[my] SELECT tx FROM od UNION SELECT k FROM od WHERE k < 3
[my] SELECT de FROM od UNION SELECT i2 FROM od
[my] SELECT k FROM od WHERE tm = (SELECT MAX(tm) FROM od)
[my] SELECT k FROM od WHERE ub = (SELECT MAX(ub) FROM od)
[my] SELECT k FROM od WHERE de = (SELECT MAX(de) FROM od)
[my] SELECT k FROM od WHERE en = (SELECT MAX(en) FROM od)
[my] SELECT k FROM od WHERE f8 = (SELECT MAX(f8) FROM od)
[my] SELECT k FROM od WHERE f4 = (SELECT MAX(f4) FROM od)
[my] SELECT k FROM od WHERE f4 IN (SELECT f4 FROM od WHERE bo)
[my] SELECT k FROM od WHERE zf IN (SELECT zf FROM od WHERE bo)
[my] SELECT k FROM od WHERE bl IN (SELECT bl FROM od WHERE bo)
[my] SELECT k, (SELECT MAX(ub) FROM od) AS m FROM od WHERE k < 4
[my] SELECT k, (SELECT MAX(de) FROM od) AS m FROM od WHERE k < 4
[my] SELECT k, (SELECT MAX(zf) FROM od) AS m FROM od WHERE k < 4
[my] SELECT k, (SELECT MAX(tm) FROM od) AS m FROM od WHERE k < 4
[my] SELECT k, (SELECT MAX(yr) FROM od) AS m FROM od WHERE k < 4
[my] SELECT a.k, b.k FROM od a JOIN od b ON a.id = b.id WHERE a.k < 6
[my] SELECT a.k, b.k FROM od a JOIN od b ON a.en = b.en AND a.bt = b.bt
[my] SELECT a.k, b.k FROM od a JOIN od b ON a.ub = b.i8
[my] SELECT k, RANK() OVER (ORDER BY tm, k) AS r, SUM(i8) OVER (ORDER BY k) AS s FROM od
[my] SELECT k, RANK() OVER (ORDER BY ub, k) AS r, LAG(zf) OVER (ORDER BY k) AS s FROM od
[my] SELECT MEDIAN(i2) OVER () AS m, k FROM od
[my] SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY i2) OVER () AS m, k FROM od
[my] SELECT IF(SUM(i2) > 0, 'p', 'n') AS x, IFNULL(MAX(yr), 0) AS y, NULLIF(COUNT(*), 36) AS z FROM od
[my] SELECT CASE WHEN COUNT(*) > 3 THEN MAX(en) ELSE 'x' END AS x FROM od
[my] SELECT CONCAT(COUNT(*), ':', SUM(i2), ':', MAX(dt)) AS x FROM od
[my] SELECT CONCAT(MAX(zf)) AS x, CONCAT(MAX(yr), MAX(bo)) AS y FROM od
[my] SELECT ROUND(AVG(i2), 2) AS a, ROUND(SUM(de), 3) AS b, TRUNCATE(AVG(i2), 1) AS c, FLOOR(AVG(i2)) AS d, CEIL(AVG(ti)) AS e FROM od
[my] SELECT ROUND(AVG(f8)) AS a FROM od WHERE f8 < 10
[my] SELECT CAST(SUM(i2) AS CHAR) AS a, CAST(AVG(i2) AS SIGNED) AS b, CAST(AVG(ti) AS UNSIGNED) AS c, CAST(SUM(i2) AS DECIMAL(10,3)) AS d FROM od
[my] SELECT CAST(SUM(i2) AS UNSIGNED) AS a FROM od WHERE i2 < 0
[my] SELECT SUM(ub) & 7 AS a, COUNT(*) | 8 AS b, COUNT(*) ^ 3 AS c, COUNT(*) << 2 AS d, ~COUNT(*) AS e FROM od
[my] SELECT GREATEST(MAX(i2), COUNT(*)) AS a, LEAST(MIN(i2), 0) AS b, COALESCE(MAX(i2), 'x') AS c FROM od
[my] SELECT SUM(i2) = 0 AS a, SUM(i2) <=> NULL AS b, SUM(i2) IS NULL AS c, NOT SUM(i2) AS d, SUM(i2) BETWEEN 0 AND 5 AS e, SUM(i2) IN (1, 2) AS f FROM od
[my] SELECT bo, SUM(ub) AS s FROM od GROUP BY bo HAVING s > 18446744073709551615 ORDER BY s
[my] SELECT bo, COUNT(*) AS n FROM od GROUP BY bo HAVING MAX(ub) = 18446744073709551615 ORDER BY n DESC, bo
[my] SELECT MIN(bo) AS i2, COUNT(*) FROM od GROUP BY i2
[my] SELECT bo AS i2, COUNT(*) FROM od GROUP BY bo HAVING i2 > 0
{ my
SET sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT'
SELECT "k" || '-' || "i2" AS "x" FROM "od" WHERE "k" < 5
SELECT MAX(i2) || '-' || COUNT(*) AS x FROM od
SELECT "bo", COUNT(*) FROM od GROUP BY "bo"
[ordered] SELECT "k" FROM od ORDER BY "i2" DESC, "k"
}
{ my
SET sql_mode = 'NO_UNSIGNED_SUBTRACTION'
SELECT MIN(ub) - 1 AS a FROM od
SELECT COUNT(*) - 100 AS a, MAX(ti) - 300 AS b FROM od
}
{ my
SET sql_mode = 'PAD_CHAR_TO_FULL_LENGTH'
SELECT ch, LENGTH(ch) AS n, COUNT(*) FROM od GROUP BY ch, n
SELECT DISTINCT ch FROM od
SELECT MAX(ch), MIN(ch) FROM od
[ordered] SELECT k, ch FROM od ORDER BY ch, k
SELECT GROUP_CONCAT(ch ORDER BY k) FROM od
}
{ my
SET sql_mode = 'HIGH_NOT_PRECEDENCE'
SELECT k FROM od WHERE NOT i2 BETWEEN 0 AND 1
SELECT NOT COUNT(*) BETWEEN 0 AND 1 AS x FROM od
}
{ my
SET sql_mode = 'ONLY_FULL_GROUP_BY'
SELECT bo, COUNT(*) FROM od GROUP BY bo
[error] SELECT bo, k, COUNT(*) FROM od GROUP BY bo
[error] SELECT k, tx, COUNT(*) FROM od GROUP BY k
}
{ my
SET sql_mode = 'ERROR_FOR_DIVISION_BY_ZERO,STRICT_ALL_TABLES'
SELECT SUM(i2) / 0 AS x, COUNT(*) % 0 AS y FROM od
}
{ my
SET sql_mode = 'NO_BACKSLASH_ESCAPES'
SELECT GROUP_CONCAT(k ORDER BY k SEPARATOR '\') AS x FROM od
SELECT 'a\' AS x, k FROM od WHERE k = 3
}
{ my
SET sql_mode = 'TIME_ROUND_FRACTIONAL'
SELECT CAST(MAX(tm) AS TIME) AS x, CAST(MAX(ts) AS DATETIME) AS y FROM od
}
{ my
SET group_concat_max_len = 20
SELECT GROUP_CONCAT(k ORDER BY k) FROM od WHERE k < 5
SELECT GROUP_CONCAT(k ORDER BY k) FROM od
}
{ my
SET time_zone = '-03:30'
SELECT k, tz FROM ty
[ordered] SELECT k, tz FROM ty ORDER BY tz, k
SELECT tz, COUNT(*) FROM ty GROUP BY tz
SELECT DISTINCT tz FROM ty
SELECT MIN(tz), MAX(tz), COUNT(DISTINCT tz) FROM ty
SELECT tz FROM ty UNION SELECT tz FROM ty
[ordered] SELECT tz, k FROM ty UNION ALL SELECT tz, k FROM ty ORDER BY 1, 2
SELECT tz FROM ty EXCEPT SELECT tz FROM ty WHERE k < 9
SELECT DATE(tz) AS d, COUNT(*) FROM ty GROUP BY d
}
{ my
SET time_zone = '+02:00'
[ordered] SELECT k, tz FROM ty ORDER BY tz, k
SELECT tz FROM ty UNION SELECT tz FROM ty
}
[my] SELECT bo, MIN(yr), MAX(yr) FROM od GROUP BY bo
[my] SELECT k, MIN(zf), MIN(yr) FROM od GROUP BY k
[my] SELECT DISTINCT zf, yr FROM od
[my] SELECT GROUP_CONCAT(yr ORDER BY k) FROM od
[my] SELECT COALESCE(MAX(yr), 0) AS y, MIN(yr) + 0 AS z, CAST(MIN(yr) AS CHAR) AS c FROM od
[my] SELECT MIN(zf) + 0 AS z, CAST(MIN(zf) AS CHAR) AS c, CONCAT('x', MIN(zf)) AS d FROM od
[my error] SELECT MAX(ti) - 256 AS b FROM od WHERE ti = 3
[my nometa] SELECT COALESCE(MAX(ti), 0) - 5 AS a, IFNULL(MIN(ti), -1) AS b, MAX(ti) * 2 AS c, MAX(ti) DIV 2 AS d, MAX(ti) % 7 AS e, MAX(ti) / 7 AS f FROM od
[my] SELECT CASE WHEN MAX(ti) > 3 THEN MAX(ti) ELSE -1 END AS a, MAX(ti) + MIN(i2) AS b, NULLIF(MAX(ti), 0) AS c, -MAX(ti) AS d FROM od WHERE i2 > 0
[my] SELECT GREATEST(MAX(ti), 1) AS a, LEAST(MIN(ti), 1) AS b, MAX(ti) = 255 AS c, MIN(ti) BETWEEN -1 AND 1 AS d, ABS(MAX(ti)) AS e FROM od
