/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/plan-cache.h"

#include "router/base/fast-hash.h"
#include "router/base/fork.h"

#include <string.h>

/* Very long texts (bulk INSERTs) would only push others out. */
#define KEY_MAX 65536u
/* Statements that differ only in the length of their lists get this part of the entries: of 2,000,
 * the lengths of mappers that ask for 1 to 200 keys at a time all fit, and others stay. */
#define LENGTHS_PART 8u
/* All entries together.  An element of a list takes some 250 bytes. */
#define MAX_BYTES ((gsize) 48 * 1024 * 1024)
#define N_ANALYSIS_LOCKS 16

typedef struct {
    char *key; /* its size is key_size */
    gsize key_size;
    ShardCachedFacts *facts;
    gsize shape; /* the text whatever the length of its lists; 0: it has none */
    gsize bytes; /* of memory, about */
    GList link;  /* data: the entry */
} Entry;

struct _ShardPlanCache {
    pthread_mutex_t mutex;
    GHashTable *entries; /* Entry -> itself */
    GQueue used;         /* most recently used first */
    GHashTable *shapes;  /* shape -> number of entries */
    guint capacity;
    gsize bytes; /* of all entries */
    guint64 hits, misses;
};

static guint
entry_hash(const void *key)
{
    const Entry *entry = key;

    return (guint) shard_fast_hash(entry->key, entry->key_size);
}

static gboolean
entry_equal(const void *a, const void *b)
{
    const Entry *x = a, *y = b;

    return x->key_size == y->key_size && memcmp(x->key, y->key, x->key_size) == 0;
}

static void
entry_free(void *data)
{
    Entry *entry = data;

    g_free(entry->key);
    shard_cached_facts_unref(entry->facts);
    g_free(entry);
}

/* Facts share a few locks. */
static pthread_mutex_t analysis_locks[N_ANALYSIS_LOCKS] = {[0 ... N_ANALYSIS_LOCKS - 1] =
                                                               PTHREAD_MUTEX_INITIALIZER};

__attribute__((constructor)) static void
guard_analysis_locks(void)
{
    for (guint i = 0; i < N_ANALYSIS_LOCKS; i++)
        shard_fork_guard(&analysis_locks[i]);
}

static pthread_mutex_t *
analysis_lock(const ShardCachedFacts *self)
{
    return &analysis_locks[((gsize) self >> 6) % N_ANALYSIS_LOCKS];
}

void
shard_cached_facts_unref(ShardCachedFacts *self)
{
    if (self == NULL || !g_atomic_int_dec_and_test(&self->references))
        return;
    shard_analysis_unref(self->analysis);
    shard_statement_free(self->statement);
    g_ptr_array_unref(self->marked);
    g_free(self);
}

ShardAnalysis *
shard_cached_facts_analysis(ShardCachedFacts *self, const ShardSchema *schema, const char *catalog)
{
    ShardAnalysis *found = NULL;
    pthread_mutex_t *lock = analysis_lock(self);

    pthread_mutex_lock(lock);
    if (self->analysis != NULL && shard_analysis_is_of(self->analysis, schema, catalog))
        found = shard_analysis_ref(self->analysis);
    pthread_mutex_unlock(lock);
    return found;
}

void
shard_cached_facts_keep_analysis(ShardCachedFacts *self, ShardAnalysis *analysis)
{
    ShardAnalysis *before;
    pthread_mutex_t *lock = analysis_lock(self);

    pthread_mutex_lock(lock);
    before = self->analysis;
    self->analysis = shard_analysis_ref(analysis);
    pthread_mutex_unlock(lock);
    shard_analysis_unref(before);
}

static ShardCachedFacts *
facts_ref(ShardCachedFacts *self)
{
    g_atomic_int_inc(&self->references);
    return self;
}

ShardPlanCache *
shard_plan_cache_new(guint capacity)
{
    ShardPlanCache *self = g_new0(ShardPlanCache, 1);

    pthread_mutex_init(&self->mutex, NULL);
    shard_fork_guard(&self->mutex);
    self->entries = g_hash_table_new_full(entry_hash, entry_equal, NULL, entry_free);
    self->shapes = g_hash_table_new(NULL, NULL);
    self->capacity = capacity;
    return self;
}

