/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * colocate.c - walks blocks from the inside out.
 *
 * A part (a leaf, a join, a derived table, a block) is replicated: the same on every node; or
 * sharded: the disjoint union of what the nodes hold.  Joining keeps that property only where the
 * join's own predicates tie the keys of both sides, or one side is replicated and isn't preserved.
 */
#include "router/plan/colocate.h"

#include "router/plan/condition/expr.h"
#include "router/plan/tie.h"

#define MAX_DEPTH 64u

typedef enum { PART_REPLICATED, PART_SHARDED, PART_BAD } PartKind;

typedef struct {
    PartKind kind;
    GArray *refs;      /* ShardInstance, each once, to which a predicate may tie; borrowed, too */
    GArray *conjuncts; /* what holds inside; borrowed from the walker */
} Part;

/* What is known of a query already: CTEs are named several times, and a recursive one by itself. */
typedef struct {
    enum { NOT_WALKED, WALKING, WALKED } state;
    Part part;
} Walked;

typedef struct {
    ShardAnalysis *analysis;
    GPtrArray *arrays; /* owns the parts' lists */
    Walked *walked;    /* per query */
    gboolean by_shard; /* each shard answers, not each node */
    const char *reason;
} Walker;

/* How widely rows of one value may be spread over what answers by itself. */
static ShardSpread
spread_of(const Walker *self)
{
    return (ShardSpread){TRUE, !self->by_shard};
}

static Part walk_query(Walker *self, gint query, guint depth);
static Part walk_from(Walker *self, const ShardFrom *from, gint query, guint depth);
static gboolean check_subqueries(Walker *self, gint query, const Part *outer, guint depth);

/* ---- parts ---- */

static Part
part_new(Walker *self, PartKind kind)
{
    Part part = {.kind = kind};

    part.refs = g_array_new(FALSE, FALSE, sizeof(ShardInstance));
    g_ptr_array_add(self->arrays, part.refs);
    part.conjuncts = g_array_new(FALSE, FALSE, sizeof(ShardConjunct));
    g_ptr_array_add(self->arrays, part.conjuncts);
    return part;
}

G_GNUC_PRINTF(2, 3)
static Part
part_bad(Walker *self, const char *format, ...)
{
    Part part = {.kind = PART_BAD};

    if (self->reason == NULL) {
        va_list arguments;
        va_start(arguments, format);
        g_autofree char *reason = g_strdup_vprintf(format, arguments);
        va_end(arguments);
        self->reason = shard_arena_strndup(self->analysis->arena, reason, -1);
    }
    return part;
}

static const char *
ref_name(const Walker *self, guint table)
{
    return self->analysis->statement->tables[table].name;
}

static const ShardInstance *
part_ref(const Part *part, guint i)
{
    return &g_array_index(part->refs, ShardInstance, i);
}

static void
part_add_ref(Part *part, ShardInstance ref)
{
    for (guint i = 0; i < part->refs->len; i++) {
        if (part_ref(part, i)->ref == ref.ref && part_ref(part, i)->use == ref.use)
            return;
    }
    g_array_append_val(part->refs, ref);
}

static void
part_absorb(Part *into, const Part *other)
{
    for (guint i = 0; i < other->refs->len; i++)
        part_add_ref(into, *part_ref(other, i));
    if (other->conjuncts != NULL && other->conjuncts->len > 0)
        g_array_append_vals(into->conjuncts, other->conjuncts->data, other->conjuncts->len);
    if (other->kind == PART_SHARDED)
        into->kind = PART_SHARDED;
}

/* ---- ties ---- */

static gboolean
are_tied(const Walker *self, const ShardEquality *equality, const Part *a, const Part *b)
{
    for (guint i = 0; i < a->refs->len; i++) {
        for (guint j = 0; j < b->refs->len; j++) {
            if (shard_refs_tied(self->analysis, equality, *part_ref(a, i), *part_ref(b, j),
                                self->by_shard))
                return TRUE;
        }
    }
    return FALSE;
}

