/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/read/classify.h"

static const char *const create_modifiers[] = {
    "GLOBAL",    "LOCAL",        "UNLOGGED", "FOREIGN", "UNIQUE",    "FULLTEXT", "SPATIAL",
    "RECURSIVE", "MATERIALIZED", "VIRTUAL",  "TRUSTED", "AGGREGATE", NULL};

static void
skip_if_exists(ShardReader *self)
{
    if (shard_reader_skip(self, "IF")) {
        shard_reader_skip(self, "NOT");
        shard_reader_skip(self, "EXISTS");
    }
}

/* The place where the query of CREATE … AS SELECT starts, or -1. */
static gint
find_query(const ShardReader *self, guint from)
{
    for (guint i = from; i < self->end; i++) {
        gboolean starts = shard_token_is(self->tokens, i, "SELECT") ||
                          shard_token_is(self->tokens, i, "VALUES") ||
                          shard_token_is(self->tokens, i, "WITH");
        gboolean behind_as = i > from && shard_token_is(self->tokens, i - 1, "AS");
        if (!starts ||
            (self->tokens->tokens[i].depth > 0 && !shard_token_is(self->tokens, i, "SELECT")))
            continue;
        if (!behind_as && !shard_token_is(self->tokens, i, "SELECT"))
            continue;
        /* Brackets around the query belong to it. */
        while (i > from && shard_token_is(self->tokens, i - 1, "("))
            i--;
        return self->tokens->tokens[i].depth == 0 ? (gint) i : -1;
    }
    return -1;
}

/* Words behind a query that belong to CREATE. */
static guint
query_end(const ShardReader *self, guint from)
{
    for (guint i = from; i < self->end; i++)
        if (self->tokens->tokens[i].depth == 0 && shard_token_is(self->tokens, i, "WITH") &&
            i > from &&
            (shard_token_is(self->tokens, i + 1, "DATA") ||
             shard_token_is(self->tokens, i + 1, "NO") ||
             shard_token_is(self->tokens, i + 1, "CHECK") ||
             shard_token_is(self->tokens, i + 1, "LOCAL") ||
             shard_token_is(self->tokens, i + 1, "CASCADED")))
            return i;
    return self->end;
}

static void
set_inner(ShardReader *self, gint query)
{
    if (query < 0)
        return;
    self->out->inner_first_token = (guint) query;
    self->read_from = query;
    self->end = query_end(self, (guint) query);
}

/* ALTER TABLE ALL IN TABLESPACE a … */
static gboolean
names_all(const ShardReader *self)
{
    return shard_reader_is(self, 0, "ALL") && shard_reader_is(self, 1, "IN");
}

/* CREATE TABLE t LIKE u, or an element (LIKE u); not the operator within CHECK. */
static gboolean
is_like_table(const ShardReader *self)
{
    guint depth = self->tokens->tokens[self->at].depth;

    return shard_reader_is(self, 0, "LIKE") &&
           (depth == 0 || (depth == 1 && (shard_token_is(self->tokens, self->at - 1, "(") ||
                                          shard_token_is(self->tokens, self->at - 1, ","))));
}

