"""The feeds of `simulated_year.py` as their publishers send them, and a model of what the catalog holds of them.

A `Source` has rows of the form of `feed_rows.row`, and sends them as a service or as a file. A `Held` is one feed in the
catalog: which places it lists, which are gone and since when, and its runs. Its guards are those of slow_nights.py. The
model reads rows in its own way and knows nothing of the program. Standard library only.
"""

import copy
import csv
import datetime
import io
import os
import re
import sys
import unicodedata

import feed_rows
from feed_server import FeedServer, good

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Oracles"))
import slow_nights
from feed_nights import meters

START = slow_nights.START
PAGE = 50
DAYS = {"daily": 1, "weekly": 7, "monthly": 31, "once": None}
KINDS = {"0001": "used", "0002": "new"}
COLUMNS = {"no": "STORE_SEQ_NO", "name": "STORE_NAME", "lat": "XCNTS", "lon": "YDNTS", "gu": "CODE_VALUE", "tel": "TEL_NO"}


class PagedServer(FeedServer):
    """A service that sends at most 50 rows a page, so that a feed has several pages."""

    def document(self, exchange):
        if exchange.span and exchange.span[1] - exchange.span[0] >= PAGE:
            exchange.words[-1] = str(exchange.span[0] + PAGE - 1)
        return super().document(exchange)


