/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/attr/attr.h"

#include "driver/odbc/sharding/hints.h"

/* psqlodbc has keyset-driven cursors; dynamic ones none of the drivers. */
static SQLULEN
choose_cursor_type(SQLULEN value, ShardDialect dialect, gboolean *out_bad)
{
    *out_bad = value > SQL_CURSOR_STATIC;
    if (value == SQL_CURSOR_FORWARD_ONLY || value == SQL_CURSOR_STATIC)
        return value;
    return dialect == SHARD_DIALECT_POSTGRESQL ? SQL_CURSOR_KEYSET_DRIVEN : SQL_CURSOR_STATIC;
}

static SQLULEN
choose_concurrency(SQLULEN value, ShardDialect dialect, gboolean *out_bad)
{
    *out_bad = value < SQL_CONCUR_READ_ONLY || value > SQL_CONCUR_VALUES;
    if (value == SQL_CONCUR_READ_ONLY)
        return value;
    if (dialect == SHARD_DIALECT_POSTGRESQL)
        return SQL_CONCUR_ROWVER;
    return dialect == SHARD_DIALECT_SQLITE ? SQL_CONCUR_LOCK : SQL_CONCUR_READ_ONLY;
}

static SQLULEN
choose_sensitivity(SQLULEN value, ShardDialect dialect, gboolean *out_bad)
{
    *out_bad = value > SQL_SENSITIVE;
    return value == SQL_SENSITIVE ? SQL_UNSPECIFIED : value;
}

static SQLULEN
choose_boolean(SQLULEN value, ShardDialect dialect, gboolean *out_bad)
{
    *out_bad = value > 1;
    return value;
}

static SQLULEN
choose_consistency(SQLULEN value, ShardDialect dialect, gboolean *out_bad)
{
    *out_bad = value > 2;
    return value;
}

static SQLULEN
choose_off(SQLULEN value, ShardDialect dialect, gboolean *out_bad)
{
    *out_bad = value > 1;
    return 0;
}

static SQLULEN
choose_bookmarks(SQLULEN value, ShardDialect dialect, gboolean *out_bad)
{
    *out_bad = value > SQL_UB_VARIABLE;
    return value == SQL_UB_FIXED ? SQL_UB_VARIABLE : value;
}

static SQLULEN
choose_simulate(SQLULEN value, ShardDialect dialect, gboolean *out_bad)
{
    *out_bad = value > SQL_SC_UNIQUE;
    return SQL_SC_NON_UNIQUE;
}

static SQLULEN
choose_positive(SQLULEN value, ShardDialect dialect, gboolean *out_bad)
{
    *out_bad = value == 0;
    return value;
}

static SQLULEN
choose_zero(SQLULEN value, ShardDialect dialect, gboolean *out_bad)
{
    *out_bad = FALSE;
    return 0;
}

#define OWN(id, index, initial, cursor, prepared, forwarded, choose)                               \
    {                                                                                              \
        id, SHARD_ATTR_OF_STATEMENT, index, initial, cursor, prepared, forwarded, choose           \
    }
#define FIELD(id, owner, field)                                                                    \
    {                                                                                              \
        id, owner, field, 0, FALSE, FALSE, FALSE, NULL                                             \
    }

