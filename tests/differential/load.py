#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes and fills the test tables of the brands named (default: all): load.py [pg] [my] [sl]."""
import sys

import databases

for brand in sys.argv[1:] or ["sl", "pg", "my"]:
    databases.Databases(brand).create()
