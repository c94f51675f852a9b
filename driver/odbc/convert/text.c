/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Values as text, narrow (UTF-8) and wide (UTF-16).
 *
 * A part that SQLGetData gives fills the buffer to its last byte, as the standard has it and as
 * applications count on that join parts by the buffer's length; so a part may end within a
 * character, whose rest begins the next part.  A bound column has no next part: there the text is
 * cut between characters.
 */
#include "driver/odbc/convert/private.h"
#include "driver/odbc/convert/shortest.h"

#include <float.h>
#include <math.h>

#define REPLACEMENT 0xFFFD

static gboolean
is_continuation(char c)
{
    return ((guchar) c & 0xC0) == 0x80;
}

/* The longest beginning of at most room bytes that ends between two characters. */
static gsize
cut_between_characters(const char *data, gsize size, gsize room)
{
    gsize fit = room;

    if (fit >= size)
        return size;
    while (fit > 0 && is_continuation(data[fit]) && room - fit < 4)
        fit--;
    return is_continuation(data[fit]) ? room : fit;
}

SQLRETURN
shard_emit_text(const ShardConversion *self, const char *data, gsize size)
{
    const ShardTarget *target = self->target;
    ShardPieces *pieces = self->pieces;
    gsize offset = pieces != NULL ? pieces->offset : 0;
    gsize rest = size - offset;

    shard_emit_length(self, rest);
    if (target->buffer == NULL)
        return SQL_SUCCESS;
    if (target->buffer_length <= 0)
        return rest == 0 ? SQL_SUCCESS : shard_convert_truncated(self);

    gsize fit = MIN(rest, (gsize) target->buffer_length - 1);
    if (pieces == NULL)
        fit = cut_between_characters(data, size, fit);
    memcpy(target->buffer, data + offset, fit);
    ((char *) target->buffer)[fit] = '\0';
    if (pieces != NULL) {
        pieces->offset += fit;
        pieces->started = TRUE;
        pieces->finished = fit == rest;
    }
    return fit < rest ? shard_convert_truncated(self) : SQL_SUCCESS;
}

/* One character of UTF-8 at *data (below end), which moves on; what is no UTF-8 is replaced byte
 * by byte. */
static gunichar
next_character(const guchar **data, const guchar *end)
{
    if (**data < 0x80)
        return *(*data)++;
    gunichar c = g_utf8_get_char_validated((const char *) *data, end - *data);
    if (c == (gunichar) -1 || c == (gunichar) -2) {
        (*data)++;
        return REPLACEMENT;
    }
    *data += g_unichar_to_utf8(c, NULL);
    return c;
}

static gsize
count_units(const guchar *data, const guchar *end)
{
    gsize units = 0;

    while (data < end)
        units += next_character(&data, end) > 0xFFFF ? 2 : 1;
    return units;
}

typedef struct {
    guchar *to;       /* may be odd */
    gsize room, used; /* units */
} WideWriter;

static void
put_unit(WideWriter *writer, guint16 unit)
{
    memcpy(writer->to + 2 * writer->used, &unit, sizeof unit);
    writer->used++;
}

/* Writes what fits.  may_split: the first half of a pair may be the last unit; the second half is
 * then given back.  Moves *data on. */
static guint16
put_characters(WideWriter *writer, const guchar **data, const guchar *end, gboolean may_split)
{
    while (*data < end && writer->used < writer->room) {
        const guchar *next = *data;
        gunichar c = next_character(&next, end);
        if (c <= 0xFFFF) {
            put_unit(writer, (guint16) c);
            *data = next;
            continue;
        }
        guint16 low = (guint16) (0xDC00 + ((c - 0x10000) & 0x3FF));
        gboolean fits = writer->room - writer->used >= 2;
        if (!fits && !may_split)
            return 0;
        put_unit(writer, (guint16) (0xD800 + ((c - 0x10000) >> 10)));
        *data = next;
        if (!fits)
            return low;
        put_unit(writer, low);
    }
    return 0;
}

