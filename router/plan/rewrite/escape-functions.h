/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * escape-functions.h - the scalar functions of {fn …}, per brand; private to escape.c.
 *
 * Only what the brand's driver or server doesn't know by the standard's name, or takes for another
 * function (SQLite's log is to base 10).  $1 … are the arguments; a function that isn't here is
 * sent by its own name.
 */
#pragma once

#include "router/base/identifier.h"

#include <glib.h>

typedef struct {
    ShardDialect dialect;
    const char *name;
    guint n_arguments;
    const char *text;
} ShardEscapeFunction;

/* CONVERT(x, SQL_type), TIMESTAMPADD(SQL_TSI_unit, n, x), TIMESTAMPDIFF(SQL_TSI_unit, x, y) and
 * EXTRACT(unit FROM x): the word chooses the text, and isn't one of the arguments. */
typedef struct {
    ShardDialect dialect;
    const char *name;
    const char *word;
    const char *text;
} ShardEscapeWord;

/* NULL: there is none. */
const char *shard_escape_function(ShardDialect dialect, const char *name, guint n_arguments);
const char *shard_escape_word(ShardDialect dialect, const char *name, const char *word);
