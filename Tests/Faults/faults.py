"""The shared part of the fault campaigns: small feeds, a folder for each trial, running the program, and the one
invariant.

The invariant (`check_catalog`), after any fault: the catalog opens, is clean, has exactly the old snapshot or the new
one, and the next plain run succeeds and leaves no other file beside it. Standard library only.
"""

import argparse
import contextlib
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

SERVICE = "TbSlibBookstoreInfo"
# Two nights, so that the dates that a run writes are compared too.
FIRST_NIGHT = 1_788_000_000
SECOND_NIGHT = FIRST_NIGHT + 86_400
# Signals that are always the program's own fault.
CRASHES = {signal.SIGSEGV, signal.SIGABRT, signal.SIGILL, signal.SIGTRAP, signal.SIGBUS, signal.SIGFPE, signal.SIGSYS}
# Fields of a listing that the next run changes although the snapshot is the same.
HISTORY = {"first_seen", "last_seen", "missing_runs", "removed_on", "closed_on"}


# Feeds


def shop(number, chance):
    """One row in the feed's exact form."""
    district = chance.choice(["마포구", "종로구", "강남구", "은평구", "송파구"])
    used = chance.random() < 0.3
    return {
        "STORE_SEQ_NO": float(number),
        "STORE_NAME": f"{chance.choice(['달빛', '바람', '골목', '1984', 'Page'])} 책방 {number}",
        "GU_CODE": str(chance.randint(801, 825)),
        "CODE_VALUE": district,
        "ADRES": f"{district} 책길 {chance.randint(1, 400)}, {chance.randint(1, 9)}층",
        "TEL_NO": chance.choice(["", f"02-{chance.randint(200, 999)}-{chance.randint(1000, 9999)}"]),
        "HMPG_URL": chance.choice(["", f"https://shop{number}.example"]),
        "STORE_TYPE": "0001" if used else "0002",
        "STORE_TYPE_NAME": "헌책방      " if used else "새책방      ",
        "XCNTS": f"{chance.uniform(37.43, 37.70):.13f}",
        "YDNTS": f"{chance.uniform(126.77, 127.18):.12f}",
        "SNS": chance.choice(["", f"https://sns.example/{number}"]),
    }


def shops(count, seed):
    """`count` rows; one in fifty has no name and one in fifty no readable coordinate, so that all tables are
    written."""
    chance = random.Random(f"shops {seed}")
    rows = [shop(1000 + index, chance) for index in range(count)]
    for row in rows[20::50]:
        row["STORE_NAME"] = " "
    for row in rows[30::50]:
        row["XCNTS"] = "37.57~2"
    return rows


