/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/algorithm/slots.h"

#include "router/rules/civil.h"

void
shard_slots_clear(ShardSlots *self)
{
    for (guint i = 0; self->suffixes != NULL && i < self->n; i++)
        g_free(self->suffixes[i]);
    g_free(self->suffixes);
    g_free(self->starts);
}

/* How many slots start at or before the time. */
static guint
count_started(const ShardSlots *self, const ShardTime *time)
{
    guint low = 0;
    guint high = self->n;

    while (low < high) {
        guint middle = (low + high) / 2;
        if (shard_civil_compare(&self->starts[middle], time) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

gint
shard_slots_find(const ShardSlots *self, const ShardTime *time)
{
    guint started = count_started(self, time);

    if (started == 0 || shard_civil_compare(time, &self->starts[started]) >= 0)
        return -1;
    return (gint) started - 1;
}

gboolean
shard_slots_span(const ShardSlots *self, const ShardTime *lower, const ShardTime *upper,
                 gboolean upper_closed, guint *out_first, guint *out_last)
{
    guint first = 0;
    guint last = self->n;

    if (self->n == 0)
        return FALSE;
    if (lower != NULL) {
        guint started = count_started(self, lower);
        /* A slot that ended before the lower bound is out. */
        gboolean inside = started > 0 && shard_civil_compare(lower, &self->starts[started]) < 0;
        first = started - (inside ? 1 : 0);
    }
    if (upper != NULL) {
        last = count_started(self, upper);
        if (!upper_closed && last > 0 && shard_civil_compare(upper, &self->starts[last - 1]) == 0)
            last--;
    }
    if (first >= last)
        return FALSE;
    *out_first = first;
    *out_last = last - 1;
    return TRUE;
}
