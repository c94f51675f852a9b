/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The result sets of the catalog functions as the standard has them.
 */
#include "driver/odbc/catalog/private.h"

#include <string.h>

#define NAME(label)                                                                                \
    {                                                                                              \
        label, SQL_VARCHAR, 128, 0, SQL_NULLABLE                                                   \
    }
#define NAME_NEEDED(label)                                                                         \
    {                                                                                              \
        label, SQL_VARCHAR, 128, 0, SQL_NO_NULLS                                                   \
    }
#define TEXT(label)                                                                                \
    {                                                                                              \
        label, SQL_VARCHAR, 254, 0, SQL_NULLABLE                                                   \
    }
#define SMALL(label)                                                                               \
    {                                                                                              \
        label, SQL_SMALLINT, 5, 0, SQL_NULLABLE                                                    \
    }
#define SMALL_NEEDED(label)                                                                        \
    {                                                                                              \
        label, SQL_SMALLINT, 5, 0, SQL_NO_NULLS                                                    \
    }
#define LONG(label)                                                                                \
    {                                                                                              \
        label, SQL_INTEGER, 10, 0, SQL_NULLABLE                                                    \
    }
#define LONG_NEEDED(label)                                                                         \
    {                                                                                              \
        label, SQL_INTEGER, 10, 0, SQL_NO_NULLS                                                    \
    }

static const ShardStaticColumn tables[] = {
    NAME("TABLE_CAT"), NAME("TABLE_SCHEM"), NAME("TABLE_NAME"), NAME("TABLE_TYPE"), TEXT("REMARKS"),
};

static const ShardStaticColumn columns[] = {
    NAME("TABLE_CAT"),
    NAME("TABLE_SCHEM"),
    NAME_NEEDED("TABLE_NAME"),
    NAME_NEEDED("COLUMN_NAME"),
    SMALL_NEEDED("DATA_TYPE"),
    NAME_NEEDED("TYPE_NAME"),
    LONG("COLUMN_SIZE"),
    LONG("BUFFER_LENGTH"),
    SMALL("DECIMAL_DIGITS"),
    SMALL("NUM_PREC_RADIX"),
    SMALL_NEEDED("NULLABLE"),
    TEXT("REMARKS"),
    TEXT("COLUMN_DEF"),
    SMALL_NEEDED("SQL_DATA_TYPE"),
    SMALL("SQL_DATETIME_SUB"),
    LONG("CHAR_OCTET_LENGTH"),
    LONG_NEEDED("ORDINAL_POSITION"),
    TEXT("IS_NULLABLE"),
};

static const ShardStaticColumn primary_keys[] = {
    NAME("TABLE_CAT"),          NAME("TABLE_SCHEM"),     NAME_NEEDED("TABLE_NAME"),
    NAME_NEEDED("COLUMN_NAME"), SMALL_NEEDED("KEY_SEQ"), NAME("PK_NAME"),
};

static const ShardStaticColumn foreign_keys[] = {
    NAME("PKTABLE_CAT"),
    NAME("PKTABLE_SCHEM"),
    NAME_NEEDED("PKTABLE_NAME"),
    NAME_NEEDED("PKCOLUMN_NAME"),
    NAME("FKTABLE_CAT"),
    NAME("FKTABLE_SCHEM"),
    NAME_NEEDED("FKTABLE_NAME"),
    NAME_NEEDED("FKCOLUMN_NAME"),
    SMALL_NEEDED("KEY_SEQ"),
    SMALL("UPDATE_RULE"),
    SMALL("DELETE_RULE"),
    NAME("FK_NAME"),
    NAME("PK_NAME"),
    SMALL("DEFERRABILITY"),
};

static const ShardStaticColumn statistics[] = {
    NAME("TABLE_CAT"),         NAME("TABLE_SCHEM"),
    NAME_NEEDED("TABLE_NAME"), SMALL("NON_UNIQUE"),
    NAME("INDEX_QUALIFIER"),   NAME("INDEX_NAME"),
    SMALL_NEEDED("TYPE"),      SMALL("ORDINAL_POSITION"),
    NAME("COLUMN_NAME"),       {"ASC_OR_DESC", SQL_CHAR, 1, 0, SQL_NULLABLE},
    LONG("CARDINALITY"),       LONG("PAGES"),
    TEXT("FILTER_CONDITION"),
};

