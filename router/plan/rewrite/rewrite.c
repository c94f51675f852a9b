/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/rewrite/rewrite.h"

#include "router/base/error.h"

#include <string.h>

#define NAME_MAX_BYTES 63u

typedef struct {
    ShardEdits *edits;
    const ShardAnalysis *analysis;
    const ShardRouteUnit *unit;
    GError **error;
} Rewriter;

static const ShardTableRef *
table_ref(const Rewriter *self, guint table)
{
    return &self->analysis->statement->tables[table];
}

/* The quote that a token begins with; 0 none. */
static char
quote_of(const ShardTokens *tokens, guint token)
{
    const ShardToken *facts = &tokens->tokens[token];
    char first = facts->size > 0 ? tokens->text[facts->offset] : '\0';

    if (facts->kind == SHARD_TOKEN_QUOTED_NAME)
        return first;
    return facts->kind == SHARD_TOKEN_STRING && first == '"' ? first : '\0';
}

static const char *
token_text(const Rewriter *self, guint token)
{
    const ShardTokens *tokens = self->analysis->tokens;
    const ShardToken *facts = &tokens->tokens[token];

    return shard_arena_strndup(self->edits->arena, tokens->text + facts->offset,
                               (gssize) facts->size);
}

/* ---- names ---- */

/* PostgreSQL's shop.public.t: what the application calls the database may be called otherwise on
 * the shard.  Where the name begins without it. */
static guint
behind_catalog(const Rewriter *self, guint first, guint last)
{
    const char *catalog = self->analysis->catalog;
    gboolean quoted;

    if (self->analysis->mode->dialect != SHARD_DIALECT_POSTGRESQL || last < first + 4 ||
        catalog == NULL)
        return first;
    const char *written = token_text(self, last - 4);
    g_autofree char *name =
        shard_identifier_from_token(SHARD_DIALECT_POSTGRESQL, written, strlen(written), &quoted);
    return shard_identifier_equal_fold(name, catalog) ? last - 2 : first;
}

/* What stands for schema.name of a reference in this unit; NULL: it stays as it is. */
static const char *
new_name(const Rewriter *self, guint table, const ShardNode *node)
{
    const ShardTableRef *ref = table_ref(self, table);
    ShardDialect dialect = self->analysis->mode->dialect;
    char quote = quote_of(self->analysis->tokens, ref->last_token);
    gboolean drops_schema = ref->schema != NULL && dialect == SHARD_DIALECT_MYSQL;

    if (node == NULL ||
        (node->schema == NULL && !drops_schema && strcmp(node->table, ref->name) == 0))
        return NULL;
    g_autoptr(GString) name = g_string_new(NULL);
    if (node->schema != NULL) {
        shard_identifier_append(name, dialect, node->schema, quote);
        g_string_append_c(name, '.');
    } else if (ref->schema != NULL && !drops_schema) {
        for (guint i = behind_catalog(self, ref->first_token, ref->last_token); i < ref->last_token;
             i++)
            g_string_append(name, token_text(self, i));
    }
    shard_identifier_append(name, dialect, node->table, quote);
    return shard_arena_strndup(self->edits->arena, name->str, (gssize) name->len);
}

/* The actual table's name alone, as a column's qualifier. */
static const char *
qualifier_name(const Rewriter *self, guint table, const ShardNode *node)
{
    g_autoptr(GString) name = g_string_new(NULL);

    shard_identifier_append(name, self->analysis->mode->dialect, node->table,
                            quote_of(self->analysis->tokens, table_ref(self, table)->last_token));
    return shard_arena_strndup(self->edits->arena, name->str, (gssize) name->len);
}

static gboolean
has_qualifiers(const Rewriter *self, guint table)
{
    const ShardStatement *statement = self->analysis->statement;

    for (guint i = 0; i < statement->n_qualifiers; i++) {
        if (statement->qualifiers[i].table == (gint) table)
            return TRUE;
    }
    return FALSE;
}

/* Can, and should, AS name be written behind the actual name? */
static gboolean
takes_alias(const Rewriter *self, guint table)
{
    const ShardStatement *statement = self->analysis->statement;
    const ShardTableRef *ref = table_ref(self, table);
    gboolean is_mysql = self->analysis->mode->dialect == SHARD_DIALECT_MYSQL;

    if (ref->alias != NULL || ref->no_alias)
        return FALSE;
    if (!ref->is_target)
        return ref->query != -1 || statement->modify != NULL;
    switch (statement->kind) {
    case SHARD_STATEMENT_UPDATE:
    case SHARD_STATEMENT_MERGE:
        return TRUE;
    case SHARD_STATEMENT_DELETE:
        return !is_mysql || statement->modify->multi_table;
    case SHARD_STATEMENT_INSERT:
        return !is_mysql && has_qualifiers(self, table);
    default:
        return FALSE;
    }
}

