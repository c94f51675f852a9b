/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plan-cache.h - the facts of statements seen before, and what they mean, shared by all threads.
 *
 * Keyed by the text with its literals taken out, the way of reading it, and the values of the few
 * literals that facts depend on.  Bounded; the least recently used goes first, and of statements
 * that differ only in the length of an IN list or of VALUES no more than an eighth are kept.
 */
#pragma once

#include "router/plan/analysis.h"

typedef struct _ShardPlanCache ShardPlanCache;

/* A statement's facts, shared. */
typedef struct {
    gint references;
    ShardStatement *statement;
    GPtrArray *marked;       /* texts of the literals that facts depend on; in order of tokens */
    ShardAnalysis *analysis; /* the newest one; NULL none yet */
} ShardCachedFacts;

ShardPlanCache *shard_plan_cache_new(guint capacity);
void shard_plan_cache_free(ShardPlanCache *self); /* accepts NULL */

/* The facts of tokens, found or made.  (transfer full) */
ShardCachedFacts *shard_plan_cache_facts(ShardPlanCache *self, const ShardTokens *tokens,
                                         const ShardSqlMode *mode, GError **error);
void shard_cached_facts_unref(ShardCachedFacts *self); /* accepts NULL */

/* The analysis under that schema and catalog; NULL: none is kept.  (transfer full) */
ShardAnalysis *shard_cached_facts_analysis(ShardCachedFacts *self, const ShardSchema *schema,
                                           const char *catalog);
/* Keeps it in place of what was kept before. */
void shard_cached_facts_keep_analysis(ShardCachedFacts *self, ShardAnalysis *analysis);

void shard_plan_cache_counts(ShardPlanCache *self, guint64 *out_hits, guint64 *out_misses);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardCachedFacts, shard_cached_facts_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardPlanCache, shard_plan_cache_free)