static const ShardStaticColumn special_columns[] = {
    SMALL("SCOPE"),           NAME_NEEDED("COLUMN_NAME"), SMALL_NEEDED("DATA_TYPE"),
    NAME_NEEDED("TYPE_NAME"), LONG("COLUMN_SIZE"),        LONG("BUFFER_LENGTH"),
    SMALL("DECIMAL_DIGITS"),  SMALL("PSEUDO_COLUMN"),
};

static const ShardStaticColumn procedures[] = {
    NAME("PROCEDURE_CAT"),    NAME("PROCEDURE_SCHEM"),   NAME_NEEDED("PROCEDURE_NAME"),
    LONG("NUM_INPUT_PARAMS"), LONG("NUM_OUTPUT_PARAMS"), LONG("NUM_RESULT_SETS"),
    TEXT("REMARKS"),          SMALL("PROCEDURE_TYPE"),
};

static const ShardStaticColumn procedure_columns[] = {
    NAME("PROCEDURE_CAT"),
    NAME("PROCEDURE_SCHEM"),
    NAME_NEEDED("PROCEDURE_NAME"),
    NAME_NEEDED("COLUMN_NAME"),
    SMALL_NEEDED("COLUMN_TYPE"),
    SMALL_NEEDED("DATA_TYPE"),
    NAME_NEEDED("TYPE_NAME"),
    LONG("COLUMN_SIZE"),
    LONG("BUFFER_LENGTH"),
    SMALL("DECIMAL_DIGITS"),
    SMALL("NUM_PREC_RADIX"),
    SMALL_NEEDED("NULLABLE"),
    TEXT("REMARKS"),
    TEXT("COLUMN_DEF"),
    SMALL_NEEDED("SQL_DATA_TYPE"),
    SMALL("SQL_DATETIME_SUB"),
    LONG("CHAR_OCTET_LENGTH"),
    LONG_NEEDED("ORDINAL_POSITION"),
    TEXT("IS_NULLABLE"),
};

static const ShardStaticColumn table_privileges[] = {
    NAME("TABLE_CAT"),      NAME("TABLE_SCHEM"),      NAME_NEEDED("TABLE_NAME"), NAME("GRANTOR"),
    NAME_NEEDED("GRANTEE"), NAME_NEEDED("PRIVILEGE"), NAME("IS_GRANTABLE"),
};

static const ShardStaticColumn column_privileges[] = {
    NAME("TABLE_CAT"),          NAME("TABLE_SCHEM"),  NAME_NEEDED("TABLE_NAME"),
    NAME_NEEDED("COLUMN_NAME"), NAME("GRANTOR"),      NAME_NEEDED("GRANTEE"),
    NAME_NEEDED("PRIVILEGE"),   NAME("IS_GRANTABLE"),
};

#define COLUMNS(list) .columns = list, .n_columns = G_N_ELEMENTS(list)
#define ORDER(...)                                                                                 \
    .order = {__VA_ARGS__}, .n_order = sizeof((const guint[]){__VA_ARGS__}) / sizeof(guint)
#define NO_OTHER .other_names = -1, .other_object = -1

