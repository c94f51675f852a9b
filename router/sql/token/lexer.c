/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/token/lexer.h"

#include <string.h>

/* Statements of servers whose version isn't known yet: any server is at least this. */
#define OLDEST_SERVER 50500
/* MariaDB took over MySQL's numbers up to 5.6; what is marked for later MySQL isn't for it. */
#define MARIADB_GAP_FIRST 50700
#define MARIADB_GAP_LAST 99999
#define MARIADB_FIRST 100000

static gboolean skip_blank(ShardLexer *self, ShardToken *out_token);
static gsize scan_token(ShardLexer *self, ShardTokenKind *out_kind);

static char
peek(const ShardLexer *self, gsize ahead)
{
    return self->at + ahead < self->size ? self->text[self->at + ahead] : '\0';
}

enum {
    BLANK = 1,
    NAME_START = 2,
    DIGIT = 4,
    DOLLAR = 8,
    COMMENT = 16, /* a comment may start or end with it */
    PUNCTUATION = 32,
    OPERATOR = 64,
    SPECIAL = 128 /* PostgreSQL: an operator with it may end in + or - */
};

#define NAME_PART (NAME_START | DIGIT | DOLLAR)

/* What a byte can be; bytes of characters past ASCII belong to names. */
static const guint8 classes[256] = {
    ['\t'] = BLANK,
    ['\n'] = BLANK,
    ['\v'] = BLANK,
    ['\f'] = BLANK,
    ['\r'] = BLANK,
    [' '] = BLANK,
    ['A' ... 'Z'] = NAME_START,
    ['a' ... 'z'] = NAME_START,
    ['_'] = NAME_START,
    [0x80 ... 0xff] = NAME_START,
    ['0' ... '9'] = DIGIT,
    ['$'] = DOLLAR,
    ['-'] = COMMENT | OPERATOR,
    ['#'] = COMMENT | OPERATOR | SPECIAL,
    ['*'] = COMMENT | OPERATOR,
    ['/'] = COMMENT | OPERATOR,
    ['('] = PUNCTUATION,
    [')'] = PUNCTUATION,
    ['['] = PUNCTUATION,
    [']'] = PUNCTUATION,
    ['{'] = PUNCTUATION,
    ['}'] = PUNCTUATION,
    [','] = PUNCTUATION,
    [';'] = PUNCTUATION,
    ['.'] = PUNCTUATION,
    ['~'] = OPERATOR | SPECIAL,
    ['!'] = OPERATOR | SPECIAL,
    ['@'] = OPERATOR | SPECIAL,
    ['^'] = OPERATOR | SPECIAL,
    ['&'] = OPERATOR | SPECIAL,
    ['|'] = OPERATOR | SPECIAL,
    ['`'] = OPERATOR | SPECIAL,
    ['%'] = OPERATOR | SPECIAL,
    ['+'] = OPERATOR,
    ['<'] = OPERATOR,
    ['>'] = OPERATOR,
    ['='] = OPERATOR,
    [':'] = OPERATOR,
    ['?'] = OPERATOR,
};

static gboolean
is_of(char c, guint8 wanted)
{
    return (classes[(guchar) c] & wanted) != 0;
}

static gboolean
is_blank(char c)
{
    return is_of(c, BLANK);
}

static gboolean
is_name_start(char c)
{
    return is_of(c, NAME_START);
}

static gboolean
is_name_part(char c)
{
    return is_of(c, NAME_PART);
}

gboolean
shard_lexer_next(ShardLexer *self, ShardToken *out_token)
{
    *out_token = (ShardToken){.marker = -1};
    while (self->at < self->size && is_of(self->text[self->at], BLANK | COMMENT)) {
        gsize before = self->at;
        if (is_blank(self->text[before])) {
            self->at++;
            continue;
        }
        if (skip_blank(self, out_token))
            return TRUE;
        if (self->at == before)
            break;
    }
    if (self->at >= self->size)
        return FALSE;
    out_token->offset = (guint32) self->at;
    gsize size = scan_token(self, &out_token->kind);
    out_token->size = (guint32) size;
    self->at += size;
    self->after_dot = size == 1 && self->text[out_token->offset] == '.' && out_token->offset > 0 &&
                      !is_blank(self->text[out_token->offset - 1]);
    return TRUE;
}

