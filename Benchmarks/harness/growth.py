"""The growth of the time per row, or per query, with the number of rows. Measures geocli alone, on one thread."""

import pathlib
from collections.abc import Iterator, Mapping, Sequence

from . import chart, database, memory, notes
from .bench import Bench
from .child import Failed
from .figures import duration
from .ingest import Ingest
from .points import SEOUL, WORLD, Extent
from .series import Step
from .workspace import Unavailable, say

SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
QUERIES, BOXES = 2_000, 200

Task = tuple[str, int, Step]
"""The name, the number of rows or queries, and the step that processes them."""
Growth = dict[str, dict[int, float]]
"""Seconds for one row or query, by task and size."""


def measure(bench: Bench, sizes: Sequence[int]) -> Growth:
    """Measures every task at every size; tasks that can't run are listed by name."""
    growth: Growth = {}
    for size in sizes:
        for tasks in (_index, _passes, _catalog, _ingest):
            sized = Bench(bench.workspace, bench.equipment, size, bench.rounds)
            try:
                for name, count, step in tasks(sized):
                    rounds = bench.rounds if size < 10_000_000 else 1
                    best = min(step().seconds for _ in range(rounds)) / count
                    growth.setdefault(name, {})[size] = best
                    say(f"{size:>10,}  {name}: {duration(best)}")
            except (Unavailable, Failed) as reason:
                say(f"left out at {size:,}: {reason}")
    return growth


def _index(bench: Bench) -> Iterator[Task]:
    points = bench.points(SEOUL)
    yield "index build, a point", bench.size, memory.ours(bench, "build", points, bench.queries(SEOUL, QUERIES))
    for extent in (SEOUL, WORLD):
        yield (
            f"nearest 10 in memory, {extent.name}",
            QUERIES,
            memory.ours(bench, "nearest", bench.points(extent), bench.queries(extent, QUERIES), "--repeats", "2"),
        )
    yield (
        "box with about 1000 hits in memory",
        BOXES,
        memory.ours(bench, "box", points, bench.boxes(SEOUL, BOXES), "--repeats", "2"),
    )
    yield (
        "count within 1 km, seoul",
        BOXES,
        memory.ours(bench, "count1km", points, bench.queries(SEOUL, BOXES), "--repeats", "2"),
    )


def _passes(bench: Bench) -> Iterator[Task]:
    for extent in (SEOUL, WORLD):
        yield f"collision pass, all zooms, {extent.name}, a marker", bench.size, _collision(bench, extent)


def _collision(bench: Bench, extent: Extent) -> Step:
    return bench.program(bench.ours("collision-bench"), bench.points(extent), "levels", "--zooms", "0-22")


def _ingest(bench: Bench) -> Iterator[Task]:
    ingest = Ingest(bench)
    yield "ingest, search index left out, a row", bench.size, ingest.without_search
    yield "ingest, everything, a row", bench.size, ingest.whole
    yield "ingest of a night with 0.5 % changes, a row", bench.size, ingest.second_night


def _catalog(bench: Bench) -> Iterator[Task]:
    geocli, catalog = bench.ours("geocli"), bench.catalog()
    yield (
        "GeoJSON export, a row",
        bench.size,
        bench.process(geocli, "export", "-q", "--db", catalog, "-o", bench.work / "growth.geojson"),
    )
    yield ("near from process start", 1, bench.process(geocli, "near", "37.5663,126.9779", "--db", catalog))
    yield ("nearest 10 from SQLite", QUERIES, database.ours(bench, "nearest", bench.catalog_queries(QUERIES)))
    yield ("box with about 1000 hits from SQLite", BOXES, database.ours(bench, "box", bench.catalog_boxes(BOXES, 1000)))


# The page


def section(growth: Growth, facts: Sequence[str], command: str, picture: pathlib.Path) -> str:
    """The section of docs/performance.md; the picture is written beside the page."""
    picture.write_text(chart.lines(growth, "Time for a row or a question, by number of rows"), encoding="utf-8")
    return "\n".join(
        [
            *(f"- {fact}" for fact in facts),
            f"- command: `{command}`",
            "",
            notes.GROWTH,
            "",
            f"![Seconds for one, by number of rows]({picture.name})",
            "",
            table(growth),
        ]
    )


def table(growth: Mapping[str, Mapping[int, float]]) -> str:
    sizes = sorted({size for points in growth.values() for size in points})
    lines = ["| time for one | " + " | ".join(f"{size:,}" for size in sizes) + " |", "| --- |" + " ---: |" * len(sizes)]
    for name, points in growth.items():
        cells = [duration(points[size]) if size in points else "–" for size in sizes]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
