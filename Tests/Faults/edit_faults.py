#!/usr/bin/env python3
"""Kills people's edits and records at their system calls, and cuts the power at random points of them.

    edit_faults.py GEOCLI [--count N] [--seed S]

Proves: a correction, a decision on an issue, an imported file of both, a mark, a note, a visit, a merged folder of
records, an imported export of them is whole or absent, whatever call is the one that never happens, and there for good
once the command has returned exit 0; what was there before stays; and the next edit succeeds. Half of the trials are of
a catalog, half of a folder of records. Of each five trials four cut the power (the model of the disk is that of
`power_cuts.py`), and one kills. Needs strace.
"""

import contextlib
import json
import os
import random
import shutil
import sqlite3

from faults import (
    FIRST_NIGHT, SECOND_NIGHT, WRITE_CALLS, Campaign, Place, clean_to_itself, clean_to_sqlite, copied, record_calls, shops,
    strace, write_feed)
from power_cuts import cut, describe, record_command, write_files

FULL = 2500
ROWS = 60
CAUSE = ["--because", "phoned", "--source", "https://shop.example"]


# A catalog's edits


class CatalogEdit:
    """One edit of a catalog. Its state is every row of every table: the clock stands still, so each run writes the same."""

    def __init__(self, campaign, before, words):
        self.campaign, self.program, self.before, self.edit = campaign, campaign.program, before, words
        self.name = " ".join(words[:2])
        with campaign.place(before) as place:
            self.old = self.state(place)
            run = self.run(place)
            assert run.code == 0 and place.beside() == ["catalog.sqlite"], f"{self.name}: {run.told()}"
            self.new = self.state(place)
            assert self.old != self.new, f"{self.name} changes nothing"

    def words(self, place):
        return [self.program.path, *self.edit, "--db", place.path]

    def run(self, place, **settings):
        return self.program.run(place, self.words(place), **settings)

    def state(self, place):
        with copied(place) as copy, contextlib.closing(sqlite3.connect(copy.path)) as database:
            return "\n".join(database.iterdump())

    def check(self, place, code):
        """Whether the edit is whole or absent, and the violations."""
        state = self.state(place)
        which = "old" if state == self.old else "new" if state == self.new else None
        problems = [] if which else ["the catalog is neither as before nor as after the edit"]
        if code == 0 and which != "new":
            problems.append("exit 0, but the edit is not there")
        with copied(place) as copy:
            problems += clean_to_itself(self.program, copy)
        with copied(place) as copy:
            problems += clean_to_sqlite(copy.path)
        run = self.program.query(place, "corrections", "add", "40", "phone=02-120-0040", *CAUSE)
        if run.code != 0:
            problems.append(f"the next edit: {run.told()}")
        problems += [f"the next edit left {name}" for name in place.beside() if name != "catalog.sqlite"]
        return which, problems

    def after_cut(self, place, chance):
        """What else a power cut does: nothing, everything is in the folder of the catalog."""


def catalog_edits(campaign):
    """Edits of every kind, in a catalog that has corrections and issues already."""
    program = campaign.program
    rows = shops(ROWS, campaign.seed)
    for row in rows[:4]:
        row["STORE_NAME"] = "테스트"
    feed = write_feed(os.path.join(campaign.folder, "edited-feed"), rows)
    place = Place(os.path.join(campaign.folder, "edited"))
    for words in (["ingest", feed], ["corrections", "add", "5", "name=정정한 책방", *CAUSE]):
        run = program.query(place, *words, now=FIRST_NIGHT)
        assert run.code == 0, run.told()
    travelled = os.path.join(campaign.folder, "travelled.jsonl")
    with copied(place) as other:
        for words in (["corrections", "add", "6", "phone=02-120-0006", *CAUSE], ["issues", "accept", "1", "--because", "right"]):
            assert program.query(other, *words).code == 0
        run = program.query(other, "corrections", "export", "-o", travelled)
        assert run.code == 0, run.told()
    edits = [
        ["corrections", "add", "1", "phone=02-120-0001", *CAUSE], ["corrections", "add", "2", "point=37.5,127.01", *CAUSE],
        ["corrections", "withdraw", "1"], ["corrections", "import", travelled],
        ["issues", "accept", "1", "--because", "right as it is"], ["issues", "comment", "2", "asked the publisher"],
        ["issues", "new", "7", "the door is on the other side"], ["issues", "label", "2", "phone"],
    ]
    return [CatalogEdit(campaign, place.data, words) for words in edits]


