/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/stmt/stmt.h"

#include "driver/odbc/cursor/late-write.h"
#include "driver/odbc/stmt/batch.h"
#include "driver/odbc/stmt/log.h"
#include "router/rules/actual-name.h"

#include <string.h>
#include <time.h>

#define NANOSECONDS 1000000000L
#define LOCK_SLICE (NANOSECONDS / 20)

guint
shard_stmt_timeout(const ShardStmt *self)
{
    SQLULEN query = self->attributes[SHARD_ATTR_QUERY_TIMEOUT];
    SQLULEN connection = self->connection->connection_timeout;

    SQLULEN seconds = query == 0 || (connection != 0 && connection < query) ? connection : query;

    return (guint) MIN(seconds, G_MAXUINT);
}

SQLRETURN
shard_stmt_fail(GError **error, const char *sqlstate, const char *message)
{
    shard_error_set(error, SHARD_ERROR_FAILED, sqlstate, "%s", message);
    return SQL_ERROR;
}

static void
init_descriptors(ShardStmt *self)
{
    pthread_mutex_t *lock = &self->connection->work;

    shard_desc_init(&self->own_ard, SHARD_DESC_ARD, self->connection, lock);
    shard_desc_init(&self->own_apd, SHARD_DESC_APD, self->connection, lock);
    shard_desc_init(&self->ird, SHARD_DESC_IRD, self->connection, lock);
    shard_desc_init(&self->ipd, SHARD_DESC_IPD, self->connection, lock);
    self->own_ard.statement = self->own_apd.statement = self;
    self->ird.statement = self->ipd.statement = self;
    self->ard = &self->own_ard;
    self->apd = &self->own_apd;
}

/* A shard speaks of its own tables; under the connection's lock, as rules may change. */
static char *
tell_of_tables(const void *owner, const char *shard, const char *message)
{
    const ShardDbc *connection = owner;
    ShardDialect dialect = shard_session_dialect(connection->session, NULL);
    const ShardRules *rules = shard_router_rules(shard_session_router(connection->session));
    gint number = shard_rules_find_shard(rules, shard);

    return number < 0 ? g_strdup(message)
                      : shard_rules_tell(rules, (guint) number, dialect, message);
}

ShardStmt *
shard_stmt_new(ShardDbc *connection)
{
    ShardStmt *self = g_new0(ShardStmt, 1);

    self->connection = connection;
    shard_handle_init(&self->head, SQL_HANDLE_STMT, &connection->work);
    self->head.diag.tell = tell_of_tables;
    self->head.diag.owner = connection;
    init_descriptors(self);
    if (connection->statement_defaults != NULL)
        memcpy(self->attributes, connection->statement_defaults, sizeof self->attributes);
    else
        shard_attr_init(self->attributes);
    shard_hint_texts_copy(&self->hint_texts, &connection->statement_hints);
    if (connection->metadata_id == SQL_TRUE)
        self->attributes[SHARD_ATTR_METADATA_ID] = SQL_TRUE;
    self->attribute_generation = 1;
    self->row_count = -1;
    self->arena = shard_arena_new();
    g_ptr_array_add(connection->statements, self);
    return self;
}

static ShardRun *
made_run(ShardStmt *self, _Atomic(ShardRun *) *place)
{
    ShardRun *run = atomic_load(place);

    if (run == NULL) {
        run = shard_run_new(self->connection->session);
        atomic_store(place, run);
    }
    return run;
}

ShardRun *
shard_stmt_run(ShardStmt *self)
{
    return made_run(self, &self->run);
}

ShardRun *
shard_stmt_write_run(ShardStmt *self)
{
    return made_run(self, &self->write_run);
}

void
shard_stmt_borrow_run(ShardStmt *self, ShardRun *run)
{
    atomic_store(&self->run, run);
    self->borrows_run = TRUE;
}

static void
free_cursor(ShardStmt *self)
{
    if (self->cursor != NULL) {
        shard_stmt_count_rows(self);
        self->cursor->ops->free(self->cursor);
    }
    self->cursor = NULL;
    self->fetched = FALSE;
    self->extended = FALSE;
}

static void
forget_columns(ShardStmt *self)
{
    if (self->columns_arena != NULL)
        shard_arena_free(self->columns_arena);
    self->columns_arena = NULL;
    self->described = NULL;
    self->was_described = FALSE;
}

void
shard_stmt_drop_plan(ShardStmt *self)
{
    self->shown = NULL;
    g_clear_pointer(&self->plan, shard_plan_free);
}

