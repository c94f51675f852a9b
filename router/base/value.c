/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/base/value.h"

#include "router/base/decimal.h"

#include <math.h>
#include <string.h>

/* The longest text of a double: "-2.2250738585072014E-308" and some room. */
#define DOUBLE_TEXT 48

static const char *const kind_names[] = {
    [SHARD_VALUE_NULL] = "null",
    [SHARD_VALUE_BOOLEAN] = "boolean",
    [SHARD_VALUE_INTEGER] = "integer",
    [SHARD_VALUE_LONG] = "long",
    [SHARD_VALUE_UNSIGNED] = "unsigned",
    [SHARD_VALUE_BIG_INTEGER] = "big-integer",
    [SHARD_VALUE_DECIMAL] = "decimal",
    [SHARD_VALUE_FLOAT] = "float",
    [SHARD_VALUE_DOUBLE] = "double",
    [SHARD_VALUE_STRING] = "string",
    [SHARD_VALUE_BYTES] = "bytes",
    [SHARD_VALUE_DATE] = "date",
    [SHARD_VALUE_TIME] = "time",
    [SHARD_VALUE_TIMESTAMP] = "timestamp",
    [SHARD_VALUE_OFFSET_TIMESTAMP] = "offset-date-time",
    [SHARD_VALUE_UUID] = "uuid",
    [SHARD_VALUE_UNKNOWN] = "unknown",
};

const char *
shard_value_kind_name(ShardValueKind kind)
{
    return (guint) kind < G_N_ELEMENTS(kind_names) ? kind_names[kind] : "unknown";
}

ShardValue
shard_value_long(gint64 value)
{
    return (ShardValue){.kind = SHARD_VALUE_LONG, .i = value};
}

static ShardValue
make_text(ShardValueKind kind, const char *text, gssize size)
{
    ShardValue value = {.kind = kind};
    value.text.data = text;
    value.text.size = size < 0 ? strlen(text) : (gsize) size;
    return value;
}

ShardValue
shard_value_string(const char *text, gssize size)
{
    return make_text(SHARD_VALUE_STRING, text, size);
}

ShardValue
shard_value_decimal(const char *text, gssize size)
{
    return make_text(SHARD_VALUE_DECIMAL, text, size);
}

gboolean
shard_value_has_text(const ShardValue *self)
{
    return self->kind == SHARD_VALUE_STRING || self->kind == SHARD_VALUE_BYTES ||
           self->kind == SHARD_VALUE_DECIMAL || self->kind == SHARD_VALUE_BIG_INTEGER;
}

static gboolean
has_time(ShardValueKind kind)
{
    return kind == SHARD_VALUE_DATE || kind == SHARD_VALUE_TIME || kind == SHARD_VALUE_TIMESTAMP ||
           kind == SHARD_VALUE_OFFSET_TIMESTAMP;
}

ShardValue
shard_value_copy(const ShardValue *self, ShardArena *arena)
{
    ShardValue copy = *self;

    if (shard_value_has_text(self))
        copy.text.data = shard_arena_strndup(arena, self->text.data == NULL ? "" : self->text.data,
                                             (gssize) self->text.size);
    return copy;
}

/* The fields that count, so that padding and fields of other kinds never matter. */
static guint64
time_key(const ShardValue *value, guint part)
{
    const ShardTime *time = &value->time;
    guint64 date =
        ((guint64) (guint32) time->year << 16) | ((guint64) time->month << 8) | time->day;
    guint64 clock = ((guint64) time->hour << 48) | ((guint64) time->minute << 40) |
                    ((guint64) time->second << 32) | time->nanosecond;

    if (part == 0)
        return value->kind == SHARD_VALUE_TIME ? 0 : date;
    if (part == 1)
        return value->kind == SHARD_VALUE_DATE ? 0 : clock;
    return value->kind == SHARD_VALUE_OFFSET_TIMESTAMP ? (guint32) time->offset : 0;
}

static gboolean
times_identical(const ShardValue *a, const ShardValue *b)
{
    for (guint part = 0; part < 3; part++)
        if (time_key(a, part) != time_key(b, part))
            return FALSE;
    return TRUE;
}

