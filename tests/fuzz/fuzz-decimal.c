/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-decimal.c - a decimal that is read and printed reads the same again.
 */
#include "router/base/decimal.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    ShardArena *arena = shard_arena_new();
    g_auto(ShardDecimal) first;
    g_auto(ShardDecimal) second;

    shard_decimal_init(&first);
    shard_decimal_init(&second);
    if (size < 64 && shard_decimal_parse(&first, (const char *) data, (gssize) size)) {
        const char *text = shard_decimal_to_text(&first, arena, NULL);
        g_assert_true(shard_decimal_parse(&second, text, -1));
        g_assert_cmpint(shard_decimal_compare(&first, &second), ==, 0);
    }
    shard_arena_free(arena);
    return 0;
}
