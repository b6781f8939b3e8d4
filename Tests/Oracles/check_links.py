#!/usr/bin/env python3
"""Checks that the links of a listing open the point of their row under its name.

    check_links.py ROWS.ndjson ...

Each row has `name`, `latitude`, `longitude` and the five `link_…` keys. The links are taken apart by Python's urllib,
which shares no code with geocli. Prints each violation; exit status 1 if there is one. Standard library only.
"""

import json
import re
import sys
import unicodedata
import urllib.parse

SEPARATORS = {"\t", "\n", "\v", "\f", "\r", "\x85", "\u2028", "\u2029"}
BIDI = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# RFC 3986 §2: an address contains no other character.
ALLOWED = re.compile(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+")


def label(name, besides=""):
    """The name as a link shows it."""
    kept = "".join(" " if c in SEPARATORS else c for c in name if c in SEPARATORS
                   or (unicodedata.category(c) != "Cc" and c not in BIDI))[:80]
    return "".join(" " if c in besides else c for c in kept).strip(" ")


def number(text):
    assert re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]{1,7})?", text), text
    return float(text)


def strict(text):
    return urllib.parse.unquote(text, errors="strict")


def opened(key, link):
    """The point that a link opens and its label; None for a service without labels."""
    parts = urllib.parse.urlsplit(link)
    assert parts.scheme == "https" and not parts.username and not parts.port, link
    query = dict(urllib.parse.parse_qsl(parts.query.replace("+", "%2B"), strict_parsing=True, errors="strict")) if parts.query else {}
    if key == "link_naver":
        assert parts.netloc == "map.naver.com" and parts.path == "/" and list(query) == ["lng", "lat", "title"]
        return number(query["lat"]), number(query["lng"]), query["title"]
    if key == "link_kakao":
        assert parts.netloc == "map.kakao.com" and not parts.query and not parts.fragment
        folders = parts.path.split("/")
        assert folders[:3] == ["", "link", "map"] and len(folders) == 4, link
        # The path has the same three parts, whether it is decoded before or after it is split.
        name, latitude, longitude = folders[3].split(",")
        assert strict(folders[3]).split(",") == [strict(name), latitude, longitude], link
        return number(latitude), number(longitude), strict(name)
    if key == "link_google":
        assert parts.netloc == "www.google.com" and parts.path == "/maps/search/" and query["api"] == "1"
        latitude, longitude = query["query"].split(",")
        return number(latitude), number(longitude), None
    if key == "link_apple":
        assert parts.netloc == "maps.apple.com" and parts.path == "/" and list(query) == ["ll", "q"]
        latitude, longitude = query["ll"].split(",")
        return number(latitude), number(longitude), query["q"]
    assert key == "link_osm" and parts.netloc == "www.openstreetmap.org" and parts.path == "/"
    zoom, latitude, longitude = parts.fragment.removeprefix("map=").split("/")
    assert zoom == "18" and (latitude, longitude) == (query["mlat"], query["mlon"])
    return number(latitude), number(longitude), None


def violations(row):
    links = {key: value for key, value in row.items() if key.startswith("link_")}
    if len(links) != 5:
        yield f"{list(links)} are not five links"
    if row["latitude"] is None:
        yield from (f"{key} without a point" for key, value in links.items() if value is not None)
        return
    for key, link in links.items():
        if not ALLOWED.fullmatch(link) or re.search(r"%(?![0-9A-F]{2})", link):
            yield f"{key} is not an address: {link}"
        if len(link) > 1200:
            yield f"{key} has {len(link)} bytes"
        latitude, longitude, shown = opened(key, link)
        if abs(latitude - row["latitude"]) > 1e-7 or abs(longitude - row["longitude"]) > 1e-7:
            yield f"{key} opens {latitude}, {longitude}"
        wanted = label(row["name"], ",/\\;%" if key == "link_kakao" else "")
        if shown is not None and shown != wanted and not (wanted == "" and re.fullmatch(r"[-0-9.]+ [-0-9.]+", shown)):
            yield f"{key} is titled {shown!r}, not {wanted!r}"


def main():
    count = 0
    bad = False
    for path in sys.argv[1:]:
        for line in open(path, encoding="utf-8", newline="\n"):
            row = json.loads(line)
            count += 1
            for words in violations(row):
                bad = True
                print(f"{path} {row.get('id')}: {words}")
    print(f"{count} rows")
    sys.exit(bad or count == 0)


main()
