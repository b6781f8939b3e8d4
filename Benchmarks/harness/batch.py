"""`near --from FILE`: a file of queries, on all cores and on one."""

import os
from collections.abc import Iterator

from . import agree, points
from .bench import Bench
from .rows import Row, Sense
from .series import interleaved
from .workspace import Unavailable

MOST_QUERIES = 50_000


def _rows(bench: Bench) -> Iterator[Row]:
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise Unavailable("two cores: this machine lends one")
    count = min(MOST_QUERIES, 2 * bench.size)
    queries = bench.data / f"catalog.{count}.csv"
    if not queries.exists():
        numbers = points.read(bench.catalog_queries(count))
        lines = (f"{numbers[index + 1]!r},{numbers[index]!r}" for index in range(0, len(numbers), 2))
        queries.write_text("\n".join(("latitude,longitude", *lines)) + "\n")
    outputs = [bench.work / f"batch.{name}" for name in ("two", "one")]
    words = (
        bench.ours("geocli"),
        "near",
        "--from",
        queries,
        "-k",
        "10",
        "--format",
        "csv",
        "-q",
        "--db",
        bench.catalog(),
    )
    pinned = ("taskset", "-c")
    two = bench.process(*pinned, f"{cores[0]},{cores[1]}", *words, stdout=outputs[0])
    one = bench.process(*pinned, str(cores[0]), *words, stdout=outputs[1])
    both, single = interleaved(bench.heavy_rounds, count, ("two cores", two), ("one core", one))
    agree.require(outputs[0].read_bytes() == outputs[1].read_bytes(), "near --from answers otherwise on two cores")
    answered = outputs[0].read_bytes().count(b"\n") - 1
    agree.require(answered == count * min(10, bench.size), f"near --from gave {answered} rows")
    yield Row(
        "batch",
        "near --from FILE, two cores compared with one",
        "queries",
        Sense.SPEED,
        both,
        single,
        1.85,
        "process, loading and printing included; both write the same bytes",
    )


PARTS = (_rows,)
