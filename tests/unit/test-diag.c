/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-diag.c - diagnostic records: order, prefix, header, the end of the list.
 */
#include "driver/odbc/diag.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void
add(ShardDiag *diag, const char *sqlstate, SQLLEN row)
{
    g_autoptr(GError) error = NULL;

    shard_error_set(&error, SHARD_ERROR_FAILED, sqlstate, "text");
    shard_diag_add(diag, error, row, SQL_NO_COLUMN_NUMBER);
}

static void
expect(ShardDiag *diag, SQLSMALLINT number, const char *sqlstate, const char *message)
{
    char text[200] = "", found[6];
    SQLINTEGER native;
    SQLSMALLINT length;
    const ShardTextOut out = {.buffer = text, .capacity = sizeof text, .length16 = &length};

    assert_int_equal(shard_diag_get_record(diag, number, found, &native, &out), SQL_SUCCESS);
    assert_string_equal(found, sqlstate);
    if (message != NULL)
        assert_string_equal(text, message);
}

static void
test_records(void **state)
{
    ShardDiag diag;
    char text[8] = "", found[6];
    SQLINTEGER native = 0;
    const ShardTextOut out = {.buffer = text, .capacity = sizeof text};
    GError *error = NULL;

    shard_diag_init(&diag);
    assert_int_equal(shard_diag_get_record(&diag, 1, found, &native, &out), SQL_NO_DATA);
    shard_error_set_backend(&error, "ds_0", "23505", 7, "duplicate");
    GError *second = NULL;
    shard_error_set_backend(&second, "ds_1", "08S01", -3, "gone");
    shard_error_append(error, second);
    shard_diag_add(&diag, error, SQL_NO_ROW_NUMBER, SQL_NO_COLUMN_NUMBER);
    g_error_free(error);
    expect(&diag, 1, "23505", "[ShardODBC][ds_0]duplicate");
    expect(&diag, 2, "08S01", "[ShardODBC][ds_1]gone");
    assert_int_equal(shard_diag_get_record(&diag, 3, found, &native, &out), SQL_NO_DATA);
    assert_int_equal(shard_diag_get_record(&diag, 0, found, &native, &out), SQL_ERROR);
    assert_int_equal(shard_diag_get_record(&diag, 2, found, &native, &out), SQL_SUCCESS_WITH_INFO);
    assert_int_equal(native, -3);
    shard_diag_clear(&diag);
    assert_int_equal(shard_diag_get_record(&diag, 1, found, &native, &out), SQL_NO_DATA);
    shard_diag_destroy(&diag);
}

static void
test_order(void **state)
{
    ShardDiag diag;

    shard_diag_init(&diag);
    add(&diag, "01004", 2);
    add(&diag, "01000", SQL_NO_ROW_NUMBER);
    add(&diag, "22003", 2);
    add(&diag, "HY000", SQL_NO_ROW_NUMBER);
    add(&diag, "22012", 1);
    expect(&diag, 1, "HY000", NULL);
    expect(&diag, 2, "01000", NULL);
    expect(&diag, 3, "22012", NULL);
    expect(&diag, 4, "22003", NULL);
    expect(&diag, 5, "01004", NULL);
    /* Of one row: what may have ended the transaction, then errors, no data, warnings. */
    add(&diag, "02001", 2);
    add(&diag, "40001", 2);
    add(&diag, "23505", 2);
    add(&diag, "08007", 2);
    add(&diag, "HY000", SQL_ROW_NUMBER_UNKNOWN);
    static const char *const wanted[] = {"HY000", "HY000", "01000", "22012", "40001",
                                         "08007", "22003", "23505", "02001", "01004"};
    for (gsize i = 0; i < G_N_ELEMENTS(wanted); i++)
        expect(&diag, (SQLSMALLINT) (i + 1), wanted[i], NULL);
    shard_diag_destroy(&diag);
}

static SQLRETURN
get_number(ShardDiag *diag, SQLSMALLINT number, SQLSMALLINT field, gpointer value)
{
    const ShardTextOut out = {.bytes = TRUE, .buffer = value, .capacity = 8};

    return shard_diag_get_field(diag, SQL_HANDLE_STMT, number, field, &out);
}

static void
test_fields(void **state)
{
    ShardDiag diag;
    SQLINTEGER number = -1;
    SQLLEN row = -1;
    char text[100];
    const ShardTextOut out = {.bytes = TRUE, .buffer = text, .capacity = sizeof text};

    shard_diag_init(&diag);
    add(&diag, "IM001", SQL_NO_ROW_NUMBER);
    add(&diag, "42S02", 3);
    const ShardDiagStatement statement = {"", SQL_DIAG_UNKNOWN_STATEMENT, 6, 7};
    shard_diag_set_statement(&diag, &statement);
    assert_int_equal(get_number(&diag, 0, SQL_DIAG_NUMBER, &number), SQL_SUCCESS);
    assert_int_equal(number, 2);
    assert_int_equal(get_number(&diag, 0, SQL_DIAG_ROW_COUNT, &row), SQL_SUCCESS);
    assert_int_equal(row, 6);
    assert_int_equal(get_number(&diag, 0, SQL_DIAG_CURSOR_ROW_COUNT, &row), SQL_SUCCESS);
    assert_int_equal(row, 7);
    assert_int_equal(get_number(&diag, 1, 9999, &number), SQL_ERROR);
    assert_int_equal(get_number(&diag, 9, 9999, &number), SQL_ERROR);
    assert_int_equal(get_number(&diag, 2, SQL_DIAG_ROW_NUMBER, &row), SQL_SUCCESS);
    assert_int_equal(row, 3);
    assert_int_equal(get_number(&diag, 3, SQL_DIAG_ROW_NUMBER, &row), SQL_NO_DATA);
    assert_int_equal(get_number(&diag, 0, SQL_DIAG_ROW_NUMBER, &row), SQL_ERROR);
    assert_int_equal(shard_diag_get_field(&diag, SQL_HANDLE_DBC, 0, SQL_DIAG_ROW_COUNT, &out),
                     SQL_ERROR);
    shard_diag_get_field(&diag, SQL_HANDLE_STMT, 1, SQL_DIAG_CLASS_ORIGIN, &out);
    assert_string_equal(text, "ODBC 3.0");
    shard_diag_get_field(&diag, SQL_HANDLE_STMT, 2, SQL_DIAG_CLASS_ORIGIN, &out);
    assert_string_equal(text, "ISO 9075");
    shard_diag_get_field(&diag, SQL_HANDLE_STMT, 2, SQL_DIAG_SUBCLASS_ORIGIN, &out);
    assert_string_equal(text, "ODBC 3.0");
    shard_diag_get_field(&diag, SQL_HANDLE_STMT, 2, SQL_DIAG_SQLSTATE, &out);
    assert_string_equal(text, "42S02");
    shard_diag_destroy(&diag);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_fields),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
