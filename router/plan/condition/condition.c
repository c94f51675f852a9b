/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/condition/private.h"

#include <string.h>

typedef struct {
    ShardKeyOf key_of;
    const void *data;
    ShardArena *arena;
} Compiler;

static ShardCondition *compile(const Compiler *self, const ShardExpr *expr, gboolean negate);

static ShardCondition *
make(const Compiler *self, ConditionKind kind)
{
    ShardCondition *condition = shard_arena_new0(self->arena, ShardCondition);
    condition->kind = kind;
    return condition;
}

static ShardCondition *
make_list(const Compiler *self, ConditionKind kind, ShardCondition *const *args, guint n_args)
{
    ShardCondition *condition = make(self, kind);
    condition->args = shard_arena_memdup(self->arena, args, sizeof *args * n_args);
    condition->n_args = n_args;
    return condition;
}

static ShardCondition *
make_pair(const Compiler *self, ConditionKind kind, ShardCondition *a, ShardCondition *b)
{
    ShardCondition *const args[] = {a, b};
    return make_list(self, kind, args, 2);
}

/* ---- comparison ---- */

static const struct {
    const char *name;
    Op op;
} operators[] = {{"=", OP_EQUAL},       {"<>", OP_NOT_EQUAL}, {"<", OP_LESS},
                 {"<=", OP_LESS_EQUAL}, {">", OP_GREATER},    {">=", OP_GREATER_EQUAL},
                 {"<=>", OP_EQUAL}};

static const Op mirrored[] = {[OP_EQUAL] = OP_EQUAL,  [OP_NOT_EQUAL] = OP_NOT_EQUAL,
                              [OP_LESS] = OP_GREATER, [OP_LESS_EQUAL] = OP_GREATER_EQUAL,
                              [OP_GREATER] = OP_LESS, [OP_GREATER_EQUAL] = OP_LESS_EQUAL};

static const Op inverted[] = {
    [OP_EQUAL] = OP_NOT_EQUAL,    [OP_NOT_EQUAL] = OP_EQUAL,    [OP_LESS] = OP_GREATER_EQUAL,
    [OP_LESS_EQUAL] = OP_GREATER, [OP_GREATER] = OP_LESS_EQUAL, [OP_GREATER_EQUAL] = OP_LESS};

static gboolean
find_operator(const char *name, Op *out_op)
{
    for (guint i = 0; name != NULL && i < G_N_ELEMENTS(operators); i++) {
        if (strcmp(operators[i].name, name) == 0) {
            *out_op = operators[i].op;
            return TRUE;
        }
    }
    return FALSE;
}

static gint
key_of(const Compiler *self, const ShardExpr *expr)
{
    if (expr == NULL || expr->kind != SHARD_EXPR_COLUMN || expr->collation != NULL)
        return -1;
    return self->key_of(expr, self->data);
}

static ShardCondition *
compare_key(const Compiler *self, guint key, Op op, const ShardExpr *operand)
{
    ShardCondition *condition = make(self, CONDITION_COMPARE);

    condition->key = key;
    condition->op = op;
    condition->operands = shard_arena_memdup(self->arena, &operand, sizeof operand);
    condition->n_operands = 1;
    return condition;
}

/* One scalar compared with another. */
static ShardCondition *
compile_pair(const Compiler *self, const ShardExpr *left, Op op, const ShardExpr *right)
{
    gint key = key_of(self, left);
    if (key >= 0 && shard_operand_is_constant(right))
        return compare_key(self, (guint) key, op, right);
    key = key_of(self, right);
    if (key >= 0 && shard_operand_is_constant(left))
        return compare_key(self, (guint) key, mirrored[op], left);
    if (!shard_operand_is_constant(left) || !shard_operand_is_constant(right))
        return make(self, CONDITION_ALL);
    const ShardExpr *const operands[] = {left, right};
    ShardCondition *condition = make(self, CONDITION_CONSTANTS);
    condition->op = op;
    condition->operands = shard_arena_memdup(self->arena, operands, sizeof operands);
    condition->n_operands = 2;
    return condition;
}

