#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes the name server's tables through a DSN, and a dozen zones: zones.py DSN BRAND."""
import sys

import pyodbc

TABLES = {
    "domains": """id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(255) NOT NULL,
        master VARCHAR(128), last_check INTEGER, type VARCHAR(8) NOT NULL, notified_serial INTEGER,
        account VARCHAR(40), options VARCHAR(4000), catalog VARCHAR(255)""",
    "records": """domain_id INTEGER NOT NULL, name VARCHAR(255), type VARCHAR(10),
        content VARCHAR(4000), ttl INTEGER, prio INTEGER, disabled SMALLINT, ordername VARCHAR(255),
        auth SMALLINT""",
    "domainmetadata": """domain_id INTEGER NOT NULL, kind VARCHAR(32), content VARCHAR(4000)""",
}


def records(zone):
    name = "zone%d.example" % zone
    yield name, "SOA", "ns1.%s admin.%s 2024010101 3600 600 86400 300" % (name, name), 0
    yield name, "NS", "ns1." + name, 0
    yield name, "NS", "ns2." + name, 0
    yield name, "MX", "mail." + name, 10
    yield "ns1." + name, "A", "192.0.2.1", 0
    yield "ns2." + name, "A", "192.0.2.2", 0
    yield "www." + name, "A", "192.0.2.%d" % (10 + zone), 0
    yield "www." + name, "A", "192.0.2.%d" % (100 + zone), 0
    yield "mail." + name, "AAAA", "2001:db8::%x" % zone, 0
    yield "alias." + name, "CNAME", "www." + name, 0
    yield "*.wild." + name, "TXT", '"wild %d"' % zone, 0
    yield "sub." + name, "NS", "ns.elsewhere.example", 0
    for host in range(1, 11):
        yield "h%d.%s" % (host, name), "A", "198.51.100.%d" % (zone * 12 + host), 0


def main():
    cursor = pyodbc.connect("DSN=" + sys.argv[1], autocommit=True).cursor()
    for name, columns in TABLES.items():
        cursor.execute("DROP TABLE IF EXISTS " + name)
        cursor.execute("CREATE TABLE %s (%s)" % (name, columns))
    cursor.execute("CREATE INDEX nametype_index ON records (name, type)")
    for zone in range(1, 13):
        cursor.execute("INSERT INTO domains (id, name, type) VALUES (?, ?, 'MASTER')",
                       zone, "zone%d.example" % zone)
        cursor.execute("INSERT INTO records (domain_id, name, type, content, ttl, prio, disabled, "
                       "auth) VALUES " + ", ".join(
                           "(%d, '%s', '%s', '%s', 3600, %d, 0, 1)" % (zone, name, kind, content,
                                                                       priority)
                           for name, kind, content, priority in records(zone)))


main()
