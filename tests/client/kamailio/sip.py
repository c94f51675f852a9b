#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes the SIP server's tables (sip.py tables DSN BRAND), and talks to it (sip.py talk PORT DSN)."""
import re
import socket
import sys
import time

import pyodbc

# psqlodbc calls text of more than 255 characters long, which this server reads as bytes.
LOCATION = """ruid VARCHAR(64) DEFAULT '' NOT NULL, username VARCHAR(64) NOT NULL,
    domain VARCHAR(64), contact VARCHAR(255) DEFAULT '' NOT NULL, received VARCHAR(255),
    path VARCHAR(255), expires {stamp} DEFAULT '2030-05-28 21:32:15' NOT NULL,
    q {real} DEFAULT 1.0 NOT NULL, callid VARCHAR(255) DEFAULT 'Default-Call-ID' NOT NULL,
    cseq INTEGER DEFAULT 1 NOT NULL, last_modified {stamp} DEFAULT '2000-01-01 00:00:01' NOT NULL,
    flags INTEGER DEFAULT 0 NOT NULL, cflags INTEGER DEFAULT 0 NOT NULL,
    user_agent VARCHAR(255) DEFAULT '' NOT NULL, socket VARCHAR(64), methods INTEGER,
    instance VARCHAR(255), reg_id INTEGER DEFAULT 0 NOT NULL, server_id INTEGER DEFAULT 0 NOT NULL,
    connection_id INTEGER DEFAULT 0 NOT NULL, keepalive INTEGER DEFAULT 0 NOT NULL,
    {quote}partition{quote} INTEGER DEFAULT 0 NOT NULL"""
TYPES = {"pg": {"stamp": "TIMESTAMP(0)", "real": "REAL", "quote": '"'},
         "my": {"stamp": "DATETIME", "real": "FLOAT", "quote": "`"},
         "sl": {"stamp": "TIMESTAMP", "real": "REAL", "quote": '"'}}


def tables(dsn, brand):
    cursor = pyodbc.connect("DSN=" + dsn, autocommit=True).cursor()
    cursor.execute("DROP TABLE IF EXISTS location")
    cursor.execute("CREATE TABLE location (%s)" % LOCATION.format(**TYPES[brand]))
    cursor.execute("DROP TABLE IF EXISTS version")
    cursor.execute("CREATE TABLE version (table_name VARCHAR(32) NOT NULL, table_version INTEGER)")
    cursor.execute("INSERT INTO version VALUES ('location', 9)")


class Phone:
    def __init__(self, port):
        self.port = port
        self.link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.link.bind(("127.0.0.1", 0))
        self.link.settimeout(5)
        self.number = 0

    def ask(self, method, user, lines=(), body=""):
        self.number += 1
        own = "127.0.0.1:%d" % self.link.getsockname()[1]
        target = "sip:example.org" if method == "REGISTER" else "sip:%s@example.org" % user
        text = "\r\n".join([
            "%s %s SIP/2.0" % (method, target),
            "Via: SIP/2.0/UDP %s;branch=z9hG4bK%d" % (own, self.number),
            "Max-Forwards: 70", "From: <sip:%s@example.org>;tag=%d" % (user, self.number),
            "To: <sip:%s@example.org>" % user, "Call-ID: call-%s" % user,
            "CSeq: %d %s" % (self.number, method), *lines,
            "Content-Length: %d" % len(body), "", body])
        self.link.sendto(text.encode(), ("127.0.0.1", self.port))
        lines = self.link.recv(65536).decode().split("\r\n")
        shown = [line for line in lines if line.startswith(("X-", "Contact:"))]
        return re.sub(r"expires=\d+", "expires", " ".join([lines[0]] + sorted(shown)))


def wait(phone):
    phone.link.settimeout(0.3)
    for _ in range(60):
        try:
            phone.ask("INVITE", "nobody")
            break
        except OSError:
            time.sleep(0.2)
    else:
        raise SystemExit("the server doesn't answer")
    phone.link.settimeout(10)


def talk(port):
    phone = Phone(port)
    wait(phone)
    users = ["user%d" % i for i in range(12)]
    print("== register")
    for i, user in enumerate(users):
        print(phone.ask("REGISTER", user, ["Contact: <sip:%d@192.0.2.%d:5060>;q=0.%d" % (i, i + 1, i % 9 + 1),
                                           "Expires: 300", "User-Agent: test"]))
    print("== lookup")
    for user in users + ["nosuch"]:
        print(phone.ask("OPTIONS", user))
    print("== again")
    for user in users[:4]:
        print(phone.ask("REGISTER", user, ["Contact: <sip:second@198.51.100.7:5060>;q=0.95",
                                           "Expires: 300"]))
        print(phone.ask("OPTIONS", user))
    print("== list")
    for user in users[:6]:
        print(phone.ask("REGISTER", user))
    print("== statements")
    for sql in ("SELECT COUNT(*), MIN(q) FROM location",
                "SELECT username, contact FROM location ORDER BY username, contact",
                "SELECT domain, COUNT(*) FROM location GROUP BY domain",
                "SELECT k, g FROM w WHERE k < 6 ORDER BY k",
                "SELECT k, s FROM w WHERE k = 12"):
        print(phone.ask("MESSAGE", "db", body=sql))
    print("== unregister")
    for user in users[2:5]:
        print(phone.ask("REGISTER", user, ["Contact: *", "Expires: 0"]))
        print(phone.ask("OPTIONS", user))
    print("== expire")
    print(phone.ask("REGISTER", users[7], ["Contact: <sip:7@192.0.2.8:5060>", "Expires: 1"]))
    time.sleep(5)
    print(phone.ask("OPTIONS", users[7]))
    print(phone.ask("MESSAGE", "db", body="SELECT COUNT(*), 0 FROM location"))


if sys.argv[1] == "tables":
    tables(*sys.argv[2:])
else:
    talk(int(sys.argv[2]))
