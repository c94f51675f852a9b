/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * slot.c - the columns that a merge reads, and how their values compare.
 */
#include "router/plan/merge/private.h"

#include <string.h>

#define ALIAS " AS shard_hidden_"
/* Characters of a TEXT.  Of longer ones MariaDB gives NULL for a weight. */
#define MOST_WEIGHED 65535

ShardSlot
maker_item_slot(const Maker *self, guint item)
{
    return item < self->star_at ? (ShardSlot) item : SHARD_SLOT_NONE;
}

gint
maker_find_item(const Maker *self, const ShardExpr *expr)
{
    for (guint i = 0; i < self->star_at; i++) {
        if (shard_expr_equal(self->query->items[i].expr, expr, self->tokens))
            return (gint) i;
    }
    return -1;
}

/* Markers are never the same but the very same: each may have another value. */
static gboolean
same_tokens(const ShardTokens *tokens, const ShardPiece *a, const ShardPiece *b)
{
    if (a->first == b->first && a->last == b->last)
        return TRUE;
    if (a->last - a->first != b->last - b->first)
        return FALSE;
    for (guint i = 0; i <= a->last - a->first; i++) {
        const ShardToken *x = &tokens->tokens[a->first + i], *y = &tokens->tokens[b->first + i];
        if (x->kind == SHARD_TOKEN_MARKER || x->size != y->size ||
            memcmp(tokens->text + x->offset, tokens->text + y->offset, x->size) != 0)
            return FALSE;
    }
    return TRUE;
}

gboolean
maker_same_piece(const Maker *self, const ShardPiece *a, const ShardPiece *b)
{
    if (a->text != NULL || b->text != NULL)
        return g_strcmp0(a->text, b->text) == 0;
    return same_tokens(self->tokens, a, b);
}

/* What pieces say, so that only the same ones say it: markers by their place, since each may have
 * another value. */
static char *
spell(const Maker *self, const ShardPiece *pieces, guint n_pieces)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < n_pieces; i++) {
        if (pieces[i].text != NULL)
            g_string_append(text, pieces[i].text);
        for (guint k = pieces[i].first; pieces[i].text == NULL && k <= pieces[i].last; k++) {
            const ShardToken *token = &self->tokens->tokens[k];
            g_string_append_c(text, '\n');
            g_string_append_len(text, self->tokens->text + token->offset, (gssize) token->size);
            if (token->kind == SHARD_TOKEN_MARKER)
                g_string_append_printf(text, "%u", k);
        }
        g_string_append_c(text, '\f');
    }
    return shard_arena_strndup(self->arena, text->str, (gssize) text->len);
}

/* Would the hidden column have the name of a select item, so that ORDER BY or GROUP BY of that name
 * were ambiguous? */
static gboolean
shares_name(const Maker *self, const ShardPiece *pieces, guint n_pieces)
{
    if (n_pieces != 1 || pieces[0].text != NULL)
        return FALSE;
    const ShardToken *token = &self->tokens->tokens[pieces[0].last];
    for (guint i = 0; i < self->query->n_items; i++) {
        const char *alias = self->query->items[i].alias;
        if (alias != NULL &&
            (token->kind == SHARD_TOKEN_QUOTED_NAME ||
             (token->size == strlen(alias) &&
              g_ascii_strncasecmp(self->tokens->text + token->offset, alias, token->size) == 0)))
            return TRUE;
    }
    return FALSE;
}

/* PostgreSQL calls CASE … ELSE v END and CAST(v AS text) v, and SUM(v) sum: ORDER BY v were
 * ambiguous beside it. */
static gboolean
may_be_called_otherwise(const Maker *self, const ShardPiece *pieces, guint n_pieces)
{
    return self->dialect == SHARD_DIALECT_POSTGRESQL && self->query->n_order > 0 &&
           (n_pieces > 1 || (pieces[0].text == NULL && pieces[0].first < pieces[0].last));
}

ShardSlot
maker_hide_place(Maker *self, const ShardPiece *pieces, guint n_pieces)
{
    const ShardPiece comma = SHARD_PIECE_TEXT(", ");

    g_array_append_val(self->hidden, comma);
    g_array_append_vals(self->hidden, pieces, n_pieces);
    /* Columns of a derived table need names of their own. */
    if (self->in->query > 0 || shares_name(self, pieces, n_pieces) ||
        may_be_called_otherwise(self, pieces, n_pieces)) {
        g_autofree char *name = g_strdup_printf(ALIAS "%u", self->spec->n_hidden);
        const ShardPiece alias = SHARD_PIECE_TEXT(shard_arena_strndup(self->arena, name, -1));
        g_array_append_val(self->hidden, alias);
    }
    return SHARD_SLOT_HIDDEN(self->spec->n_hidden++);
}

