/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * scope.h - which column an expression means, which predicates hold where, and which columns are
 * equal in every row that matters.
 */
#pragma once

#include "router/plan/analysis.h"

/* A column of a base table. */
typedef struct {
    gint table; /* number of the table reference */
    const char *column;
    /* Of a CTE that is named several times: the reference that names it, plus one; its rows are
     * others than those of the next.  Else 0. */
    gint use;
} ShardColumnId;

/* An ANDed predicate, or (expr NULL) the equality that USING or IN stands for. */
typedef struct {
    const ShardExpr *expr;
    gint query; /* the block whose names it uses */
    ShardColumnId a, b;
} ShardConjunct;

/* A block: a query, or (query -1) what UPDATE and DELETE range over. */
typedef struct {
    gint query;
    ShardFrom *const *from;
    guint n_from;
    const ShardExpr *where;
} ShardBlock;

ShardBlock shard_scope_block(const ShardAnalysis *self, gint query);

/* The base column that a column expression written in block query is, looked up through derived
 * tables and CTEs; FALSE when it isn't certain. */
gboolean shard_scope_resolve(const ShardAnalysis *self, const ShardExpr *column, gint query,
                             ShardColumnId *out);
/* Does the statement name rowid, ctid or the like of a sharded table: what isn't one table's? */
gboolean shard_scope_names_place(const ShardAnalysis *self);

/* The single reference that names the CTE; -1: none or several. */
gint shard_scope_only_use(const ShardAnalysis *self, gint cte);
/* Does q (a, b) or WITH c (a, b) give the query's columns other names? */
gboolean shard_scope_renames_columns(const ShardAnalysis *self, gint query);

/* Appends the conjuncts of expr (NULL: none). */
void shard_scope_split(GArray *out, const ShardExpr *expr, gint query);
/* Appends what ON, USING or NATURAL of a join says. */
void shard_scope_join(const ShardAnalysis *self, GArray *out, const ShardFrom *join, gint query);

/* Appends all that holds for each row of reference table that can matter to the statement
 * (essential: for the row of that reference in each row of the result; then FALSE when a result row
 * may have none). */
gboolean shard_scope_conjuncts(const ShardAnalysis *self, guint table, gboolean essential,
                               GArray *out);
/* Appends the equalities of an IN between block query and its subquery. */
void shard_scope_in(const ShardAnalysis *self, GArray *out, const ShardExpr *in, gint query);

/* The block whose rows the reference's rows become, through derived tables and CTEs: the top one, a
 * branch of the top UNION, a subquery; -1: what UPDATE and DELETE range over. */
gint shard_scope_branch(const ShardAnalysis *self, guint table);

typedef enum { SHARD_ABSENT, SHARD_PRESENT, SHARD_PRESENCE_UNKNOWN } ShardPresence;

/* Does the referenced table have a column of that name? */
ShardPresence shard_scope_table_has(const ShardAnalysis *self, gint table, const char *name);
/* Does FROM of block query give a column of that name?  (depth: 0) */
ShardPresence shard_scope_has_column(const ShardAnalysis *self, gint query, const char *name,
                                     guint depth);
/* The select item that an entry of GROUP BY means, by number or by an alias that no column hides;
 * -1: the entry stands for itself. */
gint shard_scope_group_item(const ShardAnalysis *self, gint query, guint number);
/* What it groups by. */
const ShardExpr *shard_scope_group_expr(const ShardAnalysis *self, gint query, guint number);

/* Which columns are equal by the conjuncts; borrows nothing of them. */
typedef struct _ShardEquality ShardEquality;
ShardEquality *shard_equality_new(const ShardAnalysis *analysis, const GArray *conjuncts);
void shard_equality_free(ShardEquality *self); /* accepts NULL */
gboolean shard_equality_has(const ShardEquality *self, ShardColumnId a, ShardColumnId b);
/* What a conjunct (with an expr) says of the keys of that reference, directly or by columns that
 * are equal to them. */
ShardCondition *shard_scope_condition(const ShardAnalysis *self, guint table,
                                      const ShardEquality *equality, const ShardConjunct *conjunct,
                                      ShardArena *arena);

/* Appends what holds for every row of the block: its WHERE and its inner joins. */
void shard_scope_inner(const ShardAnalysis *self, gint query, GArray *out);

/* In a row of block query, may the row of that reference (of the block, or of its derived tables)
 * be NULLs made up by an outer join? */
gboolean shard_scope_is_nullable(const ShardAnalysis *self, guint table, gint query);

/* Is an IN of that subquery only asked whether it is true (an operand of WHERE, or of ANDs and ORs
 * in it)?  Elsewhere false and NULL differ, and a NULL among the subquery's values counts. */
gboolean shard_scope_is_positive(const ShardAnalysis *self, gint subquery);

/* The SUBQUERY expression of block query (-1: UPDATE, DELETE) that stands for subquery; NULL when
 * it isn't found.  *out_in_on: it stands in an ON. */
const ShardExpr *shard_scope_find_subquery(const ShardAnalysis *self, gint subquery,
                                           gboolean *out_in_on);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardEquality, shard_equality_free)