/* A bound column. */
static SQLRETURN
emit_wide_whole(const ShardConversion *self, const guchar *data, const guchar *end)
{
    const ShardTarget *target = self->target;
    gsize total = count_units(data, end);

    shard_emit_length(self, total * 2);
    if (target->buffer == NULL)
        return SQL_SUCCESS;
    if (target->buffer_length < 2)
        return total == 0 ? SQL_SUCCESS : shard_convert_truncated(self);
    WideWriter writer = {target->buffer, (gsize) target->buffer_length / 2 - 1, 0};
    put_characters(&writer, &data, end, FALSE);
    gboolean cut = writer.used < total;
    put_unit(&writer, 0);
    return cut ? shard_convert_truncated(self) : SQL_SUCCESS;
}

SQLRETURN
shard_emit_wide(const ShardConversion *self, const char *text, gsize size)
{
    const ShardTarget *target = self->target;
    ShardPieces *pieces = self->pieces;
    const guchar *data = (const guchar *) text;
    const guchar *end = data + size;

    if (pieces == NULL)
        return emit_wide_whole(self, data, end);
    if (!pieces->started) {
        pieces->started = TRUE;
        pieces->remaining = count_units(data, end);
    }
    shard_emit_length(self, pieces->remaining * 2);
    if (target->buffer == NULL)
        return SQL_SUCCESS;
    if (target->buffer_length < 2)
        return pieces->remaining == 0 ? SQL_SUCCESS : shard_convert_truncated(self);

    WideWriter writer = {target->buffer, (gsize) target->buffer_length / 2 - 1, 0};
    data += pieces->offset;
    if (pieces->low_surrogate != 0 && writer.room > 0) {
        put_unit(&writer, pieces->low_surrogate);
        pieces->low_surrogate = 0;
    }
    guint16 low = put_characters(&writer, &data, end, TRUE);
    if (low != 0)
        pieces->low_surrogate = low;
    pieces->offset = (gsize) (data - (const guchar *) text);
    pieces->remaining -= writer.used;
    pieces->finished = pieces->remaining == 0;
    put_unit(&writer, 0);
    return pieces->finished ? SQL_SUCCESS : shard_convert_truncated(self);
}

static void
take_apart(const char *scientific, ShardDigits *out)
{
    const char *at = scientific;

    out->negative = *at == '-';
    out->n_digits = 0;
    for (; *at != '\0' && *at != 'e'; at++)
        if (g_ascii_isdigit(*at))
            out->digits[out->n_digits++] = *at;
    while (out->n_digits > 1 && out->digits[out->n_digits - 1] == '0')
        out->n_digits--;
    out->point = *at == 'e' ? (gint) g_ascii_strtoll(at + 1, NULL, 10) + 1 : 1;
}

/* A text that grows in a scratch buffer; no number needs even a tenth of it. */
typedef struct {
    char *at;
} Text;

static void
put_char(Text *to, char c)
{
    *to->at++ = c;
}

static void
put_bytes(Text *to, const char *bytes, gsize size)
{
    memcpy(to->at, bytes, size);
    to->at += size;
}

static void
put_text(Text *to, const char *text)
{
    put_bytes(to, text, strlen(text));
}

/* 0.001, 12.5, 1200 */
static void
write_plain(Text *to, const ShardDigits *digits)
{
    gint n = (gint) digits->n_digits;

    if (digits->point <= 0)
        put_text(to, "0.");
    for (gint i = digits->point; i < 0; i++)
        put_char(to, '0');
    for (gint i = 0; i < MAX(n, digits->point); i++) {
        if (i > 0 && i == digits->point)
            put_char(to, '.');
        put_char(to, i < n ? digits->digits[i] : '0');
    }
}

/* 1.5e+07 (padded) or 1.5e7. */
static void
write_scientific(Text *to, const ShardDigits *digits, gboolean padded, gboolean need_point)
{
    char exponent[16];

    put_char(to, digits->digits[0]);
    if (digits->n_digits > 1 || need_point)
        put_char(to, '.');
    put_bytes(to, digits->digits + 1, digits->n_digits - 1);
    if (digits->n_digits == 1 && need_point)
        put_char(to, '0');
    g_snprintf(exponent, sizeof exponent, padded ? "e%+03d" : "e%d", digits->point - 1);
    put_text(to, exponent);
}

/* The shortest text, plain from 0.0001 to 15 digits (6 of a float4). */
static void
print_postgresql_double(Text *to, double number, gboolean is_float)
{
    ShardDigits digits;

    shard_shortest_digits(number, (ShardShortest){is_float, .is_strict = TRUE}, &digits);
    if (digits.negative)
        put_char(to, '-');
    if (digits.point > -4 && digits.point <= (is_float ? FLT_DIG : DBL_DIG))
        write_plain(to, &digits);
    else
        write_scientific(to, &digits, TRUE, FALSE);
}

