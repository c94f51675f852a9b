/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * log.h - one line per statement, to a file or to syslog.
 *
 * A file is opened with mode 0600, appended to with one write per line, and opened again when it
 * was moved away (looked at once a second at most). syslog is a datagram to /dev/log: openlog()
 * would change what the application's own messages are called. A line that can't be written is
 * lost; no statement fails for it. Thread-safe; connections with the same target share it.
 */
#pragma once

#include "driver/executor/settings.h"

typedef struct _ShardLog ShardLog;

typedef enum { SHARD_LOG_OFF, SHARD_LOG_ERROR, SHARD_LOG_SLOW, SHARD_LOG_SQL } ShardLogLevel;

typedef struct {
    const char *shard, *sql;
    gint64 microseconds; /* that the shard was busy with its units; -1 unknown */
    gint64 rows;         /* that the unit changed; -1 unknown */
} ShardLogUnit;

/* What is NULL or -1 isn't written. Texts come masked already. */
typedef struct {
    const char *event; /* "statement", "error", "rules" … */
    const char *connection;
    const char *route, *sql, *parameters;
    const ShardLogUnit *units;
    guint n_units;
    gint64 rows, microseconds;
    gint64 waited;     /* microseconds of those, for connections of the pool */
    const char *cache; /* "hit", "miss" */
    const char *warning;
    const char *sqlstate, *message;
} ShardLogEntry;

/* NULL: nothing is to be logged. */
ShardLog *shard_log_open(const ShardSettings *settings);
void shard_log_close(ShardLog *self); /* accepts NULL */
void shard_log_write(ShardLog *self, const ShardLogEntry *entry);
/* The line of an entry whose rows are not known yet, for shard_log_finish(); (transfer full). */
char *shard_log_begin(const ShardLog *self, const ShardLogEntry *entry);
/* Writes it with the rows at its end. */
void shard_log_finish(ShardLog *self, const char *line, guint64 rows);

/* The line that would be written, without a newline; (transfer full). */
char *shard_log_line(const ShardLogEntry *entry, gboolean json);
/* A message of a server or ours without the values that it cites; (transfer full). */
char *shard_log_mask_message(const char *message);
