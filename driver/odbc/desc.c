/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/desc.h"

#include "driver/odbc/convert/convert.h"

#include <string.h>

#define MOST_RECORDS 65535

static void
clear_record(gpointer data)
{
    ShardDescRecord *record = data;

    g_free(record->name);
    record->name = NULL;
}

void
shard_desc_init(ShardDesc *self, ShardDescRole role, gpointer connection, pthread_mutex_t *lock)
{
    static atomic_ullong n_made;

    *self = (ShardDesc){.role = role,
                        .connection = connection,
                        .array_size = 1,
                        .generation = (atomic_fetch_add(&n_made, 1) + 1) << 32};
    shard_handle_init(&self->head, SQL_HANDLE_DESC, lock);
    self->records = g_array_new(FALSE, TRUE, sizeof(ShardDescRecord));
    g_array_set_clear_func(self->records, clear_record);
}

void
shard_desc_destroy(ShardDesc *self)
{
    g_array_unref(self->records);
    shard_handle_destroy(&self->head);
}

ShardDescRecord *
shard_desc_find(ShardDesc *self, guint number)
{
    if (number >= self->records->len)
        return NULL;
    return &g_array_index(self->records, ShardDescRecord, number);
}

static void
init_record(const ShardDesc *self, ShardDescRecord *record)
{
    gboolean application = self->role == SHARD_DESC_ARD || self->role == SHARD_DESC_APD;

    *record = (ShardDescRecord){.nullable = SQL_NULLABLE_UNKNOWN,
                                .unnamed = SQL_UNNAMED,
                                .parameter_type = SQL_PARAM_INPUT};
    if (application)
        record->type = record->concise_type = SQL_C_DEFAULT;
}

ShardDescRecord *
shard_desc_make(ShardDesc *self, guint number)
{
    if (number > MOST_RECORDS)
        return NULL;
    while (self->records->len <= number) {
        ShardDescRecord record;
        init_record(self, &record);
        g_array_append_val(self->records, record);
    }
    if (number > self->count)
        self->count = number;
    return &g_array_index(self->records, ShardDescRecord, number);
}

void
shard_desc_set_count(ShardDesc *self, guint count)
{
    if (count + 1 < self->records->len)
        g_array_set_size(self->records, count + 1);
    else if (count > 0)
        shard_desc_make(self, count);
    self->count = count;
    self->generation++;
}

gboolean
shard_desc_is_bound(const ShardDescRecord *record)
{
    return record != NULL &&
           (record->data != NULL || record->indicator != NULL || record->octet_length_ptr != NULL);
}

static gboolean
is_datetime(SQLSMALLINT concise)
{
    return concise >= SQL_TYPE_DATE && concise <= SQL_TYPE_TIMESTAMP;
}

static gboolean
is_interval(SQLSMALLINT concise)
{
    return concise >= SQL_INTERVAL_YEAR && concise <= SQL_INTERVAL_MINUTE_TO_SECOND;
}

static gboolean
has_seconds(SQLSMALLINT concise)
{
    return concise == SQL_INTERVAL_SECOND || concise == SQL_INTERVAL_DAY_TO_SECOND ||
           concise == SQL_INTERVAL_HOUR_TO_SECOND || concise == SQL_INTERVAL_MINUTE_TO_SECOND;
}

void
shard_desc_set_type(ShardDescRecord *record, SQLSMALLINT concise_type)
{
    record->concise_type = record->type = concise_type;
    record->interval_code = 0;
    record->interval_precision = 0;
    record->precision_set = FALSE;
    if (is_datetime(concise_type)) {
        record->type = SQL_DATETIME;
        record->interval_code = (SQLSMALLINT) (concise_type - SQL_TYPE_DATE + SQL_CODE_DATE);
        record->precision = concise_type == SQL_TYPE_TIMESTAMP ? 6 : 0;
    } else if (is_interval(concise_type)) {
        record->type = SQL_INTERVAL;
        record->interval_code = (SQLSMALLINT) (concise_type - SQL_INTERVAL_YEAR + SQL_CODE_YEAR);
        record->interval_precision = 2;
        record->precision = has_seconds(concise_type) ? 6 : 0;
    } else if (concise_type == SQL_NUMERIC || concise_type == SQL_DECIMAL) {
        record->precision = 38;
        record->scale = 0;
    }
}

