/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* private.h - the maker of a merge plan, shared by the files of this folder. */
#pragma once

#include "router/plan/condition/expr.h"
#include "router/plan/merge/plan.h"
#include "router/plan/condition/scope.h"

typedef struct {
    const ShardMergeInput *in;
    const ShardAnalysis *analysis;
    const ShardQuery *query;
    const ShardTokens *tokens;
    ShardDialect dialect;
    ShardArena *arena;
    ShardMergeSpec *spec;
    guint star_at;             /* number of the first item that is a *; n_items: none */
    GArray *changes;           /* ShardChange */
    GArray *hidden;            /* ShardPiece: ", expr, expr" */
    GHashTable *hidden_slots;  /* what a hidden column says -> its slot */
    GArray *aggregates;        /* ShardMergeAggregate */
    GArray *computed;          /* ShardMergeComputed */
    GArray *extra_group;       /* ShardPiece: what DISTINCT aggregates add to GROUP BY */
    gboolean no_hidden;        /* a set operation: columns can't be added */
    gboolean sees_aliases;     /* in HAVING and ORDER BY over groups; not in the items themselves */
    gboolean replaces_aliases; /* in ORDER BY of MySQL and SQLite, expressions may name aliases */
    GError **error;
} Maker;

/* Sets *error: several nodes can't answer this, conditions on the sharding keys help; FALSE. */
gboolean maker_refuse(Maker *self, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Where there is another remedy beside the sharding keys; where they are none. */
gboolean maker_refuse_or(Maker *self, const char *what, const char *otherwise);
gboolean maker_refuse_but(Maker *self, const char *what, const char *remedy);

/* ---- slot.c ---- */

/* The slot of a select item; SHARD_SLOT_NONE behind a star. */
ShardSlot maker_item_slot(const Maker *self, guint item);
/* The first select item that says the same as expr; -1 none. */
gint maker_find_item(const Maker *self, const ShardExpr *expr);
gboolean maker_same_piece(const Maker *self, const ShardPiece *a, const ShardPiece *b);
/* Adds a hidden column, or finds the one that says the same. */
ShardSlot maker_hide(Maker *self, const ShardPiece *pieces, guint n_pieces);
/* Adds a hidden column for the merge to write into. */
ShardSlot maker_hide_place(Maker *self, const ShardPiece *pieces, guint n_pieces);
ShardSlot maker_hide_expr(Maker *self, const ShardExpr *expr);
/* A key whose values compare exactly: the slot of expr (item: its select item, or -1), with the
 * hidden columns that the brand needs for it. */
gboolean maker_key(Maker *self, const ShardExpr *expr, gint item, const char *collation,
                   ShardMergeKey *out);
/* SQLite: storage class and exact value of what pieces say, as hidden columns. */
ShardSlot maker_hide_exact(Maker *self, const ShardPiece *pieces, guint n_pieces,
                           ShardSlot *out_storage);
/* How values of expr compare, apart from hidden columns. */
ShardCompare maker_compare(const Maker *self, const ShardExpr *expr, const char *collation);
/* The catalog's facts of a bare column; NULL unknown. */
const ShardColumnSchema *maker_column(const Maker *self, const ShardExpr *expr);
/* MariaDB's BIT, whose MIN and MAX are digits to its driver, and which joins to text as digits. */
gboolean maker_is_of_bits(const Maker *self, const ShardExpr *expr);
/* MariaDB: does it show noughts in front, as ZEROFILL and YEAR? */
gboolean maker_type_is_filled(const char *type_name);
/* MariaDB: such a column, whose text is longer than its number. */
gboolean maker_is_zero_filled(const Maker *self, const ShardExpr *expr);
/* The only derived table in FROM, or CTE; -1 that isn't what FROM is. */
gint maker_derived_query(const Maker *self);
/* What a column of it is made of; NULL: that isn't certain. */
const ShardExpr *maker_derived_item(const Maker *self, const ShardExpr *column);
/* Adds the weight of MySQL's text, or the time in UTC; FALSE and refused when it can't be had. */
gboolean maker_add_weight(Maker *self, const ShardExpr *expr, const ShardPiece *pieces,
                          guint n_pieces, ShardCompare *compare);

/* ---- collation.c ---- */

/* The collation of the text that expr makes, if it is certain. */
gboolean maker_derive_collation(const Maker *self, const ShardExpr *expr, ShardCollation *out);
/* MySQL: how many characters an expression has at most that is certainly text; -1 not known. */
gint32 maker_text_length(const Maker *self, const ShardExpr *expr);

/* ---- instant.c ---- */

/* Is expr a point in time that comes in the session's time zone? */
gboolean maker_is_zoned(const Maker *self, const ShardExpr *expr);
/* Adds what pieces say in UTC, by which it compares. */
gboolean maker_add_instant(Maker *self, const ShardPiece *pieces, guint n_pieces,
                           ShardCompare *compare);
/* PostgreSQL: is it a date?  Adds its text, by which it compares, but in a set operation. */
gboolean maker_is_date(const Maker *self, const ShardExpr *expr);
gboolean maker_add_date(Maker *self, const ShardPiece *pieces, guint n_pieces,
                        ShardCompare *compare);

/* ---- doubt.c ---- */

/* Marks the spec if values of expr may be text that doesn't compare. */
void maker_note_doubt(const Maker *self, const ShardExpr *expr, const ShardCompare *compare);
/* The same if what is summed, or computed, may be no number (times, intervals, bit strings). */
void maker_note_sum(const Maker *self, const ShardExpr *argument);

/* ---- aggregate.c ---- */

/* Adds the aggregate; its final value goes to target, or (NONE) to a hidden slot of its own. */
gboolean maker_aggregate(Maker *self, const ShardExpr *expr, ShardSlot target, ShardSlot *out_slot);

/* ---- exact-sum.c: SQLite ---- */

/* SUM as an input, which tells the sum of both infinities from that of nothing. */
void maker_add_sum(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate);
/* The same as a real number for certain, by the call: "SUM(", where nobody asks for the sum of
 * nothing, or "TOTAL(". */
void maker_add_real_sum(Maker *self, const ShardExpr *expr, const char *call,
                        ShardMergeAggregate *aggregate);

/* Is it a SUM whose partial values could overflow, and which can be asked for in two halves? */
gboolean maker_sums_exactly(const Maker *self, const ShardExpr *expr);
void maker_add_exact_sum(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate);

/* ---- decimals.c, quotient.c: MariaDB's digits ---- */

/* Of a literal, and of ROUND(x, n); -1 as many as it takes, or not known. */
gint maker_literal_decimals(const Maker *self, const ShardExpr *expr);
gint maker_rounded_decimals(const Maker *self, const ShardExpr *expr);
/* How many decimals the argument's quotients have, beyond those that are shown; 0 there are none.
 */
gboolean maker_quotient_digits(Maker *self, const ShardExpr *call, gint *out_digits);
/* Are all of them added, whatever the nodes' plans? */
gboolean maker_adds_quotients(const Maker *self);
/* The call under this name, with all these digits, as a hidden column. */
ShardSlot maker_hide_quotient(Maker *self, const ShardExpr *call, const char *name, gint digits);

/* ---- raw.c ---- */

/* Is it an aggregate of whole rows in the brand? */
gboolean maker_raw_kind(const Maker *self, const ShardExpr *expr, ShardAggregateKind *out_kind);
/* Makes the units give each row's argument. */
gboolean maker_raw(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate);

/* ---- group.c ---- */

/* Grouping whose groups lie on several nodes. */
gboolean maker_regroup(Maker *self);
gboolean maker_may_push_limit(const Maker *self);
/* Leaves the units their order, if groups can be merged by it. */
gboolean maker_stream_groups(Maker *self);
/* An expression over group keys and aggregates, on final values. */
ShardMergeExpr *maker_expr(Maker *self, const ShardExpr *expr);
/* The argument of MIN or MAX, whose text counts for comparison; NULL for anything else. */
const ShardExpr *maker_extreme_argument(const ShardExpr *expr);
/* Does expr depend on nothing but the group's keys? */
gboolean maker_is_of_group(const Maker *self, const ShardExpr *expr);

/* ---- label.c ---- */

/* The item's label stays what the application's text gives it, whatever replaces its expression. */
void maker_keep_label(Maker *self, guint item);

/* ---- limit.c ---- */

typedef enum { LIMIT_PUSH, LIMIT_REMOVE } LimitMode;
gboolean maker_limit(Maker *self, LimitMode mode, ShardMergePlan *plan);

void maker_change(Maker *self, ShardChangeKind kind, guint first, guint last,
                  const ShardPiece *pieces, guint n_pieces);
/* Does the item order nothing, being a constant? */
gboolean maker_order_is_idle(const Maker *self, const ShardOrderItem *order);
gboolean maker_nulls_first(const Maker *self, const ShardOrderItem *item);
