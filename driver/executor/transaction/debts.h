/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * debts.h - what shards still have to be told of transactions that this process has ended.
 *
 * A prepared branch that could not be finished is the debt of its shard.  It is paid by whoever
 * opens the shard next, or by a job of its own that tries again and again; the last one that is
 * paid ends the transaction's record in the decision log.
 */
#pragma once

#include "driver/executor/transaction/last-resource.h"

typedef struct {
    guint shard;
    char *branch; /* its name, quoted; NULL: the shard is to be asked what its own commit did */
} ShardOpenBranch;

typedef struct {
    ShardOutcome outcome; /* of the transaction; not known: what that shard says of the mark */
    const char *mark;     /* NULL: it is known */
    GArray *branches;     /* ShardOpenBranch */
} ShardOpenEnd;

/* Of the session's transaction, whose name it takes; nothing happens without branches. */
void shard_debts_owe(ShardSession *self, const ShardOpenEnd *end);

/* Pays what the shard owes, now that it is open.  FALSE: a branch could not be finished. */
gboolean shard_debts_settle(ShardFleet *fleet, guint shard, ShardBackend *backend, GError **error);
