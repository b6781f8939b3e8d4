"""Installs or builds the peers: Debian packages, a venv with PyPI packages, compiled programs. Lists what is
unavailable."""

import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .workspace import PEERS, ROOT, Unavailable, Workspace, say

DEBIAN = ("gcc", "g++", "libnanoflann-dev", "libboost-dev", "libsqlite3-dev", "sqlite3", "gdal-bin", "hyperfine")
POSTGIS = ("postgresql-15-postgis-3",)
# pysupercluster is built here, with the installed numpy.
BUILDERS = ("setuptools", "wheel")
PYPI = (*BUILDERS, "numpy", "scipy", "pykdtree", "shapely", "geoindex-rs", "duckdb", "geographiclib", "pysupercluster")
BUILT_HERE = ("pysupercluster",)
OUR_PRODUCTS = ("geocli", "sample-feed", "search-bench", "ingest-bench", "index-bench", "collision-bench", "catalog-bench")


@dataclass(frozen=True)
class Program:
    """A peer in C or C++ and its compiler options."""

    source: str
    compiler: str = "gcc"
    flags: tuple[str, ...] = ("-O2",)
    libraries: tuple[str, ...] = ()
    is_essential: bool = False


PROGRAMS = (
    Program("measure.c", is_essential=True),
    Program("ingest_loop.c", libraries=("-lsqlite3", "-lm")),
    Program("sqlite_queries.c", libraries=("-lsqlite3", "-lm")),
    Program("index_peers.cpp", "g++", ("-std=c++17", "-O3", "-march=native", "-pthread")),
)


@dataclass
class Equipment:
    """The available peers and, by name, the unavailable ones with the reason."""

    python_packages: set[str] = field(default_factory=set)
    programs: set[str] = field(default_factory=set)
    products: set[str] = field(default_factory=set)
    missing: dict[str, str] = field(default_factory=dict)

    def need(self, *names: str) -> None:
        """- Throws: Unavailable, if one of `names` is not available."""
        for name in names:
            if name not in self.python_packages | self.programs | self.products:
                raise Unavailable(f"{name}: {self.missing.get(name, 'it is not here')}")


def prepare(workspace: Workspace, *, installs: bool, builds: bool, with_postgis: bool) -> Equipment:
    """Prepares everything that a run needs, as far as this machine allows."""
    equipment = Equipment()
    _debian(equipment, DEBIAN + (POSTGIS if with_postgis else ()), installs)
    _python(equipment, workspace, installs)
    _compile(equipment, workspace)
    _products(equipment, builds)
    for name, reason in equipment.missing.items():
        say(f"left out: {name} ({reason})")
    return equipment


def _quietly(
    words: Sequence[str | os.PathLike[str]], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
    )


def _last_line(done: subprocess.CompletedProcess[str]) -> str:
    lines = [line.strip() for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    return lines[-1][:160] if lines else f"ended with {done.returncode}"


# Debian


def _debian(equipment: Equipment, packages: Sequence[str], installs: bool) -> None:
    if shutil.which("dpkg-query") is None:
        equipment.missing.update({name: "this is not Debian" for name in packages if shutil.which(name) is None})
        return
    missing = [name for name in packages if not _is_installed(name)]
    if missing and installs:
        _apt_get(missing)
        missing = [name for name in missing if not _is_installed(name)]
    equipment.missing.update({name: "Debian package; --install gets it" for name in missing})


def _is_installed(package: str) -> bool:
    done = _quietly(["dpkg-query", "-W", "-f", "${db:Status-Status}", package])
    return done.stdout == "installed" or shutil.which(package) is not None


def _apt_get(packages: Sequence[str]) -> None:
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    say(f"installing {' '.join(packages)}")
    _quietly([*sudo, "apt-get", "update", "-qq"])
    for package in packages:
        _quietly(
            [*sudo, "apt-get", "install", "-y", "-qq", "--no-install-recommends", package],
            {"DEBIAN_FRONTEND": "noninteractive"},
        )


# PyPI


def _python(equipment: Equipment, workspace: Workspace, installs: bool) -> None:
    if not workspace.python.exists():
        done = _quietly([sys.executable, "-m", "venv", workspace.venv])
        if done.returncode != 0:
            equipment.missing.update({name: f"no venv: {_last_line(done)}" for name in PYPI})
            return
    for package in PYPI:
        reason = _pip(workspace.python, package, installs)
        if reason is None:
            equipment.python_packages.add(package)
        elif package not in BUILDERS:
            equipment.missing[package] = reason


def _pip(python: pathlib.Path, package: str, installs: bool) -> str | None:
    """The reason why the package is not available, or None if it is available."""
    if _quietly([python, "-m", "pip", "show", "-qq", package]).returncode == 0:
        return None
    if not installs:
        return "package of PyPI; --install gets it"
    say(f"installing {package}")
    way = ["--no-build-isolation"] if package in BUILT_HERE else ["--only-binary", ":all:"]
    done = _quietly([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *way, package])
    return None if done.returncode == 0 else _last_line(done)


# Compilers


def _compile(equipment: Equipment, workspace: Workspace) -> None:
    for program in PROGRAMS:
        source = PEERS / program.source
        output = workspace.programs / source.stem
        reason = _compiled(program, source, output)
        if reason is None:
            equipment.programs.add(source.stem)
        elif program.is_essential:
            raise Unavailable(f"{program.source} can't be compiled: {reason}")
        else:
            equipment.missing[source.stem] = reason


def _compiled(program: Program, source: pathlib.Path, output: pathlib.Path) -> str | None:
    if not source.exists():
        return "its source is not in Benchmarks/peers"
    if shutil.which(program.compiler) is None:
        return f"{program.compiler} is not here"
    newest = max(path.stat().st_mtime for path in (source, *PEERS.glob("*.h")))
    if output.exists() and output.stat().st_mtime > newest:
        return None
    done = _quietly([program.compiler, *program.flags, "-o", output, source, *program.libraries])
    return (
        None
        if done.returncode == 0
        else next((line for line in done.stderr.splitlines() if "error" in line), _last_line(done))[:200]
    )


# Swift


def our_program(product: str) -> pathlib.Path:
    return ROOT / ".build" / "release" / product


def _products(equipment: Equipment, builds: bool) -> None:
    manifest = (ROOT / "Package.swift").read_text()
    for product in OUR_PRODUCTS:
        if builds and f'"{product}"' not in manifest:
            equipment.missing[product] = "Package.swift has no such product"
            continue
        reason = _built(product) if builds else None
        if reason is None and our_program(product).exists():
            equipment.products.add(product)
        else:
            equipment.missing[product] = reason or "it is not built"


def _built(product: str) -> str | None:
    say(f"building {product}")
    done = _quietly([ROOT / "scripts/build.sh", product])
    return None if done.returncode == 0 else _last_line(done)
