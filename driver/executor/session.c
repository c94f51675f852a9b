/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/session.h"

#include "driver/executor/connection-string.h"
#include "driver/executor/counters-file.h"
#include "driver/executor/parallel.h"
#include "driver/executor/transaction/recover.h"
#include "driver/executor/session-private.h"
#include "driver/executor/transaction/two-phase.h"
#include "router/rules/generator.h"

#include <string.h>
#include <unistd.h>

static void
savepoint_clear(gpointer data)
{
    ShardSavepoint *savepoint = data;

    g_free(savepoint->name);
    g_free(savepoint->sql);
}

ShardSession *
shard_session_new(const ShardSettings *settings, SQLINTEGER odbc_version, GError **error)
{
    ShardFleet *fleet = shard_fleet_get(settings->rules_path, error);
    if (fleet == NULL)
        return NULL;
    ShardSession *self = g_new0(ShardSession, 1);
    self->settings = shard_settings_copy(settings);
    self->fleet = fleet;
    self->rules = shard_fleet_rules(fleet);
    self->odbc_version = odbc_version;
    self->pid = getpid();
    self->n_shards = shard_rules_n_shards(self->rules);
    self->n_slots = shard_fleet_n_places(fleet);
    self->slots = g_new0(ShardMember, MAX(self->n_slots, 1));
    self->joined = g_new0(gboolean, MAX(self->n_slots, 1));
    pthread_mutex_init(&self->taken_lock, NULL);
    self->taken = g_array_new(FALSE, FALSE, sizeof(guint));
    if (shard_fleet_stream_place(fleet, 0) > self->n_shards)
        self->replicas = g_new0(ShardReplica, self->n_shards);
    for (guint i = 0; self->replicas != NULL && i < self->n_shards; i++)
        self->replicas[i].place = -1;
    self->absent = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    shard_session_init_settings(self);
    self->savepoints = g_array_new(FALSE, FALSE, sizeof(ShardSavepoint));
    g_array_set_clear_func(self->savepoints, savepoint_clear);
    self->tx_texts = g_ptr_array_new_with_free_func(g_free);
    self->autocommit = TRUE;
    self->last_write_shard = -1;
    self->last_shard = -1;
    self->mode.dialect = shard_fleet_dialect(fleet);
    self->mode.no_backslash_escapes = self->mode.dialect != SHARD_DIALECT_MYSQL;
    g_autofree char *protocol = shard_connection_string_get(self->settings->handed_on, "Protocol");
    self->on_error = protocol != NULL ? shard_on_error_of(protocol) : shard_fleet_on_error(fleet);
    shard_recover_start(self->settings);
    if (self->settings->state != NULL)
        shard_generators_set_folder(self->settings->state);
    return self;
}

static void
drop_task(gpointer task)
{
    ShardEnd *end = task;

    shard_session_drop(end->session, end->shard);
}

/* Disconnecting costs a round trip on some brands: all at once. */
static void
drop_all(ShardSession *self)
{
    g_autofree ShardEnd *ends = g_new0(ShardEnd, MAX(self->n_slots, 1));
    g_autoptr(GPtrArray) tasks = g_ptr_array_new();

    for (guint i = 0; i < self->n_slots; i++) {
        ends[i] = (ShardEnd){.session = self, .shard = i};
        if (self->slots[i].backend != NULL)
            g_ptr_array_add(tasks, &ends[i]);
    }
    shard_parallel(drop_task, tasks->pdata, tasks->len);
}

void
shard_session_free(ShardSession *self)
{
    if (self == NULL)
        return;
    shard_session_after_fork(self);
    shard_session_release(self);
    drop_all(self);
    for (guint i = 0; i < self->n_slots; i++)
        g_free(self->slots[i].key);
    for (guint i = 0; self->replicas != NULL && i < self->n_shards; i++)
        g_free(self->replicas[i].position);
    g_free(self->replicas);
    g_free(self->slots);
    g_free(self->joined);
    g_array_unref(self->taken);
    pthread_mutex_destroy(&self->taken_lock);
    g_hash_table_unref(self->absent);
    g_array_unref(self->attributes);
    g_array_unref(self->set_texts);
    g_array_unref(self->savepoints);
    g_ptr_array_unref(self->tx_texts);
    g_free(self->begin_text);
    g_free(self->outer_savepoint);
    shard_two_phase_forget(self);
    g_clear_error(&self->warning);
    shard_schema_unref(self->schema);
    shard_settings_free(self->settings);
    shard_fleet_unref(self->fleet);
    g_clear_pointer(&self->retired, g_ptr_array_unref);
    g_clear_pointer(&self->retired_fleets, g_ptr_array_unref);
    g_free(self);
}

