/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * layer-odbc.c - links all of driver/odbc and what lies beneath it, and nothing else.
 *
 * The link is the test: a call to a higher layer has no definition here.
 */
#include "driver/odbc/convert/convert.h"

int
main(void)
{
    return 0;
}
