/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * command.h - the subcommands of shardodbc, one file each.
 *
 * A command gets the words behind its name and answers with an exit status: 0 done, 1 the answer is
 * no (an error in the rules, a refused statement), 2 wrong usage, 3 done but not all of it.
 */
#pragma once

#include "driver/executor/transaction/recover.h"

#include <glib.h>

#define EXIT_NO 1
#define EXIT_USAGE 2
#define EXIT_LOST 3

typedef struct {
    const char *name;
    const char *usage;   /* one line behind the name */
    const char *summary; /* one line */
    int (*run)(int n_words, char **words);
} Command;

extern const Command command_route;
extern const Command command_check;
extern const Command command_diff;
extern const Command command_import;
extern const Command command_map;
extern const Command command_recover;
extern const Command command_status;

/* Prints "shardodbc NAME: message" to standard error. */
void command_complain(const char *name, const char *message);
/* A line per state folder that isn't ours, of the transactions it has prepared (of ShardDoubt). */
void command_print_foreign(const GPtrArray *doubts);
/* "to be committed" … */
const char *command_doubt_word(ShardDoubtDecision decision);
