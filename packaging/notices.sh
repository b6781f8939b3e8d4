#!/usr/bin/env bash
# packaging/notices.sh CHECKOUTS
# packaging/notices.sh --sources
#
# Prints the licenses of everything that the programs contain, in full, as this machine's copies have them: our own, the
# Swift toolchain's, those of the Swift packages in the folder CHECKOUTS, and those of Debian's static libraries. A
# missing text is an error. So is a library that Package.swift links statically and that is not in this list.
#
# --sources prints the Debian source packages of the static libraries, in the form of the field Built-Using (Debian
# Policy, 7.8).
set -euo pipefail
checkouts=$1
cd "$(dirname "$0")/.."

# The archives of Package.swift, each with the Debian package that has its copyright.
declare -A debian=(
    [GeographicLib]=libgeographiclib-dev [utf8proc]=libutf8proc-dev [expat]=libexpat1-dev [nettle]=nettle-dev
    [z]=zlib1g-dev
)
# scripts/build.sh links these libraries statically, too. libgcc is of the same source as libstdc++.
built=(sqlite3 stdc++)
swift_packages=(swift-argument-parser swift-atomics swift-collections swift-log swift-nio swift-system)

# Prints the archives of Package.swift.
archives() { grep -o 'archive("[A-Za-z0-9]*")' Package.swift | sed 's/archive("\(.*\)")/\1/'; }

# Prints the package that has a library of scripts/build.sh.
package_of() { dpkg-query -S "*/$(basename "$(clang -print-file-name="lib$1.a")")" | sed 's/[:,].*//;q'; }

if [ "$checkouts" = --sources ]; then
    {
        for library in $(archives); do echo "${debian[$library]:?$library is not known here}"; done
        for library in "${built[@]}"; do package_of "$library"; done
    } | xargs dpkg-query -W -f '${source:Package} (= ${source:Version})\n' | LC_ALL=C sort -u | sed ':a;N;$!ba;s/\n/, /g'
    exit
fi

section() {
    printf '\n\n%s\n%s\n\n' "$1" "$(printf '%*s' "${#1}" '' | tr ' ' =)"
    cat "$2"
}

cat <<'TEXT'
geocli, geoworker and geoserve contain these libraries, linked statically. What they share with other programs (the C library) or
load when they need it (libcurl, PROJ, libpq, Leaflet) is not part of them.
TEXT
section "geocli" LICENSE

toolchain=$(dirname "$(readlink -f "$(command -v swiftc)")")/../share/swift/LICENSE.txt
section "Swift runtime and libdispatch, $(swiftc --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')" "$toolchain"

for package in "${swift_packages[@]}"; do
    # The version of a package that only swift-nio needs is in the file beside the checkouts and nowhere else.
    version=$(sed -n "/\"name\" : \"$package\"/,/\"version\"/s/.*\"version\" : \"\(.*\)\".*/\1/p" "$checkouts/../workspace-state.json")
    section "$package $version" "$checkouts/$package/LICENSE.txt"
    notice=$checkouts/$package/NOTICE.txt
    if [ -f "$notice" ]; then cat "$notice"; fi
done

for library in $(archives); do
    package=${debian[$library]:?$library is linked statically, and packaging/notices.sh does not know its licence}
    # The version without Debian's epoch and revision.
    version=$(dpkg-query -W -f '${source:Upstream-Version}' "$package")
    section "$library $version" "/usr/share/doc/$package/copyright"
done

# libgcc has the same copyright file as libstdc++.
for library in "${built[@]}"; do
    package=$(package_of "$library")
    version=$(dpkg-query -W -f '${source:Upstream-Version}' "$package")
    section "lib$library $version" "/usr/share/doc/$package/copyright"
done

section "The GNU Lesser General Public License, version 3, of nettle" /usr/share/common-licenses/LGPL-3
section "The GNU General Public License, version 3, to which it refers" /usr/share/common-licenses/GPL-3
