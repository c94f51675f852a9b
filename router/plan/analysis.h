/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * analysis.h - what one statement means under one rule set, whatever its parameters are.
 *
 * Made once per statement, whatever its literals, and schema version; immutable and shared; every
 * execute only evaluates the conditions in it.
 */
#pragma once

#include "router/plan/condition/condition.h"
#include "router/sql/statement.h"

typedef enum {
    SHARD_REF_SHARDED,
    SHARD_REF_SINGLE,
    SHARD_REF_BROADCAST,
    SHARD_REF_OTHER, /* not in the rules: lives on the default shard */
    SHARD_REF_CTE
} ShardRefKind;

/* One table reference of the statement. */
typedef struct {
    ShardRefKind kind;
    const ShardTable *table; /* NULL: OTHER, CTE */
    gint shard;              /* SINGLE, OTHER: where it lies; -1 nowhere */
    gint cte_query;          /* CTE: its query, or the block of one that changes rows */
    gboolean is_catalog;     /* a system catalog's table */
    gboolean is_used;        /* FALSE: only in a CTE that nothing names */
    ShardKeyFacts keys;      /* SHARDED */
    /* Rows on other nodes than these can't change the answer. */
    const ShardCondition *scan;
    /* Every row of branch (the top block, or a branch of its UNION) comes from a row of this
     * reference on one of these nodes; NULL: not so. */
    const ShardCondition *essential;
    gint branch;
} ShardRef;

typedef struct {
    gint *references; /* apart from it, since views of other threads copy the rest */
    ShardArena *arena;
    const ShardRules *rules;
    const ShardSchema *schema; /* NULL: none */
    guint schema_version;
    const char *catalog;
    const ShardStatement *statement;
    const ShardTokens *tokens; /* of the text in hand: see shard_analysis_of_text() */
    const ShardSqlMode *mode;
    ShardRef *refs; /* as the statement numbers its tables */
    guint n_refs;
    gint lead; /* the first sharded reference that is used; -1 none */
    guint n_sharded;
    /* TRUE: the answer is the union of the answers of each node and its binding partners, apart
     * from what the top block itself groups, orders, and limits. */
    gboolean colocated;
    const char *reason; /* why not, as a refusal says it */
    /* The same for each shard as a whole: only the shard's keys tie the tables. */
    gboolean colocated_by_shard;
    /* The block whose grouping, order and limit are the statement's: query 0, or what SELECT * FROM
     * (…) q wraps; the source of INSERT … SELECT; -1 UPDATE and DELETE, or none. */
    gint top;
} ShardAnalysis;

typedef struct {
    const ShardRules *rules;
    const ShardSchema *schema;
    const ShardStatement *statement;
    const ShardTokens *tokens;
    const ShardSqlMode *mode;
    const char *catalog;
} ShardAnalysisInput;

/* NULL and *error when a table has no home.  Borrows all of input but the schema, of which it keeps
 * a reference, and the catalog. */
ShardAnalysis *shard_analysis_new(const ShardAnalysisInput *input, GError **error);
ShardAnalysis *shard_analysis_ref(ShardAnalysis *self);
void shard_analysis_unref(ShardAnalysis *self); /* accepts NULL */

gboolean shard_analysis_is_of(const ShardAnalysis *self, const ShardSchema *schema,
                              const char *catalog);
/* The analysis as that of another text with the same facts, whose literals may be others; valid as
 * long as self, tokens and mode. */
ShardAnalysis shard_analysis_of_text(const ShardAnalysis *self, const ShardTokens *tokens,
                                     const ShardSqlMode *mode);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardAnalysis, shard_analysis_unref)
