#!/usr/bin/env python3
"""Runs random nights of services whose rows move, repeat and come back, and compares the catalog with a plain model.

    feed_nights.py GEOCLI FOLDER SEED NIGHTS

Each night, each of four services (the built-in bookstore feed, and declared ones with a total of the feed, a total of
each page and no total) is ingested. Before that, some rows get other names or points, leave or come back; some names get
another normal form, and some points move by millimeters or get other digits; some ids are in two rows, equal or not; all rows may be in another order, and pages may have another size. In some nights rows move
to other pages while they are read: in the first reading only, or in both. The model is the list of rows itself: after
each night the catalog must have exactly its ids, names and points, or still those of the night before if the rows moved
in both readings. The changes of a night must be those from the values last reported, without other normal forms and
points that are less than a centimeter from there. A night must not warn that the feed changed if it did not, and must not request a page twice if it
repeats the same ids as the night before. Replays, dry runs, --thorough and saved pages must judge as the run itself.
FOLDER must be empty. Prints each difference, then the numbers; exit status 1 for a difference. Standard library only.
"""

import http.server
import json
import math
import os
import random
import re
import sqlite3
import subprocess
import sys
import threading
import unicodedata
import urllib.parse

BUILT_IN = "seoul-bookstores"
COUNT = 230
KEY = "4b6f72656121"


def meters(one, other):
    """The distance of two near points, from the radii of curvature of WGS 84."""
    latitude = math.radians(one[0])
    w = 1 - 0.00669437999014 * math.sin(latitude) ** 2
    north = math.radians(other[0] - one[0]) * 6378137 * (1 - 0.00669437999014) / w ** 1.5
    return math.hypot(north, math.radians(other[1] - one[1]) * 6378137 / w ** 0.5 * math.cos(latitude))


