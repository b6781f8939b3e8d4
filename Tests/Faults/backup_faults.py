#!/usr/bin/env python3
"""Kills backups, makes them beside ingests, and lets the disk be full.

    backup_faults.py GEOCLI [--count N] [--seed S]

Proves: a file under the name of a backup is always one whole snapshot. Of each four trials, two kill a backup at a random
moment, one of them beside ingests that publish all the time; one makes a backup beside these ingests and lets it end; and
one lets it write only so many bytes. Whatever happens, the file opens, `verify` finds nothing, and it has exactly the
places that its last run published; a backup that failed leaves the former one byte for byte. The next backup succeeds and
leaves nothing beside it.
"""

import contextlib
import io
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

from faults import (
    Campaign, clean_to_itself, clean_to_sqlite, next_night, rows_of, shops, without_history, write_feed)

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Oracles"))
import check_backup

FULL = 400
# Enough rows that a backup lasts long enough to be hit by a kill, and the pages of an ingest come between its pages.
ROWS = 3000


class Desk:
    """A catalog whose runs publish two feeds in turn: the odd runs the first one, the even runs the second."""

    def __init__(self, campaign):
        self.campaign, self.program = campaign, campaign.program
        rows = shops(ROWS, campaign.seed)
        self.feeds = [write_feed(os.path.join(campaign.folder, name), some)
                      for name, some in (("odd", rows), ("even", next_night(rows, campaign.seed)))]
        self.states = []
        with campaign.place() as place:
            for feed in self.feeds:
                assert self.program.ingest(place, feed).code == 0
                self.states.append(self.listed(place.path, place))
            self.before = os.path.join(campaign.folder, "before")
            shutil.copytree(place.data, self.before)
        with campaign.place(self.before) as place:
            self.seconds = self.backup(place).seconds

    def listed(self, path, place):
        """The places of a catalog and the number of its last run."""
        rows = [without_history(rows_of(self.program.run(
            place, [self.program.path, "list", "--format", "ndjson", "--db", path]).out))]
        return [{key: value for key, value in row.items() if key != "id"} for row in rows[0]]

    def words(self, place):
        return [self.program.path, "backup", os.path.join(place.folder, "backups", "backup.sqlite"), "--db", place.path]

    def backup(self, place, **settings):
        os.makedirs(os.path.join(place.folder, "backups"), exist_ok=True)
        return self.program.run(place, self.words(place), **settings)

    def check(self, place):
        """The violations of the file under the backup's name."""
        path = self.words(place)[2]
        if not os.path.exists(path):
            return []
        with open(path, "rb") as file:
            data = file.read()
        problems = []
        run = self.program.run(place, [self.program.path, "verify", "--db", path])
        if run.code != 0:
            problems.append(f"verify: {run.told()}")
        runs = rows_of(self.program.run(
            place, [self.program.path, "runs", "--limit", "1", "--format", "ndjson", "--db", path]).out)
        if self.listed(path, place) != self.states[(runs[0]["run_id"] + 1) % 2]:
            problems.append(f"the backup does not have the places of its run {runs[0]['run_id']}")
        problems += clean_to_sqlite(path)
        with open(path, "rb") as file:
            if file.read() != data:
                problems.append("reading changed the backup")
        return problems

    def check_next(self, place):
        """The next backup succeeds, is exactly the catalog, and leaves nothing beside it."""
        run = self.backup(place)
        if run.code != 0:
            return [f"next backup: {run.told()}"]
        path = self.words(place)[2]
        problems = self.check(place)
        with contextlib.redirect_stdout(io.StringIO()) as told:
            if check_backup.main(place.path, path) != 0:
                problems.append(f"the next backup is not the catalog: {told.getvalue()}")
        left = [name for name in os.listdir(os.path.dirname(path)) if name != "backup.sqlite"]
        # A file without a name goes with its process; only between two calls can it have a name of its own.
        if len(left) > 1:
            problems.append(f"left {left}")
        return problems

    @contextlib.contextmanager
    def ingests(self, place):
        """Ingests of both feeds in turn, one after the other, until the end."""
        ends, problems = threading.Event(), []

        def work():
            number = 0
            while not ends.is_set():
                run = self.program.ingest(place, self.feeds[number % 2])
                number += 1
                if run.code != 0:
                    problems.append(f"an ingest beside the backup: {run.told()}")
            self.campaign.note("ingests beside backups") if number else None
        thread = threading.Thread(target=work)
        thread.start()
        try:
            yield problems
        finally:
            ends.set()
            thread.join()


def killed(desk, place, seconds):
    process = subprocess.Popen(desk.words(place), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=place.environment())
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return process.returncode


def full_disk(desk, place, chance):
    """No file may grow above a size: the former backup stays."""
    path = desk.words(place)[2]
    with open(path, "rb") as file:
        former = file.read()
    limit = chance.randrange(len(former))
    run = desk.backup(place, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    with open(path, "rb") as file:
        kept = file.read() == former
    problems = [] if kept else ["the former backup changed"]
    if run.code != 74 or len(run.err.splitlines()) != 1:
        problems.append(f"no file above {limit} bytes: {run.told()}")
    return f"no file above {limit} bytes", problems


def trial(desk, number, place, chance):
    """What happened, and the violations."""
    if chance.random() < 0.7:
        assert desk.backup(place).code == 0
    os.makedirs(os.path.join(place.folder, "backups"), exist_ok=True)
    kind, seconds = number % 4, 1.2 * desk.seconds * chance.random()
    if kind == 0:
        return f"killed after {seconds:.4f} s: {killed(desk, place, seconds)}", []
    if kind == 1:
        assert desk.backup(place).code == 0
        return full_disk(desk, place, chance)
    with desk.ingests(place) as problems:
        time.sleep(chance.random() * 0.2)
        if kind == 2:
            return f"killed beside ingests after {seconds:.4f} s: {killed(desk, place, seconds)}", problems
        run = desk.backup(place)
        if run.code != 0:
            problems.append(run.told())
        return "beside ingests", problems


def main():
    campaign = Campaign(__doc__.splitlines()[0], full=FULL)
    desk = Desk(campaign)
    for number in campaign.numbers(campaign.arguments.count):
        chance = random.Random(f"{campaign.seed} {number}")
        with campaign.place(desk.before) as place:
            what, problems = trial(desk, number, place, chance)
            problems = problems + desk.check(place) + clean_to_itself(campaign.program, place) + desk.check_next(place)
            campaign.note(what.partition(" after")[0].partition(" above")[0])
            campaign.record(number, what, problems)
    campaign.finish()


if __name__ == "__main__":
    main()
