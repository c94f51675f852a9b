/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * command-diff.c - which share of keys changes its place between two rules files, per table.
 *
 * Keys are tried in both and their places compared by name: shard, schema and actual table. Sampled
 * keys are the same at every run, so two runs can be compared.
 */
#include "router/base/error.h"
#include "router/rules/civil.h"
#include "router/rules/rules.h"
#include "tools/command.h"
#include "tools/options.h"
#include "tools/report.h"
#include "tools/terminal.h"

#include <string.h>

static const char help[] =
    "usage: shardodbc diff [options] OLD NEW\n"
    "\n"
    "Says what share of each table's keys lies elsewhere by the rules NEW than by OLD, by trying "
    "keys.\n"
    "\n"
    "  --table NAME    only this table\n"
    "  --keys A..B     keys from this range, numbers or dates (2024-01-01..2024-12-31); numbers "
    "are\n"
    "                  otherwise drawn from 0 to 10^15, dates from 2000 to 2035\n"
    "  --samples N     keys that are tried (100000)\n"
    "  --matrix        how many keys go from which node to which\n"
    "  --json          one JSON object\n"
    "\n"
    "Exit status: 0 nothing moves, 1 something does, 2 wrong usage or bad rules.\n";

typedef struct {
    char *old_path, *new_path, *table, *keys, *samples;
    guint64 n_samples;
    gboolean matrix, json, help;
} Words;

static void
words_clear(Words *self)
{
    g_free(self->old_path);
    g_free(self->new_path);
    g_free(self->table);
    g_free(self->keys);
    g_free(self->samples);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Words, words_clear)

/* A range of numbers, or of seconds since 1970 for dates. */
typedef struct {
    gint64 first, last;
    gboolean given, is_date;
} KeyRange;

typedef struct {
    const ShardRules *rules;
    const ShardTable *table;
    gboolean *marks;
    ShardValueKind *kinds; /* of the keys */
    guint n_keys;
} Side;

typedef struct {
    guint64 n, moved, moved_shard;
    guint64 failed_old, failed_new; /* keys that have no place in one of them */
    guint64 *matrix;                /* old nodes times new nodes; NULL: not wanted */
} Count;

/* ---- what is tried ---- */

static gboolean
is_date_type(const ShardAlgorithm *algorithm)
{
    static const char *const types[] = {"INTERVAL", "AUTO_INTERVAL", "COSID_INTERVAL"};

    for (guint i = 0; algorithm != NULL && i < G_N_ELEMENTS(types); i++)
        if (strcmp(shard_algorithm_type(algorithm), types[i]) == 0)
            return TRUE;
    return FALSE;
}

static gboolean
has_key(const ShardStrategy *strategy, const char *column)
{
    for (guint i = 0; i < strategy->n_keys; i++)
        if (g_ascii_strcasecmp(strategy->keys[i], column) == 0)
            return TRUE;
    return FALSE;
}

/* What the rules say, else what the algorithm takes. */
static ShardValueKind
key_kind(const ShardTable *table, guint key, gboolean as_text)
{
    const ShardKeyType *type = &table->key_types[key];

    if (type->kind != SHARD_VALUE_UNKNOWN)
        return type->kind;
    if ((is_date_type(table->shard_strategy.algorithm) &&
         has_key(&table->shard_strategy, type->column)) ||
        (is_date_type(table->table_strategy.algorithm) &&
         has_key(&table->table_strategy, type->column)))
        return SHARD_VALUE_TIMESTAMP;
    return as_text ? SHARD_VALUE_STRING : SHARD_VALUE_LONG;
}

static void
make_time(gint64 seconds, ShardValueKind kind, ShardValue *out)
{
    *out = (ShardValue){.kind = kind};
    shard_civil_from_seconds(seconds, &out->time);
    if (kind == SHARD_VALUE_DATE)
        out->time.hour = out->time.minute = out->time.second = 0;
}

