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

/* A connection that has been silent for longer is asked whether it still lives. */
#define TRUSTED_MICROSECONDS (G_USEC_PER_SEC)

static void
attribute_clear(gpointer data)
{
    g_free(((ShardSetAttribute *) data)->text);
}

static void
setting_clear(gpointer data)
{
    g_free(((ShardSetting *) data)->sql);
}

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
    self->attributes = g_array_new(FALSE, FALSE, sizeof(ShardSetAttribute));
    g_array_set_clear_func(self->attributes, attribute_clear);
    self->set_texts = g_array_new(FALSE, FALSE, sizeof(ShardSetting));
    g_array_set_clear_func(self->set_texts, setting_clear);
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

static gboolean
apply_attributes(ShardSession *self, ShardMember *slot, GError **error)
{
    if (slot->attributes_epoch == self->attributes_epoch)
        return TRUE;
    for (guint i = 0; i < self->attributes->len; i++) {
        ShardSetAttribute *set = &g_array_index(self->attributes, ShardSetAttribute, i);
        SQLPOINTER value = set->is_text ? (SQLPOINTER) set->text : (SQLPOINTER) set->number;
        if (!shard_backend_set_attribute(slot->backend, set->attribute, value,
                                         set->is_text ? SQL_NTS : SQL_IS_UINTEGER, error))
            return FALSE;
    }
    slot->attributes_epoch = self->attributes_epoch;
    return TRUE;
}

/* What was set in the open transaction is said when the shard has joined it. */
static gboolean
apply_settings(ShardSession *self, ShardMember *slot, GError **error)
{
    for (; slot->settings_done < self->set_texts->len; slot->settings_done++) {
        ShardSetting *set = &g_array_index(self->set_texts, ShardSetting, slot->settings_done);
        if (set->in_transaction)
            break;
        if (!shard_backend_run(slot->backend, set->sql, error))
            return FALSE;
    }
    return TRUE;
}

/* SQLite's lock timeout is in its connection string. */
static gboolean
set_lock_timeout(ShardSession *self, ShardBackend *backend, GError **error)
{
    guint seconds = self->settings->lock_timeout;
    g_autofree char *sql = NULL;

    if (seconds == 0)
        return TRUE;
    if (shard_backend_dialect(backend) == SHARD_DIALECT_POSTGRESQL)
        sql = g_strdup_printf("SET lock_timeout = '%us'", seconds);
    else if (shard_backend_dialect(backend) == SHARD_DIALECT_MYSQL)
        sql = g_strdup_printf("SET innodb_lock_wait_timeout = %u, lock_wait_timeout = %u", seconds,
                              seconds);
    return sql == NULL || shard_backend_run(backend, sql, error);
}

static ShardPatience
patience_of(const ShardSession *self)
{
    guint answer = self->settings->answer_timeout, connection = self->connection_timeout;

    if (answer == 0 || (connection != 0 && connection < answer))
        answer = connection;
    return (ShardPatience){self->login_timeout, answer};
}

static ShardBackend *
connect_shard(ShardSession *self, guint shard, const char *connection, GError **error)
{
    GError *failure = NULL;
    gint64 start = g_get_monotonic_time();
    ShardWatch *watch = shard_watch_current();
    guint n_broken = shard_watch_n_broken(watch);
    ShardBackend *backend = shard_backend_open(
        shard_fleet_place(self->fleet, shard)->name, shard_fleet_library(self->fleet, shard, NULL),
        connection, self->odbc_version, patience_of(self), &failure);

    if (backend != NULL && (!set_lock_timeout(self, backend, &failure) ||
                            !shard_two_phase_settle(self->fleet, shard, backend, &failure))) {
        shard_backend_close(backend, FALSE);
        backend = NULL;
    }
    if (backend != NULL)
        shard_fleet_count_open(self->fleet, shard, backend);
    /* That the statement failed elsewhere, and this was broken off, says nothing of the server. */
    if (shard_watch_n_broken(watch) == n_broken)
        shard_fleet_connected(self->fleet, shard, failure, g_get_monotonic_time() - start);
    if (failure != NULL)
        g_propagate_error(error, failure);
    return backend;
}

