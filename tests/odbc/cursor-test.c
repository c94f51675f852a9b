/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * cursor-test.c - static cursors whose rows are written: what the cursor sees of it, which row it
 * is, whose change stays.
 *
 * Usage: cursor-test DSN TABLE.  Makes the table (k, s) itself; t is spread over the shards, s1
 * lies on one of them.  Prints "cursor: N passed, N failed".
 */
#include "tests/odbc/client.h"

#include <signal.h>
#include <sys/resource.h>

#define N 3

static SQLHDBC dbc;
static const char *table;
static int is_postgresql, is_mariadb, is_spread;

typedef struct {
    SQLHSTMT stmt;
    SQLINTEGER k[N];
    char s[N][20];
    SQLLEN ik[N];
    SQLLEN is[N];
    SQLLEN marks[N];
    SQLUSMALLINT status[N];
    SQLULEN fetched;
} Cursor;

static SQLRETURN
run(const char *form)
{
    char sql[300];
    SQLHSTMT stmt;

    snprintf(sql, sizeof sql, form, table);
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLRETURN rc = SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    return rc;
}

static void
fill(void)
{
    run("DELETE FROM %s");
    run("INSERT INTO %s (k, s) VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'), (5, 'e'), (6, 'f'), "
        "(7, 'g')");
}

/* The text that the table has for a key. */
static const char *
text_of(int k)
{
    static char text[20];
    char sql[100];
    SQLLEN length = SQL_NULL_DATA;
    SQLHSTMT stmt;

    snprintf(sql, sizeof sql, "SELECT s FROM %s WHERE k = %d", table, k);
    strcpy(text, "none");
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
    if (SQLFetch(stmt) == SQL_SUCCESS)
        SQLGetData(stmt, 1, SQL_C_CHAR, text, sizeof text, &length);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    return text;
}

static int
has(int k, const char *wanted)
{
    return strcmp(text_of(k), wanted) == 0;
}

static void
attribute(Cursor *self, SQLINTEGER name, const void *value)
{
    SQLSetStmtAttr(self->stmt, name, (SQLPOINTER) value, 0);
}

static void
open_cursor(Cursor *self, SQLULEN bookmarks)
{
    char sql[100];

    memset(self, 0, sizeof *self);
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &self->stmt);
    attribute(self, SQL_ATTR_CURSOR_TYPE, (void *) SQL_CURSOR_STATIC);
    attribute(self, SQL_ATTR_CONCURRENCY, (void *) SQL_CONCUR_ROWVER);
    attribute(self, SQL_ATTR_USE_BOOKMARKS, (void *) bookmarks);
    attribute(self, SQL_ATTR_ROW_ARRAY_SIZE, (void *) N);
    attribute(self, SQL_ATTR_ROW_STATUS_PTR, self->status);
    attribute(self, SQL_ATTR_ROWS_FETCHED_PTR, &self->fetched);
    if (bookmarks != SQL_UB_OFF)
        SQLBindCol(self->stmt, 0, SQL_C_VARBOOKMARK, self->marks, sizeof self->marks[0], NULL);
    SQLBindCol(self->stmt, 1, SQL_C_LONG, self->k, 0, self->ik);
    SQLBindCol(self->stmt, 2, SQL_C_CHAR, self->s, sizeof self->s[0], self->is);
    snprintf(sql, sizeof sql, "SELECT k, s FROM %s ORDER BY k", table);
    CHECK(SQL_SUCCEEDED(SQLExecDirect(self->stmt, (SQLCHAR *) sql, SQL_NTS)));
}

static void
close_cursor(Cursor *self)
{
    SQLFreeHandle(SQL_HANDLE_STMT, self->stmt);
}

static SQLRETURN
scroll(Cursor *self, SQLSMALLINT orientation, SQLLEN offset)
{
    memset(self->s, 0, sizeof self->s);
    return SQLFetchScroll(self->stmt, orientation, offset);
}

static SQLRETURN
set_pos(Cursor *self, SQLSETPOSIROW row, SQLUSMALLINT operation)
{
    return SQLSetPos(self->stmt, row, operation, SQL_LOCK_NO_CHANGE);
}

