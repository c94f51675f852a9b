/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What was set on the logical connection: said to every shard, recorded for those opened later. */
#include "driver/executor/session-private.h"

#include <string.h>

static void
attribute_clear(gpointer data)
{
    g_free(((ShardSetAttribute *) data)->text);
}

static void
setting_clear(gpointer data)
{
    ShardSetting *self = data;

    g_free(self->sql);
    g_free(self->subject);
}

void
shard_session_init_settings(ShardSession *self)
{
    self->attributes = g_array_new(FALSE, FALSE, sizeof(ShardSetAttribute));
    g_array_set_clear_func(self->attributes, attribute_clear);
    self->set_texts = g_array_new(FALSE, FALSE, sizeof(ShardSetting));
    g_array_set_clear_func(self->set_texts, setting_clear);
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
        if (!shard_backend_calm(slot->backend, error) ||
            !shard_backend_run(slot->backend, set->sql, error))
            return FALSE;
    }
    return TRUE;
}

gboolean
shard_session_apply_settings(ShardSession *self, ShardMember *slot, GError **error)
{
    return apply_attributes(self, slot, error) && apply_settings(self, slot, error);
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
            shard_backend_set_patience(self->slots[i].backend, shard_session_patience(self).answer);
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
    ShardSetAttribute set = {.attribute = attribute, .is_text = length == SQL_NTS};
    if (set.is_text)
        set.text = g_strdup(value);
    else
        set.number = (gsize) value;
    shard_session_after_fork(self);
    for (guint i = 0; i < self->n_shards; i++) {
        if (!shard_session_is_open(self, i))
            continue;
        ShardBackend *backend = self->slots[i].backend;
        if (!shard_backend_set_attribute(backend, attribute, value,
                                         set.is_text ? SQL_NTS : SQL_IS_UINTEGER, error)) {
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

static gboolean
is_assignment(const ShardTokens *tokens, guint token)
{
    static const char *const words[] = {"=", ":=", "to"};

    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        if (shard_token_is(tokens, token, words[i]))
            return TRUE;
    return FALSE;
}

/* May it stand in a value that is the same whatever was set before?  A comma begins the next
 * assignment, but in PostgreSQL the next element of a list. */
static gboolean
is_constant(const ShardTokens *tokens, guint token)
{
    static const ShardTokenKind kinds[] = {SHARD_TOKEN_NAME,    SHARD_TOKEN_QUOTED_NAME,
                                           SHARD_TOKEN_STRING,  SHARD_TOKEN_BIT_STRING,
                                           SHARD_TOKEN_INTEGER, SHARD_TOKEN_NUMBER};

    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (tokens->tokens[token].kind == kinds[i])
            return TRUE;
    return shard_token_is(tokens, token, "-") ||
           (shard_token_is(tokens, token, ",") && tokens->dialect == SHARD_DIALECT_POSTGRESQL);
}

/* SET SESSION a = 'x': "set session a"; without an assignment (SET NAMES x) the whole text. */
static char *
subject_of(const ShardSession *self, const char *sql)
{
    g_autoptr(ShardTokens) tokens = shard_tokens_new(sql, strlen(sql), &self->mode);
    g_autoptr(GString) subject = g_string_new(NULL);
    gboolean assigned = FALSE;

    for (guint i = 0; i < tokens->n_tokens; i++) {
        if (!assigned && is_assignment(tokens, i)) {
            assigned = TRUE;
            continue;
        }
        if (!is_constant(tokens, i) && (assigned || tokens->tokens[i].kind != SHARD_TOKEN_VARIABLE))
            return NULL;
        const ShardToken *token = &tokens->tokens[i];
        if (!assigned)
            g_string_append_printf(subject, "%.*s ", (int) token->size,
                                   tokens->text + token->offset);
    }
    return g_ascii_strdown(subject->str, -1);
}

void
shard_session_remove_setting(ShardSession *self, guint number)
{
    g_array_remove_index(self->set_texts, number);
    for (guint i = 0; i < self->n_slots; i++)
        self->slots[i].settings_done -= self->slots[i].settings_done > number;
}

/* Was the earlier one said to a connection, and the later one not yet? */
static gboolean
stands_between(const ShardSession *self, guint earlier, guint later)
{
    for (guint i = 0; i < self->n_slots; i++)
        if (self->slots[i].settings_done > earlier && self->slots[i].settings_done <= later)
            return TRUE;
    return FALSE;
}

/* Does it change how others are read, or who says them? */
static gboolean
changes_others(const ShardSetting *set)
{
    static const char *const subjects[] = {"sql_mode", "standard_conforming_strings",
                                           "backslash_quote", "role", "authorization"};

    for (guint i = 0; i < G_N_ELEMENTS(subjects) && set->subject != NULL; i++)
        if (strstr(set->subject, subjects[i]) != NULL)
            return TRUE;
    return set->subject == NULL;
}

/* Programs say the same SET before each statement: what a later one makes void isn't kept.  One
 * that the earlier value may have counted for stands in the way. */
static gboolean
drop_void(ShardSession *self, guint number)
{
    const ShardSetting *set = &g_array_index(self->set_texts, ShardSetting, number);

    for (guint i = number; i-- > 0 && set->subject != NULL && !set->in_transaction;) {
        const ShardSetting *earlier = &g_array_index(self->set_texts, ShardSetting, i);
        if (g_strcmp0(earlier->subject, set->subject) == 0 && !earlier->in_transaction) {
            if (stands_between(self, i, number))
                return FALSE;
            shard_session_remove_setting(self, i);
            return TRUE;
        }
        if (changes_others(earlier) || changes_others(set) || earlier->in_transaction)
            return FALSE;
    }
    return FALSE;
}

void
shard_session_drop_void_settings(ShardSession *self)
{
    for (guint i = 1; i < self->set_texts->len; i++)
        i -= drop_void(self, i);
}

/* PostgreSQL alone takes SET back with the transaction, and has settings of the transaction. */
static ShardSetting
setting_of(const ShardSession *self, const char *sql)
{
    gboolean inside = shard_session_manual(self) && self->mode.dialect == SHARD_DIALECT_POSTGRESQL;

    return (ShardSetting){
        .sql = g_strdup(sql),
        .subject = subject_of(self, sql),
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
        if (backend == NULL || !shard_backend_calm(backend, error) ||
            !shard_backend_run(backend, sql, error)) {
            drop_unjoined(self, i);
            return FALSE;
        }
    }
    return TRUE;
}

static void
tell_replicas(ShardSession *self)
{
    for (guint i = self->n_shards; i < self->n_slots; i++)
        if (self->slots[i].backend != NULL && !apply_settings(self, &self->slots[i], NULL))
            shard_session_drop(self, i);
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
    tell_replicas(self);
    shard_session_drop_void_settings(self);
    if (self->mode.dialect == SHARD_DIALECT_MYSQL) {
        self->mode_known = FALSE;
        shard_session_any_backend(self, NULL);
    }
    return TRUE;
}
