/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rules.c - what can be told from the rules alone.
 *
 * Whether every node can be reached is found by trying keys: numbers from 0, negative ones, texts.
 * Only for algorithms that spread keys; those that cut ranges are checked when they are loaded.
 */
#include "tools/check/check.h"

#include "router/rules/rules-file.h"

#include <string.h>
#include <sys/stat.h>

#define MAX_TRIES 200000

static gboolean
spreads(const ShardStrategy *strategy)
{
    static const char *const types[] = {"MOD",           "HASH_MOD",        "INLINE",
                                        "COSID_MOD",     "CONSISTENT_HASH", "POSTGRESQL_HASH",
                                        "COMPLEX_INLINE"};

    if (strategy->algorithm == NULL)
        return TRUE;
    for (guint i = 0; i < G_N_ELEMENTS(types); i++)
        if (strcmp(shard_algorithm_type(strategy->algorithm), types[i]) == 0)
            return TRUE;
    return FALSE;
}

typedef struct {
    const ShardTable *table;
    gboolean *reached;
    gboolean *marks;
    guint n_reached;
    guint most;      /* nodes for one value */
    GError *failure; /* first value that was placed nowhere */
} Trial;

static void
try_values(Trial *self, const ShardValue *values)
{
    GError *error = NULL;

    memset(self->marks, 0, sizeof(gboolean) * self->table->n_nodes);
    ShardPlace place = shard_table_place(self->table, values, self->marks, &error);
    if (place == SHARD_PLACE_ERROR && self->failure == NULL)
        self->failure = g_steal_pointer(&error);
    g_clear_error(&error);
    guint n = 0;
    for (guint i = 0; place == SHARD_PLACE_FOUND && i < self->table->n_nodes; i++) {
        self->n_reached += self->marks[i] && !self->reached[i];
        self->reached[i] |= self->marks[i];
        n += self->marks[i];
    }
    self->most = MAX(self->most, n);
}

/* A value of the kind, made from a number; FALSE for kinds that are not tried. */
static gboolean
make_value(ShardValueKind kind, gint64 number, char *room, ShardValue *out)
{
    switch (kind) {
    case SHARD_VALUE_UNKNOWN:
    case SHARD_VALUE_LONG:
    case SHARD_VALUE_INTEGER:
        *out = shard_value_long(number);
        if (kind == SHARD_VALUE_INTEGER)
            out->kind = SHARD_VALUE_INTEGER;
        return TRUE;
    case SHARD_VALUE_STRING:
        g_snprintf(room, 24, "%" G_GINT64_FORMAT, number);
        *out = shard_value_string(room, -1);
        return TRUE;
    default:
        return FALSE;
    }
}

/* Keys 0, 1, 2 … in the first column, others multiplied so that pairs spread. */
static gboolean
try_number(Trial *self, gint64 number, gboolean as_text)
{
    guint n = self->table->n_key_types;
    g_autofree ShardValue *values = g_new0(ShardValue, n + 1);
    g_autofree char *rooms = g_malloc0(24 * (n + 1));

    for (guint i = 0; i < n; i++) {
        ShardValueKind kind = self->table->key_types[i].kind;
        gint64 own = i == 0 ? number : number / 7 + number * (gint64) i;
        if (kind == SHARD_VALUE_UNKNOWN && as_text)
            kind = SHARD_VALUE_STRING;
        if (!make_value(kind, own, rooms + 24 * i, &values[i]))
            return FALSE;
    }
    try_values(self, values);
    return TRUE;
}

static void
report_unreached(Check *check, const Trial *trial, guint n_tries)
{
    g_autoptr(GString) names = g_string_new(NULL);
    guint n = 0;

    for (guint i = 0; i < trial->table->n_nodes; i++) {
        if (trial->reached[i] || n++ >= 4)
            continue;
        g_autofree char *name = check_node_name(check, &trial->table->nodes[i]);
        g_string_append_printf(names, "%s%s", names->len > 0 ? ", " : "", name);
    }
    if (n > 0)
        report_add(check->report, FINDING_WARNING, "unreachable",
                   report_subject("table", trial->table->name),
                   "of %u keys tried none is placed on %u of %u nodes: %s%s", n_tries, n,
                   trial->table->n_nodes, names->str, n > 4 ? " …" : "");
}

static gboolean
has_unknown_key(const ShardTable *table)
{
    for (guint i = 0; i < table->n_key_types; i++)
        if (table->key_types[i].kind == SHARD_VALUE_UNKNOWN)
            return TRUE;
    return FALSE;
}

/* Which texts or dates a key of unknown type has can't be guessed: that none of those tried has a
 * place needn't be wrong.  numbers: what was said of numbers; NULL if only they were tried. */