/* ---- blanks and comments ---- */

/* A carriage return ends PostgreSQL's comments too. */
static void
skip_line(ShardLexer *self)
{
    gboolean by_return = self->mode->dialect == SHARD_DIALECT_POSTGRESQL;

    while (self->at < self->size && self->text[self->at] != '\n' &&
           !(by_return && self->text[self->at] == '\r'))
        self->at++;
}

/* Skips a comment that starts here; FALSE if it isn't closed (then at is untouched). */
static gboolean
skip_block(ShardLexer *self, gboolean nested)
{
    guint depth = 0;

    for (gsize i = self->at; i + 1 < self->size; i++) {
        if (self->text[i] == '/' && self->text[i + 1] == '*' && (nested || depth == 0)) {
            depth++;
            i++;
        } else if (self->text[i] == '*' && self->text[i + 1] == '/') {
            i++;
            if (--depth == 0) {
                self->at = i + 1;
                return TRUE;
            }
        }
    }
    return FALSE;
}

static gboolean
version_applies(const ShardLexer *self, guint version, gboolean mariadb_only)
{
    guint server = self->mode->server_version;

    if (mariadb_only && server < MARIADB_FIRST)
        return FALSE;
    if (version >= MARIADB_GAP_FIRST && version <= MARIADB_GAP_LAST && server >= MARIADB_FIRST)
        return FALSE;
    return version <= server;
}

/* Reads the digits behind the ! of a version comment: five or six of them count. */
static guint
read_version(const ShardLexer *self, gsize from, gsize *out_end)
{
    guint version = 0;
    gsize i = from;

    while (i < self->size && i - from < 6 && g_ascii_isdigit(self->text[i]))
        version = version * 10 + (guint) (self->text[i++] - '0');
    if (i - from < 5) {
        *out_end = from;
        return 0;
    }
    *out_end = i;
    return version;
}

/* A version comment: code if the server is new enough, else a comment.  When that isn't known it
 * becomes one INVALID token, so that nobody believes to have read the statement: TRUE. */
static gboolean
skip_version_comment(ShardLexer *self, gsize bang, ShardToken *out_token)
{
    gsize end = 0;
    guint version = read_version(self, bang + 1, &end);
    gboolean mariadb_only = self->text[bang - 1] == 'M';
    gboolean unknown = self->mode->server_version == 0 && (version > OLDEST_SERVER || mariadb_only);

    if (!unknown &&
        (self->mode->server_version == 0 || version_applies(self, version, mariadb_only))) {
        self->at = end;
        self->version_comments++;
        return FALSE;
    }
    gsize start = self->at;
    if (!skip_block(self, TRUE))
        self->at = self->size;
    if (!unknown)
        return FALSE;
    *out_token = (ShardToken){.kind = SHARD_TOKEN_INVALID,
                              .offset = (guint32) start,
                              .size = (guint32) (self->at - start),
                              .marker = -1};
    return TRUE;
}

static void
unclosed_comment(ShardLexer *self, ShardToken *out_token)
{
    *out_token = (ShardToken){.kind = SHARD_TOKEN_INVALID,
                              .offset = (guint32) self->at,
                              .size = (guint32) (self->size - self->at),
                              .marker = -1};
    self->at = self->size;
}

/* Skips one blank or comment; TRUE when that gave a token. */
static gboolean
skip_blank(ShardLexer *self, ShardToken *out_token)
{
    ShardDialect dialect = self->mode->dialect;
    gboolean mysql = dialect == SHARD_DIALECT_MYSQL;
    char c = peek(self, 0);
    char next = peek(self, 1);

    if (is_blank(c)) {
        self->at++;
    } else if (c == '-' && next == '-' &&
               (!mysql || peek(self, 2) == ' ' || g_ascii_iscntrl(peek(self, 2)))) {
        skip_line(self);
    } else if (c == '#' && mysql) {
        skip_line(self);
    } else if (c == '*' && next == '/' && self->version_comments > 0) {
        self->version_comments--;
        self->at += 2;
    } else if (c == '/' && next == '*') {
        if (mysql && peek(self, 2) == '!')
            return skip_version_comment(self, self->at + 2, out_token);
        if (mysql && peek(self, 2) == 'M' && peek(self, 3) == '!')
            return skip_version_comment(self, self->at + 3, out_token);
        if (skip_block(self, dialect == SHARD_DIALECT_POSTGRESQL))
            return FALSE;
        if (dialect == SHARD_DIALECT_SQLITE) {
            self->at = self->size;
            return FALSE;
        }
        unclosed_comment(self, out_token);
        return TRUE;
    }
    return FALSE;
}

