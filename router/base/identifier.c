/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/base/identifier.h"

#include <stdlib.h>
#include <string.h>

/* PostgreSQL cuts longer names off. */
#define POSTGRESQL_NAME_BYTES 63

typedef struct {
    ShardDialect dialect;
    const char *name;
    char quote;
} DialectEntry;

static const DialectEntry dialects[] = {
    {SHARD_DIALECT_POSTGRESQL, "postgresql", '"'},
    {SHARD_DIALECT_MYSQL, "mysql", '`'},
    {SHARD_DIALECT_SQLITE, "sqlite", '"'},
};

/* Words that at least one of the brands doesn't take as a bare name.  One list for all: quoting a
 * name needlessly is harmless.  Sorted for bsearch. */
static const char *const reserved_words[] = {
    "abort",
    "accessible",
    "action",
    "add",
    "after",
    "all",
    "alter",
    "always",
    "analyse",
    "analyze",
    "and",
    "any",
    "array",
    "as",
    "asc",
    "asensitive",
    "asymmetric",
    "attach",
    "authorization",
    "autoincrement",
    "before",
    "begin",
    "between",
    "bigint",
    "binary",
    "blob",
    "both",
    "by",
    "call",
    "cascade",
    "case",
    "cast",
    "change",
    "char",
    "character",
    "check",
    "collate",
    "collation",
    "column",
    "commit",
    "concurrently",
    "condition",
    "conflict",
    "constraint",
    "continue",
    "convert",
    "create",
    "cross",
    "cube",
    "cume_dist",
    "current",
    "current_catalog",
    "current_date",
    "current_role",
    "current_schema",
    "current_time",
    "current_timestamp",
    "current_user",
    "cursor",
    "database",
    "databases",
    "day_hour",
    "day_microsecond",
    "day_minute",
    "day_second",
    "dec",
    "decimal",
    "declare",
    "default",
    "deferrable",
    "deferred",
    "delayed",
    "delete",
    "dense_rank",
    "desc",
    "describe",
    "detach",
    "deterministic",
    "distinct",
    "distinctrow",
    "div",
    "do",
    "do_domain_ids",
    "double",
    "drop",
    "dual",
    "each",
    "else",
    "elseif",
    "empty",
    "enclosed",
    "end",
    "escape",
    "escaped",
    "except",
    "exclude",
    "exclusive",
    "exists",
    "exit",
    "explain",
    "fail",
    "false",
    "fetch",
    "filter",
    "first",
    "first_value",
    "float",
    "float4",
    "float8",
    "following",
    "for",
    "force",
    "foreign",
    "freeze",
    "from",
    "full",
    "fulltext",
    "function",
    "general",
    "generated",
    "get",
    "glob",
    "grant",
    "group",
    "grouping",
    "groups",
    "having",
    "high_priority",
    "hour_microsecond",
    "hour_minute",
    "hour_second",
    "if",
    "ignore",
    "ignore_domain_ids",
    "ignore_server_ids",
    "ilike",
    "immediate",
    "in",
    "index",
    "indexed",
    "infile",
    "initially",
    "inner",
    "inout",
    "insensitive",
    "insert",
    "instead",
    "int",
    "int1",
    "int2",
    "int3",
    "int4",
    "int8",
    "integer",
    "intersect",
    "interval",
    "into",
    "io_after_gtids",
    "io_before_gtids",
    "is",
    "isnull",
    "iterate",
    "join",
    "json_table",
    "key",
    "keys",
    "kill",
    "lag",
    "last",
    "last_value",
    "lateral",
    "lead",
    "leading",
    "leave",
    "left",
    "like",
    "limit",
    "linear",
    "lines",
    "load",
    "localtime",
    "localtimestamp",
    "lock",
    "long",
    "longblob",
    "longtext",
    "loop",
    "low_priority",
    "master_bind",
    "master_heartbeat_period",
    "master_ssl_verify_server_cert",
    "match",
    "materialized",
    "maxvalue",
    "mediumblob",
    "mediumint",
    "mediumtext",
    "middleint",
    "minute_microsecond",
    "minute_second",
    "mod",
    "modifies",
    "natural",
    "no",
    "no_write_to_binlog",
    "not",
    "nothing",
    "notnull",
    "nth_value",
    "ntile",
    "null",
    "nulls",
    "numeric",
    "of",
    "offset",
    "on",
    "only",
    "optimize",
    "optimizer_costs",
    "option",
    "optionally",
    "or",
    "order",
    "others",
    "out",
    "outer",
    "outfile",
    "over",
    "overlaps",
    "page_checksum",
    "parse_vcol_expr",
    "partition",
    "percent_rank",
    "placing",
    "plan",
    "portion",
    "pragma",
    "preceding",
    "precision",
    "primary",
    "procedure",
    "purge",
    "query",
    "raise",
    "range",
    "rank",
    "read",
    "read_write",
    "reads",
    "real",
    "recursive",
    "ref_system_id",
    "references",
    "regexp",
    "reindex",
    "release",
    "rename",
    "repeat",
    "replace",
    "require",
    "resignal",
    "restrict",
    "return",
    "returning",
    "revoke",
    "right",
    "rlike",
    "rollback",
    "row",
    "row_number",
    "rows",
    "savepoint",
    "schema",
    "schemas",
    "second_microsecond",
    "select",
    "sensitive",
    "separator",
    "session_user",
    "set",
    "show",
    "signal",
    "similar",
    "slow",
    "smallint",
    "some",
    "spatial",
    "specific",
    "sql",
    "sql_big_result",
    "sql_calc_found_rows",
    "sql_small_result",
    "sqlexception",
    "sqlstate",
    "sqlwarning",
    "ssl",
    "starting",
    "stats_auto_recalc",
    "stats_persistent",
    "stats_sample_pages",
    "stored",
    "straight_join",
    "symmetric",
    "system",
    "table",
    "tablesample",
    "temp",
    "temporary",
    "terminated",
    "then",
    "ties",
    "tinyblob",
    "tinyint",
    "tinytext",
    "to",
    "trailing",
    "transaction",
    "trigger",
    "true",
    "unbounded",
    "undo",
    "union",
    "unique",
    "unlock",
    "unsigned",
    "update",
    "usage",
    "use",
    "user",
    "using",
    "utc_date",
    "utc_time",
    "utc_timestamp",
    "vacuum",
    "values",
    "varbinary",
    "varchar",
    "varcharacter",
    "variadic",
    "varying",
    "verbose",
    "view",
    "virtual",
    "when",
    "where",
    "while",
    "window",
    "with",
    "without",
    "write",
    "xor",
    "year_month",
    "zerofill",
};

