/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Two-phase commit on real servers: a transfer between two shards by a child process that dies at
 * each step of the protocol; after recovery the sum is what it was, and nothing is in doubt.
 */
#include "driver/executor/transaction/decision-log.h"
#include "driver/executor/transaction/recover.h"
#include "driver/executor/transaction/two-phase.h"

#include "executor-ini.h"
#include "executor-plan.h"

#include <setjmp.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

typedef struct {
    const char *brand;
    ShardSettings *settings;
    ShardSession *session;
    ShardRun *run;
    HandMade made;
} Fixture;

/* Where the child dies: the n-th time that it comes by this point. */
static const char *fatal_point;
static gint fatal_count;

void
shard_fault_point(const char *name)
{
    if (fatal_point != NULL && strcmp(name, fatal_point) == 0 &&
        g_atomic_int_dec_and_test(&fatal_count))
        kill(getpid(), SIGKILL);
}

static ShardSettings *
settings_of(const char *brand)
{
    g_autofree char *name = g_strconcat(brand, "-2pc.ini", NULL);
    g_autoptr(GString) rules = executor_rules(brand);
    ShardSettings *settings = shard_settings_new();

    settings->rules_path = g_build_filename(executor_folder, name, NULL);
    /* A file changed is another rule set. */
    if (!g_file_test(settings->rules_path, G_FILE_TEST_EXISTS))
        executor_write(name, rules->str);
    settings->state = g_build_filename(executor_folder, "state", NULL);
    settings->two_phase = TRUE;
    return settings;
}

static gboolean
run(Fixture *f, const Texts *texts, GError **error)
{
    return executor_run(f->run, &f->made, texts, NULL, error);
}

static void
must_run(Fixture *f, const Texts *texts)
{
    g_autoptr(GError) error = NULL;

    if (!run(f, texts, &error))
        fail_msg("%s: %s", f->brand, error->message);
}

static void
open_session(Fixture *f, const char *brand)
{
    g_autoptr(GError) error = NULL;

    *f = (Fixture){.brand = brand, .settings = settings_of(brand)};
    f->session = shard_session_new(f->settings, SQL_OV_ODBC3, &error);
    if (f->session == NULL)
        fail_msg("%s", error->message);
    f->run = shard_run_new(f->session);
}

static void
close_session(Fixture *f)
{
    shard_run_free(f->run);
    shard_session_free(f->session);
    shard_settings_free(f->settings);
}

/* One account with 100 on each shard. */
static void
make_accounts(Fixture *f)
{
    must_run(f,
             &(Texts){.texts = ALL("DROP TABLE IF EXISTS xacc"), .is_write = TRUE, .is_ddl = TRUE});
    must_run(f, &(Texts){.texts = ALL("CREATE TABLE xacc (k INT PRIMARY KEY, v INT)"),
                         .is_write = TRUE,
                         .is_ddl = TRUE});
    must_run(f, &(Texts){.texts = ALL("INSERT INTO xacc VALUES (1, 100)"), .is_write = TRUE});
}

