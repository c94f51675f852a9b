/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gather-write.c - what is written in the place of a table whose rows have been read.
 */
#include "router/plan/steps/gather-private.h"

#include "router/plan/merge/plan.h"

#include <string.h>

typedef struct {
    const ShardGatherer *gatherer;
    guint table;
    const ShardTableRef *ref;
    const ShardTableSchema *facts;
    const GArray *columns; /* numbers of the table's */
    const ShardAnswer *answer;
    GArray *pieces;
} Writer;

static const ShardColumnSchema *
column_at(const Writer *self, guint number)
{
    return &self->facts->columns[g_array_index(self->columns, guint, number)];
}

static void
append_text(Writer *self, const char *text)
{
    const ShardPiece piece = SHARD_PIECE_TEXT(shard_arena_strndup(self->gatherer->arena, text, -1));

    g_array_append_val(self->pieces, piece);
}

static void
append_tokens(Writer *self, guint first, guint last)
{
    const ShardPiece piece = SHARD_PIECE_TOKENS(first, last);

    g_array_append_val(self->pieces, piece);
}

static void
append_name(const Writer *self, GString *out, guint number)
{
    shard_identifier_quote(out, self->gatherer->prepared->mode.dialect,
                           column_at(self, number)->name);
}

/* How NULL and what stands around values and rows are written. */
typedef struct {
    const char *null, *between, *open, *then, *close;
} RowStyle;

static const RowStyle sql_rows = {"NULL", ", ", "(", "), (", ")"};
/* ["1",null],["2","x"] in hexadecimal digits */
static const RowStyle json_rows = {"6E756C6C", "2C", "5B", "5D2C5B", "5D"};

static void
append_rows(const Writer *self, GString *out, const RowStyle *style)
{
    const ShardAnswer *answer = self->answer;

    for (guint i = 0; i < answer->n_rows; i++) {
        g_string_append(out, i > 0 ? style->then : style->open);
        for (guint k = 0; k < answer->n_columns; k++) {
            const ShardValue *value = &answer->values[i * answer->n_columns + k];
            g_string_append(out, k > 0 ? style->between : "");
            if (value->kind == SHARD_VALUE_NULL)
                g_string_append(out, style->null);
            else
                g_string_append_len(out, value->text.data, (gssize) value->text.size);
        }
    }
    g_string_append(out, answer->n_rows > 0 ? style->close : "");
}

/* SELECT a, b FROM t WHERE 1 = 0 */
static void
append_no_rows(Writer *self)
{
    g_autoptr(GString) list = g_string_new("SELECT ");

    for (guint i = 0; i < self->columns->len; i++) {
        g_string_append(list, i > 0 ? ", " : "");
        append_name(self, list, i);
    }
    g_string_append(list, " FROM ");
    append_text(self, list->str);
    append_tokens(self, self->ref->first_token, self->ref->last_token);
    append_text(self, " WHERE 1 = 0");
}

/* ---- PostgreSQL: SELECT CAST(v.c1 AS integer), … FROM (VALUES …) AS v(c1, …) ---- */

/* Names and collations are the first branch's, unless these rows stand alone. */
static void
append_name_and_collation(const Writer *self, GString *out, guint number)
{
    const char *collation = column_at(self, number)->collation.name;

    if (collation != NULL && strcmp(collation, "default") != 0) {
        g_string_append(out, " COLLATE ");
        shard_identifier_quote(out, SHARD_DIALECT_POSTGRESQL, collation);
    }
    g_string_append(out, " AS ");
    append_name(self, out, number);
}

static void
append_casts(const Writer *self, GString *out, gboolean alone)
{
    gboolean empty = self->answer->n_rows == 0;

    g_string_append(out, "SELECT ");
    for (guint i = 0; i < self->columns->len; i++) {
        g_string_append(out, i > 0 ? ", CAST(" : "CAST(");
        if (empty)
            g_string_append(out, "NULL");
        else
            g_string_append_printf(out, "v.c%u", i + 1);
        g_string_append_printf(out, " AS %s)", column_at(self, i)->type_name);
        if (alone)
            append_name_and_collation(self, out, i);
    }
    g_string_append(out, empty ? " WHERE false" : " FROM (VALUES ");
    append_rows(self, out, &sql_rows);
    for (guint i = 0; i < self->columns->len && !empty; i++)
        g_string_append_printf(out, i > 0 ? ", c%u" : ") AS v(c%u", i + 1);
    g_string_append(out, empty ? "" : ")");
}

static void
write_postgresql(Writer *self)
{
    gboolean alone = shard_gather_stands_alone(self->gatherer, self->table);
    g_autoptr(GString) rows = g_string_new(alone ? "" : " UNION ALL ");

    if (!alone)
        append_no_rows(self);
    if (!alone && self->answer->n_rows == 0)
        return;
    append_casts(self, rows, alone);
    append_text(self, rows->str);
}

/* ---- SQLite ---- */

/* SELECT CAST(NULL AS INTEGER) AS a, … WHERE 0: affinities and collations are those of the first
 * branch. */
static void
append_model(Writer *self)
{
    g_autoptr(GString) list = g_string_new("SELECT ");

    for (guint i = 0; i < self->columns->len; i++) {
        const ShardColumnSchema *column = column_at(self, i);
        gboolean typed = column->type_name != NULL && column->type_name[0] != '\0';
        g_string_append(list, i > 0 ? ", " : "");
        g_string_append_printf(list, typed ? "CAST(NULL AS %s)" : "NULL", column->type_name);
        if (column->collation.name != NULL)
            g_string_append_printf(list, " COLLATE %s", column->collation.name);
        g_string_append(list, " AS ");
        append_name(self, list, i);
    }
    append_text(self, list->str);
    append_text(self, " WHERE 0");
}

