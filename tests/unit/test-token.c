/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/sql/token/token.h"

#include <string.h>

enum {
    POSTGRESQL = SHARD_DIALECT_POSTGRESQL,
    MYSQL = SHARD_DIALECT_MYSQL,
    SQLITE = SHARD_DIALECT_SQLITE
};

static ShardSqlMode
mode_of(int dialect)
{
    return (ShardSqlMode){.dialect = (ShardDialect) dialect,
                          .no_backslash_escapes = dialect == POSTGRESQL,
                          .server_version = 101119};
}

/* Kinds by letter: n name, q quoted name, s string, b bit string, i integer, d number, m marker,
 * M numbered marker, v variable, o operator, p punctuation, ! invalid.  Texts joined by |. */
static const struct {
    int dialect;
    const char *sql;
    const char *kinds;
    const char *texts;
} lex_cases[] = {
    {POSTGRESQL, "SELECT a.b,1 -- x\n FROM t", "nnpnpinn", "SELECT|a|.|b|,|1|FROM|t"},
    {POSTGRESQL, "a -- x\r LIMIT 1", "nni", "a|LIMIT|1"},
    {MYSQL, "a -- x\r LIMIT 1\n b", "nn", "a|b"},
    {SQLITE, "a -- x\r LIMIT 1\n b", "nn", "a|b"},
    {MYSQL, "a --\177 x\n b", "nn", "a|b"},
    {POSTGRESQL, "a /* x /* y */ z */ b", "nn", "a|b"},
    {MYSQL, "a /* x /* y */ b", "nn", "a|b"},
    {POSTGRESQL, "'it''s' E'a\\'b' $$x'y$$ $t$ $$ $t$", "ssss",
     "'it''s'|E'a\\'b'|$$x'y$$|$t$ $$ $t$"},
    {POSTGRESQL, "'a\\' b", "sn", "'a\\'|b"},
    {MYSQL, "'a\\' OR k=1 -- ' x", "sn", "'a\\' OR k=1 -- '|x"},
    {MYSQL, "\"a\"\"b\" `c``d` # e\n f", "sqn", "\"a\"\"b\"|`c``d`|f"},
    {MYSQL, "1--1", "iooi", "1|-|-|1"},
    {MYSQL, "'a' 'b'", "s", "'a' 'b'"},
    {POSTGRESQL, "'a' 'b'", "ss", "'a'|'b'"},
    {POSTGRESQL, "'a'\n 'b'", "s", "'a'\n 'b'"},
    {SQLITE, "[a b] \"c\" `d` 'e''f' x'0F'", "qqqsb", "[a b]|\"c\"|`d`|'e''f'|x'0F'"},
    {MYSQL, "x'0F' 0x1F b'01' 0b1 _utf8'x' _utf8 'y' n'z'", "bbbbsss",
     "x'0F'|0x1F|b'01'|0b1|_utf8'x'|_utf8 'y'|n'z'"},
    {POSTGRESQL, "1 1.5 .5 1e5 1.e-3 1e", "iddddin", "1|1.5|.5|1e5|1.e-3|1|e"},
    {MYSQL, "1abc 2024_t 1e5 t.1a a.2", "nndnpnnpn", "1abc|2024_t|1e5|t|.|1a|a|.|2"},
    {POSTGRESQL, "a<-1 b@-1 c>=-d e::int f:=g h<>i", "nooinoinoonnonnonnon", NULL},
    {POSTGRESQL, "? $1 $2a ?? ??|", "mMMnoo", "?|$1|$2|a|??|??|"},
    {MYSQL, "@x @@global.y @`z w` a:=1", "vvvnoi", "@x|@@global.y|@`z w`|a|:=|1"},
    {SQLITE, ":x @y $z ?", "vvvm", ":x|@y|$z|?"},
    {SQLITE, "a==b || c->>d", "nononon", "a|==|b||||c|->>|d"},
    {MYSQL, "a<=>b && c != d", "nononon", "a|<=>|b|&&|c|!=|d"},
    {MYSQL, "k=1 /*! OR 1=1 */", "noinioi", "k|=|1|OR|1|=|1"},
    {MYSQL, "k=1 /*!999999 OR 1=1 */ x", "noin", "k|=|1|x"},
    {MYSQL, "k=1 /*!50100 OR 1 */ /*M!100100 x */ /*!80000 y */", "noinin", "k|=|1|OR|1|x"},
    {POSTGRESQL, "'abc", "!", "'abc"},
    {POSTGRESQL, "a /* b", "n!", "a|/* b"},
    {SQLITE, "a /* b", "n", "a"},
    {POSTGRESQL, "\"a\"\"b\" U&\"x\"", "q!", "\"a\"\"b\"|U&\"x\""},
    {POSTGRESQL, "{d '2024-01-01'}", "pnsp", "{|d|'2024-01-01'|}"},
    {POSTGRESQL, "'?' \"a?b\" $$?$$ /* ? */ ? -- ?", "sqsm", NULL},
    {POSTGRESQL, "größe 𝄞", "nn", "größe|𝄞"},
    {POSTGRESQL, "", "", ""},
};