static Part
untied(Walker *self, const ShardEquality *equality, const Part *a, const Part *b)
{
    if (a->refs->len == 0 || b->refs->len == 0)
        return part_bad(self, "a UNION is joined with a sharded table");
    g_autofree char *reason =
        shard_refs_untied(self->analysis, equality, *part_ref(a, 0), *part_ref(b, 0));
    return part_bad(self, "%s", reason);
}

/* ---- FROM ---- */

/* The members of a comma list and of nested inner joins, and the predicates among them. */
typedef struct {
    Walker *walker;
    gint query;
    guint depth;
    GArray *parts;
    GArray *conjuncts;
    gboolean failed;
} Region;

static void
region_add(Region *region, const ShardFrom *from)
{
    if (from->kind == SHARD_FROM_JOIN && from->join == SHARD_JOIN_INNER) {
        region_add(region, from->left);
        region_add(region, from->right);
        shard_scope_join(region->walker->analysis, region->conjuncts, from, region->query);
        return;
    }
    Part part = walk_from(region->walker, from, region->query, region->depth + 1);
    if (part.kind == PART_BAD) {
        region->failed = TRUE;
        return;
    }
    if (part.conjuncts->len > 0)
        g_array_append_vals(region->conjuncts, part.conjuncts->data, part.conjuncts->len);
    g_array_append_val(region->parts, part);
}

/* The next sharded part that is tied to what is joined already; -1 none. */
static gint
find_tied(const Region *region, const ShardEquality *equality, const Part *joined,
          const gboolean *done)
{
    for (guint i = 0; i < region->parts->len; i++) {
        const Part *part = &g_array_index(region->parts, Part, i);
        if (!done[i] && are_tied(region->walker, equality, joined, part))
            return (gint) i;
    }
    return -1;
}

static Part
region_join(Region *region)
{
    g_autofree gboolean *done = g_new0(gboolean, region->parts->len + 1);
    g_autoptr(ShardEquality) equality =
        shard_equality_new(region->walker->analysis, region->conjuncts);
    Part joined = part_new(region->walker, PART_REPLICATED);

    for (guint i = 0; i < region->parts->len; i++) {
        const Part *part = &g_array_index(region->parts, Part, i);
        done[i] = part->kind == PART_REPLICATED;
        if (!done[i] && joined.kind == PART_REPLICATED) {
            part_absorb(&joined, part);
            done[i] = TRUE;
        }
    }
    for (gint next; (next = find_tied(region, equality, &joined, done)) >= 0;) {
        part_absorb(&joined, &g_array_index(region->parts, Part, next));
        done[next] = TRUE;
    }
    for (guint i = 0; i < region->parts->len; i++) {
        if (!done[i])
            return untied(region->walker, equality, &joined,
                          &g_array_index(region->parts, Part, i));
    }
    g_array_append_vals(joined.conjuncts, region->conjuncts->data, region->conjuncts->len);
    return joined;
}

static Part
walk_region(Walker *self, ShardFrom *const *from, guint n_from, const ShardExpr *where, gint query,
            guint depth)
{
    g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(Part));
    g_autoptr(GArray) conjuncts = g_array_new(FALSE, FALSE, sizeof(ShardConjunct));
    Region region = {self, query, depth, parts, conjuncts, FALSE};

    for (guint i = 0; i < n_from && !region.failed; i++)
        region_add(&region, from[i]);
    if (region.failed)
        return part_bad(self, "a join isn't on the sharding keys");
    shard_scope_split(conjuncts, where, query);
    return region_join(&region);
}

static Part
walk_side(Walker *self, ShardFrom *const *side, gint query, guint depth)
{
    return walk_region(self, side, 1, NULL, query, depth);
}

