/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * settle-replicas.c - how sessions are dealt over a shard's replicas, from the load balancers.
 *
 * ShardingSphere chooses for each statement or transaction, here a session stays with its replica:
 * in the long run both give each replica its share.
 */
#include "tools/import/settle.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *type;
    gboolean at_random, weighted;
} kinds[] = {
    {"ROUND_ROBIN", FALSE, FALSE},
    {"RANDOM", TRUE, FALSE},
    {"WEIGHT", TRUE, TRUE},
    {"TRANSACTION_ROUND_ROBIN", FALSE, FALSE},
    {"TRANSACTION_RANDOM", TRUE, FALSE},
    {"TRANSACTION_WEIGHT", TRUE, TRUE},
    {"FIXED_REPLICA_RANDOM", TRUE, FALSE},
    {"FIXED_REPLICA_ROUND_ROBIN", FALSE, FALSE},
    {"FIXED_REPLICA_WEIGHT", TRUE, TRUE},
};

/* NULL: it is none. */
static const char *
find_weight(const ImportAlgorithm *balancer, const char *replica)
{
    for (guint i = 0; i + 1 < balancer->properties->len; i += 2)
        if (strcmp(balancer->properties->pdata[i], replica) == 0)
            return balancer->properties->pdata[i + 1];
    return NULL;
}

/* Decimals there, whole numbers from 1 to 1000 here: all times the same. */
static gboolean
scale_weights(double *weights, guint n)
{
    double greatest = 0;
    double factor = 1;

    for (guint i = 0; i < n; i++)
        greatest = MAX(greatest, weights[i]);
    while (factor <= 1000 && greatest * factor <= 1000) {
        gboolean whole = TRUE;
        for (guint i = 0; i < n; i++)
            whole &= fabs(weights[i] * factor - round(weights[i] * factor)) < 1e-9;
        if (whole)
            break;
        factor *= 10;
    }
    for (guint i = 0; i < n; i++) {
        weights[i] = round(weights[i] * factor);
        if (!(weights[i] >= 1 && weights[i] <= 1000))
            return FALSE;
    }
    return TRUE;
}

/* NULL: they can't be told as whole numbers for each replica. */
static char *
weights_text(const ImportAlgorithm *balancer, const GPtrArray *replicas)
{
    g_autoptr(GString) out = g_string_new(NULL);
    g_autofree double *weights = g_new0(double, replicas->len + 1);

    for (guint i = 0; i < replicas->len; i++) {
        const char *text = find_weight(balancer, replicas->pdata[i]);
        char *end;
        if (text == NULL)
            return NULL;
        weights[i] = g_ascii_strtod(text, &end);
        if (end == text || *end != '\0')
            return NULL;
    }
    if (!scale_weights(weights, replicas->len))
        return NULL;
    for (guint i = 0; i < replicas->len; i++)
        g_string_append_printf(out, "%s%d", i == 0 ? "" : ", ", (int) weights[i]);
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static void
say_lost(ImportSettled *self, const ImportGroup *group, const ImportAlgorithm *balancer)
{
    import_say_at(self->config, IMPORT_LOST, balancer == NULL ? group->place : balancer->place,
                  "load balancer '%s'%s%s%s: the replicas of '%s' get sessions in turn",
                  group->balancer, balancer == NULL ? " is not described" : " of type '",
                  balancer == NULL ? "" : balancer->type, balancer == NULL ? "" : "'", group->name);
}

void
import_settle_replicas(ImportSettled *self, ImportShard *shard, const ImportGroup *group)
{
    const ImportAlgorithm *balancer =
        group->balancer == NULL ? NULL
                                : import_find_algorithm(self->config->balancers, group->balancer);
    guint at = 0;

    if (group->balancer == NULL || group->reads->len < 2)
        return;
    while (balancer != NULL && at < G_N_ELEMENTS(kinds) &&
           !import_same_name(kinds[at].type, balancer->type))
        at++;
    if (balancer == NULL || at == G_N_ELEMENTS(kinds)) {
        say_lost(self, group, balancer);
        return;
    }
    if (kinds[at].weighted) {
        shard->weights = weights_text(balancer, group->reads);
        if (shard->weights == NULL) {
            say_lost(self, group, balancer);
            return;
        }
    }
    shard->at_random = kinds[at].at_random;
}

/* The group that names the balancer, and the replica of that name if there should be one. */
static gboolean
is_used(const ImportSettled *self, const char *balancer, const char *replica)
{
    for (guint i = 0; i < self->config->groups->len; i++) {
        const ImportGroup *group = self->config->groups->pdata[i];
        gboolean here = replica == NULL;
        for (guint j = 0; j < group->reads->len; j++)
            here |= replica != NULL && strcmp(group->reads->pdata[j], replica) == 0;
        if (here && group->balancer != NULL && g_ascii_strcasecmp(group->balancer, balancer) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean
is_weighted(const char *type)
{
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (import_same_name(kinds[i].type, type))
            return kinds[i].weighted;
    return FALSE;
}

void
import_report_balancers(ImportSettled *self)
{
    for (guint i = 0; i < self->config->balancers->len; i++) {
        const ImportAlgorithm *balancer = self->config->balancers->pdata[i];
        if (!is_used(self, balancer->name, NULL)) {
            import_say_at(self->config, IMPORT_NOTE, balancer->place,
                          "load balancer '%s': nothing uses it", balancer->name);
            continue;
        }
        for (guint j = 0; j + 1 < balancer->properties->len; j += 2) {
            const char *name = balancer->properties->pdata[j];
            if (!is_weighted(balancer->type) || !is_used(self, balancer->name, name))
                import_say_at(self->config, IMPORT_LOST, balancer->place,
                              "property %s of load balancer '%s'", name, balancer->name);
        }
    }
}
