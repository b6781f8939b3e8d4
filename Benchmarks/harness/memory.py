"""The index in memory: build, nearest, boxes, counts, two cores, and memory."""

import os
import pathlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from . import agree
from .bench import Bench
from .child import Failed
from .database import EXACT_SAMPLE, exactly
from .points import EXTENTS, SEOUL, WORLD, Extent
from .rows import Row, Sense
from .series import Series, Step, rotated
from .stored import stand_in_among
from .workspace import Unavailable, say

QUERIES = 20_000
BOXES = 2_000
COUNTS = {"seoul": 500, "world": 5_000}
# Counts may differ by this share. A point near the edge of a circle may be inside it on the ellipsoid, but outside it
# with chords or on a sphere, or the reverse.
COUNT_SHARE = 0.02


@dataclass(frozen=True)
class Peer:
    """One library that Benchmarks/peers/index_peers.cpp or .py runs; both accept `--peer NAME`."""

    name: str
    word: str
    tasks: tuple[str, ...]
    package: str | None = None
    """The package on PyPI; none for C++."""
    source: str = "index_peers.py"

    def step(self, bench: Bench, task: str, points: pathlib.Path, queries: pathlib.Path, *options: str) -> Step:
        program = (
            [bench.peer("index_peers")] if self.package is None else bench.script(self.source, "numpy", self.package)
        )
        return bench.program(*program, points, queries, task, "--peer", self.word, *options)


NANOFLANN = Peer("nanoflann", "nanoflann", ("build", "nearest", "count1km"))
BOOST = Peer("Boost packed R-tree", "boost", ("build", "box"))
GEOINDEX = Peer("geoindex-rs", "geoindex-rs", ("build", "box"), "geoindex-rs")
SCIPY = Peer("scipy cKDTree", "scipy", ("build", "nearest", "count1km"), "scipy")
PYKDTREE = Peer("pykdtree", "pykdtree", ("build", "nearest"), "pykdtree")
SHAPELY = Peer("shapely STRtree", "shapely", ("build", "box"), "shapely", "shapely_peer.py")
PEERS = (NANOFLANN, BOOST, GEOINDEX, SCIPY, PYKDTREE, SHAPELY)


def ours(bench: Bench, task: str, points: pathlib.Path, queries: pathlib.Path, *options: str) -> Step:
    return bench.program(bench.ours("index-bench"), points, queries, task, *options)


def _those_that_run(
    bench: Bench, task: str, points: pathlib.Path, queries: pathlib.Path
) -> list[tuple[Peer, pathlib.Path]]:
    """The peers that can do the task here, and their answers."""
    able = []
    for peer in PEERS:
        if task not in peer.tasks:
            continue
        path = bench.work / f"{peer.word}.answers"
        path.unlink(missing_ok=True)
        try:
            peer.step(bench, task, points, queries, "--answers", str(path))()
            able.append((peer, path))
        except (Unavailable, Failed) as reason:
            say(f"left out: {peer.name} at {task}: {reason}")
    return able


def _compared(
    bench: Bench, task: str, points: pathlib.Path, queries: pathlib.Path, count: int, peers: list[Peer]
) -> list[Series]:
    """Measures ours and the peers in turn; ours first."""
    repeats = ("--repeats", "2")
    contenders = [("geocli", count, ours(bench, task, points, queries, *repeats))]
    contenders += [(peer.name, count, peer.step(bench, task, points, queries, *repeats)) for peer in peers]
    return rotated(bench.rounds, contenders)


def _build(bench: Bench) -> Iterator[Row]:
    points, queries = bench.points(SEOUL), bench.queries(SEOUL, QUERIES)
    peers = [peer for peer, _ in _those_that_run(bench, "build", points, queries)]
    mine, *others = _compared(bench, "build", points, queries, bench.size, peers)
    yield from _beside(
        "build", "index build", Sense.TIME, mine, others, GEOINDEX, "build", {peer.name: "" for peer in peers}
    )
    leanest = min(others, key=lambda series: series.peak_kb, default=None)
    if leanest is not None:
        yield Row(
            "build-memory",
            "memory of the index",
            "points",
            Sense.MEMORY,
            mine,
            leanest,
            1.2,
            "whole processes that build; the leanest peer",
        )


NEAREST_GOALS = {"seoul": 1.0, "world": 1.2}