/* ---- qualifiers ---- */

static const ShardItem *
returning_items(const ShardStatement *statement, guint *out_n)
{
    if (statement->insert != NULL) {
        *out_n = statement->insert->n_returning;
        return statement->insert->returning;
    }
    *out_n = statement->modify == NULL ? 0 : statement->modify->n_returning;
    return *out_n == 0 ? NULL : statement->modify->returning;
}

/* SQLite's RETURNING knows the table by its own name only. */
static gboolean
is_blind_to_alias(const Rewriter *self, guint token)
{
    guint n;
    const ShardItem *items = returning_items(self->analysis->statement, &n);

    return self->analysis->mode->dialect == SHARD_DIALECT_SQLITE && n > 0 &&
           token >= items[0].first_token && token <= items[n - 1].last_token;
}

static void
rewrite_qualifiers(const Rewriter *self, guint table, const ShardNode *node, gboolean has_alias)
{
    const ShardStatement *statement = self->analysis->statement;

    for (guint i = 0; i < statement->n_qualifiers; i++) {
        const ShardQualifier *qualifier = &statement->qualifiers[i];
        if (qualifier->table != (gint) table)
            continue;
        if (!has_alias || is_blind_to_alias(self, qualifier->first_token))
            shard_edits_replace(self->edits, qualifier->first_token, qualifier->last_token,
                                qualifier_name(self, table, node));
        else if (qualifier->first_token != qualifier->last_token)
            shard_edits_replace(self->edits, qualifier->first_token, qualifier->last_token,
                                token_text(self, qualifier->last_token));
    }
}

/* MariaDB's shop.t.k over a bare t: what the application calls the database may be called otherwise
 * on the shard. */
static void
drop_schemas(const Rewriter *self, guint table)
{
    const ShardStatement *statement = self->analysis->statement;
    const ShardTableRef *ref = table_ref(self, table);

    if (self->analysis->mode->dialect != SHARD_DIALECT_MYSQL || ref->schema != NULL)
        return;
    for (guint i = 0; i < statement->n_tables; i++) {
        if (i != table && shard_identifier_equal_fold(statement->tables[i].name, ref->name))
            return;
    }
    for (guint i = 0; i < statement->n_qualifiers; i++) {
        const ShardQualifier *qualifier = &statement->qualifiers[i];
        if (qualifier->table == (gint) table && qualifier->first_token != qualifier->last_token)
            shard_edits_replace(self->edits, qualifier->first_token, qualifier->last_token,
                                token_text(self, qualifier->last_token));
    }
}

/* Has the table's first node an index or a constraint of that name? */
static gboolean
has_object(const Rewriter *self, const ShardTable *table, const char *name)
{
    const ShardSchema *schema = self->analysis->schema;
    const ShardTableSchema *facts = schema == NULL ? NULL : shard_schema_table(schema, table->name);

    gboolean case_blind = self->analysis->mode->dialect == SHARD_DIALECT_MYSQL;

    for (guint i = 0; facts != NULL && i < facts->n_indexes; i++) {
        const char *index = facts->indexes[i].name;
        if (g_strcmp0(index, name) == 0 ||
            (case_blind && index != NULL && g_ascii_strcasecmp(index, name) == 0))
            return TRUE;
    }
    for (guint i = 0; facts != NULL && i < facts->n_constraints; i++) {
        if (strcmp(facts->constraints[i], name) == 0)
            return TRUE;
    }
    return FALSE;
}

/* A name that PostgreSQL makes: t_v_check, and t_v_check1 for the second one. */
static gboolean
has_implicit_ending(const char *name)
{
    static const char *const endings[] = {"_pkey", "_key", "_excl", "_check", "_fkey"};
    gsize length = strlen(name);

    while (length > 0 && g_ascii_isdigit(name[length - 1]))
        length--;
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
        gsize n = strlen(endings[i]);
        if (length >= n && strncmp(name + length - n, endings[i], n) == 0)
            return TRUE;
    }
    return FALSE;
}

/* What a database calls a constraint without a name begins with its table's name: t_pkey, and
 * MariaDB's t_ibfk_1. */
