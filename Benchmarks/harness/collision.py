"""The collision pass for all zooms, and its memory."""

from collections.abc import Iterator
from functools import partial

from . import agree
from .bench import Bench
from .child import Failed
from .memory import BOOST
from .points import EXTENTS, SEOUL, Extent
from .rows import Row, Sense
from .series import Sample, Series, Step, interleaved
from .stored import STORED_SECONDS, StandIn, stand_in
from .workspace import Unavailable, say

# Our pass runs for zooms 0 to 22, pysupercluster's for zooms 0 to 16.
OUR_ZOOMS, THEIR_ZOOMS = 23, 17
# The goals on a machine where pysupercluster needs exactly its stored time; on other machines they are scaled.
GOAL_SECONDS = {"seoul": 1.5, "world": 8.0}


def _rows(bench: Bench, extent: Extent) -> Iterator[Row]:
    ours = bench.program(bench.ours("collision-bench"), bench.points(extent), "levels", "--zooms", "0-22")
    peer = _peer(bench, extent)
    if peer is None:
        (mine,) = interleaved(bench.rounds, bench.size, ("geocli", ours))
        yield from _against_stored(bench, extent, mine)
        return
    mine, other = interleaved(bench.rounds, bench.size, ("geocli", ours), ("pysupercluster", peer))
    yield from _against(extent, mine, other, "")
    task = f"clusters {extent.name}"
    found = stand_in(task, "supercluster", bench.size, other, task, "pysupercluster")
    yield _against_javascript(extent, mine, found)


def _peer(bench: Bench, extent: Extent) -> Step | None:
    try:
        words = (*bench.script("supercluster_peer.py", "numpy", "pysupercluster"), bench.points(extent))
        counted = bench.run(*words).report()["counted"]
    except (Unavailable, Failed) as reason:
        say(f"left out: {reason}")
        return None
    agree.require(counted == bench.size, f"pysupercluster counts {counted} of {bench.size} points")
    return bench.program(*words)


def _against(extent: Extent, mine: Series, other: Series, remark: str) -> Iterator[Row]:
    goal = GOAL_SECONDS[extent.name] / STORED_SECONDS[f"clusters {extent.name}"]["pysupercluster"]
    yield Row(
        "collision", f"collision pass, all zooms, {extent.name}", "markers", Sense.TIME, mine, other, goal, remark
    )
    yield Row(
        "collision-zoom",
        f"collision pass, a zoom, {extent.name}",
        "markers",
        Sense.TIME,
        _a_zoom(mine, OUR_ZOOMS),
        _a_zoom(other, THEIR_ZOOMS),
        0.9,
        remark,
    )
    if other.peak_kb:
        yield Row(
            "collision-memory",
            f"memory of the pass, {extent.name}",
            "markers",
            Sense.MEMORY,
            mine,
            other,
            1.2,
            "whole processes",
        )


def _a_zoom(series: Series, zooms: int) -> Series:
    return Series(series.name, series.count, [Sample(one.seconds / zooms, one.peak_kb) for one in series.samples])


def _against_javascript(extent: Extent, mine: Series, found: StandIn) -> Row:
    return Row(
        "collision",
        f"collision pass, all zooms, {extent.name}",
        "markers",
        Sense.TIME,
        mine,
        found.series,
        None,
        found.remark,
    )


def _against_stored(bench: Bench, extent: Extent, mine: Series) -> Iterator[Row]:
    """For a machine without pysupercluster: uses its stored figure, scaled by the time in which Boost builds its tree
    here."""
    points, queries = bench.points(SEOUL), bench.queries(SEOUL, 100)
    (build,) = interleaved(bench.rounds, bench.size, (BOOST.name, BOOST.step(bench, "build", points, queries)))
    found = stand_in(f"clusters {extent.name}", "pysupercluster", bench.size, build, "build", BOOST.word)
    yield from _against(extent, mine, found.series, found.remark)


PARTS = tuple(partial(_rows, extent=extent) for extent in EXTENTS)
