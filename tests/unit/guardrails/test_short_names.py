"""A part of a name that fits several: asked only where more than one has an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from guardrails.scope import Redirect
from guardrails.short_names import Settled, settle_short_name
from memory.query import Attribute, Column, Comparison, Constant, Node, Pattern, Query
from memory.schema import LinkedValue

QUESTION = "When did Vale open?"


def link(value: str, score: float = 0.7) -> LinkedValue:
    return LinkedValue("Vale", "Shop", "name", value, 9, 13, score, "partial")


def query(name: str) -> Query:
    where = (Comparison(Attribute("shop", "name"), "=", Constant(name)),)
    column = Column(Attribute("shop", "opened"), "opened")
    return Query(Pattern((Node("shop", ("Shop",)),), (), where), (column,), "shop", form="value")


async def settle(opened: dict[str, int | None], *links: LinkedValue) -> Redirect | Settled | None:
    async def answer(asked: Query) -> Sequence[tuple[Any, ...]]:
        (test,) = asked.pattern.where
        assert isinstance(test, Comparison) and isinstance(test.right, Constant)
        year = opened[str(test.right.value)]
        return [(year,)] if year else []

    name = str(links[0].value)
    return await settle_short_name(QUESTION, query(name), links[:1], links, answer)


ANNA, BEN, CARL = link("Anna Vale"), link("Ben Vale"), link("Carl Vale")


async def test_the_only_one_with_an_answer_is_taken() -> None:
    years = {"Anna Vale": None, "Ben Vale": 1980, "Carl Vale": None}
    assert await settle(years, ANNA, BEN, CARL) == Settled(query("Ben Vale"), ANNA, BEN)


async def test_the_one_taken_stays_where_it_alone_has_an_answer() -> None:
    assert await settle({"Anna Vale": 1980, "Ben Vale": None}, ANNA, BEN) is None


async def test_several_with_answers_that_differ_are_offered() -> None:
    asked = await settle({"Anna Vale": 1970, "Ben Vale": 1980, "Carl Vale": None}, ANNA, BEN, CARL)
    assert isinstance(asked, Redirect) and asked.verdict == "ambiguous"
    assert [offer.question for offer in asked.offers] == [
        "When did Anna Vale open?",
        "When did Ben Vale open?",
    ]


async def test_nothing_is_asked_where_the_answers_agree_or_one_name_fits_better() -> None:
    assert await settle({"Anna Vale": 1970, "Ben Vale": 1970}, ANNA, BEN) is None
    assert await settle({"Vale": 1, "Ben Vale": 2}, link("Vale", 1.0), BEN) is None
    assert await settle({"Anna Vale": 1, "Ben Vale": 2}, ANNA, link("Ben Vale", 0.5)) is None


async def test_many_names_are_a_word_and_not_a_name() -> None:
    links = [link(f"{n} Vale") for n in range(6)]
    assert await settle({str(one.value): int(n) for n, one in enumerate(links)}, *links) is None
