/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* command-recover.c - finishes prepared transactions whose process is gone. */
#include "driver/executor/recover.h"
#include "router/base/error.h"
#include "tools/command.h"
#include "tools/options.h"

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
    "  --commit        commit those, too, whose log is lost\n"
    "  --rollback      roll those back\n"
    "  --dsn NAME      rules, user and state folder as this data source has them\n"
    "  --state FOLDER  the state folder, instead\n"
    "  --uid NAME      user for shards that name none; the password is taken from SHARDODBC_PWD\n"
    "\n"
    "Exit status: 0 nothing is left, 1 something is, or a shard can't be asked, 2 wrong usage.\n";

typedef struct {
    char *path, *dsn, *uid, *state;
    gboolean list, commit, rollback, help;
} Words;

static void
words_clear(Words *self)
{
    g_free(self->path);
    g_free(self->dsn);
    g_free(self->uid);
    g_free(self->state);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Words, words_clear)

static gboolean
parse_words(int n, char **words, Words *self)
{
    const OptionFlag flags[] = {
        {"--list", &self->list}, {"--commit", &self->commit}, {"--rollback", &self->rollback},
        {"--help", &self->help}, {"-h", &self->help},         {NULL, NULL}};
    const OptionValue values[] = {
        {"--dsn", &self->dsn}, {"--uid", &self->uid}, {"--state", &self->state}, {NULL, NULL}};
    g_auto(GStrv) rest = options_parse(n, words, flags, values);

    if (rest == NULL || g_strv_length(rest) > 1 || self->list + self->commit + self->rollback > 1)
        return FALSE;
    self->path = g_strdup(rest[0]);
    return self->help || (self->path == NULL) == (self->dsn != NULL);
}

const char *
command_doubt_word(ShardDoubtDecision decision)
{
    static const char *const words[] = {
        [SHARD_DOUBT_IN_USE] = "its process lives",
        [SHARD_DOUBT_UNKNOWN] = "its log is lost",
        [SHARD_DOUBT_COMMIT] = "to be committed",
        [SHARD_DOUBT_ROLLBACK] = "to be rolled back",
    };

    return words[decision];
}

/* TRUE if it is still there. */
static gboolean
print_doubt(const ShardDoubt *doubt)
{
    if (doubt->name == NULL) {
        g_print("shard %s: %s\n", doubt->shard,
                doubt->problem == NULL ? "can't be asked" : doubt->problem);
        return TRUE;
    }
    g_print("%s on %s: %s%s%s%s\n", doubt->name, doubt->shard, command_doubt_word(doubt->decision),
            doubt->finished ? ", done" : "", doubt->problem == NULL ? "" : ": ",
            doubt->problem == NULL ? "" : doubt->problem);
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

    if (understood && parsed.help) {
        g_print("%s", help);
        return 0;
    }
    if (!understood) {
        g_printerr("%s", help);
        return EXIT_USAGE;
    }
    settings_for_tool(settings, parsed.dsn, parsed.path, parsed.uid);
    if (parsed.state != NULL) {
        g_free(settings->state);
        settings->state = g_strdup(parsed.state);
    }
    ShardRecoverMode mode = parsed.list       ? SHARD_RECOVER_LIST
                            : parsed.commit   ? SHARD_RECOVER_COMMIT
                            : parsed.rollback ? SHARD_RECOVER_ROLLBACK
                                              : SHARD_RECOVER_FINISH;
    g_autoptr(GPtrArray) doubts = shard_recover(settings, mode, &error);
    if (doubts == NULL) {
        command_complain("recover", error->message);
        return EXIT_NO;
    }
    for (guint i = 0; i < doubts->len; i++)
        n_left += print_doubt(doubts->pdata[i]);
    if (doubts->len == 0)
        g_print("nothing waits\n");
    return n_left > 0 ? EXIT_NO : 0;
}

const Command command_recover = {"recover", "[options] RULES",
                                 "finishes prepared transactions whose process is gone",
                                 run_recover};