/* It takes the declared types from the last branch, and the affinities from the first; unless it
 * reads the branches one by one, which a LIMIT hinders. */
static void
write_sqlite(Writer *self)
{
    g_autoptr(GString) rows = g_string_new(" UNION ALL VALUES ");
    gboolean alone = shard_gather_stands_alone(self->gatherer, self->table);

    void (*append_branch)(Writer * writer) = alone ? append_model : append_no_rows;

    append_branch(self);
    if (self->answer->n_rows == 0)
        return;
    append_rows(self, rows, &sql_rows);
    append_text(self, rows->str);
    append_text(self, " UNION ALL ");
    append_branch(self);
    append_text(self, " LIMIT -1");
}

/* ---- MariaDB: SELECT v.c1 AS k, … FROM JSON_TABLE(…) AS v ---- */

static gboolean
is_bytes(const Writer *self, guint number)
{
    return column_at(self, number)->type == SHARD_TYPE_BYTES;
}

static void
append_json_column(const Writer *self, GString *out, guint number)
{
    const ShardColumnSchema *column = column_at(self, number);
    const char *collation = column->collation.name;

    g_string_append_printf(out, "%sc%u ", number > 0 ? ", " : "", number + 1);
    if (is_bytes(self, number))
        g_string_append_printf(out, "varchar(%d) CHARACTER SET latin1", 2 * column->length);
    else
        g_string_append(out, column->type_name);
    if (!is_bytes(self, number) && collation != NULL)
        g_string_append_printf(out, " CHARACTER SET %.*s COLLATE %s", (int) strcspn(collation, "_"),
                               collation, collation);
    g_string_append_printf(out, " PATH '$[%u]' ERROR ON ERROR", number);
}

static void
write_mysql(Writer *self)
{
    g_autoptr(GString) out = g_string_new("SELECT ");

    for (guint i = 0; i < self->columns->len; i++) {
        g_string_append(out, i > 0 ? ", " : "");
        g_string_append_printf(out, is_bytes(self, i) ? "UNHEX(v.c%u) AS " : "v.c%u AS ", i + 1);
        append_name(self, out, i);
    }
    g_string_append(out, " FROM JSON_TABLE(_utf8mb4 x'5B");
    append_rows(self, out, &json_rows);
    g_string_append(out, "5D', '$[*]' COLUMNS (");
    for (guint i = 0; i < self->columns->len; i++)
        append_json_column(self, out, i);
    /* So the document is read once, and not for each row that the table is joined to; a limit would
     * be one of each node. */
    g_string_append(out, self->gatherer->target < 0 ? ")) AS v LIMIT 18446744073709551615"
                                                    : ")) AS v HAVING TRUE");
    append_text(self, out->str);
}

/* ---- the place ---- */

void
shard_gather_write(const ShardGatherer *self, guint table, const GArray *columns,
                   const ShardAnswer *answer, ShardEdits *edits)
{
    g_autoptr(GArray) pieces = g_array_new(FALSE, FALSE, sizeof(ShardPiece));
    const ShardTableRef *ref = &self->analysis->statement->tables[table];
    Writer writer = {self, table, ref, shard_gather_facts(self, table), columns, answer, pieces};
    ShardDialect dialect = self->prepared->mode.dialect;

    append_text(&writer, "(");
    if (dialect == SHARD_DIALECT_POSTGRESQL)
        write_postgresql(&writer);
    else if (dialect == SHARD_DIALECT_SQLITE)
        write_sqlite(&writer);
    else
        write_mysql(&writer);
    append_text(&writer, ")");
    if (ref->alias_token < 0) {
        append_text(&writer, " AS ");
        append_tokens(&writer, ref->last_token, ref->last_token);
    }
    shard_edits_replace_pieces(edits, ref->first_token, ref->last_token,
                               (const ShardPiece *) pieces->data, pieces->len);
}

gboolean
shard_gather_is_exact(const ShardAnswer *answer)
{
    for (guint i = 0; i < answer->n_rows * answer->n_columns; i++) {
        if (answer->values[i].kind != SHARD_VALUE_NULL && answer->values[i].text.size == 0)
            return FALSE;
    }
    return TRUE;
}

/* ---- labels ---- */

static gboolean
holds_rows(const ShardGatherer *self, const ShardItem *item)
{
    const ShardStatement *statement = self->analysis->statement;

    for (guint i = 0; i < self->analysis->n_refs; i++) {
        guint token = statement->tables[i].first_token;
        if (shard_gather_reads(self, i) && item->first_token <= token && token <= item->last_token)
            return TRUE;
    }
    return FALSE;
}

gboolean
shard_gather_keep_labels(const ShardGatherer *self, ShardEdits *edits)
{
    const ShardStatement *statement = self->analysis->statement;
    ShardDialect dialect = self->prepared->mode.dialect;

    for (guint i = 0; i < statement->n_queries && dialect != SHARD_DIALECT_POSTGRESQL; i++) {
        const ShardQuery *query = &statement->queries[i];
        for (guint k = 0; k < query->n_items; k++) {
            const ShardItem *item = &query->items[k];
            if (item->alias != NULL || !holds_rows(self, item))
                continue;
            const char *label =
                shard_item_label(self->prepared->tokens, dialect, item, edits->arena);
            if (label == NULL)
                return FALSE;
            shard_edits_insert(edits, item->last_token, label);
        }
    }
    return TRUE;
}