ShardSlot
maker_hide(Maker *self, const ShardPiece *pieces, guint n_pieces)
{
    char *spelling = spell(self, pieces, n_pieces);
    gpointer found;

    if (g_hash_table_lookup_extended(self->hidden_slots, spelling, NULL, &found))
        return GPOINTER_TO_INT(found);
    ShardSlot slot = maker_hide_place(self, pieces, n_pieces);
    g_hash_table_insert(self->hidden_slots, spelling, GINT_TO_POINTER(slot));
    return slot;
}

ShardSlot
maker_hide_expr(Maker *self, const ShardExpr *expr)
{
    const ShardPiece piece = SHARD_PIECE_TOKENS(expr->first_token, expr->last_token);

    return maker_hide(self, &piece, 1);
}

/* ---- comparison ---- */

const ShardColumnSchema *
maker_column(const Maker *self, const ShardExpr *expr)
{
    ShardColumnId id;

    if (expr == NULL || self->analysis->schema == NULL ||
        !shard_scope_resolve(self->analysis, expr, self->in->query, &id))
        return NULL;
    const ShardTable *table = self->analysis->refs[id.table].table;
    const ShardTableSchema *facts =
        table == NULL ? NULL : shard_schema_table(self->analysis->schema, table->name);
    gint column = facts == NULL ? -1 : shard_table_schema_column(facts, id.column);
    return column < 0 ? NULL : &facts->columns[column];
}

gboolean
maker_is_of_bits(const Maker *self, const ShardExpr *expr)
{
    const ShardColumnSchema *column = maker_column(self, expr);

    return self->dialect == SHARD_DIALECT_MYSQL && column != NULL && column->type_name != NULL &&
           g_ascii_strncasecmp(column->type_name, "bit", 3) == 0;
}

gboolean
maker_type_is_filled(const char *type_name)
{
    return strstr(type_name, "zerofill") != NULL ||
           g_ascii_strncasecmp(type_name, "year", strlen("year")) == 0;
}

gboolean
maker_is_zero_filled(const Maker *self, const ShardExpr *expr)
{
    const ShardColumnSchema *column = maker_column(self, expr);

    return self->dialect == SHARD_DIALECT_MYSQL && column != NULL && column->type_name != NULL &&
           maker_type_is_filled(column->type_name);
}

static const struct {
    ShardDialect dialect;
    const char *name;
    ShardCollationKind kind;
} named_collations[] = {
    {SHARD_DIALECT_POSTGRESQL, "C", SHARD_COLLATION_BINARY},
    {SHARD_DIALECT_POSTGRESQL, "POSIX", SHARD_COLLATION_BINARY},
    {SHARD_DIALECT_POSTGRESQL, "ucs_basic", SHARD_COLLATION_BINARY},
    {SHARD_DIALECT_SQLITE, "BINARY", SHARD_COLLATION_BINARY},
    {SHARD_DIALECT_SQLITE, "NOCASE", SHARD_COLLATION_NOCASE},
    {SHARD_DIALECT_SQLITE, "RTRIM", SHARD_COLLATION_RTRIM},
};

static ShardCollation
explicit_collation(const Maker *self, const char *name)
{
    ShardCollation collation = {.kind = SHARD_COLLATION_UNKNOWN, .name = name};

    for (guint i = 0; i < G_N_ELEMENTS(named_collations); i++) {
        if (named_collations[i].dialect == self->dialect &&
            g_ascii_strcasecmp(named_collations[i].name, name) == 0)
            collation.kind = named_collations[i].kind;
    }
    return collation;
}

static gboolean
has_collation(const ShardExpr *expr, void *data)
{
    return expr->collation != NULL || expr->kind == SHARD_EXPR_OPAQUE ||
           expr->kind == SHARD_EXPR_SUBQUERY;
}

static gboolean
is_collated(const ShardExpr *expr, void *data G_GNUC_UNUSED)
{
    return expr->collation != NULL;
}

