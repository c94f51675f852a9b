/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Inline expressions against what Groovy gives.
 */
#include "router/base/error.h"
#include "router/rules/expression.h"
#include "tests/unit/typed-value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define CODE "String order_code_35711"
#define POLY "String polygenelubricants"
#define DATE "String 2024-01-15"

typedef struct {
    const char *expression;
    const char *value;    /* of every variable */
    const char *expected; /* NULL: an error */
} Case;

static const Case cases[] = {
    {"ds_${user_id % 2}", "Integer 7", "ds_1"},
    {"t_${(1..3).collect{t -> t.toString().padLeft(2, '0')}[id]}", "Integer 1", "t_02"},
    {"t_${[3, 4].collect({ it * it })[id]}", "Integer 0", "t_9"},
    {"t_${(1..2).collect { a -> (1..2).collect { b -> a * 10 + b + id }[1] }[1]}", "Integer 5",
     "t_27"},
    {"t_${(1..3).collect { return it + 1 }[id] + 1}", "Integer 2", "t_5"},
    {"t_${(0..1).collect { id -> id }[1]}", "Integer 7", "t_1"},
    {"t_${id.collect { it }[0]}", "Integer 7", NULL},
    {"t_${(0..9999).collect { (0..9999).collect { it } }[0]}", "Integer 7", NULL},
    {"t_${it}", "Integer 7", "t_7"},
    {"ds_${user_id % 2}", "Long 7", "ds_1"},
    {"ds_${user_id % 2}", "Integer -7", "ds_-1"},
    {"ds_${user_id % 2}", "String 7", NULL},
    {"ds_${user_id % 2}", "BigDecimal 7", NULL},
    {"ds_${user_id % 2}", "BigDecimal 7.00", NULL},
    {"ds_${user_id % 2}", "BigDecimal 7.5", NULL},
    {"ds_${user_id % 2}", "Double 7.0", "ds_1.0"},
    {"ds_${user_id / 2}", "Integer 7", "ds_3.5"},
    {"ds_${user_id / 2}", "Integer 8", "ds_4"},
    {"ds_${user_id / 3}", "Integer 7", "ds_2.3333333333"},
    {"ds_${user_id.intdiv(2)}", "Integer 7", "ds_3"},
    {"ds_${user_id.intdiv(2)}", "Integer -7", "ds_-3"},
    {"DB_${Math.abs(c.hashCode()) % 512}", CODE, "DB_76"},
    {"DB_${(Math.abs(c.hashCode()) % 512).intdiv(32)}", CODE, "DB_2"},
    {"DB_${Math.abs(c.hashCode()) % 512 / 32}", CODE, "DB_2.375"},
    {"t_${Math.abs(s.hashCode()) % 8}", POLY, "t_0"},
    {"t_${s.hashCode() % 8}", DATE, "t_-5"},
    {"t_${Math.abs(s.hashCode() % 8)}", DATE, "t_5"},
    {"t_${(s.hashCode() & Integer.MAX_VALUE) % 8}", DATE, "t_3"},
    {"t_${id.hashCode() % 4}", "Long -5", "t_0"},
    {"t_${id.toString().padLeft(4,\"0\")}", "Integer 42", "t_0042"},
    {"t_${String.format(\"%02d\", id % 16)}", "Integer 42", "t_10"},
    {"t_${id.substring(0,2)}", "String ab1234", "t_ab"},
    {"t_${id[0..1]}", "String ab1234", "t_ab"},
    {"t_${id[-1]}", "String ab1234", "t_4"},
    {"t_${id.substring(id.length()-2)}", "String ab1234", "t_34"},
    {"t_${id.toString()[-2..-1]}", "Integer 12345", "t_45"},
    {"t_${Long.parseLong(id) % 4}", "String 12345678901", "t_1"},
    {"t_${id.toLong() % 4}", "String 12345678901", "t_1"},
    {"t_${Integer.valueOf(id) % 4}", "String 15", "t_3"},
    {"t_${(id as long) % 4}", "String 15", "t_3"},
    {"t_${id > 100 ? 1 : 0}", "Integer 101", "t_1"},
    {"t_${id % 2 == 0 ? \"a\" : \"b\"}", "Integer 3", "t_b"},
    {"t_${create_time.toString().substring(0,7).replace(\"-\",\"\")}", "String 2024-01-15 10:20:30",
     "t_202401"},
    {"t_${(id >> 12) % 4}", "Long 779950000000000001", "t_2"},
    {"t_${id >> 22 & 3}", "Long 779950000000000001", "t_2"},
    {"t_${id & 7}", "Integer 13", "t_5"},
    {"t_${(id % 4 + 4) % 4}", "Integer -7", "t_1"},
    {"t_${Math.floorMod(id,4)}", "Integer -7", "t_1"},
    {"t_${-7 % 4}", "null", "t_-3"},
    {"t_${(id % 1000).intdiv(250)}", "Integer 1999", "t_3"},
    {"t_${Math.floor(id / 10)}", "Integer 57", "t_5.0"},
    {"t_${(id / 10) as int}", "Integer 57", "t_5"},
    {"t_${Math.round(id/3)}", "Integer 5", "t_2"},
    {"t_${id.split(\"_\")[1]}", "String a_07", "t_07"},
    {"t_${[1:\"a\",2:\"b\"][id]}", "Integer 2", "t_b"},
    {"t_${id % 0}", "Integer 3", NULL},
    {"t_${id % 2}_${uid % 2}", "Integer 3", "t_1_1"},
    {"t_${id % 4}", "BigInteger 18446744073709551615", "t_3"},
    {"t_${id % 4}", "Unsigned 18446744073709551615", "t_3"},
    {"t_${id * 3 % 7}", "Integer 2147483647", "t_6"},
    {"t_${id * 3L % 7}", "Integer 2147483647", "t_3"},
    {"t_${Math.abs(s.hashCode()) % 7}", POLY, "t_-2"},
    {"t_${if(id!=null){ return id % 2 }}", "Integer 3", "t_1"},
    {"t_${String.format(\"%04d\", new "
     "BigDecimal(id).abs().divideAndRemainder(4)[1].longValue())}",
     "String -7", "t_0003"},
    /* Seen in real rules, beside the above. */
    {"t_$->{id % 4 + 1}", "Long 8", "t_1"},
    {"t_${(id % 4) + 1}", "Long 11", "t_4"},
    {"t_${age}", "Integer 30", "t_30"},
    {"t_$age", "Integer 30", "t_30"},
    {"t_${id.longValue() % 4}", "BigDecimal 7.9", "t_3"},
    {"t_${Long.parseLong(id) / 1000000}", "String 5000000", "t_5"},
    {"t_${d.format(\"yyyyMM\")}", "LocalDate 2024-01-15", "t_202401"},
    {"t_${d.format(\"yyyyMM\")}", "SqlTimestamp 2024-01-15 10:20:30", "t_202401"},
    {"t_${d.format(DateTimeFormatter.ofPattern(\"yyyy_MM_dd\"))}", "LocalDateTime 2024-01-15 10:20",
     "t_2024_01_15"},
    {"t_${LocalDate.parse(d).getMonthValue()}", "String 2024-01-15", "t_1"},
    {"t_${LocalDate.parse(d).year}", "String 2024-01-15", "t_2024"},
    {"t_${s.toUpperCase()}", "String ab\xC3\xA9", "t_AB\xC3\x89"},
    {"t_${id in [1,3,5] ? 'odd' : 'even'}", "Integer 3", "t_odd"},
    {"t_${id in 1..3}", "Integer 4", "t_false"},
    {"t_${if (id > 5) { 'big' } else { 'small' }}", "Integer 3", "t_small"},
    {"t_${if (id > 5) return 'big'; 'small'}", "Integer 9", "t_big"},
    {"t_${id ?: 'none'}", "Integer 0", "t_none"},
    {"t_${(int) (id / 10)}", "Integer 57", "t_5"},
    {"t_${(long) id * 1000000}", "Integer 2147483647", "t_2147483647000000"},
    {"t_${id >>> 28}", "Integer -1", "t_15"},
    {"t_${id ^ 5}", "Integer 3", "t_6"},
    {"t_${~id}", "Integer 3", "t_-4"},
    {"t_${id.toBigInteger() * id * id}", "Long 9223372036854775807",
     "t_784637716923335095224261902710254454442933591094742482943"},
    {"t_${id + 1}", "Integer 2147483647", "t_-2147483648"},
    {"t_${id + 1}", "Long 2147483647", "t_2147483648"},
    {"t_${-2147483648 - 1}", "null", "t_2147483647"},
    {"t_${2147483648}", "null", "t_2147483648"},
    {"t_${1.0 + 2.50}", "null", "t_3.50"},
    {"t_${100 / 0.5}", "null", "t_2.0E+2"},
    {"t_${10.50 / 2}", "null", "t_5.25"},
    {"t_${1 / 3 * 3}", "null", "t_0.9999999999"},
    {"t_${2000000 / 3}", "null", "t_666666.6666666667"},
    {"t_${0x10 + 010}", "null", "t_24"},
    {"t_${id + '5'}", "Integer 1", "t_15"},
    {"t_${'a' + id}", "Integer 1", "t_a1"},
    {"t_${s.charAt(0) as int}", "String abc", "t_97"},
    {"t_${s as int}", "String 7", "t_7"},
    {"t_${(int) s}", "String 7", "t_55"},
    {"t_${s.length()}", "String \xF0\x9F\x98\x80", "t_2"},
    {"t_${s[0]}", "String \xE4\xB8\xAD\xE6\x96\x87", "t_\xE4\xB8\xAD"},
    {"t_${s[0]}", "String \xF0\x9F\x98\x80", NULL},
    {"t_${s.tokenize('-')[2]}", "String 2024-01-15", "t_15"},
    {"t_${s.split('\\\\.')[1]}", "String a.b", "t_b"},
    {"t_${s.split('-')[5]}", "String a-b", NULL},
    {"t_${s.padRight(4, 'xy')}", "String a", "t_axyx"},
    {"t_${[a:1, b:2].b}", "null", "t_2"},
    {"t_${[1, 2]}", "null", "t_[1, 2]"},
    {"t_${s == 'x' && id != 'y' || false}", "String x", "t_true"},
    {"t_${id <=> 5}", "Integer 3", "t_-1"},
    {"t_${Integer.parseInt(s, 16)}", "String ff", "t_255"},
    {"t_${Math.max(id, 5L)}", "Integer 3", "t_5"},
    {"t_${ts}", "LocalDateTime 2024-01-15 10:20:00", "t_2024-01-15T10:20"},
    {"t_${ts}", "LocalDateTime 2024-01-15 10:20:30.12", "t_2024-01-15T10:20:30.120"},
    {"t_${ts}", "SqlTimestamp 2024-01-15 10:20:30", "t_2024-01-15 10:20:30.0"},
    {"t_${b}", "Boolean true", "t_true"},
    {"t_${d}", "Double 1e7", "t_1.0E7"},
    {"t_${id.toInteger()}", "String 99999999999", NULL},
    {"t_${x.intdiv(2)}", "BigDecimal 5", NULL},
    {"t_${x << 33}", "Integer 1", "t_2"},
    {"t_${x << 33}", "Long 1", "t_8589934592"},
    {"t_${x.substring(5)}", "String abc", NULL},
    {"t_${x < 'a'}", "Integer 5", "t_true"},
    {"t_${x < 'ab'}", "Integer 5", NULL},
    {"t_${s[3..0]}", "String 007a", "t_a700"},
    {"t_${s[-1..0]}", "String abc", "t_cba"},
    {"t_${s.tokenize('a')[2] + s}", "String 007", "t_null007"},
    {"t_${(id << 2)}", "BigInteger 5", NULL},
    {"t_${Math.max(id, 1)}", "BigDecimal 5", NULL},
    {"t_${id > 2 ? 10 : 0.5d}", "Integer 5", "t_10.0"},
    {"t_${id - (id > 2 ? 1 : 2L)}", "Integer 2147483647", "t_2147483646"},
    {"t_${id + (id > 2 ? 1 : 2L)}", "Integer 2147483647", "t_2147483648"},
    {"t_${s as int}", "String  15", "t_15"},
    {"t_${String.format('%-5s|', s)}", "String x\xF0\x9F\x98\x80y", "t_x\xF0\x9F\x98\x80y |"},
    {"t_user", "null", "t_user"},
};