/* ---- quoted things ---- */

/* Where the text quoted from from on ends (behind the closing quote); 0: nowhere. */
static gsize
quoted_end(const ShardLexer *self, gsize from, gboolean backslash)
{
    char quote = self->text[from];

    for (gsize i = from + 1; i < self->size; i++) {
        if (backslash && self->text[i] == '\\') {
            i++;
        } else if (self->text[i] == quote) {
            if (i + 1 < self->size && self->text[i + 1] == quote)
                i++;
            else
                return i + 1;
        }
    }
    return 0;
}

static gboolean
string_quote_at(const ShardLexer *self, gsize at)
{
    if (at >= self->size)
        return FALSE;
    return self->text[at] == '\'' || (self->text[at] == '"' && !self->mode->ansi_quotes &&
                                      self->mode->dialect == SHARD_DIALECT_MYSQL);
}

/* Where a string that goes on behind at starts again; 0: it doesn't.  PostgreSQL wants a new line
 * between the parts, MySQL any blank. */
static gsize
continuation(const ShardLexer *self, gsize at)
{
    gboolean mysql = self->mode->dialect == SHARD_DIALECT_MYSQL;
    gboolean new_line = FALSE;
    ShardLexer ahead = *self;

    ahead.at = at;
    while (ahead.at < ahead.size) {
        char c = ahead.text[ahead.at];
        if (string_quote_at(&ahead, ahead.at))
            return mysql || (new_line && c == '\'') ? ahead.at : 0;
        if (!is_blank(c) && !(c == '-' && peek(&ahead, 1) == '-') && !mysql)
            return 0;
        new_line = new_line || c == '\n' || c == '\r';
        gsize before = ahead.at;
        ShardToken token;
        if (skip_blank(&ahead, &token) || ahead.at == before ||
            ahead.version_comments != self->version_comments)
            return 0;
    }
    return 0;
}

/* The size of the string whose first quote is at quote; it starts at self->at. */
static gsize
scan_string(const ShardLexer *self, gsize quote, gboolean backslash, ShardTokenKind *out_kind)
{
    gsize end = quoted_end(self, quote, backslash);

    while (end != 0 && self->mode->dialect != SHARD_DIALECT_SQLITE) {
        gsize more = continuation(self, end);
        if (more == 0)
            break;
        end = quoted_end(self, more, backslash);
    }
    *out_kind = end == 0 ? SHARD_TOKEN_INVALID : SHARD_TOKEN_STRING;
    return (end == 0 ? self->size : end) - self->at;
}

static gsize
scan_quoted_name(const ShardLexer *self, ShardTokenKind *out_kind)
{
    gsize end = 0;

    if (self->text[self->at] == '[') {
        const char *close = memchr(self->text + self->at, ']', self->size - self->at);
        end = close == NULL ? 0 : (gsize) (close - self->text) + 1;
    } else {
        end = quoted_end(self, self->at, FALSE);
    }
    *out_kind = end == 0 ? SHARD_TOKEN_INVALID : SHARD_TOKEN_QUOTED_NAME;
    return (end == 0 ? self->size : end) - self->at;
}

/* $tag$ … $tag$; 0 if there is no such opening here. */
static gsize
scan_dollar_string(const ShardLexer *self, ShardTokenKind *out_kind)
{
    gsize tag = self->at + 1;

    if (tag < self->size && g_ascii_isdigit(self->text[tag]))
        return 0;
    while (tag < self->size && is_name_part(self->text[tag]) && self->text[tag] != '$')
        tag++;
    if (tag >= self->size || self->text[tag] != '$')
        return 0;
    gsize tag_size = tag + 1 - self->at;
    const char *close =
        memmem(self->text + tag + 1, self->size - tag - 1, self->text + self->at, tag_size);
    *out_kind = close == NULL ? SHARD_TOKEN_INVALID : SHARD_TOKEN_STRING;
    return close == NULL ? self->size - self->at
                         : (gsize) (close - self->text) + tag_size - self->at;
}

