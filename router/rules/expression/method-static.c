/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/expression/method.h"

#include "router/rules/civil.h"
#include "router/rules/java-pattern.h"

#include <math.h>
#include <string.h>

/* Integers up to here are floats of their own. */
#define EXACT_FLOAT 16777216

static gboolean
need_number(const ExprCall *call, const ExprValue *value)
{
    if (expr_is_number(value))
        return TRUE;
    return expr_fail(call->context, "%s.%s() needs a number, not %s", call->method->owner,
                     call->method->name, expr_type_name(value));
}

static gboolean
is_small(const ExprValue *value)
{
    return expr_kind(value) == SHARD_VALUE_INTEGER || expr_kind(value) == SHARD_VALUE_LONG;
}

static gboolean
is_big(const ExprValue *value)
{
    return expr_kind(value) == SHARD_VALUE_BIG_INTEGER || expr_kind(value) == SHARD_VALUE_DECIMAL;
}

/* A BigDecimal becomes a double, as Java's overloads have it. */
static gboolean
math_abs(const ExprCall *call)
{
    const ExprValue *value = &call->arguments[0];

    if (!need_number(call, value))
        return FALSE;
    if (expr_kind(value) == SHARD_VALUE_BIG_INTEGER)
        return expr_fail(call->context, "Math.abs() of a BigInteger: write .abs()");
    if (is_small(value)) {
        if (value->v.i < 0)
            return expr_negate(call->context, value, call->out);
        *call->out = *value;
        return TRUE;
    }
    *call->out = expr_double(fabs(expr_double_value(value)));
    return TRUE;
}

/* floorMod (detail 0) and floorDiv (1) of Integer and Long. */
static gboolean
math_floor_divide(const ExprCall *call)
{
    const ExprValue *a = &call->arguments[0];
    const ExprValue *b = &call->arguments[1];

    if (!is_small(a) || !is_small(b))
        return expr_fail(call->context, "Math.%s() needs Integer or Long", call->method->name);
    if (b->v.i == 0)
        return expr_fail(call->context, "division by zero");
    gboolean division = call->method->detail == 1;
    gboolean uneven = b->v.i != -1 && a->v.i % b->v.i != 0 && (a->v.i < 0) != (b->v.i < 0);
    gint64 quotient = b->v.i == -1 ? (gint64) - (guint64) a->v.i : a->v.i / b->v.i;
    gint64 rest = b->v.i == -1 ? 0 : a->v.i % b->v.i;
    gint64 result = division ? quotient - uneven : rest + (uneven ? b->v.i : 0);
    gboolean wide = expr_kind(a) == SHARD_VALUE_LONG || expr_kind(b) == SHARD_VALUE_LONG;
    *call->out = wide ? expr_long(result) : expr_integer((gint32) result);
    return TRUE;
}

static gboolean
math_floor(const ExprCall *call)
{
    if (!need_number(call, &call->arguments[0]))
        return FALSE;
    double value = expr_double_value(&call->arguments[0]);
    *call->out = expr_double(call->method->detail == 0 ? floor(value) : ceil(value));
    return TRUE;
}

/* Java's round(double); an Integer or Long goes through a float, which is exact up to 2^24 only. */
static gboolean
math_round(const ExprCall *call)
{
    const ExprValue *value = &call->arguments[0];

    if (!need_number(call, value))
        return FALSE;
    if (is_small(value)) {
        if (ABS(value->v.i) > EXACT_FLOAT)
            return expr_fail(call->context, "Math.round() of a whole number this large is inexact");
        *call->out = expr_integer((gint32) value->v.i);
        return TRUE;
    }
    double number = expr_double_value(value);
    double whole = floor(number);
    ExprValue rounded = expr_double(number - whole >= 0.5 ? whole + 1 : whole);
    *call->out = expr_long(expr_long_value(&rounded));
    return TRUE;
}

