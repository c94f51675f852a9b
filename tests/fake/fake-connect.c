/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "fake.h"

#include <fcntl.h>
#include <odbcinst.h>
#include <string.h>
#include <unistd.h>

SQLRETURN
fake_fail(FakeDiag *diag, const char *sqlstate, const char *message)
{
    g_free(diag->message);
    diag->message = g_strdup(message);
    g_strlcpy(diag->sqlstate, sqlstate, sizeof diag->sqlstate);
    return SQL_ERROR;
}

/* One write, so that lines of several threads don't mix. */
void
fake_log(FakeDbc *dbc, const char *text)
{
    g_autofree char *line = g_strdup_printf("%s: %s\n", dbc->name != NULL ? dbc->name : "", text);
    int file = dbc->log == NULL ? -1 : open(dbc->log, O_WRONLY | O_APPEND | O_CREAT, 0600);

    if (file < 0)
        return;
    if (write(file, line, strlen(line)) < 0)
        fake_fail(&dbc->diag, "HY000", "[Fake]no log");
    close(file);
}

const char *
fake_failure_of(FakeDbc *dbc, const char *text)
{
    g_auto(GStrv) rules = g_strsplit(dbc->on != NULL ? dbc->on : "", "|", -1);
    const char *last = strrchr(text, ';'); /* of several statements */

    last = last == NULL ? text : last + 1 + strspn(last + 1, " ");
    for (guint i = 0; rules[i] != NULL; i++) {
        char *state = strrchr(rules[i], '=');
        gsize size = state == NULL ? 0 : (gsize) (state - rules[i]);
        if (state == NULL ||
            (strncmp(rules[i], text, size) != 0 && strncmp(rules[i], last, size) != 0))
            continue;
        return g_intern_string(state + 1);
    }
    return NULL;
}

/* Values of test strings hold no semicolons; braces are taken off. */
static char *
said(const char *text, const char *key)
{
    g_auto(GStrv) pairs = g_strsplit(text, ";", -1);
    gsize size = strlen(key);

    for (guint i = 0; pairs[i] != NULL; i++) {
        if (g_ascii_strncasecmp(pairs[i], key, size) != 0 || pairs[i][size] != '=')
            continue;
        char *value = pairs[i] + size + 1;
        if (value[0] == '{')
            return g_strndup(value + 1, strlen(value) - 2);
        return g_strdup(value);
    }
    return NULL;
}

/* By the string, else by the section of its DSN. */
static char *
keyword(const char *text, const char *key)
{
    char *value = said(text, key);
    g_autofree char *dsn = said(text, "DSN");
    char buffer[1024] = "";

    if (value != NULL || dsn == NULL)
        return value;
    SQLGetPrivateProfileString(dsn, key, "", buffer, sizeof buffer, "odbc.ini");
    return buffer[0] == '\0' ? NULL : g_strdup(buffer);
}

SQLRETURN SQL_API
SQLAllocHandle(SQLSMALLINT type, SQLHANDLE input, SQLHANDLE *output)
{
    if (type == SQL_HANDLE_ENV) {
        *output = g_new0(FakeEnv, 1);
    } else if (type == SQL_HANDLE_DBC) {
        FakeDbc *dbc = g_new0(FakeDbc, 1);
        dbc->autocommit = TRUE;
        *output = dbc;
    } else {
        FakeStmt *stmt = g_new0(FakeStmt, 1);
        pthread_condattr_t attributes;
        stmt->dbc = input;
        stmt->count = -1;
        stmt->bindings = g_array_new(FALSE, TRUE, sizeof(FakeBinding));
        pthread_mutex_init(&stmt->lock, NULL);
        pthread_condattr_init(&attributes);
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
        pthread_cond_init(&stmt->wake, &attributes);
        pthread_condattr_destroy(&attributes);
        *output = stmt;
    }
    return SQL_SUCCESS;
}

static void
free_dbc(FakeDbc *dbc)
{
    g_free(dbc->name);
    g_free(dbc->brand);
    g_free(dbc->log);
    g_free(dbc->on);
}

static void
free_stmt(FakeStmt *stmt)
{
    fake_forget_result(stmt);
    g_free(stmt->text);
    g_array_unref(stmt->bindings);
    pthread_mutex_destroy(&stmt->lock);
    pthread_cond_destroy(&stmt->wake);
}

