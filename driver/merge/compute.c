/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Expressions over final values: computed columns, then HAVING. */
#include "driver/merge/operators.h"

ShardStream *
shard_compute_new(ShardMergeContext *context, ShardStream *input, GError **error)
{
    shard_stream_free(input);
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                    "expressions over merged values aren't supported");
    return NULL;
}