/* Result and plan of the last execute; the inner statements are kept. */
static void
forget_result(ShardStmt *self)
{
    ShardRun *run = atomic_load_explicit(&self->run, memory_order_relaxed);

    g_clear_pointer(&self->late, shard_late_write_free);
    free_cursor(self);
    if (run != NULL && (self->plan != NULL || self->describe_plan != NULL))
        shard_run_close(run);
    if (self->describe_run != NULL)
        shard_run_close(self->describe_run);
    self->describer = NULL;
    g_clear_pointer(&self->describe_plan, shard_plan_free);
    shard_stmt_drop_plan(self);
    g_clear_pointer(&self->batch, shard_batch_free);
    self->row_count = -1;
}

void
shard_stmt_close(ShardStmt *self)
{
    forget_result(self);
    shard_stmt_abandon_array(self);
    self->state = self->is_prepared ? SHARD_STMT_PREPARED : SHARD_STMT_ALLOCATED;
    atomic_store(&self->needs_data, FALSE);
    shard_params_drop_pieces(&self->params);
    shard_params_drop_outputs(&self->params);
}

/* Others of the connection may come with the same text. */
static void
give_prepared_back(ShardStmt *self)
{
    ShardDbc *connection = self->connection;

    if (self->prepared == NULL)
        return;
    if (connection->prepared == NULL)
        connection->prepared = shard_prepared_cache_new();
    shard_prepared_cache_give(connection->prepared, g_steal_pointer(&self->prepared));
}

/* Everything that the text brought; the run goes too, with the statements at the shards. */
static void
forget_text(ShardStmt *self)
{
    ShardRun *run = atomic_load(&self->run);

    shard_stmt_close(self);
    forget_columns(self);
    if ((self->is_prepared || self->keeps_units) && run != NULL)
        shard_run_forget(run);
    if (self->describe_run != NULL)
        shard_run_forget(self->describe_run);
    self->keeps_units = FALSE;
    self->has_run = FALSE;
    give_prepared_back(self);
    g_clear_pointer(&self->sql, g_free);
    self->is_prepared = FALSE;
    self->sums_in_halves = FALSE;
    self->complete_schema = 0;
    self->state = SHARD_STMT_ALLOCATED;
}

void
shard_stmt_free(ShardStmt *self)
{
    ShardRun *run = atomic_load(&self->run);

    forget_text(self);
    atomic_store(&self->run, NULL);
    if (!self->borrows_run)
        shard_run_free(run);
    shard_run_free(atomic_exchange(&self->write_run, NULL));
    shard_run_free(atomic_exchange(&self->describe_run, NULL));
    shard_cursor_direct_drop(self->spare_cursor);
    shard_params_clear(&self->params);
    shard_arena_free(self->arena);
    shard_desc_destroy(&self->own_ard);
    shard_desc_destroy(&self->own_apd);
    shard_desc_destroy(&self->ird);
    shard_desc_destroy(&self->ipd);
    shard_hint_texts_clear(&self->hint_texts);
    g_free(self->cursor_name);
    g_free(self->log_line);
    g_ptr_array_remove(self->connection->statements, self);
    shard_handle_destroy(&self->head);
    g_free(self);
}

void
shard_stmt_refresh(ShardStmt *self)
{
    ShardRun *runs[] = {atomic_load(&self->run), atomic_load(&self->write_run),
                        atomic_load(&self->describe_run)};

    for (gsize i = 0; i < G_N_ELEMENTS(runs); i++)
        if (runs[i] != NULL)
            shard_run_forget(runs[i]);
    self->describer = NULL;
    shard_cursor_direct_drop(g_steal_pointer(&self->spare_cursor));
    g_clear_pointer(&self->describe_plan, shard_plan_free);
    shard_stmt_drop_plan(self);
    self->keeps_units = FALSE;
    self->complete_schema = 0;
    if (self->prepared == NULL)
        return;
    ShardSqlMode mode = *shard_prepared_mode(self->prepared);
    shard_prepared_free(self->prepared);
    self->prepared = shard_router_prepare(shard_session_router(self->connection->session),
                                          self->sql, self->sql_size, &mode, NULL);
}

/* SQLCancel while nothing runs closed the cursor in ODBC 2, and the driver manager goes by that
 * still; and it knows of none where execute said SQL_NO_DATA.  An application can't close it then,
 * but may execute again. */
