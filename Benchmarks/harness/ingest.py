"""Feed pages into a catalog."""

import re
import sqlite3
from collections.abc import Iterator
from typing import Any

from . import agree
from .bench import WITHOUT_SEARCH, Bench, copy_catalog, remove_catalog
from .rows import Row, Sense
from .series import Sample, Series, Step, interleaved

WORDS = """
BEGIN;
CREATE VIRTUAL TABLE words USING fts5 (name, address, tokenize = unicode61);
INSERT INTO words (rowid, name, address) SELECT id, name, address FROM bookstore;
COMMIT;
"""
# The table of the catalog's search index.
INDEX_OF_PIECES = "posting"


class Ingest:
    """The ingests of one run; what they leave is checked after each."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.geocli = bench.ours("geocli")
        self.pages = bench.feed_pages()
        self.catalog = bench.work / "ingest.sqlite"
        self.sample_catalog = bench.catalog()
        self.last_report: dict[str, Any] = {}
        self.night_report: dict[str, Any] = {}
        self.leaves_search_out = self._leaves_search_out()

    # Ours

    def whole(self) -> Sample:
        """Everything that the catalog keeps."""
        return self._ours("first", {}, fresh=True)

    def without_search(self) -> Sample:
        """The search index left out; or, where geocli can't, its making subtracted."""
        if self.leaves_search_out:
            return self._ours("first", WITHOUT_SEARCH, fresh=True)
        whole = self.whole()
        return Sample(max(1e-3, whole.seconds - self._rebuild_seconds()), whole.peak_kb)

    def with_words(self) -> Sample:
        """The search index left out, and SQLite's full-text index over the same columns as the peer's."""
        first = self.without_search()
        second = self.bench.run("sqlite3", self.catalog, WORDS)
        return Sample(first.seconds + second.seconds, max(first.peak_kb, second.peak_kb))

    def second_night(self) -> Sample:
        """0.5 % of the rows differ."""
        copy_catalog(self.sample_catalog, self.catalog)
        sample = self._ours("second", {}, fresh=False)
        self.night_report = self.last_report
        return sample

    def _ours(self, night: str, environment: dict[str, str], *, fresh: bool) -> Sample:
        if fresh:
            remove_catalog(self.catalog)
        outcome = self.bench.run(
            self.geocli, "ingest", self.pages / night, "--db", self.catalog, "--format", "json", environment=environment
        )
        report = outcome.report()
        agree.require(
            report["accepted"] == self.bench.size, f"geocli took {report['accepted']} of {self.bench.size} rows"
        )
        self.last_report = report
        return Sample(outcome.seconds, outcome.peak_kb)

    def _leaves_search_out(self) -> bool:
        """Whether this geocli knows how; its catalog stays for `_check`."""
        self._ours("first", WITHOUT_SEARCH, fresh=True)
        with sqlite3.connect(self.catalog) as db:
            there = db.execute("SELECT count(*) FROM sqlite_master WHERE name = ?", [INDEX_OF_PIECES]).fetchone()[0]
            return not there or db.execute(f"SELECT NOT EXISTS (SELECT 1 FROM {INDEX_OF_PIECES})").fetchone()[0] == 1

    def _rebuild_seconds(self) -> float:
        """Of the search index alone, on a copy of the catalog."""
        copy = self.bench.work / "rebuild.sqlite"
        copy_catalog(self.sample_catalog, copy)
        output = self.bench.run(self.bench.ours("search-bench"), copy, "rebuild").output.decode()
        return float(re.findall(r"([\d.]+) s", output)[-1])

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
    way = "" if ingest.leaves_search_out else "; ours: everything less the making of the search index"
    bare, plain, declared = interleaved(
        bench.rounds,
        bench.size,
        ("geocli", ingest.without_search),
        ("C loop, plain table", ingest.loop("--plain")),
        ("C loop, the catalog's table", ingest.loop()),
        settles=True,
    )
    title = "ingest, search index left out"
    yield Row("ingest-bare", title, "rows", Sense.SPEED, bare, plain, 0.6, checked + way)
    yield Row(
        "ingest-bare", title, "rows", Sense.SPEED, bare, declared, None, "the same constraints on both sides" + way
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
    yield Row("ingest-words", title, "rows", Sense.SPEED, words, python, 2.5, way[2:])
    yield Row("ingest-words", title, "rows", Sense.SPEED, words, ceiling, None, "rows in memory, nothing parsed")
    yield Row("ingest-whole", "ingest, everything", "rows", Sense.SPEED, whole, python, 1.0)
    whole_again = Series("geocli, all new", whole.count, whole.samples)
    yield Row(
        "ingest-night",
        "ingest of a night with 0.5 % changes",
        "rows",
        Sense.TIME,
        night,
        whole_again,
        0.2,
        _changes(ingest),
    )


def _changes(ingest: Ingest) -> str:
    report = ingest.night_report
    return f"{report['changed']} changed, {report['added']} added, {report['removed']} removed"


def _check(ingest: Ingest) -> str:
    """Both trees are sound, and both tables hold all rows."""
    ingest.loop("--plain")()
    for path in (ingest.catalog, ingest.bench.work / "loop.sqlite"):
        with sqlite3.connect(path) as db:
            (verdict,) = db.execute("SELECT rtreecheck('bookstore_rtree')").fetchone()
            (count,) = db.execute("SELECT count(*) FROM bookstore").fetchone()
            (places,) = db.execute("SELECT count(*) FROM bookstore_rtree").fetchone()
        agree.require(verdict == "ok", f"rtreecheck of {path.name}: {verdict}")
        agree.require(count == places == ingest.bench.size, f"{path.name} has {count} rows, {places} in its tree")
    return "rtreecheck ok, row counts equal"


PARTS = (_rows,)
