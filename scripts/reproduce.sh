#!/usr/bin/env bash
# scripts/reproduce.sh: builds and packs the committed sources in two new folders with names of different length, and
# compares the files. Nothing is taken from this folder's .build, so it takes two whole builds. Prints the checksums, and
# ends with a non-zero exit code if they differ. KEEP=1 keeps the folders.
set -euo pipefail
cd "$(dirname "$0")/.."
git diff --quiet HEAD || echo "geocli: what is not committed is not part of this" >&2

base=$(mktemp -d)
[ -n "${KEEP:-}" ] || trap 'rm -rf "$base"' EXIT
for folder in "$base/one" "$base/a second, with a longer name"; do
    git clone -q . "$folder"
    (
        cd "$folder"
        scripts/build.sh
        packaging/package.sh .build/release out/package
    ) >"$folder.log" 2>&1 || { tail -n 30 "$folder.log" >&2; exit 1; }
    cat "$folder/out/package/SHA256SUMS"
    # Removes the first build before the second one: less disk space is needed, and the second can't use files of the
    # first.
    mv "$folder/out/package" "$folder.package"
    [ -n "${KEEP:-}" ] || rm -rf "$folder"
done

if ! diff -r "$base/one.package" "$base/a second, with a longer name.package"; then
    echo "geocli: the packages differ" >&2
    exit 1
fi
echo "equal, byte for byte"
