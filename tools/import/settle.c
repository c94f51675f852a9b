/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tools/import/settle.h"

#include "router/rules/node-pattern.h"

#include <string.h>

static void
shard_free(gpointer data)
{
    ImportShard *self = data;

    g_free(self->name);
    g_free(self->dsn);
    g_free(self->server);
    g_ptr_array_unref(self->replicas);
    g_free(self->weights);
    g_free(self);
}

static void
table_text_free(gpointer data)
{
    ImportTableText *self = data;

    g_free(self->name);
    g_free(self->nodes);
    g_free(self->auto_shards);
    g_free(self->shard.keys);
    g_free(self->shard.algorithm);
    g_free(self->table.keys);
    g_free(self->table.algorithm);
    g_free(self->generate);
    g_free(self->bind);
    g_free(self->bind_on);
    g_ptr_array_unref(self->comments);
    g_free(self->place);
    g_free(self);
}

void
import_settled_free(ImportSettled *self)
{
    if (self == NULL)
        return;
    g_ptr_array_unref(self->shards);
    g_ptr_array_unref(self->targets);
    g_ptr_array_unref(self->algorithms);
    g_ptr_array_unref(self->generators);
    g_ptr_array_unref(self->tables);
    g_hash_table_unref(self->usable);
    g_free(self->default_shard);
    g_free(self);
}

const ImportShard *
import_find_shard(const ImportSettled *self, const char *name)
{
    for (guint i = 0; i < self->shards->len; i++) {
        const ImportShard *shard = self->shards->pdata[i];
        if (strcmp(shard->name, name) == 0)
            return shard;
    }
    return NULL;
}

static gboolean
is_in_group(const ImportGroup *group, const char *source)
{
    if (g_strcmp0(group->write, source) == 0)
        return TRUE;
    for (guint i = 0; i < group->reads->len; i++)
        if (strcmp(group->reads->pdata[i], source) == 0)
            return TRUE;
    return FALSE;
}

const ImportShard *
import_home_shard(const ImportSettled *self, const char *source)
{
    const ImportShard *shard = import_find_shard(self, source);

    for (guint i = 0; shard == NULL && i < self->config->groups->len; i++) {
        const ImportGroup *group = self->config->groups->pdata[i];
        if (is_in_group(group, source))
            shard = import_find_shard(self, group->name);
    }
    return shard;
}

ImportTableText *
import_find_table_text(const ImportSettled *self, const char *name)
{
    for (guint i = 0; i < self->tables->len; i++) {
        ImportTableText *table = self->tables->pdata[i];
        if (g_ascii_strcasecmp(table->name, name) == 0)
            return table;
    }
    return NULL;
}

ImportTableText *
import_table_text_new(ImportSettled *self, const char *name, const char *place)
{
    ImportTableText *table = g_new0(ImportTableText, 1);

    table->name = g_strdup(name);
    table->place = g_strdup(place);
    table->comments = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(self->tables, table);
    return table;
}

/* NULL: it can't be one. */
static ImportShard *
add_shard(ImportSettled *self, const char *name, const char *source)
{
    if (*name == '\0' || strpbrk(name, "[]\r\n") != NULL || import_find_shard(self, name) != NULL) {
        import_say(self->config, IMPORT_LOST, NULL, "'%s' can't be the name of another shard",
                   name);
        return NULL;
    }
    ImportShard *shard = g_new0(ImportShard, 1);

    shard->name = g_strdup(name);
    shard->dsn = g_strconcat(self->options->prefix, source, NULL);
    shard->replicas = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(self->shards, shard);
    for (guint i = 0; i < self->config->sources->len; i++) {
        const ImportSource *other = self->config->sources->pdata[i];
        const ImportTarget *target = self->targets->pdata[i];
        if (strcmp(other->name, source) == 0)
            import_set_text(&shard->server, target->server);
    }
    return shard;
}

