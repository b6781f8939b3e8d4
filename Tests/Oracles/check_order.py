#!/usr/bin/env python3
"""Compares listings in an order that a user chose with Python's own sort of the same rows.

    check_order.py MANIFEST

A line of MANIFEST is `KEY up|down LIMIT|- WHOLE SORTED`. WHOLE is a file of all rows in any order; SORTED is the output
of `--sort KEY` with that limit. Both are JSON lines. Prints each violation; exit status 1 if there is one. Standard
library only.
"""

import json
import pathlib
import sys
import unicodedata

KEYS = {"distance": "distance_m"}


def script(character):
    code = ord(character)
    if 0xAC00 <= code <= 0xD7A3 or 0x1100 <= code <= 0x11FF or 0x3131 <= code <= 0x318E:
        return 2
    category = unicodedata.category(character)
    if category == "Nd":
        return 1
    if "CJK UNIFIED" in unicodedata.name(character, ""):
        return 3
    return 4 if category[0] in "LMN" else 0


def name_key(text):
    """Signs, digits, Hangul, Hanja, other letters; without case and with single blanks."""
    folded = " ".join(unicodedata.normalize("NFC", text).casefold().split())
    return [(script(character), ord(character)) for character in unicodedata.normalize("NFC", folded)]


def ordered(rows, key, direction):
    values = {"name": name_key, "district": name_key}.get(key, lambda value: value)
    column = KEYS.get(key, key)
    present = [row for row in rows if row[column] is not None]
    absent = [row for row in rows if row[column] is None]
    by_id = sorted(present, key=lambda row: row["id"])
    # Python's sort is stable in both directions, so equal rows stay in the order of their ids.
    result = sorted(by_id, key=lambda row: values(row[column]), reverse=direction == "down")
    return result + sorted(absent, key=lambda row: row["id"])


def main():
    bad = False
    count = 0
    for line in pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        key, direction, limit, whole, found = line.split(" ")
        whole, found = ([json.loads(row) for row in open(path, encoding="utf-8", newline="\n")] for path in (whole, found))
        wanted = ordered(whole, key, direction)
        wanted = wanted if limit == "-" else wanted[: int(limit)]
        count += len(wanted)
        if [row["id"] for row in found] != [row["id"] for row in wanted]:
            bad = True
            first = next((place for place, (left, right) in enumerate(zip(found, wanted)) if left["id"] != right["id"]), len(found))
            print(f"{line}: row {first}: {found[first:first + 1]} for {wanted[first:first + 1]}, {len(found)} for {len(wanted)}")
        by_id = {row["id"]: row for row in whole}
        if any(by_id.get(row["id"]) != row for row in found):
            bad = True
            print(f"{line}: a row differs from itself")
    print(f"{count} rows")
    sys.exit(bad or count == 0)


main()
