/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * run-golden.c - plans held against files.
 *
 * A .case file is blocks parted by blank lines; # begins a comment line.  A block:
 *
 *   name    what it shows                (optional)
 *   rules   two-by-two                   (rules/two-by-two.ini; stays for the following blocks)
 *   dialect postgresql                   (stays too; else the rules' own)
 *   schema  orders                       (schema/orders.ini; stays too; none: "-")
 *   catalog shop                         (stays; what the application calls the database; none:
 * "-") sql     SELECT … WHERE uid IN (?, ?) bind    4, "x", null                 (JSON scalars;
 * left out: nothing is bound) unit    ds_0  SELECT …               (in order; "| 4, "x"" behind the
 * text: its parameters; "generated": a generator's key) merge   sort name asc nulls last     (left
 * out: no merge) plan    transaction                  (a plan that isn't units) answer  4, "x"; 5,
 * null              (what a step that is run first has given, in order: rows; "changed 3": a write)
 *   used    s1                       (a shard that the transaction has used already)
 *   refused 0A000 part of the message
 *
 * Runs of blanks count as one.
 */
#include "router/base/error.h"
#include "router/plan/router.h"
#include "tools/json-scalar.h"

#include <glib.h>
#include <string.h>

typedef struct {
    char *folder;
    char *file;
    guint line;
    char *rules_name, *dialect, *schema_name, *catalog;
    ShardRules *rules;
    ShardSchema *schema;
    ShardRouter *router;
    guint n_cases, n_failed;
    gboolean print; /* write what was found, as a case */
} Runner;

typedef struct {
    guint line;
    char *sql, *bind, *used;
    GPtrArray *answers; /* texts */
    GString *expected;
} Case;

/* ---- text ---- */

static char *
squeeze(const char *text)
{
    g_autoptr(GString) out = g_string_new(NULL);

    for (const char *c = text; *c != '\0'; c++) {
        if (!g_ascii_isspace(*c))
            g_string_append_c(out, *c);
        else if (out->len > 0 && out->str[out->len - 1] != ' ')
            g_string_append_c(out, ' ');
    }
    while (out->len > 0 && out->str[out->len - 1] == ' ')
        g_string_truncate(out, out->len - 1);
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static GPtrArray *
split_scalars(const char *text)
{
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GString) word = g_string_new(NULL);
    gboolean quoted = FALSE;

    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '"')
            quoted = !quoted;
        if (*c == ',' && !quoted) {
            g_ptr_array_add(words, g_strstrip(g_strdup(word->str)));
            g_string_truncate(word, 0);
            continue;
        }
        g_string_append_c(word, *c);
    }
    g_ptr_array_add(words, g_strstrip(g_strdup(word->str)));
    return words;
}

/* ---- what the planner says ---- */

static void
append_value(GString *out, const ShardValue *value, ShardArena *arena)
{
    if (value->kind == SHARD_VALUE_NULL)
        g_string_append(out, "null");
    else if (value->kind == SHARD_VALUE_UNKNOWN)
        g_string_append(out, "unbound");
    else if (value->kind == SHARD_VALUE_STRING)
        g_string_append_printf(out, "\"%.*s\"", (int) value->text.size, value->text.data);
    else
        g_string_append(out, shard_value_to_text(value, arena));
}

static void
append_params(GString *out, const ShardPlan *plan, const ShardUnit *unit, const ShardValue *values,
              guint n_values)
{
    for (guint i = 0; i < unit->n_params; i++) {
        const ShardValue unbound = {.kind = SHARD_VALUE_UNKNOWN};
        const ShardUnitParam *param = &unit->params[i];
        g_string_append(out, i == 0 ? " | " : ", ");
        if (param->marker < 0 && plan->has_generated_key) {
            g_string_append(out, "generated");
            continue;
        }
        append_value(out,
                     param->marker < 0                  ? &param->value
                     : (guint) param->marker < n_values ? &values[param->marker]
                                                        : &unbound,
                     plan->arena);
    }
}

