/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * literal.h - a value that a shard gave, written into a statement.
 *
 *   7    1.50    'it''s'    DATE '2024-01-15'    NULL
 */
#pragma once

#include "router/base/value.h"
#include "router/rules/schema.h"

#include <glib.h>

/* Appends the literal of a value of a column or expression of that type; FALSE: none is certain to
 * mean the same. */
gboolean shard_literal_append(GString *out, ShardTypeClass type, const ShardValue *value);
