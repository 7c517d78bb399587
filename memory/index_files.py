"""The folders of an index in this process: whether one is whole, and what failed builds left."""

from __future__ import annotations

import json
import os
import shutil
import zlib
from pathlib import Path

_SEAL = "files.json"
# Larger files are checked by size alone: reading all of a large index would make the start slow.
_SUMMED = 1 << 20


def seal(folder: Path) -> None:
    """Write down the files of an index that is finished or closed."""
    (folder / _SEAL).write_text(json.dumps(_files(folder)))


def unseal(folder: Path) -> None:
    """The index is open for writing: its files will change."""
    (folder / _SEAL).unlink(missing_ok=True)


def is_sealed(folder: Path) -> bool:
    """Whether the index was finished or closed in order."""
    return (folder / _SEAL).exists()


def is_whole(folder: Path) -> bool:
    """Whether a sealed folder holds what it held when it was sealed.

    Qdrant Edge maps its files into memory and ends the process where one was cut short.
    """
    try:
        return bool(json.loads((folder / _SEAL).read_text()) == _files(folder))
    except (OSError, ValueError):
        return False


def _files(folder: Path) -> dict[str, list[int]]:
    return {
        path.relative_to(folder).as_posix(): [path.stat().st_size, _sum(path)]
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != _SEAL
    }


def _sum(path: Path) -> int:
    # Closing an index writes its JSON again, with the keys in another order.
    small = path.stat().st_size < _SUMMED and path.suffix != ".json"
    return zlib.crc32(path.read_bytes()) if small else 0


def sweep(folder: Path) -> None:
    """Remove what rebuilds of processes that are gone left beside the folder."""
    for left in folder.parent.glob(f"{folder.name}.build-*"):
        pid = left.name.removeprefix(f"{folder.name}.build-").split("-")[0]
        if pid.isdigit() and not _alive(int(pid)):
            shutil.rmtree(left, ignore_errors=True)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
