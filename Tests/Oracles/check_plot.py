#!/usr/bin/env python3
"""Checks one `geocli plot` against `geocli list --format ndjson` of the same places.

    check_plot.py PLOT.svg ROWS.ndjson [--bbox W,S,E,N] [--outlines FILE.geojson] [--stations FILE.tsv]

Python's own XML parser reads the SVG. Every dot must be at its place's web mercator position (ln tan; geocli uses
asinh). The legend must count the dots. The scale bar must have its stated length on the WGS 84 ellipsoid at the map's
middle. The box must be in the middle of the map, the areas must have the areas of the outlines, and rings are only where
stations are. No scripts, no external links, only the elements of a plot. Standard library only; exit status 1 if there
is a violation.
"""

import argparse
import csv
import json
import math
import re
import sys
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections import Counter

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
ELEMENTS = {"svg", "title", "desc", "defs", "clipPath", "rect", "circle", "path", "g", "use", "text"}
ATTRIBUTES = {
    "width", "height", "viewBox", "version", "role", "font-family", "font-size", "font-weight", "text-anchor", "id",
    "x", "y", "cx", "cy", "r", "d", "fill", "fill-rule", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap",
    "stroke-opacity", "clip-path", LINK,
}
LIMIT = 85.0511287798066
failures = 0


def expect(holds, words):
    global failures
    if not holds:
        failures += 1
        if failures <= 20:
            print(words)


def mercator(longitude, latitude):
    """The position as fractions of the world's width, from its upper left corner."""
    angle = math.radians(latitude)
    return longitude / 360 + 0.5, 0.5 - math.log(math.tan(math.pi / 4 + angle / 2)) / (2 * math.pi)


def west_east(box):
    return (box[2] - box[0]) / 360 + (1 if box[0] > box[2] else 0)


def latitude_of(y):
    return math.degrees(2 * math.atan(math.exp((0.5 - y) * 2 * math.pi)) - math.pi / 2)


def parallel_meters(latitude):
    """The length of a degree of the parallel on the WGS 84 ellipsoid."""
    a, f = 6378137.0, 1 / 298.257223563
    angle = math.radians(latitude)
    e2 = f * (2 - f)
    return math.radians(1) * a * math.cos(angle) / math.sqrt(1 - e2 * math.sin(angle) ** 2)


def shown_name(name):
    """A name as a plot shows it: one line, without characters that XML forbids or that change the text's direction."""
    text = ""
    for character in name:
        code = ord(character)
        if 0x09 <= code <= 0x0D or code in (0x85, 0x2028, 0x2029):
            text += " "
        elif unicodedata.category(character) == "Cc" or code in (0x061C, 0x200E, 0x200F, 0xFFFE, 0xFFFF):
            continue
        elif 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069:
            continue
        else:
            text += character
    return text


def check_form(root):
    for element in root.iter():
        name = element.tag.removeprefix(SVG)
        expect(name in ELEMENTS, f"<{name}> is not an element of a plot")
        for key, value in element.attrib.items():
            expect(key in ATTRIBUTES, f"{name} has {key}")
            expect("NaN" not in value and "nan" not in value and "inf" not in value, f"{name} {key}={value[:60]}")
        expect(element.get(LINK, "#").startswith("#"), f"{name} links to {element.get(LINK)}")


def map_box(root):
    rect = root.find(f"{SVG}defs/{SVG}clipPath/{SVG}rect")
    return [float(rect.get(key)) for key in ("x", "y", "width", "height")]


def read_dots(root):
    dots = []
    for use in root.iter(f"{SVG}use"):
        title = use.find(f"{SVG}title")
        if title is not None:
            dots.append((use.get(LINK)[1:], title.text or "", float(use.get("x")), float(use.get("y"))))
    return dots


