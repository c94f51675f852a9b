/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/merge/compare/compare.h"

#include "driver/merge/brand-decimal.h"
#include "driver/merge/compare/time.h"
#include "driver/merge/compare/number.h"

#include <string.h>

typedef enum {
    CLASS_NULL,
    CLASS_NUMBER,
    CLASS_TEXT,
    CLASS_BYTES,
    CLASS_TIME,
    CLASS_UUID,
    CLASS_NONE
} ValueClass;

/* In the order of SQLite's storage classes, as far as SQLite has them. */
static const ValueClass kind_classes[] = {
    [SHARD_VALUE_NULL] = CLASS_NULL,
    [SHARD_VALUE_BOOLEAN] = CLASS_NUMBER,
    [SHARD_VALUE_INTEGER] = CLASS_NUMBER,
    [SHARD_VALUE_LONG] = CLASS_NUMBER,
    [SHARD_VALUE_UNSIGNED] = CLASS_NUMBER,
    [SHARD_VALUE_BIG_INTEGER] = CLASS_NUMBER,
    [SHARD_VALUE_DECIMAL] = CLASS_NUMBER,
    [SHARD_VALUE_FLOAT] = CLASS_NUMBER,
    [SHARD_VALUE_DOUBLE] = CLASS_NUMBER,
    [SHARD_VALUE_STRING] = CLASS_TEXT,
    [SHARD_VALUE_BYTES] = CLASS_BYTES,
    [SHARD_VALUE_DATE] = CLASS_TIME,
    [SHARD_VALUE_TIME] = CLASS_TIME,
    [SHARD_VALUE_TIMESTAMP] = CLASS_TIME,
    [SHARD_VALUE_OFFSET_TIMESTAMP] = CLASS_TIME,
    [SHARD_VALUE_UUID] = CLASS_UUID,
    [SHARD_VALUE_UNKNOWN] = CLASS_NONE,
};

/* ODBC's numbers of the character types, and of the numeric ones. */
static const gint16 character_types[] = {1, 12, -1, -8, -9, -10};
static const gint16 numeric_types[] = {2, 3, 4, 5, 6, 7, 8, -5, -6, -7};

typedef void (*CellReader)(const ShardComparer *self, const ShardValue *row, ShardValue *out_cell);

struct _ShardComparer {
    CellReader reader;
    guint index;
    guint weight, storage; /* G_MAXUINT: none */
    ShardDialect dialect;
    ShardCollator *collator; /* NULL: text can't come, or can't be compared */
    char *label;
    const char *problem; /* why cells couldn't be compared */
};

guint
shard_layout_index(const ShardLayout *self, ShardSlot slot, GError **error)
{
    gint64 index = slot >= 0 ? slot : (gint64) self->n_visible - 1 - slot;
    gint64 end = slot >= 0 ? self->n_visible : self->columns->n_columns;

    if (slot != SHARD_SLOT_NONE && index < end)
        return (guint) index;
    shard_error_set(error, SHARD_ERROR_FAILED, "HY000",
                    "the merged result has no column for slot %d (%u visible of %u)", slot,
                    self->n_visible, self->columns->n_columns);
    return G_MAXUINT;
}

ShardSlotType
shard_layout_type(const ShardLayout *self, guint index)
{
    const ShardColumn *column = &self->columns->columns[index];

    if (self->types != NULL)
        return self->types[index];
    return (ShardSlotType){.type = shard_type_of_column(column, self->dialect),
                           .scale = column->digits};
}

const char *
shard_layout_label(const ShardLayout *self, guint index)
{
    const char *label = self->columns->columns[index].label;

    /* What hidden ones say is of our making. */
    return label == NULL ? "" : index >= self->n_visible ? "(not selected)" : label;
}

static gboolean
type_in(gint16 sql_type, const gint16 *types, gsize n_types)
{
    for (gsize i = 0; i < n_types; i++)
        if (types[i] == sql_type)
            return TRUE;
    return FALSE;
}

static gboolean
is_character(gint16 sql_type)
{
    return type_in(sql_type, character_types, G_N_ELEMENTS(character_types));
}

