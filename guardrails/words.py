"""Word lists written as text, one blank apart."""

from __future__ import annotations

import tomllib
from pathlib import Path


def words(text: str) -> frozenset[str]:
    """The words of a text as a set.

    >>> sorted(words("drop  create"))
    ['create', 'drop']
    """
    return frozenset(text.split())


def word_lists(name: str, keyed: str) -> tuple[dict[str, frozenset[str]], dict[str, str]]:
    """The lists of a file of this room by their names, and of its table `keyed` word by word.

    >>> lists, forms = word_lists("act_words.toml", "forms")
    >>> "hide" in lists["away"], forms["excel"]
    (True, 'xlsx')
    """
    told = tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    table = told.pop(keyed)
    by_word = {word: key for key, text in table.items() for word in text.split()}
    return {key: words(text) for key, text in told.items()}, by_word
