"""Shapely's STRtree as a peer of index-bench: shapely_peer.py POINTS QUERIES build|box [--repeats N] [--answers FILE].

POINTS has pairs of little-endian float64, longitude and latitude; QUERIES has west, south, east, north. Converting the
points to geometries is part of the build, because users start from coordinates. Prints one line of JSON.
"""

import argparse
import json
import pathlib
import resource
import time

import numpy
import shapely


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("points")
    parser.add_argument("queries")
    parser.add_argument("task", choices=["build", "box"])
    parser.add_argument("--peer")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--answers")
    options = parser.parse_args()
    points = numpy.fromfile(options.points, "<f8").reshape(-1, 2)

    def build() -> shapely.STRtree:
        tree = shapely.STRtree(shapely.points(points))
        # The tree is built at its first query.
        tree.query(shapely.box(0, 0, 0, 0))
        return tree

    def count(tree: shapely.STRtree, boxes: numpy.ndarray) -> numpy.ndarray:
        # For a point and a box the bounds are exact, so no predicate is needed.
        found = tree.query(shapely.box(*boxes.T))
        return numpy.bincount(found[0], minlength=len(boxes))

    boxes = numpy.empty((0, 4)) if options.task == "build" else numpy.fromfile(options.queries, "<f8").reshape(-1, 4)
    tree, answers, seconds = build() if options.task == "box" else None, None, []
    for _ in range(options.repeats):
        start = time.perf_counter()
        if tree is None:
            build()
        else:
            answers = count(tree, boxes)
        seconds.append(time.perf_counter() - start)
    if options.answers and answers is not None:
        pathlib.Path(options.answers).write_text("".join(f"{number}\n" for number in answers))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"task": options.task, "points": len(points), "seconds": seconds, "peak_kb": peak}))


if __name__ == "__main__":
    main()
