/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * identifier.h - SQL names per brand: fold, unquote, quote, compare.
 */
#pragma once

#include <glib.h>

typedef enum {
    SHARD_DIALECT_UNKNOWN,
    SHARD_DIALECT_POSTGRESQL,
    SHARD_DIALECT_MYSQL, /* MariaDB too */
    SHARD_DIALECT_SQLITE
} ShardDialect;

/* "postgresql", "mysql", "sqlite" (any case), else UNKNOWN. */
ShardDialect shard_dialect_parse(const char *name);
const char *shard_dialect_name(ShardDialect dialect);
/* The quote that the brand prefers for names: '"' or '`'. */
char shard_dialect_quote(ShardDialect dialect);

/* The name that a token means: quotes removed and doubled ones undone; *out_quoted tells whether it
 * was quoted.  Unquoted names are folded to lower case for PostgreSQL and left as they are for the
 * other brands.  (transfer full) */
char *shard_identifier_from_token(ShardDialect dialect, const char *token, gsize size,
                                  gboolean *out_quoted);

/* Appends the name in quotes, inner quotes doubled. */
void shard_identifier_quote(GString *out, ShardDialect dialect, const char *name);

/* Appends the name as it can be written at a place where the original token had quote (0: none):
 * with the same quote if there was one, else bare if the brand reads it back unchanged as a name
 * (not reserved, right case and characters), else quoted. */
void shard_identifier_append(GString *out, ShardDialect dialect, const char *name, char quote);

/* Unquoted names of PostgreSQL are folded already; the other brands compare case-blind (ASCII). */
gboolean shard_identifier_equal_fold(const char *a, const char *b);

/* An index's or constraint's name: "t_0_pkey" of actual table t_0 of t is "t_pkey"; and "ix_t_0",
 * if objects have that ending from us, as those of sharded tables: "ix".  (transfer full) */
char *shard_object_name_fold(const char *object, const char *actual, const char *logical,
                             gboolean has_ending);
