/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * scale.h - what the files of the scale benchmark (scale.c) share; nobody else includes it.
 *
 *   scale-files.c   the ini files and rules of so many shards of the fake driver
 *   scale.c         the program: what is measured on them
 */
#pragma once

#include <sql.h>

/* Of the process that measures so many shards. */
struct setup {
    char folder[64];
    const char *driver, *fake;
    int shards;
    long rows;
    SQLHENV environment;
};

extern struct setup setup;

/*
 * Writes into the folder: odbcinst.ini, odbc.ini with the data sources scale, pooled (of ours),
 * fast and slow (of the fake driver), and many.ini with named (of ours), whose shards each have one
 * of their own. Ends the program if it can't.
 */
void write_files(void);
void remove_files(void);
/* How many nodes the rules have. */
int n_nodes(void);
