"""Where things lie: the project, and a scratch folder for peers, data and answers."""

import pathlib
import sys
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PEERS = ROOT / "Benchmarks" / "peers"


@dataclass(frozen=True)
class Workspace:
    """The scratch folder; everything in it can be made anew from the seeds."""

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
        """What the runs write and the next may overwrite."""
        return self._folder("work")

    def _folder(self, name: str) -> pathlib.Path:
        folder = self.scratch / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def say(text: str) -> None:
    """Progress, for people."""
    print(text, file=sys.stderr, flush=True)


class Unavailable(Exception):
    """Something that a comparison needs can't be had here; the text names it."""


class Disagreement(Exception):
    """Two programs answer the same question differently, beyond what their models explain."""
