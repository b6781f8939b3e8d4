"""The kinds of bad night of `simulated_year.py`: what goes wrong, and what a person does about it.

KINDS maps a name to its `Kind`: the feeds that it may befall, and a function that makes an `Event`. Standard library
only.
"""

import gzip
import unicodedata
from collections import namedtuple
from dataclasses import dataclass, field
from typing import Callable, Optional

import feed_faults as faults
import feed_rows

Kind = namedtuple("Kind", "feeds make")
KINDS = {}
SERVICES = ("seoul-bookstores", "cafes", "libs")
KEYED = ("seoul-bookstores",)
DAILY = ("seoul-bookstores", "cafes")
FILES = ("vets",)
ALL = SERVICES + FILES


@dataclass
class Event:
    """Something that goes wrong with a feed for some nights."""

    kind: str
    nights: int = 1
    # How the service fails (a fault of feed_faults.py); how rows, or the bytes of an answer or a file, are changed; the
    # ids that are lost through that.
    fault: Optional[Callable] = None
    rows: Optional[Callable] = None
    bytes: Optional[Callable] = None
    lost: Optional[Callable] = None
    # The exit codes if nothing can be published. Empty: the model's guards decide about what comes.
    codes: tuple = ()
    # Whether it passes without a person.
    heals: bool = False
    # Whether the feed is right, so that a person accepts it; whether that turns out to be a mistake.
    right: bool = False
    regretted: bool = False
    # Whether the run says something although it publishes.
    warns: bool = False
    # Whether a request to the service is repeated, so that the run needs a time limit.
    retried: bool = False
    # What a person does before the command of the message can succeed.
    remedy: Optional[Callable] = None
    # The feed's mails, and how its bad nights in a row began.
    mails: list = field(default_factory=list)


def kind(name, feeds):
    def register(make):
        KINDS[name] = Kind(feeds, make)
        return make
    return register


def some_nights(draw):
    return draw.choice([1, 1, 2, 2, 3, 4])


# Services that fail. All of these pass.


def passing(name, fault, codes=(69,), feeds=SERVICES, retried=True):
    @kind(name, feeds)
    def make(year, source):
        where = source.draw.choice([1, 1, 2])
        return Event(name, some_nights(source.draw) if source.step == 1 else 1, fault=faults.on_page(where, fault), codes=codes,
                     heals=True, retried=retried)


