/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* command-recover.c - finishes prepared transactions whose process is gone. */
#include "driver/executor/transaction/recover.h"
#include "router/base/error.h"
#include "tools/command.h"
#include "tools/options.h"
#include "tools/report.h"

#include <string.h>

static const char help[] =
    "usage: shardodbc recover [options] RULES\n"
    "       shardodbc recover [options] --dsn NAME\n"
    "\n"
    "Finishes prepared transactions (Transaction=2pc) whose process is gone: those that were "
    "decided\n"
    "are committed, the others rolled back. Connections do so by themselves; this is for when no\n"
    "application runs.\n"
    "\n"
    "  --list          only say what there is\n"
    "  --commit        commit those, too, whose end is not known any more\n"
    "  --rollback      roll those back\n"
    "  --id ID         those of the state folder that had this id, which is lost\n"
    "  --dsn NAME      rules, user and state folder as this data source has them\n"
    "  --state FOLDER  the state folder, instead\n"
    "  --uid NAME      user for shards that name none; the password is taken from SHARDODBC_PWD\n"
    "\n"
    "Exit status: 0 nothing is left, 1 something is, or a shard can't be asked, 2 wrong usage.\n";

typedef struct {
    Origin origin;
    char *id;
    gboolean list, commit, rollback, help;
} Words;

static void
words_clear(Words *self)
{
    origin_clear(&self->origin);
    g_free(self->id);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Words, words_clear)

static gboolean
is_id(const char *text)
{
    return strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16;
}

static gboolean
parse_words(int n, char **words, Words *self)
{
    const OptionFlag flags[] = {
        {"--list", &self->list}, {"--commit", &self->commit}, {"--rollback", &self->rollback},
        {"--help", &self->help}, {"-h", &self->help},         {NULL, NULL}};
    const OptionValue values[] = {{"--dsn", &self->origin.dsn, NULL},
                                  {"--uid", &self->origin.uid, NULL},
                                  {"--state", &self->origin.state, NULL},
                                  {"--id", &self->id, NULL},
                                  {NULL, NULL, NULL}};
    g_auto(GStrv) rest = options_parse(n, words, flags, values);

    if (rest == NULL)
        return FALSE;
    if (self->list + self->commit + self->rollback > 1) {
        command_complain("recover", "--list, --commit and --rollback exclude each other");
        return FALSE;
    }
    if (self->id != NULL && !is_id(self->id)) {
        command_complain("recover", "--id wants the 16 hexadecimal digits that --list tells");
        return FALSE;
    }
    return self->help || origin_take(&self->origin, "recover", rest);
}

const char *
command_doubt_word(ShardDoubtDecision decision)
{
    static const char *const words[] = {
        [SHARD_DOUBT_IN_USE] = "its process lives",
        [SHARD_DOUBT_UNKNOWN] = "its log is lost",
        [SHARD_DOUBT_UNREADABLE] = "its log can't be read",
        [SHARD_DOUBT_DAMAGED] = "its log is damaged",
        [SHARD_DOUBT_COMMIT] = "to be committed",
        [SHARD_DOUBT_ROLLBACK] = "to be rolled back",
        [SHARD_DOUBT_ASK] = "as a shard has decided that can't say it now",
        [SHARD_DOUBT_FORGOT] = "as a shard has decided that doesn't know it any more",
        [SHARD_DOUBT_FOREIGN] = "of another state folder",
    };

    return words[decision];
}

/* "shardodbc:<folder's id>:…" (transfer full) */
static char *
folder_id(const ShardDoubt *doubt)
{
    g_auto(GStrv) parts = g_strsplit(doubt->name, ":", 3);

    return g_strdup(parts[1]);
}

static void
print_foreign_id(const GPtrArray *doubts, const char *id)
{
    g_autoptr(GPtrArray) shards = g_ptr_array_new();
    guint n = 0;

    for (guint i = 0; i < doubts->len; i++) {
        const ShardDoubt *doubt = doubts->pdata[i];
        if (doubt->decision != SHARD_DOUBT_FOREIGN)
            continue;
        g_autofree char *other = folder_id(doubt);
        if (strcmp(other, id) != 0)
            continue;
        n++;
        if (!g_ptr_array_find_with_equal_func(shards, doubt->shard, g_str_equal, NULL))
            g_ptr_array_add(shards, doubt->shard);
    }
    g_ptr_array_add(shards, NULL);
    g_autofree char *names = g_strjoinv(", ", (char **) shards->pdata);
    g_print("%u prepared transaction%s of another state folder (id %s) on %s; give --state or the "
            "--dsn whose State it is, or --id if that folder is lost\n",
            n, n == 1 ? "" : "s", id, names);
}

void
command_print_foreign(const GPtrArray *doubts)
{
    g_autoptr(GHashTable) told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (guint i = 0; i < doubts->len; i++) {
        const ShardDoubt *doubt = doubts->pdata[i];
        char *id = doubt->decision == SHARD_DOUBT_FOREIGN ? folder_id(doubt) : NULL;
        if (id == NULL)
            continue;
        if (!g_hash_table_contains(told, id))
            print_foreign_id(doubts, id);
        g_hash_table_add(told, id);
    }
}

/* TRUE if it is still there. */
static gboolean
print_doubt(const ShardDoubt *doubt)
{
    g_autofree char *problem = doubt->problem == NULL ? NULL : report_one_line(doubt->problem);

    if (doubt->name == NULL) {
        g_print("shard %s: %s\n", doubt->shard, problem == NULL ? "can't be asked" : problem);
        return TRUE;
    }
    if (doubt->decision == SHARD_DOUBT_FOREIGN)
        return TRUE;
    g_print("%s on %s: %s%s%s%s\n", doubt->name, doubt->shard, command_doubt_word(doubt->decision),
            doubt->finished ? ", done" : "", problem == NULL ? "" : ": ",
            problem == NULL ? "" : problem);
    return !doubt->finished && doubt->decision != SHARD_DOUBT_IN_USE;
}

static int
run_recover(int n_words, char **words)
{
    g_auto(Words) parsed = {0};
    g_autoptr(ShardSettings) settings = shard_settings_new();
    g_autoptr(GError) error = NULL;
    gboolean understood = parse_words(n_words, words, &parsed);
    guint n_left = 0;
    int status;

    if (!options_go_on(help, understood, parsed.help, &status))
        return status;
    if (!settings_for_tool(settings, "recover", &parsed.origin))
        return EXIT_NO;
    ShardRecoverMode mode = parsed.list       ? SHARD_RECOVER_LIST
                            : parsed.commit   ? SHARD_RECOVER_COMMIT
                            : parsed.rollback ? SHARD_RECOVER_ROLLBACK
                                              : SHARD_RECOVER_FINISH;
    const ShardRecoverWish wish = {
        .mode = mode, .id = parsed.id, .with_foreign = parsed.id == NULL};
    g_autoptr(GPtrArray) doubts = shard_recover_wish(settings, &wish, &error);
    if (doubts == NULL) {
        command_complain("recover", error->message);
        return EXIT_NO;
    }
    for (guint i = 0; i < doubts->len; i++)
        n_left += print_doubt(doubts->pdata[i]);
    command_print_foreign(doubts);
    if (doubts->len == 0)
        g_print("nothing waits\n");
    return n_left > 0 ? EXIT_NO : 0;
}

const Command command_recover = {"recover", "[options] RULES",
                                 "finishes prepared transactions whose process is gone",
                                 run_recover};