/* Digits of a number, rounded to that many. */
static void
round_digits(double number, gint n_digits, ShardDigits *out)
{
    char format[16], text[64];

    g_snprintf(format, sizeof format, "%%.%de", CLAMP(n_digits, 1, 17) - 1);
    g_ascii_formatd(text, sizeof text, format, number);
    take_apart(text, out);
}

/* Characters of 0.00123, 12.5, 1200. */
static gint
plain_size(const ShardDigits *digits)
{
    gint n = (gint) digits->n_digits;

    return digits->point <= 0 ? n - digits->point + 2 : n > digits->point ? n + 1 : digits->point;
}

/* In a number of characters that doesn't hold the shortest text the driver rounds: plain where that
 * shows more digits, else with an exponent. */
static void
squeeze_mysql(Text *to, double number, ShardDigits *digits, gint width)
{
    gint n = (gint) digits->n_digits, point = digits->point;
    gboolean plain = point <= width && point >= -2 && point <= DBL_DIG && (point > -2 || n > 1);

    if (plain) {
        gint room = width - (point < n) - (point <= 0 ? 1 - point : 0);
        round_digits(number, MAX(room, MAX(point, 1)), digits);
        write_plain(to, digits);
        return;
    }
    gint exponent = 2 + (point >= 11 || point <= -9) + (point >= 101 || point <= -99);
    gint room = width - exponent - (n > 1);
    round_digits(number, MIN(n, MAX(room, 1)), digits);
    write_scientific(to, digits, FALSE, FALSE);
}

/* The shortest text (of a FLOAT six digits), plain unless there would be more than 14 zeros. */
static void
print_mysql_double(Text *to, double number, gboolean is_float, gint width)
{
    ShardDigits digits;

    if (is_float)
        round_digits(number, FLT_DIG, &digits);
    else
        shard_shortest_digits(number, (ShardShortest){0}, &digits);
    if ((gint) digits.n_digits > width)
        round_digits(number, width, &digits);
    if (digits.negative)
        put_char(to, '-');
    gint room = width - digits.negative;
    gboolean plain = digits.point > -DBL_DIG &&
                     (digits.point <= DBL_DIG || (gint) digits.n_digits > digits.point);
    if (plain && plain_size(&digits) <= room)
        write_plain(to, &digits);
    else if (plain)
        squeeze_mysql(to, number, &digits, room);
    else
        write_scientific(to, &digits, FALSE, FALSE);
}

/* MariaDB: with a fixed number of decimals.  No digit is given that the shortest text hasn't. */
static void
print_fixed(Text *to, double number, gint decimals)
{
    char format[8], text[SHARD_SCRATCH];
    ShardDigits digits;

    shard_shortest_digits(number, (ShardShortest){0}, &digits);
    gint n_behind = MAX((gint) digits.n_digits - digits.point, 0);
    if (number == 0 || n_behind > decimals) {
        g_snprintf(format, sizeof format, "%%.%df", decimals);
        put_text(to, g_ascii_formatd(text, sizeof text, format, number));
        return;
    }
    if (digits.negative)
        put_char(to, '-');
    write_plain(to, &digits);
    if (n_behind == 0 && decimals > 0)
        put_char(to, '.');
    for (gint i = n_behind; i < decimals; i++)
        put_char(to, '0');
}

/* 15 digits and always a point. */
static void
print_sqlite_double(Text *to, double number)
{
    ShardDigits digits;

    /* No more than 15 digits are the same ones; of the smallest numbers fewer would do. */
    shard_shortest_digits(number, (ShardShortest){0}, &digits);
    if (digits.n_digits > DBL_DIG || !isnormal(number))
        round_digits(number, DBL_DIG, &digits);
    if (digits.negative && number != 0)
        put_char(to, '-');
    if (digits.point > -4 && digits.point <= DBL_DIG) {
        write_plain(to, &digits);
        if ((gint) digits.n_digits <= digits.point)
            put_text(to, ".0");
    } else {
        write_scientific(to, &digits, TRUE, TRUE);
    }
}

