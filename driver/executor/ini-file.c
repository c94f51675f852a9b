/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/ini-file.h"

#include <odbcinst.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where libodbcinst looks when the environment says nothing. */
#define SYSTEM_FOLDER "/etc"

typedef struct {
    char *path;
    struct stat file;
    GHashTable *entries;  /* "section\nkey" -> value, in lower case */
    GHashTable *sections; /* lower case */
} IniFile;

static IniFile user_file, system_file;

static gboolean
is_secret(const char *key)
{
    return g_ascii_strcasecmp(key, "PWD") == 0 || g_ascii_strcasecmp(key, "Password") == 0;
}

static char *
entry_name(const char *section, const char *key)
{
    g_autofree char *both = g_strconcat(section, "\n", key, NULL);

    return g_ascii_strdown(both, -1);
}

/* Of entries of one name the first counts. */
static void
add_entry(IniFile *self, const char *section, char *line)
{
    char *equals = strchr(line, '=');

    if (section == NULL || equals == NULL)
        return;
    *equals = '\0';
    g_strstrip(line);
    if (is_secret(line))
        return;
    char *name = entry_name(section, line);
    if (g_hash_table_contains(self->entries, name))
        g_free(name);
    else
        g_hash_table_insert(self->entries, name, g_strdup(g_strstrip(equals + 1)));
}

/* As libodbcinst: a section or a comment begins where the line does, and of sections of one name
 * the first counts. */
static void
parse(IniFile *self, char *text)
{
    const char *section = NULL;
    char *rest = text;

    while (rest != NULL) {
        char *line = strsep(&rest, "\n");
        char *end = strchr(line, ']');
        if (line[0] == '#' || line[0] == ';')
            continue;
        if (line[0] != '[' || end == NULL) {
            add_entry(self, section, line);
            continue;
        }
        *end = '\0';
        section = g_strstrip(line + 1);
        if (!g_hash_table_add(self->sections, g_ascii_strdown(section, -1)))
            section = NULL;
    }
}

static void
forget(IniFile *self)
{
    g_clear_pointer(&self->path, g_free);
    g_clear_pointer(&self->entries, g_hash_table_unref);
    g_clear_pointer(&self->sections, g_hash_table_unref);
}

static gboolean
is_current(const IniFile *self, const char *path, const struct stat *now)
{
    const struct stat *then = &self->file;

    return self->path != NULL && strcmp(self->path, path) == 0 && then->st_dev == now->st_dev &&
           then->st_ino == now->st_ino && then->st_size == now->st_size &&
           then->st_mtim.tv_sec == now->st_mtim.tv_sec &&
           then->st_mtim.tv_nsec == now->st_mtim.tv_nsec;
}

static void
load(IniFile *self, const char *path)
{
    g_autofree char *text = NULL;
    struct stat now;
    gsize size = 0;

    if (path == NULL || stat(path, &now) != 0) {
        forget(self);
        return;
    }
    if (is_current(self, path, &now))
        return;
    forget(self);
    if (!g_file_get_contents(path, &text, &size, NULL))
        return;
    self->path = g_strdup(path);
    self->file = now;
    self->entries = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    self->sections = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    parse(self, text);
    explicit_bzero(text, size);
}

static char *
user_path(void)
{
    struct passwd entry;
    struct passwd *user = NULL;
    char buffer[4096];

    if (g_getenv("ODBCINI") != NULL)
        return g_strdup(g_getenv("ODBCINI"));
    if (getpwuid_r(getuid(), &entry, buffer, sizeof buffer, &user) != 0 || user == NULL)
        return NULL;
    return g_build_filename(user->pw_dir, ".odbc.ini", NULL);
}

static gboolean
has_section(const IniFile *self, const char *section)
{
    return self->sections != NULL && g_hash_table_contains(self->sections, section);
}

char *
shard_ini_file_get(const char *section, const char *key)
{
    const char *folder = g_getenv("ODBCSYSINI");
    UWORD mode = ODBC_BOTH_DSN;

    if (is_secret(key) || g_getenv("ODBCSEARCH") != NULL || !SQLGetConfigMode(&mode) ||
        mode != ODBC_BOTH_DSN)
        return NULL;
    g_autofree char *own = user_path();
    g_autofree char *common =
        g_build_filename(folder != NULL ? folder : SYSTEM_FOLDER, "odbc.ini", NULL);
    load(&user_file, own);
    load(&system_file, common);
    g_autofree char *lower = g_ascii_strdown(section, -1);
    const IniFile *file = has_section(&user_file, lower) ? &user_file : &system_file;
    if (!has_section(file, lower))
        return NULL;
    g_autofree char *name = entry_name(section, key);
    const char *value = g_hash_table_lookup(file->entries, name);
    return g_strdup(value != NULL ? value : "");
}
