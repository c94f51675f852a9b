/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * logical.c - the logical data source as odbc.ini has it: keywords that are misspelt would be
 * handed on to the shards' drivers, values that aren't understood passed over, and a log that can't
 * be written harms no statement, so that nobody would notice.
 */
#include "tools/check/check.h"

#include "driver/executor/backend/driver-library.h"
#include "driver/executor/connection-string.h"

#include <odbcinst.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

G_GNUC_PRINTF(4, 5)
static void
warn(Check *self, const char *dsn, const char *kind, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    report_add(self->report, FINDING_WARNING, kind, report_subject("data source", dsn), "%s", text);
}

static void
check_log_file(Check *self, const char *dsn, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    struct stat info;

    if (!g_file_test(folder, G_FILE_TEST_IS_DIR))
        warn(self, dsn, "log", "Log = %s: there is no folder %s, its lines are lost", path, folder);
    else if (stat(path, &info) != 0 ? access(folder, W_OK) != 0
                                    : S_ISDIR(info.st_mode) || access(path, W_OK) != 0)
        warn(self, dsn, "log", "Log = %s can't be written by this account, its lines are lost",
             path);
    else if (stat(path, &info) == 0 && (info.st_mode & (S_IRGRP | S_IROTH)) != 0)
        warn(self, dsn, "permissions", "Log = %s can be read by others than its owner (mode %04o)",
             path, (guint) (info.st_mode & 07777));
}

static void
check_log(Check *self, const char *dsn)
{
    g_autofree char *log = shard_ini_string(dsn, "Log", "odbc.ini");
    g_autofree char *level = shard_ini_string(dsn, "LogLevel", "odbc.ini");
    gboolean is_on = *level != '\0' && g_ascii_strcasecmp(level, "off") != 0;

    if (*log == '\0' && is_on)
        warn(self, dsn, "log", "LogLevel = %s, but no Log is named: nothing is written", level);
    else if (*log != '\0' && !is_on)
        warn(self, dsn, "log", "Log = %s, but LogLevel is off: nothing is written", log);
    else if (*log != '\0' && g_ascii_strcasecmp(log, "syslog") != 0)
        check_log_file(self, dsn, log);
}

static void
check_state(Check *self, const char *dsn)
{
    g_autofree char *path = shard_ini_string(dsn, "State", "odbc.ini");
    struct stat info;

    if (*path == '\0' || stat(path, &info) != 0)
        return;
    if (!S_ISDIR(info.st_mode))
        report_add(self->report, FINDING_ERROR, "state", report_subject("data source", dsn),
                   "State = %s is no folder", path);
    else if ((info.st_mode & S_IWOTH) != 0)
        warn(self, dsn, "permissions", "State = %s can be written by everybody (mode %04o)", path,
             (guint) (info.st_mode & 07777));
}

static void
check_relative(Check *self, const char *dsn)
{
    static const char *const names[] = {"Rules", "Log", "State"};

    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = shard_ini_string(dsn, names[i], "odbc.ini");
        if (*path != '\0' && !g_path_is_absolute(path) && g_ascii_strcasecmp(path, "syslog") != 0)
            warn(self, dsn, "keyword", "%s = %s counts from where each program runs", names[i],
                 path);
    }
}

static void
check_consistency(Check *self, const char *dsn)
{
    g_autofree char *word = shard_ini_string(dsn, "Consistency", "odbc.ini");
    gboolean has_replicas = FALSE;

    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++)
        has_replicas |= shard_rules_shard(self->rules, i)->replicas[0] != NULL;
    if (!has_replicas && g_ascii_strcasecmp(word, "weak") == 0)
        warn(self, dsn, "keyword", "Consistency = weak, but no shard has replicas");
}

void
check_logical(Check *self, const char *dsn)
{
    char names[8192] = "";
    int size = SQLGetPrivateProfileString(dsn, NULL, NULL, names, sizeof names - 1, "odbc.ini");

    for (const char *name = names; size > 0 && *name != '\0'; name += strlen(name) + 1)
        check_keyword(self, dsn, name);
    check_relative(self, dsn);
    check_log(self, dsn);
    check_state(self, dsn);
    check_consistency(self, dsn);
}
