/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * api.h - what the exported functions rely on.
 *
 * An exported function only enters (handle check, lock, diagnostics cleared), converts its
 * arguments, calls, and leaves (diagnostics made, unlocked).  The narrow and the wide form of a
 * function share one static function with the form as an argument.  Nothing inside the driver calls
 * an exported function: the name could be bound to the driver manager's.
 */
#pragma once

#include "driver/odbc/stmt/stmt.h"

#define SHARD_EXPORT __attribute__((visibility("default")))
