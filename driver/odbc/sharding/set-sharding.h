/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * set-sharding.h - SET SHARDING …: what a connection wants otherwise than its data source says.
 *
 *   SET SHARDING SCATTER_READ = refuse     statements over several nodes: allow, warn, refuse
 *   SET SHARDING LOG_LEVEL = sql           and SLOW_MS = 100
 *   SET SHARDING CONSISTENCY = weak        the same as HINT READ_CONSISTENCY
 *   SET SHARDING SHARD = 'ds_1'            the same as HINT SHARD
 *   SET SHARDING HINT …                    see hints.h
 *
 * DEFAULT takes one back, a reset of the connection all.  SHOW SHARDING SETTINGS lists them.
 */
#pragma once

#include "router/plan/router.h"

#include <glib.h>

typedef struct {
    ShardPolicyChoice scatter_read, scatter_write;
    gboolean has_log_level, has_slow_ms;
    guint log_level, slow_ms;
} ShardChoices;

struct _ShardDbc;
gboolean shard_set_sharding(struct _ShardDbc *connection, const ShardPrepared *statement,
                            GError **error);
void shard_choices_reset(struct _ShardDbc *connection);

/* One setting after the other; FALSE past the last.  value and usual, what the data source says,
 * may be NULL: the rules of each table say it. */
typedef struct {
    const char *name, *meaning;
    char value[24], usual[24];
} ShardChoiceShown;
gboolean shard_choices_show(const struct _ShardDbc *connection, guint number,
                            ShardChoiceShown *out);
