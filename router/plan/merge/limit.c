/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * limit.c - LIMIT n OFFSET m: each node is asked for n + m rows, the merge skips m.
 */
#include "router/plan/merge/private.h"
#include "router/plan/condition/expr.h"
#include "router/plan/condition/operand.h"

#include <string.h>

static const ShardUnitParam limit_param = {.marker = SHARD_PARAM_LIMIT};
static const ShardUnitParam offset_param = {.marker = SHARD_PARAM_OFFSET};

typedef struct {
    gboolean known; /* else a marker without a value yet */
    gboolean none;  /* no limit: NULL, or SQLite's negative */
    guint64 value;
    gboolean is_marker;
} Bound;

static gboolean
parse_unsigned(const ShardValue *value, guint64 *out)
{
    g_autofree char *text = g_strndup(value->text.data, value->text.size);
    char *end = NULL;

    if (value->text.size == 0 || !g_ascii_isdigit(text[0]))
        return FALSE;
    *out = g_ascii_strtoull(text, &end, 10);
    return *end == '\0';
}

static gboolean
read_number(Maker *self, const ShardValue *value, Bound *out)
{
    switch (value->kind) {
    case SHARD_VALUE_NULL:
        out->none = TRUE;
        return TRUE;
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
        if (value->i < 0 && self->dialect != SHARD_DIALECT_SQLITE)
            return maker_refuse_but(self, "a negative LIMIT or OFFSET", "leave it out");
        out->none = value->i < 0;
        out->value = value->i < 0 ? 0 : (guint64) value->i;
        return TRUE;
    case SHARD_VALUE_UNSIGNED:
        out->value = value->u;
        return TRUE;
    case SHARD_VALUE_BIG_INTEGER:
    case SHARD_VALUE_STRING:
        if (parse_unsigned(value, &out->value))
            return TRUE;
        break;
    default:
        break;
    }
    return maker_refuse(self, "a LIMIT or OFFSET that isn't an integer");
}

static gboolean
read_bound(Maker *self, const ShardExpr *expr, Bound *out)
{
    *out = (Bound){.known = TRUE, .none = TRUE};
    if (expr == NULL)
        return TRUE;
    gboolean plain = expr->kind == SHARD_EXPR_LITERAL || expr->kind == SHARD_EXPR_MARKER;
    /* The grammar reads LIMIT a, b the other way round: where a ends isn't known. */
    if (!shard_operand_is_constant(expr) || (!plain && self->query->limit.comma))
        return maker_refuse(self, "an expression as LIMIT or OFFSET");
    out->none = FALSE;
    out->is_marker = shard_expr_has_kind(expr, SHARD_EXPR_MARKER);
    ShardValue value = shard_operand_value(expr, self->in->constants);
    if (value.kind != SHARD_VALUE_UNKNOWN)
        return read_number(self, &value, out);
    out->known = FALSE;
    if (out->is_marker && (expr->kind == SHARD_EXPR_MARKER || self->in->constants->values == NULL))
        return TRUE;
    return maker_refuse(self, "a LIMIT or OFFSET whose value isn't known");
}

/* FETCH FIRST ROW ONLY writes no number and means 1. */
static gboolean
read_count(Maker *self, Bound *out)
{
    const ShardLimit *limit = &self->query->limit;

    if (!limit->count_one)
        return read_bound(self, limit->count, out);
    *out = (Bound){.known = TRUE, .value = 1};
    return TRUE;
}

static gboolean
is_zero(const Bound *count)
{
    return count->known && !count->none && count->value == 0;
}

/* Only MySQL's limits have 64 bits without a sign. */
static guint64
add_saturated(const Maker *self, guint64 a, guint64 b)
{
    guint64 most = self->dialect == SHARD_DIALECT_MYSQL ? G_MAXUINT64 : (guint64) G_MAXINT64;

    return a > most - MIN(b, most) ? most : a + b;
}

/* Is it written OFFSET n ROWS, FETCH NEXT n ROWS ONLY?  There PostgreSQL takes what psqlodbc makes
 * of a marker that isn't prepared, '2'::int8, in brackets only. */
static gboolean
wants_brackets(const Maker *self)
{
    const ShardLimit *limit = &self->query->limit;

    if (self->dialect != SHARD_DIALECT_POSTGRESQL)
        return FALSE;
    for (guint i = limit->first_token; i <= limit->last_token; i++)
        if (shard_token_is(self->tokens, i, "row") || shard_token_is(self->tokens, i, "rows"))
            return TRUE;
    return FALSE;
}

