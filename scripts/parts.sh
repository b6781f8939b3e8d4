# The parts of the tests, for scripts/test.sh and scripts/check.sh, which source this file.

# Parts of 'make check', in the order of their worth: CI runs as many as its time allows. A part is a word of
# `check_NAME` in scripts/check.sh.
parts=(packages servers browser tools nights sanitize spark)

declare -A proves=(
    [packages]="the programs as they are shipped: golden files, oracles and faults on a release build; the packages, also on a clean Debian 12"
    [servers]="PostgreSQL with PostGIS gives the answers of the file"
    [browser]="the map page, the plot and the cards in Chromium"
    [tools]="files in GDAL and fastkml, completions in zsh and fish, the type-ahead in tmux, the man pages in mandoc and groff"
    [nights]="hundreds of random nights against models, and each fault campaign at four times the dose of 'make test'"
    [sanitize]="the readers of foreign bytes, threads and the catalog under AddressSanitizer and ThreadSanitizer"
    [spark]="batch jobs on Spark give the answers of one process"
)

# The Debian packages of a part, by the words of scripts/install-packages.sh.
declare -A needs=(
    [packages]="package packages" [servers]="postgres" [browser]="browser" [tools]="tools" [nights]="tools" [sanitize]="" [spark]=""
)

# Minutes after which a part is stopped if SECONDS_LEFT is set: about four times what it takes on two quiet processors,
# and at most 20.
declare -A minutes=(
    [packages]=20 [servers]=8 [browser]=16 [tools]=5 [nights]=20 [sanitize]=20 [spark]=20
)

# The suites of a part, or their tests; 'make test' leaves all of them out, whether their tools are installed or not. A
# suite that runs only where a tool is installed belongs into this list.
declare -A suites=(
    [servers]='PushTests|PushedRightsTests|PushedCorrectionTests|Server(Access|Listing|Nearest|Origin|Shops)Tests|SameDistrictOnServerTests|aServers(Links|Order)'
    [browser]='BrowserTests'
    [tools]='MapToolTests|ExportFileTests|KnownDeclarationsTests|mandocFinds|groffWarns|oneBlankFollows|ShellTests|TypeAheadTerminalTests|ThroughGDAL'
    [spark]='SparkTests'
)

# How the tests are built: optimized, because the library's tests then take two fifths of the processor time (254 s instead
# of 625 s), and because the same build has the programs under test, which start in a fraction of the time. The test code itself is not
# optimized (Package.swift). The folder is not that of 'make build', whose options differ.
test_build=(-c release --scratch-path .build-test --traits PostGIS -Xswiftc -enable-testing)

# 'swift test' itself would keep other builds from starting. A background process of bash ignores SIGINT, which some tests
# send to programs that they start.
test_runner=(env --default-signal .build-test/release/geocliPackageTests.xctest --testing-library swift-testing --parallel)

build_tests() {
    swift build --build-tests "${test_build[@]}"
}

# finish LOG STATUS: returns the status of a run of tests; a run that selected no test has failed, too.
finish() {
    [ "$2" -ne 0 ] || grep -q 'Test run with [1-9]' "$1" || return 1
    return "$2"
}

# failures LOG: prints what failed in a run of tests, and the end of its log.
failures() {
    awk '/recorded an issue/ { shown = 1 } /^(◇|✔)/ { shown = 0 } shown && lines++ < 400' "$1"
    tail -n 20 "$1"
    echo "the whole log is $1"
}
