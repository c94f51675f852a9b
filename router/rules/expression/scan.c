/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/expression/scan.h"

#include <string.h>

/* Longest first, so that ">>>" isn't read as ">" ">>". */
static const char *const symbols[] = {
    ">>>", "<=>", "..<", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "..", "?:",
    "?.",  "->",  "+",   "-",  "*",  "/",  "%",  "(",  ")",  "[",  "]",  "{",  "}",
    ",",   ".",   ":",   "?",  "<",  ">",  "!",  "~",  "&",  "|",  "^",  ";",
};

gboolean
expr_scan_fail(ExprScanner *self, const char *place, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    if (self->error == NULL || *self->error == NULL)
        shard_error_set(self->error, SHARD_ERROR_RULES, "HY000", "column %u: %s in '%s'",
                        (guint) g_utf8_strlen(self->text, place - self->text) + 1, message,
                        self->text);
    self->token.kind = EXPR_TOKEN_BAD;
    return FALSE;
}

gboolean
expr_token_is(const ExprScanner *self, const char *symbol_or_word)
{
    gsize size = strlen(symbol_or_word);

    return (self->token.kind == EXPR_TOKEN_SYMBOL || self->token.kind == EXPR_TOKEN_NAME) &&
           self->token.size == size && memcmp(self->token.start, symbol_or_word, size) == 0;
}

/* Digits of a literal without the underscores that Groovy allows between them. */
static gsize
take_digits(ExprScanner *self, GString *digits, guint base)
{
    gsize n = 0;

    for (;; self->at++) {
        gint value = g_ascii_xdigit_value(*self->at);
        gboolean underscore = *self->at == '_' && n > 0;
        if (!underscore && (value < 0 || (guint) value >= base))
            return n;
        if (underscore)
            continue;
        g_string_append_c(digits, *self->at);
        n++;
    }
}

static gboolean
finish_integer(ExprScanner *self, const char *digits, guint base)
{
    const char *start = self->token.start;
    char suffix = g_ascii_toupper(*self->at);

    g_auto(ShardDecimal) number;
    shard_decimal_init(&number);
    if (mpz_set_str(number.unscaled, digits, (int) base) != 0)
        return expr_scan_fail(self, start, "'%s' is no number", digits);
    if (suffix == 'L' || suffix == 'I' || suffix == 'G')
        self->at++;
    gboolean fits_long = mpz_fits_slong_p(number.unscaled) != 0;
    gboolean fits_int = fits_long && mpz_get_si(number.unscaled) <= G_MAXINT32;
    if ((suffix == 'L' && !fits_long) || (suffix == 'I' && !fits_int))
        return expr_scan_fail(self, start, "'%s%c' is too large", digits, suffix);
    if (suffix == 'G' || !fits_long) {
        gsize size;
        const char *text = shard_decimal_to_text(&number, self->arena, &size);
        self->token.value = expr_string(text, size);
        self->token.value.v.kind = SHARD_VALUE_BIG_INTEGER;
    } else if (suffix == 'L' || !fits_int) {
        self->token.value = expr_long(mpz_get_si(number.unscaled));
    } else {
        self->token.value = expr_integer((gint32) mpz_get_si(number.unscaled));
    }
    return TRUE;
}

/* A point must be followed by a digit: 0..3 is a range. */
static gboolean
take_fraction(ExprScanner *self, GString *digits)
{
    gboolean decimal = FALSE;

    if (self->at[0] == '.' && g_ascii_isdigit(self->at[1])) {
        g_string_append_c(digits, *self->at++);
        take_digits(self, digits, 10);
        decimal = TRUE;
    }
    const char *after = self->at + 1;
    if (g_ascii_toupper(*self->at) == 'E' &&
        (g_ascii_isdigit(*after) ||
         ((*after == '-' || *after == '+') && g_ascii_isdigit(after[1])))) {
        g_string_append_c(digits, *self->at++);
        if (!g_ascii_isdigit(*self->at))
            g_string_append_c(digits, *self->at++);
        take_digits(self, digits, 10);
        decimal = TRUE;
    }
    return decimal;
}