/* Infinity and NaN: PostgreSQL's words; SQLite's for infinity, it has no NaN. */
static void
print_special(Text *to, double number, ShardDialect dialect)
{
    const char *infinity = dialect == SHARD_DIALECT_SQLITE ? "Inf" : "Infinity";

    if (number < 0)
        put_char(to, '-');
    put_text(to, isnan(number) ? "NaN" : infinity);
}

/* The characters that MariaDB's driver makes a number's text for: the buffer's size. */
static gint
mysql_width(const ShardConversion *self)
{
    const ShardTarget *target = self->target;
    gboolean known = target != NULL && target->c_type == SQL_C_CHAR && target->buffer != NULL &&
                     target->buffer_length > 1;

    return known ? (gint) MIN(target->buffer_length, G_MAXINT16) : G_MAXINT16;
}

static void
print_double(const ShardConversion *self, char *to)
{
    const ShardValue *value = self->value;
    gboolean is_float = value->kind == SHARD_VALUE_FLOAT ||
                        (self->column != NULL && self->column->sql_type == SQL_REAL);
    Text text = {to};

    if (!isfinite(value->d))
        print_special(&text, value->d, self->dialect);
    else if (self->column != NULL && self->column->text_decimals > 0)
        print_fixed(&text, value->d, self->column->text_decimals - 1);
    else if (self->dialect == SHARD_DIALECT_MYSQL)
        print_mysql_double(&text, value->d, is_float, mysql_width(self));
    else if (self->dialect == SHARD_DIALECT_SQLITE)
        print_sqlite_double(&text, value->d);
    else
        print_postgresql_double(&text, value->d, is_float);
    put_char(&text, '\0');
}

/* The number with leading zeros; more digits than that if it has them. */
static void
put_digits(Text *to, guint32 number, guint n_digits)
{
    guint n = 1;

    for (guint32 rest = number; rest >= 10; rest /= 10)
        n++;
    n = MAX(n, n_digits);
    for (guint i = n; i > 0; i--, number /= 10)
        to->at[i - 1] = (char) ('0' + number % 10);
    to->at += n;
}

static void
put_fraction(Text *to, guint32 nanosecond, guint digits)
{
    guint32 unit = 1;

    if (digits == 0)
        return;
    for (guint i = digits; i < 9; i++)
        unit *= 10;
    put_char(to, '.');
    put_digits(to, nanosecond / unit, digits);
}

/* Years before Christ are marked behind the whole. */
static void
put_date(Text *to, const ShardTime *time)
{
    put_digits(to, (guint32) ABS(time->year), 4);
    put_char(to, '-');
    put_digits(to, time->month, 2);
    put_char(to, '-');
    put_digits(to, time->day, 2);
}

/* How many digits of a second's fraction are shown: MariaDB all that the column has, the others
 * those that aren't trailing zeros. */
static guint
count_fraction_digits(const ShardConversion *self, guint32 nanosecond)
{
    const ShardColumn *column = self->column;
    guint digits = 9;

    if (self->dialect == SHARD_DIALECT_MYSQL && column != NULL && column->digits >= 0 &&
        column->digits <= 9 &&
        (column->sql_type == SQL_TYPE_TIMESTAMP || column->sql_type == SQL_TYPE_TIME))
        return (guint) column->digits;
    if (nanosecond == 0)
        return 0;
    while (nanosecond % 10 == 0) {
        nanosecond /= 10;
        digits--;
    }
    return digits;
}

static void
print_time(const ShardConversion *self, char *to)
{
    const ShardTime *time = &self->value->time;
    ShardValueKind kind = self->value->kind;
    Text text = {to};

    if (kind != SHARD_VALUE_TIME)
        put_date(&text, time);
    if (kind != SHARD_VALUE_TIME && kind != SHARD_VALUE_DATE)
        put_char(&text, ' ');
    if (kind != SHARD_VALUE_DATE) {
        put_digits(&text, time->hour, 2);
        put_char(&text, ':');
        put_digits(&text, time->minute, 2);
        put_char(&text, ':');
        put_digits(&text, time->second, 2);
        put_fraction(&text, time->nanosecond, count_fraction_digits(self, time->nanosecond));
    }
    if (kind != SHARD_VALUE_TIME && time->year < 0)
        put_text(&text, " BC");
    put_char(&text, '\0');
}

