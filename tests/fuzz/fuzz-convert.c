/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-convert.c - any text or bytes as any C type of any brand: the buffer is never passed, parts
 * end, and each part but the last leaves less to come.
 */
#include "driver/odbc/convert/convert.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

/* The first bytes choose kind, brand, C type and room; the rest is the value. */
int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    static const ShardValueKind kinds[] = {SHARD_VALUE_STRING, SHARD_VALUE_DECIMAL,
                                           SHARD_VALUE_BIG_INTEGER, SHARD_VALUE_BYTES};
    guint8 buffer[80];
    SQLLEN length = 0;
    SQLLEN before = G_MAXINT64;
    ShardPieces pieces = {0};

    if (size < 4)
        return 0;
    ShardValue value = shard_value_string((const char *) data + 4, (gssize) size - 4);
    value.kind = kinds[data[0] % G_N_ELEMENTS(kinds)];
    SQLSMALLINT c_type = (SQLSMALLINT) (data[2] - 32);
    if (!shard_convert_is_c_type(c_type))
        return 0;
    gsize fixed = shard_convert_c_size(c_type);
    gsize room = fixed > 0 ? fixed : 4u + data[3] % 60u;
    ShardTarget target = {c_type, buffer, (SQLLEN) room, &length, &length, -1, -1};
    for (;;) {
        g_autoptr(GError) error = NULL;
        memset(buffer, 0xAB, sizeof buffer);
        SQLRETURN rc =
            shard_convert_out(&value, NULL, (ShardDialect) (data[1] % 4), &target, &pieces, &error);
        g_assert_true((rc == SQL_SUCCESS || rc == SQL_NO_DATA) == (error == NULL));
        for (gsize i = room; i < sizeof buffer; i++)
            g_assert_cmpint(buffer[i], ==, 0xAB);
        if (rc == SQL_ERROR || rc == SQL_NO_DATA)
            return 0;
        g_assert_cmpint(length, <, before);
        before = length;
    }
}