void
shard_plan_cache_free(ShardPlanCache *self)
{
    if (self == NULL)
        return;
    g_hash_table_unref(self->entries);
    g_hash_table_unref(self->shapes);
    shard_fork_unguard(&self->mutex);
    pthread_mutex_destroy(&self->mutex);
    g_free(self);
}

/* ---- shapes ---- */

static gboolean
is_element(const ShardTokens *tokens, guint token)
{
    ShardTokenKind kind =
        token < tokens->n_tokens ? tokens->tokens[token].kind : SHARD_TOKEN_INVALID;

    return kind >= SHARD_TOKEN_STRING && kind <= SHARD_TOKEN_MARKER;
}

/* The last token of what follows in the list behind token: ", 5", ", ?" or ", (...)"; token itself
 * when nothing of that kind does. */
static guint
skip_more(const ShardTokens *tokens, guint token)
{
    if (!shard_token_is(tokens, token + 1, ","))
        return token;
    if (is_element(tokens, token) && is_element(tokens, token + 2))
        return token + 2;
    gint close = shard_token_is(tokens, token, ")") && shard_token_is(tokens, token + 2, "(")
                     ? shard_tokens_match(tokens, token + 2)
                     : -1;
    return close < 0 ? token : (guint) close;
}

/* The text with one element left of every list; 0: there is nothing to leave out. */
static gsize
shape_of(const ShardTokens *tokens, const ShardSqlMode *mode)
{
    g_autoptr(GString) text = g_string_sized_new(tokens->size + 16);
    gboolean shortened = FALSE;

    for (guint i = 0; i < tokens->n_tokens; i++) {
        const ShardToken *token = &tokens->tokens[i];
        if (is_element(tokens, i))
            g_string_append_c(text, '?');
        else
            g_string_append_len(text, tokens->text + token->offset, token->size);
        g_string_append_c(text, ' ');
        for (guint behind; (behind = skip_more(tokens, i)) != i; i = behind)
            shortened = TRUE;
    }
    g_string_append_c(text, (char) mode->dialect);
    return shortened ? (gsize) shard_fast_hash(text->str, text->len) | 1 : 0;
}

static guint
count_shape(ShardPlanCache *self, gsize shape, gint change)
{
    gpointer key = (gpointer) shape;
    guint count = GPOINTER_TO_UINT(g_hash_table_lookup(self->shapes, key));

    if (shape == 0)
        return 0;
    count = (guint) ((gint) count + change);
    if (count == 0)
        g_hash_table_remove(self->shapes, key);
    else
        g_hash_table_insert(self->shapes, key, GUINT_TO_POINTER(count));
    return count;
}

/* ---- entries ---- */

static void
append_mode(GString *key, const ShardSqlMode *mode)
{
    const guint8 flags[] = {
        (guint8) mode->dialect,
        (guint8) ((mode->ansi_quotes != 0) | (mode->pipes_as_concat != 0) << 1 |
                  (mode->no_backslash_escapes != 0) << 2 | (mode->high_not_precedence != 0) << 3 |
                  (mode->no_escapes != 0) << 4 | (mode->signed_subtraction != 0) << 5),
    };

    g_string_append_len(key, (const char *) flags, sizeof flags);
    g_string_append_len(key, (const char *) &mode->server_version, sizeof mode->server_version);
}

static gboolean
token_reads(const ShardTokens *tokens, guint token, const char *text)
{
    const ShardToken *facts = &tokens->tokens[token];

    return strlen(text) == facts->size &&
           memcmp(tokens->text + facts->offset, text, facts->size) == 0;
}

/* Do the literals that the facts depend on read as when they were made? */
static gboolean
fits(const ShardCachedFacts *facts, const ShardTokens *tokens)
{
    const ShardStatement *statement = facts->statement;
    guint number = 0;

    if (statement->n_tokens != tokens->n_tokens || statement->n_markers != tokens->n_markers)
        return FALSE;
    for (guint i = 0; number < facts->marked->len && i < tokens->n_tokens; i++) {
        if (statement->literal_matters[i] &&
            !token_reads(tokens, i, facts->marked->pdata[number++]))
            return FALSE;
    }
    return TRUE;
}

