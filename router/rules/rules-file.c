/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/rules-file.h"

#include "router/base/error.h"
#include "router/rules/node-pattern.h"

#include <string.h>

static void
entry_free(gpointer data)
{
    ShardRulesEntry *entry = data;

    g_free(entry->key);
    g_free(entry->value);
    g_free(entry);
}

static void
group_free(gpointer data)
{
    ShardRulesGroup *group = data;

    g_free(group->header);
    g_free(group->kind);
    g_free(group->name);
    g_ptr_array_unref(group->entries);
    g_free(group);
}

void
shard_rules_file_free(ShardRulesFile *self)
{
    if (self == NULL)
        return;
    g_free(self->name);
    g_ptr_array_unref(self->groups);
    g_free(self);
}

const ShardRulesEntry *
shard_rules_group_find(const ShardRulesGroup *self, const char *key)
{
    for (guint i = 0; i < self->entries->len; i++) {
        const ShardRulesEntry *entry = self->entries->pdata[i];
        if (strcmp(entry->key, key) == 0)
            return entry;
    }
    return NULL;
}

const char *
shard_rules_group_value(const ShardRulesGroup *self, const char *key)
{
    const ShardRulesEntry *entry = shard_rules_group_find(self, key);
    return entry == NULL ? NULL : entry->value;
}

static char *
describe_place(const ShardRulesFile *self, const ShardRulesGroup *group, const char *key)
{
    const ShardRulesEntry *entry = key == NULL ? NULL : shard_rules_group_find(group, key);
    guint line = entry == NULL ? group->line : entry->line;

    if (line == 0)
        return g_strdup_printf("%s: [%s]", self->name, group->header);
    return g_strdup_printf("%s:%u: [%s]%s%s", self->name, line, group->header,
                           key == NULL ? "" : " ", key == NULL ? "" : key);
}

/* A value as long as a book would hide what is said of it. */
#define SHOWN_START 300u
#define SHOWN_END 200u

static void
fail(GError **error, const char *place, const char *message)
{
    gsize size = strlen(message);

    if (size <= SHOWN_START + SHOWN_END) {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000", "%s %s", place, message);
        return;
    }
    g_autofree char *start = g_strndup(message, SHOWN_START);
    g_autofree char *valid_start = g_utf8_make_valid(start, -1);
    g_autofree char *valid_end = g_utf8_make_valid(message + size - SHOWN_END, -1);
    shard_error_set(error, SHARD_ERROR_RULES, "HY000", "%s %s … %s", place, valid_start, valid_end);
}

/* What a value that is refused may owe to a "# remark" behind it. */
static const char *
remark_hint(const ShardRulesGroup *group, const char *key)
{
    const char *value = key == NULL ? NULL : shard_rules_group_value(group, key);

    return value == NULL || strstr(value, " #") == NULL
               ? ""
               : " (a comment needs a line of its own: all behind the '=' is the value)";
}

gboolean
shard_rules_file_fail(const ShardRulesFile *self, const ShardRulesGroup *group, const char *key,
                      GError **error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_autofree char *place = describe_place(self, group, key);
    g_autofree char *where = g_strconcat(place, ":", NULL);
    g_autofree char *whole = g_strconcat(message, remark_hint(group, key), NULL);
    fail(error, where, whole);
    return FALSE;
}

/* The key that "sharding-count: 'four' is no number" begins with; NULL: none of the group's. */
static const char *
named_key(const ShardRulesGroup *group, const char *message)
{
    for (guint i = 0; i < group->entries->len; i++) {
        const ShardRulesEntry *entry = group->entries->pdata[i];
        gsize size = strlen(entry->key);
        if (strncmp(message, entry->key, size) == 0 && g_str_has_prefix(message + size, ": "))
            return entry->key;
    }
    return NULL;
}

