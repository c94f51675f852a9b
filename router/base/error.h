/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * error.h - the one error domain, carrying what an ODBC diagnostic needs.
 *
 * Every function that can fail takes a GError as its last argument and sets an error of this
 * domain.  Beside code and message the error holds an SQLSTATE, a native code, the name of the
 * shard that reported it (NULL: ours) and, when several shards failed, the further records in
 * order.  Only the ODBC face turns it into diagnostics.
 */
#pragma once

#include <glib.h>

#define SHARD_ERROR shard_error_quark()

/* Coarse causes; what the application sees is the SQLSTATE. */
typedef enum {
    SHARD_ERROR_FAILED,  /* anything that has no code of its own */
    SHARD_ERROR_REFUSED, /* a construct that several nodes can't answer (0A000, HYC00) */
    SHARD_ERROR_SYNTAX,  /* SQL or an expression can't be read */
    SHARD_ERROR_RULES,   /* the rules file */
    SHARD_ERROR_ROUTE,   /* no node for a value */
    SHARD_ERROR_BACKEND, /* a shard's own error, SQLSTATE and native code kept */
    SHARD_ERROR_CANCELLED,
    SHARD_ERROR_TIMEOUT
} ShardErrorCode;

GQuark shard_error_quark(void);

/* Sets *error (if not NULL) with a five-character SQLSTATE and a printf message. */
void shard_error_set(GError **error, ShardErrorCode code, const char *sqlstate, const char *format,
                     ...) G_GNUC_PRINTF(4, 5);

/* As above for what a shard reported: its name, native code and text are kept. */
void shard_error_set_backend(GError **error, const char *shard, const char *sqlstate, gint32 native,
                             const char *message);

/* Adds further as one more record of self (further is taken, its own records follow it). */
void shard_error_append(GError *self, GError *further);

/* The same where there may be no error yet: then further is it.  NULL: nothing. */
void shard_error_join(GError **self, GError *further);

/* Facts of record 0..n-1; record 0 is the error itself.  Strings live as long as the error; the
 * shard's name is NULL where the error is ours. */
guint shard_error_n_records(const GError *self);
const char *shard_error_sqlstate(const GError *self, guint record);
gint32 shard_error_native(const GError *self, guint record);
const char *shard_error_shard(const GError *self, guint record);
const char *shard_error_message(const GError *self, guint record);