/* Verbose type and code give the concise type. */
static void
join_type(ShardDescRecord *record)
{
    if (record->type == SQL_DATETIME && record->interval_code > 0)
        record->concise_type =
            (SQLSMALLINT) (record->interval_code - SQL_CODE_DATE + SQL_TYPE_DATE);
    else if (record->type == SQL_INTERVAL && record->interval_code > 0)
        record->concise_type =
            (SQLSMALLINT) (record->interval_code - SQL_CODE_YEAR + SQL_INTERVAL_YEAR);
}

typedef enum {
    FIELD_I16,
    FIELD_I32,
    FIELD_LEN,
    FIELD_POINTER,
    FIELD_TEXT,
    FIELD_SPECIAL
} FieldKind;

/* Who may write: application descriptors, the IPD, the IRD. */
enum { BY_APPLICATION = 1, BY_IPD = 2, BY_IRD = 4, BY_ALL = 7 };

typedef struct {
    SQLSMALLINT field;
    gboolean header;
    FieldKind kind;
    gsize offset;
    guint writable;
    gboolean keeps_binding; /* setting it doesn't unbind the record */
} Field;

#define HEADER(name) G_STRUCT_OFFSET(ShardDesc, name)
#define RECORD(name) G_STRUCT_OFFSET(ShardDescRecord, name)

static const Field fields[] = {
    {SQL_DESC_ALLOC_TYPE, TRUE, FIELD_SPECIAL, 0, 0, TRUE},
    {SQL_DESC_COUNT, TRUE, FIELD_SPECIAL, 0, BY_APPLICATION | BY_IPD, TRUE},
    {SQL_DESC_ARRAY_SIZE, TRUE, FIELD_LEN, HEADER(array_size), BY_APPLICATION, TRUE},
    {SQL_DESC_ARRAY_STATUS_PTR, TRUE, FIELD_POINTER, HEADER(array_status), BY_ALL, TRUE},
    {SQL_DESC_BIND_OFFSET_PTR, TRUE, FIELD_POINTER, HEADER(bind_offset), BY_APPLICATION, TRUE},
    {SQL_DESC_BIND_TYPE, TRUE, FIELD_I32, HEADER(bind_type), BY_APPLICATION, TRUE},
    {SQL_DESC_ROWS_PROCESSED_PTR, TRUE, FIELD_POINTER, HEADER(rows_processed), BY_IPD | BY_IRD,
     TRUE},
    {SQL_DESC_TYPE, FALSE, FIELD_SPECIAL, 0, BY_APPLICATION | BY_IPD, FALSE},
    {SQL_DESC_CONCISE_TYPE, FALSE, FIELD_SPECIAL, 0, BY_APPLICATION | BY_IPD, FALSE},
    {SQL_DESC_DATETIME_INTERVAL_CODE, FALSE, FIELD_SPECIAL, 0, BY_APPLICATION | BY_IPD, FALSE},
    {SQL_DESC_DATETIME_INTERVAL_PRECISION, FALSE, FIELD_I32, RECORD(interval_precision),
     BY_APPLICATION | BY_IPD, FALSE},
    {SQL_DESC_LENGTH, FALSE, FIELD_LEN, RECORD(length), BY_APPLICATION | BY_IPD, FALSE},
    {SQL_DESC_PRECISION, FALSE, FIELD_I16, RECORD(precision), BY_APPLICATION | BY_IPD, FALSE},
    {SQL_DESC_SCALE, FALSE, FIELD_I16, RECORD(scale), BY_APPLICATION | BY_IPD, FALSE},
    {SQL_DESC_NUM_PREC_RADIX, FALSE, FIELD_I32, RECORD(num_prec_radix), BY_APPLICATION | BY_IPD,
     FALSE},
    {SQL_DESC_OCTET_LENGTH, FALSE, FIELD_LEN, RECORD(octet_length), BY_APPLICATION | BY_IPD, FALSE},
    {SQL_DESC_DATA_PTR, FALSE, FIELD_POINTER, RECORD(data), BY_APPLICATION | BY_IPD, TRUE},
    {SQL_DESC_INDICATOR_PTR, FALSE, FIELD_POINTER, RECORD(indicator), BY_APPLICATION, TRUE},
    {SQL_DESC_OCTET_LENGTH_PTR, FALSE, FIELD_POINTER, RECORD(octet_length_ptr), BY_APPLICATION,
     TRUE},
    {SQL_DESC_PARAMETER_TYPE, FALSE, FIELD_I16, RECORD(parameter_type), BY_IPD, TRUE},
    {SQL_DESC_NULLABLE, FALSE, FIELD_I16, RECORD(nullable), 0, TRUE},
    {SQL_DESC_UNNAMED, FALSE, FIELD_SPECIAL, 0, BY_IPD, TRUE},
    {SQL_DESC_NAME, FALSE, FIELD_TEXT, RECORD(name), BY_IPD, TRUE},
    {SQL_DESC_LOCAL_TYPE_NAME, FALSE, FIELD_TEXT, 0, 0, TRUE},
    {SQL_DESC_TYPE_NAME, FALSE, FIELD_TEXT, 0, 0, TRUE},
    {SQL_DESC_CASE_SENSITIVE, FALSE, FIELD_SPECIAL, 0, 0, TRUE},
    {SQL_DESC_FIXED_PREC_SCALE, FALSE, FIELD_SPECIAL, 0, 0, TRUE},
    {SQL_DESC_UNSIGNED, FALSE, FIELD_SPECIAL, 0, 0, TRUE},
    {SQL_DESC_ROWVER, FALSE, FIELD_SPECIAL, 0, 0, TRUE},
};