gint
maker_derived_query(const Maker *self)
{
    const ShardFrom *from = self->query->n_from == 1 ? self->query->from[0] : NULL;

    if (from == NULL || (from->kind != SHARD_FROM_QUERY && from->kind != SHARD_FROM_TABLE))
        return -1;
    if (from->kind == SHARD_FROM_QUERY)
        return from->query;
    const ShardRef *ref = &self->analysis->refs[from->table];
    return ref->kind == SHARD_REF_CTE ? ref->cte_query : -1;
}

const ShardExpr *
maker_derived_item(const Maker *self, const ShardExpr *column)
{
    gint number = maker_derived_query(self);
    const ShardQuery *inner = number < 0 ? NULL : &self->analysis->statement->queries[number];
    const ShardExpr *found = NULL;

    if (inner == NULL || inner->set != SHARD_SET_NONE ||
        shard_scope_renames_columns(self->analysis, number))
        return NULL;
    for (guint i = 0; i < inner->n_items; i++) {
        const ShardItem *item = &inner->items[i];
        const char *label = item->alias;
        if (label == NULL && item->expr->kind == SHARD_EXPR_COLUMN)
            label = item->expr->name;
        if (item->expr->kind == SHARD_EXPR_STAR || label == NULL)
            return NULL;
        if (!shard_identifier_equal_fold(label, column->name))
            continue;
        if (found != NULL)
            return NULL;
        found = item->expr;
    }
    return found;
}

/* SQLite: CAST and unary + hand their column's collation on. */
static const ShardExpr *
collated_by(const ShardExpr *expr)
{
    while (expr != NULL && expr->n_args == 1 &&
           (expr->kind == SHARD_EXPR_CAST ||
            (expr->kind == SHARD_EXPR_OPERATOR && strcmp(expr->name, "+") == 0)))
        expr = expr->args[0];
    return expr;
}

/* SQLite: the column whose collation an expression has that isn't one. */
static const ShardColumnSchema *
cast_column(const Maker *self, const ShardExpr *expr)
{
    return self->dialect == SHARD_DIALECT_SQLITE ? maker_column(self, collated_by(expr)) : NULL;
}

/* SQLite: what is neither a column nor collated by COLLATE compares by bytes. */
static gboolean
is_plainly_binary(const Maker *self, const ShardExpr *expr)
{
    if (self->dialect != SHARD_DIALECT_SQLITE)
        return FALSE;
    expr = collated_by(expr);
    if (expr != NULL && expr->kind == SHARD_EXPR_COLUMN)
        expr = collated_by(maker_derived_item(self, expr));
    return expr != NULL && expr->kind != SHARD_EXPR_COLUMN &&
           !shard_expr_walk(expr, has_collation, NULL);
}

/* psqlodbc describes PostgreSQL's truth values as text. */
static gboolean
is_truth(const Maker *self, const ShardExpr *expr)
{
    if (expr == NULL || self->dialect != SHARD_DIALECT_POSTGRESQL)
        return FALSE;
    if (expr->kind == SHARD_EXPR_CAST)
        return g_strcmp0(expr->name, "boolean") == 0 || g_strcmp0(expr->name, "bool") == 0;
    return expr->kind == SHARD_EXPR_ANY || shard_expr_is_truth(expr);
}

ShardCompare
maker_compare(const Maker *self, const ShardExpr *expr, const char *collation)
{
    ShardCompare compare = {
        .weight = SHARD_SLOT_NONE, .storage = SHARD_SLOT_NONE, .type = SHARD_TYPE_UNKNOWN};
    const ShardColumnSchema *column = maker_column(self, expr);

    if (column != NULL) {
        compare.type = column->type;
        compare.collation = column->collation;
    } else if (is_plainly_binary(self, expr)) {
        compare.collation.kind = SHARD_COLLATION_BINARY;
    } else if (cast_column(self, expr) != NULL) {
        compare.collation = cast_column(self, expr)->collation;
    } else if (is_truth(self, expr)) {
        compare.type = SHARD_TYPE_BOOLEAN;
    } else {
        maker_derive_collation(self, expr, &compare.collation);
    }
    if (collation == NULL && expr != NULL)
        collation = expr->collation;
    if (collation != NULL)
        compare.collation = explicit_collation(self, collation);
    maker_note_doubt(self, expr, &compare);
    return compare;
}

static gboolean
is_text(ShardTypeClass type)
{
    return type == SHARD_TYPE_TEXT || type == SHARD_TYPE_CHAR;
}

