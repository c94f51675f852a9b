/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * domain.h - what is known of one key column: a set of values of the key's kind.
 *
 * A domain is everything (all), or finitely many values together with intervals.  It is always a
 * superset of what the predicates allow, so that asking the algorithm for it never loses a row.
 * An empty domain is a contradiction.  Memory is the arena's.
 */
#pragma once

#include "router/base/value.h"
#include "router/rules/algorithm.h"

typedef struct {
    gboolean all;
    const ShardValue *values;
    guint n_values;
    const ShardRange *ranges;
    guint n_ranges;
} ShardDomain;

#define SHARD_DOMAIN_ALL ((ShardDomain){.all = TRUE})
#define SHARD_DOMAIN_EMPTY ((ShardDomain){.all = FALSE})

ShardDomain shard_domain_values(ShardArena *arena, const ShardValue *values, guint n_values);
/* A bound of kind NULL is open towards infinity. */
ShardDomain shard_domain_range(ShardArena *arena, const ShardRange *range);

gboolean shard_domain_is_empty(const ShardDomain *self);

/* by_bytes says whether two texts that differ in bytes are certainly unequal in the database; where
 * they needn't be, text is never taken to contradict text. */
ShardDomain shard_domain_intersect(const ShardDomain *a, const ShardDomain *b, gboolean by_bytes,
                                   ShardArena *arena);
ShardDomain shard_domain_unite(const ShardDomain *a, const ShardDomain *b, ShardArena *arena);

/* Order of two values of one kind; FALSE when it can't be said. */
gboolean shard_domain_compare(const ShardValue *a, const ShardValue *b, gboolean by_bytes,
                              int *out_order);

ShardRange shard_range_unbounded(void);
/* Of integers, k > 4 is k >= 5: fewer nodes, and (4, 5) is seen to be empty. */
void shard_range_close(ShardRange *self);
