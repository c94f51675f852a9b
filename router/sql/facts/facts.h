/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * facts.h - the tree of a view becomes facts; private to this folder.
 *
 * Work in progress lives in a ShardFacts.  Positions found in the tree are view tokens; what goes
 * into the facts are the original tokens they stand for.  A construct that no code here knows sets
 * the view's reason, and the statement ends up as UNPARSED.
 */
#pragma once

#include "router/sql/parse.h"
#include "router/sql/cte-write.h"

/* A range of view tokens that grows; depth is the least bracket depth in it. */
typedef struct {
    gint first, last; /* -1: nothing yet */
    guint depth;
} ShardSpan;

#define SHARD_SPAN_INIT ((ShardSpan){-1, -1, 0})

/* An expression while it is made: the fact, and its place in the view. */
typedef struct {
    ShardExpr expr; /* must be first */
    ShardSpan span;
} ShardFactsExpr;

/* One name that columns can be qualified with. */
typedef struct {
    const char *schema;
    const char *name; /* alias or table */
    gint table;       /* -1: a derived table, a function, a CTE */
    gboolean is_alias;
    gboolean qualified_only; /* EXCLUDED: no bare name is its */
} ShardScopeEntry;

/* The names that an expression can see. */
typedef struct ShardScope ShardScope;
struct ShardScope {
    ShardScope *parent;
    gint query;                 /* number of the block; -1: UPDATE, DELETE … */
    GArray *entries;            /* ShardScopeEntry */
    const char *const *outputs; /* names of select items that ORDER BY may mean; NULL none */
};

/* Named windows of a block. */
typedef struct ShardWindow ShardWindow;
struct ShardWindow {
    ShardWindow *next;
    const char *name;
    ShardExpr **partition;
    guint n_partition;
    ShardOrderItem *order;
    guint n_order;
};

/* CTEs that can be seen from here. */
typedef struct ShardCteName ShardCteName;
struct ShardCteName {
    ShardCteName *next;
    const char *name;
    gboolean is_open;     /* its query isn't read to the end */
    gboolean named_early; /* while it was open: by itself, or by a WITH item before it */
};

typedef struct {
    const ShardTokens *tokens;
    const ShardSqlMode *mode;
    ShardView *view;
    ShardArena *arena; /* the statement's */
    ShardStatement *out;
    GArray *tables;       /* ShardTableRef */
    GArray *qualifiers;   /* ShardQualifier */
    GPtrArray *queries;   /* ShardQuery */
    GArray *cte_writes;   /* ShardCteWrite */
    gint write_block;     /* of the write that is being read */
    GPtrArray *clocks;    /* ShardExpr */
    GPtrArray *questions; /* ShardExpr */
    GArray *scopes;       /* GArray *: entries to give back */
    ShardCteName *ctes;
    const ShardCteName *outer_ctes; /* of these, in an item of WITH: those around that WITH */
    ShardWindow *windows;
} ShardFacts;

/* ---- positions: place.c ---- */

gint shard_facts_original(const ShardFacts *self, gint token); /* exactly; 0 if it has none */
gint shard_facts_first(const ShardFacts *self, gint token);    /* incl. what was taken out before */
gint shard_facts_last(const ShardFacts *self, gint token);
void shard_span_token(const ShardFacts *self, ShardSpan *span, gint token);
void shard_span_join(ShardSpan *span, const ShardSpan *other);
/* Takes in the brackets that close what the span holds: a ( b + c → a ( b + c ). */
void shard_span_balance(const ShardFacts *self, ShardSpan *span);
/* The view token of the bracket that closes or opens the one at token; -1 none. */
gint shard_view_match(const ShardView *view, gint token);
guint shard_view_depth(const ShardView *view, gint token);
/* The last token of a name a.b.c (or a.*) that starts at token. */
gint shard_view_name_end(const ShardView *view, gint token);
/* The name that one view token spells; NULL if it is no name. */
const char *shard_facts_name(ShardFacts *self, gint token);
/* The next token from from on at depth that is the keyword, or -1 before end. */
gint shard_view_find(const ShardView *view, gint from, gint end, guint depth, const char *keyword);
void shard_facts_fail(ShardFacts *self, const char *reason, gint token);
gboolean shard_facts_failed(const ShardFacts *self);
void shard_facts_matters(ShardFacts *self, gint first, gint last); /* original tokens */
/* Literals in it count: expressions are compared, or are ordinals. */
void shard_facts_expr_matters(ShardFacts *self, const ShardExpr *expr);
/* The later of two named one-node constructs is dropped. */
void shard_facts_one_node(ShardFacts *self, const char *construct);

/* ---- where a block starts, and where its clauses stand: clauses.c ---- */

