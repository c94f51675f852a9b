/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/diag.h"

#include <string.h>

static void
clear_record(gpointer data)
{
    ShardDiagRecord *record = data;

    g_free(record->message);
    g_free(record->server);
}

void
shard_diag_init(ShardDiag *self)
{
    *self = (ShardDiag){.statement = {.function = "", .row_count = -1, .cursor_row_count = -1}};
    pthread_mutex_init(&self->lock, NULL);
}

void
shard_diag_destroy(ShardDiag *self)
{
    if (self->records != NULL)
        g_array_unref(self->records);
    self->records = NULL;
    pthread_mutex_destroy(&self->lock);
}

void
shard_diag_clear(ShardDiag *self)
{
    if (!atomic_load_explicit(&self->has_any, memory_order_acquire))
        return;
    pthread_mutex_lock(&self->lock);
    g_array_set_size(self->records, 0);
    atomic_store_explicit(&self->has_any, FALSE, memory_order_release);
    pthread_mutex_unlock(&self->lock);
}

/* By the first characters of its state: a transaction that has failed, or may have, outranks other
 * errors; those outrank warnings. */
static guint
rank(const ShardDiagRecord *record)
{
    static const struct {
        const char *start;
        guint rank;
    } ranks[] = {{"40", 0}, {"25S", 0}, {"08007", 0}, {"02", 2}, {"01", 3}};

    for (gsize i = 0; i < G_N_ELEMENTS(ranks); i++)
        if (g_str_has_prefix(record->sqlstate, ranks[i].start))
            return ranks[i].rank;
    return 1;
}

/* The standard's order: records of no row or an unknown one first, then by row, each by rank. */
static gboolean
stands_before(const ShardDiagRecord *a, const ShardDiagRecord *b)
{
    return a->row != b->row ? a->row < b->row : rank(a) < rank(b);
}

static void
insert_record(ShardDiag *self, const ShardDiagRecord *record)
{
    guint at = self->records->len;

    while (at > 0 && stands_before(record, &g_array_index(self->records, ShardDiagRecord, at - 1)))
        at--;
    g_array_insert_val(self->records, at, *record);
}

static char *
make_message(const ShardDiag *self, const GError *error, guint record)
{
    const char *shard = shard_error_shard(error, record);
    const char *message = shard_error_message(error, record);

    if (shard == NULL)
        return g_strdup_printf("[ShardODBC]%s", message);
    g_autofree char *told =
        self->tell != NULL ? self->tell(self->owner, shard, message) : g_strdup(message);
    return g_strdup_printf("[ShardODBC][%s]%s", shard, told);
}

void
shard_diag_add(ShardDiag *self, const GError *error, SQLLEN row, SQLINTEGER column)
{
    pthread_mutex_lock(&self->lock);
    if (self->records == NULL) {
        self->records = g_array_new(FALSE, FALSE, sizeof(ShardDiagRecord));
        g_array_set_clear_func(self->records, clear_record);
    }
    for (guint i = 0; i < shard_error_n_records(error); i++) {
        ShardDiagRecord record = {.native = shard_error_native(error, i),
                                  .message = make_message(self, error, i),
                                  .server = g_strdup(shard_error_shard(error, i)),
                                  .row = row,
                                  .column = column};
        g_strlcpy(record.sqlstate, shard_error_sqlstate(error, i), sizeof record.sqlstate);
        insert_record(self, &record);
    }
    atomic_store_explicit(&self->has_any, TRUE, memory_order_release);
    pthread_mutex_unlock(&self->lock);
}

void
shard_diag_set_statement(ShardDiag *self, const ShardDiagStatement *statement)
{
    pthread_mutex_lock(&self->lock);
    self->statement = *statement;
    pthread_mutex_unlock(&self->lock);
}

static const ShardDiagRecord *
find_record(const ShardDiag *self, SQLSMALLINT number)
{
    if (self->records == NULL || (guint) number > self->records->len)
        return NULL;
    return &g_array_index(self->records, ShardDiagRecord, number - 1);
}

SQLRETURN
shard_diag_get_record(ShardDiag *self, SQLSMALLINT number, char out_sqlstate[6],
                      SQLINTEGER *out_native, const ShardTextOut *out)
{
    if (number < 1 || out->capacity < 0)
        return SQL_ERROR;
    SQLRETURN rc = SQL_NO_DATA;
    pthread_mutex_lock(&self->lock);
    const ShardDiagRecord *record = find_record(self, number);
    if (record != NULL) {
        memcpy(out_sqlstate, record->sqlstate, sizeof record->sqlstate);
        *out_native = record->native;
        rc = shard_text_out(out, record->message, NULL);
    }
    pthread_mutex_unlock(&self->lock);
    return rc;
}

/* Classes that ISO 9075 doesn't define. */
static const char *
class_origin(const ShardDiagRecord *record)
{
    return strncmp(record->sqlstate, "IM", 2) == 0 || strncmp(record->sqlstate, "HYT", 3) == 0
               ? "ODBC 3.0"
               : "ISO 9075";
}

