#!/usr/bin/env python3
"""Runs `geocli ingest http://…` against a server that fails in every way that we know, and checks the results.

    network_faults.py GEOCLI [--count N] [--seed S] [--only TEXT] [--jobs J] [--list]

Each case starts with yesterday's catalog and makes one run. It checks the exit status, the time, the peak memory, the
content (exactly the old or completely the new), the number of requests, and the message. The key must be in no output,
file, header, other host or command line. Last, the next plain run must succeed. The script connects only to 127.0.0.1
(and to the resolver, once, for a name that can't exist).

Cases run beside each other. On a busy machine, the server may answer after the program's limit of a second, and the
program asks once more. So a case in which only the time or the number of requests is wrong runs again, alone, and only
the second result counts. The last line is `network_faults: M of N`; exit status 0 only if M equals N.
"""

import argparse
import concurrent.futures
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time

import feed_rows
import key_traces
from feed_server import FeedServer
from live_run import Bench, Yesterday
from live_flows import ended, starts
from network_cases import FOUR, all_cases

STYLES = [(), ("-v",), ("-q",), ("--format", "json"), ("-v", "--format", "json")]


def is_enough(case, count, run):
    """Whether the case allows this number of requests."""
    if case.requests == FOUR:
        cut_by_deadline = run.seconds > case.limit - 0.5
        return count == 4 or cut_by_deadline and 1 <= count < 4
    least, most = case.requests
    return least <= count <= most


