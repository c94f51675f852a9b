/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What SQLColAttribute and an IRD say of a column, from the driver's description of it. */
#include "driver/odbc/cursor/cursor.h"
#include "driver/odbc/stmt/stmt.h"

#include <string.h>

/* Facts that follow from a type alone.  fixed_*: 0: by the column's size. */
typedef struct {
    SQLSMALLINT type;
    gint display, octets;
    SQLSMALLINT searchable;
    gboolean number, text;
    const char *prefix, *suffix;
    const char *name; /* where the real driver isn't asked */
} TypeFacts;

static const TypeFacts types[] = {
    {SQL_CHAR, 0, 0, SQL_PRED_SEARCHABLE, FALSE, TRUE, "'", "'", "char"},
    {SQL_VARCHAR, 0, 0, SQL_PRED_SEARCHABLE, FALSE, TRUE, "'", "'", "varchar"},
    {SQL_LONGVARCHAR, 0, 0, SQL_PRED_SEARCHABLE, FALSE, TRUE, "'", "'", "text"},
    {SQL_BIT, 1, 1, SQL_PRED_BASIC, FALSE, FALSE, "", "", "bit"},
    {SQL_TINYINT, 4, 1, SQL_PRED_BASIC, TRUE, FALSE, "", "", "tinyint"},
    {SQL_SMALLINT, 6, 2, SQL_PRED_BASIC, TRUE, FALSE, "", "", "smallint"},
    {SQL_INTEGER, 11, 4, SQL_PRED_BASIC, TRUE, FALSE, "", "", "integer"},
    {SQL_BIGINT, 20, 8, SQL_PRED_BASIC, TRUE, FALSE, "", "", "bigint"},
    {SQL_REAL, 14, 4, SQL_PRED_BASIC, TRUE, FALSE, "", "", "real"},
    {SQL_FLOAT, 24, 8, SQL_PRED_BASIC, TRUE, FALSE, "", "", "float"},
    {SQL_DOUBLE, 24, 8, SQL_PRED_BASIC, TRUE, FALSE, "", "", "double"},
    {SQL_NUMERIC, 0, 0, SQL_PRED_BASIC, TRUE, FALSE, "", "", "numeric"},
    {SQL_DECIMAL, 0, 0, SQL_PRED_BASIC, TRUE, FALSE, "", "", "decimal"},
    {SQL_BINARY, 0, 0, SQL_PRED_BASIC, FALSE, FALSE, "'", "'", "binary"},
    {SQL_VARBINARY, 0, 0, SQL_PRED_BASIC, FALSE, FALSE, "'", "'", "varbinary"},
    {SQL_LONGVARBINARY, 0, 0, SQL_PRED_BASIC, FALSE, FALSE, "'", "'", "blob"},
    {SQL_TYPE_DATE, 10, 6, SQL_PRED_BASIC, FALSE, FALSE, "'", "'", "date"},
    {SQL_TYPE_TIME, 0, 6, SQL_PRED_BASIC, FALSE, FALSE, "'", "'", "time"},
    {SQL_TYPE_TIMESTAMP, 0, 16, SQL_PRED_BASIC, FALSE, FALSE, "'", "'", "timestamp"},
    {SQL_DATE, 10, 6, SQL_PRED_BASIC, FALSE, FALSE, "'", "'", "date"},
    {SQL_TIME, 8, 6, SQL_PRED_BASIC, FALSE, FALSE, "'", "'", "time"},
    {SQL_TIMESTAMP, 0, 16, SQL_PRED_BASIC, FALSE, FALSE, "'", "'", "timestamp"},
    {SQL_GUID, 36, 16, SQL_PRED_BASIC, FALSE, FALSE, "'", "'", "uuid"},
};

static const TypeFacts unknown_type = {0, 0, 0, SQL_PRED_SEARCHABLE, FALSE, TRUE, "'", "'", ""};

static const TypeFacts *
facts_of(SQLSMALLINT type)
{
    for (gsize i = 0; i < G_N_ELEMENTS(types); i++)
        if (types[i].type == type)
            return &types[i];
    return &unknown_type;
}

static gboolean
is_binary(SQLSMALLINT type)
{
    return type == SQL_BINARY || type == SQL_VARBINARY || type == SQL_LONGVARBINARY;
}

static gboolean
is_wide(SQLSMALLINT type)
{
    return type == SQL_WCHAR || type == SQL_WVARCHAR || type == SQL_WLONGVARCHAR;
}

