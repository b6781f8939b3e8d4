"""package_files.py FOLDER: tests the content of the packages without installing them."""
import functools
import glob
import gzip
import hashlib
import http.server
import io
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = pathlib.Path(sys.argv[1])
# The highest versions that Debian 12 has, the oldest supported system. Ubuntu 24.04 has newer ones.
FLOOR = {"GLIBC": (2, 36)}
SHARED = {"libc.so.6", "libm.so.6"}
MEGABYTES = 11.8 if os.environ.get("PACKAGE_PRESET") else 10.5
DOCUMENTATION = {f"usr/share/doc/geocli/{page.relative_to(ROOT)}" for page in (ROOT / "docs").glob("*.md")}
FILES = DOCUMENTATION | {
    "usr/bin/geocli",
    "usr/bin/geoserve",
    "usr/bin/geoworker",
    "usr/lib/systemd/system/geocli.service",
    "usr/lib/systemd/system/geocli.timer",
    "usr/lib/systemd/system/geoserve.service",
    "usr/lib/systemd/system/geoserve.socket",
    "usr/lib/systemd/user/geocli.service",
    "usr/lib/systemd/user/geocli.timer",
    "usr/lib/sysusers.d/geocli.conf",
    "usr/share/bash-completion/completions/geocli",
    "usr/share/doc/geocli/CONTRIBUTING.md",
    "usr/share/doc/geocli/NOTICES.gz",
    "usr/share/doc/geocli/README.ko.md",
    "usr/share/doc/geocli/README.md",
    "usr/share/doc/geocli/SECURITY.md",
    "usr/share/doc/geocli/changelog.gz",
    "usr/share/doc/geocli/copyright",
    "usr/share/fish/vendor_completions.d/geocli.fish",
    "usr/share/man/man1/geoserve.1.gz",
    "usr/share/man/man1/geoworker.1.gz",
    "usr/share/zsh/vendor-completions/_geocli",
}
MANUALS = {"en": "usr/share/man/man1", "ko": "usr/share/man/ko/man1"}
ONLY_DEBIAN = {"etc/default/geocli", "usr/share/doc/geocli/changelog.Debian.gz", "usr/share/lintian/overrides/geocli"}


def only(pattern: str) -> pathlib.Path:
    """The only file in PACKAGES that matches the pattern."""
    found = sorted(PACKAGES.glob(pattern))
    assert len(found) == 1, f"{len(found)} of {pattern} in {PACKAGES}"
    return found[0]


DEB, TARBALL = only("*.deb"), only("*.tar.xz")
NAME = TARBALL.name.removesuffix(".tar.xz")


def run(*words, **options) -> str:
    """Runs a command that must succeed; returns its output."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


@functools.cache
def folder() -> pathlib.Path:
    """A folder with both packages unpacked: the .deb in `deb`, the tarball in a folder whose name needs quotes. It is
    deleted when the tests end."""
    made = tempfile.TemporaryDirectory()
    folder.keep = made
    path = pathlib.Path(made.name)
    run("dpkg-deb", "-x", DEB, path / "deb")
    run("dpkg-deb", "-e", DEB, path / "control")
    (path / "책방 'here'").mkdir()
    run("tar", "-C", path / "책방 'here'", "-xf", TARBALL)
    return path


def unpacked() -> pathlib.Path:
    """The folder of the tarball."""
    return folder() / "책방 'here'" / NAME


@functools.cache
def pages() -> set[str]:
    """The names of geocli's manual pages: the overview and one page for each command."""
    tree = json.loads(run(folder() / "deb/usr/bin/geocli", "--experimental-dump-help"))
    commands = {command["commandName"] for command in tree["command"]["subcommands"]} - {"help"}
    return {"geocli.1"} | {f"geocli-{command}.1" for command in commands}


@functools.cache
def files() -> set[str]:
    """The files that both packages hold."""
    return FILES | {f"{place}/{page}.gz" for place in MANUALS.values() for page in pages()}


