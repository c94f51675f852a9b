/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tools/import/config.h"

#include "router/base/error.h"

#include <string.h>

static void
message_free(gpointer data)
{
    ImportMessage *self = data;

    g_free(self->place);
    g_free(self->text);
    g_free(self);
}

static void
text_free(gpointer data)
{
    ImportText *self = data;

    g_free(self->text);
    g_free(self->place);
    g_free(self);
}

static void
source_free(gpointer data)
{
    ImportSource *self = data;

    g_free(self->name);
    g_free(self->url);
    g_free(self->user);
    g_free(self->password);
    g_free(self->place);
    g_free(self);
}

static void
group_free(gpointer data)
{
    ImportGroup *self = data;

    g_free(self->name);
    g_free(self->write);
    g_ptr_array_unref(self->reads);
    g_free(self->balancer);
    g_free(self->place);
    g_free(self);
}

static void
algorithm_free(gpointer data)
{
    ImportAlgorithm *self = data;

    g_free(self->name);
    g_free(self->type);
    g_ptr_array_unref(self->properties);
    g_free(self->place);
    g_free(self);
}

void
import_strategy_free(ImportStrategy *self)
{
    if (self == NULL)
        return;
    g_ptr_array_unref(self->columns);
    g_free(self->algorithm);
    g_free(self->lost);
    g_free(self->place);
    g_free(self);
}

static void
table_free(gpointer data)
{
    ImportTable *self = data;

    g_free(self->name);
    g_free(self->nodes);
    g_free(self->auto_shards);
    import_strategy_free(self->shard);
    import_strategy_free(self->table);
    g_free(self->generate_column);
    g_free(self->generator);
    g_free(self->place);
    g_free(self);
}

ImportConfig *
import_config_new(void)
{
    ImportConfig *self = g_new0(ImportConfig, 1);

    self->sources = g_ptr_array_new_with_free_func(source_free);
    self->groups = g_ptr_array_new_with_free_func(group_free);
    self->tables = g_ptr_array_new_with_free_func(table_free);
    self->algorithms = g_ptr_array_new_with_free_func(algorithm_free);
    self->generators = g_ptr_array_new_with_free_func(algorithm_free);
    self->balancers = g_ptr_array_new_with_free_func(algorithm_free);
    self->bindings = g_ptr_array_new_with_free_func(text_free);
    self->broadcasts = g_ptr_array_new_with_free_func(g_free);
    self->singles = g_ptr_array_new_with_free_func(text_free);
    self->messages = g_ptr_array_new_with_free_func(message_free);
    self->auditors = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return self;
}

void
import_config_free(ImportConfig *self)
{
    if (self == NULL)
        return;
    g_free(self->catalog);
    g_ptr_array_unref(self->sources);
    g_ptr_array_unref(self->groups);
    g_ptr_array_unref(self->tables);
    g_ptr_array_unref(self->algorithms);
    g_ptr_array_unref(self->generators);
    g_ptr_array_unref(self->balancers);
    g_ptr_array_unref(self->bindings);
    g_ptr_array_unref(self->broadcasts);
    g_ptr_array_unref(self->singles);
    g_ptr_array_unref(self->messages);
    g_hash_table_unref(self->auditors);
    import_strategy_free(self->default_shard_strategy);
    import_strategy_free(self->default_table_strategy);
    g_free(self->default_column);
    g_free(self->default_generate_column);
    g_free(self->default_generator);
    g_free(self->default_source);
    g_free(self);
}

char *
import_place(const ImportNode *node)
{
    if (node == NULL)
        return NULL;
    g_autofree char *path = import_path(node);
    return g_strdup_printf("line %u: %s", node->line, path);
}

static void
add_message(ImportConfig *self, ImportLevel level, char *place, char *text)
{
    ImportMessage *message = g_new0(ImportMessage, 1);

    message->level = level;
    message->place = place;
    message->text = text;
    g_ptr_array_add(self->messages, message);
}

void
import_say(ImportConfig *self, ImportLevel level, const ImportNode *node, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    add_message(self, level, import_place(node), g_strdup_vprintf(format, arguments));
    va_end(arguments);
}

void
import_say_at(ImportConfig *self, ImportLevel level, const char *place, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    add_message(self, level, g_strdup(place), g_strdup_vprintf(format, arguments));
    va_end(arguments);
}

ImportSource *
import_add_source(ImportConfig *self, const char *name, const ImportNode *node)
{
    ImportSource *source = g_new0(ImportSource, 1);

    source->name = g_strdup(name);
    source->place = import_place(node);
    g_ptr_array_add(self->sources, source);
    return source;
}

ImportGroup *
import_add_group(ImportConfig *self, const char *name, const ImportNode *node)
{
    ImportGroup *group = g_new0(ImportGroup, 1);

    group->name = g_strdup(name);
    group->place = import_place(node);
    group->reads = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(self->groups, group);
    return group;
}

ImportTable *
import_add_table(ImportConfig *self, const char *name, const ImportNode *node)
{
    ImportTable *table = g_new0(ImportTable, 1);

    table->name = g_strdup(name);
    table->place = import_place(node);
    g_ptr_array_add(self->tables, table);
    return table;
}

