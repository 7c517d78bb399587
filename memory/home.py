"""The folder CICERONE_HOME: what is in it is its owner's alone, whatever the umask says."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

# Folders and files of ours right under it; what lies beneath a shut folder is shut, too.
_OURS = (
    *("graphs", "index", "files", "page", "models"),
    *("auth-secret", "cicerone.db*", "embedding.json", "terminology.yaml"),
)


def keep_to_owner() -> None:
    """From now on this process, and what it starts, makes folders and files for its user alone."""
    os.umask(0o077)


def make_private(home: Path) -> None:
    """Make the folder, or shut one that an earlier version left open.

    Raises:
        OSError: it cannot be made.
    """
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    for path in (home, *_ours(home)):
        found = path.lstat()
        ours = found.st_uid == os.geteuid() and not stat.S_ISLNK(found.st_mode)
        # A home set to somewhere else, such as /tmp or one's own folder, stays as it is.
        shared = path == home and (found.st_mode & stat.S_ISVTX or home == Path.home())
        if ours and not shared and found.st_mode & 0o077:
            path.chmod(stat.S_IMODE(found.st_mode) & 0o700)


def _ours(home: Path) -> Iterator[Path]:
    for name in _OURS:
        yield from home.glob(name)
