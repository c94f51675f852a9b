/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * command-status.c - how the shards are now: reachable, how fast, which version, and which
 * transactions wait to be finished.
 */
#include "driver/executor/recover.h"
#include "driver/executor/session.h"
#include "router/base/error.h"
#include "tools/command.h"
#include "tools/options.h"
#include "tools/report.h"
#include "tools/terminal.h"

#include <string.h>

static const char help[] =
    "usage: shardodbc status [options] RULES\n"
    "       shardodbc status [options] --dsn NAME\n"
    "\n"
    "Opens every shard and says how it is; lists prepared transactions of ShardODBC that are not\n"
    "finished (shardodbc recover finishes them).\n"
    "\n"
    "  --dsn NAME      rules, user and state folder as this data source has them\n"
    "  --state FOLDER  the state folder, instead\n"
    "  --uid NAME      user for shards that name none; the password is taken from SHARDODBC_PWD\n"
    "  --json          one JSON object\n"
    "\n"
    "Exit status: 0 all shards answer and nothing waits, 1 not so, 2 wrong usage.\n";

typedef struct {
    char *path, *dsn, *uid, *state;
    gboolean json, help;
} Words;

static void
words_clear(Words *self)
{
    g_free(self->path);
    g_free(self->dsn);
    g_free(self->uid);
    g_free(self->state);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Words, words_clear)

static gboolean
parse_words(int n, char **words, Words *self)
{
    const OptionFlag flags[] = {
        {"--json", &self->json}, {"--help", &self->help}, {"-h", &self->help}, {NULL, NULL}};
    const OptionValue values[] = {
        {"--dsn", &self->dsn}, {"--uid", &self->uid}, {"--state", &self->state}, {NULL, NULL}};
    g_auto(GStrv) rest = options_parse(n, words, flags, values);

    if (rest == NULL || g_strv_length(rest) > 1)
        return FALSE;
    self->path = g_strdup(rest[0]);
    return self->help || (self->path == NULL) == (self->dsn != NULL);
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
        out->problem = g_strdup(error->message);
        return;
    }
    start = g_get_monotonic_time();
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, "SELECT 1", &n_columns, &error);
    out->answer_ms = elapsed_ms(start);
    out->version = g_strdup(shard_backend_server_version(backend));
    if (rows == NULL)
        out->problem = g_strdup(error->message);
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

/* Number of shards that don't answer. */
static guint
print_shards(const Words *words, ShardSession *session, const ShardRules *rules)
{
    guint n_down = 0;

    for (guint i = 0; i < shard_rules_n_shards(rules); i++) {
        ShardState state = {0};
        ask_shard(session, i, &state);
        n_down += state.problem != NULL;
        if (words->json)
            print_shard_json(shard_rules_shard(rules, i), &state, i == 0);
        else
            print_shard(shard_rules_shard(rules, i), &state);
        g_free(state.version);
        g_free(state.problem);
    }
    return n_down;
}

/* Number of transactions that wait; those of living processes don't. */
static guint
print_doubts(const Words *words, const ShardSettings *settings)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) doubts = shard_recover(settings, SHARD_RECOVER_LIST, &error);
    guint n = 0;

    for (guint i = 0; doubts != NULL && i < doubts->len; i++) {
        const ShardDoubt *doubt = doubts->pdata[i];
        if (doubt->name == NULL || doubt->decision == SHARD_DOUBT_IN_USE)
            continue;
        g_autoptr(GString) name = g_string_new(NULL);
        json_append(name, doubt->name);
        if (words->json)
            g_print("%s%s", n == 0 ? "" : ",", name->str);
        else
            g_print("%swaits%s  %s on %s, %s\n", ink(INK_YELLOW), ink(INK_PLAIN), doubt->name,
                    doubt->shard, command_doubt_word(doubt->decision));
        n++;
    }
    if (error != NULL && !words->json)
        command_complain("status", error->message);
    return n;
}

static int
status(const Words *words, const ShardSettings *settings)
{
    g_autoptr(GError) error = NULL;
    ShardSession *session = shard_session_new(settings, SQL_OV_ODBC3, &error);

    if (session == NULL) {
        command_complain("status", error->message);
        return EXIT_NO;
    }
    if (words->json)
        g_print("{\"shards\":[");
    guint n_down = print_shards(words, session, shard_router_rules(shard_session_router(session)));
    shard_session_free(session);
    if (words->json)
        g_print("],\"waiting\":[");
    guint n_waiting = print_doubts(words, settings);
    if (words->json)
        g_print("]}\n");
    return n_down + n_waiting > 0 ? EXIT_NO : 0;
}

static int
run_status(int n_words, char **words)
{
    g_auto(Words) parsed = {0};
    g_autoptr(ShardSettings) settings = shard_settings_new();
    gboolean understood = parse_words(n_words, words, &parsed);

    if (understood && parsed.help) {
        g_print("%s", help);
        return 0;
    }
    if (!understood) {
        g_printerr("%s", help);
        return EXIT_USAGE;
    }
    settings_for_tool(settings, parsed.dsn, parsed.path, parsed.uid);
    if (parsed.state != NULL) {
        g_free(settings->state);
        settings->state = g_strdup(parsed.state);
    }
    return status(&parsed, settings);
}

const Command command_status = {"status", "[options] RULES",
                                "says how the shards are, and what waits to be finished",
                                run_status};
