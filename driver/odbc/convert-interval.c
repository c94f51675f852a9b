/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/convert-private.h"

SQLRETURN
shard_interval_from_string(const ShardConversion *self)
{
    return shard_convert_never(self);
}

SQLRETURN
shard_interval_from_number(const ShardConversion *self)
{
    return shard_convert_never(self);
}
