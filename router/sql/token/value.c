/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/token/token.h"

#include <string.h>

typedef struct {
    const char *text;
    gsize size;
    char *out; /* never needs more bytes than the literal has (\u and \U give fewer) */
    gsize n;
} Unescape;

static gboolean string_value(const char *text, gsize size, const ShardSqlMode *mode,
                             ShardArena *arena, ShardValue *out_value);
static gboolean bytes_value(const char *text, gsize size, const ShardSqlMode *mode,
                            ShardArena *arena, ShardValue *out_value);

static gboolean
integer_value(const char *text, gsize size, ShardArena *arena, ShardValue *out_value)
{
    guint64 value = 0;

    while (size > 1 && text[0] == '0') {
        text++;
        size--;
    }
    for (gsize i = 0; i < size; i++) {
        guint digit = (guint) (text[i] - '0');
        if (value > ((guint64) G_MAXINT64 - digit) / 10) {
            *out_value = (ShardValue){.kind = SHARD_VALUE_BIG_INTEGER};
            out_value->text.data = shard_arena_strndup(arena, text, (gssize) size);
            out_value->text.size = size;
            return TRUE;
        }
        value = value * 10 + digit;
    }
    out_value->kind = value <= G_MAXINT32 ? SHARD_VALUE_INTEGER : SHARD_VALUE_LONG;
    out_value->i = (gint64) value;
    return TRUE;
}

gboolean
shard_token_value(const ShardTokens *self, guint token, const ShardSqlMode *mode, ShardArena *arena,
                  ShardValue *out_value)
{
    if (token >= self->n_tokens)
        return FALSE;
    const ShardToken *t = &self->tokens[token];
    const char *text = self->text + t->offset;

    switch (t->kind) {
    case SHARD_TOKEN_INTEGER:
        return integer_value(text, t->size, arena, out_value);
    case SHARD_TOKEN_NUMBER:
        *out_value = shard_value_decimal(shard_arena_strndup(arena, text, t->size), t->size);
        return TRUE;
    case SHARD_TOKEN_STRING:
        return string_value(text, t->size, mode, arena, out_value);
    case SHARD_TOKEN_BIT_STRING:
        return bytes_value(text, t->size, mode, arena, out_value);
    default:
        return FALSE;
    }
}

/* ---- strings ---- */

static gboolean
take_octal(Unescape *self, gsize *at)
{
    guint value = 0;
    gsize n = 0;

    while (n < 3 && *at < self->size && self->text[*at] >= '0' && self->text[*at] <= '7') {
        value = value * 8 + (guint) (self->text[(*at)++] - '0');
        n++;
    }
    self->out[self->n++] = (char) value;
    return value != 0;
}

static gboolean
take_hex(Unescape *self, gsize *at)
{
    guint value = 0;
    gsize n = 0;

    while (n < 2 && *at < self->size && g_ascii_isxdigit(self->text[*at])) {
        value = value * 16 + (guint) g_ascii_xdigit_value(self->text[(*at)++]);
        n++;
    }
    self->out[self->n++] = n == 0 ? 'x' : (char) value;
    return n == 0 || value != 0;
}

/* \uXXXX and \UXXXXXXXX; surrogate pairs are left to the server. */
static gboolean
take_unicode(Unescape *self, gsize *at, gsize n_digits)
{
    guint32 value = 0;

    for (gsize i = 0; i < n_digits; i++) {
        if (*at >= self->size || !g_ascii_isxdigit(self->text[*at]))
            return FALSE;
        value = value * 16 + (guint32) g_ascii_xdigit_value(self->text[(*at)++]);
    }
    if (value == 0 || !g_unichar_validate(value))
        return FALSE;
    self->n += (gsize) g_unichar_to_utf8(value, self->out + self->n);
    return TRUE;
}

