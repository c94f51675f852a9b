/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/stmt/prepared-cache.h"

#include "router/base/fast-hash.h"

#include <string.h>

#define CAPACITY 32
/* Long texts are bulk INSERTs with literals: they hardly come twice. */
#define LARGEST_TEXT 16384

typedef struct {
    ShardPrepared *prepared; /* NULL: free */
    guint64 hash;            /* of its text */
    guint64 last_use;
} Slot;

struct _ShardPreparedCache {
    Slot slots[CAPACITY];
    guint64 clock;
};

ShardPreparedCache *
shard_prepared_cache_new(void)
{
    return g_new0(ShardPreparedCache, 1);
}

void
shard_prepared_cache_free(ShardPreparedCache *self)
{
    if (self == NULL)
        return;
    for (guint i = 0; i < CAPACITY; i++)
        shard_prepared_free(self->slots[i].prepared);
    g_free(self);
}

static gboolean
is_text(const ShardPrepared *prepared, const char *sql, gsize size)
{
    const ShardTokens *tokens = shard_prepared_tokens(prepared);

    return tokens->size == size && memcmp(tokens->text, sql, size) == 0;
}

ShardPrepared *
shard_prepared_cache_take(ShardPreparedCache *self, const char *sql, gsize size,
                          const ShardSqlMode *mode)
{
    guint64 hash = shard_fast_hash(sql, size);

    for (guint i = 0; i < CAPACITY; i++) {
        Slot *slot = &self->slots[i];
        if (slot->hash == hash && slot->prepared != NULL && is_text(slot->prepared, sql, size) &&
            shard_sql_mode_equal(shard_prepared_mode(slot->prepared), mode))
            return g_steal_pointer(&slot->prepared);
    }
    return NULL;
}

void
shard_prepared_cache_give(ShardPreparedCache *self, ShardPrepared *prepared)
{
    const ShardTokens *tokens = shard_prepared_tokens(prepared);
    Slot *place = &self->slots[0];

    if (tokens->size > LARGEST_TEXT) {
        shard_prepared_free(prepared);
        return;
    }
    for (guint i = 1; i < CAPACITY && place->prepared != NULL; i++) {
        Slot *slot = &self->slots[i];
        if (slot->prepared == NULL || slot->last_use < place->last_use)
            place = slot;
    }
    shard_prepared_free(place->prepared);
    *place = (Slot){prepared, shard_fast_hash(tokens->text, tokens->size), ++self->clock};
}
