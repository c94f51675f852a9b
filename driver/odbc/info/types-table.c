/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What SQLGetTypeInfo answers, per brand: the rows of the brand's own driver in its order within a
 * type, sorted by data type; types that it has for wide applications only are there for all.
 */
#include "driver/odbc/info/private.h"

#define NONE SHARD_TYPE_NONE

/* name, data type, size, prefix, suffix, parameters, nullable, case sensitive, searchable,
 * unsigned, fixed scale, auto unique, minimum scale, maximum scale, radix */
/* clang-format off */
static const ShardTypeRow types_postgresql[] = {
    {"uuid", -11, 37, "'", "'", NULL, 1, 0, 2, NONE, 0, NONE, NONE, NONE, NONE},
    {"text", -10, 8190, "'", "'", NULL, 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"varchar", -9, 255, "'", "'", "max. length", 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"char", -8, 255, "'", "'", "max. length", 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"bool", -7, 5, "'", "'", NULL, 1, 0, 2, NONE, 0, NONE, 0, 0, NONE},
    {"int2", -6, 5, NULL, NULL, NULL, 1, 0, 2, 0, 0, 0, 0, 0, 10},
    {"int8", -5, 19, NULL, NULL, NULL, 1, 0, 2, 0, 0, 0, 0, 0, 10},
    {"bytea", -4, 8190, "'", "'", NULL, 1, 0, 2, NONE, 0, NONE, NONE, NONE, NONE},
    {"bytea", -3, 8190, "'", "'", NULL, 1, 0, 2, NONE, 0, NONE, NONE, NONE, NONE},
    {"text", -1, 8190, "'", "'", NULL, 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"char", 1, 255, "'", "'", "max. length", 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"numeric", 2, 28, NULL, NULL, "precision, scale", 1, 0, 2, 0, 0, 0, 0, 6, 10},
    {"numeric", 3, 28, NULL, NULL, "precision, scale", 1, 0, 2, 0, 0, 0, 0, 6, 10},
    {"int4", 4, 10, NULL, NULL, NULL, 1, 0, 2, 0, 0, 0, 0, 0, 10},
    {"int2", 5, 5, NULL, NULL, NULL, 1, 0, 2, 0, 0, 0, 0, 0, 10},
    {"float8", 6, 17, NULL, NULL, NULL, 1, 0, 2, 0, 0, 0, 0, 0, 10},
    {"float4", 7, 9, NULL, NULL, NULL, 1, 0, 2, 0, 0, 0, 0, 0, 10},
    {"float8", 8, 17, NULL, NULL, NULL, 1, 0, 2, 0, 0, 0, 0, 0, 10},
    {"varchar", 12, 255, "'", "'", "max. length", 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"date", 91, 10, "'", "'", NULL, 1, 0, 2, NONE, 0, NONE, NONE, NONE, NONE},
    {"time", 92, 8, "'", "'", NULL, 1, 0, 2, NONE, 0, NONE, NONE, NONE, NONE},
    {"timestamptz", 93, 26, "'", "'", NULL, 1, 0, 2, NONE, 0, NONE, 0, 6, NONE},
};

