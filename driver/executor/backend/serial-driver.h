/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * serial-driver.h - drivers whose odbcinst.ini says Threading=3: one call at a time in the process.
 *
 * As with the driver manager, except that SQLCancel is let through.  Lower levels need nothing: no
 * two threads use a connection at once anyway.
 */
#pragma once

#include "driver/executor/backend/driver-library.h"

/* Puts a function that takes the library's lock in the place of each of its functions.  FALSE, and
 * *error: there are more such drivers than there is room for. */
gboolean shard_serial_driver_wrap(ShardDriverLibrary *functions, GError **error);