# A person's records


class MineAct:
    """One act on a folder of records, which is the place's folder; its catalog and the device's state lie elsewhere.

    Its state is what the listings show, without the ids and clocks, which are chosen anew in each run.
    """

    def __init__(self, campaign, before, catalog, words, device=None):
        self.campaign, self.program, self.before, self.act = campaign, campaign.program, before, words
        self.catalog, self.device = catalog, device
        self.name = f"mine {words[0]}{'' if device else ', the first'}"
        with campaign.place(before) as place:
            self.old = self.state(place)
            run = self.run(place)
            assert run.code == 0, f"{self.name}: {run.told()}"
            self.new = self.state(place)
            assert self.old != self.new, f"{self.name} changes nothing"
            self.device_after = os.path.join(campaign.folder, f"device-{len(os.listdir(campaign.folder))}")
            shutil.copytree(self.state_home(place), self.device_after)

    def words(self, place):
        """The words; the state of the device is laid beside the folder first, unless the trial has laid its own."""
        if self.device and not os.path.exists(self.state_home(place)):
            shutil.copytree(self.device, self.state_home(place))
        return ["env", f"XDG_STATE_HOME={self.state_home(place)}", self.program.path, "mine", *self.act,
                *self.where(place), "--db", self.catalog]

    def where(self, place):
        return ["--mine-db", place.data]

    def state_home(self, place):
        return os.path.join(place.folder, "state")

    def run(self, place, **settings):
        return self.program.run(place, self.words(place), **settings)

    def listed(self, place, what):
        words = ["env", f"XDG_STATE_HOME={place.folder}/reader", self.program.path, "mine", what, *self.where(place),
                 "--format", "ndjson"]
        run = self.program.run(place, words)
        assert run.code == 0, f"mine {what}: {run.told()}"
        chosen = {"id", "uuid", "number", "note"}
        return sorted(json.dumps({k: v for k, v in json.loads(line).items() if k not in chosen}, sort_keys=True)
                      for line in run.out.splitlines())

    def state(self, place):
        return [self.listed(place, what) for what in ("notes", "marks", "journal")]

    def check(self, place, code):
        try:
            state = self.state(place)
        except AssertionError as error:
            return None, [str(error)]
        which = "old" if state == self.old else "new" if state == self.new else None
        problems = [] if which else ["the records are neither as before nor as after the act"]
        if code == 0 and which != "new":
            problems.append("exit 0, but the act is not there")
        environment = ["env", f"XDG_STATE_HOME={self.state_home(place)}"]
        run = self.program.run(place, [*environment, self.program.path, "mine", "note", "3", "the next note",
                                       *self.where(place), "--db", self.catalog])
        if run.code != 0:
            return which, problems + [f"the next note: {run.told()}"]
        notes, marks, _ = self.state(place)
        added = [note for note in notes if "the next note" in note]
        if len(added) != 1 or [note for note in notes if note not in added] != state[0] or marks != state[1]:
            problems.append("after the next note the records are not those before it and the note")
        return which, problems

    def after_cut(self, place, chance):
        """The device's own state is not synced: it is as before, as after, torn, or gone."""
        source = chance.choice([self.device, self.device_after, self.device_after, None])
        if source is None:
            return
        shutil.copytree(source, self.state_home(place), dirs_exist_ok=True)
        if chance.random() < 0.4:
            for folder, _, names in os.walk(self.state_home(place)):
                for name in names:
                    path = os.path.join(folder, name)
                    os.truncate(path, chance.randrange(os.path.getsize(path) + 1))