static char *
implicit_name(const Rewriter *self, const ShardTable *table, const char *name,
              const ShardNode *node)
{
    g_autofree char *made = g_strdup_printf("%s_%s", name, table->nodes[0].table);
    gsize prefix = strlen(table->name);

    if (strncmp(name, table->name, prefix) != 0)
        return NULL;
    if (self->analysis->mode->dialect == SHARD_DIALECT_MYSQL &&
        g_str_has_prefix(name + prefix, "_ibfk_"))
        return g_strconcat(node->table, name + prefix, NULL);
    if (self->analysis->mode->dialect != SHARD_DIALECT_POSTGRESQL ||
        has_object(self, table, made) || !has_implicit_ending(name + prefix))
        return NULL;
    return g_strconcat(node->table, name + prefix, NULL);
}

/* An index or constraint that DDL made per node is called name_node. */
static void
rewrite_node_name(const Rewriter *self, guint token, const ShardTable *table, const ShardNode *node)
{
    ShardDialect dialect = self->analysis->mode->dialect;
    gboolean quoted;
    const char *written = token_text(self, token);
    g_autofree char *name = shard_identifier_from_token(dialect, written, strlen(written), &quoted);
    g_autofree char *implicit = implicit_name(self, table, name, node);
    g_autofree char *full = g_strdup_printf("%s_%s", name, node->table);
    g_autoptr(GString) text = g_string_new(NULL);

    shard_identifier_append(text, dialect, implicit != NULL ? implicit : full,
                            quote_of(self->analysis->tokens, token));
    shard_edits_replace(self->edits, token, token,
                        shard_arena_strndup(self->edits->arena, text->str, (gssize) text->len));
}

/* SQLite: t INDEXED BY i. */
static void
rewrite_index_hint(const Rewriter *self, guint table, const ShardNode *node)
{
    const ShardTableRef *ref = table_ref(self, table);
    const ShardTokens *tokens = self->analysis->tokens;
    guint behind = MAX(ref->alias_point, ref->alias_token >= 0 ? (guint) ref->alias_token : 0) + 1;

    if (self->analysis->mode->dialect == SHARD_DIALECT_SQLITE &&
        shard_token_is(tokens, behind, "indexed") && shard_token_is(tokens, behind + 1, "by") &&
        behind + 2 < tokens->n_tokens)
        rewrite_node_name(self, behind + 2, self->analysis->refs[table].table, node);
}

/* PostgreSQL's t * means t and what inherits from it; AS stands behind the star, and behind the
 * bracket of ONLY (t). */
static guint
alias_point(const Rewriter *self, const ShardTableRef *ref)
{
    const ShardTokens *tokens = self->analysis->tokens;
    gboolean star = shard_token_is(tokens, ref->alias_point + 1, "*");
    gboolean bracket = ref->first_token >= 2 && shard_token_is(tokens, ref->first_token - 1, "(") &&
                       shard_token_is(tokens, ref->first_token - 2, "only");

    return ref->only_star && (star || bracket) ? ref->alias_point + 1 : ref->alias_point;
}

/* A table that keeps its name is called without the application's catalog, too. */
static void
drop_catalogs(const Rewriter *self, guint table)
{
    const ShardStatement *statement = self->analysis->statement;
    const ShardTableRef *ref = table_ref(self, table);
    guint start = behind_catalog(self, ref->first_token, ref->last_token);

    if (start != ref->first_token)
        shard_edits_cut(self->edits, ref->first_token, start);
    for (guint i = 0; i < statement->n_qualifiers; i++) {
        const ShardQualifier *qualifier = &statement->qualifiers[i];
        if (qualifier->table != (gint) table)
            continue;
        start = behind_catalog(self, qualifier->first_token, qualifier->last_token);
        if (start != qualifier->first_token)
            shard_edits_cut(self->edits, qualifier->first_token, start);
    }
}

static void
rewrite_table(const Rewriter *self, guint table)
{
    const ShardTableRef *ref = table_ref(self, table);
    const ShardNode *node = shard_route_node(self->analysis, self->unit, table);
    const char *name = new_name(self, table, node);

    if (name == NULL) {
        drop_schemas(self, table);
        drop_catalogs(self, table);
        return;
    }
    shard_edits_replace(self->edits, ref->first_token, ref->last_token, name);
    gboolean alias = takes_alias(self, table);
    if (alias) {
        const ShardPiece pieces[] = {SHARD_PIECE_TEXT(" AS "),
                                     SHARD_PIECE_TEXT(token_text(self, ref->last_token))};
        shard_edits_insert_pieces(self->edits, alias_point(self, ref), pieces,
                                  G_N_ELEMENTS(pieces));
    }
    rewrite_qualifiers(self, table, node, alias || ref->alias != NULL);
    if (self->analysis->refs[table].kind != SHARD_REF_SHARDED)
        return;
    rewrite_index_hint(self, table, node);
    const ShardInsert *insert = self->analysis->statement->insert;
    if (insert != NULL && insert->table == (gint) table && insert->constraint_token >= 0)
        rewrite_node_name(self, (guint) insert->constraint_token, self->analysis->refs[table].table,
                          node);
}

