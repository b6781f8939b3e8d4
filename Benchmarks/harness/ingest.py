"""Ingests of feed pages into a catalog."""

import sqlite3
from collections.abc import Iterator
from typing import Any

from . import agree
from .bench import Bench, copy_catalog, remove_catalog
from .rows import Row, Sense
from .series import Sample, Series, Step, interleaved

# The goal of a night: this time at this size.
NIGHT_SIZE, NIGHT_SECONDS = 1_000_000, 1.8
WORDS = """
BEGIN;
CREATE VIRTUAL TABLE words USING fts5 (name, address, tokenize = unicode61);
INSERT INTO words (rowid, name, address) SELECT id, name, address FROM place;
COMMIT;
"""


class Ingest:
    """The ingests of one run; the resulting catalog is checked after each."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.geocli = bench.ours("geocli")
        self.pages = bench.feed_pages()
        self.catalog = bench.work / "ingest.sqlite"
        self.sample_catalog = bench.catalog()
        self.last_report: dict[str, Any] = {}
        self.night_report: dict[str, Any] = {}

    # Ours

    def whole(self) -> Sample:
        """The complete ingest."""
        return self._ours("first", fresh=True)

    def without_search(self) -> Sample:
        """The ingest without the search index."""
        remove_catalog(self.catalog)
        outcome = self.bench.run(self.bench.ours("ingest-bench"), self.pages / "first", self.catalog)
        agree.require(
            outcome.output.decode().split() == [str(self.bench.size), "places"], "ingest-bench lost rows"
        )
        return Sample(outcome.seconds, outcome.peak_kb)

    def with_words(self) -> Sample:
        """The ingest without the search index, but with SQLite's full-text index over the same columns as the
        peer's."""
        first = self.without_search()
        second = self.bench.run("sqlite3", self.catalog, WORDS)
        return Sample(first.seconds + second.seconds, max(first.peak_kb, second.peak_kb))

    def second_night(self) -> Sample:
        """The ingest of the second night, in which 0.5 % of the rows differ."""
        copy_catalog(self.sample_catalog, self.catalog)
        sample = self._ours("second", fresh=False)
        self.night_report = self.last_report
        return sample

    def _ours(self, night: str, *, fresh: bool) -> Sample:
        if fresh:
            remove_catalog(self.catalog)
        outcome = self.bench.run(
            self.geocli, "ingest", self.pages / night, "--db", self.catalog, "--format", "json"
        )
        report = outcome.report()
        agree.require(
            report["accepted"] == self.bench.size, f"geocli took {report['accepted']} of {self.bench.size} rows"
        )
        self.last_report = report
        return Sample(outcome.seconds, outcome.peak_kb)

    # Peers

    def loop(self, *options: str) -> Step:
        return self.bench.program(
            self.bench.peer("ingest_loop"), self.sample_catalog, self.bench.work / "loop.sqlite", *options
        )

    def python(self) -> Sample:
        outcome = self.bench.run(
            *self.bench.script("ingest_peer.py"), self.pages / "first", self.bench.work / "python.sqlite"
        )
        agree.require(outcome.report()["rows"] == self.bench.size, "the Python peer lost rows")
        return Sample(outcome.seconds, outcome.peak_kb)


def _rows(bench: Bench) -> Iterator[Row]:
    ingest = Ingest(bench)
    checked = _check(ingest)
    bare, plain, declared = interleaved(
        bench.rounds,
        bench.size,
        ("geocli", ingest.without_search),
        ("C loop, plain table", ingest.loop("--plain")),
        ("C loop, the catalog's table", ingest.loop()),
        settles=True,
    )
    title = "ingest, search index left out"
    yield Row("ingest-bare", title, "rows", Sense.SPEED, bare, plain, None, checked)
    yield Row(
        "ingest-bare", title, "rows", Sense.SPEED, bare, declared, 1.0, "the same constraints on both sides"
    )
    words, python, whole, night, ceiling = interleaved(
        bench.heavy_rounds,
        bench.size,
        ("geocli + FTS5", ingest.with_words),
        ("Python json + sqlite3", ingest.python),
        ("geocli", ingest.whole),
        ("geocli, 0.5 % changed", ingest.second_night),
        ("C loop, plain table + FTS5", ingest.loop("--plain", "--fts")),
        settles=True,
    )
    title = "ingest + FTS5 over name and address"
    yield Row("ingest-words", title, "rows", Sense.SPEED, words, python, 2.5)
    yield Row("ingest-words", title, "rows", Sense.SPEED, words, ceiling, None, "rows in memory, nothing parsed")
    yield Row("ingest-whole", "ingest, everything", "rows", Sense.SPEED, whole, python, 3.5)
    whole_again = Series("geocli, all new", whole.count, whole.samples)
    yield Row(
        "ingest-night",
        "ingest of a night with 0.5 % changes",
        "rows",
        Sense.TIME,
        night,
        whole_again,
        None,
        _changes(ingest),
    )
    if bench.size == NIGHT_SIZE:
        limit = Series(f"{NIGHT_SECONDS} s", night.count, [Sample(NIGHT_SECONDS, night.peak_kb)])
        yield Row(
            "ingest-night", "ingest of a night with 0.5 % changes", "rows", Sense.TIME, night, limit, 1.0, "the goal is a figure"
        )


def _changes(ingest: Ingest) -> str:
    report = ingest.night_report
    return f"{report['changed']} changed, {report['added']} added, {report['removed']} removed"


def _check(ingest: Ingest) -> str:
    """Checks that both tables and the loop's tree have all rows, and that the tree is sound."""
    ingest.without_search()
    ingest.loop("--plain")()
    loop = ingest.bench.work / "loop.sqlite"
    for path, table in ((ingest.catalog, "place"), (loop, "place"), (loop, "place_rtree")):
        with sqlite3.connect(path) as db:
            (count,) = db.execute(f"SELECT count(*) FROM {table}").fetchone()
        agree.require(count == ingest.bench.size, f"{path.name} has {count} rows in {table}")
    with sqlite3.connect(loop) as db:
        (verdict,) = db.execute("SELECT rtreecheck('place_rtree')").fetchone()
    agree.require(verdict == "ok", f"rtreecheck of {loop.name}: {verdict}")
    return "rtreecheck ok, row counts equal"


PARTS = (_rows,)
