/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tools/terminal.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static gboolean
is_dumb(void)
{
    return g_strcmp0(g_getenv("TERM"), "dumb") == 0;
}

static gboolean
has_colours(void)
{
    const char *wish = g_getenv("SHARDODBC_COLOR");

    if (g_getenv("NO_COLOR") != NULL || g_strcmp0(wish, "never") == 0)
        return FALSE;
    if (g_strcmp0(wish, "always") == 0)
        return TRUE;
    return isatty(STDOUT_FILENO) && !is_dumb();
}

const char *
ink(Ink colour)
{
    static const char *const escapes[] = {
        [INK_PLAIN] = "\033[0m",  [INK_RED] = "\033[31m",  [INK_YELLOW] = "\033[33m",
        [INK_GREEN] = "\033[32m", [INK_BLUE] = "\033[34m", [INK_DIM] = "\033[2m",
        [INK_BOLD] = "\033[1m"};

    return has_colours() ? escapes[colour] : "";
}

gboolean
terminal_is_wide_text(void)
{
    return g_get_charset(NULL);
}

static guint
columns_of(int file)
{
    struct winsize size = {0};

    if (ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 20)
        return size.ws_col;
    return 80;
}

guint
terminal_columns(void)
{
    return columns_of(STDOUT_FILENO);
}

static char *
progress_text(const Progress *self, guint64 done, const char *detail)
{
    char bar[21];

    if (self->total == 0)
        return g_strdup_printf("%s %" G_GUINT64_FORMAT " %s", self->what, done, detail);
    guint filled = (guint) MIN(done * 20 / self->total, 20);
    memset(bar, '#', filled);
    memset(bar + filled, '.', 20 - filled);
    bar[20] = '\0';
    return g_strdup_printf("%s [%s] %u%% %s", self->what, bar,
                           (guint) MIN(done * 100 / self->total, 100), detail);
}

void
progress_show(Progress *self, guint64 done, const char *detail)
{
    gint64 now = g_get_monotonic_time();

    if (!isatty(STDERR_FILENO) || is_dumb() || now - self->shown < 100000)
        return;
    self->shown = now;
    self->drawn = TRUE;
    g_autofree char *text = progress_text(self, done, detail);
    /* A line that wraps couldn't be wiped. */
    g_autofree char *fits = g_utf8_make_valid(text, -1);
    guint room = columns_of(STDERR_FILENO) - 1;
    if (g_utf8_strlen(fits, -1) > room)
        *g_utf8_offset_to_pointer(fits, room) = '\0';
    g_printerr("\r\033[K%s", fits);
}

void
progress_end(Progress *self)
{
    if (self->drawn)
        g_printerr("\r\033[K");
    self->drawn = FALSE;
}
