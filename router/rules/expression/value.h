/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * value.h - a Groovy value inside an expression, and the context of one evaluation.  Private to
 * the expression files.
 */
#pragma once

#include "router/rules/expression.h"

typedef struct ExprValue ExprValue;
typedef struct ExprContext ExprContext;

typedef enum { EXPR_SCALAR, EXPR_LIST, EXPR_MAP } ExprShape;

/* A scalar is a ShardValue, which says its Java type; java.sql's dates have a zone.  A character
 * is a string of one.  Collections are arrays in the arena; a map alternates keys and values. */
struct ExprValue {
    ShardValue v;
    ExprShape shape;
    gboolean is_character;
    gboolean is_array; /* a list that is an array: nothing lies behind its end */
    GTimeZone *zone;
    const ExprValue *items;
    guint n_items;
};

/* The element that a closure has in hand; the closures around it follow. */
typedef struct ExprLocal {
    ExprValue value;
    const struct ExprLocal *outer;
} ExprLocal;

struct ExprContext {
    const ShardKeyValues *values;
    ShardArena **arena; /* made when first needed */
    GError **error;
    gboolean returned;       /* a return statement ran */
    const ExprLocal *locals; /* NULL: in no closure */
    guint n_collected;       /* elements that closures were run for */
    char *out;               /* text being built */
    gsize out_size, out_room;
};

/* Texts and lists don't grow beyond this. */
#define EXPR_MAX_TEXT 65536

ShardArena *expr_arena(ExprContext *context);
/* Sets the error and gives FALSE, so that "return expr_fail(...)" reads well. */
gboolean expr_fail(ExprContext *context, const char *format, ...) G_GNUC_PRINTF(2, 3);

ExprValue expr_null(void);
ExprValue expr_boolean(gboolean value);
ExprValue expr_integer(gint32 value);
ExprValue expr_long(gint64 value);
ExprValue expr_double(double value);
ExprValue expr_string(const char *text, gsize size); /* borrowed */

/* The Java value that a key's value is. */
gboolean expr_bind(ExprContext *context, const ShardValue *value, GTimeZone *zone, ExprValue *out);

static inline ShardValueKind
expr_kind(const ExprValue *value)
{
    return value->shape == EXPR_SCALAR ? value->v.kind : SHARD_VALUE_UNKNOWN;
}

gboolean expr_is_number(const ExprValue *value);
gboolean expr_is_string(const ExprValue *value); /* String, not a character */
gboolean expr_is_null(const ExprValue *value);
/* Java's name of the type, for messages. */
const char *expr_type_name(const ExprValue *value);

/* Groovy truth: null, 0, "" and empty collections are false. */
gboolean expr_truth(const ExprValue *value);
/* Groovy's ==. */
gboolean expr_equal(const ExprValue *a, const ExprValue *b);
/* Groovy's <=>: -1, 0, 1; FALSE with an error where the types have no order. */
gboolean expr_compare(ExprContext *context, const ExprValue *a, const ExprValue *b, int *out);

/* toString(). */
gboolean expr_append_text(ExprContext *context, const ExprValue *value);
/* toString() as a borrowed or newly made text. */
gboolean expr_text(ExprContext *context, const ExprValue *value, const char **out_text,
                   gsize *out_size);
gboolean expr_append(ExprContext *context, const char *text, gsize size);

/* An integer argument (index, width ...). */
gboolean expr_to_index(ExprContext *context, const ExprValue *value, gint64 *out);
