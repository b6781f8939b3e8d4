#!/usr/bin/env bash
# scripts/test.sh
#
# Runs the tests that 'swift build --build-tests' has built, and tests the package. Writes out/test-PART.log for each
# part. Prints the result of a part when it ends, and the log of a part that fails.
#
# The parts run at the same time, because two of them often wait: the tests of the program for the programs that they
# start, the browsers and campaigns for one another. In one process, a test that waits would keep a thread from the
# other tests.
set -euo pipefail
cd "$(dirname "$0")/.."

export GEOCLI_PROGRAMS=$PWD/.build/release
program='^geocliTests\.'
# These suites run one test at a time, for minutes.
series='BrowserTests|FaultCampaignTests'
# The processes only read the build, so they need not wait for each other's lock.
tests=(swift test --skip-build --ignore-lock --parallel --traits PostGIS)

mkdir -p out
declare -A parts
trap 'trap - INT TERM; kill 0' INT TERM
start() {
    local part=$1
    shift
    "$@" >"out/test-$part.log" 2>&1 &
    parts[$!]=$part
}
start series "${tests[@]}" --filter "$series"
start program "${tests[@]}" --filter "$program" --skip "$series"
start library "${tests[@]}" --skip "$program" --skip "$series"
start package env PACKAGES=out/package Tests/Packages/run.sh
echo "tests are running; their logs are out/test-*.log"

failed=0
while [ ${#parts[@]} -gt 0 ]; do
    status=0
    wait -n -p ended "${!parts[@]}" || status=$?
    part=${parts[$ended]}
    unset "parts[$ended]"
    log=out/test-$part.log
    # If the names of suites change, a part may select no test.
    if [ $status -eq 0 ] && [ "$part" != package ] && ! grep -q 'Test run with [1-9]' "$log"; then status=1; fi
    if [ $status -eq 0 ]; then
        echo "$part: passed. $(tail -n 1 "$log")"
    else
        cat "$log"
        echo "$part: failed with $status"
        failed=1
    fi
done
exit $failed
