/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/info/private.h"

#include "config.h"
#include "driver/odbc/text.h"
#include "router/base/fork.h"

#include <pthread.h>
#include <string.h>

typedef struct {
    const ShardInfoContext *context;
    ShardInfoBrand brand;
    SQLUSMALLINT type;
    SQLPOINTER value;
    SQLSMALLINT length;
    SQLSMALLINT *out_length;
    GError **error;
} InfoCall;

ShardInfoBrand
shard_info_brand(const ShardInfoContext *context)
{
    static const ShardInfoBrand brands[] = {
        [SHARD_DIALECT_UNKNOWN] = SHARD_INFO_POSTGRESQL,
        [SHARD_DIALECT_POSTGRESQL] = SHARD_INFO_POSTGRESQL,
        [SHARD_DIALECT_MYSQL] = SHARD_INFO_MYSQL,
        [SHARD_DIALECT_SQLITE] = SHARD_INFO_SQLITE,
    };
    if (context->session == NULL)
        return SHARD_INFO_POSTGRESQL;
    return brands[shard_session_dialect(context->session, NULL)];
}

static SQLRETURN
give_text(const InfoCall *call, const char *text)
{
    ShardTextOut out = {.wide = call->context->wide,
                        .bytes = TRUE,
                        .buffer = call->value,
                        .capacity = call->length,
                        .length16 = call->out_length};
    return shard_text_out(&out, text, call->error);
}

static SQLRETURN
give_bytes(const InfoCall *call, const void *bytes, gsize size)
{
    SQLSMALLINT length = (SQLSMALLINT) size;

    if (call->value != NULL)
        memcpy(call->value, bytes, size);
    if (call->out_length != NULL)
        memcpy(call->out_length, &length, sizeof length);
    return SQL_SUCCESS;
}

static SQLRETURN
give16(const InfoCall *call, guint32 number)
{
    guint16 narrow = (guint16) number;
    return give_bytes(call, &narrow, sizeof narrow);
}

static SQLRETURN
give32(const InfoCall *call, guint32 number)
{
    return give_bytes(call, &number, sizeof number);
}

/* ---- what a server has to tell ---- */

typedef struct {
    char *name, *version;
} ServerIdentity;

/* Rules file -> what its shards call themselves: asked once per process. */
static pthread_mutex_t identities_lock = PTHREAD_MUTEX_INITIALIZER;
SHARD_FORK_GUARD(identities_lock)
static GHashTable *identities;

static char *
ask_backend(ShardBackend *backend, SQLUSMALLINT type)
{
    const ShardDriverLibrary *library = shard_backend_library(backend);
    char text[1024] = "";
    SQLSMALLINT length = 0;

    SQLRETURN rc = library->SQLGetInfo(shard_backend_handle(backend), type, text,
                                       (SQLSMALLINT) sizeof text - 1, &length);
    return g_strdup(SQL_SUCCEEDED(rc) ? text : "");
}

static void
identity_free(ServerIdentity *self)
{
    g_free(self->name);
    g_free(self->version);
    g_free(self);
}

/* Takes identity; another thread may have been first. */
static const ServerIdentity *
keep_identity(const char *path, ServerIdentity *identity)
{
    pthread_mutex_lock(&identities_lock);
    ServerIdentity *known = g_hash_table_lookup(identities, path);
    if (known == NULL)
        g_hash_table_insert(identities, g_strdup(path), identity);
    else
        identity_free(identity);
    pthread_mutex_unlock(&identities_lock);
    return known != NULL ? known : identity;
}

