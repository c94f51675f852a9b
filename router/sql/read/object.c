/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * object.c - statements about what hangs on a table: its statistics, its place in a
 * publication, a column's sequence, comments and labels.
 */
#include "router/sql/read/classify.h"

/* Moves to word outside brackets, or to the end. */
static void
find_word(ShardReader *self, const char *word)
{
    while (self->at < self->end &&
           !(shard_reader_is(self, 0, word) && self->tokens->tokens[self->at].depth == 0))
        self->at++;
}

/* TRIGGER, RULE, POLICY … ON table. */
void
shard_read_on_table(ShardReader *self)
{
    find_word(self, "ON");
    shard_reader_skip(self, "ON");
    shard_reader_table(self, TRUE);
}

/* schema.table.column: the last part is the column. */
static void
read_column(ShardReader *self)
{
    gint table = shard_reader_table(self, TRUE);
    if (table < 0)
        return;
    const ShardTableRef *ref = &g_array_index(self->tables, ShardTableRef, table);
    guint last = ref->last_token;
    gboolean alone = last < ref->first_token + 2;
    guint end = self->end;

    self->at = ref->first_token;
    g_array_set_size(self->tables, (guint) table);
    self->end = alone ? self->at : last - 1;
    shard_reader_table(self, TRUE);
    self->end = end;
}

/* SEQUENCE s … OWNED BY table.column: a sequence hangs on one column. */
void
shard_read_owner(ShardReader *self)
{
    find_word(self, "OWNED");
    if (!shard_reader_skip(self, "OWNED") || !shard_reader_skip(self, "BY") ||
        shard_reader_is(self, 0, "NONE"))
        return;
    self->out->one_per_shard = "a sequence";
    read_column(self);
}

/* STATISTICS [IF NOT EXISTS] s [(kinds)] ON a, b FROM t */
void
shard_read_create_statistics(ShardReader *self)
{
    if (shard_reader_skip(self, "IF"))
        self->at += 2; /* NOT EXISTS */
    if (!shard_reader_is(self, 0, "ON"))
        shard_reader_object(self, SHARD_OBJECT_OTHER, 0);
    find_word(self, "FROM");
    shard_reader_skip(self, "FROM");
    shard_reader_tables(self, TRUE);
}

/* Behind a comma of FOR TABLE a (x, y) WHERE (…), b. */
static gboolean
is_next_in_list(const ShardReader *self)
{
    return shard_token_is(self->tokens, self->at - 1, ",") &&
           self->tokens->tokens[self->at - 1].depth == 0;
}

/* PUBLICATION p FOR, SET, ADD or DROP TABLE a, b, TABLES IN SCHEMA s, TABLE c */
void
shard_read_publication(ShardReader *self)
{
    gboolean lists_tables = FALSE;

    shard_reader_name(self);
    if (!shard_reader_is(self, 0, "ADD") && !shard_reader_is(self, 0, "DROP"))
        self->out->one_per_shard = "a publication";
    while (self->at < self->end && !shard_reader_is(self, 0, "WITH")) {
        if (shard_reader_skip(self, "TABLES")) {
            lists_tables = FALSE;
        } else if (shard_reader_skip(self, "TABLE") || (lists_tables && is_next_in_list(self))) {
            lists_tables = TRUE;
            shard_reader_skip(self, "ONLY");
            if (shard_reader_table(self, TRUE) < 0)
                self->at++;
        } else {
            self->at++;
        }
    }
}

/* REFRESH MATERIALIZED VIEW [CONCURRENTLY] v */
void
shard_read_refresh(ShardReader *self)
{
    self->out->kind = SHARD_STATEMENT_OTHER_DDL;
    shard_reader_skip(self, "MATERIALIZED");
    shard_reader_skip(self, "VIEW");
    shard_reader_skip(self, "CONCURRENTLY");
    shard_reader_table(self, TRUE);
}

/* COMMENT ON TABLE t, ON COLUMN t.c, ON INDEX i, ON CONSTRAINT c ON t, ON TRIGGER g ON t. */
void
shard_read_comment(ShardReader *self)
{
    static const char *const relations[] = {"TABLE", "VIEW", NULL};
    static const char *const of_table[] = {"TRIGGER", "RULE", "POLICY", NULL};

    self->out->kind = SHARD_STATEMENT_OTHER_DDL;
    shard_reader_skip(self, "ON");
    if (shard_reader_skip(self, "EVENT"))
        return;
    shard_reader_skip(self, "FOREIGN");
    shard_reader_skip(self, "MATERIALIZED");
    if (shard_reader_skip_list(self, relations)) {
        shard_reader_table(self, TRUE);
    } else if (shard_reader_skip(self, "INDEX")) {
        shard_reader_object(self, SHARD_OBJECT_INDEX, -1);
    } else if (shard_reader_skip(self, "CONSTRAINT")) {
        guint first = self->at;
        find_word(self, "ON");
        if (shard_reader_is(self, 1, "DOMAIN"))
            return;
        self->at = first;
        shard_reader_object(self, SHARD_OBJECT_CONSTRAINT, 0);
        shard_read_on_table(self);
    } else if (shard_reader_skip_list(self, of_table)) {
        shard_read_on_table(self);
    } else if (shard_reader_skip(self, "COLUMN")) {
        read_column(self);
    }
}

/* SECURITY LABEL [FOR provider] ON … is said of what a comment is. */
void
shard_read_label(ShardReader *self)
{
    shard_reader_skip(self, "LABEL");
    if (shard_reader_skip(self, "FOR"))
        self->at++;
    shard_read_comment(self);
}
