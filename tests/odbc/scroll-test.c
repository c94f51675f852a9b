/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * scroll-test.c - random sessions of a static cursor over several nodes, which reads and writes by
 * all its functions, beside a model of what the standard says that it does.
 *
 * Usage: scroll-test DSN TABLE [SESSIONS [SEED]].  Makes the table (k, s) itself.  TRACE in the
 * environment shows each step.  Prints FAIL lines and, last, "scroll: N passed, N failed".
 */
#include "tests/odbc/client.h"

#include <stdarg.h>

#define N_KEYS 30
#define MOST 5 /* rows of a rowset */
#define N_ENTRIES 400
#define NO_BOOKMARK 7777

/* Of one connection rows that are kept go to a file soon. */
static SQLHDBC connections[2], dbc;
static const char *table;
static int is_mariadb;
static SQLUINTEGER sees; /* SQL_STATIC_SENSITIVITY */
static unsigned seed;
static int session, step;

/* ---- the table and the cursor, as they should be ---- */

typedef struct {
    int is_there;
    char s[20];
} Row;

/* A row that the cursor has read or added; its bookmark is its number from 1. */
typedef struct {
    int k;
    char s[20];
    int is_gone;  /* deleted through the cursor, which sees that */
    int is_stale; /* changed through the cursor, which doesn't see that */
} Entry;

static Row rows[N_KEYS + 1];
static Entry entries[N_ENTRIES];
static int n_entries;
static int start;       /* place of the rowset's first row, from 1; 0 before all, -1 past them */
static int size;        /* rows in the rowset */
static int wanted;      /* that it was asked to have */
static int shown[MOST]; /* numbers of the entries */

/* ---- the application's side ---- */

typedef enum { K, K_LENGTH, S, S_LENGTH, MARK, N_PLACES } Part;

static SQLHSTMT stmt;
static char memory[2000];
static struct {
    char *base;
    size_t stride;
} places[N_PLACES];
static SQLLEN offset;
static SQLUSMALLINT status[MOST], operation[MOST];
static SQLULEN fetched;
static int rowset; /* SQL_ATTR_ROW_ARRAY_SIZE */

static int
pick(int n)
{
    return rand() % n;
}

static void *
at(Part part, int row)
{
    return places[part].base + offset + (size_t) row * places[part].stride;
}

static void
trace(const char *format, ...)
{
    va_list list;

    step++;
    if (getenv("TRACE") == NULL)
        return;
    va_start(list, format);
    printf("%d.%d ", session, step);
    vprintf(format, list);
    printf("\n");
    va_end(list);
}

static void
expect(int good, const char *what, long got, long hoped)
{
    char text[200];

    if (!good) {
        snprintf(text, sizeof text, "seed %u, session %d, step %d: %s is %ld, not %ld", seed,
                 session, step, what, got, hoped);
        show(SQL_HANDLE_STMT, stmt);
        check(0, text);
        return;
    }
    check(1, what);
}

static void
expect_number(const char *what, long got, long hoped)
{
    expect(got == hoped, what, got, hoped);
}

static void
expect_state(const char *hoped)
{
    expect(has_state(SQL_HANDLE_STMT, stmt, hoped), hoped, 0, 1);
}

/* In a statement of its own, so that the cursor stays as it is. */
static void
run(const char *form, ...)
{
    char sql[200];
    va_list list;
    SQLHSTMT own = stmt_new(dbc);

    va_start(list, form);
    vsnprintf(sql, sizeof sql, form, list);
    va_end(list);
    SQLRETURN rc = SQLExecDirect(own, (SQLCHAR *) sql, SQL_NTS);
    if (rc == SQL_ERROR)
        show(SQL_HANDLE_STMT, own);
    check(rc != SQL_ERROR, sql);
    stmt_free(own);
}

static void
check_table(void)
{
    SQLHSTMT own = stmt_new(dbc);
    SQLINTEGER k = 0;
    char s[20], sql[100];
    Row found[N_KEYS + 1];

    memset(found, 0, sizeof found);
    snprintf(sql, sizeof sql, "SELECT k, s FROM %s", table);
    SQLBindCol(own, 1, SQL_C_LONG, &k, 0, NULL);
    SQLBindCol(own, 2, SQL_C_CHAR, s, sizeof s, NULL);
    SQLExecDirect(own, (SQLCHAR *) sql, SQL_NTS);
    while (SQL_SUCCEEDED(SQLFetch(own)))
        found[k] = (Row){1, ""}, strcpy(found[k].s, s);
    stmt_free(own);
    for (k = 1; k <= N_KEYS; k++)
        expect(found[k].is_there == rows[k].is_there &&
                   (!rows[k].is_there || strcmp(found[k].s, rows[k].s) == 0),
               "the table's row", found[k].is_there, k);
}

