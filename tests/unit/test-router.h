/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-router.h - a router over rules that are a text of the test. */
#pragma once

#include "router/base/error.h"
#include "router/plan/router.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

/* (transfer full); NULL, and the error printed: the rules are bad. */
static inline ShardRouter *
router_of(const char *rules_text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardRules) rules = shard_rules_parse(rules_text, strlen(rules_text), "test", &error);

    if (rules == NULL)
        print_error("%s\n", error->message);
    return rules == NULL ? NULL : shard_router_new(rules);
}

/* The end of a group of tests whose state is a router. */
static inline int
router_tear_down(void **state)
{
    shard_router_unref(*state);
    return 0;
}
