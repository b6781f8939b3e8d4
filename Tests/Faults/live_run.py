"""Runs geocli against a feed server and reports the result: exit status, time, memory, outputs, content, files."""

import collections
import json
import os
import random
import shutil
import signal
import sqlite3
import string
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import feed_rows
import key_traces

Run = collections.namedtuple("Run", "code seconds peak_bytes out err cut_short")
MAXIMUM_PEAK = 256 << 20
LETTERS = string.ascii_letters + string.digits


def new_key(chance):
    """A key in the portal's form: 30 letters and digits."""
    return "".join(chance.choices(LETTERS, k=30))


def execute(words, environment, folder, limit, *, at=None, stdin=subprocess.DEVNULL):
    """Runs a program to its end, or kills it after `limit` seconds (`cut_short`).

    `at` is called with the process while it runs, after its start.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begin = time.monotonic()
        process = subprocess.Popen(words, stdin=stdin, stdout=out, stderr=err, env=environment, cwd=folder)
        if at is not None:
            threading.Thread(target=at, args=(process,), daemon=True).start()
        cut_short, peak = False, 0
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            peak = peak_of(process.pid) or peak
            if time.monotonic() - begin > limit and not cut_short:
                cut_short = True
                os.kill(process.pid, signal.SIGKILL)
            time.sleep(0.01)
        seconds = time.monotonic() - begin
        code = os.waitstatus_to_exitcode(status)
        process.returncode = code
        out.seek(0)
        err.seek(0)
        # A program that ended before the first look took a hundredth of a second: not enough to fill much memory.
        peak = min(peak, usage.ru_maxrss * 1024)
        return Run(code, seconds, peak, out.read(1 << 26), err.read(1 << 26), cut_short)


def peak_of(process):
    """The peak memory of a running program so far, in bytes; 0 if it has ended.

    The peak that wait4 returns begins with this script's own memory, because a child shares it until it starts the
    program. The servers of this script hold pages of 64 MiB.
    """
    try:
        with open(f"/proc/{process}/status", encoding="ascii", errors="replace") as file:
            return next((int(line.split()[1]) << 10 for line in file if line.startswith("VmHWM:")), 0)
    except (FileNotFoundError, ProcessLookupError):
        return 0


class Yesterday:
    """A good catalog of `count` places, made once from saved pages and copied for each case."""

    def __init__(self, geocli, folder, count):
        self.rows = feed_rows.rows(count, "old")
        self.path = os.path.join(folder, f"yesterday-{count}.sqlite")
        pages = os.path.join(folder, f"pages-{count}")
        os.makedirs(pages)
        for start in range(0, count, 1000):
            with open(os.path.join(pages, f"page-{start // 1000 + 1}.json"), "wb") as file:
                file.write(feed_rows.page(self.rows[start:start + 1000], count))
        run = execute([geocli, "ingest", pages, "--db", self.path], {"PATH": os.environ["PATH"], "HOME": folder},
                      folder, 120)
        if run.code != 0:
            raise SystemExit(f"yesterday's catalog could not be made: {run.err.decode()}")

    def copy(self, path):
        """Puts the catalog in place, with its log if it has one."""
        for ending in ("", "-wal"):
            if os.path.exists(self.path + ending):
                shutil.copyfile(self.path + ending, path + ending)


class Bench:
    """One case's own folder, catalog, key and list of problems."""

    def __init__(self, geocli, yesterday, folder, name, seed, watch):
        self.geocli = geocli
        self.name = name
        self.chance = random.Random(f"{seed} {name}")
        self.key = new_key(self.chance)
        self.folder = os.path.join(folder, name)
        self.watch = watch
        self.problems = []
        # Those of the problems that a busy machine can cause: the time, and the number of requests.
        self.late = []
        self.last = None
        self.words = ""
        self.peak_bytes = 0
        for part in ("home", "tmp"):
            os.makedirs(os.path.join(self.folder, part))
        self.db = os.path.join(self.folder, "catalog.sqlite")
        self.yesterday = yesterday
        yesterday.copy(self.db)
        self.before = self.lines()

    def check(self, holds, what):
        """Records a check that fails."""
        if not holds:
            self.problems.append(what)
        return holds

    def check_pace(self, holds, what):
        """Records a check that fails, but that may hold on a machine that is less busy."""
        if not holds:
            self.late.append(what)
        return self.check(holds, what)

    def environment(self, more=None):
        """The program's environment: only the variables of a nightly job, and a separate home and temporary folder."""
        made = {
            "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": os.path.join(self.folder, "home"),
            "TMPDIR": os.path.join(self.folder, "tmp"), "SEOUL_OPENAPI_KEY": self.key,
        }
        for name, value in (more or {}).items():
            if value is None:
                made.pop(name, None)
            else:
                made[name] = value
        return made

    def ingest(self, *words, limit=8.0, environment=None, options=(), at=None, secret=True):
        """`geocli ingest` with short time limits; `limit` is the run's own deadline in seconds.

        Checks what holds for every run: it ends in time, within memory, without a crash, and shows no key.
        """
        line = [self.geocli, "ingest", *words, "--db", self.db, "--idle-timeout", "1s", "--page-timeout", "3s",
                "--timeout", f"{limit:g}s", *options]
        if secret:
            self.watch.add(self.key)
        run = execute(line, self.environment(environment), self.folder, limit + 10, at=at)
        if secret:
            seen = self.watch.remove(self.key)
            self.check(not seen, f"the key in a command line: {seen[:2]}")
        self.check_pace(run.seconds < limit + 2, f"took {run.seconds:.1f} s of {limit:g} s")
        self.check(not run.cut_short, "had to be killed")
        self.peak_bytes = max(self.peak_bytes, run.peak_bytes)
        self.check(run.peak_bytes < MAXIMUM_PEAK, f"peak {run.peak_bytes >> 20} MB")
        self.check(run.code not in (70,) and run.code >= 0 or at is not None, f"crashed: {run.code}")
        self.hide(run.out + b"\n" + run.err, "the outputs")
        self.last = run
        self.words = run.err.decode(errors="replace").strip()
        return run

    def command(self, *words, environment=None):
        """Any other command on the catalog; its outputs hide the key."""
        run = execute([self.geocli, *words, "--db", self.db], self.environment(environment), self.folder, 60)
        self.check(not run.cut_short and run.code >= 0 and run.code != 70, f"{words[0]}: exit {run.code}")
        self.hide(run.out + b"\n" + run.err, f"what {' '.join(words)} prints")
        self.words = run.err.decode(errors="replace").strip()
        return run

    def hide(self, data, where, key=None):
        """Checks that the key is not in the data."""
        found = key_traces.within_bytes(data, key or self.key)
        self.check(not found, f"the key in {where}: {found[:3]}")

    def lines(self):
        """All places that the catalog lists, including closed ones, byte for byte."""
        said = self.words
        run = self.command("list", "--include-closed", "--format", "ndjson")
        self.check(run.code == 0, f"list: {run.code} {self.words[:200]}")
        self.words = said
        return run.out

    def listing(self):
        """The catalog's current listing, in the form of `feed_rows.listing`."""
        said = self.words
        run = self.command("list", "--format", "ndjson")
        self.check(run.code == 0, f"list: {run.code} {self.words[:200]}")
        self.words = said
        shops = [json.loads(line) for line in run.out.splitlines()]
        return {shop["ref"]: (shop["name"], shop["latitude"], shop["longitude"]) for shop in shops}

    def is_old(self):
        """Checks that the content is exactly yesterday's."""
        return self.check(self.lines() == self.before, "yesterday's content is not intact")

    def is_new(self, *wanted):
        """Checks that the content is one of these sets of rows, complete."""
        now = self.listing()
        if not any(now == feed_rows.listing(rows) for rows in wanted):
            days = collections.Counter(shop[0].rsplit(" ", 1)[-1] for shop in now.values())
            self.problems.append(f"the content is not the new snapshot: {len(now)} places, by day {dict(days)}")

    def is_sound(self):
        """Checks the database file itself, and that the key is in no file."""
        database = sqlite3.connect(f"file:{urllib.parse.quote(self.db)}?mode=ro", uri=True)
        try:
            self.check(database.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "integrity_check")
            self.check(database.execute("PRAGMA foreign_key_check").fetchall() == [], "foreign_key_check")
        except sqlite3.Error as error:
            self.problems.append(f"the catalog can't be checked: {error}")
        finally:
            database.close()
        self.hides_key()

    def hides_key(self, key=None):
        """Checks that no remaining file contains any form of the key."""
        found = key_traces.within_folder(self.folder, key or self.key)
        self.check(not found, f"the key in files: {found[:3]}")

    def asked_well(self, server, prefix="", key=None):
        """Checks each request that a server saw: a GET of the service's URL, with the key only where it belongs."""
        from feed_server import TARGET
        key = self.key if key is None else key
        for request in server.requests:
            match = TARGET.match(request.target)
            if not self.check(match is not None and request.method == "GET",
                              f"asked {request.method} {request.target.replace(key, 'KEY')[:120]}"):
                continue
            start, end = int(match["start"]), int(match["end"])
            self.check(match["prefix"] == prefix, f"prefix {match['prefix']!r} instead of {prefix!r}")
            self.check(match["key"] == key, "another key than the one that was given")
            self.check(1 <= start <= end < start + 1000, f"asked for {start} to {end}")
            headers = {name.lower(): value for name, value in request.headers}
            for name in ("cookie", "authorization", "referer", "proxy-authorization", "cookie2"):
                self.check(name not in headers, f"sent the header {name}")
            self.check(headers.get("host") == f"127.0.0.1:{server.port}", f"Host {headers.get('host')!r}")
            self.hide("\n".join(map(str, request.headers)).encode(), "request headers", key)

    def says_why(self, code):
        """Checks that an error is one line that begins with the program's name and says what to try."""
        lines = [line for line in self.words.splitlines() if line.strip()]
        errors = [line for line in lines if not line.startswith(("geocli: warning:", "geocli: 주의:"))]
        if self.check(len(errors) == 1 and errors[0].startswith("geocli: "), f"not one line: {errors[:3]}"):
            said = errors[0]
            self.check(len(said) > 30 and any(mark in said for mark in ";,–"), f"says not what to try: {said}")
            self.check(len(said) < 600, f"{len(said)} characters")
            self.check(all(letter.isprintable() for letter in said), f"control characters: {said!r}")

    def leaves_nothing(self):
        """Checks that only the catalog and SQLite's own files remain."""
        left = []
        for base, _, files in os.walk(self.folder):
            left += [os.path.relpath(os.path.join(base, name), self.folder) for name in files]
        known = {"catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"}
        more = [name for name in left if name not in known and not name.startswith(os.path.join("home", ".netrc"))]
        self.check(not more, f"files left: {more}")
