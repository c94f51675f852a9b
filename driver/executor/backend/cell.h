/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * cell.h - how a column is fetched from a shard's driver, and what value a fetched cell is.
 *
 * A column is bound in a C type from which every other one can be served later without loss:
 * integers as 64 bits, decimals and dates as text, doubles, timestamps as structs, bytes,
 * and UTF-8 for the rest.  SQLite's columns are text, since its driver converts silently and a
 * column may hold anything.
 */
#pragma once

#include "driver/executor/backend/driver-library.h"
#include "driver/merge/stream.h"

typedef enum {
    SHARD_CELL_INTEGER,
    SHARD_CELL_UNSIGNED,
    SHARD_CELL_FLOAT,
    SHARD_CELL_DOUBLE,
    SHARD_CELL_BIT,
    SHARD_CELL_CALENDAR_STRUCT, /* a timestamp whose infinite values are years at the ends */
    SHARD_CELL_TIMESTAMP_STRUCT,
    SHARD_CELL_DATE_STRUCT,
    SHARD_CELL_DATE_TEXT,
    SHARD_CELL_TIME_TEXT,
    SHARD_CELL_TIMESTAMP_TEXT,
    SHARD_CELL_DECIMAL_TEXT,
    SHARD_CELL_UUID_TEXT,
    SHARD_CELL_NUMBER_TEXT, /* SQLite: an integer when it reads as one, else text */
    SHARD_CELL_TEXT,
    SHARD_CELL_BYTES,
    SHARD_CELL_BLOB_TEXT /* SQLite: bytes where it reads X'00FF', else text */
} ShardCellKind;

ShardCellKind shard_cell_kind(const ShardColumn *column, ShardDialect dialect);
SQLSMALLINT shard_cell_c_type(ShardCellKind kind);
/* Bytes of a first buffer for it; text and bytes may turn out longer. */
gsize shard_cell_buffer_size(ShardCellKind kind, const ShardColumn *column);
/* Is the cell a text or bytes of any length? */
gboolean shard_cell_is_variable(ShardCellKind kind);

/* As what a cell of a struct kind is read when the struct can't tell. */
ShardCellKind shard_cell_text_kind(ShardCellKind kind);

/* MariaDB's driver says NULL of a zero date, too, but clears the struct then; at a NULL it leaves
 * the struct as it was.  So a bound buffer is marked before it is used, and again when a zero date
 * was in it; FALSE: fetch the cell again as shard_cell_text_kind(). */
void shard_cell_mark(char *buffer, gsize size);
gboolean shard_cell_is_certainly_null(ShardCellKind kind, const char *buffer);

/* The value of a fetched cell that isn't NULL.  Text and bytes are borrowed from data.  FALSE: the
 * struct can't tell (PostgreSQL's infinite dates), fetch the cell again as
 * shard_cell_text_kind(). */
typedef gboolean (*ShardCellReader)(char *data, gsize size, ShardValue *out);
ShardCellReader shard_cell_reader(ShardCellKind kind);
