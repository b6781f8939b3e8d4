#!/usr/bin/env python3
"""Runs random nights of two feeds while people correct and withdraw, and compares every answer with a model in Python.

    correction_nights.py GEOCLI FOLDER SEED NIGHTS

Each night a feed comes again: values change, vanish and return, rows go and come back, or the run is refused because it
has lost nearly all rows. Then people correct values, correct them again, or withdraw, or import corrections of places
that the catalog does not have yet. After each night the shown value of
every place, its `corrected`, the states of all corrections, the feed's own values, the run's counts and changes, and the
list as of a former day must be those of the model; searches and positions must find the corrected values and not the old
ones; an export must come back unchanged, also out of a new catalog; and the catalog must be whole. FOLDER must be empty. Prints each difference, then the numbers of nights, edits and
checks; exit status 1 for a difference. Standard library only.
"""

import csv
import datetime
import json
import os
import random
import subprocess
import sys

FEEDS = ["alpha", "beta"]
FIELDS = ["name", "kind", "district", "address", "phone", "website", "sns", "point", "closed"]
NAMES = [f"{a}{b}{n}" for a in ("가람", "나래", "다솜", "BOOK ") for b in ("책방", "서점", "문고") for n in range(7, 31, 4)]
PHONES = {"": None, "없음": None, "02-120-0001": "+8221200001", "02-120-0002": "+8221200002", "1588-0001": "+8215880001"}
SITES = ["", "https://a.example/1", "https://b.example/2", "http://c.example"]
ADDRESSES = ["", "독막로 165", "개포로110길 54, 3층", "=1+1", "중앙로 \"1\" '가'"]
DISTRICTS = ["", "마포구", "중구", "강남구"]
START = 1_790_000_000


