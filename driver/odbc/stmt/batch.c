/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/stmt/batch.h"

#include "driver/odbc/cursor/read-row.h"
#include "driver/odbc/cursor/static-result.h"

#include <string.h>

typedef struct {
    ShardStmt *inner;    /* until it has run */
    ShardStream *stream; /* its rows, until they are opened; NULL: none, or taken */
    ShardStaticColumn *columns;
    gint64 count;
    SQLRETURN rc;
} Part;

struct _ShardBatch {
    ShardArena *arena; /* columns */
    GArray *parts;
    guint next; /* the result that comes next */
};

static Part *
part_of(const ShardBatch *self, guint number)
{
    return &g_array_index(self->parts, Part, number);
}

void
shard_batch_free(ShardBatch *self)
{
    if (self == NULL)
        return;
    for (guint i = 0; i < self->parts->len; i++) {
        Part *part = part_of(self, i);
        if (part->inner != NULL)
            shard_stmt_free(part->inner);
        if (part->stream != NULL)
            shard_stream_free(part->stream);
    }
    g_array_unref(self->parts);
    shard_arena_free(self->arena);
    g_free(self);
}

gboolean
shard_batch_is_running(const ShardBatch *self)
{
    for (guint i = 0; i < self->parts->len; i++)
        if (part_of(self, i)->inner != NULL)
            return TRUE;
    return FALSE;
}

gboolean
shard_batch_is_needed(ShardStmt *statement)
{
    g_autoptr(GError) refused = NULL;

    if (!shard_prepared_statement(statement->prepared)->several_statements ||
        shard_dbc_dialect(statement->connection) != SHARD_DIALECT_POSTGRESQL)
        return FALSE;
    ShardPlan *plan = shard_stmt_plan_row(statement, 0, &refused);
    shard_plan_free(plan);
    return plan == NULL && strcmp(shard_error_sqlstate(refused, 0), "0A000") == 0;
}

/* ---- the parts of the text ---- */

static void
copy_record(ShardDesc *from, ShardDesc *to, guint from_number, guint number)
{
    const ShardDescRecord *record = shard_desc_find(from, from_number);

    if (record == NULL)
        return;
    ShardDescRecord *copy = shard_desc_make(to, number);
    *copy = *record;
    copy->name = NULL;
}

/* The bindings of a part's markers are those of the whole text from first on. */
static void
copy_bindings(ShardStmt *from, ShardStmt *to, guint first)
{
    to->own_apd.bind_offset = from->apd->bind_offset;
    to->own_apd.bind_type = from->apd->bind_type;
    for (guint i = 1; i <= shard_prepared_n_markers(to->prepared); i++) {
        copy_record(from->apd, &to->own_apd, first + i, i);
        copy_record(&from->ipd, &to->ipd, first + i, i);
    }
}

/* Statements about the transaction itself would end the one that the batch is. */
static gboolean
check_part(ShardStmt *inner, GError **error)
{
    g_autoptr(GError) refused = NULL;
    guint n = shard_prepared_n_markers(inner->prepared);

    if (n > 0 && shard_params_next_at_execution(inner, n, 0, 0) != 0) {
        shard_stmt_fail(error, "HYC00", "data at execution for several statements in one text");
        return FALSE;
    }
    ShardPlan *plan = shard_stmt_plan_row(inner, 0, &refused);
    gboolean transaction = plan != NULL && plan->kind == SHARD_PLAN_TRANSACTION;
    shard_plan_free(plan);
    if (transaction) {
        shard_stmt_fail(error, "0A000",
                        "several statements in one text with one that begins or "
                        "ends the transaction");
        return FALSE;
    }
    /* Other failures may be cured by the statements before it. */
    if (plan == NULL && strcmp(shard_error_sqlstate(refused, 0), "0A000") == 0) {
        g_propagate_error(error, g_steal_pointer(&refused));
        return FALSE;
    }
    return TRUE;
}

static gboolean
add_part(ShardStmt *statement, const char *text, gsize size, guint first_marker, GError **error)
{
    Part part = {.inner = shard_stmt_new(statement->connection)};

    shard_stmt_borrow_run(part.inner, shard_stmt_run(statement));
    g_array_append_val(statement->batch->parts, part);
    part.inner->attributes[SHARD_ATTR_QUERY_TIMEOUT] =
        statement->attributes[SHARD_ATTR_QUERY_TIMEOUT];
    part.inner->attributes[SHARD_ATTR_MAX_ROWS] = statement->attributes[SHARD_ATTR_MAX_ROWS];
    if (!SQL_SUCCEEDED(shard_stmt_prepare(part.inner, text, size, error)))
        return FALSE;
    copy_bindings(statement, part.inner, first_marker);
    return check_part(part.inner, error);
}

/* A part for each text between semicolons. */
static gboolean
split(ShardStmt *statement, GError **error)
{
    const ShardTokens *tokens = shard_prepared_tokens(statement->prepared);
    guint start = 0, n_markers = 0, first_marker = 0;

    for (guint i = 0; i <= tokens->n_tokens; i++) {
        gboolean ends =
            i == tokens->n_tokens || (tokens->tokens[i].kind == SHARD_TOKEN_PUNCTUATION &&
                                      tokens->text[tokens->tokens[i].offset] == ';');
        if (!ends) {
            n_markers += tokens->tokens[i].kind == SHARD_TOKEN_MARKER;
            continue;
        }
        if (i > start) {
            const ShardToken *first = &tokens->tokens[start], *last = &tokens->tokens[i - 1];
            if (!add_part(statement, tokens->text + first->offset,
                          last->offset + last->size - first->offset, first_marker, error))
                return FALSE;
        }
        start = i + 1;
        first_marker = n_markers;
    }
    return TRUE;
}

