/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * recover.h - finishing what processes that are gone have prepared.
 */
#pragma once

#include "driver/executor/settings.h"

typedef enum {
    SHARD_RECOVER_LIST,    /* only tell */
    SHARD_RECOVER_FINISH,  /* commit what was decided, roll back the rest; unknown ones stay */
    SHARD_RECOVER_COMMIT,  /* and commit those of this folder whose end nobody can tell */
    SHARD_RECOVER_ROLLBACK /* or roll them back */
} ShardRecoverMode;

typedef enum {
    SHARD_DOUBT_IN_USE,     /* its process lives */
    SHARD_DOUBT_UNKNOWN,    /* its log is lost */
    SHARD_DOUBT_UNREADABLE, /* its log can't be read by us, or now */
    /* Behind here, logs are kept until it has ended. */
    SHARD_DOUBT_DAMAGED, /* its log is, and may have said what to do */
    SHARD_DOUBT_COMMIT,
    SHARD_DOUBT_ROLLBACK,
    SHARD_DOUBT_ASK,    /* a shard has decided that can't say now how; problem tells why */
    SHARD_DOUBT_FORGOT, /* and never will be able to */
    SHARD_DOUBT_FOREIGN /* of another state folder: never touched */
} ShardDoubtDecision;

typedef struct {
    char *shard, *name;
    ShardDoubtDecision decision;
    gboolean finished;
    char *problem; /* NULL: none */
} ShardDoubt;

/* Asks every shard of the rules; ShardDoubt per prepared transaction of this state folder, and one
 * with name NULL per shard that can't be asked.  (transfer full) */
GPtrArray *shard_recover(const ShardSettings *settings, ShardRecoverMode mode, GError **error);

/* What the tool asks for besides. */
typedef struct {
    ShardRecoverMode mode;
    const char *id;        /* of a state folder that is lost, instead of the settings' one; NULL */
    gboolean with_foreign; /* tell those of other folders, too */
} ShardRecoverWish;
GPtrArray *shard_recover_wish(const ShardSettings *settings, const ShardRecoverWish *wish,
                              GError **error);

/* When a session opens: if processes have died with open transactions, finishes them on a thread of
 * its own.  Without any, costs a look into the folder. */
void shard_recover_start(const ShardSettings *settings);
