/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/facts/facts.h"

#include <string.h>

/* ---- where a block starts ---- */

/* The least location in a small tree, found by the descriptors. */
static gint
least_location(const ProtobufCMessage *message)
{
    gint least = G_MAXINT;

    for (unsigned i = 0; message != NULL && i < message->descriptor->n_fields; i++) {
        const ProtobufCFieldDescriptor *field = &message->descriptor->fields[i];
        const guint8 *member = (const guint8 *) message + field->offset;
        gint found = G_MAXINT;
        if (field->type == PROTOBUF_C_TYPE_INT32 && strcmp(field->name, "location") == 0) {
            memcpy(&found, member, sizeof(gint32));
            found = found < 0 ? G_MAXINT : found;
        } else if (field->type == PROTOBUF_C_TYPE_MESSAGE &&
                   field->label == PROTOBUF_C_LABEL_REPEATED) {
            gsize n = *(const size_t *) (const void *) ((const guint8 *) message +
                                                        field->quantifier_offset);
            ProtobufCMessage *const *items =
                *(ProtobufCMessage *const *const *) (const void *) member;
            for (gsize k = 0; k < n; k++)
                found = MIN(found, least_location(items[k]));
        } else if (field->type == PROTOBUF_C_TYPE_MESSAGE) {
            gboolean chosen =
                (field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF) == 0 ||
                *(const guint32 *) (const void *) ((const guint8 *) message +
                                                   field->quantifier_offset) == field->id;
            if (chosen)
                found = least_location(*(ProtobufCMessage *const *) (const void *) member);
        }
        least = MIN(least, found);
    }
    return least;
}

/* Walks left from token to the keyword, over whole brackets. */
static gint
walk_left_to(const ShardView *view, gint token, const char *keyword)
{
    guint depth = shard_view_depth(view, token);

    for (gint i = token; i >= 0; i--) {
        guint here = shard_view_depth(view, i);
        if (here > depth)
            continue;
        if (shard_view_is(view, i, keyword) && !shard_view_is_symbol(view, i - 1, "."))
            return i;
        depth = MIN(depth, here);
    }
    return -1;
}

static gint
values_start(ShardFacts *self, const PgQuery__SelectStmt *select)
{
    gint location = least_location(&select->values_lists[0]->base);

    return walk_left_to(self->view, shard_view_at(self->view, location), "VALUES");
}

gint
shard_block_start(ShardFacts *self, const PgQuery__SelectStmt *select)
{
    if (select->n_values_lists > 0)
        return values_start(self, select);
    if (select->n_target_list > 0 && select->target_list[0]->res_target->location >= 0)
        return walk_left_to(self->view,
                            shard_view_at(self->view, select->target_list[0]->res_target->location),
                            "SELECT");
    if (select->n_from_clause == 0)
        return -1;
    gint from = shard_view_at(self->view, least_location(&select->from_clause[0]->base));
    return walk_left_to(self->view, from, select->n_target_list > 0 ? "TABLE" : "SELECT");
}

/* ---- where its clauses stand ---- */

static gboolean
is_lock_start(const ShardView *view, gint i)
{
    return shard_view_is(view, i, "FOR") &&
           (shard_view_is(view, i + 1, "UPDATE") || shard_view_is(view, i + 1, "SHARE") ||
            shard_view_is(view, i + 1, "NO") || shard_view_is(view, i + 1, "KEY") ||
            shard_view_is(view, i + 1, "READ"));
}

/* Words that can't belong to a block any more. */
static gboolean
ends_block(const ShardView *view, gint i)
{
    return shard_view_is(view, i, "UNION") || shard_view_is(view, i, "INTERSECT") ||
           shard_view_is(view, i, "EXCEPT") || shard_view_is(view, i, "RETURNING") ||
           (shard_view_is(view, i, "ON") && shard_view_is(view, i + 1, "CONFLICT")) ||
           shard_view_is_symbol(view, i, ";");
}

static void
set_once(gint *slot, gint token)
{
    if (*slot < 0)
        *slot = token;
}

