/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/log.h"

#include "router/base/fork.h"
#include "router/rules/civil.h"

#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define SYSLOG_SOCKET "/dev/log"
#define SYSLOG_LONGEST 2000    /* bytes of a message; most receivers cut there */
#define SYSLOG_TEXT 200        /* bytes of the statement in one that would be longer */
#define ROOM_FOR_ROWS 40       /* what shard_log_finish() adds */
#define LOCAL_INFO (1 * 8 + 6) /* facility user, severity info */
#define LOCAL_ERROR (1 * 8 + 3)

struct _ShardLog {
    guint references; /* under logs_lock */
    char *path;       /* NULL: syslog */
    gboolean json;
    pthread_mutex_t lock; /* of what follows */
    int file;             /* -1: not open */
    struct stat opened;
    gint64 look_at; /* when the path is looked at again */
    gboolean torn;  /* the last line was written in part: the disk is full */
};

static pthread_mutex_t logs_lock = PTHREAD_MUTEX_INITIALIZER;
SHARD_FORK_GUARD(logs_lock)
static GPtrArray *logs; /* ShardLog */

static ShardLog *
find_locked(const char *path, gboolean json)
{
    for (guint i = 0; logs != NULL && i < logs->len; i++) {
        ShardLog *log = logs->pdata[i];
        if (log->json == json && g_strcmp0(log->path, path) == 0)
            return log;
    }
    return NULL;
}

ShardLog *
shard_log_open(const ShardSettings *settings)
{
    if (settings->log_level == SHARD_LOG_OFF || settings->log == NULL || settings->log[0] == '\0')
        return NULL;
    const char *path = g_ascii_strcasecmp(settings->log, "syslog") == 0 ? NULL : settings->log;
    pthread_mutex_lock(&logs_lock);
    ShardLog *self = find_locked(path, settings->log_json);
    if (self == NULL) {
        self = g_new0(ShardLog, 1);
        self->path = g_strdup(path);
        self->json = settings->log_json;
        self->file = -1;
        pthread_mutex_init(&self->lock, NULL);
        shard_fork_guard(&self->lock);
        if (logs == NULL)
            logs = g_ptr_array_new();
        g_ptr_array_add(logs, self);
    }
    self->references++;
    pthread_mutex_unlock(&logs_lock);
    return self;
}

void
shard_log_close(ShardLog *self)
{
    if (self == NULL)
        return;
    pthread_mutex_lock(&logs_lock);
    gboolean last = --self->references == 0;
    if (last)
        g_ptr_array_remove_fast(logs, self);
    pthread_mutex_unlock(&logs_lock);
    if (!last)
        return;
    if (self->file >= 0)
        close(self->file);
    shard_fork_unguard(&self->lock);
    pthread_mutex_destroy(&self->lock);
    g_free(self->path);
    g_free(self);
}

/* ---- the line ---- */

/* Text in double quotes, as JSON has it; what isn't UTF-8 is replaced. */
static void
append_quoted(GString *line, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);

    g_string_append_c(line, '"');
    for (const char *c = valid; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            g_string_append_c(line, '\\');
        if ((guchar) *c >= 0x20 && *c != 0x7f)
            g_string_append_c(line, *c);
        else if (*c == '\n')
            g_string_append(line, "\\n");
        else
            g_string_append_printf(line, "\\u%04x", (guchar) *c);
    }
    g_string_append_c(line, '"');
}

static void
append_name(GString *line, const char *name, gboolean json)
{
    if (json)
        g_string_append_printf(line, "%s\"%s\":", line->len > 1 ? "," : "", name);
    else
        g_string_append_printf(line, "%s%s=", line->len > 0 ? " " : "", name);
}

static void
append_text(GString *line, const char *name, const char *text, gboolean json)
{
    if (text == NULL)
        return;
    append_name(line, name, json);
    /* Words need no quotes in the text form. */
    if (json || text[0] == '\0' || strpbrk(text, " \"=\\\n\r\t") != NULL)
        append_quoted(line, text);
    else
        g_string_append(line, text);
}

static void
append_number(GString *line, const char *name, gint64 number, gboolean json)
{
    if (number < 0)
        return;
    append_name(line, name, json);
    g_string_append_printf(line, "%" G_GINT64_FORMAT, number);
}

