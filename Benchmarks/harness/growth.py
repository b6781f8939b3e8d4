"""The growth of time and memory with the number of rows. Measures geocli alone."""

import math
import pathlib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from . import chart, database, memory, notes
from .bench import Bench, copy_catalog
from .child import Failed
from .figures import duration
from .ingest import Ingest
from .points import SEOUL, WORLD, Extent
from .series import Sample, Step
from .workspace import Unavailable, say

SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
QUERIES, BOXES = 2_000, 200

Task = tuple[str, int, Step]
"""The name, the number of rows or queries, and the step that processes them."""
Growth = dict[str, dict[int, "Cost"]]
"""The cost of one row or query, by task and size."""


class Cost(NamedTuple):
    """The seconds for one row or query, the number of them, and the peak of the process in kB."""

    seconds: float
    count: int
    peak_kb: int


def measure(bench: Bench, sizes: Sequence[int]) -> Growth:
    """Measures every task at every size; tasks that can't run are listed by name."""
    growth: Growth = {}
    for size in sizes:
        for tasks in (_index, _passes, _catalog, _answers, _ingest):
            sized = Bench(bench.workspace, bench.equipment, size, bench.rounds)
            try:
                for name, count, step in tasks(sized):
                    rounds = bench.rounds if size < 10_000_000 else 1
                    samples = [step() for _ in range(rounds)]
                    best = min(sample.seconds for sample in samples) / count
                    cost = Cost(best, count, max(sample.peak_kb for sample in samples))
                    growth.setdefault(name, {})[size] = cost
                    say(f"{size:>10,}  {name}: {duration(best)}, {cost.peak_kb / 1000:.0f} MB")
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
    yield "GeoPackage export, a row", bench.size, bench.process(
        geocli, "export", "-q", "--db", catalog, "-o", bench.work / "growth.gpkg"
    )
    yield "verify, a row", bench.size, bench.process(geocli, "verify", "--db", catalog)
    yield ("nearest 10 from SQLite", QUERIES, database.ours(bench, "nearest", bench.catalog_queries(QUERIES)))
    yield ("box with about 1000 hits from SQLite", BOXES, database.ours(bench, "box", bench.catalog_boxes(BOXES, 1000)))


def _answers(bench: Bench) -> Iterator[Task]:
    """Commands from process start, and a correction, each many times in turn with the others."""
    geocli = bench.ours("geocli")
    catalog = bench.work / "answers.sqlite"
    copy_catalog(bench.catalog(), catalog)
    here, box = "37.5663,126.9779", _box(bench)
    commands = {
        "near": ["near", here],
        "near, 1 in 100 rows": ["near", here, "--kind", "other"],
        "bbox, 10 rows": ["bbox", box, "--limit", "10"],
        "list of a district, 10 rows": ["list", "--district", "mapo", "--limit", "10"],
        "search, 10 rows": ["search", "책방 온", "--limit", "10"],
        "search, nearest first, 10 rows": ["search", "책방", "--near", here, "--limit", "10"],
        "show": ["show", "1"],
        "status": ["status"],
        "issues": ["issues", "--limit", "10"],
        "cluster, one zoom and box": ["cluster", "--zoom", "16", "--bbox", box, "--limit", "10"],
    }
    for name, words in commands.items():
        yield f"{name}, from process start", 1, _several(bench.process(geocli, *words, "--db", catalog))
    yield "cluster, one zoom, a row", bench.size, bench.process(
        geocli, "cluster", "--zoom", "14", "--format", "csv", "--db", catalog, stdout=bench.work / "growth.csv"
    )
    yield "plot, a row", bench.size, bench.process(geocli, "plot", "-q", "--db", catalog, "-o", bench.work / "plot.svg")
    add = ["corrections", "add", "1", "phone=02-123-4567", "--because", "a test", "--source", "https://example.org/", "-q", "--db", catalog]
    yield "corrections add, from process start", 1, bench.process(geocli, *add)


def _several(step: Step) -> Step:
    """The best of twenty, because a single start of a process varies too much; of fewer, if twenty take too long."""

    def best() -> Sample:
        samples: list[Sample] = []
        while len(samples) < 20 and sum(sample.seconds for sample in samples) < 5:
            samples.append(step())
        return Sample(min(sample.seconds for sample in samples), max(sample.peak_kb for sample in samples))

    return best


def _box(bench: Bench) -> str:
    """A box around the middle of Seoul; it gets smaller as the catalog gets larger."""
    half = 0.02 / math.sqrt(max(1, bench.size / 1000))
    return f"{126.9779 - half:.6f},{37.5663 - half:.6f},{126.9779 + half:.6f},{37.5663 + half:.6f}"


# The page


def section(growth: Growth, facts: Sequence[str], command: str, picture: pathlib.Path) -> str:
    """The section of docs/performance.md; the picture is written beside the page."""
    seconds = {name: {size: cost.seconds for size, cost in costs.items()} for name, costs in growth.items()}
    picture.write_text(chart.lines(seconds, "Time for a row or a question, by number of rows"), encoding="utf-8")
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
            "",
            notes.BENDS,
        ]
    )


def table(growth: Mapping[str, Mapping[int, Cost]]) -> str:
    sizes = sorted({size for costs in growth.values() for size in costs})
    heads = [f"{size:,}" for size in sizes] + ["exponent", "memory"]
    lines = ["| time for one | " + " | ".join(heads) + " |", "| --- |" + " ---: |" * len(heads)]
    for name, costs in growth.items():
        cells = [duration(costs[size].seconds) if size in costs else "–" for size in sizes]
        cells += [_exponent(costs), " – ".join(_memory(costs[size]) for size in (min(costs), max(costs)))]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _exponent(costs: Mapping[int, Cost]) -> str:
    """The exponent of the whole time between the two largest sizes: 1 if the time grows like the number of rows."""
    if len(costs) < 2:
        return "–"
    former, last = sorted(costs)[-2:]
    whole = [costs[size].seconds * costs[size].count for size in (former, last)]
    return f"{math.log(whole[1] / whole[0]) / math.log(last / former):.2f}"


def _memory(cost: Cost) -> str:
    return f"{cost.peak_kb / 1000:.0f} MB"
