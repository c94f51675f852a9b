/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * text.h - text from and to the application.
 *
 * Inside everything is UTF-8.  The ANSI entry points take and give UTF-8 bytes as they are; the
 * wide ones UTF-16 in the machine's byte order with surrogate pairs, made and read here and nowhere
 * else, independent of any locale.  Only this file writes text arguments of the application.
 */
#pragma once

#include "router/base/error.h"

#include <sql.h>
#include <sqlext.h>
#include <sqlucode.h>

/* An application's text argument as UTF-8 with a NUL behind; length in characters (wide: units) or
 * SQL_NTS.  NULL text gives NULL and TRUE.  HY090 for other negative lengths, 22018 for a lone
 * surrogate.  out_size may be NULL. */
gboolean shard_text_in(gconstpointer text, SQLLEN length, gboolean wide, char **out_text,
                       gsize *out_size, GError **error);

/* Where an output text goes. */
typedef struct {
    gboolean wide;
    gboolean bytes;    /* capacity and lengths count bytes, not characters */
    SQLPOINTER buffer; /* NULL: only the length */
    SQLLEN capacity;
    SQLSMALLINT *length16; /* one of both, or neither */
    SQLINTEGER *length32;
} ShardTextOut;

/* SQL_SUCCESS, or SUCCESS_WITH_INFO with 01004 in *error.  A character is never cut in two; the
 * text is always ended by a NUL if there is room for one.  NULL counts as "". */
SQLRETURN shard_text_out(const ShardTextOut *out, const char *text, GError **error);

/* UTF-16 to UTF-8; NULL when a surrogate stands alone (errno EILSEQ), or there is no memory
 * (ENOMEM).  (transfer full), NUL added. */
char *shard_text_from_wide(const SQLWCHAR *units, gsize n_units, gsize *out_size);
/* As above into a buffer of 3 * n_units + 1 bytes; returns the bytes, -1 on a lone surrogate. */
gssize shard_text_from_wide_into(const SQLWCHAR *units, gsize n_units, char *out);
/* UTF-8 to UTF-16; bytes that are no UTF-8 become U+FFFD.  (transfer full), NUL added. */
SQLWCHAR *shard_text_to_wide(const char *text, gsize size, gsize *out_units);
/* Length of a NUL-terminated wide text. */
gsize shard_text_wide_length(const SQLWCHAR *text);