static void
append_time(GString *line, gboolean json)
{
    struct timespec now;
    ShardTime utc;
    char text[60];

    /* gmtime_r() takes a lock of the C library, which a child of fork() may find held. */
    clock_gettime(CLOCK_REALTIME, &now);
    shard_civil_from_seconds(now.tv_sec, &utc);
    g_snprintf(text, sizeof text, "%04d-%02u-%02uT%02u:%02u:%02u.%06ldZ", (int) utc.year,
               (guint) utc.month, (guint) utc.day, (guint) utc.hour, (guint) utc.minute,
               (guint) utc.second, now.tv_nsec / 1000);
    append_text(line, "time", text, json);
}

static void
append_units(GString *line, const ShardLogEntry *entry, gboolean json)
{
    if (entry->n_units == 0)
        return;
    append_name(line, "units", json);
    g_string_append_c(line, '[');
    for (guint i = 0; i < entry->n_units; i++) {
        const ShardLogUnit *unit = &entry->units[i];
        g_string_append(line, i > 0 ? "," : "");
        g_string_append(line, json ? "{\"shard\":" : "");
        if (json)
            append_quoted(line, unit->shard);
        else
            g_string_append(line, unit->shard);
        if (unit->microseconds >= 0)
            g_string_append_printf(line,
                                   json ? ",\"us\":%" G_GINT64_FORMAT : ":%" G_GINT64_FORMAT "us",
                                   unit->microseconds);
        if (unit->rows >= 0)
            g_string_append_printf(
                line, json ? ",\"rows\":%" G_GINT64_FORMAT : ":%" G_GINT64_FORMAT "rows",
                unit->rows);
        g_string_append(line, json ? ",\"sql\":" : ":");
        append_quoted(line, unit->sql);
        g_string_append(line, json ? "}" : "");
    }
    g_string_append_c(line, ']');
}

char *
shard_log_line(const ShardLogEntry *entry, gboolean json)
{
    GString *line = g_string_new(json ? "{" : NULL);

    append_time(line, json);
    append_text(line, "event", entry->event, json);
    append_text(line, "connection", entry->connection, json);
    append_number(line, "us", entry->microseconds, json);
    append_number(line, "waited", entry->waited, json);
    append_number(line, "rows", entry->rows, json);
    append_text(line, "route", entry->route, json);
    append_text(line, "cache", entry->cache, json);
    append_text(line, "warning", entry->warning, json);
    append_text(line, "sqlstate", entry->sqlstate, json);
    append_text(line, "message", entry->message, json);
    append_text(line, "sql", entry->sql, json);
    append_text(line, "parameters", entry->parameters, json);
    append_units(line, entry, json);
    if (json)
        g_string_append_c(line, '}');
    return g_string_free(line, FALSE);
}

/* ---- masking ---- */

static gboolean
is_word_byte(char c)
{
    return g_ascii_isalnum(c) || c == '_' || (guchar) c >= 0x80;
}

/* "relation "x"" names something, other quotes cite what was in the statement. */
static gboolean
names_something(const GString *before)
{
    static const char *const words[] = {"relation", "column",   "table",  "constraint", "function",
                                        "index",    "type",     "schema", "operator",   "sequence",
                                        "shard",    "database", "role",   "algorithm",  "cursor"};
    gsize end = before->len;

    while (end > 0 && before->str[end - 1] == ' ')
        end--;
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        gsize n = strlen(words[i]);
        if (end >= n && g_ascii_strncasecmp(before->str + end - n, words[i], n) == 0)
            return TRUE;
    }
    return FALSE;
}

/* Behind the quoted or bracketed text at c, whose end is written so. */
static const char *
skip_to(const char *c, char end)
{
    for (c++; *c != '\0'; c++)
        if (*c == end)
            return c + 1;
    return c;
}

char *
shard_log_mask_message(const char *message)
{
    GString *masked = g_string_new(NULL);
    const char *c = message;

    while (*c != '\0') {
        gboolean inside_word = masked->len > 0 && is_word_byte(masked->str[masked->len - 1]);
        if ((*c == '\'' || *c == '"') && !inside_word && !names_something(masked)) {
            const char *end = skip_to(c, *c);
            g_string_append_printf(masked, "%c?%c", *c, *c);
            c = end;
        } else if (*c == '(' && masked->len > 0 && masked->str[masked->len - 1] == '=') {
            c = skip_to(c, ')');
            g_string_append(masked, "(?)");
        } else if (g_ascii_isdigit(*c) && !inside_word) {
            while (is_word_byte(*c) || (*c == '.' && g_ascii_isdigit(c[1])))
                c++;
            g_string_append_c(masked, '?');
        } else {
            g_string_append_c(masked, *c++);
        }
    }
    return g_string_free(masked, FALSE);
}

