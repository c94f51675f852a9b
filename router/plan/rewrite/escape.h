/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * escape.h - ODBC escapes in the brand's own words, where neither its driver nor its server reads
 * them.
 *
 *   {fn LOCATE('b', g)}                instr(g, 'b')                      (SQLite)
 *   {fn CONVERT(g, SQL_INTEGER)}       CAST(g AS SIGNED)                  (MariaDB)
 *   LIKE 'a!%' {escape '!'}            LIKE 'a!%' ESCAPE '!'              (SQLite, MariaDB)
 *
 * Escapes that the brand's driver or server reads itself stay as they are.
 */
#pragma once

#include "router/plan/rewrite/edit.h"

/* Adds the changes for all escapes of the text. */
void shard_escape_edits(ShardEdits *edits);

/* The text as a shard gets it, names left alone (SQLNativeSql); (transfer full). */
char *shard_escape_native(const char *sql, gsize size, const ShardSqlMode *mode);
