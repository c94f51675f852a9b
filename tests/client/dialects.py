# SPDX-License-Identifier: LGPL-2.1-or-later
"""Engines of SQLAlchemy 1.4 over pyodbc. It has a dialect for MariaDB; the others are made here of
the database's own dialect and the connector for pyodbc."""
from urllib.parse import quote_plus

import sqlalchemy
from sqlalchemy.connectors.pyodbc import PyODBCConnector
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.dialects.sqlite.base import SQLiteDialect


class PGDialectPyodbc(PyODBCConnector, PGDialect):
    supports_statement_cache = True
    use_setinputsizes = False


class SQLiteDialectPyodbc(PyODBCConnector, SQLiteDialect):
    colspecs = {}  # pyodbc makes the values of dates
    supports_statement_cache = True
    use_setinputsizes = False

    @classmethod
    def dbapi(cls):
        module = super().dbapi()
        module.sqlite_version_info = (3, 34, 0)
        return module

    def get_isolation_level(self, connection):
        return "SERIALIZABLE"


registry.register("pgodbc", __name__, "PGDialectPyodbc")
registry.register("slodbc", __name__, "SQLiteDialectPyodbc")
NAMES = {"my": "mariadb+pyodbc", "pg": "pgodbc", "sl": "slodbc"}


def engine(dsn, brand, **options):
    return sqlalchemy.create_engine(
        "%s:///?odbc_connect=%s" % (NAMES[brand], quote_plus("DSN=" + dsn)), **options)