/* The states whose subclass the standard says to be ODBC's own. */
static const char odbc_subclasses[] =
    "01S00 01S01 01S02 01S06 01S07 07S01 08S01 21S01 21S02 25S01 25S02 25S03 42S01 42S02 42S11 "
    "42S12 42S21 42S22 HY095 HY097 HY098 HY099 HY100 HY101 HY105 HY107 HY109 HY110 HY111 HYT00 "
    "HYT01 IM001 IM002 IM003 IM004 IM005 IM006 IM007 IM008 IM010 IM011 IM012";

static const char *
subclass_origin(const ShardDiagRecord *record)
{
    return strstr(odbc_subclasses, record->sqlstate) != NULL ? "ODBC 3.0" : "ISO 9075";
}

static SQLRETURN
get_record_field(const ShardDiagRecord *record, SQLSMALLINT field, const ShardTextOut *out)
{
    switch (field) {
    case SQL_DIAG_CLASS_ORIGIN:
        return shard_text_out(out, class_origin(record), NULL);
    case SQL_DIAG_SUBCLASS_ORIGIN:
        return shard_text_out(out, subclass_origin(record), NULL);
    case SQL_DIAG_CONNECTION_NAME:
        return shard_text_out(out, "", NULL);
    case SQL_DIAG_SERVER_NAME:
        return shard_text_out(out, record->server, NULL);
    case SQL_DIAG_MESSAGE_TEXT:
        return shard_text_out(out, record->message, NULL);
    case SQL_DIAG_SQLSTATE:
        return shard_text_out(out, record->sqlstate, NULL);
    }
    if (out->buffer == NULL)
        return field == SQL_DIAG_COLUMN_NUMBER || field == SQL_DIAG_NATIVE ||
                       field == SQL_DIAG_ROW_NUMBER
                   ? SQL_SUCCESS
                   : SQL_ERROR;
    if (field == SQL_DIAG_COLUMN_NUMBER)
        *(SQLINTEGER *) out->buffer = record->column;
    else if (field == SQL_DIAG_NATIVE)
        *(SQLINTEGER *) out->buffer = record->native;
    else if (field == SQL_DIAG_ROW_NUMBER)
        *(SQLLEN *) out->buffer = record->row;
    else
        return SQL_ERROR;
    return SQL_SUCCESS;
}

static SQLRETURN
put_number(const ShardTextOut *out, SQLLEN value, gsize width)
{
    if (out->buffer == NULL)
        return SQL_SUCCESS;
    if (width == sizeof(SQLLEN))
        *(SQLLEN *) out->buffer = value;
    else if (width == sizeof(SQLRETURN))
        *(SQLRETURN *) out->buffer = (SQLRETURN) value;
    else
        *(SQLINTEGER *) out->buffer = (SQLINTEGER) value;
    return SQL_SUCCESS;
}

/* SQL_NO_DATA: no header field. */
static SQLRETURN
get_header_field(const ShardDiag *self, SQLSMALLINT handle_type, SQLSMALLINT field,
                 const ShardTextOut *out)
{
    gboolean is_stmt = handle_type == SQL_HANDLE_STMT;

    switch (field) {
    case SQL_DIAG_NUMBER:
        return put_number(out, self->records == NULL ? 0 : self->records->len, sizeof(SQLINTEGER));
    case SQL_DIAG_RETURNCODE:
        return put_number(out, self->return_code, sizeof(SQLRETURN));
    case SQL_DIAG_ROW_COUNT:
        return is_stmt ? put_number(out, self->statement.row_count, sizeof(SQLLEN)) : SQL_ERROR;
    case SQL_DIAG_CURSOR_ROW_COUNT:
        return is_stmt ? put_number(out, self->statement.cursor_row_count, sizeof(SQLLEN))
                       : SQL_ERROR;
    case SQL_DIAG_DYNAMIC_FUNCTION:
        return is_stmt ? shard_text_out(out, self->statement.function, NULL) : SQL_ERROR;
    case SQL_DIAG_DYNAMIC_FUNCTION_CODE:
        return is_stmt ? put_number(out, self->statement.code, sizeof(SQLINTEGER)) : SQL_ERROR;
    }
    return SQL_NO_DATA;
}

static gboolean
is_record_field(SQLSMALLINT field)
{
    static const SQLSMALLINT fields[] = {
        SQL_DIAG_CLASS_ORIGIN, SQL_DIAG_SUBCLASS_ORIGIN, SQL_DIAG_CONNECTION_NAME,
        SQL_DIAG_SERVER_NAME,  SQL_DIAG_MESSAGE_TEXT,    SQL_DIAG_SQLSTATE,
        SQL_DIAG_NATIVE,       SQL_DIAG_ROW_NUMBER,      SQL_DIAG_COLUMN_NUMBER};

    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++)
        if (fields[i] == field)
            return TRUE;
    return FALSE;
}

SQLRETURN
shard_diag_get_field(ShardDiag *self, SQLSMALLINT handle_type, SQLSMALLINT number,
                     SQLSMALLINT field, const ShardTextOut *out)
{
    pthread_mutex_lock(&self->lock);
    SQLRETURN rc = get_header_field(self, handle_type, field, out);
    if (rc == SQL_NO_DATA && (number < 1 || !is_record_field(field))) {
        rc = SQL_ERROR;
    } else if (rc == SQL_NO_DATA) {
        const ShardDiagRecord *record = find_record(self, number);
        if (record != NULL)
            rc = get_record_field(record, field, out);
    }
    pthread_mutex_unlock(&self->lock);
    return rc;
}