def count_requests(bench, case, server, run):
    """Checks the number of requests. Without a rule: the faulty requests, then one request for each page."""
    count = server.connections if case.connection else len(server.requests)
    if case.requests is not None:
        bench.check_pace(is_enough(case, count, run), f"{count} requests, not {case.requests}")
    elif run.code == 0:
        pages = -(-len(server.rows) // 1000)
        # One more request may check that no page follows.
        bench.check_pace(case.faulty + pages <= count <= case.faulty + pages + 1,
                         f"{count} requests for {pages} pages and {case.faulty} faults: {starts(server.requests)}")


def judge_content(bench, case, server, run):
    """Checks exit status, content and message."""
    new = case.new(server) if case.new else [server.rows]
    if run.code == 0 and None in new:
        bench.check(0 in case.codes, "exit 0")
        olds = [shop for shop in bench.listing().values() if shop[0].endswith(" old")]
        return bench.check(not olds, f"{len(olds)} of yesterday's rows among the new")
    if run.code != 0 and "-v" in bench.style:
        bench.check(run.code in case.codes, f"exit {run.code}, not {sorted(case.codes)}: {bench.words[-300:]}")
        return bench.is_old()
    return ended(bench, case, run, *new)


def judge_report(bench, run):
    """Checks the report of a successful run, and that -q prints nothing."""
    if run.code == 0 and "json" in bench.style:
        try:
            outcome = json.loads(run.out)["outcome"]
            bench.check(outcome == "published", f"outcome {outcome}")
        except (ValueError, KeyError, TypeError):
            bench.problems.append(f"no report: {run.out[:100]}")
    elif run.code == 0:
        bench.check(run.out == b"", f"printed {run.out[:100]}")
    if run.code == 0 and "-q" in bench.style:
        more = [line for line in bench.words.splitlines() if not line.startswith("geocli: warning")]
        bench.check(not more, f"-q printed {more[:2]}")


def one_run(bench, case):
    """Runs a case of one run against one server."""
    with FeedServer(feed_rows.rows(case.rows), case.fault(), case.connection() if case.connection else None,
                    bench.key, case.keep_alive) as server, FeedServer(feed_rows.rows(case.rows, "stolen")) as other:
        server.other = other
        more = case.environment(bench, server, other) if case.environment else None
        run = bench.ingest(case.url(bench, server, other), limit=case.limit, environment=more,
                           options=(*bench.style, *case.options), secret=case.secret)
        judge_content(bench, case, server, run)
        judge_report(bench, run)
        count_requests(bench, case, server, run)
        bench.asked_well(server, case.prefix)
        bench.check(other.connections == 0, f"{other.connections} connections to another origin")
        if case.after:
            case.after(bench, server, run)


def next_run(bench, case):
    """Checks that a plain run afterwards succeeds and leaves only the catalog."""
    with FeedServer(feed_rows.rows(case.rows, "newest"), key=bench.key) as server:
        run = bench.ingest(server.url, limit=20, options=("-q",))
        if bench.check(run.code == 0, f"the next run: exit {run.code}: {bench.words[:200]}"):
            bench.is_new(server.rows)
        bench.is_sound()
        bench.leaves_nothing()


def run_case(case, geocli, yesterdays, folder, seed, watch):
    """Runs one case. Returns its bench, which has the problems found and the program's messages."""
    bench = Bench(geocli, yesterdays[case.rows], folder, case.name, seed, watch)
    bench.style = bench.chance.choice(STYLES)
    begin = time.monotonic()
    try:
        (case.flow or one_run)(bench, case)
        said = bench.words
        bench.is_sound()
        next_run(bench, case)
        bench.words = said
    except Exception as error:  # A case that raises an error counts as failed; the others continue.
        bench.problems.append(f"the trial broke: {type(error).__name__}: {error}")
    bench.seconds = time.monotonic() - begin
    shutil.rmtree(bench.folder, ignore_errors=True)
    return bench


def main():
    # A shell makes background jobs ignore SIGINT, and nohup ignores SIGHUP; their child processes would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    parser = argparse.ArgumentParser(description="Network faults against geocli ingest.")
    parser.add_argument("geocli", nargs="?", metavar="GEOCLI")
    parser.add_argument("--count", type=int, help="number of cases, chosen by the seed")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", metavar="TEXT", help="only cases whose name holds this (commas: any of these)")
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--list", action="store_true", help="name the cases")
    parser.add_argument("--messages", metavar="FILE", help="write what the program said in each case")
    options = parser.parse_args()
    cases = all_cases()
    if options.only:
        cases = [case for case in cases if any(part in case.name for part in options.only.split(","))]
    if options.count is not None:
        cases = random.Random(options.seed).sample(cases, min(options.count, len(cases)))
    if options.list:
        print("\n".join(case.name for case in cases))
        return 0
    if not options.geocli:
        parser.error("GEOCLI is missing")
    geocli = os.path.abspath(options.geocli)
    # The longest first, so that they don't run alone at the end.
    cases.sort(key=lambda case: -case.limit)
    watch = key_traces.CommandLines()
    with tempfile.TemporaryDirectory(prefix="network-faults-") as folder:
        yesterdays = {rows: Yesterday(geocli, folder, rows) for rows in {case.rows for case in cases}}
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            benches = list(pool.map(
                lambda case: run_case(case, geocli, yesterdays, folder, options.seed, watch), cases))
        for index, (case, bench) in enumerate(zip(cases, benches)):
            if bench.problems and bench.problems == bench.late:
                print(f"AGAIN {bench.name}: " + "; ".join(bench.problems))
                benches[index] = run_case(case, geocli, yesterdays, folder, options.seed, watch)
    failed = [bench for bench in benches if bench.problems]
    for bench in failed:
        print(f"FAILED {bench.name} ({' '.join(bench.style) or 'plain'}): " + "; ".join(bench.problems))
    if options.messages:
        with open(options.messages, "w", encoding="utf-8") as file:
            for bench in sorted(benches, key=lambda one: one.name):
                print(f"{bench.name}\t{bench.seconds:.1f} s\t{bench.words}", file=file)
    largest = max(benches, key=lambda bench: bench.peak_bytes, default=None)
    if largest:
        print(f"seed {options.seed}, largest peak {largest.peak_bytes >> 20} MB ({largest.name}), "
              f"{watch.samples} looks at command lines")
    print(f"network_faults: {len(benches) - len(failed)} of {len(benches)}")
    return 1 if failed or not benches else 0


if __name__ == "__main__":
    sys.exit(main())
