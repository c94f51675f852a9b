/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * slots.h - a line of half-open slots of time, each with the suffix of its target.
 */
#pragma once

#include "router/base/value.h"
#include "router/rules/java-pattern.h"

#include <glib.h>

/* More slots than this are surely a slip. */
#define SHARD_MAX_SLOTS 200000

typedef struct {
    ShardTime *starts; /* n + 1: the last is the end of the last slot */
    char **suffixes;   /* n */
    guint n;
} ShardSlots;

/* The slot that holds the time; -1: none. */
gint shard_slots_find(const ShardSlots *self, const ShardTime *time);
void shard_slots_clear(ShardSlots *self);

/* Slots [first, last] that a range touches; FALSE: none.  NULL bounds are open ends; an upper bound
 * that is not part of the range doesn't touch a slot that starts with it. */
gboolean shard_slots_span(const ShardSlots *self, const ShardTime *lower, const ShardTime *upper,
                          gboolean upper_closed, guint *out_first, guint *out_last);