static Part
walk_outer_join(Walker *self, const ShardFrom *join, gint query, guint depth)
{
    Part left = walk_side(self, &join->left, query, depth + 1);
    if (left.kind == PART_BAD)
        return left;
    Part right = walk_side(self, &join->right, query, depth + 1);
    if (right.kind == PART_BAD)
        return right;
    const Part *preserved = join->join == SHARD_JOIN_RIGHT ? &right : &left;
    const Part *supplied = join->join == SHARD_JOIN_RIGHT ? &left : &right;

    if (left.kind == PART_SHARDED && right.kind == PART_SHARDED) {
        g_autoptr(GArray) conjuncts = g_array_new(FALSE, FALSE, sizeof(ShardConjunct));
        shard_scope_join(self->analysis, conjuncts, join, query);
        g_array_append_vals(conjuncts, left.conjuncts->data, left.conjuncts->len);
        g_array_append_vals(conjuncts, right.conjuncts->data, right.conjuncts->len);
        g_autoptr(ShardEquality) equality = shard_equality_new(self->analysis, conjuncts);
        if (!are_tied(self, equality, &left, &right))
            return untied(self, equality, &left, &right);
    } else if (supplied->kind == PART_SHARDED ||
               (join->join == SHARD_JOIN_FULL && preserved->kind == PART_SHARDED)) {
        return part_bad(self,
                        "an outer join keeps all rows of a table that every shard has a copy of, "
                        "and its other side is sharded (turn the join round)");
    }
    /* Only the preserved side's predicates hold for the rows of the join. */
    Part joined = part_new(self, PART_REPLICATED);
    part_absorb(&joined, preserved);
    guint kept = joined.conjuncts->len;
    part_absorb(&joined, supplied);
    g_array_set_size(joined.conjuncts, join->join == SHARD_JOIN_FULL ? 0 : kept);
    return joined;
}

/* Of a CTE named several times each use has rows of its own, of which its conjuncts say nothing. */
static Part
walk_cte(Walker *self, gint table, guint depth)
{
    gint cte = self->analysis->refs[table].cte_query;
    Part part = walk_query(self, cte, depth + 1);

    if (part.kind == PART_BAD || shard_scope_only_use(self->analysis, cte) >= 0)
        return part;
    Part use = part_new(self, part.kind);
    for (guint i = 0; i < part.refs->len; i++) {
        ShardInstance of = *part_ref(&part, i);
        part_add_ref(&use, (ShardInstance){of.ref, of.use == 0 ? table + 1 : SHARD_USE_NESTED});
    }
    return use;
}

static Part
walk_table(Walker *self, gint table, guint depth)
{
    const ShardRef *ref = &self->analysis->refs[table];

    if (ref->kind == SHARD_REF_CTE)
        return walk_cte(self, table, depth);
    Part part = part_new(self, PART_REPLICATED);
    if (ref->kind == SHARD_REF_SHARDED) {
        part.kind = PART_SHARDED;
        part_add_ref(&part, (ShardInstance){(guint) table, 0});
    }
    return part;
}

static Part
walk_from(Walker *self, const ShardFrom *from, gint query, guint depth)
{
    if (depth > MAX_DEPTH)
        return part_bad(self, "the statement is nested too deeply");
    switch (from->kind) {
    case SHARD_FROM_TABLE:
        return walk_table(self, from->table, depth);
    case SHARD_FROM_QUERY:
        return walk_query(self, from->query, depth + 1);
    case SHARD_FROM_JOIN:
        if (from->join == SHARD_JOIN_INNER)
            return walk_side(self, (ShardFrom *const *) &from, query, depth + 1);
        return walk_outer_join(self, from, query, depth);
    case SHARD_FROM_FUNCTION:
    case SHARD_FROM_VALUES:
        break;
    }
    return part_new(self, PART_REPLICATED);
}

/* ---- blocks ---- */

static Part
walk_core(Walker *self, gint query, guint depth)
{
    ShardBlock block = shard_scope_block(self->analysis, query);

    return walk_region(self, block.from, block.n_from, block.where, query, depth);
}