/* ---- where the cursor goes ---- */

static int
n_live(void)
{
    int n = 0;

    for (int i = 0; i < n_entries; i++)
        n += !entries[i].is_gone;
    return n;
}

/* The entry of that place, from 1. */
static int
entry_at(int place)
{
    for (int i = 0; i < n_entries; i++)
        if (!entries[i].is_gone && --place == 0)
            return i;
    return -1;
}

static int
n_before(int entry)
{
    int n = 0;

    for (int i = 0; i < entry; i++)
        n += !entries[i].is_gone;
    return n;
}

#define OVERLAP (-2) /* the first rowset, and 01S06 */

/* The standard's tables for SQLFetchScroll; rows that are gone leave no hole. */
static int
find_start(SQLSMALLINT orientation, int by)
{
    int n = n_live(), n_left = wanted;
    int here = start > 0 ? n_before(shown[0]) + 1 : start;

    for (int i = 0; i < size; i++)
        n_left -= start > 0 && entries[shown[i]].is_gone;
    switch (orientation) {
    case SQL_FETCH_NEXT:
        return start == 0 ? 1 : start < 0 ? -1 : here + n_left;
    case SQL_FETCH_PRIOR:
        if (start == 0 || here == 1)
            return 0;
        if (start < 0)
            return n < rowset ? OVERLAP : n - rowset + 1;
        return here <= rowset ? OVERLAP : here - rowset;
    case SQL_FETCH_FIRST:
        return 1;
    case SQL_FETCH_LAST:
        return n < rowset ? 1 : n - rowset + 1;
    case SQL_FETCH_RELATIVE:
        if ((start == 0 && by > 0) || (start < 0 && by < 0))
            return find_start(SQL_FETCH_ABSOLUTE, by);
        if (start <= 0)
            return start;
        if (here + by >= 1)
            return here + by;
        return here == 1 || -by > rowset ? 0 : OVERLAP;
    default: /* SQL_FETCH_ABSOLUTE */
        if (by > 0)
            return by;
        if (by == 0)
            return 0;
        return -by <= n ? n + by + 1 : -by > rowset ? 0 : OVERLAP;
    }
}

static void
expect_row(int row, int entry)
{
    expect_number("the key", *(SQLINTEGER *) at(K, row), entries[entry].k);
    expect(strcmp(at(S, row), entries[entry].s) == 0, at(S, row), entry, 0);
    expect_number("the text's length", *(SQLLEN *) at(S_LENGTH, row),
                  (long) strlen(entries[entry].s));
    expect_number("the bookmark", *(SQLLEN *) at(MARK, row), entry + 1);
}

static void
expect_rowset(int new_start, SQLRETURN rc)
{
    int overlaps = new_start == OVERLAP;

    start = overlaps ? 1 : new_start;
    if (start > n_live())
        start = -1;
    size = start < 1 ? 0 : n_live() - start + 1 < rowset ? n_live() - start + 1 : rowset;
    wanted = rowset;
    expect_number("a fetch", rc,
                  size == 0  ? SQL_NO_DATA
                  : overlaps ? SQL_SUCCESS_WITH_INFO
                             : SQL_SUCCESS);
    if (overlaps && size > 0)
        expect_state("01S06");
    expect_number("the number of rows", (long) fetched, size);
    for (int i = 0; i < size; i++) {
        shown[i] = entry_at(start + i);
        expect_row(i, shown[i]);
    }
    for (int i = 0; i < rowset; i++)
        expect_number("the row's status", status[i], i < size ? SQL_ROW_SUCCESS : SQL_ROW_NOROW);
    SQLULEN number = 99;
    if (size > 0) {
        SQLGetStmtAttr(stmt, SQL_ATTR_ROW_NUMBER, &number, 0, NULL);
        expect_number("SQL_ATTR_ROW_NUMBER", (long) number, start);
    }
}

static void
spoil_buffers(void)
{
    memset(status, 0x55, sizeof status);
    for (int i = 0; i < MOST; i++)
        strcpy(at(S, i), "spoiled");
}