/* Where the clauses of one block stand, in view tokens; -1: not there. */
typedef struct {
    gint into, from, where, group, having, window, order, limit, offset, fetch, lock;
    gint end; /* last token of the block */
} ShardClauses;

/* The view token of the block's SELECT, VALUES or TABLE; -1: it has no columns to tell it by. */
gint shard_block_start(ShardFacts *self, const PgQuery__SelectStmt *select);
/* Finds the clauses from token on at *depth.  (SELECT …) ORDER BY … has some outside its brackets:
 * *depth is then that of the last ones. */
ShardClauses shard_block_clauses(ShardFacts *self, const PgQuery__SelectStmt *select, gint token,
                                 guint *depth);
/* The last token before whatever clause comes after token. */
gint shard_clause_end(const ShardClauses *clauses, gint token);
/* The original tokens of the clause that starts at token; untouched where token is -1. */
void shard_clause_range(ShardFacts *self, const ShardClauses *clauses, gint token, guint *out_first,
                        guint *out_last);

/* ---- names: scope.c ---- */

/* Unquoted names of PostgreSQL are folded already, the other brands' compare case-blind. */
gboolean shard_facts_same_name(const ShardFacts *self, const char *a, const char *b);
ShardScope *shard_scope_new(ShardFacts *facts, ShardScope *parent, gint query);
void shard_scope_add(ShardScope *self, ShardScopeEntry entry);
/* Finds the table of a column or star whose name is names[0..n-1] (view tokens), notes a qualifier.
 */
void shard_facts_resolve(ShardFacts *facts, ShardScope *self, ShardExpr *expr, const gint *names,
                         guint n);

/* ---- expressions: expr.c, call.c ---- */

ShardExpr *shard_facts_expr(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope);
ShardFactsExpr *shard_facts_expr_new(ShardFacts *self, ShardExprKind kind);
/* Sets the token range from the span. */
ShardExpr *shard_facts_expr_done(ShardFacts *self, ShardFactsExpr *expr);
/* Converts a list into args, at most as far as nodes are given. */
ShardExpr **shard_facts_expr_list(ShardFacts *self, PgQuery__Node **nodes, gsize n,
                                  ShardScope *scope, ShardSpan *span);
ShardExpr *shard_facts_call(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope);
ShardExpr *shard_facts_cast(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope);
ShardExpr *shard_facts_sublink(ShardFacts *self, const PgQuery__SubLink *link, ShardScope *scope,
                               gint not_token);

static inline ShardSpan *
shard_expr_span(ShardExpr *expr)
{
    return &((ShardFactsExpr *) (void *) expr)->span;
}

/* ---- statements ---- */

/* A query block with all that is in it; its number. */
gint shard_facts_query(ShardFacts *self, const PgQuery__SelectStmt *select, ShardScope *outer,
                       ShardQueryLink link, gint parent);
ShardQuery *shard_facts_query_at(ShardFacts *self, gint number);
/* The tables of one FROM entry; ON conditions are read once all names are known. */
ShardFrom *shard_facts_from(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope,
                            ShardScope *outer);
void shard_facts_from_conditions(ShardFacts *self, const PgQuery__Node *node, ShardFrom *from,
                                 ShardScope *scope);
ShardOrderItem *shard_facts_order(ShardFacts *self, PgQuery__Node **nodes, gsize n,
                                  ShardScope *scope);
void shard_facts_limit(ShardFacts *self, const PgQuery__SelectStmt *select, ShardScope *scope,
                       ShardLimit *out);
/* A reference to the table at a RangeVar; its number. */
gint shard_facts_table(ShardFacts *self, const PgQuery__RangeVar *relation, ShardScope *scope);
void shard_facts_with(ShardFacts *self, const PgQuery__WithClause *with, ShardScope *outer,
                      gint parent);
ShardItem *shard_facts_items(ShardFacts *self, PgQuery__Node **nodes, gsize n, ShardScope *scope,
                             gint end);

void shard_facts_insert(ShardFacts *self, const PgQuery__InsertStmt *insert, ShardScope *outer);
void shard_facts_update(ShardFacts *self, const PgQuery__UpdateStmt *update, ShardScope *outer);
void shard_facts_delete(ShardFacts *self, const PgQuery__DeleteStmt *del, ShardScope *outer);
void shard_facts_merge(ShardFacts *self, const PgQuery__MergeStmt *merge, ShardScope *outer);

/* Reads the DML of the original tokens from .. to-1 into out: queries, insert, modify, inner_kind,
 * and tables behind those that out has already.  TRUE with unparsed_reason set: the grammar can't
 * take it.  FALSE: *error. */
gboolean shard_facts_read(ShardStatement *out, const ShardTokens *tokens, const ShardSqlMode *mode,
                          guint from, guint to, GError **error);
