/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/expression/value.h"

#include "router/rules/expression/number.h"

#include <string.h>

ShardArena *
expr_arena(ExprContext *context)
{
    if (*context->arena == NULL)
        *context->arena = shard_arena_new();
    return *context->arena;
}

gboolean
expr_fail(ExprContext *context, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    if (context->error == NULL || *context->error == NULL)
        shard_error_set(context->error, SHARD_ERROR_ROUTE, "22000", "%s", message);
    return FALSE;
}

ExprValue
expr_null(void)
{
    return (ExprValue){.v = {.kind = SHARD_VALUE_NULL}};
}

static ExprValue
make_integer(ShardValueKind kind, gint64 value)
{
    return (ExprValue){.v = {.kind = kind, .i = value}};
}

ExprValue
expr_boolean(gboolean value)
{
    return make_integer(SHARD_VALUE_BOOLEAN, value != FALSE);
}

ExprValue
expr_integer(gint32 value)
{
    return make_integer(SHARD_VALUE_INTEGER, value);
}

ExprValue
expr_long(gint64 value)
{
    return make_integer(SHARD_VALUE_LONG, value);
}

ExprValue
expr_double(double value)
{
    return (ExprValue){.v = {.kind = SHARD_VALUE_DOUBLE, .d = value}};
}

ExprValue
expr_string(const char *text, gsize size)
{
    ExprValue value = {.v = {.kind = SHARD_VALUE_STRING}};
    value.v.text.data = text == NULL ? "" : text;
    value.v.text.size = size;
    return value;
}

gboolean
expr_bind(ExprContext *context, const ShardValue *value, GTimeZone *zone, ExprValue *out)
{
    *out = (ExprValue){.v = *value, .zone = zone};
    if (value->kind == SHARD_VALUE_UNSIGNED && value->u <= (guint64) G_MAXINT64)
        out->v.kind = SHARD_VALUE_LONG;
    else if (value->kind == SHARD_VALUE_UNSIGNED) {
        ExprValue text = expr_string(shard_value_to_text(value, expr_arena(context)), 0);
        text.v.text.size = strlen(text.v.text.data);
        text.v.kind = SHARD_VALUE_BIG_INTEGER;
        *out = text;
    } else if (value->kind == SHARD_VALUE_BYTES) {
        return expr_fail(context, "a value of bytes can't be used in an inline expression");
    } else if (value->kind == SHARD_VALUE_STRING) {
        *out = expr_string(value->text.data, value->text.size);
    }
    return TRUE;
}

gboolean
expr_is_number(const ExprValue *value)
{
    ShardValueKind kind = expr_kind(value);
    return kind >= SHARD_VALUE_INTEGER && kind <= SHARD_VALUE_DOUBLE;
}

gboolean
expr_is_string(const ExprValue *value)
{
    return expr_kind(value) == SHARD_VALUE_STRING && !value->is_character;
}

gboolean
expr_is_null(const ExprValue *value)
{
    return expr_kind(value) == SHARD_VALUE_NULL;
}

const char *
expr_type_name(const ExprValue *value)
{
    static const char *const java[] = {
        [SHARD_VALUE_NULL] = "null",
        [SHARD_VALUE_BOOLEAN] = "Boolean",
        [SHARD_VALUE_INTEGER] = "Integer",
        [SHARD_VALUE_LONG] = "Long",
        [SHARD_VALUE_UNSIGNED] = "BigInteger",
        [SHARD_VALUE_BIG_INTEGER] = "BigInteger",
        [SHARD_VALUE_DECIMAL] = "BigDecimal",
        [SHARD_VALUE_FLOAT] = "Float",
        [SHARD_VALUE_DOUBLE] = "Double",
        [SHARD_VALUE_STRING] = "String",
        [SHARD_VALUE_BYTES] = "byte[]",
        [SHARD_VALUE_DATE] = "LocalDate",
        [SHARD_VALUE_TIME] = "LocalTime",
        [SHARD_VALUE_TIMESTAMP] = "LocalDateTime",
        [SHARD_VALUE_OFFSET_TIMESTAMP] = "OffsetDateTime",
        [SHARD_VALUE_UUID] = "UUID",
    };
    static const char *const sql[] = {
        [SHARD_VALUE_DATE] = "java.sql.Date",
        [SHARD_VALUE_TIME] = "java.sql.Time",
        [SHARD_VALUE_TIMESTAMP] = "java.sql.Timestamp",
    };

    if (value->shape != EXPR_SCALAR)
        return value->shape == EXPR_LIST ? "List" : "Map";
    if (value->is_character)
        return "Character";
    guint kind = value->v.kind;
    if (value->zone != NULL && kind < G_N_ELEMENTS(sql) && sql[kind] != NULL)
        return sql[kind];
    return kind < G_N_ELEMENTS(java) ? java[kind] : "Object";
}

