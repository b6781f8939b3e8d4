#!/usr/bin/env python3
"""Other processes, signals, and files that are no catalog: one case after the other.

    contention.py GEOCLI [--count N] [--seed S]

Proves, case by case (the table is at the end): two ingests at once end as one after the other or with exit 75; a lock
is waited for 5 s; readers keep the snapshot they have and see no other than a whole one; a signal ends an ingest within
2 s; a file that is not ours or of a newer schema stays as it is, byte for byte; a damaged catalog is refused and never
deleted.
"""

import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time

from faults import (
    Campaign, Place, Run, can_mount, check_catalog, clean_to_itself, listing, make_scenarios,
    next_night, page, read_only, rows_of, shops, without_history, write_feed)

ROWS = 120
# An ingest of so many takes long enough to be met by another one, or by a signal.
MANY_ROWS = 12_000
PAGE_BYTES = 4096
PAIRS = 20
INGESTS_AMONG_READERS = 20
READERS = 8
FIRST_INGESTS = 30
NOBODY = 65534
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stage:
    """What all cases use: the program, feeds, catalogs."""

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
        """Starts an ingest and does not wait for it. Signals are what they are by default, also under nohup."""
        settings = {"stdin": subprocess.DEVNULL} | settings
        return subprocess.Popen(
            self.program.ingest_words(place, *sources), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=place.environment(), preexec_fn=default_signals, **settings)


def default_signals():
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


def ended(process, since, timeout=60):
    """The end of a started process as a `Run`."""
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
    """What contradicts: one of `codes`, and one line on standard error that begins with the program's name."""
    lines = run.err.splitlines()
    return unless(run.code in codes, f"{run.told()}: not {codes}") + unless(
        len(lines) == 1 and lines[0].startswith("geocli: "), f"stderr is not one line: {run.err!r}")


def shops_listed(rows):
    """A listing without the catalog's own numbers and dates, to compare with what another history led to."""
    listed = [{key: value for key, value in row.items() if key != "id"} for row in without_history(rows)]
    return sorted(listed, key=lambda row: row["ref"])


def listed_now(stage, place):
    run = stage.program.query(place, "list", "--format", "ndjson")
    assert run.code == 0, run.told()
    return shops_listed(rows_of(run.out))


# Two ingests


def two_ingests(stage, number):
    """The second starts up to 0.4 s after the first: before, during and after its transaction."""
    return two_at_once(stage, 0.4 * number / PAIRS, stage.many_before, stage.many_feeds)


def two_first_ingests(stage, number):
    """The second starts up to 20 ms after the first: while that makes the file."""
    return two_at_once(stage, 0.02 * number / PAIRS, None, stage.feeds)


def two_at_once(stage, seconds, before, feeds):
    """Two ingests of different feeds, the second started so many seconds later: as one after the other, or 75."""
    alone = [listed_alone(stage, before, feed) for feed in feeds]
    with stage.place(before) as place:
        start = time.monotonic()
        first = stage.start(place, feeds[0])
        time.sleep(seconds)
        later = time.monotonic()
        second = stage.start(place, feeds[1])
        runs = [ended(first, start), ended(second, later)]
        stage.campaign.note(f"two ingests at once: status {runs[0].code} and {runs[1].code}")
        problems = unless(any(run.code == 0 for run in runs), "neither succeeded")
        for run in runs:
            problems += unless(run.code in (0, 75), run.told())
            problems += unless(run.code != 75 or run.seconds >= 4.9, f"75 after {run.seconds:.1f} s, not 5: {run.err}")
        problems += unless(place.beside() == ["catalog.sqlite"], f"left {place.beside()}")
        published = [shops for run, shops in zip(runs, alone) if run.code == 0]
        problems += unless(listed_now(stage, place) in published, "the content is no snapshot that was published")
        return problems + clean_to_itself(stage.program, place)


def listed_alone(stage, before, feed):
    """What an ingest of `feed` by itself leads to; known feeds are not ingested again."""
    known = vars(stage).setdefault("known", {})
    if (before, feed) not in known:
        with stage.place(before) as place:
            known[before, feed] = listed_now(stage, stage.ingested(place, feed))
    return known[before, feed]


# Locks and readers


@contextlib.contextmanager
def other_process(path, statements, mode="rwc"):
    """Another program that has run `statements` on the database and waits; killed in the end."""
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


