/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * collate.h - text compared as the shards' collation orders it.
 *
 * Only where the order is certain: bytes; a locale of this machine's C library or of libicu whose
 * version is the one that the server reports.  Ties of a deterministic collation are broken by
 * bytes, as PostgreSQL does.
 */
#pragma once

#include "router/base/error.h"
#include "router/rules/schema.h"

#include <glib.h>

typedef struct _ShardCollator ShardCollator;

/* trust: take an unknown version for the right one, and unknown order for bytes.  NULL with 0A000
 * when the order isn't certain; label names the column. */
ShardCollator *shard_collator_new(const ShardCollation *collation, gboolean trust,
                                  const char *label, GError **error);
/* Equality only: deterministic collations need no locale for it. */
ShardCollator *shard_collator_new_for_equality(const ShardCollation *collation, gboolean trust,
                                               const char *label, GError **error);
void shard_collator_free(ShardCollator *self); /* accepts NULL */

int shard_collator_compare(ShardCollator *self, const char *a, gsize size_a, const char *b,
                           gsize size_b);
/* Text that compares equal has the same hash. */
guint64 shard_collator_hash(ShardCollator *self, const char *text, gsize size);

guint64 shard_bytes_hash(const char *bytes, gsize size);
int shard_bytes_compare(const char *a, gsize size_a, const char *b, gsize size_b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardCollator, shard_collator_free)
