/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/parse.h"

#include <pg_query.h>

#include <pthread.h>
#include <signal.h>
#include <string.h>

/* Up to this nesting the stack of any thread of a usual size is enough. */
#define SHALLOW_NESTING 200
#define SMALL_STACK ((size_t) 1024 * 1024)
/* Reserved, not used: pages are taken as they are touched. */
#define DEEP_STACK ((size_t) 64 * 1024 * 1024)
#define VERY_DEEP_STACK ((size_t) 512 * 1024 * 1024)
#define DEEP_NESTING 4000

/* ---- stack ---- */

typedef struct {
    ShardParseFunc function;
    void *data;
} DeepCall;

static void *
run_deep_call(void *data)
{
    DeepCall *call = data;

    call->function(call->data);
    return NULL;
}

static gboolean
ask_stack_is_small(void)
{
    pthread_attr_t attributes;
    void *address;
    size_t size = 0;

    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return TRUE;
    if (pthread_attr_getstack(&attributes, &address, &size) != 0)
        size = 0;
    pthread_attr_destroy(&attributes);
    return size < SMALL_STACK;
}

/* Asked once per thread: for the main thread the C library reads a file to know. */
static gboolean
stack_is_small(void)
{
    static _Thread_local enum { UNKNOWN, SMALL, LARGE } known;

    if (known == UNKNOWN)
        known = ask_stack_is_small() ? SMALL : LARGE;
    return known == SMALL;
}

/* Signals belong to the application's threads. */
static gboolean
start_thread(pthread_t *out_thread, const pthread_attr_t *attributes, DeepCall *call)
{
    sigset_t all;
    sigset_t before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int rc = pthread_create(out_thread, attributes, run_deep_call, call);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return rc == 0;
}

gboolean
shard_parse_deep(ShardParseFunc function, void *data, guint nesting)
{
    DeepCall call = {function, data};
    pthread_attr_t attributes;
    pthread_t thread;

    if (nesting <= SHALLOW_NESTING && !stack_is_small()) {
        function(data);
        return TRUE;
    }
    if (pthread_attr_init(&attributes) != 0)
        return FALSE;
    gboolean started =
        pthread_attr_setstacksize(&attributes,
                                  nesting > DEEP_NESTING ? VERY_DEEP_STACK : DEEP_STACK) == 0 &&
        start_thread(&thread, &attributes, &call);
    pthread_attr_destroy(&attributes);
    if (started)
        pthread_join(thread, NULL);
    return started;
}

/* ---- nesting ---- */

/* Words that build a chain as operators do; AND and OR start anew: their lists are flat. */
static const char *const chain_words[] = {"NOT",     "UNION",   "EXCEPT",  "INTERSECT", "JOIN",
                                          "COLLATE", "AT",      "IS",      "ISNULL",    "NOTNULL",
                                          "LIKE",    "ILIKE",   "BETWEEN", "IN",        "OPERATOR",
                                          "CASE",    "SIMILAR", "ESCAPE",  NULL};

static gboolean
is_chain_link(const ShardView *view, guint token)
{
    const ShardViewToken *t = shard_view_token(view, token);

    if (t->kind == SHARD_TOKEN_OPERATOR)
        return TRUE;
    if (t->kind == SHARD_TOKEN_PUNCTUATION)
        return t->text[0] == '[' || t->text[0] == '.';
    for (guint i = 0; chain_words[i] != NULL; i++)
        if (shard_view_is(view, (gint) token, chain_words[i]))
            return TRUE;
    return FALSE;
}

