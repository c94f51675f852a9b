/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/node-pattern.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    const char *pattern;
    const char *names;
} Case;

static const Case cases[] = {
    {"ds_${0..1}.t_order_${0..1}", "ds_0.t_order_0 ds_0.t_order_1 ds_1.t_order_0 ds_1.t_order_1"},
    {"ds$->{0..1}.t", "ds0.t ds1.t"},
    {"ds_0.t_${['a','b']}", "ds_0.t_a ds_0.t_b"},
    {"ds1.t_20210$->{5..9},ds1.t_20211$->{0}",
     "ds1.t_202105 ds1.t_202106 ds1.t_202107 ds1.t_202108 ds1.t_202109 ds1.t_202110"},
    {"m.t_$->{2017..2018}$->{['01','02']}", "m.t_201701 m.t_201702 m.t_201801 m.t_201802"},
    {"${['online','offline']}_t${1..2}", "online_t1 online_t2 offline_t1 offline_t2"},
    {"ds_${3..1}.t", "ds_3.t ds_2.t ds_1.t"},
    {"<INTERVAL>P=ds_0.t_;SP=yyyy_MM;DIA=1;DIU=Months;DL=2023_11;DU=2024_02",
     "ds_0.t_2023_11 ds_0.t_2023_12 ds_0.t_2024_01 ds_0.t_2024_02"},
    {"<INTERVAL>P=t_;SP=yyyyMMdd;DIA=2;DIU=Days;DL=20240227;DU=20240304",
     "t_20240227 t_20240229 t_20240302 t_20240304"},
    {"<LITERAL>a.b, c.${0..1}", "a.b c.${0..1}"},
    {"<GROOVY>a.t_${0..1}", "a.t_0 a.t_1"},
    {" a.b , c.d ", "a.b c.d"},
    {"a.t_${[1, 1, 2]}", "a.t_1 a.t_2"},
    {"a.t_${0..<3}", "a.t_0 a.t_1 a.t_2"},
    {"a.t_${['x', 'y'] + (1..2)}", "a.t_x a.t_y a.t_1 a.t_2"},
    {"a.t_${'a'..'c'}", "a.t_a a.t_b a.t_c"},
    {"a.t_${5}", "a.t_5"},
    {"a.\"x,y\", b.z", "a.\"x,y\" b.z"},
};

static void
test_expand(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) names = shard_node_pattern_expand(cases[i].pattern, &error);
        if (names == NULL)
            fail_msg("%s: %s", cases[i].pattern, error->message);
        g_autoptr(GString) text = g_string_new(NULL);
        for (guint j = 0; j < names->len; j++)
            g_string_append_printf(text, "%s%s", j == 0 ? "" : " ", (char *) names->pdata[j]);
        assert_string_equal(text->str, cases[i].names);
    }
}

static const Case bad_cases[] = {
    {"ds_${0..99999}.t_${0..9}", "more than 20000"},
    {"ds_${0..200}.t_${0..200}", "more than 20000"},
    {"ds_${0..2147483647}", "too long"},
    {"", "gives no name"},
    {" , ", "gives no name"},
    {"a_${[]}", "gives no name"},
    {"a_${null}", "gives no name"},
    {"a_${id}", "'id'"},
    {"a_${0..", "column 3"},
    {"<ESPRESSO>a_${0..1}", "ESPRESSO"},
    {"<INTERVAL>P=a;SP=yyyy", "DIA"},
    {"<INTERVAL>P=a;SP=yyyyEE;DIA=1;DIU=Days;DL=2023;DU=2024", "SP"},
    {"<INTERVAL>P=a;SP=yyyyMMdd;DIA=1;DIU=Days;DL=10000101;DU=99991231", "too many"},
    {"<INTERVAL>P=a;SP=yyyy;DIA=1;DIU=Fortnights;DL=2023;DU=2024", "Fortnights"},
    {"<INTERVAL>P=a;SP=yyyy;DIA=1;DIU=Years;DL=2025;DU=2024", "gives no name"},
};

static void
test_refuse(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(bad_cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) names = shard_node_pattern_expand(bad_cases[i].pattern, &error);
        if (names != NULL)
            fail_msg("%s was taken", bad_cases[i].pattern);
        if (strstr(error->message, bad_cases[i].names) == NULL)
            fail_msg("%s: %s", bad_cases[i].pattern, error->message);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expand),
        cmocka_unit_test(test_refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
