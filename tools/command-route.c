/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * command-route.c - prints what the driver would send where for a statement, and how it would merge
 * the answers.
 */
#include "driver/executor/backend/driver-library.h"
#include "router/base/error.h"
#include "router/plan/router.h"
#include "tools/command.h"
#include "tools/explain.h"
#include "tools/json-scalar.h"
#include "tools/options.h"

#include <string.h>

static const char help[] =
    "usage: shardodbc route --rules FILE [options] SQL [parameters]\n"
    "\n"
    "Prints which text of a statement goes to which shard, and how the answers are merged; no "
    "database\n"
    "is asked. Parameters are JSON scalars: 3, \"3\", null; what is no JSON is a string.\n"
    "\n"
    "  --rules FILE    the rules\n"
    "  --schema FILE   columns and keys of the tables, as the shards' catalogs would tell them\n"
    "  --dialect NAME  postgresql, mysql or sqlite, when the rules say auto\n"
    "  --hints         read the hints in its comments, as a DSN with Hints=on does\n"
    "  --explain       why: which predicate narrows which table; with --json, each unit's nodes\n"
    "  --json          one JSON object\n"
    "\n"
    "Exit status: 0 it can be run, 1 it is refused or the rules are bad, 2 wrong usage.\n";

typedef struct {
    char *rules, *schema, *dialect;
    gboolean json, explain, hints, help;
    char **rest; /* SQL, then parameters */
} RouteOptions;

static void
options_clear(RouteOptions *self)
{
    g_free(self->rules);
    g_free(self->schema);
    g_free(self->dialect);
    g_strfreev(self->rest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RouteOptions, options_clear)

/* --json behind the SQL is understood too. */
static char **
drop_json(char **words, gboolean *out_json)
{
    g_autoptr(GStrvBuilder) rest = g_strv_builder_new();

    for (guint i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], "--json") == 0)
            *out_json = TRUE;
        else
            g_strv_builder_add(rest, words[i]);
    }
    return g_strv_builder_end(rest);
}

/* Options end at the SQL: a parameter may begin with a minus. */
static gboolean
parse_words(int n_words, char **words, RouteOptions *self)
{
    const OptionFlag flags[] = {{"--json", &self->json},   {"--explain", &self->explain},
                                {"--hints", &self->hints}, {"--help", &self->help},
                                {"-h", &self->help},       {NULL, NULL}};
    const OptionValue values[] = {{"--rules", &self->rules, NULL},
                                  {"--schema", &self->schema, NULL},
                                  {"--dialect", &self->dialect, NULL},
                                  {NULL, NULL, NULL}};
    g_auto(GStrv) rest = options_parse_leading(n_words, words, flags, values);

    if (rest == NULL)
        return FALSE;
    self->rest = drop_json(rest, &self->json);
    if (self->help || (self->rules != NULL && self->rest[0] != NULL))
        return TRUE;
    command_complain("route",
                     self->rules == NULL ? "--rules FILE is missing" : "a statement is missing");
    return FALSE;
}

/* dialect = auto: the brand of the driver that a shard's data source names, if it is installed. */
static ShardDialect
dialect_of_drivers(const ShardRules *rules)
{
    for (guint i = 0; i < shard_rules_n_shards(rules); i++) {
        const ShardDataSource *shard = shard_rules_shard(rules, i);
        const ShardDriverLibrary *library =
            shard_driver_library_find(shard->dsn, shard->connection, NULL);
        if (library != NULL && library->dialect != SHARD_DIALECT_UNKNOWN) {
            g_printerr("shardodbc route: taking %s, after the driver of shard '%s'\n",
                       shard_dialect_name(library->dialect), shard->name);
            return library->dialect;
        }
    }
    return SHARD_DIALECT_UNKNOWN;
}

static gboolean
choose_mode(const RouteOptions *options, const ShardRules *rules, ShardSqlMode *out)
{
    ShardDialect dialect = options->dialect != NULL ? shard_dialect_parse(options->dialect)
                                                    : shard_rules_dialect(rules);
    if (dialect == SHARD_DIALECT_UNKNOWN && options->dialect == NULL)
        dialect = dialect_of_drivers(rules);

    *out = (ShardSqlMode){.dialect = dialect};
    out->no_backslash_escapes = dialect == SHARD_DIALECT_POSTGRESQL;
    if (dialect != SHARD_DIALECT_UNKNOWN)
        return TRUE;
    if (options->dialect != NULL) {
        g_autofree char *fault = g_strdup_printf(
            "--dialect '%s' isn't known: postgresql, mysql or sqlite", options->dialect);
        command_complain("route", fault);
        return FALSE;
    }
    command_complain("route", "which brand are the shards of? Give --dialect postgresql, mysql or "
                              "sqlite, or set dialect in the rules");
    return FALSE;
}

