/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* options.h - the words of a command line. */
#pragma once

#include "driver/executor/settings.h"

#include <glib.h>

typedef struct {
    const char *name; /* NULL ends */
    gboolean *place;
} OptionFlag;

typedef struct {
    const char *name; /* NULL ends */
    char **place;     /* owns its text */
} OptionValue;

/* Options may stand anywhere, "--name=value" too; "--" ends them.  The other words (transfer full),
 * or NULL: an option is unknown, or lacks its value (said on standard error). */
char **options_parse(int n, char **words, const OptionFlag *flags, const OptionValue *values);

/* Do the other words name one rules file, or the option --dsn its data source, and not both?  If
 * not, that is said on standard error. */
gboolean options_name_rules(const char *command, char **rest, const char *dsn);

/* Fills in what a logical data source of odbc.ini says: rules, user, transaction mode, state … */
void settings_from_dsn(ShardSettings *self, const char *dsn);
/* The same with what the command line says on top (each may be NULL), and the password of the
 * environment (SHARDODBC_PWD). */
void settings_for_tool(ShardSettings *self, const char *dsn, const char *rules, const char *uid);