static void
append_plan(GString *out, const ShardPlan *plan, const ShardRules *rules, const ShardValue *values,
            guint n_values)
{
    static const char *const kinds[] = {"units",   "transaction", "session",
                                        "preview", "sharding",    "set sharding",
                                        "use",     "before",      "done"};

    if (plan->kind == SHARD_PLAN_PREVIEW && plan->inner != NULL) {
        append_plan(out, plan->inner, rules, values, n_values);
        return;
    }
    if (plan->kind == SHARD_PLAN_PREVIEW) {
        g_string_append_printf(out, "refused %s %s\n", shard_error_sqlstate(plan->inner_error, 0),
                               plan->inner_error->message);
        return;
    }
    if (plan->kind == SHARD_PLAN_DONE)
        g_string_append_printf(out, "plan done %" G_GINT64_FORMAT "\n", plan->count);
    else if (plan->kind != SHARD_PLAN_UNITS)
        g_string_append_printf(out, "plan %s\n", kinds[plan->kind]);
    for (guint i = 0; i < plan->n_units; i++) {
        const ShardUnit *unit = &plan->units[i];
        g_autofree char *sql = squeeze(unit->sql);
        g_string_append_printf(out, "unit %s %s", shard_rules_shard(rules, unit->shard)->name, sql);
        append_params(out, plan, unit, values, n_values);
        g_string_append_c(out, '\n');
    }
    if (plan->merge != NULL)
        g_string_append_printf(out, "merge %s\n", shard_plan_merge_text(plan));
}

static ShardSqlMode
mode_of(const Runner *self)
{
    ShardDialect dialect = self->dialect != NULL ? shard_dialect_parse(self->dialect)
                                                 : shard_rules_dialect(self->rules);
    ShardSqlMode mode = {.dialect = dialect};

    mode.no_backslash_escapes = dialect == SHARD_DIALECT_POSTGRESQL;
    return mode;
}

static ShardAnswer
read_answer(const char *text, ShardArena *arena)
{
    g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(ShardValue));
    g_auto(GStrv) rows = g_strsplit(text, ";", -1);
    ShardAnswer answer = {0};

    if (g_str_has_prefix(text, "changed ")) {
        answer.count = g_ascii_strtoll(text + strlen("changed "), NULL, 10);
        return answer;
    }
    for (guint i = 0; rows[i] != NULL && strcmp(text, "none") != 0; i++) {
        g_autoptr(GPtrArray) words = split_scalars(rows[i]);
        answer.n_rows++;
        answer.n_columns = words->len;
        for (guint k = 0; k < words->len; k++) {
            ShardValue value = json_scalar_parse(words->pdata[k], arena);
            g_array_append_val(values, value);
        }
    }
    answer.values = shard_arena_memdup(arena, values->data, values->len * sizeof(ShardValue));
    return answer;
}

static void
read_answers(const GPtrArray *texts, ShardAnswers *out, ShardArena *arena)
{
    ShardAnswer *answers = shard_arena_array(arena, ShardAnswer, texts->len + 1);

    for (guint i = 0; i < texts->len; i++)
        answers[i] = read_answer(texts->pdata[i], arena);
    *out = (ShardAnswers){answers, texts->len, 0};
}

/* Per shard: has the transaction used it?  NULL: none. */
static gboolean *
read_used(const Runner *self, const Case *this, ShardArena *arena)
{
    gint shard = this->used == NULL ? -1 : shard_rules_find_shard(self->rules, this->used);
    gboolean *used = shard_arena_array(arena, gboolean, shard_rules_n_shards(self->rules));

    if (shard < 0)
        return NULL;
    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++)
        used[i] = (guint) shard == i;
    return used;
}

