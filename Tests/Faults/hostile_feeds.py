#!/usr/bin/env python3
"""Gives hostile feed files to GEOCLI, and checks the effect on yesterday's catalog.

    hostile_feeds.py GEOCLI [--count N] [--seed S] [--only TEXT] [--list]

Each case has a name, pages, and the expected result. Before each case a good catalog of yesterday is put in place (60
made-up bookstores, all fields filled); then the pages are ingested over it. In every case these are checked:

- The exit code is one of those expected, within 2 s and 256 MB (the cases marked big: 20 s).
- Standard error has only lines without control characters, and none is endless.
- A refused feed gives one error line, which begins with `geocli: ` and has the expected text. The catalog's content is
  unchanged. Ingesting the good feed of yesterday again works and changes nothing.
- A live feed: received = accepted + rejected + duplicates. The reasons and warnings are those expected. The expected
  places look as stated, and all others (and all other fields) are unchanged. `runs last` lists each rejected row in
  its original form. Ingesting the same feed again gives "unchanged".
- `geocli verify` and SQLite's own checks are clean, and no unexpected file is beside the catalog.

Expectations come from the documents (docs/manual.md, the contract of the command line, the guarantees). If these leave
a question open, a comment at the case gives the decision. `--count` takes an evenly spread sample without the big
cases. Rows are made up here. Exit status 0 only if all cases hold. Standard library only.
"""

import argparse
import gzip
import json
import os
import random
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata
import zlib
from dataclasses import dataclass, field

SERVICE = "TbSlibBookstoreInfo"
FEED = "seoul-bookstores"
SECONDS = 2.0
BIG_SECONDS = 20.0
MEGABYTES = 256
MB = 1 << 20
DAY = 86_400
FIRST_DAY = 1_790_000_000
BIDI = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
ROWS = 60

# --- Made-up rows and pages ------------------------------------------------------------------------------------------


class Raw(str):
    """JSON that is written unchanged; a character U+DCxx becomes the byte xx."""


class Drop:
    """A field that is left out."""


DROP = Drop()
DISTRICTS = [("종로구", 37.5735, 126.9790), ("마포구", 37.5560, 126.9220), ("노원구", 37.6540, 127.0570),
             ("송파구", 37.5110, 127.1060), ("강서구", 37.5500, 126.8490)]
FIRST_ID = 5001


def row(number, **changes):
    """The made-up place `number` (from 0) in the feed's exact form, with `changes` to its fields."""
    district, latitude, longitude = DISTRICTS[number % 5]
    fields = {
        "STORE_SEQ_NO": Raw(f"{FIRST_ID + number}.0"),
        "STORE_NAME": f"지어낸 책방 {number + 1}호",
        "GU_CODE": str(900 + number % 5),
        "CODE_VALUE": district,
        "ADRES": f"{district} 없는길 {number + 1}",
        "TEL_NO": f"02-0000-{1000 + number % 9000}",
        "HMPG_URL": f"http://shop{number + 1}.example/",
        "STORE_TYPE": "0002" if number % 2 else "0001",
        "STORE_TYPE_NAME": "새책방      " if number % 2 else "헌책방      ",
        "XCNTS": f"{latitude + number * 0.0001234567:.13f}",
        "YDNTS": f"{longitude - number * 0.0001234567:.12f}",
        "SNS": f"https://sns.example/shop{number + 1}",
    }
    fields.update(changes)
    return {name: value for name, value in fields.items() if value is not DROP}


def good(count=ROWS):
    return [row(number) for number in range(count)]


def touched(*changes, count=ROWS):
    """Good rows with the first ones changed: a dictionary changes fields, any other value replaces the row."""
    rows = good(count)
    for number, change in enumerate(changes):
        rows[number] = {k: v for k, v in {**rows[number], **change}.items() if v is not DROP} if isinstance(
            change, dict) else change
    return rows


def literal(value):
    """JSON of a value; a list of pairs is an object whose names may repeat."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        value = list(value.items())
    if isinstance(value, list) and all(isinstance(pair, tuple) for pair in value) and value:
        return "{" + ", ".join(
            (str(name) if isinstance(name, Raw) else json.dumps(name, ensure_ascii=False)) + ": " + literal(item)
            for name, item in value) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(literal(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def encoded(text):
    return text.encode("utf-8", "surrogateescape")


OK = {"CODE": "INFO-000", "MESSAGE": "정상 처리되었습니다"}


def page(rows, total=None, result=OK, service=SERVICE, outer=None, extra=None, order=None):
    """A page in JSON. DROP as `total` or `result` leaves it out; `order` sorts the service object's members."""
    members = [("list_total_count", len(rows) if total is None else total), ("RESULT", result), ("row", rows)]
    members = [(name, value) for name, value in members if value is not DROP] + (extra or [])
    if order:
        members.sort(key=lambda member: order.index(member[0]))
    return encoded(literal((outer or []) + [(service, members)]))


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def xml_row(fields):
    return "<row>" + "".join(
        f"<{name}>{value if isinstance(value, Raw) else escaped(str(value))}</{name}>"
        for name, value in fields.items()) + "</row>\n"


def xml(rows, declaration=DECLARATION, total=None, service=SERVICE, code="INFO-000", inside="", attributes="",
        encoding="utf-8"):
    result = "" if code is None else f"<RESULT><CODE>{code}</CODE><MESSAGE>정상 처리되었습니다</MESSAGE></RESULT>\n"
    text = (f"{declaration}<{service}{attributes}>\n<list_total_count>{len(rows) if total is None else total}"
            f"</list_total_count>\n{result}{inside}{''.join(xml_row(fields) for fields in rows)}</{service}>\n")
    return text.encode(encoding, "surrogateescape")


# --- Expected results ------------------------------------------------------------------------------------------------


@dataclass
class Refused:
    """Nothing changes; the one error line contains every text of `says` (of a tuple, one of its texts)."""
    says: tuple = ()
    exit: int = 65


@dataclass
class Live:
    """Published. `shows` maps feed ids to keys and values (or functions) of the listing; `gone` are missing then; all
    other places of yesterday are unchanged."""
    accepted: int = ROWS
    rejected: int = 0
    duplicates: int = 0
    without_point: int = 0
    reasons: dict = field(default_factory=dict)
    warns: tuple = ()
    shows: dict = field(default_factory=dict)
    gone: tuple = ()
    # The keys of the first place that may differ from yesterday (None: any).
    differs: tuple | None = None
    # The rows, in their original form, that `runs last` must list.
    raw: tuple | None = None


@dataclass
class Either:
    """The documents allow both: published or refused, but within bounds. If published, only the `free` places may
    change (None: any may)."""
    free: tuple | None = ()
    exits: tuple = (0, 65)


@dataclass
class Case:
    name: str
    pages: object  # bytes, a function that gives pieces, or a list of (file name, bytes); see `Bench.write`
    expect: object
    yesterday: int = ROWS
    sources: object = None  # names below the case's folder, or a function of it; else all its files
    standard_input: str | None = None  # "pipe", or "drip": byte by byte
    big: bool = False


CASES = []


def case(name, pages, expect, **more):
    CASES.append(Case(name, pages, expect, **more))


def refused(name, pages, *says, exit=65, **more):
    case(name, pages, Refused(says, exit), **more)


def aside(name, pages, reason, gone="5001"):
    """One row is set aside for `reason`, and the others are published."""
    case(name, pages, Live(accepted=ROWS - 1, rejected=1, reasons={reason: 1}, gone=(gone,)))


def either(name, pages, free=("5001",), **more):
    case(name, pages, Either(free), **more)


KEYS = {"STORE_NAME": ("name",), "CODE_VALUE": ("district",), "ADRES": ("address", "district"), "SNS": ("sns",),
        "TEL_NO": ("phone", "phone_raw"), "HMPG_URL": ("website",), "STORE_TYPE": ("kind",),
        "XCNTS": ("latitude", "longitude"), "YDNTS": ("latitude", "longitude")}


def live(name, changes, warns=(), /, **shows):
    """The first row gets `changes`; it is published, and the listing shows it with `shows`."""
    keys = tuple(key for name in changes for key in KEYS[name])
    case(name, page(touched(changes)), Live(warns=warns, shows={"5001": shows}, differs=keys))


def set_aside(name, first, reason):
    case(name, page(touched(first)), Live(
        accepted=ROWS - 1, rejected=1, reasons={reason: 1}, gone=("5001",), raw=(literal(touched(first)[0]),)))


def bad_point(name, latitude, longitude, *reasons):
    """Only the first row's coordinate is bad: it stays listed without a point, for one of `reasons`."""
    rows = touched({"XCNTS": latitude, "YDNTS": longitude})
    case(name, page(rows), Live(
        without_point=1, reasons={reasons: 1},
        shows={"5001": {"latitude": None, "longitude": None, "point_source": None}},
        differs=("latitude", "longitude", "point_source"), raw=(literal(rows[0]),)))


def point(name, latitude, longitude, shown):
    live(name, {"XCNTS": latitude, "YDNTS": longitude}, latitude=shown[0], longitude=shown[1])


# --- Not a page ------------------------------------------------------------------------------------------------------


def repeated(piece, size):
    """A function that repeats `piece`, up to `size` bytes of complete ones, in blocks of about a megabyte."""
    def pieces():
        count, block = size // len(piece), max(1, MB // len(piece))
        for start in range(0, count, block):
            yield piece * min(block, count - start)
    return pieces


def around(before, piece, size, after):
    def pieces():
        yield before
        yield from repeated(piece, size)()
        yield after
    return pieces


