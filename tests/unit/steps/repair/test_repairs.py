"""Every draft of tests/data/repairs.toml, and what must hold of all repairs."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.steps.repair import Known, repair
from guardrails.statement import Allowed, Refused
from memory.catalogue import Said, in_english, speaking
from tests.unit.steps.repair.harbour import SCHEMA, Stored

ROOT = Path(__file__).parents[4]
DATA = ROOT / "tests" / "data" / "repairs.toml"
CASES = tomllib.loads(DATA.read_text("utf-8"))
REPAIRED = CASES["repaired"]


def known(question: str | None = None) -> Known:
    return Known(SCHEMA, Stored(), question)


@pytest.mark.parametrize("case", REPAIRED, ids=lambda case: case["draft"][:70])
async def test_repaired(case: dict[str, Any]) -> None:
    done = await repair(case["draft"], known(case.get("question")))
    assert isinstance(done.verdict, Allowed)
    assert done.cypher == case["cypher"]
    assert list(dict.fromkeys(one.name for one in done.repairs)) == case["names"]
    for one in done.repairs:
        assert one.before != one.after
        assert 0 < len(one.explanation) < 120


async def test_each_is_told_in_the_language_that_is_spoken_and_known_in_english() -> None:
    for case in REPAIRED:
        english = (await repair(case["draft"], known(case.get("question")))).repairs
        with speaking("de"):
            foreign = (await repair(case["draft"], known(case.get("question")))).repairs
        assert [in_english(one.explanation) for one in foreign] == [
            one.explanation for one in english
        ]
        for one in foreign:
            assert isinstance(one.explanation, Said), one.explanation


def test_no_repair_has_words_that_the_catalogue_lacks() -> None:
    """What a `Fix` tells is said or a name for what was said, never a text of its own."""
    for path in (ROOT / "bot" / "steps" / "repair").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Fix", "Repair"):
                assert not isinstance(node.args[1], ast.Constant | ast.JoinedStr), path.name


@pytest.mark.parametrize("case", REPAIRED, ids=lambda case: case["cypher"][:70])
async def test_repaired_once_and_for_all(case: dict[str, Any]) -> None:
    done = await repair(case["cypher"], known(case.get("question")))
    assert (done.cypher, done.repairs) == (case["cypher"], ())


@pytest.mark.parametrize("case", CASES["untouched"], ids=lambda case: case["cypher"][:70])
async def test_untouched(case: dict[str, Any]) -> None:
    done = await repair(case["cypher"], known(case.get("question")))
    assert (done.cypher, done.repairs) == (case["cypher"], ())


async def test_a_draft_copied_with_its_english_is_the_draft() -> None:
    cypher = "MATCH (s:Ship) WHERE s.name = 'Vega: Match' RETURN s.name"
    done = await repair(f'- Ships with name "Vega: Match": {cypher}', known())
    assert done.cypher == cypher
    optional = "OPTIONAL MATCH (s:Ship) RETURN s.name"
    assert (await repair(f"- Ships: {optional}\n", known())).cypher.strip() == optional


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (s:Ship)-[:COMMANDS]->(c:Captain) DELETE s",
        "MATCH (s:Ship {tonnage: {gt: 5}}) SET s.name = 'x'",
        "MATCH (s:Ship) GROUP BY s HAVING count(s) > 3 DETACH DELETE s",
        "MATCH (s:Ship) RETURN s; MATCH (c:Captain) DELETE c",
        "MATCH (s:Ship) WITH s AS x DETACH DELETE x RETURN 'done' AS 'result of it'",
        "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
    ],
)
async def test_refused_is_left_alone(cypher: str) -> None:
    done = await repair(cypher, known())
    assert isinstance(done.verdict, Refused)
    assert (done.cypher, done.repairs) == (cypher, ())


@pytest.mark.parametrize(
    "cypher",
    [
        "",
        "   ",
        "hello",
        "MATCH",
        "MATCH (s:Ship",
        "RETURN {",
        "))((",
        "MATCH (s) WHERE ((( RETURN s",
    ],
)
async def test_what_is_no_statement_is_refused(cypher: str) -> None:
    done = await repair(cypher, known())
    assert isinstance(done.verdict, Refused) and done.cypher == cypher


async def test_rest_of_the_text_stays_as_written() -> None:
    draft = "MATCH (s:Ship)  // ships\n  -[:COMMANDS]->\n(c:Captain)\nRETURN   s.name  AS ship"
    done = await repair(draft, known())
    assert done.cypher == draft.replace("-[:COMMANDS]->", "<-[:COMMANDS]-")


async def test_without_values_nothing_is_looked_up() -> None:
    done = await repair("MATCH (p:Port {name: 'rotterdam'}) RETURN p", Known(SCHEMA))
    assert done.repairs == ()


@pytest.mark.parametrize(
    ("draft", "mended"),
    [
        (
            "MATCH (s:Ship) WHERE s IN (MATCH (x:Ship)-[:CALLED_AT]->(:Port) RETURN x) "
            "RETURN s.name",
            "MATCH (s:Ship) WHERE s IN COLLECT { MATCH (x:Ship)-[:CALLED_AT]->(:Port) RETURN x } "
            "RETURN s.name",
        ),
        (
            "MATCH (s:Ship) WHERE s.tonnage > (MATCH (x:Ship) RETURN avg(x.tonnage)) RETURN s.name",
            "MATCH (s:Ship) WHERE s.tonnage > COLLECT { MATCH (x:Ship) RETURN avg(x.tonnage) }[0] "
            "RETURN s.name",
        ),
        (
            "MATCH (s:Ship) RETURN s.name, s.tonnage / 2 AS half WHERE half > 9 RETURN name",
            "MATCH (s:Ship) WITH s.name AS name, s.tonnage / 2 AS half WHERE half > 9 RETURN name",
        ),
        (
            "MATCH (s:Ship) RETURN s.name AS n UNION MATCH (p:Port) RETURN p.name AS n",
            "MATCH (s:Ship) RETURN s.name AS n UNION MATCH (p:Port) RETURN p.name AS n",
        ),
    ],
)
async def test_clauses_in_the_wrong_place(draft: str, mended: str) -> None:
    assert (await repair(draft, known())).cypher == mended


async def test_what_describes_a_property_restricts_nothing() -> None:
    draft = "MATCH (c:Captain)-[:COMMANDS {since: 1985..2027, rating: 1|2}]->(s:Ship) RETURN s.name"
    done = await repair(draft, known())
    assert done.cypher == "MATCH (c:Captain)-[:COMMANDS]->(s:Ship) RETURN s.name"


async def test_a_word_in_a_string_is_no_operator() -> None:
    draft = "MATCH (p:Port) WHERE p.code = 'x BETWEEN 1 AND 2 GROUP BY {gt: 5}' RETURN p"
    assert (await repair(draft, known())).repairs == ()
