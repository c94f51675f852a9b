/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/row-patterns.h"

#include "router/base/fast-hash.h"

#define MOST_KNOWN 64
/* Rows of all known patterns together: their texts take some fifty times as many bytes. */
#define MOST_ROWS 20000
#define MOST_SEEN 64
/* A row alone: its texts differ by the node only, and are wanted at once. */
#define ONE_ROW (MOST_KNOWN + 1)

typedef struct {
    guint64 hash;
    guint *nodes;
    guint n_rows;
} Pattern;

struct _ShardRowPatterns {
    Pattern known[MOST_KNOWN];
    guint n_known, n_rows;
    guint64 seen[MOST_SEEN]; /* hashes of those that came once, the last ones */
    guint n_seen;
};

ShardRowPatterns *
shard_row_patterns_new(void)
{
    return g_new0(ShardRowPatterns, 1);
}

void
shard_row_patterns_free(ShardRowPatterns *self)
{
    if (self == NULL)
        return;
    for (guint i = 0; i < self->n_known; i++)
        g_free(self->known[i].nodes);
    g_free(self);
}

static gboolean
came_before(ShardRowPatterns *self, guint64 hash)
{
    for (guint i = 0; i < MIN(self->n_seen, MOST_SEEN); i++)
        if (self->seen[i] == hash)
            return TRUE;
    self->seen[self->n_seen++ % MOST_SEEN] = hash;
    return FALSE;
}

guint
shard_row_patterns_number(ShardRowPatterns *self, const guint *nodes, guint n_rows)
{
    if (n_rows == 1)
        return ONE_ROW;
    gsize size = n_rows * sizeof *nodes;
    guint64 hash = shard_fast_hash((const char *) nodes, size);

    for (guint i = 0; i < self->n_known; i++) {
        const Pattern *known = &self->known[i];
        if (known->hash == hash && known->n_rows == n_rows &&
            memcmp(known->nodes, nodes, size) == 0)
            return i + 1;
    }
    if (!came_before(self, hash) || self->n_known == MOST_KNOWN ||
        self->n_rows + n_rows > MOST_ROWS)
        return 0;
    self->known[self->n_known++] = (Pattern){hash, g_memdup2(nodes, size), n_rows};
    self->n_rows += n_rows;
    return self->n_known;
}