/* What PostgreSQL makes of a backslash; at is behind it. */
static gboolean
unescape_postgresql(Unescape *self, gsize *at)
{
    static const char from[] = "bfnrt";
    static const char to[] = "\b\f\n\r\t";
    char c = self->text[(*at)++];
    const char *known = strchr(from, c);

    if (c >= '0' && c <= '7') {
        (*at)--;
        return take_octal(self, at);
    }
    if (c == 'x')
        return take_hex(self, at);
    if (c == 'u' || c == 'U')
        return take_unicode(self, at, c == 'u' ? 4 : 8);
    self->out[self->n++] = c != '\0' && known != NULL ? to[known - from] : c;
    return TRUE;
}

static gboolean
unescape_mysql(Unescape *self, gsize *at)
{
    static const char from[] = "0bnrtZ";
    static const char to[] = "\0\b\n\r\t\032";
    char c = self->text[(*at)++];
    const char *known = c == '\0' ? NULL : strchr(from, c);

    /* \% and \_ keep their backslash: they mean something to LIKE only. */
    if (c == '%' || c == '_')
        self->out[self->n++] = '\\';
    self->out[self->n++] = known != NULL ? to[known - from] : c;
    return TRUE;
}

/* Reads one quoted part that starts at *at; FALSE when an escape has no value. */
static gboolean
take_part(Unescape *self, gsize *at, gboolean backslash, ShardDialect dialect)
{
    char quote = self->text[(*at)++];

    while (*at < self->size) {
        char c = self->text[(*at)++];
        if (c == quote) {
            if (*at >= self->size || self->text[*at] != quote)
                return TRUE;
            (*at)++;
            self->out[self->n++] = c;
        } else if (c == '\\' && backslash && *at < self->size) {
            if (!(dialect == SHARD_DIALECT_MYSQL ? unescape_mysql(self, at)
                                                 : unescape_postgresql(self, at)))
                return FALSE;
        } else {
            self->out[self->n++] = c;
        }
    }
    return TRUE;
}

static gboolean
dollar_value(const char *text, gsize size, ShardArena *arena, ShardValue *out_value)
{
    const char *body = memchr(text + 1, '$', size - 1);
    if (body == NULL)
        return FALSE;
    gsize tag = (gsize) (body - text) + 1;
    if (size < 2 * tag)
        return FALSE;
    *out_value =
        shard_value_string(shard_arena_strndup(arena, text + tag, (gssize) (size - 2 * tag)),
                           (gssize) (size - 2 * tag));
    return TRUE;
}

/* Skips from the end of one quoted part to the next (blanks and comments lie between). */
static void
skip_to_part(const char *text, gsize size, ShardDialect dialect, gsize *at)
{
    gboolean by_return = dialect == SHARD_DIALECT_POSTGRESQL;

    while (*at < size && text[*at] != '\'' && text[*at] != '"') {
        if ((text[*at] == '-' && *at + 1 < size && text[*at + 1] == '-') || text[*at] == '#') {
            while (*at < size && text[*at] != '\n' && !(by_return && text[*at] == '\r'))
                (*at)++;
        } else if (text[*at] == '/' && *at + 1 < size && text[*at + 1] == '*') {
            const char *end = memmem(text + *at + 2, size - *at - 2, "*/", 2);
            *at = end == NULL ? size : (gsize) (end - text) + 2;
        } else {
            (*at)++;
        }
    }
}

