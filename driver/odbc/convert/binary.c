/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Values as bytes and as GUIDs.
 */
#include "driver/odbc/convert/private.h"

static SQLRETURN
emit_bytes(const ShardConversion *self, const void *data, gsize size)
{
    const ShardTarget *target = self->target;
    ShardPieces *pieces = self->pieces;
    gsize offset = pieces != NULL ? pieces->offset : 0;
    gsize rest = size - offset;

    shard_emit_length(self, rest);
    if (target->buffer == NULL)
        return SQL_SUCCESS;
    gsize fit = MIN(rest, (gsize) MAX(target->buffer_length, 0));
    if (fit > 0)
        memcpy(target->buffer, (const char *) data + offset, fit);
    if (pieces != NULL) {
        pieces->offset += fit;
        pieces->started = TRUE;
        pieces->finished = fit == rest;
    }
    return fit < rest ? shard_convert_truncated(self) : SQL_SUCCESS;
}

SQLRETURN
shard_bytes_from_string(const ShardConversion *self)
{
    return emit_bytes(self, self->value->text.data, self->value->text.size);
}

/* C type whose bytes a scalar is given as; 0: those of its text, as MariaDB's and SQLite's drivers
 * have it for every one, and the standard for decimals. */
static SQLSMALLINT
find_native_type(const ShardConversion *self)
{
    static const SQLSMALLINT by_kind[] = {
        [SHARD_VALUE_BOOLEAN] = SQL_C_BIT,
        [SHARD_VALUE_INTEGER] = SQL_C_SLONG,
        [SHARD_VALUE_LONG] = SQL_C_SBIGINT,
        [SHARD_VALUE_UNSIGNED] = SQL_C_UBIGINT,
        [SHARD_VALUE_FLOAT] = SQL_C_FLOAT,
        [SHARD_VALUE_DOUBLE] = SQL_C_DOUBLE,
        [SHARD_VALUE_DATE] = SQL_C_TYPE_DATE,
        [SHARD_VALUE_TIME] = SQL_C_TYPE_TIME,
        [SHARD_VALUE_TIMESTAMP] = SQL_C_TYPE_TIMESTAMP,
    };
    ShardValueKind kind = self->value->kind;

    if (self->dialect == SHARD_DIALECT_MYSQL || self->dialect == SHARD_DIALECT_SQLITE ||
        kind >= G_N_ELEMENTS(by_kind))
        return 0;
    SQLSMALLINT c_type =
        self->column != NULL ? shard_convert_default(self->column, FALSE) : by_kind[kind];
    return shard_convert_c_size(c_type) > 0 ? c_type : by_kind[kind];
}

static SQLRETURN
emit_native(const ShardConversion *self, SQLSMALLINT c_type)
{
    guint8 bytes[sizeof(SQL_TIMESTAMP_STRUCT)] = {0};
    SQLLEN length = 0;
    ShardTarget target = {.c_type = c_type,
                          .buffer = bytes,
                          .buffer_length = sizeof bytes,
                          .octet_length = &length,
                          .indicator = &length,
                          .precision = -1,
                          .scale = -1};
    ShardConversion native = *self;

    native.target = &target;
    native.pieces = NULL;
    SQLRETURN rc =
        shard_convert_out(native.value, native.column, native.dialect, &target, NULL, native.error);
    if (!SQL_SUCCEEDED(rc))
        return rc;
    if (self->target->buffer != NULL && self->pieces == NULL &&
        self->target->buffer_length < length) {
        g_clear_error(self->error);
        return shard_convert_out_of_range(self);
    }
    SQLRETURN emitted = emit_bytes(self, bytes, (gsize) length);
    return emitted == SQL_SUCCESS ? rc : emitted;
}

/* The struct holds its first three fields as numbers of this machine. */
static SQLGUID
make_guid(const guint8 uuid[16])
{
    SQLGUID guid;

    memset(&guid, 0, sizeof guid);
    guid.Data1 =
        (guint32) uuid[0] << 24 | (guint32) uuid[1] << 16 | (guint32) uuid[2] << 8 | uuid[3];
    guid.Data2 = (guint16) (uuid[4] << 8 | uuid[5]);
    guid.Data3 = (guint16) (uuid[6] << 8 | uuid[7]);
    memcpy(guid.Data4, uuid + 8, 8);
    return guid;
}

/* A GUID's bytes are those of its struct, as psqlodbc has it. */
SQLRETURN
shard_bytes_from_scalar(const ShardConversion *self)
{
    char scratch[SHARD_SCRATCH];
    gsize size;

    if (self->value->kind == SHARD_VALUE_UUID) {
        const SQLGUID guid = make_guid(self->value->uuid);
        return emit_bytes(self, &guid, sizeof guid);
    }
    SQLSMALLINT native = find_native_type(self);
    if (native != 0)
        return emit_native(self, native);
    const char *text = shard_convert_print(self, scratch, &size);
    if (self->target->buffer != NULL && self->pieces == NULL &&
        (gsize) MAX(self->target->buffer_length, 0) < size)
        return shard_convert_out_of_range(self);
    return emit_bytes(self, text, size);
}

static SQLRETURN
emit_guid(const ShardConversion *self, const guint8 uuid[16])
{
    const SQLGUID guid = make_guid(uuid);

    return shard_emit_fixed(self, &guid, sizeof guid);
}

SQLRETURN
shard_guid_from_uuid(const ShardConversion *self)
{
    return emit_guid(self, self->value->uuid);
}

gboolean
shard_convert_read_uuid(const char *text, gsize size, guint8 out_uuid[16])
{
    gsize at = 0;

    if (size == 38 && text[0] == '{' && text[37] == '}') {
        text++;
        size = 36;
    }
    if (size != 36)
        return FALSE;
    for (guint i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) {
            if (text[at++] != '-')
                return FALSE;
        }
        int high = g_ascii_xdigit_value(text[at]);
        int low = g_ascii_xdigit_value(text[at + 1]);
        if (high < 0 || low < 0)
            return FALSE;
        out_uuid[i] = (guint8) (high << 4 | low);
        at += 2;
    }
    return TRUE;
}

SQLRETURN
shard_guid_from_string(const ShardConversion *self)
{
    guint8 uuid[16];

    if (!shard_convert_read_uuid(self->value->text.data, self->value->text.size, uuid))
        return shard_convert_no_literal(self);
    return emit_guid(self, uuid);
}
