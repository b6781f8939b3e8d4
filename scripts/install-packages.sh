#!/usr/bin/env bash
# scripts/install-packages.sh [--list] [PURPOSE...]
#
# Installs the Debian packages that are missing for these purposes, the keys of `packages` (all of them if none is named),
# and nothing else. Needs root or sudo only if something is missing. --list prints the packages, one on each line, and
# installs nothing.
set -euo pipefail

declare -A packages=(
    [build]="libsqlite3-dev libproj-dev libgeographiclib-dev libutf8proc-dev libexpat1-dev nettle-dev zlib1g-dev
        libcurl4-openssl-dev"
    # The map page uses Leaflet, which the program looks for when it runs.
    [run]="libjs-leaflet"
    # The header for a program that can use PostgreSQL.
    [servers]="libpq-dev"
    # For 'make test'.
    [test]="python3 sqlite3 curl"
    # For parts of 'make check'.
    [browser]="python3-selenium chromium chromium-driver fonts-nanum"
    [postgres]="postgresql postgresql-postgis"
    [tools]="gdal-bin python3-gdal python3-fastkml strace tmux zsh fish mandoc groff"
    # Needed to pack the programs, and to test the packages.
    [package]="dpkg-dev xz-utils"
    [packages]="lintian debootstrap systemd mandoc"
)

lists=false
purposes=()
for word in "$@"; do
    if [ "$word" = --list ]; then
        lists=true
    elif [ -n "${packages[$word]:-}" ]; then
        purposes+=("$word")
    else
        echo "usage: scripts/install-packages.sh [--list] [PURPOSE...]; a PURPOSE is one of: ${!packages[*]}" >&2
        exit 64
    fi
done
[ ${#purposes[@]} -eq 0 ] && purposes=("${!packages[@]}")

wanted=()
for purpose in "${purposes[@]}"; do
    read -r -d '' -a names <<<"${packages[$purpose]}" || true
    wanted+=("${names[@]}")
done
if $lists; then
    printf '%s\n' "${wanted[@]}"
    exit 0
fi

if ! command -v swift >/dev/null; then
    echo "geocli: there is no Swift toolchain here; install Swift 6.2 or newer (https://www.swift.org/install)" >&2
    exit 1
fi
if ! command -v dpkg-query >/dev/null; then
    echo "geocli: this system is not Debian; install the equivalents of: ${wanted[*]}" >&2
    exit 0
fi

missing=()
for package in "${wanted[@]}"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    # A test tool may be installed from another source.
    if [ "$state" != installed ] && ! { [[ $package =~ ^(python3|curl)$ ]] && command -v "$package" >/dev/null; }; then
        missing+=("$package")
    fi
done
[ ${#missing[@]} -eq 0 ] && exit 0

sudo=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "geocli: these Debian packages are missing: ${missing[*]}; ask an administrator to run: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    sudo=(sudo)
fi
echo "installing ${missing[*]}" >&2
"${sudo[@]}" apt-get update -qq
if ! "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; then
    echo "geocli: apt-get could not install: ${missing[*]}; look at its message above" >&2
    exit 1
fi
