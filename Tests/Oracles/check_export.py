#!/usr/bin/env python3
"""Checks files of `geocli export` with the tools that read them, against `geocli list --format json` of the same rows.

    check_export.py gpkg FILE LAYER LISTING     OGC's rules, rows, types, extent, index (needs python3-gdal)
    check_export.py kml FILE LAYER LISTING      OGR and fastkml (needs python3-gdal, python3-fastkml)
    check_export.py geojson|geojsonseq|rs FILE LISTING
    check_export.py csv|tsv|excel FILE LISTING
    check_export.py plane FILE.gpkg FILE.csv LISTING   metres in a GeoPackage and a CSV, back to degrees through PROJ

Prints each difference; exit status 1 if there is one. The seed is fixed, so that a failure can be repeated.
"""

import csv
import io
import json
import math
import random
import re
import sqlite3
import struct
import sys
import warnings

problems = []


def expect(condition, *words):
    if not condition:
        problems.append(" ".join(str(word) for word in words))


def read_json(path):
    """Reads JSON strictly: no NaN, no repeated key in one object, only UTF-8."""

    def pairs(items):
        keys = [key for key, _ in items]
        expect(len(set(keys)) == len(keys), "a key comes twice:", keys)
        return dict(items)

    def refuse(word):
        raise ValueError(f"{word} is not JSON")

    def load(text):
        return json.loads(text, object_pairs_hook=pairs, parse_constant=refuse)

    with open(path, "rb") as file:
        data = file.read()
    return data.decode("utf-8"), load


def listing(path):
    text, load = read_json(path)
    return load(text)


def with_point(rows):
    return [row for row in rows if row["latitude"] is not None]


def compare(found, wanted, what):
    for one, other in zip(found, wanted):
        expect(one == other, what, "differs:", one, "instead of", other)
    expect(len(found) == len(wanted), what, len(found), "rows instead of", len(wanted))


# GeoPackage


def validate(path):
    from osgeo_utils.samples import validate_gpkg

    checker = validate_gpkg.GPKGChecker(path, abort_at_first_error=False, extra_checks=True, warning_msg=False)
    checker.check()
    for problem in checker.errors + checker.warnings:
        expect(False, "validator:", problem)


def decoded(blob):
    magic, version, flags, system = struct.unpack("<2sBBi", blob[:8])
    expect((magic, version, flags) == (b"GP", 0, 1), "header", blob[:8])
    order, kind, x, y = struct.unpack("<BIdd", blob[8:])
    expect((order, kind) == (1, 1), "no WKB point", blob)
    return system, x, y


