/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * output.h - output and input/output parameters of procedures.
 *
 * psqlodbc writes them as the standard has it, where the application's buffer isn't wide. MariaDB's
 * driver knows integers, doubles and text only: a timestamp is written past the end of its struct,
 * NULL is told of no parameter, text is cut without a NUL, and what the length was before decides
 * how the value is written, or crashes it.  There, and for wide text, the driver is given text
 * buffers of ours, and what comes back is converted.
 */
#pragma once

#include "driver/odbc/param/param.h"

/* An output or input/output parameter as the application bound it. */
typedef struct {
    SQLSMALLINT c_type;
    SQLLEN size; /* of the input, as its indicators have it; an output parameter's means nothing */
    SQLLEN *octets, *indicator;
} ShardOutputCall;

/* Replaces what the driver can't do by buffers of ours. */
gboolean shard_param_use_output(ShardStmt *statement, ShardParamScratch *scratch,
                                const ShardOutputCall *call, ShardBinding *binding, GError **error);
