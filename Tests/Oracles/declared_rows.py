#!/usr/bin/env python3
"""Says what a declared feed must list: declared_rows.py FEED PAGE…

Reads the pages with Python's json and csv and each feed's rules written out here by hand; points in metres are put into
degrees by GDAL. Prints a line for each place, sorted: id, name, longitude, latitude (seven digits; - for no point).
"""
import csv
import io
import json
import re
import sys

KOREA = (124.5, 32.9, 132.0, 38.7)
KCISA = (124.5, 33.0, 132.0, 38.7)
SEOUL = (126.73, 37.40, 127.20, 37.72)
STATIONS = (126.3, 36.6, 128.0, 38.3)
NONE = ("정보없음", "-")


def text(value, none=()):
    value = "" if value is None else str(value).strip()
    return "" if value in none else value


def first(row, *names, none=()):
    return next((text(row[name], none) for name in names if name in row and text(row[name], none)), "")


def read(path, encoding="utf-8-sig"):
    with open(path, encoding=encoding, newline="") as file:
        return file.read()


def member(document, path):
    for name in path.split("."):
        document = document.get(name, "") if isinstance(document, dict) else ""
    return [document] if isinstance(document, dict) else document or []


def trees(paths, rows):
    return [row for path in paths for row in member(json.loads(read(path)), rows)]


def tables(paths, encoding="utf-8-sig"):
    return [row for path in paths for row in csv.DictReader(io.StringIO(read(path, encoding)))]


def degrees(code, x, y):
    from osgeo import osr
    osr.UseExceptions()
    there, here = osr.SpatialReference(), osr.SpatialReference()
    there.ImportFromEPSG(code)
    here.ImportFromEPSG(4326)
    for system in (there, here):
        system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return osr.CoordinateTransformation(there, here).TransformPoint(x, y)[:2]


def point(x, y, area, code=4326):
    """The point in degrees; None if it is missing, unreadable or outside."""
    try:
        x, y = float(x), float(y)
    except ValueError:
        return None
    if code == 4326 and (x == 0 or y == 0) or code != 4326 and abs(x) < 1000 and abs(y) < 1000:
        return None
    if code != 4326:
        x, y = degrees(code, x, y)
    return (x, y) if area[0] <= x <= area[2] and area[1] <= y <= area[3] else None


def library(paths, service):
    return [(r["LBRRY_SEQ_NO"], r["LBRRY_NAME"], point(r["YDNTS"], r["XCNTS"], SEOUL)) for r in trees(paths, service + ".row")]


def licensed(paths, trades=None):
    for r in tables(paths, "cp949"):
        if trades and r["업태구분명"] not in trades or first(r, "영업상태코드", "영업상태구분코드") in ("03", "04"):
            continue
        yield (r["관리번호"], r["사업장명"],
               point(first(r, "좌표정보(X)", "좌표정보(x)"), first(r, "좌표정보(Y)", "좌표정보(y)"), KOREA, 5174))


def indie(paths):
    for r in tables(paths):
        numbers = re.findall(r"\d+\.\d+", r["COORDINATES"])
        found = point(numbers[1], numbers[0], KCISA) if len(numbers) == 2 else None
        yield r["TITLE"].strip() + "|" + r["ADDRESS"].strip(), r["TITLE"], found


def fclty(paths):
    rows = [row for path in paths for row in (
        json.loads(read(path)) if read(path).lstrip().startswith("[") else member(json.loads(read(path)), "response.body.items.item"))]
    return [(r["ESNTL_ID"], r["FCLTY_NM"], point(text(r["FCLTY_LO"], NONE), text(r["FCLTY_LA"], NONE), KCISA)) for r in rows]


def standard(paths):
    for r in trees(paths, "response.body.items"):
        name, road = text(r["lbrryNm"], NONE), text(r["rdnmadr"], NONE)
        yield name + "|" + road, name, point(text(r["longitude"], NONE), text(r["latitude"], NONE), KOREA)


def entrances(paths):
    for path in paths:
        for line in read(path, "cp949").splitlines():
            cells = line.split("|")
            if len(cells) == 18:
                yield ("|".join(cells[n] for n in (0, 6, 8, 9, 10, 1)), cells[7], point(cells[16], cells[17], KOREA, 5179))


FEEDS = {
    "seoul-libraries": lambda paths: library(paths, "SeoulPublicLibraryInfo"),
    "seoul-small-libraries": lambda paths: library(paths, "SeoulSmallLibraryInfo"),
    "seoul-culture": lambda paths: [(r["NUM"], r["FAC_NAME"], point(r["Y_COORD"], r["X_COORD"], SEOUL))
                                    for r in trees(paths, "culturalSpaceInfo.row")],
    "seoul-stations": lambda paths: [(r["BLDN_ID"], r["BLDN_NM"], point(r["LOT"], r["LAT"], STATIONS))
                                     for r in trees(paths, "subwayStationMaster.row")],
    "kcisa-indie-bookstores": indie,
    "kcisa-used-bookstores": fclty,
    "localdata-animal-hospitals": licensed,
    "localdata-pharmacies": licensed,
    "localdata-cafes": lambda paths: licensed(paths, ("커피숍", "다방", "전통찻집", "떡카페")),
    "seoul-toilets": lambda paths: [(str(int(r["OBJECTID"])), r["CONTS_NAME"], point(text(r["COORD_X"]), text(r["COORD_Y"]), SEOUL))
                                    for r in trees(paths, "mgisToiletPoi.row")],
    "seoul-bikes": lambda paths: [(r["stationId"], r["stationName"], point(r["stationLongitude"], r["stationLatitude"], SEOUL))
                                  for r in trees(paths, "rentBikeStatus.row")],
    "semas-bookstores": lambda paths: [(r["상가업소번호"], r["상호명"], point(r["경도"], r["위도"], KOREA))
                                       for r in tables(paths) if r["상권업종소분류코드"] == "G21301"],
    "std-libraries": standard,
    "juso-entrances": entrances,
}

lines = set()
for number, name, where in FEEDS[sys.argv[1]](sys.argv[2:]):
    longitude, latitude = ("-", "-") if where is None else (f"{where[0]:.7f}", f"{where[1]:.7f}")
    lines.add("\t".join([number.strip(), name.strip(), longitude, latitude]))
print("\n".join(sorted(lines)))
