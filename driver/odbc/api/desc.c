/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Descriptors. */
#include "driver/odbc/api/api.h"

/* Records of an IRD are the statement's columns. */
static SQLRETURN
get_column_field(ShardDesc *desc, SQLSMALLINT number, SQLSMALLINT field, const ShardTextOut *out,
                 GError **error)
{
    SQLLEN value = 0;
    SQLSMALLINT length = 0;
    ShardTextOut text = *out;

    text.length16 = &length;
    text.length32 = NULL;
    SQLRETURN rc = shard_stmt_column_field(desc->statement, (guint) number, (SQLUSMALLINT) field,
                                           &text, &value, error);
    if (SQL_SUCCEEDED(rc) && !shard_desc_field_is_text(field) && out->buffer != NULL)
        shard_desc_put_number(field, value, out->buffer);
    if (out->length32 != NULL)
        *out->length32 = length;
    return rc;
}

static SQLRETURN
ird_field(ShardDesc *desc, SQLSMALLINT number, SQLSMALLINT field, const ShardTextOut *out,
          GError **error)
{
    GError *failure = NULL;

    if (shard_desc_field_is_header(field) && field != SQL_DESC_COUNT)
        return shard_desc_get_field(desc, number, field, out, error);
    const ShardColumns *columns = shard_stmt_columns(desc->statement, &failure);
    if (failure != NULL) {
        g_error_free(failure);
        return shard_stmt_fail(error, "HY007", "Associated statement is not prepared");
    }
    guint n = columns == NULL ? 0 : columns->n_columns;
    if (field == SQL_DESC_COUNT) {
        if (out->buffer != NULL)
            *(SQLSMALLINT *) out->buffer = (SQLSMALLINT) n;
        return SQL_SUCCESS;
    }
    if (number < 0)
        return shard_stmt_fail(error, "07009", "Invalid descriptor index");
    if (number == 0 || (guint) number > n)
        return SQL_NO_DATA;
    return get_column_field(desc, number, field, out, error);
}

static SQLRETURN
any_field(ShardDesc *desc, SQLSMALLINT number, SQLSMALLINT field, const ShardTextOut *out,
          GError **error)
{
    return desc->role == SHARD_DESC_IRD ? ird_field(desc, number, field, out, error)
                                        : shard_desc_get_field(desc, number, field, out, error);
}

