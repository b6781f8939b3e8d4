#!/usr/bin/env python3
"""Searches for the key after successful and failing live runs, in everything that geocli prints, writes or starts.

    key_search.py GEOCLI [--count N] [--seed S] [--only TEXT] [--jobs J]

Each scene runs at several levels of verbosity with its own key. Then every command that reports on runs is called, in
both languages and in each format. The search covers: standard output and error of all of them, names and contents of
all files below the run's home, temporary and working folder (packed values of the catalog unpacked), and the command
lines of all processes during the run. It looks for the key in these forms: unchanged, in either case, reversed,
percent-encoded, in hexadecimal, in base64 and in UTF-16. Before that, the search itself is tested on planted keys. The
last line is `key_search: N found in M scenes`; exit status 0 only if N is 0 and every planted key was found.
"""

import argparse
import base64
import bz2
import concurrent.futures
import gzip
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import zlib

import feed_faults as faults
import feed_rows
import key_traces
from feed_server import FeedServer
from live_run import Bench, Yesterday, new_key

LEVELS = [(), ("-v",), ("-q",), ("-v", "--format", "json"), ("--format", "json", "--lang", "ko")]
BAD_ROW = feed_rows.row(1) | {"XCNTS": "97.1"}


def escaped(text):
    """Text in another spelling that JSON allows."""
    return "".join(f"\\u{ord(letter):04x}" for letter in text).encode()


# Ways in which a service may write the key without its exact bytes.
SPELLINGS = {
    "percent": lambda key: "".join(f"%{ord(letter):02x}" for letter in key),
    "PERCENT": lambda key: "".join(f"%{ord(letter):02X}" for letter in key),
    "percent-twice": lambda key: "".join(f"%25{ord(letter):02x}" for letter in key),
    "percent-in-part": lambda key: "".join(letter if n % 2 else f"%{ord(letter):02x}" for n, letter in enumerate(key)),
    "swapped-case": str.swapcase,
    "lower-case": str.lower,
    "references": lambda key: "".join(f"&#{ord(letter)};" for letter in key),
    "padded-references": lambda key: "".join(f"&#x{ord(letter):020x};" for letter in key),
    "hex": lambda key: key.encode().hex(),
    "base64": lambda key: base64.b64encode(key.encode()).decode(),
    "full-width": lambda key: "".join(chr(ord(letter) + 0xFEE0) for letter in key),
    "zero-width": lambda key: "\u200b".join(key),
}
# Ways in which XML may split the key.
SPLITS = {
    "cdata": lambda key: f"{key[:9]}<![CDATA[{key[9:]}]]>",
    "cdata-each": lambda key: "".join(f"<![CDATA[{letter}]]>" for letter in key),
    "comment": lambda key: f"{key[:9]}<!-- x -->{key[9:]}",
    "instruction": lambda key: f"{key[:9]}<?a b?>{key[9:]}",
    "element": lambda key: f"{key[:9]}<b>x</b>{key[9:]}",
    "in-references": SPELLINGS["references"],
    "in-padded-references": SPELLINGS["padded-references"],
}


def xml_with(place, spell):
    """A good page in XML with the key in a row's name, an attribute or a comment; that row has a bad point."""
    def fault(exchange):
        rows = [BAD_ROW | {"STORE_NAME": "@NAME@"}, *exchange.server.rows[1:]]
        page = feed_rows.page_xml(rows, len(rows)).decode()
        told = spell(exchange.key)
        if place == "attribute":
            page = page.replace("<row>", f'<row a="{told}">', 1)
        if place == "comment":
            page = page.replace("<row>", f"<!-- {told} --><row>", 1)
        exchange.answer(page.replace("@NAME@", f"x {told} y" if place == "name" else "책방").encode(),
                        content_type="text/xml")
    return fault


def message_with(spell, in_xml=False):
    """The service's own error, with the key in its text."""
    def made(exchange):
        told = f"bad {spell(exchange.key)} key"
        if in_xml:
            return f"<RESULT><CODE>ERROR-331</CODE><MESSAGE>{told}</MESSAGE></RESULT>".encode()
        return feed_rows.result("ERROR-331", told)
    return faults.body(made, "text/xml" if in_xml else "application/json")


