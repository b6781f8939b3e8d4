#!/usr/bin/env python3
"""Runs nights that go wrong slowly, and compares the catalog with a plain model.

    slow_nights.py GEOCLI FOLDER SEED NIGHTS

Three declared files (one a day, a week and a month) have points in EPSG:5174, a status, and rows that the declaration
leaves out. Most nights are healthy: at most 9 % of the places are missing, others come back, names and some points change.
Some feeds leak: 1 to 17 % of the places leave each night, until the night is refused; then the feed is repaired, or a
person accepts it. In some nights all points move alike, or only those of a part; some places close, as their status says.
Some published runs are undone. The model is the list of rows itself, and the rule of the guards in Python: it says whether
a night is published, refused (and why) or warned about, how many rows were left out, what is listed, since when a place is no
longer in the feed, and which day it closed. FOLDER must be empty. Prints each difference, then the numbers; exit status 1
for a difference. Standard library only.
"""

import csv
import datetime
import json
import os
import random
import sqlite3
import subprocess
import sys

START = datetime.date(2027, 1, 1)
EPOCH = 1_798_758_000  # 08:00 in Seoul on that day.
REASON = "the publisher confirmed it by mail"


class Run:
    """A good run as the guards see it."""

    def __init__(self, number, day, total, removed, former, accepted, before):
        self.number, self.day, self.total, self.removed, self.former = number, day, total, removed, former
        # Whether a person accepted it, and what the catalog had before it.
        self.accepted, self.before = accepted, before


