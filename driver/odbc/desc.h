/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * desc.h - descriptors: what is bound (ARD, APD), and what parameters and columns are (IPD, IRD).
 *
 * They are the only truth about bindings: SQLBindCol and SQLBindParameter write them, the cursors
 * read them.  Each change gives the descriptor a new generation, so that what was copied to a
 * shard's statement is known to be stale; no two descriptors ever have the same one, though they
 * may have the same address.  An IRD holds nothing itself: its records are the statement's columns.
 */
#pragma once

#include "driver/odbc/handle.h"

typedef struct {
    SQLSMALLINT type, concise_type, interval_code;
    SQLINTEGER interval_precision;
    SQLULEN length; /* characters; column size */
    SQLSMALLINT precision, scale;
    gboolean precision_set; /* by the application, not by default */
    SQLSMALLINT parameter_type, nullable, unnamed;
    SQLLEN octet_length;
    SQLPOINTER data;
    SQLLEN *indicator, *octet_length_ptr;
    SQLINTEGER num_prec_radix;
    char *name; /* IPD; NULL none */
} ShardDescRecord;

typedef enum { SHARD_DESC_ARD, SHARD_DESC_APD, SHARD_DESC_IRD, SHARD_DESC_IPD } ShardDescRole;

typedef struct _ShardStmt ShardStmt;

typedef struct {
    ShardHandle head;
    ShardDescRole role; /* explicit ones: ARD until used otherwise; both are alike */
    gboolean is_explicit;
    gpointer connection;  /* ShardDbc */
    ShardStmt *statement; /* implicit ones */
    SQLULEN array_size;
    SQLUSMALLINT *array_status;
    SQLLEN *bind_offset;
    SQLULEN bind_type;
    SQLULEN *rows_processed;
    GArray *records; /* ShardDescRecord; number 0 is the bookmark */
    guint count;     /* SQL_DESC_COUNT */
    guint64 generation;
} ShardDesc;

void shard_desc_init(ShardDesc *self, ShardDescRole role, gpointer connection,
                     pthread_mutex_t *lock);
void shard_desc_destroy(ShardDesc *self);

/* NULL when there is no such record. */
ShardDescRecord *shard_desc_find(ShardDesc *self, guint number);
/* Makes it, and those below, if need be; NULL past 65535. */
ShardDescRecord *shard_desc_make(ShardDesc *self, guint number);
/* Sets SQL_DESC_COUNT: records past it are unbound. */
void shard_desc_set_count(ShardDesc *self, guint count);
gboolean shard_desc_is_bound(const ShardDescRecord *record); /* NULL is not */

/* Sets concise and verbose type together, with the type's defaults. */
void shard_desc_set_type(ShardDescRecord *record, SQLSMALLINT concise_type);

/* A field's value as SQLSetDescField has it. */
typedef struct {
    SQLPOINTER value;
    SQLINTEGER length; /* of text */
    gboolean wide;
} ShardDescInput;

SQLRETURN shard_desc_set_field(ShardDesc *self, SQLSMALLINT number, SQLSMALLINT field,
                               const ShardDescInput *input, GError **error);
/* Not for IRDs' records (shard_stmt_column_field). */
SQLRETURN shard_desc_get_field(ShardDesc *self, SQLSMALLINT number, SQLSMALLINT field,
                               const ShardTextOut *out, GError **error);
/* SQLSetDescRec: type, code, octet length, precision, scale and the pointers. */
SQLRETURN shard_desc_set_record(ShardDesc *self, SQLSMALLINT number, const ShardDescRecord *record,
                                GError **error);
SQLRETURN shard_desc_copy(ShardDesc *from, ShardDesc *to, GError **error);

gboolean shard_desc_field_is_header(SQLSMALLINT field);
gboolean shard_desc_field_is_text(SQLSMALLINT field);
/* A number in the width that SQLGetDescField has for the field. */
void shard_desc_put_number(SQLSMALLINT field, SQLLEN number, SQLPOINTER out);

/* Is the type and what goes with it consistent? HY021 if not. */
gboolean shard_desc_check(const ShardDesc *self, const ShardDescRecord *record, GError **error);
