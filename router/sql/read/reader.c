/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/read/classify.h"

gboolean
shard_reader_is(const ShardReader *self, guint ahead, const char *word)
{
    return self->at + ahead < self->end && shard_token_is(self->tokens, self->at + ahead, word);
}

gboolean
shard_reader_skip(ShardReader *self, const char *word)
{
    if (!shard_reader_is(self, 0, word))
        return FALSE;
    self->at++;
    return TRUE;
}

gboolean
shard_reader_skip_list(ShardReader *self, const char *const *words)
{
    for (guint i = 0; words[i] != NULL; i++)
        if (shard_reader_skip(self, words[i]))
            return TRUE;
    return FALSE;
}

static gboolean
is_name_at(const ShardReader *self, guint token)
{
    if (token >= self->end)
        return FALSE;
    ShardTokenKind kind = self->tokens->tokens[token].kind;
    return kind == SHARD_TOKEN_NAME || kind == SHARD_TOKEN_QUOTED_NAME;
}

gboolean
shard_reader_is_name(const ShardReader *self, guint ahead)
{
    return is_name_at(self, self->at + ahead);
}

static const char *
name_at(const ShardReader *self, guint token, gboolean *out_quoted)
{
    const ShardToken *t = &self->tokens->tokens[token];
    g_autofree char *name = shard_identifier_from_token(
        self->mode->dialect, self->tokens->text + t->offset, t->size, out_quoted);

    return shard_arena_strndup(self->out->arena, name, -1);
}

const char *
shard_reader_name(ShardReader *self)
{
    gboolean quoted;

    return shard_reader_is_name(self, 0) ? name_at(self, self->at++, &quoted) : NULL;
}

/* Steps over a.b.c; FALSE if there is no name. */
static gboolean
skip_name(ShardReader *self, guint *out_first, guint *out_last)
{
    if (!shard_reader_is_name(self, 0))
        return FALSE;
    *out_first = *out_last = self->at++;
    while (shard_reader_is(self, 0, ".") && shard_reader_is_name(self, 1)) {
        *out_last = self->at + 1;
        self->at += 2;
    }
    return TRUE;
}

gint
shard_reader_table(ShardReader *self, gboolean target)
{
    ShardTableRef ref = {.query = -1, .alias_token = -1, .no_alias = TRUE, .is_target = target};
    gboolean quoted;

    if (!skip_name(self, &ref.first_token, &ref.last_token))
        return -1;
    ref.name = name_at(self, ref.last_token, &ref.quoted);
    if (ref.last_token > ref.first_token)
        ref.schema = name_at(self, ref.last_token - 2, &quoted);
    if (ref.last_token >= ref.first_token + 4)
        ref.catalog = name_at(self, ref.last_token - 4, &quoted);
    ref.alias_point = ref.last_token;
    g_array_append_val(self->tables, ref);
    return (gint) self->tables->len - 1;
}

void
shard_reader_string_table(ShardReader *self)
{
    ShardTableRef ref = {.query = -1,
                         .alias_token = -1,
                         .no_alias = TRUE,
                         .first_token = self->at,
                         .last_token = self->at,
                         .alias_point = self->at};
    ShardValue value;

    if (self->at < self->end && self->tokens->tokens[self->at].kind == SHARD_TOKEN_STRING &&
        shard_token_value(self->tokens, self->at, self->mode, self->out->arena, &value)) {
        ref.name = shard_arena_strndup(self->out->arena, value.text.data, (gssize) value.text.size);
        g_array_append_val(self->tables, ref);
    }
    self->at++;
}

gint
shard_reader_tables(ShardReader *self, gboolean target)
{
    gint first = -1;

    do {
        shard_reader_skip(self, "ONLY");
        gint table = shard_reader_table(self, target);
        if (table < 0)
            return first;
        first = first < 0 ? table : first;
        shard_reader_skip(self, "*");
    } while (shard_reader_skip(self, ","));
    return first;
}

void
shard_reader_object(ShardReader *self, ShardObjectKind kind, gint table)
{
    ShardObjectName object = {.kind = kind, .table = table};
    gboolean quoted;

    if (!skip_name(self, &object.first_token, &object.last_token))
        return;
    object.name = name_at(self, object.last_token, &quoted);
    g_array_append_val(self->objects, object);
}

void
shard_reader_existing_index(ShardReader *self, gint table)
{
    guint before = self->objects->len;

    shard_reader_object(self, SHARD_OBJECT_INDEX, table);
    if (self->objects->len > before)
        g_array_index(self->objects, ShardObjectName, before).exists = TRUE;
}
