/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * SQLDescribeParam: what a marker is compared with or stored in, from the statement's facts and the
 * tables' catalogs.
 *
 *   INSERT INTO t (k, s) VALUES (?, ?)      the columns k and s
 *   UPDATE t SET v = ? WHERE ? = k          v, k
 *   … WHERE k IN (?, ?), k BETWEEN ? AND ?  k
 *   … WHERE (a, b) IN ((?, ?))              a, b
 *   INSERT INTO t (k, s) SELECT k, ?        s
 *   … LIMIT ? OFFSET ?                      BIGINT
 *
 * Anything else is VARCHAR(255): a bind of any type works with that.
 */
#include "driver/odbc/stmt/stmt.h"

#include <string.h>

static const ShardColumnSchema *
find_in_table(ShardStmt *self, const ShardTableRef *table, const char *column)
{
    ShardSession *session = self->connection->session;
    g_autoptr(GError) ignored = NULL;
    const ShardRules *rules = shard_router_rules(shard_session_router(session));
    const ShardTable *logical = shard_rules_find_table(rules, table->name, table->quoted);
    const char *const wanted[] = {logical == NULL ? table->name : logical->name, NULL};
    const ShardSchema *schema = shard_session_schema(session, wanted, &ignored);
    const ShardTableSchema *facts = schema == NULL ? NULL : shard_schema_table(schema, wanted[0]);
    gint at = facts == NULL ? -1 : shard_table_schema_column(facts, column);

    return at < 0 ? NULL : &facts->columns[at];
}

/* The column that an expression is; NULL: it is none, or not known. */
static const ShardColumnSchema *
column_of(ShardStmt *self, const ShardStatement *statement, const ShardExpr *expr)
{
    if (expr == NULL || expr->kind != SHARD_EXPR_COLUMN || expr->name == NULL)
        return NULL;
    if (expr->table >= 0 && (guint) expr->table < statement->n_tables)
        return find_in_table(self, &statement->tables[expr->table], expr->name);
    if (statement->n_tables == 1 && !statement->tables[0].is_cte)
        return find_in_table(self, &statement->tables[0], expr->name);
    return NULL;
}

static gboolean
is_marker(const ShardExpr *expr, gint marker)
{
    return expr != NULL && expr->kind == SHARD_EXPR_MARKER && expr->marker == marker;
}

static gboolean
compares(const ShardExpr *expr)
{
    return expr->kind == SHARD_EXPR_COMPARE || expr->kind == SHARD_EXPR_IN ||
           expr->kind == SHARD_EXPR_BETWEEN || expr->kind == SHARD_EXPR_OPERATOR ||
           expr->kind == SHARD_EXPR_COALESCE;
}

/* (a, b) = (?, ?): the column at the marker's place in another row. */
static const ShardColumnSchema *
find_in_rows(ShardStmt *self, const ShardStatement *statement, const ShardExpr *expr, gint marker)
{
    gint place = -1;
    const ShardColumnSchema *found = NULL;

    for (guint i = 0; i < expr->n_args && place < 0; i++)
        for (guint j = 0; expr->args[i] != NULL && expr->args[i]->kind == SHARD_EXPR_ROW &&
                          j < expr->args[i]->n_args;
             j++)
            if (is_marker(expr->args[i]->args[j], marker))
                place = (gint) j;
    for (guint i = 0; i < expr->n_args && place >= 0 && found == NULL; i++)
        if (expr->args[i] != NULL && expr->args[i]->kind == SHARD_EXPR_ROW &&
            (guint) place < expr->args[i]->n_args)
            found = column_of(self, statement, expr->args[i]->args[place]);
    return found;
}

/* The column on another side of the innermost comparison that the marker is an operand of. */
static const ShardColumnSchema *
find_compared(ShardStmt *self, const ShardStatement *statement, const ShardExpr *expr, gint marker)
{
    if (expr == NULL)
        return NULL;
    gboolean here = FALSE;
    for (guint i = 0; i < expr->n_args; i++)
        here = here || is_marker(expr->args[i], marker);
    if (here && !compares(expr))
        return NULL;
    if (!here && compares(expr)) {
        const ShardColumnSchema *found = find_in_rows(self, statement, expr, marker);
        if (found != NULL)
            return found;
    }
    for (guint i = 0; i < expr->n_args; i++) {
        const ShardColumnSchema *found =
            here ? column_of(self, statement, expr->args[i])
                 : find_compared(self, statement, expr->args[i], marker);
        if (found != NULL)
            return found;
    }
    return NULL;
}

static const ShardColumnSchema *
find_in_from(ShardStmt *self, const ShardStatement *statement, const ShardFrom *from, gint marker)
{
    if (from == NULL || from->kind != SHARD_FROM_JOIN)
        return NULL;
    const ShardColumnSchema *found = find_compared(self, statement, from->on, marker);
    if (found == NULL)
        found = find_in_from(self, statement, from->left, marker);
    return found != NULL ? found : find_in_from(self, statement, from->right, marker);
}

