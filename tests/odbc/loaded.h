/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * loaded.h - the driver's functions, called without a driver manager between.
 *
 * A program names those that it calls as X(SQLFetch) … in FUNCTIONS(X), and then includes this:
 * pSQLFetch() is the driver's.
 */
#pragma once

#include <dlfcn.h>
#include <stdio.h>

#define X(name) static __typeof__(&name) p##name;
FUNCTIONS(X)
#undef X

/* 0 where the library, or a function of it, isn't there. */
static inline int
load(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    if (library == NULL) {
        printf("%s\n", dlerror());
        return 0;
    }
#define X(name)                                                                                    \
    p##name = (__typeof__(p##name)) dlsym(library, #name);                                         \
    if (p##name == NULL)                                                                           \
        return 0;
    FUNCTIONS(X)
#undef X
    return 1;
}
