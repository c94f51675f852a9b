/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * statement.h - the facts of one statement: the only thing that the rest of the router sees of SQL.
 *
 * Facts speak of tokens by number, never of byte offsets or of literals' values, so that statements
 * that differ only in literals share them.  All of it is immutable and lives in the statement's
 * arena.  Token ranges are inclusive: first..last.
 * Names (of columns, tables, aliases) are as shard_identifier_from_token() gives them.
 */
#pragma once

#include "router/sql/token/token.h"

#include <glib.h>

typedef enum {
    SHARD_STATEMENT_SELECT, /* also VALUES, TABLE t, WITH … SELECT */
    SHARD_STATEMENT_INSERT, /* also REPLACE */
    SHARD_STATEMENT_UPDATE,
    SHARD_STATEMENT_DELETE,
    SHARD_STATEMENT_MERGE,
    SHARD_STATEMENT_CREATE_TABLE,
    SHARD_STATEMENT_ALTER_TABLE,
    SHARD_STATEMENT_DROP_TABLE,
    SHARD_STATEMENT_TRUNCATE,
    SHARD_STATEMENT_CREATE_INDEX,
    SHARD_STATEMENT_DROP_INDEX,
    SHARD_STATEMENT_CREATE_VIEW,
    SHARD_STATEMENT_DROP_VIEW,
    SHARD_STATEMENT_OTHER_DDL, /* functions, schemas, sequences, comments, analyze … */
    SHARD_STATEMENT_GRANT,     /* rights on tables */
    SHARD_STATEMENT_USER,      /* users, roles: once per instance */
    SHARD_STATEMENT_BEGIN,
    SHARD_STATEMENT_COMMIT,
    SHARD_STATEMENT_ROLLBACK,
    SHARD_STATEMENT_SAVEPOINT,
    SHARD_STATEMENT_RELEASE,
    SHARD_STATEMENT_ROLLBACK_TO,
    SHARD_STATEMENT_SET_TRANSACTION,
    SHARD_STATEMENT_SET_AUTOCOMMIT, /* mysql; flag in autocommit */
    SHARD_STATEMENT_SET,            /* any other SET, RESET, writing PRAGMA */
    SHARD_STATEMENT_USE,
    SHARD_STATEMENT_SHOW, /* SHOW, DESCRIBE, reading PRAGMA */
    SHARD_STATEMENT_EXPLAIN,
    SHARD_STATEMENT_CALL,
    SHARD_STATEMENT_LOCK,          /* LOCK TABLES, LISTEN, COPY, LOAD DATA … */
    SHARD_STATEMENT_PREVIEW,       /* ours: PREVIEW <sql> */
    SHARD_STATEMENT_SHOW_SHARDING, /* ours: SHOW SHARDING TABLES … */
    SHARD_STATEMENT_SET_SHARDING,
    SHARD_STATEMENT_UNPARSED /* the grammar can't take it: unparsed_reason, tables from tokens */
} ShardStatementKind;

typedef struct ShardExpr ShardExpr;
typedef struct ShardFrom ShardFrom;

