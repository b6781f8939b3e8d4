#!/usr/bin/env python3
"""Kills an ingest before every one of its system calls that change a file.

    kill_at_calls.py GEOCLI [--count N] [--seed S]

Proves: whichever write, truncation, sync, creation or removal is the one that never happens, the catalog is the old one
or the new one, and the next run succeeds. The k-th call fails without being executed, and SIGKILL arrives before the
program sees the error. This is done for a first ingest, for one that changes a catalog, for one of the same bytes
again, for an undo, and for the removal of a feed. Needs strace.
"""

import os

from faults import Campaign, WRITE_CALLS, check_catalog, make_scenarios, record_calls, strace

# Enough rows for several pages of every table, and few enough for hundreds of runs.
ROWS = 120


def trials(campaign, scenarios):
    """Every file-changing call of an undisturbed ingest, for each scenario."""
    found = []
    for scenario in scenarios:
        with campaign.place(scenario.before) as place:
            words = campaign.program.words(place, scenario)
            calls = record_calls(campaign.program, place, words, WRITE_CALLS, below=campaign.folder)
        found += [(scenario, call) for call in calls if call.changes_files()]
    return found


def killed(program, place, scenario, call):
    """Runs the ingest and kills it instead of executing `call`."""
    inject = f"inject={call.name}:error=EINTR:signal=SIGKILL:when={call.number}"
    return program.run(place, program.words(place, scenario), before=strace("-e", inject))


def main():
    campaign = Campaign(__doc__.splitlines()[0])
    scenarios = make_scenarios(campaign.program, campaign.folder, ROWS, campaign.seed)
    for trial, (scenario, call) in campaign.sample(trials(campaign, scenarios)):
        with campaign.place(scenario.before) as place:
            run = killed(campaign.program, place, scenario, call)
            problems = [] if run.code in (-9, 137) else ["the kill did not arrive"]
            if os.listdir(place.temporary):
                campaign.note("a temporary file stays in TMPDIR")
            state, found = check_catalog(campaign.program, place, scenario, run.code)
            campaign.note(f"{scenario.name}: {state}")
            what = f"{scenario.name}, killed before {call.name} number {call.number}: {call.short()}"
            campaign.record(trial, what, problems + found, run)
    campaign.finish()


if __name__ == "__main__":
    main()