gboolean
shard_rules_file_prefix(const ShardRulesFile *self, const ShardRulesGroup *group, const char *key,
                        GError **error)
{
    const char *named =
        key != NULL || error == NULL || *error == NULL ? NULL : named_key(group, (*error)->message);
    g_autofree char *place = describe_place(self, group, named == NULL ? key : named);
    g_autoptr(GError) cause = error == NULL ? NULL : g_steal_pointer(error);

    if (named != NULL)
        place[strlen(place) - strlen(named) - 1] = '\0'; /* the message names it */
    if (cause == NULL)
        return FALSE;
    g_autofree char *where = g_strconcat(place, named == NULL ? ":" : "", NULL);
    g_autofree char *whole =
        g_strconcat(cause->message, remark_hint(group, named == NULL ? key : named), NULL);
    fail(error, where, whole);
    return FALSE;
}

/* An error outside of any group. */
static gboolean
fail_line(const ShardRulesFile *self, guint line, const char *text, const char *reason,
          GError **error)
{
    g_autofree char *place = g_strdup_printf("%s:%u:", self->name, line);
    g_autofree char *message = g_strdup_printf("'%s' %s", text, reason);

    fail(error, place, message);
    return FALSE;
}

static const ShardRulesGroup *
find_group(const ShardRulesFile *self, const char *kind, const char *name)
{
    for (guint i = 0; i < self->groups->len; i++) {
        const ShardRulesGroup *group = self->groups->pdata[i];
        if (strcmp(group->kind, kind) == 0 && strcmp(group->name, name) == 0)
            return group;
    }
    return NULL;
}

/* [table shop.t_order] would be a table that no statement ever names. */
static gboolean
check_bare_name(const ShardRulesGroup *group, GError **error)
{
    if (strcmp(group->kind, "table") != 0 || strpbrk(group->name, "., \t\"") == NULL)
        return TRUE;
    shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                    "[%s]: a table's name that holds a dot, comma, blank or quote is written in "
                    "double quotes; a schema stands in its nodes (shard.schema.table)",
                    group->header);
    return FALSE;
}

/* "table t_order" or "table \"my table\"". */
static gboolean
split_header(ShardRulesGroup *group, GError **error)
{
    const char *rest = group->header;

    while (*rest != '\0' && !g_ascii_isspace(*rest))
        rest++;
    group->kind = g_strndup(group->header, (gsize) (rest - group->header));
    while (g_ascii_isspace(*rest))
        rest++;
    if (*rest != '"') {
        group->name = g_strchomp(g_strdup(rest));
        return check_bare_name(group, error);
    }
    g_autoptr(GPtrArray) parts = shard_split_names(rest, '\0', error);
    if (parts == NULL)
        return FALSE;
    group->name = g_strdup(parts->pdata[0]);
    return TRUE;
}

static gboolean
add_group(ShardRulesFile *self, const char *line, guint number, GError **error)
{
    gsize size = strlen(line);

    if (line[size - 1] != ']')
        return fail_line(self, number, line, "has no closing bracket", error);
    ShardRulesGroup *group = g_new0(ShardRulesGroup, 1);
    group->header = g_strstrip(g_strndup(line + 1, size - 2));
    group->line = number;
    group->entries = g_ptr_array_new_with_free_func(entry_free);
    if (!split_header(group, error)) {
        g_prefix_error(error, "%s:%u: ", self->name, number);
        group_free(group);
        return FALSE;
    }
    const ShardRulesGroup *twin = find_group(self, group->kind, group->name);
    g_ptr_array_add(self->groups, group);
    if (twin == NULL)
        return TRUE;
    return shard_rules_file_fail(self, group, NULL, error,
                                 "the group is given twice (first on line %u)", twin->line);
}

