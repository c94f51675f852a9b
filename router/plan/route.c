/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/route.h"

#include "router/base/error.h"

#include <string.h>

/* A text with more branches than this is too long for some databases. */
#define MAX_UNION 64u

/* ---- units ---- */

static gint
node_on_shard(const ShardTable *table, guint shard)
{
    for (guint i = 0; i < table->n_nodes; i++) {
        if (table->nodes[i].shard == shard)
            return (gint) i;
    }
    return -1;
}

static gint
partner(const ShardAnalysis *analysis, guint lead_node, const ShardTable *table)
{
    return shard_table_bound_node(analysis->refs[analysis->lead].table, lead_node, table);
}

/* The node that belongs to those of the unit; -1 none. */
static gint
sharded_node(const ShardAnalysis *analysis, const ShardRouteUnit *unit, guint table)
{
    const ShardTable *facts = analysis->refs[table].table;

    if (unit->ref_nodes != NULL)
        return (gint) unit->ref_nodes[table];
    return unit->lead_node == G_MAXUINT ? node_on_shard(facts, unit->shard)
                                        : partner(analysis, unit->lead_node, facts);
}

/* The number of the node that a reference means in a unit; -1 none.  For a CTE that nothing names
 * any one of the shard will do. */
static gint
node_number(const ShardAnalysis *analysis, const ShardRouteUnit *unit, guint table)
{
    const ShardRef *ref = &analysis->refs[table];

    switch (ref->kind) {
    case SHARD_REF_SHARDED:
        return ref->is_used ? sharded_node(analysis, unit, table)
                            : node_on_shard(ref->table, unit->shard);
    case SHARD_REF_SINGLE:
        return 0;
    case SHARD_REF_BROADCAST:
        return node_on_shard(ref->table, unit->shard);
    case SHARD_REF_OTHER:
    case SHARD_REF_CTE:
        break;
    }
    return -1;
}

const ShardNode *
shard_route_node(const ShardAnalysis *analysis, const ShardRouteUnit *unit, guint table)
{
    gint node = node_number(analysis, unit, table);

    return node < 0 ? NULL : &analysis->refs[table].table->nodes[node];
}

static gboolean
refuse_default(const ShardStatement *statement, guint table, const char *shard, GError **error)
{
    const ShardTableRef *ref = &statement->tables[table];
    gboolean into =
        statement->kind == SHARD_STATEMENT_SELECT && ref->is_target && statement->n_cte_writes == 0;

    if (into)
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                        "SELECT INTO '%s', on the default shard, from rows of '%s'; create it, "
                        "then insert the rows",
                        ref->name, shard);
    else
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                        "table '%s' lies on the default shard, and the statement goes to '%s' too; "
                        "ask for it by itself, or make it a broadcast table",
                        ref->name, shard);
    return FALSE;
}

static gboolean
check_ref(const ShardRouteInput *in, const ShardRouteUnit *unit, guint table, GError **error)
{
    const ShardRef *ref = &in->analysis->refs[table];
    const char *shard = shard_rules_shard(in->analysis->rules, unit->shard)->name;

    if (ref->kind == SHARD_REF_CTE)
        return TRUE;
    if (ref->kind == SHARD_REF_OTHER) {
        if (ref->is_catalog || ref->shard == (gint) unit->shard)
            return TRUE;
        return refuse_default(in->analysis->statement, table, shard, error);
    }
    const ShardNode *node = shard_route_node(in->analysis, unit, table);
    if (node != NULL && node->shard == unit->shard)
        return TRUE;
    shard_error_set(
        error, SHARD_ERROR_REFUSED, "0A000",
        "table '%s' isn't on shard '%s', where the statement's other rows are; ask for it "
        "by itself, or make it a broadcast table",
        ref->table->name, shard);
    return FALSE;
}

