"""Which files are meant: files, folders and globs, without links that lead out of them."""

from __future__ import annotations

import glob
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from bot.documents.reading import READERS
from bot.errors import UsageError

_MOST = 20_000
_LEADS_OUT = "is a link that leads out of the folder"


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read; `name` is what the graph calls it: its path below what was given."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that is not read, and why: the end of a sentence that begins with its name."""

    name: str
    why: str

    def __str__(self) -> str:
        return f"{self.name} {self.why}."


def find(paths: Sequence[str]) -> tuple[list[Source], list[Skipped]]:
    """The files that paths mean, and those in folders that are not read.

    Raises:
        UsageError: a path leads to nothing, or two files have one name.
    """
    sources: dict[Path, Source] = {}
    skipped: list[Skipped] = []
    for given in paths:
        for path in _meant(given, skipped):
            for source in _below(path, skipped):
                sources.setdefault(source.path.resolve(), source)
                if len(sources) > _MOST:
                    raise UsageError(f"There are more than {_MOST:,} files; name a smaller folder.")
    names: dict[str, Source] = {}
    for source in sources.values():
        if (other := names.setdefault(source.name, source)) is not source:
            raise UsageError(
                f"{other.path} and {source.path} would both be called {source.name}; "
                "name the folder above them."
            )
    return list(sources.values()), skipped


def _meant(given: str, skipped: list[Skipped]) -> list[Path]:
    path = Path(given).expanduser()
    if path.exists():
        return [path]
    found = [Path(one) for one in sorted(glob.glob(str(path), recursive=True))]
    if not found:
        raise UsageError(f"There is no file or folder {given}.")
    fixed = takewhile(lambda part: not glob.has_magic(part), path.parts)
    root = Path(*fixed).resolve()
    out = [one for one in found if not one.resolve().is_relative_to(root)]
    skipped.extend(Skipped(one.name, _LEADS_OUT) for one in out)
    return [
        one for one in found if one not in out and (one.is_dir() or one.suffix.lower() in READERS)
    ]


def _below(path: Path, skipped: list[Skipped]) -> Iterator[Source]:
    if not path.is_dir():
        yield Source(path, path.name)
        return
    root = path.resolve()
    others = 0
    for one in sorted(path.rglob("*")):
        name = f"{root.name}/{one.relative_to(path).as_posix()}"
        if any(part.startswith(".") for part in one.relative_to(path).parts) or one.is_dir():
            continue
        if not one.resolve().is_relative_to(root):
            skipped.append(Skipped(name, _LEADS_OUT))
        elif one.suffix.lower() in READERS:
            yield Source(one, name)
        else:
            others += 1
    if others:
        skipped.append(Skipped(f"{root.name}: {others:,}", "of other kinds passed over"))