def not_a_page(seed):
    numbers = random.Random(seed)
    page_bytes = page(good())
    refused("empty file", b"", ("empty",))
    refused("blanks only", b" \t\r\n" * 50)
    refused("one line end", b"\n")
    refused("byte order mark only", b"\xef\xbb\xbf")
    refused("100 MB of blanks", repeated(b" ", 100 * MB))
    refused("100 MB of line ends", repeated(b"\r\n", 100 * MB))
    refused("100 MB of NUL bytes", repeated(b"\0", 100 * MB))
    # JSON allows any number of blanks around a page: it is published or refused, but within bounds.
    either("good page after 60 MB of blanks", around(b"", b" ", 60 * MB, page_bytes), free=())
    either("good page before 60 MB of blanks", around(page_bytes, b" ", 60 * MB, b""), free=())
    refused("NUL bytes", bytes(65_536))
    refused("NUL bytes before a good page", bytes(16) + page_bytes)
    refused("NUL bytes after a good page", page_bytes + bytes(16))
    refused("a NUL byte between rows", page_bytes.replace(b"}, {", b"},\0 {", 1))
    refused("random bytes", numbers.randbytes(65_536))
    refused("random bytes that begin with a brace", b"{" + numbers.randbytes(65_536))
    refused("random bytes that begin with <", b"<" + numbers.randbytes(65_536))
    refused("a picture (PNG)", b"\x89PNG\r\n\x1a\n" + numbers.randbytes(4096))
    refused("gzip bytes of a good page", gzip.compress(page_bytes, mtime=0))
    refused("deflate bytes of a good page", zlib.compress(page_bytes))
    refused("a ZIP archive", b"PK\x03\x04\x14\0\0\0\x08\0" + zlib.compress(page_bytes))
    refused("an SQLite file", b"SQLite format 3\0" + bytes(4080))
    refused("a PDF", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n")
    refused("plain text", "서비스 점검 중입니다".encode())
    refused("HTTP headers saved with the body",
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + page_bytes)
    refused("JSONP", b"callback(" + page_bytes + b");")
    refused("a CSV file with the feed's columns", (",".join(row(0)) + "\n" + ",".join(row(0).values())).encode())
    refused("JSON lines of rows", encoded("\n".join(literal(item) for item in good())))
    refused("a JSON array of rows at the top", encoded(literal(good())))
    for name, text in [("string", '"INFO-000"'), ("number", "606"), ("true", "true"), ("null", "null"),
                       ("empty array", "[]"), ("empty object", "{}"), ("a lone brace", "{"), ("NaN", "NaN")]:
        refused(f"JSON {name} alone", text.encode())


def web_pages():
    body = "<head><title>점검</title></head><body><h1>서비스 점검 중</h1><br><p>잠시 후 다시</body></html>"
    web = ("web page", "HTML", "html")
    for name, text in [
            ("with a document type", "<!DOCTYPE html>\n<html lang=\"ko\">" + body),
            ("with a document type in lower case", "<!doctype html><html>" + body),
            ("without a document type", "<html>" + body),
            ("in upper case", "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">\n<HTML>" + body.upper()),
            ("with a byte order mark", "\ufeff<!DOCTYPE html><html>" + body),
            ("after blank lines", "\r\n\r\n  <html>" + body),
            ("after a byte order mark and blanks", "\ufeff\n  <!doctype html><html>" + body),
            ("after a comment", "<!-- maintenance -->\n<html>" + body),
            ("after an XML declaration (XHTML)",
             DECLARATION + "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x.dtd\">\n<html xmlns=\""
             "http://www.w3.org/1999/xhtml\">" + body),
            ("with attributes", "<html\n class=\"no-js\">" + body)]:
        refused(f"HTML {name}", text.encode(), web)
    refused("HTML in CP949", ("<!DOCTYPE html><html>" + body).encode("cp949"), web)
    refused("an HTML fragment", b"<center><h1>502 Bad Gateway</h1></center>")
    refused("a script that sends on to another page", b"<script>location.href='http://other.example/'</script>")


# --- The service's own errors ----------------------------------------------------------------------------------------

KEY_CODES = ("INFO-100", "INFO-300", "ERROR-290", "ERROR-337")
SERVER_CODES = ("ERROR-500", "ERROR-600", "ERROR-601")
REQUEST_CODES = ("INFO-200", "ERROR-300", "ERROR-301", "ERROR-310", "ERROR-331", "ERROR-332", "ERROR-333", "ERROR-334",
                 "ERROR-335", "ERROR-336")


def error_object(code, message="지어낸 문장"):
    return encoded(literal({"RESULT": {"CODE": code, "MESSAGE": message}}))


def error_xml(code, message="<![CDATA[지어낸 문장.\n둘째 줄]]>"):
    return f"<RESULT><CODE>{code}</CODE><MESSAGE>{message}</MESSAGE></RESULT>".encode()


def results():
    # A result other than INFO-000 is reported by its code, and so is INFO-200 ("no data"): the log must distinguish an
    # answer without rows from a file without rows.
    for code in KEY_CODES + SERVER_CODES + REQUEST_CODES:
        # A saved page: no key is involved, and no request is repeated.
        status = 65
        refused(f"{code} as XML", error_xml(code), code, exit=status)
        refused(f"{code} as JSON", error_object(code), code, exit=status)
    for code, status in [("INFO-100", 65), ("ERROR-500", 65), ("ERROR-335", 65), ("INFO-200", 65)]:
        result = {"CODE": code, "MESSAGE": "지어낸 문장"}
        refused(f"{code} in the service object, rows beside it", page(good(), result=result), code, exit=status)
        refused(f"{code} in the service object, no rows", page([], result=result), code, exit=status)
        refused(f"{code} in the XML service element, rows beside it", xml(good(), code=code), code, exit=status)
        refused(f"{code} at the top beside good rows", page(good(), result=DROP, outer=[("RESULT", result)]), code,
                exit=status)
    # Two results that contradict each other: if one of them is an error, the page is refused, wherever the error is.
    for code, status in [("INFO-100", 65), ("ERROR-500", 65), ("ERROR-335", 65)]:
        result = {"CODE": code, "MESSAGE": "m"}
        refused(f"{code} at the top before INFO-000 inside", page(good(), outer=[("RESULT", result)]), code,
                exit=status)
    refused("ERROR-500 at the top after INFO-000 inside",
            page(good())[:-1] + b', "RESULT": {"CODE": "ERROR-500", "MESSAGE": "m"}}', "ERROR-500", exit=65)
    refused("RESULT twice in the service object, the first an error",
            page(good(), result=DROP, extra=[("RESULT", {"CODE": "ERROR-500"}), ("RESULT", OK)]), "ERROR-500", exit=65)
    for code in ["INFO-999", "ERROR-999", "info-000", "INFO-0000", "INFO-000x", "OK", "0"]:
        refused(f"unknown code {code}", page(good(), result={"CODE": code, "MESSAGE": "m"}), code)
    for name, result in [("null", None), ("a string", "INFO-000"), ("a number", 0),
                         ("an empty object", Raw("{}")), ("only a message", {"MESSAGE": "정상"}),
                         ("a null code", {"CODE": None}), ("an empty code", {"CODE": ""}),
                         ("an object for a code", {"CODE": {"CODE": "INFO-000"}})]:
        refused(f"RESULT is {name}", page(good(), result=result), "RESULT")
    refused("RESULT missing", page(good(), result=DROP), "RESULT")
    refused("RESULT missing in XML", xml(good(), code=None), "RESULT")
    refused("RESULT called Result", page(good(), result=DROP, extra=[("Result", OK)]), "RESULT")
    case("RESULT at the top instead of in the service object", page(good(), result=DROP, outer=[("RESULT", OK)]),
         Live())
    case("RESULT in both places", page(good(), outer=[("RESULT", OK)]), Live())
    hostile = "\x1b[2J\x07\x9b31m\u202e뒤집힘\u2028다음\r\n줄\t칸\0끝"
    refused("an error message with control characters", error_object("ERROR-335", hostile), "ERROR-335")
    refused("a code with control characters", error_object("ERROR-3\x1b[31m35\u202e\n", "m"))
    refused("an error message of 1 MB", error_object("ERROR-335", "길" * 350_000), "ERROR-335")
    refused("a code of 1 MB", error_object("E" * MB, "m"))
    refused("an error message of 50 MB", around(b'{"RESULT": {"CODE": "ERROR-335", "MESSAGE": "', b"m", 50 * MB,
        b'"}}'))
    refused("an error message of 100,000 combining marks", error_object("ERROR-335", "a" + "\u0301\u0316" * 50_000))


# --- The envelope ----------------------------------------------------------------------------------------------------


def envelope():
    for name in ["SeoulPublicLibraryInfo", "tbslibbookstoreinfo", "TBSLIBBOOKSTOREINFO", "TbSlibBookstoreInfo2",
                 "TbSlibBookstore"]:
        refused(f"service {name}", page(good(), service=name), name)
        refused(f"XML root {name}", xml(good(), service=name), name)
    refused("service name with control characters", page(good(), service="Tb\x1b[2J\u202eInfo\n"))
    refused("service name of 1 MB", page(good(), service="T" * MB))
    refused("service name with a blank after it", page(good(), service=SERVICE + " "))
    case("service name escaped", page(good()).replace(b'"TbSlib', b'"\\u0054bSlib'), Live())
    for name, value in [("null", "null"), ("a string", '"INFO-000"'), ("a number", "606"), ("true", "true"),
                        ("an empty array", "[]"), ("an empty object", "{}")]:
        refused(f"service object is {name}", f'{{"{SERVICE}": {value}}}'.encode())
    inner = page(good())[len(f'{{"{SERVICE}": '):-1]
    # Some portals put each part into a list of one.
    case("service object in an array", f'{{"{SERVICE}": ['.encode() + inner + b"]}", Live())
    case("RESULT is an array", page(good(), result=[OK]), Live())
    refused("service object in another one", f'{{"{SERVICE}": {{"{SERVICE}": '.encode() + inner + b"}}")
    refused("service object in an answer object", b'{"response": ' + page(good()) + b"}")
    refused("service object without its name", inner)
    refused("service object twice", page(good())[:-1] + b", " + page(good())[1:])
    case("another member beside the service object", page(good(), outer=[("meta", {"a": [1, {"b": None}]})]), Live())
    case("the service object's members in another order", page(good(), order=["row", "RESULT", "list_total_count"]),
         Live())
    case("extra members in the service object", page(good(), extra=[("page", 1), ("links", {"row": [None]})]), Live())
    for name, value in [("null", None), ("a number", 5), ("a string", "rows"), ("true", True), ("an object of rows",
                        {"0": row(0), "1": row(1)}), ("an array of arrays", [[item] for item in good()]),
                        ("an array of strings", ["row"] * ROWS), ("an array of numbers", [1.5] * ROWS),
                        ("an array of nulls", [None] * ROWS), ("an array of empty objects", [Raw("{}")] * ROWS),
                        ("an empty array", [])]:
        refused(f"row is {name}", page(value if isinstance(value, list) else [], total=ROWS)
                if isinstance(value, list) else encoded(literal([(SERVICE, [
                    ("list_total_count", ROWS), ("RESULT", OK), ("row", value)])])))
    # Half of the rows on one page, and something else instead of the other half: none of it is treated as a row.
    half = page(good()[:ROWS - 1], total=ROWS)
    for name, value in [("a string", "none"), ("an empty string", ""), ("a blank", " "), ("a number", 5), ("0", 0),
                        ("true", True), ("false", False), ("null", None), ("an empty array", [])]:
        refused(f"row of the second page is {name}", [("page_1.json", half), ("page_2.json", encoded(literal([
            (SERVICE, [("list_total_count", ROWS), ("RESULT", OK), ("row", value)])])))])
    refused("the second page has no row", [("page_1.json", half), ("page_2.json", encoded(literal([
        (SERVICE, [("list_total_count", ROWS), ("RESULT", OK)])])))])
    for inside in ["<row>none</row>", "<row/>", "<row> </row>", "<row><![CDATA[none]]></row>", ""]:
        refused(f"the second page in XML has {inside or 'no row'}", [
            ("page_1.json", half), ("page_2.xml", xml([], total=ROWS, inside=inside))])
    refused("row is missing", encoded(literal([(SERVICE, [("list_total_count", ROWS), ("RESULT", OK)])])))
    refused("row called rows", page(good()).replace(b'"row"', b'"rows"'))
    lone = encoded(literal([(SERVICE, [("list_total_count", 1), ("RESULT", OK), ("row", row(0))])]))
    case("a lone row as an object", lone, Live(accepted=1), yesterday=1)
    refused("a lone row where 60 were", lone, "59")
    case("a lone row in XML", xml(good(1)), Live(accepted=1), yesterday=1)
    # JSON leaves open which of two members counts: all rows, or a refusal, but never half of them.
    half = encoded(literal([(SERVICE, [("list_total_count", ROWS), ("RESULT", OK), ("row", good()[:30]),
                                       ("row", good()[30:])])]))
    either("rows in two row members", half, free=())
    refused("the same row member twice", encoded(literal([(SERVICE, [
        ("list_total_count", ROWS), ("RESULT", OK), ("row", good()), ("row", good())])])))
    # An empty first row member and a full second one, and the other way around.
    either("an empty row member before a full one", encoded(literal([(SERVICE, [
        ("list_total_count", ROWS), ("RESULT", OK), ("row", []), ("row", good())])])), free=())
    either("an empty row member after a full one", encoded(literal([(SERVICE, [
        ("list_total_count", ROWS), ("RESULT", OK), ("row", good()), ("row", [])])])), free=())


def totals():
    for name, value in [("missing", DROP), ("null", Raw("null")), ("negative", -60), ("60.5", Raw("60.5")),
                        ("words", "육십"), ("empty", ""), ("blank", "  "), ("1e400", Raw("1e400")),
                        ("1e30", Raw("1e30")), ("31 digits", Raw("6" * 31)), ("true", True), ("an array", [60]),
                        ("an object", {"count": 60}), ("\"NaN\"", "NaN"), ("\"inf\"", "inf"), ("\"0x3c\"", "0x3c"),
                        ("\"-60\"", "-60")]:
        refused(f"list_total_count {name}", page(good(), total=value), ("list_total_count", "total"))
    refused("list_total_count missing in XML", xml(good()).replace(b"list_total_count", b"total"), "list_total_count")
    refused("list_total_count empty in XML", xml(good(), total=""), "list_total_count")
    for value in [61, 606, 120, 2**31, 2**53, 2**63 - 1, 2**64]:
        # A count above every machine integer may be reported as missing instead of wrong.
        refused(f"list_total_count says {value} of 60 rows", page(good(), total=value), (str(value),
            "list_total_count"))
    for value in [59, 1, 0]:
        refused(f"list_total_count says {value} of 60 rows", page(good(), total=value), str(value))
    refused("list_total_count too high in XML", xml(good(), total=61), "61")
    for name, value in [("60.0", Raw("60.0")), ("6e1", Raw("6e1")), ("\"60\"", "60"), ("\" 60 \"", " 60 ")]:
        case(f"list_total_count {name}", page(good(), total=value), Live())


# --- Cut off, and gone on --------------------------------------------------------------------------------------------


def cuts(seed):
    numbers = random.Random(seed)
    text = page(good())
    text = text.replace("지어낸 책방 1호".encode(), b"a\\ud83d\\ude00b", 1)

    def after(mark, keep=None, start=0):
        at = text.index(mark, start)
        return text[:at + (len(mark) if keep is None else keep)]

    name = "지어낸 책방 2호".encode()
    places = [
        ("after the first brace", text[:1]), ("in the service's name", text[:6]),
        ("after the service's name", after(b'Info"')), ("after its colon", after(b'Info":')),
        ("after the second brace", after(b'": {')), ("in list_total_count", after(b"list_tot")),
        ("before the total", after(b'count": ')), ("in the total", after(b'count": 6')),
        ("after the total", after(b'count": 60')), ("in RESULT", after(b"INFO-0")),
        ("after RESULT", after(b'"}, ')), ("before the rows", after(b'"row": ')),
        ("after the bracket", after(b'"row": [')), ("after a row's brace", after(b'"row": [{')),
        ("in a row's name", after(b"STORE_S")), ("after a row's name", after(b'STORE_SEQ_NO"')),
        ("after a row's colon", after(b'STORE_SEQ_NO": ')), ("in a number", after(b'NO": 50')),
        ("after a number's point", after(b'NO": 5001.')), ("after a number", after(b'NO": 5001.0')),
        ("after a comma of a row", after(b'5001.0, ')), ("in a string", after(name, 9)),
        ("in a character", after(name, 7)), ("in a character, one byte later", after(name, 8)),
        ("after a backslash", after(b"a\\")), ("in an escape", after(b"\\ud8")),
        ("between two escapes of one character", after(b"\\ud83d")), ("in a string's quote", after(name)),
        ("after a row", after(b"}, {", 1)), ("after a row's comma", after(b"}, {", 2)),
        ("before the last bracket", text[:-3]), ("before the last but one brace", text[:-2]),
        ("before the last brace", text[:-1]),
    ]
    assert text.endswith(b"}]}}") and len({cut for _, cut in places}) == len(places)
    for where, cut in places:
        refused(f"JSON cut off {where}", cut)
    # At the second row's end the service object and the array are closed by hand: a complete document with rows
    # missing.
    refused("JSON cut off and closed again", after(b"}, {", 1) + b"]}}", "60")
    for number in range(12):
        refused(f"JSON cut off at a random place {number + 1}", text[:numbers.randrange(1, len(text) - 1)])
    long_text = page(good(3000))
    refused("JSON cut off after 256 KiB", long_text[:262_144])
    refused("JSON cut off one byte after 256 KiB", long_text[:262_145])
    document = xml(touched({"STORE_NAME": Raw("<![CDATA[가 & 나]]>"), "ADRES": Raw("종로구 A&amp;B")}))

    def until(mark):
        return document[:document.index(mark) + len(mark)]

    for where, cut in [
            ("in the declaration", document[:20]), ("after the declaration", until(b"?>")),
            ("in the root's name", until(b"<TbSlib")), ("after the root", until(b"Info>")),
            ("in a start tag", until(b"<STORE_N")), ("in CDATA", until("<![CDATA[가".encode())),
            ("in CDATA's end", until("나]]".encode())), ("in an entity", until(b"A&am")),
            ("in an end tag", until(b"</STORE_NA")), ("in a character", until(b"<CODE_VALUE>") + b"\xec\xa2"),
            ("after a row", until(b"</row>")), ("before the root's end", document[:document.rindex(b"</")]),
            ("in the root's end", document.rstrip()[:-1])]:
        refused(f"XML cut off {where}", cut)
    for number in range(6):
        refused(f"XML cut off at a random place {number + 1}", document[:numbers.randrange(60, len(document) - 3)])
    for name, more in [("a letter", b"x"), ("a brace", b"}"), ("a comma", b","), ("a second page", page(good())),
                       ("a second page on a new line", b"\n" + page(good())), ("an HTML comment", b"<!-- cached -->"),
                       ("a byte order mark", b"\xef\xbb\xbf"), ("an error", error_xml("ERROR-500")),
                       ("the control character 1A", b"\x1a")]:
        refused(f"JSON with {name} after it", page(good()) + more)
    case("JSON with line ends and blanks after it", page(good()) + b" \r\n\t\n" * 100, Live())
    case("JSON with line ends and blanks before it", b" \r\n\t\n" * 100 + page(good()), Live())
    refused("XML with a second root", xml(good()) + b"<RESULT/>")
    refused("XML with text after it", xml(good()) + b"x")
    refused("XML with a second document", xml(good()) + xml(good()))
    case("XML with a comment after it", xml(good()) + b"<!-- cached -->\n", Live())


# --- JSON that is odd, and JSON that is wrong ------------------------------------------------------------------------


def json_oddities():
    name = "책방의 새 이름"
    first = list(row(0).items())
    case("a field twice in a row, the last one counts",
         page(touched(Raw(literal([("STORE_NAME", "옛 이름")] + first[:1] + [("STORE_NAME", "중간")] + first[2:]
                                  + [("STORE_NAME", name)])))), Live(shows={"5001": {"name": name}}))
    case("a field twice in a row, the last one null", page(touched(Raw(literal(first + [("STORE_NAME", None)])))),
         Live(accepted=ROWS - 1, rejected=1, reasons={"no-name": 1}, gone=("5001",)))
    case("the id twice in a row, the last one counts",
         page(touched(Raw(literal([("STORE_SEQ_NO", 7777)] + first + [("STORE_SEQ_NO", "5001")])))), Live())
    for where, text in [
            ("NaN for a coordinate", literal(row(0, XCNTS=Raw("NaN")))),
            ("Infinity for a coordinate", literal(row(0, XCNTS=Raw("Infinity")))),
            ("-Infinity for a coordinate", literal(row(0, XCNTS=Raw("-Infinity")))),
            ("undefined", literal(row(0, SNS=Raw("undefined")))), ("None", literal(row(0, SNS=Raw("None")))),
            ("True", literal(row(0, SNS=Raw("True")))), ("tru", literal(row(0, SNS=Raw("tru")))),
            ("a number with zeros before it", literal(row(0, STORE_TYPE=Raw("0002")))),
            ("a number with a plus", literal(row(0, XCNTS=Raw("+37.57")))),
            ("a number without digits before its point", literal(row(0, XCNTS=Raw(".57")))),
            ("a number without digits after its point", literal(row(0, STORE_SEQ_NO=Raw("5001.")))),
            ("a number with half an exponent", literal(row(0, STORE_SEQ_NO=Raw("5001e")))),
            ("a hexadecimal number", literal(row(0, STORE_SEQ_NO=Raw("0x1389")))),
            ("a lone minus", literal(row(0, STORE_SEQ_NO=Raw("-")))),
            ("single quotes", literal(row(0, SNS=Raw("'x'")))), ("no quotes", literal(row(0, SNS=Raw("x")))),
            ("a name without quotes", literal(row(0)).replace('"SNS"', "SNS")),
            ("a comma at a row's end", literal(row(0))[:-1] + ",}"), ("two commas",
            literal(row(0))[:-1] + ',, "A": 1}'),
            ("no comma", literal(row(0))[:-1] + ' "A": 1}'), ("no colon", literal(row(0))[:-1] + ', "A" 1}'),
            ("no value", literal(row(0))[:-1] + ', "A": }'), ("a bracket for a brace", literal(row(0))[:-1] + "]"),
            ("a comment", literal(row(0)) + " /* first */"), ("a line comment", literal(row(0)) + " // first\n"),
            ("an escape that is none", literal(row(0, SNS=Raw('"\\x41"')))),
            ("an escape in capitals", literal(row(0, SNS=Raw('"\\U0041"')))),
            ("half an escape", literal(row(0, SNS=Raw('"\\u00g1"')))),
            ("an escape with a sign", literal(row(0, SNS=Raw('"\\u+041"')))),
            ("a line end in a string", literal(row(0, SNS=Raw('"a\nb"')))),
            ("a TAB in a string", literal(row(0, SNS=Raw('"a\tb"')))),
            ("an escape character in a string", literal(row(0, SNS=Raw('"a\x1b[2Jb"')))),
            ("a NUL byte in a string", literal(row(0, SNS=Raw('"a\0b"')))),
            ("a form feed between members", literal(row(0)).replace(", ", ",\f", 1)),
            ("a no-break space between members", literal(row(0)).replace(", ", ",\u00a0", 1))]:
        if where in ("a bracket for a brace", "a comment", "a line comment"):
            refused(f"no JSON: {where}", page(touched(Raw(text))))
        else:
            aside(f"no JSON: {where}", page(touched(Raw(text))), "malformed")
    refused("a comma after the last row", page(good()).replace(b"}]}}", b"},]}}"))
    refused("a comma before the first row", page(good()).replace(b'"row": [', b'"row": [,'))
    refused("a row's brackets that never match", page(touched(Raw(literal(row(0))[:-1]))))
    for depth, limit in [(10_000, 1), (1_000_000, 1)]:
        for kind, opening, closing in [("arrays", "[", "]"), ("objects", '{"a":', "}")]:
            inner = "1" if kind == "objects" else ""
            nest = Raw(opening * depth + inner + closing * depth)
            refused(f"{depth:,} {kind} in a field", page(touched({"MORE": nest})))
            refused(f"{depth:,} {kind} as a row", page(touched(nest)))
            refused(f"{depth:,} {kind} beside the service object", page(good(), outer=[("a", nest)]))
            refused(f"{depth:,} {kind} for RESULT", page(good(), result=nest))
            refused(f"{depth:,} {kind} at the top", encoded(nest))
    refused("1,000,000 brackets that open", b"[" * 1_000_000)
    refused("1,000,000 objects that open in a row", page([])[:-3] + b'{"a":' * 1_000_000)
    case("20 levels in a field", page(touched({"MORE": Raw("[" * 20 + "]" * 20)})), Live())
    case("1e999 in a field that no program reads", page(touched({"MORE": Raw("1e999"), "LESS": Raw("-1E-999")})), Live())
    # JSON allows half a character in an escape, but no text can contain it. The row is published with a mark
    # instead of it, or rejected.
    for what, text in [("high half", "\\ud83d"), ("low half", "\\ude00"), ("both halves the wrong way round",
                       "\\ude00\\ud83d"), ("two high halves", "\\ud83d\\ud83d"), ("high half, then text", "\\ud83dx")]:
        either(f"escape of a lone surrogate, {what}", page(touched({"STORE_NAME": Raw(f'"책방 {text}"')})))
    live("a character of two escapes", {"STORE_NAME": Raw('"책\\ud83d\\ude00방"')}, name="책😀방")
    live("all characters escaped", {"STORE_NAME": Raw(json.dumps("책방 A/B"))}, name="책방 A/B")
    live("short escapes", {"STORE_NAME": Raw('"a\\/b\\"c\\\\d\\be\\ff\\ng\\rh\\ti"')}, name='a/b"c\\d\be\ff\ng\rh\ti')
    case("names of fields escaped", page(good()).replace(b'"STORE_NAME"', b'"\\u0053TORE_NAME"')
         .replace(b'"XCNTS"', b'"XCNT\\u0053"'), Live())
    case("key order turned round", page([dict(reversed(list(item.items()))) for item in good()]), Live())
    shuffled = random.Random(5)
    case("key order shuffled in each row",
         page([dict(shuffled.sample(list(item.items()), len(item))) for item in good()]), Live())
    case("row order turned round", page(good()[::-1]), Live())
    case("extra fields", page([{**item, "NEW": None, "새 필드": [1, {"STORE_NAME": "다른"}], "": "", "B": True}
                               for item in good()]), Live())
    case("numbers as strings", page([{**item, "STORE_SEQ_NO": item["STORE_SEQ_NO"][:]} for item in good()]), Live())
    case("coordinates as numbers", page([{**item, "XCNTS": Raw(item["XCNTS"]), "YDNTS": Raw(item["YDNTS"])}
                                         for item in good()]), Live())
    case("pretty printed", json.dumps({SERVICE: {"list_total_count": ROWS, "RESULT": OK, "row": [
        {**item, "STORE_SEQ_NO": FIRST_ID + number} for number, item in enumerate(good())]}}, indent=8).encode(),
        Live())
    case("padding blanks around all strings", page([
        {key: value if isinstance(value, Raw) else f"\u3000 {value}\t\u00a0\n" for key, value in item.items()}
        for item in good()]), Live())


def encodings():
    for what, text in [("overlong, two bytes", "\udcc0\udcaf"), ("overlong, three bytes", "\udce0\udc80\udcaf"),
                       ("overlong, four bytes", "\udcf0\udc80\udc80\udcaf"), ("half a pair (CESU-8)",
                       "\udced\udca0\udcbd"),
                       ("a pair (CESU-8)", "\udced\udca0\udcbd\udced\udcb8\udc80"), ("byte FF", "\udcff"),
                       ("byte FE", "\udcfe"), ("beyond U+10FFFF", "\udcf4\udc90\udc80\udc80"),
                       ("five bytes", "\udcf8\udc88\udc80\udc80\udc80"), ("a lone following byte", "\udc80"),
                       ("half a character", "\udcec\udcb1"), ("overlong NUL", "\udcc0\udc80")]:
        aside(f"bad UTF-8 in a name: {what}", page(touched({"STORE_NAME": Raw(f'"책방 {text}"')})), "bad-encoding")
        aside(f"bad UTF-8 in XML: {what}", xml(touched({"STORE_NAME": Raw(f"책방 {text}")})), "bad-encoding")
    aside("bad UTF-8 in a field that no program reads", page(touched({"MORE": Raw('"\udcff"')})), "bad-encoding")
    aside("bad UTF-8 in a field's name", page(touched(Raw(literal(row(0))[:-1] + ', "\udcff": 1}'))), "bad-encoding")
    aside("bad UTF-8 in the last row", page(good()[:-1] + [row(59, SNS=Raw('"\udcff"'))]), "bad-encoding", "5060")
    refused("bad UTF-8 in the service's words", page(good(), result={"CODE": "INFO-000", "MESSAGE": Raw('"\udcc1"')}),
            "broken character", "byte")
    text = page(good()).decode()
    refused("CP949 without a label", text.encode("cp949"), "UTF-8")
    refused("EUC-KR without a label", text.encode("euc_kr"), "UTF-8")
    refused("Johab without a label", text.encode("johab"), "UTF-8")
    aside("CP949 in one name only", page(touched({"STORE_NAME": Raw('"' + "책방".encode("cp949").decode(
        "utf-8", "surrogateescape") + '"')})), "bad-encoding")
    refused("XML in CP949 without a label", xml(good(), declaration="", encoding="cp949"))
    refused("XML in CP949 that says UTF-8", xml(good(), encoding="cp949"))
    # The feed's encoding is declared as UTF-8. A page that names another encoding may be refused or read correctly, but
    # must never put garbled names into the catalog.
    for label, encoding in [("EUC-KR", "euc_kr"), ("EUC-KR", "utf-8"), ("CP949", "cp949"), ("ISO-8859-1", "utf-8"),
                            ("US-ASCII", "utf-8"), ("windows-1252", "utf-8"), ("UTF-16", "utf-8"),
                            ("no-such-encoding", "utf-8"), ("utf8", "utf-8")]:
        either(f"XML that says {label}, in {encoding}",
               xml(good(), declaration=f'<?xml version="1.0" encoding="{label}"?>', encoding=encoding), free=())
    plain = xml(good(), declaration="").decode()
    for encoding in ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]:
        either(f"JSON in {encoding} without a mark", text.encode(encoding), free=())
        either(f"JSON in {encoding} with a mark", ("\ufeff" + text).encode(encoding), free=())
        either(f"XML in {encoding} without a mark", plain.encode(encoding), free=())
        either(f"XML in {encoding} with a mark", ("\ufeff" + plain).encode(encoding), free=())
    case("JSON with a byte order mark", b"\xef\xbb\xbf" + page(good()), Live())
    case("XML with a byte order mark", b"\xef\xbb\xbf" + xml(good()), Live())
    refused("half a byte order mark", b"\xef\xbb" + page(good()))
    either("two byte order marks", b"\xef\xbb\xbf" * 2 + page(good()), free=())


# --- XML -------------------------------------------------------------------------------------------------------------


def xml_oddities():
    case("good rows in XML", xml(good()), Live())
    case("XML without a declaration", xml(good(), declaration=""), Live())
    refused("XML with a document type", xml(good(), declaration=DECLARATION + f"<!DOCTYPE {SERVICE}>"))
    refused("XML with a document type from elsewhere",
            xml(good(), declaration=DECLARATION + f'<!DOCTYPE {SERVICE} SYSTEM "http://127.0.0.1:9/x.dtd">'))
    laughs = '<!ENTITY a "ha">' + "".join(
        f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 10}">' for i in range(12))
    refused("XML that laughs a billion times", xml(touched({"STORE_NAME": Raw("&m;")}),
            declaration=DECLARATION + f"<!DOCTYPE {SERVICE} [{laughs}]>"))
    refused("XML with one long entity many times", xml(touched({"STORE_NAME": Raw("&a;" * 20_000)}),
            declaration=DECLARATION + f'<!DOCTYPE {SERVICE} [<!ENTITY a "{"x" * 100_000}">]>'))
    refused("XML that reads a file", xml(touched({"STORE_NAME": Raw("&a;")}),
            declaration=DECLARATION + f'<!DOCTYPE {SERVICE} [<!ENTITY a SYSTEM "file:///etc/hostname">]>'))
    refused("XML with a parameter entity", xml(good(), declaration=DECLARATION
            + f'<!DOCTYPE {SERVICE} [<!ENTITY % a SYSTEM "http://127.0.0.1:9/"> %a;]>'))
    aside("XML with an unknown entity", xml(touched({"STORE_NAME": Raw("책&nbsp;방")})), "malformed")
    aside("XML with a bare ampersand", xml(touched({"STORE_NAME": Raw("책 & 방")})), "malformed")
    aside("XML with a bare <", xml(touched({"STORE_NAME": Raw("책 < 방")})), "malformed")
    aside("XML with ]]> in text", xml(touched({"STORE_NAME": Raw("책 ]]> 방")})), "malformed")
    aside("XML with NUL as a reference", xml(touched({"STORE_NAME": Raw("책&#0;방")})), "malformed")
    aside("XML with a control character as a reference", xml(touched({"STORE_NAME": Raw("책&#27;방")})), "malformed")
    aside("XML with a control character", xml(touched({"STORE_NAME": Raw("책\x1b방")})), "malformed")
    aside("XML with half a character as a reference", xml(touched({"STORE_NAME": Raw("책&#xD83D;방")})), "malformed")
    aside("XML with a reference beyond Unicode", xml(touched({"STORE_NAME": Raw("책&#x110000;방")})), "malformed")
    aside("XML whose tags do not match", xml(good()).replace(b"</STORE_NAME>", b"</STORE_NAMES>", 1), "malformed")
    aside("XML with a tag that is never closed", xml(good()).replace(b"</STORE_NAME>", b"", 1), "malformed")
    refused("XML with an attribute twice", xml(good()).replace(b"<row>", b'<row a="1" a="2">', 1))
    refused("XML with an attribute without quotes", xml(good()).replace(b"<row>", b"<row a=1>", 1))
    refused("XML with a comment that never ends", xml(good()).replace(b"<row>", b"<!-- <row>", 1))
    refused("XML with a digit for a name", xml(good()).replace(b"<row>", b"<1/><row>", 1))
    refused("XML with an empty root", f"<{SERVICE}/>".encode())
    refused("XML with no rows", xml([]))
    refused("XML root RESULT with rows", xml(good(), service="RESULT"))
    refused("XML with a prefix before all names", xml(good(), service=f"x:{SERVICE}", attributes=' xmlns:x="urn:x"'))
    case("XML with a namespace", xml(good(), attributes=' xmlns="urn:feed" xmlns:xsi="urn:x" xsi:a="b"'), Live())
    case("XML with processing instructions", xml(good(), declaration=DECLARATION + "<?xml-stylesheet href='x'?>",
                                                 inside="<?php system('id'); ?>"), Live())
    case("XML with comments", xml(good(), inside="<!-- <row><STORE_NAME>x</STORE_NAME></row> -->"), Live())
    case("XML with attributes", xml(good()).replace(b"<row>", b'<row id="x" STORE_NAME="y">'), Live())
    case("XML with extra elements", xml([{**item, "MORE": Raw("<a><STORE_NAME>다른</STORE_NAME></a>")}
                                         for item in good()], inside="<page><row>1</row></page>"), Live())
    case("XML with rows in one more element that is not the feed's", xml(good(),
        inside="<more>" + xml_row(row(0)) + "</more>"),
         Live())
    case("XML with CDATA", xml(touched({"STORE_NAME": Raw("<![CDATA[<b>책 & 방</b>]]>")})),
         Live(warns=("html",), shows={"5001": {"name": "책 & 방"}}))
    case("XML with CDATA in pieces", xml(touched({"STORE_NAME": Raw("가<![CDATA[ & ]]>나<!-- x -->다<?y z?>라")})),
         Live(shows={"5001": {"name": "가 & 나다라"}}))
    case("XML with entities",
        xml(touched({"STORE_NAME": Raw("&lt;A&amp;B&gt; &quot;책&apos; &#xCC45;&#48169;&#x1F600;")})),
         Live(shows={"5001": {"name": "<A&B> \"책' 책방😀"}}))
    case("XML with an entity that looks like another", xml(touched({"STORE_NAME": Raw("A&amp;lt;B&amp;amp;")})),
         Live(warns=("html",), shows={"5001": {"name": "A<B&"}}))
    case("XML with empty elements", xml(touched({"TEL_NO": Raw("")})).replace(b"<TEL_NO></TEL_NO>", b"<TEL_NO />"),
         Live(shows={"5001": {"phone": None, "phone_raw": None}}))
    case("XML with a field twice", xml(touched({"STORE_NAME": Raw("옛 이름</STORE_NAME><STORE_NAME>새 이름")})),
         Live(shows={"5001": {"name": "새 이름"}}))
    case("XML with bidirectional controls and joiners", xml(touched({"STORE_NAME": "책\u202e방\u2066\u200d\u2028끝"})),
         Live(shows={"5001": {"name": "책\u202e방\u2066\u200d\u2028끝"}}))
    case("XML row without an id", xml(touched({"STORE_SEQ_NO": DROP})),
         Live(accepted=59, rejected=1, reasons={"no-id": 1}, gone=("5001",)))
    case("XML row with nothing in it", xml(good()).replace(b"<row>", b"<row/><row>", 1).replace(
        b"<list_total_count>60", b"<list_total_count>61"), Live(rejected=1, reasons={"no-id": 1}))
    either("XML with a declaration of version 1.1", xml(good(), declaration='<?xml version="1.1"?>'), free=())
    either("XML after blank lines", b"\n\n" + xml(good()), free=())
    either("XML with elements in a field", xml(touched({"STORE_NAME": Raw("책<b>방</b> 하나")})))
    either("XML with an attribute of 1 MB", xml(good(), attributes=f' a="{"x" * MB}"'), free=())
    either("XML with 100,000 attributes", xml(good(), attributes="".join(f' a{i}="x"' for i in range(100_000))),
        free=())
    either("XML with 200,000 different elements", xml(good(), inside="".join(f"<e{i}/>" for i in range(200_000))),
        free=())
    for depth in [10_000, 500_000]:
        refused(f"XML {depth:,} levels deep", xml(good(), inside="<a>" * depth + "</a>" * depth))
    refused("XML 10,000 levels deep in a field", xml(touched({"MORE": Raw("<a>" * 10_000 + "</a>" * 10_000)})))
    refused("XML that opens 1,000,000 elements", f"<{SERVICE}>".encode() + b"<a>" * 1_000_000)
    head, tail = xml(good()).split(b"<row>", 1)
    tail = b"<row>" + tail
    either("XML with a comment of 100 MB", around(head + b"<!--", b"x ", 100 * MB, b"-->" + tail), free=())
    either("XML with an attribute of 100 MB", around(head + b'<a b="', b"x", 100 * MB, b'"/>' + tail), free=())
    either("XML with a name of 100 MB", around(head + b"<", b"x", 100 * MB, b"/>" + tail), free=())
    either("XML with a processing instruction of 100 MB", around(head + b"<?a ", b"x", 100 * MB, b"?>" + tail), free=())
    either("XML with 60 MB of text in an element", around(head + b"<a>", b"x", 60 * MB, b"</a>" + tail), free=())
    either("XML with 200 MB of text in CDATA", around(head + b"<a><![CDATA[", b"x", 200 * MB, b"]]></a>" + tail),
        free=())
    either("XML with 200 MB of text between rows", around(head, b"x", 200 * MB, tail), free=())
    either("XML row with 300 fields of 1 MB", around(head + b"<row>", b"<A>" + b"x" * (MB - 7) + b"</A>", 300 * MB,
                                                     tail.removeprefix(b"<row>")))
    for count in [3_000_000, 12_000_000]:
        either(f"XML row with {count:,} empty fields", around(head + b"<row>", b"<A/>", 4 * count,
                                                              tail.removeprefix(b"<row>")))


# --- Endless values --------------------------------------------------------------------------------------------------


def long_values():
    # A place with a name of a megabyte is published or rejected, or the page is refused: always within bounds.
    first = page(touched({"MORE": "@"}))
    before, after = first.split(b'"@"')
    start, rest = page(good()).split(b'"row": [')
    named, rest_of_named = page(touched({"STORE_NAME": "@"})).split(b"@")
    for size in [1, 20, 60, 70]:
        either(f"a name of {size} MB", around(named, "긴이름".encode(), size * MB, rest_of_named))
        either(f"an extra field of {size} MB", around(before + b'"', b"x", size * MB, b'"' + after))
    for name in ["STORE_SEQ_NO", "CODE_VALUE", "ADRES", "TEL_NO", "HMPG_URL", "SNS", "STORE_TYPE", "XCNTS"]:
        left, right = page(touched({name: "@"})).split(b"@")
        either(f"{name} of 10 MB of letters", around(left, b"x", 10 * MB, right))
        either(f"{name} of 10 MB of digits", around(left, b"7", 10 * MB, right))
        either(f"{name} of 3 MB of words", around(left, b"02 000 x, www.a.example ", 3 * MB, right))
    either("a kind of 1 MB", page(touched({"STORE_TYPE": "k" * MB})))
    either("an id of 10,000 characters", page(touched({"STORE_SEQ_NO": "k" * 10_000}, count=61)), free=("5001",
        "5061", "k" * 10_000))
    either("a number of 10 MB", around(before, b"7", 10 * MB, after))
    either("a coordinate of 1,000,000 digits", page(touched({"XCNTS": "37.57" + "3" * 1_000_000})))
    either("a coordinate of 1,000,000 digits before its point", page(touched({"XCNTS": "3" * 1_000_000})))
    either("a coordinate with a huge exponent", page(touched({"XCNTS": "3e" + "9" * 1_000_000})))
    either("an array of 60 MB in a field", around(before + b"[0", b",0", 60 * MB, b"]" + after))
    either("an array of 60 MB as a row", around(start + b'"row": [[0', b",0", 60 * MB, b"], " + rest), free=())
    either("an array of 60 MB for RESULT's message",
           around(start.replace(b'"MESSAGE": "', b'"MESSAGE": [0', 1).split(b"[0")[0] + b"[0", b",0", 60 * MB,
                  b'], "x": "' + start.split(b'"MESSAGE": "')[1] + b'"row": [' + rest), free=())
    either("60 MB of objects for the total",
           around(f'{{"{SERVICE}": {{"list_total_count": [{{}}'.encode(), b",{}", 60 * MB,
                  b'], "list_total_count": 60, ' + page(good()).split(b'60, ', 1)[1]), free=())
    either("a member of 60 MB beside the service object", around(b'{"a": "', b"x", 60 * MB, b'", ' + page(good())[1:]),
           free=())
    either("a member of 200 MB beside the service object", around(b'{"a": "', b"x", 200 * MB,
        b'", ' + page(good())[1:]),
           free=())
    either("a member's name of 60 MB", around(b'{"', b"x", 60 * MB, b'": 1, ' + page(good())[1:]), free=())
    refused("a string of 100 MB that never ends", around(b'{"', b"x", 100 * MB, b""))
    refused("a number of 100 MB that never ends", around(b'{"a": ', b"7", 100 * MB, b""))
    refused("a field of 60 MB that never ends", around(before + b'"', b"x", 60 * MB, b""))
    case("100,000 extra fields in a row", page(touched({f"F{i}": i for i in range(100_000)})), Live())
    case("an extra field 100,000 times in a row",
         page(touched(Raw(literal(list(row(0).items()) + [("SNS2", i) for i in range(100_000)])))), Live())
    case("a name 100,000 times in a row, the last one counts",
         page(touched(Raw(literal(list(row(0).items()) + [("STORE_NAME", f"이름 {i}") for i in range(100_000)])))),
         Live(shows={"5001": {"name": "이름 99999"}}))
    # Input that takes disproportionate time: marks that must be sorted, brackets to remove, words to look through.
    marks = "책" + "\u0301\u0316" * 50_000
    for name in ["STORE_NAME", "ADRES", "TEL_NO", "HMPG_URL", "SNS", "CODE_VALUE", "STORE_SEQ_NO", "STORE_TYPE"]:
        either(f"100,000 combining marks in {name}", page(touched({name: marks})), free=("5001", marks))
    for name in ["HMPG_URL", "SNS"]:
        either(f"100,000 closing brackets in {name}", page(touched({name: "www.shop.example/" + ")" * 100_000})))
        either(f"100,000 opening brackets in {name}", page(touched({name: "(" * 100_000 + "www.shop.example"})))
        either(f"100,000 commas in {name}", page(touched({name: "www.shop.example/" + "," * 100_000})))
        either(f"100,000 addresses in {name}", page(touched({name: "www.shop.example," * 100_000})))
        either(f"100,000 dots in {name}", page(touched({name: "." * 100_000})))
        either(f"100,000 schemes in {name}", page(touched({name: "http://" * 100_000})))
    for what, text in [("hyphens", "-" * 1_000_000), ("groups", "02-" * 300_000), ("words", "전화 " * 300_000),
                       ("digits with blanks", "0 " * 500_000), ("numbers without an area code", "000-0000 " * 100_000)]:
        either(f"TEL_NO of many {what}", page(touched({"TEL_NO": text})))
    either("a name of 1,000,000 joined pictures", page(touched({"STORE_NAME": "👩\u200d" * 1_000_000})))
    either("a name between 1,000,000 blanks on each side",
        page(touched({"STORE_NAME": "\u3000" * 1_000_000 + "책방" + " " * 1_000_000})))


# --- Names and other text --------------------------------------------------------------------------------------------

NAMES = {
    "control characters": "책\x01\x02\x1b[31m방\x7f\x85끝",
    "terminal title": "책\x1b]0;owned\x07방", "bidirectional overrides": "책\u202etxt.exe\u202c방\u2067x\u2069",
    "zero width characters": "책\u200b방\u200c\u200d\u2060끝", "only a zero width space": "\u200b",
    "zero width joiners at both ends": "\u200d책방\u200d", "emoji sequence": "👩‍👩‍👧‍👦🏳️‍🌈📚", "only emoji": "📚",
    "flags": "🇰🇷🇰", "skin tones": "👍🏽👍🏿", "a formula": "=cmd|'/C calc'!A0", "a formula with HYPERLINK":
    '=HYPERLINK("http://a.example/","책")', "plus": "+82 책방", "minus": "-1+1", "at": "@SUM(A1:A9)",
    "a script": "<script>alert(1)</script>", "an image": "<img src=x onerror=alert(1)>", "HTML closing tags":
    "</script></style>-->]]>", "ampersand": "C&A 서점 & R&D", "double quotes": '"책" ""방""',
    "single quotes": "'책'' 방",
    "backslashes": "C:\\책\\방\\u0041", "line ends inside": "책\r\n방\n둘\r셋", "TAB inside": "책\t방",
    "line and paragraph separators": "책\u2028방\u2029끝", "no-break and wide blanks inside": "책\u00a0방\u3000끝",
    "200 combining marks": "책" + "\u0301" * 200 + "방", "Hangul in pieces (NFD)": unicodedata.normalize("NFD", "책방 각"),
    "Hangul whole (NFC)": "책방 각", "compatibility characters": "㈜책방 ﬁ ①", "old Hangul": "ᄎᆡᆨ방", "a NUL character":
    "책\0방", "only a NUL character": "\0", "a number": "1984", "a float": "1984.0", "null as text": "null",
    "NaN as text":
    "NaN", "true as text": "true", "a JSON object as text": '{"a": [1]}', "SQL": "'); DROP TABLE place; --",
    "SQL wildcards": "100%_책*방?", "printf": "%s%n%x%d", "a path": "../../../../etc/passwd",
    "a shell": "$(reboot)`id`;|&",
    "a question mark for a lost character": "디자인?책방", "replacement character": "책\ufffd방", "noncharacters":
    "책\uffff\ufdd0\U0010ffff방", "private use": "\ue000책\U000f0000", "tags": "책\U000e0041\U000e007f", "musical controls":
    "책\U0001d173방", "right to left": "مكتبة كتب ספרים", "thai": "ร้านหนังสือ", "full-width": "ＢＯＯＫＳ　책방",
    "one letter": "A",
    "looks like an option": "--db=/dev/null", "like an error": "geocli: refused", "byte order mark inside": "책\ufeff방",
    "variation selectors": "책\ufe0f\U000e0100방", "interlinear": "책\ufff9방\ufffa주\ufffb",
}


def texts():
    for what, name in NAMES.items():
        live(f"name: {what}", {"STORE_NAME": name}, name=name)
    live("name: HTML", {"STORE_NAME": "C&A <b>서점</b> &amp; &lt;"}, ("html",), name="C&A 서점 & <")
    live("name: a number that is not a string", {"STORE_NAME": 1984}, name="1984")
    live("name: a float that is not a string", {"STORE_NAME": Raw("1984.50")}, name="1984.50")
    for what, padding in [("blanks", "   "), ("TAB and line ends", "\t\r\n"), ("no-break spaces", "\u00a0\u202f"),
                          ("ideographic spaces", "\u3000"), ("other spaces", "\u2003\u2009\u205f\u1680\u0085\u2028")]:
        live(f"outer {what} are trimmed", {"STORE_NAME": padding + "책  방" + padding}, name="책  방")
        set_aside(f"name of {what} only", {"STORE_NAME": padding * 3}, "no-name")
    for what, value in [("missing", DROP), ("null", None), ("empty", ""), ("true", True), ("false", False),
                        ("an object", {"ko": "책방"}), ("an array", ["책방"])]:
        set_aside(f"name is {what}", {"STORE_NAME": value}, "no-name")
    hostile = "x\x1b[2J\u202e<script>\"'&=\0\n끝"
    case("hostile text in all text fields", page(touched(
        {"ADRES": hostile, "TEL_NO": hostile, "HMPG_URL": hostile, "SNS": hostile, "CODE_VALUE": hostile,
         "GU_CODE": hostile, "STORE_TYPE_NAME": hostile})),
        Live(shows={"5001": {"address": hostile, "phone_raw": hostile, "phone": None, "website": None,
                             "district": hostile, "name": "지어낸 책방 1호"}}))
    case("hostile text in a field's name", page(touched({hostile: "x", "__proto__": {"a": 1}, "constructor": "x"})),
        Live())
    case("two branches with one name", page(touched({"STORE_NAME": row(1)["STORE_NAME"]})),
         Live(shows={"5001": {"name": row(1)["STORE_NAME"]}}))
    for field_name, key in [("ADRES", "address"), ("TEL_NO", "phone_raw"), ("CODE_VALUE", None), ("SNS", None),
                            ("HMPG_URL", "website")]:
        for what, value in [("missing", DROP), ("null", None), ("blank", "   "), ("an object", {"a": 1})]:
            live(f"{field_name} is {what}", {field_name: value}, **({key: None} if key else {}))
    live("address without a district", {"ADRES": "없는길 5, 2층"}, address="없는길 5, 2층")
    live("district that Seoul does not have", {"CODE_VALUE": "없는구"}, district="없는구")


# --- Ids -------------------------------------------------------------------------------------------------------------


def ids():
    for what, value in [("missing", DROP), ("null", None), ("empty", ""), ("blank", "   "), ("an ideographic space",
                        "\u3000"), ("true", True), ("false", False), ("an object", {"$oid": "5001"}), ("an array",
                        [5001])]:
        set_aside(f"id is {what}", {"STORE_SEQ_NO": value}, "no-id")
    for text in ["5001", "5001.0", "5001.00", '"5001"', '"5001.0"', '" 5001 "', "5.001E3", '"\\u0035001"', "5001e0",
                 "5001E+0", "500100e-2", "0.5001e4", "50010.00E-1"]:
        case(f"id written {text}", page(touched({"STORE_SEQ_NO": Raw(text)})), Live())
    for what, text, shown in [
            ("0", "0", "0"), ("negative", "-5", "-5"), ("with zeros before it", '"0012"', "0012"),
            ("of 30 digits", "1" * 30, "1" * 30), ("of 30 digits as text", '"' + "9" * 30 + '"', "9" * 30),
            ("beyond 64 bits", "9223372036854775808", "9223372036854775808"), ("of letters", '"CD-12/가"', "CD-12/가"),
            ("with a NUL character", '"12\\u0000x"', "12\0x"), ("with control characters", '"1\\u001b[2J\\n2"',
            "1\x1b[2J\n2"),
            ("with a quote", '"1\' OR 1=1 --"', "1' OR 1=1 --"), ("an emoji", '"📚"', "📚"), ("full-width", '"１２"', "１２"),
            ("of a text with a fraction", '"5001.5"', "5001.5"), ("1e3", "1e3", "1000"), ("1E+3", "1E+3", "1000"),
            ("10E2", "10E2", "1000"), ("-0", "-0", "0"), ("20e-1", "20e-1", "2"), ("-1.5e1", "-1.5e1", "-15"),
            ("1e20", "1e20", "1" + "0" * 20), ("text 1E3", '"1E3"', "1E3"), ("text -0", '"-0"', "-0"),
            ("text 007", '"007"', "007"), ("text 1e999999999", '"1e999999999"', "1e999999999")]:
        case(f"id {what}", page(good() + [row(60, STORE_SEQ_NO=Raw(text))]), Live(
            accepted=61, shows={shown: {"name": "지어낸 책방 61호"}}))
    # Numbers that are not whole, and numbers in unusual notations.
    for text in ["5001.5", "1e-3", "-0.5", "50015e-1", "1e41", "1e400", "1e999999999", "-1E+99999999999999999999"]:
        set_aside(f"id {text}", {"STORE_SEQ_NO": Raw(text)}, "no-id")
    case("ids 1000, 1e3 and 1E+3 of one row", page(good() + [
        row(60, STORE_SEQ_NO=Raw(text)) for text in ("1000", "1e3", "1E+3")]), Live(
        accepted=61, duplicates=2, warns=("duplicate-rows",), shows={"1000": {"name": "지어낸 책방 61호"}}))
    case("ids 1000 and text 1e3 are two", page(good() + [
        row(60, STORE_SEQ_NO=Raw("1000")), row(61, STORE_SEQ_NO="1e3")]), Live(
        accepted=62, shows={"1000": {"name": "지어낸 책방 61호"}, "1e3": {"name": "지어낸 책방 62호"}}))
    case("ids 0012 and 12 are two", page(good() + [row(60, STORE_SEQ_NO="0012"), row(61, STORE_SEQ_NO=12)]), Live(
        accepted=62, shows={"0012": {"name": "지어낸 책방 61호"}, "12": {"name": "지어낸 책방 62호"}}))
    case("ids that differ in case", page(good() + [row(60, STORE_SEQ_NO="ab"), row(61, STORE_SEQ_NO="AB")]), Live(
        accepted=62, shows={"ab": {"name": "지어낸 책방 61호"}, "AB": {"name": "지어낸 책방 62호"}}))
    composed, pieces = unicodedata.normalize("NFC", "각"), unicodedata.normalize("NFD", "각")
    case("ids that differ in composition", page(good() + [
        row(60, STORE_SEQ_NO=composed), row(61, STORE_SEQ_NO=pieces)]), Live(
        accepted=60, rejected=2, reasons={"id-clash": 2}))
    case("a row twice, in two compositions", page(good() + [
        row(60, STORE_SEQ_NO=composed), row(60, STORE_SEQ_NO=pieces, STORE_NAME=unicodedata.normalize(
            "NFD", row(60)["STORE_NAME"]))]), Live(
        accepted=61, duplicates=1, warns=("duplicate-rows",), shows={composed: {"name": "지어낸 책방 61호"}}))
    case("ids that differ after a NUL character", page(good() + [
        row(60, STORE_SEQ_NO="7\0a"), row(61, STORE_SEQ_NO="7\0b"), row(62, STORE_SEQ_NO="7")]), Live(
        accepted=63, shows={"7\0a": {"name": "지어낸 책방 61호"}, "7\0b": {"name": "지어낸 책방 62호"},
                            "7": {"name": "지어낸 책방 63호"}}))
    twice = ("duplicate-rows",)
    case("a row twice", page(good() + [row(0)]), Live(duplicates=1, warns=twice))
    case("a row 200 times", page(good() + [row(0)] * 200), Live(duplicates=200, warns=twice))
    case("every row twice", page(good() * 2), Live(duplicates=ROWS, warns=twice))
    case("a row twice, the id written in two ways", page(good() + [row(0, STORE_SEQ_NO="5001")]),
         Live(duplicates=1, warns=twice))
    case("a row twice, in another key order", page(good() + [dict(reversed(list(row(0).items())))]),
         Live(duplicates=1, warns=twice))
    case("a row twice, padded", page(good() + [row(0, STORE_NAME=" 지어낸 책방 1호  ")]), Live(duplicates=1, warns=twice))
    for what, change in [("names", {"STORE_NAME": "다른 책방"}), ("addresses", {"ADRES": "다른 곳"}), ("kinds",
                         {"STORE_TYPE": "0002"}), ("points", {"XCNTS": "37.5"}), ("phones", {"TEL_NO": ""}),
                         ("points, one bad", {"XCNTS": "x"})]:
        case(f"an id with two {what}", page(good() + [row(0, **change)]), Live(
            accepted=59, rejected=2, reasons={"id-clash": 2}, gone=("5001",)))
    case("an id with three contents", page(good() + [row(0, STORE_NAME="둘"), row(0, STORE_NAME="셋")]), Live(
        accepted=59, rejected=3, reasons={"id-clash": 3}, gone=("5001",)))
    case("an id with two contents, one of them twice", page(good() + [row(0), row(0, STORE_NAME="둘")]), Live(
        accepted=59, rejected=3, reasons={"id-clash": 3}, gone=("5001",)))
    case("two ids with two contents each", page(good() + [row(0, STORE_NAME="둘"), row(1, STORE_NAME="셋")]), Live(
        accepted=58, rejected=4, reasons={"id-clash": 4}, gone=("5001", "5002")))
    refused("one id for all rows", page([{**item, "STORE_SEQ_NO": 5001} for item in good()]), "60")


# --- Coordinates -----------------------------------------------------------------------------------------------------


def coordinates():
    latitude, longitude = row(0)["XCNTS"], row(0)["YDNTS"]
    missing, unreadable = "coordinate-missing", "coordinate-unreadable"
    beyond, outside, swapped = "coordinate-out-of-range", "coordinate-outside-area", "coordinate-swapped"
    for what, value in [("missing", DROP), ("null", None), ("empty", ""), ("blank", "  \u3000"), ("zero", "0"),
                        ("zero as a number", 0), ("0.0", "0.0"), ("-0", "-0")]:
        bad_point(f"latitude {what}", value, longitude, missing, outside)
        bad_point(f"longitude {what}", latitude, value, missing, outside)
        bad_point(f"both coordinates {what}", value, value, missing)
    # A value is present, but it is not a readable number.
    for what, value in [("true", True), ("an object", {"v": latitude}), ("an array", [latitude])]:
        bad_point(f"latitude {what}", value, longitude, missing, unreadable)
    for what, value in [
            ("text", "모름"), ("NaN", "NaN"), ("nan", "nan"), ("inf", "inf"), ("-Infinity", "-Infinity"),
            ("hexadecimal", "0x1.2p5"), ("hexadecimal, whole", "0x25"), ("with a tilde", "37.57~2"),
            ("with a comma", "37,57"), ("with degrees", "37.57°"), ("with degrees, minutes, seconds", "37°34'24\"N"),
            ("with N", "37.57N"), ("with N before it", "N37.57"), ("with a Unicode minus", "\u221237.57"),
            ("with full-width digits", "３７．５７"), ("with Arabic digits", "٣٧.٥٧"), ("with a blank inside", "37. 57"),
            ("both in one string", "37.57, 126.98"), ("with two points", "37.57.3"), ("with two signs", "--37.57"),
            ("with a sign after it", "37.57-"), ("with an underscore", "37_57"), ("with an exponent cut off",
            "3.757e"),
            ("a lone sign", "-"), ("a lone point", "."), ("with a NUL character", "37.57\0"), ("a date", "2026-09-19"),
            ("with a control character", "37.57\x1b"), ("a fraction", "3757/100"), ("with a unit", "37.57deg"),
            ("with a joiner inside", "37\u200d.57"), ("HTML", "<b>37.57</b>"), ("with a float's suffix", "37.57f")]:
        bad_point(f"latitude {what}", value, longitude, unreadable)
    bad_point("longitude unreadable", latitude, "126.98~", unreadable)
    bad_point("both unreadable", "위도", "경도", unreadable)
    for what, value in [("1e999", "1e999"), ("1e999 as a number", Raw("1e999")), ("-1e999", "-1e999")]:
        bad_point(f"latitude {what}", value, longitude, unreadable, beyond)
    for what, at in [("97", "97"), ("-97", "-97"), ("90.0001", "90.0001"), ("1e300", "1e300"), ("1e300 as a number",
                     Raw("1e300")), ("375573", "375573")]:
        bad_point(f"latitude {what}", at, longitude, beyond)
    for at in ["180.0001", "486.92", "-233.08", "1269800"]:
        bad_point(f"longitude {at}", latitude, at, beyond)
    bad_point("both out of range", "999", "999", beyond)
    bad_point("metres for degrees", "551579.8", "198242.07", beyond)
    bad_point("swapped", longitude, latitude, swapped)
    bad_point("swapped, as numbers", Raw(longitude), Raw(latitude), swapped)
    for what, at in [("Tokyo", ("35.6812", "139.7671")), ("Busan", ("35.1796", "129.0756")), ("the zero of EPSG:5174",
                     ("33.4777", "124.8492")), ("New York", ("40.7128", "-74.0060")), ("Seoul's mirror in the south",
                     ("-37.57", "126.98")), ("Seoul's mirror in the west", ("37.57", "-126.98")), ("the pole", ("90",
                     "126.98")),
                     ("the antimeridian", ("37.57", "180"))]:
        bad_point(f"point is {what}", *at, outside)
    bad_point("Tokyo swapped", "139.7671", "35.6812", beyond, outside, swapped)
    bad_point("latitude 1e-320", "1e-320", longitude, outside, missing)
    bad_point("latitude 1e-400", "1e-400", longitude, outside, missing)
    bad_point("latitude 0.0000001", "0.0000001", longitude, outside, missing)
    for what, at in [("south-west corner", (37.40, 126.73)), ("north-east corner", (37.72, 127.20)),
            ("north-west corner",
                     (37.72, 126.73)), ("south-east corner", (37.40, 127.20)), ("inside", (37.5, 127.0))]:
        point(f"point at the area's {what}", str(at[0]), str(at[1]), at)
        point(f"point at the area's {what}, as numbers", at[0], at[1], at)
    for what, at in [("south of it", ("37.39999999999999", "127.0")), ("north of it", ("37.72000000000001", "127.0")),
                     ("west of it", ("37.5", "126.72999999999999")), ("east of it", ("37.5", "127.20000000000002")),
                     ("south of it by 1e-7", ("37.3999999", "127.0")), ("east of it by 1e-7", ("37.5", "127.2000001"))]:
        bad_point(f"point just outside the area, {what}", *at, outside)
    for what, at, shown in [
            ("padded with blanks", (" 37.5735 ", "\t126.9790\u3000"), (37.5735, 126.979)),
            ("with zeros after", ("37.57350000000000000", "126.97900"), (37.5735, 126.979)),
            ("with zeros before", ("037.5735", "0126.979"), (37.5735, 126.979)),
            # A leading plus is unambiguous.
            ("with a plus", ("+37.5735", "+126.979"), (37.5735, 126.979)),
            ("with an exponent", ("3.75735e1", "1.26979E+2"), (37.5735, 126.979)),
            ("with an exponent, as numbers", (Raw("3.75735e1"), Raw("1269790E-4")), (37.5735, 126.979)),
            ("of 40 digits", ("37.5735000000000000000000000000000000000001", "126.979"), (37.5735, 126.979)),
            ("whole degrees", ("37.5", "127"), (37.5, 127.0))]:
        point(f"point {what}", *at, shown)
    case("all places on one point", page([{**item, "XCNTS": latitude, "YDNTS": longitude} for item in good()]),
         Live(warns=("one-point",), shows={str(FIRST_ID + n): {"latitude": float(latitude)} for n in range(ROWS)}))
    case("two places on one point", page(touched({}, {"XCNTS": latitude, "YDNTS": longitude})),
         Live(shows={"5002": {"latitude": float(latitude)}}))
    case("a point in another district than the stated one", page(touched({"CODE_VALUE": "송파구"})),
         Live(shows={"5001": {"district": "송파구", "latitude": float(latitude)}}))


# --- Kinds, phones, links --------------------------------------------------------------------------------------------


def fields():
    unknown = ("unknown-kind",)
    for what, code, kind in [("new", "0002", "new"), ("used", "0001", "used"), ("new, padded", " 0002  ", "new"),
                             ("used, padded with an ideographic space", "0001\u3000", "used")]:
        live(f"kind {what}", {"STORE_TYPE": code}, kind=kind)
    for code in ["0003", "9999", "새책방", "00020", "0002;0001", "０００２", "\x1b[31m\u202e0002\n", "'; --", "k" * 5000]:
        live(f"unknown kind {code[:9]!r}", {"STORE_TYPE": code}, unknown, kind="other")
    for what, value in [("missing", DROP), ("null", None), ("empty", ""), ("true", True), ("an object", {"c": "0002"})]:
        live(f"kind {what}", {"STORE_TYPE": value}, unknown, kind="other")
    # The number 2 is not the text 0002, as the id 12 is not 0012; treating it as an unknown kind is also right.
    case("kind as the number 2", page(touched({"STORE_TYPE": 2})), Either(("5001",)))
    case("three unknown kinds in three rows", page(touched(*({"STORE_TYPE": f"x{n}"} for n in range(3)))), Live(
        warns=unknown, shows={str(FIRST_ID + n): {"kind": "other"} for n in range(3)}))
    for text, phone in [
            ("02-0000-5092~5 ?", "+82200005092"), ("02-0000-4741~5", "+82200004741"), ("02-000-7182-3", "+8220007182"),
            ("02-0000-0950, 0956", "+82200000950"), ("02-000-9585(6)", "+8220009585"), ("02.0000-2921", "+82200002921"),
            ("0507-0000-5449", "+8250700005449"), ("1644-0000", "+8216440000"), ("050700000622", "+8250700000622"),
            ("000-9585", None), ("전화 02-000-1220", "+8220001220"), ("없음", None), ("정보없음", None), ("홈페이지 참고", None),
            ("02--000-9313", "+8220009313"), ("097-0000-8004", None), ("031-000-0000 / 02-000-0000", "+82310000000"),
            ("(02) 000-1234", "+8220001234"), ("02 000 1234", "+8220001234"), ("070-0000-1234", "+827000001234"),
            ("010-0000-1234", "+821000001234"), ("1588-0000", "+8215880000"), ("1899-0000", "+8218990000"),
            ("+82-2-000-1234", "+8220001234"), ("0000-0000", None), ("-", None), ("?", None), ("911", None), ("0",
            None),
            ("02-000-12", None), ("9" * 40, None), ("tel:javascript:alert(1)", None), ("=1+1", None)]:
        live(f"phone {text[:30]}", {"TEL_NO": text}, phone=phone, phone_raw=text.strip())
    live("phone with control characters", {"TEL_NO": "02-000\x1b[2J-1234\u202e"}, phone_raw="02-000\x1b[2J-1234\u202e")
    live("phone as a number", {"TEL_NO": Raw("200001234")}, phone_raw="200001234")
    for text, website in [
            ("www.shop.example/KH", "http://www.shop.example/KH"), ("shop.example", "http://shop.example"),
            ("http://www.a.example/, www.b.example ", "http://www.a.example/"), ("https://a.example/?a=1&b=2#c",
            "https://a.example/?a=1&b=2#c"), ("HTTP://A.example/", None), ("http://a.example/Mall/UsedStore/Det",
            "http://a.example/Mall/UsedStore/Det"), ("없음", None), ("-", None), ("  ", None),
            ("javascript:alert(1)", None), ("JaVaScRiPt:alert(document.cookie)", None), ("java\tscript:alert(1)", None),
            ("\x01javascript:alert(1)", None), ("data:text/html,<script>alert(1)</script>", None),
            ("data:text/html;base64,PHNjcmlwdD4=", None), ("vbscript:msgbox(1)", None), ("file:///etc/passwd", None),
            ("//evil", None), ("mailto:shop@", None), ("http://", None), ("https:///path", None), ("http:evil", None),
            ("about:blank", None), ("blob:x", None), ("\\\\server\\share", None), ("nmap://search?query=x", None),
            ("<script>alert(1)</script>", None), ("' onmouseover='alert(1)", None)]:
        what = f"link {text[:40]!r}"
        if website is None and text.startswith("HTTP"):
            live(what, {"HMPG_URL": text},
                website=lambda shown: shown is not None and shown.lower() == "http://a.example/")
        else:
            live(what, {"HMPG_URL": text}, website=website)
    # In every outcome, a website is an http or https address on one line, or missing.
    for text in ["javascript:location='http://evil.example/'", "javascript://a.example/%0aalert(1)",
            "ftp://a.example/x",
                 "http://a.example/\nSet-Cookie: x", "http://a.example/<script>\"'", "http://user:pass@a.example/",
                 "http://a.example:99999999/", "http://[::1]/", "http://\u202eexample.a/", "http://책방.example/",
                 "feed:http://a.example/", "view-source:http://a.example/", "data:text/html,http://a.example/",
                 "http://javascript:alert(1)", "(http://a.example/)", "홈페이지: http://a.example/ 입니다",
                 "http://a.example/\0b", "http://a.example/\x1b[2J", "http://a.example/\u202egnp.exe",
                 "www.a.example\r\n\r\n<html>", "javascript:www.a.example",
                 "mailto:shop@a.example", "//evil.example/x"]:
        live(f"link {text[:40]!r}", {"HMPG_URL": text}, website=is_plain_link)
    live("link as a number", {"HMPG_URL": 1984}, website=None)
    for text in ["javascript:alert(1)", "@shop", "", "https://sns.example/a https://sns.example/b", "x" * 5000]:
        live(f"SNS {text[:40]!r}", {"SNS": text})


def is_plain_link(shown):
    """None, or an http(s) address without characters that end a line, a word or a quoted attribute."""
    return shown is None or shown.startswith(("http://", "https://")) and not any(
        unicodedata.category(c) in ("Cc", "Zs", "Zl", "Zp") or c in BIDI for c in shown)


# --- Guards of a snapshot --------------------------------------------------------------------------------------------


def spread(count):
    """`count` of the 60 rows, spread evenly over districts and kinds."""
    return sorted(((5 * n + n % 5 + n // 12) % ROWS for n in range(count)))


def guards():
    refused("no rows", page([]), exit=65)
    refused("no rows of 60 that are stated", page([], total=ROWS))
    twelve, thirteen = set(spread(12)), set(spread(13))
    assert len(twelve) == 12 and len(thirteen) == 13
    case("12 of 60 rows gone (20 %)", page([item for n, item in enumerate(good()) if n not in twelve]), Live(
        accepted=48, gone=tuple(str(FIRST_ID + n) for n in twelve)))
    refused("13 of 60 rows gone (more than 20 %)", page([item for n, item in enumerate(good()) if n not in thirteen]),
            "13", "60")
    refused("all rows gone, others there", page([row(n) for n in range(100, 160)]), "60")
    refused("half of the rows gone, others there", page(good()[::2] + [row(n) for n in range(100, 130)]), "30")
    refused("all ids changed", page([{**item, "STORE_SEQ_NO": f"A{n}"} for n, item in enumerate(good())]), "60")
    bad = {"no id": {"STORE_SEQ_NO": ""}, "no name": {"STORE_NAME": " "}}
    for what, change in bad.items():
        case(f"15 of 75 rows unusable (20 %), {what}", page(good() + [row(60 + n, **change) for n in range(15)]), Live(
            rejected=15, reasons={what.replace(" ", "-"): 15}))
        refused(f"16 of 76 rows unusable (21 %), {what}", page(good() + [row(60 + n, **change) for n in range(16)]),
                "16", "76")
    case("15 of 75 rows null (20 %)", page(good() + [None] * 15), Live(rejected=15, reasons={"not-a-row": 15}))
    refused("16 of 76 rows null (21 %)", page(good() + [None] * 16), "16", "76")
    refused("half of the rows null", page([item if n % 2 else None for n, item in enumerate(good())]), "30")
    refused("every row but one unusable", page(good()[:1] + [row(n, STORE_NAME="") for n in range(1, ROWS)]))
    for what, value in [("null", None), ("a number", 5), ("a string", "row"), ("true", True), ("an array", [row(0)]),
                        ("an empty array", []), ("an empty string", "")]:
        set_aside(f"the first row is {what}", value, "not-a-row")
        case(f"the last row is {what}", page(good()[:-1] + [value]), Live(
            accepted=59, rejected=1, reasons={"not-a-row": 1}, gone=("5060",)))
    set_aside("the first row is an empty object", Raw("{}"), "no-id")
    case("a bad row between good ones", page(good()[:30] + [None] + good()[30:]), Live(rejected=1,
        reasons={"not-a-row": 1}))
    case("one bad row of each sort", page(good() + [
        None, row(60, STORE_SEQ_NO=None), row(61, STORE_NAME=""), row(62), row(62, STORE_NAME="x"), row(63, XCNTS="x"),
        row(64, XCNTS=""), row(65, XCNTS="97"), row(66, XCNTS="126.98", YDNTS="37.57"), row(67, XCNTS="35.1",
        YDNTS="129.1"),
        row(68), row(68)]), Live(accepted=66, rejected=5, duplicates=1, without_point=5, warns=("duplicate-rows",),
        reasons={
            "not-a-row": 1, "no-id": 1, "no-name": 1, "id-clash": 2, "coordinate-unreadable": 1,
            "coordinate-missing": 1,
            "coordinate-out-of-range": 1, "coordinate-swapped": 1, "coordinate-outside-area": 1}))
    for name, new in [("STORE_SEQ_NO", "MNG_NO"), ("STORE_NAME", "BPLC_NM"), ("XCNTS", "LAT"), ("YDNTS", "LOT"),
                      ("XCNTS", "xcnts"), ("STORE_NAME", "STORE_NAME ")]:
        refused(f"{name} renamed to {new!r}", page(good()).replace(f'"{name}"'.encode(), f'"{new}"'.encode()), name)
        if new.strip() == new:
            refused(f"{name} renamed to {new!r} in XML", xml(good()).replace(f"{name}>".encode(), f"{new}>".encode()),
                name)
    refused("all fields renamed", page([{f"A_{k}": v for k, v in item.items()} for item in good()]), "STORE_SEQ_NO")
    # A field filled 20 points less often than in the last good run; the point is one of these fields. The reason may
    # name the feed's field or ours.
    for name, ours in [("TEL_NO", "phone"), ("ADRES", "address"), ("HMPG_URL", "website"), ("SNS", "sns"),
                       ("STORE_TYPE", "kind")]:
        refused(f"{name} renamed", page(good()).replace(f'"{name}"'.encode(), f'"{name}_2"'.encode()), (name, ours))
    quarter = set(spread(15))
    for name, ours in [("TEL_NO", "phone"), ("HMPG_URL", "website"), ("SNS", "sns"), ("XCNTS", "point")]:
        refused(f"{name} empty in 15 of 60 rows (25 points)", page([
            {**item, name: ""} if n in quarter else item for n, item in enumerate(good())]), (name, ours, "coordinate"))
        nine = set(spread(9))
        case(f"{name} empty in 9 of 60 rows (15 points)", page([
            {**item, name: ""} if n in nine else item for n, item in enumerate(good())]), Live(
                without_point=9 if name == "XCNTS" else 0,
                reasons={"coordinate-missing": 9} if name == "XCNTS" else {},
                shows={str(FIRST_ID + n): {"latitude" if name == "XCNTS" else {"SNS": "sns"}.get(name, ours):
                       (lambda shown: shown in (None, []))} for n in nine}))
    # Counts per kind and district that collapse: the program states the limit, and "all or nothing" exceeds any limit.
    refused("all places of one kind", page([{**item, "STORE_TYPE": "0002"} for item in good()]))
    refused("all places in one district", page([
        {**item, "CODE_VALUE": "마포구", "ADRES": "마포구 없는길 1"} for item in good()]))


# --- Several pages, folders, pipes -----------------------------------------------------------------------------------


def pages():
    first, second = good()[:30], good()[30:]

    def two(one, other, *totals):
        return [("page_1.json", page(one, total=totals[0])), ("page_2.json", page(other, total=totals[-1]))]

    moved = ("pages-overlap",)
    case("two pages", two(first, second, ROWS), Live())
    case("a page in JSON and one in XML", [("page_1.json", page(first, total=ROWS)), ("page_2.xml", xml(second,
        total=ROWS))],
         Live())
    case("60 pages of a row", [(f"page_{n}.json", page([item], total=ROWS)) for n, item in enumerate(good())], Live())
    case("pages given backwards", two(second, first, ROWS), Live())
    refused("the total grows while paging", two(first, second, 60, 61), "61")
    refused("the total shrinks while paging", two(first, second, 61, 60), "61")
    # The union is complete: it has the highest total that was stated.
    case("the total grows while paging, and all are there", two(first, second + [row(60)], 60, 61),
         Live(accepted=61, warns=moved))
    case("a page twice", two(first, second, ROWS) + [("page_3.json", page(second, total=ROWS))],
         Live(duplicates=30, warns=("duplicate-rows",) + moved))
    case("pages that overlap", two(good()[:35], second, ROWS), Live(duplicates=5, warns=("duplicate-rows",) + moved))
    refused("pages that overlap, and a row slipped through", two(good()[:35], second[:-1], ROWS), "59")
    case("pages that overlap, one row changed meanwhile",
         two(first, [row(29, STORE_NAME="그사이 바뀐 이름")] + second, ROWS),
         Live(accepted=59, rejected=2, reasons={"id-clash": 2}, gone=("5030",), warns=moved))
    refused("a page skipped", [("page_1.json", page(good()[:20], total=ROWS)), ("page_3.json", page(good()[40:],
        total=ROWS))],
            "40", "60")
    refused("only the first page", page(first, total=ROWS), "30", "60")
    refused("the first page twice, the second missing", two(first, first, ROWS), "60")
    refused("one page of another service", [("page_1.json", page(first, total=ROWS)),
            ("page_2.json", page(second, total=ROWS, service="SeoulPublicLibraryInfo"))], "SeoulPublicLibraryInfo")
    refused("the second page is a key error", [("page_1.json", page(first, total=ROWS)), ("page_2.json",
        error_xml("INFO-100"))],
            "INFO-100", exit=65)
    refused("the second page is a server error", [("page_1.json", page(first, total=ROWS)), ("page_2.json",
            error_object("ERROR-600"))], "ERROR-600", exit=65)
    refused("the second page is a web page", [("page_1.json", page(first, total=ROWS)), ("page_2.json",
            b"<!DOCTYPE html><html></html>")], ("web page", "HTML"))
    refused("the second page is empty", [("page_1.json", page(good())), ("page_2.json", b"")], "page_2.json")
    refused("the second page is cut off", [("page_1.json", page(first, total=ROWS)), ("page_2.json",
            page(second, total=ROWS)[:-20])], "page_2.json")
    refused("the last page is past the end, one before it is missing", [("page_1.json", page(first, total=ROWS)),
            ("page_3.json", error_object("INFO-200"))], "30", "60")
    # Past the end the service answers INFO-200 without its object: a saved run of pages may end like this.
    case("all pages, and one past the end", two(first, second, ROWS) + [("page_3.json", error_object("INFO-200"))],
        Live())
    case("all pages, and one past the end in XML", two(first, second, ROWS) + [("page_3.json",
        error_xml("INFO-200"))], Live())
    refused("only pages past the end", [("page_1.json", error_object("INFO-200")), ("page_2.json",
        error_object("INFO-200"))])
    case("the same file given twice", page(good()), Live(duplicates=ROWS, warns=("duplicate-rows",) + moved),
         sources=["feed.json", "feed.json"])
    refused("a file that is not there", page(good()), "nowhere.json", exit=66, sources=["feed.json", "nowhere.json"])
    whole = ("feed/all.json", page(good()))
    folder = {"sources": ["feed"]}
    case("a folder of one page", [whole], Live(), **folder)
    case("a folder with a slash after it", [whole], Live(), sources=["feed/"])
    case("a folder of pages, by number", [(f"feed/page_{n + 1}.json", page([item], total=ROWS)) for n, item in
                                          enumerate(good())], Live(), **folder)
    case("a folder with hidden files", [whole, ("feed/.page.json", b"x"), ("feed/._all.json", bytes(20)),
                                        ("feed/.DS_Store", bytes(20))], Live(), **folder)
    case("a folder with files that are not pages", [whole, ("feed/README.txt", b"x"), ("feed/all.json~", b"x"),
         ("feed/all.json.part", b"x"), ("feed/all.json.gz", b"x"), ("feed/json", b"x")], Live(), **folder)
    case("a folder with a folder in it", [whole, ("feed/old/all.json", page(good()[:9]))], Live(), **folder)
    # A page that can't be read must not be skipped; a folder with a page's name may be.
    case("a folder with a folder called like a page", [whole, ("feed/old.json/x.txt", b"x")], Either((), (0, 65, 66,
        74)),
         **folder)
    case("a folder with a link to nowhere", [whole, ("feed/more.json", Link("nowhere"))], Either((), (65, 66, 74)),
        **folder)
    case("a folder with a page that may not be read", [whole, ("feed/more.json", Locked())], Either((), (65, 66, 74)),
        **folder)
    case("a folder with a link to a page", [("elsewhere/all.json", page(good())), ("feed/all.json",
        Link("../elsewhere/all.json"))],
         Live(), **folder)
    refused("a folder with an empty page", [whole, ("feed/more.json", b"")], "more.json", **folder)
    refused("a folder with a broken page", [("feed/a.json", page(first, total=ROWS)), ("feed/b.json", b"{")],
        "b.json", **folder)
    refused("a folder with a cached error", [whole, ("feed/z.json", error_xml("ERROR-335"))], "ERROR-335", **folder)
    refused("a folder without pages", [("feed/README.txt", b"x")], "feed", exit=66, **folder)
    case("a file with a hostile name", [("\x1b[2J\u202ex\n.json", page(good()))], Live())
    refused("a broken file with a hostile name", [("\x1b[2J\u202ex\n.json", b"{")])
    # Not every program can open it, but the error must be one line of text.
    case("a broken file whose name is not UTF-8", [(b"\xff\xfe.json".decode("utf-8", "surrogateescape"), b"{")],
         Either((), (65, 66)))
    case("standard input as a pipe", page(good()), Live(), standard_input="pipe")
    case("standard input byte by byte", page(good(20)), Live(accepted=20), standard_input="drip", yesterday=20)
    case("XML byte by byte", b"\xef\xbb\xbf" + xml(good(20)), Live(accepted=20), standard_input="drip", yesterday=20)
    refused("a web page byte by byte", b"\xef\xbb\xbf <!DOCTYPE html><html></html>", ("web page", "HTML"),
        standard_input="drip")
    refused("a cut page byte by byte", page(good(20))[:-1], standard_input="drip", yesterday=20)
    refused("an empty pipe", b"", "standard input", standard_input="pipe")
    refused("a pipe of rubbish", random.Random(3).randbytes(300_000), standard_input="pipe")
    left, right = page(touched({"STORE_NAME": "@"})).split(b"@")
    either("a name of 20 MB through a pipe", around(left, b"x", 20 * MB, right), standard_input="pipe")


# --- Many rows -------------------------------------------------------------------------------------------------------


def many(count, item):
    """A page of `count` identical rows."""
    def pieces():
        yield f'{{"{SERVICE}": {{"list_total_count": {count}, "RESULT": {{"CODE": "INFO-000"}}, "row": [{item}'.encode()
        block = f", {item}".encode()
        for start in range(1, count, 10_000):
            yield block * min(10_000, count - start)
        yield b"]}}"
    return pieces


def made(count, change):
    """A page of `count` good rows, each changed by `change(number)`."""
    def pieces():
        yield f'{{"{SERVICE}": {{"list_total_count": {count}, "RESULT": {{"CODE": "INFO-000"}}, "row": ['.encode()
        for number in range(count):
            fields = row(number)
            fields["XCNTS"], fields["YDNTS"] = DISTRICTS[number % 5][1], DISTRICTS[number % 5][2]
            fields.update(change(number))
            yield (b", " if number else b"") + encoded(literal(fields))
        yield b"]}}"
    return pieces


def many_rows():
    anything = tuple(str(FIRST_ID + n) for n in range(20_000))
    case("20,000 good rows", made(20_000, lambda n: {}), Live(accepted=20_000, shows={
        str(FIRST_ID + n): {"name": f"지어낸 책방 {n + 1}호"} for n in range(20_000)}))
    case("1,000 rows of 20 KB", made(1000, lambda n: {"MORE": "x" * 20_000}), Live(accepted=1000, shows={
        str(FIRST_ID + n): {"name": f"지어낸 책방 {n + 1}호"} for n in range(1000)}))
    refused("1,000,000 rows that are null", many(1_000_000, "null"))
    CASES[-1].big = True
    refused("1,000,000 rows that are empty objects", many(1_000_000, "{}"))
    CASES[-1].big = True
    refused("1,000,000 rows that are one row", many(1_000_000, '{"STORE_SEQ_NO": 1, "STORE_NAME": "x"}'))
    CASES[-1].big = True
    # The data for a warning must not grow without limit.
    case("20,000 unknown kinds of 10 KB", made(20_000, lambda n: {"STORE_TYPE": f"{n}" + "k" * 10_000}),
        Either(anything),
         big=True)
    case("20,000 bad points of 10 KB", made(20_000, lambda n: {"XCNTS": f"{n}" + "k" * 10_000} if n >= ROWS else {}),
         Either(anything), big=True)
    case("20,000 names of one page that clash", made(20_000, lambda n: {"STORE_SEQ_NO": FIRST_ID + n // 2}),
        Either(anything),
         big=True)


# --- Chance ----------------------------------------------------------------------------------------------------------


def chance(seed):
    """Good pages with random damage: within bounds, whatever the result is."""
    numbers = random.Random(seed + 1)
    tokens = [b"null", b"{}", b"[]", b'""', b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"1e999", b"\0", b"\xff",
    b"<", b">",
              b"&", b"\xef\xbb\xbf", b"\\ud800", b"]]>", b"<!--"]
    for number in range(40):
        text = bytearray((xml if number % 4 == 3 else page)(good()))
        for _ in range(numbers.choice([1, 1, 2, 5, 20])):
            at = numbers.randrange(len(text))
            what = numbers.randrange(5)
            if what == 0:
                text[at] ^= 1 << numbers.randrange(8)
            elif what == 1:
                del text[at:at + numbers.randrange(1, 200)]
            elif what == 2:
                text[at:at] = numbers.choice(tokens)
            elif what == 3:
                start = numbers.randrange(len(text))
                text[at:at] = text[start:start + numbers.randrange(1, 600)]
            else:
                text[at] = numbers.randrange(256)
        case(f"chance {number + 1}", bytes(text), Either(None, (0, 65, 69, 77)))


# --- Running a case --------------------------------------------------------------------------------------------------


@dataclass
class Link:
    """A symbolic link."""
    target: str


class Locked:
    """A file that cannot be read; for root, who can read all files, a directory entry that can't be opened."""


MEASURE = "--measure"


def measure():
    """A separate small process that starts the program: Linux counts a big parent's memory as the child's. One request
    per line, in JSON."""
    for line in sys.stdin:
        request = json.loads(line)
        output = os.open(request["output"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        error = os.open(request["error"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        ours = None
        if request["drip"]:
            # A socket that sends each byte as a separate message, so that every read gives one byte.
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            given = theirs.detach()
        elif request["pipe"]:
            given, end = os.pipe()
            ours = os.fdopen(end, "wb", buffering=0)
        else:
            given = os.open("/dev/null", os.O_RDONLY)
        actions = [(os.POSIX_SPAWN_DUP2, given, 0), (os.POSIX_SPAWN_DUP2, output, 1), (os.POSIX_SPAWN_DUP2, error, 2)]
        words = [os.fsencode(word) for word in request["words"]]
        start = time.monotonic()
        process = os.posix_spawn(words[0], words, request["environment"], file_actions=actions)
        try:
            # The limit of CPU time is in whole seconds, rounded up; it keeps a trial from running much longer than
            # allowed.
            resource.prlimit(process, resource.RLIMIT_CPU, (int(request["patience"]) + 1,) * 2)
        except ProcessLookupError:
            pass
        for descriptor in (given, output, error):
            os.close(descriptor)
        if ours:
            threading.Thread(target=drip if request["drip"] else pour, args=(ours, request["input"]),
                daemon=True).start()
        killed = False
        while True:
            ended, status, usage = os.wait4(process, os.WNOHANG)
            elapsed = time.monotonic() - start
            if ended:
                break
            if elapsed > 5 * request["patience"] and not killed:
                os.kill(process, signal.SIGKILL)
                killed = True
            time.sleep(0.0005 if elapsed < 0.1 else 0.005)
        print(json.dumps({
            "exit": os.waitstatus_to_exitcode(status), "elapsed": elapsed,
            "killed": killed or os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL),
            "processor": usage.ru_utime + usage.ru_stime, "megabytes": usage.ru_maxrss / 1024}), flush=True)


def drip(end, path):
    with end, open(path, "rb") as source:
        try:
            for byte in source.read():
                end.send(bytes([byte]))
        except OSError:
            pass


def pour(end, path):
    with open(path, "rb") as source:
        try:
            while piece := source.read(65_536):
                end.write(piece)
        except OSError:
            pass
        try:
            end.close()
        except OSError:
            pass


class Bench:
    """A folder to work in, and yesterday's catalogs."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.catalogs = {}
        self.helper = subprocess.Popen([sys.executable, os.path.abspath(__file__), MEASURE], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, text=True)
        self.environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C", "HOME": folder}

    def run(self, words, day, patience=60, standard_input=None, path=None):
        out, err = os.path.join(self.folder, "out"), os.path.join(self.folder, "err")
        self.helper.stdin.write(json.dumps({
            "words": [self.program] + words, "output": out, "error": err, "patience": patience, "input": path,
            "drip": standard_input == "drip", "pipe": standard_input == "pipe",
            "environment": {**self.environment, "SOURCE_DATE_EPOCH": str(FIRST_DAY + day * DAY)}}) + "\n")
        self.helper.stdin.flush()
        answer = json.loads(self.helper.stdout.readline())
        with open(out, "rb") as file:
            answer["output"] = file.read()
        with open(err, "rb") as file:
            answer["error"] = file.read()
        return answer

    def place_yesterday(self, count):
        """A folder with the catalog from a good feed of `count` rows, and that feed."""
        if count not in self.catalogs:
            made_in = os.path.join(self.folder, f"yesterday-{count}")
            os.mkdir(made_in)
            with open(os.path.join(made_in, "good.json"), "wb") as file:
                file.write(page(good(count)))
            catalog = os.path.join(made_in, "catalog.sqlite")
            answer = self.run(["ingest", os.path.join(made_in, "good.json"), "--db", catalog, "--format", "json"], 0)
            if answer["exit"] != 0 or json.loads(answer["output"])["accepted"] != count:
                sys.exit(f"hostile_feeds: the good feed is not ingested: {answer}")
            # Moves everything into one file, whatever journal mode the program uses.
            connection = sqlite3.connect(catalog)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.close()
            self.catalogs[count] = made_in
        return self.catalogs[count]

    def listing(self, catalog):
        answer = self.run(["list", "--include-closed", "--format", "json", "--db", catalog], 1)
        if answer["exit"] != 0:
            raise Violation(f"list ends with {answer['exit']}: {answer['error'][:300]!r}")
        rows = json.loads(answer["output"].decode())
        return {item["ref"].removeprefix(FEED + "/"): item for item in rows}

    def write(self, pages, into):
        """Writes the pages below `into`; returns their paths."""
        pages = pages if isinstance(pages, list) else [("feed.json", pages)]
        paths = []
        for name, content in pages:
            path = os.path.join(into, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            paths.append(path)
            if isinstance(content, Link):
                os.symlink(content.target, path)
            elif isinstance(content, Locked):
                # Even root can't open a loop of links.
                if os.geteuid() == 0:
                    os.symlink(os.path.basename(path), path)
                else:
                    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0))
            else:
                with open(path, "wb") as file:
                    file.writelines([content] if isinstance(content, bytes) else content())
        return paths


class Violation(Exception):
    """A check that failed in a case."""


def without(item, *keys):
    return {key: value for key, value in item.items() if key not in keys}


class Trial:
    """One case on one bench."""

    def __init__(self, bench, case):
        self.bench = bench
        self.case = case
        self.faults = []

    def check(self, holds, fault):
        if not holds:
            self.faults.append(fault)
        return holds

    def run(self):
        self.folder = tempfile.mkdtemp(dir=self.bench.folder)
        try:
            self.run_inside()
        except Violation as violation:
            self.faults.append(str(violation))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            self.faults.append(f"an answer can't be read: {error!r}")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
        return self.faults

    def run_inside(self):
        case, bench = self.case, self.bench
        yesterday = bench.place_yesterday(case.yesterday)
        place = os.path.join(self.folder, "catalog")
        os.mkdir(place)
        self.catalog = os.path.join(place, "catalog.sqlite")
        shutil.copyfile(os.path.join(yesterday, "catalog.sqlite"), self.catalog)
        self.good = os.path.join(yesterday, "good.json")
        before = bench.listing(self.catalog)
        paths = bench.write(case.pages, self.folder)
        if case.standard_input:
            self.sources = ["-"]
        elif case.sources:
            self.sources = [os.path.join(self.folder, name) for name in case.sources]
        else:
            self.sources = paths
        limit = BIG_SECONDS if case.big else SECONDS
        self.feed = (case.standard_input, paths[0])
        answer = self.ingest(self.sources, 1, limit)
        self.answer = answer
        self.check_bounds(answer, limit)
        if answer["killed"]:
            self.faults.append("was stopped there")
            self.check_catalog(before)
            return
        exits = {Refused: lambda e: (e.exit,), Live: lambda e: (0,),
            Either: lambda e: e.exits}[type(case.expect)](case.expect)
        said = answer["error"].decode("utf-8", "replace").strip()
        if not self.check(answer["exit"] in exits,
                f"exit {answer['exit']}, not {' or '.join(map(str, exits))}: {said[:300]}"):
            self.check_catalog(before if answer["exit"] else None)
            return
        self.check_lines(answer, case.expect.says if isinstance(case.expect, Refused) else ())
        if answer["exit"]:
            self.check_refused(answer, before)
        else:
            self.check_live(answer, before)

    def ingest(self, sources, day, patience=60):
        kind, path = self.feed if sources == ["-"] else (None, None)
        return self.bench.run(["ingest", *sources, "--db", self.catalog, "--format", "json"], day, patience, kind, path)

    def check_bounds(self, answer, limit):
        # The machine may be busy with other work. So a slow run is a fault only if its CPU time reaches the limit, too,
        # or if it takes five times the limit.
        slow = answer["elapsed"] >= limit and (answer["processor"] >= limit or answer["elapsed"] >= 5 * limit)
        self.check(not slow, f"took {answer['elapsed']:.1f} s ({answer['processor']:.1f} s of the processor)")
        self.check(answer["megabytes"] < MEGABYTES, f"took {answer['megabytes']:.0f} MB")

    def check_lines(self, answer, says):
        try:
            text = answer["error"].decode()
        except UnicodeDecodeError:
            raise Violation("standard error is not UTF-8") from None
        self.check(not text or text.endswith("\n"), "standard error has no line end at its end")
        lines = text.split("\n")[:-1]
        for line in lines:
            unsafe = [c for c in line if unicodedata.category(c) in ("Cc", "Zl", "Zp", "Cs") or c in BIDI]
            self.check(not unsafe, f"control characters on standard error: {line[:200]!r}")
            # A line is for people, and goes into the mail of a nightly job. The documents state no limit; this limit is
            # the test's own.
            self.check(len(line) <= 4000, f"a line of {len(line)} characters on standard error")
        errors = [line for line in lines if line.startswith("geocli: ") and not line.startswith("geocli: warning: ")]
        if answer["exit"]:
            self.check(len(errors) == 1, f"{len(errors)} error lines")
            self.check(all(line.startswith("geocli: ") for line in lines), f"a line without geocli: {text[:300]!r}")
            for words in says:
                words = words if isinstance(words, tuple) else (words,)
                self.check(any(word in line for line in errors for word in words),
                           f"does not say {' or '.join(words)}: {' '.join(errors)[:400]}")
        else:
            self.check(not errors, f"an error though it is live: {' '.join(errors)[:300]}")
            # The run's line, and the issues' line below it.
            summaries = [line for line in lines if not line.startswith("geocli: ")]
            self.check(not summaries[1:] or len(summaries) == 2 and summaries[1].startswith("issues: "),
                       f"more than the summary: {text[:300]!r}")

    def check_counts(self, report):
        self.check(report["received"] == report["accepted"] + report["rejected"] + report["duplicates"],
                   f"the counts do not add up: {without(report, 'warnings')}")
        kept = sum(count for reason, count in report["reasons"].items() if reason.startswith("coordinate-"))
        self.check(kept == report["without_point"] and sum(report["reasons"].values()) == kept + report["rejected"],
                   f"the reasons do not add up: {without(report, 'warnings')}")

    def check_refused(self, answer, before):
        if answer["output"]:
            report = json.loads(answer["output"].decode())
            self.check(report["outcome"] == "refused", f"exit {answer['exit']}, but outcome {report['outcome']}")
            self.check_counts(report)
        self.check_catalog(before)
        # The good feed again: it must succeed and change nothing.
        again = self.ingest([self.good], 2)
        if self.check(again["exit"] == 0, f"the next plain run ends with {again['exit']}: {again['error'][:200]!r}"):
            self.check(json.loads(again["output"])["outcome"] == "unchanged", "the next plain run is not unchanged")
            after = self.bench.listing(self.catalog)
            self.check({k: without(v, "last_seen") for k, v in after.items()}
                       == {k: without(v, "last_seen") for k, v in before.items()}, "the next plain run changes content")

    def check_live(self, answer, before):
        expect = self.case.expect
        report = json.loads(answer["output"].decode())
        self.check(report["outcome"] in ("published", "unchanged"), f"exit 0, but outcome {report['outcome']}")
        self.check_counts(report)
        after = self.bench.listing(self.catalog)
        self.check_catalog(None)
        held = {key for key, item in after.items() if item["missing_runs"] == 0}
        self.check(len(held) == report["accepted"] == report["total"],
                   f"{len(held)} places listed, {report['accepted']} accepted, total {report['total']}")
        free = set(before) if isinstance(expect, Either) and expect.free is None else set(
            expect.free if isinstance(expect, Either) else [*expect.shows, *expect.gone])
        for key, item in before.items():
            if key in free:
                continue
            now = after.get(key)
            same = now is not None and without(now, "last_seen") == without(item, "last_seen")
            if not self.check(same, f"{key} has changed: {str(now)[:300]}"):
                break
        if isinstance(expect, Live):
            self.check_numbers(report, expect)
            self.check_shown(expect, after, held)
            if expect.differs is not None:
                keys = ("last_seen",) + expect.differs
                self.check(without(after["5001"], *keys) == without(before["5001"], *keys),
                           f"other fields have changed: {str(after['5001'])[:300]}")
            self.check_rejects(report, expect)
        # The same feed again must give "unchanged".
        again = self.ingest(self.sources, 2)
        self.check(again["exit"] == 0 and json.loads(again["output"])["outcome"] == "unchanged",
                   f"the same feed again ends with {again['exit']}: {again['error'][:200]!r}{again['output'][:60]!r}")

    def check_rejects(self, report, expect):
        answer = self.bench.run(["runs", "last", "--format", "json", "--db", self.catalog], 1)
        rejects = json.loads(answer["output"].decode())
        found = {}
        for item in rejects:
            found[item["reason"]] = found.get(item["reason"], 0) + 1
            self.check(item["kept"] == item["reason"].startswith("coordinate-"), f"kept is wrong: {str(item)[:300]}")
        self.check(found == report["reasons"], f"runs last lists {found}, the report says {report['reasons']}")
        if expect.raw is not None:
            self.check([item["raw"] for item in rejects] == list(expect.raw),
                       f"runs last shows {[item['raw'] for item in rejects]}, not {list(expect.raw)}")

    def check_numbers(self, report, expect):
        for key in ["accepted", "rejected", "duplicates", "without_point"]:
            self.check(report[key] == getattr(expect, key), f"{key} {report[key]}, not {getattr(expect, key)}")
        reasons = dict(report["reasons"])
        for wanted, count in expect.reasons.items():
            wanted = wanted if isinstance(wanted, tuple) else (wanted,)
            found = next((reason for reason in wanted if reasons.get(reason) == count), None)
            if self.check(found, f"reasons {report['reasons']}, not {count} {' or '.join(wanted)}"):
                del reasons[found]
        self.check(not reasons, f"reasons {reasons} that are not expected")
        warned = {warning["code"] for warning in report["warnings"]}
        self.check(warned == set(expect.warns), f"warns of {sorted(warned)}, not of {sorted(expect.warns)}")

    def check_shown(self, expect, after, held):
        for key, fields in expect.shows.items():
            if not self.check(key in held, f"{key!r} is not listed"):
                break
            for name, wanted in fields.items():
                shown = after[key][name]
                # JSON writes 127.0 as 127.
                holds = wanted(shown) if callable(wanted) else shown == wanted
                self.check(holds, f"{key}: {name} is {str(shown)[:200]!r}"
                           + ("" if callable(wanted) else f", not {str(wanted)[:200]!r}"))
        for key in expect.gone:
            self.check(key not in held and after[key]["missing_runs"] == 1, f"{key} should be missing")

    def check_catalog(self, before):
        """The file is sound; its content is `before`, if given."""
        bench = self.bench
        if before is not None:
            self.check(bench.listing(self.catalog) == before, "the catalog's content has changed")
        verify = bench.run(["verify", "--db", self.catalog], 1)
        self.check(verify["exit"] == 0, f"verify ends with {verify['exit']}: {verify['output'][:300]!r}")
        connection = sqlite3.connect(f"file:{self.catalog}?mode=ro", uri=True)
        try:
            self.check(connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)],
                "integrity_check complains")
            self.check(not connection.execute("PRAGMA foreign_key_check").fetchall(), "foreign_key_check complains")
        except sqlite3.Error as error:
            self.faults.append(f"SQLite can't read the catalog: {error}")
        finally:
            connection.close()
        stray = {name.removeprefix("catalog.sqlite") for name in os.listdir(os.path.dirname(self.catalog))}
        self.check(stray <= {"", "-wal", "-shm"}, f"stray files: {sorted(stray)}")


def build(seed):
    not_a_page(seed)
    web_pages()
    results()
    envelope()
    totals()
    cuts(seed)
    json_oddities()
    encodings()
    xml_oddities()
    long_values()
    texts()
    ids()
    coordinates()
    fields()
    guards()
    pages()
    chance(seed)
    many_rows()
    names = [item.name for item in CASES]
    assert len(names) == len(set(names)), sorted({name for name in names if names.count(name) > 1})


def main():
    if sys.argv[1:] == [MEASURE]:
        return measure()
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("geocli", metavar="GEOCLI")
    parser.add_argument("--count", type=int, help="an evenly spread sample, without the big cases")
    parser.add_argument("--seed", type=int, default=1, help="for the random cases")
    parser.add_argument("--only", metavar="TEXT", help="only cases whose name holds this")
    parser.add_argument("--list", action="store_true", help="print the cases and run none")
    parser.add_argument("--verbose", action="store_true", help="print each case with its figures")
    arguments = parser.parse_args()
    build(arguments.seed)
    chosen = [item for item in CASES if not arguments.only or arguments.only in item.name]
    if arguments.count is not None:
        small = [item for item in chosen if not item.big]
        count = max(0, min(arguments.count, len(small)))
        chosen = [small[index * len(small) // count] for index in range(count)]
    if arguments.list:
        for item in chosen:
            kind = {Refused: "refused", Live: "live", Either: "bounded"}[type(item.expect)]
            print(f"{kind}\t{item.expect.exit if kind == 'refused' else ''}\t{'big ' if item.big else ''}{item.name}")
        return 0
    passed = 0
    most = slowest = 0.0
    with tempfile.TemporaryDirectory(prefix="hostile-feeds-") as folder:
        bench = Bench(os.path.abspath(arguments.geocli), folder)
        for item in chosen:
            trial = Trial(bench, item)
            faults = trial.run()
            answer = getattr(trial, "answer", None)
            if answer:
                most, slowest = max(most, answer["megabytes"]), max(slowest, answer["elapsed"])
            passed += not faults
            for fault in faults:
                print(f"FAILED {item.name}: {fault}", flush=True)
            if arguments.verbose and answer:
                print(f"{answer['elapsed']:.2f} s {answer['megabytes']:.0f} MB exit {answer['exit']} {item.name}: "
                      f"{answer['error'].decode('utf-8', 'replace')[:200].strip()}", flush=True)
        bench.helper.stdin.close()
        bench.helper.wait()
    print(f"most memory {most:.0f} MB, longest run {slowest:.1f} s")
    print(f"hostile_feeds: {passed} of {len(chosen)}")
    return 0 if passed == len(chosen) and chosen else 1


if __name__ == "__main__":
    sys.exit(main())