static void
read_plain(const ShardComparer *self, const ShardValue *row, ShardValue *out_cell)
{
    *out_cell = row[self->index];
}

/* MySQL: the weight is what compares; where the value is NULL it may be anything. */
static void
read_weight(const ShardComparer *self, const ShardValue *row, ShardValue *out_cell)
{
    *out_cell = row[self->index];
    if (out_cell->kind == SHARD_VALUE_NULL)
        return;
    *out_cell = row[self->weight];
    if (out_cell->kind == SHARD_VALUE_STRING)
        out_cell->kind = SHARD_VALUE_BYTES;
    else if (out_cell->kind == SHARD_VALUE_NULL)
        out_cell->kind = SHARD_VALUE_UNKNOWN; /* longer than the server's packets may be */
}

/* Another value compares in its place. */
static void
read_instead(const ShardComparer *self, const ShardValue *row, ShardValue *out_cell)
{
    *out_cell = row[self->index];
    if (out_cell->kind == SHARD_VALUE_NULL)
        return;
    *out_cell = row[self->weight];
    if (self->dialect == SHARD_DIALECT_POSTGRESQL)
        shard_time_normalize(out_cell);
    else if (out_cell->kind == SHARD_VALUE_STRING)
        shard_number_parse(out_cell->text.data, out_cell->text.size, out_cell);
}

/* PostgreSQL's char(n): blanks at the end don't count. */
static void
read_trimmed(const ShardComparer *self, const ShardValue *row, ShardValue *out_cell)
{
    *out_cell = row[self->index];
    if (out_cell->kind != SHARD_VALUE_STRING)
        return;
    while (out_cell->text.size > 0 && out_cell->text.data[out_cell->text.size - 1] == ' ')
        out_cell->text.size--;
}

static gboolean
text_is(const ShardValue *value, const char *text)
{
    return value->text.size == strlen(text) &&
           g_ascii_strncasecmp(value->text.data, text, value->text.size) == 0;
}

/* psqlodbc gives booleans as '1' and '0', or as 't' and 'f'. */
static void
read_boolean(const ShardComparer *self, const ShardValue *row, ShardValue *out_cell)
{
    *out_cell = row[self->index];
    if (out_cell->kind != SHARD_VALUE_STRING)
        return;
    gboolean truth = text_is(out_cell, "1") || text_is(out_cell, "t") || text_is(out_cell, "true");
    *out_cell = (ShardValue){.kind = SHARD_VALUE_BOOLEAN, .i = truth};
}

static void
read_number(const ShardComparer *self, const ShardValue *row, ShardValue *out_cell)
{
    *out_cell = row[self->index];
    if (out_cell->kind == SHARD_VALUE_STRING)
        shard_number_parse(out_cell->text.data, out_cell->text.size, out_cell);
}

/* Times that no ODBC struct can hold come as text: years before Christ, long times.  But psqlodbc
 * gives 0000-00-00 for both of PostgreSQL's infinite dates, and for years beyond 9999. */
static void
read_time(const ShardComparer *self, const ShardValue *row, ShardValue *out_cell)
{
    *out_cell = row[self->index];
    shard_time_normalize(out_cell);
    gboolean has_day =
        out_cell->kind == SHARD_VALUE_DATE || out_cell->kind == SHARD_VALUE_TIMESTAMP;
    gboolean infinite = out_cell->time.year == G_MAXINT32 || out_cell->time.year == G_MININT32;
    if (has_day && out_cell->time.month == 0 && !infinite &&
        self->dialect == SHARD_DIALECT_POSTGRESQL)
        out_cell->kind = SHARD_VALUE_UNKNOWN;
}

/* SQLite: the driver gives text; typeof() says what it stands for.  Blobs are asked for in hex
 * digits, which keep the order of the bytes, and a text with a NUL in it comes as NULL. */
