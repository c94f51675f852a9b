/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * R. Giulietti's Schubfach ("The Schubfach way to render doubles", 2020): the numbers c * 2^q that
 * lie half way to both neighbours are scaled by a power of ten, rounded to odd so that comparisons
 * stay exact, and the shortest multiple of a power of ten between them is taken.
 */
#include "driver/odbc/convert/shortest.h"

#include <gmp.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

typedef unsigned __int128 Wide;

#define LEAST_POWER (-292)
#define LARGEST_POWER 324

/* c * 2^q */
typedef struct {
    guint64 c;
    gint q;
    gboolean is_lowest; /* of its power of two: the number below is nearer than the one above */
} Binary;

/* s * 10^k */
typedef struct {
    guint64 s;
    gint k;
} Decimal;

static pthread_once_t powers_once = PTHREAD_ONCE_INIT;
static Wide powers[LARGEST_POWER - LEAST_POWER + 1]; /* of ten: their first 128 bits, rounded up */

static void
make_powers(void)
{
    mpz_t power, bits;

    mpz_init(power);
    mpz_init(bits);
    for (gint i = LEAST_POWER; i <= LARGEST_POWER; i++) {
        guint64 halves[2] = {0, 0};
        mpz_ui_pow_ui(power, 10, (unsigned long) ABS(i));
        gulong size = mpz_sizeinbase(power, 2);
        if (i < 0) {
            mpz_set_ui(bits, 0);
            mpz_setbit(bits, size + 127);
            mpz_cdiv_q(bits, bits, power);
        } else if (size <= 128) {
            mpz_mul_2exp(bits, power, 128 - size);
        } else {
            mpz_cdiv_q_2exp(bits, power, size - 128);
        }
        mpz_export(halves, NULL, -1, sizeof *halves, 0, 0, bits);
        powers[i - LEAST_POWER] = (Wide) halves[1] << 64 | halves[0];
    }
    mpz_clear(power);
    mpz_clear(bits);
}

static Binary
binary_of_double(double number)
{
    guint64 bits;

    memcpy(&bits, &number, sizeof bits);
    guint64 fraction = bits & ((G_GUINT64_CONSTANT(1) << 52) - 1);
    gint exponent = (gint) (bits >> 52 & 0x7FF);
    if (exponent == 0)
        return (Binary){fraction, -1074, FALSE};
    return (Binary){fraction | G_GUINT64_CONSTANT(1) << 52, exponent - 1075,
                    fraction == 0 && exponent > 1};
}

static Binary
binary_of_float(float number)
{
    guint32 bits;

    memcpy(&bits, &number, sizeof bits);
    guint32 fraction = bits & 0x7FFFFF;
    gint exponent = (gint) (bits >> 23 & 0xFF);
    if (exponent == 0)
        return (Binary){fraction, -149, FALSE};
    return (Binary){fraction | 0x800000, exponent - 150, fraction == 0 && exponent > 1};
}

/* The whole part of power * number / 2^128; its last bit is set if there is more behind it. */
static guint64
multiply(Wide power, guint64 number)
{
    Wide low = (Wide) (guint64) power * number;
    Wide high = (power >> 64) * number + (low >> 64);

    return (guint64) (high >> 64) | ((guint64) high > 1);
}

static Decimal
find_shortest(const Binary *from, gboolean is_strict)
{
    /* floor(log10(2^q)), of the lowest floor(log10(3/4 2^q)); floor(log2(10^-k)) */
    gint k = (from->q * 1262611 - (from->is_lowest ? 524031 : 0)) >> 22;
    gint h = from->q + ((-k * 1741647) >> 19) + 1;
    Wide power = powers[-k - LEAST_POWER];
    guint64 out = is_strict || (from->c & 1) != 0; /* the borders don't belong to it */
    /* In quarters of 10^k. */
    guint64 lower = multiply(power, (4 * from->c - 2 + (from->is_lowest ? 1 : 0)) << h) + out;
    guint64 middle = multiply(power, (4 * from->c) << h);
    guint64 upper = multiply(power, (4 * from->c + 2) << h) - out;
    guint64 s = middle / 4;
    guint64 tens = s / 10;

    gboolean below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
    if (s >= 10 && below != above)
        return (Decimal){tens + (above ? 1 : 0), k + 1};
    below = lower <= 4 * s;
    above = 4 * s + 4 <= upper;
    guint64 half = 4 * s + 2;
    if (below == above)
        above = middle > half || (middle == half && (s & 1) != 0);
    return (Decimal){s + (above ? 1 : 0), k};
}

static void
write_digits(const Decimal *from, ShardDigits *out)
{
    char text[24];
    gsize at = sizeof text;
    guint64 rest = from->s;
    gint k = from->k;

    while (rest >= 10 && rest % 10 == 0) {
        rest /= 10;
        k++;
    }
    do {
        text[--at] = (char) ('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    out->n_digits = (guint) (sizeof text - at);
    memcpy(out->digits, text + at, out->n_digits);
    out->point = (gint) out->n_digits + k;
}

void
shard_shortest_digits(double number, ShardShortest of, ShardDigits *out_digits)
{
    Binary binary =
        of.is_float ? binary_of_float((float) fabs(number)) : binary_of_double(fabs(number));

    out_digits->negative = signbit(number) != 0;
    if (binary.c == 0) {
        write_digits(&(Decimal){0, 0}, out_digits);
        return;
    }
    pthread_once(&powers_once, make_powers);
    Decimal decimal = find_shortest(&binary, of.is_strict);
    write_digits(&decimal, out_digits);
}
