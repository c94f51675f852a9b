/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/param/brand.h"

#include "driver/odbc/stmt/stmt.h"

#include <string.h>

static ShardDialect
dialect_of(const ShardStmt *statement)
{
    return shard_dbc_dialect(statement->connection);
}

/* A default is for a procedure's argument alone, and only psqlodbc knows it there: MariaDB's driver
 * takes it for a length, and psqlodbc inserts NULL for it. */
gboolean
shard_param_may_default(const ShardStmt *statement, SQLLEN size, GError **error)
{
    if (size != SQL_DEFAULT_PARAM ||
        (dialect_of(statement) == SHARD_DIALECT_POSTGRESQL &&
         shard_prepared_statement(statement->prepared)->kind == SHARD_STATEMENT_CALL))
        return TRUE;
    shard_stmt_fail(error, "07S01", "Invalid use of default parameter");
    return FALSE;
}

/* ---- types ---- */

typedef enum { CLASS_OTHER, CLASS_NUMBER, CLASS_TIME, CLASS_GUID } TypeClass;

static TypeClass
class_of(SQLSMALLINT type)
{
    /* SQL types and the C types of the same numbers; C's own ones are all numbers. */
    static const SQLSMALLINT numbers[] = {
        SQL_NUMERIC,  SQL_DECIMAL,  SQL_INTEGER,    SQL_SMALLINT,   SQL_FLOAT,     SQL_REAL,
        SQL_DOUBLE,   SQL_BIGINT,   SQL_TINYINT,    SQL_BIT,        SQL_C_SLONG,   SQL_C_ULONG,
        SQL_C_SSHORT, SQL_C_USHORT, SQL_C_STINYINT, SQL_C_UTINYINT, SQL_C_SBIGINT, SQL_C_UBIGINT};
    static const SQLSMALLINT times[] = {SQL_DATE,      SQL_TIME,      SQL_TIMESTAMP,
                                        SQL_TYPE_DATE, SQL_TYPE_TIME, SQL_TYPE_TIMESTAMP};

    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        if (numbers[i] == type)
            return CLASS_NUMBER;
    for (gsize i = 0; i < G_N_ELEMENTS(times); i++)
        if (times[i] == type)
            return CLASS_TIME;
    return type == SQL_GUID ? CLASS_GUID : CLASS_OTHER;
}

static gboolean
never_converted(GError **error)
{
    shard_stmt_fail(error, "07006", "Restricted data type attribute violation");
    return FALSE;
}

/* What the standard doesn't convert is not tried on a driver: psqlodbc crashes on a time that goes
 * to a number, MariaDB's sends an interval's bytes. */
gboolean
shard_param_check_types(const ShardStmt *statement, const ShardBinding *binding, GError **error)
{
    TypeClass from = class_of(binding->c_type);
    TypeClass to = class_of(binding->sql_type);
    gboolean interval = binding->c_type >= SQL_C_INTERVAL_YEAR &&
                        binding->c_type <= SQL_C_INTERVAL_MINUTE_TO_SECOND;

    if (interval && dialect_of(statement) != SHARD_DIALECT_POSTGRESQL) {
        shard_stmt_fail(error, "HYC00", "the shards' driver has no intervals: give text");
        return FALSE;
    }
    return from == CLASS_OTHER || to == CLASS_OTHER || from == to || never_converted(error);
}

/* ---- spelling ---- */

static void
use_scratch(ShardParamScratch *scratch, ShardBinding *binding, SQLSMALLINT c_type, SQLLEN size)
{
    scratch->length = size;
    binding->c_type = c_type;
    binding->data = scratch->buffer;
    binding->buffer_length = size;
    binding->indicator = &scratch->length;
}

/* MariaDB's driver sends a GUID's bytes, which the server reads in another order, and sqliteodbc
 * knows none: both get its text. */
static gboolean
spell_guid(ShardParamScratch *scratch, ShardBinding *binding, ShardArena *arena, GError **error)
{
    const SQLGUID *guid = binding->data;
    const guint8 *rest = guid->Data4;
    TypeClass to = class_of(binding->sql_type);

    if (to == CLASS_NUMBER || to == CLASS_TIME)
        return never_converted(error);
    if (!shard_param_reserve(scratch, 37, error))
        return FALSE;
    gint size = g_snprintf(scratch->buffer, 37, "%08x-%04x-%04x-%02x%02x-%02x%02x%02x%02x%02x%02x",
                           (guint) guid->Data1, guid->Data2, guid->Data3, rest[0], rest[1], rest[2],
                           rest[3], rest[4], rest[5], rest[6], rest[7]);
    use_scratch(scratch, binding, SQL_C_CHAR, size);
    return TRUE;
}

/* MariaDB's driver reads a SQL_C_NUMERIC by the scale that it was bound with, psqlodbc by its own.
 */
