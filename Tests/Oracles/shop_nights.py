#!/usr/bin/env python3
"""Runs random nights of three feeds that share shops, and compares the links with the model in check_shops.py.

    shop_nights.py GEOCLI FOLDER SEED NIGHTS

Each night one feed comes again: shuffled, with shops gone, back, renamed, with another phone number, road number or
point, or nearly empty. Then a person may accept or reject pairs. After each night all links must be those of the model,
which compares every pair; `--unique` must answer as a scan of all rows does; and the catalog must be whole. FOLDER must
be empty. Prints each difference, then the numbers of nights, links and decisions; exit status 1 for a difference.
Standard library only.
"""

import csv
import json
import os
import random
import subprocess
import sys

import check_shops
from check_near import distance

FEEDS = ["alpha", "beta", "gamma"]
NAMES = [
    "작은도서관", "논현도서관", "강남구립논현도서관", "강남구립 논현도서관", "구립논현도서관", "시립논현도서관", "책방 온", "책방온", "ＢＯＯＫ", "BOOK",
    "호림박물관(신림본관)", "호림박물관(신사분관)", "호림박물관", "서울특별시교육청정독도서관", "정독도서관", "마포구평생학습관", "평생학습관", "구립", "구",
    "카페\t책", "카페책", "ㄱ", "은평구립도서관", "은평구립도서관 ", "가게'\"\\", "=1+1", "독립문책방",
    "논현작은도서관", "강남논현도서관", "논현제2도서관", "논현도서관(자료실)", "정독어린이도서관", "책방온,", "12. 책방온", "3.책방온", "1.5책방온"]
KINDS = ["", "", "library", "library", "culture centre", "new", "used", "toilet", "bike station"]
PHONES = ["", "02-120-0001", "02-120-0002", "02-120-0003", "1588-0001", "080-111-2222", "031-200-0001", "없음"]
ADDRESSES = [
    "", "서울특별시 마포구 독막로 165", "서울 마포구 독막로165, 3층", "서울특별시 마포구 독막로 165 (대흥동)", "독막로 165", "부산광역시 중구 중앙로 1",
    "서울 중구 중앙로 1", "중구 중앙로 1", "경기도 광주시 중앙로 1-0", "서울 강남구 개포로 110길 54", "서울 강남구 개포로110길 54", "종로 지하 12",
    "(04101) 서울특별시 마포구 독막로 165", "로 1", "길", "서울"]
DISTRICTS = [
    "", "마포구", "중구", "강남구", "서울특별시 마포구", "서울 중구", "부산 중구", "부산광역시 중구", "Mapo-gu", "서울특별시  강남구", "서울",
    "경기도 수원시", "수원시 영통구", "영통구", "경기도 광주시", "광주시 북구", "북구", "전남광주통합특별시 북구", "마포구 "]
# From the same point to 12 km, with steps on both sides of each limit of the rules.
STEPS = [0, 0, 0.0002, 0.00044, 0.00046, 0.00089, 0.00091, 0.0026, 0.0028, 0.08, 0.11]