static void
step_fetch(void)
{
    static const SQLSMALLINT orientations[] = {
        SQL_FETCH_NEXT, SQL_FETCH_NEXT,     SQL_FETCH_PRIOR,    SQL_FETCH_FIRST,
        SQL_FETCH_LAST, SQL_FETCH_RELATIVE, SQL_FETCH_ABSOLUTE, SQL_FETCH_BOOKMARK};
    SQLSMALLINT orientation = orientations[pick(8)];
    int by = pick(9) - 4;

    if (pick(4) == 0) {
        rowset = 1 + pick(MOST);
        SQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) (SQLULEN) rowset, 0);
    }
    if (pick(8) == 0)
        by *= 9;
    spoil_buffers();
    if (orientation != SQL_FETCH_BOOKMARK) {
        trace("fetch %d by %d, %d rows", orientation, by, rowset);
        int new_start = find_start(orientation, by);
        expect_rowset(new_start, SQLFetchScroll(stmt, orientation, by));
        return;
    }
    SQLLEN mark = pick(n_entries + 1) + 1;
    trace("fetch bookmark %ld by %d, %d rows", (long) mark, by, rowset);
    SQLSetStmtAttr(stmt, SQL_ATTR_FETCH_BOOKMARK_PTR, &mark, 0);
    SQLRETURN rc = SQLFetchScroll(stmt, orientation, by);
    if (mark > n_entries || entries[mark - 1].is_gone) {
        expect_number("a bookmark of no row", rc, SQL_ERROR);
        expect_state("HY111");
        /* Where the cursor is after an error isn't said. */
        expect_rowset(find_start(SQL_FETCH_FIRST, 0), SQLFetchScroll(stmt, SQL_FETCH_FIRST, 0));
        return;
    }
    int place = n_before((int) mark - 1) + 1 + by;
    expect_rowset(place < 1 ? 0 : place, rc);
}

/* ---- what it writes ---- */

typedef struct {
    int n_tried, n_errors, n_warnings, count;
} Sum;

static SQLRETURN
sum_up(const Sum *sum)
{
    if (sum->n_errors > 0 && sum->n_errors == sum->n_tried)
        return SQL_ERROR;
    return sum->n_errors + sum->n_warnings > 0 ? SQL_SUCCESS_WITH_INFO : SQL_SUCCESS;
}

static void
expect_sum(const Sum *sum, SQLRETURN rc)
{
    SQLLEN count = -99;

    expect_number("a write", rc, sum_up(sum));
    SQLRowCount(stmt, &count);
    if (rc != SQL_ERROR)
        expect_number("SQLRowCount", (long) count, sum->count);
}

/* One row, of that entry (-1: there is none), with what is bound; the status that it should have.
 */
static SQLUSMALLINT
change(int entry, int updates, int row, Sum *sum)
{
    Entry *self = entry < 0 ? NULL : &entries[entry];

    sum->n_tried++;
    if (self == NULL || self->is_gone) {
        sum->n_errors++;
        return SQL_ROW_ERROR;
    }
    Row *there = &rows[self->k];
    if (!there->is_there || (!self->is_stale && strcmp(there->s, self->s) != 0)) {
        sum->n_warnings++;
        return SQL_ROW_SUCCESS_WITH_INFO;
    }
    int keeps = updates && strcmp(there->s, at(S, row)) == 0;
    sum->count += !(keeps && is_mariadb);
    if (updates)
        strcpy(there->s, at(S, row));
    else
        there->is_there = 0;
    if (!updates)
        self->is_gone = (sees & SQL_SS_DELETIONS) != 0;
    else if (sees & SQL_SS_UPDATES)
        strcpy(self->s, there->s);
    else
        self->is_stale = 1;
    return updates ? SQL_ROW_UPDATED : SQL_ROW_DELETED;
}

static void
fill_buffers(void)
{
    for (int i = 0; i < MOST; i++) {
        snprintf(at(S, i), 20, "n%d", pick(4));
        *(SQLLEN *) at(S_LENGTH, i) = pick(2) ? SQL_NTS : (SQLLEN) strlen(at(S, i));
        *(SQLLEN *) at(K_LENGTH, i) = SQL_COLUMN_IGNORE;
        operation[i] = pick(4) == 0 ? SQL_ROW_IGNORE : SQL_ROW_PROCEED;
        status[i] = 99;
    }
}

