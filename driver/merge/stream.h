/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stream.h - rows, pulled one at a time: what a shard gives and what merging gives.
 */
#pragma once

#include "router/base/error.h"
#include "router/base/identifier.h"
#include "router/base/value.h"

#include <glib.h>

/* One column as the real driver describes it (ODBC's numbers, without ODBC's headers). */
typedef struct {
    char *label;     /* owned by the ShardColumns */
    gint16 sql_type; /* as on an ANSI connection: 12, not -9 */
    guint64 size;
    gint16 digits;
    gint16 nullable; /* SQL_NO_NULLS 0, SQL_NULLABLE 1, unknown 2 */
    gboolean is_unsigned;
    gint8 text_decimals; /* of floating numbers as text, plus 1; 0: as many as it takes */
    guint8 text_digits;  /* of whole numbers as text, at least: MariaDB's ZEROFILL */
} ShardColumn;

typedef struct {
    ShardColumn *columns;
    guint n_columns;
} ShardColumns;

/* PostgreSQL's money, which psqlodbc describes as a FLOAT of ten digits and gives as text: $1.00 */
static inline gboolean
shard_column_is_money(const ShardColumn *column, ShardDialect dialect)
{
    return dialect == SHARD_DIALECT_POSTGRESQL && column->sql_type == 6 && column->size == 10;
}

/* PostgreSQL's char(n): blanks at the end don't count, and are lost where it becomes text. */
static inline gboolean
shard_column_is_padded(const ShardColumn *column, ShardDialect dialect)
{
    return dialect == SHARD_DIALECT_POSTGRESQL && column->sql_type == 1;
}

typedef enum { SHARD_ROW, SHARD_END, SHARD_FAILED } ShardFetch;

/* What next would do: answer at once, wait for a fetch that is under way, or fetch itself. */
typedef enum { SHARD_AT_HAND, SHARD_UNDER_WAY, SHARD_IDLE } ShardReadiness;

typedef struct ShardStream ShardStream;

/* Rows that lie one behind the other. */
typedef struct {
    const ShardValue *first;
    guint n, width; /* width: values from one to the next */
} ShardSpan;

typedef struct {
    /* The next row in *out_row (n_columns values), valid until the next call on this stream.
     * After END or FAILED the same is answered again (FAILED with an error again). */
    ShardFetch (*next)(ShardStream *self, const ShardValue **out_row, GError **error);
    void (*free)(ShardStream *self);
} ShardStreamOps;

struct ShardStream {
    const ShardStreamOps *ops;
    const ShardColumns *columns; /* borrowed; all columns, hidden ones too */
    ShardReadiness (*readiness)(const ShardStream *self); /* NULL: always at hand */
    /* Takes the rows behind the one that next gave last, at most so many, that are at hand as they
     * are handed on; valid as long as that one.  NULL: there never are any. */
    ShardSpan (*take)(ShardStream *self, guint most);
    /* Would the next call of next leave the rows in place that are valid now?  NULL: never. */
    gboolean (*stays)(const ShardStream *self);
};

static inline ShardFetch
shard_stream_next(ShardStream *self, const ShardValue **out_row, GError **error)
{
    return self->ops->next(self, out_row, error);
}

static inline ShardReadiness
shard_stream_readiness(const ShardStream *self)
{
    return self->readiness == NULL ? SHARD_AT_HAND : self->readiness(self);
}

static inline ShardSpan
shard_stream_take(ShardStream *self, guint most)
{
    if (self->take == NULL)
        return (ShardSpan){0};
    return self->take(self, most);
}

static inline gboolean
shard_stream_stays(const ShardStream *self)
{
    return self->stays != NULL && self->stays(self);
}

static inline void
shard_stream_free(ShardStream *self)
{
    if (self != NULL)
        self->ops->free(self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardStream, shard_stream_free)
