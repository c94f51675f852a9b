/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Compiling, and the nodes that aren't calls: slots, values, logic, IN, BETWEEN, CASE. */
#include "driver/merge/expr/expr.h"

#include "driver/merge/compare/time.h"

#include "driver/merge/brand-decimal.h"
#include "driver/merge/expr/node.h"

#define DEPTH_MAX 500
#define RESULT_NULL G_MININT /* of a comparison */

struct _ShardMergeProgram {
    ShardArena *arena;
    GPtrArray *comparers;
    ShardDialect dialect;
    ShardMergeNode *root;
};

typedef struct {
    ShardMergeProgram *program;
    const ShardLayout *layout;
    guint depth;
} Compiler;

static ShardMergeNode *compile(Compiler *self, const ShardMergeExpr *expr, GError **error);

gboolean
shard_merge_refuse(GError **error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000", "%s", message);
    return FALSE;
}

gboolean
shard_type_is_real(ShardTypeClass type)
{
    return type == SHARD_TYPE_FLOAT || type == SHARD_TYPE_DOUBLE;
}

gboolean
shard_type_is_number(ShardTypeClass type)
{
    return type == SHARD_TYPE_INTEGER || type == SHARD_TYPE_BIGINT || type == SHARD_TYPE_UNSIGNED ||
           type == SHARD_TYPE_DECIMAL || shard_type_is_real(type);
}

/* ---- evaluation ---- */

gboolean
shard_merge_node_eval(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value,
                      GError **error)
{
    return node->eval(node, eval, out_value, error);
}

ShardValue
shard_merge_truth_value(const ShardMergeEval *eval, int truth)
{
    if (truth < 0)
        return SHARD_VALUE_INIT_NULL;
    if (eval->arith.dialect == SHARD_DIALECT_POSTGRESQL)
        return (ShardValue){.kind = SHARD_VALUE_BOOLEAN, .i = truth};
    return shard_value_long(truth);
}

gboolean
shard_merge_node_truth(const ShardMergeNode *node, ShardMergeEval *eval, int *out_truth,
                       GError **error)
{
    static const ShardValue zero = {.kind = SHARD_VALUE_LONG};
    ShardValue value;

    if (!shard_merge_node_eval(node, eval, &value, error))
        return FALSE;
    if (value.kind == SHARD_VALUE_NULL)
        *out_truth = -1;
    else if (shard_value_is_number(&value))
        *out_truth = shard_number_compare(&value, &zero) != 0;
    else
        return shard_merge_refuse(error, "a condition over text isn't computed across shards");
    return TRUE;
}

static gboolean
eval_slot(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value, GError **error)
{
    ShardValue date = SHARD_VALUE_INIT_NULL;

    shard_comparer_read(node->comparer, eval->row, out_value);
    if (node->exact != NULL)
        shard_comparer_read(node->exact, eval->row, &date);
    if (out_value->kind != SHARD_VALUE_UNKNOWN &&
        (date.kind == SHARD_VALUE_NULL || shard_time_is_shown(&date)))
        return TRUE;
    return shard_merge_refuse(error, "a value that the driver doesn't show as it is isn't computed "
                                     "with across shards");
}

static gboolean
eval_value(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value, GError **error)
{
    *out_value = node->constant;
    return TRUE;
}

/* AND ends at the first false, OR at the first true; NULL unless something decides. */
static gboolean
eval_and_or(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value, GError **error)
{
    int decides = node->expr->kind == SHARD_MERGE_EXPR_OR;
    int result = !decides;

    for (guint i = 0; i < node->n_args; i++) {
        int truth = 0;
        if (!shard_merge_node_truth(node->args[i], eval, &truth, error))
            return FALSE;
        if (truth == decides) {
            result = decides;
            break;
        }
        if (truth < 0)
            result = -1;
    }
    *out_value = shard_merge_truth_value(eval, result);
    return TRUE;
}

static gboolean
eval_not(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value, GError **error)
{
    int truth = 0;

    if (!shard_merge_node_truth(node->args[0], eval, &truth, error))
        return FALSE;
    *out_value = shard_merge_truth_value(eval, truth < 0 ? -1 : !truth);
    return TRUE;
}

