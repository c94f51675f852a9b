/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* command-check.c - reads a rules file and says what is wrong, or doubtful, in it. */
#include "router/rules/rules.h"
#include "tools/command.h"

static int
run_check(int n_words, char **words)
{
    g_autoptr(GError) error = NULL;

    if (n_words != 1 || words[0][0] == '-') {
        command_complain("check", "usage: shardodbc check FILE");
        return EXIT_USAGE;
    }
    g_autoptr(ShardRules) rules = shard_rules_load(words[0], &error);
    if (rules == NULL) {
        g_print("error: %s\n", error->message);
        return EXIT_NO;
    }
    const char *const *warnings = shard_rules_warnings(rules);
    for (guint i = 0; warnings[i] != NULL; i++)
        g_print("warning: %s\n", warnings[i]);
    g_print("ok: %u shards, %u tables\n", shard_rules_n_shards(rules), shard_rules_n_tables(rules));
    return 0;
}

const Command command_check = {"check", "FILE", "says what is wrong or doubtful in a rules file",
                               run_check};
