#!/usr/bin/env python3
"""Checks `geocli addresses` without its code: another parser, a dictionary in place of a database, and a projection of its own.

    check_addresses.py texts LIBRARIES.csv TEXTS.tsv
                                                   the addresses of the standard set of libraries (CP949)
    check_addresses.py make TEXTS.tsv FILE.txt     a made-up file of juso (CP949) with the addresses of the first column
    check_addresses.py check FILE.txt ANSWERS.ndjson
                                                   the answers of `geocli addresses find TEXT… --format ndjson`

TEXTS.tsv has a text, a latitude and a longitude in each line. An answer is right if the file has the address that this
program reads in the text, at the point of the file; and if there is none, the file must not have it. Exit 1 if an answer is
wrong, or if fewer than 99 % of the addresses in the file are found.
"""
import csv
import json
import math
import re
import sys

PROVINCES = {"서울": "서울특별시", "부산": "부산광역시", "대구": "대구광역시", "인천": "인천광역시", "광주": "광주광역시", "대전": "대전광역시",
             "울산": "울산광역시", "세종": "세종특별자치시", "경기": "경기도", "강원": "강원특별자치도", "충북": "충청북도", "충남": "충청남도",
             "전북": "전북특별자치도", "전남": "전라남도", "경북": "경상북도", "경남": "경상남도", "제주": "제주특별자치도"}
FULL = {**PROVINCES, **{name: name for name in PROVINCES.values()}, "서울시": "서울특별시", "강원도": "강원특별자치도",
        "강원자치도": "강원특별자치도", "전북자치도": "전북특별자치도", "전라북도": "전북특별자치도", "세종시": "세종특별자치시", "제주도": "제주특별자치도", "부산시": "부산광역시", "대구시": "대구광역시",
        "인천시": "인천광역시", "대전시": "대전광역시", "울산시": "울산광역시"}
ADDRESS = re.compile(
    r"^\s*(?:\(?\d{5}\)?\s+)?(\S+)\s+((?:\S+[시군구]\s+){0,2})(?:\S+[읍면동리가]\s+)*"
    r"([가-힣0-9·.]+(?:로|길)(?:\s*\d+[가-힣]{0,3}길)*)\s*(지하|공중)?\s*(\d{1,5})(?:-(\d{1,5}))?(?=$|[\s,.(])(?!\s*[-~])(?!\s*번)")


def parsed(text):
    """The key of an address: province, district, road, level, main, sub; None if this program reads none."""
    match = ADDRESS.match(text)
    if not match or match[1] not in FULL:
        return None
    district = " ".join(match[2].split())
    road = match[3].replace(" ", "")
    level = {"지하": 1, "공중": 2}.get(match[4], 0)
    return (FULL[match[1]], district, road, level, int(match[5]), int(match[6] or 0))


# Gauss-Krüger on GRS 80: Krüger's series to the third order of n, good to a tenth of a millimeter here.
A, F = 6378137.0, 1 / 298.257222101
E0, N0, K0, LAT0, LON0 = 1e6, 2e6, 0.9996, math.radians(38), math.radians(127.5)
N = F / (2 - F)
RADIUS = A / (1 + N) * (1 + N**2 / 4 + N**4 / 64)
ALPHA = (N / 2 - 2 * N**2 / 3 + 5 * N**3 / 16, 13 * N**2 / 48 - 3 * N**3 / 5, 61 * N**3 / 240)
ECCENTRICITY = 2 * math.sqrt(N) / (1 + N)


def conformal(latitude, longitude):
    s = math.sin(latitude)
    t = math.sinh(math.atanh(s) - ECCENTRICITY * math.atanh(ECCENTRICITY * s))
    xi, eta = math.atan2(t, math.cos(longitude)), math.asinh(math.sin(longitude) / math.hypot(t, math.cos(longitude)))
    northing = xi + sum(a * math.sin(2 * j * xi) * math.cosh(2 * j * eta) for j, a in enumerate(ALPHA, 1))
    easting = eta + sum(a * math.cos(2 * j * xi) * math.sinh(2 * j * eta) for j, a in enumerate(ALPHA, 1))
    return easting, northing


