"""What a thousand corrections, links and landmarks add to a catalog of one feed without any."""

import csv
import json
import pathlib
import sqlite3
from collections.abc import Iterator

from . import agree, points
from .bench import Bench, copy_catalog, fold_log
from .rows import Row, Sense
from .series import Sample, Series, Step, rotated

MOST = 1000
ROUNDS = 50
HITS = 20
FEED = "seoul-bookstores"
LANDMARKS = """\
id = "bench-landmarks"
role = "landmarks"
title = { ko = "기준점", en = "Landmarks" }
noun = { ko = "역", en = "station" }
publisher = "made up"
license = "made up"
kind = "station"

[pages]
format = "csv"
encoding = "UTF-8"
delimiter = ","
header = true

[fields]
id = "id"
name = "name"

[point]
x = "longitude"
y = "latitude"
crs = "EPSG:4326"
area = [124.0, 33.0, 132.0, 39.5]
"""

Shop = tuple[str, str, str, str, str, float, float]


def _rows(bench: Bench) -> Iterator[Row]:
    alone, attached = bench.catalog(), _attached(bench)
    geocli = bench.ours("geocli")
    west, south, east, north = points.read(bench.catalog_boxes(1, HITS))
    longitude, latitude = points.read(bench.catalog_queries(1))
    for title, words in (
        ("near", ("near", f"{latitude!r},{longitude!r}")),
        ("bbox", ("bbox", f"{west!r},{south!r},{east!r},{north!r}")),
        ("search", ("search", "책방 온", "--limit", "10")),
    ):
        steps = [
            (name, 1, bench.process(geocli, *words, "--feed", FEED, "--db", catalog))
            for name, catalog in (("geocli", attached), ("geocli, one feed alone", alone))
        ]
        yield _row(f"{title} from process start", "runs", *rotated(ROUNDS, steps))
    for title, step in (("GeoJSON export to disk", _export), ("ingest of a night with 0.5 % changes", _night)):
        steps = [
            (name, bench.size, step(bench, catalog))
            for name, catalog in (("geocli", attached), ("geocli, one feed alone", alone))
        ]
        yield _row(title, "rows", *rotated(bench.heavy_rounds, steps, settles=True))


def _row(title: str, unit: str, ours: Series, peer: Series) -> Row:
    title = f"{title}, with corrections, links and landmarks"
    return Row("attached", title, unit, Sense.TIME, ours, peer)


def _export(bench: Bench, catalog: pathlib.Path) -> Step:
    output = bench.work / "attached.geojson"
    return bench.process(bench.ours("geocli"), "export", "-q", "--feed", FEED, "--db", catalog, "-o", output)


def _night(bench: Bench, catalog: pathlib.Path) -> Step:
    copy = bench.work / "attached.night.sqlite"
    night = bench.process(bench.ours("geocli"), "ingest", bench.feed_pages() / "second", "-q", "--db", copy)

    def step() -> Sample:
        copy_catalog(catalog, copy)
        return night()

    return step


def _attached(bench: Bench) -> pathlib.Path:
    """A copy of the catalog with corrections of some shops, links of others, and landmarks at the points of others."""
    path = bench.work / "attached.sqlite"
    copy_catalog(bench.catalog(), path)
    count = min(MOST, bench.size // 8)
    corrected, linked, near = _shops(path, count)
    records = [{"format": "geocli corrections 2"}, *map(_correction, corrected)]
    corrections = bench.work / "attached.jsonl"
    corrections.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))
    declaration = bench.work / "attached.toml"
    declaration.write_text(LANDMARKS)
    geocli, db = bench.ours("geocli"), ("-q", "--db", path)
    bench.run(geocli, "corrections", "import", corrections, *db)
    columns = ("id", "name", "address", "phone", "longitude", "latitude")
    names = [f"--{key}={column}" for key, column in zip(("id", "name", "address", "phone", "lon", "lat"), columns)]
    places = _table(bench.work / "attached.places.csv", columns, [shop[:1] + shop[2:] for shop in linked])
    bench.run(geocli, "ingest", places, *names, "--feed", "bench-places", *db)
    rows = [(str(number), f"역{number}", *shop[-2:]) for number, shop in enumerate(near)]
    stations = _table(bench.work / "attached.landmarks.csv", ("id", "name", "longitude", "latitude"), rows)
    bench.run(geocli, "ingest", stations, "--feed", declaration, *db)
    with sqlite3.connect(path) as catalog:
        for table in ("correction", "link", "landmark"):
            (found,) = catalog.execute(f"SELECT count(*) FROM {table}").fetchone()
            agree.require(found >= count, f"{found} rows of {table} instead of {count}")
    catalog.close()
    fold_log(path)
    return path


def _shops(catalog: pathlib.Path, count: int) -> list[list[Shop]]:
    """Three times `count` shops with a phone and a point, spread over the catalog."""
    with sqlite3.connect(f"file:{catalog}?mode=ro", uri=True) as db:
        found = db.execute(
            "SELECT feed_id, name, name, address, phone, longitude, latitude FROM place "
            "WHERE phone IS NOT NULL AND latitude IS NOT NULL AND address IS NOT NULL "
            "AND id % (SELECT max(1, max(id) / ?) FROM place) = 0 ORDER BY id LIMIT ?",
            (5 * count, 3 * count),
        ).fetchall()
    db.close()
    agree.require(len(found) == 3 * count, f"{len(found)} shops with a phone and a point")
    return [found[part::3] for part in range(3)]


def _correction(shop: Shop) -> dict[str, object]:
    return {
        "correction": 1,
        "ref": f"{FEED}/{shop[0]}",
        "field": "name",
        "seen": shop[1],
        "value": f"{shop[1]} 본점",
        "state": "applied",
        "because": "made up",
        "source": "https://example.org/",
        "author": "bench",
        "day": "2026-11-20",
    }


def _table(path: pathlib.Path, columns: tuple[str, ...], rows: list) -> pathlib.Path:
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(rows)
    return path


PARTS = (_rows,)
