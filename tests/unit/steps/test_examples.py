"""Which pairs a model is shown, and how those of the first day are made."""

from __future__ import annotations

from typing import Any

from bot.errors import GraphError, StatementFailed
from bot.first_day import FirstDay
from bot.steps.make_examples import make_examples
from bot.steps.pick_examples import pick_examples
from memory.made_examples import MadeExample
from memory.question_form import QuestionForm, question_form
from memory.schema import Label, Property, Schema
from tests.unit.steps.graphs import TellingGraph

FLAGS = ("Malta", "Norway", "Panama")
SHIP = {
    "name": Property("name", ("STRING",), ("Vega", "Lyra"), distinct=80),
    "tonnage": Property("tonnage", ("INTEGER",), (1200, 80_000), None, 900, 90_000),
    "flag": Property("flag", ("STRING",), (), FLAGS, distinct=3),
}
SCHEMA = Schema({"Ship": Label("Ship", 80, SHIP)})


def ships(fails: str = "\0") -> TellingGraph:
    """Two telling rows for every statement but one kind, which fails."""

    def answer(cypher: str) -> list[tuple[Any, ...]] | GraphError:
        if fails in cypher:
            return StatementFailed("It failed.")
        if "AS value" in cypher:
            return [(flag,) for flag in FLAGS]
        return [("x", 2), ("y", 1)]

    return TellingGraph(answer)


class Made:
    """The pairs of an index, in memory."""

    def __init__(self, pairs: list[MadeExample] | None = None) -> None:
        self.pairs = pairs
        self.built = 0

    async def fresh(self) -> bool:
        return self.pairs is not None

    async def build(self, pairs: list[MadeExample]) -> None:
        self.pairs = pairs
        self.built += 1

    async def count(self) -> int:
        return len(self.pairs or ())

    async def nearest(self, form: QuestionForm, limit: int) -> list[tuple[str, str, str]]:
        return [(p.question, p.cypher, p.shape) for p in (self.pairs or ())][:limit]

    async def close(self) -> None: ...


def test_liked_ones_first_then_one_of_each_shape_best_last() -> None:
    made = [("a", "A", "top"), ("b", "B", "top"), ("c", "C", "count")]
    assert pick_examples([("mine", "M")], made) == (("c", "C"), ("a", "A"), ("mine", "M"))


def test_real_ones_take_the_place_of_made_ones_one_by_one() -> None:
    made = [(f"made {n}", "RETURN 1", str(n)) for n in range(9)]
    for known in range(7):
        real = [(f"real {n}", "RETURN 1") for n in range(known)]
        shown = [question.split()[0] for question, _ in pick_examples(real, made)]
        assert shown == ["made"] * (5 - known) + ["real"] * min(known, 5)


def test_few_and_short_ones_are_shown() -> None:
    many = [(f"question {n}", "RETURN 1", str(n)) for n in range(20)]
    assert len(pick_examples([], many)) == 5
    long = [("long " * 300, "RETURN 1", "long"), ("longer " * 300, "RETURN 2", "longer"), *many]
    shown = pick_examples([], long)
    assert sum(len(q) + len(c) for q, c in shown) <= 1600
    assert [q[:4] for q, _ in shown].count("long") == 1


async def test_examples_are_made_of_what_the_graph_answers() -> None:
    made = await make_examples(ships(fails="avg("), SCHEMA)
    shapes = {pair.shape for pair in made}
    assert {"top", "count", "filter_value", "group"} <= shapes
    assert not any("avg(" in pair.cypher for pair in made)
    valued = next(pair for pair in made if pair.shape == "filter_value")
    assert not any(flag.lower() in valued.form.masked for flag in FLAGS)


async def test_they_are_made_once_beside_everything_else() -> None:
    made, graph = Made(), ships()
    first_day = FirstDay(made, graph, SCHEMA)  # type: ignore[arg-type]
    first_day.start()
    assert await first_day.finished() > 20 and made.built == 1
    assert await first_day.nearest(question_form("top ships"))
    again = FirstDay(made, graph, SCHEMA)  # type: ignore[arg-type]
    again.start()
    await again.finished()
    assert made.built == 1
    again.start(anew=True)
    await again.finished()
    assert made.built == 2


async def test_a_graph_that_fails_leaves_a_turn_without_examples() -> None:
    broken = TellingGraph(lambda cypher: 1 / 0)  # type: ignore[arg-type, return-value]
    first_day = FirstDay(Made(), broken, SCHEMA)  # type: ignore[arg-type]
    assert await first_day.nearest(question_form("top ships")) == []
    first_day.start()
    assert await first_day.finished() == 0
    assert await first_day.nearest(question_form("top ships")) == []
    await first_day.close()
