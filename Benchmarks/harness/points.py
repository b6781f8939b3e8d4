"""Seeded points and queries about them, as files of little-endian float64."""

import array
import math
import pathlib
import random
import sqlite3
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

SEED = 20_260_919
CLUSTERS = 200
NOISE_SHARE = 0.15

Numbers: TypeAlias = "array.array[float]"


@dataclass(frozen=True)
class Extent:
    """The area of the points, in degrees; `spread` is the standard deviation of a cluster."""

    name: str
    west: float
    south: float
    east: float
    north: float
    spread: float

    def clamp(self, longitude: float, latitude: float) -> tuple[float, float]:
        return min(max(longitude, self.west), self.east), min(max(latitude, self.south), self.north)


SEOUL = Extent("seoul", 126.764, 37.428, 127.184, 37.702, 0.007)
WORLD = Extent("world", -180, -60, 180, 75, 0.1)
EXTENTS = (SEOUL, WORLD)


def write(path: pathlib.Path, numbers: Numbers) -> None:
    """Writes little-endian numbers on any machine, to a temporary file that is then renamed, so that a file that exists
    is always complete."""
    if sys.byteorder == "big":
        numbers.byteswap()
    beside = path.with_suffix(".part")
    with beside.open("wb") as file:
        numbers.tofile(file)
    beside.rename(path)


def read(path: pathlib.Path) -> Numbers:
    numbers = array.array("d")
    with path.open("rb") as file:
        numbers.fromfile(file, path.stat().st_size // numbers.itemsize)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def draw(extent: Extent, count: int, seed: int) -> Numbers:
    """Longitude and latitude of `count` points: 85 % in 200 gaussian clusters, 15 % anywhere. The i-th cluster's size
    is proportional to 1/i.

    The clusters depend on the extent alone, so points and queries of different seeds share them.
    """
    chance = random.Random(f"{SEED} {extent.name}")
    centers = [
        (chance.uniform(extent.west, extent.east), chance.uniform(extent.south, extent.north)) for _ in range(CLUSTERS)
    ]
    weights = [1 / rank for rank in range(1, CLUSTERS + 1)]
    chance = random.Random(f"{SEED} {extent.name} {seed}")
    numbers = array.array("d", bytes(16 * count))
    places = chance.choices(centers, weights, k=count)
    for index, (longitude, latitude) in enumerate(places):
        if chance.random() < NOISE_SHARE:
            longitude, latitude = chance.uniform(extent.west, extent.east), chance.uniform(extent.south, extent.north)
        else:
            across = extent.spread / math.cos(math.radians(latitude))
            longitude, latitude = extent.clamp(chance.gauss(longitude, across), chance.gauss(latitude, extent.spread))
        numbers[2 * index] = longitude
        numbers[2 * index + 1] = latitude
    return numbers


def near_points(points: Numbers, count: int, meters: float, seed: int) -> Numbers:
    """Positions up to `meters` from randomly drawn points."""
    chance = random.Random(f"{SEED} near {seed}")
    degrees = meters / 111_195
    numbers = array.array("d")
    for _ in range(count):
        index = 2 * chance.randrange(len(points) // 2)
        numbers.append(points[index] + chance.uniform(-degrees, degrees))
        numbers.append(points[index + 1] + chance.uniform(-degrees, degrees))
    return numbers


def boxes(points: Numbers, count: int, hits: int, seed: int) -> Numbers:
    """West, south, east, north of boxes around points, each with about `hits` points (at most half of all).

    Half the side of a box is the distance within which a sample of the points has its share of the hits. This share is
    20 or more, so that the number of all hits varies by about a fifth.
    """
    chance = random.Random(f"{SEED} boxes {seed}")
    total = len(points) // 2
    hits = min(hits, max(1, total // 2))
    step = max(1, min(hits // 20, total // 2000))
    sample = sorted((points[2 * index], points[2 * index + 1]) for index in range(0, total, step))
    numbers = array.array("d")
    for _ in range(count):
        index = chance.randrange(len(sample))
        longitude, latitude = sample[index]
        across = 1 / max(0.01, math.cos(math.radians(latitude)))
        reach = _reach(sample, index, across, max(1, hits // step)) + 1e-7
        numbers.extend(
            (
                max(-180.0, longitude - reach * across),
                max(-90.0, latitude - reach),
                min(180.0, longitude + reach * across),
                min(90.0, latitude + reach),
            )
        )
    return numbers


def _reach(sample: list[tuple[float, float]], index: int, across: float, wanted: int) -> float:
    """Half the height of the box around sample[index] that contains `wanted` of the sample, sorted by longitude."""
    longitude, latitude = sample[index]
    width = 64 * wanted
    while True:
        first, end = max(0, index - width), min(len(sample), index + width)
        gaps = sorted(max(abs(x - longitude) / across, abs(y - latitude)) for x, y in sample[first:end])
        reach = gaps[min(wanted, len(gaps)) - 1]
        # Points beyond the window are farther away than its edges.
        is_whole = (first == 0 or longitude - sample[first][0] >= reach * across) and (
            end == len(sample) or sample[end - 1][0] - longitude >= reach * across
        )
        if is_whole:
            return reach
        width *= 4


def of_catalog(catalog: pathlib.Path) -> Numbers:
    """The positions of a catalog's places, by id."""
    numbers = array.array("d")
    with sqlite3.connect(f"file:{catalog}?mode=ro", uri=True) as db:
        rows: Iterable[tuple[float, float]] = db.execute(
            "SELECT longitude, latitude FROM place WHERE longitude IS NOT NULL ORDER BY id"
        )
        for pair in rows:
            numbers.extend(pair)
    return numbers
