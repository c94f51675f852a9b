/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/steps/move-rows.h"

#include <string.h>

static ShardDialect
dialect_of(const ShardMove *self)
{
    return self->planner->prepared->mode.dialect;
}

static void
append_name(const ShardMove *self, GString *out, const char *name)
{
    shard_identifier_append(out, dialect_of(self), name, '\0');
}

static const char *
keep(const ShardMove *self, GString *text)
{
    return shard_arena_strndup(self->planner->arena, text->str, (gssize) text->len);
}

/* ---- step 1 ---- */

static guint
last_token(const ShardTokens *tokens)
{
    guint last = tokens->n_tokens - 1;

    while (last > 0 && shard_token_is(tokens, last, ";"))
        last--;
    return last;
}

/* WHERE behind the assignments; 0: there is none. */
static guint
find_where(const ShardMove *self)
{
    const ShardTokens *tokens = self->planner->prepared->tokens;
    const ShardModify *modify = self->planner->statement->modify;

    if (modify->where == NULL)
        return 0;
    for (guint i = modify->assignments[modify->n_assignments - 1].value->last_token + 1;
         i < modify->where->first_token; i++) {
        if (tokens->tokens[i].depth == 0 && shard_token_is(tokens, i, "where"))
            return i;
    }
    return 0;
}

static const char *
text_type(const ShardMove *self)
{
    return dialect_of(self) == SHARD_DIALECT_MYSQL ? " AS CHAR)" : " AS TEXT)";
}

/* CAST(k AS TEXT), and CAST((k + 1) AS TEXT) for a key that gets another value. */
static void
add_key_items(const ShardMove *self, GArray *pieces)
{
    const char *separator = "";

    for (guint i = 0; i < self->ref->keys.n_keys; i++) {
        g_autoptr(GString) item = g_string_new(separator);
        g_string_append(item, "CAST(");
        append_name(self, item, self->ref->keys.keys[i].name);
        g_string_append(item, text_type(self));
        g_array_append_val(pieces, SHARD_PIECE_TEXT(keep(self, item)));
        separator = ", ";
        if (self->assigned[i] == NULL || self->constants[i].kind != SHARD_VALUE_UNKNOWN)
            continue;
        const ShardExpr *value = self->assigned[i]->value;
        g_array_append_val(pieces, SHARD_PIECE_TEXT(", CAST(("));
        g_array_append_val(pieces, SHARD_PIECE_TOKENS(value->first_token, value->last_token));
        g_array_append_val(pieces, SHARD_PIECE_TEXT(")"));
        g_array_append_val(pieces, SHARD_PIECE_TEXT(text_type(self)));
    }
    g_array_append_val(pieces, SHARD_PIECE_TEXT(" FROM"));
}

gboolean
shard_move_read_text(const ShardMove *self, ShardArena *arena, ShardText *out)
{
    const ShardTokens *tokens = self->planner->prepared->tokens;
    const ShardModify *modify = self->planner->statement->modify;
    const ShardTableRef *table = &self->planner->statement->tables[modify->table];
    guint last = last_token(tokens), where = find_where(self);
    guint set = MAX(table->alias_token >= 0 ? (guint) table->alias_token : table->alias_point,
                    table->last_token) +
                1;
    g_autoptr(GArray) pieces = g_array_new(FALSE, FALSE, sizeof(ShardPiece));
    g_auto(ShardEdits) edits = {0};

    if (table->first_token != 1 || !shard_token_is(tokens, 0, "update") ||
        !shard_token_is(tokens, set, "set") || (modify->where != NULL && where == 0))
        return FALSE;
    shard_edits_init(&edits, tokens, arena);
    g_array_append_val(pieces, SHARD_PIECE_TEXT("SELECT "));
    add_key_items(self, pieces);
    shard_edits_replace_pieces(&edits, 0, 0, (const ShardPiece *) (void *) pieces->data,
                               pieces->len);
    shard_edits_delete(&edits, set, where == 0 ? last : where - 1);
    if (dialect_of(self) != SHARD_DIALECT_SQLITE)
        shard_edits_insert(&edits, last, " FOR UPDATE");
    *out = shard_edits_apply(&edits, arena);
    return TRUE;
}

/* ---- step 2 ---- */

static gboolean
has_floats(const ShardMove *self)
{
    for (guint i = 0; i < self->schema->n_columns; i++) {
        ShardTypeClass type = self->schema->columns[i].type;
        if (type == SHARD_TYPE_FLOAT || type == SHARD_TYPE_DOUBLE || type == SHARD_TYPE_OTHER)
            return TRUE;
    }
    return FALSE;
}

static void
append_text(GString *out, const char *text)
{
    g_string_append_c(out, '\'');
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\'')
            g_string_append_c(out, '\'');
        g_string_append_c(out, *c);
    }
    g_string_append_c(out, '\'');
}

