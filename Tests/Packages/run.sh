#!/usr/bin/env bash
# Tests/Packages/run.sh: makes the packages and tries them. First their files, which needs neither root nor a network;
# then, as root and with this machine's package servers in reach, a clean system with nothing else in it. What can't be
# tried here is said. PACKAGES=FOLDER tries packages that are already there.
set -euo pipefail
cd "$(dirname "$0")/../.."
packages=${PACKAGES:-out/package}
work=$(mktemp -d)
system=
# debootstrap ends with its group; it may be in the middle of its work if a test has failed.
trap '[ -z "$system" ] || kill -- "-$system" 2>/dev/null || true; rm -rf --one-file-system "$work"' EXIT

reason=
[ "$(id -u)" -eq 0 ] || reason="only root can make one"
[ -n "$reason" ] || unshare --mount true 2>/dev/null || reason="no process here gets a mount table of its own"
[ -n "$reason" ] || command -v debootstrap >/dev/null || reason="there is no debootstrap"
if [ -z "$reason" ]; then
    # It waits for servers most of the time, so it is made beside the build.
    set -m
    python3 -B Tests/Packages/clean_system.py "$work/root" >"$work/log" 2>&1 &
    system=$!
    set +m
fi

[ -n "${PACKAGES:-}" ] || make package
python3 -B Tests/Packages/package_files.py "$(cd "$packages" && pwd)"

if [ -n "$reason" ]; then
    echo "not tried: a clean system, because $reason"
    exit 0
fi
status=0
wait "$system" || status=$?
system=
cat "$work/log"
# 77: it has said why there is none.
[ $status -ne 77 ] || exit 0
[ $status -eq 0 ] || exit $status
unshare --mount python3 -B Tests/Packages/clean_root.py "$packages" "$work/root"
