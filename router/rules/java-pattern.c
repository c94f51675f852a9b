/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/java-pattern.h"

#include "router/rules/civil.h"

#include <string.h>

/* A run of one letter, or a piece of literal text. */
typedef struct {
    char letter; /* 0: text */
    guint count;
    char *text;
} Item;

struct _ShardJavaPattern {
    char *source;
    gsize size; /* in characters */
    GArray *items;
    guint fields;
};

typedef struct {
    char letter;
    guint field;
    guint most_letters;
    guint digits; /* that one letter reads at most */
} Letter;

static const Letter letters[] = {
    {'y', SHARD_FIELD_YEAR, 4, 4},    {'u', SHARD_FIELD_YEAR, 4, 4},
    {'M', SHARD_FIELD_MONTH, 2, 2},   {'d', SHARD_FIELD_DAY, 2, 2},
    {'H', SHARD_FIELD_HOUR, 2, 2},    {'m', SHARD_FIELD_MINUTE, 2, 2},
    {'s', SHARD_FIELD_SECOND, 2, 2},  {'S', SHARD_FIELD_FRACTION, 9, 1},
    {'Q', SHARD_FIELD_QUARTER, 2, 1},
};

static const Letter *
find_letter(char c)
{
    for (guint i = 0; i < G_N_ELEMENTS(letters); i++)
        if (letters[i].letter == c)
            return &letters[i];
    return NULL;
}

static void
clear_item(gpointer data)
{
    g_free(((Item *) data)->text);
}

static void
add_text(ShardJavaPattern *self, const char *text, gsize size)
{
    Item item = {.text = g_strndup(text, size)};
    g_array_append_val(self->items, item);
}

