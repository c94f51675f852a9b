/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * hints.h - routing hints of a connection (SET SHARDING HINT) and of a statement (attributes).
 *
 *   SET SHARDING HINT shard = 'ds_1'      all statements go there as they are
 *   SET SHARDING HINT shard = DEFAULT     no longer
 *   SET SHARDING HINT CLEAR               none at all
 *
 * A hint in a statement's comment wins over its attributes, these over the connection's: of where
 * it goes (shard, values), and of what may answer (consistency, primary), each as a whole.
 */
#pragma once

#include "driver/odbc/attr/attr.h"
#include "router/plan/router.h"

typedef enum {
    SHARD_HINT_SHARD,
    SHARD_HINT_DATABASE_VALUE,
    SHARD_HINT_TABLE_VALUE,
    SHARD_HINT_CONSISTENCY,
    SHARD_HINT_WRITE_ROUTE_ONLY,
    SHARD_HINT_COUNT
} ShardHintName;

/* As they were said; NULL: not. */
typedef struct {
    char *values[SHARD_HINT_COUNT];
} ShardHintTexts;

void shard_hint_texts_clear(ShardHintTexts *self);
/* Into one that is empty. */
void shard_hint_texts_copy(ShardHintTexts *self, const ShardHintTexts *from);
/* Of an attribute: text, or an integer that becomes text; none or "" takes it back. */
SQLRETURN shard_hint_texts_set_attribute(ShardHintTexts *self, ShardHintName hint,
                                         const ShardAttrValue *value, GError **error);

/* SET SHARDING …, as it was read. */
gboolean shard_connection_hints_set(ShardHintTexts *self, const ShardPrepared *statement,
                                    const ShardRules *rules, GError **error);
const char *shard_hint_name(ShardHintName hint);

/* Where a statement's hints come from. */
typedef struct {
    const ShardHintTexts *connection; /* SET SHARDING HINT */
    const ShardHintTexts *texts;      /* its attributes: text */
    const SQLULEN *attributes;        /* and numbers, SHARD_ATTR_COUNT */
} ShardHintSources;

/* What its plan is made by; texts are borrowed.  HY024. */
gboolean shard_choose_hints(const ShardHintSources *from, const ShardRules *rules, ShardHints *out,
                            GError **error);
gboolean shard_has_hints(const ShardHintSources *from);
/* Adds a record to a failure that recalls where the connection's hints send its statements: who set
 * them may have forgotten, or never have known. */
void shard_hints_recall(const ShardHintTexts *connection, GError *failure);