/* ---- running ---- */

static gboolean
read_rows(ShardStmt *inner, const ShardColumns *columns, ShardStaticResult *result, GError **error)
{
    const ShardRowset one = {.size = 1};
    ShardArena *arena = shard_arena_new();
    g_autofree ShardValue *values = g_new(ShardValue, MAX(columns->n_columns, 1));
    gboolean good = TRUE;
    SQLRETURN rc;

    while (good && SQL_SUCCEEDED(rc = inner->cursor->ops->fetch(inner->cursor, SQL_FETCH_NEXT, 0,
                                                                &one, error))) {
        shard_arena_reset(arena);
        good = shard_cursor_read_row(inner->cursor, columns, arena, values, error);
        if (good)
            shard_static_result_add(result, values);
    }
    shard_arena_free(arena);
    return good && rc == SQL_NO_DATA;
}

static gboolean
keep_rows(ShardBatch *self, Part *part, ShardStmt *from, GError **error)
{
    const ShardColumns *columns = shard_stmt_columns(from, error);

    if (columns == NULL)
        return FALSE;
    part->columns = shard_arena_array(self->arena, ShardStaticColumn, columns->n_columns + 1);
    for (guint i = 0; i < columns->n_columns; i++) {
        const ShardColumn *column = &columns->columns[i];
        part->columns[i] =
            (ShardStaticColumn){.label = shard_arena_strndup(self->arena, column->label, -1),
                                .sql_type = column->sql_type,
                                .size = column->size,
                                .digits = column->digits,
                                .nullable = column->nullable};
    }
    ShardStaticResult *result = shard_static_result_new(part->columns, columns->n_columns);
    if (!read_rows(from, columns, result, error)) {
        shard_static_result_free(result);
        return FALSE;
    }
    part->stream = shard_static_result_stream(result);
    return TRUE;
}

static gboolean
run_parts(ShardBatch *self, GError **error)
{
    for (guint i = 0; i < self->parts->len; i++) {
        Part *part = part_of(self, i);
        part->rc = shard_stmt_execute(part->inner, error);
        if (part->rc == SQL_ERROR)
            return FALSE;
        part->count = part->inner->row_count;
        if (part->inner->state == SHARD_STMT_OPEN && !keep_rows(self, part, part->inner, error))
            return FALSE;
        shard_stmt_free(g_steal_pointer(&part->inner));
    }
    return TRUE;
}

/* All of the batch or nothing of it. */
static gboolean
run_together(ShardStmt *statement, GError **error)
{
    ShardSession *session = statement->connection->session;
    gboolean own;

    if (!shard_session_begin_steps(session, &own, error))
        return FALSE;
    gboolean good = run_parts(statement->batch, error);
    return shard_session_end_steps(session, own, good, good ? error : NULL) && good;
}

static ShardBatch *
batch_new(void)
{
    ShardBatch *self = g_new0(ShardBatch, 1);

    self->arena = shard_arena_new();
    self->parts = g_array_new(FALSE, TRUE, sizeof(Part));
    return self;
}

SQLRETURN
shard_batch_run(ShardStmt *statement, GError **error)
{
    statement->batch = batch_new();
    if (split(statement, error) && run_together(statement, error)) {
        SQLRETURN rc = shard_batch_next(statement);
        /* A searched write that changed nothing says so, as it does alone. */
        return rc == SQL_SUCCESS && part_of(statement->batch, 0)->rc == SQL_NO_DATA ? SQL_NO_DATA
                                                                                    : rc;
    }
    g_clear_pointer(&statement->batch, shard_batch_free);
    return SQL_ERROR;
}

gboolean
shard_batch_keep(ShardStmt *statement, GError **error)
{
    ShardDesc *ard = statement->ard;
    Part part = {.count = statement->row_count};
    ShardDesc nothing_bound;

    if (shard_prepared_statement(statement->prepared)->several_statements) {
        shard_stmt_fail(error, "HYC00", "an array of parameters for several statements with rows");
        return FALSE;
    }
    if (statement->batch == NULL)
        statement->batch = batch_new();
    shard_desc_init(&nothing_bound, SHARD_DESC_ARD, statement->connection, ard->head.lock);
    nothing_bound.array_size = 1;
    statement->ard = &nothing_bound;
    gboolean good = keep_rows(statement->batch, &part, statement, error);
    statement->ard = ard;
    shard_desc_destroy(&nothing_bound);
    if (good)
        g_array_append_val(statement->batch->parts, part);
    return good;
}

SQLRETURN
shard_batch_next(ShardStmt *statement)
{
    ShardBatch *self = statement->batch;

    if (statement->cursor != NULL)
        statement->cursor->ops->free(statement->cursor);
    statement->cursor = NULL;
    statement->fetched = FALSE;
    statement->extended = FALSE;
    if (self->next == self->parts->len)
        return SQL_NO_DATA;
    Part *part = part_of(self, self->next++);
    statement->row_count = part->count;
    statement->state = SHARD_STMT_EXECUTED;
    if (part->stream == NULL)
        return SQL_SUCCESS;
    statement->cursor = shard_cursor_merged_new(statement, g_steal_pointer(&part->stream), TRUE);
    statement->state = SHARD_STMT_OPEN;
    return SQL_SUCCESS;
}