static void
print_uuid(const ShardConversion *self, char *to)
{
    static const char digits[][17] = {"0123456789abcdef", "0123456789ABCDEF"};
    const char *set = digits[self->dialect == SHARD_DIALECT_POSTGRESQL];

    for (guint i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *to++ = '-';
        *to++ = set[self->value->uuid[i] >> 4];
        *to++ = set[self->value->uuid[i] & 15];
    }
    *to = '\0';
}

static void
print_whole(const ShardConversion *self, char *to)
{
    const ShardValue *value = self->value;
    gboolean negative = value->kind != SHARD_VALUE_UNSIGNED && value->i < 0;
    guint64 magnitude = negative ? 0 - (guint64) value->i : value->u;
    char digits[SHARD_SCRATCH];
    char *at = digits + sizeof digits;
    const char *least = at - 1 - (self->column == NULL ? 0 : self->column->text_digits);

    *--at = '\0';
    do {
        *--at = (char) ('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude > 0 || at > least);
    if (negative)
        *--at = '-';
    memcpy(to, at, (gsize) (digits + sizeof digits - at));
}

typedef void (*Printer)(const ShardConversion *self, char *to);

static const Printer printers[] = {
    [SHARD_VALUE_BOOLEAN] = print_whole,  [SHARD_VALUE_INTEGER] = print_whole,
    [SHARD_VALUE_LONG] = print_whole,     [SHARD_VALUE_UNSIGNED] = print_whole,
    [SHARD_VALUE_FLOAT] = print_double,   [SHARD_VALUE_DOUBLE] = print_double,
    [SHARD_VALUE_DATE] = print_time,      [SHARD_VALUE_TIME] = print_time,
    [SHARD_VALUE_TIMESTAMP] = print_time, [SHARD_VALUE_OFFSET_TIMESTAMP] = print_time,
    [SHARD_VALUE_UUID] = print_uuid,
};

/* MariaDB's BIT(1) is a byte, to its driver. */
static gboolean
is_bit_byte(const ShardConversion *self)
{
    return self->value->kind == SHARD_VALUE_BOOLEAN && self->dialect == SHARD_DIALECT_MYSQL &&
           self->column != NULL && self->column->sql_type == SQL_BIT;
}

const char *
shard_convert_print(const ShardConversion *self, char scratch[SHARD_SCRATCH], gsize *out_size)
{
    ShardValueKind kind = self->value->kind;

    if (is_bit_byte(self)) {
        scratch[0] = (char) (self->value->i != 0);
        scratch[1] = '\0';
        *out_size = 1;
        return scratch;
    }
    if (kind >= G_N_ELEMENTS(printers) || printers[kind] == NULL) {
        *out_size = self->value->text.size;
        return self->value->text.data;
    }
    printers[kind](self, scratch);
    *out_size = strlen(scratch);
    return scratch;
}

/* How many leading characters of a printed scalar must fit: less would be another value. */
static gsize
count_indispensable(ShardValueKind kind, const char *text, gsize size)
{
    if (kind == SHARD_VALUE_DATE || kind == SHARD_VALUE_UUID)
        return size;
    const char *point = memchr(text, '.', size);
    gboolean has_exponent = memchr(text, 'e', size) != NULL || memchr(text, 'E', size) != NULL;
    return point == NULL || has_exponent ? size : (gsize) (point - text);
}

/* 22003 where cutting the text would make it another value. */
static gboolean
scalar_fits(const ShardConversion *self, const char *text, gsize size, gsize unit)
{
    const ShardTarget *target = self->target;
    gboolean goes_on = self->pieces != NULL && self->pieces->started;

    if (goes_on || target->buffer == NULL || target->buffer_length <= 0)
        return TRUE;
    return (gsize) target->buffer_length / unit >
           count_indispensable(self->value->kind, text, size);
}

/* MariaDB's driver makes a floating number's text as long as the bound buffer and leaves out the
 * NUL: programs that go by the length (Perl's DBI) see its last digit. */
static gboolean
fills_buffer(const ShardConversion *self, gsize size)
{
    ShardValueKind kind = self->value->kind;

    return self->dialect == SHARD_DIALECT_MYSQL && self->pieces == NULL &&
           (kind == SHARD_VALUE_DOUBLE || kind == SHARD_VALUE_FLOAT) &&
           self->target->buffer != NULL && self->target->buffer_length == (SQLLEN) size;
}

SQLRETURN
shard_text_from_scalar(const ShardConversion *self)
{
    char scratch[SHARD_SCRATCH];
    gsize size;
    const char *text = shard_convert_print(self, scratch, &size);

    if (fills_buffer(self, size)) {
        shard_emit_length(self, size);
        memcpy(self->target->buffer, text, size);
        return SQL_SUCCESS;
    }
    if (!scalar_fits(self, text, size, 1))
        return shard_convert_out_of_range(self);
    return shard_emit_text(self, text, size);
}

SQLRETURN
shard_wide_from_scalar(const ShardConversion *self)
{
    char scratch[SHARD_SCRATCH];
    gsize size;
    const char *text = shard_convert_print(self, scratch, &size);

    if (!scalar_fits(self, text, size, sizeof(SQLWCHAR)))
        return shard_convert_out_of_range(self);
    return shard_emit_wide(self, text, size);
}

SQLRETURN
shard_text_from_string(const ShardConversion *self)
{
    return shard_emit_text(self, self->value->text.data, self->value->text.size);
}

SQLRETURN
shard_wide_from_string(const ShardConversion *self)
{
    return shard_emit_wide(self, self->value->text.data, self->value->text.size);
}

/* Bytes written as text: digits with what stands around them. */
typedef struct {
    const guchar *bytes;
    gsize n_digits;
    gsize prefix, suffix; /* X' and ' */
    const char *digits;
} HexText;

static char
hex_character(const HexText *hex, gsize at)
{
    if (at < hex->prefix)
        return "X'"[at];
    at -= hex->prefix;
    if (at >= hex->n_digits)
        return '\'';
    guchar byte = hex->bytes[at / 2];
    return hex->digits[at % 2 == 0 ? byte >> 4 : byte & 15];
}

static SQLRETURN
emit_hex(const ShardConversion *self, const HexText *hex, gsize unit)
{
    const ShardTarget *target = self->target;
    gsize offset = self->pieces != NULL ? self->pieces->offset : 0;
    gsize rest = hex->prefix + hex->n_digits + hex->suffix - offset;

    shard_emit_length(self, rest * unit);
    if (target->buffer == NULL)
        return SQL_SUCCESS;
    if (target->buffer_length < (SQLLEN) unit)
        return rest == 0 ? SQL_SUCCESS : shard_convert_truncated(self);

    WideWriter wide = {target->buffer, G_MAXSIZE, 0};
    gsize fit = MIN(rest, (gsize) target->buffer_length / unit - 1);
    for (gsize i = 0; i <= fit; i++) {
        char c = i < fit ? hex_character(hex, offset + i) : '\0';
        if (unit == 1)
            ((char *) target->buffer)[i] = c;
        else
            put_unit(&wide, (guint16) c);
    }
    if (self->pieces != NULL) {
        self->pieces->offset += fit;
        self->pieces->started = TRUE;
        self->pieces->finished = fit == rest;
    }
    return fit < rest ? shard_convert_truncated(self) : SQL_SUCCESS;
}

static HexText
make_hex(const ShardConversion *self)
{
    gsize around = self->dialect == SHARD_DIALECT_SQLITE ? 1 : 0;

    return (HexText){
        .bytes = (const guchar *) self->value->text.data,
        .n_digits = self->value->text.size * 2,
        .prefix = around * 2,
        .suffix = around,
        .digits =
            self->dialect == SHARD_DIALECT_POSTGRESQL ? "0123456789abcdef" : "0123456789ABCDEF",
    };
}

/* MariaDB's driver gives the bytes themselves. */
SQLRETURN
shard_text_from_bytes(const ShardConversion *self)
{
    if (self->dialect == SHARD_DIALECT_MYSQL)
        return shard_text_from_string(self);
    HexText hex = make_hex(self);
    return emit_hex(self, &hex, 1);
}

SQLRETURN
shard_wide_from_bytes(const ShardConversion *self)
{
    if (self->dialect == SHARD_DIALECT_MYSQL)
        return shard_wide_from_string(self);
    HexText hex = make_hex(self);
    return emit_hex(self, &hex, sizeof(SQLWCHAR));
}
