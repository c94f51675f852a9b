/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/base/error.h"

#include <string.h>

typedef struct {
    char sqlstate[6];
    gint32 native;
    char *shard;
    GPtrArray *further; /* GError, records 1.. */
} ShardErrorPrivate;

static void
shard_error_private_init(ShardErrorPrivate *self)
{
    memcpy(self->sqlstate, "HY000", sizeof self->sqlstate);
}

static void
shard_error_private_copy(const ShardErrorPrivate *from, ShardErrorPrivate *to)
{
    *to = *from;
    to->shard = g_strdup(from->shard);
    if (from->further == NULL)
        return;
    to->further = g_ptr_array_new_with_free_func((GDestroyNotify) g_error_free);
    for (guint i = 0; i < from->further->len; i++)
        g_ptr_array_add(to->further, g_error_copy(from->further->pdata[i]));
}

static void
shard_error_private_clear(ShardErrorPrivate *self)
{
    g_free(self->shard);
    if (self->further != NULL)
        g_ptr_array_unref(self->further);
}

G_DEFINE_EXTENDED_ERROR(ShardError, shard_error)

/* The private part of record number record, or NULL for a foreign error. */
static const ShardErrorPrivate *
find_record(const GError *self, guint record, const GError **out_error)
{
    const ShardErrorPrivate *first =
        self->domain == SHARD_ERROR ? shard_error_get_private(self) : NULL;
    *out_error = self;
    if (record == 0 || first == NULL || first->further == NULL || record > first->further->len)
        return first;
    *out_error = first->further->pdata[record - 1];
    return (*out_error)->domain == SHARD_ERROR ? shard_error_get_private(*out_error) : NULL;
}

static void
set_private(GError *error, const char *shard, const char *sqlstate, gint32 native)
{
    ShardErrorPrivate *private = shard_error_get_private(error);

    g_strlcpy(private->sqlstate, sqlstate, sizeof private->sqlstate);
    private->native = native;
    private->shard = g_strdup(shard);
}

void
shard_error_set(GError **error, ShardErrorCode code, const char *sqlstate, const char *format, ...)
{
    if (error == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    GError *made = g_error_new_valist(SHARD_ERROR, (int) code, format, arguments);
    va_end(arguments);
    set_private(made, NULL, sqlstate, 0);
    g_propagate_error(error, made);
}

void
shard_error_set_backend(GError **error, const char *shard, const char *sqlstate, gint32 native,
                        const char *message)
{
    if (error == NULL)
        return;
    GError *made = g_error_new_literal(SHARD_ERROR, SHARD_ERROR_BACKEND, message);
    set_private(made, shard, sqlstate, native);
    g_propagate_error(error, made);
}

void
shard_error_append(GError *self, GError *further)
{
    if (self->domain != SHARD_ERROR) {
        g_error_free(further);
        return;
    }
    ShardErrorPrivate *private = shard_error_get_private(self);
    if (private->further == NULL)
    private->further = g_ptr_array_new_with_free_func((GDestroyNotify) g_error_free);
    g_ptr_array_add(private->further, further);
    if (further->domain != SHARD_ERROR)
        return;
    ShardErrorPrivate *nested = shard_error_get_private(further);
    if (nested->further == NULL)
        return;
    g_ptr_array_extend_and_steal(private->further, g_steal_pointer(&nested->further));
}

void
shard_error_join(GError **self, GError *further)
{
    if (further == NULL)
        return;
    if (*self == NULL)
        *self = further;
    else
        shard_error_append(*self, further);
}

guint
shard_error_n_records(const GError *self)
{
    if (self->domain != SHARD_ERROR)
        return 1;
    const ShardErrorPrivate *private = shard_error_get_private(self);
    return private->further == NULL ? 1 : 1 + private->further->len;
}

const char *
shard_error_sqlstate(const GError *self, guint record)
{
    const GError *error;
    const ShardErrorPrivate *private = find_record(self, record, &error);
    return private == NULL ? "HY000" : private->sqlstate;
}

gint32
shard_error_native(const GError *self, guint record)
{
    const GError *error;
    const ShardErrorPrivate *private = find_record(self, record, &error);
    return private == NULL ? 0 : private->native;
}

const char *
shard_error_shard(const GError *self, guint record)
{
    const GError *error;
    const ShardErrorPrivate *private = find_record(self, record, &error);
    return private == NULL ? NULL : private->shard;
}

const char *
shard_error_message(const GError *self, guint record)
{
    const GError *error;
    find_record(self, record, &error);
    return error->message;
}