static guint64
double_bits(double value)
{
    guint64 bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

gboolean
shard_value_identical(const ShardValue *a, const ShardValue *b)
{
    if (a->kind != b->kind)
        return FALSE;
    if (shard_value_has_text(a))
        return a->text.size == b->text.size &&
               (a->text.size == 0 || memcmp(a->text.data, b->text.data, a->text.size) == 0);
    if (has_time(a->kind))
        return times_identical(a, b);
    if (a->kind == SHARD_VALUE_FLOAT || a->kind == SHARD_VALUE_DOUBLE)
        return double_bits(a->d) == double_bits(b->d);
    if (a->kind == SHARD_VALUE_UUID)
        return memcmp(a->uuid, b->uuid, sizeof a->uuid) == 0;
    if (a->kind == SHARD_VALUE_NULL || a->kind == SHARD_VALUE_UNKNOWN)
        return TRUE;
    return a->u == b->u;
}

/* FNV-1a; values are short. */
static guint
hash_bytes(guint hash, const void *bytes, gsize size)
{
    const guchar *at = bytes;

    for (gsize i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 16777619u;
    return hash;
}

guint
shard_value_hash(const ShardValue *self)
{
    guint hash = 2166136261u ^ (guint) self->kind;
    guint64 word =
        self->kind == SHARD_VALUE_NULL || self->kind == SHARD_VALUE_UNKNOWN ? 0 : self->u;

    if (shard_value_has_text(self))
        return hash_bytes(hash, self->text.data, self->text.size);
    if (self->kind == SHARD_VALUE_UUID)
        return hash_bytes(hash, self->uuid, sizeof self->uuid);
    if (has_time(self->kind))
        word = time_key(self, 0) * 31 + time_key(self, 1) * 17 + time_key(self, 2);
    else if (self->kind == SHARD_VALUE_FLOAT || self->kind == SHARD_VALUE_DOUBLE)
        word = double_bits(self->d);
    return hash_bytes(hash, &word, sizeof word);
}

/* Fewest digits (two or more, as Java has it) that read back as the same number: 'd.ddde[+-]xx'.
 * The text decides where rows lie, so that it stays as it is: Schubfach's digits, with which the
 * driver prints numbers, are other ones for some fifty powers of two. */
static void
shortest_digits(double value, gboolean single, char *out)
{
    for (int precision = 1; precision < 17; precision++) {
        char format[8];
        g_snprintf(format, sizeof format, "%%.%de", precision);
        g_ascii_formatd(out, DOUBLE_TEXT, format, value);
        double back = g_ascii_strtod(out, NULL);
        if (single ? (float) back == (float) value : back == value)
            return;
    }
}

/* Java's Double.toString: 1.0, 0.001, 1.0E7. */
static const char *
double_to_text(double value, gboolean single, ShardArena *arena)
{
    if (isnan(value))
        return "NaN";
    if (isinf(value))
        return value < 0 ? "-Infinity" : "Infinity";
    if (value == 0)
        return signbit(value) ? "-0.0" : "0.0";

    char scientific[DOUBLE_TEXT];
    shortest_digits(fabs(value), single, scientific);
    const char *e = strchr(scientific, 'e');
    int exponent = (int) g_ascii_strtoll(e + 1, NULL, 10);
    g_autoptr(GString) digits = g_string_new(NULL);
    for (const char *at = scientific; at < e; at++)
        if (*at != '.')
            g_string_append_c(digits, *at);
    while (digits->len > 1 && digits->str[digits->len - 1] == '0')
        g_string_truncate(digits, digits->len - 1);

    g_autoptr(GString) text = g_string_new(value < 0 ? "-" : "");
    gboolean plain = exponent >= -3 && exponent < 7;
    int whole = plain ? exponent + 1 : 1; /* digits before the point */
    if (whole <= 0)
        g_string_append(text, "0.");
    for (int i = whole; i < 0; i++)
        g_string_append_c(text, '0');
    for (int i = 0; i < MAX((int) digits->len, whole + 1); i++) {
        if (i == whole && whole > 0)
            g_string_append_c(text, '.');
        if (i < (int) digits->len || whole > 0)
            g_string_append_c(text, i < (int) digits->len ? digits->str[i] : '0');
    }
    if (!plain)
        g_string_append_printf(text, "E%d", exponent);
    return shard_arena_strndup(arena, text->str, (gssize) text->len);
}

/* Java's BigDecimal.toString: plain unless the scale is negative or the number very small. */
static const char *
decimal_to_text(const ShardValue *value, ShardArena *arena)
{
    g_auto(ShardDecimal) number;
    shard_decimal_init(&number);
    if (!shard_decimal_parse(&number, value->text.data, (gssize) value->text.size))
        return shard_arena_strndup(arena, value->text.data, (gssize) value->text.size);
    ShardDecimal digits = number; /* shares the limbs */
    digits.scale = 0;
    gsize size;
    const char *text = shard_decimal_to_text(&digits, arena, &size);
    gboolean negative = *text == '-';
    gint64 adjusted = (gint64) size - (negative ? 1 : 0) - 1 - number.scale;
    if (number.scale >= 0 && adjusted >= -6)
        return shard_decimal_to_text(&number, arena, NULL);

    g_autoptr(GString) out = g_string_new(negative ? "-" : "");
    const char *first = text + (negative ? 1 : 0);
    g_string_append_c(out, *first);
    if (first[1] != '\0')
        g_string_append_printf(out, ".%s", first + 1);
    if (adjusted != 0)
        g_string_append_printf(out, "E%+" G_GINT64_FORMAT, adjusted);
    return shard_arena_strndup(arena, out->str, (gssize) out->len);
}

static void
append_fraction(GString *out, guint32 nanosecond)
{
    if (nanosecond == 0)
        return;
    g_string_append_printf(out, ".%09u", nanosecond);
    while (out->str[out->len - 1] == '0')
        g_string_truncate(out, out->len - 1);
}

static void
append_offset(GString *out, gint32 offset)
{
    guint32 away = (guint32) ABS(offset);

    if (offset == 0) {
        g_string_append_c(out, 'Z');
        return;
    }
    g_string_append_printf(out, "%c%02u:%02u", offset < 0 ? '-' : '+', away / 3600, away / 60 % 60);
    if (away % 60 != 0)
        g_string_append_printf(out, ":%02u", away % 60);
}

static const char *
time_to_text(const ShardValue *value, ShardArena *arena)
{
    const ShardTime *time = &value->time;
    g_autoptr(GString) out = g_string_sized_new(40);

    if (value->kind != SHARD_VALUE_TIME)
        g_string_append_printf(out, "%04d-%02u-%02u", time->year, time->month, time->day);
    if (value->kind == SHARD_VALUE_TIMESTAMP || value->kind == SHARD_VALUE_OFFSET_TIMESTAMP)
        g_string_append_c(out, ' ');
    if (value->kind != SHARD_VALUE_DATE) {
        g_string_append_printf(out, "%02u:%02u:%02u", time->hour, time->minute, time->second);
        append_fraction(out, time->nanosecond);
    }
    if (value->kind == SHARD_VALUE_OFFSET_TIMESTAMP)
        append_offset(out, time->offset);
    return shard_arena_strndup(arena, out->str, (gssize) out->len);
}

static const char *
uuid_to_text(const ShardValue *value, ShardArena *arena)
{
    static const char hex[] = "0123456789abcdef";
    char *text = shard_arena_alloc(arena, 37);
    char *at = text;

    for (guint i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *at++ = '-';
        *at++ = hex[value->uuid[i] >> 4];
        *at++ = hex[value->uuid[i] & 15];
    }
    return text;
}

static const char *
bytes_to_text(const ShardValue *value, ShardArena *arena)
{
    static const char hex[] = "0123456789abcdef";
    char *text = shard_arena_alloc(arena, value->text.size * 2 + 1);

    for (gsize i = 0; i < value->text.size; i++) {
        text[2 * i] = hex[(guchar) value->text.data[i] >> 4];
        text[2 * i + 1] = hex[(guchar) value->text.data[i] & 15];
    }
    return text;
}

static const char *
integer_to_text(const char *format, guint64 value, ShardArena *arena)
{
    char *text = shard_arena_alloc(arena, 24);

    if (format[0] == 'u')
        g_snprintf(text, 24, "%" G_GUINT64_FORMAT, value);
    else
        g_snprintf(text, 24, "%" G_GINT64_FORMAT, (gint64) value);
    return text;
}

const char *
shard_value_to_text(const ShardValue *self, ShardArena *arena)
{
    switch (self->kind) {
    case SHARD_VALUE_NULL:
        return "null";
    case SHARD_VALUE_BOOLEAN:
        return self->i ? "true" : "false";
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
        return integer_to_text("i", self->u, arena);
    case SHARD_VALUE_UNSIGNED:
        return integer_to_text("u", self->u, arena);
    case SHARD_VALUE_BIG_INTEGER:
    case SHARD_VALUE_STRING:
        return shard_arena_strndup(arena, self->text.data == NULL ? "" : self->text.data,
                                   (gssize) self->text.size);
    case SHARD_VALUE_DECIMAL:
        return decimal_to_text(self, arena);
    case SHARD_VALUE_FLOAT:
        return double_to_text(self->d, TRUE, arena);
    case SHARD_VALUE_DOUBLE:
        return double_to_text(self->d, FALSE, arena);
    case SHARD_VALUE_BYTES:
        return bytes_to_text(self, arena);
    case SHARD_VALUE_DATE:
    case SHARD_VALUE_TIME:
    case SHARD_VALUE_TIMESTAMP:
    case SHARD_VALUE_OFFSET_TIMESTAMP:
        return time_to_text(self, arena);
    case SHARD_VALUE_UUID:
        return uuid_to_text(self, arena);
    case SHARD_VALUE_UNKNOWN:
        return "?";
    }
    return "?";
}