static const ShardColumnSchema *
find_in_query(ShardStmt *self, const ShardStatement *statement, const ShardQuery *query,
              gint marker)
{
    const ShardColumnSchema *found = find_compared(self, statement, query->where, marker);

    if (found == NULL)
        found = find_compared(self, statement, query->having, marker);
    for (guint i = 0; found == NULL && i < query->n_from; i++)
        found = find_in_from(self, statement, query->from[i], marker);
    for (guint i = 0; found == NULL && i < query->n_items; i++)
        found = find_compared(self, statement, query->items[i].expr, marker);
    return found;
}

/* Column number position of an INSERT, by its list or the table's order. */
static const ShardColumnSchema *
insert_column(ShardStmt *self, const ShardStatement *statement, guint position)
{
    const ShardInsert *insert = statement->insert;
    const ShardTableRef *table = &statement->tables[insert->table];

    if (insert->columns != NULL)
        return position < insert->n_columns ? find_in_table(self, table, insert->columns[position])
                                            : NULL;
    ShardSession *session = self->connection->session;
    g_autoptr(GError) ignored = NULL;
    const ShardTable *logical = shard_rules_find_table(
        shard_router_rules(shard_session_router(session)), table->name, table->quoted);
    const char *const wanted[] = {logical == NULL ? table->name : logical->name, NULL};
    const ShardSchema *schema = shard_session_schema(session, wanted, &ignored);
    const ShardTableSchema *facts = schema == NULL ? NULL : shard_schema_table(schema, wanted[0]);
    return facts != NULL && position < facts->n_columns ? &facts->columns[position] : NULL;
}

static const ShardColumnSchema *
find_in_assignments(ShardStmt *self, const ShardStatement *statement,
                    const ShardAssignment *assignments, guint n, gint marker)
{
    gint target = statement->insert != NULL ? statement->insert->table : statement->modify->table;

    for (guint i = 0; i < n; i++) {
        if (is_marker(assignments[i].value, marker) && target >= 0)
            return find_in_table(self, &statement->tables[target], assignments[i].column);
        const ShardColumnSchema *found =
            find_compared(self, statement, assignments[i].value, marker);
        if (found != NULL)
            return found;
    }
    return NULL;
}

static const ShardColumnSchema *
find_in_insert(ShardStmt *self, const ShardStatement *statement, gint marker)
{
    const ShardInsert *insert = statement->insert;

    for (guint i = 0; i < insert->n_rows; i++)
        for (guint j = 0; j < insert->rows[i].n_values; j++)
            if (is_marker(insert->rows[i].values[j], marker))
                return insert_column(self, statement, j);
    if (insert->query >= 0) {
        const ShardQuery *query = &statement->queries[insert->query];
        for (guint i = 0; i < query->n_items; i++)
            if (is_marker(query->items[i].expr, marker))
                return insert_column(self, statement, i);
    }
    return find_in_assignments(self, statement, insert->updates, insert->n_updates, marker);
}

static const ShardColumnSchema *
find_column(ShardStmt *self, gint marker)
{
    const ShardStatement *statement = shard_prepared_statement(self->prepared);
    const ShardColumnSchema *found = NULL;

    if (statement->insert != NULL && statement->insert->table >= 0)
        found = find_in_insert(self, statement, marker);
    if (found == NULL && statement->modify != NULL) {
        const ShardModify *modify = statement->modify;
        found = find_in_assignments(self, statement, modify->assignments, modify->n_assignments,
                                    marker);
        if (found == NULL)
            found = find_compared(self, statement, modify->where, marker);
    }
    for (guint i = 0; found == NULL && i < statement->n_queries; i++)
        found = find_in_query(self, statement, &statement->queries[i], marker);
    return found;
}

typedef struct {
    ShardTypeClass type;
    SQLSMALLINT sql_type;
    SQLULEN size; /* 0: the declared length */
} TypeRow;

static const TypeRow types[] = {
    {SHARD_TYPE_BOOLEAN, SQL_BIT, 1},
    {SHARD_TYPE_INTEGER, SQL_INTEGER, 10},
    {SHARD_TYPE_BIGINT, SQL_BIGINT, 19},
    {SHARD_TYPE_UNSIGNED, SQL_BIGINT, 20},
    {SHARD_TYPE_DECIMAL, SQL_NUMERIC, 0},
    {SHARD_TYPE_FLOAT, SQL_REAL, 7},
    {SHARD_TYPE_DOUBLE, SQL_DOUBLE, 15},
    {SHARD_TYPE_CHAR, SQL_CHAR, 0},
    {SHARD_TYPE_TEXT, SQL_VARCHAR, 0},
    {SHARD_TYPE_BYTES, SQL_VARBINARY, 0},
    {SHARD_TYPE_DATE, SQL_TYPE_DATE, 10},
    {SHARD_TYPE_TIME, SQL_TYPE_TIME, 8},
    {SHARD_TYPE_TIMESTAMP, SQL_TYPE_TIMESTAMP, 26},
    {SHARD_TYPE_OFFSET_TIMESTAMP, SQL_TYPE_TIMESTAMP, 26},
    {SHARD_TYPE_UUID, SQL_GUID, 36},
};