/* clang-format off */
static const ShardCatalogFunction catalog_functions[] = {
    {SQL_API_SQLTABLES, COLUMNS(tables), .names = 0, .data_type = -1, .sql_data_type = -1,
     .object = -1, NO_OTHER, .is_pattern = TRUE, ORDER(3, 0, 1, 2)},
    {SQL_API_SQLCOLUMNS, COLUMNS(columns), .names = 0, .data_type = 4, .sql_data_type = 13,
     .object = -1, NO_OTHER, .is_pattern = TRUE, ORDER(0, 1, 2, 16)},
    {SQL_API_SQLPRIMARYKEYS, COLUMNS(primary_keys), .names = 0, .data_type = -1,
     .sql_data_type = -1, .object = 5, NO_OTHER, ORDER(0, 1, 2, 4)},
    {SQL_API_SQLFOREIGNKEYS, COLUMNS(foreign_keys), .names = 0, .data_type = -1,
     .sql_data_type = -1, .object = 12, .other_names = 4, .other_object = 11,
     ORDER(4, 5, 6, 8)},
    {SQL_API_SQLSTATISTICS, COLUMNS(statistics), .names = 0, .data_type = -1, .sql_data_type = -1,
     .object = 5, NO_OTHER, ORDER(3, 6, 4, 5, 7)},
    {SQL_API_SQLSPECIALCOLUMNS, COLUMNS(special_columns), .names = -1, .data_type = 2,
     .sql_data_type = -1, .object = -1, NO_OTHER, ORDER(0)},
    {SQL_API_SQLPROCEDURES, COLUMNS(procedures), .names = 0, .data_type = -1, .sql_data_type = -1,
     .object = -1, NO_OTHER, .is_pattern = TRUE, ORDER(0, 1, 2, 7)},
    {SQL_API_SQLPROCEDURECOLUMNS, COLUMNS(procedure_columns), .names = 0, .data_type = 5,
     .sql_data_type = 14, .object = -1, NO_OTHER, .is_pattern = TRUE, ORDER(0, 1, 2)},
    {SQL_API_SQLTABLEPRIVILEGES, COLUMNS(table_privileges), .names = 0, .data_type = -1,
     .sql_data_type = -1, .object = -1, NO_OTHER, .is_pattern = TRUE, ORDER(0, 1, 2, 5, 4)},
    {SQL_API_SQLCOLUMNPRIVILEGES, COLUMNS(column_privileges), .names = 0, .data_type = -1,
     .sql_data_type = -1, .object = -1, NO_OTHER, ORDER(0, 1, 2, 3, 6)},
};
/* clang-format on */

const ShardCatalogFunction *
shard_catalog_function_find(SQLUSMALLINT function)
{
    for (gsize i = 0; i < G_N_ELEMENTS(catalog_functions); i++)
        if (catalog_functions[i].function == function)
            return &catalog_functions[i];
    return NULL;
}

static const struct {
    SQLUSMALLINT function; /* 0: all */
    const char *label3, *label2;
} old_labels[] = {
    {0, "TABLE_CAT", "TABLE_QUALIFIER"},
    {0, "TABLE_SCHEM", "TABLE_OWNER"},
    {0, "PKTABLE_CAT", "PKTABLE_QUALIFIER"},
    {0, "PKTABLE_SCHEM", "PKTABLE_OWNER"},
    {0, "FKTABLE_CAT", "FKTABLE_QUALIFIER"},
    {0, "FKTABLE_SCHEM", "FKTABLE_OWNER"},
    {0, "PROCEDURE_CAT", "PROCEDURE_QUALIFIER"},
    {0, "PROCEDURE_SCHEM", "PROCEDURE_OWNER"},
    {0, "COLUMN_SIZE", "PRECISION"},
    {0, "BUFFER_LENGTH", "LENGTH"},
    {0, "DECIMAL_DIGITS", "SCALE"},
    {0, "NUM_PREC_RADIX", "RADIX"},
    {SQL_API_SQLSTATISTICS, "ORDINAL_POSITION", "SEQ_IN_INDEX"},
    {SQL_API_SQLSTATISTICS, "ASC_OR_DESC", "COLLATION"},
};

const ShardStaticColumn *
shard_catalog_columns2(const ShardCatalogFunction *function, ShardArena *arena)
{
    ShardStaticColumn *renamed = shard_arena_memdup(
        arena, function->columns, function->n_columns * sizeof *function->columns);

    for (guint i = 0; i < function->n_columns; i++)
        for (gsize n = 0; n < G_N_ELEMENTS(old_labels); n++)
            if ((old_labels[n].function == 0 || old_labels[n].function == function->function) &&
                strcmp(old_labels[n].label3, renamed[i].label) == 0) {
                renamed[i].label = old_labels[n].label2;
                break;
            }
    return renamed;
}
