#!/usr/bin/env python3
"""Reads the events of a service while nights publish, and compares each reader's list with the command's.

    check_events.py GEOCLI GEOSERVE FOLDER SEED NIGHTS READERS [load] [slow]

Readers leave at random and come back with their last id; the service and some ingests are killed (-9) at random. At the
end each reader must have every change that its filter admits once, in the order of 'geocli changes --since 0'. Then the
catalog is replaced: each reader must get one resync and go on. With load, 64 clients ask for lists all the time, and no
answer may be wrong. With slow, a reader that takes nothing must be dropped.
FOLDER must be empty. Prints each difference, then numbers; exit status 1 for a difference. Standard library only.
"""

import http.client
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import shop_nights

FILTERS = [{}, {}, {"feed": "alpha"}, {"feed": "beta,gamma"}, {"what": "added,moved"}, {"what": "changed", "feed": "gamma"}, {"what": "closed"}]


def key(row):
    """What stays the same of a change: not the place's name, kind, district and point, which are those of today."""
    return tuple(row[name] for name in ("run_id", "what", "id", "field", "old", "new"))


def admits(words, row):
    return all(row[name] in value.split(",") for name, value in words.items())


class Service:
    def __init__(self, program, catalog, environment):
        self.words = [program, "--db", catalog, "--listen"]
        self.environment = environment
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen([*self.words, f"127.0.0.1:{self.port}"], env=self.environment, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                urllib.request.urlopen(self.address("/healthz"), timeout=5).read()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the service doesn't start")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def address(self, path):
        return f"http://127.0.0.1:{self.port}{path}"


class Reader(threading.Thread):
    """A client of the event stream, by the letter of the standard: fields, empty lines, the last id."""

    def __init__(self, service, words, seed, since="0"):
        super().__init__(daemon=True)
        self.service, self.words, self.random = service, words, random.Random(seed)
        self.since, self.last = since, None
        self.leaves = seed % 5 != 0
        self.events, self.resyncs, self.times = [], [], []
        self.connections = 0
        self.isOver = False
        self.wrong = []

    def run(self):
        while not self.isOver:
            try:
                self.read()
            except (OSError, ConnectionError):
                pass
            time.sleep(self.random.uniform(0, 0.1))

    def read(self):
        words = dict(self.words, **({"since": self.since} if self.since and self.last is None else {}))
        head = f"GET /events?{urllib.parse.urlencode(words)} HTTP/1.0\r\nHost: localhost\r\n"
        if self.last is not None:
            head += f"Last-Event-ID: {self.last}\r\n"
        patience = self.random.choice([None, 1, 3, 10, 40]) if self.leaves else None
        with socket.create_connection(("127.0.0.1", self.service.port), timeout=20) as connection:
            connection.sendall((head + "\r\n").encode())
            with connection.makefile("rb") as lines:
                status = lines.readline()
                if b" 200 " not in status:
                    if status and b" 503 " not in status:
                        self.wrong.append(f"status {status!r}")
                    return
                while lines.readline().strip():
                    pass
                self.connections += 1
                self.take(lines, patience)

    def take(self, lines, patience):
        event, data, last = "message", [], self.last
        while not self.isOver:
            line = lines.readline()
            if not line.endswith(b"\n"):
                return
            line = line[:-1].decode()
            if line:
                name, _, value = line.partition(":")
                value = value[1:] if value.startswith(" ") else value
                if name == "event":
                    event = value
                elif name == "data":
                    data.append(value)
                elif name == "id":
                    last = value
                continue
            self.last = last
            if data:
                (self.events if event == "change" else self.resyncs).append((last, json.loads("\n".join(data))))
                self.times.append(time.monotonic())
                if patience is not None:
                    patience -= 1
                    if patience <= 0:
                        return
            event, data = "message", []


class Client(threading.Thread):
    """Asks for lists again and again."""

    def __init__(self, service, seed):
        super().__init__(daemon=True)
        self.service, self.random = service, random.Random(seed)
        self.answers, self.busy, self.wrong, self.isOver = 0, 0, [], False

    def run(self):
        while not self.isOver:
            path = self.random.choice(["/list?limit=20", "/list?feed=alpha", "/changes?since=1&limit=50", "/healthz", "/near?where=37.55,126.95"])
            try:
                with urllib.request.urlopen(self.service.address(path), timeout=20) as answer:
                    answer.read()
                    self.answers += 1
            except urllib.error.HTTPError as error:
                if error.code == 503:
                    self.busy += 1
                else:
                    self.wrong.append(f"{path}: {error.code}")
            except (OSError, http.client.HTTPException):
                # The service is down for a moment.
                time.sleep(0.1)


class EventNights(shop_nights.Nights):
    def __init__(self, program, server, folder, seed):
        super().__init__(program, folder, seed)
        self.catalog = os.path.join(folder, "nights.sqlite")
        self.environment = dict(os.environ, XDG_CONFIG_HOME=os.path.join(folder, "config"), HOME=folder)
        self.server = server
        self.kills = self.late = 0
        self.latencies = []

    def changes(self, *words):
        return self.rows("changes", "--since", "0", *words)

    def killed_ingest(self, feed):
        """Starts the ingest of a night and kills it somewhere."""
        run = self.run
        def killed(*words, fails=False):
            environment = dict(self.environment, GEOCLI_DB=self.catalog, SOURCE_DATE_EPOCH=str(1_790_000_000 + self.night * 86_400))
            process = subprocess.Popen([self.program, *words], env=environment, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(self.random.uniform(0, 0.12))
            process.kill()
            process.wait()
        self.run = killed
        try:
            self.ingest(feed)
        finally:
            self.run = run
        self.kills += 1

    def publish(self, watcher=None):
        feed = shop_nights.FEEDS[self.night] if self.night < 3 else self.random.choice(shop_nights.FEEDS)
        self.change(feed)
        if self.random.random() < 0.2:
            self.killed_ingest(feed)
        before = len(watcher.events) if watcher else 0
        self.ingest(feed)
        done = time.monotonic()
        if watcher:
            for _ in range(60):
                if len(watcher.events) > before:
                    break
                time.sleep(0.02)
            if len(watcher.events) > before:
                self.latencies.append(max(0, watcher.times[before] - done))
        self.night += 1

    def wait(self, readers, wanted, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if all(len(reader.events) >= sum(admits(reader.words, row) for row in wanted) for reader in readers):
                break
            time.sleep(0.1)
        time.sleep(0.6)

    def compare_events(self, readers, wanted):
        numbers, ids = {}, {}
        for row in wanted:
            numbers[row["run_id"]] = numbers.get(row["run_id"], 0) + 1
            ids[key(row)] = f"{row['run_id']}.{numbers[row['run_id']]}."
        lost = doubled = 0
        for number, reader in enumerate(readers):
            expected = [key(row) for row in wanted if admits(reader.words, row)]
            found = [key(row) for _, row in reader.events]
            lost += len(set(expected) - set(found))
            doubled += len(found) - len(set(found))
            if found != expected:
                self.differ(f"reader {number} {reader.words}: expected {len(expected)}, found {len(found)} in other order or number")
            for last, row in reader.events:
                if not last.startswith(ids.get(key(row), "none")):
                    self.differ(f"reader {number}: {last} is {ids.get(key(row))}")
                    break
            for text in reader.wrong[:2]:
                self.differ(f"reader {number}: {text}")
            if reader.resyncs:
                self.differ(f"reader {number}: {len(reader.resyncs)} resyncs")
        return lost, doubled

    def check_log(self):
        with sqlite3.connect(self.catalog, timeout=10) as db:
            busy, log, done = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if busy or log != done:
            self.differ(f"the log has {log} pages, {done} of them in the file")

    def check_fresh(self, service):
        """Filters by what a place is today: one reading of all against the command."""
        for words in ({"district": "mapo"}, {"kind": "other", "has": "phone"}, {"match": "도서관"}, {"feed": "alpha", "what": "closed,removed"}):
            options = [word for name, value in words.items() for word in (f"--{name}", value)]
            wanted = self.changes(*options) if "what" not in words else self.changes("--feed", "alpha", "--what", "closed,removed")
            reader = Reader(service, words, 0)
            reader.start()
            end = time.monotonic() + 10
            while len(reader.events) < len(wanted) and time.monotonic() < end:
                time.sleep(0.05)
            time.sleep(0.3)
            reader.isOver = True
            if [row for _, row in reader.events] != wanted:
                self.differ(f"{words}: expected {len(wanted)} rows, found {len(reader.events)}")
            address = service.address("/changes?" + urllib.parse.urlencode(dict(words, since="0", format="ndjson", limit="0")))
            with urllib.request.urlopen(address, timeout=10) as answer:
                if answer.headers["X-Total-Count"] != str(len(wanted)):
                    self.differ(f"{address}: {answer.headers['X-Total-Count']} of {len(wanted)}")

    def check_marks(self, service, reader):
        """/changes and the command go on after any event."""
        rows = [row for _, row in reader.events]
        for position in {0, len(rows) - 1, *(self.random.randrange(len(rows)) for _ in range(6))}:
            last = reader.events[position][0]
            for filters in ([], ["--feed", "alpha"]):
                found = self.rows("changes", "--since", last, *filters)
                wanted = [key(row) for row in rows[position + 1:] if not filters or row["feed"] == "alpha"]
                if [key(row) for row in found] != wanted:
                    self.differ(f"changes --since {last} {filters}: {len(found)} rows of {len(wanted)}")
            with urllib.request.urlopen(service.address(f"/changes?since={last}&format=ndjson"), timeout=10) as answer:
                if len(answer.read().splitlines()) != len(rows) - position - 1:
                    self.differ(f"/changes?since={last}")

    def check_resync(self, service, readers):
        """Replaces the catalog by another one, whose runs have the same numbers."""
        last = readers[0].last
        other = EventNights(self.program, self.server, os.path.join(self.folder, "other"), 7)
        for _ in range(max(3, min(self.night, 6))):
            other.publish()
        with sqlite3.connect(other.catalog) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for ending in ("-wal", "-shm"):
            if os.path.exists(self.catalog + ending):
                os.remove(self.catalog + ending)
        os.rename(other.catalog, self.catalog)
        for reader in readers:
            reader.events.clear()
        late = Reader(service, {}, 0)
        late.last = last
        late.start()
        time.sleep(2)
        for reader in [*readers, late]:
            if len(reader.resyncs) != 1:
                self.differ(f"{len(reader.resyncs)} resyncs after the catalog was replaced")
        before = len(self.changes())
        self.feeds["alpha"], self.gone["alpha"] = other.feeds["alpha"], {}
        for number in range(3):
            self.feeds["alpha"][f"new{number}"] = self.shop()
        self.ingest("alpha")
        wanted = self.changes()[before:]
        self.wait([*readers, late], wanted, 10)
        if not wanted:
            self.differ("no change after the catalog was replaced")
        for reader in [*readers, late]:
            found = [key(row) for _, row in reader.events]
            if found != [key(row) for row in wanted if admits(reader.words, row)]:
                self.differ(f"after a resync: {len(found)} of {len(wanted)} changes")

    def check_slow(self):
        """A reader that takes nothing is dropped, and comes back for the rest."""
        self.catalog = os.path.join(self.folder, "large.sqlite")
        with open(os.path.join(self.folder, "large.csv"), "w", encoding="utf-8") as file:
            file.write("no,name,lat,lon\n")
            for number in range(20_000):
                file.write(f"{number},shop {number},37.5,126.9\n")
        environment = dict(self.environment, GEOCLI_DB=self.catalog)
        subprocess.run([
            self.program, "ingest", "large.csv", "--feed", "large", "--id", "no", "--name", "name", "--lat", "lat", "--lon", "lon",
            "--kind", "other", "-q"], cwd=self.folder, env=environment, check=True)
        service = Service(self.server, self.catalog, self.environment)
        with socket.socket() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.connect(("127.0.0.1", service.port))
            slow.sendall(b"GET /events?since=0 HTTP/1.0\r\nHost: localhost\r\n\r\n")
            time.sleep(50)
            slow.settimeout(20)
            received = b""
            try:
                while piece := slow.recv(1 << 16):
                    received += piece
            except ConnectionError:
                pass
            except TimeoutError:
                self.differ("a slow reader is not dropped")
        whole = received[:received.rfind(b"\n\n") + 2].decode()
        ids = [line[4:] for line in whole.splitlines() if line.startswith("id: ")]
        print(f"a slow reader was dropped after {len(received)} bytes, {len(ids)} events")
        reader = Reader(service, {}, 0)
        reader.last = ids[-1]
        reader.start()
        end = time.monotonic() + 60
        while len(ids) + len(reader.events) < 20_000 and time.monotonic() < end:
            time.sleep(0.1)
        reader.isOver = True
        ids += [last for last, _ in reader.events]
        if [last.split(".")[1] for last in ids] != [str(number) for number in range(1, 20_001)]:
            self.differ(f"a slow reader has {len(ids)} of 20000 events")
        service.kill()


def main():
    program, server, folder = (os.path.abspath(path) for path in sys.argv[1:4])
    seed, count, reader_count = (int(word) for word in sys.argv[4:7])
    nights = EventNights(program, server, folder, seed)
    # A filter can only name feeds that the catalog has.
    for _ in shop_nights.FEEDS:
        nights.publish()
    service = Service(server, nights.catalog, nights.environment)
    readers = [Reader(service, FILTERS[number % len(FILTERS)], seed * 1000 + number) for number in range(reader_count)]
    watcher = Reader(service, {}, 0)
    for reader in [*readers, watcher]:
        reader.start()
    clients = [Client(service, number) for number in range(64 if "load" in sys.argv[7:] else 0)]
    for client in clients:
        client.start()
    restarts = 0
    while nights.night < count:
        if nights.random.random() < 0.1:
            service.kill()
            restarts += 1
            if nights.random.random() < 0.5:
                nights.publish()
            service.start()
            time.sleep(0.3)
        nights.publish(watcher)
    for client in clients:
        client.isOver = True
        for text in client.wrong[:3]:
            nights.differ(text)
    if clients:
        print(f"{sum(c.answers for c in clients)} answers to 64 clients, {sum(c.busy for c in clients)} busy")
    wanted = nights.changes()
    nights.wait([*readers, watcher], wanted)
    lost, doubled = nights.compare_events([*readers, watcher], wanted)
    nights.check_log()
    nights.check_fresh(service)
    nights.check_marks(service, watcher)
    slowest = max(nights.latencies, default=0)
    if slowest >= 1:
        nights.differ(f"an event came {slowest:.2f} s after its ingest")
    some = readers[:5] + [watcher]
    for reader in readers[5:]:
        reader.isOver = True
    nights.check_resync(service, some)
    for reader in some:
        reader.isOver = True
    service.kill()
    if "slow" in sys.argv[7:]:
        nights.check_slow()
    print("\n".join(nights.differences[:20]))
    print(
        f"{count} nights, {len(wanted)} changes, {len(readers) + 1} readers, {sum(r.connections for r in readers)} connections, "
        f"{restarts} restarts, {nights.kills} killed ingests, slowest event {slowest:.2f} s, {lost} lost, {doubled} doubled, "
        f"{len(nights.differences)} differences")
    return 1 if nights.differences else 0


if __name__ == "__main__":
    sys.exit(main())