static gboolean
scan_number(ExprScanner *self)
{
    g_autoptr(GString) digits = g_string_new(NULL);
    guint base = 10;

    self->token.kind = EXPR_TOKEN_NUMBER;
    if (self->at[0] == '0' && (self->at[1] == 'x' || self->at[1] == 'X'))
        base = 16;
    else if (self->at[0] == '0' && g_ascii_isdigit(self->at[1]))
        base = 8; /* as in Java */
    if (base == 16)
        self->at += 2;
    if (take_digits(self, digits, base) == 0 || (base == 8 && g_ascii_isdigit(*self->at)))
        return expr_scan_fail(self, self->token.start,
                              "a number that starts with 0 is octal in Groovy: bad digit");
    gboolean decimal = base == 10 && take_fraction(self, digits);
    char suffix = g_ascii_toupper(*self->at);
    if (base == 10 && (suffix == 'D' || suffix == 'F')) {
        self->at++;
        self->token.value = expr_double(g_ascii_strtod(digits->str, NULL));
        if (suffix == 'F') {
            self->token.value.v.d = (double) (float) self->token.value.v.d;
            self->token.value.v.kind = SHARD_VALUE_FLOAT;
        }
        return TRUE;
    }
    if (!decimal)
        return finish_integer(self, digits->str, base);
    if (suffix == 'G')
        self->at++;
    g_auto(ShardDecimal) probe;
    shard_decimal_init(&probe);
    if (!shard_decimal_parse(&probe, digits->str, -1))
        return expr_scan_fail(self, self->token.start, "'%s' is no number", digits->str);
    const char *text = shard_arena_strndup(self->arena, digits->str, (gssize) digits->len);
    self->token.value = expr_string(text, digits->len);
    self->token.value.v.kind = SHARD_VALUE_DECIMAL;
    return TRUE;
}

static gboolean
take_escape(ExprScanner *self, GString *text)
{
    static const char escapes[] = "ntrbf\\'\"$";
    static const char meanings[] = "\n\t\r\b\f\\'\"$";
    char c = *self->at;
    const char *found = c == '\0' ? NULL : strchr(escapes, c);

    if (found != NULL) {
        g_string_append_c(text, meanings[found - escapes]);
        self->at++;
        return TRUE;
    }
    if (c != 'u')
        return expr_scan_fail(self, self->at, "unknown escape");
    gunichar code = 0;
    for (guint i = 1; i <= 4; i++) {
        gint digit = g_ascii_xdigit_value(self->at[i]);
        if (digit < 0)
            return expr_scan_fail(self, self->at, "\\u needs four hexadecimal digits");
        code = code * 16 + (gunichar) digit;
    }
    if (code == 0 || (code >= 0xD800 && code < 0xE000))
        return expr_scan_fail(self, self->at, "\\u%04X can't be written alone", code);
    g_string_append_unichar(text, code);
    self->at += 5;
    return TRUE;
}

static gboolean
scan_string(ExprScanner *self)
{
    char quote = *self->at++;
    g_autoptr(GString) text = g_string_new(NULL);

    while (*self->at != quote) {
        if (*self->at == '\0')
            return expr_scan_fail(self, self->token.start, "string without end");
        if (quote == '"' && *self->at == '$')
            return expr_scan_fail(self, self->at,
                                  "a hole inside a string is not supported; use + to join texts");
        if (*self->at != '\\') {
            g_string_append_c(text, *self->at++);
            continue;
        }
        self->at++;
        if (!take_escape(self, text))
            return FALSE;
    }
    self->at++;
    self->token.kind = EXPR_TOKEN_STRING;
    self->token.value =
        expr_string(shard_arena_strndup(self->arena, text->str, (gssize) text->len), text->len);
    return TRUE;
}

static gboolean
starts_name(char c)
{
    return g_ascii_isalpha(c) || c == '_' || (c & 0x80) != 0;
}

static gboolean
scan_symbol(ExprScanner *self)
{
    for (guint i = 0; i < G_N_ELEMENTS(symbols); i++) {
        gsize size = strlen(symbols[i]);
        if (strncmp(self->at, symbols[i], size) != 0)
            continue;
        self->token.kind = EXPR_TOKEN_SYMBOL;
        self->token.size = size;
        self->at += size;
        return TRUE;
    }
    const char *next = g_utf8_next_char(self->at);
    return expr_scan_fail(self, self->at, "'%.*s' is not understood", (int) (next - self->at),
                          self->at);
}

gboolean
expr_scan(ExprScanner *self)
{
    gboolean ok = TRUE;

    while (g_ascii_isspace(*self->at))
        self->at++;
    self->token = (ExprToken){.kind = EXPR_TOKEN_END, .start = self->at};
    if (*self->at == '\0')
        return TRUE;
    if (g_ascii_isdigit(*self->at)) {
        ok = scan_number(self);
    } else if (*self->at == '\'' || *self->at == '"') {
        ok = scan_string(self);
    } else if (starts_name(*self->at)) {
        self->token.kind = EXPR_TOKEN_NAME;
        while (starts_name(*self->at) || g_ascii_isdigit(*self->at))
            self->at++;
    } else {
        ok = scan_symbol(self);
    }
    self->token.size = (gsize) (self->at - self->token.start);
    return ok;
}
