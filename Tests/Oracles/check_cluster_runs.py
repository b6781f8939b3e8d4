#!/usr/bin/env python3
"""Runs check_collision.py on many outputs of `geocli cluster`.

    check_cluster_runs.py RUNS

RUNS has one line per run: the arguments of its check_collision.py command, `ROWS.ndjson [INPUT.ndjson] --zoom Z …`.
Consecutive stable runs on one input with rising zoom get one more check, which needs several outputs: a marker visible
at a zoom stays visible at the next. Exit status 1 if there is a violation. Standard library only.
"""

import functools
import sys

import check_collision

# Every zoom has the same markers: a result that does not depend on the zoom is computed once.
check_collision.project = functools.cache(check_collision.project)
check_collision.half_up = functools.cache(check_collision.half_up)


def ids(path):
    """The ids of visible and of all active markers."""
    rows = check_collision.read_lines(path)
    return {row["id"] for row in rows if row["visible"]}, {row["id"] for row in rows}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        runs = [line.split() for line in file if line.strip()]
    failures = 0
    before, shown = None, set()
    for words in runs:
        sys.argv = ["check_collision.py", *words]
        if check_collision.main():
            failures += 1
            print("in", *words)
        zoom = float(words[words.index("--zoom") + 1])
        if "stable" in words:
            now, active = ids(words[0])
            if before is not None and zoom == before + 1 and not shown & active <= now:
                failures += 1
                print(f"{words[0]}: visible at {before} but not at {zoom}: {sorted(shown & active - now)[:5]}")
            before, shown = zoom, now
    print(f"{len(runs)} runs, {failures} failures")
    return 1 if failures or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
