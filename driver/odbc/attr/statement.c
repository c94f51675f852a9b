/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Statement attributes: SQLSetStmtAttr and SQLGetStmtAttr. */
#include "driver/odbc/cursor/cursor.h"
#include "driver/odbc/stmt/stmt.h"

#ifndef SQL_ATTR_RESET_CONNECTION
#define SQL_ATTR_RESET_CONNECTION 116
#endif

static ShardDesc *
descriptor_of(ShardStmt *self, ShardAttrOwner owner)
{
    switch (owner) {
    case SHARD_ATTR_OF_ROW:
        return self->ard;
    case SHARD_ATTR_OF_ROW_IMPL:
        return &self->ird;
    case SHARD_ATTR_OF_PARAM:
        return self->apd;
    case SHARD_ATTR_OF_PARAM_IMPL:
        return &self->ipd;
    case SHARD_ATTR_OF_STATEMENT:
    case SHARD_ATTR_OF_HANDLES:
    case SHARD_ATTR_OF_HINTS:
        break;
    }
    return NULL;
}

/* An explicit descriptor, or NULL for the statement's own again. */
static SQLRETURN
set_descriptor(ShardStmt *self, SQLINTEGER attribute, SQLHANDLE value, GError **error)
{
    gboolean row = attribute == SQL_ATTR_APP_ROW_DESC;
    ShardDesc **place = row ? &self->ard : &self->apd;
    ShardDesc *own = row ? &self->own_ard : &self->own_apd;

    if (value == SQL_NULL_HDESC || value == own) {
        *place = own;
    } else {
        ShardDesc *desc = shard_handle_check(value, SQL_HANDLE_DESC);
        if (desc == NULL || desc->connection != (gpointer) self->connection)
            return shard_stmt_fail(error, "HY024", "Invalid attribute value");
        if (!desc->is_explicit)
            return shard_stmt_fail(error, "HY017",
                                   "an implicitly allocated descriptor can't be used elsewhere");
        *place = desc;
    }
    (*place)->generation++;
    return SQL_SUCCESS;
}

static SQLRETURN
set_handles(ShardStmt *self, SQLINTEGER attribute, SQLPOINTER value, GError **error)
{
    if (attribute == SQL_ATTR_APP_ROW_DESC || attribute == SQL_ATTR_APP_PARAM_DESC)
        return set_descriptor(self, attribute, value, error);
    if (attribute == SQL_ATTR_ROW_NUMBER)
        return shard_stmt_fail(error, "HY092", "the attribute can only be read");
    return shard_stmt_fail(error, "HY017", "implementation descriptors belong to their statement");
}

/* The attributes that describe the cursor follow each other. */
static void
follow(ShardStmt *self, ShardAttrIndex index)
{
    SQLULEN *values = self->attributes;

    if (index == SHARD_ATTR_CURSOR_TYPE) {
        values[SHARD_ATTR_SCROLLABLE] =
            values[index] == SQL_CURSOR_FORWARD_ONLY ? SQL_NONSCROLLABLE : SQL_SCROLLABLE;
        if (values[index] == SQL_CURSOR_STATIC)
            values[SHARD_ATTR_SENSITIVITY] = SQL_INSENSITIVE;
        else
            values[SHARD_ATTR_SENSITIVITY] = SQL_UNSPECIFIED;
    } else if (index == SHARD_ATTR_SCROLLABLE) {
        values[SHARD_ATTR_CURSOR_TYPE] =
            values[index] == SQL_SCROLLABLE ? SQL_CURSOR_STATIC : SQL_CURSOR_FORWARD_ONLY;
    } else if (index == SHARD_ATTR_SENSITIVITY && values[index] == SQL_INSENSITIVE) {
        values[SHARD_ATTR_CURSOR_TYPE] = SQL_CURSOR_STATIC;
        values[SHARD_ATTR_SCROLLABLE] = SQL_SCROLLABLE;
    }
}

