/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * parse.h - the Groovy code in a hole becomes a tree of nodes.
 */
#pragma once

#include "router/rules/expression/scan.h"

typedef struct {
    ExprScanner scanner;
    ShardArena *arena;       /* of the nodes */
    GPtrArray *variables;    /* (const char *) each name once, as first met */
    const ExprNode *closure; /* that is being read: name its parameter, c the one around; or NULL */
    guint depth;             /* levels of nesting, of which there is a limit */
    gboolean has_division;   /* "/" was met somewhere */
} ExprParser;

/* The statements from start, which stands behind "${", up to the brace; the scanner's place is then
 * behind that.  NULL with the scanner's error set: they can't be read. */
ExprNode *expr_parse_hole(ExprParser *self, const char *start);
/* "$name" without braces: start stands at the name. */
ExprNode *expr_parse_bare_hole(ExprParser *self, const char *start);