def projected(latitude, longitude):
    """Easting and northing in EPSG:5179, in meters."""
    easting, northing = conformal(math.radians(latitude), math.radians(longitude) - LON0)
    return E0 + K0 * RADIUS * easting, N0 + K0 * RADIUS * (northing - conformal(LAT0, 0)[1])


def texts(source, out):
    with open(source, encoding="cp949", newline="") as file, open(out, "w", encoding="utf-8") as lines:
        for row in csv.DictReader(file):
            text = " ".join(row["소재지도로명주소"].split())
            if text and row["위도"] and 33 < float(row["위도"]) < 39 and 124 < float(row["경도"]) < 132:
                lines.write(f"{text}\t{row['위도']}\t{row['경도']}\n")


def make(texts, out):
    made = set()
    with open(texts, encoding="utf-8") as lines, open(out, "w", encoding="cp949", newline="") as file:
        for number, line in enumerate(lines):
            text, latitude, longitude = line.rstrip("\n").split("\t")
            key = parsed(text)
            if key is None or key in made:
                continue
            made.add(key)
            province, district, road, level, main, sub = key
            x, y = projected(float(latitude), float(longitude))
            file.write(f"11110|{number}|1111010100|{province}|{district}|동|111103100012|{road}|{level}|{main}|{sub}||03047|시설|0|동|{x:.6f}|{y:.6f}\r\n")
    print(f"{len(made)} addresses")


def read(path):
    """The addresses of a file: the main entrance with the lowest number."""
    best = {}
    with open(path, "rb") as file:
        for line in file.read().split(b"\n"):
            fields = line.rstrip(b"\r").decode("cp949").split("|")
            if len(fields) == 18:
                region, district, road, level, main, sub, main_kind, serial, x, y = (fields[i] for i in (3, 4, 7, 8, 9, 10, 14, 1, 16, 17))
                is_main = main_kind == "0"
            elif len(fields) == 19:
                region, district, road, level, main, sub, main_kind, serial, x, y = (fields[i] for i in (2, 3, 7, 8, 9, 10, 15, 14, 17, 18))
                is_main = main_kind == "RM"
            else:
                continue
            if not x or not y or float(x) == 0:
                continue
            key = (FULL.get(region, region), district, road, int(level), int(main), int(sub))
            entrance = (not is_main, int(serial or 0), float(x), float(y))
            best[key] = min(best.get(key, entrance), entrance)
    return best


def check(path, answers):
    book = read(path)
    counts = {"answers": 0, "in the file": 0, "found": 0, "wrong": 0, "not in the file": 0}
    with open(answers, encoding="utf-8") as lines:
        for line in lines:
            answer = json.loads(line)
            counts["answers"] += 1
            entrance = book.get(parsed(answer["address"]))
            counts["in the file" if entrance else "not in the file"] += 1
            if answer["latitude"] is None:
                if entrance:
                    print("not found:", answer["address"], answer["no_match"])
                continue
            x, y = projected(answer["latitude"], answer["longitude"])
            if entrance and math.hypot(x - entrance[2], y - entrance[3]) < 0.01:
                counts["found"] += 1
            else:
                counts["wrong"] += 1
                print("wrong:", answer, entrance, (x, y))
    print(counts)
    if counts["wrong"] or counts["found"] < 0.99 * counts["in the file"] or not counts["answers"]:
        sys.exit(1)


if __name__ == "__main__":
    if sys.argv[1] == "texts":
        texts(sys.argv[2], sys.argv[3])
    elif sys.argv[1] == "make":
        make(sys.argv[2], sys.argv[3])
    else:
        check(sys.argv[2], sys.argv[3])
