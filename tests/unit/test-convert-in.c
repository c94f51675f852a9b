/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Parameters as values: one line per C type, SQL type and way of giving the length.
 */
#include "driver/odbc/convert/convert.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    const char *name;
    SQLSMALLINT c_type, sql_type;
    const void *data;
    SQLLEN length;     /* NO_INDICATOR: no pointer */
    const char *value; /* "kind text"; or an SQLSTATE */
} InCase;

#define NO_INDICATOR G_MININT64

static const gint8 tiny = -5;
static const guint8 utiny = 250;
static const gint16 small = -300;
static const gint32 number = -70000;
static const guint32 unsigned_number = 4000000000u;
static const gint64 big = G_MININT64;
static const guint64 unsigned_big = G_MAXUINT64;
static const guint8 bit = 1;
static const float real = 0.5f;
static const double twice = 2.25;
static const SQL_NUMERIC_STRUCT numeric = {10, 2, 1, {0x39, 0x30}}; /* 123.45 */
static const SQL_NUMERIC_STRUCT negative = {10, 3, 0, {5}};         /* -0.005 */
static const SQL_NUMERIC_STRUCT scaled = {10, -2, 1, {7}};          /* 700 */
static const SQL_NUMERIC_STRUCT integral = {10, 0, 1, {0}};         /* 0 */
static const SQL_DATE_STRUCT date = {2024, 2, 29};
static const SQL_TIME_STRUCT clock_time = {10, 20, 30};
static const SQL_TIMESTAMP_STRUCT stamp = {2024, 2, 29, 10, 20, 30, 500000000};
static const SQLGUID guid = {0xa0eebc99, 0x9c0b, 0x4ef8, {0xbb, 0x6d, 1, 2, 3, 4, 5, 6}};
static const guint16 wide[] = {'h', 0xE9, 0xD83C, 0xDF41, 0};
static const guint16 wide_number[] = {'4', '2', 0};
static const guint16 lone[] = {0xD83C, 'x', 0};

