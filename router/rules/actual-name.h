/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * actual-name.h - what a shard calls a thing, as the application knows it.
 */
#pragma once

#include "router/rules/rules.h"

/* What the shard says, of the logical tables: their names for the actual ones where a message of
 * that brand names tables, indexes and constraints; values that it cites stay.  (transfer full) */
char *shard_rules_tell(const ShardRules *self, guint shard, ShardDialect dialect,
                       const char *message);
