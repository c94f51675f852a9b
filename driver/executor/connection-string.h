/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * connection-string.h - "Key=value;Key={value};…": read, change, and make a shard's.
 */
#pragma once

#include "driver/executor/settings.h"
#include "router/rules/rules.h"

#include <glib.h>

/* The value of a key (case-blind), without its braces; NULL: not there.  (transfer full) */
char *shard_connection_string_get(const char *text, const char *key);

/* Adds key=value; the value is put in braces where it needs them. */
void shard_connection_string_append(GString *out, const char *key, const char *value);

/* What SQLDriverConnect of a shard's driver gets: its DSN or connection, user and password, the
 * keywords that are handed on, and what a brand needs.  login_timeout in seconds, 0 none;
 * streaming: its driver shall not keep whole results.  (transfer full); holds a password. */
char *shard_connection_string_for(const ShardDataSource *shard, const ShardSettings *settings,
                                  ShardDialect dialect, guint login_timeout, gboolean streaming);

/* Is a name one letter off the keyword (more, less, other; case doesn't count)?  It may be a slip.
 */
gboolean shard_keyword_is_like(const char *name, const char *keyword);
