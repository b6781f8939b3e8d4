#!/usr/bin/env python3
"""Streams a very large feed into `geocli ingest -` and measures the peak memory.

    big_feed.py GEOCLI [--rows N [N ...]] [--seed S]

Proves: peak memory stays under 256 MB and does not grow with the feed. The largest and the smallest peak of all sizes
(1 and 10 million rows by default) differ by at most 10 %. Each size is one trial, and the comparison is another. It
does not run in every build, because 10 million rows take minutes, and more than 10 GB in $TMPDIR.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time

from faults import SERVICE, Campaign, Run, shops

LIMIT_BYTES = 256_000_000
GROWTH = 1.10
# The feed is a pipe and takes no disk space; the staged rows, the log and the catalog do.
BYTES_PER_ROW = 1600
ROWS_PER_WRITE = 2000
# Primes that put the ids and the points in a scattered order.
ID_STRIDE, LATITUDE_STRIDE, LONGITUDE_STRIDE = 100_000_007, 611_953, 746_773


def templates(seed):
    """Rows in the feed's form, with placeholders for the values that differ from row to row."""
    found = []
    for row in shops(20, seed):
        number = f"{row['STORE_SEQ_NO']:.0f}"
        row |= {"XCNTS": "37.5<lat>", "YDNTS": "126.9<lon>"}
        text = json.dumps(row, ensure_ascii=False, separators=(",", ":")).replace("%", "%%")
        text = text.replace(number, "%(id)d").replace("<lat>", "%(lat)06d").replace("<lon>", "%(lon)06d")
        found.append(text.encode())
    return found


def write_page(pipe, count, seed):
    """One page of `count` rows."""
    rows = templates(seed)
    head = f'{{"{SERVICE}":{{"list_total_count":{count},"RESULT":{{"CODE":"INFO-000","MESSAGE":""}},"row":['
    pipe.write(head.encode())
    for start in range(0, count, ROWS_PER_WRITE):
        pieces = [
            rows[number % len(rows)] % {
                b"id": number * ID_STRIDE % count + 1,
                b"lat": number * LATITUDE_STRIDE % 1_000_000,
                b"lon": number * LONGITUDE_STRIDE % 999_983,
            }
            for number in range(start, min(start + ROWS_PER_WRITE, count))
        ]
        pipe.write((b"," if start else b"") + b",".join(pieces))
    pipe.write(b"]}}")
    pipe.close()


def feed(process, count, seed):
    """Writes the page; if the process ends early, its status gives the reason."""
    try:
        write_page(process.stdin, count, seed)
    except BrokenPipeError:
        pass


def high_water_mark(pid):
    """The peak memory of a running process so far, in bytes; 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            found = re.search(r"VmHWM:\s+(\d+) kB", file.read())
    except OSError:
        return 0
    return int(found[1]) * 1024 if found else 0


def measured(program, place, count, seed):
    """Ingests `count` rows. Returns the run and its peak memory in bytes."""
    words = program.ingest_words(place, "-")
    start, peak = time.monotonic(), 0
    with open(os.path.join(place.folder, "stderr"), "w+b") as messages:
        process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=messages, env=place.environment())
        writer = threading.Thread(target=feed, args=(process, count, seed))
        writer.start()
        while process.poll() is None:
            peak = max(peak, high_water_mark(process.pid))
            time.sleep(0.02)
        writer.join()
        messages.seek(0)
        err = messages.read().decode(errors="replace")
    return Run(words, process.returncode, b"", err, time.monotonic() - start), peak


def size_of(folder):
    return sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))


def trial(campaign, number, count):
    """Runs one size. Returns its peak."""
    free = shutil.disk_usage(campaign.folder).free
    if free < count * BYTES_PER_ROW:
        problem = f"{free / 1e9:.1f} GB free below TMPDIR, about {count * BYTES_PER_ROW / 1e9:.1f} GB needed"
        campaign.record(number, f"{count} rows", [problem])
        return None
    with campaign.place() as place:
        run, peak = measured(campaign.program, place, count, campaign.seed)
        print(
            f"{count} rows: peak {peak / 1e6:.1f} MB, {run.seconds:.1f} s, catalog {size_of(place.data) / 1e6:.0f} MB, "
            f"status {run.code}")
        sys.stdout.flush()
        problems = [] if run.code == 0 and f"bookstores {count} " in run.err else ["not ingested whole"]
        problems += [] if peak < LIMIT_BYTES else [f"peak {peak} bytes, not under {LIMIT_BYTES}"]
        campaign.record(number, f"{count} rows", problems, run)
    return peak


def main():
    campaign = Campaign(
        __doc__.splitlines()[0],
        more_options=lambda parser: parser.add_argument("--rows", type=int, nargs="+", default=[1_000_000, 10_000_000]))
    sizes = campaign.arguments.rows
    peaks = [trial(campaign, number, count) for number, count in enumerate(sizes)]
    if len(sizes) > 1:
        flat = None not in peaks and max(peaks) <= GROWTH * min(peaks)
        campaign.record(len(sizes), "comparison", [] if flat else [f"peaks {peaks} are not within 10 %"])
    campaign.finish()


if __name__ == "__main__":
    main()
