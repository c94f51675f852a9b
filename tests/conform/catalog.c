/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * catalog.c - the catalog functions, as a file of calls says; prints what a real DSN and ours
 * answer alike.
 *
 *   catalog real|ours CONNECTION BRAND narrow|wide|lengths FILE
 *
 * A line of the file is `function|argument|argument…`: ~ is NULL, nothing is the empty string;
 * [pg my] before it are the brands that it is for.  `sql|TEXT` runs a statement, `try|TEXT` one
 * that may fail, `set|ATTRIBUTE|VALUE` sets a statement attribute; `real|TEXT` and `ours|TEXT` run
 * on one of the two only.  `!call => rows` is asked of ours alone, and must give these rows.
 *
 * Printed are the columns that the brands' drivers fill by the standard, the rows of a call sorted.
 * With `lengths` every text is handed over with its length, and something behind it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sql.h>
#include <sqlext.h>
#include <sqlucode.h>

#define MOST 8
#define CHAR_OCTET_LENGTH 16

static SQLHENV env;
static SQLHDBC dbc;
static SQLHSTMT stmt;
static const char *mode;
static const char *role;
static char *arguments[MOST + 1];
static SQLWCHAR wide[MOST + 1][400];
static SQLSMALLINT lengths[MOST + 1];

static SQLSMALLINT
widen(const char *text, SQLWCHAR *out)
{
    SQLSMALLINT n = 0;

    for (const unsigned char *c = (const unsigned char *) text; *c != '\0'; n++) {
        unsigned code = *c++;
        if (code >= 0xe0)
            code = (code & 15) << 12 | (unsigned) (c[0] & 63) << 6 | (c[1] & 63), c += 2;
        else if (code >= 0xc0)
            code = (code & 31) << 6 | (*c++ & 63);
        out[n] = (SQLWCHAR) code;
    }
    out[n] = 0;
    return n;
}

/* The arguments as the mode wants them. */
static void
prepare_arguments(void)
{
    for (int i = 0; i < MOST; i++) {
        if (arguments[i] == NULL) {
            lengths[i] = 0;
            continue;
        }
        lengths[i] = SQL_NTS;
        widen(arguments[i], wide[i]);
        if (strcmp(mode, "lengths") != 0)
            continue;
        lengths[i] = (SQLSMALLINT) strlen(arguments[i]);
        arguments[i] = realloc(arguments[i], (size_t) lengths[i] + 5);
        strcpy(arguments[i] + lengths[i], "%xyz");
    }
}

static void
state_of(char *out)
{
    SQLCHAR text[600];
    SQLINTEGER native;
    SQLSMALLINT n;

    SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, (SQLCHAR *) out, &native, text, sizeof text, &n);
}

static void
show_diag(void)
{
    SQLCHAR state[6], text[600];
    SQLINTEGER native;
    SQLSMALLINT n;

    if (SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, state, &native, text, sizeof text, &n) ==
        SQL_SUCCESS)
        printf("  %s %s\n", state, text);
}

#define A(i) (SQLCHAR *) arguments[i], lengths[i]
#define W(i) arguments[i] ? wide[i] : NULL, lengths[i]
#define N(i) (SQLUSMALLINT)(arguments[i] ? atoi(arguments[i]) : 0)
#define CALL(name, call3, wide3)                                                                   \
    {                                                                                              \
        if (strcmp(function, name) == 0)                                                           \
            return is_wide ? wide3 : call3;                                                        \
    }

