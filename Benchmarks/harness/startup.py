"""One query from process start: the time that a user at the shell waits."""

import pathlib
import sqlite3
from collections.abc import Iterator

from . import agree, points
from .bench import Bench, copy_catalog, fold_log
from .rows import Row, Sense
from .series import rotated

ROUNDS = 100
HITS = 20
# The size of the real feed.
SMALL = 600


def _both_sizes(bench: Bench) -> Iterator[Row]:
    for size in dict.fromkeys((SMALL, bench.size)):
        yield from _rows(Bench(bench.workspace, bench.equipment, size, bench.rounds))


def _rows(bench: Bench) -> Iterator[Row]:
    geocli = bench.work / "geocli"
    # Packages have stripped programs, and what is not stripped starts more slowly.
    bench.run("strip", "-o", geocli, bench.ours("geocli"))
    catalog = bench.catalog()
    west, south, east, north = points.read(bench.catalog_boxes(1, HITS))
    longitude, latitude = points.read(bench.catalog_queries(1))
    sql = (
        "SELECT b.name FROM place_rtree r JOIN place b ON b.id = r.id "
        f"WHERE r.west <= {east * 1e7:.0f} AND r.east >= {west * 1e7:.0f} "
        f"AND r.south <= {north * 1e7:.0f} AND r.north >= {south * 1e7:.0f}"
    )
    near = (geocli, "near", f"{latitude!r},{longitude!r}", "--db", catalog)
    box = (geocli, "bbox", f"{west!r},{south!r},{east!r},{north!r}", "--db", catalog)
    shell = ("sqlite3", "-readonly", _with_tree(bench), sql)
    found = [len(bench.run(*words).output.splitlines()) for words in (near, box, shell)]
    agree.require(found[0] == 10, f"near gave {found[0]} rows")
    agree.require(abs(found[1] - found[2]) <= 1 and found[1] > 0, f"bbox gave {found[1]} rows, the shell {found[2]}")
    steps = [
        (name, 1, bench.process(*words))
        for name, words in (
            ("geocli near", near),
            ("geocli bbox", box),
            ("sqlite3 shell, box", shell),
            ("true", ("true",)),
        )
    ]
    one, two, peer, nothing = rotated(ROUNDS, steps)
    floor = f"`true` takes {nothing.minimum * 1000:.2f} ms here"
    for name, series in (("near", one), ("bbox", two)):
        yield Row(
            "startup", f"{name} from process start, {bench.size:,} rows", "runs", Sense.TIME, series, peer, 2.0, floor
        )


def _with_tree(bench: Bench) -> pathlib.Path:
    """A copy of the catalog that also has the packed R*Tree, so the shell opens a file with the same tables."""
    copy = bench.work / "tree.sqlite"
    copy_catalog(bench.catalog(), copy)
    with sqlite3.connect(copy) as db:
        db.execute("ATTACH ? AS packed", (str(bench.packed()),))
        db.execute("CREATE VIRTUAL TABLE place_rtree USING rtree_i32 (id, west, east, south, north)")
        for part in ("node", "rowid", "parent"):
            db.execute(f"DELETE FROM place_rtree_{part}")
            db.execute(f"INSERT INTO place_rtree_{part} SELECT * FROM packed.place_rtree_{part}")
    db.close()
    fold_log(copy)
    return copy


PARTS = (_both_sizes,)
