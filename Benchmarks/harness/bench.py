"""The tools of every comparison: the programs, the data of one size, and ways to run a program as a step."""

import os
import pathlib
import shutil
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from . import pages, points
from .child import Outcome, Runner, Words
from .points import Extent
from .series import Sample, Step
from .setup import Equipment, our_program
from .workspace import PEERS, Workspace

BOX_HITS = 1000


@dataclass
class Bench:
    """A run at one size."""

    workspace: Workspace
    equipment: Equipment
    size: int
    rounds: int

    @property
    def runner(self) -> Runner:
        return Runner(self.workspace)

    @property
    def data(self) -> pathlib.Path:
        return self.workspace.data(self.size)

    @property
    def work(self) -> pathlib.Path:
        return self.workspace.work()

    @property
    def heavy_rounds(self) -> int:
        """The number of rounds for tasks that take half a minute each."""
        return max(1, min(2, self.rounds))

    # Steps

    def run(
        self,
        *words: str | os.PathLike[str],
        environment: Mapping[str, str] | None = None,
        stdout: pathlib.Path | None = None,
    ) -> Outcome:
        return self.runner(words, environment=environment, stdout=stdout)

    def process(
        self,
        *words: str | os.PathLike[str],
        environment: Mapping[str, str] | None = None,
        stdout: pathlib.Path | None = None,
    ) -> Step:
        """A step that measures the whole process."""

        def step() -> Sample:
            outcome = self.run(*words, environment=environment, stdout=stdout)
            return Sample(outcome.seconds, outcome.peak_kb)

        return step

    def program(self, *words: str | os.PathLike[str]) -> Step:
        """A step that uses the seconds that the program itself reports: the shortest of its repeats, after the data is
        loaded and the caches are warm."""

        def step() -> Sample:
            outcome = self.run(*words)
            return Sample(min(outcome.report()["seconds"]), outcome.peak_kb)

        return step

    # Programs

    def ours(self, product: str) -> pathlib.Path:
        self.equipment.need(product)
        return our_program(product)

    def peer(self, program: str) -> pathlib.Path:
        self.equipment.need(program)
        return self.workspace.programs / program

    def script(self, name: str, *packages: str) -> Words:
        """A peer in Python that needs `packages`."""
        self.equipment.need(*packages)
        return [self.workspace.python, PEERS / name]

    # Data

    def points(self, extent: Extent) -> pathlib.Path:
        path = self.data / f"{extent.name}.points"
        if not path.exists():
            points.write(path, points.draw(extent, self.size, seed=1))
        return path

    def queries(self, extent: Extent, count: int) -> pathlib.Path:
        """Positions with the same distribution as the points."""
        path = self.data / f"{extent.name}.{count}.queries"
        if not path.exists():
            points.write(path, points.draw(extent, count, seed=2))
        return path

    def boxes(self, extent: Extent, count: int) -> pathlib.Path:
        path = self.data / f"{extent.name}.{count}.boxes"
        if not path.exists():
            points.write(path, points.boxes(points.read(self.points(extent)), count, BOX_HITS, seed=3))
        return path

    def feed_pages(self) -> pathlib.Path:
        self.equipment.need("sample-feed")
        pages.make(self.runner, self.data, self.size)
        return self.data

    def catalog(self) -> pathlib.Path:
        """The first night, ingested completely."""
        path = self.data / "catalog.sqlite"
        if not path.exists():
            part = self.data / "part.sqlite"
            remove_catalog(part)
            self.run(self.ours("geocli"), "ingest", self.feed_pages() / "first", "-q", "--db", part)
            fold_log(part)
            part.rename(path)
        return path

    def packed(self) -> pathlib.Path:
        """The same places in a plain table with a packed R*Tree, created by ingest_loop."""
        path = self.data / "packed.sqlite"
        if not path.exists():
            part = self.data / "packed.part"
            self.run(self.peer("ingest_loop"), self.catalog(), part, "--plain")
            part.rename(path)
        return path

    def catalog_points(self) -> pathlib.Path:
        """The positions of the catalog, ordered so that the n-th belongs to the place with id n."""
        path = self.data / "catalog.points"
        if not path.exists():
            points.write(path, points.of_catalog(self.catalog()))
        return path

    def catalog_queries(self, count: int) -> pathlib.Path:
        """Positions within 100 m of a place."""
        path = self.data / f"catalog.{count}.queries"
        if not path.exists():
            points.write(path, points.near_points(points.read(self.catalog_points()), count, meters=100, seed=4))
        return path

    def catalog_boxes(self, count: int, hits: int) -> pathlib.Path:
        path = self.data / f"catalog.{count}.{hits}.boxes"
        if not path.exists():
            points.write(path, points.boxes(points.read(self.catalog_points()), count, hits, seed=5))
        return path

    def forget_catalogs(self) -> None:
        """Removes the catalogs, because the program may have changed since the last run. Points and pages stay."""
        for name in ("catalog.sqlite", "packed.sqlite"):
            remove_catalog(self.data / name)


def remove_catalog(path: pathlib.Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def copy_catalog(original: pathlib.Path, copy: pathlib.Path) -> None:
    """Copies a catalog, and waits until the copy is on disk. Otherwise a program that syncs the catalog would also wait
    for the writing of the copy."""
    remove_catalog(copy)
    shutil.copyfile(original, copy)
    with copy.open("rb+") as file:
        os.fsync(file.fileno())


def fold_log(catalog: pathlib.Path) -> None:
    """Writes the catalog's log into the file itself, so that a copy of the file is complete."""
    with sqlite3.connect(catalog) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