def table_of(path, layer):
    """The rows as sqlite3 reads them, under the keys of a listing."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    rows = [dict(row) for row in database.execute(f'SELECT * FROM "{layer}" ORDER BY fid')]
    types = {row["name"]: row["type"] for row in database.execute(f'PRAGMA table_info("{layer}")')}
    contents = dict(database.execute("SELECT * FROM gpkg_contents WHERE table_name = ?", (layer,)).fetchone())
    numbers = [database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
    expect(numbers == [0x47504B47, 10300], "application_id and user_version", numbers)
    for check in ("PRAGMA integrity_check", f"SELECT rtreecheck('rtree_{layer}_geom')"):
        answer = database.execute(check).fetchone()[0]
        expect(answer == "ok", check, answer)
    expect(not database.execute("PRAGMA foreign_key_check").fetchall(), "a foreign key leads nowhere")
    return rows, types, contents


TYPES = {
    "fid": "INTEGER", "geom": "POINT", "id": "INTEGER", "missing_runs": "INTEGER", "minzoom": "INTEGER",
    "run_id": "INTEGER", "first_seen": "DATE", "last_seen": "DATE", "removed_on": "DATE", "closed_on": "DATE",
    "date": "DATE",
    "colocated": "BOOLEAN", "distance_m": "DOUBLE", "old_latitude": "DOUBLE", "old_longitude": "DOUBLE",
}


def check_gpkg(path, layer, listed):
    wanted = listing(listed)
    rows, types, contents = table_of(path, layer)
    for name, kind in types.items():
        expect(kind == TYPES.get(name, "TEXT"), "column", name, "is", kind)
    expect(len(rows) == len(wanted), len(rows), "rows instead of", len(wanted))
    points = {}
    for row, other in zip(rows, wanted):
        blob = row.pop("geom")
        key = row.pop("fid")
        if "minzoom" in types or layer == "places":
            expect(key == row["id"], "fid", key, "of id", row["id"])
        place = (other.pop("longitude"), other.pop("latitude"))
        expect((blob is None) == (place[0] is None), "geometry of", key)
        if blob is not None:
            points[key] = place
            expect(decoded(blob) == (4326, *place), "point", decoded(blob), "instead of", place)
        if row.get("sns") is not None:
            row["sns"] = json.loads(row["sns"])
        if "colocated" in row:
            row["colocated"] = bool(row["colocated"])
        if layer != "changes":
            expect(row == other, "row", row, "instead of", other)
        else:
            shared = {name: value for name, value in row.items() if not name.startswith("old_")}
            expect(shared == other, "row", shared, "instead of", other)
            check_old_place(row)
    check_extent(contents, points)
    validate(path)
    check_with_gdal(path, layer, len(rows), points)


def check_old_place(row):
    """Checks that a change of the point has the previous position."""
    former = (row["old"] or "").split(",") if row["field"] == "point" else [""]
    wanted = (float(former[0]), float(former[1])) if len(former) == 2 else (None, None)
    expect((row["old_latitude"], row["old_longitude"]) == wanted, "old place", row)


def check_extent(contents, points):
    found = [contents[key] for key in ("min_x", "min_y", "max_x", "max_y")]
    xs, ys = [x for x, _ in points.values()], [y for _, y in points.values()]
    wanted = [min(xs), min(ys), max(xs), max(ys)] if points else [None] * 4
    expect(found == wanted, "extent", found, "instead of", wanted)


def boxes(points):
    """Full, empty, degenerate and random boxes, some with edges on points."""
    source = random.Random(20260921)
    places = list(points.values()) or [(127.0, 37.5)]
    yield (-180.0, -90.0, 180.0, 90.0)
    yield (0.001, 0.001, 0.002, 0.002)
    for _ in range(60):
        (x1, y1), (x2, y2) = source.choice(places), source.choice(places)
        yield (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        width = 10 ** source.uniform(-5, 1)
        yield (x1 - width, y1 - width / 2, x1 + width / 3, y1 + width)


def check_with_gdal(path, layer, count, points):
    from osgeo import gdal, ogr

    gdal.UseExceptions()
    said = []
    gdal.PushErrorHandler(lambda level, number, words: said.append(words) if level >= gdal.CE_Warning else None)
    source = ogr.Open(path)
    table = source.GetLayerByName(layer)
    expect(table.GetFeatureCount() == count, "OGR counts", table.GetFeatureCount())
    expect(table.TestCapability("FastSpatialFilter") == 1, "OGR sees no spatial index")
    expect(table.GetGeomType() == ogr.wkbPoint, "geometry type")
    for box in boxes(points):
        table.SetSpatialFilterRect(*box)
        found = sorted(feature.GetFID() for feature in table)
        wanted = sorted(
            key for key, (x, y) in points.items() if box[0] <= x <= box[2] and box[1] <= y <= box[3])
        expect(found == wanted, "box", box, "gives", found[:20], "instead of", wanted[:20])
    expect(not said, "GDAL says", said)


# KML


def check_kml(path, layer, listed):
    from osgeo import gdal, ogr

    wanted = with_point(listing(listed))
    said = []
    gdal.PushErrorHandler(lambda level, number, words: said.append(words) if level >= gdal.CE_Warning else None)
    source = ogr.Open(path)
    table = source.GetLayerByName(layer) if source else None
    # OGR treats an empty folder as no layer.
    found = [] if table is None else [(f.GetGeometryRef().GetX(), f.GetGeometryRef().GetY()) for f in table]
    expect(len(found) == len(wanted), "OGR counts", len(found), "instead of", len(wanted))
    for (x, y), row in zip(found, wanted):
        same = abs(x - row["longitude"]) <= 6e-8 and abs(y - row["latitude"]) <= 6e-8
        expect(same, "point", x, y, "of", row["id"])
    expect(not said, "GDAL says", said)
    check_with_fastkml(path, layer, wanted)


def xml_text(text):
    """The part of a text that XML 1.0 can contain."""
    return "".join(c for c in text if c in "\t\n\r" or ord(c) >= 0x20 and c not in "\ufffe\uffff")


def check_with_fastkml(path, layer, wanted):
    warnings.simplefilter("ignore")
    from fastkml import kml

    document = kml.KML()
    with open(path, "rb") as file:
        document.from_string(file.read())
    (whole,) = document.features()
    (folder,) = [folder for folder in whole.features() if folder.name == layer]
    found = list(folder.features())
    expect(len(found) == len(wanted), "fastkml counts", len(found), "instead of", len(wanted))
    for mark, row in zip(found, wanted):
        expect((mark.name or "") == xml_text(row["name"]), "name", repr(mark.name), "of", repr(row["name"]))
        expect(mark.styleUrl == "#" + row["kind"], "style", mark.styleUrl)
        data = {one["name"]: one["value"] for one in mark.extended_data.elements[0].data}
        expect(data["id"] == str(row["id"]) and data["ref"] == row["ref"], "data", data)
        expect(
            {key for key, value in row.items() if value is not None} - {"latitude", "longitude"} == set(data),
            "keys", sorted(data))


# Text


def check_features(features, wanted):
    wanted = with_point(wanted)
    expect(len(features) == len(wanted), len(features), "features instead of", len(wanted))
    for feature, row in zip(features, wanted):
        place = [row.pop("longitude"), row.pop("latitude")]
        for found, exact in zip(feature["geometry"]["coordinates"], place):
            expect(abs(found - exact) <= 5.1e-8, "coordinate", found, "instead of", exact)
            expect(len(repr(found).partition(".")[2]) <= 7 or "e" in repr(found), "decimals of", found)
        # A place may have several changes, so a change has no Feature id.
        found = feature["properties"]
        expect(feature.get("id", found["id"]) == found["id"] and ("id" in feature) == ("what" not in found), "Feature id")
        for key in ("old_latitude", "old_longitude"):
            found.pop(key, None)
        expect(found == row, "properties", found, "instead of", row)


def check_geojson(path, listed):
    text, load = read_json(path)
    value = load(text)
    expect(value["type"] == "FeatureCollection" and value["sources"], "no collection with sources")
    check_features(value["features"], listing(listed))


def check_sequence(path, listed, mark):
    text, load = read_json(path)
    lines = text.split("\n")
    expect(lines.pop() == "", "the last line has no end")
    for line in lines:
        expect(line.startswith(mark + '{"type":"Feature"'), "line begins with", repr(line[:20]))
    check_features([load(line[len(mark):]) for line in lines], listing(listed))


def cell(value):
    """A value in the form of geocli's CSV."""
    if value is None:
        return ""
    if isinstance(value, list):
        return " ".join(value)
    return json.dumps(value) if isinstance(value, bool) else value if isinstance(value, str) else repr(value)


