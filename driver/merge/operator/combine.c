/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Set operations over the merged rows of their branches.
 *
 * The right side of INTERSECT and EXCEPT is read whole, as a table of its rows; the left one passes
 * by it.
 */
#include "driver/merge/hash.h"
#include "driver/merge/operator/operators.h"

typedef struct {
    ShardStream base; /* must be first */
    ShardStream *left, *right;
    gboolean left_ended, right_read;
    ShardMergeSetKind kind;
    ShardColumns columns;
    ShardLayout layout;
    ShardMemory memory;
    ShardKeys *keys;   /* NULL: UNION ALL */
    ShardValue *cells; /* scratch */
    ShardHash seen, others;
    ShardArena *arena;
} CombineStream;

static void
combine_free(ShardStream *base)
{
    CombineStream *self = (CombineStream *) base;

    shard_stream_free(self->left);
    shard_stream_free(self->right);
    for (guint i = 0; i < self->columns.n_columns; i++)
        g_free(self->columns.columns[i].label);
    g_free(self->columns.columns);
    g_free(self->layout.types);
    if (self->keys != NULL) {
        shard_hash_clear(&self->seen);
        shard_hash_clear(&self->others);
        shard_keys_free(self->keys);
    }
    g_free(self->cells);
    shard_arena_free(self->arena);
    g_free(self);
}

/* ---- rows ---- */

static gboolean
add_cells(CombineStream *self, ShardHash *to, gboolean *out_new, GError **error)
{
    return shard_hash_add_copy(to, self->cells, self->arena, &self->memory, out_new, error);
}

static gboolean
read_others(CombineStream *self, GError **error)
{
    const ShardValue *row;
    ShardFetch fetch;
    gboolean is_new;

    while ((fetch = shard_stream_next(self->right, &row, error)) == SHARD_ROW) {
        shard_keys_read(self->keys, row, self->cells);
        if (!add_cells(self, &self->others, &is_new, error))
            return FALSE;
    }
    self->right_read = TRUE;
    return fetch == SHARD_END;
}

/* The left one's rows, then the right one's. */
static ShardFetch
next_of_both(CombineStream *self, const ShardValue **out_row, GError **error)
{
    if (!self->left_ended) {
        ShardFetch fetch = shard_stream_next(self->left, out_row, error);
        if (fetch != SHARD_END)
            return fetch;
        self->left_ended = TRUE;
    }
    return shard_stream_next(self->right, out_row, error);
}

static ShardFetch
union_next(CombineStream *self, const ShardValue **out_row, GError **error)
{
    ShardFetch fetch;
    gboolean is_new;

    while ((fetch = next_of_both(self, out_row, error)) == SHARD_ROW) {
        shard_keys_read(self->keys, *out_row, self->cells);
        if (!add_cells(self, &self->seen, &is_new, error))
            return SHARD_FAILED;
        if (is_new)
            return SHARD_ROW;
    }
    return fetch;
}

static ShardFetch
filtered_next(CombineStream *self, const ShardValue **out_row, GError **error)
{
    gboolean wanted = self->kind == SHARD_MERGE_INTERSECT, is_new;
    ShardFetch fetch;

    if (!self->right_read && !read_others(self, error))
        return SHARD_FAILED;
    while ((fetch = shard_stream_next(self->left, out_row, error)) == SHARD_ROW) {
        shard_keys_read(self->keys, *out_row, self->cells);
        gboolean found = shard_hash_find(&self->others, shard_keys_hash(self->keys, self->cells),
                                         self->cells) != NULL;
        if (!shard_keys_check(self->keys, error))
            return SHARD_FAILED;
        if (found != wanted)
            continue;
        if (!add_cells(self, &self->seen, &is_new, error))
            return SHARD_FAILED;
        if (is_new)
            return SHARD_ROW;
    }
    return fetch;
}

/* The same, counting: each row of the right meets one of the left. */
static ShardFetch
counted_next(CombineStream *self, const ShardValue **out_row, GError **error)
{
    gboolean wanted = self->kind == SHARD_MERGE_INTERSECT_ALL;
    ShardFetch fetch;

    if (!self->right_read && !read_others(self, error))
        return SHARD_FAILED;
    while ((fetch = shard_stream_next(self->left, out_row, error)) == SHARD_ROW) {
        shard_keys_read(self->keys, *out_row, self->cells);
        gboolean found = shard_hash_take(&self->others, self->cells);
        if (!shard_keys_check(self->keys, error))
            return SHARD_FAILED;
        if (found == wanted)
            return SHARD_ROW;
    }
    return fetch;
}

