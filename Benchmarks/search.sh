#!/usr/bin/env bash
# Times searches inside one process. Also times searches from process start, and compares them with a box query of the
# sqlite3 shell on a copy that also has an R*Tree. Also times the building of the index, and compares it with the
# building of an FTS5 table (unicode61) over the same columns. Needs hyperfine and sqlite3 (Debian). Usage:
# Benchmarks/search.sh [CATALOG]; without CATALOG it creates a catalog of 1,000,000 made-up bookstores (5 minutes).
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build.sh geocli search-bench sample-feed | tail -n 1
programs=.build/release
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
catalog=${1:-}
if [ -z "$catalog" ]; then
    catalog=$folder/million.sqlite
    mkdir "$folder/pages"
    "$programs/sample-feed" 1000000 "$folder/pages" 7 seoul
    "$programs/geocli" ingest "$folder/pages" --db "$catalog"
    rm -r "$folder/pages"
fi

echo "== in the process"
"$programs/search-bench" "$catalog" time 1000

echo "== the index against looking at every place, 10,000 queries on 2,000 made-up bookstores"
mkdir "$folder/few"
"$programs/sample-feed" 2000 "$folder/few" 5 seoul
"$programs/geocli" ingest -q "$folder/few" --db "$folder/few.sqlite"
"$programs/search-bench" "$folder/few.sqlite" check 10000

echo "== from process start"
copy=$folder/copy.sqlite
cp "$catalog" "$copy"
sqlite3 "$copy" "CREATE VIRTUAL TABLE place_rtree USING rtree (id, west, east, south, north);
    INSERT INTO place_rtree SELECT id, longitude, longitude, latitude, latitude FROM place WHERE latitude NOT NULL"
box="SELECT b.name FROM place_rtree r JOIN place b ON b.id = r.id
     WHERE west <= 127 AND east >= 126.999 AND south <= 37.58 AND north >= 37.579"
hyperfine -N --warmup 20 --runs 200 \
    -n "sqlite3 shell, box" "sqlite3 -readonly $copy \"$box\"" \
    -n "search, two syllables" "$programs/geocli search 책방 --limit 20 --db $catalog" \
    -n "search, initials" "$programs/geocli search ㅊㅂ --limit 20 --db $catalog" \
    -n "search, two words" "$programs/geocli search '마포 서점' --limit 20 --db $catalog" 2>/dev/null |
    grep -E "Benchmark|Time|Range|times|±"

echo "== making the index (three times each, in turn)"
for _ in 1 2 3; do
    cp "$catalog" "$copy"
    "$programs/search-bench" "$copy" rebuild
    start=$(date +%s.%N)
    sqlite3 "$copy" "BEGIN; CREATE VIRTUAL TABLE words USING fts5(name, address, district, phone_raw, tokenize = unicode61);
        INSERT INTO words (rowid, name, address, district, phone_raw)
        SELECT id, name, address, district, phone_raw FROM place; COMMIT;"
    end=$(date +%s.%N)
    echo "FTS5 unicode61: $(echo "$end - $start" | bc | xargs printf '%.2f') s"
done
sqlite3 "$copy" "SELECT name || ': ' || round(sum(pgsize) / 1e6, 1) || ' MB' FROM dbstat
    WHERE name IN ('place', 'posting', 'words_data', 'words_content', 'words_idx', 'words_docsize') GROUP BY name"