/* Are these the keys of the rowset? */
static int
shows(const Cursor *self, SQLULEN n, const SQLINTEGER *k)
{
    return self->fetched == n && memcmp(self->k, k, n * sizeof *k) == 0;
}

#define SHOWS(cursor, ...)                                                                         \
    shows(cursor, sizeof((SQLINTEGER[]){__VA_ARGS__}) / sizeof(SQLINTEGER),                        \
          (SQLINTEGER[]){__VA_ARGS__})

static void
set(Cursor *self, int row, const char *s)
{
    strcpy(self->s[row], s);
    self->is[row] = SQL_NTS;
}

static SQLLEN
count_of(const Cursor *self)
{
    SQLLEN count = -99;

    SQLRowCount(self->stmt, &count);
    return count;
}

static SQLUINTEGER
sensitivity(void)
{
    SQLUINTEGER sees = 99;

    SQLGetInfo(dbc, SQL_STATIC_SENSITIVITY, &sees, 0, NULL);
    return sees;
}

/* MariaDB's own driver says that it does, and doesn't. */
static int
sees(SQLUINTEGER what)
{
    return (sensitivity() & what) != 0 && (is_spread || !is_mariadb);
}

static void
test_update(void)
{
    Cursor cursor;

    fill();
    open_cursor(&cursor, SQL_UB_OFF);
    CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS);
    set(&cursor, 1, "new");
    CHECK(set_pos(&cursor, 2, SQL_UPDATE) == SQL_SUCCESS);
    CHECK(count_of(&cursor) == 1);
    CHECK(has(1, "a") && has(2, "new") && has(3, "c"));
    CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS && SHOWS(&cursor, 4, 5, 6));
    CHECK(scroll(&cursor, SQL_FETCH_FIRST, 0) == SQL_SUCCESS && SHOWS(&cursor, 1, 2, 3));
    CHECK(strcmp(cursor.s[1], sees(SQL_SS_UPDATES) ? "new" : "b") == 0);
    /* Once more, over what the cursor wrote itself. */
    set(&cursor, 1, "newer");
    if (is_spread || is_postgresql)
        CHECK(set_pos(&cursor, 2, SQL_UPDATE) == SQL_SUCCESS && has(2, "newer"));
    close_cursor(&cursor);
}

/* Values that are as they were are no conflict, though MariaDB counts no row then. */
static void
test_same_values(void)
{
    Cursor cursor;

    fill();
    open_cursor(&cursor, SQL_UB_OFF);
    CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS);
    CHECK(set_pos(&cursor, 2, SQL_UPDATE) == SQL_SUCCESS);
    CHECK(has(2, "b"));
    close_cursor(&cursor);
}

/* What another has written meanwhile isn't written over. */
static void
test_conflict(void)
{
    Cursor cursor;

    fill();
    open_cursor(&cursor, SQL_UB_OFF);
    CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS);
    run("UPDATE %s SET s = 'theirs' WHERE k = 2");
    set(&cursor, 1, "mine");
    SQLRETURN rc = set_pos(&cursor, 2, SQL_UPDATE);
    if (is_spread) {
        CHECK(rc == SQL_SUCCESS_WITH_INFO);
        CHECK(has_state(SQL_HANDLE_STMT, cursor.stmt, "01001"));
        CHECK(cursor.status[1] == SQL_ROW_SUCCESS_WITH_INFO && count_of(&cursor) == 0);
    }
    CHECK(!(is_spread || is_postgresql || is_mariadb) || has(2, "theirs"));
    close_cursor(&cursor);
}

static void
test_delete(void)
{
    Cursor cursor;

    fill();
    open_cursor(&cursor, SQL_UB_OFF);
    CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS);
    CHECK(set_pos(&cursor, 2, SQL_DELETE) == SQL_SUCCESS);
    CHECK(cursor.status[1] == SQL_ROW_DELETED && count_of(&cursor) == 1);
    CHECK(has(1, "a") && has(2, "none") && has(3, "c"));
    if (is_spread) {
        /* The rows behind are those that the application hasn't seen. */
        CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS && SHOWS(&cursor, 4, 5, 6));
        CHECK(SQL_SUCCEEDED(scroll(&cursor, SQL_FETCH_FIRST, 0)));
        CHECK(sees(SQL_SS_DELETIONS) ? SHOWS(&cursor, 1, 3, 4) : SHOWS(&cursor, 1, 2, 3));
        CHECK(scroll(&cursor, SQL_FETCH_LAST, 0) == SQL_SUCCESS && SHOWS(&cursor, 5, 6, 7));
    }
    close_cursor(&cursor);
}

