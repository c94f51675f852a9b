/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/stop.h"

#include "router/base/error.h"

GError *
shard_stopped_error(ShardStop reason, GError *cause)
{
    gboolean timeout = reason == SHARD_STOP_TIMEOUT;
    ShardErrorCode code = timeout ? SHARD_ERROR_TIMEOUT : SHARD_ERROR_CANCELLED;
    const char *state = timeout ? "HYT00" : "HY008";
    GError *made = NULL;

    if (cause != NULL && shard_error_shard(cause, 0) != NULL)
        shard_error_set_backend(&made, shard_error_shard(cause, 0), state,
                                shard_error_native(cause, 0), cause->message);
    else
        shard_error_set(&made, code, state, "%s",
                        timeout ? "query timeout expired" : "operation cancelled");
    g_clear_error(&cause);
    made->code = code;
    return made;
}
