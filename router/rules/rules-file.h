/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rules-file.h - the lines of a rules file: groups of keys with raw values.
 *
 * The syntax is that of GKeyFile, read here because GKeyFile would silently merge a group or key
 * that is given twice, and because errors name the line.
 */
#pragma once

#include <glib.h>

typedef struct {
    char *key;
    char *value; /* raw, blanks at both ends dropped */
    guint line;
} ShardRulesEntry;

typedef struct {
    char *header; /* what stands between the brackets */
    char *kind;   /* its first word */
    char *name;   /* the rest, quotes undone; "" if there is none */
    guint line;
    GPtrArray *entries; /* ShardRulesEntry */
} ShardRulesGroup;

typedef struct {
    char *name;        /* of the file, for messages */
    GPtrArray *groups; /* ShardRulesGroup */
} ShardRulesFile;

ShardRulesFile *shard_rules_file_parse(const char *text, gsize size, const char *name,
                                       GError **error);
/* The text of a file; what: "rules file", for the message.  FALSE and *error: it can't be read. */
gboolean shard_rules_file_read(const char *path, const char *what, char **out_text, gsize *out_size,
                               GError **error);
void shard_rules_file_free(ShardRulesFile *self);

/* NULL: not given. */
const ShardRulesEntry *shard_rules_group_find(const ShardRulesGroup *self, const char *key);
const char *shard_rules_group_value(const ShardRulesGroup *self, const char *key);

/* Sets "file:line: [group] key: message"; always FALSE. */
gboolean shard_rules_file_fail(const ShardRulesFile *self, const ShardRulesGroup *group,
                               const char *key, GError **error, const char *format, ...)
    G_GNUC_PRINTF(5, 6);
/* Puts the same place before an error that is set already; always FALSE.  Without a key it is that
 * of the key of the group that the message begins with ("sharding-count: …"), if there is one. */
gboolean shard_rules_file_prefix(const ShardRulesFile *self, const ShardRulesGroup *group,
                                 const char *key, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardRulesFile, shard_rules_file_free)
