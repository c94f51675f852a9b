/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * param.h - bound parameters -> values for routing and bindings for the shards; arrays; data at
 * execution.
 *
 * Wide text becomes UTF-8 in buffers of ours, which stay where they are from execute to execute as
 * long as they are large enough, so that a shard's statement needs no new binding.  Everything else
 * is handed down where the application has it.
 */
#pragma once

#include "driver/executor/backend/stmt.h"
#include "driver/odbc/desc.h"
#include "router/base/buffer.h"

/* A value that SQLPutData brings. */
typedef struct {
    ShardBuffer bytes;
    gboolean has_bytes; /* perhaps none */
    gboolean is_null;
} ShardPutValue;

/* One more piece of it. */
SQLRETURN shard_put_value_add(ShardPutValue *self, SQLSMALLINT c_type, SQLPOINTER data,
                              SQLLEN length, GError **error);
void shard_put_value_clear(ShardPutValue *self);
/* Does a length say that the value comes by SQLPutData? */
gboolean shard_is_at_execution(SQLLEN length);

/* Where the value of an output parameter goes that the driver writes elsewhere. */
typedef struct {
    gboolean pending;
    gboolean is_text; /* it is in the scratch buffer; else in the application's, but for lengths */
    SQLSMALLINT c_type;
    SQLPOINTER data;
    SQLLEN length;
    SQLLEN *octets, *indicator;
    gsize input_size; /* of the text that goes in */
} ShardParamOutput;

typedef struct {
    char *buffer; /* text of ours */
    gsize capacity;
    SQLLEN length;     /* its indicator */
    ShardPutValue put; /* data at execution */
    ShardParamOutput output;
} ShardParamScratch;

typedef struct {
    ShardBinding *bindings; /* n */
    ShardParamScratch *scratch;
    ShardValue *values;
    guint n;
    guint32 generation; /* the last one given */
    guint asked;        /* data at execution: number of the parameter asked for, from 1; 0 none */
    gboolean has_pieces;
} ShardParams;

void shard_params_clear(ShardParams *self);
void shard_params_drop_pieces(ShardParams *self);

/* SQLBindParameter */
typedef struct {
    SQLUSMALLINT number;
    SQLSMALLINT io_type, c_type, sql_type;
    SQLULEN column_size;
    SQLSMALLINT digits;
    SQLPOINTER data;
    SQLLEN buffer_length;
    SQLLEN *indicator;
} ShardParamCall;

SQLRETURN shard_param_bind(ShardStmt *statement, const ShardParamCall *call, GError **error);

/* Fills bindings and values with row number row of the parameters; 07002 when one isn't bound.
 * Values live until the arena is reset. */
gboolean shard_params_collect(ShardStmt *statement, guint n_markers, SQLULEN row, GError **error);
/* After execute, and after each further result: output parameters go to the application. */
SQLRETURN shard_params_give_back(ShardStmt *statement, GError **error);
/* What hasn't come goes nowhere any more: the application's buffers may be gone. */
void shard_params_drop_outputs(ShardParams *self);

/* The next parameter that wants data (from 1), or 0. */
guint shard_params_next_at_execution(ShardStmt *statement, guint n_markers, guint after,
                                     SQLULEN row);
SQLRETURN shard_params_put(ShardStmt *statement, SQLPOINTER data, SQLLEN length, GError **error);
SQLPOINTER shard_params_token(ShardStmt *statement, guint number, SQLULEN row);
