/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-import.c - any text in any format is a configuration whose rules load, or an error.  The
 * first byte chooses the format: y(aml), p(roperties), x(ml).
 */
#include "tools/import/settle.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

static ImportNode *
read_tree(char format, const char *text, gsize size, GError **error)
{
    if (format == 'x')
        return import_read_xml(text, size, error);
    if (format == 'p')
        return import_read_properties(text, size, error);
    return import_read_yaml(text, size, error);
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    const ImportOptions options = {.source = "fuzz", .prefix = "", .rules_path = "/rules.ini"};
    g_autoptr(GError) error = NULL;

    if (size == 0)
        return 0;
    g_autoptr(ImportNode) root =
        read_tree((char) data[0], (const char *) data + 1, size - 1, &error);
    g_assert((root == NULL) == (error != NULL));
    g_autoptr(ImportConfig) config = root == NULL ? NULL : import_config_read(root, &error);
    g_assert((config == NULL) == (error != NULL));
    if (config == NULL)
        return 0;
    g_autoptr(ImportSettled) settled = import_settle(config, &options);
    if (settled->shards->len == 0)
        return 0;
    g_autofree char *rules = import_write_rules(settled, &error);
    g_autofree char *odbc = import_write_odbc(settled);
    g_assert((rules == NULL) == (error != NULL) && odbc != NULL);
    g_assert_no_error(error);
    return 0;
}