class Source:
    """A feed as its publisher has it. `trouble` is what is wrong with it now, an `Event` of year_nights.py, or None."""

    def __init__(self, id, step, count, draw, *, key=None, file=None, first=0):
        self.id, self.step, self.first, self.draw, self.file = id, step, first, draw, file
        self.trouble = None
        self.size, self.next = count, 1
        self.rows, self.away = [], []
        for _ in range(count):
            self.open()
        self.server = None if file else PagedServer(key=key)

    def is_due(self, night):
        return night >= self.first and (night - self.first) % self.step == 0

    def open(self):
        row = feed_rows.row(self.next, self.id)
        if self.next % 10 == 0:
            # The same shop as that of the other feeds, so that there are links.
            row["STORE_NAME"] = f"책방 {self.next}"
        self.next += 1
        self.rows.append(row)

    def change(self):
        """What happens in a usual night: some rows get other names or points, leave, come back or are new."""
        draw = self.draw
        for row in draw.sample(self.rows, 3):
            row["STORE_NAME"] = f"책방 {draw.randrange(10**6)} {self.id}"
        for row in draw.sample(self.rows, 2):
            row["XCNTS"], row["YDNTS"] = f"{draw.uniform(37.43, 37.69):.5f}", f"{draw.uniform(126.77, 127.17):.5f}"
        if self.away and draw.random() < 0.5:
            self.rows.insert(draw.randrange(len(self.rows)), self.away.pop())
        if draw.random() < 0.4:
            self.away.append(self.rows.pop(draw.randrange(len(self.rows))))
        if len(self.rows) < self.size:
            self.open()

    def evenly(self, percent):
        """About this share of the rows, spread over kinds and districts."""
        ordered = sorted(self.rows, key=lambda row: (row["CODE_VALUE"], row["STORE_TYPE"], row["STORE_SEQ_NO"]))
        count = -(-len(ordered) * percent // 100)
        return [ordered[int((number + 0.5) * len(ordered) / count)] for number in range(count)]

    def sent(self):
        """The rows of tonight, as they are sent."""
        rows = [dict(row) for row in self.rows]
        return self.trouble.rows(rows) if self.trouble and self.trouble.rows else rows

    def serve(self):
        """Makes the service, or the file, that of tonight."""
        trouble, rows = self.trouble, self.sent()
        if self.file:
            text = io.StringIO()
            out = csv.writer(text)
            out.writerow(COLUMNS)
            out.writerows([int(row[key]) if key == "STORE_SEQ_NO" else row.get(key, "") for key in COLUMNS.values()]
                          for row in rows)
            data = text.getvalue().encode()
            with open(self.file, "wb") as file:
                file.write(trouble.bytes(data) if trouble and trouble.bytes else data)
            return
        with self.server.lock:
            self.server.rows, self.server.starts = rows, []
        if trouble and trouble.bytes:
            self.server.fault = lambda exchange: exchange.answer(trouble.bytes(exchange.good_body()))
        else:
            self.server.fault = trouble.fault if trouble and trouble.fault else good

    def content(self):
        """What the catalog must hold after a good night, by id: name, latitude, longitude, kind and phone."""
        found, clashing = {}, set()
        for row in self.sent():
            id, value = str(int(row["STORE_SEQ_NO"])), self.value(row)
            if found.get(id, value) != value:
                clashing.add(id)
            found[id] = value
        lost = self.trouble.lost() if self.trouble and self.trouble.lost else ()
        return {id: value for id, value in found.items() if id not in clashing and id not in lost}

    def value(self, row):
        kind = "other" if self.file else KINDS.get(row["STORE_TYPE"], "other")
        return row["STORE_NAME"], float(row["XCNTS"]), float(row["YDNTS"]), kind, "+82" + row["TEL_NO"][1:].replace("-", "")

    def declaration(self, cadence):
        return f"""id = "{self.id}"
title = {{ ko = "지어낸 곳", en = "Made up" }}
noun = {{ ko = "책방", en = "bookstore" }}
publisher = "made up for tests"
license = "none"
{f'cadence = "{cadence}"' if cadence else ""}
[service]
url = "{self.server.url}/open/json/{feed_rows.SERVICE}/{{FIRST}}/{{LAST}}/"
rows_per_page = 1000
[pages]
format = "json"
encoding = "UTF-8"
rows = "{feed_rows.SERVICE}.row"
total = "{feed_rows.SERVICE}.list_total_count"
total_counts = "feed"
result = ["RESULT.CODE", "{feed_rows.SERVICE}.RESULT.CODE"]
message = ["RESULT.MESSAGE", "{feed_rows.SERVICE}.RESULT.MESSAGE"]
good = ["INFO-000"]
empty = ["INFO-200"]
blank_rows = false
[fields]
id = "STORE_SEQ_NO"
name = "STORE_NAME"
kind = "STORE_TYPE"
district = "CODE_VALUE"
address = "ADRES"
phone = "TEL_NO"
website = "HMPG_URL"
sns = "SNS"
[point]
x = "YDNTS"
y = "XCNTS"
crs = "EPSG:4326"
area = [126.73, 37.40, 127.20, 37.72]
[kinds]
"0002" = "new"
"0001" = "used"
"""


class Gone:
    """Since when a place is missing: the day, the number among the nights that count, and the day it was last seen."""

    def __init__(self, day, night, last_seen):
        self.day, self.night, self.last_seen = day, night, last_seen


class Held(slow_nights.Feed):
    """A feed in the catalog. The guards (`window`, `usual`, `verdict`) are those of slow_nights.py."""

    def __init__(self, id, cadence):
        self.id, self.stated = id, cadence
        self.shifted = ()
        # By id: the values listed, since when a place is gone, and the last values of all places.
        self.good, self.listed, self.gone, self.values = [], {}, {}, {}
        # By id: the catalog's number, the day of the first run that had it, the name and point last reported.
        self.numbers, self.first_seen, self.reported = {}, {}, {}
        self.night = 0
        # The days of the good runs, and of the bad ones since; when the data came, and the day of the run that read it.
        self.days, self.failed, self.moment, self.read_day = [], [], None, None
        self.paused_on = None
        self.corrected = {}
        self.before = None
        # Whether the last good run is an undo.
        self.is_undone = False

    @property
    def cadence(self):
        """How often the feed is expected, from the manual's description."""
        if self.stated:
            return self.stated
        days = [day for number, day in enumerate(self.days) if number == 0 or day != self.days[number - 1]]
        gaps = [(one - other).days for other, one in zip(days, days[1:])][-3:]
        middle = sorted(gaps)[1] if len(gaps) == 3 else 10**6
        return "daily" if middle <= 2 else "weekly" if middle <= 9 else "monthly" if middle <= 40 else "once"

    def is_late(self, moment, hours):
        days = DAYS[self.cadence]
        return bool(self.good and days and not self.paused_on and moment - self.moment > hours * 3600 + (days - 1) * 86400)

    def state(self):
        return dict(self.listed), dict(self.gone), {id: list(value) for id, value in self.reported.items()}

    def differ(self, content, run, day, is_undo=False):
        """Makes `content` the listed places, and returns the changes of this run: place, what, field, new value."""
        changes = set()
        for id in sorted(self.listed.keys() - content.keys()):
            changes.add((id, "removed", None, None))
            self.gone[id] = Gone(day, self.night + (not is_undo), self.read_day)
        for id, value in content.items():
            former = self.values.get(id)
            if former is None:
                changes.add((id, "added", None, None))
                self.first_seen[id] = day
                self.reported[id] = [value[0], value[1:3]]
                continue
            if id in self.gone:
                changes.add((id, "returned", None, None))
                del self.gone[id]
            reported = self.reported[id]
            if unicodedata.normalize("NFC", reported[0]) != unicodedata.normalize("NFC", value[0]):
                changes.add((id, "changed", "name", value[0]))
                reported[0] = value[0]
            if meters(reported[1], value[1:3]) >= 0.01:
                changes.add((id, "moved", "point", value[1:3]))
                reported[1] = value[1:3]
            if former[3] != value[3]:
                changes.add((id, "changed", "kind", value[3]))
        self.values |= content
        self.listed = content
        return changes


class Catalog:
    """What the catalog holds: feeds, runs, and the last numbers given."""

    def __init__(self):
        self.feeds, self.runs = {}, []
        self.last_run = self.last_place = 0

    def copy(self):
        return copy.deepcopy(self)

    def record(self, id, outcome, changes=()):
        self.last_run += 1
        self.runs.append((self.last_run, id, outcome, changes))
        return self.last_run

    def fail(self, id, day):
        """A run that brought nothing."""
        self.record(id, "refused")
        self.feeds[id].failed.append(day)

    def publish(self, id, content, day, moment, accepted=False):
        held = self.feeds[id]
        lost = [place for place in held.listed if place not in content]
        held.before = held.state() + (held.moment, held.read_day)
        former = len(held.listed)
        changes = held.differ(content, self.last_run + 1, day)
        for place in sorted(content.keys() - held.numbers.keys(), key=int):
            self.last_place += 1
            held.numbers[place] = self.last_place
        number = self.record(id, "good", changes)
        held.night += 1
        held.is_undone = False
        held.days.append(day)
        held.failed, held.moment, held.read_day = [], moment, day
        held.good.append(slow_nights.Run(number, day, len(content), len(lost), former, accepted, None))
        return number

    def undo(self, id, day):
        """Takes back the last good run."""
        held = self.feeds[id]
        listed, gone, reported, moment, read_day = held.before
        held.good.pop()
        held.night -= 1
        held.is_undone = True
        # History knows points as they were reported: an undo brings these back, and leaves points of which nothing was
        # reported since.
        for place, value in listed.items():
            former = reported[place][1]
            is_moved = meters(held.reported[place][1], former) >= 0.01
            point = former if is_moved else held.values[place][1:3]
            listed[place] = (value[0], *point, *value[3:])
        changes = held.differ(listed, self.last_run + 1, day, is_undo=True)
        for place in held.gone:
            if place in gone:
                held.gone[place] = gone[place]
        # Of a place that is gone again, the values of the run that was taken back stay the last reported ones.
        held.reported |= {place: reported[place] for place in listed if place in reported}
        held.days.append(day)
        held.failed, held.moment, held.read_day = [], moment, read_day
        self.record(id, "good", changes)

    def remove(self, id):
        del self.feeds[id]
        self.runs = [run for run in self.runs if run[1] != id]

    def listing(self):
        """All places, by reference, in the form of `row`."""
        found = {}
        for held in self.feeds.values():
            for place, number in held.numbers.items():
                value, gone = held.values[place], held.gone.get(place)
                misses = max(held.night - gone.night + 1, 1) if gone else 0
                phone = held.corrected.get(place, value[4])
                found[f"{held.id}/{place}"] = (
                    number, *value[:4], phone, misses, str(held.first_seen[place]),
                    str(gone.last_seen if gone else held.read_day), str(gone.day) if gone else None,
                    ["phone"] if place in held.corrected else None)
        return found

    @staticmethod
    def row(row):
        return tuple(row[key] for key in (
            "id", "name", "latitude", "longitude", "kind", "phone", "missing_runs", "first_seen", "last_seen", "removed_on",
            "corrected"))


# Commands in messages


def commands(text):
    """The commands that a message offers, as a person would copy them."""
    found = []
    for match in re.finditer(r"(?<=')geocli |(?<=: )geocli ", text):
        end = command_end(text, match.end())
        command = text[match.start():end].rstrip()
        if command not in found:
            found.append(command)
    return found


def command_end(text, at):
    """Where a command ends: before a quote that no word has opened, and before the end of a clause."""
    while at < len(text):
        if text[at] in "'\"" and text[at - 1] in " =":
            at = text.index(text[at], at + 1) + 1
            while text.startswith("\\''", at):
                at = text.index("'", at + 3) + 1
        elif text[at] == "'" or text[at] in ";," or text[at] == "." and text[at + 1:at + 2] in ("", " ") or text[at] == "\n":
            break
        elif text[at] == ")" and "(" not in text[:at].rsplit("geocli", 1)[-1]:
            break
        else:
            at += 1
    return at


def day_of(night):
    return START + datetime.timedelta(days=night)
