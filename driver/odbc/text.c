/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/text.h"

#include "router/base/buffer.h"

#include <errno.h>
#include <string.h>

#define IS_HIGH(unit) (((unit) &0xfc00) == 0xd800)
#define IS_LOW(unit) (((unit) &0xfc00) == 0xdc00)

gsize
shard_text_wide_length(const SQLWCHAR *text)
{
    gsize n = 0;

    while (text[n] != 0)
        n++;
    return n;
}

/* One character from units; advances *at.  0xffffffff for a lone surrogate. */
static gunichar
next_wide(const SQLWCHAR *units, gsize n_units, gsize *at)
{
    gunichar unit = units[(*at)++];

    if (IS_LOW(unit))
        return 0xffffffff;
    if (!IS_HIGH(unit))
        return unit;
    if (*at == n_units || !IS_LOW(units[*at]))
        return 0xffffffff;
    return 0x10000 + ((unit - 0xd800) << 10) + (units[(*at)++] - 0xdc00);
}

gssize
shard_text_from_wide_into(const SQLWCHAR *units, gsize n_units, char *out)
{
    char *end = out;

    for (gsize i = 0; i < n_units;) {
        if (units[i] < 0x80) {
            *end++ = (char) units[i++];
            continue;
        }
        gunichar character = next_wide(units, n_units, &i);
        if (character == 0xffffffff)
            return -1;
        end += g_unichar_to_utf8(character, end);
    }
    *end = '\0';
    return end - out;
}

char *
shard_text_from_wide(const SQLWCHAR *units, gsize n_units, gsize *out_size)
{
    if (n_units > (G_MAXSIZE - 1) / 3)
        return NULL;
    errno = ENOMEM;
    g_autofree char *text = g_try_malloc(3 * n_units + 1);
    if (text == NULL)
        return NULL;
    errno = EILSEQ;
    gssize size = shard_text_from_wide_into(units, n_units, text);
    if (size < 0)
        return NULL;
    if (out_size != NULL)
        *out_size = (gsize) size;
    return g_steal_pointer(&text);
}

/* One character from UTF-8, U+FFFD for a byte that belongs to none; advances *at. */
static gunichar
next_utf8(const char *text, gsize size, gsize *at)
{
    guint8 byte = (guint8) text[*at];

    if (byte < 0x80) {
        (*at)++;
        return byte;
    }
    gunichar character = g_utf8_get_char_validated(text + *at, (gssize) (size - *at));
    if (character >= 0x80000000) {
        (*at)++;
        return 0xfffd;
    }
    *at += (gsize) g_utf8_skip[byte];
    return character;
}

static gsize
put_wide(gunichar character, SQLWCHAR *out)
{
    if (character < 0x10000) {
        out[0] = (SQLWCHAR) character;
        return 1;
    }
    out[0] = (SQLWCHAR) (0xd800 + ((character - 0x10000) >> 10));
    out[1] = (SQLWCHAR) (0xdc00 + ((character - 0x10000) & 0x3ff));
    return 2;
}

SQLWCHAR *
shard_text_to_wide(const char *text, gsize size, gsize *out_units)
{
    SQLWCHAR *wide = g_new(SQLWCHAR, size + 1);
    gsize n = 0;

    for (gsize i = 0; i < size;)
        n += put_wide(next_utf8(text, size, &i), wide + n);
    wide[n] = 0;
    if (out_units != NULL)
        *out_units = n;
    return wide;
}

/* A NUL within the length ends the text: so does it for every reader, and programs give the size of
 * their buffer. */
static gboolean
narrow_in(const char *text, SQLLEN length, char **out_text, gsize *out_size, GError **error)
{
    gsize size = length == SQL_NTS ? strlen(text) : strnlen(text, (gsize) length);

    *out_text = g_try_malloc(size + 1);
    if (*out_text == NULL)
        return shard_no_memory(error);
    memcpy(*out_text, text, size);
    (*out_text)[size] = '\0';
    if (out_size != NULL)
        *out_size = size;
    return TRUE;
}

static gsize
count_units(const SQLWCHAR *text, SQLLEN length)
{
    gsize n = 0;

    while ((length == SQL_NTS || n < (gsize) length) && text[n] != 0)
        n++;
    return n;
}

static gboolean
wide_in(const SQLWCHAR *text, SQLLEN length, char **out_text, gsize *out_size, GError **error)
{
    *out_text = shard_text_from_wide(text, count_units(text, length), out_size);
    if (*out_text != NULL)
        return TRUE;
    if (errno == ENOMEM)
        return shard_no_memory(error);
    shard_error_set(error, SHARD_ERROR_FAILED, "22018", "the text is not valid UTF-16");
    return FALSE;
}

gboolean
shard_text_in(gconstpointer text, SQLLEN length, gboolean wide, char **out_text, gsize *out_size,
              GError **error)
{
    *out_text = NULL;
    if (out_size != NULL)
        *out_size = 0;
    if (text == NULL)
        return TRUE;
    if (length < 0 && length != SQL_NTS) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY090", "Invalid string or buffer length");
        return FALSE;
    }
    return wide ? wide_in(text, length, out_text, out_size, error)
                : narrow_in(text, length, out_text, out_size, error);
}

static void
set_length(const ShardTextOut *out, gsize length)
{
    if (out->length16 != NULL)
        *out->length16 = (SQLSMALLINT) MIN(length, (gsize) G_MAXINT16);
    if (out->length32 != NULL)
        *out->length32 = (SQLINTEGER) MIN(length, (gsize) G_MAXINT32);
}

static SQLRETURN
truncated(GError **error)
{
    shard_error_set(error, SHARD_ERROR_FAILED, "01004", "String data, right truncated");
    return SQL_SUCCESS_WITH_INFO;
}

static SQLRETURN
out_narrow(const ShardTextOut *out, const char *text, GError **error)
{
    gsize size = strlen(text);

    set_length(out, size);
    if (out->buffer == NULL)
        return SQL_SUCCESS;
    if ((gsize) MAX(out->capacity, 0) > size) {
        memcpy(out->buffer, text, size + 1);
        return SQL_SUCCESS;
    }
    if (out->capacity > 0) {
        gsize room = (gsize) out->capacity - 1;
        while (room > 0 && ((guint8) text[room] & 0xc0) == 0x80)
            room--;
        memcpy(out->buffer, text, room);
        ((char *) out->buffer)[room] = '\0';
    }
    return truncated(error);
}

static SQLRETURN
out_wide(const ShardTextOut *out, const char *text, GError **error)
{
    gsize units;
    g_autofree SQLWCHAR *wide = shard_text_to_wide(text, strlen(text), &units);

    set_length(out, out->bytes ? units * sizeof(SQLWCHAR) : units);
    if (out->buffer == NULL)
        return SQL_SUCCESS;
    gsize capacity = (gsize) MAX(out->capacity, 0);
    if (out->bytes)
        capacity /= sizeof(SQLWCHAR);
    if (capacity > units) {
        memcpy(out->buffer, wide, (units + 1) * sizeof(SQLWCHAR));
        return SQL_SUCCESS;
    }
    if (capacity > 0) {
        gsize room = capacity - 1;
        if (room > 0 && IS_HIGH(wide[room - 1]))
            room--;
        wide[room] = 0;
        memcpy(out->buffer, wide, (room + 1) * sizeof(SQLWCHAR));
    }
    return truncated(error);
}

SQLRETURN
shard_text_out(const ShardTextOut *out, const char *text, GError **error)
{
    if (text == NULL)
        text = "";
    return out->wide ? out_wide(out, text, error) : out_narrow(out, text, error);
}
