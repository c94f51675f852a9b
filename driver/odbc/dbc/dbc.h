/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * dbc.h - the connection handle: connect, attributes, transactions, and the lock of the work.
 *
 * Attributes are kept logically, before and after connect; the session brings them to each shard
 * that it opens.  The work lock is that of all statements and descriptors (handle.h); whatever uses
 * the session holds it.
 */
#pragma once

#include "driver/executor/log.h"
#include "driver/executor/session.h"
#include "driver/odbc/dbc/connstr.h"
#include "driver/odbc/env.h"
#include "driver/odbc/sharding/hints.h"
#include "driver/odbc/stmt/prepared-cache.h"
#include "driver/odbc/sharding/set-sharding.h"

typedef struct {
    SQLINTEGER attribute;
    SQLPOINTER value;
    gboolean is_text; /* which is owned; else a number */
} ShardDbcCustom;
void shard_dbc_custom_clear(gpointer custom);

typedef struct _ShardDbc {
    ShardHandle head;
    ShardEnv *env;
    pthread_mutex_t work;
    GPtrArray *statements;  /* ShardStmt */
    GPtrArray *descriptors; /* explicit ShardDesc */
    gboolean connected;
    gboolean wide; /* connected through a wide entry point */
    char *dsn;     /* never NULL */
    gboolean dialect_known;
    ShardDialect dialect;
    ShardSettings *settings;
    ShardSession *session;
    ShardLog *log;  /* NULL: nothing is logged */
    char *log_name; /* what the log calls this connection */
    ShardHintTexts hints;
    ShardChoices choices;
    gint64 rules_looked_at;       /* in this second */
    ShardPreparedCache *prepared; /* texts seen lately; NULL none yet */

    SQLULEN access_mode, autocommit, connection_timeout, login_timeout, metadata_id, odbc_cursors;
    SQLULEN packet_size, txn_isolation; /* txn_isolation 0: the shards' own */
    SQLULEN async_enable, ansi_app;
    SQLPOINTER quiet_mode;
    char *catalog;
    GArray *custom; /* ShardDbcCustom: the shard drivers' own attributes, set before connect */
    SQLULEN *statement_defaults;    /* set on the connection for statements to come; NULL none */
    ShardHintTexts statement_hints; /* the same */
    guint cursor_names;             /* counts the names made for statements */
    GString *browse;                /* SQLBrowseConnect: what was said so far; NULL none */
} ShardDbc;

ShardDbc *shard_dbc_new(ShardEnv *env);
SQLRETURN shard_dbc_free(ShardDbc *self, GError **error); /* HY010 while connected */

SQLRETURN shard_dbc_connect(ShardDbc *self, const char *dsn, const char *uid, const char *pwd,
                            GError **error);
/* *out_text: the complete string (transfer full). */
SQLRETURN shard_dbc_driver_connect(ShardDbc *self, const char *text, char **out_text,
                                   GError **error);
SQLRETURN shard_dbc_browse_connect(ShardDbc *self, const char *text, char **out_text,
                                   GError **error);
SQLRETURN shard_dbc_disconnect(ShardDbc *self, GError **error); /* 25000 in a transaction */
SQLRETURN shard_dbc_end(ShardDbc *self, SQLSMALLINT completion, GError **error);

/* Brings the attributes of the handle to its session, under the work lock. */
gboolean shard_dbc_apply_attributes(ShardDbc *self, GError **error);
gboolean shard_dbc_bring_custom(ShardDbc *self, const ShardDbcCustom *custom, GError **error);
/* Is that the logical catalog?  Where the DSN has no Database, every name is. */
gboolean shard_dbc_is_catalog(const ShardDbc *self, const char *name);
/* 42000 with MariaDB, which knows no such database; the others stay where they are: 01S02. */
SQLRETURN shard_dbc_refuse_catalog(ShardDbc *self, const char *name, GError **error);
/* value as in SQLSetConnectAttr; text is in the entry point's form. */
SQLRETURN shard_dbc_set_attribute(ShardDbc *self, SQLINTEGER attribute, SQLPOINTER value,
                                  SQLINTEGER length, gboolean wide, GError **error);
SQLRETURN shard_dbc_get_attribute(ShardDbc *self, SQLINTEGER attribute, const ShardTextOut *out,
                                  GError **error);

/* Does the application expect wide type codes: connected wide, and a brand that has them. */
gboolean shard_dbc_reports_wide(ShardDbc *self);
ShardDialect shard_dbc_dialect(ShardDbc *self); /* under the work lock */

/* rules.c: between statements, under the work lock: once a second looks whether the rules file
 * changed, and then goes on with the new rules: what statements have prepared is prepared anew. */
void shard_dbc_refresh_rules(ShardDbc *self);