static void
make_value(ShardValueKind kind, gint64 number, ShardArena *arena, ShardValue *out)
{
    switch (kind) {
    case SHARD_VALUE_INTEGER:
        *out = shard_value_long(number % G_MAXINT32);
        out->kind = kind;
        break;
    case SHARD_VALUE_DATE:
    case SHARD_VALUE_TIMESTAMP:
    case SHARD_VALUE_OFFSET_TIMESTAMP:
        make_time(number, kind, out);
        break;
    case SHARD_VALUE_DECIMAL:
    case SHARD_VALUE_BIG_INTEGER:
    case SHARD_VALUE_STRING: {
        g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, number);
        *out = shard_value_string(shard_arena_strndup(arena, text, -1), -1);
        out->kind = kind;
        break;
    }
    case SHARD_VALUE_UUID:
        *out = (ShardValue){.kind = kind};
        memcpy(out->uuid, &number, sizeof number);
        break;
    default:
        *out = shard_value_long(number);
        break;
    }
}

/* 64 well-mixed bits of a counter, the same ones every time. */
static guint64
mix(guint64 counter)
{
    guint64 x = counter * 0x9E3779B97F4A7C15u;

    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static gboolean
is_time(ShardValueKind kind)
{
    return kind == SHARD_VALUE_DATE || kind == SHARD_VALUE_TIMESTAMP ||
           kind == SHARD_VALUE_OFFSET_TIMESTAMP;
}

static gint64
draw(const KeyRange *range, guint64 counter, gboolean time)
{
    KeyRange whole = time ? (KeyRange){.first = 946684800, .last = 2082758400}
                          : (KeyRange){.first = 0, .last = G_GINT64_CONSTANT(1000000000000000)};

    if (range->given && range->is_date == time)
        whole = *range;
    guint64 width = (guint64) (whole.last - whole.first) + 1;
    return whole.first + (gint64) (width == 0 ? mix(counter) : mix(counter) % width);
}

/* ---- places ---- */

static gint
place(const Side *self, const ShardValue *values)
{
    memset(self->marks, 0, sizeof(gboolean) * self->table->n_nodes);
    if (shard_table_place(self->table, values, self->marks, NULL) != SHARD_PLACE_FOUND)
        return -1;
    for (guint i = 0; i < self->table->n_nodes; i++)
        if (self->marks[i])
            return (gint) i;
    return -1;
}

static const char *
shard_name(const Side *self, guint node)
{
    return shard_rules_shard(self->rules, self->table->nodes[node].shard)->name;
}

static char *
node_name(const Side *self, guint node)
{
    const ShardNode *at = &self->table->nodes[node];

    return g_strconcat(shard_name(self, node), ".", at->schema == NULL ? "" : at->schema,
                       at->schema == NULL ? "" : ".", at->table, NULL);
}

static gboolean
same_node(const Side *a, guint i, const Side *b, guint j)
{
    const ShardNode *left = &a->table->nodes[i];
    const ShardNode *right = &b->table->nodes[j];

    return strcmp(shard_name(a, i), shard_name(b, j)) == 0 &&
           strcmp(left->table, right->table) == 0 && g_strcmp0(left->schema, right->schema) == 0;
}

/* The same row's values for both sides: by the names of their keys. */
static void
make_values(const Side *self, const KeyRange *range, guint64 counter, ShardArena *arena,
            ShardValue *out)
{
    for (guint i = 0; i < self->n_keys; i++) {
        g_autofree char *fold = g_ascii_strdown(self->table->key_types[i].column, -1);
        guint64 own = counter * 31 + g_str_hash(fold);
        make_value(self->kinds[i], draw(range, own, is_time(self->kinds[i])), arena, &out[i]);
    }
}

static void
count_key(const Side *old, const Side *new, const ShardValue *old_values,
          const ShardValue *new_values, Count *count)
{
    gint from = place(old, old_values);
    gint to = place(new, new_values);

    count->failed_old += from < 0;
    count->failed_new += to < 0;
    if (from < 0 || to < 0)
        return;
    count->n++;
    if (count->matrix != NULL)
        count->matrix[(gsize) from * new->table->n_nodes + (gsize) to]++;
    if (same_node(old, (guint) from, new, (guint) to))
        return;
    count->moved++;
    count->moved_shard += strcmp(shard_name(old, (guint) from), shard_name(new, (guint) to)) != 0;
}

static void
side_init(Side *self, const ShardRules *rules, const ShardTable *table)
{
    self->rules = rules;
    self->table = table;
    self->n_keys = table->n_key_types;
    self->marks = g_new0(gboolean, table->n_nodes + 1);
    self->kinds = g_new0(ShardValueKind, self->n_keys + 1);
}

static void
side_clear(Side *self)
{
    g_free(self->marks);
    g_free(self->kinds);
}

static void
try_keys(Side *old, Side *new, const KeyRange *range, guint64 n, Count *count)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autofree ShardValue *old_values = g_new0(ShardValue, old->n_keys + 1);
    g_autofree ShardValue *new_values = g_new0(ShardValue, new->n_keys + 1);

    for (guint64 i = 0; i < n; i++) {
        make_values(old, range, i, arena, old_values);
        make_values(new, range, i, arena, new_values);
        count_key(old, new, old_values, new_values, count);
        shard_arena_reset(arena);
    }
}

