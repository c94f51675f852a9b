/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * convert.h - values to application buffers and back: one table [value kind][C type].
 *
 * Rules: ODBC 3.8 appendix D ("Converting Data from SQL to C", "… from C to SQL").  Text that an
 * application reads from a number or date is what the brand's real driver prints.
 */
#pragma once

#include "driver/executor/backend-stmt.h"

/* Where an application wants a value. */
typedef struct {
    SQLSMALLINT c_type; /* SQL_C_DEFAULT is resolved by shard_convert_default() first */
    SQLPOINTER buffer;  /* NULL: only the indicator */
    SQLLEN buffer_length;
    SQLLEN *octet_length; /* may be NULL */
    SQLLEN *indicator;    /* may be NULL; often the same as octet_length */
    SQLSMALLINT precision, scale; /* SQL_C_NUMERIC, intervals; -1: default */
} ShardTarget;

/* How far SQLGetData has read one column; zeroed before the first call. */
typedef struct {
    gsize offset; /* in bytes (characters: in units of the C type's converted text) */
    gboolean started, finished;
} ShardPieces;

/* The C type that SQL_C_DEFAULT means for a column. */
SQLSMALLINT shard_convert_default(const ShardColumn *column, gboolean wide);

/* SQL_SUCCESS; SQL_SUCCESS_WITH_INFO with the warning in *error (01004, 01S07 …); SQL_NO_DATA
 * (pieces: nothing left); SQL_ERROR (22002, 22003, 07006, 22018 …).  pieces NULL: a bound column. */
SQLRETURN shard_convert_out(const ShardValue *value, const ShardColumn *column,
                            ShardDialect dialect, const ShardTarget *target, ShardPieces *pieces,
                            GError **error);

/* A parameter's value, for routing: text borrowed from the application where it is UTF-8, else made
 * in the arena.  data-at-execution gives SHARD_VALUE_UNKNOWN, SQL_DEFAULT_PARAM too. */
gboolean shard_convert_in(const ShardBinding *binding, ShardArena *arena, ShardValue *out_value,
                          GError **error);

/* Bytes of one element of a C type; 0 for character and binary ones (their buffer_length counts). */
gsize shard_convert_c_size(SQLSMALLINT c_type);
gboolean shard_convert_is_c_type(SQLSMALLINT c_type);