SQLRETURN SQL_API
SQLFreeHandle(SQLSMALLINT type, SQLHANDLE handle)
{
    FakeDiag *diag = handle;

    g_free(diag->message);
    if (type == SQL_HANDLE_DBC)
        free_dbc(handle);
    if (type == SQL_HANDLE_STMT)
        free_stmt(handle);
    g_free(handle);
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLSetEnvAttr(SQLHENV env, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER length)
{
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLDriverConnect(SQLHDBC handle, SQLHWND window, SQLCHAR *in, SQLSMALLINT in_length, SQLCHAR *out,
                 SQLSMALLINT out_size, SQLSMALLINT *out_length, SQLUSMALLINT completion)
{
    FakeDbc *dbc = handle;
    const char *text = (const char *) in;
    g_autofree char *sleep_ms = keyword(text, "ConnectSleep");
    g_autofree char *state = keyword(text, "ConnectError");

    dbc->name = keyword(text, "Name");
    dbc->brand = keyword(text, "Brand");
    dbc->log = keyword(text, "Log");
    dbc->on = keyword(text, "On");
    if (sleep_ms != NULL)
        g_usleep(g_ascii_strtoull(sleep_ms, NULL, 10) * 1000);
    if (state != NULL)
        return fake_fail(&dbc->diag, state, "[Fake]can't connect");
    fake_log(dbc, "connect");
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLDisconnect(SQLHDBC handle)
{
    FakeDbc *dbc = handle;

    if (dbc->in_transaction && !dbc->dead)
        return fake_fail(&dbc->diag, "25000", "[Fake]inside a transaction");
    fake_log(dbc, "disconnect");
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLSetConnectAttr(SQLHDBC handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER length)
{
    FakeDbc *dbc = handle;

    if (attribute == SQL_ATTR_AUTOCOMMIT) {
        dbc->autocommit = (gsize) value == SQL_AUTOCOMMIT_ON;
        fake_log(dbc, dbc->autocommit ? "autocommit on" : "autocommit off");
    } else {
        g_autofree char *text =
            g_strdup_printf("attribute %d = %" G_GSIZE_FORMAT, (int) attribute, (gsize) value);
        fake_log(dbc, text);
        const char *state = fake_failure_of(dbc, text);
        if (state != NULL)
            return fake_fail(&dbc->diag, state, "[Fake]no such attribute");
    }
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLGetConnectAttr(SQLHDBC handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER size,
                  SQLINTEGER *length)
{
    FakeDbc *dbc = handle;

    *(SQLUINTEGER *) value = attribute == SQL_ATTR_CONNECTION_DEAD ? (SQLUINTEGER) dbc->dead
                                                                   : (SQLUINTEGER) dbc->autocommit;
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLEndTran(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT how)
{
    FakeDbc *dbc = handle;
    const char *text = how == SQL_COMMIT ? "COMMIT" : "ROLLBACK";

    if (dbc->dead)
        return fake_fail(&dbc->diag, "08S01", "[Fake]the connection is gone");
    fake_log(dbc, text);
    const char *state = fake_failure_of(dbc, text);
    if (state != NULL) {
        dbc->dead |= strncmp(state, "08", 2) == 0;
        return fake_fail(&dbc->diag, state, "[Fake]as the connection string says");
    }
    dbc->in_transaction = FALSE;
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLGetInfo(SQLHDBC handle, SQLUSMALLINT type, SQLPOINTER value, SQLSMALLINT size,
           SQLSMALLINT *length)
{
    FakeDbc *dbc = handle;
    const char *text = type == SQL_DBMS_NAME  ? (dbc->brand != NULL ? dbc->brand : "Fake")
                       : type == SQL_DBMS_VER ? "15.0.0"
                                              : "";

    g_strlcpy(value, text, (gsize) size);
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLGetDiagRec(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT record, SQLCHAR *sqlstate,
              SQLINTEGER *native, SQLCHAR *message, SQLSMALLINT size, SQLSMALLINT *length)
{
    FakeDiag *diag = handle;

    if (record > 1 || diag->message == NULL)
        return SQL_NO_DATA;
    g_strlcpy((char *) sqlstate, diag->sqlstate, 6);
    g_strlcpy((char *) message, diag->message, (gsize) size);
    *native = 7;
    *length = (SQLSMALLINT) strlen(diag->message);
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLGetDiagField(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT record, SQLSMALLINT field,
                SQLPOINTER value, SQLSMALLINT size, SQLSMALLINT *length)
{
    return SQL_NO_DATA;
}