ShardDialect
shard_dialect_parse(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(dialects); i++)
        if (g_ascii_strcasecmp(dialects[i].name, name) == 0)
            return dialects[i].dialect;
    return SHARD_DIALECT_UNKNOWN;
}

const char *
shard_dialect_name(ShardDialect dialect)
{
    for (guint i = 0; i < G_N_ELEMENTS(dialects); i++)
        if (dialects[i].dialect == dialect)
            return dialects[i].name;
    return "unknown";
}

char
shard_dialect_quote(ShardDialect dialect)
{
    return dialect == SHARD_DIALECT_MYSQL ? '`' : '"';
}

/* The longest prefix of at most limit bytes that ends between two characters. */
static gsize
clip_utf8(const char *text, gsize size, gsize limit)
{
    if (size <= limit)
        return size;
    gsize end = limit;
    while (end > 0 && ((guchar) text[end] & 0xC0) == 0x80)
        end--;
    return end;
}

static char *
unquote(const char *token, gsize size)
{
    char close = *token == '[' ? ']' : *token;
    gsize end = size > 1 && token[size - 1] == close ? size - 1 : size;
    GString *name = g_string_sized_new(size);

    for (gsize i = 1; i < end; i++) {
        g_string_append_c(name, token[i]);
        /* A bracket has no escape in SQLite; the others are doubled. */
        if (token[i] == close && close != ']' && i + 1 < end && token[i + 1] == close)
            i++;
    }
    return g_string_free(name, FALSE);
}