class Feed:
    """A service and the model of its rows."""

    def __init__(self, id, counts, draw):
        self.id, self.counts, self.draw = id, counts, draw
        self.values = {}
        self.gone = {}
        self.next_id = 1
        self.rows = []
        self.size = 60
        # How many readings of the next run are disturbed, and how many pages of this reading were sent.
        self.disturbed = self.sent = self.requests = 0
        # Whether each reading has another order.
        self.is_restless = False
        self.published = {}
        # The values that were last reported, by id.
        self.reported = {}
        self.repeats = None
        for _ in range(COUNT):
            self.open()

    def fresh(self):
        return [f"책방 {self.draw.randrange(10**6)}", f"126.{self.draw.randrange(80, 99)}{self.draw.randrange(10**4):04}",
                f"37.{self.draw.randrange(45, 65)}{self.draw.randrange(10**4):04}"]

    def open(self):
        self.values[self.next_id] = self.fresh()
        self.rows.append((self.next_id, None))
        self.next_id += 1

    def change(self):
        draw = self.draw
        for id in draw.sample(sorted(self.values), draw.randrange(0, 6)):
            new = self.fresh()
            if draw.random() < 0.5:
                self.values[id][0] = new[0]
            else:
                self.values[id][1:] = new[1:]
        for id in draw.sample(sorted(self.values), draw.randrange(0, 4)):
            name, lon, lat = self.values[id]
            form = draw.choice(["NFC", "NFD"])
            # At most 4 mm in each direction, or only other digits.
            size = draw.choice([0, 1e-13, 4e-8])
            moved = [repr(float(number) + draw.uniform(-size, size)) for number in (lon, lat)]
            self.values[id] = [unicodedata.normalize(form, name), *moved]
        for id in draw.sample(sorted(self.values), draw.randrange(0, 3)):
            self.gone[id] = self.values.pop(id)
            self.rows = [row for row in self.rows if row[0] != id]
        for id in draw.sample(sorted(self.gone), min(len(self.gone), draw.randrange(0, 3))):
            self.values[id] = self.gone.pop(id)
            self.rows.insert(draw.randrange(len(self.rows) + 1), (id, None))
        if draw.random() < 0.3:
            self.open()
        if draw.random() < 0.3:
            draw.shuffle(self.rows)
        if draw.random() < 0.3:
            self.size = draw.choice([40, 60, 61, 90])

    def repeat(self):
        """Gives some ids a second row: an equal one, or one with another name."""
        seen, first = set(), []
        for row in self.rows:
            if row[0] not in seen:
                seen.add(row[0])
                first.append((row[0], None))
        self.rows = first
        for id in self.draw.sample(sorted(self.values), self.draw.randrange(0, 3)):
            other = "다른 이름" if self.draw.random() < 0.2 else None
            self.rows.insert(self.draw.randrange(len(self.rows) + 1), (id, other))

    def repeated(self):
        ids = [id for id, _ in self.rows]
        return sorted(id for id in set(ids) if ids.count(id) > 1)

    def content(self):
        """What the catalog must have: ids whose rows contradict each other are set aside."""
        clashing = {id for id, other in self.rows if other}
        return {str(id): tuple(self.values[id]) for id in self.values if id not in clashing}

    def changes(self):
        """What the published night changes from the values last reported, which then are the reported ones."""
        found = set()
        for id, (name, lon, lat) in self.published.items():
            point = float(lat), float(lon)
            if id not in self.reported:
                self.reported[id] = [name, point]
                continue
            former = self.reported[id]
            if unicodedata.normalize("NFC", former[0]) != unicodedata.normalize("NFC", name):
                found.add((id, "name", name))
                former[0] = name
            if meters(former[1], point) >= 0.01:
                found.add((id, "point", point))
                former[1] = point
        return found

    def page(self, first, size):
        """The rows of a page. In a disturbed reading, the first row moves to the end after the first page was sent, so
        that each later page begins a row too late. A restless service has another order in each reading."""
        if first == 1:
            self.sent = 0
            if self.is_restless:
                self.draw.shuffle(self.rows)
        if self.sent == 1 and self.disturbed:
            self.disturbed -= 1
            self.rows.append(self.rows.pop(0))
        self.sent += 1
        self.requests += 1
        return self.rows[first - 1:first - 1 + size]

    def objects(self, page):
        return [(str(id), other or self.values[id][0], *self.values[id][1:]) for id, other in page]

    def answer(self, first, size):
        page = self.objects(self.page(first, size))
        if self.id == BUILT_IN:
            if not page:
                return {"RESULT": {"CODE": "INFO-200", "MESSAGE": "해당하는 데이터가 없습니다."}}
            rows = [{"STORE_SEQ_NO": id, "STORE_NAME": name, "STORE_TYPE": "0002", "YDNTS": lon, "XCNTS": lat, "ADRES": "",
                     "GU_CODE": "", "CODE_VALUE": "", "TEL_NO": "", "HMPG_URL": "", "SNS": ""}
                    for id, name, lon, lat in page]
            return {"TbSlibBookstoreInfo": {"list_total_count": len(self.rows), "RESULT": {
                "CODE": "INFO-000", "MESSAGE": "정상"}, "row": rows}}
        total = {"feed": {"total": len(self.rows)}, "page": {"total": len(page)}, "none": {}}[self.counts]
        rows = [dict(zip(("id", "name", "lon", "lat"), row)) for row in page]
        return {"code": "00" if page else "03", "time": self.draw.random(), "items": rows, **total}

    def declaration(self):
        total = "" if self.counts == "none" else 'total = "total"\n'
        url = "/{FIRST}/{LAST}/" if self.counts != "page" else "/?page={PAGE}&size={SIZE}"
        return f"""id = "{self.id}"
title = {{ ko = "지어낸 곳", en = "Made up" }}
noun = {{ ko = "가게", en = "shop" }}
publisher = "made up for tests"
license = "none"
kind = "shop"
[pages]
format = "json"
encoding = "UTF-8"
rows = "items"
total_counts = "{self.counts}"
{total}result = "code"
good = ["00"]
empty = ["03"]
[fields]
id = "id"
name = "name"
[point]
x = "lon"
y = "lat"
crs = "EPSG:4326"
area = [126.0, 37.0, 127.5, 38.0]
[service]
url = "/{self.id}{url}"
rows_per_page = 60
"""


