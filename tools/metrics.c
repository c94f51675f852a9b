/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tools/metrics.h"

#include "tools/report.h"
#include "tools/terminal.h"

#include <string.h>

Metrics *
metrics_read(const char *folder)
{
    Metrics *self = g_new0(Metrics, 1);

    self->processes = shard_counters_read(folder);
    self->sum = g_ptr_array_steal_index(self->processes, 0);
    for (guint i = 0; i < self->processes->len; i++)
        shard_counters_add(self->sum, self->processes->pdata[i]);
    return self;
}

void
metrics_free(Metrics *self)
{
    if (self == NULL)
        return;
    g_ptr_array_unref(self->processes);
    g_free(self->sum);
    g_free(self);
}

static guint64
count_statements(const ShardCounters *counters)
{
    guint64 n = 0;

    for (guint i = 0; i < SHARD_ROUTE_KINDS; i++)
        n += counters->statements[i];
    return n;
}

/* ---- text ---- */

static void
print_counts(const ShardCounters *counters)
{
    g_print("%" G_GUINT64_FORMAT " statements, %" G_GUINT64_FORMAT " failed, %" G_GUINT64_FORMAT
            " refused, %" G_GUINT64_FORMAT " rows returned",
            count_statements(counters), (guint64) counters->failed, (guint64) counters->refused,
            (guint64) counters->rows_returned);
    if (counters->partial_commits > 0)
        g_print(", %s%" G_GUINT64_FORMAT " partial commits%s", ink(INK_RED),
                (guint64) counters->partial_commits, ink(INK_PLAIN));
    g_print("\n");
}

/* The end of the bucket in which so many percent of the units are; "" when there is none. */
static char *
percentile(const ShardPlaceCounters *place, guint percent)
{
    guint64 seen = 0, wanted = (place->units * percent + 99) / 100;

    for (guint i = 0; i < SHARD_LATENCY_BUCKETS; i++) {
        seen += place->buckets[i];
        if (seen >= wanted)
            return g_strdup_printf("%u %% within %g ms", percent,
                                   (double) shard_latency_limit(i) / 1000);
    }
    return g_strdup_printf("%u %% within more than %g ms", percent,
                           (double) shard_latency_limit(SHARD_LATENCY_BUCKETS - 1) / 1000);
}

static void
print_place(const ShardPlaceCounters *place)
{
    if (place->units == 0)
        return;
    g_autofree char *usual = percentile(place, 95);
    g_print("%-16s %" G_GUINT64_FORMAT " times asked, mean %.2f ms, %s; %" G_GUINT64_FORMAT
            " errors, %" G_GUINT64_FORMAT " rows, %u connections, %" G_GUINT64_FORMAT " waits\n",
            place->shard, (guint64) place->units,
            (double) place->microseconds / (double) place->units / 1000, usual,
            (guint64) place->errors, (guint64) place->rows, place->n_open, (guint64) place->waits);
}

void
metrics_print_text(const Metrics *self)
{
    for (guint i = 0; i < self->processes->len; i++) {
        const ShardCounters *process = self->processes->pdata[i];
        g_print("process %" G_GINT64_FORMAT " %s  ", process->pid, process->program);
        print_counts(process);
    }
    if (self->processes->len == 0 && count_statements(self->sum) + self->sum->refused == 0)
        return;
    g_print("all so far  ");
    print_counts(self->sum);
    for (guint i = 0; i < SHARD_COUNTED_PLACES; i++)
        print_place(&self->sum->places[i]);
}

/* ---- JSON ---- */

static void
append_counters(GString *out, const ShardCounters *counters)
{
    ShardCounter counter;

    for (guint i = 0; shard_counters_get(counters, i, &counter); i++)
        g_string_append_printf(out, "%s\"%s%s%s\":%" G_GUINT64_FORMAT, i > 0 ? "," : "",
                               counter.name, counter.route == NULL ? "" : "_",
                               counter.route == NULL ? "" : counter.route, counter.value);
}

static void
append_place(GString *out, const ShardPlaceCounters *place)
{
    g_string_append(out, "{\"rules\":");
    json_append(out, place->rules);
    g_string_append(out, ",\"shard\":");
    json_append(out, place->shard);
    g_string_append_printf(
        out,
        ",\"connections\":%u,\"units\":%" G_GUINT64_FORMAT ",\"errors\":%" G_GUINT64_FORMAT
        ",\"rows\":%" G_GUINT64_FORMAT ",\"waits\":%" G_GUINT64_FORMAT
        ",\"wait_us\":%" G_GUINT64_FORMAT ",\"us\":%" G_GUINT64_FORMAT "}",
        place->n_open, (guint64) place->units, (guint64) place->errors, (guint64) place->rows,
        (guint64) place->waits, (guint64) place->wait_microseconds, (guint64) place->microseconds);
}

void
metrics_print_json(const Metrics *self)
{
    g_autoptr(GString) out = g_string_new("\"processes\":[");

    for (guint i = 0; i < self->processes->len; i++) {
        const ShardCounters *process = self->processes->pdata[i];
        g_string_append_printf(
            out, "%s{\"pid\":%" G_GINT64_FORMAT ",\"started\":%" G_GINT64_FORMAT ",\"program\":",
            i > 0 ? "," : "", process->pid, process->started);
        json_append(out, process->program);
        g_string_append(out, ",\"counters\":{");
        append_counters(out, process);
        g_string_append(out, "}}");
    }
    g_string_append(out, "],\"counters\":{");
    append_counters(out, self->sum);
    g_string_append(out, "},\"places\":[");
    for (guint i = 0; i < SHARD_COUNTED_PLACES; i++) {
        if (self->sum->places[i].shard[0] == '\0')
            continue;
        g_string_append(out, out->str[out->len - 1] == '[' ? "" : ",");
        append_place(out, &self->sum->places[i]);
    }
    g_print("%s]", out->str);
}
