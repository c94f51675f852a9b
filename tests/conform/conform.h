/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* conform.h - what conform.c and its further chapters share: one connection, one statement. */
#pragma once

#include <sql.h>
#include <sqlext.h>
#include <sqlucode.h>

extern SQLHDBC dbc;
extern SQLHSTMT stmt;
extern int is_pg, is_my;

/* The statement with the word t become the table's name; until the next call. */
char *named(const char *sql);
void show_diag(SQLSMALLINT type, SQLHANDLE handle);
/* Prints the call with its return code and diagnostics. */
SQLRETURN say(const char *what, SQLRETURN rc);
#define SAY(call) say(#call, call)
/* SQLExecDirect of the named text, printed with its row count. */
SQLRETURN run(const char *sql);
void close_cursor(void);
/* Another statement instead of the one there was. */
void fresh(void);

/* chapters.c */
void chapter_returning(void);
void chapter_wide(void);
void chapter_setpos(void);
void chapter_cursor(void);
void chapter_several(void);
void chapter_types(void);
