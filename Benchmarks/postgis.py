#!/usr/bin/env python3
"""Benchmarks/postgis.py CATALOG: pushes a catalog to its own PostgreSQL, and queries it with one client and with eight.

Builds geocli and postgis-bench with the trait PostGIS, starts scripts/local-postgis.sh (as root or as a normal user),
and prints a Markdown table. Answers are compared with those of the catalog's file before they are timed. The table
shows the best of three rounds and their median, because other programs on the machine take processor time, too.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RELEASE = ROOT / ".build/release"
ROUNDS, SECONDS, CLIENTS = 3, 10, 8


def build() -> None:
    subprocess.run(
        [ROOT / "scripts/build.sh", "geocli", "postgis-bench"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


class Server:
    """The server, which runs until this program closes its standard input."""

    def __init__(self) -> None:
        options = "-c shared_buffers=1GB -c log_min_duration_statement=0"
        self.process = subprocess.Popen(
            [ROOT / "scripts/local-postgis.sh"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "GEOCLI_POSTGIS_OPTIONS": options},
        )
        assert self.process.stdout
        self.folder, self.port = self.process.stdout.readline().split()
        host = self.folder.replace("/", "%2F")
        self.address = f"postgres://postgres@/places?host={host}&port={self.port}"

    def stop(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()

    def ask(self, sql: str) -> list[list[str]]:
        words = ["psql", "-XqAt", "-h", self.folder, "-p", self.port, "-U", "postgres", "-d", "places", "-c", sql]
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        return [line.split("|") for line in done.stdout.splitlines()]

    def seconds(self, pattern: str) -> float:
        """The duration of the last logged statement that matches the pattern."""
        log = pathlib.Path(self.folder, "server.log").read_text(errors="replace")
        found = re.findall(rf"duration: ([0-9.]+) ms +(?:statement|execute <unnamed>): {pattern}", log)
        return float(found[-1]) / 1000

    def processor_seconds(self) -> float:
        """The processor seconds of all connections that have ended."""
        pid = pathlib.Path(self.folder, "data/postmaster.pid").read_text().split("\n")[0]
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def clients(server: Server, catalog: str, count: int) -> tuple[float, float, float]:
    """The queries per second of all clients, the median of the clients' median times in ms, the server's processor
    seconds per query."""
    before = server.processor_seconds()
    running = [
        subprocess.Popen(
            [RELEASE / "postgis-bench", server.address, catalog, str(SECONDS), str(seed)], stdout=subprocess.PIPE)
        for seed in range(count)
    ]
    answers = [json.loads(process.communicate()[0]) for process in running]
    time.sleep(1)
    assert all(answer["differences"] == 0 for answer in answers), "answers differ from the file's"
    queries = sum(answer["queries"] for answer in answers)
    spent = server.processor_seconds() - before
    rate = sum(answer["queries"] / answer["seconds"] for answer in answers)
    return rate, statistics.median(answer["median_ms"] for answer in answers), spent / queries


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: Benchmarks/postgis.py CATALOG")
    catalog = sys.argv[1]
    build()
    server = Server()
    try:
        begun = time.monotonic()
        subprocess.run([RELEASE / "geocli", "push", server.address, "--db", catalog], check=True)
        rows = [("push, all of it", f"{time.monotonic() - begun:.1f} s")]
        for name, pattern in [
            ("COPY of places", "COPY [^ ]*place"), ("COPY of the index of pieces", "COPY [^ ]*posting"),
            ("GiST of geography (near)", "CREATE INDEX place_staged_point"),
            ("GiST of geometry (bbox)", "CREATE INDEX place_staged_box"),
            ("primary key", "ALTER TABLE [^ ]*place_staged ADD"),
        ]:
            rows.append((name, f"{server.seconds(pattern):.1f} s"))
        sizes = server.ask(
            "SELECT relname, pg_table_size(oid), (SELECT count(*) FROM geocli.place) FROM pg_class "
            "WHERE relnamespace = 'geocli'::regnamespace AND relname ~ '^(place|posting)' ORDER BY 1")
        for name, size, count in sizes:
            rows.append((f"bytes a place: {name}", f"{int(size) / int(count):.0f}"))
        for count in (1, CLIENTS):
            rounds = [clients(server, catalog, count) for _ in range(ROUNDS)]
            rates, medians = [one[0] for one in rounds], [one[1] for one in rounds]
            rows.append((f"nearest 10, {count} client{'s' * (count > 1)}, queries a second",
                         f"{max(rates):.0f} (median {statistics.median(rates):.0f})"))
            rows.append((f"nearest 10, {count} client{'s' * (count > 1)}, ms a query",
                         f"{min(medians):.2f} (median {statistics.median(medians):.2f})"))
            rows.append((f"server's processor time a query, {count} client{'s' * (count > 1)}, ms",
                         f"{1000 * min(one[2] for one in rounds):.2f}"))
        print("| | |\n| --- | --- |")
        for name, value in rows:
            print(f"| {name} | {value} |")
        print(f"\nload of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    finally:
        server.stop()


main()
