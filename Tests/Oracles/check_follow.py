#!/usr/bin/env python3
"""Runs followers of changes while nights publish, ends and restarts them, and compares what they got with the command.

    check_follow.py GEOCLI GEOSERVE FOLDER SEED NIGHTS

Followers read the file or the service, print or run a command that fails at random. They end by SIGTERM or SIGINT at
random, which must lose and double nothing, and one of them by SIGKILL, which may run the command again for the change
that it was at. The service is killed, too. Then the catalog is replaced: each follower must say so and go on. FOLDER
must be empty. Prints each difference, then numbers; exit status 1 for a difference. Standard library only.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time

from check_events import EventNights, Service, admits, key
import shop_nights

SCRIPT = """#!/usr/bin/env python3
import json, os, random, sys
row = sys.stdin.read()
if random.random() < 0.03:
    sys.exit(3)
change = json.loads(row)
assert os.environ["GEOCLI_CHANGE_NAME"] == change["name"].replace("\\0", " ")
assert os.environ["GEOCLI_CHANGE_WHAT"] == change["what"] and os.environ["GEOCLI_CHANGE_TEXT"]
with open(sys.argv[1], "a") as file:
    file.write(row)
"""


class Follower:
    def __init__(self, nights, name, words, runs=False, endings=(signal.SIGTERM, signal.SIGINT), filters=None):
        self.nights, self.name, self.endings, self.filters = nights, name, endings, filters or {}
        self.path = os.path.join(nights.folder, name + ".out")
        self.errors = os.path.join(nights.folder, name + ".err")
        self.words = [nights.program, "changes", "--follow", *words]
        if runs:
            self.words += ["--exec", f"'{nights.script}' '{self.path}'"]
        else:
            self.words += ["--format", "ndjson"]
        self.runs, self.restarts, self.start_count = runs, 0, 0
        self.start()

    def start(self):
        environment = dict(self.nights.environment, GEOCLI_DB=self.nights.catalog, GEOCLI_LANG="en")
        with open(self.path, "a") as output, open(self.errors, "a") as errors:
            self.process = subprocess.Popen(
                self.words, env=environment, stdout=subprocess.DEVNULL if self.runs else output, stderr=errors, cwd=self.nights.folder)

    def end(self):
        number = self.nights.random.choice(self.endings)
        self.process.send_signal(number)
        code = self.process.wait(timeout=30)
        # A signal that comes before the program's first line ends it as any other program.
        if number != signal.SIGKILL and code not in (0, -number):
            with open(self.errors) as file:
                self.nights.differ(f"{self.name}: signal {number}: exit {code}: {file.read()[-300:]}")
        self.restarts += 1

    def rows(self):
        with open(self.path) as file:
            return [json.loads(line) for line in file if line.endswith("\n")]


def main():
    program, server, folder = (os.path.abspath(path) for path in sys.argv[1:4])
    nights = EventNights(program, server, folder, int(sys.argv[4]))
    nights.script = os.path.join(folder, "take.py")
    with open(nights.script, "w", encoding="utf-8") as file:
        file.write(SCRIPT)
    os.chmod(nights.script, 0o755)
    for _ in shop_nights.FEEDS:
        nights.publish()
    service = Service(server, nights.catalog, nights.environment)
    url = service.address("")
    killed = Follower(nights, "killed", ["--reader", "killed"], runs=True, endings=(signal.SIGKILL,))
    steady = [Follower(nights, "steady", ["--since", "0"]), Follower(nights, "steady-server", ["--since", "0", "--server", url])]
    some = [
        Follower(nights, "file", ["--reader", "file"]),
        Follower(nights, "server", ["--reader", "server", "--server", url]),
        Follower(nights, "file-runs", ["--reader", "file-runs"], runs=True),
        Follower(nights, "server-runs", ["--reader", "file-runs", "--server", url, "--feed", "alpha"], runs=True, filters={"feed": "alpha"}),
        Follower(nights, "kinds", ["--reader", "kinds", "--what", "added,returned", "--feed", "beta"], filters={"what": "added,returned", "feed": "beta"})]
    count = int(sys.argv[5])
    while nights.night < count:
        for follower in [*some, killed]:
            if nights.random.random() < 0.3:
                follower.end()
                if nights.random.random() < 0.5:
                    nights.publish()
                follower.start()
        if nights.random.random() < 0.15:
            service.kill()
            nights.publish()
            service.start()
        nights.publish()
        time.sleep(nights.random.uniform(0, 0.4))
    wanted = nights.changes()
    everyone = [*steady, *some, killed]
    end = time.monotonic() + 60
    while time.monotonic() < end and any(len(f.rows()) < sum(admits(f.filters, row) for row in wanted) for f in everyone):
        time.sleep(0.2)
    time.sleep(1)
    nights.check_log()
    for follower in everyone:
        expected = [key(row) for row in wanted if admits(follower.filters, row)]
        found = [key(row) for row in follower.rows()]
        if follower is killed:
            doubled = len(found) - len(set(found))
            if list(dict.fromkeys(found)) != expected or doubled > follower.restarts:
                nights.differ(f"{follower.name}: {len(set(found))} of {len(expected)}, {doubled} doubled in {follower.restarts} kills")
        elif found != expected:
            nights.differ(f"{follower.name}: expected {len(expected)}, found {len(found)}, {len(found) - len(set(found))} doubled")
    # The mark of a follower is that of the reader.
    for name in ("file", "file-runs"):
        if unread := nights.rows("changes", "--reader", name):
            nights.differ(f"changes --reader {name}: {len(unread)} unread")
    answer = subprocess.run([program, "changes", "--server", url, "--since", "0", "--format", "ndjson"], capture_output=True, env=nights.environment)
    if [json.loads(line) for line in answer.stdout.decode().splitlines()] != wanted:
        nights.differ(f"changes --server: {answer.returncode} {answer.stderr.decode()}")
    check_anew(nights, everyone, program, server, folder)
    for follower in everyone:
        follower.end()
    service.kill()
    print("\n".join(nights.differences[:20]))
    print(f"{count} nights, {len(wanted)} changes, {sum(f.restarts for f in everyone)} restarts of {len(everyone)} followers, {len(nights.differences)} differences")
    return 1 if nights.differences else 0


def check_anew(nights, everyone, program, server, folder):
    """Replaces the catalog."""
    other = EventNights(program, server, os.path.join(folder, "other"), 7)
    for _ in range(4):
        other.publish()
    for ending in ("-wal", "-shm"):
        if os.path.exists(nights.catalog + ending):
            os.remove(nights.catalog + ending)
        if os.path.exists(other.catalog + ending) and os.path.getsize(other.catalog + ending):
            subprocess.run([sys.executable, "-c", f"import sqlite3; sqlite3.connect({other.catalog!r}).execute('PRAGMA wal_checkpoint(TRUNCATE)')"], check=True)
    before = [len(follower.rows()) for follower in everyone]
    os.rename(other.catalog, nights.catalog)
    time.sleep(4)
    first = len(nights.changes())
    nights.feeds = other.feeds
    for number in range(3):
        nights.feeds["alpha"][f"new{number}"] = nights.shop()
    nights.ingest("alpha")
    wanted = nights.changes()[first:]
    time.sleep(6)
    for number, follower in enumerate(everyone):
        with open(follower.errors) as file:
            if file.read().count("created again") != 1:
                nights.differ(f"{follower.name} doesn't say once that the catalog is another one")
        found = [key(row) for row in follower.rows()[before[number]:]]
        if found != [key(row) for row in wanted if admits(follower.filters, row)]:
            nights.differ(f"{follower.name} after another catalog: {len(found)} of {len(wanted)}")


if __name__ == "__main__":
    sys.exit(main())
