/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * env.h - the environment handle: the ODBC version, and its connections for SQLEndTran.
 *
 * Nothing here does real work: the driver manager holds process-wide locks while it calls.
 */
#pragma once

#include "driver/odbc/handle.h"

typedef struct {
    ShardHandle head;
    SQLINTEGER odbc_version; /* 0: not set yet */
    SQLINTEGER connection_pooling, cp_match, output_nts;
    GPtrArray *connections; /* ShardDbc */
} ShardEnv;

ShardEnv *shard_env_new(void);
/* HY010 while connections are allocated. */
SQLRETURN shard_env_free(ShardEnv *self, GError **error);

SQLRETURN shard_env_set_attribute(ShardEnv *self, SQLINTEGER attribute, SQLPOINTER value,
                                  GError **error);
SQLRETURN shard_env_get_attribute(ShardEnv *self, SQLINTEGER attribute, SQLPOINTER value,
                                  SQLINTEGER *out_length, GError **error);
/* Ends the transaction of every connected connection; all are tried. */
SQLRETURN shard_env_end(ShardEnv *self, SQLSMALLINT completion, GError **error);