static ShardBackend *
open_backend(ShardSession *self, guint shard, GError **error)
{
    const ShardDataSource *source = shard_fleet_place(self->fleet, shard);
    const ShardDriverLibrary *library = shard_fleet_library(self->fleet, shard, error);

    if (library == NULL || !shard_fleet_may_connect(self->fleet, shard, error))
        return NULL;
    g_autofree char *text =
        shard_connection_string_for(source, self->settings, library->dialect, self->login_timeout,
                                    shard_fleet_is_stream_place(self->fleet, shard));
    ShardBackend *backend = shard_session_is_pooled(self)
                                ? shard_session_take(self, shard, text, connect_shard, error)
                                : connect_shard(self, shard, text, error);
    explicit_bzero(text, strlen(text));
    return backend;
}

/* A server that was restarted while nothing was asked of it isn't noticed, but for what the
 * connection alone had: temporary tables, locks.  An error that was told before is told once. */
static gboolean
drop_if_gone(ShardSession *self, guint shard, GError **error)
{
    ShardMember *slot = &self->slots[shard];

    if (slot->backend == NULL || self->joined[shard])
        return TRUE;
    gboolean told = shard_backend_is_dead(slot->backend);
    if (!told && (shard_session_has_open_cursor(slot->backend) ||
                  shard_backend_answers(slot->backend, TRUSTED_MICROSECONDS)))
        return TRUE;
    gboolean has_state = slot->is_tainted && !told;
    if (has_state)
        shard_error_set_backend(error, shard_backend_shard(slot->backend), "08S01", 0,
                                "the connection was lost, and with it its temporary tables, locks "
                                "or variables");
    shard_session_drop(self, shard);
    return !has_state;
}

ShardBackend *
shard_session_open(ShardSession *self, guint shard, GError **error)
{
    ShardMember *slot = &self->slots[shard];

    if (!drop_if_gone(self, shard, error))
        return NULL;
    if (slot->backend != NULL && shard_backend_is_dead(slot->backend))
        shard_session_drop(self, shard);
    if (slot->backend == NULL)
        slot->backend = open_backend(self, shard, error);
    if (slot->backend == NULL)
        return NULL;
    shard_backend_set_patience(slot->backend, patience_of(self).answer);
    slot->backend->stop = &self->stop;
    if (apply_attributes(self, slot, error) && apply_settings(self, slot, error))
        return slot->backend;
    /* Half brought up to date, it must not be used. */
    if (!self->joined[shard])
        shard_session_drop(self, shard);
    return NULL;
}

