"""The Python peers of index-bench: geoindex-rs, scipy and pykdtree (all from PyPI).

    index_peers.py POINTS QUERIES TASK --peer geoindex-rs|scipy|pykdtree
                   [--repeats N] [--k K] [--answers FILE] [--threads N]

Arguments, answers and the line of JSON are those of index-bench. geoindex-rs has build and box (its R-tree, Hilbert
order) and build of its k-d tree; scipy has build, nearest and count1km, pykdtree build and nearest, both over
earth-centered points of the WGS 84 ellipsoid, by chord.
"""
import argparse
import json
import resource
import time

import numpy

A = 6378137.0
F = 1 / 298.257223563
E2 = F * (2 - F)
# b²/a, the least radius of curvature: index-bench uses it as a bound for geodesics.
LEAST_RADIUS = A * (1 - F) ** 2


def vectors(places):
    """Returns the earth-centered coordinates of longitudes and latitudes, in meters."""
    longitude, latitude = numpy.radians(places[:, 0]), numpy.radians(places[:, 1])
    sine = numpy.sin(latitude)
    normal = A / numpy.sqrt(1 - E2 * sine * sine)
    axis = normal * numpy.cos(latitude)
    return numpy.column_stack([axis * numpy.cos(longitude), axis * numpy.sin(longitude), normal * (1 - E2) * sine])


def meters(chords):
    return 2 * LEAST_RADIUS * numpy.arcsin(numpy.minimum(1, chords / (2 * LEAST_RADIUS)))


class Geoindex:
    tasks = ("build", "box")

    def build(self, places):
        from geoindex_rs import rtree

        builder = rtree.RTreeBuilder(len(places))
        builder.add(*(numpy.ascontiguousarray(places[:, axis]) for axis in (0, 1, 0, 1)))
        self.tree = builder.finish()

    def box(self, boxes, options):
        from geoindex_rs import rtree

        counts = []
        for west, south, east, north in boxes.tolist():
            if west > east:
                parts = ((west, 180.0), (-180.0, east))
            else:
                parts = ((west, east),)
            counts.append(sum(len(rtree.search(self.tree, low, south, high, north)) for low, high in parts))
        return counts


class Scipy:
    tasks = ("build", "nearest", "count1km")

    def build(self, places):
        from scipy.spatial import cKDTree

        self.tree = cKDTree(vectors(places))

    def nearest(self, places, options):
        chords, ids = self.tree.query(vectors(places), k=options.k, workers=options.threads)
        return chords, ids

    def count1km(self, places, options):
        chord = 2 * LEAST_RADIUS * numpy.sin(1000 / (2 * LEAST_RADIUS))
        return self.tree.query_ball_point(
            vectors(places), chord, return_length=True, workers=options.threads)


class Pykdtree:
    tasks = ("build", "nearest")

    def build(self, places):
        from pykdtree.kdtree import KDTree

        self.tree = KDTree(vectors(places))

    def nearest(self, places, options):
        return self.tree.query(vectors(places), k=options.k)


PEERS = {"geoindex-rs": Geoindex, "scipy": Scipy, "pykdtree": Pykdtree}


def write(path, task, answers, count):
    with open(path, "w") as file:
        if task == "nearest":
            chords, ids = (numpy.asarray(part).reshape(count, -1) for part in answers)
            millimeters = numpy.rint(meters(chords) * 1000)
            for row, distances in zip(ids.tolist(), millimeters.tolist()):
                # Array slots without a neighbor have an infinite distance.
                pairs = (f"{i}:{d:.0f}" for i, d in zip(row, distances) if d != float("inf"))
                file.write(" ".join(pairs) + "\n")
        elif task != "build":
            file.writelines(f"{answer}\n" for answer in answers)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("points")
    parser.add_argument("queries")
    parser.add_argument("task", choices=["build", "nearest", "box", "count1km"])
    parser.add_argument("--peer", choices=sorted(PEERS), required=True)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--k", type=int, default=10)
    parser.add_argument("--answers")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    if options.task not in PEERS[options.peer].tasks:
        parser.error(f"{options.peer} does not do {options.task}")

    places = numpy.fromfile(options.points, "<f8").reshape(-1, 2)
    width = 4 if options.task == "box" else 2
    queries = numpy.fromfile(options.queries, "<f8").reshape(-1, width) if options.task != "build" else []
    peer = PEERS[options.peer]()
    # Loads modules that are imported at first use, so that this is not timed.
    peer.build(places[:100])
    if options.task != "build":
        peer.build(places)
    seconds, answers = [], []
    for _ in range(options.repeats):
        start = time.perf_counter()
        if options.task == "build":
            peer.build(places)
        else:
            answers = getattr(peer, options.task)(queries, options)
        seconds.append(round(time.perf_counter() - start, 6))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if options.answers:
        write(options.answers, options.task, answers, len(queries))
    line = {"peer": options.peer, "task": options.task, "points": len(places), "queries": len(queries),
            "seconds": seconds, "peak_kb": peak}
    print(json.dumps(line, separators=(",", ":")))


if __name__ == "__main__":
    main()