gboolean
shard_route_check(const ShardRouteInput *in, const ShardRoute *route, GError **error)
{
    for (guint i = 0; i < route->n_units; i++) {
        for (guint j = 0; j < in->analysis->n_refs; j++) {
            if (!check_ref(in, &route->units[i], j, error))
                return FALSE;
        }
    }
    return TRUE;
}

void
shard_route_one(const ShardRouteInput *in, guint shard, ShardRouteKind kind, ShardRoute *out)
{
    *out = (ShardRoute){.kind = kind, .n_units = 1};
    out->units = shard_arena_new0(in->arena, ShardRouteUnit);
    out->units[0].shard = shard;
    out->units[0].lead_node = G_MAXUINT;
}

static gint
joined_shard(const ShardRouteInput *in)
{
    guint n = shard_rules_n_shards(in->analysis->rules);

    for (guint i = 0; in->input->joined != NULL && i < n; i++) {
        if (in->input->joined[i])
            return (gint) i;
    }
    return -1;
}

guint
shard_route_any(const ShardRouteInput *in)
{
    gint shard = joined_shard(in);

    if (shard < 0)
        shard = shard_rules_default_shard(in->analysis->rules);
    return shard < 0 ? 0 : (guint) shard;
}

static gboolean
same_server_before(const ShardRules *rules, guint shard)
{
    for (guint i = 0; i < shard; i++) {
        if (strcmp(shard_rules_shard(rules, i)->server, shard_rules_shard(rules, shard)->server) ==
            0)
            return TRUE;
    }
    return FALSE;
}

void
shard_route_shards(const ShardRouteInput *in, gboolean instances, ShardRoute *out)
{
    const ShardRules *rules = in->analysis->rules;
    guint n = shard_rules_n_shards(rules);

    *out = (ShardRoute){.kind = instances ? SHARD_ROUTE_INSTANCES : SHARD_ROUTE_SHARDS};
    out->units = shard_arena_array(in->arena, ShardRouteUnit, n);
    for (guint i = 0; i < n; i++) {
        if (instances && same_server_before(rules, i))
            continue;
        out->units[out->n_units++] = (ShardRouteUnit){.shard = i, .lead_node = G_MAXUINT};
    }
}

/* ---- several nodes ---- */

typedef struct {
    guint shard, node;
} Place;

static int
compare_places(const void *a, const void *b)
{
    const Place *x = a, *y = b;

    if (x->shard != y->shard)
        return x->shard < y->shard ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

/* A unit per node of table, in the order of the shards. */
static void
make_units(const ShardRouteInput *in, const ShardTable *table, const ShardNodes *nodes,
           ShardRoute *out)
{
    guint n = shard_nodes_count(nodes), count = 0;
    g_autofree Place *places = g_new(Place, n + 1);

    for (guint i = shard_nodes_next(nodes, 0); i < nodes->n_nodes;
         i = shard_nodes_next(nodes, i + 1))
        places[count++] = (Place){table->nodes[i].shard, i};
    qsort(places, n, sizeof *places, compare_places);
    out->units = shard_arena_array(in->arena, ShardRouteUnit, n);
    out->n_units = n;
    for (guint i = 0; i < n; i++) {
        out->units[i] = (ShardRouteUnit){.shard = places[i].shard, .lead_node = places[i].node};
        if (i > 0 && places[i].shard == places[i - 1].shard)
            out->spread.several_nodes = TRUE;
        if (places[i].shard != places[0].shard)
            out->spread.several_shards = TRUE;
    }
    out->kind = n == 1                ? SHARD_ROUTE_SINGLE
                : n == nodes->n_nodes ? SHARD_ROUTE_BROADCAST
                                      : SHARD_ROUTE_SEVERAL;
}

void
shard_route_nodes(const ShardRouteInput *in, const ShardTable *table, const ShardNodes *nodes,
                  ShardRoute *out)
{
    *out = (ShardRoute){.kind = SHARD_ROUTE_SEVERAL};
    make_units(in, table, nodes, out);
}

gboolean
shard_route_all_nodes(const ShardRouteInput *in, ShardRoute *out, GError **error)
{
    const ShardTable *table = in->analysis->refs[in->analysis->lead].table;
    ShardNodes all = shard_nodes_none(in->arena, table->n_nodes);

    *out = (ShardRoute){.kind = SHARD_ROUTE_BROADCAST};
    shard_nodes_fill(&all);
    make_units(in, table, &all, out);
    return shard_route_check(in, out, error);
}

/* ---- statements without sharded tables ---- */

/* The shard that single and unknown tables fix; -1 none. */
static gboolean
find_fixed(const ShardRouteInput *in, gint *out_shard, const char **out_table, GError **error)
{
    const ShardAnalysis *analysis = in->analysis;
    gint catalog = -1;

    *out_shard = -1;
    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        const char *name = analysis->statement->tables[i].name;
        if (ref->kind != SHARD_REF_SINGLE && ref->kind != SHARD_REF_OTHER)
            continue;
        if (ref->is_catalog) {
            catalog = ref->shard;
            continue;
        }
        if (*out_shard >= 0 && *out_shard != ref->shard) {
            shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                            "tables '%s' and '%s' lie on different shards ('%s' and '%s')",
                            *out_table, name,
                            shard_rules_shard(analysis->rules, (guint) *out_shard)->name,
                            shard_rules_shard(analysis->rules, (guint) ref->shard)->name);
            return FALSE;
        }
        *out_shard = ref->shard;
        *out_table = name;
    }
    if (*out_shard < 0)
        *out_shard = catalog;
    return TRUE;
}