/* The accounts, as "100 100 100 100". */
static char *
accounts(Fixture *f)
{
    g_autoptr(GString) out = g_string_new(NULL);
    const ShardValue *row;

    must_run(f, &(Texts){.texts = ALL("SELECT v FROM xacc"), .is_query = TRUE});
    while (shard_stream_next(shard_run_stream(f->run), &row, NULL) == SHARD_ROW)
        g_string_append_printf(out, "%s%d", out->len > 0 ? " " : "", (int) row->i);
    shard_run_close(f->run);
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static gboolean
transfer(Fixture *f, GError **error)
{
    return shard_session_set_autocommit(f->session, FALSE, error) &&
           run(f, &(Texts){.texts = {"SELECT v FROM xacc WHERE k = 1"}, .is_query = TRUE}, error) &&
           run(f,
               &(Texts){.texts = {NULL, "UPDATE xacc SET v = v - 10 WHERE k = 1"},
                        .is_write = TRUE},
               error) &&
           run(f,
               &(Texts){.texts = {NULL, NULL, "UPDATE xacc SET v = v + 10 WHERE k = 1"},
                        .is_write = TRUE},
               error) &&
           shard_session_end(f->session, TRUE, error);
}

static const char *const brands[] = {"pg", "my"};

static void
commits_on_all_shards(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(brands); i++) {
        Fixture f;
        g_autoptr(GError) error = NULL;
        if (!executor_has_brand(brands[i]))
            continue;
        open_session(&f, brands[i]);
        make_accounts(&f);
        for (guint k = 0; k < 3; k++) {
            if (!transfer(&f, &error))
                fail_msg("%s: %s", brands[i], error->message);
            assert_null(shard_session_take_warning(f.session));
        }
        assert_true(
            run(&f, &(Texts){.texts = {NULL, "UPDATE xacc SET v = 0"}, .is_write = TRUE}, NULL));
        assert_true(shard_session_end(f.session, FALSE, NULL));
        /* One shard alone. */
        assert_true(
            run(&f, &(Texts){.texts = {"UPDATE xacc SET v = 101"}, .is_write = TRUE}, NULL));
        assert_true(shard_session_end(f.session, TRUE, NULL));
        assert_true(shard_session_set_autocommit(f.session, TRUE, NULL));
        g_autofree char *got = accounts(&f);
        assert_string_equal(got, "101 70 130 100");
        g_autoptr(GPtrArray) doubts = shard_recover(f.settings, SHARD_RECOVER_LIST, &error);
        assert_non_null(doubts);
        assert_int_equal(doubts->len, 0);
        close_session(&f);
    }
}

/* In autocommit a statement on several shards is one transaction, too. */
static void
failing_statement_leaves_nothing(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(brands); i++) {
        Fixture f;
        g_autoptr(GError) error = NULL;
        if (!executor_has_brand(brands[i]))
            continue;
        open_session(&f, brands[i]);
        make_accounts(&f);
        assert_false(run(&f,
                         &(Texts){.texts = {"UPDATE xacc SET v = 0", "UPDATE xacc SET v = 0",
                                            "INSERT INTO xacc VALUES (1, 1)"},
                                  .is_write = TRUE},
                         &error));
        assert_string_equal(shard_error_shard(error, 0), "ds_2");
        g_autofree char *got = accounts(&f);
        assert_string_equal(got, "100 100 100 100");
        close_session(&f);
    }
}

typedef struct {
    const char *point;
    gint count;
    const char *wanted; /* after recovery */
} DeathCase;

static const DeathCase death_cases[] = {
    {"before-prepare", 1, "100 100 100 100"},  {"before-prepare", 2, "100 100 100 100"},
    {"after-prepare", 1, "100 100 100 100"},   {"after-prepare", 2, "100 100 100 100"},
    {"before-decision", 1, "100 100 100 100"}, {"after-decision", 1, "100 90 110 100"},
    {"before-commit", 1, "100 90 110 100"},    {"before-commit", 2, "100 90 110 100"},
    {"after-commit", 1, "100 90 110 100"},     {"after-commit", 2, "100 90 110 100"},
};

static void
die_in_transfer(const char *brand, const DeathCase *c)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        Fixture f;
        open_session(&f, brand);
        fatal_count = c->count;
        fatal_point = c->point;
        transfer(&f, NULL);
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
        fail_msg("%s: the child did not die at %s %d", brand, c->point, c->count);
}

