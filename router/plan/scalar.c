/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/scalar.h"

#include "router/plan/expr.h"

#include <stdlib.h>
#include <string.h>

/* Sorted by strcmp; none of these is an aggregate in any of the brands. */
static const char *const scalars[] = {
    "abs", "acos", "acosd", "adddate", "addtime", "aes_decrypt", "aes_encrypt", "age",
    "array_append", "array_cat", "array_dims", "array_fill", "array_length", "array_lower",
    "array_ndims", "array_position", "array_positions", "array_prepend", "array_remove",
    "array_replace", "array_to_json", "array_to_string", "array_upper", "ascii", "asin", "asind",
    "atan", "atan2", "atan2d", "atand", "benchmark", "bin", "bin_to_uuid", "bit_count",
    "bit_length", "bool", "boundary", "box", "bpchar", "broadcast", "btrim", "cardinality",
    "cbrt", "ceil", "ceiling", "changes", "char", "char_length", "character_length", "charindex",
    "chr", "clock_timestamp", "coalesce", "coercibility", "col_description", "collation",
    "compress", "concat", "concat_ws", "connection_id", "conv", "convert", "convert_from",
    "convert_to", "convert_tz", "cos", "cosd", "cosh", "cot", "cotd", "crc32", "curdate",
    "current_catalog", "current_database", "current_date", "current_role", "current_schema",
    "current_schemas", "current_time", "current_timestamp", "current_user", "currval", "curtime",
    "database", "date", "date_add", "date_bin", "date_format", "date_part", "date_sub",
    "date_trunc", "datediff", "datetime", "day", "dayname", "dayofmonth", "dayofweek",
    "dayofyear", "decode", "degrees", "difference", "div", "elt", "encode", "encrypt", "exp",
    "export_set", "extract", "extractvalue", "factorial", "field", "find_in_set", "float4",
    "float8", "floor", "format", "format_bytes", "format_pico_time", "format_type", "found_rows",
    "from_base64", "from_days", "from_unixtime", "gcd", "gen_random_uuid", "generate_series",
    "get_bit", "get_byte", "get_format", "get_lock", "glob", "greatest", "has_table_privilege",
    "hex", "hour", "if", "ifnull", "iif", "inet6_aton", "inet6_ntoa", "inet_aton", "inet_ntoa",
    "initcap", "insert", "instr", "int", "int2", "int4", "int8", "interval", "isfinite", "isnull",
    "json", "json_array", "json_array_length", "json_build_array", "json_build_object",
    "json_contains", "json_contains_path", "json_depth", "json_each", "json_exists",
    "json_extract", "json_extract_path", "json_extract_path_text", "json_insert", "json_keys",
    "json_length", "json_merge", "json_merge_patch", "json_merge_preserve", "json_object",
    "json_overlaps", "json_patch", "json_pretty", "json_query", "json_quote", "json_remove",
    "json_replace", "json_search", "json_set", "json_strip_nulls", "json_to_record", "json_type",
    "json_typeof", "json_unquote", "json_valid", "json_value", "jsonb", "jsonb_array_length",
    "jsonb_build_array", "jsonb_build_object", "jsonb_extract_path", "jsonb_extract_path_text",
    "jsonb_insert", "jsonb_path_exists", "jsonb_path_match", "jsonb_path_query_first",
    "jsonb_pretty", "jsonb_set", "jsonb_strip_nulls", "jsonb_typeof", "julianday", "justify_days",
    "justify_hours", "justify_interval", "last_day", "last_insert_id", "last_insert_rowid",
    "lastval", "lcase", "lcm", "least", "left", "length", "like", "like_escape", "likelihood",
    "likely", "ln", "localtime", "localtimestamp", "locate", "log", "log10", "log2", "lower",
    "lpad", "ltrim", "make_date", "make_interval", "make_set", "make_time", "make_timestamp",
    "make_timestamptz", "makedate", "maketime", "masklen", "md5", "microsecond", "mid", "minute",
    "mod", "month", "monthname", "name_const", "nextval", "now", "nullif", "num_nonnulls",
    "num_nulls", "numeric", "nvl", "nvl2", "obj_description", "oct", "octet_length", "ord",
    "overlaps", "overlay", "parse_ident", "period_add", "period_diff", "pg_backend_pid",
    "pg_get_userbyid", "pg_relation_size", "pg_size_pretty", "pg_sleep", "pg_total_relation_size",
    "pg_typeof", "pi", "plainto_tsquery", "position", "pow", "power", "printf", "quarter",
    "quote", "quote_ident", "quote_literal", "quote_nullable", "radians", "rand", "random",
    "randomblob", "regexp_count", "regexp_instr", "regexp_like", "regexp_match", "regexp_matches",
    "regexp_replace", "regexp_split_to_array", "regexp_substr", "release_lock", "repeat",
    "replace", "reverse", "right", "round", "row", "row_count", "row_to_json", "rpad", "rtrim",
    "scale", "schema", "sec_to_time", "second", "session_user", "set_bit", "set_byte", "setval",
    "sha", "sha1", "sha2", "sha224", "sha256", "sha384", "sha512", "sign", "similar_to_escape",
    "sin", "sind", "sinh", "sleep", "soundex", "space", "split_part", "sqrt", "st_asbinary",
    "st_astext", "st_contains", "st_distance", "st_geomfromtext", "st_within", "st_x", "st_y",
    "starts_with", "statement_timestamp", "str_to_date", "strcmp", "strftime", "string_to_array",
    "strpos", "subdate", "substr", "substring", "substring_index", "subtime", "sysdate",
    "system_user", "tan", "tand", "tanh", "text", "time", "time_format", "time_to_sec",
    "timediff", "timeofday", "timestamp", "timestampadd", "timestampdiff", "timezone", "to_ascii",
    "to_base64", "to_char", "to_date", "to_days", "to_hex", "to_json", "to_jsonb", "to_number",
    "to_seconds", "to_timestamp", "to_tsquery", "to_tsvector", "total_changes",
    "transaction_timestamp", "translate", "trim", "trim_scale", "trunc", "truncate", "ts_rank",
    "typeof", "ucase", "uncompress", "uncompressed_length", "unhex", "unicode", "unistr",
    "unix_timestamp", "unixepoch", "unlikely", "unnest", "updatexml", "upper", "user", "utc_date",
    "utc_time", "utc_timestamp", "uuid", "uuid_to_bin", "varchar", "version", "week", "weekday",
    "weekofyear", "weight_string", "width_bucket", "year", "yearweek", "zeroblob",
};

