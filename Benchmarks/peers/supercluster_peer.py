"""pysupercluster's hierarchy of clusters: supercluster_peer.py POINTS [--repeats N].

POINTS has pairs of little-endian float64, longitude and latitude. Zooms 0 to 16, radius 40 of 512, as in its
documentation. Prints one line of JSON.
"""

import argparse
import json
import resource
import time

import numpy
import pysupercluster

LATITUDE_LIMIT = 85.051128


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("points")
    parser.add_argument("--repeats", type=int, default=1)
    options = parser.parse_args()
    points = numpy.fromfile(options.points, "<f8").reshape(-1, 2)
    points[:, 1] = points[:, 1].clip(-LATITUDE_LIMIT, LATITUDE_LIMIT)
    seconds = []
    for _ in range(options.repeats):
        start = time.perf_counter()
        index = pysupercluster.SuperCluster(points, min_zoom=0, max_zoom=16, radius=40, extent=512)
        seconds.append(time.perf_counter() - start)
    whole = index.getClusters(top_left=(-180, 90), bottom_right=(180, -90), zoom=0)
    print(
        json.dumps(
            {
                "task": "clusters",
                "points": len(points),
                "counted": sum(one["count"] for one in whole),
                "seconds": seconds,
                "peak_kb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
            }
        )
    )


if __name__ == "__main__":
    main()
