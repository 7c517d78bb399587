"""Misspelt words as they were meant, over the schema of a small graph."""

from __future__ import annotations

import pytest

from bot.reader.spelling import spelling_of
from memory.schema import Label, LinkedValue, Property, Relationship, Schema


def _label(name: str, *properties: str) -> Label:
    return Label(name, 9, {one: Property(one, ("STRING",)) for one in properties})


_SCHEMA = Schema(
    labels={
        "Airport": _label("Airport", "opened"),
        "Passenger": _label("Passenger", "fullName"),
        "Hashtag": _label("Hashtag", "tag"),
    },
    relationships={"BOOKED": Relationship("BOOKED", 9)},
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wich airprots opened", "which airports opened"),
        ("hwo many pasengers", "how many passengers"),
        ("teh bigest airport", "the biggest airport"),
        ("averge bookigns per passanger", "average bookings per passenger"),
        ("airprots withuot pasengers", "airports without passengers"),
    ],
)
def test_a_slip_is_mended(typed: str, meant: str) -> None:
    assert spelling_of(_SCHEMA).mended(typed) == meant


@pytest.mark.parametrize(
    "typed",
    [
        # In a dictionary, a form of a name, cut short, a name, letters of elsewhere, quoted.
        "why port", "rebooked hashtags", "prio of the uni", "in Airprot", "aéroprot", '"airprots"',
        "kinda among",
    ],
)  # fmt: skip
def test_what_may_be_meant_so_stays(typed: str) -> None:
    assert spelling_of(_SCHEMA).mended(typed) == typed


def test_a_stored_value_stays() -> None:
    typed = "passengers to Airprot or airprot"
    linked = [LinkedValue("airprot", "Airport", "name", "Airprot", 25, 32)]
    assert spelling_of(_SCHEMA).mended(typed, linked) == typed
    assert spelling_of(_SCHEMA).mended(typed) == "passengers to Airprot or airport"


def test_the_words_of_a_schema_are_made_once() -> None:
    assert spelling_of(_SCHEMA) is spelling_of(_SCHEMA)
