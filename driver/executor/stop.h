/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stop.h - why something ends early.
 *
 * A call of the application's has a number, and a cancel or an expired timeout names the one that
 * it ends: one that comes late ends no other.
 */
#pragma once

#include <glib.h>

#include <stdatomic.h>

typedef enum {
    SHARD_STOP_NO,
    SHARD_STOP_FAILURE, /* a lane failed */
    SHARD_STOP_CANCEL,  /* the application's SQLCancel */
    SHARD_STOP_TIMEOUT
} ShardStop;

typedef struct {
    _Atomic guint64 number;             /* odd: a call is under way; its thread sets it */
    _Atomic guint64 cancelled, expired; /* the call that shall end; any thread sets it */
} ShardCall;

/* Shall the call that is under way end? */
static inline ShardStop
shard_call_stop(const ShardCall *self)
{
    guint64 number = atomic_load_explicit(&self->number, memory_order_relaxed);

    if (atomic_load_explicit(&self->cancelled, memory_order_relaxed) == number && number % 2 == 1)
        return SHARD_STOP_CANCEL;
    if (atomic_load_explicit(&self->expired, memory_order_relaxed) == number && number % 2 == 1)
        return SHARD_STOP_TIMEOUT;
    return SHARD_STOP_NO;
}

/* HY008, or HYT00 of a timeout; what a shard said, in cause, is kept.  cause is taken, or NULL. */
GError *shard_stopped_error(ShardStop reason, GError *cause);
