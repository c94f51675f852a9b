/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h - the direct cursor's parts: direct.c forwards calls that read,
 * direct-write.c those that write, bind.c keeps the inner statement's bindings
 * and converts what the real driver can't give or take.
 */
#pragma once

#include "driver/odbc/cursor/cursor.h"

#include "router/base/buffer.h"

/* How a bound column reaches the application. */
typedef enum {
    SHARD_VIA_TEXT, /* UTF-8 from the driver, converted here: wide text, numbers with a precision */
    SHARD_VIA_COPY  /* as the driver gives it, copied from a buffer of ours */
} ShardVia;

typedef struct {
    ShardVia via;
    guint column;
    SQLSMALLINT c_type; /* the application's */
    char *buffer;       /* rows elements */
    gsize element;
    SQLLEN *lengths;
} ShardConverted;

/* What an inner statement was told; lives as long as it. */
typedef struct {
    ShardBackendStmt *inner;
    guint32 attributes; /* generation */
    guint64 ard;        /* the same, of what is bound; 0: nothing that could stay */
    gboolean is_bound;  /* some column is */
    gboolean copies;    /* every bound column goes through a buffer of ours */
    guint n_columns;    /* of the result that the bindings were made for */
    SQLULEN bound_rows;
    GArray *converted;       /* ShardConverted */
    SQLULEN size, bind_type; /* of the rowset */
    SQLLEN *offset;
    SQLUSMALLINT *status;
    SQLULEN *fetched;
    const SQLUSMALLINT *operation; /* rows that SQLSetPos leaves out */
} ShardDirectState;

typedef struct {
    ShardCursor base;
    ShardBackendStmt *inner;
    ShardDirectState *state;
    const ShardDriverLibrary *library;
    SQLHSTMT handle;
    guint n_columns;
    gint64 start;    /* number of the rowset's first row; 0 before the first, -1 not known */
    SQLULEN size;    /* rows in it */
    SQLULEN wanted;  /* rows it was asked to have */
    SQLULEN current; /* the one that SQLGetData reads */
    gboolean seeks;  /* SQLGetData in a block needs the driver moved to that row */
    gboolean was_fetched;
    gboolean was_written; /* the statement's row count is that of a write */
    gboolean was_moved;   /* it was: the next fetch has to say where it goes on */
    SQLULEN moved_to;
    guint read_column; /* by SQLGetData, last; 0 none */
    ShardBuffer text;  /* a whole value that is given in pieces */
    guint text_column; /* whose it is; 0 none */
    gboolean text_null;
    ShardPieces pieces;
} ShardDirectCursor;

ShardDirectState *shard_direct_state(ShardBackendStmt *inner);
SQLRETURN shard_direct_set(const ShardDirectState *state, SQLINTEGER attribute,
                           gconstpointer value);
/* Before a fetch: what may be set otherwise than it was at execute, SQL_ATTR_RETRIEVE_DATA. */
void shard_direct_follow(const ShardDirectState *state, const ShardStmt *statement);

/* The real driver's records of a call that returned rc, in *error; gives rc back. */
SQLRETURN shard_direct_report(ShardDirectCursor *self, SQLRETURN rc, GError **error);

/* Brings the inner statement's rowset attributes and bindings to the application's. */
SQLRETURN shard_direct_bind(ShardDirectCursor *self, const ShardRowset *rowset, GError **error);
/* Binds the one row of the application's buffers; the driver has a rowset of one row then. */
SQLRETURN shard_direct_bind_row(ShardDirectCursor *self, SQLULEN row, GError **error);
/* Puts the application's row into place at of the columns that go through buffers of ours. */
gboolean shard_direct_take(ShardDirectCursor *self, SQLULEN row, SQLULEN at, GError **error);
/* Takes all bindings back. */
void shard_direct_unbind(ShardDirectCursor *self);
/* Behind a fetch that returned rc: gives the columns of n_rows that go through buffers of ours. */
SQLRETURN shard_direct_give(ShardDirectCursor *self, const ShardRowset *rowset, SQLULEN n_rows,
                            SQLRETURN rc);

/* One row of the application's, from place at of buffers of ours. */
SQLRETURN shard_direct_give_row(ShardDirectCursor *self, SQLULEN row, SQLULEN at);

/* Is the connection under the inner statement still open?  08S01 if not: its handle is gone. */
gboolean shard_direct_is_alive(ShardDirectCursor *self, GError **error);
/* Moves the driver to the row of that number, alone; SQL_NO_DATA: there is none. */
SQLRETURN shard_direct_move_to(ShardDirectCursor *self, gint64 number, GError **error);
/* … to the current row of a block. */
SQLRETURN shard_direct_move(ShardDirectCursor *self, GError **error);
ShardCursorSetPosition shard_direct_set_position;
SQLRETURN shard_direct_bulk(ShardCursor *base, SQLSMALLINT operation, GError **error);

/* SQLGetData of the real driver. */
SQLRETURN shard_direct_get(ShardDirectCursor *self, guint column, const ShardTarget *target);
/* Does SQLGetData of this column and type read text that is converted here? */
gboolean shard_direct_is_text(ShardDirectCursor *self, guint column, const ShardTarget *target);
/* Reads a whole column as UTF-8 into self->text; gives the next piece of it. */
SQLRETURN shard_direct_read(ShardDirectCursor *self, guint column, GError **error);
SQLRETURN shard_direct_give_text(ShardDirectCursor *self, guint column, const ShardTarget *target,
                                 ShardPieces *pieces, GError **error);
