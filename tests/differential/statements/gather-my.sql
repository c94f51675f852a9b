# MariaDB: rows of columns of all types are read first, and become a JSON_TABLE.
[! my] SELECT k, RANK() OVER (ORDER BY s) AS r FROM e
[! my] SELECT k, s, RANK() OVER (ORDER BY k) AS r FROM e
[! my] SELECT k, fl, RANK() OVER (ORDER BY fl) AS r FROM ty
[! my] SELECT k, RANK() OVER (ORDER BY un) AS r, un FROM ty
[! my] SELECT k, b, RANK() OVER (ORDER BY b) AS r FROM ty
[! my] SELECT k, sm, RANK() OVER (ORDER BY sm) AS r FROM ty
[! my] SELECT k, ch, RANK() OVER (ORDER BY ch) AS r FROM ty
[! my] SELECT k, tz, RANK() OVER (ORDER BY tz) AS r FROM ty
[! my] SELECT k, raw, tm, RANK() OVER (ORDER BY raw, tm) AS r FROM ty
[! my] SELECT *, COUNT(*) OVER () AS r FROM ty
[! my] SELECT *, COUNT(*) OVER () AS r FROM co
[! my] SELECT *, COUNT(*) OVER () AS r FROM e
[! my] SELECT *, COUNT(*) OVER () AS r FROM w
[! my] SELECT *, COUNT(*) OVER () AS r FROM d
[! my] SELECT *, COUNT(*) OVER () AS r FROM z
[! my] SELECT *, COUNT(*) OVER () AS r FROM orders
[! my] SELECT a.k, b.s FROM e a JOIN e b ON a.dt = b.dt AND a.k < b.k
[! my] SELECT a.k, b.un, b.fl, a.tz FROM ty a LEFT JOIN ty b ON a.sm = b.sm AND a.k < b.k
[! my] SELECT b, sm, COUNT(*) AS c FROM ty GROUP BY b, sm WITH ROLLUP
[! my] SELECT CONCAT(fl, un, b, sm, ch) AS c, MAX(tz) OVER () AS m FROM ty
[! my] SELECT un + 1 AS a, fl * 3 AS c, sm / 7 AS d, b + 1 AS e, RANK() OVER (ORDER BY k) AS r FROM ty WHERE un < 10 OR un IS NULL
[! my] SELECT a.k, a.ci, b.bin FROM co a JOIN co b ON a.ci = b.bin AND a.k < b.k
[! my] SELECT k, (SELECT MAX(b.s) FROM e b WHERE b.dt < e.dt) AS m FROM e
[! my] SELECT un, (SELECT COUNT(*) FROM ty b WHERE b.un < ty.un) AS m FROM ty
{ my
SET time_zone = '-05:00'
SELECT k, tz, RANK() OVER (ORDER BY tz) AS r FROM ty
SELECT k, UNIX_TIMESTAMP(tz) AS u, RANK() OVER (ORDER BY tz) AS r FROM ty
}
{ my
SET SESSION sql_mode = 'PAD_CHAR_TO_FULL_LENGTH'
SELECT ch, CONCAT(ch, 'x') AS y, COUNT(*) OVER () AS c FROM ty
}
{ my
SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'
SELECT "s", RANK() OVER (ORDER BY k) AS r FROM w
}
{ my
CREATE TEMPORARY TABLE tmpx (id int, n varchar(10))
INSERT INTO tmpx VALUES (1, 'p'), (3, 'q')
[!] SELECT ty.k, fl, n FROM ty JOIN tmpx ON tmpx.id = ty.k
DROP TABLE tmpx
}
[! my] SELECT s1.d, ty.* FROM s1 JOIN ty ON ty.k > s1.id AND ty.sm < 0
[! my] SELECT j.a FROM JSON_TABLE('[{"a":1},{"a":2}]', '$[*]' COLUMNS (a INT PATH '$.a')) j
[! my] SELECT t.k, j.a FROM t, JSON_TABLE('[{"a":1},{"a":2}]', '$[*]' COLUMNS (a INT PATH '$.a', o FOR ORDINALITY, NESTED PATH '$.b' COLUMNS (v INT PATH '$'))) AS j WHERE t.k = j.a
[! my] SELECT t.k, j.a FROM t JOIN JSON_TABLE(CONCAT('[', t.k, ',7]'), '$[*]' COLUMNS (a INT PATH '$')) AS j ON j.a > t.v
[my] SELECT COUNT(*) AS c FROM JSON_TABLE(CONCAT('[', (SELECT MAX(k) FROM t), ',7]'), '$[*]' COLUMNS (a INT PATH '$' DEFAULT '1' ON EMPTY NULL ON ERROR)) AS j
[! my] SELECT * FROM (SELECT j.a, t.g FROM t LEFT JOIN JSON_TABLE('[{"a":1},{"a":2}]', '$[*]' COLUMNS (a INT PATH '$.a')) j ON j.a = t.k) x WHERE a IS NULL
[! my] SELECT j.a, COUNT(t.k) AS c FROM JSON_TABLE('[{"a":1},{"a":2}]', '$[*]' COLUMNS (a INT PATH '$.a')) j LEFT JOIN t ON t.v = j.a GROUP BY j.a
