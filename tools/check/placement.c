/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * placement.c - reads the keys of all rows and says which rows the rules would look for elsewhere.
 */
#include "tools/check/check.h"

#include "router/rules/value-convert.h"
#include "tools/terminal.h"

#include <string.h>

typedef struct {
    Check *check;
    const ShardTable *table;
    const ShardTableSchema *schema;
    guint n_keys;
    ShardValueKind *kinds; /* the keys' types, as the rules or the catalog say */
    gint32 *scales;
    gboolean *marks;
    ShardValue *values;
    guint node; /* that is being read */
    char *node_name;
    guint64 n_rows, n_wrong, n_unplaced;
    guint shown;
    gboolean whole_rows; /* behind the keys all columns are read, for repairs */
    Progress *progress;
} Scan;

static const ShardKeyType *
find_key_type(const ShardTable *table, const char *column)
{
    for (guint i = 0; i < table->n_key_types; i++)
        if (g_ascii_strcasecmp(table->key_types[i].column, column) == 0)
            return &table->key_types[i];
    return NULL;
}

/* FALSE if a key's column or type is not known. */
static gboolean
prepare_keys(Scan *self)
{
    const char *const *keys = shard_table_keys(self->table);

    self->n_keys = g_strv_length((char **) keys);
    self->kinds = g_new0(ShardValueKind, self->n_keys + 1);
    self->scales = g_new0(gint32, self->n_keys + 1);
    self->values = g_new0(ShardValue, self->n_keys + 1);
    self->marks = g_new0(gboolean, self->table->n_nodes + 1);
    for (guint i = 0; i < self->n_keys; i++) {
        gint at = shard_table_schema_column(self->schema, keys[i]);
        const ShardKeyType *type = find_key_type(self->table, keys[i]);
        if (at < 0)
            return FALSE;
        const ShardColumnSchema *column = &self->schema->columns[at];
        self->kinds[i] = type != NULL && type->kind != SHARD_VALUE_UNKNOWN
                             ? type->kind
                             : shard_type_value_kind(column->type);
        self->scales[i] = column->scale;
        if (self->kinds[i] == SHARD_VALUE_UNKNOWN)
            return FALSE;
    }
    return TRUE;
}

static void
scan_clear(Scan *self)
{
    g_free(self->kinds);
    g_free(self->scales);
    g_free(self->values);
    g_free(self->marks);
}

static char *
select_sql(const Scan *self, ShardDialect dialect)
{
    const char *const *keys = shard_table_keys(self->table);
    g_autoptr(GString) sql = g_string_new("SELECT ");

    for (guint i = 0; i < self->n_keys; i++) {
        gint at = shard_table_schema_column(self->schema, keys[i]);
        g_string_append(sql, i == 0 ? "" : ", ");
        shard_identifier_quote(sql, dialect, self->schema->columns[at].name);
    }
    if (self->whole_rows) {
        g_string_append(sql, ", ");
        check_append_repaired_columns(sql, dialect, self->schema);
    }
    g_string_append(sql, " FROM ");
    check_append_table(sql, dialect, &self->table->nodes[self->node]);
    return g_string_free(g_steal_pointer(&sql), FALSE);
}

static gboolean
is_one_of(ShardValueKind kind, ShardValueKind a, ShardValueKind b)
{
    return kind == a || kind == b;
}

/* The key as the rules place it; FALSE when the cell can't be taken so. */
static gboolean
take_key(Scan *self, const ShardValue *cell, guint key, ShardArena *arena)
{
    ShardValueKind kind = self->kinds[key];

    if (cell->kind == SHARD_VALUE_NULL) {
        self->values[key] = *cell;
        return TRUE;
    }
    if (cell->kind == kind) {
        self->values[key] = *cell;
        return TRUE;
    }
    /* An integer's range is known to hold: the column is of that type. */
    if (is_one_of(cell->kind, SHARD_VALUE_LONG, SHARD_VALUE_INTEGER) &&
        is_one_of(kind, SHARD_VALUE_LONG, SHARD_VALUE_INTEGER)) {
        self->values[key] = *cell;
        self->values[key].kind = kind;
        return TRUE;
    }
    return shard_value_assign(cell, kind, self->scales[key], arena, &self->values[key]);
}

static char *
describe_keys(const Scan *self, ShardArena *arena)
{
    const char *const *keys = shard_table_keys(self->table);
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < self->n_keys; i++)
        g_string_append_printf(text, "%s%s = %s", i == 0 ? "" : ", ", keys[i],
                               shard_value_to_text(&self->values[i], arena));
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static gint
marked_node(const Scan *self)
{
    for (guint i = 0; i < self->table->n_nodes; i++)
        if (self->marks[i])
            return (gint) i;
    return -1;
}

static void
report_wrong(Scan *self, const ShardValue *row, ShardArena *arena, const GError *error)
{
    gint wanted = error == NULL ? marked_node(self) : -1;
    g_autofree char *keys = describe_keys(self, arena);

    self->n_wrong++;
    if (wanted < 0)
        self->n_unplaced++;
    if (self->shown < self->check->sample) {
        self->shown++;
        g_autofree char *place =
            wanted < 0
                ? g_strdup(error == NULL ? "outside of the algorithm's range" : error->message)
                : check_node_name(self->check, &self->table->nodes[wanted]);
        progress_end(self->progress);
        report_add(self->check->report, FINDING_ERROR, "placement",
                   report_subject("node", self->node_name), "%s belongs to %s", keys, place);
    }
    if (self->whole_rows && wanted >= 0)
        check_repair_row(self->check, self->table, self->node, (guint) wanted, row + self->n_keys);
}

