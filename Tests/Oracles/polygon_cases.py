#!/usr/bin/env python3
"""Generates hostile polygons and computes exactly which points are in them.

    polygon_cases.py SEED COUNT

Prints one line per polygon: {"kind": …, "rings": [[[lon, lat], …], …], "points": [[lon, lat], …], "inside": [true, …],
"edge": […]}. Rings and points are as in a GeoJSON file, and numbers read back as the same values. The result is
computed from the ring before its longitudes are written within ±180: each point is tested in every full turn, in the
plane. A point is inside if it is on an edge, or if the line to the east crosses the rings an odd number of times.
Nothing is rounded here except when the numbers themselves are generated.

If the machine has osgeo, GEOS tests the valid polygons and the points off their edges as well; a difference gives exit
status 1. The number of these tests is on standard error. Otherwise standard library only.
"""

import json
import math
import random
import sys
from fractions import Fraction

try:
    from osgeo import gdal, ogr

    gdal.PushErrorHandler("CPLQuietErrorHandler")
    ogr.DontUseExceptions()
except ImportError:
    ogr = None


# Every double is a whole multiple of 2^-1074, so a number is represented by its whole number of such units.
UNIT = 1 << 1074
TURN = 360 * UNIT


def exact(points):
    """Converts points from doubles to whole numbers of units, without rounding."""
    return [tuple(int(Fraction(value) * UNIT) for value in point) for point in points]


def located(point, rings):
    """'edge', 'in' or 'out' for a point and rings, even-odd, in the plane; all in whole numbers."""
    x, y = point
    odd = False
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, ring[1:]):
            if not (ay <= y <= by or by <= y <= ay):
                continue
            if (ax <= x <= bx or bx <= x <= ax) and (bx - ax) * (y - ay) == (by - ay) * (x - ax):
                return "edge"
            # The edge's intersection with the point's parallel, as a fraction.
            if (ay <= y) != (by <= y) and ax + Fraction((bx - ax) * (y - ay), by - ay) > x:
                odd = not odd
    return "in" if odd else "out"


def truth(point, rings):
    """The location on the globe: combines all full turns."""
    longitudes = [corner[0] for ring in rings for corner in ring]
    west, east = min(longitudes), max(longitudes)
    turned = [(point[0] + turn * TURN, point[1]) for turn in range(-3, 4)]
    states = [located(place, rings) for place in turned if west <= place[0] <= east]
    if "edge" in states:
        return "edge"
    return "in" if states.count("in") % 2 else "out"


def within(value, limit):
    return max(-limit, min(limit, value))


