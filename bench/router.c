/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * router.c - what the router alone costs: no driver, no shard.
 *
 * Use:  bench/router [-r ROUNDS]
 *
 * Prints CPU time (of the best of ROUNDS, default 7) beside its bar:
 *   load      rules with 512 shards and 10,000 nodes
 *   hit       a text whose like was seen before: lexing, key, look-up; per text of several lengths
 *   equal     bind and route of "key = ?" of a prepared statement
 *   analysis  a text that was never seen, against libpg_query's own parse of it
 * The last line is "N over their bars"; the status is 0 when there is none.
 */
#include "router/base/error.h"
#include "router/plan/router.h"

#include <pg_query.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SHARDS 512
#define NODES 10000

static guint rounds = 7;
static guint n_over;

static double
cpu_microseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double) now.tv_sec * 1e6 + (double) now.tv_nsec / 1e3;
}

static void
die(const GError *error)
{
    fprintf(stderr, "%s\n", error == NULL ? "failed" : error->message);
    exit(1);
}

/* The best of some rounds, per call. */
static double
measure(void (*call)(gpointer data, guint number), gpointer data, guint n_calls)
{
    double best = G_MAXDOUBLE;

    for (guint round = 0; round < rounds; round++) {
        double start = cpu_microseconds();
        for (guint i = 0; i < n_calls; i++)
            call(data, round * n_calls + i);
        best = MIN(best, (cpu_microseconds() - start) / n_calls);
    }
    return best;
}

static void
show(const char *name, double value, const char *unit, double bar)
{
    gboolean over = value > bar;

    n_over += over;
    printf("%-44s %10.2f %-6s bar %10.2f %s\n", name, value, unit, bar, over ? "OVER" : "");
}

/* ---- rules ---- */

/* 512 shards, t over all of them with 10,000 nodes, and a small table beside it. */
static char *
make_rules(void)
{
    GString *text = g_string_new("[shardodbc]\ndialect = postgresql\ndefault-shard = ds_0\n");

    for (guint i = 0; i < SHARDS; i++)
        g_string_append_printf(text, "[shard ds_%u]\ndsn = dsn_%u\n", i, i);
    g_string_append(text, "[table t]\nnodes = ");
    for (guint i = 0; i < NODES; i++)
        g_string_append_printf(text, "%sds_%u.t_%u", i == 0 ? "" : ", ", i % SHARDS, i);
    g_string_append_printf(text,
                           "\nshard-key = k\nshard-algorithm = by_shard\n"
                           "table-key = k\ntable-algorithm = by_table\nvalue-type = k: long\n"
                           "[algorithm by_shard]\ntype = INLINE\n"
                           "algorithm-expression = ds_${k %% %u %% %u}\n"
                           "[algorithm by_table]\ntype = INLINE\n"
                           "algorithm-expression = t_${k %% %u}\n"
                           "[table s]\nnodes = ds_${0..3}.s\nshard-key = k\n"
                           "shard-algorithm = four\nvalue-type = k: long\n"
                           "[algorithm four]\ntype = MOD\nsharding-count = 4\n"
                           "[table o]\nnodes = ds_${0..511}.o\nshard-key = k\n"
                           "shard-algorithm = mod\nvalue-type = k: long\n"
                           "[algorithm mod]\ntype = MOD\nsharding-count = %u\n",
                           NODES, SHARDS, NODES, SHARDS);
    return g_string_free(text, FALSE);
}

static void
load_rules(gpointer text, guint number)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardRules) rules = shard_rules_parse(text, strlen(text), "bench", &error);

    if (rules == NULL)
        die(error);
}

/* ---- statements ---- */

typedef struct {
    ShardRouter *router;
    const ShardSqlMode *mode;
    char text[1024];
    gsize size;
    char *number; /* the seven digits in it that differ from call to call */
    ShardPrepared *prepared;
} Subject;

static void
set_text(Subject *self, const char *text)
{
    self->size = strlen(text);
    memcpy(self->text, text, self->size + 1);
    self->number = strstr(self->text, "0000000");
}

static void
set_number(Subject *self, guint number)
{
    for (guint i = 7; i-- > 0; number /= 10)
        self->number[i] = (char) ('0' + number % 10);
}

static void
look_up(gpointer data, guint number)
{
    Subject *self = data;
    g_autoptr(GError) error = NULL;

    set_number(self, number);
    g_autoptr(ShardPrepared) prepared =
        shard_router_prepare(self->router, self->text, self->size, self->mode, &error);

    if (prepared == NULL)
        die(error);
}

static void
route(gpointer data, guint number)
{
    Subject *self = data;
    const ShardValue value = shard_value_long((gint64) number * 7919 % 1000003);
    const ShardPlanInput input = {.values = &value, .n_values = 1};
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardPlan) plan = shard_prepared_plan(self->prepared, &input, &error);

    if (plan == NULL || plan->n_units != 1)
        die(error);
}

static void
parse_only(gpointer data, guint number)
{
    Subject *self = data;

    set_number(self, number);
    PgQueryProtobufParseResult result = pg_query_parse_protobuf(self->text);
    if (result.error != NULL)
        die(NULL);
    pg_query_free_protobuf_parse_result(result);
}

