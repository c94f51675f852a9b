/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/interval-pattern.h"

#include "router/base/error.h"
#include "router/rules/civil.h"
#include "router/rules/java-pattern.h"

#include <string.h>

#define NAME_ROOM 128

/* The keys of the text, by ShardingSphere's names. */
typedef struct {
    char *prefix, *pattern, *amount, *unit, *lower, *upper, *chronology;
} Properties;

typedef struct {
    const char *key;
    gsize offset;
} Field;

static const Field fields[] = {
    {"P", G_STRUCT_OFFSET(Properties, prefix)},     {"SP", G_STRUCT_OFFSET(Properties, pattern)},
    {"DIA", G_STRUCT_OFFSET(Properties, amount)},   {"DIU", G_STRUCT_OFFSET(Properties, unit)},
    {"DL", G_STRUCT_OFFSET(Properties, lower)},     {"DU", G_STRUCT_OFFSET(Properties, upper)},
    {"C", G_STRUCT_OFFSET(Properties, chronology)},
};

static gboolean
fail(GError **error, const char *key, const char *text, const char *reason)
{
    shard_error_set(error, SHARD_ERROR_RULES, "HY000", "<INTERVAL> %s: '%s' %s", key, text, reason);
    return FALSE;
}

static void
clear_properties(Properties *self)
{
    for (guint i = 0; i < G_N_ELEMENTS(fields); i++)
        g_free(G_STRUCT_MEMBER(char *, self, fields[i].offset));
}

static gboolean
set_property(Properties *self, const char *piece, GError **error)
{
    const char *equals = strchr(piece, '=');

    for (guint i = 0; equals != NULL && i < G_N_ELEMENTS(fields); i++) {
        char **field = &G_STRUCT_MEMBER(char *, self, fields[i].offset);
        if ((gsize) (equals - piece) != strlen(fields[i].key) ||
            strncmp(piece, fields[i].key, (gsize) (equals - piece)) != 0)
            continue;
        if (*field != NULL)
            return fail(error, fields[i].key, piece, "is given twice");
        *field = g_strdup(equals + 1);
        return TRUE;
    }
    return fail(error, "key", piece, "is none of P, SP, DIA, DIU, DL, DU, C");
}

static gboolean
read_properties(Properties *self, const char *text, GError **error)
{
    g_auto(GStrv) pieces = g_strsplit(text, ";", -1);

    for (guint i = 0; pieces[i] != NULL; i++) {
        const char *piece = g_strstrip(pieces[i]);
        if (*piece != '\0' && !set_property(self, piece, error))
            return FALSE;
    }
    for (guint i = 0; i < G_N_ELEMENTS(fields); i++)
        if (G_STRUCT_MEMBER(char *, self, fields[i].offset) == NULL &&
            strcmp(fields[i].key, "C") != 0)
            return fail(error, fields[i].key, text, "has no such key, and it must");
    if (self->chronology != NULL && g_ascii_strcasecmp(self->chronology, "ISO") != 0)
        return fail(error, "C", self->chronology, "is not supported (only ISO)");
    return TRUE;
}

typedef struct {
    const char *prefix;
    ShardJavaPattern *pattern;
    ShardTimeStep step;
    ShardTime lower, upper;
} Interval;

static gboolean
add_names(const Interval *self, GPtrArray *names, guint limit, GError **error)
{
    char suffix[NAME_ROOM];

    for (gint64 i = 0;; i++) {
        ShardTime at;
        shard_time_step_add(&self->step, &self->lower, i, &at);
        if (shard_civil_compare(&at, &self->upper) > 0)
            return TRUE;
        if (names->len >= limit || at.year > 9999)
            return fail(error, "DU", shard_java_pattern_text(self->pattern),
                        "gives too many names");
        if (shard_java_pattern_format(self->pattern, &at, suffix, sizeof suffix) == 0)
            return fail(error, "SP", shard_java_pattern_text(self->pattern), "is too long");
        g_ptr_array_add(names, g_strconcat(self->prefix, suffix, NULL));
    }
}

static gboolean
expand(const Properties *properties, GPtrArray *names, guint limit, GError **error)
{
    gint64 amount;
    Interval self = {.prefix = properties->prefix};

    if (!g_ascii_string_to_signed(properties->amount, 10, 1, 1000000, &amount, NULL))
        return fail(error, "DIA", properties->amount, "is no number from 1 to 1000000");
    if (!shard_time_step_parse(properties->unit, amount, &self.step))
        return fail(error, "DIU", properties->unit, "is none of " SHARD_TIME_UNITS);
    g_autoptr(ShardJavaPattern) pattern = shard_java_pattern_new(properties->pattern, NULL);
    if (pattern == NULL || shard_java_pattern_fields(pattern) == 0)
        return fail(error, "SP", properties->pattern, "is not understood");
    self.pattern = pattern;
    if (!shard_java_pattern_parse(pattern, properties->lower, strlen(properties->lower),
                                  &self.lower))
        return fail(error, "DL", properties->lower, "doesn't fit SP");
    if (!shard_java_pattern_parse(pattern, properties->upper, strlen(properties->upper),
                                  &self.upper))
        return fail(error, "DU", properties->upper, "doesn't fit SP");
    return add_names(&self, names, limit, error);
}

gboolean
shard_interval_pattern_expand(const char *text, GPtrArray *names, guint limit, GError **error)
{
    Properties properties = {NULL, NULL, NULL, NULL, NULL, NULL, NULL};
    gboolean ok =
        read_properties(&properties, text, error) && expand(&properties, names, limit, error);

    clear_properties(&properties);
    return ok;
}