static ShardFetch
combine_next(ShardStream *base, const ShardValue **out_row, GError **error)
{
    CombineStream *self = (CombineStream *) base;

    switch (self->kind) {
    case SHARD_MERGE_UNION_ALL:
        return next_of_both(self, out_row, error);
    case SHARD_MERGE_UNION:
        return union_next(self, out_row, error);
    case SHARD_MERGE_INTERSECT_ALL:
    case SHARD_MERGE_EXCEPT_ALL:
        return counted_next(self, out_row, error);
    case SHARD_MERGE_INTERSECT:
    case SHARD_MERGE_EXCEPT:
        break;
    }
    return filtered_next(self, out_row, error);
}

static const ShardStreamOps combine_ops = {combine_next, combine_free};

/* ---- columns ---- */

/* How wide an integer type is; 0: none. */
static guint
integer_rank(gint16 sql_type)
{
    static const gint16 types[] = {-6, 5, 4, -5};

    for (guint i = 0; i < G_N_ELEMENTS(types); i++)
        if (types[i] == sql_type)
            return i + 1;
    return 0;
}

/* What psqlodbc says of columns whose declared length or precision the union has lost. */
static void
forget_length(ShardColumn *column, const ShardColumn *other)
{
    if (column->sql_type == other->sql_type && column->size == other->size &&
        column->digits == other->digits)
        return;
    if (column->sql_type == 12)
        column->size = 255;
    if (column->sql_type == 2) {
        column->size = 28;
        column->digits = 6;
    }
}

/* A literal beside a column of the other branch has that column's type; FALSE where that isn't so,
 * or its values would have to be read anew. */
static gboolean
take_type(ShardColumn *column, const ShardColumn *typed, const ShardColumn *literal,
          ShardMergeLiteral kind, ShardDialect dialect)
{
    const ShardColumn both[] = {*typed, *literal};
    gboolean postgresql = dialect == SHARD_DIALECT_POSTGRESQL;
    gboolean text = typed->sql_type == 12 || typed->sql_type == -1;
    gboolean is_string = kind == SHARD_MERGE_STRING;

    if (kind == SHARD_MERGE_TYPED || (is_string && !(text && postgresql)))
        return FALSE;
    column->sql_type = both[0].sql_type;
    column->size = both[0].size;
    column->digits = both[0].digits;
    column->is_unsigned = both[0].is_unsigned;
    column->text_decimals = both[0].text_decimals;
    column->text_digits = 0;
    column->nullable = 1;
    if (postgresql)
        forget_length(column, &both[1]);
    if (postgresql && !is_string)
        column->digits = both[0].digits; /* of the values that there are */
    return TRUE;
}

/* The column of both branches; FALSE when the database would make another type of the two. */
static gboolean
unite_column(ShardColumn *column, const ShardColumn *other, ShardDialect dialect)
{
    if (dialect == SHARD_DIALECT_SQLITE)
        return TRUE; /* values have their own types, the first branch tells what is declared */
    guint rank = integer_rank(column->sql_type), other_rank = integer_rank(other->sql_type);
    gboolean mysql = dialect == SHARD_DIALECT_MYSQL;
    gboolean is_decimal = column->sql_type == 2 || column->sql_type == 3;

    if (column->is_unsigned != other->is_unsigned ||
        (mysql && is_decimal && column->digits != other->digits))
        return FALSE;
    if (column->sql_type != other->sql_type && (rank == 0 || other_rank == 0))
        return FALSE;
    if (dialect == SHARD_DIALECT_POSTGRESQL)
        forget_length(column, other);
    if (other_rank > rank) {
        column->sql_type = other->sql_type;
        column->size = other->size;
    }
    column->size = MAX(column->size, other->size);
    column->digits = MAX(column->digits, other->digits);
    column->text_digits = 0;
    column->nullable = dialect == SHARD_DIALECT_POSTGRESQL ? 1 /* it forgets NOT NULL */
                                                           : MAX(column->nullable, other->nullable);
    if (column->text_decimals > 0)
        column->text_decimals =
            other->text_decimals == 0 ? 0 : MAX(column->text_decimals, other->text_decimals);
    return TRUE;
}

static ShardMergeLiteral
literal_at(const ShardMergeSet *set, guint number)
{
    return set->left == NULL && number < set->n_literals ? set->literals[number]
                                                         : SHARD_MERGE_TYPED;
}