/* x'..', b'..': digits are not looked at. */
static gsize
scan_bit_string(const ShardLexer *self, ShardTokenKind *out_kind)
{
    gsize end = quoted_end(self, self->at + 1, FALSE);

    *out_kind = end == 0 ? SHARD_TOKEN_INVALID : SHARD_TOKEN_BIT_STRING;
    return (end == 0 ? self->size : end) - self->at;
}

/* A string with a letter before its quote; 0: none here. */
static gsize
scan_prefixed(const ShardLexer *self, ShardTokenKind *out_kind)
{
    ShardDialect dialect = self->mode->dialect;
    gboolean plain_backslash = dialect != SHARD_DIALECT_SQLITE && !self->mode->no_backslash_escapes;
    char next = peek(self, 1);

    if (next != '\'' && next != '&')
        return 0;
    char letter = g_ascii_tolower(peek(self, 0));
    if (next == '\'' && (letter == 'x' || (letter == 'b' && dialect != SHARD_DIALECT_SQLITE)))
        return scan_bit_string(self, out_kind);
    if (next == '\'' && letter == 'n' && dialect != SHARD_DIALECT_SQLITE)
        return scan_string(self, self->at + 1, plain_backslash, out_kind);
    if (dialect != SHARD_DIALECT_POSTGRESQL)
        return 0;
    if (next == '\'' && letter == 'e')
        return scan_string(self, self->at + 1, TRUE, out_kind);
    if (letter != 'u' || next != '&')
        return 0;
    if (peek(self, 2) == '\'')
        return scan_string(self, self->at + 2, FALSE, out_kind);
    if (peek(self, 2) != '"')
        return 0;
    /* U&"…": a name whose spelling is not its text; nobody here reads it. */
    gsize end = quoted_end(self, self->at + 2, FALSE);
    *out_kind = SHARD_TOKEN_INVALID;
    return (end == 0 ? self->size : end) - self->at;
}

/* _utf8'x': MySQL's character set introducer; 0: no string behind the name. */
static gsize
scan_introduced(const ShardLexer *self, gsize name_size, ShardTokenKind *out_kind)
{
    if (self->mode->dialect != SHARD_DIALECT_MYSQL || peek(self, 0) != '_' || name_size < 4)
        return 0;
    gsize at = self->at + name_size;
    while (at < self->size && is_blank(self->text[at]))
        at++;
    if (string_quote_at(self, at))
        return scan_string(self, at, !self->mode->no_backslash_escapes, out_kind);
    if (at + 1 < self->size && g_ascii_tolower(self->text[at]) == 'x' &&
        self->text[at + 1] == '\'') {
        gsize end = quoted_end(self, at + 1, FALSE);
        *out_kind = end == 0 ? SHARD_TOKEN_INVALID : SHARD_TOKEN_BIT_STRING;
        return (end == 0 ? self->size : end) - self->at;
    }
    return 0;
}

/* ---- names, numbers, variables ---- */

static gsize
name_size(const ShardLexer *self)
{
    /* The text ends with a NUL, which is no part of a name. */
    const char *start = self->text + self->at;
    const char *end = start;

    while (is_name_part(*end))
        end++;
    return (gsize) (end - start);
}

static gsize
scan_name(const ShardLexer *self, ShardTokenKind *out_kind)
{
    gsize size = scan_prefixed(self, out_kind);

    if (size == 0) {
        size = name_size(self);
        gsize introduced = scan_introduced(self, size, out_kind);
        if (introduced > 0)
            return introduced;
        *out_kind = SHARD_TOKEN_NAME;
    }
    return size;
}

static gsize
digits(const ShardLexer *self, gsize from)
{
    gsize n = 0;

    while (g_ascii_isdigit(peek(self, from + n)))
        n++;
    return n;
}