static void
death_at_every_step(void **state)
{
#ifdef __SANITIZE_THREAD__
    skip(); /* which can't follow threads of a forked child */
#endif
    for (guint i = 0; i < G_N_ELEMENTS(brands); i++) {
        if (!executor_has_brand(brands[i]))
            continue;
        for (guint k = 0; k < G_N_ELEMENTS(death_cases); k++) {
            g_autoptr(GError) error = NULL;
            Fixture f;
            open_session(&f, brands[i]);
            make_accounts(&f);
            close_session(&f);
            die_in_transfer(brands[i], &death_cases[k]);
            g_usleep(100 * 1000); /* servers notice */
            g_autoptr(ShardSettings) settings = settings_of(brands[i]);
            g_autoptr(GPtrArray) doubts = shard_recover(settings, SHARD_RECOVER_FINISH, &error);
            if (doubts == NULL)
                fail_msg("%s", error->message);
            for (guint d = 0; d < doubts->len; d++) {
                ShardDoubt *doubt = doubts->pdata[d];
                if (doubt->problem != NULL || !doubt->finished)
                    fail_msg("%s %s: %s", doubt->shard, doubt->name, doubt->problem);
            }
            g_autoptr(GPtrArray) left = shard_recover(settings, SHARD_RECOVER_LIST, NULL);
            assert_int_equal(left->len, 0);
            open_session(&f, brands[i]);
            g_autofree char *got = accounts(&f);
            if (strcmp(got, death_cases[k].wanted) != 0)
                fail_msg("%s died %s %d: %s, not %s", brands[i], death_cases[k].point,
                         death_cases[k].count, got, death_cases[k].wanted);
            close_session(&f);
        }
    }
}

/* The next session finishes it without being asked. */
static void
sessions_recover_by_themselves(void **state)
{
#ifdef __SANITIZE_THREAD__
    skip();
#endif
    static const DeathCase death = {"after-decision", 1, NULL};

    for (guint i = 0; i < G_N_ELEMENTS(brands); i++) {
        Fixture f;
        if (!executor_has_brand(brands[i]))
            continue;
        open_session(&f, brands[i]);
        make_accounts(&f);
        close_session(&f);
        die_in_transfer(brands[i], &death);
        open_session(&f, brands[i]);
        gboolean done = FALSE;
        for (guint k = 0; k < 100 && !done; k++) { /* a second look comes after five seconds */
            g_autofree char *got = accounts(&f);
            done = strcmp(got, "100 90 110 100") == 0;
            g_usleep(100 * 1000);
        }
        assert_true(done);
        must_run(&f, &(Texts){.texts = ALL("DROP TABLE xacc"), .is_write = TRUE, .is_ddl = TRUE});
        close_session(&f);
    }
}

