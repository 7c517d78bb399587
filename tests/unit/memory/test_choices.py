"""Picking one of the questions that were offered."""

from __future__ import annotations

import pytest

from memory.choices import picked
from memory.conversation import Exchange

OFFERED = ("Who directed Alien?", "Who wrote Alien?", "When was Alien released?")
ASKED = Exchange("Alien?", "Alien?", "ambiguous", choices=OFFERED)


@pytest.mark.parametrize(
    ("message", "nth"),
    [("1", 0), ("the second one", 1), ("the last please", 2), ("number 3", 2), ("I mean wrote", 1)],
)
def test_an_offer_is_picked_by_its_place_or_its_words(message: str, nth: int) -> None:
    assert picked(message, ASKED) == OFFERED[nth]


@pytest.mark.parametrize("message", ["4", "Alien", "Who acted in it?", "yes", ""])
def test_what_picks_none_or_several_is_no_choice(message: str) -> None:
    assert picked(message, ASKED) is None
    assert picked(message, None) is None


def test_yes_takes_the_only_offer() -> None:
    assert picked("yes please", Exchange("?", "?", "off_topic", choices=OFFERED[:1])) == OFFERED[0]
