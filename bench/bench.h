/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bench.h - what the files of the statement benchmark (bench.c) share; nobody else includes it.
 *
 *   bench-statements.c   the statements: names, texts, parameters
 *   bench-run.c          connect, prepare, execute, fetch
 *   bench-pool.c         one job on several shards: on parallel threads, or in turn
 *   bench-write.c        inserts of many rows, and transactions by hand
 *   bench-once.c         one execution of a statement, with values drawn at random
 *   bench-threads.c      many clients at once
 *   bench-clock.c        time, and CPU time of this process and of servers
 *   bench.c              the program: options, repetitions, report
 *
 * What fails on a connection is kept there (the first of it), and the next repetitions leave its
 * target out. Nothing is freed before the end but what would disturb the next measurement.
 */
#pragma once

#include <pthread.h>
#include <sql.h>
#include <sqlext.h>
#include <stdint.h>

#define MAX_SHARDS 16
#define MAX_TARGETS 8
#define MAX_REPETITIONS 256
#define MAX_COLUMNS 12
#define BLOCK 1000         /* rows of a fetch by blocks */
#define N_ROWS 1000        /* rows of an insert of many rows */
#define N_SECONDS 31536000 /* the orders' times are within so many of 2024-01-01 */

/* Their order is part of what random values they get. */
enum {
    Q1,
    Q1U,
    Q1D,
    Q2,
    Q3,
    Q4,
    Q5,
    Q6,
    Q7,
    Q7B,
    Q8,
    Q8B,
    Q9,
    Q10,
    Q11,
    Q11T,
    Q11A,
    Q12,
    Q12T,
    Q13,
    Q13P,
    Q14,
    Q15,
    N_MEASURED,
    Q_DELETE = N_MEASURED, /* what inserts left */
    Q_TRANSFER,            /* half of one */
    N_STATEMENTS
};

typedef struct {
    const char *name;
    int iterations; /* in a repetition, unless the command line says it */
    const char *text;
    const char *shard_text; /* what an ideal router would send each shard; NULL: text */
    /* A letter each: u user_id, o order_id, s status, a amount, t created_at, n note. */
    const char *parameters;
    char is_write, is_block, is_direct;
} Statement;

typedef struct {
    long rows, sum; /* sum: of integer columns */
} Result;

/* Values of parameters: the n-th user_id of a statement is users[n], and so on. */
typedef struct {
    SQLINTEGER users[3];
    SQLBIGINT orders[1];
    char texts[3][96]; /* status, amount, note */
    SQL_TIMESTAMP_STRUCT times[2];
    SQLLEN indicators[8];
} Values;

/* A prepared statement. */
typedef struct {
    SQLHSTMT handle;
    Values values;
    int n_rows; /* of an insert of many rows */
    int n_columns;
    SQLSMALLINT c_types[MAX_COLUMNS];
    char *blocks[MAX_COLUMNS];
    SQLLEN *indicators[MAX_COLUMNS];
    SQLULEN fetched;
} Prepared;

typedef struct {
    SQLBIGINT order;
    SQLINTEGER user;
    char status[16], amount[24], note[64];
    SQL_TIMESTAMP_STRUCT time;
} Row;

typedef struct {
    Row rows[N_ROWS];
    SQLLEN indicators[N_ROWS][6];
    int n;
} Rows;

typedef struct {
    SQLHDBC handle;
    int is_shard; /* gets the texts of a router */
    Prepared *prepared[N_STATEMENTS];
    Rows *rows;
    char dbms[40];
    double begin, first; /* of the last statement: when, and how long until its first row */
    int failed;
    char error[512];
} Conn;

typedef struct {
    Conn *conn;
    int q;
    Result result;
} Job;

typedef void (*JobFunction)(Job *job);
typedef struct Pool Pool;

/* What is measured: one data source, or shards that are asked by hand. */
typedef struct {
    char label[64];
    int number;
    int is_sharded, in_turn;
    int n; /* data sources */
    char names[MAX_SHARDS][256];
    Conn *conns[MAX_SHARDS];
    Pool *pool; /* NULL: in turn */
    int pids[64], n_pids;
    long sequence; /* what it has inserted or changed */
} Target;

typedef struct {
    Target *target;
    Conn **conns; /* the target's, or a client thread's own */
    int q;
    uint64_t *random;
} Call;

typedef struct {
    long n_orders, n_users;
} Data;

#define SUCCEEDED(rc) ((rc) == SQL_SUCCESS || (rc) == SQL_SUCCESS_WITH_INFO)
#define ORDER_COLUMNS "order_id, user_id, status, amount, created_at, note"
#define EVERYWHERE(target) ((1u << (target)->n) - 1)

/* bench-statements.c */
extern const Statement statements[N_STATEMENTS];

/* bench-run.c */

/* A connection to the target's data source so numbered; ends the program if there is none. */
Conn *conn_open(const Target *target, int number);
void conn_fail(Conn *self, SQLSMALLINT type, SQLHANDLE handle, const char *what);
/* Frees what is prepared and disconnects. */
void conn_close(Conn *self);
/* Made at the first call. */
Prepared *conn_prepare(Conn *self, int q);
Result conn_run(Conn *self, int q);
/* The next parameter: value and indicator stay where they are until the statement is freed. */
void bind_parameter(SQLHSTMT handle, int number, char letter, void *value, SQLLEN *indicator);
void job_run(Job *job);

/* bench-pool.c */
Pool *pool_new(int n);
/* The function for q on the connections whose bits are set; the sum of what they had. */
Result run_on(Target *target, int q, JobFunction function, unsigned mask);

/* bench-write.c */

/* Where the next insert of many rows takes them from. */
Rows *conn_rows(Conn *self);
void job_insert_rows(Job *job);
/* As run_on() everywhere, committed when all have answered: all or nothing, but for a crash. */
Result run_in_transaction(Target *target, int q, JobFunction function);
/* Between two connections of the target, or inside one: an amount from one order to the other. */
Result transfer(Target *target, int q, const long orders[2]);

/* bench-once.c */
extern Data data;
SQLINTEGER user_of(long order);
/* The first number of the orders that this target inserts, which no other target does. */
long first_insert(const Target *target);
Result run_once(const Call *call);

/* bench-threads.c */
typedef struct Client Client;

Client *clients_new(Target *target, int n);
/* All of them, so long; how many statements they did. */
long clients_run(Client *self, int n, double seconds);
void clients_free(Client *self, int n);

/* bench-clock.c: all in microseconds */
double now(void);
double cpu_of_client(void);
double cpu_of_servers(const Target *target);
