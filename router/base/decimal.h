/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * decimal.h - decimals of any size: an integer and a scale, on GMP.
 *
 * value = unscaled * 10^-scale, as in java.math.BigDecimal; the scale may be negative.
 */
#pragma once

#include "router/base/arena.h"

#include <glib.h>
#include <gmp.h>

typedef struct {
    mpz_t unscaled;
    gint32 scale;
} ShardDecimal;

typedef enum {
    SHARD_ROUND_DOWN,    /* toward zero */
    SHARD_ROUND_HALF_UP, /* half away from zero */
    SHARD_ROUND_HALF_EVEN,
    SHARD_ROUND_FLOOR,
    SHARD_ROUND_CEILING
} ShardRounding;

void shard_decimal_init(ShardDecimal *self); /* 0, scale 0; give back with _clear */
void shard_decimal_clear(ShardDecimal *self);
void shard_decimal_set(ShardDecimal *self, const ShardDecimal *from);
void shard_decimal_set_int64(ShardDecimal *self, gint64 value);
void shard_decimal_set_uint64(ShardDecimal *self, guint64 value);
/* Reads [+-]digits[.digits][E[+-]digits], also ".5" and "5."; FALSE for anything else, self
 * untouched.  The scale is kept as written (exponents move it); exponents beyond +-100,000 are
 * refused. */
gboolean shard_decimal_parse(ShardDecimal *self, const char *text, gssize size);

void shard_decimal_add(ShardDecimal *self, const ShardDecimal *other); /* scale = larger of both */
void shard_decimal_subtract(ShardDecimal *self, const ShardDecimal *other);
void shard_decimal_multiply(ShardDecimal *self, const ShardDecimal *other);
/* Quotient rounded to scale digits; FALSE when other is zero. */
gboolean shard_decimal_divide(ShardDecimal *self, const ShardDecimal *other, gint32 scale,
                              ShardRounding rounding);
void shard_decimal_set_scale(ShardDecimal *self, gint32 scale, ShardRounding rounding);
/* Removes trailing zeros (scale may become negative). */
void shard_decimal_strip(ShardDecimal *self);
void shard_decimal_negate(ShardDecimal *self);

int shard_decimal_compare(const ShardDecimal *a, const ShardDecimal *b); /* by value, any scale */
int shard_decimal_sign(const ShardDecimal *self);
gboolean shard_decimal_is_integer(const ShardDecimal *self);
/* FALSE if there is a fraction or it doesn't fit. */
gboolean shard_decimal_to_int64(const ShardDecimal *self, gint64 *out_value);
double shard_decimal_to_double(const ShardDecimal *self); /* nearest */
/* Digits without an exponent (1000 for 1E+3, 0.05); in the arena; out_size may be NULL. */
const char *shard_decimal_to_text(const ShardDecimal *self, ShardArena *arena, gsize *out_size);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ShardDecimal, shard_decimal_clear)
