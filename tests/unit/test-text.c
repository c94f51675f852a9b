/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-text.c - text from and to the application, narrow and wide.
 */
#include "driver/odbc/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void
test_round_trip(void **state)
{
    /* ASCII, two, three and four bytes (a surrogate pair). */
    static const char *const texts[] = {"",
                                        "a",
                                        "h\xc3\xa9",
                                        "\xe2\x82\xac",
                                        "\xf0\x9f\x8d\x81",
                                        "x\xf0\x9f\x8d\x81y\xef\xbf\xbfz"};

    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        gsize units, size;
        g_autofree SQLWCHAR *wide = shard_text_to_wide(texts[i], strlen(texts[i]), &units);
        g_autofree char *back = shard_text_from_wide(wide, units, &size);
        assert_non_null(back);
        assert_int_equal(size, strlen(texts[i]));
        assert_string_equal(back, texts[i]);
        assert_int_equal(shard_text_wide_length(wide), units);
    }
}

static void
test_surrogates(void **state)
{
    static const SQLWCHAR pair[] = {0xd83c, 0xdf41, 0};
    static const SQLWCHAR bad[][3] = {{0xd83c, 0, 0}, {0xdf41, 'a', 0}, {0xd83c, 'a', 0}};
    gsize units;

    g_autofree char *good = shard_text_from_wide(pair, 2, NULL);
    assert_string_equal(good, "\xf0\x9f\x8d\x81");
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++)
        assert_null(shard_text_from_wide(bad[i], 2, NULL));
    /* Bytes that are no UTF-8 are shown, not dropped: one mark each. */
    g_autofree SQLWCHAR *wide = shard_text_to_wide("a\xff\xe2\x82z", 5, &units);
    assert_int_equal(units, 5);
    assert_int_equal(wide[1], 0xfffd);
    assert_int_equal(wide[4], 'z');
}

static void
test_in(void **state)
{
    static const SQLWCHAR wide[] = {'S', 'Q', 'L', 0};
    g_autoptr(GError) error = NULL;
    char *text;
    gsize size;

    assert_true(shard_text_in("SELECT 1", SQL_NTS, FALSE, &text, &size, NULL));
    assert_string_equal(text, "SELECT 1");
    assert_int_equal(size, 8);
    g_free(text);
    assert_true(shard_text_in("SELECT 1", 6, FALSE, &text, &size, NULL));
    assert_string_equal(text, "SELECT");
    g_free(text);
    assert_true(shard_text_in(wide, 2, TRUE, &text, &size, NULL));
    assert_string_equal(text, "SQ");
    g_free(text);
    /* The size of a buffer behind whose NUL anything may stand. */
    static const SQLWCHAR half[] = {'a', 0, 0xd83c, 0};
    assert_true(shard_text_in(half, 4, TRUE, &text, &size, NULL));
    assert_string_equal(text, "a");
    assert_int_equal(size, 1);
    g_free(text);
    assert_true(shard_text_in("ab", G_MAXINT32, FALSE, &text, &size, NULL));
    assert_string_equal(text, "ab");
    assert_int_equal(size, 2);
    g_free(text);
    assert_true(shard_text_in(NULL, SQL_NTS, FALSE, &text, &size, NULL));
    assert_null(text);
    assert_false(shard_text_in("x", -2, FALSE, &text, &size, &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "HY090");
}

static void
test_out_narrow(void **state)
{
    static const struct {
        const char *text;
        SQLLEN capacity;
        SQLRETURN rc;
        const char *result;
        SQLSMALLINT length;
    } cases[] = {
        {"abc", 4, SQL_SUCCESS, "abc", 3},
        {"abc", 3, SQL_SUCCESS_WITH_INFO, "ab", 3},
        {"abc", 1, SQL_SUCCESS_WITH_INFO, "", 3},
        {"h\xc3\xa9", 3, SQL_SUCCESS_WITH_INFO, "h", 3},
        {"", 1, SQL_SUCCESS, "", 0},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        char buffer[16];
        SQLSMALLINT length = -1;
        memset(buffer, 'x', sizeof buffer);
        const ShardTextOut out = {
            .buffer = buffer, .capacity = cases[i].capacity, .length16 = &length};
        assert_int_equal(shard_text_out(&out, cases[i].text, NULL), cases[i].rc);
        assert_string_equal(buffer, cases[i].result);
        assert_int_equal(length, cases[i].length);
        assert_int_equal(buffer[cases[i].capacity], 'x');
    }
}

static void
test_out_wide(void **state)
{
    static const struct {
        const char *text;
        SQLLEN capacity; /* bytes or characters */
        gboolean bytes;
        SQLRETURN rc;
        gsize units; /* given */
        SQLSMALLINT length;
    } cases[] = {
        {"abc", 4, FALSE, SQL_SUCCESS, 3, 3},
        {"abc", 8, TRUE, SQL_SUCCESS, 3, 6},
        {"abc", 7, TRUE, SQL_SUCCESS_WITH_INFO, 2, 6},
        {"a\xf0\x9f\x8d\x81", 4, FALSE, SQL_SUCCESS, 3, 3},
        {"a\xf0\x9f\x8d\x81", 3, FALSE, SQL_SUCCESS_WITH_INFO, 1, 3},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        SQLWCHAR buffer[16];
        SQLSMALLINT length = -1;
        memset(buffer, 0xff, sizeof buffer);
        const ShardTextOut out = {.wide = TRUE,
                                  .bytes = cases[i].bytes,
                                  .buffer = buffer,
                                  .capacity = cases[i].capacity,
                                  .length16 = &length};
        assert_int_equal(shard_text_out(&out, cases[i].text, NULL), cases[i].rc);
        assert_int_equal(shard_text_wide_length(buffer), cases[i].units);
        assert_int_equal(length, cases[i].length);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_surrogates),
        cmocka_unit_test(test_in),         cmocka_unit_test(test_out_narrow),
        cmocka_unit_test(test_out_wide),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
