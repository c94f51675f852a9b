/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/functions.h"

#include <string.h>

#define P 1 /* PostgreSQL */
#define M 2 /* MySQL, MariaDB */
#define S 4 /* SQLite */

#define AGGREGATE SHARD_FUNCTION_AGGREGATE
#define VOLATILE SHARD_FUNCTION_VOLATILE
#define NOW SHARD_FUNCTION_NOW
#define SESSION SHARD_FUNCTION_SESSION
#define LAST SHARD_FUNCTION_LAST_INSERT
#define BEFORE SHARD_FUNCTION_LAST_STATEMENT
#define WINDOW SHARD_FUNCTION_WINDOW_ONLY

/* Sorted by name: searched in halves. */
static const struct {
    const char *name;
    guint dialects;
    guint flags;
} functions[] = {
    {"@", M, SESSION | VOLATILE},
    {"any_value", P | M, AGGREGATE},
    {"approx_count_distinct", M, AGGREGATE},
    {"array_agg", P, AGGREGATE},
    {"avg", P | M | S, AGGREGATE},
    {"benchmark", M, VOLATILE},
    {"bit_and", P | M, AGGREGATE},
    {"bit_or", P | M, AGGREGATE},
    {"bit_xor", P | M, AGGREGATE},
    {"bool_and", P, AGGREGATE},
    {"bool_or", P, AGGREGATE},
    {"changes", S, LAST | SESSION},
    {"clock_timestamp", P, NOW | VOLATILE},
    {"connection_id", M, SESSION},
    {"corr", P, AGGREGATE},
    {"count", P | M | S, AGGREGATE},
    {"covar_pop", P, AGGREGATE},
    {"covar_samp", P, AGGREGATE},
    {"cume_dist", P | M | S, WINDOW},
    {"curdate", P | M | S, NOW},
    {"current_date", P | M | S, NOW},
    {"current_setting", P, SESSION},
    {"current_time", P | M | S, NOW},
    {"current_timestamp", P | M | S, NOW},
    {"currval", P, SESSION | LAST | VOLATILE},
    {"curtime", P | M | S, NOW},
    {"dense_rank", P | M | S, WINDOW},
    {"every", P, AGGREGATE},
    {"first_value", P | M | S, WINDOW},
    {"found_rows", M, BEFORE | SESSION | VOLATILE},
    {"gen_random_uuid", P, VOLATILE},
    {"get_lock", M, SESSION | VOLATILE},
    {"group_concat", M | S, AGGREGATE},
    {"is_free_lock", M, SESSION | VOLATILE},
    {"is_used_lock", M, SESSION | VOLATILE},
    {"json_agg", P, AGGREGATE},
    {"json_arrayagg", M, AGGREGATE},
    {"json_group_array", S, AGGREGATE},
    {"json_group_object", S, AGGREGATE},
    {"json_object_agg", P, AGGREGATE},
    {"json_objectagg", M, AGGREGATE},
    {"jsonb_agg", P, AGGREGATE},
    {"jsonb_object_agg", P, AGGREGATE},
    {"lag", P | M | S, WINDOW},
    {"last_insert_id", M, LAST | SESSION},
    {"last_insert_rowid", S, LAST | SESSION},
    {"last_value", P | M | S, WINDOW},
    {"lastval", P | M, SESSION | LAST | VOLATILE},
    {"lead", P | M | S, WINDOW},
    {"load_extension", S, SESSION | VOLATILE},
    {"localtime", P | M, NOW},
    {"localtimestamp", P | M, NOW},
    {"max", P | M | S, AGGREGATE},
    {"median", M, WINDOW},
    {"min", P | M | S, AGGREGATE},
    {"mode", P, AGGREGATE},
    {"next value for", M, SESSION | VOLATILE},
    {"nextval", P | M, SESSION | VOLATILE},
    {"now", P | M | S, NOW},
    {"nth_value", P | M | S, WINDOW},
    {"ntile", P | M | S, WINDOW},
    {"percent_rank", P | M | S, WINDOW},
    {"percentile_cont", P, AGGREGATE},
    {"percentile_disc", P, AGGREGATE},
    {"pg_advisory_lock", P, SESSION | VOLATILE},
    {"pg_advisory_lock_shared", P, SESSION | VOLATILE},
    {"pg_advisory_unlock", P, SESSION | VOLATILE},
    {"pg_advisory_unlock_all", P, SESSION | VOLATILE},
    {"pg_advisory_unlock_shared", P, SESSION | VOLATILE},
    {"pg_advisory_xact_lock", P, SESSION | VOLATILE},
    {"pg_advisory_xact_lock_shared", P, SESSION | VOLATILE},
    {"pg_backend_pid", P, SESSION},
    {"pg_notify", P, SESSION | VOLATILE},
    {"pg_sleep", P, VOLATILE},
    {"pg_try_advisory_lock", P, SESSION | VOLATILE},
    {"pg_try_advisory_lock_shared", P, SESSION | VOLATILE},
    {"pg_try_advisory_xact_lock", P, SESSION | VOLATILE},
    {"pg_try_advisory_xact_lock_shared", P, SESSION | VOLATILE},
    {"rand", P | M | S, VOLATILE},
    {"random", P | S, VOLATILE},
    {"random_bytes", M, VOLATILE},
    {"randomblob", S, VOLATILE},
    {"range_agg", P, AGGREGATE},
    {"range_intersect_agg", P, AGGREGATE},
    {"rank", P | M | S, WINDOW},
    {"regr_avgx", P, AGGREGATE},
    {"regr_avgy", P, AGGREGATE},
    {"regr_count", P, AGGREGATE},
    {"regr_intercept", P, AGGREGATE},
    {"regr_r2", P, AGGREGATE},
    {"regr_slope", P, AGGREGATE},
    {"regr_sxx", P, AGGREGATE},
    {"regr_sxy", P, AGGREGATE},
    {"regr_syy", P, AGGREGATE},
    {"release_all_locks", M, SESSION | VOLATILE},
    {"release_lock", M, SESSION | VOLATILE},
    {"row_count", M, BEFORE | SESSION | VOLATILE},
    {"row_number", P | M | S, WINDOW},
    {"set_config", P, SESSION | VOLATILE},
    {"setseed", P, SESSION | VOLATILE},
    {"setval", P | M, SESSION | VOLATILE},
    {"sleep", M, VOLATILE},
    {"statement_timestamp", P, NOW},
    {"std", M, AGGREGATE},
    {"stddev", P | M, AGGREGATE},
    {"stddev_pop", P | M, AGGREGATE},
    {"stddev_samp", P | M, AGGREGATE},
    {"string_agg", P | S, AGGREGATE},
    {"sum", P | M | S, AGGREGATE},
    {"sys_guid", M, VOLATILE},
    {"sysdate", M, NOW | VOLATILE},
    {"timeofday", P, NOW | VOLATILE},
    {"total", S, AGGREGATE},
    {"total_changes", S, LAST | SESSION},
    {"transaction_timestamp", P, NOW},
    {"txid_current", P, SESSION | VOLATILE},
    {"unix_timestamp", M, NOW}, /* without an argument; with one it only costs a chance */
    {"utc_date", M, NOW},
    {"utc_time", M, NOW},
    {"utc_timestamp", M, NOW},
    {"uuid", M, VOLATILE},
    {"uuid_generate_v1", P, VOLATILE},
    {"uuid_generate_v1mc", P, VOLATILE},
    {"uuid_generate_v4", P, VOLATILE},
    {"uuid_short", M, VOLATILE},
    {"uuid_v4", M, VOLATILE},
    {"uuid_v7", M, VOLATILE},
    {"uuidv4", P, VOLATILE},
    {"uuidv7", P, VOLATILE},
    {"var_pop", P | M, AGGREGATE},
    {"var_samp", P | M, AGGREGATE},
    {"variance", P | M, AGGREGATE},
    {"xmlagg", P, AGGREGATE},
};

