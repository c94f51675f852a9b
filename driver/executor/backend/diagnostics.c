/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a shard's driver says of a failure, as an error; and whether its connection is gone with it.
 */
#include "driver/executor/backend/private.h"

#include "driver/executor/backend/held-lock.h"

#include <string.h>

#define MAX_RECORDS 64
#define MESSAGE_SIZE 4096

gboolean
shard_backend_is_fatal_state(const char *sqlstate, gint32 native, ShardDialect dialect)
{
    /* 2057 and 2027: its driver leaves the rows of a prepared statement, whose table was altered,
     * on the line, and reads them as the answers to what is said next. */
    static const gint32 mysql_lost[] = {2006, 2013, 2055, 4031, 1927, 1053, 5013, 5014, 2057, 2027};

    /* 08007 and 08003 mean the same for us: the session is of no more use; as does the end of one
     * that was idle in a transaction for too long. */
    if (strncmp(sqlstate, "08", 2) == 0 || strncmp(sqlstate, "57P0", 4) == 0 ||
        strcmp(sqlstate, "25P03") == 0)
        return TRUE;
    if (dialect != SHARD_DIALECT_MYSQL)
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(mysql_lost); i++)
        if (native == mysql_lost[i])
            return TRUE;
    return FALSE;
}

/* "[ma-3.1.15][10.11.19-MariaDB]text" -> "text": vendors' brackets hold no blanks. */
static const char *
skip_prefixes(const char *message)
{
    while (message[0] == '[') {
        gsize length = strcspn(message + 1, "] \n[");
        if (message[1 + length] != ']' || length == 0 || length > 48)
            break;
        message += length + 2;
    }
    while (*message == ' ')
        message++;
    return message;
}

/* psqlodbc adds this to why a text can't be prepared: of a call that only we made. */
static void
drop_own_call(char *message)
{
    static const char noise[] = "\nNo query has been executed with that handle";

    if (g_str_has_suffix(message, noise))
        message[strlen(message) - strlen(noise)] = '\0';
}

static void
add_record(ShardBackend *self, const char *sqlstate, gint32 native, const char *message,
           GError **first)
{
    GError *record = NULL;

    g_autofree char *valid = g_utf8_make_valid(skip_prefixes(message), -1);
    drop_own_call(valid);
    shard_error_set_backend(&record, self->shard, sqlstate, native, valid);
    shard_error_join(first, record);
}

/* MariaDB's driver calls a lost connection a lack of memory when it was preparing. */
static const char *
state_to_tell(const ShardBackend *self, const char *sqlstate, gboolean fatal)
{
    gboolean hidden = fatal && self->dialect == SHARD_DIALECT_MYSQL && strncmp(sqlstate, "08", 2);

    return hidden ? "08S01" : sqlstate;
}

/* psqlodbc begins a transaction around a cursor that it fetches by portions, and may leave it
 * failed when that was cancelled: nothing would go on there, and nobody would roll it back. */
static gboolean
is_left_failed(const ShardBackend *self, const char *sqlstate)
{
    return strcmp(sqlstate, "25P02") == 0 && self->autocommit && self->begun == SHARD_BEGUN_NO;
}

void
shard_backend_release_locks(ShardBackend *self)
{
    if (self->library->keeps_locks && self->dbc != NULL)
        shard_held_locks_release(self->dbc);
}

void
shard_backend_diagnostics(ShardBackend *self, SQLSMALLINT handle_type, SQLHANDLE handle,
                          GError **error)
{
    GError *first = NULL;
    g_autofree char *message = g_malloc(MESSAGE_SIZE);

    shard_backend_release_locks(self);
    for (SQLSMALLINT i = 1; i <= MAX_RECORDS; i++) {
        SQLCHAR sqlstate[6] = "HY000";
        SQLINTEGER native = 0;
        SQLSMALLINT length = 0;
        message[0] = '\0';
        SQLRETURN rc = self->library->SQLGetDiagRec(handle_type, handle, i, sqlstate, &native,
                                                    (SQLCHAR *) message, MESSAGE_SIZE, &length);
        if (!SQL_SUCCEEDED(rc))
            break;
        sqlstate[5] = '\0';
        message[MESSAGE_SIZE - 1] = '\0';
        gboolean fatal =
            shard_backend_is_fatal_state((const char *) sqlstate, native, self->dialect) ||
            is_left_failed(self, (const char *) sqlstate);
        if (fatal)
            atomic_store(&self->dead, TRUE);
        add_record(self, state_to_tell(self, (const char *) sqlstate, fatal), native, message,
                   &first);
    }
    if (first == NULL)
        add_record(self, "HY000", 0, "the shard's driver reported a failure without a reason",
                   &first);
    if (error == NULL)
        g_error_free(first);
    else
        g_propagate_error(error, first);
}