static void
test_add(void)
{
    Cursor cursor;

    fill();
    open_cursor(&cursor, SQL_UB_OFF);
    CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS);
    cursor.k[1] = 20;
    set(&cursor, 1, "added");
    CHECK(set_pos(&cursor, 2, SQL_ADD) == SQL_SUCCESS);
    CHECK(has(20, "added") && count_of(&cursor) == 1);
    CHECK(scroll(&cursor, SQL_FETCH_LAST, 0) == SQL_SUCCESS);
    CHECK(sees(SQL_SS_ADDITIONS) ? SHOWS(&cursor, 6, 7, 20) : SHOWS(&cursor, 5, 6, 7));
    close_cursor(&cursor);
}

/* Of rows that were added together the cursor has those that the table has taken. */
static void
test_add_some(void)
{
    Cursor cursor;

    fill();
    open_cursor(&cursor, SQL_UB_OFF);
    CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS);
    for (int row = 0; row < N; row++) {
        cursor.k[row] = row == 1 ? 2 : 20 + row;
        set(&cursor, row, "added");
    }
    CHECK(SQLBulkOperations(cursor.stmt, SQL_ADD) == SQL_SUCCESS_WITH_INFO);
    CHECK(count_of(&cursor) == 2 && has(20, "added") && has(2, "b") && has(22, "added"));
    CHECK(scroll(&cursor, SQL_FETCH_LAST, 0) == SQL_SUCCESS);
    CHECK(sees(SQL_SS_ADDITIONS) ? SHOWS(&cursor, 7, 20, 22) : SHOWS(&cursor, 5, 6, 7));
    close_cursor(&cursor);
}

/* A row of a block that was read before it is written. */
static void
test_read_and_write(void)
{
    char text[20] = "";
    Cursor cursor;

    fill();
    open_cursor(&cursor, SQL_UB_OFF);
    CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS);
    CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS && SHOWS(&cursor, 4, 5, 6));
    CHECK(set_pos(&cursor, 3, SQL_POSITION) == SQL_SUCCESS);
    CHECK(SQLGetData(cursor.stmt, 2, SQL_C_CHAR, text, sizeof text, NULL) == SQL_SUCCESS);
    CHECK(strcmp(text, "f") == 0);
    set(&cursor, 2, "F");
    CHECK(set_pos(&cursor, 3, SQL_UPDATE) == SQL_SUCCESS);
    CHECK(set_pos(&cursor, 1, SQL_DELETE) == SQL_SUCCESS);
    CHECK(has(3, "c") && has(4, "none") && has(5, "e") && has(6, "F") && has(7, "g"));
    close_cursor(&cursor);
}

/* Columns in any order, and again from their starts. */
static void
test_order(void)
{
    static const SQLUSMALLINT columns[] = {2, 1, 2, 1, 1, 2};
    static const char *const texts[] = {"e", "5", "e", "5", "none", "e"};
    Cursor cursor;

    fill();
    open_cursor(&cursor, SQL_UB_OFF);
    SQLFreeStmt(cursor.stmt, SQL_UNBIND);
    CHECK(scroll(&cursor, SQL_FETCH_ABSOLUTE, 4) == SQL_SUCCESS);
    for (int again = 0; again < 2; again++) {
        CHECK(set_pos(&cursor, 2, SQL_POSITION) == SQL_SUCCESS);
        for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
            char text[20] = "none";
            SQLLEN length;
            SQLRETURN rc =
                SQLGetData(cursor.stmt, columns[i], SQL_C_CHAR, text, sizeof text, &length);
            CHECK(rc == (strcmp(texts[i], "none") == 0 ? SQL_NO_DATA : SQL_SUCCESS));
            CHECK(rc == SQL_NO_DATA || strcmp(text, texts[i]) == 0);
        }
    }
    /* The row that was read isn't where the next rowset is counted from. */
    CHECK(scroll(&cursor, SQL_FETCH_RELATIVE, -3) == SQL_SUCCESS);
    CHECK(scroll(&cursor, SQL_FETCH_PRIOR, 0) == SQL_NO_DATA);
    CHECK(set_pos(&cursor, 1, SQL_POSITION) == SQL_ERROR);
    close_cursor(&cursor);
}

