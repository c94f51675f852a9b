/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/merge/brand-decimal.h"

#include <stdlib.h>
#include <string.h>

#define POSTGRESQL_SIGNIFICANT_DIGITS 16
#define POSTGRESQL_SCALE_MAX 1000
#define POSTGRESQL_GROUP 4 /* PostgreSQL's digits are of base 10,000 */
#define MYSQL_GROUP 9      /* MariaDB's of base 1,000,000,000 */
#define MYSQL_GROUPS_MAX 9

static gint32
floor_divide(gint32 a, gint32 b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/* Weight and first digit in base 10,000; both 0 for zero. */
static void
leading_group(const ShardDecimal *value, gint32 *out_weight, gint32 *out_digit)
{
    *out_weight = 0;
    *out_digit = 0;
    if (mpz_sgn(value->unscaled) == 0)
        return;

    g_autofree char *digits = g_malloc(mpz_sizeinbase(value->unscaled, 10) + 2);
    mpz_get_str(digits, 10, value->unscaled);
    const char *first = digits + (digits[0] == '-');
    gint32 exponent = (gint32) strlen(first) - 1 - value->scale;
    *out_weight = floor_divide(exponent, POSTGRESQL_GROUP);
    gint32 n_digits = exponent - *out_weight * POSTGRESQL_GROUP + 1;
    for (gint32 i = 0; i < n_digits; i++) {
        *out_digit = *out_digit * 10 + (*first != '\0' ? *first - '0' : 0);
        first += *first != '\0';
    }
}

gint32
shard_postgresql_division_scale(const ShardDecimal *a, const ShardDecimal *b)
{
    gint32 weight_a = 0;
    gint32 weight_b = 0;
    gint32 digit_a = 0;
    gint32 digit_b = 0;

    leading_group(a, &weight_a, &digit_a);
    leading_group(b, &weight_b, &digit_b);
    gint32 weight = weight_a - weight_b - (digit_a <= digit_b);
    gint32 scale = POSTGRESQL_SIGNIFICANT_DIGITS - weight * POSTGRESQL_GROUP;
    scale = MAX(MAX(scale, a->scale), MAX(b->scale, 0));
    return MIN(scale, POSTGRESQL_SCALE_MAX);
}

static gint32
groups_of(gint32 digits)
{
    return (digits + MYSQL_GROUP - 1) / MYSQL_GROUP;
}

static gint32
whole_digits(const ShardDecimal *value)
{
    gint32 digits = (gint32) mpz_sizeinbase(value->unscaled, 10) - value->scale;
    return MAX(digits, 0);
}

void
shard_mysql_divide(ShardDecimal *a, const ShardDecimal *b, gint32 increment)
{
    gint32 fraction_a = groups_of(a->scale) * MYSQL_GROUP;
    gint32 fraction_b = groups_of(b->scale) * MYSQL_GROUP;

    increment -= fraction_a - a->scale + fraction_b - b->scale;
    gint32 groups = groups_of(fraction_a + fraction_b + MAX(increment, 0));
    gint32 whole_groups = groups_of(MAX(whole_digits(a) + b->scale, 0));
    groups = MIN(groups, MAX(MYSQL_GROUPS_MAX - whole_groups, 0));
    shard_decimal_divide(a, b, groups * MYSQL_GROUP, SHARD_ROUND_DOWN);
}

ShardValue
shard_mysql_quotient(const ShardDecimal *quotient, gboolean negative, ShardArena *arena)
{
    gsize size = 0;
    const char *text = shard_decimal_to_text(quotient, arena, &size);

    if (!negative || shard_decimal_sign(quotient) != 0)
        return shard_value_decimal(text, (gssize) size);
    g_autofree char *signed_text = g_strconcat("-", text, NULL);
    return shard_value_decimal(shard_arena_strndup(arena, signed_text, -1), (gssize) size + 1);
}

void
shard_decimal_sqrt(ShardDecimal *self, gint32 scale)
{
    /* One digit more than wanted, cut off: what is rounded from it is rounded rightly, since only
     * an exact root can end in a tie. */
    gint32 wanted = 2 * (scale + 1);
    shard_decimal_set_scale(self, MAX(wanted, self->scale + (self->scale & 1)), SHARD_ROUND_DOWN);
    mpz_sqrt(self->unscaled, self->unscaled);
    self->scale /= 2;
    shard_decimal_set_scale(self, scale, SHARD_ROUND_HALF_UP);
}

static const struct {
    gint16 sql_type;
    ShardTypeClass type, unsigned_type;
} column_types[] = {
    {4, SHARD_TYPE_INTEGER, SHARD_TYPE_UNSIGNED},
    {5, SHARD_TYPE_INTEGER, SHARD_TYPE_UNSIGNED},
    {-6, SHARD_TYPE_INTEGER, SHARD_TYPE_UNSIGNED},
    {-5, SHARD_TYPE_BIGINT, SHARD_TYPE_UNSIGNED},
    {2, SHARD_TYPE_DECIMAL, SHARD_TYPE_DECIMAL},
    {3, SHARD_TYPE_DECIMAL, SHARD_TYPE_DECIMAL},
    {6, SHARD_TYPE_DOUBLE, SHARD_TYPE_DOUBLE},
    {8, SHARD_TYPE_DOUBLE, SHARD_TYPE_DOUBLE},
    {7, SHARD_TYPE_FLOAT, SHARD_TYPE_FLOAT},
    {-7, SHARD_TYPE_BOOLEAN, SHARD_TYPE_BOOLEAN},
    {1, SHARD_TYPE_TEXT, SHARD_TYPE_TEXT},
    {12, SHARD_TYPE_TEXT, SHARD_TYPE_TEXT},
    {-1, SHARD_TYPE_TEXT, SHARD_TYPE_TEXT},
    {-8, SHARD_TYPE_TEXT, SHARD_TYPE_TEXT},
    {-9, SHARD_TYPE_TEXT, SHARD_TYPE_TEXT},
    {-10, SHARD_TYPE_TEXT, SHARD_TYPE_TEXT},
    {-2, SHARD_TYPE_BYTES, SHARD_TYPE_BYTES},
    {-3, SHARD_TYPE_BYTES, SHARD_TYPE_BYTES},
    {-4, SHARD_TYPE_BYTES, SHARD_TYPE_BYTES},
    {9, SHARD_TYPE_DATE, SHARD_TYPE_DATE},
    {91, SHARD_TYPE_DATE, SHARD_TYPE_DATE},
    {10, SHARD_TYPE_TIME, SHARD_TYPE_TIME},
    {92, SHARD_TYPE_TIME, SHARD_TYPE_TIME},
    {11, SHARD_TYPE_TIMESTAMP, SHARD_TYPE_TIMESTAMP},
    {93, SHARD_TYPE_TIMESTAMP, SHARD_TYPE_TIMESTAMP},
    {-11, SHARD_TYPE_UUID, SHARD_TYPE_UUID},
};

ShardTypeClass
shard_type_of_column(const ShardColumn *column, ShardDialect dialect)
{
    if (dialect == SHARD_DIALECT_SQLITE)
        return SHARD_TYPE_UNKNOWN;
    if (shard_column_is_money(column, dialect))
        return SHARD_TYPE_OTHER;
    for (gsize i = 0; i < G_N_ELEMENTS(column_types); i++)
        if (column_types[i].sql_type == column->sql_type)
            return column->is_unsigned ? column_types[i].unsigned_type : column_types[i].type;
    return SHARD_TYPE_OTHER;
}
