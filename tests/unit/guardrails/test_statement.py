"""What may run: every case of tests/data/statements.toml, mutations of them, and the bounds."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path

import pytest

from guardrails.cursor import NAMED
from guardrails.statement import Allowed, Refused, check_statement
from memory.catalogue import Said, in_english, speaking
from memory.schema import Label, Schema

CASES = tomllib.loads((Path(__file__).parents[2] / "data" / "statements.toml").read_text("utf-8"))
REFUSED = [case for case in CASES["refuse"] if not case.get("allowed_by_grammar")]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: repr(case["cypher"])[:70])
async def test_refused(case: dict[str, str]) -> None:
    outcome = await check_statement(case["cypher"])
    assert isinstance(outcome, Refused), case["why"]
    assert outcome.reason.endswith(".") and "\n" not in outcome.reason
    assert all(0 <= f.start <= f.end <= max(len(case["cypher"]), f.end) for f in outcome.findings)


@pytest.mark.parametrize("case", CASES["allow"], ids=lambda case: repr(case["cypher"])[:70])
async def test_allowed(case: dict[str, str]) -> None:
    outcome = await check_statement(case["cypher"])
    assert isinstance(outcome, Allowed), outcome
    assert outcome.cypher == case.get("runs_as", case["cypher"])


_WRITES = ("CREATE (z:Z)", "MERGE (z:Z)", "SET n.z = 1", "DETACH DELETE n", "REMOVE n.z")
_WRITES += ("LOAD CSV FROM 'x' AS z", "CALL apoc.util.sleep(1)", "FOREACH (z IN [1] | SET n.z = z)")
_BLANKS = (" ", "\t", "\n", "  ", "/**/", "/* ' */", "//x\n", "\u3000", "\x0b", "\x1c", "\r\n")


def _mutate(chance: random.Random, honest: str) -> str:
    """An honest statement with a write put in, in a random disguise."""
    write = "".join(chance.choice((c.lower(), c.upper())) for c in chance.choice(_WRITES))
    write = write.replace(" ", chance.choice(_BLANKS), 1)
    blank = chance.choice(_BLANKS)
    at = honest.upper().rfind("RETURN")
    head, tail = honest[:at].rstrip("; \n"), honest[at:]
    match chance.randrange(4):
        case 0:
            return f"{head}{blank}{write}{blank}{tail}"
        case 1:
            return f"{honest.rstrip('; ')}{blank}{write}"
        case 2:
            return f"{head}{blank}CALL{blank}{{{blank}{write} RETURN 1 AS o{blank}}}{blank}{tail}"
        case _:
            return f"{honest.rstrip('; ')};{blank}{write}"


async def test_no_write_passes_in_any_disguise() -> None:
    chance = random.Random(5)
    honest = [case["cypher"] for case in CASES["allow"] if "RETURN" in case["cypher"].upper()]
    honest = [text for text in honest if "//" not in text and "union" not in text.lower()]
    for _ in range(2000):
        text = _mutate(chance, chance.choice(honest))
        assert isinstance(await check_statement(text), Refused), text


async def test_a_parameter_can_be_the_bound_of_a_range() -> None:
    text = "UNWIND range(1, $n) AS x RETURN x"
    assert isinstance(await check_statement(text, {"n": 10}), Allowed)
    assert isinstance(await check_statement(text, {"n": 10**9}), Refused)


async def test_products_are_estimated_from_the_counts_of_the_schema() -> None:
    text = "MATCH (a:A), (b:B) RETURN count(*)"
    small = Schema({"A": Label("A", 50), "B": Label("B", 60)})
    large = Schema({"A": Label("A", 500_000), "B": Label("B", 600_000)})
    assert isinstance(await check_statement(text, schema=small), Allowed)
    refused = await check_statement(text, schema=large)
    assert isinstance(refused, Refused)
    assert refused.findings[0].name == "product"
    joined = "MATCH (a:A), (b:B) WHERE a.x = b.x RETURN count(*)"
    assert isinstance(await check_statement(joined, schema=large), Allowed)


async def test_size_and_nesting_are_bounded() -> None:
    long = f"MATCH (n) WHERE n.x IN [{', '.join(['1'] * 8000)}] RETURN n"
    assert isinstance(await check_statement(long), Refused)
    deep = "RETURN " + "[" * 60 + "]" * 60
    assert isinstance(await check_statement(deep), Refused)
    assert isinstance(await check_statement("RETURN " + "(" * 49 + "1" + ")" * 49), Allowed)


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "text",
    [
        "RETURN " + "(" * 50 + "a {x: (" * 40,
        "MATCH (n) WHERE " + "NOT " * 4000 + "true RETURN n",
        "RETURN " + "-" * 10_000 + "1",
        "RETURN " + "CASE WHEN " * 1500,
        "RETURN " + "[(a)-[:R]->(b) | " * 45,
        "MATCH " + "(a)-[:R]->" * 1500 + "(b) RETURN 1",
        "RETURN " + "a+" * 9000 + "a",
        "/*" * 9000,
        "'" * 9999,
        "`" * 9999,
    ],
    ids=lambda text: text[:30],
)
async def test_hostile_shapes_are_decided_quickly(text: str) -> None:
    assert isinstance(await check_statement(text), (Refused, Allowed))


async def test_unreadable_is_told_from_harmful() -> None:
    slip = await check_statement("MATCH (n RETURN n")
    harm = await check_statement("MATCH (n) DELETE n")
    assert isinstance(slip, Refused) and slip.unreadable
    assert isinstance(harm, Refused) and not harm.unreadable
    assert harm.findings[0].start == len("MATCH (n) ")
    assert "DELETE" in harm.reason


async def test_open_paths_from_somewhere_are_only_remarked_on() -> None:
    outcome = await check_statement("MATCH (a:A {x: 1})-[:R*]->(b) RETURN b")
    assert isinstance(outcome, Allowed)
    assert [f.name for f in outcome.findings] == ["path_unbounded"]


@pytest.mark.parametrize("code", ["de", "fr", "es", "zh", "ja"])
async def test_each_reason_is_told_in_the_language_that_is_spoken(code: str) -> None:
    for case in REFUSED:
        english = await check_statement(case["cypher"])
        with speaking(code):
            foreign = await check_statement(case["cypher"])
        assert isinstance(english, Refused) and isinstance(foreign, Refused)
        assert isinstance(foreign.reason, Said) and foreign.reason != english.reason
        if english.unreadable:
            assert in_english(foreign.reason) == english.reason


async def test_what_was_expected_is_told_in_german() -> None:
    with speaking("de"):
        slip = await check_statement("MATCH (n RETURN n")
    assert isinstance(slip, Refused)
    assert slip.reason.endswith(": wo „RETURN“ steht, wurde „)“ erwartet.")


def test_whatever_a_name_is_wanted_for_is_in_the_catalogue() -> None:
    wanted = re.compile(r"""(?:need_name|_names)\("([^"]+)"\)""")
    for path in (Path(__file__).parents[3] / "guardrails").glob("*.py"):
        assert set(wanted.findall(path.read_text("utf-8"))) <= NAMED, path.name