static const Field *
find_field(SQLSMALLINT id)
{
    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++)
        if (fields[i].field == id)
            return &fields[i];
    return NULL;
}

static guint
role_bit(const ShardDesc *self)
{
    if (self->role == SHARD_DESC_IPD)
        return BY_IPD;
    return self->role == SHARD_DESC_IRD ? BY_IRD : BY_APPLICATION;
}

static SQLRETURN
fail(GError **error, const char *sqlstate, const char *message)
{
    shard_error_set(error, SHARD_ERROR_FAILED, sqlstate, "%s", message);
    return SQL_ERROR;
}

static gboolean
may_have_type(const ShardDesc *self, SQLSMALLINT type)
{
    gboolean application = self->role != SHARD_DESC_IPD && self->role != SHARD_DESC_IRD;

    return !application || shard_convert_is_c_type(type) || type == SQL_C_DEFAULT ||
           type == SQL_ARD_TYPE;
}

gboolean
shard_desc_check(const ShardDesc *self, const ShardDescRecord *record, GError **error)
{
    if (!may_have_type(self, record->concise_type)) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY021", "Inconsistent descriptor information");
        return FALSE;
    }
    if (record->precision < 0 || record->interval_precision < 0) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY021", "Inconsistent descriptor information");
        return FALSE;
    }
    return TRUE;
}

static SQLRETURN
set_type_field(const ShardDesc *self, ShardDescRecord *record, SQLSMALLINT field, SQLSMALLINT value,
               GError **error)
{
    if (field == SQL_DESC_DATETIME_INTERVAL_CODE) {
        record->interval_code = value;
        join_type(record);
    } else if (field == SQL_DESC_TYPE && (value == SQL_DATETIME || value == SQL_INTERVAL)) {
        record->type = value;
        join_type(record);
    } else if (!may_have_type(self, value)) {
        return fail(error, "HY021", "Inconsistent descriptor information");
    } else {
        shard_desc_set_type(record, value);
    }
    return SQL_SUCCESS;
}

