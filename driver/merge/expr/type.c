/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What type an expression has, per brand, and what its operands must be for that. */
#include "driver/merge/brand-decimal.h"
#include "driver/merge/compare/time.h"
#include "driver/merge/expr/node.h"

#include "router/rules/civil.h"

#define MYSQL_EXACT_TEXT_MAX (G_GINT64_CONSTANT(1) << 53)

/* Where a type stands among the numbers when several meet. */
static const guint8 number_ranks[SHARD_TYPE_OTHER + 1] = {
    [SHARD_TYPE_INTEGER] = 1, [SHARD_TYPE_BIGINT] = 2, [SHARD_TYPE_UNSIGNED] = 3,
    [SHARD_TYPE_DECIMAL] = 4, [SHARD_TYPE_FLOAT] = 5,  [SHARD_TYPE_DOUBLE] = 6,
};

static ShardTypeClass
higher_type(ShardTypeClass a, ShardTypeClass b)
{
    return number_ranks[a] >= number_ranks[b] ? a : b;
}

/* PostgreSQL: real only among reals.  MariaDB: whole numbers are of 64 bits, floating ones double.
 */
ShardTypeClass
shard_merge_arith_type(ShardDialect dialect, ShardMergeCall call, ShardTypeClass a,
                       ShardTypeClass b)
{
    ShardTypeClass type = higher_type(a, b);

    if (dialect == SHARD_DIALECT_POSTGRESQL)
        return type == SHARD_TYPE_FLOAT && a != b && a != SHARD_TYPE_UNKNOWN &&
                       b != SHARD_TYPE_UNKNOWN
                   ? SHARD_TYPE_DOUBLE
                   : type;
    if (shard_type_is_real(type))
        return SHARD_TYPE_DOUBLE;
    if (call == SHARD_CALL_DIVIDE)
        return SHARD_TYPE_DECIMAL;
    if (call == SHARD_CALL_INTEGER_DIVIDE)
        return a == SHARD_TYPE_UNSIGNED || b == SHARD_TYPE_UNSIGNED ? SHARD_TYPE_UNSIGNED
                                                                    : SHARD_TYPE_BIGINT;
    if (call == SHARD_CALL_MODULO && type == SHARD_TYPE_UNSIGNED && a != SHARD_TYPE_UNSIGNED)
        return SHARD_TYPE_BIGINT;
    return type == SHARD_TYPE_INTEGER ? SHARD_TYPE_BIGINT : type;
}

gint32
shard_merge_arith_scale(ShardMergeCall call, gint32 a, gint32 b)
{
    if (a < 0 || b < 0)
        return -1;
    if (call == SHARD_CALL_MULTIPLY)
        return MIN(a + b, SHARD_MYSQL_SCALE_MAX);
    if (call == SHARD_CALL_DIVIDE)
        return MIN(a + SHARD_MYSQL_DIVISION_INCREMENT, SHARD_MYSQL_SCALE_MAX);
    return call == SHARD_CALL_INTEGER_DIVIDE ? 0 : MAX(a, b);
}

/* The type that two branches have in common. */
static gboolean
common_type(ShardDialect dialect, ShardTypeClass a, ShardTypeClass b, ShardTypeClass *out_type)
{
    if (a == SHARD_TYPE_UNKNOWN || b == SHARD_TYPE_UNKNOWN || a == b) {
        *out_type = a == SHARD_TYPE_UNKNOWN ? b : a;
        return TRUE;
    }
    if (!shard_type_is_number(a) || !shard_type_is_number(b))
        return FALSE;
    *out_type = higher_type(a, b);
    if (dialect == SHARD_DIALECT_MYSQL && shard_type_is_real(*out_type))
        *out_type = SHARD_TYPE_DOUBLE;
    if (dialect == SHARD_DIALECT_MYSQL && *out_type == SHARD_TYPE_UNSIGNED)
        *out_type = SHARD_TYPE_DECIMAL;
    return TRUE;
}

