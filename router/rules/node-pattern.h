/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * node-pattern.h - from "ds_${0..1}.t_order_${0..1}" to names.
 */
#pragma once

#include <glib.h>

/* More names than this are surely a slip. */
#define SHARD_NODE_LIMIT 20000

/* All names of a pattern: pieces between commas (outside holes and quotes), each expanded with the
 * leftmost hole slowest; <LITERAL>, <GROOVY> and <INTERVAL> as in ShardingSphere.  (transfer full:
 * GPtrArray of char*).  Nothing, or too much, is an error that names the text. */
GPtrArray *shard_node_pattern_expand(const char *text, GError **error);

/* "a", "b c", d -> parts without quotes, split at separator (outside quotes), blanks around parts
 * dropped.  FALSE and *error for a quote without end or an empty part. */
GPtrArray *shard_split_names(const char *text, char separator, GError **error);