static SQLRETURN
set_special(ShardDesc *self, ShardDescRecord *record, SQLSMALLINT field, SQLPOINTER value,
            GError **error)
{
    SQLLEN number = (SQLLEN) (gintptr) value;

    if (field == SQL_DESC_COUNT) {
        if (number < 0 || number > MOST_RECORDS)
            return fail(error, "07009", "Invalid descriptor index");
        shard_desc_set_count(self, (guint) number);
        return SQL_SUCCESS;
    }
    if (field == SQL_DESC_UNNAMED) {
        if (number != SQL_UNNAMED)
            return fail(error, "HY091", "Invalid descriptor field identifier");
        g_clear_pointer(&record->name, g_free);
        record->unnamed = SQL_UNNAMED;
        return SQL_SUCCESS;
    }
    return set_type_field(self, record, field, (SQLSMALLINT) number, error);
}

static void
store_value(const Field *field, gpointer base, SQLPOINTER value)
{
    gpointer at = G_STRUCT_MEMBER_P(base, field->offset);

    if (field->kind == FIELD_I16)
        *(SQLSMALLINT *) at = (SQLSMALLINT) (gintptr) value;
    else if (field->kind == FIELD_I32 && field->field == SQL_DESC_BIND_TYPE)
        *(SQLULEN *) at = (SQLULEN) (guintptr) value;
    else if (field->kind == FIELD_I32)
        *(SQLINTEGER *) at = (SQLINTEGER) (gintptr) value;
    else if (field->kind == FIELD_LEN)
        *(SQLLEN *) at = (SQLLEN) (gintptr) value;
    else
        *(SQLPOINTER *) at = value;
}

static SQLRETURN
set_name(ShardDescRecord *record, const ShardDescInput *input, GError **error)
{
    char *name;
    gboolean bytes = input->wide && input->length > 0;
    SQLLEN characters = bytes ? input->length / (SQLINTEGER) sizeof(SQLWCHAR) : input->length;

    if (!shard_text_in(input->value, characters, input->wide, &name, NULL, error))
        return SQL_ERROR;
    g_free(record->name);
    record->name = name;
    record->unnamed = name == NULL || name[0] == '\0' ? SQL_UNNAMED : SQL_NAMED;
    return SQL_SUCCESS;
}

static SQLRETURN
set_record_field(ShardDesc *self, const Field *field, ShardDescRecord *record, SQLPOINTER value,
                 GError **error)
{
    if (field->field == SQL_DESC_DATA_PTR && value != NULL &&
        !shard_desc_check(self, record, error))
        return SQL_ERROR;
    if (field->kind == FIELD_SPECIAL)
        return set_special(self, record, field->field, value, error);
    store_value(field, record, value);
    if (field->field == SQL_DESC_PRECISION || field->field == SQL_DESC_SCALE)
        record->precision_set = TRUE;
    return SQL_SUCCESS;
}

