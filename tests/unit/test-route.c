/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * For random rows and random predicates: a row that satisfies the predicate lies on a node of the
 * predicate's route.  SQLite says which rows satisfy it; the node of a row is where its INSERT
 * goes.
 *
 * SHARD_TEST_PREDICATES sets how many (2,000), SHARD_TEST_SEED the seed.
 */
#include <dlfcn.h>

#include "tests/unit/test-router.h"

#define N_ROWS 60u

/* The little of SQLite that is needed; it is loaded where it is installed. */
typedef struct {
    int (*open)(const char *name, void **out_database);
    int (*exec)(void *database, const char *sql, int (*row)(void *, int, char **, char **),
                void *data, char **out_message);
    int (*close)(void *database);
} Sqlite;

typedef struct {
    Sqlite sqlite;
    void *database;
    ShardRouter *router;
    guint nodes[N_ROWS]; /* of row i */
    GRand *random;
    GArray *values; /* ShardValue: of the markers of the predicate in hand */
} Fixture;

static const char rules_text[] = "[shardodbc]\n"
                                 "dialect = sqlite\n"
                                 "[shard s0]\ndsn = a\n"
                                 "[shard s1]\ndsn = b\n"
                                 "[shard s2]\ndsn = c\n"
                                 "[table t]\n"
                                 "nodes = s${0..2}.t_${0..1}\n"
                                 "shard-key = a\n"
                                 "shard-algorithm = mod3\n"
                                 "table-key = b\n"
                                 "table-algorithm = inline\n"
                                 "value-type = a: long, b: long\n"
                                 "[algorithm mod3]\ntype = MOD\nsharding-count = 3\n"
                                 "[algorithm inline]\ntype = INLINE\n"
                                 "algorithm-expression = t_${Math.abs(b % 2)}\n";

static const ShardSqlMode mode = {.dialect = SHARD_DIALECT_SQLITE};

/* ---- random predicates ---- */

static int
below(Fixture *self, int n)
{
    return g_rand_int_range(self->random, 0, n);
}

static const char *
column(Fixture *self)
{
    static const char *const columns[] = {"a", "b", "v"};
    return columns[below(self, 3)];
}

/* A constant, in both texts; sometimes a marker for us. */
static void
add_constant(Fixture *self, GString *ours, GString *theirs)
{
    int value = below(self, 12) - 4;
    int form = below(self, 12);

    if (form == 0) {
        g_string_append(ours, "NULL");
        g_string_append(theirs, "NULL");
    } else if (form == 1) {
        g_string_append_printf(ours, "%d.5", value);
        g_string_append_printf(theirs, "%d.5", value);
    } else if (form == 2) {
        g_string_append_printf(ours, "(%d + 1)", value);
        g_string_append_printf(theirs, "(%d + 1)", value);
    } else if (form == 3) {
        ShardValue bound = shard_value_long(value);
        g_array_append_val(self->values, bound);
        g_string_append_c(ours, '?');
        g_string_append_printf(theirs, "%d", value);
    } else {
        g_string_append_printf(ours, "%d", value);
        g_string_append_printf(theirs, "%d", value);
    }
}

static void
add_both(GString *ours, GString *theirs, const char *text)
{
    g_string_append(ours, text);
    g_string_append(theirs, text);
}

static void
add_compare(Fixture *self, GString *ours, GString *theirs)
{
    static const char *const operators[] = {" = ",
                                            " <> ",
                                            " < ",
                                            " <= ",
                                            " > ",
                                            " >= ",
                                            " IS ",
                                            " IS NOT ",
                                            " = ",
                                            " <> ",
                                            " IS DISTINCT FROM ",
                                            " IS NOT DISTINCT FROM "};
    const char *operator= operators[below(self, G_N_ELEMENTS(operators))];

    if (below(self, 4) == 0 && strstr(operator, " IS ") == NULL) {
        add_constant(self, ours, theirs);
        add_both(ours, theirs, operator);
        add_both(ours, theirs, column(self));
        return;
    }
    add_both(ours, theirs, column(self));
    add_both(ours, theirs, operator);
    if (below(self, 8) == 0)
        add_both(ours, theirs, column(self));
    else
        add_constant(self, ours, theirs);
}

