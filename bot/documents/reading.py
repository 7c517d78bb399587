"""One file, read: its kind picks the reader, and what is bad is told in one sentence."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.documents.kept import Kept
from bot.documents.read_html import read_html
from bot.documents.read_mail import read_mail
from bot.documents.read_pdf import read_pdf
from bot.documents.read_text import read_text
from bot.documents.read_word import read_word
from bot.errors import UnreadableFile
from memory.text import size_text

MOST_BYTES = 100_000_000
MOST_CHARACTERS = 30_000_000
_MEMORY = 2_000_000_000

READERS: Mapping[str, Callable[[bytes], Kept]] = {
    ".txt": read_text,
    ".text": read_text,
    ".md": read_text,
    ".markdown": read_text,
    ".html": read_html,
    ".htm": read_html,
    ".pdf": read_pdf,
    ".docx": read_word,
    ".eml": read_mail,
}
"""What reads a file, by the end of its name."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file as it was read, with a hash of its bytes."""

    kept: Kept
    hash: str


def read_file(path: Path) -> ReadFile:
    """Read a file.

    Raises:
        UnreadableFile: it cannot be read; the message says why, without the file's name.
    """
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise UnreadableFile(f"is of no kind that is read ({', '.join(READERS)})")
    content = _content(path)
    try:
        kept = reader(content)
    except UnreadableFile:
        raise
    except (MemoryError, RecursionError):
        raise UnreadableFile("takes more memory than one file may") from None
    except Exception as error:  # whatever a damaged file makes a library do
        raise UnreadableFile(f"is damaged ({type(error).__name__})") from None
    if not kept.text.strip():
        raise UnreadableFile("has no text")
    if len(kept.text) > MOST_CHARACTERS:
        raise UnreadableFile(f"has more than {MOST_CHARACTERS:,} characters")
    return ReadFile(kept, hashlib.sha256(content).hexdigest())


def file_hash(path: Path) -> str:
    """The hash of a file's bytes, to tell whether it has changed.

    Raises:
        UnreadableFile: it cannot be opened, or is too large.
    """
    return hashlib.sha256(_content(path)).hexdigest()


def _content(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise UnreadableFile(f"has {size_text(size)}, more than {size_text(MOST_BYTES)}")
        if not path.is_file():
            raise UnreadableFile("is no file")
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)[:MOST_BYTES]
    except OSError as error:
        raise UnreadableFile(f"cannot be opened: {error.strerror or error}") from None


def read_bounded(path: Path) -> ReadFile:
    """`read_file` in a worker process, where a file may take only so much of the memory.

    Raises:
        UnreadableFile: it cannot be read; the message says why, without the file's name.
    """
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # not everywhere

        resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
    return read_file(path)
