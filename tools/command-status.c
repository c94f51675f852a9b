/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * command-status.c - how the shards are now: reachable, how fast, which version; what the processes
 * that use them have counted; and which transactions wait to be finished.
 */
#include "driver/executor/transaction/recover.h"
#include "driver/executor/session.h"
#include "router/base/error.h"
#include "tools/command.h"
#include "tools/metrics.h"
#include "tools/options.h"
#include "tools/report.h"
#include "tools/terminal.h"

#include <string.h>

static const char help[] =
    "usage: shardodbc status [options] RULES\n"
    "       shardodbc status [options] --dsn NAME\n"
    "\n"
    "Opens every shard and says how it is; adds up what the processes with this state folder have\n"
    "counted (those whose data source says State=); lists prepared transactions of ShardODBC that\n"
    "are not finished (shardodbc recover finishes them).\n"
    "\n"
    "  --dsn NAME      rules, user and state folder as this data source has them\n"
    "  --state FOLDER  the state folder, instead\n"
    "  --uid NAME      user for shards that name none; the password is taken from SHARDODBC_PWD\n"
    "  --no-connect    the counters alone: no shard is opened\n"
    "  --json          one JSON object\n"
    "  --openmetrics   for Prometheus and the like\n"
    "\n"
    "Exit status: 0 all shards answer and nothing waits, 1 not so, 2 wrong usage.\n";

typedef struct {
    Origin origin;
    gboolean json, openmetrics, no_connect, help;
} Words;

static void
words_clear(Words *self)
{
    origin_clear(&self->origin);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Words, words_clear)

static gboolean
parse_words(int n, char **words, Words *self)
{
    const OptionFlag flags[] = {{"--json", &self->json},
                                {"--openmetrics", &self->openmetrics},
                                {"--no-connect", &self->no_connect},
                                {"--help", &self->help},
                                {"-h", &self->help},
                                {NULL, NULL}};
    const OptionValue values[] = {{"--dsn", &self->origin.dsn, NULL},
                                  {"--uid", &self->origin.uid, NULL},
                                  {"--state", &self->origin.state, NULL},
                                  {NULL, NULL, NULL}};
    g_auto(GStrv) rest = options_parse(n, words, flags, values);

    if (rest == NULL)
        return FALSE;
    return self->help || origin_take(&self->origin, "status", rest);
}

typedef struct {
    char *version, *problem;
    double connect_ms, answer_ms;
} ShardState;

static double
elapsed_ms(gint64 start)
{
    return (double) (g_get_monotonic_time() - start) / 1000;
}

static void
ask_shard(ShardSession *session, guint shard, ShardState *out)
{
    g_autoptr(GError) error = NULL;
    guint n_columns;
    gint64 start = g_get_monotonic_time();
    ShardBackend *backend = shard_session_backend(session, shard, &error);

    out->connect_ms = elapsed_ms(start);
    if (backend == NULL) {
        out->problem = report_one_line(error->message);
        return;
    }
    start = g_get_monotonic_time();
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, "SELECT 1", &n_columns, &error);
    out->answer_ms = elapsed_ms(start);
    out->version = g_strdup(shard_backend_server_version(backend));
    if (rows == NULL)
        out->problem = report_one_line(error->message);
}

static void
print_shard(const ShardDataSource *shard, const ShardState *state)
{
    if (state->problem != NULL) {
        g_print("%-16s %sdown%s  %s\n", shard->name, ink(INK_RED), ink(INK_PLAIN), state->problem);
        return;
    }
    g_print("%-16s %sup%s    version %s, connected in %.1f ms, answers in %.1f ms\n", shard->name,
            ink(INK_GREEN), ink(INK_PLAIN), state->version == NULL ? "?" : state->version,
            state->connect_ms, state->answer_ms);
}

