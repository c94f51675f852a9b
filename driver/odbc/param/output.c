/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/param/output.h"

#include "driver/odbc/param/brand.h"
#include "driver/odbc/stmt/stmt.h"

#include <string.h>

/* What a value's text has room for at least: lengths are told in full up to here. */
#define LEAST_ROOM 4096
/* Stands behind the input where the driver writes a NUL. */
#define UNTOUCHED '\1'

static gboolean
is_mysql(const ShardStmt *statement)
{
    return shard_dbc_dialect(statement->connection) == SHARD_DIALECT_MYSQL;
}

static gboolean
put_wide(ShardParamScratch *scratch, const SQLWCHAR *units, SQLLEN size, GError **error)
{
    gsize n_units =
        size == SQL_NTS ? shard_text_wide_length(units) : (gsize) MAX(size, 0) / sizeof(SQLWCHAR);
    if (!shard_param_reserve(scratch, 3 * n_units + 1, error))
        return FALSE;
    scratch->length = shard_text_from_wide_into(units, n_units, scratch->buffer);
    if (scratch->length >= 0)
        return TRUE;
    shard_error_set(error, SHARD_ERROR_FAILED, "22018", "a parameter isn't valid UTF-16");
    return FALSE;
}

static gboolean
put_value(ShardStmt *statement, ShardParamScratch *scratch, const ShardBinding *binding,
          SQLLEN size, GError **error)
{
    ShardBinding input = *binding;
    ShardValue value;

    input.indicator = &size;
    if (!shard_convert_in(&input, statement->arena, &value, error))
        return FALSE;
    if (value.kind != SHARD_VALUE_STRING && value.kind != SHARD_VALUE_BYTES)
        value = shard_value_string(shard_value_to_text(&value, statement->arena), -1);
    if (!shard_param_reserve(scratch, value.text.size + 1, error))
        return FALSE;
    memcpy(scratch->buffer, value.text.data, value.text.size);
    scratch->length = (SQLLEN) value.text.size;
    return TRUE;
}

/* The input's text into our buffer. */
static gboolean
put_input(ShardStmt *statement, ShardParamScratch *scratch, const ShardBinding *binding,
          const ShardOutputCall *call, GError **error)
{
    scratch->length = call->size;
    if (call->size == SQL_NULL_DATA || call->size == SQL_DEFAULT_PARAM || binding->data == NULL)
        return TRUE;
    if (call->c_type == SQL_C_WCHAR)
        return put_wide(scratch, binding->data, call->size, error);
    return put_value(statement, scratch, binding, call->size, error);
}

gboolean
shard_param_use_output(ShardStmt *statement, ShardParamScratch *scratch,
                       const ShardOutputCall *call, ShardBinding *binding, GError **error)
{
    gboolean is_text = call->c_type == SQL_C_WCHAR || is_mysql(statement);

    /* What stands at an output parameter's length before isn't for the driver, which would ask for
     * data at execution. */
    if (!is_text && call->octets == call->indicator && binding->io_type != SQL_PARAM_OUTPUT)
        return TRUE;
    scratch->output = (ShardParamOutput){.pending = TRUE,
                                         .is_text = is_text,
                                         .c_type = call->c_type,
                                         .data = binding->data,
                                         .length = binding->buffer_length,
                                         .octets = call->octets,
                                         .indicator = call->indicator};
    scratch->length = call->size;
    binding->indicator = &scratch->length;
    if (!is_text)
        return TRUE;
    /* Of a type of one size the buffer's length means nothing. */
    gboolean has_length = shard_convert_c_size(call->c_type) == 0 && binding->buffer_length > 0;
    gsize room = has_length ? 3 * (gsize) binding->buffer_length / sizeof(SQLWCHAR) + 1 : 0;
    if (!shard_param_reserve(scratch, MAX(room, LEAST_ROOM), error) ||
        !put_input(statement, scratch, binding, call, error))
        return FALSE;
    scratch->output.input_size = (gsize) MAX(scratch->length, 0);
    scratch->buffer[scratch->output.input_size] = UNTOUCHED;
    if (call->c_type != SQL_C_BINARY)
        binding->c_type = SQL_C_CHAR;
    binding->data = scratch->buffer;
    binding->buffer_length = (SQLLEN) scratch->capacity;
    return TRUE;
}

