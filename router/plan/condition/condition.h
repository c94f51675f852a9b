/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * condition.h - predicates -> the nodes of one table that rows satisfying them can lie on.
 *
 * Compiled once from the ANDed predicates that hold for a table reference, evaluated at every
 * execute with the values of that execute.  AND intersects domains per key column, OR over one
 * column unites domains, OR over different columns unites sets of nodes; NOT is pushed to the
 * leaves; whatever is not understood is "all".  Example, k placed by k % 2:
 *
 *   k >= 5 AND k <= 6         -> interval [5,6]     -> both nodes
 *   k = 4 OR k = 6            -> values 4, 6        -> node 0
 *   k = 4 AND (k = 5 OR a > 1)-> value 4            -> node 0
 *   NOT (k = 4)               -> two open intervals -> both nodes
 *   k = NULL, k IN (NULL)     -> contradiction      -> none
 */
#pragma once

#include "router/plan/condition/domain.h"
#include "router/plan/nodes.h"
#include "router/plan/condition/operand.h"
#include "router/rules/rules.h"
#include "router/rules/schema.h"

typedef struct ShardCondition ShardCondition;

/* One key column of a table, as shard_table_keys() numbers them. */
typedef struct {
    const char *name;
    ShardValueKind kind;   /* UNKNOWN: neither the rules nor a catalog say */
    gint32 scale;          /* of decimals; -1 unknown */
    gboolean assume;       /* kind UNKNOWN: take a literal's own kind (no catalog at hand) */
    gboolean scatter;      /* equal values may lie on different nodes: equality says nothing */
    gboolean casefold;     /* text is placed in lower case */
    gboolean by_bytes;     /* texts are equal and ordered by their bytes */
    gboolean exact_groups; /* values that the database takes as equal are placed alike */
    gboolean exact_joins;  /* values that a join takes as equal are placed alike */
    gboolean not_null;
    gboolean bytea; /* text that it is compared with or stored from is read as PostgreSQL's bytea */
    const ShardColumnSchema *column; /* that values have to fit; NULL: SQLite, or no catalog */
} ShardKey;

typedef struct {
    const ShardTable *table;
    const ShardKey *keys;
    guint n_keys;
    /* IS NULL means stored NULLs, and not rows that an outer join made up. */
    gboolean nulls_narrow;
} ShardKeyFacts;

/* The key facts of a table; schema may be NULL. */
ShardKeyFacts shard_key_facts_new(const ShardTable *table, const ShardSchema *schema,
                                  ShardDialect dialect, ShardArena *arena);

/* The value that a key column holds for a row that stores value in it: FALSE when that can't be
 * said, or when the database would round or cut it; but see shard_key_rounds.  (Placement:
 * shard_table_place.) */
gboolean shard_key_assign(const ShardKey *self, const ShardValue *value, ShardArena *arena,
                          ShardValue *out);

/* Is key a time of more digits than the column holds?  What it then holds is one of the two next to
 * it: brands and settings differ.  FALSE: they aren't known. */
gboolean shard_key_rounds(const ShardKey *self, const ShardValue *key);
gboolean shard_key_round(const ShardKey *self, const ShardValue *key, ShardValue *out_down,
                         ShardValue *out_up);

/* Two tables with strategies alike: does the one for the shard, or the one for the table, place
 * rows alike whose keys are equal?  Not where it tells their types apart. */
gboolean shard_keys_placed_alike(const ShardKeyFacts *a, const ShardKeyFacts *b, gboolean shard);

/* Number of the key that a column expression means; -1 none. */
typedef gint (*ShardKeyOf)(const ShardExpr *column, const void *data);

/* No conjunct: all nodes. */
ShardCondition *shard_condition_new(const ShardExpr *const *conjuncts, guint n_conjuncts,
                                    ShardKeyOf key_of, const void *data, ShardArena *arena);
ShardCondition *shard_condition_all_of(ShardCondition *const *parts, guint n_parts,
                                       ShardArena *arena);
gboolean shard_condition_is_all(const ShardCondition *self);

/* *out_nodes is made in the arena.  FALSE and *error when the algorithm gives a node that the rules
 * don't have. */
gboolean shard_condition_nodes(const ShardCondition *self, const ShardKeyFacts *keys,
                               const ShardConstants *constants, ShardNodes *out_nodes,
                               GError **error);

/* The one value that key must have for the condition to hold; kind UNKNOWN: none is certain. */
gboolean shard_condition_key_value(const ShardCondition *self, const ShardKeyFacts *keys,
                                   const ShardConstants *constants, guint key,
                                   ShardValue *out_value, GError **error);
