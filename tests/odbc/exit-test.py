#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""An interpreter that ends with an open connection, cursor and transaction, and with a thread
inside a call.  Run by run.sh, which looks at how it ends.

exit-test.py DSN
"""
import sys
import threading
import time

import pyodbc

connection = pyodbc.connect("DSN=" + sys.argv[1], autocommit=False)
cursor = connection.execute("SHOW SHARDING TABLES")
cursor.fetchone()
other = pyodbc.connect("DSN=" + sys.argv[1], autocommit=True)
slow = {"pg": "SELECT pg_sleep(2)", "my": "SELECT SLEEP(2)",
        "sl": "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 90000000)"
              " SELECT COUNT(*) FROM c"}[sys.argv[1]]
threading.Thread(target=lambda: other.execute(slow), daemon=True).start()
time.sleep(0.3)
connection.execute("SELECT 1").fetchone()
sys.exit(42)
