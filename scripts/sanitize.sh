#!/usr/bin/env bash
# scripts/sanitize.sh [address|thread] [WORD...]: runs all tests except the fault campaigns under AddressSanitizer, then
# under ThreadSanitizer (or one of them), in separate build folders. Further words go to 'swift test', such as --filter
# TextTests. Prints a line for each sanitizer, and ends with a non-zero exit code if a test failed or a report was
# found, whether in the tests or in a geocli that they started.
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
    # The tests look for the program in their own folder; it must be the program of this build.
    program=$(swift build "${words[@]}" --show-bin-path)/geocli
    if ! nm "$program" | grep "__${short}_init" >/dev/null; then
        echo "$kind: $program was built without the sanitizer" >&2
        exit 1
    fi

    # Each process writes its report into a file of its own, because a test that expects an error could otherwise accept
    # a report as that error. geocli never uses the exit code 99.
    options="log_path=$reports/report:exitcode=99"
    # Most commands have only one thread, so waiting a second at exit for other threads is unnecessary.
    if [ "$kind" = thread ]; then
        # Swift's library writes 0 over the 0 of the one empty array that all threads share.
        echo race:_swiftEmptyArrayStorage >"$folder/races"
        options+=":atexit_sleep_ms=0:suppressions=$PWD/$folder/races:print_suppressions=0"
    fi
    if [ "$kind" = address ]; then options+=":detect_leaks=1:detect_stack_use_after_return=1"; fi
    # Only the tests use XCTest and Foundation, which leak a few bytes: an empty suite, Data(contentsOf:) of an empty
    # file, a regular expression, a Process. No leak of geocli is suppressed: memory that libcurl, PROJ and SQLite keep
    # until the end is still reachable then, so it is not a leak.
    # A global lives until the end, but where Swift keeps a tag in a pointer, such as to the box of an indirect case, the
    # leak check does not see that the global has it: _WZ ends the names of the initializers of globals.
    printf 'leak:%s\n' libXCTest.so libFoundation _WZ >"$folder/leaks"
    export LSAN_OPTIONS="suppressions=$PWD/$folder/leaks:print_suppressions=0"
    # The fault campaigns measure time and memory, and trace system calls; a sanitizer changes all of these.
    words+=(--skip FaultCampaignTests)
    # strace attaches to a program like a debugger, and the leak check refuses to run under a debugger.
    if [ "$kind" = address ]; then words+=(--skip aFilesBytesAreOnDiskBeforeItsName); fi
    # ThreadSanitizer keeps marks for constants in a file. A file-size limit cuts that file off, which causes SIGBUS
    # immediately.
    if [ "$kind" = thread ]; then
        words+=(--skip anOutputThatFailedLeavesAllUnread --skip aFileSizeLimitIsAnErrorAndLeavesNo)
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