static void
sqlite_is_refused_with_two_writers(void **state)
{
    Fixture f;
    g_autoptr(GError) error = NULL;

    open_session(&f, "sl");
    must_run(&f, &(Texts){.texts = {"DROP TABLE IF EXISTS xacc"}, .is_write = TRUE});
    must_run(&f, &(Texts){.texts = {NULL, "DROP TABLE IF EXISTS xacc"}, .is_write = TRUE});
    must_run(&f, &(Texts){.texts = {"CREATE TABLE xacc (k INT, v INT)"}, .is_write = TRUE});
    must_run(&f, &(Texts){.texts = {NULL, "CREATE TABLE xacc (k INT, v INT)"}, .is_write = TRUE});
    assert_false(
        run(&f,
            &(Texts){.texts = {"INSERT INTO xacc VALUES (1, 1)", "INSERT INTO xacc VALUES (1, 1)"},
                     .is_write = TRUE},
            &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "0A000");
    must_run(&f, &(Texts){.texts = {"SELECT v FROM xacc", "SELECT v FROM xacc"}, .is_query = TRUE});
    const ShardValue *row;
    assert_int_equal(shard_stream_next(shard_run_stream(f.run), &row, NULL), SHARD_END);
    shard_run_close(f.run);
    must_run(&f, &(Texts){.texts = {"INSERT INTO xacc VALUES (1, 1)"}, .is_write = TRUE});
    must_run(&f, &(Texts){.texts = {"DROP TABLE xacc"}, .is_write = TRUE});
    must_run(&f, &(Texts){.texts = {NULL, "DROP TABLE xacc"}, .is_write = TRUE});
    close_session(&f);
}

/* MariaDB says the same of a branch that a connection holds and of one that is not there. */
static void
held_branches_are_not_finished(void **state)
{
    static const char *const steps[] = {"XA START 'held','0'", "XA END 'held','0'",
                                        "XA PREPARE 'held','0'"};
    Fixture holder, other;
    g_autoptr(GError) error = NULL;

    if (!executor_has_brand("my"))
        skip();
    open_session(&holder, "my");
    open_session(&other, "my");
    ShardBackend *held = shard_session_backend(holder.session, 0, NULL);
    ShardBackend *backend = shard_session_backend(other.session, 0, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(steps); i++)
        assert_true(shard_backend_run(held, steps[i], NULL));
    assert_false(shard_two_phase_finish(backend, "'held','0'", FALSE, &error));
    assert_true(shard_two_phase_is_held(error));
    close_session(&holder);
    gboolean done = FALSE;
    for (guint i = 0; i < 50 && !done; i++) {
        done = shard_two_phase_finish(backend, "'held','0'", FALSE, NULL);
        g_usleep(50 * 1000);
    }
    assert_true(done);
    g_autoptr(GPtrArray) left = shard_two_phase_branches(backend, NULL);
    for (guint i = 0; i < left->len; i++)
        assert_string_not_equal(((ShardBranchName *) left->pdata[i])->name, "held");
    close_session(&other);
}

/* In a child: the log of a process that lives is nobody else's. */
static void
write_decisions(const char *folder)
{
    g_autoptr(GError) error = NULL;
    struct rlimit limit;
    ShardDecisions *log = shard_decisions_get(folder, "rules", &error);
    g_autofree char *first = shard_decisions_begin(log, &error);
    g_autofree char *second = shard_decisions_begin(log, &error);
    g_autofree char *third = shard_decisions_begin(log, &error);
    g_autofree char *fourth = shard_decisions_begin(log, &error);
    g_autofree char *fifth = shard_decisions_begin(log, &error);
    g_autofree char *path =
        g_strdup_printf("%s/decisions-%s.log", folder, g_strsplit(first, ":", 4)[2]);
    struct stat file;

    stat(path, &file);
    getrlimit(RLIMIT_FSIZE, &limit);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){(rlim_t) file.st_size + 20, limit.rlim_max});
    gboolean refused = !shard_decisions_commit(log, first, &error);
    setrlimit(RLIMIT_FSIZE, &limit);
    gboolean written = shard_decisions_commit(log, second, NULL);
    shard_decisions_end(log, third);
    written &= shard_decisions_leave_to(log, fourth, "ds 3", "700", NULL) &&
               shard_decisions_leave_to(log, fifth, "ds 3", "701", NULL) &&
               shard_decisions_commit(log, fifth, NULL);
    _exit(refused && written && error != NULL ? 0 : 1);
}

/* Only a second look, a while later, removes a log, and the time of day, which somebody may have
 * set, doesn't tell alone. */
static void
check_second_look(ShardDeadLog *log)
{
    static const struct {
        gint64 day, clock; /* how long ago the first look was, by each */
        gboolean is_over;
    } looks[] = {
        {0, 0, FALSE},
        {3600, 0, FALSE},
        {-3600, 0, FALSE},
        {SHARD_SECOND_LOOK, SHARD_SECOND_LOOK - 2, FALSE},
        {-3600, SHARD_SECOND_LOOK, TRUE},
        {SHARD_SECOND_LOOK, SHARD_SECOND_LOOK, TRUE},
    };

    shard_dead_log_recovered(log);
    for (guint i = 0; i < G_N_ELEMENTS(looks); i++) {
        assert_true(g_file_test(log->path, G_FILE_TEST_EXISTS));
        log->recovered_at = g_get_real_time() / G_USEC_PER_SEC - looks[i].day;
        log->recovered_clock = g_get_monotonic_time() / G_USEC_PER_SEC - looks[i].clock;
        assert_int_equal(shard_dead_log_is_over(log), looks[i].is_over);
    }
    shard_dead_log_recovered(log);
    assert_false(g_file_test(log->path, G_FILE_TEST_EXISTS));
}

