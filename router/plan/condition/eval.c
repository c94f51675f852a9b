/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * eval.c - a compiled condition and this execute's values -> nodes.
 *
 * A constraint is what has been concluded so far: a domain per key, and nodes (NULL: all) where
 * several keys were mixed by OR.  Nothing is asked from the algorithm until the end, or until an OR
 * forces it.
 */
#include "router/plan/condition/private.h"

#include "router/rules/value-convert.h"

#include <string.h>

typedef struct {
    const ShardKeyFacts *keys;
    const ShardConstants *constants;
    ShardArena *arena;
    GError **error;
} Evaluator;

typedef struct {
    gboolean none;
    ShardDomain *domains; /* per key; NULL: all of them all */
    ShardNodes *nodes;    /* NULL: all */
} Constraint;

static const Constraint everything = {FALSE, NULL, NULL};
static const Constraint nothing = {TRUE, NULL, NULL};

static gboolean evaluate(const Evaluator *self, const ShardCondition *condition, Constraint *out);

/* ---- keys ---- */

static gboolean
is_text_kind(ShardValueKind kind)
{
    return kind == SHARD_VALUE_STRING;
}

/* Doubles beyond 2^53 equal several integers in the database's own comparison. */
static gboolean
is_imprecise(const ShardValue *value)
{
    return (value->kind == SHARD_VALUE_DOUBLE || value->kind == SHARD_VALUE_FLOAT) &&
           !(value->d > -9007199254740992.0 && value->d < 9007199254740992.0);
}

static ShardConversion
convert(const Evaluator *self, const ShardKey *key, const ShardValue *value, ShardValue *out)
{
    ShardValueKind kind = key->kind;
    ShardConversion conversion = SHARD_CONVERT_UNKNOWN;

    if (value->kind == SHARD_VALUE_UNKNOWN || key->scatter || is_imprecise(value))
        return SHARD_CONVERT_UNKNOWN;
    if (key->bytea && value->kind == SHARD_VALUE_STRING)
        return shard_bytea_parse(value, self->arena, out) ? SHARD_CONVERT_EXACT
                                                          : SHARD_CONVERT_UNKNOWN;
    if (kind == SHARD_VALUE_UNKNOWN &&
        (!shard_key_natural_kind(value, &kind) || (kind == SHARD_VALUE_STRING && !key->assume)))
        return SHARD_CONVERT_UNKNOWN;
    if (shard_value_convert(value, kind, key->scale, self->arena, out, &conversion)) {
        if (key->casefold)
            *out = shard_key_fold_case(out, self->arena);
        return SHARD_CONVERT_EXACT;
    }
    return conversion == SHARD_CONVERT_EXACT ? SHARD_CONVERT_UNKNOWN : conversion;
}

/* ---- constraints ---- */

static gboolean
is_everything(const Constraint *constraint)
{
    return !constraint->none && constraint->domains == NULL && constraint->nodes == NULL;
}

static Constraint
on_key(const Evaluator *self, guint key, ShardDomain domain)
{
    Constraint constraint = everything;

    if (domain.all)
        return everything;
    if (shard_domain_is_empty(&domain))
        return nothing;
    constraint.domains = shard_arena_array(self->arena, ShardDomain, self->keys->n_keys);
    for (guint i = 0; i < self->keys->n_keys; i++)
        constraint.domains[i] = i == key ? domain : SHARD_DOMAIN_ALL;
    return constraint;
}

/* The one key that constraint speaks of; -1 when it isn't exactly one. */
static gint
only_key(const Evaluator *self, const Constraint *constraint)
{
    gint found = -1;

    if (constraint->none || constraint->domains == NULL || constraint->nodes != NULL)
        return -1;
    for (guint i = 0; i < self->keys->n_keys; i++) {
        if (constraint->domains[i].all)
            continue;
        if (found >= 0)
            return -1;
        found = (gint) i;
    }
    return found;
}

static gboolean
place_constraint(const Evaluator *self, const Constraint *constraint, ShardNodes *out)
{
    *out = shard_nodes_none(self->arena, self->keys->table->n_nodes);
    if (constraint->none)
        return TRUE;
    if (constraint->domains == NULL)
        shard_nodes_fill(out);
    else if (!shard_domains_place(self->keys, constraint->domains, self->arena, out, self->error))
        return FALSE;
    if (constraint->nodes != NULL)
        shard_nodes_intersect(out, constraint->nodes);
    return TRUE;
}