static gboolean
eval_is_null(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value,
             GError **error)
{
    ShardValue value;

    if (!shard_merge_node_eval(node->args[0], eval, &value, error))
        return FALSE;
    *out_value = shard_merge_truth_value(eval, (value.kind == SHARD_VALUE_NULL) !=
                                                   (node->expr->negated != FALSE));
    return TRUE;
}

/* values[0] with the value of arg number; RESULT_NULL when a NULL is among them. */
static gboolean
compare_with(const ShardMergeNode *node, ShardMergeEval *eval, guint number, ShardValue values[2],
             int *out_result, GError **error)
{
    if (!shard_merge_node_eval(node->args[number], eval, &values[1], error))
        return FALSE;
    *out_result = RESULT_NULL;
    if (values[0].kind == SHARD_VALUE_NULL || values[1].kind == SHARD_VALUE_NULL)
        return TRUE;
    return shard_merge_node_compare(node, eval, (const guint[]){0, number}, values, out_result,
                                    error);
}

static gboolean
eval_in(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value, GError **error)
{
    ShardValue values[2];
    int truth = 0;

    if (!shard_merge_node_eval(node->args[0], eval, &values[0], error))
        return FALSE;
    for (guint i = 1; truth != 1 && i < node->n_args; i++) {
        int result = 0;
        if (!compare_with(node, eval, i, values, &result, error))
            return FALSE;
        if (result == RESULT_NULL)
            truth = -1;
        else if (result == 0)
            truth = 1;
    }
    if (truth >= 0 && node->expr->negated)
        truth = !truth;
    *out_value = shard_merge_truth_value(eval, truth);
    return TRUE;
}

static gboolean
eval_between(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value,
             GError **error)
{
    ShardValue values[2];
    int low = 0;
    int high = 0;

    if (!shard_merge_node_eval(node->args[0], eval, &values[0], error) ||
        !compare_with(node, eval, 1, values, &low, error) ||
        !compare_with(node, eval, 2, values, &high, error))
        return FALSE;
    int truth = -1;
    if ((low != RESULT_NULL && low < 0) || (high != RESULT_NULL && high > 0))
        truth = 0;
    else if (low != RESULT_NULL && high != RESULT_NULL)
        truth = 1;
    if (truth >= 0 && node->expr->negated)
        truth = !truth;
    *out_value = shard_merge_truth_value(eval, truth);
    return TRUE;
}

/* Whether the branch with the condition at arg number is taken. */
static gboolean
case_matches(const ShardMergeNode *node, ShardMergeEval *eval, guint number, ShardValue values[2],
             gboolean *out_matches, GError **error)
{
    int result = 0;

    if (node->args[0] == NULL) {
        if (!shard_merge_node_truth(node->args[number], eval, &result, error))
            return FALSE;
        *out_matches = result == 1;
        return TRUE;
    }
    if (!compare_with(node, eval, number, values, &result, error))
        return FALSE;
    *out_matches = result == 0;
    return TRUE;
}

/* args: [operand or NULL], when, then, when, then …, [else or NULL]. */
static gboolean
eval_case(const ShardMergeNode *node, ShardMergeEval *eval, ShardValue *out_value, GError **error)
{
    ShardValue values[2];
    const ShardMergeNode *taken = node->args[node->n_args - 1];

    if (node->args[0] != NULL && !shard_merge_node_eval(node->args[0], eval, &values[0], error))
        return FALSE;
    for (guint i = 1; i + 1 < node->n_args; i += 2) {
        gboolean matches = FALSE;
        if (!case_matches(node, eval, i, values, &matches, error))
            return FALSE;
        if (matches) {
            taken = node->args[i + 1];
            break;
        }
    }
    *out_value = SHARD_VALUE_INIT_NULL;
    if (taken == NULL)
        return TRUE;
    ShardValue value;
    return shard_merge_node_eval(taken, eval, &value, error) &&
           shard_merge_node_promote(node, eval, &value, out_value, error);
}

/* ---- compiling ---- */

