#!/usr/bin/env python3
"""Other processes, signals, and files that are not catalogs: one case after the other.

    contention.py GEOCLI [--count N] [--seed S]

Proves, case by case (the table is at the end): two simultaneous ingests give the same result as one after the other, or
one ends with exit 75. An ingest waits 5 s for a lock. Readers keep their snapshot and never see an incomplete one. A
signal ends an ingest within 2 s. A foreign file, or one of a newer schema, keeps every byte. A damaged catalog is
refused and never deleted.
"""

import json
import random
import subprocess
import threading
import time

from faults import Campaign, check_catalog, clean_to_itself, listing, page, rows_of, without_history
from odd_files import (
    becomes_catalog, catalog_of_schema, cut_short, damaged_pages, dangling_link, empty_file, folder, foreign_database,
    foreign_database_with_log, left_alone, linked, named_foreign_database, newer_with_log, noise, other_user,
    read_only_with_log, short_text_file, text_file, zeros)
from stage import SIGNALS, Stage, ask, ended, listed_alone, listed_now, other_process, refused_in_one_line, unless

PAIRS = 20
INGESTS_AMONG_READERS = 20
READERS = 8
FIRST_INGESTS = 30
ANYWHERE = 30


# Two ingests


def two_ingests(stage, number):
    """The second starts up to 0.4 s after the first: before, during or after its transaction."""
    return two_at_once(stage, 0.4 * number / PAIRS, stage.many_before, stage.many_feeds)


def two_first_ingests(stage, number):
    """The second starts up to 20 ms after the first, while the first creates the file."""
    return two_at_once(stage, 0.02 * number / PAIRS, None, stage.feeds)


def two_at_once(stage, seconds, before, feeds):
    """Two ingests of different feeds, the second started `seconds` later: the result of one after the other, or 75."""
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
        problems += unless(listed_now(stage, place) in published, "the content is not a published snapshot")
        return problems + clean_to_itself(stage.program, place)


# Locks and readers


def lock_held(stage, statement, before):
    """The lock is held all the time: exit 75 after 5 s, old content; then the next run succeeds."""
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
    """The lock is released after 2 s, by the end of the transaction or of the process: exit 0."""
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
    count = "SELECT count(*), max(name), sum(latitude) FROM place WHERE missing_run IS NULL"
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
    """A listing with a slow reader: the ingest succeeds during it, and the listing shows the old snapshot."""
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
    """The answer of a query, without the fields that depend only on history. Raises for any error."""
    run = program.query(place, *words)
    if run.code != 0 or run.err:
        raise AssertionError(f"{words[0]}: {run.told()}")
    if words[0] == "status":
        status = json.loads(run.out)
        return [status[key] for key in ("total", "without_point", "missing", "kinds", "districts")]
    if words[0] == "export":
        # The head identifies the bytes of the rows, so head and rows must come from the same snapshot.
        export = json.loads(run.out)
        return export["sources"] + without_history(feature["properties"] for feature in export["features"])
    return without_history(rows_of(run.out))


def difference(said, right):
    """The differences between an answer and the right answers."""
    return "; ".join(
        f"{len(said)} rows instead of {len(rows)}, {sum(row not in rows for row in said)} not among them"
        for rows in right)


def readers_among_ingests(stage):
    """Readers query without a pause while ingests alternate between two snapshots; each answer fits one of them."""
    with stage.place() as place:
        right = right_answers(stage, place)
        problems = unless(all(old != new for old, new in right.values()), "the snapshots do not differ")
        counts, done = [], threading.Event()
        readers = [
            threading.Thread(target=ask_until, args=(done, stage.program, place, right, problems, counts))
            for _ in range(READERS)]
        for reader in readers:
            reader.start()
        for number in range(INGESTS_AMONG_READERS):
            run = stage.program.ingest(place, stage.feeds[number % 2])
            problems += unless(run.code == 0, f"ingest: {run.told()}")
        done.set()
        for reader in readers:
            reader.join()
        stage.campaign.notes["answers to readers during ingests"] = sum(counts)
        stage.ingested(place, stage.feeds[0])
        return problems + unless(place.beside() == ["catalog.sqlite"], f"left {place.beside()}")


def right_answers(stage, place):
    """The answer to each query in each of two snapshots, when the catalog knows the places of both."""
    for feed in stage.feeds * 2:
        stage.ingested(place, feed)
    right = {words[0]: [] for words in QUESTIONS}
    for feed in stage.feeds:
        stage.ingested(place, feed)
        for words in QUESTIONS:
            right[words[0]].append(answer(stage.program, place, words))
    return right


def ask_until(done, program, place, right, problems, counts):
    """One reader: repeats all queries; adds errors to `problems` and the number of queries to `counts`."""
    while not done.is_set():
        for words in QUESTIONS:
            try:
                said = answer(program, place, words)
                if said not in right[words[0]]:
                    different = difference(said, right[words[0]])
                    problems.append(f"{words[0]}: the answer is of neither snapshot: {different}")
            except AssertionError as error:
                problems.append(str(error))
        counts.append(len(QUESTIONS))


def readers_of_the_first(stage):
    """Readers query while a first ingest creates the catalog: either there is none yet (66), or the complete
    snapshot."""
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
    """A signal ends an ingest within 2 s: either its exit status is 128 + the signal's number, or the signal itself
    kills it. Nothing is published."""
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


def signalled_anywhere(stage, number, trial):
    """A signal at a random instant of an ingest: its status names the signal, or is 0; the content is old or new."""
    seconds = stage.large_seconds * (trial + random.Random(f"{stage.campaign.seed} {trial}").random()) / ANYWHERE
    with stage.place(stage.many_before) as place:
        run = signal_after(stage.start(place, stage.large.feed), number, seconds)
        problems = unless(run.code in (0, -number, 128 + number), run.told())
        problems += unless(run.seconds < 2, f"after {run.seconds:.1f} s")
        state, found = check_catalog(stage.program, place, stage.large, run.code)
        stage.campaign.note(f"signal at a random instant: {'done before' if run.code == 0 else 'ended by it'}, {state}")
        return problems + found


def signal_after(process, number, seconds):
    """Sends a signal and waits for the end; the run's seconds count from the signal."""
    time.sleep(seconds)
    process.send_signal(number)
    sent = time.monotonic()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        pass
    return ended(process, sent, timeout=1)


# The table


def cases(stage):
    """The table: each case's name and function."""
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
    for trial in range(ANYWHERE):
        number = SIGNALS[trial % len(SIGNALS)]
        yield f"{number.name} at a random instant, {trial}", lambda n=number, t=trial: signalled_anywhere(stage, n, t)
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
