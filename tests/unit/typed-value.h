/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * typed-value.h - values of tests written as Java's type and text: "Integer -5", "String abc",
 * "LocalDate 2024-01-15", "Bytes 616263" (hexadecimal), "null".
 */
#pragma once

#include "router/rules/civil.h"
#include "router/rules/value-convert.h"

#include <string.h>

typedef struct {
    const char *type;
    ShardValueKind kind;
} TypedName;

static const TypedName typed_names[] = {
    {"Integer", SHARD_VALUE_INTEGER},
    {"Long", SHARD_VALUE_LONG},
    {"Unsigned", SHARD_VALUE_UNSIGNED},
    {"BigInteger", SHARD_VALUE_BIG_INTEGER},
    {"BigDecimal", SHARD_VALUE_DECIMAL},
    {"Float", SHARD_VALUE_FLOAT},
    {"Double", SHARD_VALUE_DOUBLE},
    {"Boolean", SHARD_VALUE_BOOLEAN},
    {"String", SHARD_VALUE_STRING},
    {"Bytes", SHARD_VALUE_BYTES},
    {"LocalDate", SHARD_VALUE_DATE},
    {"LocalTime", SHARD_VALUE_TIME},
    {"LocalDateTime", SHARD_VALUE_TIMESTAMP},
    {"OffsetDateTime", SHARD_VALUE_OFFSET_TIMESTAMP},
    {"SqlDate", SHARD_VALUE_DATE},
    {"SqlTime", SHARD_VALUE_TIME},
    {"SqlTimestamp", SHARD_VALUE_TIMESTAMP},
    {"UUID", SHARD_VALUE_UUID},
};

/* The text behind the type stays borrowed.  A Sql type wants a zone: *out_sql. */
static inline ShardValue
typed_value(const char *text, ShardArena *arena, gboolean *out_sql)
{
    const char *blank = strchr(text, ' ');
    const char *rest = blank == NULL ? "" : blank + 1;
    gsize size = blank == NULL ? strlen(text) : (gsize) (blank - text);
    ShardValue string = shard_value_string(rest, -1);
    ShardValue value = SHARD_VALUE_INIT_NULL;

    if (out_sql != NULL)
        *out_sql = g_str_has_prefix(text, "Sql");
    for (guint i = 0; i < G_N_ELEMENTS(typed_names); i++)
        if (strlen(typed_names[i].type) == size && strncmp(typed_names[i].type, text, size) == 0)
            value.kind = typed_names[i].kind;
    switch (value.kind) {
    case SHARD_VALUE_NULL:
        return value;
    case SHARD_VALUE_BYTES: {
        char *bytes = shard_arena_alloc(arena, strlen(rest) / 2 + 1);
        for (gsize i = 0; rest[2 * i] != '\0'; i++)
            bytes[i] = (char) (g_ascii_xdigit_value(rest[2 * i]) * 16 +
                               g_ascii_xdigit_value(rest[2 * i + 1]));
        value.text.data = bytes;
        value.text.size = strlen(rest) / 2;
        return value;
    }
    case SHARD_VALUE_STRING:
    case SHARD_VALUE_DECIMAL:
    case SHARD_VALUE_BIG_INTEGER:
        value.text.data = string.text.data;
        value.text.size = string.text.size;
        return value;
    case SHARD_VALUE_BOOLEAN:
        value.i = strcmp(rest, "true") == 0;
        return value;
    case SHARD_VALUE_FLOAT:
        value.d = (double) (float) g_ascii_strtod(rest, NULL);
        return value;
    case SHARD_VALUE_DOUBLE:
        value.d = g_ascii_strtod(rest, NULL);
        return value;
    default: {
        ShardValueKind kind = value.kind;
        g_assert_true(shard_value_assign(&string, kind, -1, arena, &value));
        return value;
    }
    }
}