gboolean
maker_add_weight(Maker *self, const ShardExpr *expr, const ShardPiece *pieces, guint n_pieces,
                 ShardCompare *compare)
{
    const ShardColumnSchema *column = maker_column(self, expr);

    if (maker_is_zoned(self, expr))
        return maker_add_instant(self, pieces, n_pieces, compare);
    if (maker_is_date(self, expr))
        return maker_add_date(self, pieces, n_pieces, compare);
    if (self->dialect != SHARD_DIALECT_MYSQL || compare->collation.kind != SHARD_COLLATION_MYSQL)
        return TRUE;
    if (column != NULL && !is_text(column->type))
        return TRUE;
    if (self->no_hidden)
        return maker_refuse(self, "comparing text column '%s' in a set operation",
                            column != NULL ? column->name : "?");
    gint32 length = column != NULL ? column->length : maker_text_length(self, expr);
    if (length <= 0 || length > MOST_WEIGHED)
        return maker_refuse(self, "comparing text column '%s', whose length isn't known,",
                            column != NULL ? column->name : "?");
    /* ONLY_FULL_GROUP_BY takes nothing but aggregates over an expression that is grouped by. */
    gboolean is_grouped = column == NULL && !shard_expr_has_aggregate(expr) &&
                          (self->query->n_group > 0 || self->query->has_aggregate);
    gboolean is_argument = pieces[0].text == NULL && pieces[0].first < expr->first_token;
    gboolean wraps = is_grouped && !is_argument;
    g_autofree char *as_char = g_strdup_printf(" AS CHAR(%d))%s", length, wraps ? ")" : "");
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(ShardPiece));
    const ShardPiece head = SHARD_PIECE_TEXT(wraps ? "MIN(WEIGHT_STRING(" : "WEIGHT_STRING(");
    const ShardPiece tail = SHARD_PIECE_TEXT(shard_arena_strndup(self->arena, as_char, -1));
    g_array_append_val(all, head);
    g_array_append_vals(all, pieces, n_pieces);
    g_array_append_val(all, tail);
    compare->weight = maker_hide(self, (const ShardPiece *) all->data, all->len);
    return TRUE;
}

static void
append_texts(GArray *out, const char *before, const ShardPiece *pieces, guint n_pieces)
{
    const ShardPiece text = SHARD_PIECE_TEXT(before);

    g_array_append_val(out, text);
    g_array_append_vals(out, pieces, n_pieces);
}

ShardSlot
maker_hide_exact(Maker *self, const ShardPiece *pieces, guint n_pieces, ShardSlot *out_storage)
{
    g_autoptr(GArray) storage = g_array_new(FALSE, FALSE, sizeof(ShardPiece));
    g_autoptr(GArray) exact = g_array_new(FALSE, FALSE, sizeof(ShardPiece));
    const ShardPiece close = SHARD_PIECE_TEXT(")"), end = SHARD_PIECE_TEXT(") END");

    append_texts(storage, "typeof(", pieces, n_pieces);
    g_array_append_val(storage, close);
    *out_storage = maker_hide(self, (const ShardPiece *) storage->data, storage->len);
    append_texts(exact, "CASE typeof(", pieces, n_pieces);
    /* The driver ends a text at its first NUL: NULL says that there is more of it.  A text of ASCII
     * has as many characters up to its NUL as bytes, which is found sooner. */
    append_texts(exact, ") WHEN 'text' THEN CASE WHEN length(", pieces, n_pieces);
    append_texts(exact, ") = length(CAST(", pieces, n_pieces);
    append_texts(exact, " AS BLOB)) OR instr(", pieces, n_pieces);
    append_texts(exact, ", char(0)) = 0 THEN ", pieces, n_pieces);
    /* Text in every row: the driver goes by what the first one holds. */
    append_texts(exact, " END WHEN 'integer' THEN CAST(", pieces, n_pieces);
    append_texts(exact, " AS TEXT) WHEN 'real' THEN printf('%!.17g', ", pieces, n_pieces);
    append_texts(exact, ") ELSE hex(", pieces, n_pieces);
    g_array_append_val(exact, end);
    return maker_hide(self, (const ShardPiece *) exact->data, exact->len);
}

/* ---- text of an expression ---- */

