/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * convert.h - values to application buffers and back: one table [value kind][C type].
 *
 * Rules: ODBC 3.8 appendix D ("Converting Data from SQL to C", "… from C to SQL").  Text that an
 * application reads from a number or date is what the brand's real driver prints.
 */
#pragma once

#include "driver/executor/backend/stmt.h"

/* Where an application wants a value. */
typedef struct {
    SQLSMALLINT c_type; /* SQL_C_DEFAULT is resolved by shard_convert_default() first */
    SQLPOINTER buffer;  /* NULL: only the indicator */
    SQLLEN buffer_length;
    SQLLEN *octet_length; /* may be NULL */
    SQLLEN *indicator;    /* may be NULL; often the same as octet_length */
    /* SQL_C_NUMERIC: of the number.  Intervals: precision is that of the seconds' fraction, scale
     * that of the leading field.  -1: not set by the application. */
    SQLSMALLINT precision, scale;
} ShardTarget;

/* How far SQLGetData has read one column; zeroed before the first call. */
typedef struct {
    gsize offset; /* into the source bytes, or digits for bytes that are read as hexadecimal text */
    gboolean started, finished;
    gsize remaining; /* wide text: UTF-16 units not yet given, once started */
    guint16
        low_surrogate; /* wide text: the second half of a pair that a part ended within; 0 none */
} ShardPieces;

/* The C type that SQL_C_DEFAULT means for a column. */
SQLSMALLINT shard_convert_default(const ShardColumn *column, gboolean wide);

/* SQL_SUCCESS; SQL_SUCCESS_WITH_INFO with the warning in *error (01004, 01S07 …); SQL_NO_DATA
 * (pieces: nothing left); SQL_ERROR (22002, 22003, 07006, 22018 …).  pieces NULL: a bound column.
 */
SQLRETURN shard_convert_out(const ShardValue *value, const ShardColumn *column,
                            ShardDialect dialect, const ShardTarget *target, ShardPieces *pieces,
                            GError **error);

/* Gives a value as that C type if it is of the type's own kind and fits whole, and sets
 * *out_length; FALSE: nothing is done, though the buffer may have been written to.  NULL for C
 * types, and columns, that have nothing quick; column may be NULL.  (quick.c) */
typedef gboolean (*ShardQuickConvert)(const ShardValue *value, char *buffer, SQLLEN room,
                                      SQLLEN *out_length);
ShardQuickConvert shard_convert_quick(SQLSMALLINT c_type, const ShardColumn *column);

/* A parameter's value, for routing: text borrowed from the application where it is UTF-8, else made
 * in the arena.  data-at-execution gives SHARD_VALUE_UNKNOWN, SQL_DEFAULT_PARAM too. */
gboolean shard_convert_in(const ShardBinding *binding, ShardArena *arena, ShardValue *out_value,
                          GError **error);

/* Bytes of one element of a C type; 0 for character and binary ones (their buffer_length counts).
 */
gsize shard_convert_c_size(SQLSMALLINT c_type);
gboolean shard_convert_is_c_type(SQLSMALLINT c_type);
