/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * command-check.c - everything that can be wrong before there is traffic: the rules, the data
 * sources, and with --connect the servers, tables and rows.
 */
#include "router/base/error.h"
#include "tools/check/check.h"
#include "tools/command.h"
#include "tools/options.h"
#include "tools/terminal.h"

#include <string.h>

static const char help[] =
    "usage: shardodbc check [options] RULES\n"
    "       shardodbc check [options] --dsn NAME\n"
    "\n"
    "Says what is wrong or doubtful in a rules file, the data sources of its shards, and, with\n"
    "--connect, the databases behind them.\n"
    "\n"
    "  --schema FILE   columns, keys and collations of the tables, to check the rules against\n"
    "  --connect       open every shard: reachable, alike, every node with the same table, rights\n"
    "  --placement     read the keys of all rows and list those that lie on the wrong node\n"
    "                  (and whether bind-on is true); implies --connect\n"
    "  --repair        print the statements that move such rows; implies --placement\n"
    "  --sample N      rows that are listed per node (5)\n"
    "  --dsn NAME      rules, user and transaction mode as this data source has them\n"
    "  --uid NAME      user for shards that name none; the password is taken from SHARDODBC_PWD\n"
    "  --strict        warnings count as errors\n"
    "  --quiet         no notes\n"
    "  --json          the findings as one JSON object\n"
    "\n"
    "Exit status: 0 nothing is wrong, 1 something is, 2 wrong usage.\n";

typedef struct {
    Origin origin;
    char *schema, *sample;
    gboolean connect, placement, repair, strict, quiet, json, help;
} Words;

static void
words_clear(Words *self)
{
    origin_clear(&self->origin);
    g_free(self->schema);
    g_free(self->sample);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Words, words_clear)

static gboolean
parse_words(int n, char **words, Words *self)
{
    const OptionFlag flags[] = {{"--connect", &self->connect},
                                {"--placement", &self->placement},
                                {"--repair", &self->repair},
                                {"--strict", &self->strict},
                                {"--quiet", &self->quiet},
                                {"--json", &self->json},
                                {"--help", &self->help},
                                {"-h", &self->help},
                                {NULL, NULL}};
    const OptionValue values[] = {{"--schema", &self->schema, NULL},
                                  {"--dsn", &self->origin.dsn, NULL},
                                  {"--uid", &self->origin.uid, NULL},
                                  {"--sample", &self->sample, NULL},
                                  {NULL, NULL, NULL}};
    g_auto(GStrv) rest = options_parse(n, words, flags, values);

    if (rest == NULL)
        return FALSE;
    self->placement |= self->repair;
    self->connect |= self->placement;
    if (self->json && self->repair) {
        command_complain("check", "--json and --repair exclude each other");
        return FALSE;
    }
    return self->help || origin_take(&self->origin, "check", rest);
}

/* Whole tables are read: rows are to come bit by bit where the driver can do that. */
static void
stream_rows(ShardSettings *settings, ShardDialect dialect)
{
    const char *keywords = dialect == SHARD_DIALECT_POSTGRESQL ? "UseDeclareFetch=1;Fetch=5000;"
                           : dialect == SHARD_DIALECT_SQLITE   ? "StepAPI=1;"
                                                               : "";
    char *joined = g_strconcat(keywords, settings->handed_on, NULL);

    g_free(settings->handed_on);
    settings->handed_on = joined;
}

static ShardSession *
open_session(const Words *words, ShardSettings *settings, GError **error)
{
    ShardSession *session = shard_session_new(settings, SQL_OV_ODBC3, error);

    if (session == NULL || !words->placement)
        return session;
    ShardDialect dialect = shard_session_dialect(session, NULL);
    shard_session_free(session);
    stream_rows(settings, dialect);
    return shard_session_new(settings, SQL_OV_ODBC3, error);
}

