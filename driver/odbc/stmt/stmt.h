/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stmt.h - the statement handle: life cycle, state, execute.
 *
 *   prepare -> [describe] -> parameters -> plan -> run -> cursor
 *
 * A prepared statement is planned anew at each execute; it may be direct in one and merged in the
 * next, and its labels and types don't change with it.
 */
#pragma once

#include "driver/executor/run/run.h"
#include "driver/odbc/attr/attr.h"
#include "driver/odbc/convert/convert.h"
#include "driver/odbc/dbc/dbc.h"
#include "driver/odbc/desc.h"
#include "driver/odbc/param/param.h"

typedef enum {
    SHARD_STMT_ALLOCATED,
    SHARD_STMT_PREPARED,
    SHARD_STMT_EXECUTED, /* no result set */
    SHARD_STMT_OPEN,     /* a cursor */
    SHARD_STMT_NEED_DATA
} ShardStmtState;

typedef struct ShardCursor ShardCursor;
typedef struct _ShardBatch ShardBatch;
typedef struct _ShardLateWrite ShardLateWrite;

struct _ShardStmt {
    ShardHandle head;
    ShardDbc *connection;
    ShardDesc own_ard, own_apd, ird, ipd;
    ShardDesc *ard, *apd; /* own or explicit */
    SQLULEN attributes[SHARD_ATTR_COUNT];
    ShardHintTexts hint_texts; /* attributes, too */
    guint32 attribute_generation;
    ShardStmtState state;
    gboolean is_prepared; /* by SQLPrepare, so that a close leads back there */
    char *sql;
    gsize sql_size;
    ShardPrepared *prepared;
    gboolean keeps_units;    /* the run has inner statements that are known by this text's units */
    gboolean sums_in_halves; /* SQLite: a shard's own sum was too large */
    guint complete_schema;   /* version of the table facts that hold all this text needs */
    ShardPlan *plan;         /* of the last execute */
    _Atomic(ShardRun *) run; /* made at first use, stays; SQLCancel reads it without a lock */
    gboolean borrows_run;    /* another statement's */
    _Atomic(ShardRun *) write_run; /* the same, of rows that are written through the cursor */
    atomic_uint n_cancels;         /* for who waits for the lock */
    ShardArena *arena;             /* values of one execute */
    ShardHints hints;              /* of one execute */
    ShardParams params;
    SQLULEN array_row; /* of parameter arrays: the one that runs */
    gint64 array_count;
    gboolean array_warned;
    gboolean array_is_transaction;
    ShardCursor *cursor;
    ShardCursor *spare_cursor;        /* a direct one to be used again */
    ShardLateWrite *late;             /* of the open cursor, which waits for data; NULL none */
    ShardBatch *batch;                /* results of several statements in one text; NULL none */
    _Atomic(ShardRun *) describe_run; /* describes when the other one has executed; NULL none */
    ShardPlan *describe_plan;    /* of the inner statement that was described last; NULL none */
    ShardBackendStmt *describer; /* that one; NULL: not prepared now */
    ShardArena *columns_arena;   /* the described columns */
    const ShardColumns *described;
    gboolean was_described;    /* described may be NULL: no result set */
    const ShardColumns *shown; /* of an open cursor that forgets NOT NULL; in the plan's arena */
    char *cursor_name;
    gint64 row_count;
    gboolean fetched;              /* a row was fetched from the open cursor */
    guint64 n_given;               /* rows that the open cursor gave, not yet counted */
    gint64 log_started;            /* when the execute began whose cursor is open; 0: no log */
    char *log_line;                /* of it, written with the rows when the cursor is closed */
    gboolean extended;             /* by SQLExtendedFetch; not to be mixed with SQLFetch */
    SQLUSMALLINT *extended_status; /* the array that it was given; NULL none */
    atomic_bool needs_data;        /* for SQLCancel */
    atomic_bool seems_closed;      /* the driver manager may take an open cursor for closed */
    gboolean has_run;              /* the text was executed */
};

ShardStmt *shard_stmt_new(ShardDbc *connection);
/* Closes everything; under the work lock, which it keeps. */
void shard_stmt_free(ShardStmt *self);
/* The rules are new ones: what was made by the old ones goes, the text is prepared again. */
void shard_stmt_refresh(ShardStmt *self);
ShardRun *shard_stmt_run(ShardStmt *self);
/* And what was made of it; the run is closed before. */
void shard_stmt_drop_plan(ShardStmt *self);
/* Of a new statement that is a part of another one: a cancel of that one is heard. */
void shard_stmt_borrow_run(ShardStmt *self, ShardRun *run);
/* For the writes of its rows. */
ShardRun *shard_stmt_write_run(ShardStmt *self);

SQLRETURN shard_stmt_prepare(ShardStmt *self, const char *sql, gsize size, GError **error);
SQLRETURN shard_stmt_execute(ShardStmt *self, GError **error);
SQLRETURN shard_stmt_exec_direct(ShardStmt *self, const char *sql, gsize size, GError **error);
SQLRETURN shard_stmt_param_data(ShardStmt *self, SQLPOINTER *out_token, GError **error);
SQLRETURN shard_stmt_put_data(ShardStmt *self, SQLPOINTER data, SQLLEN length, GError **error);
/* param/rows.c: from the first row of parameters; and on, when the data of one has come. */
SQLRETURN shard_stmt_start(ShardStmt *self, GError **error);
SQLRETURN shard_stmt_resume(ShardStmt *self, GError **error);
/* The data that an array waits for won't come: its rows so far are taken back. */
void shard_stmt_abandon_array(ShardStmt *self);
/* plan.c: binds and routes one row of the parameters. */
ShardPlan *shard_stmt_plan_row(ShardStmt *self, SQLULEN row, GError **error);
/* The same row again, with what its steps have given so far. */
ShardPlan *shard_stmt_plan_again(ShardStmt *self, ShardAnswers *answers, const GError *unmergeable,
                                 GError **error);