static void
test_evaluate(void **state)
{
    g_autoptr(GTimeZone) utc = g_time_zone_new_identifier("UTC");

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(ShardArena) arena = shard_arena_new();
        g_autoptr(GError) error = NULL;
        gboolean sql;
        g_autoptr(ShardExpression) expression = shard_expression_new(cases[i].expression, &error);
        if (expression == NULL)
            fail_msg("%s: %s", cases[i].expression, error->message);
        ShardValue value = typed_value(cases[i].value, arena, &sql);
        const char *const *names = shard_expression_variables(expression);
        ShardValue values[4] = {value, value, value, value};
        GTimeZone *zone = sql ? utc : NULL;
        GTimeZone *zones[4] = {zone, zone, zone, zone};
        ShardKeyValues keys = {names, values, g_strv_length((char **) (gpointer) names), zones};
        g_auto(ShardExpressionResult) result;
        gboolean ok = shard_expression_evaluate(expression, &keys, &result, &error);
        g_autofree char *text = ok ? g_strndup(result.text, result.size) : NULL;
        if (g_strcmp0(text, cases[i].expected) != 0)
            fail_msg("%s of %s: %s, not %s (%s)", cases[i].expression, cases[i].value, text,
                     cases[i].expected, error == NULL ? "" : error->message);
        assert_true(ok == (error == NULL));
    }
}

