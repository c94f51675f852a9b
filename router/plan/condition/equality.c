/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * equality.c - classes of columns that are equal in every row that matters.
 *
 * Made once for a list of predicates, since long joins ask for many pairs.
 */
#include "router/plan/condition/scope.h"

#include <string.h>

struct _ShardEquality {
    const ShardAnalysis *analysis;
    GHashTable *numbers; /* ShardColumnId -> number in ids, plus one */
    GPtrArray *ids;      /* ShardColumnId */
    GArray *parents;     /* guint per id: another one of its class, or itself */
};

static gboolean
same_id(const ShardColumnId *a, const ShardColumnId *b)
{
    return a->table == b->table && a->use == b->use &&
           shard_identifier_equal_fold(a->column, b->column);
}

static const ShardColumnSchema *
schema_of(const ShardAnalysis *self, const ShardColumnId *id)
{
    const ShardTable *table = self->refs[id->table].table;
    const ShardTableSchema *facts = table == NULL || self->schema == NULL
                                        ? NULL
                                        : shard_schema_table(self->schema, table->name);
    gint column = facts == NULL ? -1 : shard_table_schema_column(facts, id->column);
    return column < 0 ? NULL : &facts->columns[column];
}

static gboolean
is_integer_type(ShardTypeClass type)
{
    return type == SHARD_TYPE_INTEGER || type == SHARD_TYPE_BIGINT;
}

static gboolean
same_collation(const ShardCollation *a, const ShardCollation *b)
{
    return a->kind == b->kind && g_strcmp0(a->name, b->name) == 0 &&
           a->kind != SHARD_COLLATION_ICU_NONDETERMINISTIC;
}

static ShardValueKind
key_kind(const ShardAnalysis *self, const ShardColumnId *id)
{
    const ShardRef *ref = &self->refs[id->table];

    for (guint i = 0; ref->kind == SHARD_REF_SHARDED && i < ref->keys.n_keys; i++) {
        if (shard_identifier_equal_fold(ref->keys.keys[i].name, id->column))
            return ref->keys.keys[i].kind;
    }
    return SHARD_VALUE_UNKNOWN;
}

/* Equality is transitive only between columns of one type and collation (a number equals several
 * texts); integers among themselves are fine. */
static gboolean
are_comparable(const ShardAnalysis *self, const ShardColumnId *a, const ShardColumnId *b)
{
    if (self->schema == NULL)
        return TRUE;
    const ShardColumnSchema *x = schema_of(self, a), *y = schema_of(self, b);
    if (x == NULL || y == NULL) {
        ShardValueKind kind = key_kind(self, a);
        return kind != SHARD_VALUE_UNKNOWN && kind != SHARD_VALUE_STRING &&
               kind == key_kind(self, b);
    }
    if (is_integer_type(x->type) && is_integer_type(y->type))
        return TRUE;
    if (x->type != y->type || x->type == SHARD_TYPE_OTHER || x->type == SHARD_TYPE_UNKNOWN)
        return FALSE;
    if (x->type != SHARD_TYPE_TEXT && x->type != SHARD_TYPE_CHAR)
        return TRUE;
    return same_collation(&x->collation, &y->collation);
}

/* The two columns that a conjunct says to be equal (part: of a row comparison). */
static gboolean
equality(const ShardAnalysis *self, const ShardConjunct *conjunct, guint part, ShardColumnId *a,
         ShardColumnId *b)
{
    const ShardExpr *expr = conjunct->expr;

    if (expr == NULL) {
        *a = conjunct->a;
        *b = conjunct->b;
        return part == 0;
    }
    if (expr->kind != SHARD_EXPR_COMPARE || expr->n_args != 2 || strcmp(expr->name, "=") != 0)
        return FALSE;
    const ShardExpr *left = expr->args[0], *right = expr->args[1];
    if (left->kind == SHARD_EXPR_ROW && right->kind == SHARD_EXPR_ROW &&
        left->n_args == right->n_args && part < left->n_args) {
        left = left->args[part];
        right = right->args[part];
    } else if (part > 0) {
        return FALSE;
    }
    return shard_scope_resolve(self, left, conjunct->query, a) &&
           shard_scope_resolve(self, right, conjunct->query, b);
}