static const InCase cases[] = {
    {"text, NUL-terminated", SQL_C_CHAR, SQL_VARCHAR, "abc", SQL_NTS, "string abc"},
    {"text, no indicator", SQL_C_CHAR, SQL_VARCHAR, "abc", NO_INDICATOR, "string abc"},
    {"text, length", SQL_C_CHAR, SQL_VARCHAR, "abcdef", 3, "string abc"},
    {"text, empty", SQL_C_CHAR, SQL_VARCHAR, "abc", 0, "string "},
    {"text that looks like a number", SQL_C_CHAR, SQL_VARCHAR, "42", SQL_NTS, "string 42"},
    {"number as text", SQL_C_CHAR, SQL_INTEGER, "42", SQL_NTS, "long 42"},
    {"number as text, blanks", SQL_C_CHAR, SQL_INTEGER, " 42 ", SQL_NTS, "decimal 42"},
    {"number as text, plus", SQL_C_CHAR, SQL_INTEGER, "+42", SQL_NTS, "decimal 42"},
    {"number as text, zeros", SQL_C_CHAR, SQL_INTEGER, "042", SQL_NTS, "decimal 42"},
    {"number as text, minus zero", SQL_C_CHAR, SQL_INTEGER, "-0", SQL_NTS, "decimal 0"},
    {"number as text, zero", SQL_C_CHAR, SQL_INTEGER, "0", SQL_NTS, "long 0"},
    {"number as text, double", SQL_C_CHAR, SQL_DOUBLE, "123456789012345", SQL_NTS,
     "long 123456789012345"},
    {"number as text, long double", SQL_C_CHAR, SQL_DOUBLE, "1234567890123456", SQL_NTS, "unknown"},
    {"number as text, long real", SQL_C_CHAR, SQL_REAL, "1234567", SQL_NTS, "unknown"},
    {"number as text, sign", SQL_C_CHAR, SQL_BIGINT, "-42", SQL_NTS, "long -42"},
    {"number as text, large", SQL_C_CHAR, SQL_NUMERIC, "99999999999999999999", SQL_NTS,
     "big-integer 99999999999999999999"},
    {"decimal as text", SQL_C_CHAR, SQL_DECIMAL, "1.50", SQL_NTS, "decimal 1.50"},
    {"no number", SQL_C_CHAR, SQL_INTEGER, "x", SQL_NTS, "unknown"},
    {"date as text", SQL_C_CHAR, SQL_TYPE_DATE, "2024-02-29", SQL_NTS, "date 2024-02-29"},
    {"date as text, ODBC 2", SQL_C_CHAR, SQL_DATE, "2024-02-29", SQL_NTS, "date 2024-02-29"},
    {"no date", SQL_C_CHAR, SQL_TYPE_DATE, "soon", SQL_NTS, "unknown"},
    {"uuid as text", SQL_C_CHAR, SQL_GUID, "A0EEBC99-9C0B-4EF8-BB6D-010203040506", SQL_NTS,
     "uuid a0eebc99-9c0b-4ef8-bb6d-010203040506"},
    {"wide", SQL_C_WCHAR, SQL_WVARCHAR, wide, SQL_NTS, "string h\303\251\360\237\215\201"},
    {"wide, length in bytes", SQL_C_WCHAR, SQL_WVARCHAR, wide, 4, "string h\303\251"},
    {"wide number", SQL_C_WCHAR, SQL_INTEGER, wide_number, SQL_NTS, "long 42"},
    {"wide, half a pair", SQL_C_WCHAR, SQL_WVARCHAR, lone, SQL_NTS, "22018"},
    {"tinyint", SQL_C_STINYINT, SQL_TINYINT, &tiny, NO_INDICATOR, "long -5"},
    {"unsigned tinyint", SQL_C_UTINYINT, SQL_TINYINT, &utiny, 0, "long 250"},
    {"smallint", SQL_C_SSHORT, SQL_SMALLINT, &small, 0, "long -300"},
    {"integer", SQL_C_LONG, SQL_INTEGER, &number, 0, "long -70000"},
    {"integer, SLONG", SQL_C_SLONG, SQL_INTEGER, &number, 0, "long -70000"},
    {"unsigned integer", SQL_C_ULONG, SQL_BIGINT, &unsigned_number, 0, "long 4000000000"},
    {"bigint", SQL_C_SBIGINT, SQL_BIGINT, &big, 0, "long -9223372036854775808"},
    {"unsigned bigint", SQL_C_UBIGINT, SQL_BIGINT, &unsigned_big, 0,
     "unsigned 18446744073709551615"},
    {"bit", SQL_C_BIT, SQL_BIT, &bit, 0, "boolean true"},
    {"float", SQL_C_FLOAT, SQL_REAL, &real, 0, "float 0.5"},
    {"double", SQL_C_DOUBLE, SQL_DOUBLE, &twice, 0, "double 2.25"},
    {"numeric", SQL_C_NUMERIC, SQL_NUMERIC, &numeric, 0, "decimal 123.45"},
    {"numeric, negative", SQL_C_NUMERIC, SQL_NUMERIC, &negative, 0, "decimal -0.005"},
    {"numeric, scale below zero", SQL_C_NUMERIC, SQL_NUMERIC, &scaled, 0, "decimal 700"},
    {"numeric, zero", SQL_C_NUMERIC, SQL_NUMERIC, &integral, 0, "decimal 0"},
    {"date", SQL_C_TYPE_DATE, SQL_TYPE_DATE, &date, 0, "date 2024-02-29"},
    {"date, ODBC 2", SQL_C_DATE, SQL_DATE, &date, 0, "date 2024-02-29"},
    {"date as timestamp", SQL_C_TYPE_DATE, SQL_TYPE_TIMESTAMP, &date, 0,
     "timestamp 2024-02-29 00:00:00"},
    {"time", SQL_C_TYPE_TIME, SQL_TYPE_TIME, &clock_time, 0, "time 10:20:30"},
    {"time as timestamp", SQL_C_TYPE_TIME, SQL_TYPE_TIMESTAMP, &clock_time, 0, "unknown"},
    {"timestamp", SQL_C_TYPE_TIMESTAMP, SQL_TYPE_TIMESTAMP, &stamp, 0,
     "timestamp 2024-02-29 10:20:30.5"},
    {"timestamp as date", SQL_C_TIMESTAMP, SQL_TYPE_DATE, &stamp, 0, "date 2024-02-29"},
    {"guid", SQL_C_GUID, SQL_GUID, &guid, 0, "uuid a0eebc99-9c0b-4ef8-bb6d-010203040506"},
    {"bytes", SQL_C_BINARY, SQL_VARBINARY, "\0\377", 2, "bytes"},
    {"bytes as text", SQL_C_BINARY, SQL_VARCHAR, "abc", 3, "string abc"},
    {"default, text", SQL_C_DEFAULT, SQL_VARCHAR, "abc", SQL_NTS, "string abc"},
    {"default, integer", SQL_C_DEFAULT, SQL_INTEGER, &number, 0, "long -70000"},
    {"null", SQL_C_CHAR, SQL_VARCHAR, NULL, SQL_NULL_DATA, "null"},
    {"at execution", SQL_C_CHAR, SQL_VARCHAR, NULL, SQL_DATA_AT_EXEC, "unknown"},
    {"at execution, length", SQL_C_CHAR, SQL_VARCHAR, NULL, SQL_LEN_DATA_AT_EXEC(10), "unknown"},
    {"default value", SQL_C_CHAR, SQL_VARCHAR, NULL, SQL_DEFAULT_PARAM, "unknown"},
    {"no buffer", SQL_C_LONG, SQL_INTEGER, NULL, 0, "HY090"},
    {"bad length", SQL_C_CHAR, SQL_VARCHAR, "abc", -7, "HY090"},
    {"bad C type", 77, SQL_VARCHAR, "abc", SQL_NTS, "HY003"},
};

