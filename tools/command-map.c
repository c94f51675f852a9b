/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * command-map.c - a picture of shards, tables, nodes and, with --connect, the rows of each, so that
 * skew is seen at a glance: text for the terminal, or SVG.
 */
#include "router/base/error.h"
#include "tools/command.h"
#include "tools/map/map.h"
#include "tools/options.h"
#include "tools/terminal.h"

#include <string.h>

static const char help[] =
    "usage: shardodbc map [options] RULES\n"
    "       shardodbc map [options] --dsn NAME\n"
    "\n"
    "Draws shards, tables and their nodes.\n"
    "\n"
    "  --connect       count the rows of every node\n"
    "  --svg           as SVG instead of text\n"
    "  --table NAME    only this table\n"
    "  --dsn NAME      rules and user as this data source has them\n"
    "  --uid NAME      user for shards that name none; the password is taken from SHARDODBC_PWD\n"
    "\n"
    "Exit status: 0 drawn, 1 a shard or table can't be counted or the rules are bad, 2 wrong "
    "usage.\n";

typedef struct {
    Origin origin;
    char *table;
    gboolean connect, svg, help;
} Words;

static void
words_clear(Words *self)
{
    origin_clear(&self->origin);
    g_free(self->table);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Words, words_clear)

static gboolean
parse_words(int n, char **words, Words *self)
{
    const OptionFlag flags[] = {{"--connect", &self->connect},
                                {"--svg", &self->svg},
                                {"--help", &self->help},
                                {"-h", &self->help},
                                {NULL, NULL}};
    const OptionValue values[] = {{"--table", &self->table, NULL},
                                  {"--dsn", &self->origin.dsn, NULL},
                                  {"--uid", &self->origin.uid, NULL},
                                  {NULL, NULL, NULL}};
    g_auto(GStrv) rest = options_parse(n, words, flags, values);

    if (rest == NULL)
        return FALSE;
    return self->help || origin_take(&self->origin, "map", rest);
}

static int
draw(const Words *words, ShardSettings *settings)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardRules) rules = shard_rules_load(settings->rules_path, &error);

    if (rules == NULL) {
        command_complain("map", error->message);
        return EXIT_NO;
    }
    g_autoptr(Map) map = map_new(rules, words->table);
    if (map->tables->len == 0 && words->table != NULL) {
        g_autofree char *fault = g_strdup_printf("the rules have no table '%s'", words->table);
        command_complain("map", fault);
        return EXIT_NO;
    }
    gboolean counted = !words->connect || map_count(map, settings);
    if (words->svg)
        map_print_svg(map);
    else
        map_print_text(map);
    return counted ? 0 : EXIT_NO;
}

static int
run_map(int n_words, char **words)
{
    g_auto(Words) parsed = {0};
    g_autoptr(ShardSettings) settings = shard_settings_new();
    gboolean understood = parse_words(n_words, words, &parsed);
    int status;

    if (!options_go_on(help, understood, parsed.help, &status))
        return status;
    if (!settings_for_tool(settings, "map", &parsed.origin))
        return EXIT_NO;
    return draw(&parsed, settings);
}

const Command command_map = {"map", "[options] RULES", "draws shards, tables, nodes and rows",
                             run_map};