typedef enum {
    SHARD_EXPR_COLUMN,   /* name, qualifier; table = number of the table reference it belongs to, or
                            -1 (unknown: several fit, or a derived table's, or none fits); query =
                            the block in which it is written, -1 none (UPDATE …) */
    SHARD_EXPR_LITERAL,  /* first_token is the literal's; is_null, TRUE and FALSE have kind flags */
    SHARD_EXPR_MARKER,   /* marker */
    SHARD_EXPR_AND,      /* args */
    SHARD_EXPR_OR,       /* args */
    SHARD_EXPR_NOT,      /* args[0] */
    SHARD_EXPR_COMPARE,  /* name is one of = <> < <= > >= <=> (the null-safe =); 2 args */
    SHARD_EXPR_IN,       /* args[0] [NOT] IN args[1..] (values, maybe none; negated) */
    SHARD_EXPR_BETWEEN,  /* args[0] [NOT] BETWEEN [SYMMETRIC] args[1] AND args[2] (negated,
                            symmetric) */
    SHARD_EXPR_IS_NULL,  /* args[0] IS [NOT] NULL (negated) */
    SHARD_EXPR_IS_TRUE,  /* args[0] IS TRUE; name TRUE, FALSE or UNKNOWN; negated */
    SHARD_EXPR_ANY,      /* args[0] name ANY (args[1], an array); negated means ALL */
    SHARD_EXPR_OPERATOR, /* any other operator: name, 1 or 2 args */
    SHARD_EXPR_FUNCTION, /* name (lower case, schema dropped), args */
    SHARD_EXPR_AGGREGATE, /* the same, known to be an aggregate; star, distinct, filter, order */
    SHARD_EXPR_WINDOW,    /* a function with OVER: args, partition, order */
    SHARD_EXPR_CAST,      /* args[0]; name = type name, lower case, without arguments */
    SHARD_EXPR_CASE,      /* args: [operand or NULL], when, then, when, then …, [else or NULL] */
    SHARD_EXPR_COALESCE,  /* args; name coalesce, nullif, greatest, least */
    SHARD_EXPR_ROW,       /* args */
    SHARD_EXPR_ARRAY,     /* args */
    SHARD_EXPR_SUBQUERY,  /* query; link says how; args[0] = left side of IN and ANY */
    SHARD_EXPR_STAR,      /* * or t.* (qualifier; table) */
    SHARD_EXPR_DEFAULT,   /* DEFAULT in VALUES or SET */
    SHARD_EXPR_OPAQUE     /* anything else; args = the columns and subqueries it reads */
} ShardExprKind;

typedef enum {
    SHARD_LINK_TOP,
    SHARD_LINK_FROM, /* derived table */
    SHARD_LINK_CTE,
    SHARD_LINK_SET_BRANCH,
    SHARD_LINK_SCALAR,
    SHARD_LINK_EXISTS,
    SHARD_LINK_IN, /* and = ANY */
    SHARD_LINK_NOT_IN,
    SHARD_LINK_QUANTIFIED, /* other ANY, ALL */
    SHARD_LINK_ARRAY,
    SHARD_LINK_INSERT_SOURCE
} ShardQueryLink;

typedef enum {
    SHARD_LITERAL_VALUE,
    SHARD_LITERAL_NULL,
    SHARD_LITERAL_TRUE,
    SHARD_LITERAL_FALSE
} ShardLiteralKind;

typedef enum { SHARD_NULLS_DEFAULT, SHARD_NULLS_FIRST, SHARD_NULLS_LAST } ShardNullOrder;

typedef struct {
    ShardExpr *expr;
    gboolean descending;
    ShardNullOrder nulls;
    gint item;             /* select item it means (ordinal or alias); -1: expr stands for itself */
    const char *collation; /* explicit COLLATE of the whole item; NULL none */
    guint first_token, last_token; /* with DESC and NULLS */
} ShardOrderItem;

struct ShardExpr {
    ShardExprKind kind;
    const char *name;
    const char *qualifier;         /* COLUMN, STAR: table or alias written before it; NULL none */
    guint first_token, last_token; /* of the whole expression, outer brackets not included */
    ShardExpr **args;              /* entries may be NULL where said above */
    guint n_args;
    gint table;
    gint marker;
    gint query; /* SUBQUERY: number in the statement's queries; COLUMN, STAR: see above */
    ShardQueryLink link;
    ShardLiteralKind literal;
    guint literal_sign_tokens; /* minus signs folded into the literal stand before first_token+n */
    gboolean negated, symmetric;
    gboolean star, distinct; /* AGGREGATE */
    gboolean volatile_call;  /* FUNCTION: random(), nextval(), now() … are volatile or stable */
    ShardExpr *filter;       /* AGGREGATE: FILTER (WHERE …) */
    ShardOrderItem *order;   /* AGGREGATE: ORDER BY inside; WITHIN GROUP sets within_group */
    guint n_order;
    gboolean within_group;
    ShardExpr **partition; /* WINDOW: PARTITION BY */
    guint n_partition;
    const char
        *separator_token_text; /* group_concat's SEPARATOR literal is token separator_token */
    gint separator_token;      /* -1 none */
    const char *collation;     /* explicit COLLATE directly on it; NULL none */
    guint type_first_token, type_last_token; /* CAST: the type as written */
};

