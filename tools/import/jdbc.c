/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tools/import/jdbc.h"

#include <string.h>

typedef struct Scheme Scheme;

typedef struct {
    const char *name;    /* of the JDBC parameter */
    const char *value;   /* that it must have; NULL: any */
    const char *keyword; /* of ODBC; NULL: nothing is needed */
    const char *setting; /* its value; NULL: the parameter's own */
} Parameter;

struct Scheme {
    const char *prefix;
    ShardDialect dialect;
    const char *driver;
    const char *host, *port, *default_port, *database, *user, *password;
    const Parameter *parameters;
    guint n_parameters;
};

/* What changes nothing here: text is UTF-8 always, batches and caches are the driver's affair. */
static const char *const harmless[] = {"allowMultiQueries",
                                       "allowPublicKeyRetrieval",
                                       "autoReconnect",
                                       "autoReconnectForPools",
                                       "cachePrepStmts",
                                       "cacheServerConfiguration",
                                       "cacheResultSetMetadata",
                                       "characterEncoding",
                                       "connectTimeout",
                                       "defaultRowFetchSize",
                                       "elideSetAutoCommits",
                                       "failOverReadOnly",
                                       "loginTimeout",
                                       "loggerLevel",
                                       "maintainTimeStats",
                                       "maxReconnects",
                                       "netTimeoutForStreamingResults",
                                       "noAccessToProcedureBodies",
                                       "nullCatalogMeansCurrent",
                                       "prepStmtCacheSize",
                                       "prepStmtCacheSqlLimit",
                                       "preparedStatementCacheQueries",
                                       "prepareThreshold",
                                       "reWriteBatchedInserts",
                                       "rewriteBatchedStatements",
                                       "serverTimezone",
                                       "connectionTimeZone",
                                       "socketTimeout",
                                       "tcpKeepAlive",
                                       "tinyInt1isBit",
                                       "useAffectedRows",
                                       "useCursorFetch",
                                       "useJDBCCompliantTimezoneShift",
                                       "useLegacyDatetimeCode",
                                       "useLocalSessionState",
                                       "useLocalTransactionState",
                                       "useServerPrepStmts",
                                       "useUnicode",
                                       "zeroDateTimeBehavior",
                                       "ApplicationName",
                                       "stringtype",
                                       "useInformationSchema",
                                       "yearIsDateType",
                                       NULL};

static const Parameter mysql_parameters[] = {
    {"useSSL", "false", NULL, NULL},
    {"useSSL", "true", "FORCETLS", "1"},
    {"requireSSL", "true", "FORCETLS", "1"},
    {"requireSSL", "false", NULL, NULL},
    {"verifyServerCertificate", "true", "SSLVERIFY", "1"},
    {"verifyServerCertificate", "false", NULL, NULL},
    {"sslMode", "DISABLED", NULL, NULL},
    {"sslMode", "PREFERRED", NULL, NULL},
    {"sslMode", "REQUIRED", "FORCETLS", "1"},
    {"sslMode", "trust", "FORCETLS", "1"},
    {"sslMode", "VERIFY_CA", "SSLVERIFY", "1"},
    {"sslMode", "VERIFY_IDENTITY", "SSLVERIFY", "1"},
    {"sslMode", "verify-ca", "SSLVERIFY", "1"},
    {"sslMode", "verify-full", "SSLVERIFY", "1"},
    {"user", NULL, "User", NULL},
    {"password", NULL, "Password", NULL},
    {"sessionVariables", NULL, "InitStmt", NULL},
};

static const Parameter postgresql_parameters[] = {
    {"ssl", "false", NULL, NULL},       {"ssl", "true", "SSLmode", "require"},
    {"sslmode", NULL, "SSLmode", NULL}, {"currentSchema", NULL, "ConnSettings", NULL},
    {"readOnly", "false", NULL, NULL},  {"readOnly", "true", "ReadOnly", "1"},
    {"user", NULL, "Username", NULL},   {"password", NULL, "Password", NULL},
};