static void
append_table(const ShardMove *self, GString *out, const ShardNode *node)
{
    if (node->schema != NULL) {
        append_name(self, out, node->schema);
        g_string_append_c(out, '.');
    }
    append_name(self, out, node->table);
}

static void
append_references(const ShardMove *self, GString *out, const ShardNode *node)
{
    g_autoptr(GString) name = g_string_new(NULL);

    switch (dialect_of(self)) {
    case SHARD_DIALECT_POSTGRESQL:
        append_table(self, name, node);
        g_string_append(out,
                        "SELECT COUNT(*) FROM pg_catalog.pg_constraint WHERE contype = 'f' AND "
                        "confrelid = pg_catalog.to_regclass(");
        append_text(out, name->str);
        g_string_append_c(out, ')');
        break;
    case SHARD_DIALECT_MYSQL:
        g_string_append(out, "SELECT COUNT(*) FROM information_schema.KEY_COLUMN_USAGE WHERE "
                             "REFERENCED_TABLE_NAME = ");
        append_text(out, node->table);
        g_string_append(out, " AND REFERENCED_TABLE_SCHEMA = ");
        if (node->schema != NULL)
            append_text(out, node->schema);
        else
            g_string_append(out, "DATABASE()");
        break;
    default: /* which only looks at them when it is told to */
        g_string_append(out, "SELECT COUNT(*) FROM sqlite_master AS m, "
                             "pragma_foreign_key_list(m.name) AS f, pragma_foreign_keys AS p WHERE "
                             "m.type = 'table' AND p.foreign_keys AND LOWER(f.\"table\") = LOWER(");
        append_text(out, node->table);
        g_string_append_c(out, ')');
    }
}

const char *
shard_move_check_text(const ShardMove *self, const ShardNode *node)
{
    g_autoptr(GString) out = g_string_new("SELECT (");

    append_references(self, out, node);
    g_string_append(out, "), ");
    if (dialect_of(self) == SHARD_DIALECT_POSTGRESQL && has_floats(self))
        g_string_append(out, "CASE WHEN CAST(pg_catalog.current_setting('extra_float_digits') AS "
                             "int) < 1 THEN 1 ELSE 0 END");
    else if (dialect_of(self) == SHARD_DIALECT_MYSQL)
        g_string_append(out, "@@tx_isolation LIKE 'READ-%'");
    else
        g_string_append_c(out, '0');
    return keep(self, out);
}

/* ---- steps 4 and 5 ---- */

/* What makes a literal of a column's value; NULL becomes the text NULL. */
typedef struct {
    const char *before, *behind;
} LiteralForm;

static LiteralForm
postgresql_form(ShardTypeClass type)
{
    if (type == SHARD_TYPE_INTEGER || type == SHARD_TYPE_BIGINT)
        return (LiteralForm){"COALESCE(CAST(", " AS text), 'NULL')"};
    return (LiteralForm){"pg_catalog.quote_nullable(CAST(", " AS text))"};
}

static LiteralForm
mysql_form(const ShardMove *self, ShardTypeClass type)
{
    switch (type) {
    case SHARD_TYPE_BOOLEAN:
    case SHARD_TYPE_INTEGER:
    case SHARD_TYPE_BIGINT:
    case SHARD_TYPE_UNSIGNED:
    case SHARD_TYPE_DECIMAL:
    case SHARD_TYPE_DOUBLE:
        return (LiteralForm){"IFNULL(CAST(", " AS CHAR), 'NULL')"};
    case SHARD_TYPE_FLOAT: /* whose own text has six digits */
        return (LiteralForm){"IFNULL(CAST(", " + 0E0 AS CHAR), 'NULL')"};
    case SHARD_TYPE_BYTES:
        return (LiteralForm){"IFNULL(CONCAT('X''', HEX(", "), ''''), 'NULL')"};
    case SHARD_TYPE_DATE:
    case SHARD_TYPE_TIME:
    case SHARD_TYPE_TIMESTAMP:
    case SHARD_TYPE_OFFSET_TIMESTAMP:
    case SHARD_TYPE_UUID:
        return (LiteralForm){"QUOTE(CAST(", " AS CHAR))"};
    case SHARD_TYPE_CHAR:
    case SHARD_TYPE_TEXT:
    case SHARD_TYPE_ENUM:
        if (self->planner->prepared->mode.no_backslash_escapes)
            return (LiteralForm){"IFNULL(CONCAT('''', REPLACE(", ", '''', ''''''), ''''), 'NULL')"};
        return (LiteralForm){"QUOTE(", ")"};
    case SHARD_TYPE_UNKNOWN:
    case SHARD_TYPE_OTHER:
        break;
    }
    return (LiteralForm){NULL, NULL};
}

