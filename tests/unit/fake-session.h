/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fake-session.h - what the ODBC face asks of a session and a router, answered by a test.  Included
 * once by the test program, which links neither executor nor router.
 */
#pragma once

#include "driver/executor/session.h"

#include <string.h>

struct _ShardSession {
    ShardDialect dialect;
    ShardSettings settings;
    const ShardTable *tables;
    guint n_tables;
    const char *server_name, *server_version;
    gboolean unreachable;
    guint n_asked; /* times that a shard was needed */
};

static ShardSession fake_session;

ShardDialect
shard_session_dialect(ShardSession *self, GError **error)
{
    return self->dialect;
}

const ShardSettings *
shard_session_settings(const ShardSession *self)
{
    return &self->settings;
}

ShardRouter *
shard_session_router(ShardSession *self)
{
    return (ShardRouter *) self;
}

const ShardRules *
shard_router_rules(const ShardRouter *self)
{
    return (const ShardRules *) self;
}

const char *
shard_rules_path(const ShardRules *self)
{
    return ((const ShardSession *) self)->settings.rules_path;
}

gint
shard_rules_default_shard(const ShardRules *self)
{
    return 0;
}

guint
shard_rules_n_shards(const ShardRules *self)
{
    return 2;
}

const ShardDataSource *
shard_rules_shard(const ShardRules *self, guint shard)
{
    static const ShardDataSource shards[] = {{.name = "ds_0", .dsn = "zero", .server = "a"},
                                             {.name = "ds_1", .dsn = "one", .server = "b"}};
    return &shards[shard];
}

guint
shard_rules_n_tables(const ShardRules *self)
{
    return ((const ShardSession *) self)->n_tables;
}

const ShardTable *
shard_rules_table(const ShardRules *self, guint table)
{
    return &((const ShardSession *) self)->tables[table];
}

const ShardTable *
shard_rules_find_table(const ShardRules *self, const char *name, gboolean quoted)
{
    for (guint i = 0; i < shard_rules_n_tables(self); i++)
        if (strcmp(shard_rules_table(self, i)->name, name) == 0)
            return shard_rules_table(self, i);
    return NULL;
}

const ShardTable *
shard_rules_find_actual(const ShardRules *self, guint shard, const char *schema, const char *name,
                        guint *out_node)
{
    for (guint i = 0; i < shard_rules_n_tables(self); i++) {
        const ShardTable *table = shard_rules_table(self, i);
        for (guint n = 0; n < table->n_nodes; n++)
            if (table->nodes[n].shard == shard && strcmp(table->nodes[n].table, name) == 0 &&
                g_strcmp0(table->nodes[n].schema, schema) == 0) {
                *out_node = n;
                return table;
            }
    }
    return NULL;
}

gboolean
shard_session_is_open(const ShardSession *self, guint shard)
{
    return FALSE;
}

const gboolean *
shard_session_joined(const ShardSession *self)
{
    static const gboolean joined[2];
    return joined;
}

static SQLRETURN
fake_get_info(SQLHDBC handle, SQLUSMALLINT type, SQLPOINTER value, SQLSMALLINT room,
              SQLSMALLINT *out_length)
{
    const ShardSession *session = handle;
    const char *text = type == SQL_DBMS_NAME ? session->server_name : session->server_version;
    g_strlcpy(value, text, (gsize) room);
    *out_length = (SQLSMALLINT) strlen(text);
    return SQL_SUCCESS;
}

ShardBackend *
shard_session_any_backend(ShardSession *self, GError **error)
{
    self->n_asked++;
    if (self->unreachable) {
        shard_error_set(error, SHARD_ERROR_BACKEND, "08001", "no shard answers");
        return NULL;
    }
    return (ShardBackend *) self;
}

ShardBackend *
shard_session_backend(ShardSession *self, guint shard, GError **error)
{
    return shard_session_any_backend(self, error);
}

SQLHDBC
shard_backend_handle(const ShardBackend *self)
{
    return (SQLHDBC) self;
}

const ShardDriverLibrary *
shard_backend_library(const ShardBackend *self)
{
    static const ShardDriverLibrary library = {.SQLGetInfo = fake_get_info};
    return &library;
}
