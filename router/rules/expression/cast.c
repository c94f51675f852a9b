/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/expression/method.h"

#include <math.h>
#include <string.h>

static gboolean
refuse(ExprContext *context, const ExprValue *value, const char *type)
{
    return expr_fail(context, "%s can't become %s", expr_type_name(value), type);
}

/* The number that a text means; Java allows a sign and digits only. */
gboolean
expr_parse_number(ExprContext *context, const ExprValue *text, ShardValueKind kind, ExprValue *out)
{
    g_auto(ShardDecimal) number;
    shard_decimal_init(&number);
    gboolean decimal = kind == SHARD_VALUE_DECIMAL || kind == SHARD_VALUE_DOUBLE;
    gboolean digits = TRUE;
    for (gsize i = 0; i < text->v.text.size; i++) {
        char c = text->v.text.data[i];
        digits &= g_ascii_isdigit(c) || (i == 0 && (c == '-' || c == '+'));
    }
    gint64 value = 0;
    gboolean ok = (digits || decimal) &&
                  shard_decimal_parse(&number, text->v.text.data, (gssize) text->v.text.size);
    if (kind == SHARD_VALUE_INTEGER || kind == SHARD_VALUE_LONG)
        ok = ok && shard_decimal_to_int64(&number, &value);
    if (!ok || (kind == SHARD_VALUE_INTEGER && (value < G_MININT32 || value > G_MAXINT32)))
        return expr_fail(context, "'%.*s' is no number of that type",
                         (int) MIN(text->v.text.size, 100), text->v.text.data);
    if (kind == SHARD_VALUE_DECIMAL)
        *out = expr_from_decimal(context, &number);
    else if (kind == SHARD_VALUE_BIG_INTEGER)
        *out = expr_from_integer(context, &number);
    else if (kind == SHARD_VALUE_DOUBLE)
        *out = expr_double(shard_decimal_to_double(&number));
    else
        *out = kind == SHARD_VALUE_LONG ? expr_long(value) : expr_integer((gint32) value);
    return TRUE;
}

/* A number from a number, a character, or (with "as") a text of digits; (int) takes a text of one
 * character for its code. */
static gboolean
number_source(ExprContext *context, const ExprValue *value, gboolean coerce, ShardValueKind kind,
              ExprValue *out)
{
    if (expr_is_number(value)) {
        *out = *value;
        return TRUE;
    }
    gboolean text = expr_is_string(value);
    if (text && coerce) {
        ExprValue trimmed = expr_trim(value);
        return expr_parse_number(context, &trimmed, kind, out);
    }
    if (value->is_character || (text && expr_text_units(value) == 1)) {
        *out = expr_integer((gint32) g_utf8_get_char(value->v.text.data));
        return TRUE;
    }
    return FALSE;
}

static gboolean
cast_int(ExprContext *context, const ExprValue *value, gboolean coerce, ExprValue *out)
{
    ExprValue number;

    if (!number_source(context, value, coerce, SHARD_VALUE_INTEGER, &number))
        return refuse(context, value, "int");
    *out = expr_integer(expr_int_value(&number));
    return TRUE;
}

static gboolean
cast_long(ExprContext *context, const ExprValue *value, gboolean coerce, ExprValue *out)
{
    ExprValue number;

    if (!number_source(context, value, coerce, SHARD_VALUE_LONG, &number))
        return refuse(context, value, "long");
    *out = expr_long(expr_long_value(&number));
    return TRUE;
}

static gboolean
cast_double(ExprContext *context, const ExprValue *value, gboolean coerce, ExprValue *out)
{
    ExprValue number;

    if (!number_source(context, value, coerce, SHARD_VALUE_DOUBLE, &number))
        return refuse(context, value, "double");
    *out = expr_double(expr_double_value(&number));
    return TRUE;
}

static gboolean
cast_decimal(ExprContext *context, const ExprValue *value, gboolean coerce, ExprValue *out)
{
    ExprValue number;

    if (!number_source(context, value, coerce, SHARD_VALUE_DECIMAL, &number))
        return refuse(context, value, "BigDecimal");
    g_auto(ShardDecimal) decimal;
    shard_decimal_init(&decimal);
    if (!expr_to_decimal(&number, &decimal))
        return refuse(context, value, "BigDecimal");
    *out = expr_from_decimal(context, &decimal);
    return TRUE;
}

static gboolean
cast_big_integer(ExprContext *context, const ExprValue *value, gboolean coerce, ExprValue *out)
{
    ExprValue number;

    if (!number_source(context, value, coerce, SHARD_VALUE_BIG_INTEGER, &number))
        return refuse(context, value, "BigInteger");
    g_auto(ShardDecimal) decimal;
    shard_decimal_init(&decimal);
    gboolean floating =
        expr_kind(&number) == SHARD_VALUE_DOUBLE || expr_kind(&number) == SHARD_VALUE_FLOAT;
    if (floating && isfinite(number.v.d))
        mpz_set_d(decimal.unscaled, number.v.d); /* the exact value, not its text */
    else if (floating || !expr_to_decimal(&number, &decimal))
        return refuse(context, value, "BigInteger");
    shard_decimal_set_scale(&decimal, 0, SHARD_ROUND_DOWN);
    *out = expr_from_integer(context, &decimal);
    return TRUE;
}

static gboolean
cast_string(ExprContext *context, const ExprValue *value, gboolean coerce, ExprValue *out)
{
    const char *text;
    gsize size;

    if (expr_is_null(value)) {
        *out = *value;
        return TRUE;
    }
    if (!expr_text(context, value, &text, &size))
        return FALSE;
    *out = expr_string(text, size);
    return TRUE;
}

static gboolean
cast_boolean(ExprContext *context, const ExprValue *value, gboolean coerce, ExprValue *out)
{
    *out = expr_boolean(expr_truth(value));
    return TRUE;
}

static const ExprType types[] = {
    {"int", cast_int, SHARD_VALUE_INTEGER},
    {"Integer", cast_int, SHARD_VALUE_NULL},
    {"long", cast_long, SHARD_VALUE_LONG},
    {"Long", cast_long, SHARD_VALUE_NULL},
    {"double", cast_double, SHARD_VALUE_DOUBLE},
    {"Double", cast_double, SHARD_VALUE_NULL},
    {"BigDecimal", cast_decimal, SHARD_VALUE_NULL},
    {"BigInteger", cast_big_integer, SHARD_VALUE_NULL},
    {"String", cast_string, SHARD_VALUE_NULL},
    {"boolean", cast_boolean, SHARD_VALUE_NULL},
    {"Boolean", cast_boolean, SHARD_VALUE_NULL},
};

const ExprType *
expr_find_type(const char *name, gsize size)
{
    for (guint i = 0; i < G_N_ELEMENTS(types); i++)
        if (strlen(types[i].name) == size && memcmp(types[i].name, name, size) == 0)
            return &types[i];
    return NULL;
}

const ExprType *
expr_type_at(guint index)
{
    return &types[index];
}

guint
expr_type_index(const ExprType *type)
{
    return (guint) (type - types);
}
