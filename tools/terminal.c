/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tools/terminal.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static gboolean
has_colours(void)
{
    const char *wish = g_getenv("SHARDODBC_COLOR");
    const char *term = g_getenv("TERM");

    if (g_getenv("NO_COLOR") != NULL || g_strcmp0(wish, "never") == 0)
        return FALSE;
    if (g_strcmp0(wish, "always") == 0)
        return TRUE;
    return isatty(STDOUT_FILENO) && g_strcmp0(term, "dumb") != 0;
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

guint
terminal_columns(void)
{
    struct winsize size = {0};

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20)
        return size.ws_col;
    return 80;
}

void
progress_show(Progress *self, guint64 done, const char *detail)
{
    gint64 now = g_get_monotonic_time();
    char bar[21];

    if (!isatty(STDERR_FILENO) || now - self->shown < 100000)
        return;
    self->shown = now;
    self->drawn = TRUE;
    if (self->total == 0) {
        g_printerr("\r\033[K%s %" G_GUINT64_FORMAT " %s", self->what, done, detail);
        return;
    }
    guint filled = (guint) MIN(done * 20 / self->total, 20);
    memset(bar, '#', filled);
    memset(bar + filled, '.', 20 - filled);
    bar[20] = '\0';
    g_printerr("\r\033[K%s [%s] %u%% %s", self->what, bar,
               (guint) MIN(done * 100 / self->total, 100), detail);
}

void
progress_end(Progress *self)
{
    if (self->drawn)
        g_printerr("\r\033[K");
    self->drawn = FALSE;
}
