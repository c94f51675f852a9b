/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * schema.h - what the router knows of the tables' catalogs: an immutable, versioned snapshot.
 *
 * The driver fills it from one node of a table when a statement first needs it; the tool reads it
 * from a file.  A fact that is missing here widens a route or refuses the statement; it is never
 * guessed.
 */
#pragma once

#include "router/base/value.h"

#include <glib.h>

typedef enum {
    SHARD_TYPE_UNKNOWN,
    SHARD_TYPE_BOOLEAN,
    SHARD_TYPE_INTEGER,  /* up to 32 bits */
    SHARD_TYPE_BIGINT,   /* 64 bits */
    SHARD_TYPE_UNSIGNED, /* 64 bits unsigned; smaller ones are BIGINT in a catalog */
    SHARD_TYPE_DECIMAL,
    SHARD_TYPE_FLOAT,
    SHARD_TYPE_DOUBLE,
    SHARD_TYPE_CHAR, /* fixed length, padded */
    SHARD_TYPE_TEXT,
    SHARD_TYPE_BYTES,
    SHARD_TYPE_DATE,
    SHARD_TYPE_TIME,
    SHARD_TYPE_TIMESTAMP,
    SHARD_TYPE_OFFSET_TIMESTAMP,
    SHARD_TYPE_UUID,
    SHARD_TYPE_ENUM, /* and SET */
    SHARD_TYPE_OTHER /* known, but none of these: json, interval, arrays ... */
} ShardTypeClass;

/* How text of a column is ordered and when it is equal. */
typedef enum {
    SHARD_COLLATION_UNKNOWN,
    SHARD_COLLATION_BINARY, /* memcmp; equality by bytes */
    SHARD_COLLATION_LIBC,   /* PostgreSQL: strcoll of locale, ties by bytes; equality by bytes */
    SHARD_COLLATION_ICU,    /* PostgreSQL: libicu of locale, ties by bytes; equality by bytes */
    SHARD_COLLATION_ICU_NONDETERMINISTIC,
    SHARD_COLLATION_MYSQL,  /* any padded or case-blind one: by WEIGHT_STRING */
    SHARD_COLLATION_NOCASE, /* SQLite */
    SHARD_COLLATION_RTRIM   /* SQLite */
} ShardCollationKind;

typedef struct {
    ShardCollationKind kind;
    const char *name;    /* as the server names it; may be NULL */
    const char *locale;  /* LIBC, ICU: the locale's name */
    const char *version; /* LIBC, ICU: what the server reports; may be NULL */
} ShardCollation;

typedef struct {
    const char *name; /* the catalog's spelling */
    ShardTypeClass type;
    const char *type_name; /* the server's word, e.g. "numeric(10,2)" */
    gint32 length;         /* declared characters or precision; -1 none */
    gint32 scale;          /* decimals; -1 none */
    gboolean not_null;
    gboolean auto_increment; /* serial, identity, AUTO_INCREMENT, INTEGER PRIMARY KEY */
    gboolean has_default;
    gboolean computed_default; /* by each shard for itself: now(), random(), nextval() */
    gboolean on_update;        /* MariaDB: so again with each UPDATE that doesn't assign it */
    gboolean generated;        /* can't be written */
    ShardCollation collation;  /* text types only */
} ShardColumnSchema;

typedef struct {
    const char *name;
    gboolean unique;
    gboolean primary;
    gboolean partial;     /* has a predicate or expressions: proves nothing */
    const guint *columns; /* indexes into the table's columns */
    guint n_columns;
} ShardIndexSchema;

typedef struct {
    const char *name;                 /* the logical table's */
    const ShardColumnSchema *columns; /* in the table's order, invisible ones last */
    guint n_columns;
    guint n_invisible; /* neither * nor an INSERT without a column list means them (MariaDB) */
    const ShardIndexSchema *indexes;
    guint n_indexes;
    const char *const *constraints; /* PostgreSQL: names of those without an index; first node's */
    guint n_constraints;
    ShardCollation text_collation; /* PostgreSQL: the database's, of text that no column's is in */
} ShardTableSchema;

typedef struct _ShardSchema ShardSchema;

/* An empty snapshot, version 1; every snapshot made from it has a higher version. */
ShardSchema *shard_schema_new(void);
ShardSchema *shard_schema_ref(ShardSchema *self);
void shard_schema_unref(ShardSchema *self); /* accepts NULL */

/* A new snapshot that has table too, or instead (deep copy), or not any more (table->columns NULL).
 * (transfer full) */
ShardSchema *shard_schema_with_table(const ShardSchema *self, const ShardTableSchema *table);

/* From a file, for the tool: GKeyFile with a group per table, "column = type [(n[,m])] [not null]
 * [auto-increment] [default] [computed-default] [on-update] [collate NAME]", key "primary key = a,
 * b", key "unique NAME = a, b". */
ShardSchema *shard_schema_load(const char *path, GError **error);

guint shard_schema_version(const ShardSchema *self);
/* NULL if the snapshot knows nothing of that logical table. */
const ShardTableSchema *shard_schema_table(const ShardSchema *self, const char *logical_name);
/* Exact match first, then case-blind if just one fits; -1 if none. */
gint shard_table_schema_column(const ShardTableSchema *self, const char *name);

/* How many columns a * stands for. */
guint shard_table_schema_n_shown(const ShardTableSchema *self);

/* The kind that a key of that type is placed by when the rules say no value-type. */
ShardValueKind shard_type_value_kind(ShardTypeClass type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardSchema, shard_schema_unref)
