/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/expression/method.h"

#include <string.h>

/* A range of a node pattern names so many nodes at most. */
#define MAX_RANGE 100000
#define MAX_ARGUMENTS 4

gboolean
expr_node_is_constant(const ExprNode *node)
{
    return node->eval == expr_eval_constant;
}

static gboolean
evaluate(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    return node->eval(context, node, out);
}

/* Both operands. */
static gboolean
evaluate_pair(ExprContext *context, const ExprNode *node, ExprValue *a, ExprValue *b)
{
    return evaluate(context, node->a, a) && evaluate(context, node->b, b);
}

gboolean
expr_eval_constant(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    *out = node->constant;
    return TRUE;
}

gboolean
expr_eval_variable(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    const ShardKeyValues *values = context->values;

    for (guint i = 0; values != NULL && i < values->n; i++)
        if (g_ascii_strcasecmp(values->keys[i], node->name) == 0)
            return expr_bind(context, &values->values[i],
                             values->zones == NULL ? NULL : values->zones[i], out);
    return expr_fail(context, "'%s' is no key of the strategy", node->name);
}

gboolean
expr_eval_local(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    const ExprLocal *local = context->locals;

    for (guint i = 0; i < node->detail; i++)
        local = local->outer;
    *out = local->value;
    return TRUE;
}

/* A return inside of the closure ends the closure alone. */
static gboolean
run_closure(ExprContext *context, const ExprNode *code, const ExprValue *element, ExprValue *out)
{
    const ExprLocal local = {*element, context->locals};

    context->locals = &local;
    gboolean ok = evaluate(context, code, out);
    context->locals = local.outer;
    context->returned = FALSE;
    return ok;
}

gboolean
expr_eval_collect(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    ExprValue list;

    if (!evaluate(context, node->a, &list))
        return FALSE;
    if (list.shape != EXPR_LIST)
        return expr_fail(context, "collect has no meaning for %s", expr_type_name(&list));
    context->n_collected += list.n_items;
    if (context->n_collected > MAX_RANGE)
        return expr_fail(context, "collect goes over too many elements");
    ExprValue *items = shard_arena_array(expr_arena(context), ExprValue, list.n_items);
    for (guint i = 0; i < list.n_items; i++)
        if (!run_closure(context, node->b, &list.items[i], &items[i]))
            return FALSE;
    *out = (ExprValue){.shape = EXPR_LIST, .items = items, .n_items = list.n_items};
    return TRUE;
}

static gboolean
evaluate_items(ExprContext *context, const ExprNode *node, ExprShape shape, ExprValue *out)
{
    ExprValue *items = shard_arena_array(expr_arena(context), ExprValue, node->n_items);

    for (guint i = 0; i < node->n_items; i++)
        if (!evaluate(context, node->items[i], &items[i]))
            return FALSE;
    *out = (ExprValue){.shape = shape, .items = items, .n_items = node->n_items};
    return TRUE;
}

gboolean
expr_eval_list(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    return evaluate_items(context, node, EXPR_LIST, out);
}

gboolean
expr_eval_map(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    return evaluate_items(context, node, EXPR_MAP, out);
}

static gboolean
make_range(ExprContext *context, gint64 from, gint64 to, ExprValue *out)
{
    gint64 step = from <= to ? 1 : -1;
    gint64 n = (to - from) * step + 1;

    if (n > MAX_RANGE)
        return expr_fail(context, "a range of %" G_GINT64_FORMAT " numbers is too long", n);
    ExprValue *items = shard_arena_array(expr_arena(context), ExprValue, (gsize) n);
    for (gint64 i = 0; i < n; i++)
        items[i] = expr_integer((gint32) (from + i * step));
    *out = (ExprValue){.shape = EXPR_LIST, .items = items, .n_items = (guint) n};
    return TRUE;
}