static gboolean
unify_with(ShardSlotType *type, const ShardMergeNode *arg, const ShardLayout *layout,
           GError **error)
{
    if (arg == NULL)
        return TRUE; /* a CASE without ELSE */
    if (!common_type(layout->dialect, type->type, arg->type.type, &type->type))
        return shard_merge_refuse(error, "branches of different types aren't computed across "
                                         "shards");
    gboolean unknown = arg->type.scale < 0 || type->scale < 0;
    type->scale = unknown ? -1 : MAX(type->scale, arg->type.scale);
    return TRUE;
}

/* MariaDB makes a decimal of it or leaves it, by the function. */
static gboolean
check_unsigned(const ShardMergeNode *node, GError **error)
{
    for (guint i = 0; i < node->n_args; i++)
        if (node->args[i] != NULL && node->args[i]->type.type == SHARD_TYPE_UNKNOWN)
            return shard_merge_refuse(error, "an unsigned number or NULL isn't computed across "
                                             "shards");
    return TRUE;
}

/* The type of the times among args; a time in the session's zone is none. */
static ShardTypeClass
time_type(const ShardMergeNode *node, const ShardLayout *layout)
{
    for (guint i = 0; layout->dialect != SHARD_DIALECT_SQLITE && i < node->n_args; i++) {
        const ShardMergeNode *arg = node->args[i];
        if (arg == NULL || arg->expr->kind != SHARD_MERGE_EXPR_SLOT ||
            arg->expr->compare.type == SHARD_TYPE_OFFSET_TIMESTAMP)
            continue;
        if (arg->type.type == SHARD_TYPE_DATE || arg->type.type == SHARD_TYPE_TIME ||
            arg->type.type == SHARD_TYPE_TIMESTAMP)
            return arg->type.type;
    }
    return SHARD_TYPE_UNKNOWN;
}

/* A literal in quotes beside a time is meant as one, if it is spelt as plainly as one can; else it
 * stays text. */
static void
adopt_time(ShardMergeNode *node, ShardTypeClass type)
{
    ShardValue value = node->constant;
    ShardTimeText text;

    if (node->expr->kind != SHARD_MERGE_EXPR_VALUE || value.kind != SHARD_VALUE_STRING)
        return;
    if (type == SHARD_TYPE_TIME) {
        shard_time_normalize(&value);
        if (value.kind == SHARD_VALUE_TIME)
            node->constant = value;
        return;
    }
    if (!shard_civil_parse(value.text.data, value.text.size, &text) || !text.has_date ||
        text.has_offset || text.time.nanosecond % 1000 != 0 ||
        (text.has_time && type == SHARD_TYPE_DATE))
        return;
    node->constant =
        (ShardValue){.kind = type == SHARD_TYPE_DATE ? SHARD_VALUE_DATE : SHARD_VALUE_TIMESTAMP,
                     .time = text.time};
    node->type = (ShardSlotType){.type = type};
}

/* PostgreSQL's literals take the type of the other branches. */
static void
adopt_branches(ShardMergeNode *node, const ShardLayout *layout, guint first, guint step)
{
    ShardTypeClass type = time_type(node, layout);

    if (layout->dialect != SHARD_DIALECT_POSTGRESQL || type == SHARD_TYPE_UNKNOWN)
        return;
    for (guint i = first; i < node->n_args; i += step)
        adopt_time(node->args[i], type);
    if (step > 1 && node->args[node->n_args - 1] != NULL)
        adopt_time(node->args[node->n_args - 1], type);
}

gboolean
shard_merge_node_unify(ShardMergeNode *node, const ShardLayout *layout, guint first, guint step,
                       GError **error)
{
    ShardSlotType type = {.type = SHARD_TYPE_UNKNOWN, .scale = 0};

    adopt_branches(node, layout, first, step);
    for (guint i = first; i < node->n_args; i += step)
        if (!unify_with(&type, node->args[i], layout, error))
            return FALSE;
    if (step > 1 && !unify_with(&type, node->args[node->n_args - 1], layout, error))
        return FALSE;
    node->type = type;
    return type.type != SHARD_TYPE_UNSIGNED || check_unsigned(node, error);
}

gboolean
shard_merge_node_promote(const ShardMergeNode *node, ShardMergeEval *eval, const ShardValue *value,
                         ShardValue *out_value, GError **error)
{
    *out_value = *value;
    if (value->kind == SHARD_VALUE_NULL || !shard_value_is_number(value))
        return TRUE;
    gboolean real = shard_type_is_real(node->type.type) && !shard_value_is_real(value);
    gboolean decimal = node->type.type == SHARD_TYPE_DECIMAL && !shard_value_has_text(value);
    if (!real && !decimal)
        return TRUE;
    return shard_arith_convert(&eval->arith, value, node->type.type, NULL, out_value, error);
}

