/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * cursor.h - an open result: position, rowset, bound columns; two implementations.
 *
 * direct.c: one unit, every call is forwarded to the real driver's statement.
 * merged.c: reads a stream (several units, catalog rows, PREVIEW …).
 */
#pragma once

#include "driver/odbc/stmt/stmt.h"

/* Where a fetch puts its rows: from the descriptors, or SQLExtendedFetch's arguments. */
typedef struct {
    SQLULEN size;
    SQLUSMALLINT *status; /* may be NULL */
    SQLULEN *fetched;     /* may be NULL */
} ShardRowset;

/* What SQLColAttribute answers: text or a number. */
typedef struct {
    gboolean is_text;
    char *text; /* (transfer full) */
    SQLLEN number;
} ShardColumnFact;

typedef struct ShardCursorOps ShardCursorOps;

struct ShardCursor {
    const ShardCursorOps *ops;
    ShardStmt *statement;
};

typedef SQLRETURN ShardCursorFetch(ShardCursor *self, SQLSMALLINT orientation, SQLLEN offset,
                                   const ShardRowset *rowset, GError **error);
/* target->c_type is never SQL_ARD_TYPE. */
typedef SQLRETURN ShardCursorGetData(ShardCursor *self, guint column, const ShardTarget *target,
                                     GError **error);
typedef SQLRETURN ShardCursorSetPosition(ShardCursor *self, SQLSETPOSIROW row,
                                         SQLUSMALLINT operation, SQLUSMALLINT lock, GError **error);
/* FALSE: this cursor doesn't know that field. */
typedef gboolean ShardCursorColumnField(ShardCursor *self, guint column, SQLUSMALLINT field,
                                        ShardColumnFact *out_fact);

/* The real driver's answer about a column of inner, table names made logical, types as reported.
 * FALSE: it has none. */
gboolean shard_stmt_ask_column(ShardStmt *self, ShardBackendStmt *inner, guint shard, guint column,
                               SQLUSMALLINT field, ShardColumnFact *out_fact);

struct ShardCursorOps {
    ShardCursorFetch *fetch;
    ShardCursorGetData *get_data;
    ShardCursorSetPosition *set_position;
    SQLRETURN (*bulk)(ShardCursor *self, SQLSMALLINT operation, GError **error);
    /* SQL_NO_DATA: no further result. */
    SQLRETURN (*more_results)(ShardCursor *self, GError **error);
    const ShardColumns *(*columns)(ShardCursor *self, GError **error);
    ShardCursorColumnField *column_field;      /* NULL: derived from columns */
    SQLULEN (*row_number)(ShardCursor *self);  /* 0 unknown */
    SQLULEN (*rowset_size)(ShardCursor *self); /* rows in it */
    void (*unbind)(ShardCursor *self);         /* what is bound goes; NULL: nothing is kept of it */
    void (*free)(ShardCursor *self);
};

/* The open inner cursor of the run's direct statement.  Freed, it is kept as the statement's spare
 * one; drop (accepts NULL) gives that back. */
ShardCursor *shard_cursor_direct_new(ShardStmt *statement, ShardBackendStmt *inner,
                                     guint n_columns);
void shard_cursor_direct_drop(ShardCursor *cursor);
/* Copies attributes to the inner statement of a direct plan before it executes (ShardRunOptions).
 */
gboolean shard_cursor_direct_before(ShardBackendStmt *inner, gpointer statement, GError **error);

/* Reads stream; frees it at the end when owns_stream. */
ShardCursor *shard_cursor_merged_new(ShardStmt *statement, ShardStream *stream,
                                     gboolean owns_stream);
/* Reads the first row, so that what fails before it fails at execute: applications take a fetch
 * that fails for the end of the rows. */
gboolean shard_cursor_merged_start(ShardCursor *self, GError **error);

/* The C type that a target of a column has, DEFAULT and ARD_TYPE resolved. */
SQLSMALLINT shard_cursor_c_type(const ShardStmt *statement, const ShardColumn *column,
                                SQLSMALLINT c_type);
/* Address of one bound element: base plus offset plus row times the element's or row's size. */
gpointer shard_cursor_address(const ShardDesc *ard, gpointer base, SQLULEN row, gsize element);
/* Writes a bookmark, the row's number, where column 0 is bound, if it is. */
void shard_cursor_give_bookmark(ShardDesc *ard, gint64 number, SQLULEN row);
/* The row's number by the bookmark that is bound; 0: none is. */
guint64 shard_cursor_take_bookmark(ShardDesc *ard, SQLULEN row);
/* A column-wise element's size in bytes. */
gsize shard_cursor_element(const ShardDescRecord *record, SQLSMALLINT c_type);
