/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Allocating and freeing handles. */
#include "driver/odbc/api/api.h"

static SQLRETURN
alloc_env(SQLHANDLE *out)
{
    *out = shard_env_new();
    return SQL_SUCCESS;
}

static SQLRETURN
alloc_dbc(SQLHANDLE input, SQLHANDLE *out)
{
    ShardEnv *env = shard_handle_enter(input, SQL_HANDLE_ENV);
    if (env == NULL)
        return SQL_INVALID_HANDLE;
    *out = shard_dbc_new(env);
    return shard_handle_leave(env, SQL_SUCCESS, NULL);
}

static SQLRETURN
alloc_stmt(SQLHANDLE input, SQLHANDLE *out)
{
    ShardDbc *dbc = shard_handle_enter(input, SQL_HANDLE_DBC);
    if (dbc == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    SQLRETURN rc = SQL_SUCCESS;
    if (dbc->connected) {
        pthread_mutex_lock(&dbc->work);
        *out = shard_stmt_new(dbc);
        pthread_mutex_unlock(&dbc->work);
    } else {
        rc = shard_stmt_fail(&error, "08003", "Connection does not exist");
    }
    return shard_handle_leave(dbc, rc, &error);
}

static SQLRETURN
alloc_desc(SQLHANDLE input, SQLHANDLE *out)
{
    ShardDbc *dbc = shard_handle_enter(input, SQL_HANDLE_DBC);
    if (dbc == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    if (!dbc->connected)
        return shard_handle_leave(
            dbc, shard_stmt_fail(&error, "08003", "Connection does not exist"), &error);
    ShardDesc *desc = g_new0(ShardDesc, 1);
    shard_desc_init(desc, SHARD_DESC_ARD, dbc, &dbc->work);
    desc->is_explicit = TRUE;
    pthread_mutex_lock(&dbc->work);
    g_ptr_array_add(dbc->descriptors, desc);
    pthread_mutex_unlock(&dbc->work);
    *out = desc;
    return shard_handle_leave(dbc, SQL_SUCCESS, NULL);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLAllocHandle(SQLSMALLINT type, SQLHANDLE input, SQLHANDLE *out)
{
    if (out == NULL)
        return SQL_ERROR;
    *out = SQL_NULL_HANDLE;
    switch (type) {
    case SQL_HANDLE_ENV:
        return alloc_env(out);
    case SQL_HANDLE_DBC:
        return alloc_dbc(input, out);
    case SQL_HANDLE_STMT:
        return alloc_stmt(input, out);
    case SQL_HANDLE_DESC:
        return alloc_desc(input, out);
    default:
        return SQL_ERROR;
    }
}

static SQLRETURN
free_env(SQLHANDLE handle)
{
    ShardEnv *env = shard_handle_enter(handle, SQL_HANDLE_ENV);
    if (env == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    SQLRETURN rc = shard_env_free(env, &error);
    return rc == SQL_SUCCESS ? rc : shard_handle_leave(env, rc, &error);
}

static SQLRETURN
free_dbc(SQLHANDLE handle)
{
    ShardDbc *dbc = shard_handle_check(handle, SQL_HANDLE_DBC);
    if (dbc == NULL)
        return SQL_INVALID_HANDLE;
    pthread_mutex_t *lock = dbc->env->head.lock;
    pthread_mutex_lock(lock);
    dbc = shard_handle_enter(handle, SQL_HANDLE_DBC);
    GError *error = NULL;
    SQLRETURN rc = shard_dbc_free(dbc, &error);
    if (rc != SQL_SUCCESS)
        rc = shard_handle_leave(dbc, rc, &error);
    pthread_mutex_unlock(lock);
    return rc;
}

/* Another thread is in a call with the statement, or waits for its turn: it, and the driver
 * manager, go on with it. */
static SQLRETURN
refuse_free(ShardStmt *stmt)
{
    g_autoptr(GError) error = NULL;

    shard_stmt_fail(&error, "HY010", "Function sequence error: the statement is being executed");
    shard_diag_clear(&stmt->head.diag);
    shard_diag_add(&stmt->head.diag, error, SQL_NO_ROW_NUMBER, SQL_NO_COLUMN_NUMBER);
    return SQL_ERROR;
}

static SQLRETURN
free_stmt(SQLHANDLE handle)
{
    ShardStmt *stmt = shard_handle_check(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    pthread_mutex_t *lock = stmt->head.lock;
    if (pthread_mutex_trylock(lock) != 0) {
        if (shard_handle_is_used(&stmt->head))
            return refuse_free(stmt);
        pthread_mutex_lock(lock);
    }
    if (shard_handle_is_used(&stmt->head)) {
        pthread_mutex_unlock(lock);
        return refuse_free(stmt);
    }
    shard_stmt_free(stmt);
    pthread_mutex_unlock(lock);
    return SQL_SUCCESS;
}

/* Statements that used the descriptor have their own again. */
static void
detach(ShardDbc *dbc, const ShardDesc *desc)
{
    for (guint i = 0; i < dbc->statements->len; i++) {
        ShardStmt *stmt = dbc->statements->pdata[i];
        if (stmt->ard == desc)
            stmt->ard = &stmt->own_ard;
        if (stmt->apd == desc)
            stmt->apd = &stmt->own_apd;
    }
}

/* Does a parameter that waits for its data come by the descriptor? */
static gboolean
is_awaited(const ShardDbc *dbc, const ShardDesc *desc)
{
    for (guint i = 0; i < dbc->statements->len; i++) {
        const ShardStmt *stmt = dbc->statements->pdata[i];
        if ((stmt->ard == desc || stmt->apd == desc) && stmt->state == SHARD_STMT_NEED_DATA)
            return TRUE;
    }
    return FALSE;
}

static SQLRETURN
free_desc(SQLHANDLE handle)
{
    ShardDesc *desc = shard_handle_enter(handle, SQL_HANDLE_DESC);
    if (desc == NULL)
        return SQL_INVALID_HANDLE;
    ShardDbc *dbc = desc->connection;
    GError *error = NULL;
    if (!desc->is_explicit)
        shard_stmt_fail(&error, "HY017", "the descriptor belongs to its statement");
    else if (is_awaited(dbc, desc))
        shard_stmt_fail(&error, "HY010", "Function sequence error");
    if (error != NULL)
        return shard_handle_leave(desc, SQL_ERROR, &error);
    detach(dbc, desc);
    g_ptr_array_remove_fast(dbc->descriptors, desc);
    shard_desc_destroy(desc);
    g_free(desc);
    pthread_mutex_unlock(&dbc->work);
    return SQL_SUCCESS;
}

SHARD_EXPORT SQLRETURN SQL_API
SQLFreeHandle(SQLSMALLINT type, SQLHANDLE handle)
{
    switch (type) {
    case SQL_HANDLE_ENV:
        return free_env(handle);
    case SQL_HANDLE_DBC:
        return free_dbc(handle);
    case SQL_HANDLE_STMT:
        return free_stmt(handle);
    case SQL_HANDLE_DESC:
        return free_desc(handle);
    default:
        return SQL_INVALID_HANDLE;
    }
}

SHARD_EXPORT SQLRETURN SQL_API
SQLFreeStmt(SQLHSTMT handle, SQLUSMALLINT option)
{
    if (option == SQL_DROP)
        return free_stmt(handle);
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    SQLRETURN rc = SQL_SUCCESS;
    if (option == SQL_CLOSE)
        shard_stmt_close(stmt);
    else if (option == SQL_UNBIND)
        shard_desc_set_count(stmt->ard, 0);
    else if (option == SQL_RESET_PARAMS) {
        shard_desc_set_count(stmt->apd, 0);
        shard_params_drop_outputs(&stmt->params);
    } else
        rc = shard_stmt_fail(&error, "HY092", "Option type out of range");
    return shard_handle_leave(stmt, rc, &error);
}