/* Notes a clause that starts at i; FALSE: it is one that this block doesn't have, so it has ended.
 */
static gboolean
note_clause(const ShardView *view, const PgQuery__SelectStmt *select, ShardClauses *c, gint i)
{
    gboolean has_limit = select->limit_count != NULL || select->limit_offset != NULL;
    gboolean by = shard_view_is(view, i + 1, "BY");

    if (shard_view_is(view, i, "FROM") && !shard_view_is(view, i - 1, "DISTINCT"))
        set_once(&c->from, i);
    else if (shard_view_is(view, i, "INTO") && c->from < 0)
        set_once(&c->into, i);
    else if (shard_view_is(view, i, "WHERE"))
        set_once(&c->where, i);
    else if (shard_view_is(view, i, "GROUP") && by)
        set_once(&c->group, i);
    else if (shard_view_is(view, i, "HAVING"))
        set_once(&c->having, i);
    else if (shard_view_is(view, i, "WINDOW"))
        set_once(&c->window, i);
    else if (shard_view_is(view, i, "ORDER") && by && select->n_sort_clause > 0)
        set_once(&c->order, i);
    else if (shard_view_is(view, i, "LIMIT") && has_limit)
        set_once(&c->limit, i);
    else if (shard_view_is(view, i, "OFFSET") && has_limit)
        set_once(&c->offset, i);
    else if (shard_view_is(view, i, "FETCH") && has_limit)
        set_once(&c->fetch, i);
    else if (is_lock_start(view, i) && select->n_locking_clause > 0)
        set_once(&c->lock, i);
    else
        return !((shard_view_is(view, i, "ORDER") && by) || shard_view_is(view, i, "LIMIT") ||
                 shard_view_is(view, i, "OFFSET") || shard_view_is(view, i, "FETCH") ||
                 is_lock_start(view, i));
    return TRUE;
}

static gboolean
clauses_missing(const PgQuery__SelectStmt *select, const ShardClauses *c)
{
    gboolean has_limit = select->limit_count != NULL || select->limit_offset != NULL;

    return (select->n_sort_clause > 0 && c->order < 0) ||
           (has_limit && c->limit < 0 && c->offset < 0 && c->fetch < 0) ||
           (select->n_locking_clause > 0 && c->lock < 0);
}

ShardClauses
shard_block_clauses(ShardFacts *self, const PgQuery__SelectStmt *select, gint token, guint *depth)
{
    ShardClauses c = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, (gint) self->view->view->len - 1};

    for (gint i = token; (guint) i < self->view->view->len; i++) {
        guint here = shard_view_depth(self->view, i);
        if (here > *depth)
            continue;
        if (here < *depth) {
            c.end = i - 1;
            if (!clauses_missing(select, &c) || !shard_view_is_symbol(self->view, i, ")"))
                break;
            *depth = here;
            c.end = (gint) self->view->view->len - 1;
            continue;
        }
        if (shard_view_is_symbol(self->view, i - 1, ".") || shard_view_is(self->view, i - 1, "AS"))
            continue;
        if (ends_block(self->view, i) || !note_clause(self->view, select, &c, i)) {
            c.end = i - 1;
            break;
        }
    }
    return c;
}

gint
shard_clause_end(const ShardClauses *c, gint token)
{
    const gint starts[] = {c->into,  c->from,  c->where,  c->group, c->having, c->window,
                           c->order, c->limit, c->offset, c->fetch, c->lock};
    gint end = c->end;

    for (guint i = 0; i < G_N_ELEMENTS(starts); i++)
        if (starts[i] > token && starts[i] - 1 < end)
            end = starts[i] - 1;
    return end;
}

void
shard_clause_range(ShardFacts *self, const ShardClauses *c, gint token, guint *out_first,
                   guint *out_last)
{
    if (token < 0)
        return;
    *out_first = (guint) shard_facts_first(self, token);
    *out_last = (guint) shard_facts_last(self, shard_clause_end(c, token));
}
