#!/usr/bin/env python3
"""Runs the random nights of shop_nights.py with stations, pushes the catalog after each, and compares every answer.

    server_nights.py GEOCLI FOLDER SEED NIGHTS ADDRESS

After each night the server must answer with the bytes, the messages and the exit code of the catalog's file: listings
with and without --unique, links, single rows, and searches that begin at a station. Names of shops and stations are
hostile. FOLDER must be empty; ADDRESS is postgres://…#SCHEMA. Prints each difference; exit status 1 for one.
Standard library only.
"""

import csv
import json
import os
import sys

import shop_nights

HOSTILE = [
    "줄\n바꿈", "nul\0in", "a\0\U0010ffff0\0", "\U0010ffff1", "esc\x1b[31mred", "rtl\u202egnp", "'; DROP TABLE link; --", "\\N", "\\.",
    "{a,\"b\"}", "=cmd()", "길" * 300, "\U0010ffff", "null", "%s%n"]
shop_nights.NAMES += HOSTILE
STATIONS = ["책마을입구", "글샘", "글샘", "이야기(구청)", "가상역", "마포", "역", "글샘역(2호선)", "작은도서관", *HOSTILE]
LINES = ["2호선", "중앙선", "5호선", "", "9호선\x07", "=1\0"]
DECLARATION = """
id = "made-up-stations"
role = "landmarks"
title = { ko = "지어낸 역", en = "Made-up stations" }
noun = { ko = "역", en = "station" }
publisher = "nobody, made up for tests"
license = "none"
kind = "station"
[pages]
format = "csv"
encoding = "UTF-8"
delimiter = ","
header = true
[fields]
id = "no"
name = "name"
line = "line"
[point]
x = "lon"
y = "lat"
crs = "EPSG:4326"
area = [126, 37, 128, 38]
"""
AREA = {"type": "MultiPolygon", "coordinates": [
    [[[126.94, 37.54], [126.96, 37.545], [126.951, 37.56], [126.94, 37.54]]], [[[126, 37], [126.95, 37], [126.95, 37.55], [126, 37]]]]}


class ServerNights(shop_nights.Nights):
    def __init__(self, program, folder, seed, address):
        super().__init__(program, folder, seed)
        self.address = address
        self.asked = 0
        self.notes = set()
        with open(os.path.join(folder, "stations.toml"), "w", encoding="utf-8") as file:
            file.write(DECLARATION)
        with open(os.path.join(folder, "area.geojson"), "w", encoding="utf-8") as file:
            json.dump(AREA, file)

    def stations(self):
        draw = self.random
        with open(os.path.join(self.folder, "stations.csv"), "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file)
            out.writerow(["no", "name", "line", "lat", "lon"])
            for number in draw.sample(range(100, 400), 25):
                point = (round(37.5 + draw.random() / 10, 5), round(126.9 + draw.random() / 10, 5))
                if draw.random() < 0.1:
                    point = ("", "")
                key = draw.choice([f"{number:04}", f"{number:04}", f"x\0{number}", f"x{number}"])
                out.writerow([key, draw.choice(STATIONS), draw.choice(LINES), *point])
        self.run("ingest", "--feed", "stations.toml", "stations.csv", "--accept", "a random night", "-q")

    def same(self, *words):
        self.asked += 1
        file = self.run(*words, fails=True)
        there = self.run(*words, "--db", self.address, fails=True)
        for what in ("returncode", "stderr", "stdout"):
            wanted, found = getattr(file, what), getattr(there, what)
            if wanted != found:
                self.differ(f"{words}: {what}: {str(wanted)[:600]} | {str(found)[:600]}")
        self.notes.update(word for word in (b"row repeats", b"rows repeat", b"did you mean", b"places are called") if word in file.stderr)
        return file

    def compare(self):
        listing, linked = super().compare()
        self.run("push", self.address, "-q")
        draw = self.random
        ids = [str(row["id"]) for row in listing] or ["1"]
        pairs = [str(row[side]) for row in linked for side in ("id", "other_id")] or ids
        here = f"{37.55 + draw.uniform(-0.01, 0.01)},{126.95 + draw.uniform(-0.01, 0.01)}"
        station = draw.choice(STATIONS).replace("\0", "") or "역"
        near = draw.choice([here, station, station + "역", "글샘 5호선", "station:글샘", "책마을", "station:0101", "가상"])
        form = draw.choice(["ndjson", "table", "csv", "tsv", "json", "geojson"])
        filters = draw.choice([[], [], ["--has", "phone"], ["--district", "마포"], ["--feed", "beta"], ["--match", "도서관"], ["--match", "책방"]])
        for unique in ([], ["--unique"]):
            more = [*unique, *filters, "--format", form, "--lang", draw.choice(["ko", "en"])]
            self.same("list", *more)
            self.same("list", *more, "--sort", "name", "--limit", "7")
            self.same("bbox", "126.94,37.5,126.96,37.56", *more)
            self.same("near", near, "-k", str(draw.randrange(1, 40)), *more)
            self.same("near", draw.choice(pairs), "--within", "300m", *more)
            self.same("inside", "area.geojson", *more)
            self.same("export", *unique, *filters, "--include-closed", "--format", draw.choice(["csv", "geojson"]))
            search = [word for word in more if word not in ("--match", "책방")] if "--match" in more else more
            search = [word for word in search if word != "도서관"]
            for text in ("도서관", draw.choice(["책방", "ㄷㅅㄱ", "02-120", "독립문책빵", "nul", "ehtjrhks", "zzz", "서울 마포"])):
                self.same("search", text, *search, *draw.choice([[], ["--near", near], ["--scan"], ["--explain"], ["--limit", "3"], ["--sort", "district"]]))
        self.same("links", "list", "--format", form)
        self.same("links", "list", "--rule", "name-phone", "--feed", "alpha", "--limit", "3")
        self.same("links", "list", "--state", draw.choice(["accepted", "rejected", "found"]), "--format", "table", "--lang", "ko")
        for row in (draw.choice(pairs), draw.choice(ids)):
            self.same("links", "show", row)
            self.same("show", row, "--format", form, "--lang", draw.choice(["ko", "en"]))
        if listing:
            self.same("show", draw.choice(listing)["ref"])
        return listing, linked

    def go(self, nights):
        self.stations()
        super().go(nights)

    def ingest(self, feed):
        super().ingest(feed)
        if self.random.random() < 0.3:
            self.stations()


if __name__ == "__main__":
    nights = ServerNights(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3]), sys.argv[5])
    nights.go(int(sys.argv[4]))
    if int(sys.argv[4]) > 5 and len(nights.notes) < 3:
        nights.differ(f"the nights show too little: {nights.notes}")
    print("\n".join(nights.differences[:20]))
    print(f"{nights.night + 1} nights, {nights.linked} links, {len(nights.decisions)} decisions, {nights.asked} questions, "
          f"{len(nights.differences)} differences")
    sys.exit(1 if nights.differences else 0)
