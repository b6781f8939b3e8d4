#!/usr/bin/env python3
"""Computes the expected report of an ingest of data/sample, directly from the rules of docs/CLI.md, without any Swift
code.

Prints one JSON object. Standard library only: python3 Tests/Oracles/count_sample.py [PAGE.json ...]
"""

import collections
import json
import math
import pathlib
import sys

SERVICE = "TbSlibBookstoreInfo"
KINDS = {"0001": "used", "0002": "new"}
# The area of the feed seoul-bookstores, including its edges.
SOUTH, NORTH, WEST, EAST = 37.40, 37.72, 126.73, 127.20


def text(row, key):
    """The field without leading and trailing blanks; a missing field is empty."""
    return str(row.get(key) or "").strip()


def feed_id(row):
    """2283.0, 2283 and "2283" are one id; other text stays as it is."""
    value = row.get("STORE_SEQ_NO")
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip()


def has_point(row):
    """Whether both coordinates are plain numbers inside the area."""
    try:
        latitude, longitude = float(text(row, "XCNTS")), float(text(row, "YDNTS"))
    except ValueError:
        return False
    if not (math.isfinite(latitude) and math.isfinite(longitude)):
        return False
    return SOUTH <= latitude <= NORTH and WEST <= longitude <= EAST


def rejection(row, clashing):
    """The reason that a row is rejected, or None."""
    if not feed_id(row):
        return "no-id"
    if not text(row, "STORE_NAME"):
        return "no-name"
    return "id-clash" if feed_id(row) in clashing else None


def count(rows):
    """The numbers of the report."""
    contents = collections.defaultdict(set)
    for row in rows:
        contents[feed_id(row)].add(json.dumps(row, sort_keys=True))
    clashing = {key for key, values in contents.items() if key and len(values) > 1}
    seen, accepted, duplicates = set(), [], 0
    reasons = collections.Counter()
    for row in rows:
        reason = rejection(row, clashing)
        if reason:
            reasons[reason] += 1
        elif feed_id(row) in seen:
            duplicates += 1
        else:
            seen.add(feed_id(row))
            accepted.append(row)
    return {
        "received": len(rows),
        "accepted": len(accepted),
        "rejected": sum(reasons.values()),
        "duplicates": duplicates,
        "without_point": sum(not has_point(row) for row in accepted),
        "reasons": dict(sorted(reasons.items())),
        "kinds": dict(sorted(collections.Counter(KINDS.get(text(r, "STORE_TYPE"), "other") for r in accepted).items())),
        "districts": dict(sorted(collections.Counter(text(r, "CODE_VALUE") for r in accepted).items())),
    }


def main():
    default = sorted((pathlib.Path(__file__).resolve().parents[2] / "data" / "sample").glob(SERVICE + "_*.json"))
    rows = []
    for path in sys.argv[1:] or default:
        service = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))[SERVICE]
        rows += service["row"]
        total = service["list_total_count"]
    if total != len(rows):
        sys.exit(f"list_total_count says {total}, but there are {len(rows)} rows")
    print(json.dumps(count(rows), ensure_ascii=False, indent=2))


if __name__ == "__main__":
    main()