/* Wide text, with a character of two units. */
static void
test_wide(void)
{
    SQLWCHAR wide[N][20] = {{0}};
    const SQLWCHAR wanted[] = {'x', 0xd83c, 0xdf41, 0};
    SQLLEN lengths[N];
    Cursor cursor;

    fill();
    open_cursor(&cursor, SQL_UB_OFF);
    SQLBindCol(cursor.stmt, 2, SQL_C_WCHAR, wide, sizeof wide[0], lengths);
    CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS && wide[1][0] == 'b');
    memcpy(wide[1], wanted, sizeof wanted);
    lengths[1] = SQL_NTS;
    CHECK(set_pos(&cursor, 2, SQL_UPDATE) == SQL_SUCCESS);
    CHECK(has(1, "a") && has(2, "x\xf0\x9f\x8d\x81") && has(3, "c"));
    close_cursor(&cursor);
}

/* The size of the rowset may change between two fetches, and before a bulk operation. */
static void
test_bookmarks(void)
{
    Cursor cursor;
    SQLLEN second;

    fill();
    open_cursor(&cursor, SQL_UB_VARIABLE);
    CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS);
    second = cursor.marks[1];
    attribute(&cursor, SQL_ATTR_FETCH_BOOKMARK_PTR, &second);
    CHECK(scroll(&cursor, SQL_FETCH_BOOKMARK, 1) == SQL_SUCCESS && SHOWS(&cursor, 3, 4, 5));
    CHECK(scroll(&cursor, SQL_FETCH_BOOKMARK, -1) == SQL_SUCCESS && SHOWS(&cursor, 1, 2, 3));
    CHECK(scroll(&cursor, SQL_FETCH_BOOKMARK, -5) == SQL_NO_DATA);
    CHECK(cursor.fetched == 0);
    for (int row = 0; row < N; row++)
        CHECK(cursor.status[row] == SQL_ROW_NOROW);
    CHECK(scroll(&cursor, SQL_FETCH_FIRST, 0) == SQL_SUCCESS);
    if (is_spread || is_postgresql) {
        cursor.marks[0] = cursor.marks[2];
        cursor.marks[1] = second;
        attribute(&cursor, SQL_ATTR_ROW_ARRAY_SIZE, (void *) 2);
        CHECK(SQLBulkOperations(cursor.stmt, SQL_FETCH_BY_BOOKMARK) == SQL_SUCCESS);
        CHECK(cursor.k[0] == 3 && cursor.k[1] == 2 && strcmp(cursor.s[0], "c") == 0);
        CHECK(cursor.status[0] == SQL_ROW_SUCCESS && cursor.status[1] == SQL_ROW_SUCCESS);
        CHECK(SQLBulkOperations(cursor.stmt, SQL_DELETE_BY_BOOKMARK) == SQL_SUCCESS);
        CHECK(has(1, "a") && has(2, "none") && has(3, "none"));
        CHECK(scroll(&cursor, SQL_FETCH_FIRST, 0) == SQL_SUCCESS);
        CHECK(sees(SQL_SS_DELETIONS) ? SHOWS(&cursor, 1, 4) : SHOWS(&cursor, 1, 2));
    }
    close_cursor(&cursor);
}

