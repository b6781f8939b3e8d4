#!/usr/bin/env bash
# packaging/package.sh PROGRAMS OUTPUT
#
# Packs geocli, geoworker and geoserve, which scripts/build.sh has built in the folder PROGRAMS, into the folder OUTPUT:
#
#   geocli_VERSION-1_ARCHITECTURE.deb          for Debian 12 or newer, and Ubuntu 24.04 or newer
#   geocli-VERSION-linux-PROCESSOR.tar.xz      the same files, to run from any folder
#   SHA256SUMS                                 the checksums of both
#
# The same programs give the same bytes on any day and in any folder. PACKAGE_VERSION and SOURCE_DATE_EPOCH replace what
# scripts/version.sh says. PACKAGE_PRESET=2,dict=32MiB packs in a third of the time, for tests; the files are a sixth
# larger.
set -euo pipefail
# With these, names are sorted and numbers are written in the same way in every language.
export LC_ALL=C TZ=UTC
unset TAR_OPTIONS XZ_OPT XZ_DEFAULTS GZIP
umask 022

[ $# -eq 2 ] || { sed -n 's/^# \{0,1\}\(packaging.*\)/usage: \1/p' "$0" >&2; exit 64; }
programs=$(cd "$1" && pwd)
mkdir -p "$2"
output=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."

for tool in ar dpkg-deb dpkg-shlibdeps xz objcopy; do
    command -v "$tool" >/dev/null || {
        echo "geocli: $tool is missing; run scripts/install-packages.sh package" >&2
        exit 1
    }
done

version=${PACKAGE_VERSION:-$(scripts/version.sh package)}
SOURCE_DATE_EPOCH=$(scripts/version.sh epoch)
export SOURCE_DATE_EPOCH
architecture=$(dpkg --print-architecture)
processor=$(uname -m)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# dpkg-shlibdeps expects the package's files in a folder of this name.
root=$work/debian/geocli
doc=$root/usr/share/doc/geocli

# Puts a file with the mode 644 in place: put SOURCE PATH.
put() { install -Dm644 "$1" "$root/$2"; }
# Does the same with the standard output of a command: make_file PATH COMMAND….
make_file() {
    mkdir -p "$(dirname "$root/$1")"
    "${@:2}" >"$root/$1"
    chmod 644 "$root/$1"
}

pack_programs() {
    for name in geocli geoworker geoserve; do
        # Nothing reads the checksums of the Swift modules after the link, and they depend on the build's folder. Zeros
        # replace them; if the section were removed, objcopy would drop the program header RELRO.
        local size
        size=$(readelf -WS "$programs/$name" |
            sed -n 's/.* \.swift_modhash *PROGBITS *[0-9a-f]* [0-9a-f]* \([0-9a-f]*\) .*/\1/p')
        head -c "$((16#$size))" /dev/zero >"$work/zeros"
        mkdir -p "$root/usr/bin"
        objcopy --strip-all --remove-section=.comment --update-section ".swift_modhash=$work/zeros" \
            "$programs/$name" "$root/usr/bin/$name"
        chmod 755 "$root/usr/bin/$name"
    done
}

# Packs the manual pages, in each language that geocli has them in. A new translation needs one more word here.
pack_manual() {
    for language in en ko; do
        local folder=$root/usr/share/man/man1
        [ "$language" = en ] || folder=$root/usr/share/man/$language/man1
        mkdir -p "$folder"
        "$root/usr/bin/geocli" man --all "$folder" --lang "$language"
        chmod 644 "$folder"/geocli*.1
        gzip -9n "$folder"/geocli*.1
    done
    for name in geoworker geoserve; do
        make_file "usr/share/man/man1/$name.1" sed "s/@VERSION@/${version%%~*}/" "packaging/$name.1"
        gzip -9n "$root/usr/share/man/man1/$name.1"
    done
}

pack_completions() {
    # bash reads this file and never runs it, so its first line is left out.
    make_file usr/share/bash-completion/completions/geocli bash -c '"$0" completions bash --lang en | sed 1d' "$root/usr/bin/geocli"
    make_file usr/share/zsh/vendor-completions/_geocli "$root/usr/bin/geocli" completions zsh --lang en
    make_file usr/share/fish/vendor_completions.d/geocli.fish "$root/usr/bin/geocli" completions fish --lang en
}

pack_units() {
    put packaging/systemd/system-geocli.service usr/lib/systemd/system/geocli.service
    put packaging/systemd/geocli.timer usr/lib/systemd/system/geocli.timer
    put packaging/systemd/geoserve.service usr/lib/systemd/system/geoserve.service
    put packaging/systemd/geoserve.socket usr/lib/systemd/system/geoserve.socket
    put packaging/systemd/user-geocli.service usr/lib/systemd/user/geocli.service
    put packaging/systemd/geocli.timer usr/lib/systemd/user/geocli.timer
    put packaging/systemd/geocli.sysusers usr/lib/sysusers.d/geocli.conf
}

pack_documentation() {
    for page in README.md README.ko.md CONTRIBUTING.md SECURITY.md; do put "$page" "usr/share/doc/geocli/$page"; done
    for page in docs/*.md; do put "$page" "usr/share/doc/geocli/$page"; done
    put packaging/debian/copyright usr/share/doc/geocli/copyright
    put CHANGELOG.md usr/share/doc/geocli/changelog
    make_file usr/share/doc/geocli/NOTICES packaging/notices.sh .build/checkouts
    make_file usr/share/doc/geocli/changelog.Debian debian_changelog
    gzip -9n "$doc/changelog" "$doc/changelog.Debian" "$doc/NOTICES"
}

debian_changelog() {
    printf 'geocli (%s-1) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- %s  %s\n' "$version" \
        "$(sed -n 's/^Maintainer: //p' packaging/debian/control)" "$(date -R -d "@$SOURCE_DATE_EPOCH")"
}

# Gives everything below a folder the time of the commit.
set_times() { find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; }

# Prints the Debian packages of the libraries that the programs link.
dependencies() {
    printf 'Source: geocli\n\nPackage: geocli\nArchitecture: any\n' >"$work/debian/control"
    (cd "$work" && dpkg-shlibdeps -O debian/geocli/usr/bin/* 2> >(grep -v "should already be installed" >&2)) |
        sed -n 's/^shlibs:Depends=//p'
}

# Prints the size of the files in KiB, each rounded up, which does not depend on this machine's file system.
installed_size() { find "$root" -type f -printf '%s\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }'; }

# With the 32 MiB dictionary of this preset, the code that geoworker and geoserve have in common with geocli (the Swift
# runtime) is packed only once, which makes the files a fifth smaller. Unpacking takes 40 MB of memory. The
# processor's filter writes the targets of calls as absolute addresses, which are equal more often; this saves another
# twelfth.
preset=${PACKAGE_PRESET:-8}
case $processor in
x86_64) filter=--x86 ;;
aarch64) filter=--arm64 ;;
*) filter= ;;
esac

# Packs standard input.
pack() { xz ${filter:+"$filter"} "--lzma2=preset=$preset" -T2 -c; }

make_tarball() {
    local name=geocli-$version-linux-$processor
    mkdir "$work/$name"
    cp -a "$root/usr/." "$work/$name"
    rm "$work/$name/share/doc/geocli/changelog.Debian.gz"
    sed "s/@VERSION@/$version/" packaging/INSTALL.md >"$work/$name/INSTALL.md"
    set_times "$work/$name"
    tar -C "$work" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
        -cf - "$name" | pack >"$output/$name.tar.xz"
    echo "$name.tar.xz"
}

make_deb() {
    local name=geocli_$version-1_$architecture.deb
    install -Dm600 packaging/debian/geocli.default "$root/etc/default/geocli"
    put packaging/debian/lintian-overrides usr/share/lintian/overrides/geocli
    mkdir "$root/DEBIAN"
    for script in postinst prerm postrm; do install -m755 "packaging/debian/$script" "$root/DEBIAN/$script"; done
    echo /etc/default/geocli >"$root/DEBIAN/conffiles"
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    sed -e "s/@VERSION@/$version-1/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$(installed_size)/" \
        -e "s/@DEPENDS@/$depends/" -e "s/@BUILT_USING@/$sources/" packaging/debian/control >"$root/DEBIAN/control"
    chmod 644 "$root/DEBIAN/control" "$root/DEBIAN/conffiles" "$root/DEBIAN/md5sums"
    set_times "$root"
    # dpkg-deb can unpack files with any filter, but it packs without one. So its parts are packed here and put together
    # again.
    dpkg-deb --root-owner-group -Znone --build "$root" "$work/plain.deb" >/dev/null
    mkdir "$work/parts"
    (cd "$work/parts" && ar x ../plain.deb && pack <control.tar >control.tar.xz && pack <data.tar >data.tar.xz)
    {
        printf '!<arch>\n'
        for part in debian-binary control.tar.xz data.tar.xz; do archive_member "$work/parts/$part"; done
    } >"$output/$name"
    echo "$name"
}

# Prints a file as a member of an ar archive, as deb(5) describes it.
archive_member() {
    local size
    size=$(stat -c %s "$1")
    printf '%-16s%-12s%-6s%-6s%-8s%-10s`\n' "${1##*/}" "$SOURCE_DATE_EPOCH" 0 0 100644 "$size"
    cat "$1"
    # Members begin at even positions.
    if [ $((size % 2)) = 1 ]; then echo; fi
}

pack_programs
pack_manual
pack_completions
pack_units
pack_documentation
depends=$(dependencies)
sources=$(packaging/notices.sh --sources)
tarball=$(make_tarball)
deb=$(make_deb)
(cd "$output" && sha256sum "$deb" "$tarball" | tee SHA256SUMS)
