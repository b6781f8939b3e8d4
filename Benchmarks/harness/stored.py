"""Figures of peers measured earlier, at a million points on two cores of an Intel Xeon, one thread.

If a peer is not available, its stored figure is used. It is scaled by the ratio of another peer's time here to its
stored time: a machine that is twice as fast halves both. A row that uses a stored figure says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .series import Sample, Series

STORED_SIZE = 1_000_000

# Seconds by task and peer: for a million points or rows, or for one query.
STORED_SECONDS = {
    "build": {"geoindex-rs": 0.22, "boost": 0.26, "pykdtree": 0.29, "scipy": 0.35, "shapely": 0.9},
    "nearest seoul": {"nanoflann": 1 / 204_000, "pykdtree": 1 / 178_000, "scipy": 1 / 141_000},
    "nearest world": {"nanoflann": 1 / 235_000, "pykdtree": 1 / 132_000, "scipy": 1 / 188_000},
    "box seoul": {"boost": 1 / 80_000, "geoindex-rs": 1 / 67_000},
    "clusters seoul": {"pysupercluster": 0.76, "supercluster": 1.2},
    "clusters world": {"pysupercluster": 5.1, "supercluster": 10.8},
}
# The tasks whose figure is for a million points at once; the others are for one query.
_WHOLES = ("build", "clusters seoul", "clusters world")
STORED_PEAK_KB = {"supercluster": 879_000}


@dataclass(frozen=True)
class StandIn:
    """A stored figure as a series of one sample, and the remark that says so."""

    series: Series
    remark: str


def seconds(task: str, peer: str, count: int) -> float:
    """The stored time of `count` points or queries."""
    return STORED_SECONDS[task][peer] * (count / STORED_SIZE if task in _WHOLES else count)


def stand_in(task: str, peer: str, count: int, reference: Series, reference_task: str, reference_peer: str) -> StandIn:
    """The stored figure of a peer, scaled by the ratio of `reference`'s time here to its stored time."""
    scale = reference.minimum / seconds(reference_task, reference_peer, reference.count)
    peak = STORED_PEAK_KB.get(peer, 0) if count == STORED_SIZE else 0
    series = Series(f"{peer} (stored)", count, [Sample(seconds(task, peer, count) * scale, peak)])
    ratio = f"the ratio of {reference.name}'s time here to its stored time"
    return StandIn(series, f"stored figure × {scale:.2f}, {ratio} ({reference_task})")


def stand_in_among(task: str, peer: str, count: int, measured: Mapping[str, Series]) -> StandIn | None:
    """The stored figure of `peer`, scaled by the first of the `measured` peers that has a stored figure for this task;
    None if none of them has one."""
    for word, series in measured.items():
        if word in STORED_SECONDS[task]:
            return stand_in(task, peer, count, series, task, word)
    return None