static ShardTypeClass
truth_type(const Compiler *self)
{
    switch (self->layout->dialect) {
    case SHARD_DIALECT_POSTGRESQL:
        return SHARD_TYPE_BOOLEAN;
    case SHARD_DIALECT_MYSQL:
        return SHARD_TYPE_BIGINT;
    default:
        return SHARD_TYPE_UNKNOWN;
    }
}

static gboolean
bind_slot(Compiler *self, ShardMergeNode *node, GError **error)
{
    guint index = shard_layout_index(self->layout, node->expr->slot, error);
    if (index == G_MAXUINT)
        return FALSE;

    const ShardCompare *declared = &node->expr->compare;
    ShardCompare reader = {.collation = {.kind = SHARD_COLLATION_BINARY},
                           .weight = SHARD_SLOT_NONE,
                           .storage = declared->storage};
    node->type = shard_layout_type(self->layout, index);
    if (node->type.type == SHARD_TYPE_TEXT && declared->type == SHARD_TYPE_BOOLEAN)
        node->type.type = SHARD_TYPE_BOOLEAN; /* psqlodbc describes it as VARCHAR(5) */
    if (shard_type_is_number(node->type.type))
        reader.type = SHARD_TYPE_DECIMAL;
    else if (node->type.type == SHARD_TYPE_BOOLEAN)
        reader.type = SHARD_TYPE_BOOLEAN;
    else if (self->layout->dialect == SHARD_DIALECT_SQLITE && shard_type_is_number(declared->type))
        reader.type = declared->type;
    node->eval = eval_slot;
    if (node->type.type == SHARD_TYPE_DATE && declared->by_weight) {
        node->exact =
            shard_comparer_new(self->layout, node->expr->slot, declared, SHARD_FOR_EQUALITY, error);
        if (node->exact == NULL)
            return FALSE;
    }
    node->comparer =
        shard_comparer_new(self->layout, node->expr->slot, &reader, SHARD_FOR_EQUALITY, error);
    return node->comparer != NULL;
}

static gint32
text_scale(const ShardValue *value)
{
    const char *point = memchr(value->text.data, '.', value->text.size);

    return point == NULL ? 0 : (gint32) (value->text.data + value->text.size - point) - 1;
}

static const ShardTypeClass value_types[] = {
    [SHARD_VALUE_NULL] = SHARD_TYPE_UNKNOWN,
    [SHARD_VALUE_BOOLEAN] = SHARD_TYPE_BOOLEAN,
    [SHARD_VALUE_INTEGER] = SHARD_TYPE_INTEGER,
    [SHARD_VALUE_LONG] = SHARD_TYPE_BIGINT,
    [SHARD_VALUE_UNSIGNED] = SHARD_TYPE_UNSIGNED,
    [SHARD_VALUE_BIG_INTEGER] = SHARD_TYPE_DECIMAL,
    [SHARD_VALUE_DECIMAL] = SHARD_TYPE_DECIMAL,
    [SHARD_VALUE_FLOAT] = SHARD_TYPE_FLOAT,
    [SHARD_VALUE_DOUBLE] = SHARD_TYPE_DOUBLE,
    [SHARD_VALUE_STRING] = SHARD_TYPE_TEXT,
    [SHARD_VALUE_BYTES] = SHARD_TYPE_BYTES,
    [SHARD_VALUE_DATE] = SHARD_TYPE_DATE,
    [SHARD_VALUE_TIME] = SHARD_TYPE_TIME,
    [SHARD_VALUE_TIMESTAMP] = SHARD_TYPE_TIMESTAMP,
    [SHARD_VALUE_OFFSET_TIMESTAMP] = SHARD_TYPE_OFFSET_TIMESTAMP,
    [SHARD_VALUE_UUID] = SHARD_TYPE_UUID,
    [SHARD_VALUE_UNKNOWN] = SHARD_TYPE_OTHER,
};

/* MariaDB's numbers with an exponent are floating ones, the other brands have numerics and reals
 * only.
 */
static gboolean
is_double(const Compiler *self, const ShardValue *value)
{
    return self->layout->dialect == SHARD_DIALECT_MYSQL && value->kind == SHARD_VALUE_DECIMAL &&
           (memchr(value->text.data, 'e', value->text.size) != NULL ||
            memchr(value->text.data, 'E', value->text.size) != NULL);
}

