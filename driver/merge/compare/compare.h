/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * compare.h - values of one slot compared, and rows compared by several slots, exactly as the brand
 * does.
 *
 * First a slot is read from a row into a cell: the value in the form in which it compares (a MySQL
 * weight, SQLite's storage class made a kind, a boolean that the driver gave as text …).  Cells
 * borrow from the row and may be kept; only cells are compared.
 */
#pragma once

#include "driver/merge/compare/collate.h"
#include "driver/merge/kept.h"
#include "driver/merge/stream.h"
#include "router/plan/merge/spec.h"

#include <glib.h>

/* What is known of a slot's values: at first by its column, then by the step that writes it. */
typedef struct {
    ShardTypeClass type; /* UNKNOWN: as the values are (SQLite) */
    gint32 scale;        /* MariaDB's decimals; -1 unknown */
} ShardSlotType;

/* Where slots lie in the rows, and what is agreed for all steps of one merge. */
typedef struct {
    ShardDialect dialect;
    const ShardColumns *columns; /* of the streams, hidden ones too */
    ShardSlotType *types;        /* per column; NULL: by the columns */
    guint n_visible;
    gboolean trust_collation;
} ShardLayout;

/* G_MAXUINT with an error (a fault of the planner) when there is no such column. */
guint shard_layout_index(const ShardLayout *self, ShardSlot slot, GError **error);
ShardSlotType shard_layout_type(const ShardLayout *self, guint index);
/* Label for messages. */
const char *shard_layout_label(const ShardLayout *self, guint index);

typedef enum { SHARD_FOR_ORDER, SHARD_FOR_EQUALITY } ShardComparePurpose;

typedef struct _ShardComparer ShardComparer;

/* NULL with 0A000 when the slot's values can't be compared exactly for that purpose. */
ShardComparer *shard_comparer_new(const ShardLayout *layout, ShardSlot slot,
                                  const ShardCompare *compare, ShardComparePurpose purpose,
                                  GError **error);
void shard_comparer_free(ShardComparer *self); /* accepts NULL */

void shard_comparer_read(const ShardComparer *self, const ShardValue *row, ShardValue *out_cell);
/* Cells; NULL is equal to NULL and before everything else. */
int shard_comparer_compare(ShardComparer *self, const ShardValue *a, const ShardValue *b);
guint64 shard_comparer_hash(ShardComparer *self, const ShardValue *cell);
/* FALSE with an error if cells met that can't be compared (kinds differ between shards …). */
gboolean shard_comparer_check(const ShardComparer *self, GError **error);

typedef struct _ShardKeys ShardKeys;

ShardKeys *shard_keys_new(const ShardLayout *layout, const ShardMergeKey *keys, guint n_keys,
                          ShardComparePurpose purpose, GError **error);
/* The first n columns, for DISTINCT; compares may be NULL or fewer. */
ShardKeys *shard_keys_new_for_columns(const ShardLayout *layout, guint n_columns,
                                      const ShardCompare *compares, guint n_compares,
                                      GError **error);
/* One key made of a comparer of its own; for a set of values. (takes the comparer) */
ShardKeys *shard_keys_new_single(ShardComparer *comparer);
void shard_keys_free(ShardKeys *self); /* accepts NULL */

guint shard_keys_n(const ShardKeys *self);
void shard_keys_read(const ShardKeys *self, const ShardValue *row, ShardValue *out_cells);
int shard_keys_compare(ShardKeys *self, const ShardValue *a, const ShardValue *b);
gboolean shard_keys_equal(ShardKeys *self, const ShardValue *a, const ShardValue *b);
guint64 shard_keys_hash(ShardKeys *self, const ShardValue *cells);
gboolean shard_keys_check(const ShardKeys *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardComparer, shard_comparer_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardKeys, shard_keys_free)