static void
set_kinds(Side *self, gboolean as_text)
{
    for (guint i = 0; i < self->n_keys; i++)
        self->kinds[i] = key_kind(self->table, i, as_text);
}

/* Expressions for text can't take numbers: then texts are tried. */
static void
compare_table(Side *old, Side *new, const KeyRange *range, guint64 n, Count *count)
{
    set_kinds(old, FALSE);
    set_kinds(new, FALSE);
    try_keys(old, new, range, n, count);
    if (count->n > 0)
        return;
    count->failed_old = count->failed_new = 0;
    set_kinds(old, TRUE);
    set_kinds(new, TRUE);
    try_keys(old, new, range, n, count);
}

/* ---- telling ---- */

static double
percent(guint64 part, guint64 whole)
{
    return whole == 0 ? 0 : (double) part * 100 / (double) whole;
}

static void
print_matrix(const Side *old, const Side *new, const Count *count)
{
    for (guint i = 0; i < old->table->n_nodes; i++) {
        for (guint j = 0; j < new->table->n_nodes; j++) {
            guint64 n = count->matrix[(gsize) i * new->table->n_nodes + j];
            g_autofree char *from = node_name(old, i);
            g_autofree char *to = node_name(new, j);
            if (n > 0 && !same_node(old, i, new, j))
                g_print("    %s -> %s  %.2f %%\n", from, to, percent(n, count->n));
        }
    }
}

static void
print_count(const Side *old, const Side *new, const Count *count)
{
    Ink colour = count->moved == 0 ? INK_GREEN : INK_YELLOW;

    if (count->n == 0) {
        g_print("table %s: no key tried has a place in both; say --keys\n", old->table->name);
        return;
    }
    g_print("table %s: %s%.2f %%%s of keys move to another node, %.2f %% to another shard\n",
            old->table->name, ink(colour), percent(count->moved, count->n), ink(INK_PLAIN),
            percent(count->moved_shard, count->n));
    guint64 tried = count->n + MAX(count->failed_old, count->failed_new);
    if (count->failed_new > count->failed_old)
        g_print("    %.2f %% have no place any more\n", percent(count->failed_new, tried));
    if (count->failed_old > count->failed_new)
        g_print("    %.2f %% had no place before\n", percent(count->failed_old, tried));
    if (count->matrix != NULL)
        print_matrix(old, new, count);
}

