"""Words that two properties of a schema could mean: which is taken, by what is asked."""

from __future__ import annotations

import pytest

from bot.offline.parser import Parser
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema

_TONGUES = ("Dutch", "English", "Norwegian")
_SCHEMA = Schema(
    {
        "Sailor": Label(
            "Sailor",
            50,
            {
                "name": Property("name", ("STRING",), distinct=50),
                "languages": Property("languages", ("LIST<STRING>",), values=_TONGUES),
            },
        ),
        "Country": Label(
            "Country", 2, {"name": Property("name", ("STRING",), values=("France", "Norway"))}
        ),
        "Ferry": Label("Ferry", 20, {"name": Property("name", ("STRING",), distinct=20)}),
        "Route": Label(
            "Route",
            20,
            {
                "name": Property("name", ("STRING",), distinct=20),
                "durationMin": Property("durationMin", ("INTEGER",)),
                "distanceKm": Property("distanceKm", ("INTEGER",)),
            },
        ),
    },
    {
        "CITIZEN_OF": Relationship("CITIZEN_OF", 50, (Join("Sailor", "Country", 50),)),
        "SERVES_ON": Relationship("SERVES_ON", 50, (Join("Sailor", "Ferry", 50),)),
        "SAILS": Relationship("SAILS", 20, (Join("Ferry", "Route", 20),)),
    },
)
_PARSER = Parser(_SCHEMA)


def _read(question: str) -> list[str]:
    links = [
        LinkedValue(word, "Sailor", "languages", word, at, at + len(word))
        for word in _TONGUES
        if (at := question.find(word)) >= 0
    ]
    return [reading.text for reading in _PARSER.parse(question, links).readings]


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("Norwegian sailors", "Sailors that are citizens of Norway"),
        ("Which sailors are Norwegian?", "Sailors that are citizens of Norway"),
        ("Which sailors speak Norwegian?", "Sailors with language Norwegian"),
        (
            "Norwegian sailors who speak English",
            "Sailors with language English and that are citizens of Norway",
        ),
        ("What is the longest route?", "The route with the highest distance"),
        ("Which route has the longest duration?", "The route with the highest duration"),
    ],
)
def test_the_likelier_of_two_meanings_is_taken(question: str, reading: str) -> None:
    assert _read(question) == [reading]


def test_who_is_of_no_country_kept_is_not_taken_for_who_speaks_its_language() -> None:
    assert _read("Dutch sailors") == []
