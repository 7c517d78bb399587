"""Folding of words, shared by everything that compares what people type with what is stored."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_\-\s]+")


def fold(text: str) -> str:
    """Lower case, no accents, single spaces, no punctuation: the form in which texts are compared.

    >>> fold("  Léon: The Professional ")
    'leon the professional'
    >>> fold("Sci-Fi")
    'sci fi'
    """
    bare = text.casefold()
    if not bare.isascii():
        decomposed = unicodedata.normalize("NFKD", bare)
        bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(_WORD.findall(bare.replace("’", "'").replace("'", "")))


def split_name(name: str) -> list[str]:
    """The words of a schema name in camelCase, PascalCase or snake_case, in lower case.

    >>> split_name("ACTED_IN"), split_name("imdbRating"), split_name("HTTPServer2")
    (['acted', 'in'], ['imdb', 'rating'], ['http', 'server2'])
    """
    return list(_parts_of(name))


@lru_cache(maxsize=20_000)
def _parts_of(name: str) -> tuple[str, ...]:
    return tuple(w.lower() for w in _CAMEL.split(name) if w) or (name.lower(),)


def several(count: int, noun: str, many: str | None = None) -> str:
    """A number with its noun; `many` is the noun's plural where that is not made with an s.

    >>> several(1, "row"), several(1200, "row"), several(0, "query", "queries")
    ('1 row', '1,200 rows', '0 queries')
    """
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"


def seconds_text(seconds: float) -> str:
    """A time of whole or broken seconds.

    >>> seconds_text(1), seconds_text(2.5)
    ('1 second', '2.5 seconds')
    """
    return f"{seconds:g} second{'' if seconds == 1 else 's'}"


def size_text(size: int) -> str:
    """A number of bytes in the largest unit that fits.

    >>> size_text(1_117_320_768), size_text(253_113_024), size_text(900)
    ('1.1 GB', '253 MB', '900 bytes')
    """
    for unit, name, digits in ((10**9, "GB", 1), (10**6, "MB", 0), (10**3, "kB", 0)):
        if size >= unit:
            return f"{size / unit:.{digits}f} {name}"
    return several(size, "byte")
