"""Text and Markdown: kept as they are."""

from __future__ import annotations

from bot.documents.kept import Kept, plain
from bot.errors import UnreadableFile

_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


def read_text(content: bytes) -> Kept:
    """Text in UTF-8, or in UTF-16 that says so.

    Raises:
        UnreadableFile: it is in another encoding; a guess would write wrong names into the graph.
    """
    return Kept(plain(decoded(content)))


def decoded(content: bytes) -> str:
    """The characters of a text file.

    Raises:
        UnreadableFile: they are in another encoding, or it is no text.
    """
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        raise UnreadableFile("is not UTF-8 text; save it as UTF-8") from None
    if "\0" in text:
        raise UnreadableFile("is no text, whatever its name says")
    return text
