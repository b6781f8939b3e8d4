#!/usr/bin/env bash
# Tests/Packages/run.sh: builds the packages and tests them. First it checks their files, which needs neither root nor a
# network. Then it installs them in a new, minimal system, which needs root and this machine's package servers. Prints
# the reason if the second part can't run on this machine. PACKAGES=FOLDER tests existing packages instead;
# PROGRAMS=FOLDER packs programs that scripts/build.sh has built.
set -euo pipefail
cd "$(dirname "$0")/../.."
packages=${PACKAGES:-out/package}
work=$(mktemp -d)
system=
# debootstrap may still be running if a test has failed, so its whole process group is killed.
trap '[ -z "$system" ] || kill -- "-$system" 2>/dev/null || true; rm -rf --one-file-system "$work"' EXIT

reason=
[ "$(id -u)" -eq 0 ] || reason="only root can make one"
[ -n "$reason" ] || unshare --mount true 2>/dev/null || reason="no process here gets a mount table of its own"
[ -n "$reason" ] || command -v debootstrap >/dev/null || reason="there is no debootstrap"
if [ -z "$reason" ]; then
    # debootstrap waits for servers most of the time, so it runs during the build.
    set -m
    python3 -B Tests/Packages/clean_system.py "$work/root" >"$work/log" 2>&1 &
    system=$!
    set +m
fi

if [ -n "${PROGRAMS:-}" ]; then
    rm -rf out/package
    packaging/package.sh "$PROGRAMS" out/package
elif [ -z "${PACKAGES:-}" ]; then
    make package
fi
python3 -B Tests/Packages/package_files.py "$(cd "$packages" && pwd)"

if [ -n "$reason" ]; then
    echo "not tried: a clean system, because $reason"
    exit 0
fi
status=0
wait "$system" || status=$?
system=
cat "$work/log"
# 77: clean_system.py could not make the system and has printed the reason.
[ $status -ne 77 ] || exit 0
[ $status -eq 0 ] || exit $status
unshare --mount python3 -B Tests/Packages/clean_root.py "$packages" "$work/root"