class Nights:
    def __init__(self, program, folder, seed):
        self.program, self.folder = program, folder
        self.random = random.Random(seed)
        self.differences = []
        self.night = self.runs = self.moved = 0
        feeds = [Feed(BUILT_IN, "feed", self.random)]
        feeds += [Feed(f"shops-{counts}", counts, self.random) for counts in ("feed", "page", "none")]
        self.feeds = {feed.id: feed for feed in feeds}
        for feed in feeds[1:]:
            with open(os.path.join(folder, feed.id + ".toml"), "w", encoding="utf-8") as file:
                file.write(feed.declaration())
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def handler(self):
        feeds = self.feeds

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # The head and the body of an answer are two writes.
            disable_nagle_algorithm = True

            def do_GET(self):
                parts = urllib.parse.urlsplit(self.path)
                feed = feeds.get(parts.path.split("/")[1], feeds[BUILT_IN])
                if parts.query:
                    query = urllib.parse.parse_qs(parts.query)
                    size = int(query["size"][0])
                    first = (int(query["page"][0]) - 1) * size + 1
                else:
                    first, last = map(int, re.findall(r"/(\d+)/(\d+)/$", parts.path)[0])
                    size = min(last - first + 1, feed.size)
                body = json.dumps(feed.answer(first, size), ensure_ascii=False).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Handler

    def differ(self, text):
        self.differences.append(f"night {self.night}: {text}")

    def run(self, *words, catalog="nights.sqlite"):
        self.runs += 1
        environment = dict(
            os.environ, XDG_CONFIG_HOME=os.path.join(self.folder, "config"), HOME=self.folder, SEOUL_OPENAPI_KEY=KEY,
            GEOCLI_DB=os.path.join(self.folder, catalog), GEOCLI_LANG="en",
            SOURCE_DATE_EPOCH=str(1_790_000_000 + self.night * 86_400))
        done = subprocess.run([self.program, *words], capture_output=True, env=environment, cwd=self.folder)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def ingest(self, feed, *words, **how):
        name = feed.id if feed.id == BUILT_IN else feed.id + ".toml"
        return self.run("ingest", f"http://127.0.0.1:{self.server.server_port}", "--feed", name, *words, **how)

    def stored(self, feed):
        catalog = sqlite3.connect(os.path.join(self.folder, "nights.sqlite"))
        rows = catalog.execute(
            "SELECT feed_id, name, longitude, latitude FROM place JOIN feed ON feed = key WHERE feed.id = ? AND "
            "missing_run IS NULL", [feed.id]).fetchall()
        catalog.close()
        return {id: (name, longitude, latitude) for id, name, longitude, latitude in rows}

    def changed(self, feed):
        """The values that the feed's last run changed, as the catalog has them."""
        catalog = sqlite3.connect(os.path.join(self.folder, "nights.sqlite"))
        rows = catalog.execute(
            "SELECT feed_id, field, new FROM change JOIN place b ON b.id = place JOIN feed ON feed = key "
            "WHERE feed.id = ? AND run = last_good_run AND what = 'changed'", [feed.id]).fetchall()
        catalog.close()
        return {(id, field, tuple(map(float, new.split(","))) if field == "point" else new) for id, field, new in rows}

    def one(self, feed):
        draw = self.random
        movement = 0
        if self.night and draw.random() < 0.25:
            movement = 2 if feed.counts == "feed" and draw.random() < 0.3 else 1
        if self.night and movement < 2:
            feed.change()
        # Whether rows moved can't be told in a night in which other rows begin to repeat.
        if not movement and draw.random() < 0.3:
            feed.repeat()
        feed.is_restless = not movement and draw.random() < 0.15
        before = feed.repeats
        if not movement and draw.random() < 0.1:
            status, _, told = self.ingest(feed, "--dry-run")
            if status or "changed while" in told:
                self.differ(f"{feed.id}: dry run: exit {status} {told}")
        feed.disturbed, feed.requests = movement, 0
        thorough = ["--thorough"] if draw.random() < 0.1 else []
        status, _, told = self.ingest(feed, *thorough)
        self.moved += movement > 0
        feed.disturbed, feed.is_restless = 0, False
        if movement == 2:
            if status != 65:
                self.differ(f"{feed.id}: rows moved in both readings: exit {status} {told}")
        else:
            if status:
                self.differ(f"{feed.id}: exit {status} {told}")
            feed.published = feed.content()
            wanted, found = feed.changes(), self.changed(feed)
            if wanted != found:
                self.differ(f"{feed.id}: changes {sorted(found - wanted, key=str)[:3]} are not "
                            f"{sorted(wanted - found, key=str)[:3]}; {told}")
            feed.repeats = feed.repeated()
        if "changed while" in told:
            self.differ(f"{feed.id}: {told}")
        self.compare(feed, told)
        if not movement and before == feed.repeats:
            size = 60 if feed.counts == "page" else min(60, feed.size) if feed.id != BUILT_IN else feed.size
            pages = -(-len(feed.rows) // size) + (feed.counts != "feed")
            if feed.requests != pages:
                self.differ(f"{feed.id}: {feed.requests} requests for {pages} pages")
        if not movement and draw.random() < 0.15:
            self.again(feed)

    def compare(self, feed, told):
        wanted = {id: (name, float(lon), float(lat)) for id, (name, lon, lat) in feed.published.items()}
        found = self.stored(feed)
        if wanted != found:
            ids = sorted({id for id in wanted.keys() | found.keys() if wanted.get(id) != found.get(id)}, key=int)
            self.differ(f"{feed.id}: {len(ids)} places differ, such as {ids[0]}: {wanted.get(ids[0])} is "
                        f"{found.get(ids[0])}; {told}")

    def again(self, feed):
        """The same pages again: from the service, from the archive, and from files, where nobody knows whether rows that
        repeat on two pages have moved."""
        for source in ("service", "archive"):
            if source == "service":
                status, _, told = self.ingest(feed)
            else:
                number = (re.findall(r"run (\d+):", told) or ["0"])[-1]
                name = feed.id if feed.id == BUILT_IN else feed.id + ".toml"
                status, _, told = self.run("ingest", "--replay", number, "--feed", name)
            # The time in each page of the declared services is another one.
            outcome = "unchanged" if feed.id == BUILT_IN or source == "archive" else "run "
            if status or outcome not in told or "changed while" in told:
                self.differ(f"{feed.id} from the {source} again: exit {status} {told}")
            self.compare(feed, told)
        pages, folder, where, number = [], os.path.join(self.folder, f"pages-{self.night}-{feed.id}"), 1, 0
        os.makedirs(folder)
        while where <= len(feed.rows):
            number += 1
            pages.append([id for id, _ in feed.rows[where - 1:where + 59]])
            with open(os.path.join(folder, f"{number}.json"), "w", encoding="utf-8") as file:
                json.dump(feed.answer(where, 60), file, ensure_ascii=False)
            where += 60
        across = sum(sum(id in page for page in pages) - 1 for id in feed.values)
        wanted = 65 if across and feed.counts == "feed" else 0
        name = feed.id if feed.id == BUILT_IN else feed.id + ".toml"
        for words in (["ingest", folder, "--feed", name, "--dry-run"], ["feeds", "check", name, folder]):
            status, listed, told = self.run(*words, catalog="none.sqlite")
            if status != wanted:
                self.differ(f"{words}: exit {status}, not {wanted}: {listed} {told}")

    def go(self, nights):
        for self.night in range(nights):
            for feed in self.feeds.values():
                self.one(feed)
            if self.night % 20 == 19:
                status, listed, told = self.run("verify", "-q")
                if status:
                    self.differ(f"verify: exit {status} {listed} {told}")


if __name__ == "__main__":
    nights = Nights(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3]))
    nights.go(int(sys.argv[4]))
    print("\n".join(nights.differences[:20]))
    print(f"{nights.night + 1} nights, {nights.runs} commands, {nights.moved} readings in which rows moved, "
          f"{len(nights.differences)} differences")
    sys.exit(1 if nights.differences else 0)
