/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Every pair of value and C type, held against convert-matrix.def.
 */
#include "driver/odbc/convert/private.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

typedef struct {
    ShardValueKind kind;
    const char *text;
    SQLSMALLINT sql_type;
    gboolean is_unsigned;
    SQLSMALLINT c_type;
    const char *c_name;
    SQLRETURN rc;
    const char *sqlstate;
    SQLLEN length;
    const char *bytes; /* hexadecimal; "today......." stands for six bytes of today's date */
} MatrixCase;

#define CASE(kind, text, sql_type, is_unsigned, c_type, rc, state, length, bytes)                  \
    {SHARD_VALUE_##kind, text, sql_type, is_unsigned, c_type, #c_type, rc, state, length, bytes},

static const MatrixCase cases[] = {
#include "tests/unit/convert-matrix.def"
};

#define ROOM 128

static void
make_value(const MatrixCase *test, guint8 *bytes, ShardValue *out)
{
    ShardValueKind kind;

    *out = shard_value_string(test->text, -1);
    out->kind = test->kind;
    switch (test->kind) {
    case SHARD_VALUE_BOOLEAN:
    case SHARD_VALUE_LONG:
        out->i = g_ascii_strtoll(test->text, NULL, 10);
        break;
    case SHARD_VALUE_UNSIGNED:
        out->u = g_ascii_strtoull(test->text, NULL, 10);
        break;
    case SHARD_VALUE_FLOAT:
    case SHARD_VALUE_DOUBLE:
        out->d = g_ascii_strtod(test->text, NULL);
        break;
    case SHARD_VALUE_DATE:
    case SHARD_VALUE_TIME:
    case SHARD_VALUE_TIMESTAMP:
        assert_true(shard_convert_read_time(test->text, strlen(test->text), &out->time, &kind));
        assert_int_equal(kind, test->kind);
        break;
    case SHARD_VALUE_UUID:
        assert_true(shard_convert_read_uuid(test->text, strlen(test->text), out->uuid));
        break;
    case SHARD_VALUE_BYTES:
        out->text.size = strlen(test->text) / 2;
        for (gsize i = 0; i < out->text.size; i++)
            bytes[i] = (guint8) (g_ascii_xdigit_value(test->text[2 * i]) << 4 |
                                 g_ascii_xdigit_value(test->text[2 * i + 1]));
        out->text.data = (const char *) bytes;
        break;
    default:
        break;
    }
}

static void
append_hex(GString *out, const guint8 *bytes, gsize size)
{
    for (gsize i = 0; i < size; i++)
        g_string_append_printf(out, "%02x", bytes[i]);
}

static char *
expected_bytes(const MatrixCase *test)
{
    time_t now = time(NULL);
    struct tm today;
    SQL_DATE_STRUCT date;
    GString *bytes = g_string_new(NULL);

    if (!g_str_has_prefix(test->bytes, "today"))
        return g_string_free(g_string_append(bytes, test->bytes), FALSE);
    localtime_r(&now, &today);
    date = (SQL_DATE_STRUCT){(SQLSMALLINT) (today.tm_year + 1900),
                             (SQLUSMALLINT) (today.tm_mon + 1), (SQLUSMALLINT) today.tm_mday};
    append_hex(bytes, (const guint8 *) &date, sizeof date);
    return g_string_free(g_string_append(bytes, test->bytes + 12), FALSE);
}

/* One line per difference, so that a run shows all of them. */
static guint
check(const MatrixCase *test, gboolean in_parts)
{
    guint8 bytes[64];
    guint8 buffer[ROOM];
    SQLLEN length = -77;
    ShardColumn column = {
        .label = NULL, .sql_type = test->sql_type, .digits = 6, .is_unsigned = test->is_unsigned};
    ShardTarget target = {test->c_type, buffer, ROOM, &length, &length, -1, -1};
    ShardPieces pieces = {0};
    ShardValue value;
    g_autoptr(GError) error = NULL;

    /* Of a time alone psqlodbc leaves the fraction that the standard drops. */
    ShardDialect dialect = test->c_type == SQL_C_TYPE_TIMESTAMP || test->c_type == SQL_C_TIMESTAMP
                               ? SHARD_DIALECT_MYSQL
                               : SHARD_DIALECT_POSTGRESQL;

    memset(buffer, 0xAB, sizeof buffer);
    make_value(test, bytes, &value);
    SQLRETURN rc =
        shard_convert_out(&value, &column, dialect, &target, in_parts ? &pieces : NULL, &error);
    const char *state = error != NULL ? shard_error_sqlstate(error, 0) : "";
    g_autoptr(GString) found = g_string_new(NULL);
    if (SQL_SUCCEEDED(rc) && length > 0)
        append_hex(found, buffer, (gsize) MIN(length, ROOM));
    g_autofree char *wanted = expected_bytes(test);
    gboolean same_length = rc == SQL_ERROR || length == test->length;
    if (rc == test->rc && strcmp(state, test->sqlstate) == 0 && same_length &&
        strcmp(found->str, wanted) == 0) {
        assert_true(rc == SQL_ERROR || !in_parts || pieces.finished);
        return 0;
    }
    print_error("%s '%s' as %s: %d %s %ld %s, expected %d %s %ld %s\n",
                shard_value_kind_name(test->kind), test->text, test->c_name, rc, state,
                (long) length, found->str, test->rc, test->sqlstate, (long) test->length, wanted);
    return 1;
}

static void
test_bound(void **state)
{
    guint failed = 0;

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
        failed += check(&cases[i], FALSE);
    assert_int_equal(failed, 0);
}

static void
test_get_data(void **state)
{
    guint failed = 0;

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
        failed += check(&cases[i], TRUE);
    assert_int_equal(failed, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_get_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
