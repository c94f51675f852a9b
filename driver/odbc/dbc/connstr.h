/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * connstr.h - connection strings and DSNs -> settings, and back.
 *
 *   DSN=shop;UID=anna;PWD={a;b}}c}
 *
 * Keywords are case-blind, the first of two equal ones counts, and what the string says wins over
 * the DSN's section in odbc.ini.  Keywords of ours are those of odbcinst/keywords.def; of the
 * others all are handed on to every shard but those that would send every shard to one and the same
 * database (Server, Database, Port …).
 */
#pragma once

#include "driver/executor/settings.h"
#include "router/base/error.h"

typedef struct _ShardConnStr ShardConnStr;

/* Reads text (NULL: empty).  HY000 with the place when it can't be read. */
ShardConnStr *shard_connstr_parse(const char *text, GError **error);
void shard_connstr_free(ShardConnStr *self); /* accepts NULL; wipes passwords */

/* Sets a keyword (an earlier value is replaced); value NULL: nothing. */
void shard_connstr_set(ShardConnStr *self, const char *keyword, const char *value);
/* NULL if not there. */
const char *shard_connstr_get(const ShardConnStr *self, const char *keyword);

/* The string again, every value quoted where it must be.  (transfer full) */
char *shard_connstr_to_text(const ShardConnStr *self);

/* Adds what the DSN's section in odbc.ini says and the string doesn't. */
void shard_connstr_add_dsn(ShardConnStr *self);

/* *out_warnings: 01S00 for values that aren't understood (transfer full), or NULL.  NULL: 08001, no
 * rules file named. */
ShardSettings *shard_connstr_settings(const ShardConnStr *self, GError **out_warnings,
                                      GError **error);

/* Appends keyword=value; to text, the value in {} where it must be. */
void shard_connstr_append(GString *text, const char *keyword, const char *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardConnStr, shard_connstr_free)
