#!/usr/bin/env bash
# Times 'near' and 'bbox' from process start beside the sqlite3 shell doing a box query on the same file.
# Needs hyperfine (Debian: hyperfine). Usage: Benchmarks/startup.sh [CATALOG]
set -euo pipefail
cd "$(dirname "$0")/.."
geocli=.build/release/geocli
catalog=${1:-}
if [ -z "$catalog" ]; then
    catalog=$(mktemp -d)/sample.sqlite
    "$geocli" ingest --sample -q --db "$catalog" 2>/dev/null
fi
command -v hyperfine >/dev/null || { echo "install hyperfine first: apt-get install hyperfine" >&2; exit 1; }
box="SELECT b.name FROM bookstore_rtree r JOIN bookstore b ON b.id = r.id
     WHERE west <= 1270000000 AND east >= 1269700000 AND south <= 375800000 AND north >= 375500000"
hyperfine -N --warmup 20 --runs 200 \
    -n "sqlite3 shell, box" "sqlite3 -readonly $catalog \"$box\"" \
    -n "geocli near" "$geocli near 37.5663,126.9779 --db $catalog" \
    -n "geocli bbox" "$geocli bbox 126.97,37.55,127.00,37.58 --db $catalog"
