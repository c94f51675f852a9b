/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * java-hash.h - Object.hashCode() of the Java value that a ShardValue stands for.
 *
 *   integer 5 -> 5, string "5" -> 53, long -5 -> 4, decimal 1 -> 31, decimal 1.0 -> 311
 */
#pragma once

#include "router/base/value.h"

#include <glib.h>

/* zone not NULL: date, time and timestamp are java.sql's (hashed by their milliseconds in that
 * zone), else java.time's.  FALSE for kinds that have no hash by value (bytes, unknown) and for
 * text that is no UTF-8. */
gboolean shard_java_hash(const ShardValue *value, GTimeZone *zone, gint32 *out_hash);

/* Of text alone, over its UTF-16 units; FALSE if it is no UTF-8. */
gboolean shard_java_hash_text(const char *text, gsize size, gint32 *out_hash);