/* ---- the targets ---- */

static gint64
coarse_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return now.tv_sec;
}

/* Somebody moved the file away, or took it out. */
static void
close_if_moved(ShardLog *self)
{
    struct stat now;
    gint64 second = coarse_seconds();

    if (self->file < 0 || second < self->look_at)
        return;
    self->look_at = second + 1;
    if (stat(self->path, &now) == 0 && now.st_ino == self->opened.st_ino &&
        now.st_dev == self->opened.st_dev)
        return;
    close(self->file);
    self->file = -1;
}

/* A pipe is left alone: when its reader has gone, a write would end the process. */
static void
open_log_file(ShardLog *self)
{
    int file =
        open(self->path,
             O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);

    if (file < 0)
        return;
    if (fstat(file, &self->opened) != 0 || S_ISFIFO(self->opened.st_mode)) {
        close(file);
        return;
    }
    self->file = file;
    self->look_at = coarse_seconds() + 1;
}

/* One write, so that lines of several processes don't mix. */
static void
write_file(ShardLog *self, const char *line)
{
    g_autofree char *whole = g_strconcat(self->torn ? "\n" : "", line, "\n", NULL);
    gsize size = strlen(whole);

    close_if_moved(self);
    if (self->file < 0)
        open_log_file(self);
    if (self->file < 0)
        return;
    gssize written = write(self->file, whole, size);
    if (written < 0)
        self->look_at = 0;
    else if (written > 0)
        self->torn = (gsize) written < size;
}

/* Without the time, which the daemon knows: localtime_r() takes a lock of the C library, which a
 * child of fork() may find held. */
static void
write_syslog(const char *line, gboolean is_error)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = SYSLOG_SOCKET};
    int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (file < 0)
        return;
    g_autofree char *message =
        g_strdup_printf("<%d>shardodbc[%d]: %.*s", is_error ? LOCAL_ERROR : LOCAL_INFO,
                        (int) getpid(), SYSLOG_LONGEST, line);
    if (sendto(file, message, strlen(message), MSG_NOSIGNAL, (struct sockaddr *) &address,
               sizeof address) < 0) {
        /* Nobody listens: the line is lost. */
    }
    close(file);
}

static void
write_line(ShardLog *self, const char *line, gboolean is_error)
{
    if (self->path == NULL) {
        write_syslog(line, is_error);
        return;
    }
    pthread_mutex_lock(&self->lock);
    write_file(self, line);
    pthread_mutex_unlock(&self->lock);
}

/* What a receiver of syslog takes: a line that is cut is no JSON any more. */
static char *
short_line(const ShardLog *self, const ShardLogEntry *entry)
{
    char *line = shard_log_line(entry, self->json);

    if (self->path != NULL || strlen(line) < SYSLOG_LONGEST - ROOM_FOR_ROWS)
        return line;
    g_autofree char *sql = entry->sql == NULL ? NULL : g_strndup(entry->sql, SYSLOG_TEXT);
    g_autofree char *message =
        entry->message == NULL ? NULL : g_strndup(entry->message, SYSLOG_TEXT);
    ShardLogEntry less = *entry;
    less.sql = sql;
    less.message = message;
    less.parameters = NULL;
    less.n_units = 0;
    g_free(line);
    return shard_log_line(&less, self->json);
}

void
shard_log_write(ShardLog *self, const ShardLogEntry *entry)
{
    g_autofree char *line = short_line(self, entry);

    write_line(self, line, entry->sqlstate != NULL);
}

char *
shard_log_begin(const ShardLog *self, const ShardLogEntry *entry)
{
    return short_line(self, entry);
}

void
shard_log_finish(ShardLog *self, const char *line, guint64 rows)
{
    g_autoptr(GString) whole = g_string_new(line);

    if (self->json)
        g_string_truncate(whole, whole->len - 1);
    append_name(whole, "rows", self->json);
    g_string_append_printf(whole, "%" G_GUINT64_FORMAT, rows);
    if (self->json)
        g_string_append_c(whole, '}');
    write_line(self, whole->str, FALSE);
}