SQLRETURN shard_stmt_next_result(ShardStmt *self, GError **error);
/* NULL without error: the statement gives no rows. */
ShardPlan *shard_stmt_describe_plan(ShardStmt *self, GError **error);
void shard_stmt_cancel(ShardStmt *self); /* any thread, no lock held */

/* As shard_handle_enter(), for functions that may take long: SQLCancel is heard while the lock is
 * waited for.  NULL: *out_rc is what to return. */
ShardStmt *shard_stmt_enter(SQLHSTMT handle, SQLRETURN *out_rc);

/* A result of our own (catalog functions, type info); takes the stream. */
SQLRETURN shard_stmt_open_stream(ShardStmt *self, ShardStream *stream, GError **error);
/* 24000 while a cursor is open, HY010 while data is wanted. */
gboolean shard_stmt_check_closed(ShardStmt *self, GError **error);

SQLRETURN shard_stmt_close_cursor(ShardStmt *self, GError **error); /* 24000: none is open */
void shard_stmt_close(ShardStmt *self);                             /* SQL_CLOSE */
SQLRETURN shard_stmt_more_results(ShardStmt *self, GError **error);

SQLRETURN shard_stmt_fetch(ShardStmt *self, SQLSMALLINT orientation, SQLLEN offset, GError **error);
SQLRETURN shard_stmt_extended_fetch(ShardStmt *self, SQLSMALLINT orientation, SQLLEN offset,
                                    SQLULEN *out_rows, SQLUSMALLINT *out_status, GError **error);
/* Rows that the application has buffers for, and where it wants their status (NULL: nowhere): its
 * attributes say so, or what it gave SQLExtendedFetch. */
SQLULEN shard_stmt_rowset_size(const ShardStmt *self);
SQLUSMALLINT *shard_stmt_row_status(const ShardStmt *self);
/* *target is completed from the application's descriptor. */
SQLRETURN shard_stmt_get_data(ShardStmt *self, SQLUSMALLINT column, ShardTarget *target,
                              GError **error);
SQLRETURN shard_stmt_set_position(ShardStmt *self, SQLSETPOSIROW row, SQLUSMALLINT operation,
                                  SQLUSMALLINT lock, GError **error);
SQLRETURN shard_stmt_bulk(ShardStmt *self, SQLSMALLINT operation, GError **error);
SQLRETURN shard_stmt_bind_column(ShardStmt *self, SQLUSMALLINT column, const ShardTarget *target,
                                 GError **error);

/* The columns of the open cursor, or of the prepared statement; NULL without error: no result set;
 * HY010 when nothing is prepared. */
const ShardColumns *shard_stmt_columns(ShardStmt *self, GError **error);
/* Prepares the text on one node: self->describer; *out_columns NULL: gives no rows. */
gboolean shard_stmt_describe(ShardStmt *self, const ShardColumns **out_columns, GError **error);
/* A column's type as the application is told it. */
SQLSMALLINT shard_stmt_column_type(const ShardStmt *self, const ShardColumn *column);
/* SQLColAttribute, and the fields of an IRD's record; from 1. */
SQLRETURN shard_stmt_column_field(ShardStmt *self, guint column, SQLUSMALLINT field,
                                  const ShardTextOut *out, SQLLEN *out_number, GError **error);
/* SQLCopyDesc from an IRD: the columns as records. */
SQLRETURN shard_stmt_copy_columns(ShardStmt *self, ShardDesc *to, GError **error);
SQLRETURN shard_stmt_num_params(ShardStmt *self, SQLSMALLINT *out_n, GError **error);

typedef struct {
    SQLSMALLINT sql_type;
    SQLULEN size;
    SQLSMALLINT digits, nullable;
} ShardParamFacts;
SQLRETURN shard_stmt_describe_param(ShardStmt *self, SQLUSMALLINT number, ShardParamFacts *out,
                                    GError **error);

SQLRETURN shard_stmt_set_attribute(ShardStmt *self, SQLINTEGER attribute,
                                   const ShardAttrValue *value, GError **error);
/* A number goes to the buffer as it is, text as shard_text_out() gives it. */
SQLRETURN shard_stmt_get_attribute(ShardStmt *self, SQLINTEGER attribute, const ShardTextOut *text,
                                   GError **error);

const char *shard_stmt_cursor_name(ShardStmt *self); /* makes one if there is none */
/* WHERE CURRENT OF name: what that open cursor reads, and its name there; nothing is set when there
 * is none.  FALSE: 0A000, its rows come from several nodes. */
gboolean shard_stmt_find_cursor(ShardStmt *self, const char *name, ShardPlanInput *input,
                                GError **error);
SQLRETURN shard_stmt_set_cursor_name(ShardStmt *self, const char *name, GError **error);

/* rc of an error to be reported in place of a value. */
/* Seconds that an execute may take, by the statement's attribute or the connection's; 0: no limit.
 */
guint shard_stmt_timeout(const ShardStmt *self);
SQLRETURN shard_stmt_fail(GError **error, const char *sqlstate, const char *message);