static void
check_live(Check *self, const Words *words, ShardSettings *settings)
{
    g_autoptr(GError) error = NULL;

    self->session = open_session(words, settings, &error);
    if (self->session == NULL) {
        report_add(self->report, FINDING_ERROR, "connect", "", "%s", error->message);
        return;
    }
    check_connect(self);
    check_replicas(self);
    check_servers(self);
    ShardSchema *schema = check_drift(self);
    if (self->schema == NULL)
        self->schema = schema;
    else
        shard_schema_unref(schema);
}

static void
print_report(const Check *self, const Words *words)
{
    const char *prefix = words->repair ? "-- " : "";
    guint n_shards = self->rules == NULL ? 0 : shard_rules_n_shards(self->rules);
    guint n_tables = self->rules == NULL ? 0 : shard_rules_n_tables(self->rules);

    if (words->json) {
        g_autoptr(GString) file = g_string_new(NULL);
        json_append(file, self->path);
        g_print("{\"rules\":%s,\"shards\":%u,\"tables\":%u,", file->str, n_shards, n_tables);
        report_print_json(self->report);
        g_print("}\n");
        return;
    }
    report_print_text(self->report, !words->quiet, prefix);
    if (self->report->n[FINDING_ERROR] > 0)
        g_print("%s%s%u errors%s, %u warnings\n", prefix, ink(INK_RED),
                self->report->n[FINDING_ERROR], ink(INK_PLAIN), self->report->n[FINDING_WARNING]);
    else
        g_print("%s%sok%s: %u shards, %u tables, %u warnings\n", prefix, ink(INK_GREEN),
                ink(INK_PLAIN), n_shards, n_tables, self->report->n[FINDING_WARNING]);
}

static void
check_all(Check *self, const Words *words, ShardSettings *settings)
{
    check_rules(self);
    if (words->origin.dsn != NULL)
        check_logical(self, words->origin.dsn);
    check_dsns(self);
    if (words->connect)
        check_live(self, words, settings);
    check_schema(self);
    if (words->placement && self->session != NULL) {
        check_placement(self);
        check_bind_on(self);
    }
}

static gboolean
load_files(Check *self, const Words *words)
{
    g_autoptr(GError) error = NULL;

    self->rules = shard_rules_load(self->path, &error);
    if (self->rules != NULL && words->schema != NULL)
        self->schema = shard_schema_load(words->schema, &error);
    if (error != NULL)
        report_add(self->report, FINDING_ERROR, "rules", "", "%s", error->message);
    return error == NULL;
}

static int
check(const Words *words, guint64 sample)
{
    g_autoptr(ShardSettings) settings = shard_settings_new();
    if (!settings_for_tool(settings, "check", &words->origin))
        return EXIT_NO;
    g_autoptr(Report) report = report_new();
    Check self = {.path = settings->rules_path,
                  .report = report,
                  .connect = words->connect,
                  .two_phase = settings->two_phase,
                  .repair = words->repair,
                  .sample = (guint) MIN(sample, G_MAXUINT)};

    if (load_files(&self, words))
        check_all(&self, words, settings);
    print_report(&self, words);
    gboolean bad =
        report->n[FINDING_ERROR] > 0 || (words->strict && report->n[FINDING_WARNING] > 0);
    if (self.backends != NULL)
        g_ptr_array_unref(self.backends);
    shard_session_free(self.session);
    shard_schema_unref((ShardSchema *) self.schema);
    shard_rules_unref(self.rules);
    return bad ? EXIT_NO : 0;
}

static int
run_check(int n_words, char **words)
{
    g_auto(Words) parsed = {0};
    gboolean understood = parse_words(n_words, words, &parsed);
    guint64 sample;
    int status;

    understood = understood && options_number("--sample", parsed.sample, 5, &sample);
    if (!options_go_on(help, understood, parsed.help, &status))
        return status;
    return check(&parsed, sample);
}

const Command command_check = {
    "check", "[options] RULES",
    "says what is wrong or doubtful in rules, data sources and databases", run_check};
