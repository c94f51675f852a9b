/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * parameter.h - a value of ours as a bound parameter.
 */
#pragma once

#include "driver/executor/backend/stmt.h"
#include "router/base/arena.h"

/* Binding, indicator and whatever the value needs live in the arena; text is borrowed from value.
 */
ShardBinding *shard_parameter_binding(const ShardValue *value, ShardDialect dialect,
                                      ShardArena *arena);
