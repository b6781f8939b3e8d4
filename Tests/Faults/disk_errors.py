#!/usr/bin/env python3
"""Makes the disk fail under an ingest: ENOSPC and EIO at every call, size limits, full and read-only disks.

    disk_errors.py GEOCLI [--count N] [--seed S]

Proves: an ingest that can't write ends with exit 74 and one line that names a path, never with a crash, and the
catalog is whole. Every file-changing call (and every read) of an ingest fails once with ENOSPC or EIO, and also from
there on; then come file-size limits, a file system that is really full, and one that can't be written. The latter two
need the right to mount, and are left out, and said to be, where it is missing. Needs strace.

What may end with exit 0 and the new snapshot: an ingest whose fault hit what SQLite can do without. That is all that
comes after the commit is synced in the log (writing the log back into the catalog, removing the log: the next to open
it does that), and what it tries again in another way. Exit 0 with anything but the new snapshot is a failure.

What may end with exit 74 and the new snapshot: a fault at or after the last write of the commit, such as a failed
sync. All of the bytes are in the log then, and nobody can say whether they will be after a power cut; the run did
not promise anything, and what is found is whole.
"""

import contextlib
import os
import resource
import subprocess

from faults import (
    Campaign, WRITE_CALLS, changes_files, check_catalog, clean_to_itself, listing, make_scenarios, names, next_night,
    record_calls, shops, strace, write_feed)

ROWS = 120
# So many that the staged rows outgrow SQLite's memory for them and go to TMPDIR.
MANY_ROWS = 60_000
READ_CALLS = ["pread64", "read"]
# What a full disk refuses. It still syncs, truncates and removes.
GROWING_CALLS = ["pwrite64", "write", "fallocate"]
FAILING_CALLS = ["pwrite64", "write", "fallocate", "ftruncate", "fsync", "fdatasync", "unlink"]
SIZE_LIMITS = [0, 1, 511, 512, 4095, 4096, 8192, 12_288, 16_384, 32_767, 32_768, 40_960, 65_536, 98_304, 131_072]
FULL_SIZES = ["4k", "8k", "16k", "32k", "48k", "64k", "96k", "128k", "160k", "192k", "256k"]


class Trial:
    """A fault and how to make it: `start(place)` runs the ingest in it."""

    def __init__(self, scenario, what, start, expected=None):
        self.scenario = scenario
        self.what = what
        self.start = start
        self.expected = expected or expect_refusal_or_success


def expect_refusal_or_success(run):
    """What contradicts: exit 74 with one line that names a path, or exit 0."""
    if run.code == 0:
        return []
    problems = [] if run.code == 74 else [f"status {run.code} instead of 74"]
    lines = run.err.splitlines()
    if len(lines) != 1 or not lines[0].startswith("geocli: ") or "/" not in lines[0]:
        problems.append("stderr is not one line 'geocli: ...' that names a path")
    return problems


def expect_refusal(run):
    """The same where success is impossible."""
    return expect_refusal_or_success(run) + (["status 0, though it can't be"] if run.code == 0 else [])


# Faults at one call


def injected_trials(campaign, scenarios):
    """Each call of an unharmed ingest fails, with each error, once and from there on."""
    for scenario in scenarios:
        with campaign.place(scenario.before) as place:
            words = campaign.program.ingest_words(place, scenario.feed)
            calls = record_calls(campaign.program, place, words, WRITE_CALLS + READ_CALLS)
        for position, call in enumerate(calls):
            if not is_of_the_ingest(call, scenario):
                continue
            for error in errors_of(call):
                yield injected(campaign, scenario, call, error, [f"inject={call.name}:error={error}:when={call.number}"])
                if call.name in FAILING_CALLS:
                    yield injected(campaign, scenario, call, error, from_here_on(calls, position, error), " and later")


def is_of_the_ingest(call, scenario):
    """Whether the call is about the feed or the catalog, not about the program's own start or messages."""
    if call.name == "read":
        return call.descriptor > 2 and "SERVICE" not in call.text and is_feed_read(call)
    return call.name == "pread64" and not "ELF" in call.text or changes_files(call)


def is_feed_read(call):
    return "list_total_count" in call.text or "TbSlib" in call.text


def errors_of(call):
    """The errors that a disk gives for this call."""
    if call.name in ("read", "pread64", "fsync", "fdatasync", "unlink", "ftruncate"):
        return ["EIO"]
    return ["ENOSPC", "EIO"]


def from_here_on(calls, position, error):
    """The injections that make every like call from this one on fail."""
    failing = GROWING_CALLS if error == "ENOSPC" else FAILING_CALLS
    injections = []
    for name in failing:
        before = sum(1 for call in calls[:position] if call.name == name)
        later = [call for call in calls[position:] if call.name == name and changes_files(call)]
        if later:
            injections.append(f"inject={name}:error={error}:when={before + 1}+")
    return injections


def injected(campaign, scenario, call, error, injections, more=""):
    options = [word for injection in injections for word in ("-e", injection)]
    what = f"{scenario.name}, {error} at {call.name} number {call.number}{more}: {call.short()}"

    def start(place):
        return campaign.program.ingest(place, scenario.feed, before=strace(*options))

    return Trial(scenario, what, start)
