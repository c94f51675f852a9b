/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/expression/method.h"

#include "router/rules/civil.h"
#include "router/rules/java-pattern.h"

#include <string.h>

#define FORMAT_ROOM 256

gboolean
expr_check_date_pattern(const char *text, gsize size)
{
    g_autofree char *copy = g_strndup(text, size);
    g_autoptr(ShardJavaPattern) pattern = shard_java_pattern_new(copy, NULL);
    return pattern != NULL;
}

/* The fields that a type has. */
static guint
available_fields(ShardValueKind kind)
{
    guint date = SHARD_FIELDS_DATE | SHARD_FIELD_QUARTER;
    guint clock = SHARD_FIELD_HOUR | SHARD_FIELD_MINUTE | SHARD_FIELD_SECOND | SHARD_FIELD_FRACTION;

    if (kind == SHARD_VALUE_DATE)
        return date;
    return kind == SHARD_VALUE_TIME ? clock : date | clock;
}

/* java.sql's types are formatted by SimpleDateFormat, where S are milliseconds and u, Q differ. */
static gboolean
call_format(const ExprCall *call)
{
    const ExprValue *argument = &call->arguments[0];
    gboolean sql = call->self->zone != NULL;
    char room[FORMAT_ROOM];

    if (!expr_is_string(argument))
        return expr_fail(call->context, "format() needs a pattern");
    g_autofree char *text = g_strndup(argument->v.text.data, argument->v.text.size);
    g_autoptr(ShardJavaPattern) pattern = shard_java_pattern_new(text, NULL);
    if (pattern == NULL || (sql && strpbrk(text, "uQS") != NULL))
        return expr_fail(call->context, "the pattern '%.100s' is not understood", text);
    guint fields = shard_java_pattern_fields(pattern);
    if ((fields & ~available_fields(call->self->v.kind)) != 0 && !sql)
        return expr_fail(call->context, "%s has not all fields of '%.100s'",
                         expr_type_name(call->self), text);
    ShardTime time = call->self->v.time;
    if (call->self->v.kind == SHARD_VALUE_TIME)
        time.year = 1970, time.month = 1, time.day = 1;
    gsize size = shard_java_pattern_format(pattern, &time, room, sizeof room);
    if (size == 0 && *text != '\0')
        return expr_fail(call->context, "the pattern '%.100s' is too long", text);
    *call->out =
        expr_string(shard_arena_strndup(expr_arena(call->context), room, (gssize) size), size);
    return TRUE;
}

typedef enum { YEAR, MONTH, DAY, DAY_OF_YEAR, HOUR, MINUTE, SECOND, NANO, EPOCH_DAY } Part;

static gint64
read_part(const ShardTime *time, Part part)
{
    gint64 days = shard_civil_days(time->year, time->month == 0 ? 1 : time->month,
                                   time->day == 0 ? 1 : time->day);
    const gint64 parts[] = {
        [YEAR] = time->year,     [MONTH] = time->month,
        [DAY] = time->day,       [DAY_OF_YEAR] = days - shard_civil_days(time->year, 1, 1) + 1,
        [HOUR] = time->hour,     [MINUTE] = time->minute,
        [SECOND] = time->second, [NANO] = time->nanosecond,
        [EPOCH_DAY] = days,
    };
    return parts[part];
}

/* getYear() and the like, of java.time only: java.sql's count in other ways. */
static gboolean
call_part(const ExprCall *call)
{
    ShardValueKind kind = call->self->v.kind;
    Part part = (Part) call->method->detail;
    gboolean clock = part >= HOUR && part <= NANO;
    gboolean missing = (kind == SHARD_VALUE_DATE && clock) ||
                       (kind == SHARD_VALUE_TIME && !clock) ||
                       (kind != SHARD_VALUE_DATE && part == EPOCH_DAY);

    if (call->self->zone != NULL || missing)
        return expr_fail(call->context, "%s has no %s() here", expr_type_name(call->self),
                         call->method->name);
    gint64 value = read_part(&call->self->v.time, part);
    *call->out = part == EPOCH_DAY ? expr_long(value) : expr_integer((gint32) value);
    return TRUE;
}

/* toLocalDate(), toLocalTime(), toLocalDateTime(): the row's detail is the kind. */
static gboolean
call_local(const ExprCall *call)
{
    ShardValueKind from = call->self->v.kind;
    ShardValueKind to = (ShardValueKind) call->method->detail;
    gboolean sql = call->self->zone != NULL;
    gboolean ok =
        sql ? from == to : from == SHARD_VALUE_TIMESTAMP || from == SHARD_VALUE_OFFSET_TIMESTAMP;

    if (!ok)
        return expr_fail(call->context, "%s has no %s()", expr_type_name(call->self),
                         call->method->name);
    *call->out = (ExprValue){.v = {.kind = to, .time = call->self->v.time}};
    return TRUE;
}

/* java.util.Date.getTime(). */
static gboolean
call_get_time(const ExprCall *call)
{
    ShardTime time = call->self->v.time;

    if (call->self->zone == NULL)
        return expr_fail(call->context, "%s has no getTime()", expr_type_name(call->self));
    if (call->self->v.kind == SHARD_VALUE_TIME)
        time.year = 1970, time.month = 1, time.day = 1;
    if (call->self->v.kind == SHARD_VALUE_DATE)
        time.hour = time.minute = time.second = 0, time.nanosecond = 0;
    *call->out = expr_long(shard_civil_epoch_ms(&time, call->self->zone));
    return TRUE;
}

const ExprMethod expr_time_methods[] = {
    {NULL, "format", EXPR_ON_TIME, 1, 1, call_format, 0, expr_check_date_pattern},
    {NULL, "getYear", EXPR_ON_TIME, 0, 0, call_part, YEAR, NULL},
    {NULL, "getMonthValue", EXPR_ON_TIME, 0, 0, call_part, MONTH, NULL},
    {NULL, "getDayOfMonth", EXPR_ON_TIME, 0, 0, call_part, DAY, NULL},
    {NULL, "getDayOfYear", EXPR_ON_TIME, 0, 0, call_part, DAY_OF_YEAR, NULL},
    {NULL, "getHour", EXPR_ON_TIME, 0, 0, call_part, HOUR, NULL},
    {NULL, "getMinute", EXPR_ON_TIME, 0, 0, call_part, MINUTE, NULL},
    {NULL, "getSecond", EXPR_ON_TIME, 0, 0, call_part, SECOND, NULL},
    {NULL, "getNano", EXPR_ON_TIME, 0, 0, call_part, NANO, NULL},
    {NULL, "toEpochDay", EXPR_ON_TIME, 0, 0, call_part, EPOCH_DAY, NULL},
    {NULL, "toLocalDate", EXPR_ON_TIME, 0, 0, call_local, SHARD_VALUE_DATE, NULL},
    {NULL, "toLocalTime", EXPR_ON_TIME, 0, 0, call_local, SHARD_VALUE_TIME, NULL},
    {NULL, "toLocalDateTime", EXPR_ON_TIME, 0, 0, call_local, SHARD_VALUE_TIMESTAMP, NULL},
    {NULL, "getTime", EXPR_ON_TIME, 0, 0, call_get_time, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL, 0, NULL},
};