/* 'a'..'d': characters of one letter. */
static gboolean
make_letter_range(ExprContext *context, const ExprValue *a, const ExprValue *b, ExprValue *out)
{
    gint from = a->v.text.size == 1 ? (guchar) *a->v.text.data : 128;
    gint to = b->v.text.size == 1 ? (guchar) *b->v.text.data : 128;

    if (from > 127 || to > 127)
        return expr_fail(context, "a range of texts goes from one letter to another");
    if (!make_range(context, from, to, out))
        return FALSE;
    ExprValue *items = shard_arena_array(expr_arena(context), ExprValue, out->n_items);
    for (guint i = 0; i < out->n_items; i++) {
        char *letter = shard_arena_alloc(expr_arena(context), 2);
        letter[0] = (char) out->items[i].v.i;
        items[i] = expr_string(letter, 1);
    }
    out->items = items;
    return TRUE;
}

gboolean
expr_eval_range(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    ExprValue a, b;
    gint64 from, to;

    if (!evaluate_pair(context, node, &a, &b))
        return FALSE;
    if (expr_is_string(&a) && expr_is_string(&b) && node->detail == EXPR_RANGE_CLOSED)
        return make_letter_range(context, &a, &b, out);
    if (!expr_to_index(context, &a, &from) || !expr_to_index(context, &b, &to))
        return FALSE;
    if (node->detail == EXPR_RANGE_CLOSED)
        return make_range(context, from, to, out);
    if (from == to) {
        *out = (ExprValue){.shape = EXPR_LIST};
        return TRUE;
    }
    return make_range(context, from, from < to ? to - 1 : to + 1, out);
}

static gboolean
concatenate(ExprContext *context, const ExprValue *a, const ExprValue *b, ExprValue *out)
{
    const char *left, *right;
    gsize left_size, right_size;

    if (!expr_text(context, a, &left, &left_size) || !expr_text(context, b, &right, &right_size))
        return FALSE;
    if (left_size + right_size > EXPR_MAX_TEXT)
        return expr_fail(context, "the text gets longer than %d bytes", EXPR_MAX_TEXT);
    char *text = shard_arena_alloc(expr_arena(context), left_size + right_size + 1);
    memcpy(text, left, left_size);
    memcpy(text + left_size, right, right_size);
    *out = expr_string(text, left_size + right_size);
    return TRUE;
}

/* A character counts as its code where the other operand is a number. */
static gboolean
as_number(const ExprValue *value, ExprValue *out)
{
    if (value->is_character)
        *out = expr_integer((gint32) g_utf8_get_char(value->v.text.data));
    else
        *out = *value;
    return expr_is_number(out);
}

static gboolean
boolean_operator(guint op, const ExprValue *a, const ExprValue *b, ExprValue *out)
{
    gboolean left = a->v.i != 0;
    gboolean right = b->v.i != 0;

    if (op == EXPR_AND)
        *out = expr_boolean(left && right);
    else if (op == EXPR_OR)
        *out = expr_boolean(left || right);
    else if (op == EXPR_XOR)
        *out = expr_boolean(left != right);
    else
        return FALSE;
    return TRUE;
}

/* [a, b] + [c]: what list concatenation gives. */
static gboolean
join_lists(ExprContext *context, const ExprValue *a, const ExprValue *b, ExprValue *out)
{
    const ExprValue *tail = b->shape == EXPR_LIST ? b->items : b;
    guint n_tail = b->shape == EXPR_LIST ? b->n_items : 1;

    if (a->n_items + n_tail > MAX_RANGE)
        return expr_fail(context, "the list gets too long");
    ExprValue *items = shard_arena_array(expr_arena(context), ExprValue, a->n_items + n_tail);
    for (guint i = 0; i < a->n_items; i++)
        items[i] = a->items[i];
    for (guint i = 0; i < n_tail; i++)
        items[a->n_items + i] = tail[i];
    *out = (ExprValue){.shape = EXPR_LIST, .items = items, .n_items = a->n_items + n_tail};
    return TRUE;
}

static gboolean
is_text(const ExprValue *value)
{
    return expr_kind(value) == SHARD_VALUE_STRING;
}

