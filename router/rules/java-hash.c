/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/java-hash.h"

#include "router/base/decimal.h"
#include "router/rules/civil.h"

#include <math.h>
#include <string.h>

#define NANOSECONDS G_GINT64_CONSTANT(1000000000)

typedef gboolean (*Hasher)(const ShardValue *value, GTimeZone *zone, guint32 *out);

/* Long.hashCode(). */
static guint32
fold(guint64 bits)
{
    return (guint32) bits ^ (guint32) (bits >> 32);
}

static gboolean
hash_boolean(const ShardValue *value, GTimeZone *zone, guint32 *out)
{
    *out = value->i ? 1231 : 1237;
    return TRUE;
}

static gboolean
hash_integer(const ShardValue *value, GTimeZone *zone, guint32 *out)
{
    *out = (guint32) value->i;
    return TRUE;
}

static gboolean
hash_long(const ShardValue *value, GTimeZone *zone, guint32 *out)
{
    *out = fold(value->u);
    return TRUE;
}

/* BigInteger.hashCode(): the magnitude's big-endian 32-bit words. */
static guint32
hash_big(const mpz_t number)
{
    guint32 hash = 0;
    size_t words = 0;
    g_autofree guint32 *magnitude = g_new0(guint32, mpz_sizeinbase(number, 2) / 32 + 1);

    mpz_export(magnitude, &words, 1, sizeof(guint32), 0, 0, number);
    for (size_t i = 0; i < words; i++)
        hash = hash * 31 + magnitude[i];
    return mpz_sgn(number) < 0 ? -hash : hash;
}

/* A BIGINT UNSIGNED comes as a Long as long as it fits one. */
static gboolean
hash_unsigned(const ShardValue *value, GTimeZone *zone, guint32 *out)
{
    if (value->u <= (guint64) G_MAXINT64)
        return hash_long(value, zone, out);
    *out = (guint32) (value->u >> 32) * 31 + (guint32) value->u;
    return TRUE;
}

static gboolean
hash_big_integer(const ShardValue *value, GTimeZone *zone, guint32 *out)
{
    g_auto(ShardDecimal) number;
    shard_decimal_init(&number);
    if (!shard_decimal_parse(&number, value->text.data, (gssize) value->text.size) ||
        !shard_decimal_is_integer(&number))
        return FALSE;
    shard_decimal_set_scale(&number, 0, SHARD_ROUND_DOWN);
    *out = hash_big(number.unscaled);
    return TRUE;
}

static gboolean
hash_decimal(const ShardValue *value, GTimeZone *zone, guint32 *out)
{
    g_auto(ShardDecimal) number;
    shard_decimal_init(&number);
    if (!shard_decimal_parse(&number, value->text.data, (gssize) value->text.size))
        return FALSE;
    guint32 hash;
    /* Java keeps an unscaled value of 64 bits apart (-2^63 marks the other form). */
    if (mpz_fits_slong_p(number.unscaled) && mpz_get_si(number.unscaled) != G_MININT64) {
        gint64 unscaled = mpz_get_si(number.unscaled);
        guint64 magnitude = (guint64) ABS(unscaled);
        hash = (guint32) (magnitude >> 32) * 31 + (guint32) magnitude;
        hash = unscaled < 0 ? -hash : hash;
    } else {
        hash = hash_big(number.unscaled);
    }
    *out = hash * 31 + (guint32) number.scale;
    return TRUE;
}

static gboolean
hash_float(const ShardValue *value, GTimeZone *zone, guint32 *out)
{
    float single = isnan(value->d) ? NAN : (float) value->d;
    guint32 bits;

    memcpy(&bits, &single, sizeof bits);
    *out = isnan(single) ? 0x7fc00000u : bits;
    return TRUE;
}

static gboolean
hash_double(const ShardValue *value, GTimeZone *zone, guint32 *out)
{
    guint64 bits;

    memcpy(&bits, &value->d, sizeof bits);
    *out = fold(isnan(value->d) ? G_GUINT64_CONSTANT(0x7ff8000000000000) : bits);
    return TRUE;
}

static gboolean
hash_string(const ShardValue *value, GTimeZone *zone, guint32 *out)
{
    gint32 hash;

    if (!shard_java_hash_text(value->text.data, value->text.size, &hash))
        return FALSE;
    *out = (guint32) hash;
    return TRUE;
}

