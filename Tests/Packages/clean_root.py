"""clean_root.py FOLDER ROOT: installs the packages of FOLDER in the new system ROOT that clean_system.py has made, runs
the programs there as users would, and removes the packages again. Prints the measured times. Needs root and its own
mount namespace.
"""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import time

PACKAGES, ROOT = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
DEB = next(PACKAGES.glob("*.deb"))
TARBALL = next(PACKAGES.glob("*.tar.xz"))
HERE = ["near", "37.5663,126.9779", "-k", "3"]
WAIT_SECONDS = 10
failures = 0


def check(is_true: bool, what: str, detail: str = "") -> None:
    global failures
    if not is_true:
        failures += 1
        print(f"FAILED: {what}\n{detail}", flush=True)


# MARK: Using it


def run(*words, user: str = "root", **environment) -> subprocess.CompletedProcess:
    """Runs a command in the system."""
    home = "/root" if user == "root" else f"/home/{user}"
    variables = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home, "LC_ALL": "C.UTF-8",
        "DEBIAN_FRONTEND": "noninteractive", "TERM": "dumb",
    } | environment
    return subprocess.run(
        ["chroot", f"--userspec={user}", ROOT, *words], env=variables, cwd="/", stdin=subprocess.DEVNULL,
        capture_output=True, text=True)


def succeed(*words, **options) -> str:
    """Runs a command that must succeed; returns its output."""
    done = run(*words, **options)
    check(done.returncode == 0, f"{' '.join(words)}: {done.returncode}", (done.stdout + done.stderr)[-2000:])
    return done.stdout


def geocli(*words, **options) -> str:
    return succeed("geocli", *words, **options)


def install(*packages, recommends: bool = False) -> None:
    """Installs packages without questions; already downloaded ones need no network."""
    words = ["apt-get", "install", "-y", "-qq", *([] if recommends else ["--no-install-recommends"]), *packages]
    succeed(*words)


def download(*packages, recommends: bool = False) -> None:
    succeed(
        "apt-get", "install", "-y", "-qq", "--download-only",
        *([] if recommends else ["--no-install-recommends"]), *packages)


def files() -> set[str]:
    """All files of the system except logs, caches, temporary files, root's home and the package manager's own data."""
    kept = ("/var/lib/dpkg", "/var/lib/apt", "/var/cache", "/var/log", "/proc", "/dev", "/sys", "/tmp", "/root")
    found = set()
    for folder, names, leaves in os.walk(ROOT):
        place = "/" + os.path.relpath(folder, ROOT) if folder != str(ROOT) else ""
        names[:] = [name for name in names if f"{place}/{name}" not in kept]
        found |= {f"{place}/{name}" for name in names + leaves}
    return found


def older(deb: pathlib.Path) -> pathlib.Path:
    """Makes the same package with a lower version number, as if it were built from the previous commit."""
    folder = ROOT / "tmp/older"
    subprocess.run(["dpkg-deb", "-R", deb, folder], check=True)
    control = folder / "DEBIAN/control"
    control.write_text(re.sub("(?m)^Version: .*$", "Version: 0.0.9~git20200101000000.0000000-1", control.read_text()))
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Znone", "-b", folder, ROOT / "tmp/older.deb"], check=True,
        stdout=subprocess.DEVNULL)
    shutil.rmtree(folder)
    return pathlib.Path("/tmp/older.deb")


# MARK: The trials


def bare() -> None:
    """Without the recommended packages: a command that needs none of them works; any other names the package to
    install."""
    check("libcurl" not in succeed("dpkg-query", "-W"), "a recommended package is installed")
    help_text = geocli("help", "all")
    # The groups of commands come after the usage and the examples, whose lines begin with the program's name.
    commands = re.findall(r"^  ([a-z]+) ", help_text[help_text.index("\nASK:"):], re.M)
    check(len(commands) > 15, "the help lists its commands", help_text)
    for command in commands:
        geocli(command, "--help") if command != "help" else None
    geocli("ingest", "--sample")
    answered = {
        "near": HERE, "bbox": ["bbox", "126.9,37.5,127,37.6"], "list": ["list", "--limit", "3"],
        "search": ["search", "책방"], "show": ["show", "12"], "inside": ["inside", "mapo"],
        "cluster": ["cluster", "--zoom", "12"], "status": ["status"], "runs": ["runs"], "changes": ["changes"],
        "verify": ["verify"], "layers": ["layers"], "config": ["config"],
        "export": ["export", "-o", "/tmp/a.gpkg"], "plot": ["plot", "-o", "/tmp/a.svg"], "man": ["man"],
        "completions": ["completions", "bash"], "schema": ["schema", "near"],
        "open": ["open", "12", "--print"],
    }
    for words in answered.values():
        geocli(*words)
    for words, package, code in (
        (["map", "-o", "/tmp/a.html"], "libjs-leaflet", 66),
        (["export", "--crs", "5186", "-o", "/tmp/a.csv"], "libproj25", 69),
        (["ingest"], "libcurl4", 69),
        (["list", "--db", "postgres://127.0.0.1/x"], "libpq5", 69),
        (["push", "postgres://127.0.0.1/x"], "libpq5", 69),
    ):
        done = run("geocli", *words, SEOUL_OPENAPI_KEY="0123456789abcdef0123456789abcdef")
        check(
            done.returncode == code and f"apt-get install {package}" in done.stderr, f"{words} names {package}",
            f"{done.returncode} {done.stderr}")
    print(f"without the recommended packages: {len(commands)} commands start, {len(answered)} answer; "
          "map, --crs, a live ingest and a server name the package that they need", flush=True)