ShardBackend *
shard_session_join(ShardSession *self, guint shard, GError **error)
{
    ShardMember *slot = &self->slots[shard];
    gboolean dead = slot->backend != NULL && shard_backend_is_dead(slot->backend);

    if (dead && self->joined[shard]) {
        shard_error_set_backend(error, shard_rules_shard(self->rules, shard)->name, "08S01", 0,
                                "the connection was lost inside the transaction; roll back");
        return NULL;
    }
    if (shard_session_open(self, shard, error) == NULL)
        return NULL;
    gboolean manual = shard_session_manual(self);
    if ((!manual && !shard_backend_set_autocommit(slot->backend, TRUE, error)) ||
        (manual && !shard_session_join_transaction(self, shard, error))) {
        /* Half brought up to date, it must not be used. */
        if (!self->joined[shard])
            shard_session_drop(self, shard);
        return NULL;
    }
    return slot->backend;
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

    for (guint i = 0; i < n; i++) {
        if (ends[i].failure == NULL)
            continue;
        if (first == NULL)
            first = ends[i].failure;
        else
            shard_error_append(first, ends[i].failure);
    }
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

static gboolean
is_text_attribute(SQLINTEGER attribute, SQLINTEGER length)
{
    static const SQLINTEGER texts[] = {SQL_ATTR_CURRENT_CATALOG, SQL_ATTR_TRACEFILE,
                                       SQL_ATTR_TRANSLATE_LIB};

    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        if (texts[i] == attribute)
            return TRUE;
    /* Numbers below 65,536 are the standard's own, whatever length came with them. */
    return attribute >= 65536 && (length == SQL_NTS || length > 0);
}

static void
record_attribute(ShardSession *self, const ShardSetAttribute *set)
{
    for (guint i = 0; i < self->attributes->len; i++) {
        ShardSetAttribute *old = &g_array_index(self->attributes, ShardSetAttribute, i);
        if (old->attribute == set->attribute) {
            g_array_remove_index(self->attributes, i);
            break;
        }
    }
    g_array_append_vals(self->attributes, set, 1);
    self->attributes_epoch++;
}

/* Ours alone: it counts for what the session's calls wait. */
static void
set_connection_timeout(ShardSession *self, guint seconds)
{
    self->connection_timeout = seconds;
    for (guint i = 0; i < self->n_slots; i++)
        if (self->slots[i].backend != NULL)
            shard_backend_set_patience(self->slots[i].backend, patience_of(self).answer);
}

/* The shards below have a setting or attribute that failed later: opened anew, they won't. */
static void
drop_unjoined(ShardSession *self, guint below)
{
    for (guint i = 0; i < below; i++)
        if (!self->joined[i])
            shard_session_drop(self, i);
}

gboolean
shard_session_set_attribute(ShardSession *self, SQLINTEGER attribute, SQLPOINTER value,
                            SQLINTEGER length, GError **error)
{
    if (attribute == SQL_ATTR_AUTOCOMMIT)
        return shard_session_set_autocommit(self, (gsize) value != SQL_AUTOCOMMIT_OFF, error);
    if (attribute == SQL_ATTR_LOGIN_TIMEOUT) {
        self->login_timeout = (guint) (gsize) value;
        return TRUE;
    }
    if (attribute == SQL_ATTR_CONNECTION_TIMEOUT) {
        set_connection_timeout(self, (guint) (gsize) value);
        return TRUE;
    }
    ShardSetAttribute set = {.attribute = attribute,
                             .is_text = is_text_attribute(attribute, length)};
    if (set.is_text)
        set.text = length < 0 ? g_strdup(value) : g_strndup(value, (gsize) length);
    else
        set.number = (gsize) value;
    shard_session_after_fork(self);
    for (guint i = 0; i < self->n_shards; i++) {
        if (!shard_session_is_open(self, i))
            continue;
        ShardBackend *backend = self->slots[i].backend;
        if (!shard_backend_set_attribute(backend, attribute, value,
                                         set.is_text ? length : SQL_IS_UINTEGER, error)) {
            attribute_clear(&set);
            drop_unjoined(self, i);
            return FALSE;
        }
    }
    guint before = self->attributes_epoch;
    record_attribute(self, &set);
    for (guint i = 0; i < self->n_shards; i++)
        if (shard_session_is_open(self, i) && self->slots[i].attributes_epoch == before)
            self->slots[i].attributes_epoch = self->attributes_epoch;
    return TRUE;
}

static gboolean
starts_with_words(const char *sql, const char *first, const char *second)
{
    g_auto(GStrv) words = g_strsplit_set(sql, " \t\r\n", 8);
    guint found = 0;

    for (guint i = 0; words[i] != NULL && found < 2; i++) {
        if (words[i][0] == '\0')
            continue;
        if (g_ascii_strcasecmp(words[i], found == 0 ? first : second) != 0)
            return FALSE;
        found++;
    }
    return found == 2;
}

/* PostgreSQL alone takes SET back with the transaction, and has settings of the transaction. */
static ShardSetting
setting_of(const ShardSession *self, const char *sql)
{
    gboolean inside = shard_session_manual(self) && self->mode.dialect == SHARD_DIALECT_POSTGRESQL;

    return (ShardSetting){
        .sql = g_strdup(sql),
        .in_transaction = inside,
        .local = inside && (starts_with_words(sql, "SET", "LOCAL") ||
                            starts_with_words(sql, "SET", "CONSTRAINTS")),
        .depth = self->savepoints->len,
    };
}

/* On the shards that are open. */
static gboolean
say_setting(ShardSession *self, const char *sql, GError **error)
{
    for (guint i = 0; i < self->n_shards; i++) {
        if (!shard_session_is_open(self, i))
            continue;
        ShardBackend *backend = shard_session_join(self, i, error);
        if (backend == NULL || !shard_backend_run(backend, sql, error)) {
            drop_unjoined(self, i);
            return FALSE;
        }
    }
    return TRUE;
}

gboolean
shard_session_set(ShardSession *self, const char *sql, GError **error)
{
    GError *failure = NULL;

    shard_session_after_fork(self);
    if (self->failed)
        return shard_session_refuse_failed(error);
    if (shard_session_any_backend(self, error) == NULL)
        return FALSE;
    if (!say_setting(self, sql, &failure)) {
        shard_session_note_failure(self, failure);
        g_propagate_error(error, failure);
        return FALSE;
    }
    ShardSetting set = setting_of(self, sql);
    g_array_append_val(self->set_texts, set);
    for (guint i = 0; i < self->n_shards; i++)
        if (shard_session_is_open(self, i))
            self->slots[i].settings_done = self->set_texts->len;
    if (self->mode.dialect == SHARD_DIALECT_MYSQL) {
        self->mode_known = FALSE;
        shard_session_any_backend(self, NULL);
    }
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
