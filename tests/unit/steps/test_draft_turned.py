"""What contradicts the rules' own draft: arrows turned, an order lost, rows cut off."""

from __future__ import annotations

import pytest

from bot.events import Rows
from bot.steps.doubts import draft_dropped, draft_turned, limit_added
from bot.steps.echo import only_given
from bot.steps.judge import Asked
from guardrails.cypher import parse
from tests.unit.steps.repair.harbour import SCHEMA

NONE = Rows((), (), 0, False)
CONTROLS = "MATCH (c:Company)-[:CONTROLS]->(d:Company) WHERE {}.name = 'Adria' RETURN {}.name"
SORTED = "MATCH (p:Port) RETURN p.name ORDER BY {} DESC"


def _asked(question: str, *drafts: str) -> Asked:
    return Asked(question, SCHEMA, drafts=drafts)


@pytest.mark.parametrize(
    ("draft", "doubted"),
    [
        (CONTROLS.format("c", "d"), False),
        (CONTROLS.format("d", "c"), True),
        ("MATCH (a:Company)<-[:CONTROLS]-(b:Company {name: 'Adria'}) RETURN a.name", False),
        ("MATCH (a:Company)-[:CONTROLS]->(b:Company {name: 'Adria'}) RETURN a.name", True),
        ("MATCH (a:Company)-[:CONTROLS]-(b:Company {name: 'Adria'}) RETURN a.name", False),
        ("MATCH (s:Ship)-[:OWNED_BY]->(d:Company {name: 'Adria'}) RETURN s.name", False),
    ],
)
def test_an_arrow_runs_as_the_rules_read_it(draft: str, doubted: bool) -> None:
    asked = _asked("Which companies does Adria control?", CONTROLS.format("c", "d"))
    assert bool(draft_turned(asked, parse(draft), NONE)) is doubted
    assert draft_turned(_asked("Which does Adria control?"), parse(draft), NONE) is None


def test_an_order_of_the_draft_is_kept() -> None:
    asked = _asked("Deepest ports?", SORTED.format("p.depth DESC, p.code"))
    both = parse(SORTED.format("p.depth DESC, p.code"))
    one = parse("MATCH (p:Port) WHERE p.code IS NOT NULL RETURN p.name ORDER BY p.depth DESC")
    assert draft_dropped(asked, both, NONE) is None
    assert draft_dropped(asked, one, NONE) == "It leaves out the order by code of the draft."


@pytest.mark.parametrize(
    ("question", "draft", "doubted"),
    [
        ("Which ports are the deepest?", SORTED.format("p.depth"), True),
        ("Which ports over 8 are the deepest?", SORTED.format("p.depth"), True),
        ("Which 2 ports are the deepest?", SORTED.format("p.depth"), False),
        ("Which two ports are the deepest?", SORTED.format("p.depth"), False),
        ("Which ports are the deepest?", SORTED.format("p.depth") + " LIMIT 5", False),
    ],
)
def test_nobody_asked_for_a_number_of_rows(question: str, draft: str, doubted: bool) -> None:
    statement = parse(SORTED.format("p.depth") + " LIMIT 2")
    assert bool(limit_added(_asked(question, draft), statement, NONE)) is doubted
    assert limit_added(_asked(question), statement, NONE) is None


@pytest.mark.parametrize(
    ("question", "doubted"),
    [
        ("Who commands Blue Heron?", True),
        ("Where is Blue Heron?", True),
        ("Show me Blue Heron", False),
        ("What is Blue Heron?", False),
    ],
)
def test_the_named_thing_itself_is_no_answer(question: str, doubted: bool) -> None:
    statement = parse("MATCH (s:Ship) WHERE s.name = 'Blue Heron' RETURN s AS ship")
    assert bool(only_given(_asked(question), statement, NONE)) is doubted
