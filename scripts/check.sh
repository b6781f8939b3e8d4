#!/usr/bin/env bash
# scripts/check.sh [PART...]: runs parts of the tests that 'make test' leaves out (scripts/parts.sh), all if none is named.
# Installs what a part needs. Writes out/check-PART.log, and prints what failed.
#
# With SECONDS_LEFT=N, as on CI: starts no part after N seconds, and stops each part at its own limit. What did not run
# or was stopped is named in the last lines, and is no failure.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/parts.sh
mkdir -p out

# run FILTER: runs the tests of these names, on the programs of the test build.
run() {
    build_tests
    CI=true "${test_runner[@]}" --filter "$1"
}

check_packages() {
    make build
    # The same tests that 'make test' ran on its own build; the options of a release differ.
    build_tests
    GEOCLI_PROGRAMS=$PWD/.build/release "${test_runner[@]}" \
        --filter 'GoldenTests|OracleTests|FaultCampaignTests|ExitCodeTests|SnapshotTests|ServeQuestionTests'
    PROGRAMS=$PWD/.build/release PACKAGE_PRESET=2,dict=32MiB Tests/Packages/run.sh
}
check_servers() { run "${suites[servers]}"; }
check_browser() { run "${suites[browser]}"; }
check_tools() { run "${suites[tools]}"; }
check_nights() {
    build_tests
    GEOCLI_DOSE=4 "${test_runner[@]}" --filter 'OracleTests|FaultCampaignTests|TerminalSweepTests'
}
check_sanitize() {
    scripts/sanitize.sh address --filter '^(TextTests|FetchingTests|AddressesTests|FuzzTests)\.|CatalogRowTests|OriginTests'
    scripts/sanitize.sh thread --filter '^ThreadsTests\.|BatchQueryTests|SnapshotTests|ParallelTasksTests|ServeLargeTests'
}
check_spark() {
    scripts/install-spark.sh
    run 'SparkTests|WorkerTests|RunTests|PlanTests'
}

chosen=("$@")
[ ${#chosen[@]} -gt 0 ] || chosen=("${parts[@]}")
for part in "${chosen[@]}"; do
    if [ -z "${proves[$part]:-}" ]; then
        echo "there is no part \"$part\"; choose from: ${parts[*]}" >&2
        exit 64
    fi
done

if [ "${IN_PART:-}" = "${chosen[0]}" ]; then
    "check_$IN_PART"
    exit
fi

failed=()
left_out=()
for part in "${chosen[@]}"; do
    limit=0
    if [ -n "${SECONDS_LEFT:-}" ]; then
        if ((SECONDS >= SECONDS_LEFT)); then
            left_out+=("$part (no time was left)")
            continue
        fi
        limit=$((minutes[$part] * 60))
    fi
    began=$SECONDS
    status=0
    log=out/check-$part.log
    # shellcheck disable=SC2086 — the words are a list.
    scripts/install-packages.sh build run servers test ${needs[$part]} >"$log" 2>&1 || status=$?
    # A part is a process group of its own, so that its end is the end of all that it started.
    [ $status -ne 0 ] || IN_PART=$part timeout --kill-after=30 $limit scripts/check.sh "$part" >>"$log" 2>&1 || status=$?
    took="$((SECONDS - began)) s"
    if [ $status -eq 0 ]; then
        echo "$part: passed in $took. $(grep -a 'Test run with' "$log" | tail -n 1)"
    elif [ $status -eq 124 ] && [ $limit -gt 0 ]; then
        tail -n 5 "$log"
        left_out+=("$part (stopped after $took)")
    else
        failures "$log"
        echo "$part: failed with $status after $took"
        failed+=("$part")
    fi
done
for part in "${left_out[@]}"; do echo "left out: $part"; done
[ ${#failed[@]} -eq 0 ] || { echo "failed: ${failed[*]}"; exit 1; }
