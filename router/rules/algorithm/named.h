/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "router/rules/algorithm/type.h"

/* What LIST and RANGE share: properties that name their targets, whole or by suffix. */

/* Whether name (NULL: none is meant) is one of the targets; sets an error otherwise. */
gboolean shard_named_check(const ShardAlgorithm *base, const ShardTargets *targets,
                           const char *name, GError **error);

/* The place of values that belong to name; NULL: outside of all. */
ShardPlace shard_named_place(const ShardAlgorithm *base, const ShardTargets *targets,
                             const ShardKeyValues *values, const char *name, guint *out_target,
                             GError **error);

/* Sets out[i] for each node i of the target; nothing for NULL or an unknown name. */
void shard_named_mark(const ShardTargets *targets, const char *name, gboolean *out);