static void
append_number(GString *out, const char *name, double value)
{
    char room[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(out, ",\"%s\":%s", name,
                           g_ascii_formatd(room, sizeof room, "%.3f", value));
}

static void
print_shard_json(const ShardDataSource *shard, const ShardState *state, gboolean first)
{
    g_autoptr(GString) out = g_string_new(first ? "{\"shard\":" : ",{\"shard\":");

    json_append(out, shard->name);
    g_string_append_printf(out, ",\"up\":%s", state->problem == NULL ? "true" : "false");
    append_number(out, "connect_ms", state->connect_ms);
    append_number(out, "answer_ms", state->answer_ms);
    if (state->version != NULL) {
        g_string_append(out, ",\"version\":");
        json_append(out, state->version);
    }
    if (state->problem != NULL) {
        g_string_append(out, ",\"problem\":");
        json_append(out, state->problem);
    }
    g_print("%s}", out->str);
}

/* ---- what was found ---- */

typedef struct {
    const ShardRules *rules;
    ShardState *shards; /* per shard; NULL: they were not asked */
    guint n_down;
    GPtrArray *doubts; /* ShardDoubt; NULL: they can't be read */
    guint n_waiting;
    Metrics *metrics;
} Found;

static void
found_clear(Found *self)
{
    for (guint i = 0; self->shards != NULL && i < shard_rules_n_shards(self->rules); i++) {
        g_free(self->shards[i].version);
        g_free(self->shards[i].problem);
    }
    g_free(self->shards);
    g_clear_pointer(&self->doubts, g_ptr_array_unref);
    metrics_free(self->metrics);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Found, found_clear)

static void
ask_shards(Found *self, ShardSession *session)
{
    guint n = shard_rules_n_shards(self->rules);

    self->shards = g_new0(ShardState, MAX(n, 1));
    for (guint i = 0; i < n; i++) {
        ask_shard(session, i, &self->shards[i]);
        self->n_down += self->shards[i].problem != NULL;
    }
}

/* Those of living processes don't wait. */
static gboolean
waits(const ShardDoubt *doubt)
{
    return doubt->name != NULL && doubt->decision != SHARD_DOUBT_IN_USE;
}

static void
find_doubts(Found *self, const ShardSettings *settings)
{
    g_autoptr(GError) error = NULL;

    const ShardRecoverWish wish = {.mode = SHARD_RECOVER_LIST, .with_foreign = TRUE};
    self->doubts = shard_recover_wish(settings, &wish, &error);
    if (error != NULL)
        command_complain("status", error->message);
    for (guint i = 0; self->doubts != NULL && i < self->doubts->len; i++)
        self->n_waiting += waits(self->doubts->pdata[i]);
}

/* ---- and how it is said ---- */

static void
print_text(const Found *self)
{
    for (guint i = 0; self->shards != NULL && i < shard_rules_n_shards(self->rules); i++)
        print_shard(shard_rules_shard(self->rules, i), &self->shards[i]);
    metrics_print_text(self->metrics);
    if (self->doubts != NULL)
        command_print_foreign(self->doubts);
    for (guint i = 0; self->doubts != NULL && i < self->doubts->len; i++) {
        const ShardDoubt *doubt = self->doubts->pdata[i];
        if (!waits(doubt) || doubt->decision == SHARD_DOUBT_FOREIGN)
            continue;
        g_autoptr(GString) name = g_string_new(NULL);
        json_append(name, doubt->name);
        g_print("%swaits%s  %s on %s, %s\n", ink(INK_YELLOW), ink(INK_PLAIN), name->str,
                doubt->shard, command_doubt_word(doubt->decision));
    }
}

static void
print_json(const Found *self)
{
    guint n = 0;

    g_print("{\"shards\":[");
    for (guint i = 0; self->shards != NULL && i < shard_rules_n_shards(self->rules); i++)
        print_shard_json(shard_rules_shard(self->rules, i), &self->shards[i], i == 0);
    g_print("],\"waiting\":[");
    for (guint i = 0; self->doubts != NULL && i < self->doubts->len; i++) {
        const ShardDoubt *doubt = self->doubts->pdata[i];
        if (!waits(doubt))
            continue;
        g_autoptr(GString) name = g_string_new(n++ == 0 ? "" : ",");
        json_append(name, doubt->name);
        g_print("%s", name->str);
    }
    g_print("],");
    metrics_print_json(self->metrics);
    g_print("}\n");
}

static void
print_openmetrics(const Found *self)
{
    guint n = self->shards == NULL ? 0 : shard_rules_n_shards(self->rules);
    g_autofree const char **names = g_new0(const char *, n + 1);
    g_autofree gboolean *up = g_new0(gboolean, n + 1);

    for (guint i = 0; i < n; i++) {
        names[i] = shard_rules_shard(self->rules, i)->name;
        up[i] = self->shards[i].problem == NULL;
    }
    const MetricsState state = {self->shards == NULL ? NULL : names, up, n, self->n_waiting};
    metrics_print_openmetrics(self->metrics, &state);
}

static void
print_found(const Words *words, const Found *found)
{
    if (words->openmetrics)
        print_openmetrics(found);
    else if (words->json)
        print_json(found);
    else
        print_text(found);
}

static int
status(const Words *words, const ShardSettings *settings)
{
    g_autoptr(GError) error = NULL;
    g_auto(Found) found = {0};
    g_autofree char *folder = shard_state_folder(settings->state);
    ShardSession *session = shard_session_new(settings, SQL_OV_ODBC3, &error);

    if (session == NULL) {
        command_complain("status", error->message);
        return EXIT_NO;
    }
    found.rules = shard_router_rules(shard_session_router(session));
    found.metrics = metrics_read(folder);
    if (!words->no_connect) {
        ask_shards(&found, session);
        find_doubts(&found, settings);
    }
    print_found(words, &found);
    int answer = found.n_down + found.n_waiting > 0 ? EXIT_NO : 0;
    found_clear(&found);
    found = (Found){0};
    shard_session_free(session);
    return answer;
}

static int
run_status(int n_words, char **words)
{
    g_auto(Words) parsed = {0};
    g_autoptr(ShardSettings) settings = shard_settings_new();
    gboolean understood = parse_words(n_words, words, &parsed);
    int answer;

    if (!options_go_on(help, understood, parsed.help, &answer))
        return answer;
    if (!settings_for_tool(settings, "status", &parsed.origin))
        return EXIT_NO;
    return status(&parsed, settings);
}

const Command command_status = {"status", "[options] RULES",
                                "says how the shards are, and what waits to be finished",
                                run_status};
