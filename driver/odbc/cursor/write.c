/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/cursor/write.h"

#include "driver/odbc/cursor/read-row.h"

#include <string.h>

/* One statement that is made from bound columns, and run beside the cursor. */
typedef struct {
    ShardStmt *cursor; /* whose columns are bound */
    ShardStmt *inner;
    const ShardColumns *columns;
    GString *sql;
    guint n_params;
    GPtrArray *texts; /* what parameters of ours point to */
} Writer;

/* Where the open cursor's text names its only table; NULL: it has several, or none. */
static const ShardTableRef *
find_reference(const ShardStmt *statement)
{
    const ShardPlan *plan = statement->plan;

    if (plan == NULL || plan->kind != SHARD_PLAN_UNITS ||
        plan->statement->kind != SHARD_STATEMENT_SELECT || plan->statement->n_tables != 1)
        return NULL;
    return &plan->statement->tables[0];
}

/* That table, where the rules have it. */
static const ShardTable *
find_table(const ShardStmt *statement)
{
    const ShardTableRef *reference = find_reference(statement);
    const ShardRules *rules =
        shard_router_rules(shard_session_router(statement->connection->session));

    return reference == NULL ? NULL : shard_rules_find_table(rules, reference->name, FALSE);
}

gboolean
shard_cursor_is_of_table(const ShardStmt *statement)
{
    const ShardTableRef *reference = find_reference(statement);

    return reference != NULL && !reference->is_cte && reference->schema == NULL;
}

gboolean
shard_cursor_is_of_known(const ShardStmt *statement)
{
    return find_table(statement) != NULL;
}

gboolean
shard_cursor_is_of_nodes(const ShardStmt *statement)
{
    const ShardTable *table = find_table(statement);

    return table != NULL && table->n_nodes > 1;
}

gboolean
shard_cursor_is_of_copies(const ShardStmt *statement)
{
    const ShardTable *table = find_table(statement);

    return table != NULL && table->n_nodes > 1 && table->kind == SHARD_TABLE_BROADCAST;
}

static void
writer_end(Writer *self)
{
    if (self->inner != NULL)
        shard_stmt_free(self->inner);
    g_string_free(self->sql, TRUE);
    g_ptr_array_unref(self->texts);
}

static gboolean
writer_start(Writer *self, ShardStmt *cursor, GError **error)
{
    *self = (Writer){.cursor = cursor,
                     .sql = g_string_new(NULL),
                     .texts = g_ptr_array_new_with_free_func(g_free)};
    self->columns = shard_stmt_columns(cursor, error);
    if (self->columns == NULL)
        return FALSE;
    self->inner = shard_stmt_new(cursor->connection);
    self->inner->attributes[SHARD_ATTR_QUERY_TIMEOUT] =
        cursor->attributes[SHARD_ATTR_QUERY_TIMEOUT];
    shard_stmt_borrow_run(self->inner, shard_stmt_write_run(cursor));
    return TRUE;
}

static void
append_name(const Writer *self, const char *name)
{
    shard_identifier_append(self->sql, shard_dbc_dialect(self->cursor->connection), name, '\0');
}

static void
append_table(const Writer *self)
{
    const ShardTable *table = find_table(self->cursor);

    append_name(self, table != NULL ? table->name : find_reference(self->cursor)->name);
}

/* The name that a column of the cursor has in its table; "": an expression. */
static void
base_name(const Writer *self, guint column, char *out, gsize size)
{
    const ShardTextOut text = {.bytes = TRUE, .buffer = out, .capacity = (SQLLEN) size};

    out[0] = '\0';
    shard_stmt_column_field(self->cursor, column, SQL_DESC_BASE_COLUMN_NAME, &text, NULL, NULL);
}

typedef struct {
    ShardParamCall call;
    gboolean is_bound; /* and not to be ignored */
} Bound;

