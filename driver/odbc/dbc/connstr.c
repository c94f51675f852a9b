/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/dbc/connstr.h"

#include "driver/executor/backend/driver-library.h"
#include "driver/executor/connection-string.h"

#include <string.h>

typedef struct {
    char *keyword;
    char *value;
} Pair;

struct _ShardConnStr {
    GArray *pairs; /* Pair, in order */
};

static void
wipe(char *text)
{
    if (text == NULL)
        return;
    for (volatile char *at = text; *at != '\0'; at++)
        *at = '\0';
    g_free(text);
}

static void
clear_pair(gpointer data)
{
    Pair *pair = data;

    g_free(pair->keyword);
    wipe(pair->value);
}

static ShardConnStr *
connstr_new(void)
{
    ShardConnStr *self = g_new0(ShardConnStr, 1);

    self->pairs = g_array_new(FALSE, FALSE, sizeof(Pair));
    g_array_set_clear_func(self->pairs, clear_pair);
    return self;
}

void
shard_connstr_free(ShardConnStr *self)
{
    if (self == NULL)
        return;
    g_array_unref(self->pairs);
    g_free(self);
}

static Pair *
find_pair(const ShardConnStr *self, const char *keyword)
{
    for (guint i = 0; i < self->pairs->len; i++) {
        Pair *pair = &g_array_index(self->pairs, Pair, i);
        if (g_ascii_strcasecmp(pair->keyword, keyword) == 0)
            return pair;
    }
    return NULL;
}

/* Takes both; an earlier value of the keyword stays. */
static void
add_pair(ShardConnStr *self, char *keyword, char *value)
{
    Pair pair = {keyword, value};

    if (find_pair(self, keyword) != NULL)
        clear_pair(&pair);
    else
        g_array_append_val(self->pairs, pair);
}

/* {…} with }} for a brace; *at stands on the first brace and ends behind the last. */
static char *
read_braced(const char **at)
{
    GString *value = g_string_new(NULL);

    for (const char *c = *at + 1; *c != '\0'; c++) {
        if (*c == '}' && c[1] != '}') {
            *at = c + 1;
            return g_string_free(value, FALSE);
        }
        if (*c == '}')
            c++;
        g_string_append_c(value, *c);
    }
    g_string_free(value, TRUE);
    return NULL;
}

static const char *
skip_blanks(const char *at)
{
    while (g_ascii_isspace(*at))
        at++;
    return at;
}

/* The value behind an equals sign; NULL: an open brace. */
static char *
read_value(const char **at)
{
    *at = skip_blanks(*at);
    if (**at == '{')
        return read_braced(at);
    gsize size = strcspn(*at, ";");
    char *value = g_strchomp(g_strndup(*at, size));
    *at += size;
    return value;
}

static gboolean
parse_pair(ShardConnStr *self, const char *text, const char **at, GError **error)
{
    gsize size = strcspn(*at, "=;");
    g_autofree char *keyword = g_strchomp(g_strndup(*at, size));

    if ((*at)[size] != '=' || keyword[0] == '\0') {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY000",
                        "connection string: '=' expected behind a keyword at character %u",
                        (guint) (*at + size - text + 1));
        return FALSE;
    }
    const char *start = *at;
    *at += size + 1;
    char *value = read_value(at);
    *at = skip_blanks(*at);
    if (value == NULL || (**at != ';' && **at != '\0')) {
        wipe(value);
        shard_error_set(error, SHARD_ERROR_FAILED, "HY000",
                        "connection string: the value of '%s' at character %u isn't closed by }",
                        keyword, (guint) (start - text + 1));
        return FALSE;
    }
    add_pair(self, g_steal_pointer(&keyword), value);
    return TRUE;
}

