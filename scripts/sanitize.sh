#!/usr/bin/env bash
# scripts/sanitize.sh [address|thread] [WORD...]: all tests but the fault campaigns under AddressSanitizer, then under
# ThreadSanitizer (or one of them), in build folders of their own; further words go to 'swift test', such as --filter
# TextTests. Prints a line for each, and ends non-zero if a test failed or a report was found, be it in the tests or in a
# geocli that they started.
set -euo pipefail
cd "$(dirname "$0")/.."
kinds=(address thread)
case ${1:-} in address | thread) kinds=("$1") && shift ;; esac

failed=0
for kind in "${kinds[@]}"; do
    short=${kind:0:1}san
    folder=.build-$short
    reports=$PWD/$folder/reports
    mkdir -p "$folder" && rm -rf "$reports" && mkdir "$reports"
    words=(--sanitize="$kind" --scratch-path "$folder" --traits PostGIS)
    swift build --build-tests "${words[@]}" >"$folder/build.log" 2>&1 || { cat "$folder/build.log" >&2; exit 1; }
    # The tests look for the program beside themselves; it must be one of this build.
    program=$(swift build "${words[@]}" --show-bin-path)/geocli
    if ! nm "$program" | grep "__${short}_init" >/dev/null; then
        echo "$kind: $program was built without the sanitizer" >&2
        exit 1
    fi

    # A file for each process with a report: tests that expect an error would take it for the right one. No exit code of
    # geocli is 99.
    options="log_path=$reports/report:exitcode=99"
    # One thread is all that most commands have: none needs a second to be caught at the end.
    if [ "$kind" = thread ]; then
        # Swift's library writes 0 over the 0 of the one empty array that all threads share.
        echo race:_swiftEmptyArrayStorage >"$folder/races"
        options+=":atexit_sleep_ms=0:suppressions=$PWD/$folder/races:print_suppressions=0"
    fi
    if [ "$kind" = address ]; then options+=":detect_leaks=1:detect_stack_use_after_return=1"; fi
    # Only the tests use XCTest and Foundation, which lose a few bytes of their own: an empty suite, Data(contentsOf:) of
    # an empty file, a regular expression, a Process. Nothing of geocli is let through: what libcurl, PROJ and SQLite
    # keep to the end can still be reached then, and is no leak.
    printf 'leak:%s\n' libXCTest.so libFoundation >"$folder/leaks"
    export LSAN_OPTIONS="suppressions=$PWD/$folder/leaks:print_suppressions=0"
    # The fault campaigns measure time and memory, and trace system calls; none of it is the same with a sanitizer.
    words+=(--skip FaultCampaignTests)
    # ThreadSanitizer keeps marks for constants in a file, which a limit on the size of files cuts off: SIGBUS at once.
    if [ "$kind" = thread ]; then
        words+=(--skip anOutputThatFailedLeavesAllUnread --skip aFileSizeLimitIsAnErrorAndLeavesNoHalfFile)
    fi
    status=0
    env "${short^^}_OPTIONS=$options" swift test --skip-build "${words[@]}" "$@" >"$folder/test.log" 2>&1 || status=$?

    found=$(find "$reports" -type f | wc -l)
    summary=$(grep -a -E 'Test run with [0-9]+ tests' "$folder/test.log" | tail -1 | sed -E 's/^[^T]*//' || true)
    echo "$kind: ${summary:-no tests have run}; exit $status; reports found: $found"
    if ((status != 0)); then
        failed=1
        grep -a -E '✘|Fatal error|unexpected signal' "$folder/test.log" | head -40 >&2 || tail -20 "$folder/test.log" >&2
    fi
    if ((found > 0)); then
        failed=1
        head -n 25 "$reports"/* >&2
    fi
done
exit "$failed"
