#!/usr/bin/env python3
"""Checks answers of `geocli bbox` against a scan of the exact coordinates.

    check_bbox.py LISTING.ndjson ANSWERS.ndjson

LISTING is `geocli list --format ndjson`. ANSWERS has one line per box: {"box": [W, S, E, N], "ids": [...]}, the ids in
printed order. Edges are inside the box. West > east crosses the antimeridian, which makes two boxes. 180 and -180 are
one meridian, so an edge at either includes both. The order is by id. Prints each violation; exit status 1 if there is
one. Standard library only.
"""

import json
import sys


def holds(box, latitude, longitude):
    """Whether a position is in the box or on its edge."""
    west, south, east, north = box
    if not south <= latitude <= north:
        return False
    names = (-180, 180) if abs(longitude) == 180 else (longitude,)
    return any(west <= name <= east if west <= east else name >= west or name <= east for name in names)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    places = [(r["id"], r["latitude"], r["longitude"]) for r in rows if r["latitude"] is not None]
    violations = boxes = 0
    with open(sys.argv[2], encoding="utf-8") as file:
        for line in file:
            answer = json.loads(line)
            boxes += 1
            wanted = sorted(key for key, latitude, longitude in places if holds(answer["box"], latitude, longitude))
            if answer["ids"] != wanted:
                violations += 1
                missing = sorted(set(wanted) - set(answer["ids"]))
                extra = sorted(set(answer["ids"]) - set(wanted))
                print(f"{answer['box']}: missing {missing[:10]}, too many {extra[:10]}, or not by id")
    print(f"{boxes} boxes, {len(places)} places, {violations} violations", file=sys.stderr)
    return 1 if violations or not boxes else 0


if __name__ == "__main__":
    sys.exit(main())