static guint
n_parts(const ShardConjunct *conjunct)
{
    const ShardExpr *expr = conjunct->expr;

    if (expr != NULL && expr->kind == SHARD_EXPR_COMPARE && expr->n_args == 2 &&
        expr->args[0]->kind == SHARD_EXPR_ROW)
        return expr->args[0]->n_args;
    return 1;
}

static guint
hash_id(gconstpointer key)
{
    const ShardColumnId *id = key;
    guint hash = 5381u + (guint) id->table;

    for (const char *c = id->column; *c != '\0'; c++)
        hash = hash * 33 + (guint) g_ascii_tolower(*c);
    return hash;
}

static gboolean
equal_ids(gconstpointer a, gconstpointer b)
{
    return same_id(a, b);
}

/* The number of a column; G_MAXUINT when no predicate names it. */
static guint
find(const ShardEquality *self, const ShardColumnId *id)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(self->numbers, id)) - 1;
}

static guint
add(ShardEquality *self, const ShardColumnId *id)
{
    guint number = find(self, id);

    if (number != G_MAXUINT)
        return number;
    ShardColumnId *kept = g_memdup2(id, sizeof *id);
    number = self->ids->len;
    g_ptr_array_add(self->ids, kept);
    g_array_append_val(self->parents, number);
    g_hash_table_insert(self->numbers, kept, GUINT_TO_POINTER(number + 1));
    return number;
}

static guint
root(const ShardEquality *self, guint number)
{
    while (g_array_index(self->parents, guint, number) != number)
        number = g_array_index(self->parents, guint, number);
    return number;
}

ShardEquality *
shard_equality_new(const ShardAnalysis *analysis, const GArray *conjuncts)
{
    ShardEquality *self = g_new0(ShardEquality, 1);

    self->analysis = analysis;
    self->numbers = g_hash_table_new(hash_id, equal_ids);
    self->ids = g_ptr_array_new_with_free_func(g_free);
    self->parents = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < conjuncts->len; i++) {
        const ShardConjunct *conjunct = &g_array_index(conjuncts, ShardConjunct, i);
        for (guint part = 0; part < n_parts(conjunct); part++) {
            ShardColumnId a, b;
            if (!equality(analysis, conjunct, part, &a, &b) || !are_comparable(analysis, &a, &b))
                continue;
            guint from = root(self, add(self, &a)), to = root(self, add(self, &b));
            g_array_index(self->parents, guint, MAX(from, to)) = MIN(from, to);
        }
    }
    return self;
}

void
shard_equality_free(ShardEquality *self)
{
    if (self == NULL)
        return;
    g_hash_table_unref(self->numbers);
    g_ptr_array_unref(self->ids);
    g_array_unref(self->parents);
    g_free(self);
}

gboolean
shard_equality_has(const ShardEquality *self, ShardColumnId a, ShardColumnId b)
{
    if (same_id(&a, &b))
        return TRUE;
    guint from = find(self, &a), to = find(self, &b);
    return from != G_MAXUINT && to != G_MAXUINT && root(self, from) == root(self, to);
}

/* ---- keys ---- */

typedef struct {
    const ShardAnalysis *analysis;
    guint table;
    const ShardEquality *equality;
    gint query; /* of the conjunct that is being compiled */
} KeySearch;

static gint
find_key(const ShardExpr *column, const void *data)
{
    const KeySearch *search = data;
    const ShardKeyFacts *keys = &search->analysis->refs[search->table].keys;
    ShardColumnId id;

    if (!shard_scope_resolve(search->analysis, column, search->query, &id))
        return -1;
    for (guint i = 0; i < keys->n_keys; i++) {
        if (shard_equality_has(search->equality, id,
                               (ShardColumnId){(gint) search->table, keys->keys[i].name, 0}))
            return (gint) i;
    }
    return -1;
}

ShardCondition *
shard_scope_condition(const ShardAnalysis *self, guint table, const ShardEquality *equality,
                      const ShardConjunct *conjunct, ShardArena *arena)
{
    const KeySearch search = {self, table, equality, conjunct->query};

    return shard_condition_new(&conjunct->expr, 1, find_key, &search, arena);
}
