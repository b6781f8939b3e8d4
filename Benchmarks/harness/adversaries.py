"""Catalogs that are as bad as possible for an index, a group or a list. Measures geocli alone, each beside the ordinary
catalog of the same size, in turn."""

import json
import math
import pathlib
import random
from collections.abc import Callable, Iterator, Sequence

from . import agree
from .bench import Bench, remove_catalog
from .figures import duration
from .points import SEED, SEOUL
from .series import Sample, Step
from .workspace import say

# No adversary may take more than this many times as long as the ordinary catalog.
LIMIT = 5.0
HERE = (126.9779, 37.5663)

Row = dict[str, object]


def _building(row: Row, _: random.Random) -> None:
    row["YDNTS"], row["XCNTS"] = (repr(number) for number in HERE)


def _line(row: Row, chance: random.Random) -> None:
    row["YDNTS"], row["XCNTS"] = repr(chance.uniform(126.8, 127.2)), repr(HERE[1])


def _clusters(row: Row, chance: random.Random) -> None:
    """One cluster in Seoul and one in Busan."""
    west, south = HERE if chance.random() < 0.5 else (129.0756, 35.1796)
    row["YDNTS"], row["XCNTS"] = repr(chance.gauss(west, 1e-4)), repr(chance.gauss(south, 1e-4))


def _name(row: Row, _: random.Random) -> None:
    row["STORE_NAME"] = "책방"


def _phone(row: Row, _: random.Random) -> None:
    row["TEL_NO"] = "02-000-1234"


ADVERSARIES: dict[str, Callable[[Row, random.Random], None]] = {
    "all places in one building": _building,
    "all places on a line": _line,
    "two far clusters": _clusters,
    "one name for all": _name,
    "one phone for all": _phone,
}


def measure(bench: Bench) -> str:
    """Measures every command with every adversary. Returns a table; each cell has the ratio to the ordinary catalog."""
    ordinary = _Case(bench, "ordinary", None)
    cases = [_Case(bench, name, change) for name, change in ADVERSARIES.items()]
    lines = ["| | ordinary | " + " | ".join(case.name for case in cases) + " |", "| --- |" + " ---: |" * (len(cases) + 1)]
    for name in ordinary.steps:
        base, *others = _in_turn(bench.rounds, [case.steps[name] for case in (ordinary, *cases)])
        cells = [f"{other / base:.2f} ×" for other in others]
        lines.append(f"| {name} | {duration(base)} | " + " | ".join(cells) + " |")
        say(lines[-1])
    for case in cases:
        remove_catalog(case.catalog)
    return "\n".join([*lines, "", *_forced(bench)])


def _forced(bench: Bench) -> Iterator[str]:
    """Collision passes in which 2 % of the markers of a city are forced."""
    bound, points = bench.ours("collision-bench"), bench.points(SEOUL)
    for name, words in {"all zooms": ["levels"], "each zoom alone": ["snapshots", "--mode", "independent"]}.items():
        steps = [
            bench.program(bound, points, *words, "--zooms", "0-22", *further) for further in ([], ["--force-every", "50"])
        ]
        base, forced = _in_turn(bench.rounds, steps)
        yield f"- collision pass, {name}, 2 % of the markers forced: {duration(forced)}, {forced / base:.2f} × {duration(base)}"
        say(f"forced, {name}: {forced / base:.2f}")


def _in_turn(rounds: int, steps: Sequence[Step]) -> list[float]:
    seconds = [math.inf] * len(steps)
    for _ in range(rounds):
        for number, step in enumerate(steps):
            seconds[number] = min(seconds[number], step().seconds)
    return seconds


class _Case:
    """The pages and the catalog of an adversary, and its commands."""

    def __init__(self, bench: Bench, name: str, change: Callable[[Row, random.Random], None] | None) -> None:
        self.bench, self.name = bench, name
        self.pages = bench.data / f"adversary-{name.replace(' ', '-')}" if change else bench.feed_pages()
        self.catalog = bench.work / f"{self.pages.name}.sqlite"
        if change:
            self._write(change)
        self.steps = dict(self._steps())

    def _write(self, change: Callable[[Row, random.Random], None]) -> None:
        chance = random.Random(f"{SEED} {self.name}")
        for night in ("first", "second"):
            (self.pages / night).mkdir(parents=True, exist_ok=True)
            for page in sorted((self.bench.feed_pages() / night).iterdir()):
                answer = json.loads(page.read_text(encoding="utf-8"))
                for row in answer["TbSlibBookstoreInfo"]["row"]:
                    if row["XCNTS"] or "phone" in self.name or "name" in self.name:
                        change(row, chance)
                text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
                (self.pages / night / page.name).write_text(text, encoding="utf-8")

    def _steps(self) -> Iterator[tuple[str, Step]]:
        geocli, catalog = self.bench.ours("geocli"), self.catalog
        here = f"{HERE[1]},{HERE[0]}"
        yield "ingest", lambda: self._ingest("first", fresh=True)
        commands = {
            "near": ["near", here],
            "near, 1 in 100 rows": ["near", here, "--kind", "other"],
            "near, far away": ["near", "33.4996,126.5312"],
            "bbox, 10 rows": ["bbox", "126.97,37.56,126.98,37.57", "--limit", "10"],
            "search": ["search", "책방", "--limit", "10"],
            "search, nearest first": ["search", "책방", "--near", here, "--limit", "10"],
            "list, a filter": ["list", "--district", "mapo", "--kind", "used", "--format", "csv"],
            "cluster, one zoom": ["cluster", "--zoom", "15", "--format", "csv"],
            "cluster, all zooms": ["cluster", "--all-zooms", "--format", "csv"],
            "export": ["export", "--format", "geojson"],
            "plot": ["plot", "-q", "-o", str(self.bench.work / "plot.svg")],
            "issues": ["issues", "--limit", "10"],
            "verify": ["verify"],
        }
        for name, words in commands.items():
            yield name, self.bench.process(geocli, *words, "--db", catalog, stdout=pathlib.Path("/dev/null"))
        yield "a night with 0.5 % changes", lambda: self._ingest("second", fresh=False)

    def _ingest(self, night: str, *, fresh: bool) -> Sample:
        if fresh:
            remove_catalog(self.catalog)
        outcome = self.bench.run(
            self.bench.ours("geocli"), "ingest", self.pages / night, "--db", self.catalog, "--format", "json",
            "--accept", "an adversary",
        )
        agree.require(outcome.report()["accepted"] == self.bench.size, f"{self.name} has lost rows")
        return Sample(outcome.seconds, outcome.peak_kb)
