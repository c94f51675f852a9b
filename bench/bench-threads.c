/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

/* Statements between two looks at the clock. */
#define AT_A_TIME 20

/* A client with connections of its own. */
struct Client {
    pthread_t thread;
    Target *target;
    Conn *conns[MAX_SHARDS];
    uint64_t random;
    double until;
    long n_done;
};

Client *
clients_new(Target *target, int n)
{
    Client *self = calloc(n, sizeof *self);

    for (int i = 0; i < n; i++) {
        self[i].target = target;
        self[i].random = 77 + i * 1000;
        for (int k = 0; k < target->n; k++)
            self[i].conns[k] = conn_open(target, k);
    }
    return self;
}

void
clients_free(Client *self, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < self[i].target->n; k++)
            conn_close(self[i].conns[k]);
    free(self);
}

static void *
ask(void *argument)
{
    Client *self = argument;
    Call call = {self->target, self->conns, Q14, &self->random};

    self->n_done = 0;
    while (now() < self->until) {
        for (int i = 0; i < AT_A_TIME; i++)
            run_once(&call);
        self->n_done += AT_A_TIME;
    }
    return NULL;
}

/* What went wrong on a client's connection counts as the target's. */
static void
take_error(const Client *self)
{
    Conn *conn = self->target->conns[0];

    for (int k = 0; k < self->target->n; k++) {
        if (!self->conns[k]->failed)
            continue;
        conn->failed = 1;
        memcpy(conn->error, self->conns[k]->error, sizeof conn->error);
    }
}

long
clients_run(Client *self, int n, double seconds)
{
    double until = now() + seconds * 1e6;
    long n_done = 0;

    for (int i = 0; i < n; i++) {
        self[i].until = until;
        pthread_create(&self[i].thread, NULL, ask, &self[i]);
    }
    for (int i = 0; i < n; i++) {
        pthread_join(self[i].thread, NULL);
        n_done += self[i].n_done;
        take_error(&self[i]);
    }
    return n_done;
}