static SQLRETURN
set_own(ShardStmt *self, const ShardAttrRow *row, SQLULEN value, GError **error)
{
    gboolean bad = FALSE;
    SQLULEN chosen =
        row->choose == NULL ? value : row->choose(value, shard_dbc_dialect(self->connection), &bad);

    if (bad)
        return shard_stmt_fail(error, "HY024", "Invalid attribute value");
    if (row->index == SHARD_ATTR_ASYNC_ENABLE && chosen != value)
        return shard_stmt_fail(error, "HYC00",
                               "calls are answered when they are done: there are no "
                               "asynchronous ones");
    if (row->not_with_cursor && self->state == SHARD_STMT_OPEN)
        return shard_stmt_fail(error, "24000", "Invalid cursor state");
    self->attributes[row->index] = chosen;
    follow(self, (ShardAttrIndex) row->index);
    self->attribute_generation++;
    if (chosen == value)
        return SQL_SUCCESS;
    shard_error_set(error, SHARD_ERROR_FAILED, "01S02", "Option value changed");
    return SQL_SUCCESS_WITH_INFO;
}

SQLRETURN
shard_stmt_set_attribute(ShardStmt *self, SQLINTEGER attribute, const ShardAttrValue *value,
                         GError **error)
{
    const ShardAttrRow *row = shard_attr_find(attribute);

    if (row == NULL)
        return shard_stmt_fail(error, "HY092", "Invalid attribute/option identifier");
    if (row->owner == SHARD_ATTR_OF_STATEMENT)
        return set_own(self, row, (SQLULEN) value->value, error);
    if (row->owner == SHARD_ATTR_OF_HANDLES)
        return set_handles(self, attribute, value->value, error);
    if (row->owner == SHARD_ATTR_OF_HINTS)
        return shard_hint_texts_set_attribute(&self->hint_texts, (ShardHintName) row->index, value,
                                              error);
    const ShardDescInput input = {.value = value->value};
    return shard_desc_set_field(descriptor_of(self, row->owner), 0, (SQLSMALLINT) row->index,
                                &input, error);
}

static SQLRETURN
get_handles(ShardStmt *self, SQLINTEGER attribute, SQLPOINTER value, GError **error)
{
    switch (attribute) {
    case SQL_ATTR_APP_ROW_DESC:
        *(SQLHANDLE *) value = self->ard;
        return SQL_SUCCESS;
    case SQL_ATTR_APP_PARAM_DESC:
        *(SQLHANDLE *) value = self->apd;
        return SQL_SUCCESS;
    case SQL_ATTR_IMP_ROW_DESC:
        *(SQLHANDLE *) value = &self->ird;
        return SQL_SUCCESS;
    case SQL_ATTR_IMP_PARAM_DESC:
        *(SQLHANDLE *) value = &self->ipd;
        return SQL_SUCCESS;
    }
    if (self->state != SHARD_STMT_OPEN || !self->fetched)
        return shard_stmt_fail(error, "24000", "Invalid cursor state");
    *(SQLULEN *) value = self->cursor->ops->row_number(self->cursor);
    return SQL_SUCCESS;
}

SQLRETURN
shard_stmt_get_attribute(ShardStmt *self, SQLINTEGER attribute, const ShardTextOut *text,
                         GError **error)
{
    const ShardAttrRow *row = shard_attr_find(attribute);
    SQLPOINTER value = text->buffer;

    if (row == NULL)
        return shard_stmt_fail(error, "HY092", "Invalid attribute/option identifier");
    if (row->owner == SHARD_ATTR_OF_HINTS)
        return shard_text_out(text, self->hint_texts.values[row->index], error);
    if (text->length32 != NULL)
        *text->length32 = sizeof(SQLULEN);
    if (value == NULL)
        return SQL_SUCCESS;
    if (row->owner == SHARD_ATTR_OF_HANDLES)
        return get_handles(self, attribute, value, error);
    if (row->owner == SHARD_ATTR_OF_STATEMENT) {
        *(SQLULEN *) value = self->attributes[row->index];
        return SQL_SUCCESS;
    }
    /* BIND_TYPE is 32 bits as a descriptor's field, but full width as an attribute. */
    *(SQLULEN *) value = 0;
    const ShardTextOut out = {.buffer = value, .capacity = sizeof(SQLULEN)};
    return shard_desc_get_field(descriptor_of(self, row->owner), 0, (SQLSMALLINT) row->index, &out,
                                error);
}