static SQLRETURN
get_field(SQLHDESC handle, SQLSMALLINT number, SQLSMALLINT field, const ShardTextOut *out)
{
    ShardDesc *desc = shard_handle_enter(handle, SQL_HANDLE_DESC);
    if (desc == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    return shard_handle_leave(desc, any_field(desc, number, field, out, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetDescField(SQLHDESC handle, SQLSMALLINT number, SQLSMALLINT field, SQLPOINTER value,
                SQLINTEGER size, SQLINTEGER *out_length)
{
    const ShardTextOut out = {
        .bytes = TRUE, .buffer = value, .capacity = size, .length32 = out_length};
    return get_field(handle, number, field, &out);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetDescFieldW(SQLHDESC handle, SQLSMALLINT number, SQLSMALLINT field, SQLPOINTER value,
                 SQLINTEGER size, SQLINTEGER *out_length)
{
    const ShardTextOut out = {
        .wide = TRUE, .bytes = TRUE, .buffer = value, .capacity = size, .length32 = out_length};
    return get_field(handle, number, field, &out);
}

static SQLRETURN
set_field(SQLHDESC handle, SQLSMALLINT number, SQLSMALLINT field, const ShardDescInput *in)
{
    ShardDesc *desc = shard_handle_enter(handle, SQL_HANDLE_DESC);
    if (desc == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    SQLRETURN rc = shard_desc_set_field(desc, number, field, in, &error);
    return shard_handle_leave(desc, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLSetDescField(SQLHDESC handle, SQLSMALLINT number, SQLSMALLINT field, SQLPOINTER value,
                SQLINTEGER length)
{
    const ShardDescInput in = {value, length, FALSE};
    return set_field(handle, number, field, &in);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLSetDescFieldW(SQLHDESC handle, SQLSMALLINT number, SQLSMALLINT field, SQLPOINTER value,
                 SQLINTEGER length)
{
    const ShardDescInput in = {value, length, TRUE};
    return set_field(handle, number, field, &in);
}

typedef struct {
    SQLSMALLINT *type, *sub_type;
    SQLLEN *length;
    SQLSMALLINT *precision, *scale, *nullable;
} RecordOut;

static SQLRETURN
get_numbers(ShardDesc *desc, SQLSMALLINT number, const RecordOut *out, GError **error)
{
    const struct {
        SQLSMALLINT field;
        SQLPOINTER place;
    } fields[] = {
        {SQL_DESC_TYPE, out->type},           {SQL_DESC_DATETIME_INTERVAL_CODE, out->sub_type},
        {SQL_DESC_OCTET_LENGTH, out->length}, {SQL_DESC_PRECISION, out->precision},
        {SQL_DESC_SCALE, out->scale},         {SQL_DESC_NULLABLE, out->nullable},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++) {
        const ShardTextOut place = {.bytes = TRUE, .buffer = fields[i].place, .capacity = 8};
        if (fields[i].place == NULL)
            continue;
        SQLRETURN rc = any_field(desc, number, fields[i].field, &place, error);
        if (!SQL_SUCCEEDED(rc))
            return rc;
    }
    return SQL_SUCCESS;
}

static SQLRETURN
get_record(SQLHDESC handle, SQLSMALLINT number, const ShardTextOut *name, const RecordOut *out)
{
    ShardDesc *desc = shard_handle_enter(handle, SQL_HANDLE_DESC);
    if (desc == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    SQLINTEGER length = 0;
    ShardTextOut text = *name;
    text.length32 = &length;
    text.length16 = NULL;
    SQLRETURN rc = any_field(desc, number, SQL_DESC_NAME, &text, &error);
    if (SQL_SUCCEEDED(rc)) {
        SQLRETURN numbers = get_numbers(desc, number, out, error == NULL ? &error : NULL);
        rc = numbers == SQL_SUCCESS ? rc : numbers;
    }
    if (name->length16 != NULL)
        *name->length16 = (SQLSMALLINT) length;
    return shard_handle_leave(desc, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetDescRec(SQLHDESC handle, SQLSMALLINT number, SQLCHAR *name, SQLSMALLINT size,
              SQLSMALLINT *out_length, SQLSMALLINT *out_type, SQLSMALLINT *out_sub_type,
              SQLLEN *out_octets, SQLSMALLINT *out_precision, SQLSMALLINT *out_scale,
              SQLSMALLINT *out_nullable)
{
    const ShardTextOut text = {.buffer = name, .capacity = size, .length16 = out_length};
    const RecordOut out = {out_type,      out_sub_type, out_octets,
                           out_precision, out_scale,    out_nullable};
    return get_record(handle, number, &text, &out);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetDescRecW(SQLHDESC handle, SQLSMALLINT number, SQLWCHAR *name, SQLSMALLINT size,
               SQLSMALLINT *out_length, SQLSMALLINT *out_type, SQLSMALLINT *out_sub_type,
               SQLLEN *out_octets, SQLSMALLINT *out_precision, SQLSMALLINT *out_scale,
               SQLSMALLINT *out_nullable)
{
    const ShardTextOut text = {
        .wide = TRUE, .buffer = name, .capacity = size, .length16 = out_length};
    const RecordOut out = {out_type,      out_sub_type, out_octets,
                           out_precision, out_scale,    out_nullable};
    return get_record(handle, number, &text, &out);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLSetDescRec(SQLHDESC handle, SQLSMALLINT number, SQLSMALLINT type, SQLSMALLINT sub_type,
              SQLLEN length, SQLSMALLINT precision, SQLSMALLINT scale, SQLPOINTER data,
              SQLLEN *octet_length, SQLLEN *indicator)
{
    ShardDesc *desc = shard_handle_enter(handle, SQL_HANDLE_DESC);
    if (desc == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    const ShardDescRecord record = {.type = type,
                                    .interval_code = sub_type,
                                    .octet_length = length,
                                    .precision = precision,
                                    .scale = scale,
                                    .data = data,
                                    .octet_length_ptr = octet_length,
                                    .indicator = indicator};
    return shard_handle_leave(desc, shard_desc_set_record(desc, number, &record, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLCopyDesc(SQLHDESC source, SQLHDESC target)
{
    ShardDesc *from = shard_handle_check(source, SQL_HANDLE_DESC);
    ShardDesc *to = shard_handle_enter(target, SQL_HANDLE_DESC);
    if (from == NULL || to == NULL) {
        if (to != NULL)
            shard_handle_leave(to, SQL_SUCCESS, NULL);
        return SQL_INVALID_HANDLE;
    }
    /* Descriptors of two connections: the other's lock too, always the lower address first. */
    pthread_mutex_t *other = from->head.lock != to->head.lock ? from->head.lock : NULL;
    if (other != NULL && other < to->head.lock) {
        pthread_mutex_unlock(to->head.lock);
        pthread_mutex_lock(other);
        pthread_mutex_lock(to->head.lock);
    } else if (other != NULL) {
        pthread_mutex_lock(other);
    }
    GError *error = NULL;
    SQLRETURN rc = from->role == SHARD_DESC_IRD
                       ? shard_stmt_copy_columns(from->statement, to, &error)
                       : shard_desc_copy(from, to, &error);
    if (other != NULL)
        pthread_mutex_unlock(other);
    return shard_handle_leave(to, rc, &error);
}