/* A record that could not be written isn't there, and spoils no other one. */
static void
decisions_need_the_disk(void **state)
{
    g_autofree char *folder = g_build_filename(executor_folder, "full", NULL);
    int status;

    pid_t child = fork();
    if (child == 0)
        write_decisions(folder);
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    g_autoptr(GPtrArray) logs = shard_dead_logs(folder, "rules");
    assert_int_equal(logs->len, 1);
    ShardDeadLog *log = logs->pdata[0];
    assert_false(log->is_clean);
    static const ShardLogWord wanted[] = {SHARD_LOG_ROLLBACK, SHARD_LOG_COMMIT, SHARD_LOG_ROLLBACK,
                                          SHARD_LOG_ASK, SHARD_LOG_COMMIT};
    const char *left = NULL;
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        g_autofree char *name = g_strdup_printf("%s%u:0", log->prefix, i + 1);
        assert_int_equal(shard_dead_log_says(log, name, &left), wanted[i]);
    }
    assert_string_equal(left, "700 ds 3");
    check_second_look(log);
}

/* Three transactions, the second of which is committed; the names go to the file. */
static void
write_three(const char *folder, const char *names)
{
    ShardDecisions *log = shard_decisions_get(folder, "rules", NULL);
    g_autofree char *first = shard_decisions_begin(log, NULL);
    g_autofree char *second = shard_decisions_begin(log, NULL);
    gboolean done = shard_decisions_commit(log, second, NULL);
    g_autofree char *third = shard_decisions_begin(log, NULL);
    g_autofree char *text = g_strjoin("\n", first, second, third, NULL);

    _exit(done && g_file_set_contents(names, text, -1, NULL) ? 0 : 1);
}

typedef struct {
    const char *name;
    const char *spoiled; /* the record whose checksum is made wrong; NULL: none */
    gsize cut;           /* bytes taken from the end */
    const char *behind;  /* added there */
    ShardLogWord wanted[3];
} DamageCase;

#define UNHARMED                                                                                   \
    {                                                                                              \
        SHARD_LOG_ROLLBACK, SHARD_LOG_COMMIT, SHARD_LOG_ROLLBACK                                   \
    }
#define PARTLY                                                                                     \
    {                                                                                              \
        SHARD_LOG_DAMAGED, SHARD_LOG_COMMIT, SHARD_LOG_DAMAGED                                     \
    }
#define NOTHING                                                                                    \
    {                                                                                              \
        SHARD_LOG_DAMAGED, SHARD_LOG_DAMAGED, SHARD_LOG_DAMAGED                                    \
    }

static const DamageCase damage_cases[] = {
    {"as it was written", NULL, 0, "", UNHARMED},
    {"torn", NULL, 5, "", UNHARMED},
    {"torn, then looked at", NULL, 5, "\na66d6042 recovered 1\n", UNHARMED},
    {"torn, then zeros", NULL, 5, "@@@", UNHARMED},
    {"torn, then written to", NULL, 5, "\n0 commit\n", PARTLY},
    {"a begin", " begin ", 0, "", PARTLY},
    {"the commit", " commit ", 0, "", NOTHING},
    {"the head", " rules ", 0, "", PARTLY},
    {"the last one, complete", ":3", 0, "", PARTLY},
    {"emptied", NULL, G_MAXSIZE, "", NOTHING},
};

/* The text of a log, spoiled like that.  @ is a byte of zero. */
static void
damage(const DamageCase *c, const char *log, const char *text, gsize size)
{
    g_autoptr(GString) made = g_string_new_len(text, (gssize) size);
    const char *record = c->spoiled == NULL ? NULL : strstr(text, c->spoiled);

    while (record != NULL && record > text && record[-1] != '\n')
        record--;
    if (record != NULL)
        made->str[record - text] = 'x';
    g_string_truncate(made, made->len - MIN(c->cut, made->len));
    g_string_append(made, c->behind);
    for (gsize i = 0; i < made->len; i++)
        made->str[i] = made->str[i] == '@' ? '\0' : made->str[i];
    assert_true(g_file_set_contents(log, made->str, (gssize) made->len, NULL));
}

