#!/usr/bin/env bash
# scripts/fuzz.sh [SECONDS [TARGET...]]: gives random bytes to every parser of external bytes (Tests/FuzzTargets), for
# this number of seconds each (default 60), under libFuzzer and AddressSanitizer. Prints the executions of each target.
# Ends with a non-zero exit code and prints the path of the input if a property fails, memory is accessed out of bounds,
# one input takes more than 10 seconds, or 2 GB are not enough. Interesting inputs stay in .build-fuzz/corpus for the
# next run.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
if (($# > 1)); then targets=("${@:2}"); else mapfile -t targets < <(ls Tests/FuzzTargets/Corpus); fi

# The build is optimized, to try enough inputs, and has the checks of a debug build, to detect reads beyond a buffer.
# The sanitizer makes the linker look for libFuzzer's callback in the program geocli as well, where it has no meaning.
folder=.build-fuzz
sanitize=(-sanitize=fuzzer,address)
build=(-c release --scratch-path "$folder" -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug)
build+=(-Xswiftc "${sanitize[0]}" -Xlinker --defsym=LLVMFuzzerTestOneInput=0)
swift build "${build[@]}" --target FuzzTargets >"$folder.log" 2>&1 || { cat "$folder.log" >&2; exit 1; }
mv "$folder.log" "$folder/build.log"

# SwiftPM can't link a program with another program's code. FuzzTargets needs geocli's code, so this script links it.
products=$(swift build "${build[@]}" --show-bin-path)
modules=(Scale SampleFeed geocli FuzzTargets)
for module in Threads Text Geo Projection Fetching Search Places Database Catalog Addresses Ingest Query Export Drawing Asking Mine; do
    modules+=("Geocli$module")
done
modules+=(CGeocliAssets CGeocliBuild CGeocliMemory CGeocliGeodesic CGeocliText CGeocliLibrary CGeocliProj CGeocliCurl CGeocliSQLite)
modules+=(ArgumentParser ArgumentParserToolInfo Logging HeapModule InternalCollectionsUtilities ContainersPreview)
objects=()
for module in "${modules[@]}"; do
    while IFS= read -r -d '' object; do objects+=("$object"); done \
        < <(find "$products/$module.build" -name '*.o' -print0)
done
clang -O1 -c Tests/FuzzTargets/FuzzEntry.c -o "$folder/FuzzEntry.o"
libraries=(-l:libGeographicLib.a -l:libutf8proc.a -l:libexpat.a -l:libnettle.a -l:libz.a -lsqlite3 -lstdc++)
swiftc "${sanitize[@]}" "${objects[@]}" "$folder/FuzzEntry.o" "${libraries[@]}" -o "$folder/fuzz" \
    >"$folder/link.log" 2>&1 || { cat "$folder/link.log" >&2; exit 1; }

# Swift's own backtraces would catch the signal before libFuzzer. Memory that PROJ and the locale keep until the end is
# not a leak.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0
failed=0
for target in "${targets[@]}"; do
    mkdir -p "$folder/corpus/$target" "$folder/failures"
    log="$folder/$target.log"
    if ! GEOCLI_FUZZ_TARGET=$target "$folder/fuzz" -max_total_time="$seconds" -max_len=2048 -timeout=10 \
        -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$folder/failures/$target-" \
        "$folder/corpus/$target" "Tests/FuzzTargets/Corpus/$target" >"$log" 2>&1; then
        failed=1
        grep -a -m 2 -E 'Fatal error|ERROR: ' "$log" >&2 || tail -3 "$log" >&2
        grep -a -o "Test unit written to .*" "$log" >&2 || true
    fi
    printf '%-12s %10s executions\n' "$target" \
        "$(grep -a number_of_executed_units "$log" | grep -o '[0-9]*$' || echo 0)"
done
exit "$failed"
