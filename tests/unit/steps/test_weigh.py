"""What is read by rules and by what was learned, held against each other: believed, doubted, asked.

The words' vectors are a stand-in: nothing is like anything but by its letters. So is the graph: it
answers every statement with some rows that no other statement has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.errors import GraphError
from bot.events import Rows
from bot.offline.parser import Parser
from bot.ports import Graph
from bot.reader.alike import core_of
from bot.reader.outcome import outcome_of
from bot.reader.reader import Reader, learned
from bot.reader.sureness import Ruled, Typed, decided, goes_on, weighed
from bot.realiser.english import to_question
from bot.steps.read import Read, Standalone, read
from bot.steps.weigh import Said, read_ours, weigh
from bot.steps.write import from_reading
from memory.conversation import Exchange, Mention
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema

NAME = Property("name", ("STRING",), ("Vega",), distinct=40)
TONS = Property("tonnage", ("INTEGER",), (900,), None, 100, 9000, 0.0, 40)
SCHEMA = Schema(
    {
        "Ship": Label("Ship", 40, {"name": NAME, "tonnage": TONS}),
        "Port": Label("Port", 9, {"name": NAME}),
    },
    {"CALLS_AT": Relationship("CALLS_AT", 90, (Join("Ship", "Port", 90),))},
)
SHIPS = (("Vega",), ("Lyra",))


def letters_only(texts: Sequence[str]) -> NDArray[np.float32]:
    """Vectors that are like nothing."""
    return np.zeros((len(texts), 4), dtype=np.float32)


READER, PARSER = Reader(SCHEMA, letters_only), Parser(SCHEMA)
# Words that no rule reads, of a thing that the schema has.
UNREAD = "gimme the tonnage thingy of ships over 500 pls"


class Answers:
    """A graph that answers each statement with rows of its own, or fails."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails, self.asked = fails, 0

    async def run(
        self, cypher: str, parameters: Mapping[str, Any] | None = None, **given: Any
    ) -> Rows:
        self.asked += 1
        if self.fails:
            raise GraphError("It took too long.")
        return Rows(("name",), (*SHIPS, (cypher,)), 3, False)


def _calling() -> Exchange:
    """An answer that lists two ships."""
    asked = "Which ships call at ports?"
    first = PARSER.parse(asked).readings[0]
    ships = (Mention("Ship", "name", "Vega"), Mention("Ship", "name", "Lyra"))
    return Exchange(
        asked, asked, "answerable", "MATCH", row_count=2, query=first.query, mentions=ships
    )


LOST = Exchange("Which boats?", "Which boats?", "answerable")


async def _read(
    text: str,
    sure: float,
    history: Sequence[Exchange] = (),
    graph: Answers | None = None,
) -> Read:
    found = read(PARSER, Standalone(text), [])
    said = Said(text, (), SCHEMA, history)
    return await weigh(found, said, READER, cast(Graph, graph or Answers()), sure)


@pytest.mark.parametrize("question", ["How many ships are there?", "Which ships call at ports?"])
async def test_what_both_read_alike_is_believed_unrun(question: str) -> None:
    graph = Answers()
    found = await _read(question, 0.5, graph=graph)
    assert found.reading is not None
    assert not found.tied
    assert not graph.asked
    assert READER.read(question, ())[0].core.like(core_of(found.reading.query))


async def test_what_rules_do_not_read_is_guessed_where_certainty_is_wanted() -> None:
    assert PARSER.parse(UNREAD).readings == ()
    assert (await _read(UNREAD, 1.0)).reading is None


async def test_a_database_that_fails_leaves_what_the_rules_read() -> None:
    graph = Answers(fails=True)
    found = await _read("Which ships call at ports?", 0.0, [LOST], graph)
    assert graph.asked
    assert found.reading is not None
    assert not found.tied


async def test_what_is_not_sure_enough_is_a_guess() -> None:
    asked = "Which ships call at the most ports?"
    doubted = await _read(asked, 1.0, [LOST])
    assert doubted.reading is None and doubted.guesses
    believed = await _read(asked, 0.0, [LOST])
    assert believed.reading is not None
    assert not believed.tied