/* ---- leaves ---- */

/* The values of the key that stand in relation op to bound; conversion says how exact bound is. */
static ShardDomain
compare_domain(const Evaluator *self, Op op, ShardConversion conversion, const ShardValue *bound)
{
    gboolean exact = conversion == SHARD_CONVERT_EXACT;
    ShardRange range = shard_range_unbounded();

    switch (op) {
    case OP_EQUAL:
        return exact ? shard_domain_values(self->arena, bound, 1) : SHARD_DOMAIN_EMPTY;
    case OP_NOT_EQUAL:
        return SHARD_DOMAIN_ALL;
    case OP_LESS:
    case OP_LESS_EQUAL:
        if (conversion == SHARD_CONVERT_BELOW)
            return SHARD_DOMAIN_EMPTY;
        if (conversion == SHARD_CONVERT_ABOVE)
            return SHARD_DOMAIN_ALL;
        range.upper = *bound;
        range.upper_closed = !exact || op == OP_LESS_EQUAL;
        shard_range_close(&range);
        return shard_domain_range(self->arena, &range);
    case OP_GREATER:
    case OP_GREATER_EQUAL:
        if (conversion == SHARD_CONVERT_ABOVE)
            return SHARD_DOMAIN_EMPTY;
        if (conversion == SHARD_CONVERT_BELOW)
            return SHARD_DOMAIN_ALL;
        range.lower = *bound;
        range.lower_closed = exact && op == OP_GREATER_EQUAL;
        shard_range_close(&range);
        return shard_domain_range(self->arena, &range);
    }
    return SHARD_DOMAIN_ALL;
}

static ShardDomain
not_equal_domain(const Evaluator *self, const ShardValue *value)
{
    ShardRange below = shard_range_unbounded(), above = shard_range_unbounded();
    below.upper = *value;
    above.lower = *value;
    shard_range_close(&below);
    shard_range_close(&above);
    ShardDomain a = shard_domain_range(self->arena, &below);
    ShardDomain b = shard_domain_range(self->arena, &above);
    return shard_domain_unite(&a, &b, self->arena);
}

/* SQLite keeps dates as text and orders them so: '2024-01-01' < '2024-01-01 00:00:00', and a T
 * behind the date is more than a blank.  By whole days the order is that of the dates.  FALSE where
 * nothing is certain. */
static gboolean
widen_to_day(const Evaluator *self, Op *op, ShardValue *bound)
{
    if (self->constants->mode->dialect != SHARD_DIALECT_SQLITE || *op == OP_EQUAL)
        return TRUE;
    if (bound->kind == SHARD_VALUE_TIME || bound->kind == SHARD_VALUE_OFFSET_TIMESTAMP)
        return FALSE;
    if (bound->kind != SHARD_VALUE_DATE && bound->kind != SHARD_VALUE_TIMESTAMP)
        return TRUE;
    if (*op == OP_NOT_EQUAL)
        return FALSE;
    gboolean upper = *op == OP_LESS || *op == OP_LESS_EQUAL;
    *op = upper ? OP_LESS_EQUAL : OP_GREATER_EQUAL;
    if (bound->kind == SHARD_VALUE_TIMESTAMP) {
        bound->time.hour = upper ? 23 : 0;
        bound->time.minute = bound->time.second = upper ? 59 : 0;
        bound->time.nanosecond = upper ? 999999999 : 0;
    }
    return TRUE;
}

static Constraint
evaluate_compare(const Evaluator *self, const ShardCondition *condition)
{
    const ShardKey *key = &self->keys->keys[condition->key];
    ShardValue value = shard_operand_value(condition->operands[0], self->constants);
    ShardValue bound = SHARD_VALUE_INIT_NULL;

    if (value.kind == SHARD_VALUE_NULL)
        return condition->null_safe ? everything : nothing;
    ShardConversion conversion = convert(self, key, &value, &bound);
    if (conversion == SHARD_CONVERT_UNKNOWN)
        return everything;
    /* The order of texts is the collation's unless it is the bytes'. */
    gboolean is_text = is_text_kind(bound.kind) && !key->by_bytes;
    if (is_text && condition->op != OP_EQUAL)
        return everything;
    Op op = condition->op;
    if (!widen_to_day(self, &op, &bound))
        return everything;
    if (op == OP_NOT_EQUAL && conversion == SHARD_CONVERT_EXACT)
        return on_key(self, condition->key, not_equal_domain(self, &bound));
    return on_key(self, condition->key, compare_domain(self, op, conversion, &bound));
}

