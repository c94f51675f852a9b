/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * merged.h - the merged cursor's parts: merged.c reads and scrolls, merged-bind.c gives the bound
 * columns, merged-write.c is SQLSetPos and SQLBulkOperations.
 */
#pragma once

#include "driver/odbc/cursor/row-store.h"
#include "driver/odbc/cursor/write.h"

typedef struct {
    ShardCursor base;
    ShardStream *stream;
    gboolean owns_stream;
    gboolean is_static;
    gboolean at_end;         /* the stream has no more rows */
    const ShardValue *first; /* the row that pull() gives next, read before; NULL: none */
    ShardRowStore *kept;     /* static: all rows read so far */
    GArray *shown;           /* static: guint64, the rows of the rowset by their indexes */
    SQLULEN n_gone;          /* static: of these, the ones that were deleted */
    GHashTable *changed; /* static: gint64, rows that were changed and aren't seen so; NULL none */
    SQLUINTEGER sees;    /* static: SQL_STATIC_SENSITIVITY */
    GPtrArray *rows;     /* const ShardValue *: forward only, those of the rowset */
    guint n_own;         /* of these, the ones that were copied: the others are the stream's */
    ShardArena *arena;
    ShardSpan span;        /* rows behind the current one that the stream has given as well */
    guint64 n_read;        /* rows taken from the stream */
    guint64 max_rows;      /* 0: all */
    gint64 start;          /* number of the rowset's first row, from 1; 0 before, -1 past */
    SQLULEN size;          /* rows in the current rowset */
    SQLULEN wanted;        /* size of the rowset that was asked for */
    SQLULEN current;       /* row within the rowset that SQLGetData reads */
    const ShardValue *row; /* forward only with one row: the stream's */
    GArray *bound;         /* BoundColumn; of what follows */
    gboolean gives_bookmarks;
    guint64 bound_generation;
    ShardPieces *pieces; /* per column, of the current row */
    guint piece_column;  /* the column that was read last; 0 none */
} ShardMergedCursor;

static inline const ShardColumns *
shard_merged_columns(const ShardMergedCursor *self)
{
    return self->stream->columns;
}

/* A row of the rowset, from 0; NULL: there is none, or it was deleted through the cursor. */
const ShardValue *shard_merged_row(const ShardMergedCursor *self, SQLULEN row);
/* The number that stands for it as long as the cursor is open. */
gint64 shard_merged_bookmark(const ShardMergedCursor *self, SQLULEN row);
/* Static: makes sure that row number (from 1) was read; number 0: all of them. */
gboolean shard_merged_read(ShardMergedCursor *self, guint64 number, GError **error);

/* What ShardMergedCursor.bound is. */
GArray *shard_merged_bound_new(void);
/* The bound columns as they are now, for give. */
void shard_merged_resolve(ShardMergedCursor *self);
/* All bound columns of a row, into place row; diagnostics carry row and column. */
SQLRETURN shard_merged_give(ShardMergedCursor *self, const ShardValue *values, SQLULEN row,
                            gint64 bookmark);
/* What give returned, as a row's status. */
SQLUSMALLINT shard_merged_status(SQLRETURN rc);
/* A problem (NULL: none) with that row becomes a diagnostic. */
void shard_merged_note(ShardMergedCursor *self, GError *problem, SQLULEN row, guint column);
/* Another row is the current one: its columns are read from their starts. */
void shard_merged_forget_pieces(ShardMergedCursor *self);

ShardCursorSetPosition shard_merged_set_position;
SQLRETURN shard_merged_bulk(ShardCursor *base, SQLSMALLINT operation, GError **error);