/* The size of [digits][.digits][e[+-]digits]. */
static gsize
decimal_size(const ShardLexer *self, ShardTokenKind *out_kind)
{
    gsize size = digits(self, 0);

    *out_kind = SHARD_TOKEN_INTEGER;
    if (peek(self, size) == '.' && peek(self, size + 1) != '.') {
        size++;
        size += digits(self, size);
        *out_kind = SHARD_TOKEN_NUMBER;
    }
    if (peek(self, size) == 'e' || peek(self, size) == 'E') {
        char sign = peek(self, size + 1);
        gsize exponent = size + (sign == '+' || sign == '-' ? 2 : 1);
        gsize n = digits(self, exponent);
        if (n > 0) {
            size = exponent + n;
            *out_kind = SHARD_TOKEN_NUMBER;
        }
    }
    return size;
}

static gsize
radix_size(const ShardLexer *self)
{
    gsize size = 2;
    gboolean hex = peek(self, 1) == 'x' ||
                   (peek(self, 1) == 'X' && self->mode->dialect == SHARD_DIALECT_SQLITE);
    gboolean binary = peek(self, 1) == 'b' && self->mode->dialect == SHARD_DIALECT_MYSQL;

    if (peek(self, 0) != '0' || self->mode->dialect == SHARD_DIALECT_POSTGRESQL)
        return 0;
    if (hex)
        while (g_ascii_isxdigit(peek(self, size)))
            size++;
    if (binary)
        while (peek(self, size) == '0' || peek(self, size) == '1')
            size++;
    return size > 2 && !is_name_part(peek(self, size)) ? size : 0;
}

static gsize
scan_number(const ShardLexer *self, ShardTokenKind *out_kind)
{
    gsize radix = radix_size(self);

    if (radix > 0) {
        *out_kind = SHARD_TOKEN_BIT_STRING;
        return radix;
    }
    gsize size = decimal_size(self, out_kind);
    /* MySQL has names that start with a digit: 1a, 2024_orders, and anything behind a point. */
    gboolean all_digits = digits(self, 0) > 0 && *out_kind == SHARD_TOKEN_INTEGER;
    if (self->mode->dialect == SHARD_DIALECT_MYSQL &&
        (self->after_dot || (all_digits && is_name_part(peek(self, size)))) &&
        peek(self, 0) != '.') {
        *out_kind = SHARD_TOKEN_NAME;
        return name_size(self);
    }
    return size;
}

/* @x, @@global.x, @`x`, @'x' of MySQL; :x, @x, $x of SQLite; 0: no variable here. */
static gsize
scan_variable(const ShardLexer *self, ShardTokenKind *out_kind)
{
    gsize size = 1;

    *out_kind = SHARD_TOKEN_VARIABLE;
    if (self->mode->dialect == SHARD_DIALECT_SQLITE) {
        while (is_name_part(peek(self, size)))
            size++;
        return size > 1 ? size : 0;
    }
    char c = peek(self, 1);
    if (c == '`' || c == '\'' || c == '"') {
        gsize end = quoted_end(self, self->at + 1, c != '`');
        return end == 0 ? self->size - self->at : end - self->at;
    }
    if (c == '@')
        size++;
    while (is_name_part(peek(self, size)) || (peek(self, size) == '.' && size > 1))
        size++;
    return size;
}

/* ---- operators ---- */

static const char *const mysql_operators[] = {"<=>", "->>", "<=", ">=", "<>", "!=", "<<",
                                              ">>",  "||",  "&&", ":=", "->", NULL};
static const char *const sqlite_operators[] = {
    "->>", "||", "<<", ">>", "<=", ">=", "<>", "!=", "==", "->", NULL};

static gsize
scan_listed_operator(const ShardLexer *self)
{
    const char *const *list =
        self->mode->dialect == SHARD_DIALECT_SQLITE ? sqlite_operators : mysql_operators;

    for (guint i = 0; list[i] != NULL; i++) {
        gsize size = strlen(list[i]);
        if (self->at + size <= self->size && memcmp(self->text + self->at, list[i], size) == 0)
            return size;
    }
    return 1;
}

/* PostgreSQL's rule: the longest run of operator characters, cut before a comment; one that ends in
 * + or - needs a character that no standard operator has.  ?? stands for an operator's ?. */
