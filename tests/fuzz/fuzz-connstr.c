/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-connstr.c - a connection string that is read and written reads the same again.
 */
#include "driver/odbc/dbc/connstr.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    g_autofree char *text = g_strndup((const char *) data, size);
    g_autoptr(GError) error = NULL;
    ShardConnStr *first = shard_connstr_parse(text, &error);

    g_assert((first == NULL) == (error != NULL));
    if (first == NULL)
        return 0;
    g_autofree char *once = shard_connstr_to_text(first);
    ShardConnStr *second = shard_connstr_parse(once, &error);
    g_assert_nonnull(second);
    g_autofree char *twice = shard_connstr_to_text(second);
    g_assert_cmpstr(once, ==, twice);
    shard_connstr_free(first);
    shard_connstr_free(second);
    return 0;
}