/* (transfer none), lives for ever; NULL and *error when no shard can be reached. */
static const ServerIdentity *
find_identity(ShardSession *session, GError **error)
{
    const char *path = shard_rules_path(shard_router_rules(shard_session_router(session)));

    pthread_mutex_lock(&identities_lock);
    if (identities == NULL)
        identities = g_hash_table_new(g_str_hash, g_str_equal);
    const ServerIdentity *known = g_hash_table_lookup(identities, path);
    pthread_mutex_unlock(&identities_lock);
    if (known != NULL)
        return known;

    ShardBackend *backend = shard_session_any_backend(session, error);
    if (backend == NULL)
        return NULL;
    ServerIdentity *asked = g_new0(ServerIdentity, 1);
    asked->name = ask_backend(backend, SQL_DBMS_NAME);
    asked->version = ask_backend(backend, SQL_DBMS_VER);
    return keep_identity(path, asked);
}

/* MariaDB's driver tells MariaDB from MySQL by the server; the others have one name. */
static SQLRETURN
give_dbms_name(const InfoCall *call)
{
    static const char *const names[] = {"PostgreSQL", NULL, "SQLite"};

    if (names[call->brand] != NULL)
        return give_text(call, names[call->brand]);
    const ServerIdentity *identity = find_identity(call->context->session, call->error);
    return identity != NULL ? give_text(call, identity->name) : SQL_ERROR;
}

static SQLRETURN
give_dbms_version(const InfoCall *call)
{
    const ServerIdentity *identity = find_identity(call->context->session, call->error);
    return identity != NULL ? give_text(call, identity->version) : SQL_ERROR;
}

/* The connection's own user, else that of the shard which stands for all, else what it says when
 * it is open already. */
static SQLRETURN
give_user_name(const InfoCall *call)
{
    ShardSession *session = call->context->session;
    const char *uid = shard_session_settings(session)->uid;
    const ShardRules *rules = shard_router_rules(shard_session_router(session));
    guint shard = (guint) MAX(shard_rules_default_shard(rules), 0);

    if (uid == NULL)
        uid = shard_rules_shard(rules, shard)->uid;
    if (uid != NULL || !shard_session_is_open(session, shard))
        return give_text(call, uid);
    ShardBackend *backend = shard_session_backend(session, shard, NULL);
    g_autofree char *asked = backend != NULL ? ask_backend(backend, SQL_USER_NAME) : NULL;
    return give_text(call, asked);
}

/* ---- what is ours ---- */

/* The logical catalog; NULL: catalogs are off. */
static const char *
get_catalog(const InfoCall *call)
{
    const char *catalog = shard_session_settings(call->context->session)->catalog;
    return catalog != NULL && catalog[0] != '\0' ? catalog : NULL;
}

static SQLRETURN
give_dsn(const InfoCall *call)
{
    return give_text(call, call->context->dsn);
}

static SQLRETURN
give_database(const InfoCall *call)
{
    return give_text(call, get_catalog(call));
}

static SQLRETURN
give_driver_name(const InfoCall *call)
{
    return give_text(call, "libshardodbc.so");
}

/* ##.##.####, as the standard wants it. */
static SQLRETURN
give_driver_version(const InfoCall *call)
{
    g_auto(GStrv) parts = g_strsplit(PACKAGE_VERSION, ".", 3);
    guint numbers[3] = {0};
    char text[32];

    for (guint i = 0; i < 3 && parts[i] != NULL; i++)
        numbers[i] = (guint) g_ascii_strtoull(parts[i], NULL, 10);
    g_snprintf(text, sizeof text, "%02u.%02u.%04u", numbers[0], numbers[1], numbers[2]);
    return give_text(call, text);
}

static SQLRETURN
give_odbc_version(const InfoCall *call)
{
    return give_text(call, "03.80");
}

static SQLRETURN
give_activities(const InfoCall *call)
{
    return give16(call, call->context->n_statements_limit);
}

static SQLRETURN
give_catalog_name(const InfoCall *call)
{
    return give_text(call, get_catalog(call) != NULL ? "Y" : "N");
}

static SQLRETURN
give_catalog_term(const InfoCall *call)
{
    static const char *const terms[] = {"catalog", "database", ""};
    return give_text(call, get_catalog(call) != NULL ? terms[call->brand] : "");
}