static void
step_change(int updates)
{
    SQLUSMALLINT hoped[MOST];
    Sum sum = {0};

    if (start < 1)
        return;
    int row = pick(size + 1);
    fill_buffers();
    for (int i = 0; i < size; i++)
        hoped[i] = (row == 0 && operation[i] == SQL_ROW_PROCEED) || row == i + 1
                       ? change(shown[i], updates, i, &sum)
                       : 99;
    trace("%s row %d", updates ? "update" : "delete", row);
    SQLRETURN rc =
        SQLSetPos(stmt, (SQLSETPOSIROW) row, updates ? SQL_UPDATE : SQL_DELETE, SQL_LOCK_NO_CHANGE);
    if (rc == SQL_ERROR)
        expect_state("HY109");
    else if (sum.n_warnings > 0 && sum.n_errors == 0)
        expect_state("01001");
    expect_sum(&sum, rc);
    for (int i = 0; i < size; i++)
        expect_number("the status of a written row", status[i], hoped[i]);
}

static void
add(int row, SQLUSMALLINT *hoped, Sum *sum)
{
    int k = 1 + pick(N_KEYS);

    *(SQLINTEGER *) at(K, row) = k;
    *(SQLLEN *) at(K_LENGTH, row) = 0;
    sum->n_tried++;
    if (rows[k].is_there) {
        sum->n_errors++;
        *hoped = SQL_ROW_ERROR;
        return;
    }
    rows[k].is_there = 1;
    strcpy(rows[k].s, at(S, row));
    sum->count++;
    *hoped = SQL_ROW_ADDED;
    if ((sees & SQL_SS_ADDITIONS) == 0)
        return;
    entries[n_entries] = (Entry){.k = k};
    strcpy(entries[n_entries++].s, rows[k].s);
}

static void
step_add(void)
{
    SQLUSMALLINT hoped[MOST];
    Sum sum = {0};
    int row = start < 1 || pick(2) ? 0 : 1 + pick(size);

    fill_buffers();
    for (int i = 0; i < rowset; i++) {
        hoped[i] = 99;
        if ((row == 0 && operation[i] == SQL_ROW_PROCEED) || row == i + 1)
            add(i, &hoped[i], &sum);
    }
    trace("add row %d of %d", row, rowset);
    expect_sum(&sum, row == 0 && (start < 1 || pick(2))
                         ? SQLBulkOperations(stmt, SQL_ADD)
                         : SQLSetPos(stmt, (SQLSETPOSIROW) row, SQL_ADD, SQL_LOCK_NO_CHANGE));
    for (int i = 0; i < rowset; i++)
        expect_number("the status of an added row", status[i], hoped[i]);
}

/* ---- what it reads again ---- */

static void
step_refresh(void)
{
    if (start < 1)
        return;
    int row = pick(size + 1);
    fill_buffers();
    trace("refresh row %d", row);
    for (int i = 0; i < size; i++)
        strcpy(at(S, i), "before");
    SQLRETURN rc = SQLSetPos(stmt, (SQLSETPOSIROW) row, SQL_REFRESH, SQL_LOCK_NO_CHANGE);
    int gone = row > 0 && entries[shown[row - 1]].is_gone;
    expect_number("a refresh", rc, gone ? SQL_ERROR : SQL_SUCCESS);
    if (gone)
        expect_state("HY109");
    for (int i = 0; i < size; i++)
        if ((row == i + 1 || (row == 0 && operation[i] == SQL_ROW_PROCEED)) &&
            !entries[shown[i]].is_gone)
            expect_row(i, shown[i]);
        else
            expect(strcmp(at(S, i), "before") == 0, "a row that isn't to be read again", i, 0);
}

static void
step_position(void)
{
    char text[20] = "";
    SQLULEN number = 99;

    if (start < 1)
        return;
    int row = 1 + pick(size);
    trace("position %d", row);
    SQLRETURN rc = SQLSetPos(stmt, (SQLSETPOSIROW) row, SQL_POSITION, SQL_LOCK_NO_CHANGE);
    if (entries[shown[row - 1]].is_gone) {
        expect_number("a row that is gone", rc, SQL_ERROR);
        expect_state("HY109");
        return;
    }
    expect_number("a position", rc, SQL_SUCCESS);
    expect_number("SQLGetData", SQLGetData(stmt, 2, SQL_C_CHAR, text, sizeof text, NULL),
                  SQL_SUCCESS);
    expect(strcmp(text, entries[shown[row - 1]].s) == 0, text, row, 0);
    SQLGetStmtAttr(stmt, SQL_ATTR_ROW_NUMBER, &number, 0, NULL);
    expect_number("SQL_ATTR_ROW_NUMBER", (long) number, n_before(shown[row - 1]) + 1);
}

