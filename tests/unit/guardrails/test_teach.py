"""What is offered where a message was not for this graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from guardrails.scope import Redirect
from guardrails.teach import teach
from memory.schema import Label, Property, Schema

LENGTH = Property("length", ("INTEGER",), minimum=1, maximum=9)
NAME = Property("name", ("STRING",))
SCHEMA = Schema({"Trail": Label("Trail", 9, {"name": NAME, "length": LENGTH})}, {})
QUESTIONS = ("Which trails are there?", "How many trails are there?", "What is the longest trail?")


def propose(about: Sequence[str]) -> Iterable[str]:
    return QUESTIONS


async def prove(question: str) -> bool:
    return True


async def test_nothing_is_offered_twice_where_the_chat_shows_what_it_can_do() -> None:
    away = Redirect("off_topic", "off_topic")
    for nth in (1, 2):
        taught = await teach(away, SCHEMA, propose, prove, nth)
        asked = [offer.question for offer in taught.choices]
        assert len(set(asked)) == len(asked)
        assert set(QUESTIONS) <= set(asked)
    assert {offer.kind for offer in taught.choices} >= {"capability"}
