#!/usr/bin/env python3
"""Times batch jobs on Spark with two workers, and one worker compared with the same work in one process.

Usage: Benchmarks/spark.py [--places N,N] [--zoom Z] [--only worker|nearest|collide] [--programs FOLDER] [--keep FOLDER]
Needs `make build`, the products index-bench and geocli, and scripts/install-spark.sh (or $SPARK_HOME).
"""

import argparse
import math
import os
import pathlib
import random
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ANSWERS = 5


class Towns:
    """3,000 skewed clusters, 20 of them on ±180°; 1 % of the places have the position of the place before them."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.centers = []
        for number in range(3000):
            longitude = 180.0 if number < 20 else self.random.uniform(-180, 180)
            latitude = math.degrees(math.asin(self.random.uniform(-0.95, 0.95)))
            self.centers.append((longitude, latitude, 10 ** self.random.uniform(-2.5, -0.3)))
        weights = [self.random.paretovariate(1.1) for _ in self.centers]
        self.chosen = self.random.choices(range(3000), weights, k=100_000)
        self.last = None

    def place(self):
        if self.last and self.random.random() < 0.01:
            return self.last
        longitude, latitude, spread = self.centers[self.chosen[int(self.random.random() * 100_000)]]
        longitude += self.random.gauss(0, spread)
        longitude = (longitude + 180) % 360 - 180
        latitude = max(-90, min(90, latitude + self.random.gauss(0, spread)))
        self.last = (round(longitude, 7), round(latitude, 7))
        return self.last


def draw(places, queries):
    """Returns two lists of longitude and latitude: the places and the queries."""
    towns = Towns(7)
    return [towns.place() for _ in range(places)], [towns.place() for _ in range(queries)]


def write(folder, places, queries):
    """Writes TSV files for plans."""
    for name, rows in zip(("places", "queries"), draw(places, queries)):
        with open(folder / f"{name}.tsv", "w") as table:
            table.write("id\tlongitude\tlatitude\n")
            for number, (longitude, latitude) in enumerate(rows):
                table.write(f"{number}\t{longitude}\t{latitude}\n")


def cells(places, queries, most=50_000):
    """The cells of a plan: for each cell the numbers of its places and of its queries."""
    waiting = [(range(len(places)), range(len(queries)), -180.0, -90.0, 360.0, 180.0)]
    while waiting:
        inside, asking, west, south, width, height = waiting.pop()
        if len(inside) <= most:
            if inside:
                yield inside, asking
            continue
        quarters = {}
        for kind, rows, members in ((0, places, inside), (1, queries, asking)):
            for number in members:
                key = (rows[number][0] >= west + width / 2, rows[number][1] >= south + height / 2)
                quarters.setdefault(key, ([], []))[kind].append(number)
        for (east, north), (some, others) in quarters.items():
            corner = (west + width / 2 * east, south + height / 2 * north)
            waiting.append((some, others, *corner, width / 2, height / 2))


def write_cells(folder, places, queries):
    """Writes the same places and queries twice: as lines for a worker, and as float64 pairs for index-bench."""
    tables = draw(places, queries)
    for name, rows in zip(("places", "queries"), tables):
        (folder / f"{name}.bin").write_bytes(b"".join(struct.pack("<dd", *row) for row in rows))
    with open(folder / "lines", "w") as lines:
        for cell, members in enumerate(cells(*tables)):
            for kind, numbers in enumerate(members):
                for number in numbers:
                    longitude, latitude = tables[kind][number]
                    lines.write(f"{cell}\t{kind}\t{number}\t{longitude}\t{latitude}\n")


def seconds_of(words, **files):
    """The processor seconds of a program, user and system."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, **files)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def worker(folder, programs):
    """Times the same queries in two programs. One worker reads and writes text, cell by cell of a plan. index-bench has
    one index and numbers in memory, no output, and one thread."""
    print("== one worker beside the same work in one process: 1,000,000 places, 200,000 queries, 5 answers each")
    write_cells(folder, 1_000_000, 200_000)
    ways = {
        "in one process": [
            programs / "index-bench", folder / "places.bin", folder / "queries.bin", "nearest", "--k", str(ANSWERS),
        ],
        "worker": [programs / "geoworker", "nearest", "-k", str(ANSWERS)],
    }
    best = {}
    for _ in range(7):
        for name, words in ways.items():
            with open(folder / "lines") as lines:
                took = seconds_of(words, stdin=lines, stdout=subprocess.DEVNULL)
            best[name] = min(took, best.get(name, took))
    for name, took in best.items():
        print(f"{name:16} {took:6.2f} s of processor")
    print(f"worker / process: {best['in one process'] / best['worker']:.2f} of the throughput", flush=True)


def spark(folder, programs, plan, count):
    """One run of a plan with two workers at a time; returns the seconds, and Spark's messages about its steps."""
    words = [programs / "geocli", "batch", *plan, "--places", folder / "places.tsv", "-o", folder / "plan.sql"]
    subprocess.run(words, check=True)
    home = os.environ.get("SPARK_HOME", str(ROOT / ".build/spark/home"))
    words = [
        programs / "geocli", "batch", "run", folder / "plan.sql", "--master", "local[2,4]", "--scratch", folder,
        "--conf", "spark.driver.memory=3g", "--conf", "spark.sql.shuffle.partitions=16",
        "--spark-sql", f"{home}/bin/spark-sql", "-o", folder / "answer.csv",
    ]
    start = time.monotonic()
    processor = seconds_of(words, stderr=open(folder / "steps", "w"))
    took = time.monotonic() - start
    steps = (folder / "steps").read_text().strip().replace("\n", ", ")
    print(f"{count:>10,} places {took:7.1f} s, {processor:7.1f} s of processor   ({steps})", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--places", default="100000,1000000", help="how many places, several with commas")
    parser.add_argument("--zoom", type=int, default=10)
    parser.add_argument("--only", choices=["worker", "nearest", "collide"])
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / ".build/release", help="where the programs are")
    parser.add_argument("--keep", type=pathlib.Path, help="an empty folder for the files, which stay")
    arguments = parser.parse_args()
    folder = arguments.keep or pathlib.Path(tempfile.mkdtemp(prefix="geocli-spark-"))
    try:
        if arguments.only in (None, "worker"):
            worker(folder, arguments.programs)
        for job in ("nearest", "collide"):
            if arguments.only not in (None, job):
                continue
            print(f"== {job} on Spark, two workers" + (f", zoom {arguments.zoom}" if job == "collide" else ""))
            for count in map(int, arguments.places.split(",")):
                write(folder, count, count // 10)
                plan = ["nearest", "--queries", folder / "queries.tsv", "-k", str(ANSWERS)]
                spark(folder, arguments.programs, plan if job == "nearest" else ["collide", "--zoom", str(arguments.zoom)], count)
    finally:
        if not arguments.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
