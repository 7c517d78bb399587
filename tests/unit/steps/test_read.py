"""What is read by rules and by what was learned, held against each other: believed, doubted, asked.

The words' vectors are a stand-in: nothing is like anything but by its letters.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.offline.english import to_question
from bot.offline.parser import Parser
from bot.reader.alike import core_of
from bot.reader.reader import Reader, evidence, learned, surely
from bot.steps.read import Read, read, read_on, read_ours
from memory.conversation import Exchange, Mention
from memory.rewrite import Rewrite
from memory.schema import Join, Label, Property, Relationship, Schema

NAME = Property("name", ("STRING",), ("Vega",), distinct=40)
TONS = Property("tonnage", ("INTEGER",), (900,), None, 100, 9000, 0.0, 40)
SCHEMA = Schema(
    {
        "Ship": Label("Ship", 40, {"name": NAME, "tonnage": TONS}),
        "Port": Label("Port", 9, {"name": NAME}),
    },
    {"CALLS_AT": Relationship("CALLS_AT", 90, (Join("Ship", "Port", 90),))},
)


def letters_only(texts: Sequence[str]) -> NDArray[np.float32]:
    """Vectors that are like nothing."""
    return np.zeros((len(texts), 4), dtype=np.float32)


READER, PARSER = Reader(SCHEMA, letters_only), Parser(SCHEMA)
# Words that no rule reads, of a thing that the schema has.
UNREAD = "gimme the tonnage thingy of ships over 500 pls"


def _read(question: str, sure: float) -> Read:
    return read(PARSER, Rewrite(question), [], READER, sure)


@pytest.mark.parametrize("question", ["How many ships are there?", "Which ships call at ports?"])
def test_what_both_read_alike_is_believed(question: str) -> None:
    found = _read(question, 0.5)
    assert found.reading is not None
    assert not found.tied
    likely = READER.read(question, ())
    assert likely[0].core.like(core_of(found.reading.query))


def test_nothing_is_sure_enough_for_who_asks_for_certainty() -> None:
    found = _read("How many ships call at ports?", 1.0)
    assert found.reading is not None
    assert found.tied


def test_what_rules_do_not_read_is_guessed_and_never_answered_unsure() -> None:
    assert PARSER.parse(UNREAD).readings == ()
    for sure in (0.0, 1.0):
        assert _read(UNREAD, sure).reading is None


def test_a_guess_told_in_our_words_is_read_as_it_was_meant() -> None:
    likeliest = READER.read(UNREAD, ())[0]
    told = to_question(likeliest.query, SCHEMA)
    ours = PARSER.parse(told).readings or read_ours(READER, told, (), SCHEMA)
    assert core_of(ours[0].query).like(likeliest.core), told


def test_agreement_makes_a_reading_surer() -> None:
    found = READER.read("How many ships are there?", ())
    agreed = evidence(found, found[0].core, 0.1, 5)
    apart = evidence(found, found[1].core, 0.1, 5)
    assert surely(agreed, learned().ruled) > surely(apart, learned().ruled)


def test_what_goes_on_from_an_answer_is_offered_and_never_answered() -> None:
    asked = "Which ships call at ports?"
    first = _read(asked, 0.0).reading
    assert first is not None
    ships = (Mention("Ship", "name", "Vega"), Mention("Ship", "name", "Lyra"))
    past = Exchange(asked, asked, "answerable", row_count=2, query=first.query, mentions=ships)
    message = "tonnage above 500 only"
    found = read_on(READER, message, [], [past], SCHEMA, Read(None, message))
    assert found.reading is None
    told = [to_question(guess.query, SCHEMA) for guess in found.guesses]
    assert any("tonnage" in question for question in told)
