/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * method.h - the methods, static functions and types that expressions may name: tables.
 */
#pragma once

#include "router/rules/expression/node.h"

/* What a method may be called on. */
typedef enum {
    EXPR_ON_INTEGER = 1 << 0, /* Integer, Long */
    EXPR_ON_BIG = 1 << 1,     /* BigInteger */
    EXPR_ON_DECIMAL = 1 << 2,
    EXPR_ON_DOUBLE = 1 << 3,
    EXPR_ON_STRING = 1 << 4,
    EXPR_ON_CHARACTER = 1 << 5,
    EXPR_ON_BOOLEAN = 1 << 6,
    EXPR_ON_TIME = 1 << 7, /* dates, times and timestamps */
    EXPR_ON_UUID = 1 << 8,
    EXPR_ON_LIST = 1 << 9,
    EXPR_ON_MAP = 1 << 10,
    EXPR_ON_NUMBER = EXPR_ON_INTEGER | EXPR_ON_BIG | EXPR_ON_DECIMAL | EXPR_ON_DOUBLE,
    EXPR_ON_WHOLE = EXPR_ON_INTEGER | EXPR_ON_BIG,
    EXPR_ON_ANY = (1 << 11) - 1
} ExprReceiver;

/* One call: self is NULL for a static function. */
typedef struct {
    ExprContext *context;
    const ExprMethod *method;
    const ExprValue *self;
    const ExprValue *arguments;
    guint n_arguments;
    ExprValue *out;
} ExprCall;

typedef gboolean (*ExprFunction)(const ExprCall *call);
/* Checks a constant first argument at load; NULL: nothing to check. */
typedef gboolean (*ExprArgumentCheck)(const char *text, gsize size);

struct ExprMethod {
    const char *owner; /* class of a static function; NULL: a method */
    const char *name;
    guint receivers;
    guint8 min_arguments, max_arguments;
    ExprFunction call;
    gint detail;
    ExprArgumentCheck check;
};

/* Tables by topic, each ended by a row without name. */
extern const ExprMethod expr_text_methods[];
extern const ExprMethod expr_number_methods[];
extern const ExprMethod expr_time_methods[];
extern const ExprMethod expr_other_methods[];
extern const ExprMethod expr_static_methods[];

guint expr_receiver(const ExprValue *value);

/* All rows for a call with so many arguments; NULL if there is none.  In the arena. */
const ExprMethod *const *expr_find_methods(ShardArena *arena, const char *owner, const char *name,
                                           guint n_arguments);
/* " (there is hashCode())" for hashcode; "": none is spelled alike. */
const char *expr_similar_method(ShardArena *arena, const char *owner, const char *name);
gboolean expr_is_class(const char *name);

/* Integer.MAX_VALUE and the like. */
gboolean expr_find_static_constant(const char *owner, const char *name, ExprValue *out);

/* Types for casts and "as"; NULL if the name is no such type. */
typedef gboolean (*ExprCast)(ExprContext *context, const ExprValue *value, gboolean coerce,
                             ExprValue *out);
typedef struct {
    const char *name;
    ExprCast cast;
    ShardValueKind primitive; /* of int, long and double; else NULL */
} ExprType;
const ExprType *expr_find_type(const char *name, gsize size);
const ExprType *expr_type_at(guint index);
guint expr_type_index(const ExprType *type);

/* String.format() over the arguments from the second on. */
gboolean expr_format(const ExprCall *call);
/* Is that a format that it understands? */
gboolean expr_check_format(const char *text, gsize size);
/* Is that a date pattern that format() understands? */
gboolean expr_check_date_pattern(const char *text, gsize size);

/* Shared by the tables. */
gboolean expr_hash_code(const ExprCall *call);
gboolean expr_parse_number(ExprContext *context, const ExprValue *text, ShardValueKind kind,
                           ExprValue *out);
/* An ASCII or UTF-16 slice [from, to) of a text, in units. */
gboolean expr_slice(ExprContext *context, const ExprValue *text, gint64 from, gint64 to,
                    ExprValue *out);
gint64 expr_text_units(const ExprValue *text);
/* String.trim(): without copying. */
ExprValue expr_trim(const ExprValue *text);
gboolean expr_reverse(ExprContext *context, const ExprValue *text, ExprValue *out);
