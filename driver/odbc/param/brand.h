/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * brand.h - what the brands' drivers make of parameters, each in its own way.
 *
 * The value that routes must be the one that the database gets: what a driver would send otherwise
 * than it reads is put into a form that both understand, refused, or left out of routing.
 */
#pragma once

#include "driver/odbc/param/param.h"

/* Room for size bytes in the parameter's buffer of ours; HY001. */
gboolean shard_param_reserve(ShardParamScratch *scratch, gsize size, GError **error);

/* 07S01 for SQL_DEFAULT_PARAM where there is none. */
gboolean shard_param_may_default(const ShardStmt *statement, SQLLEN size, GError **error);
/* 07006 and HYC00 for types that aren't converted. */
gboolean shard_param_check_types(const ShardStmt *statement, const ShardBinding *binding,
                                 GError **error);
/* Makes the binding one that the brand's driver takes as it is meant; the scratch must live as
 * long. */
gboolean shard_param_spell(const ShardStmt *statement, ShardParamScratch *scratch,
                           ShardBinding *binding, GError **error);
/* Does the driver make something of the value that only it knows? */
gboolean shard_param_is_doubtful(const ShardStmt *statement, const ShardBinding *binding,
                                 const ShardValue *value);