/* What is bound to a column, for row number row of the buffers. */
static Bound
find_bound(const Writer *self, guint column, SQLULEN row)
{
    ShardDesc *ard = self->cursor->ard;
    const ShardDescRecord *record = shard_desc_find(ard, column);
    const ShardColumn *facts = &self->columns->columns[column - 1];

    if (record == NULL || !shard_desc_is_bound(record))
        return (Bound){0};
    SQLSMALLINT c_type = shard_cursor_c_type(self->cursor, facts, record->concise_type);
    SQLLEN *length = shard_cursor_address(ard, record->octet_length_ptr, row, sizeof(SQLLEN));
    Bound bound = {.call = {.io_type = SQL_PARAM_INPUT,
                            .c_type = c_type,
                            .sql_type = facts->sql_type,
                            .column_size = facts->size,
                            .digits = facts->digits,
                            .data = shard_cursor_address(ard, record->data, row,
                                                         shard_cursor_element(record, c_type)),
                            .buffer_length = record->octet_length,
                            .indicator = length},
                   .is_bound = length == NULL || *length != SQL_COLUMN_IGNORE};
    return bound;
}

static gboolean
add_param(Writer *self, const ShardParamCall *given, GError **error)
{
    ShardParamCall call = *given;

    call.number = (SQLUSMALLINT) ++self->n_params;
    return SQL_SUCCEEDED(shard_param_bind(self->inner, &call, error));
}

/* "a, b" or "a = ?, b = ?" of the columns that are bound in this row; FALSE: none, or *error. */
static gboolean
append_bound(Writer *self, SQLULEN row, const char *behind, GError **error)
{
    char name[256];

    for (guint column = 1; column <= self->columns->n_columns; column++) {
        Bound bound = find_bound(self, column, row);
        base_name(self, column, name, sizeof name);
        if (!bound.is_bound || name[0] == '\0')
            continue;
        g_string_append(self->sql, self->n_params == 0 ? "" : ", ");
        append_name(self, name);
        g_string_append(self->sql, behind);
        if (!add_param(self, &bound.call, error))
            return FALSE;
    }
    if (self->n_params > 0)
        return TRUE;
    shard_stmt_fail(error, "21S02", "no column of the table is bound");
    return FALSE;
}

static SQLRETURN
run(Writer *self, GError **error)
{
    return shard_stmt_exec_direct(self->inner, self->sql->str, self->sql->len, error);
}

SQLRETURN
shard_cursor_sum_up(guint n_tried, guint n_errors, guint n_warnings)
{
    if (n_errors > 0 && n_errors == n_tried)
        return SQL_ERROR;
    return n_errors + n_warnings > 0 ? SQL_SUCCESS_WITH_INFO : SQL_SUCCESS;
}

/* ---- SQL_ADD ---- */

static SQLRETURN
add_row(ShardStmt *statement, SQLULEN row, GError **error)
{
    Writer self;
    SQLRETURN rc = SQL_ERROR;

    if (writer_start(&self, statement, error)) {
        g_string_append(self.sql, "INSERT INTO ");
        append_table(&self);
        g_string_append(self.sql, " (");
        if (append_bound(&self, row, "", error)) {
            g_string_append(self.sql, ") VALUES (?");
            for (guint i = 1; i < self.n_params; i++)
                g_string_append(self.sql, ", ?");
            g_string_append_c(self.sql, ')');
            rc = run(&self, error);
        }
    }
    writer_end(&self);
    return rc;
}

static gboolean
is_ignored(const ShardStmt *statement, SQLSETPOSIROW asked, SQLULEN row)
{
    const SQLUSMALLINT *operation = statement->ard->array_status;

    return asked == 0 && operation != NULL && operation[row] == SQL_ROW_IGNORE;
}

SQLRETURN
shard_cursor_add(ShardStmt *statement, SQLSETPOSIROW asked, GArray *out_rows)
{
    SQLUSMALLINT *status = shard_stmt_row_status(statement);
    SQLULEN first = asked == 0 ? 0 : asked - 1;
    SQLULEN end = asked == 0 ? shard_stmt_rowset_size(statement) : asked;
    guint n_failed = 0;
    gint64 n_added = 0;

    for (SQLULEN row = first; row < end; row++) {
        GError *problem = NULL;
        if (is_ignored(statement, asked, row))
            continue;
        gboolean good = SQL_SUCCEEDED(add_row(statement, row, &problem));
        n_added += good;
        n_failed += !good;
        if (good && out_rows != NULL)
            g_array_append_val(out_rows, row);
        if (problem != NULL)
            shard_diag_add(&statement->head.diag, problem, (SQLLEN) row + 1,
                           SQL_COLUMN_NUMBER_UNKNOWN);
        g_clear_error(&problem);
        if (status != NULL)
            status[row] = good ? SQL_ROW_ADDED : SQL_ROW_ERROR;
    }
    statement->row_count = n_added;
    return shard_cursor_sum_up((guint) n_added + n_failed, n_failed, 0);
}