static void
print_count_json(const Side *old, const Count *count, gboolean first)
{
    g_autoptr(GString) name = g_string_new(NULL);

    json_append(name, old->table->name);
    g_print("%s{\"table\":%s,\"keys\":%" G_GUINT64_FORMAT ",\"moved\":%" G_GUINT64_FORMAT
            ",\"moved_shard\":%" G_GUINT64_FORMAT ",\"lost\":%" G_GUINT64_FORMAT "}",
            first ? "" : ",", name->str, count->n, count->moved, count->moved_shard,
            count->failed_new > count->failed_old ? count->failed_new - count->failed_old : 0);
}

static gboolean
has_keys(const ShardTable *table)
{
    return table->kind == SHARD_TABLE_SHARDED && table->n_key_types > 0;
}

static gboolean
same_places(const Side *old, const Side *new)
{
    if (old->table->n_nodes != new->table->n_nodes)
        return FALSE;
    for (guint i = 0; i < old->table->n_nodes; i++)
        if (!same_node(old, i, new, i))
            return FALSE;
    return TRUE;
}

/* What is said of a table that has no keys to try, or isn't in both. */
static void
tell_fact(const char *table, const char *member, const char *text, const Words *words,
          gboolean *first)
{
    if (!words->json) {
        g_print("table %s: %s\n", table, text);
        return;
    }
    g_autoptr(GString) out = g_string_new(*first ? "{\"table\":" : ",{\"table\":");
    json_append(out, table);
    g_print("%s,\"%s\":true}", out->str, member);
    *first = FALSE;
}

/* TRUE if something moves. */
static gboolean
diff_unkeyed(const Side *old, const Side *new, const Words *words, gboolean *first)
{
    gboolean same = old->table->kind == new->table->kind &&same_places(old, new);

    if (!same)
        tell_fact(old->table->name, "other_nodes", "its nodes are others", words, first);
    return !same;
}

static gboolean
diff_table(Side *old, Side *new, const Words *words, const KeyRange *range, gboolean *first)
{
    Count count = {0};

    if (!has_keys(old->table) || !has_keys(new->table))
        return diff_unkeyed(old, new, words, first);
    if (words->matrix)
        count.matrix = g_new0(guint64, (gsize) old->table->n_nodes * new->table->n_nodes);
    compare_table(old, new, range, words->n_samples, &count);
    if (words->json)
        print_count_json(old, &count, *first);
    else
        print_count(old, new, &count);
    *first = FALSE;
    g_free(count.matrix);
    return count.moved > 0 || count.failed_new > count.failed_old || count.n == 0;
}

/* TRUE if there are tables that the other file lacks. */
static gboolean
tell_tables(const ShardRules *from, const ShardRules *to, const Words *words, gboolean *first)
{
    const char *path = shard_rules_path(from);
    const char *member = strcmp(path, words->old_path) == 0 ? "only_in_old" : "only_in_new";
    gboolean found = FALSE;

    for (guint i = 0; i < shard_rules_n_tables(from); i++) {
        const char *name = shard_rules_table(from, i)->name;
        if (shard_rules_find_table(to, name, TRUE) != NULL)
            continue;
        g_autofree char *text = g_strdup_printf("only in %s", path);
        tell_fact(name, member, text, words, first);
        found = TRUE;
    }
    return found;
}

static int
diff(const Words *words, ShardRules *old, ShardRules *new, const KeyRange *range)
{
    gboolean moved = FALSE;
    gboolean first = TRUE;

    if (words->json)
        g_print("{\"tables\":[");
    for (guint i = 0; i < shard_rules_n_tables(old); i++) {
        const ShardTable *table = shard_rules_table(old, i);
        const ShardTable *other = shard_rules_find_table(new, table->name, TRUE);
        Side a, b;
        if (other == NULL || (words->table != NULL && strcmp(words->table, table->name) != 0))
            continue;
        side_init(&a, old, table);
        side_init(&b, new, other);
        moved |= diff_table(&a, &b, words, range, &first);
        side_clear(&a);
        side_clear(&b);
    }
    if (words->table == NULL) {
        moved |= tell_tables(old, new, words, &first);
        moved |= tell_tables(new, old, words, &first);
    }
    if (words->json)
        g_print("],\"moves\":%s}\n", moved ? "true" : "false");
    return moved ? EXIT_NO : 0;
}

