#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes convert-matrix.def: what the ODBC standard (appendix D, "Converting Data from SQL to C
Data Types") wants of every pair of a value and a C type, worked out with Python's own numbers and
dates.  The program in test-convert-matrix.c holds the driver against it.

    python3 convert-matrix.py > convert-matrix.def
"""
import struct
from decimal import Decimal, localcontext
from fractions import Fraction

# name, family, size, signed
INTEGERS = [("SQL_C_BIT", "bit", 1, False), ("SQL_C_TINYINT", "int", 1, True),
            ("SQL_C_STINYINT", "int", 1, True), ("SQL_C_UTINYINT", "int", 1, False),
            ("SQL_C_SHORT", "int", 2, True), ("SQL_C_SSHORT", "int", 2, True),
            ("SQL_C_USHORT", "int", 2, False), ("SQL_C_LONG", "int", 4, True),
            ("SQL_C_SLONG", "int", 4, True), ("SQL_C_ULONG", "int", 4, False),
            ("SQL_C_SBIGINT", "int", 8, True), ("SQL_C_UBIGINT", "int", 8, False)]
OTHERS = [("SQL_C_CHAR", "char", 0, False), ("SQL_C_WCHAR", "wchar", 0, False),
          ("SQL_C_BINARY", "binary", 0, False), ("SQL_C_FLOAT", "real", 4, True),
          ("SQL_C_DOUBLE", "real", 8, True), ("SQL_C_NUMERIC", "numeric", 19, True),
          ("SQL_C_DATE", "date", 6, False), ("SQL_C_TYPE_DATE", "date", 6, False),
          ("SQL_C_TIME", "time", 6, False), ("SQL_C_TYPE_TIME", "time", 6, False),
          ("SQL_C_TIMESTAMP", "timestamp", 16, False),
          ("SQL_C_TYPE_TIMESTAMP", "timestamp", 16, False), ("SQL_C_GUID", "guid", 16, False)]
C_TYPES = INTEGERS + OTHERS

NUMBERS = {"BOOLEAN", "LONG", "UNSIGNED", "DECIMAL", "FLOAT", "DOUBLE", "BIG_INTEGER"}
UUID = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"

# kind, the value as the test program reads it, SQL type of the column
VALUES = [("NULL", "", "SQL_INTEGER")]
VALUES += [("BOOLEAN", v, "SQL_BIT") for v in ("0", "1")]
VALUES += [("LONG", str(v), "SQL_BIGINT") for v in (
    0, 1, 2, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769, 65535, 65536,
    2**31 - 1, 2**31, -2**31, -2**31 - 1, 2**32 - 1, 2**32, 2**63 - 1, -2**63)]
VALUES += [("UNSIGNED", str(v), "SQL_BIGINT") for v in (0, 1, 2**63, 2**64 - 1)]
VALUES += [("BIG_INTEGER", str(v), "SQL_DECIMAL") for v in (7, -2**64, 10**30)]
VALUES += [("DECIMAL", v, "SQL_DECIMAL") for v in (
    "0", "0.0", "1", "1.50", "-0.5", "0.5", "0.999", "1.999", "-1", "255.4", "255", "256.0", "-128.9",
    "123456789012345678901234567890.12", "18446744073709551615.9", "18446744073709551616",
    "9" * 38, "9" * 39, "1E+3", "-12.5E-1", "0.00000000000000000000000000000000000001")]
VALUES += [("DOUBLE", v, "SQL_DOUBLE") for v in (
    "0", "0.5", "1", "-2.5", "1.9", "10000000000", "1e300", "-1e300", "nan", "inf", "-inf", "0.1",
    "16777217", "1e-7", "123456789012345680")]
VALUES += [("FLOAT", v, "SQL_REAL") for v in ("0", "0.5", "-3", "0.25", "16777216")]
VALUES += [("STRING", v, "SQL_VARCHAR") for v in (
    "", "0", "1", "42", "  42 ", "-7", "+7", "3.70", ".5", "5.", "1e2", "1e", "e1", "-", "abc", "4 2",
    "99999999999999999999", "2024-02-29", "2023-02-29", "2024-13-01", "10:20:30", "10:20:30.25",
    "25:00:00", "2024-02-29 10:20:30.5", "2024-02-29T10:20:30", "2024-02-29 00:00:00", UUID,
    "{" + UUID + "}", UUID[:-1], "h\u00e9\u20ac\U0001f341")]
VALUES += [("BYTES", v, "SQL_VARBINARY") for v in ("", "00ff10")]
VALUES += [("DATE", "2024-02-29", "SQL_TYPE_DATE"), ("TIME", "10:20:30", "SQL_TYPE_TIME"),
           ("TIME", "10:20:30.5", "SQL_TYPE_TIME"),
           ("TIMESTAMP", "2024-02-29 10:20:30.123456", "SQL_TYPE_TIMESTAMP"),
           ("TIMESTAMP", "2024-02-29 00:00:00", "SQL_TYPE_TIMESTAMP"),
           ("UUID", UUID, "SQL_GUID")]


class Refused(Exception):
    pass


def parse_number(text):
    """A numeric literal, blanks around it allowed; Fraction, or None."""
    text = text.strip()
    body = text[1:] if text[:1] in "+-" else text
    mantissa, e, exponent = body.partition("e") if "e" in body else body.partition("E")
    digits = mantissa.replace(".", "", 1)
    if not digits.isdigit() or not digits.isascii():
        return None
    if e and not exponent.lstrip("+-").isdigit():
        return None
    return Fraction(Decimal(text))


def number_of(kind, text):
    if kind in ("DOUBLE", "FLOAT"):
        value = float(text)
        if value != value or value in (float("inf"), float("-inf")):
            raise Refused("22003")
        return Fraction(value)
    value = parse_number(text)
    if value is None:
        raise Refused("22018")
    return value


def trunc(value):
    return int(value) if value >= 0 else -int(-value)


def as_integer(kind, text, size, signed, family):
    value = number_of(kind, text)
    whole = trunc(value)
    if family == "bit":
        if value < 0 or whole > 1:
            raise Refused("22003")
    else:
        low = -(1 << (8 * size - 1)) if signed else 0
        high = (1 << (8 * size - (1 if signed else 0))) - 1
        if not low <= whole <= high:
            raise Refused("22003")
    return whole.to_bytes(size, "little", signed=whole < 0), "01S07" if whole != value else ""


def as_real(kind, text, size):
    if kind in ("DOUBLE", "FLOAT"):
        value = float(text)
    else:
        exact = number_of(kind, text)
        try:
            value = float(Decimal(text.strip())) if "." in text or "e" in text.lower() else \
                float(exact)
        except OverflowError:
            raise Refused("22003")
    if size == 4:
        if value == value and abs(value) != float("inf") and abs(value) > 3.4028234663852886e38:
            raise Refused("22003")
        return struct.pack("<f", value), ""
    return struct.pack("<d", value), ""


def as_numeric(kind, text):
    """Precision 38 and, since the application set none, the value's own scale."""
    if kind in ("DOUBLE", "FLOAT"):
        number_of(kind, text)
        text = print_value(kind, text)
    if number_of("DECIMAL", text) is None:
        raise Refused("22018")
    with localcontext() as context:
        context.prec = 200
        value = Decimal(text.strip())
        scale = min(max(-value.as_tuple().exponent, 0), 38)
        scaled = value.scaleb(scale)
        whole = int(scaled)
    if abs(whole) > 10 ** 38 - 1:
        raise Refused("22003")
    sign = 0 if text.strip().startswith("-") else 1
    data = bytes([38, scale, sign]) + abs(whole).to_bytes(16, "little")
    return data, "01S07" if whole != scaled else ""