/* ---- keys ---- */

/* "SELECT 1 FROM t WHERE k = ?" with the keys that are bound; its route is their place. */
static gboolean
append_keys(Writer *self, const ShardTable *table, SQLULEN row, GError **error)
{
    char name[256];

    for (guint column = 1; column <= self->columns->n_columns; column++) {
        Bound bound = find_bound(self, column, row);
        base_name(self, column, name, sizeof name);
        if (!bound.is_bound || !shard_table_is_key(table, name))
            continue;
        g_string_append(self->sql, self->n_params == 0 ? " WHERE " : " AND ");
        append_name(self, name);
        g_string_append(self->sql, " = ?");
        if (!add_param(self, &bound.call, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean
is_same_place(Writer *self, GError **error)
{
    const ShardUnit *here = &self->cursor->plan->units[0];

    if (!SQL_SUCCEEDED(shard_stmt_prepare(self->inner, self->sql->str, self->sql->len, error)))
        return FALSE;
    ShardPlan *plan = shard_stmt_plan_row(self->inner, 0, error);
    if (plan == NULL)
        return FALSE;
    gboolean same = plan->kind == SHARD_PLAN_UNITS && plan->n_units == 1 &&
                    plan->units[0].shard == here->shard && plan->units[0].node == here->node;
    shard_plan_free(plan);
    if (!same)
        shard_stmt_fail(error, "0A000",
                        "the new sharding key belongs to another node: use UPDATE, or delete the "
                        "row and add it again");
    return same;
}

static gboolean
row_keeps_place(ShardStmt *statement, SQLULEN row, GError **error)
{
    const ShardTable *table = find_table(statement);
    gboolean good = FALSE;
    Writer self;

    if (writer_start(&self, statement, error)) {
        g_string_append(self.sql, "SELECT 1 FROM ");
        append_table(&self);
        good = append_keys(&self, table, row, error) &&
               (self.n_params == 0 || is_same_place(&self, error));
    }
    writer_end(&self);
    return good;
}

gboolean
shard_cursor_keeps_place(ShardStmt *statement, SQLSETPOSIROW asked, GError **error)
{
    SQLULEN first = asked == 0 ? 0 : asked - 1;
    SQLULEN end = asked == 0 ? shard_stmt_rowset_size(statement) : asked;

    for (SQLULEN row = first; row < end; row++)
        if (!is_ignored(statement, asked, row) && !row_keeps_place(statement, row, error))
            return FALSE;
    return TRUE;
}

/* ---- SQL_UPDATE, SQL_DELETE ---- */

static const ShardTableSchema *
find_schema(const ShardStmt *statement, GError **error)
{
    const char *names[] = {find_table(statement)->name, NULL};
    const ShardSchema *schema = shard_session_schema(statement->connection->session, names, error);

    return schema == NULL ? NULL : shard_schema_table(schema, names[0]);
}

static const ShardIndexSchema *
find_primary(const ShardTableSchema *table)
{
    for (guint i = 0; i < table->n_indexes; i++)
        if (table->indexes[i].primary && !table->indexes[i].partial)
            return &table->indexes[i];
    return NULL;
}

/* The cursor's column of that name; 0 none. */
static guint
find_column(const Writer *self, const char *wanted)
{
    char name[256];

    for (guint column = 1; column <= self->columns->n_columns; column++) {
        base_name(self, column, name, sizeof name);
        if (strcmp(name, wanted) == 0)
            return column;
    }
    return 0;
}

static gsize
text_size(const ShardValue *value)
{
    return shard_value_has_text(value) ? value->text.size : 0;
}

/* A value of the row as a text parameter. */
static gboolean
add_value(Writer *self, guint column, const ShardValue *value, GError **error)
{
    const ShardColumn *facts = &self->columns->columns[column - 1];
    gsize size = text_size(value) * 2 + 257;
    char *text = g_malloc0(size);
    SQLLEN length = 0;
    const ShardTarget target = {.c_type = SQL_C_CHAR,
                                .buffer = text,
                                .buffer_length = (SQLLEN) size,
                                .octet_length = &length,
                                .indicator = &length,
                                .precision = -1,
                                .scale = -1};

    g_ptr_array_add(self->texts, text);
    if (shard_convert_out(value, facts, shard_dbc_dialect(self->cursor->connection), &target, NULL,
                          error) != SQL_SUCCESS ||
        length < 0) {
        g_clear_error(error);
        shard_stmt_fail(error, "HYC00", "the row's primary key can't be given as text");
        return FALSE;
    }
    const ShardParamCall call = {.io_type = SQL_PARAM_INPUT,
                                 .c_type = SQL_C_CHAR,
                                 .sql_type = facts->sql_type,
                                 .column_size = facts->size,
                                 .digits = facts->digits,
                                 .data = text,
                                 .buffer_length = (SQLLEN) size};
    return add_param(self, &call, error);
}

/* " WHERE a = ? AND b = ?" of the primary key; bound: of what is bound in row, where something is.
 */
typedef struct {
    const ShardValue *values; /* NULL: only what is bound */
    gboolean bound;
    SQLULEN row;
} KeySource;

static gboolean
add_key(Writer *self, guint column, const KeySource *source, GError **error)
{
    Bound bound = find_bound(self, column, source->row);

    if (source->bound && bound.is_bound)
        return add_param(self, &bound.call, error);
    return source->values != NULL && add_value(self, column, &source->values[column - 1], error);
}

static gboolean
append_primary(Writer *self, const KeySource *source, GError **error)
{
    const ShardTableSchema *table = find_schema(self->cursor, error);
    const ShardIndexSchema *primary = table == NULL ? NULL : find_primary(table);

    for (guint i = 0; primary != NULL && i < primary->n_columns; i++) {
        const char *name = table->columns[primary->columns[i]].name;
        guint column = find_column(self, name);
        if (column == 0) {
            primary = NULL;
            break;
        }
        g_string_append(self->sql, i == 0 ? " WHERE " : " AND ");
        append_name(self, name);
        g_string_append(self->sql, " = ?");
        if (!add_key(self, column, source, error))
            return FALSE;
    }
    if (primary == NULL && (error == NULL || *error == NULL))
        shard_stmt_fail(error, "HYC00",
                        "rows of several nodes are changed through a cursor only if it has the "
                        "columns of the table's primary key");
    return primary != NULL;
}

/* Is a value of that type what its text is, whoever compares? */
static gboolean
is_comparable(ShardTypeClass type)
{
    return type == SHARD_TYPE_INTEGER || type == SHARD_TYPE_BIGINT || type == SHARD_TYPE_UNSIGNED ||
           type == SHARD_TYPE_DECIMAL || type == SHARD_TYPE_TEXT || type == SHARD_TYPE_DATE ||
           type == SHARD_TYPE_TIMESTAMP;
}

/* " AND c = ?": the row still has the values that the cursor has read, so that nobody's change is
 * lost. */
static gboolean
append_unchanged(Writer *self, const ShardValue *values, GError **error)
{
    const ShardTableSchema *table = find_schema(self->cursor, error);
    const gsize longest = 4000;

    for (guint i = 0; table != NULL && i < table->n_columns; i++) {
        const ShardColumnSchema *column = &table->columns[i];
        guint number = is_comparable(column->type) ? find_column(self, column->name) : 0;
        if (number == 0 || text_size(&values[number - 1]) > longest)
            continue;
        g_string_append(self->sql, " AND ");
        append_name(self, column->name);
        if (values[number - 1].kind == SHARD_VALUE_NULL) {
            g_string_append(self->sql, " IS NULL");
            continue;
        }
        g_string_append(self->sql, " = ?");
        if (!add_value(self, number, &values[number - 1], error))
            return FALSE;
    }
    return table != NULL;
}

gboolean
shard_cursor_is_as_it_was(ShardStmt *statement, const ShardValue *values)
{
    const KeySource source = {.values = values};
    g_autoptr(GError) ignored = NULL;
    gboolean found = FALSE;
    Writer self;

    if (shard_dbc_dialect(statement->connection) != SHARD_DIALECT_MYSQL)
        return FALSE;
    if (writer_start(&self, statement, &ignored)) {
        g_string_append(self.sql, "SELECT 1 FROM ");
        append_table(&self);
        found = append_primary(&self, &source, &ignored) &&
                append_unchanged(&self, values, &ignored) && SQL_SUCCEEDED(run(&self, &ignored)) &&
                SQL_SUCCEEDED(shard_stmt_fetch(self.inner, SQL_FETCH_NEXT, 0, &ignored));
    }
    writer_end(&self);
    return found;
}

static SQLRETURN
run_change(Writer *self, SQLUSMALLINT operation, SQLULEN row, const ShardKnownRow *known,
           GError **error)
{
    g_string_append(self->sql, operation == SQL_UPDATE ? "UPDATE " : "DELETE FROM ");
    append_table(self);
    if (operation == SQL_UPDATE) {
        g_string_append(self->sql, " SET ");
        if (!append_bound(self, row, " = ?", error))
            return SQL_ERROR;
    }
    const KeySource source = {.values = known->values};
    if (!append_primary(self, &source, error) ||
        (!known->is_old && !append_unchanged(self, known->values, error)))
        return SQL_ERROR;
    SQLRETURN rc = run(self, error);
    if (rc == SQL_ERROR)
        return rc;
    self->cursor->row_count = MAX(self->inner->row_count, 0);
    if (self->inner->row_count == 1 ||
        (operation == SQL_UPDATE && shard_cursor_is_as_it_was(self->cursor, known->values)))
        return SQL_SUCCESS;
    shard_stmt_fail(error, "01001", "Cursor operation conflict");
    return SQL_SUCCESS_WITH_INFO;
}

SQLRETURN
shard_cursor_change(ShardStmt *statement, SQLUSMALLINT operation, SQLULEN row,
                    const ShardKnownRow *known, GError **error)
{
    SQLUSMALLINT *status = shard_stmt_row_status(statement);
    SQLRETURN rc = SQL_ERROR;
    Writer self;

    if (writer_start(&self, statement, error))
        rc = run_change(&self, operation, row, known, error);
    writer_end(&self);
    if (status != NULL)
        status[row] = rc == SQL_ERROR               ? SQL_ROW_ERROR
                      : rc == SQL_SUCCESS_WITH_INFO ? SQL_ROW_SUCCESS_WITH_INFO
                      : operation == SQL_UPDATE     ? SQL_ROW_UPDATED
                                                    : SQL_ROW_DELETED;
    return rc;
}

/* ---- rows that were written ---- */

/* "SELECT a, b FROM t" of the columns that are the table's; their numbers in numbers. */
static gboolean
append_select(Writer *self, GArray *numbers)
{
    char name[256];

    g_string_append(self->sql, "SELECT ");
    for (guint column = 1; column <= self->columns->n_columns; column++) {
        base_name(self, column, name, sizeof name);
        if (name[0] == '\0')
            continue;
        g_string_append(self->sql, numbers->len == 0 ? "" : ", ");
        append_name(self, name);
        g_array_append_val(numbers, column);
    }
    g_string_append(self->sql, " FROM ");
    append_table(self);
    return numbers->len > 0;
}

static gboolean
read_found(Writer *self, const GArray *numbers, ShardArena *arena, ShardValue *out_values)
{
    g_autofree ShardValue *found = g_new0(ShardValue, numbers->len);
    const ShardColumns *columns = shard_stmt_columns(self->inner, NULL);

    if (columns == NULL || columns->n_columns != numbers->len ||
        !SQL_SUCCEEDED(shard_stmt_fetch(self->inner, SQL_FETCH_NEXT, 0, NULL)) ||
        !shard_cursor_read_row(self->inner->cursor, columns, arena, found, NULL))
        return FALSE;
    for (guint i = 0; i < numbers->len; i++)
        out_values[g_array_index(numbers, guint, i) - 1] = found[i];
    return TRUE;
}

gboolean
shard_cursor_reread(ShardStmt *statement, SQLULEN row, const ShardValue *old, ShardArena *arena,
                    ShardValue *out_values)
{
    const KeySource source = {.values = old, .bound = TRUE, .row = row};
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autoptr(GError) ignored = NULL;
    gboolean found = FALSE;
    Writer self;

    if (writer_start(&self, statement, &ignored)) {
        for (guint i = 0; i < self.columns->n_columns; i++)
            out_values[i] = old == NULL ? SHARD_VALUE_INIT_NULL : old[i];
        found = append_select(&self, numbers) && append_primary(&self, &source, &ignored) &&
                SQL_SUCCEEDED(run(&self, &ignored)) &&
                read_found(&self, numbers, arena, out_values);
    }
    writer_end(&self);
    return found;
}