/* One place where a table is named. */
typedef struct {
    const char *catalog, *schema; /* NULL none; catalog: PostgreSQL's only */
    const char *name, *alias;     /* alias: NULL none */
    gboolean quoted;
    gint query; /* the block whose FROM holds it, or that writes it; -1 the statement itself */
    guint first_token, last_token; /* catalog.schema.name only */
    gint alias_token;              /* -1 none */
    guint alias_point;  /* AS alias can be written behind this token (after PARTITION(…)) */
    gboolean is_target; /* of INSERT, UPDATE, DELETE, MERGE, DDL */
    gboolean is_cte;    /* names a CTE of the statement, not a table */
    gboolean only_star; /* PostgreSQL's t* or ONLY t */
    gboolean no_alias;  /* AS can't be written here: TABLE t, TRUNCATE t, CREATE TABLE t … */
} ShardTableRef;

/* A column qualifier or other place where a table's name (not alias) is repeated: t.k. */
typedef struct {
    guint first_token, last_token; /* schema.t, without the dot behind */
    gint table;                    /* number of the table reference */
} ShardQualifier;

typedef enum {
    SHARD_FROM_TABLE, /* table */
    SHARD_FROM_QUERY, /* query, lateral */
    SHARD_FROM_FUNCTION,
    SHARD_FROM_VALUES,
    SHARD_FROM_JOIN
} ShardFromKind;

typedef enum {
    SHARD_JOIN_INNER, /* and comma, CROSS */
    SHARD_JOIN_LEFT,
    SHARD_JOIN_RIGHT,
    SHARD_JOIN_FULL
} ShardJoinKind;

struct ShardFrom {
    ShardFromKind kind;
    gint table; /* TABLE */
    gint query; /* QUERY */
    const char *alias;
    gboolean lateral;
    ShardJoinKind join; /* JOIN */
    ShardFrom *left, *right;
    ShardExpr *on;                    /* NULL: none */
    const char *const *using_columns; /* NULL-terminated, or NULL */
    gboolean natural;
};

typedef struct {
    ShardExpr *expr;
    const char *alias;             /* NULL none */
    guint first_token, last_token; /* with alias */
} ShardItem;

typedef enum {
    SHARD_SET_NONE,
    SHARD_SET_UNION,
    SHARD_SET_UNION_ALL,
    SHARD_SET_INTERSECT,
    SHARD_SET_EXCEPT,
    SHARD_SET_INTERSECT_ALL,
    SHARD_SET_EXCEPT_ALL
} ShardSetOperation;

/* LIMIT, OFFSET, FETCH FIRST in whatever spelling; NULL expr: not given (or ALL, NULL). */
typedef struct {
    gboolean present;
    ShardExpr *count, *offset;
    gboolean with_ties;
    gboolean comma;     /* LIMIT offset, count */
    gboolean count_one; /* FETCH FIRST ROW ONLY: no number is written, 1 is meant; count NULL */
    guint first_token, last_token; /* the whole clause */
} ShardLimit;