def name_with(spell):
    """The key in a row's name, in an unknown field and as a field's name; the point is bad, so the raw row is kept."""
    def fault(exchange):
        told = spell(exchange.key)
        rows = [BAD_ROW | {"STORE_NAME": f"x {told} y", "NOTE": [told], told: 1}, *exchange.server.rows[1:]]
        exchange.answer(feed_rows.page(rows, len(rows)))
    return fault


def echo_row(field):
    """The key in a field of the first row; its coordinate is bad, so the raw text is kept."""
    def fault(exchange):
        rows = [BAD_ROW | {field: f"x {exchange.key} y"}, *exchange.server.rows[1:]]
        exchange.answer(feed_rows.page(rows, len(rows)))
    return fault


SCENES = {
    "success": lambda: faults.good,
    "gzip": lambda: faults.encoded("gzip", gzip.compress),
    "key-refused": lambda: faults.body(feed_rows.result_xml("INFO-100"), "text/xml"),
    "key-refused-on-page-2": lambda: faults.on_page(2, faults.body(feed_rows.result_xml("INFO-100"), "text/xml")),
    "not-found": lambda: faults.status("404 Not Found", feed_rows.HTML),
    "not-found-on-page-2": lambda: faults.on_page(2, faults.status("404 Not Found")),
    "busy": lambda: faults.first(1, faults.status("503 Service Unavailable", feed_rows.HTML)),
    "reset": lambda: faults.first(1, faults.reset_in_body),
    "reset-for-ever": lambda: faults.reset_at_once,
    "garbage": lambda: lambda exchange: exchange.send(exchange.request.target.encode() * 10),
    "http-9-with-key": lambda: lambda exchange: exchange.send(f"HTTP/9 {exchange.key}\r\n\r\n".encode()),
    "html": lambda: faults.body(lambda exchange: feed_rows.HTML + exchange.request.target.encode(), "text/html"),
    "cut": lambda: faults.changed(lambda body: body[:-20]),
    "redirect-with-key": lambda: faults.redirect(
        lambda exchange: f"http://127.0.0.1:1/{exchange.key}/?k={exchange.key}"),
    "redirect-key-as-host": lambda: faults.redirect(lambda exchange: f"http://{exchange.key}.invalid/"),
    "redirect-within": lambda: faults.redirect_within(1),
    "redirect-loop": lambda: faults.redirect(lambda exchange: exchange.server.url + exchange.request.target),
    "echo-message": lambda: faults.body(lambda exchange: feed_rows.result("ERROR-331", exchange.request.target)),
    "echo-message-escaped": lambda: faults.body(
        lambda exchange: feed_rows.result("ERROR-331", "@").replace(b"@", escaped(exchange.key))),
    "echo-code": lambda: faults.body(lambda exchange: feed_rows.result(exchange.key)),
    "echo-headers": lambda: faults.with_headers(
        ("Set-Cookie", lambda exchange: f"key={exchange.key}"), ("X-Url", lambda exchange: exchange.request.target),
        ("Link", lambda exchange: f"<{exchange.request.target}>; rel=next")),
    "echo-encoding": lambda: lambda exchange: faults.encoded(exchange.key, bytes)(exchange),
    "echo-service": lambda: faults.body(
        lambda exchange: exchange.good_body().replace(feed_rows.SERVICE.encode(), exchange.key.encode())),
    "echo-name": lambda: echo_row("STORE_NAME"),
    "echo-address": lambda: echo_row("ADRES"),
    "echo-website": lambda: echo_row("HMPG_URL"),
    "echo-id": lambda: echo_row("STORE_SEQ_NO"),
    "echo-kind": lambda: echo_row("STORE_TYPE"),
    "echo-district": lambda: echo_row("CODE_VALUE"),
    "echo-coordinate": lambda: echo_row("XCNTS"),
    "echo-unknown-field": lambda: echo_row("NOTE"),
    "echo-name-escaped": lambda: faults.body(
        lambda exchange: exchange.good_body().replace("책방 0 new".encode(), escaped(exchange.key), 1)),
    **{f"message-{name}": (lambda spell: lambda: message_with(spell))(spell) for name, spell in SPELLINGS.items()},
    **{f"name-{name}": (lambda spell: lambda: name_with(spell))(spell) for name, spell in SPELLINGS.items()},
    **{f"xml-message-{name}": (lambda spell: lambda: message_with(spell, True))(spell)
       for name, spell in SPLITS.items()},
    **{f"xml-name-{name}": (lambda spell: lambda: xml_with("name", spell))(spell)
       for name, spell in (SPLITS | SPELLINGS).items()},
    **{f"xml-{place}-references": (lambda place: lambda: xml_with(place, SPELLINGS["references"]))(place)
       for place in ("attribute", "comment")},
    **{f"redirect-host-{name}": (lambda spell: lambda: faults.redirect(
        lambda exchange: f"http://{spell(exchange.key)}.invalid/{exchange.key}"))(SPELLINGS[name])
       for name in ("percent", "PERCENT", "percent-twice", "percent-in-part", "swapped-case", "lower-case", "hex")},
    "total-drifts": lambda: faults.stating(lambda exchange: faults.total_of(exchange) + exchange.number),
    "no-rows": lambda: faults.body(feed_rows.page([], 0)),
}
FORMATS = ["json", "ndjson", "csv", "tsv", "table", "geojson"]