static void
close_seeming(ShardStmt *self)
{
    if (atomic_exchange(&self->seems_closed, FALSE) && self->state == SHARD_STMT_OPEN)
        shard_stmt_close(self);
}

gboolean
shard_stmt_check_closed(ShardStmt *self, GError **error)
{
    close_seeming(self);
    if (self->state == SHARD_STMT_NEED_DATA) {
        shard_stmt_fail(error, "HY010", "Function sequence error");
        return FALSE;
    }
    if (self->state == SHARD_STMT_OPEN) {
        shard_stmt_fail(error, "24000", "Invalid cursor state");
        return FALSE;
    }
    return TRUE;
}

static gboolean
read_text(ShardStmt *self, const char *sql, gsize size, GError **error)
{
    ShardSession *session = self->connection->session;
    ShardSqlMode mode = *shard_session_sql_mode(session);

    if (sql == NULL) {
        shard_stmt_fail(error, "HY009", "Invalid use of null pointer");
        return FALSE;
    }
    mode.no_escapes = self->attributes[SHARD_ATTR_NOSCAN] == SQL_NOSCAN_ON;
    self->sql = g_strndup(sql, size);
    self->sql_size = size;
    if (self->connection->prepared != NULL)
        self->prepared =
            shard_prepared_cache_take(self->connection->prepared, self->sql, size, &mode);
    if (self->prepared == NULL)
        self->prepared =
            shard_router_prepare(shard_session_router(session), self->sql, size, &mode, error);
    if (self->prepared == NULL)
        shard_stmt_note(self, shard_stmt_note_start(self), *error);
    return self->prepared != NULL;
}

/* Another text instead of the one there was, under the rules of now. */
static gboolean
take_text(ShardStmt *self, const char *sql, gsize size, GError **error)
{
    if (!shard_stmt_check_closed(self, error))
        return FALSE;
    shard_dbc_refresh_rules(self->connection);
    forget_text(self);
    if (read_text(self, sql, size, error))
        return TRUE;
    forget_text(self);
    return FALSE;
}

SQLRETURN
shard_stmt_prepare(ShardStmt *self, const char *sql, gsize size, GError **error)
{
    if (!take_text(self, sql, size, error))
        return SQL_ERROR;
    self->is_prepared = TRUE;
    self->state = SHARD_STMT_PREPARED;
    return SQL_SUCCESS;
}

SQLRETURN
shard_stmt_execute(ShardStmt *self, GError **error)
{
    close_seeming(self);
    if (self->state == SHARD_STMT_OPEN)
        return shard_stmt_fail(error, "24000", "Invalid cursor state");
    if (!self->is_prepared || self->state == SHARD_STMT_NEED_DATA)
        return shard_stmt_fail(error, "HY010", "Function sequence error");
    forget_result(self);
    shard_dbc_refresh_rules(self->connection);
    if (self->prepared == NULL)
        return shard_stmt_fail(error, "HY010", "the statement can't be prepared by the new rules");
    self->has_run = TRUE;
    return shard_stmt_start(self, error);
}

SQLRETURN
shard_stmt_exec_direct(ShardStmt *self, const char *sql, gsize size, GError **error)
{
    if (!take_text(self, sql, size, error))
        return SQL_ERROR;
    self->has_run = TRUE;
    return shard_stmt_start(self, error);
}

/* The cursor is open as before. */
static ShardLateWrite *
end_wait(ShardStmt *self)
{
    self->state = SHARD_STMT_OPEN;
    atomic_store(&self->needs_data, FALSE);
    return g_steal_pointer(&self->late);
}

/* The next parameter of the row that wants data; FALSE: that was all. */
static gboolean
ask_parameter(ShardStmt *self, SQLPOINTER *out_token)
{
    guint n = shard_prepared_n_markers(self->prepared);
    guint next = shard_params_next_at_execution(self, n, self->params.asked, self->array_row);

    if (next == 0)
        return FALSE;
    self->params.asked = next;
    self->params.has_pieces = TRUE;
    if (out_token != NULL)
        *out_token = shard_params_token(self, next, self->array_row);
    return TRUE;
}

