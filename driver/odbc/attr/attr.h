/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * attr.h - statement attributes as a table: id, place, default, what may be set when.
 *
 * Attributes that are really fields of a descriptor (SQL_ATTR_ROW_ARRAY_SIZE …) are only mapped
 * here; the descriptor keeps them.
 */
#pragma once

#include "router/base/error.h"
#include "router/base/identifier.h"

#include <sql.h>
#include <sqlext.h>

/* Attributes of our own, for statements; set on a connection, of its statements to come. */
#define SQL_ATTR_SHARD_HINT_SHARD 30101            /* its number in the rules, from 1; 0 none */
#define SQL_ATTR_SHARD_HINT_CONSISTENCY 30102      /* 0 as the connection, 1 weak, 2 strong */
#define SQL_ATTR_SHARD_HINT_DATABASE_VALUE 30103   /* text "[table.]value, …", or an integer */
#define SQL_ATTR_SHARD_HINT_TABLE_VALUE 30104      /* the same */
#define SQL_ATTR_SHARD_HINT_WRITE_ROUTE_ONLY 30105 /* 1: reads go to the primary */
#define SQL_ATTR_SHARD_HINT_SKIP_REWRITE 30106     /* 1: the text goes out unchanged */
#define SQL_ATTR_SHARD_HINT_SHARD_NAME 30107       /* text */
#define SHARD_HINT_READ_WEAK 1

typedef enum {
    SHARD_ATTR_QUERY_TIMEOUT,
    SHARD_ATTR_MAX_ROWS,
    SHARD_ATTR_MAX_LENGTH,
    SHARD_ATTR_NOSCAN,
    SHARD_ATTR_CURSOR_TYPE,
    SHARD_ATTR_CONCURRENCY,
    SHARD_ATTR_SCROLLABLE,
    SHARD_ATTR_SENSITIVITY,
    SHARD_ATTR_KEYSET_SIZE,
    SHARD_ATTR_SIMULATE_CURSOR,
    SHARD_ATTR_RETRIEVE_DATA,
    SHARD_ATTR_USE_BOOKMARKS,
    SHARD_ATTR_ASYNC_ENABLE,
    SHARD_ATTR_METADATA_ID,
    SHARD_ATTR_AUTO_IPD,
    SHARD_ATTR_ROWSET_SIZE,
    SHARD_ATTR_FETCH_BOOKMARK,
    SHARD_ATTR_HINT_SHARD,
    SHARD_ATTR_HINT_CONSISTENCY,
    SHARD_ATTR_HINT_WRITE_ROUTE_ONLY,
    SHARD_ATTR_HINT_SKIP_REWRITE,
    SHARD_ATTR_COUNT
} ShardAttrIndex;

typedef enum {
    SHARD_ATTR_OF_STATEMENT, /* index says where */
    SHARD_ATTR_OF_ROW,       /* field of the ARD */
    SHARD_ATTR_OF_ROW_IMPL,  /* field of the IRD */
    SHARD_ATTR_OF_PARAM,     /* field of the APD */
    SHARD_ATTR_OF_PARAM_IMPL,
    SHARD_ATTR_OF_HANDLES, /* descriptors, row number */
    SHARD_ATTR_OF_HINTS    /* text: ShardHintName (sharding/hints.h) */
} ShardAttrOwner;

typedef struct {
    SQLINTEGER id;
    ShardAttrOwner owner;
    gint index; /* ShardAttrIndex, the descriptor's field, or ShardHintName */
    SQLULEN initial;
    gboolean not_with_cursor;   /* 24000 while a cursor is open */
    gboolean not_when_prepared; /* HY011 */
    gboolean forwarded;         /* a shard's statement of the direct cursor is told */
    /* The value that is stored instead (01S02 when it differs), as the brand's own driver chooses;
     * *out_bad: HY024.  NULL: as given. */
    SQLULEN (*choose)(SQLULEN value, ShardDialect dialect, gboolean *out_bad);
} ShardAttrRow;

/* As SQLSetStmtAttr has it; text is in the entry point's form. */
typedef struct {
    SQLPOINTER value;
    SQLINTEGER length;
    gboolean wide;
} ShardAttrValue;

/* NULL: no such attribute. */
const ShardAttrRow *shard_attr_find(SQLINTEGER id);
/* Row of a statement attribute by its place. */
const ShardAttrRow *shard_attr_row(ShardAttrIndex index);
/* The values a new statement has. */
void shard_attr_init(SQLULEN values[SHARD_ATTR_COUNT]);
