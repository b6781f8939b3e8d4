"""The shared part of the cases of `contention.py`: the program, feeds and catalogs; other processes; checks of
exits."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time

from faults import (
    SECOND_NIGHT, Place, Run, ingest_unharmed, make_scenarios, next_night, rows_of, shops, without_history, write_feed)

ROWS = 120
# An ingest of this number of rows is still running when another ingest starts or a signal arrives.
MANY_ROWS = 12_000
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stage:
    """The common resources of all cases: the program, feeds, catalogs."""

    def __init__(self, campaign):
        self.campaign = campaign
        self.program = campaign.program
        self.folder = campaign.folder
        self.scenarios = make_scenarios(self.program, self.folder, ROWS, campaign.seed)
        self.first, self.changing = self.scenarios[:2]
        self.rows = shops(ROWS, campaign.seed)
        self.feeds = [self.feed(f"night-{number}", next_night(self.rows, number)) for number in (2, 3)]
        many = shops(MANY_ROWS, campaign.seed)
        self.many = self.feed("many", many)
        self.many_feeds = [self.feed(f"many-{number}", next_night(many, number)) for number in (2, 3)]
        with self.place() as place:
            self.many_before = self.copy_of(self.ingested(place, self.many), "many-before")
        place = Place(os.path.join(self.folder, "many-reference"), self.many_before)
        self.large = ingest_unharmed(
            self.program, place, "large ingest", self.many_before, self.many_feeds[0], SECOND_NIGHT)
        with self.place(self.many_before) as place:
            self.large_seconds = self.program.ingest(place, self.large.feed).seconds

    def feed(self, name, rows):
        return write_feed(os.path.join(self.folder, name), rows)

    def place(self, before=None):
        return self.campaign.place(before)

    def ingested(self, place, feed):
        run = self.program.ingest(place, feed)
        assert run.code == 0, run.told()
        return place

    def copy_of(self, place, name):
        folder = os.path.join(self.folder, name)
        shutil.copytree(place.data, folder)
        return folder

    def start(self, place, *sources, **settings):
        """Starts an ingest and does not wait for it. Signals have their default actions, even under nohup."""
        settings = {"stdin": subprocess.DEVNULL} | settings
        return subprocess.Popen(
            self.program.ingest_words(place, *sources), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=place.environment(), preexec_fn=default_signals, **settings)


def default_signals():
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


def ended(process, since, timeout=60):
    """Waits for the end of a started process; returns its result as a `Run`."""
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return Run(process.args, None, b"", "did not end", time.monotonic() - since)
    return Run(process.args, process.returncode, out, err.decode(errors="replace"), time.monotonic() - since)


def unless(holds, words):
    return [] if holds else [words]


def refused_in_one_line(run, codes):
    """Checks for one of `codes` and one line on standard error that begins with the program's name; returns the
    violations."""
    lines = run.err.splitlines()
    return unless(run.code in codes, f"{run.told()}: not {codes}") + unless(
        len(lines) == 1 and lines[0].startswith("geocli: "), f"stderr is not one line: {run.err!r}")


def shops_listed(rows):
    """The rows of a listing without the catalog's ids and dates, so that catalogs with different histories can be
    compared."""
    listed = [{key: value for key, value in row.items() if key != "id"} for row in without_history(rows)]
    return sorted(listed, key=lambda row: row["ref"])


def listed_now(stage, place):
    run = stage.program.query(place, "list", "--format", "ndjson")
    assert run.code == 0, run.told()
    return shops_listed(rows_of(run.out))


def listed_alone(stage, before, feed):
    """The listing after an ingest of `feed` into `before`, with no other process. Each result is computed once."""
    known = vars(stage).setdefault("known", {})
    if (before, feed) not in known:
        with stage.place(before) as place:
            known[before, feed] = listed_now(stage, stage.ingested(place, feed))
    return known[before, feed]


@contextlib.contextmanager
def other_process(path, statements, mode="rwc"):
    """Another program that has run `statements` on the database and waits; it is killed at the end."""
    script = (
        "import sqlite3, sys\n"
        "db = sqlite3.connect(f'file:{sys.argv[1]}?mode={sys.argv[2]}', uri=True, isolation_level=None)\n"
        "for statement in sys.argv[3:]: db.execute(statement).fetchall()\n"
        "print('ready', flush=True)\n"
        "for line in sys.stdin: print(db.execute(line).fetchall(), flush=True)\n")
    process = subprocess.Popen(
        [sys.executable, "-c", script, path, mode, *statements],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def ask(process, statement):
    process.stdin.write(statement + "\n")
    process.stdin.flush()
    return process.stdout.readline().strip()