def parse_time(text):
    """(date or None, clock or None); None when it is neither."""
    import re
    text = text.strip()
    match = re.fullmatch(r"(?:(\d{4})-(\d\d)-(\d\d))?([ T])?(?:(\d\d):(\d\d):(\d\d)(\.\d+)?)?", text)
    if not match or not text:
        return None
    year, month, day, blank, hour, minute, second, fraction = match.groups()
    if (year and hour) and not blank or (blank and not (year and hour)):
        return None
    date = clock = None
    if year:
        import datetime
        try:
            datetime.date(int(year), int(month), int(day))
        except ValueError:
            return None
        date = (int(year), int(month), int(day))
    if hour:
        if int(hour) > 23 or int(minute) > 59 or int(second) > 59:
            return None
        nano = int(Fraction(Decimal("0" + fraction)) * 10 ** 9) if fraction else 0
        clock = (int(hour), int(minute), int(second), nano)
    return date, clock


def as_date(kind, text):
    date, clock = moment(kind, text, {"TIME"})
    if date is None:
        raise Refused("22018")
    cut = clock is not None and any(clock)
    return struct.pack("<hHH", *date), "01S07" if cut else ""


def moment(kind, text, never):
    if kind in never:
        raise Refused("07006")
    parsed = parse_time(text)
    if parsed is None:
        raise Refused("22018")
    return parsed


def as_time(kind, text):
    date, clock = moment(kind, text, {"DATE"})
    if clock is None:
        raise Refused("22018")
    return struct.pack("<HHH", *clock[:3]), "01S07" if clock[3] else ""


