# Text whose order and equality isn't that of its bytes.
[ordered] SELECT ci, k FROM co ORDER BY ci, k
[ordered] SELECT ci, k FROM co ORDER BY ci DESC, k DESC LIMIT 20
[ordered] SELECT de, k FROM co ORDER BY de, k
[ordered] SELECT de, k FROM co ORDER BY de DESC, k
[! ordered] SELECT bin, k FROM co ORDER BY bin, k
[! ordered] SELECT bin, k FROM co ORDER BY bin DESC, k DESC LIMIT 20 OFFSET 5
[ordered] SELECT k FROM co ORDER BY ci, de, bin, k
[ordered] SELECT k FROM co ORDER BY LOWER(ci), k
[ordered] SELECT k FROM co ORDER BY UPPER(bin), k
[ordered] SELECT UPPER(bin) AS x, COUNT(*) AS c FROM co GROUP BY UPPER(bin) ORDER BY x
[ordered my sl] SELECT MIN(bin) AS m, COUNT(*) AS c FROM co GROUP BY ci ORDER BY ci
[pg ordered] SELECT ci, COUNT(*) AS c FROM co GROUP BY ci ORDER BY ci
[pg] SELECT de, COUNT(*) AS c, SUM(v) FROM co GROUP BY de
[my sl] SELECT COUNT(*) AS c FROM co GROUP BY ci
[my sl] SELECT COUNT(*) AS c FROM co GROUP BY de
[my sl] SELECT COUNT(*) AS c FROM co GROUP BY de, ci
[pg] SELECT DISTINCT ci FROM co
[pg] SELECT DISTINCT de FROM co
SELECT DISTINCT bin FROM co WHERE bin NOT LIKE '% '
SELECT COUNT(DISTINCT ci) AS a, COUNT(DISTINCT de) AS b, COUNT(DISTINCT bin) AS c FROM co
SELECT v, COUNT(DISTINCT ci) AS a FROM co GROUP BY v
[pg] SELECT MIN(ci), MAX(ci), MIN(de), MAX(de) FROM co
[my sl] SELECT UPPER(MIN(ci)), UPPER(MAX(bin)) FROM co
SELECT MIN(bin), MAX(bin) FROM co
SELECT k FROM co WHERE ci = 'A'
SELECT k FROM co WHERE ci IN ('a', 'B')
SELECT k FROM co WHERE ci > 'b'
SELECT k FROM co WHERE bin = 'a'
SELECT k FROM co WHERE bin = 'a '
SELECT k FROM co WHERE de LIKE 'a%'
[pg ordered] SELECT k, ci FROM co ORDER BY ci COLLATE "C", k
[pg ordered] SELECT k, bin FROM co ORDER BY bin COLLATE "de-x-icu", k
[my ordered] SELECT k, bin FROM co ORDER BY bin COLLATE utf8mb4_general_ci, k
[my ordered] SELECT k, ci FROM co ORDER BY ci COLLATE utf8mb4_nopad_bin, k
[my ordered] SELECT k, ci FROM co ORDER BY BINARY ci, k
[sl ordered] SELECT k, bin FROM co ORDER BY bin COLLATE NOCASE, k
[sl ordered] SELECT k, ci FROM co ORDER BY ci COLLATE BINARY, k
[sl ordered] SELECT k, ci FROM co ORDER BY ci || '', k
[ordered pg sl] SELECT bin || 'x' AS x, k FROM co ORDER BY x, k
[ordered my] SELECT CONCAT(ci, 'x') AS x, k FROM co ORDER BY x, k
[ordered sl] SELECT ci || de AS x, k FROM co ORDER BY x, k
[ordered] SELECT COALESCE(ci, 'm') AS x, k FROM co ORDER BY x, k
[ordered] SELECT CASE WHEN v > 2 THEN ci ELSE 'm' END AS x, k FROM co ORDER BY x, k
[ordered] SELECT SUBSTR(bin, 1, 1) AS x, COUNT(*) AS c FROM co GROUP BY SUBSTR(bin, 1, 1) ORDER BY x
[ordered pg] SELECT CASE bin WHEN 'a' THEN 'x' ELSE 'Y' END AS x, k FROM co ORDER BY x, k
[ordered pg] SELECT k::text AS x FROM co ORDER BY x
[ordered pg] SELECT md5(bin) AS x, k FROM co ORDER BY x, k
[pg] SELECT DISTINCT k::text || 'x' AS x FROM co
SELECT a.k, b.k AS bk FROM co a JOIN co b ON a.k = b.k AND a.ci = b.ci
[! ordered my] SELECT CAST(k AS CHAR(5)) AS c FROM co ORDER BY c
[! ordered my] SELECT COUNT(*) AS n FROM co GROUP BY CAST(bin AS CHAR(9)) ORDER BY CAST(bin AS CHAR(9)) DESC
[! my] SELECT DISTINCT CAST(k AS CHAR(1)) AS c FROM co
[! my] SELECT CAST(JSON_VALUE(CONCAT('{"a": ', k, '}'), '$.a') AS CHAR(20)) AS c, COUNT(*) AS n FROM co GROUP BY c
[my] SELECT GROUP_CONCAT(DISTINCT ci ORDER BY ci) FROM co WHERE k = 5
[! ordered sl] SELECT k FROM co ORDER BY ci || '-' || bin COLLATE NOCASE, k
[! sl] SELECT DISTINCT UPPER(bin COLLATE NOCASE) FROM co
[! ordered sl] SELECT k FROM co ORDER BY (ci || '-' || bin) COLLATE NOCASE, k
# COLLATE in GROUP BY, or in the item of that name: each groups by what it says.
[sl] SELECT s, COUNT(*) AS n FROM w GROUP BY s COLLATE NOCASE
[sl] SELECT tx, COUNT(*) AS n FROM od GROUP BY tx COLLATE RTRIM
[sl] SELECT s FROM w GROUP BY s COLLATE NOCASE HAVING COUNT(*) > 8
[sl] SELECT COUNT(*) AS n FROM (SELECT s FROM w GROUP BY s COLLATE NOCASE) q
[! sl] SELECT COUNT(*) AS n FROM w GROUP BY s COLLATE NOCASE
[sl] SELECT id, COUNT(*) AS n FROM c GROUP BY id COLLATE NOCASE
[! sl] SELECT COUNT(*) AS n FROM c GROUP BY id COLLATE NOCASE
[! sl] SELECT COUNT(*) AS n, upper(s COLLATE NOCASE) AS s FROM w GROUP BY s
[! sl] SELECT s COLLATE NOCASE AS s, COUNT(*) AS n FROM w GROUP BY s
[! sl] SELECT s COLLATE NOCASE, COUNT(*) AS n FROM w GROUP BY s
[my] SELECT s, COUNT(*) AS n FROM w GROUP BY s COLLATE utf8mb4_bin
[! my] SELECT COUNT(*) AS n FROM c GROUP BY id COLLATE utf8mb4_general_ci
[! pg] SELECT s COLLATE "C" AS s, COUNT(*) AS n FROM w GROUP BY s
[! pg] SELECT COUNT(*) AS n FROM co GROUP BY ci COLLATE "C"