SQLRETURN
shard_stmt_param_data(ShardStmt *self, SQLPOINTER *out_token, GError **error)
{
    if (self->state != SHARD_STMT_NEED_DATA)
        return shard_stmt_fail(error, "HY010", "Function sequence error");
    if (self->late != NULL && shard_late_write_ask(self->late, out_token))
        return SQL_NEED_DATA;
    if (self->late != NULL)
        return shard_late_write_run(end_wait(self), error);
    if (ask_parameter(self, out_token))
        return SQL_NEED_DATA;
    SQLRETURN rc = shard_stmt_resume(self, error);
    /* The next row of an array waits for data, too. */
    if (rc == SQL_NEED_DATA)
        ask_parameter(self, out_token);
    return rc;
}

/* The data doesn't come: as before the call that wants it. */
static void
give_up_wait(ShardStmt *self)
{
    if (self->late != NULL)
        shard_late_write_free(end_wait(self));
    else
        shard_stmt_close(self);
}

SQLRETURN
shard_stmt_put_data(ShardStmt *self, SQLPOINTER data, SQLLEN length, GError **error)
{
    gboolean is_asked =
        self->late != NULL ? shard_late_write_is_asked(self->late) : self->params.asked > 0;

    if (self->state != SHARD_STMT_NEED_DATA || !is_asked)
        return shard_stmt_fail(error, "HY010", "Function sequence error");
    SQLRETURN rc = self->late != NULL ? shard_late_write_put(self->late, data, length, error)
                                      : shard_params_put(self, data, length, error);
    if (rc == SQL_ERROR)
        give_up_wait(self);
    return rc;
}

void
shard_stmt_cancel(ShardStmt *self)
{
    if (atomic_load(&self->needs_data)) {
        pthread_mutex_lock(self->head.lock);
        if (self->state == SHARD_STMT_NEED_DATA)
            give_up_wait(self);
        pthread_mutex_unlock(self->head.lock);
        return;
    }
    ShardRun *runs[] = {atomic_load(&self->run), atomic_load(&self->write_run),
                        atomic_load(&self->describe_run)};
    atomic_fetch_add(&self->n_cancels, 1);
    for (gsize i = 0; i < G_N_ELEMENTS(runs); i++)
        if (runs[i] != NULL)
            shard_run_cancel(runs[i]);
    atomic_store(&self->seems_closed, TRUE);
}

static gboolean
lock_within_slice(pthread_mutex_t *lock)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOCK_SLICE;
    until.tv_sec += until.tv_nsec / NANOSECONDS;
    until.tv_nsec %= NANOSECONDS;
    return pthread_mutex_timedlock(lock, &until) == 0;
}

/* Another statement of the connection is at work.  FALSE: this one was cancelled meanwhile. */
static gboolean
wait_for_lock(ShardStmt *self)
{
    guint before = atomic_load(&self->n_cancels);
    gboolean locked = FALSE;

    shard_handle_begin_wait(&self->head);
    while (!locked && atomic_load(&self->n_cancels) == before)
        locked = lock_within_slice(self->head.lock);
    shard_handle_end_wait(&self->head);
    if (locked && atomic_load(&self->n_cancels) == before)
        return TRUE;
    if (locked)
        pthread_mutex_unlock(self->head.lock);
    return FALSE;
}

ShardStmt *
shard_stmt_enter(SQLHSTMT handle, SQLRETURN *out_rc)
{
    ShardStmt *self = shard_handle_check(handle, SQL_HANDLE_STMT);

    *out_rc = SQL_INVALID_HANDLE;
    if (self == NULL)
        return NULL;
    gboolean locked = pthread_mutex_trylock(self->head.lock) == 0 || wait_for_lock(self);
    if (locked) {
        shard_handle_note_inside(&self->head);
        return self;
    }
    shard_diag_clear(&self->head.diag);
    g_autoptr(GError) error = NULL;
    shard_error_set(&error, SHARD_ERROR_CANCELLED, "HY008", "operation cancelled");
    shard_diag_add(&self->head.diag, error, SQL_NO_ROW_NUMBER, SQL_NO_COLUMN_NUMBER);
    *out_rc = SQL_ERROR;
    return NULL;
}

SQLRETURN
shard_stmt_open_stream(ShardStmt *self, ShardStream *stream, GError **error)
{
    if (!shard_stmt_check_closed(self, error)) {
        shard_stream_free(stream);
        return SQL_ERROR;
    }
    forget_text(self);
    self->cursor = shard_cursor_merged_new(self, stream, TRUE);
    self->state = SHARD_STMT_OPEN;
    return SQL_SUCCESS;
}