static const Parameter sqlite_parameters[] = {
    {"busy_timeout", NULL, "Timeout", NULL},   {"journal_mode", NULL, "JournalMode", NULL},
    {"synchronous", NULL, "SyncPragma", NULL}, {"foreign_keys", "true", "FKSupport", "1"},
    {"foreign_keys", "on", "FKSupport", "1"},  {"foreign_keys", "false", NULL, NULL},
    {"foreign_keys", "off", NULL, NULL},
};

#define MYSQL_NAMES                                                                                \
    SHARD_DIALECT_MYSQL, "MariaDB Unicode", "Server", "Port", "3306", "Database", "User",          \
        "Password", mysql_parameters, G_N_ELEMENTS(mysql_parameters)
#define POSTGRESQL_NAMES                                                                           \
    SHARD_DIALECT_POSTGRESQL, "PostgreSQL Unicode", "Servername", "Port", "5432", "Database",      \
        "Username", "Password", postgresql_parameters, G_N_ELEMENTS(postgresql_parameters)
#define SQLITE_NAMES                                                                               \
    SHARD_DIALECT_SQLITE, "SQLite3", NULL, NULL, NULL, "Database", NULL, NULL, sqlite_parameters,  \
        G_N_ELEMENTS(sqlite_parameters)

static const Scheme schemes[] = {
    {"jdbc:mysql:", MYSQL_NAMES},           {"jdbc:mariadb:", MYSQL_NAMES},
    {"jdbc:mysql+srv:", MYSQL_NAMES},       {"jdbc:aws-wrapper:mysql:", MYSQL_NAMES},
    {"jdbc:p6spy:mysql:", MYSQL_NAMES},     {"jdbc:p6spy:postgresql:", POSTGRESQL_NAMES},
    {"jdbc:postgresql:", POSTGRESQL_NAMES}, {"jdbc:sqlite:", SQLITE_NAMES},
};

static const struct {
    const char *driver, *file;
} driver_files[] = {
    {"MariaDB Unicode", "libmaodbc.so"},
    {"PostgreSQL Unicode", "psqlodbcw.so"},
    {"SQLite3", "libsqlite3odbc.so"},
};

const char *
import_driver_file(const char *driver)
{
    for (guint i = 0; i < G_N_ELEMENTS(driver_files); i++)
        if (strcmp(driver_files[i].driver, driver) == 0)
            return driver_files[i].file;
    return driver;
}

void
import_target_free(ImportTarget *self)
{
    if (self == NULL)
        return;
    g_free(self->server);
    g_ptr_array_unref(self->keywords);
    g_ptr_array_unref(self->ignored);
    g_ptr_array_unref(self->lost);
    g_free(self->fault);
    g_free(self);
}

static void
set_keyword(ImportTarget *self, const char *name, const char *value)
{
    if (name == NULL || value == NULL)
        return;
    for (guint i = 0; i + 1 < self->keywords->len; i += 2) {
        if (g_ascii_strcasecmp(self->keywords->pdata[i], name) != 0)
            continue;
        g_free(self->keywords->pdata[i + 1]);
        self->keywords->pdata[i + 1] = g_strdup(value);
        return;
    }
    g_ptr_array_add(self->keywords, g_strdup(name));
    g_ptr_array_add(self->keywords, g_strdup(value));
}

static char *
decode(const char *text)
{
    char *plain = g_uri_unescape_string(text, NULL);
    return plain != NULL ? plain : g_strdup(text);
}

/* The two parameters whose value is SQL. */
static char *
make_setting(const Parameter *parameter, const char *value)
{
    if (parameter->setting != NULL)
        return g_strdup(parameter->setting);
    if (strcmp(parameter->name, "currentSchema") == 0)
        return g_strdup_printf("SET search_path TO %s", value);
    if (strcmp(parameter->name, "sessionVariables") == 0)
        return g_strdup_printf("SET %s", value);
    return g_strdup(value);
}

