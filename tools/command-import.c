/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * command-import.c - makes a rules file and ini sections from a configuration of ShardingSphere.
 */
#include "router/base/error.h"
#include "tools/command.h"
#include "tools/import/settle.h"
#include "tools/options.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char help[] =
    "usage: shardodbc import [options] FILE\n"
    "\n"
    "Reads a configuration of ShardingSphere-JDBC (YAML of 5.x, 4.x and 3.x, Spring Boot's "
    "properties\n"
    "or YAML, Spring's XML) and prints the rules file. What has no counterpart is listed on "
    "standard\n"
    "error and in the file.\n"
    "\n"
    "  --output FOLDER      write rules.ini, odbc.ini and odbcinst.ini there (odbc.ini holds\n"
    "                       passwords: only the owner may read it)\n"
    "  --ini                print the sections for odbc.ini and odbcinst.ini instead of the rules\n"
    "  --dsn NAME           name of the logical data source (the database's name, or sharded)\n"
    "  --prefix TEXT        put before the names of the shards' DSNs\n"
    "  --rules-path PATH    where the rules file will lie, for odbc.ini\n"
    "  --plugin CLASS=FILE  a shared object that does what a Java class does; again for each\n"
    "  --format FORMAT      yaml, properties or xml (by the file's name)\n"
    "  --force              overwrite files in FOLDER\n"
    "  --quiet              no notes, only what is lost\n"
    "\n"
    "Exit status: 0 all of it was taken, 1 it can't be read, 2 wrong usage, 3 something has no\n"
    "counterpart.\n";

typedef struct {
    char *file, *output, *dsn, *prefix, *rules_path, *format;
    gboolean ini, force, quiet, help;
    GHashTable *plugins;
} Words;

