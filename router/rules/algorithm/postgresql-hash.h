/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * postgresql-hash.h - PostgreSQL 15's extended hash functions of partitioning.
 */
#pragma once

#include "router/base/value.h"

#include <glib.h>

/* What HASH partitioning starts from. */
#define SHARD_POSTGRESQL_SEED G_GUINT64_CONSTANT(0x7A5B22367996DCFD)

/* Hash of one key of that kind; FALSE where the kind has no hash there. */
gboolean shard_postgresql_hash(const ShardValue *value, guint64 seed, guint64 *out_hash);
guint64 shard_postgresql_combine(guint64 a, guint64 b);
