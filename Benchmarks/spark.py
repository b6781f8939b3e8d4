#!/usr/bin/env python3
"""Times batch jobs on Spark with two workers, and one worker beside the same work in one process.

Usage: Benchmarks/spark.py [--places N,N] [--zoom Z] [--only worker|nearest|collide] [--keep FOLDER]
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
PROGRAMS = ROOT / ".build/release"
ANSWERS = 5


class Towns:
    """3,000 skewed clusters, 20 of them on ±180°; of the places 1 % stand where the one before them does."""

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


def write(folder, places, queries):
    """TSV for plans, float64 pairs for index-bench, and one cell of lines for the worker."""
    towns = Towns(7)
    lines = open(folder / "lines", "w")
    for name, count, kind in (("places", places, 0), ("queries", queries, 1)):
        with open(folder / f"{name}.tsv", "w") as table, open(folder / f"{name}.bin", "wb") as pairs:
            table.write("id\tlongitude\tlatitude\n")
            for number in range(count):
                longitude, latitude = towns.place()
                table.write(f"{number}\t{longitude}\t{latitude}\n")
                pairs.write(struct.pack("<dd", longitude, latitude))
                lines.write(f"1\t{kind}\t{number}\t{longitude}\t{latitude}\n")
    lines.close()


def seconds_of(words, **files):
    """Processor seconds of a program, user and system."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, **files)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def worker(folder):
    """One worker, text in and text out, beside index-bench: numbers in memory, one thread, nothing written."""
    print("== one worker beside the same work in one process: 1,000,000 places, 1,000,000 queries")
    write(folder, 1_000_000, 1_000_000)
    ways = {
        "in one process, read and not asked": [PROGRAMS / "index-bench", folder / "places.bin", folder / "queries.bin", "build"],
        "in one process": [
            PROGRAMS / "index-bench", folder / "places.bin", folder / "queries.bin", "nearest", "--k", str(ANSWERS),
        ],
        "worker": [PROGRAMS / "geoworker", "nearest", "-k", str(ANSWERS)],
    }
    best = {}
    for _ in range(5):
        for name, words in ways.items():
            with open(folder / "lines") as lines:
                took = seconds_of(words, stdin=lines, stdout=subprocess.DEVNULL)
            best[name] = min(took, best.get(name, took))
    for name, took in best.items():
        print(f"{name:36} {took:6.2f} s of processor")
    print(f"worker / process: {best['in one process'] / best['worker']:.2f} of the throughput")


def spark(folder, plan, count):
    """One run of a plan with two workers at a time; the seconds, and what it said of its steps."""
    words = [PROGRAMS / "geocli", "plan", *plan, "--places", folder / "places.tsv", "-o", folder / "plan.sql"]
    subprocess.run(words, check=True)
    home = os.environ.get("SPARK_HOME", str(ROOT / ".build/spark/home"))
    words = [
        PROGRAMS / "geocli", "run", folder / "plan.sql", "--master", "local[2,4]", "--scratch", folder,
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
    parser.add_argument("--keep", type=pathlib.Path, help="an empty folder for the files, which stay")
    arguments = parser.parse_args()
    folder = arguments.keep or pathlib.Path(tempfile.mkdtemp(prefix="geocli-spark-"))
    try:
        if arguments.only in (None, "worker"):
            worker(folder)
        for job in ("nearest", "collide"):
            if arguments.only not in (None, job):
                continue
            print(f"== {job} on Spark, two workers" + (f", zoom {arguments.zoom}" if job == "collide" else ""))
            for count in map(int, arguments.places.split(",")):
                write(folder, count, count // 10)
                plan = ["nearest", "--queries", folder / "queries.tsv", "-k", str(ANSWERS)]
                spark(folder, plan if job == "nearest" else ["collide", "--zoom", str(arguments.zoom)], count)
    finally:
        if not arguments.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