/* Rows by their bookmarks, wherever the cursor is. */
static void
step_bookmarks(void)
{
    static const SQLSMALLINT operations[] = {SQL_FETCH_BY_BOOKMARK, SQL_UPDATE_BY_BOOKMARK,
                                             SQL_DELETE_BY_BOOKMARK};
    int kind = pick(3), marks[MOST];
    SQLUSMALLINT hoped[MOST];
    Sum sum = {0};

    if (start < 1)
        return;
    fill_buffers();
    for (int i = 0; i < rowset; i++) {
        marks[i] = pick(10) == 0 ? NO_BOOKMARK : 1 + pick(n_entries);
        *(SQLLEN *) at(MARK, i) = marks[i];
        int entry = marks[i] == NO_BOOKMARK ? -1 : marks[i] - 1;
        int is_lost = entry < 0 || entries[entry].is_gone;
        hoped[i] = 99;
        if (kind == 0) {
            hoped[i] = is_lost ? SQL_ROW_ERROR : SQL_ROW_SUCCESS;
            sum.n_tried++;
            sum.n_errors += is_lost;
        } else if (operation[i] == SQL_ROW_PROCEED) {
            hoped[i] = change(entry, kind == 1, i, &sum);
        }
    }
    trace("bookmarks, %d", kind);
    SQLRETURN rc = SQLBulkOperations(stmt, operations[kind]);
    if (kind == 0)
        expect_number("rows by bookmarks", rc, sum_up(&sum));
    else
        expect_sum(&sum, rc);
    for (int i = 0; i < rowset; i++) {
        expect_number("the status of a row by its bookmark", status[i], hoped[i]);
        if (kind == 0 && hoped[i] == SQL_ROW_SUCCESS)
            expect_row(i, marks[i] - 1);
    }
}

/* ---- a session ---- */

/* Another statement writes. */
static void
step_other(void)
{
    int k = 1 + pick(N_KEYS);

    trace("another writes %d", k);
    if (!rows[k].is_there) {
        rows[k] = (Row){1, "other"};
        run("INSERT INTO %s (k, s) VALUES (%d, 'other')", table, k);
    } else if (pick(3) == 0) {
        rows[k].is_there = 0;
        run("DELETE FROM %s WHERE k = %d", table, k);
    } else {
        snprintf(rows[k].s, sizeof rows[k].s, "n%d", pick(4));
        run("UPDATE %s SET s = '%s' WHERE k = %d", table, rows[k].s, k);
    }
}

static void
fill(void)
{
    char sql[1000];
    size_t used = (size_t) snprintf(sql, sizeof sql, "INSERT INTO %s (k, s) VALUES ", table);
    int n = 0;

    run("DELETE FROM %s", table);
    memset(rows, 0, sizeof rows);
    for (int k = 1; k <= N_KEYS; k++) {
        if (pick(3) == 0)
            continue;
        rows[k].is_there = 1;
        snprintf(rows[k].s, sizeof rows[k].s, "n%d", pick(4));
        used += (size_t) snprintf(sql + used, sizeof sql - used, "%s(%d, '%s')", n++ ? ", " : "", k,
                                  rows[k].s);
    }
    SQLHSTMT own = stmt_new(dbc);
    check(n == 0 || SQLExecDirect(own, (SQLCHAR *) sql, SQL_NTS) == SQL_SUCCESS, sql);
    stmt_free(own);
}

/* Column by column or row by row, with an offset or without. */
static void
bind_columns(void)
{
    static const size_t sizes[N_PLACES] = {[K] = sizeof(SQLINTEGER) * 2,
                                           [K_LENGTH] = sizeof(SQLLEN),
                                           [S] = 24,
                                           [S_LENGTH] = sizeof(SQLLEN),
                                           [MARK] = sizeof(SQLLEN)};
    int by_row = pick(2);
    size_t whole = 0, used = 0;

    for (int part = 0; part < N_PLACES; part++)
        whole += sizes[part];
    for (int part = 0; part < N_PLACES; part++) {
        /* Elements of a column stand as close as their type has it. */
        size_t stride = part == K ? sizeof(SQLINTEGER) : sizes[part];
        places[part].base = memory + used;
        places[part].stride = by_row ? whole : stride;
        used += by_row ? sizes[part] : sizes[part] * (MOST + 1);
    }
    offset = pick(2) * 16;
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_BIND_TYPE, (SQLPOINTER) (by_row ? whole : 0), 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_BIND_OFFSET_PTR, &offset, 0);
    SQLBindCol(stmt, 0, SQL_C_VARBOOKMARK, places[MARK].base, sizeof(SQLLEN), NULL);
    SQLBindCol(stmt, 1, SQL_C_LONG, places[K].base, 0, (SQLLEN *) (void *) places[K_LENGTH].base);
    SQLBindCol(stmt, 2, SQL_C_CHAR, places[S].base, 24, (SQLLEN *) (void *) places[S_LENGTH].base);
}