static gboolean
names_a_secret(const char *name)
{
    static const char *const words[] = {"password", "passwd",     "pwd",
                                        "secret",   "credential", "token"};
    g_autofree char *lower = g_ascii_strdown(name, -1);

    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        if (strstr(lower, words[i]) != NULL)
            return TRUE;
    return FALSE;
}

static void
take_parameter(ImportTarget *self, const Scheme *scheme, const char *name, const char *value)
{
    for (guint i = 0; i < scheme->n_parameters; i++) {
        const Parameter *parameter = &scheme->parameters[i];
        if (g_ascii_strcasecmp(parameter->name, name) != 0 ||
            (parameter->value != NULL && g_ascii_strcasecmp(parameter->value, value) != 0))
            continue;
        g_autofree char *setting = make_setting(parameter, value);
        set_keyword(self, parameter->keyword, setting);
        return;
    }
    for (guint i = 0; harmless[i] != NULL; i++) {
        if (g_ascii_strcasecmp(harmless[i], name) != 0)
            continue;
        g_ptr_array_add(self->ignored, g_strdup(name));
        return;
    }
    g_ptr_array_add(self->lost, g_strdup_printf("%s=%s", name, names_a_secret(name) ? "…" : value));
}

static void
take_parameters(ImportTarget *self, const Scheme *scheme, const char *text)
{
    g_auto(GStrv) pieces = g_strsplit_set(text, "&;", -1);

    for (guint i = 0; pieces[i] != NULL; i++) {
        /* "&amp;" that was escaped twice */
        const char *piece =
            g_str_has_prefix(pieces[i], "amp;") ? pieces[i] + strlen("amp;") : pieces[i];
        const char *equals = strchr(piece, '=');
        if (*piece == '\0' || strcmp(piece, "amp") == 0)
            continue;
        g_autofree char *name =
            equals == NULL ? g_strdup(piece) : g_strndup(piece, (gsize) (equals - piece));
        g_autofree char *value = decode(equals == NULL ? "" : equals + 1);
        take_parameter(self, scheme, name, value);
    }
}

/* "user:password@host": what is behind the sign. */
static const char *
take_user(ImportTarget *self, const Scheme *scheme, const char *text)
{
    const char *at = strrchr(text, '@');

    if (at == NULL)
        return text;
    const char *colon = memchr(text, ':', (gsize) (at - text));
    g_autofree char *user = g_strndup(text, (gsize) ((colon == NULL ? at : colon) - text));
    g_autofree char *plain_user = decode(user);
    set_keyword(self, scheme->user, plain_user);
    if (colon != NULL) {
        g_autofree char *password = g_strndup(colon + 1, (gsize) (at - colon - 1));
        g_autofree char *plain = decode(password);
        set_keyword(self, scheme->password, plain);
    }
    return at + 1;
}

/* "host:port,host2" or "[::1]:5432"; only the first host is kept. */
static void
take_host(ImportTarget *self, const Scheme *scheme, const char *authority)
{
    const char *text = take_user(self, scheme, authority);
    g_auto(GStrv) hosts = g_strsplit(text, ",", -1);

    if (strchr(text, '(') != NULL || strchr(text, '@') != NULL) {
        g_ptr_array_add(self->lost, g_strdup("a list of hosts with properties in the URL: write "
                                             "the server's name into odbc.ini"));
        return;
    }
    const char *first = hosts[0] == NULL || *hosts[0] == '\0' ? "localhost" : hosts[0];
    const char *close = *first == '[' ? strchr(first, ']') : NULL;
    const char *colon = strchr(close == NULL ? first : close, ':');
    const char *port = colon == NULL || colon[1] == '\0' ? scheme->default_port : colon + 1;
    g_autofree char *host = NULL;

    if (close != NULL)
        host = g_strndup(first + 1, (gsize) (close - first - 1));
    else
        host = colon == NULL ? g_strdup(first) : g_strndup(first, (gsize) (colon - first));
    set_keyword(self, scheme->host, host);
    set_keyword(self, scheme->port, port);
    self->server = g_strdup_printf("%s:%s", host, port);
    if (hosts[0] != NULL && hosts[1] != NULL)
        g_ptr_array_add(self->lost, g_strdup_printf("more than one host: %s", text));
}

