#!/usr/bin/env python3
"""Compares geocli with its peers in one run: see Benchmarks/compare.py --help, and docs/performance.md for the results.

Standard library only; the peers from PyPI run in a venv below the scratch folder. Exit status: 0, or 1 if answers
disagree or a program fails.
"""

import argparse
import json
import pathlib
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Sequence

from harness import (
    adversaries,
    attached,
    batch,
    collision,
    database,
    export,
    growth,
    ingest,
    machine,
    memory,
    postgis,
    report,
    setup,
    startup,
)
from harness.bench import Bench
from harness.child import Failed
from harness.rows import Row
from harness.workspace import ROOT, Disagreement, Unavailable, Workspace, say

# Each part yields rows. If one can't run, fails or disagrees, the other parts still run.
Part = Callable[[Bench], Iterator[Row]]
TASKS: dict[str, Sequence[Part]] = {
    "ingest": ingest.PARTS,
    "memory": memory.PARTS,
    "database": database.PARTS,
    "collision": collision.PARTS,
    "export": export.PARTS,
    "startup": startup.PARTS,
    "batch": batch.PARTS,
    "attached": attached.PARTS,
    "postgis": postgis.PARTS,
}
DEFAULT_TASKS = [name for name in TASKS if name != "postgis"]
ROUNDS = 3
# A program gives other answers, ends with an error, or writes output that can't be read.
BROKEN = (Disagreement, Failed, sqlite3.Error, OSError, LookupError, ValueError)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="geocli beside its peers, in one run", allow_abbrev=False)
    parser.add_argument("--size", type=int, default=100_000, help="rows and points: 600 to 10000000 (default: 100000)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="repetitions of each, in turn (default: 3)")
    parser.add_argument("--tasks", default=",".join(DEFAULT_TASKS), help="some of " + ",".join(TASKS))
    parser.add_argument("--growth", action="store_true", help="time for a row by number of rows, ours alone, instead")
    parser.add_argument("--adversaries", action="store_true", help="the worst catalogs of one size, ours alone, instead")
    parser.add_argument("--sizes", default=",".join(map(str, growth.SIZES)), help="of --growth (default: %(default)s)")
    parser.add_argument(
        "--write", type=pathlib.Path, metavar="FILE.md", help="put the result into this page, its chart beside it"
    )
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="every repetition of every row")
    parser.add_argument("--install", action="store_true", help="get peers that are missing (apt-get, pip)")
    parser.add_argument("--postgis", action="store_true", help="PostGIS as well: a server on loopback")
    parser.add_argument("--no-build", action="store_true", help="take our programs as .build/release has them")
    parser.add_argument(
        "--scratch",
        type=pathlib.Path,
        default=ROOT / "out" / "bench",
        help="peers, data and catalogs (default: out/bench)",
    )
    options = parser.parse_args()
    options.tasks = options.tasks.split(",") + (["postgis"] if options.postgis else [])
    unknown = set(options.tasks) - set(TASKS)
    if unknown or options.size < 600 or options.rounds < 1:
        parser.error(f"no task {', '.join(sorted(unknown))}" if unknown else "--size from 600, --rounds from 1")
    return options


def compare(bench: Bench, tasks: list[str]) -> tuple[list[Row], list[str]]:
    """Returns all rows, and the parts that disagreed or failed."""
    rows: list[Row] = []
    troubles: list[str] = []
    for name in dict.fromkeys(tasks):
        start = time.monotonic()
        for part in TASKS[name]:
            try:
                for row in part(bench):
                    rows.append(row)
                    say(report.plain([row]))
            except Unavailable as reason:
                say(f"left out: {name}: {reason}")
            except BROKEN as reason:
                troubles.append(f"{type(reason).__name__} at {name}: {reason}")
                say(troubles[-1])
        say(f"-- {name}: {time.monotonic() - start:.0f} s")
    return rows, troubles


def command(options: argparse.Namespace) -> str:
    """The command that repeats the run on any machine: without paths of this machine."""
    words = ["--growth", "--sizes", options.sizes] if options.growth else ["--size", str(options.size)]
    if options.adversaries:
        words.insert(0, "--adversaries")
    if options.rounds != ROUNDS:
        words += ["--rounds", str(options.rounds)]
    if options.tasks != DEFAULT_TASKS and not options.growth and not options.adversaries:
        words += ["--tasks", ",".join(options.tasks)]
    return " ".join(["Benchmarks/compare.py", *words, "--write", "docs/performance.md"])


def run(options: argparse.Namespace, bench: Bench) -> int:
    for size in (startup.SMALL, bench.size):
        Bench(bench.workspace, bench.equipment, size, bench.rounds).forget_catalogs()
    rows, troubles = compare(bench, options.tasks)
    print(report.plain(rows))
    if options.json:
        options.json.write_text(json.dumps([row.as_dict() for row in rows], ensure_ascii=False, indent=1) + "\n")
    if options.write and rows:
        body = report.run_section(
            rows, machine.describe(bench), command(options), bench.size, options.write.with_suffix(".svg")
        )
        report.write(options.write, "run", body)
    for text in troubles:
        print(text)
    return 1 if troubles else 0


def run_growth(options: argparse.Namespace, bench: Bench) -> int:
    sizes = [int(size) for size in options.sizes.split(",")]
    for size in sizes:
        Bench(bench.workspace, bench.equipment, size, bench.rounds).forget_catalogs()
    found = growth.measure(bench, sizes)
    print(growth.table(found))
    if options.json:
        options.json.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    if options.write and found:
        picture = options.write.with_name(options.write.stem + "-growth.svg")
        report.write(options.write, "growth", growth.section(found, machine.describe(bench), command(options), picture))
    return 0


def run_adversaries(options: argparse.Namespace, bench: Bench) -> int:
    table = adversaries.measure(bench)
    print(table)
    if options.write:
        lines = [*(f"- {fact}" for fact in machine.describe(bench)), f"- command: `{command(options)}`", "", table]
        report.write(options.write, "adversaries", "\n".join(lines))
    return 0


def main() -> int:
    options = parsed()
    workspace = Workspace(options.scratch.resolve())
    try:
        with workspace.hold():
            return run_in(options, workspace)
    except Unavailable as reason:
        say(f"compare.py: {reason}")
        return 1


def run_in(options: argparse.Namespace, workspace: Workspace) -> int:
    equipment = setup.prepare(
        workspace, installs=options.install, builds=not options.no_build, with_postgis=options.postgis
    )
    bench = Bench(workspace, equipment, options.size, options.rounds)
    try:
        if options.adversaries:
            return run_adversaries(options, bench)
        return run_growth(options, bench) if options.growth else run(options, bench)
    except BROKEN as reason:
        say(f"{type(reason).__name__}: {reason}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