/* What stands in a shard's group may be a password: only its first word is cited. */
static gboolean
fail_no_value(const ShardRulesFile *self, guint number, const ShardRulesGroup *group,
              const char *line, GError **error)
{
    gsize size = strcmp(group->kind, "shard") == 0 ? strcspn(line, " \t:") : strlen(line);
    g_autofree char *cited =
        g_strdup_printf("%.*s%s", (int) size, line, line[size] == '\0' ? "" : " …");

    return fail_line(self, number, cited,
                     "is neither [group] nor key = value (and a comment starts with #)", error);
}

static gboolean
add_entry(ShardRulesFile *self, const char *line, guint number, GError **error)
{
    const char *equals = strchr(line, '=');

    if (self->groups->len == 0)
        return fail_line(self, number, line,
                         "stands before the first [group]; what ShardingSphere reads (YAML, XML, "
                         "properties) becomes a rules file by: shardodbc import FILE",
                         error);
    ShardRulesGroup *group = self->groups->pdata[self->groups->len - 1];
    if (equals == NULL)
        return fail_no_value(self, number, group, line, error);
    g_autofree char *key = g_strchomp(g_strndup(line, (gsize) (equals - line)));
    if (*key == '\0')
        return fail_line(self, number, line, "has no key", error);
    const ShardRulesEntry *twin = shard_rules_group_find(group, key);
    if (twin != NULL)
        return shard_rules_file_fail(self, group, NULL, error,
                                     "key '%s' is given twice (lines %u and %u)", key, twin->line,
                                     number);
    ShardRulesEntry *entry = g_new0(ShardRulesEntry, 1);
    entry->key = g_steal_pointer(&key);
    entry->value = g_strstrip(g_strdup(equals + 1));
    entry->line = number;
    g_ptr_array_add(group->entries, entry);
    return TRUE;
}

static gboolean
check_encoding(const char *text, gsize size, const char *name, GError **error)
{
    const char *end;
    guint line = 1;

    if (g_utf8_validate(text, (gssize) size, &end))
        return TRUE;
    for (const char *at = text; at < end; at++)
        line += *at == '\n';
    gboolean wide =
        size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0);
    const char *reason = wide ? "the file is UTF-16: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)"
                         : *end == '\0' ? "the line has a NUL character"
                                        : "the line is not UTF-8: save the file so (from Latin-1: "
                                          "iconv -f LATIN1 -t UTF-8)";
    shard_error_set(error, SHARD_ERROR_RULES, "HY000", "%s:%u: %s", name, line, reason);
    return FALSE;
}

gboolean
shard_rules_file_read(const char *path, const char *what, char **out_text, gsize *out_size,
                      GError **error)
{
    g_autoptr(GError) inner = NULL;

    if (g_file_get_contents(path, out_text, out_size, &inner))
        return TRUE;
    /* GLib cites the path, too, in quotes of its own: "Failed to open file “x”: Permission denied"
     */
    const char *reason = strrchr(inner->message, ':');
    shard_error_set(error, SHARD_ERROR_RULES, "HY000", "%s '%s': %s", what, path,
                    reason == NULL ? inner->message : reason + 2);
    return FALSE;
}

ShardRulesFile *
shard_rules_file_parse(const char *text, gsize size, const char *name, GError **error)
{
    g_autoptr(ShardRulesFile) self = g_new0(ShardRulesFile, 1);

    self->name = g_strdup(name);
    self->groups = g_ptr_array_new_with_free_func(group_free);
    if (!check_encoding(text, size, name, error))
        return NULL;
    g_autofree char *copy = g_strndup(text, size);
    const char *start = g_str_has_prefix(copy, "\xEF\xBB\xBF") ? copy + 3 : copy;
    g_auto(GStrv) lines = g_strsplit(start, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        char *line = g_strstrip(lines[i]);
        gboolean ok = TRUE;
        if (*line == '[')
            ok = add_group(self, line, i + 1, error);
        else if (*line != '\0' && *line != '#')
            ok = add_entry(self, line, i + 1, error);
        if (!ok)
            return NULL;
    }
    return g_steal_pointer(&self);
}
