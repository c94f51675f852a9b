/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/view.h"

void
shard_view_make_sqlite(ShardView *self)
{
    shard_view_make_postgresql(self);
}
