/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * shortest.h - the fewest decimal digits that read back as the same floating number, exactly.
 *
 * Of several such decimals the nearest one, as PostgreSQL (since 12) and MariaDB print numbers.
 */
#pragma once

#include <glib.h>

/* A number as digits d1d2d3… and the place of the point: 0.d1d2d3… * 10^point. */
typedef struct {
    gboolean negative;
    char digits[32]; /* at least one, no NUL behind them; the last one isn't 0, but of zero */
    guint n_digits;
    gint point;
} ShardDigits;

/* Of what numbers the digits are fewest. */
typedef struct {
    gboolean is_float; /* of a float4's, else of a double's */
    /* Decimals just between two numbers are no good, though they are read as the even one: of
     * 33169761177205528 PostgreSQL prints all digits, MariaDB 3.316976117720553e16. */
    gboolean is_strict;
} ShardShortest;

/* number is finite. */
void shard_shortest_digits(double number, ShardShortest of, ShardDigits *out_digits);
