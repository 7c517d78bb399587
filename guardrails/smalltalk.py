"""Sees greetings, thanks, farewells, praise and "what can you do?", in many languages."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from guardrails.languages import languages, plain

Talk: TypeAlias = Literal["greeting", "thanks", "farewell", "praise", "capability", "chat"]

_ADDRESSEES = (
    "there|bot|cicerone|you|all|everyone|everybody|folks|friend|mate|dude|man|buddy|again|please|"
    "so much|very much|a lot|then|now|today|my friend|team|guys|sir|assistant|for (?:that|now)"
)


@cache
def _patterns() -> tuple[tuple[Talk, re.Pattern[str]], ...]:
    entries = tomllib.loads(Path(__file__).with_name("smalltalk.toml").read_text("utf-8"))
    kinds: tuple[Talk, ...] = (
        *("greeting", "thanks", "farewell", "praise"),
        *("capability", "chat"),
    )
    return tuple(
        (kind, re.compile(rf"^(?:{'|'.join(entries[kind])})(?: (?:{_ADDRESSEES}))*$"))
        for kind in kinds
    )


_SPLIT = re.compile(r"[.!?,;…\n]+")


def small_talk(message: str) -> Talk | None:
    """What kind of small talk the whole message is, or None.

    >>> small_talk("Hello there!"), small_talk("what can you do?"), small_talk("gracias")
    ('greeting', 'capability', 'thanks')
    >>> small_talk("Hi, which films are there?") is None
    True
    """
    folded = plain(message)
    if not folded:
        return "praise" if _has_emoji(message) else None
    whole = _kind(folded)
    if whole:
        return whole
    parts = [plain(part) for part in _SPLIT.split(message)]
    kinds = [_kind(part) for part in parts if part]
    return kinds[-1] if len(kinds) > 1 and all(kinds) else None


def _kind(folded: str) -> Talk | None:
    for kind, pattern in _patterns():
        if pattern.match(folded):
            return kind
    for language in languages():
        known: tuple[tuple[Talk, frozenset[str]], ...] = (
            ("greeting", language.greet),
            ("thanks", language.thanks),
            ("farewell", language.bye),
            ("capability", language.help),
        )
        for kind, phrases in known:
            if folded in phrases:
                return kind
    return None


def _has_emoji(message: str) -> bool:
    return any(unicodedata.category(char) in ("So", "Sk") for char in message)
