#!/usr/bin/env python3
"""Runs a year of five feeds with the jobs of nightly.md, bad nights, and a person who does what each message says.

    simulated_year.py GEOCLI FOLDER SEED NIGHTS

A feed with a key and one without come daily, a third weekly, a file monthly, and another file once. Bad nights of the
kinds in year_nights.py are drawn by SEED. After each night `list`, `changes`, `feeds list`, `status --max-age` and `runs`
must agree with the model in year_feeds.py. The jobs must end with the right exit code, and be silent unless something is
wrong; with `--patience`, also while something is wrong that passes without a person. If a job says something, a person
reads it, does what is needed, and runs each command that the message or the next step of `status` offers, in `sh`, as it
is written there. An event that needs a person makes exactly one mail. FOLDER must be empty. Prints each difference, then
the numbers; exit status 1 for a difference. Standard library only.
"""

import collections
import json
import os
import random
import re
import shlex
import socket
import subprocess
import sys
import time

from faults import can_mount
from year_deeds import ACTS, Deeds
from year_feeds import Catalog, Held, Source, commands, day_of, meters
from year_nights import DAILY, DEEDS, KINDS
import slow_nights

# How often a usual night is a bad one for a feed, and how many hours after the jobs it is noon.
OFTEN = 0.55
NOON = 4
PATIENCE = 3
REASON = "the publisher confirmed it by mail"
SILENT_HOURS = 36 + 24 * (PATIENCE - 1)


