/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * command.h - the subcommands of shardodbc, one file each.
 *
 * A command gets the words behind its name and answers with an exit status: 0 done, 1 the answer is
 * no (an error in the rules, a refused statement), 2 wrong usage.
 */
#pragma once

#include <glib.h>

#define EXIT_NO 1
#define EXIT_USAGE 2

typedef struct {
    const char *name;
    const char *usage;   /* one line behind the name */
    const char *summary; /* one line */
    int (*run)(int n_words, char **words);
} Command;

extern const Command command_route;
extern const Command command_check;

/* Prints "shardodbc NAME: message" to standard error. */
void command_complain(const char *name, const char *message);