def test_a_word_unread_costs_what_goes_on_less_than_what_stands_alone() -> None:
    text, past = "blimey which of them have a tonnage over 500", _calling()
    alone, onward = READER.read(text, ()), READER.read(text, (), [past])
    assert all(found[0].features.get("left.content") for found in (alone, onward))
    first = decided(alone, None, Typed(text), learned()).sureness
    after = decided(onward, None, Typed.after(text, [past]), learned()).sureness
    assert first <= 0.35 < after


def test_a_word_unread_counts_in_what_says_itself_what_it_asks() -> None:
    """Whatever it may go on from: what was swanked may be what is asked for, and not there."""
    text, past = "which ships swanked at Vega?", _calling()
    found = READER.read(text, [LinkedValue("Vega", "Ship", "name", "Vega", 23, 27)], [past])
    going_on = [one for one in found if goes_on(one) and one.features.get("left.content")]
    assert going_on
    assert decided(going_on, None, Typed.after(text, [past]), learned()).sureness <= 0.35


async def test_words_that_an_answered_meaning_leaves_out_are_told_of_it() -> None:
    found = await _read("Which swanky ships have a tonnage over 500?", 0.0, [LOST])
    assert found.reading is not None
    assert found.reading.unread == ("swanky",)
    assert from_reading(found.reading).unread == ("swanky",)


def test_a_guess_told_in_our_words_is_read_as_it_was_meant() -> None:
    likeliest = READER.read(UNREAD, ())[0]
    told = to_question(likeliest.query, SCHEMA)
    ours = PARSER.parse(told).readings or read_ours(READER, told, (), SCHEMA)
    assert core_of(ours[0].query).like(likeliest.core), told


def test_agreement_makes_a_reading_surer() -> None:
    text = "How many ships call at ports?"
    found = READER.read(text, ())
    agreed, apart = (
        decided(found, Ruled(found[nth].core, 0.1), Typed(text), learned()).sureness
        for nth in (0, 1)
    )
    assert agreed > apart


def test_of_readings_that_come_to_something_and_nothing_the_first_is_likelier() -> None:
    found = READER.read("Which ships call at ports?", ())[:2]
    shares = []
    for rows in (SHIPS, ()):
        outcomes = [outcome_of(x.query, rows, SCHEMA, "") for x in found[:1]]
        outcomes.append(outcome_of(found[1].query, SHIPS, SCHEMA, ""))
        run = [
            type(one)(one.query, one.core, one.share, one.features, one.roles, outcome)
            for one, outcome in zip(found, outcomes, strict=True)
        ]
        after = {one.core: one.share for one in weighed(run, learned().weights.alone)}
        shares.append(after[found[0].core])
    assert shares[0] > shares[1]


async def test_what_goes_on_from_an_answer_is_told_or_offered_as_it_is_meant() -> None:
    found = await _read("tonnage above 500 only", 1.0, [_calling()])
    offered = [*found.guesses, *found.tied, *([found.reading] if found.reading else [])]
    told = [to_question(guess.query, SCHEMA) for guess in offered]
    assert any("tonnage" in question for question in told)


async def test_what_follows_an_answer_and_is_not_sure_is_asked_about_and_never_told() -> None:
    """Nor where nothing else can be meant: whoever is wrong there takes the talk elsewhere."""
    asked = "Which ships call at the most ports?"
    for other in (False, True):
        found = read(PARSER, Standalone(asked), [])
        ruled = core_of(found.reading.query) if found.reading else None
        said = Said(asked, (), SCHEMA, [LOST])
        graph = cast(Graph, Answers(fails=not other))
        doubted = await weigh(found, said, READER, graph, 1.0)
        assert doubted.reading is None and not doubted.tied
        assert ruled is not None and core_of(doubted.guesses[0].query).like(ruled)


async def test_after_what_had_no_answer_less_is_sure() -> None:
    text = "only the ships over 500"
    found = READER.read(text, ())
    alone, after = (
        decided(found, None, Typed.after(text, history), learned()).sureness
        for history in ([], [LOST])
    )
    assert after < alone


async def test_what_may_be_meant_says_how_surely_it_is() -> None:
    doubted = await _read("Which ships call at the most ports?", 1.0, [LOST])
    sure = [one.sure for one in doubted.guesses]
    assert sure and all(one is not None and 0 <= one <= 1 for one in sure)
    assert sum(one or 0 for one in sure) <= 1