ShardConnStr *
shard_connstr_parse(const char *text, GError **error)
{
    g_autoptr(ShardConnStr) self = connstr_new();

    if (text == NULL)
        return g_steal_pointer(&self);
    for (const char *at = text;;) {
        while (*at == ';' || g_ascii_isspace(*at))
            at++;
        if (*at == '\0')
            return g_steal_pointer(&self);
        if (!parse_pair(self, text, &at, error))
            return NULL;
    }
}

void
shard_connstr_set(ShardConnStr *self, const char *keyword, const char *value)
{
    if (value == NULL)
        return;
    Pair *pair = find_pair(self, keyword);
    if (pair == NULL) {
        add_pair(self, g_strdup(keyword), g_strdup(value));
        return;
    }
    wipe(pair->value);
    pair->value = g_strdup(value);
}

const char *
shard_connstr_get(const ShardConnStr *self, const char *keyword)
{
    const Pair *pair = find_pair(self, keyword);

    return pair == NULL ? NULL : pair->value;
}

static gboolean
needs_braces(const char *value)
{
    gsize size = strlen(value);

    return strpbrk(value, "[]{}(),;?*=!@") != NULL || g_ascii_isspace(value[0]) ||
           (size > 0 && g_ascii_isspace(value[size - 1]));
}

void
shard_connstr_append(GString *text, const char *keyword, const char *value)
{
    g_string_append_printf(text, "%s=", keyword);
    if (!needs_braces(value)) {
        g_string_append_printf(text, "%s;", value);
        return;
    }
    g_string_append_c(text, '{');
    for (const char *c = value; *c != '\0'; c++) {
        if (*c == '}')
            g_string_append_c(text, '}');
        g_string_append_c(text, *c);
    }
    g_string_append(text, "};");
}

char *
shard_connstr_to_text(const ShardConnStr *self)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < self->pairs->len; i++) {
        const Pair *pair = &g_array_index(self->pairs, Pair, i);
        shard_connstr_append(text, pair->keyword, pair->value);
    }
    return g_string_free(text, FALSE);
}

void
shard_connstr_add_dsn(ShardConnStr *self)
{
    const char *dsn = shard_connstr_get(self, "DSN");

    if (dsn == NULL || dsn[0] == '\0')
        return;
    g_autofree char *section = g_strdup(dsn);
    g_autofree char *keys = shard_ini_keys(section, "odbc.ini");
    for (const char *key = keys; *key != '\0'; key += strlen(key) + 1)
        add_pair(self, g_strdup(key), shard_ini_string(section, key, "odbc.ini"));
}

typedef enum { KIND_TEXT, KIND_CHOICE, KIND_NUMBER, KIND_SIZE, KIND_NONE } SettingKind;

typedef struct {
    const char *keyword;
    SettingKind kind;
    gsize offset;
    const char *choices; /* word|word: number of the word is the value */
} Setting;

#define FIELD(name) G_STRUCT_OFFSET(ShardSettings, name)

static const Setting settings_table[] = {
    {"Description", KIND_NONE, 0, NULL},
    {"Rules", KIND_TEXT, FIELD(rules_path), NULL},
    {"UID", KIND_TEXT, FIELD(uid), NULL},
    {"PWD", KIND_TEXT, FIELD(pwd), NULL},
    {"Database", KIND_TEXT, FIELD(catalog), NULL},
    {"Connect", KIND_CHOICE, FIELD(connect_all), "lazy|all"},
    {"Log", KIND_TEXT, FIELD(log), NULL},
    {"LogLevel", KIND_CHOICE, FIELD(log_level), "off|error|slow|sql"},
    {"LogFormat", KIND_CHOICE, FIELD(log_json), "text|json"},
    {"LogParameters", KIND_CHOICE, FIELD(log_parameters), "off|on"},
    {"SlowMs", KIND_NUMBER, FIELD(slow_ms), NULL},
    {"Hints", KIND_CHOICE, FIELD(hints), "off|on"},
    {"Transaction", KIND_CHOICE, FIELD(two_phase), "local|2pc"},
    {"PoolMode", KIND_CHOICE, FIELD(pool_transaction), "session|transaction"},
    {"MaxConnectionsPerShard", KIND_NUMBER, FIELD(max_connections_per_shard), NULL},
    {"MergeMemory", KIND_SIZE, FIELD(merge_memory), NULL},
    {"GatherRows", KIND_NUMBER, FIELD(limits.rows), NULL},
    {"GatherMemory", KIND_SIZE, FIELD(limits.bytes), NULL},
    {"Consistency", KIND_CHOICE, FIELD(weak), "strong|weak"},
    {"LockTimeout", KIND_NUMBER, FIELD(lock_timeout), NULL},
    {"AnswerTimeout", KIND_NUMBER, FIELD(answer_timeout), NULL},
    {"TrustCollation", KIND_CHOICE, FIELD(trust_collation), "off|on"},
    {"State", KIND_TEXT, FIELD(state), NULL},
};