static SQLRETURN
call(const char *function)
{
    int is_wide = strcmp(mode, "wide") == 0;

    CALL("tables", SQLTables(stmt, A(0), A(1), A(2), A(3)),
         SQLTablesW(stmt, W(0), W(1), W(2), W(3)))
    CALL("columns", SQLColumns(stmt, A(0), A(1), A(2), A(3)),
         SQLColumnsW(stmt, W(0), W(1), W(2), W(3)))
    CALL("primary", SQLPrimaryKeys(stmt, A(0), A(1), A(2)), SQLPrimaryKeysW(stmt, W(0), W(1), W(2)))
    CALL("foreign", SQLForeignKeys(stmt, A(0), A(1), A(2), A(3), A(4), A(5)),
         SQLForeignKeysW(stmt, W(0), W(1), W(2), W(3), W(4), W(5)))
    CALL("statistics", SQLStatistics(stmt, A(0), A(1), A(2), N(3), N(4)),
         SQLStatisticsW(stmt, W(0), W(1), W(2), N(3), N(4)))
    CALL("special", SQLSpecialColumns(stmt, N(0), A(1), A(2), A(3), N(4), N(5)),
         SQLSpecialColumnsW(stmt, N(0), W(1), W(2), W(3), N(4), N(5)))
    CALL("procedures", SQLProcedures(stmt, A(0), A(1), A(2)),
         SQLProceduresW(stmt, W(0), W(1), W(2)))
    CALL("procedurecolumns", SQLProcedureColumns(stmt, A(0), A(1), A(2), A(3)),
         SQLProcedureColumnsW(stmt, W(0), W(1), W(2), W(3)))
    CALL("tableprivileges", SQLTablePrivileges(stmt, A(0), A(1), A(2)),
         SQLTablePrivilegesW(stmt, W(0), W(1), W(2)))
    CALL("columnprivileges", SQLColumnPrivileges(stmt, A(0), A(1), A(2), A(3)),
         SQLColumnPrivilegesW(stmt, W(0), W(1), W(2), W(3)))
    printf("unknown call\n");
    return SQL_ERROR;
}

