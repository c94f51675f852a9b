/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bound columns of a row of values: converted, and put where the application has them. */
#include "driver/odbc/cursor/merged.h"

#include <string.h>

/* A bound column, resolved once for all rows. */
typedef struct {
    guint column;
    gsize element;
    ShardTarget base;        /* of row 0, without the bind offset */
    ShardQuickConvert quick; /* NULL: none */
} BoundColumn;

/* Where a row lies in the application's arrays. */
typedef struct {
    gsize number;  /* within the rowset */
    gsize offset;  /* that the application added to its bindings */
    gsize stride;  /* bytes from row to row; 0: each column has its own */
    gsize lengths; /* from a column's first length to the row's */
} RowPlace;

GArray *
shard_merged_bound_new(void)
{
    return g_array_new(FALSE, FALSE, sizeof(BoundColumn));
}

static void
resolve_column(ShardMergedCursor *self, guint column, const ShardDescRecord *record)
{
    const ShardColumn *facts = &shard_merged_columns(self)->columns[column - 1];
    SQLSMALLINT c_type = shard_cursor_c_type(self->base.statement, facts, record->concise_type);
    gboolean sized = record->precision_set || c_type != SQL_C_NUMERIC;
    BoundColumn bound = {.column = column,
                         .element = shard_cursor_element(record, c_type),
                         .quick = record->data == NULL ? NULL : shard_convert_quick(c_type, facts),
                         .base = {.c_type = c_type,
                                  .buffer = record->data,
                                  .buffer_length = record->octet_length,
                                  .octet_length = record->octet_length_ptr,
                                  .indicator = record->indicator,
                                  .precision = sized ? record->precision : (SQLSMALLINT) -1,
                                  .scale = sized ? record->scale : (SQLSMALLINT) -1}};

    g_array_append_val(self->bound, bound);
}

/* The bound columns as they are now. */
void
shard_merged_resolve(ShardMergedCursor *self)
{
    ShardDesc *ard = self->base.statement->ard;

    if (self->bound_generation == ard->generation)
        return;
    g_array_set_size(self->bound, 0);
    for (guint column = 1; column <= MIN(ard->count, shard_merged_columns(self)->n_columns);
         column++) {
        const ShardDescRecord *record = shard_desc_find(ard, column);
        if (shard_desc_is_bound(record))
            resolve_column(self, column, record);
    }
    const ShardDescRecord *bookmark = shard_desc_find(ard, 0);
    self->gives_bookmarks = bookmark != NULL && shard_desc_is_bound(bookmark);
    self->bound_generation = ard->generation;
}

static RowPlace
place_row(const ShardDesc *ard, SQLULEN row)
{
    RowPlace place = {
        .number = row,
        .offset = ard->bind_offset == NULL ? 0 : (gsize) *ard->bind_offset,
        .stride = ard->bind_type == SQL_BIND_BY_COLUMN ? 0 : (gsize) ard->bind_type,
    };

    place.lengths = place.offset + row * (place.stride == 0 ? sizeof(SQLLEN) : place.stride);
    return place;
}

/* From a column's first cell to the row's. */
static gsize
cell_offset(const BoundColumn *bound, const RowPlace *place)
{
    gsize stride = place->stride == 0 ? bound->element : place->stride;

    return place->offset + place->number * stride;
}

static gpointer
move_pointer(gpointer base, gsize offset)
{
    return base == NULL ? NULL : (char *) base + offset;
}

static ShardTarget
target_of(const BoundColumn *bound, const RowPlace *place)
{
    ShardTarget target = bound->base;

    target.buffer = move_pointer(target.buffer, cell_offset(bound, place));
    target.octet_length = move_pointer(target.octet_length, place->lengths);
    target.indicator = move_pointer(target.indicator, place->lengths);
    return target;
}

/* One bound column of one row, whatever is in it. */
static SQLRETURN
give_column(ShardMergedCursor *self, const BoundColumn *bound, const ShardTarget *target,
            const ShardValue *value, GError **error)
{
    ShardStmt *statement = self->base.statement;
    const ShardColumn *facts = &shard_merged_columns(self)->columns[bound->column - 1];

    return shard_convert_out(value, facts, shard_dbc_dialect(statement->connection), target, NULL,
                             error);
}

void
shard_merged_note(ShardMergedCursor *self, GError *problem, SQLULEN row, guint column)
{
    if (problem != NULL)
        shard_diag_add(&self->base.statement->head.diag, problem, (SQLLEN) row + 1,
                       (SQLINTEGER) column);
    g_clear_error(&problem);
}

/* A cell that needs no conversion worth the name: most do not.  FALSE: nothing is done. */
static gboolean
give_quickly(const BoundColumn *bound, const RowPlace *place, const ShardValue *value)
{
    const ShardTarget *base = &bound->base;
    const SQLLEN not_null = 0;
    SQLLEN length = SQL_NULL_DATA;

    if (value->kind == SHARD_VALUE_NULL) {
        if (base->indicator == NULL)
            return FALSE;
        memcpy((char *) base->indicator + place->lengths, &length, sizeof length);
        return TRUE;
    }
    char *buffer = (char *) base->buffer + cell_offset(bound, place);
    if (!bound->quick(value, buffer, base->buffer_length, &length))
        return FALSE;
    if (base->indicator != base->octet_length && base->indicator != NULL)
        memcpy((char *) base->indicator + place->lengths, &not_null, sizeof not_null);
    if (base->octet_length != NULL)
        memcpy((char *) base->octet_length + place->lengths, &length, sizeof length);
    return TRUE;
}

/* All bound columns of one row; diagnostics carry row and column. */
SQLRETURN
shard_merged_give(ShardMergedCursor *self, const ShardValue *values, SQLULEN row, gint64 bookmark)
{
    ShardStmt *statement = self->base.statement;
    const BoundColumn *columns = (const BoundColumn *) (gpointer) self->bound->data;
    const guint n = self->bound->len;
    const RowPlace place = place_row(statement->ard, row);
    SQLRETURN worst = SQL_SUCCESS;

    if (statement->attributes[SHARD_ATTR_RETRIEVE_DATA] == SQL_RD_OFF)
        return SQL_SUCCESS;
    if (self->gives_bookmarks)
        shard_cursor_give_bookmark(statement->ard, bookmark, row);
    for (guint i = 0; i < n; i++) {
        const BoundColumn *bound = &columns[i];
        const ShardValue *value = &values[bound->column - 1];
        if (bound->quick != NULL && give_quickly(bound, &place, value))
            continue;
        const ShardTarget target = target_of(bound, &place);
        GError *problem = NULL;
        SQLRETURN rc = give_column(self, bound, &target, value, &problem);
        worst = rc == SQL_ERROR || worst == SQL_SUCCESS ? rc : worst;
        shard_merged_note(self, problem, row, bound->column);
    }
    return worst;
}
