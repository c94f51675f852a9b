/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * interval-pattern.h - node names by date: <INTERVAL>P=ds_0.t_;SP=yyyy_MM;DIA=1;DIU=Months;...
 */
#pragma once

#include <glib.h>

/* Adds the names to the array. */
gboolean shard_interval_pattern_expand(const char *text, GPtrArray *names, guint limit,
                                       GError **error);
