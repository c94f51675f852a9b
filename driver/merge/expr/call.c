/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Calls: the types of their results per brand, and their evaluation. */
#include "driver/merge/expr/node.h"

#include "driver/merge/brand-decimal.h"

#include <math.h>

/* ---- evaluation ---- */

static gboolean eval_arith(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value,
                           GError **error);

/* Behind a NULL MariaDB doesn't look at the second operand, and meets no error in it, except in
 * arithmetic of integers and of doubles. */
static gboolean
is_lazy(const ShardMergeNode *node)
{
    gboolean decimal = FALSE;

    if (node->call == SHARD_CALL_NULL_SAFE_EQUAL)
        return FALSE;
    for (guint i = 0; i < node->n_args; i++)
        decimal |= node->args[i]->type.type == SHARD_TYPE_DECIMAL;
    return node->eval != eval_arith || node->type.type == SHARD_TYPE_DECIMAL ||
           (node->call == SHARD_CALL_INTEGER_DIVIDE && decimal);
}

static gboolean
eval_args(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *values,
          gboolean *out_any_null, GError **error)
{
    gboolean lazy = eval->arith.dialect == SHARD_DIALECT_MYSQL && is_lazy(node);

    *out_any_null = FALSE;
    for (guint i = 0; i < node->n_args; i++) {
        values[i] = SHARD_VALUE_INIT_NULL;
        if (lazy && *out_any_null)
            continue;
        if (!shard_merge_node_eval(node->args[i], eval, &values[i], error))
            return FALSE;
        *out_any_null |= values[i].kind == SHARD_VALUE_NULL;
    }
    return TRUE;
}

static gboolean
check_numbers(const ShardMergeNode *node, const ShardValue *values, guint n_values, GError **error)
{
    for (guint i = 0; i < n_values; i++)
        if (values[i].kind != SHARD_VALUE_NULL && !shard_value_is_number(&values[i]))
            return shard_merge_refuse(error,
                                      "'%s' of something that isn't a number isn't computed "
                                      "across shards",
                                      node->expr->name);
    return TRUE;
}

static gboolean
eval_arith(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value, GError **error)
{
    ShardValue values[2];
    gboolean any_null = FALSE;

    *out_value = SHARD_VALUE_INIT_NULL;
    if (!eval_args(node, eval, values, &any_null, error) || !check_numbers(node, values, 2, error))
        return FALSE;
    return any_null ||
           shard_arith(&eval->arith, node->call, node->type.type, values, out_value, error);
}

static gboolean
eval_sign(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value, GError **error)
{
    static const ShardValue zero = {.kind = SHARD_VALUE_LONG};
    ShardValue values[2] = {zero};

    if (!shard_merge_node_eval(node->args[0], eval, &values[1], error) ||
        !check_numbers(node, &values[1], 1, error))
        return FALSE;
    *out_value = values[1];
    if (node->call == SHARD_CALL_PLUS || values[1].kind == SHARD_VALUE_NULL ||
        (node->call == SHARD_CALL_ABS && shard_number_compare(&values[1], &zero) >= 0 &&
         !shard_value_is_real(&values[1])))
        return TRUE;
    if (shard_value_is_real(&values[1])) {
        gboolean negate = node->call == SHARD_CALL_NEGATE || signbit(values[1].d);
        out_value->d = negate ? -values[1].d : values[1].d;
        return TRUE;
    }
    ShardTypeClass type =
        node->type.type == SHARD_TYPE_UNSIGNED ? SHARD_TYPE_BIGINT : node->type.type;
    if (type == SHARD_TYPE_UNKNOWN && node->call == SHARD_CALL_ABS && values[1].i == G_MININT64)
        return shard_arith_out_of_range(&eval->arith, type, error);
    return shard_arith(&eval->arith, SHARD_CALL_SUBTRACT, type, values, out_value, error);
}

/* A date is the beginning of its day. */
static gboolean
has_day(const ShardValue *value)
{
    return value->kind == SHARD_VALUE_DATE || value->kind == SHARD_VALUE_TIMESTAMP;
}