def as_timestamp(kind, text):
    date, clock = moment(kind, text, set())
    warning = ""
    if date is None:
        date = None  # today
        warning = "01S07" if clock[3] else ""
        clock = clock[:3] + (0,)
    clock = clock or (0, 0, 0, 0)
    head = struct.pack("<hHH", *date) if date else b"TODAY_"
    return head + struct.pack("<HHHI", *clock), warning


def as_guid(kind, text):
    import uuid
    plain = text[1:-1] if text.startswith("{") and text.endswith("}") else text
    if len(plain) != 36:
        raise Refused("22018")
    return uuid.UUID(plain).bytes_le, ""


def print_value(kind, text):
    """As PostgreSQL's driver prints it."""
    if kind == "UUID":
        return text.upper()
    if kind in ("DOUBLE", "FLOAT"):
        value = float(text)
        if value != value:
            return "NaN"
        if abs(value) == float("inf"):
            return "Infinity" if value > 0 else "-Infinity"
        shown = repr(value)
        mantissa, _, exponent = shown.partition("e")
        limit = 6 if kind == "FLOAT" else 15
        if not exponent and abs(value) < 10 ** limit:
            return shown[:-2] if shown.endswith(".0") else shown
        precise = Decimal(shown)
        sign, digits, _ = precise.as_tuple()
        digits = "".join(map(str, digits)).rstrip("0")
        power = precise.adjusted()
        body = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
        return ("-" if sign else "") + body + "e%+03d" % power
    return text


def as_text(kind, text, encoding):
    if kind == "BYTES":
        return text.encode(encoding), ""
    return print_value(kind, text).encode(encoding), ""


NATIVE = {"SQL_BIGINT": ("int", 8, True), "SQL_BIT": ("bit", 1, False),
          "SQL_DOUBLE": ("real", 8, True), "SQL_REAL": ("real", 4, True),
          "SQL_TYPE_DATE": ("date", 6, False), "SQL_TYPE_TIME": ("time", 6, False),
          "SQL_TYPE_TIMESTAMP": ("timestamp", 16, False)}


def as_binary(kind, text, sql_type):
    if kind == "BYTES":
        return bytes.fromhex(text), ""
    if kind == "STRING":
        return text.encode(), ""
    if kind == "UUID":
        return as_guid(kind, text)
    if sql_type not in NATIVE:
        return text.encode(), ""
    family, size, signed = NATIVE[sql_type]
    if kind == "UNSIGNED":
        signed = False
    return convert(kind, text, sql_type, family, size, signed)


def convert(kind, text, sql_type, family, size, signed):
    numeric = family in ("int", "bit", "real", "numeric")
    if kind in ("DATE", "TIME", "TIMESTAMP", "BYTES", "UUID") and numeric:
        raise Refused("07006")
    if kind in NUMBERS | {"BYTES", "UUID"} and family in ("date", "time", "timestamp"):
        raise Refused("07006")
    if family == "guid" and kind not in ("UUID", "STRING"):
        raise Refused("07006")
    return {"bit": lambda: as_integer(kind, text, size, signed, family),
            "int": lambda: as_integer(kind, text, size, signed, family),
            "real": lambda: as_real(kind, text, size), "numeric": lambda: as_numeric(kind, text),
            "date": lambda: as_date(kind, text), "time": lambda: as_time(kind, text),
            "timestamp": lambda: as_timestamp(kind, text), "guid": lambda: as_guid(kind, text),
            "char": lambda: as_text(kind, text, "utf-8"),
            "wchar": lambda: as_text(kind, text, "utf-16-le"),
            "binary": lambda: as_binary(kind, text, sql_type)}[family]()


def c_string(text):
    return '"' + "".join(c if c.isascii() else "".join("\\%03o" % b for b in c.encode())
                         for c in text) + '"'


def main():
    print("/* Made by convert-matrix.py; not to be edited. */")
    for kind, text, sql_type in VALUES:
        for name, family, size, signed in C_TYPES:
            is_unsigned = "TRUE" if kind == "UNSIGNED" else "FALSE"
            head = "CASE(%s, %s, %s, %s, %s, " % (kind, c_string(text), sql_type, is_unsigned, name)
            if kind == "NULL":
                print(head + 'SQL_SUCCESS, "", SQL_NULL_DATA, "")')
                continue
            try:
                data, warning = convert(kind, text, sql_type, family, size, signed)
            except Refused as refused:
                print(head + 'SQL_ERROR, "%s", 0, "")' % refused)
                continue
            rc = "SQL_SUCCESS_WITH_INFO" if warning else "SQL_SUCCESS"
            shown = data.hex()
            if data.startswith(b"TODAY_"):
                shown = "today......." + data[6:].hex()
            print(head + '%s, "%s", %d, "%s")' % (rc, warning, len(data), shown))


main()
