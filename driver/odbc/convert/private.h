/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h - what the files of this folder share.
 *
 * A conversion is one cell of convert.c's table: a function that takes the whole call, writes the
 * application's buffer and indicators, and returns the ODBC code.  Writing goes through the emit
 * functions, which alone know of lengths, indicators, parts and truncation.
 */
#pragma once

#include "driver/odbc/convert/convert.h"

#include <string.h>

typedef struct {
    const ShardValue *value;
    const ShardColumn *column; /* may be NULL */
    ShardDialect dialect;
    const ShardTarget *target;
    ShardPieces *pieces; /* NULL: a bound column */
    GError **error;
} ShardConversion;

typedef SQLRETURN (*ShardConverter)(const ShardConversion *self);

/* The families of C types: one column of the table each. */
typedef enum {
    SHARD_C_TEXT,
    SHARD_C_WIDE,
    SHARD_C_BYTES,
    SHARD_C_BIT,
    SHARD_C_INTEGER,
    SHARD_C_REAL,
    SHARD_C_NUMERIC,
    SHARD_C_DATE,
    SHARD_C_TIME,
    SHARD_C_TIMESTAMP,
    SHARD_C_GUID,
    SHARD_C_INTERVAL,
    SHARD_C_N_FAMILIES
} ShardCFamily;

typedef struct {
    SQLSMALLINT c_type;
    ShardCFamily family;
    guint8 size; /* 0: the application says */
    gboolean is_signed;
} ShardCType;

/* NULL: no C type. */
const ShardCType *shard_c_type_find(SQLSMALLINT c_type);

/* convert.c: endings. */
SQLRETURN shard_convert_fail(const ShardConversion *self, const char *sqlstate, const char *text);
SQLRETURN shard_convert_warn(const ShardConversion *self, const char *sqlstate, const char *text);
/* 07006: no such conversion. */
SQLRETURN shard_convert_never(const ShardConversion *self);
/* 22018: the text is no literal of that type. */
SQLRETURN shard_convert_no_literal(const ShardConversion *self);
SQLRETURN shard_convert_out_of_range(const ShardConversion *self);
SQLRETURN shard_convert_truncated(const ShardConversion *self);          /* 01004 */
SQLRETURN shard_convert_fraction_truncated(const ShardConversion *self); /* 01S07 */

/* NULL; 22002 without an indicator. */
SQLRETURN shard_convert_null(const ShardConversion *self);
/* Writes a value of fixed size and its length. */
SQLRETURN shard_emit_fixed(const ShardConversion *self, const void *bytes, gsize size);
/* Sets length and indicator. */
void shard_emit_length(const ShardConversion *self, gsize length);

/* text.c */
SQLRETURN shard_emit_text(const ShardConversion *self, const char *data, gsize size);
SQLRETURN shard_emit_wide(const ShardConversion *self, const char *data, gsize size);

/* Room for any value that isn't text itself. */
#define SHARD_SCRATCH 512
/* The value as text that the brand's driver would print; borrowed from the value or made in
 * scratch. */
const char *shard_convert_print(const ShardConversion *self, char scratch[SHARD_SCRATCH],
                                gsize *out_size);

SQLRETURN shard_text_from_string(const ShardConversion *self);
SQLRETURN shard_text_from_scalar(const ShardConversion *self);
SQLRETURN shard_text_from_bytes(const ShardConversion *self);
SQLRETURN shard_wide_from_string(const ShardConversion *self);
SQLRETURN shard_wide_from_scalar(const ShardConversion *self);
SQLRETURN shard_wide_from_bytes(const ShardConversion *self);

/* number.c */
SQLRETURN shard_integer_from_number(const ShardConversion *self);
SQLRETURN shard_bit_from_number(const ShardConversion *self);
SQLRETURN shard_real_from_number(const ShardConversion *self);
SQLRETURN shard_numeric_from_number(const ShardConversion *self);

/* A number cut to its integer part. */
typedef struct {
    gboolean negative;
    guint64 magnitude;
    gboolean has_fraction; /* something other than zero was cut off */
    gboolean overflow;
} ShardWhole;

typedef enum { SHARD_READ_OK, SHARD_READ_NO_NUMBER, SHARD_READ_RANGE } ShardRead;

/* Any numeric or text value. */
ShardRead shard_convert_read_whole(const ShardValue *value, ShardWhole *out_whole);
ShardRead shard_convert_read_double(const ShardValue *value, double *out_number);

/* time.c */
SQLRETURN shard_date_from_time(const ShardConversion *self);
SQLRETURN shard_time_from_time(const ShardConversion *self);
SQLRETURN shard_timestamp_from_time(const ShardConversion *self);

/* A date, time or timestamp written as text; *out_kind is DATE, TIME or TIMESTAMP. */
gboolean shard_convert_read_time(const char *text, gsize size, ShardTime *out_time,
                                 ShardValueKind *out_kind);

/* binary.c */
SQLRETURN shard_bytes_from_string(const ShardConversion *self);
SQLRETURN shard_bytes_from_scalar(const ShardConversion *self);
SQLRETURN shard_guid_from_uuid(const ShardConversion *self);
SQLRETURN shard_guid_from_string(const ShardConversion *self);
gboolean shard_convert_read_uuid(const char *text, gsize size, guint8 out_uuid[16]);

/* interval.c */
SQLRETURN shard_interval_from_string(const ShardConversion *self);
SQLRETURN shard_interval_from_number(const ShardConversion *self);