ShardRouter *
shard_session_router(ShardSession *self)
{
    return shard_fleet_router(self->fleet);
}

const ShardSettings *
shard_session_settings(const ShardSession *self)
{
    return self->settings;
}

ShardDialect
shard_session_dialect(ShardSession *self, GError **error)
{
    if (self->mode.dialect != SHARD_DIALECT_UNKNOWN)
        return self->mode.dialect;
    self->mode.dialect = shard_fleet_dialect(self->fleet);
    if (self->mode.dialect != SHARD_DIALECT_UNKNOWN)
        return self->mode.dialect;
    /* A library that doesn't tell its brand by its name: only a connection can. */
    ShardBackend *backend = shard_session_any_backend(self, error);
    if (backend == NULL)
        return SHARD_DIALECT_UNKNOWN;
    self->mode.dialect = shard_backend_dialect(backend);
    shard_fleet_set_dialect(self->fleet, self->mode.dialect);
    return self->mode.dialect;
}

void
shard_session_drop(ShardSession *self, guint shard)
{
    ShardMember *slot = &self->slots[shard];
    ShardBackend *backend = slot->backend;

    if (backend == NULL)
        return;
    /* SQLite refuses to disconnect inside a transaction; the others would roll back themselves. */
    if (self->joined[shard] && !shard_backend_is_dead(backend))
        shard_backend_end(backend, FALSE, NULL);
    shard_session_close_slot(self, shard);
}

gboolean
shard_session_after_fork(ShardSession *self)
{
    gboolean had = FALSE;

    if (self->pid == getpid())
        return FALSE;
    self->pid = getpid();
    shard_counters_after_fork();
    /* The parent's transaction and its record are the parent's. */
    g_clear_pointer(&self->two_phase_name, g_free);
    for (guint i = 0; i < self->n_slots; i++) {
        had |= self->slots[i].backend != NULL;
        shard_backend_close(self->slots[i].backend, TRUE);
        self->slots[i] = (ShardMember){.key = self->slots[i].key};
    }
    shard_session_forget_transaction(self, FALSE);
    return had;
}

/* What the session's lexer must know of the server; asked once per session. */
static void
learn_mode(ShardSession *self, ShardBackend *backend)
{
    guint parts[3] = {0};
    const char *text = shard_backend_server_version(backend);

    if (self->mode_known)
        return;
    self->mode_known = TRUE;
    for (guint i = 0; i < 3 && *text != '\0'; i++) {
        parts[i] = (guint) g_ascii_strtoull(text, (char **) &text, 10);
        if (*text == '.')
            text++;
    }
    self->mode.server_version = parts[0] * 10000 + parts[1] * 100 + parts[2];
    if (self->mode.dialect == SHARD_DIALECT_UNKNOWN) {
        self->mode.dialect = shard_backend_dialect(backend);
        shard_fleet_set_dialect(self->fleet, self->mode.dialect);
    }
    if (self->mode.dialect != SHARD_DIALECT_MYSQL)
        return;
    guint n_columns;
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, "SELECT @@sql_mode", &n_columns, NULL);
    if (rows == NULL || rows->len == 0)
        return;
    const char *words = ((char **) rows->pdata[0])[0];
    if (words == NULL)
        return;
    self->mode.ansi_quotes = strstr(words, "ANSI_QUOTES") != NULL;
    self->mode.pipes_as_concat = strstr(words, "PIPES_AS_CONCAT") != NULL;
    self->mode.no_backslash_escapes = strstr(words, "NO_BACKSLASH_ESCAPES") != NULL;
    self->mode.high_not_precedence = strstr(words, "HIGH_NOT_PRECEDENCE") != NULL;
    self->mode.signed_subtraction = strstr(words, "NO_UNSIGNED_SUBTRACTION") != NULL;
}

