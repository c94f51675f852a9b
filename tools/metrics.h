/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * metrics.h - the counters that the processes of a state folder publish, for people and machines.
 */
#pragma once

#include "driver/executor/counters-file.h"

typedef struct {
    GPtrArray *processes; /* ShardCounters; those that live */
    ShardCounters *sum;   /* of all that ever counted there */
} Metrics;

/* Never NULL: a folder that isn't there has no processes. */
Metrics *metrics_read(const char *folder);
void metrics_free(Metrics *self);

/* What status found out itself. */
typedef struct {
    const char *const *shards; /* NULL: they were not asked */
    const gboolean *up;
    guint n_shards;
    guint n_waiting; /* prepared transactions */
} MetricsState;

void metrics_print_text(const Metrics *self);
/* "processes":[…],"counters":{…},"places":[…] */
void metrics_print_json(const Metrics *self);
/* The OpenMetrics text format 1.0, with its end. */
void metrics_print_openmetrics(const Metrics *self, const MetricsState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Metrics, metrics_free)
