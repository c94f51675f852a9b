/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-rules.c - any text is a rules file or an error that names it.
 */
#include "router/base/error.h"
#include "router/rules/rules.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardRules) rules = shard_rules_parse((const char *) data, size, "fuzz.ini", &error);

    g_assert((rules == NULL) == (error != NULL));
    return 0;
}
