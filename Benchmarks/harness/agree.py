"""Checks that programs give the same answers, before anything is timed."""

import pathlib
from collections.abc import Sequence
from dataclasses import dataclass

from .workspace import Disagreement

Neighbors = list[tuple[int, int]]
"""The answer to one query: index and distance in millimeters, nearest first."""

# The error of a sphere: the ellipsoid's radii of curvature are within 0.56 % of the mean radius.
SPHERE_TOLERANCE = 0.0057
# In Seoul, 2.1 % of the sets of ten differ. In small samples this share varies.
SPHERE_SETS_SHARE = 0.06


@dataclass(frozen=True)
class Difference:
    """The differences between two lists of neighbors."""

    queries: int
    sets: int
    """The number of queries whose sets of neighbors differ, except for ties at the last rank."""
    worst_share: float
    """The largest difference between the distances of one rank, as a share."""
    worst_millimeters: int


def read_neighbors(path: pathlib.Path) -> list[Neighbors]:
    answers: list[Neighbors] = []
    for line in path.read_text().splitlines():
        pairs = (word.partition(":") for word in line.split())
        answers.append([(int(index), int(millimeters)) for index, _, millimeters in pairs])
    return answers


def read_counts(path: pathlib.Path) -> list[int]:
    return [int(line) for line in path.read_text().split()]


def difference(ours: Sequence[Neighbors], theirs: Sequence[Neighbors]) -> Difference:
    """Compares rank by rank.

    - Throws: Disagreement, if the numbers of queries or of neighbors differ.
    """
    if len(ours) != len(theirs):
        raise Disagreement(f"{len(ours)} answers and {len(theirs)}")
    sets, worst_share, worst = 0, 0.0, 0
    for number, (mine, other) in enumerate(zip(ours, theirs)):
        if len(mine) != len(other):
            raise Disagreement(f"query {number} has {len(mine)} neighbors and {len(other)}")
        sets += _sets_differ(mine, other)
        for (_, near), (_, far) in zip(mine, other):
            gap = abs(near - far)
            worst = max(worst, gap)
            # Below a meter, the rounding to millimeters is larger than the share that is allowed.
            worst_share = max(worst_share, gap / max(near, far) if max(near, far) > 1000 else 0.0)
    return Difference(len(ours), sets, worst_share, worst)


def _sets_differ(mine: Neighbors, other: Neighbors) -> bool:
    if {index for index, _ in mine} == {index for index, _ in other}:
        return False

    # With equal distances at the last rank, either neighbor is right.
    def inside(neighbors: Neighbors) -> set[int]:
        return {index for index, millimeters in neighbors if millimeters < neighbors[-1][1] - 1}

    distances = [far for _, far in mine] == [far for _, far in other]
    return not (distances and inside(mine) == inside(other))


def require_exact(name: str, ours: Sequence[Neighbors], exact: Sequence[Neighbors]) -> str:
    """Compares ours with a plain loop over all points that uses another implementation of the geodesic.

    - Throws: Disagreement, if a set differs, or a distance differs by more than the millimeter that rounding explains.
    """
    found = difference(ours, exact)
    if found.sets or found.worst_millimeters > 1:
        raise Disagreement(
            f"{name}: {found.sets} of {found.queries} sets differ from the exact ones, "
            f"distances by up to {found.worst_millimeters} mm"
        )
    return f"{found.queries} queries recomputed exactly: all equal"


def require_model(name: str, ours: Sequence[Neighbors], theirs: Sequence[Neighbors]) -> str:
    """Compares ours on the ellipsoid with a peer on the sphere or with chords; the returned text gives the number of
    sets that differ.

    - Throws: Disagreement, if more sets differ than the models explain.
    """
    found = difference(ours, theirs)
    if found.sets > max(3, SPHERE_SETS_SHARE * found.queries) or found.worst_share > SPHERE_TOLERANCE:
        raise Disagreement(
            f"{name}: {found.sets} of {found.queries} sets differ, distances by up to "
            f"{found.worst_share:.3%}: more than a sphere explains"
        )
    return f"{found.sets} of {found.queries} sets differ"


def require_equal_counts(name: str, ours: Sequence[int], theirs: Sequence[int]) -> str:
    """- Throws: Disagreement, if one count differs."""
    different = sum(mine != other for mine, other in zip(ours, theirs)) + abs(len(ours) - len(theirs))
    if different:
        raise Disagreement(f"{name}: {different} of {len(ours)} counts differ")
    return f"{len(ours)} counts equal"


def require_close_counts(name: str, ours: Sequence[int], theirs: Sequence[int], share: float) -> str:
    """Compares counts that may differ by `share` of the sum, because the peer has another model of the Earth or rounds
    boxes outward.

    - Throws: Disagreement, if they differ by more.
    """
    if len(ours) != len(theirs):
        raise Disagreement(f"{name}: {len(ours)} counts and {len(theirs)}")
    gap = sum(abs(mine - other) for mine, other in zip(ours, theirs))
    total = max(1, sum(ours))
    if gap > max(3, share * total):
        raise Disagreement(f"{name}: counts differ by {gap} of {total}")
    return f"counts differ by {gap} of {total}"


def require(condition: bool, text: str) -> None:
    """- Throws: Disagreement with `text`, unless the condition holds."""
    if not condition:
        raise Disagreement(text)