static char *
plan_text(const Runner *self, const Case *this)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    g_autoptr(GPtrArray) words = this->bind == NULL ? NULL : split_scalars(this->bind);
    guint n_values = words == NULL ? 0 : words->len;
    ShardValue *values = shard_arena_array(arena, ShardValue, n_values + 1);
    ShardSqlMode mode = mode_of(self);

    for (guint i = 0; i < n_values; i++)
        values[i] = json_scalar_parse(words->pdata[i], arena);
    g_autoptr(ShardPrepared) prepared =
        shard_router_prepare(self->router, this->sql, strlen(this->sql), &mode, &error);
    g_autoptr(ShardPlan) plan = NULL;
    if (prepared != NULL) {
        ShardAnswers answers;
        read_answers(this->answers, &answers, arena);
        const ShardPlanInput input = {.schema = self->schema,
                                      .values = words == NULL ? NULL : values,
                                      .n_values = n_values,
                                      .last_write_shard = -1,
                                      .last_shard = -1,
                                      .answers = &answers,
                                      .joined = read_used(self, this, arena),
                                      .catalog = self->catalog,
                                      .hints_enabled = TRUE};
        plan = shard_prepared_plan(prepared, &input, &error);
    }
    if (plan != NULL)
        append_plan(out, plan, self->rules, values, n_values);
    else
        g_string_append_printf(out, "refused %s %s\n", shard_error_sqlstate(error, 0),
                               error->message);
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* ---- comparing ---- */

/* A refusal is held by its SQLSTATE and a part of its words. */
static gboolean
refusal_fits(const char *expected, const char *found)
{
    gsize head = strlen("refused 0A000");
    g_autofree char *part = g_strstrip(g_strdup(expected + MIN(head, strlen(expected))));

    return strncmp(expected, found, head) == 0 && strstr(found, part) != NULL;
}

static gboolean
fits(const char *expected, const char *found)
{
    if (g_str_has_prefix(expected, "refused"))
        return refusal_fits(expected, found);
    return strcmp(expected, found) == 0;
}

static void
print_case(const Case *this, const char *found)
{
    g_auto(GStrv) lines = g_strsplit(found, "\n", -1);

    g_print("sql     %s\n", this->sql);
    if (this->bind != NULL)
        g_print("bind    %s\n", this->bind);
    if (this->used != NULL)
        g_print("used    %s\n", this->used);
    for (guint i = 0; i < this->answers->len; i++)
        g_print("answer  %s\n", (const char *) this->answers->pdata[i]);
    for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++) {
        gsize word = strcspn(lines[i], " ");
        g_print("%-7.*s %s\n", (int) word, lines[i], lines[i] + word + 1);
    }
    g_print("\n");
}

static void
run_case(Runner *self, const Case *this)
{
    g_autofree char *found = plan_text(self, this);

    self->n_cases++;
    if (self->print) {
        print_case(this, found);
        return;
    }
    if (fits(this->expected->str, found))
        return;
    self->n_failed++;
    g_printerr("%s:%u: %s%s%s\n--- expected\n%s--- found\n%s\n", self->file, this->line, this->sql,
               this->bind == NULL ? "" : "   bind ", this->bind == NULL ? "" : this->bind,
               this->expected->str, found);
}

/* ---- reading ---- */

static gboolean
load_rules(Runner *self, const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_strdup_printf("%s/rules/%s.ini", self->folder, name);

    g_clear_pointer(&self->router, shard_router_unref);
    g_clear_pointer(&self->rules, shard_rules_unref);
    g_clear_pointer(&self->schema, shard_schema_unref);
    g_clear_pointer(&self->dialect, g_free);
    g_clear_pointer(&self->catalog, g_free);
    self->rules = shard_rules_load(path, &error);
    if (self->rules == NULL) {
        g_printerr("%s:%u: %s\n", self->file, self->line, error->message);
        return FALSE;
    }
    self->router = shard_router_new(self->rules);
    return TRUE;
}

static gboolean
load_schema(Runner *self, const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_strdup_printf("%s/schema/%s.ini", self->folder, name);

    g_clear_pointer(&self->schema, shard_schema_unref);
    if (strcmp(name, "-") == 0)
        return TRUE;
    self->schema = shard_schema_load(path, &error);
    if (self->schema == NULL)
        g_printerr("%s:%u: %s\n", self->file, self->line, error->message);
    return self->schema != NULL;
}

static void
case_end(Runner *self, Case *this)
{
    if (this->sql != NULL)
        run_case(self, this);
    g_clear_pointer(&this->sql, g_free);
    g_clear_pointer(&this->bind, g_free);
    g_clear_pointer(&this->used, g_free);
    g_ptr_array_set_size(this->answers, 0);
    g_string_truncate(this->expected, 0);
}

