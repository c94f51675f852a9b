/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bench.h"

#include <stdio.h>
#include <string.h>

Data data = {.n_orders = 1000000, .n_users = 49999};

/* ---- values ---- */

static uint64_t
draw(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15ull);

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static long
draw_order(const Call *call)
{
    return draw(call->random) % data.n_orders + 1;
}

SQLINTEGER
user_of(long order)
{
    return (SQLINTEGER) ((order * 7919L) % data.n_users + 1);
}

long
first_insert(const Target *target)
{
    return 1000000000L * (target->number + 1);
}

/* So many seconds, within the year. */
static SQL_TIMESTAMP_STRUCT
time_at(long seconds)
{
    static const int month_days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    long days = seconds / 86400, rest = seconds % 86400;
    int month = 0;

    while (month < 11 && days >= month_days[month])
        days -= month_days[month++];
    return (SQL_TIMESTAMP_STRUCT){
        .year = 2024,
        .month = month + 1,
        .day = days + 1,
        .hour = rest / 3600,
        .minute = rest / 60 % 60,
        .second = rest % 60,
    };
}

/* ---- where ---- */

/* The one that has the user's rows. */
static Conn *
conn_of(const Call *call, SQLINTEGER user)
{
    return call->conns[user % call->target->n];
}

static Result
everywhere(const Call *call)
{
    return run_on(call->target, call->q, job_run, EVERYWHERE(call->target));
}

/* ---- what ---- */

static Result
read_one(const Call *call)
{
    long order = draw_order(call);
    Conn *conn = conn_of(call, user_of(order));
    Values *values = &conn_prepare(conn, call->q)->values;

    values->users[0] = user_of(order);
    values->orders[0] = order;
    return conn_run(conn, call->q);
}

static Result
read_three_users(const Call *call)
{
    Target *target = call->target;
    SQLINTEGER users[3];
    unsigned mask = 0;

    for (int i = 0; i < 3; i++) {
        users[i] = user_of(draw_order(call));
        mask |= 1u << users[i] % target->n;
    }
    for (int i = 0; i < target->n; i++)
        if (mask & 1u << i)
            memcpy(conn_prepare(call->conns[i], call->q)->values.users, users, sizeof users);
    return run_on(target, call->q, job_run, mask);
}

/* No shard is known to have it. */
static Result
read_without_user(const Call *call)
{
    long order = draw_order(call);

    for (int i = 0; i < call->target->n; i++)
        conn_prepare(call->conns[i], call->q)->values.orders[0] = order;
    return everywhere(call);
}

static void
add_row(const Call *call, long order, SQLINTEGER user)
{
    Rows *rows = conn_rows(conn_of(call, user));
    Row *row = &rows->rows[rows->n++];

    row->order = order;
    row->user = user;
    strcpy(row->status, "new");
    snprintf(row->amount, sizeof row->amount, "%ld.%02ld", order % 1000, order % 97);
    snprintf(row->note, sizeof row->note, "inserted %ld by the benchmark program", order);
    row->time = time_at(order * 104729L % N_SECONDS);
}

static Result
insert_one(const Call *call)
{
    long order = first_insert(call->target) + call->target->sequence++;
    Job job = {.conn = conn_of(call, user_of(order)), .q = call->q};

    conn_rows(job.conn)->n = 0;
    add_row(call, order, user_of(order));
    job_insert_rows(&job);
    return job.result;
}

static Result
insert_many(const Call *call)
{
    Target *target = call->target;

    for (int i = 0; i < target->n; i++)
        conn_rows(call->conns[i])->n = 0;
    for (int i = 0; i < N_ROWS; i++)
        add_row(call, first_insert(target) + target->sequence++, i % data.n_users + 1);
    if (call->q == Q11T && target->is_sharded)
        return run_in_transaction(target, call->q, job_insert_rows);
    return run_on(target, call->q, job_insert_rows, EVERYWHERE(target));
}

static Result
update_range(const Call *call)
{
    enum { SECONDS = 6300 };
    Target *target = call->target;
    long from = draw(call->random) % (N_SECONDS - SECONDS);

    target->sequence++;
    for (int i = 0; i < target->n; i++) {
        Values *values = &conn_prepare(call->conns[i], call->q)->values;
        /* A new value each time: MariaDB skips an update that changes nothing. */
        snprintf(values->texts[0], sizeof values->texts[0], "h%d.%ld", target->number,
                 target->sequence);
        values->times[0] = time_at(from);
        values->times[1] = time_at(from + SECONDS);
    }
    if (call->q == Q12T && target->is_sharded)
        return run_in_transaction(target, call->q, job_run);
    return everywhere(call);
}

static Result
transfer_between(const Call *call)
{
    /* The shards behind a data source of ours are four. */
    int n = call->target->is_sharded ? call->target->n : 4;
    long orders[2];

    orders[0] = draw_order(call);
    do
        orders[1] = draw_order(call);
    while (user_of(orders[1]) % n == user_of(orders[0]) % n);
    return transfer(call->target, call->q, orders);
}

Result
run_once(const Call *call)
{
    static Result (*const ways[N_MEASURED])(const Call *) = {
        [Q1] = read_one,         [Q1U] = read_one,          [Q1D] = read_one,
        [Q2] = insert_one,       [Q3] = everywhere,         [Q4] = everywhere,
        [Q5] = everywhere,       [Q6] = everywhere,         [Q7] = everywhere,
        [Q7B] = everywhere,      [Q8] = everywhere,         [Q8B] = everywhere,
        [Q9] = read_three_users, [Q10] = everywhere,        [Q11] = insert_many,
        [Q11T] = insert_many,    [Q11A] = insert_many,      [Q12] = update_range,
        [Q12T] = update_range,   [Q13] = transfer_between,  [Q13P] = transfer_between,
        [Q14] = read_one,        [Q15] = read_without_user,
    };

    return ways[call->q](call);
}
