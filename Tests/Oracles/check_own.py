#!/usr/bin/env python3
"""check_own.py GEOCLI [FILES] [SEED]: a person's own CSV and GeoJSON files, read by geocli and by Python.

Makes files from a seed: quotes, line ends, delimiters, a byte order mark, CP949, blanks around values, rows with too few
or too many fields, equal ids, points out of range. Each is ingested, and the listing compared with what the modules csv
and json read. The expectation follows the manual, section ingest.
"""

import collections
import csv
import io
import json
import os
import random
import subprocess
import sys
import tempfile

GEOCLI = os.path.abspath(sys.argv[1])
FILES = int(sys.argv[2]) if len(sys.argv) > 2 else 40
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 20261122
BLANKS = " \t\n\r\x0b\x0c"
WORDS = ["책방", "별", "café", "a,b", "x;y", 'say "hi"', "two\nlines", "tab\there", "끝 ", " 앞", "", "0012", "1e3", "3.0", "=1+1"]


def run(words, data=None):
    return subprocess.run([GEOCLI] + words, input=data, capture_output=True)


def number(text):
    try:
        value = float(text)
    except ValueError:
        return None
    return value


def point(latitude, longitude):
    """The position of two texts, or None, as the manual says."""
    lat, lon = number(latitude.strip(BLANKS)), number(longitude.strip(BLANKS))
    if lat is None or lon is None or (lat == 0 and lon == 0) or abs(lat) > 90 or abs(lon) > 180:
        return None
    return (lat, lon)


def expected(rows):
    """What is listed of rows (id, name, latitude, longitude, address): of one id with different content none is."""
    by_id = collections.defaultdict(list)
    for row in rows:
        if row is None or not row[0].strip(BLANKS) or not row[1].strip(BLANKS):
            continue
        text = row[0].strip(BLANKS)
        if text.endswith(".0") and text[:-2].isdigit() and (text[0] != "0" or text == "0.0"):
            text = text[:-2]
        by_id[text].append(row)
    listed = {}
    for key, group in by_id.items():
        first = [value.strip(BLANKS) for value in group[0][1:2] + group[0][4:5]], point(*group[0][2:4])
        if all(([v.strip(BLANKS) for v in row[1:2] + row[4:5]], point(*row[2:4])) == first for row in group):
            listed[key] = (first[0][0], first[0][1] or None, first[1])
    return listed


def listing(db):
    rows = json.loads(run(["list", "--db", db, "--format", "json"]).stdout)
    place = lambda row: None if row["latitude"] is None else (row["latitude"], row["longitude"])
    return {row["ref"].split("/", 1)[1]: (row["name"], row["address"], place(row)) for row in rows}


def values(draw, index):
    key = draw.choice(["", str(index), str(index), str(index), f"k{index}", "7", f"{index}.0", "같은"])
    latitude = draw.choice([f"{draw.uniform(33, 38.5):.6f}"] * 8 + ["", " 37.5 ", "95", "0", "x"])
    longitude = draw.choice([f"{draw.uniform(124.7, 131.8):.6f}"] * 8 + ["", "0", "200"])
    return [key, draw.choice(WORDS) + str(draw.randint(0, 3)), latitude, longitude, draw.choice(WORDS)]


