#!/usr/bin/env python3
"""Checks one `geocli cluster --zoom Z --members --format ndjson` against docs/design/collision.md.

    check_collision.py ROWS.ndjson [INPUT.ndjson] --zoom Z [--mode faithful|stable] [--tile-size 512|256]
        [--icon 40x53] [--anchor 0.5,1] [--padding PT] [--attribution first|nearest]

ROWS has id, latitude, longitude, visible, hidden_by and point_count per row. INPUT, if given, has the markers of the
input: id, longitude, latitude and any of width, height, anchor_x, anchor_y, global_z_index, z_index, priority, force,
hides, min_zoom, max_zoom; then every active marker must have a row, and no other.

faithful: exactly one assignment satisfies (1) no visible unforced marker is covered by a higher-ranked visible hider
and (2) every hidden marker is. The script checks both, the attribution of each hidden marker, and the counts. stable:
the full check needs the lower zooms, which one output does not contain. So the script checks only this: visible
unforced flagged icons do not collide, each hidden marker collides with its visible hider, and the counts are right.

Written from the spec alone, with Python's unbounded integers. Prints each violation; exit status 1 if there is one.
"""

import argparse
import json
import math
import sys
from collections import defaultdict
from fractions import Fraction

SIDE = 1 << 40
MAXIMUM_LATITUDE = 85.0511287798066
COLUMNS = {
    "width": None, "height": None, "anchor_x": None, "anchor_y": None, "global_z_index": 200000, "z_index": 0,
    "priority": 0, "force": False, "hides": True, "min_zoom": -math.inf, "max_zoom": math.inf,
}


def half_up(value):
    """The nearest integer, halves upward."""
    return math.floor(Fraction(value) + Fraction(1, 2))


def project(longitude, latitude):
    """A position on the plane of 2^40 units: X wraps around, Y is clamped."""
    latitude = max(-MAXIMUM_LATITUDE, min(MAXIMUM_LATITUDE, latitude))
    x = longitude / 360 + 0.5
    y = 0.5 - math.asinh(math.tan(latitude * math.pi / 180)) / (2 * math.pi)
    return half_up(x * SIDE) % SIDE, max(0, min(SIDE, half_up(y * SIDE)))


class Marker:
    """One marker: its position, its four extents in plane units, and the keys of its rank."""

    def __init__(self, columns, options):
        value = {key: default if columns.get(key) is None else columns[key] for key, default in COLUMNS.items()}
        for key, default in zip(("width", "height", "anchor_x", "anchor_y"), options.icon + options.anchor):
            value[key] = default if value[key] is None else float(value[key])
        self.id = columns["id"]
        self.longitude, self.latitude = columns["longitude"], columns["latitude"]
        self.x, self.y = project(self.longitude, self.latitude)
        self.force, self.hides = bool(value["force"]), bool(value["hides"])
        zoom = math.floor(options.zoom)
        self.active = value["min_zoom"] <= zoom <= value["max_zoom"]
        unit = Fraction(SIDE, options.tile_size * 64) / 2**zoom  # 1/64 pt
        assert unit.denominator == 1
        self.left, self.right, self.top, self.bottom = (
            half_up((extent + options.padding) * 64) * unit.numerator
            for extent in (
                value["width"] * value["anchor_x"], value["width"] * (1 - value["anchor_x"]),
                value["height"] * value["anchor_y"], value["height"] * (1 - value["anchor_y"]),
            )
        )
        self.keys = (-value["global_z_index"], -value["z_index"], -value["priority"], -self.y, self.x)

    def collides(self, other):
        """Whether the open interiors intersect; the other box is also tested one world to the west and to the east."""
        if not (self.y - self.top < other.y + other.bottom and other.y - other.top < self.y + self.bottom):
            return False
        return any(
            self.x - self.left < other.x + turn + other.right and other.x + turn - other.left < self.x + self.right
            for turn in (-SIDE, 0, SIDE)
        )

    def distance_squared(self, other):
        """The squared distance of two points on the plane, along the shorter way around."""
        direct = abs(self.x - other.x)
        return min(direct, SIDE - direct) ** 2 + (self.y - other.y) ** 2


class Grid:
    """Markers by square cells, so that a check does not test all pairs; a cell is as long as the longest extent."""

    def __init__(self, markers, everyone):
        reach = max((max(m.left, m.right, m.top, m.bottom) for m in everyone), default=1)
        self.bits = (2 * reach).bit_length()
        self.columns = max(SIDE >> self.bits, 1)
        self.cells = defaultdict(list)
        for marker in markers:
            self.cells[marker.x >> self.bits, marker.y >> self.bits].append(marker)

    def colliding(self, marker):
        """All other markers that collide with `marker`, in input order within each cell."""
        column, row = marker.x >> self.bits, marker.y >> self.bits
        columns = {(column + step) % self.columns for step in (-1, 0, 1)}
        for place in ((c, r) for c in columns for r in (row - 1, row, row + 1)):
            for other in self.cells.get(place, ()):
                if other is not marker and marker.collides(other):
                    yield other


