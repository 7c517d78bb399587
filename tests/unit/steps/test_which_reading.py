"""Two readings as good as each other are offered where their answers differ."""

from collections.abc import Sequence
from typing import Any, cast

from bot.offline.reading import Reading
from bot.steps.suggest import Suggestions
from bot.steps.which_reading import which_reading
from memory.query import Attribute, Column, Edge, Node, Pattern, Query
from memory.schema import Join, Label, Property, Relationship, Schema
from tests.unit.steps.graphs import TellingGraph

NAMED = {"name": Property("name", ("STRING",))}
SCHEMA = Schema(
    {name: Label(name, 9, NAMED) for name in ("Baker", "Loaf", "Miller")},
    {
        type_: Relationship(type_, 9, (Join(start, "Loaf", 9),))
        for type_, start in (("BAKED", "Baker"), ("SHAPED", "Baker"), ("GROUND", "Miller"))
    },
)


class Asked:
    """Reads nothing, but knows the rows of each question by its words."""

    def __init__(self, rows: dict[str, list[tuple[str]]]) -> None:
        self._rows = rows

    async def ask(self, question: str) -> Sequence[tuple[Any, ...]] | None:
        return next((rows for word, rows in self._rows.items() if word in question), None)


def reading(label: str, *types: str) -> Reading:
    pattern = Pattern((Node("n", (label,)), Node("l", ("Loaf",))), (Edge("n", types, "l"),))
    query = Query(pattern, (Column(Attribute("n", "name"), "name"),), "n", distinct=True)
    return Reading(query, label, 0.5, ())


ROWS = {"Baker": [("Ada",)], "Miller": [("Lev",)]}
ASKED = cast(Suggestions, Asked({"bakers": [("Ada",)], "millers": [("Lev",)]}))


def graph(rows: dict[str, list[tuple[str]]]) -> TellingGraph:
    return TellingGraph(lambda cypher: next(r for label, r in rows.items() if label in cypher))


async def test_both_are_offered() -> None:
    both = [reading("Baker", "BAKED"), reading("Miller", "GROUND")]
    found = await which_reading(both, SCHEMA, graph(ROWS), ASKED)
    assert found is not None and found.reason == "readings"
    assert ["bakers" in offer.question for offer in found.offers] == [True, False]
    assert all(offer.label == f"{offer.question} (1 row)" for offer in found.offers)


async def test_nothing_is_asked_where_the_answers_are_the_same() -> None:
    both = [reading("Baker", "BAKED"), reading("Miller", "GROUND")]
    same = graph({"Baker": [("Ada",)], "Miller": [("Ada",)]})
    assert await which_reading(both, SCHEMA, same, ASKED) is None


async def test_of_a_narrow_and_a_wide_sense_the_first_is_taken() -> None:
    both = [reading("Baker", "BAKED"), reading("Baker", "BAKED", "SHAPED")]
    assert await which_reading(both, SCHEMA, graph(ROWS), ASKED) is None


async def test_a_guess_is_offered_though_its_words_show_more_columns() -> None:
    wider = cast(Suggestions, Asked({"bakers": [("Ada", 1999)]}))  # type: ignore[dict-item]
    found = await which_reading([reading("Baker", "BAKED")], SCHEMA, graph(ROWS), wider, least=1)
    assert found is not None and len(found.offers) == 1


async def test_a_guess_is_not_offered_where_its_words_mean_other_rows() -> None:
    other = cast(Suggestions, Asked({"bakers": [("Eve",)]}))
    assert (
        await which_reading([reading("Baker", "BAKED")], SCHEMA, graph(ROWS), other, least=1)
        is None
    )


async def test_a_guess_is_not_offered_where_its_words_pair_names_otherwise() -> None:
    rows = {"Baker": [("Ada", "Rye"), ("Lev", "Oat")]}
    other = cast(Suggestions, Asked({"bakers": [("Ada", "Oat"), ("Lev", "Rye")]}))  # type: ignore[dict-item]
    told = graph(rows)  # type: ignore[arg-type]
    assert await which_reading([reading("Baker", "BAKED")], SCHEMA, told, other, least=1) is None