/* ---- DDL ---- */

/* DROP CONSTRAINT t_pkey: one that there is, and that the database may have named. */
static gboolean
is_existing_constraint(const Rewriter *self, const ShardObjectName *object)
{
    static const char *const verbs[] = {"drop", "rename", "alter", "validate", "on"};
    const ShardTokens *tokens = self->analysis->tokens;
    guint at = object->first_token;

    while (at > 0 &&
           (shard_token_is(tokens, at - 1, "exists") || shard_token_is(tokens, at - 1, "if")))
        at--;
    if (object->kind != SHARD_OBJECT_CONSTRAINT || at < 2)
        return FALSE;
    if (shard_token_is(tokens, at - 2, "foreign"))
        return TRUE;
    if (!shard_token_is(tokens, at - 1, "constraint"))
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(verbs); i++) {
        if (shard_token_is(tokens, at - 2, verbs[i]))
            return TRUE;
    }
    return FALSE;
}

/* MySQL's index names belong to their table, and so does that of a unique constraint, which may be
 * dropped by either name. */
static gboolean
is_kept(const Rewriter *self, const ShardObjectName *object, const ShardTable *table)
{
    return self->analysis->mode->dialect == SHARD_DIALECT_MYSQL &&
           (object->kind == SHARD_OBJECT_INDEX ||
            (is_existing_constraint(self, object) && has_object(self, table, object->name)));
}