gboolean
shard_merge_node_compare(const ShardMergeNode *node, ShardMergeEval *eval, const guint args[2],
                         const ShardValue values[2], int *out_result, GError **error)
{
    if (shard_value_is_number(&values[0]) && shard_value_is_number(&values[1])) {
        gboolean real = shard_value_is_real(&values[0]) || shard_value_is_real(&values[1]);
        ShardValue pair[2] = {values[0], values[1]};
        if (eval->arith.dialect == SHARD_DIALECT_MYSQL && !real) {
            /* Compared as they are shown: an average of 0.666666666 equals 0.6667. */
            pair[0] = shard_arith_rescale(&eval->arith, &pair[0], node->args[args[0]]->type.scale);
            pair[1] = shard_arith_rescale(&eval->arith, &pair[1], node->args[args[1]]->type.scale);
        }
        for (guint i = 0; real && eval->arith.dialect != SHARD_DIALECT_SQLITE && i < 2; i++)
            pair[i] = shard_arith_real(shard_number_to_double(&pair[i]));
        *out_result = shard_number_compare(&pair[0], &pair[1]);
        return TRUE;
    }
    gboolean alike =
        values[0].kind == values[1].kind || (has_day(&values[0]) && has_day(&values[1]));
    if (node->comparer == NULL || !alike)
        return shard_merge_refuse(error, "values of different types aren't compared across shards");
    *out_result = shard_comparer_compare(node->comparer, &values[0], &values[1]);
    return shard_comparer_check(node->comparer, error);
}

static int
comparison_truth(ShardMergeCall call, int result)
{
    switch (call) {
    case SHARD_CALL_NOT_EQUAL:
        return result != 0;
    case SHARD_CALL_LESS:
        return result < 0;
    case SHARD_CALL_LESS_EQUAL:
        return result <= 0;
    case SHARD_CALL_GREATER:
        return result > 0;
    case SHARD_CALL_GREATER_EQUAL:
        return result >= 0;
    default:
        return result == 0;
    }
}

static gboolean
eval_comparison(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value,
                GError **error)
{
    ShardValue values[2];
    gboolean any_null = FALSE;
    int result = 0;

    if (!eval_args(node, eval, values, &any_null, error))
        return FALSE;
    if (any_null) {
        gboolean both = values[0].kind == values[1].kind;
        *out_value =
            shard_merge_truth_value(eval, node->call == SHARD_CALL_NULL_SAFE_EQUAL ? both : -1);
        return TRUE;
    }
    if (!shard_merge_node_compare(node, eval, (const guint[]){0, 1}, values, &result, error))
        return FALSE;
    *out_value = shard_merge_truth_value(eval, comparison_truth(node->call, result));
    return TRUE;
}

static gboolean
append_text(const ShardMergeNode *node, ShardMergeEval *eval, const ShardValue *value, GString *out,
            GError **error)
{
    ShardValue shown = *value;

    if (value->kind == SHARD_VALUE_BOOLEAN && eval->arith.dialect == SHARD_DIALECT_POSTGRESQL) {
        g_string_append(out, value->i ? "true" : "false");
        return TRUE;
    }
    if (eval->arith.dialect == SHARD_DIALECT_MYSQL && value->kind == SHARD_VALUE_DECIMAL)
        shown = shard_arith_rescale(&eval->arith, value, node->type.scale);
    if (shard_value_has_text(&shown) && shown.kind != SHARD_VALUE_BYTES)
        g_string_append_len(out, shown.text.data, (gssize) shown.text.size);
    else if (shard_value_is_integer(&shown) || shown.kind == SHARD_VALUE_UNSIGNED)
        g_string_append(out, shard_value_to_text(&shown, eval->arith.arena));
    else
        return shard_merge_refuse(error, "text of a floating number or a date isn't made across "
                                         "shards");
    return TRUE;
}

static gboolean
eval_concat(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value, GError **error)
{
    gboolean skips_null =
        node->call == SHARD_CALL_CONCAT && eval->arith.dialect == SHARD_DIALECT_POSTGRESQL;
    g_autoptr(GString) text = g_string_new(NULL);

    *out_value = SHARD_VALUE_INIT_NULL;
    for (guint i = 0; i < node->n_args; i++) {
        ShardValue value;
        if (!shard_merge_node_eval(node->args[i], eval, &value, error))
            return FALSE;
        if (value.kind == SHARD_VALUE_NULL && !skips_null)
            return TRUE;
        if (value.kind == SHARD_VALUE_BOOLEAN && skips_null) /* concat() prints, || casts */
            value = shard_value_string(value.i ? "t" : "f", 1);
        if (value.kind != SHARD_VALUE_NULL &&
            !append_text(node->args[i], eval, &value, text, error))
            return FALSE;
    }
    const char *copy = shard_arena_strndup(eval->arith.arena, text->str, (gssize) text->len);
    *out_value = shard_value_string(copy, (gssize) text->len);
    return TRUE;
}

