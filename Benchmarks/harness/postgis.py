"""PostGIS, if requested: a separate cluster in the scratch folder, on loopback, stopped at the end of the run."""

import os
import pathlib
import pwd
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from . import agree, points
from .bench import Bench
from .database import ours
from .rows import Row, Sense
from .series import Sample, Step, interleaved
from .workspace import Unavailable

PORT = "54329"
ACCOUNT = "postgres"
QUERIES = 500

LOAD = """
CREATE EXTENSION IF NOT EXISTS postgis;
CREATE TABLE place (id bigint PRIMARY KEY, position geography (Point, 4326));
CREATE TABLE raw (id bigint, longitude float8, latitude float8);
\\copy raw FROM '{rows}' CSV
INSERT INTO place SELECT id, ST_SetSRID(ST_MakePoint(longitude, latitude), 4326) FROM raw;
CREATE INDEX ON place USING gist (position);
VACUUM ANALYZE place;
"""
QUESTION = (
    "SELECT string_agg(id || ':' || round(meters * 1000), ' ' ORDER BY meters, id) FROM (SELECT id, "
    "ST_Distance(position, here) AS meters FROM place, (SELECT ST_SetSRID(ST_MakePoint({x!r}, {y!r}), 4326)"
    "::geography AS here) AS query ORDER BY position <-> here LIMIT 10) AS nearest;\n"
)


class Cluster:
    """A server that only this machine's programs can reach."""

    def __init__(self, bench: Bench) -> None:
        found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
        if not found:
            raise Unavailable("PostGIS: postgresql-15-postgis-3 is not installed")
        self.programs = found[-1]
        # The server's own account must be able to open its files. In the scratch folder this is not always possible.
        self.folder = pathlib.Path(os.environ.get("TMPDIR", "/tmp")) / f"geocli-postgis-{os.getpid()}"
        self.bench = bench

    def as_server(self, *words: str) -> list[str]:
        """The words that run a command as the server's user: PostgreSQL refuses to run as root."""
        return ["runuser", "-u", ACCOUNT, "--", *words] if os.geteuid() == 0 else list(words)

    def do(self, words: Sequence[str]) -> None:
        done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False, cwd="/")
        if done.returncode != 0:
            raise Unavailable(f"PostGIS: {done.stderr.strip()[-300:]}")

    def start(self) -> None:
        self.folder.mkdir(mode=0o755)
        if os.geteuid() == 0:
            shutil.chown(self.folder, pwd.getpwnam(ACCOUNT).pw_uid)
        data = str(self.folder / "data")
        self.do(self.as_server(str(self.programs / "initdb"), "-D", data, "-A", "trust", "-U", ACCOUNT, "-E", "UTF8"))
        settings = f"-c listen_addresses=127.0.0.1 -p {PORT} -k {self.folder} -c shared_buffers=1GB -c work_mem=64MB"
        self.do(
            self.as_server(
                str(self.programs / "pg_ctl"), "-D", data, "-w", "-l", str(self.folder / "log"), "-o", settings, "start"
            )
        )

    def stop(self) -> None:
        if (self.folder / "data" / "postmaster.pid").exists():
            subprocess.run(
                self.as_server(
                    str(self.programs / "pg_ctl"), "-D", str(self.folder / "data"), "-m", "immediate", "stop"
                ),
                capture_output=True,
                check=False,
                cwd="/",
            )
        shutil.rmtree(self.folder, ignore_errors=True)

    def client(self, script: pathlib.Path) -> list[str]:
        return [
            "psql",
            "-h",
            "127.0.0.1",
            "-p",
            PORT,
            "-U",
            ACCOUNT,
            "-X",
            "-q",
            "-A",
            "-t",
            "-v",
            "ON_ERROR_STOP=1",
            "-f",
            str(script),
        ]


@contextmanager
def _running(bench: Bench) -> Iterator[Cluster]:
    cluster = Cluster(bench)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


def _rows(bench: Bench) -> Iterator[Row]:
    with _running(bench) as cluster:
        _load(bench, cluster)
        queries, script = bench.catalog_queries(QUERIES), bench.work / "postgis.sql"
        numbers = points.read(queries)
        script.write_text(
            "".join(QUESTION.format(x=numbers[index], y=numbers[index + 1]) for index in range(0, len(numbers), 2))
        )
        mine, theirs = bench.work / "ours.answers", bench.work / "postgis.answers"
        ours(bench, "nearest", queries, "--answers", str(mine))()
        step = _questions(bench, cluster, script, theirs)
        step()
        checked = agree.require_model("PostGIS", agree.read_neighbors(mine), agree.read_neighbors(theirs))
        one, other = interleaved(bench.rounds, QUERIES, ("geocli", ours(bench, "nearest", queries)), ("PostGIS", step))
    yield Row("postgis", "nearest 10, PostGIS", "queries", Sense.SPEED, one, other, None, checked)


def _load(bench: Bench, cluster: Cluster) -> None:
    numbers = points.read(bench.catalog_points())
    rows, script = bench.work / "postgis.csv", bench.work / "postgis-load.sql"
    with rows.open("w") as file:
        file.writelines(
            f"{index // 2 + 1},{numbers[index]!r},{numbers[index + 1]!r}\n" for index in range(0, len(numbers), 2)
        )
    script.write_text(LOAD.format(rows=rows))
    cluster.do(cluster.client(script))


def _questions(bench: Bench, cluster: Cluster, script: pathlib.Path, answers: pathlib.Path) -> Step:
    """All queries in one connection; the memory is the client's, so it is not reported."""

    def step() -> Sample:
        return Sample(bench.run(*cluster.client(script), stdout=answers).seconds, 0)

    return step


PARTS = (_rows,)