static gboolean
has_all_copies(const ShardAnalysis *analysis, guint shard)
{
    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        if (ref->kind == SHARD_REF_BROADCAST && node_on_shard(ref->table, shard) < 0)
            return FALSE;
    }
    return TRUE;
}

static gboolean
is_for_update(const ShardStatement *statement)
{
    for (guint i = 0; i < statement->n_queries; i++) {
        if (statement->queries[i].for_update)
            return TRUE;
    }
    return FALSE;
}

/* A copy to read: on a shard that the transaction uses already, else the first; locks are always
 * taken on the first, so that two sessions meet. */
static gint
choose_copy(const ShardRouteInput *in)
{
    guint n = shard_rules_n_shards(in->analysis->rules);
    gboolean lock = is_for_update(in->analysis->statement);
    gint first = -1;

    for (guint i = 0; i < n; i++) {
        if (!has_all_copies(in->analysis, i))
            continue;
        if (!lock && in->input->joined != NULL && in->input->joined[i])
            return (gint) i;
        if (first < 0)
            first = (gint) i;
    }
    return first;
}

static gboolean
route_unsharded(const ShardRouteInput *in, gint fixed, ShardRoute *out, GError **error)
{
    const ShardAnalysis *analysis = in->analysis;
    gboolean has_copies = FALSE;

    for (guint i = 0; i < analysis->n_refs; i++)
        has_copies = has_copies || analysis->refs[i].kind == SHARD_REF_BROADCAST;
    if (fixed >= 0) {
        shard_route_one(in, (guint) fixed, SHARD_ROUTE_SINGLE_TABLE, out);
        return shard_route_check(in, out, error);
    }
    if (!has_copies) {
        shard_route_one(in, shard_route_any(in), SHARD_ROUTE_UNICAST, out);
        return TRUE;
    }
    gint shard = choose_copy(in);
    if (shard < 0) {
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                        "no shard has a copy of all tables of the statement");
        return FALSE;
    }
    shard_route_one(in, (guint) shard, SHARD_ROUTE_UNICAST, out);
    return TRUE;
}

/* ---- statements with sharded tables ---- */

static gboolean
is_hinted(const ShardStrategy *strategy)
{
    return strategy->algorithm != NULL && shard_algorithm_is_hint(strategy->algorithm);
}

