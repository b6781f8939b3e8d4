#!/usr/bin/env bash
# scripts/build.sh [PRODUCT…]
#
# Builds programs for release: .build/release/PRODUCT. Without PRODUCT, builds geocli, geoworker and geoserve. All
# release builds use this script, because other options would build everything again.
#
# - The Swift runtime, SQLite, the C++ library and GCC's support library are linked statically, no symbol is exported, and
#   equal functions are merged. Loading and searching libraries would take a fifth of a query's time.
# - The programs are not position-independent: such a program must relocate 89,000 addresses on 280 pages before its first
#   line runs, which takes a tenth of a query's time. A program's libraries, stack and heap still have random addresses.
# - Generic types are made by direct calls. By default, the Swift runtime parses the name of each type and searches all
#   protocol conformances in the program, which takes an eighth of a query's time.
# - The programs do not check for overlapping accesses to a variable (the law of exclusivity), which would take a tenth of
#   an export's time. Debug builds, and so all tests of the library, do check.
# - The addresses of the C library's functions are found at the start (-z now), so that they are read-only afterwards.
# - After stripping, no program contains the path of this folder, so builds in different folders produce identical
#   binaries.
# - ArgumentParser finds a module of our own in the place of Foundation (scripts/FoundationEssentials.swift), which makes
#   geocli a sixth smaller.
# - --version prints the commit. COMMIT=… sets it; outside of a git checkout, no commit is printed.
# - TRAITS= leaves out PostgreSQL; such a build needs no libpq-dev.
set -euo pipefail
cd "$(dirname "$0")/.."

traits=${TRAITS-PostGIS}
options=(
    -c release --static-swift-stdlib --disable-local-rpath
    -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
    -Xswiftc -enforce-exclusivity=unchecked
    -Xswiftc "-L$PWD/.build/archives" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
    -Xswiftc -Xclang-linker -Xswiftc -no-pie
    -Xlinker -z -Xlinker now -Xlinker --no-export-dynamic -Xlinker --icf=safe -Xlinker --build-id=none -Xswiftc -file-prefix-map -Xswiftc "$PWD=." -Xcc "-ffile-prefix-map=$PWD=."
)
# The linker prefers an archive in this folder to a shared library elsewhere.
mkdir -p .build/archives
for library in libsqlite3 libstdc++; do
    archive=$(clang -print-file-name="$library.a")
    # Without the archive, clang prints only the name; then the program shares the library.
    if [ -f "$archive" ]; then ln -sf "$archive" .build/archives/; else rm -f ".build/archives/$library.a"; fi
done

foundation=$PWD/.build/foundation
if [ scripts/FoundationEssentials.swift -nt "$foundation/FoundationEssentials.o" ]; then
    mkdir -p "$foundation"
    swiftc -O -wmo -parse-as-library -module-name FoundationEssentials -file-prefix-map "$PWD=." \
        -emit-module -emit-module-path "$foundation/FoundationEssentials.swiftmodule" \
        -c scripts/FoundationEssentials.swift -o "$foundation/FoundationEssentials.o"
fi
options+=(-Xswiftc "-I$foundation" -Xlinker "$foundation/FoundationEssentials.o")

[ -n "$traits" ] && options+=(--traits "$traits")

commit=${COMMIT-$(scripts/version.sh commit)}
if [ -n "$commit" ]; then
    [[ $commit =~ ^[0-9A-Za-z.-]+$ ]] || { echo "geocli: COMMIT=$commit is not the name of a commit" >&2; exit 64; }
    # The object's name contains the commit, so that SwiftPM links again when the commit changes.
    object=$PWD/.build/commit/$commit.o
    if [ ! -f "$object" ] || [ Sources/CBuild -nt "$object" ]; then
        mkdir -p .build/commit
        clang -O2 -DGEOCLI_COMMIT="\"$commit\"" -ISources/CBuild/include -c Sources/CBuild/CBuild.c -o "$object"
    fi
    options+=(-Xlinker "$object")
fi

[ $# -gt 0 ] || set -- geocli geoworker geoserve
for product in "$@"; do
    # Package.swift has the benchmarks only if this is set.
    [[ $product =~ ^geo(cli|serve|worker)$ ]] || export GEOCLI_BENCHMARKS=1
    swift build "${options[@]}" --product "$product"
done
