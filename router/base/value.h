/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * value.h - one SQL scalar: what a key is placed by, and what a merged cell holds.
 *
 * A value is a small struct passed by pointer.  It never owns memory: text and bytes are borrowed
 * from whoever made it (an application's buffer, a token, a batch, an arena), and stay valid as
 * that source says.  shard_value_copy() moves them into an arena.
 */
#pragma once

#include "router/base/arena.h"

#include <glib.h>

typedef enum {
    SHARD_VALUE_NULL,
    SHARD_VALUE_BOOLEAN,     /* i: 0 or 1 */
    SHARD_VALUE_INTEGER,     /* i: fits 32 bits (Java's Integer) */
    SHARD_VALUE_LONG,        /* i: 64 bits (Java's Long) */
    SHARD_VALUE_UNSIGNED,    /* u: unsigned 64 bits (MariaDB's BIGINT UNSIGNED) */
    SHARD_VALUE_BIG_INTEGER, /* text: optional '-', digits (Java's BigInteger) */
    SHARD_VALUE_DECIMAL,     /* text: optional '-', digits, optional '.' digits; its scale counts.
                                An exponent (1E+3) is allowed on input */
    SHARD_VALUE_FLOAT,       /* d, was a 32-bit float */
    SHARD_VALUE_DOUBLE,      /* d */
    SHARD_VALUE_STRING,      /* text: UTF-8, may hold NUL */
    SHARD_VALUE_BYTES,       /* text: any bytes */
    SHARD_VALUE_DATE,        /* time: year..day */
    SHARD_VALUE_TIME,        /* time: hour..nanosecond */
    SHARD_VALUE_TIMESTAMP,   /* time: all but offset; no zone */
    SHARD_VALUE_OFFSET_TIMESTAMP, /* time: all; local time at that offset */
    SHARD_VALUE_UUID,             /* uuid: 16 bytes in text order */
    SHARD_VALUE_UNKNOWN /* there is a value, but it can't be known (not yet, or not by us) */
} ShardValueKind;

typedef struct {
    gint32 year;
    guint8 month, day, hour, minute, second;
    guint32 nanosecond;
    gint32 offset; /* seconds east of UTC */
} ShardTime;

typedef struct {
    ShardValueKind kind;
    union {
        gint64 i;
        guint64 u;
        double d;
        struct {
            const char *data;
            gsize size; /* bytes */
        } text;
        ShardTime time;
        guint8 uuid[16];
    };
} ShardValue;

#define SHARD_VALUE_INIT_NULL ((ShardValue){.kind = SHARD_VALUE_NULL})

/* Makers; text is borrowed (size -1: up to the NUL). */
ShardValue shard_value_long(gint64 value);
ShardValue shard_value_string(const char *text, gssize size);
ShardValue shard_value_decimal(const char *text, gssize size);

/* Is it one of the kinds whose value is text, or bytes, of some size? */
gboolean shard_value_has_text(const ShardValue *self);

/* The same value with its text copied into the arena. */
ShardValue shard_value_copy(const ShardValue *self, ShardArena *arena);

/* Same kind and same bytes, numbers by value inside one kind; NULL equals NULL.  This is identity
 * for caches and tests, not SQL equality. */
gboolean shard_value_identical(const ShardValue *a, const ShardValue *b);
guint shard_value_hash(const ShardValue *self);

/* Text as Java's toString() gives it for the kind (long 5, decimal 1.50, double 1.0E7, date
 * 2024-01-15, lower-case UUID), but times as SQL writes them (2024-01-15 10:20:30.5, no fraction
 * for a whole second) and bytes in hex.  NULL gives "null".  Constant, or in the arena. */
const char *shard_value_to_text(const ShardValue *self, ShardArena *arena);

/* "long", "string", …: the word used for value-type in a rules file and in messages. */
const char *shard_value_kind_name(ShardValueKind kind);
