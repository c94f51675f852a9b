# Transactions over several shards; own writes are seen; errors leave nothing of themselves.
{
.begin
[!] INSERT INTO t VALUES (100, 'x', 1), (101, 'y', 2), (102, 'z', 3)
[!] SELECT COUNT(*) AS c FROM t
[!] UPDATE t SET v = 5
.commit
[! ordered] SELECT * FROM t ORDER BY k
.autocommit
}
{
.begin
[!] INSERT INTO t VALUES (100, 'x', 1), (101, 'y', 2)
[!] DELETE FROM t WHERE k < 4
.rollback
[! ordered] SELECT * FROM t ORDER BY k
.autocommit
}
{
.begin
[!] INSERT INTO q VALUES (100, 'x', 1)
[error] INSERT INTO q VALUES (101, 'y', 1), (1, 'dup', 1)
.rollback
[! ordered] SELECT * FROM q ORDER BY k
.autocommit
}
{
.begin
[!] DELETE FROM t
[!] INSERT INTO t VALUES (1, 'n', 1), (2, 'n', 2), (3, 'n', 3), (4, 'n', 4)
[!] SELECT COUNT(*) AS c, SUM(v) AS s FROM t
.commit
[! ordered] SELECT * FROM t ORDER BY k
.autocommit
}
{
.begin
[!] UPDATE t SET v = 1 WHERE k = 3
[!] SELECT v FROM t WHERE k = 3
.rollback
[!] SELECT v FROM t WHERE k = 3
.autocommit
}
{
.begin
[!] INSERT INTO r VALUES (7, 'seven')
[!] SELECT COUNT(*) AS c FROM r
.rollback
[!] SELECT COUNT(*) AS c FROM r
.autocommit
}
{
.begin
[!] INSERT INTO r VALUES (7, 'seven')
.commit
[!] SELECT COUNT(*) AS c FROM r
[! ordered] SELECT t.k, r.d FROM t JOIN r ON t.k = r.id ORDER BY t.k
.autocommit
}
{
.begin
[!] INSERT INTO orders (order_id, user_id, status, amount) VALUES (500, 1, 'new', 1), (501, 2, 'new', 2)
[!] INSERT INTO items (item_id, order_id, user_id, product, qty) VALUES (950, 500, 1, 1, 1), (951, 501, 2, 1, 1)
[! ordered] SELECT o.order_id, i.item_id FROM orders o JOIN items i ON o.user_id = i.user_id AND o.order_id = i.order_id WHERE o.order_id >= 500 ORDER BY i.item_id
.commit
.autocommit
}
# An empty transaction ends without a word.
{
.begin
.commit
.rollback
[!] SELECT COUNT(*) AS c FROM t
.autocommit
}

# Settings of all transactions to come.
{ my
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED
[!] SELECT @@tx_isolation AS x
[!] SELECT @@tx_isolation AS x FROM t WHERE k = 3
.begin
[!] SELECT @@tx_isolation AS x FROM t WHERE k = 2
.commit
.autocommit
SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ
[!] SELECT @@tx_isolation AS x FROM t WHERE k = 3
}
{ pg
SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE
[!] SHOW transaction_isolation
[!] SELECT current_setting('transaction_isolation') AS x FROM t WHERE k = 3
.begin
[!] SELECT current_setting('transaction_isolation') AS x FROM t WHERE k = 2
.commit
.autocommit
SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED
[!] SELECT current_setting('transaction_isolation') AS x FROM t WHERE k = 3
}
# Groups of text that an expression makes, where all columns must be grouped by.
{ my
SET sql_mode = 'ONLY_FULL_GROUP_BY'
[! ordered] SELECT DATE_FORMAT(dt, '%Y-%m') AS m, COUNT(*) AS c FROM e GROUP BY DATE_FORMAT(dt, '%Y-%m') ORDER BY m
[!] SELECT UPPER(name) AS u, COUNT(*) AS c FROM n GROUP BY UPPER(name)
[!] SELECT COUNT(DISTINCT UPPER(name)) AS c, MAX(UPPER(name)) AS m FROM n
[!] SELECT DISTINCT UPPER(name) AS u FROM n
SET sql_mode = DEFAULT
}