ShardBackend *
shard_session_backend(ShardSession *self, guint shard, GError **error)
{
    shard_session_after_fork(self);
    if (shard_session_manual(self) && !shard_two_phase_name(self, error))
        return NULL;
    ShardBackend *backend = shard_session_join(self, shard, error);
    if (backend != NULL)
        learn_mode(self, backend);
    return backend;
}

ShardBackend *
shard_session_any_backend(ShardSession *self, GError **error)
{
    gint shard = shard_rules_default_shard(self->rules);

    for (guint i = 0; i < self->n_shards; i++)
        if (shard_session_is_open(self, i))
            return shard_session_backend(self, i, error);
    return shard_session_backend(self, shard < 0 ? 0 : (guint) shard, error);
}

const ShardSqlMode *
shard_session_sql_mode(ShardSession *self)
{
    return &self->mode;
}

gboolean
shard_session_is_open(const ShardSession *self, guint shard)
{
    const ShardBackend *backend = self->slots[shard].backend;

    return backend != NULL && !shard_backend_is_dead(backend);
}

gboolean
shard_session_is_dead(const ShardSession *self)
{
    for (guint i = 0; i < self->n_shards; i++)
        if (self->slots[i].backend != NULL && shard_backend_is_dead(self->slots[i].backend))
            return TRUE;
    return FALSE;
}

static void
open_task(gpointer task)
{
    ShardEnd *end = task;

    end->done = shard_session_join(end->session, end->shard, &end->failure) != NULL;
}

/* The failures of all tasks as the records of one error; TRUE when there was none. */
static gboolean
collect_failures(ShardEnd *ends, guint n, GError **error)
{
    GError *first = NULL;

    for (guint i = 0; i < n; i++)
        shard_error_join(&first, ends[i].failure);
    if (first == NULL)
        return TRUE;
    g_propagate_error(error, first);
    return FALSE;
}

gboolean
shard_session_open_all(ShardSession *self, GError **error)
{
    g_autofree ShardEnd *ends = g_new0(ShardEnd, MAX(self->n_shards, 1));
    g_autoptr(GPtrArray) tasks = g_ptr_array_new();

    shard_session_after_fork(self);
    if (shard_session_manual(self) && !shard_two_phase_name(self, error))
        return FALSE;
    for (guint i = 0; i < self->n_shards; i++) {
        ends[i] = (ShardEnd){.session = self, .shard = i};
        g_ptr_array_add(tasks, &ends[i]);
    }
    shard_parallel(open_task, tasks->pdata, tasks->len);
    if (!collect_failures(ends, self->n_shards, error))
        return FALSE;
    if (self->n_shards > 0)
        learn_mode(self, self->slots[0].backend);
    return TRUE;
}

gboolean
shard_session_autocommit(const ShardSession *self)
{
    return self->autocommit;
}

const gboolean *
shard_session_joined(const ShardSession *self)
{
    return self->joined;
}

GError *
shard_session_take_warning(ShardSession *self)
{
    return g_steal_pointer(&self->warning);
}

gint
shard_session_last_write_shard(const ShardSession *self)
{
    return self->last_write_shard;
}

guint
shard_session_variable_shard(const ShardSession *self)
{
    return self->variable_shard;
}

gint
shard_session_last_shard(const ShardSession *self)
{
    return self->last_shard;
}

const ShardValue *
shard_session_generated_key(const ShardSession *self)
{
    return self->generated_key.kind == SHARD_VALUE_NULL ? NULL : &self->generated_key;
}

/* A text key isn't what LAST_INSERT_ID() and the like speak of. */
void
shard_session_set_generated_key(ShardSession *self, const ShardValue *key)
{
    gboolean is_number =
        key != NULL && (key->kind == SHARD_VALUE_LONG || key->kind == SHARD_VALUE_INTEGER);

    self->generated_key = is_number ? *key : SHARD_VALUE_INIT_NULL;
}
