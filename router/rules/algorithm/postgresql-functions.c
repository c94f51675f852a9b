/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Bob Jenkins' lookup3 as PostgreSQL uses it, and how its types feed it.  Little-endian, as is
 * every machine whose partitions are compared.
 */
#include "router/base/decimal.h"
#include "router/rules/algorithm/postgresql-hash.h"
#include "router/rules/civil.h"

#include <math.h>
#include <string.h>

/* Days from 1970-01-01 to 2000-01-01, PostgreSQL's epoch. */
#define EPOCH_DAYS 10957
#define MICROSECONDS G_GINT64_CONSTANT(1000000)

typedef struct {
    guint32 a, b, c;
} State;

static guint32
rotate(guint32 value, guint bits)
{
    return value << bits | value >> (32 - bits);
}

static void
mix(State *s)
{
    s->a = (s->a - s->c) ^ rotate(s->c, 4);
    s->c += s->b;
    s->b = (s->b - s->a) ^ rotate(s->a, 6);
    s->a += s->c;
    s->c = (s->c - s->b) ^ rotate(s->b, 8);
    s->b += s->a;
    s->a = (s->a - s->c) ^ rotate(s->c, 16);
    s->c += s->b;
    s->b = (s->b - s->a) ^ rotate(s->a, 19);
    s->a += s->c;
    s->c = (s->c - s->b) ^ rotate(s->b, 4);
    s->b += s->a;
}

static void
finish(State *s)
{
    s->c = (s->c ^ s->b) - rotate(s->b, 14);
    s->a = (s->a ^ s->c) - rotate(s->c, 11);
    s->b = (s->b ^ s->a) - rotate(s->a, 25);
    s->c = (s->c ^ s->b) - rotate(s->b, 16);
    s->a = (s->a ^ s->c) - rotate(s->c, 4);
    s->b = (s->b ^ s->a) - rotate(s->a, 14);
    s->c = (s->c ^ s->b) - rotate(s->b, 24);
}

static State
start(guint32 size, guint64 seed)
{
    guint32 first = 0x9e3779b9u + size + 3923095u;
    State s = {first, first, first};

    if (seed != 0) {
        s.a += (guint32) (seed >> 32);
        s.b += (guint32) seed;
        mix(&s);
    }
    return s;
}

static guint64
hash_word(guint32 word, guint64 seed)
{
    State s = start(sizeof word, seed);

    s.a += word;
    finish(&s);
    return (guint64) s.b << 32 | s.c;
}

static guint32
read_word(const guint8 *bytes, gsize size, gsize at)
{
    guint32 word = 0;

    for (gsize i = 0; i < 4 && at + i < size; i++)
        word |= (guint32) bytes[at + i] << (8 * i);
    return word;
}

static guint64
hash_bytes(const void *data, gsize size, guint64 seed)
{
    const guint8 *bytes = data;
    State s = start((guint32) size, seed);
    gsize at = 0;

    for (; size - at >= 12; at += 12) {
        s.a += read_word(bytes, size, at);
        s.b += read_word(bytes, size, at + 4);
        s.c += read_word(bytes, size, at + 8);
        mix(&s);
    }
    s.a += read_word(bytes, size, at);
    s.b += read_word(bytes, size, at + 4);
    /* The lowest byte of c is reserved for the length. */
    s.c += read_word(bytes, size, at + 8) << 8;
    finish(&s);
    return (guint64) s.b << 32 | s.c;
}

/* Integers of all widths hash alike. */
static guint64
hash_integer(gint64 value, guint64 seed)
{
    guint32 low = (guint32) value;
    guint32 high = (guint32) ((guint64) value >> 32);

    return hash_word(low ^ (value >= 0 ? high : ~high), seed);
}

static guint64
hash_double(double value, guint64 seed)
{
    if (value == 0)
        return seed;
    if (isnan(value))
        value = NAN;
    return hash_bytes(&value, sizeof value, seed);
}

/* PostgreSQL's digits of base 10000, zeros at both ends left out; *out_weight is the first one's
 * power. */