/* One SELECT block or set operation. */
typedef struct {
    gint parent; /* number of the enclosing query; -1 none */
    ShardQueryLink link;
    const char *cte_name;
    gboolean recursive;
    ShardSetOperation set; /* then left and right; order and limit are the whole's */
    gint left, right;
    guint first_token, last_token; /* [WITH …] SELECT … to its end, without brackets around */

    gboolean distinct;
    ShardExpr **distinct_on;
    guint n_distinct_on;
    ShardItem *items;
    guint n_items;
    guint items_last_token; /* hidden columns go behind it */
    ShardFrom **from;       /* comma list; NULL-less */
    guint n_from;
    gint from_token; /* FROM; -1 none */
    ShardExpr *where;
    guint where_first_token, where_last_token; /* with WHERE; 0,0 none */
    ShardExpr **group;
    guint n_group;
    gint *group_items;      /* per group entry: select item it means (ordinal, or an alias; the
                               brands let a column of that name win), or -1 */
    gboolean grouping_sets; /* ROLLUP, CUBE, GROUPING SETS, WITH ROLLUP */
    guint group_first_token, group_last_token;
    ShardExpr *having;
    guint having_first_token, having_last_token; /* with HAVING; 0,0 none */
    ShardOrderItem *order;
    guint n_order;
    guint order_first_token, order_last_token; /* with ORDER BY; 0,0 none */
    ShardLimit limit;
    guint tail_token; /* LIMIT, and ORDER BY if there is none, would go behind this token */
    gboolean is_values;
    gboolean has_aggregate; /* in its own items, having or order */
    gboolean has_window;
    gboolean for_update; /* any lock clause */
    gboolean into;       /* SELECT INTO, INTO OUTFILE */
    gboolean calc_found_rows;
    gboolean correlated; /* names a column of an enclosing query */
} ShardQuery;

typedef struct {
    ShardExpr **values;
    guint n_values;
    guint first_token, last_token; /* the brackets */
} ShardInsertRow;

typedef struct {
    const char *column;
    guint column_first_token, column_last_token;
    ShardExpr *value; /* NULL: part of (a,b) = (…) that isn't plain */
} ShardAssignment;

typedef enum {
    SHARD_CONFLICT_ERROR,
    SHARD_CONFLICT_IGNORE, /* ON CONFLICT DO NOTHING, INSERT IGNORE, INSERT OR IGNORE */
    SHARD_CONFLICT_UPDATE, /* ON CONFLICT DO UPDATE, ON DUPLICATE KEY UPDATE */
    SHARD_CONFLICT_REPLACE /* REPLACE, INSERT OR REPLACE */
} ShardConflict;

typedef struct {
    gint table;           /* number of the target's table reference */
    const char **columns; /* NULL: no column list */
    guint *column_tokens;
    guint n_columns;
    gint columns_close_token; /* the ) of the list; -1 none */
    ShardInsertRow *rows;
    guint n_rows;
    gint query; /* INSERT … SELECT; -1 none */
    gboolean default_values;
    gboolean set_form; /* INSERT … SET a = 1: one row, no brackets */
    ShardConflict conflict;
    ShardAssignment *updates; /* of the conflict clause */
    guint n_updates;
    gint constraint_token; /* ON CONFLICT ON CONSTRAINT c; -1 none */
    ShardItem *returning;
    guint n_returning;
} ShardInsert;

/* One WHEN NOT MATCHED THEN INSERT. */
typedef struct {
    const char **columns; /* NULL: no column list */
    ShardExpr **values;
    guint n_columns, n_values; /* no value: DEFAULT VALUES */
} ShardMergeInsert;

/* UPDATE, DELETE and MERGE. */
typedef struct {
    gint table;           /* target; -1 when several are written (DELETE a, b FROM …) */
    gboolean multi_table; /* MySQL's joined form */
    ShardAssignment *assignments;
    guint n_assignments;
    ShardFrom **from; /* target first, then FROM / USING / joined tables */
    guint n_from;
    ShardExpr *where;
    ShardOrderItem *order;
    guint n_order;
    ShardLimit limit;
    const char *current_of; /* cursor's name; NULL none */
    ShardItem *returning;
    guint n_returning;
    ShardExpr *merge_on; /* MERGE: from is source JOIN target ON that, LEFT if it inserts */
    ShardMergeInsert *merge_inserts;
    guint n_merge_inserts;
} ShardModify;

typedef enum { SHARD_OBJECT_INDEX, SHARD_OBJECT_CONSTRAINT, SHARD_OBJECT_OTHER } ShardObjectKind;

