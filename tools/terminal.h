/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * terminal.h - colours and progress, on a terminal only.
 *
 * NO_COLOR (set to anything) turns colours off; SHARDODBC_COLOR=always turns them on.
 */
#pragma once

#include <glib.h>

typedef enum { INK_PLAIN, INK_RED, INK_YELLOW, INK_GREEN, INK_BLUE, INK_DIM, INK_BOLD } Ink;

/* The escape that begins a colour on standard output, or "" where there are none; INK_PLAIN ends.
 */
const char *ink(Ink colour);
gboolean terminal_is_wide_text(void); /* blocks and lines of Unicode may be printed */
guint terminal_columns(void);         /* 80 when unknown */

/* A line on standard error that is overwritten; nothing unless that is a terminal. */
typedef struct {
    const char *what;
    guint64 total; /* 0: unknown */
    gint64 shown;  /* when it was last drawn, microseconds */
    gboolean drawn;
} Progress;

void progress_show(Progress *self, guint64 done, const char *detail);
void progress_end(Progress *self); /* wipes the line */