static gboolean
eval_coalesce(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value,
              GError **error)
{
    ShardValue value = SHARD_VALUE_INIT_NULL;

    for (guint i = 0; value.kind == SHARD_VALUE_NULL && i < node->n_args; i++)
        if (!shard_merge_node_eval(node->args[i], eval, &value, error))
            return FALSE;
    return shard_merge_node_promote(node, eval, &value, out_value, error);
}

static gboolean
eval_nullif(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value, GError **error)
{
    ShardValue values[2];
    gboolean any_null = FALSE;
    int result = 1;

    if (!eval_args(node, eval, values, &any_null, error) ||
        (!any_null &&
         !shard_merge_node_compare(node, eval, (const guint[]){0, 1}, values, &result, error)))
        return FALSE;
    if (result == 0)
        values[0] = SHARD_VALUE_INIT_NULL;
    return shard_merge_node_promote(node, eval, &values[0], out_value, error);
}

/* PostgreSQL passes over NULL, MariaDB answers NULL when there is one. */
static gboolean
eval_extreme(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value,
             GError **error)
{
    ShardValue values[2] = {SHARD_VALUE_INIT_NULL, SHARD_VALUE_INIT_NULL};
    gboolean null_wins = eval->arith.dialect == SHARD_DIALECT_MYSQL;
    guint best = 0;

    for (guint i = 0; i < node->n_args; i++) {
        int result = 0;
        if (!shard_merge_node_eval(node->args[i], eval, &values[1], error) ||
            !check_numbers(node, &values[1], 1, error))
            return FALSE;
        if (values[1].kind == SHARD_VALUE_NULL && null_wins) {
            *out_value = SHARD_VALUE_INIT_NULL;
            return TRUE;
        }
        if (values[1].kind == SHARD_VALUE_NULL)
            continue;
        if (values[0].kind != SHARD_VALUE_NULL &&
            !shard_merge_node_compare(node, eval, (const guint[]){best, i}, values, &result, error))
            return FALSE;
        gboolean better = node->call == SHARD_CALL_GREATEST ? result < 0 : result > 0;
        if (values[0].kind == SHARD_VALUE_NULL || better) {
            values[0] = values[1];
            best = i;
        }
    }
    return shard_merge_node_promote(node, eval, &values[0], out_value, error);
}

static gboolean
eval_if(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value, GError **error)
{
    int truth = 0;
    ShardValue value;

    if (!shard_merge_node_truth(node->args[0], eval, &truth, error) ||
        !shard_merge_node_eval(node->args[truth == 1 ? 1 : 2], eval, &value, error))
        return FALSE;
    return shard_merge_node_promote(node, eval, &value, out_value, error);
}

static gboolean
eval_round(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value, GError **error)
{
    ShardValue value;
    gint32 digits = 0;

    *out_value = SHARD_VALUE_INIT_NULL;
    if (!shard_merge_node_eval(node->args[0], eval, &value, error) ||
        !check_numbers(node, &value, 1, error))
        return FALSE;
    if (value.kind == SHARD_VALUE_NULL ||
        (node->n_args > 1 && node->args[1]->constant.kind == SHARD_VALUE_NULL))
        return TRUE;
    if (node->n_args > 1)
        digits = (gint32) CLAMP(node->args[1]->constant.i, -1000, 1000);
    if (eval->arith.dialect == SHARD_DIALECT_MYSQL)
        digits = MIN(digits, SHARD_MYSQL_SCALE_MAX);
    if (shard_type_is_real(node->type.type) && !shard_value_is_real(&value))
        value = shard_arith_real(shard_number_to_double(&value));
    gboolean whole = shard_value_is_integer(&value) || value.kind == SHARD_VALUE_UNSIGNED;
    if (eval->arith.dialect == SHARD_DIALECT_SQLITE && whole) {
        /* round() answers a floating number always, floor() and ceil() keep the integer. */
        *out_value = node->call == SHARD_CALL_ROUND ? shard_arith_real((double) value.i) : value;
        return TRUE;
    }
    if (whole && digits >= 0 && node->type.type != SHARD_TYPE_DECIMAL) {
        *out_value = value;
        return TRUE;
    }
    return shard_arith_round(&eval->arith, node->call, &value, digits, out_value, error);
}