def one_line(text):
    """The text in TSV: a row is one line, and no character moves a cursor or changes the text's direction."""
    kept = ""
    for c in text:
        if c in "\t\n\x0b\x0c\r\x85\u2028\u2029":
            kept += " "
        elif not (ord(c) < 0x20 or 0x7F <= ord(c) <= 0x9F or c in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
                  or "\u2066" <= c <= "\u2069"):
            kept += c
    return kept


# Whether a spreadsheet may read a text as a number, a date, a time or a truth value.
VALUE_LIKE = re.compile(r"[-+\d.,:/%\s]*\d[-\d.,:/%\s]*(?:[eE][-+]?\d+)?|true|false", re.IGNORECASE)


def check_table(path, listed, kind):
    with open(path, "rb") as file:
        data = file.read()
    if kind == "excel":
        expect(data[:3] == b"\xef\xbb\xbf", "no byte order mark")
        expect(data.endswith(b"\r\n"), "no CRLF")
        data = data[3:]
    text = data.decode("utf-8")
    if kind == "tsv":
        rows = [line.split("\t") for line in text.split("\n")[:-1]]
    else:
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    keys, rows = rows[0], rows[1:]
    wanted = listing(listed)
    expect(len(rows) == len(wanted), len(rows), "rows instead of", len(wanted))
    for row, other in zip(rows, wanted):
        for key, found in zip(keys, row):
            exact = cell(other[key])
            if key in ("latitude", "longitude") and exact:
                expect(float(found) == other[key], key, found, "instead of", exact)
                continue
            if kind == "excel" and key == "phone" and exact:
                # The same digits with the zero of the area code, and hyphens.
                expect("-" in found and found.replace("-", "") in ("0" + exact[3:], exact[3:]), key, found, exact)
                continue
            if kind == "tsv":
                exact = one_line(exact)
            elif isinstance(other[key], (str, list)) and key not in ("phone", "ref", "kind") and exact[:1] in tuple("=+-@\t"):
                exact = "'" + exact
            elif kind == "excel" and isinstance(other[key], str) and VALUE_LIKE.fullmatch(exact):
                # Digits must stay text. If a spreadsheet only may read a text as a value, the apostrophe is optional.
                exact = "'" + exact if exact.isdigit() or found[:1] == "'" else exact
            expect(found == exact, key, repr(found), "instead of", repr(exact))
        expect(len(row) == len(keys), len(row), "cells")


