/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tools/options.h"

#include "driver/executor/backend/driver-library.h"
#include "tools/command.h"

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

/* How many words an option is; 0: it is none. */
static int
take_value(int n, char **words, const OptionValue *values)
{
    const char *equals = strchr(words[0], '=');
    gsize size = equals == NULL ? strlen(words[0]) : (gsize) (equals - words[0]);
    const OptionValue *value = find_value(words[0], size, values);

    if (value == NULL || (equals == NULL && n < 2)) {
        g_printerr("shardodbc: option '%s' %s\n", words[0],
                   value == NULL ? "is not known" : "needs a value");
        return 0;
    }
    char *text = g_strdup(equals == NULL ? words[1] : equals + 1);
    if (value->all != NULL) {
        g_ptr_array_add(value->all, text);
    } else {
        g_free(*value->place);
        *value->place = text;
    }
    return equals == NULL ? 2 : 1;
}

static char **
parse(int n, char **words, const OptionFlag *flags, const OptionValue *values, gboolean leading)
{
    g_autoptr(GPtrArray) rest = g_ptr_array_new_with_free_func(g_free);
    gboolean open = TRUE;

    for (int i = 0; i < n;) {
        if (open && strcmp(words[i], "--") == 0) {
            open = FALSE;
            i++;
        } else if (!open || words[i][0] != '-' || words[i][1] == '\0') {
            g_ptr_array_add(rest, g_strdup(words[i++]));
            open = open && !leading;
        } else if (take_flag(words[i], flags)) {
            i++;
        } else {
            int taken = take_value(n - i, words + i, values);
            if (taken == 0)
                return NULL;
            i += taken;
        }
    }
    g_ptr_array_add(rest, NULL);
    return (char **) g_ptr_array_free(g_steal_pointer(&rest), FALSE);
}

char **
options_parse(int n, char **words, const OptionFlag *flags, const OptionValue *values)
{
    return parse(n, words, flags, values, FALSE);
}

char **
options_parse_leading(int n, char **words, const OptionFlag *flags, const OptionValue *values)
{
    return parse(n, words, flags, values, TRUE);
}

gboolean
options_go_on(const char *help, gboolean understood, gboolean wants_help, int *out_status)
{
    if (understood && !wants_help)
        return TRUE;
    *out_status = understood ? 0 : EXIT_USAGE;
    if (understood)
        g_print("%s", help);
    else
        g_printerr("%s", help);
    return FALSE;
}

gboolean
options_number(const char *option, const char *text, guint64 usual, guint64 *out)
{
    *out = usual;
    if (text == NULL || g_ascii_string_to_unsigned(text, 10, 0, G_MAXINT64, out, NULL))
        return TRUE;
    g_printerr("shardodbc: %s wants a whole number, not '%s'\n", option, text);
    return FALSE;
}

/* ---- what a command works on ---- */

void
origin_clear(Origin *self)
{
    g_free(self->rules);
    g_free(self->dsn);
    g_free(self->uid);
    g_free(self->state);
}

gboolean
origin_take(Origin *self, const char *command, char **rest)
{
    guint n = g_strv_length(rest);
    const char *fault = n > 1                         ? "only one rules file can be given"
                        : n == 1 && self->dsn != NULL ? "give a rules file or --dsn, not both"
                        : n == 0 && self->dsn == NULL ? "a rules file or --dsn NAME is missing"
                                                      : NULL;

    if (fault != NULL)
        command_complain(command, fault);
    else
        self->rules = g_strdup(rest[0]);
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

static void
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

static void
replace(char **place, const char *text)
{
    if (text == NULL)
        return;
    g_free(*place);
    *place = g_strdup(text);
}

gboolean
settings_for_tool(ShardSettings *self, const char *command, const Origin *origin)
{
    if (origin->dsn != NULL)
        settings_from_dsn(self, origin->dsn);
    replace(&self->rules_path, origin->rules);
    replace(&self->uid, origin->uid);
    replace(&self->state, origin->state);
    if (self->pwd == NULL)
        replace(&self->pwd, g_getenv("SHARDODBC_PWD"));
    /* One that isn't there has nothing in it yet. */
    if (origin->state != NULL && g_file_test(origin->state, G_FILE_TEST_EXISTS) &&
        !g_file_test(origin->state, G_FILE_TEST_IS_DIR)) {
        g_autofree char *fault = g_strdup_printf("'%s' is no folder", origin->state);
        command_complain(command, fault);
        return FALSE;
    }
    if (self->rules_path != NULL && *self->rules_path != '\0')
        return TRUE;
    command_complain(command, "the data source isn't in odbc.ini, or has no Rules there "
                              "(odbcinst -j shows which files are read)");
    return FALSE;
}