class Feed:
    def __init__(self, id, step, count, draw):
        self.id, self.step, self.draw = id, step, draw
        self.rows, self.next_id = {}, 1
        self.hidden, self.closed = set(), set()
        self.leak = 0.0
        self.shift, self.shifted = (0, 0), set()
        # The feed's good runs that are not undone, in order.
        self.good = []
        # By id: the values listed, the day since when a place is not in the feed, and the day it closed.
        self.listed, self.gone, self.closings = {}, {}, {}
        for _ in range(count):
            self.open()
        self.others = max(3, count // 10)

    def open(self):
        draw = self.draw
        self.rows[self.next_id] = [f"가게 {draw.randrange(10**6)}", draw.randrange(190_000, 210_000),
                                   draw.randrange(440_000, 460_000)]
        self.next_id += 1

    def night(self):
        """Changes the rows as a night does."""
        draw = self.draw
        for id in draw.sample(sorted(self.rows), 3):
            self.rows[id][0] = f"가게 {draw.randrange(10**6)}"
        for id in draw.sample(sorted(self.rows), 2):
            self.rows[id][1] += draw.randrange(-400, 400)
        if draw.random() < 0.1:
            self.closed.add(draw.choice(sorted(self.rows)))
        if self.closed and draw.random() < 0.05:
            self.closed.remove(draw.choice(sorted(self.closed)))
        self.hidden = set()
        if self.leak:
            left = sorted(set(self.rows) - self.closed)
            for id in draw.sample(left, round(len(left) * self.leak)):
                self.rows.pop(id)
        else:
            # The share that is missing is drawn anew each night, so that the total swings by at most 9 %.
            self.hidden = set(draw.sample(sorted(self.rows), int(len(self.rows) * draw.uniform(0, 0.07))))

    def content(self):
        return {id: (name, *self.point(id, x, y)) for id, (name, x, y) in self.rows.items()
                if id not in self.hidden and id not in self.closed}

    def point(self, id, x, y):
        return (x + self.shift[0], y + self.shift[1]) if id in self.shifted else (x, y)

    def write(self, path):
        with open(path, "w", encoding="utf-8", newline="") as file:
            out = csv.writer(file)
            out.writerow(["id", "name", "type", "status", "x", "y"])
            rows = [(str(id), name, "shop", "01", x, y) for id, (name, x, y) in self.content().items()]
            rows += [(str(id), self.rows[id][0], "shop", "03", *self.rows[id][1:]) for id in self.closed if id in self.rows]
            rows += [(f"b{number}", "은행", "bank", "01", 200_000, 450_000) for number in range(self.others)]
            self.draw.shuffle(rows)
            out.writerows(rows)

    def declaration(self):
        return f"""id = "{self.id}"
title = {{ ko = "지어낸 곳", en = "Made up" }}
noun = {{ ko = "가게", en = "shop" }}
publisher = "made up for tests"
license = "none"
kind = "shop"
[pages]
format = "csv"
encoding = "UTF-8"
delimiter = ","
header = true
[fields]
id = "id"
name = "name"
[point]
x = "x"
y = "y"
crs = "EPSG:5174"
area = [124.5, 32.9, 132.0, 38.7]
[status]
field = "status"
open = ["01"]
closed = ["03"]
[filter]
"type" = ["shop"]
"""

    # The guards, from their description.

    def window(self):
        """The good runs that a run is compared with: those of 30 days before the last one, or the last ten; none before
        an accepted one."""
        recent = [run for number, run in enumerate(self.good)
                  if (self.good[-1].day - run.day).days <= 30 or number >= len(self.good) - 10]
        accepted = [number for number, run in enumerate(recent) if run.accepted]
        return recent[accepted[-1]:] if accepted else recent

    def usual(self):
        """The usual swing in percent: the widest span of totals on one level. A night that was unusual when it came, or
        was accepted, begins another level. It is 9 until ten runs are known."""
        widest, level = 0.0, []
        for known, run in enumerate(self.good[-30:]):
            limit = 9.0 if known < 10 else widest
            if run.accepted or self.is_unusual(run.removed, run.former, limit) or self.is_unusual(
                    run.total - run.former, run.total, limit):
                level = []
            level.append(run.total)
            widest = max(widest, 100 * (max(level) - min(level)) / max(level))
        return 9.0 if len(self.good[-30:]) < 10 else widest

    @staticmethod
    def is_unusual(part, whole, swing):
        return part >= 5 and 100 * part > max(5, 2 * swing) * whole

    def verdict(self, content):
        """The reason code of the refusal or None, and whether the night is warned about."""
        if not self.good:
            return None, False
        both = [id for id in content if id in self.listed]
        moved = [id for id in both if content[id][1:] != self.listed[id][1:]]
        if self.shifted and 2 * len(moved) > len(both):
            return "moved-alike", False
        lost = [id for id in self.listed if id not in content]
        if 100 * len(lost) > 20 * len(self.listed):
            return "known-lost", False
        best = max(run.total for run in self.window())
        if best - len(content) >= 5 and 100 * (best - len(content)) > 20 * best:
            return "leaked", False
        return None, self.is_unusual(len(lost), len(self.listed), self.usual())

    def publish(self, number, content, day, accepted):
        lost = [id for id in self.listed if id not in content]
        self.good.append(Run(number, day, len(content), len(lost), len(self.listed), accepted, self.state()))
        self.gone.update(dict.fromkeys(lost, day))
        for id in self.gone:
            if id in self.closed and id in self.rows:
                self.closings.setdefault(id, day)
        for id in content:
            self.gone.pop(id, None)
            self.closings.pop(id, None)
        self.listed = content

    def state(self):
        return dict(self.listed), dict(self.gone), dict(self.closings)


class Nights:
    def __init__(self, program, folder, seed):
        self.program, self.folder, self.draw = program, folder, random.Random(seed)
        self.differences, self.numbers = [], dict.fromkeys(("commands", "refused", "warned", "accepted", "undone"), 0)
        self.night, self.last = 0, 0
        sizes = self.draw.sample([60, 140, 400, 700], 3)
        self.feeds = [Feed(f"shops-{step}", step, size, self.draw) for step, size in zip((1, 7, 30), sizes)]
        for feed in self.feeds:
            with open(os.path.join(folder, feed.id + ".toml"), "w", encoding="utf-8") as file:
                file.write(feed.declaration())

    def differ(self, feed, text):
        self.differences.append(f"night {self.night}, {feed.id}: {text}")

    def run(self, *words):
        self.numbers["commands"] += 1
        environment = dict(os.environ, XDG_CONFIG_HOME=os.path.join(self.folder, "config"), HOME=self.folder,
                           GEOCLI_DB=os.path.join(self.folder, "slow.sqlite"), GEOCLI_LANG="en",
                           SOURCE_DATE_EPOCH=str(EPOCH + self.night * 86_400))
        done = subprocess.run([self.program, *words], capture_output=True, env=environment, cwd=self.folder)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def query(self, sql, *values):
        catalog = sqlite3.connect(os.path.join(self.folder, "slow.sqlite"))
        rows = catalog.execute(sql, values).fetchall()
        catalog.close()
        return rows

    def ingest(self, feed, content, *words):
        """Ingests the feed's file; returns the number of the run, its outcome and its reason code."""
        path = os.path.join(self.folder, feed.id + ".csv")
        if not words:
            feed.write(path)
        status, _, told = self.run("ingest", path, "--feed", feed.id + ".toml", *words)
        number, outcome, code, filtered, closed = self.query(
            "SELECT id, outcome, reason_code, filtered, closed FROM run ORDER BY id DESC LIMIT 1")[0]
        if number != self.last + 1:
            self.differ(feed, f"run {number} follows run {self.last}: exit {status} {told}")
        self.last = number
        wanted = feed.others, len([id for id in feed.closed if id in feed.rows])
        if (filtered, closed) != wanted:
            self.differ(feed, f"filtered and closed are {(filtered, closed)}, not {wanted}")
        if (status != 0) != (outcome == "refused"):
            self.differ(feed, f"{outcome}, but exit {status} {told}")
        return number, outcome, code, told

    def one(self, feed):
        draw, day = self.draw, START + datetime.timedelta(days=self.night)
        feed.night()
        if not feed.leak and draw.random() < 0.04:
            feed.leak = draw.choice([0.01, 0.03, 0.05, 0.1, 0.17])
        is_moved = draw.random() < 0.05
        if is_moved:
            part = draw.choice([0.2, 0.7, 1])
            ids = sorted(feed.rows, key=lambda id: feed.rows[id][1])
            feed.shift, feed.shifted = (draw.choice([-255, 313, 64]), draw.choice([0, 40])), set(ids[:int(part * len(ids))])
        content = feed.content()
        code, warned = feed.verdict(content)
        number, outcome, found, told = self.ingest(feed, content)
        if found != code:
            self.differ(feed, f"refused for {found}, not for {code}: {told}")
        if not code and warned != ("unusual for this feed" in told):
            self.differ(feed, f"warned should be {warned}: {told}")
        self.numbers["warned"] += warned
        if outcome != "refused":
            feed.publish(number, content, day, False)
        else:
            self.numbers["refused"] += 1
            if code == "moved-alike" or draw.random() < 0.5:
                # The publisher repairs the feed: all that was listed is there again.
                for id, (name, x, y) in feed.listed.items():
                    feed.rows.setdefault(id, [name, x, y])
            else:
                number, outcome, found, told = self.ingest(feed, content, "--accept", REASON)
                self.numbers["accepted"] += 1
                if outcome != "published" or f"geocli undo {number}" not in told:
                    self.differ(feed, f"accepted: {outcome} {told}")
                feed.publish(number, content, day, True)
            feed.leak = 0.0
        if is_moved and outcome != "refused":
            # A part has really moved.
            for id in feed.shifted & feed.rows.keys():
                feed.rows[id][1:] = feed.point(id, *feed.rows[id][1:])
        feed.shift, feed.shifted = (0, 0), set()
        self.compare(feed, told)
        if len(feed.good) > 2 and draw.random() < 0.06:
            self.undo(feed)
        if not feed.leak and len(feed.rows) < 40:
            for _ in range(30):
                feed.open()

    def undo(self, feed):
        back = self.draw.choice([1, 1, 1, 2])
        taken = feed.good[-back]
        words = [] if back == 1 and self.draw.random() < 0.3 else [str(taken.number)]
        status, _, told = self.run("undo", *words, "--feed", feed.id)
        number, outcome, undoes = self.query("SELECT id, outcome, undoes FROM run ORDER BY id DESC LIMIT 1")[0]
        if (status, number, outcome, undoes) != (0, self.last + 1, "published", taken.number):
            self.differ(feed, f"undo {taken.number}: exit {status}, {(number, outcome, undoes)} {told}")
        self.last = number
        self.numbers["undone"] += 1
        day = START + datetime.timedelta(days=self.night)
        listed, gone, closings = taken.before
        # Places that came since are no longer in the feed.
        for id in feed.listed.keys() | feed.gone.keys():
            if id not in listed and id not in gone:
                gone[id] = feed.gone.get(id, day)
        feed.listed, feed.gone, feed.closings = listed, gone, closings
        del feed.good[-back:]
        self.compare(feed, told)

    def compare(self, feed, told):
        rows = self.query("SELECT feed_id, name, latitude IS NULL FROM place JOIN feed ON feed = key WHERE feed.id = ? "
                          "AND missing_run IS NULL", feed.id)
        found = {int(id): (name, blank) for id, name, blank in rows}
        wanted = {id: (row[0], 0) for id, row in feed.listed.items()}
        if found != wanted:
            ids = sorted(id for id in found.keys() | wanted.keys() if found.get(id) != wanted.get(id))
            self.differ(feed, f"{len(ids)} places differ, such as {ids[0]}: {found.get(ids[0])}, not {wanted.get(ids[0])}; {told}")

    def days(self, feed):
        """Compares the days in a listing of all places with the model's."""
        _, listed, _ = self.run("list", "--include-closed", "--feed", feed.id, "--format", "ndjson")
        found = {}
        for line in listed.splitlines():
            row = json.loads(line)
            if row["removed_on"] or row["closed_on"]:
                found[int(row["ref"].split("/")[1])] = row["removed_on"], row["closed_on"]
        wanted = {id: (str(day), str(feed.closings[id]) if id in feed.closings else None) for id, day in feed.gone.items()}
        if found != wanted:
            ids = sorted(id for id in found.keys() | wanted.keys() if found.get(id) != wanted.get(id))
            self.differ(feed, f"{len(ids)} days differ, such as {ids[0]}: {found.get(ids[0])}, not {wanted.get(ids[0])}")

    def go(self, nights):
        for self.night in range(nights):
            for feed in self.feeds:
                if self.night % feed.step == 0:
                    self.one(feed)
            if self.night % 20 == 19:
                for feed in self.feeds:
                    self.days(feed)
                status, listed, told = self.run("verify", "-q")
                if status:
                    self.differ(self.feeds[0], f"verify: exit {status} {listed} {told}")


if __name__ == "__main__":
    nights = Nights(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3]))
    nights.go(int(sys.argv[4]))
    print("\n".join(nights.differences[:20]))
    print(f"{nights.night + 1} nights, {nights.numbers}, {len(nights.differences)} differences")
    sys.exit(1 if nights.differences else 0)
