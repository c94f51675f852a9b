/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/backend/parameter.h"

#include <string.h>

typedef struct {
    SQLSMALLINT c_type, sql_type;
    SQLULEN column_size; /* 0: by the value */
    SQLSMALLINT digits;
} ParameterType;

static const ParameterType types[] = {
    [SHARD_VALUE_NULL] = {SQL_C_CHAR, SQL_VARCHAR, 1, 0},
    [SHARD_VALUE_BOOLEAN] = {SQL_C_SBIGINT, SQL_BIGINT, 19, 0},
    [SHARD_VALUE_INTEGER] = {SQL_C_SBIGINT, SQL_BIGINT, 19, 0},
    [SHARD_VALUE_LONG] = {SQL_C_SBIGINT, SQL_BIGINT, 19, 0},
    [SHARD_VALUE_UNSIGNED] = {SQL_C_UBIGINT, SQL_BIGINT, 20, 0},
    [SHARD_VALUE_BIG_INTEGER] = {SQL_C_CHAR, SQL_NUMERIC, 0, 0},
    [SHARD_VALUE_DECIMAL] = {SQL_C_CHAR, SQL_NUMERIC, 0, 0},
    [SHARD_VALUE_FLOAT] = {SQL_C_DOUBLE, SQL_DOUBLE, 15, 0},
    [SHARD_VALUE_DOUBLE] = {SQL_C_DOUBLE, SQL_DOUBLE, 15, 0},
    [SHARD_VALUE_STRING] = {SQL_C_CHAR, SQL_VARCHAR, 0, 0},
    [SHARD_VALUE_BYTES] = {SQL_C_BINARY, SQL_VARBINARY, 0, 0},
    [SHARD_VALUE_DATE] = {SQL_C_TYPE_DATE, SQL_TYPE_DATE, 10, 0},
    [SHARD_VALUE_TIME] = {SQL_C_CHAR, SQL_TYPE_TIME, 15, 6},
    [SHARD_VALUE_TIMESTAMP] = {SQL_C_TYPE_TIMESTAMP, SQL_TYPE_TIMESTAMP, 26, 6},
    [SHARD_VALUE_OFFSET_TIMESTAMP] = {SQL_C_CHAR, SQL_VARCHAR, 0, 0},
    [SHARD_VALUE_UUID] = {SQL_C_CHAR, SQL_VARCHAR, 36, 0},
    [SHARD_VALUE_UNKNOWN] = {SQL_C_CHAR, SQL_VARCHAR, 1, 0},
};

static void
put_text(ShardBinding *binding, const char *text, gsize size)
{
    binding->data = (SQLPOINTER) text;
    binding->buffer_length = (SQLLEN) size;
    *binding->indicator = (SQLLEN) size;
    if (binding->column_size == 0)
        binding->column_size = MAX(size, 1);
}

static void
put_decimal(ShardBinding *binding, const ShardValue *value)
{
    const char *point = memchr(value->text.data, '.', value->text.size);
    gsize size = value->text.size;

    if (point != NULL)
        binding->digits = (SQLSMALLINT) (value->text.data + size - point - 1);
    put_text(binding, value->text.data, size);
}

static void
put_time(ShardBinding *binding, const ShardValue *value, ShardArena *arena)
{
    if (value->kind == SHARD_VALUE_DATE) {
        SQL_DATE_STRUCT *date = shard_arena_new0(arena, SQL_DATE_STRUCT);
        date->year = (SQLSMALLINT) value->time.year;
        date->month = value->time.month;
        date->day = value->time.day;
        binding->data = date;
        *binding->indicator = sizeof *date;
        return;
    }
    SQL_TIMESTAMP_STRUCT *stamp = shard_arena_new0(arena, SQL_TIMESTAMP_STRUCT);
    stamp->year = (SQLSMALLINT) value->time.year;
    stamp->month = value->time.month;
    stamp->day = value->time.day;
    stamp->hour = value->time.hour;
    stamp->minute = value->time.minute;
    stamp->second = value->time.second;
    stamp->fraction = value->time.nanosecond;
    binding->data = stamp;
    *binding->indicator = sizeof *stamp;
}

ShardBinding *
shard_parameter_binding(const ShardValue *value, ShardDialect dialect, ShardArena *arena)
{
    const ParameterType *type = &types[value->kind];
    ShardBinding *binding = shard_arena_new0(arena, ShardBinding);

    binding->io_type = SQL_PARAM_INPUT;
    binding->c_type = type->c_type;
    binding->sql_type = type->sql_type;
    binding->column_size = type->column_size;
    binding->digits = type->digits;
    binding->indicator = shard_arena_new0(arena, SQLLEN);
    if (value->kind == SHARD_VALUE_NULL || value->kind == SHARD_VALUE_UNKNOWN) {
        *binding->indicator = SQL_NULL_DATA;
    } else if (value->kind == SHARD_VALUE_DECIMAL || value->kind == SHARD_VALUE_BIG_INTEGER) {
        put_decimal(binding, value);
    } else if (value->kind == SHARD_VALUE_STRING || value->kind == SHARD_VALUE_BYTES) {
        put_text(binding, value->text.data, value->text.size);
    } else if (value->kind == SHARD_VALUE_DATE || value->kind == SHARD_VALUE_TIMESTAMP) {
        put_time(binding, value, arena);
    } else if (type->c_type == SQL_C_CHAR) {
        const char *text = shard_value_to_text(value, arena);
        if (value->kind == SHARD_VALUE_UUID && dialect == SHARD_DIALECT_POSTGRESQL)
            binding->sql_type = SQL_GUID;
        put_text(binding, text, strlen(text));
    } else {
        binding->data = shard_arena_memdup(arena, &value->i, sizeof value->i);
        *binding->indicator = sizeof value->i;
    }
    return binding;
}
