/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * two-phase.h - PREPARE TRANSACTION and XA: one decision for all shards.
 */
#pragma once

#include "driver/executor/session-private.h"

/* The name of the session's transaction, made when there is none; must be called before shards of a
 * brand that needs it from the start (MariaDB's XA) are joined.  TRUE at once without
 * Transaction=2pc. */
gboolean shard_two_phase_name(ShardSession *self, GError **error);

/* Does a shard's transaction begin as an XA branch? */
gboolean shard_two_phase_uses_xa(const ShardSession *self);
/* "'name','shard'" (transfer full) */
char *shard_two_phase_xid(const ShardSession *self, guint shard);

/* Did more than one shard write, with Transaction=2pc? */
gboolean shard_two_phase_needed(const ShardSession *self);
/* Commits the joined shards: prepare, decide, commit.  FALSE: everything is rolled back, or, with
 * 08007, will end on all shards as it did on one that can't be asked now.  A shard that was lost
 * after the decision is committed later; that is told by session->warning. */
gboolean shard_two_phase_commit(ShardSession *self, GError **error);

/* The transaction is over everywhere, without having been prepared. */
void shard_two_phase_forget(ShardSession *self);

/* Ends one prepared branch (its name quoted, as the brand takes it); TRUE too when there is none.
 */
gboolean shard_two_phase_finish(ShardBackend *backend, const char *branch, gboolean commit,
                                GError **error);
/* Did that fail because a connection still holds the branch, which the server has to end first? */
gboolean shard_two_phase_is_held(const GError *failure);

/* What is prepared in a shard's database, whoever did it; ShardBranchName, (transfer full). */
typedef struct {
    char *name;   /* of the transaction, as in the decision log */
    char *quoted; /* of the branch, for shard_two_phase_finish() */
} ShardBranchName;
GPtrArray *shard_two_phase_branches(ShardBackend *backend, GError **error);

/* Called at every step of the protocol; does nothing.  Tests define their own, and stop there. */
void shard_fault_point(const char *name);
