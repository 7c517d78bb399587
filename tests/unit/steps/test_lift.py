"""Which values leave a question and its Cypher, and which questions the pair then fits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.steps.bind import bind, forms
from bot.steps.learn import Answered, lesson_from, may_show
from bot.steps.lift import lift, numbers
from memory.lessons import Lesson, Slot
from memory.schema import LinkedValue
from tests.unit.steps.graphs import fleet

SCHEMA = fleet()
NAMES = {"Oslo": "Port", "Split": "Port", "Vega": "Ship", "Lyra": "Ship"}


def linked(question: str, score: float = 1.0) -> list[LinkedValue]:
    """Links of the names in a question, in any case."""
    return [
        LinkedValue(question[at : at + len(name)], label, "name", name, at, at + len(name), score)
        for name, label in NAMES.items()
        if (at := question.casefold().find(name.casefold())) >= 0
    ]


CALLERS = "MATCH (s:Ship)-[:CALLS_AT]->(p:Port {name: 'Oslo'}) RETURN s.name AS name"


@pytest.mark.parametrize(
    ("question", "cypher", "form", "lifted", "parameters"),
    [
        (
            "Which ships call at oslo?",
            CALLERS,
            "which ships call at {}",
            "MATCH (s:Ship)-[:CALLS_AT]->(p:Port {name: $name}) RETURN s.name AS name",
            {"name": "Oslo"},
        ),
        (
            "The 5 ships over 2000 tons that call at Oslo or Split",
            "MATCH (s:Ship)-[:CALLS_AT]->(p:Port) WHERE p.name IN ['Split', \"Oslo\"] "
            "AND s.tonnage > 2000 RETURN s.name LIMIT 5",
            "the {} ships over {} tons that call at {} or {}",
            "MATCH (s:Ship)-[:CALLS_AT]->(p:Port) WHERE p.name IN [$name_2, $name] "
            "AND s.tonnage > $tonnage RETURN s.name LIMIT $limit",
            {"limit": 5, "tonnage": 2000, "name": "Oslo", "name_2": "Split"},
        ),
        (
            "Ships from Malta",
            "MATCH (s:Ship) WHERE s.flag = 'Malta' OR s.name = 'Malta' RETURN s.name",
            "ships from malta",
            "MATCH (s:Ship) WHERE s.flag = 'Malta' OR s.name = 'Malta' RETURN s.name",
            {},
        ),
        (
            "Ships with 2 to 2 nights in Oslo, Oslo",
            "MATCH (s:Ship)-[c:CALLS_AT]->(:Port {name: 'Oslo'}) WHERE c.nights = 2 RETURN s.name",
            "ships with 2 to 2 nights in oslo, oslo",
            "MATCH (s:Ship)-[c:CALLS_AT]->(:Port {name: 'Oslo'}) WHERE c.nights = 2 RETURN s.name",
            {},
        ),
        (
            "Ships with at least 5 of a crew of 12",
            "MATCH (s:Ship)-[*1..5]->() WHERE s.crew > 4 AND s.tonnage % 12 = 0 RETURN s.name",
            "ships with at least 5 of a crew of 12",
            "MATCH (s:Ship)-[*1..5]->() WHERE s.crew > 4 AND s.tonnage % 12 = 0 RETURN s.name",
            {},
        ),
    ],
)
def test_a_value_is_lifted_where_it_is_sure(
    question: str, cypher: str, form: str, lifted: str, parameters: dict[str, object]
) -> None:
    found = lift(question, cypher, {}, linked(question), SCHEMA)
    assert found is not None
    assert (found.form, found.cypher, found.parameters) == (form, lifted, parameters)


def test_a_statement_with_parameters_is_the_same_pair() -> None:
    question = "Which ships call at Oslo?"
    given = CALLERS.replace("'Oslo'", "$port")
    one = lift(question, given, {"port": "Oslo"}, linked(question), SCHEMA)
    assert one == lift(question, CALLERS, {}, linked(question), SCHEMA)


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (s:Ship) WHERE s.name IN ['Vega', 'Lyra'] RETURN s.flag",
        "MATCH (s:Ship) WHERE s.crew IN [12, 13, 14] RETURN s.flag",
        "MATCH (s:Ship {motto: 'secret'}) RETURN s.flag",
        "MATCH (s:Ship RETURN s",
    ],
)
def test_what_only_rows_can_have_told_is_no_lesson(cypher: str) -> None:
    assert lift("What flags do those ships have?", cypher, {}, (), SCHEMA) is None


def test_numbers_with_a_scale_or_a_unit_are_left() -> None:
    asked = "5 million, 20%, $30, 1,000, the 90s, 1995-01-02, 3.5 and 7"
    assert [one.value for one in numbers(asked)] == [3.5, 7]


async def lesson(question: str, cypher: str) -> Lesson:
    found = await lesson_from(Answered(question, cypher, {}, linked(question)), "fleet", SCHEMA)
    assert found is not None
    return found


def bound(learnt: Lesson, question: str, score: float = 1.0) -> dict[str, object] | None:
    """The parameters that a question gives a lesson."""
    links, possible = linked(question, score), forms(question, linked(question, score))
    if learnt.form not in possible:
        return None
    found = bind([learnt], possible, links, SCHEMA)
    return dict(found.parameters) if found else None


async def test_the_same_question_with_another_value_is_known() -> None:
    learnt = await lesson("Which ships call at Oslo?", CALLERS)
    assert learnt.slots == (Slot("name", "value", "name", ("Port",)),)
    assert bound(learnt, "which ships call at  SPLIT") == {"name": "Split"}
    assert bound(learnt, "Which ships call at Oslo?") == {"name": "Oslo"}
    assert bound(learnt, "Which ships call at Vega?") is None
    assert bound(learnt, "Which ships call at Split?", score=0.8) is None
    assert bound(learnt, "Which ships never call at Split?") is None


async def test_a_number_fills_a_number_and_a_limit_needs_a_whole_one() -> None:
    cypher = "MATCH (s:Ship) WHERE s.tonnage > 2000 RETURN s.name ORDER BY s.crew LIMIT 5"
    learnt = await lesson("The first 5 ships over 2000 tons", cypher)
    assert bound(learnt, "the first 9 ships over 1500.5 tons") == {"limit": 9, "tonnage": 1500.5}
    assert bound(learnt, "the first 9.5 ships over 3000 tons") is None
    assert bound(learnt, "the first 9 ships over 95000 tons") is None  # heavier than any


async def test_a_year_is_no_count() -> None:
    cypher = "MATCH (s:Ship)-->(p) WITH s, count(p) AS ports WHERE ports > 3 RETURN s.name"
    learnt = await lesson("Ships with more than 3 ports", cypher)
    assert bound(learnt, "ships with more than 8 ports") == {"number": 8}
    assert bound(learnt, "ships with more than 1995 ports") is None


async def test_a_question_that_fits_two_lessons_gets_the_more_literal_one() -> None:
    wide = await lesson("Which ships call at Oslo?", CALLERS)
    narrow = Lesson("fleet", "Which ships call at Split?", "which ships call at split", "RETURN 1")
    question = "Which ships call at Split?"
    links = linked(question)
    found = bind([wide, narrow], forms(question, links), links, SCHEMA)
    assert found is not None and found.cypher == "RETURN 1"


async def test_a_failed_draft_is_kept_unless_it_did_harm() -> None:
    for draft, kept in (("MATCH (s:Boat) RETURN s", True), ("MATCH (n) DETACH DELETE n", False)):
        answered = Answered("Ships?", "MATCH (s:Ship) RETURN s.name", {}, (), failed=(draft, "No."))
        found = await lesson_from(answered, "fleet", SCHEMA)
        assert found is not None and bool(found.draft) is kept
    shown = ("MATCH (s:Ship {name: 'Vega'}) RETURN s", "No.")
    assert await may_show(*shown, SCHEMA) == shown
    assert await may_show(*shown, replace(SCHEMA, hidden=("Ship.name",))) == ("", "")
    assert await lesson_from(Answered("Ships?", "MATCH (n) DELETE n", {}, ()), "x", SCHEMA) is None