def members(packed: tarfile.TarFile) -> dict:
    return {member.name.removeprefix("./").removeprefix(NAME).strip("/"): member for member in packed}


def system_calls(group: str) -> set[str]:
    """The system calls in one of systemd's named groups, including those of nested groups."""
    found = set()
    for line in run("systemd-analyze", "syscall-filter", group).splitlines()[1:]:
        name = line.strip()
        if name and not name.startswith("#"):
            found |= system_calls(name) if name.startswith("@") else {name}
    return found


class Contents(unittest.TestCase):
    def test_checksums_are_of_both_files(self):
        run("sha256sum", "--strict", "-c", "SHA256SUMS", cwd=PACKAGES)
        lines = (PACKAGES / "SHA256SUMS").read_text().splitlines()
        self.assertEqual([line.split("  ")[1] for line in lines], [DEB.name, TARBALL.name])

    def test_size(self):
        for path in (DEB, TARBALL):
            self.assertLess(path.stat().st_size, MEGABYTES * 1e6, path.name)

    def test_files_owners_modes_and_order(self):
        data = subprocess.run(["dpkg-deb", "--fsys-tarfile", DEB], capture_output=True, check=True).stdout
        for packed, wanted in (
            (tarfile.open(fileobj=io.BytesIO(data)), files() | ONLY_DEBIAN),
            (tarfile.open(TARBALL), {name.removeprefix("usr/") for name in files()} | {"INSTALL.md"}),
        ):
            found = members(packed)
            self.assertEqual({name for name in found if found[name].isfile()}, wanted)
            self.assertTrue(all(member.isfile() or member.isdir() for member in found.values()))
            self.assertEqual({(member.uid, member.gid) for member in found.values()}, {(0, 0)})
            self.assertEqual(len({member.mtime for member in found.values()}), 1)
            for name, member in found.items():
                private = name == "etc/default/geocli"
                mode = 0o755 if member.isdir() or "bin/" in name else 0o600 if private else 0o644
                self.assertEqual(oct(member.mode), oct(mode), name)

    def test_both_packages_hold_the_same_bytes(self):
        for name in files():
            self.assertEqual(
                (folder() / "deb" / name).read_bytes(), (unpacked() / name.removeprefix("usr/")).read_bytes(), name)

    def test_the_key_file_is_a_configuration_file_and_all_else_has_a_checksum(self):
        control = folder() / "control"
        self.assertEqual((control / "conffiles").read_text(), "/etc/default/geocli\n")
        sums = (control / "md5sums").read_text().splitlines()
        self.assertEqual({line.split("  ")[1] for line in sums}, files() | ONLY_DEBIAN - {"etc/default/geocli"})

    def test_nothing_of_this_machine_is_inside(self):
        places = {str(ROOT), os.path.realpath(ROOT), str(ROOT / ".build"), str(PACKAGES)}
        places |= {os.path.dirname(os.path.realpath(shutil.which("swiftc") or "/nowhere/bin/swiftc"))}
        for path in (folder() / "deb").rglob("*"):
            if path.is_file():
                data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
                for place in places:
                    self.assertNotIn(place.encode(), data, f"{place} in {path}")

    def test_lintian(self):
        shown = run(
            "lintian", "--allow-root", "--fail-on", "none", "--tag-display-limit", "0", "--show-overrides", DEB)
        lines = [line for line in shown.splitlines() if not line.startswith("N:")]
        # Each override matches one lintian message, and the file begins with a reason.
        named = (folder() / "deb/usr/share/lintian/overrides/geocli").read_text().splitlines()
        self.assertTrue(named[0].startswith("# "))
        self.assertEqual(sorted(lines), sorted(f"O: {line}" for line in named if not line.startswith("#")))