static void
read_storage(const ShardComparer *self, const ShardValue *row, ShardValue *out_cell)
{
    const ShardValue *storage = &row[self->storage];

    *out_cell = row[self->index];
    if (storage->kind != SHARD_VALUE_STRING)
        return;
    if (out_cell->kind == SHARD_VALUE_NULL && text_is(storage, "text"))
        out_cell->kind = SHARD_VALUE_UNKNOWN;
    if (out_cell->kind != SHARD_VALUE_STRING)
        return;
    if (text_is(storage, "integer") || text_is(storage, "real"))
        shard_number_parse(out_cell->text.data, out_cell->text.size, out_cell);
    else if (text_is(storage, "null"))
        *out_cell = SHARD_VALUE_INIT_NULL;
    else if (text_is(storage, "blob"))
        out_cell->kind = SHARD_VALUE_BYTES;
    if (text_is(storage, "real") && out_cell->kind != SHARD_VALUE_DOUBLE)
        *out_cell = (ShardValue){.kind = SHARD_VALUE_DOUBLE, .d = shard_number_to_double(out_cell)};
}

typedef enum { TEXT_NEVER, TEXT_COLLATED, TEXT_AS_BYTES, TEXT_CASE_BLIND, TEXT_REFUSED } TextPolicy;

/* What to do with values of a declared type that arrive as text. */
static const struct {
    CellReader reader;
    TextPolicy text;
} type_rules[] = {
    [SHARD_TYPE_UNKNOWN] = {read_plain, TEXT_COLLATED},
    [SHARD_TYPE_BOOLEAN] = {read_boolean, TEXT_NEVER},
    [SHARD_TYPE_INTEGER] = {read_number, TEXT_NEVER},
    [SHARD_TYPE_BIGINT] = {read_number, TEXT_NEVER},
    [SHARD_TYPE_UNSIGNED] = {read_number, TEXT_NEVER},
    [SHARD_TYPE_DECIMAL] = {read_number, TEXT_NEVER},
    [SHARD_TYPE_FLOAT] = {read_number, TEXT_NEVER},
    [SHARD_TYPE_DOUBLE] = {read_number, TEXT_NEVER},
    [SHARD_TYPE_CHAR] = {read_plain, TEXT_COLLATED},
    [SHARD_TYPE_TEXT] = {read_plain, TEXT_COLLATED},
    [SHARD_TYPE_BYTES] = {read_plain, TEXT_NEVER},
    [SHARD_TYPE_DATE] = {read_time, TEXT_NEVER},
    [SHARD_TYPE_TIME] = {read_time, TEXT_NEVER},
    [SHARD_TYPE_TIMESTAMP] = {read_time, TEXT_NEVER},
    [SHARD_TYPE_OFFSET_TIMESTAMP] = {read_time, TEXT_NEVER},
    [SHARD_TYPE_UUID] = {read_plain, TEXT_CASE_BLIND},
    [SHARD_TYPE_ENUM] = {read_plain, TEXT_REFUSED},
    [SHARD_TYPE_OTHER] = {read_plain, TEXT_REFUSED},
};

static gboolean
refuse_type(const char *label, const char *what, GError **error)
{
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                    "column '%s' can't be %s across shards: values of its type have no order or "
                    "equality that is certain outside the database",
                    label, what);
    return FALSE;
}

static gboolean
is_number_type(ShardTypeClass type)
{
    return type >= SHARD_TYPE_INTEGER && type <= SHARD_TYPE_DOUBLE;
}

/* The declared type, or where that isn't known what the column tells, unless it may be text. */
static ShardTypeClass
effective_type(const ShardLayout *layout, guint index, const ShardCompare *compare)
{
    ShardTypeClass type = shard_layout_type(layout, index).type;

    /* SQLite has no dates, and its columns hold anything; what it declares a number is read as one.
     */
    if (layout->dialect == SHARD_DIALECT_SQLITE)
        return is_number_type(compare->type) ? compare->type : SHARD_TYPE_UNKNOWN;
    if (compare->type != SHARD_TYPE_UNKNOWN || type == SHARD_TYPE_TEXT ||
        type == SHARD_TYPE_BYTES || type == SHARD_TYPE_OTHER)
        return compare->type;
    return type;
}