static void
scan_row(Scan *self, const ShardValue *row, ShardArena *arena)
{
    g_autoptr(GError) error = NULL;

    memset(self->marks, 0, sizeof(gboolean) * self->table->n_nodes);
    for (guint i = 0; i < self->n_keys; i++) {
        if (take_key(self, &row[i], i, arena))
            continue;
        shard_error_set(&error, SHARD_ERROR_ROUTE, "22018", "no node: '%s' is no %s",
                        shard_value_to_text(&row[i], arena), shard_value_kind_name(self->kinds[i]));
        self->values[i] = row[i];
    }
    ShardPlace place = error != NULL
                           ? SHARD_PLACE_ERROR
                           : shard_table_place(self->table, self->values, self->marks, &error);
    if (place != SHARD_PLACE_FOUND || !self->marks[self->node])
        report_wrong(self, row, arena, error);
}

static gboolean
scan_rows(Scan *self, ShardStream *rows, GError **error)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    const ShardValue *row;

    for (;;) {
        ShardFetch fetch = shard_stream_next(rows, &row, error);
        if (fetch != SHARD_ROW)
            return fetch == SHARD_END;
        scan_row(self, row, arena);
        shard_arena_reset(arena);
        self->n_rows++;
        if (self->n_rows % 1000 == 0) {
            g_autofree char *detail =
                g_strdup_printf("%s %" G_GUINT64_FORMAT, self->node_name, self->n_rows);
            progress_show(self->progress, self->node, detail);
        }
    }
}

static gboolean
scan_node(Scan *self, GError **error)
{
    ShardBackend *backend = self->check->backends->pdata[self->table->nodes[self->node].shard];
    SQLRETURN rc;

    if (backend == NULL) {
        shard_error_set(error, SHARD_ERROR_FAILED, "08001",
                        "its rows aren't checked: the shard can't be reached");
        return FALSE;
    }
    g_autofree char *sql = select_sql(self, shard_backend_dialect(backend));
    ShardBackendStmt *statement = shard_backend_stmt_new(backend, error);
    if (statement == NULL)
        return FALSE;
    gboolean ok = shard_backend_stmt_exec_direct(statement, sql, strlen(sql), &rc, error);
    ShardStream *rows = ok ? shard_backend_stmt_rows(statement, error) : NULL;
    ok = rows != NULL && scan_rows(self, rows, error);
    shard_stream_free(rows);
    shard_backend_stmt_free(statement);
    return ok;
}

static void
scan_table(Check *check, const ShardTable *table, const ShardTableSchema *schema)
{
    g_autofree char *subject = g_strdup(report_subject("table", table->name));
    Progress progress = {.what = table->name, .total = table->n_nodes};
    Scan scan = {.check = check,
                 .table = table,
                 .schema = schema,
                 .whole_rows = check->repair,
                 .progress = &progress};
    guint64 n_rows = 0;
    gboolean good = TRUE;

    if (!prepare_keys(&scan)) {
        report_add(check->report, FINDING_WARNING, "placement", subject,
                   "not checked: the type of a key is not known; say value-type");
        scan_clear(&scan);
        return;
    }
    for (scan.node = 0; scan.node < table->n_nodes; scan.node++) {
        g_autoptr(GError) error = NULL;
        scan.node_name = check_node_name(check, &table->nodes[scan.node]);
        scan.n_rows = scan.n_wrong = scan.n_unplaced = scan.shown = 0;
        if (!scan_node(&scan, &error)) {
            report_add(check->report, FINDING_ERROR, "placement",
                       report_subject("node", scan.node_name), "%s", error->message);
            good = FALSE;
        }
        if (scan.n_wrong > 0)
            report_add(
                check->report, FINDING_ERROR, "placement", report_subject("node", scan.node_name),
                "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " rows belong elsewhere%s",
                scan.n_wrong, scan.n_rows, scan.n_unplaced == 0 ? "" : " (some of them nowhere)");
        n_rows += scan.n_rows;
        good = good && scan.n_wrong == 0;
        g_free(scan.node_name);
    }
    progress_end(&progress);
    scan_clear(&scan);
    if (good)
        report_add(check->report, FINDING_NOTE, "placement", subject,
                   "all %" G_GUINT64_FORMAT " rows lie where the rules look for them", n_rows);
}

static gboolean
has_hint(const ShardStrategy *strategy)
{
    return strategy->algorithm != NULL && shard_algorithm_is_hint(strategy->algorithm);
}

/* Why a sharded table's rows can't be checked; NULL: they can. */
static const char *
unchecked_reason(const Check *self, const ShardTable *table)
{
    if (has_hint(&table->shard_strategy) || has_hint(&table->table_strategy))
        return "a hint places its rows, not a key";
    if (shard_table_keys(table)[0] == NULL)
        return "it has no key";
    if (self->schema == NULL || shard_schema_table(self->schema, table->name) == NULL)
        return "its columns aren't known";
    return NULL;
}

void
check_placement(Check *self)
{
    if (self->repair)
        g_print("-- Run them in this order and stop at the first error (psql -v ON_ERROR_STOP=1, "
                "sqlite3 -bail):\n-- a row is deleted when it is where it belongs.\n");
    for (guint i = 0; i < shard_rules_n_tables(self->rules); i++) {
        const ShardTable *table = shard_rules_table(self->rules, i);
        if (table->kind != SHARD_TABLE_SHARDED)
            continue;
        const char *reason = unchecked_reason(self, table);
        if (reason == NULL)
            scan_table(self, table, shard_schema_table(self->schema, table->name));
        else
            report_add(self->report, FINDING_WARNING, "placement",
                       report_subject("table", table->name), "not checked: %s", reason);
    }
}
