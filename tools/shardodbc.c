/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* shardodbc.c - the command-line tool: finds the subcommand and runs it. */
#include "config.h"

#include "tools/command.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

static const Command *const commands[] = {
    &command_route, &command_check,  &command_import,  &command_diff,
    &command_map,   &command_status, &command_recover,
};

void
command_complain(const char *name, const char *message)
{
    g_printerr("shardodbc %s: %s\n", name, message);
}

static void
print_help(void)
{
    g_print("shardodbc - look at, check and prepare what the ShardODBC driver does\n\n");
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
        g_print("  shardodbc %s %s\n      %s\n", commands[i]->name, commands[i]->usage,
                commands[i]->summary);
    g_print("  shardodbc COMMAND --help\n      all options of a command\n"
            "  shardodbc --help | --version\n");
}

static const Command *
find_command(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    }
    return NULL;
}

static void
complain(const char *word)
{
    if (*word == '\0')
        g_printerr("shardodbc: a command is wanted:");
    else
        g_printerr("shardodbc: there is no command '%s', but:", word);
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
        g_printerr(" %s", commands[i]->name);
    g_printerr("; see shardodbc --help\n");
}

/* Names, texts and passwords are the bytes that they were read as, and go to files: GLib would
 * write ? for what the locale has no character for. */
static void
print_as_it_is(const char *text)
{
    fputs(text, stdout);
    fflush(stdout);
}

static void
complain_as_it_is(const char *text)
{
    fputs(text, stderr);
}

int
main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";

    setlocale(LC_ALL, "");
    g_set_print_handler(print_as_it_is);
    g_set_printerr_handler(complain_as_it_is);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        print_help();
        return 0;
    }
    if (strcmp(word, "--version") == 0) {
        g_print("shardodbc %s\n", PACKAGE_VERSION);
        return 0;
    }
    const Command *command = find_command(word);
    if (command == NULL) {
        complain(word);
        return EXIT_USAGE;
    }
    return command->run(argc - 2, argv + 2);
}
