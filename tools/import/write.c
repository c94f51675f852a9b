/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* write.c - the texts of the rules file and of the ini sections. */
#include "tools/import/settle.h"

#include "router/rules/rules.h"

#include <string.h>

static void
append_key(GString *out, const char *key, const char *value)
{
    if (value != NULL)
        g_string_append_printf(out, "%s = %s\n", key, value);
}

/* Names with separators in them are quoted. */
static void
append_name(GString *out, const char *name)
{
    if (strpbrk(name, ".,:; \"'") == NULL) {
        g_string_append(out, name);
        return;
    }
    g_string_append_c(out, '"');
    for (; *name != '\0'; name++) {
        if (*name == '"')
            g_string_append_c(out, '"');
        g_string_append_c(out, *name);
    }
    g_string_append_c(out, '"');
}

void
import_write_shard(GString *out, const ImportShard *shard)
{
    g_string_append(out, "[shard ");
    append_name(out, shard->name);
    g_string_append_printf(out, "]\ndsn = %s\n", shard->dsn);
    for (guint i = 0; i < shard->replicas->len; i++) {
        g_string_append(out, i == 0 ? "replicas = " : ", ");
        append_name(out, shard->replicas->pdata[i]);
    }
    if (shard->replicas->len > 0)
        g_string_append_c(out, '\n');
    if (shard->at_random)
        append_key(out, "replica-choice", "random");
    append_key(out, "replica-weights", shard->weights);
    append_key(out, "server", shard->server);
}

static void
append_advice(GString *out, const ImportTableText *table)
{
    const char *keys = table->shard.keys != NULL ? table->shard.keys : table->table.keys;

    if (table->is_hashed && keys != NULL)
        g_string_append_printf(
            out,
            "# hashed as the Java type that the column's type suggests; when the "
            "services bind\n"
            "# another one, say it: value-type = %s: long (or integer, string, "
            "decimal ...)\n",
            keys);
    if (table->bind_on != NULL)
        g_string_append_printf(out,
                               "# true only if rows of the group that are equal in these columns "
                               "lie on one node\n"
                               "# bind-on = %s\n",
                               table->bind_on);
}

static void
append_table(GString *out, const ImportTableText *table)
{
    g_string_append(out, "[table ");
    append_name(out, table->name);
    g_string_append(out, "]\n");
    if (table->broadcast)
        append_key(out, "broadcast", "true");
    append_key(out, "nodes", table->nodes);
    append_key(out, "auto-shards", table->auto_shards);
    append_key(out, "shard-key", table->shard.keys);
    append_key(out, "shard-algorithm", table->shard.algorithm);
    append_key(out, "table-key", table->table.keys);
    append_key(out, "table-algorithm", table->table.algorithm);
    append_key(out, "generate", table->generate);
    append_key(out, "bind", table->bind);
    if (table->shard.keys != NULL || table->table.keys != NULL)
        append_key(out, "key-match", "exact");
    if (table->refuse_scatter) {
        append_key(out, "scatter-read", "refuse");
        append_key(out, "scatter-write", "refuse");
    }
    append_advice(out, table);
}

void
import_write_table(GString *out, const ImportTableText *table)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < table->comments->len; i++)
        g_string_append_printf(out, "# %s\n", (char *) table->comments->pdata[i]);
    append_table(text, table);
    if (!table->is_lost) {
        g_string_append(out, text->str);
        return;
    }
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text->str), "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++)
        g_string_append_printf(out, "# %s\n", lines[i]);
}

static void
append_texts(GString *out, const GPtrArray *texts)
{
    for (guint i = 0; i < texts->len; i++)
        g_string_append_printf(out, "\n%s", (char *) texts->pdata[i]);
}

/* "import:12: [table t] nodes: ..." without the place in a file that nobody has seen. */
static char *
without_place(const char *message)
{
    const char *bracket = strstr(message, ": [");
    return g_strdup(bracket == NULL ? message : bracket + 2);
}

char *
import_try_tables(const ImportSettled *self, ImportTableText *const *tables, guint n)
{
    g_autoptr(GString) text = g_string_new("[shardodbc]\n");
    g_autoptr(GError) error = NULL;

    for (guint i = 0; i < self->shards->len; i++)
        import_write_shard(text, self->shards->pdata[i]);
    for (guint i = 0; i < n; i++)
        append_table(text, tables[i]);
    append_texts(text, self->algorithms);
    append_texts(text, self->generators);
    g_autoptr(ShardRules) rules = shard_rules_parse(text->str, text->len, "import", &error);
    return rules == NULL ? without_place(error->message) : NULL;
}

