/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * settle-tables.c - sharded, broadcast and single tables, and which are bound.
 */
#include "tools/import/settle.h"

#include "router/rules/expression.h"
#include "router/rules/node-pattern.h"

#include <string.h>

static char *
join(const GPtrArray *texts)
{
    g_autoptr(GString) out = g_string_new(NULL);

    for (guint i = 0; i < texts->len; i++)
        g_string_append_printf(out, "%s%s", i == 0 ? "" : ", ", (char *) texts->pdata[i]);
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static char *
all_shards(const ImportSettled *self, const char *table)
{
    g_autoptr(GString) out = g_string_new(NULL);

    for (guint i = 0; i < self->shards->len; i++) {
        const ImportShard *shard = self->shards->pdata[i];
        g_string_append_printf(out, "%s%s%s%s", i == 0 ? "" : ", ", shard->name,
                               table == NULL ? "" : ".", table == NULL ? "" : table);
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static void
comment(ImportTableText *table, const char *prefix, const char *text)
{
    char *line = g_strconcat(prefix, text, NULL);
    g_ptr_array_add(table->comments, g_strdelimit(line, "\r\n", ' '));
}

static const char *
find_expression(const ImportSettled *self, const char *name)
{
    const ImportAlgorithm *algorithm = import_find_algorithm(self->config->algorithms, name);

    for (guint i = 0; algorithm != NULL && i + 1 < algorithm->properties->len; i += 2)
        if (import_same_name(algorithm->properties->pdata[i], "algorithm-expression"))
            return algorithm->properties->pdata[i + 1];
    return NULL;
}

/* The one name that all nodes have at a level; NULL: several. */
static char *
only_target(const ImportTableText *table, gboolean shards)
{
    g_autoptr(GPtrArray) names =
        table->nodes == NULL ? NULL : shard_node_pattern_expand(table->nodes, NULL);
    g_autofree char *only = NULL;

    for (guint i = 0; names != NULL && i < names->len; i++) {
        const char *dot = strchr(names->pdata[i], '.');
        if (dot == NULL)
            return NULL;
        g_autofree char *part =
            shards ? g_strndup(names->pdata[i], (gsize) (dot - (char *) names->pdata[i]))
                   : g_strdup(dot + 1);
        if (only == NULL)
            only = g_strdup(part);
        else if (strcmp(only, part) != 0)
            return NULL;
    }
    return g_steal_pointer(&only);
}

/* An expression without a column that names the only target there is chooses nothing. */
static gboolean
is_idle(const ImportSettled *self, const ImportTableText *table, const char *algorithm,
        gboolean shards)
{
    const char *text = find_expression(self, algorithm);
    g_autofree char *only = only_target(table, shards);
    g_autoptr(ShardExpression) expression = text == NULL ? NULL : shard_expression_new(text, NULL);

    if (only == NULL || expression == NULL || shard_expression_variables(expression)[0] != NULL)
        return FALSE;
    g_autoptr(GPtrArray) names = shard_expression_expand(expression, 2, NULL);
    return names != NULL && names->len == 1 && strcmp(names->pdata[0], only) == 0;
}

static gboolean
is_hashed(const ImportSettled *self, const char *algorithm)
{
    const char *type = g_hash_table_lookup(self->usable, algorithm);
    const char *expression = find_expression(self, algorithm);

    return g_strcmp0(type, "HASH_MOD") == 0 ||
           (expression != NULL && strstr(expression, "hashCode") != NULL);
}

/* What a strategy that can't be had looked at. */
static char *
keys_told(const ImportStrategy *strategy)
{
    g_autofree char *names = join(strategy->columns);
    return *names == '\0' ? g_strdup("") : g_strdup_printf(" of %s", names);
}

static void
settle_level(ImportSettled *self, ImportTableText *out, const ImportStrategy *strategy,
             ImportLevelText *level)
{
    const char *what = level == &out->shard ? "shard" : "table";

    if (strategy == NULL || (strategy->algorithm == NULL && !strategy->is_lost))
        return;
    if (strategy->is_lost) {
        g_autofree char *keys = keys_told(strategy);
        g_autofree char *text = g_strdup_printf("%s-algorithm: %s%s", what, strategy->lost, keys);
        comment(out, "no ", text);
        return;
    }
    if (!g_hash_table_contains(self->usable, strategy->algorithm)) {
        const ImportAlgorithm *algorithm =
            import_find_algorithm(self->config->algorithms, strategy->algorithm);
        const char *name = algorithm == NULL ? NULL : algorithm->name;
        if (name != NULL && g_hash_table_contains(self->usable, name)) {
            level->algorithm = g_strdup(name); /* names differ in case only */
        } else {
            g_autofree char *keys = keys_told(strategy);
            g_autofree char *text =
                g_strdup_printf("%s-algorithm: '%s'%s", what, strategy->algorithm, keys);
            comment(out, "no ", text);
            import_say_at(
                self->config, IMPORT_LOST, strategy->place,
                "table %s: algorithm '%s' can't be had: rows can't be inserted, and every "
                "node is read",
                out->name, strategy->algorithm);
            return;
        }
    } else {
        level->algorithm = g_strdup(strategy->algorithm);
    }
    if (is_idle(self, out, level->algorithm, level == &out->shard)) {
        g_clear_pointer(&level->algorithm, g_free);
        return;
    }
    if (strategy->columns->len > 0)
        level->keys = join(strategy->columns);
    else if (!strategy->is_hint && self->config->default_column != NULL)
        level->keys = g_strdup(self->config->default_column);
    out->is_hashed |= is_hashed(self, level->algorithm);
}

static void
settle_generate(ImportSettled *self, ImportTableText *out, const ImportTable *table)
{
    const ImportConfig *config = self->config;
    const char *column = table->generate_column;
    const char *name = table->generator;

    if (column == NULL)
        column = config->default_generate_column;
    if (name == NULL)
        name = config->default_generator;
    if (column == NULL || name == NULL)
        return;
    g_autofree char *key = g_strconcat("generator ", name, NULL);
    if (g_hash_table_contains(self->usable, key)) {
        out->generate = g_strdup_printf("%s: %s", column, name);
        return;
    }
    g_autofree char *text = g_strdup_printf("%s is generated by '%s' there", column, name);
    comment(out, "", text);
    import_say_at(self->config, IMPORT_LOST, table->place, "table %s: %s", table->name, text);
}

static void
settle_nodes(ImportSettled *self, ImportTableText *out, const ImportTable *table)
{
    if (table->auto_shards != NULL) {
        out->auto_shards =
            *table->auto_shards == '\0'
                ? all_shards(self, NULL)
                : g_strstrip(g_strdelimit(g_strdup(table->auto_shards), "\r\n", ' '));
        return;
    }
    if (table->nodes == NULL) {
        out->nodes = all_shards(self, table->name);
        return;
    }
    out->nodes = g_strstrip(g_strdelimit(g_strdup(table->nodes), "\r\n", ' '));
}

/* Parts that may be left out so that the loader takes the rest, least loss first. */
enum { WITHOUT_GENERATE = 1, WITHOUT_TABLE = 2, WITHOUT_SHARD = 4 };

static void
leave_out(ImportTableText *table, guint parts)
{
    if (parts & WITHOUT_GENERATE)
        g_clear_pointer(&table->generate, g_free);
    if (parts & WITHOUT_TABLE) {
        g_clear_pointer(&table->table.keys, g_free);
        g_clear_pointer(&table->table.algorithm, g_free);
    }
    if (parts & WITHOUT_SHARD) {
        g_clear_pointer(&table->shard.keys, g_free);
        g_clear_pointer(&table->shard.algorithm, g_free);
    }
}

static gboolean
works_without(const ImportSettled *self, const ImportTableText *table, guint parts)
{
    ImportTableText copy = *table;
    ImportTableText *list[] = {&copy};

    if (parts & WITHOUT_GENERATE)
        copy.generate = NULL;
    if (parts & WITHOUT_TABLE)
        copy.table = (ImportLevelText){NULL, NULL};
    if (parts & WITHOUT_SHARD)
        copy.shard = (ImportLevelText){NULL, NULL};
    g_autofree char *fault = import_try_tables(self, list, 1);
    return fault == NULL;
}

/* Keeps of the table what the loader takes. */
static void
try_table(ImportSettled *self, ImportTableText *table)
{
    static const guint choices[] = {WITHOUT_GENERATE, WITHOUT_TABLE, WITHOUT_SHARD,
                                    WITHOUT_TABLE | WITHOUT_SHARD,
                                    WITHOUT_TABLE | WITHOUT_SHARD | WITHOUT_GENERATE};
    ImportTableText *list[] = {table};
    g_autofree char *fault = import_try_tables(self, list, 1);

    if (fault == NULL)
        return;
    comment(table, "", fault);
    for (guint i = 0; i < G_N_ELEMENTS(choices); i++) {
        if (!works_without(self, table, choices[i]))
            continue;
        leave_out(table, choices[i]);
        import_say_at(self->config, IMPORT_LOST, table->place, "table %s: %s", table->name, fault);
        return;
    }
    table->is_lost = TRUE;
    self->has_lost_table = TRUE;
    import_say_at(self->config, IMPORT_LOST, table->place, "table %s is left out: %s", table->name,
                  fault);
}

static gboolean
contains(const GPtrArray *names, const char *name)
{
    for (guint i = 0; i < names->len; i++)
        if (g_ascii_strcasecmp(names->pdata[i], name) == 0)
            return TRUE;
    return FALSE;
}

static void
settle_table(ImportSettled *self, const ImportTable *table)
{
    const ImportConfig *config = self->config;

    if (*table->name == '\0' || import_find_table_text(self, table->name) != NULL) {
        import_say_at(self->config, IMPORT_LOST, table->place, "table '%s' %s", table->name,
                      *table->name == '\0' ? "has no name" : "is given twice");
        return;
    }
    ImportTableText *out = import_table_text_new(self, table->name, table->place);
    settle_generate(self, out, table);
    out->broadcast = contains(config->broadcasts, table->name);
    if (!out->broadcast) {
        settle_nodes(self, out, table);
        settle_level(self, out,
                     table->shard != NULL ? table->shard : config->default_shard_strategy,
                     &out->shard);
        settle_level(self, out,
                     table->table != NULL ? table->table : config->default_table_strategy,
                     &out->table);
        out->refuse_scatter =
            table->no_audit ? table->refuse_scatter : config->default_refuse_scatter;
    }
    if (out->shard.keys == NULL && out->table.keys == NULL)
        out->refuse_scatter = FALSE;
    try_table(self, out);
}

void
import_settle_tables(ImportSettled *self)
{
    const ImportConfig *config = self->config;

    for (guint i = 0; i < config->tables->len; i++)
        settle_table(self, config->tables->pdata[i]);
    for (guint i = 0; i < config->broadcasts->len; i++) {
        if (import_find_table_text(self, config->broadcasts->pdata[i]) != NULL)
            continue;
        ImportTableText *out = import_table_text_new(self, config->broadcasts->pdata[i], NULL);
        out->broadcast = TRUE;
        try_table(self, out);
    }
}

/* "ds.t", "ds.schema.t"; with * all tables of a data source are meant. */
static void
settle_single(ImportSettled *self, const ImportText *single)
{
    const char *text = single->text;
    g_auto(GStrv) parts = g_strsplit(text, ".", -1);
    guint n = g_strv_length(parts);
    const char *table = n == 0 ? "" : parts[n - 1];
    const ImportShard *shard = n < 2 ? NULL : import_home_shard(self, parts[0]);

    if (n >= 2 && strcmp(table, "*") == 0) {
        if (shard != NULL && self->default_shard == NULL)
            self->default_shard = g_strdup(shard->name);
        else if (self->shards->len > 1 &&
                 (shard == NULL || strcmp(self->default_shard, shard->name) != 0))
            import_say_at(self->config, IMPORT_LOST, single->place,
                          "single tables '%s': name each in a group [table ...]", text);
        return;
    }
    if (shard == NULL || n > 3 || strcmp(parts[0], "*") == 0) {
        import_say_at(self->config, IMPORT_LOST, single->place,
                      "single table '%s': on which shard?", text);
        return;
    }
    if (import_find_table_text(self, table) != NULL)
        return;
    ImportTableText *out = import_table_text_new(self, table, NULL);
    out->nodes = n == 3 && strcmp(parts[1], "*") != 0
                     ? g_strdup_printf("%s.%s.%s", shard->name, parts[1], table)
                     : g_strdup_printf("%s.%s", shard->name, table);
    try_table(self, out);
}

void
import_settle_singles(ImportSettled *self)
{
    for (guint i = 0; i < self->config->singles->len; i++)
        settle_single(self, self->config->singles->pdata[i]);
}

static gboolean
shares_table(const ImportSettled *self, const GPtrArray *group, const char *text)
{
    g_auto(GStrv) names = g_strsplit(text, ",", -1);

    for (guint i = 0; names[i] != NULL; i++) {
        const ImportTableText *table = import_find_table_text(self, g_strstrip(names[i]));
        if (table != NULL && g_ptr_array_find((GPtrArray *) group, table, NULL))
            return TRUE;
    }
    return FALSE;
}

static void
add_bound(ImportSettled *self, GPtrArray *group, const ImportText *binding)
{
    g_auto(GStrv) names = g_strsplit(binding->text, ",", -1);

    for (guint i = 0; names[i] != NULL; i++) {
        ImportTableText *table = import_find_table_text(self, g_strstrip(names[i]));
        if (table == NULL || table->is_lost || table->broadcast)
            import_say_at(self->config, IMPORT_LOST, binding->place,
                          "binding of '%s' in '%s': it is no sharded table here", names[i],
                          binding->text);
        else if (!g_ptr_array_find(group, table, NULL))
            g_ptr_array_add(group, table);
    }
}

/* Groups that share a table are one. */
static GPtrArray *
collect_group(ImportSettled *self, guint from, gboolean *done)
{
    GPtrArray *group = g_ptr_array_new();
    gboolean grew = TRUE;

    while (grew) {
        grew = FALSE;
        for (guint i = from; i < self->config->bindings->len; i++) {
            const ImportText *binding = self->config->bindings->pdata[i];
            if (done[i] || (i != from && !shares_table(self, group, binding->text)))
                continue;
            done[i] = grew = TRUE;
            add_bound(self, group, binding);
        }
    }
    return group;
}

/* The commonest join names only the table's key; whether that is enough only the user knows. */
static char *
offer_bind_on(const ImportTableText *table)
{
    if (table->shard.algorithm == NULL || table->table.algorithm == NULL ||
        table->shard.keys == NULL || table->table.keys == NULL ||
        g_ascii_strcasecmp(table->shard.keys, table->table.keys) == 0)
        return NULL;
    return g_strdup(table->table.keys);
}

static void
bind_group(ImportSettled *self, GPtrArray *group, const char *place)
{
    const char *name = ((ImportTableText *) group->pdata[0])->name;

    for (guint i = 0; i < group->len; i++)
        ((ImportTableText *) group->pdata[i])->bind = g_strdup(name);
    g_autofree char *fault =
        import_try_tables(self, (ImportTableText *const *) group->pdata, group->len);
    for (guint i = 0; i < group->len; i++) {
        ImportTableText *table = group->pdata[i];
        if (fault == NULL) {
            table->bind_on = offer_bind_on(table);
            continue;
        }
        g_clear_pointer(&table->bind, g_free);
        comment(table, "not bound: ", fault);
    }
    if (fault != NULL)
        import_say_at(self->config, IMPORT_LOST, place, "binding of %s with others: %s", name,
                      fault);
}

void
import_settle_bindings(ImportSettled *self)
{
    g_autofree gboolean *done = g_new0(gboolean, self->config->bindings->len + 1);

    for (guint i = 0; i < self->config->bindings->len; i++) {
        if (done[i])
            continue;
        g_autoptr(GPtrArray) group = collect_group(self, i, done);
        if (group->len > 1)
            bind_group(self, group, ((ImportText *) self->config->bindings->pdata[i])->place);
    }
}

/* Tables that the loader takes alone, but not beside the others (two names for one actual table).
 */
void
import_settle_conflicts(ImportSettled *self)
{
    g_autoptr(GPtrArray) accepted = g_ptr_array_new();

    for (guint i = 0; i < self->tables->len; i++)
        if (!((ImportTableText *) self->tables->pdata[i])->is_lost)
            g_ptr_array_add(accepted, self->tables->pdata[i]);
    g_autofree char *fault =
        import_try_tables(self, (ImportTableText *const *) accepted->pdata, accepted->len);
    if (fault == NULL)
        return;
    g_ptr_array_set_size(accepted, 0);
    for (guint i = 0; i < self->tables->len; i++) {
        ImportTableText *table = self->tables->pdata[i];
        if (table->is_lost)
            continue;
        g_ptr_array_add(accepted, table);
        g_autofree char *why =
            import_try_tables(self, (ImportTableText *const *) accepted->pdata, accepted->len);
        if (why == NULL)
            continue;
        g_ptr_array_set_size(accepted, (gint) accepted->len - 1);
        table->is_lost = TRUE;
        self->has_lost_table = TRUE;
        import_say_at(self->config, IMPORT_LOST, table->place, "table %s is left out: %s",
                      table->name, why);
    }
}