/* ODBC 2's call is given the bookmark. */
static void
test_extended(void)
{
    SQLULEN n = 0;
    SQLLEN third;
    Cursor cursor;

    fill();
    open_cursor(&cursor, SQL_UB_VARIABLE);
    attribute(&cursor, SQL_ROWSET_SIZE, (void *) 2);
    CHECK(SQLExtendedFetch(cursor.stmt, SQL_FETCH_ABSOLUTE, 3, &n, cursor.status) == SQL_SUCCESS);
    CHECK(n == 2 && cursor.k[0] == 3);
    third = cursor.marks[0];
    CHECK(SQLExtendedFetch(cursor.stmt, SQL_FETCH_LAST, 0, &n, cursor.status) == SQL_SUCCESS);
    CHECK(SQLExtendedFetch(cursor.stmt, SQL_FETCH_BOOKMARK, third, &n, cursor.status) ==
          SQL_SUCCESS);
    CHECK(n == 2 && cursor.k[0] == 3 && cursor.k[1] == 4);
    close_cursor(&cursor);
    open_cursor(&cursor, SQL_UB_OFF);
    CHECK(SQLExtendedFetch(cursor.stmt, SQL_FETCH_BOOKMARK, 1, &n, cursor.status) == SQL_ERROR);
    close_cursor(&cursor);
}

/* What SQLExtendedFetch was given says how many rows there are, and where their status goes. */
static void
test_extended_write(void)
{
    SQLUSMALLINT status[2] = {99, 99};
    SQLULEN n = 0;
    Cursor cursor;

    fill();
    open_cursor(&cursor, SQL_UB_OFF);
    attribute(&cursor, SQL_ATTR_ROW_ARRAY_SIZE, (void *) 1);
    attribute(&cursor, SQL_ROWSET_SIZE, (void *) 2);
    CHECK(SQLExtendedFetch(cursor.stmt, SQL_FETCH_ABSOLUTE, 2, &n, status) == SQL_SUCCESS);
    CHECK(n == 2 && cursor.k[0] == 2 && cursor.k[1] == 3 && status[1] == SQL_ROW_SUCCESS);
    set(&cursor, 0, "B");
    set(&cursor, 1, "C");
    cursor.status[0] = cursor.status[1] = 99;
    CHECK(set_pos(&cursor, 0, SQL_UPDATE) == SQL_SUCCESS);
    CHECK(has(1, "a") && has(2, "B") && has(3, "C") && has(4, "d"));
    CHECK(status[0] == SQL_ROW_UPDATED && status[1] == SQL_ROW_UPDATED && cursor.status[0] == 99);
    cursor.k[0] = 31;
    cursor.k[1] = 32;
    CHECK(set_pos(&cursor, 0, SQL_ADD) == SQL_SUCCESS && count_of(&cursor) == 2);
    CHECK(has(31, "B") && has(32, "C") && status[1] == SQL_ROW_ADDED && cursor.status[1] == 99);
    close_cursor(&cursor);
}

/* A rowset that would begin before the first row. */
static void
test_overlap(void)
{
    Cursor cursor;

    fill();
    open_cursor(&cursor, SQL_UB_OFF);
    CHECK(scroll(&cursor, SQL_FETCH_ABSOLUTE, 3) == SQL_SUCCESS && SHOWS(&cursor, 3, 4, 5));
    SQLRETURN rc = scroll(&cursor, SQL_FETCH_PRIOR, 0);
    if (!is_spread && is_mariadb) { /* its driver goes back by what is there */
        close_cursor(&cursor);
        return;
    }
    CHECK(SHOWS(&cursor, 1, 2, 3));
    if (is_spread || is_postgresql) {
        CHECK(rc == SQL_SUCCESS_WITH_INFO);
        CHECK(has_state(SQL_HANDLE_STMT, cursor.stmt, "01S06"));
    }
    CHECK(scroll(&cursor, SQL_FETCH_PRIOR, 0) == SQL_NO_DATA);
    CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS && SHOWS(&cursor, 1, 2, 3));
    CHECK(scroll(&cursor, SQL_FETCH_RELATIVE, 2) == SQL_SUCCESS && SHOWS(&cursor, 3, 4, 5));
    close_cursor(&cursor);
}

#define MANY 300
#define BLOCK 37

/* The rows of a block of a cursor that only goes forward: each can be stood on, and has its number.
 * The shards give them in batches of their own. */