static gboolean
bind_value(Compiler *self, ShardMergeNode *node, GError **error)
{
    const ShardValue *value = &node->expr->value;
    ShardTypeClass type = value_types[value->kind];

    if (value->kind == SHARD_VALUE_UNKNOWN)
        return shard_merge_refuse(error, "a value that isn't known yet can't be computed with "
                                         "across shards");
    /* PostgreSQL's literals and parameters are integer where they fit. */
    if (type == SHARD_TYPE_BIGINT && self->layout->dialect == SHARD_DIALECT_POSTGRESQL &&
        value->i >= G_MININT32 && value->i <= G_MAXINT32)
        type = SHARD_TYPE_INTEGER;
    if (type == SHARD_TYPE_BOOLEAN && self->layout->dialect != SHARD_DIALECT_POSTGRESQL)
        type = SHARD_TYPE_BIGINT;
    node->type = (ShardSlotType){.type = type, .scale = 0};
    node->constant = *value;
    node->eval = eval_value;
    if (is_double(self, value)) {
        node->type.type = SHARD_TYPE_DOUBLE;
        node->constant = shard_arith_real(shard_number_to_double(value));
        return TRUE;
    }
    if (type == SHARD_TYPE_DECIMAL)
        node->type.scale = text_scale(value);
    if (self->layout->dialect == SHARD_DIALECT_SQLITE) {
        if (type == SHARD_TYPE_DECIMAL)
            node->constant = shard_arith_real(shard_number_to_double(value));
        node->type.type = SHARD_TYPE_UNKNOWN;
    }
    return TRUE;
}

static gboolean
bind_truth(Compiler *self, ShardMergeNode *node, ShardMergeNodeEval eval)
{
    node->eval = eval;
    node->type = (ShardSlotType){.type = truth_type(self), .scale = 0};
    return TRUE;
}

static gboolean
bind_case(Compiler *self, ShardMergeNode *node, GError **error)
{
    if (node->n_args < 4 || node->n_args % 2 != 0)
        return shard_merge_refuse(error, "a CASE of this form isn't computed across shards");
    node->eval = eval_case;
    return (node->args[0] == NULL ||
            shard_merge_node_bind_compare(node, self->layout, SHARD_FOR_EQUALITY, error)) &&
           shard_merge_node_unify(node, self->layout, 2, 2, error);
}

static gboolean
bind(Compiler *self, ShardMergeNode *node, GError **error)
{
    switch (node->expr->kind) {
    case SHARD_MERGE_EXPR_SLOT:
        return bind_slot(self, node, error);
    case SHARD_MERGE_EXPR_VALUE:
        return bind_value(self, node, error);
    case SHARD_MERGE_EXPR_CALL:
        return shard_merge_node_bind_call(node, self->layout, error);
    case SHARD_MERGE_EXPR_AND:
    case SHARD_MERGE_EXPR_OR:
        return bind_truth(self, node, eval_and_or);
    case SHARD_MERGE_EXPR_NOT:
        return bind_truth(self, node, eval_not);
    case SHARD_MERGE_EXPR_IS_NULL:
        return bind_truth(self, node, eval_is_null);
    case SHARD_MERGE_EXPR_IN:
        return bind_truth(self, node, eval_in) &&
               shard_merge_node_bind_compare(node, self->layout, SHARD_FOR_EQUALITY, error);
    case SHARD_MERGE_EXPR_BETWEEN:
        return bind_truth(self, node, eval_between) &&
               shard_merge_node_bind_compare(node, self->layout, SHARD_FOR_ORDER, error);
    case SHARD_MERGE_EXPR_CASE:
        return bind_case(self, node, error);
    case SHARD_MERGE_EXPR_CAST:
        return shard_merge_node_bind_cast(node, self->layout, error);
    }
    return shard_merge_refuse(error, "an expression of this kind isn't computed across shards");
}

static guint
least_args(const ShardMergeExpr *expr)
{
    static const guint counts[] = {
        [SHARD_MERGE_EXPR_NOT] = 1,  [SHARD_MERGE_EXPR_IN] = 1,      [SHARD_MERGE_EXPR_BETWEEN] = 3,
        [SHARD_MERGE_EXPR_CAST] = 1, [SHARD_MERGE_EXPR_IS_NULL] = 1,
    };
    return (gsize) expr->kind < G_N_ELEMENTS(counts) ? counts[expr->kind] : 0;
}