def lock_held(stage, statement, before):
    """The lock is held all the time: exit 75 after 5 s, old content; afterwards the next run succeeds."""
    scenario = stage.changing if before else stage.first
    with stage.place(before) as place:
        if not before:
            open(place.path, "wb").close()
        with other_process(place.path, [statement]):
            run = ended(stage.start(place, scenario.feed), time.monotonic())
        problems = refused_in_one_line(run, [75])
        problems += unless(4.9 <= run.seconds <= 8, f"after {run.seconds:.1f} s, not 5 to 8")
        state, found = check_catalog(stage.program, place, scenario, run.code)
        return problems + found + unless(state == "old", f"the content is {state}")


def lock_released(stage, how):
    """The lock is given up after 2 s, by an end of the transaction or of the process: exit 0."""
    with stage.place(stage.changing.before) as place:
        with other_process(place.path, ["BEGIN IMMEDIATE"]) as holder:
            start = time.monotonic()
            process = stage.start(place, stage.changing.feed)
            time.sleep(2)
            if how == "killed":
                holder.kill()
            else:
                ask(holder, "ROLLBACK")
            run = ended(process, start)
        problems = unless(run.code == 0, run.told()) + unless(1.9 <= run.seconds <= 7, f"after {run.seconds:.1f} s")
        return problems + check_catalog(stage.program, place, stage.changing, run.code)[1]


def long_reader(stage):
    """Another program's read transaction is open: the ingest succeeds, the reader keeps its view."""
    count = "SELECT count(*), max(name), sum(latitude) FROM bookstore WHERE missing_run IS NULL"
    with stage.place(stage.changing.before) as place:
        with other_process(place.path, ["BEGIN", count], mode="ro") as reader:
            former = ask(reader, count)
            run = stage.program.ingest(place, stage.changing.feed)
            problems = unless(run.code == 0, run.told())
            problems += unless(ask(reader, count) == former, "the reader's view changed")
            problems += unless(listing(stage.program, place) == stage.changing.new, "a new reader does not see it")
            ask(reader, "ROLLBACK")
            problems += unless(ask(reader, count) != former, "the reader never sees the new snapshot")
        return problems + check_catalog(stage.program, place, stage.changing, run.code)[1]


def long_listing(stage):
    """A listing whose reader is slow: the ingest succeeds meanwhile, and the listing stays that of the old snapshot."""
    with stage.place(stage.many_before) as place:
        words = [stage.program.path, "list", "--format", "ndjson", "--db", place.path]
        whole = stage.program.run(place, words).out
        process = subprocess.Popen(
            words, bufsize=0, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=place.environment())
        start = process.stdout.read(10)
        run = stage.program.ingest(place, stage.many_feeds[0])
        out, err = process.communicate(timeout=60)
        problems = unless(run.code == 0, run.told())
        problems += unless(process.returncode == 0 and start + out == whole, f"the listing is another one: {err!r}")
        run = stage.program.ingest(place, stage.many_feeds[1])
        return problems + unless(run.code == 0, run.told()) + unless(
            place.beside() == ["catalog.sqlite"], f"left {place.beside()}")


QUESTIONS = (
    ["list", "--format", "ndjson"], ["near", "37.5663,126.9779", "-k", "40", "--format", "ndjson"],
    ["search", "책방", "--format", "ndjson"], ["bbox", "126.7,37.4,127.2,37.7", "--format", "ndjson"],
    ["cluster", "--zoom", "12", "--members", "--format", "ndjson"], ["status", "--format", "json"],
    ["export", "--format", "geojson", "-q"])


def answer(program, place, words):
    """What a query says of the snapshot, without what history alone changes. Raises for any error."""
    run = program.query(place, *words)
    if run.code != 0 or run.err:
        raise AssertionError(f"{words[0]}: {run.told()}")
    if words[0] == "status":
        status = json.loads(run.out)
        return [status[key] for key in ("total", "without_point", "missing", "kinds", "districts")]
    if words[0] == "export":
        # The head says of which bytes the rows are, so both must be of one snapshot.
        export = json.loads(run.out)
        return export["sources"] + without_history(feature["properties"] for feature in export["features"])
    return without_history(rows_of(run.out))


def difference(said, right):
    """How an answer differs from those that are right."""
    return "; ".join(
        f"{len(said)} rows instead of {len(rows)}, {sum(row not in rows for row in said)} not among them"
        for rows in right)


