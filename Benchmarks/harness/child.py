"""Runs one program and measures its cost."""

import contextlib
import json
import os
import pathlib
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .workspace import Workspace

# Some libraries use all cores by default; they must be measured on one.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

Words = Sequence[str | os.PathLike[str]]


@dataclass(frozen=True)
class Outcome:
    """The cost of a run, and its output."""

    seconds: float
    peak_kb: int
    output: bytes

    def report(self) -> dict[str, Any]:
        """The line of JSON that benchmark programs print last."""
        report: dict[str, Any] = json.loads(self.output.splitlines()[-1])
        return report


class Failed(Exception):
    """The error for a program that failed; the text has its name and message."""


@dataclass(frozen=True)
class Runner:
    """Runs programs under Benchmarks/peers/measure.c, which measures their time and peak memory without those of this
    process."""

    workspace: Workspace

    def __call__(
        self, words: Words, *, environment: Mapping[str, str] | None = None, stdout: pathlib.Path | None = None
    ) -> Outcome:
        """Runs a command to its end; its output is returned, or goes to the file `stdout`."""
        report = self.workspace.work() / "measured.json"
        command = [self.workspace.programs / "measure", report, *words]
        with contextlib.ExitStack() as open_files:
            target = subprocess.PIPE if stdout is None else open_files.enter_context(stdout.open("wb"))
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=target,
                stderr=subprocess.PIPE,
                env={**os.environ, **ONE_THREAD, **(environment or {})},
                check=False,
            )
        if done.returncode != 0:
            said = done.stderr.decode(errors="replace").strip()[-600:]
            raise Failed(f"{pathlib.Path(os.fspath(words[0])).name} ended with {done.returncode}: {said}")
        cost = json.loads(report.read_text())
        return Outcome(cost["seconds"], cost["peak_kb"], done.stdout or b"")