typedef struct {
    const char *expression;
    const char *column; /* the message must name it */
} BadCase;

static const BadCase bad_cases[] = {
    {"t_${", "column 5"},
    {"t_${}", "column 5"},
    {"t_${id %}", "column 9"},
    {"t_${id % 2", "column 11"},
    {"t_${id.foo()}", "column 8"},
    {"t_${id.hashCode(1)}", "column 8"},
    {"t_${Math.sqrt(id)}", "column 10"},
    {"t_${System.exit(1)}", "column 12"},
    {"t_${id ** 2}", "column 9"},
    {"t_${(0..1).collect { it + }[1]}", "column 27"},
    {"t_${(0..1).collect { it ", "column 25"},
    {"t_${(0..1).collect(it)[0]}", "column 20"},
    {"t_${(0..1).collect[0]}", "column 19"},
    {"t_${(0..1).collect({ it }[0]}", "column 26"},
    {"t_${id -> 1}", "column 8"},
    {"t_${id # 2}", "column 8"},
    {"t_${'abc}", "column 5"},
    {"t_${\"a${id}\"}", "column 7"},
    {"t_$1", "column 3"},
    {"t_\\_", "column 3"},
    {"t_${String.format('%q', id)}", "column 12"},
    {"t_${id.split('[a-z]')}", "column 8"},
    {"t_${d.format('EEE')}", "column 7"},
    {"t_${id.class}", "column 8"},
    {"t_${def x = 1}", "column 5"},
    {"t_${08}", "column 5"},
    {"t_${99999999999I}", "column 5"},
    {"t_${id id}", "column 8"},
    {"t_${(id}", "column 8"},
    {"t_${[1, 2}", "column 10"},
};