def whole() -> None:
    """Commands that need a recommended package work when these packages are installed."""
    geocli("map", "-o", "/tmp/a.html")
    page = (ROOT / "tmp/a.html").read_text()
    check(len(page) > 100_000 and "leaflet" in page.lower(), "the map page holds Leaflet", str(len(page)))
    geocli("export", "--crs", "5186", "-o", "/tmp/a.csv")
    check(len((ROOT / "tmp/a.csv").read_text().splitlines()) > 500, "PROJ converts")
    # No service answers at this port, so the ingest fails, but the error must not be about a missing libcurl.
    done = run(
        "geocli", "ingest", "http://127.0.0.1:9/", "--retries", "0",
        SEOUL_OPENAPI_KEY="0123456789abcdef0123456789abcdef")
    check("libcurl" not in done.stderr, "libcurl is loaded", done.stderr)


def manual() -> None:
    shown = succeed("man", "geocli", MANPAGER="cat", MANWIDTH="80")
    check("NAME" in shown and "geocli-near(1)" in shown, "man geocli", shown[:500])
    for page in ("geocli-near", "geoworker", "geoserve"):
        check("SYNOPSIS" in succeed("man", page, MANPAGER="cat"), f"man {page}")


def completion() -> None:
    """An interactive bash in a terminal completes at TAB; bash-completion finds the installed script by itself."""
    child, terminal = pty.fork()
    if child == 0:
        os.chroot(ROOT)
        os.chdir("/root")
        os.environ.update(HOME="/root", TERM="dumb", PS1="ready: ", LC_ALL="C.UTF-8", COLUMNS="200")
        os.environ["PATH"] = "/usr/bin:/bin"
        os.execv("/bin/bash", ["bash", "--norc", "--noprofile", "-i"])

    def typed(keys: str, wanted: str) -> bool:
        os.write(terminal, keys.encode())
        shown, end = "", time.monotonic() + WAIT_SECONDS
        while time.monotonic() < end and wanted not in shown:
            if select.select([terminal], [], [], 0.1)[0]:
                shown += os.read(terminal, 65536).decode(errors="replace")
        check(wanted in shown, f"{keys!r} becomes {wanted!r}", repr(shown))
        return wanted in shown

    typed(". /usr/share/bash-completion/bash_completion; echo l''oaded\n", "loaded")
    typed("geocli sea\t", "geocli search ")
    # Names of places are completed from the catalog.
    typed("책갈피서점\t\x01echo =\x05=\n", "책갈피서점\\ 천호점")
    os.write(terminal, b"exit\n")
    os.close(terminal)
    os.waitpid(child, 0)


def upgrade() -> None:
    """An upgrade from the older package to this one keeps configuration and catalogs."""
    before = geocli(*HERE, "--json")
    with open(ROOT / "etc/default/geocli", "a") as file:
        file.write("SEOUL_OPENAPI_KEY=kept\n")
    # The catalog of the nightly job: the user _geocli writes it, and every user can read it.
    check("_geocli" in succeed("getent", "passwd", "_geocli"), "the job has its user")
    (ROOT / "var/lib/geocli").mkdir(mode=0o755)
    succeed("chown", "_geocli:_geocli", "/var/lib/geocli")
    nightly = "/var/lib/geocli/catalog.sqlite"
    geocli("ingest", "--sample", "-q", user="_geocli", GEOCLI_DB=nightly)
    check(geocli(*HERE, "--json", user="nobody", GEOCLI_DB=nightly) == before, "everyone may ask the nightly catalog")
    digest = succeed("sha256sum", nightly)

    install("/tmp/new.deb")
    installed = succeed("dpkg-query", "-W", "-f", "${Version}", "geocli")
    check(installed == field("Version"), "the package is the new one", installed)
    check("SEOUL_OPENAPI_KEY=kept" in (ROOT / "etc/default/geocli").read_text(), "the upgrade keeps the key")
    check(oct((ROOT / "etc/default/geocli").stat().st_mode) == "0o100600", "the key stays private")
    check(geocli(*HERE, "--json") == before, "the upgrade keeps the catalog")
    check(succeed("sha256sum", nightly) == digest, "the upgrade keeps the nightly catalog byte for byte")
    check(geocli("verify", "-q", GEOCLI_DB=nightly) == "", "verify")
    # `verify` above read the catalog as root; other users must still be able to read it, and the job to write it.
    check(geocli(*HERE, "--json", user="nobody", GEOCLI_DB=nightly) == before, "everyone may still ask it")
    geocli("ingest", "--sample", "-q", user="_geocli", GEOCLI_DB=nightly)