static gboolean
string_value(const char *text, gsize size, const ShardSqlMode *mode, ShardArena *arena,
             ShardValue *out_value)
{
    gboolean backslash = mode->dialect != SHARD_DIALECT_SQLITE && !mode->no_backslash_escapes;
    Unescape un = {.text = text, .size = size};
    gsize at = 0;

    if (text[0] == '$')
        return dollar_value(text, size, arena, out_value);
    while (at < size && text[at] != '\'' && text[at] != '"')
        at++;
    if (mode->dialect == SHARD_DIALECT_POSTGRESQL && at > 0) {
        if (g_ascii_tolower(text[0]) == 'e')
            backslash = TRUE;
        else if (g_ascii_tolower(text[0]) == 'u')
            return FALSE; /* U&'': needs UESCAPE, which stands behind */
    }
    un.out = shard_arena_alloc(arena, size + 1);
    while (at < size) {
        if (!take_part(&un, &at, backslash, mode->dialect))
            return FALSE;
        skip_to_part(text, size, mode->dialect, &at);
    }
    *out_value = shard_value_string(un.out, (gssize) un.n);
    return TRUE;
}

/* ---- bit strings ---- */

static gboolean
hex_bytes(const char *digits, gsize n, ShardArena *arena, ShardValue *out_value)
{
    char *bytes = shard_arena_alloc(arena, n / 2 + 1);
    gsize size = 0;
    gsize i = 0;

    if (n % 2 == 1) { /* 0xABC is 0x0ABC */
        if (!g_ascii_isxdigit(digits[0]))
            return FALSE;
        bytes[size++] = (char) g_ascii_xdigit_value(digits[i++]);
    }
    for (; i < n; i += 2) {
        gint high = g_ascii_xdigit_value(digits[i]);
        gint low = g_ascii_xdigit_value(digits[i + 1]);
        if (high < 0 || low < 0)
            return FALSE;
        bytes[size++] = (char) (high * 16 + low);
    }
    out_value->kind = SHARD_VALUE_BYTES;
    out_value->text.data = bytes;
    out_value->text.size = size;
    return TRUE;
}

static gboolean
bit_bytes(const char *digits, gsize n, ShardArena *arena, ShardValue *out_value)
{
    gsize size = (n + 7) / 8;
    guchar *bytes = shard_arena_alloc(arena, size + 1);

    for (gsize i = 0; i < n; i++) {
        gsize bit = n - 1 - i; /* from the right */
        if (digits[i] != '0' && digits[i] != '1')
            return FALSE;
        if (digits[i] == '1')
            bytes[size - 1 - bit / 8] |= (guchar) (1u << (bit % 8));
    }
    out_value->kind = SHARD_VALUE_BYTES;
    out_value->text.data = (const char *) bytes;
    out_value->text.size = size;
    return TRUE;
}

/* SQLite's 0x… is an integer of 64 bits, the high ones negative. */
static gboolean
sqlite_hex(const char *digits, gsize n, ShardValue *out_value)
{
    guint64 value = 0;

    while (n > 1 && digits[0] == '0') {
        digits++;
        n--;
    }
    if (n > 16)
        return FALSE;
    for (gsize i = 0; i < n; i++)
        value = value * 16 + (guint64) g_ascii_xdigit_value(digits[i]);
    *out_value = shard_value_long((gint64) value);
    return TRUE;
}

static gboolean
bytes_value(const char *text, gsize size, const ShardSqlMode *mode, ShardArena *arena,
            ShardValue *out_value)
{
    if (text[0] == '0' && mode->dialect == SHARD_DIALECT_SQLITE)
        return sqlite_hex(text + 2, size - 2, out_value);
    if (text[0] == '0')
        return text[1] == 'x' || text[1] == 'X' ? hex_bytes(text + 2, size - 2, arena, out_value)
                                                : bit_bytes(text + 2, size - 2, arena, out_value);
    /* PostgreSQL's x'..' and b'..' are of type bit, which is no bytes. */
    const char *quote = memchr(text, '\'', size);
    if (mode->dialect == SHARD_DIALECT_POSTGRESQL || quote == NULL || quote == text)
        return FALSE;
    gsize n = (gsize) (text + size - 1 - quote - 1);
    if (g_ascii_tolower(quote[-1]) == 'x')
        return n % 2 == 0 && hex_bytes(quote + 1, n, arena, out_value);
    return bit_bytes(quote + 1, n, arena, out_value);
}
