# What the database itself would not take is its own error, also where a sharded table is named:
# texts that can't be read, functions and columns that don't exist.
[! error] SELECT k FROM t WHERE
[! error] SELECT (k FROM t
[! error] SELECT k FROM t WHERE k = 'a
[! error] SELECT k, FROM t
[! error] SELECT k FROM t GROUP k
[! error] SELECT k FROM t ORDER BY
[! error] SELECT k FORM t
[! error] SELEC k FROM t
[! error] UPDAT t SET v = 1
[! error] PLEASE SELECT k FROM t
[! error] SELECT k FROM t JOIN u ON
[! error] SELECT k FROM t WHERE k IN (1, 2
[! error] SELECT k FROM t LIMIT
[! error] SELECT CASE WHEN k = 1 THEN 2 FROM t
[! error] INSERT INTO t VALUES (1, 'a' 2)
[! error] INSERT INTO t (k, g VALUES (1, 'a')
[! error] INSERT INTO t VALUE S (1)
[! error] INSERT t INTO VALUES (1)
[! error] UPDATE t SETT k = 1
[! error] UPDATE t SET v = WHERE k = 1
[! error] UPDATE t SET v 1
[! error] DELETE FORM t
[! error] DELETE FROM t WHERE WHERE k = 1
[! error] CREATE TABLE t (k int, int)
[! error] CREATE INDX i ON t (k)
[! error] ALTER TABLE t AD COLUMN x int
[! error] DROP TABLE IF EXIST t
[! error pg sl] INSERT INTO t VALUES (1, 'a\' 2)
[! error my] INSERT INTO t VALUES (1, 'it\'s' 2)
[! error my] SELECT k FROM t WHERE `k = 1
[! error] SELECT cuont(*) FROM t
[! error] SELECT cuont(k) FROM t
[! error] SELECT g, smu(v) FROM t GROUP BY g
[! error] SELECT g, COUNT(*) FROM t GROUP BY g HAVING smu(v) > 1
[! error] SELECT k FROM t ORDER BY smu(v)
[! error] SELECT nosuch, COUNT(*) OVER (ORDER BY v) FROM t
[! error] SELECT nosuch FROM t JOIN w ON t.v = w.v
[! error] SELECT t.k FROM t JOIN w ON t.v = w.v WHERE k = v
[! error my sl] SELECT k FROM w GROUP BY ROLLUP(k)
[! error pg] SELECT MAX(v), g FROM t
[! error my] VALUES ROW(1, 2)
[! error sl] SELECT k FROM w GROUP BY k DESC
[! error] SELECT k FROM t WHERE k = 1 UNION SELECT k FROM
# Inside a transaction, which stays usable
{ my sl
.begin
UPDATE w SET v = 5 WHERE k = 1
[! error] SELECT k FROM t WHERE
[! error] UPDATE w SETT v = 6 WHERE k = 1
[! error] SELECT cuont(k) FROM t
UPDATE w SET v = 7 WHERE k = 2
.commit
}