/* A value of a list; FALSE: it can't be read as the key.  One that no key has adds nothing. */
static gboolean
add_listed(const Evaluator *self, const ShardKey *key, const ShardValue *value, ShardValue *values,
           guint *n_values)
{
    ShardConversion conversion = convert(self, key, value, &values[*n_values]);

    *n_values += conversion == SHARD_CONVERT_EXACT;
    return conversion != SHARD_CONVERT_UNKNOWN;
}

/* k = ANY (?): the operand is an array as PostgreSQL writes it, {1,2,"x"}; only plain elements are
 * read. */
static Constraint
evaluate_array(const Evaluator *self, const ShardCondition *condition)
{
    const ShardKey *key = &self->keys->keys[condition->key];
    ShardValue array = shard_operand_value(condition->operands[0], self->constants);

    if (array.kind == SHARD_VALUE_NULL)
        return nothing;
    if (array.kind != SHARD_VALUE_STRING || array.text.size < 2 || array.text.data[0] != '{' ||
        array.text.data[array.text.size - 1] != '}')
        return everything;
    g_autofree char *inside = g_strndup(array.text.data + 1, array.text.size - 2);
    if (strpbrk(inside, "{}\"\\ \t\n\v\f\r") != NULL)
        return everything;
    g_auto(GStrv) elements = g_strsplit(inside, ",", -1);
    guint n = g_strv_length(elements), n_values = 0;
    ShardValue *values = shard_arena_array(self->arena, ShardValue, n + 1);
    for (guint i = 0; i < n; i++) {
        ShardValue value = shard_value_string(elements[i], -1);
        ShardValue copy = shard_value_copy(&value, self->arena);
        if (g_ascii_strcasecmp(elements[i], "null") == 0)
            continue;
        if (condition->n_operands > 1)
            copy = shard_operand_cast(condition->operands[1], &copy, self->constants);
        if (!add_listed(self, key, &copy, values, &n_values))
            return everything;
    }
    ShardDomain domain = {.values = values, .n_values = n_values};
    return on_key(self, condition->key, domain);
}

static Constraint
evaluate_in(const Evaluator *self, const ShardCondition *condition)
{
    const ShardKey *key = &self->keys->keys[condition->key];
    ShardValue *values = shard_arena_array(self->arena, ShardValue, condition->n_operands);
    guint n_values = 0;

    for (guint i = 0; i < condition->n_operands; i++) {
        ShardValue value = shard_operand_value(condition->operands[i], self->constants);
        if (value.kind == SHARD_VALUE_NULL)
            continue;
        if (!add_listed(self, key, &value, values, &n_values))
            return everything;
    }
    ShardDomain domain = {.values = values, .n_values = n_values};
    return on_key(self, condition->key, domain);
}

static Constraint
evaluate_not_in(const Evaluator *self, const ShardCondition *condition)
{
    for (guint i = 0; i < condition->n_operands; i++) {
        ShardValue value = shard_operand_value(condition->operands[i], self->constants);
        if (value.kind == SHARD_VALUE_NULL)
            return nothing;
    }
    if (condition->n_operands != 1)
        return everything;
    ShardCondition single = *condition;
    single.kind = CONDITION_COMPARE;
    single.op = OP_NOT_EQUAL;
    return evaluate_compare(self, &single);
}

static gboolean
holds(Op op, int order)
{
    static const gboolean table[][3] = {
        [OP_EQUAL] = {FALSE, TRUE, FALSE},   [OP_NOT_EQUAL] = {TRUE, FALSE, TRUE},
        [OP_LESS] = {TRUE, FALSE, FALSE},    [OP_LESS_EQUAL] = {TRUE, TRUE, FALSE},
        [OP_GREATER] = {FALSE, FALSE, TRUE}, [OP_GREATER_EQUAL] = {FALSE, TRUE, TRUE},
    };
    return table[op][order < 0 ? 0 : order == 0 ? 1 : 2];
}