gboolean
expr_eval_arithmetic(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    ExprValue a, b, left, right;
    ExprOperator op = node->detail;

    if (!evaluate_pair(context, node, &a, &b))
        return FALSE;
    if (expr_is_number(&a) && expr_is_number(&b))
        return expr_arithmetic(context, op, &a, &b, out);
    if (op == EXPR_ADD && a.shape == EXPR_LIST)
        return join_lists(context, &a, &b, out);
    if (op == EXPR_ADD && (expr_is_string(&a) || expr_is_string(&b)))
        return concatenate(context, &a, &b, out);
    if (op == EXPR_ADD && is_text(&a) && is_text(&b))
        return concatenate(context, &a, &b, out);
    if (expr_kind(&a) == SHARD_VALUE_BOOLEAN && expr_kind(&b) == SHARD_VALUE_BOOLEAN &&
        boolean_operator(op, &a, &b, out))
        return TRUE;
    if ((op == EXPR_ADD || op == EXPR_SUBTRACT || op == EXPR_MULTIPLY) && as_number(&a, &left) &&
        as_number(&b, &right))
        return expr_arithmetic(context, op, &left, &right, out);
    static const char *const names[] = {"+", "-", "*", "/",  "%",  "intdiv()",
                                        "&", "|", "^", "<<", ">>", ">>>"};
    return expr_fail(context, "%s has no meaning for %s and %s", names[op], expr_type_name(&a),
                     expr_type_name(&b));
}

gboolean
expr_eval_negate(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    ExprValue value;

    if (!evaluate(context, node->a, &value))
        return FALSE;
    if (!expr_is_number(&value))
        return expr_fail(context, "- has no meaning for %s", expr_type_name(&value));
    return expr_negate(context, &value, out);
}

gboolean
expr_eval_plus(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    if (!evaluate(context, node->a, out))
        return FALSE;
    return expr_is_number(out) ||
           expr_fail(context, "+ has no meaning for %s", expr_type_name(out));
}

gboolean
expr_eval_complement(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    ExprValue value;

    if (!evaluate(context, node->a, &value))
        return FALSE;
    if (!expr_is_number(&value))
        return expr_fail(context, "~ has no meaning for %s", expr_type_name(&value));
    return expr_complement(context, &value, out);
}

gboolean
expr_eval_not(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    ExprValue value;

    if (!evaluate(context, node->a, &value))
        return FALSE;
    *out = expr_boolean(!expr_truth(&value));
    return TRUE;
}

/* && (stop FALSE) and || (stop TRUE): the right side runs only if the left doesn't decide. */
static gboolean
decide(ExprContext *context, const ExprNode *node, gboolean stop, ExprValue *out)
{
    ExprValue value;

    if (!evaluate(context, node->a, &value))
        return FALSE;
    gboolean truth = expr_truth(&value);
    if (truth != stop) {
        if (!evaluate(context, node->b, &value))
            return FALSE;
        truth = expr_truth(&value);
    }
    *out = expr_boolean(truth);
    return TRUE;
}

gboolean
expr_eval_and(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    return decide(context, node, FALSE, out);
}

gboolean
expr_eval_or(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    return decide(context, node, TRUE, out);
}

gboolean
expr_eval_compare(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    ExprValue a, b;
    int order;

    if (!evaluate_pair(context, node, &a, &b))
        return FALSE;
    if (node->detail == EXPR_EQUAL || node->detail == EXPR_UNEQUAL) {
        *out = expr_boolean(expr_equal(&a, &b) == (node->detail == EXPR_EQUAL));
        return TRUE;
    }
    if (!expr_compare(context, &a, &b, &order))
        return FALSE;
    const ExprValue results[] = {
        [EXPR_LESS] = expr_boolean(order < 0),    [EXPR_LESS_EQUAL] = expr_boolean(order <= 0),
        [EXPR_GREATER] = expr_boolean(order > 0), [EXPR_GREATER_EQUAL] = expr_boolean(order >= 0),
        [EXPR_THREE_WAY] = expr_integer(order),
    };
    *out = results[node->detail];
    return TRUE;
}

static const ExprValue *
find_entry(const ExprValue *map, const ExprValue *key)
{
    for (guint i = 0; i + 1 < map->n_items; i += 2)
        /* A map's keys are compared by equals(): 1 is not 1L. */
        if (expr_kind(&map->items[i]) == expr_kind(key) && expr_equal(&map->items[i], key))
            return &map->items[i + 1];
    return NULL;
}