/* Other tables and names of constraints in the rest of a CREATE or ALTER TABLE. */
static void
read_table_body(ShardReader *self, guint end, gint table)
{
    static const char *const no_names[] = {"PRIMARY", "UNIQUE",  "FOREIGN",
                                           "CHECK",   "EXCLUDE", NULL};

    while (self->at < end) {
        if (shard_reader_skip(self, "CONSTRAINT")) {
            skip_if_exists(self);
            gboolean named = TRUE;
            for (guint i = 0; no_names[i] != NULL; i++)
                named = named && !shard_reader_is(self, 0, no_names[i]);
            if (named) /* a unique constraint is its index */
                shard_reader_object(self,
                                    shard_reader_is(self, 1, "UNIQUE") ? SHARD_OBJECT_INDEX
                                                                       : SHARD_OBJECT_CONSTRAINT,
                                    table);
            if (named && shard_reader_skip(self, "FOREIGN")) /* what MariaDB has behind it is an */
                shard_reader_skip(self, "KEY");              /* index */
            if (shard_reader_skip(self, "TO"))               /* RENAME CONSTRAINT a TO b */
                shard_reader_object(self, SHARD_OBJECT_CONSTRAINT, table);
        } else if (shard_reader_is(self, 0, "DROP") && shard_reader_is(self, 1, "FOREIGN") &&
                   shard_reader_is(self, 2, "KEY")) { /* MariaDB's */
            self->at += 3;
            skip_if_exists(self);
            shard_reader_object(self, SHARD_OBJECT_CONSTRAINT, table);
        } else if (shard_reader_skip(self, "FOREIGN") && shard_reader_skip(self, "KEY")) {
            skip_if_exists(self);
            if (!shard_reader_is(self, 0, "("))
                shard_reader_object(self, SHARD_OBJECT_CONSTRAINT, table);
        } else if (shard_reader_skip(self, "REFERENCES") || shard_reader_skip(self, "INHERIT") ||
                   (is_like_table(self) && shard_reader_skip(self, "LIKE"))) {
            shard_reader_table(self, FALSE);
        } else if ((shard_reader_is(self, 0, "ATTACH") || shard_reader_is(self, 0, "DETACH")) &&
                   shard_reader_is(self, 1, "PARTITION")) {
            self->at += 2;
            shard_reader_table(self, FALSE);
        } else if ((shard_reader_is(self, 0, "PARTITION") && shard_reader_is(self, 1, "OF")) ||
                   (shard_reader_is(self, 0, "WITH") && shard_reader_is(self, 1, "TABLE"))) {
            self->at += 2;
            shard_reader_table(self, FALSE);
        } else if ((shard_reader_is(self, 0, "USING") && shard_reader_is(self, 1, "INDEX")) ||
                   (shard_reader_is(self, 0, "CLUSTER") && shard_reader_is(self, 1, "ON"))) {
            self->at += 2;
            shard_reader_existing_index(self, table);
        } else if (shard_reader_skip(self, "INHERITS")) {
            shard_reader_skip(self, "(");
            shard_reader_tables(self, FALSE);
        } else {
            self->at++;
        }
    }
}

static void
read_create_table(ShardReader *self)
{
    self->out->kind = SHARD_STATEMENT_CREATE_TABLE;
    skip_if_exists(self);
    gint table = shard_reader_table(self, TRUE);
    gint query = find_query(self, self->at);

    read_table_body(self, query < 0 ? self->end : (guint) query, table);
    set_inner(self, query);
}

static void
read_create_index(ShardReader *self)
{
    self->out->kind = SHARD_STATEMENT_CREATE_INDEX;
    shard_reader_skip(self, "CONCURRENTLY");
    skip_if_exists(self);
    if (!shard_reader_is(self, 0, "ON"))
        shard_reader_object(self, SHARD_OBJECT_INDEX, 0);
    while (self->at < self->end && !shard_reader_is(self, 0, "ON"))
        self->at++; /* USING BTREE of MySQL */
    shard_reader_skip(self, "ON");
    shard_reader_skip(self, "ONLY");
    shard_reader_table(self, TRUE);
}

static void
read_create_view(ShardReader *self)
{
    self->out->kind = SHARD_STATEMENT_CREATE_VIEW;
    skip_if_exists(self);
    shard_reader_table(self, TRUE);
    set_inner(self, find_query(self, self->at));
}

/* CREATE TRIGGER … ON table: what it does may need rows of other nodes. */
static void
read_create_trigger(ShardReader *self)
{
    self->out->only_one_node = "a trigger";
    shard_read_on_table(self);
}

/* CREATE RULE … AS ON event TO table. */
static void
read_create_rule(ShardReader *self)
{
    self->out->only_one_node = "a rule";
    while (self->at < self->end && !shard_reader_is(self, 0, "TO"))
        self->at++;
    shard_reader_skip(self, "TO");
    shard_reader_table(self, TRUE);
}

static void
read_user(ShardReader *self)
{
    self->out->kind = SHARD_STATEMENT_USER;
}