static gboolean
may_be_text(const ShardLayout *layout, guint index)
{
    if (layout->dialect == SHARD_DIALECT_SQLITE)
        return is_character(layout->columns->columns[index].sql_type);
    return shard_layout_type(layout, index).type == SHARD_TYPE_TEXT;
}

/* Sets the collator where text may come. */
static gboolean
comparer_set_text(ShardComparer *self, const ShardLayout *layout, const ShardCompare *compare,
                  ShardComparePurpose purpose, GError **error)
{
    static const ShardCollation binary = {.kind = SHARD_COLLATION_BINARY};
    static const ShardCollation case_blind = {.kind = SHARD_COLLATION_NOCASE};
    ShardTypeClass type = effective_type(layout, self->index, compare);
    gboolean character = may_be_text(layout, self->index);
    TextPolicy policy = type_rules[type].text;
    const ShardCollation *collation = &compare->collation;

    if (policy == TEXT_REFUSED && purpose == SHARD_FOR_EQUALITY && compare->type == SHARD_TYPE_ENUM)
        policy = TEXT_AS_BYTES; /* stored as numbers, so their words are always spelt alike */
    if (policy == TEXT_REFUSED && !type_in(layout->columns->columns[self->index].sql_type,
                                           numeric_types, G_N_ELEMENTS(numeric_types)))
        return refuse_type(self->label, purpose == SHARD_FOR_ORDER ? "ordered" : "grouped", error);
    if (policy == TEXT_AS_BYTES)
        collation = &binary;
    if (policy == TEXT_CASE_BLIND)
        collation = &case_blind;
    /* SQLite: what is declared a number may be a text all the same. */
    gboolean never = policy == TEXT_NEVER && self->storage == G_MAXUINT;
    if (never || policy == TEXT_REFUSED || self->reader == read_weight ||
        self->reader == read_instead)
        return TRUE;
    gboolean unknown = collation->kind == SHARD_COLLATION_UNKNOWN && !layout->trust_collation;
    if (unknown && (!character || self->storage != G_MAXUINT))
        return TRUE; /* numbers are expected; text is an error when it comes */
    self->collator =
        purpose == SHARD_FOR_ORDER
            ? shard_collator_new(collation, layout->trust_collation, self->label, error)
            : shard_collator_new_for_equality(collation, layout->trust_collation, self->label,
                                              error);
    return self->collator != NULL;
}

static gboolean
optional_index(const ShardLayout *layout, ShardSlot slot, guint *out_index, GError **error)
{
    if (slot != SHARD_SLOT_NONE)
        *out_index = shard_layout_index(layout, slot, error);
    return slot == SHARD_SLOT_NONE || *out_index != G_MAXUINT;
}

static CellReader
choose_reader(const ShardComparer *self, const ShardLayout *layout, const ShardCompare *compare)
{
    ShardTypeClass type = effective_type(layout, self->index, compare);

    if (self->storage != G_MAXUINT)
        return read_storage;
    if (self->weight != G_MAXUINT && compare->by_weight)
        return read_instead;
    if (self->weight != G_MAXUINT && compare->collation.kind == SHARD_COLLATION_MYSQL)
        return read_weight;
    if ((type == SHARD_TYPE_CHAR && self->dialect == SHARD_DIALECT_POSTGRESQL) ||
        shard_column_is_padded(&layout->columns->columns[self->index], self->dialect))
        return read_trimmed;
    return type_rules[type].reader;
}

ShardComparer *
shard_comparer_new(const ShardLayout *layout, ShardSlot slot, const ShardCompare *compare,
                   ShardComparePurpose purpose, GError **error)
{
    guint index = shard_layout_index(layout, slot, error);
    if (index == G_MAXUINT)
        return NULL;

    g_autoptr(ShardComparer) self = g_new0(ShardComparer, 1);
    self->index = index;
    self->weight = self->storage = G_MAXUINT;
    self->dialect = layout->dialect;
    self->label = g_strdup(shard_layout_label(layout, index));
    if (!optional_index(layout, compare->weight, &self->weight, error) ||
        !optional_index(layout, compare->storage, &self->storage, error))
        return NULL;
    if (shard_column_is_money(&layout->columns->columns[index], layout->dialect)) {
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                        "money of column '%s' can't be compared across shards; cast it to numeric",
                        self->label);
        return NULL;
    }
    self->reader = choose_reader(self, layout, compare);
    if (!comparer_set_text(self, layout, compare, purpose, error))
        return NULL;
    return g_steal_pointer(&self);
}

