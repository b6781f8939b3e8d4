#!/usr/bin/env bash
# Tests/Packages/run.sh FOLDER: tries the packages that packaging/package.sh has put into the folder. First their files,
# which needs neither root nor a network; then, as root and with Debian's servers in reach, a clean system with nothing
# else in it. What can't be tried here is said.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
packages=$(cd "$1" && pwd)

python3 -B "$here/package_files.py" "$packages"

reason=
[ "$(id -u)" -eq 0 ] || reason="only root can make a clean system"
[ -n "$reason" ] || unshare --mount true 2>/dev/null || reason="this system gives no process a mount table of its own"
[ -n "$reason" ] || command -v debootstrap >/dev/null || reason="there is no debootstrap"
if [ -z "$reason" ]; then
    root=$(mktemp -d)
    # The mounts are in a table of their own, and gone before anything is deleted.
    trap 'rm -rf --one-file-system "$root"' EXIT
    status=0
    unshare --mount python3 -B "$here/clean_root.py" "$packages" "$root" || status=$?
    # 77: it has said why it could not begin.
    [ $status -eq 77 ] || exit $status
else
    echo "not tried: a clean system, because $reason"
fi
