"""What a Python programmer would write: JSON pages into SQLite, with an R*Tree and full-text search.

ingest_peer.py PAGES OUTPUT: writes the rows with the columns of geocli's catalog, an rtree_i32 and an FTS5 table
(unicode61) over name and address, in one transaction without journal and sync. SQLite does what is slow in Python: the
tree and the words are filled by one INSERT … SELECT each. Prints one line of JSON.
"""

import json
import pathlib
import resource
import sqlite3
import sys
import time

SCHEMA = """
CREATE TABLE place (id INTEGER PRIMARY KEY, feed_id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, kind TEXT NOT NULL,
    district TEXT, address TEXT, phone TEXT, website TEXT, sns TEXT, latitude REAL, longitude REAL) STRICT;
CREATE VIRTUAL TABLE place_rtree USING rtree_i32 (id, west, east, south, north);
CREATE VIRTUAL TABLE words USING fts5 (name, address, tokenize = unicode61);
"""
TREE = """
INSERT INTO place_rtree
SELECT id, floor(longitude * 1e7), ceil(longitude * 1e7), floor(latitude * 1e7), ceil(latitude * 1e7)
FROM place WHERE longitude IS NOT NULL
"""
WORDS = "INSERT INTO words (rowid, name, address) SELECT id, name, address FROM place"
INSERTION = """
INSERT INTO place (feed_id, name, kind, district, address, phone, website, sns, latitude, longitude)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
KINDS = {"0001": "used", "0002": "new"}


def cells(row: dict[str, object]) -> tuple[object, ...]:
    """A row of the feed as columns; XCNTS is the latitude and YDNTS the longitude, as the service sends them."""
    return (
        str(int(row["STORE_SEQ_NO"])),
        row["STORE_NAME"].strip(),
        KINDS.get(row["STORE_TYPE"], "other"),
        row["CODE_VALUE"] or None,
        row["ADRES"] or None,
        row["TEL_NO"] or None,
        row["HMPG_URL"] or None,
        row["SNS"] or None,
        float(row["XCNTS"]),
        float(row["YDNTS"]),
    )


def number(page: pathlib.Path) -> int:
    return int(page.stem.rpartition("_")[2])


def ingest(pages: pathlib.Path, output: str) -> int:
    db = sqlite3.connect(output, isolation_level=None)
    db.execute("PRAGMA journal_mode = off")
    db.execute("PRAGMA synchronous = off")
    db.executescript(SCHEMA)
    db.execute("BEGIN")
    for page in sorted(pages.glob("*.json"), key=number):
        envelope = json.loads(page.read_bytes())
        db.executemany(INSERTION, map(cells, envelope["TbSlibBookstoreInfo"]["row"]))
    db.execute(TREE)
    db.execute(WORDS)
    db.execute("COMMIT")
    (count,) = db.execute("SELECT count(*) FROM place").fetchone()
    db.close()
    return count


def main() -> None:
    pages, output = pathlib.Path(sys.argv[1]), sys.argv[2]
    pathlib.Path(output).unlink(missing_ok=True)
    start = time.perf_counter()
    rows = ingest(pages, output)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"task": "ingest-peer", "rows": rows, "seconds": [seconds], "peak_kb": peak}))


if __name__ == "__main__":
    main()