/* These speak of one server or file, or belong to the driver manager: a shard that got them would
 * leave its own DSN for it. */
static const char *const never_handed_on[] = {
    "Driver",         "Driver64",    "DSN",       "FileDSN",    "SaveFile",
    "Description",    "Setup",       "Server",    "Servername", "Host",
    "Hostname",       "Address",     "Addr",      "Port",       "TCPIPPort",
    "Socket",         "Database",    "DB",        "DBQ",        "Catalog",
    "InitialCatalog", "Debug",       "CommLog",   "Username",   "User",
    "Password",       "Threading",   "FileUsage", "UsageCount", "CPTimeout",
    "CPReuse",        "DontDLClose", "DMEnvAttr",
};

static const Setting *
find_setting(const char *keyword)
{
    for (gsize i = 0; i < G_N_ELEMENTS(settings_table); i++)
        if (g_ascii_strcasecmp(settings_table[i].keyword, keyword) == 0)
            return &settings_table[i];
    return NULL;
}

/* The word's number among word|word; -1 none.  yes, true, 1 mean on. */
static gint
find_choice(const char *choices, const char *value)
{
    g_auto(GStrv) words = g_strsplit(choices, "|", -1);

    for (gint i = 0; words[i] != NULL; i++)
        if (g_ascii_strcasecmp(words[i], value) == 0)
            return i;
    if (strcmp(choices, "off|on") != 0)
        return -1;
    if (strcmp(value, "1") == 0 || g_ascii_strcasecmp(value, "yes") == 0 ||
        g_ascii_strcasecmp(value, "true") == 0)
        return 1;
    if (strcmp(value, "0") == 0 || g_ascii_strcasecmp(value, "no") == 0 ||
        g_ascii_strcasecmp(value, "false") == 0)
        return 0;
    return -1;
}

/* FALSE when the value isn't understood; an empty one is the default. */
static gboolean
apply_setting(ShardSettings *settings, const Setting *setting, const char *value)
{
    gpointer field = G_STRUCT_MEMBER_P(settings, setting->offset);
    guint64 number = 0;

    if (setting->kind == KIND_NONE || value[0] == '\0')
        return TRUE;
    if (setting->kind == KIND_TEXT) {
        g_free(*(char **) field);
        *(char **) field = g_strdup(value);
        return TRUE;
    }
    if (setting->kind == KIND_CHOICE) {
        gint choice = find_choice(setting->choices, value);
        if (choice >= 0)
            *(gint *) field = choice;
        return choice >= 0;
    }
    guint64 most = setting->kind == KIND_SIZE ? G_MAXINT64 : G_MAXINT32;
    if (!g_ascii_string_to_unsigned(value, 10, 0, most, &number, NULL))
        return FALSE;
    if (setting->kind == KIND_SIZE)
        *(gsize *) field = (gsize) number;
    else
        *(guint *) field = (guint) number;
    return TRUE;
}