static void
add_list(Fixture *self, GString *ours, GString *theirs)
{
    int n = 1 + below(self, 4);

    add_both(ours, theirs, column(self));
    add_both(ours, theirs, below(self, 3) == 0 ? " NOT IN (" : " IN (");
    for (int i = 0; i < n; i++) {
        if (i > 0)
            add_both(ours, theirs, ", ");
        if (below(self, 15) == 0)
            add_both(ours, theirs, column(self));
        else
            add_constant(self, ours, theirs);
    }
    add_both(ours, theirs, ")");
}

static void
add_between(Fixture *self, GString *ours, GString *theirs)
{
    add_both(ours, theirs, column(self));
    add_both(ours, theirs, below(self, 3) == 0 ? " NOT BETWEEN " : " BETWEEN ");
    add_constant(self, ours, theirs);
    add_both(ours, theirs, " AND ");
    add_constant(self, ours, theirs);
}

static void
add_pair(Fixture *self, GString *ours, GString *theirs)
{
    add_both(ours, theirs, "(");
    add_constant(self, ours, theirs);
    add_both(ours, theirs, ", ");
    add_constant(self, ours, theirs);
    add_both(ours, theirs, ")");
}

/* (a, b) IN ((1, 2), (3, 4)), which SQLite itself wants as VALUES; (a, b) < (1, 2). */
static void
add_pairs(Fixture *self, GString *ours, GString *theirs)
{
    static const char *const operators[] = {" = ", " <> ", " < ", " <= ", " > ", " >= "};
    int n = below(self, 4);

    add_both(ours, theirs, below(self, 2) == 0 ? "(a, b)" : "(b, v)");
    if (n == 0) {
        add_both(ours, theirs, operators[below(self, G_N_ELEMENTS(operators))]);
        add_pair(self, ours, theirs);
        return;
    }
    add_both(ours, theirs, below(self, 3) == 0 ? " NOT IN (" : " IN (");
    g_string_append(theirs, "VALUES ");
    for (int i = 0; i < n; i++) {
        add_both(ours, theirs, i == 0 ? "" : ", ");
        add_pair(self, ours, theirs);
    }
    add_both(ours, theirs, ")");
}

static void
add_leaf(Fixture *self, GString *ours, GString *theirs)
{
    switch (below(self, 9)) {
    case 0:
        add_list(self, ours, theirs);
        return;
    case 1:
        add_between(self, ours, theirs);
        return;
    case 2:
        add_both(ours, theirs, column(self));
        add_both(ours, theirs, below(self, 2) == 0 ? " IS NULL" : " IS NOT NULL");
        return;
    case 3:
        add_pairs(self, ours, theirs);
        return;
    default:
        add_compare(self, ours, theirs);
    }
}

static void
add_predicate(Fixture *self, GString *ours, GString *theirs, int depth)
{
    static const char *const tails[] = {
        ") IS TRUE", ") IS FALSE", ") IS NOT TRUE", ") IS NOT FALSE", ") IS NOT NULL", ")",
        ")",         ")"};
    int form = depth == 0 ? 0 : below(self, 7);

    if (form <= 1) {
        add_leaf(self, ours, theirs);
        return;
    }
    if (form == 2) {
        add_both(ours, theirs, "NOT (");
        add_predicate(self, ours, theirs, depth - 1);
        add_both(ours, theirs, ")");
        return;
    }
    add_both(ours, theirs, "(");
    add_predicate(self, ours, theirs, depth - 1);
    add_both(ours, theirs, form == 3 || form == 4 ? " OR " : " AND ");
    add_predicate(self, ours, theirs, depth - 1);
    add_both(ours, theirs, form == 6 ? tails[below(self, G_N_ELEMENTS(tails))] : ")");
}

/* ---- plans ---- */

static ShardPlan *
make_plan(Fixture *self, const char *sql, ShardPrepared **out_prepared)
{
    g_autoptr(GError) error = NULL;
    const ShardPlanInput input = {.last_write_shard = -1,
                                  .values = (const ShardValue *) self->values->data,
                                  .n_values = self->values->len};

    *out_prepared = shard_router_prepare(self->router, sql, strlen(sql), &mode, &error);
    if (*out_prepared == NULL)
        fail_msg("%s: %s", sql, error->message);
    ShardPlan *plan = shard_prepared_plan(*out_prepared, &input, &error);
    if (plan == NULL)
        fail_msg("%s: %s", sql, error->message);
    return plan;
}