static void
test_refuse(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(bad_cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(ShardExpression) expression =
            shard_expression_new(bad_cases[i].expression, &error);
        if (expression != NULL)
            fail_msg("%s was taken", bad_cases[i].expression);
        if (strstr(error->message, bad_cases[i].column) == NULL)
            fail_msg("%s: %s", bad_cases[i].expression, error->message);
    }
}

/* Nesting is bounded, whatever it is made of. */
static void
test_depth(void **state)
{
    static const char *const pieces[] = {"(", "-", "[", "!", "Math.abs(", "1 ? 1 : ", "if(1) "};

    for (guint i = 0; i < G_N_ELEMENTS(pieces); i++) {
        g_autoptr(GString) text = g_string_new("t_${");
        g_autoptr(GError) error = NULL;
        for (guint n = 0; n < 5000; n++)
            g_string_append(text, pieces[i]);
        g_autoptr(ShardExpression) expression = shard_expression_new(text->str, &error);
        assert_null(expression);
        assert_non_null(strstr(error->message, "nested too deeply"));
    }
}

/* A chain's nodes lie in each other too. */
static void
test_chain(void **state)
{
    static const char *const links[] = {" + 1", " && true", ".abs()", "[0]", " as int", " ?: 1"};

    for (guint i = 0; i < G_N_ELEMENTS(links); i++) {
        g_autoptr(GString) text = g_string_new("t_${k");
        g_autoptr(GError) error = NULL;
        for (guint n = 0; n < 200000; n++)
            g_string_append(text, links[i]);
        g_string_append_c(text, '}');
        g_autoptr(ShardExpression) expression = shard_expression_new(text->str, &error);
        assert_null(expression);
        assert_non_null(error);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_evaluate),
        cmocka_unit_test(test_refuse),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