/* ---- binding ---- */

static gboolean
bind_numbers(ShardMergeNode *node, const ShardLayout *layout, guint n_args, GError **error)
{
    for (guint i = 0; i < n_args; i++) {
        if (!shard_merge_node_may_be_number(node->args[i]) &&
            !shard_merge_node_adopt_text(node->args[i], layout))
            return shard_merge_refuse(error,
                                      "'%s' of something that isn't a number isn't computed "
                                      "across shards",
                                      node->expr->name);
        /* What type a NULL has there isn't worth being wrong about. */
        gboolean strict = layout->dialect == SHARD_DIALECT_MYSQL ||
                          (layout->dialect == SHARD_DIALECT_POSTGRESQL && n_args == 1);
        if (strict && node->args[i]->type.type == SHARD_TYPE_UNKNOWN)
            return shard_merge_refuse(error, "'%s' of NULL isn't computed across shards",
                                      node->expr->name);
    }
    return TRUE;
}

static gboolean
bind_arith(ShardMergeNode *node, const ShardLayout *layout, GError **error)
{
    if (!bind_numbers(node, layout, 2, error))
        return FALSE;
    const ShardSlotType *a = &node->args[0]->type;
    const ShardSlotType *b = &node->args[1]->type;
    node->type.type = layout->dialect == SHARD_DIALECT_SQLITE
                          ? SHARD_TYPE_UNKNOWN
                          : shard_merge_arith_type(layout->dialect, node->call, a->type, b->type);
    node->type.scale = shard_merge_arith_scale(node->call, a->scale, b->scale);
    if (node->call == SHARD_CALL_INTEGER_DIVIDE &&
        (shard_type_is_real(a->type) || shard_type_is_real(b->type)))
        return shard_merge_refuse(error, "DIV of floating numbers isn't computed across shards");
    node->eval = eval_arith;
    return TRUE;
}

static gboolean
bind_sign(ShardMergeNode *node, const ShardLayout *layout, GError **error)
{
    node->eval = eval_sign;
    if (!bind_numbers(node, layout, 1, error))
        return FALSE;
    node->type = node->args[0]->type;
    if (node->call == SHARD_CALL_NEGATE && node->type.type == SHARD_TYPE_UNSIGNED)
        return shard_merge_refuse(error, "the negative of an unsigned number isn't computed across "
                                         "shards");
    if (layout->dialect == SHARD_DIALECT_MYSQL && node->type.type == SHARD_TYPE_INTEGER)
        node->type.type = SHARD_TYPE_BIGINT;
    return TRUE;
}

static gboolean
bind_comparison(ShardMergeNode *node, const ShardLayout *layout, GError **error)
{
    static const ShardTypeClass types[] = {
        [SHARD_DIALECT_UNKNOWN] = SHARD_TYPE_UNKNOWN,
        [SHARD_DIALECT_POSTGRESQL] = SHARD_TYPE_BOOLEAN,
        [SHARD_DIALECT_MYSQL] = SHARD_TYPE_BIGINT,
        [SHARD_DIALECT_SQLITE] = SHARD_TYPE_UNKNOWN,
    };
    gboolean equality = node->call == SHARD_CALL_EQUAL || node->call == SHARD_CALL_NOT_EQUAL ||
                        node->call == SHARD_CALL_NULL_SAFE_EQUAL;

    node->eval = eval_comparison;
    node->type = (ShardSlotType){.type = types[layout->dialect]};
    return shard_merge_node_bind_compare(node, layout,
                                         equality ? SHARD_FOR_EQUALITY : SHARD_FOR_ORDER, error);
}

static gboolean
bind_concat(ShardMergeNode *node, const ShardLayout *layout, GError **error)
{
    for (guint i = 0; i < node->n_args; i++)
        if (shard_type_is_real(node->args[i]->type.type))
            return shard_merge_refuse(error, "text of a floating number isn't made across shards");
    node->eval = eval_concat;
    node->type = (ShardSlotType){
        .type = layout->dialect == SHARD_DIALECT_SQLITE ? SHARD_TYPE_UNKNOWN : SHARD_TYPE_TEXT};
    return TRUE;
}

static gboolean
bind_coalesce(ShardMergeNode *node, const ShardLayout *layout, GError **error)
{
    node->eval = eval_coalesce;
    return shard_merge_node_unify(node, layout, 0, 1, error);
}