def frame(root, rows, box):
    """Returns the mapping from fractions of the world to pixels: from the box if there is one, else from the dots that
    are farthest apart."""
    left, top, width, height = map_box(root)
    if box:
        west, south, east, north = box
        (x0, y0), (x1, y1) = mercator(west, north), mercator(east, south)
        x1 += 1 if west > east else 0
        across = max(x1 - x0, (y1 - y0) / 1.2)
        expect(abs(height / width - max((y1 - y0) / across, 0.45)) < 1e-3, "the map has another shape than the box")
        scale = width / across
        return lambda x, y: (
            left + width / 2 + ((x - (x0 + x1) / 2 + 0.5) % 1 - 0.5) * scale, top + height / 2 + (y - (y0 + y1) / 2) * scale)
    ends = [min(rows, key=lambda row: row["longitude"]), max(rows, key=lambda row: row["longitude"])]
    dots = {name: (x, y) for _, name, x, y in read_dots(root)}
    (x0, y0), (x1, _) = (dots[shown_name(row["name"])] for row in ends)
    (a0, b0), (a1, _) = (mercator(row["longitude"], row["latitude"]) for row in ends)
    scale = (x1 - x0) / (a1 - a0)
    return lambda x, y: (x0 + (x - a0) * scale, y0 + (y - b0) * scale)


def check_dots(root, rows, place, box):
    left, top, width, height = map_box(root)
    if box and west_east(box) >= (mercator(0, box[1])[1] - mercator(0, box[3])[1]) / 1.2:
        # The file's height is rounded to a tenth of a pixel, which may put a dot at the edge inside or outside.
        height = place(0, max(mercator(0, box[1])[1], 0))[1] - top if height / width > 0.4501 else height
    expected = []
    for row in rows:
        if abs(row["latitude"]) > LIMIT:
            continue
        x, y = place(*mercator(row["longitude"], row["latitude"]))
        if left - 1e-6 <= x <= left + width + 1e-6 and top - 1e-6 <= y <= top + height + 1e-6:
            expected.append((row["kind"], shown_name(row["name"]), x, y))
    dots = read_dots(root)
    expect(len(dots) == len(expected), f"{len(dots)} dots, {len(expected)} places in the map")
    for kind in {dot[0] for dot in dots} | {dot[0] for dot in expected}:
        drawn = [dot for dot in dots if dot[0] == kind]
        wanted = [dot for dot in expected if dot[0] == kind]
        expect(len(drawn) == len(wanted), f"{kind}: {len(drawn)} dots for {len(wanted)}")
        for (_, title, x, y), (_, name, right_x, right_y) in zip(drawn, wanted):
            same = title == name or title.endswith("…") and name.startswith(title[:-1])
            expect(same, f"{title!r} where {name!r} was to be")
            expect(abs(x - right_x) < 0.16 and abs(y - right_y) < 0.16, f"{name!r} at {x},{y}, not {right_x},{right_y}")
    return Counter(dot[0] for dot in dots)


def check_words(root, counts):
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    for kind, words in (("new", "New books|새책"), ("used", "Used books|헌책"), ("other", "Other|기타")):
        said = [text for text in texts if re.fullmatch(f"({words}) +[0-9,]+", text)]
        number = int(said[0].split()[-1].replace(",", "")) if said else 0
        expect(number == counts[kind], f"the legend says {number} {kind}, the map has {counts[kind]}")


def check_scale(root, place):
    left, top, width, height = map_box(root)
    bar = next(element for element in root.iter(f"{SVG}path") if element.get("id") == "scale")
    pixels = float(re.search(r"h([0-9.]+)", bar.get("d"))[1])
    label = next(text.text for text in root.iter(f"{SVG}text") if re.match(r"[0-9,]+ k?m\b", text.text or ""))
    number, unit = re.match(r"([0-9,]+) (k?m)", label).groups()
    meters = int(number.replace(",", "")) * (1000 if unit == "km" else 1)
    (x0, y0), (x1, y1) = place(0.5, 0.5), place(0.500001, 0.500001)
    world = (y1 - y0) / 1e-6
    middle = latitude_of(0.5 + (top + height / 2 - y0) / world)
    right = meters / (parallel_meters(middle) * 360 / world)
    expect(abs(pixels - right) < max(0.1, right * 0.002), f"{label} is {pixels} px long, not {right:.2f}")


def ring_area(points):
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1]))) / 2