gboolean
shard_route_hint(const ShardRouteInput *in, const ShardTable *table, ShardNodes *nodes,
                 GError **error)
{
    ShardHintValues shard_hints, table_hints;

    if (in->hints == NULL ||
        (!is_hinted(&table->shard_strategy) && !is_hinted(&table->table_strategy)))
        return TRUE;
    shard_hints.values =
        shard_hints_values(in->hints->shard_values, table->name, in->arena, &shard_hints.n);
    table_hints.values =
        shard_hints_values(in->hints->table_values, table->name, in->arena, &table_hints.n);
    g_autofree gboolean *marks = g_new0(gboolean, table->n_nodes);
    ShardNodes hinted = shard_nodes_none(in->arena, table->n_nodes);
    if (shard_table_place_hint(table, &shard_hints, &table_hints, marks, error) ==
        SHARD_PLACE_ERROR)
        return FALSE;
    for (guint i = 0; i < table->n_nodes; i++) {
        if (marks[i])
            shard_nodes_add(&hinted, i);
    }
    shard_nodes_intersect(nodes, &hinted);
    return TRUE;
}

static gboolean
find_nodes(const ShardRouteInput *in, const ShardRef *ref, const ShardCondition *condition,
           ShardNodes *out, GError **error)
{
    return shard_condition_nodes(condition, &ref->keys, in->constants, out, error) &&
           shard_route_hint(in, ref->table, out, error);
}

/* Per reference, what of it can matter; made in the plan's arena. */
static gboolean
find_scans(const ShardRouteInput *in, ShardNodes *scans, GError **error)
{
    const ShardAnalysis *analysis = in->analysis;

    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        if (ref->kind != SHARD_REF_SHARDED || !ref->is_used)
            continue;
        if (in->rows != NULL && in->rows[i].n_nodes > 0)
            scans[i] = in->rows[i];
        else if (!find_nodes(in, ref, ref->scan, &scans[i], error))
            return FALSE;
    }
    return TRUE;
}

gboolean
shard_route_scan(const ShardRouteInput *in, guint table, ShardNodes *out, GError **error)
{
    const ShardRef *ref = &in->analysis->refs[table];

    return find_nodes(in, ref, ref->scan, out, error);
}

static gboolean
is_sharded(const ShardAnalysis *analysis, guint table)
{
    return analysis->refs[table].kind == SHARD_REF_SHARDED && analysis->refs[table].is_used;
}

/* The shard that all nodes in scans lie on; -1: several; G_MAXINT: there are no nodes. */
static gint
only_shard(const ShardAnalysis *analysis, const ShardNodes *scans)
{
    gint shard = G_MAXINT;

    for (guint i = 0; i < analysis->n_refs; i++) {
        if (!is_sharded(analysis, i))
            continue;
        const ShardTable *table = analysis->refs[i].table;
        for (guint node = shard_nodes_next(&scans[i], 0); node < table->n_nodes;
             node = shard_nodes_next(&scans[i], node + 1)) {
            if (shard != G_MAXINT && shard != (gint) table->nodes[node].shard)
                return -1;
            shard = (gint) table->nodes[node].shard;
        }
    }
    return shard;
}

/* Nothing can match: the shard of the transaction, else the first of the lead table. */
static guint
shard_of_nothing(const ShardRouteInput *in, gint fixed)
{
    const ShardTable *lead = in->analysis->refs[in->analysis->lead].table;
    gint joined = joined_shard(in);

    if (fixed >= 0)
        return (guint) fixed;
    if (joined >= 0 && node_on_shard(lead, (guint) joined) >= 0)
        return (guint) joined;
    return lead->nodes[0].shard;
}