static gboolean
math_max(const ExprCall *call)
{
    const ExprValue *a = &call->arguments[0];
    const ExprValue *b = &call->arguments[1];

    if (!need_number(call, a) || !need_number(call, b))
        return FALSE;
    if (is_big(a) || is_big(b))
        return expr_fail(call->context, "Math.%s() of %s and %s is not supported",
                         call->method->name, expr_type_name(a), expr_type_name(b));
    gboolean first = (expr_compare_numbers(a, b) >= 0) == (call->method->detail == 1);
    const ExprValue *chosen = first ? a : b;
    if (!is_small(a) || !is_small(b))
        *call->out = expr_double(expr_double_value(chosen));
    else if (expr_kind(a) == SHARD_VALUE_LONG || expr_kind(b) == SHARD_VALUE_LONG)
        *call->out = expr_long(chosen->v.i);
    else
        *call->out = *chosen;
    return TRUE;
}

/* Integer.parseInt, Long.valueOf ...: the row's detail is the kind; valueOf takes numbers too. */
static gboolean
parse_whole(const ExprCall *call)
{
    const ExprValue *value = &call->arguments[0];
    ShardValueKind kind = (ShardValueKind) call->method->detail;
    gboolean value_of = strcmp(call->method->name, "valueOf") == 0;

    if (value_of && is_small(value) &&
        (kind == SHARD_VALUE_LONG || expr_kind(value) == SHARD_VALUE_INTEGER)) {
        *call->out = kind == SHARD_VALUE_LONG ? expr_long(value->v.i) : *value;
        return TRUE;
    }
    if (!expr_is_string(value))
        return expr_fail(call->context, "%s.%s() needs a String, not %s", call->method->owner,
                         call->method->name, expr_type_name(value));
    return expr_parse_number(call->context, value, kind, call->out);
}

/* The same with a radix. */
static gboolean
parse_radix(const ExprCall *call)
{
    gint64 radix, number;
    gboolean wide = call->method->detail == SHARD_VALUE_LONG;
    const ExprValue *text = &call->arguments[0];

    if (!expr_to_index(call->context, &call->arguments[1], &radix))
        return FALSE;
    if (!expr_is_string(text) || radix < 2 || radix > 36)
        return expr_fail(call->context, "%s() needs a String and a radix", call->method->name);
    g_autofree char *digits = g_strndup(text->v.text.data, text->v.text.size);
    if (!g_ascii_string_to_signed(digits[0] == '+' ? digits + 1 : digits, (guint) radix,
                                  wide ? G_MININT64 : G_MININT32, wide ? G_MAXINT64 : G_MAXINT32,
                                  &number, NULL))
        return expr_fail(call->context, "'%.100s' is no number of that radix", digits);
    *call->out = wide ? expr_long(number) : expr_integer((gint32) number);
    return TRUE;
}

/* String.valueOf, Integer.toString ... */
static gboolean
to_text(const ExprCall *call)
{
    const char *text;
    gsize size;

    if (!expr_text(call->context, &call->arguments[0], &text, &size))
        return FALSE;
    *call->out = expr_string(text, size);
    return TRUE;
}

/* new BigDecimal(x), new BigInteger(x), valueOf(x): detail 0 is BigInteger. */
static gboolean
make_big(const ExprCall *call)
{
    const ExprValue *value = &call->arguments[0];
    ShardValueKind kind = call->method->detail == 0 ? SHARD_VALUE_BIG_INTEGER : SHARD_VALUE_DECIMAL;

    if (expr_is_string(value))
        return expr_parse_number(call->context, value, kind, call->out);
    if (!is_small(value) && expr_kind(value) != SHARD_VALUE_BIG_INTEGER)
        return expr_fail(call->context, "%s() of %s is not supported", call->method->name,
                         expr_type_name(value));
    const char *type = call->method->detail == 0 ? "BigInteger" : "BigDecimal";
    return expr_find_type(type, strlen(type))->cast(call->context, value, FALSE, call->out);
}

static gboolean
formatter_of_pattern(const ExprCall *call)
{
    *call->out = call->arguments[0];
    return TRUE;
}