static const struct {
    const char *word;
    void (*read)(ShardReader *self);
} create_objects[] = {
    {"TABLE", read_create_table},
    {"INDEX", read_create_index},
    {"VIEW", read_create_view},
    {"SEQUENCE", shard_read_owner},
    {"STATISTICS", shard_read_create_statistics},
    {"PUBLICATION", shard_read_publication},
    {"TRIGGER", read_create_trigger},
    {"RULE", read_create_rule},
    {"POLICY", shard_read_on_table},
    {"USER", read_user},
    {"ROLE", read_user},
};

/* ALGORITHM = MERGE, DEFINER = a@b, SQL SECURITY INVOKER of MySQL. */
static void
skip_mysql_options(ShardReader *self)
{
    static const char *const options[] = {"ALGORITHM", "DEFINER", "SQL", NULL};

    while (shard_reader_skip_list(self, options)) {
        while (self->at < self->end && !shard_reader_is(self, 0, "VIEW") &&
               !shard_reader_is(self, 0, "TRIGGER") && !shard_reader_is(self, 0, "FUNCTION") &&
               !shard_reader_is(self, 0, "PROCEDURE") && !shard_reader_is(self, 0, "EVENT"))
            self->at++;
    }
}

void
shard_read_create(ShardReader *self)
{
    self->out->kind = SHARD_STATEMENT_OTHER_DDL;
    if (shard_reader_skip(self, "OR"))
        shard_reader_skip(self, "REPLACE");
    for (;;) {
        if (shard_reader_skip(self, "TEMPORARY") || shard_reader_skip(self, "TEMP"))
            self->out->temporary = TRUE;
        else if (!shard_reader_skip_list(self, create_modifiers))
            break;
    }
    skip_mysql_options(self);
    for (guint i = 0; i < G_N_ELEMENTS(create_objects); i++)
        if (shard_reader_skip(self, create_objects[i].word)) {
            create_objects[i].read(self);
            break;
        }
    if (self->out->temporary)
        self->out->session_bound = TRUE;
}

static void
read_alter_index(ShardReader *self)
{
    if (names_all(self))
        return;
    skip_if_exists(self);
    shard_reader_object(self, SHARD_OBJECT_INDEX, -1);
    if (shard_reader_skip(self, "RENAME") && shard_reader_skip(self, "TO"))
        shard_reader_object(self, SHARD_OBJECT_INDEX, -1);
}

static void
read_alter_table(ShardReader *self)
{
    if (names_all(self))
        return;
    self->out->kind = SHARD_STATEMENT_ALTER_TABLE;
    skip_if_exists(self);
    shard_reader_skip(self, "ONLY");
    gint table = shard_reader_table(self, TRUE);
    shard_reader_skip(self, "*");
    if (shard_reader_is(self, 0, "RENAME") &&
        (shard_reader_is(self, 1, "TO") || shard_reader_is(self, 1, "AS") ||
         (shard_reader_is_name(self, 1) && self->at + 2 == self->end)))
        self->out->only_one_node = "ALTER TABLE … RENAME TO";
    read_table_body(self, self->end, table);
}

/* PostgreSQL changes what a view is called and how it behaves; MySQL gives it another query. */
static void
read_alter_view(ShardReader *self)
{
    if (self->mode->dialect == SHARD_DIALECT_MYSQL)
        read_create_view(self);
    else
        read_alter_table(self);
}

static const struct {
    const char *word;
    void (*read)(ShardReader *self);
} alter_objects[] = {
    {"TABLE", read_alter_table},
    {"INDEX", read_alter_index},
    {"VIEW", read_alter_view},
    {"SEQUENCE", shard_read_owner},
    {"PUBLICATION", shard_read_publication},
    {"TRIGGER", shard_read_on_table},
    {"RULE", shard_read_on_table},
    {"POLICY", shard_read_on_table},
    {"USER", read_user},
    {"ROLE", read_user},
};

void
shard_read_alter(ShardReader *self)
{
    static const char *const modifiers[] = {"ONLINE", "IGNORE", "FOREIGN", "MATERIALIZED", NULL};

    self->out->kind = SHARD_STATEMENT_OTHER_DDL;
    while (shard_reader_skip_list(self, modifiers))
        ;
    skip_mysql_options(self);
    for (guint i = 0; i < G_N_ELEMENTS(alter_objects); i++)
        if (shard_reader_skip(self, alter_objects[i].word)) {
            alter_objects[i].read(self);
            return;
        }
}