def readers_among_ingests(stage):
    """Readers ask without a pause while ingests go to and fro between two snapshots; each answer fits one of them."""
    with stage.place() as place:
        for feed in (*stage.feeds, *stage.feeds):
            stage.ingested(place, feed)
        right = {}
        for feed in stage.feeds:
            stage.ingested(place, feed)
            for words in QUESTIONS:
                right.setdefault(words[0], []).append(answer(stage.program, place, words))
        problems = unless(all(old != new for old, new in right.values()), "the snapshots do not differ")
        asked, done = [], threading.Event()

        def read():
            while not done.is_set():
                for words in QUESTIONS:
                    asked.append(words[0])
                    try:
                        said = answer(stage.program, place, words)
                        if said not in right[words[0]]:
                            different = difference(said, right[words[0]])
                            problems.append(f"{words[0]}: the answer is of neither snapshot: {different}")
                    except AssertionError as error:
                        problems.append(str(error))

        readers = [threading.Thread(target=read) for _ in range(READERS)]
        for reader in readers:
            reader.start()
        for number in range(INGESTS_AMONG_READERS):
            run = stage.program.ingest(place, stage.feeds[number % 2])
            problems += unless(run.code == 0, f"ingest: {run.told()}")
        done.set()
        for reader in readers:
            reader.join()
        stage.campaign.notes["answers to readers"] = len(asked)
        stage.ingested(place, stage.feeds[0])
        return problems + unless(place.beside() == ["catalog.sqlite"], f"left {place.beside()}")


def readers_of_the_first(stage):
    """Readers ask while a first ingest makes the catalog: there is none yet (66), or there is the whole snapshot."""
    problems, asked = [], []
    for _ in range(FIRST_INGESTS):
        with stage.place() as place:
            process = stage.start(place, stage.first.feed)
            while process.poll() is None:
                run = stage.program.query(place, "list", "--include-closed", "--format", "ndjson")
                asked.append(run.code)
                whole = run.code == 0 and rows_of(run.out) == stage.first.new
                problems += unless(whole or run.code == 66, f"list: {run.told()}")
            run = ended(process, 0)
            problems += unless(run.code == 0, f"ingest: {run.told()}")
    stage.campaign.notes["answers to readers of a first ingest"] = len(asked)
    return problems


# Signals


def signalled(stage, number, situation):
    """A signal ends an ingest within 2 s, with 128 + its number or by itself, and nothing is published."""
    with stage.place(stage.changing.before) as place:
        if situation == "waiting for the lock":
            with other_process(place.path, ["BEGIN IMMEDIATE"]):
                run = signal_after(stage.start(place, stage.changing.feed), number, 0.7)
        elif situation == "reading a slow pipe":
            process = stage.start(place, "-", stdin=subprocess.PIPE)
            process.stdin.write(page(stage.rows, len(stage.rows))[:20_000])
            process.stdin.flush()
            run = signal_after(process, number, 0.5)
        else:
            run = signal_after(stage.start(place, stage.many), number, 0.08)
        problems = unless(run.code in (-number, 128 + number), run.told())
        problems += unless(run.seconds < 2, f"after {run.seconds:.1f} s")
        state, found = check_catalog(stage.program, place, stage.changing, run.code)
        return problems + found + unless(state == "old", f"the content is {state}")


def signal_after(process, number, seconds):
    """Sends a signal and waits for the end; the seconds of the run count from the signal."""
    time.sleep(seconds)
    process.send_signal(number)
    sent = time.monotonic()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        pass
    return ended(process, sent, timeout=1)


# Files that are no catalog


def fingerprint(folder):
    """Names, kinds, and hashes of all that is in a folder."""
    found = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.islink(path):
            found[name] = "link to " + os.readlink(path)
        elif os.path.isdir(path):
            found[name] = fingerprint(path)
        else:
            with open(path, "rb") as file:
                found[name] = hashlib.sha256(file.read()).hexdigest()
    return found


def left_alone(stage, make, codes):
    """`make(place)` puts something where the catalog should be; every command refuses it and changes nothing."""
    problems = []
    for command in ("ingest", "list", "status", "verify"):
        with stage.place() as place:
            make(place)
            former = fingerprint(place.data)
            sources = [stage.changing.feed] if command == "ingest" else []
            run = stage.program.query(place, command, *sources)
            problems += [f"{command}: {problem}" for problem in refused_in_one_line(run, codes)]
            found = fingerprint(place.data)
            if command != "ingest":
                # Beside a database in WAL mode a query may leave SQLite's side files.
                found = {name: found[name] for name in found if name in former or name[-4:] not in ("-wal", "-shm")}
            problems += unless(found == former, f"{command}: changed {changed(former, found)}")
    return problems


