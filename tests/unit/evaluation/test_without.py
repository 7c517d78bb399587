"""A part that is left out stays out, whatever else would bring it back."""

from __future__ import annotations

from typing import Any

import pytest

from bot.evaluation.without import PARTS, without
from bot.parts import Parts
from bot.settings import Settings, load_settings
from tests.unit.steps.graphs import fleet


class Anything:
    """Stands for a part that is only passed on."""


def parts(settings: Settings) -> Parts:
    one: Any = Anything()
    given = dict.fromkeys(
        ("graph", "parser", "values", "elements", "model", "examples", "conversations",
         "suggestions", "teach", "decline", "vocabulary"), one,
    )  # fmt: skip
    return Parts(settings=settings, schema=fleet(), **given)


@pytest.mark.parametrize("name", PARTS)
def test_each_part_can_be_left_out(name: str) -> None:
    whole = parts(load_settings())
    assert without(name, whole) != whole and without("", whole) is whole


async def test_without_links_no_value_is_found_and_no_vocabulary_brings_them_back() -> None:
    left = without("links", parts(load_settings()))
    assert await left.values.lookup("Who directed Alien?") == () and left.vocabulary is None
