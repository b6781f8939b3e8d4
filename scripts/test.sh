#!/usr/bin/env bash
# scripts/test.sh
#
# Builds the tests and the programs, and runs all tests, also those of the package. Writes out/test-PART.log for each
# part. Prints the result of a part when it ends, and the log of a part that fails.
#
# The parts are separate processes, because the tests of the program wait for the programs that they start, and the
# series wait for browsers. In one process, a test that waits keeps a thread from the other tests. The tests of the
# library need no program, so they run during the release build, which uses one processor most of the time. They give
# way to it, because the other parts wait for it. The tests of the program are two parts, by their first letters: a
# process runs as many tests at a time as there are processors, and most of these tests wait for another program.
set -euo pipefail
cd "$(dirname "$0")/.."

program='^geocliTests\.'
last='^geocliTests\.[N-Z]'
# These suites run one test at a time, for minutes.
series='BrowserTests|FaultCampaignTests'
# What 'swift test' runs. 'swift test' itself would keep other builds from starting. A background process of bash ignores
# SIGINT, which some tests send to programs that they start.
tests=(env --default-signal .build/debug/geocliPackageTests.xctest --testing-library swift-testing --parallel)

swift build --build-tests --traits PostGIS
mkdir -p out
declare -A parts
trap '[ ${#parts[@]} -eq 0 ] || kill "${!parts[@]}"' EXIT
start() {
    local part=$1
    shift
    "$@" >"out/test-$part.log" 2>&1 &
    parts[$!]=$part
}
start library nice "${tests[@]}" --skip "$program" --skip "$series"
make build
export GEOCLI_PROGRAMS=$PWD/.build/release
start series "${tests[@]}" --filter "$series"
start program "${tests[@]}" --filter "$program" --skip "$series" --skip "$last"
start program-last "${tests[@]}" --filter "$last" --skip "$series"
start package env PROGRAMS="$GEOCLI_PROGRAMS" PACKAGE_PRESET=2,dict=32MiB Tests/Packages/run.sh
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
