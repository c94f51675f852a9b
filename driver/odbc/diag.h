/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * diag.h - diagnostic records of a handle: the only place where an error becomes SQLSTATE and text.
 *
 * The area has a lock of its own, so that SQLGetDiagRec never waits for a statement that runs.
 * Messages start [ShardODBC], or [ShardODBC][shard] where a shard reported them.
 */
#pragma once

#include "driver/odbc/text.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    char sqlstate[6];
    SQLINTEGER native;
    char *message; /* with its prefix */
    char *server;  /* the shard that reported it; "" ours */
    SQLLEN row;    /* SQL_NO_ROW_NUMBER, SQL_ROW_NUMBER_UNKNOWN or 1.. */
    SQLINTEGER column;
} ShardDiagRecord;

/* What the statement was and did, for the header. */
typedef struct {
    const char *function; /* constant text */
    SQLINTEGER code;
    SQLLEN row_count;
    SQLLEN cursor_row_count; /* rows of the open cursor; -1 not known, or none is open */
} ShardDiagStatement;

/* A shard's message as the application is to read it.  (transfer full) */
typedef char *(*ShardDiagTell)(const void *owner, const char *shard, const char *message);

typedef struct {
    pthread_mutex_t lock;
    ShardDiagTell tell; /* NULL: as it is */
    const void *owner;
    GArray *records;     /* ShardDiagRecord; NULL until the first */
    atomic_bool has_any; /* read without the lock: is there something to clear */
    _Atomic SQLRETURN return_code;
    ShardDiagStatement statement;
} ShardDiag;

void shard_diag_init(ShardDiag *self);
void shard_diag_destroy(ShardDiag *self);

void shard_diag_clear(ShardDiag *self);
/* All records of an error, put in the standard's order: by row, errors before warnings.  row and
 * column: SQL_NO_ROW_NUMBER, SQL_NO_COLUMN_NUMBER when they mean nothing. */
void shard_diag_add(ShardDiag *self, const GError *error, SQLLEN row, SQLINTEGER column);
void shard_diag_set_statement(ShardDiag *self, const ShardDiagStatement *statement);

/* SQLGetDiagRec; number from 1; out holds the message's place. */
SQLRETURN shard_diag_get_record(ShardDiag *self, SQLSMALLINT number, char out_sqlstate[6],
                                SQLINTEGER *out_native, const ShardTextOut *out);
/* SQLGetDiagField; text fields go to out (its buffer is also where numbers are written). */
SQLRETURN shard_diag_get_field(ShardDiag *self, SQLSMALLINT handle_type, SQLSMALLINT number,
                               SQLSMALLINT field, const ShardTextOut *out);
