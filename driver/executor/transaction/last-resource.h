/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * last-resource.h - a shard that can't prepare, in a two-phase commit.
 *
 * One such shard may take part: when all others are prepared it commits, and that is the decision.
 * Before, the log says on which shard it is made, and by which transaction there (its mark), so
 * that whoever comes later can ask that shard.
 */
#pragma once

#include "driver/executor/session-private.h"

/* Has the shard prepared transactions?  A server that has them but allows none hasn't; it is asked
 * once per connection.  FALSE: it can't be asked. */
gboolean shard_last_resource_can_prepare(ShardBackend *backend, gboolean *out_can, GError **error);

/* The mark of the open transaction on that shard, which the server knows the fate of even after a
 * crash.  (transfer full); NULL: it can't be had. */
char *shard_last_resource_mark(ShardSession *self, guint shard, GError **error);

typedef enum {
    SHARD_OUTCOME_UNKNOWN, /* it can't be asked, or has forgotten: *error says it */
    SHARD_OUTCOME_RUNNING, /* the server hasn't ended it yet */
    SHARD_OUTCOME_COMMITTED,
    SHARD_OUTCOME_ROLLED_BACK
} ShardOutcome;

/* What has become of the transaction with that mark. */
ShardOutcome shard_last_resource_outcome(ShardBackend *backend, const char *mark, GError **error);
