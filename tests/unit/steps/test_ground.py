"""A streamed answer is held to the rows before any of it is shown."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.events import Usage
from bot.steps.ground import Written, ground
from guardrails.grounding import Facts

FACTS = Facts("Which films are from 1994?", [["Speed", 1994], ["Léon", 1994]], 2)
PLAIN = "2 films: Speed, Léon."


async def _pieces(text: str) -> AsyncIterator[str | Usage]:
    for word in text.split(" "):
        yield word + " "
    yield Usage(1, 100, 10)


async def said(text: str) -> tuple[Written, list[str]]:
    shown: list[str] = []

    async def emit(piece: str) -> None:
        shown.append(piece)

    return await ground(_pieces(text), FACTS, PLAIN, emit), shown


async def test_sentences_are_released_one_by_one() -> None:
    text = "Two films are from 1994. They are Speed and Léon."
    written, shown = await said(text)
    assert written == Written(text, Usage(1, 100, 10), "")
    assert [s.strip() for s in shown] == ["Two films are from 1994.", "They are Speed and Léon."]


async def test_a_made_up_first_sentence_is_replaced_and_nothing_of_it_shown() -> None:
    written, shown = await said("There are 31 films. One is Speed.")
    assert written.text == PLAIN and shown == [PLAIN]
    assert "31" in written.notice and written.usage.calls == 1


async def test_a_made_up_later_sentence_is_left_out() -> None:
    written, shown = await said("Two films match. The director is Steven Spielberg. One is Speed.")
    assert written.text == "Two films match. One is Speed."
    assert "Steven" in written.notice and not any("Steven" in piece for piece in shown)


async def test_denying_to_know_gives_the_rows() -> None:
    for text in ("I do not know.", "Two films match. Unfortunately I cannot tell more."):
        written, _ = await said(text)
        assert written.text.endswith(PLAIN) and "know" in written.notice


async def test_an_empty_answer_is_empty() -> None:
    assert (await said(""))[0].text == ""