/* Columns of each function that are compared. */
static const struct {
    const char *function;
    int columns[16];
} compared[] = {
    {"tables", {2, 3, 4}},
    {"columns", {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16}},
    {"primary", {2, 3, 4, 5, 6}},
    {"foreign", {2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14}},
    {"statistics", {2, 3, 4, 6, 7, 8, 9, 10}},
    {"special", {2, 3, 8}},
    {"procedures", {2, 3, 8}},
    {"procedurecolumns", {2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
    {"tableprivileges", {2, 3, 6, 7}},
};

static int
compare_rows(const void *a, const void *b)
{
    return strcmp(*(char *const *) a, *(char *const *) b);
}

static void
add_cell(char *row, int column)
{
    SQLCHAR text[600] = "";
    SQLLEN length = 0;
    SQLRETURN rc = SQLGetData(stmt, (SQLUSMALLINT) column, SQL_C_CHAR, text, sizeof text, &length);
    int is_null = length == SQL_NULL_DATA || text[0] == '\0' ||
                  (column == CHAR_OCTET_LENGTH && strcmp((char *) text, "-1") == 0);

    if (row[0] != '\0')
        strcat(row, "|");
    strcat(row, rc != SQL_SUCCESS ? "?" : is_null ? "~" : (char *) text);
}

/* The rows of the result, sorted, with commas. */
static void
read_rows(const char *function, char *out)
{
    static char rows[200][1500];
    char *sorted[200] = {NULL};
    int n = 0;
    size_t which = 0;

    while (strcmp(compared[which].function, function) != 0)
        which++;
    while (n < 200 && SQL_SUCCEEDED(SQLFetch(stmt))) {
        rows[n][0] = '\0';
        for (const int *column = compared[which].columns; *column > 0; column++)
            add_cell(rows[n], *column);
        sorted[n] = rows[n];
        n++;
    }
    qsort(sorted, (size_t) n, sizeof sorted[0], compare_rows);
    out[0] = '\0';
    for (int i = 0; i < n; i++)
        sprintf(out + strlen(out), "%s%s", i > 0 ? ", " : "", sorted[i]);
}

static void
run(const char *text, int may_fail)
{
    SQLRETURN rc = SQLExecDirect(stmt, (SQLCHAR *) text, SQL_NTS);

    if (!SQL_SUCCEEDED(rc) && rc != SQL_NO_DATA && !may_fail) {
        printf("%s: %d\n", text, rc);
        show_diag();
    }
    SQLFreeStmt(stmt, SQL_CLOSE);
}

static void
set_arguments(char *words)
{
    for (int i = 0; i < MOST; i++) {
        char *word = strsep(&words, "|");
        free(arguments[i]);
        arguments[i] = word == NULL || strcmp(word, "~") == 0 ? NULL : strdup(word);
    }
}

/* A call, and what it must give if that is said. */
static void
ask(char *line)
{
    static char found[200 * 1500];
    char *shown = strdup(line);
    char *wanted = strstr(line, " => ");
    SQLRETURN rc;

    if (wanted != NULL) {
        *wanted = '\0';
        wanted += 4;
    }
    char *function = strsep(&line, "|");
    set_arguments(line);
    prepare_arguments();
    rc = call(function);
    if (SQL_SUCCEEDED(rc))
        read_rows(function, found);
    else
        state_of(found);
    SQLFreeStmt(stmt, SQL_CLOSE);
    if (wanted == NULL)
        printf("%s: %d\n  %s\n", shown, rc, found);
    else if (strcmp(wanted, found) != 0)
        printf("FAIL %s\n  %s\n", shown, found);
    free(shown);
}

static void
obey(char *line)
{
    char *rest = strchr(line, '|') + 1;

    if (strncmp(line, "sql|", 4) == 0 || strncmp(line, "try|", 4) == 0)
        run(rest, line[0] == 't');
    else if (strncmp(line, "real|", 5) == 0 || strncmp(line, "ours|", 5) == 0)
        run(strncmp(line, role, 4) == 0 ? rest : "SELECT 1", 0);
    else if (strncmp(line, "set|", 4) == 0)
        SQLSetStmtAttr(stmt, atoi(rest), (SQLPOINTER) (long) atoi(strchr(rest, '|') + 1), 0);
    else if (line[0] != '!')
        ask(line);
    else if (strcmp(role, "ours") == 0)
        ask(line + 1);
}

static int
open_connection(const char *connection)
{
    SQLRETURN rc;
    SQLWCHAR text[400];

    SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &env);
    SQLSetEnvAttr(env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
    SQLAllocHandle(SQL_HANDLE_DBC, env, &dbc);
    widen(connection, text);
    if (strcmp(mode, "wide") == 0)
        rc = SQLDriverConnectW(dbc, NULL, text, SQL_NTS, NULL, 0, NULL, SQL_DRIVER_NOPROMPT);
    else
        rc = SQLDriverConnect(dbc, NULL, (SQLCHAR *) connection, SQL_NTS, NULL, 0, NULL,
                              SQL_DRIVER_NOPROMPT);
    return SQL_SUCCEEDED(rc) && SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt));
}

/* The line without its brands; NULL if it isn't for this one. */
static char *
for_brand(char *line, const char *brand)
{
    if (line[0] == '#' || line[0] == '\0')
        return NULL;
    if (line[0] != '[')
        return line;
    char *end = strchr(line, ']');
    *end = '\0';
    return strstr(line, brand) != NULL ? end + 1 : NULL;
}

int
main(int argc, char **argv)
{
    char line[2000];
    FILE *file = argc == 6 ? fopen(argv[5], "r") : NULL;

    if (file == NULL)
        return 2;
    role = argv[1];
    mode = argv[4];
    if (!open_connection(argv[2])) {
        printf("no connection\n");
        return 1;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *text = for_brand(line, argv[3]);
        if (text != NULL)
            obey(text);
    }
    fclose(file);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    SQLDisconnect(dbc);
    SQLFreeHandle(SQL_HANDLE_DBC, dbc);
    SQLFreeHandle(SQL_HANDLE_ENV, env);
    return 0;
}
