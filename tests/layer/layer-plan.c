/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * layer-plan.c - links all of router/plan and what lies beneath it, and nothing else.
 *
 * The link is the test: a call to a higher layer has no definition here.
 */
#include "router/plan/router.h"

int
main(void)
{
    return 0;
}