/* A number as a piece of the text; as a marker when it differs from execute to execute. */
typedef struct {
    ShardPiece pieces[3];
    guint n;
} Number;

static Number
make_number(Maker *self, const ShardUnitParam *param, guint64 value)
{
    ShardPiece marker = {.text = "?", .param = param};

    if (param != NULL && wants_brackets(self))
        return (Number){{SHARD_PIECE_TEXT("("), marker, SHARD_PIECE_TEXT(")")}, 3};
    if (param != NULL)
        return (Number){{marker}, 1};
    g_autofree char *digits = g_strdup_printf("%" G_GUINT64_FORMAT, value);
    return (Number){{SHARD_PIECE_TEXT(shard_arena_strndup(self->arena, digits, -1))}, 1};
}

/* Writes a number where expr stands, brackets of it included; param NULL: the value itself. */
static void
replace_bound(Maker *self, const ShardExpr *expr, const ShardUnitParam *param, guint64 value)
{
    const ShardToken *tokens = self->tokens->tokens;
    Number number = make_number(self, param, value);
    guint depth = tokens[self->query->limit.first_token].depth;
    guint first = expr->first_token, last = expr->last_token;

    while (first > self->query->limit.first_token && tokens[first].depth > depth)
        first--;
    while (last < self->query->limit.last_token && tokens[last].depth > depth)
        last++;
    maker_change(self, SHARD_CHANGE_REPLACE, first, last, number.pieces, number.n);
}

static void
insert_count(Maker *self, const ShardUnitParam *param, guint64 value)
{
    const ShardLimit *limit = &self->query->limit;
    Number number = make_number(self, param, value);
    ShardPiece pieces[G_N_ELEMENTS(number.pieces) + 1] = {SHARD_PIECE_TEXT(" ")};
    guint token = limit->first_token;

    while (token < limit->last_token && !shard_token_is(self->tokens, token, "first") &&
           !shard_token_is(self->tokens, token, "next"))
        token++;
    memcpy(pieces + 1, number.pieces, number.n * sizeof *pieces);
    maker_change(self, SHARD_CHANGE_INSERT, token, token, pieces, number.n + 1);
}

/* What is replaced depends on the text alone, so that the units' texts are the same at every
 * execute.  Of nothing nothing need be skipped. */
static void
widen(Maker *self, const Bound *count, const Bound *offset, ShardMergePlan *plan)
{
    const ShardLimit *limit = &self->query->limit;
    guint64 both = is_zero(count) ? 0 : add_saturated(self, count->value, offset->value);

    plan->limit_known = count->known && offset->known;
    plan->limit_is_null = count->none;
    plan->limit_value = (gint64) MIN(both, (guint64) G_MAXINT64);
    if (limit->offset == NULL)
        return;
    if (limit->count_one)
        insert_count(self, offset->is_marker ? &limit_param : NULL, both);
    else if (limit->count != NULL && (count->is_marker || !count->none))
        replace_bound(self, limit->count,
                      count->is_marker || offset->is_marker ? &limit_param : NULL, both);
    replace_bound(self, limit->offset, offset->is_marker ? &offset_param : NULL, 0);
}

/* No row is asked for, whatever becomes of rows: MariaDB describes a result otherwise that it
 * needn't make. */
static gboolean
is_written_zero(const Bound *count)
{
    return is_zero(count) && !count->is_marker;
}

gboolean
maker_limit(Maker *self, LimitMode mode, ShardMergePlan *plan)
{
    const ShardLimit *limit = &self->query->limit;
    Bound count, offset;

    if (!limit->present)
        return TRUE;
    if (!read_count(self, &count) || !read_bound(self, limit->offset, &offset))
        return FALSE;
    self->spec->has_limit = !count.none;
    self->spec->limit = count.known ? count.value : G_MAXUINT64;
    self->spec->offset = offset.none ? 0 : offset.value;
    self->spec->with_ties = limit->with_ties;
    if (mode == LIMIT_PUSH)
        widen(self, &count, &offset, plan);
    else if (!is_written_zero(&count))
        maker_change(self, SHARD_CHANGE_DELETE, limit->first_token, limit->last_token, NULL, 0);
    return TRUE;
}
