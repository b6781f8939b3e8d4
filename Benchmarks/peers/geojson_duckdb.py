"""DuckDB writing features as JSON lines.

geojson_duckdb.py load CATALOG DATABASE: copies the places into a DuckDB file.
geojson_duckdb.py export DATABASE OUTPUT: writes one feature per line with COPY, on all processors; prints one line of
JSON. OUTPUT may be a named pipe. DuckDB syncs a file before it closes it.
"""

import csv
import json
import pathlib
import resource
import sqlite3
import sys
import tempfile
import time

import duckdb

COLUMNS = "id, feed_id, name, kind, district, address, phone, phone_raw, website, sns, longitude, latitude"
EXPORT = """
COPY (
    SELECT 'Feature' AS type, id,
        {'type': 'Point', 'coordinates': [round(longitude, 7), round(latitude, 7)]} AS geometry,
        {'ref': 'seoul-bookstores/' || feed_id, 'name': name, 'kind': kind, 'district': district, 'address': address,
         'phone': phone, 'phone_raw': phone_raw, 'website': website, 'sns': sns::JSON, 'first_seen': '2026-09-19',
         'last_seen': '2026-09-19', 'missing_runs': 0, 'removed_on': NULL, 'closed_on': NULL, 'point_source': 'feed',
         'corrected': NULL} AS properties
    FROM place WHERE longitude IS NOT NULL
) TO $output (FORMAT JSON)
"""


def load(catalog: str, database: str) -> None:
    pathlib.Path(database).unlink(missing_ok=True)
    with tempfile.NamedTemporaryFile("w", suffix=".csv", newline="", encoding="utf-8") as file:
        rows = sqlite3.connect(f"file:{catalog}?mode=ro", uri=True).execute(f"SELECT {COLUMNS} FROM place")
        writer = csv.writer(file)
        writer.writerow(COLUMNS.split(", "))
        writer.writerows(rows)
        file.flush()
        with duckdb.connect(database) as db:
            db.execute(
                "CREATE TABLE place AS SELECT * FROM read_csv(?, header = true, types = "
                "{'id': 'BIGINT', 'feed_id': 'VARCHAR', 'phone': 'VARCHAR', 'phone_raw': 'VARCHAR', "
                "'website': 'VARCHAR', 'sns': 'VARCHAR', 'longitude': 'DOUBLE', 'latitude': 'DOUBLE'})",
                [file.name],
            )


def export(database: str, output: str) -> None:
    with duckdb.connect(database, read_only=True) as db:
        start = time.perf_counter()
        db.execute(EXPORT.replace("$output", "'" + output.replace("'", "''") + "'"))
        seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"task": "geojson", "seconds": [seconds], "peak_kb": peak}))


if __name__ == "__main__":
    {"load": load, "export": export}[sys.argv[1]](sys.argv[2], sys.argv[3])