static gboolean
is_row(const ShardExpr *expr)
{
    return expr != NULL && expr->kind == SHARD_EXPR_ROW;
}

/* (a, b) = (1, 2) is an AND of its parts. */
static ShardCondition *
compile_rows(const Compiler *self, const ShardExpr *left, const ShardExpr *right)
{
    if (!is_row(left) || !is_row(right) || left->n_args != right->n_args)
        return make(self, CONDITION_ALL);
    g_autoptr(GPtrArray) parts = g_ptr_array_new();
    for (guint i = 0; i < left->n_args; i++)
        g_ptr_array_add(parts, compile_pair(self, left->args[i], OP_EQUAL, right->args[i]));
    return make_list(self, CONDITION_AND, (ShardCondition **) parts->pdata, parts->len);
}

static ShardCondition *
compile_compare(const Compiler *self, const ShardExpr *expr, gboolean negate)
{
    Op op;

    if (expr->n_args != 2 || !find_operator(expr->name, &op))
        return make(self, CONDITION_ALL);
    if (is_row(expr->args[0]) || is_row(expr->args[1])) {
        if (op != OP_EQUAL || negate)
            return make(self, CONDITION_ALL);
        return compile_rows(self, expr->args[0], expr->args[1]);
    }
    gboolean null_safe = strcmp(expr->name, "<=>") == 0;
    if (null_safe && negate)
        return make(self, CONDITION_ALL);
    ShardCondition *condition =
        compile_pair(self, expr->args[0], negate ? inverted[op] : op, expr->args[1]);
    condition->null_safe = null_safe;
    return condition;
}

/* ---- lists ---- */

static ShardCondition *
compile_row_list(const Compiler *self, const ShardExpr *expr)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new();

    for (guint i = 1; i < expr->n_args; i++)
        g_ptr_array_add(rows, compile_rows(self, expr->args[0], expr->args[i]));
    return make_list(self, CONDITION_OR, (ShardCondition **) rows->pdata, rows->len);
}

/* 5 IN (k, 7): the constant equals one of them. */
static ShardCondition *
compile_reversed_list(const Compiler *self, const ShardExpr *expr)
{
    g_autoptr(GPtrArray) parts = g_ptr_array_new();

    for (guint i = 1; i < expr->n_args; i++)
        g_ptr_array_add(parts, compile_pair(self, expr->args[0], OP_EQUAL, expr->args[i]));
    return make_list(self, CONDITION_OR, (ShardCondition **) parts->pdata, parts->len);
}

static ShardCondition *
make_in(const Compiler *self, gint key, ShardExpr *const *operands, guint n_operands,
        gboolean negated)
{
    /* One element that isn't known makes the whole list unknown. */
    for (guint i = 0; i < n_operands; i++) {
        if (!shard_operand_is_constant(operands[i]))
            return make(self, CONDITION_ALL);
    }
    ShardCondition *condition = make(self, negated ? CONDITION_NOT_IN : CONDITION_IN);
    condition->key = (guint) key;
    condition->operands = (const ShardExpr *const *) shard_arena_memdup(
        self->arena, operands, sizeof *operands * n_operands);
    condition->n_operands = n_operands;
    return condition;
}

static ShardCondition *
compile_in(const Compiler *self, const ShardExpr *expr, gboolean negate)
{
    gboolean negated = expr->negated != negate;

    if (expr->n_args < 1)
        return make(self, CONDITION_ALL);
    gint key = key_of(self, expr->args[0]);
    if (key >= 0)
        return make_in(self, key, expr->args + 1, expr->n_args - 1, negated);
    if (negated)
        return make(self, CONDITION_ALL);
    if (is_row(expr->args[0]))
        return compile_row_list(self, expr);
    return shard_operand_is_constant(expr->args[0]) ? compile_reversed_list(self, expr)
                                                    : make(self, CONDITION_ALL);
}

