#!/usr/bin/env python3
"""Simulates power cuts at random points of an ingest, with un-synced writes kept, lost or torn.

    power_cuts.py GEOCLI [--count N] [--seed S]

Proves: on a disk that keeps only what was synced, the catalog is the old one or the new one after a power cut at any
point, and the new one after the ingest has returned exit 0. This is done for a first ingest, for one that changes a
catalog, and for one of the same bytes again. Each is also done a second time, with a cut while the ingest repairs the
result of a first cut.

How: strace records every call of one ingest that changes a file beside the catalog, with its data. A trial replays the
calls up to a point on a model of the disk. Data that a file's last sync covered is kept. Each later write is kept,
dropped, torn (some of its 512-byte sectors arrive, a prefix or any), or only its length arrives, with zeros. Each later
truncation is kept or dropped. Each creation and removal of a name since the folder's last sync is kept or dropped, one
by one or from some point on. The shared memory (-shm) is lost, as it has no meaning after a restart. No case depends on
guarantees of file systems beyond POSIX, such as syncing a new file's name with the file. Needs strace.
"""

import os
import random
import re
import tempfile

from faults import Campaign, Place, check_catalog, copied, listing, make_scenarios, traced_lines

FULL = 1000
ROWS = 120
SECTOR = 512
# The start of strace's name for a file that has no name yet.
NAMELESS = "#"
CALLS = (
    "open openat creat pwrite64 write writev pwritev ftruncate truncate fallocate fsync fdatasync rename renameat "
    "renameat2 unlink unlinkat link linkat mkdir mkdirat sync syncfs sync_file_range").split()

# What can happen to a write (zeros: only its length reaches the disk), and the weights of these results.
FATES = ("kept", "dropped", "torn", "zeros")
LUCK = [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (9, 1, 0, 0), (9, 0, 1, 0), (1, 9, 0, 0), (3, 3, 3, 1)]


# The recording


class Step:
    """One recorded change: `kind`, the file's name in the catalog's folder, and the data for `kind`."""

    def __init__(self, kind, name, offset=0, data=b"", size=0, target=""):
        self.target = target
        self.kind = kind
        self.name = name
        self.offset = offset
        self.data = data
        self.size = size

    def __str__(self):
        end = "the end" if self.offset is None else self.offset
        place = f" at {end}, {len(self.data)} bytes" if self.kind == "write" else ""
        return f"{self.kind} {self.name or 'the folder'}{place}{f' to {self.size}' if self.kind == 'truncate' else ''}"


def record(campaign, scenario, before):
    """The steps of one complete, undisturbed ingest into the folder `before`."""
    return record_command(campaign, lambda place: campaign.program.words(place, scenario), before)


def record_command(campaign, words_in, before):
    """The steps of one complete, undisturbed command in the folder `before`; `words_in(place)` are its words."""
    with campaign.place(before) as place:
        words = words_in(place)
        lines = traced_lines(campaign.program, place, words, CALLS, "-xx", "-s", "16777216")
        known = set(place_names(before))
        steps = []
        for line in lines:
            step = parsed(line.partition(" ")[2].strip(), place.data, known)
            if step:
                steps.append(step)
                known ^= {step.name} if step.kind in ("create", "remove", "link") else set()
                known = known - {step.name} | {step.target} if step.kind == "rename" else known
        check_model(before, steps, place.data)
    return steps


def check_model(before, steps, folder):
    """Checks that the model, without a power cut, has the same files as the real disk after the ingest."""
    disk = Disk(before)
    for step in steps:
        disk.carry_out(step)
    for file in disk.files.values():
        file.sync()
    modelled = {name: bytes(file.synced) for name, file in disk.files.items()}
    real = {name: file.synced for name, file in Disk(folder).files.items()}
    assert modelled == real, f"the model of the disk holds {sorted(modelled)}, the disk {sorted(real)}, or other bytes"


def place_names(before):
    return os.listdir(before) if before else []


def parsed(call, folder, known):
    """A line of strace as a step; None if it changes nothing in the folder."""
    name, _, rest = call.partition("(")
    if " = -1 " in rest or name not in CALLS:
        return None
    if name == "linkat":
        # A nameless file (O_TMPFILE) gets its name.
        paths = [unhex(path) for path in re.findall(r'"((?:\\x..)*)"', rest)]
        return Step("link", os.path.basename(paths[1])) if os.path.dirname(paths[1]) == folder else None
    path = path_of(name, rest)
    if path == folder:
        return Step("sync", "") if name in ("fsync", "fdatasync") else None
    if os.path.dirname(path) != folder:
        return None
    return file_step(name, rest, os.path.basename(path), known)