# Metres


def check_plane(package, table, listed):
    from osgeo import osr

    wanted = listing(listed)
    plane, degrees = osr.SpatialReference(), osr.SpatialReference()
    plane.ImportFromEPSG(5186)
    degrees.ImportFromEPSG(4326)
    for system in (plane, degrees):
        system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    way = osr.CoordinateTransformation(plane, degrees)
    rows, types, _ = table_of(package, "places")
    expect("x" not in types and "latitude" not in types, "columns", list(types))
    with open(table, encoding="utf-8", newline="") as file:
        cells = list(csv.DictReader(file))
    expect(cells and "latitude" not in cells[0], "columns", list(cells[0]))
    compare([int(row["id"]) for row in cells], [row["id"] for row in rows], "ids")
    for row, text, other in zip(rows, cells, wanted):
        if other["latitude"] is None:
            expect(row["geom"] is None and text["x"] == text["y"] == "", "a point from nowhere", row["id"])
            continue
        system, x, y = decoded(row["geom"])
        expect(system == 5186, "system", system)
        for east, north in ((x, y), (float(text["x"]), float(text["y"]))):
            longitude, latitude, _ = way.TransformPoint(east, north)
            metres = math.hypot(
                (longitude - other["longitude"]) * 111320 * math.cos(math.radians(latitude)),
                (latitude - other["latitude"]) * 111320)
            expect(metres < 0.001, "off by", metres, "m:", row["id"])
    validate(package)


def main(kind, *paths):
    if kind in ("gpkg", "kml"):
        (check_gpkg if kind == "gpkg" else check_kml)(*paths)
    elif kind == "geojson":
        check_geojson(*paths)
    elif kind in ("geojsonseq", "rs"):
        check_sequence(*paths, "\x1e" if kind == "rs" else "")
    elif kind == "plane":
        check_plane(*paths)
    else:
        check_table(*paths, kind)
    print("\n".join(problems[:50]))
    sys.exit(1 if problems else 0)


main(*sys.argv[1:])