def tell_all(bench):
    """Every command that reports on runs, rows or files. Other tests check their results; this one searches their
    output."""
    for words in (["runs"], ["status"], ["runs", "last"], ["verify"], ["changes"], ["list", "--include-closed"]):
        for form in FORMATS if words[0] in ("list", "runs") else ("json", "table"):
            bench.command(*words, "--format", form)
        bench.command(*words, "--lang", "ko")
    bench.command("runs", "2")
    bench.command("search", bench.key[:8])
    bench.command("show", "1", "--links")
    for ending in ("geojson", "csv", "gpkg", "kml"):
        bench.command("export", "-o", os.path.join(bench.folder, f"export.{ending}"))
    bench.command("ingest", "--replay", "2", environment={"SEOUL_OPENAPI_KEY": None})


def scene(bench, name, level):
    """One live run, another with --resume when the service works again, and then all reporting commands."""
    with FeedServer(feed_rows.rows(1500 if "page-2" in name else 60), SCENES[name]()) as server:
        bench.ingest(server.url, options=level, limit=6)
        bench.hides_key()
        tell_all(bench)
        server.fault = faults.good
        bench.ingest(server.url, "--resume", options=level, limit=6)
        tell_all(bench)
        bench.asked_well(server)
    bench.hides_key()


# Typing mistakes of a user in a hurry, where {} is the key; no service answers at the address.
MISTAKES = {
    "key-as-path": ["http://127.0.0.1:1/{}"],
    "key-as-first-segment": ["http://127.0.0.1:1/{}/api"],
    "whole-address": ["http://127.0.0.1:1/{}/json/TbSlibBookstoreInfo/1/5/"],
    "key-as-user": ["http://{}@127.0.0.1:1"],
    "key-as-host": ["http://{}.invalid"],
    "key-as-query": ["http://127.0.0.1:1/?key={}"],
    "key-option": ["--key", "{}"],
    "key-option-joined": ["--key={}"],
    "short-key-option": ["-k{}"],
    "key-as-option": ["--{}"],
    "key-as-reason": ["--accept", "{}", "http://127.0.0.1:1"],
    "key-as-feed": ["--feed", "{}", "http://127.0.0.1:1"],
    "key-as-timeout": ["--timeout", "{}", "http://127.0.0.1:1"],
    "key-as-file": ["{}"],
}


def mistake(bench, words, level):
    """A run that never reaches a service, with the key in a forbidden argument; the environment has it too."""
    bench.ingest(*[word.format(bench.key) for word in words], options=level, limit=6, secret=False)
    bench.hides_key()
    for command in ("runs", "status"):
        bench.command(command, "--format", "json")


