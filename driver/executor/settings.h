/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * settings.h - what a connection string or DSN says, read.
 *
 * The keywords are those of odbcinst/keywords.def; the ODBC face fills this in.
 */
#pragma once

#include "router/plan/router.h"

#include <glib.h>

typedef struct {
    char *rules_path;
    char *uid, *pwd;         /* NULL: none */
    gboolean connect_all;    /* Connect=all */
    char *log;               /* file, "syslog" or NULL */
    guint log_level;         /* 0 off, 1 error, 2 slow, 3 sql */
    gboolean log_json;       /* LogFormat=json */
    gboolean log_parameters; /* literals and parameters aren't masked */
    guint slow_ms;           /* LogLevel=slow: from so many milliseconds on */
    gboolean hints;
    gboolean two_phase;              /* Transaction=2pc */
    gboolean pool_transaction;       /* PoolMode=transaction */
    guint max_connections_per_shard; /* 0: default */
    gsize merge_memory;              /* bytes */
    ShardAnswerLimits limits;        /* GatherRows (0: none), GatherMemory */
    gboolean weak;                   /* Consistency=weak */
    guint lock_timeout;              /* seconds; 0: the shards' own */
    guint answer_timeout;            /* seconds; 0: none */
    gboolean trust_collation;
    char *state;     /* folder */
    char *catalog;   /* Database: the logical catalog's name */
    char *handed_on; /* "Key=value;…" for every shard's connection string; never NULL */
} ShardSettings;

ShardSettings *shard_settings_new(void); /* with the defaults */
ShardSettings *shard_settings_copy(const ShardSettings *from);
void shard_settings_free(ShardSettings *self); /* accepts NULL; wipes the password */

/* The folder that State names, or under the user's state folder when it is NULL or ""; (transfer
 * full). */
char *shard_state_folder(const char *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardSettings, shard_settings_free)