class Programs(unittest.TestCase):
    def test_they_run_on_the_floor(self):
        for name in ("geocli", "geoworker", "geoserve"):
            symbols = run("objdump", "-T", folder() / f"deb/usr/bin/{name}")
            found = re.findall(r"\(?(GLIBC|GLIBCXX|CXXABI|GCC)_([0-9.]+)\)?", symbols)
            self.assertIn("GLIBC", {library for library, _ in found})
            for library, version in found:
                self.assertLessEqual(tuple(map(int, version.split("."))), FLOOR[library], f"{name}: {library}")

    def test_they_share_what_is_said_and_search_in_no_folder_of_their_own(self):
        for name in ("geocli", "geoworker", "geoserve"):
            header = run("readelf", "-d", folder() / f"deb/usr/bin/{name}")
            needed = set(re.findall(r"NEEDED.*\[(.*)\]", header))
            self.assertLessEqual({library for library in needed if not library.startswith("ld-linux")}, SHARED)
            self.assertNotRegex(header, "RPATH|RUNPATH")
            # The table of the C library's functions is read-only while the program runs.
            self.assertRegex(header, r"BIND_NOW|FLAGS_1.*\bNOW\b", name)
            self.assertIn("GNU_RELRO", run("readelf", "-Wl", folder() / f"deb/usr/bin/{name}"))

    def test_they_are_stripped(self):
        sections = run("readelf", "-WS", folder() / "deb/usr/bin/geocli")
        for section in (".symtab", ".debug_info", ".comment", ".note.gnu.build-id"):
            self.assertNotIn(section, sections)

    def test_what_is_depended_on(self):
        fields = run("dpkg-deb", "-f", DEB)
        depends = re.search("^Depends: (.*)$", fields, re.M)[1]
        names = {word.split(" ")[0] for word in depends.split(", ")}
        self.assertEqual(names, {"libc6"})
        self.assertIn("\nRecommends: libcurl4, libjs-leaflet, libproj25\n", fields)

    def test_what_is_linked_statically_is_named_with_its_version(self):
        built = re.search("^Built-Using: (.*)$", run("dpkg-deb", "-f", DEB), re.M)[1]
        versions = dict(re.fullmatch(r"(\S+) \(= (\S+)\)", word).groups() for word in built.split(", "))
        names = {re.sub(r"-[0-9.]+$", "", name) for name in versions}
        self.assertEqual(names, {"expat", "gcc", "geographiclib", "nettle", "sqlite3", "utf8proc", "zlib"})
        for package, source in (("libexpat1-dev", "expat"), ("zlib1g-dev", "zlib"), ("libsqlite3-dev", "sqlite3")):
            self.assertEqual(versions[source], run("dpkg-query", "-W", "-f", "${source:Version}", package))


