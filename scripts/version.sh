#!/usr/bin/env bash
# scripts/version.sh version | commit | package | epoch
#
#   version   the version that Sources/CBuild/include/CBuild.h states: 0.1.0
#   commit    the commit of this checkout, with "-dirty" if a file differs from it; nothing outside of a git checkout
#   package   the version of a package. At the tag v0.1.0, and outside of git, it is 0.1.0. At any other commit it is
#             0.1.0~git20261122132435.72df00f: Debian sorts it before 0.1.0 and after earlier commits
#   epoch     the time of everything in a package, in seconds since 1970: $SOURCE_DATE_EPOCH, or the commit's time
set -euo pipefail
cd -P "$(dirname "$0")/.."

version() { sed -n 's/^#define GEOCLI_VERSION "\(.*\)"$/\1/p' Sources/CBuild/include/CBuild.h; }

# Whether this folder is the root of a git checkout. Sources that were unpacked inside of another checkout must not use
# its commits.
is_checkout() { [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$PWD" ] && git rev-parse -q --verify HEAD >/dev/null; }

dirt() { [ -z "$(git status --porcelain | head -n 1)" ] || echo dirty; }

commit() {
    is_checkout || return 0
    local dirt
    dirt=$(dirt)
    # A commit always has seven digits here, because the length of git's own short form varies.
    echo "$(git rev-parse HEAD | cut -c 1-7)${dirt:+-$dirt}"
}

epoch() {
    if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then
        echo "$SOURCE_DATE_EPOCH"
    elif is_checkout; then
        git log -1 --format=%ct
    else
        # In an archive of the sources, all files have the commit's time.
        stat -c %Y Package.swift
    fi
}

package() {
    local commit
    commit=$(commit)
    if [ -z "$commit" ] || { [ "${commit%-dirty}" = "$commit" ] && git tag --points-at HEAD | grep -qx "v$(version)"; }; then
        version
    else
        echo "$(version)~git$(date -u -d "@$(git log -1 --format=%ct)" +%Y%m%d%H%M%S).${commit/-/.}"
    fi
}

case ${1:-} in
version | commit | package | epoch) "$1" ;;
*)
    echo "usage: scripts/version.sh version | commit | package | epoch" >&2
    exit 64
    ;;
esac