static void
take_address(ImportTarget *self, const Scheme *scheme, const char *text)
{
    const char *slashes = strstr(text, "//");
    const char *start = slashes == NULL ? text : slashes + 2;
    const char *slash = slashes == NULL ? NULL : strchr(start, '/');
    g_autofree char *database = decode(slash == NULL ? (slashes == NULL ? start : "") : slash + 1);

    if (slashes != text && slashes != NULL)
        g_ptr_array_add(self->lost, g_strndup(text, (gsize) (slashes - text)));
    if (slashes == NULL) {
        take_host(self, scheme, "");
    } else {
        g_autofree char *hosts =
            slash == NULL ? g_strdup(start) : g_strndup(start, (gsize) (slash - start));
        take_host(self, scheme, hosts);
    }
    if (*database != '\0')
        set_keyword(self, scheme->database, database);
    else
        g_ptr_array_add(self->lost, g_strdup("the URL names no database"));
}

static void
take_file(ImportTarget *self, const Scheme *scheme, const char *text)
{
    g_autofree char *path = decode(g_str_has_prefix(text, "file:") ? text + 5 : text);

    if (*path == '\0' || strstr(path, ":memory:") != NULL || g_str_has_prefix(path, ":resource:"))
        self->fault = g_strdup_printf("'%s' is a database that only the Java process has", text);
    else
        set_keyword(self, scheme->database, path);
}

static const Scheme *
find_scheme(const char *url)
{
    for (guint i = 0; i < G_N_ELEMENTS(schemes); i++)
        if (g_ascii_strncasecmp(url, schemes[i].prefix, strlen(schemes[i].prefix)) == 0)
            return &schemes[i];
    return NULL;
}

/* Only its kind is cited: there may be a password in the rest. */
static char *
refuse_url(const char *url)
{
    gsize size = g_ascii_strncasecmp(url, "jdbc:", 5) == 0 ? 5 + strcspn(url + 5, ":/?@") : 0;

    if (size == 0)
        return g_strdup("the URL doesn't begin with jdbc:");
    return g_strdup_printf("'%.*s:…' is no URL of PostgreSQL, MySQL, MariaDB or SQLite", (int) size,
                           url);
}

ImportTarget *
import_jdbc_parse(const char *url, const char *user, const char *password)
{
    ImportTarget *self = g_new0(ImportTarget, 1);
    const Scheme *scheme = url == NULL ? NULL : find_scheme(url);

    self->keywords = g_ptr_array_new_with_free_func(g_free);
    self->ignored = g_ptr_array_new_with_free_func(g_free);
    self->lost = g_ptr_array_new_with_free_func(g_free);
    if (scheme == NULL) {
        self->fault = url == NULL ? g_strdup("no JDBC URL") : refuse_url(url);
        return self;
    }
    self->dialect = scheme->dialect;
    self->driver = scheme->driver;
    const char *rest = url + strlen(scheme->prefix);
    const char *question = strchr(rest, '?');
    g_autofree char *address =
        question == NULL ? g_strdup(rest) : g_strndup(rest, (gsize) (question - rest));
    if (scheme->host == NULL)
        take_file(self, scheme, address);
    else
        take_address(self, scheme, address);
    set_keyword(self, scheme->user, user);
    set_keyword(self, scheme->password, password);
    if (scheme->dialect == SHARD_DIALECT_MYSQL)
        set_keyword(self, "Charset", "utf8mb4");
    if (question != NULL)
        take_parameters(self, scheme, question + 1);
    return self;
}
