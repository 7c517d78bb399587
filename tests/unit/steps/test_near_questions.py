"""A name that is not stored is told as such, with questions of the same shape that can be asked."""

from __future__ import annotations

import pytest

from bot.offline.parser import Parser
from bot.steps.near_questions import near_questions
from bot.steps.suggest import Suggestions
from bot.steps.teach import Guide
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema
from memory.value_record import LeftOut
from tests.unit.steps.graphs import TellingGraph


def named(label: str, count: int, *names: str) -> Label:
    return Label(label, count, {"name": Property("name", ("STRING",), names, names)})


SCHEMA = Schema(
    {
        "Line": named("Line", 40, "Fjord Line", "Blue Star"),
        "Port": named("Port", 12, "Oslo", "Split", "Bari", "Patras"),
        "Ship": named("Ship", 90, "Vega", "Lyra"),
    },
    {
        "BASED_IN": Relationship("BASED_IN", 40, (Join("Line", "Port", 40),)),
        "OWNS": Relationship("OWNS", 90, (Join("Line", "Ship", 90),)),
    },
)


class Values:
    """Links the names of the schema alone."""

    async def lookup(self, question: str) -> list[LinkedValue]:
        """Where a stored name stands in the question."""
        found = []
        for label in SCHEMA.labels.values():
            for name in map(str, label.properties["name"].examples):
                if (at := question.find(name)) >= 0:
                    found.append(LinkedValue(name, label.name, "name", name, at, at + len(name)))
        return found


@pytest.mark.parametrize(
    ("question", "unread", "text", "nearest"),
    [
        (
            "Which lines are based in Genoa?",
            ("Genoa",),
            "“Genoa” is not stored here; the ports include Oslo, Split, Bari and others.",
            "Which lines are based in Oslo?",
        ),
        (
            "Which lines own the Aldebaran?",
            ("Aldebaran",),
            "“Aldebaran” is not stored here; the ships include Vega and Lyra.",
            "Which lines own the Vega?",
        ),
        # A word that is no name is left out of the question.
        (
            "Which lines are based in Oslo nowadays?",
            ("nowadays",),
            "",
            "Which lines are based in Oslo?",
        ),
        ("Which lines are gone?", ("gone",), "", None),
        # What was asked for cannot be left out.
        ("yachts based in Oslo", ("yachts",), "", None),
        ("the yachts that are based in Oslo", ("yachts",), "", None),
    ],
)
async def test_near(question: str, unread: tuple[str, ...], text: str, nearest: str | None) -> None:
    suggestions = Suggestions(TellingGraph(lambda _: []), SCHEMA, Parser(SCHEMA), Values())
    near = await near_questions(question, unread, suggestions)
    assert near.text == text
    assert next(iter(near.questions), None) == nearest


async def test_what_the_index_left_out_is_told_where_a_name_was_not_found() -> None:
    suggestions = Suggestions(TellingGraph(lambda _: [("x",)]), SCHEMA, Parser(SCHEMA), Values())
    left = [LeftOut("Port", "name", "limit", 5000), LeftOut("Ship", "name", "long", 2)]

    async def missed() -> list[LeftOut]:
        return left

    guide = Guide(SCHEMA, suggestions, missed)
    said = (await guide.decline(("Genoa",), "Which ports are based in Genoa?")).text
    assert "is not stored here" in said
    assert "5,000 of Port.name (only the commonest are kept)" in said and "in full" in said