/* DROP INDEX [CONCURRENTLY] [IF EXISTS] i, j [ON t] */
static void
read_drop_index(ShardReader *self)
{
    self->out->kind = SHARD_STATEMENT_DROP_INDEX;
    shard_reader_skip(self, "CONCURRENTLY");
    skip_if_exists(self);
    do {
        shard_reader_object(self, SHARD_OBJECT_INDEX, -1);
    } while (shard_reader_skip(self, ","));
    if (!shard_reader_skip(self, "ON"))
        return;
    gint table = shard_reader_table(self, TRUE);
    for (guint i = 0; i < self->objects->len; i++)
        g_array_index(self->objects, ShardObjectName, i).table = table;
}

void
shard_read_drop(ShardReader *self)
{
    self->out->kind = SHARD_STATEMENT_OTHER_DDL;
    if (shard_reader_skip(self, "TEMPORARY"))
        self->out->temporary = self->out->session_bound = TRUE;
    shard_reader_skip(self, "FOREIGN");
    shard_reader_skip(self, "MATERIALIZED");
    if (shard_reader_skip(self, "TABLE") || shard_reader_skip(self, "TABLES")) {
        self->out->kind = SHARD_STATEMENT_DROP_TABLE;
        skip_if_exists(self);
        shard_reader_tables(self, TRUE);
    } else if (shard_reader_skip(self, "INDEX")) {
        read_drop_index(self);
    } else if (shard_reader_skip(self, "VIEW")) {
        self->out->kind = SHARD_STATEMENT_DROP_VIEW;
        skip_if_exists(self);
        shard_reader_tables(self, TRUE);
    } else if (shard_reader_skip(self, "USER") || shard_reader_skip(self, "ROLE")) {
        self->out->kind = SHARD_STATEMENT_USER;
    } else if (shard_reader_skip(self, "TRIGGER") || shard_reader_skip(self, "RULE") ||
               shard_reader_skip(self, "POLICY")) {
        shard_read_on_table(self);
    }
}

void
shard_read_truncate(ShardReader *self)
{
    self->out->kind = SHARD_STATEMENT_TRUNCATE;
    shard_reader_skip(self, "TABLE");
    shard_reader_tables(self, TRUE);
}

/* RENAME TABLE a TO b, c TO d */
void
shard_read_rename(ShardReader *self)
{
    self->out->kind = SHARD_STATEMENT_OTHER_DDL;
    self->out->only_one_node = "RENAME";
    if (!shard_reader_skip(self, "TABLE") && !shard_reader_skip(self, "TABLES"))
        return;
    do {
        shard_reader_table(self, TRUE);
        shard_reader_skip(self, "TO");
        shard_reader_table(self, TRUE);
    } while (shard_reader_skip(self, ","));
}

void
shard_read_grant(ShardReader *self)
{
    static const char *const no_tables[] = {"ALL",       "SCHEMA",    "DATABASE", "FUNCTION",
                                            "PROCEDURE", "SEQUENCE",  "LANGUAGE", "TABLESPACE",
                                            "TYPE",      "DOMAIN",    "FOREIGN",  "LARGE",
                                            "ROUTINE",   "PARAMETER", NULL};

    self->out->kind = SHARD_STATEMENT_USER;
    while (self->at < self->end &&
           !(shard_reader_is(self, 0, "ON") && self->tokens->tokens[self->at].depth == 0))
        self->at++;
    if (!shard_reader_skip(self, "ON"))
        return;
    self->out->kind = SHARD_STATEMENT_GRANT;
    for (guint i = 0; no_tables[i] != NULL; i++)
        if (shard_reader_is(self, 0, no_tables[i]))
            return;
    shard_reader_skip(self, "TABLE");
    /* MySQL's db.* and *.* name no table. */
    if (shard_reader_is(self, 0, "*") ||
        (shard_reader_is(self, 1, ".") && shard_reader_is(self, 2, "*")))
        return;
    shard_reader_tables(self, TRUE);
}
