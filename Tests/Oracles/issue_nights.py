#!/usr/bin/env python3
"""Runs random nights of two feeds, and compares the issues of the catalog with a plain model.

    issue_nights.py GEOCLI FOLDER SEED NIGHTS
    issue_nights.py GEOCLI FOLDER SEED NIGHTS --still

Each night one feed comes again: shuffled, with shops new, changed, gone or back; some nights are refused, read whole,
read with other options, or judged by rules of another version, and people accept issues. After each night the issues (identity and state) must be
those of the model, which judges every row and every pair anew, and every issue must keep its number. With --still the
rows of all nights are those of the first two, in another order, and after the events have passed no row of the tables of
issues may change. FOLDER must be empty. Prints each difference, then numbers; exit status 1 for a difference. Standard
library only.
"""

import csv
import json
import os
import random
import re
import sqlite3
import subprocess
import sys

import check_shops
from check_near import distance

FEEDS = ["alpha", "beta"]
NAMES = [
    "책방 온", "책방온", "ＢＯＯＫ", "BOOK", "논현도서관", "강남구립논현도서관", "시험공간", "테스트", "test 2", "임시정부기념관", "ㅇㅇㅇ", "-", "1984",
    "미정", "가게", "독립문책방", "이름 없음", "테스트리", "12345678", "없음",
    "책?방", "책\ufffd방", "ì±…ë°©", "Ã¥¹æ", "뭐? 책방", "Café 온"]
PHONES = ["", "02-120-0001", "02-120-0001", "02-120-0002", "02-120-0003", "1588-0001", "없음", "02-12", "문의: 3층", "031-200-0001"]
WEBSITES = ["", "https://example.com/a", "example", "없음", "blog", "-", "http://", "@shop"]
ADDRESSES = [
    "", "서울특별시 마포구 독막로 165", "서울 마포구 독막로165, 3층", "마포구 독막로 165 (대흥동)", "서울 중구 중앙로 1", "중구 중앙로 1-2",
    "서울 중구 중앙로 1-0", "서울 강남구 개포로 110길 54", "서울 강남구 개포로110길 54", "종로 지하 12", "(04101) 서울특별시 마포구 독막로 165",
    "경기도 수원시 팔달구 중앙로 7", "서울", "시장 골목", "시장 골?목"]
DISTRICTS = ["", "마포구", "중구", "강남구", "마포구", "팔달구"]
# From the same point to 12 km, with steps on both sides of each limit of the rules.
STEPS = [0, 0, 0, 0.0001, 0.0002, 0.00026, 0.00028, 0.0008, 0.001, 0.0017, 0.0019, 0.0026, 0.0028, 0.01, 0.04]
POINTS = [("", ""), ("", ""), ("0", "0"), ("abc", "127"), ("126.95", "37.55"), ("35.1", "")]
EVENT_RUNS, RETURN_RUNS = 10, 3
PLACEHOLDERS = {"테스트", "test 2", "ㅇㅇㅇ", "-", "미정", "이름 없음", "12345678", "없음"}
AREA = {"마포구": (126.9, 37.5, 126.97, 37.6), "중구": (126.97, 37.5, 127.05, 37.6)}
LIVE = ("open", "accepted", "reopened")


def names_of(address):
    """The cities and districts in front of an address, as the rule about districts reads them."""
    words = (address[address.index(")") + 1:] if address.startswith("(") else address).split()[:4]
    names = []
    for position, word in enumerate(words):
        province = check_shops.PROVINCES.get(word)
        if position == 0 and province:
            continue
        if len(word) < 2 or word[-1] not in "시군구" or not word.isalpha():
            break
        names.append(word)
    return names


def is_broken(text):
    """Whether a text has lost characters or was read in another encoding."""
    if "\ufffd" in text or re.search(r"[가-힣]\?+[가-힣]", text):
        return True
    for run in re.findall(r"[^\x00-\x7f]{2,}", text):
        for wrong in "cp1252", "latin-1":
            for right in "utf-8", "euc-kr":
                try:
                    read = run.encode(wrong).decode(right)
                except UnicodeError:
                    continue
                if right == "utf-8" or len(read) > 1 and re.fullmatch("[가-힣]+", read):
                    return True
    return False