static void
print_json_text(const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            g_print("\\%c", *c);
        else if ((guchar) *c < 0x20)
            g_print("\\u%04x", (guint) (guchar) *c);
        else
            g_print("%c", *c);
    }
}

static int
print_refusal(const RouteOptions *options, const GError *error)
{
    const char *state = shard_error_sqlstate(error, 0);

    if (!options->json) {
        g_print("refused %s %s\n", state, error->message);
        return EXIT_NO;
    }
    g_autofree char *valid = g_utf8_make_valid(error->message, -1);
    g_print("{\"refused\":\"");
    print_json_text(valid);
    g_print("\",\"sqlstate\":\"%s\"}\n", state);
    return EXIT_NO;
}

/* With --json all that a program is told is JSON. */
static int
print_fault(const RouteOptions *options, const GError *error)
{
    if (options->json)
        return print_refusal(options, error);
    command_complain("route", error->message);
    return EXIT_NO;
}

/* Fewer are found when the statement is planned; an application can't give more. */
static gboolean
check_count(const ShardPrepared *prepared, guint n_values, GError **error)
{
    guint n_markers = shard_prepared_n_markers(prepared);

    if (n_values <= n_markers)
        return TRUE;
    shard_error_set(error, SHARD_ERROR_FAILED, "07002",
                    "the statement has %u parameters, and %u have values", n_markers, n_values);
    return FALSE;
}

static void
print_nodes(const ShardPlan *plan, const ShardRules *rules)
{
    g_autofree char *text = shard_plan_to_text(plan, rules);

    g_print("%s", text);
    if (plan->merge == NULL && plan->n_units > 0)
        g_print("merge %s\n", shard_plan_merge_text(plan));
}

static int
route(const RouteOptions *options, ShardRules *rules, const ShardSchema *schema,
      const ShardSqlMode *mode)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autoptr(GError) error = NULL;
    guint n_values = g_strv_length(options->rest) - 1;
    ShardValue *values = shard_arena_array(arena, ShardValue, n_values + 1);

    for (guint i = 0; i < n_values; i++)
        values[i] = json_scalar_parse(options->rest[i + 1], arena);
    g_autoptr(ShardRouter) router = shard_router_new(rules);
    g_autoptr(ShardPrepared) prepared =
        shard_router_prepare(router, options->rest[0], strlen(options->rest[0]), mode, &error);
    if (prepared == NULL || !check_count(prepared, n_values, &error))
        return print_refusal(options, error);
    const ShardPlanInput input = {.schema = schema,
                                  .values = n_values == 0 ? NULL : values,
                                  .n_values = n_values,
                                  .hints_enabled = options->hints,
                                  .last_write_shard = -1,
                                  .last_shard = -1};
    g_autoptr(ShardPlan) plan = shard_prepared_plan(prepared, &input, &error);
    if (plan == NULL) {
        print_refusal(options, error);
    } else if (!options->json) {
        print_nodes(plan, rules);
        if (options->explain && plan->reason != NULL)
            g_print("why     %s\n", plan->reason);
    }
    if (options->explain && !options->json)
        explain_print(rules, prepared, &input, mode);
    if (plan == NULL || !options->json)
        return plan == NULL ? EXIT_NO : 0;
    g_autofree char *json = shard_plan_to_json(plan, rules, values, n_values, options->explain);
    g_print("%s\n", json);
    return 0;
}

static int
run_route(int n_words, char **words)
{
    g_auto(RouteOptions) options = {0};
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardSchema) schema = NULL;
    ShardSqlMode mode;
    int status;

    gboolean understood = parse_words(n_words, words, &options);
    if (!options_go_on(help, understood, options.help, &status))
        return status;
    g_autoptr(ShardRules) rules = shard_rules_load(options.rules, &error);
    if (rules != NULL && options.schema != NULL)
        schema = shard_schema_load(options.schema, &error);
    if (error != NULL)
        return print_fault(&options, error);
    if (!choose_mode(&options, rules, &mode))
        return EXIT_USAGE;
    return route(&options, rules, schema, &mode);
}

const Command command_route = {"route", "--rules FILE [options] SQL [parameters]",
                               "prints the units of a statement and how their answers are merged",
                               run_route};
