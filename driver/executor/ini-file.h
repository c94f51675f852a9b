/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * ini-file.h - odbc.ini, read once.
 *
 * libodbcinst reads the whole file for each entry that is asked for: with a thousand data sources
 * that is too often.  Here a file is kept until it changes; passwords are not.
 */
#pragma once

#include <glib.h>

/* The entry of the section in the user's odbc.ini, else of that in the system's; "" if the section
 * has none.  NULL: not known here, ask libodbcinst.  Not thread-safe.  (transfer full) */
char *shard_ini_file_get(const char *section, const char *key);