static gboolean
unite_at(CombineStream *self, const ShardMergeSet *set, guint number)
{
    ShardColumn *column = &self->columns.columns[number];
    const ShardColumn *left = &self->left->columns->columns[number];
    const ShardColumn *right = &self->right->columns->columns[number];
    ShardMergeLiteral one = literal_at(set->left, number), other = literal_at(set->right, number);
    ShardDialect dialect = self->layout.dialect;

    if (dialect != SHARD_DIALECT_SQLITE && one == SHARD_MERGE_TYPED &&
        take_type(column, left, right, other, dialect))
        return TRUE;
    if (dialect != SHARD_DIALECT_SQLITE && other == SHARD_MERGE_TYPED &&
        take_type(column, right, left, one, dialect))
        return TRUE;
    return unite_column(column, right, dialect);
}

static gboolean
set_columns(CombineStream *self, const ShardMergeSet *set, GError **error)
{
    const ShardColumns *left = self->left->columns, *right = self->right->columns;

    if (left->n_columns != right->n_columns) {
        shard_error_set(error, SHARD_ERROR_FAILED, "42601",
                        "the branches of a set operation have %u and %u columns", left->n_columns,
                        right->n_columns);
        return FALSE;
    }
    self->columns.columns = g_new0(ShardColumn, MAX(left->n_columns, 1));
    for (guint i = 0; i < left->n_columns; i++) {
        ShardColumn *column = &self->columns.columns[i];
        *column = left->columns[i];
        column->label = g_strdup(column->label);
        self->columns.n_columns++;
        if (unite_at(self, set, i))
            continue;
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                        "the branches of a set operation over several nodes give column '%s' of "
                        "different types",
                        column->label);
        return FALSE;
    }
    return TRUE;
}

static gboolean
set_up(CombineStream *self, const ShardMergeSpec *spec, const ShardMergeSet *set, GError **error)
{
    if (!set_columns(self, set, error))
        return FALSE;
    self->layout.columns = self->base.columns = &self->columns;
    self->layout.n_visible = self->columns.n_columns;
    self->layout.types = shard_slot_types_of_columns(&self->columns, self->layout.dialect);
    if (self->kind == SHARD_MERGE_UNION_ALL)
        return TRUE;
    self->keys =
        shard_keys_new_for_columns(&self->layout, self->columns.n_columns, spec->distinct_compares,
                                   spec->n_distinct_compares, error);
    if (self->keys == NULL)
        return FALSE;
    self->cells = g_new0(ShardValue, MAX(shard_keys_n(self->keys), 1));
    shard_hash_init(&self->seen, self->keys);
    shard_hash_init(&self->others, self->keys);
    return TRUE;
}

static ShardStream *
combine_new(const ShardMergeSpec *spec, const ShardMergeSet *set, ShardStream *left,
            ShardStream *right, const ShardMergeOptions *options, GError **error)
{
    CombineStream *self = g_new0(CombineStream, 1);

    self->base.ops = &combine_ops;
    self->kind = set->kind;
    self->left = left;
    self->right = right;
    self->arena = shard_arena_new();
    self->memory.limit = options->memory_limit;
    self->layout.dialect = spec->dialect;
    self->layout.trust_collation = options->trust_collation;
    if (set_up(self, spec, set, error))
        return &self->base;
    combine_free(&self->base);
    return NULL;
}

static ShardStream *
branch_new(const ShardMergeSet *branch, ShardStream **streams, const ShardMergeOptions *options,
           GError **error)
{
    ShardMergeOptions own = *options;

    own.max_rows = 0;
    if (own.shard_names != NULL)
        own.shard_names += branch->first_unit;
    return shard_merge_new(branch->spec, streams + branch->first_unit, branch->n_units, &own,
                           error);
}

static void
free_branch(const ShardMergeSet *set, ShardStream **streams)
{
    if (set->left != NULL) {
        free_branch(set->left, streams);
        free_branch(set->right, streams);
        return;
    }
    for (guint i = 0; i < set->n_units; i++)
        shard_stream_free(streams[set->first_unit + i]);
}

ShardStream *
shard_combine_new(const ShardMergeSpec *spec, const ShardMergeSet *set, ShardStream **streams,
                  const ShardMergeOptions *options, GError **error)
{
    if (set->left == NULL)
        return branch_new(set, streams, options, error);
    ShardStream *left = shard_combine_new(spec, set->left, streams, options, error);
    if (left == NULL) {
        free_branch(set->right, streams);
        return NULL;
    }
    ShardStream *right = shard_combine_new(spec, set->right, streams, options, error);
    if (right == NULL) {
        shard_stream_free(left);
        return NULL;
    }
    return combine_new(spec, set, left, right, options, error);
}
