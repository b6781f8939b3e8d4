#!/usr/bin/env python3
"""Clusters points with supercluster's algorithm in C++, beside collision-bench.

Usage: supercluster_peer.py POINTS [--repeats N] [--zooms A-B] [--radius PIXELS]

POINTS is a file of little-endian float64 pairs, longitude and latitude. Prints one line of JSON: task, points, seconds
(one for each repetition), peak_kb. The radius is in pixels of a world 512 pixels wide at zoom 0, as the icons of
collision-bench are. It finds other clusters than the collision pass (a point joins the first centre within the radius,
and centres move), so only times and memory can be compared; and it knows zooms 0 to 16.

Needs numpy and pysupercluster-problematy from PyPI, whose code is pysupercluster's; pysupercluster 0.7.7 itself asks
for distutils of numpy in a way that pip 23 and later refuse.
"""

import argparse
import json
import resource
import time

import numpy
import pysupercluster


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("points")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--zooms", default="0-16")
    parser.add_argument("--radius", type=float, default=40)
    arguments = parser.parse_args()
    points = numpy.fromfile(arguments.points, "<f8").reshape(-1, 2)
    first, last = (int(zoom) for zoom in arguments.zooms.split("-"))
    seconds = []
    for _ in range(arguments.repeats):
        start = time.perf_counter()
        index = pysupercluster.SuperCluster(
            points, min_zoom=first, max_zoom=last, radius=arguments.radius, extent=512
        )
        seconds.append(round(time.perf_counter() - start, 6))
        del index
    print(
        json.dumps(
            {
                "task": "clusters",
                "points": len(points),
                "seconds": seconds,
                "peak_kb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
            }
        )
    )


if __name__ == "__main__":
    main()