SQLRETURN
shard_stmt_close_cursor(ShardStmt *self, GError **error)
{
    if (self->state == SHARD_STMT_NEED_DATA)
        return shard_stmt_fail(error, "HY010", "Function sequence error");
    if (self->state != SHARD_STMT_OPEN)
        return shard_stmt_fail(error, "24000", "Invalid cursor state");
    shard_stmt_close(self);
    return SQL_SUCCESS;
}

SQLRETURN
shard_stmt_more_results(ShardStmt *self, GError **error)
{
    if (self->state == SHARD_STMT_NEED_DATA)
        return shard_stmt_fail(error, "HY010", "Function sequence error");
    if (self->state != SHARD_STMT_OPEN && self->state != SHARD_STMT_EXECUTED)
        return SQL_NO_DATA;
    SQLRETURN rc = shard_stmt_next_result(self, error);
    SQLRETURN given = rc == SQL_ERROR ? rc : shard_params_give_back(self, error);
    if (rc == SQL_NO_DATA)
        shard_stmt_close(self);
    return given == SQL_ERROR || rc == SQL_SUCCESS ? given : rc;
}

const char *
shard_stmt_cursor_name(ShardStmt *self)
{
    if (self->cursor_name == NULL)
        self->cursor_name = g_strdup_printf("SQL_CUR%08x", ++self->connection->cursor_names);
    return self->cursor_name;
}

/* The statement whose cursor has that name; NULL none. */
static ShardStmt *
find_named(const ShardStmt *self, const char *name)
{
    const GPtrArray *all = self->connection->statements;

    for (guint i = 0; i < all->len; i++) {
        ShardStmt *other = all->pdata[i];
        if (other != self && other->cursor_name != NULL &&
            g_ascii_strcasecmp(other->cursor_name, name) == 0)
            return other;
    }
    return NULL;
}

/* The real driver doesn't take names of the form it makes itself, so that it has its own. */
static const char *
inner_name(ShardStmt *self, ShardStmt *found)
{
    ShardBackendStmt *inner = shard_run_direct(shard_stmt_run(found));
    const ShardDriverLibrary *library = inner == NULL ? NULL : shard_backend_stmt_library(inner);
    char name[256] = "";
    SQLSMALLINT length = 0;

    if (library == NULL || library->SQLGetCursorName == NULL ||
        !SQL_SUCCEEDED(library->SQLGetCursorName(shard_backend_stmt_handle(inner), (SQLCHAR *) name,
                                                 sizeof name, &length)))
        return NULL;
    return shard_arena_strndup(self->arena, name, -1);
}

gboolean
shard_stmt_find_cursor(ShardStmt *self, const char *name, ShardPlanInput *input, GError **error)
{
    ShardStmt *found = find_named(self, name);

    if (found == NULL || found->state != SHARD_STMT_OPEN || found->plan == NULL ||
        found->plan->kind != SHARD_PLAN_UNITS)
        return TRUE;
    if (!found->plan->direct) {
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                        "WHERE CURRENT OF '%s', whose rows come from several nodes; give the "
                        "sharding key, or use SQLSetPos",
                        name);
        return FALSE;
    }
    input->cursor_unit = &found->plan->units[0];
    input->cursor_name = inner_name(self, found);
    return TRUE;
}

SQLRETURN
shard_stmt_set_cursor_name(ShardStmt *self, const char *name, GError **error)
{
    close_seeming(self);
    if (name == NULL)
        return shard_stmt_fail(error, "HY009", "Invalid use of null pointer");
    if (self->state == SHARD_STMT_OPEN)
        return shard_stmt_fail(error, "24000", "Invalid cursor state");
    if (name[0] == '\0' || g_ascii_strncasecmp(name, "SQLCUR", 6) == 0 ||
        g_ascii_strncasecmp(name, "SQL_CUR", 7) == 0)
        return shard_stmt_fail(error, "34000", "Invalid cursor name");
    if (find_named(self, name) != NULL)
        return shard_stmt_fail(error, "3C000", "Duplicate cursor name");
    g_free(self->cursor_name);
    self->cursor_name = g_strdup(name);
    self->attribute_generation++;
    return SQL_SUCCESS;
}

SQLRETURN
shard_stmt_num_params(ShardStmt *self, SQLSMALLINT *out_n, GError **error)
{
    if (self->prepared == NULL || self->state == SHARD_STMT_NEED_DATA)
        return shard_stmt_fail(error, "HY010", "Function sequence error");
    if (out_n != NULL)
        *out_n = (SQLSMALLINT) shard_prepared_n_markers(self->prepared);
    return SQL_SUCCESS;
}