/* One node per reference, all on one shard: then that database sees the statement whole. */
static gboolean
route_to_one(const ShardRouteInput *in, const ShardNodes *scans, guint shard, ShardRoute *out)
{
    const ShardAnalysis *analysis = in->analysis;
    guint *nodes = shard_arena_array(in->arena, guint, analysis->n_refs);
    gboolean empty = TRUE, partners = TRUE;

    for (guint i = 0; i < analysis->n_refs; i++) {
        if (!is_sharded(analysis, i))
            continue;
        guint count = shard_nodes_count(&scans[i]);
        gint node = count == 0 ? node_on_shard(analysis->refs[i].table, shard)
                               : (gint) shard_nodes_next(&scans[i], 0);
        if (count > 1 || node < 0)
            return FALSE;
        nodes[i] = (guint) node;
        empty = empty && count == 0;
    }
    shard_route_one(in, shard, empty ? SHARD_ROUTE_UNICAST : SHARD_ROUTE_SINGLE, out);
    out->units[0].lead_node = nodes[analysis->lead];
    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        if (is_sharded(analysis, i) &&
            partner(analysis, out->units[0].lead_node, ref->table) != (gint) nodes[i])
            partners = FALSE;
    }
    out->units[0].ref_nodes = partners ? NULL : nodes;
    return TRUE;
}

/* The nodes of one branch: where every essential reference has rows. */
static gboolean
narrow_branch(const ShardRouteInput *in, gint branch, const ShardNodes *scans, ShardNodes *nodes,
              GError **error)
{
    const ShardAnalysis *analysis = in->analysis;
    const ShardTable *lead = analysis->refs[analysis->lead].table;

    shard_nodes_fill(nodes);
    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        ShardNodes own;
        if (!is_sharded(analysis, i) || ref->essential == NULL || ref->branch != branch)
            continue;
        if (analysis->n_sharded == 1)
            own = scans[i];
        else if (!find_nodes(in, ref, ref->essential, &own, error))
            return FALSE;
        for (guint node = 0; node < lead->n_nodes; node++) {
            gint beside = partner(analysis, node, ref->table);
            if (beside < 0 || !shard_nodes_has(&own, (guint) beside))
                nodes->words[node / 64] &= ~(G_GUINT64_CONSTANT(1) << (node % 64));
        }
    }
    return TRUE;
}

static gboolean
is_essential(const ShardAnalysis *analysis, guint table)
{
    return is_sharded(analysis, table) && analysis->refs[table].essential != NULL;
}

/* The first of the tables that the nodes of its branch follow from. */
static gboolean
is_first_of_branch(const ShardAnalysis *analysis, guint table)
{
    for (guint i = 0; i < table; i++)
        if (is_essential(analysis, i) && analysis->refs[i].branch == analysis->refs[table].branch)
            return FALSE;
    return is_essential(analysis, table);
}

static gboolean
narrow(const ShardRouteInput *in, const ShardNodes *scans, ShardNodes *nodes, GError **error)
{
    const ShardAnalysis *analysis = in->analysis;
    gboolean any = FALSE;

    for (guint i = 0; i < analysis->n_refs; i++) {
        if (!is_first_of_branch(analysis, i))
            continue;
        ShardNodes branch = shard_nodes_none(in->arena, nodes->n_nodes);
        if (!narrow_branch(in, analysis->refs[i].branch, scans, &branch, error))
            return FALSE;
        shard_nodes_unite(nodes, &branch);
        any = TRUE;
    }
    if (!any)
        shard_nodes_fill(nodes);
    return TRUE;
}

static gboolean
is_read_only(const ShardStatement *statement)
{
    return statement->kind == SHARD_STATEMENT_SELECT && !is_for_update(statement);
}

static gboolean
may_unite(const ShardRouteInput *in, const ShardNodes *scans, gint shard)
{
    const ShardAnalysis *analysis = in->analysis;
    guint branches = 0;

    if (shard < 0 || shard == G_MAXINT || !is_read_only(analysis->statement))
        return FALSE;
    for (guint i = 0; i < analysis->n_refs; i++) {
        if (is_sharded(analysis, i))
            branches += shard_nodes_count(&scans[i]);
    }
    return branches <= MAX_UNION;
}