char *
shard_identifier_from_token(ShardDialect dialect, const char *token, gsize size,
                            gboolean *out_quoted)
{
    gboolean quoted = size > 0 && strchr("\"`[", *token) != NULL && *token != '\0';
    char *name = quoted ? unquote(token, size) : g_strndup(token, size);

    if (out_quoted != NULL)
        *out_quoted = quoted;
    if (dialect != SHARD_DIALECT_POSTGRESQL)
        return name;
    for (char *at = name; !quoted && *at != '\0'; at++)
        *at = g_ascii_tolower(*at);
    name[clip_utf8(name, strlen(name), POSTGRESQL_NAME_BYTES)] = '\0';
    return name;
}

static void
append_quoted(GString *out, const char *name, char open)
{
    char close = open == '[' ? ']' : open;

    g_string_append_c(out, open);
    for (; *name != '\0'; name++) {
        if (*name == close)
            g_string_append_c(out, close);
        g_string_append_c(out, *name);
    }
    g_string_append_c(out, close);
}

void
shard_identifier_quote(GString *out, ShardDialect dialect, const char *name)
{
    append_quoted(out, name, shard_dialect_quote(dialect));
}

static int
compare_word(const void *key, const void *element)
{
    return g_ascii_strcasecmp(key, *(const char *const *) element);
}

static gboolean
reads_back_bare(ShardDialect dialect, const char *name)
{
    if (!g_ascii_isalpha(*name) && *name != '_')
        return FALSE;
    for (const char *at = name; *at != '\0'; at++) {
        if (!g_ascii_isalnum(*at) && *at != '_')
            return FALSE;
        if (dialect == SHARD_DIALECT_POSTGRESQL && g_ascii_isupper(*at))
            return FALSE;
    }
    return bsearch(name, reserved_words, G_N_ELEMENTS(reserved_words), sizeof *reserved_words,
                   compare_word) == NULL;
}

void
shard_identifier_append(GString *out, ShardDialect dialect, const char *name, char quote)
{
    /* SQLite can't write a closing bracket inside brackets. */
    if (quote == '[' && strchr(name, ']') != NULL)
        quote = '"';
    if (quote != 0)
        append_quoted(out, name, quote);
    else if (reads_back_bare(dialect, name))
        g_string_append(out, name);
    else
        append_quoted(out, name, shard_dialect_quote(dialect));
}

gboolean
shard_identifier_equal_fold(const char *a, const char *b)
{
    return g_ascii_strcasecmp(a, b) == 0;
}

char *
shard_object_name_fold(const char *object, const char *actual, const char *logical,
                       gboolean has_ending)
{
    static const char sqlite[] = "sqlite_autoindex_"; /* of a constraint without a name */
    gsize size = strlen(object);
    gsize actual_size = strlen(actual);

    if (g_str_has_prefix(object, sqlite)) {
        g_autofree char *rest =
            shard_object_name_fold(object + strlen(sqlite), actual, logical, has_ending);
        return g_strconcat(sqlite, rest, NULL);
    }
    if (has_ending && size > actual_size + 1 && object[size - actual_size - 1] == '_' &&
        strcmp(object + size - actual_size, actual) == 0)
        return g_strndup(object, size - actual_size - 1);
    if (size <= actual_size || strncmp(object, actual, actual_size) != 0 ||
        object[actual_size] != '_')
        return g_strdup(object);
    return g_strconcat(logical, object + actual_size, NULL);
}
