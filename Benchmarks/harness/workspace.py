"""The folders: the project, and a scratch folder for peers, data and answers."""

import fcntl
import pathlib
import sys
from dataclasses import dataclass
from typing import TextIO

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PEERS = ROOT / "Benchmarks" / "peers"


@dataclass(frozen=True)
class Workspace:
    """The scratch folder; everything in it can be generated again from the seeds."""

    scratch: pathlib.Path

    @property
    def programs(self) -> pathlib.Path:
        """Compiled peers."""
        return self._folder("programs")

    @property
    def venv(self) -> pathlib.Path:
        """The Python of the peers from PyPI."""
        return self.scratch / "venv"

    @property
    def python(self) -> pathlib.Path:
        return self.venv / "bin" / "python"

    def data(self, size: int) -> pathlib.Path:
        """Points, queries, pages and catalogs of one size."""
        return self._folder(f"data/{size}")

    def work(self) -> pathlib.Path:
        """Files that the runs write and the next run may overwrite."""
        return self._folder("work")

    def hold(self) -> TextIO:
        """Keeps other runs out of the folder until the file is closed: they would overwrite each other's answers.

        - Throws: Unavailable, if another run is active.
        """
        self.scratch.mkdir(parents=True, exist_ok=True)
        file = (self.scratch / "lock").open("w")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as reason:
            file.close()
            raise Unavailable("another run works in this scratch folder; name another with --scratch") from reason
        return file

    def _folder(self, name: str) -> pathlib.Path:
        folder = self.scratch / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def say(text: str) -> None:
    """Prints progress for people."""
    print(text, file=sys.stderr, flush=True)


class Unavailable(Exception):
    """Something that a comparison needs is not available; the text names it."""


class Disagreement(Exception):
    """Two programs give different answers to the same query, beyond the differences of their models."""
