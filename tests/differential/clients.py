# SPDX-License-Identifier: LGPL-2.1-or-later
"""Two ways to run a statement through the driver manager: pyodbc (wide entry points, typed values)
and plain ODBC calls through ctypes (narrow entry points, every value as text, descriptions before
and after execute)."""
import collections
import ctypes
import datetime
import decimal

import pyodbc

pyodbc.pooling = False

# columns: tuples, first the label; rows: list of tuples; count: SQLRowCount of a write.
Outcome = collections.namedtuple("Outcome", "kind columns rows count state message")


def connection_string(source):
    """source: the name of a data source, or a whole connection string."""
    return source if "=" in source else "DSN=" + source


def error(state, message):
    return Outcome("error", None, None, None, state, message)


class PyodbcClient:
    def __init__(self, dsn):
        self.connection = pyodbc.connect(connection_string(dsn), autocommit=True)

    def run(self, sql, params=()):
        try:
            cursor = self.connection.cursor()
            try:
                cursor.execute(sql, *params)
                if cursor.description is None:
                    return Outcome("count", None, None, cursor.rowcount, None, None)
                # Name, type, size, precision, scale, nullable.
                columns = [(c[0], c[1].__name__) + tuple(c[3:7]) for c in cursor.description]
                return Outcome("rows", columns, [tuple(row) for row in cursor.fetchall()], None,
                               None, None)
            finally:
                cursor.close()
        except pyodbc.Error as problem:
            args = problem.args
            return error(args[0] if args else "?", str(args[1] if len(args) > 1 else problem))
        except ValueError as problem: # no text, or no time that Python knows
            return error("(decode)", str(problem))

    def set_autocommit(self, on):
        self.connection.autocommit = on

    def end(self, commit):
        try:
            if commit:
                self.connection.commit()
            else:
                self.connection.rollback()
        except pyodbc.Error as problem:
            return error(problem.args[0], str(problem.args[1:]))
        return Outcome("count", None, None, 0, None, None)

    def close(self):
        self.connection.close()


class OdbcError(Exception):
    def __init__(self, state, message):
        super().__init__(state, message)
        self.state = state
        self.message = message


SQL_HANDLE_ENV, SQL_HANDLE_DBC, SQL_HANDLE_STMT = 1, 2, 3
SQL_NTS, SQL_NULL_DATA, SQL_NO_DATA = -3, -1, 100
SQL_C_CHAR, SQL_C_SLONG, SQL_C_SBIGINT, SQL_C_DOUBLE = 1, -16, -25, 8
SQL_INTEGER, SQL_BIGINT, SQL_DOUBLE, SQL_VARCHAR, SQL_DECIMAL = 4, -5, 8, 12, 3
SQL_TYPE_DATE, SQL_TYPE_TIMESTAMP = 91, 93


