/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a database holds prepared. */
#include "driver/executor/transaction/two-phase.h"

#include <string.h>

static void
branch_name_free(gpointer data)
{
    ShardBranchName *self = data;

    g_free(self->name);
    g_free(self->quoted);
    g_free(self);
}

/* MariaDB gives both parts of an XA name in one, with their lengths. */
static ShardBranchName *
branch_of_row(ShardDialect dialect, char **row, guint n_columns)
{
    ShardBranchName *self = NULL;

    if (dialect == SHARD_DIALECT_POSTGRESQL && n_columns == 1 && row[0] != NULL) {
        self = g_new0(ShardBranchName, 1);
        self->name = g_strdup(row[0]);
        self->quoted = g_strdup_printf("'%s'", row[0]);
    } else if (dialect == SHARD_DIALECT_MYSQL && n_columns >= 4 && row[1] != NULL &&
               row[3] != NULL) {
        gsize first = (gsize) g_ascii_strtoull(row[1], NULL, 10);
        if (first > strlen(row[3]))
            return NULL;
        self = g_new0(ShardBranchName, 1);
        self->name = g_strndup(row[3], first);
        self->quoted = g_strdup_printf("'%s','%s'", self->name, row[3] + first);
    }
    return self;
}

GPtrArray *
shard_two_phase_branches(ShardBackend *backend, GError **error)
{
    static const char *const questions[] = {
        [SHARD_DIALECT_UNKNOWN] = NULL,
        [SHARD_DIALECT_POSTGRESQL] =
            "SELECT gid FROM pg_prepared_xacts WHERE database = current_database()",
        /* A bare XA RECOVER breaks MariaDB's driver. */
        [SHARD_DIALECT_MYSQL] = "BEGIN NOT ATOMIC XA RECOVER; END",
        [SHARD_DIALECT_SQLITE] = NULL,
    };
    ShardDialect dialect = shard_backend_dialect(backend);
    guint n_columns = 0;
    GPtrArray *branches = g_ptr_array_new_with_free_func(branch_name_free);

    if (questions[dialect] == NULL)
        return branches;
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, questions[dialect], &n_columns, error);
    if (rows == NULL) {
        g_ptr_array_unref(branches);
        return NULL;
    }
    for (guint i = 0; i < rows->len; i++) {
        ShardBranchName *branch = branch_of_row(dialect, rows->pdata[i], n_columns);
        if (branch != NULL)
            g_ptr_array_add(branches, branch);
    }
    return branches;
}
