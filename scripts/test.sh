#!/usr/bin/env bash
# scripts/test.sh [MODULE]: builds the tests and the programs, and runs the tests that each change runs. With MODULE, such
# as Export, builds and runs only the tests of that module. Writes out/test-*.log, and prints what failed.
#
# The tests of the library, of the program (by their first letters), and the fault campaigns are separate processes: a
# process runs as many tests at a time as there are processors, and most tests of the program wait for another program.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/parts.sh
mkdir -p out

if [ -n "${1:-}" ]; then
    if [ ! -d "Tests/$1Tests" ]; then
        echo "there are no tests of \"$1\"; choose from: $(ls -d Tests/*Tests | sed -E 's|Tests/(.*)Tests|\1|' | paste -sd ' ')" >&2
        exit 64
    fi
    export GEOCLI_TEST_MODULE=$1
    build_tests
    status=0
    "${test_runner[@]}" --filter "^$1Tests\." --skip "$(IFS='|'; echo "${suites[*]}")" >out/test-module.log 2>&1 || status=$?
    finish out/test-module.log $status || { failures out/test-module.log; exit 1; }
    tail -n 1 out/test-module.log
    exit 0
fi

build_tests
left_out=$(IFS='|'; echo "${suites[*]}")
campaigns=FaultCampaignTests
declare -A running
trap '[ ${#running[@]} -eq 0 ] || kill "${!running[@]}"' EXIT
start() {
    local name=$1
    shift
    "${test_runner[@]}" "$@" --skip "$left_out" >"out/test-$name.log" 2>&1 &
    running[$!]=$name
}
start library --skip '^geocliTests\.'
start program --filter '^geocliTests\.' --skip "$campaigns" --skip '^geocliTests\.[N-Z]'
start program-last --filter '^geocliTests\.[N-Z]' --skip "$campaigns"
start faults --filter "$campaigns"
echo "tests are running; their logs are out/test-*.log"

failed=0
while [ ${#running[@]} -gt 0 ]; do
    status=0
    wait -n -p ended "${!running[@]}" || status=$?
    name=${running[$ended]}
    unset "running[$ended]"
    if finish "out/test-$name.log" $status; then
        echo "$name: passed. $(tail -n 1 "out/test-$name.log")"
    else
        failures "out/test-$name.log"
        echo "$name: failed with $status"
        failed=1
    fi
done
sed -nE 's/^[^ ]+ (Test|Suite) (.*) skipped: "(.*)"$/skipped: \2 (\3)/p' out/test-{library,program,program-last,faults}.log | sort -u
for part in "${parts[@]}"; do echo "not run: $part (${proves[$part]}): make check PART=$part"; done
exit $failed