def goodbye(former: set[str]) -> None:
    """Removes, then purges the package: its own files are deleted, the catalogs stay."""
    succeed("apt-get", "remove", "-y", "-qq", "geocli")
    check(not (ROOT / "usr/bin/geocli").exists(), "the program goes")
    check((ROOT / "etc/default/geocli").exists(), "its configuration stays until it is purged")
    succeed("apt-get", "purge", "-y", "-qq", "geocli")
    check((ROOT / "var/lib/geocli/catalog.sqlite").exists(), "a purge keeps the nightly catalog")
    check("_geocli" in succeed("getent", "passwd", "_geocli"), "the user of a catalog stays with it")
    check((ROOT / "root/.local/share/geocli").is_dir(), "a purge keeps people's catalogs")
    left = {path for path in files() - former if "geocli" in path}
    # SQLite may leave its -wal and -shm files next to a catalog.
    catalog = {"/var/lib/geocli"} | {f"/var/lib/geocli/catalog.sqlite{end}" for end in ("", "-wal", "-shm")}
    check(left <= catalog, "a purge leaves only the catalog", str(sorted(left)))

    # If there is no catalog, a purge leaves nothing.
    install("/tmp/new.deb")
    shutil.rmtree(ROOT / "var/lib/geocli")
    (ROOT / "var/lib/geocli").mkdir()
    succeed("apt-get", "purge", "-y", "-qq", "geocli")
    check(not (ROOT / "var/lib/geocli").exists(), "an empty folder goes")
    check(run("getent", "passwd", "_geocli").returncode != 0, "the user goes with it")
    check(not {path for path in files() - former if "geocli" in path}, "nothing is left")


def archive() -> None:
    """The programs of the unpacked tarball run from their own folder, without the package's files."""
    subprocess.run(["tar", "-C", ROOT / "opt", "-xf", TARBALL], check=True)
    program = f"/opt/{TARBALL.name.removesuffix('.tar.xz')}/bin/geocli"
    catalog = {"GEOCLI_DB": "/tmp/archive.sqlite", "user": "nobody"}
    succeed(program, "ingest", "--sample", "-q", **catalog)
    check(len(succeed(program, *HERE, "--csv", **catalog).splitlines()) == 4, "the tarball answers")
    version = succeed(program, "--version").strip()
    shutil.rmtree(ROOT / "opt" / TARBALL.name.removesuffix(".tar.xz"))
    print(f"the tarball answers in a folder, as {version}", flush=True)


def field(name: str) -> str:
    return subprocess.run(["dpkg-deb", "-f", DEB, name], capture_output=True, text=True, check=True).stdout.strip()


def timed(*words) -> float:
    began = time.monotonic()
    succeed(*words)
    return time.monotonic() - began


def main() -> None:
    for options in (["-t", "proc", "proc", ROOT / "proc"], ["--rbind", "/dev", ROOT / "dev"]):
        subprocess.run(["mount", *options], check=True)
    succeed("apt-get", "update", "-qq")
    shutil.copy(DEB, ROOT / "tmp/new.deb")
    older(DEB)
    former = files()

    # Measures the first use: install, then ingest the sample and answer one query.
    began = time.monotonic()
    download("/tmp/new.deb", recommends=True)
    downloaded = time.monotonic() - began
    bare_seconds = timed("apt-get", "install", "-y", "-qq", "--no-install-recommends", "/tmp/new.deb")
    answer_seconds = timed("sh", "-c", f"geocli ingest --sample && geocli {' '.join(HERE)}")
    bare()
    rest_seconds = timed("apt-get", "install", "-y", "-qq", "libcurl4", "libproj25", "libjs-leaflet")
    whole()
    print(
        f"installed in {bare_seconds:.1f} s, first answer (ingest --sample, near) in {answer_seconds:.1f} s; "
        f"the recommended packages take {rest_seconds:.1f} s more, and downloading all took {downloaded:.1f} s before",
        flush=True)

    # The older package, with the packages that the nightly job, the manual and completion need.
    succeed("apt-get", "purge", "-y", "-qq", "geocli")
    others = ["man-db", "bash-completion", "systemd-standalone-sysusers"]
    succeed("apt-get", "install", "-y", "-qq", "--no-install-recommends", *others)
    former |= {path for path in files() if "geocli" not in path}
    install("/tmp/older.deb")
    upgrade()
    manual()
    completion()
    archive()
    goodbye(former)
    print("upgraded, removed and purged: the catalogs are as they were", flush=True)
    if failures:
        sys.exit(f"{failures} failures in a clean system")


main()