/* 1 = 0, as generators write it; only integers are certain. */
static Constraint
evaluate_constants(const Evaluator *self, const ShardCondition *condition)
{
    ShardValue a = shard_operand_value(condition->operands[0], self->constants);
    ShardValue b = shard_operand_value(condition->operands[1], self->constants);
    ShardValue left, right;
    int order;

    if (condition->null_safe)
        return everything;
    if (a.kind == SHARD_VALUE_NULL || b.kind == SHARD_VALUE_NULL)
        return nothing;
    if ((a.kind != SHARD_VALUE_INTEGER && a.kind != SHARD_VALUE_LONG) ||
        (b.kind != SHARD_VALUE_INTEGER && b.kind != SHARD_VALUE_LONG))
        return everything;
    left = shard_value_long(a.i);
    right = shard_value_long(b.i);
    if (!shard_domain_compare(&left, &right, TRUE, &order))
        return everything;
    return holds(condition->op, order) ? everything : nothing;
}

static Constraint
evaluate_truth(const Evaluator *self, const ShardCondition *condition)
{
    ShardValue value = shard_operand_value(condition->operands[0], self->constants);

    if (value.kind == SHARD_VALUE_NULL)
        return nothing;
    if (value.kind != SHARD_VALUE_BOOLEAN && value.kind != SHARD_VALUE_INTEGER &&
        value.kind != SHARD_VALUE_LONG)
        return everything;
    return (value.i != 0) != condition->negated ? everything : nothing;
}

static Constraint
evaluate_null(const Evaluator *self, const ShardCondition *condition)
{
    gint node = self->keys->table->null_node;

    if (node < 0 || !self->keys->nulls_narrow || self->keys->n_keys != 1)
        return everything;
    Constraint constraint = everything;
    constraint.nodes = shard_arena_new0(self->arena, ShardNodes);
    *constraint.nodes = shard_nodes_none(self->arena, self->keys->table->n_nodes);
    shard_nodes_add(constraint.nodes, (guint) node);
    return constraint;
}

/* ---- AND and OR ---- */

static void
narrow(const Evaluator *self, Constraint *into, const Constraint *other)
{
    if (into->none || is_everything(other))
        return;
    if (other->none || is_everything(into)) {
        *into = *other;
        return;
    }
    if (into->nodes == NULL)
        into->nodes = other->nodes;
    else if (other->nodes != NULL)
        shard_nodes_intersect(into->nodes, other->nodes);
    if (into->domains == NULL || other->domains == NULL) {
        into->domains = into->domains != NULL ? into->domains : other->domains;
        return;
    }
    for (guint i = 0; i < self->keys->n_keys; i++) {
        into->domains[i] = shard_domain_intersect(&into->domains[i], &other->domains[i],
                                                  self->keys->keys[i].by_bytes, self->arena);
        if (shard_domain_is_empty(&into->domains[i])) {
            *into = nothing;
            return;
        }
    }
}

static gboolean
evaluate_and(const Evaluator *self, const ShardCondition *condition, Constraint *out)
{
    Constraint result = everything;

    for (guint i = 0; i < condition->n_args && !result.none; i++) {
        Constraint part;
        if (!evaluate(self, condition->args[i], &part))
            return FALSE;
        narrow(self, &result, &part);
    }
    *out = result;
    return TRUE;
}

/* What has been united so far: the values and intervals of one key, or nodes. */
typedef struct {
    gint key; /* -1: none yet; -2: several, so nodes */
    GArray *values, *ranges;
    ShardNodes *nodes;
} Union;

static gboolean
unite_nodes(const Evaluator *self, Union *all, const Constraint *part)
{
    ShardNodes nodes;

    if (!place_constraint(self, part, &nodes))
        return FALSE;
    if (all->nodes == NULL) {
        all->nodes = shard_arena_new0(self->arena, ShardNodes);
        *all->nodes = nodes;
        return TRUE;
    }
    shard_nodes_unite(all->nodes, &nodes);
    return TRUE;
}

static ShardDomain
united_domain(const Evaluator *self, const Union *all)
{
    ShardDomain domain = SHARD_DOMAIN_EMPTY;

    domain.n_values = all->values->len;
    domain.values =
        shard_arena_memdup(self->arena, all->values->data, sizeof(ShardValue) * domain.n_values);
    domain.n_ranges = all->ranges->len;
    domain.ranges =
        shard_arena_memdup(self->arena, all->ranges->data, sizeof(ShardRange) * domain.n_ranges);
    return domain;
}

