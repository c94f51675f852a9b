/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * time.h - dates and times compared by value.
 */
#pragma once

#include "router/base/value.h"

/* Makes the form that compares: text that stands for a date or time (infinity, "0044-03-15 BC",
 * "12024-01-01", "-838:59:59") becomes one, and a TIME is counted in seconds (kept in year), since
 * MariaDB's may be negative or longer than a day.  Other text stays as it is. */
void shard_time_normalize(ShardValue *value);

/* Normalized values; those with an offset by the instant that they mean. */
int shard_time_compare(const ShardValue *a, const ShardValue *b);
guint64 shard_time_hash(const ShardValue *value);

/* Does psqlodbc give this (normalized) date as it is?  It leaves BC out, and has no years beyond
 * 9999 and no infinity. */
gboolean shard_time_is_shown(const ShardValue *value);
