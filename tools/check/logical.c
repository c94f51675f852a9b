/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * logical.c - the logical data source as odbc.ini has it: keywords that are misspelt would be
 * handed on to the shards' drivers, and values that aren't understood passed over.
 */
#include "tools/check/check.h"

#include "driver/executor/connection-string.h"

#include <odbcinst.h>
#include <string.h>

typedef struct {
    const char *name, *kind;
} Keyword;

static const Keyword keywords[] = {
#define SHARD_KEYWORD(name, kind, value, help) {name, kind},
#include "odbcinst/keywords.def"
#undef SHARD_KEYWORD
};

/* Belong to the driver manager. */
static const char *const managers[] = {"Driver", "Setup", "Trace", "TraceFile", "FileUsage", NULL};

static const Keyword *
find_keyword(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(keywords); i++)
        if (g_ascii_strcasecmp(keywords[i].name, name) == 0)
            return &keywords[i];
    return NULL;
}

static gboolean
is_word_of(const char *words, const char *value)
{
    g_auto(GStrv) all = g_strsplit(words, "|", -1);

    for (guint i = 0; all[i] != NULL; i++)
        if (g_ascii_strcasecmp(all[i], value) == 0)
            return TRUE;
    return strcmp(words, "off|on") == 0 &&
           (strcmp(value, "0") == 0 || strcmp(value, "1") == 0 ||
            g_ascii_strcasecmp(value, "yes") == 0 || g_ascii_strcasecmp(value, "no") == 0 ||
            g_ascii_strcasecmp(value, "true") == 0 || g_ascii_strcasecmp(value, "false") == 0);
}

static void
check_value(Check *self, const char *subject, const Keyword *keyword, const char *value)
{
    if (*value == '\0')
        return;
    if (strchr(keyword->kind, '|') != NULL && !is_word_of(keyword->kind, value))
        report_add(self->report, FINDING_ERROR, "keyword", subject,
                   "%s = %s isn't understood; it takes %s", keyword->name, value, keyword->kind);
    else if (strcmp(keyword->kind, "NUMBER") == 0 &&
             !g_ascii_string_to_unsigned(value, 10, 0, G_MAXINT64, NULL, NULL))
        report_add(self->report, FINDING_ERROR, "keyword", subject, "%s = %s is no number",
                   keyword->name, value);
}

static const char *
similar(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(keywords); i++)
        if (shard_keyword_is_like(name, keywords[i].name))
            return keywords[i].name;
    return NULL;
}

static void
check_keyword(Check *self, const char *dsn, const char *name)
{
    g_autofree char *subject = g_strdup(report_subject("data source", dsn));
    const Keyword *keyword = find_keyword(name);
    char value[1024] = "";

    for (guint i = 0; managers[i] != NULL; i++)
        if (g_ascii_strcasecmp(managers[i], name) == 0)
            return;
    SQLGetPrivateProfileString(dsn, name, "", value, sizeof value, "odbc.ini");
    if (keyword != NULL) {
        check_value(self, subject, keyword, g_strstrip(value));
        return;
    }
    const char *meant = similar(name);
    if (meant != NULL)
        report_add(self->report, FINDING_WARNING, "keyword", subject,
                   "%s is handed on to the shards' drivers; is %s meant?", name, meant);
    else
        report_add(self->report, FINDING_NOTE, "keyword", subject,
                   "%s is handed on to the shards' drivers", name);
}

void
check_logical(Check *self, const char *dsn)
{
    char names[8192] = "";
    int size = SQLGetPrivateProfileString(dsn, NULL, NULL, names, sizeof names - 1, "odbc.ini");

    for (const char *name = names; size > 0 && *name != '\0'; name += strlen(name) + 1)
        check_keyword(self, dsn, name);
}
