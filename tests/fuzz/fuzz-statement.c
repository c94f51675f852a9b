/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-statement.c - any text is read as a statement of each dialect.
 *
 * Facts, or an error, never both; tokens lie inside the text, one behind the other.
 */
#include "router/base/error.h"
#include "router/sql/statement.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

static void
read_in(ShardDialect dialect, const guint8 *data, gsize size)
{
    ShardSqlMode mode = {.dialect = dialect, .no_backslash_escapes = data[0] & 1};
    g_autoptr(ShardTokens) tokens = shard_tokens_new((const char *) data + 1, size - 1, &mode);
    g_autoptr(GError) error = NULL;

    for (guint i = 1; i < tokens->n_tokens; i++)
        g_assert(tokens->tokens[i].offset >=
                 tokens->tokens[i - 1].offset + tokens->tokens[i - 1].size);
    g_autoptr(ShardStatement) statement = shard_statement_new(tokens, &mode, &error);
    g_assert((statement == NULL) == (error != NULL));
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    static const ShardDialect dialects[] = {SHARD_DIALECT_POSTGRESQL, SHARD_DIALECT_MYSQL,
                                            SHARD_DIALECT_SQLITE};

    for (guint i = 0; size > 0 && i < G_N_ELEMENTS(dialects); i++)
        read_in(dialects[i], data, size);
    return 0;
}