def mine_acts(campaign, catalog):
    """Acts of every kind, in a folder that has records already, and the first one."""
    program = campaign.program
    place = Place(os.path.join(campaign.folder, "records"))
    device = os.path.join(campaign.folder, "device")
    environment = ["env", f"XDG_STATE_HOME={device}"]
    where = ["--mine-db", place.data, "--db", catalog]
    for words in (["mark", "1"], ["mark", "2", "--list", "later"], ["note", "1", "a first note", "--tag", "one"], ["visit", "2"],
                  ["note", "2", "a second note"]):
        run = program.run(place, [*environment, program.path, "mine", *words, *where], now=FIRST_NIGHT)
        assert run.code == 0, run.told()
    listed = program.run(place, [program.path, "mine", "notes", "--mine-db", place.data, "--format", "ndjson"])
    notes = [json.loads(line) for line in listed.out.splitlines()]
    number = next(str(note.get("number") or note["id"]) for note in notes if note["text"] == "a first note")
    acts = [["mark", "4", "--list", "later"], ["unmark", "1"], ["note", "5", "a third note", "--phrase", "a phrase"],
            ["edit", number, "--tag", "two"], ["remove", number], ["visit", "6"]]
    # Another device's folder, and an export of it.
    other, export = os.path.join(campaign.folder, "records-other"), os.path.join(campaign.folder, "records.json")
    elsewhere = ["env", f"XDG_STATE_HOME={campaign.folder}/device-other", program.path, "mine"]
    for words in (["note", "7", "a note of another device"], ["mark", "8"], ["export", "-o", export]):
        run = program.run(place, [*elsewhere, *words, "--mine-db", other, "--db", catalog], now=FIRST_NIGHT)
        assert run.code == 0, run.told()
    acts += [["merge", other], ["import", export]]
    before = os.path.join(campaign.folder, "records-before")
    shutil.copytree(place.data, before)
    empty = os.path.join(campaign.folder, "records-none")
    os.makedirs(empty, mode=0o700)
    return [MineAct(campaign, before, catalog, words, device) for words in acts] + [
        MineAct(campaign, empty, catalog, ["note", "5", "the very first note"])]


# Trials


def killed(campaign, trial, edit, calls, chance):
    """Kills the edit at one of its calls."""
    call = chance.choice(calls)
    with campaign.place(edit.before) as place:
        inject = f"inject={call.name}:error=EINTR:signal=SIGKILL:when={call.number}"
        run = edit.run(place, before=strace("-e", inject))
        if run.code == 0:
            # A run chooses ids anew, so a call may come at another number.
            campaign.note(f"{edit.name}: was done before the kill")
        which, problems = edit.check(place, run.code)
        campaign.note(f"{edit.name}, killed: {which}")
        campaign.record(trial, f"{edit.name}, killed before {call.name} number {call.number}: {call.short()}", problems, run)


def power_cut(campaign, trial, edit, steps, chance):
    """Cuts the power at some point of the edit."""
    point, files = cut(steps, edit.before, chance)
    with campaign.place() as place:
        write_files(place.data, files)
        edit.after_cut(place, chance)
        is_over = point == len(steps)
        which, problems = edit.check(place, 0 if is_over else None)
    campaign.note(f"{edit.name}{', cut after its end' if is_over else ', cut'}: {which}")
    campaign.record(trial, describe(edit.name, point, steps, files), problems)


def main():
    campaign = Campaign(__doc__.splitlines()[0], full=FULL)
    edits = catalog_edits(campaign)
    catalog = os.path.join(edits[0].before, "catalog.sqlite")
    kinds = [edits, mine_acts(campaign, catalog)]
    recorded, traced = {}, {}
    for trial in campaign.numbers(campaign.arguments.count):
        chance = random.Random(f"{campaign.seed} {trial}")
        edit = chance.choice(kinds[trial % 2])
        if trial // 2 % 5 == 4:
            if edit not in traced:
                with campaign.place(edit.before) as place:
                    calls = record_calls(campaign.program, place, edit.words(place), WRITE_CALLS, below=place.folder)
                    traced[edit] = [call for call in calls if call.changes_files()]
            killed(campaign, trial, edit, traced[edit], chance)
        else:
            if edit not in recorded:
                recorded[edit] = record_command(campaign, edit.words, edit.before)
            power_cut(campaign, trial, edit, recorded[edit], chance)
    campaign.finish()


if __name__ == "__main__":
    main()
