#!/usr/bin/env python3
"""Measures geoserve beside Datasette: Benchmarks/serve.py CATALOG [SECONDS [ROUNDS]]; by default 5 seconds, 3 rounds.

Needs the release build, wrk (Debian) and datasette (PyPI) on the PATH. Makes a database for Datasette with the same
rows and an index on latitude and longitude, and finds 500 boxes of 20 rows each. First compares the rows of 50 boxes.
Then asks both for boxes over 64 connections, in turns, so that a busy machine disturbs both alike. Also asks geoserve
for answers that the client already has (304). Prints a Markdown table: requests a second (the median, and the lowest
and highest), the processor time of a request, the slowest of a hundred, and memory; then the ratios of the medians.
"""

import json
import pathlib
import random
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
GEOSERVE = ROOT / ".build/release/geoserve"
COLUMNS = "id, feed_id, name, kind, district, address, phone, phone_raw, website, sns, latitude, longitude"
ROWS, BOXES = 20, 500


def copy_rows(catalog, path):
    """Writes the rows with a point into a database for Datasette, and returns the database."""
    database = sqlite3.connect(path)
    database.execute("ATTACH ? AS catalog", (f"file:{catalog}?mode=ro",))
    database.execute(f"CREATE TABLE place AS SELECT {COLUMNS} FROM catalog.place WHERE latitude IS NOT NULL")
    database.execute("CREATE UNIQUE INDEX place_id ON place (id)")
    database.execute("CREATE INDEX place_point ON place (latitude, longitude)")
    database.commit()
    return database


def boxes(database):
    """Returns boxes around random places that have 20 rows each: west, south, east, north."""
    count = database.execute("SELECT count(*) FROM place").fetchone()[0]
    random_numbers = random.Random(20261124)
    found = []
    while len(found) < BOXES:
        latitude, longitude = database.execute(
            "SELECT latitude, longitude FROM place WHERE rowid = ?", (random_numbers.randint(1, count),)).fetchone()
        low, high = 0.0, 1.0
        for _ in range(40):
            half = (low + high) / 2
            edges = [
                round(edge, 9) for edge in (longitude - half, latitude - half, longitude + half, latitude + half)]
            inside = database.execute(
                "SELECT count(*) FROM place WHERE latitude BETWEEN ? AND ? AND longitude BETWEEN ? AND ?",
                (edges[1], edges[3], edges[0], edges[2])).fetchone()[0]
            if inside == ROWS:
                found.append(edges)
                break
            low, high = (half, high) if inside < ROWS else (low, half)
    return found


def ours(box):
    return "/bbox?bbox={:.9f},{:.9f},{:.9f},{:.9f}".format(*box)


def theirs(box):
    west, south, east, north = (f"{edge:.9f}" for edge in box)
    return (f"/places/place.json?_shape=array&_size={ROWS}&latitude__gte={south}&latitude__lte={north}"
            f"&longitude__gte={west}&longitude__lte={east}")


def tags(address, targets):
    """Returns the entity tag of each answer."""
    return [urllib.request.urlopen(address + target).headers["ETag"] for target in targets]


def script(path, targets, known=()):
    """Writes what wrk asks, one target after another; `known` has the entity tags that it sends, if any."""
    listed = ",\n".join(json.dumps(target) for target in targets)
    headers = "{['If-None-Match'] = tags[number]}" if known else "{}"
    path.write_text(
        f"local targets = {{\n{listed}\n}}\nlocal tags = {{{', '.join(map(json.dumps, known))}}}\nlocal number = 0\nfunction request()\n  number = number % #targets + 1\n"
        f"  return wrk.format('GET', targets[number], {headers})\nend\n")
    return path


def start(command, url):
    """Starts a server and waits until it answers."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(200):
        try:
            urllib.request.urlopen(url, timeout=5).read()
            return process
        except OSError:
            time.sleep(0.1)
    sys.exit(f"{command[0]} does not answer")


def ticks(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def load(process, lua, address, seconds):
    """Returns requests a second, processor time of each in microseconds, the slowest of a hundred in milliseconds."""
    before = ticks(process)
    shown = subprocess.run(
        ["wrk", "-t1", "-c64", f"-d{seconds}s", "-s", str(lua), "--latency", address], capture_output=True, text=True,
        check=True).stdout
    spent = (ticks(process) - before) * 10_000
    count = int(re.search(r"(\d+) requests in", shown)[1])
    slow, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", shown).groups()
    wrong = re.search(r"Non-2xx or 3xx responses: (\d+)", shown)
    if wrong or "Socket errors" in shown:
        print(f"warning: {shown}", file=sys.stderr)
    return (float(re.search(r"Requests/sec:\s+([\d.]+)", shown)[1]), spent / count,
            float(slow) * {"us": 0.001, "ms": 1, "s": 1000}[unit])


def memory(process):
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return "{:.0f} MB, {:.0f} of them its own".format(
        *(int(re.search(rf"{name}:\s+(\d+)", text)[1]) / 1000 for name in ("VmRSS", "RssAnon")))


def main():
    for program in ("wrk", "datasette"):
        if not shutil.which(program):
            sys.exit(f"serve.py: {program} is not on the PATH")
    catalog = pathlib.Path(sys.argv[1]).resolve()
    seconds, rounds = (int(word) for word in (sys.argv[2:4] + ["5", "3"][len(sys.argv[2:4]):]))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        database = copy_rows(catalog, folder / "places.db")
        asked = boxes(database)
        addresses = ("http://127.0.0.1:18181", "http://127.0.0.1:18182")
        servers = (
            start([str(GEOSERVE), "--db", str(catalog), "--listen", "127.0.0.1:18181"], addresses[0] + "/healthz"),
            start(
                ["datasette", "serve", "-i", str(folder / "places.db"), "-p", "18182"],
                addresses[1] + "/-/versions.json"))
        try:
            for box in asked[:50]:
                one, other = (
                    sorted(row["id"] for row in json.load(urllib.request.urlopen(address + target(box))))
                    for address, target in zip(addresses, (ours, theirs)))
                assert one == other and len(one) == ROWS, (box, one, other)
            print(f"50 boxes have the same {ROWS} rows\n")
            questions = {
                "geoserve, box": (0, script(folder / "box.lua", map(ours, asked))),
                "Datasette, box": (1, script(folder / "datasette.lua", map(theirs, asked))),
                "geoserve, 304": (0, script(folder / "tag.lua", map(ours, asked), tags(addresses[0], map(ours, asked)))),
            }
            results = {question: [] for question in questions}
            for _ in range(rounds):
                for question, (server, lua) in questions.items():
                    results[question].append(load(servers[server], lua, addresses[server], seconds))
            print("| | requests a second | processor time per request | 99th percentile of the time | memory |")
            print("| --- | --- | --- | --- | --- |")
            middle = {}
            for question, values in results.items():
                rates = sorted(value[0] for value in values)
                middle[question] = statistics.median(rates)
                print(f"| {question} | {middle[question]:,.0f} ({rates[0]:,.0f} to {rates[-1]:,.0f})"
                      f" | {statistics.median(value[1] for value in values):,.0f} µs"
                      f" | {statistics.median(value[2] for value in values):,.0f} ms"
                      f" | {memory(servers[questions[question][0]])} |")
            for question in ("geoserve, box", "geoserve, 304"):
                print(f"\n{question} ÷ Datasette, box: {middle[question] / middle['Datasette, box']:.1f}")
        finally:
            for server in servers:
                server.kill()


if __name__ == "__main__":
    main()