gboolean
expr_eval_in(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    ExprValue value, set;
    gboolean found = FALSE;

    if (!evaluate_pair(context, node, &value, &set))
        return FALSE;
    if (set.shape == EXPR_SCALAR && expr_is_string(&set))
        found = expr_equal(&value, &set);
    else if (set.shape == EXPR_SCALAR)
        return expr_fail(context, "'in' has no meaning for %s", expr_type_name(&set));
    if (set.shape == EXPR_MAP)
        found = find_entry(&set, &value) != NULL;
    for (guint i = 0; set.shape == EXPR_LIST && i < set.n_items && !found; i++)
        found = expr_equal(&value, &set.items[i]);
    *out = expr_boolean(found);
    return TRUE;
}

gboolean
expr_eval_cast(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    ExprValue value;
    gboolean coerce = node->b != NULL; /* "as" */

    if (!evaluate(context, node->a, &value))
        return FALSE;
    return expr_type_at(node->detail)->cast(context, &value, coerce, out);
}

/* A number as one of a wider unboxed type. */
static void
widen(ExprValue *value, ShardValueKind kind)
{
    if (expr_kind(value) == kind)
        return;
    if (kind == SHARD_VALUE_LONG) {
        *value = expr_long(expr_long_value(value));
        return;
    }
    *value = expr_double(expr_double_value(value));
    if (kind == SHARD_VALUE_FLOAT) {
        value->v.kind = kind;
        value->v.d = (double) (float) value->v.d;
    }
}

gboolean
expr_eval_condition(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    ExprValue test;

    if (!evaluate(context, node->a, &test))
        return FALSE;
    gboolean truth = expr_truth(&test);
    if (truth && node->detail == EXPR_ELVIS) {
        *out = test;
        return TRUE;
    }
    const ExprNode *branch = truth ? node->b : node->c;
    if (branch != NULL) {
        if (!evaluate(context, branch, out))
            return FALSE;
        if (node->primitive != SHARD_VALUE_NULL)
            widen(out, node->primitive);
        return TRUE;
    }
    *out = expr_null();
    return TRUE;
}

/* -1 is the last; FALSE (error set) outside. */
static gboolean
find_position(ExprContext *context, const ExprValue *index, gint64 n, gint64 *out)
{
    if (!expr_to_index(context, index, out))
        return FALSE;
    if (*out < 0)
        *out += n;
    if (*out >= 0 && *out < n)
        return TRUE;
    return expr_fail(context,
                     "index %" G_GINT64_FORMAT " is outside of %" G_GINT64_FORMAT " elements",
                     index->v.i, n);
}

static gboolean
index_text(ExprContext *context, const ExprValue *text, const ExprValue *index, ExprValue *out)
{
    gint64 units = expr_text_units(text);
    gint64 from, to;

    if (index->shape == EXPR_LIST && index->n_items > 0) {
        if (!find_position(context, &index->items[0], units, &from) ||
            !find_position(context, &index->items[index->n_items - 1], units, &to))
            return FALSE;
        return from <= to ? expr_slice(context, text, from, to + 1, out)
                          : expr_slice(context, text, to, from + 1, out) &&
                                expr_reverse(context, out, out);
    }
    if (!find_position(context, index, units, &from))
        return FALSE;
    return expr_slice(context, text, from, from + 1, out);
}

/* "abc"[0..-1] goes to the end: the ends of a range count, not its elements. */
static gboolean
evaluate_bounds(ExprContext *context, const ExprNode *range, ExprValue *out)
{
    ExprValue *bounds = shard_arena_array(expr_arena(context), ExprValue, 2);

    if (!evaluate_pair(context, range, &bounds[0], &bounds[1]))
        return FALSE;
    *out = (ExprValue){.shape = EXPR_LIST, .items = bounds, .n_items = 2};
    return TRUE;
}

