"""Earlier answers in a statement: bound whole or asked for again, and never taught to others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.errors import GraphError, StatementRefused, StatementTimeout
from bot.events import Rows
from bot.steps.judge import Asked, Doubtful, judge
from bot.steps.learn import Answered, lesson_from
from bot.steps.with_sets import going_on, with_sets
from bot.steps.write import Draft
from memory.conversation import Exchange, Mention, result_sets
from memory.schema import Label, LinkedValue, Property, Schema
from tests.unit.steps.graphs import fleet

ALL = "MATCH (s:Ship) RETURN s.flag AS flag, s.name AS name"
SHIPS = Exchange(
    "ships?", "Which ships are there?", "answerable", ALL, columns=("flag", "name"), row_count=2,
    mentions=(Mention("Ship", "name", "Ada"), Mention("Ship", "name", "Bo")),
)  # fmt: skip
REFUSED = Exchange("rude", "rude", "harmful")
COUNT = Exchange(
    "how many?", "How many ships call at Oslo?", "answerable", "RETURN 7 AS ships",
    columns=("ships",), row_count=1, value=7, mentions=(Mention("Port", "name", "Oslo"),),
)  # fmt: skip
NEXT = Draft("MATCH (s:Ship) WHERE s.name IN $a1 AND s.age < $a2[0] RETURN s.name", "llm")


class Answering:
    """Stands for a graph: gives these rows and keeps what was asked."""

    def __init__(self, *rows: tuple[Any, ...], truncated: bool = False) -> None:
        self.rows = Rows(("flag", "name"), rows, len(rows), truncated)
        self.asked: list[str] = []
        self.error: GraphError | None = None

    async def run(self, cypher: str, parameters: Any = None, **options: Any) -> Rows:
        self.asked.append(cypher)
        if self.error is not None:
            raise self.error
        return self.rows


async def test_a_set_is_what_its_answer_found_under_its_place_among_the_answers() -> None:
    graph = Answering(("NO", "Ada"), ("SE", "Bo"))
    draft = await with_sets(NEXT, [SHIPS, REFUSED, COUNT], graph, ONE)  # type: ignore[arg-type]
    assert draft.parameters == {"a1": ["Ada", "Bo"], "a2": [7]}
    assert [one.name for one in draft.sets] == ["a1", "a2"]
    assert [(one.names, one.kind) for one in draft.sets] == [
        (("Ada", "Bo"), "Ship.name"),
        (("7",), ""),
    ]
    alone = Draft("MATCH (s:Ship) RETURN s.name", "llm")
    assert await with_sets(alone, [SHIPS], graph, ONE) is alone  # type: ignore[arg-type]


async def test_of_a_graph_that_changed_a_set_is_what_was_seen_and_that_is_said() -> None:
    one = replace(NEXT, cypher="MATCH (s:Ship) WHERE s.name IN $a1 RETURN s.name")
    for rows, changed in (
        ([("SE", "Bo"), ("NO", "Ada")], False),
        ([("NO", "Ada")], True),
        ([("DK", "Cy"), ("NO", "Ada"), ("SE", "Bo")], True),
    ):
        draft = await with_sets(one, [SHIPS], Answering(*rows), ONE)  # type: ignore[arg-type]
        assert draft.parameters == {"a1": ["Ada", "Bo"]} and bool(draft.changed) is changed
    away = Answering()
    away.error = StatementTimeout("It took too long.")
    draft = await with_sets(one, [SHIPS], away, ONE)  # type: ignore[arg-type]
    assert draft.parameters == {"a1": ["Ada", "Bo"]} and not draft.changed


async def test_what_was_cut_is_asked_for_again() -> None:
    cut = replace(SHIPS, row_count=3)
    graph = Answering(("NO", "Ada"), ("SE", "Bo"), ("NO", "Cy"), ("NO", "Cy"))
    draft = await with_sets(NEXT, [cut], graph, ONE)  # type: ignore[arg-type]
    assert draft.parameters == {"a1": ["Ada", "Bo", "Cy", "Cy"]} and graph.asked == [ALL]
    nodes = Answering(*(({"_labels": ["Ship"], "name": name},) for name in ("Ada", "Bo", "Cy")))
    draft = await with_sets(NEXT, [cut], nodes, ONE)  # type: ignore[arg-type]
    assert draft.parameters == {"a1": ["Ada", "Bo", "Cy"]}
    with pytest.raises(StatementRefused, match="ask it all in one question"):
        await with_sets(NEXT, [cut], Answering(("NO", "Ada"), truncated=True), ONE)  # type: ignore[arg-type]


async def test_it_becomes_no_lesson() -> None:
    schema = Schema({"Ship": Label("Ship", 9, {"name": Property("name", ("STRING",))})}, {})
    cypher = "MATCH (s:Ship) WHERE s.name IN $a1 RETURN s.name AS name"
    answered = Answered("Which of those ships are old?", cypher, {"a1": ["Ada"]}, ())
    assert await lesson_from(answered, "ships", schema) is None
    plain = replace(answered, cypher="MATCH (s:Ship) RETURN s.name AS name", parameters={})
    assert await lesson_from(plain, "ships", schema) is not None


def test_sets_are_named_in_the_order_of_the_answers() -> None:
    assert [one.name for one in result_sets([COUNT, REFUSED, SHIPS])] == ["a1", "a2"]
    assert result_sets([replace(SHIPS, row_count=3)])[0].values is None


_OF_SHIPS = {
    name: Property(name, (kind,)) for name, kind in (("name", "STRING"), ("age", "INTEGER"))
}
ONE = Schema({"Ship": Label("Ship", 9, _OF_SHIPS)}, {})
OLDER = "MATCH (s:Ship) WHERE s.age > $age RETURN s.name"
OLD = replace(SHIPS, cypher=OLDER, parameters={"age": 9})


@pytest.mark.parametrize(
    ("earlier", "cypher", "doubted"),
    [
        (OLD, "MATCH (s:Ship) RETURN s.name ORDER BY s.age LIMIT 1", True),
        (OLD, "MATCH (s:Ship) WHERE s.name IN $a1 RETURN s.name ORDER BY s.age LIMIT 1", False),
        (OLD, "MATCH (s:Ship) WHERE s.age > 9 RETURN s.name ORDER BY s.age LIMIT 1", False),
        (OLD, "MATCH (s:Ship) WHERE s.name IN ['Ada', 'Bo'] RETURN s.name", False),
        (SHIPS, "MATCH (s:Ship) RETURN s.name ORDER BY s.age LIMIT 1", False),
    ],
)
def test_a_query_goes_on_from_the_answer_that_its_question_does(
    earlier: Exchange, cypher: str, doubted: bool
) -> None:
    asked = Asked("Which of those is oldest?", ONE, sets=tuple(result_sets([earlier])))
    verdict = judge(Rows(("name",), (("Ada",),), 1, False), cypher, asked)
    said = verdict.problem if isinstance(verdict, Doubtful) else ""
    assert ("goes on from $a1" in said) is doubted


def test_what_a_set_is_about_need_not_be_said_again() -> None:
    told = replace(SHIPS, standalone="Which ships that call at Oslo are over 90 m long?")
    links = (LinkedValue("Oslo", "Port", "name", "Oslo", 30, 34),)
    question = "Which ships that call at Oslo and are over 90 m long are oldest?"
    cypher = "MATCH (s:Ship) WHERE s.name IN $a1 RETURN s.name ORDER BY s.age DESC LIMIT 1"
    for sets in ((), tuple(result_sets([told]))):
        asked = Asked(question, ONE, links, sets=sets)
        verdict = judge(Rows(("name",), (("Ada",),), 1, False), cypher, asked)
        assert isinstance(verdict, Doubtful) is not bool(sets)


HELD = [
    ("MATCH (x:Ship) RETURN x.name", "MATCH (x:Ship) WHERE x.name IN $a1 RETURN x.name"),
    (
        "MATCH (x:Ship)-[:CALLS_AT]->(p:Port) WHERE p.name = 'OSL' OR x.crew > 3 RETURN x.name",
        "MATCH (x:Ship)-[:CALLS_AT]->(p:Port) WHERE x.name IN $a1 AND (p.name = 'OSL' "
        "OR x.crew > 3) RETURN x.name",
    ),
    # It goes on already, by the set or by a name of it.
    ("MATCH (x:Ship) WHERE x.name IN $a1 RETURN x.crew", ""),
    ("MATCH (x:Ship {name: 'ada'}) RETURN x.crew", ""),
    # It has nothing of that kind, or two.
    ("MATCH (p:Port) RETURN p.name", ""),
    ("MATCH (x:Ship)-[:SAILS_WITH]->(y:Ship) RETURN y.name", ""),
    ("MATCH (x:Ship", ""),
]


@pytest.mark.parametrize(("cypher", "held"), HELD)
def test_what_forgot_the_answer_that_it_goes_on_from_is_held_to_it(cypher: str, held: str) -> None:
    ships = result_sets([SHIPS])[0]
    assert going_on(cypher, ships, fleet(), others=False) == (held or cypher)
    besides = held.replace("x.name IN $a1", "NOT x.name IN $a1", 1)
    assert going_on(cypher, ships, fleet(), others=True) == (besides or cypher)