/* Another key than so far: what was gathered for the first becomes nodes. */
static gboolean
settle(const Evaluator *self, Union *all)
{
    if (all->key >= 0) {
        Constraint so_far = on_key(self, (guint) all->key, united_domain(self, all));
        if (!unite_nodes(self, all, &so_far))
            return FALSE;
    }
    all->key = -2;
    return TRUE;
}

static gboolean
unite(const Evaluator *self, Union *all, const Constraint *part)
{
    gint key = only_key(self, part);

    if (key >= 0 && (all->key == -1 || all->key == key)) {
        const ShardDomain *domain = &part->domains[key];
        all->key = key;
        g_array_append_vals(all->values, domain->values, domain->n_values);
        g_array_append_vals(all->ranges, domain->ranges, domain->n_ranges);
        return TRUE;
    }
    return (all->key == -2 || settle(self, all)) && unite_nodes(self, all, part);
}

static Constraint
united(const Evaluator *self, const Union *all)
{
    Constraint constraint = everything;

    if (all->key == -1)
        return nothing;
    if (all->key >= 0)
        return on_key(self, (guint) all->key, united_domain(self, all));
    constraint.nodes = all->nodes;
    return constraint;
}

static gboolean
evaluate_or(const Evaluator *self, const ShardCondition *condition, Constraint *out)
{
    g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(ShardValue));
    g_autoptr(GArray) ranges = g_array_new(FALSE, FALSE, sizeof(ShardRange));
    Union all = {-1, values, ranges, NULL};

    for (guint i = 0; i < condition->n_args; i++) {
        Constraint part;
        if (!evaluate(self, condition->args[i], &part))
            return FALSE;
        if (is_everything(&part)) {
            *out = everything;
            return TRUE;
        }
        if (!part.none && !unite(self, &all, &part))
            return FALSE;
    }
    *out = united(self, &all);
    return TRUE;
}

static gboolean
evaluate(const Evaluator *self, const ShardCondition *condition, Constraint *out)
{
    switch (condition->kind) {
    case CONDITION_AND:
        return evaluate_and(self, condition, out);
    case CONDITION_OR:
        return evaluate_or(self, condition, out);
    case CONDITION_COMPARE:
        *out = evaluate_compare(self, condition);
        return TRUE;
    case CONDITION_IN:
        *out = evaluate_in(self, condition);
        return TRUE;
    case CONDITION_NOT_IN:
        *out = evaluate_not_in(self, condition);
        return TRUE;
    case CONDITION_ARRAY:
        *out = evaluate_array(self, condition);
        return TRUE;
    case CONDITION_NULL:
        *out = evaluate_null(self, condition);
        return TRUE;
    case CONDITION_TRUTH:
        *out = evaluate_truth(self, condition);
        return TRUE;
    case CONDITION_CONSTANTS:
        *out = evaluate_constants(self, condition);
        return TRUE;
    case CONDITION_NONE:
        *out = nothing;
        return TRUE;
    case CONDITION_ALL:
        break;
    }
    *out = everything;
    return TRUE;
}

gboolean
shard_condition_nodes(const ShardCondition *self, const ShardKeyFacts *keys,
                      const ShardConstants *constants, ShardNodes *out_nodes, GError **error)
{
    const Evaluator evaluator = {keys, constants, constants->arena, error};
    Constraint constraint;

    return evaluate(&evaluator, self, &constraint) &&
           place_constraint(&evaluator, &constraint, out_nodes);
}

gboolean
shard_condition_key_value(const ShardCondition *self, const ShardKeyFacts *keys,
                          const ShardConstants *constants, guint key, ShardValue *out_value,
                          GError **error)
{
    const Evaluator evaluator = {keys, constants, constants->arena, error};
    Constraint constraint;

    *out_value = (ShardValue){.kind = SHARD_VALUE_UNKNOWN};
    if (!evaluate(&evaluator, self, &constraint))
        return FALSE;
    if (!constraint.none && constraint.domains != NULL && !constraint.domains[key].all &&
        constraint.domains[key].n_values == 1 && constraint.domains[key].n_ranges == 0)
        *out_value = constraint.domains[key].values[0];
    return TRUE;
}