static void
report_failure(Check *check, const Trial *trial, const char *numbers)
{
    const char *subject = report_subject("table", trial->table->name);

    if (numbers == NULL)
        report_add(check->report, FINDING_ERROR, "route", subject, "%s", trial->failure->message);
    else
        report_add(check->report, FINDING_WARNING, "route", subject,
                   "%s; nor has a text such as '0' a place (value-type or --schema says what the "
                   "keys are)",
                   numbers);
}

static void
try_table(Check *check, const ShardTable *table, const char *numbers)
{
    gboolean as_text = numbers != NULL;
    g_autofree gboolean *reached = g_new0(gboolean, table->n_nodes + 1);
    g_autofree gboolean *marks = g_new0(gboolean, table->n_nodes + 1);
    Trial trial = {.table = table, .reached = reached, .marks = marks};
    guint n = MIN(table->n_nodes * 64 + 1000, MAX_TRIES);
    guint done = 0;

    while (done < n && trial.n_reached < table->n_nodes && try_number(&trial, done, as_text))
        done++;
    if (done == 0)
        return;
    if (trial.n_reached == 0 && trial.failure != NULL && !as_text && has_unknown_key(table)) {
        /* An expression for text alone, perhaps. */
        try_table(check, table, trial.failure->message);
        g_clear_error(&trial.failure);
        return;
    }
    if (trial.failure != NULL)
        report_failure(check, &trial, numbers);
    else if (trial.n_reached < table->n_nodes)
        report_unreached(check, &trial, done);
    if (trial.most > 1)
        report_add(check->report, FINDING_WARNING, "route", report_subject("table", table->name),
                   "its keys leave %u nodes to a row: rows can't be inserted%s", trial.most,
                   table->table_strategy.algorithm == NULL ? " without a table-algorithm" : "");
    g_clear_error(&trial.failure);
    if (as_text)
        return;
    for (gint64 number = -1; number > -64 && trial.failure == NULL; number--)
        try_number(&trial, number, FALSE);
    if (trial.failure != NULL)
        report_add(check->report, FINDING_NOTE, "route", report_subject("table", table->name),
                   "negative keys have no place: %s", trial.failure->message);
    g_clear_error(&trial.failure);
}

/* "t_1" and "t_01" are one number to algorithms that give numbers. */
static void
check_zeros(Check *self, const ShardTable *table)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (guint i = 0; i < table->n_nodes; i++) {
        const ShardNode *node = &table->nodes[i];
        gsize end = strlen(node->table);
        gsize digits = end;
        while (digits > 0 && g_ascii_isdigit(node->table[digits - 1]))
            digits--;
        if (digits == end)
            continue;
        gsize first = digits;
        while (first + 1 < end && node->table[first] == '0')
            first++;
        char *key =
            g_strdup_printf("%u/%s/%.*s#%s", node->shard, node->schema == NULL ? "" : node->schema,
                            (int) digits, node->table, node->table + first);
        const ShardNode *other = g_hash_table_lookup(seen, key);
        if (other != NULL && strcmp(other->table, node->table) != 0)
            report_add(self->report, FINDING_WARNING, "suffix",
                       report_subject("table", table->name),
                       "'%s' and '%s' differ only in zeros: a suffix may mean both", other->table,
                       node->table);
        g_hash_table_insert(seen, key, (gpointer) node);
    }
}

static gboolean
ends_with_other(const char *name, const char *other, const char *prefix)
{
    gsize size = strlen(other);
    gsize skip = g_str_has_prefix(other, prefix) ? strlen(prefix) : 0;

    return skip > 0 && size > skip && strcmp(name, other) != 0 &&
           g_str_has_suffix(name, other + skip);
}

/* INTERVAL takes every target that ends with the suffix: "t_1" is meant by "t_11", too. */
static void
check_endings(Check *self, const ShardTable *table)
{
    const ShardAlgorithm *algorithm = table->table_strategy.algorithm;
    g_autofree char *prefix = NULL;

    if (algorithm == NULL || strcmp(shard_algorithm_type(algorithm), "INTERVAL") != 0 ||
        table->n_nodes > 5000)
        return;
    const char *first = table->nodes[0].table;
    gsize size = strlen(first);
    while (size > 0 && g_ascii_isdigit(first[size - 1]))
        size--;
    prefix = g_strndup(first, size);
    for (guint i = 0; i < table->n_nodes; i++) {
        for (guint j = 0; j < table->n_nodes; j++) {
            if (table->nodes[i].shard != table->nodes[j].shard ||
                !ends_with_other(table->nodes[i].table, table->nodes[j].table, prefix))
                continue;
            report_add(self->report, FINDING_WARNING, "suffix",
                       report_subject("table", table->name),
                       "'%s' ends with the suffix of '%s': INTERVAL takes both",
                       table->nodes[i].table, table->nodes[j].table);
            return;
        }
    }
}