passing("daily quota", faults.body(feed_rows.result("ERROR-337")), (77,), KEYED, retried=False)
passing("503 until later", faults.retry_after("3600"), retried=False)
passing("503", faults.status("503 Service Unavailable", feed_rows.HTML))
passing("time-out", faults.silent)
passing("reset", faults.reset_in_body)
passing("maintenance page", faults.body(feed_rows.HTML, "text/html;charset=UTF-8"), (65, 69))
passing("cut body", faults.close_in_body)
passing("gzip cut", faults.encoded("gzip", faults.half_gzip))
# A cut that only the text shows.
passing("cut page", faults.changed(lambda body: body[:len(body) * 2 // 3]), (65, 69))


@kind("proxy down", KEYED)
def proxy_down(year, source):
    year.settings["proxy.seoul-bookstores"] = f"http://127.0.0.1:{year.closed_port()}"
    return Event("proxy down", some_nights(source.draw), codes=(69,), heals=True, retried=True)


# The key.


@kind("bad key", KEYED)
def bad_key(year, source):
    source.server.accepted_key = f"{source.draw.randrange(16**30):030x}"

    def renew():
        year.settings["seoul_openapi_key"] = source.server.accepted_key
    return Event("bad key", 99, codes=(77,), remedy=renew)


@kind("key missing", KEYED)
def key_missing(year, source):
    del year.settings["seoul_openapi_key"]

    def put_back():
        year.settings["seoul_openapi_key"] = source.server.accepted_key
    return Event("key missing", 99, codes=(77,), remedy=put_back)


# Snapshots that are wrong. The publisher repairs them, but never by itself: a person must see them.


def wrong(name, feeds=SERVICES, **how):
    @kind(name, feeds)
    def make(year, source):
        return Event(name, **({"codes": (65,)} | how))


def first_page_again(exchange):
    some = exchange.server.rows
    exchange.answer(feed_rows.page(some[:50], len(some)))


def each(change):
    return lambda rows: [row | change(row) for row in rows]


wrong("wrong total", fault=faults.stating(lambda exchange: faults.total_of(exchange) + 5))
wrong("total drifts", fault=faults.stating(lambda exchange: faults.total_of(exchange) + exchange.number))
wrong("repeated page", fault=first_page_again)
wrong("empty feed", ALL, rows=lambda rows: [])
wrong("field emptied", ALL, rows=each(lambda row: {"TEL_NO": ""}))
wrong("districts emptied", ALL, rows=each(lambda row: {"CODE_VALUE": "", "ADRES": ""}))
wrong("points shifted", ALL, rows=each(lambda row: {"XCNTS": f"{float(row['XCNTS']) + 0.003:.5f}"}))
wrong("axes swapped", ALL, rows=each(lambda row: {"XCNTS": row["YDNTS"], "YDNTS": row["XCNTS"]}))
wrong("renamed field", rows=lambda rows: [
    {"STORE_NM" if name == "STORE_NAME" else name: value for name, value in row.items()} for row in rows])
wrong("renamed column", FILES, bytes=lambda data: data.replace(b",name,", b",title,"))
wrong("changed envelope", bytes=lambda data: data.replace(feed_rows.SERVICE.encode(), b"data"))
wrong("unlabelled CP949", ALL, bytes=lambda data: data.decode().encode("cp949"))


@kind("21 % loss", ALL)
def great_loss(year, source):
    """The rows are really gone, or they come back, or a person believes that they are gone and regrets it."""
    lost = source.evenly(23)
    right, regretted = source.draw.choice([(True, False), (False, False), (True, True)])
    if right and not regretted:
        source.rows = [row for row in source.rows if row not in lost]
        return Event("21 % loss", right=True)
    return Event("21 % loss", right=right, regretted=regretted, rows=lambda rows: [row for row in rows if row not in lost])


@kind("15 % loss", ALL)
def loss(year, source):
    lost = source.evenly(15)
    return Event("15 % loss", rows=lambda rows: [row for row in rows if row not in lost])


@kind("slow leak", DAILY)
def leak(year, source):
    """4 % more each night, until the guard notices."""
    order = source.evenly(60)
    began = year.night

    def leaked(rows):
        some = order[:round(len(source.rows) * 0.04 * (year.night - began + 1))]
        return [row for row in rows if row not in some]
    return Event("slow leak", 99, rows=leaked)


# Rows that are wrong, or only look so.


@kind("bad bytes in a row", ALL)
def bad_bytes(year, source):
    row = source.draw.choice(source.rows)
    name = row["STORE_NAME"].encode()
    return Event("bad bytes in a row", bytes=lambda data: data.replace(name, name[:5] + b"\xff" + name[6:]),
                 lost=lambda: same_name(source, row))


@kind("stray quote", FILES)
def stray_quote(year, source):
    row = source.draw.choice(source.rows)
    name = row["STORE_NAME"].encode()
    return Event("stray quote", bytes=lambda data: data.replace(name, b'"' + name + b'" b'), lost=lambda: same_name(source, row))


def same_name(source, row):
    return {str(int(other["STORE_SEQ_NO"])) for other in source.rows if row["STORE_NAME"] in other["STORE_NAME"]}


@kind("ids twice, other rows", ALL)
def clashing_ids(year, source):
    row = source.draw.choice(source.rows)
    return Event("ids twice, other rows", rows=lambda rows: [*rows, row | {"STORE_NAME": "다른 책방"}])


@kind("ids twice, the same rows", ALL)
def equal_rows(year, source):
    row = source.draw.choice(source.rows)
    return Event("ids twice, the same rows", rows=lambda rows: [*rows, dict(row)], warns=True)


@kind("rows move between pages", SERVICES)
def moving_rows(year, source):
    def move(rows):
        rows.append(rows.pop(0))
    return Event("rows move between pages", fault=faults.before_page(2, move))


@kind("districts only in addresses", SERVICES)
def districts_in_addresses(year, source):
    return Event("districts only in addresses", rows=each(lambda row: {"CODE_VALUE": ""}))


@kind("other order", ALL)
def other_order(year, source):
    source.draw.shuffle(source.rows)
    return Event("other order")


@kind("NFD", ALL)
def decomposed(year, source):
    return Event("NFD", rows=each(lambda row: {"STORE_NAME": unicodedata.normalize("NFD", row["STORE_NAME"])}))


@kind("creeping points", DAILY)
def creeping(year, source):
    """All points creep by 3 mm a night."""
    began = year.night

    def crept(rows):
        step = 2e-8 * (year.night - began + 1)
        return [row | {"XCNTS": repr(float(row["XCNTS"]) + step), "YDNTS": repr(float(row["YDNTS"]) + step)} for row in rows]
    return Event("creeping points", 6, rows=crept)


@kind("unknown kind", SERVICES)
def unknown_kind(year, source):
    row = source.draw.choice(source.rows)
    return Event("unknown kind", rows=lambda rows: [
        one | {"STORE_TYPE": "0009"} if one["STORE_SEQ_NO"] == row["STORE_SEQ_NO"] else one for one in rows], warns=True)


@kind("gzip", SERVICES)
def packed(year, source):
    return Event("gzip", fault=faults.encoded("gzip", gzip.compress))


# What befalls the machine, and what a person does to the catalog: methods of `Year`, by name. They befall all feeds.

DEEDS = (
    "disk full", "lock held", "killed", "two at once", "read-only", "clock back", "paused", "removed", "restored",
    "corrected")
