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
    char **place;     /* owns its text; the last one given counts */
    GPtrArray *all;   /* instead: takes the text of each that is given */
} OptionValue;

/* Options may stand anywhere, "--name=value" too; "--" ends them.  The other words (transfer full),
 * or NULL: an option is unknown, or lacks its value (said on standard error). */
char **options_parse(int n, char **words, const OptionFlag *flags, const OptionValue *values);
/* The same where the first word that is no option ends them. */
char **options_parse_leading(int n, char **words, const OptionFlag *flags,
                             const OptionValue *values);

/* Before a command works: FALSE: help was wanted, or the words weren't understood, and the help is
 * printed; *out_status is the exit status then. */
gboolean options_go_on(const char *help, gboolean understood, gboolean wants_help, int *out_status);

/* A whole number from an option's text, NULL: usual.  FALSE: it is none, said on standard error. */
gboolean options_number(const char *option, const char *text, guint64 usual, guint64 *out);

/* What most commands work on: RULES or --dsn NAME; --uid NAME, --state FOLDER. */
typedef struct {
    char *rules, *dsn, *uid, *state;
} Origin;

void origin_clear(Origin *self);
/* Takes the rules file from the other words.  FALSE: they name none, or several, or --dsn does it
 * already; said on standard error. */
gboolean origin_take(Origin *self, const char *command, char **rest);

/* What the data source of odbc.ini says (rules, user, transaction mode, state …), what the command
 * line says on top, and the password of the environment (SHARDODBC_PWD).  FALSE: no rules file
 * results, said on standard error. */
gboolean settings_for_tool(ShardSettings *self, const char *command, const Origin *origin);