/* What the class doesn't tell. */
typedef struct {
    const char *name; /* as the brands' catalogs begin */
    ShardTypeClass type;
    SQLSMALLINT sql_type;
    SQLULEN size; /* 0: the column's */
} NamedType;

static const NamedType named_types[] = {
    {"smallint", SHARD_TYPE_INTEGER, SQL_SMALLINT, 5},
    {"smallint", SHARD_TYPE_BIGINT, SQL_SMALLINT, 5},
    {"tinyint", SHARD_TYPE_INTEGER, SQL_TINYINT, 3},
    {"tinyint", SHARD_TYPE_BIGINT, SQL_TINYINT, 3},
    {"tinytext", SHARD_TYPE_TEXT, SQL_LONGVARCHAR, 0},
    {"text", SHARD_TYPE_TEXT, SQL_LONGVARCHAR, 0},
    {"mediumtext", SHARD_TYPE_TEXT, SQL_LONGVARCHAR, 0},
    {"longtext", SHARD_TYPE_TEXT, SQL_LONGVARCHAR, 0},
};

static void
fill_by_name(const ShardColumnSchema *column, ShardParamFacts *out)
{
    gsize size = column->type_name == NULL ? 0 : strcspn(column->type_name, "( ");

    for (gsize i = 0; i < G_N_ELEMENTS(named_types); i++) {
        const NamedType *row = &named_types[i];
        if (row->type != column->type || strlen(row->name) != size ||
            g_ascii_strncasecmp(column->type_name, row->name, size) != 0)
            continue;
        out->sql_type = row->sql_type;
        if (row->size != 0)
            out->size = row->size;
    }
}

static void
fill(ShardStmt *self, const ShardColumnSchema *column, ShardParamFacts *out)
{
    const gint32 unbounded = 8190;

    for (gsize i = 0; i < G_N_ELEMENTS(types); i++)
        if (types[i].type == column->type) {
            out->sql_type = types[i].sql_type;
            out->size = types[i].size != 0
                            ? types[i].size
                            : (SQLULEN) (column->length > 0 ? column->length : unbounded);
        }
    /* SQLite's integers are 64 bits wide whatever they are called; its driver goes by the name. */
    if (column->type == SHARD_TYPE_BIGINT && column->type_name != NULL &&
        (g_ascii_strcasecmp(column->type_name, "integer") == 0 ||
         g_ascii_strcasecmp(column->type_name, "int") == 0)) {
        out->sql_type = SQL_INTEGER;
        out->size = 10;
    }
    fill_by_name(column, out);
    if (column->type == SHARD_TYPE_DECIMAL) {
        out->size = (SQLULEN) (column->length > 0 ? column->length : 38);
        out->digits = (SQLSMALLINT) MAX(column->scale, 0);
    }
    if (out->sql_type == SQL_TYPE_TIMESTAMP)
        out->digits = 6;
    if (out->sql_type == SQL_VARCHAR && column->length <= 0 && column->type == SHARD_TYPE_TEXT)
        out->sql_type = SQL_LONGVARCHAR;
    out->nullable = column->not_null ? SQL_NO_NULLS : SQL_NULLABLE;
    const ShardColumn facts = {.sql_type = out->sql_type};
    out->sql_type = shard_stmt_column_type(self, &facts);
}

static gboolean
is_in_limit(const ShardLimit *limit, gint marker)
{
    return is_marker(limit->count, marker) || is_marker(limit->offset, marker);
}

/* Is the marker a number of rows? */
static gboolean
is_row_number(const ShardStatement *statement, gint marker)
{
    for (guint i = 0; i < statement->n_queries; i++)
        if (is_in_limit(&statement->queries[i].limit, marker))
            return TRUE;
    return statement->modify != NULL && is_in_limit(&statement->modify->limit, marker);
}

SQLRETURN
shard_stmt_describe_param(ShardStmt *self, SQLUSMALLINT number, ShardParamFacts *out,
                          GError **error)
{
    if (self->prepared == NULL || self->state == SHARD_STMT_NEED_DATA)
        return shard_stmt_fail(error, "HY010", "Function sequence error");
    if (number < 1 || number > shard_prepared_n_markers(self->prepared))
        return shard_stmt_fail(error, "07009", "Invalid descriptor index");
    const ShardColumn text = {.sql_type = SQL_VARCHAR};
    *out = (ShardParamFacts){.sql_type = shard_stmt_column_type(self, &text),
                             .size = 255,
                             .nullable = SQL_NULLABLE_UNKNOWN};
    const ShardColumnSchema *column = find_column(self, (gint) number - 1);
    if (column != NULL)
        fill(self, column, out);
    else if (is_row_number(shard_prepared_statement(self->prepared), (gint) number - 1))
        *out =
            (ShardParamFacts){.sql_type = SQL_BIGINT, .size = 19, .nullable = SQL_NULLABLE_UNKNOWN};
    return SQL_SUCCESS;
}
