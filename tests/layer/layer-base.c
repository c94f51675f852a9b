/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * layer-base.c - links all of router/base and what lies beneath it, and nothing else.
 *
 * The link is the test: a call to a higher layer has no definition here.
 */
#include "router/base/error.h"

int
main(void)
{
    return 0;
}
