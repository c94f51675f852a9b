/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * parse.h - PostgreSQL's grammar over a view; private to this folder.
 *
 * The grammar and every walk over its tree recurse with the depth of the statement, so whoever
 * parses runs inside shard_parse_deep(), on a stack of its own when the caller's could be too
 * small.
 */
#pragma once

#include "router/sql/view/view.h"

#include <pg_query/pg_query.pb-c.h>

/* Statements nested deeper than this are not read at all. */
#define SHARD_PARSE_MAX_NESTING 20000

typedef void (*ShardParseFunc)(void *data);

/* How deep the tree of the view can become: brackets plus the longest chain of operators. */
guint shard_parse_nesting(const ShardView *view);

/* Calls function(data) on a stack that bears that nesting; FALSE if there is no memory for it. */
gboolean shard_parse_deep(ShardParseFunc function, void *data, guint nesting);

/* The tree, in the view's arena; NULL: the view's reason and reason_token say why. */
const PgQuery__ParseResult *shard_parse(ShardView *view);
