#!/usr/bin/env python3
"""Makes the disk fail under geocli: ENOSPC and EIO at every call, size limits, full and read-only disks.

    disk_errors.py GEOCLI [--count N] [--seed S]

Proves: an ingest that can't write or read ends with exit 74 and one line that names a path, never with a crash, and the
catalog is intact. Every file-changing call and every read of an ingest fails with ENOSPC or EIO: once, and also from
that call on. Then come file-size limits, a file system that is really full, and one that can't be written. Last come
listings that can't be written or read. Needs strace; trials that need the right to mount are left out without it, and
the script says so.

Exit 0 with the new snapshot is allowed if the fault hit a call that SQLite does not need. These calls are: all calls
after the commit is synced in the log (writing the log back into the catalog and removing it, which the next process
that opens the catalog does), a hint such as preallocation, and calls that SQLite tries again in another way. Exit 0
with anything but the new snapshot is a failure.

Exit 74 with the new snapshot is allowed for a fault at or after the last write of the commit, such as its sync. All
bytes are in the log then, although they may not survive a power cut; the run did not report success, and the content is
complete. After a fault before that write, the old snapshot must remain.
"""

import os
import resource
import shutil

from faults import (
    SECOND_NIGHT, WRITE_CALLS, Campaign, Place, can_mount, check_catalog, check_content, check_next_run,
    ingest_unharmed, listing, make_scenarios, mount, mounted, read_only, record_calls, rows_of, shops, strace,
    write_feed)

ROWS = 120
READ_CALLS = ["pread64", "read", "open", "openat", "mmap"]
# The calls that a full disk refuses. It still syncs, truncates and removes.
GROWING_CALLS = ["pwrite64", "write", "fallocate"]
FAILING_CALLS = ["pwrite64", "write", "fallocate", "ftruncate", "fsync", "fdatasync", "unlink"]
ONLY_EIO = {"fsync", "fdatasync", "unlink"}
# After these calls the written data may exist although the run failed.
MAY_LEAVE_NEW = {"fdatasync", "fsync"}

SIZE_LIMITS = [0, 1, 511, 512, 4095, 4096, 8192, 12_288, 16_384, 32_767, 32_768, 40_960, 65_536, 98_304, 131_072]
FREE_SIZES = [0, 4, 8, 16, 32, 36, 48, 64, 96, 128, 160, 192, 224, 256]
TEMPORARY_CALLS = 3
# strace cannot count more calls than this.
LAST_INJECTABLE = 65_535
TEMPORARY_SIZES = [4, 64, 1024, 8192]
QUESTIONS = (
    ["near", "37.56,126.97"], ["bbox", "126,37,128,38"], ["search", "책방"], ["export"], ["cluster", "--zoom", "12"],
    ["show", "1"], ["status"], ["runs"], ["runs", "last"], ["verify"])


class Trial:
    """A fault. `act(place)` causes it and returns the run and its violations; `before` is the catalog."""

    def __init__(self, what, before, act):
        self.what = what
        self.before = before
        self.act = act


# Expected results


def refusal_or_success(run, codes=(74,)):
    """Checks for exit 74 (or another of `codes`) with one line that names a path, or exit 0; returns the violations."""
    problems = [problem for problem in [run.crash()] if problem]
    if run.code == 0:
        return problems
    if run.code not in codes:
        problems.append(f"status {run.code} instead of {' or '.join(map(str, codes))}")
    lines = run.err.splitlines()
    if len(lines) != 1 or not lines[0].startswith("geocli: ") or "/" not in lines[0]:
        problems.append("stderr is not one line 'geocli: ...' that names a path")
    return problems


def refusal(run):
    """Makes the same check where success is impossible."""
    return refusal_or_success(run) + (["status 0, which can't be"] if run.code == 0 else [])


def check_ingest(campaign, place, scenario, run, may_leave_new=True):
    """Checks the invariant, and that a failed run left the new content only where that is allowed."""
    state, problems = check_catalog(campaign.program, place, scenario, run.code)
    if run.code != 0 and state == "new" and not may_leave_new:
        problems.append(f"status {run.code}, but the new snapshot is there")
    campaign.note(f"{scenario.name}: status {run.code}, {state}")
    return refusal_or_success(run) + problems


