"""How many tokens a text takes: by the model's own tables where they are at hand, else estimated.

The tables of OpenAI's models are not in tiktoken's wheel; it fetches them once. That is done in the
background and only for OpenAI's own address, where the network is needed anyway: a model of your
own is asked without any other host hearing of it. Until the tables are there, and everywhere else,
an estimate that is rather too high holds.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import structlog

# A word is a token, or some: of two or three letters each at worst, and its blank with them.
_WORD = re.compile(" ?[a-z]+")
# Figures, capitals, signs and letters of other alphabets are one each at worst, and what takes
# three bytes or four as many as these; two in scripts whose usual characters the tables have.
_THREE_BYTES = 0x800
_IN_PART = re.compile(
    "[\u0900-\u0e7f\u10a0-\u10ff\u1e00-\u206f\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3]"
)
_log = structlog.get_logger(__name__)


class Encoding(Protocol):
    """What is needed of a tiktoken encoding."""

    def encode_ordinary(self, text: str) -> list[int]:
        """The tokens of a text, whatever it holds."""
        ...


Load: TypeAlias = Callable[[str], Encoding]


def estimated(text: str) -> int:
    """Tokens at most, for nearly every text and model.

    Held to the tables of Llama 2, which know few words, keep no two figures together and fall back
    to bytes: 28 languages and the rows of a graph take no more than this, and English prose half of
    it (`tests/unit/models/test_tokens.py`). A word or two of rare characters may take two more.

    >>> estimated("three ships"), estimated("1995"), estimated("三艘船"), estimated("")
    (6, 5, 7, 0)
    """
    if not text:
        return 0
    words = sum(-(-2 * len(word) // 5) for word in _WORD.findall(text))
    # Some models put a blank before the first word, which may be a token.
    return 1 + words + sum(map(_worst, _WORD.sub("", text)))


def _worst(character: str) -> int:
    """The tokens of a character that is no part of a word, at most."""
    code = ord(character)
    if code < _THREE_BYTES:
        return 1
    return 2 if _IN_PART.match(character) else 3 if code < 0x10000 else 4


class Tokens:
    """Counts the tokens of texts for one model.

    Args:
        model: Its name; None for one whose tables must not be fetched.
        load: Gives the encoding of a model; raises whatever it likes where there is none.
    """

    def __init__(self, model: str | None = None, load: Load | None = None) -> None:
        self._encoding: Encoding | None = None
        if model is not None:
            given = (model, load or _load)
            threading.Thread(target=self._open, args=given, name="tokens", daemon=True).start()

    def count(self, text: str) -> int:
        """Tokens of a text; never blocks."""
        encoding = self._encoding
        return len(encoding.encode_ordinary(text)) if encoding is not None else estimated(text)

    def _open(self, model: str, load: Load) -> None:
        try:
            self._encoding = load(model)
        except Exception as error:  # an unknown model, no network, a damaged file: estimated, then
            _log.debug("tokens are estimated", model=model, why=type(error).__name__)


def _load(model: str) -> Encoding:
    import tiktoken  # takes a while to import

    found: Any = tiktoken.encoding_for_model(model)
    return found  # type: ignore[no-any-return]