static const ShardAttrRow rows[] = {
    OWN(SQL_ATTR_QUERY_TIMEOUT, SHARD_ATTR_QUERY_TIMEOUT, 0, FALSE, FALSE, FALSE, NULL),
    OWN(SQL_ATTR_MAX_ROWS, SHARD_ATTR_MAX_ROWS, 0, FALSE, FALSE, TRUE, NULL),
    /* No shard's driver cuts values. */
    OWN(SQL_ATTR_MAX_LENGTH, SHARD_ATTR_MAX_LENGTH, 0, FALSE, FALSE, FALSE, choose_zero),
    OWN(SQL_ATTR_NOSCAN, SHARD_ATTR_NOSCAN, SQL_NOSCAN_OFF, FALSE, FALSE, TRUE, choose_boolean),
    OWN(SQL_ATTR_CURSOR_TYPE, SHARD_ATTR_CURSOR_TYPE, SQL_CURSOR_FORWARD_ONLY, TRUE, FALSE, TRUE,
        choose_cursor_type),
    OWN(SQL_ATTR_CONCURRENCY, SHARD_ATTR_CONCURRENCY, SQL_CONCUR_READ_ONLY, TRUE, FALSE, TRUE,
        choose_concurrency),
    OWN(SQL_ATTR_CURSOR_SCROLLABLE, SHARD_ATTR_SCROLLABLE, SQL_NONSCROLLABLE, TRUE, FALSE, FALSE,
        choose_boolean),
    OWN(SQL_ATTR_CURSOR_SENSITIVITY, SHARD_ATTR_SENSITIVITY, SQL_UNSPECIFIED, TRUE, FALSE, FALSE,
        choose_sensitivity),
    OWN(SQL_ATTR_KEYSET_SIZE, SHARD_ATTR_KEYSET_SIZE, 0, FALSE, FALSE, FALSE, choose_zero),
    OWN(SQL_ATTR_SIMULATE_CURSOR, SHARD_ATTR_SIMULATE_CURSOR, SQL_SC_NON_UNIQUE, TRUE, FALSE, FALSE,
        choose_simulate),
    OWN(SQL_ATTR_RETRIEVE_DATA, SHARD_ATTR_RETRIEVE_DATA, SQL_RD_ON, FALSE, FALSE, TRUE,
        choose_boolean),
    OWN(SQL_ATTR_USE_BOOKMARKS, SHARD_ATTR_USE_BOOKMARKS, SQL_UB_OFF, TRUE, FALSE, TRUE,
        choose_bookmarks),
    OWN(SQL_ATTR_ASYNC_ENABLE, SHARD_ATTR_ASYNC_ENABLE, SQL_ASYNC_ENABLE_OFF, FALSE, FALSE, FALSE,
        choose_off),
    OWN(SQL_ATTR_METADATA_ID, SHARD_ATTR_METADATA_ID, SQL_FALSE, FALSE, FALSE, FALSE,
        choose_boolean),
    OWN(SQL_ATTR_ENABLE_AUTO_IPD, SHARD_ATTR_AUTO_IPD, SQL_FALSE, FALSE, FALSE, FALSE, choose_off),
    OWN(SQL_ROWSET_SIZE, SHARD_ATTR_ROWSET_SIZE, 1, FALSE, FALSE, FALSE, choose_positive),
    OWN(SQL_ATTR_FETCH_BOOKMARK_PTR, SHARD_ATTR_FETCH_BOOKMARK, 0, FALSE, FALSE, FALSE, NULL),
    OWN(SQL_ATTR_SHARD_HINT_SHARD, SHARD_ATTR_HINT_SHARD, 0, FALSE, FALSE, FALSE, NULL),
    OWN(SQL_ATTR_SHARD_HINT_CONSISTENCY, SHARD_ATTR_HINT_CONSISTENCY, 0, FALSE, FALSE, FALSE,
        choose_consistency),
    OWN(SQL_ATTR_SHARD_HINT_WRITE_ROUTE_ONLY, SHARD_ATTR_HINT_WRITE_ROUTE_ONLY, 0, FALSE, FALSE,
        FALSE, choose_boolean),
    OWN(SQL_ATTR_SHARD_HINT_SKIP_REWRITE, SHARD_ATTR_HINT_SKIP_REWRITE, 0, FALSE, FALSE, FALSE,
        choose_boolean),
    FIELD(SQL_ATTR_ROW_ARRAY_SIZE, SHARD_ATTR_OF_ROW, SQL_DESC_ARRAY_SIZE),
    FIELD(SQL_ATTR_ROW_BIND_OFFSET_PTR, SHARD_ATTR_OF_ROW, SQL_DESC_BIND_OFFSET_PTR),
    FIELD(SQL_ATTR_ROW_BIND_TYPE, SHARD_ATTR_OF_ROW, SQL_DESC_BIND_TYPE),
    FIELD(SQL_ATTR_ROW_OPERATION_PTR, SHARD_ATTR_OF_ROW, SQL_DESC_ARRAY_STATUS_PTR),
    FIELD(SQL_ATTR_ROW_STATUS_PTR, SHARD_ATTR_OF_ROW_IMPL, SQL_DESC_ARRAY_STATUS_PTR),
    FIELD(SQL_ATTR_ROWS_FETCHED_PTR, SHARD_ATTR_OF_ROW_IMPL, SQL_DESC_ROWS_PROCESSED_PTR),
    FIELD(SQL_ATTR_PARAMSET_SIZE, SHARD_ATTR_OF_PARAM, SQL_DESC_ARRAY_SIZE),
    FIELD(SQL_ATTR_PARAM_BIND_OFFSET_PTR, SHARD_ATTR_OF_PARAM, SQL_DESC_BIND_OFFSET_PTR),
    FIELD(SQL_ATTR_PARAM_BIND_TYPE, SHARD_ATTR_OF_PARAM, SQL_DESC_BIND_TYPE),
    FIELD(SQL_ATTR_PARAM_OPERATION_PTR, SHARD_ATTR_OF_PARAM, SQL_DESC_ARRAY_STATUS_PTR),
    FIELD(SQL_ATTR_PARAM_STATUS_PTR, SHARD_ATTR_OF_PARAM_IMPL, SQL_DESC_ARRAY_STATUS_PTR),
    FIELD(SQL_ATTR_PARAMS_PROCESSED_PTR, SHARD_ATTR_OF_PARAM_IMPL, SQL_DESC_ROWS_PROCESSED_PTR),
    FIELD(SQL_ATTR_APP_ROW_DESC, SHARD_ATTR_OF_HANDLES, 0),
    FIELD(SQL_ATTR_APP_PARAM_DESC, SHARD_ATTR_OF_HANDLES, 0),
    FIELD(SQL_ATTR_IMP_ROW_DESC, SHARD_ATTR_OF_HANDLES, 0),
    FIELD(SQL_ATTR_IMP_PARAM_DESC, SHARD_ATTR_OF_HANDLES, 0),
    FIELD(SQL_ATTR_ROW_NUMBER, SHARD_ATTR_OF_HANDLES, 0),
    FIELD(SQL_ATTR_SHARD_HINT_DATABASE_VALUE, SHARD_ATTR_OF_HINTS, SHARD_HINT_DATABASE_VALUE),
    FIELD(SQL_ATTR_SHARD_HINT_TABLE_VALUE, SHARD_ATTR_OF_HINTS, SHARD_HINT_TABLE_VALUE),
    FIELD(SQL_ATTR_SHARD_HINT_SHARD_NAME, SHARD_ATTR_OF_HINTS, SHARD_HINT_SHARD),
};

const ShardAttrRow *
shard_attr_find(SQLINTEGER id)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (rows[i].id == id)
            return &rows[i];
    return NULL;
}

const ShardAttrRow *
shard_attr_row(ShardAttrIndex index)
{
    return &rows[index]; /* the first rows stand in the order of the enumeration */
}

void
shard_attr_init(SQLULEN values[SHARD_ATTR_COUNT])
{
    for (guint i = 0; i < SHARD_ATTR_COUNT; i++)
        values[i] = rows[i].initial;
}