static int
compare_names(const void *a, const void *b)
{
    return strcmp(a, *(const char *const *) b);
}

gboolean
shard_function_is_scalar(const char *name)
{
    return name != NULL &&
           bsearch(name, scalars, G_N_ELEMENTS(scalars), sizeof *scalars, compare_names) != NULL;
}

/* A column outside of calls that may be aggregates would be an error beside an aggregate. */
typedef struct {
    const char *doubtful;
    gboolean bare_column;
} Search;

static void
look_at(const ShardExpr *expr, gboolean inside, Search *search)
{
    if (expr == NULL)
        return;
    /* SQLite's max(a, b) and min(a, b). */
    gboolean is_extreme = expr->n_args > 1 && (g_strcmp0(expr->name, "max") == 0 ||
                                               g_strcmp0(expr->name, "min") == 0);
    gboolean doubtful = expr->kind == SHARD_EXPR_FUNCTION && expr->n_args > 0 && !is_extreme &&
                        !shard_function_is_scalar(expr->name);
    if (doubtful && search->doubtful == NULL)
        search->doubtful = expr->name;
    if ((expr->kind == SHARD_EXPR_COLUMN || expr->kind == SHARD_EXPR_STAR) && !inside)
        search->bare_column = TRUE;
    inside = inside || doubtful || expr->kind == SHARD_EXPR_AGGREGATE ||
             expr->kind == SHARD_EXPR_WINDOW;
    for (guint i = 0; i < expr->n_args; i++)
        look_at(expr->args[i], inside, search);
}

const char *
shard_query_doubtful_function(const ShardQuery *query, ShardDialect dialect)
{
    Search search = {NULL, FALSE};

    for (guint i = 0; i < query->n_items; i++)
        look_at(query->items[i].expr, FALSE, &search);
    for (guint i = 0; i < query->n_order; i++)
        look_at(query->order[i].expr, FALSE, &search);
    look_at(query->having, FALSE, &search);
    if (dialect == SHARD_DIALECT_POSTGRESQL && query->n_group == 0 && search.bare_column)
        return NULL;
    return search.doubtful;
}