/* Does the block's own work (grouping, DISTINCT, windows, LIMIT) stay within one node? */
static gboolean
check_local(Walker *self, gint query)
{
    const ShardQuery *facts = &self->analysis->statement->queries[query];
    const char *what = NULL;

    if (facts->limit.present)
        what = "a LIMIT";
    else if (facts->recursive)
        what = "a recursive query";
    else if (facts->n_distinct_on > 0)
        what = "DISTINCT ON";
    else if ((facts->n_group > 0 || facts->has_aggregate || facts->having != NULL) &&
             !shard_group_separates(self->analysis, query, spread_of(self)))
        what = "an aggregate or GROUP BY that isn't by the sharding keys";
    else if (facts->distinct && !shard_items_separate(self->analysis, query, spread_of(self)))
        what = "a DISTINCT without the sharding keys";
    else if (facts->has_window && !shard_windows_separate(self->analysis, query, spread_of(self)))
        what = "a window that isn't partitioned by the sharding keys";
    if (what != NULL)
        part_bad(self, "%s inside a subquery needs the rows of several nodes", what);
    return what == NULL;
}

/* A chain of UNION ALLs leans to the left and may be long: it is walked without recursion. */
static Part
walk_set(Walker *self, gint query, guint depth)
{
    const ShardQuery *queries = self->analysis->statement->queries;
    PartKind kind = PART_BAD;
    gint at = query;

    while (at >= 0) {
        gboolean is_set = queries[at].set != SHARD_SET_NONE;
        Part part = walk_query(self, is_set ? queries[at].right : at, depth + 1);
        if (part.kind == PART_BAD)
            return part;
        if (kind != PART_BAD && kind != part.kind)
            return part_bad(self, "a set operation has a sharded table beside one that every "
                                  "shard has a copy of");
        kind = part.kind;
        if (is_set && kind == PART_SHARDED &&
            (queries[at].set != SHARD_SET_UNION_ALL || queries[at].limit.present))
            return part_bad(self, "a set operation other than UNION ALL inside a subquery needs "
                                  "the rows of several nodes");
        at = is_set ? queries[at].left : -1;
    }
    return part_new(self, kind);
}

static gboolean
is_volatile(const ShardExpr *expr, void *data)
{
    return expr->volatile_call;
}

/* A copy of which each node would see other rows is no copy. */
static gboolean
check_replicated(Walker *self, gint query)
{
    const ShardQuery *facts = &self->analysis->statement->queries[query];

    if (!facts->limit.present && facts->n_distinct_on == 0 &&
        !shard_query_walk(facts, is_volatile, NULL))
        return TRUE;
    part_bad(self, "a subquery with LIMIT, DISTINCT ON or a volatile function may give other rows "
                   "on each node");
    return FALSE;
}

static Part
walk_new_query(Walker *self, gint query, guint depth)
{
    const ShardQuery *facts = &self->analysis->statement->queries[query];

    if (facts->set != SHARD_SET_NONE)
        return walk_set(self, query, depth);
    Part part = walk_core(self, query, depth + 1);
    if (part.kind == PART_BAD || !check_subqueries(self, query, &part, depth + 1))
        return part_bad(self, "a subquery needs the rows of several nodes");
    gboolean fits =
        part.kind == PART_REPLICATED ? check_replicated(self, query) : check_local(self, query);
    return fits ? part : part_bad(self, "a subquery needs the rows of several nodes");
}

/* A derived table or CTE, or a branch of a set operation. */
static Part
walk_query(Walker *self, gint query, guint depth)
{
    Walked *walked = &self->walked[query];

    if (walked->state == WALKED)
        return walked->part;
    if (walked->state == WALKING)
        return part_bad(self, "a recursive query");
    if (depth > MAX_DEPTH)
        return part_bad(self, "the statement is nested too deeply");
    walked->state = WALKING;
    walked->part = walk_new_query(self, query, depth);
    walked->state = WALKED;
    return walked->part;
}

