/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * functions.h - what is known of functions by their names, per dialect.
 *
 * Names are looked up case-blind.  A function that is in no table is taken for an ordinary one:
 * same arguments, same result.
 */
#pragma once

#include "router/base/identifier.h"

#include <glib.h>

enum {
    SHARD_FUNCTION_AGGREGATE = 1,
    SHARD_FUNCTION_VOLATILE = 2,     /* another result at each call: random(), uuid() */
    SHARD_FUNCTION_NOW = 4,          /* the time of the statement: now(), CURRENT_DATE */
    SHARD_FUNCTION_SESSION = 8,      /* bound to one connection: nextval, GET_LOCK, CONNECTION_ID */
    SHARD_FUNCTION_LAST_INSERT = 16, /* LAST_INSERT_ID, lastval, changes */
    SHARD_FUNCTION_WINDOW_ONLY = 32, /* row_number(), rank() … */
    SHARD_FUNCTION_LAST_STATEMENT = 64 /* FOUND_ROWS, ROW_COUNT: of the statement before */
};

/* The flags above that name has; 0: nothing special is known. */
guint shard_function_flags(ShardDialect dialect, const char *name);
/* Is it one of those of a database that have no effects?  One that isn't may be a user's own, and
 * do anything. */
gboolean shard_function_is_plain(const char *name);
