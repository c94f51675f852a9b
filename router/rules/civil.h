/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * civil.h - calendar arithmetic on ShardTime, as java.time and java.sql do it.
 */
#pragma once

#include "router/base/value.h"

#include <glib.h>

/* Days since 1970-01-01 in the proleptic Gregorian calendar, and back. */
gint64 shard_civil_days(gint64 year, guint month, guint day);
void shard_civil_from_days(gint64 days, ShardTime *out_date); /* sets year, month, day */
guint shard_civil_month_length(gint64 year, guint month);

/* Seconds since 1970-01-01 00:00:00 of the local time, no zone; and back (nanosecond set to 0). */
gint64 shard_civil_seconds(const ShardTime *time);
void shard_civil_from_seconds(gint64 seconds, ShardTime *out_time);

/* Adds months and clips the day to the month's length, as java.time's plusMonths. */
void shard_civil_add_months(ShardTime *time, gint64 months);

/* -1, 0, 1 by date, clock and nanosecond. */
int shard_civil_compare(const ShardTime *a, const ShardTime *b);

/* Milliseconds since the epoch of a local time in a zone, as java.sql.Timestamp.valueOf: in a gap
 * and in an overlap the standard offset counts, and before 1582-10-15 the Julian calendar. */
gint64 shard_civil_epoch_ms(const ShardTime *time, GTimeZone *zone);
/* The local time in a zone at that instant. */
void shard_civil_from_epoch_ms(gint64 ms, GTimeZone *zone, ShardTime *out_time);

/* What a text of a date, time or timestamp holds. */
typedef struct {
    ShardTime time;
    gboolean has_date, has_time, has_offset;
} ShardTimeText;

/* Reads YYYY-MM-DD, HH:MM[:SS[.fraction]], both with ' ' or 'T' between, then Z or [+-]HH[:MM];
 * at most nine digits of fraction count (more only if they are 0).  FALSE for anything else, dates
 * that don't exist included. */
gboolean shard_civil_parse(const char *text, gsize size, ShardTimeText *out);
