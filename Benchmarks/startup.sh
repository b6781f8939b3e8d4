#!/usr/bin/env bash
# Times 'near' and 'bbox' from process start, and a box query of the sqlite3 shell on a copy that also has an R*Tree.
# Prints the ratio of each time to the shell's time. The commands run in turn, so that the machine's state is the same
# for all of them. Needs hyperfine, sqlite3 and python3 (Debian). Usage: Benchmarks/startup.sh [CATALOG…]; without
# CATALOG it uses the sample (about 600 places) and creates a catalog of 1,000,000 made-up bookstores (this takes
# minutes). $ROUNDS is the number of rounds (10 by default); each round runs each command 40 times.
set -euo pipefail
cd "$(dirname "$0")/.."
geocli=.build/release/geocli
command -v hyperfine >/dev/null || { echo "install hyperfine first: apt-get install hyperfine" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ $# -eq 0 ]; then
    scripts/build.sh sample-feed | tail -n 1
    mkdir "$folder/pages"
    .build/release/sample-feed 1000000 "$folder/pages" 7 seoul
    "$geocli" ingest -q "$folder/pages" --db "$folder/million.sqlite"
    rm -r "$folder/pages"
    "$geocli" ingest --sample -q --db "$folder/sample.sqlite" 2>/dev/null
    set -- "$folder/sample.sqlite" "$folder/million.sqlite"
fi

for catalog in "$@"; do
    rows=$(sqlite3 -readonly "$catalog" "SELECT count(*) FROM place")
    # A box with a few dozen places in either catalog: about 3 km wide for the sample, 100 m for a million.
    west=126.97 south=37.55 east=127.00 north=37.58
    if [ "$rows" -gt 100000 ]; then west=126.999 south=37.579; fi
    copy=$folder/tree.sqlite
    cp "$catalog" "$copy"
    sqlite3 "$copy" "CREATE VIRTUAL TABLE place_rtree USING rtree (id, west, east, south, north);
        INSERT INTO place_rtree SELECT id, longitude, longitude, latitude, latitude FROM place WHERE latitude NOT NULL"
    box="SELECT b.name FROM place_rtree r JOIN place b ON b.id = r.id
         WHERE west <= $east AND east >= $west AND south <= $north AND north >= $south"
    for round in $(seq "${ROUNDS:-10}"); do
        hyperfine -N --warmup 5 --runs 40 --style none --export-json "$folder/$round.json" \
            -n "sqlite3 shell, box" "sqlite3 -readonly $copy \"$box\"" \
            -n "geocli near" "$geocli near 37.5795,126.9995 --db $catalog" \
            -n "geocli bbox" "$geocli bbox $west,$south,$east,$north --db $catalog"
    done
    python3 - "$rows" "$folder" "${ROUNDS:-10}" <<'PYTHON'
import json, statistics, sys
rows, folder, rounds = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
times = {}
for number in range(1, rounds + 1):
    with open(f"{folder}/{number}.json") as file:
        for result in json.load(file)["results"]:
            times.setdefault(result["command"], []).extend(result["times"])
print(f"{rows:,} places        min ms  median ms   ratio of min  of median")
shell = times["sqlite3 shell, box"]
for name, values in times.items():
    least, middle = min(values), statistics.median(values)
    print(f"{name:24} {least * 1000:7.2f} {middle * 1000:10.2f} {least / min(shell):14.2f} "
          f"{middle / statistics.median(shell):10.2f}")
PYTHON
done
