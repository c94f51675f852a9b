/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * executor-plan.h - hand-made plans for the executor's tests: one text per shard.
 */
#pragma once

#include "driver/executor/run/run.h"

#include <string.h>

#define EXECUTOR_MOST 64

typedef struct {
    const char *texts[EXECUTOR_MOST]; /* NULL: not on that shard */
    gboolean is_query, is_write, is_ddl, direct;
    const ShardUnitParam *params;
    guint n_params;
} Texts;

typedef struct {
    ShardMergeSpec spec;
    ShardStatement statement; /* nothing special about it */
    ShardPlan plan;
    ShardUnit units[EXECUTOR_MOST];
} HandMade;

static inline void
executor_plan(HandMade *made, const Texts *texts)
{
    *made = (HandMade){
        .statement = {.kind = texts->is_query ? SHARD_STATEMENT_SELECT : SHARD_STATEMENT_UPDATE},
        .plan = {.kind = SHARD_PLAN_UNITS,
                 .statement = &made->statement,
                 .units = made->units,
                 .is_query = texts->is_query,
                 .is_write = texts->is_write,
                 .is_ddl = texts->is_ddl,
                 .direct = texts->direct,
                 .merge = &made->spec}};
    for (guint i = 0; i < EXECUTOR_MOST; i++) {
        const char *text = texts->texts[i];
        if (text == NULL)
            continue;
        made->units[made->plan.n_units++] = (ShardUnit){.shard = i,
                                                        .sql = text,
                                                        .sql_size = strlen(text),
                                                        .text_id = text,
                                                        .params = texts->params,
                                                        .n_params = texts->n_params};
    }
}

/* options NULL: none. */
static inline gboolean
executor_run(ShardRun *run, HandMade *made, const Texts *texts, const ShardRunOptions *options,
             GError **error)
{
    static const ShardRunOptions none = {0};
    SQLRETURN rc;

    executor_plan(made, texts);
    return shard_run_execute(run, &made->plan, options != NULL ? options : &none, &rc, NULL, error);
}

#define ALL(text)                                                                                  \
    {                                                                                              \
        text, text, text, text                                                                     \
    }
