#!/usr/bin/env python3
"""Links real feeds of Seoul and compares the number of links with those that a person looked at, one by one.

    real_shops.py GEOCLI FOLDER LIBRARIES.json CULTURE.tsv STANDARD.csv

The 215 libraries of Seoul, 1,036 cultural spaces and the national list of libraries (its 546 rows of Seoul) share shops.
All 417 links were read on 2026-11-22 and 2026-11-30 with both addresses and both numbers, and all were right. The
research counted 136 pairs of libraries and cultural spaces with names of one core, one of them a second row for one
library; 135 of them are linked here. FOLDER must be empty. Prints each difference; exit status 1 if there is one. Standard library only.
"""

import collections
import csv
import json
import os
import subprocess
import sys

import check_shops

# The links by feeds and rule, as looked at.
SEEN = {
    ("lib-seoul", "space-seoul"): {"name-phone": 101, "name-road": 9, "core-phone": 23, "part-phone": 5, "core-near": 2},
    ("lib-seoul", "lib-korea"): {"name-phone": 128, "name-road": 14, "core-phone": 15, "part-phone": 3},
    ("space-seoul", "lib-korea"): {"name-phone": 73, "name-road": 10, "core-phone": 31, "part-phone": 3},
}
# Near misses that are not the same shop, or that only a person can tell.
APART = [
    ("화랑도서관", "공릉청소년문화정보센터"), ("둘리도서관", "둘리뮤지엄"), ("노원문화원", "노원문화원"),
    ("도봉문화정보도서관", "도봉문화정보도서관(종합자료실)"), ("학마을도서관", "학마을도서관 (어린이 자료실)"), ("상림도서관", "상림마을작은도서관"),
]


def main(program, folder, libraries, culture, standard):
    with open(libraries, encoding="utf-8") as file:
        rows = json.load(file)["SeoulPublicLibraryInfo"]["row"]
    feeds = {"lib-seoul": [[r[k] for k in ("LBRRY_SEQ_NO", "LBRRY_NAME", "XCNTS", "YDNTS", "ADRES", "CODE_VALUE", "TEL_NO")]
                           + ["library"] for r in rows]}
    with open(culture, encoding="utf-8") as file:
        feeds["space-seoul"] = [[r[k] for k in ("번호", "문화시설명", "위도", "경도", "주소", "자치구", "전화번호")]
                            + ["library" if r["주제분류"] == "도서관" else r["주제분류"]] for r in csv.DictReader(file, delimiter="\t")]
    with open(standard, encoding="cp949") as file:
        columns = ("도서관명", "위도", "경도", "소재지도로명주소", "시군구명", "도서관전화번호")
        feeds["lib-korea"] = [
            [number, *(row[k] for k in columns), "library"] for number, row in enumerate(csv.DictReader(file))
            if row["시도명"] == "서울특별시"]
    environment = dict(os.environ, GEOCLI_DB=os.path.join(folder, "real.sqlite"), HOME=folder)

    def run(*words):
        return subprocess.run([program, *words], check=True, capture_output=True, env=environment, cwd=folder).stdout.decode()

    for feed, rows in feeds.items():
        with open(os.path.join(folder, feed + ".csv"), "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([["no", "name", "lat", "lon", "address", "district", "phone", "kind"], *rows])
        run("ingest", feed + ".csv", "--feed", feed, "--id", "no", "--name", "name", "--lat", "lat", "--lon", "lon",
            "--address", "address", "--district", "district", "--phone", "phone", "--kind", "kind", "-q")
    listing = [json.loads(line) for line in run("list", "--format", "ndjson", "-q").splitlines()]
    linked = [json.loads(line) for line in run("links", "list", "--format", "ndjson").splitlines()]
    differences = list(check_shops.compare(listing, linked, []))
    counts = collections.defaultdict(collections.Counter)
    for link in linked:
        counts[tuple(link[side].split("/")[0] for side in ("ref", "other_ref"))][link["rule"]] += 1
    if {pair: dict(rules) for pair, rules in counts.items()} != SEEN:
        differences.append(f"other links than those that were looked at: {dict(counts)}")
    names = {frozenset((link["name"], link["other_name"])) for link in linked}
    differences += [f"{pair} are linked" for pair in APART if frozenset(pair) in names]
    print("\n".join(differences[:20]))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(*map(os.path.abspath, sys.argv[1:])))