def clipped(ring, root):
    """The part of a ring within the map (I. Sutherland, G. Hodgman, "Reentrant polygon clipping", 1974)."""
    left, top, width, height = map_box(root)
    for axis, limit, side in ((0, left, 1), (0, left + width, -1), (1, top, 1), (1, top + height, -1)):
        part = []
        for a, b in zip(ring[-1:] + ring[:-1], ring):
            from_edge, to_edge = (a[axis] - limit) * side, (b[axis] - limit) * side
            if from_edge * to_edge < 0:
                share = from_edge / (from_edge - to_edge)
                part.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
            if to_edge >= 0:
                part.append(b)
        ring = part
    return ring


def check_outlines(root, path, place):
    """Compares the drawn areas with those of the file, including holes, as far as they are in the map; half a pixel
    along each border is allowed. Over a river, the borders are drawn once more."""
    groups = [group for group in root.iter(f"{SVG}g") if group.get("fill-rule")]
    fills = [[path.get("d") for path in group] for group in groups if group.get("fill") != "none"]
    lines = [[path.get("d") for path in group] for group in groups if group.get("fill") == "none"]
    expect(fills and lines in ([], fills[-1:]), "the borders are not those of the areas")
    drawn = []
    for data in sum(fills, []):
        for ring in data.split("Z")[:-1]:
            drawn.append([tuple(map(float, pair.split())) for pair in re.split("[ML]", ring)[1:]])
    wanted = []
    with open(path, encoding="utf-8") as file:
        for feature in json.load(file)["features"]:
            geometry = feature["geometry"]
            polygons = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
            wanted += [[place(*mercator(*position[:2])) for position in ring[:-1]] for rings in polygons for ring in rings]
    drawn, wanted = ([area for area in (ring_area(clipped(ring, root)) for ring in rings) if area > 1]
                     for rings in (drawn, wanted))
    expect(len(drawn) == len(wanted), f"{len(drawn)} rings drawn, {len(wanted)} in the file")
    for one, other in zip(sorted(drawn), sorted(wanted)):
        expect(abs(one - other) < 0.5 * math.sqrt(other) + 1, f"an area of {one:.1f} px² is drawn, {other:.1f} is right")


def check_stations(root, path, place):
    """Each ring must be where a station is, and there are at most as many. Some give way to the names of districts, but
    most are drawn, unless all are in one spot. Without a file, there must be none."""
    left, top, width, height = map_box(root)
    rings = [(float(ring.get("cx")), float(ring.get("cy"))) for ring in root.iter(f"{SVG}circle") if ring.get("cx")]
    wanted = []
    if path:
        with open(path, encoding="utf-8") as file:
            wanted = [place(*mercator(float(row["longitude"]), float(row["latitude"])))
                      for row in csv.DictReader(file, delimiter="\t")]
    wanted = [(x, y) for x, y in wanted if left - 0.1 <= x <= left + width + 0.1 and top - 0.1 <= y <= top + height + 0.1]
    near = [[index for index, (x, y) in enumerate(wanted) if max(abs(x - ring[0]), abs(y - ring[1])) < 0.3]
            for ring in rings]
    expect(all(near), f"{sum(not found for found in near)} of {len(rings)} rings are at no station")
    is_spot = all(max(at) - min(at) < 50 for at in zip(*wanted))
    least = 0 if is_spot else len(wanted) / 2
    expect(least <= len(rings) <= len(wanted), f"{len(rings)} rings for {len(wanted)} stations")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("plot")
    parser.add_argument("rows")
    parser.add_argument("--bbox", type=lambda text: [float(part) for part in text.split(",")])
    parser.add_argument("--outlines")
    parser.add_argument("--stations")
    options = parser.parse_args()
    root = ElementTree.parse(options.plot).getroot()
    with open(options.rows, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file if line.strip()]
    rows = [row for row in rows if row["latitude"] is not None]
    check_form(root)
    place = frame(root, rows, options.bbox)
    check_words(root, check_dots(root, rows, place, options.bbox))
    check_scale(root, place)
    if options.outlines:
        check_outlines(root, options.outlines, place)
    check_stations(root, options.stations, place)
    print(f"{len(rows)} places, {failures} violations", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