def next_night(rows, seed):
    """The same feed a day later: a twentieth removed, a twentieth new, a tenth renamed, a tenth moved."""
    chance = random.Random(f"next night {seed}")
    kept = [dict(row) for row in rows if chance.random() >= 0.05]
    for row in kept:
        if chance.random() < 0.1 and row["STORE_NAME"].strip():
            row["STORE_NAME"] += " 2호점"
        if chance.random() < 0.1:
            row["YDNTS"] = f"{chance.uniform(126.77, 127.18):.12f}"
    return kept + [shop(500_000 + index, chance) for index in range(max(1, len(rows) // 20))]


def page(rows, total):
    """A page as the service sends it."""
    answer = {"list_total_count": total, "RESULT": {"CODE": "INFO-000", "MESSAGE": "정상 처리되었습니다"}, "row": rows}
    return json.dumps({SERVICE: answer}, ensure_ascii=False, separators=(",", ":")).encode()


def write_feed(folder, rows):
    """Saves `rows` as pages of at most 1000 rows. Returns the folder."""
    os.makedirs(folder)
    for start in range(0, len(rows), 1000):
        some = rows[start : start + 1000]
        with open(os.path.join(folder, f"{SERVICE}_{start + 1}_{start + len(some)}.json"), "wb") as file:
            file.write(page(some, len(rows)))
    return folder


# Running the program


@dataclass
class Run:
    """How a process ended. `code` is negative for a signal, as subprocess has it."""

    command: list
    code: int
    out: bytes
    err: str
    seconds: float

    def crash(self):
        """The message if the process crashed through its own fault, else None."""
        if self.code in {-number for number in CRASHES} or self.code in {128 + number for number in CRASHES}:
            return f"crashed: status {self.code}"
        return None

    def told(self):
        return f"status {self.code}, stderr {self.err.strip()!r}"


class Place:
    """A folder for one trial: the catalog alone in `catalog/`, and a separate TMPDIR."""

    def __init__(self, folder, before=None):
        """Starts with a copy of the folder `before`, or with nothing."""
        self.folder = folder
        self.data = os.path.join(folder, "catalog")
        self.path = os.path.join(self.data, "catalog.sqlite")
        self.temporary = os.path.join(folder, "tmp")
        if before is None:
            os.makedirs(self.data)
        else:
            shutil.copytree(before, self.data, symlinks=True)
        os.makedirs(self.temporary)

    def environment(self, now=SECOND_NIGHT):
        own = {"TMPDIR": self.temporary, "HOME": self.folder, "LC_ALL": "C", "SOURCE_DATE_EPOCH": str(now)}
        return os.environ | own

    def beside(self):
        """The names in the catalog's folder."""
        return sorted(os.listdir(self.data))


class Program:
    """The program under test."""

    def __init__(self, path):
        self.path = os.path.abspath(path)

    def ingest_words(self, place, *sources):
        """The command; a source may be a list of words that includes options."""
        words = [word for source in sources for word in (source if isinstance(source, list) else [source])]
        return [self.path, "ingest", *words, "--db", place.path]

    def run(self, place, words, now=SECOND_NIGHT, before=(), **settings):
        """Runs the command `words`. `before` are words in front of it, for example strace and its options."""
        command = [*before, *words]
        start = time.monotonic()
        settings = {"stdin": subprocess.DEVNULL, "timeout": 120} | settings
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=place.environment(now), **settings)
        seconds = time.monotonic() - start
        return Run(command, done.returncode, done.stdout, done.stderr.decode(errors="replace"), seconds)

    def words(self, place, scenario):
        """The command of a scenario."""
        if scenario.command:
            return [self.path, *scenario.command, "--db", place.path]
        return self.ingest_words(place, scenario.feed)

    def ingest(self, place, *sources, **settings):
        return self.run(place, self.ingest_words(place, *sources), **settings)

    def query(self, place, *words, **settings):
        return self.run(place, [self.path, *words, "--db", place.path], **settings)


# Scenarios and the invariant


@dataclass
class Scenario:
    """An ingest of `feed` into the folder `before` (None: into nothing), or another command there, after which an ingest
    of `feed` brings the same places. After a removal, the command runs again before that ingest, unless it is done.

    `old` and `new` are the listings before and after it. `repeated` is the listing after a second ingest of the same
    bytes, in which the missing places have been missing twice.
    """

    name: str
    before: str
    feed: str
    old: list
    new: list
    repeated: list
    # The words of a command that is no ingest.
    command: tuple = ()

    def state(self, rows):
        """'old', 'new', or None for any other content."""
        return "old" if rows == self.old else "new" if rows in (self.new, self.repeated) else None


def listing(program, place):
    """The catalog's places, including missing ones; [] if no catalog exists yet (exit 66)."""
    run = program.query(place, "list", "--include-closed", "--format", "ndjson")
    if run.code == 66:
        return []
    if run.code != 0:
        raise AssertionError(f"list: {run.told()}")
    return rows_of(run.out)


def rows_of(ndjson):
    return [json.loads(line) for line in ndjson.splitlines()]


def without_history(rows):
    return [{key: value for key, value in row.items() if key not in HISTORY} for row in rows]


def make_scenarios(program, folder, count, seed):
    """Three ingests (a first one into nothing, one that changes the first one's catalog, and one of the same bytes), an
    undo of the second one, and the removal of another feed."""
    rows = shops(count, seed)
    first = write_feed(os.path.join(folder, "first-feed"), rows)
    second = write_feed(os.path.join(folder, "second-feed"), next_night(rows, seed))
    place = Place(os.path.join(folder, "reference"))
    scenarios = [ingest_unharmed(program, place, "first ingest", None, first, SECOND_NIGHT)]
    # The same first ingest, one night earlier: its catalog is the one that the second ingest changes.
    place = Place(os.path.join(folder, "reference-2"))
    run = program.ingest(place, first, now=FIRST_NIGHT)
    if run.code != 0:
        raise AssertionError(f"the night before, without any fault: {run.told()}")
    before = os.path.join(folder, "before")
    shutil.copytree(place.data, before)
    scenarios.append(ingest_unharmed(program, place, "changing ingest", before, second, SECOND_NIGHT))
    place = Place(os.path.join(folder, "reference-3"), before)
    scenarios.append(ingest_unharmed(program, place, "unchanged night", before, first, SECOND_NIGHT))
    return scenarios + [
        undo_unharmed(program, Place(os.path.join(folder, "reference-4"), before), folder, first, second),
        removal_unharmed(program, Place(os.path.join(folder, "reference-5"), before), folder, first, second)]


def undo_unharmed(program, place, folder, first, second):
    """Takes back the second ingest without any fault, and returns it as a scenario."""
    program.ingest(place, second)
    return command_unharmed(program, place, folder, "undo", first, ("undo", "2"))


def removal_unharmed(program, place, folder, first, second):
    """Removes another feed without any fault, and returns it as a scenario. The feed has the same shops, so it has links,
    and it has a correction and issues."""
    other = ["--feed", "places"]
    program.ingest(place, [second, *other], now=FIRST_NIGHT)
    program.ingest(place, [first, *other])
    row = next(row for row in listing(program, place) if row["ref"].startswith("places/") and not row["missing_runs"])
    run = program.query(
        place, "corrections", "add", row["ref"], "phone=02-120-0001", "--because", "phoned", "--source", "https://shop.example")
    if run.code != 0:
        raise AssertionError(f"a correction, without any fault: {run.told()}")
    return command_unharmed(program, place, folder, "removal", first, ("feeds", "remove", "places"))


def command_unharmed(program, place, folder, name, feed, command):
    """Runs a command without any fault, and returns it as a scenario; `feed` brings the places that it leaves."""
    before = os.path.join(folder, f"before-{name}")
    shutil.copytree(place.data, before)
    with copied(place) as copy:
        old = listing(program, copy)
    run = program.query(place, *command)
    if run.code != 0 or place.beside() != ["catalog.sqlite"]:
        raise AssertionError(f"{name}, without any fault: {run.told()}, left {place.beside()}")
    new = listing(program, place)
    return Scenario(name, before, feed, old, new, new, command)


def ingest_unharmed(program, place, name, before, feed, now):
    """Runs an ingest without any fault, and returns it as a scenario."""
    listings = [listing(program, place)]
    for _ in range(2):
        run = program.ingest(place, feed, now=now)
        if run.code != 0 or place.beside() != ["catalog.sqlite"]:
            raise AssertionError(f"{name}, without any fault: {run.told()}, left {place.beside()}")
        listings.append(listing(program, place))
    return Scenario(name, before, feed, *listings)


def check_catalog(program, place, scenario, code):
    """Checks the invariant after a run that ended with `code`. Returns the state, and the violations."""
    state, problems = check_content(program, place, scenario, code)
    return state, problems + check_next_run(program, place, scenario)


def check_content(program, place, scenario, code):
    """Checks that the catalog opens, is clean, and is old or new; after exit 0, new. Uses a copy, so that the check
    repairs nothing."""
    state, problems = None, []
    with copied(place) as copy:
        try:
            state = scenario.state(listing(program, copy))
            if state is None:
                problems.append("the content is neither the old snapshot nor the new one")
        except AssertionError as error:
            problems.append(str(error))
    with copied(place) as copy:
        problems += clean_to_itself(program, copy, may_be_missing=not scenario.old)
    with copied(place) as copy:
        problems += clean_to_sqlite(copy.path)
    if code == 0 and state != "new":
        problems.append("exit 0, but the new snapshot is not there")
    return state, problems


@contextlib.contextmanager
def copied(place):
    """A copy of a `Place`, which is removed at the end."""
    with tempfile.TemporaryDirectory(dir=os.path.dirname(place.folder)) as folder:
        yield Place(os.path.join(folder, "copy"), before=place.data)


def clean_to_itself(program, place, may_be_missing=False):
    """The findings of `geocli verify` in the catalog."""
    run = program.query(place, "verify")
    accepted = {0, 66} if may_be_missing else {0}
    return [] if run.code in accepted else [f"verify: {run.told()}"]


def clean_to_sqlite(path):
    """The findings of Python's SQLite, as an independent check. It writes side files, so give it a copy."""
    if not os.path.exists(path):
        return []
    problems = []
    with contextlib.closing(sqlite3.connect(path)) as db:
        try:
            problems += [f"integrity_check: {row[0]}" for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
            problems += [f"foreign_key_check: {row}" for row in db.execute("PRAGMA foreign_key_check")]
        except sqlite3.DatabaseError as error:
            problems.append(f"sqlite: {error}")
    return problems


def check_next_run(program, place, scenario):
    """Checks that the next plain run succeeds, leaves no other file beside the catalog, and publishes clean content."""
    problems = []
    if scenario.name == "removal":
        run = program.query(place, *scenario.command)
        # A feed that is gone can't be removed again.
        if run.code not in (0, 64):
            problems.append(f"next removal: {run.told()}")
    run = program.ingest(place, scenario.feed)
    if run.code != 0:
        return problems + [f"next run: {run.told()}"]
    problems += [f"next run left {name}" for name in place.beside() if name != "catalog.sqlite"]
    problems += [f"after the next run: {problem}" for problem in clean_to_itself(program, place)]
    try:
        if without_history(listing(program, place)) != without_history(scenario.new):
            problems.append("after the next run the content is not the new snapshot")
    except AssertionError as error:
        problems.append(f"after the next run: {error}")
    return problems


# System calls, through strace


@dataclass
class Call:
    """One system call of a recorded run. `number` counts the calls of its name by the main thread, from 1."""

    name: str
    number: int
    text: str

    def changes_files(self):
        """Whether it changes a file or a folder."""
        if self.name in ("open", "openat"):
            return any(flag in self.text for flag in ("O_CREAT", "O_TMPFILE", "O_TRUNC"))
        return self.name in WRITE_CALLS

    def short(self):
        """The call without its data and the path to its folder."""
        return re.sub(r"/[^<>\" ]*/", "", re.sub(r'"(\\.|[^"\\/])*"\.*', '"…"', self.text))


# The calls that change a file or a folder. openat counts only if it creates.
WRITE_CALLS = (
    "pwrite64 pwritev write writev ftruncate truncate fallocate fsync fdatasync rename renameat renameat2 "
    "unlink unlinkat link linkat symlinkat mkdir mkdirat open openat creat").split()


def strace(*options, log=os.devnull):
    """The words that start a command under strace."""
    return ["strace", "-f", "-qq", "-o", log, *options]


def traced_lines(program, place, words, calls, *options):
    """The lines that strace writes for `calls` while `words` run without any fault; descriptors come with their
    paths."""
    log = os.path.join(place.folder, "strace.log")
    # The question mark allows a call that this machine's architecture may not have.
    wanted = ",".join("?" + name for name in calls)
    run = program.run(place, words, before=strace("-y", *options, "-e", f"trace={wanted}", log=log))
    if run.code != 0:
        raise AssertionError(f"recording: {run.told()}")
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    os.remove(log)
    return lines


def record_calls(program, place, words, calls, below):
    """Those of `calls` that the main thread makes, in order, on files below the folder `below`."""
    lines = traced_lines(program, place, words, calls)
    main = lines[0].split()[0]
    counts, found = {}, []
    for line in lines:
        process, _, text = line.partition(" ")
        text = text.strip()
        name = text.partition("(")[0]
        if process != main or name not in calls:
            continue
        counts[name] = counts.get(name, 0) + 1
        if below in text:
            found.append(Call(name, counts[name], text))
    return found


# Mounting


def mount(*words):
    subprocess.run(["mount", *words], check=True, capture_output=True)


@contextlib.contextmanager
def mounted(folder, *words):
    """Mounts something on `folder` temporarily."""
    mount(*words, folder)
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True, capture_output=True)


@contextlib.contextmanager
def read_only(folder):
    """Makes `folder` a read-only mount of itself temporarily."""
    with mounted(folder, "--bind", folder):
        mount("-o", "remount,bind,ro", folder)
        yield


def can_mount(parent):
    """Whether this user may mount a file system on a folder below `parent`."""
    folder = os.path.join(parent, "mount-test")
    os.makedirs(folder, exist_ok=True)
    try:
        with mounted(folder, "-t", "tmpfs", "-o", "size=64k", "tmpfs"):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


# Campaigns


class Campaign:
    """Counts trials, prints those that failed, and prints `NAME: M of N` at the end."""

    def __init__(self, description, full=None, more_options=lambda parser: None):
        """`full`: the number of trials of the whole campaign; None if that depends on the program."""
        self.name = os.path.splitext(os.path.basename(sys.argv[0]))[0]
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("geocli", help="the program's path")
        parser.add_argument("--count", type=int, default=full, help="number of trials (default: the whole campaign)")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--only", type=int, help="the trial of this number alone, to repeat it")
        more_options(parser)
        self.arguments = parser.parse_args()
        self.program = Program(self.arguments.geocli)
        self.seed = self.arguments.seed
        self.passed = self.tried = 0
        self.notes = {}
        self.folder_owner = tempfile.TemporaryDirectory(prefix="geocli-faults-")
        # The real path, as strace's output has it.
        self.folder = os.path.realpath(self.folder_owner.name)

    def sample(self, trials):
        """Returns `trials` with their numbers. `--count N` divides them into N equal parts and takes one trial of each
        part, chosen by the seed; `--only` takes a single one."""
        trials = list(enumerate(trials))
        if self.arguments.only is not None:
            return [trials[self.arguments.only]]
        count = self.arguments.count
        if count is None or count >= len(trials):
            return trials
        edges = [index * len(trials) // count for index in range(count + 1)]
        chance = random.Random(self.seed)
        return [trials[chance.randrange(low, high)] for low, high in zip(edges, edges[1:])]

    def numbers(self, count):
        """The numbers of `count` trials, or the one that `--only` names."""
        return range(count) if self.arguments.only is None else [self.arguments.only]

    @contextlib.contextmanager
    def place(self, before=None):
        """A new `Place`, which is removed at the end."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            yield Place(os.path.join(folder, "place"), before)

    def record(self, trial, what, problems, run=None):
        """Counts a trial. `what` describes the trial, so that a person can repeat it."""
        self.tried += 1
        if not problems:
            self.passed += 1
            return
        print(f"FAILED trial {trial} (--seed {self.seed} --only {trial}): {what}")
        if run is not None:
            print(f"  command: {' '.join(run.command)}\n  {run.told()}")
        for problem in problems:
            print(f"  {problem}")
        sys.stdout.flush()

    def note(self, what):
        """Counts an event that is worth knowing but not a failure."""
        self.notes[what] = self.notes.get(what, 0) + 1

    def finish(self):
        """Prints the result and ends the process."""
        self.folder_owner.cleanup()
        for what, count in sorted(self.notes.items()):
            print(f"{count:6} × {what}")
        print(f"{self.name}: {self.passed} of {self.tried}")
        sys.exit(0 if self.passed == self.tried > 0 else 1)
