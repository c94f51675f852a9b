/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Values as bytes and as GUIDs.
 */
#include "driver/odbc/convert-private.h"

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

/* A scalar's bytes are those of its text, as the real drivers have it; a UUID's are its own. */
SQLRETURN
shard_bytes_from_scalar(const ShardConversion *self)
{
    char scratch[SHARD_SCRATCH];
    gsize size;

    if (self->value->kind == SHARD_VALUE_UUID)
        return emit_bytes(self, self->value->uuid, sizeof self->value->uuid);
    const char *text = shard_convert_print(self, scratch, &size);
    if (self->target->buffer != NULL && self->pieces == NULL &&
        (gsize) MAX(self->target->buffer_length, 0) < size)
        return shard_convert_out_of_range(self);
    return emit_bytes(self, text, size);
}

/* The struct holds its first three fields as numbers of this machine. */
static SQLRETURN
emit_guid(const ShardConversion *self, const guint8 uuid[16])
{
    SQLGUID guid;

    memset(&guid, 0, sizeof guid);
    guid.Data1 =
        (guint32) uuid[0] << 24 | (guint32) uuid[1] << 16 | (guint32) uuid[2] << 8 | uuid[3];
    guid.Data2 = (guint16) (uuid[4] << 8 | uuid[5]);
    guid.Data3 = (guint16) (uuid[6] << 8 | uuid[7]);
    memcpy(guid.Data4, uuid + 8, 8);
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