/* Inside an expression a column hides an alias. */
static gint
find_alias(const Maker *self, const ShardExpr *expr)
{
    if (expr->kind != SHARD_EXPR_COLUMN || expr->qualifier != NULL)
        return -1;
    for (guint i = 0; i < self->query->n_items; i++) {
        const char *alias = self->query->items[i].alias;
        if (alias == NULL || !shard_identifier_equal_fold(alias, expr->name))
            continue;
        ShardPresence presence =
            shard_scope_has_column(self->analysis, self->in->query, expr->name, 0);
        return presence == SHARD_PRESENT ? -1 : (gint) i;
    }
    return -1;
}

typedef struct {
    const Maker *maker;
    GArray *found; /* const ShardExpr * */
} AliasSearch;

static gboolean
note_alias(const ShardExpr *expr, void *data)
{
    AliasSearch *search = data;

    if (find_alias(search->maker, expr) >= 0)
        g_array_append_val(search->found, expr);
    return FALSE;
}

static int
compare_by_token(const void *a, const void *b)
{
    const ShardExpr *x = *(const ShardExpr *const *) a, *y = *(const ShardExpr *const *) b;

    return (x->first_token > y->first_token) - (x->first_token < y->first_token);
}

static void
append_tokens(GArray *out, guint first, guint last)
{
    const ShardPiece piece = SHARD_PIECE_TOKENS(first, last);

    g_array_append_val(out, piece);
}

/* An item's alias can't be named in the select list: there stands what it means. */
static void
append_expr(const Maker *self, const ShardExpr *expr, GArray *out)
{
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(const ShardExpr *));
    AliasSearch search = {self, found};
    const ShardPiece open = SHARD_PIECE_TEXT("("), close = SHARD_PIECE_TEXT(")");
    guint at = expr->first_token;

    if (self->replaces_aliases)
        shard_expr_walk(expr, note_alias, &search);
    g_array_sort(found, compare_by_token);
    for (guint i = 0; i < found->len; i++) {
        const ShardExpr *alias = g_array_index(found, const ShardExpr *, i);
        const ShardExpr *item = self->query->items[find_alias(self, alias)].expr;
        if (alias->first_token > at)
            append_tokens(out, at, alias->first_token - 1);
        g_array_append_val(out, open);
        append_tokens(out, item->first_token, item->last_token);
        g_array_append_val(out, close);
        at = alias->last_token + 1;
    }
    if (at <= expr->last_token)
        append_tokens(out, at, expr->last_token);
}

gboolean
maker_key(Maker *self, const ShardExpr *expr, gint item, const char *collation, ShardMergeKey *out)
{
    ShardSlot slot = item >= 0 ? maker_item_slot(self, (guint) item) : SHARD_SLOT_NONE;
    g_autoptr(GArray) whole = g_array_new(FALSE, FALSE, sizeof(ShardPiece));
    /* Brackets keep the copied text one operand. */
    const ShardPiece open = SHARD_PIECE_TEXT("("), close = SHARD_PIECE_TEXT(")");
    g_array_append_val(whole, open);
    append_expr(self, expr, whole);
    g_array_append_val(whole, close);
    const ShardPiece *pieces = (const ShardPiece *) whole->data;

    /* Text that MIN or MAX gives has its argument's collation, but in SQLite none. */
    const ShardExpr *argument = maker_extreme_argument(expr);
    gboolean is_extreme = argument != NULL && self->dialect != SHARD_DIALECT_SQLITE;
    out->compare = maker_compare(self, is_extreme ? argument : expr, collation);
    if (shard_expr_has_volatile(expr))
        return maker_refuse(self, "ORDER BY, GROUP BY or DISTINCT with a volatile function");
    if (self->no_hidden && (slot == SHARD_SLOT_NONE || self->dialect == SHARD_DIALECT_SQLITE))
        return maker_refuse(self, "an ORDER BY that needs columns beside the selected ones");
    if (self->dialect == SHARD_DIALECT_SQLITE) {
        if (out->compare.collation.kind == SHARD_COLLATION_UNKNOWN &&
            shard_expr_walk(expr, is_collated, NULL))
            return maker_refuse(self, "comparing by this COLLATE, or by one inside an expression,");
        out->slot = maker_hide_exact(self, pieces, whole->len, &out->compare.storage);
        return TRUE;
    }
    out->slot = slot != SHARD_SLOT_NONE ? slot : maker_hide(self, &pieces[1], whole->len - 2);
    return maker_add_weight(self, expr, &pieces[1], whole->len - 2, &out->compare);
}
