"""The export of all places as GeoJSON."""

import json
import os
import pathlib
import subprocess
from collections.abc import Iterator
from typing import TextIO

from . import agree
from .bench import Bench
from .child import Failed
from .rows import Row, Sense
from .series import Sample, Series, Step, rotated
from .workspace import PEERS, Unavailable, say

MEMORY_GOAL_KB = 30_000
# ogr2ogr takes several times as long as the other peers, so it runs only once.
SLOW = "ogr2ogr"


def _rows(bench: Bench) -> Iterator[Row]:
    ours = bench.work / "ours.geojson"
    step = bench.process(bench.ours("geocli"), "export", "-q", "--db", bench.catalog(), "-o", ours)
    step()
    checked = _check(bench, ours)
    steps = _peers(bench)
    fast = [("geocli", bench.size, step), *((name, bench.size, peer) for name, peer, _ in steps if name != SLOW)]
    mine, *others = rotated(bench.rounds, fast, settles=True)
    others += rotated(1, [(name, bench.size, peer) for name, peer, _ in steps if name == SLOW])
    for (name, _, output), other in zip(steps, others):
        goal = 1.0 if name != SLOW else None
        agree.require(_features(output, name) == bench.size, f"{name} has lost features")
        yield Row("export", "GeoJSON export to disk, synced", "rows", Sense.SPEED, mine, other, goal, checked)
    limit = Series("30 MB", mine.count, [Sample(mine.minimum, MEMORY_GOAL_KB)])
    yield from _piped(bench)
    yield Row("export-memory", "memory of the export", "rows", Sense.MEMORY, mine, limit, 1.0, "the goal is a figure")


def _piped(bench: Bench) -> Iterator[Row]:
    """The same to a pipe, which another process empties."""
    pipe = bench.work / "export.pipe"
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)

    def emptied(step: Step) -> Step:
        def both() -> Sample:
            with subprocess.Popen(["cat", pipe], stdout=subprocess.DEVNULL):
                return step()

        return both

    try:
        script = bench.script("geojson_duckdb.py", "duckdb")
    except Unavailable:
        return
    ours = bench.process(bench.ours("geocli"), "export", "-q", "--db", bench.catalog(), "--format", "geojson", stdout=pipe)
    theirs = bench.program(*script, "export", bench.work / "export.duckdb", pipe)
    steps = [("geocli", bench.size, emptied(ours)), ("DuckDB", bench.size, emptied(theirs))]
    mine, other = rotated(bench.rounds, steps, settles=True)
    checked = "the tests compare the bytes with those of one thread"
    yield Row("export-pipe", "GeoJSON export to a pipe", "rows", Sense.SPEED, mine, other, 1.0, checked)


def _peers(bench: Bench) -> list[tuple[str, Step, pathlib.Path]]:
    """The peers that run here; each has run once."""
    able = []
    for name, prepare in (("sqlite3 json_object", _sqlite), ("DuckDB", _duckdb), (SLOW, _ogr)):
        try:
            step, output = prepare(bench)
            step()
            able.append((name, step, output))
        except (Unavailable, Failed, FileNotFoundError) as reason:
            say(f"left out: {name}: {reason}")
    return able


def _sqlite(bench: Bench) -> tuple[Step, pathlib.Path]:
    output = bench.work / "sqlite.geojsonl"
    script = PEERS / "geojson_sqlite.sql"
    return bench.process("sqlite3", "-readonly", bench.catalog(), f".read '{script}'", stdout=output), output


def _duckdb(bench: Bench) -> tuple[Step, pathlib.Path]:
    script = bench.script("geojson_duckdb.py", "duckdb")
    database, output = bench.work / "export.duckdb", bench.work / "duckdb.geojsonl"
    bench.run(*script, "load", bench.catalog(), database)
    return bench.program(*script, "export", database, output), output


def _ogr(bench: Bench) -> tuple[Step, pathlib.Path]:
    """Exports with ogr2ogr from a GeoPackage, the format that it reads best."""
    package, output = bench.work / "export.gpkg", bench.work / "ogr.geojson"
    bench.run(bench.ours("geocli"), "export", "-q", "--db", bench.catalog(), "-o", package)
    convert = bench.process("ogr2ogr", "-f", "GeoJSON", output, package, "places")

    def again() -> Sample:
        output.unlink(missing_ok=True)
        return convert()

    return again, output


def _features(path: pathlib.Path, name: str) -> int:
    if name == SLOW:
        with path.open(encoding="utf-8") as file:
            return sum(line.startswith('{ "type": "Feature",') for line in file)
    with path.open("rb") as file:
        return sum(1 for _ in file)


def _check(bench: Bench, path: pathlib.Path) -> str:
    """Reads our file with Python's JSON reader: a small file at once, a large one a feature at a time."""
    with path.open(encoding="utf-8") as file:
        count = len(json.load(file)["features"]) if bench.size <= 100_000 else _count_lines(file)
    agree.require(count == bench.size, f"the export has {count} features of {bench.size}")
    return "every feature read by Python's JSON reader"


def _count_lines(file: TextIO) -> int:
    """Counts the features line by line, because the whole file would take gigabytes in Python. Each line holds one
    feature, except the first and the last."""
    lines = (line.strip().rstrip(",") for line in file)
    return sum(
        json.loads(line)["geometry"]["type"] == "Point" for line in lines if line.startswith('{"type":"Feature",')
    )


PARTS = (_rows,)