# Faults at one call of an ingest


def injected_ingests(campaign, scenarios):
    """Each call of an undisturbed ingest fails, with each error, once and from that call on."""
    for scenario in scenarios:
        with campaign.place(scenario.before) as place:
            words = campaign.program.words(place, scenario)
            calls = record_calls(campaign.program, place, words, WRITE_CALLS + READ_CALLS, below=campaign.folder)
        for position, call in enumerate(calls):
            if not can_fail(call):
                continue
            for error in errors_of(call):
                yield injected_ingest(campaign, scenario, call, error, [once(call, error)], "")
                if call.name in FAILING_CALLS:
                    later = from_here_on(calls, position, error)
                    yield injected_ingest(campaign, scenario, call, error, later, " and all later ones")


def can_fail(call):
    """Whether a disk can make this call fail. Opening a missing file fails anyway."""
    return " = -1 " not in call.text


def errors_of(call):
    """The errors that a disk can give for this call."""
    if call.name == "mmap":
        return ["ENOMEM"]
    # Opening an existing file takes no space.
    return ["EIO"] if call.name in ONLY_EIO or not call.changes_files() else ["ENOSPC", "EIO"]


def once(call, error):
    return f"inject={call.name}:error={error}:when={call.number}"


def from_here_on(calls, position, error):
    """The injections that make all similar calls from this one on fail."""
    injections = []
    for name in GROWING_CALLS if error == "ENOSPC" else FAILING_CALLS:
        later = [call for call in calls[position:] if call.name == name]
        if later:
            injections.append(f"inject={name}:error={error}:when={later[0].number}+")
    return injections


def injected_ingest(campaign, scenario, call, error, injections, more):
    """Runs the ingest with injected faults; `more` describes the ones after the first."""
    options = [word for injection in injections for word in ("-e", injection)]

    def act(place):
        run = campaign.program.run(place, campaign.program.words(place, scenario), before=strace(*options))
        may_leave_new = bool(more) or call.name in MAY_LEAVE_NEW
        return run, check_ingest(campaign, place, scenario, run, may_leave_new)

    what = f"{scenario.name}, {error} at {call.name} number {call.number}{more}: {call.short()}"
    return Trial(what, scenario.before, act)


# Limits and full disks


def size_limits(campaign, scenarios):
    """No file may grow above a size (ulimit -f, RLIMIT_FSIZE)."""
    for scenario in scenarios:
        for limit in SIZE_LIMITS:
            yield size_limit(campaign, scenario, limit)


