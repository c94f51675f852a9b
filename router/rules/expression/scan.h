/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * scan.h - tokens of the Groovy code inside a hole.
 */
#pragma once

#include "router/rules/expression/node.h"

typedef enum {
    EXPR_TOKEN_END, /* of the whole text */
    EXPR_TOKEN_NUMBER,
    EXPR_TOKEN_STRING,
    EXPR_TOKEN_NAME,
    EXPR_TOKEN_SYMBOL,
    EXPR_TOKEN_BAD /* the scanner has set its error */
} ExprTokenKind;

typedef struct {
    ExprTokenKind kind;
    const char *start;
    gsize size;
    ExprValue value; /* numbers and strings */
} ExprToken;

typedef struct {
    const char *text; /* the whole expression */
    const char *at;
    ShardArena *arena;
    GError **error;
    ExprToken token; /* the current one */
} ExprScanner;

/* Moves to the next token; FALSE (error set) for what is no token. */
gboolean expr_scan(ExprScanner *self);
/* Sets an error that names the column of the place; always FALSE. */
gboolean expr_scan_fail(ExprScanner *self, const char *place, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
gboolean expr_token_is(const ExprScanner *self, const char *symbol_or_word);