ImportTable *
import_find_table(const ImportConfig *self, const char *name)
{
    for (guint i = 0; i < self->tables->len; i++) {
        ImportTable *table = self->tables->pdata[i];
        if (g_ascii_strcasecmp(table->name, name) == 0)
            return table;
    }
    return NULL;
}

ImportAlgorithm *
import_add_algorithm(GPtrArray *list, const char *name, const char *type, GPtrArray *properties,
                     const ImportNode *node)
{
    ImportAlgorithm *algorithm = g_new0(ImportAlgorithm, 1);

    algorithm->name = g_strdup(name);
    algorithm->type = g_strdup(type);
    algorithm->properties =
        properties != NULL ? properties : g_ptr_array_new_with_free_func(g_free);
    algorithm->place = import_place(node);
    g_ptr_array_add(list, algorithm);
    return algorithm;
}

const ImportAlgorithm *
import_find_algorithm(const GPtrArray *list, const char *name)
{
    for (guint i = 0; i < list->len; i++) {
        const ImportAlgorithm *algorithm = list->pdata[i];
        if (g_ascii_strcasecmp(algorithm->name, name) == 0)
            return algorithm;
    }
    return NULL;
}

static gboolean
is_inline(const ImportAlgorithm *algorithm, const char *type, const char *expression)
{
    return strcmp(algorithm->type, type) == 0 && algorithm->properties->len == 2 &&
           strcmp(algorithm->properties->pdata[1], expression) == 0;
}

const char *
import_inline_algorithm(ImportConfig *self, const char *hint, const char *type,
                        const char *expression, const ImportNode *node)
{
    g_autofree char *name = g_strdup(hint);

    for (guint i = 0; i < self->algorithms->len; i++) {
        const ImportAlgorithm *algorithm = self->algorithms->pdata[i];
        if (is_inline(algorithm, type, expression))
            return algorithm->name;
    }
    for (guint i = 2; import_find_algorithm(self->algorithms, name) != NULL; i++) {
        g_free(name);
        name = g_strdup_printf("%s_%u", hint, i);
    }
    GPtrArray *properties = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(properties, g_strdup("algorithm-expression"));
    g_ptr_array_add(properties, g_strdup(expression));
    return import_add_algorithm(self->algorithms, name, type, properties, node)->name;
}

void
import_add_text(GPtrArray *list, const char *text, const ImportNode *node)
{
    ImportText *item = g_new0(ImportText, 1);

    item->text = g_strdup(text);
    item->place = import_place(node);
    g_ptr_array_add(list, item);
}

void
import_set_text(char **place, const char *text)
{
    if (text == NULL)
        return;
    g_free(*place);
    *place = g_strdup(text);
}

void
import_set_strategy(ImportStrategy **place, ImportStrategy *strategy)
{
    if (strategy == NULL)
        return;
    import_strategy_free(*place);
    *place = strategy;
}

ImportStrategy *
import_strategy_new(const ImportNode *node)
{
    ImportStrategy *self = g_new0(ImportStrategy, 1);

    self->columns = g_ptr_array_new_with_free_func(g_free);
    self->place = import_place(node);
    return self;
}

void
import_check_map(ImportConfig *self, const ImportNode *node)
{
    if (node == NULL || (!node->is_list &&
                         (node->children->len > 0 || node->value == NULL || *node->value == '\0')))
        return;
    import_say(self, IMPORT_LOST, node, "%s%s%s is not understood here: a map is wanted",
               node->is_list ? "a list" : "'", node->is_list ? "" : node->value,
               node->is_list ? "" : "'");
}

/* "a, b/c" of what nobody asked for.  Names alone: values may be passwords. */
static void
append_unseen(GString *out, const ImportNode *node, const char *prefix)
{
    for (guint i = 0; i < node->children->len; i++) {
        const ImportNode *child = node->children->pdata[i];
        g_autofree char *path = g_strconcat(prefix, child->name, "/", NULL);
        guint before = (guint) out->len;
        append_unseen(out, child, *child->name == '\0' ? prefix : path);
        if (out->len == before && !child->seen && *child->name != '\0')
            g_string_append_printf(out, "%s%s%s", out->len > 0 ? ", " : "", prefix, child->name);
    }
}

const char import_for_programs[] = "for Java programs that ask for it";

void
import_pass_over(ImportConfig *self, ImportLevel level, ImportNode *node, const char *why)
{
    g_autoptr(GString) names = g_string_new(NULL);

    if (node == NULL)
        return;
    append_unseen(names, node, "");
    import_mark_all(node);
    import_say(self, level, node, "%s%s%s%s", why, names->len > 0 ? " (" : "", names->str,
               names->len > 0 ? ")" : "");
}

/* The topmost of what nobody asked for. */
void
import_report_unseen(ImportConfig *self, ImportNode *node)
{
    for (guint i = 0; i < node->children->len; i++) {
        ImportNode *child = node->children->pdata[i];
        const char *what =
            *child->name == '\0' && child->value != NULL ? child->value : child->name;
        if (!child->seen)
            import_say(self, IMPORT_LOST, child, "'%s' is not understood", what);
        else
            import_report_unseen(self, child);
    }
}