/* "rw_${0..1}" with "primary_${0..1}" are as many groups as names. */
static void
spread_group(ImportConfig *config, ImportGroup *group)
{
    if (group->write == NULL || strstr(group->name, "{") == NULL)
        return;
    g_autoptr(GPtrArray) names = shard_node_pattern_expand(group->name, NULL);
    g_autoptr(GPtrArray) writes = shard_node_pattern_expand(group->write, NULL);
    if (names == NULL || writes == NULL || names->len != writes->len) {
        import_say_at(config, IMPORT_LOST, group->place, "'%s' and '%s' can't be paired",
                      group->name, group->write);
        return;
    }
    for (guint i = 1; i < names->len; i++) {
        ImportGroup *other = import_add_group(config, names->pdata[i], NULL);
        other->write = g_strdup(writes->pdata[i]);
        other->balancer = g_strdup(group->balancer);
        for (guint j = 0; j < group->reads->len; j++) {
            g_autoptr(GPtrArray) reads = shard_node_pattern_expand(group->reads->pdata[j], NULL);
            if (reads != NULL && reads->len == names->len)
                g_ptr_array_add(other->reads, g_strdup(reads->pdata[i]));
        }
    }
    for (guint j = 0; j < group->reads->len; j++) {
        g_autoptr(GPtrArray) reads = shard_node_pattern_expand(group->reads->pdata[j], NULL);
        if (reads == NULL || reads->len != names->len)
            continue;
        g_free(group->reads->pdata[j]);
        group->reads->pdata[j] = g_strdup(reads->pdata[0]);
    }
    g_free(group->name);
    g_free(group->write);
    group->name = g_strdup(names->pdata[0]);
    group->write = g_strdup(writes->pdata[0]);
}

static void
add_group_shard(ImportSettled *self, const ImportGroup *group)
{
    ImportShard *shard =
        add_shard(self, group->name, group->write == NULL ? group->name : group->write);

    for (guint i = 0; shard != NULL && i < group->reads->len; i++)
        g_ptr_array_add(shard->replicas,
                        g_strconcat(self->options->prefix, group->reads->pdata[i], NULL));
    if (shard != NULL)
        import_settle_replicas(self, shard, group);
}

/* Servers are told only where several shards share one. */
static void
drop_single_servers(ImportSettled *self)
{
    g_autofree gboolean *shared = g_new0(gboolean, self->shards->len + 1);

    for (guint i = 0; i < self->shards->len; i++)
        for (guint j = 0; j < self->shards->len; j++)
            shared[i] |= i != j && g_strcmp0(((ImportShard *) self->shards->pdata[i])->server,
                                             ((ImportShard *) self->shards->pdata[j])->server) == 0;
    for (guint i = 0; i < self->shards->len; i++) {
        ImportShard *shard = self->shards->pdata[i];
        if (!shared[i])
            g_clear_pointer(&shard->server, g_free);
    }
}

void
import_settle_shards(ImportSettled *self)
{
    ImportConfig *config = self->config;
    guint n_groups = config->groups->len;

    for (guint i = 0; i < n_groups; i++)
        spread_group(config, config->groups->pdata[i]);
    for (guint i = 0; i < config->groups->len; i++)
        add_group_shard(self, config->groups->pdata[i]);
    for (guint i = 0; i < config->sources->len; i++) {
        const ImportSource *source = config->sources->pdata[i];
        if (import_home_shard(self, source->name) == NULL)
            add_shard(self, source->name, source->name);
    }
    for (guint i = 0; i < config->groups->len; i++) {
        const ImportGroup *group = config->groups->pdata[i];
        if (group->reads->len == 0)
            continue;
        import_say_at(config, IMPORT_NOTE, group->place,
                      "reads go to the replicas only when the DSN says Consistency=weak");
        break;
    }
    import_report_balancers(self);
}

/* A data source that a table's nodes name although it has no shard of its own. */
static void
add_node_shards(ImportSettled *self, const ImportTable *table)
{
    g_autoptr(GPtrArray) names =
        table->nodes == NULL ? NULL : shard_node_pattern_expand(table->nodes, NULL);

    for (guint i = 0; names != NULL && i < names->len; i++) {
        g_autoptr(GPtrArray) parts = shard_split_names(names->pdata[i], '.', NULL);
        if (parts == NULL || parts->len < 2 || import_find_shard(self, parts->pdata[0]) != NULL)
            continue;
        const char *name = parts->pdata[0];
        const ImportShard *home = import_home_shard(self, name);
        add_shard(self, name, name);
        if (home != NULL)
            import_say_at(self->config, IMPORT_NOTE, table->place,
                          "'%s' is named beside its group '%s': a shard of its own", name,
                          home->name);
        else if (self->config->sources->len > 0)
            import_say_at(self->config, IMPORT_LOST, table->place,
                          "data source '%s' is not described", name);
    }
}