def _beside(
    task: str,
    title: str,
    sense: Sense,
    mine: Series,
    others: list[Series],
    rival: Peer,
    stored: str,
    remarks: dict[str, str],
    goal: float = 1.0,
) -> Iterator[Row]:
    """A row for each peer. The goal applies to `rival`; if it is not available, its stored figure is used instead."""
    unit = "points" if task == "build" else "queries"
    for series in others:
        yield Row(
            task, title, unit, sense, mine, series, goal if series.name == rival.name else None, remarks[series.name]
        )
    if rival.name not in remarks:
        words = {peer.name: peer.word for peer in PEERS}
        found = stand_in_among(stored, rival.word, mine.count, {words[series.name]: series for series in others})
        if found is None:
            raise Unavailable(f"{title}: {rival.name}, and every peer that could scale its stored figure")
        yield Row(task, title, unit, sense, mine, found.series, goal, found.remark)


def _nearest(bench: Bench, extent: Extent) -> Iterator[Row]:
    points, queries = bench.points(extent), bench.queries(extent, QUERIES)
    path = bench.work / "ours.answers"
    ours(bench, "nearest", points, queries, "--answers", str(path))()
    mine = agree.read_neighbors(path)
    checked = agree.require_exact(f"nearest, {extent.name}", mine[:EXACT_SAMPLE], exactly(bench, points, queries))
    able = _those_that_run(bench, "nearest", points, queries)
    remarks = {
        peer.name: f"{checked}; "
        + agree.require_model(f"nearest, {extent.name}, {peer.name}", mine, agree.read_neighbors(answers))
        for peer, answers in able
    }
    one, *others = _compared(bench, "nearest", points, queries, QUERIES, [peer for peer, _ in able])
    yield from _beside(
        "nearest-memory",
        f"nearest 10 in memory, {extent.name}",
        Sense.SPEED,
        one,
        others,
        NANOFLANN,
        f"nearest {extent.name}",
        remarks,
        NEAREST_GOALS[extent.name],
    )


def _boxes(bench: Bench) -> Iterator[Row]:
    points, queries = bench.points(SEOUL), bench.boxes(SEOUL, BOXES)
    path = bench.work / "ours.answers"
    ours(bench, "box", points, queries, "--answers", str(path))()
    mine = agree.read_counts(path)
    able = _those_that_run(bench, "box", points, queries)
    hits = f"{sum(mine) / len(mine):.0f} hits a box; "
    remarks = {
        peer.name: hits + agree.require_equal_counts(f"box, {peer.name}", mine, agree.read_counts(answers))
        for peer, answers in able
    }
    one, *others = _compared(bench, "box", points, queries, BOXES, [peer for peer, _ in able])
    yield from _beside(
        "box-memory", "box with about 1000 hits in memory", Sense.SPEED, one, others, BOOST, "box seoul", remarks
    )


def _counts(bench: Bench, extent: Extent) -> Iterator[Row]:
    count = COUNTS[extent.name]
    points, queries = bench.points(extent), bench.queries(extent, count)
    path = bench.work / "ours.answers"
    ours(bench, "count1km", points, queries, "--answers", str(path))()
    mine = agree.read_counts(path)
    able = _those_that_run(bench, "count1km", points, queries)
    checked = {
        peer.name: agree.require_close_counts(
            f"count, {extent.name}, {peer.name}", mine, agree.read_counts(answers), COUNT_SHARE
        )
        for peer, answers in able
    }
    one, *others = _compared(bench, "count1km", points, queries, count, [peer for peer, _ in able])
    for series in others:
        yield Row(
            "count",
            f"count within 1 km, {extent.name}",
            "queries",
            Sense.SPEED,
            one,
            series,
            1.0,
            f"{sum(mine) / len(mine):.0f} hits a query; {checked[series.name]}",
        )


def _cores(bench: Bench) -> Iterator[Row]:
    if len(os.sched_getaffinity(0)) < 2:
        raise Unavailable("two cores: this machine lends one")
    points, queries = bench.points(WORLD), bench.queries(WORLD, 10 * QUERIES)
    steps = [
        (name, 10 * QUERIES, ours(bench, "nearest", points, queries, "--repeats", "2", "--threads", threads))
        for name, threads in (("two cores", "2"), ("one core", "1"))
    ]
    two, one = rotated(bench.rounds, steps)
    yield Row("cores", "nearest 10 in memory, two cores compared with one", "queries", Sense.SPEED, two, one, 1.8)


PARTS: Sequence[Callable[[Bench], Iterator[Row]]] = (
    _build,
    *(partial(_nearest, extent=extent) for extent in EXTENTS),
    _boxes,
    *(partial(_counts, extent=extent) for extent in EXTENTS),
    _cores,
)