static void
plan_new(gpointer data, guint number)
{
    Subject *self = data;
    g_autoptr(GError) error = NULL;

    set_number(self, number);
    g_autoptr(ShardPrepared) prepared =
        shard_router_prepare(self->router, self->text, self->size, self->mode, &error);
    const ShardPlanInput input = {0};

    if (prepared == NULL)
        die(error);
    g_autoptr(ShardPlan) plan = shard_prepared_plan(prepared, &input, &error);
    if (plan == NULL)
        die(error);
}

static const struct {
    const char *name, *text;
} hits[] = {
    {"hit, 35 bytes", "SELECT a, b FROM o WHERE k = 0000000"},
    {"hit, 130 bytes",
     "SELECT o.a, o.b, o.c, o.d FROM o WHERE o.k = 0000000 AND o.a = 'some text' AND o.b > 3.50 "
     "AND o.c IS NOT NULL ORDER BY o.a, o.b DESC"},
    {"hit, 400 bytes",
     "SELECT o.order_number, o.customer_name, o.shipping_address, o.billing_address FROM o "
     "WHERE o.k = 0000000 AND o.customer_name = 'a name of some length' AND o.amount > 3.50 AND "
     "o.shipping_address IS NOT NULL AND o.billing_address <> o.shipping_address AND o.status IN "
     "('new', 'paid', 'shipped') ORDER BY o.order_number, o.customer_name DESC, "
     "o.shipping_address, o.billing_address"},
};

static const struct {
    const char *name, *text;
} unknown[] = {
    {"analysis, SELECT by key", "SELECT a, b AS b0000000 FROM s WHERE k = 5"},
    {"analysis, GROUP BY",
     "SELECT a, count(*) AS n0000000, sum(b) FROM s WHERE c > 5 GROUP BY a ORDER BY a LIMIT 10"},
    {"analysis, join and subquery", "SELECT x.a, y.b AS b0000000 FROM s x JOIN s y ON x.k = y.k "
                                    "WHERE x.k = 7 AND x.a IN (SELECT a "
                                    "FROM s z WHERE z.k = x.k AND z.b > 3) ORDER BY x.a"},
    {"analysis, INSERT", "INSERT INTO s (k, a, b0000000) VALUES (1, 'x', 2.5), (2, 'y', 3.5)"},
};

static void
measure_hits(Subject *subject)
{
    for (guint i = 0; i < G_N_ELEMENTS(hits); i++) {
        set_text(subject, hits[i].text);
        look_up(subject, 0);
        double each = measure(look_up, subject, 2000);
        show(hits[i].name, each * 1000, "ns", 500 + 2.0 * (double) subject->size);
    }
}

static void
measure_routes(Subject *subject)
{
    static const struct {
        const char *name, *sql;
    } routes[] = {
        {"equal, 10,000 nodes on 512 shards, INLINE", "SELECT a FROM t WHERE k = ?"},
        {"equal, 512 nodes, MOD", "SELECT a FROM o WHERE k = ?"},
        {"equal and a join, 512 nodes, MOD",
         "SELECT x.a, y.b FROM o x JOIN o y ON x.k = y.k WHERE x.k = ?"},
        {"equal in UPDATE, 10,000 nodes, INLINE", "UPDATE t SET a = a + 1 WHERE k = ?"},
        {"INSERT, 10,000 nodes, INLINE", "INSERT INTO t (k, a) VALUES (?, 1)"},
    };

    for (guint i = 0; i < G_N_ELEMENTS(routes); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(ShardPrepared) prepared = shard_router_prepare(
            subject->router, routes[i].sql, strlen(routes[i].sql), subject->mode, &error);
        if (prepared == NULL)
            die(error);
        subject->prepared = prepared;
        show(routes[i].name, measure(route, subject, 20000) * 1000, "ns", 2000);
    }
}

static void
measure_analyses(Subject *subject)
{
    for (guint i = 0; i < G_N_ELEMENTS(unknown); i++) {
        set_text(subject, unknown[i].text);
        double ours = measure(plan_new, subject, 500);
        double parse = measure(parse_only, subject, 500);
        printf("%-44s %10.2f us\n", unknown[i].name, ours);
        show("  times libpg_query's parse", ours / parse, "", 3);
    }
}

int
main(int argc, char **argv)
{
    const ShardSqlMode mode = {.dialect = SHARD_DIALECT_POSTGRESQL, .no_backslash_escapes = TRUE};
    g_autofree char *text = make_rules();
    g_autoptr(GError) error = NULL;

    for (int option; (option = getopt(argc, argv, "r:")) != -1;) {
        if (option != 'r')
            return 2;
        rounds = (guint) g_ascii_strtoull(optarg, NULL, 10);
    }
    show("load, 512 shards and 10,000 nodes", measure(load_rules, text, 1) / 1000, "ms", 100);
    g_autoptr(ShardRules) rules = shard_rules_parse(text, strlen(text), "bench", &error);
    if (rules == NULL)
        die(error);
    g_autoptr(ShardRouter) router = shard_router_new(rules);
    Subject subject = {.router = router, .mode = &mode};
    measure_hits(&subject);
    measure_routes(&subject);
    measure_analyses(&subject);
    printf("%u over their bars\n", n_over);
    return n_over == 0 ? 0 : 1;
}
