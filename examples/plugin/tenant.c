/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * tenant.c - an example of a sharding plug-in: big tenants have a target of their own, all others
 * share the rest by their number.
 *
 *   [algorithm by_tenant]
 *   type = PLUGIN
 *   library = libtenant.so
 *   big = 7: t_order_0, 12: t_order_1
 *
 * Build:  cc -shared -fPIC -o libtenant.so tenant.c
 */
#include <shardodbc/plugin.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BIG 16

typedef struct {
    int64_t tenant;
    char target[64];
} Big;

typedef struct {
    Big big[MAX_BIG];
    size_t n;
} Tenant;

static void
destroy(void *self)
{
    free(self);
}

/* "7: t_order_0, 12: t_order_1" */
static int
read_big(Tenant *self, const char *text)
{
    while (*text != '\0') {
        Big *big = &self->big[self->n];
        long long tenant;
        int used = 0;

        if (self->n == MAX_BIG ||
            sscanf(text, " %lld : %63[^, ] %n", &tenant, big->target, &used) != 2)
            return 0;
        big->tenant = tenant;
        self->n++;
        text += used;
        if (*text == ',')
            text++;
        else if (*text != '\0')
            return 0;
    }
    return 1;
}

static void *
create(const ShardPluginProperty *properties, size_t n, ShardPluginMessage *message)
{
    Tenant *self = calloc(1, sizeof *self);

    for (size_t i = 0; self != NULL && i < n; i++) {
        if (strcmp(properties[i].name, "big") == 0 && read_big(self, properties[i].value))
            continue;
        snprintf(message->text, sizeof message->text, "%s = %s is not understood",
                 properties[i].name, properties[i].value);
        destroy(self);
        return NULL;
    }
    return self;
}

static size_t
find(const ShardPluginTargets *targets, const char *name)
{
    size_t i = 0;
    while (i < targets->n && strcmp(targets->names[i], name) != 0)
        i++;
    return i;
}

static int
is_reserved(const Tenant *self, const char *name)
{
    for (size_t i = 0; i < self->n; i++)
        if (strcmp(self->big[i].target, name) == 0)
            return 1;
    return 0;
}

/* The one at that place, counted round, among the targets that no big tenant has. */
static size_t
find_shared(const Tenant *self, const ShardPluginTargets *targets, int64_t tenant)
{
    size_t n = 0;

    for (size_t i = 0; i < targets->n; i++)
        n += !is_reserved(self, targets->names[i]);
    if (n == 0)
        return targets->n;
    size_t place = (size_t) ((tenant % (int64_t) n + (int64_t) n) % (int64_t) n);
    for (size_t i = 0; i < targets->n; i++)
        if (!is_reserved(self, targets->names[i]) && place-- == 0)
            return i;
    return targets->n;
}

static ShardPluginResult
place_tenant(const Tenant *self, const ShardPluginTargets *targets, int64_t tenant, size_t *target)
{
    for (size_t i = 0; i < self->n; i++) {
        if (self->big[i].tenant != tenant)
            continue;
        *target = find(targets, self->big[i].target);
        return *target < targets->n ? SHARD_PLUGIN_FOUND : SHARD_PLUGIN_FAILED;
    }
    *target = find_shared(self, targets, tenant);
    return *target < targets->n ? SHARD_PLUGIN_FOUND : SHARD_PLUGIN_FAILED;
}

static ShardPluginResult
place(void *state, const ShardPluginTargets *targets, const ShardPluginValue *values, size_t n,
      size_t *target, ShardPluginMessage *message)
{
    ShardPluginResult result = SHARD_PLUGIN_FAILED;

    if (n == 1 && values[0].kind == SHARD_PLUGIN_INTEGER)
        result = place_tenant(state, targets, values[0].integer, target);
    if (result == SHARD_PLUGIN_FAILED)
        snprintf(message->text, sizeof message->text, "a tenant is a number that has a target");
    return result;
}

/* A short range is every tenant in it; a long one, every target. */
static ShardPluginResult
range(void *state, const ShardPluginTargets *targets, const ShardPluginRange *bounds,
      unsigned char *marks, ShardPluginMessage *message)
{
    const ShardPluginValue *lower = &bounds->lower;
    const ShardPluginValue *upper = &bounds->upper;
    size_t target;

    (void) message;
    if (lower->kind != SHARD_PLUGIN_INTEGER || upper->kind != SHARD_PLUGIN_INTEGER ||
        (uint64_t) upper->integer - (uint64_t) lower->integer > 100)
        return SHARD_PLUGIN_FAILED;
    for (int64_t i = 0; i <= upper->integer - lower->integer; i++)
        if (place_tenant(state, targets, lower->integer + i, &target) == SHARD_PLUGIN_FOUND)
            marks[target] = 1;
    return SHARD_PLUGIN_FOUND;
}

const ShardPlugin *
shard_plugin(void)
{
    static const ShardPlugin plugin = {
        .version = SHARD_PLUGIN_VERSION,
        .create = create,
        .destroy = destroy,
        .place = place,
        .range = range,
    };
    return &plugin;
}
