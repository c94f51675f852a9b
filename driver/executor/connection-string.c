/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/connection-string.h"

#include "driver/executor/backend/driver-library.h"

#include <string.h>

typedef struct {
    char *key, *value;
} Pair;

static void
pair_clear(gpointer data)
{
    Pair *pair = data;

    g_free(pair->key);
    g_free(pair->value);
}

/* Reads a value at *text and moves behind its semicolon. */
static char *
read_value(const char **text)
{
    const char *p = *text;

    while (*p == ' ')
        p++;
    if (*p != '{') {
        const char *end = p + strcspn(p, ";");
        *text = *end == ';' ? end + 1 : end;
        return g_strchomp(g_strndup(p, (gsize) (end - p)));
    }
    GString *value = g_string_new(NULL);
    for (p++; *p != '\0'; p++) {
        if (p[0] == '}' && p[1] == '}')
            p++;
        else if (p[0] == '}')
            break;
        g_string_append_c(value, *p);
    }
    const char *end = p + strcspn(p, ";");
    *text = *end == ';' ? end + 1 : end;
    return g_string_free(value, FALSE);
}

static GArray *
parse(const char *text)
{
    GArray *pairs = g_array_new(FALSE, FALSE, sizeof(Pair));

    g_array_set_clear_func(pairs, pair_clear);
    while (text != NULL && *text != '\0') {
        gsize length = strcspn(text, "=;");
        g_autofree char *key = g_strstrip(g_strndup(text, length));
        text += length;
        if (*text != '=') {
            text += *text == ';';
            continue;
        }
        text++;
        Pair pair = {.value = read_value(&text)};
        pair.key = g_steal_pointer(&key);
        g_array_append_val(pairs, pair);
    }
    return pairs;
}

static Pair *
find(GArray *pairs, const char *key)
{
    for (guint i = 0; i < pairs->len; i++) {
        Pair *pair = &g_array_index(pairs, Pair, i);
        if (g_ascii_strcasecmp(pair->key, key) == 0)
            return pair;
    }
    return NULL;
}

static void
put(GArray *pairs, const char *key, const char *value)
{
    Pair *old = find(pairs, key);

    if (old != NULL) {
        g_free(old->value);
        old->value = g_strdup(value);
        return;
    }
    Pair pair = {.key = g_strdup(key), .value = g_strdup(value)};
    g_array_append_val(pairs, pair);
}

char *
shard_connection_string_get(const char *text, const char *key)
{
    g_autoptr(GArray) pairs = parse(text);
    Pair *pair = find(pairs, key);
    return pair == NULL ? NULL : g_strdup(pair->value);
}

void
shard_connection_string_append(GString *out, const char *key, const char *value)
{
    gsize size = strlen(value);
    gboolean plain =
        strpbrk(value, ";{}") == NULL && (size == 0 || (value[0] != ' ' && value[size - 1] != ' '));

    g_string_append_printf(out, "%s=", key);
    if (plain) {
        g_string_append_printf(out, "%s;", value);
        return;
    }
    g_string_append_c(out, '{');
    for (const char *p = value; *p != '\0'; p++) {
        g_string_append_c(out, *p);
        if (*p == '}')
            g_string_append_c(out, '}');
    }
    g_string_append(out, "};");
}

/* Is one of these keys in the string or in the DSN's section? */
static gboolean
is_said(GArray *pairs, const char *dsn, const char *const *keys)
{
    for (guint i = 0; keys[i] != NULL; i++) {
        if (find(pairs, keys[i]) != NULL)
            return TRUE;
        if (dsn == NULL)
            continue;
        g_autofree char *value = shard_ini_string(dsn, keys[i], "odbc.ini");
        if (value[0] != '\0')
            return TRUE;
    }
    return FALSE;
}

static void
put_user(GArray *pairs, const ShardDataSource *shard, const ShardSettings *settings,
         const char *dsn)
{
    static const char *const user_keys[] = {"UID", "Username", "User", NULL};

    if (shard->uid != NULL || shard->pwd != NULL) {
        if (shard->uid != NULL)
            put(pairs, "UID", shard->uid);
        if (shard->pwd != NULL)
            put(pairs, "PWD", shard->pwd);
        return;
    }
    if (settings->uid == NULL || is_said(pairs, dsn, user_keys))
        return;
    put(pairs, "UID", settings->uid);
    if (settings->pwd != NULL)
        put(pairs, "PWD", settings->pwd);
}

static void
put_brand(GArray *pairs, const char *dsn, ShardDialect dialect, const ShardSettings *settings,
          guint login_timeout)
{
    static const char *const charset_keys[] = {"CHARSET", NULL};
    static const char *const timeout_keys[] = {"CONN_TIMEOUT", NULL};
    static const char *const lock_keys[] = {"Timeout", NULL};

    if (dialect == SHARD_DIALECT_MYSQL) {
        if (!is_said(pairs, dsn, charset_keys))
            put(pairs, "CHARSET", "utf8mb4");
        if (login_timeout > 0 && !is_said(pairs, NULL, timeout_keys)) {
            g_autofree char *seconds = g_strdup_printf("%u", login_timeout);
            put(pairs, "CONN_TIMEOUT", seconds);
        }
    }
    if (dialect == SHARD_DIALECT_SQLITE && settings->lock_timeout > 0 &&
        !is_said(pairs, NULL, lock_keys)) {
        g_autofree char *ms = g_strdup_printf("%u", settings->lock_timeout * 1000);
        put(pairs, "Timeout", ms);
    }
}

char *
shard_connection_string_for(const ShardDataSource *shard, const ShardSettings *settings,
                            ShardDialect dialect, guint login_timeout, gboolean streaming)
{
    g_autoptr(GArray) pairs = parse(shard->connection);
    g_autoptr(GArray) handed_on = parse(settings->handed_on);
    GString *out = g_string_new(NULL);

    if (shard->connection == NULL)
        put(pairs, "DSN", shard->dsn);
    Pair *named = find(pairs, "DSN");
    g_autofree char *dsn = named == NULL ? NULL : g_strdup(named->value);
    put_user(pairs, shard, settings, dsn);
    for (guint i = 0; i < handed_on->len; i++) {
        Pair *pair = &g_array_index(handed_on, Pair, i);
        put(pairs, pair->key, pair->value);
    }
    put_brand(pairs, dsn, dialect, settings, login_timeout);
    if (streaming && dialect == SHARD_DIALECT_POSTGRESQL) {
        put(pairs, "UseDeclareFetch", "1");
        put(pairs, "Fetch", "2000");
    }
    if (streaming && dialect == SHARD_DIALECT_SQLITE)
        put(pairs, "StepAPI", "1");
    for (guint i = 0; i < pairs->len; i++) {
        Pair *pair = &g_array_index(pairs, Pair, i);
        shard_connection_string_append(out, pair->key, pair->value);
    }
    return g_string_free(out, FALSE);
}

gboolean
shard_keyword_is_like(const char *name, const char *keyword)
{
    const char *a = name;
    const char *b = keyword;

    if (strlen(name) < 4)
        return FALSE;
    while (*a != '\0' && g_ascii_tolower(*a) == g_ascii_tolower(*b))
        a++, b++;
    const char *a_on = *a == '\0' ? a : a + 1;
    const char *b_on = *b == '\0' ? b : b + 1;
    return g_ascii_strcasecmp(a_on, b_on) == 0 || g_ascii_strcasecmp(a, b_on) == 0 ||
           g_ascii_strcasecmp(a_on, b) == 0;
}
