/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * instant.c - points in time that a session shows in its own time zone.
 *
 * PostgreSQL's timestamptz and MariaDB's TIMESTAMP come as local time, which an hour in autumn has
 * twice.  They compare by a hidden column in UTC.
 */
#include "router/plan/merge/private.h"

#include <string.h>

static gboolean is_zoned(const Maker *self, const ShardExpr *expr);

static gboolean
is_zoned_column(const Maker *self, const ShardExpr *expr)
{
    const ShardColumnSchema *column = maker_column(self, expr);

    if (column == NULL)
        return FALSE;
    if (self->dialect == SHARD_DIALECT_POSTGRESQL)
        return column->type == SHARD_TYPE_OFFSET_TIMESTAMP;
    return self->dialect == SHARD_DIALECT_MYSQL && column->type_name != NULL &&
           g_ascii_strncasecmp(column->type_name, "timestamp", strlen("timestamp")) == 0;
}

static gboolean
is_zoned_call(const Maker *self, const ShardExpr *expr)
{
    static const char *const of_second[] = {"date_trunc", "date_bin"};
    static const char *const of_any[] = {"greatest", "least"};

    for (gsize i = 0; i < G_N_ELEMENTS(of_second); i++) {
        if (g_strcmp0(expr->name, of_second[i]) == 0)
            return expr->n_args >= 2 && is_zoned(self, expr->args[1]);
    }
    if (g_strcmp0(expr->name, "nullif") == 0)
        return expr->n_args > 0 && is_zoned(self, expr->args[0]);
    if (expr->kind != SHARD_EXPR_COALESCE && g_strcmp0(expr->name, of_any[0]) != 0 &&
        g_strcmp0(expr->name, of_any[1]) != 0)
        return FALSE;
    for (guint i = 0; i < expr->n_args; i++) {
        if (is_zoned(self, expr->args[i]))
            return TRUE;
    }
    return FALSE;
}

/* tz + interval, interval + tz, tz - interval; what two times leave is an interval. */
static gboolean
is_zoned_sum(const Maker *self, const ShardExpr *expr)
{
    if (expr->n_args != 2)
        return FALSE;
    gboolean left = is_zoned(self, expr->args[0]);
    gboolean right = is_zoned(self, expr->args[1]);
    if (strcmp(expr->name, "+") == 0)
        return left != right;
    return strcmp(expr->name, "-") == 0 && left && expr->args[1]->kind != SHARD_EXPR_COLUMN &&
           !right;
}

static gboolean
is_zoned_case(const Maker *self, const ShardExpr *expr)
{
    for (guint i = 2; i < expr->n_args; i += 2) {
        if (expr->args[i] != NULL && is_zoned(self, expr->args[i]))
            return TRUE;
    }
    return expr->n_args > 0 && expr->n_args % 2 == 0 && expr->args[expr->n_args - 1] != NULL &&
           is_zoned(self, expr->args[expr->n_args - 1]);
}

static gboolean
is_zoned(const Maker *self, const ShardExpr *expr)
{
    if (expr == NULL || self->dialect == SHARD_DIALECT_SQLITE)
        return FALSE;
    if (expr->kind == SHARD_EXPR_COLUMN)
        return is_zoned_column(self, expr);
    if (self->dialect != SHARD_DIALECT_POSTGRESQL)
        return FALSE;
    switch (expr->kind) {
    case SHARD_EXPR_CAST:
        return g_strcmp0(expr->name, "timestamptz") == 0;
    case SHARD_EXPR_OPERATOR:
        return is_zoned_sum(self, expr);
    case SHARD_EXPR_FUNCTION:
    case SHARD_EXPR_COALESCE:
        return is_zoned_call(self, expr);
    case SHARD_EXPR_CASE:
        return is_zoned_case(self, expr);
    default:
        return FALSE;
    }
}

gboolean
maker_is_zoned(const Maker *self, const ShardExpr *expr)
{
    return is_zoned(self, expr) && !shard_operand_is_constant(expr);
}

gboolean
maker_add_instant(Maker *self, const ShardPiece *pieces, guint n_pieces, ShardCompare *compare)
{
    gboolean postgresql = self->dialect == SHARD_DIALECT_POSTGRESQL;
    const ShardPiece head = SHARD_PIECE_TEXT(postgresql ? "(" : "UNIX_TIMESTAMP(");
    const ShardPiece tail = SHARD_PIECE_TEXT(postgresql ? ") AT TIME ZONE 'UTC'" : ")");
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(ShardPiece));

    if (self->no_hidden)
        return maker_refuse(self, "a time in the session's zone here");
    g_array_append_val(all, head);
    g_array_append_vals(all, pieces, n_pieces);
    g_array_append_val(all, tail);
    compare->weight = maker_hide(self, (const ShardPiece *) all->data, all->len);
    compare->by_weight = TRUE;
    return TRUE;
}
