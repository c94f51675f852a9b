/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * replay.c - runs a fuzz door over the kept corpus, without a fuzzer.
 *
 * Usage: NAME-replay (in make check, where top_srcdir names the sources), or NAME-replay FILE…
 */
#include <glib.h>

#include <stdio.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

static guint
replay(const char *path)
{
    g_autofree char *data = NULL;
    gsize size = 0;

    if (!g_file_get_contents(path, &data, &size, NULL))
        return 0;
    LLVMFuzzerTestOneInput((const guint8 *) data, size);
    return 1;
}

static guint
replay_folder(const char *path)
{
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    const char *name;
    guint n = 0;

    while (folder != NULL && (name = g_dir_read_name(folder)) != NULL) {
        g_autofree char *file = g_build_filename(path, name, NULL);
        n += replay(file);
    }
    return n;
}

/* The program is called fuzz-NAME-replay. */
static char *
corpus_of(const char *program)
{
    g_autofree char *name = g_path_get_basename(program);
    const char *start = g_strrstr(name, "fuzz-");
    const char *sources = g_getenv("top_srcdir");
    if (start == NULL || sources == NULL)
        return NULL;

    g_autofree char *word = g_strdup(start + 5);
    char *end = g_strrstr(word, "-replay");
    if (end != NULL)
        *end = '\0';
    return g_build_filename(sources, "tests", "fuzz", "corpus", word, NULL);
}

int
main(int argc, char **argv)
{
    guint n = 0;

    for (int i = 1; i < argc; i++)
        n += replay(argv[i]);
    g_autofree char *corpus = corpus_of(argv[0]);
    if (argc == 1 && corpus != NULL)
        n = replay_folder(corpus);
    printf("%u files\n", n);
    return n == 0 ? 77 : 0;
}
