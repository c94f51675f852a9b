/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * hints.h - routing hints of a connection (SET SHARDING HINT) and of a statement (attributes).
 *
 *   SET SHARDING HINT shard = 'ds_1'      all statements go there as they are
 *   SET SHARDING HINT shard = DEFAULT     no longer
 *   SET SHARDING HINT CLEAR               none at all
 *
 * A hint in a statement's comment wins over its attributes, these over the connection's.
 */
#pragma once

#include "driver/odbc/attr.h"
#include "router/plan/router.h"

typedef enum {
    SHARD_HINT_SHARD,
    SHARD_HINT_DATABASE_VALUE,
    SHARD_HINT_TABLE_VALUE,
    SHARD_HINT_CONSISTENCY,
    SHARD_HINT_WRITE_ROUTE_ONLY,
    SHARD_HINT_COUNT
} ShardHintName;

typedef struct {
    char *values[SHARD_HINT_COUNT]; /* NULL: not set */
} ShardConnectionHints;

void shard_connection_hints_clear(ShardConnectionHints *self);
/* SET SHARDING …, as it was read. */
gboolean shard_connection_hints_set(ShardConnectionHints *self, const ShardPrepared *statement,
                                    const ShardRules *rules, GError **error);
const char *shard_hint_name(ShardHintName hint);

/* What a statement's plan is made by; texts are borrowed. */
typedef struct {
    ShardHints hints;
    const char *shard_values[2], *table_values[2];
} ShardChosenHints;

/* NULL without error: none. */
const ShardHints *shard_choose_hints(ShardChosenHints *self, const ShardConnectionHints *connection,
                                     const SQLULEN attributes[SHARD_ATTR_COUNT],
                                     const ShardRules *rules, GError **error);

static inline gboolean
shard_has_hints(const ShardConnectionHints *connection, const SQLULEN attributes[SHARD_ATTR_COUNT])
{
    return connection->values[SHARD_HINT_SHARD] != NULL ||
           connection->values[SHARD_HINT_DATABASE_VALUE] != NULL ||
           connection->values[SHARD_HINT_TABLE_VALUE] != NULL ||
           connection->values[SHARD_HINT_CONSISTENCY] != NULL ||
           connection->values[SHARD_HINT_WRITE_ROUTE_ONLY] != NULL ||
           (attributes[SHARD_ATTR_HINT_SHARD] | attributes[SHARD_ATTR_HINT_CONSISTENCY]) != 0;
}