/* The cast to int[] is one to int of each element; NULL: to something else than an array. */
static const ShardExpr *
element_cast(const Compiler *self, const ShardExpr *cast)
{
    if (cast->name == NULL || !g_str_has_suffix(cast->name, "[]"))
        return NULL;
    ShardExpr *element = shard_arena_memdup(self->arena, cast, sizeof *cast);
    element->name =
        shard_arena_strndup(self->arena, cast->name, (gssize) (strlen(cast->name) - strlen("[]")));
    return element;
}

/* ARRAY[2.5]::int[] */
static ShardExpr **
cast_elements(const Compiler *self, const ShardExpr *array, const ShardExpr *cast)
{
    ShardExpr **elements = shard_arena_array(self->arena, ShardExpr *, array->n_args + 1);

    for (guint i = 0; i < array->n_args; i++) {
        elements[i] = shard_arena_memdup(self->arena, cast, sizeof *cast);
        elements[i]->args = &array->args[i];
    }
    return elements;
}

/* k = ANY (ARRAY[1, 2]), ANY (?), ANY ('{1,2}'), with or without a cast */
static ShardCondition *
compile_any(const Compiler *self, const ShardExpr *expr, gboolean negate)
{
    if (negate || expr->negated || expr->n_args != 2 || expr->name == NULL ||
        strcmp(expr->name, "=") != 0)
        return make(self, CONDITION_ALL);
    gint key = key_of(self, expr->args[0]);
    const ShardExpr *array = expr->args[1], *cast = NULL;
    if (array != NULL && array->kind == SHARD_EXPR_CAST && array->n_args == 1) {
        cast = element_cast(self, array);
        array = cast == NULL ? NULL : array->args[0];
    }
    if (key < 0 || array == NULL)
        return make(self, CONDITION_ALL);
    if (array->kind == SHARD_EXPR_MARKER || array->kind == SHARD_EXPR_LITERAL) {
        const ShardExpr *const operands[] = {array, cast};
        ShardCondition *condition = make(self, CONDITION_ARRAY);
        condition->key = (guint) key;
        condition->n_operands = cast == NULL ? 1 : 2;
        condition->operands = shard_arena_memdup(self->arena, operands, sizeof operands);
        return condition;
    }
    if (array->kind != SHARD_EXPR_ARRAY)
        return make(self, CONDITION_ALL);
    return make_in(self, key, cast == NULL ? array->args : cast_elements(self, array, cast),
                   array->n_args, FALSE);
}

static ShardCondition *
compile_between(const Compiler *self, const ShardExpr *expr, gboolean negate)
{
    if (expr->n_args != 3)
        return make(self, CONDITION_ALL);
    const ShardExpr *x = expr->args[0], *a = expr->args[1], *b = expr->args[2];
    gboolean negated = expr->negated != negate;
    ShardCondition *straight =
        negated ? make_pair(self, CONDITION_OR, compile_pair(self, x, OP_LESS, a),
                            compile_pair(self, x, OP_GREATER, b))
                : make_pair(self, CONDITION_AND, compile_pair(self, x, OP_GREATER_EQUAL, a),
                            compile_pair(self, x, OP_LESS_EQUAL, b));
    if (!expr->symmetric)
        return straight;
    if (negated)
        return make(self, CONDITION_ALL);
    ShardCondition *turned =
        make_pair(self, CONDITION_AND, compile_pair(self, x, OP_GREATER_EQUAL, b),
                  compile_pair(self, x, OP_LESS_EQUAL, a));
    return make_pair(self, CONDITION_OR, straight, turned);
}

/* ---- the rest ---- */

static ShardCondition *
compile_is_null(const Compiler *self, const ShardExpr *expr, gboolean negate)
{
    gint key = expr->n_args == 1 ? key_of(self, expr->args[0]) : -1;

    if (key < 0 || expr->negated != negate)
        return make(self, CONDITION_ALL);
    ShardCondition *condition = make(self, CONDITION_NULL);
    condition->key = (guint) key;
    return condition;
}

