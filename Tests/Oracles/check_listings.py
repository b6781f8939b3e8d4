#!/usr/bin/env python3
"""Checks one listing in all its formats against docs/CLI.md and against each other.

    check_listings.py FOLDER ...

Each FOLDER has rows.json, rows.ndjson, rows.csv, rows.tsv, rows.geojson and rows.geojsonseq of one command, and a file
`keys` with the keys that CLI.md promises, in order. If `keys` ends in `no place`, GeoJSON is left out. If it ends in
`one row`, the JSON is one object, as of `show`. Prints each violation; exit status 1 if there is one. Standard library
only.
"""

import csv
import io
import json
import pathlib
import re
import sys

KEY = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
PLAIN_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
POINT = ("latitude", "longitude")


class Listing:
    """The files of one command."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.violations = []
        self.keys = self.text("keys").split()
        self.is_one = self.keys[-2:] == ["one", "row"]
        self.keys = self.keys[:-2] if self.is_one else self.keys
        self.has_places = self.keys[-2:] != ["no", "place"]
        self.keys = self.keys if self.has_places else self.keys[:-2]

    def text(self, name):
        return (self.folder / name).read_bytes().decode("utf-8")

    def expect(self, holds, words):
        if not holds:
            self.violations.append(f"{self.folder.name}: {words}")

    def strict(self, text):
        """Reads JSON without NaN or repeated keys; numbers stay text, so that no digit is lost."""
        def members(pairs):
            names = [name for name, _ in pairs]
            self.expect(len(set(names)) == len(names), f"a key comes twice: {names}")
            return dict(pairs)

        def refuse(name):
            raise ValueError(name)

        return json.loads(text, object_pairs_hook=members, parse_constant=refuse, parse_float=Number, parse_int=Number)

    def check(self):
        parsed = self.strict(self.text("rows.json"))
        self.expect(isinstance(parsed, dict if self.is_one else list), "json is neither one array nor one object")
        self.rows = [parsed] if self.is_one else parsed
        for row in self.rows:
            self.expect(list(row) == self.keys, f"keys are {list(row)}, not {self.keys}")
            self.check_numbers(row)
        for key in self.keys:
            self.expect(KEY.fullmatch(key), f"{key} is not snake_case")
        self.check_lines()
        self.check_delimited("rows.csv", list(csv.reader(io.StringIO(self.text("rows.csv"), newline=""), strict=True)))
        tsv = self.text("rows.tsv")
        self.expect(tsv.endswith("\n"), "tsv has no line end at its end")
        self.check_delimited("rows.tsv", [line.split("\t") for line in tsv.split("\n")[:-1]])
        if self.has_places:
            self.check_maps()
        return self.violations

    def check_numbers(self, row):
        for key in POINT:
            value = row.get(key)
            if value is not None:
                # Python's repr is the shortest text that reads back as the same number.
                shortest = re.sub(r"\.0$", "", repr(float(value)))
                self.expect("e" in shortest or len(str(value)) <= len(shortest), f"{key} {value} is not shortest")
        if row.get("distance_m") is not None:
            self.expect(re.fullmatch(r"[0-9]+\.[0-9]{3}", str(row["distance_m"])), f"distance_m {row['distance_m']}")

    def check_lines(self):
        text = self.text("rows.ndjson")
        self.expect(not text or text.endswith("\n"), "ndjson has no line end at its end")
        self.expect([self.strict(line) for line in text.split("\n")[:-1]] == self.rows, "ndjson differs from json")

    def check_delimited(self, name, lines):
        self.expect(lines and lines[0] == self.keys, f"{name}: the first line is not the keys")
        self.expect(len(lines) == len(self.rows) + 1, f"{name}: {len(lines) - 1} rows, json has {len(self.rows)}")
        for row, cells in zip(self.rows, lines[1:]):
            self.expect(len(cells) == len(self.keys), f"{name}: {len(cells)} cells in {cells[:3]}")
            for (key, value), cell in zip(row.items(), cells):
                self.expect(self.same(value, cell, name), f"{name}: {key} is {cell!r}, json has {value!r}")

    def same(self, value, cell, name):
        if value is None:
            return cell == ""
        if isinstance(value, bool):
            return cell == ("true" if value else "false")
        if isinstance(value, Number):
            return bool(PLAIN_NUMBER.fullmatch(cell)) and cell == str(value)
        if isinstance(value, dict) or isinstance(value, list) and any(isinstance(one, dict) for one in value):
            return self.strict(cell) == value
        if isinstance(value, list):
            written = " ".join(str(item) for item in value)
            return cell == f"[{written.replace(' ', ',')}]" or self.same(written, cell, name)
        if name == "rows.tsv":
            value = re.sub(r"[\t-\r\x85\u2028\u2029]", " ", value)
            value = re.sub(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]", "", value)
            return cell == value
        return cell in (value, "'" + value)

    def check_maps(self):
        collection = self.strict(self.text("rows.geojson"))
        self.expect(collection.get("type") == "FeatureCollection", "geojson is not a FeatureCollection")
        features = collection["features"]
        sequence = [self.strict(line.lstrip("\x1e")) for line in self.text("rows.geojsonseq").split("\n") if line]
        self.expect(features == sequence, "geojsonseq differs from geojson")
        located = [row for row in self.rows if row.get("latitude") is not None]
        self.expect(len(features) == len(located), f"{len(features)} Features for {len(located)} rows with a point")
        ids = [feature["id"] for feature in features if feature.get("id") is not None]
        self.expect(len(set(ids)) == len(ids), "two Features have one id")
        for row, feature in zip(located, features):
            self.check_feature(row, feature)

    def check_feature(self, row, feature):
        self.expect(feature["type"] == "Feature" and feature["geometry"]["type"] == "Point", "not a Feature of a Point")
        # A place may have several changes and answer several questions. An issue has a number.
        if "what" in row:
            wanted = None
        elif "query" in row:
            # The number of the question before its rank. A question may have an id of its own, so only the rank is known.
            wanted = str(int(feature.get("id", 0)) // 10_000_000 * 10_000_000 + int(row["rank"]))
        else:
            wanted = row["id"] if "id" in row else row["number"]
        self.expect(feature.get("id") == wanted, f"Feature id {feature.get('id')}, row id {wanted}")
        position = feature["geometry"]["coordinates"]
        self.expect(len(position) == 2, f"{len(position)} coordinates")
        for value, key in zip(position, ("longitude", "latitude")):
            self.expect(len(str(value).partition(".")[2]) <= 7, f"{value} has more than 7 decimals")
            self.expect(abs(float(value) - float(row[key])) <= 5.1e-8, f"{key} {value}, row has {row[key]}")
        others = {key: value for key, value in row.items() if key not in POINT}
        self.expect(list(feature["properties"]) == list(others), f"properties are {list(feature['properties'])}")
        for key, value in others.items():
            found = feature["properties"].get(key)
            if key == "bbox" and value is not None:
                # Values in degrees, rounded like the coordinates.
                near = all(abs(float(a) - float(b)) <= 5.1e-8 for a, b in zip(found, value, strict=True))
                self.expect(near, f"bbox {found}, row has {value}")
            else:
                self.expect(found == value, f"property {key} is {found!r}, row has {value!r}")


class Number(str):
    """A number in its written form."""


def main():
    violations = [words for folder in sys.argv[1:] for words in Listing(folder).check()]
    print("\n".join(violations[:40]))
    return 1 if violations or len(sys.argv) < 2 else 0


if __name__ == "__main__":
    sys.exit(main())