class Report:
    """The violations found."""

    def __init__(self):
        self.count = 0

    def expect(self, holds, words):
        if not holds:
            self.count += 1
            if self.count <= 20:
                print(words)


def rank_all(markers):
    """Sets `rank` on each marker: a lower rank is more important."""
    by_number = all(isinstance(m.id, int) for m in markers)
    markers.sort(key=lambda m: (m.keys, m.id if by_number else str(m.id).encode()))
    for rank, marker in enumerate(markers):
        marker.rank = rank


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def load(options, report):
    """The rows by id and their markers by id."""
    listing = read_lines(options.rows)
    rows = {row["id"]: row for row in listing}
    report.expect(len(rows) == len(listing), "an id has two rows")
    source = read_lines(options.input) if options.input else listing
    markers = {columns["id"]: Marker(columns, options) for columns in source}
    report.expect(len(markers) == len(source), "an id occurs twice in the input")
    rank_all(list(markers.values()))
    active = {key for key, marker in markers.items() if marker.active}
    for key in active ^ rows.keys():
        report.expect(False, f"{key}: {'active without a row' if key in active else 'a row but not active'}")
    return rows, {key: markers[key] for key in active & rows.keys()}


def check_counts(rows, markers, report):
    """Every hider is visible and flagged, counts are 1 + members, and they sum to the active markers."""
    members = defaultdict(int)
    for key, row in rows.items():
        hider = row.get("hidden_by")
        if row["visible"]:
            report.expect(hider is None or hider == key, f"{key}: visible but hidden by {hider}")
            continue
        members[hider] += 1
        known = hider in markers and rows[hider]["visible"] and markers[hider].hides
        report.expect(known, f"{key}: hidden by {hider}, which is not a visible hider")
        report.expect(key not in markers or not markers[key].force, f"{key}: forced but hidden")
        report.expect(row.get("point_count") in (None, 0), f"{key}: hidden but has a point_count")
    shown = [row for row in rows.values() if row["visible"]]
    for row in shown:
        expected = 1 + members[row["id"]]
        report.expect(row["point_count"] == expected, f"{row['id']}: point_count {row['point_count']}, not {expected}")
    total = sum(row["point_count"] or 0 for row in shown)
    report.expect(total == len(markers), f"counts sum to {total}, active markers are {len(markers)}")


def check_faithful(rows, markers, options, report):
    """Checks conditions (1) and (2), and the hider of each hidden marker."""
    hiders = [m for key, m in markers.items() if rows[key]["visible"] and m.hides]
    grid = Grid(hiders, markers.values())
    for key, marker in markers.items():
        above = [other for other in grid.colliding(marker) if other.rank < marker.rank]
        if rows[key]["visible"]:
            covered = above and not marker.force
            report.expect(not covered, f"(1) {key} is visible but covered by {above[0].id if above else ''}")
            continue
        report.expect(above, f"(2) {key} is hidden but no higher-ranked visible hider covers it")
        if above:
            nearest = options.attribution == "nearest"
            owner = min(above, key=lambda m: (marker.distance_squared(m) if nearest else 0, m.rank))
            said = rows[key]["hidden_by"]
            report.expect(owner.id == said, f"{key}: hidden by {said}, not {owner.id}")


def check_stable(rows, markers, report):
    """Checks the conditions of one zoom that hold whatever is visible at lower zooms."""
    hiders = [m for key, m in markers.items() if rows[key]["visible"] and m.hides and not m.force]
    grid = Grid(hiders, markers.values())
    for marker in hiders:
        for other in grid.colliding(marker):
            report.expect(False, f"{marker.id} and {other.id} are both visible and collide")
    for key, marker in markers.items():
        owner = markers.get(rows[key].get("hidden_by"))
        if not rows[key]["visible"] and owner is not None:
            report.expect(marker.collides(owner), f"{key} does not collide with its hider {owner.id}")


def numbers(separator):
    return lambda text: tuple(float(part) for part in text.split(separator))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rows")
    parser.add_argument("input", nargs="?")
    parser.add_argument("--zoom", type=float, required=True)
    parser.add_argument("--mode", choices=("faithful", "stable"), default="faithful")
    parser.add_argument("--tile-size", type=int, choices=(256, 512), default=512)
    parser.add_argument("--icon", type=numbers("x"), default=(40.0, 53.0))
    parser.add_argument("--anchor", type=numbers(","), default=(0.5, 1.0))
    parser.add_argument("--padding", type=float, default=0.0)
    parser.add_argument("--attribution", choices=("first", "nearest"), default="first")
    return parser.parse_args()


def main():
    options, report = arguments(), Report()
    rows, markers = load(options, report)
    check_counts(rows, markers, report)
    if options.mode == "faithful":
        check_faithful(rows, markers, options, report)
    else:
        check_stable(rows, markers, report)
    shown = sum(1 for row in rows.values() if row["visible"])
    print(f"{len(rows)} rows, {shown} visible, {report.count} violations", file=sys.stderr)
    return 1 if report.count else 0


if __name__ == "__main__":
    sys.exit(main())
