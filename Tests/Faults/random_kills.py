#!/usr/bin/env python3
"""Kills ingests, undos and removals of a feed with SIGKILL at random instants spread over their whole duration.

    random_kills.py GEOCLI [--count N] [--seed S]

Proves: whatever an ingest was doing (reading, staging, publishing, writing the log back), the catalog is the old one or
the new one, and the next run succeeds. The time that an undisturbed ingest takes here is divided into N equal parts,
and one instant is drawn from each. A quarter of them are for a first ingest, one for an ingest that changes a catalog, one
for its undo, and one for the removal of another feed. Every fourth time the next run is killed as well, while it may be
repairing the state that the first one left.
"""

import random
import signal
import statistics
import subprocess
import time

from faults import Campaign, Run, check_catalog, copied, listing, make_scenarios

FULL = 400
# Enough rows that each phase of an ingest lasts long enough to be hit by a kill.
ROWS = 6000


def duration(campaign, scenario):
    """The seconds that the command takes on this machine: the median of five."""
    seconds = []
    for _ in range(5):
        with campaign.place(scenario.before) as place:
            seconds.append(campaign.program.run(place, campaign.program.words(place, scenario)).seconds)
    return statistics.median(seconds)


def kill_after(program, place, scenario, seconds):
    """Starts the ingest and kills it after `seconds`, unless it has already ended."""
    words = program.words(place, scenario)
    start = time.monotonic()
    process = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=place.environment())
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    out, err = process.communicate()
    return Run(words, process.returncode, out, err.decode(errors="replace"), time.monotonic() - start)


def kill_again(program, place, scenario, seconds):
    """Starts the command again and kills it after `seconds`. A removal or undo that was killed after its last write is
    done, and is refused the second time: that counts as killed."""
    with copied(place) as copy:
        was_done = scenario.command and scenario.state(listing(program, copy)) == "new"
    run = kill_after(program, place, scenario, seconds)
    if was_done and run.code == 64:
        run.code = -signal.SIGKILL
    return run


def main():
    campaign = Campaign(__doc__.splitlines()[0], full=FULL)
    scenarios = make_scenarios(campaign.program, campaign.folder, ROWS, campaign.seed)
    del scenarios[2]
    durations = [duration(campaign, scenario) for scenario in scenarios]
    count = campaign.arguments.count
    for trial in campaign.numbers(count):
        scenario, whole = scenarios[trial % 4], durations[trial % 4]
        chance = random.Random(f"{campaign.seed} {trial}")
        # 1.1 times the measured duration, so that kills reach the end of the ingest even if this run is slower.
        seconds = 1.1 * whole * (trial + chance.random()) / count
        with campaign.place(scenario.before) as place:
            run = kill_after(campaign.program, place, scenario, seconds)
            if trial % 16 in (2, 7, 8, 13) and run.code != 0:
                run = kill_again(campaign.program, place, scenario, chance.random() * whole)
            problems = [] if run.code in (0, -signal.SIGKILL) else [f"neither killed nor done: {run.told()}"]
            state, found = check_catalog(campaign.program, place, scenario, run.code)
            campaign.note(f"{scenario.name}: {'was done before the kill' if run.code == 0 else 'killed'}, {state}")
            what = f"{scenario.name}, killed after {seconds:.4f} s of about {whole:.4f} s"
            campaign.record(trial, what, problems + found, run)
    campaign.finish()


if __name__ == "__main__":
    main()
