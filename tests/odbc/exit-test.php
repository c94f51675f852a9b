<?php
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* As exit-test.py, without threads: also with a persistent connection. */
$connection = odbc_connect($argv[1], '', '');
odbc_autocommit($connection, false);
$result = odbc_exec($connection, 'SHOW SHARDING TABLES');
odbc_fetch_row($result);
$persistent = odbc_pconnect($argv[1], '', '');
odbc_exec($persistent, 'SELECT 1');
exit(42);
