/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gather-literal.c - how a column's value comes: as a text that is written into the statement.
 *
 * PostgreSQL and SQLite give literals.  MariaDB's rows become one JSON document, since only the
 * columns of a JSON_TABLE have just the types that are said; it gives its pieces in hexadecimal
 * digits.  An empty text stands for a value that would be another one when it is read again.
 */
#include "router/plan/steps/gather-private.h"

#include <string.h>

/* Before it there was no JSON_TABLE. */
#define MARIADB_WITH_JSON_TABLE 100600u
/* Twice as many digits must fit into a VARCHAR. */
#define MOST_VARBINARY 32000

/* What is NULL because it is too long is no NULL. */
#define HEX_OF(text) "COALESCE(HEX(" text "), IF(%s IS NULL, NULL, ''))"
#define QUOTED(text) HEX_OF("CONCAT('\"', " text ", '\"')")

/* Without a month or day sql_mode may forbid it. */
#define DATE_LITERAL "IF(MONTH(%s) * DAYOFMONTH(%s) = 0 AND %s + 0 <> 0, '', " QUOTED("%s") ")"
/* An hour in autumn comes twice. */
#define TIMESTAMP_LITERAL                                                                          \
    "IF(UNIX_TIMESTAMP(CAST(%s AS DATETIME(6))) <> UNIX_TIMESTAMP(%s), '', " QUOTED("%s") ")"

/* A longtext of this collation may be what JSON stands for: then JSON_OBJECT and the like don't
 * quote it. */
static gboolean
may_be_json(const ShardColumnSchema *column)
{
    return g_strcmp0(column->type_name, "longtext") == 0 &&
           g_strcmp0(column->collation.name, "utf8mb4_bin") == 0;
}

static const char *
mysql_literal(const ShardColumnSchema *column)
{
    const char *type = column->type_name == NULL ? "" : column->type_name;

    switch (column->type) {
    case SHARD_TYPE_INTEGER:
    case SHARD_TYPE_BIGINT:
    case SHARD_TYPE_UNSIGNED:
    case SHARD_TYPE_DECIMAL:
    case SHARD_TYPE_DOUBLE:
    case SHARD_TYPE_TIME:
        return QUOTED("%s");
    case SHARD_TYPE_FLOAT: /* its own text has six digits */
        return QUOTED("CAST(%s AS DOUBLE)");
    case SHARD_TYPE_CHAR:
    case SHARD_TYPE_TEXT:
        return may_be_json(column) ? NULL : HEX_OF("JSON_QUOTE(CONVERT(%s USING utf8mb4))");
    case SHARD_TYPE_BYTES:
        return g_str_has_prefix(type, "varbinary") && column->length <= MOST_VARBINARY
                   ? QUOTED("HEX(%s)")
                   : NULL;
    case SHARD_TYPE_DATE:
        return DATE_LITERAL;
    case SHARD_TYPE_TIMESTAMP:
        return g_str_has_prefix(type, "timestamp") ? TIMESTAMP_LITERAL : DATE_LITERAL;
    default: /* BIT, ENUM, SET and the like: no JSON_TABLE makes them */
        return NULL;
    }
}

/* SQLite's quote() ends a text at its first NUL byte, and has no literal for an infinite number. */
#define SQLITE_LITERAL                                                                             \
    "CASE WHEN typeof(%s) = 'text' AND instr(CAST(%s AS BLOB), x'00') > 0 "                        \
    "THEN 'CAST(x''' || hex(%s) || ''' AS TEXT)' "                                                 \
    "WHEN typeof(%s) = 'real' AND %s * 0 IS NULL "                                                 \
    "THEN CASE WHEN %s > 0 THEN '9e999' ELSE '-9e999' END ELSE quote(%s) END"

const char *
shard_gather_literal(const ShardGatherer *self, const ShardColumnSchema *column)
{
    const ShardSqlMode *mode = &self->prepared->mode;

    if (mode->dialect == SHARD_DIALECT_POSTGRESQL)
        return column->type_name == NULL ? NULL : "quote_literal(CAST(%s AS text))";
    if (mode->dialect == SHARD_DIALECT_SQLITE)
        return SQLITE_LITERAL;
    if (mode->server_version != 0 && mode->server_version < MARIADB_WITH_JSON_TABLE)
        return NULL;
    return mysql_literal(column);
}
