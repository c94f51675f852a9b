/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/merge/functions.h"

#include <string.h>

#define PG (1U << SHARD_DIALECT_POSTGRESQL)
#define MY (1U << SHARD_DIALECT_MYSQL)
#define SL (1U << SHARD_DIALECT_SQLITE)
#define ANY G_MAXUINT

/* Left out on purpose: whatever looks into text (collation, character sets), calls that round by
 * the C library (sqrt, power, ln), and SQLite's max() and min() of several arguments, which read
 * like aggregates. */
static const ShardMergeFunction functions[] = {
    {"+", SHARD_CALL_ADD, PG | MY | SL, 2, 2},
    {"-", SHARD_CALL_SUBTRACT, PG | MY | SL, 2, 2},
    {"*", SHARD_CALL_MULTIPLY, PG | MY | SL, 2, 2},
    {"/", SHARD_CALL_DIVIDE, PG | MY | SL, 2, 2},
    {"%", SHARD_CALL_MODULO, PG | MY | SL, 2, 2},
    {"mod", SHARD_CALL_MODULO, PG | MY, 2, 2},
    {"div", SHARD_CALL_INTEGER_DIVIDE, MY, 2, 2},
    {"-", SHARD_CALL_NEGATE, PG | MY | SL, 1, 1},
    {"+", SHARD_CALL_PLUS, PG | MY | SL, 1, 1},
    {"=", SHARD_CALL_EQUAL, PG | MY | SL, 2, 2},
    {"==", SHARD_CALL_EQUAL, SL, 2, 2},
    {"<>", SHARD_CALL_NOT_EQUAL, PG | MY | SL, 2, 2},
    {"!=", SHARD_CALL_NOT_EQUAL, PG | MY | SL, 2, 2},
    {"<", SHARD_CALL_LESS, PG | MY | SL, 2, 2},
    {"<=", SHARD_CALL_LESS_EQUAL, PG | MY | SL, 2, 2},
    {">", SHARD_CALL_GREATER, PG | MY | SL, 2, 2},
    {">=", SHARD_CALL_GREATER_EQUAL, PG | MY | SL, 2, 2},
    {"<=>", SHARD_CALL_NULL_SAFE_EQUAL, PG | MY | SL, 2, 2},
    {"||", SHARD_CALL_CONCAT_OPERATOR, PG | SL, 2, 2},
    {"concat", SHARD_CALL_CONCAT, PG | MY, 1, ANY},
    {"coalesce", SHARD_CALL_COALESCE, PG | MY | SL, 1, ANY},
    {"ifnull", SHARD_CALL_COALESCE, PG | MY | SL, 2, 2},
    {"nvl", SHARD_CALL_COALESCE, MY, 2, 2},
    {"nullif", SHARD_CALL_NULLIF, PG | MY | SL, 2, 2},
    {"greatest", SHARD_CALL_GREATEST, PG | MY, 1, ANY},
    {"least", SHARD_CALL_LEAST, PG | MY, 1, ANY},
    {"if", SHARD_CALL_IF, MY, 3, 3},
    {"iif", SHARD_CALL_IF, SL, 3, 3},
    {"abs", SHARD_CALL_ABS, PG | MY | SL, 1, 1},
    {"round", SHARD_CALL_ROUND, PG | MY | SL, 1, 2},
    {"trunc", SHARD_CALL_TRUNCATE, PG, 1, 2},
    {"truncate", SHARD_CALL_TRUNCATE, PG | MY, 2, 2},
    {"floor", SHARD_CALL_FLOOR, PG | MY | SL, 1, 1},
    {"ceil", SHARD_CALL_CEILING, PG | MY | SL, 1, 1},
    {"ceiling", SHARD_CALL_CEILING, PG | MY | SL, 1, 1},
};