static gboolean
rewrite_object(const Rewriter *self, const ShardObjectName *object)
{
    gint table = object->table >= 0 ? object->table : self->analysis->lead;
    if (table < 0 || self->analysis->refs[table].kind != SHARD_REF_SHARDED ||
        is_kept(self, object, self->analysis->refs[table].table))
        return TRUE;
    const ShardNode *node = shard_route_node(self->analysis, self->unit, (guint) table);
    if (node == NULL)
        return TRUE;
    if (object->exists || is_existing_constraint(self, object)) {
        rewrite_node_name(self, object->last_token, self->analysis->refs[table].table, node);
        return TRUE;
    }
    g_autofree char *name = g_strdup_printf("%s_%s", object->name, node->table);
    if (strlen(name) > NAME_MAX_BYTES) {
        shard_error_set(self->error, SHARD_ERROR_REFUSED, "0A000",
                        "the name '%s' for node '%s' is longer than %u bytes; use a shorter '%s'",
                        name, node->table, NAME_MAX_BYTES, object->name);
        return FALSE;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    shard_identifier_append(text, self->analysis->mode->dialect, name,
                            quote_of(self->analysis->tokens, object->last_token));
    shard_edits_replace(self->edits, object->last_token, object->last_token,
                        shard_arena_strndup(self->edits->arena, text->str, (gssize) text->len));
    return TRUE;
}

gboolean
shard_rewrite_names(ShardEdits *edits, const ShardAnalysis *analysis, const ShardRouteUnit *unit,
                    GError **error)
{
    const Rewriter self = {edits, analysis, unit, error};

    for (guint i = 0; i < analysis->n_refs; i++) {
        if (analysis->refs[i].kind != SHARD_REF_CTE)
            rewrite_table(&self, i);
    }
    for (guint i = 0; i < analysis->statement->n_objects; i++) {
        if (!rewrite_object(&self, &analysis->statement->objects[i]))
            return FALSE;
    }
    return TRUE;
}

/* ---- union of nodes ---- */

/* Words behind a table reference that belong to the table itself. */
static const char *const table_tails[] = {"use",   "force",     "ignore",  "tablesample", "for",
                                          "index", "partition", "indexed", "not"};

static gboolean
has_tail(const Rewriter *self, const ShardTableRef *ref)
{
    guint behind = ref->alias_token >= 0 ? (guint) ref->alias_token + 1 : ref->last_token + 1;

    if (ref->alias_point != ref->last_token)
        return TRUE;
    for (guint i = 0; i < G_N_ELEMENTS(table_tails); i++) {
        if (shard_token_is(self->analysis->tokens, behind, table_tails[i]))
            return TRUE;
    }
    return FALSE;
}

static const char *
union_text(const Rewriter *self, guint table, const ShardNodes *nodes)
{
    const ShardRef *ref = &self->analysis->refs[table];
    ShardDialect dialect = self->analysis->mode->dialect;
    gboolean alone = shard_nodes_count(nodes) == 1;
    g_autoptr(GString) text = g_string_new(alone ? "" : "(");

    for (guint i = shard_nodes_next(nodes, 0); i < nodes->n_nodes;
         i = shard_nodes_next(nodes, i + 1)) {
        const ShardNode *node = &ref->table->nodes[i];
        if (!alone)
            g_string_append(text, text->len == 1 ? "SELECT * FROM " : " UNION ALL SELECT * FROM ");
        if (node->schema != NULL) {
            shard_identifier_append(text, dialect, node->schema, '\0');
            g_string_append_c(text, '.');
        }
        shard_identifier_append(text, dialect, node->table, '\0');
    }
    if (!alone)
        g_string_append_c(text, ')');
    return shard_arena_strndup(self->edits->arena, text->str, (gssize) text->len);
}

static gboolean
unite_table(const Rewriter *self, guint table, const ShardNodes *nodes)
{
    const ShardTableRef *ref = table_ref(self, table);

    if (ref->is_target || ref->query < 0 || ref->only_star || ref->no_alias || has_tail(self, ref))
        return FALSE;
    shard_edits_replace(self->edits, ref->first_token, ref->last_token,
                        union_text(self, table, nodes));
    if (ref->alias == NULL) {
        const ShardPiece pieces[] = {SHARD_PIECE_TEXT(" AS "),
                                     SHARD_PIECE_TEXT(token_text(self, ref->last_token))};
        shard_edits_insert_pieces(self->edits, ref->alias_point, pieces, G_N_ELEMENTS(pieces));
        rewrite_qualifiers(self, table, &self->analysis->refs[table].table->nodes[0], TRUE);
    }
    return TRUE;
}

/* Where nothing of a table matters, any node of the shard stands for no rows. */
static ShardNodes
some_nodes(const Rewriter *self, guint table, const ShardNodes *nodes)
{
    const ShardTable *facts = self->analysis->refs[table].table;

    ShardNodes used = shard_route_on_shard(facts, nodes, self->unit->shard, self->edits->arena);
    if (shard_nodes_count(&used) > 0)
        return used;
    for (guint i = 0; i < facts->n_nodes; i++) {
        if (facts->nodes[i].shard != self->unit->shard)
            continue;
        shard_nodes_add(&used, i);
        break;
    }
    return used;
}

gboolean
shard_rewrite_union(ShardEdits *edits, const ShardAnalysis *analysis, const ShardRouteUnit *unit,
                    const ShardNodes *nodes)
{
    const Rewriter self = {edits, analysis, unit, NULL};

    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        if (ref->kind == SHARD_REF_CTE)
            continue;
        if (ref->kind != SHARD_REF_SHARDED || !ref->is_used) {
            rewrite_table(&self, i);
            continue;
        }
        ShardNodes used = some_nodes(&self, i, &nodes[i]);
        if (shard_nodes_count(&used) == 0 || !unite_table(&self, i, &used))
            return FALSE;
    }
    return TRUE;
}

static void
append_node(GString *text, const ShardNode *node)
{
    if (node == NULL)
        return;
    if (text->len > 0)
        g_string_append(text, ", ");
    if (node->schema != NULL)
        g_string_append_printf(text, "%s.", node->schema);
    g_string_append(text, node->table);
}

const char *
shard_rewrite_nodes_text(const ShardAnalysis *analysis, const ShardRouteUnit *unit,
                         ShardArena *arena)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < analysis->n_refs; i++) {
        if (analysis->refs[i].kind != SHARD_REF_CTE)
            append_node(text, shard_route_node(analysis, unit, i));
    }
    return shard_arena_strndup(arena, text->str, (gssize) text->len);
}

const char *
shard_rewrite_union_nodes_text(const ShardAnalysis *analysis, const ShardRouteUnit *unit,
                               const ShardNodes *nodes, ShardArena *arena)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        if (ref->kind != SHARD_REF_SHARDED) {
            if (ref->kind != SHARD_REF_CTE)
                append_node(text, shard_route_node(analysis, unit, i));
            continue;
        }
        for (guint node = shard_nodes_next(&nodes[i], 0); node < nodes[i].n_nodes;
             node = shard_nodes_next(&nodes[i], node + 1)) {
            if (ref->table->nodes[node].shard == unit->shard)
                append_node(text, &ref->table->nodes[node]);
        }
    }
    return shard_arena_strndup(arena, text->str, (gssize) text->len);
}