/* A log that can't be read doesn't say "roll back": other shards may have committed. */
static void
damaged_logs_decide_nothing(void **state)
{
    g_autofree char *folder = g_build_filename(executor_folder, "damaged", NULL);
    g_autofree char *names_path = g_build_filename(executor_folder, "names", NULL);
    g_autofree char *names = NULL, *text = NULL;
    gsize size;
    int status;

    pid_t child = fork();
    if (child == 0)
        write_three(folder, names_path);
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(g_file_get_contents(names_path, &names, NULL, NULL));
    g_auto(GStrv) name = g_strsplit(names, "\n", 3);
    g_auto(GStrv) parts = g_strsplit(name[0], ":", 4);
    g_autofree char *path = g_strdup_printf("%s/decisions-%s.log", folder, parts[2]);
    assert_true(g_file_get_contents(path, &text, &size, NULL));
    for (guint i = 0; i < G_N_ELEMENTS(damage_cases); i++) {
        damage(&damage_cases[i], path, text, size);
        for (guint k = 0; k < 3; k++)
            if (shard_log_says(folder, name[k]) != damage_cases[i].wanted[k])
                fail_msg("%s: %u is %d", damage_cases[i].name, k + 1,
                         shard_log_says(folder, name[k]));
    }
    /* What can't be opened is not "in use". */
    unlink(path);
    mkdir(path, 0700);
    assert_int_equal(shard_log_says(folder, name[0]), SHARD_LOG_UNREADABLE);
    rmdir(path);
    assert_int_equal(shard_log_says(folder, name[0]), SHARD_LOG_GONE);
}

/* Else the process would finish what it has just prepared, and lose the lock of its log. */
static void
own_logs_are_not_dead(void **state)
{
    g_autofree char *folder = g_build_filename(executor_folder, "own", NULL);
    g_autofree char *link_path = g_build_filename(executor_folder, "own-link", NULL);
    g_autofree char *dots = g_build_filename(folder, ".", NULL);
    const char *spellings[] = {folder, dots, link_path};
    ShardDecisions *log = shard_decisions_get(folder, "rules", NULL);
    g_autofree char *name = shard_decisions_begin(log, NULL);

    assert_int_equal(symlink(folder, link_path), 0);
    for (guint i = 0; i < G_N_ELEMENTS(spellings); i++) {
        g_autoptr(GPtrArray) logs = shard_dead_logs(spellings[i], "rules");
        assert_int_equal(logs->len, 0);
        assert_int_equal(shard_log_says(spellings[i], name), SHARD_LOG_IN_USE);
    }
    shard_decisions_end(log, name);
}

static void
remove_logs(const char *folder)
{
    g_autoptr(GDir) directory = g_dir_open(folder, 0, NULL);
    const char *name;

    while ((name = g_dir_read_name(directory)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        unlink(path);
    }
    rmdir(folder);
}

/* What is decided in a file that is gone would be known to nobody after a crash. */
static void
folder_is_emptied(void **state)
{
    g_autofree char *folder = g_build_filename(executor_folder, "emptied", NULL);
    g_autoptr(GError) error = NULL;
    ShardDecisions *log = shard_decisions_get(folder, "rules", NULL);
    g_autofree char *name = shard_decisions_begin(log, NULL);

    assert_ptr_equal(shard_decisions_get(folder, "rules", NULL), log);
    remove_logs(folder);
    assert_false(shard_decisions_commit(log, name, &error));
    assert_non_null(strstr(error->message, folder));
    ShardDecisions *other = shard_decisions_get(folder, "rules", NULL);
    assert_ptr_not_equal(other, log);
    g_autofree char *second = shard_decisions_begin(other, NULL);
    assert_true(shard_decisions_commit(other, second, NULL));
    assert_int_equal(shard_log_says(folder, name), SHARD_LOG_IN_USE);
    shard_decisions_end(other, second);
    shard_decisions_end(log, name);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commits_on_all_shards),
        cmocka_unit_test(failing_statement_leaves_nothing),
        cmocka_unit_test(death_at_every_step),
        cmocka_unit_test(sessions_recover_by_themselves),
        cmocka_unit_test(sqlite_is_refused_with_two_writers),
        cmocka_unit_test(held_branches_are_not_finished),
        cmocka_unit_test(decisions_need_the_disk),
        cmocka_unit_test(damaged_logs_decide_nothing),
        cmocka_unit_test(own_logs_are_not_dead),
        cmocka_unit_test(folder_is_emptied),
    };

    executor_ini_start();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    executor_ini_end();
    return failed;
}