static gboolean
settle_scale(ShardParamScratch *scratch, ShardBinding *binding, ShardArena *arena, GError **error)
{
    SQL_NUMERIC_STRUCT number;

    memcpy(&number, binding->data, sizeof number);
    if (number.scale == binding->digits)
        return TRUE;
    if (!shard_param_reserve(scratch, sizeof number, error))
        return FALSE;
    number.scale = (SQLSCHAR) CLAMP(binding->digits, G_MININT8, G_MAXINT8);
    memcpy(scratch->buffer, &number, sizeof number);
    use_scratch(scratch, binding, SQL_C_NUMERIC, sizeof number);
    return TRUE;
}

/* sqliteodbc knows no SQL_C_NUMERIC. */
static gboolean
spell_numeric(ShardParamScratch *scratch, ShardBinding *binding, ShardArena *arena, GError **error)
{
    ShardValue value;

    if (!shard_convert_in(binding, arena, &value, error))
        return FALSE;
    if (!shard_param_reserve(scratch, value.text.size + 1, error))
        return FALSE;
    memcpy(scratch->buffer, value.text.data, value.text.size);
    scratch->buffer[value.text.size] = '\0';
    use_scratch(scratch, binding, SQL_C_CHAR, (SQLLEN) value.text.size);
    return TRUE;
}

/* sqliteodbc takes the upper half of the unsigned numbers for negative ones. */
static gboolean
widen_unsigned(ShardParamScratch *scratch, ShardBinding *binding, ShardArena *arena, GError **error)
{
    SQLUINTEGER number;

    memcpy(&number, binding->data, sizeof number);
    if (!shard_param_reserve(scratch, sizeof(SQLBIGINT), error))
        return FALSE;
    const SQLBIGINT wide = number;
    memcpy(scratch->buffer, &wide, sizeof wide);
    use_scratch(scratch, binding, SQL_C_SBIGINT, sizeof wide);
    return TRUE;
}

/* And SQLite has no larger ones. */
static gboolean
check_unsigned(ShardParamScratch *scratch, ShardBinding *binding, ShardArena *arena, GError **error)
{
    SQLUBIGINT number;

    memcpy(&number, binding->data, sizeof number);
    if (number <= G_MAXINT64)
        return TRUE;
    shard_stmt_fail(error, "22003", "Numeric value out of range");
    return FALSE;
}

/* arena: of the execute. */
typedef gboolean (*Speller)(ShardParamScratch *scratch, ShardBinding *binding, ShardArena *arena,
                            GError **error);

/* Whatever the value, and for NULL, it becomes the same type: that of an array's rows. */
static const struct {
    ShardDialect dialect;
    SQLSMALLINT c_type, becomes;
    Speller spell;
} spellers[] = {
    {SHARD_DIALECT_MYSQL, SQL_C_GUID, SQL_C_CHAR, spell_guid},
    {SHARD_DIALECT_SQLITE, SQL_C_GUID, SQL_C_CHAR, spell_guid},
    {SHARD_DIALECT_MYSQL, SQL_C_NUMERIC, SQL_C_NUMERIC, settle_scale},
    {SHARD_DIALECT_SQLITE, SQL_C_NUMERIC, SQL_C_CHAR, spell_numeric},
    {SHARD_DIALECT_SQLITE, SQL_C_ULONG, SQL_C_SBIGINT, widen_unsigned},
    {SHARD_DIALECT_SQLITE, SQL_C_UBIGINT, SQL_C_UBIGINT, check_unsigned},
};

gboolean
shard_param_spell(const ShardStmt *statement, ShardParamScratch *scratch, ShardBinding *binding,
                  GError **error)
{
    gboolean is_null = binding->indicator != NULL && *binding->indicator == SQL_NULL_DATA;

    if (binding->io_type != SQL_PARAM_INPUT)
        return TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(spellers); i++) {
        if (spellers[i].c_type != binding->c_type || spellers[i].dialect != dialect_of(statement))
            continue;
        if (binding->data != NULL && !is_null)
            return spellers[i].spell(scratch, binding, statement->arena, error);
        binding->c_type = spellers[i].becomes;
        return TRUE;
    }
    return TRUE;
}

/* ---- doubt ---- */

static gboolean
is_text(SQLSMALLINT c_type)
{
    return c_type == SQL_C_CHAR || c_type == SQL_C_BINARY;
}

/* MariaDB's driver makes 1 of nearly every text that is bound as SQL_BIT; sqliteodbc stores bytes
 * as a blob, whatever they are bound as. */
gboolean
shard_param_is_doubtful(const ShardStmt *statement, const ShardBinding *binding,
                        const ShardValue *value)
{
    if (!is_text(binding->c_type) || value->kind == SHARD_VALUE_NULL)
        return FALSE;
    ShardDialect dialect = dialect_of(statement);
    if (dialect == SHARD_DIALECT_MYSQL)
        return binding->sql_type == SQL_BIT;
    return dialect == SHARD_DIALECT_SQLITE && binding->c_type == SQL_C_BINARY &&
           value->kind == SHARD_VALUE_STRING;
}
