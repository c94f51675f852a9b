/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * json-scalar.h - a parameter on the command line: 3 is an integer, "3" a string, null NULL; what
 * is no JSON scalar is a string as it stands.
 */
#pragma once

#include "router/base/value.h"

/* Text lies in the arena. */
ShardValue json_scalar_parse(const char *word, ShardArena *arena);