class Words(unittest.TestCase):
    def test_one_version_everywhere(self):
        version = run(ROOT / "scripts/version.sh", "version").strip()
        commit = run(ROOT / "scripts/version.sh", "commit").strip()
        self.assertRegex(version, r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$")
        for name in ("geocli", "geoworker", "geoserve"):
            said = run(folder() / f"deb/usr/bin/{name}", "--version")
            self.assertEqual(said, f"{name} {version}{f' ({commit})' if commit else ''}\n")
            page = gzip.decompress((folder() / f"deb/usr/share/man/man1/{name}.1.gz").read_bytes()).decode()
            self.assertRegex(page, rf'(?m)^\.TH {name.upper()} 1 "" "geocli {re.escape(version)}"')
        package = run("dpkg-deb", "-f", DEB, "Version").strip()
        self.assertTrue(package == f"{version}-1" or package.startswith(f"{version}~git"), package)
        # The package of a commit has a lower version than the release's package and a later commit's package.
        for older, newer in (
            ("0.1.0~git20261122132435.72df00f-1", "0.1.0~git20261122142108.d4e874a-1"),
            ("0.1.0~git20261122142108.d4e874a-1", "0.1.0-1"),
        ):
            run("dpkg", "--compare-versions", older, "lt", newer)

    def test_the_changelog_keeps_its_form(self):
        lines = (ROOT / "CHANGELOG.md").read_text().splitlines()
        releases = [line for line in lines if line.startswith("## ")]
        version = run(ROOT / "scripts/version.sh", "version").strip()
        self.assertEqual(releases[0], "## [Unreleased]")
        for line in releases[1:]:
            self.assertRegex(line, r"^## \[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$")
        kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
        headings = [line.removeprefix("### ") for line in lines if line.startswith("### ")]
        self.assertLessEqual(set(headings), kinds)
        latest = headings[: len(headings) if len(releases) == 1 else None]
        self.assertTrue(len(releases) > 1 or len(latest) == len(set(latest)), "a heading appears twice")
        self.assertTrue(f"becomes {version}" in "\n".join(lines) or f"## [{version}]" in "\n".join(lines))

    def test_licences_of_all_that_is_linked_in(self):
        manifest = (ROOT / "Package.swift").read_text()
        libraries = re.findall(r'archive\("(\w+)"\)', manifest)
        self.assertEqual(libraries, ["GeographicLib", "utf8proc", "expat", "nettle", "z"])
        packages = [
            "swift-argument-parser", "swift-log", "swift-collections", "swift-nio", "swift-atomics", "swift-system"]
        notices = gzip.decompress((folder() / "deb/usr/share/doc/geocli/NOTICES.gz").read_bytes()).decode()
        summary = (folder() / "deb/usr/share/doc/geocli/copyright").read_text().replace("zlib", "z")
        for name in libraries + packages:
            self.assertRegex(notices, rf"(?m)^{name} [0-9.]+[^\n]*\n=+$")
            self.assertIn(name, summary)
        for words in (
            "Swift runtime", "Runtime Library Exception", "Apache License", "Charles Karney", "Unicode, Inc.",
            "Niels Möller", "GNU LESSER GENERAL PUBLIC LICENSE", "Jean-loup Gailly", "the geocli authors",
        ):
            self.assertIn(words, notices)

    def test_the_manual_and_the_completions_are_those_of_this_program(self):
        program = folder() / "deb/usr/bin/geocli"
        share = folder() / "deb/usr/share"
        for language, place in MANUALS.items():
            with tempfile.TemporaryDirectory() as made:
                run(program, "man", "--all", made, "--lang", language)
                self.assertEqual(set(os.listdir(made)), pages())
                for page in pages():
                    packed = folder() / "deb" / place / f"{page}.gz"
                    self.assertEqual(gzip.decompress(packed.read_bytes()), (pathlib.Path(made) / page).read_bytes())
                    run("mandoc", "-T", "lint", "-W", "error", packed)
        for shell, path in (
            ("bash", "bash-completion/completions/geocli"), ("zsh", "zsh/vendor-completions/_geocli"),
            ("fish", "fish/vendor_completions.d/geocli.fish"),
        ):
            wanted = run(program, "completions", shell, "--lang", "en").removeprefix("#!/bin/bash\n")
            self.assertEqual((share / path).read_text(), wanted)
        for page in ("geoworker", "geoserve"):
            run("mandoc", "-T", "lint", "-W", "error", share / f"man/man1/{page}.1.gz")


class Versions(unittest.TestCase):
    """Tests of scripts/version.sh, in a small checkout made for the test."""

    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name) / "sources"
        for name in ("scripts/version.sh", "Sources/CBuild/include/CBuild.h", "Package.swift"):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        self.number = re.search('VERSION "(.*)"', (self.folder / "Sources/CBuild/include/CBuild.h").read_text())[1]

    def git(self, *words):
        settings = ["-c", "user.name=a", "-c", "user.email=a@b.invalid", "-c", "commit.gpgsign=false"]
        clock = {"GIT_COMMITTER_DATE": "1790000000 +0900", "GIT_AUTHOR_DATE": "1790000000 +0900"}
        return run("git", *settings, *words, cwd=self.folder, env=os.environ | clock).strip()

    def version(self, word: str, **environment) -> str:
        clean = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
        return run("scripts/version.sh", word, cwd=self.folder, env=clean | environment).strip()

    def commit(self):
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "one")
        return self.git("rev-parse", "HEAD")[:7]

    def test_a_commit_is_named_and_dated(self):
        commit = self.commit()
        self.assertEqual(self.version("commit"), commit)
        self.assertEqual(self.version("epoch"), "1790000000")
        self.assertEqual(self.version("package"), f"{self.number}~git20260921141320.{commit}")
        self.assertEqual(self.version("epoch", SOURCE_DATE_EPOCH="5"), "5")

    def test_only_the_release_is_called_by_its_number(self):
        commit = self.commit()
        self.git("tag", "v9.9.9")
        self.assertIn("~git", self.version("package"))
        self.git("tag", f"v{self.number}")
        self.assertEqual(self.version("package"), self.number)
        (self.folder / "new.swift").write_text("")
        self.assertEqual(self.version("commit"), f"{commit}-dirty")
        self.assertEqual(self.version("package"), f"{self.number}~git20260921141320.{commit}.dirty")

    def test_sources_without_git_have_a_version_and_no_commit(self):
        os.utime(self.folder / "Package.swift", (1_700_000_000, 1_700_000_000))
        # The same holds if the sources are unpacked inside another git checkout.
        for is_inside in (False, True):
            if is_inside:
                run("git", "init", "-q", cwd=self.folder.parent)
            self.assertEqual(self.version("commit"), "")
            self.assertEqual(self.version("package"), self.number)
            self.assertEqual(self.version("epoch"), "1700000000")


