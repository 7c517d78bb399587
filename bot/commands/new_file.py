"""A file that a command writes, and that was not there before."""

from __future__ import annotations

from pathlib import Path

from bot.errors import UsageError


def write_new(path: Path, text: str) -> None:
    """Write a text to a new file.

    Raises:
        UsageError: the file is there already, or cannot be written.
    """
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UsageError(f"{path} is there already; name another file.") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}.") from None