static void
check_table(Check *self, const ShardTable *table)
{
    gboolean has_hint = (table->shard_strategy.algorithm != NULL &&
                         shard_algorithm_is_hint(table->shard_strategy.algorithm)) ||
                        (table->table_strategy.algorithm != NULL &&
                         shard_algorithm_is_hint(table->table_strategy.algorithm));

    check_zeros(self, table);
    check_endings(self, table);
    if (table->kind != SHARD_TABLE_SHARDED || has_hint || table->n_key_types == 0 ||
        !spreads(&table->shard_strategy) || !spreads(&table->table_strategy))
        return;
    try_table(self, table, NULL);
}

/* Shards that hold rows of sharded tables. */
static gboolean *
used_shards(const Check *self, gboolean sharded_only)
{
    gboolean *used = g_new0(gboolean, shard_rules_n_shards(self->rules) + 1);

    for (guint i = 0; i < shard_rules_n_tables(self->rules); i++) {
        const ShardTable *table = shard_rules_table(self->rules, i);
        gboolean counts = sharded_only ? table->kind == SHARD_TABLE_SHARDED
                                       : table->kind != SHARD_TABLE_BROADCAST;
        for (guint j = 0; counts && j < table->n_nodes; j++)
            used[table->nodes[j].shard] = TRUE;
    }
    return used;
}

static void
check_cover(Check *self, const ShardTable *table, const gboolean *sharded)
{
    g_autofree gboolean *covered = g_new0(gboolean, shard_rules_n_shards(self->rules) + 1);

    for (guint i = 0; i < table->n_nodes; i++)
        covered[table->nodes[i].shard] = TRUE;
    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++) {
        if (!sharded[i] || covered[i])
            continue;
        report_add(self->report, FINDING_WARNING, "broadcast", report_subject("table", table->name),
                   "has no copy on shard %s: joins with sharded tables there are refused",
                   shard_rules_shard(self->rules, i)->name);
        return;
    }
}

/* Who may write it decides where statements go, or runs code in every application. */
static void
check_writers(Check *self, const char *path)
{
    struct stat info;

    if (stat(path, &info) == 0 && (info.st_mode & S_IWOTH) != 0)
        report_add(self->report, FINDING_WARNING, "permissions", report_subject("file", path),
                   "can be written by everybody (mode %04o): they decide what the "
                   "applications do",
                   (guint) (info.st_mode & 07777));
}

static void
check_library(Check *self, const char *library)
{
    g_autofree char *folder = g_path_get_dirname(self->path);
    g_autofree char *path =
        g_path_is_absolute(library) ? g_strdup(library) : g_build_filename(folder, library, NULL);

    check_writers(self, path);
}

/* A comment has a line of its own: behind a value it is part of the value.  The value isn't shown,
 * it may be a password. */
static void
check_file(Check *self)
{
    g_autofree char *text = NULL;
    gsize size;

    if (!g_file_get_contents(self->path, &text, &size, NULL))
        return;
    g_autoptr(ShardRulesFile) file = shard_rules_file_parse(text, size, self->path, NULL);
    for (guint i = 0; file != NULL && i < file->groups->len; i++) {
        const ShardRulesGroup *group = file->groups->pdata[i];
        for (guint j = 0; j < group->entries->len; j++) {
            const ShardRulesEntry *entry = group->entries->pdata[j];
            if (strstr(entry->value, " #") != NULL)
                report_add(self->report, FINDING_WARNING, "comment", "",
                           "%s:%u: %s: what follows # is part of the value; a comment needs a line "
                           "of its own",
                           self->path, entry->line, entry->key);
            if (strcmp(entry->key, "library") == 0)
                check_library(self, entry->value);
        }
    }
}

void
check_rules(Check *self)
{
    const char *const *warnings = shard_rules_warnings(self->rules);
    g_autofree gboolean *used = used_shards(self, FALSE);
    g_autofree gboolean *sharded = used_shards(self, TRUE);

    check_writers(self, self->path);
    check_file(self);
    for (guint i = 0; warnings[i] != NULL; i++)
        report_add(self->report, FINDING_WARNING, "rules", "", "%s", warnings[i]);
    for (guint i = 0; i < shard_rules_n_tables(self->rules); i++) {
        const ShardTable *table = shard_rules_table(self->rules, i);
        check_table(self, table);
        if (table->kind == SHARD_TABLE_BROADCAST)
            check_cover(self, table, sharded);
    }
    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++)
        if (!used[i] && (gint) i != shard_rules_default_shard(self->rules))
            report_add(self->report, FINDING_WARNING, "unused",
                       report_subject("shard", shard_rules_shard(self->rules, i)->name),
                       "no table has a node here, and it is not the default shard");
}