gboolean
expr_eval_index(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    ExprValue receiver, index;
    gint64 at;

    if (!evaluate(context, node->a, &receiver))
        return FALSE;
    gboolean bounds = node->b->eval == expr_eval_range && node->b->detail == EXPR_RANGE_CLOSED &&
                      receiver.shape == EXPR_SCALAR;
    if (bounds ? !evaluate_bounds(context, node->b, &index) : !evaluate(context, node->b, &index))
        return FALSE;
    if (receiver.shape == EXPR_MAP) {
        const ExprValue *found = find_entry(&receiver, &index);
        *out = found == NULL ? expr_null() : *found;
        return TRUE;
    }
    if (receiver.shape == EXPR_LIST && index.shape == EXPR_SCALAR) {
        /* Beyond the end a list gives null. */
        if (!expr_to_index(context, &index, &at))
            return FALSE;
        at += at < 0 ? receiver.n_items : 0;
        if (at < 0 || (receiver.is_array && at >= receiver.n_items))
            return expr_fail(context, "index %" G_GINT64_FORMAT " is outside of %u elements",
                             index.v.i, receiver.n_items);
        *out = at < receiver.n_items ? receiver.items[at] : expr_null();
        return TRUE;
    }
    if (expr_is_string(&receiver))
        return index_text(context, &receiver, &index, out);
    return expr_fail(context, "[] has no meaning for %s", expr_type_name(&receiver));
}

static const ExprMethod *
choose(const ExprNode *node, const ExprValue *receiver)
{
    guint bit = expr_receiver(receiver);

    for (guint i = 0; node->methods[i] != NULL; i++)
        if ((node->methods[i]->receivers & bit) != 0)
            return node->methods[i];
    return NULL;
}

static gboolean
evaluate_arguments(ExprContext *context, const ExprNode *node, ExprValue *arguments)
{
    for (guint i = 0; i < node->n_items; i++)
        if (!evaluate(context, node->items[i], &arguments[i]))
            return FALSE;
    return TRUE;
}

gboolean
expr_eval_call(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    ExprValue receiver;
    ExprValue arguments[MAX_ARGUMENTS];

    if (!evaluate(context, node->a, &receiver))
        return FALSE;
    gboolean safe = node->detail != 0;
    if (expr_is_null(&receiver) && safe) {
        *out = receiver;
        return TRUE;
    }
    if (expr_is_null(&receiver))
        return expr_fail(context, "%s() of null", node->name);
    const ExprMethod *method = choose(node, &receiver);
    if (method == NULL)
        return expr_fail(context, "%s has no %s()", expr_type_name(&receiver), node->name);
    if (!evaluate_arguments(context, node, arguments))
        return FALSE;
    ExprCall call = {context, method, &receiver, arguments, node->n_items, out};
    return method->call(&call);
}

gboolean
expr_eval_static(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    ExprValue arguments[MAX_ARGUMENTS];

    if (!evaluate_arguments(context, node, arguments))
        return FALSE;
    ExprCall call = {context, node->methods[0], NULL, arguments, node->n_items, out};
    return node->methods[0]->call(&call);
}

/* date.year is date.getYear(); a map's property is its entry. */
gboolean
expr_eval_property(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    ExprValue receiver;

    if (!evaluate(context, node->a, &receiver))
        return FALSE;
    if (receiver.shape == EXPR_MAP) {
        ExprValue key = expr_string(node->name, strlen(node->name));
        const ExprValue *found = find_entry(&receiver, &key);
        *out = found == NULL ? expr_null() : *found;
        return TRUE;
    }
    if (expr_is_null(&receiver) && node->detail != 0) {
        *out = receiver;
        return TRUE;
    }
    const ExprMethod *method = node->methods == NULL ? NULL : choose(node, &receiver);
    if (method == NULL)
        return expr_fail(context, "%s has no property '%s'", expr_type_name(&receiver), node->name);
    ExprCall call = {context, method, &receiver, NULL, 0, out};
    return method->call(&call);
}

gboolean
expr_eval_sequence(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    *out = expr_null();
    for (guint i = 0; i < node->n_items && !context->returned; i++)
        if (!evaluate(context, node->items[i], out))
            return FALSE;
    return TRUE;
}

gboolean
expr_eval_return(ExprContext *context, const ExprNode *node, ExprValue *out)
{
    if (!evaluate(context, node->a, out))
        return FALSE;
    context->returned = TRUE;
    return TRUE;
}
