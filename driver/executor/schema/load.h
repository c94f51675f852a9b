/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * load.h - the facts of a table, read from one of its nodes.
 */
#pragma once

#include "driver/executor/backend/backend.h"
#include "router/rules/rules.h"
#include "router/rules/schema.h"

/* Columns, types, collations and indexes of that actual table; strings and arrays in the arena.
 * TRUE with out->columns NULL: there is no such table. */
gboolean shard_schema_read(ShardBackend *backend, const ShardNode *node, ShardArena *arena,
                           ShardTableSchema *out, GError **error);
