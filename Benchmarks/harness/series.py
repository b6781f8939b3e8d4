"""Repeated measurements and their statistics."""

import os
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Step = Callable[[], "Sample"]


@dataclass(frozen=True)
class Sample:
    """One repetition: its duration, and the peak memory of the process."""

    seconds: float
    peak_kb: int


@dataclass
class Series:
    """All repetitions of one program at one task."""

    name: str
    count: int
    """Rows, points or queries in each repetition."""
    samples: list[Sample] = field(default_factory=list)

    @property
    def minimum(self) -> float:
        return min(sample.seconds for sample in self.samples)

    @property
    def median(self) -> float:
        return statistics.median(sample.seconds for sample in self.samples)

    @property
    def maximum(self) -> float:
        return max(sample.seconds for sample in self.samples)

    @property
    def peak_kb(self) -> int:
        return max(sample.peak_kb for sample in self.samples)

    def as_dict(self) -> dict[str, object]:
        return {
            "name": self.name,
            "count": self.count,
            "peak_kb": self.peak_kb,
            "seconds": [round(sample.seconds, 6) for sample in self.samples],
        }


def interleaved(rounds: int, count: int, *contenders: tuple[str, Step], settles: bool = False) -> list[Series]:
    """Runs all contenders in turn, `rounds` times: a temporary disturbance of the machine affects all of them."""
    return rotated(rounds, [(name, count, step) for name, step in contenders], settles=settles)


def rotated(rounds: int, contenders: Sequence[tuple[str, int, Step]], *, settles: bool = False) -> list[Series]:
    """Runs in turn contenders that answer different numbers of queries.

    With `settles`, each contender waits until the system has written out what the previous contender left in its
    buffers, so that these writes don't slow it down.
    """
    series = [Series(name, count) for name, count, _ in contenders]
    for _ in range(rounds):
        for one, (_, _, step) in zip(series, contenders):
            if settles:
                os.sync()
            one.samples.append(step())
    return series
