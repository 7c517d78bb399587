"""What speaks against a statement and its rows; and what must not."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.events import Rows
from bot.steps.judge import Asked, Doubtful, Sound, judge
from memory.catalogue import in_english, speaking
from memory.schema import LinkedValue
from tests.unit.steps.graphs import fleet

TWO = Rows(("a",), (("x",), ("y",)), 2, False)
NINE = Rows(("a",), tuple((str(n),) for n in range(9)), 9, False)
OSLO = LinkedValue("Oslo", "Port", "name", "Oslo", 0, 4)
PORTS = "MATCH (s:Ship)-[:CALLS_AT]->(p:Port) "


def verdict(
    question: str, cypher: str, rows: Rows = TWO, unread: tuple[str, ...] = (),
    linked: tuple[LinkedValue, ...] = (),
) -> Sound | Doubtful:  # fmt: skip
    return judge(rows, cypher, Asked(question, fleet(), linked, unread))


def link(question: str, text: str = "Oslo") -> LinkedValue:
    at = question.index(text)
    return LinkedValue(text, "Port", "name", "Oslo", at, at + len(text))


@pytest.mark.parametrize(
    ("question", "cypher", "rows", "words"),
    [
        ("Ships?", "MATCH (s:Ship) RETURN s.name", Rows(("a",), (), 0, False), "no rows"),
        ("Ships?", "MATCH (s:Ship) RETURN s.name AS a", Rows(("a",), ((None,),), 1, False), "null"),
        (
            "Which ships call at ports?",
            "MATCH (s:Ship) OPTIONAL MATCH (s)<-[:CALLS_AT]-(p:Port) RETURN s.name, p.name",
            TWO,
            "other way",
        ),
        (
            "Which ships belong to ships?",
            "MATCH (s:Ship) OPTIONAL MATCH (s)-[:CALLS_AT]->(t:Ship) RETURN s.name, t.name",
            TWO,
            "No CALLS_AT joins",
        ),
        (
            "Are there ships that call at two or more ports?",
            PORTS + "RETURN count(*) > 0 AS answer",
            TWO,
            "The “two or more” of the question",
        ),
        (
            "Which ships call at fewer than five ports?",
            PORTS + "RETURN s.name",
            TWO,
            "The “fewer than five” of the question",
        ),
        (
            "Which boats are there?",
            "MATCH (s:Ship) OPTIONAL MATCH (s)--(b:Boat) RETURN s.name, b.name",
            TWO,
            "There is no label Boat; there is Ship, Port.",
        ),
        (
            "Which ships moor at ports?",
            "MATCH (s:Ship) OPTIONAL MATCH (s)-[:MOORS_AT]->(p:Port) RETURN s.name, p.name",
            TWO,
            "There is no relationship type MOORS_AT; there is CALLS_AT.",
        ),
        (
            "Ships and their owners",
            "MATCH (s:Ship) RETURN s.name, s.owner AS owner",
            TWO,
            "Ship has no owner; it has name, tonnage, crew, flag, motto.",
        ),
        (
            "Ships not from Malta",
            "MATCH (s:Ship) WHERE s.flag <> 'malta' RETURN s.name",
            TWO,
            "stored is 'Malta'",
        ),
        (
            "Ships of malta",
            "MATCH (s:Ship) WHERE s.flag = 'malta' RETURN s.name",
            TWO,
            "No Ship.flag is 'malta'; stored is 'Malta'.",
        ),
        (
            "Ships of spain",
            "MATCH (s:Ship {flag: 'spain'}) RETURN s.name",
            TWO,
            "No Ship.flag is 'spain'.",
        ),
        (
            "Ships of Malta or Spain",
            "MATCH (s:Ship) WHERE s.flag IN ['Malta', 'Spain'] RETURN s.name",
            TWO,
            "No Ship.flag is 'Spain'.",
        ),
        (
            "Ships whose flag contains spa",
            "MATCH (s:Ship) WHERE s.flag CONTAINS 'spa' RETURN s.name",
            TWO,
            "No Ship.flag contains 'spa'.",
        ),
        (
            "Ships whose flag starts with alta",
            "MATCH (s:Ship) WHERE s.flag STARTS WITH 'alta' RETURN s.name",
            TWO,
            "No Ship.flag starts with 'alta'.",
        ),
        ("the top 3 ships", "MATCH (s:Ship) RETURN s.name ORDER BY s.crew DESC", NINE, "LIMIT 3"),
        (
            "Which ships call at a port?",
            PORTS + "WHERE p.name = 'Tromsø' RETURN s.name AS name",
            TWO,
            "Nobody asked for 'Tromsø'",
        ),
        (
            "Which ships call at Oslo?",
            PORTS + "WHERE p.name = 'Oslo' RETURN p.name AS name",
            TWO,
            "only returns “Oslo”",
        ),
        (
            "How many ships call at Oslo?",
            "MATCH (p:Port {name: 'Oslo'}) RETURN count(DISTINCT p) AS ships",
            TWO,
            "only returns “Oslo”",
        ),
        (
            "the five oldest ships",
            "MATCH (s:Ship) RETURN s.name ORDER BY s.name LIMIT 1",
            TWO,
            "LIMIT is 1",
        ),
        ("Which ports are the busiest?", PORTS + "RETURN p.name", TWO, "“busiest” asks for"),
        (
            "Ships with a crew over 40",
            "MATCH (s:Ship) WHERE s.crew > 0 RETURN s.name",
            TWO,
            "40",
        ),
        (
            "Ships that call at ports and their tonnage",
            PORTS + "RETURN DISTINCT s.name",
            TWO,
            "tonnage",
        ),
    ],
)
def test_doubtful(question: str, cypher: str, rows: Rows, words: str) -> None:
    found = verdict(question, cypher, rows)
    assert isinstance(found, Doubtful) and words in found.problem and found.doubts == 1


@pytest.mark.parametrize(
    ("question", "cypher"),
    [
        ("the top 3 ships", "MATCH (s:Ship) RETURN s.name ORDER BY s.crew DESC LIMIT 3"),
        (
            "Ships with more than 2 calls",
            PORTS + "WITH s, count(p) AS n WHERE n >= 3 RETURN s.name",
        ),
        ("Ships over 5 thousand tons", "MATCH (s:Ship) WHERE s.tonnage > 5000 RETURN s.name"),
        ("Ships with their ports", PORTS + "RETURN s.name, p.name"),
        ("Ships and their tonnage", "MATCH (s:Ship) RETURN s.name, s.tonnage AS t"),
        ("Ships and their tonnage", "MATCH (s:Ship) RETURN s"),
        ("Ships under the flag of Malta", "MATCH (s:Ship {flag: 'Malta'}) RETURN s.name"),
        ("Ships that have one call", PORTS + "RETURN s.name"),
        ("Ships of Malta or Norway", "MATCH (s:Ship) WHERE s.flag IN ['Malta', 'Norway'] RETURN s"),
        ("Ships whose flag ends with way", "MATCH (s:Ship) WHERE s.flag ENDS WITH 'way' RETURN s"),
        ("Ships without a motto of Ahoy", "MATCH (s:Ship) WHERE s.motto <> 'Ahoy' RETURN s.name"),
        ("Ships with at most 40 crew", "MATCH (s:Ship) WHERE s.crew <= 40 RETURN s.name"),
        ("the biggest crew of each flag", "MATCH (s:Ship) RETURN s.flag, max(s.crew) AS crew"),
    ],
)
def test_sound(question: str, cypher: str) -> None:
    assert verdict(question, cypher) == Sound()


def test_a_value_that_is_named_must_be_asked_for() -> None:
    question = "Which ships call at Oslo?"
    found = verdict(question, PORTS + "RETURN s.name", linked=(link(question),))
    assert isinstance(found, Doubtful) and "'Oslo' (Port.name)" in found.problem
    for test in ("p.name = 'Oslo'", "toLower(p.name) CONTAINS 'oslo'"):
        cypher = PORTS + f"WHERE {test} RETURN s.name"
        assert verdict(question, cypher, linked=(link(question),)) == Sound()


def test_a_word_that_is_a_schema_word_is_no_name() -> None:
    question = "Which ships call at a port?"
    named = LinkedValue("port", "Port", "name", "Port", 22, 26)
    assert verdict(question, PORTS + "RETURN s.name", linked=(named,)) == Sound()


def test_words_that_nothing_accounts_for() -> None:
    cypher = "MATCH (s:Ship) RETURN s.name"
    found = verdict("Which ships were torpedoed?", cypher, unread=("torpedoed",))
    assert isinstance(found, Doubtful) and "torpedoed" in found.problem
    meant = "MATCH (s:Ship) WHERE s.motto CONTAINS 'torpedo' RETURN s.name"
    assert verdict("Which ships were torpedoed?", meant, unread=("torpedoed",)) == Sound()


def test_with_no_rows_a_model_is_told_why_there_can_be_none() -> None:
    found = verdict("Which boats?", "MATCH (b:Boat) RETURN b.name", Rows(("a",), (), 0, False))
    assert isinstance(found, Doubtful) and not found.open
    assert found.problem == "It returned no rows. There is no label Boat; there is Ship, Port."


def test_names_are_unknown_only_where_the_whole_schema_is_known() -> None:
    sampled = replace(fleet(), sampled=True)
    cypher = "MATCH (s:Ship) RETURN s.name AS name, s.owner AS owner"
    assert judge(TWO, cypher, Asked("Ships and their owners", sampled)) == Sound()


def test_doubts_are_counted() -> None:
    empty = Rows(("a",), (), 0, False)
    found = verdict("the top 3 ships over 40", "MATCH (s:Ship) RETURN s.name LIMIT 1", empty)
    assert isinstance(found, Doubtful) and found.doubts == 3


def test_the_kind_of_thing_that_is_asked_for_is_in_the_statement() -> None:
    asked = "Which ports does Vega call at?"
    astray = verdict(asked, "MATCH (s:Ship) WHERE s.name = 'Vega' RETURN s.crew AS crew")
    assert isinstance(astray, Doubtful) and astray.problem.startswith("Port nodes are asked for")
    for cypher in (
        "MATCH (s:Ship {name: 'Vega'})-[:CALLS_AT]->(p:Port) RETURN p.name AS name",
        "MATCH (s:Ship {name: 'Vega'})-[:CALLS_AT]->(p) RETURN p.name AS name",
        "MATCH (s:Ship {name: 'Vega'}) RETURN s.crew AS ports",
    ):
        assert verdict(asked, cypher) == Sound()


def test_what_is_given_may_be_counted_or_confirmed() -> None:
    for asked, cypher in (
        ("How many ports are called Oslo?", "MATCH (p:Port {name: 'Oslo'}) RETURN count(p) AS n"),
        ("Is there a port Oslo?", "MATCH (p:Port {name: 'Oslo'}) RETURN p.name"),
        ("Who is Oslo?", "MATCH (p:Port) WHERE p.name = 'Oslo' RETURN p.name, labels(p)"),
    ):
        assert verdict(asked, cypher) == Sound(), asked


def test_rows_say_which_thing_they_are() -> None:
    asked, over = "Which 3 ships have a crew over 40?", "MATCH (s:Ship) WHERE s.crew > 40 "
    astray = verdict(asked, over + "RETURN DISTINCT s.crew AS crew LIMIT 3")
    assert isinstance(astray, Doubtful) and "return its name, too" in astray.problem
    assert astray.open
    for shown in ("s.name, s.crew", "s", "s {.*}", "toUpper(s.name) AS ship", "count(s) AS n"):
        assert verdict(asked, f"{over}RETURN {shown} LIMIT 3") == Sound(), shown
    assert (
        verdict(asked, over + "WITH s.name AS ship, s.crew AS crew RETURN crew LIMIT 3") == Sound()
    )


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Which ships have a port as their headquarters?", "headquarters"),
        ("Show the name property of ships", "property"),
    ],
)
def test_roles_and_words_for_any_graph_are_not_missed(question: str, word: str) -> None:
    assert verdict(question, PORTS + "RETURN DISTINCT s.name AS name", unread=(word,)) == Sound()


PAIRS = "MATCH (s:Ship)-[:CALLS_AT]->(p:Port)<-[:CALLS_AT]-(t:Ship) RETURN s.name, t.name"
MEAN = "MATCH (s:Ship) WHERE s.flag = 'Malta' RETURN avg(s.crew) AS crew"
IDLE = "MATCH (s:Ship) WHERE NOT EXISTS { MATCH (s)-[:CALLS_AT]->(:Port) } RETURN s.name"


def _drafted(draft: str, cypher: str) -> Sound | Doubtful:
    return judge(TWO, cypher, Asked("Ships?", fleet(), drafts=(draft,)))


@pytest.mark.parametrize(
    ("draft", "cypher", "lost"),
    [
        (PAIRS, "MATCH (s:Ship)-[:CALLS_AT]->(t:Port) RETURN s.name, t.name", "CALLS_AT"),
        (MEAN, "MATCH (s:Ship) WHERE s.flag = 'Malta' RETURN s.crew AS crew", "avg()"),
        (MEAN, "MATCH (s:Ship) RETURN avg(s.crew) AS crew", "'Malta'"),
        (IDLE, "MATCH (s:Ship)-[:CALLS_AT]->(:Port) RETURN s.name", "NOT"),
        ("MATCH (s:Ship) RETURN s.name ORDER BY s.crew LIMIT 3",
         "MATCH (s:Ship) RETURN s.name ORDER BY s.crew", "3"),
    ],
)  # fmt: skip
def test_a_draft_is_not_copied_in_part(draft: str, cypher: str, lost: str) -> None:
    found = _drafted(draft, cypher)
    assert isinstance(found, Doubtful) and not found.open
    assert found.problem == f"It leaves out {lost} of the draft."


@pytest.mark.parametrize(
    ("draft", "cypher"),
    [
        (PAIRS, PAIRS),
        (PAIRS, PAIRS.replace("RETURN", "WHERE s.crew > 5 RETURN")),
        (MEAN, "MATCH (s:Ship {flag: 'Malta'}) RETURN avg(s.crew)"),
        (MEAN, "MATCH (s:Ship) WHERE s.tonnage > 9 RETURN s.crew AS crew"),
        (IDLE, "MATCH (s:Ship) WHERE NOT (s)-[:CALLS_AT]->(:Port) RETURN s.name"),
        ("MATCH (s:Ship) RETURN s.name AS name, s.crew AS crew", "MATCH (s:Ship) RETURN s.name"),
        ("no Cypher", "MATCH (s:Ship) RETURN s.name"),
    ],
)
def test_a_draft_may_be_changed_or_said_in_another_way(draft: str, cypher: str) -> None:
    assert _drafted(draft, cypher) == Sound()


def test_the_name_of_a_property_is_not_its_value() -> None:
    mild = replace(fleet().labels["Ship"].properties["flag"], name="criticality")
    values = ("low", "mission-critical")
    mild = replace(mild, values=values, distinct=2)
    ship = replace(fleet().labels["Ship"], properties={"criticality": mild})
    schema = replace(fleet(), labels={**fleet().labels, "Ship": ship})
    asked = "Which mission-critical ships are there?"
    held = LinkedValue("mission-critical", "Ship", "criticality", "mission-critical", 6, 22)
    told = Asked(asked, schema, (held,))
    other = "MATCH (s:Ship) WHERE s.criticality = 'low' RETURN s"
    found = judge(TWO, other, told)
    assert isinstance(found, Doubtful) and "'mission-critical'" in found.problem
    right = other.replace("'low'", "'mission-critical'")
    assert judge(TWO, right, told) == Sound()


def test_a_bound_in_words_that_is_used_is_none_to_doubt() -> None:
    counted = PORTS + "WITH s, count(p) AS ports WHERE ports > 1 RETURN s.name"
    assert verdict("Which ships call at two or more ports?", counted) == Sound()
    hundreds = PORTS + "WITH s, count(p) AS n WHERE n > 200 RETURN s.name"
    assert verdict("Which ships call at more than two hundred ports?", hundreds) == Sound()


@pytest.mark.parametrize("code", ["de", "fr", "es", "zh", "ja"])
def test_people_are_told_in_their_language_and_models_in_english(code: str) -> None:
    lacking = "MATCH (b:Boat)-[:LED_BY]->(c) WHERE b.name IS NULL RETURN b.name"
    for cypher, rows in (
        ("MATCH (s:Ship) RETURN s.name", Rows(("a",), (), 0, False)),
        ("MATCH (s:Ship) RETURN s.name AS a", Rows(("a",), ((None,),), 1, False)),
        ("MATCH (s:Ship) WHERE s.flag <> 'malta' RETURN s.name", TWO),
        ("MATCH (s:Ship) OPTIONAL MATCH (s)<-[:CALLS_AT]-(p:Port) RETURN s.name, p.name", TWO),
        (lacking, TWO),
    ):
        english = verdict("Ships not from Malta", cypher, rows)
        with speaking(code):
            foreign = verdict("Ships not from Malta", cypher, rows)
        assert isinstance(english, Doubtful) and isinstance(foreign, Doubtful)
        assert foreign.problem == english.problem == english.told
        assert foreign.told != english.told and in_english(foreign.told) == english.told


def test_no_doubt_has_words_that_the_catalogue_lacks() -> None:
    """No check returns a sentence that was not said."""
    for path in (Path(__file__).parents[3] / "bot" / "steps" / "doubts").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Return) and isinstance(
                node.value, ast.JoinedStr | ast.Constant
            ):
                text = ast.unparse(node.value)
                assert not re.search(r"[a-z] [a-z]", text), f"{path.name}: {text}"
