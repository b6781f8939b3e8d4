"""The k nearest points of each query by a plain loop over all of them, as a reference for faster ways.

exact_nearest.py POINTS QUERIES COUNT K answers the first COUNT queries. It prints `index:millimeters …`, a line per
query, on the WGS 84 ellipsoid, with ties ordered by index. Geodesics come from geographiclib's Python port. The program
computes the geodesic to every point whose chord to the query is at most the longest geodesic to the K points nearest by
chord. No geodesic is shorter than its chord, so none of the other points can be among the nearest.
"""

import sys

import numpy
from geographiclib.geodesic import Geodesic

SEMI_MAJOR = Geodesic.WGS84.a
ECCENTRICITY_SQUARED = Geodesic.WGS84.f * (2 - Geodesic.WGS84.f)


def centered(points: numpy.ndarray) -> numpy.ndarray:
    """Returns the earth-centered coordinates of longitudes and latitudes, in meters."""
    longitude, latitude = numpy.radians(points[:, 0]), numpy.radians(points[:, 1])
    normal = SEMI_MAJOR / numpy.sqrt(1 - ECCENTRICITY_SQUARED * numpy.sin(latitude) ** 2)
    axis = normal * numpy.cos(latitude)
    height = normal * (1 - ECCENTRICITY_SQUARED) * numpy.sin(latitude)
    return numpy.column_stack((axis * numpy.cos(longitude), axis * numpy.sin(longitude), height))


def meters(origin: numpy.ndarray, point: numpy.ndarray) -> float:
    return Geodesic.WGS84.Inverse(origin[1], origin[0], point[1], point[0], Geodesic.DISTANCE)["s12"]


def nearest(points: numpy.ndarray, vectors: numpy.ndarray, query: numpy.ndarray, k: int) -> list[tuple[float, int]]:
    gaps = vectors - centered(query[None, :])[0]
    chords = numpy.sqrt(numpy.einsum("ij,ij->i", gaps, gaps))
    k = min(k, len(points))
    first = numpy.argpartition(chords, k - 1)[:k]
    reach = max(meters(query, points[index]) for index in first)
    # A millimeter of tolerance for the rounding of the chords.
    candidates = numpy.flatnonzero(chords <= reach + 0.001)
    return sorted((meters(query, points[index]), int(index)) for index in candidates)[:k]


def main() -> None:
    points = numpy.fromfile(sys.argv[1], "<f8").reshape(-1, 2)
    queries = numpy.fromfile(sys.argv[2], "<f8").reshape(-1, 2)[: int(sys.argv[3])]
    vectors = centered(points)
    for query in queries:
        answer = nearest(points, vectors, query, int(sys.argv[4]))
        print(" ".join(f"{index}:{round(distance * 1000)}" for distance, index in answer))


if __name__ == "__main__":
    main()