SQLRETURN
shard_desc_set_field(ShardDesc *self, SQLSMALLINT number, SQLSMALLINT id,
                     const ShardDescInput *input, GError **error)
{
    const Field *field = find_field(id);
    SQLPOINTER value = input->value;

    if (field == NULL)
        return fail(error, "HY091", "Invalid descriptor field identifier");
    if ((field->writable & role_bit(self)) == 0)
        return self->role == SHARD_DESC_IRD
                   ? fail(error, "HY016", "Cannot modify an implementation row descriptor")
                   : fail(error, "HY091", "Invalid descriptor field identifier");
    self->generation++;
    if (field->header && field->kind == FIELD_SPECIAL)
        return set_special(self, NULL, id, value, error);
    if (field->header) {
        if (id == SQL_DESC_ARRAY_SIZE && value == NULL)
            return fail(error, "HY024", "Invalid attribute value");
        store_value(field, self, value);
        return SQL_SUCCESS;
    }
    if (number < 0 || (number == 0 && self->role == SHARD_DESC_IPD))
        return fail(error, "07009", "Invalid descriptor index");
    if (id == SQL_DESC_OCTET_LENGTH && (SQLLEN) (gintptr) value < 0)
        return fail(error, "HY090", "Invalid string or buffer length");
    ShardDescRecord *record = shard_desc_make(self, (guint) number);
    if (field->kind == FIELD_TEXT)
        return set_name(record, input, error);
    if (!field->keeps_binding)
        record->data = NULL;
    return set_record_field(self, field, record, value, error);
}

static SQLRETURN
get_special(const ShardDesc *self, const ShardDescRecord *record, SQLSMALLINT field,
            SQLPOINTER value)
{
    switch (field) {
    case SQL_DESC_ALLOC_TYPE:
        *(SQLSMALLINT *) value = self->is_explicit ? SQL_DESC_ALLOC_USER : SQL_DESC_ALLOC_AUTO;
        break;
    case SQL_DESC_COUNT:
        *(SQLSMALLINT *) value = (SQLSMALLINT) self->count;
        break;
    case SQL_DESC_TYPE:
        *(SQLSMALLINT *) value = record->type;
        break;
    case SQL_DESC_CONCISE_TYPE:
        *(SQLSMALLINT *) value = record->concise_type;
        break;
    case SQL_DESC_DATETIME_INTERVAL_CODE:
        *(SQLSMALLINT *) value = record->interval_code;
        break;
    case SQL_DESC_UNNAMED:
        *(SQLSMALLINT *) value = record->unnamed;
        break;
    case SQL_DESC_CASE_SENSITIVE:
        *(SQLINTEGER *) value = SQL_TRUE;
        break;
    default:
        *(SQLSMALLINT *) value = SQL_FALSE;
        break;
    }
    return SQL_SUCCESS;
}

static SQLRETURN
load_value(const Field *field, gconstpointer base, SQLPOINTER out)
{
    gconstpointer at = (const char *) base + field->offset;

    if (field->kind == FIELD_I16)
        *(SQLSMALLINT *) out = *(const SQLSMALLINT *) at;
    else if (field->kind == FIELD_I32 && field->field == SQL_DESC_BIND_TYPE)
        *(SQLINTEGER *) out = (SQLINTEGER) * (const SQLULEN *) at;
    else if (field->kind == FIELD_I32)
        *(SQLINTEGER *) out = *(const SQLINTEGER *) at;
    else if (field->kind == FIELD_LEN)
        *(SQLLEN *) out = *(const SQLLEN *) at;
    else
        *(SQLPOINTER *) out = *(const SQLPOINTER *) at;
    return SQL_SUCCESS;
}

SQLRETURN
shard_desc_get_field(ShardDesc *self, SQLSMALLINT number, SQLSMALLINT id, const ShardTextOut *out,
                     GError **error)
{
    const Field *field = find_field(id);

    if (field == NULL)
        return fail(error, "HY091", "Invalid descriptor field identifier");
    if (out->buffer == NULL && field->kind != FIELD_TEXT)
        return SQL_SUCCESS;
    if (field->header)
        return field->kind == FIELD_SPECIAL ? get_special(self, NULL, id, out->buffer)
                                            : load_value(field, self, out->buffer);
    if (number < 0)
        return fail(error, "07009", "Invalid descriptor index");
    const ShardDescRecord *record = shard_desc_find(self, (guint) number);
    if ((guint) number > self->count || record == NULL)
        return SQL_NO_DATA;
    if (field->kind == FIELD_TEXT)
        return shard_text_out(out, id == SQL_DESC_NAME ? record->name : "", error);
    return field->kind == FIELD_SPECIAL ? get_special(self, record, id, out->buffer)
                                        : load_value(field, record, out->buffer);
}

