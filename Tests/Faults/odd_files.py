"""The cases of `contention.py` about files: files that are not catalogs, damaged catalogs, catalogs that can't be
written."""

import contextlib
import hashlib
import os
import random
import shutil
import sqlite3

from faults import Place, can_mount, clean_to_itself, listing, read_only, rows_of
from stage import listed_alone, other_process, refused_in_one_line, shops_listed, unless

PAGE_BYTES = 4096
NOBODY = 65534


# Files that are not catalogs


def fingerprint(folder):
    """Names, kinds, and hashes of everything in a folder."""
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
    """`make(place)` puts something at the catalog's path; every command refuses it and changes nothing."""
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
                # A query may leave SQLite's -wal and -shm files next to a database in WAL mode.
                found = {name: found[name] for name in found if name in former or name[-4:] not in ("-wal", "-shm")}
            problems += unless(found == former, f"{command}: changed {changed(former, found)}")
    return problems


def changed(former, found):
    return ", ".join(sorted(name for name in former | found if former.get(name) != found.get(name)))


def text_file(place):
    with open(place.path, "w", encoding="utf-8") as file:
        file.write("A list of places.\n" * 100)


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
    """A foreign database whose owner was killed, so that its log is still next to it."""
    with_log(place, lambda beside: foreign_database(beside, journal="wal"), "INSERT INTO other VALUES (2)")


def with_log(place, make, statement):
    """Creates a database with `make`, and copies it while `statement` is only in its log."""
    beside = Place(os.path.join(place.folder, "beside"))
    make(beside)
    with other_process(beside.path, ["PRAGMA wal_autocheckpoint = 0", statement]):
        for name in ("catalog.sqlite", "catalog.sqlite-wal"):
            shutil.copy(os.path.join(beside.data, name), place.data)


def catalog_of_schema(stage, version):
    """Returns a function that makes a catalog with the schema number `version` in its header."""

    def make(place):
        shutil.copy(os.path.join(stage.changing.before, "catalog.sqlite"), place.path)
        with contextlib.closing(sqlite3.connect(place.path)) as db:
            db.execute(f"PRAGMA user_version = {version}")
            db.commit()

    return make


def newer_with_log(stage):
    return lambda place: with_log(place, catalog_of_schema(stage, 99), "UPDATE place SET name = name || '!'")


def folder(place):
    os.makedirs(place.path)


def becomes_catalog(stage, make):
    """The file that `make(place)` creates is still empty: queries end with 66 and one line of error, and an ingest
    turns the file into a catalog."""
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
    """The catalog's path is a symbolic link: queries and ingests follow it, and it stays a link."""
    with stage.place() as place:
        os.makedirs(os.path.join(place.folder, "elsewhere"))
        real = os.path.join(place.folder, "elsewhere", "real.sqlite")
        shutil.copy(os.path.join(stage.changing.before, "catalog.sqlite"), real)
        os.symlink("../elsewhere/real.sqlite", place.path)
        problems = unless(listing(stage.program, place) == stage.changing.old, "list through the link")
        run = stage.program.ingest(place, stage.changing.feed)
        problems += unless(run.code == 0, run.told())
        problems += unless(os.path.islink(place.path), "the link is not a link any more")
        problems += unless(listing(stage.program, place) == stage.changing.new, "not the new snapshot")
        # The queries may have left side files; the next ingest removes them.
        run = stage.program.ingest(place, stage.changing.feed)
        found = place.beside() + os.listdir(os.path.dirname(real))
        problems += unless(run.code == 0 and found == ["catalog.sqlite", "real.sqlite"], f"left {found}")
        return problems + clean_to_itself(stage.program, place)


# Damage


def damaged(stage, number):
    """One page of the catalog is random bytes: no command crashes or deletes the file. A query reports the damage or
    ends with exit 0; `verify` always reports it."""
    with stage.place(stage.changing.before) as place:
        overwrite(place, number)
        problems = []
        for words in (["verify"], ["list"], ["near", "37.56,126.97"], ["search", "책방"], ["status"]):
            run = stage.program.query(place, *words)
            codes = [65] if words == ["verify"] else [0, 65]
            problems += unless(run.code in codes, f"page {number}: {words[0]}: {run.told()}")
        return problems + refused_or_right(stage, place, f"page {number}")


def overwrite(place, number):
    """Puts noise on a page; on the first page, only after the file's header."""
    start = number * PAGE_BYTES + (100 if number == 0 else 0)
    with open(place.path, "r+b") as file:
        file.seek(start)
        file.write(random.Random(number).randbytes((number + 1) * PAGE_BYTES - start))


def refused_or_right(stage, place, what):
    """An ingest into a damaged catalog reports the damage (65) and does not change the file. If it ends with exit 0,
    because it does not need the damaged part, the listing must be the new snapshot."""
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
    """The catalog's end is missing: refused with 65, or with 66 if nothing remains; never a crash, never deleted."""
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
    """A catalog on a read-only disk, with a log that is not yet written back: a query answers with the content of the
    log included, or ends with 74. It never answers without the log."""
    if not can_mount(stage.folder):
        stage.campaign.note("left out, for want of the right to mount: read-only with a log")
        return []
    with stage.place() as place:
        with_log(place, catalog_of_schema(stage, 1), "UPDATE place SET name = name || '!'")
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
            with_log(place, catalog_of_schema(stage, 1), "UPDATE place SET name = name || '!'")
        former = fingerprint(place.data)
        run = stage.program.query(place, "list", "--include-closed", "--format", "ndjson", user=NOBODY, group=NOBODY)
        if run.code != 0:
            # Only a user that can create the shared memory beside the log can read the log.
            problems = refused_in_one_line(run, [74] if has_log else [0])
        else:
            rows = [row | {"name": row["name"] + "!"} for row in stage.changing.old] if has_log else stage.changing.old
            problems = unless(rows_of(run.out) == rows, "list: not the content")
        run = stage.program.query(place, "ingest", stage.changing.feed, user=NOBODY, group=NOBODY)
        problems += refused_in_one_line(run, [74])
        return problems + unless(fingerprint(place.data) == former, "changed what was there")


def other_user_can_run(stage):
    """Whether these tests run as root, and the program is in a folder from which another user can run it."""
    os.chmod(stage.folder, 0o755)
    try:
        with stage.place() as place:
            return stage.program.run(place, [stage.program.path, "--version"], user=NOBODY, group=NOBODY).code == 0
    except OSError:
        return False