static guint
node_of_row(Fixture *self, const char *values)
{
    g_autofree char *sql = g_strdup_printf("INSERT INTO t (id, a, b, v) VALUES (%s)", values);
    g_autoptr(ShardPrepared) prepared = NULL;
    g_autoptr(ShardPlan) plan = make_plan(self, sql, &prepared);

    assert_int_equal(plan->n_units, 1);
    return plan->units[0].node;
}

typedef struct {
    Fixture *fixture;
    guint64 routed; /* a bit per node */
    const char *sql;
} Check;

static int
check_row(void *data, int n, char **values, char **names)
{
    const Check *check = data;
    guint row = (guint) g_ascii_strtoull(values[0], NULL, 10);

    if ((check->routed >> check->fixture->nodes[row] & 1) == 0)
        fail_msg("%s: row %u lies on node %u, which isn't in the route", check->sql, row,
                 check->fixture->nodes[row]);
    return 0;
}

static void
check_predicate(Fixture *self)
{
    g_autoptr(GString) ours = g_string_new("SELECT * FROM t WHERE ");
    g_autoptr(GString) theirs = g_string_new("SELECT id FROM t WHERE ");
    g_autoptr(ShardPrepared) prepared = NULL;

    g_array_set_size(self->values, 0);
    add_predicate(self, ours, theirs, 3);
    g_autoptr(ShardPlan) plan = make_plan(self, ours->str, &prepared);
    Check check = {self, 0, ours->str};
    for (guint i = 0; i < plan->n_units; i++)
        check.routed |= G_GUINT64_CONSTANT(1) << plan->units[i].node;
    char *message = NULL;
    if (self->sqlite.exec(self->database, theirs->str, check_row, &check, &message) != 0)
        fail_msg("%s: %s", theirs->str, message);
}

static void
test_random_predicates(void **state)
{
    Fixture *self = *state;
    const char *wanted = g_getenv("SHARD_TEST_PREDICATES");
    guint64 n = wanted == NULL ? 2000 : g_ascii_strtoull(wanted, NULL, 10);

    for (guint64 i = 0; i < n; i++)
        check_predicate(self);
}

/* ---- set-up ---- */

static gboolean
load_sqlite(Sqlite *self)
{
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);

    if (library == NULL)
        return FALSE;
    *(void **) &self->open = dlsym(library, "sqlite3_open");
    *(void **) &self->exec = dlsym(library, "sqlite3_exec");
    *(void **) &self->close = dlsym(library, "sqlite3_close");
    return self->open != NULL && self->exec != NULL && self->close != NULL;
}

static void
insert_rows(Fixture *self)
{
    self->sqlite.exec(self->database,
                      "CREATE TABLE t (id INTEGER, a INTEGER, b INTEGER, v INTEGER)", NULL, NULL,
                      NULL);
    for (guint i = 0; i < N_ROWS; i++) {
        g_autofree char *v =
            below(self, 5) == 0 ? g_strdup("NULL") : g_strdup_printf("%d", below(self, 10) - 3);
        g_autofree char *values =
            g_strdup_printf("%u, %d, %d, %s", i, below(self, 12) - 4, below(self, 12) - 4, v);
        g_autofree char *sql = g_strdup_printf("INSERT INTO t VALUES (%s)", values);
        assert_int_equal(self->sqlite.exec(self->database, sql, NULL, NULL, NULL), 0);
        self->nodes[i] = node_of_row(self, values);
    }
}

static int
set_up(void **state)
{
    static Fixture fixture;
    const char *seed = g_getenv("SHARD_TEST_SEED");

    fixture.router = router_of(rules_text);
    if (fixture.router == NULL || !load_sqlite(&fixture.sqlite)) {
        print_error("no router, or no SQLite\n");
        return -1;
    }
    fixture.values = g_array_new(FALSE, TRUE, sizeof(ShardValue));
    fixture.random =
        g_rand_new_with_seed(seed == NULL ? 35711 : (guint32) g_ascii_strtoull(seed, NULL, 10));
    assert_int_equal(fixture.sqlite.open(":memory:", &fixture.database), 0);
    insert_rows(&fixture);
    *state = &fixture;
    return 0;
}

static int
tear_down(void **state)
{
    Fixture *self = *state;

    self->sqlite.close(self->database);
    g_array_unref(self->values);
    g_rand_free(self->random);
    shard_router_unref(self->router);
    return 0;
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_predicates)};
    Sqlite sqlite;

    if (!load_sqlite(&sqlite))
        return 77;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
