/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* private.h - the compiled form of a condition, and what its files share. */
#pragma once

#include "router/plan/condition/condition.h"

typedef enum {
    CONDITION_ALL,
    CONDITION_NONE,
    CONDITION_AND,
    CONDITION_OR,
    CONDITION_COMPARE, /* key operator operands[0] */
    CONDITION_IN,      /* key = any of operands */
    CONDITION_NOT_IN,
    CONDITION_ARRAY, /* key = ANY (operands[0]), an array in text; operands[1]: its cast, if any */
    CONDITION_NULL,  /* key IS NULL */
    CONDITION_TRUTH, /* operands[0] is a truth value */
    CONDITION_CONSTANTS /* operands[0] operator operands[1] */
} ConditionKind;

typedef enum { OP_EQUAL, OP_NOT_EQUAL, OP_LESS, OP_LESS_EQUAL, OP_GREATER, OP_GREATER_EQUAL } Op;

struct ShardCondition {
    ConditionKind kind;
    Op op;
    gboolean null_safe; /* <=>: NULL equals NULL */
    gboolean negated;   /* TRUTH */
    guint key;
    ShardCondition **args;
    guint n_args;
    const ShardExpr *const *operands;
    guint n_operands;
};

/* Text as it is placed where the rules say that its case doesn't count; (in arena). */
ShardValue shard_key_fold_case(const ShardValue *value, ShardArena *arena);
/* The kind that a literal's value has by itself; FALSE: it says nothing of a key's. */
gboolean shard_key_natural_kind(const ShardValue *value, ShardValueKind *out_kind);

/* Adds the nodes of rows whose keys lie in the domains (one per key): a superset.  FALSE and *error
 * when the algorithm gives a node that the rules don't have. */
gboolean shard_domains_place(const ShardKeyFacts *keys, const ShardDomain *domains,
                             ShardArena *arena, ShardNodes *out, GError **error);