void
import_settle_node_shards(ImportSettled *self)
{
    for (guint i = 0; i < self->config->tables->len; i++)
        add_node_shards(self, self->config->tables->pdata[i]);
    if (self->config->default_source != NULL &&
        import_home_shard(self, self->config->default_source) == NULL)
        add_shard(self, self->config->default_source, self->config->default_source);
    drop_single_servers(self);
}

static void
settle_targets(ImportSettled *self)
{
    ImportConfig *config = self->config;

    for (guint i = 0; i < config->sources->len; i++) {
        const ImportSource *source = config->sources->pdata[i];
        ImportTarget *target = import_jdbc_parse(source->url, source->user, source->password);
        g_ptr_array_add(self->targets, target);
        if (target->fault != NULL) {
            import_say_at(config, IMPORT_LOST, source->place, "data source '%s': %s", source->name,
                          target->fault);
            continue;
        }
        for (guint j = 0; j < target->lost->len; j++)
            import_say_at(config, IMPORT_LOST, source->place, "data source '%s': %s", source->name,
                          (char *) target->lost->pdata[j]);
        if (target->ignored->len > 0) {
            g_ptr_array_add(target->ignored, NULL);
            g_autofree char *names = g_strjoinv(", ", (char **) target->ignored->pdata);
            import_say_at(config, IMPORT_NOTE, source->place,
                          "data source '%s': not needed here: %s", source->name, names);
        }
        if (self->dialect == SHARD_DIALECT_UNKNOWN)
            self->dialect = target->dialect;
        else if (self->dialect != target->dialect)
            import_say_at(config, IMPORT_LOST, source->place,
                          "data source '%s' is of another brand than the first: all shards must be "
                          "of one",
                          source->name);
    }
}

static void
settle_default(ImportSettled *self)
{
    ImportConfig *config = self->config;
    const ImportShard *home =
        config->default_source == NULL ? NULL : import_home_shard(self, config->default_source);

    if (home == NULL && self->default_shard != NULL)
        return;
    if (home == NULL && self->shards->len == 1)
        home = self->shards->pdata[0];
    if (home != NULL) {
        g_free(self->default_shard);
        self->default_shard = g_strdup(home->name);
    }
    if (home == NULL && config->finds_singles && self->shards->len > 1)
        import_say(config, IMPORT_NOTE, NULL,
                   "tables that no rule names were found by asking the databases; here they need a "
                   "group [table ...] with their node, or default-shard");
    if (self->has_lost_table && self->default_shard != NULL) {
        import_say(config, IMPORT_LOST, NULL,
                   "default-shard = %s is left out: tables that could not be taken would be looked "
                   "for there",
                   self->default_shard);
        g_clear_pointer(&self->default_shard, g_free);
    }
}

ImportSettled *
import_settle(ImportConfig *config, const ImportOptions *options)
{
    ImportSettled *self = g_new0(ImportSettled, 1);

    self->config = config;
    self->options = options;
    self->shards = g_ptr_array_new_with_free_func(shard_free);
    self->targets = g_ptr_array_new_with_free_func((GDestroyNotify) import_target_free);
    self->algorithms = g_ptr_array_new_with_free_func(g_free);
    self->generators = g_ptr_array_new_with_free_func(g_free);
    self->tables = g_ptr_array_new_with_free_func(table_text_free);
    self->usable = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    settle_targets(self);
    import_settle_shards(self);
    import_settle_node_shards(self);
    import_settle_algorithms(self);
    import_settle_tables(self);
    import_settle_bindings(self);
    import_settle_singles(self);
    import_settle_conflicts(self);
    settle_default(self);
    return self;
}