def plants(key):
    """The key in each form and wrapping that the search must detect."""
    raw = key.encode()
    yield "plain", raw
    yield "lower case", key.lower().encode()
    yield "swapped case", key.swapcase().encode()
    yield "reversed", raw[::-1]
    yield "percent-encoded", "".join(f"%{byte:02X}" for byte in raw).encode()
    yield "JSON-escaped", escaped(key)
    yield "hex", raw.hex().upper().encode()
    yield "UTF-16", key.encode("utf-16")
    for name, spell in (SPELLINGS | SPLITS).items():
        yield name, spell(key).encode()
    for shift in range(3):
        yield f"base64 at {shift}", base64.b64encode(b"x" * shift + raw + b"yz")
        yield f"base64url at {shift}", base64.urlsafe_b64encode(b"x" * shift + raw + b"yz")
    for name, pack in (("zlib", zlib.compress), ("gzip", gzip.compress), ("bzip2", bz2.compress)):
        yield f"in {name}", pack(b"some page " * 99 + raw)
    packer = zlib.compressobj(9, wbits=-15)
    yield "in raw deflate", packer.compress(b"some page " * 99 + raw) + packer.flush()
    yield "in zlib across pieces", zlib.compress(b"x" * ((1 << 20) - 15) + raw + b"x" * (1 << 20))


def finds_plants(folder, chance):
    """Whether the search finds planted keys, in a file and as a value of a table, and nothing where there is none."""
    key, other = new_key(chance), new_key(chance)
    found, missed = 0, []
    for number, (name, data) in enumerate(plants(key)):
        place = os.path.join(folder, f"plant-{number}")
        os.makedirs(place)
        with open(os.path.join(place, "file"), "wb") as file:
            file.write(b"before" * (0 if name.startswith("in ") else 1) + data)
        inside = os.path.join(place, "table.sqlite")
        database = sqlite3.connect(inside)
        database.execute("CREATE TABLE t (a INTEGER, b)")
        database.execute("INSERT INTO t VALUES (1, ?)", (data,))
        database.commit()
        database.close()
        places = {trace.rsplit(" ", 1)[-1] for trace in key_traces.within_folder(place, key)}
        if {"file", "table.sqlite"} <= places and not key_traces.within_folder(place, other):
            found += 1
        else:
            missed.append(name)
    print(f"the search finds {found} of {found + len(missed)} plants" + (f", not {missed}" if missed else ""))
    return not missed


def main():
    parser = argparse.ArgumentParser(description="Where geocli leaves the key.")
    parser.add_argument("geocli", metavar="GEOCLI")
    parser.add_argument("--count", type=int, help="number of scenes, chosen by the seed")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", metavar="TEXT", help="only scenes whose name holds this")
    parser.add_argument("--jobs", type=int, default=8)
    options = parser.parse_args()
    geocli = os.path.abspath(options.geocli)
    watch = key_traces.CommandLines()
    finds = searched = 0
    with tempfile.TemporaryDirectory(prefix="key-search-") as folder:
        trusted = finds_plants(folder, random.Random(options.seed))
        yesterdays = {60: Yesterday(geocli, folder, 60), 1500: Yesterday(geocli, folder, 1500)}
        def search(job):
            name, level = job
            label = "-".join([name, *(word.strip("-") for word in level)])
            bench = Bench(geocli, yesterdays[1500 if "page-2" in name else 60], folder, label, options.seed, watch)
            if name in MISTAKES:
                mistake(bench, MISTAKES[name], level)
            else:
                scene(bench, name, level)
            shutil.rmtree(bench.folder, ignore_errors=True)
            return label, bench

        jobs = [(name, level) for name in (*SCENES, *MISTAKES) for level in LEVELS
                if options.only is None or options.only in name]
        if options.count is not None:
            jobs = random.Random(options.seed).sample(jobs, min(options.count, len(jobs)))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for label, bench in pool.map(search, jobs):
                searched += 1
                leaks = sorted({problem for problem in bench.problems if "the key in" in problem})
                finds += len(leaks)
                for problem in leaks:
                    print(f"FOUND {label}: {problem}")
                for problem in sorted(set(bench.problems) - set(leaks)):
                    print(f"beside {label}: {problem}")
    print(f"seed {options.seed}, {watch.samples} looks at command lines")
    print(f"key_search: {finds} found in {searched} scenes")
    return 1 if finds or not trusted else 0


if __name__ == "__main__":
    sys.exit(main())