class Units(unittest.TestCase):
    def test_systemd_understands_them(self):
        root = folder() / "deb"
        copy = folder() / "units"
        shutil.copytree(root, copy)
        # The units name systemd targets; copy them from this machine.
        for target in glob.glob("/usr/lib/systemd/system/*.target") + glob.glob("/lib/systemd/system/*.target"):
            if os.path.isfile(target) and not os.path.islink(target):
                shutil.copy(target, copy / "usr/lib/systemd/system")
        for name in ("geocli.service", "geocli.timer", "geoserve.service", "geoserve.socket"):
            done = subprocess.run(
                ["systemd-analyze", "verify", "--man=no", f"--root={copy}", name], capture_output=True, text=True)
            about = [line for line in (done.stdout + done.stderr).splitlines() if "geocli" in line or "geoserve" in line]
            self.assertEqual((done.returncode, about), (0, []), done.stderr)
        for name in ("geocli.service", "geoserve.service"):
            exposure = run(
                "systemd-analyze", "security", "--offline=true", "--threshold=20", f"--root={copy}", name)
            self.assertIn(f"Overall exposure level for {name}", exposure)

    def test_systemd_understands_those_of_users(self):
        copy = folder() / "user-units"
        shutil.copytree(folder() / "deb/usr/lib/systemd/user", copy)
        service = copy / "geocli.service"
        # The program is not installed in /usr/bin, so the unit gets the path of the unpacked one.
        service.write_text(service.read_text().replace("/usr/bin/geocli", str(folder() / "deb/usr/bin/geocli")))
        for name in ("geocli.service", "geocli.timer"):
            done = subprocess.run(
                ["systemd-analyze", "verify", "--user", "--man=no", copy / name], capture_output=True, text=True,
                env=os.environ | {"XDG_RUNTIME_DIR": str(folder())})
            about = [line for line in (done.stdout + done.stderr).splitlines() if "geocli" in line]
            self.assertEqual(about, [])

    def test_the_job_makes_no_system_call_that_its_filter_refuses(self):
        allowed = system_calls("@system-service") - system_calls("@privileged") - system_calls("@resources")
        unit = (folder() / "deb/usr/lib/systemd/system/geocli.service").read_text()
        self.assertIn("SystemCallFilter=@system-service\nSystemCallFilter=~@privileged @resources\n", unit)
        page = next((ROOT / "data/sample").glob("*.json")).read_bytes()

        class Service(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.end_headers()
                self.wfile.write(page)

            def log_message(self, *words):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        with tempfile.TemporaryDirectory() as home:
            environment = {
                "HOME": home, "PATH": "/usr/bin:/bin", "GEOCLI_DB": f"{home}/catalog.sqlite",
                "SEOUL_OPENAPI_KEY": "0123456789abcdef",
            }
            trace = pathlib.Path(home) / "trace"
            # "localhost", so that the trace includes the lookup of a name. The second run finds an existing catalog.
            address = f"http://localhost:{server.server_port}/"
            words = ["strace", "-f", "-o", trace, folder() / "deb/usr/bin/geocli", "ingest", "-q", "--resume", address]
            called = set()
            for _ in range(2):
                run(*words, env=environment)
                called |= set(re.findall(r"(?m)^\d+ +([a-z_0-9]+)\(", trace.read_text()))
        self.assertTrue({"connect", "openat", "execve"} <= called and len(called) > 30, called)
        # As root, SQLite calls fchown to give its files to the catalog's owner; the job does not run as root.
        self.assertEqual(called - allowed - ({"fchown"} if os.geteuid() == 0 else set()), set())

    def test_the_service_makes_no_system_call_that_its_filter_refuses(self):
        allowed = system_calls("@system-service") - system_calls("@privileged") - system_calls("@resources")
        unit = (folder() / "deb/usr/lib/systemd/system/geoserve.service").read_text()
        self.assertIn("SystemCallFilter=@system-service\nSystemCallFilter=~@privileged @resources\n", unit)
        with tempfile.TemporaryDirectory() as home:
            environment = {"HOME": home, "PATH": "/usr/bin:/bin", "GEOCLI_DB": f"{home}/catalog.sqlite"}
            run(folder() / "deb/usr/bin/geocli", "ingest", "--sample", "-q", env=environment)
            trace = pathlib.Path(home) / "trace"
            # As systemd does: the service gets a socket that is open already, and its own number.
            listener = socket.create_server(("127.0.0.1", 0))
            self.addCleanup(listener.close)
            start = (
                "import os, sys\nos.dup2(int(sys.argv[1]), 3)\nos.set_inheritable(3, True)\n"
                "os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid()))\nos.execv(sys.argv[2], sys.argv[2:])")
            words = ["strace", "-f", "-o", trace, sys.executable, "-c", start, listener.fileno()]
            words += [folder() / "deb/usr/bin/geoserve", "--db", f"{home}/catalog.sqlite", "--log"]
            service = subprocess.Popen(
                [str(word) for word in words], env=environment, pass_fds=[listener.fileno()],
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            self.addCleanup(service.stderr.close)
            self.addCleanup(service.kill)
            self.assertIn(b"systemd", service.stderr.readline())
            for target in ("/list?limit=3", "/search?q=a", "/metrics", "/nothing"):
                with socket.create_connection(listener.getsockname(), timeout=20) as client:
                    client.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
                    self.assertTrue(client.recv(100).startswith(b"HTTP/1.1 "))
            child = int(trace.read_text().split(maxsplit=1)[0])
            os.kill(child, signal.SIGTERM)
            self.assertEqual(service.wait(30), 0)
            # What comes before is Python's.
            lines = trace.read_text()
            lines = lines[lines.index("/geoserve"):]
            called = set(re.findall(r"(?m)^\d+ +([a-z_0-9]+)\(", lines))
        self.assertTrue({"accept4", "openat", "epoll_wait"} & called and len(called) > 20, called)
        self.assertEqual(called - allowed - ({"fchown"} if os.geteuid() == 0 else set()), set())

    def test_they_are_off_until_somebody_enables_them(self):
        for path in (folder() / "deb").rglob("*"):
            self.assertNotIn(".wants", str(path))
        scripts = "".join((folder() / "control" / name).read_text() for name in ("postinst", "prerm", "postrm"))
        self.assertNotRegex(scripts, r"systemctl.* (enable|start)\b|invoke (enable|start)\b")

    def test_the_scripts_are_sh(self):
        for name in ("postinst", "prerm", "postrm"):
            run("sh", "-n", folder() / "control" / name)


class AnyFolder(unittest.TestCase):
    def test_the_tarball_answers_where_it_is(self):
        program = unpacked() / "bin/geocli"
        with tempfile.TemporaryDirectory() as home:
            def geocli(*words) -> str:
                return run(program, *words, cwd=home, env={"HOME": home, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"})

            geocli("ingest", "--sample", "-q")
            answer = geocli("near", "37.5663,126.9779", "-k", "3", "--csv")
            self.assertEqual(len(answer.splitlines()), 4)
            geocli("export", "-o", "places.gpkg")
            self.assertEqual(geocli("verify", "-q"), "")

    def test_the_worker_is_found_beside_it(self):
        self.assertIn("nearest", run(unpacked() / "bin/geoworker", "--help"))

    def test_the_service_is_found_beside_it(self):
        with tempfile.TemporaryDirectory() as home:
            environment = {"HOME": home, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
            run(unpacked() / "bin/geocli", "ingest", "--sample", "-q", env=environment)
            service = subprocess.Popen(
                [unpacked() / "bin/geocli", "serve", "--listen", "0"], env=environment, stderr=subprocess.PIPE)
            self.addCleanup(service.stderr.close)
            self.addCleanup(service.kill)
            line = service.stderr.readline().decode()
            self.assertRegex(line, r"^geoserve: listening on http://127\.0\.0\.1:\d+/ ")
            service.terminate()
            self.assertEqual(service.wait(20), 0)


class Repeated(unittest.TestCase):
    def test_the_same_programs_give_the_same_bytes_from_another_folder(self):
        """The copy has another folder, umask, time zone, language, file times and order of files."""
        with tempfile.TemporaryDirectory() as made:
            copy = pathlib.Path(made) / "another folder, with a longer name" / "geocli"
            names = run("git", "-C", ROOT, "ls-files", "packaging", "scripts", "docs", "Sources/CBuild").splitlines()
            names += ["README.md", "README.ko.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "LICENSE", "Package.swift"]
            for name in sorted(names, reverse=True):
                target = copy / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, target)
                target.chmod(0o700)
            (copy / ".build").mkdir()
            (copy / ".build/checkouts").symlink_to(ROOT / ".build/checkouts")
            (copy / "programs").mkdir()
            for name in ("geoworker", "geoserve", "geocli"):
                shutil.copyfile(ROOT / ".build/release" / name, copy / "programs" / name)
                (copy / "programs" / name).chmod(0o700)
            version = DEB.name.split("_")[1].removesuffix("-1")
            environment = dict(
                os.environ, TZ="Asia/Seoul", LC_ALL="C.UTF-8", XZ_OPT="-9", GZIP="-1", PACKAGE_VERSION=version,
                SOURCE_DATE_EPOCH=run(ROOT / "scripts/version.sh", "epoch").strip())
            run(
                "bash", "-c", "umask 077; exec packaging/package.sh programs out", cwd=copy, env=environment)
            for path in (DEB, TARBALL, PACKAGES / "SHA256SUMS"):
                self.assertEqual(
                    hashlib.sha256((copy / "out" / path.name).read_bytes()).hexdigest(),
                    hashlib.sha256(path.read_bytes()).hexdigest(), path.name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
