/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/algorithm/scalar.h"

#include "router/rules/civil.h"

#include <math.h>
#include <string.h>

/* Of a double written out: 309 digits, a point, 1074 digits. */
#define EXACT_ROOM 1400

static void
set_number(ShardScalar *self)
{
    self->is_small = shard_decimal_to_int64(&self->number, &self->small);
}

static gboolean
parse_time(ShardScalar *self, const char *text, gsize size)
{
    ShardTimeText found;

    if (!shard_civil_parse(text, size, &found) || !found.has_date || found.has_offset)
        return FALSE;
    self->time = found.time;
    return TRUE;
}

gboolean
shard_scalar_parse(ShardScalar *self, ShardOrder order, const char *text)
{
    *self = (ShardScalar){.is_small = FALSE};
    shard_decimal_init(&self->number);
    switch (order) {
    case SHARD_ORDER_NUMBER:
        if (!shard_decimal_parse(&self->number, text, -1))
            return FALSE;
        set_number(self);
        return TRUE;
    case SHARD_ORDER_DATE:
        return parse_time(self, text, strlen(text));
    case SHARD_ORDER_TEXT:
        self->text = g_strdup(text);
        self->size = strlen(text);
        return TRUE;
    }
    return FALSE;
}

static gboolean
number_from_value(ShardScalar *self, const ShardValue *value)
{
    switch (value->kind) {
    case SHARD_VALUE_BOOLEAN:
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
        self->small = value->i;
        self->is_small = TRUE;
        shard_decimal_set_int64(&self->number, value->i);
        return TRUE;
    case SHARD_VALUE_UNSIGNED:
        shard_decimal_set_uint64(&self->number, value->u);
        break;
    case SHARD_VALUE_BIG_INTEGER:
    case SHARD_VALUE_DECIMAL:
        if (!shard_decimal_parse(&self->number, value->text.data, (gssize) value->text.size))
            return FALSE;
        break;
    case SHARD_VALUE_FLOAT:
    case SHARD_VALUE_DOUBLE:
        if (!isfinite(value->d))
            return FALSE;
        /* A double is a whole number times a power of two: its decimal is exact. */
        {
            g_autofree char *text = g_malloc(EXACT_ROOM);
            g_ascii_formatd(text, EXACT_ROOM, "%.1074f", value->d);
            if (!shard_decimal_parse(&self->number, text, -1))
                return FALSE;
        }
        shard_decimal_strip(&self->number);
        break;
    default:
        return FALSE;
    }
    set_number(self);
    return TRUE;
}

gboolean
shard_scalar_from_value(ShardScalar *self, ShardOrder order, const ShardValue *value)
{
    *self = (ShardScalar){.is_small = FALSE};
    shard_decimal_init(&self->number);
    switch (order) {
    case SHARD_ORDER_NUMBER:
        return number_from_value(self, value);
    case SHARD_ORDER_DATE:
        if (value->kind == SHARD_VALUE_STRING)
            return parse_time(self, value->text.data, value->text.size);
        self->time = value->time;
        if (value->kind == SHARD_VALUE_DATE)
            self->time = (ShardTime){
                .year = value->time.year, .month = value->time.month, .day = value->time.day};
        return value->kind == SHARD_VALUE_DATE || value->kind == SHARD_VALUE_TIMESTAMP;
    case SHARD_ORDER_TEXT:
        if (value->kind != SHARD_VALUE_STRING && value->kind != SHARD_VALUE_BYTES)
            return FALSE;
        self->size = value->text.size;
        self->text = g_malloc(self->size + 1);
        if (self->size > 0)
            memcpy(self->text, value->text.data, self->size);
        return TRUE;
    }
    return FALSE;
}

void
shard_scalar_clear(ShardScalar *self)
{
    shard_decimal_clear(&self->number);
    g_free(self->text);
}

int
shard_scalar_compare(const ShardScalar *a, const ShardScalar *b, ShardOrder order)
{
    switch (order) {
    case SHARD_ORDER_NUMBER:
        if (a->is_small && b->is_small)
            return (a->small > b->small) - (a->small < b->small);
        return shard_decimal_compare(&a->number, &b->number);
    case SHARD_ORDER_DATE:
        return shard_civil_compare(&a->time, &b->time);
    case SHARD_ORDER_TEXT: {
        gsize size = MIN(a->size, b->size);
        int found = size == 0 ? 0 : memcmp(a->text, b->text, size);
        return found != 0 ? found : (a->size > b->size) - (a->size < b->size);
    }
    }
    return 0;
}

gboolean
shard_order_parse(const char *word, ShardOrder *out)
{
    static const char *const words[] = {"number", "date", "text"};

    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_ascii_strcasecmp(words[i], word) != 0)
            continue;
        *out = (ShardOrder) i;
        return TRUE;
    }
    return FALSE;
}