/* ---- what came back ---- */

/* For NULL MariaDB's driver leaves the buffer as it was, and its length too, but for that of a
 * NULL, which becomes 0. */
static gboolean
is_null(const ShardStmt *statement, const ShardParamScratch *scratch)
{
    gsize input = scratch->output.input_size;
    const char *text = scratch->buffer;

    if (scratch->length < 0)
        return TRUE;
    return is_mysql(statement) && text[input] == UNTOUCHED &&
           (scratch->length == 0 ? text[0] != '\0' : (gsize) scratch->length == input);
}

static SQLRETURN
give_text(const ShardStmt *statement, const ShardParamScratch *scratch, GError **error)
{
    const ShardParamOutput *output = &scratch->output;
    gboolean is_binary = output->c_type == SQL_C_BINARY;
    gssize size = MIN(scratch->length, (SQLLEN) scratch->capacity - 1);
    ShardValue value = SHARD_VALUE_INIT_NULL;
    const ShardColumn column = {.sql_type = is_binary ? SQL_VARBINARY : SQL_VARCHAR,
                                .size = (guint64) scratch->capacity};
    const ShardTarget target = {.c_type = output->c_type,
                                .buffer = output->data,
                                .buffer_length = output->length,
                                .octet_length = output->octets,
                                .indicator = output->indicator,
                                .precision = -1,
                                .scale = -1};

    if (!is_null(statement, scratch)) {
        value = shard_value_string(scratch->buffer, size);
        if (is_binary)
            value.kind = SHARD_VALUE_BYTES;
    } else if (output->indicator == NULL) {
        return SQL_SUCCESS;
    }
    return shard_convert_out(&value, &column, SHARD_DIALECT_UNKNOWN, &target, NULL, error);
}

/* Both have one address as a rule. */
static void
give_lengths(const ShardParamScratch *scratch)
{
    const ShardParamOutput *output = &scratch->output;

    if (output->indicator != NULL)
        *output->indicator = scratch->length == SQL_NULL_DATA ? SQL_NULL_DATA : 0;
    if (output->octets != NULL && scratch->length >= 0)
        *output->octets = scratch->length;
}

/* What MariaDB's driver has nothing for yet may come behind the results of the procedure. */
static SQLRETURN
give_one(const ShardStmt *statement, ShardParamScratch *scratch, GError **error)
{
    if (!scratch->output.is_text) {
        scratch->output.pending = FALSE;
        give_lengths(scratch);
        return SQL_SUCCESS;
    }
    scratch->output.pending = is_mysql(statement) && is_null(statement, scratch);
    return give_text(statement, scratch, error);
}

SQLRETURN
shard_params_give_back(ShardStmt *statement, GError **error)
{
    ShardParams *self = &statement->params;
    SQLRETURN rc = SQL_SUCCESS;

    for (guint i = 0; i < self->n && rc != SQL_ERROR; i++) {
        g_autoptr(GError) problem = NULL;
        if (!self->scratch[i].output.pending)
            continue;
        SQLRETURN given = give_one(statement, &self->scratch[i], &problem);
        if (given == SQL_ERROR)
            g_propagate_error(error, g_steal_pointer(&problem));
        else if (problem != NULL)
            shard_diag_add(&statement->head.diag, problem, SQL_NO_ROW_NUMBER, (SQLINTEGER) i + 1);
        rc = given == SQL_ERROR ? given : MAX(rc, given);
    }
    return rc;
}

void
shard_params_drop_outputs(ShardParams *self)
{
    for (guint i = 0; i < self->n; i++)
        self->scratch[i].output.pending = FALSE;
}