class OdbcClient:
    """odbc is loaded once; each client has its own environment."""

    odbc = None

    def __init__(self, dsn):
        if OdbcClient.odbc is None:
            OdbcClient.odbc = ctypes.CDLL("libodbc.so.2")
        odbc = self.odbc
        self.env, self.dbc = ctypes.c_void_p(), ctypes.c_void_p()
        odbc.SQLAllocHandle(SQL_HANDLE_ENV, None, ctypes.byref(self.env))
        odbc.SQLSetEnvAttr(self.env, 200, ctypes.c_void_p(380), 0)
        odbc.SQLAllocHandle(SQL_HANDLE_DBC, self.env, ctypes.byref(self.dbc))
        text = connection_string(dsn).encode()
        self.check(SQL_HANDLE_DBC, self.dbc, odbc.SQLDriverConnect(
            self.dbc, None, text, SQL_NTS, None, 0, None, 0))

    def check(self, kind, handle, code):
        if code in (0, 1, SQL_NO_DATA):
            return code
        state = ctypes.create_string_buffer(6)
        text = ctypes.create_string_buffer(2000)
        native, length = ctypes.c_int(), ctypes.c_short()
        got = self.odbc.SQLGetDiagRec(kind, handle, 1, state, ctypes.byref(native), text, 2000,
                                      ctypes.byref(length))
        if got not in (0, 1):
            raise OdbcError("(%d)" % code, "no diagnostic record")
        raise OdbcError(state.value.decode(), text.value.decode("utf-8", "replace"))

    def statement(self, call, stmt, *args):
        return self.check(SQL_HANDLE_STMT, stmt, getattr(self.odbc, call)(stmt, *args))

    def bind(self, stmt, params, keep):
        for number, value in enumerate(params, 1):
            indicator = ctypes.c_long(SQL_NTS)
            c_type, sql_type, size, digits = SQL_C_CHAR, SQL_VARCHAR, 255, 0
            if value is None:
                indicator.value = SQL_NULL_DATA
                buffer = ctypes.create_string_buffer(1)
            elif isinstance(value, int) and -2**31 <= value < 2**31:
                c_type, sql_type, size = SQL_C_SLONG, SQL_INTEGER, 10
                buffer = ctypes.c_int(value)
            elif isinstance(value, int):
                c_type, sql_type, size = SQL_C_SBIGINT, SQL_BIGINT, 19
                buffer = ctypes.c_longlong(value)
            elif isinstance(value, float):
                c_type, sql_type, size = SQL_C_DOUBLE, SQL_DOUBLE, 15
                buffer = ctypes.c_double(value)
            else:
                text = str(value).encode()
                buffer = ctypes.create_string_buffer(text)
                if isinstance(value, decimal.Decimal):
                    sql_type, size, digits = SQL_DECIMAL, 30, max(0, -value.as_tuple().exponent)
                elif isinstance(value, datetime.datetime):
                    sql_type, size, digits = SQL_TYPE_TIMESTAMP, 26, 6
                elif isinstance(value, datetime.date):
                    sql_type, size = SQL_TYPE_DATE, 10
                else:
                    size = max(1, len(text))
            keep.append((buffer, indicator))
            self.statement("SQLBindParameter", stmt, number, 1, c_type, sql_type,
                           ctypes.c_ulong(size), digits, ctypes.byref(buffer),
                           ctypes.c_long(ctypes.sizeof(buffer)), ctypes.byref(indicator))

    def describe(self, stmt):
        count = ctypes.c_short()
        self.statement("SQLNumResultCols", stmt, ctypes.byref(count))
        columns = []
        for number in range(1, count.value + 1):
            name = ctypes.create_string_buffer(300)
            length, kind, digits, nullable = (ctypes.c_short() for _ in range(4))
            size = ctypes.c_ulong()
            self.statement("SQLDescribeCol", stmt, number, name, 300, ctypes.byref(length),
                           ctypes.byref(kind), ctypes.byref(size), ctypes.byref(digits),
                           ctypes.byref(nullable))
            columns.append((name.value.decode("utf-8", "replace"), kind.value, size.value,
                            digits.value, nullable.value))
        return columns

    def cell(self, stmt, number):
        parts = []
        buffer = ctypes.create_string_buffer(4096)
        indicator = ctypes.c_long()
        while True:
            code = self.statement("SQLGetData", stmt, number, SQL_C_CHAR, buffer, ctypes.c_long(4096),
                                  ctypes.byref(indicator))
            if code == SQL_NO_DATA:
                break
            if indicator.value == SQL_NULL_DATA:
                return None
            parts.append(buffer.value)
            if code == 0:
                break
        return b"".join(parts).decode("utf-8", "replace")

    def fetch(self, stmt, width):
        rows = []
        while self.statement("SQLFetch", stmt) != SQL_NO_DATA:
            rows.append(tuple(self.cell(stmt, number) for number in range(1, width + 1)))
        return rows

    def run(self, sql, params=()):
        stmt = ctypes.c_void_p()
        keep = []
        self.odbc.SQLAllocHandle(SQL_HANDLE_STMT, self.dbc, ctypes.byref(stmt))
        try:
            text = sql.encode()
            before = None
            self.bind(stmt, params, keep)
            if sql.lstrip(" (").upper().startswith("SELECT"):
                self.statement("SQLPrepare", stmt, text, SQL_NTS)
                before = self.describe(stmt)
                self.statement("SQLExecute", stmt)
            else:
                if self.statement("SQLExecDirect", stmt, text, SQL_NTS) == SQL_NO_DATA:
                    return Outcome("count", None, None, 0, None, None)
            columns = self.describe(stmt)
            if not columns:
                count = ctypes.c_long()
                self.statement("SQLRowCount", stmt, ctypes.byref(count))
                return Outcome("count", None, None, count.value, None, None)
            rows = self.fetch(stmt, len(columns))
            if before is not None:
                columns = [b + a[1:] for b, a in zip(before, columns)] \
                    if len(before) == len(columns) else before + [("then",)] + columns
            return Outcome("rows", columns, rows, None, None, None)
        except OdbcError as problem:
            return error(problem.state, problem.message)
        finally:
            self.odbc.SQLFreeHandle(SQL_HANDLE_STMT, stmt)

    def set_autocommit(self, on):
        self.check(SQL_HANDLE_DBC, self.dbc, self.odbc.SQLSetConnectAttr(
            self.dbc, 102, ctypes.c_void_p(1 if on else 0), 0))

    def end(self, commit):
        try:
            self.check(SQL_HANDLE_DBC, self.dbc, self.odbc.SQLEndTran(
                SQL_HANDLE_DBC, self.dbc, 0 if commit else 1))
        except OdbcError as problem:
            return error(problem.state, problem.message)
        return Outcome("count", None, None, 0, None, None)

    def close(self):
        self.odbc.SQLDisconnect(self.dbc)
        self.odbc.SQLFreeHandle(SQL_HANDLE_DBC, self.dbc)
        self.odbc.SQLFreeHandle(SQL_HANDLE_ENV, self.env)


CLIENTS = {"pyodbc": PyodbcClient, "odbc": OdbcClient}