def file_step(name, rest, file, known):
    """The step for a call on a file in the folder."""
    numbers = [int(number) for number in re.findall(r", (\d+)", rest)]
    file = NAMELESS if file.startswith(NAMELESS) else file
    if name in ("open", "openat"):
        creates = "O_CREAT" in rest and file not in known
        return Step("create", file) if creates else Step("truncate", file) if "O_TRUNC" in rest else None
    if name == "pwrite64":
        data = bytes.fromhex(re.search(r'"((?:\\x..)*)"', rest)[1].replace("\\x", ""))
        assert len(data) == numbers[-2], "strace cut the data"
        return Step("write", file, offset=numbers[-1], data=data)
    if name == "write":
        # At the file's end: a nameless or new file is written once, from its start; a log is open for appending.
        data = bytes.fromhex(re.search(r'"((?:\\x..)*)"', rest)[1].replace("\\x", ""))
        return Step("write", file, offset=None, data=data)
    if name == "rename":
        return Step("rename", file, target=os.path.basename(unhex(re.findall(r'"((?:\\x..)*)"', rest)[1])))
    if name == "ftruncate":
        return Step("truncate", file, size=numbers[-1])
    if name in ("fsync", "fdatasync"):
        return Step("sync", file)
    if name == "unlink":
        return Step("remove", file)
    raise AssertionError(f"the model of the disk does not know {name} on {file}")


def path_of(name, rest):
    """The path of a call: the descriptor's, or its first or second argument."""
    if name in ("open", "creat", "unlink", "rename", "link", "mkdir", "truncate", "openat", "unlinkat", "mkdirat",
                "renameat", "renameat2"):
        path = unhex(re.search(r'"((?:\\x..)*)"', rest)[1])
        folder = re.match(r"\w+<((?:\\x..)*)>", rest)
        return os.path.join(unhex(folder[1]), path) if folder else path
    found = re.match(r"\d+<((?:\\x..)*)>", rest)
    return unhex(found[1]) if found else ""


def unhex(text):
    return bytes.fromhex(text.replace("\\x", "")).decode()


# The disk


class File:
    """The synced content of a file, and the writes and truncations since."""

    def __init__(self, synced=b""):
        self.synced = bytearray(synced)
        self.pending = []

    def sync(self):
        for step in self.pending:
            apply(step, self.synced)
        self.pending = []

    def take(self, step):
        """Takes a write or truncation that is not synced yet. A write without an offset goes to the file's end."""
        if step.kind == "write" and step.offset is None:
            content = bytearray(self.synced)
            for earlier in self.pending:
                apply(earlier, content)
            step = Step("write", step.name, offset=len(content), data=step.data)
        self.pending.append(step)

    def after_cut(self, chance, luck):
        """The content that a power cut leaves."""
        content = bytearray(self.synced)
        for step in self.pending:
            fate = chance.choices(FATES, luck)[0]
            if step.kind == "truncate":
                fate = "kept" if fate in ("kept", "zeros") else "dropped"
            if fate == "kept":
                apply(step, content)
            elif fate == "torn":
                tear(step, content, chance)
            elif fate == "zeros":
                content.extend(bytes(max(0, step.offset + len(step.data) - len(content))))
        return bytes(content)


def apply(step, content):
    """Applies a write or truncation."""
    if step.kind == "truncate":
        del content[step.size :]
        content.extend(bytes(step.size - len(content)))
        return
    content.extend(bytes(max(0, step.offset - len(content))))
    content[step.offset : step.offset + len(step.data)] = step.data


