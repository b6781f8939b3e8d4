"""What befalls the machine of `simulated_year.py`, and what a person does to its catalog: methods of `Year`.

The names of the methods are those of DEEDS in year_nights.py. Standard library only.
"""

import os
import shlex
import subprocess
import time

from faults import read_only
from stage import other_process
from year_feeds import commands
from year_nights import DAILY

# How many hours after the jobs a person acts.
ACTS = 1


class Deeds:
    def settle(self, sources):
        """Follows what jobs did whose end is open: each feed has its new content, or the former one."""
        for row in reversed(self.rows("runs --limit 8")):
            if row["run_id"] > self.catalog.last_run:
                if row["outcome"] == "refused" or row["feed"] not in [source.id for source in sources]:
                    self.differ(f"an unexpected run: {row}")
                    return
                self.attempt(self.sources[row["feed"]])

    def daily_line(self):
        self.due = [self.sources[id] for id in DAILY if not self.is_paused(self.sources[id])]
        return f"geocli ingest --all -q --resume{self.patience}{self.db}"

    def deed_disk_full(self):
        """No file may grow. The person makes room and runs the job again."""
        done = self.sh(f"ulimit -f 4; {self.daily_line()}")
        if done.returncode != 74 or "/" not in done.stderr:
            self.differ(f"disk full: exit {done.returncode} {done.stderr}")
        self.usual_jobs()

    def deed_lock_held(self):
        """Another program holds the lock for a second, or longer than a job waits."""
        if self.numbers["locks"] % 4 == 0 and self.night > 60:
            with other_process(self.path, ["BEGIN IMMEDIATE"]):
                done = self.sh(f"geocli ingest -q{self.db}")
            if done.returncode != 75:
                self.differ(f"lock held: exit {done.returncode} {done.stderr}")
        self.numbers["locks"] += 1
        with other_process(self.path, ["BEGIN IMMEDIATE"]) as other:
            job = self.start(self.daily_line())
            time.sleep(0.3)
            other.kill()
            told = job.communicate(timeout=60)
        if job.returncode or any(told):
            self.differ(f"a lock for a moment: exit {job.returncode} {told}")
        self.settle(self.due)
        self.usual_jobs()

    def start(self, line):
        self.write_settings()
        return subprocess.Popen(["sh", "-c", "exec " + line], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env=self.environment(), cwd=self.home, stdin=subprocess.DEVNULL)

    def deed_killed(self):
        """kill -9 at a random moment; the next job finds all in order."""
        job = self.start(self.daily_line())
        time.sleep(self.draw.uniform(0, 0.15))
        job.kill()
        job.communicate()
        self.settle(self.due)
        self.usual_jobs()

    def deed_two_at_once(self):
        jobs = [self.start(self.daily_line()) for _ in range(2)]
        told = [job.communicate(timeout=60) for job in jobs]
        codes = [job.returncode for job in jobs]
        if 0 not in codes or set(codes) - {0, 75}:
            self.differ(f"two ingests at once: exit {codes} {told}")
        self.settle(self.due)
        self.usual_jobs()

    def deed_read_only(self):
        if not self.can_mount:
            return self.usual_jobs()
        with read_only(self.data):
            done = self.sh(self.daily_line())
            if done.returncode != 74 or "/" not in done.stderr:
                self.differ(f"read-only: exit {done.returncode} {done.stderr}")
            self.compare()
        self.usual_jobs()

    def deed_clock_back(self):
        """The machine's clock is a day and an hour late tonight: behind the jobs of the night before."""
        self.usual_jobs(back=90_000)

    def deed_paused(self):
        """The person pauses a daily feed, or ends the pause and ingests it at once."""
        held, source = self.catalog.feeds["cafes"], self.sources["cafes"]
        self.usual_jobs()
        self.hour = ACTS
        if held.paused_on:
            self.must("geocli feeds resume cafes")
            held.paused_on = None
            self.by_hand(source)
        else:
            self.must("geocli feeds pause cafes")
            held.paused_on = self.day
        self.hour = 0

    def must(self, line):
        done = self.sh(line + self.db)
        if done.returncode:
            self.differ(f"{line}: exit {done.returncode} {done.stderr}")
        return done

    def deed_removed(self):
        """The person removes a feed and adds it again, at once or in the next night."""
        self.usual_jobs()
        self.hour = ACTS
        id = self.draw.choice([id for id in self.catalog.feeds if not self.is_paused(self.sources[id])])
        self.must(f"geocli feeds remove {id} --dry-run")
        self.must(f"geocli feeds remove {id}")
        self.catalog.remove(id)
        # What failed in a feed that is gone is news no more.
        if any(self.source_of(command) in (None, self.sources[id]) for command in commands(self.next_step())):
            self.differ(f"after the removal of {id}: {self.next_step()}")
        self.by_hand(self.sources[id])
        self.hour = 0

    def deed_restored(self):
        """The person brings back yesterday's backup, and runs the job again."""
        self.usual_jobs()
        self.hour = ACTS
        self.verify(self.backup)
        self.must(f"geocli restore {shlex.quote(self.backup)} --replace")
        os.remove(self.path + ".before-restore")
        self.catalog = self.saved[1].copy()
        self.since = self.catalog.last_run
        self.hour = 0
        self.compare()
        self.usual_jobs()

    def deed_corrected(self):
        """The person corrects a phone number, or withdraws the last correction."""
        self.usual_jobs()
        self.hour = ACTS
        held = self.catalog.feeds[self.draw.choice(list(self.catalog.feeds))]
        if held.corrected and self.draw.random() < 0.5:
            place = self.draw.choice(sorted(held.corrected))
            number = [row["number"] for row in self.rows("corrections list --state applied") if row["ref"] == f"{held.id}/{place}"]
            self.must(f"geocli corrections withdraw {number[0]}")
            del held.corrected[place]
        else:
            place = self.draw.choice(sorted(held.listed))
            phone = f"02-120-{self.draw.randrange(10**4):04}"
            self.must(f"geocli corrections add {held.id}/{place} phone={phone} --because 'a person called' --source "
                      "https://example.com/proof")
            held.corrected[place] = "+82" + phone[1:].replace("-", "")
        self.hour = 0
