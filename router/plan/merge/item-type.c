/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/merge/item-type.h"

#include "router/plan/condition/scope.h"

#include <string.h>

const ShardColumnSchema *
shard_item_column(const ShardAnalysis *analysis, const ShardExpr *expr, gint query)
{
    ShardColumnId id;

    if (expr == NULL || expr->kind != SHARD_EXPR_COLUMN || expr->collation != NULL ||
        analysis->schema == NULL || !shard_scope_resolve(analysis, expr, query, &id) ||
        analysis->refs[id.table].table == NULL)
        return NULL;
    const ShardTableSchema *table =
        shard_schema_table(analysis->schema, analysis->refs[id.table].table->name);
    gint number = table == NULL ? -1 : shard_table_schema_column(table, id.column);
    return number < 0 ? NULL : &table->columns[number];
}

static gboolean
is_integer(ShardTypeClass type)
{
    return type == SHARD_TYPE_INTEGER || type == SHARD_TYPE_BIGINT;
}

gboolean
shard_is_aggregate(const ShardExpr *expr, const char *name)
{
    return expr->kind == SHARD_EXPR_AGGREGATE && expr->name != NULL &&
           strcmp(expr->name, name) == 0;
}

/* MariaDB's SUM has 22 digits more than what it adds; the catalog's word tells how many those are
 * of an INT alone. */
static const char *
mysql_sum_name(const ShardColumnSchema *column)
{
    gboolean is_int = column->type_name != NULL && g_str_has_prefix(column->type_name, "int") &&
                      strstr(column->type_name, "unsigned") == NULL;

    return is_int ? "decimal(32,0)" : "numeric";
}

ShardTypeClass
shard_item_type(const ShardAnalysis *analysis, gint query, guint item, const char **out_name)
{
    const ShardExpr *expr = analysis->statement->queries[query].items[item].expr;
    const ShardExpr *inner =
        expr->kind == SHARD_EXPR_AGGREGATE && expr->n_args == 1 ? expr->args[0] : expr;
    const ShardColumnSchema *column = shard_item_column(analysis, inner, query);
    gboolean sum = shard_is_aggregate(expr, "sum"), avg = shard_is_aggregate(expr, "avg");

    if (shard_is_aggregate(expr, "count")) {
        *out_name = "bigint";
        return SHARD_TYPE_BIGINT;
    }
    if (column == NULL)
        return SHARD_TYPE_UNKNOWN;
    *out_name = column->type_name;
    if (expr->kind == SHARD_EXPR_COLUMN)
        return column->type;
    if (shard_is_aggregate(expr, "max") || shard_is_aggregate(expr, "min")) {
        if (column->type == SHARD_TYPE_TEXT && analysis->mode->dialect == SHARD_DIALECT_POSTGRESQL)
            *out_name = "text";
        if (column->type == SHARD_TYPE_DECIMAL &&
            analysis->mode->dialect == SHARD_DIALECT_POSTGRESQL)
            *out_name = "numeric";
        if (column->type == SHARD_TYPE_TIMESTAMP)
            *out_name = "timestamp";
        return column->type;
    }
    gboolean mysql = analysis->mode->dialect == SHARD_DIALECT_MYSQL;
    if (sum && mysql && is_integer(column->type)) {
        *out_name = mysql_sum_name(column);
        return SHARD_TYPE_DECIMAL;
    }
    *out_name = sum && column->type == SHARD_TYPE_INTEGER ? "bigint" : "numeric";
    if (sum && is_integer(column->type))
        return column->type == SHARD_TYPE_INTEGER ? SHARD_TYPE_BIGINT : SHARD_TYPE_DECIMAL;
    /* MariaDB's own AVG has more digits inside than it shows. */
    if ((sum && column->type == SHARD_TYPE_DECIMAL) ||
        (avg && analysis->mode->dialect == SHARD_DIALECT_POSTGRESQL &&
         (is_integer(column->type) || column->type == SHARD_TYPE_DECIMAL)))
        return SHARD_TYPE_DECIMAL;
    return SHARD_TYPE_UNKNOWN;
}