def tear(step, content, chance):
    """Applies a write to only some of the disk's sectors."""
    start, end = step.offset, step.offset + len(step.data)
    edges = [start, *range((start // SECTOR + 1) * SECTOR, end, SECTOR), end]
    pieces = list(zip(edges, edges[1:]))
    if chance.random() < 0.5:
        pieces = pieces[: chance.randrange(len(pieces) + 1)]
    else:
        pieces = [piece for piece in pieces if chance.random() < 0.5]
    for low, high in pieces:
        apply(Step("write", step.name, offset=low, data=step.data[low - start : high - start]), content)


class Disk:
    """The catalog's folder: files by name as of the last sync of the folder, and the changes since."""

    def __init__(self, before):
        self.files = {}
        for name in place_names(before):
            with open(os.path.join(before, name), "rb") as file:
                self.files[name] = File(file.read())
        self.synced = dict(self.files)
        self.pending = []
        self.nameless = File()

    def carry_out(self, step):
        if step.name == NAMELESS:
            # Written once, from its start.
            self.nameless.sync() if step.kind == "sync" else self.nameless.take(step)
        elif step.kind == "link":
            self.files[step.name] = self.nameless
            self.pending.append((step.name, self.nameless))
        elif step.kind == "rename":
            self.files[step.target] = self.files.pop(step.name)
            self.pending.append((step.target, self.files[step.target]))
            self.pending.append((step.name, None))
        elif step.kind == "create":
            self.files[step.name] = File()
            self.pending.append((step.name, self.files[step.name]))
        elif step.kind == "remove":
            del self.files[step.name]
            self.pending.append((step.name, None))
        elif step.kind == "sync" and not step.name:
            self.synced, self.pending = dict(self.files), []
        elif step.kind == "sync":
            self.files[step.name].sync()
        else:
            self.files[step.name].take(step)

    def after_cut(self, chance):
        """The files that a power cut leaves, by name."""
        luck = chance.choice(LUCK)
        names = dict(self.synced)
        for name, file in self.surviving_changes(chance):
            names[name] = file
        return {
            name: file.after_cut(chance, luck)
            for name, file in sorted(names.items())
            if file is not None and not name.endswith("-shm")
        }

    def surviving_changes(self, chance):
        """The creations and removals of names that reached the disk: any of them, or those before some point."""
        if chance.random() < 0.5:
            return [change for change in self.pending if chance.random() < 0.5]
        return self.pending[: chance.randrange(len(self.pending) + 1)]


# Trials


def cut_point(steps, chance):
    """The number of steps before the cut: any number, and every fifth time all of them."""
    return len(steps) if chance.random() < 0.2 else chance.randrange(len(steps) + 1)


def write_files(folder, files):
    for name, content in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)


def cut(steps, before, chance):
    """Makes a power cut somewhere in `steps`. Returns the number of completed steps, and the remaining files."""
    point = cut_point(steps, chance)
    disk = Disk(before)
    for step in steps[:point]:
        disk.carry_out(step)
    return point, disk.after_cut(chance)


def check_cut(campaign, trial, scenario, steps):
    """Makes one power cut, or every fourth time two: replays, loses un-synced data, and checks the invariant."""
    chance = random.Random(f"{campaign.seed} {trial}")
    with tempfile.TemporaryDirectory(dir=campaign.folder) as folder:
        point, files = cut(steps, scenario.before, chance)
        told = describe(scenario.name, point, steps, files)
        place = Place(os.path.join(folder, "place"))
        write_files(place.data, files)
        if chance.random() < 0.25 and not is_undone(campaign, scenario, place):
            steps = record(campaign, scenario, place.data)
            point, files = cut(steps, place.data, chance)
            told += "; " + describe("the next ingest", point, steps, files)
            place = Place(os.path.join(folder, "place-2"))
            write_files(place.data, files)
        is_over = point == len(steps)
        state, problems = check_catalog(campaign.program, place, scenario, 0 if is_over else None)
    campaign.note(f"{scenario.name}{', cut after its end' if is_over else ''}: {state}")
    campaign.record(trial, told, problems)


def is_undone(campaign, scenario, place):
    """Whether an undo was complete before the cut: a second one is refused, because it is done."""
    if not scenario.command:
        return False
    with copied(place) as copy:
        return scenario.state(listing(campaign.program, copy)) == "new"


def describe(name, point, steps, files):
    last = steps[point - 1] if point else "the start"
    left = ", ".join(f"{name} ({len(content)} bytes)" for name, content in files.items()) or "nothing"
    return f"{name}, cut after step {point} of {len(steps)} ({last}), left: {left}"


def main():
    campaign = Campaign(__doc__.splitlines()[0], full=FULL)
    scenarios = make_scenarios(campaign.program, campaign.folder, ROWS, campaign.seed)
    recordings = [(scenario, record(campaign, scenario, scenario.before)) for scenario in scenarios]
    for trial in campaign.numbers(campaign.arguments.count):
        try:
            check_cut(campaign, trial, *recordings[trial % len(recordings)])
        except AssertionError as error:
            campaign.record(trial, "two cuts", [f"after the first: {error}"])
    campaign.finish()


if __name__ == "__main__":
    main()
