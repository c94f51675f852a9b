/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * layer-merge.c - links all of driver/merge and what lies beneath it, and nothing else.
 *
 * The link is the test: a call to a higher layer has no definition here.
 */
#include "driver/merge/merge.h"

int
main(void)
{
    return 0;
}
