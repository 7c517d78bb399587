"""How many tokens a text takes: by the model's own tables where they are at hand, else estimated.

The tables of OpenAI's models are not in tiktoken's wheel; it fetches them once. That is done in the
background and only for OpenAI's own address, where the network is needed anyway: a model of your
own is asked without any other host hearing of it. Until the tables are there, and everywhere else,
an estimate that is rather too high holds.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import structlog

# English has about four bytes a token, names, figures and other scripts fewer.
_BYTES_A_TOKEN = 3
_log = structlog.get_logger(__name__)


class Encoding(Protocol):
    """What is needed of a tiktoken encoding."""

    def encode_ordinary(self, text: str) -> list[int]:
        """The tokens of a text, whatever it holds."""
        ...


Load: TypeAlias = Callable[[str], Encoding]


def estimated(text: str) -> int:
    """Tokens at most, for nearly every text and model.

    >>> estimated("three ships"), estimated("三艘船"), estimated("")
    (4, 3, 0)
    """
    return -(-len(text.encode("utf-8", "replace")) // _BYTES_A_TOKEN)


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