static gsize
scan_postgresql_operator(const ShardLexer *self)
{
    gsize size = 0;
    gboolean special = FALSE;

    for (;;) {
        char c = peek(self, size);
        char next = peek(self, size + 1);
        if (c == '?' && next == '?') {
            size += 2;
            special = TRUE;
            continue;
        }
        if (!is_of(c, OPERATOR) || c == ':' || c == '?' || (c == '-' && next == '-') ||
            (c == '/' && next == '*'))
            break;
        special = special || is_of(c, SPECIAL);
        size++;
    }
    while (size > 1 && !special &&
           (self->text[self->at + size - 1] == '+' || self->text[self->at + size - 1] == '-'))
        size--;
    return size;
}

static gsize
scan_operator(const ShardLexer *self)
{
    if (self->mode->dialect != SHARD_DIALECT_POSTGRESQL)
        return scan_listed_operator(self);
    char next = peek(self, 1);
    if (peek(self, 0) == ':')
        return next == ':' || next == '=' ? 2 : 1;
    return scan_postgresql_operator(self);
}

/* ---- dispatch ---- */

static gboolean
is_quoted_name_start(const ShardLexer *self, char c)
{
    ShardDialect dialect = self->mode->dialect;

    if (c == '"')
        return dialect != SHARD_DIALECT_MYSQL || self->mode->ansi_quotes;
    if (c == '`')
        return dialect != SHARD_DIALECT_POSTGRESQL;
    return c == '[' && dialect == SHARD_DIALECT_SQLITE;
}

static gboolean
is_variable_start(const ShardLexer *self, char c)
{
    if (self->mode->dialect == SHARD_DIALECT_MYSQL)
        return c == '@';
    return self->mode->dialect == SHARD_DIALECT_SQLITE && (c == '@' || c == ':' || c == '$');
}

static gsize
scan_dollar(const ShardLexer *self, ShardTokenKind *out_kind)
{
    gsize n = digits(self, 1);

    if (n > 0) {
        *out_kind = SHARD_TOKEN_NUMBERED_MARKER;
        return n + 1;
    }
    gsize size = scan_dollar_string(self, out_kind);
    if (size > 0)
        return size;
    *out_kind = SHARD_TOKEN_INVALID;
    return 1;
}

static gsize
scan_symbol(const ShardLexer *self, char c, ShardTokenKind *out_kind)
{
    gboolean postgresql = self->mode->dialect == SHARD_DIALECT_POSTGRESQL;

    if (c == '?' && !(postgresql && peek(self, 1) == '?')) {
        *out_kind = SHARD_TOKEN_MARKER;
        return 1;
    }
    if (is_of(c, PUNCTUATION)) {
        *out_kind = SHARD_TOKEN_PUNCTUATION;
        return 1;
    }
    if (!is_of(c, OPERATOR)) {
        *out_kind = SHARD_TOKEN_INVALID;
        return 1;
    }
    *out_kind = SHARD_TOKEN_OPERATOR;
    return scan_operator(self);
}

static gsize
scan_token(ShardLexer *self, ShardTokenKind *out_kind)
{
    char c = peek(self, 0);
    gboolean backslash =
        self->mode->dialect != SHARD_DIALECT_SQLITE && !self->mode->no_backslash_escapes;

    if (is_name_start(c))
        return scan_name(self, out_kind);
    if (string_quote_at(self, self->at))
        return scan_string(self, self->at, backslash, out_kind);
    if (is_quoted_name_start(self, c))
        return scan_quoted_name(self, out_kind);
    if (is_variable_start(self, c)) {
        gsize size = scan_variable(self, out_kind);
        if (size > 0)
            return size;
    }
    if (c == '$' && self->mode->dialect == SHARD_DIALECT_POSTGRESQL)
        return scan_dollar(self, out_kind);
    if (c == '$' && self->mode->dialect == SHARD_DIALECT_MYSQL)
        return scan_name(self, out_kind);
    if (g_ascii_isdigit(c) || (c == '.' && g_ascii_isdigit(peek(self, 1)) && !self->after_dot &&
                               !(self->at > 0 && is_name_part(self->text[self->at - 1]))))
        return scan_number(self, out_kind);
    return scan_symbol(self, c, out_kind);
}