static gboolean
parse_with_pattern(const ExprCall *call, ShardTime *out)
{
    const ExprValue *text = &call->arguments[0];
    g_autofree char *pattern_text =
        expr_is_string(&call->arguments[1])
            ? g_strndup(call->arguments[1].v.text.data, call->arguments[1].v.text.size)
            : g_strdup("?");
    g_autoptr(ShardJavaPattern) pattern = shard_java_pattern_new(pattern_text, NULL);

    return pattern != NULL &&
           shard_java_pattern_parse(pattern, text->v.text.data, text->v.text.size, out);
}

/* LocalDate.parse(text[, pattern]), LocalDateTime.parse: the row's detail is the kind. */
static gboolean
parse_time(const ExprCall *call)
{
    const ExprValue *text = &call->arguments[0];
    ShardValueKind kind = (ShardValueKind) call->method->detail;
    ShardTimeText found;
    gboolean ok = expr_is_string(text);

    if (ok && call->n_arguments == 2) {
        ok = parse_with_pattern(call, &found.time);
    } else if (ok) {
        gboolean iso =
            kind == SHARD_VALUE_DATE || memchr(text->v.text.data, 'T', text->v.text.size) != NULL;
        ok = iso && shard_civil_parse(text->v.text.data, text->v.text.size, &found) &&
             found.has_date && !found.has_offset && found.has_time == (kind != SHARD_VALUE_DATE);
    }
    if (!ok)
        return expr_fail(call->context, "%s.parse() can't read the text", call->method->owner);
    *call->out = (ExprValue){.v = {.kind = kind, .time = found.time}};
    return TRUE;
}

const ExprMethod expr_static_methods[] = {
    {"Math", "abs", 0, 1, 1, math_abs, 0, NULL},
    {"Math", "floorMod", 0, 2, 2, math_floor_divide, 0, NULL},
    {"Math", "floorDiv", 0, 2, 2, math_floor_divide, 1, NULL},
    {"Math", "floor", 0, 1, 1, math_floor, 0, NULL},
    {"Math", "ceil", 0, 1, 1, math_floor, 1, NULL},
    {"Math", "round", 0, 1, 1, math_round, 0, NULL},
    {"Math", "max", 0, 2, 2, math_max, 1, NULL},
    {"Math", "min", 0, 2, 2, math_max, 0, NULL},
    {"Integer", "valueOf", 0, 1, 1, parse_whole, SHARD_VALUE_INTEGER, NULL},
    {"Integer", "parseInt", 0, 1, 1, parse_whole, SHARD_VALUE_INTEGER, NULL},
    {"Integer", "parseInt", 0, 2, 2, parse_radix, SHARD_VALUE_INTEGER, NULL},
    {"Integer", "toString", 0, 1, 1, to_text, 0, NULL},
    {"Long", "valueOf", 0, 1, 1, parse_whole, SHARD_VALUE_LONG, NULL},
    {"Long", "parseLong", 0, 1, 1, parse_whole, SHARD_VALUE_LONG, NULL},
    {"Long", "parseLong", 0, 2, 2, parse_radix, SHARD_VALUE_LONG, NULL},
    {"Long", "toString", 0, 1, 1, to_text, 0, NULL},
    {"String", "valueOf", 0, 1, 1, to_text, 0, NULL},
    {"String", "format", 0, 1, 4, expr_format, 0, expr_check_format},
    {"BigInteger", "valueOf", 0, 1, 1, make_big, 0, NULL},
    {"BigDecimal", "valueOf", 0, 1, 1, make_big, 1, NULL},
    {"new", "BigInteger", 0, 1, 1, make_big, 0, NULL},
    {"new", "BigDecimal", 0, 1, 1, make_big, 1, NULL},
    {"DateTimeFormatter", "ofPattern", 0, 1, 1, formatter_of_pattern, 0, expr_check_date_pattern},
    {"LocalDate", "parse", 0, 1, 2, parse_time, SHARD_VALUE_DATE, NULL},
    {"LocalDateTime", "parse", 0, 1, 2, parse_time, SHARD_VALUE_TIMESTAMP, NULL},
    {NULL, NULL, 0, 0, 0, NULL, 0, NULL},
};
