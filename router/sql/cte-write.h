/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * cte-write.h - items of WITH that change rows (PostgreSQL), and how the blocks of a statement lie
 * in each other with them.
 */
#pragma once

#include "router/sql/statement.h"

/* Its block, the FROM and WHERE of its tables, has a number below -1. */
typedef struct ShardCteWrite {
    const char *name;
    gint parent;         /* the block whose WITH it is: a query; -1 the statement's own write */
    guint first_token;   /* its name */
    ShardInsert *insert; /* one of both */
    ShardModify *modify;
} ShardCteWrite;

/* The number of its block. */
gint shard_cte_write_block(guint number);
/* The item of a block; NULL: it is none. */
const ShardCteWrite *shard_statement_cte_write(const ShardStatement *self, gint block);
/* Its RETURNING. */
const ShardItem *shard_cte_write_returning(const ShardCteWrite *self, guint *out_n);
/* The block around one; -1 also of the outermost. */
gint shard_statement_parent(const ShardStatement *self, gint block);
