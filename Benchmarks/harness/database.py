"""Queries answered directly from SQLite, without loading anything first."""

import pathlib
from collections.abc import Callable, Iterator

from . import agree
from .agree import Neighbors
from .bench import BOX_HITS, Bench
from .pages import RARE_EVERY, RARE_KIND
from .rows import Row, Sense
from .series import Series, Step, interleaved

QUERIES = 1000
BOXES = 500
EXACT_SAMPLE = 50

Maker = Callable[..., Step]


def ours(bench: Bench, task: str, queries: pathlib.Path, *options: str) -> Step:
    return bench.program(
        bench.ours("catalog-bench"), bench.catalog(), task, "--queries", queries, "--repeats", "2", *options
    )


def theirs(bench: Bench, task: str, queries: pathlib.Path, *options: str) -> Step:
    return bench.program(bench.peer("sqlite_queries"), bench.packed(), task, queries, "--repeats", "2", *options)


def _nearest(bench: Bench) -> Iterator[Row]:
    queries = bench.catalog_queries(QUERIES)
    checked = _check_nearest(bench, queries)
    plain, rare, peer = interleaved(
        bench.rounds,
        QUERIES,
        ("geocli", ours(bench, "nearest", queries)),
        (f"geocli, 1 in {RARE_EVERY}", ours(bench, "nearest", queries, "--kind", RARE_KIND)),
        ("C, growing box", theirs(bench, "nearest", queries)),
    )
    yield Row("nearest-database", "nearest 10 from SQLite", "queries", Sense.SPEED, plain, peer, 4.0, checked)
    unfiltered = Series("geocli, unfiltered", plain.count, plain.samples)
    yield Row(
        "nearest-filter",
        f"nearest 10 from SQLite, filter keeps 1 in {RARE_EVERY}",
        "queries",
        Sense.SPEED,
        rare,
        unfiltered,
        0.3,
        _check_filter(bench, queries),
    )


def _answers(bench: Bench, maker: Maker, task: str, queries: pathlib.Path, *options: str) -> pathlib.Path:
    path = bench.work / f"{maker.__name__}.answers"
    maker(bench, task, queries, "--answers", str(path), *options)()
    return path


def _shifted(answers: list[Neighbors]) -> list[Neighbors]:
    """Ids start at 1, indices at 0."""
    return [[(identifier - 1, millimeters) for identifier, millimeters in answer] for answer in answers]


def _check_nearest(bench: Bench, queries: pathlib.Path) -> str:
    mine = _shifted(agree.read_neighbors(_answers(bench, ours, "nearest", queries)))
    other = _shifted(agree.read_neighbors(_answers(bench, theirs, "nearest", queries)))
    exact = exactly(bench, bench.catalog_points(), queries)
    return "; ".join(
        (
            agree.require_exact("nearest from SQLite", mine[:EXACT_SAMPLE], exact),
            agree.require_model("growing box", mine, other),
        )
    )


def _check_filter(bench: Bench, queries: pathlib.Path) -> str:
    mine = _shifted(agree.read_neighbors(_answers(bench, ours, "nearest", queries, "--kind", RARE_KIND)))
    other = _shifted(agree.read_neighbors(_answers(bench, theirs, "nearest", queries, "--kind", RARE_KIND)))
    return agree.require_model("growing box with a filter", mine, other)


def exactly(bench: Bench, points: pathlib.Path, queries: pathlib.Path) -> list[Neighbors]:
    """The answers to the first queries by a plain loop over all points."""
    script = bench.script("exact_nearest.py", "numpy", "geographiclib")
    path = bench.work / "exact.answers"
    bench.run(*script, points, queries, str(EXACT_SAMPLE), "10", stdout=path)
    return agree.read_neighbors(path)


def _boxes(bench: Bench) -> Iterator[Row]:
    queries = bench.catalog_boxes(BOXES, BOX_HITS)
    mine = agree.read_counts(_answers(bench, ours, "box", queries))
    exact = agree.read_counts(_answers(bench, theirs, "box-exact", queries))
    tree = agree.read_counts(_answers(bench, theirs, "box", queries))
    checked = agree.require_equal_counts("box from SQLite", mine, exact)
    outward = agree.require_close_counts("box by the tree alone", mine, tree, share=0.001)
    hits = f"{sum(mine) / len(mine):.0f} hits a box; "
    one, by_tree, by_table = interleaved(
        bench.rounds,
        BOXES,
        ("geocli", ours(bench, "box", queries)),
        ("C, packed R*Tree", theirs(bench, "box", queries)),
        ("C, packed R*Tree and table", theirs(bench, "box-exact", queries)),
    )
    title = "box with about 1000 hits from SQLite"
    yield Row("box-database", title, "queries", Sense.SPEED, one, by_tree, 1.0, hits + outward + ": it is not exact")
    yield Row("box-database", title, "queries", Sense.SPEED, one, by_table, None, checked)


PARTS = (_nearest, _boxes)
