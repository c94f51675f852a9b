/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/cte-write.h"

#define FIRST_WRITE_BLOCK (-2)

gint
shard_cte_write_block(guint number)
{
    return FIRST_WRITE_BLOCK - (gint) number;
}

const ShardCteWrite *
shard_statement_cte_write(const ShardStatement *self, gint block)
{
    return block > FIRST_WRITE_BLOCK ? NULL : &self->cte_writes[FIRST_WRITE_BLOCK - block];
}

gint
shard_statement_parent(const ShardStatement *self, gint block)
{
    const ShardCteWrite *write = shard_statement_cte_write(self, block);

    if (write != NULL)
        return write->parent;
    return block < 0 ? -1 : self->queries[block].parent;
}

const ShardItem *
shard_cte_write_returning(const ShardCteWrite *self, guint *out_n)
{
    *out_n = self->insert != NULL ? self->insert->n_returning : self->modify->n_returning;
    return self->insert != NULL ? self->insert->returning : self->modify->returning;
}
