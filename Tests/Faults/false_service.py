#!/usr/bin/env python3
"""A service that answers wrongly: asks it with `geocli --server`, and checks that each wrong answer is refused.

    false_service.py GEOCLI CATALOG FOLDER

Each answer is made from the honest one: the output of the same command from the catalog. A wrong answer must end with
69, print nothing on standard output, leave a former `-o` file as it was, and say why in one line. Honest answers, also
those that a proxy sent in another way, must be written unchanged. Prints each difference, then the number of trials;
exit status 1 for a difference. Standard library only.
"""

import csv
import gzip
import http.server
import io
import json
import os
import re
import subprocess
import sys
import threading
import urllib.parse

TYPES = {
    "json": "application/json", "geojson": "application/geo+json", "geojsonseq": "application/geo+json-seq",
    "ndjson": "application/x-ndjson", "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8", "table": "text/plain; charset=utf-8",
}
ENDINGS = {"json": "json", "geojson": "geojson", "geojsonseq": "geojsonl", "ndjson": "ndjson", "csv": "csv",
           "tsv": "tsv", "table": "txt"}
JSON = ("json", "geojson", "geojsonseq", "ndjson")


class Answer:
    """An answer before it is sent. `framing` is length, chunks, none, or a wrong one."""

    def __init__(self, body, form, rows, without_point):
        self.status, self.body, self.form, self.framing, self.sent = 200, body, form, "length", None
        self.headers = {"Content-Type": TYPES[form], "Geocli-Rows": str(rows)}
        if without_point:
            self.headers["Geocli-Without-Point"] = str(without_point)

    def text(self, change):
        self.body = change(self.body.decode()).encode()


def without_last_row(text):
    lines = text.rstrip("\n").split("\n")
    if lines[-1] in ("]", "]}"):
        return "\n".join([*lines[:-3], lines[-3].rstrip(","), lines[-1]]) + "\n"
    return "\n".join(lines[:-1]) + "\n"


def with_number(answer, number):
    """Writes `number` as the first latitude."""
    def change(text):
        if answer.form in ("geojson", "geojsonseq"):
            return re.sub(r'("coordinates":\[[^,]*,)[-0-9.]+', rf"\g<1>{number}", text, count=1)
        if answer.form in JSON:
            return re.sub(r'("latitude":)[-0-9.]+', rf"\g<1>{number}", text, count=1)
        return with_cell(answer.form, text, "latitude", number.strip('"'))
    answer.text(change)


def with_cell(form, text, key, cell):
    separator = "," if form == "csv" else "\t"
    rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    rows[1][rows[0].index(key)] = cell
    if form == "tsv":
        return "".join("\t".join(row) + "\n" for row in rows)
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue()


def header(name, value):
    return lambda answer: answer.headers.update({name: value}) if value is not None else answer.headers.pop(name)


def body(text, forms=tuple(TYPES)):
    def change(answer):
        answer.body = text
    return change, forms


def framing(kind, cut=None):
    def change(answer):
        answer.framing = kind
        if cut is not None:
            answer.sent = int(len(answer.body) * cut)
    return change


def packed(answer, cut=None):
    answer.body = gzip.compress(answer.body)
    answer.headers["Content-Encoding"] = "gzip"
    if cut:
        answer.body = answer.body[:-cut]


def status(number, **headers):
    def change(answer):
        answer.status = number
        answer.headers.update(headers)
    return change


HONEST = {
    "as it is": lambda answer: None,
    "in chunks": framing("chunks"),
    "packed": packed,
    "with a charset": header("Content-Type", None),  # Set again below, with a charset.
    "with a new key": (lambda answer: answer.text(lambda text: re.sub(r'("name":)', r'"new_key":1.5,\1', text)), JSON),
}