static gboolean
route_to_several(const ShardRouteInput *in, const ShardNodes *scans, ShardRoute *out,
                 GError **error)
{
    const ShardTable *lead = in->analysis->refs[in->analysis->lead].table;
    ShardNodes nodes = shard_nodes_none(in->arena, lead->n_nodes);

    if (!narrow(in, scans, &nodes, error))
        return FALSE;
    gboolean empty = shard_nodes_count(&nodes) == 0;
    if (empty)
        shard_nodes_add(&nodes, 0);
    make_units(in, lead, &nodes, out);
    if (empty)
        out->kind = SHARD_ROUTE_UNICAST;
    return shard_route_check(in, out, error);
}

/* ---- a text per shard ---- */

ShardNodes
shard_route_on_shard(const ShardTable *table, const ShardNodes *nodes, guint shard,
                     ShardArena *arena)
{
    ShardNodes result = shard_nodes_none(arena, table->n_nodes);

    for (guint i = shard_nodes_next(nodes, 0); i < nodes->n_nodes;
         i = shard_nodes_next(nodes, i + 1)) {
        if (table->nodes[i].shard == shard)
            shard_nodes_add(&result, i);
    }
    return result;
}

static void
mark_shards(const ShardTable *table, const ShardNodes *nodes, gboolean *shards)
{
    for (guint i = shard_nodes_next(nodes, 0); i < nodes->n_nodes;
         i = shard_nodes_next(nodes, i + 1))
        shards[table->nodes[i].shard] = TRUE;
}

/* The shards that rows of one branch can come from, added to out. */
static gboolean
add_branch_shards(const ShardRouteInput *in, gint branch, gboolean *out, GError **error)
{
    const ShardAnalysis *analysis = in->analysis;
    guint n = shard_rules_n_shards(analysis->rules);
    g_autofree gboolean *all = g_new0(gboolean, n);

    for (guint i = 0; i < n; i++)
        all[i] = TRUE;
    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        g_autofree gboolean *own = g_new0(gboolean, n);
        ShardNodes nodes;
        if (!is_sharded(analysis, i) || ref->essential == NULL || ref->branch != branch)
            continue;
        if (!find_nodes(in, ref, ref->essential, &nodes, error))
            return FALSE;
        mark_shards(ref->table, &nodes, own);
        for (guint j = 0; j < n; j++)
            all[j] = all[j] && own[j];
    }
    for (guint i = 0; i < n; i++)
        out[i] = out[i] || all[i];
    return TRUE;
}

static gboolean
find_shards(const ShardRouteInput *in, const ShardNodes *scans, gboolean *shards, GError **error)
{
    const ShardAnalysis *analysis = in->analysis;
    gboolean any = FALSE;

    for (guint i = 0; i < analysis->n_refs; i++) {
        if (!is_first_of_branch(analysis, i))
            continue;
        if (!add_branch_shards(in, analysis->refs[i].branch, shards, error))
            return FALSE;
        any = TRUE;
    }
    for (guint i = 0; i < analysis->n_refs && !any; i++) {
        if (is_sharded(analysis, i))
            mark_shards(analysis->refs[i].table, &scans[i], shards);
    }
    return TRUE;
}

static gboolean
fits_in_union(const ShardRouteInput *in, const ShardNodes *scans, guint shard)
{
    guint branches = 0;

    for (guint i = 0; i < in->analysis->n_refs; i++) {
        if (!is_sharded(in->analysis, i))
            continue;
        ShardNodes nodes =
            shard_route_on_shard(in->analysis->refs[i].table, &scans[i], shard, in->arena);
        branches += shard_nodes_count(&nodes);
    }
    return branches <= MAX_UNION;
}