/* 'text' with '' for a quote; at stands on the opening one. */
static gboolean
take_quoted(ShardJavaPattern *self, const char **at)
{
    g_autoptr(GString) text = g_string_new(NULL);

    if ((*at)[1] == '\'') {
        add_text(self, "'", 1);
        *at += 2;
        return TRUE;
    }
    for ((*at)++; **at != '\0'; (*at)++) {
        if (**at != '\'') {
            g_string_append_c(text, **at);
        } else if ((*at)[1] == '\'') {
            g_string_append_c(text, '\'');
            (*at)++;
        } else {
            (*at)++;
            add_text(self, text->str, text->len);
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean
take_letters(ShardJavaPattern *self, const char **at)
{
    const Letter *letter = find_letter(**at);
    Item item = {.letter = **at};

    if (letter == NULL)
        return FALSE;
    while (**at == letter->letter) {
        item.count++;
        (*at)++;
    }
    /* MMM would be a name in some language; yyy reads as yyyy in Java only sometimes. */
    if (item.count > letter->most_letters || (letter->field == SHARD_FIELD_YEAR && item.count == 3))
        return FALSE;
    self->fields |= letter->field;
    g_array_append_val(self->items, item);
    return TRUE;
}

ShardJavaPattern *
shard_java_pattern_new(const char *text, char *out_bad)
{
    g_autoptr(ShardJavaPattern) self = g_new0(ShardJavaPattern, 1);
    const char *at = text;

    self->source = g_strdup(text);
    self->size = (gsize) g_utf8_strlen(text, -1);
    self->items = g_array_new(FALSE, FALSE, sizeof(Item));
    g_array_set_clear_func(self->items, clear_item);
    while (*at != '\0') {
        char first = *at;
        gboolean ok = TRUE;
        if (*at == '\'') {
            ok = take_quoted(self, &at);
        } else if (g_ascii_isalpha(*at)) {
            ok = take_letters(self, &at);
        } else if (strchr("[]{}#", *at) != NULL) {
            ok = FALSE;
        } else {
            add_text(self, at, 1);
            at++;
        }
        if (!ok && out_bad != NULL)
            *out_bad = first;
        if (!ok)
            return NULL;
    }
    return g_steal_pointer(&self);
}

void
shard_java_pattern_free(ShardJavaPattern *self)
{
    if (self == NULL)
        return;
    g_array_unref(self->items);
    g_free(self->source);
    g_free(self);
}

gsize
shard_java_pattern_size(const ShardJavaPattern *self)
{
    return self->size;
}

const char *
shard_java_pattern_text(const ShardJavaPattern *self)
{
    return self->source;
}

guint
shard_java_pattern_fields(const ShardJavaPattern *self)
{
    return self->fields;
}

static guint
field_value(const Item *item, const ShardTime *time)
{
    switch (item->letter) {
    case 'y':
    case 'u':
        return (guint) (item->count == 2 ? time->year % 100 : time->year);
    case 'M':
        return time->month;
    case 'd':
        return time->day;
    case 'H':
        return time->hour;
    case 'm':
        return time->minute;
    case 's':
        return time->second;
    case 'Q':
        return (time->month - 1u) / 3 + 1;
    default: {
        guint32 fraction = time->nanosecond;
        for (guint i = item->count; i < 9; i++)
            fraction /= 10;
        return fraction;
    }
    }
}

gsize
shard_java_pattern_format(const ShardJavaPattern *self, const ShardTime *time, char *out,
                          gsize room)
{
    gsize size = 0;

    for (guint i = 0; i < self->items->len; i++) {
        const Item *item = &g_array_index(self->items, Item, i);
        gint n = item->letter == 0 ? g_snprintf(out + size, room - size, "%s", item->text)
                                   : g_snprintf(out + size, room - size, "%0*u", (int) item->count,
                                                field_value(item, time));
        if (n < 0 || (gsize) n >= room - size)
            return 0;
        size += (gsize) n;
    }
    return size;
}

/* Puts a number read for an item into the time; FALSE if it is no such number. */
static gboolean
store_field(const Item *item, guint value, ShardTime *out)
{
    switch (item->letter) {
    case 'y':
    case 'u':
        out->year = (gint32) (item->count == 2 ? 2000 + value : value);
        return TRUE;
    case 'M':
        out->month = (guint8) value;
        return value >= 1 && value <= 12;
    case 'd':
        out->day = (guint8) value;
        return value >= 1 && value <= 31;
    case 'H':
        out->hour = (guint8) value;
        return value <= 23;
    case 'm':
        out->minute = (guint8) value;
        return value <= 59;
    case 's':
        out->second = (guint8) value;
        return value <= 59;
    case 'Q':
        out->month = (guint8) (value * 3 - 2);
        return value >= 1 && value <= 4;
    default:
        for (guint i = item->count; i < 9; i++)
            value *= 10;
        out->nanosecond = value;
        return TRUE;
    }
}

static gboolean
read_item(const Item *item, const char **at, const char *end, ShardTime *out)
{
    if (item->letter == 0) {
        gsize size = strlen(item->text);
        if ((gsize) (end - *at) < size || memcmp(*at, item->text, size) != 0)
            return FALSE;
        *at += size;
        return TRUE;
    }
    /* A single letter reads what is there, more letters exactly so many digits. */
    guint most = item->count == 1 ? find_letter(item->letter)->digits : item->count;
    guint least = item->count == 1 ? 1 : item->count;
    guint value = 0;
    guint n = 0;
    for (; n < most && *at < end && g_ascii_isdigit(**at); n++, (*at)++)
        value = value * 10 + (guint) (**at - '0');
    return n >= least && store_field(item, value, out);
}

static gboolean
read_items(const ShardJavaPattern *self, const char **at, const char *end, ShardTime *out)
{
    ShardTime time = {.month = 1, .day = 1};

    for (guint i = 0; i < self->items->len; i++)
        if (!read_item(&g_array_index(self->items, Item, i), at, end, &time))
            return FALSE;
    gboolean dated = (self->fields & SHARD_FIELD_DAY) != 0;
    guint length = shard_civil_month_length(
        (self->fields & SHARD_FIELD_YEAR) != 0 ? time.year : 2000, time.month);
    if (dated && time.day > length) {
        /* Java's smart resolving takes the month's last day for a day up to 31. */
        time.day = (guint8) length;
    }
    *out = time;
    return TRUE;
}

gboolean
shard_java_pattern_parse(const ShardJavaPattern *self, const char *text, gsize size, ShardTime *out)
{
    const char *at = text;
    ShardTime time;

    if (!read_items(self, &at, text + size, &time) || at != text + size)
        return FALSE;
    *out = time;
    return TRUE;
}

gboolean
shard_java_pattern_parse_start(const ShardJavaPattern *self, const char *text, gsize size,
                               ShardTime *out)
{
    const char *at = text;
    return read_items(self, &at, text + size, out);
}

gboolean
shard_time_step_parse(const char *unit, gint64 amount, ShardTimeStep *out)
{
    static const struct {
        const char *name;
        gint64 months, seconds;
    } units[] = {
        {"Seconds", 0, 1},      {"Minutes", 0, 60},      {"Hours", 0, 3600},
        {"HalfDays", 0, 43200}, {"Half_Days", 0, 43200}, {"Days", 0, 86400},
        {"Weeks", 0, 604800},   {"Months", 1, 0},        {"Years", 12, 0},
        {"Decades", 120, 0},    {"Centuries", 1200, 0},
    };

    for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
        if (g_ascii_strcasecmp(units[i].name, unit) != 0)
            continue;
        *out = (ShardTimeStep){units[i].months * amount, units[i].seconds * amount};
        return TRUE;
    }
    return FALSE;
}

void
shard_time_step_add(const ShardTimeStep *self, const ShardTime *start, gint64 n, ShardTime *out)
{
    ShardTime time = *start;

    if (self->months != 0) {
        shard_civil_add_months(&time, self->months * n);
    } else {
        shard_civil_from_seconds(shard_civil_seconds(start) + self->seconds * n, &time);
        time.nanosecond = start->nanosecond;
    }
    *out = time;
}