def changed(former, found):
    return ", ".join(sorted(name for name in former | found if former.get(name) != found.get(name)))


def text_file(place):
    with open(place.path, "w", encoding="utf-8") as file:
        file.write("A list of bookstores.\n" * 100)


def short_text_file(place):
    with open(place.path, "w", encoding="utf-8") as file:
        file.write("x")


def noise(place):
    with open(place.path, "wb") as file:
        file.write(random.Random(1).randbytes(3 * PAGE_BYTES))


def zeros(place):
    with open(place.path, "wb") as file:
        file.write(bytes(PAGE_BYTES))


def foreign_database(place, application=0, journal="delete"):
    with contextlib.closing(sqlite3.connect(place.path)) as db:
        db.execute(f"PRAGMA journal_mode = {journal}")
        db.executescript(f"PRAGMA application_id = {application}; CREATE TABLE other (a); INSERT INTO other VALUES (1)")


def named_foreign_database(place):
    foreign_database(place, application=0x12345678)


def foreign_database_with_log(place):
    """As its owner leaves it that was killed: with a log beside it."""
    with_log(place, lambda beside: foreign_database(beside, journal="wal"), "INSERT INTO other VALUES (2)")


def with_log(place, make, statement):
    """Makes a database by `make`, and copies it while `statement` is only in its log."""
    beside = Place(os.path.join(place.folder, "beside"))
    make(beside)
    with other_process(beside.path, ["PRAGMA wal_autocheckpoint = 0", statement]):
        for name in ("catalog.sqlite", "catalog.sqlite-wal"):
            shutil.copy(os.path.join(beside.data, name), place.data)


def catalog_of_schema(stage, version):
    """A maker of a catalog that says to have another schema."""

    def make(place):
        shutil.copy(os.path.join(stage.changing.before, "catalog.sqlite"), place.path)
        with contextlib.closing(sqlite3.connect(place.path)) as db:
            db.execute(f"PRAGMA user_version = {version}")
            db.commit()

    return make


def newer_with_log(stage):
    return lambda place: with_log(place, catalog_of_schema(stage, 99), "UPDATE bookstore SET name = name || '!'")


def folder(place):
    os.makedirs(place.path)


def becomes_catalog(stage, make):
    """What `make(place)` puts there holds nothing yet: queries say so (66), and an ingest makes a catalog of it."""
    with stage.place() as place:
        make(place)
        problems = []
        for command in ("list", "status", "verify"):
            problems += refused_in_one_line(stage.program.query(place, command), [66])
        former = set(os.listdir(place.data))
        run = stage.program.ingest(place, stage.first.feed)
        problems += unless(run.code == 0, run.told())
        made = set(os.listdir(place.data)) - former - {"catalog.sqlite", "real.sqlite"}
        problems += unless(not made, f"left {made}")
        problems += unless(listing(stage.program, place) == stage.first.new, "not the whole new snapshot")
        return problems + clean_to_itself(stage.program, place)


def empty_file(place):
    open(place.path, "wb").close()


def dangling_link(place):
    os.symlink("real.sqlite", place.path)


def linked(stage):
    """The catalog is behind a symbolic link: queries and ingests go through it, and it stays a link."""
    with stage.place() as place:
        os.makedirs(os.path.join(place.folder, "elsewhere"))
        real = os.path.join(place.folder, "elsewhere", "real.sqlite")
        shutil.copy(os.path.join(stage.changing.before, "catalog.sqlite"), real)
        os.symlink("../elsewhere/real.sqlite", place.path)
        problems = unless(listing(stage.program, place) == stage.changing.old, "list through the link")
        run = stage.program.ingest(place, stage.changing.feed)
        problems += unless(run.code == 0, run.told())
        problems += unless(os.path.islink(place.path), "the link is no link any more")
        problems += unless(listing(stage.program, place) == stage.changing.new, "not the new snapshot")
        # The queries may have left side files; the next ingest removes them.
        run = stage.program.ingest(place, stage.changing.feed)
        found = place.beside() + os.listdir(os.path.dirname(real))
        problems += unless(run.code == 0 and found == ["catalog.sqlite", "real.sqlite"], f"left {found}")
        return problems + clean_to_itself(stage.program, place)