static void
lex(void **state)
{
    static const char letters[] = "nqsbidmMvop!";
    (void) state;

    for (guint i = 0; i < G_N_ELEMENTS(lex_cases); i++) {
        ShardSqlMode mode = mode_of(lex_cases[i].dialect);
        g_autoptr(ShardTokens) tokens =
            shard_tokens_new(lex_cases[i].sql, strlen(lex_cases[i].sql), &mode);
        g_autoptr(GString) kinds = g_string_new(NULL);
        g_autoptr(GString) texts = g_string_new(NULL);
        for (guint t = 0; t < tokens->n_tokens; t++) {
            g_string_append_c(kinds, letters[tokens->tokens[t].kind]);
            g_string_append_printf(texts, "%s%.*s", t == 0 ? "" : "|", (int) tokens->tokens[t].size,
                                   tokens->text + tokens->tokens[t].offset);
        }
        if (strcmp(kinds->str, lex_cases[i].kinds) != 0)
            print_error("in: %s\n", lex_cases[i].sql);
        assert_string_equal(kinds->str, lex_cases[i].kinds);
        if (lex_cases[i].texts != NULL)
            assert_string_equal(texts->str, lex_cases[i].texts);
    }
}

/* The value of the first token, as kind:text. */
static const struct {
    int dialect;
    const char *sql;
    const char *value; /* NULL: none */
} value_cases[] = {
    {POSTGRESQL, "5", "integer:5"},
    {POSTGRESQL, "2147483647", "integer:2147483647"},
    {POSTGRESQL, "2147483648", "long:2147483648"},
    {POSTGRESQL, "9223372036854775807", "long:9223372036854775807"},
    {POSTGRESQL, "9223372036854775808", "big-integer:9223372036854775808"},
    {POSTGRESQL, "007", "integer:7"},
    {POSTGRESQL, "1.50", "decimal:1.50"},
    {POSTGRESQL, "'it''s'", "string:it's"},
    {POSTGRESQL, "'a\\nb'", "string:a\\nb"},
    {POSTGRESQL, "E'a\\nb\\x41\\101\\u00e4\\''", "string:a\nbAAä'"},
    {POSTGRESQL, "$$a'b$$", "string:a'b"},
    {POSTGRESQL, "$x$a$$b$x$", "string:a$$b"},
    {POSTGRESQL, "'a' -- c\n 'b'", "string:ab"},
    {POSTGRESQL, "'a' -- c\r 'b'", "string:ab"},
    {MYSQL, "'a' -- c\r 'c'\n 'b'", "string:ab"},
    {POSTGRESQL, "N'x'", "string:x"},
    {POSTGRESQL, "U&'x'", NULL},
    {POSTGRESQL, "x'41'", NULL},
    {MYSQL, "'a\\'b\\n\\%\\_\\q'", "string:a'b\n\\%\\_q"},
    {MYSQL, "'a' \"b\" 'c'", "string:abc"},
    {MYSQL, "_utf8'x'", "string:x"},
    {MYSQL, "0x4142", "bytes:AB"},
    {MYSQL, "0x141", "bytes:\001A"},
    {MYSQL, "x'4a'", "bytes:J"},
    {MYSQL, "b'01000001'", "bytes:A"},
    {MYSQL, "0b1000001", "bytes:A"},
    {SQLITE, "'a\\'", "string:a\\"},
    {SQLITE, "x'4142'", "bytes:AB"},
    {SQLITE, "0x1F", "long:31"},
    {SQLITE, "0xFFFFFFFFFFFFFFFF", "long:-1"},
    {MYSQL, "name", NULL},
    {MYSQL, "?", NULL},
};

