"""Where there is a model, the reader answers what it is sure enough of, and no more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.offline.reading import Reading
from bot.parts import Message
from bot.settings import load_settings
from bot.steps.read import Read
from bot.under_way import UnderWay
from memory.conversation import Exchange
from memory.query import Pattern, Query

READING = Reading(Query(Pattern(()), (), ""), "", 0.0, ())
EARLIER = [Exchange("ships?", "Which ships are there?", "answerable", "RETURN 1")]


@pytest.mark.parametrize(
    ("sureness", "history", "engine", "asked"),
    [
        (0.82, [], "auto", False),
        (0.81, [], "auto", True),
        (None, [], "auto", True),
        (0.96, EARLIER, "auto", False),
        (0.92, EARLIER, "auto", True),
        (1.0, [], "llm", True),
        (0.1, [], "offline", False),
    ],
)
def test_a_model_is_asked_what_the_reader_is_less_sure_of(
    sureness: float | None, history: list[Exchange], engine: Any, asked: bool
) -> None:
    model = SimpleNamespace()
    parts: Any = SimpleNamespace(
        settings=load_settings(graph="x"), model=model, writer=None, examples=None
    )
    turn = UnderWay(Message("Which?", "t", "ada", engine=engine), parts, SimpleNamespace())  # type: ignore[arg-type]
    turn.history = history
    assert turn.model_writes(Read(READING, "Which?", sureness=sureness)) is asked
    # What a model retold so that it stands alone is a follow-up all the same.
    turn.retold = True
    assert turn.model_writes(Read(READING, "Which?", sureness=sureness)) is asked