static char *
show(const ShardValue *value, ShardArena *arena)
{
    const char *kind = shard_value_kind_name(value->kind);
    if (value->kind == SHARD_VALUE_NULL || value->kind == SHARD_VALUE_UNKNOWN ||
        value->kind == SHARD_VALUE_BYTES)
        return g_strdup(kind);
    return g_strdup_printf("%s %s", kind, shard_value_to_text(value, arena));
}

static void
test_values(void **state)
{
    guint failed = 0;

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        const InCase *test = &cases[i];
        SQLLEN length = test->length;
        ShardBinding binding = {.io_type = SQL_PARAM_INPUT,
                                .c_type = test->c_type,
                                .sql_type = test->sql_type,
                                .data = (SQLPOINTER) test->data,
                                .indicator = length == NO_INDICATOR ? NULL : &length};
        g_autoptr(ShardArena) arena = shard_arena_new();
        g_autoptr(GError) error = NULL;
        ShardValue value = {0};
        gboolean ok = shard_convert_in(&binding, arena, &value, &error);
        g_autofree char *found =
            ok ? show(&value, arena) : g_strdup(shard_error_sqlstate(error, 0));
        if (strcmp(found, test->value) == 0)
            continue;
        print_error("%s: %s, expected %s\n", test->name, found, test->value);
        failed++;
    }
    assert_int_equal(failed, 0);
}

/* An output parameter has no value yet. */
static void
test_output(void **state)
{
    ShardBinding binding = {.io_type = SQL_PARAM_OUTPUT,
                            .c_type = SQL_C_LONG,
                            .sql_type = SQL_INTEGER,
                            .data = (SQLPOINTER) &number};
    g_autoptr(ShardArena) arena = shard_arena_new();
    ShardValue value;

    assert_true(shard_convert_in(&binding, arena, &value, NULL));
    assert_int_equal(value.kind, SHARD_VALUE_UNKNOWN);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