class Nights:
    def __init__(self, program, folder, seed):
        self.program, self.folder, self.random = program, folder, random.Random(seed)
        self.rows_of = {feed: {} for feed in FEEDS}
        self.held = {feed: {} for feed in FEEDS}  # the feed's values in the catalog, also of missing rows
        self.missing = {feed: {} for feed in FEEDS}  # key: the good run that missed it first, and its day
        self.good = {feed: 0 for feed in FEEDS}
        self.corrections, self.waiting, self.differences, self.days = [], [], [], {}
        self.night = self.edits = self.checks = 0

    # What geocli says.

    def run(self, *words, codes=(0,)):
        environment = dict(
            os.environ, HOME=self.folder, XDG_CONFIG_HOME=self.folder, XDG_STATE_HOME=self.folder, GEOCLI_AUTHOR="nights",
            GEOCLI_DB=os.path.join(self.folder, "nights.sqlite"), SOURCE_DATE_EPOCH=str(START + self.night * 86_400))
        done = subprocess.run([self.program, *words], capture_output=True, env=environment, cwd=self.folder)
        self.checks += 1
        if done.returncode not in codes:
            self.differ(f"{words}: exit {done.returncode} {done.stderr.decode()}")
        return done

    def rows(self, *words):
        return [json.loads(line) for line in self.run(*words, "--format", "ndjson", "-q").stdout.decode().splitlines()]

    def differ(self, text):
        self.differences.append(f"night {self.night}: {text}")

    def equal(self, what, found, wanted):
        if found != wanted:
            self.differ(f"{what}: expected {wanted}, found {found}")

    @property
    def day(self):
        moment = datetime.datetime.fromtimestamp(START + self.night * 86_400 + 9 * 3600, datetime.timezone.utc)
        return moment.strftime("%Y-%m-%d")

    # The world.

    def point(self):
        draw = self.random
        if draw.random() < 0.2:
            return None
        return round(37.5 + draw.randrange(1000) / 9000, 6), round(126.9 + draw.randrange(1000) / 9000, 6)

    def place(self):
        draw = self.random
        return {
            "name": draw.choice(NAMES), "point": self.point(), "address": draw.choice(ADDRESSES),
            "district": draw.choice(DISTRICTS), "phone": draw.choice(list(PHONES)), "website": draw.choice(SITES)}

    def change(self, feed):
        draw, rows = self.random, self.rows_of[feed]
        while len(rows) < 12:
            rows[str(draw.randrange(60))] = self.place()
        for key in draw.sample(sorted(rows), draw.randrange(0, 6)):
            what = draw.randrange(7)
            if what == 0:
                del rows[key]
                continue
            field = draw.choice(["name", "point", "address", "district", "phone", "website"])
            rows[key] = dict(rows[key], **{field: self.place()[field]})
        for correction in self.corrections:
            place = rows.get(correction["key"]) if correction["feed"] == feed else None
            field = correction["field"]
            if place is None or field in ("kind", "sns", "closed") or draw.random() > 0.08:
                continue
            # The publisher takes a correction over, or goes back to the value that was seen.
            value = draw.choice([correction["value"], correction["seen"]])
            if field == "point":
                rows[correction["key"]] = dict(place, point=value)
            else:
                texts = [text for text, phone in PHONES.items() if value in (phone or text or None, text)]
                texts = texts if field == "phone" else [value or ""]
                rows[correction["key"]] = dict(place, **{field: draw.choice(texts)})

    def ingest(self, feed):
        draw, rows = self.random, self.rows_of[feed]
        isRefused = len(self.listed(feed)) >= 10 and draw.random() < 0.12
        items = list(rows.items())[:1] if isRefused else list(rows.items())
        draw.shuffle(items)
        path = os.path.join(self.folder, feed + ".csv")
        with open(path, "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file)
            out.writerow(["no", "name", "lat", "lon", "address", "district", "phone", "web"])
            for key, row in items:
                out.writerow([key, row["name"], *(row["point"] or ("", "")), row["address"], row["district"], row["phone"],
                              row["website"]])
        words = [
            "ingest", path, "--feed", feed, "--id", "no", "--name", "name", "--lat", "lat", "--lon", "lon", "--address",
            # The whole area is in Korea, so that the numbers of places without a point are Korean, too.
            "address", "--district", "district", "--phone", "phone", "--website", "web", "--area", "126.8,37.4,127.1,37.7",
            "--format", "json",
            *([] if isRefused else ["--accept", "a random night"])]
        # The option changes no value, but the run then compares and judges all rows.
        if draw.random() < 0.1:
            words += ["--kind", "other"]
        if draw.random() < 0.1:
            words.append("--thorough")
        done = self.run(*words, codes=(65,) if isRefused else (0,))
        report = json.loads(done.stdout)
        if isRefused:
            return self.equal("outcome", report["outcome"], "refused")
        self.publish(feed, rows, report)

    def publish(self, feed, rows, report):
        held, missing = self.held[feed], self.missing[feed]
        before = self.listed(feed)
        changes = set()
        self.good[feed] += 1
        counts = {"added": 0, "changed": 0, "removed": 0, "returned": 0}
        for key, row in rows.items():
            ref = f"{feed}/{key}"
            if key not in held:
                counts["added"] += 1
                changes.add((ref, "added", None, None, None))
            else:
                if key in missing:
                    counts["returned"] += 1
                    changes.add((ref, "returned", None, None, None))
                    del missing[key]
                counts["changed"] += held[key] != row
                for field in ("name", "address", "district", "phone", "website"):
                    old, new = self.feed_value(held[key], field), self.feed_value(row, field)
                    if old != new:
                        changes.add((ref, "changed", field, old, new))
            held[key] = dict(row)
        for key in before - set(rows):
            counts["removed"] += 1
            changes.add((f"{feed}/{key}", "removed", None, None, None))
            missing[key] = (self.good[feed], self.day)
        counts["total"] = len(rows)
        self.equal("counts", {key: report[key] for key in counts}, counts)
        words = ["changes", "--since", str(report["run_id"] - 1)]
        if self.random.random() < 0.3:
            words.append("--uncorrected")
        found = {
            (row["ref"], row["what"], row["field"], row["old"], row["new"]) for row in self.rows(*words)
            if row["what"] in ("added", "removed", "returned", "changed")
            and row["field"] in (None, "name", "address", "district", "phone", "website")}
        self.equal("changes", sorted(found ^ changes, key=str), [])
        settled = {"applied": 0, "retired": 0, "conflict": 0}
        for correction in self.corrections:
            if correction["state"] in ("applied", "conflict"):
                former = correction["state"]
                self.settle(correction)
                settled[correction["state"]] += correction["state"] != former
        for correction in [c for c in self.waiting if c["feed"] == feed and c["key"] in held]:
            self.waiting.remove(correction)
            self.corrections.append(correction)
            self.settle(correction)
            settled[correction["state"]] += 1
        self.equal("settled", {key: report["corrections_" + key] for key in settled}, settled)

    # The model.

    def listed(self, feed):
        return set(self.held[feed]) - set(self.missing[feed])

    @staticmethod
    def feed_value(row, field):
        if field == "phone":
            return PHONES[row["phone"]]
        if field == "kind":
            return "other"
        if field == "sns":
            return None
        return row[field] or None

    def misses(self, feed, key):
        return self.good[feed] - self.missing[feed][key][0] + 1 if key in self.missing[feed] else 0

    def upstream(self, feed, key, field):
        if field == "closed":
            return None  # These feeds have no status, so only people say that a place is closed.
        return self.feed_value(self.held[feed][key], field)

    def said(self, feed, key, field):
        """What a correction is compared with: the feed's value, or the text of a phone that can't be called."""
        if field == "phone":
            text = self.held[feed][key]["phone"]
            return PHONES[text] or text or None
        return self.upstream(feed, key, field)

    def settle(self, correction):
        now = self.said(correction["feed"], correction["key"], correction["field"])
        if correction["field"] == "closed":
            state = "applied" if now is None else "retired"
        else:
            state = "retired" if now == correction["value"] else "applied" if now == correction["seen"] else "conflict"
        correction["state"] = state

    def shown(self, feed, key, isCorrected=True):
        row = {field: self.upstream(feed, key, field) for field in FIELDS}
        row["missing_runs"] = self.misses(feed, key)
        row["removed"] = self.missing[feed][key][1] if row["missing_runs"] else None
        corrected = []
        for correction in self.corrections if isCorrected else []:
            if (correction["feed"], correction["key"], correction["state"]) == (feed, key, "applied"):
                row[correction["field"]] = correction["value"]
                corrected.append(correction["field"])
        row["corrected"] = sorted(corrected, key=FIELDS.index) or None
        return row

    @staticmethod
    def is_listed(row):
        return row["missing_runs"] == 0 and row["closed"] is None

    def all_shown(self, isCorrected=True):
        return {f"{feed}/{key}": self.shown(feed, key, isCorrected) for feed in FEEDS for key in self.held[feed]}

    @staticmethod
    def answer(row):
        point = None if row["latitude"] is None else (row["latitude"], row["longitude"])
        return {
            **{field: row[field] for field in FIELDS if field not in ("point", "closed")}, "point": point,
            "closed": row["closed_on"], "removed": row["removed_on"], "missing_runs": row["missing_runs"], "corrected": row["corrected"]}

    # What people do.

    def number(self):
        return max([0] + [c["number"] for c in self.corrections + self.waiting]) + 1

    def send(self):
        """Imports a correction of a place that the catalog does not have yet."""
        draw = self.random
        feed = draw.choice(FEEDS)
        keys = [str(key) for key in range(60) if str(key) not in self.held[feed]]
        field = draw.choice(["name", "address", "phone", "website"])
        key, value, seen = draw.choice(keys), self.value(field), self.value(field)
        isKnown = any((c["feed"], c["key"], c["field"]) == (feed, key, field) for c in self.waiting)
        if value == seen or isKnown or value is None and field == "name":
            return
        record = {"feed": feed, "key": key, "field": field, "value": value, "seen": seen, "state": "applied",
                  "number": self.number() + draw.randrange(0, 3)}
        line = {"correction": record["number"], "ref": f"{feed}/{key}", "field": field, "seen": seen, "value": value,
                "state": "applied", "because": "a colleague looked", "source": "https://example.com/proof",
                "author": "colleague", "day": self.day}
        path = os.path.join(self.folder, "sent.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"format":"geocli corrections 2"}\n' + json.dumps(line, ensure_ascii=False) + "\n")
        found = self.rows("corrections", "import", path)
        self.equal("import", [row["outcome"] for row in found], ["pending"])
        self.waiting.append(record)
        self.edits += 1

    def travel(self):
        """Exports everything, and imports it here and into a new catalog."""
        path, new = os.path.join(self.folder, "all.json"), os.path.join(self.folder, "new.sqlite")
        text = self.run("corrections", "export", "-q").stdout
        with open(path, "wb") as file:
            file.write(text)
        found = self.rows("corrections", "import", path)
        self.equal("import again", {row["outcome"] for row in found} - {"same", "pending"}, set())
        self.equal("export again", self.run("corrections", "export", "-q").stdout, text)
        self.run("corrections", "import", path, "-q", "--db", new)
        self.equal("export of a new catalog", self.run("corrections", "export", "-q", "--db", new).stdout, text)
        for name in os.listdir(self.folder):
            if name.startswith("new.sqlite"):
                os.remove(os.path.join(self.folder, name))

    def edit(self):
        draw = self.random
        if draw.random() < 0.2:
            return self.send()
        inForce = [c for c in self.corrections if c["state"] in ("applied", "conflict")]
        if inForce and draw.random() < 0.25:
            chosen = draw.sample(inForce, min(len(inForce), draw.randrange(1, 3)))
            self.run("corrections", "withdraw", *(str(c["number"]) for c in chosen), "-q")
            for correction in chosen:
                correction["state"] = "withdrawn"
            self.edits += 1
            return
        held = [feed for feed in FEEDS if self.held[feed]]
        if not held:
            return
        feed = draw.choice(held)
        key = draw.choice(sorted(self.held[feed]))
        values = {field: self.value(field) for field in draw.sample(FIELDS, draw.randrange(1, 4))}
        words = [f"{field}={self.text(field, value)}" for field, value in values.items()]
        seen = {field: self.said(feed, key, field) for field in values}
        isTaken = any(seen[f] is not None if f == "closed" else seen[f] == v for f, v in values.items())
        self.run(
            "corrections", "add", f"{feed}/{key}", *words, "--because", "a person looked", "--source",
            "https://example.com/proof", "-q", codes=(64,) if isTaken else (0,))
        self.edits += 1
        if isTaken:
            return
        for field, value in values.items():
            for former in inForce:
                if (former["feed"], former["key"], former["field"]) == (feed, key, field):
                    former["state"] = "withdrawn"
            self.corrections.append({
                "number": self.number(), "feed": feed, "key": key, "field": field, "value": value,
                "seen": seen[field], "state": "applied"})

    def value(self, field):
        draw = self.random
        if field == "name":
            return draw.choice(NAMES)
        if field == "kind":
            return draw.choice(["new", "used", "other"])
        if field == "district":
            return draw.choice(DISTRICTS) or None
        if field == "address":
            return draw.choice(ADDRESSES) or None
        if field == "phone":
            return draw.choice(list(PHONES.values()))
        if field == "website":
            return draw.choice(SITES) or None
        if field == "sns":
            return draw.choice([None, ["https://s.example/a"], ["@account"]])
        if field == "point":
            return self.point()
        return self.day

    @staticmethod
    def text(field, value):
        if value is None:
            return ""
        if field == "point":
            return f"{value[0]},{value[1]}"
        if field == "sns":
            return value[0]
        if field == "phone":
            return next(text for text, phone in PHONES.items() if phone == value)
        return value

    # Comparisons.

    def compare(self):
        draw = self.random
        listing = {row["ref"]: row for row in self.rows("list", "--no-ground", "--include-closed")}
        shown = self.all_shown()
        self.match("list", listing, shown)
        open_ = {ref for ref, row in shown.items() if self.is_listed(row)}
        self.equal("listed", {row["ref"] for row in self.rows("list")}, open_)
        states = {row["number"]: row["state"] for row in self.rows("corrections", "list")}
        self.equal("states", states, {c["number"]: c["state"] for c in self.corrections})
        plain = {row["ref"]: row for row in self.rows("list", "--no-ground", "--include-closed", "--uncorrected")}
        self.match("--uncorrected", plain, self.all_shown(isCorrected=False))
        self.days[self.day] = shown
        former = draw.choice(sorted(self.days))
        then = {row["ref"]: row for row in self.rows("list", "--no-ground", "--include-closed", "--as-of", former)}
        self.match(f"--as-of {former}", then, self.days[former])
        corrected = sorted(ref for ref in open_ if shown[ref]["corrected"])
        if corrected:
            self.ask(draw.choice(corrected), shown, listing)
        if self.night % 4 == 0:
            self.run("verify", "-q")
            self.travel()

    def match(self, what, found, wanted):
        self.equal(f"{what}: places", set(found), set(wanted))
        for ref in set(found) & set(wanted):
            self.equal(f"{what}: {ref}", self.answer(found[ref]), wanted[ref])

    def ask(self, ref, shown, listing):
        """Asks for a corrected place in other ways."""
        row, id_ = shown[ref], listing[ref]["id"]
        feed, key = ref.split("/")
        old = self.shown(feed, key, isCorrected=False)
        single = json.loads(self.run("show", ref, "--format", "json").stdout)
        self.equal(f"show {ref}", self.answer(single), row)
        exact = {hit["ref"] for hit in self.rows("search", row["name"]) if hit["match"] == "exact"}
        wanted = {other for other, its in shown.items() if its["name"] == row["name"] and self.is_listed(its)}
        self.equal(f"search {row['name']}", exact, wanted)
        if old["name"] != row["name"]:
            hits = {hit["ref"] for hit in self.rows("search", old["name"]) if hit["match"] == "exact"}
            if ref in hits:
                self.differ(f"search {old['name']}: the old name finds {ref}")
        for point, isHere in ((row["point"], True), (old["point"], row["point"] == old["point"])):
            if point is None:
                continue
            lat, lon = point
            box = self.rows("bbox", f"{lon - 1e-7:.8f},{lat - 1e-7:.8f},{lon + 1e-7:.8f},{lat + 1e-7:.8f}")
            self.equal(f"bbox at {point}", id_ in {hit["id"] for hit in box}, isHere)
            near = self.rows("near", f"{lat},{lon}", "--within", "1m", "--kind", row["kind"])
            self.equal(f"near {point}", id_ in {hit["id"] for hit in near}, isHere)
        filters = ["--kind", row["kind"], *(["--district", row["district"]] if row["district"] else [])]
        lat, lon = row["point"] or (37.5, 127)
        if row["point"]:
            hits = self.rows("near", f"{lat},{lon}", "-k", "1000", *filters)
            wanted = {
                other for other, its in shown.items() if its["point"] and self.is_listed(its)
                and its["kind"] == row["kind"] and (not row["district"] or its["district"] == row["district"])}
            self.equal(f"near with {filters}", {hit["ref"] for hit in hits}, wanted)

    def all(self, nights):
        for self.night in range(1, nights + 1):
            feed = self.random.choice(FEEDS) if self.night > 2 else FEEDS[self.night - 1]
            if self.random.random() < 0.85:
                self.change(feed)
            self.ingest(feed)
            for _ in range(self.random.randrange(0, 4)):
                self.edit()
            self.compare()
            if len(self.differences) > 20:
                break
        for text in self.differences[:20]:
            print(text)
        inForce = {state: sum(c["state"] == state for c in self.corrections) for state in (
            "applied", "retired", "conflict", "withdrawn")}
        print(f"{self.night} nights, {self.edits} edits, {inForce}, {self.checks} commands, {len(self.differences)} differences")
        return 1 if self.differences else 0


if __name__ == "__main__":
    sys.exit(Nights(sys.argv[1], sys.argv[2], int(sys.argv[3])).all(int(sys.argv[4])))