guint
shard_parse_nesting(const ShardView *view)
{
    g_autoptr(GArray) chains = g_array_new(FALSE, TRUE, sizeof(guint));
    guint sum = 0; /* of all open chains */
    guint worst = 0;

    g_array_set_size(chains, 1);
    for (guint i = 0; i < view->view->len; i++) {
        const ShardViewToken *token = shard_view_token(view, i);
        guint *chain = &g_array_index(chains, guint, chains->len - 1);
        if (shard_view_is_symbol(view, (gint) i, ",") ||
            shard_view_is_symbol(view, (gint) i, ";") || shard_view_is(view, (gint) i, "AND") ||
            shard_view_is(view, (gint) i, "OR")) {
            sum -= *chain;
            *chain = 0;
        } else if (is_chain_link(view, i)) {
            (*chain)++;
            sum++;
        }
        if (token->kind == SHARD_TOKEN_PUNCTUATION && strchr("([", token->text[0]) != NULL) {
            guint none = 0;
            g_array_append_val(chains, none);
        } else if (token->kind == SHARD_TOKEN_PUNCTUATION && strchr(")]", token->text[0]) != NULL &&
                   chains->len > 1) {
            sum -= g_array_index(chains, guint, chains->len - 1);
            g_array_set_size(chains, chains->len - 1);
        }
        worst = MAX(worst, sum + chains->len);
    }
    return worst;
}

/* ---- parse ---- */

static void *
arena_alloc(void *arena, size_t size)
{
    return shard_arena_alloc(arena, size);
}

static void
arena_free(void *arena G_GNUC_UNUSED, void *block G_GNUC_UNUSED)
{
}

/* The view token that an error is at; -1: it doesn't say. */
static gint
error_token(const ShardView *view, const PgQueryError *error)
{
    const char *end = view->text;

    if (error->cursorpos <= 0)
        return -1;
    /* The place is counted in characters, from 1. */
    for (int i = 1; i < error->cursorpos && *end != '\0'; i++)
        end = g_utf8_next_char(end);
    return shard_view_at(view, (gint) (end - view->text));
}

static void
take_error(ShardView *view, const PgQueryError *error)
{
    gint token = error_token(view, error);

    token = token >= 0 ? token : (gint) view->view->len - 1;
    while (token >= 0 && shard_view_token(view, (guint) token)->original < 0)
        token--;
    shard_view_fail(view, shard_arena_strndup(view->arena, error->message, -1),
                    token < 0 ? view->from
                              : (guint) shard_view_token(view, (guint) token)->original);
}

/* PostgreSQL 16 takes FROM (SELECT …) without a name; this grammar doesn't, so it gets one. */
static gboolean
name_nameless(ShardView *view, const PgQueryError *error)
{
    if (!g_str_has_prefix(error->message, "subquery in FROM must have an alias"))
        return FALSE;
    gint open = error_token(view, error);
    guint depth = open < 0 ? 0 : shard_view_token(view, (guint) open)->depth;

    for (guint i = (guint) open + 1; open >= 0 && i < view->view->len; i++)
        if (shard_view_token(view, i)->depth <= depth) {
            shard_view_insert_name(view, i + 1);
            return TRUE;
        }
    return FALSE;
}

#define MOST_NAMELESS 100

const PgQuery__ParseResult *
shard_parse(ShardView *view)
{
    ProtobufCAllocator allocator = {arena_alloc, arena_free, view->arena};

    if (view->reason != NULL)
        return NULL;
    PgQueryProtobufParseResult result = pg_query_parse_protobuf(view->text);
    for (guint i = 0; i < MOST_NAMELESS && result.error != NULL; i++) {
        if (!name_nameless(view, result.error))
            break;
        pg_query_free_protobuf_parse_result(result);
        result = pg_query_parse_protobuf(view->text);
    }
    const PgQuery__ParseResult *tree = NULL;
    if (result.error != NULL)
        take_error(view, result.error);
    else
        tree = pg_query__parse_result__unpack(&allocator, result.parse_tree.len,
                                              (const uint8_t *) result.parse_tree.data);
    if (result.error == NULL && tree == NULL)
        shard_view_fail(view, "the tree can't be read", view->from);
    pg_query_free_protobuf_parse_result(result);
    return tree;
}