static guint32
local_date(const ShardTime *time)
{
    guint32 year = (guint32) time->year;
    return (year & 0xFFFFF800u) ^ ((year << 11) + ((guint32) time->month << 6) + time->day);
}

static guint32
local_time(const ShardTime *time)
{
    gint64 seconds = time->hour * 3600 + time->minute * 60 + time->second;
    return fold((guint64) (seconds * NANOSECONDS + time->nanosecond));
}

static guint32
hash_instant(const ShardTime *time, GTimeZone *zone)
{
    return fold((guint64) shard_civil_epoch_ms(time, zone));
}

static gboolean
hash_date(const ShardValue *value, GTimeZone *zone, guint32 *out)
{
    ShardTime midnight = {
        .year = value->time.year, .month = value->time.month, .day = value->time.day};

    *out = zone == NULL ? local_date(&value->time) : hash_instant(&midnight, zone);
    return TRUE;
}

static gboolean
hash_time(const ShardValue *value, GTimeZone *zone, guint32 *out)
{
    ShardTime epoch = value->time;

    epoch.year = 1970;
    epoch.month = epoch.day = 1;
    *out = zone == NULL ? local_time(&value->time) : hash_instant(&epoch, zone);
    return TRUE;
}

static gboolean
hash_timestamp(const ShardValue *value, GTimeZone *zone, guint32 *out)
{
    *out = zone == NULL ? local_date(&value->time) ^ local_time(&value->time)
                        : hash_instant(&value->time, zone);
    return TRUE;
}

static gboolean
hash_offset_timestamp(const ShardValue *value, GTimeZone *zone, guint32 *out)
{
    *out = local_date(&value->time) ^ local_time(&value->time) ^ (guint32) value->time.offset;
    return TRUE;
}

static gboolean
hash_uuid(const ShardValue *value, GTimeZone *zone, guint32 *out)
{
    guint64 halves[2];

    memcpy(halves, value->uuid, sizeof halves);
    *out = fold(GUINT64_FROM_BE(halves[0]) ^ GUINT64_FROM_BE(halves[1]));
    return TRUE;
}

static const Hasher hashers[] = {
    [SHARD_VALUE_BOOLEAN] = hash_boolean,
    [SHARD_VALUE_INTEGER] = hash_integer,
    [SHARD_VALUE_LONG] = hash_long,
    [SHARD_VALUE_UNSIGNED] = hash_unsigned,
    [SHARD_VALUE_BIG_INTEGER] = hash_big_integer,
    [SHARD_VALUE_DECIMAL] = hash_decimal,
    [SHARD_VALUE_FLOAT] = hash_float,
    [SHARD_VALUE_DOUBLE] = hash_double,
    [SHARD_VALUE_STRING] = hash_string,
    [SHARD_VALUE_DATE] = hash_date,
    [SHARD_VALUE_TIME] = hash_time,
    [SHARD_VALUE_TIMESTAMP] = hash_timestamp,
    [SHARD_VALUE_OFFSET_TIMESTAMP] = hash_offset_timestamp,
    [SHARD_VALUE_UUID] = hash_uuid,
};

gboolean
shard_java_hash(const ShardValue *value, GTimeZone *zone, gint32 *out_hash)
{
    guint32 hash;

    if ((guint) value->kind >= G_N_ELEMENTS(hashers) || hashers[value->kind] == NULL ||
        !hashers[value->kind](value, zone, &hash))
        return FALSE;
    *out_hash = (gint32) hash;
    return TRUE;
}

gboolean
shard_java_hash_text(const char *text, gsize size, gint32 *out_hash)
{
    guint32 hash = 0;
    gsize i = 0;

    for (; i < size && (guchar) text[i] < 0x80; i++)
        hash = hash * 31 + (guchar) text[i];
    while (i < size) {
        gunichar c = g_utf8_get_char_validated(text + i, (gssize) (size - i));
        /* A NUL in the middle is text to Java; GLib calls it the end. */
        if (text[i] == '\0')
            c = 0;
        else if (c == (gunichar) -1 || c == (gunichar) -2)
            return FALSE;
        if (c >= 0x10000) {
            hash = hash * 31 + (0xD800 + ((c - 0x10000) >> 10));
            c = 0xDC00 + ((c - 0x10000) & 0x3FF);
        }
        hash = hash * 31 + c;
        i += text[i] == '\0' ? 1 : (gsize) g_utf8_skip[(guchar) text[i]];
    }
    *out_hash = (gint32) hash;
    return TRUE;
}