gboolean
expr_truth(const ExprValue *value)
{
    if (value->shape != EXPR_SCALAR)
        return value->n_items > 0;
    if (expr_is_number(value)) {
        ExprValue zero = expr_integer(0);
        return expr_compare_numbers(value, &zero) != 0;
    }
    if (value->v.kind == SHARD_VALUE_BOOLEAN)
        return value->v.i != 0;
    if (value->v.kind == SHARD_VALUE_STRING)
        return value->is_character || value->v.text.size > 0;
    return value->v.kind != SHARD_VALUE_NULL;
}

static int
sign(gint64 value)
{
    return (value > 0) - (value < 0);
}

/* String.compareTo: by UTF-16 unit.  Bytes of UTF-8 order alike except that surrogate pairs (lead
 * byte 0xF0 up) come before U+E000 .. U+FFFF (lead bytes 0xEE, 0xEF). */
static int
compare_text(const ShardValue *a, const ShardValue *b)
{
    gsize size = MIN(a->text.size, b->text.size);

    for (gsize i = 0; i < size; i++) {
        guchar left = (guchar) a->text.data[i];
        guchar right = (guchar) b->text.data[i];
        if (left == right)
            continue;
        gboolean left_pair = left >= 0xF0;
        gboolean right_pair = right >= 0xF0;
        if (left_pair != right_pair && MIN(left, right) >= 0xEE)
            return left_pair ? -1 : 1;
        return left < right ? -1 : 1;
    }
    return (a->text.size > b->text.size) - (a->text.size < b->text.size);
}

/* Groovy compares a number with a text of one character by the character's code. */
static gboolean
character_code(const ExprValue *value, ExprValue *out)
{
    if (expr_kind(value) != SHARD_VALUE_STRING ||
        g_utf8_strlen(value->v.text.data, (gssize) value->v.text.size) != 1)
        return FALSE;
    gunichar c = g_utf8_get_char(value->v.text.data);
    *out = expr_integer((gint32) c);
    return c < 0x10000;
}

static int
compare_times(const ShardValue *a, const ShardValue *b)
{
    ShardValue left = *a;
    ShardValue right = *b;
    gint64 fields[][2] = {{left.time.year, right.time.year},
                          {left.time.month, right.time.month},
                          {left.time.day, right.time.day},
                          {left.time.hour, right.time.hour},
                          {left.time.minute, right.time.minute},
                          {left.time.second, right.time.second},
                          {left.time.nanosecond, right.time.nanosecond}};

    for (guint i = 0; i < G_N_ELEMENTS(fields); i++)
        if (fields[i][0] != fields[i][1])
            return sign(fields[i][0] - fields[i][1]);
    return 0;
}

/* FALSE where Groovy finds no order between the two. */
static gboolean
find_order(const ExprValue *a, const ExprValue *b, int *out)
{
    ExprValue code;
    ShardValueKind kind = expr_kind(a);

    if (expr_is_null(a) || expr_is_null(b))
        *out = (int) expr_is_null(b) - (int) expr_is_null(a);
    else if (expr_is_number(a) && expr_is_number(b))
        *out = expr_compare_numbers(a, b);
    else if (expr_is_number(a) && character_code(b, &code))
        *out = expr_compare_numbers(a, &code);
    else if (expr_is_number(b) && character_code(a, &code))
        *out = expr_compare_numbers(&code, b);
    else if (kind != expr_kind(b) || a->shape != EXPR_SCALAR || b->shape != EXPR_SCALAR)
        return FALSE;
    else if (kind == SHARD_VALUE_STRING)
        *out = compare_text(&a->v, &b->v);
    else if (kind == SHARD_VALUE_BOOLEAN)
        *out = sign(a->v.i - b->v.i);
    else if (kind >= SHARD_VALUE_DATE && kind <= SHARD_VALUE_TIMESTAMP)
        *out = compare_times(&a->v, &b->v);
    else if (kind == SHARD_VALUE_UUID)
        *out = shard_value_identical(&a->v, &b->v) ? 0 : 1;
    else
        return FALSE;
    return TRUE;
}

static gboolean
equal_items(const ExprValue *a, const ExprValue *b)
{
    if (a->n_items != b->n_items)
        return FALSE;
    for (guint i = 0; i < a->n_items; i++)
        if (!expr_equal(&a->items[i], &b->items[i]))
            return FALSE;
    return TRUE;
}

gboolean
expr_equal(const ExprValue *a, const ExprValue *b)
{
    int order;

    if (a->shape != EXPR_SCALAR || b->shape != EXPR_SCALAR)
        return a->shape == b->shape && equal_items(a, b);
    if (find_order(a, b, &order))
        return order == 0;
    return shard_value_identical(&a->v, &b->v);
}

gboolean
expr_compare(ExprContext *context, const ExprValue *a, const ExprValue *b, int *out)
{
    if (find_order(a, b, out) && expr_kind(a) != SHARD_VALUE_UUID)
        return TRUE;
    return expr_fail(context, "%s and %s can't be compared", expr_type_name(a), expr_type_name(b));
}

