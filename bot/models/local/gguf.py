"""Whether a file is a model that llama.cpp can serve."""

from __future__ import annotations

from pathlib import Path

from bot.errors import UsageError

MAGIC = b"GGUF"


def check_gguf(path: Path) -> int:
    """The size of a GGUF file, in bytes.

    Raises:
        UsageError: it is not there, cannot be read, or is no GGUF.
    """
    try:
        with path.open("rb") as file:
            magic = file.read(len(MAGIC))
            size = file.seek(0, 2)
    except FileNotFoundError:
        raise UsageError(f"CICERONE_MODEL_FILE names {path}, which is not there.") from None
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise UsageError(f"CICERONE_MODEL_FILE cannot be read: {path}: {why}.") from None
    if magic != MAGIC:
        raise UsageError(f"CICERONE_MODEL_FILE is no GGUF model: {path}.")
    return size