static GArray *
base_digits(const ShardDecimal *number, int *out_weight)
{
    g_autofree char *text = g_malloc(mpz_sizeinbase(number->unscaled, 10) + 2);
    GArray *digits = g_array_new(FALSE, FALSE, sizeof(gint16));

    mpz_get_str(text, 10, number->unscaled);
    g_autoptr(GString) padded = g_string_new(text[0] == '-' ? text + 1 : text);
    /* Digits behind the point come in fours, and so do those before it. */
    gint32 scale = number->scale;
    for (; scale < 0 || scale % 4 != 0; scale++)
        g_string_append_c(padded, '0');
    while (padded->len % 4 != 0)
        g_string_prepend_c(padded, '0');
    *out_weight = (int) (padded->len / 4) - scale / 4 - 1;
    for (gsize i = 0; i < padded->len; i += 4) {
        gint16 digit = 0;
        for (gsize j = 0; j < 4; j++)
            digit = (gint16) (digit * 10 + (padded->str[i + j] - '0'));
        if (digits->len == 0 && digit == 0)
            (*out_weight)--;
        else
            g_array_append_val(digits, digit);
    }
    while (digits->len > 0 && g_array_index(digits, gint16, digits->len - 1) == 0)
        g_array_set_size(digits, digits->len - 1);
    return digits;
}

static gboolean
hash_numeric(const ShardValue *value, guint64 seed, guint64 *out)
{
    int weight;

    g_auto(ShardDecimal) number;
    shard_decimal_init(&number);
    if (!shard_decimal_parse(&number, value->text.data, (gssize) value->text.size))
        return FALSE;
    if (shard_decimal_sign(&number) == 0) {
        *out = seed - 1;
        return TRUE;
    }
    g_autoptr(GArray) digits = base_digits(&number, &weight);
    *out = hash_bytes(digits->data, digits->len * sizeof(gint16), seed) ^ (guint64) (gint64) weight;
    return TRUE;
}

static gint64
clock_microseconds(const ShardTime *time)
{
    return (time->hour * 3600 + time->minute * 60 + time->second) * MICROSECONDS +
           time->nanosecond / 1000;
}

static gint64
timestamp_microseconds(const ShardTime *time)
{
    gint64 days = shard_civil_days(time->year, time->month, time->day) - EPOCH_DAYS;
    return days * 86400 * MICROSECONDS + clock_microseconds(time) - time->offset * MICROSECONDS;
}

static gboolean
hash_time(const ShardValue *value, guint64 seed, guint64 *out)
{
    ShardTime time = value->time;

    if (value->kind == SHARD_VALUE_TIMESTAMP)
        time.offset = 0;
    if (value->kind == SHARD_VALUE_DATE)
        *out = hash_word((guint32) (shard_civil_days(time.year, time.month, time.day) - EPOCH_DAYS),
                         seed);
    else if (value->kind == SHARD_VALUE_TIME)
        *out = hash_integer(clock_microseconds(&time), seed);
    else
        *out = hash_integer(timestamp_microseconds(&time), seed);
    return time.nanosecond % 1000 == 0;
}

gboolean
shard_postgresql_hash(const ShardValue *value, guint64 seed, guint64 *out_hash)
{
    switch (value->kind) {
    case SHARD_VALUE_BOOLEAN:
        *out_hash = hash_word((guint32) value->i, seed);
        return TRUE;
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
        *out_hash = hash_integer(value->i, seed);
        return TRUE;
    case SHARD_VALUE_FLOAT:
    case SHARD_VALUE_DOUBLE:
        *out_hash = hash_double(value->d, seed);
        return TRUE;
    case SHARD_VALUE_BIG_INTEGER:
    case SHARD_VALUE_DECIMAL:
        return hash_numeric(value, seed, out_hash);
    case SHARD_VALUE_STRING:
    case SHARD_VALUE_BYTES:
        *out_hash = hash_bytes(value->text.data, value->text.size, seed);
        return TRUE;
    case SHARD_VALUE_DATE:
    case SHARD_VALUE_TIME:
    case SHARD_VALUE_TIMESTAMP:
    case SHARD_VALUE_OFFSET_TIMESTAMP:
        return hash_time(value, seed, out_hash);
    case SHARD_VALUE_UUID:
        *out_hash = hash_bytes(value->uuid, sizeof value->uuid, seed);
        return TRUE;
    default:
        return FALSE;
    }
}

guint64
shard_postgresql_combine(guint64 a, guint64 b)
{
    return a ^ (b + G_GUINT64_CONSTANT(0x49a0f4dd15e5a8e3) + (a << 54) + (a >> 7));
}