/* A name in DDL that must become one per node. */
typedef struct {
    ShardObjectKind kind;
    const char *name;
    guint first_token, last_token;
    gint table;      /* table reference it hangs on; -1 unknown (DROP INDEX i) */
    gboolean exists; /* an index that is used, not made */
} ShardObjectName;

typedef struct {
    ShardStatementKind kind;
    ShardArena *arena;
    guint n_tokens, n_markers;
    ShardTableRef *tables;
    ShardQualifier *qualifiers;
    ShardExpr *const *questions; /* PostgreSQL: operators ?, ?| and ?& of two sides, written ?? */
    guint n_tables, n_qualifiers, n_questions, n_cte_writes;
    ShardQuery *queries; /* number 0 is the top one of a SELECT */
    guint n_queries;
    ShardInsert *insert;              /* of that kind only */
    ShardModify *modify;              /* UPDATE, DELETE, MERGE only */
    struct ShardCteWrite *cte_writes; /* items of WITH that change rows */
    ShardObjectName *objects;
    guint n_objects;
    ShardExpr **clocks; /* calls that give its time; SQLite's date functions, if given 'now' */
    guint n_clocks;

    const char *name;      /* routine of CALL, savepoint, USE's database, variable of SET */
    ShardExpr **arguments; /* of CALL */
    guint n_arguments;
    gboolean returns_value;  /* {?=call f(?)} */
    gboolean autocommit;     /* SET AUTOCOMMIT: 0 or 1 */
    guint inner_first_token; /* PREVIEW, EXPLAIN, CREATE … AS: where the inner statement starts */
    ShardStatementKind inner_kind; /* its kind; queries, insert, modify are its own; else: kind */
    const char *words;             /* SHOW SHARDING: the words behind, upper case */

    gboolean implicit_commit, unlocks; /* MariaDB: commits; UNLOCK does behind LOCK TABLES only */
    gboolean has_volatile;             /* calls random(), nextval(), uuid … */
    gboolean calls_own;     /* calls a function that may be a user's own, and may write */
    gboolean has_now;       /* now(), CURRENT_TIMESTAMP … */
    gboolean session_bound; /* nextval, GET_LOCK, @variables, temporary tables … */
    gboolean reads_variable, sets_variable; /* mysql: @x; by :=, INTO @x, a routine's @x */
    gboolean last_insert;                   /* LAST_INSERT_ID(), lastval(), changes() … */
    gboolean last_statement;     /* FOUND_ROWS(), ROW_COUNT(), @@warning_count, SHOW WARNINGS … */
    gboolean temporary;          /* CREATE TEMPORARY TABLE */
    gboolean several_statements; /* a ; with more behind it */
    const char *only_one_node;   /* names a construct that several nodes can't answer; NULL none */
    const char *one_per_shard;   /* names what is made, of which a shard can have one; NULL none */
    const char *place_column; /* rowid, ctid …, if no table has a column of that name; NULL none */
    gboolean too_complex;     /* UNPARSED: nested too deeply to be read (54001) */
    const char *unparsed_reason; /* UNPARSED */
    guint unparsed_token;
    guint nesting; /* how deep expressions and queries can be nested; see shard_statement_run */
    gboolean *literal_matters; /* per token: its value is part of the cache key (ordinals …) */
} ShardStatement;

/* Reads the facts.  Never NULL without an error: SHARD_ERROR_SYNTAX with 42000 and the place when a
 * statement is certainly wrong; what only our grammar can't take is UNPARSED.  Runs on a stack of
 * its own when the nesting is deep. */
ShardStatement *shard_statement_new(const ShardTokens *tokens, const ShardSqlMode *mode,
                                    GError **error);
void shard_statement_free(ShardStatement *self); /* accepts NULL */

/* Calls function(data) where a recursive walk over the facts fits on the stack: at once, or, when
 * nesting is deep or the stack small, on another one.  FALSE: no memory, nothing was called. */
gboolean shard_statement_run(const ShardStatement *self, void (*function)(void *data), void *data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardStatement, shard_statement_free)