/* ---- the rules file ---- */

static void
append_messages(GString *out, const ImportConfig *config)
{
    gboolean first = TRUE;

    for (guint i = 0; i < config->messages->len; i++) {
        const ImportMessage *message = config->messages->pdata[i];
        if (message->level != IMPORT_LOST)
            continue;
        if (first)
            g_string_append(out, "#\n# Said there, but not here:\n");
        first = FALSE;
        g_autofree char *text = g_strdelimit(g_strdup(message->text), "\r\n", ' ');
        g_string_append_printf(out, "#   %s%s%s\n", message->place == NULL ? "" : message->place,
                               message->place == NULL ? "" : ": ", text);
    }
}

static void
append_head(GString *out, const ImportSettled *self)
{
    g_string_append_printf(out, "# Made by shardodbc import from %s\n", self->options->source);
    append_messages(out, self->config);
    g_string_append_printf(
        out, "\n[shardodbc]\ndialect = %s\n",
        self->dialect == SHARD_DIALECT_UNKNOWN ? "auto" : shard_dialect_name(self->dialect));
    append_key(out, "default-shard", self->default_shard);
}

char *
import_write_rules(const ImportSettled *self, GError **error)
{
    g_autoptr(GString) out = g_string_new(NULL);

    append_head(out, self);
    for (guint i = 0; i < self->shards->len; i++) {
        g_string_append_c(out, '\n');
        import_write_shard(out, self->shards->pdata[i]);
    }
    for (guint i = 0; i < self->tables->len; i++) {
        g_string_append_c(out, '\n');
        import_write_table(out, self->tables->pdata[i]);
    }
    append_texts(out, self->algorithms);
    append_texts(out, self->generators);
    g_autoptr(ShardRules) rules = shard_rules_parse(out->str, out->len, "result", error);
    return rules == NULL ? NULL : g_string_free(g_steal_pointer(&out), FALSE);
}

/* ---- ini sections ---- */

static void
append_source(GString *out, const ImportSettled *self, guint i)
{
    const ImportSource *source = self->config->sources->pdata[i];
    const ImportTarget *target = self->targets->pdata[i];

    if (target->fault != NULL) {
        g_string_append_printf(out, "# [%s%s]\n# %s\n\n", self->options->prefix, source->name,
                               target->fault);
        return;
    }
    g_string_append_printf(out, "[%s%s]\nDriver=%s\n", self->options->prefix, source->name,
                           target->driver);
    for (guint j = 0; j + 1 < target->keywords->len; j += 2)
        g_string_append_printf(out, "%s=%s\n", (char *) target->keywords->pdata[j],
                               (char *) target->keywords->pdata[j + 1]);
    g_string_append_c(out, '\n');
}

char *
import_write_odbc(const ImportSettled *self)
{
    g_autoptr(GString) out = g_string_new(NULL);
    const char *name = self->options->dsn;

    if (name == NULL)
        name = self->config->catalog != NULL ? self->config->catalog : "sharded";
    g_string_append_printf(out, "[%s]\nDriver=ShardODBC\nRules=%s\n", name,
                           self->options->rules_path);
    if (self->config->catalog != NULL)
        g_string_append_printf(out, "Database=%s\n", self->config->catalog);
    if (self->config->two_phase)
        g_string_append(out, "Transaction=2pc\n");
    g_string_append_c(out, '\n');
    for (guint i = 0; i < self->config->sources->len; i++)
        append_source(out, self, i);
    g_string_truncate(out, out->len - 1);
    return g_string_free(g_steal_pointer(&out), FALSE);
}

char *
import_write_odbcinst(const ImportSettled *self)
{
    g_autoptr(GString) out = g_string_new("[ShardODBC]\n"
                                          "Description=Many databases as one\n"
                                          "Driver=" ODBC_MODULE_FOLDER "/libshardodbc.so\n"
                                          "Setup=" ODBC_MODULE_FOLDER "/libshardodbcS.so\n"
                                          "Threading=0\n");

    for (guint i = 0; i < self->targets->len; i++) {
        const ImportTarget *target = self->targets->pdata[i];
        gboolean known = target->driver == NULL;
        for (guint j = 0; j < i && !known; j++) {
            const ImportTarget *other = self->targets->pdata[j];
            known = other->driver != NULL && strcmp(other->driver, target->driver) == 0;
        }
        if (!known)
            g_string_append_printf(out, "\n[%s]\nDriver=%s\n", target->driver,
                                   import_driver_file(target->driver));
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}
