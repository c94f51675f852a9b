/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tools/report.h"

#include "tools/terminal.h"

static const struct {
    const char *word;
    Ink colour;
} levels[] = {
    [FINDING_NOTE] = {"note", INK_DIM},
    [FINDING_WARNING] = {"warning", INK_YELLOW},
    [FINDING_ERROR] = {"error", INK_RED},
};

static void
finding_free(gpointer data)
{
    Finding *self = data;

    g_free(self->subject);
    g_free(self->text);
    g_free(self);
}

Report *
report_new(void)
{
    Report *self = g_new0(Report, 1);

    self->findings = g_ptr_array_new_with_free_func(finding_free);
    return self;
}

void
report_free(Report *self)
{
    if (self == NULL)
        return;
    g_ptr_array_unref(self->findings);
    g_free(self);
}

void
report_add(Report *self, FindingLevel level, const char *check, const char *subject,
           const char *format, ...)
{
    Finding *finding = g_new0(Finding, 1);
    va_list arguments;

    finding->level = level;
    finding->check = check;
    finding->subject = g_strdup(subject);
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    finding->text = report_one_line(text);
    va_end(arguments);
    g_ptr_array_add(self->findings, finding);
    self->n[level]++;
}

char *
report_one_line(const char *text)
{
    g_auto(GStrv) words = g_strsplit_set(text, "\r\n\t", -1);
    g_autoptr(GString) out = g_string_new(NULL);

    for (guint i = 0; words[i] != NULL; i++)
        if (*g_strstrip(words[i]) != '\0')
            g_string_append_printf(out, "%s%s", out->len > 0 ? " " : "", words[i]);
    return g_string_free(g_steal_pointer(&out), FALSE);
}

const char *
report_subject(const char *kind, const char *name)
{
    static char *last;

    g_free(last);
    last = g_strdup_printf("%s %s", kind, name);
    return last;
}

void
report_print_text(const Report *self, gboolean with_notes, const char *prefix)
{
    for (guint i = 0; i < self->findings->len; i++) {
        const Finding *finding = self->findings->pdata[i];
        if (finding->level == FINDING_NOTE && !with_notes)
            continue;
        g_print("%s%s%s%s: %s%s%s\n", prefix, ink(levels[finding->level].colour),
                levels[finding->level].word, ink(INK_PLAIN), finding->subject,
                *finding->subject == '\0' ? "" : ": ", finding->text);
    }
}

void
json_append(GString *out, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);

    g_string_append_c(out, '"');
    for (const char *at = valid; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            g_string_append_printf(out, "\\%c", *at);
        else if ((guchar) *at < 0x20)
            g_string_append_printf(out, "\\u%04x", (guint) (guchar) *at);
        else
            g_string_append_c(out, *at);
    }
    g_string_append_c(out, '"');
}

void
report_print_json(const Report *self)
{
    g_autoptr(GString) out = g_string_new("\"findings\":[");

    for (guint i = 0; i < self->findings->len; i++) {
        const Finding *finding = self->findings->pdata[i];
        g_string_append_printf(out, "%s{\"level\":\"%s\",\"check\":\"%s\",\"subject\":",
                               i == 0 ? "" : ",", levels[finding->level].word, finding->check);
        json_append(out, finding->subject);
        g_string_append(out, ",\"text\":");
        json_append(out, finding->text);
        g_string_append_c(out, '}');
    }
    g_string_append_printf(out, "],\"errors\":%u,\"warnings\":%u", self->n[FINDING_ERROR],
                           self->n[FINDING_WARNING]);
    g_print("%s", out->str);
}
