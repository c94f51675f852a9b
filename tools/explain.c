/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tools/explain.h"

#include "router/base/error.h"
#include "router/plan/analysis.h"
#include "router/plan/condition/scope.h"
#include "tools/terminal.h"

#include <string.h>

/* Nodes that are named; more say nothing to a reader. */
#define MOST_NODES 8

typedef struct {
    const ShardRules *rules;
    const ShardAnalysis *analysis;
    const ShardConstants *constants;
    guint table;                   /* number of the reference at hand */
    const ShardEquality *equality; /* of what holds for it */
} Explain;

static char *
node_list(const Explain *self, const ShardTable *table, const ShardNodes *nodes)
{
    g_autoptr(GString) out = g_string_new(NULL);
    guint n = 0;

    for (guint i = shard_nodes_next(nodes, 0); i < table->n_nodes;
         i = shard_nodes_next(nodes, i + 1)) {
        const ShardNode *node = &table->nodes[i];
        if (n++ == MOST_NODES) {
            g_string_append(out, " …");
            break;
        }
        g_string_append_printf(out, "%s%s.%s%s%s", n == 1 ? "" : ", ",
                               shard_rules_shard(self->rules, node->shard)->name,
                               node->schema == NULL ? "" : node->schema,
                               node->schema == NULL ? "" : ".", node->table);
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static char *
expr_text(const ShardTokens *tokens, const ShardExpr *expr)
{
    const ShardToken *first = &tokens->tokens[MIN(expr->first_token, tokens->n_tokens - 1)];
    const ShardToken *last = &tokens->tokens[MIN(expr->last_token, tokens->n_tokens - 1)];
    gsize end = MAX(last->offset + last->size, first->offset);

    return g_strdelimit(g_strndup(tokens->text + first->offset, end - first->offset), "\r\n\t",
                        ' ');
}

static void
print_keys(const ShardKeyFacts *keys)
{
    for (guint i = 0; i < keys->n_keys; i++) {
        const ShardKey *key = &keys->keys[i];
        if (key->kind == SHARD_VALUE_UNKNOWN)
            g_print(
                "key     %s is placed as the type of what it is compared with (assumed: neither "
                "rules nor schema say)\n",
                key->name);
        else
            g_print("key     %s is placed as %s%s\n", key->name, shard_value_kind_name(key->kind),
                    key->scatter ? "; equal values may lie on different nodes, so equality says "
                                   "nothing"
                                 : "");
    }
}

/* What one predicate alone narrows. */
static void
print_predicate(const Explain *self, const ShardConjunct *conjunct)
{
    const ShardRef *ref = &self->analysis->refs[self->table];
    g_autofree char *text = expr_text(self->analysis->tokens, conjunct->expr);
    g_autoptr(GError) error = NULL;
    ShardNodes nodes;

    ShardCondition *condition = shard_scope_condition(self->analysis, self->table, self->equality,
                                                      conjunct, self->constants->arena);
    if (shard_condition_is_all(condition)) {
        g_print("by      %s  says nothing of its key\n", text);
        return;
    }
    if (!shard_condition_nodes(condition, &ref->keys, self->constants, &nodes, &error))
        g_print("by      %s  %s\n", text, error->message);
    else
        g_print("by      %s  %u of %u nodes\n", text, shard_nodes_count(&nodes),
                ref->table->n_nodes);
}

static void
print_ref(Explain *self)
{
    const ShardRef *ref = &self->analysis->refs[self->table];
    const ShardTable *table = ref->table;
    g_autoptr(GArray) conjuncts = g_array_new(FALSE, FALSE, sizeof(ShardConjunct));
    g_autoptr(GError) error = NULL;
    ShardNodes nodes;

    if (!shard_condition_nodes(ref->scan, &ref->keys, self->constants, &nodes, &error)) {
        g_print("table   %s: %s\n", table->name, error->message);
        return;
    }
    g_autofree char *names = node_list(self, table, &nodes);
    g_print("table   %s: %u of %u nodes%s%s\n", table->name, shard_nodes_count(&nodes),
            table->n_nodes, *names == '\0' ? "" : ": ", names);
    print_keys(&ref->keys);
    shard_scope_conjuncts(self->analysis, self->table, FALSE, conjuncts);
    g_autoptr(ShardEquality) equality = shard_equality_new(self->analysis, conjuncts);
    self->equality = equality;
    for (guint i = 0; i < conjuncts->len; i++) {
        const ShardConjunct *conjunct = &g_array_index(conjuncts, ShardConjunct, i);
        if (conjunct->expr != NULL)
            print_predicate(self, conjunct);
    }
    self->equality = NULL;
}

static void
print_other(const Explain *self, const ShardRef *ref)
{
    const char *shard =
        ref->shard >= 0 ? shard_rules_shard(self->rules, (guint) ref->shard)->name : "no shard";

    if (ref->kind == SHARD_REF_BROADCAST)
        g_print("table   %s: broadcast, read on one shard, written on all\n", ref->table->name);
    else if (ref->kind == SHARD_REF_SINGLE)
        g_print("table   %s: single, on %s\n", ref->table->name, shard);
    else if (ref->kind == SHARD_REF_OTHER)
        g_print("table   not in the rules: on %s\n", shard);
}

void
explain_print(const ShardRules *rules, const ShardPrepared *prepared, const ShardPlanInput *input,
              const ShardSqlMode *mode)
{
    const ShardTokens *tokens = shard_prepared_tokens(prepared);
    const ShardAnalysisInput wanted = {.rules = rules,
                                       .schema = input->schema,
                                       .statement = shard_prepared_statement(prepared),
                                       .tokens = tokens,
                                       .mode = mode};
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autoptr(ShardAnalysis) analysis = shard_analysis_new(&wanted, &error);
    const ShardConstants constants = {.tokens = tokens,
                                      .mode = mode,
                                      .values = input->values,
                                      .n_values = input->n_values,
                                      .arena = arena};

    if (analysis == NULL) {
        g_print("why     %s\n", error->message);
        return;
    }
    Explain self = {.rules = rules, .analysis = analysis, .constants = &constants};
    for (guint i = 0; i < analysis->n_refs; i++) {
        self.table = i;
        if (analysis->refs[i].kind == SHARD_REF_SHARDED)
            print_ref(&self);
        else
            print_other(&self, &analysis->refs[i]);
    }
    if (analysis->n_sharded > 1)
        g_print("join    %s%s\n",
                analysis->colocated ? "each node answers with its partners: "
                                    : "not node by node: ",
                analysis->colocated ? "the tables are bound and joined by their keys"
                                    : analysis->reason);
}
