/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/rewrite/escape-functions.h"

/* clang-format off */
static const ShardEscapeFunction functions[] = {
    {SHARD_DIALECT_SQLITE, "ascii", 1, "(CASE WHEN $1 = '' THEN 0 ELSE unicode($1) END)"},
    {SHARD_DIALECT_SQLITE, "bit_length", 1, "(8 * length(CAST($1 AS BLOB)))"},
    {SHARD_DIALECT_SQLITE, "char_length", 1, "length($1)"},
    {SHARD_DIALECT_SQLITE, "character_length", 1, "length($1)"},
    {SHARD_DIALECT_SQLITE, "concat", 2, "($1 || $2)"},
    {SHARD_DIALECT_SQLITE, "insert", 4, "(substr($1, 1, $2 - 1) || $4 || substr($1, $2 + $3))"},
    {SHARD_DIALECT_SQLITE, "lcase", 1, "lower($1)"},
    {SHARD_DIALECT_SQLITE, "left", 2, "substr($1, 1, max($2, 0))"},
    {SHARD_DIALECT_SQLITE, "locate", 2, "instr($2, $1)"},
    {SHARD_DIALECT_SQLITE, "locate", 3,
     "(CASE instr(substr($2, $3), $1) WHEN 0 THEN 0 ELSE instr(substr($2, $3), $1) "
     "+ $3 - 1 END)"},
    {SHARD_DIALECT_SQLITE, "octet_length", 1, "length(CAST($1 AS BLOB))"},
    {SHARD_DIALECT_SQLITE, "position", 2, "instr($2, $1)"},
    {SHARD_DIALECT_SQLITE, "repeat", 2,
     "(CASE WHEN $2 IS NOT NULL THEN replace(hex(zeroblob($2)), '00', $1) END)"},
    {SHARD_DIALECT_SQLITE, "right", 2,
     "(CASE WHEN $2 > 0 THEN substr($1, -$2) ELSE substr($1, 1, 0 * $2) END)"},
    {SHARD_DIALECT_SQLITE, "space", 1,
     "(CASE WHEN $1 IS NOT NULL THEN replace(hex(zeroblob($1)), '00', ' ') END)"},
    {SHARD_DIALECT_SQLITE, "ucase", 1, "upper($1)"},
    {SHARD_DIALECT_SQLITE, "cot", 1, "(1.0 / tan($1))"},
    {SHARD_DIALECT_SQLITE, "log", 1, "ln($1)"},
    {SHARD_DIALECT_SQLITE, "mod", 2, "($1 % $2)"},
    {SHARD_DIALECT_SQLITE, "rand", 0, "(abs(random() / 9223372036854775808.0))"},
    {SHARD_DIALECT_SQLITE, "truncate", 2, "(trunc(round($1 * pow(10.0, $2), 9)) / pow(10.0, $2))"},
    {SHARD_DIALECT_SQLITE, "current_date", 0, "(current_date)"},
    {SHARD_DIALECT_SQLITE, "curdate", 0, "(current_date)"},
    {SHARD_DIALECT_SQLITE, "current_time", 0, "(current_time)"},
    {SHARD_DIALECT_SQLITE, "curtime", 0, "(current_time)"},
    {SHARD_DIALECT_SQLITE, "current_timestamp", 0, "(current_timestamp)"},
    {SHARD_DIALECT_SQLITE, "now", 0, "(current_timestamp)"},
    {SHARD_DIALECT_SQLITE, "current_time", 1, "(current_time)"},
    {SHARD_DIALECT_SQLITE, "current_timestamp", 1, "(current_timestamp)"},
    {SHARD_DIALECT_SQLITE, "dayname", 1,
     "rtrim(substr('Sunday   Monday   Tuesday  WednesdayThursday Friday   Saturday "
     "', 9 * strftime('%w', $1) + 1, 9))"},
    {SHARD_DIALECT_SQLITE, "monthname", 1,
     "rtrim(substr('January  February March    April    May      June     July     "
     "August   SeptemberOctober  November December ', 9 * strftime('%m', $1) - 8, "
     "9))"},
    {SHARD_DIALECT_SQLITE, "dayofmonth", 1, "CAST(strftime('%d', $1) AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "dayofweek", 1, "(strftime('%w', $1) + 1)"},
    {SHARD_DIALECT_SQLITE, "dayofyear", 1, "CAST(strftime('%j', $1) AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "hour", 1, "CAST(strftime('%H', $1) AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "minute", 1, "CAST(strftime('%M', $1) AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "second", 1, "CAST(strftime('%S', $1) AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "month", 1, "CAST(strftime('%m', $1) AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "year", 1, "CAST(strftime('%Y', $1) AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "quarter", 1, "((strftime('%m', $1) + 2) / 3)"},
    {SHARD_DIALECT_SQLITE, "week", 1,
     "((strftime('%j', $1) + strftime('%w', $1, 'start of year') + 6) / 7)"},
    {SHARD_DIALECT_POSTGRESQL, "database", 0, "current_database()"},
};

static const ShardEscapeWord words[] = {
    {SHARD_DIALECT_MYSQL, "convert", "sql_bigint", "CAST($1 AS SIGNED)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_integer", "CAST($1 AS SIGNED)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_smallint", "CAST($1 AS SIGNED)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_tinyint", "CAST($1 AS SIGNED)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_bit", "CAST($1 AS SIGNED)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_char", "CAST($1 AS CHAR)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_varchar", "CAST($1 AS CHAR)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_longvarchar", "CAST($1 AS CHAR)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_wchar", "CAST($1 AS CHAR)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_wvarchar", "CAST($1 AS CHAR)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_wlongvarchar", "CAST($1 AS CHAR)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_double", "CAST($1 AS DOUBLE)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_float", "CAST($1 AS DOUBLE)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_real", "CAST($1 AS DOUBLE)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_decimal", "CAST($1 AS DECIMAL(65, 30))"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_numeric", "CAST($1 AS DECIMAL(65, 30))"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_date", "CAST($1 AS DATE)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_type_date", "CAST($1 AS DATE)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_time", "CAST($1 AS TIME(6))"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_type_time", "CAST($1 AS TIME(6))"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_timestamp", "CAST($1 AS DATETIME(6))"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_type_timestamp", "CAST($1 AS DATETIME(6))"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_binary", "CAST($1 AS BINARY)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_varbinary", "CAST($1 AS BINARY)"},
    {SHARD_DIALECT_MYSQL, "convert", "sql_longvarbinary", "CAST($1 AS BINARY)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_bigint", "CAST($1 AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_integer", "CAST($1 AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_smallint", "CAST($1 AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_tinyint", "CAST($1 AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_bit", "CAST($1 AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_char", "CAST($1 AS TEXT)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_varchar", "CAST($1 AS TEXT)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_longvarchar", "CAST($1 AS TEXT)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_wchar", "CAST($1 AS TEXT)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_wvarchar", "CAST($1 AS TEXT)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_wlongvarchar", "CAST($1 AS TEXT)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_double", "CAST($1 AS REAL)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_float", "CAST($1 AS REAL)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_real", "CAST($1 AS REAL)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_decimal", "CAST($1 AS NUMERIC)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_numeric", "CAST($1 AS NUMERIC)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_binary", "CAST($1 AS BLOB)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_varbinary", "CAST($1 AS BLOB)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_longvarbinary", "CAST($1 AS BLOB)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_date", "date($1)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_type_date", "date($1)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_time", "time($1)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_type_time", "time($1)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_timestamp", "datetime($1)"},
    {SHARD_DIALECT_SQLITE, "convert", "sql_type_timestamp", "datetime($1)"},
    {SHARD_DIALECT_SQLITE, "extract", "year", "CAST(strftime('%Y', $1) AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "extract", "month", "CAST(strftime('%m', $1) AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "extract", "day", "CAST(strftime('%d', $1) AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "extract", "hour", "CAST(strftime('%H', $1) AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "extract", "minute", "CAST(strftime('%M', $1) AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "extract", "second", "CAST(strftime('%S', $1) AS INTEGER)"},
    {SHARD_DIALECT_SQLITE, "timestampadd", "sql_tsi_second",
     "rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', $2, ($1) || ' seconds'), '0'), '.')"},
    {SHARD_DIALECT_SQLITE, "timestampadd", "sql_tsi_minute",
     "rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', $2, ($1) || ' minutes'), '0'), '.')"},
    {SHARD_DIALECT_SQLITE, "timestampadd", "sql_tsi_hour",
     "rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', $2, ($1) || ' hours'), '0'), '.')"},
    {SHARD_DIALECT_SQLITE, "timestampadd", "sql_tsi_day",
     "rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', $2, ($1) || ' days'), '0'), '.')"},
    {SHARD_DIALECT_SQLITE, "timestampadd", "sql_tsi_week",
     "rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', $2, (7 * $1) || ' days'), '0'), '.')"},
    {SHARD_DIALECT_SQLITE, "timestampadd", "sql_tsi_month",
     "rtrim(rtrim(min(date($2, ($1) || ' months'), date($2, 'start of month', ($1 + "
     "1) || ' months', '-1 day')) || strftime(' %H:%M:%f', $2), '0'), '.')"},
    {SHARD_DIALECT_SQLITE, "timestampadd", "sql_tsi_quarter",
     "rtrim(rtrim(min(date($2, (3 * $1) || ' months'), date($2, 'start of month', "
     "(3 * $1 + 1) || ' months', '-1 day')) || strftime(' %H:%M:%f', $2), '0'), '.')"},
    {SHARD_DIALECT_SQLITE, "timestampadd", "sql_tsi_year",
     "rtrim(rtrim(min(date($2, (12 * $1) || ' months'), date($2, 'start of month', "
     "(12 * $1 + 1) || ' months', '-1 day')) || strftime(' %H:%M:%f', $2), '0'), "
     "'.')"},
    {SHARD_DIALECT_SQLITE, "timestampdiff", "sql_tsi_second",
     "(strftime('%s', $2) - strftime('%s', $1))"},
    {SHARD_DIALECT_SQLITE, "timestampdiff", "sql_tsi_minute",
     "((strftime('%s', $2) - strftime('%s', $1)) / 60)"},
    {SHARD_DIALECT_SQLITE, "timestampdiff", "sql_tsi_hour",
     "((strftime('%s', $2) - strftime('%s', $1)) / 3600)"},
    {SHARD_DIALECT_SQLITE, "timestampdiff", "sql_tsi_day",
     "((strftime('%s', $2) - strftime('%s', $1)) / 86400)"},
    {SHARD_DIALECT_SQLITE, "timestampdiff", "sql_tsi_week",
     "((strftime('%s', $2) - strftime('%s', $1)) / 604800)"},
    {SHARD_DIALECT_SQLITE, "timestampdiff", "sql_tsi_month",
     "((strftime('%Y', $2) - strftime('%Y', $1)) * 12 + strftime('%m', $2) - "
     "strftime('%m', $1) - (julianday($2) > julianday($1) AND strftime('%d "
     "%H:%M:%f', $2) < strftime('%d %H:%M:%f', $1)) + (julianday($2) < "
     "julianday($1) AND strftime('%d %H:%M:%f', $2) > strftime('%d %H:%M:%f', $1)))"},
    {SHARD_DIALECT_SQLITE, "timestampdiff", "sql_tsi_quarter",
     "(((strftime('%Y', $2) - strftime('%Y', $1)) * 12 + strftime('%m', $2) - "
     "strftime('%m', $1) - (julianday($2) > julianday($1) AND strftime('%d "
     "%H:%M:%f', $2) < strftime('%d %H:%M:%f', $1)) + (julianday($2) < "
     "julianday($1) AND strftime('%d %H:%M:%f', $2) > strftime('%d %H:%M:%f', $1))) "
     "/ 3)"},
    {SHARD_DIALECT_SQLITE, "timestampdiff", "sql_tsi_year",
     "(((strftime('%Y', $2) - strftime('%Y', $1)) * 12 + strftime('%m', $2) - "
     "strftime('%m', $1) - (julianday($2) > julianday($1) AND strftime('%d "
     "%H:%M:%f', $2) < strftime('%d %H:%M:%f', $1)) + (julianday($2) < "
     "julianday($1) AND strftime('%d %H:%M:%f', $2) > strftime('%d %H:%M:%f', $1))) "
     "/ 12)"},
    {SHARD_DIALECT_POSTGRESQL, "timestampadd", "sql_tsi_quarter",
     "CAST($2 AS timestamp) + $1 * INTERVAL '3 months'"},
};
/* clang-format on */

const char *
shard_escape_function(ShardDialect dialect, const char *name, guint n_arguments)
{
    for (gsize i = 0; i < G_N_ELEMENTS(functions); i++)
        if (functions[i].dialect == dialect && functions[i].n_arguments == n_arguments &&
            g_ascii_strcasecmp(functions[i].name, name) == 0)
            return functions[i].text;
    return NULL;
}

const char *
shard_escape_word(ShardDialect dialect, const char *name, const char *word)
{
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        if (words[i].dialect == dialect && g_ascii_strcasecmp(words[i].name, name) == 0 &&
            g_ascii_strcasecmp(words[i].word, word) == 0)
            return words[i].text;
    return NULL;
}
