/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * SQLGetTypeInfo: rows of a constant table.
 */
#include "driver/odbc/info/private.h"
#include "driver/odbc/cursor/static-result.h"

#define N_COLUMNS 19

#define TEXT(label, nullable)                                                                      \
    {                                                                                              \
        label, SQL_VARCHAR, 128, 0, nullable                                                       \
    }
#define SMALL(label, nullable)                                                                     \
    {                                                                                              \
        label, SQL_SMALLINT, 5, 0, nullable                                                        \
    }
#define NUMBER(label, nullable)                                                                    \
    {                                                                                              \
        label, SQL_INTEGER, 10, 0, nullable                                                        \
    }

static const ShardStaticColumn columns3[N_COLUMNS] = {
    TEXT("TYPE_NAME", SQL_NO_NULLS),           SMALL("DATA_TYPE", SQL_NO_NULLS),
    NUMBER("COLUMN_SIZE", SQL_NULLABLE),       TEXT("LITERAL_PREFIX", SQL_NULLABLE),
    TEXT("LITERAL_SUFFIX", SQL_NULLABLE),      TEXT("CREATE_PARAMS", SQL_NULLABLE),
    SMALL("NULLABLE", SQL_NO_NULLS),           SMALL("CASE_SENSITIVE", SQL_NO_NULLS),
    SMALL("SEARCHABLE", SQL_NO_NULLS),         SMALL("UNSIGNED_ATTRIBUTE", SQL_NULLABLE),
    SMALL("FIXED_PREC_SCALE", SQL_NO_NULLS),   SMALL("AUTO_UNIQUE_VALUE", SQL_NULLABLE),
    TEXT("LOCAL_TYPE_NAME", SQL_NULLABLE),     SMALL("MINIMUM_SCALE", SQL_NULLABLE),
    SMALL("MAXIMUM_SCALE", SQL_NULLABLE),      SMALL("SQL_DATA_TYPE", SQL_NO_NULLS),
    SMALL("SQL_DATETIME_SUB", SQL_NULLABLE),   NUMBER("NUM_PREC_RADIX", SQL_NULLABLE),
    SMALL("INTERVAL_PRECISION", SQL_NULLABLE),
};

static const ShardStaticColumn columns2[N_COLUMNS] = {
    TEXT("TYPE_NAME", SQL_NO_NULLS),
    SMALL("DATA_TYPE", SQL_NO_NULLS),
    NUMBER("PRECISION", SQL_NULLABLE),
    TEXT("LITERAL_PREFIX", SQL_NULLABLE),
    TEXT("LITERAL_SUFFIX", SQL_NULLABLE),
    TEXT("CREATE_PARAMS", SQL_NULLABLE),
    SMALL("NULLABLE", SQL_NO_NULLS),
    SMALL("CASE_SENSITIVE", SQL_NO_NULLS),
    SMALL("SEARCHABLE", SQL_NO_NULLS),
    SMALL("UNSIGNED_ATTRIBUTE", SQL_NULLABLE),
    SMALL("MONEY", SQL_NO_NULLS),
    SMALL("AUTO_INCREMENT", SQL_NULLABLE),
    TEXT("LOCAL_TYPE_NAME", SQL_NULLABLE),
    SMALL("MINIMUM_SCALE", SQL_NULLABLE),
    SMALL("MAXIMUM_SCALE", SQL_NULLABLE),
    SMALL("SQL_DATA_TYPE", SQL_NO_NULLS),
    SMALL("SQL_DATETIME_SUB", SQL_NULLABLE),
    NUMBER("NUM_PREC_RADIX", SQL_NULLABLE),
    SMALL("INTERVAL_PRECISION", SQL_NULLABLE),
};

/* The codes of dates differ between ODBC 2 and 3. */
static const struct {
    gint16 odbc3, odbc2, sub;
} time_types[] = {
    {SQL_TYPE_DATE, SQL_DATE, SQL_CODE_DATE},
    {SQL_TYPE_TIME, SQL_TIME, SQL_CODE_TIME},
    {SQL_TYPE_TIMESTAMP, SQL_TIMESTAMP, SQL_CODE_TIMESTAMP},
};

static gint
find_time_type(gint16 type)
{
    for (guint i = 0; i < G_N_ELEMENTS(time_types); i++)
        if (time_types[i].odbc3 == type || time_types[i].odbc2 == type)
            return (gint) i;
    return -1;
}

static ShardValue
make_number(gint32 number)
{
    return number == SHARD_TYPE_NONE ? SHARD_VALUE_INIT_NULL : shard_value_long(number);
}

static ShardValue
make_text(const char *text)
{
    return text == NULL ? SHARD_VALUE_INIT_NULL : shard_value_string(text, -1);
}

static void
add_row(ShardStaticResult *result, const ShardTypeRow *row, gboolean odbc2)
{
    gint time_type = find_time_type(row->data_type);
    gint16 data_type = row->data_type;
    gint16 sql_data_type = row->data_type;
    gint16 sub = SHARD_TYPE_NONE;

    if (time_type >= 0) {
        data_type = odbc2 ? time_types[time_type].odbc2 : time_types[time_type].odbc3;
        sql_data_type = SQL_DATETIME;
        sub = time_types[time_type].sub;
    }
    ShardValue values[N_COLUMNS] = {
        make_text(row->name),
        make_number(data_type),
        make_number(row->size),
        make_text(row->prefix),
        make_text(row->suffix),
        make_text(row->parameters),
        make_number(row->nullable),
        make_number(row->case_sensitive),
        make_number(row->searchable),
        make_number(row->is_unsigned),
        make_number(row->fixed_scale),
        make_number(row->auto_unique),
        make_text(row->name),
        make_number(row->min_scale),
        make_number(row->max_scale),
        make_number(sql_data_type),
        make_number(sub),
        make_number(row->radix),
        SHARD_VALUE_INIT_NULL,
    };
    shard_static_result_add(result, values);
}

static gboolean
is_asked_for(gint16 data_type, gint16 asked)
{
    if (asked == SQL_ALL_TYPES || asked == data_type)
        return TRUE;
    gint time_type = find_time_type(asked);
    return time_type >= 0 && time_types[time_type].odbc3 == data_type;
}

ShardStream *
shard_info_types(const ShardInfoContext *context, SQLSMALLINT type, GError **error)
{
    gboolean odbc2 = context->odbc_version == SQL_OV_ODBC2;
    const ShardTypeTable *table = &shard_type_tables[shard_info_brand(context)];
    ShardStaticResult *result = shard_static_result_new(odbc2 ? columns2 : columns3, N_COLUMNS);
    static const guint by_type[] = {1};

    for (guint i = 0; i < table->n_rows; i++)
        if (is_asked_for(table->rows[i].data_type, type))
            add_row(result, &table->rows[i], odbc2);
    shard_static_result_sort(result, by_type, G_N_ELEMENTS(by_type));
    return shard_static_result_stream(result);
}