/* p IS TRUE selects what p does, p IS FALSE what NOT p does; NOT of either says nothing. */
static ShardCondition *
compile_is_true(const Compiler *self, const ShardExpr *expr, gboolean negate)
{
    if (negate || expr->negated || expr->n_args != 1 || expr->name == NULL)
        return make(self, CONDITION_ALL);
    if (g_ascii_strcasecmp(expr->name, "true") == 0)
        return compile(self, expr->args[0], FALSE);
    if (g_ascii_strcasecmp(expr->name, "false") == 0)
        return compile(self, expr->args[0], TRUE);
    return make(self, CONDITION_ALL);
}

static ShardCondition *
compile_logic(const Compiler *self, const ShardExpr *expr, gboolean negate)
{
    gboolean is_and = (expr->kind == SHARD_EXPR_AND) != negate;
    g_autoptr(GPtrArray) args = g_ptr_array_new();

    for (guint i = 0; i < expr->n_args; i++)
        g_ptr_array_add(args, compile(self, expr->args[i], negate));
    return make_list(self, is_and ? CONDITION_AND : CONDITION_OR, (ShardCondition **) args->pdata,
                     args->len);
}

static ShardCondition *
compile_truth(const Compiler *self, const ShardExpr *expr, gboolean negate)
{
    ShardCondition *condition = make(self, CONDITION_TRUTH);

    condition->negated = negate;
    condition->operands = shard_arena_memdup(self->arena, &expr, sizeof expr);
    condition->n_operands = 1;
    return condition;
}

static ShardCondition *
compile(const Compiler *self, const ShardExpr *expr, gboolean negate)
{
    switch (expr->kind) {
    case SHARD_EXPR_AND:
    case SHARD_EXPR_OR:
        return compile_logic(self, expr, negate);
    case SHARD_EXPR_NOT:
        return compile(self, expr->args[0], !negate);
    case SHARD_EXPR_COMPARE:
        return compile_compare(self, expr, negate);
    case SHARD_EXPR_IN:
        return compile_in(self, expr, negate);
    case SHARD_EXPR_BETWEEN:
        return compile_between(self, expr, negate);
    case SHARD_EXPR_IS_NULL:
        return compile_is_null(self, expr, negate);
    case SHARD_EXPR_IS_TRUE:
        return compile_is_true(self, expr, negate);
    case SHARD_EXPR_ANY:
        return compile_any(self, expr, negate);
    case SHARD_EXPR_LITERAL:
        return compile_truth(self, expr, negate);
    default:
        return make(self, CONDITION_ALL);
    }
}

/* Drops what says nothing, so that the common case is one leaf. */
static ShardCondition *
simplify(const Compiler *self, ShardCondition *condition)
{
    if (condition->kind != CONDITION_AND && condition->kind != CONDITION_OR)
        return condition;
    guint kept = 0;
    for (guint i = 0; i < condition->n_args; i++) {
        ShardCondition *arg = simplify(self, condition->args[i]);
        if (arg->kind != CONDITION_ALL)
            condition->args[kept++] = arg;
        else if (condition->kind == CONDITION_OR)
            return arg;
    }
    condition->n_args = kept;
    if (kept == 1)
        return condition->args[0];
    if (kept == 0 && condition->kind == CONDITION_AND)
        condition->kind = CONDITION_ALL;
    else if (kept == 0)
        condition->kind = CONDITION_NONE;
    return condition;
}

ShardCondition *
shard_condition_new(const ShardExpr *const *conjuncts, guint n_conjuncts, ShardKeyOf key_of_column,
                    const void *data, ShardArena *arena)
{
    const Compiler self = {key_of_column, data, arena};
    g_autoptr(GPtrArray) args = g_ptr_array_new();

    for (guint i = 0; i < n_conjuncts; i++)
        g_ptr_array_add(args, compile(&self, conjuncts[i], FALSE));
    return simplify(&self,
                    make_list(&self, CONDITION_AND, (ShardCondition **) args->pdata, args->len));
}

ShardCondition *
shard_condition_all_of(ShardCondition *const *parts, guint n_parts, ShardArena *arena)
{
    const Compiler self = {NULL, NULL, arena};

    return simplify(&self, make_list(&self, CONDITION_AND, parts, n_parts));
}

gboolean
shard_condition_is_all(const ShardCondition *self)
{
    return self->kind == CONDITION_ALL;
}