static SQLRETURN
give_catalog_separator(const InfoCall *call)
{
    return give_text(call, get_catalog(call) != NULL ? "." : "");
}

static SQLRETURN
give_catalog_location(const InfoCall *call)
{
    return give16(call, get_catalog(call) != NULL ? SQL_CL_START : 0);
}

static SQLRETURN
give_catalog_usage(const InfoCall *call)
{
    static const guint32 usages[] = {SQL_CU_DML_STATEMENTS,
                                     SQL_CU_DML_STATEMENTS | SQL_CU_PROCEDURE_INVOCATION |
                                         SQL_CU_TABLE_DEFINITION | SQL_CU_INDEX_DEFINITION |
                                         SQL_CU_PRIVILEGE_DEFINITION,
                                     0};
    return give32(call, get_catalog(call) != NULL ? usages[call->brand] : 0);
}

static const struct {
    SQLUSMALLINT type;
    gboolean always; /* answered without a connection */
    SQLRETURN (*give)(const InfoCall *call);
} special[] = {
    {SQL_DATA_SOURCE_NAME, TRUE, give_dsn},
    {SQL_SERVER_NAME, TRUE, give_dsn},
    {SQL_DRIVER_NAME, TRUE, give_driver_name},
    {SQL_DRIVER_VER, TRUE, give_driver_version},
    {SQL_DRIVER_ODBC_VER, TRUE, give_odbc_version},
    {SQL_ODBC_VER, TRUE, give_odbc_version},
    {SQL_MAX_CONCURRENT_ACTIVITIES, FALSE, give_activities},
    {SQL_DATABASE_NAME, FALSE, give_database},
    {SQL_DBMS_NAME, FALSE, give_dbms_name},
    {SQL_DBMS_VER, FALSE, give_dbms_version},
    {SQL_USER_NAME, FALSE, give_user_name},
    {SQL_CATALOG_NAME, FALSE, give_catalog_name},
    {SQL_CATALOG_TERM, FALSE, give_catalog_term},
    {SQL_CATALOG_NAME_SEPARATOR, FALSE, give_catalog_separator},
    {SQL_CATALOG_LOCATION, FALSE, give_catalog_location},
    {SQL_CATALOG_USAGE, FALSE, give_catalog_usage},
};

static gboolean
give_number(const InfoCall *call)
{
    for (guint i = 0; i < shard_info_numbers16_n; i++)
        if (shard_info_numbers16[i].type == call->type) {
            give16(call, shard_info_numbers16[i].values[call->brand]);
            return TRUE;
        }
    for (guint i = 0; i < shard_info_numbers32_n; i++)
        if (shard_info_numbers32[i].type == call->type) {
            give32(call, shard_info_numbers32[i].values[call->brand]);
            return TRUE;
        }
    return FALSE;
}

SQLRETURN
shard_info_get(const ShardInfoContext *context, SQLUSMALLINT type, SQLPOINTER value,
               SQLSMALLINT length, SQLSMALLINT *out_length, GError **error)
{
    InfoCall call = {context, SHARD_INFO_POSTGRESQL, type, value, length, out_length, error};

    for (guint i = 0; i < G_N_ELEMENTS(special); i++)
        if (special[i].type == type && (special[i].always || context->session != NULL)) {
            call.brand = shard_info_brand(context);
            return special[i].give(&call);
        }
    if (context->session == NULL) {
        shard_error_set(error, SHARD_ERROR_FAILED, "08003", "not connected");
        return SQL_ERROR;
    }
    call.brand = shard_info_brand(context);
    if (give_number(&call))
        return SQL_SUCCESS;
    for (guint i = 0; i < shard_info_texts_n; i++)
        if (shard_info_texts[i].type == type)
            return give_text(&call, shard_info_texts[i].values[call.brand]);
    shard_error_set(error, SHARD_ERROR_FAILED, "HY096", "information type %u is unknown", type);
    return SQL_ERROR;
}