static void
open_cursor(void)
{
    char sql[100];
    int most = pick(4) == 0 ? 1 + pick(10) : 0, descends = pick(2);

    stmt = stmt_new(dbc);
    rowset = 1 + pick(MOST);
    SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_CONCURRENCY, (SQLPOINTER) SQL_CONCUR_ROWVER, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_USE_BOOKMARKS, (SQLPOINTER) SQL_UB_VARIABLE, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_MAX_ROWS, (SQLPOINTER) (SQLULEN) most, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) (SQLULEN) rowset, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_STATUS_PTR, status, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_OPERATION_PTR, operation, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROWS_FETCHED_PTR, &fetched, 0);
    bind_columns();
    snprintf(sql, sizeof sql, "SELECT k, s FROM %s ORDER BY k %s", table, descends ? "DESC" : "");
    trace("open, at most %d rows, down %d, offset %ld", most, descends, (long) offset);
    expect_number("the SELECT", SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS), SQL_SUCCESS);
    n_entries = 0;
    for (int i = 1; i <= N_KEYS; i++) {
        int k = descends ? N_KEYS + 1 - i : i;
        if (!rows[k].is_there || (most > 0 && n_entries == most))
            continue;
        entries[n_entries] = (Entry){.k = k};
        strcpy(entries[n_entries++].s, rows[k].s);
    }
    start = size = 0;
    wanted = 1;
}

static void
run_session(void)
{
    step = 0;
    dbc = connections[session % 2];
    fill();
    open_cursor();
    for (int i = 0; i < 40 && n_entries < N_ENTRIES - MOST; i++) {
        int kind = pick(20);
        if (kind < 7 || n_entries == 0)
            step_fetch();
        else if (kind < 12)
            step_change(kind < 10);
        else if (kind < 14)
            step_add();
        else if (kind < 16)
            step_refresh();
        else if (kind < 17)
            step_position();
        else if (kind < 19)
            step_bookmarks();
        else
            step_other();
    }
    check_table();
    stmt_free(stmt);
}

static int
connect_both(void)
{
    char text[100];

    connections[0] = connect_new();
    if (connections[0] == NULL)
        return 0;
    snprintf(text, sizeof text, "DSN=%s;MergeMemory=300", dsn);
    SQLAllocHandle(SQL_HANDLE_DBC, env, &connections[1]);
    return SQL_SUCCEEDED(SQLDriverConnect(connections[1], NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0,
                                          NULL, SQL_DRIVER_NOPROMPT));
}

int
main(int argc, char **argv)
{
    char name[50] = "";

    if (argc < 3) {
        fprintf(stderr, "usage: scroll-test DSN TABLE [SESSIONS [SEED]]\n");
        return 2;
    }
    int n = argc > 3 ? atoi(argv[3]) : 20;
    seed = argc > 4 ? (unsigned) atoi(argv[4]) : 1;
    client_begin("scroll", argv[1]);
    table = argv[2];
    if (!connect_both())
        return 1;
    dbc = connections[0];
    SQLGetInfo(dbc, SQL_DBMS_NAME, name, sizeof name, NULL);
    is_mariadb = strcmp(name, "MariaDB") == 0;
    SQLGetInfo(dbc, SQL_STATIC_SENSITIVITY, &sees, 0, NULL);
    stmt = stmt_new(dbc);
    char sql[100];
    snprintf(sql, sizeof sql, "DROP TABLE %s", table);
    SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
    stmt_free(stmt);
    run("CREATE TABLE %s (k INTEGER NOT NULL PRIMARY KEY, s VARCHAR(40))", table);
    srand(seed);
    for (session = 1; session <= n && failed == 0; session++)
        run_session();
    run("DROP TABLE %s", table);
    connect_free(connections[0]);
    connect_free(connections[1]);
    return client_end();
}