def table(draw):
    """Returns the bytes of a CSV file, its options, and its rows as Python reads them."""
    delimiter, end = draw.choice(",;\t"), draw.choice(["\n", "\r\n"])
    order = draw.sample(range(5), 5)
    names = ["번호", "이름 (국문)", "위도", "경도", "주소"]
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator=end, quoting=draw.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    writer.writerow([names[i] for i in order])
    for index in range(draw.randint(1, 60)):
        row = values(draw, index)
        row = [row[i] for i in order]
        if draw.random() < 0.03:
            row = draw.choice([row[:-1], row + ["more"], row + ["", " "]])
        writer.writerow(row)
    content = text.getvalue()
    # Text with TABs has quotes around its values only where its header has them.
    if delimiter == "\t" and '"' not in content.splitlines()[0]:
        content = content.replace('"', "")
    read = [row for row in csv.reader(io.StringIO(content, newline=""), delimiter=delimiter) if row]
    if delimiter == "\t" and '"' not in content:
        read = [line.split("\t") for line in content.replace("\r\n", "\n").replace("\r", "\n").split("\n") if line]
    header = read[0]
    place = [header.index(name) for name in names]
    # Empty fields after the last column are padding.
    read = [row if any(value.strip(BLANKS) for value in row[len(header):]) else row[:len(header)] for row in read]
    rows = [[row[i] for i in place] if len(row) == len(header) else None for row in read[1:]]
    options = ["--id", names[0], "--name", names[1], "--lat", names[2], "--lon", names[3], "--address", names[4]]
    if draw.random() < 0.3:
        return content.replace("é", "e").encode("cp949"), options + ["--encoding", "CP949"], [
            row and [value.replace("é", "e") for value in row] for row in rows]
    return draw.choice([b"", b"\xef\xbb\xbf"]) + content.encode(), options, rows


def features(draw):
    """Returns the bytes of a GeoJSON file, its options, and its rows."""
    has_own_id = draw.random() < 0.5
    items, rows = [], []
    for index in range(draw.randint(1, 40)):
        key, name, latitude, longitude, address = values(draw, index)
        lat, lon = number(latitude), number(longitude)
        shape = draw.random()
        geometry, text = {"type": "Point", "coordinates": [lon, lat]}, (latitude, longitude)
        if lat is None or lon is None or shape < 0.1:
            geometry, text = draw.choice([(None, ("", "")), ({"type": "Point", "coordinates": []}, ("", "")), (
                {"type": "LineString", "coordinates": [[127, 37], [128, 38]]}, ("", ""))])
        elif shape < 0.3:
            geometry["coordinates"].append(12.5)
        properties = {"name": name, "주소": draw.choice([address, address, None])}
        item = {"type": "Feature", "geometry": geometry, "properties": properties}
        if has_own_id:
            item["id"] = key
        else:
            properties["코드"] = key
        items.append(item)
        rows.append([key, name, *text, properties["주소"] or ""])
    options = ["--address", "주소"] + ([] if has_own_id else ["--id", "코드"])
    form = draw.choice(["collection", "lines", "sequence"])
    if form == "collection":
        collection = {"type": "FeatureCollection", "features": items}
        if draw.random() < 0.5:
            collection["crs"] = {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}
        return json.dumps(collection, ensure_ascii=draw.random() < 0.5).encode(), options, rows
    mark = "\x1e" if form == "sequence" else ""
    return "".join(f"{mark}{json.dumps(item)}\n" for item in items).encode(), options, rows


def main():
    wrong = 0
    for index in range(FILES):
        draw = random.Random(f"{SEED}-{index}")
        make = draw.choice([table, features])
        data, options, rows = make(draw)
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "own" + (".csv" if make is table else ".geojson"))
            with open(name, "wb") as file:
                file.write(data)
            db = os.path.join(folder, "c.sqlite")
            source, stdin = (name, None) if draw.random() < 0.8 else ("-", data)
            done = run(["ingest", source, "--feed", "own-data", "--accept", "a test", "--db", db] + options, stdin)
            want = expected(rows)
            got = listing(db) if done.returncode == 0 else {}
            if got != want or done.returncode not in (0, 65) or (done.returncode == 65 and want):
                wrong += 1
                print(f"file {index} of seed {SEED} ({make.__name__}): exit {done.returncode}, {done.stderr.decode()}")
                for key in sorted(set(got) | set(want)):
                    if got.get(key) != want.get(key):
                        print(f"  {key!r}: geocli {got.get(key)}, Python {want.get(key)}")
    print(f"check_own: {FILES - wrong} of {FILES}")
    sys.exit(wrong != 0)


main()