class Nights:
    def __init__(self, program, folder, seed):
        self.program, self.folder = program, folder
        self.random = random.Random(seed)
        self.feeds = {feed: {} for feed in FEEDS}
        self.gone = {feed: {} for feed in FEEDS}
        self.decisions = {}
        self.differences = []
        self.linked = self.night = 0
        os.makedirs(os.path.join(folder, "config", "geocli"), exist_ok=True)

    def run(self, *words, fails=False):
        environment = dict(
            os.environ, XDG_CONFIG_HOME=os.path.join(self.folder, "config"), HOME=self.folder,
            GEOCLI_DB=os.path.join(self.folder, "nights.sqlite"), SOURCE_DATE_EPOCH=str(1_790_000_000 + self.night * 86_400))
        done = subprocess.run([self.program, *words], capture_output=True, env=environment, cwd=self.folder)
        if done.returncode and not (fails and done.returncode in (64, 65, 66)):
            self.differ(f"{words}: exit {done.returncode} {done.stderr.decode()}")
        return done

    def differ(self, text):
        self.differences.append(f"night {self.night}: {text}")

    def rows(self, *words):
        return [json.loads(line) for line in self.run(*words, "--format", "ndjson", "-q").stdout.decode().splitlines()]

    def shop(self):
        draw = self.random
        point = None
        if draw.random() < 0.85:
            point = (37.55 + draw.choice(STEPS) * draw.choice((1, -1)), 126.95 + draw.choice(STEPS) * draw.choice((1, -1)))
        return [
            draw.choice(NAMES), *(point or ("", "")), draw.choice(ADDRESSES), draw.choice(DISTRICTS), draw.choice(PHONES),
            draw.choice(KINDS)]

    def change(self, feed):
        draw, shops = self.random, self.feeds[feed]
        if draw.random() < 0.06:
            self.gone[feed].update(shops)
            shops.clear()
        for _ in range(draw.randrange(0, 9)):
            shops[str(draw.randrange(1000))] = self.shop()
        for key in draw.sample(sorted(shops), min(len(shops), draw.randrange(0, 5))):
            what = draw.randrange(8)
            if what == 0:
                self.gone[feed][key] = shops.pop(key)
            elif what == 7:
                other = draw.choice([f for f in FEEDS if f != feed])
                if self.feeds[other]:
                    shops[key] = list(draw.choice(list(self.feeds[other].values())))
            else:
                new = self.shop()
                for column in ([0], [1, 2], [3], [4], [5], [0, 5, 6])[what - 1]:
                    shops[key][column] = new[column]
                if shops[key][1] == "" or shops[key][2] == "":
                    shops[key][1] = shops[key][2] = ""
        for key in draw.sample(sorted(self.gone[feed]), min(len(self.gone[feed]), draw.randrange(0, 3))):
            shops[key] = self.gone[feed].pop(key)
        if not shops:
            shops["1"] = self.shop()

    def ingest(self, feed):
        items = list(self.feeds[feed].items())
        self.random.shuffle(items)
        path = os.path.join(self.folder, feed + ".csv")
        with open(path, "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file)
            out.writerow(["no", "name", "lat", "lon", "address", "district", "phone", "kind"])
            out.writerows([key, *values] for key, values in items)
        self.run(
            "ingest", path, "--feed", feed, "--id", "no", "--name", "name", "--lat", "lat", "--lon", "lon", "--address",
            "address", "--district", "district", "--phone", "phone", "--accept", "a random night", "-q",
            # Without the option, all kinds are unknown.
            *(["--kind", "kind"] if self.random.random() < 0.4 else []))

    def compare(self):
        listing, linked = self.rows("list"), self.rows("links", "list")
        for text in check_shops.compare(listing, linked, list(self.decisions.values())):
            self.differ(text)
        self.linked += len(linked)
        return listing, linked

    def decide(self, listing, linked):
        draw = self.random
        pair = None
        ids = {row["id"] for row in listing}
        decided = [pair for pair in self.decisions if ids.issuperset(pair)]
        if decided and draw.random() < 0.2:
            pair = draw.choice(decided)
        elif linked and draw.random() < 0.7:
            row = draw.choice(linked)
            pair = row["id"], row["other_id"]
        elif len(listing) > 1:
            pair = tuple(row["id"] for row in draw.sample(listing, 2))
        if not pair:
            return
        verdict = draw.choice(["accept", "reject"])
        done = self.run("links", verdict, *map(str, pair), "-q", fails=True)
        if done.returncode == 0:
            rows = [row for row in map(check_shops.Row, listing) if row.key]
            check_shops.without_crowds(rows)
            both = [row for row in rows if row.id in pair]
            judged = check_shops.Pair(*both)
            evidence = judged.evidence()
            ids = tuple(sorted(pair))
            is_linked = any(row["state"] != "rejected" and ids == tuple(sorted((row["id"], row["other_id"]))) for row in linked)
            if verdict == "reject" and judged.rule is None and not is_linked:
                # Nothing to reject: only a decision about other evidence goes.
                if self.decisions.pop(ids, {"evidence": evidence})["evidence"] == evidence:
                    self.differ(f"reject {ids}: no rule links them, and no decision has lapsed")
                return
            self.decisions[ids] = {"low": ids[0], "high": ids[1], "verdict": verdict + "ed", "evidence": evidence}

    def unique(self, listing, linked):
        """Compares answers with one row a shop with a scan of all rows."""
        draw = self.random
        order = draw.sample(FEEDS, draw.randrange(0, 4))
        with open(os.path.join(self.folder, "config", "geocli", "config"), "w", encoding="utf-8") as file:
            file.write(f"feeds = {', '.join(order)}\n" if order else "")
        keys = {feed: number for number, feed in enumerate(dict.fromkeys(row["ref"].split("/")[0] for row in listing))}
        first = {feed: self.first_runs.get(feed, 99) for feed in keys}
        shops = {row["id"]: {row["id"]} for row in listing}
        for row in linked:
            if row["state"] != "rejected":
                union = shops[row["id"]] | shops[row["other_id"]]
                for member in union:
                    shops[member] = union
        by_id = {row["id"]: row for row in listing}

        def rank(row):
            feed = row["ref"].split("/")[0]
            return order.index(feed) if feed in order else len(order), first[feed], row["id"]

        def preferred(rows):
            best = {}
            for row in rows:
                key = min(shops[row["id"]])
                if key not in best or rank(row) < rank(best[key]):
                    best[key] = row
            return [row for row in rows if best[min(shops[row["id"]])] is row]

        def check(words, wanted):
            found = self.rows(*words, "--unique")
            if [row["id"] for row in found] != [row["id"] for row in wanted]:
                self.differ(f"{words}: expected {[r['id'] for r in wanted]}, found {[r['id'] for r in found]}")
            for row in found:
                others = sorted((by_id[i] for i in shops[row["id"]] - {row["id"]}), key=lambda r: (
                    first[r["ref"].split("/")[0]], r["id"]))
                if (row["also"] or []) != [other["ref"] for other in others]:
                    self.differ(f"{words}: also of {row['id']}: {row['also']}")

        feeds = draw.choice([[], [], draw.sample(FEEDS, 2), draw.sample(FEEDS, 1)])
        feeds = [feed for feed in feeds if feed in keys]
        words = [word for feed in feeds for word in ("--feed", feed)]
        has_phone = draw.random() < 0.3
        words += ["--has", "phone"] if has_phone else []
        admitted = [
            row for row in listing
            if (not feeds or row["ref"].split("/")[0] in feeds) and (not has_phone or row["phone"])]
        check(["list", *words], preferred(admitted))
        placed = preferred([row for row in admitted if row["latitude"] is not None])
        here = 37.55 + draw.uniform(-0.1, 0.1), 126.95 + draw.uniform(-0.1, 0.1)
        count = draw.randrange(1, 12)

        def meters(row):
            return round(distance(*here, row["latitude"], row["longitude"]), 6), row["id"]

        check(["near", f"{here[0]},{here[1]}", "-k", str(count), *words], sorted(placed, key=meters)[:count])
        west, south = sorted((126.95, here[1])), sorted((37.55, here[0]))
        box = f"{west[0]},{south[0]},{west[1]},{south[1]}"
        check(["bbox", box, *words], [
            row for row in placed
            if west[0] <= row["longitude"] <= west[1] and south[0] <= row["latitude"] <= south[1]])
        # One marker for each shop; on a map a row without a point stands for a shop only if none has a point.
        check(["cluster", "--zoom", "22", "--members", *words], placed)
        told = self.run("list", *words, "--format", "csv", "--fields", "id").stderr.decode()
        repeats = len(admitted) - len({min(shops[row["id"]]) for row in admitted})
        number = int(told.split()[0]) if "--unique" in told else 0
        if number != repeats:
            self.differ(f"list {words}: {repeats} rows repeat a shop, but {told!r}")
        for row in draw.sample(listing, min(3, len(listing))):
            whole = json.loads(self.run("show", str(row["id"]), "--format", "json").stdout)["same_as"] or []
            others = {by_id[number]["ref"] for number in shops[row["id"]] - {row["id"]}}
            if {other["ref"] for other in whole} != others or len(whole) != len(others):
                self.differ(f"same_as of {row['id']}: expected {others}, found {whole}")
            linked_to = {link["other_ref"] if link["ref"] == row["ref"] else link["ref"] for link in linked
                         if link["state"] != "rejected" and row["ref"] in (link["ref"], link["other_ref"])}
            direct = {other["ref"] for other in whole if other["through"] is None}
            if direct != linked_to:
                self.differ(f"same_as of {row['id']}: linked to {linked_to}, found {direct}")
        matching = preferred([row for row in admitted if "도서관" in row["name"]])
        found = self.rows("search", "도서관", *words, "--unique")
        if matching and {r["id"] for r in found} != {r["id"] for r in matching}:
            self.differ(f"search: expected {[r['id'] for r in matching]}, found {[r['id'] for r in found]}")

    def go(self, nights):
        self.first_runs = {}
        for self.night in range(nights):
            feed = FEEDS[self.night] if self.night < 3 else self.random.choice(FEEDS)
            self.first_runs.setdefault(feed, len(self.first_runs))
            self.change(feed)
            self.ingest(feed)
            listing, linked = self.compare()
            if self.random.random() < 0.5:
                self.decide(listing, linked)
                listing, linked = self.compare()
            if self.night % 3 == 0:
                self.unique(listing, linked)
            if self.night % 25 == 24:
                self.run("verify", "-q")


if __name__ == "__main__":
    nights = Nights(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3]))
    nights.go(int(sys.argv[4]))
    print("\n".join(nights.differences[:20]))
    print(f"{nights.night + 1} nights, {nights.linked} links, {len(nights.decisions)} decisions, "
          f"{len(nights.differences)} differences")
    sys.exit(1 if nights.differences else 0)