class Year(Deeds):
    def __init__(self, program, folder, seed):
        self.folder, self.draw = folder, random.Random(seed)
        self.differences, self.numbers = [], collections.Counter()
        self.seen = collections.Counter()
        self.night, self.hour = 0, 0
        self.home, self.temporary = os.path.join(folder, "home"), os.path.join(folder, "tmp")
        # Blanks and a quote in the paths, so that the commands of messages must quote them.
        self.own = os.path.join(folder, "own feeds")
        self.data = os.path.join(folder, "a person's data" if seed % 2 else "home/.local/share/geocli")
        for path in (self.temporary, self.own, self.data, os.path.join(self.home, ".config/geocli/feeds"),
                     os.path.join(folder, "bin")):
            os.makedirs(path)
        os.symlink(program, os.path.join(folder, "bin", "geocli"))
        self.path = os.path.join(self.data, "catalog.sqlite")
        self.db = f" --db {shlex.quote(self.path)}" if seed % 2 else ""
        self.language = "ko" if seed % 3 == 0 else "en"
        self.backup = os.path.join(folder, "backup.sqlite")
        key = f"{self.draw.randrange(16**30):030x}"
        self.sources = {source.id: source for source in (
            Source("seoul-bookstores", 1, 120, self.draw, key=key), Source("cafes", 1, 110, self.draw),
            Source("libs", 7, 90, self.draw, first=2), Source("vets", 30, 80, self.draw, file=self.home + "/vets.csv", first=1),
            Source("trial", 10**6, 30, self.draw, file=self.home + "/trial.csv"))}
        self.settings = {"seoul_openapi_key": key, "url.seoul-bookstores": self.sources["seoul-bookstores"].server.url}
        self.declarations = {"cafes": os.path.join(self.home, ".config/geocli/feeds/cafes.toml"),
                             "libs": os.path.join(self.own, "libs.toml")}
        for id, path in self.declarations.items():
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.sources[id].declaration("weekly" if id == "libs" else None))
        columns = "--id no --name name --lat lat --lon lon --district gu --phone tel"
        self.jobs = {
            "seoul-bookstores": "geocli ingest", "cafes": "geocli ingest --feed cafes",
            "libs": f"geocli ingest --feed {shlex.quote(self.declarations['libs'])}",
            "vets": f"geocli ingest vets.csv {columns} --feed vets",
            "trial": f"geocli ingest trial.csv {columns} --feed trial"}
        self.cadences = {"seoul-bookstores": "daily", "cafes": "daily", "libs": "weekly", "vets": None, "trial": None}
        self.catalog = Catalog()
        self.saved = None
        self.decks = collections.defaultdict(list)
        self.plans = {}
        self.can_mount = can_mount(folder)
        self.slowest = 0
        told = self.sh("geocli ingest --help-all")
        self.patience = f" --patience {PATIENCE}" if "--patience" in told.stdout else ""

    # Running commands.

    @property
    def moment(self):
        return slow_nights.EPOCH + self.night * 86_400 + self.hour * 3600

    @property
    def day(self):
        return day_of(self.night)

    def environment(self, back=0):
        return {
            "HOME": self.home, "PATH": f"{self.folder}/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TMPDIR": self.temporary,
            "GEOCLI_LANG": self.language, "SOURCE_DATE_EPOCH": str(self.moment - back), "GEOCLI_AUTHOR": "a person"}

    def write_settings(self):
        path = os.path.join(self.home, ".config/geocli/config")
        with open(path, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.writelines(f"{name} = {value}\n" for name, value in self.settings.items())

    def sh(self, line, back=0):
        """Runs a line in sh, in the person's home folder."""
        self.numbers["commands"] += 1
        self.write_settings()
        return subprocess.run(["sh", "-c", line], capture_output=True, env=self.environment(back), cwd=self.home, text=True,
                              stdin=subprocess.DEVNULL, timeout=120)

    def rows(self, line):
        done = self.sh(f"geocli {line}{self.db} --format ndjson")
        if done.returncode:
            self.differ(f"{line}: exit {done.returncode} {done.stderr}")
        return [json.loads(row) for row in done.stdout.splitlines()]

    def differ(self, text):
        self.differences.append(f"night {self.night}: {text}")

    def closed_port(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            return free.getsockname()[1]

    # What an ingest must do.

    def attempt(self, source, accepted=False, moment=None, back=0):
        """What one ingest of a feed does now. Returns its possible exit codes, and whether `-q` says something."""
        event, day = source.trouble, day_of(self.night - back // 86_400)
        held = self.catalog.feeds.get(source.id)
        if event and event.codes and not accepted:
            self.catalog.fail(source.id, day)
            return event.codes, not (self.patience and event.heals and len(set(held.failed)) < PATIENCE)
        content = source.content()
        if held is None:
            held = self.catalog.feeds[source.id] = Held(source.id, self.cadences[source.id])
        code, warned = held.verdict(content)
        if code and not accepted:
            self.catalog.fail(source.id, day)
            return (65,), True
        self.catalog.publish(source.id, content, day, moment or self.moment - back, accepted)
        return (0,), not accepted and (warned or bool(event and event.warns))

    def job(self, sources, line, back=0):
        """A job of the night: its exit code, and what it says of each feed."""
        events = [source.trouble for source in sources if source.trouble]
        limits = self.limits() if any(event.retried for event in events) else ""
        # Only services can be down, and only their runs can be resumed.
        service = "" if sources[0].file else f" --resume{limits}{self.patience}"
        start = time.monotonic()
        done = self.sh(f"{line} -q{service}{self.db}", back)
        if not limits:
            self.slowest = max(self.slowest, time.monotonic() - start)
        wanted = [self.attempt(source, back=back) for source in sources]
        self.check_exit(line, done, [codes for codes, _ in wanted])
        for source, (_, speaks) in zip(sources, wanted):
            self.judge(source, speaks, done.stderr)
        self.is_attributed(done, sources)
        for source in sources:
            if lines := self.lines(done.stderr, source, sources):
                self.person(source, lines)

    def limits(self):
        """Options for a run that repeats its requests, so that it ends soon; the others need time, also on a busy
        machine."""
        return f" --timeout {max(1.5, 10 * self.slowest):.1f}s --idle-timeout {max(0.4, 2 * self.slowest):.1f}s"

    def check_exit(self, line, done, wanted):
        if not any(done.returncode == max(codes) for codes in self.products(wanted)):
            self.differ(f"{line}: exit {done.returncode}, not {wanted}: {done.stderr}")
        if done.stdout:
            self.differ(f"{line}: prints {done.stdout}")

    @staticmethod
    def products(wanted):
        found = [[]]
        for codes in wanted:
            found = [[*some, code] for some in found for code in codes]
        return found

    @staticmethod
    def lines(text, source, sources):
        return [line for line in text.splitlines() if len(sources) == 1 or source.id in line.partition("geocli ")[0]]

    def is_attributed(self, done, sources):
        for line in done.stderr.splitlines():
            if len(sources) > 1 and not any(source.id in line.partition("geocli ")[0] for source in sources):
                self.differ(f"a mail that names no feed: {line}")

    def judge(self, source, speaks, told):
        event = source.trouble
        lines = self.lines(told, source, self.due)
        if bool(lines) != speaks:
            self.differ(f"{source.id}: {event.kind if event else 'a good night'}: should it speak? {speaks}: {told!r}")
        if lines and event:
            event.mails.append(self.night)
            self.numbers["mails"] += 1
        if lines and self.patience and (held := self.catalog.feeds.get(source.id)) and held.failed:
            self.says_how_long(source, held, " ".join(lines))

    def says_how_long(self, source, held, told):
        """A message about a failure says since when, and how many nights in a row; that about a file of a person, who
        is there, from its second failure on."""
        days = {str(held.failed[0])} | ({str(held.days[-1])} if held.days else set())
        count = len(set(held.failed))
        if source.file and count == 1:
            return
        if not any(day in told for day in days) or count > 1 and not re.search(rf"\b{count}\D", told):
            self.differ(f"{held.id}: says neither since {sorted(days)} nor {count} nights: {told}")

    # The person.

    def person(self, source, lines):
        """Reads a mail, does what is needed, and runs the commands of the message and of `status`."""
        event = source.trouble
        self.hour = ACTS
        if event and event.remedy:
            event.remedy()
            source.trouble = None
        elif event and source.file and not event.right:
            # The person asks the publisher for the right file.
            source.trouble = None
            source.serve()
        ran = set()
        for command in [*commands("\n".join(lines)), *commands(self.next_step())]:
            if self.source_of(command) is source and command not in ran:
                ran.add(command)
                self.paste(source, event, command)
        if event and not source.trouble:
            self.end(source, event)
        self.hour = 0

    def next_step(self):
        rows = self.rows("status")
        return rows[0]["next_step"] if rows else ""

    def source_of(self, command):
        """The feed of a command; None if it is of no single one."""
        if run := re.search(r"(?:--replay|runs|undo) (\d+)", command):
            known = {number: id for number, id, *_ in self.catalog.runs}
            return self.sources.get(known.get(int(run[1])))
        for id in ("cafes", "libs", "vets", "trial"):
            if re.search(rf"--feed '?\S*{id}\b|own feeds/{id}", command):
                return self.sources[id]
        return self.sources["seoul-bookstores"] if command.startswith("geocli ingest") else None

    def paste(self, source, event, command):
        self.numbers["pasted"] += 1
        if '--accept "why"' in command:
            if event and event.right:
                self.accept(source, event, command)
            return
        wanted = (0,)
        if "--dry-run" in command:
            wanted = (0, 65)
        elif command.startswith("geocli ingest"):
            done = self.sh(command + (self.limits() if source.trouble and source.trouble.retried else ""))
            codes, _ = self.attempt(source)
            if done.returncode not in codes:
                self.differ(f"pasted {command}: exit {done.returncode}, not {codes}: {done.stderr}")
            return
        done = self.sh(command)
        if done.returncode not in wanted:
            self.differ(f"pasted {command}: exit {done.returncode}, not {wanted}: {done.stderr}")

    def accept(self, source, event, command):
        done = self.sh(command)
        if done.returncode != 64:
            self.differ(f"{command}: 'why' is no reason, but exit {done.returncode} {done.stderr}")
        done = self.sh(command.replace('"why"', f'"{REASON}"'))
        self.attempt(source, accepted=True, moment=self.moment if source.file else self.moment - ACTS * 3600)
        offered = [offer for offer in commands(done.stderr) if offer.startswith("geocli undo ")]
        if done.returncode or len(offered) != 1:
            self.differ(f"{command}: accepted: exit {done.returncode} {done.stderr}")
            return
        event.codes = ()
        if event.regretted:
            done = self.sh(offered[0])
            self.catalog.undo(source.id, self.day)
            if done.returncode:
                self.differ(f"{offered[0]}: exit {done.returncode} {done.stderr}")
        source.trouble = None

    def end(self, source, event):
        """An event is over: counts its mails."""
        self.seen[event.kind] += 1
        if event.kind == "proxy down":
            del self.settings["proxy.seoul-bookstores"]
        if event.mails and not event.heals and len(event.mails) != 1:
            self.differ(f"{source.id}: {event.kind}: mails in the nights {event.mails}, not one")

    # The nights.

    def begin(self):
        """The first night: the person sets everything up by hand."""
        for id in ("seoul-bookstores", "cafes", "trial"):
            self.by_hand(self.sources[id])

    def by_hand(self, source):
        source.serve()
        done = self.sh(self.jobs[source.id] + self.db)
        codes, _ = self.attempt(source)
        if done.returncode not in codes:
            self.differ(f"{self.jobs[source.id]}: exit {done.returncode}, not {codes}: {done.stderr}")

    def draw_event(self, source):
        """The next kind of the feed's own deck."""
        deck = self.decks[source.id]
        if not deck:
            deck += [name for name, kind in KINDS.items() if source.id in kind.feeds]
            self.draw.shuffle(deck)
            # A monthly feed has few nights: first the kinds that befall only files.
            if source.file:
                deck.sort(key=lambda name: -len(KINDS[name].feeds))
        source.trouble = KINDS[deck.pop()].make(self, source)

    def draw_deed(self):
        deck = self.decks["deeds"]
        if not deck:
            deck += DEEDS
            self.draw.shuffle(deck)
        return deck.pop()

    def go(self, nights):
        self.begin()
        self.compare()
        self.saved = (self.backup_now(), self.catalog.copy())
        for self.night in range(1, nights):
            self.since = self.catalog.last_run
            for source in self.sources.values():
                if source.is_due(self.night):
                    source.change()
            deed = self.draw_deed() if self.night > 3 and self.is_quiet() and self.draw.random() < 0.3 else None
            for source in self.sources.values():
                if deed is None and self.night > 3 and source.is_due(self.night) and not source.trouble and \
                        not self.is_paused(source) and self.draw.random() < OFTEN:
                    self.draw_event(source)
                if source.is_due(self.night):
                    source.serve()
            if deed:
                self.seen[deed] += 1
                getattr(self, "deed_" + deed.replace(" ", "_").replace("-", "_"))()
            else:
                self.usual_jobs()
            self.noon()
            self.compare()
            self.saved = (self.backup_now(), self.catalog.copy())
            self.evening()
            if self.night % 20 == 19:
                self.verify(self.path)
            if len(self.differences) > 20:
                break
        self.verify(self.path)

    def is_quiet(self):
        return not any(source.trouble for source in self.sources.values())

    def is_paused(self, source):
        held = self.catalog.feeds.get(source.id)
        return bool(held and held.paused_on)

    def usual_jobs(self, back=0):
        self.due = [self.sources[id] for id in DAILY if not self.is_paused(self.sources[id])]
        self.job(self.due, "geocli ingest --all", back)
        for id in ("libs", "vets"):
            if self.sources[id].is_due(self.night):
                self.due = [self.sources[id]]
                self.job(self.due, self.jobs[id], back)

    def evening(self):
        """Events that have lasted their nights are over."""
        for source in self.sources.values():
            event = source.trouble
            if event is None:
                continue
            event.nights -= 1
            # A person has told the publisher, who repairs the feed.
            if event.nights <= 0 or event.mails and not event.heals:
                source.trouble = None
                self.end(source, event)

    def noon(self):
        """The noon check names each feed that is late, with the command that refreshes it."""
        for hours, acts in ((36, False), (SILENT_HOURS, True)):
            self.hour = NOON
            late = [held for held in self.catalog.feeds.values() if held.is_late(self.moment, hours)]
            done = self.sh(f"geocli status -q --max-age {hours}h{self.db}")
            if done.returncode != (65 if late else 0) or done.stdout or len(done.stderr.splitlines()) != len(late) or any(
                    not any(self.names(line, held.id) for line in done.stderr.splitlines()) for held in late):
                self.differ(f"status --max-age {hours}h: exit {done.returncode}, late are {[held.id for held in late]}: {done.stderr}")
                continue
            for line in done.stderr.splitlines() if acts else ():
                self.numbers["late"] += 1
                for command in commands(line):
                    source = self.source_of(command)
                    if source.id not in line:
                        self.differ(f"the command of another feed: {line}")
                    if not source.trouble:
                        source.serve()
                    self.paste(source, source.trouble, command)
        self.hour = 0

    @staticmethod
    def names(line, id):
        return id in line

    def backup_now(self):
        done = self.sh(f"geocli backup -q {shlex.quote(self.backup)}{self.db}")
        if done.returncode or done.stdout or done.stderr:
            self.differ(f"backup: exit {done.returncode} {done.stdout} {done.stderr}")
        return self.night

    # Comparing.

    def compare(self):
        found = {row["ref"]: Catalog.row(row) for row in self.rows("list --include-closed")}
        wanted = self.catalog.listing()
        # History has no point within 1 cm of the one reported, so an undo does not know it.
        undone = {held.id for held in self.catalog.feeds.values() if held.is_undone}
        for ref, row in wanted.items():
            if ref.split("/")[0] in undone and ref in found and meters(row[2:4], found[ref][2:4]) < 0.01:
                found[ref] = found[ref][:2] + row[2:4] + found[ref][4:]
        self.same("list", wanted, found)
        changes = {(row["run_id"], row["ref"].split("/")[1], row["what"], row["field"], self.new(row))
                   for row in self.rows(f"changes --since {getattr(self, 'since', 0)}")
                   if row["field"] in (None, "name", "point", "kind")}
        wanted = {(number, *change) for number, _, _, some in self.catalog.runs if number > getattr(self, "since", 0)
                  for change in some}
        self.same("changes", dict.fromkeys(wanted, True), dict.fromkeys(changes, True))
        wanted = [run[:3] for run in self.catalog.runs[:-13:-1]]
        found = [(row["run_id"], row["feed"], "refused" if row["outcome"] == "refused" else "good")
                 for row in self.rows("runs --limit 12")]
        if wanted != found:
            self.differ(f"runs: {found[:6]}, not {wanted[:6]}")
        self.compare_feeds()

    def compare_feeds(self):
        self.hour = NOON
        found = {row["id"]: row for row in self.rows("feeds list")}
        for held in self.catalog.feeds.values():
            row = found.get(held.id)
            if row is None:
                self.differ(f"feeds list has no {held.id}")
                continue
            now = {"total": row["total"], "cadence": row["cadence"], "paused_on": row["paused_on"], "failed_days": row["failed_days"]}
            wanted = {"total": len(held.listed), "cadence": held.cadence,
                      "paused_on": held.paused_on and str(held.paused_on), "failed_days": len(set(held.failed))}
            # Pages that were resumed came up to an hour before the run.
            if now != wanted or abs(self.moment - row["age_seconds"] - held.moment) > 3600:
                self.differ(f"feeds list, {held.id}: {row}, not {wanted} of {held.moment}")
        for id in self.sources.keys() - self.catalog.feeds.keys():
            if found.get(id, {}).get("total") is not None:
                self.differ(f"feeds list has {id}")
        key = "set" if "seoul_openapi_key" in self.settings else "missing"
        if found["seoul-bookstores"]["key"] != key:
            self.differ(f"feeds list: the key is {found['seoul-bookstores']['key']}, not {key}")
        self.hour = 0

    @staticmethod
    def new(row):
        if row["field"] == "point":
            return tuple(map(float, row["new"].split(",")))
        return row["new"]

    def same(self, what, wanted, found):
        self.numbers["compared"] += len(wanted)
        if wanted != found:
            keys = sorted((key for key in wanted.keys() | found.keys() if wanted.get(key) != found.get(key)), key=str)
            self.differ(f"{what}: {len(keys)} differ, such as {keys[0]}: {found.get(keys[0])}, not {wanted.get(keys[0])}")

    def verify(self, path):
        done = self.sh(f"geocli verify -q --db {shlex.quote(path)}")
        if done.returncode:
            self.differ(f"verify {path}: exit {done.returncode} {done.stdout} {done.stderr}")


def main():
    program, folder, seed, nights = sys.argv[1:]
    year = Year(os.path.abspath(program), os.path.abspath(folder), int(seed))
    year.go(int(nights))
    print("\n".join(year.differences[:20]))
    kinds = len(KINDS) + len(DEEDS)
    print(f"{year.night + 1} nights, {len(year.seen)} of {kinds} kinds of bad night ({sum(year.seen.values())}), "
          f"{dict(year.numbers)}, {'with' if year.patience else 'without'} patience, {len(year.differences)} differences")
    sys.exit(1 if year.differences else 0)


if __name__ == "__main__":
    main()