static void
words_clear(Words *self)
{
    g_free(self->file);
    g_free(self->output);
    g_free(self->dsn);
    g_free(self->prefix);
    g_free(self->rules_path);
    g_free(self->format);
    g_clear_pointer(&self->plugins, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Words, words_clear)

/* CLASS=FILE, each once. */
static gboolean
take_plugins(Words *self, const GPtrArray *texts)
{
    for (guint i = 0; i < texts->len; i++) {
        const char *text = texts->pdata[i];
        const char *equals = strchr(text, '=');
        if (equals == NULL) {
            command_complain("import", "--plugin wants CLASS=FILE");
            return FALSE;
        }
        g_hash_table_insert(self->plugins, g_strndup(text, (gsize) (equals - text)),
                            g_strdup(equals + 1));
    }
    return TRUE;
}

static gboolean
parse_words(int n, char **words, Words *self)
{
    g_autoptr(GPtrArray) plugins = g_ptr_array_new_with_free_func(g_free);
    const OptionFlag flags[] = {{"--ini", &self->ini},     {"--force", &self->force},
                                {"--quiet", &self->quiet}, {"--help", &self->help},
                                {"-h", &self->help},       {NULL, NULL}};
    const OptionValue values[] = {
        {"--output", &self->output, NULL}, {"-o", &self->output, NULL},
        {"--dsn", &self->dsn, NULL},       {"--prefix", &self->prefix, NULL},
        {"--format", &self->format, NULL}, {"--rules-path", &self->rules_path, NULL},
        {"--plugin", NULL, plugins},       {NULL, NULL, NULL}};
    g_auto(GStrv) rest = options_parse(n, words, flags, values);

    self->plugins = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    if (rest == NULL || !take_plugins(self, plugins))
        return FALSE;
    if (!self->help && g_strv_length(rest) != 1) {
        command_complain("import", "one configuration is wanted");
        return FALSE;
    }
    self->file = g_strdup(rest[0]);
    return TRUE;
}

/* ---- reading ---- */

typedef struct {
    const char *format, *suffix;
    ImportNode *(*read)(const char *text, gsize size, GError **error);
} Format;

static const Format formats[] = {
    {"yaml", ".yaml", import_read_yaml},
    {"yaml", ".yml", import_read_yaml},
    {"properties", ".properties", import_read_properties},
    {"xml", ".xml", import_read_xml},
};

static const Format *
find_format(const Words *words, GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
        if (words->format != NULL ? strcmp(formats[i].format, words->format) == 0
                                  : g_str_has_suffix(words->file, formats[i].suffix))
            return &formats[i];
    shard_error_set(error, SHARD_ERROR_FAILED, "HY000",
                    "'%s' is neither .yaml, .properties nor .xml: say --format",
                    words->format != NULL ? words->format : words->file);
    return NULL;
}

static ImportConfig *
read_config(const Words *words, GError **error)
{
    const Format *format = find_format(words, error);
    g_autofree char *text = NULL;
    gsize size;

    if (format == NULL || !g_file_get_contents(words->file, &text, &size, error))
        return NULL;
    g_autoptr(ImportNode) root = format->read(text, size, error);
    ImportConfig *config = root == NULL ? NULL : import_config_read(root, error);
    if (config == NULL)
        g_prefix_error(error, "%s: ", words->file);
    return config;
}

/* ---- writing ---- */

/* Made anew, so that nobody else can have it open; mode 0600 where passwords are in it. */
static gboolean
write_file(const Words *words, const char *name, const char *text, mode_t mode)
{
    g_autofree char *path = g_build_filename(words->output, name, NULL);

    if (words->force)
        unlink(path);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    gsize done = 0;
    gsize size = strlen(text);
    while (file >= 0 && done < size) {
        gssize n = write(file, text + done, size - done);
        if (n <= 0)
            break;
        done += (gsize) n;
    }
    gboolean ok = file >= 0 && done == size;
    g_autofree char *reason = g_strdup_printf("%s: %s", path, g_strerror(errno));
    if (file >= 0)
        close(file);
    if (!ok)
        command_complain("import", reason);
    return ok;
}

static gboolean
write_folder(const Words *words, const char *rules, const ImportSettled *settled)
{
    g_autofree char *odbc = import_write_odbc(settled);
    g_autofree char *odbcinst = import_write_odbcinst(settled);

    if (g_mkdir_with_parents(words->output, 0755) != 0) {
        g_autofree char *reason = g_strdup_printf("%s: %s", words->output, g_strerror(errno));
        command_complain("import", reason);
        return FALSE;
    }
    return write_file(words, "rules.ini", rules, 0644) &&
           write_file(words, "odbc.ini", odbc, 0600) &&
           write_file(words, "odbcinst.ini", odbcinst, 0644);
}

static void
print_ini(const ImportSettled *settled)
{
    g_autofree char *odbc = import_write_odbc(settled);
    g_autofree char *odbcinst = import_write_odbcinst(settled);

    g_print("# odbc.ini\n%s\n# odbcinst.ini\n%s", odbc, odbcinst);
}

/* TRUE if something is lost. */
static gboolean
print_messages(const Words *words, const ImportConfig *config)
{
    static const char *const names[] = {[IMPORT_NOTE] = "note", [IMPORT_LOST] = "lost"};
    gboolean lost = FALSE;

    for (guint i = 0; i < config->messages->len; i++) {
        const ImportMessage *message = config->messages->pdata[i];
        lost |= message->level == IMPORT_LOST;
        if (message->level == IMPORT_NOTE && words->quiet)
            continue;
        g_printerr("%s: %s%s%s\n", names[message->level],
                   message->place == NULL ? "" : message->place, message->place == NULL ? "" : ": ",
                   message->text);
    }
    return lost;
}

/* Absolute, since the driver's working folder is any application's. */
static char *
choose_rules_path(const Words *words)
{
    if (words->rules_path != NULL)
        return g_strdup(words->rules_path);
    if (words->output == NULL)
        return g_strdup(SYSCONFDIR "/shardodbc/rules.ini");
    g_autofree char *folder = g_canonicalize_filename(words->output, NULL);
    return g_build_filename(folder, "rules.ini", NULL);
}

static int
import_file(const Words *words)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ImportConfig) config = read_config(words, &error);
    g_autofree char *rules_path = choose_rules_path(words);
    g_autofree char *name = g_path_get_basename(words->file);
    const ImportOptions options = {.source = name,
                                   .dsn = words->dsn,
                                   .prefix = words->prefix == NULL ? "" : words->prefix,
                                   .rules_path = rules_path,
                                   .plugins = words->plugins};

    if (config == NULL) {
        command_complain("import", error->message);
        return EXIT_NO;
    }
    g_autoptr(ImportSettled) settled = import_settle(config, &options);
    g_autofree char *rules = NULL;
    if (settled->shards->len > 0)
        rules = import_write_rules(settled, &error);
    else
        shard_error_set(&error, SHARD_ERROR_FAILED, "HY000", "%s: it names no data source",
                        words->file);
    gboolean lost = print_messages(words, config);
    if (rules == NULL) {
        command_complain("import", error->message);
        return EXIT_NO;
    }
    if (words->output != NULL && !write_folder(words, rules, settled))
        return EXIT_NO;
    if (words->ini)
        print_ini(settled);
    else if (words->output == NULL)
        g_print("%s", rules);
    return lost ? EXIT_LOST : 0;
}

static int
run_import(int n_words, char **words)
{
    g_auto(Words) parsed = {0};
    gboolean understood = parse_words(n_words, words, &parsed);
    int status;

    if (!options_go_on(help, understood, parsed.help, &status))
        return status;
    return import_file(&parsed);
}

const Command command_import = {"import", "[options] FILE",
                                "makes a rules file from a configuration of ShardingSphere",
                                run_import};