# Damage


def damaged(stage, number):
    """One page of the catalog is noise: never a crash, never deleted, said or harmless; `verify` always says it."""
    with stage.place(stage.changing.before) as place:
        overwrite(place, number)
        problems = []
        for words in (["verify"], ["list"], ["near", "37.56,126.97"], ["search", "책방"], ["status"]):
            run = stage.program.query(place, *words)
            codes = [65] if words == ["verify"] else [0, 65]
            problems += unless(run.code in codes, f"page {number}: {words[0]}: {run.told()}")
        return problems + refused_or_right(stage, place, f"page {number}")


def overwrite(place, number):
    """Puts noise on a page, all but the file's header on the first."""
    start = number * PAGE_BYTES + (100 if number == 0 else 0)
    with open(place.path, "r+b") as file:
        file.seek(start)
        file.write(random.Random(number).randbytes((number + 1) * PAGE_BYTES - start))


def refused_or_right(stage, place, what):
    """An ingest into a damaged catalog says so (65) and leaves the file, or has no use for the damaged part."""
    former = fingerprint(place.data)["catalog.sqlite"]
    run = stage.program.ingest(place, stage.changing.feed)
    if run.code == 0:
        found = stage.program.query(place, "list", "--format", "ndjson")
        right = found.code == 0 and shops_listed(rows_of(found.out)) == listed_alone(
            stage, stage.changing.before, stage.changing.feed)
        return unless(right, f"{what}: ingest: exit 0, but the listing is not the new snapshot: {found.told()[:300]}")
    problems = [f"{what}: ingest: {problem}" for problem in refused_in_one_line(run, [65])]
    problems += unless("rebuild" in run.err, f"{what}: ingest does not say how to rebuild: {run.err}")
    kept = os.path.exists(place.path) and fingerprint(place.data)["catalog.sqlite"] == former
    return problems + unless(kept, f"{what}: ingest changed or deleted the damaged file")


def damaged_pages(stage):
    """Each page of the catalog, one after the other."""
    pages = os.path.getsize(os.path.join(stage.changing.before, "catalog.sqlite")) // PAGE_BYTES
    return [problem for number in range(pages) for problem in damaged(stage, number)]