/* PostgreSQL: the type that the first operand has in "a = b"; elsewhere the first one's own. */
static gboolean
bind_nullif(ShardMergeNode *node, const ShardLayout *layout, GError **error)
{
    node->eval = eval_nullif;
    if (!shard_merge_node_bind_compare(node, layout, SHARD_FOR_EQUALITY, error))
        return FALSE;
    node->type = node->args[0]->type;
    ShardTypeClass other = node->args[1]->type.type;
    if (layout->dialect == SHARD_DIALECT_POSTGRESQL &&
        (other == SHARD_TYPE_DECIMAL || shard_type_is_real(other)))
        node->type.type =
            shard_merge_arith_type(layout->dialect, SHARD_CALL_ADD, node->type.type, other);
    return TRUE;
}

static gboolean
bind_extreme(ShardMergeNode *node, const ShardLayout *layout, GError **error)
{
    node->eval = eval_extreme;
    return bind_numbers(node, layout, node->n_args, error) &&
           shard_merge_node_unify(node, layout, 0, 1, error);
}

static gboolean
bind_if(ShardMergeNode *node, const ShardLayout *layout, GError **error)
{
    node->eval = eval_if;
    return shard_merge_node_unify(node, layout, 1, 1, error);
}

static gboolean
bind_round_digits(ShardMergeNode *node, GError **error)
{
    if (node->n_args < 2)
        return TRUE;
    const ShardValue *digits = &node->args[1]->constant;
    if (node->args[1]->expr->kind == SHARD_MERGE_EXPR_VALUE &&
        (shard_value_is_integer(digits) || digits->kind == SHARD_VALUE_NULL))
        return TRUE;
    return shard_merge_refuse(error,
                              "'%s' to a computed number of digits isn't computed across "
                              "shards",
                              node->expr->name);
}

static gboolean
bind_round(ShardMergeNode *node, const ShardLayout *layout, GError **error)
{
    node->eval = eval_round;
    if (!bind_numbers(node, layout, 1, error) || !bind_round_digits(node, error))
        return FALSE;
    ShardTypeClass type = node->args[0]->type.type;
    gboolean whole = type != SHARD_TYPE_DECIMAL && !shard_type_is_real(type);
    gboolean two = node->n_args == 2;
    gint64 digits = two ? node->args[1]->constant.i : 0;

    node->type = (ShardSlotType){.type = type, .scale = (gint32) CLAMP(digits, 0, 38)};
    if (layout->dialect == SHARD_DIALECT_POSTGRESQL) {
        /* round(integer) is round(double precision), round(integer, n) round(numeric, n). */
        if (type == SHARD_TYPE_FLOAT || (whole && !two))
            node->type.type = SHARD_TYPE_DOUBLE;
        else if (two)
            node->type.type = SHARD_TYPE_DECIMAL;
    } else if (layout->dialect == SHARD_DIALECT_MYSQL) {
        /* The type of the result depends on how many digits the argument is declared with. */
        if (whole && digits < 0)
            return shard_merge_refuse(error,
                                      "'%s' of an integer to tens isn't computed across "
                                      "shards",
                                      node->expr->name);
        if (whole)
            node->type.scale = 0;
        if (type == SHARD_TYPE_FLOAT)
            node->type.type = SHARD_TYPE_DOUBLE;
    }
    return TRUE;
}

typedef gboolean (*CallBinder)(ShardMergeNode *node, const ShardLayout *layout, GError **error);

static const CallBinder binders[SHARD_CALL_N] = {
    [SHARD_CALL_ADD] = bind_arith,
    [SHARD_CALL_SUBTRACT] = bind_arith,
    [SHARD_CALL_MULTIPLY] = bind_arith,
    [SHARD_CALL_DIVIDE] = bind_arith,
    [SHARD_CALL_INTEGER_DIVIDE] = bind_arith,
    [SHARD_CALL_MODULO] = bind_arith,
    [SHARD_CALL_NEGATE] = bind_sign,
    [SHARD_CALL_PLUS] = bind_sign,
    [SHARD_CALL_EQUAL] = bind_comparison,
    [SHARD_CALL_NOT_EQUAL] = bind_comparison,
    [SHARD_CALL_LESS] = bind_comparison,
    [SHARD_CALL_LESS_EQUAL] = bind_comparison,
    [SHARD_CALL_GREATER] = bind_comparison,
    [SHARD_CALL_GREATER_EQUAL] = bind_comparison,
    [SHARD_CALL_NULL_SAFE_EQUAL] = bind_comparison,
    [SHARD_CALL_CONCAT_OPERATOR] = bind_concat,
    [SHARD_CALL_CONCAT] = bind_concat,
    [SHARD_CALL_COALESCE] = bind_coalesce,
    [SHARD_CALL_NULLIF] = bind_nullif,
    [SHARD_CALL_GREATEST] = bind_extreme,
    [SHARD_CALL_LEAST] = bind_extreme,
    [SHARD_CALL_IF] = bind_if,
    [SHARD_CALL_ABS] = bind_sign,
    [SHARD_CALL_ROUND] = bind_round,
    [SHARD_CALL_TRUNCATE] = bind_round,
    [SHARD_CALL_FLOOR] = bind_round,
    [SHARD_CALL_CEILING] = bind_round,
};

