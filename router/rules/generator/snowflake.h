/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * snowflake.h - the arithmetic of SNOWFLAKE, apart from clock and locks so that it can be tested.
 *
 *   bits 62-22 milliseconds since the epoch, 21-12 worker, 11-0 sequence
 */
#pragma once

#include <glib.h>

#define SHARD_SNOWFLAKE_EPOCH_UTC G_GINT64_CONSTANT(1477958400000) /* 2016-11-01 00:00:00 UTC */
#define SHARD_SNOWFLAKE_MAX_WORKER 1023
#define SHARD_SNOWFLAKE_MAX_SEQUENCE 4095

typedef struct {
    gint64 epoch;
    gint64 worker;
    gint64 max_vibration; /* the first sequence of each new millisecond cycles 0..max */
    gint64 tolerance;     /* milliseconds that the clock may go back */
    gint64 last;
    gint64 sequence;
    gint64 vibration;
} ShardSnowflake;

typedef enum {
    SHARD_SNOWFLAKE_OK,
    SHARD_SNOWFLAKE_WAIT,      /* ask again with a later time */
    SHARD_SNOWFLAKE_BACKWARDS, /* the clock went back too far */
    SHARD_SNOWFLAKE_OVERFLOW   /* before the epoch, or 41 bits are used up */
} ShardSnowflakeStep;

/* One step at that time. */
ShardSnowflakeStep shard_snowflake_next(ShardSnowflake *self, gint64 now, gint64 *out_id);