static gboolean
is_padded(const Compiler *self, const ShardMergeNode *node)
{
    guint index = node->expr->kind == SHARD_MERGE_EXPR_SLOT
                      ? shard_layout_index(self->layout, node->expr->slot, NULL)
                      : G_MAXUINT;

    return index != G_MAXUINT &&
           shard_column_is_padded(&self->layout->columns->columns[index], self->layout->dialect);
}

static gboolean
compile_args(Compiler *self, ShardMergeNode *node, GError **error)
{
    for (guint i = 0; i < node->n_args; i++) {
        const ShardMergeExpr *arg = node->expr->args[i];
        if (arg == NULL && node->expr->kind == SHARD_MERGE_EXPR_CASE &&
            (i == 0 || i + 1 == node->n_args))
            continue;
        node->args[i] = arg != NULL ? compile(self, arg, error) : NULL;
        if (arg == NULL)
            return shard_merge_refuse(error, "an expression lacks an operand");
        if (node->args[i] == NULL)
            return FALSE;
        if (is_padded(self, node->args[i]) && node->expr->kind != SHARD_MERGE_EXPR_IS_NULL)
            return shard_merge_refuse(error, "char(n) in an expression isn't computed across "
                                             "shards; cast it to text before it is aggregated");
    }
    return TRUE;
}

static ShardMergeNode *
compile(Compiler *self, const ShardMergeExpr *expr, GError **error)
{
    ShardMergeNode *node = shard_arena_new0(self->program->arena, ShardMergeNode);

    node->expr = expr;
    node->n_args = expr->n_args;
    node->args = shard_arena_array(self->program->arena, ShardMergeNode *, MAX(expr->n_args, 1));
    if (self->depth >= DEPTH_MAX || expr->n_args < least_args(expr)) {
        shard_merge_refuse(error, "an expression this deep isn't computed across shards");
        return NULL;
    }
    self->depth++;
    gboolean done = compile_args(self, node, error) && bind(self, node, error);
    self->depth--;
    if (node->comparer != NULL)
        g_ptr_array_add(self->program->comparers, node->comparer);
    if (node->exact != NULL)
        g_ptr_array_add(self->program->comparers, node->exact);
    return done ? node : NULL;
}

ShardMergeProgram *
shard_merge_program_new(const ShardLayout *layout, const ShardMergeExpr *expr, GError **error)
{
    g_autoptr(ShardMergeProgram) self = g_new0(ShardMergeProgram, 1);

    self->arena = shard_arena_new();
    self->dialect = layout->dialect;
    self->comparers = g_ptr_array_new_with_free_func((GDestroyNotify) shard_comparer_free);
    Compiler compiler = {.program = self, .layout = layout};
    self->root = compile(&compiler, expr, error);
    return self->root != NULL ? g_steal_pointer(&self) : NULL;
}

void
shard_merge_program_free(ShardMergeProgram *self)
{
    if (self == NULL)
        return;
    g_ptr_array_unref(self->comparers);
    shard_arena_free(self->arena);
    g_free(self);
}

ShardSlotType
shard_merge_program_type(const ShardMergeProgram *self)
{
    return self->root->type;
}

gboolean
shard_merge_program_eval(ShardMergeProgram *self, const ShardValue *row, ShardArena *arena,
                         ShardValue *out_value, GError **error)
{
    ShardMergeEval eval = {.arith = {.dialect = self->dialect, .arena = arena}, .row = row};

    return shard_merge_node_eval(self->root, &eval, out_value, error);
}

gboolean
shard_merge_program_test(ShardMergeProgram *self, const ShardValue *row, ShardArena *arena,
                         gboolean *out_true, GError **error)
{
    ShardMergeEval eval = {.arith = {.dialect = self->dialect, .arena = arena}, .row = row};
    int truth = 0;

    if (!shard_merge_node_truth(self->root, &eval, &truth, error))
        return FALSE;
    *out_true = truth == 1;
    return TRUE;
}