static void
values(void **state)
{
    (void) state;
    for (guint i = 0; i < G_N_ELEMENTS(value_cases); i++) {
        ShardSqlMode mode = mode_of(value_cases[i].dialect);
        g_autoptr(ShardArena) arena = shard_arena_new();
        g_autoptr(ShardTokens) tokens =
            shard_tokens_new(value_cases[i].sql, strlen(value_cases[i].sql), &mode);
        ShardValue value;
        gboolean known = shard_token_value(tokens, 0, &mode, arena, &value);
        if (known != (value_cases[i].value != NULL))
            print_error("in: %s\n", value_cases[i].sql);
        assert_int_equal(known, value_cases[i].value != NULL);
        if (!known)
            continue;
        gboolean text = value.kind == SHARD_VALUE_STRING || value.kind == SHARD_VALUE_BYTES;
        g_autofree char *shown = text
                                     ? g_strdup_printf("%s:%.*s", shard_value_kind_name(value.kind),
                                                       (int) value.text.size, value.text.data)
                                     : g_strdup_printf("%s:%s", shard_value_kind_name(value.kind),
                                                       shard_value_to_text(&value, arena));
        assert_string_equal(shown, value_cases[i].value);
    }
}

static const struct {
    int dialect;
    const char *a, *b;
    gboolean same;
} key_cases[] = {
    {POSTGRESQL, "SELECT a FROM t WHERE k = 5", "SELECT  a\nFROM t /* x */ WHERE k = 77", TRUE},
    {POSTGRESQL, "SELECT a FROM t WHERE k = 5", "SELECT a FROM t WHERE k = 5.0", FALSE},
    {POSTGRESQL, "SELECT a FROM t WHERE k = 5", "SELECT a FROM t WHERE k = '5'", FALSE},
    {POSTGRESQL, "SELECT a FROM t WHERE k = 5", "SELECT a FROM t WHERE k = ?", FALSE},
    {POSTGRESQL, "SELECT a FROM t WHERE k = 5", "SELECT a FROM t WHERE k = -5", FALSE},
    {POSTGRESQL, "SELECT a FROM t WHERE k = 5", "SELECT A FROM t WHERE k = 5", FALSE},
    {POSTGRESQL, "SELECT 'a'", "SELECT E'a'", FALSE},
    {POSTGRESQL, "SELECT 'a'", "SELECT 'i'", TRUE},
    {POSTGRESQL, "SELECT \"a\"", "SELECT \"b\"", FALSE},
    {MYSQL, "SELECT x'00'", "SELECT b'00'", FALSE},
    {MYSQL, "SELECT 'a'", "SELECT \"b\"", TRUE},
};

static void
keys(void **state)
{
    (void) state;
    for (guint i = 0; i < G_N_ELEMENTS(key_cases); i++) {
        ShardSqlMode mode = mode_of(key_cases[i].dialect);
        g_autoptr(ShardTokens) a = shard_tokens_new(key_cases[i].a, strlen(key_cases[i].a), &mode);
        g_autoptr(ShardTokens) b = shard_tokens_new(key_cases[i].b, strlen(key_cases[i].b), &mode);
        g_autoptr(GString) x = g_string_new(NULL);
        g_autoptr(GString) y = g_string_new(NULL);
        shard_tokens_cache_key(a, x);
        shard_tokens_cache_key(b, y);
        assert_int_equal(g_string_equal(x, y), key_cases[i].same);
    }
}

static void
brackets(void **state)
{
    ShardSqlMode mode = mode_of(POSTGRESQL);
    static const char sql[] = "f(a[1], (b)) )";
    g_autoptr(ShardTokens) tokens = shard_tokens_new(sql, strlen(sql), &mode);

    (void) state;
    assert_int_equal(shard_tokens_match(tokens, 1), 10);
    assert_int_equal(shard_tokens_match(tokens, 10), 1);
    assert_int_equal(shard_tokens_match(tokens, 3), 5);
    assert_int_equal(shard_tokens_match(tokens, 11), -1);
    assert_int_equal(shard_tokens_match(tokens, 0), -1);
    assert_int_equal(shard_tokens_match(tokens, 99), -1);
    assert_int_equal(tokens->max_depth, 2);
    assert_int_equal(tokens->tokens[8].depth, 2);
    assert_true(shard_token_is(tokens, 0, "F"));
    assert_false(shard_token_is(tokens, 99, "F"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lex),
        cmocka_unit_test(values),
        cmocka_unit_test(keys),
        cmocka_unit_test(brackets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
