/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * jdbc.h - from a JDBC URL to the keywords of an ODBC driver.
 *
 *   jdbc:mysql://db1:3306/shop?useSSL=true  ->  Driver=MariaDB Unicode, Server=db1, Port=3306,
 *                                               Database=shop, Charset=utf8mb4, FORCETLS=1
 */
#pragma once

#include "router/base/identifier.h"

typedef struct {
    ShardDialect dialect;
    const char *driver;  /* section of odbcinst.ini */
    char *server;        /* host:port, or NULL */
    GPtrArray *keywords; /* name, value in turn */
    GPtrArray *ignored;  /* char*: parameters that have no counterpart and change no answer */
    GPtrArray *lost;     /* char*: parameters that have none and might */
    char *fault;         /* why the URL can't be had; NULL: it can */
} ImportTarget;

/* Never NULL; see fault. */
ImportTarget *import_jdbc_parse(const char *url, const char *user, const char *password);
void import_target_free(ImportTarget *self); /* accepts NULL */

/* The library of a driver's section, as Debian names its file. */
const char *import_driver_file(const char *driver);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ImportTarget, import_target_free)