gboolean
shard_route_by_shard(const ShardRouteInput *in, const ShardNodes *scans, ShardRoute *out,
                     GError **error)
{
    guint n = shard_rules_n_shards(in->analysis->rules);
    g_autofree gboolean *shards = g_new0(gboolean, n);

    *out = (ShardRoute){.kind = SHARD_ROUTE_CARTESIAN,
                        .only_unite = "the rows that it needs lie on several nodes",
                        .may_unite_shards = TRUE,
                        .union_nodes = scans};
    if (!find_shards(in, scans, shards, error))
        return FALSE;
    out->units = shard_arena_array(in->arena, ShardRouteUnit, n + 1);
    for (guint i = 0; i < n; i++) {
        if (!shards[i])
            continue;
        out->units[out->n_units++] = (ShardRouteUnit){.shard = i, .lead_node = G_MAXUINT};
        if (!fits_in_union(in, scans, i)) {
            shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                            "more than %u nodes of one shard in one text", MAX_UNION);
            return FALSE;
        }
    }
    if (out->n_units == 0)
        out->units[out->n_units++] =
            (ShardRouteUnit){.shard = shard_of_nothing(in, -1), .lead_node = G_MAXUINT};
    out->spread.several_shards = out->n_units > 1;
    return shard_route_check(in, out, error);
}

static gboolean
refuse_spread(const ShardRouteInput *in, GError **error)
{
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                    "%s; over several nodes this can't be answered",
                    in->analysis->reason != NULL ? in->analysis->reason
                                                 : "the statement reads rows of several nodes");
    return FALSE;
}

static gboolean
route_sharded(const ShardRouteInput *in, gint fixed, ShardRoute *out, GError **error)
{
    const ShardAnalysis *analysis = in->analysis;
    ShardNodes *scans = shard_arena_array(in->arena, ShardNodes, analysis->n_refs);

    if (!find_scans(in, scans, error))
        return FALSE;
    gint shard = only_shard(analysis, scans);
    if (shard >= 0 && (fixed < 0 || shard == G_MAXINT || shard == fixed)) {
        guint target = shard == G_MAXINT ? shard_of_nothing(in, fixed) : (guint) shard;
        if (route_to_one(in, scans, target, out))
            return shard_route_check(in, out, error);
    }
    gboolean unite = may_unite(in, scans, shard) && (fixed < 0 || fixed == shard);
    gboolean by_shard = analysis->colocated_by_shard && is_read_only(analysis->statement);
    if (!analysis->colocated && !unite && !by_shard)
        return refuse_spread(in, error);
    if (!analysis->colocated && !unite && by_shard)
        return shard_route_by_shard(in, scans, out, error);
    if (analysis->colocated) {
        *out = (ShardRoute){.kind = SHARD_ROUTE_SEVERAL};
        if (!route_to_several(in, scans, out, error))
            return FALSE;
    } else {
        shard_route_one(in, (guint) shard, SHARD_ROUTE_CARTESIAN, out);
        out->only_unite = analysis->reason;
    }
    out->may_unite = unite;
    out->may_unite_shards = by_shard && !unite;
    out->union_nodes = scans;
    return TRUE;
}

gboolean
shard_route_source(const ShardRouteInput *in, ShardRoute *out, GError **error)
{
    ShardNodes *scans = shard_arena_array(in->arena, ShardNodes, in->analysis->n_refs);

    *out = (ShardRoute){.kind = SHARD_ROUTE_SEVERAL};
    return find_scans(in, scans, error) && route_to_several(in, scans, out, error);
}

gboolean
shard_route_rows(const ShardRouteInput *in, ShardRoute *out, GError **error)
{
    const char *table = NULL;
    gint fixed;

    if (!find_fixed(in, &fixed, &table, error))
        return FALSE;
    if (in->analysis->lead < 0)
        return route_unsharded(in, fixed, out, error);
    return route_sharded(in, fixed, out, error);
}
