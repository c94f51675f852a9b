/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * temp-file.h - a file for rows that have no room in memory.
 *
 * It has no name (or loses it at once), and is readable by its owner only.  Whoever reads or writes
 * says where: a child of fork() has the same file, and nothing that it does moves the parent's
 * place in it.  Failures leave errno.
 */
#pragma once

#include <glib.h>

/* A descriptor to be closed; -1.  folder NULL or "": the system's folder for temporary files. */
int shard_temp_file_open(const char *folder);
gboolean shard_temp_file_write(int file, gconstpointer data, gsize size, guint64 at);
/* All of it: FALSE where the file ends before. */
gboolean shard_temp_file_read(int file, gpointer data, gsize size, guint64 at);