def cut_short(stage):
    """The catalog lacks its end: refused with 65, or with 66 where nothing is left; never a crash, never deleted."""
    problems = []
    whole = os.path.getsize(os.path.join(stage.changing.before, "catalog.sqlite"))
    for size in (1, 99, 100, 511, 512, 4095, 4096, 8192, whole // 2, whole - 4096):
        with stage.place(stage.changing.before) as place:
            os.truncate(place.path, size)
            for command in ("verify", "list"):
                problems += [
                    f"{size} bytes: {command}: {problem}"
                    for problem in refused_in_one_line(stage.program.query(place, command), [65])]
            run = stage.program.ingest(place, stage.changing.feed)
            problems += [f"{size} bytes: ingest: {problem}" for problem in refused_in_one_line(run, [65])]
            problems += unless(os.path.getsize(place.path) == size, f"{size} bytes: ingest changed the file")
    return problems


# Read-only folders


def read_only_with_log(stage, through_link):
    """On a read-only disk, with an unfinished log beside: the whole content or exit 74, never the former content."""
    if not can_mount(stage.folder):
        stage.campaign.note("left out, for want of the right to mount: read-only with a log")
        return []
    with stage.place() as place:
        with_log(place, catalog_of_schema(stage, 1), "UPDATE bookstore SET name = name || '!'")
        asked = place
        if through_link:
            asked = Place(os.path.join(place.folder, "linking"))
            os.symlink(place.path, asked.path)
        problems = []
        with read_only(place.data):
            for words in (["list", "--format", "ndjson"], ["near", "37.56,126.97", "--format", "ndjson"]):
                run = stage.program.query(asked, *words)
                if run.code != 0:
                    problems += refused_in_one_line(run, [74])
                else:
                    current = all(row["name"].endswith("!") for row in rows_of(run.out))
                    problems += unless(current, f"{words[0]}: answers from before the last commit")
        return problems


def other_user(stage, has_log):
    """A user who may read the catalog but not write it: queries answer and leave nothing, an ingest ends with 74."""
    if not other_user_can_run(stage):
        stage.campaign.note("left out, for it takes root and a program that all may run: another user's catalog")
        return []
    with stage.place(None if has_log else stage.changing.before) as place:
        os.chmod(os.path.dirname(place.folder), 0o755)
        os.chmod(place.temporary, 0o777)
        if has_log:
            with_log(place, catalog_of_schema(stage, 1), "UPDATE bookstore SET name = name || '!'")
        former = fingerprint(place.data)
        run = stage.program.query(place, "list", "--include-closed", "--format", "ndjson", user=NOBODY, group=NOBODY)
        if run.code != 0:
            # The log can be read only by whoever may make the shared memory beside it.
            problems = refused_in_one_line(run, [74] if has_log else [0])
        else:
            rows = [row | {"name": row["name"] + "!"} for row in stage.changing.old] if has_log else stage.changing.old
            problems = unless(rows_of(run.out) == rows, "list: not the content")
        run = stage.program.query(place, "ingest", stage.changing.feed, user=NOBODY, group=NOBODY)
        problems += refused_in_one_line(run, [74])
        return problems + unless(fingerprint(place.data) == former, "changed what was there")


def other_user_can_run(stage):
    """Whether this is root, and the program is where another user can run it."""
    os.chmod(stage.folder, 0o755)
    try:
        with stage.place() as place:
            return stage.program.run(place, [stage.program.path, "--version"], user=NOBODY, group=NOBODY).code == 0
    except OSError:
        return False


def cases(stage):
    """The table: a name and what it does."""
    before = stage.changing.before
    for number in range(PAIRS):
        yield f"two ingests at once, {number}", lambda n=number: two_ingests(stage, n)
    for number in range(PAIRS):
        yield f"two first ingests at once, {number}", lambda n=number: two_first_ingests(stage, n)
    yield "lock held", lambda: lock_held(stage, "BEGIN IMMEDIATE", before)
    yield "lock held on an empty file", lambda: lock_held(stage, "BEGIN IMMEDIATE", None)
    yield "exclusive lock held on an empty file", lambda: lock_held(stage, "BEGIN EXCLUSIVE", None)
    yield "lock released", lambda: lock_released(stage, "released")
    yield "holder of the lock killed", lambda: lock_released(stage, "killed")
    yield "long reader", lambda: long_reader(stage)
    yield "long listing", lambda: long_listing(stage)
    yield f"{READERS} readers during {INGESTS_AMONG_READERS} ingests", lambda: readers_among_ingests(stage)
    yield "readers during first ingests", lambda: readers_of_the_first(stage)
    for number in SIGNALS:
        for situation in ("reading a slow pipe", "reading files", "waiting for the lock"):
            yield f"{number.name} while {situation}", lambda n=number, s=situation: signalled(stage, n, s)
    for make in (text_file, short_text_file, noise, zeros, foreign_database, foreign_database_with_log):
        yield make.__name__.replace("_", " "), lambda m=make: left_alone(stage, m, [65])
    yield "database of a named other program", lambda: left_alone(stage, named_foreign_database, [65])
    yield "newer schema", lambda: left_alone(stage, catalog_of_schema(stage, 99), [65])
    yield "newer schema with a log", lambda: left_alone(stage, newer_with_log(stage), [65])
    yield "impossible schema", lambda: left_alone(stage, catalog_of_schema(stage, -1), [65])
    yield "folder", lambda: left_alone(stage, folder, [65, 66, 74])
    yield "empty file", lambda: becomes_catalog(stage, empty_file)
    yield "dangling link", lambda: becomes_catalog(stage, dangling_link)
    yield "link to a catalog", lambda: linked(stage)
    yield "each page damaged", lambda: damaged_pages(stage)
    yield "cut short", lambda: cut_short(stage)
    yield "another user's catalog", lambda: other_user(stage, False)
    yield "another user's catalog with a log", lambda: other_user(stage, True)
    yield "read-only with a log", lambda: read_only_with_log(stage, False)
    yield "read-only with a log, through a link", lambda: read_only_with_log(stage, True)


def main():
    campaign = Campaign(__doc__.splitlines()[0])
    stage = Stage(campaign)
    for number, (name, case) in campaign.sample(cases(stage)):
        start = time.monotonic()
        try:
            problems = case()
        except AssertionError as error:
            problems = [f"gave up: {error}"]
        campaign.record(number, f"{name} ({time.monotonic() - start:.1f} s)", problems)
    campaign.finish()


if __name__ == "__main__":
    main()
