/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * layer-executor.c - links all of driver/executor and what lies beneath it, and nothing else.
 *
 * The link is the test: a call to a higher layer has no definition here.
 */
#include "driver/executor/run/run.h"

int
main(void)
{
    return 0;
}