static void
read_block(SQLHSTMT stmt, const SQLINTEGER *k, SQLULEN n, SQLULEN before)
{
    char s[20], wanted[20];
    SQLLEN length;

    for (SQLULEN row = 0; row < n; row++) {
        SQLULEN number = 0;
        snprintf(wanted, sizeof wanted, "s%d", (int) k[row]);
        SQLSetPos(stmt, (SQLSETPOSIROW) (row + 1), SQL_POSITION, SQL_LOCK_NO_CHANGE);
        SQLGetData(stmt, 2, SQL_C_CHAR, s, sizeof s, &length);
        SQLGetStmtAttr(stmt, SQL_ATTR_ROW_NUMBER, &number, 0, NULL);
        if (strcmp(s, wanted) != 0 || number != before + row + 1) {
            printf("row %u: '%s', not '%s', number %u\n", (unsigned) (before + row), s, wanted,
                   (unsigned) number);
            CHECK(0);
            return;
        }
    }
    CHECK(1);
}

static void
read_blocks(const char *form, SQLULEN block)
{
    static SQLINTEGER k[BLOCK];
    char sql[100];
    SQLULEN n = 0, n_all = 0;
    long sum = 0;
    SQLHSTMT stmt;

    snprintf(sql, sizeof sql, form, table);
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) block, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROWS_FETCHED_PTR, &n, 0);
    SQLBindCol(stmt, 1, SQL_C_SLONG, k, 0, NULL);
    CHECK(SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS) == SQL_SUCCESS);
    while (SQLFetch(stmt) == SQL_SUCCESS) {
        read_block(stmt, k, n, n_all);
        for (SQLULEN i = 0; i < n; i++)
            sum += k[i];
        n_all += n;
    }
    CHECK(n_all == MANY && sum == (long) MANY * (MANY + 1) / 2);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

static void
test_forward_blocks(void)
{
    static char sql[MANY * 20];
    size_t used = (size_t) snprintf(sql, sizeof sql, "INSERT INTO %s (k, s) VALUES", table);
    SQLHSTMT stmt;

    for (int k = 1; k <= MANY; k++)
        used += (size_t) snprintf(sql + used, sizeof sql - used, "%c(%d, 's%d')", k > 1 ? ',' : ' ',
                                  k, k);
    run("DELETE FROM %s");
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    CHECK(SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS) == SQL_SUCCESS);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    for (SQLULEN block = 1; block <= BLOCK; block += 12) {
        read_blocks("SELECT k, s FROM %s", block);
        read_blocks("SELECT k, s FROM %s ORDER BY k", block);
    }
}

/* Rows past SQL_ATTR_MAX_ROWS aren't given, wherever a block ends; nor is what isn't to be
 * retrieved till it is. */
static void
test_most_rows(void)
{
    char sql[100];
    Cursor cursor;

    fill();
    for (SQLULEN most = 1; most <= 8; most++) {
        open_cursor(&cursor, SQL_UB_OFF);
        SQLFreeStmt(cursor.stmt, SQL_CLOSE);
        attribute(&cursor, SQL_ATTR_CURSOR_TYPE, (void *) SQL_CURSOR_FORWARD_ONLY);
        attribute(&cursor, SQL_ATTR_MAX_ROWS, (void *) most);
        snprintf(sql, sizeof sql, "SELECT k, s FROM %s ORDER BY k", table);
        CHECK(SQL_SUCCEEDED(SQLExecDirect(cursor.stmt, (SQLCHAR *) sql, SQL_NTS)));
        SQLULEN n = 0;
        while (n < 20 && SQLFetch(cursor.stmt) == SQL_SUCCESS)
            n += cursor.fetched;
        CHECK(n == (most < 7 ? most : 7) && cursor.fetched == 0);
        CHECK(SQLFetch(cursor.stmt) == SQL_NO_DATA);
        close_cursor(&cursor);
    }
    if (is_mariadb && !is_spread)
        return; /* its driver retrieves always */
    open_cursor(&cursor, SQL_UB_OFF);
    cursor.k[0] = 77;
    attribute(&cursor, SQL_ATTR_RETRIEVE_DATA, (void *) SQL_RD_OFF);
    CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS && cursor.k[0] == 77);
    attribute(&cursor, SQL_ATTR_RETRIEVE_DATA, (void *) SQL_RD_ON);
    CHECK(scroll(&cursor, SQL_FETCH_NEXT, 0) == SQL_SUCCESS && SHOWS(&cursor, 4, 5, 6));
    close_cursor(&cursor);
}