static gboolean
is_handed_on(const char *keyword)
{
    if (g_ascii_strncasecmp(keyword, "Trace", 5) == 0)
        return FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(never_handed_on); i++)
        if (g_ascii_strcasecmp(never_handed_on[i], keyword) == 0)
            return FALSE;
    return TRUE;
}

/* What nobody may believe to have when he hasn't: a warning at connect is seldom seen. */
static gboolean
is_vital(const Setting *setting)
{
    return strcmp(setting->keyword, "Transaction") == 0 ||
           strcmp(setting->keyword, "Consistency") == 0;
}

static ShardSettings *
refuse_value(const Pair *pair, const Setting *setting, GError **error)
{
    g_autofree char *wanted = g_strdup(setting->choices);

    shard_error_set(error, SHARD_ERROR_FAILED, "HY024", "%s=%s isn't understood; it takes %s",
                    pair->keyword, pair->value, g_strdelimit(wanted, "|", ','));
    return NULL;
}

static void
warn_value(GError **warnings, const Pair *pair, const Setting *setting)
{
    GError *warning = NULL;
    g_autofree char *wanted =
        setting->choices == NULL ? g_strdup("a number") : g_strdup(setting->choices);

    shard_error_set(&warning, SHARD_ERROR_FAILED, "01S00",
                    "%s=%s isn't understood and ignored; it takes %s", pair->keyword, pair->value,
                    g_strdelimit(wanted, "|", ','));
    shard_error_join(warnings, warning);
}

/* It is the shards' drivers' to know it; but who writes Transction=2pc is to hear of it. */
static void
warn_keyword(GError **warnings, const char *keyword)
{
    for (gsize i = 0; i < G_N_ELEMENTS(settings_table); i++) {
        GError *warning = NULL;
        if (!shard_keyword_is_like(keyword, settings_table[i].keyword))
            continue;
        shard_error_set(&warning, SHARD_ERROR_FAILED, "01S00",
                        "%s is handed on to the shards' drivers; is %s meant?", keyword,
                        settings_table[i].keyword);
        shard_error_join(warnings, warning);
        return;
    }
}

/* User and password under their other usual names. */
static void
apply_aliases(const ShardConnStr *self, ShardSettings *settings)
{
    const char *user = shard_connstr_get(self, "User");
    const char *password = shard_connstr_get(self, "Password");

    if (user == NULL)
        user = shard_connstr_get(self, "Username");
    if (settings->uid == NULL && user != NULL && user[0] != '\0')
        settings->uid = g_strdup(user);
    if (settings->pwd == NULL && password != NULL && password[0] != '\0')
        settings->pwd = g_strdup(password);
}

ShardSettings *
shard_connstr_settings(const ShardConnStr *self, GError **out_warnings, GError **error)
{
    g_autoptr(ShardSettings) settings = shard_settings_new();
    g_autoptr(GString) handed_on = g_string_new(NULL);
    g_autoptr(GError) warnings = NULL;

    for (guint i = 0; i < self->pairs->len; i++) {
        const Pair *pair = &g_array_index(self->pairs, Pair, i);
        const Setting *setting = find_setting(pair->keyword);
        if (setting != NULL && !apply_setting(settings, setting, pair->value)) {
            if (is_vital(setting))
                return refuse_value(pair, setting, error);
            warn_value(&warnings, pair, setting);
        } else if (setting == NULL && is_handed_on(pair->keyword)) {
            warn_keyword(&warnings, pair->keyword);
            shard_connstr_append(handed_on, pair->keyword, pair->value);
        }
    }
    apply_aliases(self, settings);
    if (settings->rules_path == NULL) {
        shard_error_set(error, SHARD_ERROR_FAILED, "08001",
                        "no rules file: set Rules in the DSN or the connection string");
        return NULL;
    }
    g_free(settings->handed_on);
    settings->handed_on = g_strdup(handed_on->str);
    *out_warnings = g_steal_pointer(&warnings);
    return g_steal_pointer(&settings);
}