static ShardCachedFacts *
look_up(ShardPlanCache *self, const Entry *probe, const ShardTokens *tokens)
{
    pthread_mutex_lock(&self->mutex);
    Entry *entry = g_hash_table_lookup(self->entries, probe);
    ShardCachedFacts *facts =
        entry != NULL && fits(entry->facts, tokens) ? facts_ref(entry->facts) : NULL;
    if (facts != NULL) {
        self->hits++;
        g_queue_unlink(&self->used, &entry->link);
        g_queue_push_head_link(&self->used, &entry->link);
    } else {
        self->misses++;
    }
    pthread_mutex_unlock(&self->mutex);
    return facts;
}

static void
remove_entry(ShardPlanCache *self, Entry *entry)
{
    g_queue_unlink(&self->used, &entry->link);
    count_shape(self, entry->shape, -1);
    self->bytes -= entry->bytes;
    g_hash_table_remove(self->entries, entry);
}

/* Makes room: the one of that shape that was used longest ago, if there are enough of them. */
static void
make_room(ShardPlanCache *self, gsize shape, gsize bytes)
{
    if (count_shape(self, shape, 0) >= MAX(self->capacity / LENGTHS_PART, 1)) {
        GList *oldest = self->used.tail;
        while (((Entry *) oldest->data)->shape != shape)
            oldest = oldest->prev;
        remove_entry(self, oldest->data);
    }
    while (self->used.tail != NULL &&
           (self->used.length >= self->capacity || self->bytes + bytes > MAX_BYTES))
        remove_entry(self, self->used.tail->data);
}

static void
keep(ShardPlanCache *self, const GString *key, gsize shape, ShardCachedFacts *facts)
{
    Entry *entry = g_new0(Entry, 1);

    entry->key = g_memdup2(key->str, key->len);
    entry->key_size = key->len;
    entry->facts = facts_ref(facts);
    entry->link.data = entry;
    entry->shape = shape;
    /* The analysis, which comes later, is as large as the facts. */
    entry->bytes = key->len + 2 * shard_arena_size(facts->statement->arena);
    pthread_mutex_lock(&self->mutex);
    Entry *old = g_hash_table_lookup(self->entries, entry);
    if (old != NULL)
        remove_entry(self, old);
    else
        make_room(self, shape, entry->bytes);
    count_shape(self, shape, 1);
    self->bytes += entry->bytes;
    g_hash_table_add(self->entries, entry);
    g_queue_push_head_link(&self->used, &entry->link);
    pthread_mutex_unlock(&self->mutex);
}

static ShardCachedFacts *
make(const ShardTokens *tokens, const ShardSqlMode *mode, GError **error)
{
    ShardStatement *statement = shard_statement_new(tokens, mode, error);
    if (statement == NULL)
        return NULL;
    ShardCachedFacts *facts = g_new0(ShardCachedFacts, 1);
    facts->references = 1;
    facts->statement = statement;
    facts->marked = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < tokens->n_tokens; i++) {
        if (statement->literal_matters[i])
            g_ptr_array_add(facts->marked, g_strndup(tokens->text + tokens->tokens[i].offset,
                                                     tokens->tokens[i].size));
    }
    return facts;
}

ShardCachedFacts *
shard_plan_cache_facts(ShardPlanCache *self, const ShardTokens *tokens, const ShardSqlMode *mode,
                       GError **error)
{
    g_autoptr(GString) key = g_string_sized_new(tokens->size + tokens->n_tokens * 4 + 16);

    if (tokens->size > KEY_MAX)
        return make(tokens, mode, error);
    shard_tokens_cache_key(tokens, key);
    append_mode(key, mode);
    const Entry probe = {.key = key->str, .key_size = key->len};
    ShardCachedFacts *facts = look_up(self, &probe, tokens);
    if (facts != NULL)
        return facts;
    facts = make(tokens, mode, error);
    if (facts != NULL)
        keep(self, key, shape_of(tokens, mode), facts);
    return facts;
}

void
shard_plan_cache_counts(ShardPlanCache *self, guint64 *out_hits, guint64 *out_misses)
{
    pthread_mutex_lock(&self->mutex);
    *out_hits = self->hits;
    *out_misses = self->misses;
    pthread_mutex_unlock(&self->mutex);
}