/* ---- subqueries in expressions ---- */

static gboolean
keys_are_not_null(const Walker *self, const Part *part)
{
    for (guint i = 0; i < part->refs->len; i++) {
        const ShardKeyFacts *keys = &self->analysis->refs[part_ref(part, i)->ref].keys;
        for (guint j = 0; j < keys->n_keys; j++) {
            if (!keys->keys[j].not_null)
                return FALSE;
        }
    }
    return TRUE;
}

/* Is the subquery tied to the row that asks it? */
static gboolean
is_correlated(Walker *self, gint query, const Part *outer, const Part *inner)
{
    const ShardQuery *facts = &self->analysis->statement->queries[query];
    g_autoptr(GArray) conjuncts = g_array_new(FALSE, FALSE, sizeof(ShardConjunct));
    gboolean in_on;

    g_array_append_vals(conjuncts, inner->conjuncts->data, inner->conjuncts->len);
    g_autoptr(ShardEquality) inside = shard_equality_new(self->analysis, conjuncts);
    if (are_tied(self, inside, outer, inner))
        return TRUE;
    if ((facts->link != SHARD_LINK_IN && facts->link != SHARD_LINK_NOT_IN) ||
        facts->limit.present || facts->has_window)
        return FALSE;
    if ((facts->link == SHARD_LINK_NOT_IN || !shard_scope_is_positive(self->analysis, query)) &&
        !keys_are_not_null(self, inner))
        return FALSE;
    const ShardExpr *in = shard_scope_find_subquery(self->analysis, query, &in_on);
    if (in == NULL)
        return FALSE;
    shard_scope_in(self->analysis, conjuncts, in, facts->parent);
    g_autoptr(ShardEquality) with_in = shard_equality_new(self->analysis, conjuncts);
    return are_tied(self, with_in, outer, inner);
}

static gboolean
check_set_subquery(Walker *self, gint query, guint depth)
{
    Part part = walk_query(self, query, depth + 1);

    if (part.kind == PART_SHARDED)
        part_bad(self, "a set operation inside a subquery needs the rows of several nodes");
    return part.kind == PART_REPLICATED;
}

/* A table that is read in the part, for messages; of a UNION none is known. */
static const char *
part_name(const Walker *self, const Part *part)
{
    return part->refs->len == 0 ? "UNION" : ref_name(self, part_ref(part, 0)->ref);
}

static gboolean
check_subquery(Walker *self, gint query, const Part *outer, guint depth)
{
    const ShardQuery *facts = &self->analysis->statement->queries[query];

    if (depth > MAX_DEPTH)
        return FALSE;
    if (facts->set != SHARD_SET_NONE)
        return check_set_subquery(self, query, depth);
    Part inner = walk_core(self, query, depth + 1);
    if (inner.kind == PART_BAD)
        return FALSE;
    if (inner.kind == PART_REPLICATED)
        return check_replicated(self, query) && check_subqueries(self, query, outer, depth + 1);
    if (outer->kind != PART_SHARDED || facts->recursive ||
        !is_correlated(self, query, outer, &inner)) {
        part_bad(
            self,
            facts->for_update
                ? "the subquery over '%s' locks rows; select them by a statement of its own in "
                  "the transaction, then write them by their keys"
                : "the subquery over '%s' isn't tied to the outer rows by the sharding keys",
            part_name(self, &inner));
        return FALSE;
    }
    Part both = part_new(self, PART_SHARDED);
    part_absorb(&both, outer);
    part_absorb(&both, &inner);
    return check_subqueries(self, query, &both, depth + 1);
}

static gboolean
is_expression_link(ShardQueryLink link)
{
    return link != SHARD_LINK_TOP && link != SHARD_LINK_FROM && link != SHARD_LINK_CTE &&
           link != SHARD_LINK_SET_BRANCH && link != SHARD_LINK_INSERT_SOURCE;
}