def placed(point, name):
    west, south, east, north = AREA[name]
    return south <= point[0] <= north and west <= point[1] <= east


def near_border(point, name):
    """Whether a point within 150 m lies in the district: the program asks in twelve directions, the test keeps away from
    where that matters."""
    west, south, east, north = AREA[name]
    return distance(*point, min(max(point[0], south), north), min(max(point[1], west), east)) <= 150


class Nights:
    def __init__(self, program, folder, seed):
        self.program, self.folder = program, folder
        self.random = random.Random(seed)
        self.feeds = {feed: {} for feed in FEEDS}
        self.gone = {feed: {} for feed in FEEDS}
        self.good = {feed: 0 for feed in FEEDS}
        self.judged = {}
        self.issues = {}
        self.numbers = {}
        self.known = {}
        self.missing = {}
        self.changes = {}
        self.differences = []
        self.run_number = self.night = self.compared = self.accepted = 0
        os.makedirs(os.path.join(folder, "config"), exist_ok=True)
        self.path = os.path.join(folder, "nights.sqlite")

    def run(self, *words, wanted=(0,)):
        environment = dict(
            os.environ, XDG_CONFIG_HOME=os.path.join(self.folder, "config"), HOME=self.folder, GEOCLI_DB=self.path,
            SOURCE_DATE_EPOCH=str(1_790_000_000 + self.night * 86_400))
        done = subprocess.run([self.program, *words], capture_output=True, env=environment, cwd=self.folder)
        if done.returncode not in wanted:
            self.differ(f"{words}: exit {done.returncode} {done.stderr.decode()}")
        return done

    def verify(self):
        """These nights change issues by SQL, and `verify` finds that; it must find nothing else."""
        done = self.run("verify", "-q", "--format", "ndjson", wanted=(0, 65))
        wrong = [row["check"] for row in map(json.loads, done.stdout.decode().splitlines()) if not row["ok"]]
        if not done.stdout or set(wrong) - {"issues"}:
            self.differ(f"verify: {wrong} {done.stderr.decode()}")

    def differ(self, text):
        self.differences.append(f"night {self.night}: {text}")

    def rows(self, *words):
        return [json.loads(line) for line in self.run(*words, "--format", "ndjson", "-q").stdout.decode().splitlines()]

    def sql(self, text, *values):
        with sqlite3.connect(self.path) as db:
            found = db.execute(text, values).fetchall()
        db.close()
        return found

    # The world.

    def point(self):
        draw = self.random
        if draw.random() < 0.15:
            return draw.choice(POINTS)
        sign = draw.choice((1, -1))
        return 37.55 + draw.choice(STEPS) * sign, 126.95 + draw.choice(STEPS) * draw.choice((1, -1))

    def shop(self):
        draw = self.random
        return [
            draw.choice(NAMES), *self.point(), draw.choice(ADDRESSES), draw.choice(DISTRICTS), draw.choice(PHONES),
            draw.choice(WEBSITES)]

    def change(self, feed):
        draw, shops = self.random, self.feeds[feed]
        for _ in range(draw.choice([0, 0, 1, 2, 8])):
            shops[str(draw.randrange(1000))] = self.shop()
        for key in draw.sample(sorted(shops), min(len(shops), draw.randrange(0, 7))):
            what = draw.randrange(9)
            if what == 0:
                self.gone[feed][key] = shops.pop(key)
            elif what == 1 and key + "b" not in shops:
                shops[key + "b"] = list(shops[key])
            elif what == 2 and (old := self.known.get((feed, key, "former"))):
                shops[key] = list(old)
            else:
                self.known[feed, key, "former"] = list(shops[key])
                new = self.shop()
                for column in draw.choice(([0], [1, 2], [1, 2], [3], [4], [5], [6], [0, 5])):
                    shops[key][column] = new[column]
        for key in draw.sample(sorted(self.gone[feed]), min(len(self.gone[feed]), draw.randrange(0, 3))):
            shops[key] = self.gone[feed].pop(key)
        for key in shops:
            self.gone[feed].pop(key, None)
        if len(shops) < 4:
            for _ in range(12):
                shops[str(draw.randrange(1000))] = self.shop()

    def ingest(self, feed, *words, shops=None, wanted=(0,)):
        items = list((shops if shops is not None else self.feeds[feed]).items())
        self.random.shuffle(items)
        path = os.path.join(self.folder, feed + ".csv")
        with open(path, "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file)
            out.writerow(["no", "name", "lat", "lon", "address", "district", "phone", "website"])
            out.writerows([key, *values] for key, values in items)
        self.run_number += 1
        return self.run(
            "ingest", path, "--feed", feed, "--id", "no", "--name", "name", "--lat", "lat", "--lon", "lon", "--address",
            "address", "--district", "district", "--phone", "phone", "--website", "website", *self.kind(), *words, "-q",
            wanted=wanted)

    def kind(self):
        """The option --kind other on one night in ten: it changes no value, but the run then compares and judges all
        rows."""
        return ["--kind", "other"] if self.random.random() < 0.1 else []

    def refuse(self, feed):
        self.ingest(feed, shops={"x": self.shop()}, wanted=(65,))

    # The model: every row, every pair.

    def judge(self):
        """Returns the values that each rule finds now, by identity, without events."""
        found = {}
        listing = self.rows("list")
        # A listing gives a place that states no district the one of its point; no rule reads that.
        stated = dict(self.sql("SELECT id, district FROM place"))
        for row in listing:
            row["district"] = stated[row["id"]]
        by_id = {row["id"]: row for row in listing}
        for row in listing:
            feed, key = row["ref"].split("/", 1)
            raw, number = self.judged[feed][key], row["id"]
            row["feed"], row["road"] = feed, check_shops.address_of(row["address"] or "")[1]
            row["point"] = None if row["latitude"] is None else (row["latitude"], row["longitude"])
            district, names = row["district"], names_of(row["address"] or "")
            if district and district[-1] in "시군구" and not set(district.split()) & set(names):
                others = [name for name in names if name[-1] == district[-1]]
                if others:
                    found[f"district-address {number} address"] = (district, others[-1])
            if row["point"] is None:
                if (raw[1], raw[2]) in (("", ""), ("0", "0"), ("35.1", "")):
                    found[f"point-missing {number} point"] = ()
                else:
                    found[f"point-unusable {number} point"] = (raw[1], raw[2])
            elif district:
                self.judge_district(found, row)
            # Only a place in Korea can have a phone that is wrong: numbers of other places are not read.
            in_korea = row["point"] is not None or check_shops.address_of(row["address"] or "")[0] is not None
            if in_korea and row["phone"] is None and any(c.isdigit() for c in row["phone_raw"] or ""):
                found[f"phone-unusable {number} phone"] = row["phone_raw"]
            if row["website"] is None and raw[6] in ("example", "blog", "@shop") and not (raw[6] == "@shop" and row["sns"]):
                found[f"website-unusable {number} website"] = raw[6]
            if row["name"] in PLACEHOLDERS:
                found[f"name-placeholder {number} name"] = row["name"]
            for field in "name", "address":
                if is_broken(row[field] or ""):
                    found[f"text-broken {number} {field}"] = row[field]
        self.judge_groups(found, listing)
        self.judge_pairs(found, listing)
        for link in self.rows("links", "list"):
            low, high = sorted((link["id"], link["other_id"]))
            self.judge_link(found, by_id[low], by_id[high])
        return listing, found

    def judge_district(self, found, row):
        point, district = row["point"], row["district"]
        holders = [name for name in AREA if placed(point, name)]
        if district in holders or (not holders and (district not in AREA or not self.in_box(point))):
            return
        if district in AREA and near_border(point, district):
            return
        found[f"district-point {row['id']} district"] = (district, point)

    @staticmethod
    def in_box(point):
        return any(placed(point, name) for name in AREA)

    def judge_groups(self, found, listing):
        for key in ("phone", "point"):
            groups = {}
            for row in listing:
                if row[key]:
                    groups.setdefault((row["feed"], row[key]), []).append(row)
            for (_, value), rows in groups.items():
                if key == "phone":
                    holds = len(rows) >= 5 and not value.startswith(("+8215", "+8280"))
                else:
                    holds = len({r["road"] or "".join(r["address"].split()) for r in rows if r["address"]}) >= 3
                for row in rows if holds else []:
                    found[f"{key}-shared {row['id']} {key}"] = (value, tuple(sorted(r["id"] for r in rows)))

    def judge_pairs(self, found, listing):
        keyed = [(check_shops.name_key(row["name"]), row) for row in listing]
        provinces = {row["id"]: check_shops.address_of(row["address"] or "")[0] for row in listing}
        for name, one in keyed:
            for other_name, other in keyed:
                if one["id"] >= other["id"] or name != other_name or one["feed"] != other["feed"]:
                    continue
                meters = None
                if one["point"] and other["point"]:
                    meters = round(distance(*one["point"], *other["point"]), 1)
                phone = one["phone"] if one["phone"] == other["phone"] else None
                road = one["road"] if self.same_road(one, other, provinces, meters) else None
                has_phone = phone and not phone.startswith(("+8215", "+8280")) and (meters is None or meters <= 300) and (
                    one["road"] is None or other["road"] is None or meters is not None)
                if road or (meters is not None and meters <= 30) or has_phone:
                    found[f"repeated {one['id']} {other['id']}"] = (name, phone, road, meters)

    def same_road(self, one, other, provinces, meters):
        here, there = provinces[one["id"]], provinces[other["id"]]
        if one["road"] is None or one["road"] != other["road"] or (here and there and here != there):
            return False
        has_both = one["district"] and other["district"]
        is_one_district = has_both and self.is_one_district(one["district"], other["district"])
        if has_both and not is_one_district:
            return False
        is_one = is_one_district and here and here == there
        return bool(is_one or (meters or 0) <= 10_000)

    def judge_link(self, found, low, high):
        key = f"link-contradiction {low['id']} {high['id']}"
        if low["point"] and high["point"] and distance(*low["point"], *high["point"]) > 100:
            found[key + " point"] = (low["point"], high["point"])
        if low["road"] and high["road"] and low["road"] != high["road"]:
            found[key + " address"] = (low["address"], high["address"])
        if low["district"] and high["district"] and not self.is_one_district(low["district"], high["district"]):
            found[key + " district"] = (low["district"], high["district"])

    @staticmethod
    def is_one_district(one, other):
        """Whether two districts are one: 팔달구 is the 수원시 팔달구, because no other city has one of this name."""
        short, long = sorted((one.split(), other.split()), key=len)
        return long[-len(short):] == short

    # The model: what changed.

    FIELDS = ("name", "district", "address", "phone", "website", "point")

    def follow(self, feed, listing):
        """Notes what changed in this good run, and returns its events."""
        events, good = {}, self.good[feed]
        listed = {row["id"]: row for row in listing if row["feed"] == feed}
        for number, row in listed.items():
            former = self.known.get(number)
            if former is not None:
                for field in self.FIELDS:
                    if former[field] == row[field]:
                        continue
                    self.changes.setdefault((number, field), []).append((good, former[field], row[field]))
                    if field == "point" and former[field] and row[field] and distance(*former[field], *row[field]) > 200:
                        events[f"moved {number} point run{self.run_number}"] = feed, good
                if number in self.missing:
                    missed = good - self.missing.pop(number)
                    if missed <= RETURN_RUNS:
                        events[f"returned {number} run{self.run_number}"] = feed, good
            self.known[number] = {field: row[field] for field in self.FIELDS} | {"feed": feed}
        for number, former in list(self.known.items()):
            if isinstance(number, int) and former["feed"] == feed and number not in listed:
                self.missing.setdefault(number, good)
        return events

    def flips(self, listing):
        found = {}
        for row in listing:
            first = self.good[row["feed"]] - EVENT_RUNS
            for field in self.FIELDS:
                changes = [c for c in self.changes.get((row["id"], field), []) if c[0] > first]
                for one, other in zip(changes, changes[1:]):
                    if one[1] == other[2]:
                        found[f"flipping {row['id']} {field}"] = tuple(sorted((str(one[1]), str(one[2]))))
        return found

    def step(self, feed):
        self.good[feed] += 1
        self.judged[feed] = {key: list(values) for key, values in self.feeds[feed].items()}
        listing, found = self.judge()
        events = self.follow(feed, listing)
        found.update(self.flips(listing))
        for identity, issue in self.issues.items():
            if "event" in issue:
                of, good = issue["event"]
                if issue["state"] in ("open", "reopened") and good <= self.good[of] - EVENT_RUNS:
                    issue["state"] = "fixed"
            elif identity not in found and issue["state"] in LIVE:
                issue["state"] = "fixed"
        for identity, values in found.items():
            issue = self.issues.setdefault(identity, {"state": "open"})
            if issue["state"] == "fixed" or (issue["state"] == "accepted" and issue["accepted"] != values):
                issue["state"] = "reopened"
            issue["values"] = values
        for identity, event in events.items():
            self.issues[identity] = {"state": "open", "event": event, "values": ()}

    def compare(self):
        stored = {identity: (number, state) for identity, number, state in self.sql(
            "SELECT identity, number, state FROM issue WHERE rule IS NOT NULL")}
        for identity in sorted(stored.keys() | self.issues.keys()):
            number, state = stored.get(identity, (None, None))
            wanted = self.issues.get(identity, {}).get("state")
            if state != wanted:
                self.differ(f"{identity}: expected {wanted}, found {state}")
                if wanted is None:
                    self.issues[identity] = {"state": state, "values": ()}
                else:
                    self.issues[identity]["state"] = state or "fixed"
            if number is not None and self.numbers.setdefault(identity, number) != number:
                self.differ(f"{identity}: number {number}, formerly {self.numbers[identity]}")
        self.compared += len(stored)

    def accept(self):
        live = [identity for identity, issue in self.issues.items() if issue["state"] in ("open", "reopened")]
        for identity in self.random.sample(sorted(live), min(len(live), self.random.randrange(0, 4))):
            self.sql("UPDATE issue SET state = 'accepted', accepted_evidence = evidence WHERE identity = ?", identity)
            issue = self.issues[identity]
            issue["state"], issue["accepted"] = "accepted", issue["values"]
            self.accepted += 1

    def outlines(self):
        features = []
        for name, (west, south, east, north) in AREA.items():
            ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
            features.append({"type": "Feature", "properties": {"name": name},
                             "geometry": {"type": "Polygon", "coordinates": [ring]}})
        path = os.path.join(self.folder, "outlines.geojson")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"type": "FeatureCollection", "features": features}, file)
        self.run("layers", "import", "--role", "districts", path, "--license", "CC0", "-q")

    def go(self, nights):
        for self.night in range(nights):
            feed = FEEDS[self.night] if self.night < 2 else self.random.choice(FEEDS)
            self.change(feed)
            if self.night > 2 and self.random.random() < 0.08:
                self.refuse(feed)
                self.compare()
            words = ["--accept", "a random night"]
            if self.random.random() < 0.1:
                words.append("--thorough")
            if self.night > 2 and self.random.random() < 0.1:
                self.sql(self.random.choice(["UPDATE issue_rule SET version = 7", "DELETE FROM issue_rule"]))
            self.ingest(feed, *words)
            if self.night == 0:
                self.outlines()
                self.ingest(feed, *words)
                self.good[feed] += 1
            self.step(feed)
            self.compare()
            if self.random.random() < 0.5:
                self.accept()
            if self.night % 25 == 24:
                self.verify()
            if len(self.differences) > 20:
                break

    def still(self, nights):
        self.go(2 if nights > 2 else nights)
        tables = ["issue", "issue_place", "issue_event", "issue_rule"]
        former = None
        for self.night in range(2, nights):
            self.ingest(FEEDS[self.night % 2], "--accept", "a random night")
            now = [self.sql(f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables]
            # The events of the first nights pass.
            if former is not None and self.night > 24 and now != former:
                self.differ("the issues changed")
            numbers = {row[2]: row[0] for row in now[0]}
            for identity, number in self.numbers.items():
                if numbers.get(identity) != number:
                    self.differ(f"{identity}: number {numbers.get(identity)}, formerly {number}")
            former = now
        self.verify()


if __name__ == "__main__":
    nights = Nights(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3]))
    (nights.still if "--still" in sys.argv else nights.go)(int(sys.argv[4]))
    print("\n".join(nights.differences[:20]))
    print(f"{nights.night + 1} nights, {len(nights.issues)} issues, {nights.compared} comparisons, "
          f"{nights.accepted} acceptances, {len(nights.differences)} differences")
    sys.exit(1 if nights.differences else 0)