/* A literal or parameter in quotes beside a number is meant as one. */
gboolean
shard_merge_node_adopt_text(ShardMergeNode *node, const ShardLayout *layout)
{
    ShardValue number;

    if (node->expr->kind != SHARD_MERGE_EXPR_VALUE || node->constant.kind != SHARD_VALUE_STRING ||
        layout->dialect == SHARD_DIALECT_SQLITE ||
        !shard_number_parse(node->constant.text.data, node->constant.text.size, &number))
        return FALSE;
    if (layout->dialect == SHARD_DIALECT_MYSQL &&
        (number.kind != SHARD_VALUE_LONG || ABS(number.i) > MYSQL_EXACT_TEXT_MAX))
        return FALSE; /* compared as doubles there */
    node->constant = number;
    node->type = (ShardSlotType){.type = shard_value_is_real(&number)      ? SHARD_TYPE_DOUBLE
                                         : number.kind == SHARD_VALUE_LONG ? SHARD_TYPE_BIGINT
                                                                           : SHARD_TYPE_DECIMAL};
    return TRUE;
}

gboolean
shard_merge_node_may_be_number(const ShardMergeNode *node)
{
    return node->type.type == SHARD_TYPE_UNKNOWN || shard_type_is_number(node->type.type);
}

/* The next operand that is compared: all of them, but in a CASE the operand and each WHEN. */
static guint
next_compared(const ShardMergeNode *node, guint number)
{
    return number + (node->expr->kind == SHARD_MERGE_EXPR_CASE && number > 0 ? 2 : 1);
}

static guint
end_of_compared(const ShardMergeNode *node)
{
    return node->expr->kind == SHARD_MERGE_EXPR_CASE ? node->n_args - 1 : node->n_args;
}

static gboolean
bind_comparer(ShardMergeNode *node, const ShardLayout *layout, ShardComparePurpose purpose,
              GError **error)
{
    const ShardMergeNode *slot = NULL;

    for (guint i = 0; slot == NULL && i < end_of_compared(node); i = next_compared(node, i))
        if (node->args[i]->expr->kind == SHARD_MERGE_EXPR_SLOT)
            slot = node->args[i];
    if (slot == NULL)
        return TRUE; /* values that turn out to be numbers need none, others fail then */
    ShardCompare compare = slot->expr->compare;
    if (slot->exact != NULL) /* only dates that are shown get here */
        compare.weight = SHARD_SLOT_NONE;
    if (compare.weight != SHARD_SLOT_NONE)
        return shard_merge_refuse(error, "text of this collation isn't compared with other text "
                                         "across shards");
    gboolean sqlite = layout->dialect == SHARD_DIALECT_SQLITE;
    node->comparer =
        shard_comparer_new(layout, slot->expr->slot, &compare, purpose, sqlite ? NULL : error);
    return node->comparer != NULL || sqlite;
}

gboolean
shard_merge_node_bind_compare(ShardMergeNode *node, const ShardLayout *layout,
                              ShardComparePurpose purpose, GError **error)
{
    gboolean any_number = FALSE;

    for (guint i = 0; i < end_of_compared(node); i = next_compared(node, i))
        any_number |= shard_type_is_number(node->args[i]->type.type);
    ShardTypeClass time = any_number ? SHARD_TYPE_UNKNOWN : time_type(node, layout);
    for (guint i = 0; time != SHARD_TYPE_UNKNOWN && i < end_of_compared(node);
         i = next_compared(node, i))
        adopt_time(node->args[i], time);
    if (!any_number)
        return bind_comparer(node, layout, purpose, error);
    for (guint i = 0; i < end_of_compared(node); i = next_compared(node, i))
        if (!shard_merge_node_may_be_number(node->args[i]) &&
            !shard_merge_node_adopt_text(node->args[i], layout))
            return shard_merge_refuse(error, "numbers and other values aren't compared across "
                                             "shards");
    return TRUE;
}