static const ShardTypeRow types_mysql[] = {
    {"LONG VARCHAR", -10, 16777215, "'", "'", NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"VARCHAR", -9, 255, "'", "'", "length", 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"CHAR", -8, 255, "'", "'", "length", 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"BIT", -7, 1, NULL, NULL, NULL, 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"BOOL", -7, 1, NULL, NULL, NULL, 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"TINYINT", -6, 3, NULL, NULL, NULL, 1, 0, 3, 0, 0, 1, 0, 0, 10},
    {"TINYINT UNSIGNED", -6, 3, NULL, NULL, NULL, 1, 0, 3, 1, 0, 1, 0, 0, 10},
    {"BIGINT", -5, 19, NULL, NULL, NULL, 1, 0, 3, 0, 0, 1, 0, 0, 10},
    {"BIGINT UNSIGNED", -5, 20, NULL, NULL, NULL, 1, 0, 3, 1, 0, 1, 0, 0, 10},
    {"LONG VARBINARY", -4, 16777215, "'", "'", NULL, 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"MEDIUMBLOB", -4, 16777215, "'", "'", NULL, 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"LONGBLOB", -4, 2147483647, "'", "'", NULL, 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"BLOB", -4, 65535, "'", "'", NULL, 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"TINYBLOB", -4, 255, "'", "'", NULL, 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"VARBINARY", -3, 255, "'", "'", "length", 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"BINARY", -2, 255, "'", "'", "length", 1, 1, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"LONG VARCHAR", -1, 16777215, "'", "'", NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"MEDIUMTEXT", -1, 16777215, "'", "'", NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"LONGTEXT", -1, 2147483647, "'", "'", NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"TEXT", -1, 65535, "'", "'", NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"TINYTEXT", -1, 255, "'", "'", NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"CHAR", 1, 255, "'", "'", "length", 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"NUMERIC", 2, 65, NULL, NULL, "precision,scale", 1, 0, 3, 0, 0, 1, 0, 30, 10},
    {"DECIMAL", 3, 65, NULL, NULL, "precision,scale", 1, 0, 3, 0, 0, 1, 0, 30, 10},
    {"INTEGER", 4, 10, NULL, NULL, NULL, 1, 0, 3, 0, 0, 1, 0, 0, 10},
    {"INTEGER UNSIGNED", 4, 10, NULL, NULL, NULL, 1, 0, 3, 1, 0, 1, 0, 0, 10},
    {"INT", 4, 10, NULL, NULL, NULL, 1, 0, 3, 0, 0, 1, 0, 0, 10},
    {"INT UNSIGNED", 4, 10, NULL, NULL, NULL, 1, 0, 3, 1, 0, 1, 0, 0, 10},
    {"MEDIUMINT", 4, 7, NULL, NULL, NULL, 1, 0, 3, 0, 0, 1, 0, 0, 10},
    {"MEDIUMINT UNSIGNED", 4, 8, NULL, NULL, NULL, 1, 0, 3, 1, 0, 1, 0, 0, 10},
    {"SMALLINT", 5, 5, NULL, NULL, NULL, 1, 0, 3, 0, 0, 1, 0, 0, 10},
    {"SMALLINT UNSIGNED", 5, 5, NULL, NULL, NULL, 1, 0, 3, 1, 0, 1, 0, 0, 10},
    {"FLOAT", 6, 10, NULL, NULL, "precision,scale", 1, 0, 3, 0, 0, 1, NONE, NONE, 10},
    {"DOUBLE", 8, 17, NULL, NULL, "precision,scale", 1, 0, 3, 0, 0, 1, NONE, NONE, 10},
    {"DOUBLE PRECISION", 8, 17, NULL, NULL, "precision,scale", 1, 0, 3, 0, 0, 1, NONE, NONE, 10},
    {"REAL", 8, 17, NULL, NULL, "precision,scale", 1, 0, 3, 0, 0, 1, NONE, NONE, 10},
    {"VARCHAR", 12, 255, "'", "'", "length", 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"ENUM", 12, 65535, "'", "'", NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"SET", 12, 64, "'", "'", NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"DATE", 91, 10, "'", "'", NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"TIME", 92, 8, "'", "'", NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"DATETIME", 93, 16, "'", "'", NULL, 1, 0, 3, NONE, 0, NONE, 0, 6, NONE},
    {"TIMESTAMP", 93, 16, "'", "'", "scale", 1, 0, 3, NONE, 0, NONE, 0, 6, NONE},
};

static const ShardTypeRow types_sqlite[] = {
    {"text", -10, 65536, "'", "'", "length", 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"longvarchar", -10, 65536, "'", "'", "length", 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"varchar", -9, 255, "'", "'", "length", 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"char", -8, 255, "'", "'", "length", 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"bit", -7, 1, NULL, NULL, NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"tinyint", -6, 3, NULL, NULL, NULL, 1, 0, 3, 0, 0, 0, NONE, NONE, 10},
    {"bigint", -5, 19, NULL, NULL, NULL, 1, 0, 3, 0, 0, 0, NONE, NONE, 10},
    {"longvarbinary", -4, 65536, "0x", NULL, NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"varbinary", -3, 255, "0x", NULL, NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"blob", -2, 255, "0x", NULL, NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"text", -1, 65536, "'", "'", "length", 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"longvarchar", -1, 65536, "'", "'", "length", 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"char", 1, 255, "'", "'", "length", 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"numeric", 2, 15, NULL, NULL, NULL, 1, 0, 3, 0, 0, 0, NONE, NONE, 10},
    {"decimal", 3, 15, NULL, NULL, NULL, 1, 0, 3, 0, 0, 0, NONE, NONE, 10},
    {"integer", 4, 9, NULL, NULL, NULL, 1, 0, 3, 0, 0, 0, NONE, NONE, 10},
    {"smallint", 5, 5, NULL, NULL, NULL, 1, 0, 3, 0, 0, 0, NONE, NONE, 10},
    {"float", 6, 7, NULL, NULL, NULL, 1, 0, 3, 0, 0, 0, NONE, NONE, 10},
    {"double", 8, 15, NULL, NULL, NULL, 1, 0, 3, 0, 0, 0, NONE, NONE, 10},
    {"numeric", 8, 15, NULL, NULL, NULL, 1, 0, 3, 0, 0, 0, NONE, NONE, 10},
    {"varchar", 12, 255, "'", "'", "length", 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"date", 91, 10, "'", "'", NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"time", 92, 8, "'", "'", NULL, 1, 0, 3, NONE, 0, NONE, NONE, NONE, NONE},
    {"timestamp", 93, 32, "'", "'", NULL, 1, 0, 3, NONE, 0, NONE, 0, 3, NONE},
};

/* clang-format on */
const ShardTypeTable shard_type_tables[SHARD_INFO_N_BRANDS] = {
    {types_postgresql, G_N_ELEMENTS(types_postgresql)},
    {types_mysql, G_N_ELEMENTS(types_mysql)},
    {types_sqlite, G_N_ELEMENTS(types_sqlite)},
};