/* ---- the command line ---- */

static gboolean
read_bound(const char *text, gint64 *out_number, gboolean *out_is_date)
{
    ShardTimeText time;

    *out_is_date = FALSE;
    if (g_ascii_string_to_signed(text, 10, G_MININT64, G_MAXINT64, out_number, NULL))
        return TRUE;
    if (!shard_civil_parse(text, strlen(text), &time) || !time.has_date)
        return FALSE;
    *out_is_date = TRUE;
    *out_number = shard_civil_seconds(&time.time);
    return TRUE;
}

static gboolean
read_range(const char *text, KeyRange *out)
{
    const char *dots = text == NULL ? NULL : strstr(text, "..");
    gboolean last_is_date;

    *out = (KeyRange){0};
    if (text == NULL)
        return TRUE;
    if (dots == NULL)
        return FALSE;
    g_autofree char *first = g_strndup(text, (gsize) (dots - text));
    out->given = TRUE;
    return read_bound(first, &out->first, &out->is_date) &&
           read_bound(dots + 2, &out->last, &last_is_date) && last_is_date == out->is_date &&
           out->first <= out->last;
}

static gboolean
parse_words(int n, char **words, Words *self)
{
    const OptionFlag flags[] = {{"--matrix", &self->matrix},
                                {"--json", &self->json},
                                {"--help", &self->help},
                                {"-h", &self->help},
                                {NULL, NULL}};
    const OptionValue values[] = {{"--table", &self->table, NULL},
                                  {"--keys", &self->keys, NULL},
                                  {"--samples", &self->samples, NULL},
                                  {NULL, NULL, NULL}};
    g_auto(GStrv) rest = options_parse(n, words, flags, values);

    if (rest == NULL)
        return FALSE;
    if (self->help)
        return TRUE;
    if (g_strv_length(rest) != 2) {
        command_complain("diff", "two rules files are wanted, the old and the new");
        return FALSE;
    }
    if (!options_number("--samples", self->samples, 100000, &self->n_samples))
        return FALSE;
    if (self->n_samples == 0) {
        command_complain("diff", "--samples wants at least 1");
        return FALSE;
    }
    self->old_path = g_strdup(rest[0]);
    self->new_path = g_strdup(rest[1]);
    return TRUE;
}

/* table NULL: all are asked for. */
static gboolean
has_table(const ShardRules *rules, const char *path, const char *table)
{
    if (table == NULL || shard_rules_find_table(rules, table, TRUE) != NULL)
        return TRUE;
    g_autofree char *fault = g_strdup_printf("there is no table '%s' in %s", table, path);
    command_complain("diff", fault);
    return FALSE;
}

static int
run_diff(int n_words, char **words)
{
    g_auto(Words) parsed = {0};
    g_autoptr(GError) error = NULL;
    KeyRange range;
    gboolean understood = parse_words(n_words, words, &parsed);
    int status;

    if (understood && !read_range(parsed.keys, &range)) {
        command_complain("diff", "--keys wants FIRST..LAST, two whole numbers or two dates");
        understood = FALSE;
    }
    if (!options_go_on(help, understood, parsed.help, &status))
        return status;
    g_autoptr(ShardRules) old = shard_rules_load(parsed.old_path, &error);
    g_autoptr(ShardRules) new = old == NULL ? NULL : shard_rules_load(parsed.new_path, &error);
    if (new == NULL) {
        command_complain("diff", error->message);
        return EXIT_USAGE;
    }
    if (!has_table(old, parsed.old_path, parsed.table) ||
        !has_table(new, parsed.new_path, parsed.table))
        return EXIT_USAGE;
    return diff(&parsed, old, new, &range);
}

const Command command_diff = {"diff", "[options] OLD NEW",
                              "says which share of keys moves between two rules files", run_diff};
