/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * statement-cases.h - statements and lines of their facts.
 */
#pragma once

#include "router/base/identifier.h"

#define PG SHARD_DIALECT_POSTGRESQL
#define MY SHARD_DIALECT_MYSQL
#define LITE SHARD_DIALECT_SQLITE

typedef struct {
    int dialect;
    const char *sql;
    const char *lines;
} StatementCase;

static const StatementCase statement_cases[] = {
    /* ---- tables, names ---- */
    {PG, "SELECT t.k FROM s.t WHERE s.t.k = 1",
     "select\ntable #0 s.t in 0\nqualifier #0 t\nqualifier #0 s . t\nwhere (= t.k#0 1)"},
    {PG, "SELECT T.K FROM T AS X WHERE x.k = 1", "table #0 t as x in 0\nwhere (= x.k#0 1)"},
    {PG, "SELECT \"Id\" FROM \"Order items\" o",
     "table #0 Order items as o in 0 quoted\n"
     "item Id#0 [\"Id\"]"},
    {PG, "SELECT * FROM ONLY t, u *", "table #0 t in 0 only\ntable #1 u in 0 only"},
    {PG, "SELECT t.k AS t, 't' AS lit FROM t WHERE t.k = 2",
     "item t.k#0 as t [t . k AS t]\nitem 't' as lit ['t' AS lit]"},
    {PG, "SELECT * FROM t JOIN u USING (a, b) NATURAL LEFT JOIN v",
     "from (natural left (inner #0 #1 using a using b) #2)"},
    {PG, "SELECT * FROM generate_series(1, 3) g, t", "table #0 t in 0\nfrom function as g, #0"},
    {PG, "SELECT * FROM t TABLESAMPLE SYSTEM (5)", "select one-node \"TABLESAMPLE\""},
    {PG, "SELECT * FROM t, LATERAL (SELECT * FROM u WHERE u.a = t.a) x",
     "from #0, lateral query 1 as x\nwhere (= u.a#1 t.a#0)"},
    {PG, "TABLE t", "table #0 t in 0 no-alias"},
    /* ---- conditions ---- */
    {PG, "SELECT 1 FROM t WHERE 5 < k AND k IN (1, -2, ?) AND NOT v LIKE 'a%'",
     "where (and (< 5 k#0) (in k#0 1 -2 ?0) (not (op like v#0 'a%')))"},
    {PG, "SELECT 1 FROM t WHERE k NOT IN (1) AND v NOT LIKE 'a!%' ESCAPE '!'",
     "where (and (not-in k#0 1) (not-op like v#0 'a!%' '!'))"},
    {PG, "SELECT 1 FROM t WHERE k NOT BETWEEN SYMMETRIC 1 AND ?",
     "where (not-between-symmetric k#0 1 ?0)"},
    {PG, "SELECT 1 FROM t WHERE k IS NOT NULL OR (v IS NOT TRUE) OR w ISNULL",
     "where (or (not-is-null k#0) (not-is TRUE v#0) (is-null w#0))"},
    {PG, "SELECT 1 FROM t WHERE k = ANY(?) AND l <> ALL(ARRAY[1,2])",
     "where (and (any = k#0 ?0) (not-any <> l#0 (array 1 2)))"},
    {PG, "SELECT 1 FROM t WHERE k IS NOT DISTINCT FROM 3 AND l IS DISTINCT FROM 4",
     "where (and (<=> k#0 3) (not (<=> l#0 4)))"},
    {PG, "SELECT 1 FROM t WHERE (a, b) IN ((1, 2), (3, 4))",
     "where (in (row a#0 b#0) (row 1 2) (row 3 4))"},
    {PG, "SELECT 1 FROM t WHERE k = '3'::int AND d = DATE '2024-01-01' AND e = CAST(? AS bigint)",
     "where (and (= k#0 (cast int4 '3')) (= d#0 (cast date '2024-01-01')) "
     "(= e#0 (cast int8 ?0)))"},
    {PG, "SELECT 1 FROM t WHERE d > timestamp with time zone '2024-01-01' - interval '1' day",
     "where (> d#0 (op - (cast timestamptz '2024-01-01') (cast interval '1')))"},
    {PG, "SELECT 1 FROM t WHERE k = - - 5 AND l = -(3)", "where (and (= k#0 --5) (= l#0 -3))"},
    {PG, "SELECT 1 FROM t WHERE k = NULL AND l = TRUE", "where (and (= k#0 null) (= l#0 true))"},
    {PG, "SELECT 1 FROM t WHERE v COLLATE \"C\" = 'a'", "where (= v#0 collate C 'a')"},
    {PG, "SELECT 1 FROM t WHERE a ->> 'b' = 'c' AND d @> ?",
     "where (and (= (op ->> a#0 'b') 'c') "
     "(op @> d#0 ?0))"},
    {PG, "SELECT 1 FROM t WHERE a ?? 'b'", "where (op ? a#0 'b')"},
    {PG, "SELECT 1 FROM t WHERE x AT TIME ZONE 'utc' > now()",
     "select now\nwhere (> (call timezone 'utc' x#0) (call now))"},
    {PG, "SELECT a[1], (b).c, arr[2:3] FROM t",
     "item (opaque [] a#0 1) [a [ 1 ]]\nitem (opaque [] b#0) [( b ) . c]"},
    {PG, "SELECT CASE a WHEN 1 THEN 'x' ELSE 'y' END AS z FROM t",
     "item (case a#0 1 'x' 'y') as z [CASE a WHEN 1 THEN 'x' ELSE 'y' END AS z]"},
    {PG, "SELECT coalesce(a, 0), nullif(a, 1), greatest(a, b) FROM t",
     "item (coalesce a#0 0) [coalesce ( a , 0 )]\nitem (nullif a#0 1) [nullif ( a , 1 )]\n"
     "item (greatest a#0 b#0) [greatest ( a , b )]"},
    /* ---- aggregates, windows ---- */
    {PG, "SELECT count(*), count(DISTINCT a), sum(b) FILTER (WHERE c > 1) FROM t",
     "query 0 in -1 top aggregate [SELECT count ( * ) , count ( DISTINCT a ) , sum ( b ) FILTER ( "
     "WHERE c > 1 ) FROM t]\nitem (aggregate count *) [count ( * )]\n"
     "item (aggregate count distinct a#0) [count ( DISTINCT a )]\n"
     "item (aggregate sum b#0 filter (> c#0 1)) [sum ( b ) FILTER ( WHERE c > 1 )]"},
    {PG, "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a) FROM t",
     "item (aggregate percentile_cont 0.5 within a#0) [percentile_cont ( 0.5 ) WITHIN GROUP ( "
     "ORDER BY a )]"},
    {PG, "SELECT string_agg(a, ',' ORDER BY b DESC) FROM t",
     "item (aggregate string_agg a#0 ',' order b#0 desc) [string_agg ( a , ',' ORDER BY b DESC )]"},
    {PG, "SELECT rank() OVER (PARTITION BY a ORDER BY b) FROM t",
     "query 0 in -1 top window [SELECT rank ( ) OVER ( PARTITION BY a ORDER BY b ) FROM t]\n"
     "item (window rank partition a#0 order b#0) [rank ( ) OVER ( PARTITION BY a ORDER BY b )]"},
    {PG, "SELECT sum(a) OVER w FROM t WINDOW w AS (PARTITION BY t.k)",
     "item (window sum a#0 partition t.k#0) [sum ( a ) OVER w]\nqualifier #0 t"},
    /* ---- group, order, limit ---- */
    {PG, "SELECT a, count(*) AS n FROM t GROUP BY 1 ORDER BY n DESC NULLS LAST, 1, b + 1",
     "group 1 item 0\norder n#0 item 1 desc nulls last, 1 item 0, (op + b#0 1)"},
    {PG, "SELECT DISTINCT ON (a, b) c FROM t ORDER BY a", "distinct on a#0\ndistinct on b#0"},
    {PG, "SELECT a FROM t GROUP BY ROLLUP (a, b)",
     "query 0 in -1 top grouping-sets [SELECT a FROM t GROUP BY ROLLUP ( a , b )]\ngroup a#0 item "
     "0"},
    {PG, "SELECT a FROM t LIMIT ALL OFFSET ?", "limit - offset ?0 [LIMIT ALL OFFSET ?]"},
    {PG, "SELECT a FROM t FETCH FIRST ROW ONLY", "limit 1 [FETCH FIRST ROW ONLY]"},
    {PG, "SELECT a FROM t ORDER BY a FETCH FIRST 5 ROWS WITH TIES",
     "limit 5 with ties [FETCH FIRST 5 ROWS WITH TIES]"},
    {PG, "SELECT *, a FROM t ORDER BY 2", "order 2"},
    /* ---- subqueries, WITH, sets ---- */
    {PG, "SELECT 1 FROM t WHERE k IN (SELECT k FROM u)", "where (query k#0 in 1)"},
    {PG, "SELECT 1 FROM t WHERE k NOT IN (SELECT k FROM u)", "where (query k#0 not-in 1)"},
    {PG, "SELECT 1 FROM t WHERE NOT k IN (SELECT k FROM u)", "where (query k#0 not-in 1)"},
    {PG, "SELECT 1 FROM t WHERE k = ANY (SELECT k FROM u)", "where (query = k#0 in 1)"},
    {PG, "SELECT 1 FROM t WHERE k > ALL (SELECT k FROM u)", "where (not-query > k#0 quantified 1)"},
    {PG, "SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k)",
     "where (query exists 1)\nquery 1 in 0 exists correlated [SELECT 1 FROM u WHERE u . k = t . "
     "k]"},
    {PG, "SELECT (SELECT max(a) FROM u) FROM t",
     "item (query scalar 1) [( SELECT max ( a ) FROM "
     "u )]"},
    {PG, "WITH c AS (SELECT * FROM t) SELECT * FROM c",
     "table #0 t in 1\ntable #1 c in 0 cte\nquery 1 in 0 cte c [SELECT * FROM t]"},
    {PG, "WITH RECURSIVE c AS (SELECT 1 UNION ALL SELECT * FROM c) SELECT * FROM c",
     "table #0 c in 3 cte\ntable #1 c in 0 cte"},
    {PG, "WITH t AS (SELECT * FROM t) SELECT * FROM t", "table #0 t in 1\ntable #1 t in 0 cte"},
    {PG, "WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x",
     "select writing-cte one-node \"a WITH that writes\"\ntable #0 t in -2 target"},
    {PG, "SELECT a FROM t UNION ALL SELECT b FROM u EXCEPT SELECT c FROM v",
     "query 0 in -1 top (except 1 4) [SELECT a FROM t UNION ALL SELECT b FROM u EXCEPT SELECT c "
     "FROM v]\nquery 1 in 0 branch (union all 2 3) [SELECT a FROM t UNION ALL SELECT b FROM u]"},
    {PG, "SELECT * FROM (VALUES (1, 'a'), (2, 'b')) v (x, y)", "from query 1 as v"},
    /* ---- writes ---- */
    {PG, "INSERT INTO t (a, b) VALUES (1, 'x'), (?, DEFAULT)",
     "insert #0 (a, b)\nrow 1 'x' [( 1 , 'x' )]\nrow ?0 (default) [( ? , DEFAULT )]"},
    {PG, "INSERT INTO t SELECT * FROM u WHERE k = 1", "insert #0 query 0\nwhere (= k#1 1)"},
    {PG, "INSERT INTO t DEFAULT VALUES", "insert #0 default-values"},
    {PG, "INSERT INTO t (a) VALUES (1) ON CONFLICT ON CONSTRAINT c DO NOTHING",
     "insert #0 ignore (a)\nconstraint c"},
    {PG,
     "INSERT INTO t AS x (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET b = x.b + excluded.b "
     "RETURNING x.a AS r",
     "table #0 t as x in -1 target\nupdate b = (op + x.b#0 excluded.b)\n"
     "returning x.a#0 as r [x . a AS r]"},
    {PG, "UPDATE t SET a = a + 1, (b, c) = (2, 3) WHERE t.k = 5 RETURNING *",
     "modify #0\nset a = (op + a#0 1)\nset b = 2\nset c = 3\nwhere (= t.k#0 5)"},
    {PG, "UPDATE t SET a = u.b FROM u WHERE t.k = u.k", "from #0, #1\nwhere (= t.k#0 u.k#1)"},
    {PG, "DELETE FROM t USING u WHERE t.k = u.k AND u.x = 1", "from #0, #1"},
    {PG, "UPDATE t SET a = 1 WHERE CURRENT OF c", "current of c"},
    {PG,
     "MERGE INTO t USING u ON t.k = u.k WHEN MATCHED THEN UPDATE SET a = u.a "
     "WHEN NOT MATCHED THEN INSERT (k) VALUES (u.k)",
     "merge\nfrom (left #1 #0 on (= t.k#0 u.k#1))\non (= t.k#0 u.k#1)\nset a = u.a#1"},
    /* ---- escapes ---- */
    {PG, "SELECT {fn UCASE(g)} FROM t WHERE k = {fn ABS(-3)}",
     "item (call ucase g#0) [{ fn UCASE ( g ) }]\nwhere (= k#0 (call abs -3))"},
    {PG, "SELECT '{d}' FROM t WHERE d = {d '2024-01-15'} AND e < {ts '2024-01-15 10:00:00'}",
     "where (and (= d#0 (cast date '2024-01-15')) (< e#0 (cast timestamp '2024-01-15 10:00:00')))"},
    {PG, "SELECT 1 FROM t WHERE v LIKE 'a!%' {escape '!'}", "where (op like v#0 'a!%' '!')"},
    {PG, "SELECT {fn CONVERT(a, SQL_INTEGER)} FROM {oj t LEFT OUTER JOIN u ON t.a = u.a}",
     "item (cast sql_integer a) [{ fn CONVERT ( a , SQL_INTEGER ) }]\n"
     "from (left #0 #1 on (= t.a#0 u.a#1))"},
    {PG, "SELECT {fn TIMESTAMPADD(SQL_TSI_DAY, 1, d)} FROM t",
     "item (call timestampadd 1 d#0) [{ fn TIMESTAMPADD ( SQL_TSI_DAY , 1 , d ) }]"},
    {PG, "SELECT {nonsense 1}", "unparsed\nreason an escape that is not known at {"},
    {PG, "{? = call s.f(?, 'x', -3, a)}",
     "call returns-value name f\nargument ?1\nargument 'x'\nargument -3"},
    {MY, "CALL p(?, NULL)", "call name p\nargument ?0\nargument null"},
    /* ---- MySQL ---- */
    {MY, "SELECT `k` FROM user WHERE `user`.x = \"a\"",
     "table #0 user in 0\nqualifier #0 `user`\nwhere (= user.x#0 \"a\")"},
    {MY, "SELECT SQL_NO_CACHE v 'total' FROM T_Order",
     "table #0 T_Order in 0\n"
     "item v#0 as total [v 'total']"},
    {MY, "SELECT 'a\\' OR k=1 -- ' AS x, k FROM t WHERE k=2", "where (= k#0 2)"},
    {MY, "SELECT * FROM t PARTITION (p0) AS x WHERE x.k = 1",
     "table #0 t as x in 0\n"
     "where (= x.k#0 1)"},
    {MY, "SELECT * FROM t x USE INDEX (i) IGNORE KEY (j) JOIN u ON x.a <=> u.a",
     "from (inner #0 as x #1 on (<=> x.a#0 u.a#1))"},
    {MY, "SELECT * FROM t WHERE k=@x", "select volatile session-bound\nwhere (= k#0 (call @x))"},
    {MY, "SELECT a || b, a && b, a XOR b FROM t",
     "item (opaque a#0 b#0) [a || b]\nitem (and a#0 b#0) [a && b]\n"
     "item (opaque a#0 b#0) [a XOR b]"},
    {MY, "SELECT a || b FROM t", "item (or a#0 b#0) [a || b]"},
    {MY, "SELECT 5 | 2 & 1, 2 + 3 | 4, 7 DIV 2, 7 MOD 2 FROM t",
     "item (opaque & (op | 5 2) 1) [5 | 2 & 1]\nitem (op div 7 2) [7 DIV 2]\n"
     "item (op mod 7 2) [7 MOD 2]"},
    {MY, "SELECT 1 FROM t WHERE 1 < k < 5", "where (< (< 1 k#0) 5)"},
    {MY, "SELECT 1 FROM t WHERE NOT k = 3 = 1 AND a <=> 2 = 3",
     "where (and (not (= (= k#0 3) 1)) (= (<=> a#0 2) 3))"},
    {MY, "UPDATE t SET a = b = 1 = 2, c = 3 WHERE k = 4", "set a = (= (= b#0 1) 2)\nset c = 3"},
    {LITE, "SELECT 1 FROM t WHERE a = 3 = 1", "where (= (= a#0 3) 1)"},
    {LITE, "SELECT 1 FROM t WHERE a = 3 < 1", "unparsed"},
    {MY, "SELECT 1 FROM t WHERE v RLIKE 'a' AND w NOT REGEXP 'b' AND BINARY x = 'c'",
     "where (and (op rlike v#0 'a') (not-op regexp w#0 'b') (= (op binary x#0) 'c'))"},
    {MY, "SELECT d + INTERVAL 1 DAY, DATE_SUB(d, INTERVAL '1:2' HOUR_MINUTE) FROM t",
     "item (op + d#0 (call interval 1)) [d + INTERVAL 1 DAY]\n"
     "item (call date_sub d#0 (call interval '1:2')) [DATE_SUB ( d , INTERVAL '1:2' HOUR_MINUTE "
     ")]"},
    {MY, "SELECT GROUP_CONCAT(DISTINCT a ORDER BY b DESC SEPARATOR ';') FROM t",
     "item (aggregate group_concat distinct a#0 order b#0 desc separator ';') [GROUP_CONCAT ( "
     "DISTINCT a ORDER BY b DESC SEPARATOR ';' )]"},
    {MY, "SELECT CAST(a AS UNSIGNED), CONVERT(a, CHAR(3)), CONVERT(a USING utf8) FROM t",
     "item (cast unsigned a#0) [CAST ( a AS UNSIGNED )]\n"
     "item (cast char a#0) [CONVERT ( a , CHAR ( 3 ) )]\n"
     "item (call convert a#0) [CONVERT ( a USING utf8 )]"},
    {MY, "SELECT IF(a, b, c), LEFT(v, 2), VALUES(x), CHAR(65), DEFAULT(y), MOD(a, 2) FROM t",
     "item (call if a#0 b#0 c#0) [IF ( a , b , c )]\nitem (call left v#0 2) [LEFT ( v , 2 )]\n"
     "item (call default y#0) [DEFAULT ( y )]\nitem (call mod a#0 2) [MOD ( a , 2 )]"},
    {MY, "SELECT MATCH (a, b) AGAINST ('x' IN BOOLEAN MODE) FROM t",
     "item (call match a#0 b#0 'x') [MATCH ( a , b ) AGAINST ( 'x' IN BOOLEAN MODE )]"},
    {MY, "SELECT TIMESTAMPDIFF(MONTH, a, b), EXTRACT(DAY_HOUR FROM a) FROM t",
     "item (call timestampdiff a#0 b#0) [TIMESTAMPDIFF ( MONTH , a , b )]"},
    {MY, "SELECT a FROM t GROUP BY a WITH ROLLUP",
     "query 0 in -1 top grouping-sets [SELECT a FROM t GROUP BY a WITH ROLLUP]\ngroup a#0 item 0"},
    {MY, "SELECT SQL_CALC_FOUND_ROWS a FROM t LIMIT 3", "select one-node \"SQL_CALC_FOUND_ROWS\""},
    {MY, "SELECT a FROM t INTO OUTFILE '/tmp/x'", "select one-node \"SELECT … INTO\""},
    {MY, "SELECT a FROM t LOCK IN SHARE MODE",
     "query 0 in -1 top for-update [SELECT a FROM t LOCK IN SHARE MODE]"},
    {MY, "SELECT STRAIGHT_JOIN * FROM t STRAIGHT_JOIN u ON t.a = u.a",
     "from (inner #0 #1 on (= t.a#0 u.a#1))"},
    {MY, "SELECT * FROM t JOIN u", "from (inner #0 #1)"},
    {MY, "SELECT * FROM t JOIN u JOIN v ON t.a = v.a",
     "from (inner (inner #0 #1) #2 on (= t.a#0 v.a#2))"},
    {MY, "SELECT * FROM t LEFT JOIN (u, v) ON u.a = t.a AND v.a = t.a",
     "from (left #0 (inner #1 #2) on (and (= u.a#1 t.a#0) (= v.a#2 t.a#0)))"},
    {MY, "SELECT * FROM (t)", "table #0 t in 0"},
    {MY, "SELECT 1 FROM DUAL WHERE 1 = 1", "!table #0 DUAL in 0\nitem 1 [1]"},
    {MY, "SELECT 1 FROM `dual`", "table #0 dual in 0 quoted"},
    {MY, "INSERT IGNORE t SET a = 1, b = a + 1", "insert #0 ignore set (a, b)"},
    {MY, "INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a = VALUES(a), t.b = 2",
     "insert #0 update (a)\nupdate a = (call values a#0)\nupdate b = 2\nqualifier #0 t"},
    {MY, "REPLACE INTO t VALUES (1, 2)", "insert #0 replace\nrow 1 2 [( 1 , 2 )]"},
    {MY, "INSERT t VALUE (1)", "insert #0\nrow 1 [( 1 )]"},
    {MY, "INSERT INTO t () VALUES ()", "insert #0 default-values"},
    {MY, "UPDATE IGNORE t SET a = 1 WHERE k = 2 ORDER BY b LIMIT 3",
     "modify #0\nwhere (= k#0 2)\norder b#0\nlimit 3 [LIMIT 3]"},
    {MY, "UPDATE a JOIN b ON a.k = b.k SET a.x = b.y WHERE a.k = 3",
     "modify #0 multi-table\ntable #0 a in -1 target\ntable #1 b in -1\n"
     "from (inner #0 #1 on (= a.k#0 b.k#1))"},
    {MY, "DELETE a, b FROM a JOIN b USING (k) WHERE a.k = 5",
     "modify #-1 multi-table\ntable #0 a in -1 target\ntable #1 b in -1 target"},
    {MY, "DELETE FROM t PARTITION (p0) WHERE k = 1 LIMIT ? RETURNING a",
     "modify #0\nlimit ?0 [LIMIT ?]\nreturning a#0 [a]"},
    {MY, "SELECT * FROM t WHERE k = 1 /*! OR 1=1 */", "where (or (= k#0 1) (= 1 1))"},
    {MY, "SELECT LAST_INSERT_ID(), CONNECTION_ID()", "select session-bound last-insert"},
    {MY, "SELECT status, name, date, end FROM t WHERE type = 'x'",
     "item date#0 [date]\nitem end#0 [end]\nwhere (= type#0 'x')"},
    /* ---- SQLite ---- */
    {LITE, "SELECT [a b] FROM \"t\" WHERE a == 1 AND b IS 3 AND c IS NOT ? AND d NOT NULL",
     "where (and (= a#0 1) (<=> b#0 3) (not (<=> c#0 ?0)) (not-is-null d#0))"},
    {LITE, "SELECT 1 FROM t WHERE a IN u", "table #1 u in 1 no-alias\nwhere (query a#0 in 1)"},
    {LITE, "SELECT 1 FROM t WHERE a IN () OR b NOT IN ()", "where (or (in a#0) (not-in b#0))"},
    {LITE, "SELECT * FROM t JOIN 'orders'",
     "unparsed\nreason a string for a table's name at 'orders'\ntable #0 t in -1 no-alias\n"
     "table #1 orders in -1 no-alias"},
    {MY, "SELECT a FROM t AS x USE INDEX (i), (u, v) JOIN w ON x.a = w.b, y PROCEDURE ANALYSE()",
     "unparsed\ntable #0 t in -1 no-alias\ntable #1 u in -1 no-alias\n"
     "table #2 v in -1 no-alias\ntable #3 w in -1 no-alias\ntable #4 y in -1 no-alias"},
    {PG, "SELECT a FROM (SELECT b FROM t), (SELECT 1)", "from query 1, query 2"},
    {LITE, "SELECT 1 FROM t WHERE a GLOB 'x*' AND b NOT LIKE 'y'",
     "where (and (op glob a#0 'x*') (not-op like b#0 'y'))"},
    {LITE, "SELECT a = b LIKE c FROM t", "unparsed\nreason a chain of comparisons at ="},
    {LITE, "SELECT count(*) FROM (SELECT a FROM t)",
     "from query 1\n"
     "query 1 in 0 from [SELECT a FROM t]"},
    {LITE, "INSERT OR REPLACE INTO t (a) VALUES (x'00ff')", "insert #0 replace (a)"},
    {LITE, "INSERT OR IGNORE INTO t VALUES (1)", "insert #0 ignore"},
    {LITE, "INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET b = excluded.b WHERE t.a > 3",
     "insert #0 update\nupdate b = excluded.b\nqualifier #0 t"},
    {LITE, "SELECT max(a, b), max(a) FROM t",
     "item (call max a#0 b#0) [max ( a , b )]\nitem (aggregate max a#0) [max ( a )]"},
    {LITE, "SELECT date('now'), date(a) FROM t", "select now"},
    {LITE, "SELECT date(a) FROM t", "select"},
    {LITE,
     "SELECT sum(a) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN 1 PRECEDING AND CURRENT "
     "ROW) "
     "FROM t INDEXED BY i",
     "table #0 t in 0"},
    {LITE, "UPDATE OR IGNORE t SET a = 1 WHERE k = 2", "modify #0\nset a = 1"},
    {LITE, "SELECT a || b || c, a || b * c FROM t",
     "item (op || (op || a#0 b#0) c#0) [a || b || c]\nitem (opaque || a#0 (op * b#0 c#0)) [a || b "
     "* "
     "c]"},
    {LITE, "PRAGMA table_info('t')", "show name table_info"},
    {LITE, "PRAGMA foreign_keys = ON", "set name foreign_keys"},
    /* ---- data definition ---- */
    {PG,
     "CREATE TABLE IF NOT EXISTS s.t (a int CONSTRAINT c1 REFERENCES u (x), "
     "CONSTRAINT c2 CHECK (a > 0))",
     "create table\ntable #0 s.t in -1 target no-alias\ntable #1 u in -1 no-alias\n"
     "object constraint c1 #0\nobject constraint c2 #0"},
    {PG, "CREATE TABLE x AS SELECT * FROM t WITH NO DATA",
     "create table inner select\ntable #0 x in -1 target no-alias\ntable #1 t in 0"},
    {PG, "CREATE TEMP TABLE t (a int)", "create table session-bound temporary"},
    {PG, "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS i ON s.t USING btree (a)",
     "create index\ntable #0 s.t in -1 target no-alias\nobject index i #0"},
    {PG, "CREATE INDEX ON t (a)",
     "create index\ntable #0 t in -1 target no-alias\n"
     "!object index ON #0"},
    {PG, "DROP INDEX IF EXISTS i, s.j", "drop index\nobject index i #-1\nobject index j #-1"},
    {MY, "DROP INDEX i ON t", "drop index implicit-commit\nobject index i #0"},
    {PG, "ALTER TABLE ONLY t ADD CONSTRAINT c FOREIGN KEY (a) REFERENCES u (b)",
     "alter table\ntable #0 t in -1 target no-alias\ntable #1 u in -1 no-alias\n"
     "object constraint c #0"},
    {PG, "DROP TABLE IF EXISTS a, s.b CASCADE",
     "drop table\ntable #0 a in -1 target no-alias\ntable #1 s.b in -1 target no-alias"},
    {PG, "TRUNCATE a, ONLY b RESTART IDENTITY",
     "truncate\ntable #0 a in -1 target no-alias\ntable #1 b in -1 target no-alias"},
    {PG, "CREATE OR REPLACE VIEW v AS SELECT * FROM t WHERE k = 1 WITH CHECK OPTION",
     "create view inner select\ntable #1 t in 0\nwhere (= k#1 1)"},
    {PG, "GRANT SELECT (a), INSERT ON t, u TO x",
     "grant\ntable #0 t in -1 target no-alias\n"
     "table #1 u in -1 target no-alias"},
    {PG, "GRANT admin TO x", "user"},
    {PG, "COMMENT ON COLUMN s.t.c IS 'x'", "other ddl\ntable #0 s.t in -1 target no-alias"},
    {MY, "CREATE USER x IDENTIFIED BY 'y'", "user implicit-commit"},
    {MY, "CREATE TABLE t (a INT AUTO_INCREMENT PRIMARY KEY) ENGINE=InnoDB",
     "create table "
     "implicit-commit"},
    {MY, "CREATE TABLE t LIKE u", "table #1 u in -1 no-alias"},
    {PG, "CREATE TABLE t (LIKE u INCLUDING ALL, a text CHECK (a LIKE b))",
     "table #1 u in -1 no-alias\n!table #2 b in -1 no-alias"},
    {MY, "ANALYZE FORMAT=JSON SELECT * FROM t WHERE k = 1",
     "explain inner select\nwhere (= k#0 "
     "1)"},
    {MY, "ANALYZE TABLE t", "other ddl implicit-commit\ntable #0 t in -1 target no-alias"},
    {PG, "ANALYZE VERBOSE t (a)", "other ddl\ntable #0 t in -1 target no-alias"},
    /* ---- the rest ---- */
    {PG, "BEGIN ISOLATION LEVEL SERIALIZABLE", "begin"},
    {PG, "START TRANSACTION", "begin"},
    {PG, "END", "commit"},
    {PG, "ROLLBACK TO SAVEPOINT a", "rollback to name a"},
    {PG, "RELEASE a", "release name a"},
    {PG, "SET TRANSACTION READ ONLY", "set transaction"},
    {PG, "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY", "set"},
    {MY, "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", "set"},
    {MY, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED", "set transaction"},
    {PG, "SET search_path TO x", "set name search_path"},
    {MY, "SET autocommit = 0", "set autocommit"},
    {MY, "SET @@session.autocommit=1", "set autocommit implicit-commit autocommit"},
    {MY, "SET autocommit = 0, a = 1", "set session-bound name autocommit"},
    {MY, "USE db", "use name db"},
    {MY, "SHOW FULL COLUMNS FROM t", "show\ntable #0 t in -1 no-alias"},
    {MY, "DESCRIBE t", "show\ntable #0 t in -1 no-alias"},
    {MY, "DESC SELECT * FROM t WHERE k = 1", "explain inner select\nwhere (= k#0 1)"},
    {PG, "EXPLAIN (ANALYZE, BUFFERS) UPDATE t SET a = 1", "explain inner update"},
    {LITE, "EXPLAIN QUERY PLAN SELECT * FROM t", "explain inner select"},
    {PG, "SHOW sharding table nodes", "show sharding words TABLE NODES"},
    {PG, "PREVIEW SELECT * FROM t", "preview"},
    {PG, "LOCK TABLE a, b IN SHARE MODE", "lock session-bound\ntable #0 a in -1 target no-alias"},
    {PG, "COPY t FROM STDIN", "lock session-bound\ntable #0 t in -1 target no-alias"},
    {PG, "SELECT 1; SELECT 2", "unparsed several\nreason several statements in one text at SELECT"},
    {PG, "SELECT 1;", "select"},
    {PG, "", "unparsed\nreason an empty statement at"},
    {PG, "FROBNICATE t", "unparsed\nreason a statement of a kind that isn't known at FROBNICATE"},
    {PG, "SELECT nextval('s'), random()", "select volatile session-bound"},
};