static LiteralForm
literal_form(const ShardMove *self, const ShardColumnSchema *column)
{
    switch (dialect_of(self)) {
    case SHARD_DIALECT_POSTGRESQL:
        return postgresql_form(column->type);
    case SHARD_DIALECT_MYSQL:
        return mysql_form(self, column->type);
    default:
        return (LiteralForm){"quote(", ")"};
    }
}

const char *
shard_move_bad_column(const ShardMove *self)
{
    for (guint i = 0; i < self->schema->n_columns; i++) {
        const ShardColumnSchema *column = &self->schema->columns[i];
        if (!column->generated && literal_form(self, column).before == NULL)
            return column->name;
    }
    return NULL;
}

static gboolean
append_key_literal(GString *out, const ShardValue *value, ShardArena *arena)
{
    const char *text = shard_value_to_text(value, arena);

    switch (value->kind) {
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
    case SHARD_VALUE_UNSIGNED:
    case SHARD_VALUE_BIG_INTEGER:
    case SHARD_VALUE_DECIMAL:
        g_string_append(out, text);
        return TRUE;
    case SHARD_VALUE_STRING:
        if (memchr(value->text.data, '\\', value->text.size) != NULL ||
            memchr(value->text.data, '\0', value->text.size) != NULL)
            return FALSE;
        append_text(out, text);
        return TRUE;
    case SHARD_VALUE_DATE:
    case SHARD_VALUE_TIMESTAMP:
    case SHARD_VALUE_UUID:
        append_text(out, text);
        return TRUE;
    default:
        return FALSE;
    }
}

/* (k = 3 AND o = 4) */
static gboolean
append_keys(const ShardMove *self, GString *out, const ShardValue *keys)
{
    for (guint i = 0; i < self->ref->keys.n_keys; i++) {
        g_string_append(out, i == 0 ? "(" : " AND ");
        append_name(self, out, self->ref->keys.keys[i].name);
        if (keys[i].kind == SHARD_VALUE_NULL) {
            g_string_append(out, " IS NULL");
            continue;
        }
        g_string_append(out, " = ");
        if (!append_key_literal(out, &keys[i], self->planner->arena))
            return FALSE;
    }
    g_string_append_c(out, ')');
    return TRUE;
}

gboolean
shard_move_unit_texts(const ShardMove *self, guint unit, const char **out_select,
                      const char **out_delete)
{
    const ShardNode *node = &self->ref->table->nodes[self->route->units[unit].lead_node];
    g_autoptr(GString) tail = g_string_new(" FROM "), select = g_string_new("SELECT ");
    const char *separator = "";

    append_table(self, tail, node);
    for (guint i = 0; i < self->moved[unit]->len; i++) {
        g_string_append(tail, i == 0 ? " WHERE " : " OR ");
        if (!append_keys(self, tail, self->moved[unit]->pdata[i]))
            return FALSE;
    }
    for (guint i = 0; i < self->schema->n_columns; i++) {
        const ShardColumnSchema *column = &self->schema->columns[i];
        if (column->generated)
            continue;
        LiteralForm form = literal_form(self, column);
        g_string_append_printf(select, "%s%s", separator, form.before);
        append_name(self, select, column->name);
        g_string_append(select, form.behind);
        separator = ", ";
    }
    g_string_append(select, tail->str);
    *out_select = keep(self, select);
    g_string_prepend(tail, "DELETE");
    *out_delete = keep(self, tail);
    return TRUE;
}

/* ---- step 6 ---- */

static void
append_row(GString *out, const ShardValue *values, guint n_columns, ShardArena *arena)
{
    for (guint i = 0; i < n_columns; i++) {
        g_string_append(out, i == 0 ? "(" : ", ");
        g_string_append(out, shard_value_to_text(&values[i], arena));
    }
    g_string_append_c(out, ')');
}

ShardText
shard_move_insert_text(const ShardMove *self, const ShardAnswer *rows)
{
    g_autoptr(GString) out = g_string_new("INSERT INTO ");
    const char *separator = " (";

    shard_identifier_quote(out, dialect_of(self), self->ref->table->name);
    for (guint i = 0; i < self->schema->n_columns; i++) {
        if (self->schema->columns[i].generated)
            continue;
        g_string_append(out, separator);
        append_name(self, out, self->schema->columns[i].name);
        separator = ", ";
    }
    g_string_append(out, dialect_of(self) == SHARD_DIALECT_POSTGRESQL
                             ? ") OVERRIDING SYSTEM VALUE VALUES "
                             : ") VALUES ");
    for (guint i = 0; i < rows->n_rows; i++) {
        if (i > 0)
            g_string_append(out, ", ");
        append_row(out, &rows->values[i * rows->n_columns], rows->n_columns, self->planner->arena);
    }
    return (ShardText){.sql = keep(self, out), .size = out->len};
}
