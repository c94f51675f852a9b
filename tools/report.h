/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * report.h - what a command has found out, as text or JSON.
 */
#pragma once

#include <glib.h>

typedef enum { FINDING_NOTE, FINDING_WARNING, FINDING_ERROR } FindingLevel;

typedef struct {
    FindingLevel level;
    const char *check; /* constant: the kind of finding, "drift", "placement" … */
    char *subject;     /* "table t_order", "shard ds_0"; never NULL, may be "" */
    char *text;
} Finding;

typedef struct {
    GPtrArray *findings; /* Finding* */
    guint n[FINDING_ERROR + 1];
} Report;

Report *report_new(void);
void report_free(Report *self); /* accepts NULL */
void report_add(Report *self, FindingLevel level, const char *check, const char *subject,
                const char *format, ...) G_GNUC_PRINTF(5, 6);
/* "shard ds_0": a subject made from kind and name, valid until the next call. */
const char *report_subject(const char *kind, const char *name);

/* prefix is put before each line ("-- "). */
void report_print_text(const Report *self, gboolean with_notes, const char *prefix);
/* "findings":[…],"errors":n,"warnings":n — members of an object that the caller opened. */
void report_print_json(const Report *self);

/* Appends text as a JSON string with its quotes; text that is no UTF-8 is repaired. */
void json_append(GString *out, const char *text);

/* The text without the line breaks and tabs that drivers put into messages; (transfer full). */
char *report_one_line(const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Report, report_free)