class Maker:
    """Polygons and points of one seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def place(self):
        draw = self.random
        return draw.choice(
            [
                lambda: (draw.uniform(-170, 170), draw.uniform(-80, 80)),
                lambda: (126.978 + draw.uniform(-0.1, 0.1), 37.566 + draw.uniform(-0.1, 0.1)),
                lambda: (0.0, 0.0),
                lambda: (float(draw.randint(-170, 170)), float(draw.randint(-80, 80))),
            ]
        )()

    def star(self, x, y, size, corners):
        draw = self.random
        angles = sorted(draw.uniform(0, 2 * math.pi) for _ in range(corners))
        if draw.random() < 0.5:
            angles.reverse()
        radii = [size * draw.uniform(0.1, 1) for _ in angles]
        return [(x + r * math.cos(a), within(y + r * math.sin(a), 90.0)) for a, r in zip(angles, radii)]

    def tangle(self, x, y, size, corners):
        draw = self.random
        return [(x + size * draw.uniform(-1, 1), within(y + size * draw.uniform(-1, 1), 90.0)) for _ in range(corners)]

    def needle(self, x, y, size):
        draw = self.random
        far = (x + size * draw.uniform(-1, 1), within(y + size * draw.uniform(-1, 1), 90.0))
        share = draw.random()
        middle = (x + (far[0] - x) * share, y + (far[1] - y) * share)
        for _ in range(draw.randint(0, 3)):
            middle = (math.nextafter(middle[0], draw.choice([-1e9, 1e9])), middle[1])
        return [(x, y), far, middle]

    def grid(self, x, y, size):
        """Corners on a coarse grid: horizontal and vertical edges, repeated corners, spikes, edges that touch."""
        draw = self.random
        step = size / 4
        ring = [(x + draw.randint(-4, 4) * step, within(y + draw.randint(-4, 4) * step, 90.0))]
        for _ in range(draw.randint(2, 12)):
            px, py = ring[-1]
            ring.append(
                draw.choice(
                    [
                        (x + draw.randint(-4, 4) * step, py),
                        (px, within(y + draw.randint(-4, 4) * step, 90.0)),
                        (px, py),
                        (x + draw.randint(-4, 4) * step, within(y + draw.randint(-4, 4) * step, 90.0)),
                    ]
                )
            )
        return ring

    def ring(self, kind, x, y, size):
        draw = self.random
        if kind == "needle":
            return self.needle(x, y, size)
        if kind == "grid":
            return self.grid(x, y, size)
        if kind == "tangle":
            return self.tangle(x, y, size, draw.randint(3, 60))
        return self.star(x, y, size, draw.choice([3, 5, 9, 40, 200]))

    def polygon(self):
        """The kind and the closed rings of one polygon, in a plane where longitudes may exceed 180."""
        draw = self.random
        kind = draw.choice(["star", "tangle", "needle", "grid", "hole", "date line", "tiny"])
        x, y = self.place()
        size = draw.choice([1e-13, 1e-9, 1e-5, 0.01, 1.0, 9.0])
        if kind == "tiny":
            # Products of these doubles underflow.
            x, y, size = 0.0, 0.0, draw.choice([1e-320, 1e-310, 1e-200, 1e-160])
        shape = kind
        if kind == "date line":
            x, size = 180.0 + draw.uniform(-1, 1), draw.choice([0.5, 3.0, 60.0])
            shape = draw.choice(["star", "tangle", "needle", "grid"])
            if shape == "grid":
                x = 180.0
        rings = [self.ring("star" if kind in ("hole", "tiny") else shape, x, y, size)]
        if kind in ("hole", "tiny") or draw.random() < 0.2:
            for _ in range(draw.randint(1, 3)):
                rings.append(self.ring(draw.choice(["star", "grid", "needle"]), x, y, size * draw.choice([0.3, 1])))
            if draw.random() < 0.5:
                # A hole that touches the outer ring in one of its corners, or along an edge.
                rings[-1] = rings[-1][:-1] + rings[0][: draw.randint(1, 2)]
                rings[-1] += [(x, y)] * (3 - len(rings[-1]))
        rings = [[(float(a), float(b)) for a, b in ring] for ring in rings]
        return kind, [ring + ring[:1] for ring in rings]

    def points(self, rings):
        draw = self.random
        corners = [corner for ring in rings for corner in ring]
        west, east = min(c[0] for c in corners), max(c[0] for c in corners)
        south, north = min(c[1] for c in corners), max(c[1] for c in corners)
        points = draw.sample(corners, min(len(corners), 6))
        for _ in range(6):
            points.append((draw.uniform(west, east), draw.uniform(south, north)))
            points.append((draw.uniform(west, east), draw.choice(corners)[1]))
            ring = draw.choice(rings)
            index = draw.randrange(len(ring) - 1)
            (ax, ay), (bx, by) = ring[index], ring[index + 1]
            share = draw.choice([0.5, 0.25, draw.random()])
            point = (ax + (bx - ax) * share, ay + (by - ay) * share)
            points.append(point)
            points.append((math.nextafter(point[0], draw.choice([-1e9, 1e9])), point[1]))
            points.append((point[0], math.nextafter(point[1], draw.choice([-1e9, 1e9]))))
        points.append((draw.uniform(-180, 180), draw.uniform(-90, 90)))
        return [(x, within(y, 90.0)) for x, y in points]


def wrapped(x, name=180.0):
    """A longitude brought into ±180, as a file has it; the result is exact for longitudes from 180 to 360.
    `name` is the number written for the antimeridian."""
    if abs(x) == 180:
        return name
    return x - 360 if x > 180 else x + 360 if x < -180 else x


def ask_geos(rings, points, states, counts):
    """Compares with GEOS if it applies: a valid polygon, points off the edges."""
    area = ogr.Geometry(ogr.wkbPolygon)
    for ring in rings:
        line = ogr.Geometry(ogr.wkbLinearRing)
        for x, y in ring:
            line.AddPoint_2D(x, y)
        area.AddGeometry(line)
    if not area.IsValid():
        return
    counts["polygons"] += 1
    for (x, y), state in zip(points, states):
        if state == "edge":
            continue
        point = ogr.Geometry(ogr.wkbPoint)
        point.AddPoint_2D(x, y)
        counts["points"] += 1
        if area.Contains(point) != (state == "in"):
            counts["different"] += 1
            print(f"GEOS differs at {x!r} {y!r}: {state} of {rings!r}", file=sys.stderr)


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    maker = Maker(seed)
    counts = {"polygons": 0, "points": 0, "different": 0}
    for _ in range(count):
        kind, rings = maker.polygon()
        points = maker.points(rings)
        plane = [exact(ring) for ring in rings]
        shown = [(wrapped(x, maker.random.choice([180.0, -180.0])), y) for x, y in points]
        states = [truth(point, plane) for point in exact(shown)]
        # Longitudes within ±180, or unchanged: RFC 7946 requires the first, other programs write the second.
        name = maker.random.choice([180.0, -180.0])
        beyond = maker.random.random() < 0.3
        file = [[(x if beyond else wrapped(x, name) if kind == "date line" else x, y) for x, y in ring] for ring in rings]
        row = {"kind": kind, "rings": file, "points": shown}
        row["inside"] = [state != "out" for state in states]
        row["edge"] = [state == "edge" for state in states]
        print(json.dumps(row))
        if ogr and kind not in ("date line", "tiny"):
            ask_geos(rings, points, states, counts)
    told = f"{counts['polygons']} polygons and {counts['points']} points compared with GEOS, {counts['different']} differ"
    print(told if ogr else "no osgeo here", file=sys.stderr)
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
