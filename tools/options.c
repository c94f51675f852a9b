/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tools/options.h"

#include "driver/executor/backend/driver-library.h"

#include <string.h>

static gboolean
take_flag(const char *word, const OptionFlag *flags)
{
    for (; flags->name != NULL; flags++) {
        if (strcmp(flags->name, word) != 0)
            continue;
        *flags->place = TRUE;
        return TRUE;
    }
    return FALSE;
}

static const OptionValue *
find_value(const char *word, gsize size, const OptionValue *values)
{
    for (; values->name != NULL; values++)
        if (strlen(values->name) == size && strncmp(values->name, word, size) == 0)
            return values;
    return NULL;
}

char **
options_parse(int n, char **words, const OptionFlag *flags, const OptionValue *values)
{
    g_autoptr(GPtrArray) rest = g_ptr_array_new_with_free_func(g_free);
    gboolean open = TRUE;

    for (int i = 0; i < n; i++) {
        const char *equals = strchr(words[i], '=');
        if (!open || words[i][0] != '-' || words[i][1] == '\0') {
            g_ptr_array_add(rest, g_strdup(words[i]));
            continue;
        }
        if (strcmp(words[i], "--") == 0) {
            open = FALSE;
            continue;
        }
        if (take_flag(words[i], flags))
            continue;
        gsize size = equals == NULL ? strlen(words[i]) : (gsize) (equals - words[i]);
        const OptionValue *value = find_value(words[i], size, values);
        if (value == NULL || (equals == NULL && i + 1 >= n)) {
            g_printerr("shardodbc: option '%s' %s\n", words[i],
                       value == NULL ? "is not known" : "needs a value");
            return NULL;
        }
        g_free(*value->place);
        *value->place = g_strdup(equals == NULL ? words[++i] : equals + 1);
    }
    g_ptr_array_add(rest, NULL);
    return (char **) g_ptr_array_free(g_steal_pointer(&rest), FALSE);
}

gboolean
options_name_rules(const char *command, char **rest, const char *dsn)
{
    guint n = g_strv_length(rest);
    const char *fault = n > 1                   ? "only one rules file can be given"
                        : n == 1 && dsn != NULL ? "give a rules file or --dsn, not both"
                        : n == 0 && dsn == NULL ? "a rules file or --dsn NAME is missing"
                                                : NULL;

    if (fault != NULL)
        g_printerr("shardodbc %s: %s\n", command, fault);
    return fault == NULL;
}

static void
take_text(char **place, const char *dsn, const char *key)
{
    g_autofree char *value = shard_ini_string(dsn, key, "odbc.ini");

    if (*value == '\0')
        return;
    g_free(*place);
    *place = g_steal_pointer(&value);
}

void
settings_from_dsn(ShardSettings *self, const char *dsn)
{
    g_autofree char *transaction = shard_ini_string(dsn, "Transaction", "odbc.ini");

    take_text(&self->rules_path, dsn, "Rules");
    take_text(&self->uid, dsn, "UID");
    take_text(&self->pwd, dsn, "PWD");
    take_text(&self->state, dsn, "State");
    take_text(&self->log, dsn, "Log");
    take_text(&self->catalog, dsn, "Database");
    self->two_phase = g_ascii_strcasecmp(transaction, "2pc") == 0;
}

void
settings_for_tool(ShardSettings *self, const char *dsn, const char *rules, const char *uid)
{
    const char *password = g_getenv("SHARDODBC_PWD");

    if (dsn != NULL)
        settings_from_dsn(self, dsn);
    if (rules != NULL) {
        g_free(self->rules_path);
        self->rules_path = g_strdup(rules);
    }
    if (uid != NULL) {
        g_free(self->uid);
        self->uid = g_strdup(uid);
    }
    if (password != NULL && self->pwd == NULL)
        self->pwd = g_strdup(password);
}