void
shard_comparer_free(ShardComparer *self)
{
    if (self == NULL)
        return;
    shard_collator_free(self->collator);
    g_free(self->label);
    g_free(self);
}

void
shard_comparer_read(const ShardComparer *self, const ShardValue *row, ShardValue *out_cell)
{
    self->reader(self, row, out_cell);
}

static int
compare_times(ShardComparer *self, const ShardValue *a, const ShardValue *b)
{
    if ((a->kind == SHARD_VALUE_OFFSET_TIMESTAMP) != (b->kind == SHARD_VALUE_OFFSET_TIMESTAMP))
        self->problem = "times with and without a zone";
    return shard_time_compare(a, b);
}

static int
compare_text(ShardComparer *self, const ShardValue *a, const ShardValue *b)
{
    if (self->collator != NULL)
        return shard_collator_compare(self->collator, a->text.data, a->text.size, b->text.data,
                                      b->text.size);
    self->problem = "text whose collation isn't known";
    return shard_bytes_compare(a->text.data, a->text.size, b->text.data, b->text.size);
}

static const char unreadable[] = "values that the driver can't read";

static int
compare_classes(ShardComparer *self, ValueClass a, ValueClass b)
{
    if (a == CLASS_NONE || b == CLASS_NONE)
        self->problem = unreadable;
    else if (self->dialect != SHARD_DIALECT_SQLITE && a != CLASS_NULL && b != CLASS_NULL)
        self->problem = "values of different types on different shards";
    return (a > b) - (a < b);
}

int
shard_comparer_compare(ShardComparer *self, const ShardValue *a, const ShardValue *b)
{
    ValueClass class_a = kind_classes[a->kind];
    ValueClass class_b = kind_classes[b->kind];

    if (class_a != class_b)
        return compare_classes(self, class_a, class_b);
    switch (class_a) {
    case CLASS_NULL:
        return 0;
    case CLASS_NUMBER:
        return shard_number_compare(a, b);
    case CLASS_TEXT:
        return compare_text(self, a, b);
    case CLASS_BYTES:
        return shard_bytes_compare(a->text.data, a->text.size, b->text.data, b->text.size);
    case CLASS_TIME:
        return compare_times(self, a, b);
    case CLASS_UUID:
        return memcmp(a->uuid, b->uuid, sizeof a->uuid);
    case CLASS_NONE:
        break;
    }
    self->problem = unreadable;
    return 0;
}

guint64
shard_comparer_hash(ShardComparer *self, const ShardValue *cell)
{
    switch (kind_classes[cell->kind]) {
    case CLASS_NULL:
        return 1;
    case CLASS_NUMBER:
        return shard_number_hash(cell);
    case CLASS_TEXT:
        if (self->collator != NULL)
            return shard_collator_hash(self->collator, cell->text.data, cell->text.size);
        self->problem = "text whose collation isn't known";
        return 2;
    case CLASS_BYTES:
        return shard_bytes_hash(cell->text.data, cell->text.size);
    case CLASS_TIME:
        return shard_time_hash(cell);
    case CLASS_UUID:
        return shard_bytes_hash((const char *) cell->uuid, sizeof cell->uuid);
    case CLASS_NONE:
        break;
    }
    self->problem = unreadable;
    return 3;
}

gboolean
shard_comparer_check(const ShardComparer *self, GError **error)
{
    if (self->problem == NULL)
        return TRUE;
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                    "column '%s' can't be compared across shards: it holds %s", self->label,
                    self->problem);
    return FALSE;
}