/* Built in, and nothing but a value: of whatever brand, for a user's own function seldom has the
 * name of one. */
static const char plain[] =
    " abs acos adddate addtime age array_length array_position array_to_string ascii asin atan "
    "atan2 bin bit_count bit_length btrim cardinality cast cbrt ceil ceiling char char_length "
    "character_length chr coalesce collation concat concat_ws conv convert convert_tz cos cot "
    "crc32 date date_add date_format date_part date_sub date_trunc datediff datefromparts "
    "datetime day dayname dayofmonth dayofweek dayofyear decode degrees div elt encode exp "
    "extract extractvalue field find_in_set floor format from_base64 from_days from_unixtime "
    "gcd generate_series get_byte glob greatest grouping hex hour if ifnull iif inet_aton "
    "inet_ntoa initcap insert instr isfinite isnull json_array json_array_length "
    "json_build_object json_contains json_extract json_extract_path json_extract_path_text "
    "json_length json_object json_quote json_table json_type json_unquote json_valid "
    "json_value "
    "jsonb_array_length "
    "jsonb_build_object jsonb_exists jsonb_exists_all jsonb_exists_any jsonb_extract_path "
    "jsonb_extract_path_text jsonb_pretty jsonb_typeof julianday justify_days justify_hours "
    "justify_interval lag last_day lcase lead least left length like ln locate log log10 log2 "
    "lower lpad ltrim make_date make_interval make_time make_timestamp makedate maketime md5 "
    "microsecond mid minute mod month monthname nullif num_nonnulls num_nulls numeric_mod nvl "
    "nvl2 oct octet_length ord overlay period_diff pg_typeof pi position pow power printf "
    "quarter quote quote_ident quote_literal radians regexp_match regexp_matches "
    "regexp_replace regexp_split_to_array regexp_substr repeat replace reverse right round "
    "row_to_json rpad rtrim scale sec_to_time second sha1 sha2 sha256 sign sin soundex space "
    "split_part sqrt starts_with str_to_date strcmp strftime string_to_array strpos subdate "
    "substr substring substring_index subtime tan time time_format time_to_sec timediff "
    "timestamp timestampadd timestampdiff timezone to_ascii to_base64 to_char to_date to_days "
    "to_hex to_json to_jsonb to_number to_timestamp translate trim trunc truncate typeof ucase "
    "unhex unicode unnest upper week weekday weekofyear weight_string width_bucket year "
    "yearweek zeroblob ";

gboolean
shard_function_is_plain(const char *name)
{
    g_autofree char *lower = g_ascii_strdown(name, -1);
    g_autofree char *word = g_strdup_printf(" %s ", lower);

    return strstr(plain, word) != NULL;
}

guint
shard_function_flags(ShardDialect dialect, const char *name)
{
    guint bit = dialect == SHARD_DIALECT_MYSQL ? M : dialect == SHARD_DIALECT_SQLITE ? S : P;
    guint low = 0;
    guint high = G_N_ELEMENTS(functions);

    while (low < high) {
        guint middle = (low + high) / 2;
        if (g_ascii_strcasecmp(functions[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < G_N_ELEMENTS(functions) && g_ascii_strcasecmp(functions[low].name, name) == 0;
         low++)
        if ((functions[low].dialects & bit) != 0)
            return functions[low].flags;
    return 0;
}
