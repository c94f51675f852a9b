/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* before-private.h - subqueries that are run first: which, and what is written in their place. */
#pragma once

#include "router/plan/steps/before.h"

#define SHARD_MAX_BEFORE 16u

typedef enum {
    SHARD_BEFORE_VALUE, /* a scalar */
    SHARD_BEFORE_LIST,  /* IN, = ANY */
    SHARD_BEFORE_EXISTS,
    SHARD_BEFORE_COUNT, /* a derived table of which only the number of rows matters */
    SHARD_BEFORE_TABLE  /* a derived table or CTE, whose rows become literals */
} ShardBeforeKind;

typedef struct {
    ShardBeforeKind kind;
    gint query;
    gboolean negated;
    gboolean
        drops_null; /* it is only asked whether IN is true: NULLs among the values don't matter */
    guint open, close;           /* its brackets */
    guint list_first;            /* LIST: IN or = ANY begins here */
    const ShardExpr *left;       /* LIST: what is compared */
    ShardTypeClass type;         /* of what the literal becomes */
    const char *before, *behind; /* VALUE: written around the literal, so that it has its type */
    const char *null_text;       /* written for NULL instead; NULL: as any other */
    const ShardAnswer *answer;
} ShardBeforeQuery;

typedef struct {
    ShardPrepared *prepared;
    const ShardAnalysis *analysis;
    ShardArena *arena;
    gint block;       /* that is being searched */
    gboolean in_item; /* in a select item, whose type is shown */
    ShardBeforeQuery found[SHARD_MAX_BEFORE];
    guint n_found;
} ShardBeforeFinder;

/* before-find.c: fills found. */
void shard_before_find(ShardBeforeFinder *self);
/* The name of an item that others see; NULL: none is certain. */
const char *shard_before_item_name(const ShardItem *item);
/* before-write.c: puts all answers into the text. */
gboolean shard_before_write(const ShardBeforeFinder *self, ShardEdits *edits, GError **error);
