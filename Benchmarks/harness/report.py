"""docs/performance.md: a table of one run, the checks, and the meaning of each number."""

import pathlib
import re
from collections.abc import Sequence

from . import chart, notes
from .figures import digits, durations, megabytes, rate
from .rows import Row, Sense
from .series import Series

SECTIONS = ("run", "growth", "adversaries")


def write(path: pathlib.Path, section: str, body: str) -> None:
    """Puts `body` into its section of the page; keeps the other section, and writes the text around both again."""
    former = path.read_text(encoding="utf-8") if path.exists() else ""
    bodies = {name: _section(former, name) for name in SECTIONS} | {section: body}
    page = notes.PAGE
    for name, text in bodies.items():
        page = page.replace(f"@{name}@", f"<!-- {name}: begin -->\n{text.strip()}\n<!-- {name}: end -->")
    path.write_text(page, encoding="utf-8")


def _section(page: str, name: str) -> str:
    found = re.search(f"<!-- {name}: begin -->\n(.*?)\n<!-- {name}: end -->", page, re.DOTALL)
    return found[1] if found else "No run yet."


def run_section(rows: Sequence[Row], facts: Sequence[str], command: str, size: int, picture: pathlib.Path) -> str:
    """The section of one run; the picture is written beside the page."""
    picture.write_text(chart.bars(rows, f"geocli beside its peers, {size:,} rows"), encoding="utf-8")
    goals = [row for row in rows if row.is_met is not None]
    met = sum(bool(row.is_met) for row in goals)
    parts = [
        *(f"- {fact}" for fact in facts),
        f"- command: `{command}`",
        "",
        f"{met} of {len(goals)} goals are met in this run. Times are minimum / median / maximum of the repetitions; "
        "the ratio is that of the minima and, in parentheses, of the medians. On a shared machine, a difference of "
        "less than 20 % is a tie.",
        "",
        f"![Each ratio as a bar, the goal as a tick]({picture.name})",
        "",
        table(goals),
        "",
        "Compared with further peers, without a goal:",
        "",
        table([row for row in rows if row.is_met is None]),
        "",
        "### What each number means",
        "",
        explanations(rows),
    ]
    return "\n".join(parts)


def table(rows: Sequence[Row]) -> str:
    lines = [
        "| task | ratio | goal | geocli | peer | geocli, time | peer, time | memory |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    return "\n".join(lines + [_line(row) for row in rows])


def _line(row: Row) -> str:
    cells = (
        row.title,
        _ratio(row),
        _goal(row),
        _speed(row, row.ours),
        f"{row.peer.name}{': ' * (row.sense is not Sense.MEMORY)}{_speed(row, row.peer)}",
        _times(row, row.ours),
        _times(row, row.peer),
        f"{megabytes(row.ours.peak_kb)}, peer {megabytes(row.peer.peak_kb)}",
    )
    return "| " + " | ".join(cells) + " |"


def _speed(row: Row, series: Series) -> str:
    if row.sense is Sense.MEMORY:
        return ""
    return durations(series.minimum) if series.count == 1 else rate(series.count, series.minimum)


def _times(row: Row, series: Series) -> str:
    """The times of a row; none for a row about memory."""
    return "" if row.sense is Sense.MEMORY else durations(series.minimum, series.median, series.maximum)


def _ratio(row: Row) -> str:
    if row.sense is Sense.MEMORY:
        return f"**{digits(row.ratio)} ×** memory"
    return f"**{digits(row.ratio)} ×** ({digits(row.median_ratio)}) {row.sense.value}"


def _goal(row: Row) -> str:
    if row.goal is None:
        return "–"
    sign = "≥" if row.sense is Sense.SPEED else "≤"
    return f"{sign} {digits(row.goal)}: {'met' if row.is_met else '**not met**'}"


def explanations(rows: Sequence[Row]) -> str:
    """For each task its note, the checks, and, for a missed goal, the reason."""
    parts = []
    for task in dict.fromkeys(row.task for row in rows):
        mine = [row for row in rows if row.task == task]
        text = [f"**{notes.TITLES.get(task, mine[0].title)}.** {notes.NOTES.get(task, '')}"]
        text += [f"- {check}" for check in _checks(mine)]
        if any(row.is_met is False for row in mine) and task in notes.BETWEEN:
            text.append(f"- Reason for the missed goal: {notes.BETWEEN[task]}")
        parts.append("\n".join(text))
    return "\n\n".join(parts)


def _checks(rows: Sequence[Row]) -> list[str]:
    """The remarks of a task's rows; peers with the same remark share a line."""
    peers: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if row.remark:
            peers.setdefault((row.title, row.remark), []).append(row.peer.name)
    return [f"{title}, {', '.join(names)}: {remark}" for (title, remark), names in peers.items()]


def plain(rows: Sequence[Row]) -> str:
    """The table for a terminal."""
    lines = []
    for row in rows:
        verdict = {True: "met", False: "NOT MET", None: ""}[row.is_met]
        lines.append(
            f"{row.title:58} {digits(row.ratio):>8} x {row.sense.value:7} beside {row.peer.name:28} {verdict:8} "
            f"{_times(row, row.ours)} | {_times(row, row.peer)}"
        )
    return "\n".join(lines)
