/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* ODBC escapes in the brands' own words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/plan/rewrite/escape.h"

#include <string.h>

enum {
    POSTGRESQL = SHARD_DIALECT_POSTGRESQL,
    MYSQL = SHARD_DIALECT_MYSQL,
    SQLITE = SHARD_DIALECT_SQLITE
};

/* native NULL: as it is. */
static const struct {
    int dialect;
    const char *sql;
    const char *native;
} cases[] = {
    /* The driver or server reads it. */
    {POSTGRESQL, "SELECT {fn UCASE(g)}, {d '2024-02-29'} FROM {oj a LEFT OUTER JOIN b ON a.k=b.k}",
     NULL},
    {POSTGRESQL, "SELECT g FROM t WHERE g LIKE 'a!%' {escape '!'}", NULL},
    {MYSQL, "SELECT {fn UCASE(g)}, {d '2024-02-29'}", NULL},
    {POSTGRESQL, "{call f(?)}", NULL},
    {SQLITE, "{call f(?)}", NULL},
    /* Neither does. */
    {POSTGRESQL, "SELECT {fn DATABASE()}", "SELECT current_database()"},
    {POSTGRESQL, "SELECT {guid '0-1'}", "SELECT uuid '0-1'"},
    {MYSQL, "LIKE 'a!%' {escape '!'}", "LIKE 'a!%' ESCAPE '!'"},
    {MYSQL, "SELECT {fn CONVERT(a + 1, SQL_INTEGER)}", "SELECT CAST((a + 1) AS SIGNED)"},
    {MYSQL, "SELECT {fn CONVERT({fn UCASE(a)}, SQL_CHAR)}", "SELECT CAST(({fn UCASE(a)}) AS CHAR)"},
    {SQLITE, "SELECT {d '2024-02-29'}", "SELECT  '2024-02-29'"},
    {SQLITE, "SELECT {fn ABS(-3)}", "SELECT  ABS(-3)"},
    {SQLITE, "SELECT {fn UCASE(g)}", "SELECT upper(g)"},
    {SQLITE, "SELECT {FN ucase( g )} x", "SELECT upper(g) x"},
    {SQLITE, "SELECT {fn LOCATE(?, g)}", "SELECT instr(g, ?)"},
    {SQLITE, "SELECT {fn POSITION('b' IN g)}", "SELECT instr(g, 'b')"},
    {SQLITE, "SELECT {fn LCASE({fn UCASE({fn CONCAT(a, b || c)})})}",
     "SELECT lower((upper(((a || (b || c))))))"},
    {SQLITE, "SELECT {fn EXTRACT(YEAR FROM d)}", "SELECT CAST(strftime('%Y', d) AS INTEGER)"},
    {SQLITE, "SELECT {fn CONVERT(a, SQL_DOUBLE)}", "SELECT CAST(a AS REAL)"},
    {SQLITE, "SELECT {fn CONCAT(f(a, b), 'x,}')}", "SELECT ((f(a, b)) || 'x,}')"},
    {SQLITE, "FROM {oj t a LEFT JOIN t b ON a.k = b.k}", "FROM  t a LEFT JOIN t b ON a.k = b.k"},
    /* No function of the standard, or not that many arguments. */
    {SQLITE, "SELECT {fn nosuch(a)}", "SELECT  nosuch(a)"},
    {SQLITE, "SELECT {fn UCASE(a, b)}", "SELECT  UCASE(a, b)"},
    {SQLITE, "SELECT {fn UCASE()}", "SELECT  UCASE()"},
    {SQLITE, "SELECT {fn CONVERT(a, SQL_NOSUCH)}", "SELECT  CONVERT(a, SQL_NOSUCH)"},
    {SQLITE, "SELECT {fn f(a, b, c, d, e)}", "SELECT  f(a, b, c, d, e)"},
    {SQLITE, "SELECT {fn UCASE(,a)}", "SELECT  UCASE(,a)"},
    /* No escape at all. */
    {SQLITE, "SELECT '{fn UCASE(g)}' /* {d */ -- {t", NULL},
    {SQLITE, "SELECT {fn UCASE(g)", NULL},
    {SQLITE, "SELECT } {", NULL},
    {SQLITE, "{", NULL},
    {SQLITE, "{fn", NULL},
    {SQLITE, "{fn}", ""},
    {SQLITE, "{}", NULL},
    {SQLITE, "", NULL},
};

static void
test_native(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        ShardSqlMode mode = {.dialect = (ShardDialect) cases[i].dialect};
        const char *expected = cases[i].native != NULL ? cases[i].native : cases[i].sql;
        g_autofree char *native = shard_escape_native(cases[i].sql, strlen(cases[i].sql), &mode);
        assert_string_equal(native, expected);
        mode.no_escapes = TRUE;
        g_autofree char *unscanned = shard_escape_native(cases[i].sql, strlen(cases[i].sql), &mode);
        assert_string_equal(unscanned, cases[i].sql);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_native)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