static gboolean
is_setting(const char *word)
{
    static const char *const words[] = {"rules", "dialect", "schema", "catalog", "name"};

    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strcmp(words[i], word) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean
take_line(Runner *self, Case *this, const char *word, const char *rest)
{
    if (self->print && is_setting(word))
        g_print("%-7s %s\n%s", word, rest, strcmp(word, "name") == 0 ? "" : "\n");
    if (strcmp(word, "rules") == 0)
        return load_rules(self, rest);
    if (strcmp(word, "schema") == 0)
        return load_schema(self, rest);
    if (strcmp(word, "dialect") == 0) {
        g_free(self->dialect);
        self->dialect = g_strdup(rest);
    } else if (strcmp(word, "catalog") == 0) {
        g_free(self->catalog);
        self->catalog = strcmp(rest, "-") == 0 ? NULL : g_strdup(rest);
    } else if (strcmp(word, "sql") == 0) {
        case_end(self, this);
        this->sql = g_strdup(rest);
        this->line = self->line;
    } else if (strcmp(word, "bind") == 0) {
        this->bind = g_strdup(rest);
    } else if (strcmp(word, "used") == 0) {
        this->used = g_strdup(rest);
    } else if (strcmp(word, "answer") == 0) {
        g_ptr_array_add(this->answers, g_strdup(rest));
    } else if (strcmp(word, "name") != 0) {
        g_autofree char *squeezed = squeeze(rest);
        g_string_append_printf(this->expected, "%s %s\n", word, squeezed);
    }
    return TRUE;
}

static gboolean
read_line(Runner *self, Case *this, char *line)
{
    g_strchomp(line);
    if (line[0] == '#') {
        if (self->print)
            g_print("%s\n", line);
        return TRUE;
    }
    if (line[0] == '\0') {
        case_end(self, this);
        return TRUE;
    }
    char *space = line + strcspn(line, " \t");
    g_autofree char *word = g_strndup(line, (gsize) (space - line));
    return take_line(self, this, word, g_strchug(space));
}

static gboolean
run_file(Runner *self, const char *path)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    Case this = {.answers = g_ptr_array_new_with_free_func(g_free), .expected = g_string_new(NULL)};
    gboolean read = TRUE;

    if (!g_file_get_contents(path, &text, NULL, &error)) {
        g_printerr("%s\n", error->message);
        return FALSE;
    }
    self->file = g_path_get_basename(path);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL && read; i++) {
        self->line = i + 1;
        read = read_line(self, &this, lines[i]);
    }
    if (read)
        case_end(self, &this);
    g_string_free(this.expected, TRUE);
    g_ptr_array_unref(this.answers);
    g_clear_pointer(&self->file, g_free);
    return read;
}

static int
compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *) a, *(char *const *) b);
}

static gboolean
run_folder(Runner *self)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) folder = g_dir_open(self->folder, 0, NULL);
    gboolean read = folder != NULL;

    for (const char *name; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
        if (g_str_has_suffix(name, ".case"))
            g_ptr_array_add(names, g_build_filename(self->folder, name, NULL));
    }
    qsort(names->pdata, names->len, sizeof *names->pdata, compare_names);
    for (guint i = 0; i < names->len; i++)
        read = run_file(self, names->pdata[i]) && read;
    return read;
}

int
main(int argc, char **argv)
{
    const char *source = g_getenv("top_srcdir");
    Runner self = {0};
    gboolean read = TRUE;

    self.folder = g_build_filename(source != NULL ? source : ".", "tests", "golden", NULL);
    int first = 1;
    if (argc > 1 && strcmp(argv[1], "--print") == 0) {
        self.print = TRUE;
        first++;
    }
    if (argc <= first)
        read = run_folder(&self);
    for (int i = first; i < argc; i++)
        read = run_file(&self, argv[i]) && read;
    shard_router_unref(self.router);
    shard_rules_unref(self.rules);
    shard_schema_unref(self.schema);
    g_free(self.folder);
    g_free(self.dialect);
    g_free(self.catalog);
    g_print("%u cases, %u failed\n", self.n_cases, self.n_failed);
    return read && self.n_failed == 0 && self.n_cases > 0 ? 0 : 1;
}