WRONG = {
    "cut before its announced end": framing("length", 0.5),
    "cut, without a length": framing("none", 0.5),
    "whole, without a length": framing("none"),
    "cut, with a matching length": lambda answer: setattr(answer, "body", answer.body[:len(answer.body) * 2 // 3]),
    "cut at a line": lambda answer: answer.text(lambda text: text[:text.rindex("\n", 0, len(text) // 2) + 1]),
    "cut in chunks": framing("chunks", 0.5),
    "chunks without an end": framing("open chunks"),
    "packed and cut": lambda answer: packed(answer, 20),
    "longer than announced": framing("short length"),
    "with two lengths": framing("two lengths"),
    "with a wrong length": framing("bad length"),
    "without its last row": lambda answer: answer.text(without_last_row),
    "with a greater number of rows": lambda answer: header("Geocli-Rows", str(int(answer.headers["Geocli-Rows"]) + 1))(answer),
    "with a smaller number of rows": lambda answer: header("Geocli-Rows", str(int(answer.headers["Geocli-Rows"]) - 1))(answer),
    "without a number of rows": header("Geocli-Rows", None),
    "with a negative number": header("Geocli-Rows", "-1"),
    "with a number with a sign": header("Geocli-Rows", "+3"),
    "with a huge number": header("Geocli-Rows", "9" * 30),
    "of another type": header("Content-Type", "text/html"),
    "without a type": header("Content-Type", None),
    "in another charset": lambda answer: header("Content-Type", answer.headers["Content-Type"].split(";")[0] + "; charset=euc-kr")(answer),
    "in an unknown packing": header("Content-Encoding", "br"),
    "empty": body(b""),
    "a page": body(b"<!doctype html><title>login</title><p>x</p>\n"),
    "null": body(b"null\n", JSON),
    "a number": body(b"17\n", JSON),
    "rows of another kind": body(b'[{"a":1},{"a":2},{"a":3}]\n', ("json",)),
    "deep": body(b"[" * 100_000, JSON),
    "two documents": (lambda answer: answer.text(lambda text: text + text), ("json", "geojson")),
    "not UTF-8": lambda answer: setattr(answer, "body", answer.body.replace("서".encode(), b"\xbc\xad")),
    "NaN": (lambda answer: with_number(answer, "NaN"), (*JSON, "csv", "tsv")),
    "Infinity": (lambda answer: with_number(answer, "Infinity"), (*JSON, "csv", "tsv")),
    "-Infinity": (lambda answer: with_number(answer, "-Infinity"), (*JSON, "csv", "tsv")),
    "1e999": (lambda answer: with_number(answer, "1e999"), (*JSON, "csv", "tsv")),
    "a number as text": (lambda answer: with_number(answer, '"NaN"'), (*JSON, "csv", "tsv")),
    "a latitude of words": (lambda answer: with_number(answer, '"north"'), (*JSON, "csv", "tsv")),
    "a cell too many": (lambda answer: answer.text(lambda text: re.sub(r"\n1,", "\n1,1,", text, count=1)), ("csv",)),
    "a quote that stays open": (lambda answer: answer.text(lambda text: text[:-1] + '"\n'), ("csv",)),
    "a formula": (lambda answer: answer.text(lambda text: with_cell("csv", text, "name", "=cmd|' /C calc'!A0")), ("csv",)),
    "an escape sequence": (lambda answer: answer.text(lambda text: text.replace("서", "\x1b]0;x\x07서", 1)), ("table", "tsv")),
    "a carriage return": (lambda answer: answer.text(lambda text: text.replace("서", "x\r서", 1)), ("table",)),
    "a problem with status 200": lambda answer: (setattr(answer, "body", b'{"detail":"no"}'), header("Content-Type", "application/problem+json")(answer)),
    "a part": status(206), "no content": status(204), "a redirect": status(302, Location="http://127.0.0.1:1/"),
    "an error": status(500),
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    answer = None

    def do_GET(self):
        answer = Handler.answer
        self.close_connection = True
        lines = [f"HTTP/1.1 {answer.status} x", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in answer.headers.items()]
        sent = answer.body if answer.sent is None else answer.body[:answer.sent]
        if answer.status == 204:
            sent = b""
        if answer.framing == "length":
            lines.append(f"Content-Length: {len(answer.body)}")
        elif answer.framing == "short length":
            lines.append(f"Content-Length: {len(answer.body) - 7}")
        elif answer.framing == "two lengths":
            lines += [f"Content-Length: {len(answer.body) + 9}", f"Content-Length: {len(answer.body)}"]
        elif answer.framing == "bad length":
            lines.append("Content-Length: -1")
        elif "chunks" in answer.framing:
            lines.append("Transfer-Encoding: chunked")
            pieces = [sent[at:at + 1000] for at in range(0, len(sent), 1000)]
            whole = answer.framing == "chunks" and answer.sent is None
            sent = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + (b"0\r\n\r\n" if whole else b"")
        self.wfile.write("\r\n".join([*lines, "", ""]).encode() + sent)

    def log_message(self, *words):
        pass


def run(geocli, words, folder, **more):
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": folder, **more}
    return subprocess.run([geocli, *words], capture_output=True, env=environment, cwd=folder, timeout=120)


def main():
    geocli, catalog, folder = sys.argv[1:]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    # A client that has seen enough of a wrong answer leaves.
    server.handle_error = lambda request, client: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    bad = count = 0

    def fail(what, done):
        nonlocal bad
        bad += 1
        print(f"{what}: exit {done.returncode}, {done.stdout[:80]!r}, {done.stderr.decode(errors='replace')[:300]}")

    # The check of a body depends on its format; that of its values depends on the command.
    asked = [(["list", "--limit", "40"], form) for form in TYPES]
    asked += [(command, form) for command in (["near", "37.55,126.92", "-k", "5"], ["cluster", "--zoom", "12"])
              for form in ("json", "csv")]
    for command, form in asked:
        honest = run(geocli, [*command, "--db", catalog, "--format", form], folder)
        rows = json.loads(run(geocli, [*command, "--db", catalog, "--format", "json"], folder).stdout)
        without = sum(row["latitude"] is None for row in rows) if form.startswith("geojson") else 0
        words = [*command, "--server", address, "--format", form]
        for name, change in [*HONEST.items(), *WRONG.items()]:
            change, forms = change if isinstance(change, tuple) else (change, TYPES)
            if form not in forms:
                continue
            answer = Answer(honest.stdout, form, len(rows), without)
            change(answer)
            if name == "with a charset":
                answer.headers["Content-Type"] = TYPES[form].split(";")[0].upper() + '; Charset="UTF-8"'
            if name in WRONG and answer.body == honest.stdout and answer.framing == "length" and answer.sent is None \
                    and answer.status == 200 and answer.headers == Answer(honest.stdout, form, len(rows), without).headers:
                continue  # The change finds nothing to change in this answer.
            Handler.answer = answer
            count += 1
            done = run(geocli, words, folder)
            path = os.path.join(folder, f"kept.{ENDINGS[form]}")
            with open(path, "wb") as file:
                file.write(b"former")
            kept = run(geocli, [*words, "-o", path], folder)
            with open(path, "rb") as file:
                content = file.read()
            if name in HONEST:
                if (done.returncode, done.stdout, content) != (0, answer_text(answer), answer_text(answer)):
                    fail(f"{command[0]} {form}, {name}", done)
                continue
            lines = done.stderr.decode(errors="replace").splitlines()
            if done.returncode != 69 or done.stdout or len(lines) != 1 or not lines[0].startswith("geocli: "):
                fail(f"{command[0]} {form}, {name}", done)
            if kept.returncode != 69 or content != b"former":
                fail(f"{command[0]} {form} -o, {name}: {content[:40]!r}", kept)

    # A note is one line and harmless, whatever it holds.
    honest = run(geocli, ["list", "--limit", "3", "--db", catalog, "--format", "json"], folder)
    for note in ["a%0Ageocli:%20evil", "a%0D%0Ageocli: evil", "a%C2%85geocli: evil", "a%E2%80%A8geocli: evil",
                 "a%1B%5B2Jb", "a%E2%80%AEb", "a%0Bb%0Cc", "%zz%0A", "x" * 4000]:
        answer = Answer(honest.stdout, "json", 3, 0)
        answer.headers["Geocli-Note"] = note
        Handler.answer = answer
        count += 1
        done = run(geocli, ["list", "--limit", "3", "--server", address, "--format", "json"], folder)
        told = done.stderr.decode(errors="replace")
        if done.returncode != 0 or told.count("\n") != 1 or not told.startswith(note[0]) \
                or any(ord(letter) < 0x20 or letter in "\x7f\x85\u2028\u202e" for letter in told[:-1]):
            fail(f"note {note[:40]}", done)
    # What is not a stream of changes ends the follower; a value that can't be is left out.
    change = json.loads(run(geocli, ["changes", "--since", "0", "--limit", "1", "--db", catalog, "--format", "ndjson"], folder).stdout)
    change["distance_m"] = 1e300
    event = f"event: change\nid: 1.1.1\ndata: {json.dumps(change)}\n\n".encode()
    for name, kind, sent, status in [
        ("a page", "text/html", b"<html>", 69), ("an endless page", "text/html", b"x" * (2 << 20), 69),
        ("an endless line", "text/event-stream", b"data: " + b"x" * (2 << 20), 69),
        ("endless lines", "text/event-stream", b"data: x\n" * (1 << 20), 69),
        ("a change of another kind", "text/event-stream", b"event: change\nid: 1.1.1\ndata: [1]\n\n", 69),
        ("an impossible distance", "text/event-stream", event, None),
    ]:
        answer = Answer(sent, "json", 0, 0)
        answer.headers, answer.framing = {"Content-Type": kind}, "chunks"
        Handler.answer = answer
        count += 1
        words = [geocli, "changes", "--follow", "--format", "table", "--server", address]
        follower = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
                                    env={"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": folder})
        if status is None:
            line = follower.stdout.readline()
            follower.terminate()
            if not line or follower.wait(60) != 0:
                fail(f"events: {name}", subprocess.CompletedProcess(words, follower.returncode, line, b""))
            continue
        try:
            told = follower.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            follower.kill()
            told = follower.communicate()
        if follower.returncode != status:
            fail(f"events: {name}", subprocess.CompletedProcess(words, follower.returncode, *told))
    print(f"{count} answers, {bad} differences")
    sys.exit(1 if bad else 0)


def answer_text(answer):
    return gzip.decompress(answer.body) if answer.headers.get("Content-Encoding") == "gzip" else answer.body


main()