/* sqliteodbc has one size for all of a column's sizes; that of a double is 15 where it is a
 * precision. */
static gboolean
sqlite_number(const ShardColumn *column, SQLUSMALLINT field, SQLLEN *out_number)
{
    SQLLEN size = (SQLLEN) column->size;
    SQLLEN precision = column->sql_type == SQL_DOUBLE ? 15 : size;
    const struct {
        SQLUSMALLINT field;
        SQLLEN value;
    } numbers[] = {
        {SQL_DESC_DISPLAY_SIZE, size},
        {SQL_DESC_LENGTH, size},
        {SQL_DESC_OCTET_LENGTH, size},
        {SQL_COLUMN_LENGTH, size},
        {SQL_DESC_PRECISION, precision},
        {SQL_COLUMN_PRECISION, precision},
        {SQL_DESC_SEARCHABLE, SQL_PRED_SEARCHABLE},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        if (numbers[i].field == field) {
            *out_number = numbers[i].value;
            return TRUE;
        }
    return FALSE;
}

static SQLLEN
display_size(const ShardColumn *column, const TypeFacts *facts)
{
    if (facts->display != 0)
        return facts->display;
    if (facts->number)
        return (SQLLEN) column->size + 2;
    if (is_binary(column->sql_type))
        return 2 * (SQLLEN) column->size;
    if (column->sql_type == SQL_TYPE_TIME)
        return 8 + (column->digits > 0 ? 1 + column->digits : 0);
    if (column->sql_type == SQL_TYPE_TIMESTAMP || column->sql_type == SQL_TIMESTAMP)
        return MAX((SQLLEN) column->size, 19 + (column->digits > 0 ? 1 + column->digits : 0));
    return (SQLLEN) column->size;
}

static SQLLEN
octet_length(const ShardStmt *self, const ShardColumn *column, const TypeFacts *facts)
{
    if (facts->octets != 0)
        return facts->octets;
    if (facts->number)
        return (SQLLEN) column->size + 2;
    if (is_wide(shard_stmt_column_type(self, column)))
        return (SQLLEN) column->size * (SQLLEN) sizeof(SQLWCHAR);
    return (SQLLEN) column->size;
}

static SQLLEN
verbose_type(SQLSMALLINT concise)
{
    if (concise >= SQL_TYPE_DATE && concise <= SQL_TYPE_TIMESTAMP)
        return SQL_DATETIME;
    if (concise >= SQL_INTERVAL_YEAR && concise <= SQL_INTERVAL_MINUTE_TO_SECOND)
        return SQL_INTERVAL;
    return concise;
}

static SQLLEN
interval_code(SQLSMALLINT concise)
{
    if (concise >= SQL_TYPE_DATE && concise <= SQL_TYPE_TIMESTAMP)
        return concise - SQL_TYPE_DATE + SQL_CODE_DATE;
    if (concise >= SQL_INTERVAL_YEAR && concise <= SQL_INTERVAL_MINUTE_TO_SECOND)
        return concise - SQL_INTERVAL_YEAR + SQL_CODE_YEAR;
    return 0;
}

static SQLLEN
length_field(const ShardColumn *column, const TypeFacts *facts)
{
    return facts->octets != 0 && facts->number ? facts->octets : (SQLLEN) column->size;
}

static SQLLEN
precision_of(const ShardColumn *column)
{
    gboolean time = column->sql_type == SQL_TYPE_TIME || column->sql_type == SQL_TYPE_TIMESTAMP;

    return time ? column->digits : (SQLLEN) column->size;
}

static SQLLEN
radix(const ShardColumn *column, const TypeFacts *facts)
{
    if (!facts->number)
        return 0;
    return column->sql_type == SQL_REAL || column->sql_type == SQL_FLOAT ||
                   column->sql_type == SQL_DOUBLE
               ? 2
               : 10;
}

/* Number fields; FALSE: not one. */
static gboolean
number_field(const ShardStmt *self, const ShardColumn *column, SQLUSMALLINT field,
             SQLLEN *out_number)
{
    const TypeFacts *facts = facts_of(column->sql_type);
    SQLSMALLINT type = shard_stmt_column_type(self, column);
    const struct {
        SQLUSMALLINT field;
        SQLLEN value;
    } numbers[] = {
        {SQL_DESC_CONCISE_TYPE, type},
        {SQL_DESC_TYPE, verbose_type(type)},
        {SQL_DESC_DATETIME_INTERVAL_CODE, interval_code(type)},
        {SQL_DESC_DATETIME_INTERVAL_PRECISION, 0},
        {SQL_DESC_DISPLAY_SIZE, display_size(column, facts)},
        {SQL_DESC_LENGTH, (SQLLEN) column->size},
        {SQL_COLUMN_LENGTH, length_field(column, facts)},
        {SQL_COLUMN_PRECISION, (SQLLEN) column->size},
        {SQL_COLUMN_SCALE, column->digits},
        {SQL_DESC_PRECISION, precision_of(column)},
        {SQL_DESC_SCALE, column->digits},
        {SQL_DESC_OCTET_LENGTH, octet_length(self, column, facts)},
        {SQL_DESC_NULLABLE, column->nullable},
        {SQL_COLUMN_NULLABLE, column->nullable},
        {SQL_DESC_UNSIGNED, column->is_unsigned},
        {SQL_DESC_SEARCHABLE, facts->searchable},
        {SQL_DESC_CASE_SENSITIVE, facts->text},
        {SQL_DESC_AUTO_UNIQUE_VALUE, SQL_FALSE},
        {SQL_DESC_FIXED_PREC_SCALE, SQL_FALSE},
        {SQL_DESC_NUM_PREC_RADIX, radix(column, facts)},
        {SQL_DESC_UPDATABLE, SQL_ATTR_READWRITE_UNKNOWN},
        {SQL_DESC_UNNAMED, column->label[0] == '\0' ? SQL_UNNAMED : SQL_NAMED},
        {SQL_DESC_PARAMETER_TYPE, 0},
        {SQL_DESC_ROWVER, SQL_FALSE},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        if (numbers[i].field == field) {
            *out_number = numbers[i].value;
            return TRUE;
        }
    return FALSE;
}

/* NULL: no text field. */
static const char *
text_field(const ShardColumn *column, SQLUSMALLINT field)
{
    const TypeFacts *facts = facts_of(column->sql_type);

    switch (field) {
    case SQL_DESC_NAME:
    case SQL_DESC_LABEL:
    case SQL_COLUMN_NAME:
        return column->label;
    case SQL_DESC_BASE_COLUMN_NAME:
    case SQL_DESC_BASE_TABLE_NAME:
    case SQL_DESC_TABLE_NAME:
    case SQL_DESC_SCHEMA_NAME:
    case SQL_DESC_CATALOG_NAME:
    case SQL_DESC_LOCAL_TYPE_NAME:
        return "";
    case SQL_DESC_TYPE_NAME:
        return facts->name;
    case SQL_DESC_LITERAL_PREFIX:
        return facts->prefix;
    case SQL_DESC_LITERAL_SUFFIX:
        return facts->suffix;
    default:
        return NULL;
    }
}

static SQLRETURN
give_number(SQLLEN number, const ShardTextOut *out, SQLLEN *out_number)
{
    if (out_number != NULL)
        *out_number = number;
    if (out->length16 != NULL)
        *out->length16 = sizeof(SQLLEN);
    return SQL_SUCCESS;
}

static gboolean
is_text_field(SQLUSMALLINT field)
{
    return field == SQL_COLUMN_NAME || shard_desc_field_is_text((SQLSMALLINT) field);
}

/* The logical name of an actual table; the name itself if it is none.  (transfer full) */
static char *
logical_name(ShardStmt *self, guint shard, const char *actual)
{
    const ShardRules *rules = shard_router_rules(shard_session_router(self->connection->session));
    guint node;
    const ShardTable *table =
        actual[0] == '\0' ? NULL : shard_rules_find_actual(rules, shard, NULL, actual, &node);

    return g_strdup(table == NULL ? actual : table->name);
}

/* The database's name as the catalog functions give it; SQLite's "main" is every database's. */
static const char *
logical_catalog(const ShardStmt *self, const char *actual)
{
    const ShardDbc *connection = self->connection;
    const char *catalog =
        connection->catalog != NULL ? connection->catalog : connection->settings->catalog;

    if (shard_dbc_dialect(self->connection) == SHARD_DIALECT_SQLITE)
        return actual;
    return catalog != NULL ? catalog : "";
}

/* psqlodbc counts bytes of its ANSI text; an application that gets wide text two per character.
 * SQL_COLUMN_LENGTH of long text is characters for both. */
static SQLLEN
wide_octets(ShardStmt *self, ShardBackendStmt *inner, guint column, SQLUSMALLINT field,
            SQLLEN narrow)
{
    const ShardColumns *columns = shard_backend_stmt_describe(inner, NULL);

    if (columns == NULL || column < 1 || column > columns->n_columns ||
        shard_dbc_dialect(self->connection) != SHARD_DIALECT_POSTGRESQL)
        return narrow;
    const ShardColumn *facts = &columns->columns[column - 1];
    if (facts->sql_type == SQL_LONGVARCHAR && field == SQL_COLUMN_LENGTH)
        return (SQLLEN) facts->size;
    return is_wide(shard_stmt_column_type(self, facts))
               ? (SQLLEN) facts->size * (SQLLEN) sizeof(SQLWCHAR)
               : narrow;
}

gboolean
shard_stmt_ask_column(ShardStmt *self, ShardBackendStmt *inner, guint shard, guint column,
                      SQLUSMALLINT field, ShardColumnFact *out_fact)
{
    const ShardDriverLibrary *library = shard_backend_stmt_library(inner);
    SQLCHAR text[1024] = "";
    SQLSMALLINT length = 0;
    SQLLEN number = 0;

    if (library == NULL || library->SQLColAttribute == NULL ||
        !SQL_SUCCEEDED(library->SQLColAttribute(shard_backend_stmt_handle(inner),
                                                (SQLUSMALLINT) column, field, text, sizeof text,
                                                &length, &number)))
        return FALSE;
    out_fact->is_text = is_text_field(field);
    if (field == SQL_DESC_OCTET_LENGTH || field == SQL_COLUMN_LENGTH)
        number = wide_octets(self, inner, column, field, number);
    if (!out_fact->is_text) {
        const ShardColumn type = {.sql_type = (gint16) number};
        gboolean is_type = field == SQL_DESC_CONCISE_TYPE || field == SQL_DESC_TYPE;
        out_fact->number = is_type ? shard_stmt_column_type(self, &type) : number;
        return TRUE;
    }
    text[sizeof text - 1] = '\0';
    if (field == SQL_DESC_CATALOG_NAME && text[0] != '\0') {
        out_fact->text = g_strdup(logical_catalog(self, (const char *) text));
        return TRUE;
    }
    gboolean table = field == SQL_DESC_TABLE_NAME || field == SQL_DESC_BASE_TABLE_NAME;
    out_fact->text =
        table ? logical_name(self, shard, (const char *) text) : g_strdup((const char *) text);
    return TRUE;
}

/* Facts that the cursor has itself, so that nobody needs to be asked. */
static gboolean
is_known(SQLUSMALLINT field)
{
    static const SQLUSMALLINT known[] = {SQL_DESC_NAME, SQL_DESC_LABEL, SQL_COLUMN_NAME,
                                         SQL_DESC_CONCISE_TYPE, SQL_DESC_UNSIGNED};

    for (gsize i = 0; i < G_N_ELEMENTS(known); i++)
        if (known[i] == field)
            return TRUE;
    return FALSE;
}

/* sqliteodbc types an expression by its value, so that the columns of an executed statement can be
 * others than those of the prepared one: then only its texts are of use, and not the type's name.
 */
static gboolean
is_like(const ShardStmt *self, guint column, const ShardColumn *facts)
{
    const ShardColumns *described = shard_backend_stmt_describe(self->describer, NULL);

    if (described == NULL || column > described->n_columns)
        return FALSE;
    const ShardColumn *other = &described->columns[column - 1];
    return other->sql_type == facts->sql_type && other->size == facts->size;
}

/* psqlodbc takes the scale of a number without one from the values that were fetched: over several
 * nodes that is the merged values', not what one node's statement says before it has run. */
static gboolean
is_merged_scale(const ShardStmt *self, const ShardColumn *facts, SQLUSMALLINT field)
{
    return self->state == SHARD_STMT_OPEN &&
           (field == SQL_DESC_SCALE || field == SQL_COLUMN_SCALE) &&
           (facts->sql_type == SQL_NUMERIC || facts->sql_type == SQL_DECIMAL);
}

/* Catalog rows, PREVIEW and the like: no shard's statement. */
static gboolean
is_own_result(const ShardStmt *self)
{
    return self->state == SHARD_STMT_OPEN &&
           (self->plan == NULL || self->plan->kind != SHARD_PLAN_UNITS);
}

/* Whether the open cursor's own statement has the columns as the application wrote them. */
static gboolean
can_ask_cursor(const ShardStmt *self)
{
    return self->state == SHARD_STMT_OPEN && self->cursor->ops->column_field != NULL &&
           (self->plan == NULL || !self->plan->written_out);
}

/* The real driver's answer: the open cursor's, or a prepared statement's of the same text. */
static gboolean
ask_driver(ShardStmt *self, guint column, const ShardColumn *facts, SQLUSMALLINT field,
           ShardColumnFact *fact)
{
    const ShardColumns *ignored;

    /* sqliteodbc gives this one differently than SQLDescribeCol does. */
    if (field == SQL_DESC_CONCISE_TYPE)
        return FALSE;
    if (self->shown != NULL && (field == SQL_DESC_NULLABLE || field == SQL_COLUMN_NULLABLE))
        return FALSE;
    if (can_ask_cursor(self))
        return self->cursor->ops->column_field(self->cursor, column, field, fact);
    if (is_known(field) || is_own_result(self) || is_merged_scale(self, facts, field))
        return FALSE;
    if (self->describer == NULL && !shard_stmt_describe(self, &ignored, NULL))
        return FALSE;
    return self->describer != NULL &&
           ((is_text_field(field) && field != SQL_DESC_TYPE_NAME) ||
            is_like(self, column, facts)) &&
           shard_stmt_ask_column(self, self->describer, self->describe_plan->units[0].shard, column,
                                 field, fact);
}

SQLRETURN
shard_stmt_column_field(ShardStmt *self, guint column, SQLUSMALLINT field, const ShardTextOut *out,
                        SQLLEN *out_number, GError **error)
{
    GError *failure = NULL;
    const ShardColumns *columns = shard_stmt_columns(self, &failure);
    ShardColumnFact fact = {0};
    SQLLEN number = 0;

    if (failure != NULL) {
        g_propagate_error(error, failure);
        return SQL_ERROR;
    }
    if (field == SQL_DESC_COUNT || field == SQL_COLUMN_COUNT)
        return give_number(columns == NULL ? 0 : columns->n_columns, out, out_number);
    if (columns == NULL)
        return shard_stmt_fail(error, "07005", "Prepared statement not a cursor-specification");
    if (column < 1 || column > columns->n_columns)
        return shard_stmt_fail(error, "07009", "Invalid descriptor index");
    const ShardColumn *facts = &columns->columns[column - 1];
    if (ask_driver(self, column, facts, field, &fact)) {
        SQLRETURN rc = fact.is_text ? shard_text_out(out, fact.text, error)
                                    : give_number(fact.number, out, out_number);
        g_free(fact.text);
        return rc;
    }
    const char *text = text_field(facts, field);
    if (text != NULL)
        return shard_text_out(out, text, error);
    if (shard_dbc_dialect(self->connection) == SHARD_DIALECT_SQLITE && !is_own_result(self) &&
        sqlite_number(facts, field, &number))
        return give_number(number, out, out_number);
    if (number_field(self, facts, field, &number))
        return give_number(number, out, out_number);
    return shard_stmt_fail(error, "HY091", "Invalid descriptor field identifier");
}

SQLRETURN
shard_stmt_copy_columns(ShardStmt *self, ShardDesc *to, GError **error)
{
    GError *failure = NULL;
    const ShardColumns *columns = shard_stmt_columns(self, &failure);

    if (to->role == SHARD_DESC_IRD) {
        g_clear_error(&failure);
        return shard_stmt_fail(error, "HY016", "Cannot modify an implementation row descriptor");
    }
    if (failure != NULL) {
        g_error_free(failure);
        return shard_stmt_fail(error, "HY007", "Associated statement is not prepared");
    }
    shard_desc_set_count(to, columns == NULL ? 0 : columns->n_columns);
    for (guint i = 0; columns != NULL && i < columns->n_columns; i++) {
        const ShardColumn *column = &columns->columns[i];
        ShardDescRecord *record = shard_desc_make(to, i + 1);
        shard_desc_set_type(record, shard_stmt_column_type(self, column));
        record->length = column->size;
        record->octet_length = octet_length(self, column, facts_of(column->sql_type));
        record->precision = (SQLSMALLINT) precision_of(column);
        record->scale = column->digits;
        record->nullable = column->nullable;
        g_free(record->name);
        record->name = g_strdup(column->label);
    }
    return SQL_SUCCESS;
}