def size_limit(campaign, scenario, limit):
    def act(place):
        run = campaign.program.run(
            place, campaign.program.words(place, scenario),
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        return run, check_ingest(campaign, place, scenario, run)

    return Trial(f"{scenario.name}, no file larger than {limit} bytes", scenario.before, act)


def full_disks(campaign, scenarios):
    """The catalog is on a file system with too little space."""
    for scenario in scenarios:
        for free in FREE_SIZES:
            yield full_disk(campaign, scenario, free)


def full_disk(campaign, scenario, free):
    """An ingest with `free` KiB for its additions on the catalog's disk, and then one with enough space."""

    def act(place):
        used = sum(os.path.getsize(os.path.join(place.data, name)) for name in place.beside())
        with mounted(place.data, "-t", "tmpfs", "-o", f"size={used // 1024 + free + 4}k", "tmpfs"):
            fill(place, scenario.before)
            run = campaign.program.run(place, campaign.program.words(place, scenario))
            problems = refusal_or_success(run)
            state, found = check_content(campaign.program, place, scenario, run.code)
            campaign.note(f"{scenario.name}: status {run.code}, {state}")
            # The next plain run has enough space.
            mount("-o", "remount,size=64m", place.data)
            return run, problems + found + check_next_run(campaign.program, place, scenario)

    return Trial(f"{scenario.name}, {free} KiB free on the catalog's disk", scenario.before, act)


def wide_scenario(campaign):
    """A first ingest that keeps its rows' original text. They outgrow their memory limit and go to files in TMPDIR."""
    rows = [row | {"MEMO": "m" * 5000} for row in shops(8000, campaign.seed)]
    feed = write_feed(os.path.join(campaign.folder, "wide"), rows)
    place = Place(os.path.join(campaign.folder, "wide-reference"))
    return ingest_unharmed(
        campaign.program, place, "first ingest of 40 MB", None, [feed, "--thorough"], SECOND_NIGHT)


def broken_temporary_files(campaign, scenario):
    """Calls on SQLite's own files in TMPDIR fail: some of each kind, evenly spread."""
    with campaign.place() as place:
        words = campaign.program.ingest_words(place, scenario.feed)
        calls = record_calls(campaign.program, place, words, WRITE_CALLS + READ_CALLS, below=place.temporary)
    for name in sorted({call.name for call in calls}):
        like = [call for call in calls if call.name == name and call.number <= LAST_INJECTABLE]
        for call in like[:: max(1, len(like) // TEMPORARY_CALLS)]:
            for error in errors_of(call):
                yield injected_ingest(campaign, scenario, call, error, [once(call, error)], "")


def full_temporary_folders(campaign, scenario):
    """TMPDIR has too little space for the staged rows."""
    for free in TEMPORARY_SIZES:
        yield full_temporary_folder(campaign, scenario.feed, free)


def full_temporary_folder(campaign, feed, free):
    def act(place):
        with mounted(place.temporary, "-t", "tmpfs", "-o", f"size={free}k", "tmpfs"):
            run = campaign.program.ingest(place, feed)
            problems = refusal(run)
            if listing(campaign.program, place):
                problems.append("something was published")
        return run, problems

    return Trial(f"first ingest of 40 MB, {free} KiB free in TMPDIR", None, act)


def read_only_disks(campaign, scenarios):
    """An ingest on a file system that can't be written fails; queries work there."""
    for scenario in scenarios:
        yield read_only_disk(campaign, scenario)


def read_only_disk(campaign, scenario):
    def act(place):
        with read_only(place.data):
            run = campaign.program.ingest(place, scenario.feed)
            problems = refusal(run)
            if scenario.old:
                problems += queries_work(campaign.program, place, scenario.old)
        return run, problems + check_ingest(campaign, place, scenario, run, may_leave_new=False)

    return Trial(f"{scenario.name} on a read-only file system", scenario.before, act)


def queries_work(program, place, rows):
    """Checks that every kind of query answers from a disk that can't be written; returns the violations."""
    problems = [] if listing(program, place) == rows else ["list answers otherwise than before"]
    for words in QUESTIONS:
        run = program.query(place, *words)
        problems += [] if run.code == 0 else [f"{words[0]}: {run.told()}"]
    return problems


# Queries


def unreadable_catalogs(campaign, scenario):
    """Each read of a listing fails: exit 74, or the right answer."""
    with campaign.place(scenario.before) as place:
        words = [campaign.program.path, "list", "--include-closed", "--format", "ndjson", "--db", place.path]
        calls = record_calls(campaign.program, place, words, READ_CALLS, below=campaign.folder)
    for call in calls:
        for error in errors_of(call):
            yield unreadable_catalog(campaign, scenario, call, error)


def unreadable_catalog(campaign, scenario, call, error):
    def act(place):
        run = campaign.program.query(
            place, "list", "--include-closed", "--format", "ndjson", before=strace("-e", once(call, error)))
        problems = refusal_or_success(run)
        if run.code == 0 and rows_of(run.out) != scenario.old:
            problems.append("status 0, but the answer is not the catalog's content")
        campaign.note(f"list: status {run.code}")
        return run, problems

    return Trial(f"list, {error} at {call.name} number {call.number}: {call.short()}", scenario.before, act)


def unwritable_listings(campaign, scenario):
    """Each call that writes the file of a listing fails: the former file stays, or the new one is complete."""
    with campaign.place(scenario.before) as place:
        calls = record_calls(campaign.program, place, export_words(campaign, place), WRITE_CALLS, below=place.folder)
    for call in calls:
        if call.changes_files() and "catalog.sqlite" not in call.text:
            for error in errors_of(call):
                yield unwritable_listing(campaign, scenario, call, error)


def export_words(campaign, place):
    output = os.path.join(place.folder, "listings", "list.csv")
    os.makedirs(os.path.dirname(output), exist_ok=True)
    return [campaign.program.path, "list", "--db", place.path, "-o", output]


def unwritable_listing(campaign, scenario, call, error):
    def act(place):
        words = export_words(campaign, place)
        whole = campaign.program.run(place, words[:-2] + ["--format", "csv"]).out
        with open(words[-1], "wb") as file:
            file.write(b"former\n")
        run = campaign.program.run(place, words, before=strace("-e", once(call, error)))
        return run, refusal_or_success(run, codes=(73, 74)) + file_is_whole(words[-1], run, whole)

    return Trial(f"list -o FILE, {error} at {call.name} number {call.number}: {call.short()}", scenario.before, act)


def file_is_whole(path, run, whole):
    with open(path, "rb") as file:
        found = file.read()
    # The folder is synced after the rename: when that fails, the new file is there, and the message says so.
    is_new = run.code == 0 or "was written but may not survive a power failure" in run.err
    problems = [] if found == (whole if is_new else b"former\n") else ["the file is not what it should be"]
    return problems + [f"left {name}" for name in os.listdir(os.path.dirname(path)) if name != os.path.basename(path)]


def full_devices(campaign, scenario):
    """Output to a full device."""
    for words in (["list"], ["near", "37.56,126.97"], ["status"], ["verify"], ["export"], ["--version"], ["help"]):
        for as_option in (False, True):
            # These have no option -o.
            if not (as_option and words[0] in ("status", "--version", "help")):
                yield full_device(campaign, scenario, words, as_option)


def full_device(campaign, scenario, words, as_option):
    words = words + (["-o", "/dev/full", "--format", "csv"] if as_option else [])

    def act(place):
        database = [] if words[0] in ("--version", "help") else ["--db", place.path]
        command = [campaign.program.path, *words, *database]
        if as_option:
            run = campaign.program.run(place, command)
        else:
            # The shell gives the program /dev/full as its standard output.
            run = campaign.program.run(place, command, before=["sh", "-c", 'exec "$0" "$@" > /dev/full'])
        problems = [problem for problem in [run.crash()] if problem]
        return run, problems + ([] if run.code == 74 else [f"status {run.code} instead of 74"])

    return Trial(" ".join(words) + ("" if as_option else " > /dev/full"), scenario.before, act)


def fill(place, before):
    for name in os.listdir(before) if before else []:
        shutil.copy(os.path.join(before, name), place.data)


def trials(campaign):
    """All trials, in a fixed order."""
    scenarios = make_scenarios(campaign.program, campaign.folder, ROWS, campaign.seed)
    del scenarios[2]
    changing = scenarios[1]
    yield from injected_ingests(campaign, scenarios)
    yield from size_limits(campaign, scenarios)
    yield from unreadable_catalogs(campaign, changing)
    yield from unwritable_listings(campaign, changing)
    yield from full_devices(campaign, changing)
    wide = wide_scenario(campaign)
    yield from broken_temporary_files(campaign, wide)
    if can_mount(campaign.folder):
        yield from full_disks(campaign, scenarios)
        yield from full_temporary_folders(campaign, wide)
        yield from read_only_disks(campaign, scenarios)
    else:
        print("left out: full and read-only file systems, for want of the right to mount")


def main():
    campaign = Campaign(__doc__.splitlines()[0])
    for number, trial in campaign.sample(trials(campaign)):
        with campaign.place(trial.before) as place:
            run, problems = trial.act(place)
            campaign.record(number, trial.what, problems, run)
    campaign.finish()


if __name__ == "__main__":
    main()
