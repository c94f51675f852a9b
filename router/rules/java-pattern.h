/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * java-pattern.h - Java's date patterns (yyyy-MM-dd HH:mm:ss ...) and ChronoUnits.
 *
 * Letters y u M d H m s S Q and literal text; anything else is refused when the pattern is made.
 */
#pragma once

#include "router/base/value.h"

#include <glib.h>

typedef enum {
    SHARD_FIELD_YEAR = 1 << 0,
    SHARD_FIELD_MONTH = 1 << 1,
    SHARD_FIELD_DAY = 1 << 2,
    SHARD_FIELD_HOUR = 1 << 3,
    SHARD_FIELD_MINUTE = 1 << 4,
    SHARD_FIELD_SECOND = 1 << 5,
    SHARD_FIELD_FRACTION = 1 << 6,
    SHARD_FIELD_QUARTER = 1 << 7
} ShardTimeField;

#define SHARD_FIELDS_DATE (SHARD_FIELD_YEAR | SHARD_FIELD_MONTH | SHARD_FIELD_DAY)

typedef struct _ShardJavaPattern ShardJavaPattern;

/* NULL: not understood; *out_bad (may be NULL) is then the offending letter. */
ShardJavaPattern *shard_java_pattern_new(const char *text, char *out_bad);
void shard_java_pattern_free(ShardJavaPattern *self); /* accepts NULL */

/* Length of the pattern's own text in characters, quotes included. */
gsize shard_java_pattern_size(const ShardJavaPattern *self);
const char *shard_java_pattern_text(const ShardJavaPattern *self);
/* ShardTimeField bits that it has. */
guint shard_java_pattern_fields(const ShardJavaPattern *self);

/* Writes at most room bytes with a NUL; the length, or 0 if it doesn't fit. */
gsize shard_java_pattern_format(const ShardJavaPattern *self, const ShardTime *time, char *out,
                                gsize room);
/* Reads the whole text; fields that the pattern lacks are 1 (year 0, month and day 1) or 0. */
gboolean shard_java_pattern_parse(const ShardJavaPattern *self, const char *text, gsize size,
                                  ShardTime *out);
/* As above from the start of the text; what follows is ignored. */
gboolean shard_java_pattern_parse_start(const ShardJavaPattern *self, const char *text, gsize size,
                                        ShardTime *out);

/* A step of time: months or nanoseconds times an amount. */
typedef struct {
    gint64 months;  /* 0: a step of seconds */
    gint64 seconds; /* of one step */
} ShardTimeStep;

/* The units there are, for what is said of a word that is none. */
#define SHARD_TIME_UNITS                                                                           \
    "Seconds, Minutes, Hours, HalfDays, Days, Weeks, Months, Years, Decades, Centuries"

/* "Days", "MONTHS", ...; FALSE for a word that is no unit from seconds to centuries. */
gboolean shard_time_step_parse(const char *unit, gint64 amount, ShardTimeStep *out);
/* start + n steps, as java.time's plus(): months are clipped to their length. */
void shard_time_step_add(const ShardTimeStep *self, const ShardTime *start, gint64 n,
                         ShardTime *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardJavaPattern, shard_java_pattern_free)
