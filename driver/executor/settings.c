/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/settings.h"

#include <string.h>

#define DEFAULT_MERGE_MEMORY ((gsize) 64 * 1024 * 1024)
#define DEFAULT_SLOW 1000 /* milliseconds */
#define DEFAULT_ANSWER_TIMEOUT 30

ShardSettings *
shard_settings_new(void)
{
    ShardSettings *self = g_new0(ShardSettings, 1);

    self->merge_memory = DEFAULT_MERGE_MEMORY;
    self->limits = (ShardAnswerLimits){SHARD_ANSWER_ROWS, SHARD_ANSWER_BYTES};
    self->slow_ms = DEFAULT_SLOW;
    self->answer_timeout = DEFAULT_ANSWER_TIMEOUT;
    self->handed_on = g_strdup("");
    return self;
}

ShardSettings *
shard_settings_copy(const ShardSettings *from)
{
    ShardSettings *self = g_new(ShardSettings, 1);

    *self = *from;
    self->rules_path = g_strdup(from->rules_path);
    self->uid = g_strdup(from->uid);
    self->pwd = g_strdup(from->pwd);
    self->log = g_strdup(from->log);
    self->state = g_strdup(from->state);
    self->catalog = g_strdup(from->catalog);
    self->handed_on = g_strdup(from->handed_on != NULL ? from->handed_on : "");
    return self;
}

/* The compiler may not leave this out, though the memory is freed next. */
static void
wipe(char *secret)
{
    if (secret != NULL)
        explicit_bzero(secret, strlen(secret));
}

void
shard_settings_free(ShardSettings *self)
{
    if (self == NULL)
        return;
    wipe(self->pwd);
    wipe(self->handed_on);
    g_free(self->rules_path);
    g_free(self->uid);
    g_free(self->pwd);
    g_free(self->log);
    g_free(self->state);
    g_free(self->catalog);
    g_free(self->handed_on);
    g_free(self);
}

char *
shard_state_folder(const char *state)
{
    const char *base = g_getenv("XDG_STATE_HOME");

    if (state != NULL && state[0] != '\0')
        return g_strdup(state);
    if (base != NULL && base[0] == '/')
        return g_build_filename(base, "shardodbc", NULL);
    return g_build_filename(g_get_home_dir(), ".local", "state", "shardodbc", NULL);
}