gboolean
shard_merge_node_bind_call(ShardMergeNode *node, const ShardLayout *layout, GError **error)
{
    const ShardMergeFunction *function =
        shard_merge_function_find(layout->dialect, node->expr->name, node->n_args);

    if (function == NULL)
        return shard_merge_refuse(error, "'%s' isn't computed across shards",
                                  node->expr->name != NULL ? node->expr->name : "");
    node->call = function->call;
    return binders[function->call](node, layout, error);
}

/* ---- casts ---- */

static gboolean
cast_to_boolean(const ShardMergeNode *node, const ShardValue *value, ShardValue *out_value,
                GError **error)
{
    if (!shard_value_is_integer(value))
        return shard_merge_refuse(error, "a cast to boolean isn't computed across shards");
    *out_value = (ShardValue){.kind = SHARD_VALUE_BOOLEAN, .i = value->i != 0};
    return TRUE;
}

/* An explicit cast cuts off without an error. */
static void
cut_text(GString *text, gint32 most)
{
    if (most >= 0 && g_utf8_strlen(text->str, (gssize) text->len) > most)
        g_string_truncate(text, (gsize) (g_utf8_offset_to_pointer(text->str, most) - text->str));
}

static gboolean
eval_cast(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value, GError **error)
{
    ShardValue value;

    if (!shard_merge_node_eval(node->args[0], eval, &value, error))
        return FALSE;
    *out_value = value;
    if (value.kind == SHARD_VALUE_NULL)
        return TRUE;
    if (node->cast.type == SHARD_TYPE_TEXT) {
        g_autoptr(GString) text = g_string_new(NULL);
        if (!append_text(node->args[0], eval, &value, text, error))
            return FALSE;
        cut_text(text, node->cast.precision);
        *out_value = shard_value_string(
            shard_arena_strndup(eval->arith.arena, text->str, (gssize) text->len),
            (gssize) text->len);
        return TRUE;
    }
    if (node->cast.type == SHARD_TYPE_BOOLEAN)
        return cast_to_boolean(node, &value, out_value, error);
    if (!shard_value_is_number(&value))
        return shard_merge_refuse(error, "a cast of text to a number isn't computed across shards");
    return shard_arith_convert(&eval->arith, &value, node->cast.type, &node->cast, out_value,
                               error);
}

gboolean
shard_merge_node_bind_cast(ShardMergeNode *node, const ShardLayout *layout, GError **error)
{
    ShardTypeClass from = node->args[0]->type.type;

    if (!shard_merge_cast_parse(layout->dialect, node->expr->name, &node->cast))
        return shard_merge_refuse(error, "a cast to '%s' isn't computed across shards",
                                  node->expr->name != NULL ? node->expr->name : "");
    if (node->cast.type == SHARD_TYPE_TEXT && shard_type_is_real(from))
        return shard_merge_refuse(error, "text of a floating number isn't made across shards");
    if (node->cast.type != SHARD_TYPE_TEXT && !shard_merge_node_may_be_number(node->args[0]) &&
        from != SHARD_TYPE_BOOLEAN && !shard_merge_node_adopt_text(node->args[0], layout))
        return shard_merge_refuse(error, "a cast of text to a number isn't computed across shards");
    node->eval = eval_cast;
    node->type = (ShardSlotType){
        .type = layout->dialect == SHARD_DIALECT_SQLITE ? SHARD_TYPE_UNKNOWN : node->cast.type,
        .scale = MAX(node->cast.scale, 0)};
    return TRUE;
}