gboolean
shard_desc_field_is_header(SQLSMALLINT id)
{
    const Field *field = find_field(id);

    return field != NULL && field->header;
}

gboolean
shard_desc_field_is_text(SQLSMALLINT id)
{
    static const SQLSMALLINT texts[] = {
        SQL_DESC_NAME,           SQL_DESC_LABEL,           SQL_DESC_BASE_COLUMN_NAME,
        SQL_DESC_TABLE_NAME,     SQL_DESC_BASE_TABLE_NAME, SQL_DESC_SCHEMA_NAME,
        SQL_DESC_CATALOG_NAME,   SQL_DESC_TYPE_NAME,       SQL_DESC_LOCAL_TYPE_NAME,
        SQL_DESC_LITERAL_PREFIX, SQL_DESC_LITERAL_SUFFIX};

    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        if (texts[i] == id)
            return TRUE;
    return FALSE;
}

void
shard_desc_put_number(SQLSMALLINT id, SQLLEN number, SQLPOINTER out)
{
    switch (id) {
    case SQL_DESC_LENGTH:
    case SQL_DESC_OCTET_LENGTH:
    case SQL_DESC_DISPLAY_SIZE:
        *(SQLLEN *) out = number;
        break;
    case SQL_DESC_AUTO_UNIQUE_VALUE:
    case SQL_DESC_CASE_SENSITIVE:
    case SQL_DESC_NUM_PREC_RADIX:
    case SQL_DESC_DATETIME_INTERVAL_PRECISION:
        *(SQLINTEGER *) out = (SQLINTEGER) number;
        break;
    default:
        *(SQLSMALLINT *) out = (SQLSMALLINT) number;
        break;
    }
}

SQLRETURN
shard_desc_set_record(ShardDesc *self, SQLSMALLINT number, const ShardDescRecord *from,
                      GError **error)
{
    if (self->role == SHARD_DESC_IRD)
        return fail(error, "HY016", "Cannot modify an implementation row descriptor");
    if (number < 0 || (number == 0 && self->role == SHARD_DESC_IPD))
        return fail(error, "07009", "Invalid descriptor index");
    if (from->octet_length < 0)
        return fail(error, "HY090", "Invalid string or buffer length");
    ShardDescRecord *record = shard_desc_make(self, (guint) number);
    self->generation++;
    record->interval_code = from->interval_code;
    if (from->type == SQL_DATETIME || from->type == SQL_INTERVAL) {
        record->type = from->type;
        join_type(record);
    } else {
        shard_desc_set_type(record, from->type);
    }
    record->octet_length = from->octet_length;
    record->length = (SQLULEN) from->octet_length;
    record->precision = from->precision;
    record->scale = from->scale;
    record->precision_set = TRUE;
    record->data = from->data;
    record->octet_length_ptr = from->octet_length_ptr;
    record->indicator = from->indicator;
    return shard_desc_check(self, record, error) ? SQL_SUCCESS : SQL_ERROR;
}

SQLRETURN
shard_desc_copy(ShardDesc *from, ShardDesc *to, GError **error)
{
    if (to->role == SHARD_DESC_IRD)
        return fail(error, "HY016", "Cannot modify an implementation row descriptor");
    if (from == to)
        return SQL_SUCCESS;
    to->array_size = from->array_size;
    to->array_status = from->array_status;
    to->bind_offset = from->bind_offset;
    to->bind_type = from->bind_type;
    to->rows_processed = from->rows_processed;
    g_array_set_size(to->records, 0);
    for (guint i = 0; i < from->records->len; i++) {
        ShardDescRecord record = g_array_index(from->records, ShardDescRecord, i);
        record.name = g_strdup(record.name);
        g_array_append_val(to->records, record);
    }
    to->count = from->count;
    to->generation++;
    return SQL_SUCCESS;
}
