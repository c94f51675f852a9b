# What a statement leaves on its connection: counts of rows, warnings.
[my] SELECT k, v FROM t WHERE k IN (1)
[my] SELECT FOUND_ROWS() AS n
[my] SELECT 'a' + v AS x FROM t WHERE k = 2
[my] SHOW WARNINGS
[my] SELECT 'a' + v AS x FROM t WHERE k = 3
[my] SELECT @@warning_count AS w, @@session.error_count AS e
[my] SELECT 'a' + v AS x FROM t WHERE k = 3
[my] SHOW COUNT(*) WARNINGS
[my error] SELECT nosuch FROM t WHERE k = 3
[my] SHOW ERRORS
[my] UPDATE t SET v = v + 1 WHERE k = 2
[my] SELECT ROW_COUNT() AS n
[my] SELECT k FROM t WHERE k = 3
[my] SELECT ROW_COUNT() AS n
[my] SELECT k FROM t
[my refuse] SELECT FOUND_ROWS() AS n
[my refuse] SHOW WARNINGS
[my] UPDATE t SET v = v + 1
[my refuse] SELECT ROW_COUNT() AS n