/* A row that can't be written since it is of no table. */
static void
test_told(void)
{
    SQLCHAR state[6] = "", text[300] = "";
    SQLSMALLINT length = 0;
    SQLINTEGER native = 0, k = 0;
    SQLHSTMT stmt = NULL;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_CONCURRENCY, (SQLPOINTER) SQL_CONCUR_ROWVER, 0);
    SQLBindCol(stmt, 1, SQL_C_LONG, &k, 0, NULL);
    CHECK(SQL_SUCCEEDED(SQLExecDirect(stmt, (SQLCHAR *) "SELECT 1 AS k", SQL_NTS)));
    CHECK(SQLFetch(stmt) == SQL_SUCCESS && k == 1);
    k = 2;
    CHECK(SQLSetPos(stmt, 1, SQL_UPDATE, SQL_LOCK_NO_CHANGE) == SQL_ERROR);
    CHECK(SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, state, &native, text, sizeof text, &length) ==
              SQL_SUCCESS &&
          strncmp((char *) state, "00", 2) != 0 && text[length - 1] != ']');
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

/* No row is left out after the file was full for a while. */
static void
test_full_file(void)
{
    const struct rlimit small = {40, RLIM_INFINITY}, none = {RLIM_INFINITY, RLIM_INFINITY};
    char text[100], sql[100];
    SQLINTEGER k = 0;
    SQLHSTMT stmt;

    signal(SIGXFSZ, SIG_IGN);
    fill();
    SQLHDBC own = NULL;
    SQLAllocHandle(SQL_HANDLE_DBC, env, &own);
    snprintf(text, sizeof text, "DSN=%s;MergeMemory=1", dsn);
    CHECK(SQL_SUCCEEDED(SQLDriverConnect(own, NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0, NULL,
                                         SQL_DRIVER_NOPROMPT)));
    SQLAllocHandle(SQL_HANDLE_STMT, own, &stmt);
    SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
    SQLBindCol(stmt, 1, SQL_C_LONG, &k, 0, NULL);
    snprintf(sql, sizeof sql, "SELECT k FROM %s ORDER BY k", table);
    CHECK(SQL_SUCCEEDED(SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS)));
    setrlimit(RLIMIT_FSIZE, &small);
    SQLRETURN rc = SQLFetchScroll(stmt, SQL_FETCH_LAST, 0);
    setrlimit(RLIMIT_FSIZE, &none);
    CHECK(rc == SQL_ERROR && has_state(SQL_HANDLE_STMT, stmt, "HY001"));
    for (SQLLEN row = 1; row <= 7; row++)
        CHECK(SQLFetchScroll(stmt, SQL_FETCH_ABSOLUTE, row) == SQL_SUCCESS && k == row);
    CHECK(SQLFetchScroll(stmt, SQL_FETCH_LAST, 0) == SQL_SUCCESS && k == 7);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    SQLDisconnect(own);
    SQLFreeHandle(SQL_HANDLE_DBC, own);
}

int
main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: cursor-test DSN TABLE\n");
        return 2;
    }
    char name[50] = "";

    client_begin("cursor", argv[1]);
    table = argv[2];
    is_spread = strcmp(table, "t") == 0;
    dbc = connect_new();
    if (dbc == NULL)
        return 1;
    SQLGetInfo(dbc, SQL_DBMS_NAME, name, sizeof name, NULL);
    is_postgresql = strcmp(name, "PostgreSQL") == 0;
    is_mariadb = strcmp(name, "MariaDB") == 0;
    run("DROP TABLE %s");
    run("CREATE TABLE %s (k INTEGER NOT NULL PRIMARY KEY, s VARCHAR(40))");
    test_update();
    test_same_values();
    test_conflict();
    test_delete();
    test_add();
    test_read_and_write();
    test_order();
    test_wide();
    test_bookmarks();
    test_extended();
    test_overlap();
    test_most_rows();
    test_told();
    if (is_spread) { /* not all drivers can stand on rows of such cursors */
        test_add_some();
        test_extended_write();
        test_full_file();
        test_forward_blocks();
    }
    run("DROP TABLE %s");
    connect_free(dbc);
    return client_end();
}