static gboolean
check_subqueries(Walker *self, gint query, const Part *outer, guint depth)
{
    const ShardStatement *statement = self->analysis->statement;

    for (guint i = 0; i < statement->n_queries; i++) {
        if (statement->queries[i].parent == query &&
            is_expression_link(statement->queries[i].link) &&
            !check_subquery(self, (gint) i, outer, depth + 1))
            return FALSE;
    }
    return TRUE;
}

/* ---- the statement ---- */

/* Which operation it is, is the merge's business too. */
static gboolean
check_top_set(Walker *self, gint query)
{
    const ShardQuery *queries = self->analysis->statement->queries;
    PartKind kind = PART_BAD;

    for (gint at = query; at >= 0; at = queries[at].set != SHARD_SET_NONE ? queries[at].left : -1) {
        Part part = walk_query(self, queries[at].set != SHARD_SET_NONE ? queries[at].right : at, 0);
        if (part.kind == PART_BAD)
            return FALSE;
        if (kind != PART_BAD && kind != part.kind) {
            part_bad(self, "a set operation has a sharded table beside one that every shard has a "
                           "copy of");
            return FALSE;
        }
        kind = part.kind;
        if (at != query && queries[at].set != SHARD_SET_NONE && queries[at].limit.present) {
            part_bad(self, "a LIMIT inside a set operation needs the rows of several nodes");
            return FALSE;
        }
    }
    return kind == PART_SHARDED;
}

/* The top block: its own grouping and limits are the merge's business. */
static gboolean
check_block(Walker *self, gint query)
{
    const ShardStatement *statement = self->analysis->statement;

    if (statement->n_cte_writes > 0)
        return part_bad(self, "a WITH that changes rows").kind != PART_BAD;
    if (query >= 0 && statement->queries[query].set != SHARD_SET_NONE)
        return check_top_set(self, query);
    Part part = walk_core(self, query, 0);
    if (part.kind == PART_BAD || !check_subqueries(self, query, &part, 0))
        return FALSE;
    if (part.kind != PART_SHARDED)
        part_bad(self, "only a subquery reads sharded rows");
    return part.kind == PART_SHARDED;
}

/* Node numbers of one table must mean something for all. */
static gboolean
check_binding(Walker *self)
{
    ShardAnalysis *analysis = self->analysis;
    const ShardTable *lead = analysis->refs[analysis->lead].table;

    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        if (ref->kind == SHARD_REF_SHARDED && ref->is_used &&
            !shard_table_bound(lead, ref->table)) {
            part_bad(self, "'%s' and '%s' aren't in one binding group", ref_name(self, i),
                     ref_name(self, (guint) analysis->lead));
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean
check(ShardAnalysis *analysis, gboolean by_shard, const char **out_reason)
{
    g_autoptr(GPtrArray) arrays = g_ptr_array_new_with_free_func((GDestroyNotify) g_array_unref);
    g_autofree Walked *walked = g_new0(Walked, analysis->statement->n_queries + 1);
    Walker self = {analysis, arrays, walked, by_shard, NULL};
    gboolean fits = check_block(&self, analysis->top) && (by_shard || check_binding(&self));

    *out_reason = self.reason;
    return fits;
}

void
shard_colocate(ShardAnalysis *analysis)
{
    const char *reason;

    if (analysis->lead < 0 || (analysis->statement->modify == NULL && analysis->top < 0))
        return;
    analysis->colocated = check(analysis, FALSE, &analysis->reason);
    if (!analysis->colocated && analysis->reason == NULL)
        analysis->reason = "the rows that it needs lie on several nodes";
    if (analysis->statement->kind == SHARD_STATEMENT_SELECT)
        analysis->colocated_by_shard = check(analysis, TRUE, &reason);
}