gboolean
expr_append(ExprContext *context, const char *text, gsize size)
{
    if (size > EXPR_MAX_TEXT || context->out_size + size > EXPR_MAX_TEXT)
        return expr_fail(context, "the text gets longer than %d bytes", EXPR_MAX_TEXT);
    if (context->out_size + size >= context->out_room) {
        gsize room = (context->out_size + size + 1) * 2;
        char *larger = shard_arena_alloc(expr_arena(context), room);
        memcpy(larger, context->out, context->out_size);
        context->out = larger;
        context->out_room = room;
    }
    memcpy(context->out + context->out_size, text, size);
    context->out_size += size;
    return TRUE;
}

static gboolean
append_integer(ExprContext *context, gint64 value)
{
    char digits[24];
    char *at = digits + sizeof digits;
    guint64 rest = value < 0 ? -(guint64) value : (guint64) value;

    do {
        *--at = (char) ('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0)
        *--at = '-';
    return expr_append(context, at, (gsize) (digits + sizeof digits - at));
}

static gboolean
append_collection(ExprContext *context, const ExprValue *value)
{
    gboolean map = value->shape == EXPR_MAP;

    if (map && value->n_items == 0)
        return expr_append(context, "[:]", 3);
    gboolean ok = expr_append(context, "[", 1);
    for (guint i = 0; ok && i < value->n_items; i++) {
        const char *separator = i == 0 ? "" : map && i % 2 == 1 ? ":" : ", ";
        ok = expr_append(context, separator, strlen(separator)) &&
             expr_append_text(context, &value->items[i]);
    }
    return ok && expr_append(context, "]", 1);
}

/* java.time's and java.sql's spellings differ from SQL's. */
static gboolean
append_time(ExprContext *context, const ExprValue *value)
{
    ShardValue shown = value->v;
    g_autoptr(GString) text = g_string_new(NULL);

    if (value->zone != NULL && shown.kind == SHARD_VALUE_TIME)
        shown.time.nanosecond = 0;
    g_string_append(text, shard_value_to_text(&shown, expr_arena(context)));
    if (value->zone != NULL && shown.kind == SHARD_VALUE_TIMESTAMP) {
        if (shown.time.nanosecond == 0)
            g_string_append(text, ".0");
        return expr_append(context, text->str, text->len);
    }
    if (value->zone != NULL || shown.kind == SHARD_VALUE_DATE)
        return expr_append(context, text->str, text->len);
    /* java.time: a T, fractions in groups of three, no seconds where they are zero. */
    char *blank = strchr(text->str, ' ');
    if (blank != NULL)
        *blank = 'T';
    gsize clock = blank == NULL ? 0 : (gsize) (blank - text->str) + 1;
    gsize seconds_end = clock + 8;
    if (shown.time.second == 0 && shown.time.nanosecond == 0) {
        g_string_erase(text, (gssize) clock + 5, 3);
    } else if (shown.time.nanosecond != 0) {
        gsize digits = strspn(text->str + seconds_end + 1, "0123456789");
        for (; digits % 3 != 0; digits++)
            g_string_insert_c(text, (gssize) (seconds_end + 1 + digits), '0');
    }
    return expr_append(context, text->str, text->len);
}

gboolean
expr_append_text(ExprContext *context, const ExprValue *value)
{
    ShardValueKind kind = expr_kind(value);

    if (value->shape != EXPR_SCALAR)
        return append_collection(context, value);
    if (kind == SHARD_VALUE_INTEGER || kind == SHARD_VALUE_LONG)
        return append_integer(context, value->v.i);
    if (kind == SHARD_VALUE_STRING || kind == SHARD_VALUE_BIG_INTEGER)
        return expr_append(context, value->v.text.data, value->v.text.size);
    if (kind >= SHARD_VALUE_DATE && kind <= SHARD_VALUE_OFFSET_TIMESTAMP)
        return append_time(context, value);
    const char *text = shard_value_to_text(&value->v, expr_arena(context));
    return expr_append(context, text, strlen(text));
}

gboolean
expr_text(ExprContext *context, const ExprValue *value, const char **out_text, gsize *out_size)
{
    if (expr_kind(value) == SHARD_VALUE_STRING) {
        *out_text = value->v.text.data;
        *out_size = value->v.text.size;
        return TRUE;
    }
    /* Built in the arena beside the text of the result. */
    ExprContext side = *context;
    side.out_room = 64;
    side.out_size = 0;
    side.out = shard_arena_alloc(expr_arena(context), side.out_room);
    if (!expr_append_text(&side, value))
        return FALSE;
    *out_text = side.out;
    *out_size = side.out_size;
    return TRUE;
}

gboolean
expr_to_index(ExprContext *context, const ExprValue *value, gint64 *out)
{
    ShardValueKind kind = expr_kind(value);

    if (kind != SHARD_VALUE_INTEGER && kind != SHARD_VALUE_LONG)
        return expr_fail(context, "%s stands where an Integer is needed", expr_type_name(value));
    if (value->v.i < G_MININT32 || value->v.i > G_MAXINT32)
        return expr_fail(context, "%" G_GINT64_FORMAT " is too large here", value->v.i);
    *out = value->v.i;
    return TRUE;
}
