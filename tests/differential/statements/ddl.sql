# Tables that the rules name are made on all nodes; other tables go to the default shard.
{
[!] CREATE TABLE dd (k INTEGER NOT NULL, v INTEGER)
[!] INSERT INTO dd VALUES (1, 10), (2, 20), (3, 30), (4, 40), (5, 50)
[! ordered] SELECT * FROM dd ORDER BY k
[!] CREATE INDEX dd_v ON dd (v)
[!] SELECT k FROM dd WHERE v = 30
[!] ALTER TABLE dd ADD COLUMN s VARCHAR(10)
[! ordered] SELECT * FROM dd ORDER BY k DESC
[!] UPDATE dd SET s = 'x' WHERE k > 2
[! ordered] SELECT s, COUNT(*) AS c FROM dd GROUP BY s ORDER BY s
[!] DROP TABLE dd
[error] SELECT * FROM dd
.drop dd
}
{
[!] CREATE TABLE dd (k INTEGER PRIMARY KEY, v VARCHAR(10))
[!] INSERT INTO dd VALUES (1, 'a'), (2, 'b')
[error] INSERT INTO dd VALUES (1, 'c')
[error] CREATE TABLE dd (k INTEGER)
[!] DROP TABLE IF EXISTS dd
[!] DROP TABLE IF EXISTS dd
.drop dd
}
{
[!] CREATE TABLE plain (a INTEGER, b VARCHAR(10))
[!] INSERT INTO plain VALUES (1, 'x'), (2, 'y')
[! ordered] SELECT * FROM plain ORDER BY a DESC
[!] SELECT COUNT(*) AS c, MAX(b) AS m FROM plain
[!] UPDATE plain SET b = 'z' WHERE a = 1
[!] DROP TABLE plain
.drop plain
}
{ pg
[! pg] CREATE TEMPORARY TABLE scratch (a INTEGER)
[! pg] INSERT INTO scratch VALUES (1), (2)
[! pg] SELECT SUM(a) AS s FROM scratch
[! pg] DROP TABLE scratch
.drop scratch
}
# A sequence made everywhere; its numbers come from one shard.
{ pg
CREATE SEQUENCE numbers
[!] SELECT nextval('numbers') AS n
[!] SELECT nextval('numbers') AS n, currval('numbers') AS c
[!] SELECT currval('numbers') AS c
DROP SEQUENCE numbers
}

# Indexes named without their table.
{ pg
CREATE INDEX IF NOT EXISTS odd_v ON t USING btree (v DESC NULLS LAST) WHERE v > 1
CREATE INDEX IF NOT EXISTS odd_v ON t (v)
COMMENT ON INDEX odd_v IS 'x'
REINDEX INDEX odd_v
ALTER INDEX odd_v RENAME TO odd_v2
DROP INDEX odd_v2
DROP INDEX IF EXISTS odd_v2, nosuch_index
}
{ pg
CREATE UNIQUE INDEX CONCURRENTLY odd_k ON t (k)
DROP INDEX CONCURRENTLY odd_k
}
{ sl
CREATE INDEX odd_v ON t (v)
DROP INDEX odd_v
DROP INDEX IF EXISTS odd_v
}
[pg sl] DROP INDEX IF EXISTS dd_nosuch
