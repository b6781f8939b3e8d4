"""The machine and the programs of a run, in words."""

import os
import pathlib
import platform
import re
import subprocess
import time
from collections.abc import Sequence

from .bench import Bench
from .setup import our_program

VERSIONS_OF = ("numpy", "scipy", "pykdtree", "shapely", "geoindex-rs", "duckdb", "pysupercluster")


def describe(bench: Bench) -> list[str]:
    """One fact per line."""
    facts = [
        f"{time.strftime('%Y-%m-%d', time.gmtime())}, {_processor()}, {os.cpu_count()} cores, {_memory()}, {_system()}",
        f"{_first_line([our_program('geocli'), '--version'])}, SQLite {_sqlite()}, "
        f"{_first_line(['gcc', '--version'])}, Python {platform.python_version()}",
    ]
    packages = _packages(bench.workspace.python)
    found = ", ".join(f"{name} {packages[name]}" for name in VERSIONS_OF if name in packages)
    if found:
        facts.append(found)
    if bench.equipment.missing:
        facts.append("left out: " + ", ".join(sorted(bench.equipment.missing)))
    return facts


def _output(words: Sequence[str | os.PathLike[str]]) -> str:
    try:
        return subprocess.run(words, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def _first_line(words: Sequence[str | os.PathLike[str]]) -> str:
    return next(iter(_output(words).splitlines()), "unknown").strip()


def _processor() -> str:
    found = re.search(r"^model name\s*: (.*)$", _text("/proc/cpuinfo"), re.MULTILINE)
    return found[1].strip() if found else platform.machine()


def _memory() -> str:
    found = re.search(r"^MemTotal:\s*(\d+) kB", _text("/proc/meminfo"), re.MULTILINE)
    return f"{round(int(found[1]) / 2**20)} GiB" if found else "memory unknown"


def _system() -> str:
    found = re.search(r'^PRETTY_NAME="(.*)"$', _text("/etc/os-release"), re.MULTILINE)
    return found[1] if found else platform.system()


def _sqlite() -> str:
    return _first_line(["sqlite3", "--version"]).split(" ")[0]


def _packages(python: pathlib.Path) -> dict[str, str]:
    if not python.exists():
        return {}
    lines = _output([python, "-m", "pip", "list", "--format", "freeze", "--disable-pip-version-check"]).splitlines()
    return dict(line.split("==", 1) for line in lines if "==" in line)


def _text(path: str) -> str:
    try:
        return pathlib.Path(path).read_text()
    except OSError:
        return ""
