#!/usr/bin/env bash
# Runs every fault campaign of Tests/Faults, the sweep of hostile columns, random nights in which people decide about
# issues, and three simulated years. Nothing is shortened, so this takes about an hour. Prints the last line of each log.
# Usage: scripts/torture.sh [--big]    --big adds the feeds of 1 and 10 million rows (more than 10 GB in $TMPDIR)
set -uo pipefail
cd "$(dirname "$0")/.."
geocli=$PWD/.build/release/geocli
campaigns=(kill_at_calls random_kills disk_errors power_cuts edit_faults contention hostile_feeds hostile_catalogs
    network_faults key_search backup_faults)
[ "${1:-}" = --big ] && campaigns+=(big_feed)
mkdir -p out/torture
failed=0
for campaign in "${campaigns[@]}"; do
    python3 "Tests/Faults/$campaign.py" "$geocli" >"out/torture/$campaign.log" 2>&1 || failed=1
    tail -n 1 "out/torture/$campaign.log"
done
folder=$(mktemp -d)
python3 Tests/Oracles/sweep_terminal.py "$geocli" "$folder" columns >out/torture/columns.log 2>&1 || failed=1
tail -n 1 out/torture/columns.log
for seed in 1 2 3; do
    mkdir "$folder/nights$seed"
    python3 Tests/Oracles/decision_nights.py "$geocli" "$folder/nights$seed" $seed 200 >"out/torture/nights$seed.log" 2>&1 ||
        failed=1
    tail -n 1 "out/torture/nights$seed.log"
done
for seed in 1 2 3; do
    mkdir "$folder/year$seed"
    python3 Tests/Faults/simulated_year.py "$geocli" "$folder/year$seed" $seed 400 >"out/torture/year$seed.log" 2>&1 ||
        failed=1
    tail -n 1 "out/torture/year$seed.log"
done
rm -r "$folder"
[ $failed -eq 0 ] || echo "something failed; look at out/torture/*.log" >&2
exit $failed
