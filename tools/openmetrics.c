/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * openmetrics.c - the counters as a Prometheus reads them.  The names are listed in
 * doc/operations.md; a test compares.
 */
#include "tools/metrics.h"

#include <string.h>

#define PREFIX "shardodbc_"

static double
seconds(guint64 microseconds)
{
    return (double) microseconds / G_USEC_PER_SEC;
}

/* A label's value as the format wants it. */
static void
append_label(GString *out, const char *name, const char *value)
{
    g_autofree char *valid = g_utf8_make_valid(value, -1);

    g_string_append_printf(out, "%s=\"", name);
    for (const char *c = valid; *c != '\0'; c++) {
        if (*c == '\\' || *c == '"')
            g_string_append_c(out, '\\');
        if (*c == '\n')
            g_string_append(out, "\\n");
        else
            g_string_append_c(out, *c);
    }
    g_string_append_c(out, '"');
}

static void
append_family(GString *out, const char *name, const char *type, const char *help)
{
    g_string_append_printf(out, "# TYPE " PREFIX "%s %s\n", name, type);
    if (g_str_has_suffix(name, "_seconds"))
        g_string_append_printf(out, "# UNIT " PREFIX "%s seconds\n", name);
    g_string_append_printf(out, "# HELP " PREFIX "%s %s.\n", name, help);
}

static void
append_place_labels(GString *out, const ShardPlaceCounters *place)
{
    append_label(out, "rules", place->rules);
    g_string_append_c(out, ',');
    append_label(out, "shard", place->shard);
}

static void
append_totals(GString *out, const ShardCounters *sum)
{
    ShardCounter counter;
    const char *before = "";

    for (guint i = 0; shard_counters_get(sum, i, &counter); i++) {
        if (strcmp(before, counter.name) != 0)
            append_family(out, counter.name, "counter", counter.help);
        before = counter.name;
        g_string_append_printf(out, PREFIX "%s_total", counter.name);
        if (counter.route != NULL) {
            g_string_append_c(out, '{');
            append_label(out, "route", counter.route);
            g_string_append_c(out, '}');
        }
        g_string_append_printf(out, " %" G_GUINT64_FORMAT "\n", counter.value);
    }
}

typedef struct {
    const char *name, *type, *help;
    double (*value)(const ShardPlaceCounters *place);
} PlaceFamily;

static double
place_open(const ShardPlaceCounters *place)
{
    return place->n_open;
}

static double
place_errors(const ShardPlaceCounters *place)
{
    return (double) place->errors;
}

static double
place_rows(const ShardPlaceCounters *place)
{
    return (double) place->rows;
}

static double
place_waits(const ShardPlaceCounters *place)
{
    return (double) place->waits;
}

static double
place_wait_seconds(const ShardPlaceCounters *place)
{
    return seconds(place->wait_microseconds);
}

static const PlaceFamily place_families[] = {
    {"shard_connections", "gauge", "Connections open to the shard", place_open},
    {"shard_errors", "counter", "Failures of what was sent to the shard", place_errors},
    {"shard_rows_fetched", "counter", "Rows that came from the shard", place_rows},
    {"shard_waits", "counter", "Times that a connection had to be waited for", place_waits},
    {"shard_wait_seconds", "counter", "Time spent waiting for connections", place_wait_seconds},
};

static void
append_number(GString *out, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append(out, g_ascii_formatd(text, sizeof text, "%.15g", value));
}

static void
append_places(GString *out, const ShardCounters *sum, const PlaceFamily *family)
{
    append_family(out, family->name, family->type, family->help);
    for (guint i = 0; i < SHARD_COUNTED_PLACES; i++) {
        const ShardPlaceCounters *place = &sum->places[i];
        if (place->shard[0] == '\0')
            continue;
        g_string_append_printf(out, PREFIX "%s%s{", family->name,
                               strcmp(family->type, "counter") == 0 ? "_total" : "");
        append_place_labels(out, place);
        g_string_append(out, "} ");
        append_number(out, family->value(place));
        g_string_append_c(out, '\n');
    }
}

static void
append_histogram(GString *out, const ShardPlaceCounters *place)
{
    guint64 n = 0;

    for (guint i = 0; i <= SHARD_LATENCY_BUCKETS; i++) {
        gint64 limit = shard_latency_limit(i);
        n += place->buckets[i];
        g_string_append(out, PREFIX "shard_latency_seconds_bucket{");
        append_place_labels(out, place);
        g_string_append(out, ",le=\"");
        if (limit < 0)
            g_string_append(out, "+Inf");
        else
            append_number(out, seconds((guint64) limit));
        g_string_append_printf(out, "\"} %" G_GUINT64_FORMAT "\n", n);
    }
    g_string_append(out, PREFIX "shard_latency_seconds_sum{");
    append_place_labels(out, place);
    g_string_append(out, "} ");
    append_number(out, seconds(place->microseconds));
    g_string_append(out, "\n" PREFIX "shard_latency_seconds_count{");
    append_place_labels(out, place);
    g_string_append_printf(out, "} %" G_GUINT64_FORMAT "\n", n);
}

static void
append_state(GString *out, const MetricsState *state)
{
    if (state->shards == NULL)
        return;
    append_family(out, "shard_up", "gauge", "Whether the shard answered just now");
    for (guint i = 0; i < state->n_shards; i++) {
        g_string_append(out, PREFIX "shard_up{");
        append_label(out, "shard", state->shards[i]);
        g_string_append_printf(out, "} %d\n", state->up[i] ? 1 : 0);
    }
}

void
metrics_print_openmetrics(const Metrics *self, const MetricsState *state)
{
    g_autoptr(GString) out = g_string_new(NULL);

    append_family(out, "processes", "gauge", "Processes that publish their counters");
    g_string_append_printf(out, PREFIX "processes %u\n", self->processes->len);
    append_family(out, "transactions_waiting", "gauge", "Prepared transactions without their end");
    g_string_append_printf(out, PREFIX "transactions_waiting %u\n", state->n_waiting);
    append_state(out, state);
    append_totals(out, self->sum);
    for (guint i = 0; i < G_N_ELEMENTS(place_families); i++)
        append_places(out, self->sum, &place_families[i]);
    append_family(out, "shard_latency_seconds", "histogram",
                  "Time that a statement's units took on the shard");
    for (guint i = 0; i < SHARD_COUNTED_PLACES; i++)
        if (self->sum->places[i].shard[0] != '\0')
            append_histogram(out, &self->sum->places[i]);
    g_print("%s# EOF\n", out->str);
}