static const struct {
    const char *name;
    guint dialects;
    ShardTypeClass type;
    guint bits;
} cast_types[] = {
    {"smallint", PG, SHARD_TYPE_INTEGER, 16},
    {"int2", PG, SHARD_TYPE_INTEGER, 16},
    {"integer", PG, SHARD_TYPE_INTEGER, 32},
    {"int", PG, SHARD_TYPE_INTEGER, 32},
    {"int4", PG, SHARD_TYPE_INTEGER, 32},
    {"bigint", PG, SHARD_TYPE_BIGINT, 64},
    {"int8", PG, SHARD_TYPE_BIGINT, 64},
    {"numeric", PG, SHARD_TYPE_DECIMAL, 0},
    {"decimal", PG | MY, SHARD_TYPE_DECIMAL, 0},
    {"dec", PG | MY, SHARD_TYPE_DECIMAL, 0},
    {"real", PG, SHARD_TYPE_FLOAT, 0},
    {"float4", PG, SHARD_TYPE_FLOAT, 0},
    {"double precision", PG, SHARD_TYPE_DOUBLE, 0},
    {"float8", PG, SHARD_TYPE_DOUBLE, 0},
    {"float", PG, SHARD_TYPE_DOUBLE, 0},
    {"text", PG | SL, SHARD_TYPE_TEXT, 0},
    {"varchar", PG | SL, SHARD_TYPE_TEXT, 0},
    {"char", MY, SHARD_TYPE_TEXT, 0},
    {"character varying", PG, SHARD_TYPE_TEXT, 0},
    {"boolean", PG, SHARD_TYPE_BOOLEAN, 0},
    {"bool", PG, SHARD_TYPE_BOOLEAN, 0},
    {"signed", MY, SHARD_TYPE_BIGINT, 64},
    {"signed integer", MY, SHARD_TYPE_BIGINT, 64},
    {"signed int", MY, SHARD_TYPE_BIGINT, 64},
    {"integer", MY, SHARD_TYPE_BIGINT, 64},
    {"int", MY, SHARD_TYPE_BIGINT, 64},
    {"double", MY, SHARD_TYPE_DOUBLE, 0},
    {"integer", SL, SHARD_TYPE_BIGINT, 64},
    {"int", SL, SHARD_TYPE_BIGINT, 64},
    {"bigint", SL, SHARD_TYPE_BIGINT, 64},
    {"real", SL, SHARD_TYPE_DOUBLE, 0},
    {"double", SL, SHARD_TYPE_DOUBLE, 0},
    {"float", SL, SHARD_TYPE_DOUBLE, 0},
};

const ShardMergeFunction *
shard_merge_function_find(ShardDialect dialect, const char *name, guint n_args)
{
    if (name == NULL)
        return NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(functions); i++)
        if ((functions[i].dialects & (1U << dialect)) != 0 && n_args >= functions[i].min_args &&
            n_args <= functions[i].max_args && g_ascii_strcasecmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}

gboolean
shard_merge_expr_supported(ShardDialect dialect, const char *name, guint n_args)
{
    return shard_merge_function_find(dialect, name, n_args) != NULL;
}

/* "(10, 2)" or "(10)"; FALSE if it is anything else. */
static gboolean
parse_arguments(const char *text, gint32 *out_precision, gint32 *out_scale)
{
    char *end = NULL;
    gint64 precision = g_ascii_strtoll(text + 1, &end, 10);
    gint64 scale = 0;

    if (end == text + 1)
        return FALSE;
    end += strspn(end, " ");
    if (*end == ',')
        scale = g_ascii_strtoll(end + 1, &end, 10);
    end += strspn(end, " ");
    if (strcmp(end, ")") != 0 || precision < 1 || precision > 1000 || scale < 0 ||
        scale > precision)
        return FALSE;
    *out_precision = (gint32) precision;
    *out_scale = (gint32) scale;
    return TRUE;
}

static gboolean
find_cast_type(ShardDialect dialect, const char *name, ShardMergeCast *out_cast)
{
    for (gsize i = 0; i < G_N_ELEMENTS(cast_types); i++) {
        if ((cast_types[i].dialects & (1U << dialect)) == 0 ||
            g_ascii_strcasecmp(cast_types[i].name, name) != 0)
            continue;
        out_cast->type = cast_types[i].type;
        out_cast->bits = cast_types[i].bits;
        return TRUE;
    }
    return FALSE;
}

gboolean
shard_merge_cast_parse(ShardDialect dialect, const char *type_name, ShardMergeCast *out_cast)
{
    ShardMergeCast cast = {.precision = -1, .scale = -1};

    if (type_name == NULL)
        return FALSE;
    const char *bracket = strchr(type_name, '(');
    gsize size = bracket != NULL ? (gsize) (bracket - type_name) : strlen(type_name);
    g_autofree char *name = g_strstrip(g_strndup(type_name, size));
    if (!find_cast_type(dialect, name, &cast))
        return FALSE;
    if (bracket != NULL && ((cast.type != SHARD_TYPE_DECIMAL && cast.type != SHARD_TYPE_TEXT) ||
                            !parse_arguments(bracket, &cast.precision, &cast.scale)))
        return FALSE;
    /* SQLite takes a text's length for an ornament. */
    if (cast.type == SHARD_TYPE_TEXT) {
        cast.precision = dialect == SHARD_DIALECT_SQLITE ? -1 : cast.precision;
        cast.scale = -1;
    }
    if (dialect == SHARD_DIALECT_MYSQL && cast.type == SHARD_TYPE_DECIMAL && bracket == NULL) {
        cast.precision = 10; /* DECIMAL alone is DECIMAL(10,0) there */
        cast.scale = 0;
    }
    *out_cast = cast;
    return TRUE;
}
